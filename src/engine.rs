//! What every search engine offers: one call, one verdict, the same limits and counters.

use crate::cnf::{Assignment, Formula};
use crate::limits::{Limits, Stop};
pub use crate::observe::{Event, Observer};
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula is satisfiable, and this is a model: a value for every declared variable.
    Sat(Assignment),
    /// The formula is unsatisfiable.
    Unsat,
    /// The run stopped without an answer. This is not an error, and never means "unsatisfiable".
    Unknown(Stop),
}

/// What simplification has made of a formula.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The clauses that are left, their variables with the numbers they had; one empty clause if the formula is refuted.
    pub formula: Formula,
    /// What was removed, oldest clause first, witness in front: see [`crate::cnf::model::reconstruct`].
    pub removed: Formula,
}

/// A line of progress: what happened, and where the search stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// One letter for the event, explained by the engine's legend.
    pub letter: char,
    /// The columns: heading and figure, the same headings in every line of a run.
    pub columns: Vec<(&'static str, f64)>,
}

/// Receives lines of progress; engines never print.
pub trait Reporter: Send {
    /// Called now and then during a run.
    fn progress(&mut self, progress: &Progress);

    /// A sentence about what the engine does and why, told once; it may be dropped.
    fn remark(&mut self, _text: &str) {}
}

/// A search engine.
///
/// ```
/// use gemsat::{cnf::Formula, engine::{self, Verdict}, limits::Limits};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
/// let mut engine = engine::by_name("cdcl").expect("a known engine");
/// let Verdict::Sat(model) = engine.solve(formula, &Limits::none(), None) else { panic!("satisfiable") };
/// assert!(model.lits().nth(1).expect("two variables").is_positive());
/// ```
pub trait Engine: Send {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// One line for help texts: what it does, and what it cannot do.
    fn about(&self) -> &'static str;

    /// Solves the formula. It is taken by value so that an engine need not keep two copies. The observer, if there is
    /// one, is told every step.
    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict;

    /// Simplifies the formula without searching, in at most so many rounds; `None` when the engine cannot. What it has
    /// become is missing when memory has run out.
    fn simplify(&mut self, _formula: Formula, _rounds: u32, _limits: &Limits) -> Option<(Verdict, Option<Simplified>)> {
        None
    }

    /// The engine's options with their defaults, ranges and help.
    fn options(&self) -> Vec<OptionRow>;

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of its range.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// What the run has counted.
    fn counters(&self) -> Vec<CounterRow>;

    /// The letters of the engine's [`Progress`] lines and what they mean.
    fn legend(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Sends lines of progress to `reporter` from now on; engines that have none to tell drop it.
    fn set_reporter(&mut self, _reporter: Box<dyn Reporter>) {}

    /// Writes a proof of the next run to `tracer`. Gives it back when the engine cannot prove what it says.
    ///
    /// # Errors
    /// The tracer itself, from an engine without proofs.
    fn set_tracer(&mut self, tracer: Box<dyn Tracer>) -> Result<(), Box<dyn Tracer>> {
        Err(tracer)
    }

    /// Ends the proof: writes out what is buffered, and tells the first error that writing it has met. A run that could
    /// not write its proof has ended in `Unknown(Stop::Proof)`.
    ///
    /// # Errors
    /// The first failure to write the proof.
    fn finish_proof(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    /// The best assignment of an incomplete engine's last run and how many clauses it leaves false.
    fn best(&self) -> Option<(&Assignment, u64)> {
        None
    }
}

/// A registry row: a name and how to make the engine.
type Registered = (&'static str, fn() -> Box<dyn Engine>);

/// All engines by name, in the order in which help lists them.
const ENGINES: &[Registered] = &[
    ("cdcl", || Box::new(crate::cdcl::engine::Cdcl::default())),
    ("brute", || Box::new(crate::brute::Brute::default())),
    ("backtracking", || Box::new(crate::backtracking::Backtracking::default())),
    ("dpll", || Box::new(crate::dpll::Dpll::default())),
    ("astar", || Box::new(crate::astar::AStar::default())),
    ("gsat", || Box::new(crate::local::gsat::Gsat::default())),
    ("walksat", || Box::new(crate::local::walksat::WalkSat::default())),
    ("probsat", || Box::new(crate::local::probsat::ProbSat::default())),
    ("ddfw", || Box::new(crate::local::ddfw::Ddfw::default())),
    ("annealing", || Box::new(crate::local::anneal::Annealing::default())),
    ("auto", || Box::new(crate::auto::Auto::default())),
];

/// The names of all engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|&(name, _)| name)
}

/// The engine with this name, with its default options.
pub fn by_name(name: &str) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|&&(known, _)| known == name).map(|&(_, make)| make())
}
