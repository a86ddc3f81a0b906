//! `queens decode` and `queens check`: boards that others have filled.

use super::args::{BoardArgs, PrintArgs, PuzzleArgs, show};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::tool::{AnswerArgs, CheckArgs, Model, print_checked};
use gemsat::encode::Encoding;
use gemsat::puzzle::queens::encode::{from_note, names};
use gemsat::puzzle::queens::{Queens, check, squares};

#[derive(Debug, Args)]
pub struct Decode {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    from: AnswerArgs,
}

impl Decode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let model = match self.from.model("No solution", out)? {
            Ok(model) => model,
            Err(exit) => return Ok(exit),
        };
        let puzzle = self.board(&model)?;
        let names = Encoding::with_names(names(puzzle.size()));
        let assignment = model.answer.assignment(&names).map_err(|error| model.failure(error))?;
        let placed = squares(puzzle.size(), &assignment);
        show(out, &puzzle, &placed, PrintArgs::default())?;
        // Level 1 of the report on queens has no columns: its models are printed with their faults.
        match check(&puzzle, &placed) {
            Ok(()) => Ok(Exit::Solved),
            Err(broken) => {
                complain(format_args!("queens: the model is no solution: {broken}"));
                Ok(Exit::NoSolution)
            }
        }
    }

    /// The board that is named or that the answer's note describes; without a note, the square of the largest variable,
    /// which is right where the encoding has no auxiliary ones.
    fn board(&self, model: &Model) -> Result<Queens, Failure> {
        if self.puzzle.puzzle.is_some() {
            return self.puzzle.read();
        }
        let answer = &model.answer;
        if let Some(noted) = answer.notes.iter().find_map(|note| from_note(note)) {
            return Ok(noted);
        }
        let highest = answer.lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(answer.named.len());
        let size = self.puzzle.board.size.or(Some(highest.isqrt()).filter(|size| size * size == highest));
        let size =
            size.ok_or_else(|| model.failure("the answer does not say how large the board is; name its size"))?;
        Queens::new(size).ok_or_else(|| model.failure("the board has no squares"))
    }
}

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    what: CheckArgs,
    #[command(flatten)]
    board: BoardArgs,
}

impl Check {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let name = self.what.puzzle().map(|path| path.to_string_lossy());
        let given = self.board.read(name.as_deref())?.puzzle;
        let full = given.iter().all(|board| board.placed.len() >= board.size());
        let (puzzle, filled) = match (self.what.answer(full)?, &given[..]) {
            (Some(answer), [puzzle]) => (puzzle.clone(), self.board.parse(&answer)?.puzzle),
            (Some(_), many) => return Err(Failure::input(format!("expected one puzzle, found {}", many.len()))),
            (None, _) => (Queens::new(given[0].size()).ok_or_else(|| Failure::usage("an empty board"))?, given),
        };
        let mut right = true;
        for answer in &filled {
            if puzzle.size() != answer.size() {
                let (found, wanted) = (answer.size(), puzzle.size());
                return Err(Failure::input(format!("expected a board of size {wanted}, found size {found}")));
            }
            let mut puzzle = puzzle.clone();
            answer.blocked().for_each(|(row, column)| puzzle.block(row, column));
            right &= print_checked(out, "", &check(&puzzle, &answer.placed))? == Exit::Solved;
        }
        Ok(Exit::checked(right))
    }
}
