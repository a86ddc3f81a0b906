//! Gem hunter and minesweeper boards: read, print, check.
//!
//! Both are one puzzle in two alphabets. A number says how many of the (up to) eight cells around it hold a trap, or
//! mine; the other cells hide a trap or a gem, or are safe. All formats that were met in real files are read: cells
//! separated by commas, blanks, tabs or nothing; a header line with the size or none; `_ . - ? *` (and `0` on request)
//! for unknown cells; given traps and gems; byte order marks, CRLF, trailing blanks and commas, no final newline.
//!
//! ```
//! use gemsat::limits::Limits;
//! use gemsat::puzzle::gems::{Board, GemsReadOptions, count};
//!
//! let board = Board::parse("1 _\n_ _\n", GemsReadOptions { zero_unknown: false, answer: false })?.puzzle;
//! let counts = count::count(&board, None, 1 << 20, &Limits::none()).expect("a small board");
//! assert_eq!(board.unknown_cells().count(), 3);
//! assert!((counts.probability(0) - 1.0 / 3.0).abs() < 1e-9);
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```

pub mod certain;
pub mod chances;
mod check;
pub mod count;
pub mod draw;
pub mod encode;
pub mod explain;
mod face;
pub mod generate;
mod model;
mod page;
pub mod play;
pub mod pose;
mod print;
mod read;
mod steps;

pub use face::{GemsOptions, filled, values_of};
pub use model::{Board, Cell, Claim, Constraint, GemsReadOptions, Style, Symbols};
