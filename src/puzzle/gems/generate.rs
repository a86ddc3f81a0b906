//! Making boards: gem hunter boards with hidden numbers, and minesweeper boards that need no guess.

use super::count::{Certainty, CountError, DEFAULT_STATES, count};
use super::{Board, Cell, Style};
use crate::limits::{Limits, Stop};
use crate::util::rng::Rng;
use crate::util::words::many;
use num_bigint::BigUint;

/// What kind of gem hunter board is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Traps.
    pub traps: usize,
    /// The share of gems that show their number, in `[0, 1]`; with `unique`, numbers are taken away only while the
    /// board keeps a single solution, so more may stay.
    pub numbers: f64,
    /// Whether the board must have exactly one solution.
    pub unique: bool,
    /// How it is written.
    pub style: Style,
}

/// A puzzle and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Board,
    /// The same board with all cells known.
    pub solution: Board,
}

/// Why no board was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// More traps than cells, or no cell at all.
    Impossible(String),
    /// The attempts ran out.
    Attempts(usize),
    /// A board that was made cannot be counted.
    TooEntangled,
    /// A limit ran out.
    Stopped(Stop),
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GenerateError::Impossible(why) => f.write_str(why),
            GenerateError::Attempts(count) => write!(f, "no such board was found in {}", many(count, "attempt")),
            GenerateError::TooEntangled => CountError::TooEntangled.fmt(f),
            GenerateError::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<CountError> for GenerateError {
    fn from(error: CountError) -> GenerateError {
        match error {
            CountError::TooEntangled => GenerateError::TooEntangled,
            CountError::Stopped(stop) => GenerateError::Stopped(stop),
        }
    }
}

/// A gem hunter board.
///
/// With `unique`, cells that the numbers leave open are turned, one at a time, into gems that show a number, until
/// there is one solution; then numbers are removed as long as it stays the only one. The board can end with fewer traps
/// than asked for, since no number sees a trap that is surrounded by traps, so nothing would show that it is there.
///
/// # Errors
/// When the request cannot be met, or a limit ran out.
pub fn generate(request: &Request, rng: &mut Rng, limits: &Limits) -> Result<Generated, GenerateError> {
    let cells = request.rows.saturating_mul(request.cols);
    if cells == 0 || cells > 1 << 24 {
        return Err(GenerateError::Impossible("a board needs between 1 and 16,777,216 cells".into()));
    }
    if request.traps > cells {
        return Err(GenerateError::Impossible(format!(
            "{} traps do not fit into {}",
            request.traps,
            many(cells, "cell")
        )));
    }
    let mut trap = vec![false; cells];
    trap[..request.traps].fill(true);
    rng.shuffle(&mut trap);
    let mut board = puzzle_of(request, &trap, &vec![true; cells]);
    if request.unique {
        loop {
            let counts = count(&board, None, DEFAULT_STATES, limits)?;
            let open: Vec<usize> = (0..counts.cells.len())
                .filter(|&number| counts.certainty(number) == Certainty::Open)
                .map(|number| counts.cells[number])
                .collect();
            if open.is_empty() {
                break;
            }
            trap[open[rng.index(open.len())]] = false;
            board = puzzle_of(request, &trap, &vec![true; cells]);
        }
    }
    let mut shown: Vec<bool> = vec![true; cells];
    let mut gems: Vec<usize> = (0..cells).filter(|&cell| !trap[cell]).collect();
    rng.shuffle(&mut gems);
    let keep = (gems.len() as f64 * request.numbers.clamp(0.0, 1.0)).round() as usize;
    let mut to_hide = gems.len() - keep;
    for &cell in &gems {
        if to_hide == 0 {
            break;
        }
        shown[cell] = false;
        if request.unique {
            let tried = puzzle_of(request, &trap, &shown);
            if !stays_unique(&tried, cell, limits)? {
                shown[cell] = true;
                continue;
            }
        }
        to_hide -= 1;
    }
    let puzzle = puzzle_of(request, &trap, &shown);
    if request.unique && count(&puzzle, None, DEFAULT_STATES, limits)?.total != BigUint::from(1u8) {
        return Err(GenerateError::Attempts(1));
    }
    let hidden: Vec<bool> = puzzle.unknown_cells().map(|cell| trap[cell]).collect();
    let solution = puzzle.filled(|number| hidden[number]);
    Ok(Generated { puzzle, solution })
}

/// Whether a unique board keeps its one solution after `cell` was hidden. If the count gives up, the answer is no.
fn stays_unique(board: &Board, cell: usize, limits: &Limits) -> Result<bool, GenerateError> {
    if board.is_free(cell) || board.neighbours(cell).any(|n| board.cells[n] == Cell::Unknown && board.is_free(n)) {
        return Ok(false);
    }
    match count(board, None, DEFAULT_STATES / 10, limits) {
        Ok(counts) => Ok(counts.total == BigUint::from(1u8)),
        Err(CountError::TooEntangled) => Ok(false),
        Err(stopped) => Err(stopped.into()),
    }
}

fn puzzle_of(request: &Request, trap: &[bool], shown: &[bool]) -> Board {
    let mut board = Board::unknown(request.rows, request.cols, request.style.clone());
    for index in 0..trap.len() {
        if shown[index] && !trap[index] {
            board.cells[index] = Cell::Clue(board.neighbours(index).filter(|&other| trap[other]).count() as u16);
        }
    }
    board
}

/// A minesweeper board that a careful player finishes without a guess, knowing the number of mines: the board as it
/// stands after the start cell (from 0) is opened, and its solution. The start cell has no mine around it where the
/// number of mines allows that.
///
/// A layout is random. Where the player is stuck, a mine that is not yet certain moves to a cell that no open number
/// sees, and the play begins again; after [`MOVES`] such moves, or when there is no such cell, a new layout is drawn.
///
/// # Errors
/// When the mines do not fit, no board is found in this many layouts, or a limit ran out.
pub fn generate_no_guess(
    (rows, cols): (usize, usize),
    mines: usize,
    start: (usize, usize),
    style: Style,
    layouts: usize,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Generated, GenerateError> {
    let cells = rows.saturating_mul(cols);
    if cells == 0 || cells > 1 << 20 || start.0 >= rows || start.1 >= cols {
        return Err(GenerateError::Impossible("the start cell must lie on a board of up to 1,048,576 cells".into()));
    }
    let start = start.0 * cols + start.1;
    let empty = Board::unknown(rows, cols, style);
    let calm: Vec<usize> = empty.neighbours(start).chain([start]).collect();
    let mut places: Vec<usize> = (0..cells).filter(|cell| !calm.contains(cell)).collect();
    if mines > places.len() {
        places = (0..cells).filter(|&cell| cell != start).collect();
    }
    if mines > places.len() {
        return Err(GenerateError::Impossible(format!("{mines} mines do not fit into {}", many(places.len(), "cell"))));
    }
    for _ in 0..layouts {
        rng.shuffle(&mut places);
        let mut mine = vec![false; cells];
        for &cell in &places[..mines] {
            mine[cell] = true;
        }
        for _ in 0..MOVES {
            let mut board = empty.clone();
            open(&mut board, &mine, start);
            let puzzle = board.clone();
            let Some(stuck) = play(&mut board, &mine, mines, limits)? else {
                let hidden: Vec<bool> = puzzle.unknown_cells().map(|cell| mine[cell]).collect();
                let solution = puzzle.filled(|number| hidden[number]);
                return Ok(Generated { puzzle, solution });
            };
            let from: Vec<usize> = stuck.into_iter().filter(|&cell| mine[cell] && !board.is_free(cell)).collect();
            let to: Vec<usize> = board.unknown_cells().filter(|&cell| !mine[cell] && board.is_free(cell)).collect();
            if from.is_empty() || to.is_empty() {
                break;
            }
            mine[from[rng.index(from.len())]] = false;
            mine[to[rng.index(to.len())]] = true;
        }
    }
    Err(GenerateError::Attempts(layouts))
}

/// How often one layout is mended before another is drawn.
pub const MOVES: usize = 100;

/// Opens a safe cell, and all cells around a 0, as the game does.
fn open(board: &mut Board, mine: &[bool], cell: usize) {
    let mut queue = vec![cell];
    while let Some(cell) = queue.pop() {
        if board.cells[cell] != Cell::Unknown {
            continue;
        }
        let around: Vec<usize> = board.neighbours(cell).collect();
        let mines = around.iter().filter(|&&other| mine[other]).count() as u16;
        board.cells[cell] = Cell::Clue(mines);
        if mines == 0 {
            queue.extend(around);
        }
    }
}

/// Opens only cells that are certainly safe. Returns `None` when every safe cell was opened, otherwise the cells that
/// are not certain.
fn play(board: &mut Board, mine: &[bool], mines: usize, limits: &Limits) -> Result<Option<Vec<usize>>, GenerateError> {
    loop {
        let counts = count(board, Some(mines), DEFAULT_STATES, limits)?;
        let with = |certainty: Certainty| -> Vec<usize> {
            let numbers = (0..counts.cells.len()).filter(|&number| counts.certainty(number) == certainty);
            numbers.map(|number| counts.cells[number]).collect()
        };
        let safe = with(Certainty::Gem);
        for &cell in &safe {
            open(board, mine, cell);
        }
        if board.unknown_cells().count() == mines {
            return Ok(None);
        }
        if safe.is_empty() {
            return Ok(Some(with(Certainty::Open)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Symbols;
    use super::*;
    use std::collections::HashMap;

    fn request(unique: bool) -> Request {
        Request { rows: 7, cols: 9, traps: 20, numbers: 0.5, unique, style: Style::of(Symbols::Gems) }
    }

    #[test]
    fn unique_boards_have_one_solution_and_seeds_repeat() {
        for seed in 0..10 {
            let board = generate(&request(true), &mut Rng::new(seed), &Limits::none()).expect("a board");
            let counts = count(&board.puzzle, None, DEFAULT_STATES, &Limits::none()).expect("small");
            assert_eq!(counts.total, BigUint::from(1u8), "{}", board.puzzle);
            assert_eq!(board.puzzle.check(&board.solution, None), Ok(()));
            assert_eq!(generate(&request(true), &mut Rng::new(seed), &Limits::none()), Ok(board));
        }
        let plain = generate(&request(false), &mut Rng::new(3), &Limits::none()).expect("a board");
        assert_eq!(plain.solution.given_traps(), 20);
        assert_eq!(plain.puzzle.check(&plain.solution, Some(20)), Ok(()));
    }

    #[test]
    fn traps_lie_anywhere() {
        let small = Request { rows: 3, cols: 3, traps: 3, ..request(false) };
        let mut times = HashMap::new();
        for seed in 0..2000 {
            let board = generate(&small, &mut Rng::new(seed), &Limits::none()).expect("a board");
            *times.entry(board.solution.to_line().replace(|c| c != 'T', "-")).or_insert(0u32) += 1;
        }
        // 84 ways, each expected 24 times; the standard deviation is 5.
        assert!(times.len() == 84 && times.values().all(|times| (5..50).contains(times)), "{times:?}");
    }

    /// How much rows and columns differ from their mirror images in the mean number, over these boards, of cells for
    /// which `counts` holds.
    fn unlike(boards: &[Board], counts: impl Fn(Cell) -> bool) -> f64 {
        let mut lines = [vec![0.0; boards[0].rows], vec![0.0; boards[0].cols]];
        for board in boards {
            for cell in (0..board.cells.len()).filter(|&cell| counts(board.cells[cell])) {
                lines[0][cell / board.cols] += 1.0 / boards.len() as f64;
                lines[1][cell % board.cols] += 1.0 / boards.len() as f64;
            }
        }
        let differs = |means: &Vec<f64>| {
            means.iter().zip(means.iter().rev()).map(|(a, b): (&f64, &f64)| (a - b).abs()).fold(0.0, f64::max)
        };
        lines.iter().map(differs).fold(0.0, f64::max)
    }

    #[test]
    fn no_side_of_a_board_is_preferred() {
        let small = Request { rows: 6, cols: 6, traps: 8, numbers: 0.0, ..request(true) };
        let make = |seed| generate(&small, &mut Rng::new(seed), &Limits::none()).expect("a board").puzzle;
        let boards: Vec<Board> = (0..300).map(make).collect();
        // The standard deviation of such a difference is about 0.1.
        let numbers = unlike(&boards, |cell| matches!(cell, Cell::Clue(_)));
        assert!(numbers < 0.5, "{numbers}");
        let style = Style::of(Symbols::Mines);
        let make =
            |seed| generate_no_guess((7, 7), 8, (3, 3), style.clone(), 1000, &mut Rng::new(seed), &Limits::none());
        let boards: Vec<Board> = (0..200).map(|seed| make(seed).expect("a board").solution).collect();
        let mines = unlike(&boards, |cell| cell == Cell::Trap);
        assert!(mines < 0.5, "{mines}");
    }

    #[test]
    fn no_guess_boards_are_finished_by_certainty() {
        for seed in 0..5 {
            let style = Style::of(Symbols::Mines);
            let made = generate_no_guess((9, 9), 10, (4, 4), style, 1000, &mut Rng::new(seed), &Limits::none())
                .expect("a board");
            assert_eq!(made.puzzle.cells[4 * 9 + 4], Cell::Clue(0));
            assert_eq!(made.puzzle.check(&made.solution, Some(10)), Ok(()));
            let mine: Vec<bool> = made.solution.cells.iter().map(|&cell| cell == Cell::Trap).collect();
            assert_eq!(play(&mut made.puzzle.clone(), &mine, 10, &Limits::none()), Ok(None));
        }
    }

    #[test]
    fn impossible_requests_are_refused() {
        assert!(matches!(
            generate(&Request { traps: 64, ..request(false) }, &mut Rng::new(0), &Limits::none()),
            Err(GenerateError::Impossible(_))
        ));
        let style = Style::of(Symbols::Mines);
        let made = generate_no_guess((2, 2), 4, (0, 0), style, 1, &mut Rng::new(0), &Limits::none());
        assert!(matches!(made, Err(GenerateError::Impossible(_))));
    }
}
