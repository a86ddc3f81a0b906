//! What the search hands on of its course: a decision-DNNF, node by node.

use crate::cnf::Lit;

/// The node without a model.
pub const FALSE: u32 = 3;
/// The node that every assignment satisfies.
pub const TRUE: u32 = 2;

/// Takes the nodes of a decision-DNNF as they come about; each is named by a number.
pub trait Record {
    /// The node for literals and other nodes together, which share no variable.
    fn product(&mut self, lits: &[Lit], parts: &[u32]) -> u32;

    /// The node for two branches, each of which holds one literal of the variable branched on.
    fn choice(&mut self, first: u32, second: u32) -> u32;

    /// Whether there is room for more.
    fn is_full(&self) -> bool {
        false
    }
}
