//! The flags by which a command's user sees a search, the same in `solver` and in every puzzle tool.

use crate::cnf::Formula;
use crate::command::output::write_whole;
use crate::engine::{Engine, Verdict};
use crate::limits::Limits;
use crate::observe::{Board, Observer, Record, Recorder, Watch, Words, page};
use crate::util::table::{CounterRow, OptionRow};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How a search is to be seen.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SeeArgs {
    /// Record the search in FILE, step by step (see docs/record.md)
    ///
    /// Of a long search: its beginning, its end and samples.
    #[arg(long, value_name = "FILE", help_heading = "Seeing the search")]
    pub record: Option<PathBuf>,

    /// Write a page that plays the search on the board, for a browser
    #[arg(long, value_name = "FILE", help_heading = "Seeing the search")]
    pub play: Option<PathBuf>,

    /// Print every step of the search to standard error, or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, help_heading = "Seeing the search")]
    #[arg(default_missing_value = "18446744073709551615")]
    pub watch: Option<u64>,
}

/// A search to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The engine's name.
    pub engine: &'a str,
    /// Its options.
    pub options: &'a [OptionRow],
    /// The number of variables.
    pub num_vars: usize,
}

impl SeeArgs {
    /// Whether anything is to be seen.
    pub fn any(&self) -> bool {
        self.record.is_some() || self.play.is_some() || self.watch.is_some()
    }

    /// Runs a search with what is asked for, and writes the files. `words` are asked for only if something is, and `board`
    /// makes the picture, once the record is known.
    ///
    /// # Errors
    /// The file that could not be written, and why; `<stderr>` stands for standard error.
    pub fn run(
        &self,
        search: Search<'_>,
        words: impl FnOnce() -> Words,
        board: impl FnOnce(Words, &Record) -> Board,
        run: impl FnOnce(Option<&mut dyn Observer>) -> (Verdict, Vec<CounterRow>),
    ) -> Result<Verdict, (PathBuf, io::Error)> {
        if !self.any() {
            return Ok(run(None).0);
        }
        let words = words();
        let mut recorder = Recorder::new(search.engine, search.num_vars);
        recorder.set_options(search.options);
        recorder.name(|var| words.pairs().get(var.index()).map(|pair| pair[0].clone()));
        let stderr = BufWriter::new(io::stderr());
        let mut watch = Watch::new(stderr, words.clone(), search.num_vars, self.watch.unwrap_or(0));
        let mut observers: Vec<&mut dyn Observer> = Vec::new();
        if self.record.is_some() || self.play.is_some() {
            observers.push(&mut recorder);
        }
        if self.watch.is_some() {
            observers.push(&mut watch);
        }
        let (verdict, counters) = run(Some(&mut observers));
        if self.watch.is_some() {
            watch.finish().map_err(|error| ("<stderr>".into(), error))?;
        }
        let record = recorder.finish(&verdict, &counters);
        let write = |path: &Path, content: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
            write_whole(path, content).map_err(|error| (path.to_owned(), error))
        };
        if let Some(path) = &self.record {
            write(path, &|file| file.write_all(record.text().as_bytes()))?;
        }
        if let Some(path) = &self.play {
            let board = board(words, &record);
            write(path, &|file| page::write(file, &record, &board))?;
        }
        Ok(verdict)
    }

    /// The same for an engine on a formula.
    ///
    /// # Errors
    /// As [`SeeArgs::run`].
    pub fn solve(
        &self,
        engine: &mut dyn Engine,
        formula: Formula,
        limits: &Limits,
        words: impl FnOnce() -> Words,
        board: impl FnOnce(Words, &Record) -> Board,
    ) -> Result<Verdict, (PathBuf, io::Error)> {
        if !self.any() {
            return Ok(engine.solve(formula, limits, None));
        }
        let (name, options) = (engine.name(), engine.options());
        let search = Search { engine: name, options: &options, num_vars: formula.num_vars() as usize };
        self.run(search, words, board, |observer| {
            let verdict = engine.solve(formula, limits, observer);
            (verdict, engine.counters())
        })
    }
}
