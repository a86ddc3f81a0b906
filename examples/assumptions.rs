//! Assumptions: one solver, many questions, and which of the wishes contradict each other.
//!
//! cargo run --example assumptions

use gemsat::cnf::Lit;
use gemsat::engine::Verdict;
use gemsat::solver::Solver;

pub(crate) fn main() {
    // A dinner: variables say who comes. What the solver learns in one call helps the next one.
    let mut solver = Solver::new();
    let [ann, bob, cat, dan] = [0; 4].map(|_| solver.new_var().pos());
    solver.add_clause([!ann, bob]); // Ann comes only with Bob,
    solver.add_clause([!bob, !cat]); // Bob and Cat do not meet,
    solver.add_clause([cat, dan]); // and one of Cat and Dan comes.

    // An assumption holds for one call. It is no clause: nothing is left of it afterwards.
    let Verdict::Sat(model) = solver.solve_with([ann]) else { panic!("Ann can come") };
    println!("with Ann: Bob {}, Cat {}, Dan {}", model.is_true(bob), model.is_true(cat), model.is_true(dan));
    assert!(model.is_true(bob) && !model.is_true(cat) && model.is_true(dan));

    // Where the assumptions contradict the clauses, the core says which of them do. Dan has nothing to do with it.
    assert_eq!(solver.solve_with([dan, ann, cat]), Verdict::Unsat);
    let core: Vec<Lit> = solver.core().expect("there was no model").to_vec();
    println!("Ann and Cat cannot both come: {} assumptions are in the core", core.len());
    assert!(core.contains(&ann) && core.contains(&cat) && !core.contains(&dan));

    // A switch: the clause holds only in calls that assume `strict`. To drop it for good, add the clause `!strict`.
    let strict = solver.new_var().pos();
    solver.add_clause([!strict, ann]);
    assert_eq!(solver.solve_with([strict, cat]), Verdict::Unsat);
    assert!(matches!(solver.solve_with([cat]), Verdict::Sat(_)));

    // Propagation alone is much cheaper than a search, and often enough.
    let follows = solver.propagate([ann]);
    println!("from \"Ann comes\" follows by propagation: {follows:?}");
}
