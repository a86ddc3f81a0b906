//! Questions that are ended: by limits, by signals, and by memory that runs out.

use super::{CNFQUERY, random_clauses};
use crate::support::solver::{SLACK, code, err, finish, folder, out, path, send, start};
use gemsat::cnf::Formula;
use gemsat::limits::Limits;
use gemsat::reason::muses::{Found, Grouped, minimal, smallest};
use rustix::process::Signal;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A question that takes long about one of the formulas of [`hard`], and whether an answer that is cut is UNKNOWN.
const QUESTIONS: &[(&[&str], &str, bool)] = &[
    (&["count"], "models.cnf", false),
    (&["count", "--marginals"], "models.cnf", true),
    (&["count"], "hard.cnf", true),
    (&["models", "--no-witness"], "models.cnf", false),
    (&["models", "--cubes"], "models.cnf", false),
    (&["models"], "hard.cnf", true),
    (&["models", "--sample", "5"], "models.cnf", true),
    (&["backbone"], "hard.cnf", true),
    (&["backbone", "--equivalences"], "hard.cnf", true),
    (&["core"], "hard.cnf", true),
    (&["core", "--smallest"], "refuted.cnf", false),
    (&["implied", "--clause", "1"], "hard.cnf", true),
    (&["implied", "--by", "other.cnf"], "hard.cnf", true),
];

/// A folder with formulas: too hard to be solved, with too many models to be counted, and one whose smallest core takes
/// long to find.
fn hard() -> tempfile::TempDir {
    let folder = folder();
    fs::write(path(&folder, "models.cnf"), random_clauses(300, 600, 2)).expect("a file");
    fs::write(path(&folder, "refuted.cnf"), random_clauses(60, 600, 3)).expect("a file");
    fs::write(path(&folder, "other.cnf"), "p cnf 2 1\n1 2 0\n").expect("a file");
    folder
}

/// Asserts that there is one line of status, and that the exit code fits.
fn assert_ended(output: &Output, unknown: bool, what: &str) {
    let text = out(output);
    let status: Vec<&str> = text.lines().filter(|line| line.starts_with("s ")).collect();
    assert_eq!(status.len(), 1, "{what}: {} {}", code(output), err(output));
    if unknown {
        assert_eq!((code(output), status[0]), (0, "s UNKNOWN"), "{what}: {}", err(output));
    } else {
        let fitting = match status[0] {
            "s SATISFIABLE" => [0, 10],
            "s UNSATISFIABLE" => [20, 20],
            _ => [0, 0],
        };
        assert!(fitting.contains(&code(output)), "{what}: {} {}", status[0], code(output));
    }
    assert!(!err(output).contains("panic"), "{what}: {}", err(output));
}

#[test]
fn limits_end_every_question() {
    let folder = hard();
    for &(question, formula, unknown) in QUESTIONS {
        for limit in ["--time-limit", "--cpu-limit"] {
            let began = Instant::now();
            let output = Command::new(CNFQUERY)
                .args(question)
                .args([limit, "0.3", formula])
                .current_dir(&folder)
                .output()
                .expect("it runs");
            let what = format!("{question:?} {limit}");
            assert!(began.elapsed() < Duration::from_millis(800) + SLACK, "{what} took {:?}", began.elapsed());
            assert_ended(&output, unknown, &what);
            let reason = if limit == "--time-limit" { "time limit" } else { "CPU time limit" };
            assert!(out(&output).contains(reason) || err(&output).contains(reason), "{what}: {}", err(&output));
        }
    }
}

#[test]
fn signals_end_every_question() {
    let folder = hard();
    for &(question, formula, unknown) in QUESTIONS {
        for signal in [Signal::INT, Signal::TERM] {
            // Its standard output goes to a file: a pipe that nobody reads would hold up what is printed.
            let stdout = fs::File::create(path(&folder, "out")).expect("a file");
            let mut child = Command::new(CNFQUERY)
                .args(question)
                .arg(formula)
                .current_dir(&folder)
                .stdout(stdout)
                .stderr(Stdio::piped())
                .spawn()
                .expect("it runs");
            std::thread::sleep(Duration::from_millis(400));
            let began = Instant::now();
            send(&child, signal);
            child.wait().expect("it ends");
            let what = format!("{question:?} {signal:?}");
            assert!(began.elapsed() < Duration::from_millis(500) + SLACK, "{what} took {:?}", began.elapsed());
            let mut output = finish(child, "");
            output.stdout = fs::read(path(&folder, "out")).expect("the output");
            assert_ended(&output, unknown, &what);
        }
    }
}

#[test]
fn a_read_that_waits_ends_at_its_limit_and_on_a_signal() {
    let folder = hard();
    for question in [&["count"][..], &["models"], &["backbone"], &["core"], &["implied", "--clause", "1"]] {
        for limit in ["0.3", "100"] {
            let began = Instant::now();
            let mut command = Command::new(CNFQUERY);
            command.args(question).args(["--time-limit", limit]).stdin(Stdio::piped()).current_dir(&folder);
            let mut child = start(&mut command);
            let stdin = child.stdin.take();
            if limit == "100" {
                std::thread::sleep(Duration::from_millis(300));
                send(&child, Signal::TERM);
            }
            let output = finish(child, "");
            drop(stdin);
            assert!(began.elapsed() < Duration::from_millis(800) + SLACK, "{question:?} took {:?}", began.elapsed());
            assert_ended(&output, true, &format!("{question:?} {limit}"));
        }
    }
}

/// Every question, and other programs that read formulas, where the address space is limited: no abort, no panic, no
/// waiting, but an answer, UNKNOWN, or an error.
#[test]
#[cfg(all(target_os = "linux", not(feature = "safe")))]
fn memory_may_run_out_in_every_question() {
    let folder = hard();
    let formula = random_clauses(20_000, 80_000, 1);
    fs::write(path(&folder, "large.cnf"), &formula).expect("a file");
    fs::write(path(&folder, "large2.cnf"), formula).expect("a file");
    let questions = [
        "$Q models -n 5 --no-witness",
        "$Q models --sample 3",
        "$Q count",
        "$Q count --marginals",
        "$Q backbone --equivalences",
        "$Q core --smallest",
        "$Q core --witnesses w",
        "$Q implied --clause 1",
        "$Q implied --equivalent --by large2.cnf",
    ];
    let mut unknown = 0;
    for kilobytes in [12_288, 14_000, 17_000, 21_000, 26_000, 40_000] {
        for question in questions {
            let script = format!(
                "ulimit -v {kilobytes}; RUST_BACKTRACE=1 exec {} --time-limit 1 large.cnf",
                question.replace("$Q", CNFQUERY)
            );
            let output = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().expect("a shell");
            let (text, errors) = (out(&output), err(&output));
            let Some(code) = output.status.code() else { panic!("{script}: {} {errors}", output.status) };
            assert!(!errors.contains("panic") && !errors.contains("memory allocation"), "{script}: {errors}");
            let status = text.lines().filter(|line| line.starts_with("s ")).count();
            match code {
                0 | 10 | 20 => assert_eq!(status, 1, "{script}: {text}{errors}"),
                1 => assert!(errors.contains("error: "), "{script}: {errors}"),
                _ => panic!("{script}: {code} {errors}"),
            }
            unknown += usize::from(has_unknown(&text));
        }
    }
    assert!(unknown > 20, "{unknown}");
}

#[cfg(all(target_os = "linux", not(feature = "safe")))]
fn has_unknown(text: &str) -> bool {
    text.lines().any(|line| line == "s UNKNOWN")
}

/// Every clause of an odd cycle of two colours is needed. A model for each of the 160,002, kept, would take 1.6 GB.
#[test]
fn a_large_core_is_minimal_in_little_memory() {
    let length = 80_001;
    let edge = |at: i32| format!("{at} {0} 0\n-{at} -{0} 0\n", at % length + 1);
    let cycle: String = (1..=length).map(edge).collect();
    let formula = format!("p cnf {length} {}\n{cycle}", 2 * length);
    let (code, out, err) = super::query(&["core", "--memory-limit", "200M"], &formula);
    assert!(code == 20 && out.contains("c minimal: 160002 of 160002 clauses"), "{code} {err}");
}

/// A limit of memory below what the formula takes ends the run while it is read or loaded, not long after.
#[test]
#[cfg(all(target_os = "linux", not(feature = "safe")))]
fn loading_obeys_the_memory_limit() {
    const MEGABYTES: u64 = 40;
    let folder = hard();
    fs::write(path(&folder, "large.cnf"), random_clauses(300_000, 1_200_000, 1)).expect("a file");
    let solver = crate::support::solver::SOLVER;
    for program in [&[solver, "-q"][..], &[CNFQUERY, "count"], &[CNFQUERY, "core"], &[CNFQUERY, "models"]] {
        let mut child = Command::new(program[0])
            .args(&program[1..])
            .args(["--memory-limit", &format!("{MEGABYTES}M"), "large.cnf"])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut peak = 0;
        while child.try_wait().expect("a child").is_none() {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            peak = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(peak);
            std::thread::sleep(Duration::from_millis(1));
        }
        let output = finish(child, "");
        assert_ended(&output, true, &format!("{program:?}"));
        assert!(peak < MEGABYTES * 1024 * 11 / 10, "{program:?}: {peak} kB");
    }
}

/// Who asks for a smallest core is told of a minimal one before the search for smaller ones begins, and of each of
/// these.
#[test]
fn a_core_is_told_of_as_soon_as_it_is_known() {
    let formula =
        Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3], &[-3, -1], &[-2, 3], &[-2, -3], &[3, 4], &[-3], &[-4]]);
    let grouped = Grouped::by_clause(formula);
    let mut told = Vec::new();
    let Found::Core(found) = smallest(&grouped, &Limits::none(), &mut |subset| told.push(subset.groups.clone())) else {
        panic!("it has no model");
    };
    let Found::Core(first) = minimal(&grouped, &Limits::none()) else { panic!("it has no model") };
    assert_eq!((told.first(), told.last()), (Some(&first.groups), Some(&found.groups)));
    assert!(told.windows(2).all(|pair| pair[1].len() < pair[0].len()), "{told:?}");
    assert_eq!(found.groups, [5, 6, 7]);
}
