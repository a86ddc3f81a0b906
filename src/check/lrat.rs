//! Checks LRAT proofs while they are read.
//!
//! **What it does**: every added clause is assumed to be false, its antecedents are visited in their order, each must be
//! unit or false, the last one false (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE'17). Negative hints open
//! the resolution candidates of the first literal.
//! **Why it is fast**: no search, no watches, each antecedent is looked at once; deleted clauses are compacted away.
//! **Candidates**: the clauses with the negated pivot must all have hints. Their number per literal is counted from the
//! first such step on (proofs without one do not pay), and compared with the number of different candidates given.
//! **Leniency**: an antecedent whose only literal left is already true is passed over, antecedents after the conflict are
//! not looked at, and a tautology needs none: all three are sound. Ids must be new, but need not ascend.

use super::clauses::{Clauses, Marks, State, distinct};
use super::fault::{CheckError, Fault};
use super::read::{Kind, Proof, Step};
use super::vars::Vars;
use super::{Halt, Outcome, drat, grow};
use crate::cnf::{Formula, Lit};
use crate::limits::{Limits, Stop};
use std::io::Read;

/// What a verified proof consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Clauses added.
    pub added: u64,
    /// Clauses added as resolution asymmetric tautologies.
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Antecedents given.
    pub hints: u64,
    /// Whether unit propagation alone refutes the formula, and the proof was not needed.
    pub trivial: bool,
}

/// Steps between two looks at the limits.
const PERIOD: u64 = 1 << 10;

/// Checks that the proof refutes the formula.
pub fn check<R: Read>(formula: &Formula, proof: &mut Proof<R>, limits: &Limits) -> Outcome<Report> {
    run(formula, proof, limits).into()
}

fn run<R: Read>(formula: &Formula, proof: &mut Proof<R>, limits: &Limits) -> Result<Report, Halt> {
    let mut checker = Checker {
        clauses: Clauses::default(),
        vars: Vars::new(formula),
        values: Vec::new(),
        trail: Vec::new(),
        marks: Marks::default(),
        counts: None,
        candidates: Vec::new(),
        lits: Vec::new(),
        clause: Vec::new(),
        report: Report::default(),
    };
    if checker.load(formula)? {
        return Ok(Report { trivial: true, ..Report::default() });
    }
    let mut step = Step::default();
    let mut steps = 0u64;
    while let Some(kind) = proof.next_lrat(&mut step)? {
        steps += 1;
        if steps.is_multiple_of(PERIOD)
            && let Some(stop) = limits.exceeded()
        {
            return Err(stop.into());
        }
        let done = match kind {
            Kind::Add => checker.add(&step),
            Kind::Delete => checker.delete(&step.hints).map(|()| false),
        };
        match done {
            Ok(false) => {}
            Ok(true) => return Ok(checker.report),
            Err(Wrong::Fault(fault)) => return Err(proof.wrong(fault).into()),
            Err(Wrong::Halt(halt)) => return Err(halt),
        }
    }
    if drat::refuted_by_units(formula, limits)? {
        return Ok(Report { trivial: true, ..checker.report });
    }
    Err(CheckError::whole(Fault::NoEmptyClause).into())
}

/// Why a step ends the check; the caller knows where the step is.
enum Wrong {
    Fault(Fault),
    Halt(Halt),
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        Wrong::Fault(fault)
    }
}

impl From<Stop> for Wrong {
    fn from(stop: Stop) -> Wrong {
        Wrong::Halt(stop.into())
    }
}

struct Checker {
    clauses: Clauses,
    vars: Vars,
    /// By literal code: 1 true, -1 false, 0 neither.
    values: Vec<i8>,
    trail: Vec<Lit>,
    marks: Marks,
    /// How many live clauses contain each literal, once someone asks.
    counts: Option<Vec<u64>>,
    candidates: Vec<u64>,
    lits: Vec<Lit>,
    clause: Vec<Lit>,
    report: Report,
}

impl Checker {
    /// Takes the clauses of the formula; says whether one of them is empty.
    fn load(&mut self, formula: &Formula) -> Result<bool, Halt> {
        let mut lits = Vec::new();
        for (index, clause) in formula.clauses().enumerate() {
            if clause.is_empty() {
                return Ok(true);
            }
            self.internal(clause, &mut lits)?;
            self.clauses.add(index as u64 + 1, &lits)?;
        }
        Ok(false)
    }

    /// The clause in internal literals, without repetitions.
    fn internal(&mut self, clause: &[Lit], into: &mut Vec<Lit>) -> Result<(), Halt> {
        into.clear();
        self.lits.clear();
        for &lit in clause {
            let lit = self.vars.internal(lit)?;
            super::push(&mut self.lits, lit)?;
        }
        let num_lits = 2 * self.vars.len();
        grow(&mut self.values, num_lits, 0)?;
        distinct(&mut self.marks, &self.lits, num_lits, into)?;
        Ok(())
    }

    /// Checks and adds a clause; says whether it is the empty one.
    fn add(&mut self, step: &Step) -> Result<bool, Wrong> {
        match self.clauses.find(step.id) {
            State::Unknown => {}
            _ => return Err(Fault::DuplicateId(step.id).into()),
        }
        let mut clause = std::mem::take(&mut self.clause);
        self.internal(&step.lits, &mut clause).map_err(Wrong::Halt)?;
        self.report.added += 1;
        self.report.hints += step.hints.len() as u64;
        self.implied(&clause, &step.hints)?;
        self.undo(0);
        let empty = clause.is_empty();
        if !empty {
            self.clauses.add(step.id, &clause)?;
            if let Some(counts) = &mut self.counts {
                grow(counts, self.values.len(), 0)?;
                clause.iter().for_each(|lit| counts[lit.index()] += 1);
            }
        }
        self.clause = clause;
        Ok(empty)
    }

    fn delete(&mut self, ids: &[i64]) -> Result<(), Wrong> {
        for id in ids.iter().map(|id| id.unsigned_abs()) {
            let place = self.place(id)?;
            if let Some(counts) = &mut self.counts {
                self.clauses.lits(place).iter().for_each(|&code| counts[code as usize] -= 1);
            }
            self.clauses.delete(id, place)?;
            self.report.deleted += 1;
        }
        Ok(())
    }

    fn place(&self, id: u64) -> Result<u32, Fault> {
        match self.clauses.find(id) {
            State::Live(place) => Ok(place),
            State::Deleted => Err(Fault::DeletedId(id)),
            State::Unknown => Err(Fault::UnknownId(id)),
        }
    }
    /// Whether the clause follows by its hints.
    fn implied(&mut self, clause: &[Lit], hints: &[i64]) -> Result<(), Wrong> {
        for &lit in clause {
            match self.values[lit.index()] {
                0 => self.assign(!lit)?,
                1 => return Ok(()),
                _ => {}
            }
        }
        let (chain, groups) = hints.split_at(hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len()));
        if self.propagate(chain)? {
            return Ok(());
        }
        let Some(&pivot) = clause.first() else {
            return Err(if groups.is_empty() { Fault::NoConflict } else { Fault::NoPivot }.into());
        };
        self.report.rat += 1;
        self.compare_candidates(!pivot, groups)?;
        let base = self.trail.len();
        let mut rest = groups;
        while let Some((&id, tail)) = rest.split_first() {
            let (chain, next) = tail.split_at(tail.iter().position(|&hint| hint < 0).unwrap_or(tail.len()));
            let id = id.unsigned_abs();
            if !self.assume_candidate(id, !pivot)? && !self.propagate(chain)? {
                return Err(Fault::CandidateHolds(id).into());
            }
            self.undo(base);
            rest = next;
        }
        Ok(())
    }

    /// Makes sure that the negative hints name as many clauses, all different, as contain the literal.
    fn compare_candidates(&mut self, lit: Lit, groups: &[i64]) -> Result<(), Wrong> {
        self.candidates.clear();
        for &hint in groups.iter().filter(|&&hint| hint < 0) {
            super::push(&mut self.candidates, hint.unsigned_abs())?;
        }
        self.candidates.sort_unstable();
        if let Some(twice) = self.candidates.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Fault::NotCandidate(twice[0]).into());
        }
        if self.counts.is_none() {
            let mut counts = Vec::new();
            grow(&mut counts, self.values.len(), 0u64)?;
            self.clauses.live().flatten().for_each(|&code| counts[code as usize] += 1);
            self.counts = Some(counts);
        }
        let needed = self.counts.as_ref().and_then(|counts| counts.get(lit.index())).copied().unwrap_or(0);
        let given = self.candidates.len() as u64;
        if given == 0 && needed > 0 {
            return Err(Fault::NoConflict.into());
        }
        if given < needed { Err(Fault::MissingCandidates { needed, given }.into()) } else { Ok(()) }
    }

    /// Assumes that the candidate's other literals are false; says whether one of them is true, so that nothing is left
    /// to show.
    fn assume_candidate(&mut self, id: u64, negated: Lit) -> Result<bool, Wrong> {
        let place = self.place(id)?;
        let mut resolves = false;
        let mut holds = false;
        for &code in self.clauses.lits(place) {
            let lit = Lit::from_code(code);
            if lit == negated {
                resolves = true;
            } else if self.values[lit.index()] == 0 {
                assign(&mut self.values, &mut self.trail, !lit)?;
            } else {
                holds |= self.values[lit.index()] > 0;
            }
        }
        if resolves { Ok(holds) } else { Err(Fault::NotCandidate(id).into()) }
    }

    /// Visits the antecedents; says whether one is false.
    fn propagate(&mut self, chain: &[i64]) -> Result<bool, Wrong> {
        for id in chain.iter().map(|id| id.unsigned_abs()) {
            let place = self.place(id)?;
            let mut left = None;
            for &code in self.clauses.lits(place) {
                if self.values[code as usize] >= 0 {
                    if left.is_some() {
                        return Err(Fault::NotUnit(id).into());
                    }
                    left = Some(Lit::from_code(code));
                }
            }
            match left {
                None => return Ok(true),
                Some(lit) if self.values[lit.index()] == 0 => self.assign(lit)?,
                Some(_) => {}
            }
        }
        Ok(false)
    }

    fn assign(&mut self, lit: Lit) -> Result<(), Stop> {
        assign(&mut self.values, &mut self.trail, lit)
    }

    fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
    }
}

#[inline]
fn assign(values: &mut [i8], trail: &mut Vec<Lit>, lit: Lit) -> Result<(), Stop> {
    super::push(trail, lit)?;
    values[lit.index()] = 1;
    values[(!lit).index()] = -1;
    Ok(())
}
