//! Formats that are recognised and not read, so that the message can name them.

use crate::puzzle::SyntaxError;
use crate::puzzle::text::Line;

/// The name of the format that a text is in, if it is one of those that are not read.
pub(super) fn refuse(filled: &[Line<'_>]) -> Result<(), SyntaxError> {
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
        _ => return Ok(()),
    };
    let known = "expected DIMACS .col, neighbour lists, pairs, JSON or GeoJSON";
    let message = format!("{known}, and this looks like {what}, which is not read");
    Err(SyntaxError::at(filled[0].number, 1, message))
}
