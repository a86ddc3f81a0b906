//! The figures of many puzzles solved one after the other.

use crate::command::exit::{Exit, Failure};
use crate::command::output::complain;
use crate::command::process;
use crate::limits::cpu_time;
use std::time::{Duration, Instant};

/// How many puzzles ended in which way, and how long they took. The limits of the run hold for each puzzle by itself; a
/// signal ends them all ([`ended`]).
#[derive(Clone, Debug)]
pub struct Totals {
    start: Instant,
    cpu: Duration,
    solved: usize,
    without: usize,
    unknown: usize,
    unread: usize,
}

/// Whether a signal has ended the run: the puzzles that are left are not begun.
pub fn ended() -> bool {
    process::interrupted()
}

impl Default for Totals {
    fn default() -> Totals {
        Totals { start: Instant::now(), cpu: cpu_time(), solved: 0, without: 0, unknown: 0, unread: 0 }
    }
}

impl Totals {
    /// Counts a puzzle with a solution.
    pub fn solved(&mut self) {
        process::next_puzzle();
        self.solved += 1;
    }

    /// Counts a puzzle without a solution.
    pub fn without(&mut self) {
        process::next_puzzle();
        self.without += 1;
    }

    /// Counts a puzzle without an answer because of a limit.
    pub fn unknown(&mut self) {
        process::next_puzzle();
        self.unknown += 1;
    }

    /// Counts a file that could not be read; prints why to standard error.
    ///
    /// # Errors The failure, if a limit or a signal has ended the reading; it ends the run.
    pub fn unread(&mut self, tool: &str, failure: Failure) -> Result<(), Failure> {
        if matches!(failure, Failure::Stopped(_)) {
            return Err(failure);
        }
        process::next_puzzle();
        self.unread += 1;
        complain(format_args!("{tool}: {failure}"));
        Ok(())
    }

    /// Prints the figures to standard error. The exit is "solved" when all puzzles are, and "no solution" when one of
    /// them has none.
    ///
    /// # Errors
    /// When a puzzle could not be read.
    pub fn end(&self, tool: &str) -> Result<Exit, Failure> {
        let all = self.solved + self.without + self.unknown + self.unread;
        let (seconds, cpu) = (self.start.elapsed().as_secs_f64(), (cpu_time() - self.cpu).as_secs_f64());
        let mut line = format!("{tool}: {} of {all} solved", self.solved);
        for (count, what) in [(self.without, "without solution"), (self.unknown, "unknown"), (self.unread, "not read")]
        {
            if count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        complain(format_args!("{line}; {seconds:.2} s, CPU {cpu:.3} s, {:.0} a second", all as f64 / cpu.max(1e-9)));
        match self.unread {
            _ if ended() => Ok(Exit::Done),
            0 if self.solved == all => Ok(Exit::Solved),
            0 if self.without > 0 => Ok(Exit::NoSolution),
            0 => Ok(Exit::Done),
            unread => Err(Failure::input(format!("{unread} of {all} could not be read"))),
        }
    }
}
