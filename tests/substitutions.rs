//! DSR: what breaks symmetries is accepted, and no step that loses all models is.

use crate::support::clauses::{dimacs, formula, line, random_clauses, satisfiable};
use crate::support::proofs::{Verdict, at, cnfcheck, mutate, proof, verdict, verified_as};
use crate::support::refuter::Refuter;
use crate::support::rounds;
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::{CheckError, Fault, Outcome, Place};
use gemsat::cnf::Lit;
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat, Tracer};
use gemsat::util::rng::Rng;

/// A clause and the images of its witness.
type Sr = (Vec<i32>, Vec<(i32, i32)>);

const DIRECTIONS: [bool; 2] = [false, true];

fn check(clauses: &[Vec<i32>], bytes: &[u8], forward: bool) -> Verdict {
    let options = DratOptions { forward, witnesses: true, ..DratOptions::default() };
    verdict(drat::check(&formula(clauses), &mut proof(bytes), options, &Limits::none()))
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).expect("not 0")).collect()
}

/// What the library's writer makes of the steps.
fn written(format: ProofFormat, write: impl FnOnce(&mut dyn Tracer)) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut tracer = proof::create(&path, format, 0).expect("a file");
    assert!(tracer.supports_substitutions());
    write(tracer.as_mut());
    tracer.finish().expect("written");
    std::fs::read(&path).expect("the proof")
}

fn add(tracer: &mut dyn Tracer, (clause, images): &Sr) {
    let images: Vec<(Lit, Lit)> = images.iter().map(|&(from, to)| (lits(&[from])[0], lits(&[to])[0])).collect();
    tracer.add_sr(0, &lits(clause), &images).expect("written");
}

/// That `holes + 1` pigeons have no place each.
pub fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(holes, pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for pigeon in 0..=holes {
            clauses.extend((0..pigeon).map(|other| vec![-sits(holes, pigeon, hole), -sits(holes, other, hole)]));
        }
    }
    clauses
}

fn sits(holes: i32, pigeon: i32, hole: i32) -> i32 {
    pigeon * holes + hole + 1
}

/// How a pigeon is kept out of a hole in which it could change places with the one before it.
#[derive(Clone, Copy, Debug)]
enum Style {
    Unit,
    /// If it is there, the one before it is: the pivot is the first or the second of them.
    Implied(bool),
}

/// The steps that keep all pigeons but one out of the first hole, all others but one out of the second, and so on.
fn exchanges(holes: i32, style: Style) -> Vec<Sr> {
    let mut steps = Vec::new();
    for hole in 0..holes {
        for pigeon in (hole + 1..=holes).rev() {
            let (here, before) = (sits(holes, pigeon, hole), sits(holes, pigeon - 1, hole));
            let clause = match style {
                Style::Unit => vec![-here],
                Style::Implied(true) => vec![-here, before],
                Style::Implied(false) => vec![before, -here],
            };
            let pairs = (0..holes).map(|hole| (sits(holes, pigeon, hole), sits(holes, pigeon - 1, hole)));
            steps.push((clause, pairs.flat_map(|(one, other)| [(one, other), (other, one)]).collect()));
            if let Style::Implied(_) = style {
                steps.push((vec![-here], Vec::new()));
            }
        }
    }
    steps
}

const STYLES: [Style; 3] = [Style::Unit, Style::Implied(true), Style::Implied(false)];

fn exchange_proof(holes: i32, style: Style, format: ProofFormat) -> Vec<u8> {
    written(format, |tracer| {
        for step in exchanges(holes, style) {
            if step.1.is_empty() {
                tracer.add(0, &lits(&step.0), &[]).expect("written");
            } else {
                add(tracer, &step);
            }
        }
        tracer.add(0, &[], &[]).expect("written");
    })
}

#[test]
fn pigeons_are_refuted_by_changing_places() {
    for holes in 3..=6 {
        let clauses = pigeons(holes);
        for (style, format) in STYLES.into_iter().flat_map(|style| FORMATS.map(|format| (style, format))) {
            let bytes = exchange_proof(holes, style, format);
            let found = verified_as(&formula(&clauses), &bytes, None).expect("a right proof");
            assert_eq!(found, if format == ProofFormat::Dsr { "binary DSR" } else { "DSR in text" });
            for forward in DIRECTIONS {
                assert_eq!(check(&clauses, &bytes, forward), Ok(()), "{holes} holes, {style:?}, {format}");
            }
            assert!(trims(&clauses, &bytes));
            assert!(check(&clauses[1..], &bytes, false).is_err(), "a pigeon less");
        }
    }
}

const FORMATS: [ProofFormat; 2] = [ProofFormat::DsrText, ProofFormat::Dsr];

/// Checks a proof backwards, and what it can be trimmed to.
fn trims(clauses: &[Vec<i32>], bytes: &[u8]) -> bool {
    let formula = formula(clauses);
    let options = DratOptions { witnesses: true, ..DratOptions::default() };
    let outcome = drat::check(&formula, &mut proof(bytes), options, &Limits::none());
    let Outcome::Verified(report) = outcome else { return false };
    let trimmed = report.trimmed.expect("a backward check");
    let mut text = Vec::new();
    trimmed.write_drat(&mut text).expect("written");
    let shown = || format!("{clauses:?}\n{}\n{}", String::from_utf8_lossy(bytes), String::from_utf8_lossy(&text));
    assert_eq!(check(clauses, &text, false), Ok(()), "{}", shown());
    if formula.num_vars() <= 12 {
        let core: Vec<Vec<i32>> = trimmed.core().into_iter().map(|index| clauses[index].clone()).collect();
        assert!(!satisfiable(&core), "{}", shown());
    }
    true
}

#[test]
fn steps_are_written_as_dsr_trim_reads_them() {
    let steps: [Sr; 5] = [
        (vec![-1], vec![(1, 2), (2, 1), (3, 3)]),
        // The pivot's image is the negation of a literal, so true.
        (vec![1, -2], vec![(1, 2), (2, 1)]),
        (vec![1, -2], vec![(-1, -2), (2, 3)]),
        (vec![1, -2], vec![(2, -2)]),
        (vec![], vec![(1, 2)]),
    ];
    let write = |tracer: &mut dyn Tracer| {
        steps.iter().for_each(|step| add(tracer, step));
        tracer.delete(0, &lits(&[1, -2])).expect("written");
    };
    let text = "-1 -1 -1 -1 -2 2 1 0\n1 -2 1 1 2 1 0\n1 -2 1 1 2 3 0\n1 -2 1 1 1 1 2 -2 0\n0\nd 1 -2 0\n";
    assert_eq!(String::from_utf8(written(ProofFormat::DsrText, write)).expect("text"), text);
    let binary = [b'a', 3, 3, 3, 3, 5, 4, 2, 0, b'a', 2, 5, 2, 2, 4, 2, 0, b'a'];
    assert_eq!(written(ProofFormat::Dsr, write)[..binary.len()], binary);
}

#[test]
fn witnesses_are_read_to_the_letter() {
    let not_redundant = |clause: &[i32], candidate: &[i32]| Fault::NotRedundant {
        clause: clause.to_vec(),
        candidate: candidate.to_vec(),
    };
    // One of 1 and 2, and what they do to 3.
    let clauses = [vec![1, 2], vec![-1, 3], vec![-2, 3]];
    let end = Err(CheckError::whole(Fault::NoEmptyClause));
    let cases: [(&str, Verdict); 17] = [
        ("1 1 1 1 2 2 1 0\n", end.clone()),
        ("1 -2 1 1 2 1 0\n", end.clone()),
        ("1 -2 1 1 1 2 2 1 0\n", end.clone()),
        ("-1 2 -1 2 0\n", end.clone()),
        ("c a comment\nd 1 2 0\n-1 -1 0\n", end.clone()),
        // An image that is the clause itself, and one of a new variable.
        ("1 -2 1 1 1 1 2 2 0\n", at(1, not_redundant(&[1, -2], &[1, -2]))),
        ("1 1 1 1 4 2 1 0\n", at(1, not_redundant(&[1], &[1]))),
        ("1 1 0\n", end.clone()),
        ("-3 -1 -3 1 0\n", at(1, not_redundant(&[-3, -1], &[-1, 3]))),
        ("1 1 1 2\n", at(2, Fault::Cut)),
        ("1 1 1 2 0\n", at(1, Fault::NoImage(2))),
        ("1 1 -1 0\n", at(1, Fault::TwoImages(-1))),
        ("1 1 2 -2 0\n", at(1, Fault::TwoImages(-2))),
        ("1 1 2 1 2 3 0\n", at(1, Fault::TwoImages(2))),
        ("1 1 1 1 2 -1 2 0\n", at(1, Fault::TwoImages(-1))),
        ("1 1 1 9 2 2 1 9 3 0\n", at(1, Fault::TwoImages(9))),
        ("1 1 1 x 2 0\n", at(1, Fault::Syntax("a number"))),
    ];
    for (text, expected) in cases {
        assert_eq!(check(&clauses, text.as_bytes(), true), expected, "{text:?}");
    }
    // Backwards, what is written wrong is refused even where it is not needed.
    let unneeded = "9 9 9 1 2 1 3 0\n0\n";
    let contradiction = [vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    assert_eq!(check(&contradiction, unneeded.as_bytes(), false), at(1, Fault::TwoImages(1)));
    // As dsr-trim's tool packs it, and cut.
    let packed = [1, 2, 5, 2, 2, 4, 2, 0, 2, 2, 5, 0];
    assert_eq!(check(&clauses, &packed, true), end);
    let place = Some(Place::Step { step: 1, byte: 5 });
    assert_eq!(check(&clauses, &packed[..5], true), Err(CheckError { place, fault: Fault::Cut }));
}

/// A random step as text: a clause, literals that become true, pairs; now and then without a witness.
fn random_step(rng: &mut Rng, vars: u64) -> String {
    let lit = |rng: &mut Rng| (rng.below(vars) as i32 + 1) * if rng.coin() { 1 } else { -1 };
    let mut clause: Vec<i32> = (0..1 + rng.index(3)).map(|_| lit(rng)).collect();
    clause.dedup();
    if clause[1..].contains(&clause[0]) {
        clause.truncate(1);
    }
    let pivot = clause[0];
    let mut numbers = clause;
    if rng.below(8) > 0 {
        numbers.push(pivot);
        let mut free: Vec<i32> = (1..=vars as i32).filter(|&var| var != pivot.abs()).collect();
        rng.shuffle(&mut free);
        if rng.below(3) == 0 {
            numbers.extend(free.pop().map(|var| if rng.coin() { var } else { -var }));
        }
        numbers.push(pivot);
        if rng.below(3) == 0 {
            numbers.extend([pivot, lit(rng)]);
        }
        free.truncate(rng.index(free.len() + 1));
        if rng.coin() {
            // A permutation, with signs.
            for at in 0..free.len() {
                let sign = if rng.below(4) == 0 { -1 } else { 1 };
                numbers.extend([free[at], free[(at + 1) % free.len()] * sign]);
            }
        } else {
            free.iter().for_each(|&var| numbers.extend([var, lit(rng)]));
        }
    }
    numbers.iter().map(|number| format!("{number} ")).collect::<String>() + "0\n"
}

/// The clause of a step, and the values of variables 1, 2, ... that it turns an assignment into.
fn reading(step: &str, vars: u64) -> (Vec<i32>, impl Fn(u32) -> u32) {
    let numbers: Vec<i32> =
        step.split(' ').filter_map(|word| word.parse().ok()).filter(|&number| number != 0).collect();
    let pivot = numbers[0];
    let mut parts = numbers[1..].splitn(3, |&number| number == pivot);
    let mut part = || parts.next().unwrap_or_default().to_vec();
    let clause = [vec![pivot], part()].concat();
    // 0 stands for true.
    let mut images = vec![(pivot, 0)];
    images.extend(part().into_iter().map(|lit| (lit, 0)));
    images.extend(part().chunks(2).map(|pair| (pair[0], pair[1])));
    let turn = move |values: u32| {
        let mut turned = values;
        for &(lit, image) in &images {
            let value = image == 0 || holds(values, image);
            let bit = 1 << (lit.unsigned_abs() - 1);
            turned = if value == (lit > 0) { turned | bit } else { turned & !bit };
        }
        turned & ((1 << vars) - 1)
    };
    (clause, turn)
}

fn holds(values: u32, lit: i32) -> bool {
    (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0)
}

fn is_model(clauses: &[Vec<i32>], values: u32) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| holds(values, lit)))
}

/// The meaning of a step: its witness turns every model that lacks the clause into one that has it.
#[test]
fn accepted_steps_turn_models_into_models() {
    let mut rng = Rng::new(11);
    let (mut accepted, mut by_witness, mut right) = (0, 0, 0);
    for _ in 0..rounds(60_000) {
        let vars = 2 + rng.below(4);
        let count = rng.index(4 * vars as usize);
        let clauses = symmetric_clauses(&mut rng, vars, count);
        let step = random_step(&mut rng, vars);
        let (clause, turn) = reading(&step, vars);
        let without: Vec<u32> = (0..1 << vars)
            .filter(|&values| is_model(&clauses, values) && !is_model(std::slice::from_ref(&clause), values))
            .collect();
        let mut whole = clauses.clone();
        whole.push(clause);
        let is_right = without.iter().all(|&values| is_model(&whole, turn(values)));
        let is_accepted = match check(&clauses, step.as_bytes(), true) {
            Ok(()) => !satisfiable(&whole),
            Err(CheckError { fault, .. }) => match fault {
                Fault::NoEmptyClause => true,
                Fault::NotRedundant { .. } | Fault::NotImplied { .. } => false,
                fault => panic!("{fault}: {step}"),
            },
        };
        assert!(!is_accepted || is_right, "{clauses:?}\n{step}");
        accepted += usize::from(is_accepted);
        by_witness += usize::from(is_accepted && !without.is_empty());
        right += usize::from(is_right);
    }
    assert!(
        by_witness > 2000 && accepted * 10 > right * 9,
        "{accepted} accepted, {by_witness} by witness, {right} right"
    );
}

/// Random clauses of two or three literals, with those that two variables' exchange makes of them half of the time.
fn symmetric_clauses(rng: &mut Rng, vars: u64, count: usize) -> Vec<Vec<i32>> {
    let mut clauses = random_clauses(rng, vars.max(3), count);
    for clause in &mut clauses {
        clause.retain(|lit| u64::from(lit.unsigned_abs()) <= vars);
    }
    clauses.retain(|clause| !clause.is_empty());
    if rng.coin() {
        let exchanged = |lit: &i32| match lit.abs() {
            1 => 2 * lit.signum(),
            2 => lit.signum(),
            _ => *lit,
        };
        let images: Vec<Vec<i32>> = clauses.iter().map(|clause| clause.iter().map(exchanged).collect()).collect();
        clauses.extend(images);
    }
    clauses
}

/// A step that takes away all models, and what follows from it by unit propagation: each such proof must be refused.
#[test]
fn steps_that_take_all_models_away_are_refused() {
    let mut rng = Rng::new(12);
    let mut tried = 0;
    while tried < rounds(6_000) {
        let vars = 2 + rng.below(3);
        let count = rng.index(5 * vars as usize);
        let clauses = symmetric_clauses(&mut rng, vars, count);
        let mut whole = clauses.clone();
        let mut text = String::new();
        for _ in 0..1 + rng.index(3) {
            let step = random_step(&mut rng, vars);
            whole.push(reading(&step, vars).0);
            text.push_str(&step);
        }
        if !satisfiable(&clauses) || satisfiable(&whole) {
            continue;
        }
        let steps = Refuter::refute(&whole, false, false).expect("there is no model");
        text.extend(steps.iter().map(|step| step.to_drat()));
        for forward in DIRECTIONS {
            assert!(check(&clauses, text.as_bytes(), forward).is_err(), "{clauses:?}\n{text}");
        }
        tried += 1;
    }
}

/// Whole random proofs, deletions and all, which are then taken for what they refute.
#[test]
fn random_proofs_never_refute_a_satisfiable_formula() {
    let mut rng = Rng::new(13);
    let (mut accepted, mut with_models) = (0, 0);
    for _ in 0..rounds(12_000) {
        let vars = 3 + rng.below(3);
        let count = 2 + rng.index(7 * vars as usize);
        let clauses = symmetric_clauses(&mut rng, vars, count);
        let mut pool: Vec<String> = clauses.iter().map(|clause| line(clause)).collect();
        let mut text = String::new();
        for _ in 0..rng.index(8) {
            if rng.below(4) == 0 && !pool.is_empty() {
                text.push_str(&format!("d {}", pool[rng.index(pool.len())]));
            } else {
                let step = random_step(&mut rng, vars);
                pool.push(line(&reading(&step, vars).0));
                text.push_str(&step);
            }
        }
        text.push_str("0\n");
        let has_model = satisfiable(&clauses);
        with_models += usize::from(has_model);
        let backward = trims(&clauses, text.as_bytes());
        let forward = check(&clauses, text.as_bytes(), true).is_ok();
        assert!(!has_model || !backward && !forward, "{clauses:?}\n{text}");
        accepted += usize::from(backward);
    }
    assert!(accepted > 500 && with_models > 500, "{accepted} accepted, {with_models} formulas with models");
}

#[test]
fn mutated_exchanges_never_refute_a_satisfiable_sibling() {
    let mut rng = Rng::new(14);
    let mut verified = 0;
    for round in 0..rounds(6_000) {
        let clauses = pigeons(3);
        let mut sibling = clauses.clone();
        while !satisfiable(&sibling) {
            sibling.swap_remove(rng.index(sibling.len()));
        }
        let format = FORMATS[round % 2];
        let bytes = exchange_proof(3, STYLES[round % 3], format);
        let mutant = mutate(&mut rng, &bytes, format == ProofFormat::Dsr);
        for forward in DIRECTIONS {
            assert!(check(&sibling, &mutant, forward).is_err(), "{sibling:?}\n{}", String::from_utf8_lossy(&mutant));
        }
        verified += usize::from(check(&clauses, &mutant, false).is_ok());
    }
    assert!(verified > 500, "many mutations change nothing: {verified}");
}

#[test]
fn the_command_checks_dsr() {
    let clauses = pigeons(3);
    let cnf = dimacs(&clauses);
    let less = cnf.replace(&line(&clauses[0]), "1 -1 0\n");
    for format in FORMATS {
        let proof = exchange_proof(3, Style::Implied(true), format);
        for (cnf, args, code, expected) in [
            (&cnf, "0 1", 10, ": 8 clauses added, 0 deleted; 8 lemmas checked, 0 of them RAT, 3 SR"),
            (&cnf, "dsr 0 1", 10, "s VERIFIED"),
            (&cnf, "dsr --forward 0 1", 10, "s VERIFIED"),
            (&cnf, "drat 0 1", 20, "s REJECTED"),
            (&cnf, "dsr --lrat l 0 1", 2, ""),
            (&cnf, "dsr --forward --trim t 0 1", 2, ""),
            (&less, "0 1", 20, "s REJECTED"),
            (&less, "dsr --forward 0 1", 20, "s REJECTED"),
        ] {
            let output = cnfcheck(&[cnf.as_bytes(), &proof], args, b"");
            let stdout = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(code), "{args}: {stdout}");
            assert!(stdout.contains(expected), "{args}: {stdout}");
        }
    }
}
