//! Parity constraints that contradict each other, or some of which may be wrong.

use super::circuits::xor;
use super::clauses::Clauses;
use super::counting::edges;
use super::error::{FamilyError, Result};
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::util::rng::Rng;

const GRAPH: Param = Param::place("graph", "The graph", Kind::Graph);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "tseitin",
        about: "Tseitin: at every vertex the parity of the true edges is its charge",
        source: "Tseitin 1968; Urquhart, JACM 1987; on random regular graphs: Ben-Sasson, Wigderson, JACM 2001",
        answer: "satisfiable exactly if every component has an even number of odd charges",
        params: &[
            GRAPH,
            Param::option(
                "charge",
                "Which vertices are odd: the first, all, a random half, none",
                Kind::Word(&["first", "all", "random", "none"]),
            ),
            SEED,
        ],
        example: "regular:10,3 --seed 5",
        cnfgen: "tseitin first GRAPH",
        build: tseitin,
    },
    Family {
        name: "evencolor",
        about: "Even colouring: half of the edges at every vertex are true",
        source: "Markström, JSAT 2006",
        answer: "satisfiable exactly if every component has an even number of edges",
        params: &[GRAPH, SEED],
        example: "torus:3,5",
        cnfgen: "ec",
        build: even_coloring,
    },
    Family {
        name: "xorchain",
        about: "The parity of n variables, by chains in two orders, is even and odd",
        source: "Chew, Heule, SAT 2020",
        answer: "unsatisfiable",
        params: &[Param::place("vars", "Variables of the sum", Kind::Number(3, 10_000_000, None)), SEED],
        example: "12 --seed 1",
        cnfgen: "",
        build: chains,
    },
    Family {
        name: "dubois",
        about: "A ring of parity constraints on three variables, one of them odd (gensathard)",
        source: "Dubois, DIMACS Challenge 1993",
        answer: "unsatisfiable",
        params: &[Param::place("size", "A third of the variables", Kind::Number(3, 10_000_000, None))],
        example: "20",
        cnfgen: "",
        build: dubois,
    },
    Family {
        name: "disagreement",
        about: "Minimal disagreement: a hidden parity of variables fits all samples but a few",
        source: "Crawford, Kearns, Schapire, AT&T Bell Labs 1994 (the par32 of DIMACS)",
        answer: "satisfiable unless fewer errors are allowed than were made",
        params: &[
            Param::place("vars", "Variables of which some are in the hidden parity", Kind::Number(1, 100_000, None)),
            Param::place("samples", "Samples, each of random values and their parity", Kind::Number(1, 100_000, None)),
            Param::place("errors", "Samples whose parity is wrong", Kind::Number(0, 100_000, None)),
            Param::option("fewer", "So many errors fewer are allowed", Kind::Number(0, 100_000, Some(0))),
            SEED,
        ],
        example: "10 20 3 --seed 1",
        cnfgen: "",
        build: disagreement,
    },
];

fn tseitin(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.graph("graph");
    let mut rng = Rng::new(values.seed() ^ 0x6368_6172_6765);
    let charge = values.word("charge");
    let odd: Vec<bool> = (0..graph.len())
        .map(|vertex| match charge {
            "first" => vertex == 0,
            "all" => true,
            "random" => rng.coin(),
            _ => false,
        })
        .collect();
    let edges = edges(to, graph)?;
    edges.iter().zip(&odd).try_for_each(|(edges, &odd)| to.parity(edges, odd))?;
    let (component, _) = graph.components();
    let mut sums = vec![false; graph.len()];
    odd.iter().zip(component).for_each(|(&odd, component)| sums[component] ^= odd);
    Ok(Answer::satisfiable_if(!sums.contains(&true)))
}

fn even_coloring(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.graph("graph");
    if let Some(vertex) = graph.neighbors.iter().position(|list| list.len() % 2 == 1) {
        let degree = graph.neighbors[vertex].len();
        return Err(FamilyError::Impossible(format!(
            "vertex {} has {degree} edges: expected a graph whose vertices all have an even number",
            vertex + 1
        )));
    }
    let edges = edges(to, graph)?;
    edges.iter().try_for_each(|edges| to.exactly(edges.len() / 2, edges.len(), |place| edges[place]))?;
    let (component, _) = graph.components();
    let mut odd = vec![false; graph.len()];
    graph.edges().for_each(|(u, _)| odd[component[u]] ^= true);
    Ok(Answer::satisfiable_if(!odd.contains(&true)))
}

fn chains(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("vars");
    to.room(n as u64, 16)?;
    let x = to.block("x", [n])?;
    let mut order: Vec<usize> = (0..n).collect();
    Rng::new(values.seed()).shuffle(&mut order);
    for (label, order, odd) in [("s", None, false), ("t", Some(&order), true)] {
        let summand = |place: usize| x.at([order.map_or(place, |order| order[place])]);
        // The sums of the first two variables, the first three and so on; the last constraint also has the parity that
        // is claimed.
        let sums = to.block(label, [n - 3])?;
        let mut sum = summand(0);
        for place in 1..n - 2 {
            let next = sums.at([place - 1]);
            to.parity(&[sum, summand(place), next], false)?;
            sum = next;
        }
        to.parity(&[sum, summand(n - 2), summand(n - 1)], odd)?;
    }
    Ok(Answer::Unsatisfiable)
}

fn dubois(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("size");
    // A chain of 2n constraints. The i-th from the start and the i-th from the end share a variable, the rung; the
    // first and the last one share one more.
    let (chain, rung) = (to.block("c", [2 * n - 1])?, to.block("r", [n])?);
    let ends = to.var("r_0")?;
    for place in 0..2 * n {
        let before = if place > 0 { chain.at([place - 1]) } else { ends };
        let after = if place < 2 * n - 1 { chain.at([place]) } else { ends };
        to.parity(&[before, rung.at([place.min(2 * n - 1 - place)]), after], place == 2 * n - 1)?;
    }
    Ok(Answer::Unsatisfiable)
}

fn disagreement(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (vars, samples, errors) = (values.number("vars"), values.number("samples"), values.number("errors"));
    let fewer = values.number("fewer");
    if errors > samples || fewer > errors {
        return Err(FamilyError::Impossible(format!(
            "{fewer} fewer than {errors} errors in {samples} samples: expected at most so many"
        )));
    }
    let allowed = errors - fewer;
    to.room(samples as u64 * vars as u64, 8)?;
    let mut rng = Rng::new(values.seed());
    let hidden: Vec<bool> = (0..vars).map(|_| rng.coin()).collect();
    let mut wrong: Vec<bool> = (0..samples).map(|sample| sample < errors).collect();
    rng.shuffle(&mut wrong);
    let (parity, error) = (to.block("p", [vars])?, to.block("e", [samples])?);
    for (sample, &wrong) in wrong.iter().enumerate() {
        let (mut odd, mut sum) = (wrong, error.at([sample]));
        for (var, &hidden) in hidden.iter().enumerate() {
            if rng.coin() {
                odd ^= hidden;
                sum = xor(to, sum, parity.at([var]))?;
            }
        }
        to.add([if odd { sum } else { !sum }])?;
    }
    // A sequential counter (Sinz, CP 2005): its registers say how many of the first samples are wrong.
    to.room(samples as u64 * allowed as u64, 5)?;
    let count = to.block("count", [samples, allowed])?;
    for sample in 0..samples {
        let error = error.at([sample]);
        for number in 0..allowed {
            if sample > 0 {
                to.add([!count.at([sample - 1, number]), count.at([sample, number])])?;
            }
            if number == 0 {
                to.add([!error, count.at([sample, 0])])?;
            } else if sample > 0 {
                to.add([!error, !count.at([sample - 1, number - 1]), count.at([sample, number])])?;
            }
        }
        if allowed == 0 {
            to.add([!error])?;
        } else if sample > 0 {
            to.add([!error, !count.at([sample - 1, allowed - 1])])?;
        }
    }
    Ok(if fewer == 0 { Answer::Satisfiable } else { Answer::Unknown })
}
