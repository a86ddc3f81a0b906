//! The interface of every search engine: one call, one verdict, the same limits and counters.

use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop, Threads};
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Verdict {
    /// The formula is satisfiable, and this is a model: a value for every declared variable.
    Sat(Assignment),
    /// The formula is unsatisfiable.
    Unsat,
    /// The run stopped without an answer. This is not an error, and never means "unsatisfiable".
    Unknown(Stop),
}

/// The result of simplifying a formula.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The remaining clauses, with the same numbers of variables; one empty clause if the formula was refuted.
    pub formula: Formula,
    /// What was removed, oldest clause first, witness in front: see [`crate::cnf::model::reconstruct`].
    pub removed: Formula,
}

/// A line of progress: the event, and the figures of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// One letter for the event, explained by the engine's legend.
    pub letter: char,
    /// The columns: heading and figure, the same headings in every line of a run.
    pub columns: Vec<(&'static str, f64)>,
}

/// The time of one part of an engine, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileRow {
    /// The name of the part.
    pub name: &'static str,
    /// CPU seconds spent in it (wall-clock seconds where CPU time is unknown), without the parts that ran within it.
    pub seconds: f64,
    /// How many times it ran.
    pub runs: u64,
}

/// Receives lines of progress; engines never print.
pub trait Reporter: Send {
    /// Called during a run, at intervals that the engine chooses.
    fn progress(&mut self, progress: &Progress);

    /// Receives a sentence about what the engine does and why, each sentence once. The default drops it.
    fn remark(&mut self, _text: &str) {}
}

/// A step of a search, as an [`Observer`] sees it.
///
/// Levels are a stack: a decision opens one, everything assigned afterwards belongs to it, and going back to level `n`
/// takes back all that was assigned since level `n + 1` was opened. An engine that keeps some of these assignments
/// reports them once more with [`Event::Assign`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A literal is made true by choice.
    Decide(Lit),
    /// A literal is made true because of this clause, whose other literals are all false. Without a clause: because it
    /// is a unit of the input, because the other value was refuted, as a pure literal, or because a constraint rules
    /// out a value.
    Assign(Lit, Option<&'a [Lit]>),
    /// A clause has become false.
    Conflict(&'a [Lit]),
    /// The search takes assignments back to this level (0: nothing is assumed).
    Backtrack(u32),
    /// A clause is learned.
    Learn(&'a [Lit]),
    /// Conflict analysis has resolved the conflicting clause with the reasons of these true literals, in this order.
    Resolve(&'a [Lit]),
    /// The first two literals of this clause, which has three or more, watch it from now on.
    Watch(&'a [Lit]),
    /// The rule by which the engine decides rates these literals highest, the best first: what it decides next.
    Rate(&'a [(Lit, f64)]),
    /// Simplification has removed a variable from the formula: eliminated it, or replaced it by an equal literal.
    Remove(Var),
    /// A removed variable has this value in the model, by reconstruction; it was on no trail.
    Extend(Lit),
    /// The search restarts.
    Restart,
    /// The search goes on from this complete assignment: a start of local search, or an attempt of brute force.
    Start(&'a Assignment),
    /// Local search flips a variable; afterwards this many clauses are false.
    Flip(Var, u64),
    /// Annealing continues at this temperature.
    Temperature(f64),
    /// A* takes a state from the frontier: its decisions, what follows from them, and its cost so far plus estimate.
    Expand(&'a [Lit], &'a [Lit], u64),
    /// A* puts the state into the frontier that this decision makes of the one it has taken last; its cost plus
    /// estimate.
    Open(Lit, u64),
    /// Constraint search has made this many consistency checks since the last such event.
    Check(u64),
}

impl Event<'_> {
    /// Whether the event tells something beside the steps of the search: what it watches or rates, or may take later.
    pub fn is_aside(&self) -> bool {
        matches!(self, Event::Watch(_) | Event::Rate(_) | Event::Open(..))
    }
}

/// Sees the steps of a search. Engines compile their loop twice, with and without an observer, so that a search that
/// nobody observes does no extra work.
pub trait Observer {
    /// Called at each step, in order.
    fn event(&mut self, event: Event<'_>);
}

/// Several observers as one.
impl Observer for Vec<&mut dyn Observer> {
    fn event(&mut self, event: Event<'_>) {
        self.iter_mut().for_each(|observer| observer.event(event));
    }
}

/// A row of a registry: the name of an engine, and how to make it with its default options.
pub(crate) type Registered = (&'static str, fn() -> Box<dyn Engine>);

/// A search engine.
///
/// ```
/// use gemsat::{cnf::Formula, engine::Verdict, engines, limits::Limits};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
/// let mut engine = engines::by_name("cdcl").expect("a known engine");
/// let Verdict::Sat(model) = engine.solve(formula, &Limits::none(), None) else { panic!("satisfiable") };
/// assert!(model.lits().nth(1).expect("two variables").is_positive());
/// ```
pub trait Engine: Send {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// One line for help texts: what it does, and what it cannot do.
    fn about(&self) -> &'static str;

    /// Whether the engine, given time, proves that a formula has no model. Local search never does.
    fn is_complete(&self) -> bool {
        true
    }

    /// Solves the formula. It is taken by value so that an engine need not keep two copies. The observer, if there is
    /// one, is notified of every step.
    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict;

    /// Simplifies the formula without searching, in at most this many rounds; `None` when the engine cannot. The frozen
    /// variables can take the same combinations of values as before, and the result has no new variables. The result
    /// has no formula when memory has run out.
    fn simplify(
        &mut self,
        _formula: Formula,
        _frozen: &[Var],
        _rounds: u32,
        _limits: &Limits,
    ) -> Option<(Verdict, Option<Simplified>)> {
        None
    }

    /// The engine's options with their defaults, ranges and help.
    fn options(&self) -> Vec<OptionRow>;

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of its range.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Sets how many threads work on a formula; false where the engine has only one, and nothing is changed.
    fn set_threads(&mut self, _threads: Threads) -> bool {
        false
    }

    /// What each thread of the last run has counted; empty where there was only one.
    fn thread_counters(&self) -> Vec<Vec<CounterRow>> {
        Vec::new()
    }

    /// What the run has counted.
    fn counters(&self) -> Vec<CounterRow>;

    /// The time of each part of the run, the longest first; empty for engines that do not measure it.
    fn profile(&self) -> Vec<ProfileRow> {
        Vec::new()
    }

    /// A number that the user asks for by an option, such as the number of models, with its name: even a quiet run
    /// prints it.
    fn asked(&self) -> Option<(&'static str, u64)> {
        None
    }

    /// The letters of the engine's [`Progress`] lines and what they mean.
    fn legend(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Sends lines of progress to `reporter` from now on; engines without progress drop it.
    fn set_reporter(&mut self, _reporter: Box<dyn Reporter>) {}

    /// Writes a proof of the next run to `tracer`. Gives it back when the engine cannot prove what it says.
    ///
    /// # Errors
    /// The tracer itself, from an engine without proofs.
    fn set_tracer(&mut self, tracer: Box<dyn Tracer>) -> Result<(), Box<dyn Tracer>> {
        Err(tracer)
    }

    /// Ends the proof: writes out what is buffered, and returns the first error of writing it. A run that could not
    /// write its proof has ended in `Unknown(Stop::Proof)`.
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
