//! The techniques that recognise gates and definitions, on random circuits with parts that are built twice, with
//! options that make them run in every round: models evaluated, proofs checked as LRAT and as DRAT.

use crate::support::certified;
use gemsat::cnf::{Formula, Lit, Var};
use gemsat::engines;
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat, Tracer};
use gemsat::util::rng::Rng;

/// A formula under construction, gate by gate.
struct Circuit {
    formula: Formula,
    signals: Vec<Lit>,
    vars: u32,
}

/// A gate: its inputs as indices of signals, each with whether it is negated.
#[derive(Clone)]
struct Recipe {
    kind: u64,
    inputs: Vec<(usize, bool)>,
}

impl Circuit {
    fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Var::new((self.vars - 1) as usize).pos()
    }

    fn gate(&mut self, kind: u64, inputs: &[Lit]) -> Lit {
        let out = self.fresh();
        match kind {
            0 => {
                for &input in inputs {
                    self.formula.add_clause([!out, input]);
                }
                self.formula.add_clause(inputs.iter().map(|&input| !input).chain([out]));
            }
            1 => {
                let lits: Vec<Lit> = inputs.iter().copied().chain([out]).collect();
                for signs in (0..1u32 << lits.len()).filter(|signs| signs.count_ones() % 2 == 1) {
                    self.formula.add_clause(
                        lits.iter().enumerate().map(|(at, &lit)| if signs >> at & 1 == 1 { !lit } else { lit }),
                    );
                }
            }
            _ => {
                let (c, t, e) = (inputs[0], inputs[1], inputs[2]);
                for clause in [[!c, !t, out], [!c, t, !out], [c, !e, out], [c, e, !out]] {
                    self.formula.add_clause(clause);
                }
            }
        }
        out
    }

    fn build(&mut self, recipes: &[Recipe], inputs: &[Lit], rng: &mut Rng, shuffled: bool) -> Vec<Lit> {
        let mut signals = inputs.to_vec();
        for recipe in recipes {
            let mut lits: Vec<Lit> =
                recipe.inputs.iter().map(|&(at, negated)| if negated { !signals[at] } else { signals[at] }).collect();
            if shuffled && recipe.kind < 2 {
                rng.shuffle(&mut lits);
            }
            // A quarter of the binary XOR gates are built as an ITE of an input and its negation instead.
            let out = if shuffled && recipe.kind == 1 && lits.len() == 2 && rng.below(4) == 0 {
                self.gate(2, &[lits[0], !lits[1], lits[1]])
            } else {
                self.gate(recipe.kind, &lits)
            };
            signals.push(out);
        }
        signals
    }
}

fn recipes(rng: &mut Rng, inputs: usize, gates: usize) -> Vec<Recipe> {
    (inputs..inputs + gates)
        .map(|signals| {
            let kind = rng.below(3);
            let size = if kind == 2 { 3 } else { 2 + rng.index(3.min(signals - 1)) };
            // Inputs may repeat, so that gates simplify.
            let from = signals.saturating_sub(6);
            let inputs = (0..size).map(|_| (from + rng.index(signals - from), rng.coin())).collect();
            Recipe { kind, inputs }
        })
        .collect()
}

/// Two versions of a circuit over the same inputs, some of them copied through equivalences, with constraints on the
/// signals: that some of them differ between the versions, and up to five random clauses.
fn random_circuit(rng: &mut Rng) -> Formula {
    let mut circuit = Circuit { formula: Formula::new(), signals: Vec::new(), vars: 0 };
    let count = 3 + rng.index(4);
    let inputs: Vec<Lit> = (0..count).map(|_| circuit.fresh()).collect();
    let gates = 2 + rng.index(12);
    let recipes = recipes(rng, count, gates);
    let first = circuit.build(&recipes, &inputs, rng, false);
    let mut others = inputs.clone();
    for other in &mut others {
        if rng.below(3) == 0 {
            let equal = circuit.fresh();
            circuit.formula.add_clause([equal, !*other]);
            circuit.formula.add_clause([!equal, *other]);
            *other = equal;
        }
    }
    let second = circuit.build(&recipes, &others, rng, true);
    circuit.signals = first.iter().chain(&second).copied().collect();
    if rng.below(4) > 0 {
        let different: Vec<Lit> =
            (count..first.len()).filter(|_| rng.coin()).map(|at| circuit.gate(1, &[first[at], second[at]])).collect();
        circuit.formula.add_clause(different);
    }
    for _ in 0..rng.below(6) {
        let size = 1 + rng.index(4);
        let mut pick = || {
            let lit = circuit.signals[rng.index(circuit.signals.len())];
            if rng.coin() { lit } else { !lit }
        };
        let clause: Vec<Lit> = (0..size).map(|_| pick()).collect();
        circuit.formula.add_clause(clause);
    }
    circuit.formula.declare_vars(circuit.vars as usize);
    circuit.formula
}

/// Solves random circuits under these settings; returns the sums of the named counters.
fn solve_circuits(seed: u64, rounds: usize, settings: &[(&str, &str)], counters: &[&str]) -> Vec<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(seed);
    let mut sums = vec![0; counters.len()];
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..rounds {
        let formula = random_circuit(&mut rng);
        let format = [ProofFormat::Lrat, ProofFormat::Drat][round % 2];
        let mut cdcl = engines::by_name("cdcl").expect("a known engine");
        for (option, value) in
            [("lucky", "off"), ("inprocess_first", "0"), ("inprocess_interval", "2")].iter().chain(settings)
        {
            cdcl.set_option(option, value).expect("a known option");
        }
        match certified::solve(cdcl.as_mut(), &formula, &path, format, round) {
            Some(_) => sat += 1,
            None => unsat += 1,
        }
        let rows = cdcl.counters();
        for (sum, name) in sums.iter_mut().zip(counters) {
            *sum += rows.iter().find(|row| row.name == *name).expect("a known counter").value;
        }
    }
    assert!(sat > rounds / 20 && unsat > rounds / 20, "{sat} satisfiable, {unsat} not");
    sums
}

#[test]
fn congruence_closure_is_right_and_merges_equal_gates() {
    let sums = solve_circuits(
        1,
        800,
        &[("vivify", "off")],
        &["congruence_merged", "congruence_matched", "congruence_refused", "congruence_gates", "copies"],
    );
    assert!(sums[0] > 1000 && sums[1] > 500 && sums[3] > 5000 && sums[4] > 200, "{sums:?}");
    assert_eq!(sums[2], 0, "propagation confirms every merge");
}

/// Two copies of a large circuit of AND and XOR gates, the last outputs of which are to differ.
fn large_miter(rng: &mut Rng, gates: usize) -> Formula {
    let mut circuit = Circuit { formula: Formula::new(), signals: Vec::new(), vars: 0 };
    let inputs: Vec<Lit> = (0..500).map(|_| circuit.fresh()).collect();
    let recipe = |at: usize, rng: &mut Rng| {
        let near = at.saturating_sub(2000) + rng.index(at.min(2000));
        Recipe { kind: rng.below(2), inputs: vec![(rng.index(at), rng.coin()), (near, rng.coin())] }
    };
    let recipes: Vec<Recipe> = (inputs.len()..inputs.len() + gates).map(|at| recipe(at, rng)).collect();
    let last = [(); 2].map(|()| *circuit.build(&recipes, &inputs, rng, false).last().expect("a gate"));
    let different = circuit.gate(1, &last);
    circuit.formula.add_clause([different]);
    circuit.formula.declare_vars(circuit.vars as usize);
    circuit.formula
}

#[test]
fn a_large_circuit_is_merged_with_its_copy_before_the_first_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = large_miter(&mut Rng::new(12), 16_000);
    assert!(formula.num_clauses() > 100_000);
    let mut cdcl = engines::by_name("cdcl").expect("a known engine");
    assert!(certified::solve(cdcl.as_mut(), &formula, &folder.path().join("proof"), ProofFormat::Lrat, 0).is_none());
    let rows = cdcl.counters();
    let value = |name: &str| rows.iter().find(|row| row.name == name).expect("a known counter").value;
    assert_eq!((value("congruences"), value("rounds")), (1, 0));
    assert!(value("congruence_merged") > 5_000, "{}", value("congruence_merged"));
}

#[test]
fn congruence_closure_is_right_with_all_techniques() {
    let sums = solve_circuits(2, 300, &[("reduce_interval", "3"), ("mode_conflicts", "10")], &["congruence_merged"]);
    assert!(sums[0] > 200, "{sums:?}");
}

#[test]
fn sweeping_is_right_and_finds_equal_literals() {
    let settings =
        [("vivify", "off"), ("congruence", "off"), ("decompose", "off"), ("eliminate", "off"), ("probe", "off")];
    let sums = solve_circuits(3, 1500, &settings, &["sweep_equal", "sweep_units", "sweep_flips", "sweep_queries"]);
    assert!(sums[0] > 1000 && sums[1] > 1000 && sums[2] > 1000, "{sums:?}");
    let sums = solve_circuits(4, 1000, &[("congruence", "off"), ("reduce_interval", "3")], &["sweep_equal"]);
    assert!(sums[0] > 300, "{sums:?}");
}

#[test]
fn self_subsumption_in_elimination_is_right() {
    let settings = [("inprocess", "off"), ("eliminate_interval", "1"), ("subsume", "off")];
    let sums = solve_circuits(10, 400, &settings, &["eliminate_strengthened", "eliminated"]);
    assert!(sums[0] > 500 && sums[1] > 500, "{sums:?}");
}

#[test]
fn fast_elimination_is_right() {
    let settings = [("inprocess", "off"), ("fast_first", "0"), ("fast_costly", "0")];
    let sums = solve_circuits(7, 400, &settings, &["eliminated_fast", "eliminations"]);
    assert!(sums[0] > 500 && sums[1] < 100, "{sums:?}");
}

#[test]
fn reordering_is_right() {
    let often = [("inprocess", "off"), ("eliminate", "off"), ("stable", "2"), ("rephase_interval", "1")];
    let on = [("reorder", "on"), ("reorder_interval", "1")];
    let sums = solve_circuits(8, 400, &[often.as_slice(), &on].concat(), &["reorderings"]);
    assert!(sums[0] > 200, "{sums:?}");
    let focused = [("inprocess", "off"), ("eliminate", "off"), ("stable", "0")];
    let sums = solve_circuits(9, 400, &[focused.as_slice(), &on].concat(), &["reorderings"]);
    assert!(sums[0] > 200, "{sums:?}");
}

/// Conflicts, decisions, propagations and ticks of a run.
fn effort(formula: &Formula, tracer: Option<Box<dyn Tracer>>) -> Vec<u64> {
    let mut cdcl = engines::by_name("cdcl").expect("a known engine");
    for (option, value) in [
        ("lucky", "off"),
        ("inprocess_first", "0"),
        ("inprocess_interval", "2"),
        ("eliminate_interval", "1"),
        ("fast_first", "2"),
        ("fast_costly", "0"),
    ] {
        cdcl.set_option(option, value).expect("a known option");
    }
    if let Some(tracer) = tracer {
        assert!(cdcl.set_tracer(tracer).is_ok());
    }
    let _ = cdcl.solve(formula.clone(), &Limits::none(), None);
    let rows = cdcl.counters();
    let names = ["conflicts", "decisions", "propagations", "ticks"];
    names.iter().map(|name| rows.iter().find(|row| row.name == *name).expect("a known counter").value).collect()
}

#[test]
fn writing_a_proof_does_not_change_the_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(6);
    for _ in 0..400 {
        let formula = random_circuit(&mut rng);
        let alone = effort(&formula, None);
        for format in [ProofFormat::Lrat, ProofFormat::Drat] {
            let tracer = proof::create(&path, format, formula.num_clauses() as u64).expect("a writable folder");
            assert_eq!(effort(&formula, Some(tracer)), alone, "{format}: {formula:?}");
        }
    }
}
