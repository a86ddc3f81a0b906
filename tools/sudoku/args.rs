//! What the subcommands share: the puzzle, its layout, the form of its clauses, how a grid is printed. And `encode`.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool;
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::sudoku::encode::{self, Stage, Style};
use gemsat::puzzle::sudoku::{First, Sudoku, print, read};
use gemsat::puzzle::{Reading, Remark};
use std::io::Write;

#[derive(Debug, Args)]
pub struct PuzzleArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

#[derive(Clone, Copy, Debug, Args)]
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

#[derive(Clone, Copy, Debug, Args)]
pub struct FormArgs {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t = StyleArg::Extended)]
    pub encoding: StyleArg,
    /// With --encoding textbook: which of the rules it has.
    #[arg(long, value_enum, default_value_t = StageArg::Puzzle)]
    pub stage: StageArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_amo)]
    pub at_most_one: AtMostOne,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StyleArg {
    /// Exactly one everywhere, givens applied.
    Extended,
    /// At least one a cell, at most one a group.
    Minimal,
    /// The clauses of the report on sudoku by local search, in its order.
    #[value(alias = "seed")]
    Textbook,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StageArg {
    /// One digit in the first cell.
    OneCell,
    /// One digit in each cell.
    AllCells,
    /// The rows, too.
    Rows,
    /// The columns, too.
    RowsAndCols,
    /// The boxes, too.
    Rules,
    /// The givens, too.
    Puzzle,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct PrintArgs {
    /// One line a solution.
    #[arg(long)]
    pub line: bool,
    /// A `.sol` file: every variable's name, `-` before false ones.
    #[arg(long, conflicts_with = "line")]
    pub sol: bool,
}

#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    form: FormArgs,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    symbolic: bool,
}

fn parse_boxes(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    parts.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 3x4, found '{text}'"))
}

fn parse_amo(text: &str) -> Result<AtMostOne, String> {
    AtMostOne::by_name(text).ok_or_else(|| format!("no such encoding: '{text}'"))
}

impl LayoutArgs {
    pub fn options(self) -> read::SudokuReadOptions {
        read::SudokuReadOptions { boxes: self.boxes, diagonals: self.diagonals, first: self.digits_from }
    }

    /// All puzzles of a text.
    pub fn parse_many(self, source: &Source) -> Result<Vec<Sudoku>, Failure> {
        let reading = read::read_many(&source.text, self.options()).map_err(|error| source.failure(&error))?;
        source.say(&reading.remarks);
        Ok(reading.puzzle)
    }

    /// The one puzzle of a text, and how it was read.
    pub fn parse_one(self, source: &Source) -> Result<(Sudoku, Vec<Remark>), Failure> {
        let Reading { puzzle, remarks } =
            read::read(&source.text, self.options()).map_err(|error| source.failure(&error))?;
        source.say(&remarks);
        Ok((puzzle, remarks))
    }

    /// The one puzzle of a text.
    pub fn parse(self, source: &Source) -> Result<Sudoku, Failure> {
        Ok(self.parse_one(source)?.0)
    }
}

impl PuzzleArgs {
    pub fn read_many(&self) -> Result<Vec<Sudoku>, Failure> {
        self.layout.parse_many(&self.input.read()?)
    }

    pub fn read(&self) -> Result<Sudoku, Failure> {
        self.layout.parse(&self.input.read()?)
    }
}

impl FormArgs {
    /// The puzzle's formula, without auxiliary variables where these are not wanted.
    pub fn encode(self, puzzle: &Sudoku, plain: bool) -> Encoding {
        let style = match self.encoding {
            StyleArg::Extended => Style::Extended,
            StyleArg::Minimal => Style::Minimal,
            StyleArg::Textbook => Style::Textbook,
        };
        let stage = match self.stage {
            StageArg::OneCell => Stage::OneCell,
            StageArg::AllCells => Stage::AllCells,
            StageArg::Rows => Stage::Rows,
            StageArg::RowsAndCols => Stage::RowsAndColumns,
            StageArg::Rules => Stage::Rules,
            StageArg::Puzzle => Stage::Puzzle,
        };
        let amo = if plain { AtMostOne::Pairwise } else { self.at_most_one };
        encode::encode(puzzle, style, stage, amo)
    }

    /// Whether nothing but the default was asked for.
    pub fn is_default(self) -> bool {
        matches!(self.encoding, StyleArg::Extended) && self.at_most_one == AtMostOne::Auto
    }
}

impl PrintArgs {
    pub fn print(self, out: &mut Output, puzzle: &Sudoku, values: &[u16]) -> Result<(), Failure> {
        if self.sol {
            write!(out, "{}", print::names(puzzle, values))?;
        } else if let Some(line) = print::line(puzzle, values).filter(|_| self.line) {
            writeln!(out, "{line}")?;
        } else if !self.line {
            print_grid(out, puzzle, values)?;
        } else {
            write!(out, "{}", print::grid(puzzle, values))?;
        }
        Ok(())
    }
}

/// Prints the grid, coloured on a terminal.
pub fn print_grid(out: &mut Output, puzzle: &Sudoku, values: &[u16]) -> Result<(), Failure> {
    match color::on_stdout() {
        true => write!(out, "{}", print::coloured(puzzle, values))?,
        false => write!(out, "{}", print::grid(puzzle, values))?,
    }
    Ok(())
}

impl Encode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let (puzzle, remarks) = self.puzzle.layout.parse_one(&self.puzzle.input.read()?)?;
        let mut encoding = self.form.encode(&puzzle, false);
        encoding.remarks = remarks.iter().map(|remark| format!("line {remark}")).collect();
        tool::write_encoding(out, &encoding, self.symbolic)
    }
}
