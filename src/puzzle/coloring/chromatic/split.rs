//! Whether a number of colours is enough, by cases: branch and bound over the stable sets.
//!
//! **What it does.** Lists all stable sets, where they are few, and solves the linear program that divides the vertices
//! into few of them, in fractions. If its value exceeds the number of colours, there is no colouring.
//! Otherwise sets that no colouring with that few colours can have are closed, and two vertices are chosen that are
//! together in about half a set: they have different colours in one case, the same in the other. Several such pairs are
//! tried for a few steps, and the one that raises the bound most is taken; where a case ends at once, only the other is
//! left. Where no pair is divided, the sets in use are a colouring.
//!
//! **Why it pays.** Where the weights of [`super::fractional`] leave a colour open, clauses fall far short. DSJC250.9
//! has 6,555 stable sets and a bound of 70.4 by weights; that 71 colours are not enough takes 1,197 cases, 36 s.
//!
//! **Soundness and proof.** Floating point only chooses. Cases end and sets are closed by prices that are rounded to
//! whole numbers and evaluated set by set; every step is recorded, and [`super::cases`] checks the record.
//!
//! **Schedule and cost.** Up to [`MOST_VERTICES`] vertices and [`MOST_SETS`] stable sets. A step of the program reads
//! the square of the vertices and each open set. The search ends when its work is used up, and already after an eighth
//! of it when too few cases have ended.
//!
//! **Tried and dropped.** On DSJC250.9, CPU time on a busy core. Cases without closing sets: 2,069 in 138 s; with it
//! 1,827 in 54 s, since steps have fewer sets to read. 8 pairs at all levels: 16 at the first four levels take 1,385
//! cases and 41 s, at the first seven 1,197 and 36 s. Covers of vertices that differ a little: two vertices of one
//! colour cannot have them. An integer program (HiGHS, which branches on single sets): 281 nodes with hundreds of cuts,
//! 127 s.
//!
//! **References.** Zykov, Mat. Sbornik'49; Ryan, Foster'81 (pairs); Mehrotra, Trick, INFORMS J. Comput.'96; Applegate,
//! Bixby, Chvátal, Cook'95 (strong branching); Dantzig, Fulkerson, Johnson, OR'54 (closing sets by reduced costs).

use super::budget::Budget;
use super::cases::{CaseStep, Cases};
use super::simplex::{Columns, Ended, Program};
use super::stable::{Matrix, all};
use crate::limits::Limits;
use std::collections::BTreeMap;

/// The largest graph that is tried: each postponed case keeps the square of its vertices.
const MOST_VERTICES: usize = 600;
/// The most stable sets that are listed.
const MOST_SETS: usize = 100_000;
/// Work of listing them, in machine words read: a second.
const LIST_WORK: u64 = 200_000_000;
/// How far the program's value must exceed the number of colours: more than rounding and shaken costs can cause.
const MARGIN: f64 = 1e-3;
/// A fraction of a set that is closer to 0 or 1 than this counts as 0 or 1.
const PART: f64 = 1e-4;
/// Pairs of vertices that are tried for a split, and how many at the first levels.
const PAIRS: usize = 8;
const FIRST_PAIRS: usize = 16;
const FIRST_LEVELS: i32 = 7;
/// Steps of the dual method that each of the two cases gets in such a trial.
const TRIAL: usize = 60;
/// The most entries of all inverses that are kept at once: 256 MB.
const MOST_KEPT: usize = 1 << 25;
/// The largest weight: that times the vertices of a set and the colours still fits 64 bits.
const LARGEST: f64 = 1e12;
/// After this part of the work, [`OVER`] of the whole must be decided, where each case of a split counts as half of it.
const TRIED: u64 = 8;
const OVER: f64 = 1.0 / 32.0;

/// What the search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A colouring.
    Coloring(Vec<usize>),
    /// There is none, and what proves it.
    Refuted(Cases),
}

/// Whether a graph can be coloured with `colors` colours. `None` when it has too many vertices or stable sets or fewer
/// vertices than colours, when the work (in numbers read, about a billion a second) or a limit runs out, and when cases
/// end too slowly.
pub fn decide(matrix: &Matrix, colors: usize, work: &mut u64, limits: &Limits) -> Option<Decided> {
    if matrix.len() > MOST_VERTICES || colors > matrix.len() {
        return None;
    }
    let sets = all(matrix, 1, MOST_SETS, &mut LIST_WORK.min(*work), limits)?;
    let columns = Columns::listed(matrix.len(), &sets);
    let mut holding = vec![Vec::new(); matrix.len()];
    for column in 0..columns.len() {
        columns.members(column).iter().for_each(|&vertex| holding[vertex as usize].push(column));
    }
    let enough = *work - *work / TRIED;
    let root = Program::solved(&columns, &mut Budget::new(work, limits))?;
    let mut search =
        Search { columns: &columns, holding, colors, steps: Vec::new(), budget: Budget::new(work, limits) };
    let (mut now, mut later) = ((root, 0), Vec::new());
    let mut over = 0.0;
    loop {
        let (program, level) = now;
        match search.case(program, level)? {
            Case::Coloring(coloring) => return Some(Decided::Coloring(coloring)),
            Case::Ended => {
                over += 0.5f64.powi(level);
                let Some(next) = later.pop() else {
                    return Some(Decided::Refuted(Cases { colors, steps: search.steps }));
                };
                now = next;
            }
            Case::Split(parts) => {
                let (first, second) = *parts;
                later.push((second, level + 1));
                now = (first, level + 1);
            }
        }
        let slow = *search.budget.work < enough && over < OVER;
        if slow || later.len() * matrix.len() * matrix.len() > MOST_KEPT {
            return None;
        }
    }
}

/// How a case was handled.
enum Case {
    Ended,
    Coloring(Vec<usize>),
    Split(Box<(Program, Program)>),
}

/// Weights of vertices in whole numbers.
struct Whole {
    weights: Vec<i64>,
    /// What the heaviest open set weighs.
    most: i64,
    /// What `colors` heaviest sets weigh more than all vertices.
    slack: i64,
}

struct Search<'a> {
    columns: &'a Columns,
    /// By vertex: the sets that hold it.
    holding: Vec<Vec<usize>>,
    colors: usize,
    /// The proof so far.
    steps: Vec<CaseStep>,
    budget: Budget<'a>,
}

impl Search<'_> {
    fn goal(&self) -> f64 {
        self.colors as f64 + MARGIN
    }

    /// Ends a case, finds its colouring, or splits it. Where one of the two parts ends at once, it goes on with the
    /// other.
    fn case(&mut self, mut program: Program, level: i32) -> Option<Case> {
        loop {
            program.tidy();
            match program.raise(self.columns, self.goal(), usize::MAX, &mut self.budget)? {
                Ended::Above => {
                    self.end(&program)?;
                    return Some(Case::Ended);
                }
                Ended::Solved | Ended::Paused => {}
            }
            if self.exclude(&mut program) {
                return Some(Case::Ended);
            }
            let pairs = self.pairs(&program, if level < FIRST_LEVELS { FIRST_PAIRS } else { PAIRS });
            if pairs.is_empty() {
                return self.coloring(&program).map(Case::Coloring);
            }
            match self.best(&program, &pairs)? {
                (left, None) => program = left,
                (same, Some(different)) => return Some(Case::Split(Box::new((same, different)))),
            }
        }
    }

    /// The prices times `one`, rounded to whole numbers; `None` where they are too large to count with.
    fn whole(&self, program: &Program, one: f64) -> Option<Whole> {
        let scaled = || program.prices().iter().map(|price| (price * one).round());
        if scaled().any(|weight| weight.abs() > LARGEST) {
            return None;
        }
        let weights: Vec<i64> = scaled().map(|weight| weight as i64).collect();
        let most = program.open().map(|column| self.weight(column, &weights)).max().unwrap_or(0).max(0);
        let slack = self.colors as i64 * most - weights.iter().sum::<i64>();
        Some(Whole { weights, most, slack })
    }

    fn weight(&self, column: usize, weights: &[i64]) -> i64 {
        self.columns.members(column).iter().map(|&vertex| weights[vertex as usize]).sum()
    }

    /// Records weights that end this case, of as few digits as possible; `None` when there are none.
    fn end(&mut self, program: &Program) -> Option<()> {
        let wholes = (1..10).filter_map(|digits| self.whole(program, 10f64.powi(digits)));
        let found = wholes.into_iter().find(|whole| whole.slack < 0)?;
        self.steps.push(CaseStep::Weigh(found.weights));
        Some(())
    }

    /// Closes the sets that are too light and records the weights that show it; returns whether these end the case.
    fn exclude(&mut self, program: &mut Program) -> bool {
        let Some(whole) = self.whole(program, 1e3) else { return false };
        let light = |&column: &usize| whole.most - self.weight(column, &whole.weights) > whole.slack;
        let light: Vec<usize> = program.open().filter(light).collect();
        if !light.is_empty() {
            light.into_iter().for_each(|column| program.close(column));
            program.tidy();
            self.steps.push(CaseStep::Weigh(whole.weights));
        }
        whole.slack < 0
    }

    /// Pairs of vertices that are together in a fraction of a set, those closest to a half first, at most `most`.
    fn pairs(&self, program: &Program, most: usize) -> Vec<(usize, usize)> {
        let mut together: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (column, used) in program.used() {
            let members = self.columns.members(column);
            for (at, &a) in members.iter().enumerate() {
                members[at + 1..].iter().for_each(|&b| *together.entry((a as usize, b as usize)).or_default() += used);
            }
        }
        let mut parted: Vec<_> = together.into_iter().filter(|(_, used)| (PART..1.0 - PART).contains(used)).collect();
        parted.sort_by(|(_, a), (_, b)| (a - 0.5).abs().total_cmp(&(b - 0.5).abs()));
        parted.into_iter().take(most).map(|(pair, _)| pair).collect()
    }

    /// The case in which two vertices have the same colour, or different ones.
    fn part(&self, program: &Program, (a, b): (usize, usize), same: bool) -> Program {
        let mut part = program.clone();
        let holds = |column: usize, vertex: usize| self.columns.members(column).contains(&(vertex as u32));
        for &column in self.holding[a].iter().filter(|&&column| holds(column, b) != same) {
            part.close(column);
        }
        for &column in self.holding[b].iter().filter(|&&column| same && !holds(column, a)) {
            part.close(column);
        }
        part
    }

    /// Tries these pairs. Returns the two cases of the best one, that of the same colour first, or the one case that is
    /// left when the other has ended. The split is recorded.
    fn best(&mut self, program: &Program, pairs: &[(usize, usize)]) -> Option<(Program, Option<Program>)> {
        let mut best: Option<(f64, (usize, usize), Program, Program)> = None;
        let (value, goal) = (program.value(), self.goal());
        for &(a, b) in pairs {
            let mut same = self.part(program, (a, b), true);
            let ended = same.raise(self.columns, goal, TRIAL, &mut self.budget)?;
            let mut different = self.part(program, (a, b), false);
            if ended == Ended::Above {
                self.steps.push(CaseStep::Split { a, b, same_first: true });
                self.end(&same)?;
                return Some((different, None));
            }
            if different.raise(self.columns, goal, TRIAL, &mut self.budget)? == Ended::Above {
                self.steps.push(CaseStep::Split { a, b, same_first: false });
                self.end(&different)?;
                return Some((same, None));
            }
            let gain = |part: &Program| (part.value() - value).max(PART);
            let score = gain(&same) * gain(&different);
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, (a, b), same, different));
            }
        }
        let (_, (a, b), same, different) = best?;
        self.steps.push(CaseStep::Split { a, b, same_first: true });
        Some((same, Some(different)))
    }

    /// The colouring that the sets in use make; `None` when they make none, or one of too many colours.
    fn coloring(&self, program: &Program) -> Option<Vec<usize>> {
        let mut coloring = vec![usize::MAX; self.holding.len()];
        let classes = program.used().filter(|&(_, used)| used > 0.5);
        for (color, (column, _)) in classes.take(self.colors).enumerate() {
            for &vertex in self.columns.members(column) {
                if std::mem::replace(&mut coloring[vertex as usize], color) != usize::MAX {
                    return None;
                }
            }
        }
        (!coloring.contains(&usize::MAX)).then_some(coloring)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cases::Flaw;
    use super::super::stable::tests::{fewest, random};
    use super::super::{bounds, fractional};
    use super::*;
    use crate::puzzle::coloring::Graph;
    use crate::puzzle::coloring::check;
    use crate::util::rng::Rng;

    const WORK: u64 = 10_000_000_000;

    fn decided(graph: &Graph, colors: usize) -> Decided {
        let matrix = Matrix::new(graph).expect("small");
        decide(&matrix, colors, &mut WORK.clone(), &Limits::none()).expect("decided")
    }

    #[test]
    fn as_by_trying_all_sets() {
        let mut rng = Rng::new(11);
        for round in 0..60 {
            let graph = random(1 + rng.index(10), 20 + 15 * (round % 5), &mut rng);
            let needed = fewest(&graph);
            let Decided::Coloring(coloring) = decided(&graph, needed) else { panic!("{needed} colours are enough") };
            assert_eq!(check(&graph, &coloring), Ok(()));
            assert!(bounds::used(&coloring) <= needed);
            let Decided::Refuted(cases) = decided(&graph, needed - 1) else { panic!("{needed} colours are needed") };
            assert_eq!((cases.colors, cases.verify(&graph, &Limits::none())), (needed - 1, Ok(())));
        }
    }

    /// Graphs without triangles that need four and five colours and weigh 2.9 and 3.25.
    fn mycielski(colors: usize) -> Graph {
        let mut graph = Graph::new(vec!["0".into(), "1".into()]);
        graph.join(0, 1);
        for _ in 2..colors {
            let len = graph.len();
            let edges: Vec<(usize, usize)> = graph.edges().collect();
            (len..2 * len + 1).for_each(|name| {
                graph.add_vertex(name.to_string());
            });
            edges.into_iter().for_each(|(a, b)| {
                graph.join(a, len + b);
                graph.join(len + a, b);
            });
            (len..2 * len).for_each(|copy| graph.join(copy, 2 * len));
        }
        graph
    }

    #[test]
    fn graphs_that_weigh_too_little() {
        for colors in [4, 5] {
            let graph = mycielski(colors);
            let matrix = Matrix::new(&graph).expect("small");
            let weights = fractional::weights(&matrix, 0, colors, &mut WORK.clone(), &Limits::none()).expect("weights");
            assert!(weights.bound() < colors, "{weights:?}");
            let Decided::Refuted(cases) = decided(&graph, colors - 1) else { panic!("{colors} colours are needed") };
            assert!(cases.count() > 1, "{cases:?}");
            assert_eq!(cases.verify(&graph, &Limits::none()), Ok(()));
            // The proof says nothing of more colours, and its last step is needed.
            let more = Cases { colors, steps: cases.steps.clone() };
            assert!(matches!(more.verify(&graph, &Limits::none()), Err(Flaw::Open(_) | Flaw::Ended(_))));
            let shorter = Cases { colors: colors - 1, steps: cases.steps[..cases.steps.len() - 1].to_vec() };
            assert!(matches!(shorter.verify(&graph, &Limits::none()), Err(Flaw::Open(_))));
            let Decided::Coloring(coloring) = decided(&graph, colors) else { panic!("{colors} colours are enough") };
            assert_eq!((check(&graph, &coloring), bounds::used(&coloring)), (Ok(()), colors));
        }
    }

    #[test]
    fn dense_graphs_up_and_down() {
        let mut rng = Rng::new(4);
        let mut split = 0;
        for _ in 0..6 {
            let graph = random(60, 70, &mut rng);
            let mut colors = bounds::used(&bounds::dsatur(&graph));
            // Down from DSATUR to the first number that is not enough.
            let cases = loop {
                match decided(&graph, colors - 1) {
                    Decided::Coloring(coloring) => {
                        assert_eq!(check(&graph, &coloring), Ok(()));
                        assert!(bounds::used(&coloring) < colors);
                        colors = bounds::used(&coloring);
                    }
                    Decided::Refuted(cases) => break cases,
                }
            };
            assert_eq!(cases.verify(&graph, &Limits::none()), Ok(()));
            split += usize::from(cases.count() > 1);
            assert_eq!(Decided::Refuted(cases), decided(&graph, colors - 1), "the same each time");
        }
        assert!(split > 0, "weights alone are enough for all of them");
    }

    #[test]
    fn work_and_limits_end_it() {
        let matrix = Matrix::new(&random(60, 85, &mut Rng::new(2))).expect("small");
        for mut work in [0, 1000, 100_000] {
            assert_eq!(decide(&matrix, 20, &mut work, &Limits::none()), None);
        }
        assert!(decide(&matrix, 20, &mut WORK.clone(), &Limits::none()).is_some());
        assert_eq!(decide(&matrix, 61, &mut WORK.clone(), &Limits::none()), None);
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(decide(&matrix, 20, &mut WORK.clone(), &limits), None);
        // A sparse graph has too many stable sets.
        let sparse = Matrix::new(&random(60, 5, &mut Rng::new(2))).expect("small");
        assert_eq!(decide(&sparse, 3, &mut WORK.clone(), &Limits::none()), None);
    }
}
