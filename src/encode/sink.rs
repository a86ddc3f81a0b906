//! Where encoders write: anything that makes variables and takes clauses.

use crate::cnf::{Formula, Lit, Var};

/// Takes clauses, and makes the variables that an encoder needs beside those of its arguments.
///
/// A formula, a solver, an encoding with names and the oracles of `gemsat::reason` are sinks. Whoever makes variables
/// of its own calls [`ClauseSink::reserve`] with the literals that it was given before the first of them, so that the
/// two never meet. A variable that is made elsewhere, such as with [`Var::new`], and first passed to a later call is
/// declared before the first one ([`ClauseSink::declare_vars`]).
///
/// ```
/// use gemsat::cnf::{Formula, Var};
/// use gemsat::encode::{ClauseSink, cardinality::AtMost};
///
/// fn two_of(sink: &mut dyn ClauseSink, first: Var, count: usize) {
///     let lits: Vec<_> = (0..count).map(|next| Var::new(first.index() + next).pos()).collect();
///     AtMost::Totalizer.exactly(sink, &lits, 2);
/// }
///
/// let mut formula = Formula::new();
/// two_of(&mut formula, Var::new(0), 5);
/// assert!(formula.new_var() > Var::new(4));
/// ```
pub trait ClauseSink {
    /// Makes a variable that nothing has used so far.
    fn new_var(&mut self) -> Var;

    /// Makes so many variables.
    fn new_vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.new_var()).collect()
    }

    /// Makes `N` variables, and returns their positive literals.
    fn new_lits<const N: usize>(&mut self) -> [Lit; N]
    where
        Self: Sized,
    {
        [(); N].map(|()| self.new_var().pos())
    }

    /// Makes sure that at least `count` variables are declared: none of them is made later.
    fn declare_vars(&mut self, count: usize);

    /// Adds a clause. Variables that it is the first to name are declared.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Declares the variables of these literals.
    fn reserve(&mut self, lits: &[Lit]) {
        let highest = lits.iter().map(|lit| lit.var().index() + 1).max();
        self.declare_vars(highest.unwrap_or(0));
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn declare_vars(&mut self, count: usize) {
        (**self).declare_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Box<S> {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn declare_vars(&mut self, count: usize) {
        (**self).declare_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }
}

impl ClauseSink for Formula {
    fn new_var(&mut self) -> Var {
        Formula::new_var(self)
    }

    fn declare_vars(&mut self, count: usize) {
        Formula::declare_vars(self, count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        Formula::add_clause(self, clause);
    }
}

/// Adds a formula to a sink that has variables of its own: each variable of the formula becomes a new one, and these
/// are returned in order.
///
/// ```
/// use gemsat::{cnf::Formula, encode::append, solver::Solver};
///
/// let half = Formula::from_dimacs_lists(&[&[1, 2]]);
/// let mut solver = Solver::new();
/// let (left, right) = (append(&mut solver, &half), append(&mut solver, &half));
/// solver.add_clause([!left[0], !right[0]]);
/// assert_eq!((left.len(), solver.num_vars()), (2, 4));
/// ```
pub fn append(sink: &mut dyn ClauseSink, formula: &Formula) -> Vec<Var> {
    let vars = sink.new_vars(formula.num_vars());
    let mut renamed = Vec::new();
    for clause in formula.clauses() {
        renamed.clear();
        renamed.extend(clause.iter().map(|lit| Lit::new(vars[lit.var().index()], lit.is_negative())));
        sink.add_clause(&renamed);
    }
    vars
}
