//! Runs of `solver` that are ended: by limits, by signals, while reading, searching or writing.

use crate::support::solver::{
    SLACK, answer, code, err, far_end, finish, folder, out, path, send, shell, solver, start, terminal, wait_for,
};
use rustix::process::Signal;
use std::fs;
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Whether this process, and so its children, ignore a signal; known on Linux only.
fn ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 == 1
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
fn signals_end_a_search() {
    let folder = folder();
    let signals = [
        (Signal::INT, "SIGINT"),
        (Signal::TERM, "SIGTERM"),
        (Signal::HUP, "SIGHUP"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::USR1, "SIGUSR1"),
    ];
    for (signal, name) in signals {
        // Under nohup the solver ignores SIGHUP.
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
    send(&child, Signal::TERM);
    let status = child.wait().expect("it ends");
    assert!(began.elapsed() < SLACK);
    assert_eq!(status.signal(), Some(Signal::TERM.as_raw()));
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
fn limits_of_the_shell_are_kept() {
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
