//! The flags by which a command's user sees a search, the same in `solver` and in every puzzle tool.

use crate::cnf::Formula;
use crate::command::output::write_whole;
use crate::engine::{Engine, Event, Verdict};
use crate::limits::Limits;
use crate::observe::{Board, Observer, Record, Recorder, Watch, Words, frames, page};
use crate::util::table::{CounterRow, OptionRow};
use std::io::{self, BufWriter, Stderr, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

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

    /// Write a picture of each step to the folder DIR, for slides, as SVG
    ///
    /// The folder is made, or empty. Of a long search the first 2,000 steps.
    #[arg(long, value_name = "DIR", help_heading = "Seeing the search", hide_short_help = true)]
    pub frames: Option<PathBuf>,

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
    /// The formula, where there is one: a record lists its clauses.
    pub formula: Option<&'a Formula>,
}

impl SeeArgs {
    /// Whether anything is to be seen.
    pub fn any(&self) -> bool {
        self.recorded() || self.watch.is_some()
    }

    /// Whether a record is needed.
    fn recorded(&self) -> bool {
        self.record.is_some() || self.play.is_some() || self.frames.is_some()
    }

    /// Runs a search, shows what the flags ask for, and writes the files. `words` is called only if something is to be
    /// shown, and `board` makes the picture once the record is complete.
    ///
    /// # Errors
    /// The file that could not be written, and why; `<stderr>` stands for standard error.
    pub fn run(
        &self,
        search: Search<'_>,
        words: impl FnOnce() -> Words,
        board: impl FnOnce(Words, &Record) -> Board,
        run: impl FnOnce(Option<&mut dyn Observer>) -> (Verdict, Vec<CounterRow>),
    ) -> Result<Verdict, Unwritten> {
        if !self.any() {
            return Ok(run(None).0);
        }
        let mut screen = Screen::new(self, search, words());
        let (verdict, counters) = run(Some(&mut screen));
        screen.end_watch()?;
        screen.write(&verdict, &counters, board)?;
        Ok(verdict)
    }

    /// As [`SeeArgs::run`], for an engine on a formula.
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
    ) -> Result<Verdict, Unwritten> {
        if !self.any() {
            return Ok(engine.solve(formula, limits, None));
        }
        let (name, options) = (engine.name(), engine.options());
        let num_vars = formula.num_vars();
        let search = Search { engine: name, options: &options, num_vars, formula: Some(&formula) };
        let mut screen = Screen::new(self, search, words());
        let verdict = engine.solve(formula, limits, Some(&mut screen));
        screen.end_watch()?;
        screen.write(&verdict, &engine.counters(), board)?;
        Ok(verdict)
    }
}

/// What a search has shown so far, and the files that it is to be shown in.
#[derive(Debug)]
pub struct Screen {
    see: SeeArgs,
    words: Words,
    recorder: Option<Recorder>,
    watch: Option<Watch<BufWriter<Stderr>>>,
}

/// Makes a folder, or finds that it is empty: nothing is written over.
fn empty(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    match std::fs::read_dir(folder)?.next() {
        Some(_) => Err(io::Error::other("expected a new or empty folder")),
        None => Ok(()),
    }
}

/// A file that could not be written, and why; `<stderr>` stands for standard error.
pub type Unwritten = (PathBuf, io::Error);

impl Screen {
    /// Nothing has been seen yet.
    pub fn new(see: &SeeArgs, search: Search<'_>, words: Words) -> Screen {
        let recorder = see.recorded().then(|| {
            let mut recorder = Recorder::new(search.engine, search.num_vars);
            recorder.set_options(search.options);
            search.formula.into_iter().for_each(|formula| recorder.set_clauses(formula));
            recorder.name(|var| words.pairs().get(var.index()).map(|pair| pair[0].clone()));
            recorder
        });
        let stderr = || BufWriter::new(io::stderr());
        let watch = see.watch.map(|most| Watch::new(stderr(), words.clone(), search.num_vars, most));
        Screen { see: see.clone(), words, recorder, watch }
    }

    /// Prints what is left of the steps.
    ///
    /// # Errors
    /// When that fails.
    pub fn end_watch(&mut self) -> Result<(), Unwritten> {
        self.watch.take().map_or(Ok(()), Watch::finish).map_err(|error| ("<stderr>".into(), error))
    }

    /// Ends the record, and writes the files. `board` makes the picture, once the record is known.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn write(
        self,
        verdict: &Verdict,
        counters: &[CounterRow],
        board: impl FnOnce(Words, &Record) -> Board,
    ) -> Result<(), Unwritten> {
        let Some(recorder) = self.recorder else { return Ok(()) };
        let record = recorder.finish(verdict, counters);
        let write = |path: &Path, content: &dyn Fn(&mut dyn Write) -> io::Result<()>| {
            write_whole(path, content).map_err(|error| (path.to_owned(), error))
        };
        if let Some(path) = &self.see.record {
            write(path, &|file| file.write_all(record.text().as_bytes()))?;
        }
        if self.see.play.is_none() && self.see.frames.is_none() {
            return Ok(());
        }
        let board = board(self.words, &record);
        if let Some(path) = &self.see.play {
            write(path, &|file| page::write(file, &record, &board))?;
        }
        if let Some(folder) = &self.see.frames {
            empty(folder).map_err(|error| (folder.clone(), error))?;
            for (number, picture) in frames::frames(&record, &board).enumerate() {
                let path = folder.join(format!("step-{number:04}.svg"));
                write(&path, &|file| file.write_all(picture.as_bytes()))?;
            }
        }
        Ok(())
    }
}

impl Observer for Screen {
    fn event(&mut self, event: Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.event(event);
        }
        if let Some(watch) = &mut self.watch {
            watch.event(event);
        }
    }
}

/// A [`Screen`] that the run and its watch share: whichever of them gives the answer writes the files. Clones share the
/// same screen.
#[derive(Clone, Debug, Default)]
pub struct SharedScreen(Arc<Mutex<Option<Screen>>>);

impl SharedScreen {
    /// Puts up a screen.
    pub fn set(&self, screen: Screen) {
        *self.lock() = Some(screen);
    }

    /// Prints what is left of the steps.
    ///
    /// # Errors
    /// When that fails.
    pub fn end_watch(&self) -> Result<(), Unwritten> {
        self.lock().as_mut().map_or(Ok(()), Screen::end_watch)
    }

    /// Takes the screen away; `None` if there is none, or if the search is blocked while it shows a step. Whatever the
    /// search shows from then on is dropped.
    pub fn take(&self) -> Option<Screen> {
        /// Longer than any step takes, unless it is blocked.
        const PATIENCE: Duration = Duration::from_millis(100);
        let until = Instant::now() + PATIENCE;
        loop {
            match self.0.try_lock() {
                Ok(mut screen) => return screen.take(),
                Err(TryLockError::Poisoned(_)) => return None,
                Err(TryLockError::WouldBlock) if Instant::now() >= until => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Screen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for SharedScreen {
    fn event(&mut self, event: Event<'_>) {
        if let Some(screen) = self.lock().as_mut() {
            screen.event(event);
        }
    }
}
