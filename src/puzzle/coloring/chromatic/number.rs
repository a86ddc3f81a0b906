//! The chromatic number: the fewest colours, with what proves that fewer are not enough.
//!
//! **What it does.** Works from both sides. Lower bounds: a clique, perhaps extended to a generalised Mycielski graph;
//! weights; then one number of colours after the other is ruled out, by cases or by clauses. Upper bounds: DSATUR, tabu
//! searches and symmetric colourings. Few colours are easier to rule out than many, so that a run that is cut short has
//! good bounds.
//!
//! **Soundness and proof.** Every colouring is checked, weights are counted in whole numbers, and proofs by cases are
//! verified by [`super::cases`] before they count.

use super::cases::Flaw;
use super::fractional::{self, Weights};
use super::invariant::Invariant;
use super::proof::Proof;
use super::split::{self, Decided};
use super::stable::Matrix;
use super::{bounds, full_classes, tabu};
use crate::cnf::{Formula, Var};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::{Graph, check, compact, encode};
use std::fmt;

/// What the search for the chromatic number asks of solvers.
pub trait Solvers {
    /// Why a question could not be asked.
    type Error;

    /// A colouring with this number of colours in which the vertices of `clique` have the first ones, or that there is
    /// none, or the limit that ran out.
    ///
    /// # Errors
    /// When the question cannot be asked.
    fn color(
        &mut self,
        graph: &Graph,
        colors: usize,
        clique: &[usize],
        limits: &Limits,
    ) -> Result<Attempt, Self::Error>;

    /// Solves a formula.
    ///
    /// # Errors
    /// When the question cannot be asked.
    fn solve(&mut self, formula: &Formula, limits: &Limits) -> Result<Verdict, Self::Error>;

    /// Whether [`Solvers::solve`] can be asked at all; a finite-domain search takes no formulas.
    fn takes_formulas(&self) -> bool;

    /// Whether colourings that are symmetric as the graph is are looked for, too. Their formulas suit a CDCL solver.
    fn seeks_symmetric(&self) -> bool;

    /// Is told what is known whenever that is more than before: a run that is cut off can still say it.
    fn note(&mut self, _known: Chromatic) {}
}

/// How an attempt to find a colouring ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt<T = Vec<usize>> {
    /// It was found.
    Found(T),
    /// There is none, or none of the kind that was looked for.
    Nothing,
    /// The limit that ran out.
    Stopped(Stop),
}

/// A colouring and how it was found.
pub(super) type Found = Attempt<(Vec<usize>, String)>;

impl Attempt {
    /// With its colours numbered without gaps, and how it was found.
    pub(super) fn named(self, way: &str) -> Found {
        match self {
            Attempt::Found(coloring) => Attempt::Found((compact(&coloring), way.to_string())),
            Attempt::Nothing => Attempt::Nothing,
            Attempt::Stopped(stop) => Attempt::Stopped(stop),
        }
    }
}

/// Why the search failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed<E> {
    /// A solver could not be asked.
    Solver(E),
    /// A solver's colouring, or a proof, turned out to be wrong; says what is wrong with it.
    Wrong(String),
}

impl<E: fmt::Display> fmt::Display for Failed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Solver(error) => error.fmt(f),
            Failed::Wrong(what) => f.write_str(what),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Failed<E> {}

/// What is known of the chromatic number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chromatic {
    /// At least this many colours are needed.
    pub lower: usize,
    /// What proves that.
    pub proof: Proof,
    /// A colouring.
    pub coloring: Vec<usize>,
    /// How it was found.
    pub way: String,
    /// The limit that ran out while the colouring has more colours than are proven to be needed.
    pub stopped: Option<Stop>,
}

impl Chromatic {
    /// This many colours are enough.
    pub fn upper(&self) -> usize {
        bounds::used(&self.coloring)
    }
}

/// Work of the search for weights: a few seconds.
const WEIGHT_WORK: u64 = 3_000_000_000;

/// Weights that prove more than `lower` colours.
fn weigh(graph: &Graph, lower: usize, upper: usize, limits: &Limits) -> Option<Weights> {
    fractional::weights(&Matrix::new(graph)?, lower, upper, &mut WEIGHT_WORK.clone(), limits)
}

/// Work of the search by cases before clauses are tried: two seconds. Random graphs of 60 vertices, in which 7 of 10
/// pairs are joined, take 0.2 s by cases, and 8 s by clauses and tabu search.
const FIRST_CASES: u64 = 2_000_000_000;
/// The same after the long tabu search: about three minutes. It ends after an eighth of that if little was decided by
/// then.
const LONG_CASES: u64 = 150_000_000_000;

/// Decides by cases whether this many colours are enough, where the graph has few stable sets. A refutation is
/// verified.
fn by_cases<E>(graph: &Graph, colors: usize, work: u64, limits: &Limits) -> Result<Option<Decided>, Failed<E>> {
    let Some(matrix) = Matrix::new(graph) else { return Ok(None) };
    let decided = split::decide(&matrix, colors, &mut work.clone(), limits);
    if let Some(Decided::Refuted(cases)) = &decided {
        match cases.verify(graph, limits) {
            Ok(()) => {}
            Err(Flaw::TooMuch) => return Ok(None),
            Err(flaw) => return Err(Failed::Wrong(format!("the proof found is wrong: {flaw}"))),
        }
    }
    Ok(decided)
}

/// The colouring with the fewest colours so far.
struct Best {
    coloring: Vec<usize>,
    /// How it was found.
    way: String,
    /// The limit that ran out, which ends the search.
    stopped: Option<Stop>,
}

impl Best {
    fn used(&self) -> usize {
        bounds::used(&self.coloring)
    }

    /// What is known together with a lower bound.
    fn known(&self, lower: usize, proof: &Proof) -> Chromatic {
        let (coloring, way, stopped) = (self.coloring.clone(), self.way.clone(), self.stopped);
        Chromatic { lower, proof: proof.clone(), coloring, way, stopped: stopped.filter(|_| self.used() > lower) }
    }

    /// Whether there is more to find or to prove.
    fn open(&self, lower: usize) -> bool {
        self.stopped.is_none() && self.used() > lower
    }

    /// Takes what a search has found.
    fn take(&mut self, ended: Found) {
        match ended {
            Attempt::Found((coloring, way)) => (self.coloring, self.way) = (coloring, way),
            Attempt::Nothing => {}
            Attempt::Stopped(stop) => self.stopped = Some(stop),
        }
    }

    /// Takes colours away by tabu search.
    fn shake(&mut self, graph: &Graph, least: usize, work: u64, seed: u64, limits: &Limits) {
        let before = self.used();
        self.coloring = match tabu::improve(graph, std::mem::take(&mut self.coloring), least, work, seed, limits) {
            Ok(coloring) => coloring,
            Err((coloring, stop)) => {
                self.stopped = Some(stop);
                coloring
            }
        };
        if self.used() < before {
            self.way = "tabu search".to_string();
        }
    }
}

/// A colouring whose colours are some of these sets of vertices, each vertex in one.
fn by_classes<S: Solvers>(
    graph: &Graph,
    solvers: &mut S,
    colors: usize,
    classes: &[Vec<usize>],
    limits: &Limits,
) -> Result<Attempt, Failed<S::Error>> {
    let formula = encode::partition(graph.len(), classes);
    let model = match solvers.solve(&formula, limits).map_err(Failed::Solver)? {
        Verdict::Sat(model) => model,
        Verdict::Unsat => return Ok(Attempt::Nothing),
        Verdict::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
    };
    let mut found = vec![usize::MAX; graph.len()];
    let chosen = classes.iter().enumerate().filter(|(index, _)| model.value(Var::new(*index)));
    for (color, (_, class)) in chosen.enumerate() {
        class.iter().for_each(|&vertex| found[vertex] = color);
    }
    checked(graph, &found)?;
    if bounds::used(&found) > colors {
        return Err(Failed::Wrong("the colouring found has too many colours".into()));
    }
    Ok(Attempt::Found(found))
}

/// Makes sure that a colouring that was found is one.
pub(super) fn checked<E>(graph: &Graph, coloring: &[usize]) -> Result<(), Failed<E>> {
    check(graph, coloring).map_err(|broken| Failed::Wrong(format!("the colouring found is wrong: {broken}")))
}

/// Conflicts of the first attempt to refute a number of colours, before tabu search is tried for longer.
const FIRST_CONFLICTS: u64 = 50_000;
/// Work of that tabu search: about ten seconds.
const LONG_TABU: u64 = 3_000_000_000;
/// Work of the next one; each round of refuting and searching is twice as long as the last.
const NEXT_TABU: u64 = 24_000_000_000;

/// The chromatic number of a graph, as far as the limits allow. `clique` is a clique of the graph, `seed` that of the
/// tabu searches.
///
/// # Errors
/// When a solver cannot be asked, or something that was found is wrong.
pub fn chromatic<S: Solvers>(
    graph: &Graph,
    clique: &[usize],
    seed: u64,
    solvers: &mut S,
    limits: &Limits,
) -> Result<Chromatic, Failed<S::Error>> {
    let mut shaken = seed;
    let mut best = Best { coloring: bounds::dsatur(graph), way: "DSATUR".to_string(), stopped: None };
    let own = Proof::Subgraph { clique: clique.to_vec(), vertices: clique.to_vec() };
    solvers.note(best.known(clique.len(), &own));
    let (first, vertices) = bounds::mycielski(graph, clique);
    let mut lower = first;
    let mut proof = Proof::Subgraph { clique: clique.to_vec(), vertices };
    best.shake(graph, first, tabu::WORK, shaken, limits);
    solvers.note(best.known(lower, &proof));
    let invariant = Invariant::new(graph, best.open(lower) && solvers.seeks_symmetric());
    if best.open(lower) {
        best.take(invariant.find(solvers, lower..=lower, limits)?);
    }
    // Where colours are full, weights tell nothing more: all vertices weigh the same.
    let takes_formulas = solvers.takes_formulas();
    let classes_of = |colors| takes_formulas.then(|| full_classes(graph, colors, limits)).flatten();
    let mut classes = if best.open(lower) { classes_of(lower) } else { None };
    if best.open(lower)
        && classes.is_none()
        && let Some(weights) = weigh(graph, lower, best.used(), limits)
    {
        (lower, proof) = (weights.bound(), Proof::Weights(weights));
        classes = classes_of(lower);
    }
    if best.open(lower) && classes.is_none() {
        best.take(invariant.find(solvers, lower.max(first + 1)..=best.used() - 1, limits)?);
    }
    // Whether tabu search had its long run, and the work in which cases decided nothing.
    let (mut long, mut in_vain) = (false, 0);
    let (mut patience, mut searching) = (FIRST_CONFLICTS, NEXT_TABU);
    let mut noted = (first, usize::MAX);
    while best.open(lower) {
        if noted != (lower, best.used()) {
            noted = (lower, best.used());
            solvers.note(best.known(lower, &proof));
        }
        if let Some(classes) = classes.take() {
            match by_classes(graph, solvers, lower, &classes, limits)? {
                Attempt::Nothing => {
                    proof = Proof::Classes { sets: classes.len(), size: graph.len() / lower };
                    lower += 1;
                }
                ended => best.take(ended.named("a solver, by its sets")),
            }
            continue;
        }
        let work = if long { LONG_CASES } else { FIRST_CASES };
        if in_vain < work {
            match by_cases(graph, lower, work, limits)? {
                Some(Decided::Coloring(coloring)) => {
                    best.take(Attempt::Found(coloring).named("a linear program, by cases"));
                }
                Some(Decided::Refuted(cases)) => (lower, proof) = (lower + 1, Proof::Cases(cases)),
                None => in_vain = work,
            }
            continue;
        }
        let some = Limits { conflicts: limits.conflicts.or(Some(patience)), ..limits.clone() };
        match solvers.color(graph, lower, clique, &some).map_err(Failed::Solver)? {
            Attempt::Nothing => (lower, proof) = (lower + 1, Proof::Clauses),
            Attempt::Stopped(Stop::Conflicts) if limits.conflicts.is_none() && !long => {
                long = true;
                best.shake(graph, lower, LONG_TABU, shaken, limits);
            }
            Attempt::Stopped(Stop::Conflicts) if limits.conflicts.is_none() => {
                shaken = shaken.wrapping_add(1);
                best.shake(graph, lower, searching, shaken, limits);
                (patience, searching) = (patience.saturating_mul(2), searching.saturating_mul(2));
            }
            ended => best.take(ended.named("a solver")),
        }
    }
    Ok(best.known(lower, &proof))
}
