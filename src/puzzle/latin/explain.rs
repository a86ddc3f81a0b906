//! Why a square has no solution, or why a cell holds its number: givens as assumptions.

use super::Square;
use super::encode::{Switched, literal};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::reason::Oracle;
use crate::reason::core::{Why, why};

/// Why the square has no solution or, where it has one, why `cell` holds its value; [`value`] reads it off the literal.
/// The members of a core are given cells. The oracle holds the clauses of `switched`.
///
/// # Errors
/// The limit that ran out before it was known which of these is the case.
pub fn explain(
    square: &Square,
    switched: &Switched,
    cell: Option<usize>,
    oracle: &mut dyn Oracle,
    limits: &Limits,
) -> Result<Why<usize>, Stop> {
    let switches: Vec<Lit> = switched.givens.iter().map(|&(_, switch)| switch).collect();
    let values = |cell: usize| (0..square.size).map(move |value| literal(square, cell, value));
    let about: Vec<Lit> = cell.into_iter().flat_map(values).collect();
    let why = why(oracle, &switches, &about, limits)?;
    Ok(why.named(switched.givens.iter().map(|&(cell, switch)| (switch, cell))))
}

/// The value that a literal of [`explain`] speaks of, from 0.
pub fn value(square: &Square, lit: Lit) -> usize {
    lit.var().index() % square.size
}

#[cfg(test)]
mod tests {
    use super::super::encode::encode_switched;
    use super::*;
    use crate::reason::Incremental;

    fn asked(text: &str, cell: Option<usize>) -> Why<usize> {
        let square = Square::parse(text).expect("a square");
        let switched = encode_switched(&square).expect("small");
        let mut oracle = Incremental::new(&switched.encoding.formula);
        explain(&square, &switched, cell, &mut oracle, &Limits::none()).expect("no limit")
    }

    #[test]
    fn cores_are_the_givens_that_matter() {
        let Why::Contradiction(core) = asked("1 _ 1\n_ _ _\n_ 2 _", None) else { panic!("two ones in a row") };
        assert_eq!(core.members, [0, 2]);
        let Why::Forced(_, core) = asked("1 2 _\n_ _ _\n_ _ _", Some(2)) else { panic!("a full row") };
        assert_eq!(core.members, [0, 1]);
        assert!(matches!(asked("1 _ _\n_ _ _\n_ _ _", Some(1)), Why::Open(_)));
    }
}
