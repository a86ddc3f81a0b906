//! Counting: partitions into parts of one size, perfect matchings, tilings, and numbers of true variables.

use super::clauses::Clauses;
use super::error::Result;
use super::graph::Graph;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::{Formula, Lit, Var};
use crate::encode::cardinality::{AtMost, binomial_clauses, try_for_each_subset};

const GRAPH: Param = Param::place("graph", "The graph", Kind::Graph);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "parity",
        about: "Parity principle: a set is divided into pairs",
        source: "Ajtai, Feasible Mathematics 1990",
        answer: "unsatisfiable for an odd number of elements",
        params: &[Param::place("elements", "Elements", Kind::Number(1, 100_000, None))],
        example: "7",
        cnfgen: "parity",
        build: |values, to| count(to, values.number("elements"), 2),
    },
    Family {
        name: "count",
        about: "Counting principle: a set is divided into parts of one size",
        source: "Beame, Impagliazzo, Krajíček, Pitassi, Pudlák, FOCS 1994",
        answer: "satisfiable exactly if the size of the parts divides the number of elements",
        params: &[
            Param::place("elements", "Elements", Kind::Number(1, 100_000, None)),
            Param::place("size", "Elements in a part", Kind::Number(1, 1000, None)),
        ],
        example: "7 3",
        cnfgen: "count",
        build: |values, to| count(to, values.number("elements"), values.number("size")),
    },
    Family {
        name: "matching",
        about: "Perfect matching: every vertex has exactly one of its edges",
        source: "Urquhart, Annals of Mathematics and Artificial Intelligence 2003",
        answer: "unsatisfiable for an odd number of vertices, otherwise unknown",
        params: &[GRAPH, SEED],
        example: "grid:5,5",
        cnfgen: "matching",
        build: matching,
    },
    Family {
        name: "mchess",
        about: "Mutilated chessboard: dominoes cover a board without two opposite corners",
        source: "McCarthy, Stanford AI Memo 1964; Alekhnovich, Theoretical Computer Science 2004",
        answer: "satisfiable exactly if width plus height is odd",
        params: &[
            Param::place("width", "Columns", Kind::Number(2, 10_000, None)),
            Param::place("height", "Rows", Kind::Number(2, 10_000, None)),
        ],
        example: "6 6",
        cnfgen: "mchess",
        build: chessboard,
    },
    Family {
        name: "subsetcard",
        about: "At least half of a left vertex's edges are true, at most half of a right one's",
        source: "Spence, JEA 2010 (sgen1); Van Gelder, Spence, SAT 2010; Mikša, Nordström, SAT 2014",
        answer: "unsatisfiable when the left vertices ask for more edges than the right ones allow, otherwise unknown",
        params: &[
            Param::place("graph", "The bipartite graph", Kind::Bipartite),
            Param::option("extra", "Edges that are added at random", Kind::Number(0, 1_000_000, Some(0))),
            Param::option("equal", "Exactly half, not at least and at most", Kind::Flag),
            SEED,
        ],
        example: "shift:7,7,0,1,3,6 --extra 1",
        cnfgen: "subsetcard",
        build: subset_cardinality,
    },
    Family {
        name: "cardinality",
        about: "At most k of n variables are true, and at least k + 1, each through an encoding",
        source: "Sinz, CP 2005; Bailleux, Boufkhad, CP 2003; encodings as in encode::cardinality",
        answer: "unsatisfiable",
        params: &[
            Param::place("vars", "Variables", Kind::Number(1, 100_000, None)),
            Param::place(
                "most",
                "The most that are true, below the number of variables",
                Kind::Number(0, 99_999, None),
            ),
            Param::option("at-most", "Encoding of the upper bound", Kind::Cardinality),
            Param::option("at-least", "Encoding of the lower bound", Kind::Cardinality),
        ],
        example: "12 5 --at-most totalizer --at-least sequential",
        cnfgen: "",
        build: cardinality,
    },
];

fn count(to: &mut Clauses<'_>, elements: usize, size: usize) -> Result<Answer> {
    let parts = binomial_clauses(elements, size);
    // There is a variable for each element and each choice of the other elements of its part.
    to.room(parts, size)?;
    let mut of_element: Vec<Vec<Lit>> = vec![Vec::new(); elements];
    try_for_each_subset(elements, size, |part| {
        let part: Vec<usize> = part.iter().map(|element| element + 1).collect();
        let name = part.iter().map(|element| format!("_{element}")).collect::<String>();
        let lit = to.var(format_args!("y{name}"))?;
        part.iter().for_each(|element| of_element[element - 1].push(lit));
        Ok::<(), super::FamilyError>(())
    })?;
    of_element.iter().try_for_each(|parts| to.exactly(1, parts.len(), |place| parts[place]))?;
    Ok(Answer::satisfiable_if(elements.is_multiple_of(size)))
}

/// Declares a variable for each edge; returns for each vertex the variables of its edges.
pub(super) fn edges(to: &mut Clauses<'_>, graph: &Graph) -> Result<Vec<Vec<Lit>>> {
    let mut of_vertex = vec![Vec::new(); graph.len()];
    for (u, v) in graph.edges() {
        let lit = to.var(format_args!("e_{}_{}", u + 1, v + 1))?;
        of_vertex[u].push(lit);
        of_vertex[v].push(lit);
    }
    Ok(of_vertex)
}

fn matching(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.graph("graph");
    let edges = edges(to, graph)?;
    edges.iter().try_for_each(|edges| to.exactly(1, edges.len(), |place| edges[place]))?;
    let lonely = edges.iter().any(Vec::is_empty);
    Ok(Answer::unsatisfiable_if(graph.len() % 2 == 1 || lonely))
}

fn chessboard(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (width, height) = (values.number("width"), values.number("height"));
    // A cell that is not at the border can be covered by four dominoes: one clause of four literals, six of two.
    to.room(((width - 2) * (height - 2)) as u64, 16)?;
    let cells = |row: usize, column: usize| {
        row < height && column < width && (row, column) != (0, 0) && (row, column) != (height - 1, width - 1)
    };
    let mut of_cell: Vec<Vec<Lit>> = vec![Vec::new(); width * height];
    for row in 0..height {
        for column in (0..width).filter(|&column| cells(row, column)) {
            for (below, right) in [(row, column + 1), (row + 1, column)] {
                if cells(below, right) {
                    let name = (row + 1, column + 1, below + 1, right + 1);
                    let lit = to.var(format_args!("d_{}_{}_{}_{}", name.0, name.1, name.2, name.3))?;
                    of_cell[row * width + column].push(lit);
                    of_cell[below * width + right].push(lit);
                }
            }
        }
    }
    for (cell, dominoes) in of_cell.iter().enumerate() {
        if cells(cell / width, cell % width) {
            to.exactly(1, dominoes.len(), |place| dominoes[place])?;
        }
    }
    Ok(Answer::satisfiable_if((width + height) % 2 == 1))
}

fn subset_cardinality(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.bipartite();
    let mut of_left: Vec<Vec<Lit>> = vec![Vec::new(); graph.rows.len()];
    let mut of_right: Vec<Vec<Lit>> = vec![Vec::new(); graph.right];
    for (u, v) in graph.edges() {
        let lit = to.var(format_args!("x_{}_{}", u + 1, v + 1))?;
        of_left[u].push(lit);
        of_right[v].push(lit);
    }
    let equal = values.flag("equal");
    let (mut wanted, mut allowed) = (0, 0);
    for lits in &of_left {
        let half = lits.len().div_ceil(2);
        wanted += half;
        if equal {
            to.at_most(half, lits.len(), |place| lits[place])?;
        }
        to.at_least(half, lits.len(), |place| lits[place])?;
    }
    for lits in &of_right {
        let half = lits.len() / 2;
        allowed += half;
        to.at_most(half, lits.len(), |place| lits[place])?;
        if equal {
            to.at_least(half, lits.len(), |place| lits[place])?;
        }
    }
    Ok(Answer::unsatisfiable_if(wanted > allowed || (equal && wanted != allowed)))
}

/// About how many clauses an encoding of a bound `k` takes; the binomial one has a clause for every subset of `width`
/// variables.
fn size(scheme: AtMost, vars: usize, k: usize, width: usize) -> u64 {
    let log = |number: usize| u64::from(number.max(2).ilog2()) + 1;
    let each = match scheme.choose(vars, k) {
        AtMost::Binomial => return binomial_clauses(vars, width).saturating_mul(width as u64 / 2 + 1),
        AtMost::Sequential => width as u64,
        AtMost::Totalizer => (k as u64 / 2 + 1) * log(vars),
        AtMost::Network => log(k) * log(k),
        _ => (width.isqrt() as u64 + 1) * log(vars),
    };
    (vars as u64).saturating_mul(each)
}

fn cardinality(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (vars, most) = (values.number("vars"), values.number("most"));
    if most >= vars {
        return Err(super::FamilyError::Impossible(format!(
            "'most' is {most}: expected a number below that of the variables, {vars}"
        )));
    }
    let scheme = |name| AtMost::by_name(values.word(name)).expect("a checked name");
    let (upper, lower) = (scheme("at-most"), scheme("at-least"));
    to.room(size(upper, vars, most, most + 1), 2)?;
    to.room(size(lower, vars, most + 1, vars - most), 2)?;
    to.block("x", [vars])?;
    let mut formula = Formula::new();
    formula.declare_vars(vars);
    let lits: Vec<Lit> = (0..vars).map(|index| Var::new(index).pos()).collect();
    upper.at_most(&mut formula, &lits, most);
    lower.at_least(&mut formula, &lits, most + 1);
    to.nameless((formula.num_vars() - vars) as u64)?;
    to.add_formula(&formula)?;
    Ok(Answer::Unsatisfiable)
}
