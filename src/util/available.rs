//! How much memory the process may have: that of the machine, or what its control groups leave (cgroup v1 and v2).

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of memory that the machine has or that a control group of this process leaves it, whichever is less; nothing
/// where neither is known (outside Linux).
pub fn memory() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|info| total(&info));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    machine.into_iter().chain(group_limits(&groups, Path::new("/sys/fs/cgroup"))).min()
}

/// The machine's memory, in the text of `/proc/meminfo`.
fn total(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    kib.checked_mul(1024)
}

/// The limits of the groups in the text of `/proc/self/cgroup` and of the groups around them. Inside a container the
/// process's own group is often mounted as the root, so the root is looked at, too.
fn group_limits(groups: &str, root: &Path) -> Vec<u64> {
    let mut limits = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, file): (PathBuf, _) = match controllers {
            "" => (root.into(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => (root.join("memory"), "memory.limit_in_bytes"),
            _ => continue,
        };
        let own = root.join(path.trim_start_matches('/'));
        for folder in own.ancestors().take_while(|folder| folder.starts_with(&root)) {
            let limit = fs::read_to_string(folder.join(file)).ok();
            limits.extend(limit.and_then(|text| text.trim().parse::<u64>().ok()));
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_found() {
        assert_eq!(total("MemFree: 5 kB\nMemTotal:       24683456 kB\n"), Some(24_683_456 << 10));
        assert_eq!(total("MemFree: 5 kB\n"), None);
        assert!(!cfg!(target_os = "linux") || memory().is_some_and(|bytes| bytes > 1 << 24));
    }

    #[test]
    fn groups_of_both_versions_limit_the_process() {
        let folder = std::env::temp_dir().join(format!("gemsat-cgroup-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        };
        write("outer/memory.max", "4096\n");
        write("outer/inner/memory.max", "max\n");
        write("memory/outer/memory.limit_in_bytes", "9223372036854771712\n");
        write("memory/memory.limit_in_bytes", "8192\n");
        let limits = |groups: &str| group_limits(groups, &folder);
        assert_eq!(limits("0::/outer/inner\n"), [4096]);
        assert_eq!(limits("5:cpu,memory:/outer\n1:name=systemd:/outer\n"), [9_223_372_036_854_771_712, 8192]);
        // The group that a container sees as its root has another name outside.
        assert_eq!(limits("5:memory:/docker/abc\n"), [8192]);
        assert_eq!(limits("0::/\n"), [0u64; 0]);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
