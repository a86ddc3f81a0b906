//! Backtracking without propagation.
//!
//! **What it does.** Gives the first unassigned variable a value, true before false, checks whether a clause has become
//! false, and takes the last value back if so. Three styles:
//! - `chronological`: variables in their order; a false clause is found when its last literal is assigned.
//! - `first-literal` (the gem hunter report, `docs/reports.md`): the variable of the first unassigned literal of the
//!   first clause that is not yet true. The report copies and simplifies its list of clauses in each call; checking
//!   only the clauses that the new value may have made false makes the same calls.
//! - `leaf-check` (the minesweeper report): variables in their order, clauses checked only when all variables have a
//!   value. Unit clauses are propagated first.
//!
//! Variables in no clause are left out. There is no propagation and no heuristic, on purpose: the next engine,
//! [`super::dpll`], adds them.
//!
//! **Why it pays.** It is the baseline: `calls`, the recursive calls of the reports, shows what each later idea saves.
//!
//! **Schedule and cost.** `2^variables` calls in the worst case. The stack is explicit, so depth is bounded by memory
//! alone. About 2 * 10^7 calls a CPU second on random 3-SAT of 100 variables, with five clauses checked in each.
//!
//! **References.** Golomb, Baumert: Backtrack programming, JACM 12 (1965).

use crate::cnf::{Formula, Lit, Occurrences, Partial, Reduced, Var};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable, choices, counters, options};

choices! {
    /// The order of variables, and when clauses are checked.
    pub enum Style {
        /// Variables in their order, clauses as soon as they can be false.
        Chronological = "chronological",
        /// The first unassigned literal of the first clause that is not yet true.
        FirstLiteral = "first-literal",
        /// Variables in their order, clauses when all variables have a value.
        LeafCheck = "leaf-check",
    }
}

options! {
    /// The options of the engine `backtracking`.
    pub struct BacktrackingOptions {
        style: Style = Style::Chronological, "order of variables, and when clauses are checked";
        calls: u64 = 0, "calls before giving up (the gem hunter report: 2000000; 0: no limit)";
    }
}

counters! {
    /// The counters of the engine `backtracking`.
    pub struct BacktrackingCounters {
        calls / Second, "values tried plus one for the start: the recursive calls of the reports";
        decisions, "variables given their first value";
        conflicts, "values taken back because a clause was false";
        checks / Counter("calls"), "clauses checked";
    }
}

/// Backtracking as an engine; see the module's documentation.
#[derive(Debug, Default)]
pub struct Backtracking {
    options: BacktrackingOptions,
    counters: BacktrackingCounters,
}

impl Engine for Backtracking {
    fn name(&self) -> &'static str {
        "backtracking"
    }

    fn about(&self) -> &'static str {
        "tries values in order and takes them back, without propagation; a baseline for small formulas"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        self.counters = BacktrackingCounters::default();
        let style = self.options.style;
        let Some(reduced) = Reduced::new(&formula, style == Style::LeafCheck) else { return Verdict::Unsat };
        drop(formula);
        let calls = match self.options.calls {
            0 => limits.steps,
            own => Some(limits.steps.map_or(own, |steps| steps.min(own))),
        };
        let mut search = Search {
            occurrences: Occurrences::new(&reduced.formula),
            values: Partial::unassigned(reduced.vars.len()),
            reduced: &reduced,
            stack: Vec::new(),
            style,
            calls: calls.unwrap_or(u64::MAX),
            limits,
            counters: &mut self.counters,
        };
        let outcome = match observer {
            Some(observer) => search.run::<true>(&mut |event| observer.event(event)),
            None => search.run::<false>(&mut |_| {}),
        };
        match outcome {
            Ok(true) => Verdict::Sat(reduced.assignment(search.values.lits())),
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

/// Calls and checks between two checks of the limits.
const POLL: u64 = 1 << 14;

/// A value on the stack.
#[derive(Clone, Copy)]
struct Tried {
    lit: Lit,
    /// Whether the other value has been refuted.
    second: bool,
    /// All clauses before this one are true below here (style `first-literal`).
    first_open: usize,
}

struct Search<'a> {
    reduced: &'a Reduced,
    occurrences: Occurrences,
    values: Partial,
    stack: Vec<Tried>,
    style: Style,
    calls: u64,
    limits: &'a Limits,
    counters: &'a mut BacktrackingCounters,
}

impl Search<'_> {
    /// Whether there is a model, which `values` then holds.
    fn run<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<bool, Stop> {
        self.call(0)?;
        if OBSERVED {
            self.reduced.fixed.iter().for_each(|&lit| observe(Event::Assign(lit, None)));
        }
        let mut next_poll = 0;
        let mut next = self.choose(0);
        while let Some(tried) = next {
            if self.counters.calls + self.counters.checks >= next_poll {
                next_poll = self.counters.calls + self.counters.checks + POLL;
                let figures = [("calls", self.counters.calls), ("depth", self.stack.len() as u64)];
                self.limits.poll(&figures).map_or(Ok(()), Err)?;
            }
            self.call(u64::from(!tried.second))?;
            self.values.assign(tried.lit);
            self.stack.push(tried);
            if OBSERVED {
                let lit = self.reduced.original(tried.lit);
                observe(if tried.second { Event::Assign(lit, None) } else { Event::Decide(lit) });
            }
            let falsified = self.falsified(tried.lit);
            if falsified.is_none() {
                next = self.choose(tried.first_open);
                continue;
            }
            self.counters.conflicts += 1;
            if OBSERVED && let Some(index) = falsified {
                let clause = self.reduced.formula.clause(index);
                observe(Event::Conflict(&clause.iter().map(|&lit| self.reduced.original(lit)).collect::<Vec<_>>()));
            }
            if self.limits.conflicts.is_some_and(|limit| self.counters.conflicts >= limit) {
                return Err(Stop::Conflicts);
            }
            next = self.undo();
            if next.is_none() {
                return Ok(false);
            }
            if OBSERVED {
                observe(Event::Backtrack(self.stack.iter().filter(|tried| !tried.second).count() as u32));
            }
        }
        Ok(true)
    }

    /// Counts a call, and `decisions` (0 or 1) decisions.
    fn call(&mut self, decisions: u64) -> Result<(), Stop> {
        if self.counters.calls >= self.calls {
            return Err(Stop::Steps);
        }
        if self.limits.decisions.is_some_and(|limit| self.counters.decisions + decisions > limit) {
            return Err(Stop::Decisions);
        }
        self.counters.calls += 1;
        self.counters.decisions += decisions;
        Ok(())
    }

    /// The value to try next, or `None` when all clauses are true.
    fn choose(&self, first_open: usize) -> Option<Tried> {
        let tried = |var: Var, first_open| Tried { lit: var.pos(), second: false, first_open };
        match self.style {
            Style::Chronological | Style::LeafCheck => {
                let var = self.stack.len();
                (var < self.values.len()).then(|| tried(Var::new(var), 0))
            }
            Style::FirstLiteral => {
                let formula = &self.reduced.formula;
                let is_open =
                    |&index: &usize| formula.clause(index).iter().all(|&lit| self.values.value(lit) != Some(true));
                let index = (first_open..formula.num_clauses()).find(is_open)?;
                let free = formula.clause(index).iter().find(|&&lit| self.values.value(lit).is_none());
                free.map(|lit| tried(lit.var(), index))
            }
        }
    }

    /// A clause that the new true literal has made false, if the style checks now.
    fn falsified(&mut self, lit: Lit) -> Option<usize> {
        let Search { reduced, occurrences, values, counters, .. } = self;
        let mut is_false = |index: &usize| {
            counters.checks += 1;
            reduced.formula.clause(*index).iter().all(|&lit| values.value(lit) == Some(false))
        };
        match self.style {
            Style::LeafCheck if self.stack.len() < values.len() => None,
            Style::LeafCheck => (0..reduced.formula.num_clauses()).find(is_false),
            _ => occurrences.of(!lit).iter().map(|&index| index as usize).find(|index| is_false(index)),
        }
    }

    /// Takes back the last values up to one whose other value is untried, and returns that other value.
    fn undo(&mut self) -> Option<Tried> {
        while let Some(tried) = self.stack.pop() {
            self.values.unassign(tried.lit.var());
            if !tried.second {
                return Some(Tried { lit: !tried.lit, second: true, ..tried });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(style: &str) -> Backtracking {
        let mut engine = Backtracking::default();
        engine.set_option("style", style).expect("a style");
        engine
    }

    #[test]
    fn calls_are_those_of_the_recursion() {
        // x1 = true falsifies nothing, x2 = true falsifies (-1 -2), x2 = false is a model: the start and
        // three values.
        let formula = Formula::from_dimacs_lists(&[&[-1, -2], &[1, 2]]);
        for (style, calls, checks) in [("chronological", 4, 3), ("first-literal", 4, 3), ("leaf-check", 4, 3)] {
            let mut engine = engine(style);
            assert!(matches!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Sat(_)), "{style}");
            assert_eq!((engine.counters.calls, engine.counters.checks), (calls, checks), "{style}");
            engine.set_option("calls", "3").expect("an option");
            assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Unknown(Stop::Steps), "{style}");
            engine.set_option("calls", "4").expect("an option");
            assert!(matches!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Sat(_)), "{style}");
        }
    }

    #[test]
    fn a_million_variables_need_no_deep_recursion() {
        let mut formula = Formula::new();
        let vars: Vec<Var> = (0..1_000_000).map(|_| formula.new_var()).collect();
        vars.windows(2).for_each(|pair| formula.add_clause([pair[0].pos(), pair[1].pos()]));
        for style in ["chronological", "first-literal"] {
            let verdict = engine(style).solve(formula.clone(), &Limits::none(), None);
            assert!(matches!(verdict, Verdict::Sat(_)), "{style}");
        }
    }
}
