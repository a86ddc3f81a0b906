//! The journal of a race: its plan, and each run as soon as it has ended, one line of JSON each.
//!
//! A line is appended by one write, so a killed race leaves whole lines and at most one partial line, which is cut off when
//! the race is resumed. Runs that are not in the journal are run then.

use super::judge::Record;
use super::plan::Plan;
use crate::command::exit::Failure;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    /// A new journal. One of a race that has come to its end is replaced; one of an unfinished race, or another file,
    /// only if `fresh`.
    ///
    /// # Errors
    /// When there is a file that is not to be replaced, or the journal cannot be written.
    pub fn create(path: &Path, plan: &Plan, fresh: bool) -> Result<Journal, Failure> {
        if !fresh && path.exists() {
            let (journal, held) = Journal::open(path)?;
            let (done, all) = (held.records.len(), held.plan.schedule().len());
            if done < all {
                return Err(Failure::usage(format!(
                    "{}: there is an unfinished race in it, {done} of {all} runs; --resume goes on with it, --fresh \
                     starts again, --journal names another file",
                    path.display()
                )));
            }
            return journal.begin(plan);
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| failure(path, &error))?;
        lock(path, &file)?;
        Journal { path: path.to_path_buf(), file }.begin(plan)
    }

    /// Begins the file with the plan of a race.
    fn begin(mut self, plan: &Plan) -> Result<Journal, Failure> {
        let cleared = self.file.set_len(0).and_then(|()| self.file.rewind());
        cleared.map_err(|error| failure(&self.path, &error))?;
        self.append(&Line::Race(Box::new(plan.clone())))?;
        Ok(self)
    }

    /// Opens the journal of a race, and gives what it holds.
    ///
    /// # Errors
    /// When it cannot be read or written, or is no journal.
    pub fn open(path: &Path) -> Result<(Journal, Held), Failure> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(|error| failure(path, &error))?;
        lock(path, &file)?;
        let mut journal = Journal { path: path.to_path_buf(), file };
        let mut text = Vec::new();
        journal.file.read_to_end(&mut text).map_err(|error| failure(path, &error))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let held = read(path, &text[..whole])?;
        let cut = journal.file.set_len(whole as u64).and_then(|()| journal.file.seek(SeekFrom::End(0)));
        cut.map_err(|error| failure(path, &error))?;
        Ok((journal, held))
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

/// Holds the journal for this process alone, as long as it lives.
fn lock(path: &Path, file: &File) -> Result<(), Failure> {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|error| match error {
        rustix::io::Errno::WOULDBLOCK => failure(path, &"another race is writing it"),
        _ => failure(path, &error),
    })
}

fn failure(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

fn read(path: &Path, text: &[u8]) -> Result<Held, Failure> {
    let mut held: Option<Held> = None;
    let mut seen = HashSet::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let line: Line = serde_json::from_slice(line).map_err(|error| {
            Failure::input(format!("{}:{}: expected a line of a race's journal: {error}", path.display(), index + 1))
        })?;
        match (line, &mut held) {
            (Line::Race(plan), None) => held = Some(Held { plan: *plan, records: Vec::new() }),
            (Line::Run(record), Some(held)) => {
                if seen.insert((record.instance.clone(), record.solver.clone(), record.run)) {
                    held.records.push(record);
                }
            }
            _ => {
                let place = format!("{}:{}", path.display(), index + 1);
                return Err(Failure::input(format!("{place}: expected the race's plan first, and once")));
            }
        }
    }
    held.ok_or_else(|| Failure::input(format!("{}: there is no race in it", path.display())))
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn a_torn_line_is_cut_and_the_rest_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("race.jsonl");
        let plan = plan(&["a", "b"], &["x"], 1);
        let (one, two) = (record("a", "x", 0, 1.0), record("b", "x", 0, 2.0));
        let mut journal = Journal::create(&path, &plan, false).expect("new");
        journal.add(&one).expect("written");
        drop(journal);
        assert!(matches!(Journal::create(&path, &plan, false), Err(Failure::Usage(_))));
        let whole = std::fs::read(&path).expect("there");
        let mut torn = whole.clone();
        torn.extend_from_slice(br#"{"run":{"instance":"x","sol"#);
        std::fs::write(&path, &torn).expect("written");
        let (mut journal, held) = Journal::open(&path).expect("a journal");
        assert_eq!((&held.plan, held.records.as_slice()), (&plan, &[one.clone()][..]));
        journal.add(&two).expect("written");
        drop(journal);
        let (_, held) = Journal::open(&path).expect("a journal");
        assert_eq!(held.records, [one, two]);
        assert!(std::fs::read(&path).expect("there").starts_with(&whole));
        // The race is finished now.
        drop(Journal::create(&path, &plan, false).expect("replaced"));
        assert!(Journal::open(&path).expect("a journal").1.records.is_empty());
        drop(Journal::create(&path, &plan, true).expect("fresh"));
        assert!(matches!(Journal::create(&path, &plan, false), Err(Failure::Usage(_))));
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
