//! What a run claims, and whether it is true.
//!
//! A model is checked against the formula by [`crate::check`], which shares nothing with any solver; a proof too with
//! `--check-proofs`. An "unsatisfiable" without proof is a word, which [`super::verdicts`] weighs against the others'.

use super::child::{Cap, Ended, Usage};
use super::inside::Inside;
use crate::check::drat::DratOptions;
use crate::check::{Fault, Outcome, auto, model};
use crate::cnf::{Formula, Partial};
use crate::encode::answer::{Answer, AnswerError, Status};
use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// What a solver claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// Nothing.
    Nothing,
    /// "Unknown".
    Unknown,
    /// Satisfiable, with a model of the formula.
    Sat,
    /// Satisfiable, with an assignment that is no model.
    WrongModel,
    /// Satisfiable, without a model.
    NoModel,
    /// Unsatisfiable.
    Unsat,
    /// Something that cannot be read as an answer.
    Garbled,
}

/// The result of checking a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// There was none to check.
    None,
    /// It refutes the formula.
    Verified,
    /// It does not refute it.
    Rejected,
    /// Checking it took too long or too much memory.
    Unchecked,
    /// It is in no format that can be checked here, so it shows nothing.
    Unreadable,
}

/// A run that has ended, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The instance's name.
    pub instance: String,
    /// The solver's label.
    pub solver: String,
    /// Which of its runs, from 0.
    pub run: u32,
    /// How it ended; `None` when it could not be started.
    pub ended: Option<Ended>,
    /// What it has used.
    pub usage: Usage,
    /// What it claims.
    pub claim: Claim,
    /// The result of checking its proof.
    pub proof: ProofState,
    /// A note in words.
    pub note: String,
    /// The end of what it printed, without the values of its model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
    /// What the solver reports about its own work, if it is one of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<Inside>,
}

/// What is known of a formula when a run over it is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// There is a model, which was checked.
    pub model: bool,
    /// There is a proof of unsatisfiability, which was checked.
    pub refuted: bool,
    /// Neither is known, and as many solvers say that it is satisfiable as say the opposite.
    pub disputed: bool,
}

/// The verdict on a run: one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Satisfiable, and the model was checked.
    Sat,
    /// Unsatisfiable, and nothing contradicts it.
    Unsat,
    /// It says unsatisfiable without a checked proof, and others say the opposite without a model.
    Disputed,
    /// It ended without an answer.
    Unknown,
    /// It was ended by the limit on CPU time.
    Time,
    /// It was ended by the limit on time by the clock.
    Wall,
    /// Time by the clock, while it was asleep.
    Hung,
    /// It was ended by the limit on memory.
    Memory,
    /// It printed more than the limit on output.
    Flooded,
    /// It ended by a signal, or with an exit code that means nothing.
    Crashed,
    /// It could not be started.
    NotStarted,
    /// Its answer cannot be read, or contradicts itself.
    Garbled,
    /// It claims "satisfiable" without a model.
    NoModel,
    /// Its model leaves a clause false.
    WrongModel,
    /// It claims "unsatisfiable" of a formula with a checked model.
    WrongUnsat,
    /// It claims "satisfiable" of a formula with a checked proof of the opposite.
    WrongSat,
    /// Its proof was rejected.
    WrongProof,
}

impl Word {
    /// The word, as it is printed.
    pub fn text(self) -> &'static str {
        match self {
            Word::Sat => "sat",
            Word::Unsat => "unsat",
            Word::Disputed => "disputed",
            Word::Unknown => "unknown",
            Word::Time => "time",
            Word::Wall => "wall time",
            Word::Hung => "hung",
            Word::Memory => "memory",
            Word::Flooded => "flooded",
            Word::Crashed => "crashed",
            Word::NotStarted => "not started",
            Word::Garbled => "garbled",
            Word::NoModel => "no model",
            Word::WrongModel => "wrong model",
            Word::WrongUnsat => "wrong unsat",
            Word::WrongSat => "wrong sat",
            Word::WrongProof => "wrong proof",
        }
    }

    /// Whether it is an answer that counts.
    pub fn is_solved(self) -> bool {
        matches!(self, Word::Sat | Word::Unsat)
    }

    /// Whether the solver gave an answer that was found wrong.
    pub fn is_wrong(self) -> bool {
        self >= Word::WrongModel
    }

    /// Whether the solver failed in another way than by being slow or large.
    pub fn is_fault(self) -> bool {
        self >= Word::Hung && self != Word::Memory
    }
}

/// Reads a run's answer from its result file, or else from its standard output. Returns the claim and a note.
pub fn read_claim(stdout: &Path, out: &Path, formula: &Formula) -> (Claim, String) {
    let content = |path: &Path| fs::read(path).ok().filter(|bytes| !bytes.is_empty());
    let Some(bytes) = content(out).or_else(|| content(stdout)) else { return (Claim::Nothing, String::new()) };
    let answer = match Answer::parse(&String::from_utf8_lossy(&bytes)) {
        Ok(answer) => answer,
        Err(AnswerError::Empty) => return (Claim::Nothing, String::new()),
        Err(error) => return (Claim::Garbled, error.to_string()),
    };
    match answer.status {
        Status::Unknown => (Claim::Unknown, String::new()),
        Status::Unsatisfiable => (Claim::Unsat, String::new()),
        Status::Satisfiable => check_model(&answer, formula),
    }
}

fn check_model(answer: &Answer, formula: &Formula) -> (Claim, String) {
    if !answer.named.is_empty() {
        return (Claim::Garbled, "expected literals, found names".into());
    }
    if answer.lits.is_empty() && formula.num_clauses() > 0 {
        return (Claim::NoModel, "it claims satisfiable and prints no model".into());
    }
    let mut model = Partial::unassigned(formula.num_vars());
    for &lit in answer.lits.iter().filter(|lit| lit.var().index() < formula.num_vars()) {
        if model.value(lit) == Some(false) {
            return (
                Claim::WrongModel,
                format!("its model makes variable {} both true and false", lit.var().lit(true)),
            );
        }
        model.assign(lit);
    }
    match model::check(formula, &model) {
        Ok(()) => (Claim::Sat, String::new()),
        Err(error) => (Claim::WrongModel, error.to_string()),
    }
}

/// Checks the proof of an "unsatisfiable".
pub fn check_proof(path: &Path, formula: &Formula, limits: &Limits) -> (ProofState, String) {
    // A formula with an empty clause needs no proof, and some solvers write none for it.
    let open = || -> io::Result<Box<dyn Read>> {
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Box::new(io::empty())),
            file => Ok(Box::new(io::BufReader::new(file?))),
        }
    };
    match auto::check(formula, open, None, DratOptions::default(), limits).outcome {
        Outcome::Verified(_) => (ProofState::Verified, String::new()),
        Outcome::Unreadable(error) if matches!(error.fault, Fault::Io(_)) => (ProofState::Unchecked, error.to_string()),
        Outcome::Unreadable(error) => (ProofState::Unreadable, format!("its proof: {error}")),
        Outcome::Rejected(error) => (ProofState::Rejected, format!("its proof: {error}")),
        Outcome::Unknown(stop) => (ProofState::Unchecked, format!("checking its proof was stopped: {stop}")),
    }
}

/// The word on a run, given what is known of the formula.
pub fn word(record: &Record, known: Evidence) -> Word {
    let Some(ended) = record.ended else { return Word::NotStarted };
    // A wrong verdict counts as wrong however the run has ended.
    match record.claim {
        Claim::Unsat if known.model => return Word::WrongUnsat,
        Claim::NoModel if known.refuted => return Word::WrongSat,
        _ => {}
    }
    match (ended, record.claim) {
        (Ended::Cap(Cap::Cpu), _) => Word::Time,
        (Ended::Cap(Cap::Idle), _) => Word::Hung,
        (Ended::Cap(Cap::Wall), _) => Word::Wall,
        (Ended::Cap(Cap::Memory), _) => Word::Memory,
        (Ended::Cap(Cap::Output), _) => Word::Flooded,
        (Ended::Signal(_), _) => Word::Crashed,
        // The exit code of the SAT competitions says the opposite of the text.
        (Ended::Exit(20), Claim::Sat | Claim::NoModel) | (Ended::Exit(10), Claim::Unsat) => Word::Garbled,
        (Ended::Exit(_), Claim::Sat) => Word::Sat,
        // A model or a proof that is incomplete because the run was ended while writing it does not count as wrong.
        (Ended::Exit(_), Claim::WrongModel) => Word::WrongModel,
        (Ended::Exit(_), Claim::Unsat) => match record.proof {
            ProofState::Rejected => Word::WrongProof,
            ProofState::Unreadable => Word::Garbled,
            ProofState::None | ProofState::Unchecked if known.disputed => Word::Disputed,
            ProofState::None | ProofState::Unchecked | ProofState::Verified => Word::Unsat,
        },
        (Ended::Exit(_), Claim::NoModel) => Word::NoModel,
        (Ended::Exit(_), Claim::Garbled) => Word::Garbled,
        (Ended::Exit(10 | 20), Claim::Nothing | Claim::Unknown) => Word::Garbled,
        (Ended::Exit(0), Claim::Nothing) | (Ended::Exit(_), Claim::Unknown) => Word::Unknown,
        (Ended::Exit(_), Claim::Nothing) => Word::Crashed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(stdout: &str, out: Option<&str>) -> Claim {
        let folder = tempfile::tempdir().expect("a folder");
        let (a, b) = (folder.path().join("stdout"), folder.path().join("out"));
        fs::write(&a, stdout).expect("written");
        if let Some(text) = out {
            fs::write(&b, text).expect("written");
        }
        read_claim(&a, &b, &Formula::from_dimacs_lists(&[&[1, -2], &[2, 3]])).0
    }

    #[test]
    fn answers_are_read_and_models_checked() {
        assert_eq!(claim("", None), Claim::Nothing);
        assert_eq!(claim("c thinking\n", None), Claim::Nothing);
        assert_eq!(claim("s SATISFIABLE\nv 1 2 3 0\n", None), Claim::Sat);
        assert_eq!(claim("s SATISFIABLE\nv 1 3 0\n", None), Claim::Sat, "a part that satisfies all clauses");
        assert_eq!(claim("s SATISFIABLE\nv 1 2 3 99 0\n", None), Claim::Sat, "a variable of its own");
        assert_eq!(claim("s SATISFIABLE\nv 1 0\n", None), Claim::WrongModel);
        assert_eq!(claim("s SATISFIABLE\nv 1 -2 -3 0\n", None), Claim::WrongModel);
        assert_eq!(claim("s SATISFIABLE\nv 1 -1 3 0\n", None), Claim::WrongModel);
        assert_eq!(claim("s SATISFIABLE\n", None), Claim::NoModel);
        assert_eq!(claim("SATISFIABLE\n", Some("SAT\n1 2 3 0\n")), Claim::Sat);
        assert_eq!(claim("", Some("UNSAT\n")), Claim::Unsat);
        assert_eq!(claim("s UNKNOWN\n", None), Claim::Unknown);
        assert_eq!(claim("s SATISFIABLE\nv 1 two 0\n", None), Claim::Garbled);
        assert_eq!(claim("s SATISFIABLE\nv 1 2 3 0\ns UNSATISFIABLE\n", None), Claim::Garbled);
    }

    #[test]
    fn each_end_has_its_word() {
        let usage = Usage { user: 0.9, system: 0.0, wall: 1.0, peak: 0 };
        let record = |ended, claim| Record {
            instance: String::new(),
            solver: String::new(),
            run: 0,
            ended,
            usage,
            claim,
            proof: ProofState::None,
            note: String::new(),
            log: String::new(),
            inside: None,
        };
        let nothing = Evidence::default();
        let of = |ended, claim| word(&record(Some(ended), claim), nothing);
        assert_eq!(word(&record(None, Claim::Nothing), nothing), Word::NotStarted);
        assert_eq!(of(Ended::Exit(10), Claim::Sat), Word::Sat);
        assert_eq!(of(Ended::Exit(0), Claim::Unsat), Word::Unsat);
        assert_eq!(of(Ended::Exit(10), Claim::Unsat), Word::Garbled);
        assert_eq!(of(Ended::Exit(20), Claim::Nothing), Word::Garbled);
        assert_eq!(of(Ended::Exit(0), Claim::Nothing), Word::Unknown);
        assert_eq!(of(Ended::Exit(3), Claim::Nothing), Word::Crashed);
        assert_eq!(of(Ended::Signal(11), Claim::Sat), Word::Crashed);
        assert_eq!(of(Ended::Exit(10), Claim::WrongModel), Word::WrongModel);
        assert_eq!(of(Ended::Cap(Cap::Output), Claim::WrongModel), Word::Flooded);
        assert_eq!(of(Ended::Cap(Cap::Wall), Claim::Nothing), Word::Wall);
        let model = Evidence { model: true, ..nothing };
        assert_eq!(word(&record(Some(Ended::Exit(20)), Claim::Unsat), model), Word::WrongUnsat);
        let refuted = Evidence { refuted: true, ..nothing };
        assert_eq!(word(&record(Some(Ended::Exit(10)), Claim::NoModel), refuted), Word::WrongSat);
        let disputed = Evidence { disputed: true, ..nothing };
        assert_eq!(word(&record(Some(Ended::Exit(20)), Claim::Unsat), disputed), Word::Disputed);
        assert_eq!(of(Ended::Cap(Cap::Idle), Claim::Nothing), Word::Hung);
        let mut proven = record(Some(Ended::Exit(20)), Claim::Unsat);
        proven.proof = ProofState::Rejected;
        assert_eq!(word(&proven, nothing), Word::WrongProof);
        proven.proof = ProofState::Unreadable;
        assert_eq!(word(&proven, nothing), Word::Garbled);
        proven.proof = ProofState::Verified;
        assert_eq!(word(&proven, disputed), Word::Unsat);
        assert!(
            Word::Hung.is_fault() && Word::WrongUnsat.is_fault() && !Word::Memory.is_fault() && !Word::Time.is_fault()
        );
    }

    #[test]
    fn proofs_are_checked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("proof");
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        let state = |text: Option<&str>| {
            if let Some(text) = text {
                fs::write(&path, text).expect("written");
            }
            check_proof(&path, &formula, &Limits::none()).0
        };
        assert_eq!(state(None), ProofState::Rejected);
        assert_eq!(state(Some("2 0\n0\n")), ProofState::Verified);
        assert_eq!(state(Some("2 2 1 0\n0\n")), ProofState::Verified, "with a witness");
        assert_eq!(state(Some("5 2 0 1 2 0\n6 0 5 3 4 0\n")), ProofState::Verified);
        assert_eq!(state(Some("2 0\n")), ProofState::Verified, "the rest is unit propagation");
        assert_eq!(state(Some("3 0\n-3 0\n0\n")), ProofState::Rejected);
    }
}
