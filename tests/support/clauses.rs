//! Formulas as lists of clauses of numbers.

use gemsat::cnf::Formula;
use gemsat::util::rng::Rng;

pub fn formula(clauses: &[Vec<i32>]) -> Formula {
    let lists: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    Formula::from_dimacs_lists(&lists)
}

/// Whether the formula has a model, by looking at all assignments.
pub fn satisfiable(clauses: &[Vec<i32>]) -> bool {
    let vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    assert!(vars <= 16);
    (0..1u32 << vars).any(|bits| {
        clauses.iter().all(|clause| clause.iter().any(|lit| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0)))
    })
}

/// Knuth's and Rivest's example: all clauses of eight minimal ones over four variables.
pub fn rivest() -> Vec<Vec<i32>> {
    let clauses: [[i32; 3]; 8] =
        [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]];
    clauses.iter().map(|clause| clause.to_vec()).collect()
}
/// A random formula with clauses of up to three literals.
pub fn random_clauses(rng: &mut Rng, vars: u64, count: usize) -> Vec<Vec<i32>> {
    let mut clause = || {
        let len = if rng.below(8) == 0 { 2 } else { 3 };
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < len {
            let var = rng.below(vars) as i32 + 1;
            if !clause.iter().any(|lit| lit.abs() == var) {
                clause.push(if rng.coin() { var } else { -var });
            }
        }
        clause
    };
    (0..count).map(|_| clause()).collect()
}

/// A clause as a line of DIMACS.
pub fn line(clause: &[i32]) -> String {
    clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n"
}

/// The clauses as DIMACS.
pub fn dimacs(clauses: &[Vec<i32>]) -> String {
    let lines: String = clauses.iter().map(|clause| line(clause)).collect();
    format!("p cnf {} {}\n{lines}", formula(clauses).num_vars(), clauses.len())
}
