//! One run of one solver: a child process under limits, measured by the operating system's own accounting.
//!
//! Between the race and the solver is a *supervisor*: this program again, started for each run (see
//! [`super::supervisor`]). It sets the limits of the operating system on itself, so that the solver inherits them,
//! starts the solver, watches and ends it, and asks `getrusage` for what its children have used. A process of its own
//! is needed for a true peak of memory: that of a child begins at what its parent had in memory when it started it, and
//! a race holds formulas. Such a supervisor is the idea of runsolver (Roussel, JSAT 2011); Beyer, Löwe, Wendler (STTT
//! 2019) explain why limits, process trees and accounting of this kind are needed.
//!
//! The supervisor's standard input stays open while the race runs. When the race ends in any way, the supervisor reads
//! the end of that input and ends the solver.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// The first argument that makes `cnfcompare` a supervisor.
pub const SUPERVISOR: &str = "__supervise";

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caps {
    /// CPU seconds, user and system, of the whole process tree.
    pub cpu: f64,
    /// Seconds by the clock.
    pub wall: f64,
    /// Bytes in memory of the whole process tree.
    pub memory: u64,
    /// Bytes on standard output, and on standard error.
    pub output: u64,
    /// Bytes in any one file.
    pub file: u64,
}

/// A solver to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The program and its arguments. Names of files need not be UTF-8, here and below.
    pub command: Vec<OsString>,
    /// Where its standard output goes.
    pub stdout: OsString,
    /// Where its standard error goes.
    pub stderr: OsString,
    /// What it may use.
    pub caps: Caps,
    /// The only core it may run on.
    pub core: Option<usize>,
}

/// Which limit ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cap {
    /// CPU time.
    Cpu,
    /// Time by the clock.
    Wall,
    /// Time by the clock, while the process was asleep.
    Idle,
    /// Memory.
    Memory,
    /// Standard output or standard error grew too long.
    Output,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal, which the supervisor did not send.
    Signal(i32),
    /// By the supervisor, because of this limit.
    Cap(Cap),
}

/// What a run has used, by the operating system's accounting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// CPU seconds in the program, its children included.
    pub user: f64,
    /// CPU seconds in the system on its behalf.
    pub system: f64,
    /// Seconds by the clock.
    pub wall: f64,
    /// The largest resident set of a process of the run, in bytes.
    pub peak: u64,
}

impl Usage {
    /// CPU seconds, user and system.
    pub fn cpu(&self) -> f64 {
        self.user + self.system
    }
}

/// The supervisor's report on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Report {
    /// The program could not be started, and why.
    NotStarted(String),
    /// The program ran.
    Ran(Ended, Usage),
}

/// A run that is under way.
#[derive(Debug)]
pub struct Running {
    supervisor: Child,
    lifeline: Option<ChildStdin>,
}

/// Starts a run; `program` is the file of `cnfcompare`.
///
/// # Errors
/// When the supervisor cannot be started.
pub fn start(program: &Path, request: &Request) -> io::Result<Running> {
    let mut supervisor = Command::new(program)
        .arg(SUPERVISOR)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // A signal from the terminal goes to the race alone, which ends its supervisors itself.
        .process_group(0)
        .spawn()?;
    let mut lifeline = supervisor.stdin.take();
    let mut line = serde_json::to_vec(request).map_err(io::Error::other)?;
    line.push(b'\n');
    if let Some(pipe) = &mut lifeline {
        pipe.write_all(&line)?;
    }
    Ok(Running { supervisor, lifeline })
}

impl Running {
    /// Takes the lifeline: when it is dropped, the supervisor ends the solver.
    pub fn lifeline(&mut self) -> Option<ChildStdin> {
        self.lifeline.take()
    }

    /// Waits for the end; `None` when the run was cancelled.
    ///
    /// # Errors
    /// When the supervisor itself has failed.
    pub fn wait(mut self) -> io::Result<Option<Report>> {
        let mut text = String::new();
        if let Some(pipe) = &mut self.supervisor.stdout {
            pipe.read_to_string(&mut text)?;
        }
        let status = self.supervisor.wait()?;
        if text.trim().is_empty() && status.success() {
            return Ok(None);
        }
        serde_json::from_str(&text)
            .map(Some)
            .map_err(|_| io::Error::other(format!("the supervisor of a run ended: {status}")))
    }
}
