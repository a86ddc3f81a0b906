//! The SAT solver gemsat for [RustSAT](https://docs.rs/rustsat).
//!
//! ```
//! use rustsat::{lit, solvers::{Solve, SolveIncremental, SolverResult}};
//! let mut solver = rustsat_gemsat::Gemsat::default();
//! solver.add_binary(lit![0], lit![1]).unwrap();
//! assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]]).unwrap(), SolverResult::Unsat);
//! assert_eq!(solver.core().unwrap().len(), 2);
//! ```

mod callbacks;

use std::collections::HashMap;

use callbacks::Callbacks;

use gemsat::engine::Verdict;
use gemsat::limits::{Limits, StopFlag, cpu_time};
use gemsat::solver::{LastAnswer, Solver};
use rustsat::solvers::{
    FlipLit, FreezeVar, GetInternalStats, Interrupt, InterruptSolver, LimitConflicts, LimitDecisions,
    LimitPropagations, PhaseLit, Propagate, PropagateResult, Solve, SolveIncremental, SolveStats, SolverResult,
    SolverState, SolverStats, StateError,
};
use rustsat::types::{Cl, Clause, Lit, TernaryVal, Var};

/// The solver. A clone has the same clauses, learned ones included, and none of the callbacks.
#[derive(Debug, Default)]
pub struct Gemsat<'term, 'learn> {
    inner: Solver,
    limits: Limits,
    stats: SolverStats,
    /// How often each variable is frozen.
    frozen: HashMap<Var, u32>,
    callbacks: Callbacks<'term, 'learn>,
}

impl Clone for Gemsat<'_, '_> {
    fn clone(&self) -> Self {
        Gemsat {
            inner: self.inner.clone(),
            limits: self.limits.clone(),
            stats: self.stats.clone(),
            frozen: self.frozen.clone(),
            callbacks: Callbacks::default(),
        }
    }
}

/// Ends a call of a [`Gemsat`] from any thread.
#[derive(Clone, Debug)]
pub struct Interrupter(StopFlag);

impl InterruptSolver for Interrupter {
    /// Ends the call that is under way; when none is, the next one.
    fn interrupt(&self) {
        self.0.raise();
    }
}

fn inner_lit(lit: Lit) -> gemsat::cnf::Lit {
    gemsat::cnf::Lit::new(inner_var(lit.var()), lit.is_neg())
}

fn inner_var(var: Var) -> gemsat::cnf::Var {
    gemsat::cnf::Var::new(var.idx32() as usize)
}

fn outer_lit(lit: gemsat::cnf::Lit) -> Lit {
    Lit::new(lit.var().index() as u32, lit.is_negative())
}

impl Gemsat<'_, '_> {
    /// The solver itself, for proofs, threads and options; [`Solver::without_effect`] says which of them have none.
    pub fn inner(&mut self) -> &mut Solver {
        &mut self.inner
    }

    /// Limits of every call to come beside those of RustSAT's traits: time, memory, ticks.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.limits
    }

    fn state(&self) -> SolverState {
        match self.inner.last_answer() {
            LastAnswer::None => SolverState::Input,
            LastAnswer::Sat => SolverState::Sat,
            LastAnswer::Unsat => SolverState::Unsat,
        }
    }

    fn require(&self, required_state: SolverState) -> anyhow::Result<()> {
        let actual_state = self.state();
        anyhow::ensure!(actual_state == required_state, StateError { required_state, actual_state });
        Ok(())
    }

    fn use_var(&mut self, var: Var) {
        self.stats.max_var = self.stats.max_var.max(Some(var));
    }

    fn counter(&self, name: &str) -> usize {
        self.inner.stats().iter().find(|row| row.name == name).map_or(0, |row| row.value as usize)
    }
}

impl Extend<Clause> for Gemsat<'_, '_> {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.add_clause_ref(&clause).expect("clauses are always taken"));
    }
}

impl<'a, C: AsRef<Cl> + ?Sized> Extend<&'a C> for Gemsat<'_, '_> {
    fn extend<T: IntoIterator<Item = &'a C>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.add_clause_ref(clause).expect("clauses are always taken"));
    }
}

impl Solve for Gemsat<'_, '_> {
    fn signature(&self) -> &'static str {
        concat!("gemsat ", env!("CARGO_PKG_VERSION"))
    }

    /// Declares the variables: those that occur in no clause have a value in a model too.
    fn reserve(&mut self, max_var: Var) -> anyhow::Result<()> {
        self.use_var(max_var);
        while self.inner.num_vars() <= max_var.idx() {
            self.inner.new_var();
        }
        Ok(())
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.solve_assumps(&[])
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        self.require(SolverState::Sat)?;
        let known = lit.vidx() < self.inner.num_vars();
        let value = self.inner.value(inner_lit(lit)).filter(|_| known);
        Ok(value.map_or(TernaryVal::DontCare, TernaryVal::from))
    }

    fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> anyhow::Result<()> {
        let clause = clause.as_ref();
        clause.iter().for_each(|lit| self.use_var(lit.var()));
        let stats = &mut self.stats;
        let literals = f64::from(stats.avg_clause_len) * stats.n_clauses as f64 + clause.len() as f64;
        stats.n_clauses += 1;
        stats.avg_clause_len = (literals / stats.n_clauses as f64) as f32;
        self.inner.add_clause(clause.iter().copied().map(inner_lit));
        Ok(())
    }
}

impl SolveIncremental for Gemsat<'_, '_> {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> anyhow::Result<SolverResult> {
        let before = cpu_time();
        assumps.iter().for_each(|&lit| self.inner.assume(inner_lit(lit)));
        let verdict =
            if self.callbacks.any() { self.solve_with_callbacks() } else { Ok(self.inner.solve_limited(&self.limits)) };
        self.inner.terminator().lower();
        self.stats.cpu_solve_time += cpu_time().saturating_sub(before);
        let (count, result) = match verdict? {
            Verdict::Sat(_) => (&mut self.stats.n_sat, SolverResult::Sat),
            Verdict::Unsat => (&mut self.stats.n_unsat, SolverResult::Unsat),
            _ => (&mut self.stats.n_terminated, SolverResult::Interrupted),
        };
        *count += 1;
        Ok(result)
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        self.require(SolverState::Unsat)?;
        Ok(self.inner.core().unwrap_or(&[]).iter().map(|&lit| !outer_lit(lit)).collect())
    }
}

impl SolveStats for Gemsat<'_, '_> {
    fn stats(&self) -> SolverStats {
        self.stats.clone()
    }
}

impl Interrupt for Gemsat<'_, '_> {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        Interrupter(self.inner.terminator())
    }
}

impl PhaseLit for Gemsat<'_, '_> {
    fn phase_lit(&mut self, lit: Lit) -> anyhow::Result<()> {
        self.inner.phase(inner_lit(lit));
        Ok(())
    }

    fn unphase_var(&mut self, var: Var) -> anyhow::Result<()> {
        self.inner.unphase(inner_var(var));
        Ok(())
    }
}

impl FreezeVar for Gemsat<'_, '_> {
    fn freeze_var(&mut self, var: Var) -> anyhow::Result<()> {
        *self.frozen.entry(var).or_default() += 1;
        self.inner.freeze(inner_var(var));
        Ok(())
    }

    fn melt_var(&mut self, var: Var) -> anyhow::Result<()> {
        let count = self.frozen.get_mut(&var).filter(|count| **count > 0);
        *count.ok_or_else(|| anyhow::anyhow!("expected a frozen variable, and {var} is not"))? -= 1;
        self.inner.melt(inner_var(var));
        Ok(())
    }

    fn is_frozen(&mut self, var: Var) -> anyhow::Result<bool> {
        Ok(self.frozen.get(&var).is_some_and(|&count| count > 0))
    }
}

impl FlipLit for Gemsat<'_, '_> {
    /// As [`Solver::flip`]: assumptions are not looked at, and eliminated variables are not flipped.
    fn flip_lit(&mut self, lit: Lit) -> anyhow::Result<bool> {
        self.require(SolverState::Sat)?;
        Ok(self.inner.flip(inner_var(lit.var())))
    }

    fn is_flippable(&mut self, lit: Lit) -> anyhow::Result<bool> {
        self.require(SolverState::Sat)?;
        Ok(self.inner.is_flippable(inner_var(lit.var())))
    }
}

impl Propagate for Gemsat<'_, '_> {
    /// Phases are never saved by this call.
    fn propagate(&mut self, assumps: &[Lit], _phase_saving: bool) -> anyhow::Result<PropagateResult> {
        let result = self.inner.propagate(assumps.iter().copied().map(inner_lit));
        Ok(PropagateResult {
            propagated: result.implied.into_iter().map(outer_lit).collect(),
            conflict: result.conflict,
        })
    }
}

impl LimitConflicts for Gemsat<'_, '_> {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.conflicts = limit.map(u64::from);
        Ok(())
    }
}

impl LimitDecisions for Gemsat<'_, '_> {
    fn limit_decisions(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.decisions = limit.map(u64::from);
        Ok(())
    }
}

impl LimitPropagations for Gemsat<'_, '_> {
    fn limit_propagations(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.limits.propagations = limit.map(u64::from);
        Ok(())
    }
}

impl GetInternalStats for Gemsat<'_, '_> {
    fn propagations(&self) -> usize {
        self.counter("propagations")
    }

    fn decisions(&self) -> usize {
        self.counter("decisions")
    }

    fn conflicts(&self) -> usize {
        self.counter("conflicts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::solvers::{ControlSignal, Learn, Terminate};
    use rustsat::{lit, var};

    #[test]
    fn statistics_cores_and_models() {
        let mut solver = Gemsat::default();
        solver.add_binary(lit![0], lit![1]).unwrap();
        solver.add_ternary(!lit![0], lit![1], lit![2]).unwrap();
        assert_eq!((solver.n_clauses(), solver.max_var()), (2, Some(var![2])));
        assert!((solver.avg_clause_len() - 2.5).abs() < f32::EPSILON);
        assert!(solver.core().is_err() && solver.full_solution().is_err());
        assert_eq!(solver.solve_assumps(&[!lit![1], !lit![2]]).unwrap(), SolverResult::Unsat);
        let mut core = solver.core().unwrap();
        core.sort_unstable();
        assert_eq!(core, [lit![1], lit![2]]);
        assert_eq!(solver.solve_assumps(&[!lit![1]]).unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit![0]).unwrap(), TernaryVal::True);
        assert_eq!(solver.lit_val(lit![9]).unwrap(), TernaryVal::DontCare);
        assert_eq!((solver.n_sat_solves(), solver.n_unsat_solves(), solver.n_solves()), (1, 1, 2));
    }

    #[test]
    fn a_literal_is_flipped_where_the_clauses_allow_it() {
        let mut solver = Gemsat::default();
        solver.add_binary(lit![0], lit![1]).unwrap();
        assert!(solver.flip_lit(lit![0]).is_err(), "without a model");
        assert_eq!(solver.solve_assumps(&[lit![0], lit![1]]).unwrap(), SolverResult::Sat);
        assert!(solver.is_flippable(lit![0]).unwrap() && solver.flip_lit(lit![0]).unwrap());
        assert_eq!(solver.lit_val(lit![0]).unwrap(), TernaryVal::False);
        assert!(!solver.is_flippable(lit![1]).unwrap() && !solver.flip_lit(!lit![1]).unwrap());
        assert_eq!(solver.lit_val(lit![1]).unwrap(), TernaryVal::True);
        assert!(solver.flip_lit(lit![0]).unwrap(), "and back");
    }

    #[test]
    fn reserved_variables_have_a_value() {
        let mut solver = Gemsat::default();
        solver.reserve(var![2]).unwrap();
        solver.add_unit(lit![0]).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert_ne!(solver.lit_val(lit![2]).unwrap(), TernaryVal::DontCare);
        assert_eq!(solver.lit_val(lit![3]).unwrap(), TernaryVal::DontCare);
    }

    #[test]
    fn an_interrupt_ends_one_call() {
        let mut solver = Gemsat::default();
        solver.add_binary(lit![0], lit![1]).unwrap();
        let interrupter = solver.interrupter();
        std::thread::spawn(move || interrupter.interrupt()).join().unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    }

    #[test]
    fn melting_asks_for_a_frozen_variable() {
        let mut solver = Gemsat::default();
        assert!(solver.melt_var(var![0]).is_err());
        solver.freeze_var(var![0]).unwrap();
        solver.freeze_var(var![0]).unwrap();
        solver.melt_var(var![0]).unwrap();
        assert!(solver.is_frozen(var![0]).unwrap());
    }

    #[test]
    fn preferred_values_come_before_simple_assignments() {
        let mut solver = Gemsat::default();
        [0, 1, 2].into_iter().for_each(|var| solver.add_binary(Lit::positive(var), Lit::positive(var + 1)).unwrap());
        let preferred = [lit![0], !lit![1], lit![2], lit![3]];
        preferred.into_iter().for_each(|lit| solver.phase_lit(lit).unwrap());
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        preferred.into_iter().for_each(|lit| assert_eq!(solver.lit_val(lit).unwrap(), TernaryVal::True));
    }

    /// Random MaxSAT by RustSAT's own algorithm over two of its encodings, against enumeration.
    #[test]
    fn rustsat_finds_optima() {
        use rustsat::algs::maxsat::{SolutionImprovingSearch, Solve as _};
        use rustsat::encodings::pb::{BinaryAdder, GeneralizedTotalizer};
        const VARS: u32 = 10;
        let mut state = 1u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        let mut optima = 0;
        for _ in 0..60 {
            let clauses: Vec<Vec<Lit>> = (0..30)
                .map(|_| (0..3).map(|_| Lit::new(below(u64::from(VARS)) as u32, below(2) == 0)).collect())
                .collect();
            let objective: Vec<(Lit, usize)> =
                (0..VARS).map(|var| (Lit::new(var, below(2) == 0), 1 + below(9) as usize)).collect();
            let holds = |model: u32, lit: &Lit| (model >> lit.vidx() & 1 == 1) == lit.is_pos();
            let cost = |model: u32| {
                objective.iter().filter(|(lit, _)| holds(model, lit)).map(|(_, weight)| weight).sum::<usize>()
            };
            let models = (0..1 << VARS).filter(|&model| clauses.iter().all(|c| c.iter().any(|lit| holds(model, lit))));
            let best = models.map(cost).min();
            let mut solvers = [Gemsat::default(), Gemsat::default()];
            for solver in &mut solvers {
                solver.reserve(Var::new(VARS - 1)).unwrap();
                clauses.iter().for_each(|clause| solver.add_clause_ref(Cl::new(clause)).unwrap());
            }
            let [one, two] = &mut solvers;
            let found = [
                SolutionImprovingSearch::<Gemsat, GeneralizedTotalizer>::solve(one, &objective),
                SolutionImprovingSearch::<Gemsat, BinaryAdder>::solve(two, &objective),
            ];
            found.into_iter().for_each(|found| assert_eq!(found.map(|(_, cost)| cost), best));
            optima += usize::from(best.is_some());
        }
        assert!(optima > 10, "{optima}");
    }

    /// More pigeons than holes: hundreds of conflicts.
    fn pigeons(solver: &mut Gemsat<'_, '_>, holes: u32) {
        let lit = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
        for pigeon in 0..=holes {
            let clause: Clause = (0..holes).map(|hole| lit(pigeon, hole)).collect();
            solver.add_clause(clause).unwrap();
            for other in 0..pigeon {
                (0..holes).for_each(|hole| solver.add_binary(!lit(pigeon, hole), !lit(other, hole)).unwrap());
            }
        }
    }

    #[test]
    fn a_learner_may_borrow_and_gets_short_clauses_as_they_come() {
        let learned = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let mut solver = Gemsat::default();
        pigeons(&mut solver, 6);
        solver.attach_learner(|clause| learned.borrow_mut().push(clause.len()), 6);
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
        let count = learned.borrow().len();
        assert!(count > 10 && learned.borrow().iter().all(|&len| len <= 6), "{learned:?}");
        solver.detach_learner();
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
        assert_eq!(learned.borrow().len(), count);
    }

    #[test]
    fn a_terminator_ends_calls_until_it_is_detached() {
        let mut asked = 0;
        let mut solver = Gemsat::default();
        // With symmetries broken it would end by itself.
        solver.inner().set_option("symmetry", "false").unwrap();
        pigeons(&mut solver, 11);
        solver.attach_terminator(|| {
            asked += 1;
            if asked > 3 { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        solver.detach_terminator();
        solver.limit_conflicts(Some(10)).unwrap();
        let before = solver.conflicts();
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert_eq!(solver.conflicts() - before, 10);
        drop(solver);
        assert!(asked >= 5);
    }

    #[test]
    fn a_panic_in_a_callback_ends_the_search() {
        let mut solver = Gemsat::default();
        pigeons(&mut solver, 11);
        solver.attach_learner(|_| panic!("no more"), 100);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| solver.solve())).is_err());
    }

    #[test]
    fn propagation_without_a_search() {
        let mut solver = Gemsat::default();
        solver.add_binary(!lit![0], lit![1]).unwrap();
        assert_eq!(solver.propagate(&[lit![0]], false).unwrap().propagated, [lit![0], lit![1]]);
        assert!(solver.propagate(&[lit![0], !lit![1]], false).unwrap().conflict);
    }
}
