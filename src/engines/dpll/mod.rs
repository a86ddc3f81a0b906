//! DPLL: backtracking with unit propagation and a choice of branching rules.
//!
//! **What it does.** A clause with a single literal left makes this literal true (*unit propagation*, [`propagate`]).
//! When nothing follows any more, a branching rule chooses a literal ([`branch`]), which is made true, and after a
//! conflict false. With `pure`, a variable that occurs with one sign only in the open clauses takes it first
//! ([`pure`]).
//!
//! **Why it pays.** It is the DPLL of the reports, and the step between backtracking and CDCL: it propagates, but does
//! not learn.
//!
//! **Schedule and cost.** The work of a decision is that of its rule: nothing for `first`, a pass over the open clauses
//! for the classic rules, and over the unassigned variables for `weighted`. Million propagations a CPU second on a
//! sudoku of 729 variables: 8 with `weighted`, 58 to 82 with `first`.
//!
//! **References.** Davis, Logemann, Loveland: A machine program for theorem-proving, CACM 5 (1962).

mod branch;
mod open;
mod propagate;
mod pure;
mod weighted;

use crate::cnf::{Formula, Lit, Reduced};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::order::listed::Listed;
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable, choices, counters, options};
use branch::{Branching, Mark, Next};
use propagate::{Conflict, Propagation, Reason};

choices! {
    /// How the next decision is chosen.
    pub enum Rule {
        /// The first unassigned variable, with the value of the option `phase`.
        First = "first",
        /// Most occurrences in open clauses of minimum size.
        Moms = "moms",
        /// Occurrences weighted by `2^-size`.
        JeroslowWang = "jeroslow-wang",
        /// The literal in most open clauses.
        Dlis = "dlis",
        /// Occurrences in long clauses, weighted by size and by recent conflicts.
        Weighted = "weighted",
    }
}

options! {
    /// The options of the engine `dpll`.
    pub struct DpllOptions {
        rule: Rule = Rule::Weighted, "how decisions are chosen";
        phase: bool = true, "value that a variable is tried with first where the rule chooses none, as `first` does";
        decide_order: Listed = Listed::default(), "literals to be decided first, in this order; a variable that has a value is passed over";
        ratings: bool = false, "tell an observer what the rule rates highest, before each decision";
        pure: bool = false, "assign pure literals before each decision";
        calls: u64 = 0, "calls before giving up (0: no limit)";
    }
}

counters! {
    /// The counters of the engine `dpll`.
    pub struct DpllCounters {
        calls / Second, "values tried, and one for the start: the calls of the recursive form";
        decisions, "literals made true by choice";
        conflicts, "clauses that became false";
        propagations / Second, "literals made true by unit clauses";
        pure_literals, "literals made true because their negation was in no open clause";
    }
}

/// DPLL as an engine; see the module's documentation.
#[derive(Debug, Default)]
pub struct Dpll {
    options: DpllOptions,
    counters: DpllCounters,
}

impl Engine for Dpll {
    fn name(&self) -> &'static str {
        "dpll"
    }

    fn about(&self) -> &'static str {
        "unit propagation, branching rules and chronological backtracking; complete, but learns nothing"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        self.counters = DpllCounters::default();
        let Some(reduced) = Reduced::new(&formula, false) else { return Verdict::Unsat };
        drop(formula);
        let mut search = Search::new(&reduced, &self.options, limits, &mut self.counters);
        match search.run(observer) {
            Ok(true) => Verdict::Sat(reduced.assignment(search.state.trail().iter().copied())),
            Ok(false) => Verdict::Unsat,
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

/// Clauses visited and calls between two looks at the limits.
const POLL: u64 = 1 << 18;

/// A decision whose other value has not been tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    decision: Lit,
    /// The length of the trail before the decision.
    trail: usize,
    mark: Mark,
}

#[derive(Debug)]
struct Search<'a> {
    reduced: &'a Reduced,
    limits: &'a Limits,
    counters: &'a mut DpllCounters,
    /// The most calls.
    calls: u64,
    state: Propagation,
    branching: Branching<'a>,
    levels: Vec<Level>,
    /// How many literals of the trail the observer knows.
    observed: usize,
}

impl<'a> Search<'a> {
    fn new(
        reduced: &'a Reduced,
        options: &DpllOptions,
        limits: &'a Limits,
        counters: &'a mut DpllCounters,
    ) -> Search<'a> {
        let calls = match options.calls {
            0 => limits.steps,
            own => Some(limits.steps.map_or(own, |steps| steps.min(own))),
        };
        Search {
            reduced,
            limits,
            counters,
            calls: calls.unwrap_or(u64::MAX),
            state: Propagation::new(&reduced.formula),
            branching: Branching::new(reduced, options),
            levels: Vec::new(),
            observed: 0,
        }
    }

    /// Whether there is a model, which the trail then holds in part: unassigned variables may have any value.
    fn run(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<bool, Stop> {
        let mut next_poll = 0;
        self.counters.calls = 1;
        if self.calls == 0 {
            return Err(Stop::Steps);
        }
        let mut conflict = self.assign_units();
        loop {
            conflict = conflict.or_else(|| self.propagate());
            let work = self.state.visits + self.branching.visits() + self.counters.calls;
            if work >= next_poll {
                next_poll = work + POLL;
                let figures = [("decisions", self.counters.decisions), ("depth", self.levels.len() as u64)];
                self.limits.poll(&figures).map_or(Ok(()), Err)?;
            }
            if let Some(observer) = &mut observer {
                self.notify(*observer, conflict);
            }
            let event = match conflict.take() {
                Some(conflict) => match self.backtrack(conflict)? {
                    true => Some(Event::Backtrack(self.levels.len() as u32)),
                    false => return Ok(false),
                },
                None => match self.branching.choose(&mut self.state) {
                    Next::Model => return Ok(true),
                    Next::Propagate(pure) => {
                        self.counters.pure_literals += pure;
                        None
                    }
                    Next::Decide(lit) => {
                        if let Some(observer) = &mut observer {
                            self.notify_ratings(*observer);
                        }
                        self.decide(lit)?;
                        Some(Event::Decide(self.reduced.original(lit)))
                    }
                },
            };
            if let (Some(event), Some(observer)) = (event, &mut observer) {
                observer.event(event);
            }
        }
    }

    /// Makes the unit clauses of the formula true; returns one that is false.
    fn assign_units(&mut self) -> Option<Conflict> {
        for clause in self.reduced.formula.clauses() {
            if let &[lit] = clause {
                match self.state.value(lit) {
                    Some(true) => {}
                    Some(false) => return Some(Conflict::Unit([lit])),
                    None => self.state.assign(lit, Reason::None),
                }
            }
        }
        None
    }

    fn propagate(&mut self) -> Option<Conflict> {
        let before = self.state.trail().len();
        let conflict = self.state.propagate();
        self.counters.propagations += (self.state.trail().len() - before) as u64;
        conflict
    }

    /// Opens a level with this decision.
    fn decide(&mut self, lit: Lit) -> Result<(), Stop> {
        if self.limits.decisions.is_some_and(|limit| self.counters.decisions >= limit) {
            return Err(Stop::Decisions);
        }
        self.call()?;
        self.counters.decisions += 1;
        self.levels.push(Level { decision: lit, trail: self.state.trail().len(), mark: self.branching.mark() });
        self.state.assign(lit, Reason::None);
        self.observed = self.state.trail().len();
        Ok(())
    }

    /// Takes the last level back and tries the other value of its decision. False when there is no level.
    fn backtrack(&mut self, conflict: Conflict) -> Result<bool, Stop> {
        self.counters.conflicts += 1;
        if self.limits.conflicts.is_some_and(|limit| self.counters.conflicts >= limit) {
            return Err(Stop::Conflicts);
        }
        let Some(level) = self.levels.pop() else { return Ok(false) };
        self.call()?;
        self.branching.bump(self.state.falsified(&conflict));
        self.branching.undo(level.mark, self.state.trail(), level.trail);
        self.state.undo(level.trail);
        self.observed = level.trail;
        self.state.assign(!level.decision, Reason::None);
        Ok(true)
    }

    fn call(&mut self) -> Result<(), Stop> {
        if self.counters.calls >= self.calls {
            return Err(Stop::Steps);
        }
        self.counters.calls += 1;
        Ok(())
    }

    /// Notifies the observer of what the rule rates highest, if it was to say so.
    fn notify_ratings(&mut self, observer: &mut dyn Observer) {
        let rated = self.branching.take_rated();
        if !rated.is_empty() {
            let rated = rated.into_iter().map(|(lit, rating)| (self.reduced.original(lit), rating));
            observer.event(Event::Rate(&rated.collect::<Vec<_>>()));
        }
    }

    /// Notifies the observer of the assignments since the last time, and of a conflict.
    fn notify(&mut self, observer: &mut dyn Observer, conflict: Option<Conflict>) {
        let original = |clause: &[Lit]| clause.iter().map(|&lit| self.reduced.original(lit)).collect::<Vec<Lit>>();
        for place in self.observed..self.state.trail().len() {
            let reason = self.state.reason(place).as_deref().map(original);
            observer.event(Event::Assign(self.reduced.original(self.state.trail()[place]), reason.as_deref()));
        }
        self.observed = self.state.trail().len();
        if let Some(conflict) = conflict {
            observer.event(Event::Conflict(&original(self.state.falsified(&conflict))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use crate::cnf::model::first_falsified;

    const RULES: [&str; 5] = ["first", "moms", "jeroslow-wang", "dlis", "weighted"];

    fn engine(rule: &str, pure: &str) -> Dpll {
        let mut engine = Dpll::default();
        engine.set_option("rule", rule).expect("a rule");
        engine.set_option("pure", pure).expect("a bool");
        engine
    }

    /// `holes + 1` pigeons into holes.
    fn pigeons(holes: u32) -> Formula {
        let mut formula = Formula::new();
        let place = |pigeon: u32, hole: u32| Var::new((pigeon * holes + hole) as usize);
        for pigeon in 0..=holes {
            formula.add_clause((0..holes).map(|hole| place(pigeon, hole).pos()));
            for other in 0..pigeon {
                (0..holes).for_each(|hole| formula.add_clause([place(pigeon, hole).neg(), place(other, hole).neg()]));
            }
        }
        formula
    }

    #[test]
    fn pigeons_do_not_fit() {
        for rule in RULES {
            for pure in ["true", "false"] {
                let mut engine = engine(rule, pure);
                assert_eq!(engine.solve(pigeons(5), &Limits::none(), None), Verdict::Unsat, "{rule} {pure}");
                assert!(engine.counters.conflicts >= 24, "{rule}: {:?}", engine.counters);
            }
        }
    }

    #[test]
    fn limits_end_in_unknown_and_are_exact() {
        let mut engine = engine("first", "false");
        assert_eq!(engine.solve(pigeons(6), &Limits::none(), None), Verdict::Unsat);
        let calls = engine.counters.calls;
        for (limit, verdict) in [(calls, Verdict::Unsat), (calls - 1, Verdict::Unknown(Stop::Steps))] {
            let limits = Limits { steps: Some(limit), ..Limits::none() };
            assert_eq!(engine.solve(pigeons(6), &limits, None), verdict);
            assert_eq!(engine.counters.calls, limit);
        }
        let limits = Limits { conflicts: Some(3), ..Limits::none() };
        assert_eq!(engine.solve(pigeons(6), &limits, None), Verdict::Unknown(Stop::Conflicts));
        let limits = Limits { decisions: Some(3), ..Limits::none() };
        assert_eq!(engine.solve(pigeons(6), &limits, None), Verdict::Unknown(Stop::Decisions));
        assert_eq!(engine.counters.decisions, 3);
    }

    #[test]
    fn a_million_variables_need_no_deep_recursion() {
        let count = 1_000_000;
        let mut chain = Formula::new();
        chain.declare_vars(count);
        (1..count).for_each(|v| chain.add_clause([Var::new(v - 1).neg(), Var::new(v).pos()]));
        chain.add_clause([Var::new(0).pos()]);
        let mut pairs = Formula::new();
        (0..count / 2).for_each(|v| pairs.add_clause([Var::new(2 * v).neg(), Var::new(2 * v + 1).pos()]));
        let mut open_chain = Formula::new();
        (1..count).for_each(|v| open_chain.add_clause([Var::new(v - 1).neg(), Var::new(v).pos()]));
        for formula in [chain, pairs, open_chain] {
            for pure in ["true", "false"] {
                match engine("first", pure).solve(formula.clone(), &Limits::none(), None) {
                    Verdict::Sat(model) => assert_eq!(first_falsified(&model, &formula), None),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}
