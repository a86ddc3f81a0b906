//! A board: cells, numbers and how it is written.

use crate::util::words::many;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An unknown cell: a trap or a gem.
    Unknown,
    /// A number, at most 9: this many traps around. Some courses state 9, which no board can meet.
    Clue(u16),
    /// A trap, or mine.
    Trap,
    /// A gem, or a safe cell whose number is not known.
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
    /// What stands between the cells of a row.
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
    /// The number of traps on the whole board, given ones included, where its text states it.
    pub mines: Option<usize>,
    /// How it is written.
    pub style: Style,
}

/// How a text is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GemsReadOptions {
    /// `0` is an unknown cell, not a number.
    pub zero_unknown: bool,
    /// The text is an answer: `*` is a trap, not an unknown cell.
    pub answer: bool,
}

/// What an answer file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This filling of the board.
    Filled(Board),
    /// That there is no solution.
    NoSolution,
    /// Nothing: the algorithm gave up.
    Nothing,
}

/// A number and the unknown cells around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The number's cell.
    pub at: usize,
    /// The number as printed.
    pub clue: u16,
    /// How many of `cells` are traps: the number minus the given traps. Negative when these are already too many.
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
    /// What a cell with a trap and one without are called.
    pub fn names(&self) -> [&'static str; 2] {
        match self.style.symbols {
            Symbols::Gems => ["trap", "gem"],
            Symbols::Mines => ["mine", "safe"],
        }
    }

    /// A board on which nothing is known.
    pub fn unknown(rows: usize, cols: usize, style: Style) -> Board {
        Board { rows, cols, cells: vec![Cell::Unknown; rows * cols], mines: None, style }
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

    /// What a cell's number demands of the unknown cells around it; `None` for a cell without a number.
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
        let [trap, _] = self.names();
        let explain = |bad: Constraint| {
            let (row, col) = self.place(bad.at);
            let given = i32::from(bad.clue) - bad.traps;
            let why = if bad.traps < 0 {
                format!(
                    "{} given around it",
                    if given == 1 { format!("1 {trap} is") } else { format!("{given} {trap}s are") }
                )
            } else {
                format!("only {} around it can hold a {trap}", many(bad.cells.len() as i32 + given, "cell"))
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
}
