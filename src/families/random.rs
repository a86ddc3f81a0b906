//! Random formulas.

use super::clauses::Clauses;
use super::error::{FamilyError, Result};
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::{Lit, Var};
use crate::encode::random::RandomSat;
use crate::util::rng::Rng;

const VARS: u64 = Var::MAX_COUNT as u64;
const PLANTED: Param = Param::option("planted", "Make a hidden assignment satisfy every clause", Kind::Flag);

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "ksat",
        about: "Uniform random clauses of k distinct variables with fair signs",
        source: "Mitchell, Selman, Levesque, AAAI 1992; planted: Krivelevich, Vilenchik, SODA 2006",
        answer: "satisfiable when planted, otherwise unknown",
        params: &[
            Param::option("width", "Literals in a clause", Kind::Number(1, VARS, Some(3))).short('k'),
            Param::option("vars", "Variables", Kind::Number(1, VARS, Some(200))).short('n'),
            Param::option("clauses", "Clauses", Kind::Number(0, u32::MAX as u64, None)).short('m'),
            Param::option("ratio", "Clauses per variable, instead of --clauses", Kind::Ratio),
            PLANTED,
            SEED,
        ],
        example: "-n 200 --ratio 4.26 --seed 1",
        cnfgen: "randkcnf k n m (which repeats no clause)",
        build: ksat,
    },
    Family {
        name: "kxor",
        about: "Uniform random parity constraints on k distinct variables",
        source: "Creignou, Daudé, Discrete Applied Mathematics 1999",
        answer: "satisfiable when planted, otherwise unknown",
        params: &[
            Param::place("width", "Variables in a constraint", Kind::Number(1, 30, None)),
            Param::place("vars", "Variables", Kind::Number(1, VARS, None)),
            Param::place("constraints", "Constraints", Kind::Number(0, u32::MAX as u64, None)),
            PLANTED,
            SEED,
        ],
        example: "3 60 55 --seed 4",
        cnfgen: "randkxor k n m (which repeats no constraint)",
        build: kxor,
    },
];

fn ksat(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let vars = values.number("vars");
    let clauses = match (values.optional("clauses"), values.ratio("ratio")) {
        (Some(clauses), None) => clauses,
        (None, Some(ratio)) => (vars as f64 * ratio).round() as u64,
        _ => return Err(FamilyError::Impossible("either --clauses or --ratio is needed, and not both".into())),
    };
    let planted = values.flag("planted");
    let sat = RandomSat { num_vars: vars, num_clauses: clauses, width: values.number("width"), planted };
    to.room(clauses, values.number("width"))?;
    to.nameless(vars as u64)?;
    sat.draw_each(values.seed(), |clause| to.add(clause.iter().copied()))?;
    Ok(if planted { Answer::Satisfiable } else { Answer::Unknown })
}

fn kxor(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (width, vars, count) = (values.number("width"), values.number("vars"), values.number("constraints"));
    if width > vars {
        return Err(FamilyError::Impossible(format!("{width} distinct variables of {vars}")));
    }
    to.room((count as u64).saturating_mul(1 << (width - 1)), width)?;
    let first = to.nameless(vars as u64)?;
    let planted = values.flag("planted");
    let mut rng = Rng::new(values.seed());
    let hidden: Vec<bool> = if planted { (0..vars).map(|_| rng.coin()).collect() } else { Vec::new() };
    for _ in 0..count {
        let mut chosen: Vec<usize> = Vec::with_capacity(width);
        while chosen.len() < width {
            let var = rng.index(vars);
            if !chosen.contains(&var) {
                chosen.push(var);
            }
        }
        let odd = if planted { chosen.iter().filter(|&&var| hidden[var]).count() % 2 == 1 } else { rng.coin() };
        let lits: Vec<Lit> = chosen.iter().map(|&var| Var::new(first + var).pos()).collect();
        to.parity(&lits, odd)?;
    }
    Ok(if planted { Answer::Satisfiable } else { Answer::Unknown })
}
