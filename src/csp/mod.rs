//! Finite-domain search: the second way to pose a puzzle, beside a formula.
//!
//! A [`Problem`] has variables, each with a set of values left ([`domains`]), and constraints: all different (with
//! offsets, so that *not equal* and the diagonals of queens are cases of it) and linear sums. [`search`] solves it in
//! three ways: plain backtracking, forward checking, and forward checking on the variable with the fewest values left.
//! Each puzzle's `pose` writes its boards as problems.
//!
//! ```
//! use gemsat::csp::{Method, Outcome, Problem, Search};
//! use gemsat::limits::Limits;
//!
//! // Two different digits of 0 to 9 with the sum 3, the first above 1.
//! let mut problem = Problem::new(2, 10)?;
//! problem.all_different([0, 1])?;
//! problem.sum([0, 1], 3)?;
//! problem.forbid(0, 0)?;
//! problem.forbid(0, 1)?;
//! let mut search = Search::new(&problem, Method::ForwardChecking);
//! assert_eq!(search.next(&Limits::none(), None), Outcome::Solved(vec![2, 1]));
//! assert_eq!(search.next(&Limits::none(), None), Outcome::Solved(vec![3, 0]));
//! assert_eq!(search.next(&Limits::none(), None), Outcome::NoSolution);
//! # Ok::<(), gemsat::csp::PoseError>(())
//! ```

mod domains;
mod search;

pub use search::{CspCounters, Outcome, Search};

use crate::cnf::{Assignment, Lit, Var};
use crate::engine::Verdict;
use crate::util::table::{OptionValue, choices};
use domains::Domains;
use std::fmt;

/// A puzzle could not be posed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PoseError {
    /// More than `2^31 - 1` values of all variables together.
    TooLarge,
    /// A variable, a value or a number that does not exist or is out of range.
    OutOfRange,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoseError::TooLarge => f.write_str("the problem has too many variables or values"),
            PoseError::OutOfRange => f.write_str("a cell or a value is out of range"),
        }
    }
}

impl std::error::Error for PoseError {}

choices! {
    /// A way of searching.
    pub enum Method {
        /// Variables in their order; a value is checked against the values given so far.
        Backtrack = "csp-backtrack",
        /// Variables in their order; a value is removed at once where it rules something out.
        ForwardChecking = "csp-fc",
        /// Forward checking on the variable with the fewest values left.
        ForwardCheckingMrv = "csp-fc-mrv",
    }
}

impl Method {
    /// All methods, from the plainest on.
    pub const ALL: [Method; 3] = [Method::Backtrack, Method::ForwardChecking, Method::ForwardCheckingMrv];

    /// The name by which users choose it.
    pub fn name(self) -> String {
        self.show()
    }

    /// The method with this name.
    pub fn by_name(name: &str) -> Option<Method> {
        Method::parse(name, &())
    }

    /// One line for help texts.
    pub fn about(self) -> &'static str {
        match self {
            Method::Backtrack => "finite-domain backtracking: checks a value against those given so far",
            Method::ForwardChecking => "finite-domain forward checking: removes values that are ruled out",
            Method::ForwardCheckingMrv => "forward checking on the variable with the fewest values left",
        }
    }
}

/// What must hold between variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// The sums `value + offset` of these variables all differ.
    Different(Vec<(u32, i64)>),
    /// The sum of `coefficient * value` is the target.
    Linear(Vec<(u32, i64)>, i64),
}

impl Constraint {
    /// The variables with their offsets or coefficients.
    pub(crate) fn terms(&self) -> &[(u32, i64)] {
        match self {
            Constraint::Different(terms) | Constraint::Linear(terms, _) => terms,
        }
    }
}

/// Variables with their values left, and constraints.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) domains: Domains,
    pub(crate) constraints: Vec<Constraint>,
    /// By variable: the constraints that it is in.
    pub(crate) of_var: Vec<Vec<u32>>,
}

/// The most values of all variables together. Each value of a variable is a Boolean variable to observers.
const MAX_VALUES: usize = Var::MAX_COUNT;
/// The largest offset, coefficient or target: sums of them stay far below `2^63`.
const MAX_NUMBER: i64 = 1 << 31;

impl Problem {
    /// A problem of `vars` variables, each with the values `0..values`, and no constraints yet.
    ///
    /// # Errors
    /// [`PoseError::TooLarge`] when `vars * values` exceeds `2^31 - 1`.
    pub fn new(vars: usize, values: usize) -> Result<Problem, PoseError> {
        if vars.max(1).checked_mul(values.max(1)).is_none_or(|all| all > MAX_VALUES) {
            return Err(PoseError::TooLarge);
        }
        Ok(Problem { domains: Domains::new(vars, values), constraints: Vec::new(), of_var: vec![Vec::new(); vars] })
    }

    /// The number of variables.
    pub fn num_vars(&self) -> usize {
        self.of_var.len()
    }

    /// The number of values that each variable had at first.
    pub fn num_values(&self) -> usize {
        self.domains.num_values()
    }

    /// Fixes the variables that have a value here, in order.
    ///
    /// # Errors
    /// As [`Problem::fix`].
    pub fn fix_given(&mut self, values: impl Iterator<Item = Option<usize>>) -> Result<(), PoseError> {
        for (var, value) in values.enumerate() {
            if let Some(value) = value {
                self.fix(var, value)?;
            }
        }
        Ok(())
    }

    /// Leaves the variable this value alone, or none when it has lost it before.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable or value.
    pub fn fix(&mut self, var: usize, value: usize) -> Result<(), PoseError> {
        self.check(var, value)?;
        (0..self.num_values()).filter(|&other| other != value).for_each(|other| {
            self.domains.remove(var, other);
        });
        Ok(())
    }

    /// Takes a value from a variable.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable or value.
    pub fn forbid(&mut self, var: usize, value: usize) -> Result<(), PoseError> {
        self.check(var, value)?;
        self.domains.remove(var, value);
        Ok(())
    }

    /// Demands that all these variables differ. A variable may be named once only, here and in the other constraints.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable or one is named twice.
    pub fn all_different(&mut self, vars: impl IntoIterator<Item = usize>) -> Result<(), PoseError> {
        self.all_different_by(vars.into_iter().map(|var| (var, 0)))
    }

    /// Demands that the sums `value + offset` of all these variables differ.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable, one is named twice, or an offset exceeds `2^31`.
    pub fn all_different_by(&mut self, terms: impl IntoIterator<Item = (usize, i64)>) -> Result<(), PoseError> {
        let terms = self.check_terms(terms)?;
        self.add(Constraint::Different(terms));
        Ok(())
    }

    /// Demands that two variables differ.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable, or they are the same.
    pub fn not_equal(&mut self, a: usize, b: usize) -> Result<(), PoseError> {
        self.all_different([a, b])
    }

    /// Demands that these variables sum up to the target.
    ///
    /// # Errors
    /// As [`Problem::linear`].
    pub fn sum(&mut self, vars: impl IntoIterator<Item = usize>, target: i64) -> Result<(), PoseError> {
        self.linear(vars.into_iter().map(|var| (var, 1)), target)
    }

    /// Demands that the sum of `coefficient * value` is the target.
    ///
    /// # Errors
    /// [`PoseError::OutOfRange`] when there is no such variable, it is named twice, or a number exceeds `2^31`.
    pub fn linear(&mut self, terms: impl IntoIterator<Item = (usize, i64)>, target: i64) -> Result<(), PoseError> {
        let terms = self.check_terms(terms)?;
        if !(-MAX_NUMBER..=MAX_NUMBER).contains(&target) {
            return Err(PoseError::OutOfRange);
        }
        self.add(Constraint::Linear(terms, target));
        Ok(())
    }

    /// The literal that stands for `variable = value` in the events of a search: variable `var * num_values + value` of
    /// the direct encoding.
    pub fn literal(&self, var: usize, value: usize) -> Lit {
        Var::new(var * self.num_values() + value).pos()
    }

    /// An outcome as a verdict, with the solution as a model over the literals of [`Problem::literal`].
    pub fn verdict(&self, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Solved(values) => {
                let mut model = Assignment::all_false(self.num_vars() * self.num_values());
                let lits = values.iter().enumerate().map(|(var, &value)| self.literal(var, value as usize));
                lits.for_each(|lit| model.satisfy(lit));
                Verdict::Sat(model)
            }
            Outcome::NoSolution => Verdict::Unsat,
            Outcome::Unknown(stop) => Verdict::Unknown(*stop),
        }
    }

    /// Whether these values, one for each variable, are left to them and satisfy all constraints.
    pub fn is_solution(&self, values: &[u32]) -> bool {
        let left = |(var, &value): (usize, &u32)| self.domains.contains(var, value as usize);
        values.len() == self.num_vars()
            && values.iter().enumerate().all(left)
            && self.constraints.iter().all(|constraint| {
                let number = |&(var, _): &(u32, i64)| i64::from(values[var as usize]);
                match constraint {
                    Constraint::Linear(terms, target) => {
                        terms.iter().map(|term| term.1 * number(term)).sum::<i64>() == *target
                    }
                    Constraint::Different(terms) => {
                        let mut sums: Vec<i64> = terms.iter().map(|term| term.1 + number(term)).collect();
                        sums.sort_unstable();
                        sums.windows(2).all(|pair| pair[0] != pair[1])
                    }
                }
            })
    }

    fn add(&mut self, constraint: Constraint) {
        let index = self.constraints.len() as u32;
        for &(var, _) in constraint.terms() {
            self.of_var[var as usize].push(index);
        }
        self.constraints.push(constraint);
    }

    fn check(&self, var: usize, value: usize) -> Result<(), PoseError> {
        if var < self.num_vars() && value < self.num_values() { Ok(()) } else { Err(PoseError::OutOfRange) }
    }

    fn check_terms(&self, terms: impl IntoIterator<Item = (usize, i64)>) -> Result<Vec<(u32, i64)>, PoseError> {
        let legal = |(var, number): (usize, i64)| {
            if var < self.num_vars() && (-MAX_NUMBER..=MAX_NUMBER).contains(&number) {
                Ok((var as u32, number))
            } else {
                Err(PoseError::OutOfRange)
            }
        };
        let terms: Vec<(u32, i64)> = terms.into_iter().map(legal).collect::<Result<_, _>>()?;
        let mut vars: Vec<u32> = terms.iter().map(|&(var, _)| var).collect();
        vars.sort_unstable();
        if vars.windows(2).any(|pair| pair[0] == pair[1]) { Err(PoseError::OutOfRange) } else { Ok(terms) }
    }
}
