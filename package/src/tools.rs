//! The programs and their command lines, read from the files that the programs are built from.

use clap::Command;

/// A program of the package.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name of the program.
    pub name: &'static str,
    command: fn() -> Command,
}

impl Tool {
    /// The whole command line, with the options of all engines, as the program reads it.
    pub fn command(&self) -> Command {
        (self.command)().name(self.name).bin_name(self.name)
    }
}

include!(concat!(env!("OUT_DIR"), "/tools.rs"));
