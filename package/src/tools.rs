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

macro_rules! tools {
    ($($name:ident)*) => {
        // Compiled for their command lines alone: nothing calls the rest.
        #[allow(dead_code)]
        #[path = "../../tools"]
        mod files {
            $(pub mod $name;)*
        }

        /// All programs, `solver` first.
        pub const TOOLS: &[Tool] = &[
            Tool { name: "solver", command: gemsat::command::flags::command },
            $(Tool { name: stringify!($name), command: files::$name::command },)*
        ];
    };
}

// The only list of the tools here; a test compares it with the root's Cargo.toml.
tools! { cnfcheck cnfcompare cnfmake cnfquery cnfshuffle coloring gems queens sudoku tenner }
