//! DSR: DRAT with substitution redundant clauses, each of which comes with its substitution.
//!
//! A step lists
//!
//! 1. the clause, whose first literal is the pivot;
//! 2. the pivot again, and literals that the witness makes true; the pivot is one of them by default;
//! 3. the pivot for the third time, then pairs of a literal and its image.
//!
//! A pair may map the pivot too; it then replaces the default. Otherwise no variable occurs twice in 2 and 3, and only
//! the pivot may be its own image. A step without 2 and 3 is a step of DRAT. A deletion has no witness. In binary,
//! numbers are encoded as in binary DRAT, and steps begin with `a` or `d`.
//!
//! **The pivot's pair is left out** when its image is the negation of a literal of the clause: under the negated clause
//! that image is true, so the default means the same, and fewer clauses have an image to check. It also lets checkers
//! that support no pairs for the pivot (dsr-trim of 2024) read most symmetry breaking.
//!
//! **References.** Buss, Thapen ("DRAT and propagation redundancy proofs without new variables", SAT'19, LMCS'21) for
//! the proof system; Codel, Avigad, Heule ("Verified substitution redundancy checking", FMCAD'24) for the format of
//! dsr-trim.

use super::drat::{Drat, Encoding};
use super::tracer::{ClauseId, Tracer};
use crate::cnf::Lit;
use std::io;

/// Writes DSR.
#[derive(Debug)]
pub struct Dsr<E> {
    drat: Drat<E>,
    /// Scratch: the literals of the step that is being written.
    lits: Vec<Lit>,
}

impl<E: Encoding> Dsr<E> {
    /// Writes to the same block as `drat`, which writes all steps without a witness.
    pub fn new(drat: Drat<E>) -> Dsr<E> {
        Dsr { drat, lits: Vec::new() }
    }
}

impl<E: Encoding> Tracer for Dsr<E> {
    fn supports_substitutions(&self) -> bool {
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
        self.lits.clear();
        self.lits.extend_from_slice(clause);
        self.lits.extend([pivot; 2]);
        let image = image(pivot, images);
        if !clause.contains(&!image) {
            self.lits.extend([pivot, image]);
        }
        let others = images.iter().filter(|(lit, image)| lit.var() != pivot.var() && lit != image);
        self.lits.extend(others.flat_map(|&(lit, image)| [lit, image]));
        self.drat.step(E::ADD, &self.lits)
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
