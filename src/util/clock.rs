//! A stopwatch for statistics. No decision may depend on what it shows: the same seed gives the same run.

use std::time::Duration;

/// Measures the CPU time of the calling thread; wall time outside Linux and without the feature `system`; nothing on
/// WebAssembly without a system, which has no clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Stopwatch {
        Stopwatch(now())
    }

    /// The time since the start, on the thread that started it.
    pub fn elapsed(self) -> Duration {
        now().saturating_sub(self.0)
    }
}

#[cfg(all(target_os = "linux", feature = "system"))]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(all(not(all(target_os = "linux", feature = "system")), not(all(target_family = "wasm", target_os = "unknown"))))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn now() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::Stopwatch;
    use std::hint::black_box;
    use std::time::Duration;

    #[test]
    fn work_takes_time() {
        let watch = Stopwatch::start();
        let mut sum = 0u64;
        while watch.elapsed() == Duration::ZERO {
            sum = black_box(sum + 1);
        }
        assert!(watch.elapsed() > Duration::ZERO);
    }
}
