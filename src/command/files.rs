//! Checking the files of a command line before the run, so that an error shows at once and not after an hour.

use super::exit::Failure;
use super::output;
use super::terminal::is_dash;
use crate::cnf::inputs::{FileId, file_id};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use std::path::{Path, PathBuf};

/// The options of all tools that name a file to be written.
const WRITTEN: &[&str] = &[
    "output",
    "out",
    "certificate",
    "witnesses",
    "proof",
    "core",
    "trim",
    "lrat",
    "map",
    "stats_file",
    "record",
    "play",
    "chart",
    "best",
    "simplify",
];

/// What identifies a file: if it exists, its place on the disk, whatever its name; otherwise its folder and name.
#[derive(PartialEq, Eq)]
enum Known {
    File(FileId),
    Name(PathBuf),
}

/// The plain file that a path leads to, whether it exists already or is still to be made; `None` for devices and pipes.
fn known(path: &Path) -> Option<Known> {
    match std::fs::canonicalize(path) {
        Ok(real) => file_id(&real).map(Known::File),
        Err(_) => Some(Known::Name(std::fs::canonicalize(output::folder_of(path)).ok()?.join(path.file_name()?))),
    }
}

/// Makes sure that no file is written over another one of the run, least of all over an input, under whatever names.
///
/// # Errors
/// When one would be.
pub fn keep_apart<'a>(
    inputs: impl IntoIterator<Item = (String, &'a Path)>,
    outputs: impl IntoIterator<Item = (String, &'a Path)>,
) -> Result<(), Failure> {
    let real = |(name, path): (String, &Path)| Some((name, known(path)?)).filter(|_| !is_dash(path));
    let mut taken: Vec<(String, Known)> = inputs.into_iter().filter_map(real).collect();
    for (flag, path) in outputs {
        let Some((flag, file)) = real((flag, path)) else { continue };
        if let Some((other, _)) = taken.iter().find(|(_, known)| *known == file) {
            return Err(Failure::Usage(format!("{flag} would write over {other}: {}", path.display())));
        }
        taken.push((flag, file));
    }
    Ok(())
}

/// Calls [`keep_apart`] with the options that were typed. An option that names no file to be written counts as an input
/// if there is a file of that name.
///
/// # Errors
/// As [`keep_apart`].
pub fn check(command: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    let mut level = Some((command, matches));
    let mut top = true;
    while let Some((command, matches)) = level {
        // Options for all subcommands are listed in each of them, too.
        for arg in command.get_arguments().filter(|arg| top || !arg.is_global_set()) {
            let id = arg.get_id().as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let written = WRITTEN.contains(&id);
            let name = match arg.get_long() {
                Some(long) => format!("--{long}"),
                None => "the input".into(),
            };
            let values = matches.get_raw(id).into_iter().flatten().map(|value| (name.clone(), Path::new(value)));
            if written { outputs.extend(values) } else { inputs.extend(values) }
        }
        top = false;
        level = matches.subcommand().and_then(|(name, matches)| Some((command.find_subcommand(name)?, matches)));
    }
    if outputs.iter().any(|(_, path)| !is_dash(path)) {
        output::expect_other_readers();
    }
    keep_apart(inputs.into_iter().filter(|(_, path)| path.is_file()), outputs)
}
