//! A tracer that keeps the steps, and their check at any moment, under assumptions too.
//!
//! Clauses that the user adds between two calls get ids between those of derived ones. A proof file numbers the
//! formula's clauses first, so the ids are renumbered: what no step has derived was given.

use super::formula::formula;
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::format::ProofEncoding;
use gemsat::check::read::Proof;
use gemsat::check::{Outcome, lrat};
use gemsat::cnf::{Lit, Var};
use gemsat::limits::Limits;
use gemsat::proof::{ClauseId, Tracer};
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex};

#[derive(Debug)]
enum Step {
    /// The hints are negative for the candidates of a resolution asymmetric tautology.
    Add(ClauseId, Vec<Lit>, Vec<i64>),
    Delete(ClauseId, Vec<Lit>),
}

/// The steps so far, shared with the recorder that the solver owns.
#[derive(Debug)]
pub struct Steps {
    steps: Arc<Mutex<Vec<Step>>>,
    with_hints: bool,
}

/// Keeps every step.
#[derive(Debug)]
pub struct Recorder {
    steps: Arc<Mutex<Vec<Step>>>,
    with_hints: bool,
}

impl Recorder {
    /// A recorder and the steps that it will keep.
    pub fn new(with_hints: bool) -> (Recorder, Steps) {
        let steps = Arc::default();
        (Recorder { steps: Arc::clone(&steps), with_hints }, Steps { steps, with_hints })
    }

    fn keep(&mut self, step: Step) -> io::Result<()> {
        self.steps.lock().expect("one thread").push(step);
        Ok(())
    }
}

impl Tracer for Recorder {
    fn needs_antecedents(&self) -> bool {
        self.with_hints
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.keep(Step::Add(id, clause.to_vec(), antecedents.iter().map(|&id| id as i64).collect()))
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.keep(Step::Add(id, clause.to_vec(), hints.to_vec()))
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.keep(Step::Delete(id, clause.to_vec()))
    }
}

/// The proof under construction: the formula and the two texts.
#[derive(Default)]
struct Texts {
    clauses: Vec<Vec<Lit>>,
    lrat: Vec<u8>,
    drat: Vec<u8>,
    last: u64,
}

impl Texts {
    fn given(&mut self, clause: Vec<Lit>) -> i64 {
        self.clauses.push(clause);
        self.last = self.clauses.len() as u64;
        self.clauses.len() as i64
    }

    fn add(&mut self, clause: &[Lit], hints: &[i64]) -> i64 {
        self.last += 1;
        let mut sorted = clause.to_vec();
        if let [_, tail @ ..] = &mut sorted[..] {
            tail.sort_unstable();
        }
        let _ = write!(self.lrat, "{} ", self.last);
        list(&mut self.lrat, sorted.iter().map(|lit| i64::from(lit.to_dimacs())));
        self.lrat.push(b' ');
        list(&mut self.lrat, hints.iter().copied());
        self.lrat.push(b'\n');
        list(&mut self.drat, clause.iter().map(|lit| i64::from(lit.to_dimacs())));
        self.drat.push(b'\n');
        self.last as i64
    }

    fn delete(&mut self, id: i64, clause: &[Lit]) {
        let _ = write!(self.lrat, "{} d ", self.last);
        list(&mut self.lrat, [id]);
        self.lrat.push(b'\n');
        if clause.len() > 1 {
            self.drat.extend_from_slice(b"d ");
            list(&mut self.drat, clause.iter().map(|lit| i64::from(lit.to_dimacs())));
            self.drat.push(b'\n');
        }
    }
}

/// Writes numbers and a 0.
fn list(text: &mut Vec<u8>, numbers: impl IntoIterator<Item = i64>) {
    for number in numbers {
        let _ = write!(text, "{number} ");
    }
    text.push(b'0');
}

impl Steps {
    /// Checks that the steps refute the clauses given so far together with the failed assumptions in `core`.
    ///
    /// Each assumption is given as two clauses with a fresh variable, so that unit propagation alone does not end the
    /// check before the steps are looked at.
    pub fn check(&self, clauses: &[Vec<Lit>], core: &[Lit], forward: bool) -> Result<(), String> {
        let steps = self.steps.lock().expect("one thread");
        let end = match core {
            [] => steps.len(),
            _ => steps.iter().rposition(|step| matches!(step, Step::Add(..))).map_or(0, |last| last + 1),
        };
        let steps = &steps[..end];
        let mut texts = Texts { clauses: clauses.to_vec(), ..Texts::default() };
        let fresh = self.fresh(clauses, core, steps);
        let mut ids = given_ids(clauses.len(), steps);
        let halves: Vec<[i64; 2]> =
            core.iter().map(|&lit| [true, false].map(|sign| texts.given(vec![lit, fresh.lit(sign)]))).collect();
        texts.last = texts.clauses.len() as u64;
        for step in steps {
            match step {
                Step::Add(id, clause, hints) => {
                    let renumbered: Option<Vec<i64>> = hints
                        .iter()
                        .map(|hint| ids.get(&hint.unsigned_abs()).map(|&id| if *hint < 0 { -id } else { id }))
                        .collect();
                    let Some(hints) = renumbered else {
                        return Err(format!("step {id} names a clause that does not exist: {hints:?}"));
                    };
                    ids.insert(*id, texts.add(clause, &hints));
                }
                Step::Delete(id, clause) => match ids.remove(id) {
                    Some(id) => texts.delete(id, clause),
                    // Solvers keep ids only for proofs with antecedents.
                    None if !self.with_hints => texts.delete(0, clause),
                    None => return Err(format!("clause {id} is deleted twice, or does not exist")),
                },
            }
        }
        if !core.is_empty() {
            let mut hints: Vec<i64> =
                core.iter().zip(&halves).map(|(&lit, &[a, b])| texts.add(&[lit], &[a, b])).collect();
            if !core.iter().any(|&lit| core.contains(&!lit)) {
                hints.push(certificate(clauses, core, steps, &ids)?);
            }
            texts.add(&[], &hints);
        }
        let formula = formula(&texts.clauses);
        if self.with_hints {
            let mut proof = Proof::new(&texts.lrat[..], ProofEncoding::Text);
            say("LRAT", &texts.lrat, lrat::check(&formula, &mut proof, &Limits::none()))?;
        }
        let mut proof = Proof::new(&texts.drat[..], ProofEncoding::Text);
        let options = DratOptions { forward, ..DratOptions::default() };
        say("DRAT", &texts.drat, drat::check(&formula, &mut proof, options, &Limits::none()))
    }

    /// A variable that occurs nowhere.
    fn fresh(&self, clauses: &[Vec<Lit>], core: &[Lit], steps: &[Step]) -> Var {
        let derived = steps.iter().flat_map(|step| match step {
            Step::Add(_, clause, _) | Step::Delete(_, clause) => clause.iter(),
        });
        let used = clauses.iter().flatten().chain(core).chain(derived).map(|lit| lit.var().index() + 1).max();
        Var::new(used.unwrap_or(0))
    }
}

/// The new ids of the clauses that were given: in their order, they have the ids that no step has derived.
fn given_ids(count: usize, steps: &[Step]) -> HashMap<ClauseId, i64> {
    let derived: BTreeSet<ClauseId> =
        steps.iter().filter_map(|step| if let Step::Add(id, ..) = step { Some(*id) } else { None }).collect();
    (1..).filter(|id| !derived.contains(id)).take(count).zip(1..).collect()
}

/// The new id of a clause that the negated core contains. It may have been deleted in the last step, for it stands in
/// the proof only to be found there.
fn certificate(
    clauses: &[Vec<Lit>],
    core: &[Lit],
    steps: &[Step],
    ids: &HashMap<ClauseId, i64>,
) -> Result<i64, String> {
    let refutes = |clause: &[Lit]| clause.iter().all(|&lit| core.contains(&!lit));
    let derived = steps.iter().rev().find_map(|step| match step {
        Step::Add(id, clause, _) if refutes(clause) => ids.get(id).copied(),
        _ => None,
    });
    let mut given = (1..).zip(clauses).filter(|(_, clause)| refutes(clause)).map(|(id, _)| id);
    let mut given = || given.find(|id| ids.values().any(|live| live == id));
    derived.or_else(&mut given).ok_or_else(|| format!("no clause of the proof refutes the assumptions {core:?}"))
}

fn say<T>(system: &str, text: &[u8], outcome: Outcome<T>) -> Result<(), String> {
    match outcome {
        Outcome::Verified(_) => Ok(()),
        Outcome::Rejected(error) | Outcome::Unreadable(error) => {
            let text = String::from_utf8_lossy(text);
            let place = text.lines().count();
            Err(format!("{system}: {error} (of {place} lines)\n{text}"))
        }
        Outcome::Unknown(stop) => Err(format!("{system}: {stop}, though no limit was set")),
    }
}
