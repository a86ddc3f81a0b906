//! Where the text of a puzzle comes from: a file, standard input, or each file of a folder.

use crate::cnf::{Excess, input};
use crate::command::exit::Failure;
use crate::command::output::complain;
use crate::command::process;
use crate::command::report::clean;
use crate::command::terminal::{announce, is_stdin};
use crate::puzzle::{Reading, Remark, SyntaxError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest puzzle text that is read, so that an endless input ends.
const MAX_INPUT: u64 = 1 << 30;

/// Standard input as messages name it.
const STDIN: &str = "<stdin>";

/// A puzzle's text and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name for messages; `<stdin>` for standard input.
    pub name: String,
    /// The text, without a byte order mark.
    pub text: String,
}

impl Source {
    /// Reads a file, plain or compressed, or standard input when there is no path or it is `-`.
    ///
    /// # Errors
    /// When it cannot be read, is too large, or is not UTF-8; when a limit or a signal ends that.
    pub fn read(path: Option<&Path>) -> Result<Source, Failure> {
        let path = path.filter(|&path| !is_stdin(Some(path)));
        let name = path.map_or(STDIN.into(), |path| path.display().to_string());
        if path.is_none() {
            announce();
        }
        let (limits, mut bytes) = (process::limits(), Vec::new());
        let opened = input::open(path.unwrap_or(Path::new("-")), Some(MAX_INPUT), &limits);
        let read = opened.and_then(|mut source| source.read_to_end(&mut bytes));
        read.map_err(|error| match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(&stop) => Failure::Stopped(stop),
            None if error.get_ref().is_some_and(|inner| inner.is::<Excess>()) => {
                Failure::input(format!("{name}: larger than 1 GiB"))
            }
            None => Failure::input(format!("{name}: {error}")),
        })?;
        Source::from_bytes(name, bytes)
    }

    /// A source from bytes that were read already.
    ///
    /// # Errors
    /// When they are not UTF-8.
    pub fn from_bytes(name: String, bytes: Vec<u8>) -> Result<Source, Failure> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = good.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            Failure::input(format!("{name}:{line}:{column}: expected UTF-8 text"))
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
        Ok(Source { name, text })
    }

    /// Prints on standard error how the text was read, if there was more than one way.
    pub fn say(&self, remarks: &[Remark]) {
        for remark in remarks {
            complain(clean(&format!("{}:{remark}", self.name)));
        }
    }

    /// What a reader made of the text; its remarks are printed first.
    ///
    /// # Errors
    /// When the text could not be read.
    pub fn take<P>(&self, reading: Result<Reading<P>, SyntaxError>) -> Result<Reading<P>, Failure> {
        let reading = reading.map_err(|error| self.failure(&error))?;
        self.say(&reading.remarks);
        Ok(reading)
    }

    /// The failure of this source for an error in its text.
    pub fn failure(&self, error: &SyntaxError) -> Failure {
        Failure::Input(format!("{}:{error}", self.name))
    }
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, clap::Args)]
pub struct InputArgs {
    /// The puzzle's file; `-` or nothing is standard input.
    #[arg(value_name = "FILE")]
    pub path: Option<PathBuf>,
}

impl InputArgs {
    /// The file's name; `<stdin>` for standard input.
    pub fn name(&self) -> String {
        match self.path.as_deref().filter(|&path| !is_stdin(Some(path))) {
            Some(path) => path.display().to_string(),
            None => STDIN.into(),
        }
    }

    /// Reads the puzzle's text.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read(&self) -> Result<Source, Failure> {
        Source::read(self.path.as_deref())
    }

    /// The files of a folder in the order of their names, hidden ones left out; `None` when the input is no folder.
    ///
    /// # Errors
    /// When the folder cannot be read or holds no file.
    pub fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        let Some(folder) = self.path.as_deref().filter(|path| path.is_dir()) else { return Ok(None) };
        let failure = |error: io::Error| Failure::input(format!("{}: {error}", folder.display()));
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if entry.path().is_file() && !hidden {
                files.push(entry.path());
            }
        }
        if files.is_empty() {
            return Err(Failure::input(format!("{}: expected files in this folder, found none", folder.display())));
        }
        files.sort_unstable();
        Ok(Some(files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_must_be_utf8_and_loses_its_mark() {
        let source = Source::from_bytes("x".into(), "\u{feff}1 2".into()).expect("text");
        assert_eq!(source.text, "1 2");
        let bad = Source::from_bytes("x".into(), b"1\n2 \xff".to_vec()).expect_err("no text");
        assert_eq!(bad.to_string(), "x:2:3: expected UTF-8 text");
    }
}
