//! Pigeons and holes.

use super::clauses::Clauses;
use super::error::Result;
use super::mappings::{BinaryMapping, Mapping};
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::Lit;
use crate::encode::cardinality::try_for_each_subset;

const COUNT: Kind = Kind::Number(1, 100_000_000, None);
const PIGEONS: Param = Param::place("pigeons", "Pigeons", COUNT);
const HOLES: Param = Param::place("holes", "Holes", COUNT);
const FUNCTIONAL: Param = Param::option("functional", "No pigeon sits in two holes", Kind::Flag);
const ONTO: Param = Param::option("onto", "No hole is free", Kind::Flag);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "php",
        about: "Pigeonhole principle: every pigeon has a hole, no two share one",
        source: "Cook, Reckhow, JSL 1979; Haken, TCS 1985; several to a hole: Biere, SAT Competition 2013 (tph)",
        answer: "unsatisfiable when there are more pigeons than places, or too few for the holes that must be taken",
        params: &[
            PIGEONS,
            HOLES,
            FUNCTIONAL,
            ONTO,
            Param::option("nearly-onto", "At most one hole is free", Kind::Flag),
            Param::option("capacity", "Pigeons that a hole can take", Kind::Number(1, 1000, Some(1))),
        ],
        example: "6 5 --functional",
        cnfgen: "php [--functional] [--onto] (capacity 1)",
        build: php,
    },
    Family {
        name: "bphp",
        about: "Binary pigeonhole principle: the hole of a pigeon as a binary number",
        source: "Hrubeš, Pudlák, FOCS 2017; Dantchev, Galesi, Martin, CCC 2019",
        answer: "unsatisfiable when there are more pigeons than holes",
        params: &[PIGEONS, HOLES],
        example: "5 4",
        cnfgen: "bphp",
        build: bphp,
    },
    Family {
        name: "rphp",
        about: "Relativized pigeonhole principle: pigeons rest at a place before they take a hole",
        source: "Atserias, Lauria, Nordström, TOCL 2016",
        answer: "unsatisfiable when there are more pigeons than resting places or than holes",
        params: &[PIGEONS, Param::place("places", "Resting places", COUNT), HOLES],
        example: "3 4 2",
        cnfgen: "rphp",
        build: rphp,
    },
    Family {
        name: "gphp",
        about: "Graph pigeonhole principle: a pigeon has only the holes that are its neighbours",
        source: "Ben-Sasson, Wigderson, JACM 2001",
        answer: "unsatisfiable when there are more pigeons than holes, otherwise unknown",
        params: &[
            Param::place("graph", "Pigeons on the left, holes on the right", Kind::Bipartite),
            FUNCTIONAL,
            ONTO,
            SEED,
        ],
        example: "random:9,8,3 --seed 2",
        cnfgen: "php GRAPH [--functional] [--onto]",
        build: gphp,
    },
];

fn php(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (pigeons, holes, capacity) = (values.number("pigeons"), values.number("holes"), values.number("capacity"));
    let (functional, onto, nearly) = (values.flag("functional"), values.flag("onto"), values.flag("nearly-onto"));
    let sits = Mapping::new(to, "p", pigeons, holes)?;
    sits.complete(to)?;
    if onto {
        sits.surjective(to)?;
    }
    if nearly {
        try_for_each_subset(holes, 2, |pair| {
            to.add(pair.iter().flat_map(|&hole| (0..pigeons).map(move |pigeon| sits.block.at([pigeon, hole]))))
        })?;
    }
    sits.injective(to, capacity)?;
    if functional {
        sits.functional(to)?;
    }
    // Unless the mapping is functional, one pigeon may take every hole that is left.
    let taken = if !functional {
        0
    } else if onto {
        holes
    } else if nearly {
        holes - 1
    } else {
        0
    };
    Ok(Answer::satisfiable_if(taken <= pigeons && pigeons <= holes.saturating_mul(capacity)))
}

fn bphp(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (pigeons, holes) = (values.number("pigeons"), values.number("holes"));
    let sits = BinaryMapping::new(to, "p", pigeons, holes)?;
    sits.complete(to)?;
    sits.injective(to)?;
    Ok(Answer::satisfiable_if(pigeons <= holes))
}

fn rphp(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (pigeons, places, holes) = (values.number("pigeons"), values.number("places"), values.number("holes"));
    let rests = Mapping::new(to, "p", pigeons, places)?;
    let flies = Mapping::new(to, "q", places, holes)?;
    let used = to.block("r", [places])?;
    rests.complete(to)?;
    rests.injective(to, 1)?;
    for place in 0..places {
        (0..pigeons).try_for_each(|pigeon| to.add([!rests.block.at([pigeon, place]), used.at([place])]))?;
    }
    for place in 0..places {
        to.add([!used.at([place])].into_iter().chain((0..holes).map(|hole| flies.block.at([place, hole]))))?;
    }
    for hole in 0..holes {
        try_for_each_subset(places, 2, |pair| {
            let lits = [used.at([pair[0]]), used.at([pair[1]])];
            to.add(lits.into_iter().chain(pair.iter().map(|&place| flies.block.at([place, hole]))).map(|lit| !lit))
        })?;
    }
    Ok(Answer::satisfiable_if(pigeons <= places && pigeons <= holes))
}

fn gphp(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let graph = values.bipartite();
    let mut of_pigeon: Vec<Vec<Lit>> = vec![Vec::new(); graph.rows.len()];
    let mut of_hole: Vec<Vec<Lit>> = vec![Vec::new(); graph.right];
    for (pigeon, hole) in graph.edges() {
        let lit = to.var(format_args!("p_{}_{}", pigeon + 1, hole + 1))?;
        of_pigeon[pigeon].push(lit);
        of_hole[hole].push(lit);
    }
    of_pigeon.iter().try_for_each(|lits| to.add(lits.iter().copied()))?;
    if values.flag("onto") {
        of_hole.iter().try_for_each(|lits| to.add(lits.iter().copied()))?;
    }
    of_hole.iter().try_for_each(|lits| to.at_most(1, lits.len(), |place| lits[place]))?;
    if values.flag("functional") {
        of_pigeon.iter().try_for_each(|lits| to.at_most(1, lits.len(), |place| lits[place]))?;
    }
    Ok(Answer::unsatisfiable_if(graph.rows.len() > graph.right))
}
