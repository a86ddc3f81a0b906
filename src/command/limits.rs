//! The flags that limit a run, the same in every program that solves.

use super::values::{parse_memory, parse_seconds};
use crate::limits::{Limits, cpu_time};
use std::time::{Duration, Instant};

/// What a run may use. The names of the tools' older flags still work, hidden.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LimitArgs {
    /// Stop after this much time on the clock (decimals allowed)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits", alias = "time")]
    pub time_limit: Option<Duration>,

    /// Stop after this much CPU time (decimals allowed)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits", alias = "cpu")]
    pub cpu_limit: Option<Duration>,

    /// Stop when the process takes more memory (K, M or G may follow)
    #[arg(long, value_name = "MB", value_parser = parse_memory, help_heading = "Limits")]
    pub memory_limit: Option<u64>,

    /// Stop a search after N conflicts
    #[arg(long, value_name = "N", help_heading = "Limits", alias = "conflicts")]
    pub conflict_limit: Option<u64>,

    /// Stop a search after N decisions
    #[arg(long, value_name = "N", help_heading = "Limits", alias = "decisions")]
    pub decision_limit: Option<u64>,

    /// Stop a search after N ticks, an estimate of memory accesses that is the same in every run
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub tick_limit: Option<u64>,

    /// Stop a search after N of the engine's own steps: attempts, calls, flips, states
    #[arg(long, value_name = "N", help_heading = "Limits", alias = "steps")]
    pub step_limit: Option<u64>,
}

impl LimitArgs {
    /// The limits of a run that begins now.
    pub fn from_now(&self) -> Limits {
        self.since(Instant::now(), cpu_time())
    }

    /// The limits of a run that began at this time, when the process had used this much CPU time.
    pub fn since(&self, start: Instant, cpu: Duration) -> Limits {
        Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            cpu: self.cpu_limit.map(|limit| cpu.saturating_add(limit)),
            conflicts: self.conflict_limit,
            decisions: self.decision_limit,
            ticks: self.tick_limit,
            steps: self.step_limit,
            memory: self.memory_limit,
            ..Limits::none()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_cpu_time_counts_from_the_start_of_the_run() {
        let args = LimitArgs { cpu_limit: Some(Duration::from_secs(2)), ..LimitArgs::default() };
        assert_eq!(args.since(Instant::now(), Duration::from_secs(5)).cpu, Some(Duration::from_secs(7)));
        assert!(args.from_now().deadline.is_none());
    }
}
