//! Questions on top of an engine: all models, their number, what is certain, and why there is none.
//!
//! Most of it asks an [`Oracle`]: a [`Solver`](crate::Solver), which keeps what it has learned and takes more clauses
//! afterwards; [`Incremental`], for a formula of which no variable is eliminated; or [`FromScratch`], any engine.
//! [`models`] and `count` take a [`Formula`](crate::Formula) and are much faster than [`enumerate`] where there are
//! many models.
//!
//! ```
//! use gemsat::cnf::{Formula, Lit, Var};
//! use gemsat::limits::Limits;
//! use gemsat::reason::{Incremental, backbone::backbone, core::minimal_core, enumerate::enumerate};
//! use std::ops::ControlFlow;
//!
//! let lit = |number| Lit::from_dimacs(number).expect("not 0");
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[-2, 3, 4]]);
//! let vars: Vec<Var> = (0..4).map(Var::new).collect();
//! let limits = Limits::none();
//! let certain = backbone(&mut Incremental::new(&formula), &formula, &vars, &limits)?;
//! assert_eq!(certain, Some(vec![lit(2)]));
//! let core = minimal_core(&mut Incremental::new(&formula), &[], &[lit(1), lit(-3), lit(-4)], &limits)?;
//! assert_eq!(core.expect("they contradict").members, [lit(-4), lit(-3)]);
//! let seen = enumerate(&mut Incremental::new(&formula), &vars, &limits, |_| ControlFlow::Continue(()));
//! assert_eq!(seen.models, 6);
//! # Ok::<(), gemsat::limits::Stop>(())
//! ```

mod analyze;
pub mod backbone;
mod clauses;
mod closure;
pub mod core;
#[cfg(feature = "count")]
pub mod count;
mod divided;
pub mod enumerate;
pub mod implied;
mod incremental;
pub mod minimize;
pub mod models;
pub mod muses;
mod oracle;
mod parts;
mod smallest;

pub use incremental::Incremental;
pub use oracle::{FromScratch, Oracle, Reply};
