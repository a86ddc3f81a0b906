//! `solver` on a terminal: its help, its live line, its colours.

use crate::support::solver::{CLEAR, SAT, SOLVER, code, err, far_end, folder, out, path, run, shown, solver, terminal};
use std::process::{Command, Stdio};

#[test]
fn without_arguments_on_a_terminal_it_prints_help() {
    let (_terminal, name) = terminal();
    let end = || far_end(&name);
    let output = solver().stdin(end()).output().expect("it runs");
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("Usage: solver"));
    let output = solver().arg("-q").stdin(end()).output().expect("it runs");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("standard input is a terminal"));
}

fn slow(folder: &tempfile::TempDir) -> Command {
    let mut command = solver();
    command.env("TERM", "xterm").args(["--time-limit", "0.9"]).arg(path(folder, "hard.cnf"));
    command
}

#[test]
fn the_live_line_of_every_engine_has_figures() {
    let folder = folder();
    for (engine, figures) in
        [("dpll", " decisions, "), ("backtracking", " calls, "), ("walksat", " falsified"), ("ddfw", " flips, ")]
    {
        let text = shown(slow(&folder).args(["--engine", engine]), false);
        assert!(text.contains(figures), "{engine}: {text:?}");
    }
}

#[test]
fn a_long_page_of_help_goes_through_the_pager() {
    let mut command = solver();
    command.env("TERM", "xterm").env("PAGER", "sed -n 1s/^/paged:/p").arg("--help-all");
    assert!(shown(&mut command, true).contains("paged:"), "{}", shown(&mut command, true));
    let text = shown(command.env("PAGER", "no-such-pager"), true);
    assert!(text.contains("--reduce-interval") && !text.contains("paged:"), "{text}");
    let output = solver().env("PAGER", "false").arg("--help-all").output().expect("it runs");
    assert!(out(&output).contains("--reduce-interval"), "there is no pager in a pipe");
}

#[test]
fn reading_from_a_terminal_is_announced() {
    use std::io::Write;
    let folder = folder();
    let cases = [
        (SOLVER, vec!["-q", "-"]),
        (env!("CARGO_BIN_EXE_sudoku"), vec!["solve"]),
        (env!("CARGO_BIN_EXE_gems"), vec!["solve", "-"]),
        (env!("CARGO_BIN_EXE_cnfshuffle"), vec![]),
        (env!("CARGO_BIN_EXE_cnfcheck"), vec!["sat.cnf", "-"]),
    ];
    for (program, args) in cases {
        let (mut terminal, name) = terminal();
        let mut command = Command::new(program);
        command.current_dir(&folder).args(&args).stdin(far_end(&name)).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        // Ctrl-D, until it is read: at the beginning of a line it ends the input.
        while child.try_wait().expect("a child").is_none() {
            terminal.write_all(b"\x04").expect("a terminal");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let output = child.wait_with_output().expect("it ends");
        assert!(err(&output).contains(": reading from the terminal; Ctrl-D ends"), "{program}: {}", err(&output));
    }
}

#[test]
fn a_live_line_on_a_terminal_is_cleared_and_fits() {
    let folder = folder();
    let text = shown(&mut slow(&folder), false);
    let drawn: Vec<&str> = text.split(CLEAR).filter(|line| !line.is_empty()).collect();
    assert!(drawn.len() > 3, "it is drawn again and again: {text:?}");
    assert!(drawn.iter().all(|line| line.chars().count() < 40 && !line.contains('\n')), "{text:?}");
    assert!(drawn.iter().any(|line| line.chars().count() == 39), "figures are cut off: {text:?}");
    assert!(drawn.iter().all(|line| line.contains(" 0:0")), "the time is shown: {text:?}");
    assert!(text.ends_with(CLEAR), "nothing is left of it: {text:?}");
}

#[test]
fn lines_are_not_printed_into_the_live_line() {
    let folder = folder();
    let text = shown(slow(&folder).args(["--color", "never"]), true);
    let printed: Vec<&str> = text.split_inclusive('\n').filter_map(|line| line.rsplit(CLEAR).next()).collect();
    let known = |line: &&str| ["c", "s"].contains(&line.split_whitespace().next().unwrap_or("c"));
    assert!(printed.iter().all(known), "{printed:?}");
    assert!(printed.contains(&"s UNKNOWN\r\n"), "{printed:?}");
    assert!(text.contains(CLEAR));
}

#[test]
fn there_is_no_live_line_for_quiet_runs_watches_or_dumb_terminals() {
    let folder = folder();
    assert_eq!(shown(slow(&folder).arg("-q"), false), "");
    assert_eq!(shown(slow(&folder).env("TERM", "dumb"), false), "");
    assert!(!shown(slow(&folder).arg("--watch=3"), false).contains(CLEAR));
    let output = slow(&folder).output().expect("it runs");
    assert_eq!(err(&output), "", "a pipe is no terminal");
}

#[test]
fn colours_are_for_terminals() {
    assert!(!out(&run(&[], SAT)).contains('\x1b'));
    assert!(out(&run(&["-q", "--color", "always"], SAT)).starts_with("\x1b[1;32ms SATISFIABLE\x1b[0m\n"));
    assert!(!out(&run(&["--color", "never"], SAT)).contains('\x1b'));
}
