//! The walk over one component's groups.

use super::super::Constraint;
use super::meter::Meter;
use super::ways::{Ways, binomials};
use super::{CountError, Group, Solved};
use num_bigint::BigUint;
use std::collections::HashMap;

/// The most numbers that may be open at once. With that many there are far more states than any bound allows, and
/// looking for a better order takes long on boards of that size.
const MAX_OPEN: usize = 96;

/// An order of the groups that keeps few numbers open: from one end, always the group that leaves fewest open numbers.
/// `None` when more than [`MAX_OPEN`] are open on the way.
fn order(groups: &[Group], start: usize, meter: &mut Meter<'_>) -> Result<Option<(Vec<usize>, usize)>, CountError> {
    let mut left: HashMap<usize, usize> = HashMap::new();
    let mut touching: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, group) in groups.iter().enumerate() {
        for &clue in &group.clues {
            *left.entry(clue).or_default() += 1;
            touching.entry(clue).or_default().push(index);
        }
    }
    let whole = left.clone();
    let mut placed = vec![false; groups.len()];
    let mut sequence = Vec::with_capacity(groups.len());
    let mut candidates: Vec<usize> = vec![start];
    let (mut open, mut worst) = (0usize, 0usize);
    while sequence.len() < groups.len() {
        meter.work(candidates.len())?;
        let change = |&index: &usize| {
            let delta = |&clue: &usize| -> isize {
                let (now, all) = (left[&clue], whole[&clue]);
                isize::from(now == all) - isize::from(now == 1)
            };
            (groups[index].clues.iter().map(delta).sum::<isize>(), index)
        };
        let Some(next) = candidates.iter().copied().min_by_key(change) else { break };
        open = open.saturating_add_signed(change(&next).0);
        worst = worst.max(open);
        if worst > MAX_OPEN {
            return Ok(None);
        }
        placed[next] = true;
        sequence.push(next);
        candidates.retain(|&index| index != next);
        for clue in &groups[next].clues {
            *left.get_mut(clue).expect("every number of a group is counted") -= 1;
            for &other in &touching[clue] {
                if !placed[other] && !candidates.contains(&other) {
                    candidates.push(other);
                }
            }
        }
    }
    Ok(Some((sequence, worst)))
}

/// The best order from a handful of starts: the ends of the component in row order and some between.
fn best_order(groups: &[Group], meter: &mut Meter<'_>) -> Result<Vec<usize>, CountError> {
    let last = groups.len() - 1;
    let mut found = Vec::new();
    for start in [0, last, last / 2, last / 4, last * 3 / 4] {
        found.extend(order(groups, start, meter)?);
    }
    let best = found.into_iter().min_by_key(|(_, worst)| *worst);
    best.map(|(sequence, _)| sequence).ok_or(CountError::TooEntangled)
}

/// How many traps each open number still misses, in the order in which the numbers were opened.
type State = Box<[u8]>;

/// A layer of the walk: the states before a group is decided.
struct Layer {
    states: HashMap<State, Ways>,
    open: Vec<usize>,
}

/// What deciding a group does to a state.
struct Step {
    multiplicity: usize,
    /// Binomials of the multiplicity.
    choices: Vec<BigUint>,
    /// Open numbers before, as positions that the group touches, and those newly opened with their values.
    touched: Vec<usize>,
    opened: Vec<u8>,
    /// For each position after opening: how many undecided cells the number has left after this group.
    free: Vec<usize>,
    /// Positions that stay open.
    kept: Vec<usize>,
}

impl Step {
    /// The state after the group gets `traps` traps, if the numbers allow it.
    fn apply(&self, state: &[u8], traps: usize) -> Option<State> {
        let mut remaining: Vec<u8> = state.iter().chain(&self.opened).copied().collect();
        for &position in &self.touched {
            let rest = usize::from(remaining[position]).checked_sub(traps)?;
            if rest > self.free[position] {
                return None;
            }
            remaining[position] = rest as u8;
        }
        Some(self.kept.iter().map(|&position| remaining[position]).collect())
    }
}

pub(super) fn solve_component(
    groups: Vec<Group>,
    constraints: &[Constraint],
    track: bool,
    meter: &mut Meter<'_>,
) -> Result<Solved, CountError> {
    let sequence = best_order(&groups, meter)?;
    let mut undecided: HashMap<usize, usize> = HashMap::new();
    for group in &groups {
        for &clue in &group.clues {
            *undecided.entry(clue).or_default() += group.members.len();
        }
    }
    let mut layers = vec![Layer { states: HashMap::from([(State::default(), Ways::one())]), open: Vec::new() }];
    let mut steps = Vec::with_capacity(sequence.len());
    for &index in &sequence {
        let group = &groups[index];
        let before = layers.last().expect("the first layer stands");
        let mut open = before.open.clone();
        let mut opened = Vec::new();
        let mut touched = Vec::new();
        for &clue in &group.clues {
            *undecided.get_mut(&clue).expect("every number of a group is counted") -= group.members.len();
            touched.push(open.iter().position(|&other| other == clue).unwrap_or_else(|| {
                open.push(clue);
                opened.push(constraints[clue].traps as u8);
                open.len() - 1
            }));
        }
        let free: Vec<usize> = open.iter().map(|clue| undecided[clue]).collect();
        let kept: Vec<usize> = (0..open.len()).filter(|&position| free[position] > 0).collect();
        let step = Step {
            multiplicity: group.members.len(),
            choices: binomials(group.members.len()),
            touched,
            opened,
            free,
            kept,
        };
        let mut states: HashMap<State, Ways> = HashMap::new();
        for (state, ways) in &before.states {
            for traps in 0..=step.multiplicity {
                meter.work(1 + ways.by_traps.len())?;
                if let Some(after) = step.apply(state, traps) {
                    let shift = if track { traps } else { 0 };
                    states.entry(after).or_insert_with(Ways::none).add(ways, &step.choices[traps], shift);
                }
            }
        }
        meter.keep(states.len())?;
        let open = step.kept.iter().map(|&position| open[position]).collect();
        layers.push(Layer { states, open });
        steps.push(step);
    }
    let last = layers.pop().expect("the first layer stands");
    let ways = last.states.into_values().next().unwrap_or_else(Ways::none);

    // Backward: the ways to finish from each state, and each group's share on the way.
    let mut finish: HashMap<State, Ways> = HashMap::from([(State::default(), Ways::one())]);
    let mut shares: Vec<Ways> = groups.iter().map(|_| Ways::none()).collect();
    for ((layer, step), &index) in layers.iter().zip(&steps).zip(&sequence).rev() {
        let mut earlier: HashMap<State, Ways> = HashMap::with_capacity(layer.states.len());
        for (state, ways_here) in &layer.states {
            let mut on = Ways::none();
            let mut traps_on = Ways::none();
            for traps in 0..=step.multiplicity {
                meter.work(1 + ways_here.by_traps.len())?;
                let Some(rest) = step.apply(state, traps).and_then(|after| finish.get(&after)) else { continue };
                let shift = if track { traps } else { 0 };
                on.add(rest, &step.choices[traps], shift);
                traps_on.add(rest, &(&step.choices[traps] * traps), shift);
            }
            shares[index].add(&ways_here.times(&traps_on, meter)?, &BigUint::from(1u8), 0);
            if !on.by_traps.is_empty() {
                earlier.insert(state.clone(), on);
            }
        }
        finish = earlier;
    }
    Ok(Solved { ways, shares, groups })
}
