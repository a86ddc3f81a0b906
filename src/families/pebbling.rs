//! Pebbles and stones on directed graphs, and coloured local search.

use super::clauses::Clauses;
use super::error::{FamilyError, Result};
use super::mappings::{BinaryMapping, Mapping};
use super::params::{Kind, Param, Values};
use super::{Answer, Family};
use crate::cnf::Lit;

const DAG: Param = Param::place("dag", "The directed graph", Kind::Dag);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "pebbling",
        about: "Pebbles move up from the sources of a graph, and none is on a sink",
        source: "Ben-Sasson, Wigderson, JACM 2001; substituted: Ben-Sasson, Nordström, ICS 2011",
        answer: "unsatisfiable",
        params: &[
            DAG,
            Param::option("xor", "A pebble is an odd number of so many variables", Kind::Number(1, 10, None)),
            Param::option("or", "A pebble is at least one of so many variables", Kind::Number(1, 10, None)),
        ],
        example: "pyramid:4 --xor 2",
        cnfgen: "peb DAG [-T xor K | -T or K]",
        build: pebbling,
    },
    Family {
        name: "stone",
        about: "Every vertex has a stone, red spreads from predecessors, sinks are not red",
        source: "Alekhnovich, Johannsen, Pitassi, Urquhart, Theory of Computing 2007",
        answer: "unsatisfiable",
        params: &[DAG, Param::place("stones", "Stones", Kind::Number(1, 10_000, None))],
        example: "pyramid:2 3",
        cnfgen: "stone STONES DAG",
        build: stone,
    },
    Family {
        name: "cpls",
        about: "Coloured polynomial local search: a path without colours ends at a colour",
        source: "Krajíček, Skelley, Thapen, JSL 2007; Thapen, Theory of Computing 2016",
        answer: "unsatisfiable",
        params: &[
            Param::place("levels", "Levels", Kind::Number(1, 10_000, None)),
            Param::place("nodes", "Nodes of a level, a power of two", Kind::Number(1, 1 << 16, None)),
            Param::place("colors", "Colours, a power of two", Kind::Number(1, 1 << 16, None)),
        ],
        example: "3 4 4",
        cnfgen: "cpls",
        build: cpls,
    },
];

/// Adds the clauses that result from a clause when each of its variables is replaced by the exclusive or, or by the
/// disjunction, of several new ones.
fn substituted(to: &mut Clauses<'_>, clause: &[(usize, bool)], arity: usize, xor: bool) -> Result<()> {
    let var = |index: usize, part: usize| crate::cnf::Var::new(index * arity + part).pos();
    // How many choices there are for one literal. With the exclusive or, a negative literal means that an even number
    // of the variables is true; with the disjunction, that none is.
    let choices = |positive: bool| match (xor, positive) {
        (true, _) => 1u64 << (arity - 1),
        (false, true) => 1,
        (false, false) => arity as u64,
    };
    let count = clause.iter().try_fold(1u64, |count, &(_, positive)| count.checked_mul(choices(positive)));
    to.room(count.unwrap_or(u64::MAX), clause.len())?;
    for mut choice in 0..count.unwrap_or(0) {
        let mut lits: Vec<Lit> = Vec::new();
        for &(index, positive) in clause {
            let chosen = choice % choices(positive);
            choice /= choices(positive);
            match (xor, positive) {
                (true, _) => {
                    // The last sign makes the number of negations even for "odd", odd for "even".
                    let last = (chosen.count_ones() % 2 == 1) == positive;
                    let negated = chosen | u64::from(last) << (arity - 1);
                    lits.extend((0..arity).map(|part| {
                        let lit = var(index, part);
                        if negated >> part & 1 == 1 { !lit } else { lit }
                    }));
                }
                (false, true) => lits.extend((0..arity).map(|part| var(index, part))),
                (false, false) => lits.push(!var(index, chosen as usize)),
            }
        }
        to.add(lits)?;
    }
    Ok(())
}

fn pebbling(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (xor, or) = (values.optional("xor"), values.optional("or"));
    if xor.is_some() && or.is_some() {
        return Err(FamilyError::Impossible("a pebble is either --xor or --or of variables, not both".into()));
    }
    let arity = xor.or(or).unwrap_or(1) as usize;
    let dag = values.dag();
    match arity {
        1 => to.block("x", [dag.len()]).map(drop)?,
        _ => to.block("x", [dag.len(), arity]).map(drop)?,
    }
    let sinks = dag.sinks();
    for (vertex, predecessors) in dag.predecessors.iter().enumerate() {
        let before = predecessors.iter().map(|&predecessor| (predecessor, false));
        let clause: Vec<(usize, bool)> = before.chain([(vertex, true)]).collect();
        substituted(to, &clause, arity, xor.is_some())?;
        if sinks[vertex] {
            substituted(to, &[(vertex, false)], arity, xor.is_some())?;
        }
    }
    Ok(Answer::Unsatisfiable)
}

fn stone(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (dag, stones) = (values.dag(), values.number("stones"));
    let red = to.block("R", [stones])?;
    let lies = Mapping::new(to, "P", dag.len(), stones)?;
    lies.complete(to)?;
    let sinks = dag.sinks();
    for (vertex, predecessors) in dag.predecessors.iter().enumerate() {
        for stone in 0..stones {
            // The number of ways to put other stones on the predecessors; the digits of a number stand for one way.
            let ways = (stones - 1).pow(predecessors.len() as u32);
            for mut way in 0..ways {
                let mut clause: Vec<Lit> = Vec::new();
                let mut seen: Vec<usize> = Vec::new();
                for &predecessor in predecessors {
                    let digit = way % (stones - 1);
                    way /= stones - 1;
                    let other = digit + usize::from(digit >= stone);
                    clause.push(!lies.block.at([predecessor, other]));
                    if !seen.contains(&other) {
                        seen.push(other);
                    }
                }
                clause.push(!lies.block.at([vertex, stone]));
                clause.extend(seen.iter().map(|&other| !red.at([other])));
                clause.push(red.at([stone]));
                to.add(clause)?;
            }
        }
        if sinks[vertex] {
            (0..stones).try_for_each(|stone| to.add([!lies.block.at([vertex, stone]), !red.at([stone])]))?;
        }
    }
    Ok(Answer::Unsatisfiable)
}

fn cpls(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (levels, nodes, colors) = (values.number("levels"), values.number("nodes"), values.number("colors"));
    for (name, number) in [("nodes", nodes), ("colors", colors)] {
        if !number.is_power_of_two() {
            return Err(FamilyError::Impossible(format!("'{name}' is {number}: expected a power of two")));
        }
    }
    let has = to.block("G", [levels, nodes, colors])?;
    let next: Result<Vec<BinaryMapping>> =
        (0..levels).map(|level| BinaryMapping::new(to, &format!("f_{}", level + 1), nodes, nodes)).collect();
    let next = next?;
    let last = BinaryMapping::new(to, "u", nodes, colors)?;
    (0..colors).try_for_each(|color| to.add([!has.at([0, 0, color])]))?;
    for (level, next) in next.iter().enumerate().take(levels - 1) {
        for (node, target) in (0..nodes).flat_map(|node| (0..nodes).map(move |target| (node, target))) {
            for color in 0..colors {
                let moves = [!has.at([level + 1, target, color]), has.at([level, node, color])];
                to.add(next.block.differs(node, target).chain(moves))?;
            }
        }
    }
    for (node, color) in (0..nodes).flat_map(|node| (0..colors).map(move |color| (node, color))) {
        to.add(last.block.differs(node, color).chain([has.at([levels - 1, node, color])]))?;
    }
    Ok(Answer::Unsatisfiable)
}
