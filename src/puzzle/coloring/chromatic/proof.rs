//! What proves that a graph needs a number of colours.

use super::cases::{CaseStep, Cases};
use super::fractional::Weights;
use crate::puzzle::coloring::Graph;

/// A proof that no fewer than a number of colours are enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A subgraph needs them: a clique, or a generalised Mycielski graph on a clique.
    Subgraph {
        /// The clique.
        clique: Vec<usize>,
        /// All vertices of the subgraph.
        vertices: Vec<usize>,
    },
    /// Weights of the vertices.
    Weights(Weights),
    /// With one colour fewer, each would stand on `size` vertices; the graph has `sets` stable sets of that size, and
    /// no choice of them is a partition of the vertices.
    Classes {
        /// The number of stable sets.
        sets: usize,
        /// The vertices of each.
        size: usize,
    },
    /// Cases of pairs of vertices, each ruled out by weights.
    Cases(Cases),
    /// A formula that is unsatisfiable.
    Clauses,
}

impl Proof {
    /// The proof that fewer than `needed` colours are not enough as a certificate; `None` where it is of another kind.
    pub fn certificate(&self, needed: usize) -> Option<Cases> {
        match self {
            Proof::Cases(cases) => Some(cases.clone()),
            Proof::Weights(found) => {
                let weights = found.weights.iter().map(|&weight| weight as i64).collect();
                Some(Cases { colors: needed - 1, steps: vec![CaseStep::Weigh(weights)] })
            }
            Proof::Subgraph { .. } | Proof::Classes { .. } | Proof::Clauses => None,
        }
    }

    /// The proof that `needed` colours are needed, in words.
    pub fn words(&self, graph: &Graph, needed: usize) -> String {
        let fewer = needed.saturating_sub(1);
        let list = |vertices: &[usize]| {
            let names: Vec<&str> = vertices.iter().map(|&vertex| graph.names()[vertex].as_str()).collect();
            names.join(" ")
        };
        match self {
            Proof::Clauses => format!("{fewer} colours are unsatisfiable: encode -k {fewer} | solver --proof FILE"),
            Proof::Classes { sets, size } => format!(
                "with {fewer} colours each would stand on {size} vertices; {sets} sets of {size} have no neighbours, and \
                 none of these sets are a partition"
            ),
            Proof::Cases(cases) => format!(
                "{fewer} colours are refuted by {} cases of pairs of vertices with the same colour or different ones, \
                 each by weights: solve --certificate FILE",
                cases.count()
            ),
            Proof::Weights(found) => {
                let pairs = graph.names().iter().zip(&found.weights).filter(|(_, weight)| **weight > 0);
                let list: Vec<String> = pairs.map(|(name, weight)| format!("{name}:{weight}")).collect();
                format!(
                    "weights, {} in all, of which vertices of one colour have at most {}: {}",
                    found.weights.iter().sum::<u64>(),
                    found.most,
                    list.join(" ")
                )
            }
            Proof::Subgraph { clique, vertices } if vertices.len() > clique.len() => {
                format!("a generalised Mycielski graph on the clique {}: {}", list(clique), list(vertices))
            }
            Proof::Subgraph { clique, .. } => format!("a clique: {}", list(clique)),
        }
    }
}
