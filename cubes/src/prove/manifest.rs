//! A manifest in place of one large proof: every part checked by itself, and a proof that the refuted cubes are all.
//!
//! **A part by itself.** That the formula implies the clauses `C1 ... Ck` of a part is the same as that the formula
//! together with `x1 or ... or xk`, where `xi` implies the negation of `Ci`, has no model. This is what the part's
//! clauses prove, followed by `not xi` for each `i` and the empty clause.
//!
//! **The cover.** `cover.cnf` has all these clauses, `cover.lrat` refutes it.

use super::cover::{Cover, Leaf, Source};
use super::{Pace, by_part, check, is_original, original_refutation, read_part};
use crate::Trouble;
use crate::directory::{Directory, hash_of_file, write_json};
use crate::record::numbers;
use gemsat::cnf::{Formula, Lit, write_dimacs};
use gemsat::limits::Limits;
use gemsat::proof::{ClauseId, ProofFormat, create};
use serde::Serialize;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The hash of the formula.
    pub formula: String,
    /// The hash of the cubes.
    pub cubes: String,
    /// The parts, each checked.
    pub parts: Vec<PartEntry>,
    /// The hash of `cover.cnf`, whose clauses are those of the parts in order.
    pub cover: String,
    /// The hash of `cover.lrat`, which was checked too.
    pub cover_proof: String,
}

/// A part that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartEntry {
    /// Its file in the folder of proofs.
    pub part: String,
    /// The hash of the whole file.
    pub hash: String,
    /// Clauses that it derives.
    pub lemmas: usize,
    /// The refuted cubes, with the literals that cannot all hold.
    pub refuted: Vec<(String, Vec<i32>)>,
}

/// Checks every part and the cover, and writes `manifest.json`, `cover.cnf` and `cover.lrat` into a folder.
///
/// # Errors
/// When a cube is open, a check fails, or a file cannot be written.
pub fn manifest(directory: &Directory, folder: &Path, limits: &Limits) -> Result<Manifest, Trouble> {
    let cover = Cover::of(directory)?;
    std::fs::create_dir_all(folder).map_err(|error| Trouble::file(folder, error))?;
    let mut parts = Vec::new();
    for (name, indices) in by_part(&cover.leaves) {
        let leaves: Vec<&Leaf> = indices.iter().map(|&index| &cover.leaves[index]).collect();
        let lemmas = check_part(directory, &name, &leaves, limits)?;
        let path = directory.file("proofs").join(&name);
        parts.push(PartEntry {
            hash: hash_of_file(&path).map_err(|error| Trouble::file(&path, error))?,
            part: name,
            lemmas,
            refuted: leaves.iter().map(|leaf| (leaf.cube.to_string(), numbers(&leaf.core))).collect(),
        });
    }
    let (formula, proof) = (folder.join("cover.cnf"), folder.join("cover.lrat"));
    write_cover(&cover, &formula, &proof, limits)?;
    let hashed = |path: &Path| hash_of_file(path).map_err(|error| Trouble::file(path, error));
    let manifest = Manifest {
        formula: directory.run.formula.clone(),
        cubes: directory.run.cubes.clone(),
        parts,
        cover: hashed(&formula)?,
        cover_proof: hashed(&proof)?,
    };
    write_json(&folder.join("manifest.json"), &manifest)?;
    Ok(manifest)
}

/// Checks that the formula implies the refutations of a part; returns how many clauses it derives.
fn check_part(directory: &Directory, name: &str, leaves: &[&Leaf], limits: &Limits) -> Result<usize, Trouble> {
    let mut pace = Pace::new(limits);
    let part = read_part(directory, name, leaves, &mut pace)?;
    let mut formula = directory.formula.clone();
    let choices: Vec<Lit> = leaves.iter().map(|_| formula.new_var().pos()).collect();
    // For each leaf the clauses that its choice makes all literals of the core true.
    let mut definitions = Vec::new();
    for (leaf, &choice) in leaves.iter().zip(&choices) {
        definitions.push(formula.num_clauses() as ClauseId + 1);
        leaf.core.iter().for_each(|&lit| formula.add_clause([!choice, lit]));
    }
    formula.add_clause(choices.iter().copied());
    let one_of_them = formula.num_clauses() as ClauseId;
    let scratch = tempfile::NamedTempFile::new_in(directory.file("proofs"))
        .map_err(|error| Trouble::file(directory.path(), error))?;
    let failing = |error| Trouble::file(scratch.path(), error);
    let mut tracer = create(scratch.path(), ProofFormat::Lrat, one_of_them).map_err(failing)?;
    let mut next = one_of_them + 1;
    let own: Vec<&&Leaf> = leaves.iter().filter(|leaf| !is_original(leaf, &directory.formula)).collect();
    let goals: Vec<(ClauseId, Vec<Lit>)> = own.iter().map(|leaf| (leaf.place.clause, leaf.core.clone())).collect();
    let (ids, free) = part.write(&goals, next, &mut *tracer, &mut pace)?;
    next = free;
    let mut ids = ids.into_iter();
    let mut refuted = Vec::new();
    for ((leaf, &choice), first) in leaves.iter().zip(&choices).zip(definitions) {
        let refutation = match is_original(leaf, &directory.formula) {
            true => original_refutation(leaf, &directory.formula)?,
            false => ids.next().unwrap_or(0),
        };
        let mut antecedents: Vec<ClauseId> = (first..first + leaf.core.len() as ClauseId).collect();
        antecedents.push(refutation);
        tracer.add(next, &[!choice], &antecedents).map_err(failing)?;
        refuted.push(next);
        next += 1;
    }
    refuted.push(one_of_them);
    tracer.add(next, &[], &refuted).map_err(failing)?;
    tracer.finish().map_err(failing)?;
    check(&formula, scratch.path(), ProofFormat::Lrat, limits)?;
    Ok(part.len())
}

fn write_cover(cover: &Cover, formula_path: &Path, proof_path: &Path, limits: &Limits) -> Result<(), Trouble> {
    let mut formula = Formula::new();
    let mut numbers = vec![0; cover.leaves.len()];
    for indices in by_part(&cover.leaves).into_values() {
        for index in indices {
            formula.add_clause(cover.leaves[index].core.iter().map(|&lit| !lit));
            numbers[index] = formula.num_clauses() as ClauseId;
        }
    }
    let file = File::create(formula_path).map_err(|error| Trouble::file(formula_path, error))?;
    write_dimacs(&formula, [] as [&str; 0], BufWriter::new(file))
        .map_err(|error| Trouble::file(formula_path, error))?;
    let failing = |error| Trouble::file(proof_path, error);
    let clauses = formula.num_clauses() as ClauseId;
    let mut tracer = create(proof_path, ProofFormat::Lrat, clauses).map_err(failing)?;
    for (index, step) in cover.steps.iter().enumerate() {
        let id = |source: Source| match source {
            Source::Leaf(index) => numbers[index],
            Source::Step(index) => clauses + 1 + index as ClauseId,
        };
        let clause: Vec<Lit> = step.core.iter().map(|&lit| !lit).collect();
        tracer.add(clauses + 1 + index as ClauseId, &clause, &step.from.map(id)).map_err(failing)?;
    }
    tracer.finish().map_err(failing)?;
    check(&formula, proof_path, ProofFormat::Lrat, limits)
}
