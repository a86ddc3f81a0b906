//! `queens encode`: also as clauses over b[row][column], and those about one square.

use super::QueensTool;
use clap::{Args, ValueEnum};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::{Encode, FormArgs, Own};
use gemsat::encode::Encoding;
use gemsat::puzzle::queens::encode::{about_square, names};
use gemsat::puzzle::queens::print::{Notation, clauses};

#[derive(Args, Debug)]
#[group(skip)]
pub struct Notations {
    /// How clauses are written.
    #[arg(long, value_enum, default_value_t = NotationArg::Dimacs, conflicts_with = "symbolic")]
    notation: NotationArg,
    /// Write only the clauses about the square `b[ROW][COLUMN]` of the report on queens, in its order; both count from
    /// 0.
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

impl Own<Encode<QueensTool>> for Notations {
    fn instead(&self, encode: &Encode<QueensTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if self.square.is_none() && self.notation == NotationArg::Dimacs {
            return Ok(None);
        }
        let reading = encode.input.reading()?;
        let size = reading.puzzle.size();
        let encoding = match self.square {
            Some((row, column)) if row < size && column < size => {
                Encoding { formula: about_square(size, row, column), names: names(size), ..Encoding::default() }
            }
            Some((row, column)) => return Err(Failure::usage(format!("there is no square b[{row}][{column}]"))),
            None => encode.form.encode(&reading.puzzle, false)?,
        };
        let notation = match self.notation {
            NotationArg::Dimacs => return encode.write(encoding, &reading.remarks, out).map(Some),
            NotationArg::Words => Notation::Words,
            NotationArg::Latex => Notation::Latex,
        };
        clauses(&encoding.formula, size, notation, out)?;
        Ok(Some(Exit::Done))
    }
}
