//! The language of formulas: literals, clauses, assignments, and the files they come in.
//!
//! This module knows no engine; it depends on [`crate::limits`] alone.

pub mod assignment;
#[cfg(feature = "compress")]
mod decompress;
#[cfg(not(feature = "compress"))]
#[path = "no_compress.rs"]
mod decompress;
pub mod dialect;
pub mod dimacs;
pub mod error;
pub mod formula;
pub mod grouped;
pub mod input;
pub mod lit;
pub mod model;
pub mod occurrences;
pub mod packed;
mod parser;
pub mod reduced;
pub mod shuffle;
mod source;
pub mod symbolic;

pub use assignment::{Assignment, Partial};
pub use dialect::Dialect;
pub use dimacs::write_dimacs;
pub use error::{ParseError, ParseErrorKind, ReadError};
pub use formula::{Formula, FormulaTooLarge};
pub use input::{Document, Format, ReadOptions, read_from, read_path};
pub use lit::{Lit, Var};
pub use occurrences::Occurrences;
pub use packed::Packed;
pub use reduced::Reduced;
pub use symbolic::Names;
