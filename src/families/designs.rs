//! Designs and sequences: Langford pairs, Latin squares, triple systems, golfers.

use super::clauses::Clauses;
use super::error::{FamilyError, Result};
use super::graph::pairs;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::Lit;
use crate::encode::cardinality::{binomial_clauses, try_for_each_subset};
use crate::util::rng::Rng;

const ORDER: Kind = Kind::Number(1, 10_000, None);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "langford",
        about: "Langford pairs: between the two copies of k there are k numbers",
        source: "Langford, Mathematical Gazette 1958; Knuth, TAOCP 4 fascicle 6, 2015",
        answer: "satisfiable exactly if the pairs are 0 or 3 modulo 4",
        params: &[Param::place("pairs", "Pairs", ORDER)],
        example: "8",
        cnfgen: "",
        build: langford,
    },
    Family {
        name: "quasigroup",
        about: "A Latin square with holes is completed",
        source: "Gomes, Selman, AAAI 1997; with holes: Achlioptas, Gomes, Kautz, Selman, AAAI 2000",
        answer: "satisfiable",
        params: &[
            Param::place("order", "Rows", Kind::Number(1, 1000, None)),
            Param::place("holes", "Open cells", Kind::Number(0, 1_000_000, None)),
            SEED,
        ],
        example: "20 160 --seed 7",
        cnfgen: "",
        build: quasigroup,
    },
    Family {
        name: "mols",
        about: "Two orthogonal Latin squares: every pair of symbols stands in one cell",
        source: "Tarry 1900; Bose, Shrikhande, Parker, Canadian J. Mathematics 1960",
        answer: "satisfiable except for the orders 2 and 6",
        params: &[Param::place("order", "Rows", Kind::Number(1, 1000, None))],
        example: "4",
        cnfgen: "",
        build: orthogonal,
    },
    Family {
        name: "steiner",
        about: "A Steiner triple system: every pair of points is in exactly one triple",
        source: "Kirkman 1847",
        answer: "satisfiable exactly if the points are 1 or 3 modulo 6",
        params: &[Param::place("points", "Points", Kind::Number(3, 10_000, None))],
        example: "9",
        cnfgen: "",
        build: steiner,
    },
    Family {
        name: "golfers",
        about: "Social golfers: groups of one size, week after week, and no two players meet twice",
        source: "Harvey, CSPLib problem 010; Gent, Lynce, Modelling and Solving Problems with Constraints 2005",
        answer: "unsatisfiable when the weeks are too many for the partners, satisfiable for one week, otherwise unknown",
        params: &[
            Param::place("groups", "Groups", Kind::Number(1, 100, None)),
            Param::place("size", "Players of a group", Kind::Number(1, 100, None)),
            Param::place("weeks", "Weeks", Kind::Number(1, 1000, None)),
        ],
        example: "3 3 3",
        cnfgen: "",
        build: golfers,
    },
];

fn langford(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("pairs");
    let mut of_place: Vec<Vec<Lit>> = vec![Vec::new(); 2 * n];
    to.room(binomial_clauses(n, 2).saturating_mul(3), 1)?;
    for number in 1..=n {
        let starts = (2 * n).saturating_sub(number + 1);
        let mut choices = Vec::with_capacity(starts);
        for start in 0..starts {
            let lit = to.var(format_args!("d_{number}_{}", start + 1))?;
            choices.push(lit);
            of_place[start].push(lit);
            of_place[start + number + 1].push(lit);
        }
        to.exactly(1, choices.len(), |choice| choices[choice])?;
    }
    of_place.iter().try_for_each(|lits| to.exactly(1, lits.len(), |place| lits[place]))?;
    Ok(Answer::satisfiable_if(matches!(n % 4, 0 | 3)))
}

/// Adds that a block of rows, columns and symbols is a Latin square.
fn latin(to: &mut Clauses<'_>, label: &str, n: usize) -> Result<super::Block<3>> {
    let x = to.block(label, [n, n, n])?;
    for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
        to.exactly(1, n, |symbol| x.at([a, b, symbol]))?;
        to.exactly(1, n, |column| x.at([a, column, b]))?;
        to.exactly(1, n, |row| x.at([row, a, b]))?;
    }
    Ok(x)
}

fn quasigroup(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (n, holes) = (values.number("order"), values.number("holes"));
    if holes > n * n {
        return Err(FamilyError::Impossible(format!("'holes' is {holes}: expected at most the {} cells", n * n)));
    }
    let x = latin(to, "x", n)?;
    let mut rng = Rng::new(values.seed());
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut order);
        order
    };
    // The square is addition modulo n, with its rows, columns and symbols shuffled.
    let (rows, columns, symbols) = (shuffled(), shuffled(), shuffled());
    let mut cells: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[holes..] {
        let (row, column) = (cell / n, cell % n);
        to.add([x.at([row, column, symbols[(rows[row] + columns[column]) % n]])])?;
    }
    Ok(Answer::Satisfiable)
}

fn orthogonal(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("order");
    let (a, b) = (latin(to, "a", n)?, latin(to, "b", n)?);
    for (first, second) in pairs(n * n) {
        let [one, two] = [first, second].map(|cell| (cell / n, cell % n));
        if one.0 == two.0 || one.1 == two.1 {
            continue;
        }
        for (k, l) in (0..n).flat_map(|k| (0..n).map(move |l| (k, l))) {
            let (first, second) = (
                [a.at([one.0, one.1, k]), b.at([one.0, one.1, l])],
                [a.at([two.0, two.1, k]), b.at([two.0, two.1, l])],
            );
            to.add(first.into_iter().chain(second).map(|lit| !lit))?;
        }
    }
    Ok(Answer::satisfiable_if(n != 2 && n != 6))
}

fn steiner(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("points");
    to.room(binomial_clauses(n, 3), 3)?;
    let mut of_pair: Vec<Vec<Lit>> = vec![Vec::new(); n * n];
    try_for_each_subset(n, 3, |triple| {
        let lit = to.var(format_args!("t_{}_{}_{}", triple[0] + 1, triple[1] + 1, triple[2] + 1))?;
        pairs(3).for_each(|(a, b)| of_pair[triple[a] * n + triple[b]].push(lit));
        Ok::<(), FamilyError>(())
    })?;
    for (u, v) in pairs(n) {
        let triples = &of_pair[u * n + v];
        to.exactly(1, triples.len(), |place| triples[place])?;
    }
    Ok(Answer::satisfiable_if(matches!(n % 6, 1 | 3)))
}

fn golfers(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (groups, size, weeks) = (values.number("groups"), values.number("size"), values.number("weeks"));
    let players = groups * size;
    // Each week maps the players one-to-one to places, of which those of a group are next to each other.
    let place = to.block("p", [weeks, players, players])?;
    let plays = to.block("g", [weeks, players, groups])?;
    for week in 0..weeks {
        for one in 0..players {
            to.exactly(1, players, |other| place.at([week, one, other]))?;
            to.exactly(1, players, |other| place.at([week, other, one]))?;
            for group in 0..groups {
                let places = (group * size..(group + 1) * size).map(|other| place.at([week, one, other]));
                let member = plays.at([week, one, group]);
                places.clone().try_for_each(|place| to.add([!place, member]))?;
                to.add([!member].into_iter().chain(places))?;
            }
        }
    }
    for (first, second) in pairs(weeks) {
        for (a, b) in pairs(players) {
            for (g, h) in (0..groups).flat_map(|g| (0..groups).map(move |h| (g, h))) {
                let meet = |week, group| [!plays.at([week, a, group]), !plays.at([week, b, group])];
                to.add(meet(first, g).into_iter().chain(meet(second, h)))?;
            }
        }
    }
    // Each week a player meets size - 1 new partners, and the members of a group must be in different groups the week
    // after.
    let partners = weeks * (size - 1) > players - 1;
    let spread = weeks > 1 && size > groups;
    if weeks == 1 || size == 1 {
        return Ok(Answer::Satisfiable);
    }
    Ok(Answer::unsatisfiable_if(partners || spread))
}
