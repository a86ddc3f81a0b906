//! Colourings as text, and what colours are called.

use super::Graph;
use super::encode::name;
use std::fmt::Write;

/// The names of the first colours.
const NAMES: [&str; 4] = ["red", "green", "blue", "yellow"];

/// A colour's name: red, green, blue, yellow when at most four are used, else its number from 1.
pub fn color_name(color: usize, colors: usize) -> String {
    NAMES
        .get(color)
        .filter(|_| colors <= NAMES.len())
        .map_or_else(|| (color + 1).to_string(), |name| (*name).to_string())
}

/// The colour with this name or number (from 1).
pub fn color_by_name(name: &str) -> Option<usize> {
    NAMES
        .iter()
        .position(|known| name.eq_ignore_ascii_case(known))
        .or_else(|| name.parse::<usize>().ok()?.checked_sub(1))
}

/// One line a variable: its name, with a `-` before those that are false (a `.sol` file).
pub fn names(graph: &Graph, coloring: &[usize], colors: usize) -> String {
    let mut text = String::new();
    for (vertex, &own) in coloring.iter().enumerate() {
        for color in 0..colors {
            let sign = if own == color { "" } else { "-" };
            let _ = writeln!(text, "{sign}{}", name(graph, vertex, color));
        }
    }
    text
}

/// A line for each vertex: its name, a colon, and the neighbours that come after it. A name that is not a plain word is
/// in quotes; a name that contains both kinds of quotes cannot be written.
pub fn lists(graph: &Graph) -> String {
    let quoted = |vertex: usize| {
        let name = &graph.names()[vertex];
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let quote = if name.contains('"') { "'" } else { "\"" };
        if plain { name.clone() } else { format!("{quote}{name}{quote}") }
    };
    let line = |vertex: usize| {
        let later = graph.neighbours(vertex).iter().filter(|&&other| other > vertex);
        let later: Vec<String> = later.map(|&other| quoted(other)).collect();
        format!("{}: {}\n", quoted(vertex), later.join(", "))
    };
    (0..graph.len()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colourings_are_listed_by_variable() {
        let graph = Graph::new(vec!["A B".into(), "C".into()]);
        assert_eq!(names(&graph, &[1, 0], 2), "-A_B_1\nA_B_2\nC_1\n-C_2\n");
    }
}
