//! Sudoku of any size and variant: what the tool `sudoku` does, as functions.
//!
//! ```
//! use gemsat::limits::Limits;
//! use gemsat::puzzle::sudoku::ask::{Outcome, Session};
//! use gemsat::puzzle::sudoku::{check, print, read};
//!
//! let sudoku = read::read("1...\n..3.\n.4..\n...2\n", read::SudokuReadOptions::default())?.puzzle;
//! let mut session = Session::new(&sudoku);
//! let Outcome::Solved(values) = session.solve(&sudoku, &Limits::none()) else { panic!("it has a solution") };
//! assert!(check::check(&sudoku, &values).is_ok());
//! println!("{}", print::grid(&sudoku, &values));
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```

pub mod ask;
mod cages;
pub mod check;
pub mod draw;
pub mod encode;
pub mod explain;
mod face;
pub mod generate;
pub mod layouts;
mod model;
mod notation;
mod page;
pub mod play;
pub mod pose;
pub mod print;
pub mod read;
mod steps;

pub use face::{digits_of, values_of};
pub use model::{Cage, Group, GroupKind, Layout, MAX_SIDE, Sudoku, box_shape};
pub use notation::{First, Notation};
