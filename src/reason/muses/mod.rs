//! Minimal unsatisfiable subsets of clauses, or of groups of clauses.
//!
//! **What it does.** First the clauses that a refutation does not use are removed, as long as that removes many
//! ([`trim`]). Then each group gets a switch that is assumed ([`switches`]). A group that can be left out is removed,
//! together with all groups that the solver's refutation did not need. A group that is needed comes with a model of the
//! rest; flipping one variable of that model may show that other groups are needed too ([`shrink`], model rotation). A
//! smallest subset is approached from both sides ([`fewest`]).
//!
//! **Soundness and proof.** The subset is refuted by the solver in the end; each of its groups was seen to be needed by
//! a model of all others.
//!
//! **References.** Belov, Marques-Silva, FMCAD'11 (model rotation); Nadel, FMCAD'10; those of [`fewest`].
//!
//! ```
//! use gemsat::cnf::Formula;
//! use gemsat::limits::Limits;
//! use gemsat::reason::muses::{Found, Grouped, minimal};
//!
//! let grouped = Grouped::by_clause(Formula::from_dimacs_lists(&[&[1], &[2], &[-1]]));
//! let Found::Core(subset) = minimal(&grouped, &Limits::none()) else { panic!("it has no model") };
//! assert_eq!(subset.groups, [0, 2]);
//! ```

mod fewest;
mod hitting;
mod shrink;
mod switches;
mod trim;

use crate::cnf::{Assignment, Formula};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
pub use fewest::smallest;
pub(super) use hitting::Hitting;
use shrink::Shrink;
use std::io;
use switches::Switches;

/// A formula whose clauses are in groups.
#[derive(Clone, Debug, Default)]
pub struct Grouped {
    /// All clauses.
    pub formula: Formula,
    /// By clause: its group; `None` for clauses that are always there.
    pub groups: Vec<Option<u32>>,
    /// One more than the largest group.
    pub num_groups: u32,
}

/// A set of groups without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The groups, ascending.
    pub groups: Vec<u32>,
    /// Whether it is known that none of them can be left out.
    pub minimal: bool,
    /// No set without a model has fewer groups than this, as far as is known.
    pub at_least: usize,
    /// Why it may not be minimal (or not smallest); `None` if it is.
    pub stopped: Option<Stop>,
    /// Questions to the solver.
    pub questions: u64,
    /// By member, in the same order: a model of all the other members, if one was found and kept.
    pub witnesses: Vec<Option<Assignment>>,
}

/// What a search for a core ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A subset without a model.
    Core(Subset),
    /// The formula has a model.
    Satisfiable(Assignment),
    /// The limits ran out before that was known.
    Stopped(Stop),
}

impl Grouped {
    /// Each clause is a group.
    pub fn by_clause(formula: Formula) -> Grouped {
        let num_groups = formula.num_clauses() as u32;
        Grouped { groups: (0..num_groups).map(Some).collect(), num_groups, formula }
    }

    /// The clauses of these groups and those that are always there, as a formula.
    pub fn only(&self, keep: impl Fn(u32) -> bool) -> Formula {
        let mut formula = Formula::new();
        formula.declare_vars(self.formula.num_vars());
        for (clause, group) in self.formula.clauses().zip(&self.groups) {
            if group.is_none_or(&keep) {
                formula.add_clause(clause.iter().copied());
            }
        }
        formula
    }
}

/// Passes to `take`, for each group of a subset, a model of all the other groups if there is one; models that were not
/// kept are searched for. Returns the limit that ran out, if one did.
///
/// # Errors
/// The errors of `take`; also when a model leaves a clause false, which would be a fault of the solver.
pub fn each_witness(
    grouped: &Grouped,
    subset: &Subset,
    limits: &Limits,
    mut take: impl FnMut(u32, &Assignment) -> io::Result<()>,
) -> io::Result<Option<Stop>> {
    let mut alive = vec![false; grouped.num_groups as usize];
    subset.groups.iter().for_each(|&group| alive[group as usize] = true);
    let mut switches = Switches::new(grouped, &alive);
    for (&group, witness) in subset.groups.iter().zip(&subset.witnesses) {
        if let Some(stop) = limits.exceeded() {
            return Ok(Some(stop));
        }
        let model = match witness {
            Some(model) => model.clone(),
            None => match switches.ask(subset.groups.iter().copied().filter(|&other| other != group), limits) {
                Verdict::Sat(model) => model,
                Verdict::Unsat => continue,
                Verdict::Unknown(stop) => return Ok(Some(stop)),
            },
        };
        for (clause, of) in grouped.formula.clauses().zip(&grouped.groups) {
            let counts = of.is_none_or(|of| of != group && alive[of as usize]);
            if counts && !clause.iter().any(|&lit| model.is_true(lit)) {
                return Err(io::Error::other("a model leaves a clause of the rest false"));
            }
        }
        take(group, &model)?;
    }
    Ok(None)
}

/// A minimal set of groups without a model; when the limits run out, one that may not be minimal.
pub fn minimal(grouped: &Grouped, limits: &Limits) -> Found {
    let alive = match trim::trim(grouped, limits) {
        Err(stop) => return Found::Stopped(stop),
        Ok(Err(model)) => return Found::Satisfiable(model),
        Ok(Ok(alive)) => alive,
    };
    let mut switches = Switches::new(grouped, &alive);
    let order: Vec<u32> = (0..grouped.num_groups).rev().filter(|&group| alive[group as usize]).collect();
    let (subset, stopped) = Shrink::new(&mut switches, alive, true, limits).run(&order);
    Found::Core(Subset { stopped, ..subset })
}
