//! `coloring draw`: a coloured graph, with the shapes of its vertices where these are known.

use super::ColoringTool;
use super::fewest::with_fewest;
use super::form::Form;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::no_solution;
use gemsat::command::puzzle::scene::ShowArgs;
use gemsat::command::puzzle::source::Source;
use gemsat::command::puzzle::{Draw, Found, Own, find};
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::{map, read, values_of};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Colored {
    /// A colouring to draw in place of one that is searched.
    #[arg(long, value_name = "FILE")]
    coloring: Option<PathBuf>,
    /// GeoJSON shapes of the vertices, found by name, code or id.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,
}

impl Own<Draw<ColoringTool>> for Colored {
    fn instead(&self, draw: &Draw<ColoringTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        let mut puzzle = draw.input.one()?;
        if let Some(path) = &self.shapes {
            let source = Source::read(Some(path))?;
            puzzle.map = Some(source.take(map::shapes(&source.text))?.puzzle);
        }
        let values = if let Some(file) = &self.coloring {
            let source = Source::read(Some(file))?;
            let coloring = source.take(read::coloring(&source.text, &puzzle.graph))?.puzzle;
            puzzle.colors = bounds::used(&coloring).max(draw.input.read.colors.unwrap_or(0));
            values_of(&coloring)
        } else if draw.input.read.colors.is_none() {
            with_fewest(&mut puzzle, &draw.engine, None, None)?.0
        } else {
            let name = draw.input.name();
            match find::<ColoringTool>(&puzzle, &Form::default(), &draw.engine, &ShowArgs::default(), &name)? {
                Found::Solved(values) => values,
                Found::None => return no_solution(out).map(|_| Some(Exit::Done)),
                Found::Unknown(stop) => return Err(Failure::Stopped(stop)),
            }
        };
        draw.draw(&puzzle, &values, &[], out).map(Some)
    }
}
