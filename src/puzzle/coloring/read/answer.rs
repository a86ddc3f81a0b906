//! Reading colourings: a vertex and its colour a line, or a `.sol` file.

use crate::puzzle::coloring::{Graph, color_by_name};
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

/// Reads a colouring: `AL green` or `New York green` a line, or `.sol` names `AL_1` with `-` before those that are not.
///
/// # Errors
/// Says what is not a vertex or a colour, which vertex has two or none.
pub fn coloring(text: &str, graph: &Graph) -> Result<Reading<Vec<usize>>, SyntaxError> {
    let names = Names::of(graph);
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
    match colors.iter().position(Option::is_none) {
        Some(vertex) => Err(SyntaxError::at(last, 1, format!("expected a colour for {}", graph.names()[vertex]))),
        None => Ok(Reading { puzzle: colors.into_iter().flatten().collect(), remarks }),
    }
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
    if let [word] = words {
        let of = |text: &str| {
            let (name, color) = text.rsplit_once('_')?;
            Some((names.of_variable(name), color_by_name(color)?))
        };
        // A name may itself begin with a minus sign.
        let positive = of(word.text).filter(|(vertex, _)| vertex.is_some());
        let negative = || word.text.strip_prefix('-').and_then(of);
        let holds = positive.is_some() || !word.text.starts_with('-');
        let found = positive.or_else(negative).or_else(|| of(word.text));
        let (vertex, color) = found.ok_or_else(|| word.error("NAME_COLOUR"))?;
        let vertex = vertex.ok_or_else(|| word.error("a vertex of the graph"))?;
        return Ok(Said { vertex, color, variable: true, holds });
    }
    let color = words[words.len() - 1];
    // Columns count characters.
    let name: String = line.text.chars().take(color.column - 1).collect();
    let value = color_by_name(color.text).ok_or_else(|| color.error("a colour"))?;
    let vertex = names.find(name.trim()).ok_or_else(|| words[0].error("a vertex of the graph"))?;
    Ok(Said { vertex, color: value, variable: false, holds: true })
}
