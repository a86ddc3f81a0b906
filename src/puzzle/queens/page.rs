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
        View { svg: svg(self, &queens), spots: (0..self.num_cells()).map(spot).collect(), fills: Vec::new() }
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
}
