//! The order of decisions: by activity, which the CDCL solver and the model counter share, and as a user lists them.

mod heap;
pub mod listed;
pub mod renumbering;
pub mod scores;
