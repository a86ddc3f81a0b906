//! `sudoku decode`: a solver's answer as a grid.

use super::args::PrintArgs;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::Source;
use gemsat::command::tool::{AnswerArgs, Model};
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::sudoku::encode::{self, Stage, Style};
use gemsat::puzzle::sudoku::{Sudoku, read};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Decode {
    /// The puzzle that was encoded; otherwise the answer says which it was.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    from: AnswerArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl Decode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut model = match self.from.model("No solution", out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        model.answer = model.answer.with_rcv_names();
        let board = self.board(&model)?;
        let names = encode::encode(&board.without_givens(), Style::Textbook, Stage::OneCell, AtMostOne::Auto);
        let assignment = model.answer.assignment(&names).map_err(|error| model.failure(error))?;
        let values = encode::values(&board, |var| assignment.value(var));
        self.print.print(out, &board, &values)?;
        Ok(Exit::Solved)
    }

    /// The board of the puzzle that is named, that the answer's note describes, or that has as many variables.
    fn board(&self, model: &Model) -> Result<Sudoku, Failure> {
        if let Some(path) = &self.puzzle {
            let source = Source::read(Some(path))?;
            let reading = read::read(&source.text, read::SudokuReadOptions::default());
            let reading = reading.map_err(|error| source.failure(&error))?;
            source.say(&reading.remarks);
            return Ok(reading.puzzle);
        }
        let noted = model.answer.notes.iter().find_map(|note| encode::from_note(note));
        noted
            .or_else(|| encode::from_variables(model.answer.num_vars()))
            .ok_or_else(|| model.failure("the answer does not say which sudoku it belongs to; name the puzzle"))
    }
}
