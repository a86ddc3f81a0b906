//! Gem hunter and minesweeper boards.

use super::{Puzzle, Reason, Spot, Values, View, contradicting, forcing, place, stopped};
use gemsat::cnf::Lit;
use gemsat::encode::Encoding;
use gemsat::limits::{Limits, Stop};
use gemsat::observe;
use gemsat::puzzle::gems::chances::chances;
use gemsat::puzzle::gems::count::{CountError, DEFAULT_STATES, count};
use gemsat::puzzle::gems::draw::{SIDE, svg};
use gemsat::puzzle::gems::encode::{Numbering, encode, encode_plain, encode_switched};
use gemsat::puzzle::gems::explain::{Clue, explain};
use gemsat::puzzle::gems::generate::{Request, generate as made, generate_no_guess};
use gemsat::puzzle::gems::{Board, Cell, GemsReadOptions, Style, Symbols, play};
use gemsat::reason::Incremental;
use gemsat::reason::core::Why;
use gemsat::util::rng::Rng;

/// The most rows and columns of the page.
const MOST: usize = 40;
/// Layouts that are tried for a board without guessing.
const LAYOUTS: usize = 2_000;

/// Reads a board, in any form that the library reads.
pub fn read(text: &str) -> Result<Board, String> {
    let board = Board::parse(text, GemsReadOptions::default()).map_err(|error| error.to_string())?.puzzle;
    if board.rows > MOST || board.cols > MOST {
        return Err(format!(
            "The page takes boards of up to {MOST} rows and columns; the program gems takes larger ones."
        ));
    }
    Ok(board)
}

/// The rows and columns in `8x8` or, of a board of mines, `mines9x9`.
fn size(shape: &str) -> Result<(usize, usize, Symbols), String> {
    let (rest, symbols) = shape.strip_prefix("mines").map_or((shape, Symbols::Gems), |rest| (rest, Symbols::Mines));
    let number = |text: &str| text.parse().ok().filter(|size| (1..=MOST).contains(size));
    let sides = rest.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    sides.map(|(rows, columns)| (rows, columns, symbols)).ok_or_else(|| "a size such as 8x8 is expected".into())
}

/// A board on which nothing is known.
pub fn blank(shape: &str) -> Result<Board, String> {
    let (rows, columns, symbols) = size(shape)?;
    Ok(Board::unknown(rows, columns, Style::of(symbols)))
}

/// A board with one solution, or one of mines that needs no guess.
pub fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Board, String> {
    let (rows, cols, symbols) = size(shape)?;
    let (mut rng, style) = (Rng::new(seed), Style::of(symbols));
    let board = match symbols {
        Symbols::Mines => {
            generate_no_guess((rows, cols), rows * cols / 7, (rows / 2, cols / 2), style, LAYOUTS, &mut rng, limits)
        }
        Symbols::Gems => {
            made(&Request { rows, cols, traps: rows * cols / 4, numbers: 0.5, unique: true, style }, &mut rng, limits)
        }
    };
    board.map(|made| made.puzzle).map_err(|error| error.to_string())
}

/// The board with these values.
fn filled(board: &Board, values: &Values) -> Board {
    let mut filled = board.clone();
    for (cell, value) in values.iter().enumerate().filter(|&(cell, _)| board.cells[cell] == Cell::Unknown) {
        match value {
            Some(0) => filled.cells[cell] = Cell::Gem,
            Some(_) => filled.cells[cell] = Cell::Trap,
            None => {}
        }
    }
    filled
}

impl Puzzle for Board {
    fn text(&self) -> String {
        self.to_string()
    }

    fn keys(&self) -> Vec<(String, String)> {
        let (trap, gem) = match self.style.symbols {
            Symbols::Gems => ("trap", "gem"),
            Symbols::Mines => ("mine", "safe"),
        };
        let numbers = (0..=8).map(|number| (number.to_string(), number.to_string()));
        let others = [("T", trap), ("G", gem), ("Backspace", "unknown")];
        numbers.chain(others.map(|(key, means)| (key.to_string(), means.to_string()))).collect()
    }

    fn view(&self, values: &Values) -> View {
        let shown = filled(self, values);
        let spot = |cell: usize| {
            let (row, column) = self.place(cell);
            let given = if self.cells[cell] == shown.cells[cell] { ", given" } else { "" };
            let what = match shown.cells[cell] {
                Cell::Unknown => "unknown".to_string(),
                Cell::Clue(number) => format!("number {number}"),
                Cell::Trap => format!("trap{given}"),
                Cell::Gem => format!("gem{given}"),
            };
            let name = format!("{}: {what}", place((row, column)));
            Spot { row, place: Some([column * SIDE, row * SIDE, SIDE, SIDE]), name }
        };
        View { svg: svg(&shown, None, &[]), spots: (0..self.cells.len()).map(spot).collect(), fills: Vec::new() }
    }

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        self.cells[cell] = match (key.to_ascii_uppercase().as_str(), self.cells[cell]) {
            (" ", Cell::Unknown) | ("T" | "X", _) => Cell::Trap,
            (" ", Cell::Trap) | ("G" | "S", _) => Cell::Gem,
            (" ", _) | ("BACKSPACE" | "DELETE" | "_" | "-" | ".", _) => Cell::Unknown,
            (key, _) => match key.parse::<u16>() {
                Ok(number @ 0..=8) => Cell::Clue(number),
                _ => return Err("0 to 8 is a number, T a trap, G a gem, Backspace unknown.".into()),
            },
        };
        Ok(())
    }

    fn encoding(&self, local: bool) -> Result<Encoding, String> {
        if let Some((_, words)) = self.impossible_clues().into_iter().next() {
            return Err(words);
        }
        let encode = if local { encode_plain } else { encode };
        encode(self, Numbering::Unknown, None).map_err(|error| error.to_string())
    }

    fn meaning(&self, lit: Lit) -> Option<(usize, u16)> {
        Some((self.unknown_cells().nth(lit.var().index())?, u16::from(lit.is_positive())))
    }

    fn check(&self, values: &Values) -> Result<(), String> {
        Board::check(self, &filled(self, values), None).map_err(|fault| fault.to_string())
    }

    fn board(&self, num_vars: u32) -> observe::Board {
        play::board(self, Numbering::Unknown, play::words(self, Numbering::Unknown, num_vars))
    }

    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String> {
        if let Some((cell, words)) = self.impossible_clues().into_iter().next() {
            return Ok(Reason::contradiction(words, vec![cell]));
        }
        let switched = encode_switched(self, None).map_err(|error| error.to_string())?;
        let mut oracle = Incremental::new(&switched.encoding.formula);
        let cell = cell.filter(|&cell| self.cells[cell] == Cell::Unknown);
        let cells = |clues: &[Clue]| -> Vec<usize> {
            clues.iter().filter_map(|clue| if let Clue::Number(cell) = *clue { Some(cell) } else { None }).collect()
        };
        let name = cell.map_or(String::new(), |cell| place(self.place(cell)));
        Ok(match (explain(self, &switched, cell, &mut oracle, limits).map_err(stopped)?, cell) {
            (Why::Contradiction(core), _) => {
                Reason::contradiction(contradicting(core.members.len()), cells(&core.members))
            }
            (Why::Forced(lit, core), Some(cell)) => {
                let what = if lit.is_positive() { "a trap" } else { "no trap" };
                Reason::forced(forcing(&name, what, core.members.len()), cells(&core.members), cell)
            }
            (Why::Open(_), _) => Reason::consistent(format!("{name} is open: a trap or none.")),
            _ => Reason::consistent("There is a solution. Choose an unknown cell to see what decides about it."),
        })
    }

    fn count(&self, limits: &Limits) -> Option<Result<String, Stop>> {
        match count(self, self.mines, DEFAULT_STATES, limits) {
            Ok(counts) => Some(Ok(counts.total.to_string())),
            Err(CountError::Stopped(stop)) => Some(Err(stop)),
            Err(CountError::TooEntangled) => None,
        }
    }

    fn chances(&self, limits: &Limits) -> Option<String> {
        chances(self, self.mines, limits).ok().map(|chances| svg(self, Some(&chances), &[]))
    }

    fn num_cells(&self) -> usize {
        self.cells.len()
    }
}
