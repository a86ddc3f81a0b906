//! Every encoder and gate, in every kind of sink, over literals of variables that the sink has not seen: the number of
//! models is exact, and the variables of the caller and of the encoder never meet.

use gemsat::cnf::{Formula, Lit, Var};
use gemsat::encode::cardinality::{AT_MOST_NAMES, AT_MOST_ONE_NAMES, Totalizer};
use gemsat::encode::gates::{Gates, Sense};
use gemsat::encode::sum::Sum;
use gemsat::encode::{ClauseSink, Encoding, append};
use gemsat::limits::Limits;
use gemsat::reason::models::{ModelStep, Models};
use gemsat::reason::{Incremental, Oracle, enumerate::enumerate};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use std::ops::ControlFlow;

/// Literals of different variables with gaps between them, from the second variable on.
fn literals(rng: &mut Rng, n: usize) -> Vec<Lit> {
    let mut next = 0;
    let mut lit = |rng: &mut Rng| {
        next += 1 + rng.below(3) as u32;
        Var::new(next as usize).lit(rng.coin())
    };
    let mut lits: Vec<Lit> = (0..n).map(|_| lit(rng)).collect();
    rng.shuffle(&mut lits);
    lits
}

/// Runs the encoder twice with variables of the caller's own before, between and after; returns them.
fn encode(sink: &mut dyn ClauseSink, lits: &[Lit], encoder: &mut dyn FnMut(&mut dyn ClauseSink)) -> Vec<Var> {
    let mut own = vec![sink.new_var()];
    for _ in 0..2 {
        encoder(sink);
        own.push(sink.new_var());
    }
    let mut all: Vec<Var> = own.iter().copied().chain(lits.iter().map(|lit| lit.var())).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), own.len() + lits.len(), "a variable was made that was there");
    own
}

/// How many models the oracle has, as far as these variables distinguish them.
fn count(oracle: &mut dyn Oracle, vars: &[Var]) -> u64 {
    let seen = enumerate(oracle, vars, &Limits::none(), |_| ControlFlow::Continue(()));
    assert_eq!(seen.stopped, None);
    seen.models
}

/// Whether the encoder leaves just the assignments of the literals that are allowed, in every sink.
fn check(name: &str, lits: &[Lit], mut encoder: impl FnMut() -> Encoder, allowed: impl Fn(&[bool]) -> bool) {
    let all = (0..1u32 << lits.len()).map(|bits| (0..lits.len()).map(|at| bits >> at & 1 == 1).collect::<Vec<_>>());
    let expected = all.filter(|values| allowed(values)).count() as u64;
    let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();

    let mut formula = Formula::new();
    let own = encode(&mut formula, lits, &mut encoder());
    let shown = [&vars[..], &own[1..]].concat();
    let (mut models, mut seen) = (Models::new(&formula, &shown, false), 0);
    while models.advance_to_model(&Limits::none()) == ModelStep::Found {
        assert!(allowed(&lits.iter().map(|&lit| models.value(lit) == 1).collect::<Vec<_>>()), "{name}: {lits:?}");
        seen += 1;
    }
    assert_eq!(seen, expected << 2, "{name} in a formula: {lits:?}");

    let mut solver = Solver::new();
    encode(&mut solver, lits, &mut encoder());
    assert_eq!(count(&mut solver, &vars), expected, "{name} in a solver: {lits:?}");
    assert_eq!(count(&mut solver, &vars), expected, "{name} in a solver, again: {lits:?}");

    if lits.len() <= 5 {
        let mut oracle = Incremental::default();
        encode(&mut oracle, lits, &mut encoder());
        assert_eq!(count(&mut oracle, &vars), expected, "{name} in an oracle: {lits:?}");
        let mut named = Encoding::default();
        encode(&mut named, lits, &mut encoder());
        let mut solver = Solver::new();
        solver.new_vars(7);
        let renamed = append(&mut solver, &named.formula);
        let vars: Vec<Var> = vars.iter().map(|var| renamed[var.index()]).collect();
        assert_eq!(count(&mut solver, &vars), expected, "{name} with names: {lits:?}");
    }
}

type Encoder = Box<dyn FnMut(&mut dyn ClauseSink)>;

fn number(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn at_most_one_has_exactly_its_models_in_every_sink() {
    let mut rng = Rng::new(1);
    for &(name, scheme) in AT_MOST_ONE_NAMES {
        for n in 0..=10 {
            let lits = literals(&mut rng, n);
            let own = lits.clone();
            let most = || -> Encoder {
                Box::new({
                    let own = own.clone();
                    move |sink| scheme.encode(sink, &own)
                })
            };
            check(name, &lits, most, |values| number(values) <= 1);
            let exactly = || -> Encoder {
                Box::new({
                    let own = own.clone();
                    move |sink| scheme.exactly(sink, &own)
                })
            };
            check(name, &lits, exactly, |values| number(values) == 1);
        }
    }
    let lits = literals(&mut rng, 45);
    for &(name, scheme) in AT_MOST_ONE_NAMES {
        let mut solver = Solver::new();
        encode(&mut solver, &lits, &mut |sink| scheme.encode(sink, &lits));
        let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        assert_eq!(count(&mut solver, &vars), 46, "{name}");
    }
}

#[test]
fn bounds_have_exactly_their_models_in_every_sink() {
    let mut rng = Rng::new(2);
    for &(name, scheme) in AT_MOST_NAMES {
        for n in 0..=10 {
            for k in 0..=n + 1 {
                let lits = literals(&mut rng, n);
                let own = lits.clone();
                let with = |which: usize| -> Encoder {
                    let own = own.clone();
                    Box::new(move |sink| match which {
                        0 => scheme.at_most(sink, &own, k),
                        1 => scheme.at_least(sink, &own, k),
                        _ => scheme.exactly(sink, &own, k),
                    })
                };
                check(&format!("{name} <= {k}"), &lits, || with(0), |values| number(values) <= k);
                check(&format!("{name} >= {k}"), &lits, || with(1), |values| number(values) >= k);
                check(&format!("{name} = {k}"), &lits, || with(2), |values| number(values) == k);
            }
        }
    }
}

#[test]
fn bounds_that_are_assumed_come_and_go_and_grow() {
    let mut rng = Rng::new(3);
    for round in 0..40 {
        let lits = literals(&mut rng, 7);
        let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        let first = rng.index(8);
        let mut solver = Solver::new();
        // Those that are passed later come before what the first call makes.
        solver.reserve(&lits);
        let mut counter = Totalizer::new(&lits[..first]);
        let mut known = Vec::new();
        for length in [first, 7] {
            counter.extend(&lits[counter.len()..length]);
            assert_eq!((counter.len(), counter.is_empty()), (length, length == 0));
            for _ in 0..4 {
                let (k, most) = (rng.index(9), rng.coin());
                let bound = if most { counter.at_most(&mut solver, k) } else { counter.at_least(&mut solver, k) };
                known.push((bound, k, most, length));
                // Bounds that are not assumed say nothing, and older ones are about the literals of their time.
                let &(bound, k, most, length) = &known[rng.index(known.len())];
                let assignments = (0..1usize << 7).filter(|bits| {
                    let number = (0..length).filter(|&at| bits >> at & 1 == 1).count();
                    if most { number <= k } else { number >= k }
                });
                let mut copy = solver.clone();
                copy.add_clause([bound]);
                assert_eq!(count(&mut copy, &vars), assignments.count() as u64, "round {round}: {k} of {length}");
                assert_eq!(count(&mut solver, &vars), 1 << 7, "round {round}");
            }
        }
    }
}

#[test]
fn sums_have_exactly_their_models_in_every_sink() {
    let mut rng = Rng::new(4);
    for round in 0..300 {
        let n = rng.index(8);
        let lits = literals(&mut rng, n);
        // Now and then weights so large that their sums pass 64 bits.
        let most = [3, 20, i64::MAX as u64][round % 3];
        let weights: Vec<i64> =
            (0..n).map(|_| rng.below(most) as i64 * if rng.below(4) == 0 { -1 } else { 1 }).collect();
        let terms: Vec<(i64, Lit)> = weights.iter().copied().zip(lits.iter().copied()).collect();
        let value = |values: &[bool]| -> i128 {
            weights.iter().zip(values).filter(|&(_, &value)| value).map(|(&weight, _)| i128::from(weight)).sum()
        };
        let near: Vec<bool> = (0..n).map(|_| rng.coin()).collect();
        let limit = i128::from(i64::MAX);
        let bound = (value(&near) + rng.below(3) as i128 - 1).clamp(-limit, limit) as i64;
        let with = |most: bool| -> Encoder {
            let mut sum = Sum::new(&terms);
            Box::new(move |sink| {
                let bound = if most { sum.at_most(sink, bound) } else { sum.at_least(sink, bound) };
                sink.add_clause(&[bound]);
            })
        };
        let bound = i128::from(bound);
        check(&format!("{weights:?} <= {bound}"), &lits, || with(true), |values| value(values) <= bound);
        check(&format!("{weights:?} >= {bound}"), &lits, || with(false), |values| value(values) >= bound);
    }
}

/// The sums of subsets of powers of two are all different: a diagram would have as many nodes.
#[test]
fn a_sum_that_is_too_large_for_a_diagram_is_added_in_binary() {
    let mut rng = Rng::new(5);
    let weights: Vec<i64> = (0..40).map(|_| rng.below(1 << 40) as i64).collect();
    let mut solver = Solver::new();
    let lits: Vec<Lit> = weights.iter().map(|_| solver.new_var().pos()).collect();
    let terms: Vec<(i64, Lit)> = weights.iter().copied().zip(lits.iter().copied()).collect();
    let mut sum = Sum::new(&terms);
    for _ in 0..20 {
        let values: Vec<Lit> = lits.iter().map(|&lit| if rng.coin() { lit } else { !lit }).collect();
        let chosen = weights.iter().zip(&values).filter(|(_, lit)| lit.is_positive());
        let value: i64 = chosen.map(|(&weight, _)| weight).sum();
        for (bound, fits) in [(value - 1, false), (value, true), (value + 1, true)] {
            let most = sum.at_most(&mut solver, bound);
            let least = sum.at_least(&mut solver, -bound + 2 * value);
            for bound in [most, least] {
                let verdict = solver.solve_with(values.iter().chain([&bound]));
                assert_eq!(matches!(verdict, gemsat::engine::Verdict::Sat(_)), fits);
            }
        }
    }
    assert!(solver.num_vars() < 20_000, "{}", solver.num_vars());
}

#[test]
fn gates_are_what_they_say_in_every_sense_and_sink() {
    type Make = fn(&mut Gates, &mut dyn ClauseSink, &[Lit]) -> Lit;
    type Holds = fn(&[bool]) -> bool;
    let all: Holds = |values| values.iter().all(|&value| value);
    let some: Holds = |values| values.iter().any(|&value| value);
    let odd: Holds = |values| number(values) % 2 == 1;
    let gates: [(&str, usize, Make, Holds); 6] = [
        ("and", 10, |gates, sink, lits| gates.and(sink, lits), all),
        ("or", 10, |gates, sink, lits| gates.or(sink, lits), some),
        ("xor", 10, |gates, sink, lits| gates.xor(sink, lits), odd),
        (
            "ite",
            3,
            |gates, sink, lits| gates.ite(sink, lits[0], lits[1], lits[2]),
            |values| {
                if values[0] { values[1] } else { values[2] }
            },
        ),
        ("equals", 2, |gates, sink, lits| gates.equals(sink, lits[0], lits[1]), |values| values[0] == values[1]),
        ("implies", 2, |gates, sink, lits| gates.implies(sink, lits[0], lits[1]), |values| !values[0] || values[1]),
    ];
    let mut rng = Rng::new(6);
    for (name, most, make, holds) in gates {
        for n in if most == 10 { 0..=10 } else { most..=most } {
            for sense in [Sense::Both, Sense::Implies, Sense::ImpliedBy] {
                for asserted in [true, false] {
                    let lits = literals(&mut rng, n);
                    let own = lits.clone();
                    let encoder = || -> Encoder {
                        let (mut gates, own) = (Gates::with_sense(sense), own.clone());
                        Box::new(move |sink| {
                            let output = make(&mut gates, sink, &own);
                            sink.add_clause(&[if asserted { output } else { !output }]);
                        })
                    };
                    // A single input needs no gate, and a constant none that could be left open.
                    let whole = n < 2 || sense == if asserted { Sense::Implies } else { Sense::ImpliedBy };
                    let says = sense == Sense::Both || whole;
                    let name = format!("{name} {sense:?} {asserted}");
                    check(&name, &lits, encoder, |values| !says || holds(values) == asserted);
                }
            }
        }
    }
}
