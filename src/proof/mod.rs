//! Proofs of unsatisfiability: what an engine tells, and the formats that it is written in.

pub mod tracer;

pub use tracer::{ClauseId, Tracer};
