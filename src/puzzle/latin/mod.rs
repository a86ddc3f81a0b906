//! Latin squares with holes: every row and every column holds each number from 1 to the size once.
//!
//! Read as rows of numbers, a blank as `_`, `.`, `?`, `*` or 0; printed in the same form.
//!
//! ```
//! use gemsat::limits::Limits;
//! use gemsat::puzzle::latin::{Square, encode};
//!
//! let square = Square::parse("1 _ _\n_ 3 _\n_ _ _\n")?;
//! assert_eq!(encode::encode(&square).expect("small").num_puzzle_vars(), 27);
//! let solutions = square.solutions(2, &Limits::none()).expect("no limit");
//! assert_eq!(solutions.len(), 1);
//! assert!(square.check(&solutions[0]).is_ok());
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```

mod check;
pub mod draw;
pub mod encode;
pub mod explain;
mod generate;
mod model;
pub mod play;
pub mod pose;
mod print;
mod read;

pub use check::Fault;
pub use generate::generate;
pub use model::{MAX_SIZE, Square};
