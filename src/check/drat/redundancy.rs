//! Lemmas that do not follow: resolution asymmetric tautologies, and those that a substitution shows to be redundant.
//!
//! **What it does**: a lemma C is substitution redundant by a witness s if, from the clauses and the negation of C,
//! unit propagation derives the image under s of every clause and of C itself (Buss, Thapen, SAT'19). An assignment
//! that satisfies the clauses and not C then satisfies all of them and C once it is composed with s. Only clauses with
//! a literal that s moves are looked at. A lemma without a witness is checked on its first literal p, which is the
//! witness that makes p true: C becomes true, clauses with -p lose it, and those with p may be left out. **Why it is
//! fast**: a symmetry as the witness maps most clauses to other clauses, which are found by their hash, without
//! propagation. **Core-first**: the composed assignment must satisfy the clauses that are used after the lemma. Clauses
//! that become needed by the check itself are candidates, too, since the trimmed proof and LRAT still contain them at
//! that point.

use super::{Checker, Halt};
use crate::check::fault::{CheckError, Fault};
use crate::check::propagate::{ACTIVE, CORE, Hint, NONE};
use crate::check::push;
use crate::check::witness::TRUE;
use crate::cnf::Lit;

impl Checker<'_> {
    /// Checks a lemma after propagation of its negation, by its witness or else on its first literal.
    pub(super) fn check_redundancy(&mut self, clause: u32) -> Result<(), Halt> {
        self.substitution.reset(2 * self.vars.len())?;
        if let Some(images) = self.witnesses.of(clause) {
            self.sr += 1;
            for &(lit, image) in images {
                self.substitution.map(lit, image)?;
            }
            if !self.check_image(clause)? {
                return Err(self.not_implied(clause, Some(clause)));
            }
        } else {
            self.rat += 1;
            let Some(pivot) = self.engine.pivot(clause).filter(|&pivot| !self.engine.is_fixed(pivot)) else {
                return Err(self.not_implied(clause, None));
            };
            // Only one of the two literals is mapped: in clauses that contain both, the pivot stays false, as in LRAT.
            self.substitution.map_one(!pivot, !TRUE)?;
        }
        let candidates = self.candidates()?;
        let mut done = vec![false; candidates.len()];
        // Checking a candidate may make another clause needed, which then is a candidate, too.
        loop {
            let mut changed = false;
            self.engine.ticks += candidates.len() as u64 / 8;
            for (index, &candidate) in candidates.iter().enumerate() {
                let wanted = self.options.forward || self.engine.has(candidate, CORE);
                if wanted && !std::mem::replace(&mut done[index], true) {
                    changed = true;
                    self.look()?;
                    if !self.check_image(candidate)? {
                        return Err(self.not_implied(clause, Some(candidate)));
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The active clauses that the substitution changes; the lemma itself is not active at this point.
    fn candidates(&mut self) -> Result<Vec<u32>, Halt> {
        let Checker { engine, occurrences, substitution, .. } = self;
        if !occurrences.are_kept() {
            occurrences.keep(engine)?;
        }
        let mut found = Vec::new();
        for lit in substitution.changed() {
            engine.ticks += occurrences.append(engine, lit, &mut found)? as u64 / 8;
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Whether unit propagation derives the clause's image from the negation of the lemma (assumed already).
    fn check_image(&mut self, clause: u32) -> Result<bool, Halt> {
        let number = self.engine.number(clause);
        self.engine.open_chain(Some(Hint::Candidate(number)))?;
        if self.take_image(clause)? {
            return Ok(true);
        }
        // This is not done while derivations are recorded, since it gives no chain.
        if self.options.witnesses
            && let Some(equal) = self.find_image()
        {
            self.engine.need(equal)?;
            return Ok(true);
        }
        let base = self.engine.trail.len();
        let refuted = self.refute_image()?;
        self.engine.undo(base);
        Ok(refuted)
    }

    /// Puts the clause's image into `self.image` and marks its literals; returns whether it is true without
    /// propagation.
    fn take_image(&mut self, clause: u32) -> Result<bool, Halt> {
        self.image.clear();
        self.marks.clear(2 * self.vars.len())?;
        self.engine.ticks += self.engine.lits(clause).len() as u64 / 8 + 1;
        for index in 0..self.engine.lits(clause).len() {
            let lit = self.substitution.image(Lit::from_code(self.engine.lits(clause)[index]));
            if lit == !TRUE {
                continue;
            }
            if lit == TRUE || self.engine.is_assumed(lit) || self.marks.marked((!lit).index()) {
                return Ok(true);
            }
            if self.marks.mark(lit.index()) {
                push(&mut self.image, lit)?;
            }
        }
        Ok(false)
    }

    /// An active clause that equals `self.image`, a needed one if there is one.
    fn find_image(&self) -> Option<u32> {
        let mut found = None;
        let mut clause = self.table[self.hash(self.image.iter().map(|lit| lit.code()))];
        while clause != NONE {
            if self.engine.has(clause, ACTIVE) && self.is_marked(clause, self.image.len()) {
                found = Some(clause);
                if self.engine.has(clause, CORE) {
                    break;
                }
            }
            clause = self.engine.next(clause);
        }
        found
    }

    /// Whether unit propagation refutes the negation of `self.image`.
    fn refute_image(&mut self) -> Result<bool, Halt> {
        for &lit in &self.image {
            match self.engine.value(lit) {
                0 => self.engine.assign(!lit, NONE)?,
                1 => {
                    if self.engine.is_fixed(lit) {
                        self.engine.contradict_fixed(lit)?;
                    } else {
                        self.engine.analyze(self.engine.reason(lit), Some(lit))?;
                    }
                    return Ok(true);
                }
                _ => {}
            }
        }
        let Some(conflict) = self.engine.propagate()? else { return Ok(false) };
        self.engine.analyze(conflict, None)?;
        Ok(true)
    }

    pub(super) fn not_implied(&self, clause: u32, candidate: Option<u32>) -> Halt {
        let external = |clause: u32| {
            let pivot = self.engine.pivot(clause);
            let mut lits: Vec<Lit> = self.engine.lits(clause).iter().map(|&code| Lit::from_code(code)).collect();
            lits.sort_unstable_by_key(|&lit| (Some(lit) != pivot, lit));
            lits.into_iter().map(|lit| self.vars.external(lit).to_dimacs()).collect()
        };
        let lits = external(clause);
        let fault = match candidate.map(external) {
            Some(candidate) if self.witnesses.of(clause).is_some() => Fault::NotRedundant { clause: lits, candidate },
            candidate => Fault::NotImplied { clause: lits, candidate },
        };
        CheckError::whole(fault).into()
    }
}
