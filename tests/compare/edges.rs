//! What lies on people's disks: journals of others, odd names, a race after a race; and who is believed.

use super::*;
use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;

/// The journal of an unfinished race whose solver, by name `honest`, is the command of somebody else.
fn evil(place: &Place) {
    let ended = place.race(&["yes.cnf", "no.cnf", "--solvers", "./honest", "-q"]);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let journal = place.read("cnfcompare.jsonl");
    let mut plan: serde_json::Value = serde_json::from_str(journal.lines().next().expect("a plan")).expect("JSON");
    plan["race"]["solvers"][0]["command"] = serde_json::json!(["/bin/sh", "-c", "echo ran >PWNED"]);
    plan["race"]["instances"][0]["path"] = "/etc/hostname".into();
    place.write("cnfcompare.jsonl", &format!("{plan}\n"));
}

#[test]
fn nothing_of_a_journal_is_run() {
    let place = Place::new();
    evil(&place);
    for args in [
        &["--resume", "--html", "page.html"][..],
        &["yes.cnf", "no.cnf", "--solvers", "./honest", "--resume"],
        &["yes.cnf", "--resume"],
    ] {
        let refused = place.race(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {}", text(&refused.stderr));
        assert!(!place.path("PWNED").exists() && !place.path("page.html").exists(), "{args:?}");
    }
    let refused = place.race(&["yes.cnf", "no.cnf", "--solvers", "./honest", "--resume"]);
    let why = text(&refused.stderr);
    assert!(why.contains("the command of honest") && why.contains("echo ran"), "{why}");
    let shown = place.race(&["show", "cnfcompare.jsonl", "--html", "page.html"]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
    assert!(place.read("page.html").contains("0 of 2 runs so far"));
    assert!(!place.path("PWNED").exists());
}

#[test]
fn a_finished_race_is_kept_when_the_next_one_begins() {
    let place = Place::new();
    for formula in ["yes.cnf", "no.cnf", "yes.cnf"] {
        let ended = place.race(&[formula, "--solvers", "./honest"]);
        assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
        assert!(text(&ended.stderr).contains("the results go to cnfcompare.jsonl"), "{}", text(&ended.stderr));
    }
    let names: Vec<String> = fs::read_dir(place.path("."))
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".jsonl"))
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| place.read(name).lines().count() == 2), "{names:?}");
    // Another race's work is cleared away, somebody's folder is not.
    fs::create_dir(place.path("mine.work")).expect("made");
    place.write("mine.work/thesis.tex", "precious");
    let refused = place.race(&["yes.cnf", "--solvers", "./honest", "--journal", "mine"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
    assert_eq!(place.read("mine.work/thesis.tex"), "precious");
}

#[test]
fn names_of_files_are_names() {
    let place = Place::new();
    fs::create_dir(place.path("odd")).expect("made");
    let names: [&[u8]; 10] = [
        b"x{seed}.cnf",
        b"y{out}.cnf",
        b"z{proof}{cnf}.cnf",
        b"bad\xff.cnf",
        b"bad\xfe.cnf",
        b"-dash.cnf",
        b"=1+1;\n\x1b[2J'\".cnf",
        b" blank .cnf",
        "rtl\u{202e}.cnf".as_bytes(),
        b"$(id)`id`.cnf",
    ];
    for name in names {
        let path = place.path("odd").join(std::ffi::OsStr::from_bytes(name));
        fs::write(path, "p cnf 1 1\n1 0\n").expect("written");
    }
    fs::write(place.path("list"), b"odd/bad\xff.cnf\n").expect("written");
    let mine = format!("mine='{SOLVER}' -q {{cnf}} --output={{out}}");
    let outputs = ["--csv", "r.csv", "--json", "r.json", "--html", "r.html", "--svg", "plots", "--times", "t.txt"];
    let mut args = vec!["odd", "--list", "list", "--engines", "cdcl", "--solvers", &mine];
    args.extend(outputs);
    let ended = place.race(&args);
    assert_eq!(ended.status.code(), Some(0), "{}{}", text(&ended.stdout), text(&ended.stderr));
    let json: serde_json::Value = serde_json::from_str(&place.read("r.json")).expect("JSON");
    let runs = json["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 22, "each name, and one twice");
    assert!(runs.iter().all(|run| run["verdict"] == "sat"), "{json:#}");
    let acts = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    for file in ["r.csv", "r.html", "plots/times.svg", "plots/cactus.svg", "t.txt"] {
        assert!(!place.read(file).contains(acts), "{file}");
    }
    assert!(!text(&ended.stdout).contains(acts) && !text(&ended.stderr).contains(acts));
    for cell in place.read("r.csv").split(['\n', ',']) {
        let begins = cell.trim_start_matches('"');
        assert!(!begins.starts_with(['=', '+', '-', '@']) || cell.parse::<f64>().is_ok(), "{cell}");
    }
    // The journal can be gone on with, and shown.
    args.push("--resume");
    assert_eq!(place.race(&args).status.code(), Some(0));
    assert_eq!(place.race(&["show", "cnfcompare.jsonl"]).status.code(), Some(0));
}

#[test]
fn our_engines_tell_their_own_times_and_counters() {
    let place = Place::new();
    let args =
        ["yes.cnf", "no.cnf", "--engines", "cdcl,walksat", "--solvers", "./honest", "--csv", "-", "--time-limit", "60"];
    let ended = place.race(&[&args[..], &["--cpu-limit", "0.2"]].concat());
    let shown = text(&ended.stdout);
    let lines: Vec<Vec<&str>> = shown.lines().map(|line| line.split(',').collect()).collect();
    let column =
        |name: &str| lines[0].iter().position(|head| *head == name).unwrap_or_else(|| panic!("{name}: {shown}"));
    let of = |solver: &str, name: &str| {
        let row = lines.iter().find(|row| row[0] == "yes" && row[1] == solver).expect("a row");
        row[column(name)].to_string()
    };
    for solver in ["cdcl", "walksat"] {
        let cpu: f64 = of(solver, "inside_cpu_ms").parse().expect("a number");
        assert!(cpu > 0.0 && cpu < 5000.0, "{shown}");
        assert!(of(solver, "reading_ms").parse::<f64>().is_ok(), "{shown}");
    }
    assert_eq!(of("honest", "inside_cpu_ms"), "");
    assert!(of("cdcl", "solves") == "1" && of("walksat", "solves").is_empty(), "{shown}");
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{shown}");
}

#[test]
fn a_word_alone_is_marked() {
    let place = Place::new();
    let shown = |args: &[&str]| {
        let ended = place.race(&[args, &["--fresh"]].concat());
        assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
        text(&ended.stdout)
    };
    let alone = shown(&["no.cnf", "--solvers", "./honest"]);
    assert!(alone.contains("1 (1?)") && alone.contains("?: unsatisfiable by one solver's word alone"), "{alone}");
    let agreed = shown(&["no.cnf", "--solvers", "./honest", "--engines", "cdcl"]);
    let proven = shown(&["no.cnf", "--engines", "cdcl", "--check-proofs"]);
    assert!(!agreed.contains('?') && !proven.contains('?'), "{agreed}{proven}");
    // Word against word: neither is believed.
    let ended = place.race(&["no.cnf", "--solvers", "./denier,./no-model", "--json", "-", "--fresh"]);
    assert_eq!(ended.status.code(), Some(70));
    let json: serde_json::Value = serde_json::from_str(&text(&ended.stdout)).expect("JSON");
    let words: Vec<&str> =
        json["runs"].as_array().expect("a list").iter().filter_map(|run| run["verdict"].as_str()).collect();
    assert_eq!(words, ["disputed", "no model"]);
    assert!(json["solvers"].as_array().expect("a list").iter().all(|solver| solver["out"] == false), "{json:#}");
}

#[test]
fn no_output_takes_the_place_of_an_input() {
    let place = Place::new();
    fs::hard_link(place.path("yes.cnf"), place.path("linked")).expect("a link");
    let formula = place.read("yes.cnf");
    for flag in ["--csv", "--json", "--html", "--times", "--journal"] {
        for target in ["yes.cnf", "linked", "./yes.cnf"] {
            let refused = place.race(&["yes.cnf", "--solvers", "./honest", "--fresh", flag, target]);
            assert_eq!(refused.status.code(), Some(2), "{flag} {target}: {}", text(&refused.stderr));
            assert_eq!(place.read("yes.cnf"), formula, "{flag} {target}");
        }
    }
    let refused = place.race(&["yes.cnf", "--solvers", "./honest", "--csv", "same", "--json", "same"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
}

#[test]
fn the_help_lists_the_exit_codes_that_there_are() {
    let place = Place::new();
    let help = text(&place.race(&["--help"]).stdout);
    let codes = help.split("Exit codes:\n").nth(1).expect("codes");
    let listed: BTreeSet<i32> = codes.lines().filter_map(|line| line[..4].trim().parse().ok()).collect();
    let runs: [&[&str]; 4] = [
        &["yes.cnf", "--solvers", "./honest"],
        &["gone.cnf"],
        &["yes.cnf", "--engines", "nothing"],
        &["yes.cnf", "--solvers", "./wrong-model"],
    ];
    let ended: BTreeSet<i32> = runs.iter().filter_map(|args| place.race(args).status.code()).collect();
    assert_eq!(listed, ended);
}

#[test]
fn a_text_is_read_as_the_command_line_says() {
    let place = Place::new();
    place.write("names.cnf", "A B\n-A -B\n");
    place.write("infix.cnf", "A & (B | ~C) -> D\nA & ~D\n");
    let race = |args: &[&str]| {
        let ended = place.race(&[args, &["--engines", "cdcl", "-q", "--fresh", "--csv", "out.csv"]].concat());
        (ended.status.code(), text(&ended.stderr))
    };
    let (code, said) = race(&["names.cnf"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains("names.cnf: ")).count(), 1, "{said}");
    assert!(said.contains("read as clauses of names: 2 variables, 2 clauses"), "{said}");
    assert_eq!(race(&["names.cnf", "--input", "names"]), (Some(0), String::new()));
    let (code, said) = race(&["names.cnf", "--input", "dimacs"]);
    assert!(code == Some(1) && said.contains("names.cnf:1:1: "), "{said}");
    let (code, said) = race(&["infix.cnf"]);
    assert!(code == Some(1) && said.contains("infix.cnf:1:"), "{said}");
    assert_eq!(race(&["infix.cnf", "--input", "infix"]), (Some(0), String::new()));
    assert!(place.read("out.csv").contains("infix"), "{}", place.read("out.csv"));
}

#[test]
fn how_a_puzzle_was_read_is_said_once() {
    let place = Place::new();
    place.write("board.txt", "8\n");
    let ended = place.race(&["board.txt", "--kind", "queens", "--engines", "cdcl", "-q"]);
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains("board.txt:")).count(), 1, "{said}");
}

#[test]
fn files_of_folders_and_lists_are_inputs() {
    let place = Place::new();
    fs::create_dir(place.path("set")).expect("made");
    place.write("set/f.cnf", "p cnf 1 1\n1 0\n");
    place.write("list", "set/f.cnf\n");
    fs::hard_link(place.path("set/f.cnf"), place.path("other name")).expect("a link");
    for args in [
        &["set", "--html", "set/f.cnf"][..],
        &["set", "--csv", "other name"],
        &["set", "--journal", "other name"],
        &["--list", "list", "--json", "other name"],
        &["--list", "list", "--times", "list"],
        &["set", "--json", "cnfcompare.jsonl"],
    ] {
        let refused = place.race(args);
        let why = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && why.contains(" would write over "), "{args:?}: {why}");
        assert_eq!(place.read("set/f.cnf"), "p cnf 1 1\n1 0\n");
        assert_eq!(place.read("list"), "set/f.cnf\n");
    }
}
