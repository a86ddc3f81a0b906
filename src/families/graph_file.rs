//! Graphs from files: DIMACS (`p edge N M`, `e U V`), lists of neighbours as CNFgen writes them (`N`, then `V : U1 U2
//! 0`), and for bipartite graphs matrices of 0 and 1 under their sizes. Vertices count from 1.

use super::error::{FamilyError, Result};
use super::graph::{Bipartite, Dag, Graph, sized};
use std::collections::HashSet;

/// A graph as its file lists it.
struct Listing {
    vertices: usize,
    /// The edges, with the line of each; from 0.
    edges: Vec<(usize, usize, usize)>,
    /// In lists of neighbours the vertices that have a line, in order.
    listed: Vec<usize>,
}

/// A word of a file and its place.
#[derive(Clone, Copy)]
struct Word<'t> {
    line: usize,
    column: usize,
    text: &'t str,
}

/// The file, for messages.
struct File<'p> {
    path: &'p str,
}

impl File<'_> {
    fn error(&self, word: Word<'_>, expected: &str) -> FamilyError {
        let shown: String = word.text.chars().take(20).collect();
        let (path, Word { line, column, .. }) = (self.path, word);
        FamilyError::Unreadable(format!("{path}:{line}:{column}: expected {expected}, found '{shown}'"))
    }

    fn number(&self, word: Word<'_>, most: usize) -> Result<usize> {
        let number = word.text.parse().ok().filter(|&number: &usize| number <= most);
        number.ok_or_else(|| self.error(word, &format!("a number up to {most}")))
    }

    /// A vertex, from 0.
    fn vertex(&self, word: Word<'_>, vertices: usize) -> Result<usize> {
        let number = self.number(word, vertices)?;
        number.checked_sub(1).ok_or_else(|| self.error(word, &format!("a vertex from 1 to {vertices}")))
    }

    /// The numbers of vertices and of edges that a file states.
    fn sizes(&self, vertices: Word<'_>, edges: Option<Word<'_>>) -> Result<(usize, Option<usize>)> {
        let number = |word: Word<'_>| word.text.parse::<u64>().map_err(|_| self.error(word, "a number"));
        let stated = edges.map(number).transpose()?;
        let n = sized(number(vertices)?, stated.unwrap_or(0))?;
        Ok((n, stated.map(|edges| edges as usize)))
    }

    fn dimacs(&self, lines: &[Vec<Word<'_>>]) -> Result<Listing> {
        let (n, m) = match lines[0][..] {
            [p, kind, n, m] if p.text == "p" && ["edge", "col", "edges"].contains(&kind.text) => (n, m),
            // Some files leave out the words `p edge` of this line.
            [n, m] if n.text != "p" => (n, m),
            _ => return Err(self.error(lines[0][0], "p edge VERTICES EDGES")),
        };
        let (vertices, stated) = self.sizes(n, Some(m))?;
        let mut edges = Vec::new();
        for line in &lines[1..] {
            match line[..] {
                [e, u, v] if e.text == "e" => {
                    edges.push((self.vertex(u, vertices)?, self.vertex(v, vertices)?, u.line));
                }
                _ => return Err(self.error(line[0], "an edge 'e U V'")),
            }
        }
        let distinct: HashSet<_> = edges.iter().map(|&(u, v, _)| (u.min(v), u.max(v))).collect();
        // Some files list each edge twice, and state either the number of lines or that of edges.
        if stated.is_some_and(|stated| ![edges.len(), distinct.len()].contains(&stated)) {
            return Err(self.error(m, &format!("{}, the number of edges that are listed", edges.len())));
        }
        Ok(Listing { vertices, edges, listed: Vec::new() })
    }

    fn lists(&self, lines: &[Vec<Word<'_>>]) -> Result<Listing> {
        let &[n] = &lines[0][..] else { return Err(self.error(lines[0][0], "the number of vertices alone")) };
        let (vertices, _) = self.sizes(n, None)?;
        let (mut edges, mut listed) = (Vec::new(), Vec::new());
        let mut seen = vec![false; vertices];
        for line in &lines[1..] {
            let &[head, colon, ref rest @ .., end] = &line[..] else {
                return Err(self.error(line[0], "VERTEX : NEIGHBOURS 0"));
            };
            let vertex = self.vertex(head, vertices)?;
            if colon.text != ":" {
                return Err(self.error(colon, "':' after the vertex"));
            }
            if end.text != "0" {
                return Err(self.error(end, "0 at the end of the list"));
            }
            if std::mem::replace(&mut seen[vertex], true) {
                return Err(self.error(head, "a vertex that has no list yet"));
            }
            listed.push(vertex);
            for &word in rest {
                edges.push((self.vertex(word, vertices)?, vertex, word.line));
            }
            sized(0, edges.len() as u64)?;
        }
        Ok(Listing { vertices, edges, listed })
    }

    /// An undirected or directed graph.
    fn listing(&self, text: &str) -> Result<Listing> {
        let lines = words(text);
        match lines.first() {
            None => Err(FamilyError::Unreadable(format!("{}: expected a graph, found nothing", self.path))),
            Some(first) if first[0].text == "p" => self.dimacs(&lines),
            Some(first) if first.len() == 2 && lines.get(1).is_some_and(|line| line[0].text == "e") => {
                self.dimacs(&lines)
            }
            Some(first) if first.len() == 1 && first[0].text.parse::<u64>().is_ok() => self.lists(&lines),
            Some(first) => {
                Err(self.error(first[0], "'p edge N M' (DIMACS), or the number of vertices above lists 'V : U1 U2 0'"))
            }
        }
    }

    fn loops(&self, listing: &Listing) -> Result<()> {
        match listing.edges.iter().find(|(u, v, _)| u == v) {
            Some((u, _, line)) => {
                let (path, vertex) = (self.path, u + 1);
                Err(FamilyError::Unreadable(format!("{path}:{line}:1: vertex {vertex} is joined to itself")))
            }
            None => Ok(()),
        }
    }

    /// A matrix under its numbers of rows and columns.
    fn matrix(&self, lines: &[Vec<Word<'_>>]) -> Result<Bipartite> {
        let (left, right) = match lines[0][..] {
            [rows, columns] => {
                let (left, right) = (self.sizes(rows, None)?.0, self.sizes(columns, None)?.0);
                (left, right)
            }
            _ => return Err(self.error(lines[0][0], "the numbers of rows and columns of a matrix")),
        };
        if lines.len() - 1 != left {
            return Err(self.error(lines[0][0], &format!("{}, the number of rows below", lines.len() - 1)));
        }
        let mut rows = Vec::with_capacity(left);
        for line in &lines[1..] {
            if line.len() != right {
                return Err(self.error(line[0], &format!("{right} numbers in this row, {} are here", line.len())));
            }
            let mut row = Vec::new();
            for (column, &word) in line.iter().enumerate() {
                match word.text {
                    "0" => {}
                    "1" => row.push(column),
                    _ => return Err(self.error(word, "0 or 1")),
                }
            }
            rows.push(row);
        }
        Ok(Bipartite { rows, right })
    }
}

/// The words of each line that is neither blank nor a comment; `:` is a word.
fn words(text: &str) -> Vec<Vec<Word<'_>>> {
    let mut lines = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let mut words = Vec::new();
        let mut column = 1;
        for part in line.split(char::is_whitespace) {
            let mut start = 0;
            for (at, _) in part.match_indices(':') {
                words.push((column + start, &part[start..at]));
                words.push((column + at, &part[at..=at]));
                start = at + 1;
            }
            words.push((column + start, &part[start..]));
            column += part.chars().count() + 1;
        }
        let place = |(column, text)| Word { line: index + 1, column, text };
        let words: Vec<Word<'_>> = words.into_iter().filter(|(_, text)| !text.is_empty()).map(place).collect();
        if words.first().is_some_and(|word| word.text != "c") {
            lines.push(words);
        }
    }
    lines
}

/// The path and the text of the file that a description names, as `file:PATH` or as the path of a file that exists.
pub(super) fn named(description: &str) -> Result<Option<(&str, String)>> {
    let path = description.strip_prefix("file:").unwrap_or(description);
    if path == description && !std::path::Path::new(path).is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path).map_err(|error| FamilyError::Unreadable(format!("{path}: {error}")))?;
    Ok(Some((path, text)))
}

/// The undirected graph of a file.
pub(super) fn graph(path: &str, text: &str) -> Result<Graph> {
    let file = File { path };
    let listing = file.listing(text)?;
    file.loops(&listing)?;
    let edges: HashSet<_> = listing.edges.iter().map(|&(u, v, _)| (u.min(v), u.max(v))).collect();
    Ok(Graph::from_edges(listing.vertices, edges))
}

/// The directed graph of a file: lists of predecessors, or edges from the first vertex to the second.
pub(super) fn dag(path: &str, text: &str) -> Result<Dag> {
    let file = File { path };
    let listing = file.listing(text)?;
    let mut predecessors = vec![Vec::new(); listing.vertices];
    for &(u, v, line) in &listing.edges {
        if u >= v {
            let (u, v) = (u + 1, v + 1);
            let why =
                format!("{path}:{line}:1: expected edges from lower to higher vertices, found one from {u} to {v}");
            return Err(FamilyError::Unreadable(why));
        }
        predecessors[v].push(u);
    }
    for list in &mut predecessors {
        list.sort_unstable();
        list.dedup();
    }
    Ok(Dag { predecessors })
}

/// The bipartite graph of a file: a matrix, or lists of the first vertices, whose neighbours are among the others.
pub(super) fn bipartite(path: &str, text: &str) -> Result<Bipartite> {
    let file = File { path };
    let lines = words(text);
    if lines.first().is_some_and(|first| first.len() == 2) {
        return file.matrix(&lines);
    }
    let listing = file.listing(text)?;
    let left = listing.listed.len();
    if left == 0 || listing.listed != (0..left).collect::<Vec<_>>() {
        let why = format!("{path}: expected lists of the vertices 1, 2, ... on the left, or a matrix under its sizes");
        return Err(FamilyError::Unreadable(why));
    }
    let mut rows = vec![Vec::new(); left];
    for &(v, u, line) in &listing.edges {
        let Some(right) = v.checked_sub(left) else {
            let (v, least) = (v + 1, left + 1);
            return Err(FamilyError::Unreadable(format!(
                "{path}:{line}:1: expected right vertices from {least}, found {v}"
            )));
        };
        rows[u].push(right);
    }
    for row in &mut rows {
        row.sort_unstable();
        row.dedup();
    }
    Ok(Bipartite { rows, right: listing.vertices - left })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> String {
        match graph("g", text) {
            Ok(graph) => graph.edges().map(|(u, v)| format!("{}-{} ", u + 1, v + 1)).collect(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn graphs_are_read() {
        for text in [
            "c a path\np edge 3 2\ne 1 2\ne 2 3\n",
            "p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n",
            "3 2\ne 1 2\ne 2 3\n",
            "c a path\n3\n1 : 2 0\n2 : 1 3 0\n3 : 2 0\n",
            "3\n2: 1 3 0\n",
        ] {
            assert_eq!(edges(text), "1-2 2-3 ", "{text}");
        }
        let dag = dag("g", "3\n1 : 0\n2 : 0\n3 : 1 2 0\n").expect("a graph");
        assert_eq!(dag.predecessors, [vec![], vec![], vec![0, 1]]);
        let rows = vec![vec![0, 2], vec![1]];
        for text in ["2 3\n1 0 1\n0 1 0\n", "5\n1 : 3 5 0\n2 : 4 0\n"] {
            assert_eq!(bipartite("g", text).expect("a graph"), Bipartite { rows: rows.clone(), right: 3 }, "{text}");
        }
    }

    #[test]
    fn damage_is_told_where_it_is() {
        for (text, expected) in [
            ("", "g: expected a graph, found nothing"),
            ("p edge 3 2\ne 1 2\n", "g:1:10: expected 1, the number of edges that are listed, found '2'"),
            ("p edge 3 1\ne 1 4\n", "g:2:5: expected a number up to 3, found '4'"),
            ("p edge 3 1\ne 0 1\n", "g:2:3: expected a vertex from 1 to 3, found '0'"),
            ("p edge 3 1\ne 1 1\n", "g:2:1: vertex 1 is joined to itself"),
            ("p edge 3 1\nn 1 2\n", "g:2:1: expected an edge 'e U V', found 'n'"),
            ("p edge 3\n", "g:1:1: expected p edge VERTICES EDGES, found 'p'"),
            ("3\n1 : 2\n", "g:2:5: expected 0 at the end of the list, found '2'"),
            ("3\n1 : 2 0\n1 : 3 0\n", "g:3:1: expected a vertex that has no list yet, found '1'"),
            ("graph { a -- b }\n", "g:1:1: expected 'p edge N M' (DIMACS)"),
        ] {
            assert!(edges(text).starts_with(expected), "{text:?}: {}", edges(text));
        }
        let error = |text| dag("g", text).expect_err("no order").to_string();
        assert_eq!(error("2\n1 : 2 0\n"), "g:2:1: expected edges from lower to higher vertices, found one from 2 to 1");
        let error = |text| bipartite("g", text).expect_err("malformed").to_string();
        assert_eq!(error("2 2\n1 0\n0 2\n"), "g:3:3: expected 0 or 1, found '2'");
        assert_eq!(error("4\n1 : 2 0\n2 : 3 0\n"), "g:2:1: expected right vertices from 3, found 2");
    }
}
