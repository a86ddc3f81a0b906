//! The parts of a formula that share no variable, once the literals that are known to be true are set.
//!
//! **What it does.** Leaves out the clauses that known literals satisfy, and the literals that are known to be false.
//! In what is left, the variables of a clause belong to the same part (union-find).
//!
//! **Why it pays.** A question about one part costs as much as the part, not as much as the formula: a board of gems of
//! 40,000 cells falls into 667 parts of at most 886 cells. Figures: bench/2026-11-29.txt.
//!
//! **References.** Bayardo, Pehoushek (AAAI'00) for components in counting.

use super::BackboneSearch;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::Stop;
use crate::reason::closure::Closure;
use crate::reason::oracle::Reply;
use crate::util::union_find::UnionFind;

/// A part: clauses over variables of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Its clauses, over variables that are numbered from 0.
    pub formula: Formula,
    /// By variable of the part: the variable of the whole.
    pub vars: Vec<Var>,
}

impl Part {
    /// A literal of the part as one of the whole.
    pub fn outer(&self, lit: Lit) -> Lit {
        self.vars[lit.var().index()].lit(lit.is_positive())
    }

    /// The values of its variables in an assignment of the whole.
    pub fn restrict(&self, whole: &Assignment) -> Assignment {
        let mut values = Assignment::all_false(self.vars.len());
        self.vars.iter().enumerate().for_each(|(index, &var)| values.set(Var::new(index), whole.value(var)));
        values
    }
}

/// The parts of a formula, and where its variables are in them.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub list: Vec<Part>,
    /// By variable of the whole: its part, and its variable there; `None` where it is known, or in no clause.
    places: Vec<Option<(u32, Var)>>,
}

impl Parts {
    /// The parts that are left of the formula when the literals of the closure are true, in the order of their first
    /// variables; `None` if one of them has more than half of the variables.
    pub fn new(known: &Closure<'_>) -> Option<Parts> {
        let formula = known.formula();
        let mut sets = UnionFind::new(formula.num_vars());
        let open = |clause: &&[Lit]| !clause.iter().any(|&lit| known.contains(lit));
        let lits =
            |clause: &[Lit]| -> Vec<Lit> { clause.iter().copied().filter(|&lit| !known.contains(!lit)).collect() };
        let mut occurs = vec![false; formula.num_vars()];
        for clause in formula.clauses().filter(open) {
            let lits = lits(clause);
            lits.iter().for_each(|lit| occurs[lit.var().index()] = true);
            lits.windows(2).for_each(|pair| sets.unite(pair[0].var().index(), pair[1].var().index()));
        }
        let mut parts = Parts { list: Vec::new(), places: vec![None; occurs.len()] };
        let mut numbers = vec![None; occurs.len()];
        for var in (0..formula.num_vars()).map(Var::new).filter(|var| occurs[var.index()]) {
            let number = *numbers[sets.find(var.index())].get_or_insert(parts.list.len());
            if number == parts.list.len() {
                parts.list.push(Part::default());
            }
            let part = &mut parts.list[number];
            parts.places[var.index()] = Some((number as u32, Var::new(part.vars.len())));
            part.vars.push(var);
        }
        let open_vars = occurs.iter().filter(|&&occurs| occurs).count();
        if parts.list.iter().any(|part| 2 * part.vars.len() > open_vars) || parts.list.is_empty() {
            return None;
        }
        for clause in formula.clauses().filter(open) {
            let inner: Vec<(usize, Lit)> = lits(clause).into_iter().filter_map(|lit| parts.inner(lit)).collect();
            if let Some(&(number, _)) = inner.first() {
                parts.list[number].formula.add_clause(inner.into_iter().map(|(_, lit)| lit));
            }
        }
        Some(parts)
    }

    /// The part with the variable of a literal of the whole, and the literal there.
    pub fn inner(&self, lit: Lit) -> Option<(usize, Lit)> {
        let (number, var) = (*self.places.get(lit.var().index())?)?;
        Some((number as usize, var.lit(lit.is_positive())))
    }

    /// Literals of the whole by the part that they are in; those in none are left out.
    pub fn sort(&self, lits: impl IntoIterator<Item = Lit>) -> Vec<Vec<Lit>> {
        let mut sorted = vec![Vec::new(); self.list.len()];
        lits.into_iter().filter_map(|lit| self.inner(lit)).for_each(|(number, lit)| sorted[number].push(lit));
        sorted
    }
}

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
            for (var, &outer) in part.vars.iter().enumerate().map(|(index, outer)| (Var::new(index), outer)) {
                model.set(outer, inner.value(var));
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
                for (index, &var) in part.vars.iter().enumerate() {
                    self.model.set(var, models[at].value(Var::new(index)));
                }
            }
            self.common.models.push(self.model.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::gates;
    use super::super::{CommonToModels, common_to_models};
    use super::*;
    use crate::cnf::model::first_falsified;
    use crate::engines;
    use crate::limits::Limits;
    use crate::reason::FromScratch;
    use crate::util::rng::Rng;

    #[test]
    fn known_literals_divide_a_formula() {
        let lit = |number| Lit::from_dimacs(number).expect("not 0");
        // Variable 3 joins the two halves, and variable 9 is in no clause.
        let formula =
            Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, -2, 3], &[-3, 4, 5], &[3, 6, 7], &[4, -5, 8, 8], &[9, -3]]);
        assert!(Parts::new(&Closure::new(&formula, 9)).is_none());
        let mut known = Closure::new(&formula, 9);
        known.add(lit(-3));
        let parts = Parts::new(&known).expect("two of two, one of three");
        let vars: Vec<Vec<usize>> =
            parts.list.iter().map(|part| part.vars.iter().map(|var| var.index() + 1).collect()).collect();
        assert_eq!(vars, [vec![1, 2], vec![4, 5, 8], vec![6, 7]]);
        assert_eq!(parts.list[0].formula, Formula::from_dimacs_lists(&[&[1, 2], &[-1, -2]]));
        assert_eq!(parts.list[1].formula, Formula::from_dimacs_lists(&[&[1, -2, 3, 3]]));
        assert_eq!(parts.inner(lit(-5)), Some((1, lit(-2))));
        assert_eq!(parts.list[1].outer(lit(-2)), lit(-5));
        assert_eq!((parts.inner(lit(3)), parts.inner(lit(9)), parts.inner(lit(10))), (None, None, None));
        assert_eq!(parts.sort([lit(7), lit(-1), lit(3)]), [vec![lit(-1)], vec![], vec![lit(2)]]);
    }

    /// A few formulas of gates beside each other, bound together by clauses that a fixed variable satisfies.
    fn beside(rng: &mut Rng) -> Formula {
        let mut formula = Formula::new();
        let fixed = formula.new_var().pos();
        formula.add_clause([fixed]);
        for _ in 0..4 {
            let base = formula.num_vars();
            for clause in gates(rng).clauses() {
                let moved = clause.iter().map(|lit| Var::new(base + lit.var().index()).lit(lit.is_positive()));
                formula.add_clause(moved);
            }
            formula.add_clause([fixed, Var::new(base).pos(), Var::new(base + 1).neg()]);
            formula.add_clause([fixed, Var::new(base).neg(), Var::new(base.saturating_sub(1)).pos()]);
        }
        formula
    }

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
