//! Encodings: pure functions from a puzzle, or a counting constraint, to clauses.
//!
//! Nothing here knows an engine, a file or a clock. The variables of a puzzle come first and carry names; auxiliary
//! variables come after them, so that whoever decodes a model can ignore them.

pub mod cardinality;
pub mod coloring;
pub mod gems;
pub mod queens;
pub mod random;
pub mod sudoku;
pub mod tenner;

pub mod vars;

pub use vars::{EncodeError, Encoding};
