//! Formats that are recognised and not read, so that the message can name them.

use crate::puzzle::SyntaxError;
use crate::puzzle::text::Line;
use std::collections::HashSet;

/// The name of the format that a text is in, if it is one of those that are not read.
pub(super) fn refuse(all: &[Line<'_>], filled: &[Line<'_>]) -> Result<(), SyntaxError> {
    let first = filled[0].text.trim_start();
    let second = filled.get(1).map_or("", |line| line.text.trim_start());
    let word = first.split(|c: char| c.is_whitespace() || c == '{' || c == '[').next().unwrap_or("");
    let opens = |bracket: char| first.contains(bracket) || second.starts_with(bracket);
    let what = match word {
        _ if first.starts_with('<') => "XML (GraphML, GEXF, SVG or the like)",
        "graph" | "digraph" | "strict" if opens('{') => "DOT (Graphviz)",
        "graph" | "Creator" if opens('[') || second.starts_with("graph") => "GML",
        _ if word.starts_with('*') => "Pajek's",
        _ if first.starts_with(">>graph6<<") || first.starts_with(">>sparse6<<") => "graph6",
        _ if is_tgf(all, filled) => "Trivial Graph Format (vertices with labels, '#', edges)",
        _ => return Ok(()),
    };
    let known = "expected DIMACS .col, neighbour lists, pairs, JSON or GeoJSON";
    let message = format!("{known}, and this looks like {what}, which is not read");
    Err(SyntaxError::at(filled[0].number, 1, message))
}

/// Whether a line `#` stands between vertices, each a number and its label, and edges between these.
fn is_tgf<'t>(all: &[Line<'t>], filled: &[Line<'t>]) -> bool {
    let Some(rule) = all.iter().find(|line| line.text.trim() == "#") else { return false };
    let (vertices, edges): (Vec<_>, Vec<_>) = filled.iter().partition(|line| line.number < rule.number);
    let words = |line: &Line<'t>| line.text.split_whitespace();
    let known: HashSet<&str> = vertices.iter().filter_map(|line| words(line).next()).collect();
    let numbered = known.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
    let labelled = vertices.iter().any(|line| words(line).nth(1).is_some());
    let joined = |line: &Line<'t>| words(line).nth(1).is_some() && words(line).take(2).all(|name| known.contains(name));
    numbered && labelled && known.len() == vertices.len() && edges.iter().all(joined)
}
