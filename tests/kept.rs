//! Models that stay assigned between calls: formulas that fall into parts, many calls of one solver, clauses that come
//! between them and join parts, proofs of all of it. Every answer is compared with that of a new solver.

use crate::support::{rounds, seed};
use gemsat::check::{Outcome, lidrup};
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::Verdict;
use gemsat::limits::Limits;
use gemsat::proof;
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;

/// The variables of one part.
const PART: u64 = 8;

/// A clause over variables of one part, rarely of two.
fn clause(rng: &mut Rng, parts: u64) -> Vec<Lit> {
    let part = rng.below(parts);
    let len = if rng.below(30) == 0 { 1 } else { 2 + rng.below(3) };
    let lit = |rng: &mut Rng| {
        let part = if rng.below(400) == 0 { rng.below(parts) } else { part };
        Var::new((part * PART + rng.below(PART)) as usize).lit(rng.below(3) > 0)
    };
    (0..len).map(|_| lit(rng)).collect()
}

/// Many calls of one solver; how many began with a kept model.
fn draw(rng: &mut Rng) -> Result<u64, String> {
    let parts = 4 + rng.below(8);
    let mut solver = Solver::new();
    let eager = rng.coin();
    let options = [("keep_vars", "0"), ("lucky", "false"), ("inprocess_first", "0"), ("eliminate_interval", "1")];
    for (name, value) in &options[..if eager { 4 } else { 1 }] {
        solver.set_option(name, value).expect("an option");
    }
    let proof = rng.coin().then(|| {
        let (tracer, proof) = proof::create_of_calls_in_memory(usize::MAX);
        solver.set_tracer(tracer).expect("there are no clauses yet");
        proof
    });
    let mut formula = Formula::new();
    let add = |rng: &mut Rng, solver: &mut Solver, formula: &mut Formula| {
        let clause = clause(rng, parts);
        solver.add_clause(clause.iter().copied());
        formula.add_clause(clause);
    };
    (0..parts * 14).for_each(|_| add(rng, &mut solver, &mut formula));
    for call in 0..80 {
        while rng.below(8) == 0 {
            add(rng, &mut solver, &mut formula);
        }
        let assumed: Vec<Lit> =
            (0..rng.below(4)).map(|_| Var::new(rng.below(parts * PART) as usize).lit(rng.coin())).collect();
        if rng.below(16) == 0 {
            solver.propagate(assumed.iter().copied());
        }
        let copied = (rng.below(16) == 0).then(|| solver.clone());
        let mut units = formula.clone();
        assumed.iter().for_each(|&lit| units.add_clause([lit]));
        let expected = matches!(Solver::from_formula(&units).solve(), Verdict::Sat(_));
        for mut solver in copied.into_iter() {
            let same = matches!(solver.solve_with(assumed.iter().copied()), Verdict::Sat(_)) == expected;
            same.then_some(()).ok_or_else(|| format!("call {call}: the copy errs"))?;
        }
        let limits = Limits { conflicts: (rng.below(8) == 0).then_some(1), ..Limits::none() };
        assumed.iter().for_each(|&lit| solver.assume(lit));
        match solver.solve_limited(&limits) {
            Verdict::Sat(found) if expected => {
                if let Some(clause) = model::first_falsified(&found, &units) {
                    return Err(format!("call {call}: the model falsifies {clause:?}"));
                }
                let var = Var::new(rng.below(parts * PART) as usize);
                if solver.flip(var) && model::first_falsified(solver.model().expect("a model"), &formula).is_some() {
                    return Err(format!("call {call}: flipping {var:?} falsifies a clause"));
                }
            }
            Verdict::Unsat if !expected => {
                let core = solver.core().expect("no model").to_vec();
                let mut units = formula.clone();
                core.iter().for_each(|&lit| units.add_clause([lit]));
                let within = core.iter().all(|lit| assumed.contains(lit));
                if !within || Solver::from_formula(&units).solve() != Verdict::Unsat {
                    return Err(format!("call {call}: {core:?} is no core"));
                }
            }
            Verdict::Unknown(_) if limits.conflicts.is_some() => {}
            other => return Err(format!("call {call}: {other:?}, expected a model: {expected}")),
        }
    }
    if let Some(proof) = proof {
        solver.finish_proof().map_err(|error| error.to_string())?;
        match lidrup::check(&mut &proof.take()[..], Some(&formula), &Limits::none()) {
            Outcome::Verified(_) => {}
            other => return Err(format!("the proof: {other:?}")),
        }
    }
    let kept = solver.stats().iter().find(|row| row.name == "kept").expect("a counter").value;
    Ok(kept)
}

#[test]
fn answers_of_kept_models_are_those_of_new_solvers() {
    let mut kept = 0;
    for round in 0..rounds(300) as u64 {
        match draw(&mut Rng::new((seed() << 32) + round)) {
            Ok(calls) => kept += calls,
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    assert!(kept > 5_000, "{kept} calls began with a kept model");
}
