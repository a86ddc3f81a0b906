//! The machine that a race runs on, as its page shows it.

use crate::util::available;
use serde::{Deserialize, Serialize};
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// A machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// How many threads run at the same time.
    pub cores: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// The operating system and its kernel.
    pub system: String,
}

impl Machine {
    /// This machine. What is not known is empty or 0.
    pub fn here() -> Machine {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| info.lines().find(|line| line.starts_with(name))?.split_once(':');
        let cpu = ["model name", "Hardware", "cpu model"].iter().find_map(|name| field(name));
        let cpu = cpu.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, value)| value.trim().to_string());
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let pretty = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
        let kernel = rustix::system::uname();
        let kernel = format!("{} {}", kernel.sysname().to_string_lossy(), kernel.release().to_string_lossy());
        Machine {
            cpu,
            cores: cores(),
            memory: memory(),
            system: pretty.map_or(kernel.clone(), |name| format!("{}, {kernel}", name.trim_matches('"'))),
        }
    }
}

/// How many threads of this process run at the same time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The cores that this process may use, by number.
#[cfg(target_os = "linux")]
pub fn core_numbers() -> Vec<usize> {
    let Ok(set) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect()
}

/// The cores that this process may use, by number; empty, since this system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn core_numbers() -> Vec<usize> {
    Vec::new()
}

/// Bytes of memory of this machine, or what its control group leaves; 4 GiB where neither is known.
fn memory() -> u64 {
    available::memory().unwrap_or(4 << 30)
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// A moment as date and time in UTC, like `2026-03-01 17:05`.
pub fn utc(seconds: u64) -> String {
    let [year, month, day] = date(seconds);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60)
}

/// A moment in UTC for the name of a file, with seconds: `20260301-170542`.
pub fn stamp(seconds: u64) -> String {
    let [year, month, day] = date(seconds);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

/// The year, month and day of a moment, as in Hinnant's "chrono-compatible low-level date algorithms": years begin in
/// March, eras have 400 of them.
fn date(seconds: u64) -> [u64; 3] {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    [year + era * 400 + u64::from(month <= 2), month, of_month]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_their_dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_868_800, "2000-03-01 00:00"),
            (1_709_164_800, "2024-02-29 00:00"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(utc(seconds), text);
            assert_eq!(stamp(seconds)[..8], text[..10].replace('-', ""));
        }
    }

    #[test]
    fn this_machine_has_a_name() {
        let machine = Machine::here();
        assert!(!machine.cpu.is_empty() && machine.cores > 0 && machine.memory > 1 << 20, "{machine:?}");
    }
}
