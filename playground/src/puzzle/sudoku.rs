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
use gemsat::puzzle::sudoku::{Cage, Layout, Sudoku, box_shape, layouts, play, print};

/// The first line of a puzzle with diagonals.
const DIAGONALS: &str = "diagonals\n";

/// Reads a puzzle, in any form that the library reads. The page has no place to say which of two readings was taken, so a
/// text with more than one is refused.
pub fn read(text: &str) -> Result<Sudoku, String> {
    let (rest, diagonals) = text.strip_prefix(DIAGONALS).map_or((text, false), |rest| (rest, true));
    let options = SudokuReadOptions { diagonals, ..SudokuReadOptions::default() };
    let reading = parse(rest, options).map_err(|error| error.to_string())?;
    match reading.remarks.first() {
        // What the page itself writes has large digits alone, if it is sparse.
        Some(remark) if reading.puzzle.side() <= 9 => Err(format!("line {remark}; write it in one way")),
        _ => Ok(reading.puzzle),
    }
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
    let puzzle = match shape {
        "killer" => layouts::killer(&board, seed, limits),
        "jigsaw" => layouts::jigsaw(&board, seed, limits).and_then(|board| made(&board, wanted, seed, limits)),
        _ => made(&board, wanted, seed, limits),
    };
    puzzle.map_err(|error| error.to_string())
}

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

/// Cages with cells, whose sums are possible.
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

impl Puzzle for Sudoku {
    fn text(&self) -> String {
        let plain = matches!(self.layout(), Layout::Boxes(..)) && self.cages().is_empty();
        let line = plain.then(|| print::line(self, self.givens())).flatten();
        let text = line.unwrap_or_else(|| print::puzzle(self));
        if self.has_diagonals() { format!("{DIAGONALS}{text}") } else { text }
    }

    fn keys(&self) -> Vec<(String, String)> {
        if !self.cages().is_empty() {
            let digits = (0..10).map(|digit: u16| (digit.to_string(), digit.to_string()));
            return digits.chain([("Backspace".into(), "out of its cage".into())]).collect();
        }
        let digits = (1..=self.side() as u16).map(|digit| (key(self, digit), print::digit(self, digit)));
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
                (0, digit) => print::digit(self, digit),
                (digit, _) => format!("{}, given", print::digit(self, digit)),
            };
            let cage = self.cages().iter().find(|cage| cage.cells.contains(&cell));
            let cage = cage.map_or(String::new(), |cage| format!(", cage of {}", cage.sum));
            Spot {
                row,
                place: Some([MARGIN + column * CELL, MARGIN + row * CELL, CELL, CELL]),
                name: format!("{}: {what}{cage}", place((row, column))),
            }
        };
        View { svg: svg(self, &shown, &[]), spots: (0..self.num_cells()).map(spot).collect(), fills: Vec::new() }
    }

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        if !self.cages().is_empty() {
            return edit_cage(self, cell, key);
        }
        // Of digits typed in a row the last one counts.
        let key =
            key.char_indices().next_back().filter(|_| key.parse::<u32>().is_ok()).map_or(key, |(at, _)| &key[at..]);
        let digit = match (key, digit(self, key)) {
            (_, Some(digit)) => digit,
            ("Backspace" | "Delete" | "." | "0", None) => 0,
            (" ", None) => (self.givens()[cell] + 1) % (self.side() as u16 + 1),
            _ => return Err(format!("This board takes the digits {}.", self.notation().range(self.side()))),
        };
        let mut givens = self.givens().to_vec();
        givens[cell] = digit;
        *self = self.with_givens(&givens);
        Ok(())
    }

    fn pairing(&self) -> Option<&'static str> {
        // A slip of the mouse must not take givens away.
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
            Some(core) => Reason::forced(
                forcing(&name, &print::digit(self, digit), core.members.len()),
                cells(&core.members),
                cell,
            ),
            None => {
                Reason::consistent(format!("{name} is not forced: {} is one of its digits.", print::digit(self, digit)))
            }
        })
    }

    fn num_cells(&self) -> usize {
        Sudoku::num_cells(self)
    }
}
