//! How graphs are read; `usa` is a built-in map.

use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle;
use gemsat::puzzle::coloring::read::ColoringReadOptions;
use gemsat::puzzle::coloring::usa::UsaVariant;
use gemsat::puzzle::coloring::{COLORS, Coloring, ColoringOptions};
use std::path::Path;

#[derive(Args, Clone, Copy, Debug)]
#[group(skip)]
pub struct ReadArgs {
    /// How many colours; `solve` and `draw` take the fewest otherwise, the other verbs 4.
    #[arg(long, short = 'k', value_name = "N", value_parser = colors)]
    pub colors: Option<usize>,
    /// The US with the District of Columbia.
    #[arg(long)]
    dc: bool,
    /// Neighbours may meet in one point: AZ-CO and NM-UT in the US, any such shapes of GeoJSON.
    #[arg(long)]
    four_corners: bool,
    /// The US as in the report on sudoku by local search: the four corners, and CA next to HI; 108 borders.
    #[arg(long, conflicts_with = "dc")]
    report: bool,
    /// Take a file whose count of edges is wrong, and leave out edges from a vertex to itself.
    #[arg(long)]
    relaxed: bool,
}

/// A number of colours.
fn colors(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1 colour, found 0".into()),
        Ok(colors) => Ok(colors),
        Err(_) => Err(format!("expected a number of colours, found '{text}'")),
    }
}

impl puzzle::ReadArgs<Coloring> for ReadArgs {
    fn options(&self) -> ColoringOptions {
        let read = ColoringReadOptions { relaxed: self.relaxed, corners: self.four_corners };
        ColoringOptions { read, colors: self.colors }
    }

    /// A file called `usa` takes precedence over the built-in map.
    fn named(&self, name: &str) -> Result<Option<Coloring>, Failure> {
        if name != "usa" || Path::new("usa").is_file() {
            return Ok(None);
        }
        let choice = UsaVariant { dc: self.dc, corners: self.four_corners || self.report, hawaii: self.report };
        let mut usa = Coloring::usa(choice, self.colors.unwrap_or(COLORS));
        usa.stated = self.colors.is_some();
        Ok(Some(usa))
    }
}
