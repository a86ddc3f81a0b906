//! All colourings of a graph with a number of colours.

use super::encode::{Style, encode, var};
use super::{Graph, colors_of};
use crate::cnf::{Formula, Lit};
use crate::limits::{Limits, Stop};
use crate::reason::{Oracle, Reply};
use std::ops::ControlFlow;

/// The formula with exactly one model for each colouring: every vertex has exactly one colour, and no clique is fixed.
pub fn formula(graph: &Graph, colors: usize) -> Formula {
    encode(graph, colors, Style::Textbook, &[], &[]).formula
}

/// Shows `visit` every colouring until it breaks off; the oracle holds [`formula`]. The flag says whether these were
/// all.
///
/// # Errors
/// The limit that ran out.
pub fn by_solver(
    graph: &Graph,
    colors: usize,
    oracle: &mut dyn Oracle,
    limits: &Limits,
    mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Result<bool, Stop> {
    loop {
        let model = match oracle.solve_under(&[], limits) {
            Reply::Sat(model) => model,
            Reply::Unsat(_) => return Ok(true),
            Reply::Unknown(stop) => return Err(stop),
        };
        let found = colors_of(graph, colors, &model).unwrap_or_default();
        if visit(&found).is_break() {
            return Ok(false);
        }
        let clause: Vec<Lit> =
            found.iter().enumerate().map(|(vertex, &color)| var(colors, vertex, color).neg()).collect();
        oracle.add_clause(&clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::Incremental;

    #[test]
    fn every_colouring_is_visited_once() {
        let mut path = Graph::new(["a", "b", "c"].map(String::from).to_vec());
        path.join(0, 1);
        path.join(1, 2);
        let mut seen = Vec::new();
        let mut oracle = Incremental::new(&formula(&path, 3));
        let all = by_solver(&path, 3, &mut oracle, &Limits::none(), |found| {
            seen.push(found.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(all, Ok(true));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 12);
        assert!(seen.iter().all(|found| crate::puzzle::coloring::check(&path, found).is_ok()));
    }
}
