//! One proof of the formula from the parts of all workers.
//!
//! **What it does.** Every clause that a worker derived follows from the formula, so the parts can stand one after the
//! other. The refutation of a cube is the clause of its failed assumptions; from the clauses of two siblings the clause
//! of their parent follows by propagation, up to the empty clause at the root. What no refutation needs is left out.
//!
//! **Large runs.** A manifest instead: each part is checked by itself, and the cover apart from them (`manifest`).
//!
//! **References.** Heule, Kullmann, Marek (SAT'16) compose the proof of the Boolean Pythagorean triples problem from
//! those of its cubes; Cruz-Filipe et al. (CADE'17) for LRAT.

mod cover;
mod manifest;
mod part;
mod verify;

pub use manifest::{Manifest, manifest};
pub use verify::{Lie, Verified, verify};

use crate::Trouble;
use crate::directory::Directory;
use crate::verdict::counted;
use cover::{Cover, Leaf};
use gemsat::check::format::ProofEncoding;
use gemsat::check::read::Proof;
use gemsat::check::{Outcome, lrat};
use gemsat::cnf::{Formula, Lit, inputs};
use gemsat::command::output::folder_of;
use gemsat::limits::Limits;
use gemsat::proof::{ClauseId, ProofFormat, create};
use part::{Pace, Part};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What a composed proof consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    /// Parts of workers.
    pub parts: usize,
    /// Cubes whose refutations are used.
    pub cubes: usize,
    /// Clauses of the parts, and how many of them the workers derived.
    pub lemmas: u64,
    /// Clauses that the workers derived.
    pub derived: u64,
    /// Clauses that close inner nodes.
    pub cover: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {}, {} of their {} clauses and {} to cover them, {} bytes",
            counted(self.cubes, "cube"),
            counted(self.parts, "worker"),
            self.lemmas,
            self.derived,
            self.cover,
            self.bytes
        )
    }
}

/// The refutations that the cover needs, by the part that they are in.
type ByPart = BTreeMap<String, Vec<usize>>;

fn by_part(leaves: &[Leaf]) -> ByPart {
    let mut parts = ByPart::new();
    for (index, leaf) in leaves.iter().enumerate() {
        parts.entry(leaf.place.part.clone()).or_default().push(index);
    }
    parts
}

/// Reads a part as far as these leaves need it.
fn read_part(directory: &Directory, part: &str, leaves: &[&Leaf], pace: &mut Pace<'_>) -> Result<Part, Trouble> {
    let bytes = leaves.iter().map(|leaf| leaf.place.bytes).max().unwrap_or(0);
    Part::read(&directory.file("proofs").join(part), bytes, directory.formula.num_clauses() as ClauseId, pace)
}

/// Whether the clause that refutes a leaf is one of the formula.
fn is_original(leaf: &Leaf, formula: &Formula) -> bool {
    leaf.place.clause > 0 && leaf.place.clause <= formula.num_clauses() as ClauseId
}

/// Composes one LRAT proof of the formula.
///
/// # Errors
/// When a cube is open, the run has kept no proofs, a part lacks what it should have, or a limit ends it.
pub fn compose(directory: &Directory, path: &Path, format: ProofFormat, limits: &Limits) -> Result<Composed, Trouble> {
    let mut pace = Pace::new(limits);
    let cover = Cover::of(directory)?;
    let failing = |error| Trouble::file(path, error);
    let originals = directory.formula.num_clauses() as ClauseId;
    let mut tracer = create(path, format, originals).map_err(failing)?;
    let mut next = originals + 1;
    let mut composed = Composed { cubes: cover.leaves.len(), ..Composed::default() };
    let mut numbers: Vec<ClauseId> = vec![0; cover.leaves.len()];
    for (name, indices) in by_part(&cover.leaves) {
        let (own, given): (Vec<usize>, Vec<usize>) =
            indices.into_iter().partition(|&index| !is_original(&cover.leaves[index], &directory.formula));
        for index in given {
            numbers[index] = original_refutation(&cover.leaves[index], &directory.formula)?;
        }
        if own.is_empty() {
            continue;
        }
        let leaves: Vec<&Leaf> = own.iter().map(|&index| &cover.leaves[index]).collect();
        let part = read_part(directory, &name, &leaves, &mut pace)?;
        let goals: Vec<(ClauseId, Vec<Lit>)> =
            leaves.iter().map(|leaf| (leaf.place.clause, leaf.core.clone())).collect();
        let before = next;
        let (ids, free) = part.write(&goals, next, &mut *tracer, &mut pace)?;
        next = free;
        own.iter().zip(ids).for_each(|(&index, id)| numbers[index] = id);
        composed.parts += 1;
        composed.lemmas += next - before;
        composed.derived += part.len() as u64;
    }
    let mut ids: HashMap<usize, ClauseId> = HashMap::new();
    for step in &cover.steps {
        let id = |source: &cover::Source| match *source {
            cover::Source::Leaf(index) => numbers[index],
            cover::Source::Step(index) => ids.get(&index).copied().unwrap_or(0),
        };
        pace.step(step.core.len())?;
        let antecedents = [id(&step.from[0]), id(&step.from[1])];
        let clause: Vec<Lit> = step.core.iter().map(|&lit| !lit).collect();
        tracer.add(next, &clause, &antecedents).map_err(failing)?;
        ids.insert(ids.len(), next);
        next += 1;
        composed.cover += 1;
    }
    tracer.finish().map_err(failing)?;
    composed.bytes = std::fs::metadata(path).map_err(failing)?.len();
    Ok(composed)
}

/// The id of a clause of the formula that refutes a leaf.
fn original_refutation(leaf: &Leaf, formula: &Formula) -> Result<ClauseId, Trouble> {
    let clause = formula.clause(leaf.place.clause as usize - 1);
    if clause.iter().all(|&lit| leaf.core.contains(&!lit)) {
        Ok(leaf.place.clause)
    } else {
        Err(Trouble::Run(format!("cube {}: the clause that should refute it does not", leaf.cube)))
    }
}

/// Composes one LRAT proof of the formula into a file, once it was checked: a file that is there stays until then.
///
/// # Errors
/// As for [`compose`] and [`check`].
pub fn write(directory: &Directory, path: &Path, format: ProofFormat, limits: &Limits) -> Result<Composed, Trouble> {
    let failing = |error| Trouble::file(path, error);
    inputs::refuse(path).map_err(failing)?;
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(Trouble::Run(format!("{}: a proof is written to a plain file, to be read again", path.display())));
    }
    // The whole name stays its end, since it says how the proof is compressed.
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(target.file_name().unwrap_or_default());
    builder.permissions(PermissionsExt::from_mode(0o666));
    let scratch = builder.tempfile_in(folder_of(&target)).map_err(failing)?;
    let composed = compose(directory, scratch.path(), format, limits)?;
    check(&directory.formula, scratch.path(), format, limits)?;
    scratch.persist(&target).map_err(|error| failing(error.error))?;
    Ok(composed)
}

/// Checks a composed proof with this project's checker, which shares no code with the solver.
///
/// # Errors
/// When the proof is wrong or a limit was met.
pub fn check(formula: &Formula, path: &Path, format: ProofFormat, limits: &Limits) -> Result<(), Trouble> {
    let file = File::open(path).map_err(|error| Trouble::file(path, error))?;
    let encoding = if format == ProofFormat::LratText { ProofEncoding::Text } else { ProofEncoding::Binary };
    match lrat::check(formula, &mut Proof::new(file, encoding), limits) {
        Outcome::Verified(_) => Ok(()),
        Outcome::Rejected(error) | Outcome::Unreadable(error) => {
            Err(Trouble::Internal(format!("{}: the composed proof is wrong: {error}", path.display())))
        }
        Outcome::Unknown(stop) => Err(Trouble::Stopped(stop)),
    }
}
