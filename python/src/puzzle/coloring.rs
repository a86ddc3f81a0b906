//! `gemsat.coloring`.

/// Colouring graphs: vertices that are joined get different colours.
///
/// A graph is a dict of lists or sets of neighbours, a list of pairs, a graph of networkx (directions are left out), or
/// text: "A: B C" lines of neighbours, pairs, DIMACS, JSON or GeoJSON, as the program `coloring` reads them. Where a
/// graph could be read in two ways, a warning says which was taken. With relaxed=True a wrong count of edges in a text
/// and vertices joined with themselves are left out with a warning, in place of ValueError.
#[pyo3::pymodule(submodule)]
pub mod coloring {
    use crate::puzzle::graphs::{Asked, asked};
    use crate::puzzle::{counted, invalid, model};
    use crate::running::run;
    use gemsat::puzzle::coloring::chromatic::bounds;
    use gemsat::puzzle::coloring::read::ColoringReadOptions;
    use gemsat::puzzle::coloring::usa::{self, UsaVariant};
    use gemsat::puzzle::coloring::{Coloring, check as checker, colors_of, draw as drawer, fixed};
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    /// The most colours that make sense to ask for: a colour for each vertex of the largest graph that is read.
    const MAX_COLORS: usize = 100_000;

    fn read(graph: &Bound<'_, PyAny>, relaxed: bool, corners: bool) -> PyResult<Asked> {
        asked(graph, ColoringReadOptions { relaxed, corners })
    }

    /// Colours by the vertices, numbered from 0; None when there are too few. Without colors, as few as possible.
    ///
    /// >>> gemsat.coloring.solve({"A": ["B", "C"], "B": ["C"]}, 2)
    /// >>> len(set(gemsat.coloring.solve("A: B C\nB: C\n").values()))
    /// 3
    #[pyfunction]
    #[pyo3(signature = (graph, colors=None, time_limit=None, *, relaxed=false, corners=false))]
    fn solve<'py>(
        py: Python<'py>,
        graph: &Bound<'py, PyAny>,
        colors: Option<usize>,
        time_limit: Option<f64>,
        relaxed: bool,
        corners: bool,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let asked = read(graph, relaxed, corners)?;
        let graph = &asked.graph;
        if colors.is_some_and(|colors| colors > MAX_COLORS) {
            return Err(invalid(format!("expected at most {MAX_COLORS} colours")));
        }
        let found = run(py, time_limit, |limits| {
            let clique = bounds::clique(graph);
            let most = colors.unwrap_or(graph.len());
            for count in colors.unwrap_or(clique.len())..=most {
                if let Some(model) = model(&fixed(graph, count, &clique[..clique.len().min(count)]).formula, limits)? {
                    return Ok(colors_of(graph, count, &model));
                }
            }
            Ok(None)
        })?;
        found.map(|coloring| asked.named(py, &coloring)).transpose()
    }

    /// The number of colourings with this number of colours, counted up to limit.
    #[pyfunction]
    #[pyo3(signature = (graph, colors, limit=1_000_000, time_limit=None, *, relaxed=false, corners=false))]
    fn count(
        py: Python<'_>,
        graph: &Bound<'_, PyAny>,
        colors: usize,
        limit: u64,
        time_limit: Option<f64>,
        relaxed: bool,
        corners: bool,
    ) -> PyResult<u64> {
        let graph = read(graph, relaxed, corners)?.graph;
        if colors > MAX_COLORS {
            return Err(invalid(format!("expected at most {MAX_COLORS} colours")));
        }
        counted(py, &Coloring::new(graph, colors, None), limit, time_limit)
    }

    /// Whether neighbours have different colours. None when they do, otherwise what is wrong.
    #[pyfunction]
    #[pyo3(signature = (graph, coloring, *, relaxed=false, corners=false))]
    fn check(
        graph: &Bound<'_, PyAny>,
        coloring: &Bound<'_, PyDict>,
        relaxed: bool,
        corners: bool,
    ) -> PyResult<Option<String>> {
        let asked = read(graph, relaxed, corners)?;
        Ok(checker(&asked.graph, &asked.in_order(coloring)?).err().map(|broken| broken.what))
    }

    /// The graph as an SVG picture, with these colours; a map where the vertices are states of the US or shapes of
    /// GeoJSON.
    #[pyfunction]
    #[pyo3(signature = (graph, coloring=None, *, relaxed=false, corners=false))]
    fn draw(
        graph: &Bound<'_, PyAny>,
        coloring: Option<&Bound<'_, PyDict>>,
        relaxed: bool,
        corners: bool,
    ) -> PyResult<String> {
        let asked = read(graph, relaxed, corners)?;
        let coloring = coloring.map(|coloring| asked.in_order(coloring)).transpose()?;
        let colors = coloring.iter().flatten().max().map_or(0, |&most| most.saturating_add(1));
        let usa = Some(usa::map()).filter(|map| drawer::fits(&asked.graph, map));
        let map = asked.map.as_ref().or(usa.as_ref());
        Ok(drawer::svg(&asked.graph, coloring.as_deref(), colors, map))
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
