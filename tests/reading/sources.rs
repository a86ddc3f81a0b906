//! Where input comes from: files that cannot be read, devices, pipes, and limits.

use super::{read, strict};
use gemsat::cnf::{ReadError, input};
use gemsat::limits::{Limits, Stop};
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn what_cannot_be_opened_is_an_error_with_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [folder.path().to_path_buf(), folder.path().join("missing.cnf")] {
        match input::read_path(&path, &strict(), &Limits::none()) {
            Err(error @ ReadError::Io { .. }) => {
                assert!(error.to_string().starts_with(&*path.to_string_lossy()), "{error}")
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn names_are_only_names() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a b.cnf", "x;touch y;.cnf.gz", "$(touch z).cnf.xz", "ünïcode.cnf", "-n"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "p cnf 1 1\n1 0\n").expect("written");
        assert!(input::read_path(&path, &strict(), &Limits::none()).is_ok(), "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 5);
}

#[test]
fn a_raised_flag_or_a_passed_deadline_ends_reading() {
    let limits = Limits::none();
    limits.stop.raise();
    let result = input::read_from(&b"p cnf 1 1\n1 0\n"[..], "text", &strict(), &limits);
    assert!(matches!(result, Err(ReadError::Stopped { stop: Stop::Interrupted, .. })), "{result:?}");
    let limits = Limits::none().with_wall_time(Duration::ZERO);
    let result = input::read_from(&b"p cnf 1 1\n1 0\n"[..], "text", &strict(), &limits);
    assert!(matches!(result, Err(ReadError::Stopped { stop: Stop::WallTime, .. })), "{result:?}");
}

#[test]
fn a_failing_read_is_an_error_and_no_end() {
    struct Failing(bool);
    impl std::io::Read for Failing {
        fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(std::io::Error::other("the disk is gone"));
            }
            let text = b"p cnf 1 1\n1 0\n";
            buf[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }
    match input::read_from(Failing(false), "disk", &strict(), &Limits::none()) {
        Err(error @ ReadError::Io { .. }) => assert_eq!(error.to_string(), "disk: the disk is gone"),
        other => panic!("{other:?}"),
    }
    assert!(read(b"p cnf 1 1\n1 0\n", &strict()).is_ok());
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_refused_at_once() {
    for (path, column) in [("/dev/zero", true), ("/dev/full", true), ("/dev/null", true), ("/proc/self/mem", false)] {
        match input::read_path(Path::new(path), &strict(), &Limits::none().with_wall_time(Duration::from_secs(20))) {
            Err(ReadError::Parse(error)) => assert!(column && (error.line, error.column) == (1, 1), "{error}"),
            Err(ReadError::Io { .. }) => assert!(!column),
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[cfg(target_os = "linux")]
fn fifo(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("fifo.cnf");
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).expect("a pipe");
    path
}

#[cfg(target_os = "linux")]
#[test]
fn a_slow_pipe_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fifo(folder.path());
    let writer = std::thread::spawn({
        let path = path.clone();
        move || {
            use std::io::Write;
            std::thread::sleep(Duration::from_millis(150));
            let mut pipe = std::fs::File::create(path).expect("the pipe");
            for piece in ["p cnf 2 2\n", "1 2", " 0\n-", "1 0\n"] {
                pipe.write_all(piece.as_bytes()).expect("a reader");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    });
    let document = input::read_path(&path, &strict(), &Limits::none()).expect("a formula");
    assert_eq!(super::lists(&document.formula), [vec![1, 2], vec![-1]]);
    writer.join().expect("the writer ends");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_without_a_writer_does_not_hold_a_stopped_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = fifo(folder.path());
    let begin = Instant::now();
    let result = input::read_path(&path, &strict(), &Limits::none().with_wall_time(Duration::from_millis(100)));
    assert!(matches!(result, Err(ReadError::Stopped { stop: Stop::WallTime, .. })), "{result:?}");
    // The same with a writer that writes nothing, and a flag raised from another thread.
    let limits = Limits::none();
    let flag = limits.stop.clone();
    let writer = std::thread::spawn({
        let path = path.clone();
        move || {
            let pipe = std::fs::File::create(path).expect("the pipe");
            std::thread::sleep(Duration::from_millis(200));
            flag.raise();
            std::thread::sleep(Duration::from_millis(600));
            drop(pipe);
        }
    });
    let result = input::read_path(&path, &strict(), &limits);
    assert!(matches!(result, Err(ReadError::Stopped { stop: Stop::Interrupted, .. })), "{result:?}");
    assert!(begin.elapsed() < Duration::from_secs(5));
    writer.join().expect("the writer ends");
}
