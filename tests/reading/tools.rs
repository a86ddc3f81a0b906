//! The tools `cnfmake` and `cnfshuffle`, as typed.

use super::{lists, read, strict};
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn run(program: &str, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    child.stdin.take().expect("a pipe").write_all(stdin).ok();
    child.wait_with_output().expect("the tool ends")
}

const MAKE: &str = env!("CARGO_BIN_EXE_cnfmake");
const SHUFFLE: &str = env!("CARGO_BIN_EXE_cnfshuffle");

#[test]
fn random_formulas_are_made_again_by_their_first_comment() {
    let output = run(MAKE, &["ksat", "-n", "30", "--ratio", "4.2", "--planted", "-s", "9", "-k", "4"], b"");
    assert!(output.status.success());
    let document = read(&output.stdout, &strict()).expect("DIMACS");
    assert_eq!((document.formula.num_vars(), document.formula.num_clauses()), (30, 126));
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    let command: Vec<&str> = text.lines().next().expect("a line").split(' ').skip(2).collect();
    assert_eq!(command.join(" "), "ksat --width 4 --vars 30 --ratio 4.2 --planted --seed 9");
    assert_eq!(run(MAKE, &command, b"").stdout, output.stdout);
    assert_ne!(run(MAKE, &["ksat", "-n", "30", "-m", "126", "-k", "4", "-s", "8"], b"").stdout, output.stdout);
}

#[test]
fn impossible_requests_are_wrong_usage() {
    for args in [
        &["-n", "2", "-m", "1"][..],
        &["-n", "5"],
        &["-n", "5", "-m", "1", "--ratio", "2"],
        &["-n", "5", "--ratio", "nan"],
    ] {
        let output = run(MAKE, &[&["ksat"], args].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn a_closed_stdout_ends_quietly() {
    let mut child = Command::new(MAKE)
        .args(["ksat", "-n", "100000", "-m", "200000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    let mut first = [0; 8];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a few bytes");
    let output = child.wait_with_output().expect("the tool ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.cnf");
    let path = path.to_str().expect("a path in UTF-8");
    assert!(run(MAKE, &["ksat", "-n", "5", "-m", "9", "-o", path], b"").status.success());
    assert_eq!(read(&std::fs::read(path).expect("the file"), &strict()).expect("DIMACS").formula.num_clauses(), 9);
    let missing = folder.path().join("no/out.cnf");
    let output = run(MAKE, &["ksat", "-n", "5", "-m", "9", "-o", missing.to_str().expect("a path")], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/out.cnf"));
    if std::path::Path::new("/dev/full").exists() {
        assert_eq!(run(MAKE, &["ksat", "-n", "5", "-m", "9", "-o", "/dev/full"], b"").status.code(), Some(1));
    }
}

#[test]
fn shuffled_formulas_map_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map.txt");
    let text = run(MAKE, &["ksat", "-n", "12", "-m", "40"], b"").stdout;
    let original = lists(&read(&text, &strict()).expect("DIMACS").formula);
    let output = run(SHUFFLE, &["--seed", "4", "--map", map.to_str().expect("a path")], &text);
    assert!(output.status.success());
    let shuffled = lists(&read(&output.stdout, &strict()).expect("DIMACS").formula);
    assert_ne!(shuffled, original);
    let images: Vec<i32> = std::fs::read_to_string(&map)
        .expect("the map")
        .lines()
        .map(|line| line.split(' ').nth(1).expect("two words").parse().expect("a literal"))
        .collect();
    let sorted = |mut clauses: Vec<Vec<i32>>| {
        clauses.iter_mut().for_each(|clause| clause.sort_unstable());
        clauses.sort();
        clauses
    };
    let image = |lit: &i32| images[lit.unsigned_abs() as usize - 1] * lit.signum();
    let mapped = original.iter().map(|clause| clause.iter().map(image).collect()).collect();
    assert_eq!(sorted(mapped), sorted(shuffled));
    let nothing = ["--no-rename", "--no-flip", "--no-clauses", "--no-literals"];
    assert_eq!(lists(&read(&run(SHUFFLE, &nothing, &text).stdout, &strict()).expect("DIMACS").formula), original);
    assert_eq!(run(SHUFFLE, &[], b"p cnf 1 2\n1 0\n").status.code(), Some(1));
}
