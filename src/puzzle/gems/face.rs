//! The face of a gem hunter or minesweeper board. Every cell of the board is a cell: 1 a trap, 0 none.

use super::count::{CountError, DEFAULT_STATES, count};
use super::encode::{Numbering, encode, encode_plain, encode_switched, read_note};
use super::explain::{Clue as Named, explain};
use super::generate::{Generated, Request, generate, generate_no_guess};
use super::{Board, Cell, Claim as Found, GemsReadOptions, Style, Symbols, certain, draw, play, pose, steps};
use crate::cnf::{Assignment, Lit};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{self, Words};
use crate::puzzle::face::{
    Asking, Broken, Claim, Clue, Explanation, Family, Listed, Puzzle, Read, Said, Settings, Unanswered, Values,
    certain_in, grid_cell, grid_place, setting,
};
use crate::puzzle::steps::{Goal, Steps};
use crate::puzzle::{Reading, SyntaxError};
use crate::reason::core::{Core, Why};
use crate::util::rng::Rng;
use crate::util::words::many;
use num_bigint::BigUint;

/// The layouts that are tried for a board of mines that needs no guess.
const MOST_LAYOUTS: usize = 2_000;

/// How a board is read, and what is known in addition to its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct GemsOptions {
    /// `0` is an unknown cell, not a number.
    pub zero_unknown: bool,
    /// The number of traps on the whole board, given ones included, where the text does not state it.
    pub mines: Option<usize>,
}

/// What is known of the cells of a board.
pub fn values_of(board: &Board) -> Values {
    let value = |&cell: &Cell| match cell {
        Cell::Unknown => None,
        Cell::Trap => Some(1),
        Cell::Gem | Cell::Clue(_) => Some(0),
    };
    board.cells.iter().map(value).collect()
}

/// The board with these values in its unknown cells.
pub fn filled(board: &Board, values: &Values) -> Board {
    let mut filled = board.clone();
    for (cell, value) in filled.cells.iter_mut().zip(values).filter(|(cell, _)| **cell == Cell::Unknown) {
        match value {
            Some(0) => *cell = Cell::Gem,
            Some(_) => *cell = Cell::Trap,
            None => {}
        }
    }
    filled
}

/// A board as it is printed: if anything was found, cells that are still open have a sign of their own.
fn shown(board: &Board, values: &Values) -> Board {
    let mut shown = filled(board, values);
    let open = |board: &Board| board.unknown_cells().count();
    if board.style.symbols == Symbols::Gems && open(&shown) > 0 && open(&shown) < open(board) {
        shown.style.unknown = '?';
    }
    shown
}

/// What an answer claims, by a check of its board.
fn claim(heading: String, found: Found, check: impl Fn(&Board) -> Result<(), Broken>) -> Claim {
    let said = match found {
        Found::NoSolution => Said::NoSolution,
        Found::Nothing => Said::Nothing,
        Found::Filled(board) => match check(&board) {
            Ok(()) => Said::Filled(values_of(&board)),
            Err(broken) => Said::Wrong(broken),
        },
    };
    Claim { heading, said }
}

/// The rows, columns and alphabet in `8x8` or, of a board of mines, `mines9x9`.
fn size(shape: &str) -> Result<(usize, usize, Symbols), String> {
    let (rest, symbols) = shape.strip_prefix("mines").map_or((shape, Symbols::Gems), |rest| (rest, Symbols::Mines));
    let number = |text: &str| text.parse().ok().filter(|size| (1..=1_000).contains(size));
    let sides = rest.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    let expected = || format!("expected a size such as 8x8 or mines9x9, found '{shape}'");
    sides.map(|(rows, columns)| (rows, columns, symbols)).ok_or_else(expected)
}

impl Board {
    /// What a cell with a trap, or without one, holds.
    fn held(&self, trap: bool) -> String {
        match (self.style.symbols, trap) {
            (Symbols::Gems, true) => "a trap",
            (Symbols::Gems, false) => "a gem",
            (Symbols::Mines, true) => "a mine",
            (Symbols::Mines, false) => "no mine",
        }
        .into()
    }
}

impl Puzzle for Board {
    /// A number of mines stands above the board, behind its size.
    fn text(&self) -> String {
        let (text, size) = (self.to_string(), format!("{}x{}", self.rows, self.cols));
        match self.mines.filter(|_| self.style.symbols == Symbols::Mines) {
            Some(mines) => format!("{size}x{mines}\n{}", text.strip_prefix(&format!("{size}\n")).unwrap_or(&text)),
            None => text,
        }
    }

    fn num_cells(&self) -> usize {
        self.cells.len()
    }

    fn place(&self, cell: usize) -> String {
        grid_place(cell, self.cols)
    }

    fn cell(&self, name: &str) -> Result<usize, String> {
        grid_cell(name, self.rows, self.cols)
    }

    fn given(&self) -> Values {
        values_of(self)
    }

    fn hopeless(&self) -> Vec<String> {
        self.impossible_clues().into_iter().map(|(_, why)| why).collect()
    }

    fn tally(&self, values: &[u16]) -> Option<String> {
        let traps = values.iter().filter(|&&value| value == 1).count();
        let safe = values.len() - traps;
        Some(match self.style.symbols {
            Symbols::Gems => format!("{}, {}", many(traps, "trap"), many(safe, "gem")),
            Symbols::Mines => format!("{}, {safe} safe", many(traps, "mine")),
        })
    }

    fn encode(&self, plain: bool) -> Result<Encoding, EncodeError> {
        if plain {
            encode_plain(self, Numbering::Unknown, self.mines)
        } else {
            encode(self, Numbering::Unknown, self.mines)
        }
    }

    fn decode(&self, model: &Assignment) -> Values {
        values_of(&Numbering::Unknown.fill(self, model))
    }

    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)> {
        let cells: Vec<usize> = self.unknown_cells().collect();
        let meaning = |lit: &Lit| Some((*cells.get(lit.var().index())?, u16::from(lit.is_positive())));
        lits.iter().filter_map(meaning).collect()
    }

    fn pose(&self) -> Result<Problem, PoseError> {
        pose::problem(self, self.mines)
    }

    fn posed(&self, values: &[u32]) -> Values {
        values_of(&self.filled(|number| values[number] == 1))
    }

    fn check(&self, values: &Values) -> Result<(), Broken> {
        if values.len() != self.cells.len() {
            return Err(Broken::whole(format!("{} cells where the board has {}", values.len(), self.cells.len())));
        }
        Board::check(self, &filled(self, values), self.mines)
    }

    fn print(&self, values: &Values) -> String {
        shown(self, values).to_string()
    }

    fn colored(&self, values: &Values, guessed: &[bool]) -> String {
        draw::colored(&shown(self, values), guessed)
    }

    fn line(&self, values: &Values) -> String {
        filled(self, values).to_line()
    }

    fn shows_guesses(&self) -> bool {
        true
    }

    fn draw(&self, values: &Values, guessed: &[bool]) -> String {
        draw::svg(&filled(self, values), None, guessed)
    }

    fn words(&self, num_vars: usize) -> Words {
        play::words(self, Numbering::Unknown, num_vars)
    }

    fn board(&self, words: Words) -> observe::Board {
        play::board(self, Numbering::Unknown, words)
    }

    fn value_words(&self, num_vars: usize) -> Words {
        play::value_words(self, num_vars)
    }

    fn value_board(&self, words: Words) -> observe::Board {
        play::value_board(self, words)
    }

    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered> {
        if let Some((cell, words)) = self.impossible_clues().into_iter().next() {
            let members = vec![Clue { words, cells: vec![cell] }];
            return Ok(Explanation::contradiction(Core { members, stopped: None }));
        }
        if let Some(at) = cell.filter(|&cell| self.cells[cell] != Cell::Unknown) {
            let words = match self.cells[at] {
                Cell::Clue(number) => format!("the number {number}"),
                Cell::Trap => self.held(true),
                Cell::Gem | Cell::Unknown => self.held(false),
            };
            return Ok(Explanation::Given(words));
        }
        let switched = encode_switched(self, self.mines)?;
        let mut oracle = (asking.oracle)(&switched.encoding.formula);
        let clue = |clue: Named| match clue {
            Named::Number(at) => {
                let words = format!("the number {} in {}", self.symbol(at, false), Puzzle::place(self, at));
                Clue { words, cells: vec![at] }
            }
            Named::Total => Clue {
                words: format!("the total of {}", many(self.mines.unwrap_or_default(), self.names()[0])),
                cells: Vec::new(),
            },
        };
        let what = |lit: Lit| self.held(lit.is_positive());
        Ok(match explain(self, &switched, cell, &mut *oracle, asking.limits)? {
            Why::Contradiction(core) => Explanation::contradiction(core.map(clue)),
            Why::Consistent => Explanation::Consistent,
            Why::Forced(lit, core) => Explanation::Forced(what(lit), u16::from(lit.is_positive()), core.map(clue)),
            Why::Open(lit) => Explanation::Open(what(lit)),
        })
    }

    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
        steps::steps(self, goal, limits)
    }

    /// What is certain, by counting; on a board too entangled for that, by asking about each cell.
    fn certain(&self, asking: &Asking<'_>) -> Result<Option<Values>, Unanswered> {
        match count(self, self.mines, DEFAULT_STATES, asking.limits) {
            Ok(counts) if counts.total == BigUint::default() => Ok(None),
            Ok(counts) => Ok(Some(values_of(&certain::counted(self, &counts)))),
            Err(CountError::Stopped(stop)) => Err(stop.into()),
            Err(CountError::TooEntangled) => certain_in(self, &self.models()?, asking),
        }
    }

    /// Counts cells with the same numbers around them as one group. Boards that are too entangled for that are counted
    /// by their formula.
    fn count(&self, limits: &Limits) -> Option<Result<BigUint, Stop>> {
        match count(self, self.mines, DEFAULT_STATES, limits) {
            Ok(counts) => Some(Ok(counts.total)),
            Err(CountError::Stopped(stop)) => Some(Err(stop)),
            Err(CountError::TooEntangled) => None,
        }
    }
}

/// Gives a board the number of mines that its text or the user states.
fn with_mines(mut board: Board, asked: Option<usize>) -> Result<Board, SyntaxError> {
    match (asked, board.mines) {
        (Some(asked), Some(stated)) if asked != stated => Err(SyntaxError::at(
            1,
            1,
            format!("expected a board with {}, found one that has {stated}", many(asked, "mine")),
        )),
        _ => {
            board.mines = board.mines.or(asked);
            Ok(board)
        }
    }
}

/// The boards of a text, with the number of mines that the user states.
fn boards(text: &str, options: &GemsOptions) -> Read<Board> {
    let read = GemsReadOptions { zero_unknown: options.zero_unknown, answer: false };
    let Reading { puzzle, remarks } = Board::parse_all(text, read)?;
    let boards = puzzle.into_iter().map(|board| with_mines(board, options.mines)).collect::<Result<_, _>>()?;
    Ok(Reading { puzzle: boards, remarks })
}

/// How an answer's text is read.
const ANSWER: GemsReadOptions = GemsReadOptions { zero_unknown: false, answer: true };

impl Family for Board {
    const NAME: &'static str = "gems";
    /// The reports name their boards like this.
    const FILES: &'static [&'static str] = &["input*.txt", "input*.csv"];
    type Options = GemsOptions;

    fn options(settings: Settings<'_>) -> GemsOptions {
        GemsOptions { mines: setting(settings, "mines"), ..GemsOptions::default() }
    }

    fn read(text: &str, options: &GemsOptions) -> Read<Listed<Board>> {
        Ok(boards(text, options)?.map(|boards| boards.into_iter().map(Listed::alone).collect()))
    }

    fn claims(text: &str, options: &GemsOptions) -> Read<Claim> {
        let check = |board: &Board| board.check_filled(board.mines.or(options.mines));
        let found = Board::parse_blocks(text, ANSWER)?;
        Ok(found.map(|all| all.into_iter().map(|(heading, found)| claim(heading, found, check)).collect()))
    }

    /// The numbers and given cells of an answer must be those of the puzzle.
    fn claims_about(puzzles: &[Board], answer: &str, _: &GemsOptions) -> Read<Claim> {
        let claim = |(index, (heading, found)): (usize, (String, Found))| {
            let puzzle = puzzles.get(index).filter(|_| puzzles.len() > 1).or(puzzles.first());
            claim(heading, found, |board| puzzle.map_or(Ok(()), |puzzle| Board::check(puzzle, board, puzzle.mines)))
        };
        Ok(Board::parse_blocks(answer, ANSWER)?.map(|all| all.into_iter().enumerate().map(claim).collect()))
    }

    fn of_answer(answer: &Answer, options: &GemsOptions) -> Option<Board> {
        let (mut board, _, total) = answer.notes.iter().find_map(|note| read_note(note))?;
        board.mines = options.mines.or(total);
        Some(board)
    }

    fn blank(shape: &str, _now: &str) -> Result<Board, String> {
        let (rows, columns, symbols) = size(shape)?;
        Ok(Board::unknown(rows, columns, Style::of(symbols)))
    }

    /// A board with one solution, or one of mines that needs no guess.
    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Board, String> {
        made(shape, seed, limits).map(|made| made.puzzle)
    }

    /// A board of mines that needs no guess, with its first cells open.
    fn deal(shape: &str, seed: u64, limits: &Limits) -> Result<(Board, Values), String> {
        let Generated { puzzle, solution } = made(shape, seed, limits)?;
        match puzzle.style.symbols {
            Symbols::Mines => Ok((puzzle, values_of(&solution))),
            Symbols::Gems => Err("only boards of mines are played".into()),
        }
    }
}

/// A board of this shape, as it is generated, with its solution.
fn made(shape: &str, seed: u64, limits: &Limits) -> Result<Generated, String> {
    let (rows, cols, symbols) = size(shape)?;
    let (mut rng, style) = (Rng::new(seed), Style::of(symbols));
    let made = match symbols {
        Symbols::Mines => {
            let start = (rows / 2, cols / 2);
            generate_no_guess((rows, cols), rows * cols / 7, start, style, MOST_LAYOUTS, &mut rng, limits)
        }
        Symbols::Gems => {
            let request = Request { rows, cols, traps: rows * cols / 4, numbers: 0.5, unique: true, style };
            generate(&request, &mut rng, limits)
        }
    };
    let mut made = made.map_err(|error| error.to_string())?;
    // As in the game, where the number of mines is known.
    made.puzzle.mines = (symbols == Symbols::Mines).then_some(rows * cols / 7);
    Ok(made)
}
