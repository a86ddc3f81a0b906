//! A formula in conjunctive normal form: one flat buffer of literals and where each clause begins.

use super::lit::{Lit, Var};
use crate::limits::may_fail;
use std::fmt;
use std::ops::Range;

/// A formula in conjunctive normal form.
///
/// Clauses keep the order, the duplicates and the tautologies that they were given with. The number of variables may
/// exceed what occurs in the clauses; declaring variables costs no memory.
///
/// ```
/// use gemsat::cnf::Formula;
///
/// let mut formula = Formula::new();
/// let (rain, sun) = (formula.new_var(), formula.new_var());
/// formula.add_clause([rain.pos(), sun.pos()]);
/// formula.add_clause([rain.neg()]);
/// assert_eq!((formula.num_vars(), formula.num_clauses(), formula.clause(1)), (2, 2, &[rain.neg()][..]));
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Formula {
    num_vars: usize,
    lits: Vec<Lit>,
    ends: Vec<u32>,
}

/// The formula has more literals than a 32-bit offset can address (`2^32 - 1`), or memory for it could not be
/// allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaTooLarge;

impl fmt::Display for FormulaTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the formula needs more memory than can be had")
    }
}

impl std::error::Error for FormulaTooLarge {}

impl Formula {
    /// The empty formula over no variables.
    pub fn new() -> Formula {
        Formula::default()
    }

    /// The formula with these clauses, each a list of DIMACS numbers: for tests and examples.
    ///
    /// # Panics
    /// When a number is 0 or `-2^31`.
    pub fn from_dimacs_lists(clauses: &[&[i32]]) -> Formula {
        let mut formula = Formula::new();
        for clause in clauses {
            formula.add_clause(clause.iter().map(|&n| Lit::from_dimacs(n).expect("a literal is not 0")));
        }
        formula
    }

    /// Makes sure that at least `count` variables are declared.
    pub fn declare_vars(&mut self, count: usize) {
        self.num_vars = self.num_vars.max(count);
    }

    /// Declares the variables of these literals, so that [`Formula::new_var`] never returns one of them. Code that
    /// makes variables of its own calls this first, with the literals that it was given.
    pub fn reserve(&mut self, lits: &[Lit]) {
        let highest = lits.iter().map(|lit| lit.var().index() + 1).max();
        self.declare_vars(highest.unwrap_or(0));
    }

    /// Declares so many more variables and returns them.
    ///
    /// # Panics
    /// When that makes more than [`Var::MAX_COUNT`] variables.
    pub fn new_vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.new_var()).collect()
    }

    /// Declares `N` more variables and returns their positive literals.
    ///
    /// # Panics
    /// When that makes more than [`Var::MAX_COUNT`] variables.
    pub fn new_lits<const N: usize>(&mut self) -> [Lit; N] {
        [(); N].map(|()| self.new_var().pos())
    }

    /// Declares one more variable and returns it.
    ///
    /// # Panics
    /// When there are [`Var::MAX_COUNT`] variables already.
    pub fn new_var(&mut self) -> Var {
        assert!(self.num_vars < Var::MAX_COUNT, "DIMACS has no more variables");
        self.num_vars += 1;
        Var::new(self.num_vars - 1)
    }

    /// Adds a clause, given as literals, as references to them, or as variables that are to be true. Variables beyond
    /// the declared ones are declared.
    ///
    /// # Panics
    /// When the formula grows beyond `2^32 - 1` literals; readers of untrusted input use [`Formula::try_push`].
    pub fn add_clause<L: Into<Lit>>(&mut self, clause: impl IntoIterator<Item = L>) {
        for lit in clause {
            assert!(self.lits.len() < u32::MAX as usize, "fewer than 2^32 literals");
            self.push(lit.into());
        }
        self.ends.push(self.lits.len() as u32);
    }

    #[inline]
    fn push(&mut self, lit: Lit) {
        self.lits.push(lit);
        self.num_vars = self.num_vars.max(lit.var().index() + 1);
    }

    /// Appends a literal to the clause that is being built (see [`Formula::try_close`]).
    ///
    /// # Errors
    /// When memory runs out or offsets overflow.
    #[inline]
    pub fn try_push(&mut self, lit: Lit) -> Result<(), FormulaTooLarge> {
        if self.lits.len() == self.lits.capacity() {
            if self.lits.len() >= u32::MAX as usize {
                return Err(FormulaTooLarge);
            }
            make_room(&mut self.lits)?;
        }
        self.push(lit);
        Ok(())
    }

    /// Closes the clause that [`Formula::try_push`] has been building.
    ///
    /// # Errors
    /// When memory runs out.
    #[inline]
    pub fn try_close(&mut self) -> Result<(), FormulaTooLarge> {
        if self.ends.len() == self.ends.capacity() {
            make_room(&mut self.ends)?;
        }
        self.ends.push(self.lits.len() as u32);
        Ok(())
    }

    /// The number of literals pushed since the last clause was closed.
    pub fn open_len(&self) -> usize {
        self.lits.len() - self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Those literals.
    #[inline]
    pub(super) fn open(&self) -> &[Lit] {
        &self.lits[self.num_lits()..]
    }

    /// Those literals, to be put into another order.
    #[inline]
    pub(super) fn open_mut(&mut self) -> &mut [Lit] {
        let start = self.num_lits();
        &mut self.lits[start..]
    }

    /// Takes all literals but the first `length` out of the clause that is being built. Their variables stay declared.
    #[inline]
    pub(super) fn shorten_open(&mut self, length: usize) {
        self.lits.truncate(self.num_lits() + length);
    }

    /// The number of declared variables; every variable of a clause is below it.
    pub fn num_vars(&self) -> usize {
        self.num_vars
    }

    /// One more than the index of the largest variable that occurs in a clause; 0 when none does.
    pub fn used_vars(&self) -> usize {
        self.lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
    }

    /// The variables that occur in clauses, ascending.
    pub fn vars_of_clauses(&self) -> Vec<Var> {
        let mut occurs = vec![false; self.num_vars];
        self.lits.iter().for_each(|lit| occurs[lit.var().index()] = true);
        (0..self.num_vars).map(Var::new).filter(|var| occurs[var.index()]).collect()
    }

    /// How many variables occur in clauses.
    pub fn occurring_vars(&self) -> usize {
        self.vars_of_clauses().len()
    }

    /// Takes back the declaration of variables from index `count` on.
    ///
    /// # Panics
    /// When one of them occurs in a clause.
    pub fn keep_vars(&mut self, count: usize) {
        assert!(count >= self.used_vars(), "a variable of a clause stays declared");
        self.num_vars = self.num_vars.min(count);
    }

    /// The number of clauses.
    pub fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals in all clauses together.
    pub fn num_lits(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// The clause with this index, from 0.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.lits[start..self.ends[index] as usize]
    }

    /// All clauses in their order.
    pub fn clauses(&self) -> Clauses<'_> {
        Clauses { formula: self, left: 0..self.num_clauses() }
    }

    /// The bytes that the clauses hold.
    pub fn bytes(&self) -> usize {
        self.lits.capacity() * size_of::<Lit>() + self.ends.capacity() * size_of::<u32>()
    }
}

/// Makes room for one more item in a full list: as much again, or an eighth where memory is short.
#[cold]
fn make_room<T>(list: &mut Vec<T>) -> Result<(), FormulaTooLarge> {
    let less = list.len() / 8 + 1;
    may_fail(|| list.try_reserve(1).or_else(|_| list.try_reserve_exact(less))).map_err(|_| FormulaTooLarge)
}

/// The clauses of a formula in their order, as [`Formula::clauses`] returns them.
#[derive(Clone, Debug)]
pub struct Clauses<'f> {
    formula: &'f Formula,
    left: Range<usize>,
}

impl<'f> Iterator for Clauses<'f> {
    type Item = &'f [Lit];

    #[inline]
    fn next(&mut self) -> Option<&'f [Lit]> {
        self.left.next().map(|index| self.formula.clause(index))
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<&'f [Lit]> {
        self.left.nth(skipped).map(|index| self.formula.clause(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl ExactSizeIterator for Clauses<'_> {}

impl<'f> IntoIterator for &'f Formula {
    type Item = &'f [Lit];
    type IntoIter = Clauses<'f>;

    fn into_iter(self) -> Clauses<'f> {
        self.clauses()
    }
}

/// Adds the clauses.
impl<C: IntoIterator<Item: Into<Lit>>> Extend<C> for Formula {
    fn extend<I: IntoIterator<Item = C>>(&mut self, clauses: I) {
        clauses.into_iter().for_each(|clause| self.add_clause(clause));
    }
}

/// The formula of these clauses.
impl<C: IntoIterator<Item: Into<Lit>>> FromIterator<C> for Formula {
    fn from_iter<I: IntoIterator<Item = C>>(clauses: I) -> Formula {
        let mut formula = Formula::new();
        formula.extend(clauses);
        formula
    }
}

/// Writes DIMACS: the header, and a line for each clause.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.num_vars, self.num_clauses())?;
        for clause in self {
            clause.iter().try_for_each(|lit| write!(f, "{lit} "))?;
            writeln!(f, "0")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({} vars) ", self.num_vars)?;
        f.debug_list().entries(self.clauses()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_variables_can_be_taken_back_unless_they_occur() {
        let mut formula = Formula::from_dimacs_lists(&[&[1, -7], &[3]]);
        formula.declare_vars(100);
        assert_eq!((formula.num_vars(), formula.used_vars()), (100, 7));
        formula.keep_vars(200);
        assert_eq!(formula.num_vars(), 100);
        formula.keep_vars(7);
        assert_eq!(formula.num_vars(), 7);
        assert_eq!(Formula::new().used_vars(), 0);
    }

    #[test]
    fn a_formula_is_a_collection_of_clauses() {
        let vars = [Var::new(0), Var::new(3)];
        let mut formula: Formula = [[vars[0].pos(), !vars[1]], [!vars[0], vars[1].pos()]].into_iter().collect();
        formula.extend([vars]);
        formula.add_clause([!vars[0]]);
        formula.add_clause::<Lit>([]);
        assert_eq!(formula.to_string(), "p cnf 4 5\n1 -4 0\n-1 4 0\n1 4 0\n-1 0\n0\n");
        assert_eq!((&formula).into_iter().map(<[Lit]>::len).collect::<Vec<_>>(), [2, 2, 2, 1, 0]);
        assert_eq!(formula.new_vars(2), [Var::new(4), Var::new(5)]);
    }

    #[test]
    fn clauses_come_back_as_given() {
        let lists: [&[i32]; 4] = [&[1, -2], &[], &[3], &[2, 2, -2]];
        let formula = Formula::from_dimacs_lists(&lists);
        assert_eq!(formula.num_vars(), 3);
        assert_eq!(formula.num_clauses(), 4);
        for (clause, list) in formula.clauses().zip(lists) {
            assert_eq!(clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>(), list);
        }
    }
}
