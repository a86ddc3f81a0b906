//! What a process and all that it has started use now, from Linux's `/proc`. On other systems it finds nothing, and
//! only the kernel's limits hold.

use std::fs;
use std::sync::OnceLock;

/// What a process tree uses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Now {
    /// CPU seconds so far, ended children that were waited for included.
    pub cpu: f64,
    /// Bytes in memory.
    pub memory: u64,
}

/// The children of a process, of all its threads.
pub fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// The process and all below it.
pub fn descendants(pid: u32) -> Vec<u32> {
    let mut all = vec![pid];
    let mut next = 0;
    while next < all.len() {
        all.extend(children(all[next]));
        next += 1;
    }
    all
}

/// What the process and all below it use.
pub fn usage(pid: u32) -> Now {
    let mut now = Now::default();
    for pid in descendants(pid) {
        now.cpu += cpu(pid).unwrap_or(0.0);
        now.memory += memory(pid).unwrap_or(0);
    }
    now
}

/// Whether a thread of the process or of one below it runs, is ready to run, or waits for a disk.
pub fn is_busy(pid: u32) -> bool {
    descendants(pid).into_iter().any(|pid| {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let mut stats = threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
        stats.any(|stat| after_name(&stat).is_some_and(|rest| rest.starts_with(['R', 'D'])))
    })
}

/// Fields 3 and on of `stat` (proc(5)), after the program's name in parentheses, which may hold blanks.
fn after_name(stat: &str) -> Option<&str> {
    Some(stat.rsplit_once(')')?.1.trim_start())
}

/// CPU seconds of a process and of its children that have ended: fields 14 to 17 of `/proc/PID/stat`.
fn cpu(pid: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let words = after_name(&text)?.split_whitespace();
    let ticks: u64 = words.skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum();
    Some(ticks as f64 / ticks_per_second())
}

/// Bytes of a process in memory.
fn memory(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn ticks_per_second() -> f64 {
    static TICKS: OnceLock<f64> = OnceLock::new();
    *TICKS.get_or_init(|| rustix::param::clock_ticks_per_second() as f64)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn children_are_found_and_counted() {
        let mut shell = Command::new("sh").args(["-c", "sleep 20 & wait"]).spawn().expect("a shell");
        let begin = std::time::Instant::now();
        while descendants(shell.id()).len() < 2 && begin.elapsed().as_secs() < 10 {
            std::thread::yield_now();
        }
        let all = descendants(shell.id());
        assert_eq!((all.len(), all[0]), (2, shell.id()));
        assert!(children(std::process::id()).contains(&shell.id()));
        let now = usage(shell.id());
        assert!(now.memory > 100_000 && now.memory < 100_000_000 && now.cpu < 1.0, "{now:?}");
        while is_busy(shell.id()) && begin.elapsed().as_secs() < 10 {
            std::thread::yield_now();
        }
        assert!(is_busy(std::process::id()) && !is_busy(shell.id()));
        for &pid in all.iter().rev() {
            Command::new("kill").arg(pid.to_string()).status().expect("kill");
        }
        shell.wait().expect("it has ended");
        assert_eq!(usage(shell.id()), Now::default());
    }
}
