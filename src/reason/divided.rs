//! A formula that is asked part by part.
//!
//! **What it does.** The literals that the unit clauses imply by propagation are set, and each of the parts that this
//! leaves (`parts.rs`) has an oracle of its own. A question goes to the parts that its assumptions are in; the others
//! are asked once, when a model of the whole is to be shown.
//!
//! **Why it pays.** A question costs as much as its parts. Whether a clause of two literals follows from a board of
//! 1,000 x 1,000 gems takes 1.7 s, most of it reading; with one oracle for all it took 20. Figures:
//! bench/2026-11-30.txt.

use super::Incremental;
use super::closure::Closure;
use super::oracle::{Oracle, Reply};
use super::parts::Parts;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::Limits;
use std::collections::BTreeMap;

/// A formula that takes questions and no further clauses.
pub(super) enum Divided {
    /// Propagation leaves one large part, or finds a contradiction.
    Whole(Box<Incremental>),
    /// It leaves several.
    Apart(Apart),
}

impl Divided {
    /// The formula, divided if it can be.
    pub(super) fn new(formula: &Formula) -> Divided {
        let mut known = Closure::new(formula, formula.num_vars());
        known.add_units();
        match Parts::new(&known).filter(|_| known.is_consistent()) {
            None => Divided::Whole(Box::new(Incremental::new(formula))),
            Some(parts) => Divided::Apart(Apart::new(parts, &known)),
        }
    }

    /// Looks for a model of the whole formula in which all the assumptions hold.
    pub(super) fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        match self {
            Divided::Whole(oracle) => oracle.solve_under(assumptions, limits),
            Divided::Apart(apart) => apart.solve_under(assumptions, limits),
        }
    }
}

/// The parts of a formula with their oracles, which are made for the first questions about them.
pub(super) struct Apart {
    parts: Parts,
    oracles: Vec<Option<Incremental>>,
    /// By part: its last model.
    models: Vec<Option<Assignment>>,
    /// By literal: whether propagation of the unit clauses makes it true.
    certain: Vec<bool>,
}

impl Apart {
    fn new(parts: Parts, known: &Closure<'_>) -> Apart {
        let count = parts.list.len();
        let lits = (0..known.formula().num_vars()).map(Var::new).flat_map(|var| [var.pos(), var.neg()]);
        let certain = lits.map(|lit| known.contains(lit)).collect();
        Apart { parts, oracles: (0..count).map(|_| None).collect(), models: vec![None; count], certain }
    }

    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        let mut sorted = assumptions.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == !pair[1]) {
            return Reply::Unsat(pair.to_vec());
        }
        if let Some(&lit) = sorted.iter().find(|&&lit| self.certain[(!lit).index()]) {
            return Reply::Unsat(vec![lit]);
        }
        let mut asked: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        for (number, lit) in sorted.iter().filter_map(|&lit| self.parts.inner(lit)) {
            asked.entry(number).or_default().push(lit);
        }
        let mut models = BTreeMap::new();
        for (number, assumptions) in asked {
            match self.ask(number, &assumptions, limits) {
                Reply::Sat(model) => models.insert(number, model),
                other => return other,
            };
        }
        for number in 0..self.parts.list.len() {
            if let Some(model) = models.remove(&number) {
                self.models[number] = Some(model);
            } else if self.models[number].is_none() {
                match self.ask(number, &[], limits) {
                    Reply::Sat(model) => self.models[number] = Some(model),
                    other => return other,
                }
            }
        }
        Reply::Sat(self.model(&sorted))
    }

    /// Asks about one part. Assumptions are literals of the part, failed ones in the reply of the whole.
    fn ask(&mut self, number: usize, assumptions: &[Lit], limits: &Limits) -> Reply {
        // Small parts may be solved without a look at the clock.
        if let Some(stop) = limits.exceeded() {
            return Reply::Unknown(stop);
        }
        let part = &self.parts.list[number];
        let oracle = self.oracles[number].get_or_insert_with(|| Incremental::new(&part.formula));
        match oracle.solve_under(assumptions, limits) {
            Reply::Unsat(failed) => Reply::Unsat(failed.into_iter().map(|lit| part.outer(lit)).collect()),
            other => other,
        }
    }

    /// The model of the whole that is composed of the certain literals, the last models of the parts, and assumptions
    /// about variables that are in no clause.
    fn model(&self, assumptions: &[Lit]) -> Assignment {
        let mut model = Assignment::all_false(self.certain.len() / 2);
        assumptions.iter().for_each(|lit| model.set(lit.var(), lit.is_positive()));
        for var in (0..model.len()).map(Var::new).filter(|var| self.certain[var.pos().index()]) {
            model.set(var, true);
        }
        for (part, inner) in self.parts.list.iter().zip(&self.models) {
            part.write(inner.as_ref().expect("every part has a model"), &mut model);
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::tests::beside;
    use super::*;
    use crate::cnf::model::first_falsified;
    use crate::util::rng::Rng;

    #[test]
    fn parts_asked_apart_give_the_answers_of_the_whole() {
        let (limits, mut rng) = (Limits::none(), Rng::new(59));
        let (mut divided, mut satisfiable) = (0, 0);
        for _ in 0..60 {
            let mut formula = beside(&mut rng);
            formula.declare_vars(formula.num_vars() + 2);
            let mut apart = Divided::new(&formula);
            divided += usize::from(matches!(apart, Divided::Apart(_)));
            let mut whole = Incremental::new(&formula);
            for _ in 0..20 {
                let lit = |rng: &mut Rng| Var::new(rng.index(formula.num_vars())).lit(rng.index(2) == 0);
                let assumptions: Vec<Lit> = (0..rng.index(5)).map(|_| lit(&mut rng)).collect();
                match (apart.solve_under(&assumptions, &limits), whole.solve_under(&assumptions, &limits)) {
                    (Reply::Sat(model), Reply::Sat(_)) => {
                        satisfiable += 1;
                        assert_eq!(first_falsified(&model, &formula), None);
                        assert!(assumptions.iter().all(|&lit| model.is_true(lit)), "{assumptions:?} {model:?}");
                    }
                    (Reply::Unsat(failed), Reply::Unsat(_)) => {
                        assert!(failed.iter().all(|lit| assumptions.contains(lit)));
                        assert!(matches!(whole.solve_under(&failed, &limits), Reply::Unsat(_)), "{failed:?}");
                    }
                    (reply, expected) => panic!("{assumptions:?}: {reply:?}, not {expected:?}"),
                }
            }
        }
        assert!(divided > 20 && (200..1000).contains(&satisfiable), "{divided} {satisfiable}");
    }

    #[test]
    fn a_part_without_a_model_leaves_none_to_the_whole() {
        let halves: &[&[i32]] = &[&[1], &[1, 2, 4], &[2, 3], &[-2, -3], &[4, 5], &[4, -5]];
        let refuted: &[&[i32]] = &[&[-4, 5], &[-4, -5]];
        let (assumed, limits) = ([Var::new(1).pos()], Limits::none());
        for (more, satisfiable) in [(&[][..], true), (refuted, false)] {
            let mut divided = Divided::new(&Formula::from_dimacs_lists(&[halves, more].concat()));
            assert!(matches!(divided, Divided::Apart(_)));
            assert_eq!(matches!(divided.solve_under(&assumed, &limits), Reply::Sat(_)), satisfiable);
            assert!(satisfiable || divided.solve_under(&[], &limits) == Reply::Unsat(Vec::new()));
        }
    }
}
