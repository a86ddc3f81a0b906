//! Checking the claims of workers: each refutation that closes the tree against the part of the proof that it cites.
//!
//! **What it does.** Every part is read once, from its beginning, and every step is checked as it comes, by the checker
//! of `cnfcheck`. A cube counts as refuted when the clause that its result names was derived in this way, and has the
//! literals of its core. Only what the cover needs is asked for; the parts are shared among threads, and no part is
//! held in memory.
//!
//! **Soundness.** A step must follow by propagation: the parts are combined, and a clause that only preserves
//! satisfiability in one of them may be wrong together with the others. Steps after the first wrong one of a part are
//! ignored.

use super::cover::{Cover, Leaf};
use super::{by_part, is_original, original_refutation};
use crate::Trouble;
use crate::directory::Directory;
use crate::tree::CubeName;
use gemsat::check::format::ProofEncoding;
use gemsat::check::read::Proof;
use gemsat::check::{Outcome, lrat};
use gemsat::limits::Limits;
use gemsat::proof::ClauseId;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Refutations that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Cubes that are refuted.
    pub cubes: usize,
    /// Parts of the proof that say so.
    pub parts: usize,
    /// Steps of these parts that were checked.
    pub steps: u64,
}

/// A result that its part of the proof does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lie {
    /// The cube.
    pub cube: CubeName,
    /// Who says that it is refuted.
    pub worker: String,
    /// What is wrong.
    pub why: String,
}

/// Checks the refutations that close the tree, with this many threads; those that are wrong are returned beside what
/// holds.
///
/// # Errors
/// When a cube is open, the run keeps no proofs, or a limit ends it.
pub fn verify(directory: &Directory, threads: usize, limits: &Limits) -> Result<(Verified, Vec<Lie>), Trouble> {
    let cover = Cover::of(directory)?;
    let parts: Vec<(String, Vec<usize>)> = by_part(&cover.leaves).into_iter().collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Ok((Verified::default(), Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, parts.len().max(1)) {
            scope.spawn(|| {
                while let Some((name, indices)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let leaves: Vec<&Leaf> = indices.iter().map(|&index| &cover.leaves[index]).collect();
                    let checked = check_part(directory, name, &leaves, limits);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    match (&mut *found, checked) {
                        (Ok((verified, lies)), Ok((steps, wrong))) => {
                            verified.cubes += leaves.len() - wrong.len();
                            verified.parts += 1;
                            verified.steps += steps;
                            lies.extend(wrong);
                        }
                        (found @ Ok(_), Err(trouble)) => *found = Err(trouble),
                        (Err(_), _) => return,
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    found.1.sort_by(|a: &Lie, b: &Lie| a.cube.cmp(&b.cube));
    Ok(found)
}

/// Checks a part as far as these leaves need it; the steps that were checked, and the leaves that it does not refute.
fn check_part(
    directory: &Directory,
    name: &str,
    leaves: &[&Leaf],
    limits: &Limits,
) -> Result<(u64, Vec<Lie>), Trouble> {
    let formula = &directory.formula;
    let mut lies = Vec::new();
    let mut lie = |leaf: &Leaf, why: String| {
        lies.push(Lie { cube: leaf.cube.clone(), worker: leaf.worker.clone(), why });
    };
    let (given, derived): (Vec<&Leaf>, Vec<&Leaf>) = leaves.iter().partition(|leaf| is_original(leaf, formula));
    for leaf in given {
        if original_refutation(leaf, formula).is_err() {
            lie(leaf, "the clause that should refute it does not".into());
        }
    }
    // By the clause that is to refute them; 0 is the first empty one.
    let mut open: HashMap<ClauseId, Vec<&Leaf>> = HashMap::new();
    derived.iter().for_each(|leaf| open.entry(leaf.place.clause).or_default().push(leaf));
    let mut steps = 0;
    let mut why = "its part of the proof has no such clause".to_owned();
    match File::open(directory.file("proofs").join(name)) {
        _ if open.is_empty() => {}
        Err(error) => why = format!("its part of the proof: {error}"),
        Ok(file) => {
            let bytes = derived.iter().map(|leaf| leaf.place.bytes).max().unwrap_or(0);
            let mut proof = Proof::new(file.take(bytes), ProofEncoding::Binary);
            let mut unsound = false;
            let checked = lrat::derive(formula, &mut proof, limits, |step, rat| {
                unsound = rat;
                if rat {
                    return false;
                }
                steps += 1;
                let empty = step.lits.is_empty();
                for id in [Some(step.id), empty.then_some(0)].into_iter().flatten() {
                    let Some(leaves) = open.remove(&id) else { continue };
                    for leaf in leaves {
                        let negated = leaf.core.iter().all(|&lit| step.lits.contains(&!lit));
                        if !negated || step.lits.len() != leaf.core.len() {
                            lie(leaf, "the clause that it names is not its refutation".into());
                        }
                    }
                }
                !open.is_empty()
            });
            match checked {
                // Every cube is refuted where the formula has an empty clause.
                Outcome::Verified(report) if report.trivial => open.clear(),
                Outcome::Verified(_) if unsound => why = "a step that does not follow by propagation".into(),
                Outcome::Verified(_) => {}
                Outcome::Rejected(error) | Outcome::Unreadable(error) => {
                    why = format!("its part of the proof: {error}")
                }
                Outcome::Unknown(stop) => return Err(Trouble::Stopped(stop)),
            }
        }
    }
    open.into_values().flatten().for_each(|leaf| lie(leaf, why.clone()));
    Ok((steps, lies))
}
