//! Colourings that are symmetric as their graph is.

use gemsat::encode::coloring::{self, Graph};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::cli::{EngineArgs, Failure};
use gemsat::puzzle::coloring::{bounds, check, compact, symmetric, symmetry};
use gemsat::puzzle::play::Scene;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Conflicts that a solver has for one number of colours and two symmetries; for one symmetry; and for these where not
/// every vertex is in a clique of so many.
const CONFLICTS: u64 = 200_000;
const FEW_CONFLICTS: u64 = 10_000;
/// Nodes that the search for pairs of sets may take: some minutes.
const NODES: u64 = 300_000_000;
/// The most symmetries that are tried on graphs without such cliques.
const MOST_TRIED: usize = 6;

/// A colouring, and how it was found.
pub(super) type Found = Option<(Vec<usize>, String)>;

/// A graph with its symmetries.
pub(super) struct Mirror<'a> {
    graph: &'a Graph,
    engine: &'a EngineArgs,
    symmetries: Vec<Vec<usize>>,
}

impl<'a> Mirror<'a> {
    /// Looks for symmetries if that is wanted, and if the engine is the one whose formulas these are for.
    pub fn new(graph: &'a Graph, engine: &'a EngineArgs, wanted: bool) -> Mirror<'a> {
        let own = engine.is_cdcl();
        let symmetries = if wanted && own { symmetry::involutions(graph) } else { Vec::new() };
        Mirror { graph, engine, symmetries }
    }

    /// A symmetric colouring with the first of these numbers of colours that has one.
    pub fn find(&self, colors: RangeInclusive<usize>, limits: &Limits) -> Result<Result<Found, Stop>, Failure> {
        if self.symmetries.is_empty() {
            return Ok(Ok(None));
        }
        for colors in colors {
            let ended = self.color(colors, limits)?;
            if let Ok(Some((coloring, _))) = &ended {
                check(self.graph, coloring)
                    .map_err(|broken| Failure::Internal(format!("the colouring found is wrong: {broken}")))?;
            }
            if !matches!(ended, Ok(None)) {
                return Ok(ended);
            }
        }
        Ok(Ok(None))
    }

    fn color(&self, colors: usize, limits: &Limits) -> Result<Result<Found, Stop>, Failure> {
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
                match self.solve(colors, &[(one, &flip), (two, &swap)], &cliques, conflicts, limits)? {
                    Ok(Some(found)) => {
                        return Ok(Ok(Some((found, "symmetric: two symmetries permute the colours by fours".into()))));
                    }
                    Ok(None) => {}
                    Err(stop) => return Ok(Err(stop)),
                }
            }
        }
        if full {
            for symmetry in &self.symmetries {
                match symmetric::by_pairs(self.graph, symmetry, &cliques, NODES, limits) {
                    Ok(Some(found)) => return Ok(Ok(Some((found, PAIRS.into())))),
                    Ok(None) => {}
                    Err(stop) => return Ok(Err(stop)),
                }
            }
            return Ok(Ok(None));
        }
        for symmetry in self.symmetries.iter().take(MOST_TRIED) {
            // The colours of vertices that stay must stay.
            let stays = (0..self.graph.len()).any(|vertex| !moves(symmetry, vertex));
            let pairs = if stays { (colors - 1) / 2 } else { colors / 2 };
            let permuted: Vec<usize> =
                (0..colors).map(|color| if color < 2 * pairs { color ^ 1 } else { color }).collect();
            match self.solve(colors, &[(symmetry, &permuted)], &cliques, FEW_CONFLICTS, limits)? {
                Ok(Some(found)) => return Ok(Ok(Some((found, PAIRS.into())))),
                Ok(None) => {}
                Err(stop) => return Ok(Err(stop)),
            }
        }
        Ok(Ok(None))
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
    fn solve(
        &self,
        colors: usize,
        moves: &[(&[usize], &[usize])],
        cliques: &[Vec<usize>],
        conflicts: u64,
        limits: &Limits,
    ) -> Result<Result<Option<Vec<usize>>, Stop>, Failure> {
        let (formula, vars) = coloring::invariant(self.graph, colors, moves, cliques);
        let mut engine = self.engine.clone();
        engine.options.insert(0, "stable=2".into());
        let some = Limits { conflicts: Some(limits.conflicts.unwrap_or(conflicts).min(conflicts)), ..limits.clone() };
        let model = match engine.backend()?.solve_seen(&formula, &some, &Scene::unseen())? {
            Verdict::Sat(model) => model,
            Verdict::Unsat | Verdict::Unknown(Stop::Conflicts) => return Ok(Ok(None)),
            Verdict::Unknown(stop) => return Ok(Err(stop)),
        };
        let color = |vertex: usize| (0..colors).find(|&color| model.value(vars[vertex * colors + color]));
        let found: Option<Vec<usize>> = (0..self.graph.len()).map(color).collect();
        let found = found.ok_or_else(|| Failure::Internal("a vertex without a colour".into()))?;
        Ok(Ok(Some(compact(&found))))
    }
}

const PAIRS: &str = "symmetric: a symmetry swaps its colours in pairs";
