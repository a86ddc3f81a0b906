//! Checks LRAT proofs while they are read.
//!
//! **What it does**: every added clause is assumed to be false, its antecedents are visited in their order
//! (`derivation.rs`), each must be unit or false, the last one false (Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp, CADE'17). Negative hints open the resolution candidates of the first literal. **Why it is fast**:
//! there is no search and there are no watches, and each antecedent is looked at once; the memory of deleted clauses is
//! reused. **Candidates**: the clauses with the negated pivot must all have hints. Their number for each literal is
//! counted from the first such step on, so that proofs without one pay nothing, and compared with the number of
//! different candidates given. **Leniency**: an antecedent whose only literal that is not false is already true is
//! skipped, antecedents after the conflict are not looked at, and a tautology needs none; all three are sound. Ids must
//! be new, but need not ascend.

use super::clauses::{Clauses, Marks, State, distinct};
use super::derivation::{Derivation, Lookup, Wrong, place};
use super::fault::{CheckError, Fault};
use super::read::{Proof, ProofStep, StepKind};
use super::vars::Vars;
use super::{Halt, Outcome, drat, grow, side_by_side};
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
    /// Whether the formula is refuted: a derivation need not end with the empty clause.
    pub refuted: bool,
}

/// Steps between two looks at the limits.
const POLL: u64 = 1 << 10;

/// Checks that the proof refutes the formula.
pub fn check<R: Read>(formula: &Formula, proof: &mut Proof<R>, limits: &Limits) -> Outcome<Report> {
    run(formula, proof, limits, |_, _| true).and_then(refutation).into()
}

/// Checks that the proof refutes the formula, with this many threads; the outcome is the same with any number.
pub fn check_by_threads<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    threads: usize,
    limits: &Limits,
) -> Outcome<Report> {
    steps_by_threads(formula, proof, threads, limits).and_then(refutation).into()
}

/// Checks that the proof derives from the formula that not all literals of the core are true: a clause of their
/// negations, or of some of them, as [`Solver::core_clause`](crate::Solver::core_clause) names it.
pub fn check_core<R: Read>(formula: &Formula, proof: &mut Proof<R>, core: &[Lit], limits: &Limits) -> Outcome<Report> {
    let refutes = |clause: &[Lit]| clause.iter().all(|&lit| core.contains(&!lit));
    if core.iter().any(|&lit| core.contains(&!lit)) || formula.clauses().any(refutes) {
        return Outcome::Verified(Report { trivial: true, ..Report::default() });
    }
    let (mut found, mut implied) = (false, true);
    let report = run(formula, proof, limits, |step, rat| {
        implied &= !rat;
        found = implied && refutes(&step.lits);
        implied && !found
    });
    let report = report.and_then(|report| {
        // The empty clause is such a clause; the formula may be refuted without any step.
        if found || report.trivial { Ok(report) } else { Err(CheckError::whole(Fault::NoCore).into()) }
    });
    report.into()
}

/// Checks that every step follows, with this many threads; [`Report::refuted`] says whether the empty clause is among
/// them.
pub fn derive_by_threads<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    threads: usize,
    limits: &Limits,
) -> Outcome<Report> {
    steps_by_threads(formula, proof, threads, limits).into()
}

/// Checks that every step follows, up to the empty clause if there is one. `added` is called with each clause that was
/// checked, and whether it is a resolution asymmetric tautology, which need not follow from the clauses before it; the
/// answer `false` ends the check there.
///
/// ```
/// use gemsat::{check::{format::ProofEncoding, lrat, read::Proof}, cnf::Formula, limits::Limits};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 3]]);
/// let mut proof = Proof::new(&b"4 1 0 1 2 0\n5 3 0 4 3 0\n"[..], ProofEncoding::Text);
/// let mut derived = Vec::new();
/// let outcome = lrat::derive(&formula, &mut proof, &Limits::none(), |step, rat| {
///     derived.push((step.id, rat));
///     true
/// });
/// assert!(outcome.is_verified());
/// assert_eq!(derived, [(4, false), (5, false)]);
/// ```
pub fn derive<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    limits: &Limits,
    added: impl FnMut(&ProofStep, bool) -> bool,
) -> Outcome<Report> {
    run(formula, proof, limits, added).into()
}

fn steps_by_threads<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    threads: usize,
    limits: &Limits,
) -> Result<Report, Halt> {
    match threads {
        0 | 1 => run(formula, proof, limits, |_, _| true),
        threads => side_by_side::run(formula, proof, threads, limits),
    }
}

/// The report, if the proof is a refutation; otherwise the fault.
fn refutation(report: Report) -> Result<Report, Halt> {
    if report.refuted { Ok(report) } else { Err(CheckError::whole(Fault::NoEmptyClause).into()) }
}

fn run<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    limits: &Limits,
    mut added: impl FnMut(&ProofStep, bool) -> bool,
) -> Result<Report, Halt> {
    let mut checker = Checker {
        clauses: Clauses::default(),
        vars: Vars::new(formula),
        derivation: Derivation::default(),
        marks: Marks::default(),
        counts: None,
        lits: Vec::new(),
        clause: Vec::new(),
        report: Report::default(),
    };
    if checker.load(formula)? {
        return Ok(Report { trivial: true, refuted: true, ..Report::default() });
    }
    let mut step = ProofStep::default();
    let mut steps = 0u64;
    while let Some(kind) = proof.next_lrat(&mut step)? {
        steps += 1;
        if steps.is_multiple_of(POLL)
            && let Some(stop) = limits.poll(&[("steps", steps)])
        {
            return Err(stop.into());
        }
        let known_rat = checker.report.rat;
        let done = match kind {
            StepKind::Add => checker.add(&step),
            StepKind::Delete => checker.delete(&step.hints).map(|()| false),
        };
        match done {
            Ok(refuted) => {
                let goes_on = kind == StepKind::Delete || added(&step, checker.report.rat > known_rat);
                if refuted || !goes_on {
                    return Ok(Report { refuted, ..checker.report });
                }
            }
            Err(Wrong::Fault(fault)) => return Err(proof.wrong(fault).into()),
            Err(Wrong::Halt(halt)) => return Err(halt),
        }
    }
    if drat::refuted_by_units(formula, limits)? {
        return Ok(Report { trivial: true, refuted: true, ..checker.report });
    }
    Ok(checker.report)
}

impl Lookup for Clauses {
    #[inline]
    fn find(&self, id: u64) -> State {
        Clauses::find(self, id)
    }

    #[inline]
    fn lits(&self, place: u32) -> &[u32] {
        Clauses::lits(self, place)
    }
}

struct Checker {
    clauses: Clauses,
    vars: Vars,
    derivation: Derivation,
    marks: Marks,
    /// How many live clauses contain each literal, once someone asks.
    counts: Option<Vec<u64>>,
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
        self.derivation.grow(num_lits)?;
        distinct(&mut self.marks, &self.lits, num_lits, into)?;
        Ok(())
    }

    /// Checks and adds a clause; says whether it is the empty one.
    fn add(&mut self, step: &ProofStep) -> Result<bool, Wrong> {
        match self.clauses.find(step.id) {
            State::Unknown => {}
            _ => return Err(Fault::DuplicateId(step.id).into()),
        }
        let mut clause = std::mem::take(&mut self.clause);
        self.internal(&step.lits, &mut clause).map_err(Wrong::Halt)?;
        self.report.added += 1;
        self.report.hints += step.hints.len() as u64;
        let Checker { clauses, counts, derivation, vars, .. } = self;
        let num_lits = 2 * vars.len();
        let containing = |lit: Lit| -> Result<u64, Stop> {
            if counts.is_none() {
                let mut all = Vec::new();
                grow(&mut all, num_lits, 0u64)?;
                clauses.live().flatten().for_each(|&code| all[code as usize] += 1);
                *counts = Some(all);
            }
            Ok(counts.as_ref().and_then(|counts| counts.get(lit.index())).copied().unwrap_or(0))
        };
        let rat = derivation.follows(clauses, &clause, &step.hints, containing);
        let rat = rat.map_err(|wrong| wrong.of(step.lits.iter().copied()))?;
        self.report.rat += u64::from(rat);
        let empty = clause.is_empty();
        if !empty {
            self.clauses.add(step.id, &clause)?;
            if let Some(counts) = &mut self.counts {
                grow(counts, num_lits, 0)?;
                clause.iter().for_each(|lit| counts[lit.index()] += 1);
            }
        }
        self.clause = clause;
        Ok(empty)
    }

    fn delete(&mut self, ids: &[i64]) -> Result<(), Wrong> {
        for id in ids.iter().map(|id| id.unsigned_abs()) {
            let place = place(&self.clauses, id)?;
            if let Some(counts) = &mut self.counts {
                self.clauses.lits(place).iter().for_each(|&code| counts[code as usize] -= 1);
            }
            self.clauses.delete(id, place)?;
            self.report.deleted += 1;
        }
        Ok(())
    }
}
