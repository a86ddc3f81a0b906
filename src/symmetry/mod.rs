//! Static symmetry breaking: clauses that preserve satisfiability and exclude symmetric copies of models.
//!
//! **What it does.** A symmetry of a formula maps literals to literals, negations to negations, and clauses to clauses.
//! When symmetries take the literal `x` to every unassigned literal of some clause, one of which must be true, `x` may
//! be made true: a unit. The same holds when a symmetry takes `x` to its negation. The remaining symmetries are broken
//! by binary clauses: `x` is true if any literal is that symmetries take it to. After each such literal only the
//! symmetries that fix it are used. The formula under new units may have further symmetries, so the whole procedure is
//! repeated as long as it finds units.
//!
//! **Why it pays.** Pigeons in holes, parity constraints on a graph and cliques of a graph colouring take exponential
//! time for any search by resolution, which cannot use that pigeons, edges or colours are interchangeable.
//!
//! **Soundness and proof.** Each clause is substitution redundant, with a symmetry as its witness. DSR proofs can
//! express this, DRAT and LRAT proofs cannot.
//!
//! **References.** Crawford, Ginsberg, Luks, Roy (KR'96) for clauses that break symmetries; Aloul, Sakallah, Markov
//! (IJCAI'03); Devriendt, Bogaerts, Bruynooghe, Denecker (SAT'16) for binary clauses along a chain of stabilizers;
//! Anders, Brenner, Rattan (SAT'24) for how much symmetry large formulas have; Buss, Thapen (SAT'19) for substitution
//! redundancy.
//!
//! The files: `clauses.rs` clauses as sets of literals; `partition.rs` ordered partitions and refinement; `search.rs`
//! generators of the group; `select.rs` the points of the base; `permutation.rs` permutations and orbits; `values.rs`
//! unit propagation; `breaking.rs` the clauses.
//!
//! ```
//! use gemsat::cnf::Formula;
//! use gemsat::symmetry::{BreakingStep, break_symmetries};
//!
//! // Two pigeons, two holes: the pigeons may be exchanged.
//! let formula = Formula::from_dimacs_lists(&[&[1, 2], &[3, 4], &[-1, -3], &[-2, -4]]);
//! let mut added = Vec::new();
//! break_symmetries(&formula, 1_000_000, true, &mut |step| {
//!     if let BreakingStep::Symmetric(clause, _) | BreakingStep::Implied(clause) = step {
//!         added.push(clause);
//!     }
//! });
//! assert!(!added.is_empty());
//! ```

mod breaking;
mod clauses;
mod partition;
mod permutation;
mod search;
mod select;
mod values;

pub use breaking::{BreakingCounters, BreakingStep, break_symmetries};
