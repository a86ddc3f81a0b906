//! Lucky phases: formulas that a simple assignment satisfies.
//!
//! **What it does.** Before the search it tries simple ways to a model, one after the other: all variables true, or all
//! false; the variables in the user's order and in that of their first occurrence, forward and backward, each with both
//! values, with unit propagation in between; and the clauses in turn, each by its first negative literal, or by its
//! first positive one, which solves formulas all of whose clauses but a few are Horn. Where variables are decided in an
//! order, a decision that leads to a conflict is flipped, and a second conflict ends the attempt. A conflict on the
//! first level refutes its decision: the unit is kept, and the attempts are repeated as long as they find units.
//! Nothing is tried if the user has set phases, which come first.
//!
//! **Why it pays.** Circuits numbered from inputs to outputs and counters that are unrolled fall to the order of their
//! variables, in a formula of 10,000 variables within milliseconds.
//!
//! **Soundness and proof.** A unit follows by reverse unit propagation: its negation alone ends in the conflict.
//!
//! **Schedule and cost.** Once, in at most [`MOST_ROUNDS`] rounds; all attempts together may spend
//! [`TICKS_PER_VAR_AND_CLAUSE`] ticks for each variable and clause, at least [`LEAST_TICKS`], which count as ticks of
//! the search: they, too, tell whether conflicts will be costly.
//!
//! **Tried and dropped.** Not counting their ticks: then the conflicts of `smtlib-qfbv-ext_con_032` seem cheap, fast
//! elimination is not run, and it takes 2.3 s instead of 0.24 s.
//!
//! **References.** Biere (CaDiCaL, SAT Race 2019); Biere, Faller, Fazekas, Fleury, Froleyks (SAT Competition 2024) for
//! flips and units.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Clause;
use crate::cnf::{Lit, Var};

/// How often the attempts are repeated while they find units.
const MOST_ROUNDS: usize = 10;

/// The ticks of all attempts for each variable and clause.
const TICKS_PER_VAR_AND_CLAUSE: u64 = 3;

/// The attempts may spend at least this many ticks, about 0.1 ms.
const LEAST_TICKS: u64 = 20_000;

impl Solver {
    /// Tries the simple assignments. Afterwards the trail is complete, or back at level 0.
    pub(super) fn try_lucky(&mut self) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        if !self.options.lucky || self.phases.forced.iter().any(|&value| value != 0) {
            return;
        }
        let before = self.counters.ticks;
        let found = self.find_lucky();
        self.counters.lucky_ticks = self.counters.ticks - before;
        if found {
            self.counters.lucky += 1;
            self.report('L');
        } else {
            self.phases.saved.fill(if self.options.phase { 1 } else { -1 });
            debug_assert_eq!(self.trail.level(), 0, "unlucky decisions are taken back");
        }
    }

    /// Whether an attempt ended with a model.
    fn find_lucky(&mut self) -> bool {
        let mut orders = vec![self.db.external.in_user_order()];
        if !orders[0].is_sorted() {
            orders.push((0..self.trail.info.len()).map(Var::new).collect());
        }
        let size = self.trail.info.len() as u64 + self.db.population().all_irredundant();
        let limit = self.counters.ticks + LEAST_TICKS.max(TICKS_PER_VAR_AND_CLAUSE * size);
        for _ in 0..MOST_ROUNDS {
            let units = self.counters.units;
            if [true, false].into_iter().any(|value| self.is_lucky(&orders, value, limit)) {
                return !self.inconsistent;
            }
            if self.counters.units == units || self.spent(self.counters.ticks, limit) {
                break;
            }
        }
        false
    }

    /// Whether an attempt with this value ends with a model.
    fn is_lucky(&mut self, orders: &[Vec<Var>], value: bool, limit: u64) -> bool {
        let order = &orders[0];
        self.satisfied_by_constant(value) && self.decide_in_order(order.iter(), value, limit)
            || orders.iter().any(|order| {
                self.decide_in_order(order.iter(), value, limit)
                    || self.decide_in_order(order.iter().rev(), value, limit)
            })
            || self.satisfy_clauses(value, limit) && self.decide_in_order(order.iter(), !value, limit)
    }

    /// Whether giving all unassigned variables this value satisfies every clause.
    fn satisfied_by_constant(&self, value: bool) -> bool {
        let good = |lit: Lit| self.values.value(lit) > 0 || self.values.value(lit) == 0 && lit.is_positive() == value;
        self.db.arena.refs().all(|clause| self.db.arena.lits(clause).any(good))
            && (0..2 * self.trail.info.len() as u32).map(Lit::from_code).all(|lit| {
                good(lit) || self.db.watches.list(lit).iter().all(|watch| !watch.is_binary() || good(watch.blocker()))
            })
    }

    /// Decides the free variables in this order, all with this value. False, and back at level 0, if that fails.
    fn decide_in_order<'v>(&mut self, mut order: impl Iterator<Item = &'v Var>, value: bool, limit: u64) -> bool {
        order.all(|&var| {
            self.values.value(var.pos()) != 0
                || self.statuses.is_inactive(var)
                || self.decide_or_flip(var.lit(value), limit)
        })
    }

    /// Makes in every clause that is not satisfied yet the first free literal of this sign true; clauses without one
    /// are left. False, and back at level 0, if that fails.
    fn satisfy_clauses(&mut self, sign: bool, limit: u64) -> bool {
        let mut next = self.db.arena.first();
        while let Some(clause) = next {
            next = self.db.arena.next(clause);
            let (values, lits) = (&self.values, self.db.arena.lits(clause));
            let satisfied = lits.clone().any(|lit| values.value(lit) > 0);
            let first = lits.filter(|_| !satisfied).find(|&lit| values.value(lit) == 0 && lit.is_positive() == sign);
            if let Some(lit) = first
                && !self.decide_or_flip(lit, limit)
            {
                return false;
            }
        }
        (0..self.trail.info.len() as u32).map(|index| Var::new(index as usize).lit(sign)).all(|lit| {
            let (values, list) = (&self.values, self.db.watches.list(lit));
            let open = list.iter().any(|watch| watch.is_binary() && values.value(watch.blocker()) == 0);
            values.value(lit) != 0 || !open || self.decide_or_flip(lit, limit)
        })
    }

    /// Decides a literal, or its negation if it leads to a conflict. False, and back at level 0, if both do, or the
    /// ticks are spent. A conflict on level 1 leaves a unit.
    fn decide_or_flip(&mut self, lit: Lit, limit: u64) -> bool {
        if self.spent(self.counters.ticks, limit) {
            self.backtrack(0);
            return false;
        }
        self.decide_lit(lit);
        let Some(conflict) = self.propagate() else { return true };
        if self.trail.level() == 1 {
            self.refute_decision(lit, conflict);
            return !self.inconsistent;
        }
        self.backtrack(self.trail.level() - 1);
        self.decide_lit(!lit);
        if self.propagate().is_some() {
            self.backtrack(0);
            return false;
        }
        true
    }

    /// Fixes the negation of a decision on level 1 that has led to this conflict.
    fn refute_decision(&mut self, lit: Lit, conflict: Clause) {
        debug_assert_eq!(self.trail.level(), 1, "one decision alone is refuted");
        self.learned.lits.clear();
        self.learned.lits.push(!lit);
        self.collect_chain(conflict);
        self.backtrack(0);
        self.learn_unit(!lit);
        self.propagate_units();
    }
}
