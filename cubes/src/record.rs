//! What is known of a cube: one JSON file, written once.

use crate::tree::CubeName;
use gemsat::cnf::Lit;
use serde::{Deserialize, Serialize};

/// The version of the files in a run directory. Another one is never read.
pub const FORMAT: u32 = 2;

/// The longest name of a worker, which is the name of files too.
const LONGEST_NAME: usize = 120;

/// The result of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: u32,
    /// The hash of the formula's file.
    pub formula: String,
    /// Its name.
    pub cube: CubeName,
    /// The worker that found the result.
    pub worker: String,
    /// The conflicts of the last attempt.
    pub conflicts: u64,
    /// Its time on the clock in milliseconds.
    pub milliseconds: u64,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What was found out about a cube.
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

impl Record {
    /// Whether the record belongs to this run: it has this format and this formula, and a valid name of a worker.
    pub fn is_of(&self, formula: &str) -> bool {
        self.format == FORMAT && self.formula == formula && is_worker_name(&self.worker)
    }

    /// Where its refutation is proved, if that is in the proof of the same worker.
    pub fn own_proof(&self) -> Option<&ProofPlace> {
        match &self.outcome {
            Outcome::Unsat { proof: Some(place), .. } => {
                Some(place).filter(|place| place.part.strip_suffix(".lrat") == Some(&self.worker))
            }
            _ => None,
        }
    }
}

/// Whether a text is the name of a worker. Names become names of files and are printed, and whoever can write a result
/// can call itself anything.
pub fn is_worker_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(plain)
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

/// Numbers as literals of a formula with so many variables; `None` when one of them is not a literal.
pub fn literals(numbers: &[i32], vars: usize) -> Option<Vec<Lit>> {
    numbers.iter().map(|&number| Lit::from_dimacs(number).filter(|lit| lit.var().index() < vars)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_workers_are_names_of_files_and_nothing_else() {
        for name in ["host-12-18f3-0", "w", "simulated-3"] {
            assert!(is_worker_name(name), "{name}");
        }
        for name in ["", "..", "../w", "a/b", "a b", "w\u{1b}[2J", ".w", &"w".repeat(LONGEST_NAME + 1)] {
            assert!(!is_worker_name(name), "{name}");
        }
    }

    #[test]
    fn literals_are_those_of_the_formula() {
        assert_eq!(literals(&[1, -3], 3).map(|lits| numbers(&lits)), Some(vec![1, -3]));
        for numbers in [&[0][..], &[4], &[-4], &[i32::MIN], &[i32::MAX]] {
            assert_eq!(literals(numbers, 3), None, "{numbers:?}");
        }
    }

    #[test]
    fn a_proof_is_cited_from_the_own_part() {
        let record = |part: &str| Record {
            format: FORMAT,
            formula: "f".into(),
            cube: CubeName::of_line(1),
            worker: "w".into(),
            conflicts: 0,
            milliseconds: 0,
            outcome: Outcome::Unsat {
                core: Vec::new(),
                proof: Some(ProofPlace { part: part.into(), clause: 1, bytes: 1 }),
            },
        };
        assert!(record("w.lrat").own_proof().is_some());
        for part in ["v.lrat", "w", "../w.lrat", "/etc/passwd", ""] {
            assert!(record(part).own_proof().is_none(), "{part}");
        }
    }
}
