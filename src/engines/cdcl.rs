//! CDCL behind the trait of all engines, by one thread or several.

use crate::cdcl::Status;
use crate::cdcl::options::{CdclOptions, Symmetry};
use crate::cdcl::search::report::LEGEND;
use crate::cdcl::stats::CdclCounters;
use crate::cnf::{Formula, Var};
use crate::engine::{Engine, Observer, ProfileRow, Reporter, Simplified, Verdict};
use crate::limits::{Limits, Threads};
use crate::parallel::together::Requests;
use crate::parallel::{Counted, Parallel};
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable};

/// The CDCL engine: complete, with proofs.
#[derive(Default)]
pub struct Cdcl {
    options: CdclOptions,
    requests: Requests,
    counted: Counted,
    threads: Threads,
    reporter: Option<Box<dyn Reporter>>,
    tracer: Option<Box<dyn Tracer>>,
    solver: Option<Parallel>,
}

impl std::fmt::Debug for Cdcl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cdcl").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Cdcl {
    /// What was asked for and has no effect, as sentences.
    pub fn without_effect(&self) -> Vec<String> {
        let mut requests = self.requests.clone();
        if let Some(tracer) = &self.tracer {
            requests.proof(tracer.as_ref());
        }
        requests.without_effect()
    }

    /// A solver with this engine's options, holding the formula.
    fn start(&mut self, formula: Formula) -> Parallel {
        let mut parallel = Parallel::default();
        parallel.set_threads(self.threads);
        parallel.solver.options = self.options.clone();
        if let Some(tracer) = self.tracer.take() {
            self.requests.proof(tracer.as_ref());
            parallel.set_tracer(tracer);
        }
        let solver = &mut parallel.solver;
        if let Some(mut reporter) = self.reporter.take() {
            self.requests.without_effect().iter().for_each(|remark| reporter.remark(remark));
            solver.set_reporter(reporter);
        }
        solver.set_non_incremental();
        solver.load_given(formula);
        parallel
    }

    /// Keeps the solver, so that counters and the profile can be read afterwards.
    fn finish(&mut self, mut parallel: Parallel, status: Status) {
        parallel.solver.report(match status {
            Status::Sat => '1',
            Status::Unsat => '0',
            Status::Unknown(_) => '?',
        });
        self.counted = parallel.counted();
        self.solver = Some(parallel);
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
        let vars = formula.num_vars();
        let mut parallel = self.start(formula);
        let status = match observer {
            Some(observer) => parallel.solver.solve_observed(limits, observer),
            None => parallel.solve(limits),
        };
        let mut model = parallel.solver.model().clone();
        model.resize(vars);
        self.finish(parallel, status);
        match status {
            Status::Sat => Verdict::Sat(model),
            Status::Unsat => Verdict::Unsat,
            Status::Unknown(stop) => Verdict::Unknown(stop),
        }
    }

    fn simplify(
        &mut self,
        formula: Formula,
        frozen: &[Var],
        rounds: u32,
        limits: &Limits,
    ) -> Option<(Verdict, Option<Simplified>)> {
        let (options, vars) = (self.options.clone(), formula.num_vars());
        if !frozen.is_empty() {
            // Clauses that break symmetries exclude models, and added variables can have both values with the same
            // values of the others: neither goes with simplifying for a later count.
            self.options.symmetry = Symmetry::Never;
            self.options.factor = false;
        }
        let mut parallel = self.start(formula);
        self.options = options;
        frozen.iter().for_each(|&var| parallel.solver.freeze(var));
        let status = parallel.solver.simplify(rounds, limits);
        let mut simplified = parallel.solver.simplified();
        if let Ok(Simplified { formula, .. }) = &mut simplified {
            let fixed = |var: &Var| parallel.solver.fixed(var.pos()).map(|value| var.lit(value));
            frozen.iter().filter_map(fixed).for_each(|lit| formula.add_clause([lit]));
            formula.declare_vars(if frozen.is_empty() { 0 } else { vars });
        }
        self.finish(parallel, status);
        Some(match (status, simplified) {
            (Status::Unsat, simplified) => (Verdict::Unsat, simplified.ok()),
            (Status::Unknown(stop), Ok(simplified)) => (Verdict::Unknown(stop), Some(simplified)),
            (_, Err(stop)) => (Verdict::Unknown(stop), None),
            (Status::Sat, Ok(_)) => unreachable!("nothing is decided"),
        })
    }

    fn set_threads(&mut self, threads: Threads) -> bool {
        self.threads = threads;
        self.requests.threads(threads.count);
        true
    }

    fn thread_counters(&self) -> Vec<Vec<CounterRow>> {
        self.counted.threads.iter().map(CdclCounters::rows).collect()
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        self.requests.option(name, value);
        Ok(())
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counted.sum.rows()
    }

    fn profile(&self) -> Vec<ProfileRow> {
        self.solver.as_ref().map(|parallel| parallel.solver.profile()).unwrap_or_default()
    }

    fn legend(&self) -> &'static [(char, &'static str)] {
        &LEGEND
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
            (Some(parallel), _) => parallel.solver.finish_proof(),
            (None, Some(tracer)) => tracer.finish(),
            (None, None) => Ok(()),
        }
    }
}
