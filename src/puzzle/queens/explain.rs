//! Why a board has no solution, and what forces a square: clues (placed queens, blocked squares) as assumptions.

use crate::cnf::{Formula, Lit};
use crate::encode::cardinality::AtMostOne;
use crate::limits::{Limits, Stop};
use crate::puzzle::queens::Queens;
use crate::puzzle::queens::encode::{Style, encode, var};
use crate::reason::core::{Core, minimal_core};
use crate::reason::{Oracle, Reply};

/// What a puzzle says about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A queen is placed there.
    Placed(usize, usize),
    /// No queen may stand there.
    Blocked(usize, usize),
}

/// The rules for a board of the puzzle's size: what an oracle holds that is asked about its clues.
pub fn rules(puzzle: &Queens) -> Formula {
    let mut empty = puzzle.clone();
    empty.placed.clear();
    let empty = Queens::new(puzzle.size()).unwrap_or(empty);
    encode(&empty, Style::Applied, AtMostOne::Auto, false).formula
}

fn clues(puzzle: &Queens) -> Vec<Clue> {
    let placed = puzzle.placed.iter().map(|&(row, column)| Clue::Placed(row, column));
    placed.chain(puzzle.blocked().map(|(row, column)| Clue::Blocked(row, column))).collect()
}

fn lit(puzzle: &Queens, clue: Clue) -> Lit {
    match clue {
        Clue::Placed(row, column) => var(puzzle.size(), row, column).pos(),
        Clue::Blocked(row, column) => var(puzzle.size(), row, column).neg(),
    }
}

/// Clues that contradict each other. `also` adds that there is a queen, or none, on a square. `Ok(None)` when there is
/// no contradiction.
///
/// # Errors
/// The limit that ran out before it was known whether they contradict.
pub fn contradiction(
    puzzle: &Queens,
    oracle: &mut dyn Oracle,
    also: Option<((usize, usize), bool)>,
    limits: &Limits,
) -> Result<Option<Core<Clue>>, Stop> {
    let extra = also.map(|((row, column), queen)| var(puzzle.size(), row, column).lit(queen));
    let clues = clues(puzzle);
    let lits: Vec<Lit> = clues.iter().map(|&clue| lit(puzzle, clue)).collect();
    let core = minimal_core(oracle, extra.as_slice(), &lits, limits)?;
    Ok(core.map(|core| core.named(lits.into_iter().zip(clues))))
}

/// Calls `visit` for every solution, excluding each model in turn, until it returns false; says whether these were all.
///
/// # Errors
/// The limit that ran out.
pub fn for_each(
    puzzle: &Queens,
    oracle: &mut dyn Oracle,
    limits: &Limits,
    mut visit: impl FnMut(&[(usize, usize)]) -> bool,
) -> Result<bool, Stop> {
    let assumptions: Vec<Lit> = clues(puzzle).into_iter().map(|clue| lit(puzzle, clue)).collect();
    loop {
        match oracle.solve_under(&assumptions, limits) {
            Reply::Sat(model) => {
                let squares = super::squares(puzzle.size(), &model);
                if !visit(&squares) {
                    return Ok(false);
                }
                let clause: Vec<Lit> =
                    squares.iter().map(|&(row, column)| var(puzzle.size(), row, column).neg()).collect();
                oracle.add_clause(&clause);
            }
            Reply::Unsat(_) => return Ok(true),
            Reply::Unknown(stop) => return Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::Incremental;

    #[test]
    fn contradictions_are_irreducible() {
        let mut puzzle = Queens::new(6).expect("a size");
        puzzle.placed = vec![(0, 1), (2, 2), (4, 4)];
        let mut oracle = Incremental::new(&rules(&puzzle));
        let core = contradiction(&puzzle, &mut oracle, None, &Limits::none()).expect("no limit").expect("they clash");
        // (2, 2) alone is in no solution of 6 queens.
        assert_eq!((core.members.len(), core.stopped), (1, None));
        puzzle.placed = vec![(0, 1)];
        assert_eq!(contradiction(&puzzle, &mut oracle, None, &Limits::none()), Ok(None));
        let forced = contradiction(&puzzle, &mut oracle, Some(((1, 3), false)), &Limits::none());
        assert_eq!(forced, Ok(Some(Core { members: vec![Clue::Placed(0, 1)], stopped: None })));
        let mut found = 0;
        let visit = |_: &[(usize, usize)]| {
            found += 1;
            found < 9
        };
        assert_eq!(for_each(&puzzle, &mut oracle, &Limits::none(), visit), Ok(true));
        assert_eq!(found, 1);
    }
}
