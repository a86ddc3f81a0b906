//! Learned clauses for C.

use std::ffi::c_int;

use gemsat::solver::Solver;

/// Passes every learned clause of at most the given length (any, if negative) as numbers to `call`, along with the
/// function; without a function, none.
pub fn listen<F: Copy + Send + 'static>(
    solver: &mut Solver,
    listener: Option<(F, c_int)>,
    call: impl Fn(F, &mut Vec<i32>) + Send + 'static,
) {
    let Some((function, max_length)) = listener else {
        solver.on_learned(0, Box::new(|_| ()));
        return;
    };
    let mut numbers = Vec::new();
    let learned = move |clause: &[gemsat::cnf::Lit]| {
        numbers.clear();
        numbers.extend(clause.iter().map(|lit| lit.to_dimacs()));
        call(function, &mut numbers);
    };
    solver.on_learned(usize::try_from(max_length).unwrap_or(usize::MAX), Box::new(learned));
}
