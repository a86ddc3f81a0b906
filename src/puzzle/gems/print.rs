//! Boards as text.

use super::{Board, Cell, Symbols};
use std::fmt::{self, Write as _};

impl Board {
    /// The symbol of a cell in the board's style. With `counts`, safe cells of a mine board show their number, which
    /// requires that every cell around them is known.
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

    /// A board's symbols on one line, rows separated by `/`, independent of the style: for notes in formulas.
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
                Cell::Clue(number) => {
                    let _ = write!(line, "{number}");
                }
            }
        }
        line
    }
}

/// The board as text in its own style, each row on a line. Safe cells of a mine board whose surroundings are all known
/// show their number. If the first row could be taken for the board's size, the size is written above it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |index: usize| {
            let settled = || !self.neighbours(index).any(|other| self.cells[other] == Cell::Unknown);
            self.symbol(index, self.cells[index] == Cell::Gem && settled())
        };
        // A reader would take the first row for the size of those below it.
        let size = [self.rows.saturating_sub(1), self.cols].map(|number| number.to_string());
        let is_size = |row: usize, col: usize| [shown(row), shown(col)] == size;
        let crossed = |at: usize| matches!(shown(at).as_str(), "X" | "x");
        let like_size = match self.cols {
            _ if self.rows < 2 => false,
            2 | 3 if is_size(0, 1) => true,
            3 | 5 if self.style.separator.is_empty() => {
                (is_size(0, 2) || is_size(2, 0)) && crossed(1) && (self.cols == 3 || crossed(3))
            }
            _ => false,
        };
        if like_size {
            writeln!(f, "{}x{}", self.rows, self.cols)?;
        }
        for index in 0..self.cells.len() {
            let col = index % self.cols;
            if col > 0 {
                f.write_str(self.style.separator)?;
            }
            f.write_str(&shown(index))?;
            if col + 1 == self.cols {
                f.write_char('\n')?;
            }
        }
        Ok(())
    }
}
