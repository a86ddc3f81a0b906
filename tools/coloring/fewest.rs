//! The fewest colours, found by the chosen engine, and a proof that fewer are not enough.

use gemsat::cnf::Formula;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{complain, write_file};
use gemsat::command::process::{self, Said};
use gemsat::command::puzzle::backend::EngineArgs;
use gemsat::command::puzzle::scene::Scene;
use gemsat::csp::Outcome;
use gemsat::engine::Verdict;
use gemsat::limits::Limits;
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::chromatic::number::{self, Attempt, Chromatic, Failed};
use gemsat::puzzle::coloring::{Coloring, Graph, check, colors_fit, colors_of, fixed, pose, values_of};
use gemsat::puzzle::face::Values;
use std::path::Path;

/// Tries a number of colours.
fn attempt(
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    clique: &[usize],
    limits: &Limits,
) -> Result<Attempt, Failure> {
    colors_fit(graph, colors).map_err(Failure::usage)?;
    let scene = Scene::unseen();
    let coloring = if let Some(method) = engine.csp() {
        match engine.search(pose::problem(graph, colors, clique), method, limits, &scene)? {
            Outcome::Solved(colors) => colors.into_iter().map(|color| color as usize).collect(),
            Outcome::NoSolution => return Ok(Attempt::Nothing),
            Outcome::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
        }
    } else {
        match engine.solve(&fixed(graph, colors, clique).formula, limits, &scene)? {
            Verdict::Sat(model) => {
                colors_of(graph, colors, &model).ok_or_else(|| Failure::internal("a vertex has no colour"))?
            }
            Verdict::Unsat => return Ok(Attempt::Nothing),
            Verdict::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
        }
    };
    check(graph, &coloring).map_err(|broken| Failure::internal(format!("the colouring found is wrong: {broken}")))?;
    Ok(Attempt::Found(coloring))
}

/// The chosen engine behind the trait by which the search for the chromatic number asks it.
struct Solvers<'a, N> {
    engine: &'a EngineArgs,
    /// Called whenever more is known.
    note: N,
}

impl<N: FnMut(Chromatic)> number::Solvers for Solvers<'_, N> {
    type Error = Failure;

    fn color(&mut self, graph: &Graph, colors: usize, clique: &[usize], limits: &Limits) -> Result<Attempt, Failure> {
        attempt(graph, self.engine, colors, clique, limits)
    }

    fn solve(&mut self, formula: &Formula, limits: &Limits) -> Result<Verdict, Failure> {
        let mut engine = self.engine.clone();
        if engine.is_cdcl() {
            // In stable mode alone, 11 by 11 queens in eleven colours take 0.4 s; with alternating modes nothing is
            // found in 12 s.
            engine.options.insert(0, "stable=2".into());
        }
        engine.backend()?.solve(formula, limits)
    }

    fn takes_formulas(&self) -> bool {
        self.engine.csp().is_none()
    }

    fn seeks_symmetric(&self) -> bool {
        self.engine.is_cdcl()
    }

    fn note(&mut self, known: Chromatic) {
        (self.note)(known);
    }
}

/// The chromatic number, as far as the limits allow; `note` is called with every better bound on the way.
pub fn fewest(graph: &Graph, engine: &EngineArgs, note: impl FnMut(Chromatic)) -> Result<Chromatic, Failure> {
    let (clique, seed) = (bounds::clique(graph), engine.seed.unwrap_or(1));
    let found = number::chromatic(graph, &clique, seed, &mut Solvers { engine, note }, &engine.limits());
    found.map_err(|failed| match failed {
        Failed::Solver(failure) => failure,
        Failed::Wrong(what) => Failure::internal(what),
    })
}

/// Both bounds and their proofs.
fn words(graph: &Graph, found: &Chromatic) -> String {
    let (lower, upper, way) = (found.lower, found.upper(), &found.way);
    let proof = found.proof.words(graph, lower);
    match upper > lower {
        true => format!("chromatic number: at least {lower} ({proof}), at most {upper} (the colouring, {way})"),
        false => format!("chromatic number: {lower}; at least by proof ({proof}), at most by the colouring ({way})"),
    }
}

/// A colouring as text.
type Print<'a> = dyn Fn(&Coloring, &Values) -> String + 'a;

/// Colours with the fewest colours; prints both bounds and their proofs to standard error, and writes the proof to a
/// file if one is named. The puzzle gets as many colours as were used. If the watch must end the run, it prints what is
/// known in the same words, with the colouring as `print` writes it, unless a file was asked for.
pub fn with_fewest(
    puzzle: &mut Coloring,
    engine: &EngineArgs,
    certificate: Option<&Path>,
    print: Option<&Print<'_>>,
) -> Result<(Values, Exit), Failure> {
    let note = |known: Chromatic| {
        // If a file is part of the answer, the watch cannot give it, since it writes no files.
        let Some(print) = print.filter(|_| certificate.is_none()) else { return };
        let mut colored = puzzle.clone();
        colored.colors = known.upper();
        let (words, out) = (words(&puzzle.graph, &known), print(&colored, &values_of(&known.coloring)));
        process::know(move |stop| Said { out, errors: Some(format!("{words}; {stop}")), exit: Exit::Done });
    };
    let found = fewest(&puzzle.graph, engine, note)?;
    process::take_known();
    let (lower, words) = (found.lower, words(&puzzle.graph, &found));
    let exit = match found.stopped {
        Some(stop) => {
            complain(format_args!("{words}; {stop}"));
            Exit::Done
        }
        None => {
            complain(words);
            Exit::Solved
        }
    };
    if let Some(path) = certificate {
        match found.proof.certificate(lower) {
            Some(cases) => write_file(path, |file| file.write_all(cases.text(&puzzle.graph).as_bytes()))?,
            None => complain(format_args!("{} is not written: the proof is neither weights nor cases", path.display())),
        }
    }
    puzzle.colors = found.upper();
    Ok((values_of(&found.coloring), exit))
}
