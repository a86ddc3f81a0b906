//! How the search reports its course: as a decision-DNNF, node by node.

use crate::cnf::Lit;

/// The node without a model.
pub const FALSE: u32 = 3;
/// The node that every assignment satisfies.
pub const TRUE: u32 = 2;

/// Receives the nodes of a decision-DNNF as they arise; each gets a number as its name.
pub trait Record {
    /// The node for the conjunction of literals and other nodes, which share no variable.
    fn product(&mut self, lits: &[Lit], parts: &[u32]) -> u32;

    /// The node for two branches, each of which holds one literal of the variable branched on.
    fn choice(&mut self, first: u32, second: u32) -> u32;

    /// Whether there is no room for further nodes.
    fn is_full(&self) -> bool {
        false
    }
}
