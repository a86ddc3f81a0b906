//! Tenner grids: rows of ten different digits, touching cells differ, columns have sums.
//!
//! Read in the report's frame (`| 7  0 -1 ...|`), as plain rows of numbers with the sums last, as JSON (one puzzle or a
//! collection), as the Python tuple of course material, and one a line (`704_29_518/2_50...=9,9,13`).
//!
//! ```
//! use gemsat::limits::Limits;
//! use gemsat::puzzle::tenner::Grid;
//!
//! let grid = Grid::parse("| 7 0 -1 -1 2 -1 4 -1 1 8 |\n| 2 -1 -1 8 -1 -1 -1 -1 -1 -1 |\n| 9 13 8 14 7 13 9 9 1 7 |")?.puzzle;
//! let solutions = grid.solutions(2, &Limits::none()).expect("no limit");
//! for solution in &solutions {
//!     assert!(grid.check(solution).is_ok());
//! }
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```

mod check;
pub mod draw;
pub mod encode;
pub mod explain;
mod face;
mod generate;
mod model;
mod page;
pub mod play;
pub mod pose;
mod print;
pub mod published;
mod read;
mod steps;

pub use face::filled;
pub use generate::generate;
pub use model::{DIGITS, Grid};
