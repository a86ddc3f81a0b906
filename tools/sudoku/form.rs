//! Which clauses a sudoku's formula has.

use clap::{Args, ValueEnum};
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::FormArgs;
use gemsat::command::values::parse_at_most_one;
use gemsat::encode::Encoding;
use gemsat::encode::answer::{Answer, AnswerError};
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::face::{Puzzle, Values};
use gemsat::puzzle::sudoku::Sudoku;
use gemsat::puzzle::sudoku::encode::{Stage, Style, encode};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Form {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t)]
    encoding: StyleArg,
    /// With --encoding textbook: which of the rules it has.
    #[arg(long, value_enum, default_value_t)]
    stage: StageArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_at_most_one)]
    at_most_one: AtMostOne,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
enum StyleArg {
    /// Exactly one everywhere, givens applied.
    #[default]
    Extended,
    /// At least one a cell, at most one a group.
    Minimal,
    /// The clauses of the report on sudoku by local search, in its order.
    Textbook,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
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
    #[default]
    Puzzle,
}

impl Form {
    /// Whether nothing but the default was asked for.
    pub fn is_default(self) -> bool {
        self.encoding == StyleArg::Extended && self.at_most_one == AtMostOne::Auto
    }
}

impl FormArgs<Sudoku> for Form {
    fn encode(&self, puzzle: &Sudoku, plain: bool) -> Result<Encoding, Failure> {
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
        Ok(encode(puzzle, style, stage, amo))
    }

    fn decode(&self, puzzle: &Sudoku, answer: &mut Answer) -> Result<Values, AnswerError> {
        *answer = answer.clone().with_rcv_names();
        let names = encode(&puzzle.without_givens(), Style::Textbook, Stage::OneCell, AtMostOne::Auto);
        Ok(puzzle.decode(&answer.assignment(&names)?))
    }

    fn is_whole(&self) -> bool {
        self.stage == StageArg::Puzzle
    }
}
