//! The language of formulas: literals, clauses, assignments, and the files they come in.
//!
//! This module knows no engine; it depends on [`crate::limits`] alone.

pub mod assignment;
pub mod formula;
pub mod lit;
pub mod model;
pub mod occurrences;
pub mod reduced;

pub use assignment::{Assignment, Partial};
pub use formula::{Formula, FormulaTooLarge};
pub use lit::{Lit, Var};
pub use occurrences::Occurrences;
pub use reduced::Reduced;
