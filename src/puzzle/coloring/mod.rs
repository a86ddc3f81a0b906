//! Colouring graphs and maps: what the tool `coloring` does, as functions.
//!
//! ```
//! use gemsat::engine::Verdict;
//! use gemsat::puzzle::coloring::{check, colors_of, encode, read};
//! use gemsat::solver::Solver;
//!
//! let graph = read::read("A: B C\nB: C\n", Default::default())?.puzzle;
//! let encoding = encode::encode(&graph, 3, encode::Style::Fixed, &[], &[]);
//! let Verdict::Sat(model) = Solver::from_formula(&encoding.formula).solve() else { panic!("three are enough") };
//! let colors = colors_of(&graph, 3, &model).expect("a color for each vertex");
//! assert_eq!(check(&graph, &colors), Ok(()));
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```

mod check;
pub mod chromatic;
pub mod draw;
pub mod encode;
pub mod enumerate;
pub mod explain;
mod face;
pub mod generate;
mod layout;
pub mod map;
mod model;
mod names;
mod page;
pub mod play;
pub mod pose;
pub mod print;
pub mod read;
mod steps;
pub mod usa;

pub use check::{check, colors_of, compact};
pub use face::{COLORS, Coloring, ColoringOptions, colors_fit, colors_in, fixed, given, values_of};
pub use model::Graph;
pub use print::{color_by_name, color_name};
