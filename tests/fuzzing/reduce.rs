//! Makes a failing trace small: calls, literals, options and variables go while it still fails.
//!
//! Delta debugging (Zeller, Hildebrandt, TSE'02) over the list of calls, then over literals and options, until nothing
//! more goes; last, variables are renumbered without gaps.

use super::trace::{Call, Proof, Trace};
use gemsat::cnf::{Lit, Var};
use std::collections::HashMap;

/// The smallest trace that was found for which `fails` still holds, within so many trials.
pub fn reduce(trace: &Trace, mut trials: u64, fails: &mut dyn FnMut(&Trace) -> bool) -> Trace {
    let mut best = trace.clone();
    let mut attempt = |best: &mut Trace, candidate: Trace| {
        if trials == 0 || candidate == *best {
            return false;
        }
        trials -= 1;
        let smaller = fails(&candidate);
        if smaller {
            *best = candidate;
        }
        smaller
    };
    loop {
        let before = best.clone();
        remove_calls(&mut best, &mut attempt);
        remove_literals(&mut best, &mut attempt);
        for at in (0..best.options.len()).rev() {
            let mut candidate = best.clone();
            candidate.options.remove(at);
            attempt(&mut best, candidate);
        }
        for proof in [Proof::Drat, Proof::Without] {
            let candidate = Trace { proof, ..best.clone() };
            if best.proof == Proof::Lrat || proof == Proof::Without {
                attempt(&mut best, candidate);
            }
        }
        let candidate = Trace { load: false, ..best.clone() };
        attempt(&mut best, candidate);
        for (whole, simplify) in [(best.whole, 0), (false, 0)] {
            let candidate = Trace { whole, simplify, ..best.clone() };
            attempt(&mut best, candidate);
        }
        if best == before {
            break;
        }
    }
    let candidate = renumbered(&best);
    attempt(&mut best, candidate);
    best
}

type Attempt<'a> = dyn FnMut(&mut Trace, Trace) -> bool + 'a;

/// Removes runs of calls, half of them at first, single ones in the end.
fn remove_calls(best: &mut Trace, attempt: &mut Attempt<'_>) {
    let mut length = best.calls.len().div_ceil(2);
    while length > 0 {
        let mut start = 0;
        while start < best.calls.len() {
            let mut candidate = best.clone();
            candidate.calls.drain(start..(start + length).min(best.calls.len()));
            if !attempt(best, candidate) {
                start += length;
            }
        }
        length /= 2;
    }
}

fn remove_literals(best: &mut Trace, attempt: &mut Attempt<'_>) {
    for call in 0..best.calls.len() {
        let length = best.calls[call].clause().map_or(0, Vec::len);
        for at in (0..length).rev() {
            let mut candidate = best.clone();
            if let Call::Add(clause) = &mut candidate.calls[call] {
                clause.remove(at);
            }
            attempt(best, candidate);
        }
    }
}

/// The trace with variables 1, 2, ... in order of appearance.
fn renumbered(trace: &Trace) -> Trace {
    let mut names: HashMap<Var, usize> = HashMap::new();
    let mut name = |lit: &mut Lit| {
        let next = names.len();
        *lit = Var::new(*names.entry(lit.var()).or_insert(next)).lit(lit.is_positive());
    };
    let mut trace = trace.clone();
    for call in &mut trace.calls {
        match call {
            Call::Add(clause) => clause.iter_mut().for_each(&mut name),
            Call::Assume(lit) | Call::Phase(lit) => name(lit),
            Call::Freeze(var, _) | Call::Unphase(var) => {
                let mut lit = var.pos();
                name(&mut lit);
                *var = lit.var();
            }
            Call::Solve | Call::Limit(..) | Call::Raise(_) => {}
        }
    }
    trace
}
