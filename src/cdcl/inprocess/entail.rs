//! Deriving a clause by propagation, with a case split where propagation alone does not prove it.
//!
//! **What it does.** Assigns the negations of the clause's literals all at once and propagates. A conflict proves the
//! clause, and the walk of `search/chain.rs` finds its antecedents. Without a conflict a *split* literal is added to
//! the clause with either sign, both clauses are proved in the same way, and the clause is their resolvent. XOR gates
//! need their inputs as split literals, ITE gates their condition.
//!
//! **Why it pays.** Techniques that reason about an abstraction of the formula (gates, an embedded solver) need not
//! record which clauses a conclusion came from: propagation finds them again. It is breadth first from both ends, so
//! the conflict is a few steps away. What propagation does not prove is not added, so an error in the abstraction
//! cannot make an answer wrong.
//!
//! **Soundness and proof.** Every clause follows by reverse unit propagation. The clauses of a case split are in the
//! proof alone, and are deleted from it after their resolvent.

use crate::cdcl::Solver;
use crate::cdcl::database::ClauseDb;
use crate::cdcl::kernels::propagate::{Components, propagate};
use crate::cdcl::state::clause::{BinaryIndex, ClauseRef, Reason};
use crate::cnf::Lit;
use crate::proof::ClauseId;

/// The result of an attempt to derive a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cdcl) enum Entailed {
    /// The clause was added, or was satisfied already; a unit has been propagated.
    Holds,
    /// Propagation does not prove it.
    Unknown,
}

/// The case splits that an attempt may use.
#[derive(Clone, Copy, Debug)]
pub(in crate::cdcl) struct Splits<'a> {
    /// Literals to split on, in order.
    pub lits: &'a [Lit],
    /// How many of them to split on before the first propagation.
    pub at_once: usize,
}

impl Solver {
    /// Adds the clause (of one or two literals) as redundant, if propagation proves it. Level 0, propagated, before and
    /// after. Memory accesses are added to `ticks`.
    pub(in crate::cdcl) fn entail(&mut self, clause: &[Lit], splits: Splits<'_>, ticks: &mut u64) -> Entailed {
        if self.inconsistent {
            return Entailed::Holds;
        }
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        if clause.iter().any(|&lit| self.values.value(lit) > 0) {
            return Entailed::Holds;
        }
        let mut open: Vec<Lit> = clause.iter().copied().filter(|&lit| self.values.value(lit) == 0).collect();
        open.dedup();
        let mut lemmas = Vec::new();
        let proved = self.prove(&mut open, splits, 0, &mut lemmas, ticks);
        if proved {
            self.add_proved(&open);
        }
        for (id, lits) in lemmas {
            self.db.delete_derived(id, &lits);
        }
        debug_assert_eq!(self.trail.level(), 0, "what was decided is taken back");
        if proved { Entailed::Holds } else { Entailed::Unknown }
    }

    /// Adds the two clauses that make the literals equal.
    pub(in crate::cdcl) fn entail_equal(&mut self, a: Lit, b: Lit, splits: Splits<'_>, ticks: &mut u64) -> Entailed {
        match self.entail(&[!a, b], splits, ticks) {
            Entailed::Holds => self.entail(&[a, !b], splits, ticks),
            Entailed::Unknown => Entailed::Unknown,
        }
    }

    /// Tries to prove the clause; if that succeeds, its antecedents are in the chain.
    fn prove(
        &mut self,
        clause: &mut Vec<Lit>,
        splits: Splits<'_>,
        depth: usize,
        lemmas: &mut Vec<(ClauseId, Vec<Lit>)>,
        ticks: &mut u64,
    ) -> bool {
        if (depth >= splits.at_once || depth == splits.lits.len()) && self.refute(clause, ticks) {
            return true;
        }
        let Some(&split) = splits.lits.get(depth) else { return false };
        if self.values.value(split) != 0 || clause.iter().any(|lit| lit.var() == split.var()) {
            return self.prove(clause, splits, depth + 1, lemmas, ticks);
        }
        let mut sides = [0; 2];
        for (side, lit) in sides.iter_mut().zip([split, !split]) {
            clause.push(lit);
            let proved = self.prove(clause, splits, depth + 1, lemmas, ticks);
            if proved && self.db.traced() {
                *side = self.db.derive(clause, &self.learned.chain);
                lemmas.push((*side, clause.clone()));
            }
            clause.pop();
            if !proved {
                return false;
            }
        }
        self.learned.chain.clear();
        self.learned.chain.extend(sides);
        true
    }

    /// Whether propagating the negation of the clause leads to a conflict; if so, its antecedents are in the chain.
    fn refute(&mut self, clause: &[Lit], ticks: &mut u64) -> bool {
        for &lit in clause {
            debug_assert!(self.values.value(lit) == 0, "literals are distinct and open");
            self.trail.open(Some(!lit));
            self.values.assign(!lit);
            let level = self.trail.level();
            self.trail.push(!lit, level, Reason::DECISION, BinaryIndex::NONE);
        }
        let Solver { trail, values, db, delayed, .. } = self;
        let ClauseDb { arena, watches, .. } = db;
        let mut components = Components { trail, values, arena, watches, delayed, ticks };
        let conflict = propagate::<false>(&mut components, ClauseRef(0));
        if let Some(conflict) = conflict {
            let lits = std::mem::replace(&mut self.learned.lits, clause.to_vec());
            self.collect_chain(conflict);
            self.learned.lits = lits;
        }
        debug_assert!(self.keep_phases, "a pass is running");
        self.backtrack(0);
        conflict.is_some()
    }

    /// Adds a clause whose antecedents are in the chain.
    fn add_proved(&mut self, clause: &[Lit]) {
        self.add_derived(clause, true, 1);
        if clause.len() == 1 {
            self.propagate_units();
        }
    }
}
