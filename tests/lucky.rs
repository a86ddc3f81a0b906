//! Lucky phases: formulas of the kinds that they are for need no conflict of the search, and the units that they find
//! are proved.

use crate::support::certified;
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::proof::ProofFormat;
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;

/// Whether the formula has a model, and what these counters say afterwards.
fn solved<const N: usize>(formula: &Formula, counters: [&str; N]) -> (bool, [u64; N]) {
    let mut solver = Solver::new();
    formula.clauses().for_each(|clause| solver.add_clause(clause.iter().copied()));
    let verdict = solver.solve();
    if let Verdict::Sat(found) = &verdict {
        assert_eq!(model::first_falsified(found, formula), None);
    }
    let stats = solver.stats();
    let count = |name| stats.iter().find(|row| row.name == name).expect("a counter").value;
    (matches!(verdict, Verdict::Sat(_)), counters.map(count))
}

/// A counter of this many bits that begins at 0, counts or not in each of `steps` steps, and ends at `steps`.
fn counter(bits: usize, steps: i32) -> Formula {
    let mut formula = Formula::new();
    let mut clause = |lits: &[Lit]| formula.add_clause(lits.iter().copied());
    let mut vars = (0..).map(|index| Var::new(index).pos());
    let mut new = || vars.next().expect("a variable");
    let mut state: Vec<Lit> = (0..bits).map(|_| new()).collect();
    state.iter().for_each(|&bit| clause(&[!bit]));
    for _ in 0..steps {
        let mut carry = new();
        for bit in &mut state {
            let (next, old) = (new(), *bit);
            // next = old xor carry
            for [a, b, c] in [[!next, old, carry], [!next, !old, !carry], [next, !old, carry], [next, old, !carry]] {
                clause(&[a, b, c]);
            }
            let both = new();
            for lits in [&[!both, old][..], &[!both, carry], &[both, !old, !carry]] {
                clause(lits);
            }
            (*bit, carry) = (next, both);
        }
    }
    for (index, &bit) in state.iter().enumerate() {
        clause(&[if steps >> index & 1 != 0 { bit } else { !bit }]);
    }
    formula
}

#[test]
fn a_counter_that_may_wait_needs_no_conflict() {
    assert_eq!(solved(&counter(10, 200), ["lucky", "conflicts"]), (true, [1, 0]));
}

/// Attempts that ended at the first conflict, in one order, solved a fifth of such formulas.
#[test]
fn most_random_formulas_below_the_threshold_need_no_conflict() {
    let mut rng = Rng::new(7);
    let lucky = (0..40).filter(|_| {
        let mut formula = Formula::new();
        for _ in 0..210 {
            let mut vars: Vec<u32> = (0..60).collect();
            rng.shuffle(&mut vars);
            formula.add_clause(vars[..3].iter().map(|&index| Var::new(index as usize).lit(rng.coin())));
        }
        let (found, [lucky, conflicts]) = solved(&formula, ["lucky", "conflicts"]);
        assert!(lucky == 0 || found && conflicts == 0);
        lucky == 1
    });
    let lucky = lucky.count();
    assert!(lucky >= 30, "{lucky} of 40");
}

#[test]
fn units_are_kept_and_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    // Whatever 1 is, 2 and 3 contradict each other.
    let refuted: [&[i32]; 6] = [&[-1, 2, 3], &[-1, 2, -3], &[-1, -2], &[1, 4, 5], &[1, 4, -5], &[1, -4]];
    let refuted = Formula::from_dimacs_lists(&refuted);
    for format in [ProofFormat::Lrat, ProofFormat::Drat] {
        let mut engine = engines::by_name("cdcl").expect("a known engine");
        let found = certified::solve(engine.as_mut(), &refuted, &folder.path().join("proof"), format, 0);
        assert_eq!(found, None);
    }
    assert_eq!(
        solved(&refuted, ["decisions"]),
        (false, [1]),
        "one decision fails, and so does its negation, at level 0"
    );
}
