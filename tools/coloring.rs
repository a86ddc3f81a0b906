//! The tool `coloring`: graphs and maps to formulas and back, coloured, counted, made, explained and drawn.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::cnf::{Lit, Var};
use gemsat::csp::{Outcome, pose};
use gemsat::encode::coloring::{self, Graph, Style, var};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::observe::args::SeeArgs;
use gemsat::puzzle::answer::{Answer, Status};
use gemsat::puzzle::cli::{self, EngineArgs, Exit, Failure, Output, Source};
use gemsat::puzzle::coloring::{bounds, check, color_name, colors_of, draw, generate, read, usa};
use gemsat::puzzle::play::Scene;
use gemsat::reason::core::minimal_core;
use gemsat::reason::{Incremental, Oracle, Reply};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Colours of graphs and maps by SAT: neighbours differ.
///
/// A GRAPH is a file (DIMACS .col, neighbour lists, pairs, JSON), `-`, or `usa`.
/// Exit codes: 10 coloured, 20 not possible or wrong, 0 otherwise, 1 bad input, 2 wrong usage.
#[derive(Debug, Parser)]
#[command(version)]
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
    /// Reads a solver's answer and prints the colours.
    Decode {
        #[command(flatten)]
        graph: GraphArgs,
        /// How many colours were encoded, where the answer does not tell.
        #[arg(long, short = 'k')]
        colors: Option<usize>,
        /// The solver's answer; standard input by default.
        #[arg(long, value_name = "FILE")]
        answer: Option<PathBuf>,
    },
    /// Colours with --colors colours, or with as few as possible, proven.
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
    },
    /// Checks a colouring.
    Check {
        #[command(flatten)]
        graph: GraphArgs,
        /// The colouring: `AL green` a line, or a `.sol` file.
        #[arg(long, value_name = "FILE")]
        coloring: PathBuf,
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
    },
    /// Draws the coloured graph as SVG: the US as a map, others as a circle.
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
        /// Where to write; standard output by default.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
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
    /// The US with AZ-CO and NM-UT as neighbours.
    #[arg(long)]
    four_corners: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Each border once, a clique fixed.
    Fixed,
    /// Report 002's clauses in its order.
    Seed,
}

impl GraphArgs {
    fn read(&self) -> Result<Graph, Failure> {
        let path = self.graph.as_deref().map(Path::new);
        if self.graph.as_deref() == Some("usa") && path.is_some_and(|path| !path.exists()) {
            return Ok(usa::graph(self.dc, self.four_corners));
        }
        let source = Source::read(path)?;
        read::read(&source.text).map_err(|error| source.failure(&error))
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
                StyleArg::Fixed => coloring::encode(&graph, colors, Style::Fixed, &bounds::clique(&graph)),
                StyleArg::Seed => coloring::encode(&graph, colors, Style::Seed, &[]),
            };
            cli::write_encoding(out, &encoding, symbolic)
        }
        Verb::Decode { graph, colors, answer } => decode(out, &graph.read()?, colors, answer),
        Verb::Solve { graph, engine, see, colors, sol } => {
            let graph = graph.read()?;
            if colors.is_none() && see.any() {
                return Err(Failure::usage(
                    "--record, --play and --watch show one search: give -k, the number of colours",
                ));
            }
            let (outcome, exit) = color(out, &graph, &engine, &see, colors)?;
            if let Some((coloring, colors)) = outcome {
                show(out, &graph, &coloring, colors, sol)?;
            }
            Ok(exit)
        }
        Verb::Check { graph, coloring } => {
            let graph = graph.read()?;
            let source = Source::read(Some(&coloring))?;
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
        Verb::Count { graph, engine, colors, limit } => count(out, &graph.read()?, &engine, colors, limit),
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
        Verb::Explain { graph, engine, colors } => explain(out, &graph.read()?, &engine, colors),
        Verb::Draw { graph, engine, colors, coloring, out: path } => {
            let graph = graph.read()?;
            let (outcome, exit) = match coloring {
                Some(file) => {
                    let source = Source::read(Some(&file))?;
                    let coloring = read::coloring(&source.text, &graph).map_err(|error| source.failure(&error))?;
                    let used = bounds::used(&coloring).max(colors.unwrap_or(0));
                    (Some((coloring, used)), Exit::Done)
                }
                None => color(out, &graph, &engine, &SeeArgs::default(), colors)?,
            };
            let Some((coloring, colors)) = outcome else { return Ok(exit) };
            let svg = draw::svg(&graph, Some(&coloring), colors);
            match path {
                Some(path) => cli::write_file(&path, |file| file.write_all(svg.as_bytes()))?,
                None => out.write_all(svg.as_bytes())?,
            }
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
        let encoding = coloring::encode(graph, colors, Style::Fixed, clique);
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
    let mut best = bounds::dsatur(graph);
    let (mut lower, mut proof) = (clique.len(), "a clique of that size");
    while bounds::used(&best) > lower {
        let fewer = bounds::used(&best) - 1;
        match attempt(graph, engine, fewer, &clique, &limits, &Scene::coloring(see, graph, fewer))? {
            Ok(Some(coloring)) => best = compact(&coloring),
            Ok(None) => (lower, proof) = (bounds::used(&best), "one colour less is unsatisfiable"),
            Err(stop) => {
                let upper = bounds::used(&best);
                eprintln!("chromatic number: at least {lower} ({proof}), at most {upper} (the colouring); {stop}");
                return Ok((Some((best, upper)), Exit::Done));
            }
        }
    }
    eprintln!("chromatic number: {lower}; at least by {proof}, at most by the colouring");
    Ok((Some((best, lower)), Exit::Solved))
}

/// The same colouring with its colours numbered from 0 without gaps.
fn compact(coloring: &[usize]) -> Vec<usize> {
    let mut used: Vec<usize> = coloring.to_vec();
    used.sort_unstable();
    used.dedup();
    coloring.iter().map(|color| used.binary_search(color).unwrap_or(0)).collect()
}

fn decode(out: &mut Output, graph: &Graph, colors: Option<usize>, answer: Option<PathBuf>) -> Result<Exit, Failure> {
    let source = Source::read(answer.as_deref())?;
    let failure = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", source.name));
    let answer = Answer::parse(&source.text).map_err(|error| failure(&error))?;
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
    let noted = answer.notes.iter().find_map(|note| coloring::from_note(note)).map(|(colors, _)| colors);
    let highest = answer.lits.iter().map(|lit: &Lit| lit.var().index() + 1).max().unwrap_or(answer.named.len());
    let inferred = (!graph.is_empty() && highest.is_multiple_of(graph.len())).then(|| highest / graph.len());
    let colors = colors
        .or(noted)
        .or(inferred)
        .ok_or_else(|| failure(&"the answer does not tell the number of colours; add --colors"))?;
    colors_fit(graph, colors)?;
    let names = coloring::encode(&Graph::new(graph.names().to_vec()), colors, Style::Fixed, &[]);
    let model = answer.assignment(&names).map_err(|error| failure(&error))?;
    let found = colors_of(graph, colors, &model).ok_or_else(|| failure(&"a vertex has no colour"))?;
    show(out, graph, &found, colors, false)?;
    Ok(Exit::Solved)
}

fn count(out: &mut Output, graph: &Graph, engine: &EngineArgs, colors: usize, limit: u64) -> Result<Exit, Failure> {
    colors_fit(graph, colors)?;
    let limits = engine.limits()?;
    // With exactly one colour a vertex, models are colourings; the seed's clauses say so, and no clique is fixed.
    let mut oracle = Incremental::new(&coloring::encode(graph, colors, Style::Seed, &[]).formula);
    let mut found = 0;
    loop {
        match oracle.solve_under(&[], &limits) {
            Reply::Sat(_) if found == limit => writeln!(out, ">{found}")?,
            Reply::Sat(model) => {
                found += 1;
                let chosen = colors_of(graph, colors, &model).unwrap_or_default();
                let clause: Vec<Lit> =
                    chosen.iter().enumerate().map(|(vertex, &color)| var(colors, vertex, color).neg()).collect();
                oracle.add_clause(&clause);
                continue;
            }
            Reply::Unsat(_) => writeln!(out, "{found}")?,
            Reply::Unknown(stop) => return cli::unknown(out, stop),
        }
        return Ok(Exit::Done);
    }
}

fn explain(out: &mut Output, graph: &Graph, engine: &EngineArgs, colors: usize) -> Result<Exit, Failure> {
    colors_fit(graph, colors)?;
    let mut formula = coloring::encode(&Graph::new(Vec::new()), colors, Style::Fixed, &[]).formula;
    formula.declare_vars((graph.len() * (colors + 1)) as u32);
    // Each vertex has a literal that must be assumed for it to need a colour.
    let wanted = |vertex: usize| Var::new((graph.len() * colors + vertex) as u32).pos();
    for vertex in 0..graph.len() {
        formula
            .add_clause([!wanted(vertex)].into_iter().chain((0..colors).map(|color| var(colors, vertex, color).pos())));
    }
    for (a, b) in graph.edges() {
        (0..colors).for_each(|color| formula.add_clause([var(colors, a, color).neg(), var(colors, b, color).neg()]));
    }
    let mut oracle = Incremental::new(&formula);
    let all: Vec<Lit> = (0..graph.len()).map(wanted).collect();
    match minimal_core(&mut oracle, &[], &all, &engine.limits()?) {
        Err(stop) => cli::unknown(out, stop),
        Ok(None) => {
            writeln!(out, "There is a colouring with {colors} colours.")?;
            Ok(Exit::Done)
        }
        Ok(Some(core)) => {
            writeln!(
                out,
                "These {} vertices cannot be coloured with {colors} colours, and none can be left out:",
                core.len()
            )?;
            let members: Vec<usize> = (0..graph.len()).filter(|&vertex| core.contains(&wanted(vertex))).collect();
            let part = graph.part(&members);
            for (vertex, name) in part.names().iter().enumerate() {
                let list: Vec<&str> =
                    part.neighbours(vertex).iter().map(|&other| part.names()[other].as_str()).collect();
                writeln!(out, "{name}: {}", list.join(", "))?;
            }
            Ok(Exit::NoSolution)
        }
    }
}
