//! How boards of queens are read: a bare number is an empty board.

use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::ReadArgs;
use gemsat::puzzle::queens::read::QueensReadOptions;
use gemsat::puzzle::queens::{MAX_SIZE, Queens};

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct BoardArgs {
    /// The size of the board, for files that only list queens (8 by default).
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// How many of a file's excluded diagonals count; all by default.
    #[arg(long, value_name = "K")]
    diagonals: Option<usize>,
}

impl ReadArgs<Queens> for BoardArgs {
    fn options(&self) -> QueensReadOptions {
        QueensReadOptions { size: self.size, diagonals: self.diagonals }
    }

    /// A number is an empty board, even where a file has that name (which is then `./8`).
    fn named(&self, name: &str) -> Result<Option<Queens>, Failure> {
        let Ok(size) = name.parse() else { return Ok(None) };
        let empty = Queens::new(size).ok_or_else(|| Failure::usage(format!("the size is from 1 to {MAX_SIZE}")));
        empty.map(Some)
    }
}
