//! What all tools have in common: versions, help, limits and their older names, statistics, the order of `check`,
//! counts.

use crate::support::puzzles::{PUZZLES, Puzzle};
use crate::support::solver::shown;
use crate::support::tool::{code, file, has, program, programs, run, run_all};
use gemsat::command::exit::EXIT_CODES;
use std::process::Command;

const QUEENS: &str = env!("CARGO_BIN_EXE_queens");
const SUDOKU: &str = env!("CARGO_BIN_EXE_sudoku");

/// Each puzzle's tool, a puzzle for it, and what its verbs need beside it.
fn puzzles() -> impl Iterator<Item = (String, &'static str, &'static [&'static str])> {
    PUZZLES.iter().map(|puzzle| (program(puzzle.name), puzzle.text, puzzle.flags))
}

#[test]
fn versions_and_help_name_the_tool() {
    for name in programs().into_iter().filter(|name| name != "solver") {
        let tool = &program(&name);
        let version = run(tool, &["--version"], "");
        assert_eq!(version, (0, format!("{name} {}\n", env!("CARGO_PKG_VERSION"))));
        let (status, help) = run(tool, &["--help"], "");
        assert_eq!(status, 0, "{name}");
        let example = help.lines().skip_while(|line| *line != "Examples:").nth(1).unwrap_or_default();
        assert!(example.contains(&format!("{name} ")) && help.contains(&format!("Usage: {name} ")), "{help}");
        // A race ends in fewer ways; what its help lists is tested with it.
        assert!(name == "cnfcompare" || help.ends_with(&format!("{EXIT_CODES}\n")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        let (status, _, wrong) = run_all(tool, &["--no-such-flag"], "");
        assert_eq!((status, wrong.is_empty()), (2, false), "{name}");
    }
    let (_, help) = run(SUDOKU, &["solve", "--help"], "");
    assert!(help.contains("Examples:\n  sudoku solve puzzle.txt") && help.contains("Limits:\n"), "{help}");
}

#[test]
fn every_puzzle_takes_every_limit() {
    let flags = ["--time-limit", "--cpu-limit", "--memory-limit"];
    let searches = ["--conflict-limit", "--step-limit", "--decision-limit", "--tick-limit"];
    for (tool, puzzle, extra) in puzzles() {
        for flag in flags.into_iter().chain(searches) {
            let args = [&["solve", "-", flag, "100000"], extra].concat();
            assert!([0, 10].contains(&code(&tool, &args, puzzle)), "{tool} {flag}");
        }
    }
    let (status, text) = run(SUDOKU, &["solve", "--engine", "dpll", "--step-limit", "1"], &".".repeat(81));
    assert_eq!((status, text.as_str()), (0, "UNKNOWN (step limit)\n"));
    let (status, text) = run(SUDOKU, &["solve", "--memory-limit", "1"], &".".repeat(81));
    assert_eq!((status, text.as_str()), (0, "UNKNOWN (memory limit)\n"));
}

#[test]
fn an_option_of_another_engine_names_its_owners() {
    for (tool, puzzle, extra) in puzzles() {
        let tool = tool.as_str();
        for verb in ["solve", "count", "explain"].into_iter().filter(|verb| has(tool, verb)) {
            let args = [&[verb, "-", "--set", "noise=0.2"], extra].concat();
            let (status, _, error) = run_all(tool, &args, puzzle);
            assert_eq!(status, 2, "{tool} {verb}");
            assert!(
                error.contains("engine 'cdcl' has no option 'noise' (it belongs to walksat"),
                "{tool} {verb}: {error}"
            );
        }
    }
}

#[test]
fn every_solve_writes_its_statistics() {
    let folder = tempfile::tempdir().expect("a folder");
    for (tool, puzzle, extra) in puzzles() {
        let tool = tool.as_str();
        let path = file(folder.path(), "puzzle", puzzle);
        let stats = folder.path().join("stats.json");
        let (_, help) = run(tool, &["solve", "--help"], "");
        for engine in ["cdcl", "csp-fc"].into_iter().filter(|engine| help.contains(engine)) {
            let args = [&["solve", &path, "--engine", engine, "--stats=json"], extra].concat();
            let (status, text, errors) = run_all(tool, &args, "");
            assert_eq!(status, 10, "{tool}: {errors}");
            assert!(!text.contains("c json"), "standard output has the solution: {text}");
            let line = errors.lines().find_map(|line| line.strip_prefix("c json ")).expect("a line of JSON");
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!((&value["schema"], &value["engine"]), (&"gemsat-statistics".into(), &engine.into()));
            assert_eq!((&value["input"]["file"], &value["result"]["exit_code"]), (&path.as_str().into(), &10.into()));
            let args = [&["solve", &path, "--engine", engine, "--stats-file", stats.to_str().expect("a name")], extra];
            assert_eq!(code(tool, &args.concat(), ""), 10);
            let value: serde_json::Value =
                serde_json::from_slice(&std::fs::read(&stats).expect("written")).expect("JSON");
            assert!(value["resources"]["wall_seconds"].as_f64().expect("a number") >= 0.0);
        }
        let (_, _, errors) = run_all(tool, &[&["solve", &path, "--stats"], extra].concat(), "");
        assert!(errors.contains("[ statistics ]") && errors.contains("c decisions:"), "{tool}: {errors}");
        // Many searches are not one.
        assert_eq!(code(tool, &[&["solve", &path, "--certain", "--stats"], extra].concat(), ""), 2, "{tool}");
    }
}

#[test]
fn puzzles_come_before_answers_in_every_check() {
    let folder = tempfile::tempdir().expect("a folder");
    for &Puzzle { name, text: puzzle, flags: extra, wrong, .. } in PUZZLES {
        let tool = &program(name);
        let path = file(folder.path(), "puzzle", puzzle);
        let (status, answer) = run(tool, &[&["solve", &path], extra].concat(), "");
        assert_eq!(status, 10, "{tool}");
        let filled = file(folder.path(), "answer", &answer);
        let right = |args: &[&str], input: &str| {
            assert_eq!(run(tool, &[&["check"], args].concat(), input), (10, "right\n".into()), "{tool} {args:?}");
        };
        right(&[&path, &filled], "");
        right(&[&path], &answer);
        right(&[&path, "-"], &answer);
        right(&["-", &filled], puzzle);
        assert_eq!(code(tool, &["check", "-", "-"], &answer), 2, "{tool}: both cannot be standard input");
        assert!([1, 20].contains(&code(tool, &["check", &path], wrong)), "{tool}");
        if name == "coloring" {
            continue;
        }
        right(&[&filled], "");
        right(&[], &answer);
        right(&["-"], &answer);
    }
}

#[test]
fn explanations_and_pictures_end_with_0() {
    for (tool, puzzle, extra) in puzzles() {
        let tool = tool.as_str();
        for verb in ["explain", "draw"].into_iter().filter(|verb| has(tool, verb)) {
            assert_eq!(code(tool, &[&[verb, "-"], extra].concat(), puzzle), 0, "{tool} {verb}");
        }
    }
    let none = [
        (env!("CARGO_BIN_EXE_coloring"), "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", &["-k", "2"][..]),
        (QUEENS, "3\n(0, 0) (1, 1) (2, 2)\n", &[]),
        (SUDOKU, "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", &[]),
    ];
    for (tool, puzzle, extra) in none {
        assert_eq!(code(tool, &[&["explain", "-"], extra].concat(), puzzle), 0, "{tool}");
    }
    assert_eq!(run(SUDOKU, &["draw", "--solve", "-"], none[2].1), (0, "No solution\n".into()));
}

#[test]
fn a_count_says_how_far_it_came() {
    let (status, text) = run(QUEENS, &["count", "16", "--time-limit", "0.3"], "");
    let least = text.strip_prefix("UNKNOWN (time limit; at least ").and_then(|rest| rest.strip_suffix(")\n"));
    assert!(status == 0 && least.is_some_and(|least| least.parse::<u64>().is_ok_and(|least| least > 0)), "{text}");
    for engine in ["cdcl", "csp-fc"] {
        let (status, text) = run(QUEENS, &["count", "15", "--engine", engine, "--time-limit", "0.3"], "");
        assert!(status == 0 && text.starts_with("UNKNOWN (time limit; at least "), "{engine}: {text}");
    }
    // More than one solution is known, so that it is not unique.
    assert_eq!(code(QUEENS, &["count", "16", "--time-limit", "0.3", "--unique"], ""), 20);
    assert_eq!(code(QUEENS, &["count", "30", "--decision-limit", "5", "--unique"], ""), 0);
    let blank = ".".repeat(81);
    let (_, text) = run(SUDOKU, &["count", "--limit", "99999999", "--time-limit", "0.3"], &blank);
    assert!(text.starts_with("UNKNOWN (time limit; at least "), "{text}");
    let mut command = Command::new(QUEENS);
    command.env("TERM", "xterm").args(["count", "16", "--time-limit", "0.9"]);
    let text = shown(&mut command, false);
    let counts: Vec<u64> = text.split(" found").filter_map(|part| part.rsplit(' ').next()?.parse().ok()).collect();
    assert!(counts.len() > 2 && counts.iter().max() > counts.first(), "{text:?}");
}

#[test]
fn names_lead_back_from_a_formula_that_was_made_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (solver, shuffle, check) = (&program("solver"), &program("cnfshuffle"), &program("cnfcheck"));
    let [formula, made, back, puzzle, answer] = ["f.cnf", "g.cnf", "g.cnf.rec", "puzzle", "answer.sol"].map(file);
    for (tool, text, flags) in puzzles() {
        let (_, encoded) = run(&tool, &[&["encode"], flags].concat(), text);
        std::fs::write(&formula, &encoded).expect("written");
        std::fs::write(&puzzle, text).expect("written");
        let decode = |args: &[&str], model: &str| run(&tool, &[&["decode"], args].concat(), model);
        let colors: &[&str] = if flags.contains(&"-k") { flags } else { &[] };
        let with_names = [&[&*puzzle, "--cnf", &made], colors].concat();
        // Other numbers: the names lead back, by the formula or by a model of names.
        for seed in ["1", "2", "3"] {
            let (code, _, said) = run_all(shuffle, &["--no-flip", "--seed", seed, "-o", &made, &formula], "");
            assert!(code == 0 && said.contains("1 note to decoders left out"), "{tool}: {said}");
            run(solver, &["-o", &answer, &made], "");
            let (_, model) = run(solver, &[&made], "");
            let shown = decode(&with_names, &model);
            assert_eq!(shown.0, 10, "{tool} --seed {seed}: {}", shown.1);
            let by_names = decode(&[&[&*puzzle, "--answer", &answer], colors].concat(), "");
            assert_eq!(by_names, shown, "{tool} --seed {seed}");
        }
        // Other signs: half of the names hold no longer, and without them there is no answer.
        let (_, _, said) = run_all(shuffle, &["--no-rename", "-o", &made, &formula], "");
        assert!(said.contains(" of negated variables left out; --no-flip keeps all"), "{tool}: {said}");
        let (_, model) = run(solver, &[&made], "");
        assert_eq!(decode(&with_names, &model).0, 1, "{tool}");
        // Another order alone: the notes hold as well.
        run(shuffle, &["--no-rename", "--no-flip", "-o", &made, &formula], "");
        let (_, model) = run(solver, &[&made], "");
        assert_eq!(decode(&["--cnf", &made], &model).0, 10, "{tool}");
        // A simplified formula has the names, and the model that is led back has the notes.
        run(solver, &["--simplify", &made, &formula], "");
        let names = |text: &str| text.lines().filter(|line| line.starts_with("c varname ")).count();
        let simplified = std::fs::read_to_string(&made).expect("a file");
        assert_eq!(names(&simplified), names(&encoded), "{tool}");
        let (_, model) = run(solver, &[&made], "");
        let (_, model) = run(check, &["reconstruct", &formula, "-", &back], &model);
        assert_eq!(decode(&[], &model).0, 10, "{tool}: {model}");
    }
}

#[test]
fn names_of_a_text_without_numbers_become_comments() {
    let (_, shuffled) =
        run(&program("cnfshuffle"), &["--no-flip", "--no-rename", "--no-clauses", "--no-literals"], "A B\n-A -B\n");
    assert!(shuffled.ends_with("c varname 1 A\nc varname 2 B\np cnf 2 2\n1 2 0\n-1 -2 0\n"), "{shuffled}");
    let core = run(&program("cnfquery"), &["core", "-o", "-"], "rain sun\n-rain\n-sun\nrain -sun\n").1;
    assert!(core.contains("c varname 1 rain\nc varname 2 sun\np cnf "), "{core}");
}

#[test]
fn lines_of_progress_fit_into_eighty_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = folder.path().join("f.cnf").display().to_string();
    let hard = ["ksat", "-n", "300", "-k", "3", "--ratio", "4.26", "--seed", "3", "-o", &formula];
    assert_eq!(run(&program("cnfmake"), &hard, "").0, 0);
    for engine in ["cdcl", "dpll", "walksat", "ddfw"] {
        let args = ["--engine", engine, "-v", "--time-limit", "0.5", &formula];
        let (_, out) = run(&program("solver"), &args, "");
        assert!(out.lines().count() > 10, "{engine}: {out}");
        let mut progress = out.lines().take_while(|line| !line.contains("[ statistics ]"));
        let wide = progress.find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{engine}");
    }
}
