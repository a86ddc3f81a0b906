//! Completions for bash, zsh, fish and PowerShell.

use crate::tools::Tool;
use clap::ValueEnum;
use clap_complete::{Generator, Shell};
use std::path::Path;
use std::{fs, io};

/// The shells, each with the name of its folder.
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Writes the completions of these programs: a folder for each shell, in it a file for each program, named as the shell
/// looks for it.
///
/// # Errors
/// When a folder or file cannot be written; the message names it.
pub fn write_all(tools: &[Tool], folder: &Path) -> io::Result<()> {
    for shell in SHELLS {
        let word = shell.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let folder = folder.join(word);
        fs::create_dir_all(&folder).map_err(|error| named(&folder, &error))?;
        for tool in tools {
            let path = folder.join(match shell {
                Shell::Bash => tool.name.to_owned(),
                _ => shell.file_name(tool.name),
            });
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut tool.command(), tool.name, &mut script);
            fs::write(&path, script).map_err(|error| named(&path, &error))?;
        }
    }
    Ok(())
}

/// An error with the name of the file.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
