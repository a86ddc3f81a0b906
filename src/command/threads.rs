//! The flags that say how many threads search, the same in every program that solves.

use crate::engine::Engine;
use crate::limits::Threads;

/// How many threads search, and how.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThreadArgs {
    /// Search with N threads, at most one per processor; 0: that many
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub threads: usize,

    /// With threads, all N of them, make every run the same: the answer, the model, the statistics and the proof
    #[arg(long, help_heading = "Search", hide_short_help = true)]
    pub deterministic: bool,
}

impl Default for ThreadArgs {
    fn default() -> ThreadArgs {
        ThreadArgs { threads: 1, deterministic: false }
    }
}

/// How many threads to begin for a flag's number: no more than the process may run at the same time (affinity and
/// control groups are heeded), and for 0 as many as that. More threads would learn much the same at a fraction of the
/// speed: 16 on two processors take three times as long as two.
pub fn at_once(threads: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    if threads == 0 { processors } else { threads.min(processors) }
}

impl ThreadArgs {
    /// How many threads there will be.
    fn count(self) -> usize {
        if self.deterministic && self.threads > 0 { self.threads } else { at_once(self.threads) }
    }

    /// A remark if fewer threads search than were asked for.
    pub fn remark(self) -> Option<String> {
        let count = self.count();
        (count < self.threads)
            .then(|| format!("{count} of {} threads: no more run at the same time here", self.threads))
    }

    /// Sets the engine's number of threads.
    ///
    /// # Errors
    /// What to print, when several threads are asked for and the engine has only one.
    pub fn set_up(self, engine: &mut dyn Engine) -> Result<(), String> {
        let threads = Threads { count: self.count(), deterministic: self.deterministic };
        let set = engine.set_threads(threads);
        if self.threads > 1 && !set {
            return Err(format!("engine '{}' searches with one thread", engine.name()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_begun_than_run_at_once() {
        assert_eq!(at_once(1), 1);
        assert_eq!(at_once(usize::MAX), at_once(0));
        let (all, few) = (ThreadArgs { threads: usize::MAX, deterministic: false }, ThreadArgs::default());
        assert!(all.remark().is_some_and(|remark| remark.starts_with(&format!("{} of ", at_once(0)))));
        assert_eq!((few.remark(), ThreadArgs { deterministic: true, ..all }.remark()), (None, None));
    }
}
