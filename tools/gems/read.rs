//! How boards are read, and what is known beside their text.

use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle;
use gemsat::puzzle::gems::{Board, GemsOptions};
use std::path::Path;

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct ReadArgs {
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
    /// The number of traps on the whole board, given ones included, where the file does not state it.
    #[arg(long, value_name = "N")]
    mines: Option<usize>,
}

impl puzzle::ReadArgs<Board> for ReadArgs {
    fn options(&self) -> GemsOptions {
        GemsOptions { zero_unknown: self.zero_unknown, mines: self.mines }
    }

    /// Refuses files that hold the record of a game instead of a text.
    fn accepts(&self, path: &Path) -> Result<(), Failure> {
        let ends = |end: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(end));
        match ends("mbf") || ends("abf") {
            true => Err(Failure::input(format!(
                "{}: expected rows of cells, found a record of the program Arbiter, which lists the mines of a whole \
                 board; save the board as text",
                path.display()
            ))),
            false => Ok(()),
        }
    }
}
