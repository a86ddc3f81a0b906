//! How a person colours a graph: a vertex with one colour left, or a colour that leaves another vertex without one.

use super::chromatic::bounds;
use super::face::Coloring;
use super::{Graph, color_name};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::candidates::{Cause, Clash, Found, Grid, MAX_VALUES, Rules, Technique, Words};
use crate::puzzle::steps::{Goal, Step, Steps, way};
use std::sync::Arc;

/// The names of vertices and colours. Value `v` is the colour `v - 1`.
struct Named<'a>(&'a Coloring);

impl Words for Named<'_> {
    fn cell(&self, vertex: usize) -> String {
        self.0.graph.names()[vertex].clone()
    }

    fn value(&self, value: u16) -> String {
        color_name(usize::from(value) - 1, self.0.colors)
    }

    fn kind(&self) -> &'static str {
        "colour"
    }

    fn clash(&self, _: &Grid<'_>, clash: Clash) -> Option<String> {
        match clash {
            Clash::Twice(a, b, value) => {
                let (a, b, color) = (self.cell(a), self.cell(b), self.value(value));
                Some(format!("{a} and {b} are neighbours, and both are {color}"))
            }
            _ => None,
        }
    }

    fn fills(&self, found: &Found) -> Vec<(usize, u16)> {
        found.fills.iter().map(|&(vertex, value)| (vertex, value - 1)).collect()
    }

    fn methods(&self) -> &'static [Technique] {
        &[Technique::Single]
    }
}

/// The rules among all vertices, or among these alone.
fn rules(graph: &Graph, colors: usize, among: Option<&[usize]>) -> Rules {
    let counts = |vertex: usize| among.is_none_or(|among| among.contains(&vertex));
    let near = |vertex: usize| graph.neighbours(vertex).iter().filter(move |&&other| counts(vertex) && counts(other));
    let conflicts = (0..graph.len()).map(|vertex| near(vertex).map(|&other| (other, 0)).collect()).collect();
    Rules { values: colors as u16, conflicts, groups: Vec::new(), sums: Vec::new() }
}

/// What is coloured from the start: what is chosen or, since colours can be exchanged, a clique among these vertices.
fn begun(puzzle: &Coloring, among: Option<&[usize]>) -> Vec<(usize, usize)> {
    let chosen = puzzle.chosen.iter().enumerate();
    let chosen: Vec<(usize, usize)> = chosen.filter_map(|(vertex, &color)| Some((vertex, color?))).collect();
    if !chosen.is_empty() {
        return chosen;
    }
    let clique = match among {
        Some(among) => bounds::clique(&puzzle.graph.part(among)).into_iter().map(|at| among[at]).collect(),
        None => bounds::clique(&puzzle.graph),
    };
    clique.into_iter().take(puzzle.colors).enumerate().map(|(color, vertex)| (vertex, color)).collect()
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier. `None`
/// with more colours than can be explained step by step.
///
/// # Errors
/// The limit that ran out.
pub fn steps(puzzle: &Coloring, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    if !(1..=MAX_VALUES).contains(&puzzle.colors) {
        return Ok(None);
    }
    let words = Named(puzzle);
    let cells = |clues: &[Clue]| clues.iter().flat_map(|clue| clue.cells.iter().copied()).collect::<Vec<usize>>();
    // Clues are colours that were chosen or, where none is to blame, the vertices that cannot all be coloured.
    let all_chosen = |clues: &[usize]| clues.iter().all(|&vertex| puzzle.chosen[vertex].is_some());
    let whole = Arc::new(rules(&puzzle.graph, puzzle.colors, None));
    let start = |of: Option<&[Clue]>| {
        let of = of.map(cells);
        let among = of.as_deref().filter(|of| !all_chosen(of));
        let rules =
            among.map_or_else(|| whole.clone(), |among| Arc::new(rules(&puzzle.graph, puzzle.colors, Some(among))));
        let mut grid = Grid::new(&rules, &words, Vec::new());
        let named = if matches!(goal, Goal::Contradiction(_)) { among } else { None };
        for (vertex, color) in begun(puzzle, named) {
            if of.as_ref().is_none_or(|of| of.contains(&vertex)) {
                grid.place(vertex, color as u16 + 1, Cause::Clue);
            }
        }
        grid
    };
    let mut found = way::steps(start, goal, limits)?;
    if let Goal::Contradiction(clues) = goal
        && found.complete
        && puzzle.chosen.iter().all(Option::is_none)
    {
        let among = cells(clues);
        let begun = begun(puzzle, Some(&among[..]).filter(|among| found.of_core && !all_chosen(among)));
        let colors: Vec<String> = begun.iter().map(|&(v, c)| words.holds(v, c as u16 + 1)).collect();
        found.steps.insert(
            0,
            Step {
                technique: "naming",
                words: format!(
                    "Neighbours differ, and colours can be exchanged: let us say that {}.",
                    way::list(&colors)
                ),
                from: Vec::new(),
                fills: begun.iter().map(|&(vertex, color)| (vertex, color as u16)).collect(),
            },
        );
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::coloring::usa::UsaVariant;

    fn graph(edges: &[(usize, usize)]) -> Graph {
        let len = edges.iter().map(|&(a, b)| a.max(b)).max().map_or(0, |last| last + 1);
        Graph::from_edges((0..len).map(|vertex| format!("v{vertex}")).collect(), edges.iter().copied())
    }

    fn told(puzzle: &Coloring, goal: Goal<'_>) -> Vec<String> {
        let found = steps(puzzle, goal, &Limits::none()).expect("no limit").expect("few colours");
        assert!(found.complete, "{found:?}");
        found.steps.into_iter().map(|step| format!("{}: {}", step.technique, step.words)).collect()
    }

    #[test]
    fn methods_in_words() {
        let mut puzzle = Coloring::new(graph(&[(0, 1), (1, 2), (2, 0), (2, 3), (1, 3)]), 3, None);
        puzzle.chosen[0] = Some(0);
        puzzle.chosen[1] = Some(1);
        let words = told(&puzzle, Goal::Cell(3, &[]));
        assert_eq!(words.len(), 2);
        assert_eq!(words[0], "single: v2 is blue: all other colours are ruled out, by v0 and v1.");
        puzzle.chosen[3] = Some(2);
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert_eq!(words, ["contradiction: Here no colour is left for v2."]);
    }

    #[test]
    fn a_clique_that_is_too_large_is_a_contradiction() {
        // A wheel of five: four colours are needed.
        let spokes = (0..5).map(|rim| (rim, 5));
        let edges: Vec<(usize, usize)> = spokes.chain((0..5).map(|rim| (rim, (rim + 1) % 5))).collect();
        let puzzle = Coloring::new(graph(&edges), 3, None);
        let clues: Vec<Clue> = (0..6).map(|vertex| Clue { words: String::new(), cells: vec![vertex] }).collect();
        let words = told(&puzzle, Goal::Contradiction(&clues));
        assert!(
            words[0].starts_with("naming: Neighbours differ, and colours can be exchanged: let us say that "),
            "{words:?}"
        );
        assert!(
            words.last().is_some_and(|last| last.starts_with("contradiction: But no colour is left for ")),
            "{words:?}"
        );
    }

    #[test]
    fn the_map_of_the_us_cannot_have_three_colours() {
        let puzzle = Coloring::usa(UsaVariant::default(), 3);
        let words = told(&puzzle, Goal::Contradiction(&[]));
        assert!(words.len() > 3, "{words:?}");
    }
}
