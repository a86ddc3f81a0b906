//! Latin squares as clauses.
//!
//! A variable for each cell and value. Each cell holds one value, and each row and each column holds every value once.
//! There is a clause for each pair of literals of which at most one may be true.

use super::Square;
use crate::cnf::{Assignment, Lit, Var};
use crate::encode::cardinality::AtMostOne;
use crate::encode::vars::{EncodeError, Encoding};
use crate::puzzle::latin::MAX_SIZE;

/// The literal that says that a cell holds a value.
pub fn literal(square: &Square, cell: usize, value: usize) -> Lit {
    debug_assert!(cell < square.cells.len() && value < square.size);
    Var::new((cell * square.size + value) as u32).pos()
}

/// The square as a model fills it.
pub fn fill(square: &Square, model: &Assignment) -> Square {
    let value = |cell: usize| (0..square.size).find(|&value| model.is_true(literal(square, cell, value)));
    square.filled((0..square.cells.len()).map(|cell| value(cell).unwrap_or(0) as u8))
}

/// The square as a formula whose models are its solutions.
///
/// # Errors
/// When the formula would be too large.
pub fn encode(square: &Square) -> Result<Encoding, EncodeError> {
    let mut encoding = rules(square)?;
    for (cell, value) in givens(square) {
        encoding.formula.add_clause([literal(square, cell, value)]);
    }
    encoding.notes.push(format!("latin {}", square.to_line()));
    Ok(encoding)
}

/// A square whose givens can be switched on, for explanations.
#[derive(Clone, Debug)]
pub struct Switched {
    /// The formula; a given binds only while its switch is true.
    pub encoding: Encoding,
    /// Each given cell and its switch.
    pub givens: Vec<(usize, Lit)>,
}

/// The square as a formula in which every given can be switched on by a literal.
///
/// # Errors
/// When the formula would be too large.
pub fn encode_switched(square: &Square) -> Result<Switched, EncodeError> {
    let mut encoding = rules(square)?;
    let mut switched = Vec::new();
    for (cell, value) in givens(square) {
        let switch = encoding.formula.new_var().pos();
        encoding.formula.add_clause([!switch, literal(square, cell, value)]);
        switched.push((cell, switch));
    }
    Ok(Switched { encoding, givens: switched })
}

fn givens(square: &Square) -> impl Iterator<Item = (usize, usize)> + '_ {
    square.cells.iter().enumerate().filter_map(|(cell, value)| Some((cell, usize::from((*value)?))))
}

/// Everything but givens.
fn rules(square: &Square) -> Result<Encoding, EncodeError> {
    if square.size > MAX_SIZE {
        return Err(EncodeError::TooLarge);
    }
    let cells = 0..square.cells.len();
    let values = 0..square.size;
    let mut names = Vec::with_capacity(cells.len() * values.len());
    for cell in cells.clone() {
        let (row, column) = square.place(cell);
        names.extend(values.clone().map(|value| format!("R{}C{}_{}", row + 1, column + 1, value + 1)));
    }
    let mut encoding = Encoding::with_names(names);
    for cell in cells {
        let lits: Vec<Lit> = values.clone().map(|value| literal(square, cell, value)).collect();
        AtMostOne::Pairwise.exactly(&mut encoding.formula, &lits);
    }
    for line in square.lines() {
        for value in values.clone() {
            let lits: Vec<Lit> = line.iter().map(|&cell| literal(square, cell, value)).collect();
            AtMostOne::Pairwise.exactly(&mut encoding.formula, &lits);
        }
    }
    Ok(encoding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::reason::Incremental;
    use crate::reason::enumerate::count;

    #[test]
    fn models_are_the_solutions() {
        for text in ["_ _ _\n_ _ _\n_ _ _", "1 _ _ _\n_ 2 _ _\n_ _ _ _\n_ _ _ 4", "1 _ _\n_ 1 _\n_ _ 2", "1 2\n1 2"] {
            let square = Square::parse(text).expect("a square");
            let expected = square.solutions(usize::MAX, &Limits::none()).expect("no limit").len() as u64;
            let encoding = encode(&square).expect("small");
            let vars: Vec<Var> = encoding.puzzle_vars().collect();
            let mut oracle = Incremental::new(&encoding.formula);
            assert_eq!(count(&mut oracle, &vars, None, &Limits::none()).models, expected, "{text}");
        }
    }
}
