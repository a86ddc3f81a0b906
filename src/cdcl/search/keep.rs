//! The model that stays on the trail between calls.
//!
//! **What it does.** Where the clauses fall into parts that share no variable that is not fixed (`state/parts.rs`), the
//! literals of a model stay assigned after the call, on one level without reasons. The next call unassigns only the
//! parts in which the model falsifies an assumption, and decides only their variables. An assumption that the model
//! satisfies costs nothing.
//!
//! **Why it pays.** A question about one cell of a board of 150,000 cells assigns one part, a few hundred variables,
//! instead of all. Figures: bench/2026-11-29.txt.
//!
//! **Soundness and proof.** A clause has literals of one part only, apart from fixed ones. So no conflict and no reason
//! contains a kept literal together with one of a part that was unassigned, and conflict analysis never meets the level
//! of the kept literals, which has no single decision. The first clause that joins a part to another one
//! (`ClauseDb::insert`) is added after both were unassigned. Literals that are fixed while others are kept come after
//! these on the trail, which is unordered then, as after chronological backtracking; they are propagated again when
//! their part is unassigned, since clauses that a kept literal satisfied need not have been visited. Anything that goes
//! back to level 0, as inprocessing does, gives up the kept literals.
//!
//! **Schedule and cost.** Parts are looked for at the end of a call with a model, once there were [`FIRST_CALLS`]
//! calls; if the largest part has more than half of the variables, again after twice as many calls. Nothing is kept in
//! formulas with fewer than `keep_vars` variables, in formulas with XOR constraints, and in a team of solvers.
//!
//! **References.** Hickey, Bacchus (SAT'19) and Nadel (SAT'22) keep the trail as far as the assumptions of two calls
//! agree; here they need not agree.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{BinaryIndex, Reason};
use crate::cdcl::state::parts::Parts;
use crate::cdcl::state::trail::Level;
use crate::cnf::{Lit, Var};

/// The number of calls after which parts are first looked for.
const FIRST_CALLS: u64 = 16;

/// What is kept, and when parts are looked for.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The level of the kept literals: 1, or 0 if there are none.
    pub(in crate::cdcl) level: Level,
    /// The last model agrees with this many literals at the beginning of the trail.
    pub(in crate::cdcl) agreed: usize,
    /// The number of calls at which parts are looked for next.
    due: u64,
}

impl Default for Kept {
    fn default() -> Self {
        Kept { level: 0, agreed: 0, due: FIRST_CALLS }
    }
}

impl Solver {
    /// How many levels the kept literals and the assumptions take together.
    #[inline]
    pub(in crate::cdcl) fn assumed(&self) -> Level {
        self.kept.level + self.assumptions.len() as Level
    }

    /// Unassigns what the literals of a new clause or of assumptions may change: their parts, or all that is not fixed.
    /// Literals are internal.
    pub(in crate::cdcl) fn make_room(&mut self, lits: &[Lit]) {
        if self.kept.level == 0 {
            self.backtrack(0);
            return;
        }
        debug_assert_eq!(self.trail.level(), self.kept.level, "between calls");
        for &lit in lits {
            if self.values.value(lit) != 0 && self.trail.level_of(lit) > 0 {
                self.release(lit.var());
            }
        }
    }

    /// Unassigns the kept literals of a part. Its fixed literals are to be propagated again.
    fn release(&mut self, var: Var) {
        debug_assert!(self.trail.level() == 1 && self.kept.level == 1);
        if !self.trail.is_propagated() && self.propagate().is_some() {
            // The conflict is found again at level 0.
            self.backtrack(0);
            return;
        }
        self.update_model();
        let members: Vec<Var> = self.db.parts.members(var).filter(|var| self.values.value(var.pos()) != 0).collect();
        let (fixed, kept): (Vec<Var>, Vec<Var>) =
            members.into_iter().partition(|var| self.trail.level_of(var.pos()) == 0);
        let true_lit = |solver: &Solver, var: Var| var.lit(solver.values.value(var.pos()) > 0);
        for var in kept {
            let lit = true_lit(self, var);
            self.trail.remove(lit);
            self.values.unassign(lit);
            self.phases.saved[var.index()] = if lit.is_positive() { 1 } else { -1 };
            if self.schedule.stable {
                self.scores.insert(var);
            } else {
                self.queue.unassigned(var);
            }
        }
        let first = self.trail.frames[0].start;
        let fixed: Vec<Lit> = fixed.into_iter().map(|var| true_lit(self, var)).collect();
        // Fixed literals further down the trail were there before any literal was kept.
        let moved: Vec<Lit> = fixed.into_iter().filter(|&lit| self.trail.position(lit) >= first).collect();
        for &lit in &moved {
            self.trail.remove(lit);
        }
        self.trail.propagated = self.trail.lits.len();
        for &lit in &moved {
            self.trail.push(lit, 0, Reason::UNIT, BinaryIndex::NONE);
        }
        let kept = self.trail.propagated;
        self.trail.notified = self.trail.notified.min(kept);
        self.trail.in_rows = self.trail.in_rows.min(kept);
        self.kept.agreed = self.kept.agreed.min(kept);
    }

    /// Makes the last model agree with those literals of the trail with which it may not agree yet.
    pub(in crate::cdcl) fn update_model(&mut self) {
        debug_assert!(self.kept.level > 0);
        let Solver { model, trail, db, kept, .. } = self;
        model.resize(db.external.user_vars());
        db.external.user_lits(trail.lits[kept.agreed..].iter().copied()).for_each(|lit| model.satisfy(lit));
        kept.agreed = trail.lits.len();
    }

    /// Ends a call with a model: keeps it on the trail if that is worthwhile; otherwise goes back to level 0.
    pub(in crate::cdcl) fn keep_model(&mut self) {
        if !self.can_keep() {
            self.backtrack(0);
            return;
        }
        let from = match self.kept.level {
            0 => self.trail.frames.first().map_or(self.trail.lits.len(), |frame| frame.start as usize),
            _ => self.trail.frames.get(1).map_or(self.trail.lits.len(), |frame| frame.start as usize),
        };
        let Solver { trail, .. } = self;
        for &lit in &trail.lits[from..] {
            let info = &mut trail.info[lit.var().index()];
            if info.level > 0 {
                (info.level, info.reason, info.binary) = (1, Reason::DECISION, BinaryIndex::NONE);
            }
        }
        trail.frames.truncate(1);
        if trail.frames.is_empty() {
            trail.open(None);
        }
        trail.frames[0].decision = None;
        debug_assert_eq!(trail.level(), 1, "what is kept is one level");
        (self.kept.level, self.kept.agreed) = (1, self.trail.lits.len());
        debug_assert!(self.is_within_parts());
    }

    /// Ends a call without a model: what is kept stays.
    pub(in crate::cdcl) fn leave_kept(&mut self) {
        self.backtrack(self.kept.level);
        // Propagates what was fixed, among the literals that are left.
        if self.kept.level > 0 && !self.inconsistent && self.propagate().is_some() {
            self.backtrack(0);
        }
    }

    /// Whether the model on the trail can stay: parts are known, or are found now.
    fn can_keep(&mut self) -> bool {
        if self.share.is_some() || self.has_rows() || self.non_incremental {
            return false;
        }
        if !self.db.parts.known() && self.counters.solves >= self.kept.due {
            self.kept.due = self.counters.solves.saturating_mul(2);
            self.find_parts();
        }
        self.db.parts.known()
    }

    /// Finds the parts, if there are enough variables and no part has more than half of them.
    fn find_parts(&mut self) {
        let active = self.active_vars();
        if (active as u64) < self.options.keep_vars {
            return;
        }
        let mut parts = Parts::of_vars(self.trail.info.len());
        self.each_open_clause(|lits| parts.join(lits));
        self.counters.ticks += self.db.arena.words.len() as u64 / 16;
        if 2 * parts.largest() <= active {
            self.db.parts = parts;
        }
    }

    /// Calls `take` with the literals that are not fixed of each clause that no fixed literal satisfies.
    fn each_open_clause(&self, mut take: impl FnMut(&[Lit])) {
        let fixed = |lit: Lit| self.trail.level_of(lit) == 0 && self.values.value(lit) != 0;
        let mut open = Vec::new();
        let mut one = |lits: &mut dyn Iterator<Item = Lit>| {
            open.clear();
            open.extend(lits);
            if !open.iter().any(|&lit| fixed(lit) && self.values.value(lit) > 0) {
                open.retain(|&lit| !fixed(lit));
                take(&open);
            }
        };
        let arena = &self.db.arena;
        arena.refs().filter(|&clause| !arena.garbage(clause)).for_each(|clause| one(&mut arena.lits(clause)));
        for lit in
            (0..self.trail.info.len() as u32).map(|index| Var::new(index as usize).pos()).flat_map(|lit| [lit, !lit])
        {
            for watch in self.db.watches.list(lit).iter().filter(|watch| watch.is_binary() && lit < watch.blocker()) {
                one(&mut [lit, watch.blocker()].into_iter());
            }
        }
    }

    /// Whether no clause has literals of two parts.
    fn is_within_parts(&self) -> bool {
        let mut parts = self.db.parts.clone();
        let mut within = true;
        self.each_open_clause(|lits| within &= parts.joined(lits));
        within
    }
}
