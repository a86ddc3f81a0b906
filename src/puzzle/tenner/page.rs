//! A Tenner grid on a page: the digits of its cells and the sums below them are typed.

use super::draw::{SIDE, svg};
use super::face::filled;
use super::{DIGITS, Grid};
use crate::puzzle::face::{Page, Puzzle, Spot, Values, View};

/// The largest sum that is typed.
const MOST_SUM: u32 = 999;

impl Page for Grid {
    fn num_spots(&self) -> usize {
        self.cells.len() + self.sums.len()
    }

    fn keys(&self) -> Vec<(String, String)> {
        let digits = (0..DIGITS).map(|digit| (digit.to_string(), digit.to_string()));
        digits.chain([("Backspace".into(), "blank".into())]).collect()
    }

    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String> {
        let digit = key.parse::<u8>().ok().filter(|&digit| digit <= 9);
        let erases = matches!(key, "Backspace" | "Delete" | "." | "_");
        if digit.is_none() && !erases && key != " " {
            return Err("The digits 0 to 9 are typed, Backspace takes one away.".into());
        }
        match spot.checked_sub(self.cells.len()) {
            None => self.cells[spot] = digit,
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

    fn put(&mut self, cell: usize, value: u16) -> bool {
        self.cells[cell] = Some(value as u8);
        true
    }

    fn view(&self, values: &Values) -> View {
        // What is given is seen where nothing is known of the rest.
        let given = self.cells.iter().map(|digit| digit.map(u16::from));
        let all: Values = values.iter().zip(given).map(|(value, given)| value.or(given)).collect();
        let shown = filled(self, &all);
        let spot = |spot: usize| {
            let (row, column) = (spot / self.columns, spot % self.columns);
            let name = match spot.checked_sub(self.cells.len()) {
                Some(column) => {
                    let sum = self.sums[column].map_or("unknown".to_string(), |sum| sum.to_string());
                    format!("sum of column {}: {sum}", column + 1)
                }
                None => {
                    let given = if self.cells[spot].is_some() { ", given" } else { "" };
                    let what = shown.cells[spot].map_or("blank".to_string(), |digit| digit.to_string());
                    format!("{}: {what}{given}", Puzzle::place(self, spot))
                }
            };
            Spot { row, place: Some([column * SIDE, row * SIDE, SIDE, SIDE]), name }
        };
        let spots = (0..self.num_spots()).map(spot).collect();
        View { svg: svg(self, Some(&shown)), spots, fills: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::face::Family;

    #[test]
    fn given_digits_are_seen_before_anything_is_known() {
        let mut grid = Grid::blank("3", "").expect("a size");
        grid.edit(0, "7").expect("a digit");
        let view = grid.view(&vec![None; grid.num_cells()]);
        assert_eq!(view.spots[0].name, "row 1, column 1: 7, given");
        assert_eq!(view.spots[1].name, "row 1, column 2: blank");
        let mut values = vec![None; grid.num_cells()];
        values[1] = Some(4);
        assert_eq!(grid.view(&values).spots[1].name, "row 1, column 2: 4");
    }
}
