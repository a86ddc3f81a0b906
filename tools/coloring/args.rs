//! What the subcommands share: the graph, how a colouring is printed. And `encode`.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::report;
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::terminal::is_stdin;
use gemsat::command::tool;
use gemsat::encode::Encoding;
use gemsat::puzzle::Reading;
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::encode::{self, Style};
use gemsat::puzzle::coloring::map::Map;
use gemsat::puzzle::coloring::read::{self, ColoringReadOptions};
use gemsat::puzzle::coloring::{Graph, draw, print, usa};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Args)]
pub struct GraphArgs {
    /// A file, `-` for standard input, or `usa` for the 50 states.
    #[arg(value_name = "GRAPH")]
    pub graph: Option<String>,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How a graph is read.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReadArgs {
    /// The US with the District of Columbia.
    #[arg(long)]
    dc: bool,
    /// Neighbours may meet in one point: AZ-CO and NM-UT in the US, any such shapes of GeoJSON.
    #[arg(long, alias = "corners")]
    four_corners: bool,
    /// The US as in the report on sudoku by local search: the four corners, and CA next to HI; 108 borders.
    #[arg(long, conflicts_with = "dc")]
    report: bool,
    /// Take a file whose count of edges is wrong, and leave out edges from a vertex to itself.
    #[arg(long)]
    relaxed: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Each border once, a clique fixed.
    Fixed,
    /// The clauses of the report on sudoku by local search, in its order.
    #[value(alias = "seed")]
    Textbook,
}

/// Whether a name is that of the built-in map, which a file of that name takes precedence over.
fn is_usa(name: Option<&str>) -> bool {
    name == Some("usa") && !Path::new("usa").is_file()
}

impl ReadArgs {
    /// The graph of this name, and the map that it came from if it did. How a text was read is said on standard error, where
    /// it could be read in more than one way.
    pub fn read(self, name: Option<&str>) -> Result<Reading<(Graph, Option<Map>)>, Failure> {
        if is_usa(name) {
            let choice =
                usa::UsaVariant { dc: self.dc, corners: self.four_corners || self.report, hawaii: self.report };
            return Ok(Reading::only((usa::graph(choice), Some(usa::map()))));
        }
        self.parse(&Source::read(name.map(Path::new))?)
    }

    /// The graph of a text.
    pub fn parse(self, source: &Source) -> Result<Reading<(Graph, Option<Map>)>, Failure> {
        let options = ColoringReadOptions { relaxed: self.relaxed, corners: self.four_corners };
        let mut reading = read::read_map(&source.text, options).map_err(|error| source.failure(&error))?;
        source.say(&reading.remarks);
        let (graph, map) = &mut reading.puzzle;
        if map.is_none() {
            *map = Some(usa::map()).filter(|usa| draw::fits(graph, usa));
        }
        Ok(reading)
    }
}

impl GraphArgs {
    pub fn read(&self) -> Result<Graph, Failure> {
        Ok(self.reading()?.puzzle.0)
    }

    /// The graph, and the map that it came from if it did.
    pub fn read_map(&self) -> Result<(Graph, Option<Map>), Failure> {
        Ok(self.reading()?.puzzle)
    }

    /// The graph, its map, and how its text was read.
    fn reading(&self) -> Result<Reading<(Graph, Option<Map>)>, Failure> {
        self.read.read(self.graph.as_deref())
    }

    /// The graph's file or name, for statistics.
    pub fn name(&self) -> String {
        match self.graph.as_deref().filter(|name| !is_stdin(Some(Path::new(name)))) {
            Some(name) => name.to_string(),
            None => "<stdin>".into(),
        }
    }

    /// The files of a folder, when that is what is named.
    pub fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        match is_usa(self.graph.as_deref()) {
            true => Ok(None),
            false => InputArgs { path: self.graph.as_deref().map(PathBuf::from) }.folder(),
        }
    }
}

/// The most variables of an encoding.
const MAX_VARS: usize = 50_000_000;

pub fn colors_fit(graph: &Graph, colors: usize) -> Result<(), Failure> {
    if colors == 0 {
        return Err(Failure::usage("--colors: expected at least 1 colour, found 0"));
    }
    let fits = graph.len().checked_mul(colors).is_some_and(|vars| vars <= MAX_VARS);
    if fits {
        Ok(())
    } else {
        Err(Failure::usage(format!("{colors} colours for {} vertices are too many", graph.len())))
    }
}

/// The formula that is solved: a clique fixed, and every colour demanded on each clique of as many vertices as colours.
pub fn fixed(graph: &Graph, colors: usize, clique: &[usize]) -> Encoding {
    encode::encode(graph, colors, Style::Fixed, clique, &bounds::cliques(graph, colors))
}

/// Prints the colour of each vertex, or with `sol` the value of each variable.
pub fn show(out: &mut Output, graph: &Graph, coloring: &[usize], colors: usize, sol: bool) -> Result<(), Failure> {
    let text = if sol { print::names(graph, coloring, colors) } else { print::colors(graph, coloring, colors) };
    Ok(out.write_all(text.as_bytes())?)
}

/// The colour of each vertex, in colour on a terminal; or a `.sol` file.
pub fn shown(graph: &Graph, coloring: &[usize], colors: usize, sol: bool) -> String {
    match sol {
        true => print::names(graph, coloring, colors),
        false if color::on_stdout() => draw::coloured(graph, coloring, colors),
        false => print::colors(graph, coloring, colors),
    }
}

/// The words where a graph has no colouring.
pub const NONE: &str = "No solution";

pub fn none(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "{NONE}")?;
    Ok(Exit::NoSolution)
}

#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours.
    #[arg(long, short = 'k', default_value_t = 4)]
    colors: usize,
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t = StyleArg::Fixed)]
    encoding: StyleArg,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    symbolic: bool,
}

impl Encode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Reading { puzzle: (graph, _), remarks } = self.graph.reading()?;
        colors_fit(&graph, self.colors)?;
        let mut encoding = match self.encoding {
            StyleArg::Fixed => fixed(&graph, self.colors, &bounds::clique(&graph)),
            StyleArg::Textbook => encode::encode(&graph, self.colors, Style::Textbook, &[], &[]),
        };
        encoding.remarks = remarks.iter().map(|remark| report::clean(&format!("line {remark}"))).collect();
        tool::write_encoding(out, &encoding, self.symbolic)
    }
}
