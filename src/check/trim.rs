//! Writing what a backward check has needed: the core of the formula, the trimmed proof, an LRAT proof.
//!
//! A clause is deleted after the step that uses it last. So the candidates of a lemma are exactly the clauses that the
//! check has looked at. For the same reason, if there are lemmas with candidates, the clauses of the formula outside
//! the core are deleted first.

use super::propagate::{CORE, Engine, Hint, NONE, UnitStep};
use super::read::StepKind;
use super::vars::Vars;
use super::witness::{TRUE, Witnesses};
use crate::cnf::{Formula, Lit};
use std::collections::HashMap;
use std::io::{self, Write};

/// The needed part of a formula and its proof.
#[derive(Debug)]
pub struct Trimmed {
    pub(super) engine: Engine,
    pub(super) vars: Vars,
    pub(super) num_originals: u32,
    pub(super) steps: Vec<(u32, StepKind)>,
    pub(super) stages: Vec<u32>,
    pub(super) derivations: Vec<(u32, usize, usize)>,
    pub(super) witnesses: Witnesses,
    /// How many lemmas do not follow from the clauses before them.
    pub(super) redundant: u64,
}

impl Trimmed {
    /// The indices (from 0) of the formula's clauses that are needed.
    pub fn core(&self) -> Vec<usize> {
        let mut core: Vec<usize> = self
            .engine
            .last_used
            .iter()
            .map(|&(_, clause)| self.engine.number(clause))
            .filter_map(|number| (number < self.num_originals).then_some(number as usize))
            .collect();
        core.sort_unstable();
        core
    }

    /// How many lemmas are needed.
    pub fn num_lemmas(&self) -> usize {
        self.engine.last_used.len() - self.core().len()
    }

    /// Writes the needed clauses of the formula as DIMACS.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_core(&self, formula: &Formula, mut out: impl Write) -> io::Result<()> {
        let core = self.core();
        writeln!(out, "p cnf {} {}", formula.num_vars(), core.len())?;
        for index in core {
            write_lits(&mut out, formula.clause(index).iter().copied())?;
            out.write_all(b"0\n")?;
        }
        out.flush()
    }

    /// Writes the needed lemmas as DRAT in text, or as DSR where they have witnesses.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_drat(&self, mut out: impl Write) -> io::Result<()> {
        if self.redundant > 0 {
            for clause in self.unneeded() {
                self.write_deletion(clause, &mut out)?;
            }
        }
        let mut last_used = self.engine.last_used.iter().rev().peekable();
        for (index, &(clause, kind)) in self.steps.iter().enumerate() {
            if kind == StepKind::Add && self.engine.has(clause, CORE) {
                write_lits(&mut out, self.external(clause).into_iter())?;
                self.write_witness(clause, &mut out)?;
                out.write_all(b"0\n")?;
            }
            while let Some(&(_, clause)) = last_used.next_if(|&&(step, _)| step as usize <= index + 1) {
                self.write_deletion(clause, &mut out)?;
            }
        }
        out.write_all(b"0\n")?;
        out.flush()
    }

    /// Writes the lemma's witness, if it has one: the lemma's first literal, the literals that the witness makes true,
    /// the first literal again, and pairs of a literal and its image. That the first literal becomes true need not be
    /// written.
    fn write_witness(&self, lemma: u32, mut out: impl Write) -> io::Result<()> {
        let (Some(images), Some(pivot)) = (self.witnesses.of(lemma), self.engine.pivot(lemma)) else { return Ok(()) };
        let user = |lit: Lit| self.vars.external(lit);
        let (made_true, mapped): (Vec<_>, Vec<_>) = images.iter().partition(|&&(_, image)| image == TRUE);
        let made_true = made_true.into_iter().map(|&(lit, _)| lit).filter(|&lit| lit != pivot);
        write_lits(&mut out, std::iter::once(pivot).chain(made_true).chain([pivot]).map(user))?;
        write_lits(&mut out, mapped.into_iter().flat_map(|&(lit, image)| [user(lit), user(image)]))
    }

    fn write_deletion(&self, clause: u32, mut out: impl Write) -> io::Result<()> {
        let lits = self.external(clause);
        if lits.len() < 2 {
            return Ok(());
        }
        out.write_all(b"d ")?;
        write_lits(&mut out, lits.into_iter())?;
        out.write_all(b"0\n")
    }

    /// The clauses of the formula that are not needed.
    fn unneeded(&self) -> impl Iterator<Item = u32> {
        let mut next = 0;
        (0..self.num_originals).filter_map(move |_| {
            let clause = next;
            next = self.engine.following(clause);
            (!self.engine.has(clause, CORE)).then_some(clause)
        })
    }

    /// The user's literals of a clause, the pivot first, the others in ascending order.
    fn external(&self, clause: u32) -> Vec<Lit> {
        let pivot = self.engine.pivot(clause).map(|lit| self.vars.external(lit));
        let lits = self.engine.lits(clause).iter().map(|&code| self.vars.external(Lit::from_code(code)));
        let mut lits: Vec<Lit> = lits.collect();
        lits.sort_unstable_by_key(|&lit| (Some(lit) != pivot, lit));
        lits
    }

    /// Writes the needed lemmas with their derivations as LRAT in text. They must have been recorded. Needed clauses of
    /// the formula that repeat a literal are replaced by their sets of literals first: to checkers that keep clauses as
    /// lists, as cake_lpr does, a clause with a repeated literal never becomes unit.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_lrat(&self, formula: &Formula, mut out: impl Write) -> io::Result<()> {
        let mut ids = Ids {
            next: u64::from(self.num_originals),
            originals: self.num_originals,
            clauses: HashMap::new(),
            units: HashMap::new(),
        };
        let unneeded: Vec<u64> = self.unneeded().map(|clause| ids.of_clause(self.engine.number(clause))).collect();
        write_deletions(&mut out, ids.next, &unneeded)?;
        self.write_sets(formula, &mut ids, &mut out)?;
        let mut units: Vec<&UnitStep> = self.engine.units.iter().collect();
        units.sort_unstable_by_key(|unit| unit.position);
        let mut units = units.into_iter().peekable();
        let mut last_used = self.engine.last_used.iter().rev().peekable();
        let mut derivations = self.derivations.iter().rev();
        let mut gone = Vec::new();
        for stage in 0..=self.steps.len() {
            if stage > 0
                && let (clause, StepKind::Add) = self.steps[stage - 1]
                && self.engine.has(clause, CORE)
                && let Some(&(derived, start, end)) = derivations.next()
            {
                debug_assert_eq!(derived, clause);
                let hints = &self.engine.hints[start..end];
                ids.write_step(&mut out, &self.external(clause), hints)?;
                ids.clauses.insert(self.engine.number(clause), ids.next);
                gone.clear();
                while let Some(&(_, clause)) = last_used.next_if(|&&(step, _)| step as usize <= stage) {
                    gone.push(ids.of_clause(self.engine.number(clause)));
                }
                write_deletions(&mut out, ids.next, &gone)?;
            }
            while let Some(unit) = units.next_if(|unit| self.stages[unit.position as usize] as usize <= stage) {
                let id = match unit.clause {
                    Some(clause) => ids.of_clause(clause),
                    None => {
                        let hints = &self.engine.unit_chains[unit.hints.0..unit.hints.1];
                        ids.write_step(&mut out, &[self.vars.external(unit.lit)], hints)?;
                        ids.next
                    }
                };
                ids.units.insert(unit.lit.var().index() as u32, id);
            }
        }
        if let Some(&(NONE, start, end)) = derivations.next() {
            ids.write_step(&mut out, &[], &self.engine.hints[start..end])?;
        }
        out.flush()
    }

    /// Replaces the needed clauses of the formula that repeat a literal.
    fn write_sets(&self, formula: &Formula, ids: &mut Ids, mut out: impl Write) -> io::Result<()> {
        let mut replaced = Vec::new();
        let mut place = 0;
        for (clause, number) in formula.clauses().zip(0..) {
            let lits = self.engine.lits(place);
            if lits.len() < clause.len() && self.engine.has(place, CORE) {
                let original = ids.of_clause(number);
                ids.write_step(&mut out, &self.external(place), &[Hint::Clause(number)])?;
                ids.clauses.insert(number, ids.next);
                replaced.push(original);
            }
            place = self.engine.following(place);
        }
        write_deletions(&mut out, ids.next, &replaced)
    }
}

/// The ids that clauses and fixed units have in the LRAT proof.
struct Ids {
    /// The last id in use.
    next: u64,
    originals: u32,
    /// The ids of lemmas, and of clauses of the formula that were replaced.
    clauses: HashMap<u32, u64>,
    units: HashMap<u32, u64>,
}

impl Ids {
    fn of_clause(&self, number: u32) -> u64 {
        match self.clauses.get(&number) {
            Some(&id) => id,
            None => {
                debug_assert!(number < self.originals);
                u64::from(number) + 1
            }
        }
    }

    /// Writes an addition under the next id.
    fn write_step(&mut self, out: &mut impl Write, lits: &[Lit], hints: &[Hint]) -> io::Result<()> {
        self.next += 1;
        write!(out, "{} ", self.next)?;
        write_lits(out, lits.iter().copied())?;
        out.write_all(b"0 ")?;
        for hint in hints {
            match *hint {
                Hint::Clause(number) => write!(out, "{} ", self.of_clause(number))?,
                Hint::Unit(var) => write!(out, "{} ", self.units[&var])?,
                Hint::Candidate(number) => write!(out, "-{} ", self.of_clause(number))?,
            }
        }
        out.write_all(b"0\n")
    }
}

fn write_deletions(out: &mut impl Write, last: u64, ids: &[u64]) -> io::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    write!(out, "{last} d ")?;
    for id in ids {
        write!(out, "{id} ")?;
    }
    out.write_all(b"0\n")
}

fn write_lits(out: &mut impl Write, lits: impl Iterator<Item = Lit>) -> io::Result<()> {
    for lit in lits {
        write!(out, "{lit} ")?;
    }
    Ok(())
}
