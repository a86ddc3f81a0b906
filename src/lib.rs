//! A SAT solver toolkit in Rust: a CDCL solver with proofs and assumptions, simpler engines to learn from, local
//! search, and puzzles as formulas.
//!
//! # In your project
//!
//! ```toml
//! [dependencies]
//! gemsat = { git = "https://github.com/gemsat/gemsat", default-features = false }
//! ```
//!
//! Until the first release is on crates.io the repository is the place; then `version = "0.1"` stands for it. The
//! traits of RustSAT (`rustsat-gemsat`), the C library, the Python package and the playground are built from the
//! repository and are not on a registry.
//!
//! Without default features this is the solver: 12 packages, all in Rust. On by default are the features `puzzles`
//! (`puzzle` and `observe`: gem hunter, sudoku, queens, graph coloring, Tenner), `count` (`reason::count` and
//! `check::count`: exact model counts), `compress` (formulas and proofs in gzip, bzip2, xz, zstd), `system` (exact
//! clocks, huge pages, reads that limits end) and `cli` (`external`: other solvers' programs; and what our programs
//! need); `safe` builds the solver without unsafe code.
//!
//! Debug builds of your program are nine times slower in the solver unless they optimise it:
//!
//! ```toml
//! [profile.dev.package.gemsat]
//! opt-level = 3
//! ```
//!
//! # A formula
//!
//! ```
//! use gemsat::cnf::{ReadOptions, read_from};
//! use gemsat::{Formula, Limits, Verdict};
//!
//! // "a or b", "not a": made here, or read from DIMACS text.
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
//! let text = "p cnf 2 2\n1 2 0\n-1 0\n";
//! let read = read_from(text.as_bytes(), "my.cnf", &ReadOptions::default(), &Limits::none())?;
//! assert_eq!(read.formula, formula);
//!
//! let Verdict::Sat(model) = gemsat::solve(&formula) else { panic!("it has a model") };
//! let values: Vec<i32> = model.lits().map(|lit| lit.to_dimacs()).collect();
//! assert_eq!(values, [-1, 2]);
//! # Ok::<(), gemsat::cnf::ReadError>(())
//! ```
//!
//! [`solve`] does for a formula all that the program `solver` does. [`Solver::builder`] sets threads, limits, options
//! and a proof, and refuses what does not go together.
//!
//! # Assumptions
//!
//! A [`Solver`] keeps what it has learned between calls. An assumption holds for the next call; when
//! the answer is [`Unsat`](engine::Verdict::Unsat), `failed` says whether an assumption was needed for it.
//!
//! ```
//! use gemsat::{Solver, Verdict};
//! use std::time::Duration;
//!
//! let mut solver = Solver::builder().time_per_call(Duration::from_secs(10)).build()?;
//! let [tea, coffee] = [solver.new_var(), solver.new_var()];
//! solver.add_clause([tea, coffee]);
//! assert_eq!(solver.solve_with([!tea, !coffee]), Verdict::Unsat);
//! assert_eq!(solver.failed(!tea), Some(true));
//! assert!(matches!(solver.solve(), Verdict::Sat(_)));
//! # Ok::<(), gemsat::solver::BuildError>(())
//! ```
//!
//! # Proofs
//!
//! That a formula is unsatisfiable can be proved: [`proof`] writes DRAT, DSR and LRAT, [`check`] checks them without
//! the solver's code.
//!
//! ```
//! use gemsat::proof::ProofFormat;
//! use gemsat::solver::ProofHandle;
//! use gemsat::{Formula, Solver, Verdict};
//!
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
//! let proof = ProofHandle::in_memory(ProofFormat::Lrat, formula.num_clauses());
//! assert_eq!(Solver::builder().proof(&proof).solve_whole(&formula)?, Verdict::Unsat);
//! proof.check(&formula)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Engines by name
//!
//! [`engines`] has CDCL, DPLL, backtracking, brute force, A* and five local searches behind the trait
//! [`Engine`](engine::Engine), each with its options and counters.
//!
//! ```
//! use gemsat::{cnf::Formula, engine::Verdict, engines, limits::Limits};
//!
//! let formula = Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, -2], &[-1, -3], &[-2, -3]]);
//! for name in engines::names() {
//!     let mut engine = engines::by_name(name).expect("a registered name");
//!     assert!(matches!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Sat(_)), "{name}");
//! }
//! let mut walksat = engines::by_name("walksat").expect("a registered name");
//! walksat.set_option("noise", "0.3")?;
//! # Ok::<(), gemsat::util::table::OptionError>(())
//! ```
//!
//! # Puzzles
//!
//! Each puzzle has a module below [`puzzle`] that reads, encodes, checks, generates, explains and draws it.
//!
#![cfg_attr(feature = "puzzles", doc = "```")]
#![cfg_attr(not(feature = "puzzles"), doc = "```ignore")]
//! use gemsat::limits::Limits;
//! use gemsat::puzzle::sudoku::ask::{Outcome, Session};
//! use gemsat::puzzle::sudoku::{print, read};
//!
//! let sudoku = read::read("1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n", read::SudokuReadOptions::default())?.puzzle;
//! let Outcome::Solved(values) = Session::new(&sudoku).solve(&sudoku, &Limits::none()) else { panic!("it has a solution") };
//! println!("{}", print::grid(&sudoku, &values));
//! # Ok::<(), gemsat::puzzle::SyntaxError>(())
//! ```
//!
//! # Where things are
//!
//! [`cnf`] formulas and files, [`solver`] the incremental solver, [`engines`] all engines, [`reason`] questions to a
//! solver (all models, their number, the backbone, minimal cores, the cheapest model), [`proof`] and [`check`],
//! [`symmetry`] breaking, [`encode`] counts, weighted sums and gates, [`families`] of formulas, [`csp`] search on
//! finite domains, [`observe`] what a search does step by step, `external` other solvers' programs. `src/README.md` in
//! the repository is the plan of the code.

#![cfg_attr(docsrs, feature(doc_cfg))]
// An example that a reader copies gives no warning.
#![doc(test(attr(deny(unused_must_use))))]

pub(crate) mod cdcl;
pub mod check;
pub mod cnf;
/// The layer that the programs of this package share. It is public for them alone and changes without notice.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod command;
/// The races of `cnfcompare`, public for that program alone; it changes without notice.
#[cfg(all(feature = "cli", feature = "puzzles", unix))]
#[doc(hidden)]
pub mod compare;
pub mod csp;
pub mod encode;
pub mod engine;
pub mod engines;
#[cfg(feature = "cli")]
pub mod external;
pub mod families;
mod kitten;
pub mod limits;
pub(crate) mod local;
#[cfg(any(feature = "cli", feature = "puzzles"))]
pub mod observe;
mod order;
mod parallel;
pub mod proof;
#[cfg(feature = "puzzles")]
pub mod puzzle;
pub mod reason;
pub mod solver;
pub mod symmetry;
pub mod util;

pub use cnf::{Assignment, Formula, Lit, Var};
pub use encode::ClauseSink;
pub use encode::cardinality::{AtMost, AtMostOne};
pub use engine::Verdict;
pub use limits::{Limits, Stop, StopFlag, Threads};
pub use reason::minimize::minimize;
pub use solver::Solver;

/// Solves a formula, with all that the program `solver` does for it and without limits. For threads, limits, options
/// and a proof see [`Solver::builder`]; for clauses that come later and assumptions, [`Solver`].
///
/// ```
/// use gemsat::{Formula, Verdict};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1]]);
/// let Verdict::Sat(model) = gemsat::solve(&formula) else { panic!("it has a model") };
/// assert!(model.lits().all(|lit| model[lit]));
/// ```
pub fn solve(formula: &Formula) -> Verdict {
    Solver::builder().solve_whole(formula).expect("no options are set")
}
