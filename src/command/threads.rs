//! The flags that say how many threads search, the same in every program that solves.

use crate::engine::Engine;
use crate::limits::Threads;

/// How many threads search, and how.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThreadArgs {
    /// Search with N threads; 0: as many as the machine has
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub threads: usize,

    /// With threads, make every run the same: the answer, the model, the statistics and the proof
    #[arg(long, help_heading = "Search", hide_short_help = true)]
    pub deterministic: bool,
}

impl Default for ThreadArgs {
    fn default() -> ThreadArgs {
        ThreadArgs { threads: 1, deterministic: false }
    }
}

/// How many threads a flag asks for: 0 stands for the processors that the process may use (affinity and control groups are
/// heeded).
pub fn count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, |count| count.get()),
        count => count,
    }
}

impl ThreadArgs {
    /// Sets the engine's number of threads.
    ///
    /// # Errors
    /// What to print, when several threads are asked for and the engine has only one.
    pub fn set_up(self, engine: &mut dyn Engine) -> Result<(), String> {
        let count = count(self.threads);
        let threads = Threads { count, deterministic: self.deterministic };
        if count > 1 && !engine.set_threads(threads) && self.threads > 1 {
            return Err(format!("engine '{}' searches with one thread", engine.name()));
        }
        Ok(())
    }
}
