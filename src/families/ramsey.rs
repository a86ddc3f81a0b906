//! Ramsey theory: structures that every large enough colouring has. Known numbers are in the table of each family.

use super::clauses::Clauses;
use super::error::Result;
use super::graph::pairs;
use super::mappings::{Mapping, Pairs};
use super::params::{Kind, Param, Values};
use super::{Answer, Family};
use crate::encode::cardinality::{binomial_clauses, try_for_each_subset};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "ramsey",
        about: "A graph has neither an independent set of one size nor a clique of another",
        source: "Ramsey 1930; numbers: Radziszowski, Small Ramsey Numbers, Electronic J. Combinatorics, DS1",
        answer: "satisfiable exactly if the vertices are fewer than the Ramsey number, where that is known",
        params: &[
            Param::place("independent", "Vertices of the independent set", Kind::Number(2, 100, None)),
            Param::place("clique", "Vertices of the clique", Kind::Number(2, 100, None)),
            Param::place("vertices", "Vertices of the graph", Kind::Number(1, 10_000, None)),
        ],
        example: "3 4 9",
        cnfgen: "ram",
        build: ramsey,
    },
    Family {
        name: "vdw",
        about: "Van der Waerden: colour 1 to n without long arithmetic progressions",
        source: "van der Waerden 1927; numbers: Ahmed, Kullmann, Snevily, Discrete Applied Mathematics 2014",
        answer: "satisfiable exactly if n is below the van der Waerden number, where that is known",
        params: &[
            Param::place("length", "Numbers to colour", Kind::Number(1, 100_000, None)),
            Param::place("progressions", "Length of the forbidden progressions, by colours", Kind::List(2, 1000)),
        ],
        example: "17 3,4",
        cnfgen: "vdw N K1 K2 ...",
        build: van_der_waerden,
    },
    Family {
        name: "ptn",
        about: "Pythagorean triples: colour 1 to n with two colours, no triple in one",
        source: "Heule, Kullmann, Marek, SAT 2016",
        answer: "satisfiable exactly if n is at most 7824",
        params: &[Param::place("length", "Numbers to colour", Kind::Number(1, 10_000_000, None))],
        example: "100",
        cnfgen: "ptn",
        build: pythagorean,
    },
    Family {
        name: "schur",
        about: "Schur: colour 1 to n so that no colour has two numbers and their sum",
        source: "Schur 1916; five colours: Heule, AAAI 2018",
        answer: "satisfiable exactly if n is at most the Schur number, known up to five colours",
        params: &[
            Param::place("length", "Numbers to colour", Kind::Number(1, 50_000, None)),
            Param::place("colors", "Colours", Kind::Number(1, 100, None)),
        ],
        example: "14 3",
        cnfgen: "",
        build: schur,
    },
    Family {
        name: "cliquecoloring",
        about: "A graph has a clique of k vertices and a colouring with c colours",
        source: "Krajíček, JSL 1997; Pudlák, JSL 1997",
        answer: "satisfiable exactly if k is at most c and at most the number of vertices",
        params: &[
            Param::place("vertices", "Vertices", Kind::Number(1, 10_000, None)),
            Param::place("clique", "Vertices of the clique", Kind::Number(1, 1000, None)),
            Param::place("colors", "Colours", Kind::Number(1, 1000, None)),
        ],
        example: "5 4 3",
        cnfgen: "cliquecoloring",
        build: clique_coloring,
    },
];

/// Ramsey numbers of a smaller and a larger size.
const RAMSEY: &[(usize, usize, usize)] =
    &[(3, 3, 6), (3, 4, 9), (3, 5, 14), (3, 6, 18), (3, 7, 23), (3, 8, 28), (3, 9, 36), (4, 4, 18), (4, 5, 25)];

/// Van der Waerden numbers of ascending lengths.
const WAERDEN: &[(&[u64], usize)] = &[
    (&[3, 3], 9),
    (&[3, 4], 18),
    (&[3, 5], 22),
    (&[3, 6], 32),
    (&[3, 7], 46),
    (&[3, 8], 58),
    (&[3, 9], 77),
    (&[3, 10], 97),
    (&[4, 4], 35),
    (&[4, 5], 55),
    (&[4, 6], 73),
    (&[5, 5], 178),
    (&[3, 3, 3], 27),
    (&[3, 3, 4], 51),
    (&[3, 3, 5], 80),
    (&[3, 4, 4], 89),
    (&[4, 4, 4], 293),
    (&[3, 3, 3, 3], 76),
];

/// Schur numbers for one colour and more.
const SCHUR: [usize; 5] = [1, 4, 13, 44, 160];

/// The answer for a formula of this size, which is satisfiable exactly below `number`, if that is known.
fn below(size: usize, number: Option<usize>) -> Answer {
    number.map_or(Answer::Unknown, |number| Answer::satisfiable_if(size < number))
}

fn ramsey(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (independent, clique, n) = (values.number("independent"), values.number("clique"), values.number("vertices"));
    let edge = Pairs::new(to, "e", n)?;
    for (size, positive) in [(independent, true), (clique, false)] {
        to.room(binomial_clauses(n, size), size * (size - 1) / 2)?;
        try_for_each_subset(n, size, |set| {
            to.add(pairs(size).map(|(a, b)| {
                let lit = edge.at(set[a], set[b]);
                if positive { lit } else { !lit }
            }))
        })?;
    }
    let (low, high) = (independent.min(clique), independent.max(clique));
    let known = RAMSEY.iter().find(|row| (row.0, row.1) == (low, high)).map(|row| row.2);
    Ok(below(n, if low == 2 { Some(high) } else { known }))
}

/// Calls `visit` with the first number, from 0, and the difference of every arithmetic progression below `n`.
fn progressions(n: usize, length: usize, mut visit: impl FnMut(usize, usize) -> Result<()>) -> Result<()> {
    for step in 1..=(n - 1) / (length - 1) {
        (0..n - step * (length - 1)).try_for_each(|first| visit(first, step))?;
    }
    Ok(())
}

fn van_der_waerden(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (n, lengths) = (values.number("length"), values.list("progressions"));
    if lengths.len() == 2 {
        let x = to.block("x", [n])?;
        for (&length, positive) in lengths.iter().zip([true, false]) {
            progressions(n, length as usize, |first, step| {
                to.add((0..length as usize).map(|place| {
                    let lit = x.at([first + place * step]);
                    if positive { lit } else { !lit }
                }))
            })?;
        }
    } else {
        let x = to.block("x", [n, lengths.len()])?;
        (0..n).try_for_each(|number| to.exactly(1, lengths.len(), |color| x.at([number, color])))?;
        for (color, &length) in lengths.iter().enumerate() {
            progressions(n, length as usize, |first, step| {
                to.add((0..length as usize).map(|place| !x.at([first + place * step, color])))
            })?;
        }
    }
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let known = WAERDEN.iter().find(|row| row.0 == sorted).map(|row| row.1);
    Ok(below(n, if let [length] = sorted[..] { Some(length as usize) } else { known }))
}

fn pythagorean(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let n = values.number("length");
    let v = to.block("v", [n])?;
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // Euclid: the primitive triples are a² - b², 2ab, a² + b² for coprime a > b of different parity.
    for a in (2..).take_while(|a| a * a < n) {
        for b in (1..a).filter(|b| (a - b) % 2 == 1 && gcd(a, *b) == 1).take_while(|b| a * a + b * b <= n) {
            for times in 1..=n / (a * a + b * b) {
                let triple = [a * a - b * b, 2 * a * b, a * a + b * b].map(|side| v.at([side * times - 1]));
                to.add(triple)?;
                to.add(triple.map(|lit| !lit))?;
            }
        }
    }
    Ok(Answer::satisfiable_if(n <= 7824))
}

fn schur(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (n, colors) = (values.number("length"), values.number("colors"));
    let colored = Mapping::new(to, "x", n, colors)?;
    colored.complete(to)?;
    colored.functional(to)?;
    for a in 1..=n / 2 {
        for b in a..=n - a {
            for color in 0..colors {
                let at = |number: usize| !colored.block.at([number - 1, color]);
                match a == b {
                    true => to.add([at(a), at(a + b)])?,
                    false => to.add([at(a), at(b), at(a + b)])?,
                }
            }
        }
    }
    Ok(below(n, SCHUR.get(colors - 1).map(|most| most + 1)))
}

fn clique_coloring(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (n, clique, colors) = (values.number("vertices"), values.number("clique"), values.number("colors"));
    let edge = Pairs::new(to, "e", n)?;
    let member = Mapping::new(to, "q", clique, n)?;
    let colored = Mapping::new(to, "r", n, colors)?;
    member.complete(to)?;
    member.functional(to)?;
    member.injective(to, 1)?;
    for (u, v) in pairs(n) {
        for (i, j) in pairs(clique) {
            let q = member.block;
            to.add([edge.at(u, v), !q.at([i, u]), !q.at([j, v])])?;
            to.add([edge.at(u, v), !q.at([i, v]), !q.at([j, u])])?;
        }
    }
    colored.complete(to)?;
    colored.functional(to)?;
    for (u, v) in pairs(n) {
        let r = colored.block;
        (0..colors).try_for_each(|color| to.add([!edge.at(u, v), !r.at([u, color]), !r.at([v, color])]))?;
    }
    Ok(Answer::satisfiable_if(clique <= colors && clique <= n))
}
