//! Derivations: every step follows, whether the formula is refuted or not.

use crate::support::clauses::{dimacs, formula, random_clauses, rivest, satisfiable};
use crate::support::proofs::{cnfcheck, mutate, proof, verdict};
use crate::support::refuter::{Refuter, written};
use crate::support::rounds;
use gemsat::check::drat::DratOptions;
use gemsat::check::read::ProofStep;
use gemsat::check::{Outcome, drat, lrat};
use gemsat::cnf::{Formula, Lit};
use gemsat::limits::Limits;
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;

const DERIVATION: DratOptions = DratOptions { forward: false, derivation: true, record: false, witnesses: false };

/// The clauses with these units; satisfiable where the clauses do not imply the clause of which they are the negation.
fn refuted_with(clauses: &[Vec<i32>], clause: &[Lit]) -> bool {
    let units = clause.iter().map(|lit| vec![-lit.to_dimacs()]);
    !satisfiable(&clauses.iter().cloned().chain(units).collect::<Vec<_>>())
}

/// Whether all steps follow and the formula is refuted, whether they follow and it is not, or neither.
fn derived<T>(outcome: Outcome<T>, refuted: impl FnOnce(&T) -> bool) -> Option<bool> {
    match outcome {
        Outcome::Verified(report) => Some(refuted(&report)),
        other => verdict(other).ok().map(|()| false),
    }
}

#[test]
fn what_is_derived_from_spoilt_proofs_follows() {
    let mut rng = Rng::new(71);
    let (mut whole, mut parts, mut clauses_seen) = (0, 0, 0);
    for round in 0..rounds(60) {
        let clauses = random_clauses(&mut rng, 8, 30 + round % 30);
        let Some(mut steps) = Refuter::refute(&clauses, false, round % 2 == 1) else { continue };
        // A part of a refutation, for a part of the formula: that has models mostly.
        steps.truncate(1 + rng.index(steps.len()));
        let kept = clauses.len() - rng.index(4).min(round % 2 * 4);
        let kept_clauses = clauses[..kept].to_vec();
        let formula = formula(&kept_clauses);
        for _ in 0..20 {
            let format = [ProofFormat::Lrat, ProofFormat::LratText][rng.index(2)];
            let bytes = mutate(&mut rng, &written(format, clauses.len(), &steps), format == ProofFormat::Lrat);
            let added = |step: &ProofStep, rat: bool| {
                let small = step.lits.iter().all(|lit| lit.to_dimacs().abs() <= 8);
                if !rat && small {
                    clauses_seen += 1;
                    assert!(refuted_with(&kept_clauses, &step.lits), "{:?}: {:?}", kept_clauses, step.lits);
                }
                !rat
            };
            let outcome = lrat::derive(&formula, &mut proof(&bytes), &Limits::none(), added);
            match derived(outcome, |report| report.refuted) {
                Some(true) => assert!(!satisfiable(&kept_clauses)),
                Some(false) => parts += 1,
                None => {}
            }
            let bytes = mutate(&mut rng, &written(ProofFormat::DratText, clauses.len(), &steps), false);
            let outcome = drat::check(&formula, &mut proof(&bytes), DERIVATION, &Limits::none());
            if let Some(true) = derived(outcome, |report| report.refuted) {
                whole += 1;
                assert!(!satisfiable(&kept_clauses));
            }
        }
    }
    assert!(parts > 100 && clauses_seen > 1000 && whole > 20, "{parts} {clauses_seen} {whole}");
}

#[test]
fn a_derivation_has_the_same_outcome_with_threads() {
    let clauses = rivest();
    let formula = formula(&clauses[..7]);
    for (text, expected) in [
        ("9 1 2 0 1 6 3 0\n", Some(false)),
        ("9 1 2 0 1 6 3 0\n10 3 0 9 0\n", None),
        ("", Some(false)),
        ("9 1 2 0 1 6", None),
    ] {
        for threads in [1, 2] {
            let outcome = lrat::derive_by_threads(&formula, &mut proof(text.as_bytes()), threads, &Limits::none());
            assert_eq!(derived(outcome, |report| report.refuted), expected, "{text:?}, {threads} threads");
        }
    }
}

#[test]
fn the_command_tells_a_derivation_from_a_refutation() {
    let whole = dimacs(&rivest());
    let part = dimacs(&rivest()[..7]);
    let lrat = "9 1 2 0 1 6 3 0\n";
    let (derived, refuted) = ("s VERIFIED DERIVATION\n", "s VERIFIED\n");
    for (formula, proof, args, code, last) in [
        (&part, "1 2 0\n", "drat --derivation 0 1", 10, derived),
        (&part, "1 2 0\n", "dsr --derivation 0 1", 10, derived),
        (&part, lrat, "lrat --derivation 0 1", 10, derived),
        (&part, lrat, "lrat --derivation --threads 2 0 1", 10, derived),
        (&part, "", "drat --derivation 0 1", 10, derived),
        (&part, "1 2 0\n1 2 3 0\n4 0\n0\n", "drat --derivation 0 1", 20, "s REJECTED\n"),
        (&part, "1 2 0\n", "drat 0 1", 20, "s REJECTED\n"),
        (&part, lrat, "lrat 0 1", 20, "s REJECTED\n"),
        (&part, "1 2", "drat --derivation 0 1", 1, "s UNREADABLE\n"),
        (&whole, "1 2 0\n1 0\n2 0\n0\n", "drat --derivation 0 1", 10, refuted),
    ] {
        let output = cnfcheck(&[formula.as_bytes(), proof.as_bytes()], args, b"");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{args} {proof:?}: {stdout}");
        assert!(stdout.ends_with(last), "{args} {proof:?}: {stdout}");
        assert_eq!(stdout.contains("this is no refutation"), last == derived, "{args} {proof:?}: {stdout}");
    }
    let output = cnfcheck(&[whole.as_bytes(), b"0\n"], "drat --derivation --core x 0 1", b"");
    assert_eq!(output.status.code(), Some(2));
}

/// The remarks on deletions that a check of this proof makes.
fn warnings(clauses: &[Vec<i32>], proof: &str) -> Vec<String> {
    let output = cnfcheck(&[dimacs(clauses).as_bytes(), proof.as_bytes()], "drat 0 1", b"");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(10), "{stdout}");
    stdout.lines().filter(|line| line.contains("warning")).map(str::to_owned).collect()
}

#[test]
fn a_deletion_is_warned_of_where_ignoring_it_matters() {
    // 1 implies 2, and 7 implies 8, which nothing needs.
    let mut clauses = vec![vec![1], vec![-1, 2], vec![7], vec![-7, 8]];
    clauses.extend([vec![-2, 3, 4], vec![-2, 3, -4], vec![-2, -3, 4], vec![-2, -3, -4]]);
    let expected =
        "c warning: 1 deletion of reasons of units that the proof goes on to use ignored, the first at line 1";
    assert_eq!(warnings(&clauses, "d -1 2 0\n3 0\n0\n"), [expected]);
    assert_eq!(warnings(&clauses, "d -7 8 0\n3 0\n0\n"), [""; 0], "nothing needs 8");
    assert_eq!(warnings(&clauses, "2 0\nd -1 2 0\n3 0\n0\n"), [""; 0], "2 is a clause of its own");
    assert_eq!(warnings(&clauses, "3 0\nd -1 2 0\nd -2 3 4 0\n0\n"), [""; 0], "the proof has ended");
    let gone = "2 0\nd -1 2 0\nd 2 0\n3 0\n0\n";
    assert!(warnings(&clauses, gone)[0].contains("1 deletion of reasons"), "it was a clause of its own");
    let none = warnings(&clauses, "d 5 6 0\nd 5 6 0\n3 0\n0\n");
    assert_eq!(none, ["c warning: 2 deletions of clauses that are not there ignored, the first at line 1"]);
}

#[test]
fn proofs_of_our_own_are_warned_of_nowhere() {
    let mut rng = Rng::new(12);
    let mut proofs = 0;
    while proofs < 15 {
        let clauses = random_clauses(&mut rng, 60, 290);
        let formula = formula(&clauses);
        let format = [ProofFormat::DratText, ProofFormat::DsrText][proofs % 2];
        let (tracer, bytes) = gemsat::proof::create_in_memory(format, clauses.len() as u64, 1 << 26);
        let mut solver = gemsat::solver::Solver::new();
        solver.set_tracer(tracer).expect("there are no clauses yet");
        solver.load(&formula);
        if !matches!(solver.solve(), gemsat::engine::Verdict::Unsat) {
            continue;
        }
        proofs += 1;
        solver.finish_proof().expect("a proof");
        let options = DratOptions { witnesses: format == ProofFormat::DsrText, ..DratOptions::default() };
        let outcome = drat::check(&formula, &mut proof(&bytes.take()), options, &Limits::none());
        let Outcome::Verified(report) = outcome else { panic!("{outcome:?}") };
        assert_eq!((report.ignored_units, report.ignored_unknown), ((0, None), (0, None)), "{format}");
    }
}

#[test]
fn a_forward_check_costs_what_its_lemmas_do() {
    // A hundred thousand lemmas on one literal, each gone before the next one comes: a look at all clauses for each
    // took minutes.
    let mut clauses: Vec<Vec<i32>> = rivest();
    clauses.push(vec![5, 6]);
    let formula: Formula = formula(&clauses);
    let lemmas = "21 22 23 0\nd 21 22 23 0\n".repeat(100_000);
    let text = format!("{lemmas}1 2 0\n1 0\n2 0\n0\n");
    let began = std::time::Instant::now();
    let options = DratOptions { forward: true, ..DratOptions::default() };
    let outcome = drat::check(&formula, &mut proof(text.as_bytes()), options, &Limits::none());
    let Outcome::Verified(report) = outcome else { panic!("{outcome:?}") };
    assert_eq!(report.rat, 100_000);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn candidates_come_and_go_on_both_ways() {
    // Definitions of 5 and 6 over and over, in the order that has candidates among those that were deleted and come
    // again.
    let clauses = rivest();
    let formula = formula(&clauses);
    let mut rng = Rng::new(4);
    let definition = |out: i32, a: i32, b: i32| [vec![out, -a, -b], vec![-out, a], vec![-out, b]];
    for _ in 0..rounds(40) {
        let mut text = String::new();
        let line = |lits: &[i32]| lits.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n";
        for _ in 0..6 {
            let out = 5 + rng.below(2) as i32;
            let (a, b) = ([1, -1][rng.index(2)], [2, -2, 3][rng.index(3)]);
            let all = definition(out, a, b);
            all.iter().for_each(|clause| text += &line(clause));
            all.iter().for_each(|clause| text += &format!("d {}", line(clause)));
        }
        text += "5 -1 -2 0\n-5 1 0\n-5 2 0\n1 2 0\n1 0\n2 0\n0\n";
        for forward in [false, true] {
            let options = DratOptions { forward, ..DratOptions::default() };
            let outcome = drat::check(&formula, &mut proof(text.as_bytes()), options, &Limits::none());
            assert!(outcome.is_verified(), "{text}: {outcome:?}");
            // A candidate that is there again makes a lemma wrong.
            let wrong = format!("5 -1 -2 0\n-5 1 0\n5 0\n{text}");
            let outcome = drat::check(&formula, &mut proof(wrong.as_bytes()), DERIVATION, &Limits::none());
            assert!(!outcome.is_verified(), "{wrong}");
        }
    }
}
