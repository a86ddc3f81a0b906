//! Seeing a search step by step: the events that engines tell, records of them, and ways to look at a record.
//!
//! An engine tells an [`Observer`] what it does. A [`Recorder`] is one that keeps the events in a bounded space, a
//! [`Watch`] one that prints them; a [`Replay`] turns events back into the state of the search; [`page`] makes the page
//! that plays a [`Record`] on a [`Board`]. Records as files are described in `docs/record.md`.
//!
//! Without an observer an engine runs a loop of its own, made of the same source by a const bool, so that not being
//! watched costs nothing; the trait object stands behind that.

#[cfg(feature = "cli")]
pub mod args;
pub mod board;
pub mod page;
pub mod record;
pub mod recorder;
pub mod replay;
pub mod watch;
pub mod words;

pub use board::Board;
pub use record::{Record, Step};
pub use recorder::Recorder;
pub use replay::Replay;
pub use watch::Watch;
pub use words::Words;

use crate::cnf::{Assignment, Lit, Var};

/// A step of a search, as an [`Observer`] sees it.
///
/// Levels are a stack: a decision opens one, everything assigned afterwards belongs to it, and going back to level `n`
/// takes back all that was assigned since level `n + 1` was opened. An engine that keeps some of it says so by assigning
/// it again.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A literal is made true by choice.
    Decide(Lit),
    /// A literal is made true, by the clause that leaves nothing else (without one: as an input unit, because the other
    /// value was refuted, as a pure literal, or because a constraint rules a value out).
    Assign(Lit, Option<&'a [Lit]>),
    /// A clause has become false.
    Conflict(&'a [Lit]),
    /// The search takes assignments back to this level (0: nothing is assumed).
    Backtrack(u32),
    /// A clause is learned.
    Learn(&'a [Lit]),
    /// The search starts anew.
    Restart,
    /// The search stands at this complete assignment: a start of local search, or an attempt of brute force.
    Start(&'a Assignment),
    /// Local search inverts a variable; afterwards so many clauses are false, at most.
    Flip(Var, u64),
    /// Annealing goes on at this temperature.
    Temperature(f64),
    /// A* takes a state from the frontier: its decisions, what follows from them, and its cost so far plus estimate.
    Expand(&'a [Lit], &'a [Lit], u64),
    /// Constraint search has made so many consistency checks since it last said so.
    Check(u64),
}

/// Sees the steps of a search. Engines build their loop twice, with and without one, so that none costs nothing.
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
