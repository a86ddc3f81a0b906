//! `coloring draw`: a picture of a coloured graph.

use super::args::{GraphArgs, shown};
use super::color::{with_colors, with_fewest};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::picture::PictureArgs;
use gemsat::command::scene::Scene;
use gemsat::command::source::Source;
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::{draw, map, read};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Draw {
    #[command(flatten)]
    graph: GraphArgs,
    /// How many colours; the fewest by default.
    #[arg(long, short = 'k')]
    colors: Option<usize>,
    /// A colouring to draw in place of one that is searched.
    #[arg(long, value_name = "FILE")]
    coloring: Option<PathBuf>,
    /// GeoJSON shapes of the vertices, found by name, code or id.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Draw {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let (graph, mut map) = self.graph.read_map()?;
        if let Some(path) = &self.shapes {
            let source = Source::read(Some(path))?;
            let shapes = map::shapes(&source.text).map_err(|error| source.failure(&error))?;
            source.say(&shapes.remarks);
            map = Some(shapes.puzzle);
        }
        let (outcome, _) = match (&self.coloring, self.colors) {
            (Some(file), colors) => {
                let source = Source::read(Some(file))?;
                let reading = read::coloring(&source.text, &graph).map_err(|error| source.failure(&error))?;
                source.say(&reading.remarks);
                let coloring = reading.puzzle;
                let used = bounds::used(&coloring).max(colors.unwrap_or(0));
                (Some((coloring, used)), Exit::Done)
            }
            (None, Some(colors)) => with_colors(out, &graph, &self.engine, colors, &Scene::unseen())?,
            (None, None) => with_fewest(&graph, &self.engine, None, None)?,
        };
        let Some((coloring, colors)) = outcome else { return Ok(Exit::Done) };
        if self.picture.on_terminal() {
            out.write_all(shown(&graph, &coloring, colors, false).as_bytes())?;
        } else {
            self.picture.write(&draw::svg(&graph, Some(&coloring), colors, map.as_ref()), out)?;
        }
        Ok(Exit::Done)
    }
}
