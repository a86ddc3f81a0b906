//! Queens on a board: what the tool `queens` does, as functions.
//!
//! ```
//! use gemsat::encode::cardinality::AtMostOne;
//! use gemsat::engine::Verdict;
//! use gemsat::puzzle::queens::{Queens, check, encode, print, squares};
//! use gemsat::solver::Solver;
//!
//! let puzzle = Queens::new(8).expect("a size");
//! let encoding = encode::encode(&puzzle, encode::Style::Applied, AtMostOne::Auto, false);
//! let Verdict::Sat(model) = Solver::from_formula(&encoding.formula).solve() else { panic!("it has a solution") };
//! let queens = squares(8, &model);
//! check(&puzzle, &queens)?;
//! println!("{}", print::board(&puzzle, &queens));
//! # Ok::<(), gemsat::puzzle::Broken>(())
//! ```

pub mod astar;
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
pub mod print;
pub mod read;
mod steps;
pub mod trace;

pub use check::{check, squares};
pub use face::{MOST_PAIRWISE, clauses, full, queens_of};
pub use model::{MAX_SIZE, Queens, attacks, place};
