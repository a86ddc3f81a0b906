//! Graphs as Python has them: dicts of neighbours, lists of pairs, graphs of networkx, and texts.
//!
//! Vertices are any objects that a dict can have as keys, and answers name them by these objects. What is not certainly
//! a graph is refused: a text in place of a list of neighbours is not taken for a list of letters, nor a pair in such a
//! list for a vertex.

use super::{invalid, taken, warn};
use gemsat::puzzle::coloring::Graph;
use gemsat::puzzle::coloring::map::Map;
use gemsat::puzzle::coloring::read::{ColoringReadOptions, one_sided, read_map};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFrozenSet, PyMapping, PySet, PyString, PyTuple};

/// A graph that was passed to a function.
pub struct Asked {
    /// The graph; its vertices are named by `str()`.
    pub graph: Graph,
    /// The shapes of its vertices, if the text had some.
    pub map: Option<Map>,
    /// The vertices.
    vertices: Vec<Py<PyAny>>,
}

impl Asked {
    /// Colours by vertices.
    pub fn named<'py>(&self, py: Python<'py>, coloring: &[usize]) -> PyResult<Bound<'py, PyDict>> {
        let named = PyDict::new(py);
        self.vertices.iter().zip(coloring).try_for_each(|(vertex, color)| named.set_item(vertex, color))?;
        Ok(named)
    }

    /// The colours in the order of the vertices.
    pub fn in_order(&self, coloring: &Bound<'_, PyDict>) -> PyResult<Vec<usize>> {
        let of = |(vertex, name): (&Py<PyAny>, &String)| match coloring.get_item(vertex)? {
            Some(color) => color.extract(),
            None => Err(invalid(format!("{name} has no colour"))),
        };
        let colors: Vec<usize> = self.vertices.iter().zip(self.graph.names()).map(of).collect::<PyResult<_>>()?;
        if coloring.len() > colors.len() {
            let known = self.named(coloring.py(), &colors)?;
            for key in coloring.keys() {
                if !known.contains(&key)? {
                    return Err(invalid(format!("{} is no vertex", key.repr()?)));
                }
            }
        }
        Ok(colors)
    }
}

/// The graph that a text or an object is.
///
/// # Errors
/// `ValueError` with what is no graph there.
pub fn asked(graph: &Bound<'_, PyAny>, options: ColoringReadOptions) -> PyResult<Asked> {
    let py = graph.py();
    if let Ok(text) = graph.cast::<PyString>() {
        let (graph, map) = taken(read_map(&text.to_cow()?, options))?;
        let vertices = graph.names().iter().map(|name| PyString::new(py, name).into_any().unbind()).collect();
        return Ok(Asked { graph, map, vertices });
    }
    let mut builder =
        Builder { index: PyDict::new(py), names: Vec::new(), edges: Vec::new(), relaxed: options.relaxed, loops: 0 };
    let is_networkx = ["nodes", "edges", "is_directed"].iter().all(|name| graph.hasattr(*name).unwrap_or(false));
    if is_networkx {
        for node in graph.getattr("nodes")?.try_iter()? {
            builder.vertex(&node?)?;
        }
        builder.pairs(&graph.call_method0("edges")?)?;
    } else {
        // networkx gives edges as a set of pairs that is also a mapping from each edge to its attributes.
        let is_set = graph.hasattr("isdisjoint")?;
        match graph.cast::<PyMapping>() {
            Ok(lists) if !is_set => builder.neighbours(lists)?,
            _ => builder.pairs(graph)?,
        }
    }
    builder.finish()
}

/// The items of a list or the like; the items of a set are sorted, so that the order is the same in every run.
fn items<'py>(list: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items: Vec<Bound<'py, PyAny>> = list.try_iter()?.collect::<PyResult<_>>()?;
    if !list.is_instance_of::<PySet>() && !list.is_instance_of::<PyFrozenSet>() {
        return Ok(items);
    }
    let mut named: Vec<(String, Bound<'py, PyAny>)> =
        items.into_iter().map(|item| Ok((item.repr()?.to_string(), item))).collect::<PyResult<_>>()?;
    named.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(named.into_iter().map(|(_, item)| item).collect())
}

/// A graph in the making.
struct Builder<'py> {
    /// The number of each vertex.
    index: Bound<'py, PyDict>,
    names: Vec<String>,
    /// Each edge from the vertex in whose list it stands.
    edges: Vec<(usize, usize)>,
    relaxed: bool,
    loops: usize,
}

impl<'py> Builder<'py> {
    fn vertex(&mut self, vertex: &Bound<'py, PyAny>) -> PyResult<usize> {
        if let Some(known) = self.index.get_item(vertex)? {
            return known.extract();
        }
        let name = vertex.str()?.to_string();
        if vertex.is_none() || vertex.is_instance_of::<PyBool>() || name.is_empty() || name.contains(char::is_control) {
            return Err(invalid(format!("expected a vertex, found {}", vertex.repr()?)));
        }
        self.index.set_item(vertex, self.names.len())?;
        self.names.push(name);
        Ok(self.names.len() - 1)
    }

    fn join(&mut self, a: usize, b: usize) -> PyResult<()> {
        if a != b {
            self.edges.push((a, b));
        } else if self.relaxed {
            self.loops += 1;
        } else {
            let what = "joined with itself: a loop has no colouring; relaxed=True leaves it out";
            return Err(invalid(format!("expected two vertices, found {} {what}", self.names[a])));
        }
        Ok(())
    }

    /// A dict of lists of neighbours, or of dicts with what is known of each edge.
    fn neighbours(&mut self, lists: &Bound<'py, PyMapping>) -> PyResult<()> {
        let keys = items(lists.keys()?.as_any())?;
        for key in &keys {
            self.vertex(key)?;
        }
        let heads = self.names.len();
        for (from, key) in keys.iter().enumerate() {
            let list = lists.get_item(key)?;
            let is_text = list.is_instance_of::<PyString>();
            if is_text || list.try_iter().is_err() {
                let found = list.repr()?;
                return Err(invalid(format!("expected a list of the neighbours of {}, found {found}", key.repr()?)));
            }
            let known = list.cast::<PyMapping>().is_ok();
            for item in items(&list)? {
                // A pair may be a neighbour and a weight.
                let only_known = known || item.is_instance_of::<PyTuple>();
                let to = self.vertex(&item)?;
                if only_known && to >= heads {
                    let found = item.repr()?;
                    return Err(invalid(format!("expected a vertex that is a key of the dict itself, found {found}")));
                }
                self.join(from, to)?;
            }
        }
        match one_sided(&self.names, &self.edges) {
            Some(message) => warn(lists.py(), &message),
            None => Ok(()),
        }
    }

    /// Pairs of neighbours, perhaps with what is known of each edge.
    fn pairs(&mut self, list: &Bound<'py, PyAny>) -> PyResult<()> {
        let expected = |found: &Bound<'py, PyAny>| -> PyResult<PyErr> {
            Ok(invalid(format!("expected pairs of neighbours, found {}", found.repr()?)))
        };
        if list.try_iter().is_err() {
            return Err(expected(list)?);
        }
        for pair in items(list)? {
            if pair.is_instance_of::<PyString>() || pair.is_instance_of::<PyDict>() || pair.try_iter().is_err() {
                return Err(expected(&pair)?);
            }
            let ends = items(&pair)?;
            match &ends[..] {
                [a, b] => self.pair(a, b)?,
                [a, b, about] if about.is_instance_of::<PyDict>() => self.pair(a, b)?,
                _ => return Err(expected(&pair)?),
            }
        }
        Ok(())
    }

    fn pair(&mut self, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<()> {
        let (a, b) = (self.vertex(a)?, self.vertex(b)?);
        self.join(a, b)
    }

    fn finish(self) -> PyResult<Asked> {
        let py = self.index.py();
        if self.loops > 0 {
            warn(py, &format!("loops are left out: {}", self.loops))?;
        }
        let vertices = self.index.keys().iter().map(Bound::unbind).collect();
        Ok(Asked { graph: Graph::from_edges(self.names, self.edges), map: None, vertices })
    }
}
