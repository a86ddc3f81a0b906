//! Which sudokus are made. All of them have one solution.

use super::read::parse_boxes;
use clap::{Args, ValueEnum};
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::source::Source;
use gemsat::command::puzzle::{Made, MakeArgs};
use gemsat::limits::Limits;
use gemsat::puzzle::sudoku::generate::{GenerateError, Symmetry, Wanted, generate};
use gemsat::puzzle::sudoku::read::{SudokuReadOptions, read};
use gemsat::puzzle::sudoku::{Layout, MAX_SIDE, Sudoku, box_shape, layouts, print};
use gemsat::util::rng::Rng;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Making {
    /// The number of digits.
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Rows and columns of a box; by default as square as can be (12 digits: 3x4).
    #[arg(long, value_name = "RxC", value_parser = parse_boxes)]
    boxes: Option<(usize, usize)>,
    /// Both diagonals hold every digit once.
    #[arg(long = "x")]
    diagonals: bool,
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
    #[arg(long, value_enum, default_value_t)]
    symmetry: SymmetryArg,
    /// Every puzzle has one solution, with or without this flag.
    #[arg(long)]
    unique: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum SymmetryArg {
    /// Anywhere.
    #[default]
    None,
    /// The same after half a turn.
    Rotate,
    /// The same in a mirror.
    Mirror,
}

impl Making {
    /// The board to be filled.
    fn board(&self) -> Result<Sudoku, Failure> {
        if self.samurai {
            return Ok(Sudoku::samurai());
        }
        if let Some(path) = &self.like {
            let source = Source::read(Some(path))?;
            let options = SudokuReadOptions { boxes: self.boxes, diagonals: self.diagonals, first: None };
            return Ok(source.take(read(&source.text, options))?.puzzle.without_givens());
        }
        if self.size == 0 {
            return Err(Failure::usage(format!("the size is from 1 to {MAX_SIDE}")));
        }
        let (rows, columns) = self.boxes.unwrap_or_else(|| box_shape(self.size));
        let mut board = Sudoku::with_boxes(rows, columns)
            .ok_or_else(|| Failure::usage(format!("the size is from 1 to {MAX_SIDE}")))?;
        if self.diagonals {
            board.add_diagonals();
        }
        Ok(board)
    }
}

/// Why a puzzle was not made.
fn unmade(error: GenerateError) -> Failure {
    match error {
        GenerateError::Stopped(stop) => Failure::Stopped(stop),
        error => Failure::usage(error),
    }
}

impl MakeArgs<Sudoku> for Making {
    fn make(&self, seed: u64, _rng: &mut Rng, limits: &Limits) -> Result<Made<Sudoku>, Failure> {
        let symmetry = match self.symmetry {
            SymmetryArg::None => Symmetry::None,
            SymmetryArg::Rotate => Symmetry::Rotate,
            SymmetryArg::Mirror => Symmetry::Mirror,
        };
        let mut board = self.board()?;
        if self.jigsaw {
            board = layouts::jigsaw(&board, seed, limits).map_err(unmade)?;
        }
        let puzzle = match self.killer {
            true => layouts::killer(&board, seed, limits),
            false => generate(&board, Wanted { clues: self.clues, symmetry }, seed, limits),
        };
        Ok(Made { puzzle: puzzle.map_err(unmade)?, solution: None })
    }

    fn text(&self, made: &Made<Sudoku>, _color: bool) -> String {
        print::puzzle(&made.puzzle)
    }

    /// Jigsaws and killers cannot be written in one line.
    fn line(&self, made: &Made<Sudoku>) -> Option<String> {
        let puzzle = &made.puzzle;
        let plain = matches!(puzzle.layout(), Layout::Boxes(..)) && puzzle.cages().is_empty();
        let line = print::line(puzzle, puzzle.givens()).filter(|_| plain);
        Some(line.unwrap_or_else(|| print::puzzle(puzzle)))
    }
}
