//! A board of queens on a page: queens are placed, and squares blocked.

use super::draw::{MARGIN, SQUARE, svg};
use super::{Queens, place};
use crate::puzzle::face::{Page, Puzzle, Spot, Values, View};

/// The square of a cell.
fn square(puzzle: &Queens, cell: usize) -> (usize, usize) {
    (cell / puzzle.size(), cell % puzzle.size())
}

impl Page for Queens {
    fn num_spots(&self) -> usize {
        self.num_cells()
    }

    fn keys(&self) -> Vec<(String, String)> {
        [("Q", "queen"), ("X", "blocked"), ("Backspace", "free")].map(|(key, means)| (key.into(), means.into())).into()
    }

    fn view(&self, values: &Values) -> View {
        let mut queens = self.placed.clone();
        let found = (0..self.num_cells()).filter(|&cell| values[cell] == Some(1)).map(|cell| square(self, cell));
        queens.extend(found.filter(|found| !self.placed.contains(found)));
        let spot = |cell: usize| {
            let (row, column) = square(self, cell);
            let what = match (self.placed.contains(&(row, column)), self.is_blocked(row, column)) {
                (true, _) => "queen, placed",
                (_, true) => "blocked",
                _ if queens.contains(&(row, column)) => "queen",
                _ if values[cell] == Some(0) => "no queen",
                _ => "free",
            };
            Spot {
                row,
                place: Some([MARGIN + column * SQUARE, MARGIN + row * SQUARE, SQUARE, SQUARE]),
                name: format!("{}: {what}", place((row, column))),
            }
        };
        // In a whole solution all other squares are empty: nothing has to be said about them.
        let is_empty =
            |&cell: &usize| values[cell] == Some(0) && !self.is_blocked(cell / self.size(), cell % self.size());
        let empty: Vec<_> = match values.contains(&None) {
            true => (0..self.num_cells()).filter(is_empty).map(|cell| square(self, cell)).collect(),
            false => Vec::new(),
        };
        View { svg: svg(self, &queens, &empty), spots: (0..self.num_cells()).map(spot).collect(), fills: Vec::new() }
    }

    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String> {
        let at = square(self, spot);
        let key = match (key, self.placed.contains(&at), self.is_blocked(at.0, at.1)) {
            (" ", true, _) => "X",
            (" ", _, true) => "Backspace",
            (" ", ..) => "Q",
            (key, ..) => key,
        };
        let mut board = Queens::new(self.size()).ok_or("there is no such board")?;
        board.placed = self.placed.iter().copied().filter(|&other| other != at).collect();
        self.blocked().filter(|&other| other != at).for_each(|(row, column)| board.block(row, column));
        match key.to_ascii_uppercase().as_str() {
            "Q" => board.placed.push(at),
            "X" | "#" => board.block(at.0, at.1),
            "BACKSPACE" | "DELETE" | "." => {}
            _ => return Err("Q places a queen, X blocks a square, Backspace frees it.".into()),
        }
        board.placed.sort_unstable();
        *self = board;
        Ok(())
    }

    /// A square that stays empty is a blocked one.
    fn put(&mut self, cell: usize, value: u16) -> bool {
        let (row, column) = square(self, cell);
        if value == 0 {
            self.block(row, column);
        } else {
            self.placed.push((row, column));
            self.placed.sort_unstable();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_that_are_certainly_empty_are_drawn() {
        let mut puzzle = Queens::new(4).expect("a size");
        puzzle.placed.push((0, 1));
        let mut values = puzzle.given();
        values[5] = Some(0);
        values[15] = Some(0);
        let dots = |values: &Values| puzzle.view(values).svg.matches("class=\"no-queen\"").count();
        assert_eq!(dots(&values), 2);
        assert_eq!(puzzle.view(&values).spots[5].name, "row 2, column 2: no queen");
        // In a solution all squares are known, and queens are what is looked at.
        values.iter_mut().for_each(|value| *value = value.or(Some(0)));
        assert_eq!(dots(&values), 0);
    }
}
