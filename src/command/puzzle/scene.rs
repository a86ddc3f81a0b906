//! How the search for a puzzle's solution is shown: what every tool's `solve` passes to the engine.

use crate::command::color::{ColorWhen, Palette};
use crate::command::exit::Failure;
use crate::command::observe::SeeArgs;
use crate::command::output::complain;
use crate::command::statistics::{Resources, Statistics, StatsArgs};
use crate::observe::{Board, Words};
use std::time::Instant;

/// What a tool's `solve` shows of its search.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ShowArgs {
    /// How the search is shown.
    #[command(flatten)]
    pub see: SeeArgs,

    /// Which statistics are written; text goes to standard error.
    #[command(flatten)]
    pub stats: StatsArgs,
}

impl ShowArgs {
    /// Whether anything is to be shown.
    pub fn any(&self) -> bool {
        self.see.any() || self.stats.any()
    }

    /// Makes sure that there is exactly one search if something is to be shown.
    ///
    /// # Errors
    /// When something is to be shown, but there are many searches or none.
    pub fn only_one(&self, one: bool) -> Result<(), Failure> {
        if self.any() && !one {
            let flags = "--record, --play, --frames, --watch, --stats and --stats-file";
            return Err(Failure::usage(format!("{flags} show one search for one solution of one puzzle")));
        }
        Ok(())
    }
}

/// What is to be shown of a search, with the puzzle's words and board, which are made only if something is to be shown.
pub struct Scene<'a> {
    /// What is asked for.
    pub show: &'a ShowArgs,
    /// The words of a formula with this many variables.
    pub words: Box<dyn Fn(u32) -> Words + 'a>,
    /// The board, given its words.
    pub board: Box<dyn Fn(Words) -> Board + 'a>,
    /// The puzzle's file or name.
    source: String,
    started: Instant,
}

impl std::fmt::Debug for Scene<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("show", &self.show).finish_non_exhaustive()
    }
}

/// Nothing is asked for.
static UNSEEN: ShowArgs = ShowArgs {
    see: SeeArgs { record: None, play: None, frames: None, watch: None },
    stats: StatsArgs { stats: None, stats_file: None },
};

impl<'a> Scene<'a> {
    /// Nothing is to be seen.
    pub fn unseen() -> Scene<'static> {
        Scene::new(&UNSEEN, "puzzle", |_| Words::default(), |words| Board { words, ..Board::default() })
    }

    /// The scene of a puzzle: its file or name, for the statistics, its words, and its board.
    pub fn new(
        show: &'a ShowArgs,
        source: impl Into<String>,
        words: impl Fn(u32) -> Words + 'a,
        board: impl Fn(Words) -> Board + 'a,
    ) -> Scene<'a> {
        let (words, board) = (Box::new(words), Box::new(board));
        Scene { show, words, board, source: source.into(), started: Instant::now() }
    }

    /// Writes the statistics of a search that has ended, if they are asked for: text to standard error, since standard
    /// output has the solution.
    ///
    /// # Errors
    /// When their file cannot be written.
    pub fn report(&self, facts: impl FnOnce() -> Statistics) -> Result<(), Failure> {
        let stats = &self.show.stats;
        if !stats.any() {
            return Ok(());
        }
        let facts = Statistics { source: self.source.clone(), resources: Resources::now(self.started), ..facts() };
        if stats.stats.is_some() {
            let palette = Palette::new(ColorWhen::Auto, &std::io::stderr());
            complain(facts.lines(stats.detail(0), &[], palette).join("\n"));
        }
        stats.write_file(&facts)
    }
}
