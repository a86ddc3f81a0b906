//! From above: models that cost less than the best one so far.
//!
//! **What it does.** Bounds the cost by an assumption and asks again until there is no model. Costs are counted by a
//! totalizer where all weights are the same, else by a weighted sum of the wishes that are still in question.
//!
//! **References.** Eén, Sörensson, JSAT'06 (linear search from above).

use super::{Answer, Run, Turn};
use crate::cnf::Lit;
use crate::encode::cardinality::Totalizer;
use crate::encode::sum::Sum;
use std::collections::BTreeSet;

/// With more wishes of different weights, counting costs is too dear.
const MOST_WEIGHTED: usize = 500;

/// How costs are counted.
pub(super) enum Above {
    Equal(u64, Totalizer),
    /// Made when it is first needed.
    Weighted(Option<Box<Sum>>),
}

impl Above {
    pub(super) fn new(wishes: &[(u64, Lit)]) -> Above {
        let unit = wishes.first().map_or(1, |&(weight, _)| weight);
        if wishes.iter().any(|&(weight, _)| weight != unit) {
            return Above::Weighted(None);
        }
        Above::Equal(unit, Totalizer::new(&wishes.iter().map(|&(_, wish)| !wish).collect::<Vec<_>>()))
    }

    /// A weighted sum is smaller when heavy wishes are certain and the best model is a good one.
    pub(super) fn comes_first(&self) -> bool {
        matches!(self, Above::Equal(..))
    }

    /// Asks until the ticks are spent. Every cheaper model has the hard literals.
    pub(super) fn turn(&mut self, run: &mut Run<'_>, hard: &[Lit], mut ticks: u64) -> Turn {
        loop {
            let most = run.most();
            if most == run.least {
                return Turn::Solved;
            }
            let bound = match self {
                Above::Equal(unit, totalizer) => totalizer.at_most(run.oracle, (most / *unit) as usize - 1),
                Above::Weighted(Some(sum)) => sum.at_most(run.oracle, most as i64 - 1),
                Above::Weighted(sum) => {
                    let hard: BTreeSet<&Lit> = hard.iter().collect();
                    let open = run.wishes.iter().filter(|(_, wish)| !hard.contains(wish));
                    let costs: Vec<(i64, Lit)> = open.map(|&(weight, wish)| (weight as i64, !wish)).collect();
                    if costs.len() > MOST_WEIGHTED {
                        return Turn::Over;
                    }
                    *sum = Some(Box::new(Sum::new(&costs)));
                    continue;
                }
            };
            match run.ask([hard, &[bound]].concat(), &mut ticks) {
                Answer::Model => debug_assert!(run.most() < most, "a cheaper model was asked for"),
                Answer::Core(_) => return Turn::Solved,
                Answer::TurnOver => return Turn::Over,
                Answer::Stopped(stop) => return Turn::Stopped(stop),
            }
        }
    }
}
