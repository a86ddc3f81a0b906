//! One coordinator for a run.

use crate::Trouble;
use crate::directory::Directory;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::ErrorKind;

/// The right to coordinate a run; the system takes it back when the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes it.
    ///
    /// # Errors
    /// When another process has it.
    pub fn take(directory: &Directory) -> Result<Lock, Trouble> {
        let path = directory.file("lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| Trouble::file(&path, error))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(std::io::Error::from) {
            Ok(()) => Ok(Lock { _file: file }),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Err(Trouble::Run(format!(
                "{}: another process coordinates this run already; see how far it is with \"cnfcubes status\"",
                directory.path().display()
            ))),
            Err(error) => Err(Trouble::file(&path, error)),
        }
    }
}
