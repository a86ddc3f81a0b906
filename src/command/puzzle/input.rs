//! Which puzzle: a file, standard input, a folder, or a name that stands for one.

use super::source::{InputArgs, Source};
use super::{NoArgs, Tool};
use crate::command::exit::Failure;
use crate::puzzle::Reading;
use crate::puzzle::face::{Family, Listed};
use clap::Args;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// How a text is read.
pub trait ReadArgs<P: Family>: Args + Clone + Debug {
    /// What the flags say.
    fn options(&self) -> P::Options;

    /// The puzzle that a name stands for without a file.
    ///
    /// # Errors
    /// When the name is one, but there is no such puzzle.
    fn named(&self, _name: &str) -> Result<Option<P>, Failure> {
        Ok(None)
    }

    /// Refuses files whose names say that they hold no puzzle.
    ///
    /// # Errors
    /// Says what they hold.
    fn accepts(&self, _path: &Path) -> Result<(), Failure> {
        Ok(())
    }
}

impl<P: Family> ReadArgs<P> for NoArgs {
    fn options(&self) -> P::Options {
        P::Options::default()
    }
}

/// Which puzzle, and how it is read.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Input<T: Tool> {
    /// The puzzle: a file; `-` or nothing is standard input.
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Option<PathBuf>,
    /// How it is read.
    #[command(flatten)]
    pub read: T::Read,
}

/// The puzzles of one kind that were read.
pub type Puzzles<T> = Reading<Vec<Listed<<T as Tool>::Puzzle>>>;

impl<T: Tool> Input<T> {
    /// The puzzle that the name stands for, if it stands for one.
    pub fn named(&self) -> Result<Option<T::Puzzle>, Failure> {
        match self.puzzle.as_deref().and_then(Path::to_str) {
            Some(name) => self.read.named(name),
            None => Ok(None),
        }
    }

    /// The puzzles of a text; remarks on how it was read are printed.
    ///
    /// # Errors
    /// When it holds none.
    pub fn parse(&self, source: &Source) -> Result<Puzzles<T>, Failure> {
        source.take(T::Puzzle::read(&source.text, &self.read.options()))
    }

    /// The text of a file.
    ///
    /// # Errors
    /// When it cannot be read, or its name says that it holds no puzzle.
    pub fn source(&self, path: Option<&Path>) -> Result<Source, Failure> {
        path.map_or(Ok(()), |path| self.read.accepts(path))?;
        Source::read(path)
    }

    /// All puzzles of the input, with their solutions where these are listed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn listed(&self) -> Result<Puzzles<T>, Failure> {
        match self.named()? {
            Some(puzzle) => Ok(Reading::only(vec![Listed::alone(puzzle)])),
            None => self.parse(&self.source(self.puzzle.as_deref())?),
        }
    }

    /// All puzzles of the input.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn all(&self) -> Result<Vec<T::Puzzle>, Failure> {
        Ok(self.listed()?.puzzle.into_iter().map(|listed| listed.puzzle).collect())
    }

    /// The one puzzle of the input, and how it was read.
    ///
    /// # Errors
    /// When it cannot be read, or holds several.
    pub fn reading(&self) -> Result<Reading<T::Puzzle>, Failure> {
        let Reading { mut puzzle, remarks } = self.listed()?;
        match puzzle.len() {
            1 => Ok(Reading { puzzle: puzzle.remove(0).puzzle, remarks }),
            count => Err(Failure::input(format!("{}:1:1: expected one puzzle, found {count}", self.name()))),
        }
    }

    /// The one puzzle of the input.
    ///
    /// # Errors
    /// As [`Input::reading`].
    pub fn one(&self) -> Result<T::Puzzle, Failure> {
        Ok(self.reading()?.puzzle)
    }

    /// The input's name; `<stdin>` for standard input.
    pub fn name(&self) -> String {
        InputArgs { path: self.puzzle.clone() }.name()
    }

    /// The files of a folder in the order of their names, if the input is a folder.
    ///
    /// # Errors
    /// When it holds none.
    pub fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        match self.named()? {
            Some(_) => Ok(None),
            None => InputArgs { path: self.puzzle.clone() }.folder(),
        }
    }
}
