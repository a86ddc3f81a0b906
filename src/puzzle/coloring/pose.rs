//! Colouring as a finite-domain problem.

use super::Graph;
use crate::csp::{PoseError, Problem};

/// A colouring of a graph with this many colours. The vertices of `clique`, all joined with each other, get the first
/// colours in their order, which loses no colouring up to renaming. Variable `vertex` has a colour `0..colors`.
///
/// # Errors
/// When a vertex of the clique does not exist, or the problem is too large.
pub fn problem(graph: &Graph, colors: usize, clique: &[usize]) -> Result<Problem, PoseError> {
    let mut problem = Problem::new(graph.len(), colors)?;
    for (a, b) in graph.edges() {
        problem.not_equal(a, b)?;
    }
    for (color, &vertex) in clique.iter().enumerate() {
        if color < colors {
            problem.fix(vertex, color)?;
        } else {
            (0..colors).try_for_each(|color| problem.forbid(vertex, color))?;
        }
    }
    Ok(problem)
}
