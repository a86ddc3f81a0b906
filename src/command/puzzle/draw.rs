//! `draw`: a picture of a puzzle or of its solution.

use super::backend::EngineArgs;
use super::no_solution;
use super::picture::PictureArgs;
use super::scene::ShowArgs;
use super::{Found, Input, Own, Tool, asking, find, say_hopeless};
use crate::command::exit::{Exit, Failure};
use crate::command::output::Output;
use crate::puzzle::face::{Puzzle, Values};
use clap::Args;
use std::io::Write;

/// The verb's flags.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Draw<T: Tool> {
    /// Which puzzle.
    #[command(flatten)]
    pub input: Input<T>,
    /// Fill in a solution; what is not the same in every solution looks different, where the picture shows that.
    #[arg(long)]
    pub solve: bool,
    /// Coloured text for a terminal in place of SVG; what a terminal gets where no file is named.
    #[arg(long)]
    pub text: bool,
    /// Where the picture goes.
    #[command(flatten)]
    pub picture: PictureArgs,
    /// The engine, and when it stops.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// What only this tool has.
    #[command(flatten)]
    pub own: T::Drawing,
}

impl<T: Tool> Draw<T> {
    pub(super) fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(exit) = self.own.instead(self, out)? {
            return Ok(exit);
        }
        let puzzle = self.input.one()?;
        let (mut values, mut guessed) = (puzzle.given(), Vec::new());
        if self.solve {
            let form = T::Form::default();
            match find::<T>(&puzzle, &form, &self.engine, &ShowArgs::default(), &self.input.name())? {
                Found::Solved(found) => values = found,
                Found::None => {
                    say_hopeless(&puzzle, "");
                    return no_solution(out).map(|_| Exit::Done);
                }
                Found::Unknown(stop) => return Err(Failure::Stopped(stop)),
            }
            if puzzle.shows_guesses() {
                let limits = self.engine.limits();
                let certain = asking(&self.engine, &limits, |asking| puzzle.certain(asking))?;
                guessed = certain.into_iter().flatten().map(|value| value.is_none()).collect();
            }
        }
        self.draw(&puzzle, &values, &guessed, out)
    }

    /// Draws a puzzle with these values, as the flags say.
    ///
    /// # Errors
    /// When the picture cannot be drawn or written.
    pub fn draw(
        &self,
        puzzle: &T::Puzzle,
        values: &Values,
        guessed: &[bool],
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        if self.text || self.picture.on_terminal() {
            write!(out, "{}", puzzle.colored(values, guessed))?;
        } else {
            self.picture.write(&puzzle.draw(values, guessed), out)?;
        }
        Ok(Exit::Done)
    }
}
