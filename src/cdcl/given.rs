//! What is found in the user's clauses as they were given: XOR constraints, and symmetries where no clause will
//! follow.
//!
//! **What it does.** If the user asks for it, the symmetries of a formula that is given whole are broken before the
//! search (`symmetry.rs`). Otherwise the clauses are kept until the search has taken `given_conflicts` conflicts, so
//! that easy formulas pay nothing. Then XOR constraints are looked for (`gauss/`), once more after the first
//! elimination if no clause will be added; and symmetries are broken, for one call where more clauses may come
//! (`asymmetric.rs`). Clauses that come one by one are looked at again if more have come by the time that the conflicts
//! have doubled.
//!
//! **Soundness.** The user never takes a clause back, so an XOR constraint that the clauses encode holds from then on,
//! under any assumptions. A symmetry does not: a later clause or an assumption may destroy it.
//!
//! **Schedule and cost.** Looking during the search happens only in formulas small enough for `TICKS_IN_SEARCH`. With a
//! proof only XOR constraints are looked for, and only in a formula that is given whole; they are found when it is
//! loaded, so that their clauses stay in the proof.

use super::Solver;
use super::gauss::LONGEST_XOR;
use super::options::Symmetry;
use super::symmetry::{TICKS_IN_SEARCH, TICKS_OF_LITERAL};
use crate::cnf::{Formula, Lit};

/// The user's clauses that are to be looked at.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub(super) formula: Formula,
    /// Clauses were added since the last look at them.
    fresh: bool,
    /// The number of conflicts at the last look.
    looked: u64,
    /// They are a formula that was given whole.
    whole: bool,
    /// Whether symmetries were looked for, or are not to be.
    tried: bool,
    /// Only clauses that may belong to an XOR constraint are kept, since all together were too many.
    partial: bool,
    /// Those were too many as well, so none is kept any more.
    overflown: bool,
}

/// Whether an XOR constraint that is looked for may have a clause of this length.
fn may_be_of_xor(clause: &[Lit]) -> bool {
    (2..=LONGEST_XOR).contains(&clause.len())
}

impl Given {
    /// Gives up the clauses that belong to no XOR constraint.
    fn shorten(&mut self) {
        if self.partial {
            return;
        }
        (self.partial, self.tried) = (true, true);
        let all = std::mem::take(&mut self.formula);
        for clause in all.clauses().filter(|clause| may_be_of_xor(clause)) {
            self.formula.add_clause(clause.iter().copied());
        }
    }
}

impl Solver {
    /// Loads a formula to which no clause will be added, and keeps it if it is to be looked at in the search.
    pub(crate) fn load_given(&mut self, formula: Formula) {
        let breaking = self.symmetry_clauses(&formula);
        let proving = self.options.gauss && self.db.has_proof() && !self.db.follows_calls();
        if proving && formula.num_lits() <= self.most_given() {
            self.prepare_proofs_of_rows(&formula);
        }
        self.timed("load", |solver| solver.load_whole(&formula));
        self.report('*');
        self.add_breaking(&breaking);
        let wanted = if self.db.traced() {
            self.gauss.proving()
        } else {
            self.options.symmetry == Symmetry::Auto || self.options.gauss
        };
        if wanted && formula.num_lits() <= self.most_given() {
            self.given = Given { formula, fresh: true, ..Given::default() };
        }
        (self.given.whole, self.given.tried) = (true, true);
    }

    /// Keeps a clause that is added, if it is to be looked at.
    pub(super) fn keep_given(&mut self, clause: &[Lit]) {
        if self.given.overflown || self.db.traced() || self.non_incremental {
            return;
        }
        let of_xor = self.options.gauss && may_be_of_xor(clause);
        let all = self.options.symmetry != Symmetry::Never && !self.given.partial;
        if !of_xor && !all {
            return;
        }
        let most = self.most_given();
        if self.given.formula.num_lits() + clause.len() > most {
            self.given.shorten();
            if !of_xor {
                return;
            }
            if self.given.formula.num_lits() + clause.len() > most {
                self.given = Given { tried: true, partial: true, overflown: true, ..Given::default() };
                return;
            }
        }
        self.given.formula.add_clause(clause.iter().copied());
        self.given.fresh = true;
    }

    /// The literals of the largest formula that is looked at in the search.
    fn most_given(&self) -> usize {
        usize::try_from(TICKS_IN_SEARCH / TICKS_OF_LITERAL).unwrap_or(usize::MAX)
    }

    /// Whether the given clauses are to be looked at now.
    pub(super) fn looking_at_given(&self) -> bool {
        let breaking = self.breaking_given();
        if !self.given.fresh && !breaking || self.share.is_some() {
            return false;
        }
        let least = if breaking && self.options.symmetry == Symmetry::First { 0 } else { self.options.given_conflicts };
        self.counters.conflicts >= least.max(2 * self.given.looked)
    }

    /// Whether symmetries are to be looked for in the first long call without assumptions.
    fn breaking_given(&self) -> bool {
        !self.given.tried && self.assumptions.is_empty()
    }

    /// Finds XOR constraints among the clauses that the first elimination has left, if no clause will be added. A
    /// circuit may be given with each exclusive or as three ANDs, two of which elimination removes.
    pub(super) fn look_at_what_is_left(&mut self) {
        let wanted = self.options.gauss && self.non_incremental && self.share.is_none() && !self.db.traced();
        if !wanted || self.db.population().all_irredundant() > self.most_given() as u64 / 3 || !self.go_to_root() {
            return;
        }
        let external = &self.db.external;
        let left = self.irredundant_formula(external.user_vars() as u32, |lit| external.user_lit(lit));
        if let Some(left) = left {
            self.timed("gauss", |solver| solver.recover_xors(&left));
        }
    }

    /// Finds the XOR constraints of the given clauses, and breaks their symmetries if they are a whole formula to
    /// which the clauses are still equivalent.
    pub(super) fn look_at_given(&mut self) {
        let mut given = std::mem::take(&mut self.given);
        let fresh = std::mem::take(&mut given.fresh);
        given.looked = self.counters.conflicts;
        // Compaction forgets variables that were eliminated; what restores their values does not.
        let equivalent = self.statuses.inactive() == 0 && self.extension.is_empty();
        if !self.go_to_root() {
            self.given = given;
            return;
        }
        if self.options.gauss && fresh {
            self.timed("gauss", |solver| solver.recover_xors(&given.formula));
        }
        if given.whole {
            if equivalent && self.options.symmetry == Symmetry::Auto && !self.db.traced() {
                self.break_in_search(&given.formula);
            }
            return;
        }
        self.given = given;
        if !self.breaking_given() {
            return;
        }
        self.given.tried = true;
        if equivalent && self.may_break_for_now() {
            self.break_for_now();
        }
    }
}
