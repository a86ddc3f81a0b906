//! Searches recorded, played and watched, by `solver` and by every puzzle tool.

use crate::support::puzzles::{PUZZLES, Puzzle};
use crate::support::tool;
use gemsat::cnf::Var;
use gemsat::observe::{Record, Step};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
const QUEENS: &str = env!("CARGO_BIN_EXE_queens");
const SUDOKU: &str = env!("CARGO_BIN_EXE_sudoku");
const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
const GEMS: &str = env!("CARGO_BIN_EXE_gems");
const TENNER: &str = env!("CARGO_BIN_EXE_tenner");

const GRID: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n";
const BOARD: &str = "_, 1, _\n1, _, 1\n_, 1, _\n";
const DIGITS: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                      | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

/// A search with its files, in a folder that goes with it.
struct Seen {
    folder: tempfile::TempDir,
    code: i32,
    out: String,
}

impl Seen {
    fn run(program: &str, args: &[&str], input: &str) -> Seen {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name).display().to_string();
        let (record, page) = (file("record"), file("page.html"));
        let mut all = args.to_vec();
        all.extend(["--record", &record, "--play", &page]);
        let (code, out) = tool::run(program, &all, input);
        Seen { folder, code, out }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The record, after a look at it and the page: it ends with the model, and the last segment leads there.
    fn record(&self) -> Record {
        let text = std::fs::read_to_string(self.path("record")).expect("a record");
        let record = Record::parse(&text).expect("a record");
        let page = std::fs::read_to_string(self.path("page.html")).expect("a page");
        assert!(page.len() < 5 << 20);
        assert!(page.contains("<svg") && page.contains(record.engine()));
        if let Some(model) = record.model() {
            let segment = record.segments().last().expect("a segment");
            let mut replay = segment.start(record.kept());
            segment.steps.iter().for_each(|step| replay.apply(&step.event()));
            assert!(replay.agrees(&model), "{}", record.engine());
        }
        record
    }
}

#[test]
fn every_engine_records_on_the_command_line() {
    let formula = "c varname 1 sun\np cnf 4 5\n1 2 0\n-1 3 0\n-2 -3 0\n2 3 4 0\n-4 1 0\n";
    for engine in gemsat::engines::names() {
        let seen = Seen::run(SOLVER, &["--engine", engine], formula);
        assert_eq!(seen.code, 10, "{engine}");
        let record = seen.record();
        assert_eq!((record.engine(), record.verdict(), record.kept()), (engine, "SATISFIABLE", 4));
        assert!(record.segments().iter().any(|segment| !segment.steps.is_empty()), "{engine}");
        assert!(record.text().contains("\"names\":{\"1\":\"sun\",\"2\":\"2\""), "{engine}");
        // The same seed, the same record; and seeing it changes nothing.
        let again = Seen::run(SOLVER, &["--engine", engine], formula);
        assert_eq!(again.record(), record, "{engine}");
        let values = |out: &str| out.lines().filter(|line| line.starts_with('v')).collect::<Vec<_>>().join("\n");
        assert_eq!(values(&tool::run(SOLVER, &["--engine", engine], formula).1), values(&seen.out), "{engine}");
    }
}

#[test]
fn refutations_end_with_a_conflict_at_level_0() {
    let formula = "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    for engine in ["cdcl", "dpll", "backtracking"] {
        let seen = Seen::run(SOLVER, &["--engine", engine], formula);
        assert_eq!(seen.code, 20, "{engine}");
        let record = seen.record();
        assert_eq!((record.verdict(), record.model()), ("UNSATISFIABLE", None));
        let steps = &record.segments()[0].steps;
        assert!(matches!(steps.last(), Some(Step::Conflict(_))), "{engine}: {:?}", steps.last());
        let learned = steps.iter().filter(|step| matches!(step, Step::Learn(_))).count();
        assert_eq!(learned > 0, engine == "cdcl");
    }
}

/// In the CDCL engine's record every implied literal is implied, every conflict is one, and learned clauses assert.
#[test]
fn reasons_are_reasons() {
    let formula = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("cnf/sat/random200.cnf"));
    let seen = Seen::run(SOLVER, &["--conflict-limit", "2000"], &formula.expect("a sample"));
    let record = seen.record();
    let (mut implied, mut conflicts) = (0, 0);
    for segment in record.segments() {
        let mut replay = segment.start(record.kept());
        for step in &segment.steps {
            let value = |lit: gemsat::cnf::Lit| replay.value(lit.var()).map(|value| value == lit.is_positive());
            match step {
                // The solver's own new variables are not kept.
                Step::Assign(lit, Some(reason)) if lit.var().index() < record.kept() => {
                    implied += 1;
                    assert!(reason.iter().all(|other| other == lit || value(*other) == Some(false)));
                    assert!(reason.contains(lit));
                }
                Step::Conflict(clause) => {
                    conflicts += 1;
                    assert!(clause.iter().all(|&lit| value(lit) == Some(false)));
                }
                Step::Decide(lit) => assert_eq!(value(*lit), None),
                Step::Backtrack(level) => assert!((*level as usize) < replay.level()),
                _ => {}
            }
            replay.apply(&step.event());
        }
    }
    assert!(implied > 10_000 && conflicts > 500, "{implied} implied, {conflicts} conflicts");
}

#[test]
fn every_puzzle_tool_shows_its_board() {
    let runs: [(&str, &[&str], &str, &str); 10] = [
        (QUEENS, &["solve", "8", "--engine", "astar"], "", "queen at 1,1"),
        (QUEENS, &["solve", "8", "--engine", "dpll"], "", "no queen at 7,7"),
        (QUEENS, &["solve", "8", "--engine", "csp-fc"], "", "queen at 1,1"),
        (SUDOKU, &["solve", "--engine", "walksat"], GRID, "r9c9 = 9"),
        (SUDOKU, &["solve"], GRID, "r1c1 \u{2260} 1"),
        (SUDOKU, &["solve", "--engine", "csp-fc-mrv"], GRID, "r1c1 = 4"),
        (COLORING, &["solve", "usa", "-k", "4", "--engine", "annealing"], "", "TX not green"),
        (GEMS, &["solve", "--engine", "backtracking"], BOARD, "trap at 1,1"),
        (GEMS, &["solve", "--engine", "csp-fc-mrv"], BOARD, "not gem at 1,1"),
        (TENNER, &["solve", "--engine", "csp-fc-mrv"], DIGITS, "r2c2 = 1"),
    ];
    for (program, args, input, words) in runs {
        shows_its_board(program, args, input, words);
    }
    for &Puzzle { name, text, flags, .. } in PUZZLES {
        let program = tool::program(name);
        if tool::run(&program, &["solve", "--help"], "").1.contains("--play ") {
            shows_its_board(&program, &[&["solve", "-"], flags].concat(), text, "id=\"cell-0\"");
        }
    }
}

/// Solves a puzzle; the page that plays the search has its board and these words.
fn shows_its_board(program: &str, args: &[&str], input: &str, words: &str) {
    let seen = Seen::run(program, args, input);
    assert_eq!(seen.code, 10, "{args:?}");
    let record = seen.record();
    let page = std::fs::read_to_string(seen.path("page.html")).expect("a page");
    assert!(page.contains(words), "{args:?}: {words}");
    assert_eq!(record.verdict(), "SATISFIABLE");
    // Every mark of the board belongs to a variable of the record, and every cell has its outline.
    let numbers = page.split("id=\"one-").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<usize>().ok());
    let marks: Vec<usize> = numbers.collect();
    assert!(!marks.is_empty() && marks.iter().all(|number| (1..=record.kept()).contains(number)), "{args:?}");
    assert!(page.contains("id=\"cell-0\""), "{args:?}");
}

#[test]
fn a_constraint_search_tells_what_it_rules_out() {
    let seen = Seen::run(TENNER, &["solve", "--engine", "csp-fc-mrv"], DIGITS);
    let record = seen.record();
    let steps: Vec<&Step> = record.segments().iter().flat_map(|segment| &segment.steps).collect();
    let count = |wanted: fn(&Step) -> bool| steps.iter().filter(|step| wanted(step)).count();
    assert!(count(|step| matches!(step, Step::Check(_))) > 0);
    assert!(count(|step| matches!(step, Step::Assign(lit, None) if lit.is_negative())) > 50);
    // The givens stand before the first choice.
    let given = Step::Assign(Var::new(7).pos(), None);
    let first = steps.iter().position(|step| matches!(step, Step::Decide(_))).expect("a choice");
    assert!(steps[..first].contains(&&given));
}

#[test]
fn watching_prints_the_steps_in_words() {
    let output = Command::new(QUEENS).args(["solve", "6", "--engine", "dpll", "--watch=30"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(10));
    let text = String::from_utf8(output.stderr).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 31, "{text}");
    assert!(lines[0].starts_with("       1  decide") && lines[0].ends_with("(level 1)"), "{text}");
    assert!(text.contains("because"), "{text}");
    assert!(lines[30].ends_with("steps more"), "{text}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("decide"));
    let all = Command::new(QUEENS).args(["solve", "6", "--engine", "gsat", "--watch"]).output().expect("it runs");
    let text = String::from_utf8(all.stderr).expect("text");
    assert!(text.lines().next().is_some_and(|line| line.contains("start")) && text.contains("clauses false"), "{text}");
}

#[test]
fn what_cannot_be_seen_is_refused() {
    let refused = |program: &str, args: &[&str], input: &str| Seen::run(program, args, input).code;
    assert_eq!(refused(QUEENS, &["solve", "6", "--all"], ""), 2);
    assert_eq!(refused(QUEENS, &["solve", "6", "--search"], ""), 2);
    assert_eq!(refused(QUEENS, &["solve", "6", "--solver", "true"], ""), 2);
    assert_eq!(refused(SUDOKU, &["solve"], &GRID.repeat(2)), 2);
    assert_eq!(refused(COLORING, &["solve", "usa"], ""), 2);
    assert_eq!(refused(GEMS, &["solve", "--certain"], BOARD), 2);
    assert_eq!(refused(TENNER, &["solve", "--all"], DIGITS), 2);
    let nowhere = ["solve", "6", "--record", "/nowhere/at/all"];
    assert_eq!(tool::code(QUEENS, &nowhere, ""), 1);
    assert_eq!(tool::code(SOLVER, &["--record", "/nowhere/at/all"], "p cnf 1 1\n1 0\n"), 1);
}

#[test]
fn a_run_that_ends_before_its_search_says_that_it_has_no_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, page) = (folder.path().join("record"), folder.path().join("page.html"));
    for limit in ["--time-limit", "--cpu-limit"] {
        let mut command = Command::new(SOLVER);
        command.args([limit, "0", "--record"]).arg(&record).arg("--play").arg(&page);
        let ended = command.arg("cnf/sat/queens30.cnf").output().expect("it starts");
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!((ended.status.code(), stderr.matches(": not written").count()), (Some(0), 2), "{stderr}");
        assert!(String::from_utf8_lossy(&ended.stdout).contains("s UNKNOWN"));
        assert!(!record.exists() && !page.exists());
    }
    // A limit in the middle leaves whole files.
    let mut command = Command::new(SOLVER);
    command.args(["--engine", "backtracking", "--cpu-limit", "0.2", "--record"]).arg(&record).arg("--play").arg(&page);
    let ended = command.arg("cnf/sat/random300.cnf").output().expect("it starts");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
    let read = Record::parse(&std::fs::read_to_string(&record).expect("a record")).expect("a record");
    assert_eq!(read.verdict(), "UNKNOWN");
    assert!(std::fs::read_to_string(&page).expect("a page").contains("</html>"));
}

/// A signal is answered at once, whatever is to be written afterwards, and what is written is whole. (The script
/// `tests/signals` does this at random moments, in a formula of 40 MB.)
#[test]
fn a_signal_is_answered_before_files_are_written() {
    let random = gemsat::encode::random::RandomSat { num_vars: 60_000, num_clauses: 255_000, width: 3, planted: false };
    let (formula, _) = random.draw(1).expect("a formula");
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mut text = Vec::new();
    gemsat::encode::write_formula(&formula, &mut text).expect("memory");
    std::fs::write(path("formula.cnf"), text).expect("a file");
    // Not INT, which a suite in the background of a shell ignores.
    for signal in ["TERM", "XCPU"] {
        let mut command = Command::new(SOLVER);
        command.arg("-q").arg(path("formula.cnf")).args(["--watch=0", "--proof-format", "drat-text"]);
        for file in ["record", "play", "stats-file", "proof"] {
            command.arg(format!("--{file}")).arg(path(file));
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(1500));
        assert!(child.try_wait().expect("a child").is_none(), "it was to search on");
        let asked = Instant::now();
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("text");
        let waited = asked.elapsed();
        assert_eq!((line.as_str(), child.wait().expect("a child").code()), ("s UNKNOWN\n", Some(0)), "{signal}");
        // Half a second is promised; the machine may be busy.
        assert!(waited < Duration::from_secs(2), "{signal}: {waited:?}");
        let read = |name: &str| std::fs::read_to_string(path(name)).expect("a file of text");
        let record = Record::parse(&read("record")).expect("a record");
        assert!(record.text().contains("\"reason\":\"interrupted\""), "{signal}");
        assert!(read("play").contains("\"reason\":\"interrupted\"") && read("play").ends_with("</html>\n"));
        assert!(serde_json::from_str::<serde_json::Value>(&read("stats-file")).is_ok(), "{signal}");
        assert!(read("proof").is_empty() || read("proof").ends_with(" 0\n"), "{signal}");
    }
}

#[test]
fn a_long_search_makes_a_small_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, page) = (folder.path().join("record"), folder.path().join("page.html"));
    let random = gemsat::encode::random::RandomSat { num_vars: 400, num_clauses: 2000, width: 3, planted: false };
    let (formula, _) = random.draw(1).expect("a formula");
    let mut text = Vec::new();
    gemsat::encode::write_formula(&formula, &mut text).expect("memory");
    let files = [record.display().to_string(), page.display().to_string()];
    let args = ["--engine", "probsat", "--step-limit", "3000000", "--record", &files[0], "--play", &files[1]];
    assert_eq!(tool::code(SOLVER, &args, &String::from_utf8(text).expect("text")), 0);
    let read = Record::parse(&std::fs::read_to_string(&record).expect("a record")).expect("a record");
    assert!(read.segments().len() > 5 && read.text().len() < gemsat::observe::Recorder::MOST_BYTES);
    let last = read.segments().last().expect("a segment");
    assert!(last.at + last.steps.len() as u64 > 3_000_000);
    assert!(std::fs::metadata(&page).expect("a page").len() < 5 << 20);
}
