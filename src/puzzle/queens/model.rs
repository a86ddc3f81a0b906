//! A board of queens: what is placed and where no queen may stand.

/// The largest board that is read: larger ones would be possible, but a typing error should not fill memory.
pub const MAX_SIZE: usize = 2000;

/// A board, what stands on it and where no queen may stand. Rows and columns are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queens {
    size: usize,
    /// Queens that are placed, as row and column, in the order given.
    pub placed: Vec<(usize, usize)>,
    blocked: Vec<bool>,
}

impl Queens {
    /// An empty board with this many rows and columns; `None` for 0 and above [`MAX_SIZE`].
    pub fn new(size: usize) -> Option<Queens> {
        let blocked = vec![false; if (1..=MAX_SIZE).contains(&size) { size * size } else { 0 }];
        (!blocked.is_empty()).then_some(Queens { size, placed: Vec::new(), blocked })
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Keeps queens off a square.
    ///
    /// # Panics
    /// When the square is not on the board.
    pub fn block(&mut self, row: usize, column: usize) {
        assert!(row < self.size && column < self.size, "a square of the board");
        self.blocked[row * self.size + column] = true;
    }

    /// Keeps queens off the falling diagonal with this `row - column + size - 1`.
    pub fn block_falling(&mut self, index: usize) {
        for row in 0..self.size {
            if let Some(column) = (row + self.size - 1).checked_sub(index).filter(|&column| column < self.size) {
                self.block(row, column);
            }
        }
    }

    /// Keeps queens off the rising diagonal with this `row + column`.
    pub fn block_rising(&mut self, index: usize) {
        for row in 0..self.size {
            if let Some(column) = index.checked_sub(row).filter(|&column| column < self.size) {
                self.block(row, column);
            }
        }
    }

    /// Whether no queen may stand on the square, by the puzzle alone.
    pub fn is_blocked(&self, row: usize, column: usize) -> bool {
        self.blocked[row * self.size + column]
    }

    /// Whether any square is blocked.
    pub fn any_blocked(&self) -> bool {
        self.blocked.contains(&true)
    }

    /// The blocked squares, in reading order.
    pub fn blocked(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let size = self.size;
        self.blocked.iter().enumerate().filter(|&(_, &blocked)| blocked).map(move |(at, _)| (at / size, at % size))
    }
}

/// A square as people read it, row and column from 1.
pub fn place((row, column): (usize, usize)) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// Whether two squares share a row, a column or a diagonal.
pub fn attacks((r, c): (usize, usize), (row, column): (usize, usize)) -> bool {
    r == row || c == column || r.abs_diff(row) == c.abs_diff(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_blocked_whole() {
        let mut queens = Queens::new(8).expect("a size");
        queens.block_falling(7);
        queens.block_rising(7);
        assert_eq!(queens.blocked().count(), 16);
        assert!(queens.is_blocked(3, 3) && queens.is_blocked(3, 4));
        queens.block_falling(100);
        queens.block_rising(100);
        assert_eq!(queens.blocked().count(), 16);
    }
}
