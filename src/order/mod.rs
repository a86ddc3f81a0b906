//! The order of decisions by activity, which the CDCL solver and the model counter share.

mod heap;
pub mod renumbering;
pub mod scores;
