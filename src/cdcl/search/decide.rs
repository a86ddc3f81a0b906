//! Decisions: which variable, and which value.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{BinaryIndex, Reason};
use crate::cnf::{Lit, Var};

impl Solver {
    /// Makes the next assumption or decision true on a new level. Returns false when an assumption is false already;
    /// the failed assumptions are then in `failed`.
    pub(super) fn decide(&mut self) -> bool {
        debug_assert!(self.trail.is_propagated() && !self.inconsistent);
        debug_assert!(self.trail.level() >= self.kept.level, "a search stays above the kept level");
        while let Some(&assumption) = self.assumptions.get((self.trail.level() - self.kept.level) as usize) {
            match self.values.value(assumption) {
                1 => self.trail.open(None),
                0 => {
                    self.decide_lit(assumption);
                    return true;
                }
                _ => {
                    self.analyze_failed();
                    return false;
                }
            }
        }
        let lit = match self.listed_literal() {
            Some(lit) => Some(lit),
            None => self.variable_to_decide().map(|var| var.lit(self.decision_phase(var))),
        };
        lit.into_iter().for_each(|lit| self.decide_lit(lit));
        true
    }

    /// The first literal of the user's list whose variable has no value yet.
    pub(super) fn listed_literal(&self) -> Option<Lit> {
        let lits = self.options.decide_order.lits().iter();
        let mut known = lits.filter_map(|&lit| self.db.external.internal_lit(lit));
        known.find(|&lit| self.values.value(lit) == 0 && !self.statuses.is_inactive(lit.var()))
    }

    /// Makes a literal true on a new level.
    pub(in crate::cdcl) fn decide_lit(&mut self, lit: Lit) {
        debug_assert!(!self.statuses.is_inactive(lit.var()), "an inactive variable is not decided");
        self.counters.decisions += 1;
        self.trail.open(Some(lit));
        self.values.assign(lit);
        let level = self.trail.level();
        self.trail.push(lit, level, Reason::DECISION, BinaryIndex::NONE);
    }

    /// The variable to decide: a random one during a burst, otherwise the next one in the decision order.
    fn variable_to_decide(&mut self) -> Option<Var> {
        let bursting = self.counters.conflicts < self.schedule.burst.end && !self.schedule.stable;
        let random = if bursting { self.random_variable() } else { None };
        random.or_else(|| self.next_variable())
    }

    /// The first unassigned variable in the decision order of the mode.
    pub(in crate::cdcl) fn next_variable(&mut self) -> Option<Var> {
        if self.options.order {
            return self.first_by_number();
        }
        if self.schedule.stable {
            while let Some(var) = self.scores.first() {
                if self.values.value(var.pos()) == 0 && !self.statuses.is_inactive(var) {
                    return Some(var);
                }
                self.scores.pop();
            }
            return None;
        }
        let mut next = self.queue.search();
        while let Some(var) = next {
            if self.values.value(var.pos()) == 0 {
                debug_assert!(!self.statuses.is_inactive(var), "inactive variables are not in the queue");
                self.queue.set_search(var);
                return Some(var);
            }
            next = self.queue.previous(var);
        }
        None
    }

    /// The unassigned variable of the smallest number that the user has given. A pass over all of them: who asks for
    /// this order wants to see it.
    fn first_by_number(&self) -> Option<Var> {
        let external = &self.db.external;
        let users =
            (0..external.user_vars() as u32).filter_map(|user| external.internal_lit(Var::new(user as usize).pos()));
        let mut open = users.filter(|&lit| self.values.value(lit) == 0 && !self.statuses.is_inactive(lit.var()));
        open.next().map(Lit::var)
    }

    /// The value that a decision gives the variable: the user's phase, else the target phase, else the saved phase. In
    /// one of eight focused phases the initial phase replaces the saved one, and in another its inverse does.
    pub(in crate::cdcl) fn decision_phase(&self, var: Var) -> bool {
        let phases = &self.phases;
        let forced = phases.forced[var.index()];
        if forced != 0 {
            return forced > 0;
        }
        if self.options.order {
            return self.options.phase;
        }
        if self.targeting() && phases.target[var.index()] != 0 {
            return phases.target[var.index()] > 0;
        }
        if !self.schedule.stable {
            match self.counters.switches / 2 % 8 {
                1 => return self.options.phase,
                3 => return !self.options.phase,
                _ => {}
            }
        }
        debug_assert!(phases.saved[var.index()] != 0, "each variable has a saved phase");
        phases.saved[var.index()] > 0
    }
}
