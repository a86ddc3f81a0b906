//! Graph colouring as clauses.
//!
//! What it does: a variable for each vertex and colour. Every vertex has a colour; neighbours differ. "At most one
//! colour" is left out by default, since a decoder may take the first true colour of a vertex. The vertices of a clique
//! get fixed colours, which loses no solution up to renaming colours and makes many proofs that k colours are too few
//! easy that are hopeless otherwise.
//!
//! The `textbook` style has the clauses of the report on sudoku by local search, in its order: for each vertex at least
//! one colour, for each vertex all pairs of colours, then for each vertex and each of its neighbours (by name) one
//! clause for each colour, so that each border appears twice: 50 + 50 * 6 + 2 * 108 * 4 = 1,214 clauses for the
//! report's 50 states, 108 borders and 4 colours.
//!
//! References: Van Gelder, DAM'08 (encodings, cliques); Brélaz, CACM'79 (the order in which a clique is grown).

use super::Graph;
use crate::cnf::{Formula, Lit, Var};
use crate::encode::Encoding;
use crate::encode::cardinality::AtMostOne;
use crate::util::escape::acts;
use std::collections::BTreeSet;

/// Which clauses are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each border once, no pairs of colours, a clique fixed.
    #[default]
    Fixed,
    /// The clauses of the report on sudoku by local search, in its order.
    Textbook,
}

/// The variable of a vertex and colour, both from 0.
pub fn var(colors: usize, vertex: usize, color: usize) -> Var {
    Var::new(vertex * colors + color)
}

/// The name of a variable: `AL_1`; blanks of the vertex's name are `_`.
pub(super) fn name(graph: &Graph, vertex: usize, color: usize) -> String {
    format!("{}_{}", graph.names()[vertex].replace(char::is_whitespace, "_"), color + 1)
}

/// A graph and a number of colours as a formula with names `AL_1` and a note. `fixed` are vertices that are all joined
/// with each other; the style `Fixed` gives them the first colours (as many as there are).
///
/// For each of the `cliques`, which have as many vertices as there are colours, there is a clause for each colour: one
/// of the vertices must have it. These clauses are redundant, but make the rows and columns of queen graphs propagate
/// (10 by 10 in 10 colours is hopeless without them).
pub fn encode(graph: &Graph, colors: usize, style: Style, fixed: &[usize], cliques: &[Vec<usize>]) -> Encoding {
    let names = (0..graph.len()).flat_map(|vertex| (0..colors).map(move |color| name(graph, vertex, color))).collect();
    let mut encoding = Encoding::with_names(names);
    encoding.notes.push(note(graph, colors));
    let formula = &mut encoding.formula;
    for vertex in 0..graph.len() {
        formula.add_clause((0..colors).map(|color| var(colors, vertex, color).pos()));
    }
    if style == Style::Textbook {
        for vertex in 0..graph.len() {
            for a in 0..colors {
                for b in a + 1..colors {
                    formula.add_clause([var(colors, vertex, a).neg(), var(colors, vertex, b).neg()]);
                }
            }
        }
    }
    for a in 0..graph.len() {
        let mut neighbours = graph.neighbours(a).to_vec();
        match style {
            Style::Fixed => neighbours.retain(|&b| a < b),
            Style::Textbook => neighbours.sort_by_key(|&b| &graph.names()[b]),
        }
        for b in neighbours {
            for color in 0..colors {
                formula.add_clause([var(colors, a, color).neg(), var(colors, b, color).neg()]);
            }
        }
    }
    if style == Style::Fixed {
        for (color, &vertex) in fixed.iter().enumerate().take(colors) {
            formula.add_clause([var(colors, vertex, color).pos()]);
        }
        if fixed.len() > colors {
            formula.add_clause::<Lit>([]);
        }
    }
    for clique in cliques.iter().filter(|clique| clique.len() == colors) {
        for color in 0..colors {
            formula.add_clause(clique.iter().map(|&vertex| var(colors, vertex, color).pos()));
        }
    }
    encoding
}

/// The formula that some of these sets cover each vertex exactly once (exact cover), whose first variables stand for
/// the sets. It is for colourings in which every colour must have as many vertices as a colour can have.
pub fn partition(vertices: usize, sets: &[Vec<usize>]) -> Formula {
    let mut formula = Formula::new();
    formula.declare_vars(sets.len());
    let mut holding = vec![Vec::new(); vertices];
    for (index, set) in sets.iter().enumerate() {
        set.iter().for_each(|&vertex| holding[vertex].push(Var::new(index).pos()));
    }
    for lits in &holding {
        formula.add_clause(lits.iter().copied());
        AtMostOne::Auto.encode(&mut formula, lits);
    }
    formula
}

/// "The graph has a colouring that looks the same after each of these moves", and the variable of each vertex and
/// colour at the place of [`var`]. A move maps the vertices by an automorphism and the colours by a permutation; all
/// pairs of a vertex and a colour that moves map to each other share one variable, which makes the formula smaller by
/// about the number of moves. A model is a colouring, as with [`encode`]; if there is none, there may still be
/// colourings without this symmetry.
///
/// # Panics
/// When a move does not give an image to each vertex and colour.
pub fn invariant(
    graph: &Graph,
    colors: usize,
    moves: &[(&[usize], &[usize])],
    cliques: &[Vec<usize>],
) -> (Formula, Vec<Var>) {
    let mut formula = Formula::new();
    let mut vars: Vec<Option<Var>> = vec![None; graph.len() * colors];
    for start in 0..vars.len() {
        if vars[start].is_some() {
            continue;
        }
        let orbit = Some(formula.new_var());
        vars[start] = orbit;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for (vertices, permuted) in moves {
                let image = vertices[at / colors] * colors + permuted[at % colors];
                if vars[image].is_none() {
                    vars[image] = orbit;
                    open.push(image);
                }
            }
        }
    }
    let vars: Vec<Var> = vars.into_iter().flatten().collect();
    let at = |vertex: usize, color: usize| vars[vertex * colors + color];
    // Clauses that a move maps to each other are the same.
    let mut clauses = BTreeSet::new();
    let mut add = |mut clause: Vec<Lit>| {
        clause.sort_unstable();
        clause.dedup();
        clauses.insert(clause);
    };
    for vertex in 0..graph.len() {
        add((0..colors).map(|color| at(vertex, color).pos()).collect());
    }
    for color in 0..colors {
        graph.edges().for_each(|(a, b)| add(vec![at(a, color).neg(), at(b, color).neg()]));
        let full = cliques.iter().filter(|clique| clique.len() == colors);
        full.for_each(|clique| add(clique.iter().map(|&vertex| at(vertex, color).pos()).collect()));
    }
    clauses.into_iter().for_each(|clause| formula.add_clause(clause));
    (formula, vars)
}

/// The note of a formula: the number of colours, and the vertices with their names, unless these are 1, 2, 3 and so on.
fn note(graph: &Graph, colors: usize) -> String {
    let mut note = format!("coloring colors={colors} vertices={}", graph.len());
    if graph.names().iter().zip(1usize..).any(|(name, number)| *name != number.to_string()) {
        let names: Vec<String> = graph.names().iter().map(|name| escape(name)).collect();
        note.push_str(" names=");
        note.push_str(&names.join(","));
    }
    note
}

/// A name without blanks, commas and control characters: those, and `%`, become `%` and two hexadecimal digits.
fn escape(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b',' | b'%' | 0..=b' ' | 0x7f.. => format!("%{byte:02x}"),
        _ => char::from(byte).to_string(),
    };
    name.bytes().map(byte).collect()
}

fn unescape(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, tail) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

/// A note with more vertices than this is not believed.
const MOST_VERTICES: usize = 10_000_000;

/// The number of colours, and a graph of the vertices without its edges, that a note of [`encode`] describes. `None`
/// for other notes.
pub fn from_note(note: &str) -> Option<(usize, Graph)> {
    let mut words = note.strip_prefix("coloring ")?.split_whitespace();
    let colors = words.next()?.strip_prefix("colors=")?.parse().ok()?;
    let vertices: usize = words.next()?.strip_prefix("vertices=")?.parse().ok().filter(|&n| n <= MOST_VERTICES)?;
    let names: Vec<String> = match words.next() {
        Some(word) => word.strip_prefix("names=")?.split(',').map(unescape).collect::<Option<_>>()?,
        None => (1..=vertices).map(|number| number.to_string()).collect(),
    };
    let plain = !names.iter().any(|name| name.contains(acts));
    (plain && names.len() == vertices).then(|| (colors, Graph::new(names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partition_takes_each_vertex_once() {
        // Dominoes on a strip of four: two ways to choose two are none, {0,1} and {2,3} are one.
        let sets = [vec![0, 1], vec![1, 2], vec![2, 3]];
        let formula = partition(4, &sets);
        let holds = |chosen: u32| {
            let value = |lit: Lit| (chosen >> lit.var().index() & 1 == 1) != lit.is_negative();
            formula.clauses().all(|clause| clause.iter().any(|&lit| value(lit)))
        };
        assert_eq!((0..8).filter(|&chosen| holds(chosen)).collect::<Vec<_>>(), [0b101]);
        assert!(partition(1, &[]).clauses().any(|clause| clause.is_empty()), "no set holds the vertex");
    }

    #[test]
    fn invariant_colorings_of_a_square() {
        // A square 0-1-2-3 under a half turn, which exchanges the colours or not.
        let mut graph = Graph::new((0..4).map(|vertex| vertex.to_string()).collect());
        (0..4).for_each(|vertex| graph.join(vertex, (vertex + 1) % 4));
        let turned = [2, 3, 0, 1];
        for (permuted, wanted) in [([0, 1], true), ([1, 0], false)] {
            let (formula, vars) = invariant(&graph, 2, &[(&turned, &permuted)], &[]);
            assert_eq!((formula.num_vars(), vars.len()), (4, 8));
            let holds = |values: u32| {
                let value = |lit: Lit| (values >> lit.var().index() & 1 == 1) != lit.is_negative();
                formula.clauses().all(|clause| clause.iter().any(|&lit| value(lit)))
            };
            // Opposite corners of a square have the same colour, so that no half turn can change it.
            assert_eq!((0..16).any(holds), wanted);
        }
    }

    #[test]
    fn notes_tell_colours_and_names() {
        for names in [vec!["1", "2", "3"], vec!["AL", "New York", "a,b%c"], vec!["Côte d'Ivoire"], vec![]] {
            let graph = Graph::new(names.into_iter().map(str::to_string).collect());
            let encoding = encode(&graph, 4, Style::Fixed, &[], &[]);
            assert_eq!(encoding.notes.len(), 1);
            assert_eq!(from_note(&encoding.notes[0]), Some((4, graph)));
        }
        let numbered = Graph::new(vec!["1".into(), "2".into()]);
        assert_eq!(note(&numbered, 3), "coloring colors=3 vertices=2");
        for wrong in
            ["coloring colors=3", "coloring colors=3 vertices=2 names=a", "coloring colors=3 vertices=1 names=%f"]
        {
            assert_eq!(from_note(wrong), None, "{wrong}");
        }
    }
}
