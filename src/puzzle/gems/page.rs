//! A gem hunter or minesweeper board on a page: numbers, traps and gems are typed.

use super::chances::chances;
use super::draw::{SIDE, svg};
use super::face::filled;
use super::{Board, Cell, Symbols};
use crate::limits::Limits;
use crate::puzzle::face::{Page, Puzzle, Spot, Values, View};

impl Page for Board {
    fn num_spots(&self) -> usize {
        self.cells.len()
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

    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String> {
        self.cells[spot] = match (key.to_ascii_uppercase().as_str(), self.cells[spot]) {
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

    fn view(&self, values: &Values) -> View {
        let shown = filled(self, values);
        let spot = |cell: usize| {
            let (row, column) = Board::place(self, cell);
            let given = if self.cells[cell] == shown.cells[cell] { ", given" } else { "" };
            let what = match shown.cells[cell] {
                Cell::Unknown => "unknown".to_string(),
                Cell::Clue(number) => format!("number {number}"),
                Cell::Trap => format!("trap{given}"),
                Cell::Gem => format!("gem{given}"),
            };
            let name = format!("{}: {what}", Puzzle::place(self, cell));
            Spot { row, place: Some([column * SIDE, row * SIDE, SIDE, SIDE]), name }
        };
        View { svg: svg(&shown, None, &[]), spots: (0..self.cells.len()).map(spot).collect(), fills: Vec::new() }
    }

    fn chances(&self, limits: &Limits) -> Option<String> {
        chances(self, self.mines, limits).ok().map(|chances| svg(self, Some(&chances), &[]))
    }
}
