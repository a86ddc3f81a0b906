//! Gem hunter and minesweeper boards: read, print, check.
//!
//! Both are one puzzle in two alphabets. A number tells how many of the (up to) eight cells around it hold a trap, or
//! mine; the other cells hide a trap or a gem, or are safe. All formats that were met in real files are read: cells
//! separated by commas, blanks, tabs or nothing; a header line with the size or none; `_ . - ? *` (and `0` on request)
//! for unknown cells; given traps and gems; byte order marks, CRLF, trailing blanks and commas, no final newline.

pub mod count;
pub mod draw;
pub mod generate;
mod parse;

use std::fmt;
use std::fmt::Write as _;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not known: a trap or a gem.
    Unknown,
    /// A number: this many traps around. Above 8 no board can meet it, but it is kept so that it can be named.
    Clue(u16),
    /// A trap, or mine.
    Trap,
    /// A gem, or a safe cell whose number is not told.
    Gem,
}

/// The alphabet of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbols {
    /// `T` a trap, `G` a gem, `_` unknown.
    #[default]
    Gems,
    /// `X` a mine, `-` unknown; safe cells show the number of mines around them.
    Mines,
}

/// How a board was written, so that answers can be written alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The alphabet.
    pub symbols: Symbols,
    /// Between the cells of a row.
    pub separator: &'static str,
    /// The symbol of an unknown cell.
    pub unknown: char,
}

impl Style {
    /// The alphabet's own style: `T, G, _` with `", "`, or `X - 1` with blanks.
    pub fn of(symbols: Symbols) -> Style {
        match symbols {
            Symbols::Gems => Style { symbols, separator: ", ", unknown: '_' },
            Symbols::Mines => Style { symbols, separator: " ", unknown: '-' },
        }
    }
}

/// A board. Cells stand row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// How it is written.
    pub style: Style,
}

/// What a reader is told about a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// `0` is an unknown cell, not a number.
    pub zero_unknown: bool,
    /// The text is an answer: `*` is a trap, not an unknown cell.
    pub answer: bool,
}

/// What an answer file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This filling.
    Filled(Board),
    /// That there is none.
    NoSolution,
    /// Nothing: the algorithm gave up.
    Nothing,
}

/// What is wrong with a filled board. Cells are counted from 0 here and shown from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The answer has other measures than the puzzle.
    Shape {
        /// Rows and columns of the puzzle.
        expected: (usize, usize),
        /// Rows and columns of the answer.
        found: (usize, usize),
    },
    /// A cell of the puzzle was changed.
    Changed((usize, usize)),
    /// A cell is neither trap nor gem.
    Unfilled((usize, usize)),
    /// A number is not met: the cell, what it asks for and what is there.
    Count((usize, usize), u16, u16),
    /// The number of traps on the whole board is not the one told.
    Total(usize, usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(row, col): &(usize, usize)| format!("row {}, column {}", row + 1, col + 1);
        match self {
            Fault::Shape { expected, found } => write!(
                f,
                "the answer has {} rows and {} columns, the puzzle {} and {}",
                found.0, found.1, expected.0, expected.1
            ),
            Fault::Changed(cell) => write!(f, "{}: the puzzle's cell was changed", place(cell)),
            Fault::Unfilled(cell) => write!(f, "{}: neither trap nor gem", place(cell)),
            Fault::Count(cell, asked, there) => {
                write!(f, "{}: the number {asked} has {there} traps around it", place(cell))
            }
            Fault::Total(asked, there) => write!(f, "the board holds {there} traps instead of {asked}"),
        }
    }
}

/// A number and the unknown cells around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The number's cell.
    pub at: usize,
    /// The number as printed.
    pub clue: u16,
    /// How many of `cells` are traps: the number less the given traps. Negative when these are already too many.
    pub traps: i32,
    /// The unknown cells around, in row order.
    pub cells: Vec<u32>,
}

impl Constraint {
    /// Whether no filling of the unknown cells can meet the number.
    pub fn is_impossible(&self) -> bool {
        self.traps < 0 || self.traps as usize > self.cells.len()
    }
}

impl Board {
    /// A board on which nothing is known.
    pub fn unknown(rows: usize, cols: usize, style: Style) -> Board {
        Board { rows, cols, cells: vec![Cell::Unknown; rows * cols], style }
    }

    /// The row and column of a cell, from 0.
    pub fn place(&self, index: usize) -> (usize, usize) {
        (index / self.cols, index % self.cols)
    }

    /// The cells around a cell, in row order.
    pub fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, col) = self.place(index);
        let (rows, cols) = (self.rows, self.cols);
        (row.saturating_sub(1)..(row + 2).min(rows))
            .flat_map(move |r| (col.saturating_sub(1)..(col + 2).min(cols)).map(move |c| r * cols + c))
            .filter(move |&other| other != index)
    }

    /// How many given traps stand around a cell.
    pub fn traps_around(&self, index: usize) -> u16 {
        self.neighbours(index).filter(|&other| self.cells[other] == Cell::Trap).count() as u16
    }

    /// The indices of the unknown cells, in row order.
    pub fn unknown_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&index| self.cells[index] == Cell::Unknown)
    }

    /// How many traps are given.
    pub fn given_traps(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell == Cell::Trap).count()
    }

    /// What a cell's number asks of the unknown cells around it; `None` for a cell without a number.
    pub fn constraint(&self, at: usize) -> Option<Constraint> {
        let Cell::Clue(clue) = self.cells[at] else { return None };
        let unknown = |&other: &usize| self.cells[other] == Cell::Unknown;
        let cells = self.neighbours(at).filter(unknown).map(|other| other as u32).collect();
        Some(Constraint { at, clue, traps: i32::from(clue) - i32::from(self.traps_around(at)), cells })
    }

    /// The constraints of all numbers, in row order.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint> + '_ {
        (0..self.cells.len()).filter_map(|at| self.constraint(at))
    }

    /// The numbers that no filling can meet, each with what is wrong with it in words.
    pub fn impossible_clues(&self) -> Vec<(usize, String)> {
        let explain = |bad: Constraint| {
            let (row, col) = self.place(bad.at);
            let given = i32::from(bad.clue) - bad.traps;
            let why = if bad.traps < 0 {
                format!("{given} traps are given around it")
            } else {
                format!("only {} cells around it can hold a trap", bad.cells.len() as i32 + given)
            };
            (bad.at, format!("row {}, column {}: the number {} cannot be met: {why}", row + 1, col + 1, bad.clue))
        };
        self.constraints().filter(Constraint::is_impossible).map(explain).collect()
    }

    /// Whether a cell stands next to no number, so that it is free.
    pub fn is_free(&self, index: usize) -> bool {
        !self.neighbours(index).any(|other| matches!(self.cells[other], Cell::Clue(_)))
    }

    /// This board with its unknown cells filled: `trap` says for each unknown cell, by its place in row order.
    pub fn filled(&self, trap: impl Fn(usize) -> bool) -> Board {
        let mut board = self.clone();
        for (number, index) in self.unknown_cells().enumerate() {
            board.cells[index] = if trap(number) { Cell::Trap } else { Cell::Gem };
        }
        board
    }

    /// Checks a filled board by its own numbers, and for this many traps in all if told.
    pub fn check_filled(&self, total: Option<usize>) -> Result<(), Fault> {
        for (index, &cell) in self.cells.iter().enumerate() {
            match cell {
                Cell::Unknown => return Err(Fault::Unfilled(self.place(index))),
                Cell::Clue(asked) if self.traps_around(index) != asked => {
                    return Err(Fault::Count(self.place(index), asked, self.traps_around(index)));
                }
                _ => {}
            }
        }
        match total {
            Some(total) if self.given_traps() != total => Err(Fault::Total(total, self.given_traps())),
            _ => Ok(()),
        }
    }

    /// Checks an answer against this puzzle: the same board with every unknown cell filled, every number met.
    ///
    /// A safe cell may show its number instead of a gem, as minesweeper's answers do; that number must be right too.
    ///
    /// # Errors
    /// The first fault, with its cell.
    pub fn check(&self, answer: &Board, total: Option<usize>) -> Result<(), Fault> {
        if (self.rows, self.cols) != (answer.rows, answer.cols) {
            return Err(Fault::Shape { expected: (self.rows, self.cols), found: (answer.rows, answer.cols) });
        }
        for (index, (&mine, &theirs)) in self.cells.iter().zip(&answer.cells).enumerate() {
            let kept = match mine {
                Cell::Unknown => true,
                Cell::Gem => matches!(theirs, Cell::Gem | Cell::Clue(_)),
                Cell::Clue(_) | Cell::Trap => mine == theirs,
            };
            if !kept {
                return Err(Fault::Changed(self.place(index)));
            }
        }
        answer.check_filled(total)
    }

    /// The symbol of a cell in the board's style. Safe cells of a mine board show their number where `counts` holds, as
    /// they can once every cell around them is known.
    pub fn symbol(&self, index: usize, counts: bool) -> String {
        match (self.cells[index], self.style.symbols) {
            (Cell::Unknown, _) => self.style.unknown.to_string(),
            (Cell::Clue(number), _) => number.to_string(),
            (Cell::Trap, Symbols::Gems) => "T".into(),
            (Cell::Trap, Symbols::Mines) => "X".into(),
            (Cell::Gem, Symbols::Mines) if counts => self.traps_around(index).to_string(),
            (Cell::Gem, Symbols::Mines) => "S".into(),
            (Cell::Gem, Symbols::Gems) => "G".into(),
        }
    }

    /// A board's symbols on one line, rows separated by `/`, always the same whatever the style: for notes in formulas.
    pub fn to_line(&self) -> String {
        let mut line = String::with_capacity(self.cells.len() + self.rows);
        for (index, &cell) in self.cells.iter().enumerate() {
            if index > 0 && index % self.cols == 0 {
                line.push('/');
            }
            match cell {
                Cell::Unknown => line.push('_'),
                Cell::Trap => line.push('T'),
                Cell::Gem => line.push('G'),
                Cell::Clue(number @ 0..=9) => line.push(char::from(b'0' + number as u8)),
                Cell::Clue(number) => {
                    let _ = write!(line, "({number})");
                }
            }
        }
        line
    }
}

/// The board as text in its own style, each row on a line. Safe cells of a mine board whose surroundings are all known
/// show their number.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..self.cells.len() {
            let col = index % self.cols;
            if col > 0 {
                f.write_str(self.style.separator)?;
            }
            let settled = || !self.neighbours(index).any(|other| self.cells[other] == Cell::Unknown);
            f.write_str(&self.symbol(index, self.cells[index] == Cell::Gem && settled()))?;
            if col + 1 == self.cols {
                f.write_char('\n')?;
            }
        }
        Ok(())
    }
}
