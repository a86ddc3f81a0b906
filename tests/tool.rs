//! Runs a tool with text on its standard input.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and standard output.
pub fn run(tool: &str, args: &[&str], input: &str) -> (i32, String) {
    let (code, text, _) = run_all(tool, args, input);
    (code, text)
}

/// The exit code, standard output and standard error.
pub fn run_all(tool: &str, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(tool);
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    // A tool that needs no input may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the tool ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// The exit code.
pub fn code(tool: &str, args: &[&str], input: &str) -> i32 {
    run(tool, args, input).0
}
