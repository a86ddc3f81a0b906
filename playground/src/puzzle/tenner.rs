//! Tenner grids.

use super::{Puzzle, Reason, Spot, Values, View, contradicting, forcing, place, stopped};
use gemsat::cnf::Lit;
use gemsat::encode::Encoding;
use gemsat::limits::Limits;
use gemsat::observe::Board;
use gemsat::puzzle::tenner::draw::{SIDE, svg};
use gemsat::puzzle::tenner::encode::{Sums, encode, encode_switched, encode_with};
use gemsat::puzzle::tenner::explain::{Clue, digit, explain};
use gemsat::puzzle::tenner::generate as made;
use gemsat::puzzle::tenner::{DIGITS, Grid, play};
use gemsat::reason::Incremental;
use gemsat::reason::core::Why;
use gemsat::util::rng::Rng;

/// The most rows of the page.
const MOST_ROWS: usize = 20;
/// The largest sum.
const MOST_SUM: u32 = 9 * MOST_ROWS as u32;

/// Reads a grid: one line as in links, or any other form that the library reads.
pub fn read(text: &str) -> Result<Grid, String> {
    let grid = match Grid::from_line(text.trim()) {
        Some(grid) => grid,
        None => Grid::parse(text).map_err(|error| error.to_string())?.puzzle,
    };
    if grid.rows() > MOST_ROWS {
        return Err(format!("The page takes grids of up to {MOST_ROWS} rows; the program tenner takes larger ones."));
    }
    Ok(grid)
}

fn rows(shape: &str) -> Result<usize, String> {
    let rows = shape.parse().ok().filter(|rows| (1..=MOST_ROWS).contains(rows));
    rows.ok_or_else(|| format!("a number of rows from 1 to {MOST_ROWS} is expected"))
}

/// An empty grid of this many rows.
pub fn blank(shape: &str) -> Result<Grid, String> {
    Ok(Grid { columns: DIGITS, cells: vec![None; rows(shape)? * DIGITS], sums: vec![None; DIGITS] })
}

/// A grid with one solution.
pub fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Grid, String> {
    made(rows(shape)?, 6, true, &mut Rng::new(seed), limits).map(|(puzzle, _)| puzzle).map_err(stopped)
}

/// The grid with these values; the last ten cells are the sums, which have none.
fn filled(grid: &Grid, values: &Values) -> Grid {
    let cells = grid.cells.iter().zip(values).map(|(&given, &value)| given.or(value.map(|digit| digit as u8)));
    Grid { cells: cells.collect(), ..grid.clone() }
}

impl Puzzle for Grid {
    fn text(&self) -> String {
        self.to_line()
    }

    fn keys(&self) -> Vec<(String, String)> {
        let digits = (0..DIGITS).map(|digit| (digit.to_string(), digit.to_string()));
        digits.chain([("Backspace".into(), "blank".into())]).collect()
    }

    fn view(&self, values: &Values) -> View {
        let shown = filled(self, values);
        let spot = |cell: usize| {
            let (row, column) = self.place(cell);
            let name = match cell.checked_sub(self.cells.len()) {
                Some(column) => {
                    let sum = self.sums[column].map_or("unknown".to_string(), |sum| sum.to_string());
                    format!("sum of column {}: {sum}", column + 1)
                }
                None => {
                    let given = if self.cells[cell].is_some() { ", given" } else { "" };
                    let what = shown.cells[cell].map_or("blank".to_string(), |digit| digit.to_string());
                    format!("{}: {what}{given}", place((row, column)))
                }
            };
            Spot { row, place: Some([column * SIDE, row * SIDE, SIDE, SIDE]), name }
        };
        View { svg: svg(self, Some(&shown)), spots: (0..self.num_cells()).map(spot).collect(), fills: Vec::new() }
    }

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        let digit = key.parse::<u8>().ok().filter(|&digit| digit <= 9);
        let erases = matches!(key, "Backspace" | "Delete" | "." | "_");
        if digit.is_none() && !erases && key != " " {
            return Err("The digits 0 to 9 are typed, Backspace takes one away.".into());
        }
        match cell.checked_sub(self.cells.len()) {
            None => self.cells[cell] = digit,
            // A sum is typed digit by digit.
            Some(column) => {
                let sum = self.sums[column];
                self.sums[column] = match digit {
                    Some(digit) => {
                        let longer = sum.unwrap_or(0) * 10 + u32::from(digit);
                        Some(if longer > MOST_SUM { u32::from(digit) } else { longer })
                    }
                    None => sum.filter(|&sum| sum > 9).map(|sum| sum / 10),
                };
            }
        }
        Ok(())
    }

    fn encoding(&self, local: bool) -> Result<Encoding, String> {
        let encoding = if local { encode_with(self, Sums::Direct) } else { encode(self) };
        encoding.map_err(|error| error.to_string())
    }

    fn meaning(&self, lit: Lit) -> Option<(usize, u16)> {
        let cell = lit.var().index() / DIGITS;
        (lit.is_positive() && cell < self.cells.len()).then(|| (cell, digit(lit) as u16))
    }

    fn check(&self, values: &Values) -> Result<(), String> {
        Grid::check(self, &filled(self, values)).map_err(|fault| fault.to_string())
    }

    fn board(&self, num_vars: u32) -> Board {
        play::board(self, play::words(self, num_vars))
    }

    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String> {
        let switched = encode_switched(self).map_err(|error| error.to_string())?;
        let mut oracle = Incremental::new(&switched.encoding.formula);
        let cell = cell.filter(|&cell| self.cells.get(cell) == Some(&None));
        let cells = |clues: &[Clue]| -> Vec<usize> {
            let of = |clue: &Clue| match *clue {
                Clue::Given(cell) => cell,
                Clue::Sum(column) => self.cells.len() + column,
            };
            clues.iter().map(of).collect()
        };
        let name = cell.map_or(String::new(), |cell| place(self.place(cell)));
        Ok(match (explain(self, &switched, cell, &mut oracle, limits).map_err(stopped)?, cell) {
            (Why::Contradiction(core), _) => {
                Reason::contradiction(contradicting(core.members.len()), cells(&core.members))
            }
            (Why::Forced(lit, core), Some(cell)) => {
                let words = forcing(&name, &digit(lit).to_string(), core.members.len());
                Reason::forced(words, cells(&core.members), cell)
            }
            (Why::Open(lit), _) => {
                Reason::consistent(format!("{name} is not forced: {} is one of its digits.", digit(lit)))
            }
            _ => Reason::consistent("There is a solution. Choose a blank cell to see what forces its digit."),
        })
    }

    fn num_cells(&self) -> usize {
        self.cells.len() + self.sums.len()
    }

    fn num_fillable(&self) -> usize {
        self.cells.len()
    }
}
