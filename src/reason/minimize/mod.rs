//! The cheapest model: as few broken wishes as possible, or those of least weight.
//!
//! **What it does.** Two searches on the same solver take turns, each longer than the one before. One comes from below
//! (`cores`): it assumes all wishes, and each set of them that contradicts the clauses raises what a model costs at
//! least. The other comes from above (`above`): it asks for a model that costs less than the best so far, so that there
//! is one when the limits run out. Turns are measured in ticks, so that every run is the same.
//!
//! The solver keeps its models: bounds are assumed, and what is added defines variables of its own. So questions may
//! follow, and more wishes.

mod above;
mod cores;

use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Lit, Var};
use crate::limits::{Limits, Stop};
use above::Above;
use cores::Cores;
use std::collections::BTreeMap;

/// Ticks of the first turn of each search.
const FIRST_TURN: u64 = 1_000_000;

/// A model and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cheapest {
    /// The model.
    pub model: Assignment,
    /// The weights of the wishes that are false in it, added up.
    pub cost: u64,
    /// No model costs less than this.
    pub at_least: u64,
    /// `None` when no model costs less; else the limit that ran out before that was known.
    pub stopped: Option<Stop>,
}

/// The model in which the wishes that are false weigh least; `None` when there is no model at all. A wish is a literal
/// with its weight, which is what it costs when it is false: a soft clause of weighted MaxSAT. One of several literals
/// is added to the solver with one literal more, `!wish`, where `wish` is new.
///
/// When a limit runs out, the answer is the best model so far. A solver's own limits hold as well, and what it has been
/// told to assume: see [`Oracle`](super::Oracle#impl-Oracle-for-Solver).
///
/// ```
/// use gemsat::{limits::Limits, reason::minimize::minimize, solver::Solver};
///
/// let mut solver = Solver::new();
/// let [tea, milk, lemon] = solver.new_lits();
/// solver.add_clause([!milk, !lemon]);
/// let wishes = [(1, tea), (2, milk), (5, lemon)];
/// let best = minimize(&mut solver, &wishes, &Limits::none())?.expect("there are models");
/// assert_eq!((best.cost, best.model[milk], best.model[lemon]), (2, false, true));
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
///
/// # Errors
/// The limit that ran out before there was a model.
///
/// # Panics
/// When the weights add up to more than `2^63 - 1`.
#[doc(alias = "MaxSAT")]
#[doc(alias = "objective")]
#[doc(alias = "optimize")]
#[doc(alias = "soft constraints")]
pub fn minimize(oracle: &mut dyn Oracle, wishes: &[(u64, Lit)], limits: &Limits) -> Result<Option<Cheapest>, Stop> {
    let total = wishes.iter().try_fold(0u64, |sum, &(weight, _)| sum.checked_add(weight));
    assert!(total.is_some_and(|total| i64::try_from(total).is_ok()), "weights add up to at most 2^63 - 1");
    let lits: Vec<Lit> = wishes.iter().map(|&(_, wish)| wish).collect();
    oracle.reserve(&lits);
    let (assumed, limits) = oracle.begin(limits);
    let mut run = Run::new(oracle, wishes, assumed, limits);
    // Wishes are tried first wherever the search decides.
    run.wishes.iter().for_each(|&(_, wish)| run.oracle.suggest(wish));
    let (mut above, mut cores) = (Above::new(&run.wishes), Cores::new(&run.wishes));
    let mut unlimited = u64::MAX;
    let stopped = match run.ask(Vec::new(), &mut unlimited) {
        Answer::Core(_) => return Ok(None),
        Answer::Stopped(stop) => Some(stop),
        Answer::Model | Answer::TurnOver => run.take_turns(&mut above, &mut cores),
    };
    match (run.best, stopped) {
        (Some((cost, model)), stopped) => {
            let at_least = run.certain + if stopped.is_some() { run.least } else { cost };
            Ok(Some(Cheapest { model, cost: run.certain + cost, at_least, stopped }))
        }
        (None, stopped) => Err(stopped.expect("the first call ended with a model")),
    }
}

/// What the two searches share.
struct Run<'o> {
    oracle: &'o mut dyn Oracle,
    /// What is assumed in all calls.
    assumed: Vec<Lit>,
    limits: Limits,
    /// At most one for each variable, with a positive weight.
    wishes: Vec<(u64, Lit)>,
    /// What every model costs, since it breaks one of two opposite wishes. Not counted below.
    certain: u64,
    /// What every model costs at least.
    least: u64,
    /// The best model so far, and its cost.
    best: Option<(u64, Assignment)>,
}

/// How a question of one of the searches ended.
enum Answer {
    /// With a model; the run has noted it if it is the best.
    Model,
    /// Without one: these assumptions contradict the clauses.
    Core(Vec<Lit>),
    /// The other search is to go on.
    TurnOver,
    /// The user's limits have run out.
    Stopped(Stop),
}

/// How a turn ended.
enum Turn {
    /// The best model is a cheapest one.
    Solved,
    Over,
    Stopped(Stop),
}

impl<'o> Run<'o> {
    fn new(oracle: &'o mut dyn Oracle, given: &[(u64, Lit)], assumed: Vec<Lit>, limits: Limits) -> Run<'o> {
        let mut weights: BTreeMap<Var, [u64; 2]> = BTreeMap::new();
        for &(weight, wish) in given {
            weights.entry(wish.var()).or_default()[usize::from(wish.is_negative())] += weight;
        }
        let certain = weights.values().map(|&[yes, no]| yes.min(no)).sum();
        let wishes = weights.into_iter().map(|(var, [yes, no])| (yes.abs_diff(no), var.lit(yes > no)));
        let wishes = wishes.filter(|&(weight, _)| weight > 0).collect();
        Run { oracle, assumed, limits, wishes, certain, least: 0, best: None }
    }

    /// What the best model costs.
    fn most(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |best| best.0)
    }

    /// Asks for a model, and takes what that costs from the ticks of the turn.
    fn ask(&mut self, mut assumptions: Vec<Lit>, turn: &mut u64) -> Answer {
        assumptions.extend(&self.assumed);
        let ticks = self.limits.ticks.unwrap_or(u64::MAX);
        let limits = Limits { ticks: Some(ticks.min(*turn)), ..self.limits.clone() };
        let before = self.oracle.ticks();
        let reply = self.oracle.solve_under(&assumptions, &limits);
        let over = *turn < ticks;
        *turn = turn.saturating_sub(self.oracle.ticks().saturating_sub(before));
        match reply {
            Reply::Sat(model) => {
                let broken = self.wishes.iter().filter(|(_, wish)| !model.is_true(*wish));
                let cost = broken.map(|(weight, _)| weight).sum();
                if cost < self.most() {
                    self.best = Some((cost, model));
                }
                Answer::Model
            }
            Reply::Unsat(core) => Answer::Core(core),
            Reply::Unknown(Stop::Ticks) if over => Answer::TurnOver,
            Reply::Unknown(stop) => Answer::Stopped(stop),
        }
    }

    /// Goes on until no model is cheaper, or the limits run out.
    fn take_turns(&mut self, above: &mut Above, cores: &mut Cores) -> Option<Stop> {
        let mut ticks = FIRST_TURN;
        let mut from_above = above.comes_first();
        loop {
            let turn = if from_above { above.turn(self, cores.hard(), ticks) } else { cores.turn(self, ticks) };
            match turn {
                Turn::Solved => return None,
                Turn::Stopped(stop) => return Some(stop),
                Turn::Over => {}
            }
            from_above = !from_above;
            ticks = ticks.saturating_add(ticks / 2);
        }
    }
}

#[cfg(test)]
fn by_dpll(formula: crate::cnf::Formula) -> super::FromScratch {
    super::FromScratch::new(formula, crate::engines::by_name("dpll").expect("registered"))
}

#[cfg(test)]
mod tests;
