//! Why a graph has no colouring, and what forces a vertex's colour.
//!
//! Since colours can be renamed, no vertex must have a certain colour by itself. "Forced" means: once the vertices of a
//! clique have the first colours, as in the formula of `encode`.

use crate::cnf::{Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::puzzle::coloring::Graph;
use crate::puzzle::coloring::encode::var;
use crate::reason::Oracle;
use crate::reason::core::{Core, Why, minimal_core, why};

/// The clauses of a colouring in which a vertex needs a colour only when its literal of `wanted` is assumed.
pub fn formula(graph: &Graph, colors: usize) -> Formula {
    let mut formula = Formula::new();
    formula.declare_vars(graph.len() * (colors + 1));
    for vertex in 0..graph.len() {
        let needs = [!wanted(graph, colors, vertex)];
        formula.add_clause(needs.into_iter().chain((0..colors).map(|color| var(colors, vertex, color).pos())));
    }
    for (a, b) in graph.edges() {
        (0..colors).for_each(|color| formula.add_clause([var(colors, a, color).neg(), var(colors, b, color).neg()]));
    }
    formula
}

/// The literal that demands a colour for a vertex.
fn wanted(graph: &Graph, colors: usize, vertex: usize) -> Lit {
    Var::new(graph.len() * colors + vertex).pos()
}

fn all_wanted(graph: &Graph, colors: usize) -> Vec<Lit> {
    (0..graph.len()).map(|vertex| wanted(graph, colors, vertex)).collect()
}

fn vertices(graph: &Graph, colors: usize, core: &Core) -> Core<usize> {
    core.named((0..graph.len()).map(|vertex| (wanted(graph, colors, vertex), vertex)))
}

/// Vertices that cannot be coloured; `None` when there is a colouring. The oracle holds the clauses of [`formula`].
///
/// # Errors
/// When the limits run out before it is known whether there is one.
pub fn contradiction(
    graph: &Graph,
    colors: usize,
    oracle: &mut dyn Oracle,
    limits: &Limits,
) -> Result<Option<Core<usize>>, Stop> {
    let core = minimal_core(oracle, &[], &all_wanted(graph, colors), limits)?;
    Ok(core.map(|core| vertices(graph, colors, &core)))
}

/// What is known about the colour of a vertex in a graph that has a colouring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColorReason {
    /// It has this colour in every colouring, because these other vertices need colours, too.
    Forced(usize, Core<usize>),
    /// It can have this colour, or another one.
    Open(usize),
}

/// The colour of a vertex once the vertices of the clique have the first colours; `None` when there is no colouring.
/// The oracle holds the clauses of [`formula`].
///
/// # Errors
/// When the limits run out before it is known which of these is the case.
pub fn color(
    graph: &Graph,
    colors: usize,
    clique: &[usize],
    vertex: usize,
    oracle: &mut dyn Oracle,
    limits: &Limits,
) -> Result<Option<ColorReason>, Stop> {
    for (color, &vertex) in clique.iter().enumerate().take(colors) {
        oracle.add_clause(&[var(colors, vertex, color).pos()]);
    }
    let about: Vec<Lit> = (0..colors).map(|color| var(colors, vertex, color).pos()).collect();
    let color = |lit: Lit| lit.var().index() - vertex * colors;
    Ok(match why(oracle, &all_wanted(graph, colors), &about, limits)? {
        Why::Forced(lit, core) => Some(ColorReason::Forced(color(lit), vertices(graph, colors, &core))),
        Why::Open(lit) => Some(ColorReason::Open(color(lit))),
        Why::Contradiction(_) | Why::Consistent => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines;
    use crate::puzzle::coloring::Coloring;
    use crate::puzzle::coloring::chromatic::bounds::clique;
    use crate::puzzle::coloring::chromatic::stable::tests::random;
    use crate::puzzle::face::{Asking, Puzzle};
    use crate::reason::FromScratch;
    use crate::util::rng::Rng;

    #[test]
    fn as_by_trying_all_colorings() {
        let mut rng = Rng::new(11);
        let (mut none, mut forced, mut open) = (0, 0, 0);
        for round in 0..60usize {
            let (len, colors) = (2 + rng.index(5), 2 + round % 2);
            let graph = random(len, 35 + 25 * (round as u64 % 3), &mut rng);
            let clique = clique(&graph);
            let colorings: Vec<Vec<usize>> = (0..colors.pow(len as u32))
                .map(|code| (0..len).map(|vertex| code / colors.pow(vertex as u32) % colors).collect())
                .filter(|coloring: &Vec<usize>| super::super::check(&graph, coloring).is_ok())
                .filter(|coloring| {
                    clique.iter().take(colors).enumerate().all(|(color, &vertex)| coloring[vertex] == color)
                })
                .collect();
            let limits = Limits::none();
            let wanted: Option<Vec<Option<usize>>> = colorings.first().map(|first| {
                let same = |vertex: usize| colorings.iter().all(|coloring| coloring[vertex] == first[vertex]);
                (0..len).map(|vertex| Some(first[vertex]).filter(|_| same(vertex))).collect()
            });
            let dpll = |formula: &Formula| -> Box<dyn Oracle> {
                Box::new(FromScratch::new(formula.clone(), engines::by_name("dpll").expect("registered")))
            };
            let asking = Asking { oracle: &dpll, chosen: true, limits: &limits };
            let sure = Coloring::new(graph.clone(), colors, None).certain(&asking).expect("no limit");
            let values = |colors: Vec<Option<usize>>| colors.into_iter().map(|color| color.map(|color| color as u16));
            assert_eq!(sure, wanted.clone().map(|colors| values(colors).collect()));
            let found = contradiction(&graph, colors, &mut *dpll(&formula(&graph, colors)), &limits).expect("no limit");
            assert_eq!(found.is_some(), wanted.is_none());
            none += usize::from(wanted.is_none());
            for vertex in 0..len {
                let found = color(&graph, colors, &clique, vertex, &mut *dpll(&formula(&graph, colors)), &limits)
                    .expect("no limit");
                match (&wanted, found) {
                    (None, found) => assert_eq!(found, None),
                    (Some(certain), Some(ColorReason::Forced(color, _))) => {
                        assert_eq!(certain[vertex], Some(color));
                        forced += 1;
                    }
                    (Some(certain), found) => {
                        assert!(matches!(found, Some(ColorReason::Open(_))) && certain[vertex].is_none());
                        open += 1;
                    }
                }
            }
        }
        assert!(none > 5 && forced > 20 && open > 20, "{none} {forced} {open}");
    }
}
