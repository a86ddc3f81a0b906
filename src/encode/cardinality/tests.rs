//! Compares every encoding with counting, and checks its size.

use super::*;
use crate::cnf::{Formula, Partial, Var};

/// Whether the assignment of the first variables extends to a model, by propagation and splitting.
fn extends(formula: &Formula, partial: &mut Partial) -> bool {
    let mut trail = Vec::new();
    let verdict = loop {
        let mut unit = None;
        let mut open = None;
        let mut conflict = false;
        for clause in formula.clauses() {
            if clause.iter().any(|&lit| partial.value(lit) == Some(true)) {
                continue;
            }
            let mut free = clause.iter().filter(|&&lit| partial.value(lit).is_none());
            match (free.next(), free.next()) {
                (None, _) => conflict = true,
                (Some(&lit), None) => unit = Some(lit),
                (Some(&lit), Some(_)) => open = Some(lit),
            }
        }
        if conflict {
            break false;
        }
        if let Some(lit) = unit {
            partial.assign(lit);
            trail.push(lit.var());
            continue;
        }
        let Some(lit) = open else { break true };
        break [lit, !lit].into_iter().any(|choice| {
            partial.assign(choice);
            let found = extends(formula, partial);
            partial.unassign(choice.var());
            found
        });
    };
    for var in trail {
        partial.unassign(var);
    }
    verdict
}

/// Whether exactly the assignments of the first `n` variables with an allowed number of true ones extend to a model.
fn counts(formula: &Formula, n: usize, allowed: impl Fn(usize) -> bool) -> Result<(), String> {
    for bits in 0..1u32 << n {
        let mut partial = Partial::unassigned(formula.num_vars());
        for v in 0..n {
            partial.assign(Var::new(v).lit(bits >> v & 1 == 1));
        }
        if extends(formula, &mut partial) != allowed(bits.count_ones() as usize) {
            return Err(format!("{bits:b} of {n}"));
        }
    }
    Ok(())
}

/// Literals of a caller who has not declared their variables: the encodings must not make them again.
fn inputs(n: usize) -> (Formula, Vec<Lit>) {
    (Formula::new(), (0..n as u32).map(|v| Var::new(v as usize).pos()).collect())
}

#[test]
fn constraints_on_variables_made_elsewhere_do_not_meet() {
    let lits =
        |numbers: &[i32]| -> Vec<Lit> { numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect() };
    for &(name, scheme) in AT_MOST_NAMES {
        let mut formula = Formula::new();
        scheme.exactly(&mut formula, &lits(&[-1, 3, 5, 10]), 1);
        scheme.at_most(&mut formula, &lits(&[2, 4, 6, 8]), 2);
        scheme.at_least(&mut formula, &lits(&[9, -2, 7, 3]), 2);
        let mut models = 0;
        for bits in 0..1u32 << 10 {
            let mut partial = Partial::unassigned(formula.num_vars());
            (0..10).for_each(|v| partial.assign(Var::new(v).lit(bits >> v & 1 == 1)));
            let count = |numbers: &[i32]| {
                numbers.iter().filter(|&&n| (bits >> (n.unsigned_abs() - 1) & 1 == 1) == (n > 0)).count()
            };
            let right = count(&[-1, 3, 5, 10]) == 1 && count(&[2, 4, 6, 8]) <= 2 && count(&[9, -2, 7, 3]) >= 2;
            assert_eq!(extends(&formula, &mut partial), right, "{name}: {bits:b}");
            models += u32::from(right);
        }
        assert!(models > 50, "{models}");
    }
}

#[test]
fn at_most_one_by_brute_force() {
    for &(name, scheme) in AT_MOST_ONE_NAMES {
        for n in 0..=11 {
            let (mut formula, lits) = inputs(n);
            scheme.encode(&mut formula, &lits);
            counts(&formula, n, |k| k <= 1).unwrap_or_else(|e| panic!("{name}: {e}"));
            if n <= 8 {
                let (mut formula, lits) = inputs(n);
                scheme.exactly(&mut formula, &lits);
                counts(&formula, n, |k| k == 1).unwrap_or_else(|e| panic!("{name} exactly: {e}"));
            }
        }
    }
}

#[test]
fn at_most_at_least_and_exactly_k_by_brute_force() {
    for &(name, scheme) in AT_MOST_NAMES {
        for n in 0..=7 {
            for k in 0..=n + 1 {
                let (mut formula, lits) = inputs(n);
                scheme.at_most(&mut formula, &lits, k);
                counts(&formula, n, |t| t <= k).unwrap_or_else(|e| panic!("{name} <= {k}: {e}"));
                let (mut formula, lits) = inputs(n);
                scheme.at_least(&mut formula, &lits, k);
                counts(&formula, n, |t| t >= k).unwrap_or_else(|e| panic!("{name} >= {k}: {e}"));
                let (mut formula, lits) = inputs(n);
                scheme.exactly(&mut formula, &lits, k);
                counts(&formula, n, |t| t == k).unwrap_or_else(|e| panic!("{name} = {k}: {e}"));
            }
        }
    }
}

#[test]
fn longer_lists_in_every_scheme() {
    for scheme in [AtMost::Sequential, AtMost::Totalizer, AtMost::KModulo, AtMost::Network] {
        for k in [3, 5, 8] {
            let (mut formula, lits) = inputs(11);
            scheme.exactly(&mut formula, &lits, k);
            counts(&formula, 11, |t| t == k).unwrap_or_else(|e| panic!("{scheme:?} = {k}: {e}"));
        }
    }
}

#[test]
fn the_automatic_choice_is_by_the_number_of_clauses() {
    for (n, k) in [(2, 1), (9, 4), (12, 3), (42, 9), (77, 30), (100, 99)] {
        let (mut formula, lits) = inputs(n);
        AtMost::Totalizer.at_most(&mut formula, &lits, k);
        // One clause more says that the bound holds.
        assert_eq!(formula.num_clauses() as u64, totalizer::clauses(n, k + 1) + 1, "{n} {k}");
    }
    let chosen = [(8, 4), (12, 3), (42, 9), (480, 99), (5_000, 1_000)].map(|(n, k)| AtMost::Auto.choose(n, k));
    let expected = [AtMost::Binomial, AtMost::Totalizer, AtMost::Totalizer, AtMost::Totalizer, AtMost::KModulo];
    assert_eq!(chosen, expected);
}

#[test]
fn sizes_are_what_the_docs_say() {
    let size = |scheme: AtMostOne, n: usize| {
        let (mut formula, lits) = inputs(n);
        scheme.encode(&mut formula, &lits);
        (formula.num_vars() - n, formula.num_clauses())
    };
    assert_eq!(size(AtMostOne::Pairwise, 30), (0, 435));
    assert_eq!(size(AtMostOne::Auto, 30), (0, 435));
    assert_eq!(size(AtMostOne::Auto, 31), size(AtMostOne::Commander, 31));
    assert_eq!(size(AtMostOne::Auto, 251), size(AtMostOne::Product, 251));
    assert_eq!(size(AtMostOne::Sequential, 100), (99, 296));
    assert_eq!(size(AtMostOne::Bitwise, 100), (7, 700));
    assert_eq!(size(AtMostOne::Ladder, 100), (99, 296));
    let (vars, clauses) = size(AtMostOne::Product, 100);
    assert!(vars <= 36 && clauses <= 260, "{vars} {clauses}");
    let (vars, clauses) = size(AtMostOne::Commander, 100);
    assert!(vars <= 50 && clauses <= 350, "{vars} {clauses}");
    // Exactly one of many: pairs in a small formula, a grid in a large one.
    let exactly = |n: usize, last: usize| {
        let (mut formula, mut lits) = inputs(n);
        lits[n - 1] = Var::new(last - 1).pos();
        AtMostOne::Auto.exactly(&mut formula, &lits);
        formula.num_clauses()
    };
    assert_eq!([exactly(300, 3333), exactly(200, 5000)], [44_851, 19_901]);
    assert_eq!([exactly(300, 3334), exactly(301, 301)], [300, 301].map(|n| size(AtMostOne::Product, n).1 + 1));
    assert_eq!(exactly(200, 5001), size(AtMostOne::Commander, 200).1 + 1);
    let (mut formula, lits) = inputs(8);
    AtMost::Auto.exactly(&mut formula, &lits, 4);
    assert_eq!((formula.num_vars(), formula.num_clauses()), (8, 112));
    let (mut formula, lits) = inputs(480);
    AtMost::Auto.exactly(&mut formula, &lits, 99);
    assert!(formula.num_clauses() < 100_000, "{}", formula.num_clauses());
}
