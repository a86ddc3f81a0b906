//! Reading graphs and maps: DIMACS `.col` with or without a `p` line, neighbour lists (`AL: FL, GA` or a Python
//! dictionary of lists), pairs `AL,FL`, and JSON lists of objects with a code and its neighbours.

use super::color_by_name;
use super::names::checked;
use crate::puzzle::SyntaxError;
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::{Line, lines};
use serde_json::Value;
use std::collections::HashMap;

/// The most vertices that are read.
const MAX_VERTICES: usize = 1_000_000;

/// A graph in the making: vertices by name in order of appearance.
#[derive(Default)]
struct Builder {
    graph: Graph,
    index: HashMap<String, usize>,
}

impl Builder {
    fn vertex(&mut self, name: &str) -> usize {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        let vertex = self.graph.add_vertex(name.to_string());
        self.index.insert(name.to_string(), vertex);
        vertex
    }
}

/// Reads a graph. The count of edges in a DIMACS heading must be that of the lines, of the different edges, or of both
/// directions of them (all three are usual), unless `relaxed`.
///
/// # Errors
/// Says where the text is not a graph, and what was expected.
pub fn read(text: &str, relaxed: bool) -> Result<Graph, SyntaxError> {
    checked(graph(text, relaxed)?, text)
}

fn graph(text: &str, relaxed: bool) -> Result<Graph, SyntaxError> {
    let all = lines(text);
    let filled: Vec<Line<'_>> =
        all.into_iter().filter(|line| !line.is_blank() && !line.text.starts_with('#')).collect();
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a graph, found nothing")) };
    if first.text.trim_start().starts_with('[') {
        return json(text);
    }
    let is_edge = |line: &Line<'_>| line.text.starts_with("e ") || line.text.starts_with("p ");
    if filled.iter().take(1000).any(is_edge) {
        return dimacs(&filled, relaxed);
    }
    if filled.iter().any(|line| line.text.contains(':')) {
        return neighbours(&filled);
    }
    pairs(&filled)
}

fn dimacs(filled: &[Line<'_>], relaxed: bool) -> Result<Graph, SyntaxError> {
    let mut graph: Option<Graph> = None;
    let (mut stated, mut listed) = (None, 0);
    for line in filled.iter().filter(|line| !line.text.starts_with('c')) {
        let words = line.words(char::is_whitespace);
        let numbered = words[0].text.parse::<usize>().is_ok();
        match (words[0].text, &graph) {
            ("p", None) | (_, None) if words[0].text == "p" || numbered => {
                let at = if numbered { 0 } else { 2 };
                let Some(count) = words.get(at) else { return Err(words[0].error("'p edge VERTICES EDGES'")) };
                let vertices: usize = count.number()?;
                if vertices > MAX_VERTICES {
                    return Err(count.error(format!("at most {MAX_VERTICES} vertices")));
                }
                stated = words.get(at + 1).copied();
                graph = Some(Graph::new((1..=vertices).map(|vertex| vertex.to_string()).collect()));
            }
            ("e", Some(_)) if words.len() == 3 => {
                let Some(graph) = &mut graph else { continue };
                let end = |index: usize| -> Result<usize, SyntaxError> {
                    let number: usize = words[index].number()?;
                    let known = number.checked_sub(1).filter(|&vertex| vertex < graph.len());
                    known.ok_or_else(|| words[index].error(format!("a vertex of 1 to {}", graph.len())))
                };
                let (a, b) = (end(1)?, end(2)?);
                graph.join(a, b);
                listed += 1;
            }
            ("e", None) => return Err(words[0].error("'p edge VERTICES EDGES' before the edges")),
            ("n" | "d" | "v" | "x", Some(_)) => {}
            _ => return Err(words[0].error("'e VERTEX VERTEX'")),
        }
    }
    let graph = graph.ok_or_else(|| SyntaxError::at(filled[0].number, 1, "expected 'p edge VERTICES EDGES'"))?;
    if let Some(word) = stated.filter(|_| !relaxed) {
        let (count, different): (usize, usize) = (word.number()?, graph.edges().count());
        if ![listed, different, 2 * different].contains(&count) {
            let found = format!("{listed}, the number of edges that follow ({different} different ones)");
            return Err(word.error(format!("{found}; --relaxed takes the file as it is")));
        }
    }
    Ok(graph)
}

/// `A: B, C` or `0: [1, 2],` in braces.
fn neighbours(filled: &[Line<'_>]) -> Result<Graph, SyntaxError> {
    let mut builder = Builder::default();
    let separates = |c: char| c.is_whitespace() || ",;[]{}'\"()".contains(c);
    let heads =
        filled.iter().filter_map(|line| line.text.split_once(':').map(|(head, _)| head.trim_matches(separates)));
    heads.filter(|head| !head.is_empty()).for_each(|head| {
        builder.vertex(head);
    });
    for line in filled {
        let Some((head, rest)) = line.text.split_once(':') else {
            if line.text.chars().all(separates) {
                continue;
            }
            return Err(SyntaxError::at(line.number, 1, "expected 'NAME: NEIGHBOUR, NEIGHBOUR'"));
        };
        let head = head.trim_matches(separates);
        if head.is_empty() {
            return Err(SyntaxError::at(line.number, 1, "expected a name before the colon"));
        }
        let from = builder.vertex(head);
        for word in (Line { number: line.number, text: rest }).words(separates) {
            let to = builder.vertex(word.text);
            builder.graph.join(from, to);
        }
    }
    Ok(builder.graph)
}

/// One pair of neighbours a line, perhaps under a heading; a name alone is a vertex without neighbours.
fn pairs(filled: &[Line<'_>]) -> Result<Graph, SyntaxError> {
    let mut builder = Builder::default();
    for (index, line) in filled.iter().enumerate() {
        let words = line.words(|c| c.is_whitespace() || c == ',' || c == ';');
        match words[..] {
            [a, b] => {
                // A heading names columns, which no later line does.
                if index == 0 && filled.len() > 1 && a.text.to_lowercase().contains("state") {
                    continue;
                }
                let (a, b) = (builder.vertex(a.text), builder.vertex(b.text));
                builder.graph.join(a, b);
            }
            [a] => {
                builder.vertex(a.text);
            }
            [_, _, third, ..] => return Err(third.error("the end of the line after two neighbours")),
            [] => {}
        }
    }
    Ok(builder.graph)
}

fn json(text: &str) -> Result<Graph, SyntaxError> {
    let error = |message: String| SyntaxError::at(1, 1, message);
    let value: Value = serde_json::from_str(text)
        .map_err(|error| SyntaxError::at(error.line(), error.column().max(1), format!("expected JSON: {error}")))?;
    let Value::Array(items) = value else { return Err(error("expected a list of objects".into())) };
    let mut builder = Builder::default();
    let field =
        |item: &Value, names: &[&str]| -> Option<Value> { names.iter().find_map(|name| item.get(name)).cloned() };
    let mut lists = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let code = field(item, &["cca3", "code", "id", "name"]);
        let Some(Value::String(code)) = code else {
            return Err(error(format!("expected a code (cca3, code, id or name) in object {}", index + 1)));
        };
        let vertex = builder.vertex(&code);
        lists.push((vertex, field(item, &["borders", "Neighborcodes", "neighbours", "neighbors"])));
    }
    for (vertex, list) in lists {
        for other in list.iter().filter_map(Value::as_array).flatten() {
            let Some(name) = other.as_str() else {
                return Err(error(format!("expected a neighbour's code, found {other}")));
            };
            let other = builder.vertex(name);
            builder.graph.join(vertex, other);
        }
    }
    Ok(builder.graph)
}

/// Reads a colouring: `AL green` or `New York green` a line, or `.sol` names `AL_1` with `-` before those that are not.
///
/// # Errors
/// Says what is not a vertex or a colour, or which vertex has none.
pub fn coloring(text: &str, graph: &Graph) -> Result<Vec<usize>, SyntaxError> {
    let index: HashMap<String, usize> =
        graph.names().iter().enumerate().map(|(at, name)| (name.replace(char::is_whitespace, "_"), at)).collect();
    let mut colors = vec![None; graph.len()];
    let mut last = 1;
    for line in lines(text) {
        let words = line.words(char::is_whitespace);
        let (name, color) = match &words[..] {
            [] => continue,
            [word] if word.text.starts_with('-') => continue,
            [word] => match word.text.rsplit_once('_').and_then(|(name, color)| Some((name, color_by_name(color)?))) {
                Some((name, color)) => (name.to_string(), color),
                None => return Err(word.error("NAME_COLOUR")),
            },
            [name @ .., color] => {
                let name: Vec<&str> = name.iter().map(|word| word.text).collect();
                (name.join("_"), color_by_name(color.text).ok_or_else(|| color.error("a colour"))?)
            }
        };
        last = line.number;
        let Some(&vertex) = index.get(&name) else { return Err(words[0].error("a vertex of the graph")) };
        // The first true colour of a vertex counts, as in models.
        colors[vertex] = colors[vertex].or(Some(color));
    }
    let missing = colors.iter().position(Option::is_none);
    match missing {
        Some(vertex) => Err(SyntaxError::at(last, 1, format!("expected a colour for {}", graph.names()[vertex]))),
        None => Ok(colors.into_iter().flatten().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> (usize, usize) {
        let graph = read(text, false).expect("a graph");
        (graph.len(), graph.edges().count())
    }

    #[test]
    fn forms_of_graphs() {
        assert_eq!(size("c x\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 3\n"), (3, 2));
        assert_eq!(read("p edge 3 9\ne 1 2\n", true).expect("relaxed").edges().count(), 1);
        assert_eq!(size("3 2\ne 2 1\ne 3 1"), (3, 2));
        assert_eq!(size("A: B, C\nB: A\r\nD:\n"), (4, 2));
        assert_eq!(size("{\n 0: [1, 2],\n 1: [],\n 2: [0]\n}\n"), (3, 2));
        assert_eq!(size("StateCode,NeighborStateCode\nAL,FL\nAL,GA\n"), (3, 2));
        assert_eq!(size("[{\"code\": \"A\", \"borders\": [\"B\"]}, {\"code\": \"B\"}]"), (2, 1));
    }

    #[test]
    fn forms_of_colorings() {
        let graph = Graph::new(vec!["New York".into(), "Ohio".into()]);
        let colors = |text: &str| coloring(text, &graph).map_err(|error| error.to_string());
        for text in ["New York 2\n\nOhio 1\n", "Ohio 1\nNew_York 2\n", "-New_York_1\nNew_York_2\nOhio_1\n-Ohio_2\n"] {
            assert_eq!(colors(text), Ok(vec![1, 0]), "{text}");
        }
        assert_eq!(colors("New York 2\n"), Err("1:1: expected a colour for Ohio".to_string()));
        assert_eq!(colors("York 2\n"), Err("1:1: expected a vertex of the graph, found 'York'".to_string()));
        assert_eq!(colors("Ohio 1 2\n"), Err("1:1: expected a vertex of the graph, found 'Ohio'".to_string()));
        assert_eq!(colors("Ohio of\n"), Err("1:6: expected a colour, found 'of'".to_string()));
    }

    #[test]
    fn errors_say_where() {
        let error = |text| read(text, false).unwrap_err().to_string();
        assert_eq!(error("p edge 2 1\ne 1 3"), "2:5: expected a vertex of 1 to 2, found '3'");
        assert_eq!(error("e 1 3"), "1:1: expected 'p edge VERTICES EDGES' before the edges, found 'e'");
        assert!(error("p edge 3 9\ne 1 2").starts_with("1:10: expected 1, the number of edges that follow"));
        assert!(error("[1").starts_with("1:2: expected JSON"));
    }
}
