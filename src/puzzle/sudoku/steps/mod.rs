//! How a person solves a sudoku: step by step, by the easiest method that finds something.
//!
//! What it does: each step is found on the grid of possible digits, and knows which earlier steps it rests on, so that
//! those that the last one does not need are left out. Singles are taken together, of a harder method one step only.
//! When no method finds anything, a digit is supposed, and ruled out if singles and cages lead to a contradiction.
//!
//! Grades are names of methods, in the order in which they are tried ([`Technique::ALL`]).
//!
//! References: the names are those that Simonis, "Sudoku as a constraint problem", CP Workshop'05, and collections of
//! puzzles use.

mod grid;
mod techniques;
mod words;

use super::Sudoku;
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::{self, Effort, Goal, Step, Steps};
use grid::{Cause, Clash, Grid, MAX_SIDE, digits};
use techniques::{Found, Origin, Technique, Why, clash_grounds, find};

/// Where the steps are to lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// This cell is filled.
    Cell(usize),
    /// All cells are filled, or a contradiction shows.
    Whole,
}

/// Fills or rules out what a step found; whether that was new.
fn apply(grid: &mut Grid<'_>, found: &Found, number: usize) -> bool {
    let before = found.fills.map(|(cell, _)| grid.held[cell]);
    if let Some((cell, digit)) = found.fills {
        grid.place(cell, digit, Cause::Step(number));
    }
    let mut new = before == Some(0);
    for &(cell, digit) in &found.removes {
        new |= grid.takes(cell, digit);
        grid.remove(cell, digit, Cause::Step(number));
    }
    new
}

/// Takes steps, numbered from `first`, until the end is reached, a contradiction shows or nothing follows.
///
/// # Errors
/// The limit that ran out.
fn walk(
    grid: &mut Grid<'_>,
    first: usize,
    end: End,
    methods: &[Technique],
    effort: &mut Effort<'_>,
) -> Result<Vec<Found>, Stop> {
    let mut steps: Vec<Found> = Vec::new();
    loop {
        if !effort.spend(grid.held.len() * grid.puzzle.side())? {
            return Ok(steps);
        }
        grid.check_places();
        let reached = match end {
            End::Cell(cell) => grid.held[cell] != 0,
            End::Whole => !grid.held.contains(&0),
        };
        if reached || grid.clash.is_some() {
            return Ok(steps);
        }
        let before = steps.len();
        for &method in methods {
            if !effort.spend(grid.held.len() * grid.puzzle.side())? {
                return Ok(steps);
            }
            let all = match method {
                Technique::Supposing => supposing(grid, first + steps.len(), end, effort)?,
                method => find(grid, method),
            };
            for found in all {
                if apply(grid, &found, first + steps.len()) {
                    steps.push(found);
                }
                if grid.clash.is_some() {
                    break;
                }
            }
            if steps.len() > before || grid.clash.is_some() {
                break;
            }
        }
        if steps.len() == before && grid.clash.is_none() {
            return Ok(steps);
        }
    }
}

/// The methods that follow from what is supposed.
const AFTER_SUPPOSING: [Technique; 3] = [Technique::Single, Technique::HiddenSingle, Technique::CageSum];

/// A digit that cannot be, since easy steps lead from it to a contradiction: in the cell that is asked about, or else
/// in the cell with the fewest digits where there is one. Of the digits of a cell, the one with the shortest way.
fn supposing(grid: &Grid<'_>, first: usize, end: End, effort: &mut Effort<'_>) -> Result<Vec<Found>, Stop> {
    let mut cells: Vec<usize> = (0..grid.held.len()).filter(|&cell| grid.held[cell] == 0).collect();
    cells.sort_by_key(|&cell| (end != End::Cell(cell), grid.open[cell].count_ones(), cell));
    for cell in cells {
        let mut best: Option<Found> = None;
        for digit in digits(grid.open[cell]) {
            let mut trial = grid.clone();
            trial.place(cell, digit, Cause::Supposed);
            let steps = walk(&mut trial, first, End::Whole, &AFTER_SUPPOSING, effort)?;
            let Some(clash) = trial.clash else { continue };
            let (ends, from) = clash_grounds(&trial, clash);
            let (kept, origins) = needed(steps, first, &ends);
            let length = |found: &Found| match &found.why {
                Why::Supposed(_, _, steps, _) => steps.len(),
                _ => 0,
            };
            if best.as_ref().is_none_or(|best| kept.len() < length(best)) {
                best = Some(Found {
                    technique: Technique::Supposing,
                    why: Why::Supposed(cell, digit, kept, clash),
                    fills: None,
                    removes: vec![(cell, digit)],
                    origins,
                    from,
                });
            }
        }
        if best.is_some() {
            return Ok(best.into_iter().collect());
        }
    }
    Ok(Vec::new())
}

/// [`steps::needed`] of what was found.
fn needed(found: Vec<Found>, first: usize, ends: &[Origin]) -> (Vec<Found>, Vec<Origin>) {
    let number = |origin: Origin| match origin {
        Origin::Step(step) => Some(step),
        _ => None,
    };
    steps::needed(found, first, ends, |step| &step.origins, number)
}

/// The steps to a goal, and the contradiction in which they end, with the cells where it shows.
struct Way {
    steps: Vec<Found>,
    clash: Option<(Clash, Vec<usize>)>,
    /// Whether the end is reached; through a whole puzzle they go as far as they can.
    complete: bool,
}

impl Way {
    fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

/// The way to the end with the clues of these cells, or with all; `None` when the methods do not lead there, unless it
/// is the whole puzzle.
fn way(puzzle: &Sudoku, of: Option<&[usize]>, goal: Goal<'_>, limits: &Limits) -> Result<Option<Way>, Stop> {
    let mut grid = Grid::new(puzzle, of);
    let end = match goal {
        Goal::Cell(cell, _) => End::Cell(cell),
        Goal::Contradiction(_) | Goal::Whole => End::Whole,
    };
    let steps = walk(&mut grid, 0, end, &Technique::ALL, &mut Effort::new(limits))?;
    Ok(match (goal, grid.clash) {
        (Goal::Cell(cell, _), None) if grid.held[cell] != 0 => {
            let ends = match grid.held_by(cell) {
                Cause::Step(step) => vec![Origin::Step(step)],
                _ => Vec::new(),
            };
            Some(Way { steps: needed(steps, 0, &ends).0, clash: None, complete: true })
        }
        (Goal::Contradiction(_), Some(clash)) => {
            let (ends, from) = clash_grounds(&grid, clash);
            Some(Way { steps: needed(steps, 0, &ends).0, clash: Some((clash, from)), complete: true })
        }
        (Goal::Whole, None) => Some(Way { steps, clash: None, complete: !grid.held.contains(&0) }),
        _ => None,
    })
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier.
///
/// # Errors
/// The limit that ran out.
pub fn steps(puzzle: &Sudoku, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    if puzzle.side() > MAX_SIDE {
        return Ok(None);
    }
    let cells = |clues: &[Clue]| clues.iter().flat_map(|clue| clue.cells.iter().copied()).collect::<Vec<usize>>();
    let core = match goal {
        Goal::Cell(_, clues) | Goal::Contradiction(clues) => way(puzzle, Some(&cells(clues)), goal, limits)?,
        Goal::Whole => None,
    };
    let whole = way(puzzle, None, goal, limits)?;
    let of_core = match (&core, &whole) {
        (Some(core), Some(whole)) => core.hardest() <= whole.hardest(),
        (core, _) => core.is_some(),
    };
    let Some(way) = (if of_core { core } else { whole }) else {
        return Ok(Some(Steps { steps: Vec::new(), hardest: None, of_core: true, complete: false }));
    };
    let step = |found: &Found| Step {
        technique: found.technique.name(),
        words: words::words(puzzle, found),
        from: found.from.clone(),
        fills: found.fills.into_iter().collect(),
    };
    let end = way.clash.iter().map(|(clash, from)| Step {
        technique: "contradiction",
        words: format!("But {}.", words::clash(puzzle, *clash)),
        from: from.clone(),
        fills: Vec::new(),
    });
    let (hardest, complete) = (way.hardest().map(Technique::name), way.complete);
    Ok(Some(Steps { steps: way.steps.iter().map(step).chain(end).collect(), hardest, of_core, complete }))
}

#[cfg(test)]
mod tests {
    use super::super::ask::{Outcome, Session};
    use super::super::generate::{Symmetry, Wanted, generate};
    use super::super::{layouts, read};
    use super::*;

    fn sudoku(text: &str) -> Sudoku {
        read::read(text, read::SudokuReadOptions::default()).expect("a sudoku").puzzle
    }

    fn solution(puzzle: &Sudoku) -> Vec<u16> {
        let Outcome::Solved(values) = Session::new(puzzle).solve(puzzle, &Limits::none()) else { panic!("solvable") };
        values
    }

    /// Takes the steps on a grid of their own: each must follow from the clues and the steps before it alone, and agree
    /// with the solution. Only singles are found anew, since of other methods only the first find is told.
    fn replay(puzzle: &Sudoku, steps: &[Found], solution: &[u16]) {
        let mut grid = Grid::new(puzzle, None);
        for (number, step) in steps.iter().enumerate() {
            if step.technique <= Technique::HiddenSingle {
                let again = find(&mut grid, step.technique);
                assert!(again.iter().any(|found| found.fills == step.fills), "{step:?}");
            }
            assert!(step.fills.iter().all(|&(cell, digit)| solution[cell] == digit), "{step:?}");
            assert!(step.removes.iter().all(|&(cell, digit)| solution[cell] != digit), "{step:?}");
            assert!(apply(&mut grid, step, number), "{step:?} says nothing new");
            assert_eq!(grid.clash, None);
        }
    }

    #[test]
    fn steps_follow_from_the_clues_and_the_steps_before_them() {
        let plain = Sudoku::with_boxes(3, 3).expect("a size");
        let mut diagonal = Sudoku::with_boxes(2, 3).expect("a size");
        diagonal.add_diagonals();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let wanted = || Wanted { clues: None, symmetry: Symmetry::None };
            let board = if seed % 3 == 2 { &diagonal } else { &plain };
            let jigsaw = layouts::jigsaw(&plain, seed, &Limits::none()).expect("a layout");
            let board = if seed % 4 == 3 { &jigsaw } else { board };
            let puzzle = generate(board, wanted(), seed, &Limits::none()).expect("a puzzle");
            let solution = solution(&puzzle);
            let whole = way(&puzzle, None, Goal::Whole, &Limits::none()).expect("no limit");
            let Some(whole) = whole.filter(|whole| whole.complete) else { continue };
            replay(&puzzle, &whole.steps, &solution);
            seen.extend(whole.hardest());
            for cell in (0..puzzle.num_cells()).filter(|&cell| puzzle.givens()[cell] == 0).step_by(9) {
                let way = way(&puzzle, None, Goal::Cell(cell, &[]), &Limits::none()).expect("no limit");
                let steps = way.expect("the whole puzzle has a way").steps;
                assert_eq!(steps.last().and_then(|step| step.fills), Some((cell, solution[cell])));
                replay(&puzzle, &steps, &solution);
            }
        }
        assert!(seen.len() >= 4, "{seen:?}");
    }

    #[test]
    fn a_cell_that_is_forced_has_a_short_way() {
        // Row 1 lacks 9 alone; the other clues have nothing to do with it.
        let puzzle = sudoku(&format!("12345678.{}1{}", ".".repeat(30), ".".repeat(41)));
        let found = steps(&puzzle, Goal::Cell(8, &[]), &Limits::none()).expect("no limit").expect("small");
        let words: Vec<&str> = found.steps.iter().map(|step| step.words.as_str()).collect();
        let by = "r1c1, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 and r1c8";
        assert_eq!(words, [format!("r1c9 is 9: all other digits are ruled out, by {by}.")]);
        assert_eq!((found.hardest, found.complete, found.of_core), (Some("single"), true, false));
    }

    #[test]
    fn every_method_finds_its_pattern() {
        use Technique::{HiddenPair, HiddenTriple, Pair, Pointing, Swordfish, Triple, XWing};
        let blank = Sudoku::with_boxes(3, 3).expect("a size");
        let only = |cells: &[usize], set: &[u16]| -> Vec<(usize, u16)> {
            let others = (1..=9).filter(|digit| !set.contains(digit));
            others.flat_map(|digit| cells.iter().map(move |&cell| (cell, digit))).collect()
        };
        let not = |cells: &[usize], set: &[u16]| -> Vec<(usize, u16)> {
            set.iter().flat_map(|&digit| cells.iter().map(move |&cell| (cell, digit))).collect()
        };
        let row = |row: usize, columns: &[usize]| -> Vec<usize> {
            (0..9).filter(|column| !columns.contains(column)).map(|column| 9 * row + column).collect()
        };
        // What is ruled out, and one thing that the method must find.
        let cases = [
            (Pointing, not(&[9, 10, 11, 18, 19, 20], &[5]), (3, 5)),
            (Pair, only(&[0, 1], &[4, 7]), (8, 7)),
            (HiddenPair, not(&row(0, &[0, 8]), &[2, 3]), (8, 9)),
            (Triple, [only(&[0, 1], &[4, 7]), only(&[5], &[4, 9])].concat(), (8, 9)),
            (HiddenTriple, not(&row(0, &[0, 4, 8]), &[2, 3, 6]), (4, 9)),
            (XWing, [not(&row(1, &[2, 7]), &[4]), not(&row(6, &[2, 7]), &[4])].concat(), (2 + 9 * 3, 4)),
            (
                Swordfish,
                [not(&row(1, &[2, 5]), &[4]), not(&row(3, &[5, 7]), &[4]), not(&row(8, &[2, 7]), &[4])].concat(),
                (2 + 9 * 5, 4),
            ),
        ];
        for (method, excluded, wanted) in cases {
            let mut puzzle = blank.clone();
            excluded.iter().for_each(|&(cell, digit)| puzzle.exclude(cell, digit));
            let mut grid = Grid::new(&puzzle, None);
            let easier = Technique::ALL.into_iter().take_while(|&other| other != method);
            if !matches!(method, Triple | Swordfish) {
                easier.for_each(|other| assert_eq!(find(&mut grid, other), [], "{method:?}"));
            }
            let mut all: Vec<(usize, u16)> = Vec::new();
            while let Some(found) = find(&mut grid, method).into_iter().next() {
                apply(&mut grid, &found, 0);
                all.extend(&found.removes);
            }
            assert!(all.contains(&wanted), "{method:?}: {all:?}");
            // Without the last of what is ruled out there is no such pattern.
            let mut puzzle = blank.clone();
            excluded[1..].iter().for_each(|&(cell, digit)| puzzle.exclude(cell, digit));
            let found = find(&mut Grid::new(&puzzle, None), method);
            assert!(!found.iter().any(|found| found.removes.contains(&wanted)), "{method:?}: {found:?}");
        }
    }

    #[test]
    fn cages_and_contradictions_have_steps() {
        let killer = layouts::killer(&Sudoku::with_boxes(2, 2).expect("a size"), 1, &Limits::none()).expect("a killer");
        let whole = way(&killer, None, Goal::Whole, &Limits::none()).expect("no limit").expect("a small one");
        replay(&killer, &whole.steps, &solution(&killer));
        assert!(whole.steps.iter().any(|step| step.technique == Technique::CageSum));
        // Row 1 has no place for 9 but the cell that a 9 in column 9 takes away.
        let mut wrong = sudoku(&format!("12345678.{}", ".".repeat(72)));
        wrong.set(44, 9);
        let found = steps(&wrong, Goal::Contradiction(&[]), &Limits::none()).expect("no limit").expect("small");
        let last = found.steps.last().expect("a contradiction");
        assert_eq!((last.technique, last.words.as_str()), ("contradiction", "But no digit is left for r1c9."));
    }

    #[test]
    fn no_method_known_here_solves_everything() {
        // By Arto Inkala.
        let hard = sudoku("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        let found = steps(&hard, Goal::Whole, &Limits::none()).expect("no limit").expect("small");
        assert!(!found.complete || found.hardest == Some("supposing"), "{:?}", found.hardest);
        let stopped = Limits::none().with_wall_time(std::time::Duration::ZERO);
        assert_eq!(steps(&hard, Goal::Whole, &stopped), Err(Stop::WallTime));
        assert_eq!(steps(&Sudoku::with_boxes(9, 9).expect("a size"), Goal::Whole, &Limits::none()), Ok(None));
    }
}
