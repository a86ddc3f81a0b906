//! DPLL: backtracking with unit propagation, pure literals and a choice of branching rules.
//!
//! # What it does
//! A clause with one literal left makes it true (*unit propagation*); a variable that occurs with one sign only in the
//! clauses that are still open takes it (*pure literal*); then a literal is chosen, made true, and after a conflict made
//! false. Propagation watches two literals of each clause: only when a watched one becomes false is the clause looked
//! at, and nothing has to be undone when the search goes back.
//!
//! Rules: `first` (the first unassigned variable, true first), `moms` (most occurrences in the open clauses of least
//! size), `jeroslow-wang` (occurrences weighted `2^-size`, both signs of the variable together), `dlis` (the literal that
//! satisfies most open clauses).
//!
//! # Why
//! The reports' DPLL, and the rung between backtracking and CDCL: propagation is there, learning is not.
//!
//! # Schedule and cost
//! All rules but `first`, and pure literals, look at every open clause once a decision; open clauses are kept together
//! by swapping the true ones behind them, so that going back only moves a border. Nothing is looked at between two
//! decisions but what propagation needs: with `rule=first pure=false` a million variables are no trouble. Random 3-SAT
//! of 100 variables at ratio 4.3: about 2 ms; of 200 variables: about 1 s.
//!
//! # Tried and dropped
//! Pure literals one scan after another: a chain of implications has one new pure literal after each, and takes quadratic
//! time. Now those that follow are found by counting down the occurrences that the scan has counted.
//!
//! # References
//! Davis, Logemann, Loveland: A machine program for theorem-proving, CACM 5 (1962). Watched literals: Moskewicz et al.,
//! Chaff, DAC'01. Jeroslow, Wang: Solving propositional satisfiability problems, AMAI 1 (1990). MOMS: Pretolani 1993,
//! in the form of Freeman's thesis (1995). DLIS: Marques-Silva, EPIA'99.

use crate::cnf::{Formula, Lit, Occurrences, Partial, Reduced, Var};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow, choices, counters, options};

choices! {
    /// How the next decision is chosen.
    pub enum Rule {
        /// The first unassigned variable, true first.
        First = "first",
        /// Most occurrences in open clauses of minimum size.
        Moms = "moms",
        /// Occurrences weighted by `2^-size`.
        JeroslowWang = "jeroslow-wang",
        /// The literal in most open clauses.
        Dlis = "dlis",
    }
}

options! {
    /// The options of the engine `dpll`.
    pub struct Options {
        rule: Rule = Rule::JeroslowWang, "how decisions are chosen";
        pure: bool = true, "assign pure literals";
        calls: u64 = 0, "calls before giving up (0: no limit)";
    }
}

counters! {
    /// The counters of the engine `dpll`.
    pub struct Counters {
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
    options: Options,
    counters: Counters,
}

impl Engine for Dpll {
    fn name(&self) -> &'static str {
        "dpll"
    }

    fn about(&self) -> &'static str {
        "unit propagation, pure literals and chronological backtracking; complete, but learns nothing"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        self.counters = Counters::default();
        let Some(reduced) = Reduced::new(&formula, false) else { return Verdict::Unsat };
        drop(formula);
        let mut search = Search::new(&reduced, &self.options, limits, &mut self.counters);
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

/// Propagations, decisions and clauses scanned between two looks at the clock.
const POLL: u64 = 1 << 16;
/// What `moms` multiplies the product of the two signs by, against their sum: Freeman's constant.
const BALANCE: f64 = 1024.0;

/// A clause that watches a literal, and another of its literals: when that is true the clause need not be read.
#[derive(Clone, Copy)]
struct Watch {
    blocker: Lit,
    clause: u32,
}

/// A decision, or the other value of one.
#[derive(Clone, Copy)]
struct Level {
    decision: Lit,
    /// Length of the trail before it.
    trail: usize,
    /// Number of open clauses before it.
    open: usize,
    /// Where the search for an unassigned variable went on (rule `first`).
    first_free: usize,
}

struct Search<'a> {
    reduced: &'a Reduced,
    options: &'a Options,
    limits: &'a Limits,
    counters: &'a mut Counters,
    calls: u64,
    work: u64,
    /// The literals of all clauses; the watched ones come first in theirs.
    lits: Vec<Lit>,
    starts: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    values: Partial,
    trail: Vec<Lit>,
    propagated: usize,
    levels: Vec<Level>,
    /// All clauses; those before `num_open` may be open, those behind it are true.
    open: Vec<u32>,
    num_open: usize,
    first_free: usize,
    occurrences: Occurrences,
    /// By literal, cleared after use: its score among the open clauses, in how many of them it is, and the literals
    /// that are in one.
    scores: Vec<f64>,
    occurs: Vec<u32>,
    scored: Vec<Lit>,
}

impl<'a> Search<'a> {
    fn new(reduced: &'a Reduced, options: &'a Options, limits: &'a Limits, counters: &'a mut Counters) -> Search<'a> {
        let formula = &reduced.formula;
        let mut starts = Vec::with_capacity(formula.num_clauses() + 1);
        let mut lits = Vec::with_capacity(formula.num_lits());
        let mut watches = vec![Vec::new(); 2 * reduced.vars.len()];
        for (index, clause) in formula.clauses().enumerate() {
            starts.push(lits.len() as u32);
            lits.extend_from_slice(clause);
            if let &[first, second, ..] = clause {
                watches[first.index()].push(Watch { blocker: second, clause: index as u32 });
                watches[second.index()].push(Watch { blocker: first, clause: index as u32 });
            }
        }
        starts.push(lits.len() as u32);
        let calls = match options.calls {
            0 => limits.steps,
            own => Some(limits.steps.map_or(own, |steps| steps.min(own))),
        };
        Search {
            reduced,
            options,
            limits,
            counters,
            calls: calls.unwrap_or(u64::MAX),
            work: 0,
            lits,
            starts,
            watches,
            values: Partial::unassigned(reduced.vars.len()),
            trail: Vec::new(),
            propagated: 0,
            levels: Vec::new(),
            open: (0..formula.num_clauses() as u32).collect(),
            num_open: formula.num_clauses(),
            first_free: 0,
            occurrences: if options.pure { Occurrences::new(formula) } else { Occurrences::default() },
            scores: vec![0.0; 2 * reduced.vars.len()],
            occurs: vec![0; 2 * reduced.vars.len()],
            scored: Vec::new(),
        }
    }

    /// Whether there is a model, which `values` then holds in part: unassigned variables may have any value.
    fn run<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Result<bool, Stop> {
        let mut next_poll = 0;
        self.counters.calls = 1;
        if self.calls == 0 {
            return Err(Stop::Steps);
        }
        let mut conflict = self.assign_units::<OBSERVED>(observe);
        loop {
            conflict = conflict.or_else(|| self.propagate::<OBSERVED>(observe));
            if self.work >= next_poll {
                next_poll = self.work + POLL;
                self.limits.exceeded().map_or(Ok(()), Err)?;
            }
            if let Some(clause) = conflict.take() {
                self.counters.conflicts += 1;
                if OBSERVED {
                    observe(Event::Conflict(&self.original(clause)));
                }
                if self.limits.conflicts.is_some_and(|limit| self.counters.conflicts >= limit) {
                    return Err(Stop::Conflicts);
                }
                let Some(level) = self.levels.pop() else { return Ok(false) };
                self.call()?;
                self.undo(level);
                if OBSERVED {
                    observe(Event::Backtrack(self.levels.len() as u32));
                }
                self.assign::<OBSERVED>(!level.decision, None, observe);
                continue;
            }
            match self.choose() {
                Next::Model => return Ok(true),
                Next::Pure => self.assign_pure::<OBSERVED>(observe),
                Next::Decide(lit) => {
                    if self.limits.decisions.is_some_and(|limit| self.counters.decisions >= limit) {
                        return Err(Stop::Decisions);
                    }
                    self.call()?;
                    self.counters.decisions += 1;
                    self.levels.push(Level {
                        decision: lit,
                        trail: self.trail.len(),
                        open: self.num_open,
                        first_free: self.first_free,
                    });
                    if OBSERVED {
                        observe(Event::Decide(self.reduced.original(lit)));
                    }
                    self.values.assign(lit);
                    self.trail.push(lit);
                }
            }
        }
    }

    fn call(&mut self) -> Result<(), Stop> {
        if self.counters.calls >= self.calls {
            return Err(Stop::Steps);
        }
        self.counters.calls += 1;
        self.work += 1;
        Ok(())
    }

    fn clause(&self, index: u32) -> &[Lit] {
        &self.lits[self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize]
    }

    /// A clause in the original variables, for the observer.
    fn original(&self, index: u32) -> Vec<Lit> {
        self.clause(index).iter().map(|&lit| self.reduced.original(lit)).collect()
    }

    fn assign<const OBSERVED: bool>(&mut self, lit: Lit, reason: Option<u32>, observe: &mut dyn FnMut(Event<'_>)) {
        self.values.assign(lit);
        self.trail.push(lit);
        if OBSERVED {
            let reason = reason.map(|index| self.original(index));
            observe(Event::Assign(self.reduced.original(lit), reason.as_deref()));
        }
    }

    /// Makes the unit clauses of the formula true, which watch nothing; gives one that is false.
    fn assign_units<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Option<u32> {
        for index in 0..self.starts.len() as u32 - 1 {
            if let &[lit] = self.clause(index) {
                match self.values.value(lit) {
                    Some(true) => {}
                    Some(false) => return Some(index),
                    None => self.assign::<OBSERVED>(lit, Some(index), observe),
                }
            }
        }
        None
    }

    /// Makes true what the clauses demand, until nothing is left or a clause is false: that clause.
    fn propagate<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = !lit;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            self.work += 1 + watches.len() as u64 / 8;
            let mut conflict = None;
            let mut kept = 0;
            for next in 0..watches.len() {
                let watch = watches[next];
                watches[kept] = watch;
                kept += 1;
                if conflict.is_some() || self.values.value(watch.blocker) == Some(true) {
                    continue;
                }
                let range =
                    self.starts[watch.clause as usize] as usize..self.starts[watch.clause as usize + 1] as usize;
                let clause = &mut self.lits[range];
                // The other watched literal goes to the front.
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                watches[kept - 1].blocker = other;
                let value = self.values.value(other);
                if value == Some(true) {
                    continue;
                }
                let values = &self.values;
                if let Some(place) = (2..clause.len()).find(|&place| values.value(clause[place]) != Some(false)) {
                    clause.swap(1, place);
                    self.watches[clause[1].index()].push(Watch { blocker: other, clause: watch.clause });
                    kept -= 1;
                } else if value == Some(false) {
                    conflict = Some(watch.clause);
                } else {
                    self.counters.propagations += 1;
                    self.assign::<OBSERVED>(other, Some(watch.clause), observe);
                }
            }
            watches.truncate(kept);
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Takes back everything from this level on.
    fn undo(&mut self, level: Level) {
        for lit in self.trail.drain(level.trail..) {
            self.values.unassign(lit.var());
        }
        self.propagated = level.trail;
        self.num_open = level.open;
        self.first_free = level.first_free;
    }

    fn choose(&mut self) -> Next {
        if self.options.rule == Rule::First && !self.options.pure {
            return self.first_unassigned().map_or(Next::Model, Next::Decide);
        }
        self.close_clauses();
        if self.num_open == 0 {
            return Next::Model;
        }
        self.score_open();
        if self.options.pure && self.scored.iter().any(|&lit| self.is_pure(lit)) {
            return Next::Pure;
        }
        let lit = if self.options.rule == Rule::First { self.first_unassigned() } else { self.best() };
        self.forget_scores();
        lit.map_or(Next::Model, Next::Decide)
    }

    fn first_unassigned(&mut self) -> Option<Lit> {
        let is_free = |&index: &usize| self.values.value(Var::new(index as u32).pos()).is_none();
        self.first_free = (self.first_free..self.values.len()).find(is_free)?;
        Some(Var::new(self.first_free as u32).pos())
    }

    /// Moves the clauses that have become true behind the open ones.
    fn close_clauses(&mut self) {
        let mut next = 0;
        self.work += self.num_open as u64;
        while next < self.num_open {
            if self.clause(self.open[next]).iter().any(|&lit| self.values.value(lit) == Some(true)) {
                self.num_open -= 1;
                self.open.swap(next, self.num_open);
            } else {
                next += 1;
            }
        }
    }

    /// Gives each unassigned literal in an open clause its score by the rule, and lists those literals.
    fn score_open(&mut self) {
        let mut least = usize::MAX;
        for place in 0..self.num_open {
            let range =
                self.starts[self.open[place] as usize] as usize..self.starts[self.open[place] as usize + 1] as usize;
            let clause = &self.lits[range];
            let size = clause.iter().filter(|&&lit| self.values.value(lit).is_none()).count();
            let weight = match self.options.rule {
                Rule::First | Rule::Dlis => 1.0,
                Rule::JeroslowWang => 2f64.powi(-(size.min(1000) as i32)),
                Rule::Moms => {
                    if size < least {
                        least = size;
                        self.scored.iter().for_each(|lit| self.scores[lit.index()] = 0.0);
                    }
                    if size == least { 1.0 } else { 0.0 }
                }
            };
            for &lit in clause {
                if self.values.value(lit).is_none() {
                    if self.occurs[lit.index()] == 0 {
                        self.scored.push(lit);
                    }
                    self.occurs[lit.index()] += 1;
                    self.scores[lit.index()] += weight;
                }
            }
        }
    }

    /// Whether the literal's negation is in no open clause.
    fn is_pure(&self, lit: Lit) -> bool {
        self.occurs[(!lit).index()] == 0
    }

    /// Makes all pure literals true, and those that become pure when clauses with pure literals are true.
    fn assign_pure<const OBSERVED: bool>(&mut self, observe: &mut dyn FnMut(Event<'_>)) {
        let mut pure: Vec<Lit> = self.scored.iter().copied().filter(|&lit| self.is_pure(lit)).collect();
        let mut next = 0;
        while let Some(&lit) = pure.get(next) {
            next += 1;
            // A variable whose last two occurrences of either sign went at once is not in any open clause.
            if self.values.value(lit).is_some() {
                continue;
            }
            for &index in self.occurrences.of(lit) {
                let range = self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize;
                let clause = &self.lits[range];
                if clause.iter().any(|&lit| self.values.value(lit) == Some(true)) {
                    continue;
                }
                for &gone in clause.iter().filter(|&&other| self.values.value(other).is_none()) {
                    self.occurs[gone.index()] -= 1;
                    if self.occurs[gone.index()] == 0 && gone != lit {
                        pure.push(!gone);
                    }
                }
            }
            self.counters.pure_literals += 1;
            self.assign::<OBSERVED>(lit, None, observe);
        }
        self.work += pure.len() as u64;
        self.forget_scores();
    }

    fn forget_scores(&mut self) {
        for lit in self.scored.drain(..) {
            self.scores[lit.index()] = 0.0;
            self.occurs[lit.index()] = 0;
        }
    }

    /// The scored literal that the rule likes best; the first scored one of equals.
    fn best(&self) -> Option<Lit> {
        let mut best = None;
        let mut highest = 0.0;
        for &lit in &self.scored {
            let (own, other) = (self.scores[lit.index()], self.scores[(!lit).index()]);
            let value = match self.options.rule {
                Rule::First | Rule::Dlis => own,
                Rule::JeroslowWang | Rule::Moms if own < other => continue,
                Rule::JeroslowWang => own + other,
                Rule::Moms => own * other * BALANCE + own + other,
            };
            if value > highest {
                highest = value;
                best = Some(lit);
            }
        }
        best
    }
}

/// What to do when propagation has ended.
enum Next {
    Model,
    /// Some of the literals in `scored` are pure.
    Pure,
    Decide(Lit),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::model::first_falsified;

    const RULES: [&str; 4] = ["first", "moms", "jeroslow-wang", "dlis"];

    fn engine(rule: &str, pure: &str) -> Dpll {
        let mut engine = Dpll::default();
        engine.set_option("rule", rule).expect("a rule");
        engine.set_option("pure", pure).expect("a bool");
        engine
    }

    /// `holes + 1` pigeons into holes.
    fn pigeons(holes: u32) -> Formula {
        let mut formula = Formula::new();
        let place = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole);
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
