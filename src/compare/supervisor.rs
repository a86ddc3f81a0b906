//! The supervisor of a run: the process between the race and a solver, see [`super::child`].
//!
//! Limits are enforced twice. Every 20 ms the supervisor adds up what the solver's process tree uses (from `/proc`) and
//! kills all of it when that is too much; the kernel's own limits, set a little higher, stop what grows too fast for
//! that. At the end every process that the solver has left is killed and waited for, so that no run disturbs the next
//! one and no CPU time is hidden in a process that outlives its parent.

use super::child::{Cap, Caps, Ended, Report, Request, Usage};
use super::tree;
use nix::sys::resource::{UsageWho, getrusage};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, setrlimit,
    wait, waitid,
};
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often the supervisor checks the limits.
const CHECK_PERIOD: Duration = Duration::from_millis(20);

/// What the supervisor waits for.
enum News {
    /// The solver has ended, at this moment.
    Ended(Instant),
    /// The race has ended or cancels the run.
    Cancelled,
}

/// Runs the request in the first line of standard input, writes the report to standard output, and returns the
/// process's exit code.
pub fn main() -> u8 {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line).is_err() {
        return 1;
    }
    let Ok(request) = serde_json::from_str::<Request>(&line) else { return 1 };
    let report = run(&request).unwrap_or_else(|error| Some(Report::NotStarted(error.to_string())));
    let Some(report) = report else { return 0 };
    let Ok(text) = serde_json::to_string(&report) else { return 1 };
    u8::from(io::stdout().write_all(text.as_bytes()).is_err())
}

/// The report, or nothing when the run was cancelled.
fn run(request: &Request) -> io::Result<Option<Report>> {
    let stdout = File::create(&request.stdout)?;
    let stderr = File::create(&request.stderr)?;
    limit(&request.caps)?;
    if let Some(core) = request.core {
        pin(core)?;
    }
    adopt_orphans();
    let (program, args) = request.command.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
    let begin = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0)
        // Setting the group that the process has anyway makes the standard library fork instead of calling posix_spawn.
        // A spawned child would count this process's memory as its first peak: 4 MB instead of 1.
        .gid(rustix::process::getgid().as_raw())
        .spawn()?;
    let Some(pid) = Pid::from_raw(child.id().cast_signed()) else { return Err(io::Error::other("no process")) };
    let (send, news) = channel();
    std::thread::spawn({
        let send = send.clone();
        move || await_end(pid, &send)
    });
    std::thread::spawn(move || {
        // The end of the input, or an error, means that the race is gone.
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        let _ = send.send(News::Cancelled);
    });

    let mut killed = None;
    let (end, cancelled) = loop {
        match news.recv_timeout(CHECK_PERIOD) {
            Ok(News::Ended(end)) => break (end, false),
            Ok(News::Cancelled) | Err(RecvTimeoutError::Disconnected) => break (Instant::now(), true),
            Err(RecvTimeoutError::Timeout) if killed.is_none() => {
                killed = exceeded(pid, &request.caps, begin, [&stdout, &stderr]);
                if killed.is_some() {
                    kill_tree(pid);
                }
            }
            Err(RecvTimeoutError::Timeout) => kill_tree(pid),
        }
    };
    kill_tree(pid);
    let status = child.wait()?;
    reap_orphans();
    if cancelled {
        return Ok(None);
    }
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 * 1e-6;
    let usage = Usage {
        user: seconds(used.user_time()),
        system: seconds(used.system_time()),
        wall: end.duration_since(begin).as_secs_f64(),
        // Linux counts KiB here, macOS bytes.
        peak: used.max_rss().unsigned_abs() * if cfg!(target_os = "macos") { 1 } else { 1024 },
    };
    let over = |cap| Ended::Cap(cap);
    let ended = match (killed, status.code(), status.signal()) {
        (Some(cap), _, _) => over(cap),
        // Signals by which the kernel's own limits end a process.
        (None, _, Some(signal)) if signal == Signal::XCPU.as_raw() => over(Cap::Cpu),
        (None, _, Some(signal)) if signal == Signal::XFSZ.as_raw() => over(Cap::Output),
        _ if too_long([&stdout, &stderr], &request.caps) => over(Cap::Output),
        _ if usage.cpu() > request.caps.cpu => over(Cap::Cpu),
        _ if usage.wall > request.caps.wall => over(Cap::Wall),
        _ if usage.peak > request.caps.memory => over(Cap::Memory),
        (None, Some(code), _) => Ended::Exit(code),
        (None, None, signal) => Ended::Signal(signal.unwrap_or(0)),
    };
    Ok(Some(Report::Ran(ended, usage)))
}

/// Waits for the end without reaping the process, so that its number is not reused until everything is killed.
fn await_end(pid: Pid, send: &Sender<News>) {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while matches!(waitid(WaitId::Pid(pid), options), Err(rustix::io::Errno::INTR)) {}
    // Sending fails only when the supervisor itself has ended.
    let _ = send.send(News::Ended(Instant::now()));
}

/// The kernel's limits, which the solver inherits: a little above those that the supervisor checks.
fn limit(caps: &Caps) -> io::Result<()> {
    let set = |resource, current: u64, maximum: u64| {
        let old = rustix::process::getrlimit(resource);
        let below = |value: u64, old: Option<u64>| Some(old.map_or(value, |old| old.min(value)));
        let maximum = below(maximum, old.maximum);
        setrlimit(resource, Rlimit { current: below(current, maximum), maximum })
    };
    let seconds = caps.cpu.ceil() as u64;
    set(Resource::Cpu, seconds.saturating_add(1), seconds.saturating_add(2))?;
    // Many programs reserve far more address space than the memory they use.
    let space = caps.memory.saturating_mul(4).saturating_add(1 << 30);
    set(Resource::As, space, space)?;
    set(Resource::Fsize, caps.file, caps.file)?;
    set(Resource::Core, 0, 0)?;
    Ok(())
}

#[cfg(target_os = "linux")]
fn pin(core: usize) -> io::Result<()> {
    let mut cores = rustix::thread::CpuSet::new();
    cores.set(core);
    Ok(rustix::thread::sched_setaffinity(None, &cores)?)
}

#[cfg(not(target_os = "linux"))]
fn pin(_core: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Makes processes whose parent has ended children of this process, so that they are found, counted and killed.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // If this fails, only the processes still below the solver are killed.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

fn reap_orphans() {
    loop {
        for pid in tree::children(std::process::id()) {
            kill(pid);
        }
        match wait(WaitOptions::empty()) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            _ => return,
        }
    }
}

fn too_long(files: [&File; 2], caps: &Caps) -> bool {
    files.iter().any(|file| file.metadata().is_ok_and(|data| data.len() > caps.output))
}

fn exceeded(pid: Pid, caps: &Caps, begin: Instant, files: [&File; 2]) -> Option<Cap> {
    let number = pid.as_raw_nonzero().get().cast_unsigned();
    let now = tree::usage(number);
    if now.cpu > caps.cpu {
        Some(Cap::Cpu)
    } else if begin.elapsed().as_secs_f64() > caps.wall {
        Some(if tree::is_busy(number) { Cap::Wall } else { Cap::Idle })
    } else if now.memory > caps.memory {
        Some(Cap::Memory)
    } else if too_long(files, caps) {
        Some(Cap::Output)
    } else {
        None
    }
}

/// Kills a process, its group and what it has started.
fn kill_tree(pid: Pid) {
    // This fails if the group has no processes any more, which is fine.
    let _ = kill_process_group(pid, Signal::KILL);
    for pid in tree::descendants(pid.as_raw_nonzero().get().cast_unsigned()) {
        kill(pid);
    }
}

fn kill(pid: u32) {
    if let Some(pid) = Pid::from_raw(pid.cast_signed()) {
        let _ = kill_process(pid, Signal::KILL);
    }
}
