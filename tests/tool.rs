//! Runs a tool with text on its standard input.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and standard output.
pub fn run(tool: &str, args: &[&str], input: &str) -> (i32, String) {
    let mut command = Command::new(tool);
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool starts");
    // A tool that needs no input may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the tool ends");
    (output.status.code().expect("no signal"), String::from_utf8(output.stdout).expect("text"))
}

/// The exit code.
pub fn code(tool: &str, args: &[&str], input: &str) -> i32 {
    run(tool, args, input).0
}
