//! Where a picture goes: SVG or PNG, to a file or to standard output.

use super::exit::Failure;
use super::output::{Output, write_to};
use super::png;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Where a picture goes, and as what.
#[derive(clap::Args, Clone, Debug)]
pub struct PictureArgs {
    /// Write to this file instead of standard output; a name that ends in .png asks for PNG.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write PNG instead of SVG.
    #[arg(long)]
    pub png: bool,
    /// Pixels of a PNG for each unit of the SVG.
    #[arg(long, value_name = "X", default_value_t = 2.0)]
    pub scale: f64,
}

impl Default for PictureArgs {
    fn default() -> PictureArgs {
        PictureArgs { output: None, png: false, scale: 2.0 }
    }
}

impl PictureArgs {
    /// Whether neither a file nor PNG was asked for.
    fn is_default(&self) -> bool {
        self.output.is_none() && !self.png
    }

    /// Whether the picture goes to a terminal, which then gets one of letters.
    pub fn on_terminal(&self) -> bool {
        self.is_default() && io::stdout().is_terminal()
    }

    /// Whether the picture is a PNG.
    fn is_png(&self) -> bool {
        let named = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        self.png || self.output.as_ref().is_some_and(named)
    }

    /// Refuses a picture that cannot be drawn, before any work is done for it.
    ///
    /// # Errors
    /// When a PNG is asked for and this program was built without them.
    pub fn check(&self) -> Result<(), Failure> {
        if self.is_png() && !png::BUILT { Err(Failure::usage(png::PngError::NotBuilt)) } else { Ok(()) }
    }

    /// Writes an SVG picture, as SVG or PNG, to the file or to standard output.
    ///
    /// # Errors
    /// When it cannot be drawn or written.
    pub fn write(&self, svg: &str, out: &mut Output) -> Result<(), Failure> {
        let png = self.is_png();
        let bytes = match png {
            true => &png::render(svg, self.scale).map_err(Failure::usage)?,
            false => svg.as_bytes(),
        };
        if self.output.is_none() && png && io::stdout().is_terminal() {
            return Err(Failure::usage("a PNG needs a file: name it with -o"));
        }
        write_to(self.output.as_deref(), out, |out| out.write_all(bytes))
    }
}
