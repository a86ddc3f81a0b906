//! The clause that is being learned, and the scratch of conflict analysis.

use super::trail::Level;
use crate::cnf::{Lit, Var};
use crate::proof::ClauseId;

/// Scratch of conflict analysis.
#[derive(Debug, Default)]
pub struct Learned {
    /// The learned clause, the asserting literal first.
    pub lits: Vec<Lit>,
    /// The levels of the other literals before minimisation, each once.
    pub levels: Vec<Level>,
    /// Whether an observer is to be told what was resolved.
    pub observed: bool,
    /// The true literals on whose reasons the conflicting clause was resolved, in this order, if it is.
    pub resolved: Vec<Lit>,
    /// The ids of the clauses that the learned clause follows from.
    pub chain: Vec<ClauseId>,
    /// Scratch of the walk that finds the chain: trail positions.
    pub cone: Vec<u32>,
    /// Literals of level 0 in the antecedents, if chains are needed.
    pub fixed: Vec<Lit>,
    /// Scratch: the variables marked while a block is shrunk.
    pub shrinkable: Vec<Var>,
    /// Scratch: ranks of literals, or of variables to bump.
    pub sorted: Vec<u64>,
    /// Scratch for glue: by level, the last computation that counted it.
    pub level_stamps: Vec<u32>,
    /// The number of the latest computation.
    pub level_stamp: u32,
}
