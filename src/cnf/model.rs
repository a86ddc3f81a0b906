//! Checking an assignment against a formula.

use super::assignment::Assignment;
use super::formula::Formula;
use super::lit::Lit;

/// Whether some literal of the clause is true.
pub fn satisfies_clause(model: &Assignment, clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| model.is_true(lit))
}

/// The index of the first clause, from 0, that the assignment leaves false, or `None` when it is a model.
pub fn first_falsified(model: &Assignment, formula: &Formula) -> Option<usize> {
    formula.clauses().position(|clause| !satisfies_clause(model, clause))
}

/// Turns a model of a simplified formula into one of the formula that it came from. `removed` holds what simplification
/// took away, oldest clause first and in each the literal in front that may be made true (the witness): from the last
/// clause to the first, the witness of each false clause is made true (Järvisalo, Heule, Biere, IJCAR'12).
///
/// ```
/// use gemsat::cnf::{Assignment, Formula, Var, model};
/// let removed = Formula::from_dimacs_lists(&[&[2, 1], &[-2, -1]]);
/// let mut model = Assignment::all_false(2);
/// model::reconstruct(&mut model, &removed);
/// assert!(model.is_true(Var::new(1).pos()));
/// ```
pub fn reconstruct(model: &mut Assignment, removed: &Formula) {
    for index in (0..removed.num_clauses()).rev() {
        let clause = removed.clause(index);
        if let Some(&witness) = clause.first().filter(|_| !satisfies_clause(model, clause)) {
            model.satisfy(witness);
        }
    }
}

/// How many clauses the assignment leaves false.
pub fn count_falsified(model: &Assignment, formula: &Formula) -> usize {
    formula.clauses().filter(|clause| !satisfies_clause(model, clause)).count()
}
