//! Runs a tool with text on its standard input, and writes the files it reads.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The path of one of the package's programs.
pub fn program(name: &str) -> String {
    let solver = Path::new(env!("CARGO_BIN_EXE_solver"));
    solver.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)).display().to_string()
}

/// The names of the package's programs: `solver`, and the tools, which have a file each.
pub fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let files = std::fs::read_dir(folder).expect("the tools").map(|entry| entry.expect("an entry").path());
    let rust = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut names: Vec<String> =
        rust.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).chain(["solver".to_owned()]).collect();
    names.sort_unstable();
    names
}

/// The names of a program's commands, which its help lists.
pub fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let rows = listed.take_while(|line| line.starts_with("  "));
    let names = rows.filter_map(|line| line.split_whitespace().next().map(str::to_string));
    names.filter(|name| name != "help").collect()
}

/// Whether a tool has this command.
pub fn has(tool: &str, command: &str) -> bool {
    commands(&run(tool, &["--help"], "").1).iter().any(|name| name == command)
}

/// What the program printed and how it ended.
pub fn pipe(program: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments, or needs no input, may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Standard output.
pub fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Standard error.
pub fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The exit code and standard output.
pub fn run(tool: &str, args: &[&str], input: &str) -> (i32, String) {
    let (code, text, _) = run_all(tool, args, input);
    (code, text)
}

/// The exit code, standard output and standard error.
pub fn run_all(tool: &str, args: &[&str], input: &str) -> (i32, String, String) {
    let output = pipe(tool, args, input);
    (output.status.code().expect("no signal"), text(&output), errors(&output))
}

/// The exit code.
pub fn code(tool: &str, args: &[&str], input: &str) -> i32 {
    run(tool, args, input).0
}

/// Writes a file into a folder; its path.
pub fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// What an explanation says when a limit on each search cuts it short, and what it says with a larger one. Until the
/// limit lets the first search end there is no explanation.
pub fn cut_short(tool: &str, args: &[&str], limit: &str, input: &str) -> (String, String) {
    let mut cut = None;
    for most in 0..100 {
        let (code, mut text) = run(tool, &[args, &[limit, &most.to_string()]].concat(), input);
        assert_eq!(code, 0, "{most}: {text}");
        // Below the clues stand the steps.
        text.truncate(text.find("Step by step").unwrap_or(text.len()));
        if text.starts_with("UNKNOWN (") {
            assert_eq!(cut, None, "{most}: {text}");
            continue;
        }
        if text.contains(" limit: perhaps not all of these are needed)") {
            cut.get_or_insert(text);
        } else {
            return (cut.expect("a limit between that of the first search and that of all"), text);
        }
    }
    panic!("{args:?} with {limit}: cut short still: {cut:?}");
}
