//! The journal of a race: its plan, and each run as soon as it has ended, one line of JSON each.
//!
//! A line is appended by one write, so a killed race leaves whole lines and at most one partial line, which is cut off
//! when the race is resumed. Runs that are not in the journal are run then. A file is refused if it has a line that is
//! not one of a journal, an unknown key, a run that is not planned, or two results of one run.
//!
//! A journal in the current folder may have been written by anybody. So it is read as a list of results, and nothing
//! named in it is run, opened or written to. It must be a plain file, not a link to one. A finished race is kept under
//! a name with the time of its beginning when the next one takes its place.

use super::child::Usage;
use super::judge::Record;
use super::machine::{now, stamp};
use super::plan::{Plan, Task};
use crate::command::exit::Failure;
use crate::command::output::folder_of;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Race(Box<Plan>),
    Run(Record),
}

/// A journal that is open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal holds.
#[derive(Debug)]
pub struct Held {
    /// The plan.
    pub plan: Plan,
    /// The runs that have ended, in the order of their ends.
    pub records: Vec<Record>,
}

impl Journal {
    /// Makes a new journal. The journal of a finished race is kept under another name, which is returned. The journal
    /// of an unfinished race, or any other file, is replaced only if `fresh`.
    ///
    /// # Errors
    /// When there is a file that is not to be replaced, or the journal cannot be written.
    pub fn create(path: &Path, plan: &Plan, fresh: bool) -> Result<(Journal, Option<PathBuf>), Failure> {
        let mut kept = None;
        if path.symlink_metadata().is_ok() {
            if fresh {
                // The old journal is locked until it is replaced, so that no race that is under way loses its journal.
                let _held = open_plain(path)?;
                return Ok((Journal::replace(path, plan)?, None));
            }
            let (_held, held) = Journal::open(path)?;
            let (done, all) = (held.done(&held.plan).len(), held.plan.schedule().len());
            if done < all {
                return Err(Failure::usage(format!(
                    "{}: there is an unfinished race in it, {done} of {all} runs; --resume goes on with it, --fresh \
                     starts again, --journal names another file",
                    path.display()
                )));
            }
            kept = Some(move_aside(path, held.plan.started).map_err(|error| failure(path, &error))?);
        }
        Ok((Journal::replace(path, plan)?, kept))
    }

    /// Begins a new file with the plan of a race, and gives it this name. A file or link that had the name before is
    /// replaced, not written to.
    fn replace(path: &Path, plan: &Plan) -> Result<Journal, Failure> {
        let failed = |error: &dyn std::fmt::Display| failure(path, error);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cnfcompare-").permissions(Permissions::from_mode(0o666));
        let file = builder.tempfile_in(folder_of(path)).map_err(|error| failed(&error))?;
        lock(path, file.as_file())?;
        let file = file.persist(path).map_err(|error| failed(&error.error))?;
        let mut journal = Journal { path: path.to_path_buf(), file };
        journal.append(&Line::Race(Box::new(plan.clone())))?;
        Ok(journal)
    }

    /// Opens the journal of a race to go on with it, and gives what it holds.
    ///
    /// # Errors
    /// When it cannot be read or written, or is no journal.
    pub fn open(path: &Path) -> Result<(Journal, Held), Failure> {
        let mut journal = Journal { path: path.to_path_buf(), file: open_plain(path)? };
        let mut text = Vec::new();
        journal.file.read_to_end(&mut text).map_err(|error| failure(path, &error))?;
        let whole = whole_lines(&text);
        let held = read(path, whole)?;
        let end: &[u8] = if whole.ends_with(b"\n") { b"" } else { b"\n" };
        let cut = journal.file.set_len(whole.len() as u64).and_then(|()| journal.file.seek(SeekFrom::End(0)));
        cut.and_then(|_| journal.file.write_all(end)).map_err(|error| failure(path, &error))?;
        Ok((journal, held))
    }

    /// What a journal holds, only to be shown: the file is not changed, and may belong to a race that is under way.
    ///
    /// # Errors
    /// When it cannot be read, or is no journal.
    pub fn show(path: &Path) -> Result<Held, Failure> {
        let text = std::fs::read(path).map_err(|error| failure(path, &error))?;
        read(path, whole_lines(&text))
    }

    /// Appends a run.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), Failure> {
        self.append(&Line::Run(record.clone()))
    }

    fn append(&mut self, line: &Line) -> Result<(), Failure> {
        let mut text = serde_json::to_vec(line).map_err(|error| failure(&self.path, &error))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(|error| failure(&self.path, &error))
    }
}

impl Held {
    /// The runs of this plan that the journal has, each once.
    pub fn done(&self, plan: &Plan) -> Vec<Record> {
        let names = |at: &Task| (&*plan.instances[at.instance].name, &*plan.solvers[at.solver].label, at.run);
        let schedule = plan.schedule();
        let planned: HashSet<(&str, &str, u32)> = schedule.iter().map(names).collect();
        let is_planned = |at: &&Record| planned.contains(&(&*at.instance, &*at.solver, at.run));
        self.records.iter().filter(is_planned).cloned().collect()
    }
}

/// The text without a last line that is torn. A line that only lacks its line end is whole, and so is one that says
/// something else, which is refused.
fn whole_lines(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let torn = serde_json::from_slice::<serde_json::Value>(&text[end..]).is_err_and(|error| error.is_eof());
    if torn { &text[..end] } else { text }
}

/// Opens a journal for reading and appending, for this process alone.
fn open_plain(path: &Path) -> Result<File, Failure> {
    // Checked before it is opened, since opening a pipe would wait for its other end.
    let kind = path.symlink_metadata().map_err(|error| failure(path, &error))?;
    if !kind.is_file() {
        return Err(failure(path, &"expected a race's journal, found a link, a folder or a device"));
    }
    let flags = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
    let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(path);
    let file = file.map_err(|error| failure(path, &error))?;
    lock(path, &file)?;
    Ok(file)
}

/// Gives the journal of a finished race a name of its own, with the time when the race began: `race.jsonl` becomes
/// `race-20260301-170542.jsonl`, or `race-20260301-170542-2.jsonl` where there is such a file already.
fn move_aside(path: &Path, started: u64) -> io::Result<PathBuf> {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_os_string();
    let mut number = 1;
    loop {
        let mut name = part(path.file_stem());
        name.push(format!("-{}", stamp(started.min(now()))));
        if number > 1 {
            name.push(format!("-{number}"));
        }
        if let Some(ending) = path.extension() {
            name.push(".");
            name.push(ending);
        }
        let target = path.with_file_name(name);
        // The new name is reserved first, so that no file of that name is overwritten.
        match OpenOptions::new().write(true).create_new(true).open(&target) {
            Ok(_) => return std::fs::rename(path, &target).map(|()| target),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Locks the journal for this process, as long as it lives.
fn lock(path: &Path, file: &File) -> Result<(), Failure> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    // A process that is just being started holds its parent's files until its program begins; if the lock is held
    // longer, another race has it.
    let patience = Instant::now() + Duration::from_millis(500);
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(()),
            Err(Errno::WOULDBLOCK) if Instant::now() < patience => sleep(Duration::from_millis(5)),
            Err(Errno::WOULDBLOCK) => return Err(failure(path, &"another race is writing it")),
            Err(error) => return Err(failure(path, &error)),
        }
    }
}

fn failure(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

fn read(path: &Path, text: &[u8]) -> Result<Held, Failure> {
    let mut held: Option<Held> = None;
    let mut seen = HashMap::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let refuse = |what: &str| Failure::input(format!("{}:{}: expected {what}", path.display(), index + 1));
        let line: Line =
            serde_json::from_slice(line).map_err(|error| refuse(&format!("a line of a race's journal: {error}")))?;
        match (line, &mut held) {
            (Line::Race(plan), None) => held = Some(Held { plan: *plan, records: Vec::new() }),
            (Line::Run(record), Some(held)) => {
                let Plan { instances, solvers, runs, .. } = &held.plan;
                let planned = instances.iter().any(|instance| instance.name == record.instance)
                    && solvers.iter().any(|solver| solver.label == record.solver);
                if !planned || record.run >= *runs {
                    return Err(refuse("a run of the plan above"));
                }
                let Usage { user, system, wall, .. } = record.usage;
                if [user, system, wall].iter().any(|time| *time < 0.0) {
                    return Err(refuse("times of 0 seconds or more"));
                }
                let place = held.records.len();
                match seen.entry((record.instance.clone(), record.solver.clone(), record.run)) {
                    Entry::Vacant(entry) => {
                        entry.insert(place);
                        held.records.push(record);
                    }
                    Entry::Occupied(entry) if held.records[*entry.get()] == record => {}
                    Entry::Occupied(_) => return Err(refuse("one result of a run, found a second one")),
                }
            }
            _ => return Err(refuse("the race's plan first, and once")),
        }
    }
    held.ok_or_else(|| Failure::input(format!("{}: there is no race in it", path.display())))
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn a_lock_held_for_a_moment_is_waited_for_and_one_held_longer_is_another_race() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("race.jsonl");
        let (journal, _) = Journal::create(&path, &plan(&["a"], &["x"], 1), false).expect("new");
        // A copy of the handle, like the one that a child holds while it is being started.
        let inherited = journal.file.try_clone().expect("a second handle");
        drop(journal);
        let ends = std::thread::spawn(move || {
            sleep(Duration::from_millis(50));
            drop(inherited);
        });
        let (held, _) = Journal::open(&path).expect("nobody writes it");
        ends.join().expect("ended");
        assert!(Journal::open(&path).is_err(), "it is being written");
        drop(held);
    }

    #[test]
    fn a_torn_line_is_cut_and_the_rest_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("race.jsonl");
        let plan = plan(&["a", "b"], &["x"], 1);
        let (one, two) = (record("a", "x", 0, 1.0), record("b", "x", 0, 2.0));
        let (mut journal, kept) = Journal::create(&path, &plan, false).expect("new");
        assert_eq!(kept, None);
        journal.add(&one).expect("written");
        assert!(Journal::open(&path).is_err(), "one race writes it");
        assert_eq!(Journal::show(&path).expect("shown").records, std::slice::from_ref(&one));
        drop(journal);
        assert!(matches!(Journal::create(&path, &plan, false), Err(Failure::Usage(_))));
        let whole = std::fs::read(&path).expect("there");
        let mut torn = whole.clone();
        torn.extend_from_slice(br#"{"run":{"instance":"x","sol"#);
        std::fs::write(&path, &torn).expect("written");
        assert_eq!(Journal::show(&path).expect("shown").records, std::slice::from_ref(&one));
        let (mut journal, held) = Journal::open(&path).expect("a journal");
        assert_eq!((&held.plan, held.records.as_slice()), (&plan, &[one.clone()][..]));
        journal.add(&two).expect("written");
        drop(journal);
        let (_, held) = Journal::open(&path).expect("a journal");
        assert_eq!(held.records, [one, two]);
        assert!(std::fs::read(&path).expect("there").starts_with(&whole));
    }

    #[test]
    fn a_finished_race_is_kept_and_an_unfinished_one_replaced_on_request() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("race.jsonl");
        let plan = plan(&["a"], &["x"], 1);
        let finish = || {
            let (mut journal, kept) = Journal::create(&path, &plan, false).expect("new");
            journal.add(&record("a", "x", 0, 1.0)).expect("written");
            kept.map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        };
        let kept = [finish(), finish(), finish()];
        let names = [None, Some("race-19700101-000000.jsonl"), Some("race-19700101-000000-2.jsonl")];
        assert_eq!(kept.each_ref().map(Option::as_deref), names);
        for name in names.into_iter().flatten() {
            assert_eq!(Journal::show(&folder.path().join(name)).expect("kept").records.len(), 1);
        }
        drop(Journal::create(&path, &plan, true).expect("fresh"));
        assert!(Journal::show(&path).expect("a journal").records.is_empty());
        assert!(matches!(Journal::create(&path, &plan, false), Err(Failure::Usage(_))));
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3);
    }

    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("race.jsonl"), folder.path().join("other"));
        std::fs::write(&other, "precious").expect("written");
        std::os::unix::fs::symlink(&other, &path).expect("a link");
        let plan = plan(&["a"], &["x"], 1);
        for fresh in [false, true] {
            assert!(matches!(Journal::create(&path, &plan, fresh), Err(Failure::Input(_))));
        }
        assert!(Journal::open(&path).is_err());
        std::fs::remove_file(&path).expect("removed");
        std::fs::hard_link(&other, &path).expect("a link");
        assert!(Journal::create(&path, &plan, false).is_err());
        drop(Journal::create(&path, &plan, true).expect("another file"));
        assert_eq!(std::fs::read(&other).expect("there"), b"precious");
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("race.jsonl");
        for text in ["", "p cnf 1 1\n", "{}\n", "{\"run\":{}}\n"] {
            std::fs::write(&path, text).expect("written");
            assert!(matches!(Journal::open(&path), Err(Failure::Input(_))), "{text}");
            let plan = plan(&["a"], &["x"], 1);
            assert!(matches!(Journal::create(&path, &plan, false), Err(Failure::Input(_))), "{text}");
            assert_eq!(std::fs::read(&path).expect("there"), text.as_bytes(), "not written over");
        }
    }
}
