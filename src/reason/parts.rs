//! The parts of a formula that share no variable, once the literals that are known to be true are set.
//!
//! **What it does.** Leaves out the clauses that known literals satisfy, and the literals that are known to be false.
//! In what is left, the variables of a clause belong to the same part (union-find).
//!
//! **Why it pays.** A question about one part costs as much as the part, not as much as the formula: a board of gems of
//! 40,000 cells falls into 667 parts of at most 886 cells. Figures: bench/2026-11-29.txt.
//!
//! **References.** Bayardo, Pehoushek (AAAI'00) for components in counting.

use super::closure::Closure;
use crate::cnf::{Assignment, Formula, Lit, Var};
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

    /// Gives the whole the values of a model of the part.
    pub fn write(&self, model: &Assignment, whole: &mut Assignment) {
        self.vars.iter().enumerate().for_each(|(index, &var)| whole.set(var, model.value(Var::new(index))));
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::backbone::tests::gates;
    use super::*;
    use crate::util::rng::Rng;

    /// A few formulas of gates beside each other, bound together by clauses that a fixed variable satisfies.
    pub(in crate::reason) fn beside(rng: &mut Rng) -> Formula {
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
}
