//! A sudoku on a page: givens are typed; if there are cages, their sums are typed, and cells are dragged into them.

use super::draw::{CELL, MARGIN, svg};
use super::{Cage, Layout, Sudoku, print};
use crate::puzzle::face::{Page, Puzzle, Spot, Values, View};

/// The digit that a key stands for, in the puzzle's own digits.
fn digit(board: &Sudoku, key: &str) -> Option<u16> {
    (1..=board.side() as u16).find(|&digit| self::key(board, digit).eq_ignore_ascii_case(key))
}

/// The key of a digit.
fn key(board: &Sudoku, digit: u16) -> String {
    board.notation().in_characters().digit(digit)
}

/// The least and the largest sum of a cage of this many cells.
fn sums(side: usize, cells: usize) -> (u32, u32) {
    let (side, cells) = (side as u32, cells as u32);
    (cells * (cells + 1) / 2, (0..cells).map(|k| side.saturating_sub(k)).sum())
}

/// The cages, without empty ones, with sums corrected to possible ones.
fn sound(cages: Vec<Cage>, side: usize) -> Vec<Cage> {
    let filled = cages.into_iter().filter(|cage| !cage.cells.is_empty());
    let sound = filled.map(|mut cage| {
        let (least, most) = sums(side, cage.cells.len());
        cage.cells.sort_unstable();
        cage.sum = cage.sum.clamp(least, most.max(least));
        cage
    });
    sound.collect()
}

/// Changes the sum of a cell's cage, or takes the cell out of it.
fn edit_cage(board: &mut Sudoku, cell: usize, key: &str) -> Result<(), String> {
    let mut cages = board.cages().to_vec();
    let cage = cages.iter_mut().find(|cage| cage.cells.contains(&cell));
    let cage =
        cage.ok_or("This cell is in no cage: drag over cells, or press J and choose another, to join them in one.")?;
    match key {
        "Backspace" | "Delete" | "." => {
            cage.cells.retain(|&other| other != cell);
            cages = sound(cages, board.side());
        }
        key => {
            let typed = key.len() < 6 && key.bytes().all(|byte| byte.is_ascii_digit());
            // The last digits that were typed, as many as a sum can have.
            let most = sums(board.side(), cage.cells.len()).1;
            let mut ends = (0..key.len()).filter_map(|at| key.get(at..)?.parse().ok());
            let sum = ends.find(|&sum: &u32| sum <= most).filter(|_| typed);
            cage.sum = sum.ok_or("Digits are the sum of this cell's cage.")?;
        }
    }
    *board = board.with_cages(cages);
    Ok(())
}

impl Page for Sudoku {
    fn num_spots(&self) -> usize {
        Sudoku::num_cells(self)
    }

    fn keys(&self) -> Vec<(String, String)> {
        if !self.cages().is_empty() {
            let digits = (0..10).map(|digit: u16| (digit.to_string(), digit.to_string()));
            return digits.chain([("Backspace".into(), "out of its cage".into())]).collect();
        }
        let digits = (1..=self.side() as u16).map(|digit| (key(self, digit), print::digit(self, digit)));
        digits.chain([("Backspace".into(), "blank".into())]).collect()
    }

    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String> {
        if !self.cages().is_empty() {
            return edit_cage(self, spot, key);
        }
        // Of digits typed in a row the last one counts.
        let key =
            key.char_indices().next_back().filter(|_| key.parse::<u32>().is_ok()).map_or(key, |(at, _)| &key[at..]);
        let digit = match (key, digit(self, key)) {
            (_, Some(digit)) => digit,
            ("Backspace" | "Delete" | "." | "0", None) => 0,
            (" ", None) => (self.givens()[spot] + 1) % (self.side() as u16 + 1),
            _ => return Err(format!("This board takes the digits {}.", self.notation().range(self.side()))),
        };
        let mut givens = self.givens().to_vec();
        givens[spot] = digit;
        *self = self.with_givens(&givens);
        Ok(())
    }

    /// A killer holds no digits: what is typed into its cells are sums.
    fn put(&mut self, cell: usize, value: u16) -> bool {
        let takes = self.cages().is_empty();
        if takes {
            let mut givens = self.givens().to_vec();
            givens[cell] = value;
            *self = self.with_givens(&givens);
        }
        takes
    }

    fn pairing(&self) -> Option<&'static str> {
        // A slip of the mouse must not remove givens.
        let square = matches!(self.layout(), Layout::Boxes(..) | Layout::Regions(_));
        (square && self.num_givens() == 0).then_some("Join in a cage")
    }

    /// Puts the second cell into the first one's cage.
    fn pair(&mut self, a: usize, b: usize) -> Result<(), String> {
        let mut cages = self.cages().to_vec();
        for cage in &mut cages {
            cage.cells.retain(|&cell| cell != b);
        }
        match cages.iter_mut().find(|cage| cage.cells.contains(&a)) {
            Some(cage) => cage.cells.push(b),
            None => cages.push(Cage { sum: 0, cells: vec![a, b] }),
        }
        *self = self.with_cages(sound(cages, self.side()));
        Ok(())
    }

    fn view(&self, values: &Values) -> View {
        let shown: Vec<u16> = self
            .givens()
            .iter()
            .zip(values)
            .map(|(&given, value)| if given > 0 { given } else { value.unwrap_or(0) })
            .collect();
        let spot = |cell: usize| {
            let (row, column) = Sudoku::place(self, cell);
            let what = match (self.givens()[cell], shown[cell]) {
                (0, 0) => "blank".to_string(),
                (0, digit) => print::digit(self, digit),
                (digit, _) => format!("{}, given", print::digit(self, digit)),
            };
            let cage = self.cages().iter().find(|cage| cage.cells.contains(&cell));
            let cage = cage.map_or(String::new(), |cage| format!(", cage of {}", cage.sum));
            Spot {
                row,
                place: Some([MARGIN + column * CELL, MARGIN + row * CELL, CELL, CELL]),
                name: format!("{}: {what}{cage}", Puzzle::place(self, cell)),
            }
        };
        View { svg: svg(self, &shown, &[]), spots: (0..self.num_spots()).map(spot).collect(), fills: Vec::new() }
    }
}
