//! Reading colourings: a vertex and its colour a line, a `.sol` file, or a dictionary of JSON or Python.

use crate::puzzle::coloring::{Graph, color_by_name};
use crate::puzzle::literal::{self, Node};
use crate::puzzle::text::{Line, Word, lines};
use crate::puzzle::{Reading, Remark, SyntaxError};
use std::collections::HashMap;

/// The vertices by name. Those whose names have blanks are also found by the names of their variables, with `_` for
/// each blank, unless another vertex has that name.
struct Names {
    exact: HashMap<String, usize>,
    joined: HashMap<String, Option<usize>>,
}

impl Names {
    fn of(graph: &Graph) -> Names {
        let names = || graph.names().iter().enumerate();
        let exact: HashMap<String, usize> = names().map(|(vertex, name)| (name.clone(), vertex)).collect();
        let mut joined = HashMap::new();
        for (vertex, name) in names().filter(|(_, name)| name.contains(char::is_whitespace)) {
            let name = name.replace(char::is_whitespace, "_");
            let alone = Some(vertex).filter(|_| !exact.contains_key(&name));
            joined.entry(name).and_modify(|known| *known = None).or_insert(alone);
        }
        Names { exact, joined }
    }

    /// The vertex that a variable is about.
    fn of_variable(&self, name: &str) -> Option<usize> {
        self.joined.get(name).copied().unwrap_or_else(|| self.exact.get(name).copied())
    }

    /// The vertex of this name.
    fn find(&self, name: &str) -> Option<usize> {
        let exact = self.exact.get(name).copied();
        exact.or_else(|| self.joined.get(&name.replace(char::is_whitespace, "_")).copied().flatten())
    }
}

/// Reads a colouring: `AL green` or `New York green` a line, also with a colon, a comma or `=` between, `.sol` names
/// `AL_1` with `-` before those that are not, or `{"AL": "green"}`.
///
/// # Errors
/// Says what is not a vertex or a colour, which vertex has two or none.
pub fn coloring(text: &str, graph: &Graph) -> Result<Reading<Vec<usize>>, SyntaxError> {
    let names = Names::of(graph);
    if text.trim_start().starts_with('{') {
        return of_object(&literal::parse(text)?, graph, &names);
    }
    let mut colors: Vec<Option<usize>> = vec![None; graph.len()];
    let mut remarks = Vec::new();
    let mut last = 1;
    let mut denied = Vec::new();
    for line in lines(text).iter().filter(|line| !line.is_blank()) {
        last = line.number;
        let words = line.words(char::is_whitespace);
        let Said { vertex, color, variable, holds } = said(line, &words, &names)?;
        if !holds {
            denied.push((vertex, color, words[0]));
            continue;
        }
        match colors[vertex] {
            None => colors[vertex] = Some(color),
            Some(known) if known == color => {}
            // In a model several variables of a vertex may be true. Any of them would do; the first one counts.
            Some(_) if variable => {
                let name = &graph.names()[vertex];
                let message = format!("{name} has a colour already, of which the first is taken");
                remarks.push(Remark { line: line.number, message });
            }
            Some(_) => return Err(words[0].error("one colour for each vertex")),
        }
    }
    if let Some((_, _, word)) = denied.iter().find(|&&(vertex, color, _)| colors[vertex] == Some(color)) {
        return Err(word.error("each colour to hold or not, and not both"));
    }
    Ok(Reading { puzzle: whole(&colors, graph, last)?, remarks })
}

/// The colours, unless a vertex has none.
fn whole(colors: &[Option<usize>], graph: &Graph, last: usize) -> Result<Vec<usize>, SyntaxError> {
    match colors.iter().position(Option::is_none) {
        Some(vertex) => Err(SyntaxError::at(last, 1, format!("expected a colour for {}", graph.names()[vertex]))),
        None => Ok(colors.iter().copied().flatten().collect()),
    }
}

/// The colouring of an object whose keys are the vertices, and whose values are names of colours: numbers may count
/// from 0 or 1 there.
fn of_object(object: &Node<'_>, graph: &Graph, names: &Names) -> Result<Reading<Vec<usize>>, SyntaxError> {
    let entries = object.entries().ok_or_else(|| object.error("an object of vertices and their colours"))?;
    let mut colors: Vec<Option<usize>> = vec![None; graph.len()];
    let zero = entries.iter().any(|(_, value)| value.word().text == "0");
    for (key, value) in entries {
        let vertex = key.plain().and_then(|name| names.find(name)).ok_or_else(|| key.error("a vertex of the graph"))?;
        let word = value.word();
        let color = match word.text.parse::<usize>() {
            Ok(number) if zero => Some(number),
            _ => color_by_name(word.text),
        };
        let color = color.ok_or_else(|| value.error("a colour"))?;
        if colors[vertex].replace(color).is_some() {
            return Err(key.error("one colour for each vertex"));
        }
    }
    let last = entries.last().map_or(1, |(key, _)| key.line());
    Ok(Reading { puzzle: whole(&colors, graph, last)?, remarks: Vec::new() })
}

/// What a line says.
struct Said {
    vertex: usize,
    color: usize,
    /// Whether it is the name of a variable.
    variable: bool,
    /// Whether the vertex has the colour, or has not.
    holds: bool,
}

fn said(line: &Line<'_>, words: &[Word<'_>], names: &Names) -> Result<Said, SyntaxError> {
    // A name and a colour with a sign between them.
    let divided = || {
        let (name, color) = line.text.rsplit_once([',', ':', ';', '='])?;
        let (vertex, color) = (names.find(name.trim())?, color_by_name(color.trim())?);
        Some(Said { vertex, color, variable: false, holds: true })
    };
    if let [word] = words {
        let of = |text: &str| {
            let (name, color) = text.rsplit_once('_')?;
            Some((names.of_variable(name), color_by_name(color)?))
        };
        // A name may itself begin with a minus sign.
        let positive = of(word.text).filter(|(vertex, _)| vertex.is_some());
        let negative = || word.text.strip_prefix('-').and_then(of);
        let holds = positive.is_some() || !word.text.starts_with('-');
        if let Some(said) = divided().filter(|_| positive.is_none()) {
            return Ok(said);
        }
        let found = positive.or_else(negative).or_else(|| of(word.text));
        let (vertex, color) = found.ok_or_else(|| word.error("a vertex and its colour, or NAME_COLOUR"))?;
        let vertex = vertex.ok_or_else(|| word.error("a vertex of the graph"))?;
        return Ok(Said { vertex, color, variable: true, holds });
    }
    let color = words[words.len() - 1];
    let whole =
        |color: &Word<'_>| color_by_name(color.text).is_some() && names.find(&name_before(line, color)).is_some();
    if let Some(said) = divided().filter(|_| !whole(&color)) {
        return Ok(said);
    }
    let name = name_before(line, &color);
    let value = color_by_name(color.text).ok_or_else(|| color.error("a colour"))?;
    let vertex = names.find(&name).ok_or_else(|| words[0].error("a vertex of the graph"))?;
    Ok(Said { vertex, color: value, variable: false, holds: true })
}

/// The text of a line before a word of it.
fn name_before(line: &Line<'_>, word: &Word<'_>) -> String {
    // Columns count characters.
    let name: String = line.text.chars().take(word.column - 1).collect();
    name.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<usize>, String> {
        let graph = Graph::from_edges(vec!["a".into(), "b, c".into()], [(0, 1)]);
        coloring(text, &graph).map(|reading| reading.puzzle).map_err(|error| error.to_string())
    }

    #[test]
    fn colourings_in_every_form() {
        for text in [
            "a red\nb, c green\n",
            "a: red\nb, c: green\n",
            "a,1\nb, c,2\n",
            "a=red\nb, c = green\n",
            "{\"a\": \"red\", \"b, c\": \"green\"}",
            "{'a': 1, 'b, c': 2}",
            "{'a': 0, 'b, c': 1}",
        ] {
            assert_eq!(read(text), Ok(vec![0, 1]), "{text}");
        }
        let refused = |text: &str, message: &str| assert_eq!(read(text), Err(message.into()), "{text}");
        refused("{\"a\": \"red\"}", "1:1: expected a colour for b, c");
        refused(
            "{\"a\": \"red\", \"d\": \"green\"}",
            "1:14: expected a vertex of the graph, found '\"d\": \"green\"}'",
        );
        refused("{\"a\": \"dark\", \"b, c\": 1}", "1:7: expected a colour, found '\"dark\", \"b, c\": 1}'");
        refused("{\"a\": \"re", "1:7: expected \" at the end of this text");
        refused("d,red\n", "1:1: expected a vertex and its colour, or NAME_COLOUR, found 'd,red'");
    }
}
