//! How a person solves a sudoku: step by step, by what is possible in each cell.

use super::{GroupKind, Sudoku, print};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::candidates::{Cause, Grid, Group, MAX_VALUES, Rules, Sum, Words};
use crate::puzzle::steps::{Goal, Steps, way};
use std::sync::Arc;

/// The names of a sudoku's cells, digits and groups.
struct Named<'a>(&'a Sudoku);

impl Words for Named<'_> {
    fn cell(&self, cell: usize) -> String {
        print::cell(self.0, cell)
    }

    fn value(&self, value: u16) -> String {
        print::digit(self.0, value)
    }

    fn group(&self, group: usize) -> String {
        self.0.groups()[group].to_string()
    }

    fn lines(&self, groups: &[usize]) -> String {
        let all = self.0.groups();
        let kind = if all[groups[0]].kind == GroupKind::Row { "rows" } else { "columns" };
        let numbers: Vec<String> = groups.iter().map(|&group| all[group].number.to_string()).collect();
        format!("{kind} {}", way::list(&numbers))
    }
}

fn rules(puzzle: &Sudoku) -> Rules {
    let by_cell = puzzle.groups_by_cell();
    let peers = |cell: usize| {
        let groups = by_cell[cell].iter().map(|&group| &puzzle.groups()[group]);
        let mut peers: Vec<usize> = groups.flat_map(|group| group.cells.iter().copied()).collect();
        peers.sort_unstable();
        peers.dedup();
        peers.into_iter().filter(|&peer| peer != cell).map(|peer| (peer, 0)).collect()
    };
    let groups = puzzle.groups().iter().map(|group| Group {
        cells: group.cells.clone(),
        first: matches!(group.kind, GroupKind::Box | GroupKind::Region),
        line: match group.kind {
            GroupKind::Row => Some((true, group.grid)),
            GroupKind::Column => Some((false, group.grid)),
            _ => None,
        },
    });
    let sums = puzzle.cages().iter().map(|cage| Sum { cells: cage.cells.clone(), sum: cage.sum, distinct: true });
    Rules {
        values: puzzle.side() as u16,
        conflicts: (0..puzzle.num_cells()).map(peers).collect(),
        groups: groups.collect(),
        sums: sums.collect(),
    }
}

/// What is known by the clues of these cells, or by all clues.
fn start<'a>(puzzle: &Sudoku, rules: &Arc<Rules>, words: &'a Named<'a>, of: Option<&[Clue]>) -> Grid<'a> {
    let counts = |cell: usize| of.is_none_or(|clues| clues.iter().any(|clue| clue.cells.contains(&cell)));
    let cages = (0..puzzle.cages().len()).filter(|&cage| puzzle.cages()[cage].cells.iter().all(|&cell| counts(cell)));
    let mut grid = Grid::new(rules, words, cages.collect());
    for &(cell, digit) in puzzle.excluded().iter().filter(|&&(cell, _)| counts(cell)) {
        grid.remove(cell, digit, Cause::Clue);
    }
    for (cell, &digit) in puzzle.givens().iter().enumerate().filter(|&(cell, &digit)| digit > 0 && counts(cell)) {
        grid.place(cell, digit, Cause::Clue);
    }
    grid
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier.
///
/// # Errors
/// The limit that ran out.
pub fn steps(puzzle: &Sudoku, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    if puzzle.side() > MAX_VALUES {
        return Ok(None);
    }
    let (rules, words) = (Arc::new(rules(puzzle)), Named(puzzle));
    way::steps(|of| start(puzzle, &rules, &words, of), goal, limits).map(Some)
}

#[cfg(test)]
mod tests {
    use super::super::ask::{Outcome, Session};
    use super::super::generate::{Symmetry, Wanted, generate};
    use super::super::{layouts, read};
    use super::*;
    use crate::puzzle::steps::Effort;
    use crate::puzzle::steps::candidates::{Found, Technique};
    use crate::puzzle::steps::way::Known as _;

    fn sudoku(text: &str) -> Sudoku {
        read::read(text, read::SudokuReadOptions::default()).expect("a sudoku").puzzle
    }

    fn solution(puzzle: &Sudoku) -> Vec<u16> {
        let Outcome::Solved(values) = Session::new(puzzle).solve(puzzle, &Limits::none()) else { panic!("solvable") };
        values
    }

    /// The steps to a goal with all clues, and whether they reach it.
    fn walked(puzzle: &Sudoku, goal: Goal<'_>) -> Option<(Vec<Found>, bool)> {
        let (rules, words) = (Arc::new(rules(puzzle)), Named(puzzle));
        let way = way::way(start(puzzle, &rules, &words, None), goal, &Limits::none()).expect("no limit");
        way.map(|way| (way.steps, way.complete))
    }

    fn find(grid: &mut Grid<'_>, technique: Technique) -> Vec<Found> {
        grid.find(technique, &mut Effort::new(&Limits::none())).expect("no limit")
    }

    /// Takes the steps on a grid of their own: each must follow from the clues and the steps before it alone, and agree
    /// with the solution. Only singles are found anew, since of other methods only the first find is told.
    fn replay(puzzle: &Sudoku, steps: &[Found], solution: &[u16]) {
        let (rules, words) = (Arc::new(rules(puzzle)), Named(puzzle));
        let mut grid = start(puzzle, &rules, &words, None);
        for (number, step) in steps.iter().enumerate() {
            if step.technique <= Technique::HiddenSingle {
                let again = find(&mut grid, step.technique);
                assert!(again.iter().any(|found| found.fills == step.fills), "{step:?}");
            }
            assert!(step.fills.iter().all(|&(cell, digit)| solution[cell] == digit), "{step:?}");
            assert!(step.removes.iter().all(|&(cell, digit)| solution[cell] != digit), "{step:?}");
            assert!(grid.apply(step, number), "{step:?} says nothing new");
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
            let Some((whole, true)) = walked(&puzzle, Goal::Whole) else { continue };
            replay(&puzzle, &whole, &solution);
            seen.extend(whole.iter().map(|step| step.technique).max());
            for cell in (0..puzzle.num_cells()).filter(|&cell| puzzle.givens()[cell] == 0).step_by(9) {
                let (steps, _) = walked(&puzzle, Goal::Cell(cell, &[])).expect("the whole puzzle has a way");
                assert_eq!(steps.last().map(|step| &step.fills[..]), Some(&[(cell, solution[cell])][..]));
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
            let (known, words) = (Arc::new(rules(&puzzle)), Named(&puzzle));
            let mut grid = start(&puzzle, &known, &words, None);
            let easier = Technique::ALL.into_iter().take_while(|&other| other != method);
            if !matches!(method, Triple | Swordfish) {
                easier.for_each(|other| assert_eq!(find(&mut grid, other), [], "{method:?}"));
            }
            let mut all: Vec<(usize, u16)> = Vec::new();
            while let Some(found) = find(&mut grid, method).into_iter().next() {
                grid.apply(&found, 0);
                all.extend(&found.removes);
            }
            assert!(all.contains(&wanted), "{method:?}: {all:?}");
            // Without the last of what is ruled out there is no such pattern.
            let mut puzzle = blank.clone();
            excluded[1..].iter().for_each(|&(cell, digit)| puzzle.exclude(cell, digit));
            let words = Named(&puzzle);
            let found = find(&mut start(&puzzle, &known, &words, None), method);
            assert!(!found.iter().any(|found| found.removes.contains(&wanted)), "{method:?}: {found:?}");
        }
    }

    #[test]
    fn cages_and_contradictions_have_steps() {
        let killer = layouts::killer(&Sudoku::with_boxes(2, 2).expect("a size"), 1, &Limits::none()).expect("a killer");
        let (whole, _) = walked(&killer, Goal::Whole).expect("a small one");
        replay(&killer, &whole, &solution(&killer));
        assert!(whole.iter().any(|step| step.technique == Technique::Sum));
        // Row 1 has no place for 9 but the cell that a 9 in column 9 takes away.
        let mut wrong = sudoku(&format!("12345678.{}", ".".repeat(72)));
        wrong.set(44, 9);
        let found = steps(&wrong, Goal::Contradiction(&[]), &Limits::none()).expect("no limit").expect("small");
        let last = found.steps.last().expect("a contradiction");
        assert_eq!((last.technique, last.words.as_str()), ("contradiction", "Here no digit is left for r1c9."));
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
