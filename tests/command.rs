//! The `solver` command as users type it: answers, exit codes, usage, statistics.

mod ends;
mod outputs;
mod terminal;

use crate::support::solver::{
    SAT, UNSAT, answer, code, err, folder, no_answer, out, path, pigeons, run, shell, solver,
};
use gemsat::cnf::{Assignment, Lit, model, write_dimacs};
use gemsat::encode::random::RandomSat;
use gemsat::limits::Limits;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn answers_have_their_lines_and_codes() {
    let output = run(&[], SAT);
    assert_eq!((code(&output), answer(&output).as_str()), (10, "s SATISFIABLE"));
    assert!(out(&output).contains("\nv -1 -2 3 0\n"));
    let output = run(&["-"], UNSAT);
    assert_eq!((code(&output), answer(&output).as_str()), (20, "s UNSATISFIABLE"));
    assert!(!out(&output).contains("\nv "));
    assert_eq!(err(&output), "");
}

#[test]
fn every_engine_answers_alike() {
    for engine in gemsat::engines::names() {
        let output = run(&["-q", "--engine", engine], SAT);
        assert_eq!(out(&output), "s SATISFIABLE\nv -1 -2 3 0\n", "{engine}");
        assert_eq!(code(&output), 10, "{engine}");
    }
}

#[test]
fn local_search_reports_its_best_assignment() {
    let folder = folder();
    let hard = path(&folder, "hard.cnf");
    let formula = gemsat::cnf::read_path(&hard, &Default::default(), &Limits::none()).expect("a formula").formula;
    for engine in crate::support::local_searches() {
        let best = path(&folder, engine);
        let mut command = solver();
        let output = command.args(["--engine", engine, "--step-limit=3000", "--best"]).args([&best, &hard]).output();
        let output = output.expect("it runs");
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{engine}");
        let text = out(&output);
        let best_falsified =
            text.lines().find_map(|line| line.strip_prefix("c best ")?.strip_suffix(" falsified")?.parse().ok());
        let written = fs::read_to_string(&best).expect("the best assignment");
        let lits = written.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
        let mut values = Assignment::all_false(formula.num_vars());
        lits.filter_map(|lit| Lit::from_dimacs(lit.parse().ok()?)).for_each(|lit| values.satisfy(lit));
        assert_eq!(best_falsified, Some(model::count_falsified(&values, &formula)), "{engine}: {text}");
        assert!(best_falsified.is_some_and(|best_falsified| best_falsified > 0), "{engine}: {best_falsified:?}");
    }
}

#[test]
fn brute_force_counts_and_auto_says_why() {
    let models = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("c models:"))?.trim();
        line.parse::<u64>().ok()
    };
    let output = run(&["--engine", "brute", "--count"], "p cnf 5 2\n1 2 0\n-1 3 0\n");
    assert_eq!(models(&out(&output)), Some(4 * 4), "{}", out(&output));
    let output = run(&["--engine", "brute", "--count", "-q"], "p cnf 5 2\n1 2 0\n-1 3 0\n");
    assert!(out(&output).starts_with("c models: 16\ns SATISFIABLE\nv "), "{}", out(&output));
    let why = |text: &str| {
        let output = run(&["--engine", "auto", "--step-limit=1000", "--conflict-limit=10"], text);
        out(&output).lines().find_map(|line| line.strip_prefix("c auto: ")).expect("a reason").to_owned()
    };
    assert!(why(SAT).starts_with("brute, since "), "{}", why(SAT));
    assert!(why(&pigeons(9)).starts_with("cdcl, since "), "{}", why(&pigeons(9)));
    let random = RandomSat { num_vars: 300, num_clauses: 1200, width: 3, planted: false };
    let mut text = Vec::new();
    write_dimacs(&random.draw(1).expect("a formula").0, ["drawn"], &mut text).expect("memory");
    let text = String::from_utf8(text).expect("text");
    assert!(why(&text).starts_with("probsat for up to "), "{}", why(&text));
}

#[test]
fn quiet_leaves_the_answer_alone() {
    let output = run(&["-q", "--stats-file", "/dev/null"], SAT);
    assert_eq!(out(&output), "s SATISFIABLE\nv -1 -2 3 0\n");
    for form in [&["--stats=json"][..], &["--stats", "json"]] {
        let text = out(&run(&[&["-q"], form].concat(), SAT));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["s SATISFIABLE", "v -1 -2 3 0"], "{form:?}");
        assert!(lines.len() == 3 && lines[2].starts_with("c json {"), "{form:?}: {text}");
    }
    let output = run(&["--quiet", "--no-witness"], SAT);
    assert_eq!((out(&output).as_str(), code(&output)), ("s SATISFIABLE\n", 10));
    let output = run(&["-q", "--conflict-limit", "1"], &pigeons(8));
    assert_eq!((out(&output).as_str(), code(&output)), ("s UNKNOWN\n", 0));
}

#[test]
fn symbolic_input_is_answered_in_names() {
    let folder = folder();
    let output = run(&["-q"], "AL_1 AL_2\n-AL_1\n");
    assert_eq!(out(&output), "s SATISFIABLE\nv -AL_1 AL_2 0\n");
    let sol = path(&folder, "a.sol");
    let output = run(&["-q", "--output", sol.to_str().expect("text")], "-111 -112\n111\n");
    assert_eq!((out(&output).as_str(), code(&output)), ("s SATISFIABLE\n", 10));
    assert_eq!(fs::read_to_string(&sol).expect("written"), "111\n-112\n");
    let output = run(&["-q", "--input", "names"], "a.b x:y\n-a.b\n");
    assert!(out(&output).contains("v -a.b x:y 0"), "{}", err(&output));
}

#[test]
fn notes_of_encoders_are_copied() {
    let text = format!("c @ puzzle 8\nc plain\n{SAT}");
    let output = run(&[], &text);
    assert!(out(&output).contains("\nc @ puzzle 8\n"));
    assert!(!out(&output).contains("plain"));
    let folder = folder();
    let file = path(&folder, "answer");
    assert_eq!(code(&run(&["-o", file.to_str().expect("text")], &text)), 10);
    assert_eq!(fs::read_to_string(&file).expect("written"), "c @ puzzle 8\ns SATISFIABLE\nv -1 -2 3 0\n");
    assert!(!out(&run(&["-q"], &text)).contains('@'));
}

#[test]
fn long_answers_are_wrapped_and_unused_variables_are_left_out() {
    let output = run(&["-q"], "p cnf 1000 1\n-1000 0\n");
    let text = out(&output);
    assert!(text.lines().all(|line| line.len() <= 78));
    let words: Vec<&str> = text.lines().skip(1).flat_map(|line| line[2..].split(' ')).collect();
    assert_eq!((words.len(), words[999], words[1000]), (1001, "-1000", "0"));
    let began = Instant::now();
    let output = shell("ulimit -v 500000; printf 'p cnf 60000000 1\\n3 0\\n' | $S", Path::new("."));
    assert_eq!(answer(&output), "s SATISFIABLE", "{}", err(&output));
    assert!(out(&output).contains("c the last 59999997 variables occur in no clause"));
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(out(&output).len() < 5000);
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let folder = folder();
    let file = path(&folder, "bad.cnf");
    fs::write(&file, "p cnf 2 1\n1 x 0\n").expect("a file");
    let output = solver().arg(&file).output().expect("it runs");
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains(&format!("{}:2:3: ", file.display())), "{}", err(&output));
    no_answer(&output);
    let output = run(&[], "p cnf 2 1\n1 2\n");
    assert!(err(&output).contains("stdin:"), "{}", err(&output));
    let output = solver().arg(path(&folder, "absent.cnf")).output().expect("it runs");
    assert_eq!(code(&output), 1);
    no_answer(&output);
    assert!(err(&output).contains("absent.cnf"));
}

#[test]
fn relaxed_reading_warns() {
    let text = "p cnf 2 5\n1 2 0\n";
    let strict = run(&[], text);
    assert_eq!(code(&strict), 1);
    let output = run(&["-q", "--relaxed"], text);
    assert_eq!(code(&output), 10);
    assert!(err(&output).contains("solver: stdin: warning: "), "{}", err(&output));
    assert_eq!(code(&run(&["--max-vars", "1"], SAT)), 1);
    assert_eq!(code(&run(&["--max-input=10"], SAT)), 1);
}

#[test]
fn a_name_that_begins_with_a_dash_follows_two() {
    let folder = folder();
    fs::write(path(&folder, "-v.cnf"), SAT).expect("a file");
    let output = solver().current_dir(&folder).args(["-q", "--", "-v.cnf"]).output().expect("it runs");
    assert_eq!(code(&output), 10);
}

#[test]
fn wrong_usage_is_reported() {
    for args in [
        &["--no-such-flag"][..],
        &["--time-limit", "-1"],
        &["--time-limit", "nan"],
        &["--engine", "none"],
        &["--memory-limit", "2X"],
        &["--reduce-interval=1"],
        &["--engine=dpll", "--reduce-interval=100"],
        &["--engine=dpll", "--proof", "x"],
        &["--proof", "-"],
        &["--proof-format", "drat"],
        &["-q", "-v"],
        &["a", "b", "c"],
        &["a", "b", "--proof", "c"],
    ] {
        let output = run(args, SAT);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(out(&output).is_empty() && !err(&output).is_empty(), "{args:?}");
    }
}

#[test]
fn help_is_one_screen_and_pages_for_the_rest() {
    let page = |args: &[&str], parts: &[&str]| {
        let output = run(args, "");
        assert_eq!(code(&output), 0, "{args:?}");
        let text = out(&output);
        parts.iter().for_each(|part| assert!(text.contains(part), "{part} is not in\n{text}"));
        text
    };
    let usual = page(&["--help"], &["Examples:", "Exit codes:\n  10  ", "[default: cdcl]", "Limits:", "--help-engine"]);
    assert!(!usual.contains("--reduce-interval") && usual.lines().count() <= 61, "{usual}");
    assert_eq!(usual, page(&["-h"], &[]));
    page(&["--help-all"], &["--reduce-interval", "Options of cdcl", "--tick-limit", "local search"]);
    let cdcl = page(&["--help-engine", "cdcl"], &["cdcl: ", "--reduce-interval", "[default: "]);
    assert!(!cdcl.contains("--noise") && !cdcl.contains("--time-limit"), "{cdcl}");
    page(&["--help-engine=walksat"], &["walksat: ", "--noise"]);
    page(&["--help-engine"], &["\n  dpll  ", "\n  walksat  "]);
    let wrong = run(&["--help-engine", "nothing"], "");
    assert_eq!(code(&wrong), 2);
    assert!(err(&wrong).contains("the engines are cdcl, brute"), "{}", err(&wrong));
    assert_eq!(out(&run(&["--version"], "")), format!("solver {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let folder = folder();
    let run = |seed: &str| {
        let args = ["--seed", seed, "--conflict-limit", "3000", "--stats=json"];
        let output = solver().args(args).arg(path(&folder, "hard.cnf")).output().expect("it runs");
        let text = out(&output);
        let line = text.lines().find_map(|line| line.strip_prefix("c json ")).expect("a line of JSON").to_owned();
        let mut value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        value.as_object_mut().expect("an object").remove("resources");
        value
    };
    let first = run("7");
    assert_eq!(first["counters"]["conflicts"], 3000);
    assert_eq!(first, run("7"));
}

#[test]
fn statistics_follow_their_documented_schema() {
    let folder = folder();
    let file = path(&folder, "stats.json");
    let proof = path(&folder, "proof.drat");
    let output = solver()
        .args(["--stats-file", file.to_str().expect("text"), "--proof", proof.to_str().expect("text")])
        .args(["--time-limit", "100", "--memory-limit", "1G"])
        .arg(path(&folder, "middle.cnf"))
        .output()
        .expect("it runs");
    assert_eq!(code(&output), 20);
    let value: serde_json::Value = serde_json::from_slice(&fs::read(&file).expect("written")).expect("JSON");
    assert_eq!(value["schema"], "gemsat-statistics");
    assert_eq!(value["version"], gemsat::command::statistics::VERSION);
    assert_eq!(value["input"]["variables"], 56);
    assert_eq!(value["input"]["clauses"], 204);
    assert_eq!(value["result"]["status"], "UNSATISFIABLE");
    assert_eq!(value["result"]["exit_code"], 20);
    assert_eq!(value["limits"]["memory_bytes"], 1u64 << 30);
    assert_eq!(value["proof"]["bytes"], fs::metadata(&proof).expect("a proof").len());
    assert!(value["counters"]["conflicts"].as_u64().expect("a number") > 0);
    assert!(value["resources"]["peak_bytes"].as_u64().expect("a number") > 0);
    // Every key that does not come from an engine's tables is in the document.
    let document = include_str!("../docs/statistics.md");
    for (key, part) in value.as_object().expect("an object") {
        assert!(document.contains(&format!("`{key}`")), "{key}");
        let own = !matches!(key.as_str(), "options" | "counters");
        for (inner, _) in part.as_object().filter(|_| own).into_iter().flatten() {
            assert!(document.contains(&format!("`{key}.{inner}`")), "{key}.{inner}");
        }
    }
}

#[test]
fn progress_has_columns_and_a_legend() {
    let output = run(&["--conflict-limit", "5000"], &pigeons(12));
    let text = out(&output);
    assert!(text.contains("seconds") && text.contains("conflicts"));
    assert!(text.contains("\nc *  start\n"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 100));
}

#[test]
fn verbosity_shows_options_and_all_counters() {
    let plain = out(&run(&[], SAT));
    let verbose = out(&run(&["-v"], SAT));
    assert!(!plain.contains("reduce_interval") && verbose.contains("c option reduce_interval"));
    assert!(verbose.lines().count() > plain.lines().count());
    assert!(out(&run(&["-vv"], SAT)).contains("delete redundant clauses at intervals"));
    assert!(out(&run(&["--stats"], SAT)).contains("c reductions: "));
}
