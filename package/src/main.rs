//! `gemsat-package`: writes the man pages and the shell completions of all programs, for `make install` and for
//! packages.

mod completions;
mod man;
mod tools;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use tools::TOOLS;

/// Writes the man pages and shell completions of gemsat's programs.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a man page for each program and each of its commands: FOLDER/NAME.1
    Man {
        /// Where; made if it does not exist.
        folder: PathBuf,
    },
    /// Write the completions: FOLDER/bash/NAME, FOLDER/zsh/_NAME, FOLDER/fish/NAME.fish, FOLDER/powershell/_NAME.ps1
    Completions {
        /// Where; made if it does not exist.
        folder: PathBuf,
    },
    /// Print the names of the programs, one a line.
    List,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Man { folder } => man::write_all(TOOLS, &folder),
        Command::Completions { folder } => completions::write_all(TOOLS, &folder),
        Command::List => TOOLS.iter().try_for_each(|tool| writeln!(io::stdout(), "{}", tool.name)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gemsat-package: {error}");
            ExitCode::FAILURE
        }
    }
}
