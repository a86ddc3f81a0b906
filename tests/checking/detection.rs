//! Proofs whose format is not named: none that is right is refused.

use crate::support::clauses::{formula, random_clauses, satisfiable};
use crate::support::proofs::verified_as;
use crate::support::refuter::{Refuter, TestStep, written};
use crate::support::rounds;
use gemsat::check::format::System;
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;

/// Formulas of few clauses over large variables, whose proofs have few bytes that differ between the formats.
#[test]
fn short_proofs_are_verified_in_every_format() {
    let mut rng = Rng::new(7);
    let mut refuted = 0;
    for round in 0..rounds(400) {
        let vars = 3 + rng.below(4);
        let mut clauses = random_clauses(&mut rng, vars, 5 * vars as usize);
        if satisfiable(&clauses) {
            continue;
        }
        let mut steps = Refuter::refute(&clauses, false, round % 2 == 0).expect("there is no model");
        // The variables are spread over a range that grows with the rounds.
        let factor = 1 + round as i32 / 4;
        clauses.iter_mut().chain(steps.iter_mut().map(TestStep::clause_mut)).flatten().for_each(|lit| *lit *= factor);
        refuted += 1;
        for (name, format) in ProofFormat::NAMES {
            let bytes = written(format, clauses.len(), &steps);
            let found = verified_as(&formula(&clauses), &bytes, None);
            assert!(found.is_some(), "{name}, {clauses:?}: {}", bytes.escape_ascii());
        }
    }
    assert!(refuted > 100, "{refuted}");
}

/// All clauses of two or three literals over these variables.
fn all_signs(vars: &[i32]) -> Vec<Vec<i32>> {
    let signed =
        |bits: u32| vars.iter().enumerate().map(|(at, var)| if bits >> at & 1 == 1 { *var } else { -var }).collect();
    (0..1 << vars.len()).map(signed).collect()
}

#[test]
fn proofs_that_look_like_another_format_are_verified() {
    let two = all_signs(&[10, 11]);
    // Lemma 100 looks like the id of the empty clause, and the next `a` like a hint to clause 48.
    let many: Vec<Vec<i32>> = all_signs(&[100, 101]).into_iter().chain((1..60).map(|var| vec![var, -200])).collect();
    let three = all_signs(&[1, 2, 3]);
    // No zero byte among the first 64 KiB.
    let mut long = all_signs(&[16, 17]);
    long.push([16].into_iter().chain(1000..60_000).collect());
    type Case<'a> = (&'a [Vec<i32>], &'a [u8], &'a str);
    let cases: [Case; 9] = [
        (&two, b"a\x14\0a\0", "binary DRAT"),
        (&many, b"a\xc8\x01\0a\0", "binary DRAT"),
        (&two, b"10 0 0\n", "DRAT in text"),
        (&two, b"10 0 10 11 0 0\n", "DRAT in text"),
        // With a witness that maps 3 twice, and one without a last image.
        (&three, b"1 2 1 3 1 3 3 0\n1 2 0\n1 0\n2 0\n0\n", "DRAT in text"),
        (&three, b"1 2 1 1 3 0\n1 2 0\n1 0\n2 0\n0\n", "DRAT in text"),
        // A deletion of variable 16, which is a blank in binary, and a text with a zero byte.
        (&long[..4], b"d \x22\x04\0a\x20\0a\0", "binary DRAT"),
        (&two, b"d 1 2 0\nc \0\n10 0\n0\n", "DRAT in text"),
        // Nothing behind the empty clause is looked at.
        (&two, b"10 0\n0\nd x\0a", "DRAT in text"),
    ];
    for (clauses, bytes, expected) in cases {
        let found = verified_as(&formula(clauses), bytes, None);
        assert_eq!(found.as_deref(), Some(expected), "{}", bytes.escape_ascii());
    }
    let mut bytes = vec![b'd'];
    for lit in &long[4] {
        let mut code = 2 * *lit as u32;
        while code >= 128 {
            bytes.push(code as u8 | 0x80);
            code >>= 7;
        }
        bytes.push(code as u8);
    }
    bytes.extend(b"\0a\x20\0a\0");
    assert!(bytes[..1 << 16].iter().all(|&byte| byte != 0) && bytes.starts_with(b"d "));
    assert_eq!(verified_as(&formula(&long), &bytes, None).as_deref(), Some("binary DRAT"));
}

#[test]
fn a_named_system_is_the_only_one_that_is_tried() {
    let clauses = all_signs(&[10, 11]);
    let (drat, lrat) = (&b"a\x14\0a\0"[..], &b"5 10 0 2 4 0\n6 0 5 1 3 0\n"[..]);
    for (bytes, system, expected) in [
        (drat, System::Drat, Some("binary DRAT")),
        (drat, System::Dsr, Some("binary DSR")),
        (drat, System::Lrat, None),
        (lrat, System::Lrat, Some("LRAT in text")),
        (lrat, System::Drat, None),
    ] {
        let found = verified_as(&formula(&clauses), bytes, Some(system));
        assert_eq!(found.as_deref(), expected, "{system} of {}", bytes.escape_ascii());
    }
}
