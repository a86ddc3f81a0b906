//! Checks LIDRUP proofs: every answer of an incremental solver, while the proof is read.
//!
//! **What it does**: the user's clauses are accepted as they come. A derived clause must follow by unit propagation
//! from its antecedents, as in LRAT (without resolution asymmetric tautologies, which later clauses could make wrong).
//! A model must satisfy all clauses that the user had added and the assumptions of the question; of a core, all
//! literals must have been assumed, and the clause of their negations must follow by its antecedents. **With a
//! formula**: the clauses of the user's must be those of the formula, in its order, whenever they were added.
//! **Leniency**: the lines for restored and weakened clauses (`r`, `w`) are not supported; our proofs have none.
//! **References**: Fazekas, Pollitt, Fleury, Biere (LPAR'24) for the format.

use super::clauses::{Clauses, Marks, State, distinct};
use super::derivation::{Derivation, Wrong, place};
use super::fault::{CheckError, Fault};
use super::format::ProofEncoding;
use super::read::{Line, Proof, ProofStep};
use super::vars::Vars;
use super::{Halt, Outcome, grow, push};
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use std::io::Read;

/// What a verified proof consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Clauses that the user added.
    pub clauses: u64,
    /// Clauses that the solver derived.
    pub derived: u64,
    /// Questions that were answered with a model.
    pub satisfied: u64,
    /// Questions that were answered with a core.
    pub refuted: u64,
    /// Questions without an answer.
    pub unknown: u64,
}

/// Lines between two looks at the limits.
const POLL: u64 = 1 << 10;

/// How a proof of all calls begins.
pub const HEADER: &[u8] = b"p lidrup";

/// Checks all answers of the proof, and that the user's clauses are those of the formula, if there is one.
pub fn check(proof: &mut impl Read, formula: Option<&Formula>, limits: &Limits) -> Outcome<Report> {
    run(proof, formula, limits).into()
}

fn run(proof: &mut impl Read, formula: Option<&Formula>, limits: &Limits) -> Result<Report, Halt> {
    let mut proof = Proof::new(proof, ProofEncoding::Text);
    let empty = Formula::default();
    let mut checker = Checker {
        clauses: Clauses::default(),
        vars: Vars::new(formula.unwrap_or(&empty)),
        derivation: Derivation::default(),
        marks: Marks::default(),
        inputs: Vec::new(),
        lits: Vec::new(),
        clause: Vec::new(),
        assumed: Vec::new(),
        expected: Expected::Question,
        formula,
        report: Report::default(),
    };
    let mut step = ProofStep::default();
    let mut lines = 0u64;
    while let Some(line) = proof.next_lidrup(&mut step)? {
        lines += 1;
        if lines.is_multiple_of(POLL)
            && let Some(stop) = limits.poll(&[("lines", lines)])
        {
            return Err(stop.into());
        }
        match checker.line(line, &step) {
            Ok(()) => {}
            Err(Wrong::Fault(fault)) => return Err(proof.wrong(fault).into()),
            Err(Wrong::Halt(halt)) => return Err(halt),
        }
    }
    match checker.expected {
        Expected::Question => {}
        _ => return Err(CheckError::whole(Fault::Unexpected("an answer to the last question")).into()),
    }
    match formula {
        Some(formula) if (formula.num_clauses() as u64) > checker.report.clauses => {
            Err(CheckError::whole(Fault::MissingInputs(checker.report.clauses)).into())
        }
        _ => Ok(checker.report),
    }
}

/// What has to come in the proof before the next question or clause of the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// Nothing: it is the user's turn.
    Question,
    Status,
    Model,
    Core,
}

struct Checker<'f> {
    clauses: Clauses,
    vars: Vars,
    derivation: Derivation,
    marks: Marks,
    /// The user's clauses, against which models are checked. Each is followed by its id in two words and its length.
    inputs: Vec<u32>,
    lits: Vec<Lit>,
    clause: Vec<Lit>,
    /// The assumptions of the question, internal, in ascending order.
    assumed: Vec<Lit>,
    expected: Expected,
    formula: Option<&'f Formula>,
    report: Report,
}

impl Checker<'_> {
    fn line(&mut self, line: Line, step: &ProofStep) -> Result<(), Wrong> {
        match (line, self.expected) {
            (Line::Lemma, Expected::Question | Expected::Status) => self.derive(step),
            (Line::Delete, Expected::Question | Expected::Status) => self.delete(&step.hints),
            (Line::Input, Expected::Question) => self.input(step),
            (Line::Query, Expected::Question) => {
                self.internal(&step.lits)?;
                self.assumed.clone_from(&self.clause);
                self.assumed.sort_unstable();
                self.expected = Expected::Status;
                Ok(())
            }
            (Line::Status(status), Expected::Status) => {
                self.expected = match status {
                    Some(true) => Expected::Model,
                    Some(false) => Expected::Core,
                    None => Expected::Question,
                };
                self.report.unknown += u64::from(status.is_none());
                Ok(())
            }
            (Line::Model, Expected::Model) => self.model(&step.lits),
            (Line::Core, Expected::Core) => self.core(step),
            (_, expected) => Err(Fault::Unexpected(match expected {
                Expected::Question => "a clause, a question, or a step of the solver",
                Expected::Status => "a status, or a step of the solver",
                Expected::Model => "a model",
                Expected::Core => "a core",
            })
            .into()),
        }
    }

    /// Puts the literals into `clause`: internal, without repetitions.
    fn internal(&mut self, lits: &[Lit]) -> Result<(), Wrong> {
        self.lits.clear();
        for &lit in lits {
            let lit = self.vars.internal(lit).map_err(Wrong::Halt)?;
            push(&mut self.lits, lit)?;
        }
        let num_lits = 2 * self.vars.len();
        self.derivation.grow(num_lits)?;
        self.clause.clear();
        distinct(&mut self.marks, &self.lits, num_lits, &mut self.clause)?;
        Ok(())
    }

    /// Adds the clause in `clause`.
    fn add(&mut self, id: u64) -> Result<(), Wrong> {
        match self.clauses.find(id) {
            State::Unknown => Ok(self.clauses.add(id, &self.clause)?),
            _ => Err(Fault::DuplicateId(id).into()),
        }
    }

    fn input(&mut self, step: &ProofStep) -> Result<(), Wrong> {
        let number = self.report.clauses;
        if let Some(formula) = self.formula {
            let sorted = |clause: &[Lit]| {
                let mut lits = clause.to_vec();
                lits.sort_unstable();
                lits.dedup();
                lits
            };
            let same =
                number < formula.num_clauses() as u64 && sorted(formula.clause(number as usize)) == sorted(&step.lits);
            if !same {
                return Err(Fault::OtherInput(number + 1).into());
            }
        }
        self.internal(&step.lits)?;
        self.add(step.id)?;
        for word in self.clause.iter().map(|lit| lit.code()) {
            push(&mut self.inputs, word)?;
        }
        for word in [(step.id >> 32) as u32, step.id as u32, self.clause.len() as u32] {
            push(&mut self.inputs, word)?;
        }
        self.report.clauses += 1;
        Ok(())
    }

    fn derive(&mut self, step: &ProofStep) -> Result<(), Wrong> {
        self.internal(&step.lits)?;
        self.follows(&step.hints).map_err(|wrong| wrong.of(step.lits.iter().copied()))?;
        self.report.derived += 1;
        self.add(step.id)
    }

    /// Whether the clause in `clause` follows by these antecedents.
    fn follows(&mut self, hints: &[i64]) -> Result<(), Wrong> {
        // A resolution asymmetric tautology does not count: claiming one candidate makes it fail.
        self.derivation.follows(&self.clauses, &self.clause, hints, |_| Ok(1)).map(|_| ())
    }

    fn delete(&mut self, ids: &[i64]) -> Result<(), Wrong> {
        for id in ids.iter().map(|id| id.unsigned_abs()) {
            let place = place(&self.clauses, id)?;
            self.clauses.delete(id, place)?;
        }
        Ok(())
    }

    fn model(&mut self, lits: &[Lit]) -> Result<(), Wrong> {
        self.internal(lits)?;
        let mut values = Vec::new();
        grow(&mut values, 2 * self.vars.len(), false)?;
        for lit in &self.clause {
            if values[(!*lit).index()] {
                return Err(Fault::TwoValues((self.vars.external(*lit).var().index() + 1).to_string()).into());
            }
            values[lit.index()] = true;
        }
        if let Some(&lit) = self.assumed.iter().find(|lit| !values[lit.index()]) {
            return Err(Fault::FalseAssumption(self.vars.external(lit).to_dimacs()).into());
        }
        let mut end = self.inputs.len();
        while end > 0 {
            let [high, low, len] = [3, 2, 1].map(|back| self.inputs[end - back]);
            let start = end - 3 - len as usize;
            if !self.inputs[start..end - 3].iter().any(|&code| values[code as usize]) {
                return Err(Fault::FalseInput(u64::from(high) << 32 | u64::from(low)).into());
            }
            end = start;
        }
        self.report.satisfied += 1;
        self.expected = Expected::Question;
        Ok(())
    }

    fn core(&mut self, step: &ProofStep) -> Result<(), Wrong> {
        self.internal(&step.lits)?;
        if let Some(&lit) = self.clause.iter().find(|lit| self.assumed.binary_search(lit).is_err()) {
            return Err(Fault::NotAssumed(self.vars.external(lit).to_dimacs()).into());
        }
        self.clause.iter_mut().for_each(|lit| *lit = !*lit);
        self.follows(&step.hints).map_err(|wrong| wrong.of(step.lits.iter().map(|&lit| !lit)))?;
        self.report.refuted += 1;
        self.expected = Expected::Question;
        Ok(())
    }
}
