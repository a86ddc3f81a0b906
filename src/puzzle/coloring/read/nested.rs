//! Lists of lists of numbers, which can be three things: pairs, a matrix of 0 and 1, and the neighbours of vertex 0, of
//! vertex 1 and so on.

use super::builder::Builder;
use crate::puzzle::SyntaxError;
use crate::puzzle::literal::{Node, Value};

/// A graph whose vertices are named by the places of their lists, from 0.
pub(super) struct Numbered {
    edges: Vec<(usize, usize)>,
    matrix: bool,
    /// Whether the same lists read as pairs would give the same graph.
    pub same_as_pairs: bool,
}

/// The lists as a matrix, or as lists of neighbours in which each edge stands twice. `None` if they can only be pairs.
pub(super) fn numbered(items: &[Node<'_>]) -> Option<Result<Numbered, SyntaxError>> {
    let number = |node: &Node<'_>| match node.value {
        Value::Number(number) => number.parse::<usize>().ok(),
        _ => None,
    };
    let rows: Vec<Vec<usize>> =
        items.iter().map(|item| item.items()?.iter().map(number).collect()).collect::<Option<_>>()?;
    let side = rows.len();
    let pairs = rows.iter().all(|row| row.len() == 2);
    if side > 1 && rows.iter().all(|row| row.len() == side && row.iter().all(|&bit| bit < 2)) {
        for (a, row) in rows.iter().enumerate() {
            if let Some(b) = (0..side).find(|&b| row[b] != rows[b][a]) {
                return Some(Err(
                    items[a].error(format!("a matrix that is the same across its diagonal (row {a}, {b})"))
                ));
            }
        }
        let edges = (0..side).flat_map(|a| (0..side).map(move |b| (a, b))).filter(|&(a, b)| rows[a][b] == 1).collect();
        return Some(Ok(Numbered { edges, matrix: true, same_as_pairs: pairs && rows[0] == [0, 1] }));
    }
    let mut edges: Vec<(usize, usize)> =
        rows.iter().enumerate().flat_map(|(a, row)| row.iter().map(move |&b| (a, b))).collect();
    let listed = edges.len();
    edges.sort_unstable();
    edges.dedup();
    let fits = |&(a, b): &(usize, usize)| a != b && b < side && edges.binary_search(&(b, a)).is_ok();
    if edges.len() != listed || !edges.iter().all(fits) {
        return None;
    }
    let mut other: Vec<(usize, usize)> =
        rows.iter().filter(|_| pairs).flat_map(|row| [(row[0], row[1]), (row[1], row[0])]).collect();
    other.sort_unstable();
    other.dedup();
    let same_as_pairs = pairs && other == edges;
    Some(Ok(Numbered { edges, matrix: false, same_as_pairs }))
}

impl Numbered {
    pub fn add_to(&self, builder: &mut Builder, items: &[Node<'_>]) -> Result<(), SyntaxError> {
        for vertex in 0..items.len() {
            builder.vertex(&vertex.to_string());
        }
        for &(a, b) in &self.edges {
            builder.join(a, b, || items[a].place())?;
        }
        let what = if self.matrix { "the rows of a matrix" } else { "the neighbours of one vertex after the other" };
        builder.remark(items.first().map_or(1, Node::line), format!("the lists are taken for {what}, numbered from 0"));
        Ok(())
    }
}
