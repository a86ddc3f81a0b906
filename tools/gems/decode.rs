//! `gems decode`: a solver's answer as a board.

use super::args::{EncodingChoice, ReadArgs};
use super::look::{Look, print_board};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::Source;
use gemsat::command::tool::AnswerArgs;
use gemsat::puzzle::gems::encode as encoder;
use std::path::PathBuf;

#[derive(Args)]
pub struct Decode {
    /// The puzzle; without it, the answer's own `c @` line or --cnf describes it.
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    from: AnswerArgs,
    /// Which clauses the formula had.
    #[arg(long, value_enum, default_value = "auto")]
    encoding: EncodingChoice,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    look: Look,
}

impl Decode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut model = match self.from.model("No solution", out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        let noted = model.answer.notes.iter().find_map(|note| encoder::read_note(note));
        let (board, numbering, total) = if let Some(path) = &self.puzzle {
            let board = self.read.board(&Source::read(Some(path))?)?;
            let numbering = self.encoding.numbering(&board);
            let total = board.mines.or(noted.and_then(|(_, _, total)| total));
            (board, numbering, total)
        } else {
            noted.ok_or_else(|| {
                Failure::input("the answer has no 'c @ gems' line: name the puzzle's file, or the formula's with --cnf")
            })?
        };
        let total = self.read.mines.or(total);
        let encoding = encoder::encode(&board, numbering, None).map_err(Failure::input)?;
        model.answer.add_idle(&encoding).map_err(|error| model.failure(error))?;
        let assignment = model.answer.assignment(&encoding).map_err(|error| model.failure(error))?;
        let mut filled = numbering.fill(&board, &assignment);
        board.check(&filled, total).map_err(|fault| model.failure(format!("the model is no solution: {fault}")))?;
        self.look.dress(&board, &mut filled, total);
        print_board(&filled, out)?;
        Ok(Exit::Solved)
    }
}
