//! Colouring graphs and maps: what the tool `coloring` does, as functions.

mod bits;
pub mod bounds;
pub mod cases;
pub mod draw;
pub mod explain;
pub mod fractional;
pub mod generate;
pub mod map;
pub mod read;
mod simplex;
pub mod split;
pub mod stable;
pub mod symmetric;
pub mod symmetry;
pub mod tabu;
pub mod usa;
pub mod weighted;

use crate::cnf::Assignment;
use crate::encode::coloring::{Graph, var};

/// The colour of each vertex in a model: the first that is true, from 0.
pub fn colors_of(graph: &Graph, colors: usize, model: &Assignment) -> Option<Vec<usize>> {
    let color = |vertex| (0..colors).find(|&color| model.value(var(colors, vertex, color)));
    (0..graph.len()).map(color).collect()
}

/// Stable sets that are kept for [`full_classes`].
const MOST_CLASSES: usize = 20_000;
/// What finding them may cost, in words looked at.
const CLASS_WORK: u64 = 200_000_000;

/// The stable sets of which a colouring with so many colours consists, when every colour must stand on as many vertices as
/// any colour can: there are so many vertices times colours (the queen graphs: a colour is a solution of the queens).
/// `None` when that is not so, or would be too much work to know.
pub fn full_classes(graph: &Graph, colors: usize) -> Option<Vec<Vec<usize>>> {
    if colors == 0 || graph.is_empty() || !graph.len().is_multiple_of(colors) {
        return None;
    }
    let (size, mut work) = (graph.len() / colors, CLASS_WORK);
    let matrix = stable::Matrix::new(graph)?;
    let larger = stable::heaviest(&matrix, &vec![1; graph.len()], size as u64, &mut work);
    if !larger.proven || larger.weight > size as u64 {
        return None;
    }
    stable::all(&matrix, size, MOST_CLASSES, &mut work)
}

/// Checks that neighbours differ.
///
/// # Errors
/// The two neighbours that do not, or a vertex without a colour.
pub fn check(graph: &Graph, coloring: &[usize]) -> Result<(), String> {
    if coloring.len() != graph.len() {
        return Err(format!("{} colours for {} vertices", coloring.len(), graph.len()));
    }
    match graph.edges().find(|&(a, b)| coloring[a] == coloring[b]) {
        Some((a, b)) => Err(format!("{} and {} are neighbours of one colour", graph.names()[a], graph.names()[b])),
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

/// The names of the first colours, as report 002 writes them.
const NAMES: [&str; 4] = ["red", "green", "blue", "yellow"];

/// A colour's name: red, green, blue, yellow when at most four are used, else its number from 1.
pub fn color_name(color: usize, colors: usize) -> String {
    NAMES
        .get(color)
        .filter(|_| colors <= NAMES.len())
        .map_or_else(|| (color + 1).to_string(), |name| (*name).to_string())
}

/// The colour with this name or number (from 1).
pub fn color_by_name(name: &str) -> Option<usize> {
    NAMES
        .iter()
        .position(|known| name.eq_ignore_ascii_case(known))
        .or_else(|| name.parse::<usize>().ok()?.checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_queens_are_solutions() {
        let queens = |n: usize| {
            let mut graph = Graph::new((0..n * n).map(|square| square.to_string()).collect());
            for a in 0..n * n {
                for b in (0..a).filter(|&b| crate::encode::queens::attacks((a / n, a % n), (b / n, b % n))) {
                    graph.join(a, b);
                }
            }
            graph
        };
        assert_eq!(full_classes(&queens(8), 8).map(|classes| classes.len()), Some(92));
        assert_eq!(full_classes(&queens(5), 5).map(|classes| classes.len()), Some(10));
        assert_eq!(full_classes(&queens(5), 4), None, "25 vertices are not 4 times as many");
        assert_eq!(full_classes(&Graph::new(vec![String::new(); 4]), 2), None, "all four could have one colour");
        assert_eq!(full_classes(&Graph::default(), 1), None);
    }
}
