//! Proofs in which the steps of each improver are needed: with no other improver on, the steps between the last learned
//! clause and the improver's line of progress are its own, and some of them must be left when the proof is trimmed.

use crate::fuzzing::formula::{self, formula};
use gemsat::check::lrat;
use gemsat::check::read::Proof;
use gemsat::cnf::Lit;
use gemsat::engine::{self, Event, Observer, Progress, Reporter, Verdict};
use gemsat::limits::Limits;
use gemsat::proof::{self, ClauseId, ProofFormat, Tracer};
use gemsat::util::rng::Rng;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

/// A step of the proof: what it rests on, and whose it is.
struct Step {
    id: ClauseId,
    length: usize,
    hints: Vec<ClauseId>,
    rat: bool,
    /// The letter of the improver, or a blank.
    owner: char,
}

/// The steps, and from which on they have no owner yet.
#[derive(Default)]
struct Steps {
    all: Vec<Step>,
    from: usize,
}

/// The tracer, the observer and the reporter of one run.
#[derive(Clone, Default)]
struct Witness(Arc<Mutex<Steps>>);

impl Witness {
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

impl Observer for Witness {
    fn event(&mut self, event: Event<'_>) {
        // What was derived since the last line of progress was derived by the search.
        if matches!(event, Event::Learn(_) | Event::Decide(_) | Event::Conflict(_)) {
            self.own(' ');
        }
    }
}

impl Reporter for Witness {
    fn progress(&mut self, progress: &Progress) {
        self.own(progress.letter);
    }
}

/// Writes a proof to a file, and tells the witness of it.
struct Tee(Box<dyn Tracer>, Witness);

impl Tee {
    fn note(&mut self, id: ClauseId, clause: &[Lit], hints: Vec<ClauseId>, rat: bool) {
        self.1.steps().all.push(Step { id, length: clause.len(), hints, rat, owner: ' ' });
    }
}

impl Tracer for Tee {
    fn wants_antecedents(&self) -> bool {
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

    fn takes_substitutions(&self) -> bool {
        self.0.takes_substitutions()
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

/// The steps that the last one, the empty clause, rests on.
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

/// The improvers that are on by an option, and the letters of their lines.
const IMPROVERS: &[(&str, char)] = &[
    ("vivify", 'v'),
    ("congruence", 'c'),
    ("eliminate", 'e'),
    ("decompose", 'd'),
    ("backbone", 'b'),
    ("probe", 'p'),
    ("ternary", '3'),
    ("factor", 'f'),
    ("sweep", 'w'),
];

/// In how many of so many random formulas are steps of this improver left in the trimmed proof, every one of which is
/// checked; `wanted` says which steps count.
fn needed(
    (improver, letter): (&str, char),
    rounds: u64,
    settings: &[(&str, &str)],
    wanted: impl Fn(&Step) -> bool,
) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut count = 0;
    for seed in 0..rounds {
        let clauses = formula::random(&mut Rng::new(seed), formula::SMALL);
        let mut cdcl = engine::by_name("cdcl").expect("a known engine");
        let mut set = |name: &str, value: &str| cdcl.set_option(name, value).expect("a known option");
        for (name, _) in IMPROVERS {
            set(name, if *name == improver { "on" } else { "off" });
        }
        let rhythm = [("probe_first", "0"), ("probe_interval", "2"), ("eliminate_interval", "1")];
        let quiet = [("lucky", "off"), ("opening_clauses", "0"), ("deduplicate", "off"), ("transitive", "off")];
        for &(name, value) in rhythm.iter().chain(&quiet).chain(settings) {
            set(name, value);
        }
        let mut witness = Witness::default();
        let file = proof::create(&path, ProofFormat::Lrat, clauses.len() as u64).expect("a writable folder");
        assert!(cdcl.set_tracer(Box::new(Tee(file, witness.clone()))).is_ok());
        cdcl.set_reporter(Box::new(witness.clone()));
        let verdict = cdcl.solve(formula(&clauses), &Limits::none(), Some(&mut witness));
        cdcl.finish_proof().expect("the proof is written");
        if verdict == Verdict::Unsat {
            let bytes = std::fs::read(&path).expect("the proof was written");
            let mut proof = Proof::new(&bytes[..]).expect("a proof");
            assert!(lrat::check(&formula(&clauses), &mut proof, &Limits::none()).is_verified(), "{improver}, {seed}");
            let steps = witness.steps();
            count += u64::from(trimmed(&steps.all).any(|step| step.owner == letter && wanted(step)));
        }
    }
    count
}

#[test]
fn steps_of_every_improver_are_needed() {
    for &(improver, letter) in IMPROVERS.iter().filter(|(name, _)| *name != "factor") {
        // Units come from propagation as well.
        let units = ["backbone", "probe", "sweep"].contains(&improver);
        let count = needed((improver, letter), 300, &[], |step| units || step.length > 1);
        assert!(count >= 5, "{improver}: needed in {count} proofs only");
    }
}

#[test]
fn units_of_definitions_are_needed() {
    let settings = [("eliminate_definitions", "on"), ("eliminate_gates", "off"), ("subsume", "off")];
    let count = needed(("eliminate", 'e'), 300, &settings, |step| step.length > 1);
    assert!(count >= 5, "needed in {count} proofs only");
}

#[test]
fn resolvents_of_fast_elimination_are_needed() {
    let settings = [("fast_first", "0"), ("fast_costly", "0"), ("eliminate_interval", "1000000"), ("subsume", "off")];
    let count = needed(("eliminate", 'E'), 300, &settings, |step| step.length > 1);
    assert!(count >= 5, "needed in {count} proofs only");
}

#[test]
fn clauses_of_new_variables_are_needed() {
    let count = needed(("factor", 'f'), 3000, &[("eliminate_bound", "0")], |step| step.rat);
    assert!(count >= 3, "needed in {count} proofs only");
}
