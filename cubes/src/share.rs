//! Clauses that workers give each other: units and short clauses that the formula alone implies.
//!
//! **Soundness and proof.** What a solver learns under assumptions follows from its clauses without them, and these are
//! the formula's and others that follow from it. A worker that writes a proof imports nothing.
//!
//! **Cost.** Each clause is given once; losing some is harmless.

use gemsat::cnf::Lit;
use gemsat::solver::LearnedCallback;
use std::collections::HashSet;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Learned clauses that are on their way from a solver to others.
#[derive(Clone, Debug, Default)]
pub struct Clauses(Arc<Mutex<Vec<Vec<Lit>>>>);

impl Clauses {
    /// Longer clauses are not given away.
    pub const LONGEST: usize = 2;

    /// Keeps what a solver learns.
    pub fn listener(&self) -> LearnedCallback {
        let clauses = self.clone();
        Box::new(move |clause| clauses.lock().push(clause.to_vec()))
    }

    /// Takes the clauses that were gathered.
    pub fn take(&self) -> Vec<Vec<Lit>> {
        mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<Lit>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All clauses that the workers of a process have given away, each once.
#[derive(Debug, Default)]
pub struct Exchange(Mutex<Log>);

#[derive(Debug, Default)]
struct Log {
    known: HashSet<Vec<Lit>>,
    /// In order, with the worker that gave each.
    clauses: Vec<(usize, Vec<Lit>)>,
}

impl Exchange {
    /// Adds clauses of a worker; returns the new ones.
    pub fn give(&self, worker: usize, clauses: Vec<Vec<Lit>>) -> Vec<Vec<Lit>> {
        let mut log = self.lock();
        let mut new = Vec::new();
        for mut clause in clauses {
            clause.sort_unstable();
            if log.known.insert(clause.clone()) {
                log.clauses.push((worker, clause.clone()));
                new.push(clause);
            }
        }
        new
    }

    /// The clauses of others that came since the cursor, which moves on.
    pub fn take(&self, worker: usize, cursor: &mut usize) -> Vec<Vec<Lit>> {
        let log = self.lock();
        let new = log.clauses[*cursor..].iter().filter(|(giver, _)| *giver != worker);
        let taken = new.map(|(_, clause)| clause.clone()).collect();
        *cursor = log.clauses.len();
        taken
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_is_given_once_and_not_to_its_giver() {
        let lit = |number| Lit::from_dimacs(number).expect("a literal");
        let exchange = Exchange::default();
        assert_eq!(exchange.give(0, vec![vec![lit(2), lit(1)], vec![lit(1), lit(2)]]).len(), 1);
        assert!(exchange.give(1, vec![vec![lit(1), lit(2)]]).is_empty());
        exchange.give(1, vec![vec![lit(-3)]]);
        let mut cursors = [0, 0];
        assert_eq!(exchange.take(0, &mut cursors[0]), [vec![lit(-3)]]);
        assert_eq!(exchange.take(1, &mut cursors[1]), [vec![lit(1), lit(2)]]);
        assert!(exchange.take(0, &mut cursors[0]).is_empty());
    }
}
