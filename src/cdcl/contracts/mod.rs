//! The contracts of the components: what must hold between the steps of the solver.
//!
//! **What it does.** Builds with debug assertions check every contract after each inprocessing pass and after each
//! garbage collection, and panic with the place and the row that breaks it. Other builds compile the checks and run
//! none.
//!
//! **Why it pays.** The kernels read without bounds checks: that is sound only while the watch lists, the saved
//! positions and the sizes of the tables are right. A technique that breaks one is named at once, not a million
//! conflicts later.
//!
//! **Schedule and cost.** A check walks over all clauses and tables and sorts the binary clauses and the ids. A solver
//! of up to [`ALWAYS_CHECKED_WORDS`] words is checked every time, one that is 2^k times as large every 2^k-th time.
//!
//! A new contract is a file with a function `check`, which returns what is broken, a test that breaks it, and a row of
//! [`CONTRACTS`].

mod assignment;
mod clauses;
mod counts;
mod decisions;
mod extension;
mod external;
mod ids;
mod tables;
mod trail;
mod watches;

use super::Solver;

/// What is broken, in words.
type Broken = String;

/// One contract.
type Check = fn(&Solver) -> Result<(), Broken>;

/// The contracts. Later ones rely on earlier ones: none indexes a table that has not been checked.
const CONTRACTS: &[(&str, Check)] = &[
    ("tables", tables::check),
    ("clauses", clauses::check),
    ("watches", watches::check),
    ("counts", counts::check),
    ("assignment", assignment::check),
    ("trail", trail::check),
    ("ids", ids::check),
    ("decisions", decisions::check),
    ("external variables", external::check),
    ("extension stack", extension::check),
];

/// The words of clauses, watches and tables up to which a solver is checked every time.
const ALWAYS_CHECKED_WORDS: usize = 1 << 17;

impl Solver {
    /// Panics if a contract is broken after this step. Does nothing without debug assertions, nor once the formula is
    /// refuted or memory has run out: then the watch lists may be left incomplete.
    #[inline]
    pub(in crate::cdcl) fn check_contracts(&mut self, step: &str) {
        if cfg!(debug_assertions) && !self.inconsistent && !self.exhausted && !self.db.watches.incomplete() {
            self.contracts_due += 1;
            let words = self.db.arena.words.len() + 2 * self.db.watches.buffer.len() + 8 * self.trail.info.len();
            if self.contracts_due.is_multiple_of((words / ALWAYS_CHECKED_WORDS).next_power_of_two() as u64)
                && let Err(broken) = self.contracts_hold()
            {
                panic!("after {step}: {broken}");
            }
        }
    }

    /// Checks every contract.
    fn contracts_hold(&self) -> Result<(), Broken> {
        CONTRACTS.iter().try_for_each(|(name, check)| check(self).map_err(|broken| format!("{name}: {broken}")))
    }
}

/// Fails with these words unless the condition holds.
fn ensure(holds: bool, broken: impl FnOnce() -> Broken) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Fails if a number occurs twice; sorts the numbers.
fn ensure_unique(numbers: &mut [u64], what: &str) -> Result<(), Broken> {
    numbers.sort_unstable();
    let twice = numbers.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(format!("{what} {} occurs twice", pair[0])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Lit, Var};
    use crate::limits::Limits;
    use crate::proof::Tracer;
    use crate::util::rng::Rng;

    #[derive(Debug)]
    struct WithIds;

    impl Tracer for WithIds {
        fn needs_antecedents(&self) -> bool {
            true
        }
    }

    /// A solver after 400 conflicts on a random formula with binary clauses and a unit, at level 0, with ids.
    pub(super) fn searched() -> Solver {
        let mut solver = Solver::default();
        solver.set_tracer(Box::new(WithIds));
        solver.options.lucky = false;
        (solver.options.inprocess_first, solver.options.eliminate_interval) = (50, 100);
        let mut rng = Rng::new(12);
        let mut lit = || Var::new(rng.index(200)).lit(rng.coin());
        let mut clauses: Vec<Vec<Lit>> = (0..760).map(|_| vec![lit(), lit(), lit()]).collect();
        clauses.extend((0..30).map(|_| vec![lit(), lit()]));
        clauses.push(vec![Var::new(200).pos()]);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.solve(&Limits { conflicts: Some(400), ..Limits::none() });
        assert!(!solver.inconsistent && solver.db.population().redundant > 0);
        assert!(solver.db.population().binary > 0 && !solver.extension.is_empty());
        solver
    }

    /// The words in which this contract is broken after such a change of a solver that keeps it.
    pub(super) fn broken_by(check: Check, change: impl FnOnce(&mut Solver)) -> Broken {
        let mut solver = searched();
        assert_eq!(check(&solver), Ok(()));
        change(&mut solver);
        check(&solver).expect_err("the change breaks the contract")
    }

    #[test]
    fn a_solver_keeps_every_contract() {
        assert_eq!(searched().contracts_hold(), Ok(()));
        assert_eq!(Solver::default().contracts_hold(), Ok(()));
    }
}
