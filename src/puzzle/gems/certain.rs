//! What all fillings of a board share: certain traps and certain gems.

use super::count::{Certainty, Counts};
use super::encode::Numbering;
use super::{Board, Cell};
use crate::cnf::{Formula, Var};
use crate::limits::{Limits, Stop};
use crate::reason::Incremental;
use crate::reason::backbone::backbone;

/// The board with its certain cells filled, from its counts.
pub fn counted(board: &Board, counts: &Counts) -> Board {
    let mut certain = board.clone();
    for (number, &cell) in counts.cells.iter().enumerate() {
        match counts.certainty(number) {
            Certainty::Trap => certain.cells[cell] = Cell::Trap,
            Certainty::Gem => certain.cells[cell] = Cell::Gem,
            Certainty::Open => {}
        }
    }
    certain
}

/// The board with its certain cells filled, by asking a solver about each unknown cell; `None` when there is no
/// filling. The formula is the board's with [`Numbering::Unknown`].
///
/// # Errors
/// The limit that ran out.
pub fn asked(board: &Board, formula: &Formula, limits: &Limits) -> Result<Option<Board>, Stop> {
    let vars = Numbering::Unknown.variables(board);
    let cells: Vec<usize> = board.unknown_cells().collect();
    let asked: Vec<Var> = vars.into_iter().flatten().collect();
    let Some(lits) = backbone(&mut Incremental::new(formula), formula, &asked, limits)? else { return Ok(None) };
    let mut certain = board.clone();
    for lit in lits {
        certain.cells[cells[lit.var().index()]] = if lit.is_positive() { Cell::Trap } else { Cell::Gem };
    }
    Ok(Some(certain))
}

#[cfg(test)]
mod tests {
    use super::super::GemsReadOptions;
    use super::super::count::{DEFAULT_STATES, count};
    use super::super::encode::encode;
    use super::*;

    #[test]
    fn both_ways_find_the_same_cells() {
        for (text, total) in
            [("1 _ 1\n_ _ _\n", None), ("_ 1 _\n", Some(1)), ("_ 2 _\n_ _ _\n", None), ("_ 8 _\n", None)]
        {
            let board = Board::parse(text, GemsReadOptions::default()).expect("a board").puzzle;
            let counts = count(&board, total, DEFAULT_STATES, &Limits::none()).expect("a small board");
            let encoding = encode(&board, Numbering::Unknown, total).expect("a small formula");
            let asked = asked(&board, &encoding.formula, &Limits::none()).expect("no limit");
            assert_eq!(asked, (counts.total != Default::default()).then(|| counted(&board, &counts)), "{text}");
        }
    }
}
