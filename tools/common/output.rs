//! Where a tool's output goes: to a file that appears only when it is whole, or to standard output.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Writes what `write` writes, to the file at `path` or to standard output, and gives the tool's exit code.
///
/// A regular file is written under another name in the same folder and renamed, so that it is never there in part; what is
/// there already and is no regular file (a pipe, a device) is written directly. A reader of standard output that has
/// closed it has enough: that is no failure.
pub fn write(tool: &str, path: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> ExitCode {
    let result = match path {
        Some(path) => to_file(path, write),
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

fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return write(&mut fs::File::create(path)?);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cnf");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
