//! Why a board has no solution, or why a cell is a trap or a gem: the numbers and the total are assumptions.

use super::Board;
use super::encode::{Numbering, Switched};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::reason::Oracle;
use crate::reason::core::{Why, why};

/// A clue of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// The number in this cell.
    Number(usize),
    /// The number of traps on the whole board.
    Total,
}

/// Why the board has no solution or, where it has one, why `cell` (an unknown cell, by its index) is a trap or a gem; a
/// positive literal is a trap. Numbers near the cell are preferred. The oracle holds the clauses of `switched`.
///
/// # Errors
/// The limit that ran out before it was known which of these is the case.
pub fn explain(
    board: &Board,
    switched: &Switched,
    cell: Option<usize>,
    oracle: &mut dyn Oracle,
    limits: &Limits,
) -> Result<Why<Clue>, Stop> {
    let mut numbers = switched.numbers.clone();
    let mut about = Vec::new();
    if let Some(cell) = cell {
        about = Numbering::Unknown.variables(board)[cell].iter().flat_map(|var| [var.pos(), var.neg()]).collect();
        let (row, column) = board.place(cell);
        numbers.sort_by_key(|&(at, _)| {
            let (r, c) = board.place(at);
            (r.abs_diff(row).max(c.abs_diff(column)), at)
        });
    }
    let switches: Vec<Lit> = numbers.iter().map(|&(_, switch)| switch).chain(switched.total).collect();
    let why = why(oracle, &switches, &about, limits)?;
    // Listed in row order.
    let numbers = switched.numbers.iter().map(|&(at, switch)| (switch, Clue::Number(at)));
    Ok(why.named(numbers.chain(switched.total.map(|switch| (switch, Clue::Total)))))
}

#[cfg(test)]
mod tests {
    use super::super::GemsReadOptions;
    use super::super::encode::encode_switched;
    use super::*;
    use crate::reason::Incremental;

    #[test]
    fn clues_are_named() {
        let ask = |text: &str, total: Option<usize>, cell: Option<usize>| {
            let board = Board::parse(text, GemsReadOptions::default()).expect("a board").puzzle;
            let switched = encode_switched(&board, total).expect("small");
            let mut oracle = Incremental::new(&switched.encoding.formula);
            explain(&board, &switched, cell, &mut oracle, &Limits::none()).expect("no limit")
        };
        let clues = |why: &Why<Clue>| match why {
            Why::Forced(_, core) | Why::Contradiction(core) => core.members.clone(),
            _ => Vec::new(),
        };
        let forced = ask("1 _ 1\n", None, Some(1));
        assert!(matches!(&forced, Why::Forced(lit, _) if lit.is_positive()), "{forced:?}");
        assert_eq!(clues(&forced).len(), 1);
        let contradiction = ask("_ 1 _\n", Some(2), None);
        assert_eq!(clues(&contradiction), [Clue::Number(1), Clue::Total]);
        assert!(matches!(ask("_ 1 _\n", None, Some(0)), Why::Open(_)));
        assert_eq!(ask("_ 1 _\n", None, None), Why::Consistent);
    }
}
