//! A formula reduced to what has to be searched: without repeated literals, tautologies, unconstrained variables and,
//! on demand, unit clauses. Its variables are renumbered densely in their old order.
//!
//! The simple engines, which are written to be read, search this instead of the formula. All of it takes linear time,
//! and memory for the literals that occur, not for the variables that are declared (but for 1.5 bits each while
//! renumbering).

use super::assignment::{Assignment, Partial, Word};
use super::formula::Formula;
use super::lit::{Lit, Var};
use super::occurrences::Occurrences;

/// The rest of a formula and how it relates to the original one.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The remaining clauses in their old order, over the variables `0..vars.len()`, each of which occurs.
    pub formula: Formula,
    /// The original variable of each remaining one, ascending.
    pub vars: Vec<Var>,
    /// The original literals that unit clauses have made true, in that order.
    pub fixed: Vec<Lit>,
    num_vars: usize,
}

impl Reduced {
    /// Cuts a formula down; with `obey_units` also the unit clauses and what follows from them by unit propagation.
    /// `None` when some clause is false.
    pub fn new(formula: &Formula, obey_units: bool) -> Option<Reduced> {
        let num_vars = formula.num_vars();
        let (mut vars, dense) = compact(formula);
        let clean = without_repeats(&dense);
        if clean.clauses().any(<[Lit]>::is_empty) {
            return None;
        }
        let mut fixed = Vec::new();
        let rest = if obey_units { without_units(&clean, &mut fixed)? } else { clean };
        fixed.iter_mut().for_each(|lit| *lit = vars[lit.var().index()].lit(lit.is_positive()));
        let (kept, formula) = compact(&rest);
        vars = kept.iter().map(|var| vars[var.index()]).collect();
        Some(Reduced { formula, vars, fixed, num_vars })
    }

    /// The original literal of a remaining one.
    #[inline]
    pub fn original(&self, lit: Lit) -> Lit {
        self.vars[lit.var().index()].lit(lit.is_positive())
    }

    /// The remaining literal of an original one; `None` if its variable is fixed or in no remaining clause.
    pub fn remaining(&self, lit: Lit) -> Option<Lit> {
        let index = self.vars.binary_search(&lit.var()).ok()?;
        Some(Var::new(index).lit(lit.is_positive()))
    }

    /// How many declared variables are neither fixed nor in a remaining clause.
    pub fn num_free(&self) -> usize {
        self.num_vars - self.fixed.len() - self.vars.len()
    }

    /// The assignment of the original formula in which these literals of the remaining variables, and the fixed
    /// literals, are true and all other variables false.
    pub fn assignment(&self, lits: impl IntoIterator<Item = Lit>) -> Assignment {
        let mut assignment = Assignment::all_false(self.num_vars);
        self.fixed.iter().for_each(|&lit| assignment.satisfy(lit));
        lits.into_iter().for_each(|lit| assignment.satisfy(self.original(lit)));
        assignment
    }
}

/// The formula over the variables that occur in it, and which ones they are.
fn compact(formula: &Formula) -> (Vec<Var>, Formula) {
    const BITS: usize = Word::BITS as usize;
    let mut used = Assignment::all_false(formula.num_vars());
    formula.clauses().flatten().for_each(|lit| used.set(lit.var(), true));
    let mut before = 0;
    let mut ranks = Vec::with_capacity(used.words().len());
    for word in used.words() {
        ranks.push(before);
        before += word.count_ones();
    }
    let rank = |var: Var| {
        let (word, bit) = (var.index() / BITS, var.index() % BITS);
        let below = (1 << bit) - 1;
        ranks[word] + (used.words()[word] & below).count_ones()
    };
    let mut dense = Formula::new();
    for clause in formula.clauses() {
        dense.add_clause(clause.iter().map(|lit| Var::new(rank(lit.var()) as usize).lit(lit.is_positive())));
    }
    let vars = used.lits().filter(|lit| lit.is_positive()).map(Lit::var).collect();
    (vars, dense)
}

/// The formula without tautologies and with each literal once in a clause.
fn without_repeats(formula: &Formula) -> Formula {
    let mut clean = Formula::new();
    clean.declare_vars(formula.num_vars());
    // The clause, counted from 1, in which each literal was seen last.
    let mut seen = vec![0u32; 2 * formula.num_vars()];
    let mut kept: Vec<Lit> = Vec::new();
    for (index, clause) in formula.clauses().enumerate() {
        let stamp = index as u32 + 1;
        kept.clear();
        for &lit in clause {
            if std::mem::replace(&mut seen[lit.index()], stamp) != stamp {
                kept.push(lit);
            }
        }
        if kept.iter().all(|&lit| seen[(!lit).index()] != stamp) {
            clean.add_clause(kept.iter().copied());
        }
    }
    clean
}

/// Propagates unit clauses, appends what becomes true to `fixed`, and gives the clauses that are left; `None` when one
/// becomes false. Each clause is read once when it becomes unit, and once at the end.
fn without_units(formula: &Formula, fixed: &mut Vec<Lit>) -> Option<Formula> {
    let occurrences = Occurrences::new(formula);
    let mut values = Partial::unassigned(formula.num_vars());
    let mut open: Vec<u32> = formula.clauses().map(|clause| clause.len() as u32).collect();
    for clause in formula.clauses() {
        if let &[lit] = clause {
            match values.value(lit) {
                None => {
                    values.assign(lit);
                    fixed.push(lit);
                }
                Some(true) => {}
                Some(false) => return None,
            }
        }
    }
    let mut next = 0;
    while let Some(&lit) = fixed.get(next) {
        next += 1;
        for &index in occurrences.of(!lit) {
            let open = &mut open[index as usize];
            *open -= 1;
            if *open > 1 {
                continue;
            }
            // All literals but one are known to be false. The last one may have become false, too, by a unit that has
            // not been propagated yet.
            let clause = formula.clause(index as usize);
            if clause.iter().any(|&lit| values.value(lit) == Some(true)) {
                continue;
            }
            let last = clause.iter().copied().find(|&lit| values.value(lit).is_none())?;
            values.assign(last);
            fixed.push(last);
        }
    }
    let mut rest = Formula::new();
    rest.declare_vars(formula.num_vars());
    for clause in formula.clauses() {
        if clause.iter().all(|&lit| values.value(lit) != Some(true)) {
            rest.add_clause(clause.iter().copied().filter(|&lit| values.value(lit).is_none()));
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::from_dimacs(n).expect("a literal")).collect()
    }

    #[test]
    fn what_is_left_is_dense_and_maps_back() {
        let mut formula =
            Formula::from_dimacs_lists(&[&[9, 9, -12], &[4, -4, 7], &[-2], &[2, 5], &[-5, 12, 14, 2], &[5, 20]]);
        formula.declare_vars(30);
        let plain = Reduced::new(&formula, false).expect("no empty clause");
        assert_eq!(plain.vars.len(), 6);
        assert_eq!(plain.formula.num_clauses(), 5);
        let reduced = Reduced::new(&formula, true).expect("no conflict");
        assert_eq!(reduced.fixed, lits(&[-2, 5]));
        assert_eq!(reduced.formula, Formula::from_dimacs_lists(&[&[1, -2], &[2, 3]]));
        assert_eq!(reduced.num_free(), 30 - 2 - 3);
        let model = reduced.assignment(lits(&[1, 2]));
        assert_eq!(model.lits().filter(|lit| lit.is_positive()).collect::<Vec<_>>(), lits(&[5, 9, 12]));
    }

    #[test]
    fn contradictions_of_units_are_seen() {
        assert!(Reduced::new(&Formula::from_dimacs_lists(&[&[1], &[]]), false).is_none());
        assert!(Reduced::new(&Formula::from_dimacs_lists(&[&[1], &[-1]]), false).is_some());
        assert!(Reduced::new(&Formula::from_dimacs_lists(&[&[1], &[-1]]), true).is_none());
        assert!(Reduced::new(&Formula::from_dimacs_lists(&[&[1, 1], &[-1, 2], &[-2, -1]]), true).is_none());
        assert!(Reduced::new(&Formula::from_dimacs_lists(&[&[1], &[-1, 2], &[-1, -2, 3], &[-3, -2]]), true).is_none());
    }

    #[test]
    fn a_long_chain_takes_linear_time() {
        let mut formula = Formula::new();
        let vars: Vec<Var> = (0..300_000).map(|_| formula.new_var()).collect();
        vars.windows(2).for_each(|pair| formula.add_clause([pair[0].pos(), pair[1].neg()]));
        formula.add_clause([vars[vars.len() - 1].pos()]);
        assert_eq!(Reduced::new(&formula, true).expect("satisfiable").fixed.len(), vars.len());
    }
}
