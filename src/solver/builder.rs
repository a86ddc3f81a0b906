//! Everything that a solver is to be, said before it exists; what does not go together is refused.

use super::{ProofHandle, Solver};
use crate::cnf::Formula;
use crate::engine::{Engine, Verdict};
use crate::engines::cdcl::Cdcl;
use crate::limits::{Limits, Threads};
use crate::util::table::OptionError;
use std::fmt;
use std::time::Duration;

/// Why a solver cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// There is no such option, or the value is out of its range.
    Option(OptionError),
    /// These have no effect beside each other; a sentence for each says why. See [`super::together`].
    WithoutEffect(Vec<String>),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Option(error) => error.fmt(f),
            BuildError::WithoutEffect(sentences) => f.write_str(&sentences.join("; ")),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<OptionError> for BuildError {
    fn from(error: OptionError) -> BuildError {
        match error {
            OptionError::WithoutEffect(sentence) => BuildError::WithoutEffect(vec![sentence]),
            error => BuildError::Option(error),
        }
    }
}

/// What a solver is to be: threads, limits, options, a proof. Made by [`Solver::builder`].
///
/// ```
/// use gemsat::{Formula, Solver, Verdict, solver::{BuildError, ProofHandle}};
/// use std::time::Duration;
///
/// let mut solver = Solver::builder().seed(7).threads(2).time_per_call(Duration::from_secs(5)).build()?;
/// let [a, b] = [solver.new_var(), solver.new_var()];
/// solver.add_clause([a, b]);
/// assert!(matches!(solver.solve_with([!a]), Verdict::Sat(_)));
///
/// // Variables are added when nothing can come later; a wish that would have no effect is refused.
/// let late = Solver::builder().option("factor", "true").build();
/// assert!(matches!(late, Err(BuildError::WithoutEffect(_))));
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1], &[-2]]);
/// assert_eq!(Solver::builder().option("factor", "true").solve_whole(&formula)?, Verdict::Unsat);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct Builder {
    threads: Threads,
    limits: Limits,
    time: Option<Duration>,
    options: Vec<(String, String)>,
    proof: Option<ProofHandle>,
}

impl Builder {
    /// So many threads search; see [`Builder::deterministic`].
    pub fn threads(mut self, count: usize) -> Builder {
        self.threads.count = count.max(1);
        self
    }

    /// Every run is the same with several threads too, which costs some time.
    pub fn deterministic(mut self) -> Builder {
        self.threads.deterministic = true;
        self
    }

    /// Each call ends after this time: see [`Solver::set_time_per_call`].
    pub fn time_per_call(mut self, time: Duration) -> Builder {
        self.time = Some(time);
        self
    }

    /// The limits of the calls: see [`Solver::set_limits`].
    pub fn limits(mut self, limits: Limits) -> Builder {
        self.limits = limits;
        self
    }

    /// The seed of the random choices.
    pub fn seed(self, seed: u64) -> Builder {
        self.option("seed", seed)
    }

    /// Sets an option: see [`Solver::options`].
    pub fn option(mut self, name: &str, value: impl fmt::Display) -> Builder {
        self.options.push((name.to_owned(), value.to_string()));
        self
    }

    /// Writes this proof.
    pub fn proof(mut self, proof: &ProofHandle) -> Builder {
        self.proof = Some(proof.share());
        self
    }

    /// A solver without clauses.
    ///
    /// # Errors
    /// When an option is unknown or has a wrong value, and when something has no effect beside something else.
    pub fn build(self) -> Result<Solver, BuildError> {
        let mut solver = Solver::new();
        for (name, value) in &self.options {
            solver.set_option(name, value)?;
        }
        solver.set_threads(self.threads);
        if let Some(proof) = &self.proof {
            solver.attach(proof).expect("there are no clauses yet");
        }
        solver.set_limits(self.limits);
        solver.set_time_per_call(self.time);
        effective(solver, Solver::without_effect)
    }

    /// Solves this formula, after which nothing comes: with all that the program `solver` does for a formula, such as
    /// breaking its symmetries. Every model is one of the formula.
    ///
    /// # Errors
    /// As for [`Builder::build`].
    pub fn solve_whole(self, formula: &Formula) -> Result<Verdict, BuildError> {
        let mut engine = Cdcl::default();
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        engine.set_threads(self.threads);
        if let Some(proof) = &self.proof {
            drop(engine.set_tracer(proof.tracer()));
        }
        let mut engine = effective(engine, Cdcl::without_effect)?;
        let verdict = engine.solve(formula.clone(), &self.limits.capped(self.time), None);
        Ok(match engine.finish_proof() {
            Ok(()) => verdict,
            Err(_) => Verdict::Unknown(crate::limits::Stop::Proof),
        })
    }
}

fn effective<T>(made: T, without_effect: impl Fn(&T) -> Vec<String>) -> Result<T, BuildError> {
    let sentences = without_effect(&made);
    if sentences.is_empty() { Ok(made) } else { Err(BuildError::WithoutEffect(sentences)) }
}
