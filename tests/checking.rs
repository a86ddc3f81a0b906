//! The checkers and the proof writers: right proofs are accepted, nothing else is.

#[path = "checking/command.rs"]
mod command;
#[path = "checking/derivations.rs"]
mod derivations;
#[path = "checking/detection.rs"]
mod detection;
#[cfg(unix)]
#[path = "checking/signals.rs"]
mod signals;
#[path = "checking/threads.rs"]
mod threads;
#[path = "checking/trimming.rs"]
mod trimming;

use crate::support::clauses::{formula, random_clauses, rivest, satisfiable};
use crate::support::proofs::{Verdict, at, check_drat, check_lrat, mutate, proof};
use crate::support::refuter::{Refuter, TestStep, is_binary, written};
use crate::support::rounds;
use gemsat::check::{CheckError, Fault, Outcome, Place, drat, lidrup, lrat};
use gemsat::cnf::{Formula, Var};
use gemsat::limits::{Limits, Stop};
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;

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
            if matches!(format, ProofFormat::Lrat | ProofFormat::LratText) {
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
        ("1 2 0\n1 0\nd 1 2 0\n", Err(CheckError::whole(Fault::NoEmptyClause))),
        ("", Err(CheckError::whole(Fault::NoEmptyClause))),
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
    assert!(matches!(check_drat(&pure, b"-3 -1 0\n0\n", true), Err(CheckError { place: Some(Place::Line(1)), .. })));
}

/// The fault of an LRAT step that adds this clause.
fn underived(clause: &[i32], why: Fault) -> Fault {
    Fault::NotDerived { clause: clause.to_vec(), why: Box::new(why) }
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
        ("9 0 0\n", at(1, underived(&[], Fault::NoConflict(None)))),
        ("9 0 1 0\n", at(1, underived(&[], Fault::NotUnit(1)))),
        ("9 0 -1 0\n", at(1, underived(&[], Fault::NoPivot))),
        ("9 1 2 0 1 6 0\n", at(1, underived(&[1, 2], Fault::NoConflict(Some(6))))),
        ("9 1 2 0 3 1 6 0\n", at(1, underived(&[1, 2], Fault::NotUnit(3)))),
        ("9 1 2 0 1 99 6 3 0\n", at(1, underived(&[1, 2], Fault::UnknownId(99)))),
        ("9 1 2 0 1 9 6 3 0\n", at(1, underived(&[1, 2], Fault::UnknownId(9)))),
        ("9 d 1 0\n9 1 2 0 1 6 3 0\n", at(2, underived(&[1, 2], Fault::DeletedId(1)))),
        ("8 d 1 1 0\n", at(1, Fault::DeletedId(1))),
        ("8 d 9223372036854775807 0\n", at(1, Fault::UnknownId(i64::MAX as u64))),
        ("8 1 2 0 1 6 3 0\n", at(1, Fault::DuplicateId(8))),
        ("9 1 2 0 1 6 3 0\n9 d 9 0\n9 1 2 0 1 6 3 0\n", at(3, Fault::DuplicateId(9))),
        ("0 1 2 0 1 6 3 0\n", at(1, Fault::Syntax("a positive clause id"))),
        ("9223372036854775808 1 2 0 1 6 3 0\n", at(1, Fault::Range)),
        ("9 4294967297 2 0 1 6 3 0\n", at(1, Fault::Range)),
        ("9 1 2 0 4294967297 6 3 0\n", at(1, underived(&[1, 2], Fault::UnknownId(4294967297)))),
        ("9 1 2 0 18446744073709551617 6 3 0\n", at(1, Fault::Range)),
        ("9 1 2 0 1 6 3", at(1, Fault::Cut)),
        ("d 1 0\n", at(1, Fault::Syntax("an id before 'd'"))),
        ("9 1 2 0 1 6 3 0\n", Err(CheckError::whole(Fault::NoEmptyClause))),
        // A candidate is missing, or named twice, or none at all.
        ("9 -1 0 -1 5 7 2 -6 7 2 5 0\n", at(1, underived(&[-1], Fault::MissingCandidates { needed: 3, given: 2 }))),
        ("9 -1 0 -1 5 7 2 -1 5 7 2 -6 7 2 5 0\n", at(1, underived(&[-1], Fault::NotCandidate(1)))),
    ];
    for (text, expected) in cases {
        assert_eq!(check_lrat(&unsatisfiable, text.as_bytes()), expected, "{text:?}");
        assert!(check_lrat(&satisfiable, text.as_bytes()).is_err(), "{text:?}");
    }
    // A hint for a clause without the negated pivot, and a candidate whose chain leads nowhere.
    let more = "9 -1 0 -1 5 7 2 -6 7 2 5 -2 0\n";
    assert_eq!(check_lrat(&unsatisfiable, more.as_bytes()), at(1, underived(&[-1], Fault::NotCandidate(2))));
    let nowhere = "9 -1 0 -1 5 -6 7 2 5 -8 5 2 0\n";
    assert_eq!(check_lrat(&unsatisfiable, nowhere.as_bytes()), at(1, underived(&[-1], Fault::CandidateHolds(1))));
}

#[test]
fn messages_name_the_clause_that_does_not_follow() {
    // A large number is renamed inside the checker, and a repetition is dropped there.
    let formula = formula(&[vec![1, 2_000_000_000], vec![-1, 3], vec![-3, 4, 5]]);
    let long: String = (10..30).map(|var| format!("{var} ")).collect();
    let cases = [
        (
            "4 3 2000000000 3 0 1 0",
            "(3 2000000000 3) does not follow by its antecedents: they lead to no conflict, the last one is 1",
        ),
        ("4 1 3 0 0", "(1 3) does not follow by its antecedents: there are none"),
        ("4 0 3 0", "() does not follow by its antecedents: antecedent 3 is neither unit nor false here"),
        ("4 3 0 -9 0", "(3) does not follow by its antecedents: there is no clause 9"),
        (
            &format!("4 {long}0 1 0"),
            "(10 11 12 13 14 15 16 17 18 19 20 21 ... 20 literals) does not follow by its antecedents: antecedent 1 is neither unit nor false here",
        ),
    ];
    for (text, expected) in cases {
        for threads in [1, 2] {
            let outcome = lrat::check_by_threads(&formula, &mut proof(text.as_bytes()), threads, &Limits::none());
            let Outcome::Rejected(error) = outcome else { panic!("{text}: {outcome:?}") };
            assert_eq!(error.to_string(), format!("line 1: the clause {expected}"));
        }
    }
    let calls = "p lidrup\ni 1 1 2 0\ni 2 -1 2 0\n";
    let cases = [
        (
            "l 3 2 2 0 1 0",
            "line 4: the clause (2 2) does not follow by its antecedents: they lead to no conflict, the last one is 1",
        ),
        (
            "q -2 -1 0\ns UNSATISFIABLE\nu -1 0 2 0",
            "line 6: the clause (1) does not follow by its antecedents: antecedent 2 is neither unit nor false here",
        ),
    ];
    for (text, expected) in cases {
        let outcome = lidrup::check(&mut format!("{calls}{text}\n").as_bytes(), None, &Limits::none());
        let Outcome::Rejected(error) = outcome else { panic!("{text}: {outcome:?}") };
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn odd_binary_proofs() {
    let unsatisfiable = formula(&rivest());
    let step = |step, byte, fault| Err(CheckError { place: Some(Place::Step { step, byte }), fault });
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
    assert_eq!(check_lrat(&unsatisfiable, &[b'a', 18, 0, 0]), step(1, 0, underived(&[], Fault::NoConflict(None))));
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
    let outcome = drat::check(&formula, &mut proof(text.as_bytes()), Default::default(), &limits);
    assert!(matches!(outcome, Outcome::Unknown(Stop::Interrupted)));
    let text: String = (9..6000).map(|id| format!("{id} 1 2 5 0 1 6 3 0\n")).collect();
    let outcome = lrat::check(&formula, &mut proof(text.as_bytes()), &limits);
    assert!(matches!(outcome, Outcome::Unknown(Stop::Interrupted)));
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
