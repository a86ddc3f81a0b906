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
    vars: usize,
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
        self.declare_vars(var.index() + 1);
        var
    }

    fn declare_vars(&mut self, count: usize) {
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
    fn begin(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        self.solver.begin_question(limits)
    }

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

/// A question counts as one call: literals that [`Solver::assume`] was given before hold in all of its searches, and
/// [`Solver::set_time_per_call`] limits its whole time. The limits that it is given hold beside those of
/// [`Solver::set_limits`]; those that are counts, for each search. [`Solver::terminator`] ends it.
///
/// A variable that the solver has eliminated is brought back when a question needs it; [`Solver::freeze`] saves that.
impl Oracle for Solver {
    fn begin(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        self.begin_question(limits)
    }

    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        let limits = self.own_limits(limits);
        assumptions.iter().for_each(|lit| self.assume(lit));
        match self.solve_limited(&limits) {
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

    fn begin(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        (**self).begin(limits)
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
    use super::super::backbone::backbone;
    use super::super::core::{Why, minimal_core, why};
    use super::super::enumerate::enumerate;
    use super::super::minimize::minimize;
    use super::*;
    use crate::cnf::Assignment;
    use crate::limits::Stop;
    use std::ops::ControlFlow;
    use std::time::Duration;

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

    /// Each kind of question to a solver: whether it came to an end.
    fn ask(solver: &mut Solver, limits: &Limits) -> [bool; 5] {
        let vars: Vec<Var> = (0..3).map(Var::new).collect();
        let lits: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
        let wishes: Vec<(u64, Lit)> = lits.iter().map(|&lit| (1, lit)).collect();
        let formula = Formula::from_dimacs_lists(&[&[-1, -2, 3]]);
        [
            minimize(solver, &wishes, limits).is_ok(),
            minimal_core(solver, &[], &lits, limits).is_ok(),
            why(solver, &lits, &lits[..1], limits).is_ok(),
            enumerate(solver, &vars, limits, |_| ControlFlow::Continue(())).stopped.is_none(),
            backbone(solver, &formula, &vars, limits).is_ok(),
        ]
    }

    #[test]
    fn all_limits_hold_in_every_question() {
        let formula = Formula::from_dimacs_lists(&[&[-1, -2, 3]]);
        let mut solver = Solver::from_formula(&formula);
        assert_eq!(ask(&mut solver, &Limits::none()), [true; 5]);
        let over = Limits::none().with_wall_time(Duration::ZERO);
        assert_eq!(ask(&mut solver, &over), [false; 5]);
        solver.set_limits(over);
        assert_eq!(ask(&mut solver, &Limits::none()), [false; 5]);
        solver.set_limits(Limits::none());
        solver.set_time_per_call(Some(Duration::ZERO));
        assert_eq!(ask(&mut solver, &Limits::none()), [false; 5]);
        assert_eq!(solver.solve_limited(&Limits::none()), Verdict::Unknown(Stop::WallTime));
        solver.set_time_per_call(None);
        solver.terminator().raise();
        assert_eq!(ask(&mut solver, &Limits::none()), [false; 5]);
        solver.terminator().lower();
        assert_eq!(ask(&mut solver, &Limits::none()), [true; 5]);
    }

    #[test]
    fn what_was_assumed_holds_in_all_of_a_question() {
        let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[-1, -2, 3]]));
        let [a, b, c] = [0, 1, 2].map(|index| Var::new(index).pos());
        let limits = Limits::none();
        solver.assume(a);
        let core = minimal_core(&mut solver, &[], &[b, !c], &limits).expect("no limit").expect("a contradiction");
        assert_eq!((core.members.len(), solver.core()), (2, None));
        assert_eq!(minimal_core(&mut solver, &[], &[b, !c], &limits), Ok(None));
        solver.assume(a);
        solver.assume(b);
        assert!(matches!(why(&mut solver, &[], &[c, !c], &limits), Ok(Why::Forced(lit, _)) if lit == c));
        solver.assume(a);
        let visit = |_: &Assignment| ControlFlow::Continue(());
        assert_eq!(enumerate(&mut solver, &[b.var(), c.var()], &limits, visit).models, 3);
        assert_eq!(enumerate(&mut solver, &[a.var(), b.var(), c.var()], &limits, visit).models, 7);
    }
}
