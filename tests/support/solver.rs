//! Runs the solver as users do: with text, in a shell, under signals, on a terminal.

use gemsat::cnf::write_dimacs;
use gemsat::encode::random::RandomSat;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

pub const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
pub const SAT: &str = "p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n";
pub const UNSAT: &str = "p cnf 1 2\n1 0\n-1 0\n";

/// Time for a loaded machine to start a process and to end it, above what the command promises.
pub const SLACK: Duration = Duration::from_secs(10);

pub fn solver() -> Command {
    let mut command = Command::new(SOLVER);
    command.stdin(Stdio::null()).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command
}

/// Runs the solver with this standard input.
pub fn run(args: &[&str], input: &str) -> Output {
    let mut child = solver()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    // The solver may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the solver ends")
}

/// Runs a shell script in which `$S` is the solver and `$1` a folder.
pub fn shell(script: &str, folder: &Path) -> Output {
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(folder)
        .env("S", SOLVER)
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended it")
}

/// The one `s` line of an output that holds nothing but c, s and v lines.
pub fn answer(output: &Output) -> String {
    let text = out(output);
    let known = |line: &str| line == "c" || ["c ", "s ", "v "].iter().any(|start| line.starts_with(start));
    assert!(text.lines().all(known), "{text}");
    let answers: Vec<&str> = text.lines().filter(|line| line.starts_with("s ")).collect();
    assert_eq!(answers.len(), 1, "{text}\n{}", err(output));
    answers[0].to_owned()
}

pub fn no_answer(output: &Output) {
    assert!(!out(output).lines().any(|line| line.starts_with("s ")), "{}", out(output));
}

/// Random 3-SAT above the threshold: too hard for any of the engines here within a test.
fn hard() -> String {
    let random = RandomSat { num_vars: 600, num_clauses: 2_700, width: 3, planted: false };
    let mut file = Vec::new();
    write_dimacs(&random.draw(1).expect("a small formula").0, &[] as &[&str], &mut file).expect("memory");
    String::from_utf8(file).expect("ASCII")
}

/// Pigeons into one hole less: too hard for any of the engines here within a test that does not break symmetries.
pub fn pigeons(pigeons: i32) -> String {
    let holes = pigeons - 1;
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| var(pigeon, hole)).collect::<Vec<_>>());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-var(pigeon, hole), -var(other, hole)]));
        }
    }
    let mut text = format!("p cnf {} {}\n", pigeons * holes, clauses.len());
    for clause in clauses {
        for lit in clause {
            text.push_str(&format!("{lit} "));
        }
        text.push_str("0\n");
    }
    text
}

/// A folder with the hard formula `hard.cnf`, the hard and symmetric one `pigeons.cnf`, one of middle size
/// `middle.cnf`, and the small `sat.cnf` and `unsat.cnf`.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("hard", hard()),
        ("pigeons", pigeons(22)),
        ("middle", pigeons(8)),
        ("sat", SAT.into()),
        ("unsat", UNSAT.into()),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name).with_extension("cnf"), text).expect("a file");
    }
    folder
}

pub fn path(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

pub fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the solver starts")
}

pub fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, signal).expect("it runs");
}

/// Waits until the child has printed this text, and returns what it has printed until then.
pub fn wait_for(child: &mut Child, text: &str) -> String {
    let stdout = child.stdout.as_mut().expect("a pipe");
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(text) {
        assert_eq!(stdout.read(&mut byte).expect("a pipe"), 1, "{}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    String::from_utf8(seen).expect("text")
}

/// The output of a child of which `seen` was read already.
pub fn finish(child: Child, seen: &str) -> Output {
    let mut output = child.wait_with_output().expect("it ends");
    output.stdout.splice(0..0, seen.bytes());
    output
}

/// A terminal: our end, and the name of the other one.
pub fn terminal() -> (fs::File, String) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("its name").into_string().expect("text");
    (terminal.into(), name)
}

pub fn far_end(name: &str) -> fs::File {
    fs::File::options().read(true).write(true).open(name).expect("the other end of a terminal")
}

/// What a run shows on a terminal of 40 columns that is its standard error, and its standard output too if `both`.
pub fn shown(command: &mut Command, both: bool) -> String {
    use rustix::termios::{Winsize, tcsetwinsize};
    let (mut terminal, name) = terminal();
    let size = Winsize { ws_row: 20, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("a size");
    command.stderr(far_end(&name));
    command.stdout(if both { far_end(&name).into() } else { Stdio::null() });
    let mut child = command.spawn().expect("the solver starts");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut text = Vec::new();
    // Linux ends a terminal that its last writer has left with an error.
    let _ = terminal.read_to_end(&mut text);
    child.wait().expect("it ends");
    String::from_utf8(text).expect("text")
}

/// What clears a line of a terminal.
pub const CLEAR: &str = "\r\x1b[2K";
