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

/// How many clauses the assignment leaves false.
pub fn count_falsified(model: &Assignment, formula: &Formula) -> usize {
    formula.clauses().filter(|clause| !satisfies_clause(model, clause)).count()
}
