//! `cnfcheck` and what ends it from outside.

use crate::support::clauses::{dimacs, random_clauses, rivest};
use crate::support::refuter::{Refuter, written};
use crate::support::solver::{SLACK, send};
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;
use rustix::process::Signal;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The verbs, with the formula `f`; the claim comes from standard input.
const VERBS: [&str; 13] = [
    "f -",
    "-q f -",
    "model f -",
    "drat f -",
    "drat --forward f -",
    "drat --derivation f -",
    "dsr f -",
    "lrat f -",
    "lrat --threads 2 f -",
    "lrat --derivation f -",
    "lidrup f -",
    "count f -",
    "reconstruct f - f",
];

/// Runs a verb until the signal comes, a moment after it has begun to read what is written to it.
fn ended_by(signal: Signal, args: &str, input: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f"), dimacs(&rivest())).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cnfcheck"))
        .args(args.split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cnfcheck runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // It may have enough before it has read everything.
    let _ = stdin.write_all(input);
    std::thread::sleep(Duration::from_millis(150));
    send(&child, signal);
    let began = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(began.elapsed() < Duration::from_millis(500) + SLACK, "{args}: {:?}", began.elapsed());
    drop(stdin);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{args}: {signal:?}, {stdout}");
    assert!(stdout.ends_with("s UNKNOWN\n"), "{args}: {stdout}");
    assert_eq!(stdout.matches("s UNKNOWN").count(), 1, "{args}: {stdout}");
    assert_eq!(stdout.contains("c stopped: interrupted"), !args.contains("-q"), "{args}: {stdout}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("cnfcheck: caught SIG"), "{args}: {stderr}");
}

#[test]
fn every_verb_answers_a_signal() {
    for (index, args) in VERBS.iter().enumerate() {
        let signals = [Signal::INT, Signal::TERM, Signal::XCPU, Signal::ALARM, Signal::USR1];
        ended_by(signals[index % signals.len()], args, b"");
        ended_by(signals[(index + 2) % signals.len()], args, b"c so far\n");
    }
}

#[test]
fn a_limit_ends_a_read_that_waits() {
    for args in VERBS {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("f"), dimacs(&rivest())).expect("written");
        let mut words: Vec<&str> = args.split(' ').collect();
        let place = words.iter().position(|&word| word == "f").expect("the formula");
        words.splice(place..place, ["--time-limit", "0.2"]);
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_cnfcheck"))
            .args(&words)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("cnfcheck runs");
        let stdin = child.stdin.take();
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        assert!(began.elapsed() < Duration::from_millis(700) + SLACK, "{args}: {:?}", began.elapsed());
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), stdout.ends_with("s UNKNOWN\n")), (Some(0), true), "{args}: {stdout}");
    }
}

#[test]
fn a_signal_leaves_no_part_of_a_file() {
    let mut rng = Rng::new(9);
    let (clauses, steps) = loop {
        let clauses = random_clauses(&mut rng, 9, 45);
        if let Some(steps) = Refuter::refute(&clauses, false, true).filter(|steps| steps.len() > 40) {
            break (clauses, steps);
        }
    };
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    std::fs::write(place("f"), dimacs(&clauses)).expect("written");
    std::fs::write(place("p"), written(ProofFormat::DratText, clauses.len(), &steps)).expect("written");
    for delay in 0..15 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cnfcheck"))
            .args("drat f p --core core --trim trim --lrat lrat".split(' '))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("cnfcheck runs");
        std::thread::sleep(Duration::from_micros(700 * delay));
        // It may have ended already, or not begun to catch signals.
        if child.try_wait().expect("a child").is_none() {
            send(&child, Signal::TERM);
        }
        child.wait().expect("it ends");
        for (name, last) in [("core", "0\n"), ("trim", "0\n"), ("lrat", " 0\n")] {
            let text = std::fs::read_to_string(place(name)).unwrap_or(last.to_owned());
            assert!(text.ends_with(last), "{name}");
        }
        let left: Vec<_> =
            std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{left:?}");
    }
}
