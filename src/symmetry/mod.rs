//! Static symmetry breaking: clauses that leave a formula as satisfiable as it is and take away copies of its models.
//!
//! **What it does.** A symmetry of a formula maps literals to literals, negations to negations, and clauses to clauses. When
//! symmetries take `x` to all open literals of some clause, one of which must be true, then `x` may as well be the true
//! one: a unit. When one takes `x` to its negation, `x` may be true, too. What is left is broken by binary clauses: `x` is
//! true where anything is that symmetries take it to. After each of these only symmetries that fix `x` count. When there
//! are new units, the formula that they leave may have symmetries of its own, and all begins anew.
//!
//! Why: pigeons in holes, parities along a graph and cliques among colours take any search exponential time that cannot see
//! that pigeons, edges or colours are alike.
//!
//! Proofs: each clause is substitution redundant, its witness a symmetry; checkers of DSR proofs can see that, those of
//! DRAT and LRAT cannot.
//!
//! The files: `clauses.rs` sets of literals; `partition.rs` refinement; `search.rs` generators; `choice.rs` its
//! points; `permutation.rs` orbits;
//! `values.rs` unit propagation; `breaking.rs` the clauses.
//!
//! References: Crawford, Ginsberg, Luks, Roy, KR'96 (clauses that break symmetries); Aloul, Sakallah, Markov, IJCAI'03;
//! Devriendt, Bogaerts, Bruynooghe, Denecker, SAT'16 (binary clauses down a chain of stabilizers); Anders, Brenner, Rattan,
//! SAT'24 (how much symmetry large formulas have); Buss, Thapen, SAT'19 (substitution redundancy).

mod breaking;
mod choice;
mod clauses;
mod partition;
mod permutation;
mod search;
mod values;

pub use breaking::{Breaking, Step, break_symmetries};
