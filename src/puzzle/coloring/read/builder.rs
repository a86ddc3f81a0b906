//! A graph in the making.

use super::ColoringReadOptions;
use crate::puzzle::coloring::Graph;
use crate::puzzle::{Reading, Remark, SyntaxError};
use std::collections::{HashMap, HashSet};

/// The most vertices that are read.
pub(super) const MAX_VERTICES: usize = 1_000_000;

/// How many examples a remark names.
const EXAMPLES: usize = 3;

/// Vertices by name in order of appearance, edges as they are listed, and remarks.
pub(super) struct Builder {
    names: Vec<String>,
    index: HashMap<String, usize>,
    /// Each edge from the vertex whose line it stands on.
    edges: Vec<(usize, usize)>,
    relaxed: bool,
    loops: Vec<(usize, usize)>,
    pub remarks: Vec<Remark>,
}

impl Builder {
    pub fn new(options: ColoringReadOptions) -> Builder {
        Builder {
            names: Vec::new(),
            index: HashMap::new(),
            edges: Vec::new(),
            relaxed: options.relaxed,
            loops: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// A builder with vertices whose names are consecutive numbers.
    pub fn numbered(count: usize, from: usize, options: ColoringReadOptions) -> Builder {
        let names = (from..from + count).map(|number| number.to_string()).collect();
        Builder { names, ..Builder::new(options) }
    }

    /// The vertex of this name, a new one if there is none.
    pub fn vertex(&mut self, name: &str) -> usize {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        let vertex = self.names.len();
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), vertex);
        vertex
    }

    /// The vertex of this name if there is one.
    pub fn known(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// How many edges were listed, and how many of them are different.
    pub fn counts(&self) -> (usize, usize) {
        let mut edges: Vec<(usize, usize)> = self.edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        (self.edges.len() + self.loops.len(), edges.len() + self.loops.len())
    }

    pub fn remark(&mut self, line: usize, message: impl Into<String>) {
        self.remarks.push(Remark { line, message: message.into() });
    }

    /// Joins two vertices; `place` gives the line and column where the second one stands.
    ///
    /// # Errors
    /// When they are the same, since nothing can have another colour than itself.
    pub fn join(&mut self, a: usize, b: usize, place: impl FnOnce() -> (usize, usize)) -> Result<(), SyntaxError> {
        if a != b {
            self.edges.push((a, b));
            return Ok(());
        }
        let (line, column) = place();
        if self.relaxed {
            self.loops.push((line, a));
            return Ok(());
        }
        let message = format!(
            "expected two vertices, found '{}' joined with itself: a loop has no colouring; --relaxed leaves it out",
            self.names[a]
        );
        Err(SyntaxError::at(line, column, message))
    }

    /// Adds a remark on edges that are in only one list.
    pub fn remark_one_sided(&mut self, line: usize) {
        if let Some(message) = one_sided(&self.names, &self.edges) {
            self.remark(line, message);
        }
    }

    /// The graph.
    pub fn finish(mut self) -> Result<Reading<Graph>, SyntaxError> {
        if self.names.len() > MAX_VERTICES {
            let message = format!("expected at most {MAX_VERTICES} vertices, found {}", self.names.len());
            return Err(SyntaxError::at(1, 1, message));
        }
        if let Some(&(line, vertex)) = self.loops.first() {
            let loops = self.loops.len();
            self.remark(line, format!("loops are left out: {loops}, the first at '{}'", self.names[vertex]));
        }
        if ["red", "green", "blue"].iter().all(|colour| self.names.iter().any(|name| name.to_lowercase() == *colour)) {
            self.remark(1, "'red', 'green' and 'blue' are taken for vertices");
        }
        Ok(Reading { puzzle: Graph::from_edges(self.names, self.edges), remarks: self.remarks })
    }
}

/// A remark on edges that are in the list of only one of their two vertices, if others are in both lists: such an edge
/// may have been forgotten in the other list, or may be wrong. Each edge comes from the vertex in whose list it is.
pub fn one_sided(names: &[String], edges: &[(usize, usize)]) -> Option<String> {
    let arcs: HashSet<(usize, usize)> = edges.iter().copied().collect();
    let mut alone: Vec<(usize, usize)> = edges.iter().copied().filter(|&(a, b)| !arcs.contains(&(b, a))).collect();
    alone.dedup();
    let examples = || some(alone.iter().map(|&(a, b)| format!("{} in that of {}", names[b], names[a])));
    let mixed = !alone.is_empty() && alone.len() < arcs.len();
    mixed.then(|| format!("neighbours that stand in one list alone are taken for neighbours: {}", examples()))
}

/// The first of these texts, and how many more there are.
fn some(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = all.len().saturating_sub(EXAMPLES);
    let shown = all.take(EXAMPLES).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}
