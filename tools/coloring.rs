//! The tool `coloring`: graphs and maps to formulas and back, coloured, counted, made, explained and drawn.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::Lit;
use gemsat::csp::{Outcome, pose};
use gemsat::encode::Encoding;
use gemsat::encode::coloring::{self, Graph, Style};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, InputArgs, Output, PictureArgs, Source};
use gemsat::puzzle::coloring::cases::{Cases, Flaw};
use gemsat::puzzle::coloring::map::{self, Map};
use gemsat::puzzle::coloring::{bounds, check, color_name, colors_of, draw, generate, read, usa};
use gemsat::puzzle::play::Scene;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "coloring/explain.rs"]
mod explain;
#[path = "coloring/fewest.rs"]
mod fewest;
#[path = "coloring/many.rs"]
mod many;

const EXAMPLES: &str = "Examples:
  coloring solve graph.col                   the chromatic number, with what proves it
  coloring solve usa -k 4                    the 50 states in four colours; --dc, --four-corners
  coloring encode usa -k 4 | solver | coloring decode
  coloring encode graph.col -k 3 | solver --proof k3.drat
  coloring explain graph.col -k 3            vertices that need a 4th colour, none to spare
  coloring explain usa -k 4 --cell NY        what forces the colour of New York, if anything does
  coloring solve usa -k 4 --certain          the colours that follow from those of a clique
  coloring count graph.col -k 4
  coloring draw usa -k 4 -o usa.svg          a map; -o usa.png
  coloring generate 40 --seed 3 | coloring solve";

/// Colours of graphs and maps by SAT: neighbours differ.
///
/// A GRAPH is a file (DIMACS .col, neighbour lists, pairs, JSON, GeoJSON shapes), `-`, or `usa`.
/// Exit codes: 10 coloured, 20 not possible or wrong, 0 otherwise, 1 bad input, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Writes "the graph has these colours" as DIMACS.
    Encode {
        #[command(flatten)]
        graph: GraphArgs,
        /// How many colours.
        #[arg(long, short = 'k', default_value_t = 4)]
        colors: usize,
        /// Which clauses are written.
        #[arg(long, value_enum, default_value_t = StyleArg::Fixed)]
        encoding: StyleArg,
        /// Write the named form: one clause a line, no header.
        #[arg(long)]
        symbolic: bool,
    },
    /// Reads a solver's answer and prints the colours. Without GRAPH, the answer's own `c @` line or --cnf tells the names.
    Decode {
        #[command(flatten)]
        graph: GraphArgs,
        /// How many colours were encoded, where the answer does not tell.
        #[arg(long, short = 'k')]
        colors: Option<usize>,
        /// The formula that was solved, for its `c @` line.
        #[arg(long, value_name = "FILE")]
        cnf: Option<PathBuf>,
        /// The solver's answer; standard input by default.
        #[arg(long, value_name = "FILE")]
        answer: Option<PathBuf>,
    },
    /// Colours a graph, or every graph of a folder, with --colors colours, or with as few as possible, proven.
    Solve {
        #[command(flatten)]
        graph: GraphArgs,
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        see: SeeArgs,
        /// How many colours; the fewest by default.
        #[arg(long, short = 'k')]
        colors: Option<usize>,
        /// Print a `.sol` file.
        #[arg(long)]
        sol: bool,
        /// All colourings with --colors colours, at most --limit.
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
    },
    /// Checks a colouring, or a proof that so many colours are not enough.
    Check {
        #[command(flatten)]
        graph: GraphArgs,
        /// The colouring: `AL green` a line, or a `.sol` file.
        #[arg(long, value_name = "FILE", required_unless_present = "certificate")]
        coloring: Option<PathBuf>,
        /// The proof, as `solve --certificate` writes it.
        #[arg(long, value_name = "FILE", conflicts_with = "coloring")]
        certificate: Option<PathBuf>,
    },
    /// Prints the number of colourings, `>N` when there are more than the limit.
    Count {
        #[command(flatten)]
        graph: GraphArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// How many colours.
        #[arg(long, short = 'k', default_value_t = 4)]
        colors: usize,
        /// Stop counting above this number.
        #[arg(long, default_value_t = 10_000)]
        limit: u64,
        /// Exit code 10 when there is exactly one colouring, 20 when none or more.
        #[arg(long)]
        unique: bool,
    },
    /// Makes a random planar map.
    Generate {
        /// How many countries.
        #[arg(default_value_t = 30)]
        countries: usize,
        /// Seed of all random choices.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Names vertices that cannot be coloured with so few colours, none of which can be left out.
    Explain {
        #[command(flatten)]
        graph: GraphArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// How many colours.
        #[arg(long, short = 'k', default_value_t = 3)]
        colors: usize,
        /// When there is a colouring: name the vertices that force this vertex's colour, once a clique has its colours.
        #[arg(long, value_name = "VERTEX")]
        cell: Option<String>,
    },
    /// Draws the coloured graph as SVG or PNG: states and countries as a map, others as a circle.
    Draw {
        #[command(flatten)]
        graph: GraphArgs,
        #[command(flatten)]
        engine: EngineArgs,
        /// How many colours; the fewest by default.
        #[arg(long, short = 'k')]
        colors: Option<usize>,
        /// A colouring to draw in place of one that is searched.
        #[arg(long, value_name = "FILE")]
        coloring: Option<PathBuf>,
        /// GeoJSON shapes of the vertices, found by name, code or id.
        #[arg(long, value_name = "FILE")]
        shapes: Option<PathBuf>,
        #[command(flatten)]
        picture: PictureArgs,
    },
}

#[derive(Debug, Args)]
struct GraphArgs {
    /// A file, `-` for standard input, or `usa` for the 50 states.
    #[arg(value_name = "GRAPH")]
    graph: Option<String>,
    /// The US with the District of Columbia.
    #[arg(long)]
    dc: bool,
    /// Neighbours may meet in one point: AZ-CO and NM-UT in the US, any such shapes of GeoJSON.
    #[arg(long, alias = "corners")]
    four_corners: bool,
    /// The US as report 002 has it: the four corners, and CA next to HI; 108 borders.
    #[arg(long, conflicts_with = "dc")]
    report: bool,
    /// Take a DIMACS file whose count of edges is wrong.
    #[arg(long)]
    relaxed: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Each border once, a clique fixed.
    Fixed,
    /// Report 002's clauses in its order.
    Seed,
}

impl GraphArgs {
    /// Whether the built-in map is meant, which a file of that name takes precedence over.
    fn is_usa(&self) -> bool {
        self.graph.as_deref() == Some("usa") && !Path::new("usa").is_file()
    }

    /// The files of a folder, when that is what is named.
    fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        match self.is_usa() {
            true => Ok(None),
            false => InputArgs { path: self.graph.as_deref().map(PathBuf::from) }.folder(),
        }
    }

    fn read(&self) -> Result<Graph, Failure> {
        self.read_map().map(|(graph, _)| graph)
    }

    /// The graph, and the map that it came from if it did.
    fn read_map(&self) -> Result<(Graph, Option<Map>), Failure> {
        let path = self.graph.as_deref().map(Path::new);
        if self.is_usa() {
            let choice = usa::Choice { dc: self.dc, corners: self.four_corners || self.report, hawaii: self.report };
            return Ok((usa::graph(choice), Some(usa::map())));
        }
        self.read_file(path)
    }

    /// The graph of a file, or of standard input.
    fn read_file(&self, path: Option<&Path>) -> Result<(Graph, Option<Map>), Failure> {
        let source = Source::read(path)?;
        if map::is_geo(&source.text) {
            let (graph, map) = map::read(&source.text, self.four_corners).map_err(|error| source.failure(&error))?;
            return Ok((graph, Some(map)));
        }
        let graph = read::read(&source.text, self.relaxed).map_err(|error| source.failure(&error))?;
        let usa = usa::map();
        let fits = draw::fits(&graph, &usa);
        Ok((graph, fits.then_some(usa)))
    }
}

/// The most variables of an encoding.
const MAX_VARS: usize = 50_000_000;

fn colors_fit(graph: &Graph, colors: usize) -> Result<(), Failure> {
    let fits = graph.len().checked_mul(colors).is_some_and(|vars| vars <= MAX_VARS);
    if fits {
        Ok(())
    } else {
        Err(Failure::usage(format!("{colors} colours for {} vertices are too many", graph.len())))
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::run("coloring", |out| match cli.verb {
        Verb::Encode { graph, colors, encoding, symbolic } => {
            let graph = graph.read()?;
            colors_fit(&graph, colors)?;
            let encoding = match encoding {
                StyleArg::Fixed => fixed(&graph, colors, &bounds::clique(&graph)),
                StyleArg::Seed => coloring::encode(&graph, colors, Style::Seed, &[], &[]),
            };
            cli::write_encoding(out, &encoding, symbolic)
        }
        Verb::Decode { graph, colors, cnf, answer } => {
            let graph = graph.graph.is_some().then(|| graph.read()).transpose()?;
            decode(out, graph, colors, cnf.as_deref(), answer)
        }
        Verb::Solve { graph, engine, see, colors, sol, all, certain, certificate, limit } => {
            if let Some(files) = graph.folder()? {
                cli::see_one(&see, false)?;
                return many::folder(out, &files, &graph, &engine, colors);
            }
            let graph = graph.read()?;
            if let Some(colors) = colors.filter(|_| all) {
                cli::see_one(&see, false)?;
                return many::all(out, &graph, &engine, colors, limit, sol);
            }
            if let Some(colors) = colors.filter(|_| certain) {
                cli::see_one(&see, false)?;
                return explain::certain(out, &graph, &engine, colors);
            }
            if colors.is_none() && see.any() {
                return Err(Failure::usage(
                    "--record, --play and --watch show one search: give -k, the number of colours",
                ));
            }
            let (outcome, exit) = color(out, &graph, &engine, &see, colors, certificate.as_deref())?;
            match outcome {
                Some((coloring, colors)) if !sol && cli::colours() => {
                    out.write_all(draw::coloured(&graph, &coloring, colors).as_bytes())?;
                }
                Some((coloring, colors)) => show(out, &graph, &coloring, colors, sol)?,
                None => {}
            }
            Ok(exit)
        }
        Verb::Check { graph, coloring, certificate } => {
            let graph = graph.read()?;
            let source = Source::read(coloring.as_deref().or(certificate.as_deref()))?;
            if certificate.is_some() {
                return check_cases(out, &graph, &source);
            }
            let coloring = read::coloring(&source.text, &graph).map_err(|error| source.failure(&error))?;
            match check(&graph, &coloring) {
                Ok(()) => writeln!(out, "right")?,
                Err(broken) => {
                    writeln!(out, "wrong: {broken}")?;
                    return Ok(Exit::NoSolution);
                }
            }
            Ok(Exit::Done)
        }
        Verb::Count { graph, engine, colors, limit, unique } => {
            many::count(out, &graph.read()?, &engine, colors, limit, unique)
        }
        Verb::Generate { countries, seed } => {
            if countries > generate::MAX_COUNTRIES {
                return Err(Failure::usage(format!("at most {} countries", generate::MAX_COUNTRIES)));
            }
            let graph = generate::generate(countries, seed);
            for (vertex, name) in graph.names().iter().enumerate() {
                let list: Vec<&str> =
                    graph.neighbours(vertex).iter().map(|&other| graph.names()[other].as_str()).collect();
                writeln!(out, "{name}: {}", list.join(", "))?;
            }
            Ok(Exit::Done)
        }
        Verb::Explain { graph, engine, colors, cell } => {
            explain::explain(out, &graph.read()?, &engine, colors, cell.as_deref())
        }
        Verb::Draw { graph, engine, colors, coloring, shapes, picture } => {
            let (graph, mut map) = graph.read_map()?;
            if let Some(path) = shapes {
                let source = Source::read(Some(&path))?;
                map = Some(map::read(&source.text, false).map_err(|error| source.failure(&error))?.1);
            }
            let (outcome, exit) = match coloring {
                Some(file) => {
                    let source = Source::read(Some(&file))?;
                    let coloring = read::coloring(&source.text, &graph).map_err(|error| source.failure(&error))?;
                    let used = bounds::used(&coloring).max(colors.unwrap_or(0));
                    (Some((coloring, used)), Exit::Done)
                }
                None => color(out, &graph, &engine, &SeeArgs::default(), colors, None)?,
            };
            let Some((coloring, colors)) = outcome else { return Ok(exit) };
            if picture.on_terminal() {
                match cli::colours() {
                    true => out.write_all(draw::coloured(&graph, &coloring, colors).as_bytes())?,
                    false => show(out, &graph, &coloring, colors, false)?,
                }
                return Ok(exit);
            }
            picture.write(&draw::svg(&graph, Some(&coloring), colors, map.as_ref()), out)?;
            Ok(exit)
        }
    })
}

/// A colouring and the number of colours it may use.
type Colored = Option<(Vec<usize>, usize)>;

fn show(out: &mut Output, graph: &Graph, coloring: &[usize], colors: usize, sol: bool) -> Result<(), Failure> {
    for (vertex, name) in graph.names().iter().enumerate() {
        if sol {
            for color in 0..colors {
                let sign = if coloring[vertex] == color { "" } else { "-" };
                writeln!(out, "{sign}{}_{}", name.replace(char::is_whitespace, "_"), color + 1)?;
            }
        } else {
            writeln!(out, "{name} {}", color_name(coloring[vertex], colors))?;
        }
    }
    Ok(())
}

/// The formula that is solved: a clique fixed, and every colour demanded on each clique of as many vertices as colours.
fn fixed(graph: &Graph, colors: usize, clique: &[usize]) -> Encoding {
    coloring::encode(graph, colors, Style::Fixed, clique, &bounds::cliques(graph, colors))
}

/// Tries a number of colours with the engine that was asked for.
fn attempt(
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    clique: &[usize],
    limits: &Limits,
    scene: &Scene<'_>,
) -> Result<Result<Option<Vec<usize>>, Stop>, Failure> {
    colors_fit(graph, colors)?;
    let coloring = if let Some(method) = engine.csp() {
        match engine.search(pose::graph(graph, colors, clique), method, limits, scene)? {
            Outcome::Solved(colors) => colors.into_iter().map(|color| color as usize).collect(),
            Outcome::NoSolution => return Ok(Ok(None)),
            Outcome::Unknown(stop) => return Ok(Err(stop)),
        }
    } else {
        let encoding = fixed(graph, colors, clique);
        match engine.backend()?.solve_seen(&encoding.formula, limits, scene)? {
            Verdict::Sat(model) => {
                colors_of(graph, colors, &model).ok_or_else(|| Failure::Internal("a vertex without a colour".into()))?
            }
            Verdict::Unsat => return Ok(Ok(None)),
            Verdict::Unknown(stop) => return Ok(Err(stop)),
        }
    };
    check(graph, &coloring).map_err(|broken| Failure::Internal(format!("the colouring found is wrong: {broken}")))?;
    Ok(Ok(Some(coloring)))
}

/// Colours with a number of colours or the fewest; tells on stderr what was proven.
fn color(
    out: &mut Output,
    graph: &Graph,
    engine: &EngineArgs,
    see: &SeeArgs,
    colors: Option<usize>,
    certificate: Option<&Path>,
) -> Result<(Colored, Exit), Failure> {
    let limits = engine.limits()?;
    let clique = bounds::clique(graph);
    if let Some(colors) = colors {
        return match attempt(graph, engine, colors, &clique, &limits, &Scene::coloring(see, graph, colors))? {
            Ok(Some(coloring)) => Ok((Some((coloring, colors)), Exit::Solved)),
            Ok(None) => {
                writeln!(out, "No solution")?;
                Ok((None, Exit::NoSolution))
            }
            Err(stop) => Ok((None, cli::unknown(out, stop)?)),
        };
    }
    let found = fewest::chromatic(graph, engine, &clique, &limits)?;
    let (lower, upper, proof, way) = (found.lower, found.upper(), &found.proof, &found.way);
    let exit = if let Some(stop) = found.stopped {
        eprintln!("chromatic number: at least {lower} ({proof}), at most {upper} (the colouring, {way}); {stop}");
        Exit::Done
    } else {
        eprintln!("chromatic number: {lower}; at least by proof ({proof}), at most by the colouring ({way})");
        Exit::Solved
    };
    if let Some(path) = certificate {
        match &found.cases {
            Some(cases) => cli::write_file(path, |file| file.write_all(cases.text(graph).as_bytes()))?,
            None => eprintln!("{} is not written: the proof is neither weights nor cases", path.display()),
        }
    }
    Ok((Some((found.coloring, upper)), exit))
}

/// Checks what proves that so many colours are not enough.
fn check_cases(out: &mut Output, graph: &Graph, source: &Source) -> Result<Exit, Failure> {
    let cases = Cases::read(&source.text, graph.len()).map_err(|error| source.failure(&error))?;
    match cases.verify(graph, &Limits::none()) {
        Ok(()) => writeln!(out, "right: {} colours are not enough ({} cases)", cases.colors, cases.count())?,
        Err(Flaw::TooMuch) => writeln!(out, "UNKNOWN ({})", Flaw::TooMuch)?,
        Err(flaw) => {
            writeln!(out, "wrong: {flaw}")?;
            return Ok(Exit::NoSolution);
        }
    }
    Ok(Exit::Done)
}

fn decode(
    out: &mut Output,
    graph: Option<Graph>,
    colors: Option<usize>,
    cnf: Option<&Path>,
    answer: Option<PathBuf>,
) -> Result<Exit, Failure> {
    let source = Source::read(answer.as_deref())?;
    let failure = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", source.name));
    let mut answer = Answer::parse(&source.text).map_err(|error| failure(&error))?;
    if let Some(path) = cnf {
        answer.add_notes(&Source::read(Some(path))?.text);
    }
    match answer.status {
        Status::Unsatisfiable => {
            writeln!(out, "No solution")?;
            return Ok(Exit::NoSolution);
        }
        Status::Unknown => {
            writeln!(out, "UNKNOWN")?;
            return Ok(Exit::Done);
        }
        Status::Satisfiable => {}
    }
    let noted = answer.notes.iter().find_map(|note| coloring::from_note(note));
    let (noted, names) = noted.map_or((None, None), |(colors, graph)| (Some(colors), Some(graph)));
    let graph = graph.or(names).ok_or_else(|| {
        failure(&"there is no 'c @ coloring' line here: name the graph, or the formula's file with --cnf")
    })?;
    let highest = answer.lits.iter().map(|lit: &Lit| lit.var().index() + 1).max().unwrap_or(answer.named.len());
    let inferred = (!graph.is_empty() && highest.is_multiple_of(graph.len())).then(|| highest / graph.len());
    let colors = colors
        .or(noted)
        .or(inferred)
        .ok_or_else(|| failure(&"the answer does not tell the number of colours; add --colors"))?;
    colors_fit(&graph, colors)?;
    let names = coloring::encode(&Graph::new(graph.names().to_vec()), colors, Style::Fixed, &[], &[]);
    let model = answer.assignment(&names).map_err(|error| failure(&error))?;
    let found = colors_of(&graph, colors, &model).ok_or_else(|| failure(&"a vertex has no colour"))?;
    check(&graph, &found).map_err(|broken| failure(&format!("the model is no colouring: {broken}")))?;
    show(out, &graph, &found, colors, false)?;
    Ok(Exit::Solved)
}
