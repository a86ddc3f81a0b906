//! Questions on top of an engine: all models, their number, what is certain, and why there is none.
//!
//! Everything here asks an [`Oracle`], so that it works with a solver that keeps what it has learned as well as with an
//! engine that starts anew each time.

pub mod backbone;
pub mod core;
pub mod enumerate;
pub mod incremental;
pub mod oracle;

pub use incremental::Incremental;
pub use oracle::{Oracle, Reply, Resolving};
