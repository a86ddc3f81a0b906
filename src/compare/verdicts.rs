//! The verdict on each formula: what is known for certain, whose word counts, and who disagrees.
//!
//! A checked model and a checked proof are certain. The word of a solver that gave any wrong answer (a wrong model, a
//! refutation of a formula with a model, a proof that does not hold) counts for nothing. An "unsatisfiable" that has no
//! checked proof and that no other solver confirms rests on one solver's word, and is marked.

use super::judge::{Claim, Evidence, ProofState, Record, Word, word};
use super::plan::Plan;
use serde::Serialize;
use std::collections::HashSet;

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// One solver's word.
    Word,
    /// The words of two solvers, or of one solver and the name of the formula's folder.
    Agreed,
    /// A proof, which was checked.
    Proof,
    /// A model, which was checked.
    Model,
}

impl Basis {
    /// The basis in a word.
    pub fn text(self) -> &'static str {
        match self {
            Basis::Word => "word",
            Basis::Agreed => "agreed",
            Basis::Proof => "proof",
            Basis::Model => "model",
        }
    }

    /// An explanation of the basis.
    pub fn means(self) -> &'static str {
        match self {
            Basis::Word => "by its word alone",
            Basis::Agreed => "another solver, or the folder's name, says the same",
            Basis::Proof => "a proof was checked",
            Basis::Model => "the model was checked",
        }
    }
}

/// A formula on which solvers disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The instance's place in the plan.
    pub instance: usize,
    /// Which solvers claim satisfiable.
    pub sat: Vec<String>,
    /// Which solvers claim unsatisfiable.
    pub unsat: Vec<String>,
    /// What is known: by a checked model, a checked proof, or the folder's name.
    pub settled: String,
}

/// What the runs over a formula say together.
#[derive(Clone, Debug, Default)]
pub struct Opinion {
    /// What is certain.
    pub evidence: Evidence,
    /// What an "unsatisfiable" of this formula rests on.
    pub unsat: Option<Basis>,
    /// Who disagrees.
    pub disagreement: Option<Disagreement>,
}

impl Opinion {
    /// What the verdict on the formula rests on, if there is one.
    pub fn verdict_basis(&self) -> Option<Basis> {
        if self.evidence.model { Some(Basis::Model) } else { self.unsat.filter(|_| !self.evidence.disputed) }
    }

    /// What a run's verdict rests on.
    pub fn basis(&self, word: Word) -> Option<Basis> {
        match word {
            Word::Sat => Some(Basis::Model),
            Word::Unsat => self.unsat,
            _ => None,
        }
    }
}

/// The runs of a race by instance and solver, and what they say together.
#[derive(Debug)]
pub struct Opinions {
    /// By instance.
    pub all: Vec<Opinion>,
    /// By solver: whether it was caught with a wrong answer.
    pub liars: Vec<bool>,
}

impl Opinions {
    /// Weighs the runs, each with the places of its instance and its solver.
    pub fn new(plan: &Plan, runs: &[(usize, usize, &Record)]) -> Opinions {
        let mut all = vec![Opinion::default(); plan.instances.len()];
        for (instance, _, record) in runs {
            let evidence = &mut all[*instance].evidence;
            evidence.model |= record.claim == Claim::Sat;
            evidence.refuted |= record.claim == Claim::Unsat && record.proof == ProofState::Verified;
        }
        let mut liars = vec![false; plan.solvers.len()];
        for (instance, solver, record) in runs {
            liars[*solver] |= word(record, all[*instance].evidence).is_wrong();
        }
        let voices: Vec<String> = plan.solvers.iter().map(super::lineup::Solver::voice).collect();
        for (index, opinion) in all.iter_mut().enumerate() {
            let start = runs.partition_point(|&(instance, ..)| instance < index);
            let end = runs.partition_point(|&(instance, ..)| instance <= index);
            opinion.weigh(plan, index, &runs[start..end], &liars, &voices);
        }
        Opinions { all, liars }
    }
}

impl Opinion {
    /// `runs` are those over this formula.
    fn weigh(
        &mut self,
        plan: &Plan,
        instance: usize,
        runs: &[(usize, usize, &Record)],
        liars: &[bool],
        voices: &[String],
    ) {
        let folder = plan.instances[instance].expected;
        let count = |claim: Claim, says: bool| {
            let honest = runs.iter().filter(|(_, solver, record)| record.claim == claim && !liars[*solver]);
            let heard: HashSet<&str> = honest.map(|(_, solver, _)| voices[*solver].as_str()).collect();
            heard.len() + usize::from(folder == Some(says))
        };
        let (sat, unsat) = (count(Claim::NoModel, true), count(Claim::Unsat, false));
        let Evidence { model, refuted, .. } = self.evidence;
        let claimed = runs.iter().any(|(.., record)| record.claim == Claim::Unsat);
        self.evidence.disputed = !model && !refuted && claimed && sat > 0 && sat >= unsat;
        self.unsat = match unsat {
            _ if model || !claimed => None,
            _ if refuted => Some(Basis::Proof),
            0 | 1 => Some(Basis::Word),
            _ => Some(Basis::Agreed),
        };
        self.disagreement = self.disagree(plan, instance, runs);
    }

    fn disagree(&self, plan: &Plan, instance: usize, runs: &[(usize, usize, &Record)]) -> Option<Disagreement> {
        let who = |claims: &[Claim]| -> Vec<String> {
            let says =
                |solver: usize| runs.iter().any(|&(_, at, record)| at == solver && claims.contains(&record.claim));
            (0..plan.solvers.len()).filter(|&at| says(at)).map(|at| plan.solvers[at].label.clone()).collect()
        };
        let (sat, unsat) = (who(&[Claim::Sat, Claim::NoModel, Claim::WrongModel]), who(&[Claim::Unsat]));
        let Evidence { model, refuted, .. } = self.evidence;
        let settled = match plan.instances[instance].expected {
            Some(false) if model => "there is a model, although the folder's name says unsat",
            Some(true) if refuted => "there is a checked proof, although the folder's name says sat",
            _ if model && !unsat.is_empty() => "there is a model: it is satisfiable",
            _ if refuted && !sat.is_empty() => "there is a checked proof: it is unsatisfiable",
            Some(true) if !model && !unsat.is_empty() => "undecided: nobody has a model, the folder's name says sat",
            Some(false) if !sat.is_empty() => "undecided: nobody has a model, and the folder's name says unsat",
            _ if !model && !sat.is_empty() && !unsat.is_empty() => "undecided: nobody has a model or a checked proof",
            _ => return None,
        };
        Some(Disagreement { instance, sat, unsat, settled: settled.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::child::Ended;
    use super::super::results::tests::{plan, record};
    use super::*;

    /// A run that claims this.
    fn claims(solver: &str, claim: Claim, proof: ProofState) -> Record {
        let ended = Some(Ended::Exit(if claim == Claim::Unsat { 20 } else { 10 }));
        Record { claim, proof, ended, ..record(solver, "x", 0, 1.0) }
    }

    fn opinion(plan: &Plan, records: &[Record]) -> (Opinion, Vec<bool>) {
        let place = |label: &str| plan.solvers.iter().position(|at| at.label == label).expect("a solver");
        let runs: Vec<_> = records.iter().map(|record| (0, place(&record.solver), record)).collect();
        let mut opinions = Opinions::new(plan, &runs);
        (opinions.all.remove(0), opinions.liars)
    }

    #[test]
    fn a_word_becomes_certain_by_another_or_by_a_proof() {
        let plan = plan(&["a", "b", "c"], &["x"], 1);
        let unsat = |solver| claims(solver, Claim::Unsat, ProofState::None);
        assert_eq!(opinion(&plan, &[unsat("a")]).0.unsat, Some(Basis::Word));
        assert_eq!(opinion(&plan, &[unsat("a"), unsat("b")]).0.unsat, Some(Basis::Agreed));
        let proven = claims("b", Claim::Unsat, ProofState::Verified);
        assert_eq!(opinion(&plan, &[unsat("a"), proven.clone()]).0.unsat, Some(Basis::Proof));
        let lie = claims("b", Claim::Unsat, ProofState::Rejected);
        let (found, liars) = opinion(&plan, &[unsat("a"), lie]);
        assert_eq!((found.unsat, liars), (Some(Basis::Word), vec![false, true, false]));
        let (found, liars) = opinion(&plan, &[claims("a", Claim::NoModel, ProofState::None), proven]);
        assert!(liars[0] && !liars[1] && found.disagreement.is_some());
    }

    #[test]
    fn one_known_program_has_one_voice() {
        let mut plan = plan(&["a", "b", "c"], &["x"], 1);
        for solver in [0, 1] {
            plan.solvers[solver].command = vec!["/opt/kissat".into(), format!("--seed={solver}")];
        }
        let unsat = |solver| claims(solver, Claim::Unsat, ProofState::None);
        assert_eq!(opinion(&plan, &[unsat("a"), unsat("b")]).0.unsat, Some(Basis::Word));
        assert_eq!(opinion(&plan, &[unsat("a"), unsat("c")]).0.unsat, Some(Basis::Agreed));
    }

    #[test]
    fn words_against_words_are_disputed_until_one_side_shows_more() {
        let plan = plan(&["a", "b", "c"], &["x"], 1);
        let (yes, no) = (claims("a", Claim::NoModel, ProofState::None), claims("b", Claim::Unsat, ProofState::None));
        let (found, liars) = opinion(&plan, &[yes.clone(), no.clone()]);
        assert!(found.evidence.disputed && !liars.contains(&true));
        assert!(found.disagreement.is_some_and(|at| at.settled.starts_with("undecided")));
        let third = claims("c", Claim::Unsat, ProofState::None);
        assert!(!opinion(&plan, &[yes.clone(), no.clone(), third]).0.evidence.disputed);
        let shown = claims("c", Claim::Sat, ProofState::None);
        let (found, liars) = opinion(&plan, &[yes, no.clone(), shown]);
        assert!(!found.evidence.disputed && liars == [false, true, false]);
        let mut labelled = plan.clone();
        labelled.instances[0].expected = Some(true);
        let (found, liars) = opinion(&labelled, &[no]);
        assert!(found.evidence.disputed && !liars.contains(&true), "a folder's name proves nothing");
    }
}
