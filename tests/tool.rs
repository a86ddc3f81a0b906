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

/// What an explanation says when a limit of so much a search cuts it short, and what it says with a larger one. Until the
/// limit lets the first search end there is no explanation; from then on the exit code is `status`.
pub fn cut_short(tool: &str, args: &[&str], limit: &str, status: i32, input: &str) -> (String, String) {
    let mut cut = None;
    for most in 0..100 {
        let (code, text) = run(tool, &[args, &[limit, &most.to_string()]].concat(), input);
        if text.starts_with("UNKNOWN (") {
            assert_eq!((code, &cut), (0, &None), "{most}: {text}");
            continue;
        }
        assert_eq!(code, status, "{most}: {text}");
        if text.contains(" limit: perhaps not all of these are needed)") {
            cut.get_or_insert(text);
        } else {
            return (cut.expect("a limit between that of the first search and that of all"), text);
        }
    }
    panic!("{args:?} with {limit}: cut short still: {cut:?}");
}
