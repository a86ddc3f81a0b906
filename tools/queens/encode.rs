//! `queens encode`: a board as DIMACS, in names, or as clauses over b[row][column].

use super::args::{FormArgs, PuzzleArgs};
use clap::{Args, ValueEnum};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::tool;
use gemsat::encode::Encoding;
use gemsat::puzzle::Reading;
use gemsat::puzzle::queens::encode::{about_square, names};
use gemsat::puzzle::queens::print::{Notation, clauses};

#[derive(Debug, Args)]
pub struct Encode {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    form: FormArgs,
    /// How clauses are written.
    #[arg(long, value_enum, default_value_t = NotationArg::Dimacs)]
    notation: NotationArg,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long, conflicts_with = "notation")]
    symbolic: bool,
    /// Write only the clauses about the square `b[ROW][COLUMN]` of the report on queens, in its order; both count from 0.
    #[arg(long, value_name = "ROW,COLUMN", value_parser = square)]
    square: Option<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NotationArg {
    /// DIMACS.
    Dimacs,
    /// `not(b[3][0]) v not(b[3][3])`.
    Words,
    /// `(-b[3][0] \vee -b[3][3])`.
    Latex,
}

/// A square as the report on queens numbers it.
fn square(text: &str) -> Result<(usize, usize), String> {
    let parts =
        text.split_once(',').and_then(|(row, column)| Some((row.trim().parse().ok()?, column.trim().parse().ok()?)));
    parts.ok_or_else(|| format!("expected ROW,COLUMN of b[ROW][COLUMN], both from 0, found '{text}'"))
}

impl Encode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Reading { puzzle, remarks } = &self.puzzle.reading()?;
        let size = puzzle.size();
        let encoding = match self.square {
            Some((row, column)) if row < size && column < size => {
                Encoding { formula: about_square(size, row, column), names: names(size), ..Encoding::default() }
            }
            Some((row, column)) => return Err(Failure::usage(format!("there is no square b[{row}][{column}]"))),
            None => self.form.encode(puzzle, false)?,
        };
        let encoding = tool::remarked(encoding, remarks);
        let notation = match self.notation {
            NotationArg::Dimacs => return tool::write_encoding(out, &encoding, self.symbolic),
            NotationArg::Words => Notation::Words,
            NotationArg::Latex => Notation::Latex,
        };
        clauses(&encoding.formula, size, notation, out)?;
        Ok(Exit::Done)
    }
}
