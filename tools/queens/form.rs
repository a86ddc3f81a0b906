//! Which clauses the formula of a board has.

use clap::{Args, ValueEnum};
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::FormArgs;
use gemsat::command::values::parse_at_most_one;
use gemsat::encode::Encoding;
use gemsat::encode::answer::{Answer, AnswerError};
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::face::{Puzzle, Values};
use gemsat::puzzle::queens::encode::{Style, names};
use gemsat::puzzle::queens::{Queens, clauses};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Form {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t)]
    encoding: StyleArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_at_most_one)]
    pub at_most_one: AtMostOne,
    /// Keep the first row's queen in its left half (only for an empty board).
    #[arg(long)]
    half: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum StyleArg {
    /// Exactly one a row and a column, placed queens applied.
    #[default]
    Applied,
    /// Level 1 of the report on queens: rows and diagonals.
    Level1,
    /// Level 2 of the report on queens: rows, columns and diagonals.
    Level2,
}

impl FormArgs<Queens> for Form {
    fn encode(&self, puzzle: &Queens, plain: bool) -> Result<Encoding, Failure> {
        if self.half && (!puzzle.placed.is_empty() || puzzle.any_blocked()) {
            return Err(Failure::usage("--half is only right for an empty board"));
        }
        let style = match self.encoding {
            StyleArg::Applied => Style::Applied,
            StyleArg::Level1 => Style::Level1,
            StyleArg::Level2 => Style::Level2,
        };
        let amo = if plain { AtMostOne::Pairwise } else { self.at_most_one };
        clauses(puzzle, style, amo, self.half).map_err(Failure::usage)
    }

    fn decode(&self, puzzle: &Queens, answer: &mut Answer) -> Result<Values, AnswerError> {
        Ok(puzzle.decode(&answer.assignment(&Encoding::with_names(names(puzzle.size())))?))
    }
}
