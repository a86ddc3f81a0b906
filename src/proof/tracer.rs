//! What a solver tells about the clauses it derives.

use crate::cnf::Lit;
use std::io;

/// The number of a clause in a proof: the formula's clauses are 1, 2, ... in their order, derived ones follow.
pub type ClauseId = u64;

/// Listens to the derivation of clauses. The methods do nothing by default.
///
/// Literals are the user's. An error ends the run without a verdict.
pub trait Tracer: Send {
    /// Whether the derivations must carry their antecedents (LRAT does, DRAT does not).
    fn wants_antecedents(&self) -> bool {
        false
    }

    /// Whether the proof can hold clauses of [`Tracer::add_sr`] (DSR can, DRAT and LRAT cannot).
    fn takes_substitutions(&self) -> bool {
        false
    }

    /// A clause that follows by reverse unit propagation (or, where the first antecedents are negative in LRAT, by
    /// resolution on its first literal, see [`Tracer::add_rat`]).
    ///
    /// `antecedents` are in the order in which they become unit, the last one becomes false; empty unless wanted. The
    /// empty clause ends the proof.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add(&mut self, _id: ClauseId, _clause: &[Lit], _antecedents: &[ClauseId]) -> io::Result<()> {
        Ok(())
    }

    /// A clause that has the resolution asymmetric tautology property on its first literal (Järvisalo, Heule, Biere,
    /// IJCAR'12). `hints` are LRAT's: positive ones propagate, a negative one opens the chain of that candidate.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add_rat(&mut self, _id: ClauseId, _clause: &[Lit], _hints: &[i64]) -> io::Result<()> {
        Ok(())
    }

    /// A clause that is substitution redundant (Buss, Thapen, SAT'19). The substitution maps the first literal of each pair
    /// to the second, the negation of the first to the negation of the second, and every other literal to itself. The
    /// clause's negation implies by unit propagation what the substitution makes of every clause, of this one too.
    ///
    /// No variable is mapped twice. To be called only where [`Tracer::takes_substitutions`] says so.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add_sr(&mut self, _id: ClauseId, _clause: &[Lit], _images: &[(Lit, Lit)]) -> io::Result<()> {
        Ok(())
    }

    /// A clause that is not used any more.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn delete(&mut self, _id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        Ok(())
    }

    /// Writes out what is buffered; an unfinished proof ends at a whole line.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
