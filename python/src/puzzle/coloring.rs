//! `gemsat.coloring`.

/// Colouring graphs: vertices that are joined get different colours.
///
/// A graph is text: "A: B C" lines of neighbours, pairs, DIMACS or JSON, as the program `coloring` reads them.
#[pyo3::pymodule(submodule)]
pub mod coloring {
    use crate::puzzle::{invalid, model};
    use crate::running::run;
    use gemsat::puzzle::coloring::chromatic::bounds;
    use gemsat::puzzle::coloring::usa::{self, UsaVariant};
    use gemsat::puzzle::coloring::{Graph, check as checker, colors_of, draw as drawer, encode, enumerate, read};
    use gemsat::reason::Incremental;
    use pyo3::prelude::*;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    /// The most colours that make sense to ask for: a colour for each vertex of the largest graph that is read.
    const MAX_COLORS: usize = 100_000;

    fn graph(text: &str) -> PyResult<Graph> {
        read::read(text, true).map_err(invalid)
    }

    fn named(graph: &Graph, coloring: &[usize]) -> BTreeMap<String, usize> {
        graph.names().iter().cloned().zip(coloring.iter().copied()).collect()
    }

    fn colors_in_order(graph: &Graph, coloring: &BTreeMap<String, usize>) -> PyResult<Vec<usize>> {
        let color = |name: &String| coloring.get(name).copied().ok_or_else(|| invalid(format!("{name} has no colour")));
        graph.names().iter().map(color).collect()
    }

    /// Colours by the vertices' names, numbered from 0; None when there are too few. Without colors, as few as possible.
    ///
    /// >>> gemsat.coloring.solve("A: B C\nB: C\n", 2)
    /// >>> len(set(gemsat.coloring.solve("A: B C\nB: C\n").values()))
    /// 3
    #[pyfunction]
    #[pyo3(signature = (text, colors=None, time_limit=None))]
    fn solve(
        py: Python<'_>,
        text: &str,
        colors: Option<usize>,
        time_limit: Option<f64>,
    ) -> PyResult<Option<BTreeMap<String, usize>>> {
        let graph = graph(text)?;
        if colors.is_some_and(|colors| colors > MAX_COLORS) {
            return Err(invalid(format!("expected at most {MAX_COLORS} colours")));
        }
        let found = run(py, time_limit, |limits| {
            let clique = bounds::clique(&graph);
            let most = colors.unwrap_or(graph.len());
            for count in colors.unwrap_or(clique.len())..=most {
                let encoding = encode::encode(&graph, count, encode::Style::Fixed, &[], &[]);
                if let Some(model) = model(&encoding.formula, limits)? {
                    return Ok(colors_of(&graph, count, &model));
                }
            }
            Ok(None)
        })?;
        Ok(found.map(|coloring| named(&graph, &coloring)))
    }

    /// The number of colourings with this number of colours, counted up to limit.
    #[pyfunction]
    #[pyo3(signature = (text, colors, limit=1_000_000, time_limit=None))]
    fn count(py: Python<'_>, text: &str, colors: usize, limit: u64, time_limit: Option<f64>) -> PyResult<u64> {
        let graph = graph(text)?;
        if colors > MAX_COLORS {
            return Err(invalid(format!("expected at most {MAX_COLORS} colours")));
        }
        run(py, time_limit, |limits| {
            let mut oracle = Incremental::new(&enumerate::formula(&graph, colors));
            let mut found = 0;
            if limit > 0 {
                enumerate::by_solver(&graph, colors, &mut oracle, limits, |_| {
                    found += 1;
                    if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })?;
            }
            Ok(found)
        })
    }

    /// Whether neighbours have different colours. None when they do, otherwise what is wrong.
    #[pyfunction]
    fn check(text: &str, coloring: BTreeMap<String, usize>) -> PyResult<Option<String>> {
        let graph = graph(text)?;
        Ok(checker(&graph, &colors_in_order(&graph, &coloring)?).err())
    }

    /// The graph as an SVG picture, with these colours; a map where the vertices are states of the US.
    #[pyfunction]
    #[pyo3(signature = (text, coloring=None))]
    fn draw(text: &str, coloring: Option<BTreeMap<String, usize>>) -> PyResult<String> {
        let graph = graph(text)?;
        let coloring = coloring.map(|coloring| colors_in_order(&graph, &coloring)).transpose()?;
        let colors = coloring.iter().flatten().max().map_or(0, |&most| most.saturating_add(1));
        let map = Some(usa::map()).filter(|map| drawer::fits(&graph, map));
        Ok(drawer::svg(&graph, coloring.as_deref(), colors, map.as_ref()))
    }

    /// The states of the US and their neighbours, as a graph in text.
    #[pyfunction]
    #[pyo3(signature = (dc=false, corners=false))]
    fn usa_graph(dc: bool, corners: bool) -> String {
        let graph = usa::graph(UsaVariant { dc, corners, ..UsaVariant::default() });
        let line = |vertex: usize| {
            let neighbours = graph.neighbours(vertex).iter().map(|&other| graph.names()[other].replace(' ', "_"));
            format!("{}: {}\n", graph.names()[vertex].replace(' ', "_"), neighbours.collect::<Vec<_>>().join(" "))
        };
        (0..graph.len()).map(line).collect()
    }
}
