//! Leaving out what a refutation does not use.

use super::Grouped;
use crate::cnf::{Assignment, Formula, Lit};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
use crate::proof::{ClauseId, Tracer};
use crate::solver::Solver;
use std::io;
use std::sync::{Arc, Mutex};

/// The most bytes that the steps of a refutation may take, but at most an eighth of a memory limit.
const MOST_BYTES: usize = 1 << 30;
const LIMIT_SHARE: u64 = 8;

/// The antecedents of each derived clause, for looking back from the empty one.
#[derive(Debug, Default)]
struct Steps {
    ids: Vec<ClauseId>,
    ends: Vec<usize>,
    antecedents: Vec<ClauseId>,
    /// The most steps that are kept.
    most: usize,
    /// Whether there were more steps; then none is kept.
    lost: bool,
}

struct Keeper(Arc<Mutex<Steps>>);

impl Keeper {
    fn keep(&self, id: ClauseId, antecedents: impl Iterator<Item = ClauseId>) {
        let mut steps = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if steps.lost || steps.ids.len() + steps.antecedents.len() / 2 > steps.most {
            *steps = Steps { lost: true, ..Steps::default() };
            return;
        }
        steps.ids.push(id);
        steps.antecedents.extend(antecedents);
        let end = steps.antecedents.len();
        steps.ends.push(end);
    }
}

impl Tracer for Keeper {
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn add(&mut self, id: ClauseId, _clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.keep(id, antecedents.iter().copied());
        Ok(())
    }

    fn add_rat(&mut self, id: ClauseId, _clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.keep(id, hints.iter().map(|hint| hint.unsigned_abs()));
        Ok(())
    }
}

/// The clauses of an unsatisfiable formula that one refutation uses; all of them if the refutation is too long to keep.
fn refutation_core(formula: &Formula, limits: &Limits) -> Result<Result<Vec<usize>, Assignment>, Stop> {
    let bytes = limits.memory.map_or(MOST_BYTES, |limit| MOST_BYTES.min((limit / LIMIT_SHARE) as usize));
    let most = bytes / (2 * size_of::<ClauseId>());
    let steps = Arc::new(Mutex::new(Steps { most, ..Steps::default() }));
    let mut solver = Solver::new();
    solver.set_tracer(Box::new(Keeper(steps.clone()))).expect("there are no clauses yet");
    solver.load(formula);
    solver.set_non_incremental();
    match solver.solve_limited(limits) {
        Verdict::Sat(model) => return Ok(Err(model)),
        Verdict::Unsat => {}
        Verdict::Unknown(stop) => return Err(stop),
    }
    drop(solver);
    let steps = steps.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let originals = formula.num_clauses();
    let mut used = vec![false; originals];
    // An original clause may be empty already, so that there is no step.
    if let Some(empty) = formula.clauses().position(<[Lit]>::is_empty) {
        return Ok(Ok(vec![empty]));
    }
    if steps.lost {
        return Ok(Ok((0..originals).collect()));
    }
    let mut wanted = std::collections::HashSet::new();
    wanted.extend(steps.ids.last());
    for index in (0..steps.ids.len()).rev() {
        if !wanted.remove(&steps.ids[index]) {
            continue;
        }
        let start = if index == 0 { 0 } else { steps.ends[index - 1] };
        for &id in &steps.antecedents[start..steps.ends[index]] {
            match (id as usize).checked_sub(1).and_then(|place| used.get_mut(place)) {
                Some(used) => *used = true,
                None => drop(wanted.insert(id)),
            }
        }
    }
    Ok(Ok((0..originals).filter(|&index| used[index]).collect()))
}

/// Rounds of trimming at most.
const MOST_ROUNDS: usize = 8;

/// The groups that are left after trimming.
pub(super) fn trim(grouped: &Grouped, limits: &Limits) -> Result<Result<Vec<bool>, Assignment>, Stop> {
    let mut alive = vec![true; grouped.num_groups as usize];
    for round in 0..MOST_ROUNDS {
        let places: Vec<usize> = (0..grouped.groups.len())
            .filter(|&index| grouped.groups[index].is_none_or(|group| alive[group as usize]))
            .collect();
        let formula = grouped.only(|group| alive[group as usize]);
        let core = match refutation_core(&formula, limits) {
            Ok(Ok(core)) => core,
            Ok(Err(model)) => return Ok(Err(model)),
            Err(stop) if round == 0 => return Err(stop),
            Err(_) => break,
        };
        let before = alive.iter().filter(|&&alive| alive).count();
        alive.fill(false);
        for index in core {
            if let Some(group) = grouped.groups[places[index]] {
                alive[group as usize] = true;
            }
        }
        let after = alive.iter().filter(|&&alive| alive).count();
        if after * 20 > before * 19 {
            break;
        }
    }
    Ok(Ok(alive))
}
