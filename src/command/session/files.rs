//! The files of a run, checked before the search: better now than after an hour.

use crate::command::exit::Failure;
use crate::command::flags::Flags;
use crate::command::output;
use std::io;
use std::path::{Path, PathBuf};

/// Makes sure that no file is written over another one of the run, least of all over its input, and that the folders of
/// all files exist.
pub(super) fn check(flags: &Flags) -> Result<(), Failure> {
    let answers = [("--output", &flags.output), ("--best", &flags.best), ("--proof", &flags.proof)];
    let reports =
        [("--stats-file", &flags.stats.stats_file), ("--record", &flags.see.record), ("--play", &flags.see.play)];
    let written = answers.into_iter().chain(reports);
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    if let Some(file) = flags.file.as_deref().filter(|_| !flags.from_stdin()) {
        taken.extend(real_file(file).map(|file| ("the input", file)));
    }
    for (flag, path) in written.filter_map(|(flag, path)| Some((flag, path.as_deref()?))) {
        if !output::folder_of(path).is_dir() {
            return Err(Failure::file(path, io::Error::new(io::ErrorKind::NotFound, "there is no such folder")));
        }
        if path.is_dir() {
            return Err(Failure::file(path, io::ErrorKind::IsADirectory.into()));
        }
        let Some(file) = real_file(path) else { continue };
        if let Some((other, _)) = taken.iter().find(|(_, known)| *known == file) {
            return Err(Failure::Usage(format!("{flag} would write over {other}: {}", path.display())));
        }
        taken.push((flag, file));
    }
    Ok(())
}

/// The one path by which a plain file, or one that is to become, is known; nothing for devices and pipes.
fn real_file(path: &Path) -> Option<PathBuf> {
    match std::fs::canonicalize(path) {
        Ok(real) => real.is_file().then_some(real),
        Err(_) => Some(std::fs::canonicalize(output::folder_of(path)).ok()?.join(path.file_name()?)),
    }
}
