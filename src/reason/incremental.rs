//! The CDCL engine as an oracle: one solver that keeps its clauses and what it has learned from call to call.

use super::oracle::{Oracle, Reply};
use crate::cnf::{Formula, Lit, Var};
use crate::encode::ClauseSink;
use crate::engine::Verdict;
use crate::limits::Limits;
use crate::solver::Solver;
use crate::util::table::OptionError;

/// An oracle that keeps what it learns.
#[derive(Debug, Default)]
pub struct Incremental {
    pub(super) solver: Solver,
    vars: u32,
}

impl Incremental {
    /// An oracle for these clauses. Later clauses and assumptions may also have other variables.
    pub fn new(formula: &Formula) -> Incremental {
        Incremental::start(formula, Solver::new())
    }

    /// An oracle that may eliminate variables of these clauses; a question about one brings its clauses back.
    pub(super) fn eliminating(formula: &Formula, mut solver: Solver) -> Incremental {
        solver.load(formula);
        Incremental { solver, vars: formula.num_vars() }
    }

    /// An oracle with options of the CDCL engine set, by name and value.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of its range.
    pub fn with_options(formula: &Formula, options: &[(&str, &str)]) -> Result<Incremental, OptionError> {
        let mut solver = Solver::new();
        for (name, value) in options {
            solver.set_option(name, value)?;
        }
        Ok(Incremental::start(formula, solver))
    }

    fn start(formula: &Formula, mut solver: Solver) -> Incremental {
        // Any variable may be assumed or occur in a later clause.
        (0..formula.num_vars()).for_each(|index| solver.freeze(Var::new(index)));
        Incremental::eliminating(formula, solver)
    }
}

/// Every variable is protected from elimination.
impl ClauseSink for Incremental {
    fn new_var(&mut self) -> Var {
        let var = self.solver.new_var();
        self.declare_vars(var.index() as u32 + 1);
        var
    }

    fn declare_vars(&mut self, count: u32) {
        (self.vars..count).for_each(|index| self.solver.freeze(Var::new(index)));
        self.vars = self.vars.max(count);
        self.solver.declare_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(clause);
        self.solver.add_clause(clause);
    }
}

impl Oracle for Incremental {
    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        self.solver.solve_under(assumptions, limits)
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        self.solver.fixed(lit)
    }

    fn is_active(&self, var: Var) -> bool {
        self.solver.is_active(var)
    }

    fn suggest(&mut self, lit: Lit) {
        self.solver.save_phase(lit);
    }

    fn part(&self, formula: &Formula) -> Option<Box<dyn Oracle>> {
        Some(Box::new(Incremental::new(formula)))
    }

    fn ticks(&self) -> u64 {
        self.solver.ticks()
    }
}

/// Questions are asked under the limits that they are given, in place of those of [`Solver::set_limits`]. A variable
/// that the solver has eliminated is brought back when a question needs it; [`Solver::freeze`] saves that.
impl Oracle for Solver {
    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        assumptions.iter().for_each(|lit| self.assume(lit));
        match self.solve_limited(limits) {
            Verdict::Sat(model) => Reply::Sat(model),
            Verdict::Unsat => Reply::Unsat(self.core().unwrap_or(&[]).to_vec()),
            Verdict::Unknown(stop) => Reply::Unknown(stop),
        }
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        Solver::fixed(self, lit)
    }

    fn is_active(&self, var: Var) -> bool {
        Solver::is_active(self, var)
    }

    fn suggest(&mut self, lit: Lit) {
        self.save_phase(lit);
    }

    fn part(&self, formula: &Formula) -> Option<Box<dyn Oracle>> {
        Some(Box::new(Incremental::new(formula)))
    }

    fn ticks(&self) -> u64 {
        Solver::ticks(self)
    }
}

impl<O: Oracle + ?Sized> Oracle for Box<O> {
    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        (**self).solve_under(assumptions, limits)
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        (**self).fixed(lit)
    }

    fn is_active(&self, var: Var) -> bool {
        (**self).is_active(var)
    }

    fn suggest(&mut self, lit: Lit) {
        (**self).suggest(lit);
    }

    fn part(&self, formula: &Formula) -> Option<Box<dyn Oracle>> {
        (**self).part(formula)
    }

    fn ticks(&self) -> u64 {
        (**self).ticks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_come_and_go() {
        let lit = |number| Lit::from_dimacs(number).expect("not 0");
        let mut oracle = Incremental::new(&Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]));
        assert!(matches!(oracle.solve_under(&[lit(1)], &Limits::none()), Reply::Sat(model) if model.is_true(lit(3))));
        let failed = oracle.solve_under(&[lit(4), lit(1), lit(-3)], &Limits::none());
        let Reply::Unsat(failed) = failed else { panic!("1 implies 3") };
        assert!(!failed.is_empty() && !failed.contains(&lit(4)));
        oracle.add_clause(&[lit(-2), lit(4)]);
        assert!(matches!(oracle.solve_under(&[lit(-1)], &Limits::none()), Reply::Sat(model) if model.is_true(lit(4))));
        assert!(matches!(
            oracle.solve_under(&[], &Limits { conflicts: Some(0), ..Limits::none() }),
            Reply::Sat(_) | Reply::Unknown(_)
        ));
    }
}
