//! Reduction: deleting the redundant clauses that are least likely to be useful.
//!
//! **What it does.** Of the redundant clauses that are not reasons and not protected by recent use, deletes those with
//! the highest glue, and the longest of equal glue: half of them ([`FIRST_PERCENT`]) at first, later up to nine tenths
//! (`reduce_high`). Recent use protects a clause of tier 1 for 31 reductions and one of tier 2 for two; others are not
//! protected.
//!
//! **Schedule and cost.** Every `reduce_interval * sqrt(n)` conflicts: a sort of the candidates and a garbage
//! collection. Many short calls, such as those of a program that asks 100,000 questions about one small formula, learn
//! as much as one long call and use little of it: then the interval is at most a quarter of the formula's clauses, and
//! only those of tier 1 that were used since the last reduction are protected.
//!
//! **References.** Audemard, Simon (IJCAI'09); Oh (SAT'15); Biere et al. (SAT Competition 2024) for the fraction.

use crate::cdcl::Solver;
use crate::cdcl::schedule::log_growth;
use crate::cdcl::state::arena::MAX_USED;
use crate::cdcl::state::clause::ClauseRef;
use crate::util::rank::rank_of;

/// The bits for the size of a candidate; the glue has the rest of 32 bits. Larger values are capped.
const SIZE_BITS: u32 = 20;
const MAX_SIZE: u32 = (1 << SIZE_BITS) - 1;
const MAX_GLUE: u32 = u32::MAX >> SIZE_BITS;

/// Calls count as short when there were at least this many, with fewer than `SHORT_CALL` conflicts each on average.
const SHORT_CALLS: u64 = 100;
const SHORT_CALL: u64 = 100;
/// The shortest interval between reductions where calls are short, in conflicts; a share of the number of clauses is
/// added to it.
const MIN_INTERVAL: u64 = 50;

/// The percentage of the candidates that the first reduction deletes.
const FIRST_PERCENT: f64 = 50.0;

impl Solver {
    /// Whether a reduction is due.
    pub(super) fn reducing(&self) -> bool {
        self.options.reduce && self.counters.conflicts >= self.schedule.reduce
    }

    /// Deletes redundant clauses and collects the garbage.
    pub(super) fn reduce(&mut self) {
        debug_assert!(self.trail.is_propagated());
        self.counters.reductions += 1;
        for mode in [false, true] {
            self.schedule.tiers.update(mode);
        }
        if self.counters.units as usize > self.schedule.collected_units {
            self.backtrack(0);
            self.remove_satisfied();
        }
        self.mark_reasons(true);
        let mut candidates = self.candidates();
        self.mark_reasons(false);
        candidates.sort_unstable();
        let high = (self.options.reduce_high as f64).max(FIRST_PERCENT);
        let span = high - FIRST_PERCENT;
        let percent = high - span / log_growth(self.counters.reductions);
        let count = (candidates.len() as f64 * percent / 100.0) as usize;
        debug_assert!(count <= candidates.len());
        for &candidate in candidates[candidates.len() - count..].iter() {
            debug_assert!(self.db.arena.redundant(ClauseRef(candidate as u32)));
            self.db.delete(ClauseRef(candidate as u32));
            self.counters.reduced += 1;
        }
        drop(candidates);
        self.collect_garbage();
        self.schedule.reduce = self.counters.conflicts + self.reduction_interval();
        self.report('-');
    }

    /// Conflicts until the next reduction.
    fn reduction_interval(&self) -> u64 {
        let interval = (self.options.reduce_interval as f64 * (self.counters.reductions as f64 + 1.0).sqrt()) as u64;
        if self.in_short_calls() { interval.min(MIN_INTERVAL + self.db.population().irredundant / 4) } else { interval }
    }

    /// Whether most calls were short.
    pub(super) fn in_short_calls(&self) -> bool {
        let counters = &self.counters;
        counters.solves > SHORT_CALLS && counters.conflicts < counters.solves * SHORT_CALL
    }

    /// The clauses that may be deleted, as keys of glue, size and reference that are larger for worse clauses; counts
    /// down the `used` counter of every redundant clause. Memory peaks here: 8 bytes a clause, in a buffer of exact
    /// size.
    fn candidates(&mut self) -> Vec<u64> {
        // The limit of tier 2 is that of stable mode, where glue is smaller: with that of focused mode twice as many
        // clauses stay, and fclqcolor-10-07-09 runs at two thirds of the propagations per second.
        let tiers = &self.schedule.tiers;
        let tier1 = tiers.tier1(false);
        let tier2 = tiers.tier2(true).max(tier1);
        debug_assert!(tier1 <= tier2);
        let short_calls = self.in_short_calls();
        let mut candidates = Vec::with_capacity(self.db.population().redundant as usize);
        let arena = &mut self.db.arena;
        let mut next = arena.first();
        while let Some(clause) = next {
            next = arena.next(clause);
            if arena.garbage(clause) || !arena.redundant(clause) {
                continue;
            }
            let (used, glue) = (arena.used(clause), arena.glue(clause));
            debug_assert!((glue as usize) < arena.size(clause), "glue counts levels without the highest");
            if used > 0 {
                arena.set_used(clause, used - 1);
            }
            let protected = if short_calls {
                glue <= tier1 && used == MAX_USED
            } else {
                glue <= tier1 && used > 0 || glue <= tier2 && used >= MAX_USED - 1
            };
            if !protected && !arena.is_reason(clause) {
                let (glue, size) = (glue.min(MAX_GLUE), (arena.size(clause) as u32).min(MAX_SIZE));
                candidates.push(rank_of(glue << SIZE_BITS | size, clause.0));
            }
        }
        candidates
    }

    fn mark_reasons(&mut self, on: bool) {
        for &lit in &self.trail.lits {
            if let Some(clause) = self.trail.info[lit.var().index()].reason.clause() {
                self.db.arena.set_reason(clause, on);
            }
        }
    }
}
