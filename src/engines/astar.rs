//! A*: best-first search over partial assignments.
//!
//! **What it does.** A state is a partial assignment, two bits a variable. The frontier is a binary heap ordered by `f
//! = g + h`: `g` counts the decisions that led to the state, `h` estimates how far it is from a model. The best state
//! is expanded: unit clauses are propagated, without counting as decisions; then the first clause that would be false
//! if all unassigned variables were false gives the successors, one for each of its free literals. A state is a model
//! when there is no such clause. States seen before, by hash and comparison, are not entered again; states with a false
//! clause are dropped.
//!
//! Heuristics: `falsified` counts false clauses (with `drop_falsified` on it is always 0, and the search is uniform in
//! cost), `open` counts clauses not yet true, `free` counts the variables that may still be chosen: unassigned and not
//! forced by a unit clause (the free squares of the queens report).
//!
//! With `branch=variable` the successors are the two values of the first unassigned variable.
//!
//! **Why it pays.** The reports on minesweeper and queens search this way. The queens report keeps single squares in
//! its list of visited states, and so misses most solutions; here the list holds whole states.
//!
//! **Schedule and cost.** A successor costs a copy of the state, the clauses that it touches, and all clauses for `h`.
//! Memory grows with every state; at `megabytes` (or the limit on memory) the run ends in "unknown".
//!
//! **References.** Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths, IEEE
//! TSSC 4 (1968).

use crate::cnf::{Formula, Lit, Occurrences, Partial, Reduced, Var};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable, choices, counters, options};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

choices! {
    /// The estimate of a state's distance from a model.
    pub enum Heuristic {
        /// Clauses made false.
        Falsified = "falsified",
        /// Clauses not yet true.
        Open = "open",
        /// Variables that may still be chosen.
        Free = "free",
    }
}

choices! {
    /// What the successors of a state are.
    pub enum Branch {
        /// One for each free literal of the first clause that must still be made true.
        Clause = "clause",
        /// Both values of the first unassigned variable.
        Variable = "variable",
    }
}

options! {
    /// The options of the engine `astar`.
    pub struct AStarOptions {
        heuristic: Heuristic = Heuristic::Open, "the estimate of a state's distance from a model";
        branch: Branch = Branch::Clause, "what the successors of a state are";
        propagate: bool = true, "propagate unit clauses in every state, not only at the start";
        drop_falsified: bool = true, "drop states with a false clause instead of keeping them in the frontier";
        max_steps: u64 = 0, "states to expand before giving up (0: no limit)";
        megabytes: u64 = 1024, in 1..=1_000_000, "memory for the frontier and the explored states";
    }
}

counters! {
    /// The counters of the engine `astar`.
    pub struct AStarCounters {
        expanded / Second, "states taken from the frontier";
        generated / Counter("expanded"), "successors made";
        repeated / Percent("generated"), "successors seen before";
        dropped / Percent("generated"), "successors with a false clause";
        frontier_peak, "the most states in the frontier at once";
        propagations, "literals made true by unit clauses";
    }
}

/// A* as an engine; see the module's documentation.
#[derive(Debug, Default)]
pub struct AStar {
    options: AStarOptions,
    counters: AStarCounters,
}

impl Engine for AStar {
    fn name(&self) -> &'static str {
        "astar"
    }

    fn about(&self) -> &'static str {
        "best-first search over partial assignments; complete while memory lasts"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        self.counters = AStarCounters::default();
        let Some(reduced) = Reduced::new(&formula, true) else { return Verdict::Unsat };
        drop(formula);
        let mut search = Search {
            occurrences: Occurrences::new(&reduced.formula),
            reduced: &reduced,
            options: &self.options,
            limits,
            counters: &mut self.counters,
            frontier: BinaryHeap::new(),
            explored: HashSet::new(),
        };
        let outcome = match observer {
            Some(observer) => search.run::<true>(&mut |event| observer.event(event)),
            None => search.run::<false>(&mut |_| {}),
        };
        match outcome {
            Ok(Some(model)) => Verdict::Sat(reduced.assignment(model.lits())),
            Ok(None) => Verdict::Unsat,
            Err(stop) => Verdict::Unknown(stop),
        }
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }
}

/// Literals visited between two checks of the limits.
const POLL: u64 = 1 << 20;

/// A state in the frontier.
struct State {
    cost: u64,
    estimate: u64,
    /// The state's number in the order in which states are made.
    number: u64,
    decisions: Vec<Lit>,
    values: Partial,
}

/// The greatest state is the best: least cost plus estimate, then least estimate, then the newest.
impl Ord for State {
    fn cmp(&self, other: &State) -> Ordering {
        let key = |state: &State| (state.cost + state.estimate, state.estimate);
        key(other).cmp(&key(self)).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &State) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.number == other.number
    }
}

impl Eq for State {}

struct Search<'a> {
    reduced: &'a Reduced,
    occurrences: Occurrences,
    options: &'a AStarOptions,
    limits: &'a Limits,
    counters: &'a mut AStarCounters,
    frontier: BinaryHeap<State>,
    explored: HashSet<Partial>,
}

impl Search<'_> {
    fn run<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<Option<Partial>, Stop> {
        let max_steps = match self.options.max_steps {
            0 => self.limits.steps,
            own => Some(self.limits.steps.map_or(own, |steps| steps.min(own))),
        };
        if OBSERVED {
            self.reduced.fixed.iter().for_each(|&lit| observe(Event::Assign(lit, None)));
        }
        let start = Partial::unassigned(self.reduced.vars.len());
        // A state takes two copies of its bits, its decisions, and an entry in the heap and one in the hash table.
        let state_bytes = 2 * (2 * (start.len() as u64 / 8 + 8)) + 160;
        let mut bytes = state_bytes;
        let mut work = 0;
        let mut next_poll = 0;
        let estimate = self.estimate(&start);
        self.explored.insert(start.clone());
        self.frontier.push(State { cost: 0, estimate, number: 0, decisions: Vec::new(), values: start });
        while let Some(state) = self.frontier.pop() {
            if max_steps.is_some_and(|limit| self.counters.expanded >= limit) {
                return Err(Stop::Steps);
            }
            self.counters.expanded += 1;
            if OBSERVED {
                let decisions: Vec<Lit> = state.decisions.iter().map(|&lit| self.reduced.original(lit)).collect();
                let implied = state.values.lits().filter(|lit| !state.decisions.contains(lit));
                let implied: Vec<Lit> = implied.map(|lit| self.reduced.original(lit)).collect();
                observe(Event::Expand(&decisions, &implied, state.cost + state.estimate));
            }
            let Some(successors) = self.successors(&state.values) else { return Ok(Some(state.values)) };
            for lit in successors {
                work += self.reduced.formula.num_lits() as u64 + 64;
                if work >= next_poll {
                    next_poll = work + POLL;
                    let figures = [("expanded", self.counters.expanded), ("generated", self.counters.generated)];
                    self.limits.poll(&figures).map_or(Ok(()), Err)?;
                }
                self.counters.generated += 1;
                let mut values = state.values.clone();
                let consistent = self.assign(&mut values, lit);
                if !consistent && self.options.drop_falsified {
                    self.counters.dropped += 1;
                    continue;
                }
                if self.explored.contains(&values) {
                    self.counters.repeated += 1;
                    continue;
                }
                bytes += state_bytes + 4 * (state.decisions.len() as u64 + 1);
                if bytes > self.options.megabytes << 20 {
                    return Err(Stop::Memory);
                }
                self.explored.insert(values.clone());
                let decisions = state.decisions.iter().copied().chain([lit]).collect();
                let estimate = self.estimate(&values);
                if OBSERVED {
                    observe(Event::Open(self.reduced.original(lit), state.cost + 1 + estimate));
                }
                let number = self.counters.generated;
                self.frontier.push(State { cost: state.cost + 1, estimate, number, decisions, values });
            }
            self.counters.frontier_peak = self.counters.frontier_peak.max(self.frontier.len() as u64);
            if self.limits.decisions.is_some_and(|limit| self.counters.generated >= limit) {
                return Err(Stop::Decisions);
            }
        }
        Ok(None)
    }

    /// The possible decisions of the state, or `None` when it is a model once the unassigned variables are false.
    /// A state with a false clause has no decisions.
    fn successors(&self, values: &Partial) -> Option<Vec<Lit>> {
        let clauses = self.reduced.formula.clauses();
        let is_free = |lit: &Lit| values.value(*lit).is_none();
        let is_false = |lit: &Lit| values.value(*lit) == Some(false);
        let must_be_made_true =
            |clause: &&[Lit]| clause.iter().all(|lit| is_false(lit) || (is_free(lit) && lit.is_positive()));
        let first = clauses.clone().find(must_be_made_true)?;
        if !self.options.drop_falsified && clauses.clone().any(|clause| clause.iter().all(is_false)) {
            return Some(Vec::new());
        }
        Some(match self.options.branch {
            Branch::Clause => first.iter().copied().filter(is_free).collect(),
            Branch::Variable => {
                let vars = (0..values.len()).map(Var::new);
                vars.filter(|var| is_free(&var.pos())).take(1).flat_map(|var| [var.pos(), var.neg()]).collect()
            }
        })
    }

    /// Makes the literal true and with option `propagate` propagates it; returns whether no clause became false.
    fn assign(&mut self, values: &mut Partial, lit: Lit) -> bool {
        let mut queue = vec![lit];
        values.assign(lit);
        let mut next = 0;
        while let Some(&lit) = queue.get(next) {
            next += 1;
            for &index in self.occurrences.of(!lit) {
                match left(self.reduced.formula.clause(index as usize), values) {
                    Left::None => return false,
                    Left::One(last) if self.options.propagate => {
                        values.assign(last);
                        queue.push(last);
                        self.counters.propagations += 1;
                    }
                    _ => {}
                }
            }
        }
        true
    }

    fn estimate(&self, values: &Partial) -> u64 {
        let clauses = self.reduced.formula.clauses();
        match self.options.heuristic {
            Heuristic::Falsified if self.options.drop_falsified => 0,
            Heuristic::Falsified => {
                clauses.filter(|clause| clause.iter().all(|&lit| values.value(lit) == Some(false))).count() as u64
            }
            Heuristic::Open => {
                clauses.filter(|clause| clause.iter().all(|&lit| values.value(lit) != Some(true))).count() as u64
            }
            Heuristic::Free => {
                let mut forced = values.clone();
                for clause in clauses {
                    if let Left::One(last) = left(clause, values) {
                        forced.assign(last);
                    }
                }
                (forced.len() - forced.count()) as u64
            }
        }
    }
}

/// What is left of a clause.
enum Left {
    /// It is true.
    True,
    /// It is false.
    None,
    /// One literal is unassigned, and all others are false.
    One(Lit),
    /// More than one literal is unassigned.
    More,
}

fn left(clause: &[Lit], values: &Partial) -> Left {
    let mut left = Left::None;
    for &lit in clause {
        match values.value(lit) {
            Some(true) => return Left::True,
            Some(false) => {}
            None => left = if matches!(left, Left::None) { Left::One(lit) } else { Left::More },
        }
    }
    left
}
