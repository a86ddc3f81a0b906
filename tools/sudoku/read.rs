//! How sudokus are read: what their text may leave open.

use clap::Args;
use gemsat::command::puzzle::ReadArgs;
use gemsat::puzzle::sudoku::read::SudokuReadOptions;
use gemsat::puzzle::sudoku::{First, Sudoku};

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct LayoutArgs {
    /// Rows and columns of a box; by default as square as can be (12 digits: 3x4).
    #[arg(long, value_name = "RxC", value_parser = parse_boxes)]
    pub boxes: Option<(usize, usize)>,
    /// Both diagonals hold every digit once.
    #[arg(long = "x")]
    pub diagonals: bool,
    /// The first digit, 0, 1 or A, where the puzzle does not show it.
    #[arg(long, value_name = "DIGIT")]
    pub digits_from: Option<First>,
}

pub fn parse_boxes(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    parts.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 3x4, found '{text}'"))
}

impl ReadArgs<Sudoku> for LayoutArgs {
    fn options(&self) -> SudokuReadOptions {
        SudokuReadOptions { boxes: self.boxes, diagonals: self.diagonals, first: self.digits_from }
    }
}
