//! Why there is no solution: a minimal set of assumptions that contradict the clauses.
//!
//! What it does: QuickXplain divides the assumptions and asks about halves, so that a core of `k` among `n` takes about
//! `2k log(n/k) + 2k` calls; the core that the oracle reports at each refusal shortens that further.
//!
//! References: Junker, "QuickXplain: preferred explanations and relaxations for over-constrained problems", AAAI'04.

use super::oracle::{Oracle, Reply};
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};

/// A minimal subset of `candidates` that contradicts the oracle's clauses together with `fixed`: without any one of its
/// members there is a model. `None` when there is a model with all of them. The order of the candidates is a preference:
/// earlier ones are kept first.
///
/// # Errors
/// When the limits run out.
pub fn minimal_core(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    limits: &Limits,
) -> Result<Option<Vec<Lit>>, Stop> {
    let Some(core) = refused(oracle, fixed, candidates, limits)? else { return Ok(None) };
    let mut search = Search { oracle, limits };
    let mut background = fixed.to_vec();
    search.explain(&mut background, true, &core).map(Some)
}

/// What is to be said about a literal of a puzzle whose clues are switched on by assumptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no solution: these switches, a minimal set, contradict each other.
    Contradiction(Vec<Lit>),
    /// There is a solution, and nothing was asked.
    Consistent,
    /// The literal holds in every solution, and these switches, a minimal set, force it.
    Forced(Lit, Vec<Lit>),
    /// The literal holds in some solutions and not in others.
    Open(Lit),
}

/// Why there is no solution with all `switches`, or, of `about` (literals of which one holds), which one holds and why.
/// The order of the switches is a preference: earlier ones are kept first.
///
/// # Errors
/// When the limits run out.
pub fn why(oracle: &mut dyn Oracle, switches: &[Lit], about: &[Lit], limits: &Limits) -> Result<Why, Stop> {
    let model = match oracle.solve_under(switches, limits) {
        Reply::Sat(model) => model,
        Reply::Unsat(_) => {
            // Its own answer may be minimised further; that there is one is known.
            let core = minimal_core(oracle, &[], switches, limits)?;
            return Ok(Why::Contradiction(core.unwrap_or_default()));
        }
        Reply::Unknown(stop) => return Err(stop),
    };
    let Some(&holds) = about.iter().find(|&&lit| model.is_true(lit)) else { return Ok(Why::Consistent) };
    let core = minimal_core(oracle, &[!holds], switches, limits)?;
    Ok(core.map_or(Why::Open(holds), |core| Why::Forced(holds, core)))
}

struct Search<'s> {
    oracle: &'s mut dyn Oracle,
    limits: &'s Limits,
}

impl Search<'_> {
    /// The members of `candidates` that are needed on top of `background`; `grown` tells whether the background has
    /// changed since it was last seen to have a model.
    fn explain(&mut self, background: &mut Vec<Lit>, grown: bool, candidates: &[Lit]) -> Result<Vec<Lit>, Stop> {
        if candidates.is_empty() || (grown && refused(self.oracle, background, &[], self.limits)?.is_some()) {
            return Ok(Vec::new());
        }
        if candidates.len() == 1 {
            return Ok(candidates.to_vec());
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let depth = background.len();
        background.extend_from_slice(first);
        let mut needed = self.explain(background, true, second)?;
        background.truncate(depth);
        background.extend_from_slice(&needed);
        let more = self.explain(background, !needed.is_empty(), first)?;
        background.truncate(depth);
        needed.extend(more);
        Ok(needed)
    }
}

/// The candidates that the oracle refuses, or `None` when there is a model.
fn refused(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    limits: &Limits,
) -> Result<Option<Vec<Lit>>, Stop> {
    let assumptions = [fixed, candidates].concat();
    match oracle.solve_under(&assumptions, limits) {
        Reply::Sat(_) => Ok(None),
        Reply::Unsat(failed) => Ok(Some(candidates.iter().copied().filter(|lit| failed.contains(lit)).collect())),
        Reply::Unknown(stop) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Resolving;
    use super::*;
    use crate::cnf::Formula;
    use crate::engine;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::from_dimacs(n).expect("not 0")).collect()
    }

    #[test]
    fn a_core_is_minimal() {
        // Switches 11..=16; 12, 14 and 15 contradict each other.
        let formula =
            Formula::from_dimacs_lists(&[&[-12, 1], &[-14, -1, 2], &[-15, -2], &[-11, 3], &[-13, 3], &[-16, 4]]);
        let mut oracle = Resolving::new(formula, engine::by_name("dpll").expect("registered"));
        let core = minimal_core(&mut oracle, &[], &lits(&[11, 12, 13, 14, 15, 16]), &Limits::none());
        let mut core = core.expect("no limit").expect("contradictory");
        core.sort();
        assert_eq!(core, lits(&[12, 14, 15]));
        assert_eq!(minimal_core(&mut oracle, &[], &lits(&[11, 12, 14]), &Limits::none()), Ok(None));
        let ask = |oracle: &mut Resolving, switches: &[i32], about: &[i32]| {
            why(oracle, &lits(switches), &lits(about), &Limits::none()).expect("no limit")
        };
        let all = [11, 12, 13, 14, 15, 16];
        assert!(matches!(ask(&mut oracle, &all, &[1, -1]), Why::Contradiction(core) if core.len() == 3));
        assert_eq!(ask(&mut oracle, &[11, 12, 14], &[]), Why::Consistent);
        assert_eq!(ask(&mut oracle, &[11, 12, 14], &[2, -2]), Why::Forced(lits(&[2])[0], lits(&[14, 12])));
        assert!(matches!(ask(&mut oracle, &[11, 12], &[2, -2]), Why::Open(_)));
        let with_fixed = minimal_core(&mut oracle, &lits(&[1, -2]), &lits(&[11, 14]), &Limits::none());
        assert_eq!(with_fixed, Ok(Some(lits(&[14]))));
    }
}
