//! Graphs of numbers alone: pairs, pairs under a heading, METIS, and matrices of 0 and 1.
//!
//! Such a text does not say in which form it is; the numbers decide. A form is read only if the numbers fit it; if they
//! fit two forms that give different graphs, a remark says which was taken.
//!
//! References: the METIS manual (Karypis, 2013), 4.1.1.

use super::ColoringReadOptions;
use super::builder::{Builder, MAX_VERTICES};
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::Line;
use crate::puzzle::{Reading, SyntaxError};
use crate::util::words::many;
use std::collections::HashMap;

/// The numbers of each line; a line without numbers is kept, since in METIS it stands for a vertex without neighbours.
pub(super) struct Rows<'t> {
    lines: &'t [Line<'t>],
    numbers: Vec<usize>,
    /// Where the row ends in `numbers`, and its line.
    rows: Vec<(usize, usize)>,
}

/// Whether a character may separate two numbers.
fn separates(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || letter == ';'
}

impl<'t> Rows<'t> {
    /// The rows of a text, unless there is anything but numbers. `%` begins a comment of METIS.
    pub fn read(lines: &'t [Line<'t>]) -> Option<Rows<'t>> {
        let mut rows = Rows { lines, numbers: Vec::new(), rows: Vec::new() };
        for line in lines.iter().filter(|line| !line.text.starts_with(['#', '%'])) {
            for word in line.text.split(separates).filter(|word| !word.is_empty()) {
                // 07 is a different name than 7.
                let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
                rows.numbers.push(word.parse().ok().filter(|_| plain)?);
            }
            rows.rows.push((rows.numbers.len(), line.number));
        }
        rows.numbers.first()?;
        Some(rows)
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    /// The numbers of a row.
    fn row(&self, index: usize) -> &[usize] {
        let start = index.checked_sub(1).map_or(0, |before| self.rows[before].0);
        &self.numbers[start..self.rows[index].0]
    }

    fn line(&self, index: usize) -> usize {
        self.rows[index].1
    }

    /// The line and column of a number of a row.
    fn place(&self, index: usize, number: usize) -> (usize, usize) {
        let line = self.line(index);
        let own = self.lines.iter().find(|own| own.number == line);
        let words = own.map(|line| line.words(separates)).unwrap_or_default();
        (line, words.get(number).map_or(1, |word| word.column))
    }

    fn error(&self, index: usize, number: usize, message: impl Into<String>) -> SyntaxError {
        let (line, column) = self.place(index, number);
        SyntaxError::at(line, column, message)
    }

    /// The rows in which numbers stand.
    fn filled(&self) -> Vec<usize> {
        (0..self.len()).filter(|&index| !self.row(index).is_empty()).collect()
    }
}

pub(super) fn read(rows: &Rows<'_>, options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let filled = rows.filled();
    let first = rows.row(filled[0]);
    if let Some(reading) = matrix(rows, &filled, options) {
        return reading;
    }
    let headed = headed(rows, &filled, options)?;
    match (metis(rows, filled[0], options)?, headed) {
        (Some(mut metis), Some(pairs)) if !same(&metis.puzzle, &pairs.puzzle) => {
            metis.remarks[0].message.push_str("; as a list of edges it would be another graph");
            return Ok(metis);
        }
        (Some(reading), None) | (_, Some(reading)) => return Ok(reading),
        (None, None) => {}
    }
    if first.len() == 1 && filled.len() > 1 {
        let what = "two neighbours, or a number of vertices that fits the numbers below";
        return Err(rows.error(filled[0], 0, format!("expected {what}, found {}", first[0])));
    }
    pairs(rows, &filled, options)
}

/// Whether two graphs have the same edges between vertices of the same names.
fn same(a: &Graph, b: &Graph) -> bool {
    a.len() == b.len() && a.names() == b.names() && a.edges().eq(b.edges())
}

/// A square matrix of 0 and 1, perhaps under its size. A text that looks like that is nothing else.
fn matrix(
    rows: &Rows<'_>,
    filled: &[usize],
    options: ColoringReadOptions,
) -> Option<Result<Reading<Graph>, SyntaxError>> {
    let square = |body: &[usize]| {
        let bits = |&index: &usize| rows.row(index).len() == body.len() && rows.row(index).iter().all(|&bit| bit < 2);
        body.len() > 1 && body.iter().all(bits)
    };
    let counted = *rows.row(filled[0]) == [filled.len() - 1];
    let body = match filled {
        [_, body @ ..] if counted && square(body) => body,
        body if square(body) => body,
        _ => return None,
    };
    let side = body.len();
    let mut builder = Builder::numbered(side, 1, options);
    for a in 0..side {
        for b in 0..side {
            let bit = rows.row(body[a])[b];
            if bit != rows.row(body[b])[a] {
                let message = format!(
                    "expected a matrix that is the same across its diagonal, found {bit} in row {} and column {}, {} in \
                     row {} and column {}",
                    a + 1,
                    b + 1,
                    1 - bit,
                    b + 1,
                    a + 1
                );
                return Some(Err(rows.error(body[a], b, message)));
            }
            if bit == 1
                && let Err(error) = builder.join(a, b, || rows.place(body[a], b))
            {
                return Some(Err(error));
            }
        }
    }
    let message = format!("taken for the matrix of a graph, whose vertices are called by their rows from 1 to {side}");
    builder.remark(rows.line(body[0]), message);
    Some(builder.finish())
}

/// Pairs under `VERTICES EDGES`, on one line or on two, or under `VERTICES`.
fn headed(
    rows: &Rows<'_>,
    filled: &[usize],
    options: ColoringReadOptions,
) -> Result<Option<Reading<Graph>>, SyntaxError> {
    let heading = |rows: &Rows<'_>| match (rows.row(filled[0]), filled.get(1).map(|&second| rows.row(second))) {
        (&[vertices, edges], _) => Some((vertices, Some(edges), 1)),
        (&[vertices], Some(&[edges])) => Some((vertices, Some(edges), 2)),
        (&[vertices], _) if filled.len() > 1 => Some((vertices, None, 1)),
        _ => None,
    };
    let Some((vertices, edges, used)) = heading(rows) else { return Ok(None) };
    let body = &filled[used..];
    if vertices > MAX_VERTICES || body.iter().any(|&index| rows.row(index).len() != 2) {
        return Ok(None);
    }
    let numbers = || body.iter().flat_map(|&index| rows.row(index)).copied();
    let (least, most) = (numbers().min(), numbers().max());
    // Numbers count from 1 if both would fit, as people count; that is so when neither 0 nor the last number occurs.
    let from = match (least, most) {
        (Some(0), Some(most)) if most < vertices => 0,
        (Some(least), Some(most)) if least > 0 && most <= vertices => 1,
        (None, _) => 1,
        _ => return Ok(None),
    };
    let either = from == 1 && most.is_none_or(|most| most < vertices);
    let mut builder = Builder::numbered(vertices, from, options);
    for &index in body {
        let row = rows.row(index);
        builder.join(row[0] - from, row[1] - from, || rows.place(index, 1))?;
    }
    let (listed, different) = builder.counts();
    if edges.is_some_and(|edges| ![listed, different].contains(&edges)) {
        return Ok(None);
    }
    let words: Vec<String> = filled[..used].iter().flat_map(|&index| rows.row(index)).map(usize::to_string).collect();
    let edges = edges.map_or(String::new(), |edges| format!(" and {}", many(edges, "edge")));
    let numbered = match (from, either) {
        (0, _) => "numbered from 0",
        (_, true) => "numbered from 1 (from 0 would fit, too)",
        _ => "numbered from 1",
    };
    let message =
        format!("'{}' is taken for a heading: {}{edges}, {numbered}", words.join(" "), many(vertices, "vertex"));
    builder.remark(rows.line(filled[0]), message);
    builder.finish().map(Some)
}

/// METIS: `VERTICES EDGES`, then a line for each vertex with its neighbours, so that each edge stands there twice.
fn metis(rows: &Rows<'_>, first: usize, options: ColoringReadOptions) -> Result<Option<Reading<Graph>>, SyntaxError> {
    let (vertices, edges) = match *rows.row(first) {
        [vertices, edges] | [vertices, edges, 0] => (vertices, edges),
        _ => return Ok(None),
    };
    let body = first + 1..rows.len();
    let blank_end = (first + 1 + vertices..rows.len()).all(|index| rows.row(index).is_empty());
    if vertices > MAX_VERTICES || body.len() < vertices || !blank_end {
        return Ok(None);
    }
    let mut arcs: Vec<(usize, usize)> = Vec::new();
    for vertex in 1..=vertices {
        for &other in rows.row(first + vertex) {
            if other == 0 || other > vertices {
                return Ok(None);
            }
            arcs.push((vertex, other));
        }
    }
    let listed = arcs.len();
    arcs.sort_unstable();
    arcs.dedup();
    let both = arcs.iter().all(|&(a, b)| arcs.binary_search(&(b, a)).is_ok());
    if !both || arcs.len() != listed || listed != edges.saturating_mul(2) {
        return Ok(None);
    }
    let mut builder = Builder::numbered(vertices, 1, options);
    for (a, b) in arcs {
        builder.join(a - 1, b - 1, || rows.place(first + a, 0))?;
    }
    let (vertices, edges) = (many(vertices, "vertex"), many(edges, "edge"));
    let message = format!("taken for METIS: {vertices} and {edges}, then a line of neighbours for each vertex");
    builder.remark(rows.line(first), message);
    builder.finish().map(Some)
}

/// One pair of neighbours a line; a number alone is a vertex without neighbours.
fn pairs(rows: &Rows<'_>, filled: &[usize], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let mut builder = Builder::new(options);
    let mut index: HashMap<usize, usize> = HashMap::new();
    let mut alone = None;
    if filled.iter().all(|&index| rows.row(index).len() == 1) {
        return Err(rows.error(filled[0], 0, "expected two neighbours on a line, found one number on each"));
    }
    for &row in filled {
        let mut vertex = |number: usize| *index.entry(number).or_insert_with(|| builder.vertex(&number.to_string()));
        match *rows.row(row) {
            [a, b] => {
                let (a, b) = (vertex(a), vertex(b));
                builder.join(a, b, || rows.place(row, 1))?;
            }
            [a] => {
                vertex(a);
                alone.get_or_insert((rows.line(row), a));
            }
            ref more => {
                let message = format!(
                    "expected two neighbours on a line, found {} numbers; lists of neighbours have a colon behind their \
                     vertex, or are METIS (VERTICES EDGES, then a line for each vertex)",
                    more.len()
                );
                return Err(rows.error(row, 2, message));
            }
        }
    }
    if let (Some((line, _)), &[n, m]) = (alone, rows.row(filled[0])) {
        // What names no vertex that the first line does not count.
        let counted = rows.numbers[2..].iter().all(|&number| number <= n);
        if counted && n > 1 && m > 0 && m <= n.saturating_mul(n - 1) / 2 {
            let message = format!(
                "expected two neighbours on a line, found one; or METIS, with {} of neighbours below '{n} {m}' and each edge \
                 in both its lines",
                many(n, "line")
            );
            return Err(SyntaxError::at(line, 1, message));
        }
    }
    if let Some((line, name)) = alone {
        builder.remark(line, format!("a number alone, such as {name}, is taken for a vertex"));
    }
    if let &[n, m] = rows.row(filled[0]) {
        // A heading is plausible with at most as many edges as n vertices can have.
        let plausible = n > 1 && m <= n.saturating_mul(n - 1) / 2;
        let below = filled.len() - 1;
        let fits = rows.numbers[2..].iter().all(|&number| number <= n);
        if plausible && (fits || m == below) {
            let heading = format!("{} and {}", many(n, "vertex"), many(m, "edge"));
            let message = format!("'{n} {m}' is taken for an edge: as a heading of {heading} it does not fit");
            builder.remark(rows.line(filled[0]), message);
        }
    }
    builder.finish()
}
