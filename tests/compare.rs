//! `cnfcompare`: wrong answers are found and harm no other row, a killed race is resumed where it was, and figures are
//! the system's own.

#[path = "compare/edges.rs"]
mod edges;
#[path = "compare/spoilt.rs"]
mod spoilt;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const TOOL: &str = env!("CARGO_BIN_EXE_cnfcompare");
const SOLVER: &str = env!("CARGO_BIN_EXE_solver");

struct Place(tempfile::TempDir);

impl Place {
    /// A folder with a satisfiable formula, an unsatisfiable one, and fake solvers.
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a folder"));
        place.write("yes.cnf", "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n");
        place.write("no.cnf", "p cnf 1 2\n1 0\n-1 0\n");
        // Each is a shell script; they know the two formulas by their names.
        place.script("honest", "case $1 in *yes*) echo 's SATISFIABLE'; echo 'v 1 -2 3 0'; exit 10;; esac\necho 's UNSATISFIABLE'; exit 20");
        place.script("wrong-model", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10");
        place.script("no-model", "echo 's SATISFIABLE'; exit 10");
        place.script("denier", "echo 's UNSATISFIABLE'; exit 20");
        // One that hides in a session of its own, too.
        place.script("sleeper", "setsid sh -c 'sleep 600; :' \"$PWD\" & sleep 600");
        place.script("dead", "echo 'out of luck' >&2; kill -SEGV $$");
        place.script("refuses", "echo 'cannot' >&2; exit 3");
        place.script("flood", "yes 'c la la la la la la la la la la la la la la la la la la la la la la la la la'");
        place.script("burner", "while :; do :; done");
        place.script("babble", "echo 's SATISFIABLE'; echo 'v 1 two 0'; exit 10");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    fn script(&self, name: &str, body: &str) {
        self.write(name, &format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("runs");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(TOOL);
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn race(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it starts")
    }

    /// The lines of a CSV file by solver and instance: verdict, and the others by column.
    fn rows(&self, name: &str) -> Vec<Vec<String>> {
        self.read(name).lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How many processes work in this folder: a race, its supervisors, and all that they start.
fn processes(folder: &Path) -> usize {
    let folder = folder.canonicalize().expect("a folder");
    let all = fs::read_dir("/proc").expect("Linux").flatten();
    all.filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|place| place == folder)).count()
}

/// Whether it comes true within about five minutes of waiting. Looks are counted, not seconds: the clock of a machine
/// that was stopped for a while jumps.
fn comes_true(mut condition: impl FnMut() -> bool) -> bool {
    (0..60_000).any(|_| {
        condition() || {
            std::thread::sleep(Duration::from_millis(5));
            false
        }
    })
}

#[test]
fn wrong_answers_are_found_and_harm_no_other_row() {
    let place = Place::new();
    let wrong = "./wrong-model,./no-model,./denier,./dead,./refuses,./flood,./burner,./babble";
    let solvers = format!("./honest,{wrong}");
    let ended = place.race(&[
        "yes.cnf",
        "no.cnf",
        "--solvers",
        &solvers,
        "--engines",
        "cdcl",
        "--cpu-limit",
        "0.5",
        // A busy machine gives half a second of CPU time late.
        "--time-limit",
        "120",
        "--jobs",
        "2",
        "--csv",
        "race.csv",
        "--html",
        "race.html",
        "--json",
        "race.json",
        "--times",
        "times.txt",
        "--svg",
        "plots",
    ]);
    assert_eq!(ended.status.code(), Some(70), "{}{}", text(&ended.stdout), text(&ended.stderr));
    let rows = place.rows("race.csv");
    assert_eq!(rows.len(), 20);
    let word = |solver: &str, instance: &str| {
        let row = rows.iter().find(|row| row[0] == instance && row[1] == solver).expect("a row");
        row[3].clone()
    };
    for good in ["honest", "cdcl"] {
        assert_eq!((word(good, "yes").as_str(), word(good, "no").as_str()), ("sat", "unsat"), "{good}");
    }
    for (wrong, yes) in [
        ("wrong-model", "wrong model"),
        ("no-model", "no model"),
        ("denier", "wrong unsat"),
        ("dead", "crashed"),
        ("refuses", "crashed"),
        ("flood", "flooded"),
        ("burner", "time"),
        ("babble", "garbled"),
    ] {
        assert_eq!(word(wrong, "yes"), yes, "{wrong}");
    }
    assert_eq!(word("denier", "no"), "unsat");
    let shown = text(&ended.stdout);
    for part in [
        "DISAGREEMENT on yes",
        "WRONG MODEL: wrong-model on yes",
        "ended by SIGSEGV",
        "out of luck",
        "exit code 3",
        "cannot",
    ] {
        assert!(shown.contains(part), "{part} is missing:\n{shown}");
    }
    let page = place.read("race.html");
    assert!(page.contains("What went wrong") && page.contains("wrong unsat"));
    assert!(place.read("times.txt").starts_with("  Testcase |             cdcl (s) |           honest (s) |"));
    assert!(place.path("plots/cactus.svg").is_file());
    let json: serde_json::Value = serde_json::from_str(&place.read("race.json")).expect("JSON");
    assert_eq!(json["disagreements"].as_array().map(Vec::len), Some(2));
    // Who lied is out of the ranking, with its right answers; who failed otherwise is last in it.
    for solver in json["solvers"].as_array().expect("a list") {
        let lied = ["wrong-model", "denier"].contains(&solver["name"].as_str().expect("a name"));
        assert_eq!((solver["out"] == true, solver["rank"].is_null(), solver["par2_s"].is_null()), (lied, lied, lied));
        assert!(!lied || solver["wins"] == 0, "{solver}");
    }
    assert_eq!(json["virtual_best"]["solved"], 2);
    assert!(!place.path("cnfcompare.jsonl.work").exists(), "the work folder is taken away");
    assert_eq!(processes(place.0.path()), 0, "nothing outlives the race");
}

#[test]
fn malformed_files_of_a_folder_are_named_and_stop_nothing() {
    let place = Place::new();
    fs::create_dir(place.path("bad")).expect("made");
    for index in 0..7 {
        place.write(&format!("bad/b{index}.cnf"), "p cnf 1 1\n1 x 0\n");
    }
    let args =
        ["yes.cnf", "bad", "--solvers", "./honest", "--html", "race.html", "--json", "race.json", "--csv", "race.csv"];
    let ended = place.race(&args);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let place_of = |index: u32| format!("bad/b{index}.cnf:2:3: found 'x'");
    let shown = text(&ended.stderr);
    assert!(shown.contains(&place_of(0)) && shown.contains(&place_of(4)) && !shown.contains(&place_of(5)), "{shown}");
    assert!(shown.contains("2 more files"), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&place.read("race.json")).expect("JSON");
    assert_eq!(json["left_out"].as_array().map(Vec::len), Some(7));
    // The race's journal keeps them, so that the page can be made anew.
    assert_eq!(place.race(&["show", "cnfcompare.jsonl", "--html", "again.html"]).status.code(), Some(0));
    for page in ["race.html", "again.html"] {
        assert!((0..7).all(|index| place.read(page).contains(&place_of(index))), "{page}");
    }
    assert_eq!(place.rows("race.csv").len(), 1);
    // The race is finished, so that another one may replace it.
    let next = place.race(&["yes.cnf", "--solvers", "./honest"]);
    assert_eq!(next.status.code(), Some(0), "{}", text(&next.stderr));
    let named = place.race(&["yes.cnf", "bad/b3.cnf", "--solvers", "./honest"]);
    assert_eq!(named.status.code(), Some(1), "a file that was named must be read");
    assert!(text(&named.stderr).contains(&place_of(3)), "{}", text(&named.stderr));
}

#[test]
fn a_sleeper_hangs_and_its_hidden_child_goes_with_it() {
    let place = Place::new();
    let ended = place.race(&["yes.cnf", "--solvers", "./sleeper,./honest", "--time-limit", "5", "--csv", "race.csv"]);
    assert_eq!(ended.status.code(), Some(0), "{}{}", text(&ended.stdout), text(&ended.stderr));
    let words: Vec<String> = place.rows("race.csv").iter().map(|row| row[3].clone()).collect();
    assert_eq!(words, ["hung", "sat"]);
    assert!(text(&ended.stdout).contains("HUNG: sleeper on yes"));
    assert_eq!(processes(place.0.path()), 0, "nothing outlives the race");
}

#[test]
fn a_killed_race_goes_on_without_loss_or_repetition() {
    let place = Place::new();
    // Each run leaves a line, so that runs can be counted from outside. They take long enough to be killed between.
    let log = place.path("log");
    place.script("slow", &format!("sleep 0.1; echo \"$1 $2\" >>'{}'; echo 's UNKNOWN'", log.display()));
    let args = ["yes.cnf", "no.cnf", "--solvers", "a=./slow {cnf} a{seed},b=./slow {cnf} b{seed}", "--runs", "5"];
    let mut race = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let lines = |path: &Path| fs::read_to_string(path).map_or(0, |text| text.lines().count());
    let journal = place.path("cnfcompare.jsonl");
    assert!(comes_true(|| lines(&journal) >= 6), "some runs are noted");
    race.kill().expect("it is killed");
    race.wait().expect("it has ended");
    assert!(comes_true(|| processes(place.0.path()) == 0), "the solvers die with the race");
    let kept = lines(&journal) - 1;
    assert!((5..20).contains(&kept), "{kept}");
    // As if the kill had torn the last line.
    let mut torn = fs::read(&journal).expect("there");
    torn.extend_from_slice(b"{\"run\":{\"inst");
    fs::write(&journal, torn).expect("written");

    let refused = place.race(&args);
    assert_eq!(refused.status.code(), Some(2), "not overwritten by chance");
    assert!(
        text(&refused.stderr).contains("--resume goes on with it, --fresh starts again"),
        "{}",
        text(&refused.stderr)
    );
    let mut other = args.to_vec();
    other.extend(["--resume", "--cpu-limit", "7"]);
    let refused = place.race(&other);
    assert_eq!(refused.status.code(), Some(2));
    let why = text(&refused.stderr);
    assert!(why.contains("the limit on CPU time: 60.0 in it, 7.0 here"), "{why}");
    fs::remove_file(&log).expect("there");
    let mut same = args.to_vec();
    same.extend(["--resume", "--csv", "race.csv"]);
    let ended = place.race(&same);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let again = fs::read_to_string(&log).expect("runs");
    assert_eq!(again.lines().count(), 20 - kept, "only what was missing is run");
    let rows = place.rows("race.csv");
    let mut keys: Vec<_> = rows.iter().map(|row| row[..3].to_vec()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!((rows.len(), keys.len()), (20, 20), "every run once");
    assert_eq!(place.race(&same).status.code(), Some(0), "nothing is left to do");
    assert_eq!(fs::read_to_string(&log).expect("runs"), again);
}

#[test]
fn an_interrupted_race_ends_soon_and_says_how_to_go_on() {
    let place = Place::new();
    let args = ["yes.cnf", "--solvers", "./burner", "--cpu-limit", "100"];
    let race = place.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    assert!(comes_true(|| processes(place.0.path()) > 2), "the solver is started by a supervisor of the race");
    let since = Instant::now();
    Command::new("kill").args(["-INT", &race.id().to_string()]).status().expect("kill");
    let ended = race.wait_with_output().expect("it ends");
    assert!(since.elapsed() < Duration::from_secs(60));
    assert_eq!(ended.status.code(), Some(1));
    assert!(text(&ended.stderr).contains("interrupted after 0 of 1 runs; --resume goes on"));
    assert_eq!(processes(place.0.path()), 0);
}

#[test]
fn time_and_memory_are_the_systems_own() {
    let place = Place::new();
    // 60 MB of memory and some CPU time in a child of the solver, which itself needs next to nothing. The shell tells
    // both by its own accounting.
    let inner = "head -c 60000000 /dev/zero | tail -c 60000000 >/dev/null";
    let work = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
    place.script("greedy", &format!("{inner}\n({work})\ntimes >cpu\necho 's UNKNOWN'"));
    let ended = place.race(&["yes.cnf", "--solvers", "./greedy", "--csv", "race.csv"]);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let row = &place.rows("race.csv")[0];
    let figure = |column: usize| row[column].parse::<f64>().expect("a number");
    let (cpu, peak) = (figure(6), figure(10));
    assert!((6e7..8.5e7).contains(&peak), "peak {peak}");
    let seconds = |text: &str| {
        let (minutes, seconds) = text.trim_end_matches('s').split_once('m').expect("0m0.1s");
        60.0 * minutes.parse::<f64>().expect("minutes") + seconds.parse::<f64>().expect("seconds")
    };
    let shown: f64 = place.read("cpu").lines().nth(1).expect("the children").split_whitespace().map(seconds).sum();
    assert!(shown > 0.05 && (cpu - shown).abs() < 0.05 * shown + 0.02, "{cpu} against {shown}");
    assert!((figure(7) + figure(8) - cpu).abs() < 1e-5);
}

#[test]
fn memory_is_limited_for_the_whole_tree() {
    let place = Place::new();
    place.script("hog", "hoard() { head -c 900000000 /dev/zero | tail -c 900000000 >/dev/null; }; hoard & hoard");
    let ended = place.race(&[
        "yes.cnf",
        "--solvers",
        "./hog,./honest",
        "--memory-limit",
        "100",
        "--cpu-limit",
        "20",
        "--csv",
        "race.csv",
    ]);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let words: Vec<String> = place.rows("race.csv").iter().map(|row| row[3].clone()).collect();
    assert_eq!(words, ["memory", "sat"]);
}

#[test]
fn proofs_are_checked_and_false_ones_found_out() {
    let place = Place::new();
    let formula = "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    place.write("hard.cnf", formula);
    place.script(
        "forger",
        "echo '1 0' >\"$2\"; echo '-1 0' >>\"$2\"; echo '0' >>\"$2\"; echo 's UNSATISFIABLE'; exit 20",
    );
    let args = [
        "hard.cnf",
        "--engines",
        "cdcl,dpll",
        "--solvers",
        "./forger {cnf} {proof}",
        "--check-proofs",
        "--csv",
        "race.csv",
    ];
    let ended = place.race(&args);
    assert_eq!(ended.status.code(), Some(70), "{}", text(&ended.stderr));
    let rows = place.rows("race.csv");
    let shown: Vec<(&str, &str, &str)> =
        rows.iter().map(|row| (row[1].as_str(), row[3].as_str(), row[14].as_str())).collect();
    let expected = [("cdcl", "unsat", "verified"), ("dpll", "unsat", ""), ("forger", "wrong proof", "rejected")];
    assert_eq!(shown, expected);
}

#[test]
fn puzzles_are_encoded_first_and_templates_filled_in() {
    let place = Place::new();
    place.write("input_1.txt", "1, _\n_, _\n");
    place.write("input_10.txt", "9, _\n_, _\n");
    place.write("tri.col", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    let ours = format!("mine='{SOLVER}' -q --engine dpll {{cnf}}");
    let ended = place.race(&[
        "input_10.txt",
        "input_1.txt",
        "tri.col",
        "--colors",
        "2",
        "--solvers",
        &ours,
        "--runs",
        "2",
        "--pin",
        "--csv",
        "race.csv",
    ]);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stderr));
    let rows = place.rows("race.csv");
    let shown: Vec<(&str, &str)> = rows.iter().step_by(2).map(|row| (row[0].as_str(), row[3].as_str())).collect();
    assert_eq!(shown, [("input_10", "unsat"), ("input_1", "sat"), ("tri.col", "unsat")]);
    place.write("notes.txt", "no puzzle");
    let unknown = place.race(&["notes.txt"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("say it with --kind"), "{}", text(&unknown.stderr));
    for missing in ["gone.cnf", "gone"] {
        let ended = place.race(&[missing]);
        assert_eq!(ended.status.code(), Some(1), "{missing}");
        assert!(text(&ended.stderr).contains(&format!("{missing}: No such file")), "{}", text(&ended.stderr));
    }
    assert_eq!(place.race(&["yes.cnf", "--engines", "nothing"]).status.code(), Some(2));
    assert_eq!(place.race(&["yes.cnf", "--cpu-limit", "0"]).status.code(), Some(2));
}
