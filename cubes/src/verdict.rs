//! The answer of a run, and the evidence for it.
//!
//! A closed tree is a claim: its results are files that may have been written by anybody with write access to the
//! directory. So before the answer `UNSATISFIABLE` is given, the refutations that close the tree are checked: as one
//! proof, or each refutation by itself. A result that its proof does not show is set aside, and its worker named; the
//! cube is open again.

use crate::Trouble;
use crate::conquer::process_name;
use crate::directory::Directory;
use crate::local::Ended;
use crate::prove::{self, Composed, Lie, Verified};
use gemsat::command::output::complain;
use gemsat::command::report::clean;
use gemsat::limits::{Limits, Stop};
use gemsat::proof::ProofFormat;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// Under which terms the results of a run are accepted.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Where one proof of the formula is written to.
    pub proof: Option<&'a Path>,
    /// Whether workers are believed.
    pub trust: bool,
    /// Whether all results are of this process, in a directory of its own.
    pub own: bool,
    /// How many threads check.
    pub threads: usize,
}

/// The names of workers whose results were wrong.
type Liars = Vec<String>;

/// How often results of this very process may turn out wrong before it gives up: the disk may spoil a part of the proof
/// once, but hardly more often.
const OWN_ERRORS: usize = 3;

/// What an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The searches of this process.
    Search,
    /// What workers say.
    Workers,
    /// Refutations, each of which was checked.
    Refutations(Verified),
    /// One proof, which was checked.
    Proof(Composed),
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Search => f.write_str("the searches of this process, unchecked (--proof FILE has them checked)"),
            Basis::Workers => f.write_str("the word of the workers, unchecked (--trust-workers)"),
            Basis::Refutations(Verified { cubes, parts, steps }) => {
                let (cubes, parts) = (counted(*cubes, "cube"), counted(*parts, "worker"));
                write!(f, "the refutations of {cubes}, checked here: {steps} steps of {parts}")
            }
            Basis::Proof(composed) => write!(f, "a proof of the formula, checked here: {composed}"),
        }
    }
}

/// `1 cube`, `2 cubes`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The answer of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// A model that satisfies the formula: the literals that are true.
    Sat(Vec<i32>),
    /// There is none, for this reason.
    Unsat(Basis),
    /// Cubes are open; a limit ended the run.
    Open(Option<Stop>),
}

impl Terms<'_> {
    /// Makes sure that the results of this directory can be accepted under these terms.
    ///
    /// # Errors
    /// When they could not be checked, and are not to be believed.
    pub fn suit(&self, directory: &Directory) -> Result<(), Trouble> {
        let what = match (self.proof, directory.run.plan.proof) {
            (_, true) => return Ok(()),
            (Some(_), false) => "there is nothing to make a proof of",
            (None, false) if self.trust || self.own => return Ok(()),
            (None, false) => "no result can be checked: --trust-workers believes them",
        };
        Err(Trouble::Run(format!("{}: the run keeps no proofs, so {what}", directory.path().display())))
    }

    /// Checks the refutations that close the tree. Wrong ones are set aside, and their workers are reported.
    ///
    /// # Errors
    /// When a limit ends it, or a file cannot be read or written.
    pub fn justify(&self, directory: &Directory, limits: &Limits) -> Result<Result<Basis, Liars>, Trouble> {
        directory.check_hashes()?;
        if let Some(path) = self.proof {
            let failure = match prove::write(directory, path, ProofFormat::Lrat, limits) {
                Ok(composed) => return Ok(Ok(Basis::Proof(composed))),
                Err(trouble @ (Trouble::Stopped(_) | Trouble::File(..))) => return Err(trouble),
                Err(trouble) => trouble,
            };
            // Some worker's part is wrong; this finds out whose.
            let (_, lies) = prove::verify(directory, self.threads, limits)?;
            if lies.is_empty() {
                return Err(failure);
            }
            return set_aside(directory, &lies).map(Err);
        }
        if self.trust {
            return Ok(Ok(Basis::Workers));
        }
        if self.own {
            return Ok(Ok(Basis::Search));
        }
        let (verified, lies) = prove::verify(directory, self.threads, limits)?;
        if lies.is_empty() {
            return Ok(Ok(Basis::Refutations(verified)));
        }
        set_aside(directory, &lies).map(Err)
    }

    /// Solves until an answer is justified; cubes whose results turn out wrong are solved again.
    ///
    /// # Errors
    /// When the directory cannot be read or written, or results of this very process turn out wrong.
    pub fn settle(
        &self,
        directory: &Directory,
        limits: &Limits,
        mut solve: impl FnMut() -> Result<Ended, Trouble>,
    ) -> Result<Answered, Trouble> {
        let mut own = 0;
        loop {
            match solve()? {
                Ended::Sat(model) => {
                    note(directory, Some(&model));
                    return Ok(Answered::Sat(model));
                }
                Ended::Open(stop) => return Ok(Answered::Open(stop)),
                Ended::Unsat => {}
            }
            match self.justify(directory, limits) {
                Ok(Ok(basis)) => {
                    note(directory, None);
                    return Ok(Answered::Unsat(basis));
                }
                Ok(Err(liars)) => {
                    own += usize::from(liars.iter().any(|name| name.starts_with(&process_name())));
                    if own == OWN_ERRORS {
                        return Err(Trouble::Internal("refutations of this process are wrong, again and again".into()));
                    }
                }
                Err(Trouble::Stopped(stop)) => return Ok(Answered::Open(Some(stop))),
                Err(trouble) => return Err(trouble),
            }
        }
    }
}

/// Notes the answer in the directory, for all who work on it.
fn note(directory: &Directory, model: Option<&[i32]>) {
    // The answer is given even if the disk is full.
    if let Err(trouble) = directory.answer(model) {
        complain(format_args!("cnfcubes: {trouble}"));
    }
}

/// Sets wrong results aside, and says whose they were. Of these workers nothing counts any more.
fn set_aside(directory: &Directory, lies: &[Lie]) -> Result<Liars, Trouble> {
    let mut by_worker: HashMap<&str, (usize, &Lie)> = HashMap::new();
    for lie in lies {
        by_worker.entry(&lie.worker).or_insert((0, lie)).0 += 1;
        directory.discard(&lie.cube)?;
    }
    let mut by_worker: Vec<_> = by_worker.into_iter().collect();
    by_worker.sort_unstable_by_key(|&(worker, _)| worker);
    for &(worker, (count, Lie { cube, why, .. })) in &by_worker {
        directory.distrust(worker)?;
        let results = if count == 1 { "result" } else { "results" };
        complain(format_args!(
            "cnfcubes: worker {worker}: {count} wrong {results}, that of cube {cube} among them: {}; nothing of this worker counts any more",
            clean(why)
        ));
    }
    Ok(by_worker.into_iter().map(|(worker, _)| worker.to_owned()).collect())
}
