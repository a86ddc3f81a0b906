//! Refutations made by the simplest of methods, and how the library's writers write them.

use super::clauses::line;
use gemsat::cnf::Lit;
use gemsat::proof::{self, ProofFormat};
use std::path::Path;

/// The steps of a test proof.
#[derive(Clone, Debug)]
pub enum TestStep {
    Add(u64, Vec<i32>, Vec<u64>),
    Rat(u64, Vec<i32>, Vec<i64>),
    Delete(u64, Vec<i32>),
}

impl TestStep {
    /// The clause that is added or deleted.
    pub fn clause_mut(&mut self) -> &mut Vec<i32> {
        let (TestStep::Add(_, clause, _) | TestStep::Rat(_, clause, _) | TestStep::Delete(_, clause)) = self;
        clause
    }

    /// The step as a line of DRAT.
    pub fn to_drat(&self) -> String {
        let (mark, clause) = match self {
            TestStep::Add(_, clause, _) | TestStep::Rat(_, clause, _) => ("", clause),
            TestStep::Delete(_, clause) => ("d ", clause),
        };
        mark.to_owned() + &line(clause)
    }
}

/// Branches, propagates by looking at all clauses, and derives the negation of its decisions whenever both branches are
/// refuted.
pub struct Refuter {
    clauses: Vec<(u64, Vec<i32>)>,
    vars: i32,
    last: u64,
    steps: Vec<TestStep>,
}

impl Refuter {
    /// A refutation of the clauses, if there is one. `extend` defines a new variable first, as resolution asymmetric
    /// tautologies, and `delete` deletes lemmas that are subsumed.
    pub fn refute(clauses: &[Vec<i32>], extend: bool, delete: bool) -> Option<Vec<TestStep>> {
        let vars = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap_or(0);
        let numbered = clauses.iter().enumerate().map(|(index, clause)| (index as u64 + 1, clause.clone())).collect();
        let mut refuter = Refuter { clauses: numbered, vars, last: clauses.len() as u64, steps: Vec::new() };
        if extend && vars >= 2 {
            let x = vars + 1;
            let first = refuter.last + 1;
            refuter.rat(vec![x, -1, -2], vec![]);
            refuter.rat(vec![-x, 1], vec![-(first as i64)]);
            refuter.rat(vec![-x, 2], vec![-(first as i64)]);
            refuter.vars += 1;
        }
        refuter.branch(&mut Vec::new(), delete).then_some(refuter.steps)
    }

    fn rat(&mut self, clause: Vec<i32>, hints: Vec<i64>) {
        self.last += 1;
        self.clauses.push((self.last, clause.clone()));
        self.steps.push(TestStep::Rat(self.last, clause, hints));
    }

    fn branch(&mut self, decisions: &mut Vec<i32>, delete: bool) -> bool {
        let before = self.steps.len();
        let values = match self.propagate(decisions) {
            Ok(hints) => return self.derive(decisions, hints, delete, before),
            Err(values) => values,
        };
        // The newest variable first, so that extension variables take part.
        let Some(var) = (1..=self.vars).rev().find(|var| !values.contains(var) && !values.contains(&-var)) else {
            return false;
        };
        for lit in [var, -var] {
            decisions.push(lit);
            let refuted = self.branch(decisions, delete);
            decisions.pop();
            if !refuted {
                return false;
            }
        }
        let hints = self.propagate(decisions).expect("both branches are refuted");
        self.derive(decisions, hints, delete, before)
    }

    fn derive(&mut self, decisions: &[i32], hints: Vec<u64>, delete: bool, before: usize) -> bool {
        self.last += 1;
        let clause: Vec<i32> = decisions.iter().map(|lit| -lit).collect();
        self.clauses.push((self.last, clause.clone()));
        self.steps.push(TestStep::Add(self.last, clause, hints));
        if delete && !decisions.is_empty() {
            let lemmas: Vec<(u64, Vec<i32>)> = self.steps[before..self.steps.len() - 1]
                .iter()
                .filter_map(|step| match step {
                    TestStep::Add(id, lits, _) => Some((*id, lits.clone())),
                    _ => None,
                })
                .collect();
            for (id, lits) in lemmas {
                if let Some(place) = self.clauses.iter().position(|(other, _)| *other == id) {
                    self.clauses.remove(place);
                    self.steps.push(TestStep::Delete(id, lits));
                }
            }
        }
        true
    }

    /// The antecedents of a conflict, or else the assignment.
    fn propagate(&self, decisions: &[i32]) -> Result<Vec<u64>, Vec<i32>> {
        let mut values = decisions.to_vec();
        let mut hints = Vec::new();
        loop {
            let before = values.len();
            for (id, clause) in &self.clauses {
                if clause.iter().any(|lit| values.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|lit| !values.contains(&-**lit));
                match (open.next(), open.next()) {
                    (None, _) => {
                        hints.push(*id);
                        return Ok(hints);
                    }
                    (Some(&unit), None) => {
                        hints.push(*id);
                        values.push(unit);
                    }
                    _ => {}
                }
            }
            if values.len() == before {
                return Err(values);
            }
        }
    }
}

/// Writes the steps by the library's writer.
pub fn write(path: &Path, format: ProofFormat, originals: usize, steps: &[TestStep]) {
    let mut tracer = proof::create(path, format, originals as u64).expect("a file");
    assert_eq!(tracer.needs_antecedents(), matches!(format, ProofFormat::Lrat | ProofFormat::LratText));
    let lits =
        |clause: &[i32]| -> Vec<Lit> { clause.iter().map(|&lit| Lit::from_dimacs(lit).expect("not 0")).collect() };
    for step in steps {
        match step {
            TestStep::Add(id, clause, hints) => tracer.add(*id, &lits(clause), hints),
            TestStep::Rat(id, clause, hints) => tracer.add_rat(*id, &lits(clause), hints),
            TestStep::Delete(id, clause) => tracer.delete(*id, &lits(clause)),
        }
        .expect("written");
    }
    tracer.finish().expect("written");
}

pub fn written(format: ProofFormat, originals: usize, steps: &[TestStep]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    write(&path, format, originals, steps);
    std::fs::read(&path).expect("the proof")
}

pub fn is_binary(format: ProofFormat) -> bool {
    matches!(format, ProofFormat::Drat | ProofFormat::Dsr | ProofFormat::Lrat)
}
