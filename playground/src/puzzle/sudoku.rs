//! Sudoku: plain, with diagonals, jigsaw, killer.

use super::{Puzzle, Reason, Spot, Values, View, contradicting, forcing, place, stopped};
use gemsat::cnf::Lit;
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::limits::Limits;
use gemsat::observe::Board;
use gemsat::puzzle::sudoku::ask::{Outcome, Session};
use gemsat::puzzle::sudoku::check::check;
use gemsat::puzzle::sudoku::draw::{CELL, MARGIN, svg};
use gemsat::puzzle::sudoku::encode::{Stage, Style, encode};
use gemsat::puzzle::sudoku::explain::Clue;
use gemsat::puzzle::sudoku::generate::{Symmetry, Wanted, generate as made};
use gemsat::puzzle::sudoku::read::{SudokuReadOptions, read as parse};
use gemsat::puzzle::sudoku::{Layout, Sudoku, box_shape, layouts, play, print};

/// The first line of a puzzle with diagonals.
const DIAGONALS: &str = "diagonals\n";

/// Reads a puzzle, in any form that the library reads.
pub fn read(text: &str) -> Result<Sudoku, String> {
    let (rest, diagonals) = text.strip_prefix(DIAGONALS).map_or((text, false), |rest| (rest, true));
    parse(rest, SudokuReadOptions { diagonals, ..SudokuReadOptions::default() }).map_err(|error| error.to_string())
}

/// An empty board: the number of digits, with `x` behind it with diagonals, or `jigsaw`.
pub fn blank(shape: &str) -> Result<Sudoku, String> {
    if matches!(shape, "jigsaw" | "killer") {
        return blank("9");
    }
    let (side, diagonals) = shape.strip_suffix('x').map_or((shape, false), |side| (side, true));
    let side: usize =
        side.parse().ok().filter(|side| (1..=25).contains(side)).ok_or("a size from 1 to 25 is expected")?;
    let (rows, columns) = box_shape(side);
    let mut board = Sudoku::with_boxes(rows, columns).ok_or("there is no such board")?;
    if diagonals {
        board.add_diagonals();
    }
    Ok(board)
}

/// A puzzle with one solution.
pub fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Sudoku, String> {
    let board = blank(shape)?;
    let wanted = Wanted { clues: None, symmetry: Symmetry::None };
    match shape {
        "killer" => layouts::killer(&board, seed, limits),
        "jigsaw" => made(&layouts::jigsaw(&board, seed, limits)?, wanted, seed, limits),
        _ => made(&board, wanted, seed, limits),
    }
}

/// The digit that a key stands for: 1 to 9, and letters from A = 10.
fn digit(key: &str) -> Option<u16> {
    key.chars().next().filter(|_| key.len() == 1)?.to_digit(36).map(|digit| digit as u16)
}

/// The key of a digit.
fn key(digit: u16) -> String {
    char::from_digit(u32::from(digit), 36).map_or(String::new(), |c| c.to_ascii_uppercase().to_string())
}

impl Puzzle for Sudoku {
    fn text(&self) -> String {
        let plain = matches!(self.layout(), Layout::Boxes(..)) && self.cages().is_empty();
        let line = plain.then(|| print::line(self, self.givens())).flatten();
        let text = line.unwrap_or_else(|| print::puzzle(self));
        if self.has_diagonals() { format!("{DIAGONALS}{text}") } else { text }
    }

    fn keys(&self) -> Vec<(String, String)> {
        let digits = (1..=self.side() as u16).map(|digit| (key(digit), digit.to_string()));
        digits.chain([("Backspace".into(), "blank".into())]).collect()
    }

    fn view(&self, values: &Values) -> View {
        let shown: Vec<u16> = self
            .givens()
            .iter()
            .zip(values)
            .map(|(&given, value)| if given > 0 { given } else { value.unwrap_or(0) })
            .collect();
        let spot = |cell: usize| {
            let (row, column) = self.place(cell);
            let what = match (self.givens()[cell], shown[cell]) {
                (0, 0) => "blank".to_string(),
                (0, digit) => digit.to_string(),
                (digit, _) => format!("{digit}, given"),
            };
            Spot {
                row,
                place: Some([MARGIN + column * CELL, MARGIN + row * CELL, CELL, CELL]),
                name: format!("{}: {what}", place((row, column))),
            }
        };
        View { svg: svg(self, &shown, &[]), spots: (0..self.num_cells()).map(spot).collect(), fills: Vec::new() }
    }

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        if !self.cages().is_empty() {
            return Err(
                "A killer sudoku has cages instead of digits; generate another one, or choose another kind.".into()
            );
        }
        let digit = match key {
            "Backspace" | "Delete" | "." | "0" => 0,
            " " => (self.givens()[cell] + 1) % (self.side() as u16 + 1),
            key => digit(key)
                .filter(|&digit| usize::from(digit) <= self.side())
                .ok_or_else(|| format!("This board takes the digits 1 to {}.", self.side()))?,
        };
        let mut givens = self.givens().to_vec();
        givens[cell] = digit;
        *self = self.with_givens(&givens);
        Ok(())
    }

    fn encoding(&self, _local: bool) -> Result<Encoding, String> {
        Ok(encode(self, Style::Extended, Stage::Puzzle, AtMostOne::Auto))
    }

    fn meaning(&self, lit: Lit) -> Option<(usize, u16)> {
        let index = lit.var().index();
        let cell = index / self.side();
        (lit.is_positive() && cell < Sudoku::num_cells(self)).then(|| (cell, (index % self.side() + 1) as u16))
    }

    fn check(&self, values: &Values) -> Result<(), String> {
        let values: Vec<u16> = values.iter().map(|value| value.unwrap_or(0)).collect();
        check(self, &values).map_err(|broken| broken.to_string())
    }

    fn board(&self, num_vars: u32) -> Board {
        play::board(self, play::words(self, num_vars))
    }

    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String> {
        let mut session = Session::new(self);
        let cells = |clues: &[Clue]| -> Vec<usize> {
            let of = |clue: &Clue| match *clue {
                Clue::Given(cell, _) | Clue::Mark(cell, _) => vec![cell],
                Clue::Cage(index) => self.cages()[index].cells.clone(),
            };
            clues.iter().flat_map(of).collect()
        };
        if let Some(core) = session.contradiction(self, &[], limits).map_err(stopped)? {
            return Ok(Reason::contradiction(contradicting(core.members.len()), cells(&core.members)));
        }
        let Some(cell) = cell else {
            return Ok(Reason::consistent("There is a solution. Choose a cell to see what forces its digit."));
        };
        let name = place(self.place(cell));
        if self.givens()[cell] > 0 {
            return Ok(Reason::consistent(format!("{name} is given, and there is a solution.")));
        }
        let Outcome::Solved(solution) = session.solve(self, limits) else { return Err("no answer".into()) };
        let digit = solution[cell];
        Ok(match session.forcing(self, cell, digit, limits).map_err(stopped)? {
            Some(core) => {
                Reason::forced(forcing(&name, &digit.to_string(), core.members.len()), cells(&core.members), cell)
            }
            None => Reason::consistent(format!("{name} is not forced: {digit} is one of its digits.")),
        })
    }

    fn num_cells(&self) -> usize {
        Sudoku::num_cells(self)
    }
}
