//! The run directory, which all parts of a run share and which is all that they need.
//!
//! ```text
//! run.json            the formula's hash, the number of cubes, how they are solved
//! formula.cnf         the formula
//! cubes.icnf          the cubes: the leaves of a tree
//! results/017/17a.json   what came of a cube, written once and renamed into place
//! proofs/WORKER.lrat  the clauses that a worker learned, all of them implied by the formula
//! workers/WORKER.json what a worker does; WORKER.distrusted: its results were wrong
//! status.html         the page, answer.json the verdict
//! ```
//!
//! Whatever is not in here is at most a hint: a cube without a result is open. A file that is incomplete (because a
//! disk was full or a machine lost its power) is not a result. Whether a result can be believed is decided in
//! [`crate::verdict`].

use crate::record::{FORMAT, Outcome, Record, literals};
use crate::tree::{CubeName, Misfit, Tree, completed};
use crate::{Trouble, icnf, seal};
use gemsat::cnf::input::{self, ReadOptions};
use gemsat::cnf::{Formula, Lit, model};
use gemsat::command::output::write_whole;
use gemsat::limits::Limits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a run is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of the program that made it; workers must have the same.
    pub version: String,
    /// A name that no other run has.
    pub id: String,
    /// A secret that only those who can read the directory know, by which their messages are recognised
    /// ([`crate::seal`]).
    pub secret: String,
    /// The name of the formula, for people.
    pub name: String,
    /// The hash of the formula's file, SHA-256 in hexadecimal.
    pub formula: String,
    /// The hash of the file of cubes.
    pub cubes: String,
    /// How cubes are solved.
    pub plan: Plan,
}

/// How cubes are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The conflicts of an attempt, after which a cube is split.
    pub budget: u64,
    /// How many times a cube may be split again.
    pub resplits: usize,
    /// Whether workers write proofs.
    pub proof: bool,
}

/// The verdict, as written into the run directory when the run has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// `SATISFIABLE` or `UNSATISFIABLE`.
    pub verdict: String,
    /// The model's true literals.
    pub model: Option<Vec<i32>>,
}

/// The file of the [`Answer`].
const ANSWER: &str = "answer.json";

/// The ending of the names of files that say that a worker is not to be trusted.
const DISTRUSTED: &str = "distrusted";

/// The version that workers must have.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An opened run directory: its formula has the hash that it had when the run began.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// What the run is.
    pub run: Run,
    /// The formula.
    pub formula: Formula,
    /// Workers whose results were wrong.
    distrusted: Mutex<HashSet<String>>,
}

/// The hash of bytes.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a file, read in blocks.
///
/// # Errors
/// When it cannot be read.
pub fn hash_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => break,
            read => digest.update(&block[..read]),
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Directory {
    /// Makes a run directory; the path must not be one already. Branches that the cubes leave out become cubes.
    ///
    /// # Errors
    /// When there is one, the cubes are no tree, or it cannot be written.
    pub fn create(
        path: &Path,
        formula: Formula,
        name: &str,
        cubes: &[Vec<Lit>],
        plan: Plan,
    ) -> Result<Directory, Trouble> {
        let file = |name: &str| path.join(name);
        if file("run.json").exists() {
            return Err(Trouble::Run(format!(
                "{}: there is a run already; give another directory, or continue it",
                path.display()
            )));
        }
        let leaves = completed(cubes).map_err(|error| Trouble::Run(format!("the cubes: {error}")))?;
        for folder in ["results", "proofs", "workers"] {
            fs::create_dir_all(file(folder)).map_err(|error| Trouble::file(&file(folder), error))?;
        }
        let mut text = Vec::new();
        gemsat::cnf::write_dimacs(&formula, [] as [&str; 0], &mut text)
            .map_err(|error| Trouble::file(&file("formula.cnf"), error))?;
        let mut cubes = Vec::new();
        icnf::write(leaves.iter().map(Vec::as_slice), &mut cubes)
            .map_err(|error| Trouble::file(&file("cubes.icnf"), error))?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let id = hash(format!("{} {} {since} {}", hash(&text), hash(&cubes), std::process::id()).as_bytes());
        let run = Run {
            format: FORMAT,
            version: VERSION.into(),
            id: id[..16].into(),
            secret: seal::new_secret(),
            name: name.into(),
            formula: hash(&text),
            cubes: hash(&cubes),
            plan,
        };
        write(&file("formula.cnf"), &text)?;
        write(&file("cubes.icnf"), &cubes)?;
        // Written last: a directory without this file is not a run.
        write_json(&file("run.json"), &run)?;
        Ok(Directory { path: path.into(), run, formula, distrusted: Mutex::default() })
    }

    /// Opens a run directory and checks that formula and cubes are those that the run began with.
    ///
    /// # Errors
    /// When it is none, is of another version, or its formula or its cubes have changed.
    pub fn open(path: &Path) -> Result<Directory, Trouble> {
        let file = path.join("run.json");
        let text = fs::read(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Trouble::Run(format!("{}: no run directory (it has no run.json)", path.display())),
            _ => Trouble::file(&file, error),
        })?;
        let run: Run =
            serde_json::from_slice(&text).map_err(|error| Trouble::Run(format!("{}: {error}", file.display())))?;
        if run.format != FORMAT || run.version != VERSION {
            return Err(Trouble::Run(format!(
                "{}: the run was begun by version {} (format {}), this is version {VERSION} (format {FORMAT}): all parts of a run need the same",
                path.display(),
                run.version,
                run.format
            )));
        }
        let distrusted = Mutex::new(distrusted(&path.join("workers")));
        let mut directory = Directory { path: path.into(), run, formula: Formula::new(), distrusted };
        directory.check_hashes()?;
        let options = ReadOptions { max_input: Some(u64::MAX), ..ReadOptions::default() };
        let document = input::read_path(&directory.file("formula.cnf"), &options, &Limits::none());
        directory.formula = document.map_err(|error| Trouble::Run(error.to_string()))?.formula;
        Ok(directory)
    }

    /// Checks that formula and cubes are those that the run began with.
    ///
    /// # Errors
    /// When one has changed or cannot be read.
    pub fn check_hashes(&self) -> Result<(), Trouble> {
        for (name, known) in [("formula.cnf", &self.run.formula), ("cubes.icnf", &self.run.cubes)] {
            let file = self.file(name);
            let found = hash_of_file(&file).map_err(|error| Trouble::file(&file, error))?;
            if found != *known {
                return Err(Trouble::Run(format!(
                    "{}: the file has changed since the run began (hash {}, then {}); results of the run do not hold for it",
                    file.display(),
                    &found[..12],
                    &known.get(..12).unwrap_or(known)
                )));
            }
        }
        Ok(())
    }

    /// The path of a file of the run.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tree of the cubes, without results.
    ///
    /// # Errors
    /// When the file of cubes cannot be read.
    pub fn tree(&self) -> Result<Tree, Trouble> {
        let path = self.file("cubes.icnf");
        let file = File::open(&path).map_err(|error| Trouble::file(&path, error))?;
        let cubes = icnf::read(BufReader::new(file), self.formula.num_vars());
        let cubes = cubes.map_err(|error| Trouble::Run(format!("{}: {error}", path.display())))?;
        Tree::new(&cubes).map_err(|error| Trouble::Run(format!("{}: {error}", path.display())))
    }

    fn result_file(&self, cube: &CubeName) -> PathBuf {
        self.file("results").join(format!("{:03}", cube.number() / 1000)).join(format!("{cube}.json"))
    }

    /// Writes the result of a cube, unless it has one; the first one counts. Whether it was written.
    ///
    /// # Errors
    /// When it cannot be written; then the cube stays open.
    pub fn record(&self, record: &Record) -> Result<bool, Trouble> {
        let path = self.result_file(&record.cube);
        let folder = path.parent().unwrap_or(&self.path);
        let wrong = |error| Trouble::file(&path, error);
        fs::create_dir_all(folder).map_err(wrong)?;
        if path.exists() && self.read(&record.cube).is_some() {
            return Ok(false);
        }
        let mut temporary = tempfile::Builder::new().prefix(".").suffix(".tmp").tempfile_in(folder).map_err(wrong)?;
        let mut text = serde_json::to_vec(record).map_err(|error| wrong(error.into()))?;
        text.push(b'\n');
        temporary.write_all(&text).map_err(wrong)?;
        match temporary.persist_noclobber(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists && self.read(&record.cube).is_some() => {
                Ok(false)
            }
            // There is a file, but it cannot be read, so it is not a result.
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
                error.file.persist(&path).map(|_| true).map_err(|error| wrong(error.error))
            }
            Err(error) => Err(wrong(error.error)),
        }
    }

    /// The result of a cube, if there is one of this formula.
    pub fn read(&self, cube: &CubeName) -> Option<Record> {
        let file = File::open(self.result_file(cube)).ok()?;
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let mut text = Vec::new();
        file.take(self.longest_result()).read_to_end(&mut text).ok()?;
        let record: Record = serde_json::from_slice(&text).ok()?;
        (record.is_of(&self.run.formula) && record.cube == *cube).then_some(record)
    }

    /// The bytes of the longest result: a model, and some names and numbers.
    fn longest_result(&self) -> u64 {
        (1 << 12) + 16 * self.formula.num_vars() as u64
    }

    /// Enters a result into the tree. A model is believed only after it was checked; a refutation of a run that keeps
    /// proofs must cite one, which is checked before the answer is given ([`crate::verdict`]).
    ///
    /// # Errors
    /// When the result does not fit.
    pub fn enter(&self, tree: &mut Tree, record: &Record) -> Result<Entered, Misfit> {
        if self.is_distrusted(&record.worker) {
            return Err(Misfit::Distrusted);
        }
        let node = tree.find(&record.cube).ok_or(Misfit::NoSuchCube)?;
        let vars = self.formula.num_vars();
        match &record.outcome {
            Outcome::Unsat { core, .. } => {
                if self.run.plan.proof && record.own_proof().is_none() {
                    return Err(Misfit::Unproved);
                }
                let core = literals(core, vars).ok_or(Misfit::Core)?;
                tree.refute(node, &core).map(Entered::Closed)
            }
            Outcome::Split { literal } => {
                let lits = literals(&[*literal], vars).ok_or(Misfit::Split)?;
                tree.split(&record.cube, lits[0]).map(|parts| Entered::Split(parts.map(|(name, _)| name)))
            }
            Outcome::Sat { model } => Ok(Entered::Model(self.is_model(model))),
        }
    }

    /// Whether these literals are a model of the formula.
    pub fn is_model(&self, numbers: &[i32]) -> bool {
        let vars = self.formula.num_vars();
        let Some(lits) = literals(numbers, vars) else { return false };
        let mut assignment = gemsat::cnf::Assignment::all_false(vars);
        lits.iter().for_each(|&lit| assignment.satisfy(lit));
        lits.iter().all(|&lit| assignment.is_true(lit)) && model::first_falsified(&assignment, &self.formula).is_none()
    }

    /// Notes in the directory that the run has ended, for all processes that work on it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn answer(&self, model: Option<&[i32]>) -> Result<(), Trouble> {
        let verdict = if model.is_some() { "SATISFIABLE" } else { "UNSATISFIABLE" };
        write_json(&self.file(ANSWER), &Answer { verdict: verdict.into(), model: model.map(Into::into) })
    }

    /// Removes an answer that no result supports.
    pub fn forget_answer(&self) {
        let _ = fs::remove_file(self.file(ANSWER));
    }

    /// Whether the directory says that the run has ended.
    pub fn is_answered(&self) -> bool {
        self.file(ANSWER).exists()
    }

    /// Takes back a result that turned out wrong: its cube is open again.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn discard(&self, cube: &CubeName) -> Result<(), Trouble> {
        let path = self.result_file(cube);
        match fs::rename(&path, path.with_extension("wrong")) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Trouble::file(&path, error)),
            _ => Ok(()),
        }
    }

    /// Whether this worker is noted in the directory as not to be trusted.
    pub fn has_noted_distrust(&self, worker: &str) -> bool {
        self.distrust_file(worker).exists()
    }

    fn distrust_file(&self, worker: &str) -> PathBuf {
        self.file("workers").join(format!("{worker}.{DISTRUSTED}"))
    }

    /// Notes that from now on no result of this worker counts, even after a restart.
    ///
    /// # Errors
    /// When that cannot be noted in the directory.
    pub fn distrust(&self, worker: &str) -> Result<(), Trouble> {
        self.distrusted.lock().unwrap_or_else(PoisonError::into_inner).insert(worker.to_owned());
        write(&self.distrust_file(worker), b"")
    }

    fn is_distrusted(&self, worker: &str) -> bool {
        self.distrusted.lock().unwrap_or_else(PoisonError::into_inner).contains(worker)
    }
}

/// The workers that are noted in a folder as not to be trusted.
fn distrusted(workers: &Path) -> HashSet<String> {
    let Ok(entries) = fs::read_dir(workers) else { return HashSet::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_suffix(DISTRUSTED)?.strip_suffix('.')?.to_owned())).collect()
}

/// What a result has done to the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// It closed so many cubes.
    Closed(usize),
    /// The cube has become these.
    Split([CubeName; 2]),
    /// It has a model, and whether that is one of the formula.
    Model(bool),
}

fn write(path: &Path, text: &[u8]) -> Result<(), Trouble> {
    write_whole(path, |out| out.write_all(text)).map_err(|error| Trouble::file(path, error))
}

/// Writes a file of JSON as a whole.
///
/// # Errors
/// When it cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Trouble> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| Trouble::file(path, error.into()))?;
    text.push(b'\n');
    write(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Seen;

    const PLAN: Plan = Plan { budget: 10, resplits: 3, proof: false };

    fn directory(path: &Path) -> Directory {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 3]]);
        let lit = |number| Lit::from_dimacs(number).expect("a literal");
        Directory::create(path, formula, "f", &[vec![lit(1)], vec![lit(-1)]], PLAN).expect("created")
    }

    fn record(directory: &Directory, cube: &str, outcome: Outcome) -> Record {
        Record {
            format: FORMAT,
            formula: directory.run.formula.clone(),
            cube: cube.parse().expect("a name"),
            worker: "w".into(),
            conflicts: 0,
            milliseconds: 0,
            outcome,
        }
    }

    fn refuted(core: &[i32]) -> Outcome {
        Outcome::Unsat { core: core.into(), proof: None }
    }

    #[test]
    fn the_first_result_counts_and_a_torn_one_is_none() {
        let scratch = tempfile::tempdir().expect("a folder");
        let directory = directory(scratch.path());
        assert!(directory.record(&record(&directory, "1", refuted(&[1]))).expect("written"));
        assert!(!directory.record(&record(&directory, "1", refuted(&[]))).expect("not written"));
        assert_eq!(directory.read(&"1".parse().expect("a name")).expect("a result").outcome, refuted(&[1]));
        fs::write(scratch.path().join("results/000/2.json"), "{\"format\":1,").expect("torn");
        let mut found = Vec::new();
        assert_eq!(
            directory.new_results(&mut Seen::default(), |record| found.push(record.cube.to_string())).expect("read"),
            1
        );
        assert_eq!(found, ["1"]);
        assert!(directory.record(&record(&directory, "2", refuted(&[-1]))).expect("written"), "a torn one is replaced");
    }

    #[test]
    fn results_of_another_formula_or_format_are_none() {
        let scratch = tempfile::tempdir().expect("a folder");
        let directory = directory(scratch.path());
        let mut other = record(&directory, "1", refuted(&[]));
        other.formula = "0".repeat(64);
        directory.record(&other).expect("written");
        let mut later = record(&directory, "2", refuted(&[]));
        later.format += 1;
        directory.record(&later).expect("written");
        let count = directory.new_results(&mut Seen::default(), |record| panic!("{record:?}")).expect("read");
        assert_eq!(count, 2);
    }

    #[test]
    fn a_changed_formula_and_another_version_are_refused() {
        let scratch = tempfile::tempdir().expect("a folder");
        drop(directory(scratch.path()));
        assert!(Directory::open(scratch.path()).is_ok());
        let formula = scratch.path().join("formula.cnf");
        let text = fs::read_to_string(&formula).expect("a text");
        fs::write(&formula, text.replace("-1 3 0", "-1 -3 0")).expect("changed");
        let error = Directory::open(scratch.path()).expect_err("changed").to_string();
        assert!(error.contains("has changed since the run began"), "{error}");
        fs::write(&formula, text).expect("as before");
        let run = scratch.path().join("run.json");
        let text = fs::read_to_string(&run).expect("a text").replace(&format!("\"{VERSION}\""), "\"0.0.9\"");
        fs::write(&run, text).expect("changed");
        let error = Directory::open(scratch.path()).expect_err("another version").to_string();
        assert!(error.contains("version 0.0.9"), "{error}");
    }

    #[test]
    fn only_models_are_models() {
        let scratch = tempfile::tempdir().expect("a folder");
        let directory = directory(scratch.path());
        assert!(directory.is_model(&[1, 2, 3]) && directory.is_model(&[1, 3]));
        assert!(!directory.is_model(&[1, 2]) && !directory.is_model(&[1, -1, 3]) && !directory.is_model(&[1, 3, 4]));
    }
}
