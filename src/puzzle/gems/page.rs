//! A gem hunter or minesweeper board on a page: numbers, traps and gems are typed.

use super::chances::chances;
use super::draw::{SIDE, svg};
use super::face::filled;
use super::{Board, Cell, Symbols};
use crate::limits::Limits;
use crate::puzzle::face::{Chanced, Page, Puzzle, Spot, Total, Values, View};
use crate::util::words::many;

impl Page for Board {
    fn num_spots(&self) -> usize {
        self.cells.len()
    }

    fn keys(&self) -> Vec<(String, String)> {
        let [trap, gem] = self.names();
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

    /// Whether there is a trap is a value; the number of a safe cell is not.
    fn put(&mut self, cell: usize, value: u16) -> bool {
        self.cells[cell] = if value == 0 { Cell::Gem } else { Cell::Trap };
        true
    }

    fn view(&self, values: &Values) -> View {
        let shown = filled(self, values);
        let [trap, gem] = self.names();
        let spot = |cell: usize| {
            let (row, column) = Board::place(self, cell);
            let given = if self.cells[cell] == shown.cells[cell] { ", given" } else { "" };
            let what = match shown.cells[cell] {
                Cell::Unknown => "unknown".to_string(),
                Cell::Clue(number) => format!("number {number}"),
                Cell::Trap => format!("{trap}{given}"),
                Cell::Gem => format!("{gem}{given}"),
            };
            let name = format!("{}: {what}", Puzzle::place(self, cell));
            Spot { row, place: Some([column * SIDE, row * SIDE, SIDE, SIDE]), name }
        };
        View { svg: svg(&shown, None, &[]), spots: (0..self.cells.len()).map(spot).collect(), fills: Vec::new() }
    }

    fn total(&self) -> Option<Total> {
        // Only boards of mines have a form of text that states it.
        let words = (self.style.symbols == Symbols::Mines).then(|| "Mines on the board".to_string())?;
        Some(Total { number: self.mines, most: self.cells.len(), words })
    }

    fn set_total(&mut self, total: Option<usize>) -> Result<(), String> {
        let most = self.cells.len();
        match total {
            Some(mines) if mines > most => Err(format!("The board has room for {most}, not for {mines}.")),
            total => {
                self.mines = total;
                Ok(())
            }
        }
    }

    fn chances(&self, limits: &Limits) -> Option<Chanced> {
        let chances = chances(self, self.mines, limits).ok()?;
        let [trap, _] = self.names();
        let cells: Vec<usize> = self.unknown_cells().collect();
        let (words, safest) = match chances.safest() {
            Some((probability, best)) => {
                let percent = format!("{:.1} %", 100.0 * probability);
                let words = match &best[..] {
                    _ if probability == 0.0 => {
                        format!("The numbers are the chances of a {trap} in percent; marked cells are safe")
                    }
                    [one] => format!("Safest is {}, marked, with {percent}", Puzzle::place(self, cells[*one])),
                    all => format!("Safest are {}, marked, with {percent}", many(all.len(), "cell")),
                };
                (words, best.into_iter().map(|number| cells[number]).collect())
            }
            None => (format!("The numbers are the chances of a {trap} in percent"), Vec::new()),
        };
        let known = match self.mines {
            Some(mines) => format!(", with {} on the board", many(mines, trap)),
            None => format!(", with any number of {trap}s on the board"),
        };
        Some(Chanced { svg: svg(self, Some(&chances), &[]), words: format!("{words}{known}."), safest })
    }
}

#[cfg(test)]
mod tests {
    use super::super::GemsReadOptions;
    use super::*;

    fn board(text: &str) -> Board {
        Board::parse(text, GemsReadOptions::default()).expect("a board").puzzle
    }

    #[test]
    fn chances_go_by_the_number_of_mines() {
        let mut board = board("3x3x2\n- - -\n- - -\n- - -\n");
        assert_eq!(board.total().map(|total| (total.number, total.most)), Some((Some(2), 9)));
        let chanced = board.chances(&Limits::none()).expect("a small board");
        assert_eq!(chanced.words, "Safest are 9 cells, marked, with 22.2 %, with 2 mines on the board.");
        assert_eq!((chanced.safest.len(), chanced.svg.matches(">22.2<").count()), (9, 9));
        // The number stands in the text, and is read from it again.
        assert!(board.text().starts_with("3x3x2\n- - -\n"));
        assert!(board.set_total(Some(10)).is_err());
        board.set_total(Some(1)).expect("room for one");
        assert_eq!(super::tests::board(&board.text()).mines, Some(1));
        board.set_total(None).expect("not known");
        let chanced = board.chances(&Limits::none()).expect("a small board");
        assert!(chanced.words.ends_with("50.0 %, with any number of mines on the board."), "{}", chanced.words);
    }

    #[test]
    fn the_safest_cell_is_named_and_boards_of_mines_hold_mines() {
        let mut board = board("- - - -\n- 1 - -\n- - - -\n");
        board.mines = Some(2);
        let chanced = board.chances(&Limits::none()).expect("a small board");
        // One of eight around the number, and the other among the three beyond.
        assert!(chanced.words.starts_with("Safest are 8 cells, marked, with 12.5 %"), "{}", chanced.words);
        assert!(!chanced.safest.contains(&3) && chanced.safest.contains(&0));
        let names: Vec<String> = board.keys().into_iter().map(|(_, means)| means).collect();
        assert!(names.contains(&"mine".to_string()) && names.contains(&"safe".to_string()));
        board.edit(0, "T").expect("a key");
        let spots = board.view(&vec![None; 12]).spots;
        assert_eq!(spots[0].name, "row 1, column 1: mine, given");
        assert!(!spots.iter().any(|spot| spot.name.contains("trap") || spot.name.contains("gem")));
    }
}
