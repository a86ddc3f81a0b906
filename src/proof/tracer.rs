//! The interface through which a solver reports the clauses that it derives and deletes.

use crate::cnf::{Assignment, Lit};
use std::{fmt, io};

/// The number of a clause in a proof: the clauses of the formula are 1, 2, ... in order, and derived ones follow.
pub type ClauseId = u64;

impl fmt::Debug for dyn Tracer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tracer")
    }
}

/// How a call ends.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'a> {
    /// With this model.
    Model(&'a Assignment),
    /// Without a model: these of the call's assumptions fail together. The clause that says that not all of them hold
    /// has this id; it is 0 if there is no such clause, because two of them contradict each other or the empty clause
    /// was derived.
    Core(&'a [Lit], ClauseId),
    /// Without an answer.
    Unknown,
}

/// Receives every step of a proof. By default the methods do nothing.
///
/// Literals are the user's. An error ends the run without a verdict.
pub trait Tracer: Send {
    /// Whether steps must come with their antecedents (true for LRAT, false for DRAT).
    fn needs_antecedents(&self) -> bool {
        false
    }

    /// Whether the format supports [`Tracer::add_sr`] (true for DSR, false for DRAT and LRAT).
    fn supports_substitutions(&self) -> bool {
        false
    }

    /// How many ids, from 1 on, are reserved for the clauses of the formula, in formats that number these before all
    /// others. `None` in formats in which a clause of the user's gets the next id.
    fn originals(&self) -> Option<u64> {
        None
    }

    /// Adds a clause that follows by reverse unit propagation.
    ///
    /// `antecedents` are in the order in which they become unit; the last one becomes false. They are empty unless
    /// [`Tracer::needs_antecedents`]. The empty clause ends the proof.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add(&mut self, _id: ClauseId, _clause: &[Lit], _antecedents: &[ClauseId]) -> io::Result<()> {
        Ok(())
    }

    /// Adds a clause with the resolution asymmetric tautology property on its first literal (Järvisalo, Heule, Biere,
    /// IJCAR'12). `hints` are those of LRAT: positive ones propagate, a negative one begins the hints for that
    /// candidate.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add_rat(&mut self, _id: ClauseId, _clause: &[Lit], _hints: &[i64]) -> io::Result<()> {
        Ok(())
    }

    /// Adds a clause that is substitution redundant (Buss, Thapen, SAT'19). The substitution maps the first literal of
    /// each pair to the second, the negation of the first to the negation of the second, and every other literal to
    /// itself. The negation of the clause implies, by unit propagation, the image of every clause, including this one.
    ///
    /// No variable may be mapped twice. To be called only if [`Tracer::supports_substitutions`].
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn add_sr(&mut self, _id: ClauseId, _clause: &[Lit], _images: &[(Lit, Lit)]) -> io::Result<()> {
        Ok(())
    }

    /// Whether the proof is one of all calls: it has the clauses, questions and answers of [`Tracer::input`],
    /// [`Tracer::query`] and [`Tracer::conclude`] (true for LIDRUP, false for the others).
    fn follows_calls(&self) -> bool {
        false
    }

    /// The user adds a clause, which has this id from now on. To be called only if [`Tracer::follows_calls`], as are
    /// the next two.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn input(&mut self, _id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        Ok(())
    }

    /// A call begins, under these assumptions.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn query(&mut self, _assumptions: &[Lit]) -> io::Result<()> {
        Ok(())
    }

    /// The call ends.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn conclude(&mut self, _answer: Conclusion<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Deletes a clause.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn delete(&mut self, _id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        Ok(())
    }

    /// Writes the buffered steps. A proof that is not finished ends at a whole step.
    ///
    /// # Errors
    /// When the proof cannot be written.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
