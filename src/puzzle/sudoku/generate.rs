//! Sudokus with exactly one solution.
//!
//! What it does: takes a random solution and takes givens away in random order, alone or in symmetric pairs, as long as
//! no other solution appears. Whether one does is asked of a solver that has the rules and one clause that excludes the
//! known solution; when it says no, the givens that its answer did not use are left out as well.
//!
//! Random solutions are drawn digit by digit ([`Session::random_solution`]); above 16 digits, where that can take long,
//! they come from a pattern whose digits, rows and columns are shuffled within and between boxes.

use super::ask::{Outcome, Session};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};
use crate::puzzle::sudoku::encode::var;
use crate::puzzle::sudoku::{Layout, Sudoku};
use crate::util::rng::Rng;
use std::fmt;

/// Which cells are taken away together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Each cell alone.
    #[default]
    None,
    /// Each cell together with its image under a half turn.
    Rotate,
    /// Each cell together with its mirror image to the left or right.
    Mirror,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// How many givens; by default as few as the order allows, so that none can be left out.
    pub clues: Option<usize>,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
}

/// Orders that are tried before a number of givens is said to be out of reach.
const MOST_ORDERS: usize = 100;

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// A limit was met, or a signal came.
    Stopped(Stop),
    /// There is no such puzzle, or none was found; says why.
    Impossible(String),
}

impl GenerateError {
    /// The board cannot be filled.
    pub(super) fn no_solution() -> GenerateError {
        GenerateError::Impossible("this layout has no solution at all".into())
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Stopped(stop) => stop.fmt(f),
            GenerateError::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<Stop> for GenerateError {
    fn from(stop: Stop) -> GenerateError {
        GenerateError::Stopped(stop)
    }
}

/// Fills in the givens of a puzzle with one solution on an empty board of any layout.
///
/// # Errors
/// In words: more givens than cells, fewer than were found, a board without solutions, limits.
pub fn generate(board: &Sudoku, wanted: Wanted, seed: u64, limits: &Limits) -> Result<Sudoku, GenerateError> {
    if wanted.clues.is_some_and(|clues| clues > board.num_cells()) {
        return Err(GenerateError::Impossible(format!("there are only {} cells", board.num_cells())));
    }
    let mut rng = Rng::new(seed);
    let mut session = Session::new(board);
    let mut fewest = usize::MAX;
    for _ in 0..MOST_ORDERS {
        let solution = solution(board, &mut session, &mut rng, limits)?;
        let kept = thin_out(board, &mut session, &solution, wanted, &mut rng, limits)?;
        let count = kept.iter().filter(|&&kept| kept).count();
        if wanted.clues.is_none_or(|clues| clues == count) {
            let givens: Vec<u16> =
                solution.iter().zip(&kept).map(|(&digit, &kept)| if kept { digit } else { 0 }).collect();
            return Ok(board.with_givens(&givens));
        }
        fewest = fewest.min(count);
    }
    let why =
        format!("no puzzle with that number of givens was found in {MOST_ORDERS} tries; the fewest were {fewest}");
    Err(GenerateError::Impossible(why))
}

fn solution(
    board: &Sudoku,
    session: &mut Session<crate::reason::Incremental>,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Vec<u16>, GenerateError> {
    if let Layout::Boxes(rows, columns) = *board.layout()
        && board.side() > 16
        && !board.has_diagonals()
    {
        return Ok(pattern(rows, columns, rng));
    }
    match session.random_solution(rng, limits) {
        Outcome::Solved(solution) => Ok(solution),
        Outcome::None => Err(GenerateError::no_solution()),
        Outcome::Unknown(stop) => Err(stop.into()),
    }
}

/// A solution by shifting a row, with digits, rows, columns, bands and stacks shuffled.
fn pattern(rows: usize, columns: usize, rng: &mut Rng) -> Vec<u16> {
    let side = rows * columns;
    let mut shuffled = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        order
    };
    let digits = shuffled(side);
    let mut lines = |bands: usize, each: usize| -> Vec<usize> {
        let bands = shuffled(bands);
        bands.into_iter().flat_map(|band| shuffled(each).into_iter().map(move |line| band * each + line)).collect()
    };
    let (row_order, column_order) = (lines(columns, rows), lines(rows, columns));
    let digit = |row: usize, column: usize| digits[(row % rows * columns + row / rows + column) % side] as u16 + 1;
    row_order.iter().flat_map(|&row| column_order.iter().map(move |&column| digit(row, column))).collect()
}

/// Takes givens away; returns which cells stay given.
fn thin_out(
    board: &Sudoku,
    session: &mut Session<crate::reason::Incremental>,
    solution: &[u16],
    wanted: Wanted,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Vec<bool>, GenerateError> {
    let target = wanted.clues.unwrap_or(0);
    let other = session.exclude(solution);
    let mut always: Vec<Lit> = session.assumptions(&board.without_givens());
    always.push(other);
    let mut kept = vec![true; solution.len()];
    let mut count = solution.len();
    let mut order: Vec<usize> = (0..solution.len()).collect();
    rng.shuffle(&mut order);
    for &cell in &order {
        if !kept[cell] || count <= target {
            continue;
        }
        let partner = partner(board, cell, wanted.symmetry);
        let taken = if partner == cell || !kept[partner] { vec![cell] } else { vec![cell, partner] };
        if count < target + taken.len() {
            continue;
        }
        taken.iter().for_each(|&cell| kept[cell] = false);
        let lit = |cell: usize| var(board, cell, solution[cell]).pos();
        // The solver's answer tends to use what is assumed first: if cells were assumed in reading order, the last rows
        // would end up empty.
        let mut givens: Vec<Lit> = order.iter().rev().copied().filter(|&cell| kept[cell]).map(lit).collect();
        givens.extend(&always[..always.len() - 1]);
        match session.only(&givens, other, limits)? {
            None => taken.iter().for_each(|&cell| kept[cell] = true),
            Some(core) => {
                count -= taken.len();
                if wanted.symmetry == Symmetry::None {
                    // Givens that the answer did not use may be removed at once, in the same random order.
                    let unused = order.iter().copied().filter(|&cell| kept[cell] && !core.contains(&lit(cell)));
                    let unused: Vec<usize> = unused.take(count - target).collect();
                    count -= unused.len();
                    unused.into_iter().for_each(|cell| kept[cell] = false);
                }
            }
        }
    }
    Ok(kept)
}

fn partner(board: &Sudoku, cell: usize, symmetry: Symmetry) -> usize {
    let (row, column) = board.place(cell);
    let last = board.frame() - 1;
    let image = match symmetry {
        Symmetry::None => (row, column),
        Symmetry::Rotate => (last - row, last - column),
        Symmetry::Mirror => (row, last - column),
    };
    board.cell_at(image.0, image.1).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::super::box_shape;
    use super::super::check::check;
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn unique(puzzle: &Sudoku) -> bool {
        Session::new(puzzle).count(puzzle, 2, &Limits::none()) == Ok((1, true))
    }

    #[test]
    fn patterns_are_solutions() {
        for (rows, columns) in [(2, 3), (3, 3), (4, 5)] {
            let board = Sudoku::with_boxes(rows, columns).expect("a size");
            assert_eq!(check(&board, &pattern(rows, columns, &mut Rng::new(3))), Ok(()));
        }
    }

    /// The solution that the generator draws for a seed.
    fn drawn(board: &Sudoku, seed: u64) -> Vec<u16> {
        let (mut session, mut rng) = (Session::new(board), Rng::new(seed));
        solution(board, &mut session, &mut rng, &Limits::none()).expect("a solution")
    }

    #[test]
    fn every_grid_of_four_comes_up_about_as_often() {
        const SEEDS: u64 = 3000;
        let board = Sudoku::with_boxes(2, 2).expect("a size");
        let (mut times, mut first) = (HashMap::new(), [0u32; 4]);
        for seed in 0..SEEDS {
            let grid = drawn(&board, seed);
            first[usize::from(grid[0]) - 1] += 1;
            *times.entry(grid).or_insert(0u32) += 1;
        }
        // There are 288 grids. Were all as likely, the sum would be 287 on average, with a standard deviation of 24.
        // Those of one class of the two that symmetries leave come up 1.5 times as often as the others, which adds
        // about 100.
        let expected = SEEDS as f64 / 288.0;
        let squares: f64 = times.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        assert!(times.len() == 288 && squares < 500.0, "{} grids, {squares}", times.len());
        assert!(first.iter().all(|count| (650..850).contains(count)), "{first:?}");
    }

    #[test]
    fn seeds_make_different_solutions() {
        for side in [6, 8, 9, 12, 16, 20] {
            let (rows, columns) = box_shape(side);
            let board = Sudoku::with_boxes(rows, columns).expect("a size");
            let solutions: HashSet<Vec<u16>> = (0..20).map(|seed| drawn(&board, seed)).collect();
            assert_eq!(solutions.len(), 20, "{side}");
            assert!(solutions.iter().all(|values| check(&board, values) == Ok(())), "{side}");
        }
    }

    #[test]
    fn puzzles_are_unique_and_minimal() {
        for seed in 0..4 {
            let board = Sudoku::with_boxes(3, 3).expect("a size");
            let puzzle = generate(&board, Wanted::default(), seed, &Limits::none()).expect("a puzzle");
            assert!(unique(&puzzle));
            for cell in (0..81).filter(|&cell| puzzle.givens()[cell] > 0) {
                let mut less = puzzle.clone();
                less.set(cell, 0);
                assert!(!unique(&less));
            }
        }
    }

    /// How far the means of givens by row, and by column, lie from each other.
    fn spread(board: &Sudoku, puzzles: u64, wanted: Wanted) -> [f64; 2] {
        let frame = board.frame();
        let mut counts = [vec![0u64; frame], vec![0u64; frame]];
        for seed in 0..puzzles {
            let puzzle = generate(board, wanted, seed, &Limits::none()).expect("a puzzle");
            for cell in (0..board.num_cells()).filter(|&cell| puzzle.givens()[cell] > 0) {
                let (row, column) = board.place(cell);
                counts[0][row] += 1;
                counts[1][column] += 1;
            }
        }
        let bounds =
            |counts: &[u64]| counts.iter().max().zip(counts.iter().min()).map_or(0, |(most, least)| most - least);
        counts.map(|counts| bounds(&counts) as f64 / puzzles as f64)
    }

    #[test]
    fn givens_lie_anywhere() {
        let board = |rows, columns| Sudoku::with_boxes(rows, columns).expect("a size");
        let plain = Wanted::default();
        let clues = |clues| Wanted { clues: Some(clues), ..plain };
        // The standard deviation of the mean of a row is about 0.03 of 1,000 puzzles of 9 by 9; that of the difference
        // between the largest and the least of nine is 0.1 or so. Rows of a smaller sample differ more.
        let samples =
            [(board(3, 3), 1000, plain, 0.3), (board(2, 3), 500, plain, 0.3), (board(3, 3), 200, clues(30), 0.7)];
        for (board, puzzles, wanted, most) in samples {
            let spread = spread(&board, puzzles, wanted);
            assert!(spread.iter().all(|&spread| spread < most), "{}: {spread:?}", board.side());
        }
    }

    #[test]
    fn clue_counts_symmetry_and_variants() {
        let mut board = Sudoku::with_boxes(2, 3).expect("a size");
        board.add_diagonals();
        let wanted = Wanted { clues: Some(12), symmetry: Symmetry::Rotate };
        let puzzle = generate(&board, wanted, 5, &Limits::none()).expect("a puzzle");
        assert_eq!(puzzle.num_givens(), 12);
        assert!(unique(&puzzle));
        assert!((0..36).all(|cell| (puzzle.givens()[cell] > 0) == (puzzle.givens()[35 - cell] > 0)));
        assert!(generate(&board, Wanted { clues: Some(1), ..wanted }, 5, &Limits::none()).is_err());
    }
}
