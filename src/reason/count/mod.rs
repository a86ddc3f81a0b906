//! How many models a formula has: exactly, by components.
//!
//! **What it does.** [`count`] asks a solver for the literals that are true, and those that are equal, in every model
//! ([`backbone`], within a bound), simplifies the formula ([`simplify`]), looks for a tree decomposition ([`tree`]),
//! and searches ([`search`]) with a cache of components ([`cache`]). Models may be distinguished by some variables only
//! (projected counting), and literals may have weights, which are rational numbers.
//!
//! **Soundness and proof.** Counts are exact up to the fingerprints of components, see [`cache`]. With a [`Trace`] a
//! count comes with a decision-DNNF that `cnfcheck count` recounts.
//!
//! **Schedule and cost.** What all models share is looked for within [`SHARED_TICKS`], some seconds at most: with a
//! sixth of these ticks par24, whose only model the search then has to find, takes 37.9 s instead of 4.6; speck5-20
//! takes 1.6 s with either.
//!
//! **References.** Thurley, SAT'06; Korhonen, Järvisalo, CP'21; the format of questions and answers is that of the
//! Model Counting Competition (Fichte, Hecher, JEA'21).

mod cache;
mod circuit;
mod components;
mod decimal;
mod equivalent;
mod marginals;
mod number;
mod question;
mod record;
mod sample;
mod search;
mod simplify;
mod trace;
mod tree;
mod weight;
mod witness;

pub use crate::cnf::question::CountKind;
pub use marginals::{Marginals, marginals};
/// Whole numbers of any size, from the package `num-bigint`: counts have no upper limit. A number of models is a
/// [`BigUint`] or, where weights may be negative, a [`BigInt`].
pub use num_bigint::{BigInt, BigUint};
pub use question::Posed;
pub use sample::{Drawn, Sampler};
pub use search::Figures;
pub use trace::Trace;
pub use weight::{Rational, WeightError};

use crate::cnf::{Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::reason::backbone;
use number::Number;
use record::FALSE;
use search::{Ended, Search, Task};
use simplify::{End, Keep, Simplified, Simplifier};

/// Ticks of the solver for the backbone and equal literals.
const SHARED_TICKS: u64 = 300_000_000;

/// What is to be counted.
#[derive(Clone, Debug, Default)]
pub struct CountQuestion {
    /// The variables by which models are distinguished; `None`: all.
    pub show: Option<Vec<Var>>,
    /// The weights of literals; literals that are not named have weight 1. The weight of a model is the product of
    /// those of its literals. In a projected count only shown variables may have weights.
    pub weights: Vec<(Lit, Rational)>,
}

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOptions {
    /// Bytes that the cache may take.
    pub cache_bytes: usize,
}

impl Default for CountOptions {
    fn default() -> CountOptions {
        CountOptions { cache_bytes: 2 << 30 }
    }
}

/// A count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of models, or their weight.
    pub value: Rational,
    /// Why there may be more models; the value is then a lower bound (0 with weights).
    pub stopped: Option<Stop>,
    /// Whether there is a model at all, where that is known.
    pub satisfiable: Option<bool>,
    /// What the search did.
    pub figures: Figures,
    /// The width of the tree decomposition, if there is one.
    pub width: Option<usize>,
    /// How many variables and clauses were left to the search.
    pub searched: (usize, usize),
}

/// Counts the models of a formula.
///
/// ```
/// use gemsat::reason::count::{CountOptions, CountQuestion, count};
/// use gemsat::{cnf::Formula, limits::Limits};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]);
/// let counted = count(&formula, &CountQuestion::default(), &CountOptions::default(), &Limits::none(), None)?;
/// assert_eq!((counted.value.to_string(), counted.stopped), ("4".into(), None));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// With a trace a certificate is written; the question must then have no weights, and all variables must be shown.
///
/// # Errors
/// When the certificate cannot be written.
pub fn count(
    formula: &Formula,
    question: &CountQuestion,
    options: &CountOptions,
    limits: &Limits,
    mut trace: Option<Trace<'_>>,
) -> Result<Count, std::io::Error> {
    let num_vars = formula.num_vars();
    let mut shown = vec![question.show.is_none(); num_vars];
    let mut undeclared = std::collections::BTreeSet::new();
    for var in question.show.iter().flatten() {
        match shown.get_mut(var.index()) {
            Some(shown) => *shown = true,
            None => drop(undeclared.insert(var.index())),
        }
    }
    let scaled = weight::scale(&question.weights, num_vars, &shown, &undeclared);
    let mut none = Count {
        value: Rational::default(),
        stopped: None,
        satisfiable: Some(false),
        figures: Figures::default(),
        width: None,
        searched: (0, 0),
    };
    let nothing = |trace: Option<Trace<'_>>| trace.map_or(Ok(()), |trace| trace.finish(&[], FALSE));
    let keep = if trace.is_some() { Keep::Models } else { Keep::Count };
    let rest = match simplified(formula, shown, scaled.weights, keep, limits) {
        Ok(Some(rest)) => rest,
        Ok(None) => {
            nothing(trace)?;
            return Ok(none);
        }
        Err(stop) => {
            none.stopped = Some(stop);
            none.satisfiable = None;
            return Ok(none);
        }
    };
    let (preference, width) = tree::preferences(&rest.formula, limits);
    let task = Task {
        formula: &rest.formula,
        shown: &rest.shown,
        weights: rest.weights.as_deref(),
        preference: &preference,
        cache_bytes: options.cache_bytes,
    };
    if let Some(trace) = &mut trace {
        trace.set_names(rest.names.clone());
    }
    let mut search = Search::new(task, trace.as_mut().map(|trace| trace as &mut dyn record::Record));
    let (ended, node) = search.run(limits);
    let figures = search.figures();
    drop(search);
    let (mut value, stopped) = match ended {
        Ended::Counted(value) => (value, None),
        Ended::Stopped(stop, _) if rest.weights.is_some() => (Number::ZERO, Some(stop)),
        Ended::Stopped(stop, bound) => (if bound.is_zero() { Number::ONE } else { bound }, Some(stop)),
    };
    if let Some(trace) = trace {
        trace.finish(&rest.fixed, node)?;
    }
    value.multiply(&rest.factor);
    value.double(undeclared.len() - scaled.undeclared_weighted);
    Ok(Count {
        value: Rational::new(value.to_big() * scaled.factor, scaled.denominator),
        stopped,
        satisfiable: Some(true),
        figures,
        width,
        searched: (rest.names.len(), rest.formula.num_clauses()),
    })
}

/// The decimal digits of a count, in less than quadratic time.
///
/// # Errors
/// The limit that ran out.
pub fn digits(count: &BigInt, limits: &Limits) -> Result<String, Stop> {
    Rational::new(count.clone(), 1u8.into()).text(limits)
}

/// What is left to be counted of a formula after simplification; `None` when it has no model.
fn simplified(
    formula: &Formula,
    shown: Vec<bool>,
    weights: Option<Vec<Number>>,
    keep: Keep,
    limits: &Limits,
) -> Result<Option<Simplified>, Stop> {
    // Variables in no clause are free.
    let vars = formula.vars_of_clauses();
    let common = backbone::within(formula, &vars, keep != Keep::Models, limits, Some(SHARED_TICKS), |_| {});
    match (common.satisfiable, common.stopped) {
        (Some(true), _) => {}
        (None, Some(stop)) => return Err(stop),
        _ => return Ok(None),
    }
    let mut simplifier = Simplifier::new(formula, shown, weights, keep, limits);
    simplifier.fix(common.certain);
    simplifier.equate(&common.equal);
    match simplifier.run() {
        Ok(rest) => Ok(Some(rest)),
        Err(End::NoModel) => Ok(None),
        Err(End::Stopped(stop)) => Err(stop),
    }
}

/// The count as a whole number.
impl Count {
    /// The number of models; `None` when weights make it a fraction.
    pub fn whole(&self) -> Option<&BigInt> {
        self.value.whole()
    }
}
