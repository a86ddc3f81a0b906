//! `coloring solve`: with K colours or the fewest, all colourings, what is certain, and folders.

use super::args::{GraphArgs, NONE, colors_fit, none, show, shown};
use super::color::{attempt, fewest, with_colors, with_fewest};
use super::count::for_each;
use super::explain::given;
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::scene::{Scene, ShowArgs};
use gemsat::command::source::Source;
use gemsat::command::tool;
use gemsat::command::totals::{Totals, ended};
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::{Graph, color_name, explain, play};
use gemsat::util::words::many;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours; the fewest by default.
    #[arg(long, short = 'k')]
    colors: Option<usize>,
    /// Print a `.sol` file.
    #[arg(long)]
    sol: bool,
    /// Print all colourings with K colours, at most --limit.
    #[arg(long, requires = "colors")]
    all: bool,
    /// Print only the colours that follow once a clique has its colours; `?` for the other vertices.
    #[arg(long, requires = "colors", conflicts_with_all = ["all", "sol"])]
    certain: bool,
    /// Write what proves that fewer colours are not enough to FILE, for `check`; where it is weights or cases.
    #[arg(long, value_name = "FILE", conflicts_with = "colors")]
    certificate: Option<PathBuf>,
    /// How many colourings --all prints.
    #[arg(long, default_value_t = 10_000)]
    limit: u64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl Solve {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(files) = self.graph.folder()? {
            self.show.only_one(false)?;
            return self.folder(out, &files);
        }
        let graph = &self.graph.read()?;
        self.show.only_one(!self.all && !self.certain)?;
        let (outcome, exit) = match self.colors {
            Some(colors) if self.all => return self.all(out, graph, colors),
            Some(colors) if self.certain => return self.certain(out, graph, colors),
            Some(colors) => {
                let scene = Scene::new(
                    &self.show,
                    self.graph.name(),
                    |count| play::words(graph, colors, count),
                    |words| play::board(graph, colors, words),
                );
                with_colors(out, graph, &self.engine, colors, &scene)?
            }
            None if self.show.any() => {
                let flags = "--record, --play, --watch, --stats and --stats-file";
                return Err(Failure::usage(format!("{flags} show one search: give -k, the number of colours")));
            }
            None => {
                let print = |coloring: &[usize], colors| shown(graph, coloring, colors, self.sol);
                with_fewest(graph, &self.engine, self.certificate.as_deref(), Some(&print))?
            }
        };
        if let Some((coloring, colors)) = outcome {
            out.write_all(shown(graph, &coloring, colors, self.sol).as_bytes())?;
        }
        Ok(exit)
    }

    /// Prints every colouring, at most `limit`, with empty lines between.
    fn all(&self, out: &mut Output, graph: &Graph, colors: usize) -> Result<Exit, Failure> {
        let (mut found, mut failed) = (0, Ok(()));
        let ended = for_each(graph, &self.engine, colors, |coloring| {
            if found == self.limit {
                return ControlFlow::Break(());
            }
            let between = if found > 0 { writeln!(out).map_err(Failure::from) } else { Ok(()) };
            found += 1;
            failed = between.and_then(|()| show(out, graph, coloring, colors, self.sol));
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        failed?;
        match ended {
            Err(stop) => tool::unknown(out, stop),
            Ok(_) if found == 0 => none(out),
            Ok(_) => Ok(Exit::Solved),
        }
    }

    /// Prints the colours that follow from those of a clique.
    fn certain(&self, out: &mut Output, graph: &Graph, colors: usize) -> Result<Exit, Failure> {
        colors_fit(graph, colors)?;
        let clique = bounds::clique(graph);
        let mut oracle = self.engine.oracle(&explain::formula(graph, colors))?;
        match explain::certain(graph, colors, &clique, &mut *oracle, &self.engine.limits()) {
            Err(stop) => tool::unknown(out, stop),
            Ok(None) => none(out),
            Ok(Some(certain)) => {
                for (name, color) in graph.names().iter().zip(&certain) {
                    writeln!(out, "{name} {}", color.map_or_else(|| "?".into(), |color| color_name(color, colors)))?;
                }
                let count = certain.iter().flatten().count();
                let given = given(graph, &clique, colors);
                complain(format_args!("coloring: {count} of {} vertices are certain, given {given}", graph.len()));
                Ok(Exit::Solved)
            }
        }
    }

    /// Every file of a folder; a line each: the fewest colours, or the colour of each vertex in K colours.
    fn folder(&self, out: &mut Output, files: &[PathBuf]) -> Result<Exit, Failure> {
        let mut totals = Totals::default();
        for path in files.iter().take_while(|_| !ended()) {
            let graph = match Source::read(Some(path)).and_then(|source| self.graph.read.parse(&source)) {
                Ok(reading) => reading.puzzle.0,
                Err(failure) => {
                    totals.unread("coloring", &failure);
                    continue;
                }
            };
            write!(out, "{}: ", path.display())?;
            match self.colors {
                Some(colors) => self.line(out, &graph, colors, &mut totals)?,
                None => self.fewest_line(out, &graph, &mut totals)?,
            }
        }
        totals.end("coloring")
    }

    fn line(&self, out: &mut Output, graph: &Graph, colors: usize, totals: &mut Totals) -> Result<(), Failure> {
        let (limits, clique) = (self.engine.limits(), bounds::clique(graph));
        match attempt(graph, &self.engine, colors, &clique, &limits, &Scene::unseen())? {
            Ok(Some(coloring)) => {
                totals.solved();
                let names: Vec<String> = coloring.iter().map(|&color| color_name(color, colors)).collect();
                writeln!(out, "{}", names.join(" "))?;
            }
            Ok(None) => {
                totals.without();
                writeln!(out, "{NONE}")?;
            }
            Err(stop) => {
                totals.unknown();
                tool::unknown(out, stop)?;
            }
        }
        Ok(())
    }

    fn fewest_line(&self, out: &mut Output, graph: &Graph, totals: &mut Totals) -> Result<(), Failure> {
        let found = fewest(graph, &self.engine, |_| {})?;
        match found.stopped {
            Some(stop) => {
                totals.unknown();
                writeln!(out, "at least {}, at most {} ({stop})", many(found.lower, "colour"), found.upper())?;
            }
            None => {
                totals.solved();
                writeln!(out, "{}", many(found.lower, "colour"))?;
            }
        }
        Ok(())
    }
}
