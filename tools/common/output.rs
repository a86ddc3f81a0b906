//! Where a tool's output goes: to a file that appears only when it is whole, or to standard output.

use gemsat::output::write_whole;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Writes what `write` writes, to the file at `path` or to standard output, and gives the tool's exit code.
///
/// A file is written whole or not at all, see [`write_whole`]. A reader of standard output that has closed it has enough: that
/// is no failure.
pub fn write(tool: &str, path: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> ExitCode {
    let result = match path {
        Some(path) => write_whole(path, write),
        None => match write(&mut io::stdout().lock()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result,
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let name = path.map_or_else(|| "stdout".into(), |path| path.to_string_lossy());
            eprintln!("{tool}: {name}: {error}");
            ExitCode::from(1)
        }
    }
}
