//! The next step of somebody who solves a puzzle by hand.

use super::{Goal, Steps};
use crate::limits::{Limits, Stop};
use crate::puzzle::Puzzle;
use crate::puzzle::face::{Asking, Explanation, Unanswered};

/// The most certain cells that are asked for the clues that force them.
const MOST_TRIED: usize = 8;

/// What comes next in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: there is no solution, for this reason.
    Contradiction(Explanation),
    /// The last of these steps fills a cell, and rests on the others.
    Steps(Steps),
    /// No method known here fills a cell, but this one is forced, for this reason.
    Forced(usize, Explanation),
    /// There are several solutions, and no open cell holds the same in all of them.
    Choice,
    /// Nothing: the puzzle is full, and solved.
    Full,
}

/// The easiest step that fills a cell, with those that it rests on. Where no method known here fills one, it is what
/// the fewest clues force, among the first cells that are certain.
///
/// # Errors
/// When a limit runs out, or the puzzle cannot be a formula.
pub fn next(puzzle: &dyn Puzzle, asking: &Asking<'_>) -> Result<Next, Unanswered> {
    let whole = puzzle.explain(None, asking)?;
    if matches!(whole, Explanation::Contradiction(..)) {
        return Ok(Next::Contradiction(whole));
    }
    if let Some(steps) = first_fill(puzzle, asking.limits)? {
        return Ok(Next::Steps(steps));
    }
    let given = puzzle.given();
    if !given.contains(&None) {
        return Ok(Next::Full);
    }
    let certain = puzzle.certain(asking)?.unwrap_or_default();
    let new: Vec<usize> = (0..certain.len()).filter(|&cell| certain[cell].is_some() && given[cell].is_none()).collect();
    Ok(fewest_clues(puzzle, &new, asking)?.map_or(Next::Choice, |(cell, why)| Next::Forced(cell, why)))
}

/// The first step that fills a cell, after those that it rests on.
fn first_fill(puzzle: &dyn Puzzle, limits: &Limits) -> Result<Option<Steps>, Stop> {
    let Some(mut whole) = puzzle.steps(Goal::Whole, limits)? else { return Ok(None) };
    let Some(first) = whole.steps.iter().position(|step| !step.fills.is_empty()) else { return Ok(None) };
    whole.steps.truncate(first + 1);
    if first == 0 {
        return Ok(Some(whole));
    }
    let (cell, _) = whole.steps[first].fills[0];
    let needed = puzzle.steps(Goal::Cell(cell, &[]), limits)?;
    Ok(Some(needed.filter(|needed| needed.complete && !needed.steps.is_empty()).unwrap_or(whole)))
}

/// Of the first certain cells the one that the fewest clues force, and why.
fn fewest_clues(
    puzzle: &dyn Puzzle,
    certain: &[usize],
    asking: &Asking<'_>,
) -> Result<Option<(usize, Explanation)>, Unanswered> {
    let mut fewest: Option<(usize, Explanation)> = None;
    for &cell in certain.iter().take(MOST_TRIED) {
        let why = puzzle.explain(Some(cell), asking)?;
        if fewest.as_ref().is_none_or(|(_, least)| why.clues().len() < least.clues().len()) {
            fewest = Some((cell, why));
        }
    }
    Ok(fewest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Formula;
    use crate::puzzle::face::Values;
    use crate::puzzle::registry::Kind;
    use crate::reason::{Incremental, Oracle};

    fn next_of(kind: &str, text: &str) -> Next {
        let kind = Kind::by_name(kind).expect("a kind");
        let puzzle = kind.one(text, &[]).expect("a puzzle").puzzle;
        let oracle = |formula: &Formula| Box::new(Incremental::new(formula)) as Box<dyn Oracle>;
        next(&*puzzle, &Asking { oracle: &oracle, chosen: false, limits: &Limits::none() }).expect("no limit")
    }

    #[test]
    fn steps_fill_a_cell_at_their_end() {
        let Next::Steps(found) = next_of("sudoku", "1...\n..3.\n.4..\n...2\n") else { panic!("no steps") };
        let filling: Vec<bool> = found.steps.iter().map(|step| !step.fills.is_empty()).collect();
        assert_eq!(filling.iter().position(|&fills| fills), Some(filling.len() - 1), "{found:?}");
    }

    #[test]
    fn what_a_queen_attacks_comes_first() {
        let text = format!(". . . . . . . .\n. . . Q . . . .\n{}", ". . . . . . . .\n".repeat(6));
        let Next::Steps(found) = next_of("queens", &text) else { panic!("no steps") };
        // Its row, its column and two diagonals.
        assert_eq!((found.steps.len(), found.steps[0].fills.len()), (1, 7 + 7 + 9), "{found:?}");
    }

    #[test]
    fn where_no_method_helps_the_clues_are_told() {
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let Next::Forced(cell, why) = next_of("sudoku", hard) else { panic!("not forced") };
        assert!(hard.as_bytes()[cell] == b'.' && matches!(why, Explanation::Forced(..)), "{why:?}");
    }

    /// What the step says of the cells.
    fn found(puzzle: &dyn Puzzle, next: &Next) -> Option<Values> {
        match next {
            Next::Steps(steps) => Some(steps.values(&puzzle.given(), steps.steps.len())),
            Next::Forced(cell, Explanation::Forced(_, value, _)) => {
                let mut values = vec![None; puzzle.num_cells()];
                values[*cell] = Some(*value);
                Some(values)
            }
            _ => None,
        }
    }

    #[test]
    fn step_by_step_onto_the_board_and_nothing_else_changes() {
        let queens = ". . . . . . . .\n. . . Q . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
                      . . . . . . # .\n. . . . . . . .\n# . . . . . . .\n";
        let gems = "_, 2, _, _, 1, _\n_, _, 3, _, _, 1\n2, _, _, 3, _, _\n_, 3, _, _, 2, _\n_, _, 2, _, _, 1\n\
                    1, _, _, 1, _, _\n";
        let sudoku = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let graph = "colors 3\nA: B C\nB: C D\nC: D E\nD: E\n";
        let tenner = Kind::by_name("tenner").expect("a kind").generate("4", 3, &Limits::none()).expect("a grid").text();
        let texts = [("queens", queens), ("gems", gems), ("sudoku", sudoku), ("coloring", graph), ("tenner", &tenner)];
        let mut searched = 0;
        for (name, text) in texts {
            let kind = Kind::by_name(name).expect("a kind");
            let mut puzzle = kind.one(text, &[]).expect("a puzzle").puzzle;
            loop {
                let given = puzzle.given();
                let next = next_of(name, &puzzle.text());
                searched += usize::from(matches!(next, Next::Forced(..)));
                let Some(values) = found(&*puzzle, &next) else {
                    assert!(matches!(next, Next::Choice | Next::Full), "{name}: {next:?}\n{}", puzzle.text());
                    break;
                };
                let filled = kind.with_values(&*puzzle, &values).expect("cells take values");
                let wanted: Values = given.iter().zip(&values).map(|(given, value)| given.or(*value)).collect();
                assert_eq!(filled.given(), wanted, "{name}");
                // It can be read again, and says the same.
                puzzle = kind.one(&filled.text(), &[]).expect("a puzzle").puzzle;
                assert_eq!(puzzle.given(), wanted, "{name}: {}", filled.text());
                assert_ne!(given, wanted, "{name}: the step says something new");
            }
        }
        assert!(searched > 0, "what only a search finds is put too");
    }

    #[test]
    fn nothing_comes_next() {
        assert_eq!(next_of("sudoku", "1234341221434321"), Next::Full);
        assert_eq!(next_of("sudoku", "................"), Next::Choice);
        assert!(matches!(next_of("sudoku", "11.............."), Next::Contradiction(Explanation::Contradiction(..))));
    }
}
