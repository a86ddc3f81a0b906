//! Proofs of what kitten has refuted.
//!
//! **What it does.** Derives the learned clauses of kitten's core one by one, each from the clauses that kitten
//! resolved. They stay in the proof until the clause that they prove is added.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::Clause;
use crate::cnf::Lit;
use crate::kitten::Kitten;
use crate::kitten::core::CoreClause;
use crate::proof::ClauseId;
use std::collections::{HashMap, HashSet};

/// Where the solver keeps a clause that was given to kitten. Kitten's tag of the clause is the index in a list of
/// these.
#[derive(Clone, Copy, Debug)]
pub(in crate::cdcl) enum Source {
    /// A fixed literal.
    Unit(Lit),
    /// A clause; literals that were fixed to false before this place of the trail were left out.
    Clause(Clause, u32),
}

/// Kitten's learned clauses, which are in the proof only until their conclusion is derived.
pub(in crate::cdcl) type Lemmas = Vec<(ClauseId, Vec<Lit>)>;

impl Solver {
    /// Derives the lemmas of kitten's last refutation, and puts into the chain what its conclusion
    /// follows from.
    pub(super) fn replay(&mut self, kitten: &mut Kitten, sources: &[Source]) -> Lemmas {
        let mut lemmas = Vec::new();
        if !self.db.traced() {
            return lemmas;
        }
        let (core, refutation) = kitten.core();
        let mut ids: HashMap<u32, Vec<ClauseId>> = HashMap::new();
        for clause in core {
            match clause {
                CoreClause::Given { number, tag } => {
                    let of = self.ids_of(sources[tag as usize]);
                    ids.insert(number, of);
                }
                CoreClause::Lemma { number, lits, antecedents } => {
                    self.chain_of(&ids, &antecedents);
                    let id = self.db.derive(&lits, &self.learned.chain);
                    lemmas.push((id, lits));
                    ids.insert(number, vec![id]);
                }
            }
        }
        self.chain_of(&ids, &refutation);
        lemmas
    }

    /// Deletes the lemmas from the proof.
    pub(super) fn delete_lemmas(&mut self, lemmas: Lemmas) {
        for (id, lits) in lemmas {
            self.db.delete_derived(id, &lits);
        }
    }

    /// The ids of the units of the literals that were left out, and that of the clause.
    fn ids_of(&self, source: Source) -> Vec<ClauseId> {
        if !self.db.chained() {
            return Vec::new();
        }
        match source {
            Source::Unit(lit) => vec![self.unit_ids[lit.var().index()]],
            Source::Clause(clause, before) => {
                debug_assert!(before as usize <= self.trail.lits.len());
                let lits = self.db.lits(clause);
                let fixed = lits.filter(|&lit| self.values.value(lit) < 0 && self.trail.position(lit) < before);
                let mut ids: Vec<ClauseId> = fixed.map(|lit| self.unit_ids[lit.var().index()]).collect();
                ids.push(self.db.id(clause));
                ids
            }
        }
    }

    /// The ids of these clauses, each once: several clauses may need the same unit.
    fn chain_of(&mut self, ids: &HashMap<u32, Vec<ClauseId>>, numbers: &[u32]) {
        let mut seen = HashSet::new();
        self.learned.chain.clear();
        let all = numbers.iter().flat_map(|number| &ids[number]);
        self.learned.chain.extend(all.filter(|&&id| seen.insert(id)));
    }
}
