//! Where a picture goes: to a file or to standard output.

use crate::command::exit::Failure;
use crate::command::output::{Output, write_to};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Where a picture goes.
#[derive(clap::Args, Clone, Debug)]
pub struct PictureArgs {
    /// Write to this file (SVG) instead of standard output.
    #[arg(short, long, value_name = "FILE", value_parser = svg)]
    pub output: Option<PathBuf>,
}

/// The name of a file for SVG.
///
/// # Errors
/// When it ends as pictures in another format do.
pub fn svg(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let other = ["png", "pdf", "jpg", "jpeg"]
        .map(|ending| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)));
    if other.contains(&true) {
        Err("pictures are SVG, which rsvg-convert and browsers turn into others".into())
    } else {
        Ok(path)
    }
}

impl PictureArgs {
    /// Whether the picture goes to a terminal, which then gets one of letters.
    pub fn on_terminal(&self) -> bool {
        self.output.is_none() && io::stdout().is_terminal()
    }

    /// Writes an SVG picture to the file or to standard output.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, svg: &str, out: &mut Output) -> Result<(), Failure> {
        write_to(self.output.as_deref(), out, |out| out.write_all(svg.as_bytes()))
    }
}
