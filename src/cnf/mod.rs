//! The language of formulas: literals, clauses, assignments, and the files they come in.
//!
//! This module knows no engine; it depends on [`crate::limits`] alone.

#[cfg(feature = "system")]
#[doc(hidden)]
pub mod alarm;
pub(crate) mod assignment;
mod bound;
#[cfg(feature = "compress")]
mod decompress;
#[cfg(not(feature = "compress"))]
#[path = "no_compress.rs"]
mod decompress;
pub(crate) mod dialect;
pub(crate) mod dimacs;
pub(crate) mod error;
pub(crate) mod formula;
mod infix;
pub mod input;
#[doc(hidden)]
pub mod inputs;
pub(crate) mod lit;
pub mod model;
pub(crate) mod occurrences;
#[cfg(feature = "cli")]
pub(crate) mod packed;
mod parser;
pub mod question;
pub(crate) mod reduced;
pub mod shuffle;
mod sieve;
mod source;
pub(crate) mod symbolic;
mod unheaded;

pub use assignment::{Assignment, Partial, Word};
pub use bound::Excess;
pub use dialect::Dialect;
pub use dimacs::{name_comment, name_in_comment, write_dimacs};
pub use error::{ParseError, ParseErrorKind, ReadError};
pub use formula::{Clauses, Formula, FormulaTooLarge};
pub use infix::{Tree, TreePart};
pub use input::{Document, Format, Groups, ReadOptions, read_from, read_path};
pub use lit::{Lit, NotALiteral, Var};
pub(crate) use occurrences::Occurrences;
pub(crate) use reduced::Reduced;
pub use sieve::Dropped;
pub use symbolic::{NamedLit, Names};
