//! Orders without a least element.

use super::clauses::{Block, Clauses};
use super::error::{FamilyError, Result};
use super::graph::{Graph, pairs};
use super::mappings::Pairs;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::Lit;
use crate::encode::cardinality::{binomial_clauses, try_for_each_subset};

const TOTAL: Param = Param::option("total", "The order is total (GT)", Kind::Flag);
const SMART: Param = Param::option("smart", "A total order with one variable for each pair", Kind::Flag);
const PLANT: Param = Param::option("plant", "The last element may be the least", Kind::Flag);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "op",
        about: "Ordering principle: a finite order has no least element",
        source: "Krishnamurthy, Acta Informatica 1985; Stålmarck, Acta Informatica 1996; Knuth, TAOCP 4 fascicle 6, 2015",
        answer: "unsatisfiable unless planted",
        params: &[
            Param::place("elements", "Elements", Kind::Number(1, 50_000, None)),
            TOTAL,
            SMART,
            PLANT,
            Param::option(
                "knuth",
                "Fewer clauses for transitivity: those where the middle element (2) or the last (3) is the greatest",
                Kind::Number(2, 3, None),
            ),
        ],
        example: "6 --total",
        cnfgen: "op N [--total] [--smart] [--plant] [--knuth2] [--knuth3]",
        build: |values, to| {
            let elements = values.number("elements");
            room_for_triples(to, elements)?;
            let neighbors = (0..elements).map(|v| (0..elements).filter(|&u| u != v).collect()).collect();
            ordering(values, to, &Graph { neighbors })
        },
    },
    Family {
        name: "gop",
        about: "Graph ordering principle: no vertex is less than all its neighbours",
        source: "Segerlind, Buss, Impagliazzo, SIAM J. Computing 2004",
        answer: "unsatisfiable unless planted; then satisfiable exactly if the graph is connected",
        params: &[Param::place("graph", "The graph", Kind::Graph), TOTAL, SMART, PLANT, SEED],
        example: "regular:8,3 --seed 1",
        cnfgen: "op GRAPH [--total] [--smart] [--plant]",
        build: |values, to| ordering(values, to, values.graph("graph")),
    },
];

/// One variable for each ordered pair, or for each unordered one.
enum Less {
    Each(Block<2>),
    Once(Pairs),
}

impl Less {
    fn new(to: &mut Clauses<'_>, n: usize, smart: bool) -> Result<Less> {
        match smart {
            true => Ok(Less::Once(Pairs::new(to, "x", n)?)),
            false => Ok(Less::Each(to.block("x", [n, n - 1])?)),
        }
    }

    /// The literal that `u` is less than `v`.
    fn lit(&self, u: usize, v: usize) -> Lit {
        match self {
            Less::Each(block) => block.at([u, v - usize::from(v > u)]),
            Less::Once(once) if u < v => once.at(u, v),
            Less::Once(once) => !once.at(v, u),
        }
    }
}

/// Fails, before any table is made, when the clauses of transitivity alone are too many: two for each triple at least.
fn room_for_triples(to: &Clauses<'_>, n: usize) -> Result<()> {
    to.room(binomial_clauses(n, 3).saturating_mul(2), 3)
}

fn ordering(values: &Values, to: &mut Clauses<'_>, graph: &Graph) -> Result<Answer> {
    let (n, plant, smart) = (graph.len(), values.flag("plant"), values.flag("smart"));
    let knuth = values.optional("knuth");
    room_for_triples(to, n)?;
    if smart && knuth.is_some() {
        return Err(FamilyError::Impossible("--smart has few clauses of transitivity: --knuth cannot be added".into()));
    }
    let less = Less::new(to, n, smart)?;
    for vertex in (0..n).filter(|&vertex| !plant || vertex + 1 < n) {
        to.add(graph.neighbors[vertex].iter().map(|&other| less.lit(other, vertex)))?;
    }
    try_for_each_subset(n, 3, |triple| {
        let &[a, b, c] = triple else { unreachable!("three elements") };
        if smart {
            to.add([less.lit(a, b), less.lit(b, c), less.lit(c, a)])?;
            return to.add([less.lit(b, a), less.lit(c, b), less.lit(a, c)]);
        }
        for [u, v, w] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            let kept = match knuth {
                Some(2) => v > u && v > w,
                Some(_) => w > u && w > v,
                None => true,
            };
            if kept {
                to.add([!less.lit(u, v), !less.lit(v, w), less.lit(u, w)])?;
            }
        }
        Ok(())
    })?;
    if !smart {
        pairs(n).try_for_each(|(u, v)| to.add([!less.lit(u, v), !less.lit(v, u)]))?;
        if values.flag("total") {
            pairs(n).try_for_each(|(u, v)| to.add([less.lit(u, v), less.lit(v, u)]))?;
        }
    }
    let connected = graph.components().0.iter().all(|&component| component == 0);
    Ok(Answer::satisfiable_if(plant && connected))
}
