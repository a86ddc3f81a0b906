//! A graph whose vertices have names.

/// A graph whose vertices have names. No edge is listed twice, and none joins a vertex with itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    names: Vec<String>,
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// A graph with these vertices and no edges.
    pub fn new(names: Vec<String>) -> Graph {
        let neighbours = vec![Vec::new(); names.len()];
        Graph { names, neighbours }
    }

    /// A graph with these vertices and edges; an edge may be listed twice and either way round. Many edges are added
    /// faster this way than one by one.
    ///
    /// # Panics
    /// When a vertex does not exist.
    pub fn from_edges(names: Vec<String>, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut graph = Graph::new(names);
        for (a, b) in edges.into_iter().filter(|(a, b)| a != b) {
            graph.neighbours[a].push(b);
            graph.neighbours[b].push(a);
        }
        for list in &mut graph.neighbours {
            list.sort_unstable();
            list.dedup();
        }
        graph
    }

    /// Adds a vertex and returns its index.
    pub fn add_vertex(&mut self, name: String) -> usize {
        self.names.push(name);
        self.neighbours.push(Vec::new());
        self.names.len() - 1
    }

    /// Joins two vertices, unless they are joined already or the same.
    ///
    /// # Panics
    /// When a vertex does not exist.
    pub fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        for (from, to) in [(a, b), (b, a)] {
            if let Err(at) = self.neighbours[from].binary_search(&to) {
                self.neighbours[from].insert(at, to);
            }
        }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The neighbours of a vertex, ascending.
    pub fn neighbours(&self, vertex: usize) -> &[usize] {
        &self.neighbours[vertex]
    }

    /// Whether two vertices are joined.
    pub fn joined(&self, a: usize, b: usize) -> bool {
        self.neighbours[a].binary_search(&b).is_ok()
    }

    /// All edges once, the smaller vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |(a, list): (usize, &'_ Vec<usize>)| {
            list.iter().filter(move |&&b| a < b).map(move |&b| (a, b)).collect::<Vec<_>>()
        };
        self.neighbours.iter().enumerate().flat_map(of)
    }

    /// The part of the graph on these vertices.
    pub fn part(&self, vertices: &[usize]) -> Graph {
        let mut part = Graph::new(vertices.iter().map(|&vertex| self.names[vertex].clone()).collect());
        for (i, &a) in vertices.iter().enumerate() {
            for (j, &b) in vertices.iter().enumerate().skip(i + 1) {
                if self.joined(a, b) {
                    part.join(i, j);
                }
            }
        }
        part
    }
}
