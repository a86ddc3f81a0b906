//! Whether clauses follow from a formula, and whether two formulas have the same models.
//!
//! **What it does.** A clause follows when the formula has no model in which all its literals are false. Only the parts
//! of the formula that it has literals of are asked (`divided.rs`). Two formulas are equivalent when each implies the
//! clauses of the other. They are equivalent with respect to some variables when every model of one, restricted to
//! these variables, can be completed to a model of the other: the models of the one are listed without repetition, and
//! the other is asked about each.

use super::Incremental;
use super::divided::Divided;
use super::models::{ModelStep, Models};
use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};

/// Whether clauses follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Implied {
    /// All do.
    All,
    /// The clause with this index, from 0, is false in this model.
    Not {
        /// The index.
        clause: usize,
        /// The model.
        model: Assignment,
    },
    /// The limits ran out.
    Unknown(Stop),
}

/// A model of one formula that is not a model of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differ {
    /// The values of the variables by which models are distinguished.
    pub model: Vec<Lit>,
    /// Whether it is a model of the first formula.
    pub of_first: bool,
}

/// Whether all clauses of `asked` follow from `formula`.
///
/// ```
/// use gemsat::{cnf::Formula, limits::Limits, reason::implied::{Implied, implied}};
///
/// let formula = Formula::from_dimacs_lists(&[&[-1, 2], &[-2, 3]]);
/// let asked = Formula::from_dimacs_lists(&[&[-1, 3]]);
/// assert_eq!(implied(&formula, &asked, &Limits::none()), Implied::All);
/// ```
pub fn implied(formula: &Formula, asked: &Formula, limits: &Limits) -> Implied {
    let mut known = formula.clone();
    known.declare_vars(asked.num_vars());
    let mut oracle = Divided::new(&known);
    for (index, clause) in asked.clauses().enumerate() {
        // The solver may answer easy questions without ever looking at the clock, so the limits are checked here.
        if let Some(stop) = limits.exceeded() {
            return Implied::Unknown(stop);
        }
        let opposites: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        match oracle.solve_under(&opposites, limits) {
            Reply::Sat(model) => return Implied::Not { clause: index, model },
            Reply::Unsat(_) => {}
            Reply::Unknown(stop) => return Implied::Unknown(stop),
        }
    }
    Implied::All
}

/// A model of one of two formulas that is not a model of the other, with respect to the variables `show` (`None`: all
/// variables of both). The answer is `None` when the formulas are equivalent.
///
/// # Errors
/// When the limits run out.
pub fn equivalent(
    first: &Formula,
    second: &Formula,
    show: Option<&[Var]>,
    limits: &Limits,
) -> Result<Option<Differ>, Stop> {
    let Some(show) = show else {
        for (formula, other, of_first) in [(first, second, true), (second, first, false)] {
            match implied(formula, other, limits) {
                Implied::All => {}
                Implied::Not { model, .. } => return Ok(Some(Differ { model: model.lits().collect(), of_first })),
                Implied::Unknown(stop) => return Err(stop),
            }
        }
        return Ok(None);
    };
    for (formula, other, of_first) in [(first, second, true), (second, first, false)] {
        let mut declared = other.clone();
        declared.declare_vars(show.iter().map(|var| var.index() + 1).max().unwrap_or(0));
        let mut oracle = Incremental::new(&declared);
        let mut models = Models::new(formula, show, true);
        loop {
            match models.advance_to_model(limits) {
                ModelStep::Found => {}
                ModelStep::Done | ModelStep::Wrong(_) => break,
                ModelStep::Stopped(stop) => return Err(stop),
            }
            if let Some(model) = outside(&mut models, &mut oracle, show, limits)? {
                return Ok(Some(Differ { model, of_first }));
            }
        }
    }
    Ok(None)
}

/// An assignment of the present cube that the oracle cannot complete.
fn outside(
    models: &mut Models<'_>,
    oracle: &mut Incremental,
    show: &[Var],
    limits: &Limits,
) -> Result<Option<Vec<Lit>>, Stop> {
    let free: Vec<Var> = show.iter().copied().filter(|var| models.value(var.pos()) == 0).collect();
    let fixed = show.iter().filter(|var| models.value(var.pos()) != 0);
    let fixed: Vec<Lit> = fixed.map(|var| var.lit(models.value(var.pos()) > 0)).collect();
    let mut bits = vec![false; free.len()];
    loop {
        let values = free.iter().zip(&bits).map(|(var, &value)| var.lit(value));
        let mut model: Vec<Lit> = fixed.iter().copied().chain(values).collect();
        match oracle.solve_under(&model, limits) {
            Reply::Sat(_) => {}
            Reply::Unsat(_) => {
                model.sort_unstable();
                return Ok(Some(model));
            }
            Reply::Unknown(stop) => return Err(stop),
        }
        // The next assignment of the free variables, counted in binary.
        let Some(place) = bits.iter().position(|bit| !bit) else { return Ok(None) };
        bits[..place].fill(false);
        bits[place] = true;
    }
}
