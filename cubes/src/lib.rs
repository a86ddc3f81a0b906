//! Cube and conquer: a formula is split into cubes by look-ahead, and many solvers refute them, on one machine or on
//! many.
//!
//! The run directory ([`directory`]) is all that the parts of a run share; a queue only says who does what next.

pub mod conquer;
pub mod directory;
pub mod export;
pub mod icnf;
pub mod local;
pub mod lock;
pub mod page;
pub mod portion;
pub mod progress;
pub mod prove;
pub mod queue;
pub mod record;
pub mod results;
pub mod seal;
pub mod share;
pub mod split;
pub mod tree;
pub mod verdict;

use gemsat::limits::Stop;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run cannot go on.
#[derive(Debug)]
pub enum Trouble {
    /// What is wrong with the run, its directory or its cubes.
    Run(String),
    /// A file that cannot be read or written.
    File(PathBuf, io::Error),
    /// A check of our own failed: a wrong model, a wrong proof.
    Internal(String),
    /// A limit ended it.
    Stopped(Stop),
}

impl Trouble {
    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: io::Error) -> Trouble {
        Trouble::File(path.into(), error)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Run(what) => f.write_str(what),
            Trouble::File(path, error) => write!(f, "{}: {error}", path.display()),
            Trouble::Stopped(stop) => stop.fmt(f),
            Trouble::Internal(what) => write!(f, "internal check failed: {what}; please report this"),
        }
    }
}

impl std::error::Error for Trouble {}
