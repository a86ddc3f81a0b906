//! Whole runs by the library on small formulas: verdicts against brute force, proofs against the checker, proofs that
//! lack something.

use gemsat::cnf::{Formula, Lit, Var};
use gemsat::engines::brute;
use gemsat::limits::Limits;
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;
use gemsat_cubes::directory::{Directory, Plan};
use gemsat_cubes::local::{self, Ended};
use gemsat_cubes::progress::{Watcher, Workers};
use gemsat_cubes::record::Outcome;
use gemsat_cubes::results::Seen;
use gemsat_cubes::split::{SplitOptions, split};
use gemsat_cubes::{page, prove};
use std::fs;
use std::path::Path;

fn random(rng: &mut Rng, vars: usize, clauses: u32, len: u32) -> Formula {
    let mut formula = Formula::new();
    formula.declare_vars(vars);
    for _ in 0..clauses {
        let clause: Vec<Lit> = (0..len).map(|_| Var::new(rng.index(vars)).lit(rng.coin())).collect();
        formula.add_clause(clause);
    }
    formula
}

/// Pigeons and one hole too few.
fn pigeons(holes: usize) -> Formula {
    let at = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole);
    let mut formula = Formula::new();
    for pigeon in 0..=holes {
        formula.add_clause((0..holes).map(|hole| at(pigeon, hole).pos()));
    }
    for hole in 0..holes {
        for pigeon in 0..=holes {
            for other in 0..pigeon {
                formula.add_clause([at(pigeon, hole).neg(), at(other, hole).neg()]);
            }
        }
    }
    formula
}

fn cubes(formula: &Formula, target: u64) -> Vec<Vec<Lit>> {
    let options = SplitOptions { target, ..SplitOptions::default() };
    split(formula, &options, &Limits::none()).expect("split").into_iter().map(|cube| cube.lits).collect()
}

fn directory(path: &Path, formula: &Formula, target: u64, budget: u64) -> Directory {
    let plan = Plan { budget, resplits: 6, proof: true };
    Directory::create(path, formula.clone(), "test", &cubes(formula, target), plan).expect("created")
}

fn solve(directory: &Directory, threads: usize) -> Ended {
    local::run(directory, threads, &Limits::none(), &Workers::new(directory)).expect("a run")
}

fn proved(directory: &Directory, path: &Path) {
    let composed = prove::compose(directory, path, ProofFormat::LratText, &Limits::none()).expect("composed");
    prove::check(&directory.formula, path, ProofFormat::LratText, &Limits::none()).expect("verified");
    assert!(composed.bytes > 0 || composed.lemmas == 0);
}

#[test]
fn verdicts_are_those_of_brute_force_and_refutations_are_proved() {
    let mut rng = Rng::new(3);
    let (mut models, mut refutations) = (0, 0);
    for round in 0..120 {
        let vars = 6 + rng.below(10) as u32;
        let formula = random(&mut rng, vars as usize, vars * 43 / 10, 3);
        let scratch = tempfile::tempdir().expect("a folder");
        let directory = directory(&scratch.path().join("run"), &formula, 1 + rng.below(20), 1 + rng.below(10));
        match solve(&directory, 1 + round % 2) {
            Ended::Sat(model) => {
                assert!(directory.is_model(&model), "round {round}");
                models += 1;
            }
            Ended::Unsat => {
                assert!(brute::model(&formula).is_none(), "round {round}");
                proved(&directory, &scratch.path().join("proof"));
                refutations += 1;
            }
            Ended::Open(stop) => panic!("round {round}: {stop:?}"),
        }
    }
    assert!(models > 10 && refutations > 10, "{models} models, {refutations} refutations");
}

#[test]
fn a_run_is_continued_and_its_proof_spans_both_parts() {
    let formula = pigeons(6);
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("run");
    let first = directory(&path, &formula, 40, 30);
    let limits = Limits { stop: Default::default(), ..Limits::none() };
    let stop = limits.stop.clone();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while first.new_results(&mut Seen::default(), |_| ()).is_ok()
                && fs::read_dir(path.join("results")).map_or(0, Iterator::count) == 0
            {
                std::thread::yield_now();
            }
            stop.raise();
        });
        let ended = local::run(&first, 2, &limits, &Workers::new(&first)).expect("a run");
        assert!(matches!(ended, Ended::Open(Some(_)) | Ended::Unsat));
    });
    let again = Directory::open(&path).expect("opened");
    assert_eq!(solve(&again, 2), Ended::Unsat);
    assert_eq!(solve(&again, 1), Ended::Unsat, "a closed run has nothing to do");
    proved(&again, &scratch.path().join("proof"));
    let manifest = prove::manifest(&again, &scratch.path().join("manifest"), &Limits::none()).expect("a manifest");
    assert!(manifest.parts.iter().map(|part| part.refuted.len()).sum::<usize>() > 1);
}

#[test]
fn cubes_over_their_budget_are_split_again() {
    let formula = pigeons(7);
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), &formula, 4, 20);
    assert_eq!(solve(&directory, 1), Ended::Unsat);
    let mut splits = 0;
    let counted = directory.new_results(&mut Seen::default(), |record| {
        splits += usize::from(matches!(record.outcome, Outcome::Split { .. }));
    });
    assert_eq!(counted.expect("read"), 0);
    assert!(splits > 3, "{splits} splits");
    proved(&directory, &scratch.path().join("proof"));
    let mut watcher = Watcher::new(&directory).expect("a watcher");
    let summary = watcher.look().expect("a summary");
    assert_eq!((summary.verdict.as_deref(), summary.open, summary.split as usize), (None, 0, splits));
    assert!(summary.lines().iter().any(|line| line.contains("not checked yet")));
    directory.answer(None).expect("written");
    let summary = watcher.look().expect("a summary");
    assert_eq!(summary.verdict.as_deref(), Some("UNSATISFIABLE"));
    assert!(page::html(&summary).contains("UNSATISFIABLE") && !page::html(&summary).contains("http-equiv"));
    assert!(summary.lines().iter().any(|line| line.contains("0 open")));
}

#[test]
fn a_part_that_lacks_a_step_is_refused() {
    let formula = pigeons(5);
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), &formula, 10, 1000);
    assert_eq!(solve(&directory, 1), Ended::Unsat);
    let proof = scratch.path().join("proof");
    proved(&directory, &proof);
    let part =
        fs::read_dir(directory.file("proofs")).expect("a folder").next().expect("a part").expect("an entry").path();
    let whole = fs::read(&part).expect("bytes");
    let mut refused = 0;
    for at in (0..whole.len()).step_by(whole.len() / 60 + 1) {
        let mut broken = whole.clone();
        broken[at] ^= 0x02;
        fs::write(&part, &broken).expect("written");
        let composed = prove::compose(&directory, &proof, ProofFormat::Lrat, &Limits::none());
        let checked = composed.and_then(|_| prove::check(&formula, &proof, ProofFormat::Lrat, &Limits::none()));
        refused += usize::from(checked.is_err());
    }
    assert!(refused > 10, "{refused} changed parts were refused");
    fs::write(&part, &whole[..whole.len() / 2]).expect("written");
    let error =
        prove::compose(&directory, &proof, ProofFormat::Lrat, &Limits::none()).expect_err("half a part").to_string();
    assert!(error.contains("have no proof"), "{error}");
}

#[test]
fn no_proof_and_no_verdict_while_a_cube_is_open() {
    let formula = pigeons(5);
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), &formula, 10, 1000);
    assert_eq!(solve(&directory, 1), Ended::Unsat);
    let mut names = Seen::default();
    let mut needed = None;
    directory
        .new_results(&mut names, |record| {
            if let Outcome::Unsat { core, .. } = &record.outcome
                && core.len() > 1
            {
                needed = Some(record.cube);
            }
        })
        .expect("read");
    directory.discard(&needed.expect("a refutation that is not all")).expect("taken back");
    let known = local::known(&directory).expect("known");
    if !known.tree.is_closed() {
        let error = prove::compose(&directory, &scratch.path().join("proof"), ProofFormat::Lrat, &Limits::none())
            .expect_err("open")
            .to_string();
        assert!(error.contains("open"), "{error}");
    }
    assert_eq!(solve(&directory, 1), Ended::Unsat);
}

#[test]
fn a_wrong_model_is_set_aside() {
    let formula = pigeons(4);
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), &formula, 4, 1000);
    let lie = gemsat_cubes::record::Record {
        format: gemsat_cubes::record::FORMAT,
        formula: directory.run.formula.clone(),
        cube: "1".parse().expect("a name"),
        worker: "liar".into(),
        conflicts: 0,
        milliseconds: 0,
        outcome: Outcome::Sat { model: (1..=20).collect() },
    };
    directory.record(&lie).expect("written");
    let known = local::known(&directory).expect("known");
    assert!(known.model.is_none() && !known.seen.names.contains(&lie.cube));
    assert_eq!(solve(&directory, 1), Ended::Unsat);
}
