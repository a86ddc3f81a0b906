//! `coloring decode` and `coloring check`: colourings and proofs that others have found.

use super::args::{GraphArgs, NONE, ReadArgs, colors_fit, show};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::command::source::Source;
use gemsat::command::terminal::is_stdin;
use gemsat::command::tool::{AnswerArgs, print_checked};
use gemsat::puzzle::coloring::chromatic::cases::{Cases, Flaw};
use gemsat::puzzle::coloring::encode::{self, Style};
use gemsat::puzzle::coloring::{Graph, check, colors_of, read};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours were encoded, where the answer does not say.
    #[arg(long, short = 'k')]
    colors: Option<usize>,
    #[command(flatten)]
    from: AnswerArgs,
}

impl Decode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let graph = self.graph.graph.is_some().then(|| self.graph.read()).transpose()?;
        let model = match self.from.model(NONE, out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        let answer = &model.answer;
        let noted = answer.notes.iter().find_map(|note| encode::from_note(note));
        let (noted, names) = noted.map_or((None, None), |(colors, graph)| (Some(colors), Some(graph)));
        let graph = graph.or(names).ok_or_else(|| {
            model.failure("there is no 'c @ coloring' line here: name the graph, or the formula's file with --cnf")
        })?;
        let highest = answer.num_vars();
        let inferred = (!graph.is_empty() && highest.is_multiple_of(graph.len())).then(|| highest / graph.len());
        let colors = self
            .colors
            .or(noted)
            .or(inferred)
            .ok_or_else(|| model.failure("the answer does not say how many colours there are; add --colors"))?;
        colors_fit(&graph, colors)?;
        let names = encode::encode(&Graph::new(graph.names().to_vec()), colors, Style::Fixed, &[], &[]);
        let assignment = answer.assignment(&names).map_err(|error| model.failure(error))?;
        let found = colors_of(&graph, colors, &assignment).ok_or_else(|| model.failure("a vertex has no colour"))?;
        check(&graph, &found).map_err(|broken| model.failure(format!("the model is no colouring: {broken}")))?;
        show(out, &graph, &found, colors, false)?;
        Ok(Exit::Solved)
    }
}

#[derive(Debug, Args)]
pub struct Check {
    /// A file, `-` for standard input, or `usa` for the 50 states.
    #[arg(value_name = "GRAPH")]
    graph: Option<String>,
    /// The colouring: `AL green` a line, or a `.sol` file; - or nothing is standard input.
    #[arg(value_name = "COLORING", conflicts_with_all = ["coloring", "certificate"])]
    second: Option<PathBuf>,
    #[arg(long, value_name = "FILE", hide = true)]
    coloring: Option<PathBuf>,
    /// Check this proof, as `solve --certificate` writes it, in place of a colouring.
    #[arg(long, value_name = "FILE", conflicts_with = "coloring")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
}

impl Check {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let (graph, _) = self.read.read(self.graph.as_deref())?.puzzle;
        if let Some(path) = &self.certificate {
            return check_cases(out, &graph, &Source::read(Some(path))?);
        }
        let place = self.coloring.as_deref().or(self.second.as_deref());
        if is_stdin(self.graph.as_deref().map(Path::new)) && is_stdin(place) {
            return Err(Failure::usage("only one of graph and colouring can be standard input"));
        }
        let source = Source::read(place)?;
        let coloring = read::coloring(&source.text, &graph).map_err(|error| source.failure(&error))?;
        source.say(&coloring.remarks);
        print_checked(out, "", &check(&graph, &coloring.puzzle))
    }
}

/// Checks what proves that a number of colours is not enough.
fn check_cases(out: &mut Output, graph: &Graph, source: &Source) -> Result<Exit, Failure> {
    let cases = Cases::read(&source.text, graph.len()).map_err(|error| source.failure(&error))?;
    let limits = process::limits();
    match cases.verify(graph, &limits) {
        Ok(()) => writeln!(out, "right: {} colours are not enough ({} cases)", cases.colors, cases.count())?,
        Err(Flaw::TooMuch) => {
            if let Some(stop) = limits.exceeded() {
                return Err(Failure::Stopped(stop));
            }
            writeln!(out, "UNKNOWN ({})", Flaw::TooMuch)?;
            return Ok(Exit::Done);
        }
        Err(flaw) => return print_checked(out, "", &Err(flaw)),
    }
    Ok(Exit::Solved)
}
