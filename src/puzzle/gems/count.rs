//! Exact counting: how many fillings a board has, and in what share of them each cell holds a trap.
//!
//! What it does: cells with the same numbers around them are one group with a multiplicity; groups that share a number
//! are in one component. Each component is counted by a walk over its groups that keeps, for the numbers met so far, how
//! many traps they still miss; equal remainders are one state. A forward and a backward walk give the share of every
//! group. With a total number of traps, states carry a polynomial (ways by number of traps), components are convolved,
//! and the free cells contribute binomials.
//!
//! Why it pays: it is exact, samples nothing, and needs no solver; a 20x20 board takes milliseconds. The cost is the
//! number of states, which grows with how many numbers are open at once; it is bounded, and a board beyond the bound is
//! reported, not guessed.
//!
//! References: counting by components as in D. Becerra, "Algorithmic Approaches to Playing Minesweeper" (2015).

use super::{Board, Constraint};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};

/// Counts of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many fillings there are.
    pub total: BigUint,
    /// The unknown cells in row order, as indices of the board.
    pub cells: Vec<usize>,
    /// For each unknown cell: its fillings with a trap, and where in `wholes` the fillings that these are among stand.
    /// They are those of the cell's component where components do not depend on each other, so that the numbers stay short.
    shares: Vec<(BigUint, usize)>,
    wholes: Vec<BigUint>,
}

/// What is known of an unknown cell over all fillings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// A trap in every filling.
    Trap,
    /// A gem in every filling.
    Gem,
    /// Both occur.
    Open,
}

impl Counts {
    /// What is certain about the cell with this place among the unknown ones.
    pub fn certainty(&self, number: usize) -> Certainty {
        let (traps, whole) = &self.shares[number];
        if *traps == self.wholes[*whole] {
            Certainty::Trap
        } else if *traps == BigUint::ZERO {
            Certainty::Gem
        } else {
            Certainty::Open
        }
    }

    /// The probability of a trap in the cell with this place, all fillings being equally likely; 0 when there are none.
    pub fn probability(&self, number: usize) -> f64 {
        let (traps, whole) = &self.shares[number];
        if self.total == BigUint::ZERO { 0.0 } else { ratio(traps, &self.wholes[*whole]) }
    }

    /// In how many fillings of the whole board the cell with this place holds a trap.
    pub fn traps(&self, number: usize) -> BigUint {
        let (traps, whole) = &self.shares[number];
        if self.total == BigUint::ZERO { BigUint::ZERO } else { traps * &self.total / &self.wholes[*whole] }
    }

    /// Gives a cell its share.
    fn set(&mut self, place: usize, traps: BigUint, whole: usize) {
        self.shares[place] = (traps, whole);
    }
}

/// A quotient to full `f64` precision, however large the numbers.
pub fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    if part == whole {
        return 1.0;
    }
    // Scale so that the integer quotient has 64 bits or more, all of which the conversion then rounds.
    let shift = (whole.bits() + 64).saturating_sub(part.bits());
    let quotient = (part << shift) / whole;
    let bits = quotient.bits().saturating_sub(64);
    let top = (&quotient >> bits).iter_u64_digits().next().unwrap_or(0);
    top as f64 * 2f64.powi((bits as i64 - shift as i64).clamp(-1100, 1100) as i32)
}

/// The board is too entangled to be counted within the bound on states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooEntangled;

impl std::fmt::Display for TooEntangled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("too many numbers are entangled to count this board exactly")
    }
}

impl std::error::Error for TooEntangled {}

/// The states that all walks of a board together may visit by default: a few seconds and some hundred megabytes.
pub const DEFAULT_STATES: usize = 2_000_000;

/// The 64-bit words that the ways of a board with a total may take.
const MAX_WORDS: usize = 1 << 27;

/// Ways by number of traps: entry `i` is for `low + i` traps. Without a total there is one entry, for any number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ways {
    low: usize,
    by_traps: Vec<BigUint>,
}

impl Ways {
    fn one() -> Ways {
        Ways { low: 0, by_traps: vec![BigUint::from(1u8)] }
    }

    fn none() -> Ways {
        Ways { low: 0, by_traps: Vec::new() }
    }

    /// Adds `factor` times `other`, moved up by `traps`.
    fn add(&mut self, other: &Ways, factor: &BigUint, traps: usize) {
        if other.by_traps.is_empty() {
            return;
        }
        let low = other.low + traps;
        if self.by_traps.is_empty() {
            self.low = low;
        }
        if low < self.low {
            self.by_traps.splice(0..0, std::iter::repeat_n(BigUint::ZERO, self.low - low));
            self.low = low;
        }
        let end = low + other.by_traps.len() - self.low;
        if self.by_traps.len() < end {
            self.by_traps.resize(end, BigUint::ZERO);
        }
        for (index, ways) in other.by_traps.iter().enumerate() {
            self.by_traps[low - self.low + index] += ways * factor;
        }
    }

    fn times(&self, other: &Ways) -> Ways {
        let mut product = Ways::none();
        for (index, factor) in self.by_traps.iter().enumerate() {
            product.add(other, factor, self.low + index);
        }
        product
    }

    fn sum(&self) -> BigUint {
        self.by_traps.iter().sum()
    }
}

/// Cells with the same numbers around them.
struct Group {
    /// Places among the unknown cells.
    members: Vec<usize>,
    /// The numbers around, as indices of the component's numbers.
    clues: Vec<usize>,
}

/// A component's result: its ways, and for each group the ways summed with the group's own traps as the factor.
struct Solved {
    ways: Ways,
    /// Per group: the sum over fillings of the traps in the group, by the component's number of traps.
    shares: Vec<Ways>,
    groups: Vec<Group>,
}

/// Counts the fillings of a board, with exactly `total` traps on the whole board if told.
///
/// # Errors
/// When more than `max_states` states would be visited.
pub fn count(board: &Board, total: Option<usize>, max_states: usize) -> Result<Counts, TooEntangled> {
    let cells: Vec<usize> = board.unknown_cells().collect();
    let shares = vec![(BigUint::ZERO, 0); cells.len()];
    let mut counts = Counts { total: BigUint::ZERO, cells, shares, wholes: vec![BigUint::ZERO] };
    let constraints: Vec<Constraint> = board.constraints().collect();
    if constraints.iter().any(Constraint::is_impossible) {
        return Ok(counts);
    }
    let (groups, free) = group_cells(&counts.cells, &constraints);
    let mut budget = max_states;
    let mut solved = Vec::new();
    for component in components(groups, constraints.len()) {
        solved.push(solve_component(component, &constraints, total.is_some(), &mut budget)?);
    }
    match total {
        None => combine_free(&mut counts, &solved, &free),
        Some(total) => {
            if let Some(left) = total.checked_sub(board.given_traps()) {
                // All products of ways before and after each component are held at once.
                let length: usize = solved.iter().map(|part| part.ways.by_traps.len()).sum();
                let words = counts.cells.len() / 64 + 1;
                if (solved.len() * 2).saturating_mul(length).saturating_mul(words) > MAX_WORDS {
                    return Err(TooEntangled);
                }
                combine_total(&mut counts, &solved, &free, left);
            }
        }
    }
    Ok(counts)
}

/// Groups of equal cells, and the cells next to no number.
fn group_cells(cells: &[usize], constraints: &[Constraint]) -> (Vec<Group>, Vec<usize>) {
    let places: HashMap<u32, usize> = cells.iter().enumerate().map(|(place, &cell)| (cell as u32, place)).collect();
    let mut clues_of: Vec<Vec<usize>> = vec![Vec::new(); cells.len()];
    for (clue, constraint) in constraints.iter().enumerate() {
        for cell in &constraint.cells {
            clues_of[places[cell]].push(clue);
        }
    }
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (place, clues) in clues_of.into_iter().enumerate() {
        groups.entry(clues).or_default().push(place);
    }
    let free = groups.remove(&Vec::new()).unwrap_or_default();
    (groups.into_iter().map(|(clues, members)| Group { members, clues }).collect(), free)
}

/// Splits groups into those that share numbers, directly or through others.
fn components(groups: Vec<Group>, num_clues: usize) -> Vec<Vec<Group>> {
    let mut leader: Vec<usize> = (0..num_clues).collect();
    fn find(leader: &mut [usize], mut clue: usize) -> usize {
        while leader[clue] != clue {
            leader[clue] = leader[leader[clue]];
            clue = leader[clue];
        }
        clue
    }
    for group in &groups {
        let first = find(&mut leader, group.clues[0]);
        for &clue in &group.clues[1..] {
            let other = find(&mut leader, clue);
            leader[other] = first;
        }
    }
    let mut parts: BTreeMap<usize, Vec<Group>> = BTreeMap::new();
    for group in groups {
        parts.entry(find(&mut leader, group.clues[0])).or_default().push(group);
    }
    parts.into_values().collect()
}

/// The most numbers that may be open at once. With so many there are far more states than any bound allows, and a look for
/// a better order takes long on boards of that size.
const MAX_OPEN: usize = 96;

/// An order of the groups that keeps few numbers open: from one end, always the group that leaves fewest open numbers.
/// Nothing when more than [`MAX_OPEN`] are open on the way.
fn order(groups: &[Group], start: usize) -> Option<(Vec<usize>, usize)> {
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
            return None;
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
    Some((sequence, worst))
}

/// The best order from a handful of starts: the ends of the component in row order and some between.
fn best_order(groups: &[Group]) -> Option<Vec<usize>> {
    let last = groups.len() - 1;
    let starts = [0, last, last / 2, last / 4, last * 3 / 4];
    let found = starts.into_iter().filter_map(|start| order(groups, start)).min_by_key(|(_, worst)| *worst);
    found.map(|(sequence, _)| sequence)
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
    room: Vec<usize>,
    /// Positions that stay open.
    kept: Vec<usize>,
}

impl Step {
    /// The state after the group gets `traps` traps, if the numbers allow it.
    fn apply(&self, state: &[u8], traps: usize) -> Option<State> {
        let mut remaining: Vec<u8> = state.iter().chain(&self.opened).copied().collect();
        for &position in &self.touched {
            let rest = usize::from(remaining[position]).checked_sub(traps)?;
            if rest > self.room[position] {
                return None;
            }
            remaining[position] = rest as u8;
        }
        Some(self.kept.iter().map(|&position| remaining[position]).collect())
    }
}

fn solve_component(
    groups: Vec<Group>,
    constraints: &[Constraint],
    track: bool,
    budget: &mut usize,
) -> Result<Solved, TooEntangled> {
    let sequence = best_order(&groups).ok_or(TooEntangled)?;
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
        let room: Vec<usize> = open.iter().map(|clue| undecided[clue]).collect();
        let kept: Vec<usize> = (0..open.len()).filter(|&position| room[position] > 0).collect();
        let step = Step {
            multiplicity: group.members.len(),
            choices: binomials(group.members.len()),
            touched,
            opened,
            room,
            kept,
        };
        let mut states: HashMap<State, Ways> = HashMap::new();
        for (state, ways) in &before.states {
            for traps in 0..=step.multiplicity {
                if let Some(after) = step.apply(state, traps) {
                    let shift = if track { traps } else { 0 };
                    states.entry(after).or_insert_with(Ways::none).add(ways, &step.choices[traps], shift);
                }
            }
        }
        *budget = budget.checked_sub(states.len()).ok_or(TooEntangled)?;
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
                let Some(rest) = step.apply(state, traps).and_then(|after| finish.get(&after)) else { continue };
                let shift = if track { traps } else { 0 };
                on.add(rest, &step.choices[traps], shift);
                traps_on.add(rest, &(&step.choices[traps] * traps), shift);
            }
            shares[index].add(&ways_here.times(&traps_on), &BigUint::from(1u8), 0);
            if !on.by_traps.is_empty() {
                earlier.insert(state.clone(), on);
            }
        }
        finish = earlier;
    }
    Ok(Solved { ways, shares, groups })
}

/// `C(n, 0..=n)`.
fn binomials(n: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1u8)];
    for k in 0..n {
        row.push(&row[k] * (n - k) / (k + 1));
    }
    row
}

/// Without a total: components multiply, and every free cell doubles.
fn combine_free(counts: &mut Counts, solved: &[Solved], free: &[usize]) {
    let sums: Vec<BigUint> = solved.iter().map(|part| part.ways.sum()).collect();
    let free_ways = BigUint::from(1u8) << free.len();
    counts.total = sums.iter().fold(free_ways, |product, sum| product * sum);
    // A free cell holds a trap in one of two ways.
    counts.wholes = vec![BigUint::from(2u8)];
    for &place in free {
        counts.set(place, BigUint::from(1u8), 0);
    }
    for (part, sum) in solved.iter().zip(sums) {
        let whole = counts.wholes.len();
        counts.wholes.push(sum);
        for (group, share) in part.groups.iter().zip(&part.shares) {
            // The share counts traps in the whole group; by symmetry each member has an equal part.
            let each = share.sum() / group.members.len();
            for &place in &group.members {
                counts.set(place, each.clone(), whole);
            }
        }
    }
}

/// With `left` traps to place: components are convolved, and the free cells take what is left.
fn combine_total(counts: &mut Counts, solved: &[Solved], free: &[usize], left: usize) {
    // Products of the components before and after each one.
    let mut before = vec![Ways::one()];
    for part in solved {
        before.push(before.last().expect("the first stands").times(&part.ways));
    }
    let mut after = vec![Ways::one()];
    for part in solved.iter().rev() {
        after.push(after.last().expect("the first stands").times(&part.ways));
    }
    after.reverse();
    let all = before.last().expect("the first stands");
    let free_choices = FreeChoices::new(free.len(), left, all);
    let weigh = |ways: &Ways, fixed: bool| -> BigUint {
        let term = |(index, count): (usize, &BigUint)| count * free_choices.choose(ways.low + index, fixed);
        ways.by_traps.iter().enumerate().map(term).sum()
    };
    counts.total = weigh(all, false);
    counts.wholes = vec![counts.total.clone()];
    if counts.total == BigUint::ZERO {
        return;
    }
    for (index, part) in solved.iter().enumerate() {
        let others = before[index].times(&after[index + 1]);
        for (group, share) in part.groups.iter().zip(&part.shares) {
            let each = weigh(&others.times(share), false) / group.members.len();
            for &place in &group.members {
                counts.set(place, each.clone(), 0);
            }
        }
    }
    let with_trap = weigh(all, true);
    for &place in free {
        counts.set(place, with_trap.clone(), 0);
    }
}

/// The ways to place what the components leave among the free cells.
struct FreeChoices {
    cells: usize,
    left: usize,
    low: usize,
    /// `C(cells, left - (low + i))`.
    rows: Vec<BigUint>,
}

impl FreeChoices {
    fn new(cells: usize, left: usize, used: &Ways) -> FreeChoices {
        let rows = (0..used.by_traps.len()).map(|index| match left.checked_sub(used.low + index) {
            Some(rest) if rest <= cells => binomial(cells, rest),
            _ => BigUint::ZERO,
        });
        FreeChoices { cells, left, low: used.low, rows: rows.collect() }
    }

    /// The ways when the components use `used` traps; with `fixed`, those in which one given free cell holds a trap.
    fn choose(&self, used: usize, fixed: bool) -> BigUint {
        let Some(ways) = used.checked_sub(self.low).and_then(|index| self.rows.get(index)) else {
            return BigUint::ZERO;
        };
        match self.left.checked_sub(used) {
            // C(n-1, r-1) = C(n, r) * r / n.
            Some(rest) if fixed => ways * rest / self.cells.max(1),
            Some(_) => ways.clone(),
            None => BigUint::ZERO,
        }
    }
}

fn binomial(n: usize, k: usize) -> BigUint {
    let mut value = BigUint::from(1u8);
    for i in 0..k.min(n - k) {
        value = value * (n - i) / (i + 1);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, ReadOptions, Style, Symbols};
    use super::*;
    use crate::util::rng::Rng;

    /// All fillings one by one, each compared with every number by its mask of cells.
    fn enumerate(board: &Board, total: Option<usize>) -> (u64, Vec<u64>) {
        let unknown: Vec<usize> = board.unknown_cells().collect();
        let mask = |cells: &[u32]| {
            cells.iter().fold(0u32, |mask, &cell| {
                mask | 1 << unknown.iter().position(|&other| other == cell as usize).expect("an unknown cell")
            })
        };
        let mut demands: Vec<(u32, i32)> = board.constraints().map(|c| (mask(&c.cells), c.traps)).collect();
        if let Some(total) = total {
            demands.push(((1u32 << unknown.len()) - 1, total as i32 - board.given_traps() as i32));
        }
        let (mut fillings, mut traps) = (0, vec![0; unknown.len()]);
        for bits in 0..1u32 << unknown.len() {
            if demands.iter().all(|&(mask, traps)| (bits & mask).count_ones() as i32 == traps) {
                debug_assert!(board.filled(|number| bits >> number & 1 == 1).check_filled(total).is_ok());
                fillings += 1;
                for (number, count) in traps.iter_mut().enumerate() {
                    *count += u64::from(bits >> number & 1);
                }
            }
        }
        (fillings, traps)
    }

    #[test]
    fn counts_and_probabilities_agree_with_enumeration_on_a_thousand_boards() {
        let mut rng = Rng::new(5);
        let (mut contradictions, mut large) = (0, 0);
        for round in 0..1000 {
            let (rows, cols) = (1 + rng.index(5), 1 + rng.index(5));
            let mut board = Board::unknown(rows, cols, Style::of(Symbols::Gems));
            let truth: Vec<bool> = (0..rows * cols).map(|_| rng.below(3) == 0).collect();
            // At most 18 cells stay unknown, so that enumeration ends.
            let known = 2 + rng.below(6);
            let mut unknown = rows * cols;
            for index in 0..rows * cols {
                let around = board.neighbours(index).filter(|&other| truth[other]).count() as u16;
                if rng.below(8) < known || unknown > 18 {
                    unknown -= 1;
                    // Now and then a wrong number, so that contradictions occur.
                    board.cells[index] = match truth[index] {
                        true => Cell::Trap,
                        false => Cell::Clue(around + u16::from(rng.below(12) == 0)),
                    };
                }
            }
            large += u32::from(unknown > 10);
            let total = (round % 2 == 0).then(|| truth.iter().filter(|&&trap| trap).count());
            let (fillings, traps) = enumerate(&board, total);
            contradictions += u32::from(fillings == 0);
            let counts = count(&board, total, DEFAULT_STATES).expect("small");
            assert_eq!(counts.total, BigUint::from(fillings), "{board}{total:?}");
            for (number, &ways) in traps.iter().enumerate() {
                assert_eq!(counts.traps(number), BigUint::from(ways), "{board}{total:?}");
                let expected = if fillings == 0 { 0.0 } else { ways as f64 / fillings as f64 };
                assert!((counts.probability(number) - expected).abs() < 1e-15, "{board}{total:?}");
            }
        }
        assert!(contradictions > 20 && large > 40, "{contradictions} {large}");
    }

    /// The example of mrgriscom's minesweeper solver: nine cells along an edge, A to I, see
    /// AB=1 ABC=2 BCD=3 CDE=2 DEFGH=2 GHI=1 HI=1; 85 covered cells hold 10 mines.
    #[test]
    fn the_worked_example_with_a_total_comes_out() {
        let blank = "- ".repeat(20);
        let rows = [format!("- - - - - {blank}"), format!("1 2 3 2 2 {blank}"), format!("0 0 0 0 1 {blank}")];
        let text = format!("{}\n0 0 0 0 1 {blank}\n", rows.join("\n"));
        let board = Board::parse(&text, ReadOptions::default()).expect("a board");
        let counts = count(&board, Some(10), DEFAULT_STATES).expect("small");
        assert_eq!(counts.cells.len(), 85);
        let chance = |row: usize, col: usize| {
            let place = counts.cells.iter().position(|&cell| cell == row * board.cols + col);
            counts.probability(place.expect("an unknown cell"))
        };
        // A to F along the top, then G, H, I down the side; and a cell that no number sees.
        let cells = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (3, 5), (2, 20)];
        let expected = [0.0, 1.0, 1.0, 1.0, 0.0, 0.0779, 0.0, 0.9221, 0.0779, 0.0779];
        for ((row, col), expected) in cells.into_iter().zip(expected) {
            assert!((chance(row, col) - expected).abs() < 5e-5, "{row} {col}: {}", chance(row, col));
        }
    }

    #[test]
    fn large_numbers_keep_their_ratio() {
        let board = Board::unknown(40, 40, Style::of(Symbols::Gems));
        let counts = count(&board, Some(160), DEFAULT_STATES).expect("no number at all");
        assert!((counts.probability(7) - 0.1).abs() < 1e-15);
        assert!(counts.total.bits() > 700);
        let one = BigUint::from(1u8);
        assert!((ratio(&one, &(&one << 200)) - 2f64.powi(-200)).abs() < 1e-70);
        assert_eq!(ratio(&BigUint::from(1u8), &BigUint::from(3u8)), 1.0 / 3.0);
    }

    #[test]
    fn many_components_are_counted_in_little_memory() {
        // 20,000 times "one of two".
        let text = "_ 1 _\nG G G\n".repeat(20_000);
        let board = Board::parse(&text, ReadOptions::default()).expect("a board");
        let counts = count(&board, None, DEFAULT_STATES).expect("components of one number");
        assert_eq!(counts.total, BigUint::from(1u8) << 20_000);
        assert_eq!((counts.probability(77), counts.certainty(77)), (0.5, Certainty::Open));
        // With a total, the products of that many components are refused rather than held.
        assert_eq!(count(&board, Some(20_000), DEFAULT_STATES), Err(TooEntangled));
    }

    #[test]
    fn a_bound_on_states_is_kept() {
        let board = Board::parse("_ _ _ _\n_ 2 3 _\n_ _ _ _\n", ReadOptions::default()).expect("a board");
        assert_eq!(count(&board, None, 1), Err(TooEntangled));
    }
}
