//! Limits of a run, and why one stopped.
//!
//! The ground floor: everything may use it, the reader as well as the engines. A run counts its own conflicts, decisions,
//! ticks and steps and compares them with the numbers here; time, memory and the stop flag are asked through
//! [`Limits::exceeded`], every few thousand ticks.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that any thread may raise to end a run; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the run to end as soon as it can.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, so that another run can begin.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the run was asked to end.
    #[inline]
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a run ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// The stop flag was raised: a signal, or a caller's `terminate`.
    Interrupted,
    /// The wall-clock limit.
    WallTime,
    /// The CPU-time limit.
    CpuTime,
    /// The limit on conflicts.
    Conflicts,
    /// The limit on decisions.
    Decisions,
    /// The limit on ticks (an estimate of memory accesses).
    Ticks,
    /// The memory limit, or memory that could not be had.
    Memory,
    /// The limit on an engine's own steps: attempts, calls, flips, expanded states.
    Steps,
    /// An incomplete engine ended its search without a model.
    Incomplete,
    /// The proof could not be written.
    Proof,
    /// The formula was to be simplified only.
    Simplified,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Interrupted => "interrupted",
            Stop::WallTime => "time limit",
            Stop::CpuTime => "CPU time limit",
            Stop::Conflicts => "conflict limit",
            Stop::Decisions => "decision limit",
            Stop::Ticks => "tick limit",
            Stop::Memory => "memory limit",
            Stop::Steps => "step limit",
            Stop::Incomplete => "incomplete search ended without a model",
            Stop::Proof => "the proof could not be written",
            Stop::Simplified => "the formula was to be simplified only",
        })
    }
}

/// What a run may use. `None` is no limit.
///
/// Counted limits are deterministic: the same limit gives the same run. Times and bytes are for people.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The moment at which wall time runs out.
    pub deadline: Option<Instant>,
    /// CPU time of the process, user and system, since it began.
    pub cpu: Option<Duration>,
    /// Conflicts in one call.
    pub conflicts: Option<u64>,
    /// Decisions in one call.
    pub decisions: Option<u64>,
    /// Search ticks in one call.
    pub ticks: Option<u64>,
    /// An engine's own steps in one call: attempts (brute force), calls (backtracking, DPLL), flips (local search),
    /// expanded states (A*).
    pub steps: Option<u64>,
    /// Bytes that the process may have in memory (its resident set).
    pub memory: Option<u64>,
    /// Raised to end the run.
    pub stop: StopFlag,
}

impl Limits {
    /// No limits.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// These limits with the wall clock running out `after` from now.
    pub fn with_wall_time(mut self, after: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(after);
        self
    }

    /// Whether the flag is raised or time or memory have run out. Costs a few system calls when such limits are set:
    /// ask every few thousand steps.
    pub fn exceeded(&self) -> Option<Stop> {
        if self.stop.raised() {
            return Some(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::WallTime);
        }
        if self.cpu.is_some_and(|limit| cpu_time() >= limit) {
            return Some(Stop::CpuTime);
        }
        if self.memory.is_some_and(|limit| resident_bytes() > limit) {
            return Some(Stop::Memory);
        }
        None
    }
}

/// CPU time that the process has used, user and system; zero where the system does not tell.
pub fn cpu_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    Duration::ZERO
}

/// Bytes of the process that are in memory now; 0 where the system does not tell.
pub fn resident_bytes() -> u64 {
    status_bytes("VmRSS:")
}

/// The most bytes of the process that were in memory at once; 0 where the system does not tell.
pub fn peak_bytes() -> u64 {
    status_bytes("VmHWM:")
}

fn status_bytes(key: &str) -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_is_seen_by_clones() {
        let limits = Limits::none();
        let flag = limits.clone().stop;
        assert_eq!(limits.exceeded(), None);
        flag.raise();
        assert_eq!(limits.exceeded(), Some(Stop::Interrupted));
    }

    #[test]
    fn wall_time_runs_out() {
        let limits = Limits::none().with_wall_time(Duration::ZERO);
        assert_eq!(limits.exceeded(), Some(Stop::WallTime));
    }
}
