//! The checkers and the proof writers: right proofs are accepted, nothing else is.

use gemsat::check::read::{Proof, System};
use gemsat::check::{Fault, Outcome, Place, Refutation, drat, lrat};
use gemsat::cnf::{Formula, Lit, Var};
use gemsat::limits::{Limits, Stop};
use gemsat::proof::{self, ProofFormat};
use gemsat::util::rng::Rng;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A verdict: verified, or where and why not.
pub(crate) type Verdict = Result<(), Refutation>;

pub(crate) fn verdict<T>(outcome: Outcome<T>) -> Verdict {
    match outcome {
        Outcome::Verified(_) => Ok(()),
        Outcome::Refuted(refutation) => Err(refutation),
        Outcome::Unknown(stop) => panic!("no limits were set: {stop}"),
    }
}

fn check_lrat(formula: &Formula, bytes: &[u8]) -> Verdict {
    verdict(lrat::check(formula, &mut Proof::new(bytes)?, &Limits::none()))
}

fn check_drat(formula: &Formula, bytes: &[u8], forward: bool) -> Verdict {
    let options = drat::Options { forward, ..drat::Options::default() };
    verdict(drat::check(formula, &mut Proof::new(bytes)?, options, &Limits::none()))
}

pub(crate) fn formula(clauses: &[Vec<i32>]) -> Formula {
    let lists: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    Formula::from_dimacs_lists(&lists)
}

/// Whether the formula has a model, by looking at all assignments.
pub(crate) fn satisfiable(clauses: &[Vec<i32>]) -> bool {
    let vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    assert!(vars <= 16);
    (0..1u32 << vars).any(|bits| {
        clauses.iter().all(|clause| clause.iter().any(|lit| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0)))
    })
}

/// Knuth's and Rivest's example: all clauses of eight minimal ones over four variables.
fn rivest() -> Vec<Vec<i32>> {
    let clauses: [[i32; 3]; 8] =
        [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]];
    clauses.iter().map(|clause| clause.to_vec()).collect()
}

/// The steps of a test proof.
#[derive(Clone, Debug)]
pub(crate) enum TestStep {
    Add(u64, Vec<i32>, Vec<u64>),
    Rat(u64, Vec<i32>, Vec<i64>),
    Delete(u64, Vec<i32>),
}

impl TestStep {
    /// The step as a line of DRAT.
    pub(crate) fn to_drat(&self) -> String {
        let (mark, clause) = match self {
            TestStep::Add(_, clause, _) | TestStep::Rat(_, clause, _) => ("", clause),
            TestStep::Delete(_, clause) => ("d ", clause),
        };
        clause.iter().fold(mark.to_owned(), |text, lit| text + &format!("{lit} ")) + "0\n"
    }
}

/// A refuter that is as simple as it can be: it branches, propagates by looking at all clauses, and derives the negation
/// of its decisions whenever both branches are refuted.
pub(crate) struct Refuter {
    clauses: Vec<(u64, Vec<i32>)>,
    vars: i32,
    last: u64,
    steps: Vec<TestStep>,
}

impl Refuter {
    /// A refutation of the clauses, if there is one. `extend` defines a new variable first, as resolution asymmetric
    /// tautologies, and `delete` deletes lemmas that are subsumed.
    pub(crate) fn refute(clauses: &[Vec<i32>], extend: bool, delete: bool) -> Option<Vec<TestStep>> {
        let vars = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap_or(0);
        let numbered = clauses.iter().enumerate().map(|(index, clause)| (index as u64 + 1, clause.clone())).collect();
        let mut refuter = Refuter { clauses: numbered, vars, last: clauses.len() as u64, steps: Vec::new() };
        if extend && vars >= 2 {
            let x = vars + 1;
            let first = refuter.last + 1;
            refuter.rat(vec![x, -1, -2], vec![]);
            refuter.rat(vec![-x, 1], vec![-(first as i64)]);
            refuter.rat(vec![-x, 2], vec![-(first as i64)]);
            refuter.vars += 1;
        }
        refuter.branch(&mut Vec::new(), delete).then_some(refuter.steps)
    }

    fn rat(&mut self, clause: Vec<i32>, hints: Vec<i64>) {
        self.last += 1;
        self.clauses.push((self.last, clause.clone()));
        self.steps.push(TestStep::Rat(self.last, clause, hints));
    }

    fn branch(&mut self, decisions: &mut Vec<i32>, delete: bool) -> bool {
        let before = self.steps.len();
        let values = match self.propagate(decisions) {
            Ok(hints) => return self.derive(decisions, hints, delete, before),
            Err(values) => values,
        };
        // The newest variable first, so that extension variables take part.
        let Some(var) = (1..=self.vars).rev().find(|var| !values.contains(var) && !values.contains(&-var)) else {
            return false;
        };
        for lit in [var, -var] {
            decisions.push(lit);
            let refuted = self.branch(decisions, delete);
            decisions.pop();
            if !refuted {
                return false;
            }
        }
        let hints = self.propagate(decisions).expect("both branches are refuted");
        self.derive(decisions, hints, delete, before)
    }

    fn derive(&mut self, decisions: &[i32], hints: Vec<u64>, delete: bool, before: usize) -> bool {
        self.last += 1;
        let clause: Vec<i32> = decisions.iter().map(|lit| -lit).collect();
        self.clauses.push((self.last, clause.clone()));
        self.steps.push(TestStep::Add(self.last, clause, hints));
        if delete && !decisions.is_empty() {
            let lemmas: Vec<(u64, Vec<i32>)> = self.steps[before..self.steps.len() - 1]
                .iter()
                .filter_map(|step| match step {
                    TestStep::Add(id, lits, _) => Some((*id, lits.clone())),
                    _ => None,
                })
                .collect();
            for (id, lits) in lemmas {
                if let Some(place) = self.clauses.iter().position(|(other, _)| *other == id) {
                    self.clauses.remove(place);
                    self.steps.push(TestStep::Delete(id, lits));
                }
            }
        }
        true
    }

    /// The antecedents of a conflict, or else the assignment.
    fn propagate(&self, decisions: &[i32]) -> Result<Vec<u64>, Vec<i32>> {
        let mut values = decisions.to_vec();
        let mut hints = Vec::new();
        loop {
            let before = values.len();
            for (id, clause) in &self.clauses {
                if clause.iter().any(|lit| values.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|lit| !values.contains(&-**lit));
                match (open.next(), open.next()) {
                    (None, _) => {
                        hints.push(*id);
                        return Ok(hints);
                    }
                    (Some(&unit), None) => {
                        hints.push(*id);
                        values.push(unit);
                    }
                    _ => {}
                }
            }
            if values.len() == before {
                return Err(values);
            }
        }
    }
}

/// Writes the steps by the library's writer.
fn write(path: &Path, format: ProofFormat, originals: usize, steps: &[TestStep]) {
    let mut tracer = proof::create(path, format, originals as u64).expect("a file");
    assert_eq!(tracer.wants_antecedents(), matches!(format, ProofFormat::Lrat | ProofFormat::LratText));
    let lits =
        |clause: &[i32]| -> Vec<Lit> { clause.iter().map(|&lit| Lit::from_dimacs(lit).expect("not 0")).collect() };
    for step in steps {
        match step {
            TestStep::Add(id, clause, hints) => tracer.add(*id, &lits(clause), hints),
            TestStep::Rat(id, clause, hints) => tracer.add_rat(*id, &lits(clause), hints),
            TestStep::Delete(id, clause) => tracer.delete(*id, &lits(clause)),
        }
        .expect("written");
    }
    tracer.finish().expect("written");
}

fn written(format: ProofFormat, originals: usize, steps: &[TestStep]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    write(&path, format, originals, steps);
    std::fs::read(&path).expect("the proof")
}

fn is_binary(format: ProofFormat) -> bool {
    matches!(format, ProofFormat::Drat | ProofFormat::Dsr | ProofFormat::Lrat)
}

/// A random formula with clauses of up to three literals.
pub(crate) fn random_clauses(rng: &mut Rng, vars: u64, count: usize) -> Vec<Vec<i32>> {
    let mut clause = || {
        let len = if rng.below(8) == 0 { 2 } else { 3 };
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < len {
            let var = rng.below(vars) as i32 + 1;
            if !clause.iter().any(|lit| lit.abs() == var) {
                clause.push(if rng.coin() { var } else { -var });
            }
        }
        clause
    };
    (0..count).map(|_| clause()).collect()
}

#[test]
fn written_proofs_are_verified_in_every_format() {
    let mut rng = Rng::new(1);
    let mut refuted = 0;
    for round in 0..60 {
        let clauses = random_clauses(&mut rng, 9, 60);
        let Some(steps) = Refuter::refute(&clauses, round % 3 == 1, round % 2 == 1) else {
            assert!(satisfiable(&clauses));
            continue;
        };
        refuted += 1;
        let formula = formula(&clauses);
        for (name, format) in ProofFormat::NAMES {
            let bytes = written(format, clauses.len(), &steps);
            let proof = Proof::new(&bytes[..]).expect("readable");
            let binary = is_binary(format);
            assert_eq!(proof.is_binary(), binary, "{name}");
            let lrat = matches!(format, ProofFormat::Lrat | ProofFormat::LratText);
            let system = if lrat { System::Lrat } else { System::Drat };
            assert_eq!(proof.system(clauses.len() as u64), system, "{name}");
            if lrat {
                assert_eq!(check_lrat(&formula, &bytes), Ok(()), "{name}");
            } else {
                assert_eq!(check_drat(&formula, &bytes, false), Ok(()), "{name}");
                assert_eq!(check_drat(&formula, &bytes, true), Ok(()), "{name}");
            }
        }
    }
    assert!(refuted > 30);
}

#[test]
fn lrat_is_written_with_the_pivot_first_and_deletions_together() {
    let steps = [
        TestStep::Add(9, vec![-4, 3, 1, -2], vec![7, 8]),
        TestStep::Delete(3, vec![1, 2]),
        TestStep::Delete(9, vec![1, 2]),
        TestStep::Rat(1234567, vec![100], vec![-3, 17]),
    ];
    assert_eq!(
        String::from_utf8(written(ProofFormat::LratText, 8, &steps)).expect("text"),
        "9 -4 1 -2 3 0 7 8 0\n9 d 3 9 0\n1234567 100 0 -3 17 0\n"
    );
    assert_eq!(written(ProofFormat::Lrat, 8, &steps[..3]), [b'a', 18, 9, 2, 5, 6, 0, 14, 16, 0, b'd', 6, 18, 0]);
    assert_eq!(
        String::from_utf8(written(ProofFormat::DratText, 8, &steps)).expect("text"),
        "-4 3 1 -2 0\nd 1 2 0\nd 1 2 0\n100 0\n"
    );
    let unit = [TestStep::Delete(3, vec![1]), TestStep::Add(4, vec![2_000_000_000], vec![])];
    assert_eq!(written(ProofFormat::Drat, 8, &unit), [b'a', 0x80, 0xd0, 0xac, 0xf3, 0x0e, 0]);
}

/// What a line of a proof has to say about Rivest's formula, or the place and the fault.
pub(crate) fn at(line: u64, fault: Fault) -> Verdict {
    Err(Refutation { place: Some(Place::Line(line)), fault })
}

#[test]
fn hand_written_drat_proofs() {
    let not_implied = |clause: &[i32], candidate: Option<&[i32]>| Fault::NotImplied {
        clause: clause.to_vec(),
        candidate: candidate.map(<[i32]>::to_vec),
    };
    let unsatisfiable = formula(&rivest());
    let satisfiable = formula(&rivest()[..7]);
    let cases: [(&str, Verdict); 17] = [
        ("1 2 0\n1 0\n2 0\n0\n", Ok(())),
        // The empty clause may be left out where a unit clashes.
        ("c a comment\n1 2 0\n\n1 0\r\n2 0\n", Ok(())),
        // A resolution asymmetric tautology, and the deletions that help to check it.
        ("-1 0\nd -1 -2 3 0\nd -1 -3 -4 0\nd -1 2 4 0\n2 0\n0\n", Ok(())),
        // An extension variable.
        ("5 -1 -2 0\n-5 1 0\n-5 2 0\n1 2 0\n1 0\n2 0\n0\n", Ok(())),
        // Deleting a clause that is not there harms nothing.
        ("d 1 2 3 4 0\n1 2 0\n1 0\n2 0\n0\n", Ok(())),
        // Steps after the conflict are not looked at.
        ("1 2 0\n1 0\n2 0\n0\nrubbish", Ok(())),
        ("1 2 0\n1 0\nd 1 2 0\n", Err(Refutation::nowhere(Fault::NoEmptyClause))),
        ("", Err(Refutation::nowhere(Fault::NoEmptyClause))),
        ("0\n", at(1, not_implied(&[], None))),
        ("1 2 0\nd 1 2 -3 0\n0\n", at(3, not_implied(&[], None))),
        ("1 2 0\n1 0\n4294967298 0\n0\n", at(3, Fault::Range)),
        ("1 2 0\n1 0\n18446744073709551618 0\n0\n", at(3, Fault::Range)),
        ("1 2 0\n1 0\n2147483648 0\n0\n", at(3, Fault::Range)),
        ("1 2 0\n1 0\n-2147483648 0\n0\n", at(3, Fault::Range)),
        ("1 2 0\n1 0\n2x 0\n0\n", at(3, Fault::Syntax("white space"))),
        ("1 2 0\n1 0\n-0 0\n", at(3, Fault::Syntax("a number"))),
        ("1 2 0\n1 0\n2", at(3, Fault::Cut)),
    ];
    for (text, expected) in cases {
        assert_eq!(check_drat(&unsatisfiable, text.as_bytes(), false), expected, "{text:?}");
        assert!(check_drat(&satisfiable, text.as_bytes(), false).is_err(), "{text:?}");
        assert!(check_drat(&satisfiable, text.as_bytes(), true).is_err(), "{text:?}");
    }
    // The same clause is a tautology on its second literal, but not on its first.
    let pure = formula(&[vec![1, 2], vec![-2, 3], vec![2, 3]]);
    let text = |clause: &str| format!("{clause} 0\n0\n");
    assert_eq!(check_drat(&pure, text("-3 1").as_bytes(), true), at(1, not_implied(&[-3, 1], Some(&[-2, 3]))));
    assert_eq!(check_drat(&pure, text("1 -3").as_bytes(), true), at(2, not_implied(&[], None)));
    let pure = formula(&[vec![1, 2], vec![-2, 3]]);
    assert_eq!(check_drat(&pure, b"-3 0\n", true), at(1, not_implied(&[-3], Some(&[-2, 3]))));
    assert!(matches!(check_drat(&pure, b"-3 -1 0\n0\n", true), Err(Refutation { place: Some(Place::Line(1)), .. })));
}

#[test]
fn hand_written_lrat_proofs() {
    let unsatisfiable = formula(&rivest());
    let satisfiable = formula(&rivest()[..7]);
    let cases: [(&str, Verdict); 25] = [
        ("9 1 2 0 1 6 3 0\n9 d 1 0\n10 1 0 9 8 6 4 0\n11 2 0 10 7 5 3 0\n12 0 10 11 2 4 5 0\n", Ok(())),
        ("9 -1 0 -1 5 7 2 -6 7 2 5 -8 5 2 0\n9 d 2 5 7 0\n10 2 0 9 1 6 3 0\n11 0 9 10 8 6 4 0\n", Ok(())),
        // An extension variable; the first clause has no candidates.
        (
            "9 5 -1 -2 0 0\n10 -5 1 0 -9 0\n11 -5 2 0 -9 0\n12 1 2 0 1 6 3 0\n13 1 0 12 8 6 4 0\n\
             14 2 0 13 7 5 3 0\n15 0 13 14 2 4 5 0\n",
            Ok(()),
        ),
        ("9 0 0\n", at(1, Fault::NoConflict)),
        ("9 0 1 0\n", at(1, Fault::NotUnit(1))),
        ("9 0 -1 0\n", at(1, Fault::NoPivot)),
        ("9 1 2 0 1 6 0\n", at(1, Fault::NoConflict)),
        ("9 1 2 0 3 1 6 0\n", at(1, Fault::NotUnit(3))),
        ("9 1 2 0 1 99 6 3 0\n", at(1, Fault::UnknownId(99))),
        ("9 1 2 0 1 9 6 3 0\n", at(1, Fault::UnknownId(9))),
        ("9 d 1 0\n9 1 2 0 1 6 3 0\n", at(2, Fault::DeletedId(1))),
        ("8 d 1 1 0\n", at(1, Fault::DeletedId(1))),
        ("8 d 9223372036854775807 0\n", at(1, Fault::UnknownId(i64::MAX as u64))),
        ("8 1 2 0 1 6 3 0\n", at(1, Fault::DuplicateId(8))),
        ("9 1 2 0 1 6 3 0\n9 d 9 0\n9 1 2 0 1 6 3 0\n", at(3, Fault::DuplicateId(9))),
        ("0 1 2 0 1 6 3 0\n", at(1, Fault::Syntax("a positive clause id"))),
        ("9223372036854775808 1 2 0 1 6 3 0\n", at(1, Fault::Range)),
        ("9 4294967297 2 0 1 6 3 0\n", at(1, Fault::Range)),
        ("9 1 2 0 4294967297 6 3 0\n", at(1, Fault::UnknownId(4294967297))),
        ("9 1 2 0 18446744073709551617 6 3 0\n", at(1, Fault::Range)),
        ("9 1 2 0 1 6 3", at(1, Fault::Cut)),
        ("d 1 0\n", at(1, Fault::Syntax("an id before 'd'"))),
        ("9 1 2 0 1 6 3 0\n", Err(Refutation::nowhere(Fault::NoEmptyClause))),
        // A candidate is missing, or named twice, or none at all.
        ("9 -1 0 -1 5 7 2 -6 7 2 5 0\n", at(1, Fault::MissingCandidates { needed: 3, given: 2 })),
        ("9 -1 0 -1 5 7 2 -1 5 7 2 -6 7 2 5 0\n", at(1, Fault::NotCandidate(1))),
    ];
    for (text, expected) in cases {
        assert_eq!(check_lrat(&unsatisfiable, text.as_bytes()), expected, "{text:?}");
        assert!(check_lrat(&satisfiable, text.as_bytes()).is_err(), "{text:?}");
    }
    // A hint for a clause without the negated pivot, and a candidate whose chain leads nowhere.
    let more = "9 -1 0 -1 5 7 2 -6 7 2 5 -2 0\n";
    assert_eq!(check_lrat(&unsatisfiable, more.as_bytes()), at(1, Fault::NotCandidate(2)));
    let nowhere = "9 -1 0 -1 5 -6 7 2 5 -8 5 2 0\n";
    assert_eq!(check_lrat(&unsatisfiable, nowhere.as_bytes()), at(1, Fault::CandidateHolds(1)));
}

#[test]
fn odd_binary_proofs() {
    let unsatisfiable = formula(&rivest());
    let step = |step, byte, fault| Err(Refutation { place: Some(Place::Step { step, byte }), fault });
    // 1 2 / 1 / 2 as literals 2 and 4.
    assert_eq!(check_drat(&unsatisfiable, &[b'a', 2, 4, 0, b'a', 2, 0, b'a', 4, 0], false), Ok(()));
    // Literal 2^32 + 2, and one that needs 65 bits.
    let wide = [b'a', 2, 4, 0, b'a', 0x82, 0x80, 0x80, 0x80, 0x10, 0];
    assert_eq!(check_drat(&unsatisfiable, &wide, false), step(2, 10, Fault::Range));
    let mut wider = vec![b'a'];
    wider.extend([0x82; 9]);
    wider.extend([0x02, 0]);
    assert_eq!(check_drat(&unsatisfiable, &wider, false), step(1, 11, Fault::Range));
    assert_eq!(check_drat(&unsatisfiable, &[b'a', 1, 0], false), step(1, 2, Fault::Syntax("a literal")));
    assert_eq!(check_drat(&unsatisfiable, &[b'a', 2, 4, 0, b'a', 2], false), step(2, 6, Fault::Cut));
    let mark = Fault::Syntax("'a' or 'd' at the beginning of a step");
    assert_eq!(check_drat(&unsatisfiable, b"a\x02\x04\0b\x02\0", false), step(2, 4, mark));
    assert_eq!(check_lrat(&unsatisfiable, &[b'a', 18, 0, 0]), step(1, 0, Fault::NoConflict));
    assert_eq!(check_lrat(&unsatisfiable, &[b'a', 19, 0, 2, 0]), step(1, 2, Fault::Syntax("a positive clause id")));
    assert_eq!(check_lrat(&unsatisfiable, &[b'd', 3, 0]), step(1, 2, Fault::Syntax("a positive clause id")));
}

#[test]
fn formulas_that_need_no_proof() {
    for clauses in [vec![vec![]], vec![vec![1], vec![-1]], vec![vec![1, 1], vec![-1, 2], vec![-2, -1, -2]]] {
        let formula = formula(&clauses);
        assert_eq!(check_drat(&formula, b"", false), Ok(()));
        assert_eq!(check_drat(&formula, b"", true), Ok(()));
        assert_eq!(check_lrat(&formula, b""), Ok(()));
    }
    assert!(check_drat(&Formula::new(), b"0\n", false).is_err());
    assert!(check_lrat(&Formula::new(), b"1 0 0\n").is_err());
}

#[test]
fn silly_variables_cost_no_memory() {
    let mut formula =
        Formula::from_dimacs_lists(&[&[1, i32::MAX], &[1, -i32::MAX], &[-1, 2_000_000_000], &[-1, -2_000_000_000]]);
    formula.declare_vars(Var::MAX_COUNT);
    let before = gemsat::limits::peak_bytes();
    assert_eq!(check_drat(&formula, b"2147483646 1 0\n1 0\n0\n", false), Ok(()));
    assert_eq!(check_lrat(&formula, b"5 1 0 1 2 0\n4000000000000000000 0 5 3 4 0\n"), Ok(()));
    // Other tests run beside this one; a table over all variables would be 2 GiB at least.
    assert!(gemsat::limits::peak_bytes() - before < 1 << 30);
}

#[test]
fn a_raised_flag_and_a_passed_deadline_end_a_check() {
    let limits = Limits::none();
    limits.stop.raise();
    let formula = formula(&rivest());
    // The flag is looked at every thousand steps.
    let text = "1 2 5 0\n".repeat(5000);
    let outcome = drat::check(&formula, &mut Proof::new(text.as_bytes()).expect("text"), Default::default(), &limits);
    assert!(matches!(outcome, Outcome::Unknown(Stop::Interrupted)));
    let text: String = (9..6000).map(|id| format!("{id} 1 2 5 0 1 6 3 0\n")).collect();
    let outcome = lrat::check(&formula, &mut Proof::new(text.as_bytes()).expect("text"), &limits);
    assert!(matches!(outcome, Outcome::Unknown(Stop::Interrupted)));
}

/// Checks what a verified DRAT proof can be turned into.
fn trims(clauses: &[Vec<i32>], proof: &[u8]) -> bool {
    let formula = formula(clauses);
    let options = drat::Options { record: true, ..drat::Options::default() };
    let outcome = drat::check(&formula, &mut Proof::new(proof).expect("readable"), options, &Limits::none());
    let Outcome::Verified(report) = outcome else { return false };
    let trimmed = report.trimmed.expect("a backward check");
    let (mut lrat, mut drat, mut core) = (Vec::new(), Vec::new(), Vec::new());
    trimmed.write_lrat(&mut lrat).expect("written");
    trimmed.write_drat(&mut drat).expect("written");
    trimmed.write_core(&formula, &mut core).expect("written");
    let shown = || format!("{clauses:?}\n{}\n{}", String::from_utf8_lossy(proof), String::from_utf8_lossy(&lrat));
    assert_eq!(check_lrat(&formula, &lrat), Ok(()), "{}", shown());
    assert_eq!(check_drat(&formula, &drat, false), Ok(()), "{}", shown());
    let core: Vec<Vec<i32>> = trimmed.core().into_iter().map(|index| clauses[index].clone()).collect();
    assert!(!satisfiable(&core), "{}", shown());
    true
}

#[test]
fn needed_parts_are_proofs_again() {
    let mut rng = Rng::new(2);
    let mut refuted = 0;
    for round in 0..60 {
        let clauses = random_clauses(&mut rng, 9, 60);
        if let Some(steps) = Refuter::refute(&clauses, round % 3 == 1, round % 2 == 1) {
            assert!(trims(&clauses, &written(ProofFormat::DratText, clauses.len(), &steps)));
            refuted += 1;
        }
    }
    assert!(refuted > 30);
}

/// Random clauses as proofs, over formulas so small that many are accepted: units, tautologies, repeated literals, new
/// variables, deletions. An accepted proof must be right, and must trim to right ones.
#[test]
fn random_steps_never_refute_a_satisfiable_formula() {
    let mut rng = Rng::new(3);
    let (mut accepted, mut with_models) = (0, 0);
    for _ in 0..rounds(12_000) {
        let vars = 3 + rng.below(3);
        let count = 4 + rng.index(9 * vars as usize);
        let clauses = random_clauses(&mut rng, vars, count);
        let mut pool = clauses.clone();
        let mut text = String::new();
        for _ in 0..rng.index(12) {
            let clause: Vec<i32> = if rng.below(3) == 0 {
                text.push_str("d ");
                pool[rng.index(pool.len())].clone()
            } else {
                let lit = |rng: &mut Rng| (rng.below(vars + 2) as i32 + 1) * if rng.coin() { 1 } else { -1 };
                (0..1 + rng.below(3)).map(|_| lit(&mut rng)).collect()
            };
            clause.iter().for_each(|lit| text.push_str(&format!("{lit} ")));
            text.push_str("0\n");
            pool.push(clause);
        }
        text.push_str("0\n");
        let has_model = satisfiable(&clauses);
        with_models += usize::from(has_model);
        let backward = trims(&clauses, text.as_bytes());
        let forward = check_drat(&formula(&clauses), text.as_bytes(), true).is_ok();
        assert!(!has_model || !backward && !forward, "{clauses:?}\n{text}");
        accepted += usize::from(backward);
    }
    assert!(accepted > 500 && with_models > 500, "{accepted} accepted, {with_models} formulas with models");
}

/// How many random cases there are: `n`, or that many times `GEMSAT_TEST_FACTOR`.
pub(crate) fn rounds(n: usize) -> usize {
    n * std::env::var("GEMSAT_TEST_FACTOR").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// Proofs with a few changed bytes, words and lines, against formulas that lost a clause and have a model now.
#[test]
fn mutated_proofs_never_refute_a_satisfiable_sibling() {
    let mut rng = Rng::new(4);
    let mut tried = 0;
    while tried < rounds(12_000) {
        let clauses = random_clauses(&mut rng, 8, 50);
        let Some(steps) = Refuter::refute(&clauses, rng.coin(), rng.coin()) else { continue };
        // Take clauses away until a model appears. One that is always true takes the place, so that ids stay.
        let mut sibling = clauses.clone();
        while !satisfiable(&sibling) {
            let taken = rng.index(sibling.len());
            sibling[taken] = vec![1, -1];
        }
        let sibling = formula(&sibling);
        for (_, format) in ProofFormat::NAMES {
            let proof = written(format, clauses.len(), &steps);
            for _ in 0..12 {
                let mutant = mutate(&mut rng, &proof, is_binary(format));
                let shown = String::from_utf8_lossy(&mutant);
                assert!(check_lrat(&sibling, &mutant).is_err(), "{shown}");
                assert!(check_drat(&sibling, &mutant, false).is_err(), "{shown}");
                assert!(check_drat(&sibling, &mutant, true).is_err(), "{shown}");
                tried += 1;
            }
        }
    }
}

pub(crate) fn mutate(rng: &mut Rng, proof: &[u8], binary: bool) -> Vec<u8> {
    let mut mutant = proof.to_vec();
    for _ in 0..rng.below(4) {
        if mutant.is_empty() {
            break;
        }
        if binary || rng.below(8) == 0 {
            let place = rng.index(mutant.len());
            match rng.below(5) {
                0 => mutant[place] = rng.below(256) as u8,
                1 => mutant[place] ^= 1 << rng.below(8),
                2 => mutant.truncate(place),
                3 => drop(mutant.remove(place)),
                _ => mutant.insert(place, [0, b'a', b'd', 2, 0x80, 0xff][rng.index(6)]),
            }
            continue;
        }
        let text = String::from_utf8_lossy(&mutant).into_owned();
        let mut lines: Vec<Vec<String>> =
            text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        let (line, other) = (rng.index(lines.len()), rng.index(lines.len()));
        match rng.below(5) {
            0 => drop(lines.remove(line)),
            1 => lines.swap(line, other),
            2 => {
                let copy = lines[other].clone();
                lines.insert(line, copy);
            }
            kind => {
                let word = rng.index(lines[line].len());
                let words = &mut lines[line];
                match kind {
                    3 => drop(words.remove(word)),
                    _ => {
                        words[word] = match rng.below(6) {
                            0 => "0".to_owned(),
                            1 => "4294967297".to_owned(),
                            2 => (rng.below(100) + 1).to_string(),
                            3 => format!("-{}", rng.below(10) + 1),
                            4 => words[rng.index(words.len())].clone(),
                            _ => match words[word].strip_prefix('-') {
                                Some(positive) => positive.to_owned(),
                                None => format!("-{}", words[word]),
                            },
                        }
                    }
                }
            }
        }
        mutant = lines.iter().map(|line| line.join(" ") + "\n").collect::<String>().into_bytes();
    }
    mutant
}

/// Runs `cnfcheck` with the texts of some files, which are named `0`, `1`, ... in the arguments.
pub(crate) fn cnfcheck(files: &[&[u8]], args: &str, stdin: &[u8]) -> Output {
    use std::io::Write;
    let folder = tempfile::tempdir().expect("a folder");
    for (index, bytes) in files.iter().enumerate() {
        std::fs::write(folder.path().join(index.to_string()), bytes).expect("written");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_cnfcheck"))
        .args(args.split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cnfcheck runs");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    child.wait_with_output().expect("cnfcheck ends")
}

const RIVEST: &[u8] =
    b"p cnf 4 8\n1 2 -3 0\n-1 -2 3 0\n2 3 -4 0\n-2 -3 4 0\n-1 -3 -4 0\n1 3 4 0\n-1 2 4 0\n1 -2 -4 0\n";

#[test]
fn the_command_says_what_it_finds() {
    let easy = &b"p cnf 3 2\n1 -2 0\n2 3 0\n"[..];
    let symbolic = &b"wet -cold\ncold hot\n"[..];
    let long = "1 2 0\n1 0\n2 0\n0\n";
    let lrat = "9 1 2 0 1 6 3 0\n10 1 0 9 8 6 4 0\n11 2 0 10 7 5 3 0\n12 0 10 11 2 4 5 0\n";
    let cases: [(&[u8], &str, &str, i32, &str); 22] = [
        (easy, "s SATISFIABLE\nv 1 2 -3 0\n", "0 1", 0, "s VERIFIED"),
        (easy, "SAT\n-1 -2 3 0\n", "0 1", 0, "s VERIFIED"),
        (easy, "v -2 3 0\n", "model 0 1", 0, "s VERIFIED"),
        (easy, "v -2 0\n", "0 1", 1, "clause 2 of the formula has no true literal"),
        (easy, "v 1 2\nv -1 0\n", "0 1", 1, "1, line 2: variable 1 has both values"),
        (easy, "s UNSATISFIABLE\n", "0 1", 1, "s REFUTED"),
        (symbolic, "wet\ncold\n-hot\n", "0 1", 0, "s VERIFIED"),
        (symbolic, "s SATISFIABLE\nv -cold hot 0\n", "0 1", 0, "s VERIFIED"),
        (symbolic, "wet\nwarm\n", "0 1", 1, "'warm' is not a variable"),
        (RIVEST, long, "0 1", 0, "c core: 8 of 8 clauses, 3 of 3 lemmas"),
        (RIVEST, long, "drat 0 1", 0, "s VERIFIED"),
        (RIVEST, long, "drat --forward 0 1", 0, "s VERIFIED"),
        (RIVEST, long, "drat -q 0 1", 0, "s VERIFIED"),
        (RIVEST, lrat, "0 1", 0, "c LRAT: 4 clauses added"),
        (RIVEST, lrat, "lrat 0 1", 0, "s VERIFIED"),
        (RIVEST, "1 2 0\n0\n", "0 1", 1, "c 1, line 2: the clause () does not follow"),
        (RIVEST, "9 1 2 0 1 6 3 0\n9 0 1 0\n", "0 1", 1, "c 1, line 2: the id 9 is taken"),
        (RIVEST, "", "0 1", 1, "c no empty clause is derived"),
        (b"p cnf 1 2\n1 0\n-1 0\n", "", "0 1", 0, "c unit propagation alone refutes the formula"),
        (b"p cnf 1 2\n1 0\n", long, "0 1", 1, ""),
        // A formula that lacks clauses must not get them from the proof.
        (b"p cnf 1 3\n1 0\n", "-1 0\n0\n", "drat 0 1", 1, ""),
        (RIVEST, long, "drat 0 missing", 1, ""),
    ];
    for (formula, claim, args, code, expected) in cases {
        let output = cnfcheck(&[formula, claim.as_bytes()], args, b"");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{args} {claim}: {stdout}");
        assert!(stdout.contains(expected), "{args} {claim}: {stdout}");
        assert_eq!(stdout.contains("s VERIFIED"), code == 0);
        assert_eq!(expected.is_empty(), !output.stderr.is_empty(), "{args} {claim}");
        // The same from standard input, either file.
        if !args.contains("missing") {
            for (file, stdin) in [("0", formula), ("1", claim.as_bytes())] {
                let args: Vec<&str> = args.split(' ').map(|arg| if arg == file { "-" } else { arg }).collect();
                let output = cnfcheck(&[formula, claim.as_bytes()], &args.join(" "), stdin);
                assert_eq!(output.status.code(), Some(code), "{args:?} {claim}");
            }
        }
    }
    for args in ["0", "- -", "drat 0", "drat 0 1 --forward --core x", "--nonsense 0 1", "frat 0 1 2"] {
        assert_eq!(cnfcheck(&[RIVEST, b""], args, b"").status.code(), Some(2), "{args}");
    }
}

#[test]
fn the_command_writes_what_a_proof_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let mut clauses = rivest();
    clauses.insert(3, vec![1, 2, 3, 4]);
    let text: String = clauses
        .iter()
        .map(|clause| clause.iter().fold(String::new(), |text, lit| text + &format!("{lit} ")) + "0\n")
        .collect();
    std::fs::write(place("f.cnf"), format!("p cnf 4 9\n{text}")).expect("written");
    std::fs::write(place("p"), "1 2 0\n3 4 1 0\n1 0\n2 0\n0\n").expect("written");
    let run = |args: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfcheck"));
        command.args(args.split(' ')).current_dir(folder.path()).output().expect("cnfcheck runs")
    };
    assert!(run("drat f.cnf p --core core.cnf --trim q --lrat l").status.success());
    for args in ["lrat f.cnf l", "f.cnf l", "core.cnf q", "f.cnf q", "drat --forward f.cnf q"] {
        assert!(run(args).status.success(), "{args}");
    }
    let core = std::fs::read_to_string(place("core.cnf")).expect("the core");
    assert!(core.starts_with("p cnf 4 8\n") && !core.contains("1 2 3 4"));
    assert!(!std::fs::read_to_string(place("q")).expect("the proof").contains("3 4 1 0"));
    // A link is written through, not replaced.
    #[cfg(unix)]
    {
        std::fs::write(place("target"), "").expect("written");
        std::os::unix::fs::symlink(place("target"), place("link")).expect("a link");
        assert!(run("drat f.cnf p --core link").status.success());
        assert_eq!(std::fs::read_to_string(place("target")).expect("the core"), core);
        assert!(place("link").is_symlink());
    }
    let failed = run("drat f.cnf p --core missing/core.cnf");
    assert_eq!(failed.status.code(), Some(1));
    assert!(failed.stdout.is_empty() && !failed.stderr.is_empty());
}

#[test]
fn compressed_proofs_are_written_and_read() {
    let clauses = loop_until_refuted();
    let folder = tempfile::tempdir().expect("a folder");
    let cnf = folder.path().join("f.cnf");
    let body: String = clauses
        .0
        .iter()
        .map(|clause| clause.iter().fold(String::new(), |text, lit| text + &format!("{lit} ")) + "0\n")
        .collect();
    std::fs::write(&cnf, format!("p cnf 9 {}\n{body}", clauses.0.len())).expect("written");
    for (name, format) in ProofFormat::NAMES {
        for ending in ["gz", "zst"] {
            let path = folder.path().join(format!("{name}.{ending}"));
            write(&path, format, clauses.0.len(), &clauses.1);
            let magic: &[u8] = if ending == "gz" { &[0x1f, 0x8b] } else { &[0x28, 0xb5, 0x2f, 0xfd] };
            assert!(std::fs::read(&path).expect("a file").starts_with(magic), "{name}.{ending}");
            let output =
                Command::new(env!("CARGO_BIN_EXE_cnfcheck")).args([&cnf, &path]).output().expect("cnfcheck runs");
            assert!(output.status.success(), "{name}.{ending}: {}", String::from_utf8_lossy(&output.stdout));
            // A damaged file is no proof and no refutation.
            let mut bytes = std::fs::read(&path).expect("the proof");
            bytes.truncate(bytes.len() - 3);
            std::fs::write(&path, bytes).expect("written");
            let output =
                Command::new(env!("CARGO_BIN_EXE_cnfcheck")).args([&cnf, &path]).output().expect("cnfcheck runs");
            assert_eq!(output.status.code(), Some(if output.stdout.is_empty() { 1 } else { 0 }), "{name}.{ending}");
        }
    }
}

fn loop_until_refuted() -> (Vec<Vec<i32>>, Vec<TestStep>) {
    let mut rng = Rng::new(5);
    loop {
        let clauses = random_clauses(&mut rng, 9, 45);
        if let Some(steps) = Refuter::refute(&clauses, false, true).filter(|steps| steps.len() > 40) {
            return (clauses, steps);
        }
    }
}
