//! `sudoku generate`: puzzles with one solution.

use super::args::LayoutArgs;
use clap::{Args, ValueEnum};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::command::source::Source;
use gemsat::puzzle::sudoku::generate::{GenerateError, Symmetry, Wanted, generate};
use gemsat::puzzle::sudoku::{Layout, MAX_SIDE, Sudoku, box_shape, layouts, print};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    layout: LayoutArgs,
    /// The number of digits.
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Five overlapping grids.
    #[arg(long, conflicts_with_all = ["boxes", "diagonals"])]
    samurai: bool,
    /// Random regions in place of boxes.
    #[arg(long, conflicts_with_all = ["samurai", "like"])]
    jigsaw: bool,
    /// Cages with sums in place of givens.
    #[arg(long, conflicts_with_all = ["samurai", "clues", "symmetry"])]
    killer: bool,
    /// A jigsaw or other puzzle whose layout is used; its givens are not.
    #[arg(long, value_name = "FILE")]
    like: Option<PathBuf>,
    /// How many givens; as few as the order allows by default.
    #[arg(long)]
    clues: Option<usize>,
    /// How the givens lie.
    #[arg(long, value_enum, default_value_t = SymmetryArg::None)]
    symmetry: SymmetryArg,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many puzzles, with this seed and those after it.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// One line a puzzle.
    #[arg(long)]
    line: bool,
    /// Every puzzle has one solution, with or without this flag.
    #[arg(long)]
    unique: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SymmetryArg {
    /// Anywhere.
    None,
    /// The same after half a turn.
    Rotate,
    /// The same in a mirror.
    Mirror,
}

impl Generate {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let board = self.board()?;
        let symmetry = match self.symmetry {
            SymmetryArg::None => Symmetry::None,
            SymmetryArg::Rotate => Symmetry::Rotate,
            SymmetryArg::Mirror => Symmetry::Mirror,
        };
        let wanted = Wanted { clues: self.clues, symmetry };
        for seed in self.seed..self.seed.saturating_add(self.count) {
            let limits = process::limits();
            let unmade = |error: GenerateError| match error {
                GenerateError::Stopped(stop) => Failure::Stopped(stop),
                error => Failure::usage(error),
            };
            let board = match self.jigsaw {
                true => layouts::jigsaw(&board, seed, &limits).map_err(unmade)?,
                false => board.clone(),
            };
            let puzzle = match self.killer {
                true => layouts::killer(&board, seed, &limits),
                false => generate(&board, wanted, seed, &limits),
            };
            self.print(&puzzle.map_err(unmade)?, out)?;
        }
        Ok(Exit::Done)
    }

    /// The board to be filled.
    fn board(&self) -> Result<Sudoku, Failure> {
        if self.samurai {
            return Ok(Sudoku::samurai());
        }
        if let Some(path) = &self.like {
            return Ok(self.layout.parse(&Source::read(Some(path))?)?.without_givens());
        }
        let (rows, columns) = self.layout.boxes.unwrap_or_else(|| box_shape(self.size));
        let mut board = Sudoku::with_boxes(rows, columns)
            .ok_or_else(|| Failure::usage(format!("the size is from 1 to {MAX_SIDE}")))?;
        if self.layout.diagonals {
            board.add_diagonals();
        }
        Ok(board)
    }

    fn print(&self, puzzle: &Sudoku, out: &mut Output) -> Result<(), Failure> {
        let plain = matches!(puzzle.layout(), Layout::Boxes(..)) && puzzle.cages().is_empty();
        let wanted = plain && (self.line || self.count > 1);
        match print::line(puzzle, puzzle.givens()).filter(|_| wanted) {
            Some(line) => writeln!(out, "{line}")?,
            None => write!(out, "{}", print::puzzle(puzzle))?,
        }
        Ok(())
    }
}
