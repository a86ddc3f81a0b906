//! Uniform random k-SAT, with or without a planted model.
//!
//! Each clause is drawn on its own: `width` distinct variables, uniformly, each negated by a fair coin (Mitchell,
//! Selman, Levesque, AAAI'92). Around 4.267 clauses a variable, random 3-SAT is hardest. A planted formula leaves out,
//! for each clause, the one choice of signs that a hidden assignment falsifies; it is satisfiable by construction.

use crate::cnf::{Assignment, Formula, FormulaTooLarge, Lit, Var};
use crate::util::rng::Rng;
use crate::util::words::many;
use std::fmt;

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomSat {
    /// The number of variables, at least [`RandomSat::width`] when there are clauses, at most `2^31 - 1`.
    pub num_vars: usize,
    /// The number of clauses.
    pub num_clauses: u64,
    /// The number of literals in a clause, at least 1.
    pub width: usize,
    /// Whether a hidden assignment shall satisfy all clauses.
    pub planted: bool,
}

/// A formula that cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RandomError {
    /// A clause without literals.
    NoWidth,
    /// A clause of more literals than there are variables.
    TooWide {
        /// The literals of a clause.
        width: usize,
        /// The variables.
        num_vars: usize,
    },
    /// More variables than DIMACS can name.
    TooManyVars(usize),
    /// More literals than a formula or memory can hold.
    TooLarge,
}

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomError::NoWidth => f.write_str("clauses need at least 1 literal"),
            RandomError::TooWide { width, num_vars } => {
                let distinct = many(width, "distinct variable");
                write!(f, "clauses of {distinct} need at least as many variables, not {num_vars}")
            }
            RandomError::TooManyVars(count) => {
                write!(f, "{count} variables, but at most {} can be named", Var::MAX_COUNT)
            }
            RandomError::TooLarge => f.write_str("the formula needs more memory than can be had"),
        }
    }
}

impl std::error::Error for RandomError {}

impl From<FormulaTooLarge> for RandomError {
    fn from(_: FormulaTooLarge) -> RandomError {
        RandomError::TooLarge
    }
}

impl RandomSat {
    /// Draws a formula; the same seed draws the same one. Also gives the hidden assignment when one is planted.
    ///
    /// # Errors
    /// When there is no such formula, or no memory for it.
    ///
    /// ```
    /// use gemsat::{cnf::model, encode::random::RandomSat};
    /// let (formula, hidden) = RandomSat { num_vars: 50, num_clauses: 210, width: 3, planted: true }.draw(7)?;
    /// assert_eq!(model::first_falsified(&hidden.expect("planted"), &formula), None);
    /// # Ok::<(), gemsat::encode::random::RandomError>(())
    /// ```
    pub fn draw(&self, seed: u64) -> Result<(Formula, Option<Assignment>), RandomError> {
        let mut formula = Formula::new();
        formula.declare_vars(self.num_vars.min(Var::MAX_COUNT));
        let hidden = self.draw_each(seed, |clause| {
            clause.iter().try_for_each(|&lit| formula.try_push(lit))?;
            Ok::<(), RandomError>(formula.try_close()?)
        })?;
        Ok((formula, hidden))
    }

    /// Draws the clauses of [`RandomSat::draw`] one after another and passes each to `visit`; none is kept. Gives the
    /// hidden assignment when one is planted.
    ///
    /// # Errors
    /// When there is no such formula, or `visit` fails.
    pub fn draw_each<E: From<RandomError>>(
        &self,
        seed: u64,
        mut visit: impl FnMut(&[Lit]) -> Result<(), E>,
    ) -> Result<Option<Assignment>, E> {
        let RandomSat { num_vars, num_clauses, width, planted } = *self;
        if num_vars > Var::MAX_COUNT {
            return Err(RandomError::TooManyVars(num_vars).into());
        }
        if width == 0 {
            return Err(RandomError::NoWidth.into());
        }
        if width > num_vars && num_clauses > 0 {
            return Err(RandomError::TooWide { width, num_vars }.into());
        }
        let mut rng = Rng::new(seed);
        let hidden: Option<Assignment> = planted.then(|| (0..num_vars).map(|_| rng.coin()).collect());
        let mut clause = Vec::new();
        let mut sorted = Vec::new();
        for _ in 0..num_clauses {
            draw_vars(&mut rng, num_vars, width, &mut clause, &mut sorted).map_err(RandomError::from)?;
            loop {
                for lit in &mut clause {
                    *lit = lit.var().lit(rng.coin());
                }
                if hidden.as_ref().is_none_or(|hidden| clause.iter().any(|&lit| hidden.is_true(lit))) {
                    break;
                }
            }
            visit(&clause)?;
        }
        Ok(hidden)
    }
}

/// Draws `width` distinct variables into `clause`, in random order: each is drawn from the variables that are left, as
/// the n-th of them in a sorted list of gaps, so that wide clauses cost no retries.
fn draw_vars(
    rng: &mut Rng,
    num_vars: usize,
    width: usize,
    clause: &mut Vec<Lit>,
    sorted: &mut Vec<usize>,
) -> Result<(), FormulaTooLarge> {
    clause.clear();
    sorted.clear();
    clause.try_reserve(width).map_err(|_| FormulaTooLarge)?;
    sorted.try_reserve(width).map_err(|_| FormulaTooLarge)?;
    if width * 2 > num_vars.max(64) {
        // Most variables occur: the front of a shuffled list, without retries.
        sorted.try_reserve(num_vars).map_err(|_| FormulaTooLarge)?;
        sorted.extend(0..num_vars);
        for place in 0..width {
            sorted.swap(place, place + rng.index(num_vars - place));
            clause.push(Var::new(sorted[place]).pos());
        }
        return Ok(());
    }
    while clause.len() < width {
        let index = rng.index(num_vars);
        // At most half of the variables are taken, so that a retry is needed less than once a literal.
        let taken = if width <= 16 {
            clause.iter().any(|lit| lit.var().index() == index)
        } else {
            match sorted.binary_search(&index) {
                Ok(_) => true,
                Err(place) => {
                    sorted.insert(place, index);
                    false
                }
            }
        };
        if !taken {
            clause.push(Var::new(index).pos());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::model;

    #[test]
    fn clauses_have_their_width_and_distinct_variables() {
        for (num_vars, width) in [(1, 1), (3, 3), (10, 3), (40, 20), (100, 49), (100, 51), (100, 100), (1000, 3)] {
            for planted in [false, true] {
                let sat = RandomSat { num_vars, num_clauses: 200, width, planted };
                let (formula, hidden) = sat.draw(3).expect("a legal formula");
                assert_eq!((formula.num_vars(), formula.num_clauses()), (num_vars, 200));
                assert_eq!(hidden.is_some(), planted);
                for clause in formula.clauses() {
                    let mut vars: Vec<_> = clause.iter().map(|lit| lit.var()).collect();
                    vars.sort_unstable();
                    vars.dedup();
                    assert_eq!(vars.len(), width);
                }
                assert!(hidden.is_none_or(|hidden| model::first_falsified(&hidden, &formula).is_none()));
                assert_eq!(sat.draw(3).expect("legal").0, formula);
            }
        }
    }

    #[test]
    fn variables_and_signs_are_uniform() {
        let sat = RandomSat { num_vars: 10, num_clauses: 10_000, width: 3, planted: false };
        let (formula, _) = sat.draw(1).expect("a legal formula");
        let mut counts = [0; 20];
        formula.clauses().flatten().for_each(|lit| counts[lit.index()] += 1);
        // 1500 expected; the standard deviation is 37.
        assert!(counts.iter().all(|count| (1300..1700).contains(count)), "{counts:?}");
    }

    #[test]
    fn seeds_are_uniform_from_the_first_clause_on() {
        let sat = RandomSat { num_vars: 10, num_clauses: 1, width: 3, planted: false };
        let mut counts = [0; 20];
        for seed in 0..2000 {
            let (formula, _) = sat.draw(seed).expect("a legal formula");
            formula.clauses().flatten().for_each(|lit| counts[lit.index()] += 1);
        }
        // 300 expected; the standard deviation is 16.
        assert!(counts.iter().all(|count| (220..380).contains(count)), "{counts:?}");
    }

    #[test]
    fn impossible_formulas_are_errors() {
        let sat = RandomSat { num_vars: 2, num_clauses: 1, width: 3, planted: false };
        assert_eq!(sat.draw(0), Err(RandomError::TooWide { width: 3, num_vars: 2 }));
        assert_eq!(RandomSat { width: 0, ..sat }.draw(0), Err(RandomError::NoWidth));
        assert_eq!(RandomSat { num_vars: usize::MAX, ..sat }.draw(0), Err(RandomError::TooManyVars(usize::MAX)));
        assert!(RandomSat { num_clauses: 0, ..sat }.draw(0).is_ok());
    }
}
