//! Faults of the world around the solver, beyond those in `command.rs`: signals in every part of a run, disks that fill
//! up, readers that stop reading, and memory that runs out wherever it happens to.

use crate::support::solver::{
    SLACK, SOLVER, answer, code, err, finish, folder, out, path, send, shell, solver, start, wait_for,
};
use gemsat::util::rng::Rng;
use rustix::process::Signal;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What the command promises, and what a loaded machine adds.
const PROMPT: Duration = Duration::from_millis(500).saturating_add(SLACK);

#[test]
fn signals_end_rounds_of_improving() {
    let folder = folder();
    // Nearly all of the time goes into rounds, whatever they hold.
    let mut command = solver();
    command.arg(path(&folder, "hard.cnf")).args([
        "--inprocess-first=0",
        "--inprocess-interval=2",
        "--reduce-interval=2",
    ]);
    let efforts = gemsat::engines::by_name("cdcl").expect("a known engine").options();
    for row in efforts.iter().filter(|row| row.name.ends_with("_effort")) {
        let most = row.accepts.rsplit('=').next().expect("a range");
        command.arg(format!("--{}={most}", row.name.replace('_', "-")));
    }
    for pause in [50, 300, 700] {
        let mut child = start(&mut command);
        let seen = wait_for(&mut child, "\nc *");
        std::thread::sleep(Duration::from_millis(pause));
        let began = Instant::now();
        send(&child, Signal::TERM);
        let output = finish(child, &seen);
        assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
        assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"));
        assert!(out(&output).contains("c rounds: "), "statistics follow");
    }
}

#[test]
fn signals_end_a_read_of_input_without_end() {
    let folder = folder();
    let mut feeder = Command::new("yes").arg("1 2 3 0").stdout(Stdio::piped()).spawn().expect("yes");
    let lines = feeder.stdout.take().expect("a pipe");
    let mut command = solver();
    command.args(["--input=dimacs", "--relaxed", "--stats-file"]).arg(path(&folder, "stats.json")).stdin(lines);
    let mut child = start(&mut command);
    let seen = wait_for(&mut child, "reading");
    std::thread::sleep(Duration::from_millis(300));
    let began = Instant::now();
    send(&child, Signal::TERM);
    let output = finish(child, &seen);
    assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{}", err(&output));
    let text = fs::read_to_string(path(&folder, "stats.json")).expect("statistics");
    serde_json::from_str::<serde_json::Value>(&text).expect("a whole file");
    feeder.kill().expect("it runs");
    feeder.wait().expect("it ends");
}

#[test]
fn a_proof_that_nobody_reads_does_not_hold_the_end() {
    let folder = folder();
    let pipe = path(&folder, "proof");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut reader = Command::new("sh")
        .args(["-c", "exec 3<\"$1\"; exec sleep 60", "sh"])
        .arg(&pipe)
        .stdout(Stdio::null())
        .spawn()
        .expect("a shell");
    let mut child = start(solver().arg(path(&folder, "hard.cnf")).arg("--proof").arg(&pipe));
    let seen = wait_for(&mut child, "\nc *");
    std::thread::sleep(Duration::from_millis(700));
    let began = Instant::now();
    send(&child, Signal::TERM);
    let output = finish(child, &seen);
    assert!(began.elapsed() < PROMPT, "{:?}", began.elapsed());
    assert_eq!(answer(&output), "s UNKNOWN");
    reader.kill().expect("it runs");
    reader.wait().expect("it ends");
}

#[test]
fn a_full_disk_under_a_compressed_proof_or_the_answer_is_told() {
    let folder = folder();
    for ending in ["gz", "zst"] {
        let script = format!("ulimit -f 1; $S --proof $1/proof.{ending} $1/middle.cnf");
        let output = shell(&script, folder.path());
        assert_eq!((code(&output), answer(&output).as_str()), (1, "s UNKNOWN"), "{script}");
        assert!(err(&output).contains("the proof is incomplete"), "{}", err(&output));
    }
    fs::write(path(&folder, "big.cnf"), "p cnf 9000 1\n-9000 0\n").expect("a file");
    let output = shell("ulimit -f 1; $S -q $1/big.cnf >$1/answer; echo $?; wc -c <$1/answer", folder.path());
    assert!(out(&output).starts_with("1\n"), "{}", out(&output));
    assert!(err(&output).contains("standard output"), "{}", err(&output));
    // Nothing can be written at all: the old statistics stay as they are.
    fs::write(path(&folder, "stats.json"), "old").expect("a file");
    let output = shell("ulimit -f 0; $S --stats-file $1/stats.json $1/unsat.cnf", folder.path());
    assert_eq!(code(&output), 1);
    assert_eq!(fs::read_to_string(path(&folder, "stats.json")).expect("the old file"), "old");
}

#[test]
fn old_answers_stay_until_the_new_ones_are_whole() {
    let folder = folder();
    for flag in ["--output", "--stats-file", "--best"] {
        let file = path(&folder, "kept");
        fs::write(&file, "old").expect("a file");
        let mut child = start(solver().arg(flag).arg(&file).arg(path(&folder, "hard.cnf")));
        wait_for(&mut child, "\nc *");
        send(&child, Signal::KILL);
        child.wait().expect("it ends");
        assert_eq!(fs::read_to_string(&file).expect("the old file"), "old", "{flag}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_plain_file_is_written_to_and_stays() {
    const QUEENS: &str = env!("CARGO_BIN_EXE_queens");
    const MAKE: &str = env!("CARGO_BIN_EXE_cnfmake");
    let folder = folder();
    let (device, link, target) = (path(&folder, "device"), path(&folder, "link"), path(&folder, "target"));
    std::os::unix::fs::symlink("/dev/null", &device).expect("a link");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let hard = path(&folder, "hard.cnf").display().to_string();
    let writers: [(&str, &[&str]); 4] = [
        (QUEENS, &["draw", "8", "-o"]),
        (MAKE, &["ksat", "-n", "3", "-m", "3", "-o"]),
        (SOLVER, &["--conflict-limit", "1", &hard, "--output"]),
        (SOLVER, &["--conflict-limit", "1", &hard, "--stats-file"]),
    ];
    for (tool, args) in writers {
        fs::write(&target, "old").expect("a file");
        for file in [&device, &link] {
            let output = Command::new(tool).args(args).arg(file).output().expect("it runs");
            assert_eq!(code(&output), 0, "{tool} {args:?}: {}", err(&output));
            assert!(file.is_symlink(), "{tool} {args:?} {}", file.display());
        }
        assert_ne!(fs::read_to_string(&target).expect("the target"), "old", "{tool} {args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_may_run_out_anywhere() {
    let folder = folder();
    // Large enough that the tables, the arena and the watches each ask for megabytes.
    let mut rng = Rng::new(1);
    let mut text = "p cnf 40000 150000\n".to_owned();
    for _ in 0..150_000 {
        for _ in 0..3 {
            let sign = if rng.coin() { "-" } else { "" };
            text.push_str(&format!("{sign}{} ", 1 + rng.below(40_000)));
        }
        text.push_str("0\n");
    }
    fs::File::create(path(&folder, "large.cnf")).and_then(|mut file| file.write_all(text.as_bytes())).expect("a file");
    let mut stopped = 0;
    for kilobytes in (14_000..64_000).step_by(7_000) {
        for proof in ["", "--proof /dev/null --proof-format lrat"] {
            let script = format!(
                "ulimit -v {kilobytes}; $S -q --no-witness --inprocess-first 0 --conflict-limit 2000 {proof} $1/large.cnf"
            );
            let output = shell(&script, folder.path());
            assert_eq!((code(&output), answer(&output).as_str()), (0, "s UNKNOWN"), "{script}: {}", err(&output));
            stopped += 1;
        }
    }
    assert!(stopped > 12);
}

#[test]
fn the_clock_on_the_wall_is_not_asked() {
    // Time limits count on a clock that nobody sets: no source asks for the time of day, but for the date of a race.
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files += 1;
                let text = fs::read_to_string(&path).expect("text");
                let dated = path.ends_with("compare/machine.rs");
                assert!(dated || !text.contains("SystemTime"), "{}", path.display());
            }
        }
    }
    assert!(files > 100);
}

#[test]
fn names_of_files_are_never_commands() {
    let folder = folder();
    let text = fs::read(path(&folder, "unsat.cnf")).expect("a formula");
    for name in ["x;touch OUCH;.cnf", "$(touch OUCH);.cnf.gz", "`touch OUCH`.cnf", "a b.cnf", "| touch OUCH", "-rf.cnf"]
    {
        fs::write(path(&folder, name), &text).expect("a file");
        let proof = format!("{name}.proof");
        let output = Command::new(SOLVER)
            .current_dir(&folder)
            .args(["--proof", &format!("./{proof}"), "--"])
            .arg(format!("./{name}"))
            .output()
            .expect("it runs");
        assert_eq!((code(&output), answer(&output).as_str()), (20, "s UNSATISFIABLE"), "{name}");
        assert!(path(&folder, &proof).exists() && !path(&folder, "OUCH").exists(), "{name}");
    }
}
