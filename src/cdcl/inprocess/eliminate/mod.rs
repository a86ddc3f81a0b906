//! Bounded variable elimination.
//!
//! **What it does.** Replaces the irredundant clauses of a variable by all their resolvents on it, if there are at
//! most as many of these, or more by at most the bound. Where the variable is the output of a gate, only gate clauses
//! are resolved with other clauses (`gates.rs`). The removed clauses are pushed on the extension stack. The steps for
//! one variable are in `pass.rs`, the early pass over variables of few clauses in `fast.rs`.
//!
//! **Why it pays.** Formulas that come from circuits or programs have many variables that only name subexpressions. It
//! is the strongest preprocessing technique. Figures: docs/techniques.md. With variables ordered by possible resolvents
//! alone fclqcolor-10-07-09 takes 3.3 million conflicts, ordered by relevance as well 1.1 million.
//!
//! **Soundness and proof.** Resolvents follow from their two parents; they are added to the proof before the parents
//! are deleted. If a model of the resolvents falsifies a clause of the variable, then flipping the variable satisfies
//! it and falsifies no other clause of the variable, or a resolvent would be false.
//!
//! **Schedule and cost.** Every `eliminate_interval * n * log(n)^2` conflicts (more for large formulas), with a share
//! of the search ticks, in up to two rounds with subsumption before each. Variables are tried by the ascending sum of
//! their number of possible resolvents and their relevance to the search (as in Kissat), and again once one of their
//! clauses has been removed. When no variable is left to try, the bound rises from 0 over 1, 2, 4 and 8 to 16
//! additional clauses.
//!
//! **References.** Davis, Putnam (JACM'60); Subbarayan, Pradhan (SAT'04); Eén, Biere (SAT'05); Biere et al. (CaDiCaL
//! 2.0, CAV'24) for the incremental bound.

mod dense;
pub(super) mod fast;
mod gates;
mod pass;
mod self_subsume;

use super::compact::COMPACT;
use super::pass::{PassOutcome, Technique};
use super::subsume::SUBSUME;
use crate::cdcl::Solver;
use crate::cdcl::database::REMOVED;
use crate::cdcl::schedule::log_growth;
use crate::cdcl::state::watch::Layout;
use crate::cnf::Lit;
pub(super) use pass::open_clause;
use pass::{Eliminator, Resolvents, Terms};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most rounds of subsumption and elimination in one pass.
const MOST_ROUNDS: u64 = 2;

/// The most clauses of a variable that is tried.
const MOST_OCCURRENCES: u64 = 2_000;

pub(in crate::cdcl) const ELIMINATE: Technique = Technique {
    letter: Some(('e', "variables eliminated")),
    on: |options| options.eliminate,
    ticks: |counters| counters.eliminate_ticks,
    removes_satisfied: true,
    ..Technique::new("eliminate", Solver::subsume_and_eliminate)
};

/// When elimination is due.
#[derive(Clone, Debug, Default)]
pub struct Eliminations {
    pub(in crate::cdcl) due: u64,
    /// The search ticks at the last elimination.
    ticks: u64,
    /// By how many clauses eliminating a variable may increase their number.
    pub(in crate::cdcl) bound: u64,
    /// Whether fast elimination is still to come.
    pub(in crate::cdcl) fast_to_come: bool,
}

impl Solver {
    /// Whether elimination is due.
    pub(in crate::cdcl) fn eliminating(&self) -> bool {
        self.options.eliminate && self.inprocessing_clock() >= self.schedule.eliminate.due
    }

    /// Subsumes and eliminates, and plans the next time.
    pub(in crate::cdcl) fn eliminate(&mut self) {
        if !self.go_to_root() {
            return;
        }
        let ticks = self.ticks_since(|schedule| &mut schedule.eliminate.ticks);
        self.pass(&ELIMINATE, ticks);
        self.plan_elimination();
        if self.counters.eliminations == 1 {
            self.look_at_what_is_left();
        }
    }

    /// Subsumes and eliminates, after a search of this many ticks.
    fn subsume_and_eliminate(&mut self, ticks: u64) -> PassOutcome {
        let before = self.eliminated_and_subsumed();
        self.counters.eliminations += 1;
        let options = &self.options;
        let terms = Terms {
            occurrences: MOST_OCCURRENCES,
            resolvents: Resolvents::More(self.schedule.eliminate.bound as usize),
            gates: options.eliminate_gates,
            limit: self.counters.eliminate_ticks + ticks * options.eliminate_effort / 1000,
        };
        let subsume_ticks = ticks * options.subsume_effort / 1000;
        let complete = self.eliminate_in_rounds(&terms, subsume_ticks, |pass| pass.by_score()) == Some(true);
        if complete {
            self.raise_bound();
        }
        let changed = self.eliminated_and_subsumed() > before;
        PassOutcome { changed, worthwhile: changed, complete }
    }

    /// How many changes elimination and subsumption have made.
    fn eliminated_and_subsumed(&self) -> u64 {
        let counters = &self.counters;
        counters.eliminated + counters.eliminate_strengthened + counters.subsumed + counters.subsume_strengthened
    }

    /// Runs up to [`MOST_ROUNDS`] rounds, each of subsumption and of this pass of elimination. Returns whether
    /// everything was tried; `None` if the formula was refuted or memory ran out. Level 0, propagated, before and
    /// after.
    fn eliminate_in_rounds(
        &mut self,
        terms: &Terms,
        mut subsume_ticks: u64,
        pass: fn(&mut Eliminator<'_>) -> bool,
    ) -> Option<bool> {
        self.reconnect(Layout::Bare);
        let mut complete = false;
        let mut fixed = self.fixed_vars();
        for _ in 0..MOST_ROUNDS {
            if self.fixed_vars() > fixed {
                self.catch_up();
                fixed = self.fixed_vars();
            }
            if self.inconsistent || self.exhausted {
                return None;
            }
            let before = self.counters.subsume_ticks;
            let subsumed = self.pass_within(&SUBSUME, subsume_ticks).complete;
            subsume_ticks = subsume_ticks.saturating_sub(self.counters.subsume_ticks - before);
            if self.exhausted {
                return None;
            }
            let eliminated = self.counters.eliminated;
            complete = self.eliminate_round(terms, pass) && subsumed;
            if self.inconsistent || self.exhausted {
                return None;
            }
            if self.counters.eliminated == eliminated || !complete {
                break;
            }
        }
        self.forget_inactive();
        self.resume_watching();
        if self.inconsistent || self.exhausted {
            return None;
        }
        self.remove_satisfied();
        self.collect_garbage();
        debug_assert!(self.layout == Layout::Watched && self.trail.level() == 0);
        self.pass(&COMPACT, 0);
        Some(complete)
    }

    /// Applies the units of the last round to the clauses that were too long to be connected, before they are used
    /// again.
    fn catch_up(&mut self) {
        self.forget_inactive();
        self.resume_watching();
        if !self.inconsistent && !self.exhausted {
            self.remove_satisfied();
            self.reconnect(Layout::Bare);
        }
    }

    /// After a complete elimination: more additional clauses are allowed, and all variables are tried again.
    fn raise_bound(&mut self) {
        let bound = &mut self.schedule.eliminate.bound;
        let next = if *bound == 0 { 1 } else { 2 * *bound };
        if next <= self.options.eliminate_bound {
            *bound = next;
            self.try_all_again();
        }
    }

    /// Makes elimination try all variables again.
    pub(super) fn try_all_again(&mut self) {
        self.db.touched.iter_mut().for_each(|touched| *touched |= REMOVED);
    }

    fn plan_elimination(&mut self) {
        let n = self.counters.eliminations;
        let interval = self.options.eliminate_interval as f64 * n as f64 * log_growth(n).powi(2);
        self.schedule.eliminate.due = self.counters.conflicts + (interval * self.size_factor()) as u64;
    }

    /// Deletes redundant clauses with inactive variables.
    fn forget_inactive(&mut self) {
        let mut next = self.db.arena.first();
        while let Some(clause) = next {
            next = self.db.arena.next(clause);
            let inactive = |lit: Lit| self.statuses.is_inactive(lit.var());
            if !self.db.arena.garbage(clause) && self.db.arena.lits(clause).any(inactive) {
                debug_assert!(self.db.arena.redundant(clause));
                self.db.delete(clause);
            }
        }
    }

    /// One pass over the candidates; whether all of them were tried.
    fn eliminate_round(&mut self, terms: &Terms, pass: fn(&mut Eliminator<'_>) -> bool) -> bool {
        let most = self.options.eliminate_clause as usize;
        self.reconnect(Layout::Occurring(most));
        if self.exhausted {
            return false;
        }
        let complete = pass(&mut Eliminator::new(self, terms.clone()));
        self.reconnect(Layout::Bare);
        complete
    }
}

impl Eliminator<'_> {
    /// Tries all variables, those with the least score first, and again those that lose a clause; returns whether none
    /// is left to try.
    fn by_score(&mut self) -> bool {
        let mut schedule = BinaryHeap::new();
        loop {
            for var in self.take_waiting() {
                schedule.push(Reverse((self.score(var), var)));
            }
            let Some(Reverse((score, var))) = schedule.pop() else { return true };
            if self.is_spent() {
                return false;
            }
            if !self.is_waiting(var) {
                continue;
            }
            let now = self.score(var);
            if now > score {
                schedule.push(Reverse((now, var)));
                continue;
            }
            self.try_eliminate(var);
        }
    }
}
