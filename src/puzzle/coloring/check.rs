//! The colours of a model, and whether neighbours differ.

use super::Graph;
use super::encode::var;
use crate::cnf::Assignment;
use crate::puzzle::Broken;

/// The colour of each vertex in a model: the first that is true, from 0.
pub fn colors_of(graph: &Graph, colors: usize, model: &Assignment) -> Option<Vec<usize>> {
    let color = |vertex| (0..colors).find(|&color| model.value(var(colors, vertex, color)));
    (0..graph.len()).map(color).collect()
}

/// Checks that neighbours differ.
///
/// # Errors
/// The two neighbours that do not, or a vertex without a colour.
pub fn check(graph: &Graph, coloring: &[usize]) -> Result<(), Broken> {
    if coloring.len() != graph.len() {
        return Err(Broken::whole(format!("{} colours for {} vertices", coloring.len(), graph.len())));
    }
    match graph.edges().find(|&(a, b)| coloring[a] == coloring[b]) {
        Some((a, b)) => {
            let (a_name, b_name) = (&graph.names()[a], &graph.names()[b]);
            Err(Broken::at(a, format!("{a_name} and {b_name} are neighbours of one colour")))
        }
        None => Ok(()),
    }
}

/// The same colouring with its colours numbered from 0 without gaps.
pub fn compact(coloring: &[usize]) -> Vec<usize> {
    let mut used: Vec<usize> = coloring.to_vec();
    used.sort_unstable();
    used.dedup();
    coloring.iter().map(|color| used.binary_search(color).unwrap_or(0)).collect()
}
