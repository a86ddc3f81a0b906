//! Simplifying without searching: a smaller formula, and how its models extend to models of the given one.
//!
//! **What it does.** Runs rounds of all techniques and of elimination, without decisions, until a round changes
//! nothing or the limit of rounds is reached. The remaining clauses keep the numbers of their variables, so that a
//! DRAT proof of this run followed by one of the simplified formula is a proof of the given formula.
//!
//! **Soundness and proof.** The extension stack is returned as a list of clauses, oldest first, each with its witness
//! as the first literal; the fixed literals follow as unit clauses. To get a model of the given formula, go through the
//! list from the last to the first, and make the first literal of every false clause true.
//!
//! **References.** Järvisalo, Heule, Biere (IJCAR'12).

use super::inprocess::ELIMINATE;
use super::{Solver, Status};
use crate::cnf::{Formula, Lit};
use crate::engine::Simplified;
use crate::limits::{Limits, Stop};

/// The effort of a round: that of an inprocessing round after a search of this many ticks.
const ROUND_TICKS: u64 = 100_000_000;

impl Solver {
    /// Simplifies the formula. The answer is [`Status::Unsat`] if that refutes it; otherwise unknown, because a limit
    /// was reached or, with [`Stop::Simplified`], because the rounds are done.
    pub fn simplify(&mut self, rounds: u32, limits: &Limits) -> Status {
        self.timed("simplify", |solver| solver.simplify_in_rounds(rounds, limits))
    }

    fn simplify_in_rounds(&mut self, rounds: u32, limits: &Limits) -> Status {
        self.backtrack(0);
        self.watch_loaded();
        self.counters.solves += 1;
        self.restore();
        self.start_schedule(limits);
        self.prepare_decisions();
        let mut stop = self.stopped(limits);
        let mut size = u64::MAX;
        for _ in 0..rounds {
            if stop.is_some() || !self.go_to_root() {
                break;
            }
            self.inprocess_for(ROUND_TICKS);
            self.pass(&ELIMINATE, ROUND_TICKS);
            stop = self.stopped(limits);
            let now = self.size_left();
            if std::mem::replace(&mut size, now) == now {
                break;
            }
        }
        match stop {
            _ if self.inconsistent => Status::Unsat,
            stop => Status::Unknown(stop.unwrap_or(Stop::Simplified)),
        }
    }

    /// The formula that is left after [`Solver::simplify`].
    ///
    /// # Errors
    /// When memory cannot be allocated.
    pub fn simplified(&self) -> Result<Simplified, Stop> {
        let external = &self.db.external;
        let vars = external.user_vars() as u32;
        let name = |lit| external.user_lit(lit);
        let formula = if self.inconsistent {
            Formula::from_dimacs_lists(&[&[]])
        } else {
            self.irredundant_formula(vars, name).ok_or(Stop::Memory)?
        };
        let mut removed = Formula::new();
        removed.declare_vars(vars as usize);
        let fixed = self.trail.lits.iter().map(|&lit| external.user_lit(lit)).chain(external.removed_fixed_lits());
        let fixed = fixed.map(|lit| vec![lit]);
        for clause in self.extension.clauses().into_iter().chain(fixed) {
            clause.into_iter().try_for_each(|lit| removed.try_push(lit)).map_err(|_| Stop::Memory)?;
            removed.try_close().map_err(|_| Stop::Memory)?;
        }
        Ok(Simplified { formula, removed })
    }

    /// Variables and clauses that are left.
    fn size_left(&self) -> u64 {
        let vars = self.trail.info.len() - self.statuses.inactive() - self.trail.lits.len();
        self.db.population().all_irredundant() + vars as u64
    }

    /// The irredundant clauses under the fixed variables, with literals mapped by this function; `None` when memory
    /// cannot be allocated.
    pub(super) fn irredundant_formula(&self, vars: u32, name: impl Fn(Lit) -> Lit) -> Option<Formula> {
        let mut formula = Formula::new();
        formula.declare_vars(vars as usize);
        let mut add = |lits: &mut dyn Iterator<Item = Lit>| {
            for lit in lits.filter(|&lit| self.values.value(lit) == 0) {
                formula.try_push(name(lit)).ok()?;
            }
            formula.try_close().ok()
        };
        for clause in self.db.arena.refs().filter(|&clause| !self.db.arena.redundant(clause)) {
            if !self.db.arena.lits(clause).any(|lit| self.values.value(lit) > 0) {
                add(&mut self.db.arena.lits(clause))?;
            }
        }
        for code in 0..2 * self.trail.info.len() as u32 {
            let lit = Lit::from_code(code);
            for watch in self.db.watches.list(lit) {
                let other = watch.blocker();
                let wanted = watch.is_binary() && !watch.is_redundant_binary() && lit < other;
                if wanted && self.values.value(lit) <= 0 && self.values.value(other) <= 0 {
                    add(&mut [lit, other].into_iter())?;
                }
            }
        }
        Some(formula)
    }
}
