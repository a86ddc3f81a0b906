//! What `solver` does where its output is closed or full, or its files are in the way of each other.

use crate::support::solver::{SAT, SLACK, answer, code, err, folder, no_answer, out, path, run, shell, solver};
use crate::support::tool::program;
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn no_file_is_written_over_another() {
    let folder = folder();
    let text = |name: &str| path(&folder, name).to_str().expect("text").to_owned();
    let before = fs::read(path(&folder, "sat.cnf")).expect("there");
    for flag in ["--proof", "--output", "--stats-file", "--best"] {
        let output = solver().args([flag, &text("sat.cnf"), &text("sat.cnf")]).output().expect("it runs");
        assert_eq!(code(&output), 2, "{flag}");
        assert!(err(&output).contains("would write over the input"), "{}", err(&output));
    }
    assert_eq!(fs::read(path(&folder, "sat.cnf")).expect("there"), before);
    let output = run(&["--proof", &text("x"), "--output", &text("x")], SAT);
    assert_eq!(code(&output), 2);
}

#[test]
#[cfg(unix)]
fn no_input_is_written_over_under_another_name() {
    let folder = folder();
    let text = |name: &str| path(&folder, name).to_str().expect("text").to_owned();
    let (input, hard, soft) = (text("sat.cnf"), text("hard link"), text("soft link"));
    fs::hard_link(&input, &hard).expect("a link");
    std::os::unix::fs::symlink(&input, &soft).expect("a link");
    let before = fs::read(&input).expect("there");
    let other = text("other");
    let commands: &[(&str, &[&str])] = &[
        ("solver", &["--simplify", "OUT", "IN"]),
        ("solver", &["--proof", "OUT", "IN"]),
        ("solver", &["--output", "OUT", "IN"]),
        ("solver", &["--record", "OUT", "IN"]),
        ("cnfquery", &["core", "-o", "OUT", "IN"]),
        ("cnfquery", &["core", "--witnesses", "OUT", "IN"]),
        ("cnfquery", &["core", "--proof", "OUT", "IN"]),
        ("cnfquery", &["models", "-o", "OUT", "IN"]),
        ("cnfquery", &["count", "--certificate", "OUT", "IN"]),
        ("cnfquery", &["backbone", "--witnesses", "OUT", "IN"]),
        ("cnfcheck", &["drat", "--core", "OUT", "IN", "/dev/null"]),
        ("cnfcheck", &["drat", "--trim", "OUT", "IN", "/dev/null"]),
        ("cnfcheck", &["drat", "--lrat", "OUT", "IN", "/dev/null"]),
        ("cnfshuffle", &["-o", "OUT", "IN"]),
        ("cnfshuffle", &["--map", "OUT", "IN"]),
        ("sudoku", &["draw", "-o", "OUT", "IN"]),
        ("gems", &["solve", "--stats-file", "OUT", "IN"]),
        ("coloring", &["solve", "--certificate", "OUT", "IN"]),
        ("tenner", &["solve", "--play", "OUT", "IN"]),
    ];
    for (tool, words) in commands {
        for out in [&input, &hard, &soft] {
            let place = |word: &&str| match *word {
                "OUT" => out.clone(),
                "IN" => input.clone(),
                word => word.to_owned(),
            };
            let args: Vec<String> = words.iter().map(place).collect();
            let output = std::process::Command::new(program(tool)).args(&args).output().expect("it runs");
            assert_eq!(code(&output), 2, "{tool} {args:?}: {}", err(&output));
            assert!(err(&output).contains("would write over the input"), "{tool} {args:?}: {}", err(&output));
        }
    }
    // What stands on no command line is known from the reading: standard input.
    for (script, refusal) in [
        ("$S --simplify \"$1/hard link\" <$1/sat.cnf", "would write over the input"),
        ("$T -o \"$1/hard link\" <$1/sat.cnf", "an input is never written over"),
    ] {
        let output = shell(&script.replace("$T", &program("cnfshuffle")), folder.path());
        assert!(code(&output) > 0 && err(&output).contains(refusal), "{script}: {}", err(&output));
    }
    assert_eq!(fs::read(&input).expect("there"), before);
    let shuffle = |args: &[&str]| std::process::Command::new(program("cnfshuffle")).args(args).output().expect("runs");
    assert_eq!(code(&shuffle(&["--in-place", &input])), 0);
    assert_ne!(fs::read(&input).expect("there"), before, "that is what was asked for");
    assert_eq!(code(&shuffle(&["--in-place", "-"])), 2);
    assert_eq!(code(&shuffle(&["-o", &other, &input])), 0);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    let script = "cd $1; $S -q -o - sat.cnf; $T -o - sat.cnf; ls -- -";
    let output = shell(&script.replace("$T", &program("cnfshuffle")), folder.path());
    assert!(out(&output).starts_with("s SATISFIABLE\nv ") && out(&output).contains("p cnf 3 3"), "{}", out(&output));
    assert!(!out(&output).lines().any(|line| line == "-"), "no file of that name");
}

#[test]
#[cfg(target_os = "linux")]
fn a_reader_that_goes_ends_a_search() {
    let folder = folder();
    let began = Instant::now();
    let output = shell("{ $S $1/hard.cnf; echo $? >$1/code; } | head -n 1; cat $1/code", folder.path());
    let text = out(&output);
    assert!(text.starts_with("c gemsat ") && text.ends_with("\n141\n"), "{text}");
    assert!(began.elapsed() < Duration::from_millis(600) + SLACK);
    // Who writes a file besides has somebody to tell.
    let script = "{ $S $1/hard.cnf --time-limit 0.5 -o $1/answer; } | head -n 1 >/dev/null; cat $1/answer";
    assert_eq!(out(&shell(script, folder.path())), "s UNKNOWN\n");
}

#[test]
fn a_closed_output_ends_quietly_with_the_answers_code() {
    let folder = folder();
    let script = "{ $S $1/unsat.cnf; echo $? >$1/code; } | true; sleep 0.1; cat $1/code";
    let output = shell(script, folder.path());
    assert_eq!((out(&output).trim(), err(&output).as_str()), ("20", ""));
    let output = shell("$S $1/sat.cnf >&-", folder.path());
    assert_eq!((code(&output), err(&output).as_str()), (10, ""));
    let output = shell("$S $1/hard.cnf --time-limit 1 | head -n 2", folder.path());
    assert_eq!(out(&output).lines().count(), 2);
    assert_eq!(err(&output), "");
    let output = shell("$S --help | true; $S --help >&-", folder.path());
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_is_an_error() {
    let folder = folder();
    for script in ["$S $1/sat.cnf >/dev/full", "$S -q $1/sat.cnf >/dev/full", "$S --help >/dev/full"] {
        let output = shell(script, folder.path());
        assert_eq!(code(&output), 1, "{script}");
        assert!(err(&output).contains("standard output"), "{}", err(&output));
    }
    let began = Instant::now();
    assert_eq!(code(&shell("$S $1/hard.cnf >/dev/full", folder.path())), 1);
    assert!(began.elapsed() < Duration::from_millis(500) + SLACK, "it does not search for nobody");
    let output = shell("$S $1/bad >/dev/full 2>/dev/full", folder.path());
    assert_eq!(code(&output), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_the_proof_is_no_answer() {
    let folder = folder();
    for (format, _) in gemsat::proof::ProofFormat::NAMES {
        for script in [
            format!("$S --proof-format {format} --proof /dev/full $1/middle.cnf"),
            format!("ulimit -f 1; $S --proof-format {format} --proof $1/proof $1/middle.cnf"),
        ] {
            let output = shell(&script, folder.path());
            assert_eq!((code(&output), answer(&output).as_str()), (1, "s UNKNOWN"), "{script}");
            let name = if script.contains("/dev/full") { "/dev/full" } else { "proof" };
            assert!(err(&output).contains(name), "{}", err(&output));
            assert!(err(&output).contains("the proof is incomplete"), "{}", err(&output));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_other_files_leaves_the_answer() {
    let folder = folder();
    let big = "p cnf 2000 1\n-2000 0\n";
    fs::write(path(&folder, "big.cnf"), big).expect("a file");
    let output = shell("ulimit -f 1; $S --output $1/answer $1/big.cnf", folder.path());
    assert_eq!((code(&output), answer(&output).as_str()), (1, "s SATISFIABLE"));
    assert!(out(&output).contains("\nv -1 -2 "), "what cannot be written to the file is not lost");
    assert!(!path(&folder, "answer").exists());
    for flag in ["--output", "--stats-file", "--best"] {
        let output = shell(&format!("$S {flag} /dev/full $1/sat.cnf"), folder.path());
        assert_eq!((code(&output), answer(&output).as_str()), (1, "s SATISFIABLE"), "{flag}");
        assert!(err(&output).contains("/dev/full"), "{flag}: {}", err(&output));
    }
    let names: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{names:?}");
}

#[test]
fn a_missing_folder_is_found_before_the_search() {
    let folder = folder();
    for flag in ["--proof", "--output", "--stats-file", "--best"] {
        let began = Instant::now();
        let output = shell(&format!("$S {flag} $1/no/such $1/hard.cnf"), folder.path());
        assert_eq!(code(&output), 1, "{flag}");
        no_answer(&output);
        assert!(err(&output).contains("no/such"), "{}", err(&output));
        assert!(began.elapsed() < SLACK);
    }
}
