//! The flags that limit a run, the same in every program.

use super::process;
use super::signals::{hard_cpu_limit, hard_memory_limit};
use super::values::{parse_memory, parse_seconds};
use crate::limits::{Limits, Stop};
use crate::util::available;
use clap::{Args, Command};
use std::time::{Duration, Instant};

/// The time and the memory that a run may use. The names of the tools' older flags still work, hidden.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ResourceArgs {
    /// Stop after this much time on the clock (decimals allowed)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    pub time_limit: Option<Duration>,

    /// Stop after this much CPU time (decimals allowed)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    pub cpu_limit: Option<Duration>,

    /// Stop at more memory (K, M or G) [default: 3/4 of the machine's]
    #[arg(long, value_name = "MB", value_parser = parse_memory, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
}

impl ResourceArgs {
    /// The limits of a run that begins now; in a tool, of the present puzzle, which the tool's stop flag ends, too.
    pub fn from_now(&self) -> Limits {
        let (start, cpu) = process::begun();
        process::watched(self.since(start, cpu))
    }

    /// The limits of a run that began at this time, when the process had used this much CPU time.
    fn since(&self, start: Instant, cpu: Duration) -> Limits {
        Limits {
            deadline: self.time_limit.and_then(|limit| start.checked_add(limit)),
            cpu: least(self.cpu_limit.map(|limit| cpu.saturating_add(limit)), hard_cpu_limit()),
            memory: least(self.memory_limit.or_else(default_memory), hard_memory_limit()),
            ..Limits::none()
        }
    }
}

/// A command line with the limits, for all of its subcommands that have no such flags themselves.
pub fn add_to(mut command: Command) -> Command {
    for arg in ResourceArgs::augment_args(Command::new("limits")).get_arguments() {
        if command.get_arguments().all(|known| known.get_id() != arg.get_id()) {
            command = command.arg(arg.clone().global(true));
        }
    }
    command
}

/// The smaller of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The memory that a run may take unless a flag says otherwise: three quarters of what the machine has or a control
/// group allows; no limit if neither is known.
pub fn default_memory() -> Option<u64> {
    available::memory().map(|bytes| bytes / 4 * 3)
}

/// A remark for people if the default memory limit has ended a run: what it was, and how to set another one. `None` for
/// other limits and for a memory limit that the user has set.
pub fn advice(stop: Stop, limits: &Limits) -> Option<String> {
    let bytes = limits.memory.filter(|&bytes| stop == Stop::Memory && Some(bytes) == default_memory())?;
    let share = "three quarters of the memory that there is";
    Some(format!("the memory limit is {} MB, {share}; --memory-limit MB sets another", bytes >> 20))
}

/// What a run that searches may use.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LimitArgs {
    /// Time and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,

    /// Stop a search after N conflicts
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub conflict_limit: Option<u64>,

    /// Stop a search after N decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub decision_limit: Option<u64>,

    /// Stop a search after N ticks, an estimate of memory accesses that is the same in every run
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub tick_limit: Option<u64>,

    /// Stop a search after N of the engine's own steps: attempts, calls, flips, states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub step_limit: Option<u64>,
}

impl LimitArgs {
    /// The limits of a run that begins now; in a tool, of the present puzzle, which the tool's stop flag ends, too.
    pub fn from_now(&self) -> Limits {
        let (start, cpu) = process::begun();
        process::watched(self.since(start, cpu))
    }

    /// The limits of a run that began at this time, when the process had used this much CPU time.
    pub fn since(&self, start: Instant, cpu: Duration) -> Limits {
        Limits {
            conflicts: self.conflict_limit,
            decisions: self.decision_limit,
            ticks: self.tick_limit,
            steps: self.step_limit,
            ..self.resources.since(start, cpu)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_cpu_time_counts_from_the_start_of_the_run() {
        let resources = ResourceArgs { cpu_limit: Some(Duration::from_secs(2)), ..ResourceArgs::default() };
        let args = LimitArgs { resources, ..LimitArgs::default() };
        assert_eq!(args.since(Instant::now(), Duration::from_secs(5)).cpu, Some(Duration::from_secs(7)));
        assert!(args.from_now().deadline.is_none());
    }

    #[test]
    fn of_two_limits_the_smaller_counts() {
        assert_eq!(least(Some(2), Some(1)), Some(1));
        assert_eq!(least(None, Some(1)), Some(1));
        assert_eq!(least::<u8>(None, None), None);
    }

    #[test]
    fn memory_is_limited_by_default_and_the_limit_is_explained() {
        let limits = ResourceArgs::default().from_now();
        if let Some(bytes) = limits.memory {
            assert!(bytes > 1 << 24, "{bytes}");
            let advice = advice(Stop::Memory, &limits).expect("a limit");
            assert!(advice.contains("three quarters") && advice.contains("--memory-limit"), "{advice}");
        }
        let limits = ResourceArgs { memory_limit: Some(5 << 20), ..ResourceArgs::default() }.from_now();
        assert_eq!(advice(Stop::Memory, &limits), None, "who has set it knows it");
        assert_eq!(advice(Stop::WallTime, &limits), None);
    }
}
