//! Proofs in which the steps of each inprocessing technique are needed. With no other technique enabled, the steps
//! between the last learned clause and the technique's progress report are its own, and some of them must remain when
//! the proof is trimmed.

use crate::fuzzing::formula::{self, formula};
use crate::support::proofs::proof;
use gemsat::check::lrat;
use gemsat::cnf::Lit;
use gemsat::engine::{Event, Observer, Progress, Reporter, Verdict};
use gemsat::engines;
use gemsat::limits::Limits;
use gemsat::proof::{self, ClauseId, ProofFormat, Tracer};
use gemsat::util::rng::Rng;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

/// A step of the proof.
struct Step {
    id: ClauseId,
    length: usize,
    hints: Vec<ClauseId>,
    rat: bool,
    /// The progress letter of the technique that derived it; a blank for the search.
    owner: char,
}

/// The steps; those from `from` on have no owner yet.
#[derive(Default)]
struct Steps {
    all: Vec<Step>,
    from: usize,
}

/// The steps of one run, shared by its tracer, its observer and its reporter.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Steps>>);

impl Recorder {
    fn steps(&self) -> MutexGuard<'_, Steps> {
        self.0.lock().expect("one thread")
    }

    fn own(&self, owner: char) {
        let mut steps = self.steps();
        let from = steps.from;
        steps.all[from..].iter_mut().for_each(|step| step.owner = owner);
        steps.from = steps.all.len();
    }
}

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>) {
        // The steps since the last report were derived by the search.
        if matches!(event, Event::Learn(_) | Event::Decide(_) | Event::Conflict(_)) {
            self.own(' ');
        }
    }
}

impl Reporter for Recorder {
    fn progress(&mut self, progress: &Progress) {
        self.own(progress.letter);
    }
}

/// Writes a proof to a file and records its steps.
struct Tee(Box<dyn Tracer>, Recorder);

impl Tee {
    fn note(&mut self, id: ClauseId, clause: &[Lit], hints: Vec<ClauseId>, rat: bool) {
        self.1.steps().all.push(Step { id, length: clause.len(), hints, rat, owner: ' ' });
    }
}

impl Tracer for Tee {
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.note(id, clause, antecedents.to_vec(), false);
        self.0.add(id, clause, antecedents)
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.note(id, clause, hints.iter().map(|hint| hint.unsigned_abs()).collect(), true);
        self.0.add_rat(id, clause, hints)
    }

    fn supports_substitutions(&self) -> bool {
        self.0.supports_substitutions()
    }

    fn add_sr(&mut self, id: ClauseId, clause: &[Lit], images: &[(Lit, Lit)]) -> io::Result<()> {
        self.note(id, clause, Vec::new(), false);
        self.0.add_sr(id, clause, images)
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.0.delete(id, clause)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.finish()
    }
}

/// The steps from which the last one, the empty clause, is derived.
fn trimmed(steps: &[Step]) -> impl Iterator<Item = &Step> {
    let places: HashMap<ClauseId, usize> = steps.iter().enumerate().map(|(at, step)| (step.id, at)).collect();
    let mut needed = HashSet::new();
    let mut open: Vec<usize> = steps.iter().rposition(|step| step.length == 0).into_iter().collect();
    while let Some(at) = open.pop() {
        if needed.insert(at) {
            open.extend(steps[at].hints.iter().filter_map(|id| places.get(id)));
        }
    }
    steps.iter().enumerate().filter(move |(at, _)| needed.contains(at)).map(|(_, step)| step)
}

/// The options that enable the techniques, and the letters of their progress reports.
const TECHNIQUES: &[(&str, char)] = &[
    ("vivify", 'v'),
    ("congruence", 'c'),
    ("eliminate", 'e'),
    ("decompose", 'd'),
    ("backbone", 'b'),
    ("probe", 'p'),
    ("factor", 'f'),
    ("sweep", 'w'),
];

/// For how many of `rounds` random formulas the trimmed proof contains steps of this technique for which `counts`
/// holds. Every proof is checked.
fn needed(
    (technique, letter): (&str, char),
    rounds: u64,
    settings: &[(&str, &str)],
    counts: impl Fn(&Step) -> bool,
) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut count = 0;
    for seed in 0..rounds {
        let clauses = formula::random(&mut Rng::new(seed), formula::SMALL);
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        let mut set = |name: &str, value: &str| cdcl.set_option(name, value).expect("a known option");
        for (name, _) in TECHNIQUES {
            set(name, if *name == technique { "on" } else { "off" });
        }
        let rhythm = [("inprocess_first", "0"), ("inprocess_interval", "2"), ("eliminate_interval", "1")];
        let quiet = [("lucky", "off"), ("opening_clauses", "0"), ("deduplicate", "off"), ("transitive", "off")];
        for &(name, value) in rhythm.iter().chain(&quiet).chain(settings) {
            set(name, value);
        }
        let mut recorder = Recorder::default();
        let file = proof::create(&path, ProofFormat::Lrat, clauses.len() as u64).expect("a writable folder");
        assert!(cdcl.set_tracer(Box::new(Tee(file, recorder.clone()))).is_ok());
        cdcl.set_reporter(Box::new(recorder.clone()));
        let verdict = cdcl.solve(formula(&clauses), &Limits::none(), Some(&mut recorder));
        cdcl.finish_proof().expect("the proof is written");
        if verdict == Verdict::Unsat {
            let bytes = std::fs::read(&path).expect("the proof was written");
            assert!(
                lrat::check(&formula(&clauses), &mut proof(&bytes), &Limits::none()).is_verified(),
                "{technique}, {seed}"
            );
            let steps = recorder.steps();
            count += u64::from(trimmed(&steps.all).any(|step| step.owner == letter && counts(step)));
        }
    }
    count
}

#[test]
fn steps_of_every_technique_are_needed() {
    for &(technique, letter) in TECHNIQUES.iter().filter(|(name, _)| *name != "factor") {
        // Units of other techniques may come from propagation and do not count.
        let units = ["backbone", "probe", "sweep"].contains(&technique);
        let count = needed((technique, letter), 300, &[], |step| units || step.length > 1);
        assert!(count >= 5, "{technique}: needed in {count} proofs only");
    }
}

#[test]
fn resolvents_of_fast_elimination_are_needed() {
    let settings = [("fast_first", "0"), ("fast_costly", "0"), ("eliminate_interval", "1000000"), ("subsume", "off")];
    let count = needed(("eliminate", 'E'), 300, &settings, |step| step.length > 1);
    assert!(count >= 5, "needed in {count} proofs only");
}

#[test]
fn clauses_that_define_new_variables_are_needed() {
    let count = needed(("factor", 'f'), 3000, &[("eliminate_bound", "0")], |step| step.rat);
    assert!(count >= 3, "needed in {count} proofs only");
}
