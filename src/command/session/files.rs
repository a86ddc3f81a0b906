//! Checking the files of a run before the search, so that an error shows at once and not after an hour.

use crate::command::exit::Failure;
use crate::command::files::keep_apart;
use crate::command::flags::Flags;
use crate::command::output;
use std::io;
use std::path::{Path, PathBuf};

/// The file beside a simplified formula by which its models are turned back into models of the given formula.
pub(super) fn way_back(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".rec");
    PathBuf::from(name)
}

/// Makes sure that no file is written over another one of the run, least of all over its input, and that the folders of
/// all files exist.
pub(super) fn check(flags: &Flags) -> Result<(), Failure> {
    let way_back = flags.simplify.as_deref().map(way_back);
    let files = [
        ("--output", &flags.output),
        ("--best", &flags.best),
        ("--proof", &flags.proof),
        ("--simplify", &flags.simplify),
        ("--simplify", &way_back),
        ("--stats-file", &flags.stats.stats_file),
        ("--record", &flags.see.record),
        ("--play", &flags.see.play),
    ];
    let mut written = files.into_iter().filter_map(|(flag, path)| Some((flag.to_owned(), path.as_deref()?))).peekable();
    if written.peek().is_some() {
        output::expect_other_readers();
    }
    let written: Vec<(String, &Path)> = written.collect();
    for (_, path) in &written {
        if !output::folder_of(path).is_dir() {
            return Err(Failure::file(path, io::Error::new(io::ErrorKind::NotFound, "there is no such folder")));
        }
        if path.is_dir() {
            return Err(Failure::file(path, io::ErrorKind::IsADirectory.into()));
        }
    }
    let input = match flags.file.as_deref() {
        Some(file) if !flags.from_stdin() => file,
        _ => Path::new("/dev/stdin"),
    };
    keep_apart([("the input".to_owned(), input)], written)
}
