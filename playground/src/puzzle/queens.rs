//! Queens, placed and blocked squares.

use super::{Puzzle, Reason, Spot, Values, View, contradicting, forcing, stopped};
use gemsat::cnf::Lit;
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::limits::{Limits, Stop};
use gemsat::observe::Board;
use gemsat::puzzle::queens::draw::{MARGIN, SQUARE, svg};
use gemsat::puzzle::queens::encode::{Style, encode};
use gemsat::puzzle::queens::explain::{Clue, contradiction, rules};
use gemsat::puzzle::queens::generate::{Wanted, generate as made};
use gemsat::puzzle::queens::read::{QueensReadOptions, read as parse};
use gemsat::puzzle::queens::{Queens, check, count, place, play, print};
use gemsat::reason::Incremental;

/// The largest board of the page.
const MOST: usize = 40;
/// Solutions are counted up to this number.
const MOST_COUNTED: u64 = 10_000_000;

/// Reads a board, in any form that the library reads.
pub fn read(text: &str) -> Result<Queens, String> {
    let board = parse(text, QueensReadOptions::default()).map_err(|error| error.to_string())?.puzzle;
    if board.size() > MOST {
        return Err(format!("The page takes boards of up to {MOST} rows; the program queens takes larger ones."));
    }
    Ok(board)
}

/// An empty board of this size.
pub fn blank(shape: &str) -> Result<Queens, String> {
    let size = shape.parse().ok().filter(|size| (1..=MOST).contains(size));
    size.and_then(Queens::new).ok_or_else(|| format!("a size from 1 to {MOST} is expected"))
}

/// A board with some queens placed that has one completion only.
pub fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Queens, String> {
    let size = blank(shape)?.size();
    made(Wanted { size, placed: None, unique: size <= 12 }, seed, limits)
}

/// The square of a cell.
fn square(puzzle: &Queens, cell: usize) -> (usize, usize) {
    (cell / puzzle.size(), cell % puzzle.size())
}

impl Puzzle for Queens {
    fn text(&self) -> String {
        print::board(self, &self.placed)
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

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        let at = square(self, cell);
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

    fn encoding(&self, _local: bool) -> Result<Encoding, String> {
        Ok(encode(self, Style::Applied, AtMostOne::Auto, false))
    }

    fn meaning(&self, lit: Lit) -> Option<(usize, u16)> {
        let cell = lit.var().index();
        (cell < self.num_cells()).then_some((cell, u16::from(lit.is_positive())))
    }

    fn check(&self, values: &Values) -> Result<(), String> {
        let cells = (0..self.num_cells()).filter(|&cell| values[cell] == Some(1));
        let queens: Vec<(usize, usize)> = cells.map(|cell| square(self, cell)).collect();
        check(self, &queens)
    }

    fn board(&self, num_vars: u32) -> Board {
        play::board(self, play::words(self, num_vars))
    }

    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String> {
        let mut oracle = Incremental::new(&rules(self));
        let cells = |clues: &[Clue]| -> Vec<usize> {
            let of = |clue: &Clue| match *clue {
                Clue::Placed(row, column) | Clue::Blocked(row, column) => row * self.size() + column,
            };
            clues.iter().map(of).collect()
        };
        if let Some(core) = contradiction(self, &mut oracle, None, limits).map_err(stopped)? {
            let words = match core.members.len() {
                0 => format!("{} queens have no solution on any board of this size.", self.size()),
                count => contradicting(count),
            };
            return Ok(Reason::contradiction(words, cells(&core.members)));
        }
        let Some(cell) = cell else {
            return Ok(Reason::consistent("There is a solution. Choose a square to see what forces it."));
        };
        let at = square(self, cell);
        let name = place(at);
        for queen in [true, false] {
            if let Some(core) = contradiction(self, &mut oracle, Some((at, !queen)), limits).map_err(stopped)? {
                let words = forcing(&name, if queen { "a queen" } else { "free of queens" }, core.members.len());
                return Ok(Reason::forced(words, cells(&core.members), cell));
            }
        }
        Ok(Reason::consistent(format!("{name} is open: a queen may stand there or not.")))
    }

    fn count(&self, limits: &Limits) -> Option<Result<String, Stop>> {
        let say = |(found, all): (u64, bool)| if all { found.to_string() } else { format!("more than {found}") };
        Some(count::count(self, MOST_COUNTED, limits).map(say))
    }

    fn num_cells(&self) -> usize {
        self.size() * self.size()
    }
}
