//! DSR: DRAT, and clauses that are substitution redundant, each with its substitution.
//!
//! The system is Buss's and Thapen's ("DRAT and propagation redundancy proofs without new variables", SAT'19, LMCS'21),
//! the format that of dsr-trim (Codel, Avigad, Heule, "Verified substitution redundancy checking", FMCAD'24). A step lists
//!
//! 1. the clause, its first literal is the pivot;
//! 2. the pivot again, and literals that the witness makes true; the pivot is one of them by default;
//! 3. the pivot for the third time, and pairs of a literal and its image.
//!
//! A pair may map the pivot, too: it then replaces the default. No variable stands twice in 2 and 3 otherwise, and only the
//! pivot is its own image. A step without 2 and 3 is one of DRAT. A deletion has no witness. In binary the numbers are
//! those of binary DRAT, marked by `a` and `d`.
//!
//! **The pivot's pair is left out** where its image is the negation of a literal of the clause: under the clause's
//! negation that image is true, so the default says the same, and fewer clauses have an image that is to be looked at.
//! Checkers that know no pairs for the pivot (dsr-trim of 2024) read most symmetry breaking so.

use super::drat::{Drat, Encoding};
use super::tracer::{ClauseId, Tracer};
use crate::cnf::Lit;
use std::io;

/// Writes DSR.
#[derive(Debug)]
pub struct Dsr<E> {
    drat: Drat<E>,
    /// The literals of the step that is being written.
    numbers: Vec<Lit>,
}

impl<E: Encoding> Dsr<E> {
    /// Writes the steps of DRAT there, and its own beside them.
    pub fn new(drat: Drat<E>) -> Dsr<E> {
        Dsr { drat, numbers: Vec::new() }
    }
}

impl<E: Encoding> Tracer for Dsr<E> {
    fn takes_substitutions(&self) -> bool {
        true
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.drat.add(id, clause, antecedents)
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.drat.add_rat(id, clause, hints)
    }

    fn add_sr(&mut self, id: ClauseId, clause: &[Lit], images: &[(Lit, Lit)]) -> io::Result<()> {
        let Some(&pivot) = clause.first() else { return self.drat.add(id, clause, &[]) };
        self.numbers.clear();
        self.numbers.extend_from_slice(clause);
        self.numbers.extend([pivot; 2]);
        let image = image(pivot, images);
        if !clause.contains(&!image) {
            self.numbers.extend([pivot, image]);
        }
        let others = images.iter().filter(|(lit, image)| lit.var() != pivot.var() && lit != image);
        self.numbers.extend(others.flat_map(|&(lit, image)| [lit, image]));
        self.drat.step(E::ADD, &self.numbers)
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.drat.delete(id, clause)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.drat.finish()
    }
}

fn image(lit: Lit, images: &[(Lit, Lit)]) -> Lit {
    let pair = images.iter().find(|(from, _)| from.var() == lit.var());
    pair.map_or(lit, |&(from, image)| if from == lit { image } else { !image })
}
