//! Finding the results that have come since the last look, without reading again what was there.
//!
//! A run may have millions of results, a thousand in a folder. A folder is listed again only if its time of change
//! differs, once that time was the same at [`LOOKS`] looks in a row. A single look is not enough, since a file system
//! may count time in seconds. Some file systems do not update the times of folders, so every [`WHOLE`]th look lists all
//! of them.

use crate::Trouble;
use crate::directory::Directory;
use crate::record::Record;
use crate::tree::CubeName;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::time::SystemTime;

/// After this many looks with the same time of change, a folder is skipped.
const LOOKS: u32 = 3;
/// One in so many looks lists all folders.
const WHOLE: u64 = 30;

/// The results that were seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Their cubes.
    pub names: HashSet<CubeName>,
    /// By folder: its time of change, and at how many looks it was the same.
    folders: HashMap<OsString, (SystemTime, u32)>,
    looks: u64,
}

impl Seen {
    /// Nothing so far, with room for so many.
    pub fn with_capacity(cubes: usize) -> Seen {
        Seen { names: HashSet::with_capacity(cubes), ..Seen::default() }
    }
}

impl Directory {
    /// Calls back with every result that was not seen yet, those of a cube before those of its parts.
    /// Returns how many files are no results of this run.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn new_results(&self, seen: &mut Seen, mut found: impl FnMut(Record)) -> Result<usize, Trouble> {
        let root = self.file("results");
        let mut foreign = 0;
        let whole = seen.looks.is_multiple_of(WHOLE);
        seen.looks += 1;
        for entry in fs::read_dir(&root).map_err(|error| Trouble::file(&root, error))? {
            let entry = entry.map_err(|error| Trouble::file(&root, error))?;
            let (name, folder) = (entry.file_name(), entry.path());
            // The time is read before the folder is listed: a file that comes meanwhile changes it once more.
            let changed = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            let same = seen.folders.get(&name).filter(|(time, _)| *time == changed).map_or(0, |(_, looks)| *looks);
            if same >= LOOKS && !whole {
                continue;
            }
            let before = foreign;
            let mut cubes = Vec::new();
            for file in fs::read_dir(&folder).map_err(|error| Trouble::file(&folder, error))? {
                let file = file.map_err(|error| Trouble::file(&folder, error))?.file_name();
                let Some(stem) = file.to_str().and_then(|name| name.strip_suffix(".json")) else { continue };
                match stem.parse::<CubeName>() {
                    Ok(cube) if seen.names.contains(&cube) => {}
                    Ok(cube) => cubes.push(cube),
                    Err(_) => foreign += 1,
                }
            }
            // The parts of a cube are in the folder of the cube.
            cubes.sort_unstable_by(|a, b| (a.number(), a.resplits(), a).cmp(&(b.number(), b.resplits(), b)));
            for cube in cubes {
                match self.read(&cube) {
                    Some(record) => {
                        seen.names.insert(cube);
                        found(record);
                    }
                    None => foreign += 1,
                }
            }
            // A file that is not a result yet may become one without changing the folder's time, so the folder is
            // listed again.
            let looks = if foreign == before { same + 1 } else { 0 };
            seen.folders.insert(name, (changed, looks));
        }
        Ok(foreign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::Plan;
    use crate::record::{FORMAT, Outcome};
    use gemsat::cnf::{Formula, Lit};

    #[test]
    fn folders_that_stay_as_they_are_are_passed_over_and_new_results_are_found() {
        let scratch = tempfile::tempdir().expect("a folder");
        let lit = |number| Lit::from_dimacs(number).expect("a literal");
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 3]]);
        let plan = Plan { budget: 10, resplits: 3, proof: false };
        let cubes = [vec![lit(1)], vec![lit(-1)]];
        let directory = Directory::create(scratch.path(), formula, "f", &cubes, plan).expect("created");
        let record = |cube: &str| Record {
            format: FORMAT,
            formula: directory.run.formula.clone(),
            cube: cube.parse().expect("a name"),
            worker: "w".into(),
            conflicts: 0,
            milliseconds: 0,
            outcome: Outcome::Unsat { core: Vec::new(), proof: None },
        };
        let look = |seen: &mut Seen| {
            let mut found = Vec::new();
            let foreign = directory.new_results(seen, |record| found.push(record.cube.to_string())).expect("read");
            (found, foreign)
        };
        let mut seen = Seen::default();
        assert!(directory.record(&record("1")).expect("written"));
        assert_eq!(look(&mut seen), (vec!["1".to_owned()], 0));
        for _ in 0..LOOKS {
            assert_eq!(look(&mut seen), (Vec::new(), 0));
        }
        assert_eq!(seen.folders[&OsString::from("000")].1, LOOKS);
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(directory.record(&record("2")).expect("written"));
        assert_eq!(look(&mut seen), (vec!["2".to_owned()], 0));
        // A torn file is no result, and its folder is listed until it is one.
        let torn = scratch.path().join("results/000/1a.json");
        fs::write(&torn, "{").expect("written");
        for _ in 0..=LOOKS {
            assert_eq!(look(&mut seen), (Vec::new(), 1));
        }
        fs::write(&torn, serde_json::to_vec(&record("1a")).expect("a text")).expect("written");
        assert_eq!(look(&mut seen), (vec!["1a".to_owned()], 0));
    }

    #[test]
    fn all_folders_are_listed_now_and_then() {
        let scratch = tempfile::tempdir().expect("a folder");
        let formula = Formula::from_dimacs_lists(&[&[1]]);
        let plan = Plan { budget: 10, resplits: 3, proof: false };
        let directory = Directory::create(scratch.path(), formula, "f", &[Vec::new()], plan).expect("created");
        let folder = scratch.path().join("results/000");
        fs::create_dir(&folder).expect("created");
        let times = fs::File::open(&folder).expect("opened");
        let mut seen = Seen::default();
        for look in 0..=WHOLE {
            if look == 5 {
                fs::write(folder.join("1.json"), "{}").expect("written");
            }
            // A file system that does not keep the times of folders.
            times.set_modified(SystemTime::UNIX_EPOCH).expect("set");
            let foreign = directory.new_results(&mut seen, |_| ()).expect("read");
            assert_eq!(foreign, usize::from(look == WHOLE), "look {look}");
        }
    }
}
