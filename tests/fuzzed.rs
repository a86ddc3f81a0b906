//! The fuzzers with fixed seeds, the traces that they have found, and whether they would find anything.

use crate::fuzzing::{TARGETS, judge, made, reduce, trace::Trace};
use crate::support::rounds;
use gemsat::util::rng::Rng;
use std::path::Path;

/// Executions of a target from its first seed on; what was counted, by name.
pub(crate) fn executions(name: &str, count: usize) -> impl Fn(&str) -> u64 {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a known target");
    let mut totals = std::collections::BTreeMap::new();
    for seed in 1..=rounds(count) as u64 {
        match (target.run)(&mut Rng::new(seed)) {
            Ok(counts) => counts.into_iter().for_each(|(name, count)| *totals.entry(name).or_insert(0) += count),
            Err(found) => {
                let file = String::from_utf8_lossy(&found.file.1);
                panic!("{name} ({}), seed {seed}: {}\n{file}", target.about, found.message)
            }
        }
    }
    move |name| totals.get(name).copied().unwrap_or(0)
}

#[test]
fn tiny_formulas_agree_with_enumeration() {
    let counted = executions("tiny", 10_000);
    assert!(counted("sat") > 3_000 && counted("enumerated") > 3_000 && counted("proofs") > 2_000);
}

#[test]
fn structured_formulas_have_right_models_and_proofs() {
    let counted = executions("formulas", 4_000);
    assert!(counted("sat") > 1_000 && counted("proofs") > 800 && counted("conflicts") > 5_000);
}

#[test]
fn traces_of_the_incremental_solver_are_right() {
    let counted = executions("traces", 6_000);
    assert!(counted("unknown") > 1_000 && counted("failed_assumptions") > 2_000 && counted("proofs") > 2_000);
}

#[test]
fn traces_that_were_found_once_are_right_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the traces") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let trace: Trace = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if let Err(fault) = judge::replay(&trace) {
            panic!("{}: {fault}", path.display());
        }
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn traces_are_read_as_they_are_written() {
    for seed in 0..200 {
        for target in ["tiny", "traces"] {
            let trace = made(target, seed).expect("a target with traces");
            assert_eq!(trace.to_string().parse(), Ok(trace));
        }
    }
    assert!("add 1 0\n".parse::<Trace>().is_err());
    assert!("jump\n".parse::<Trace>().is_err());
}

#[test]
fn a_failing_trace_is_made_small() {
    // Stands for a fault that shows when a clause with -3 comes after an assumption of 2, under one of the options.
    let mut fails = |trace: &Trace| {
        let text = trace.to_string();
        let (assumed, added) = (text.find("assume 2\n"), text.rfind("-3"));
        text.contains("option chrono false") && assumed.is_some() && assumed < added
    };
    let text = "option lucky false\noption chrono false\nproof lrat\nload\nadd 1 2\nadd -3\nsolve\nassume 1\nassume 2\n\
                solve\nfreeze 2\nadd 4 -3 5\nadd 1 -2\nsolve\n";
    let small = reduce::reduce(&text.parse().expect("a trace"), 10_000, &mut fails);
    assert_eq!(small.to_string(), "option chrono false\nassume 2\nadd -3\n");
}
