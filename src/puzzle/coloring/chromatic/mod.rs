//! Chromatic numbers: searches for colourings with few colours, and bounds that prove fewer impossible.

mod bits;
pub mod bounds;
mod budget;
pub mod cases;
pub(crate) mod fractional;
mod invariant;
pub mod number;
pub mod proof;
mod simplex;
pub(crate) mod split;
pub(crate) mod stable;
pub(crate) mod symmetric;
pub(crate) mod symmetry;
pub(crate) mod tabu;

pub use fractional::Weights;

use super::Graph;
use crate::limits::Limits;

/// Stable sets that are kept for [`full_classes`].
const MOST_CLASSES: usize = 20_000;
/// Work of finding them, in machine words read.
const CLASS_WORK: u64 = 200_000_000;

/// The stable sets that can be the colours of a colouring with `colors` colours, where every colour must have as many
/// vertices as a stable set can have: in queen graphs, where a colour is a solution of the queens. `None` when colours
/// may be smaller, or when that takes too much work to know or a limit is reached.
pub fn full_classes(graph: &Graph, colors: usize, limits: &Limits) -> Option<Vec<Vec<usize>>> {
    if colors == 0 || graph.is_empty() || !graph.len().is_multiple_of(colors) {
        return None;
    }
    let (size, mut work) = (graph.len() / colors, CLASS_WORK);
    let matrix = stable::Matrix::new(graph)?;
    let larger = stable::heaviest(&matrix, &vec![1; graph.len()], size as u64, &mut work, limits);
    if !larger.proven || larger.weight > size as u64 {
        return None;
    }
    stable::all(&matrix, size, MOST_CLASSES, &mut work, limits)
}

#[cfg(test)]
mod tests {
    use super::symmetry::tests::queens;
    use super::*;

    #[test]
    fn classes_of_queens_are_solutions() {
        assert_eq!(full_classes(&queens(8), 8, &Limits::none()).map(|classes| classes.len()), Some(92));
        assert_eq!(full_classes(&queens(5), 5, &Limits::none()).map(|classes| classes.len()), Some(10));
        assert_eq!(full_classes(&queens(5), 4, &Limits::none()), None, "25 vertices are not 4 times as many");
        assert_eq!(
            full_classes(&Graph::new(vec![String::new(); 4]), 2, &Limits::none()),
            None,
            "all four could have one colour"
        );
        assert_eq!(full_classes(&Graph::default(), 1, &Limits::none()), None);
    }
}
