//! The fewest colours, with what proves that there are no fewer.

use super::attempt;
use gemsat::cnf::Var;
use gemsat::encode::coloring::{self, Graph};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::cli::{EngineArgs, Failure};
use gemsat::puzzle::coloring::cases::{Cases, Flaw, Step};
use gemsat::puzzle::coloring::fractional::{self, Weights};
use gemsat::puzzle::coloring::split::{self, Decided};
use gemsat::puzzle::coloring::stable::Matrix;
use gemsat::puzzle::coloring::weighted::Hunt;
use gemsat::puzzle::coloring::{bounds, check, compact, full_classes, tabu};
use gemsat::puzzle::play::Scene;
use mirror::Mirror;

#[path = "mirror.rs"]
mod mirror;

/// What is known of the chromatic number.
pub(super) struct Chromatic {
    /// No fewer colours are enough.
    pub lower: usize,
    /// What proves that.
    pub proof: String,
    /// The same where it is a proof by cases, or by weights, which are a case.
    pub cases: Option<Cases>,
    /// A colouring.
    pub coloring: Vec<usize>,
    /// How it was found.
    pub way: String,
    /// The limit that ran out while the colouring has more colours than are proven to be needed.
    pub stopped: Option<Stop>,
}

impl Chromatic {
    /// So many colours are enough.
    pub fn upper(&self) -> usize {
        bounds::used(&self.coloring)
    }
}

/// What the best lower bound comes from.
enum Proof {
    /// A part of the graph: the clique, perhaps extended.
    Part,
    /// Weights of the vertices.
    Weights(Weights),
    /// So many stable sets of this size are no partition of the vertices.
    Classes(usize, usize),
    /// Cases of pairs of vertices.
    Cases(Cases),
    /// Clauses that were refuted.
    Clauses,
}

/// What the search for weights may cost: some seconds.
const WEIGHT_WORK: u64 = 3_000_000_000;

/// Weights that prove more than `lower` colours.
fn weigh(graph: &Graph, lower: usize, upper: usize, limits: &Limits) -> Option<Weights> {
    fractional::weights(&Matrix::new(graph)?, lower, upper, &mut WEIGHT_WORK.clone(), limits)
}

/// What the search by cases may cost before clauses are tried: two seconds. Random graphs of 60 vertices, 7 of 10 pairs of
/// which are joined, take 0.2 s so; clauses and tabu search, 8 s.
const FIRST_CASES: u64 = 2_000_000_000;
/// The same after the long tabu search: some three minutes. Where an eighth is no good, it does not go on.
const LONG_CASES: u64 = 150_000_000_000;

/// Decides by cases whether so many colours are enough, where the graph has few stable sets. What refutes them is checked.
fn by_cases(graph: &Graph, colors: usize, work: u64, limits: &Limits) -> Result<Option<Decided>, Failure> {
    let Some(matrix) = Matrix::new(graph) else { return Ok(None) };
    let decided = split::decide(&matrix, colors, &mut work.clone(), limits);
    if let Some(Decided::Refuted(cases)) = &decided {
        match cases.verify(graph, limits) {
            Ok(()) => {}
            Err(Flaw::TooMuch) => return Ok(None),
            Err(flaw) => return Err(Failure::Internal(format!("the proof found is wrong: {flaw}"))),
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

    /// Whether there is more to find or to prove.
    fn open(&self, lower: usize) -> bool {
        self.stopped.is_none() && self.used() > lower
    }

    /// What a search came to: a better colouring and how it was found, nothing, or a limit.
    fn take(&mut self, ended: Result<mirror::Found, Stop>) {
        match ended {
            Ok(Some((coloring, way))) => (self.coloring, self.way) = (coloring, way),
            Ok(None) => {}
            Err(stop) => self.stopped = Some(stop),
        }
    }

    /// Hunts for a colouring with one colour less for so much work, going on where the hunt for as many ended.
    fn hunt<'g>(&mut self, graph: &'g Graph, hunt: &mut Option<Hunt<'g>>, seed: u64, work: u64, limits: &Limits) {
        let colors = self.used() - 1;
        if hunt.as_ref().is_none_or(|hunt| hunt.colors() != colors) {
            *hunt = Hunt::new(graph, colors, seed);
        }
        let Some(hunt) = hunt else { return };
        self.take(hunt.run(work, limits).map(|found| found.map(|coloring| (coloring, "tabu search".to_string()))));
    }

    /// Lets tabu search take colours away; the seed makes it another search.
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
fn by_classes(
    graph: &Graph,
    engine: &EngineArgs,
    colors: usize,
    classes: &[Vec<usize>],
    limits: &Limits,
) -> Result<Result<Option<Vec<usize>>, Stop>, Failure> {
    let formula = coloring::partition(graph.len(), classes);
    let mut engine = engine.clone();
    if engine.is_cdcl() {
        // Eleven colours for 11 by 11 queens: 0.4 s, against nothing in 12 s with changing modes.
        engine.options.insert(0, "stable=2".into());
    }
    let model = match engine.backend()?.solve_seen(&formula, limits, &Scene::unseen())? {
        Verdict::Sat(model) => model,
        Verdict::Unsat => return Ok(Ok(None)),
        Verdict::Unknown(stop) => return Ok(Err(stop)),
    };
    let mut found = vec![usize::MAX; graph.len()];
    let chosen = classes.iter().enumerate().filter(|(index, _)| model.value(Var::new(*index as u32)));
    for (color, (_, class)) in chosen.enumerate() {
        class.iter().for_each(|&vertex| found[vertex] = color);
    }
    let wrong = |broken| Failure::Internal(format!("the colouring found is wrong: {broken}"));
    check(graph, &found).map_err(wrong)?;
    if bounds::used(&found) > colors {
        return Err(wrong("it has too many colours".to_string()));
    }
    Ok(Ok(Some(found)))
}

/// Conflicts of the first attempt to refute a number of colours, before tabu search is tried for longer.
const FIRST_CONFLICTS: u64 = 50_000;
/// Work of that tabu search: some ten seconds.
const LONG_TABU: u64 = 3_000_000_000;
/// Work of the first hunt for a colouring with one colour less, which comes after that: half a minute, and a quarter of one
/// for another tabu search before it. Later attempts to refute, and what follows them, are twice as long each time.
const FIRST_HUNT: u64 = 12_000_000_000;

/// The fewest colours: from below by a clique, by weights, and then by numbers of colours that are refuted one after the
/// other, by cases or by clauses; from above by DSATUR, tabu searches and symmetric colourings. Refuting few colours is easier
/// than refuting many, so that a limit leaves good bounds.
pub(super) fn chromatic(
    graph: &Graph,
    engine: &EngineArgs,
    clique: &[usize],
    limits: &Limits,
) -> Result<Chromatic, Failure> {
    let (first, core) = bounds::mycielski(graph, clique);
    let mut seed = engine.seed.unwrap_or(1);
    let mut best = Best { coloring: bounds::dsatur(graph), way: "DSATUR".to_string(), stopped: None };
    best.shake(graph, first, tabu::WORK, seed, limits);
    let mut lower = first;
    let mut proof = Proof::Part;
    let mirror = Mirror::new(graph, engine, best.open(lower));
    if best.open(lower) {
        best.take(mirror.find(lower..=lower, limits)?);
    }
    // Where colours are full, weights tell nothing more: all vertices weigh the same.
    let classes_of = |colors| engine.csp().is_none().then(|| full_classes(graph, colors)).flatten();
    let mut classes = if best.open(lower) { classes_of(lower) } else { None };
    if best.open(lower)
        && classes.is_none()
        && let Some(weights) = weigh(graph, lower, best.used(), limits)
    {
        (lower, proof) = (weights.bound(), Proof::Weights(weights));
        classes = classes_of(lower);
    }
    if best.open(lower) && classes.is_none() {
        best.take(mirror.find(lower.max(first + 1)..=best.used() - 1, limits)?);
    }
    // Whether tabu search had its long run, and the work in which cases decided nothing.
    let (mut long, mut in_vain) = (false, 0);
    let (mut patience, mut hunting, mut hunt) = (FIRST_CONFLICTS, FIRST_HUNT, None);
    while best.open(lower) {
        if let Some(classes) = classes.take() {
            match by_classes(graph, engine, lower, &classes, limits)? {
                Ok(None) => {
                    (lower, proof) = (lower + 1, Proof::Classes(classes.len(), graph.len() / lower));
                }
                ended => {
                    best.take(ended.map(|found| found.map(|coloring| (coloring, "a solver, by its sets".to_string()))));
                }
            }
            continue;
        }
        let work = if long { LONG_CASES } else { FIRST_CASES };
        if in_vain < work {
            match by_cases(graph, lower, work, limits)? {
                Some(Decided::Coloring(coloring)) => {
                    best.take(Ok(Some((compact(&coloring), "a linear program, by cases".to_string()))));
                }
                Some(Decided::Refuted(cases)) => (lower, proof) = (lower + 1, Proof::Cases(cases)),
                None => in_vain = work,
            }
            continue;
        }
        let some = Limits { conflicts: limits.conflicts.or(Some(patience)), ..limits.clone() };
        match attempt(graph, engine, lower, clique, &some, &Scene::unseen())? {
            Ok(None) => (lower, proof) = (lower + 1, Proof::Clauses),
            Err(Stop::Conflicts) if limits.conflicts.is_none() && !long => {
                long = true;
                best.shake(graph, lower, LONG_TABU, seed, limits);
            }
            Err(Stop::Conflicts) if limits.conflicts.is_none() => {
                seed = seed.wrapping_add(1);
                best.shake(graph, lower, hunting, seed, limits);
                if best.open(lower) {
                    best.hunt(graph, &mut hunt, engine.seed.unwrap_or(1), hunting, limits);
                }
                (patience, hunting) = (patience.saturating_mul(2), hunting.saturating_mul(2));
            }
            ended => best.take(ended.map(|found| found.map(|coloring| (compact(&coloring), "a solver".to_string())))),
        }
    }
    let upper = best.used();
    let cases = match &proof {
        Proof::Cases(cases) => Some(cases.clone()),
        Proof::Weights(found) => {
            let weights = found.weights.iter().map(|&weight| weight as i64).collect();
            Some(Cases { colors: lower - 1, steps: vec![Step::Weigh(weights)] })
        }
        Proof::Part | Proof::Classes(..) | Proof::Clauses => None,
    };
    let list = |vertices: &[usize]| {
        let names: Vec<&str> = vertices.iter().map(|&vertex| graph.names()[vertex].as_str()).collect();
        names.join(" ")
    };
    let proof = match proof {
        Proof::Clauses => {
            format!("{} colours are unsatisfiable: encode -k {} | solver --proof FILE", lower - 1, lower - 1)
        }
        Proof::Classes(count, size) => format!(
            "with {} colours each would stand on {size} vertices; {count} sets of so many have no neighbours, and none of \
             these sets are a partition",
            lower - 1
        ),
        Proof::Cases(found) => format!(
            "{} colours are refuted by {} cases of pairs of vertices with the same colour or different ones, each by \
             weights: solve --certificate FILE",
            lower - 1,
            found.count()
        ),
        Proof::Weights(found) => {
            let pairs = graph.names().iter().zip(&found.weights).filter(|(_, weight)| **weight > 0);
            let list: Vec<String> = pairs.map(|(name, weight)| format!("{name}:{weight}")).collect();
            format!(
                "weights, {} in all, of which vertices of one colour have at most {}: {}",
                found.weights.iter().sum::<u64>(),
                found.most,
                list.join(" ")
            )
        }
        Proof::Part if first > clique.len() => {
            format!("a generalised Mycielski graph on the clique {}: {}", list(clique), list(&core))
        }
        Proof::Part => format!("a clique: {}", list(clique)),
    };
    let Best { coloring, way, stopped } = best;
    Ok(Chromatic { lower, proof, cases, coloring, way, stopped: stopped.filter(|_| upper > lower) })
}
