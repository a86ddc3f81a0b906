//! Encodings: counting constraints, weighted sums and gates as clauses, in any [`ClauseSink`]: a formula, a solver, an
//! oracle, an [`Encoding`] with names.
//!
//! Nothing here knows an engine, a file or a clock. The variables of a puzzle come first and carry names; auxiliary
//! variables come after them, so that whoever decodes a model can ignore them.
//!
//! ```
//! use gemsat::cnf::{Formula, Lit};
//! use gemsat::encode::cardinality::AtMost;
//! use gemsat::engines::brute::count_models;
//!
//! let mut formula = Formula::new();
//! let lits: Vec<Lit> = (0..5).map(|_| formula.new_var().pos()).collect();
//! AtMost::Binomial.exactly(&mut formula, &lits, 2);
//! assert_eq!(count_models(&formula), 10);
//! ```

pub mod answer;
pub mod cardinality;
pub mod gates;
pub mod random;
mod sink;
pub mod sum;

pub(crate) mod vars;

pub use sink::{ClauseSink, append};
pub use vars::{EncodeError, Encoding, write_formula};
