//! CDCL behind the trait of all engines.

use super::options::Options;
use super::search::report::LEGEND;
use super::stats::Counters;
use super::{Solver, Status};
use crate::cnf::Formula;
use crate::engine::{Engine, Observer, Reporter, Simplified, Verdict};
use crate::limits::Limits;
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow};

/// The CDCL engine: complete, with proofs.
#[derive(Default)]
pub struct Cdcl {
    options: Options,
    counters: Counters,
    reporter: Option<Box<dyn Reporter>>,
    tracer: Option<Box<dyn Tracer>>,
    solver: Option<Solver>,
}

impl std::fmt::Debug for Cdcl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cdcl").field("counters", &self.counters).finish_non_exhaustive()
    }
}

impl Cdcl {
    /// A solver with this engine's options, holding the formula.
    fn start(&mut self, formula: Formula) -> Solver {
        let mut solver = Solver::new();
        solver.options = self.options.clone();
        if let Some(tracer) = self.tracer.take() {
            solver.set_tracer(tracer);
        }
        if let Some(reporter) = self.reporter.take() {
            solver.set_reporter(reporter);
        }
        solver.seal();
        solver.load_and_break(&formula);
        solver
    }

    /// Keeps the solver for what is asked afterwards.
    fn finish(&mut self, mut solver: Solver, status: Status) {
        solver.report(match status {
            Status::Sat => '1',
            Status::Unsat => '0',
            Status::Unknown(_) => '?',
        });
        self.counters = solver.counters();
        self.solver = Some(solver);
    }
}

impl Engine for Cdcl {
    fn name(&self) -> &'static str {
        "cdcl"
    }

    fn about(&self) -> &'static str {
        "conflict-driven clause learning: complete, with proofs"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        let vars = formula.num_vars() as usize;
        let mut solver = self.start(formula);
        let status = match observer {
            Some(observer) => solver.solve_observed(limits, observer),
            None => solver.solve(limits),
        };
        let mut model = solver.model().clone();
        model.resize(vars);
        self.finish(solver, status);
        match status {
            Status::Sat => Verdict::Sat(model),
            Status::Unsat => Verdict::Unsat,
            Status::Unknown(stop) => Verdict::Unknown(stop),
        }
    }

    fn simplify(&mut self, formula: Formula, rounds: u32, limits: &Limits) -> Option<(Verdict, Option<Simplified>)> {
        let mut solver = self.start(formula);
        let status = solver.simplify(rounds, limits);
        let simplified = solver.simplified();
        self.finish(solver, status);
        Some(match (status, simplified) {
            (Status::Unsat, simplified) => (Verdict::Unsat, simplified.ok()),
            (Status::Unknown(stop), Ok(simplified)) => (Verdict::Unknown(stop), Some(simplified)),
            (_, Err(stop)) => (Verdict::Unknown(stop), None),
            (Status::Sat, Ok(_)) => unreachable!("nothing is decided"),
        })
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }

    fn legend(&self) -> &'static [(char, &'static str)] {
        LEGEND
    }

    fn set_reporter(&mut self, reporter: Box<dyn Reporter>) {
        self.reporter = Some(reporter);
    }

    fn set_tracer(&mut self, tracer: Box<dyn Tracer>) -> Result<(), Box<dyn Tracer>> {
        self.tracer = Some(tracer);
        Ok(())
    }

    fn finish_proof(&mut self) -> std::io::Result<()> {
        match (&mut self.solver, &mut self.tracer) {
            (Some(solver), _) => solver.finish_proof(),
            (None, Some(tracer)) => tracer.finish(),
            (None, None) => Ok(()),
        }
    }
}
