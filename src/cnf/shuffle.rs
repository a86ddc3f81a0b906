//! Shuffling: the same formula with other numbers for its variables, and in another order. The verdict stays the same,
//! and a model can be mapped back.

use super::assignment::Assignment;
use super::formula::{Formula, FormulaTooLarge};
use super::lit::{Lit, Var};
use crate::util::rng::Rng;

/// What to shuffle.
///
/// ```
/// use gemsat::cnf::{Formula, shuffle::Shuffle};
/// use gemsat::{engine::Verdict, solver::Solver};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3], &[-2, -3]]);
/// let (shuffled, renaming) = Shuffle::default().apply(&formula, 7)?;
/// let Verdict::Sat(model) = Solver::from_formula(&shuffled).solve() else { panic!("it has a model") };
/// assert_eq!(gemsat::cnf::model::first_falsified(&renaming.original_model(&model), &formula), None);
/// # Ok::<(), gemsat::cnf::FormulaTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// Permute the variables.
    pub rename: bool,
    /// Negate each variable by a fair coin.
    pub flip: bool,
    /// Permute the clauses.
    pub clauses: bool,
    /// Permute the literals in each clause.
    pub literals: bool,
}

impl Default for Shuffle {
    /// All of it.
    fn default() -> Shuffle {
        Shuffle { rename: true, flip: true, clauses: true, literals: true }
    }
}

/// Which literal each variable has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming(Vec<Lit>);

impl Renaming {
    /// What a literal of the original formula has become.
    ///
    /// # Panics
    /// When its variable is not in the original formula.
    #[inline]
    pub fn apply(&self, lit: Lit) -> Lit {
        let image = self.0[lit.var().index()];
        if lit.is_negative() { !image } else { image }
    }

    /// The literals that the variables have become, in the order of the variables.
    pub fn images(&self) -> &[Lit] {
        &self.0
    }

    /// The model of the original formula that a model of the shuffled one means.
    pub fn original_model(&self, shuffled: &Assignment) -> Assignment {
        self.0.iter().map(|&image| shuffled.is_true(image)).collect()
    }
}

impl Shuffle {
    /// Shuffles a formula; the same seed shuffles alike.
    ///
    /// # Errors When memory runs out: the shuffled formula takes as much as the original one, and eight bytes for each
    /// variable and each clause are needed besides.
    pub fn apply(&self, formula: &Formula, seed: u64) -> Result<(Formula, Renaming), FormulaTooLarge> {
        let mut rng = Rng::new(seed);
        let mut vars = reserved(formula.num_vars())?;
        vars.extend((0..formula.num_vars()).map(Var::new));
        if self.rename {
            rng.shuffle(&mut vars);
        }
        let mut images = reserved(vars.len())?;
        images.extend(vars.into_iter().map(|var| var.lit(!self.flip || rng.coin())));
        let renaming = Renaming(images);

        let mut order = reserved(formula.num_clauses())?;
        order.extend(0..formula.num_clauses() as u32);
        if self.clauses {
            rng.shuffle(&mut order);
        }
        let mut shuffled = Formula::new();
        shuffled.declare_vars(formula.num_vars());
        let mut clause = Vec::new();
        for index in order {
            let original = formula.clause(index as usize);
            clause.clear();
            clause.try_reserve(original.len()).map_err(|_| FormulaTooLarge)?;
            clause.extend(original.iter().map(|&lit| renaming.apply(lit)));
            if self.literals {
                rng.shuffle(&mut clause);
            }
            for &lit in &clause {
                shuffled.try_push(lit)?;
            }
            shuffled.try_close()?;
        }
        Ok((shuffled, renaming))
    }
}

fn reserved<T>(capacity: usize) -> Result<Vec<T>, FormulaTooLarge> {
    let mut items = Vec::new();
    items.try_reserve_exact(capacity).map_err(|_| FormulaTooLarge)?;
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::model::count_falsified;

    const CLAUSES: &[&[i32]] = &[&[1, -2, 3], &[], &[-4], &[2, 2, -2], &[5, 4, 3, 2, 1]];

    #[test]
    fn a_shuffled_formula_falsifies_as_many_clauses() {
        let formula = Formula::from_dimacs_lists(CLAUSES);
        for seed in 0..20 {
            let (shuffled, renaming) = Shuffle::default().apply(&formula, seed).expect("memory");
            for bits in 0..32u32 {
                let model: Assignment = (0..5).map(|index| bits >> index & 1 != 0).collect();
                let original = renaming.original_model(&model);
                assert_eq!(count_falsified(&model, &shuffled), count_falsified(&original, &formula));
            }
        }
    }

    #[test]
    fn nothing_to_shuffle_changes_nothing() {
        let formula = Formula::from_dimacs_lists(CLAUSES);
        let nothing = Shuffle { rename: false, flip: false, clauses: false, literals: false };
        assert_eq!(nothing.apply(&formula, 9).expect("memory").0, formula);
        let (all, _) = Shuffle::default().apply(&formula, 9).expect("memory");
        assert_ne!(all, formula);
        assert_eq!(Shuffle::default().apply(&formula, 9).expect("memory").0, all);
    }
}
