//! Questions about the parts of a formula, each asked apart.

use super::BackboneSearch;
use crate::cnf::{Assignment, Lit, Var};
use crate::limits::Stop;
use crate::reason::oracle::Reply;
use crate::reason::parts::{Part, Parts};

impl BackboneSearch<'_> {
    /// The parts into which the certain literals divide the formula, if the oracle can be asked about parts.
    pub(super) fn parts(&self) -> Option<Parts> {
        Parts::new(&self.certain).filter(|parts| self.oracle.part(&parts.list[0].formula).is_some())
    }

    /// A first model: composed of models of the parts that propagation of the unit clauses leaves, or found for the
    /// whole at once.
    pub(super) fn first_model(&mut self) -> Result<Option<Assignment>, Stop> {
        self.certain.add_units();
        let Some(parts) = self.parts().filter(|_| self.certain.is_consistent()) else { return self.ask(&[]) };
        let mut model = Assignment::all_false(self.model.len());
        for var in (0..self.model.len()).map(Var::new) {
            model.set(var, self.certain.contains(var.pos()));
        }
        for part in &parts.list {
            let mut oracle = self.oracle.part(&part.formula).expect("oracles of parts can be had");
            self.common.questions += 1;
            let inner = match oracle.solve_under(&[], self.limits) {
                Reply::Sat(inner) => inner,
                Reply::Unsat(_) => return Ok(None),
                Reply::Unknown(stop) => return Err(stop),
            };
            part.write(&inner, &mut model);
            for (var, &outer) in part.vars.iter().enumerate().map(|(index, outer)| (Var::new(index), outer)) {
                if let Some(value) = oracle.fixed(var.pos()) {
                    self.certain.add(outer.lit(value));
                }
            }
        }
        Ok(Some(model))
    }

    /// Asks an oracle of its own about each part. Literals of different parts are never equal, unless they are certain.
    pub(super) fn ask_parts(
        &mut self,
        parts: &Parts,
        vars: &[Var],
        equivalences: bool,
        found: &mut dyn FnMut(Lit),
    ) -> Result<(), Stop> {
        let mut waiting = parts.sort(std::mem::take(&mut self.candidates));
        let asked = parts.sort(vars.iter().filter(|_| equivalences).map(|var| var.pos()));
        let mut models = Vec::new();
        let mut outcome = Ok(());
        for (number, part) in parts.list.iter().enumerate() {
            if waiting[number].is_empty() && asked[number].len() < 2 {
                continue;
            }
            let mut oracle = self.oracle.part(&part.formula).expect("oracles of parts can be had");
            let mut inner = BackboneSearch::new(&mut *oracle, &part.formula, &[], self.limits);
            (inner.ticks, inner.common.questions) = (self.ticks, self.common.questions);
            inner.candidates = std::mem::take(&mut waiting[number]);
            inner.strike(&part.restrict(&self.model), true);
            let asked: Vec<Var> = asked[number].iter().map(|lit| lit.var()).collect();
            let found = &mut |lit| found(part.outer(lit));
            outcome = inner.ask_whole(&asked, equivalences, found);
            if outcome.is_err() {
                inner.take_certain(found);
                waiting[number] = std::mem::take(&mut inner.candidates);
            }
            let BackboneSearch { ticks, common, .. } = inner;
            (self.ticks, self.common.questions) = (ticks, common.questions);
            self.common.certain.extend(common.certain.into_iter().map(|lit| part.outer(lit)));
            let outer = |class: Vec<Lit>| class.into_iter().map(|lit| part.outer(lit)).collect();
            self.common.equal.extend(common.equal.into_iter().map(outer));
            models.push((part, common.models));
            if outcome.is_err() {
                break;
            }
        }
        self.keep_models(&models);
        self.common.equal.sort_unstable();
        let left = parts.list.iter().zip(waiting).flat_map(|(part, lits)| lits.into_iter().map(|lit| part.outer(lit)));
        self.candidates.extend(left);
        outcome
    }

    /// Keeps models of the whole that are composed of those of its parts. The last model already contains the first
    /// model of each part.
    fn keep_models(&mut self, models: &[(&Part, Vec<Assignment>)]) {
        let most = models.iter().map(|(_, models)| models.len()).max().unwrap_or(0);
        for at in 1..most {
            for (part, models) in models.iter().filter(|(_, models)| at < models.len()) {
                part.write(&models[at], &mut self.model);
            }
            self.common.models.push(self.model.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CommonToModels, common_to_models};
    use super::*;
    use crate::cnf::Formula;
    use crate::cnf::model::first_falsified;
    use crate::engines;
    use crate::limits::Limits;
    use crate::reason::FromScratch;
    use crate::reason::closure::Closure;
    use crate::reason::parts::tests::beside;
    use crate::util::rng::Rng;

    #[test]
    fn a_part_without_a_model_leaves_none_to_the_whole() {
        let halves: &[&[i32]] = &[&[1], &[1, 2, 4], &[2, 3], &[-2, -3], &[2, -3], &[4, 5], &[4, -5]];
        let refuted: &[&[i32]] = &[&[-4, 5], &[-4, -5]];
        let contradiction: &[&[i32]] = &[&[-1, 6], &[-6]];
        let (empty, repeated): (&[&[i32]], &[&[i32]]) = (&[&[]], &[&[-1, -1]]);
        let vars: Vec<Var> = (0..6).map(Var::new).collect();
        let unsatisfiable = [refuted, contradiction, empty, repeated].map(|clauses| (clauses, false));
        for (more, satisfiable) in [(&[][..], true)].into_iter().chain(unsatisfiable) {
            let formula = Formula::from_dimacs_lists(&[halves, more].concat());
            let mut reported = 0;
            let found = common_to_models(&formula, &vars, false, &Limits::none(), |_| reported += 1);
            assert_eq!((found.satisfiable, found.certain.is_empty()), (Some(satisfiable), !satisfiable), "{more:?}");
            assert_eq!(found.certain.len(), reported);
        }
    }

    #[test]
    fn parts_are_asked_apart_with_the_same_answers() {
        let (limits, mut rng) = (Limits::none(), Rng::new(25));
        let (mut certain, mut equal, mut divided) = (0, 0, 0);
        for _ in 0..60 {
            let formula = beside(&mut rng);
            let vars: Vec<Var> = (0..formula.num_vars()).map(Var::new).collect();
            let mut reported = Vec::new();
            let mut apart = common_to_models(&formula, &vars, true, &limits, |lit| reported.push(lit));
            assert_eq!(apart.certain, reported);
            // An engine that starts from scratch is asked about the whole.
            let mut from_scratch = FromScratch::new(formula.clone(), engines::by_name("cdcl").expect("registered"));
            let mut whole = BackboneSearch::new(&mut from_scratch, &formula, &vars, &limits);
            assert_eq!(whole.run(&vars, true, &mut |_| {}), Ok(()));
            let mut expected = whole.common;
            apart.certain.sort_unstable();
            expected.certain.sort_unstable();
            let classes = |common: &CommonToModels| -> Vec<Vec<Lit>> {
                let positive = |class: &Vec<Lit>| {
                    let flip = class[0].is_negative();
                    class.iter().map(|&lit| if flip { !lit } else { lit }).collect()
                };
                common.equal.iter().map(positive).collect()
            };
            assert_eq!((&apart.certain, classes(&apart)), (&expected.certain, classes(&expected)), "{formula:?}");
            assert!(apart.models.iter().all(|model| first_falsified(model, &formula).is_none()));
            for &var in vars.iter().filter(|&&var| !apart.certain.iter().any(|lit| lit.var() == var)) {
                let first = apart.models[0].value(var);
                assert!(apart.models.iter().any(|model| model.value(var) != first), "{var:?} {formula:?}");
            }
            let mut known = Closure::new(&formula, formula.num_vars());
            apart.certain.iter().for_each(|&lit| known.add(lit));
            divided += usize::from(Parts::new(&known).is_some());
            certain += apart.certain.len();
            equal += apart.equal.len();
        }
        assert!(certain > 100 && equal > 20 && divided > 20, "{certain} {equal} {divided}");
    }
}
