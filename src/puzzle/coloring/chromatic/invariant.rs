//! Colourings that symmetries of the graph preserve, up to the names of colours.
//!
//! **What it does.** Looks for symmetries of the graph that are their own inverse, and for colourings in which each
//! only swaps colours: by clauses over the orbits of vertices and colours, or, where cliques of as many vertices as
//! colours cover the graph, by pairs of stable sets ([`super::symmetric`]).
//!
//! **Why it pays.** Symmetric colourings are few, but much easier to find. That there is none proves nothing.

use super::number::{Attempt, Failed, Found, Solvers, checked};
use super::{bounds, symmetric, symmetry};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::{Graph, encode};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Conflicts of a solver for one number of colours and two symmetries, where each vertex is in a clique of that many.
const CONFLICTS: u64 = 200_000;
/// Conflicts of a solver in all other cases.
const FEW_CONFLICTS: u64 = 10_000;
/// Nodes of the search for pairs of sets: a few minutes.
const NODES: u64 = 300_000_000;
/// The most symmetries that are tried on graphs without such cliques.
const MOST_TRIED: usize = 6;

/// A graph with its symmetries.
pub(super) struct Invariant<'a> {
    graph: &'a Graph,
    symmetries: Vec<Vec<usize>>,
}

impl<'a> Invariant<'a> {
    /// Looks for symmetries if they are `wanted`.
    pub(super) fn new(graph: &'a Graph, wanted: bool) -> Invariant<'a> {
        Invariant { graph, symmetries: if wanted { symmetry::involutions(graph) } else { Vec::new() } }
    }

    /// A symmetric colouring with the first of these numbers of colours that has one.
    pub(super) fn find<S: Solvers>(
        &self,
        solvers: &mut S,
        colors: RangeInclusive<usize>,
        limits: &Limits,
    ) -> Result<Found, Failed<S::Error>> {
        if self.symmetries.is_empty() {
            return Ok(Attempt::Nothing);
        }
        for colors in colors {
            let ended = self.color(solvers, colors, limits)?;
            if let Attempt::Found((coloring, _)) = &ended {
                checked(self.graph, coloring)?;
            }
            if ended != Attempt::Nothing {
                return Ok(ended);
            }
        }
        Ok(Attempt::Nothing)
    }

    fn color<S: Solvers>(&self, solvers: &mut S, colors: usize, limits: &Limits) -> Result<Found, Failed<S::Error>> {
        let cliques = bounds::cliques(self.graph, colors);
        let mut covered = vec![false; self.graph.len()];
        cliques.iter().flatten().for_each(|&vertex| covered[vertex] = true);
        let full = !covered.contains(&false);
        let moves = |symmetry: &[usize], vertex: usize| symmetry[vertex] != vertex;
        if colors.is_multiple_of(4) {
            let conflicts = if full { CONFLICTS } else { FEW_CONFLICTS };
            for (one, two) in self.groups().into_iter().take(MOST_TRIED) {
                let flip: Vec<usize> = (0..colors).map(|color| color ^ 1).collect();
                let swap: Vec<usize> = (0..colors).map(|color| color ^ 2).collect();
                let both: [(&[usize], &[usize]); 2] = [(one, &flip), (two, &swap)];
                match self.solve(solvers, colors, &both, &cliques, conflicts, limits)? {
                    Attempt::Nothing => {}
                    ended => return Ok(ended.named("symmetric: two symmetries permute the colours by fours")),
                }
            }
        }
        if full {
            for symmetry in &self.symmetries {
                match symmetric::by_pairs(self.graph, symmetry, &cliques, NODES, limits) {
                    Ok(Some(found)) => return Ok(Attempt::Found(found).named(PAIRS)),
                    Ok(None) => {}
                    Err(stop) => return Ok(Attempt::Stopped(stop)),
                }
            }
            return Ok(Attempt::Nothing);
        }
        for symmetry in self.symmetries.iter().take(MOST_TRIED) {
            // The colours of vertices that stay must stay.
            let stays = (0..self.graph.len()).any(|vertex| !moves(symmetry, vertex));
            let pairs = if stays { (colors - 1) / 2 } else { colors / 2 };
            let permuted: Vec<usize> =
                (0..colors).map(|color| if color < 2 * pairs { color ^ 1 } else { color }).collect();
            match self.solve(solvers, colors, &[(symmetry, &permuted)], &cliques, FEW_CONFLICTS, limits)? {
                Attempt::Nothing => {}
                ended => return Ok(ended.named(PAIRS)),
            }
        }
        Ok(Attempt::Nothing)
    }

    /// Pairs of symmetries that commute, so that with their product they make a group of four in which no vertex stays.
    fn groups(&self) -> Vec<(&[usize], &[usize])> {
        let vertices = 0..self.graph.len();
        let (mut groups, mut known) = (Vec::new(), BTreeSet::new());
        for (index, one) in self.symmetries.iter().enumerate() {
            for two in &self.symmetries[index + 1..] {
                let product: Vec<usize> = vertices.clone().map(|vertex| one[two[vertex]]).collect();
                let commute = vertices.clone().all(|vertex| two[one[vertex]] == product[vertex]);
                let stays = |vertex: usize| [one, two, &product].iter().any(|symmetry| symmetry[vertex] == vertex);
                if commute && !vertices.clone().any(stays) {
                    let mut group = [one.clone(), two.clone(), product];
                    group.sort_unstable();
                    if known.insert(group) {
                        groups.push((one.as_slice(), two.as_slice()));
                    }
                }
            }
        }
        groups
    }

    /// A colouring that these symmetries of the vertices and the colours leave as it is.
    fn solve<S: Solvers>(
        &self,
        solvers: &mut S,
        colors: usize,
        moves: &[(&[usize], &[usize])],
        cliques: &[Vec<usize>],
        conflicts: u64,
        limits: &Limits,
    ) -> Result<Attempt, Failed<S::Error>> {
        let (formula, vars) = encode::invariant(self.graph, colors, moves, cliques);
        let some = Limits { conflicts: Some(limits.conflicts.unwrap_or(conflicts).min(conflicts)), ..limits.clone() };
        let model = match solvers.solve(&formula, &some).map_err(Failed::Solver)? {
            Verdict::Sat(model) => model,
            Verdict::Unsat | Verdict::Unknown(Stop::Conflicts) => return Ok(Attempt::Nothing),
            Verdict::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
        };
        let color = |vertex: usize| (0..colors).find(|&color| model.value(vars[vertex * colors + color]));
        let found: Option<Vec<usize>> = (0..self.graph.len()).map(color).collect();
        let found = found.ok_or_else(|| Failed::Wrong("a vertex without a colour".into()))?;
        Ok(Attempt::Found(found))
    }
}

/// How a colouring with one symmetry was found.
const PAIRS: &str = "symmetric: a symmetry swaps its colours in pairs";
