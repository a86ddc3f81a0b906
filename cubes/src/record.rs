//! What is known of a cube: one JSON file, written once.

use crate::tree::CubeName;
use gemsat::cnf::Lit;
use serde::{Deserialize, Serialize};

/// The version of the files in a run directory. Another one is never read.
pub const FORMAT: u32 = 1;

/// What came of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: u32,
    /// The hash of the formula's file.
    pub formula: String,
    /// Its name.
    pub cube: CubeName,
    /// Who found it out.
    pub worker: String,
    /// The conflicts of the last attempt.
    pub conflicts: u64,
    /// Its time on the clock in milliseconds.
    pub milliseconds: u64,
    /// What it is.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What a cube is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Outcome {
    /// Refuted.
    Unsat {
        /// The literals of the cube that contradict the formula.
        core: Vec<i32>,
        /// Where the proof is that they do.
        proof: Option<ProofPlace>,
    },
    /// Satisfiable: all literals of a model.
    Sat {
        /// The literals that are true.
        model: Vec<i32>,
    },
    /// Too hard; split into two.
    Split {
        /// The literal that is true in the first of them.
        literal: i32,
    },
}

/// The clause in a proof that refutes a cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofPlace {
    /// The file in the folder of proofs.
    pub part: String,
    /// The id of the clause there.
    pub clause: u64,
    /// The bytes of the file up to and with this clause.
    pub bytes: u64,
}

/// Literals as numbers.
pub fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// Numbers as literals of a formula with so many variables; nothing when one of them is none.
pub fn literals(numbers: &[i32], vars: usize) -> Option<Vec<Lit>> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).filter(|lit| lit.var().index() < vars)).collect()
}
