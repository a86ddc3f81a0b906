//! Seeing a search step by step: the events that engines report, records of them, and ways to look at a record.
//!
//! An engine notifies an [`Observer`] of its steps. A [`Recorder`] is one that keeps the events in a bounded space, a
//! [`Watch`] one that prints them; a [`Replay`] turns events back into the state of the search; [`page`] makes the page
//! that plays a [`Record`] on a [`Board`]. Records as files are described in `docs/record.md`.
//!
//! Without an observer an engine runs a loop of its own, made of the same source by a const bool, so that a search that
//! nobody watches pays nothing for it; the trait object is only used in the observed loop.
//!
//! ```
//! use gemsat::{cnf::Formula, engines, limits::Limits, observe::Recorder};
//!
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2]]);
//! let mut engine = engines::by_name("dpll").expect("a registered name");
//! let mut recorder = Recorder::new("dpll", formula.num_vars());
//! let verdict = engine.solve(formula, &Limits::none(), Some(&mut recorder));
//! let record = recorder.finish(&verdict, &engine.counters());
//! assert_eq!(record.verdict(), "SATISFIABLE");
//! ```

pub(crate) mod board;
pub mod frames;
pub mod page;
pub(crate) mod record;
pub(crate) mod recorder;
pub(crate) mod replay;
pub(crate) mod watch;
pub(crate) mod words;

pub use crate::engine::{Event, Observer};
pub use board::{Board, Cell};
pub use record::{Record, RecordError, Segment, Step};
pub use recorder::Recorder;
pub use replay::Replay;
pub use watch::Watch;
pub use words::Words;
