//! The files that a program has read, so that it overwrites none of them, whether under the same name or through a link
//! of any kind.
//!
//! Programs ask for this by [`keep_track`]. The library by itself keeps no such list, since its user may well read a
//! file and write it anew.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What identifies a file under all its names: device and inode.
#[cfg(unix)]
pub type FileId = (u64, u64);
/// What identifies a file: its full path, on systems that tell programs no more.
#[cfg(not(unix))]
pub type FileId = std::path::PathBuf;

/// The files that were read; `None` if nobody asked for the list.
static READ: Mutex<Option<Vec<FileId>>> = Mutex::new(None);

/// From now on, remembers the files that are read.
pub fn keep_track() {
    read().get_or_insert_default();
}

/// Remembers a file that is read, if it is a plain one.
pub fn note(path: &Path) {
    if let Some(known) = &mut *read()
        && let Some(id) = file_id(path)
        && !known.contains(&id)
    {
        known.push(id);
    }
}

/// Remembers the file that standard input comes from, if it is a plain file.
pub fn note_stdin() {
    if cfg!(unix) {
        note(Path::new("/dev/stdin"));
    }
}

/// Refuses to write to a file that was read.
///
/// # Errors
/// When it was.
pub fn refuse(path: &Path) -> io::Result<()> {
    let known = read();
    match (known.as_ref(), file_id(path)) {
        (Some(known), Some(id)) if known.contains(&id) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "not written: this file was read, and an input is never written over",
        )),
        _ => Ok(()),
    }
}

/// What a plain file is known by; nothing for other things, and where there is no file.
#[cfg(unix)]
pub fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| (metadata.dev(), metadata.ino()))
}

/// What a plain file is known by; nothing for other things, and where there is no file.
#[cfg(not(unix))]
pub fn file_id(path: &Path) -> Option<FileId> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

fn read() -> MutexGuard<'static, Option<Vec<FileId>>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}
