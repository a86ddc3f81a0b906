//! The `solver` command as users type it: answers, exit codes, limits, signals, and faults of the world around it.

use gemsat::cnf::{Assignment, Lit, model, write_dimacs};
use gemsat::encode::random::RandomSat;
use gemsat::limits::Limits;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
const SAT: &str = "p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n";
const UNSAT: &str = "p cnf 1 2\n1 0\n-1 0\n";

/// Time for a loaded machine to start a process and to end it, above what the command promises.
pub const SLACK: Duration = Duration::from_secs(10);

pub fn solver() -> Command {
    let mut command = Command::new(SOLVER);
    command.stdin(Stdio::null()).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command
}

/// Runs the solver with this standard input.
fn run(args: &[&str], input: &str) -> Output {
    let mut child = solver()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the solver starts");
    // The solver may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the solver ends")
}

/// Runs a shell script in which `$S` is the solver and `$1` a folder.
pub fn shell(script: &str, folder: &Path) -> Output {
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(folder)
        .env("S", SOLVER)
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended it")
}

/// The one `s` line of an output that holds nothing but c, s and v lines.
pub fn answer(output: &Output) -> String {
    let text = out(output);
    let known = |line: &str| line == "c" || ["c ", "s ", "v "].iter().any(|start| line.starts_with(start));
    assert!(text.lines().all(known), "{text}");
    let answers: Vec<&str> = text.lines().filter(|line| line.starts_with("s ")).collect();
    assert_eq!(answers.len(), 1, "{text}\n{}", err(output));
    answers[0].to_owned()
}

fn no_answer(output: &Output) {
    assert!(!out(output).lines().any(|line| line.starts_with("s ")), "{}", out(output));
}

/// Pigeons into one hole less: too hard for any of the engines here within a test.
fn pigeons(pigeons: i32) -> String {
    let holes = pigeons - 1;
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| var(pigeon, hole)).collect::<Vec<_>>());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-var(pigeon, hole), -var(other, hole)]));
        }
    }
    let mut text = format!("p cnf {} {}\n", pigeons * holes, clauses.len());
    for clause in clauses {
        for lit in clause {
            text.push_str(&format!("{lit} "));
        }
        text.push_str("0\n");
    }
    text
}

/// A folder with the hard formula `hard.cnf`, one of middle size `middle.cnf`, and the small `sat.cnf` and `unsat.cnf`.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("hard", pigeons(22)), ("middle", pigeons(8)), ("sat", SAT.into()), ("unsat", UNSAT.into())] {
        fs::write(folder.path().join(name).with_extension("cnf"), text).expect("a file");
    }
    folder
}

pub fn path(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

pub fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the solver starts")
}

pub fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, signal).expect("it runs");
}

/// Waits until the child has printed a line with this text, and gives back what it has printed until then.
pub fn wait_for(child: &mut Child, text: &str) -> String {
    let stdout = child.stdout.as_mut().expect("a pipe");
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(text) {
        assert_eq!(stdout.read(&mut byte).expect("a pipe"), 1, "{}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    String::from_utf8(seen).expect("text")
}

/// The output of a child of which `seen` was read already.
pub fn finish(child: Child, seen: &str) -> Output {
    let mut output = child.wait_with_output().expect("it ends");
    output.stdout.splice(0..0, seen.bytes());
    output
}

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
    for engine in gemsat::engine::names() {
        let output = run(&["-q", "--engine", engine], SAT);
        assert_eq!(out(&output), "s SATISFIABLE\nv -1 -2 3 0\n", "{engine}");
        assert_eq!(code(&output), 10, "{engine}");
    }
}

#[test]
fn local_search_tells_the_best_it_has_reached() {
    let folder = folder();
    let hard = path(&folder, "hard.cnf");
    let formula = gemsat::cnf::read_path(&hard, &Default::default(), &Limits::none()).expect("a formula").formula;
    for engine in ["gsat", "walksat", "probsat", "ddfw", "annealing"] {
        let best = path(&folder, engine);
        let mut command = solver();
        let output = command.args(["--engine", engine, "--step-limit=3000", "--best"]).args([&best, &hard]).output();
        let output = output.expect("it runs");
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{engine}");
        let text = out(&output);
        let told = text.lines().find_map(|line| line.strip_prefix("c best ")?.strip_suffix(" falsified")?.parse().ok());
        let written = fs::read_to_string(&best).expect("the best assignment");
        let lits = written.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
        let mut values = Assignment::all_false(formula.num_vars() as usize);
        lits.filter_map(|lit| Lit::from_dimacs(lit.parse().ok()?)).for_each(|lit| values.satisfy(lit));
        assert_eq!(told, Some(model::count_falsified(&values, &formula)), "{engine}: {text}");
        assert!(told.is_some_and(|told| told > 0), "{engine}: {told:?}");
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
    let output = run(&["-q", "--stats=json"], SAT);
    assert_eq!(out(&output), "s SATISFIABLE\nv -1 -2 3 0\n");
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
    let output = run(&["-q", "--format", "symbolic"], "a.b x:y\n-a.b\n");
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
    assert!(err(&output).contains("solver: warning: "), "{}", err(&output));
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
fn wrong_usage_is_told() {
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
        &["a", "b"],
    ] {
        let output = run(args, SAT);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(out(&output).is_empty() && !err(&output).is_empty(), "{args:?}");
    }
}

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
fn help_lists_the_options_of_the_engines() {
    let output = run(&["--help"], "");
    let text = out(&output);
    assert_eq!(code(&output), 0);
    for part in ["Examples:", "Exit status: 10", "--reduce-interval", "Options of cdcl", "[default: cdcl]", "Limits:"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!out(&run(&["-h"], "")).contains("--reduce-interval"));
    assert_eq!(out(&run(&["--version"], "")), format!("solver {}\n", env!("CARGO_PKG_VERSION")));
}

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

/// A terminal: our end, and the name of the other one.
fn terminal() -> (fs::File, String) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("a terminal");
    unlockpt(&terminal).expect("a terminal");
    let name = ptsname(&terminal, Vec::new()).expect("its name").into_string().expect("text");
    (terminal.into(), name)
}

fn far_end(name: &str) -> fs::File {
    fs::File::options().read(true).write(true).open(name).expect("the other end of a terminal")
}

/// What a run shows on a terminal of 40 columns that is its standard error, and its standard output too if `both`.
fn shown(command: &mut Command, both: bool) -> String {
    use rustix::termios::{Winsize, tcsetwinsize};
    let (mut terminal, name) = terminal();
    let size = Winsize { ws_row: 20, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("a size");
    command.stderr(far_end(&name));
    command.stdout(if both { far_end(&name).into() } else { Stdio::null() });
    let mut child = command.spawn().expect("the solver starts");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut text = Vec::new();
    // Linux ends a terminal that its last writer has left with an error.
    let _ = terminal.read_to_end(&mut text);
    child.wait().expect("it ends");
    String::from_utf8(text).expect("text")
}

/// What clears a line of a terminal.
const CLEAR: &str = "\r\x1b[2K";

fn slow(folder: &tempfile::TempDir) -> Command {
    let mut command = solver();
    command.env("TERM", "xterm").args(["--time-limit", "0.9"]).arg(path(folder, "hard.cnf"));
    command
}

#[test]
fn a_live_line_on_a_terminal_is_cleared_and_fits() {
    let folder = folder();
    let text = shown(&mut slow(&folder), false);
    let drawn: Vec<&str> = text.split(CLEAR).filter(|line| !line.is_empty()).collect();
    assert!(drawn.len() > 3, "it is drawn again and again: {text:?}");
    assert!(drawn.iter().all(|line| line.chars().count() < 40 && !line.contains('\n')), "{text:?}");
    assert!(drawn.iter().any(|line| line.chars().count() == 39), "figures are cut off: {text:?}");
    assert!(drawn.iter().all(|line| line.contains(" 0:0")), "the time is told: {text:?}");
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
fn there_is_no_live_line_for_who_is_quiet_watches_or_cannot_clear_it() {
    let folder = folder();
    assert_eq!(shown(slow(&folder).arg("-q"), false), "");
    assert_eq!(shown(slow(&folder).env("TERM", "dumb"), false), "");
    assert!(!shown(slow(&folder).arg("--watch=3"), false).contains(CLEAR));
    let output = slow(&folder).output().expect("it runs");
    assert_eq!(err(&output), "", "a pipe is no terminal");
}

#[test]
fn limits_end_in_unknown() {
    let folder = folder();
    let hard = path(&folder, "hard.cnf");
    for (flag, value, why) in [
        ("--time-limit", "0.3", "time limit"),
        ("--cpu-limit", "0.2", "CPU time limit"),
        ("--conflict-limit", "100", "conflict limit"),
        ("--decision-limit", "100", "decision limit"),
        ("--tick-limit", "1000", "tick limit"),
        ("--memory-limit", "1M", "memory limit"),
    ] {
        let began = Instant::now();
        let output = solver().args([flag, value]).arg(&hard).output().expect("it runs");
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{flag}");
        assert!(out(&output).contains(&format!("c no answer: {why}\n")), "{flag}: {}", out(&output));
        assert!(began.elapsed() < Duration::from_millis(800) + SLACK, "{flag} took {:?}", began.elapsed());
    }
    let output = solver().args(["--engine", "dpll", "--step-limit", "50"]).arg(&hard).output().expect("it runs");
    assert!(out(&output).contains("c no answer: step limit\n"), "{}", out(&output));
}

#[test]
fn a_read_that_waits_ends_at_its_time_limit() {
    let began = Instant::now();
    let mut child = start(solver().args(["--time-limit", "0.3"]).stdin(Stdio::piped()));
    let seen = wait_for(&mut child, "reading stdin");
    // Its standard input stays open and silent.
    let stdin = child.stdin.take();
    let output = finish(child, &seen);
    drop(stdin);
    assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"));
    assert!(began.elapsed() < Duration::from_millis(800) + SLACK);
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
    assert_eq!(value["version"], gemsat::statistics::VERSION);
    assert_eq!(value["input"]["variables"], 56);
    assert_eq!(value["input"]["clauses"], 204);
    assert_eq!(value["result"]["status"], "UNSATISFIABLE");
    assert_eq!(value["result"]["exit_code"], 20);
    assert_eq!(value["limits"]["memory_bytes"], 1u64 << 30);
    assert_eq!(value["proof"]["bytes"], fs::metadata(&proof).expect("a proof").len());
    assert!(value["counters"]["conflicts"].as_u64().expect("a number") > 0);
    assert!(value["resources"]["peak_bytes"].as_u64().expect("a number") > 0);
    // Every key that does not come from an engine's tables stands in the document.
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

/// Whether this process, and so its children, ignore a signal; only Linux tells.
fn ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 == 1
}

#[test]
fn signals_end_a_search() {
    let folder = folder();
    let signals =
        [(Signal::INT, "SIGINT"), (Signal::TERM, "SIGTERM"), (Signal::HUP, "SIGHUP"), (Signal::XCPU, "SIGXCPU")];
    for (signal, name) in signals {
        // Whoever runs this under nohup wants the solver to go on.
        if ignored(signal) {
            continue;
        }
        let proof = path(&folder, "proof");
        let mut child = start(solver().arg(path(&folder, "hard.cnf")).arg("--proof").arg(&proof));
        let seen = wait_for(&mut child, "\nc *");
        std::thread::sleep(Duration::from_millis(100));
        let began = Instant::now();
        send(&child, signal);
        let output = finish(child, &seen);
        assert!(began.elapsed() < Duration::from_millis(500) + SLACK, "{name} took {:?}", began.elapsed());
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{name}");
        assert!(out(&output).contains(&format!("c no answer: caught {name}\n")));
        assert!(out(&output).contains("c conflicts: "), "statistics follow");
        // Binary steps end in a zero.
        assert_eq!(fs::read(&proof).expect("a proof").last(), Some(&0), "{name}");
    }
}

#[test]
fn signals_end_a_read_that_waits() {
    let folder = folder();
    let fifo = path(&folder, "pipe.cnf");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
    for from_fifo in [false, true] {
        let mut command = solver();
        if from_fifo {
            command.arg(&fifo);
        } else {
            command.stdin(Stdio::piped());
        }
        let mut child = start(&mut command);
        let seen = wait_for(&mut child, "reading");
        std::thread::sleep(Duration::from_millis(100));
        let began = Instant::now();
        send(&child, Signal::TERM);
        let stdin = child.stdin.take();
        let output = finish(child, &seen);
        drop(stdin);
        assert!(began.elapsed() < Duration::from_millis(500) + SLACK);
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{}", err(&output));
        assert!(out(&output).contains("caught SIGTERM"));
    }
}

#[test]
fn a_signal_ends_an_answer_that_nobody_reads() {
    let mut text = "p cnf 200000 1\n-200000 0\n".to_owned();
    text.push_str("c end\n");
    let folder = folder();
    fs::write(path(&folder, "big.cnf"), text).expect("a file");
    let child = start(solver().arg("-q").arg(path(&folder, "big.cnf")));
    std::thread::sleep(Duration::from_millis(700));
    let began = Instant::now();
    send(&child, Signal::TERM);
    let output = {
        let mut child = child;
        let status = child.wait().expect("it ends");
        assert!(began.elapsed() < Duration::from_millis(500) + SLACK);
        let mut stdout = Vec::new();
        let mut stderr = Vec::new();
        child.stdout.take().expect("a pipe").read_to_end(&mut stdout).expect("a pipe");
        child.stderr.take().expect("a pipe").read_to_end(&mut stderr).expect("a pipe");
        Output { status, stdout, stderr }
    };
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("incomplete"), "{}", err(&output));
    assert!(!out(&output).ends_with(" 0\n"));
}

#[test]
fn a_signal_ends_a_run_that_waits_to_print_past_its_live_line() {
    let (_reader, writer) = std::io::pipe().expect("a pipe");
    rustix::pipe::fcntl_setpipe_size(&writer, 4096).expect("a small pipe");
    let (_terminal, name) = terminal();
    let mut command = solver();
    command.env("TERM", "xterm").arg("-vv").stdout(writer).stderr(far_end(&name));
    let mut child = command.spawn().expect("the solver starts");
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a child").is_none(), "its options do not fit into the pipe");
    let began = Instant::now();
    send(&child, Signal::TERM);
    let ended = loop {
        match child.try_wait().expect("a child") {
            None if began.elapsed() < SLACK => std::thread::sleep(Duration::from_millis(20)),
            ended => break ended,
        }
    };
    let _ = child.kill();
    assert_eq!(ended.map(|status| status.code()), Some(Some(1)));
}

#[test]
fn a_second_signal_ends_at_once() {
    use std::os::unix::process::ExitStatusExt;
    // Held up in writing: the first signal is waited for, the second is not.
    let folder = folder();
    fs::write(path(&folder, "big.cnf"), "p cnf 200000 1\n-200000 0\n").expect("a file");
    let mut child = start(solver().arg("-q").arg(path(&folder, "big.cnf")));
    std::thread::sleep(Duration::from_millis(700));
    send(&child, Signal::TERM);
    std::thread::sleep(Duration::from_millis(150));
    let began = Instant::now();
    send(&child, Signal::INT);
    let status = child.wait().expect("it ends");
    assert!(began.elapsed() < SLACK);
    assert_eq!(status.signal(), Some(Signal::INT.as_raw()));
}

#[test]
fn ignored_signals_stay_ignored_and_others_work() {
    let folder = folder();
    let script = "trap '' INT HUP; $S $1/hard.cnf >$1/out & p=$!; sleep 0.5; kill -INT $p; kill -HUP $p; sleep 0.5; \
                  kill -0 $p || echo dead; kill -TERM $p; wait $p; echo $?; grep '^s ' $1/out";
    let output = shell(script, folder.path());
    assert_eq!(out(&output), "0\ns UNKNOWN\n", "{}", err(&output));
}

#[test]
fn gnu_timeout_that_signals_twice_gets_an_answer() {
    let folder = folder();
    for _ in 0..3 {
        let output = shell("timeout 1 $S $1/hard.cnf", folder.path());
        assert_eq!(answer(&output), "s UNKNOWN");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn limits_of_the_shell_are_heeded() {
    let folder = folder();
    let output = shell("ulimit -t 1; $S $1/hard.cnf", folder.path());
    assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"));
    assert!(out(&output).contains("CPU time limit"));
    // A formula that does not fit.
    let mut text = "p cnf 400000 1200000\n".to_owned();
    for index in 0..1_200_000u32 {
        let var = |step: u32| index.wrapping_mul(step) % 400_000 + 1;
        text.push_str(&format!("{} -{} {} 0\n", var(7919), var(104_729), var(1_299_709)));
    }
    fs::write(path(&folder, "large.cnf"), text).expect("a file");
    for kilobytes in [24_000, 45_000] {
        let output = shell(&format!("ulimit -v {kilobytes}; $S $1/large.cnf"), folder.path());
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{}", err(&output));
        assert!(out(&output).contains("c no answer: memory limit"), "{}", out(&output));
    }
}

#[test]
fn colours_are_for_terminals() {
    assert!(!out(&run(&[], SAT)).contains('\x1b'));
    assert!(out(&run(&["-q", "--color", "always"], SAT)).starts_with("\x1b[1;32ms SATISFIABLE\x1b[0m\n"));
    assert!(!out(&run(&["--color", "never"], SAT)).contains('\x1b'));
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
    assert!(out(&run(&["-vv"], SAT)).contains("forget redundant clauses now and then"));
    assert!(out(&run(&["--stats"], SAT)).contains("c reductions: "));
}
