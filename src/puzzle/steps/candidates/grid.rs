//! Cells with the values that are still possible in each, and for each value that is not, why.

use super::{Rules, Words};
use crate::puzzle::steps::way::Origin;
use std::sync::Arc;

/// The most values of a puzzle that is explained step by step: a set of values is a word of 64 bits.
pub(crate) const MAX_VALUES: usize = 64;

/// A set of values: bit `v - 1` for the value `v`.
pub(super) type Set = u64;

/// The set of one value.
pub(super) fn bit(value: u16) -> Set {
    1 << (value - 1)
}

/// The values of a set, ascending.
pub(crate) fn values(mut set: Set) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let value = (set != 0).then(|| set.trailing_zeros() as u16 + 1);
        set &= set.wrapping_sub(1);
        value
    })
}

/// Why a cell holds its value, or cannot hold another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A clue says so.
    Clue,
    /// This cell is filled: the same one with another value, or another one with a value that rules this one out.
    Filled(usize),
    /// It follows by the step of this number.
    Step(usize),
    /// It is supposed.
    Supposed,
}

impl Cause {
    /// What it rests on; a cell that is filled has a cause of its own.
    pub(super) fn origin(self) -> Origin {
        match self {
            Cause::Step(step) => Origin::Step(step),
            Cause::Supposed => Origin::Supposed,
            Cause::Clue | Cause::Filled(_) => Origin::Clue,
        }
    }
}

/// A contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    /// Two cells hold what rules each other out; the value is the second one's.
    Twice(usize, usize, u16),
    /// The cell holds a value that is ruled out there.
    Refused(usize, u16),
    /// A cell has no value left.
    NoValue(usize),
    /// No cell of the group (by its index) takes the value.
    NoPlace(usize, u16),
    /// The values of these cells cannot add up to their sum (by its index).
    NoSum(usize),
}

/// What is known of each cell.
#[derive(Clone)]
pub(crate) struct Grid<'a> {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The words.
    pub words: &'a dyn Words,
    /// The indices of the sums that count.
    pub sums: Vec<usize>,
    /// The values that are possible in each cell.
    pub open: Vec<Set>,
    /// What each cell holds, 0 for nothing yet.
    pub held: Vec<u16>,
    held_by: Vec<Cause>,
    /// Why a value is ruled out, at `cell * values + value - 1`.
    gone_by: Vec<Cause>,
    /// The first contradiction.
    pub clash: Option<Clash>,
}

impl std::fmt::Debug for Grid<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grid").field("held", &self.held).field("clash", &self.clash).finish_non_exhaustive()
    }
}

impl<'a> Grid<'a> {
    /// Cells about which nothing is known yet, with these sums (by their indices).
    pub(crate) fn new(rules: &Arc<Rules>, words: &'a dyn Words, sums: Vec<usize>) -> Grid<'a> {
        let (cells, side) = (rules.conflicts.len(), usize::from(rules.values));
        debug_assert!((1..=MAX_VALUES).contains(&side));
        Grid {
            rules: rules.clone(),
            words,
            sums,
            open: vec![Set::MAX >> (64 - side); cells],
            held: vec![0; cells],
            held_by: vec![Cause::Clue; cells],
            gone_by: vec![Cause::Clue; cells * side],
            clash: None,
        }
    }

    /// The set of all values.
    pub(super) fn all(&self) -> Set {
        Set::MAX >> (64 - usize::from(self.rules.values))
    }

    /// Whether this value is still possible in the cell.
    pub(crate) fn takes(&self, cell: usize, value: u16) -> bool {
        self.open[cell] & bit(value) != 0
    }

    /// The cells of a group that still take a value, as a set of their places in it.
    pub(super) fn places(&self, group: usize, value: u16) -> u64 {
        let cells = self.rules.groups[group].cells.iter().enumerate();
        cells.filter(|&(_, &cell)| self.takes(cell, value)).fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Why the cell holds its value.
    pub(crate) fn held_by(&self, cell: usize) -> Cause {
        self.held_by[cell]
    }

    /// Why the cell cannot hold the value, which is ruled out.
    pub(crate) fn gone_by(&self, cell: usize, value: u16) -> Cause {
        debug_assert!(!self.takes(cell, value));
        self.gone_by[cell * usize::from(self.rules.values) + usize::from(value) - 1]
    }

    /// Fills a cell, and rules out what goes with it.
    pub(crate) fn place(&mut self, cell: usize, value: u16, cause: Cause) {
        // A cell that already holds another value leaves this one without a place, and that shows by itself.
        if self.held[cell] != 0 {
            return;
        }
        (self.held[cell], self.held_by[cell]) = (value, cause);
        if !self.takes(cell, value) {
            let clash = match self.gone_by(cell, value) {
                Cause::Filled(other) => Clash::Twice(other, cell, value),
                _ => Clash::Refused(cell, value),
            };
            self.clash = self.clash.or(Some(clash));
            return;
        }
        for other in values(self.open[cell] & !bit(value)) {
            self.remove(cell, other, Cause::Filled(cell));
        }
        let rules = self.rules.clone();
        for &(other, offset) in &rules.conflicts[cell] {
            let ruled_out = i32::from(value) + offset;
            if (1..=i32::from(rules.values)).contains(&ruled_out) {
                self.remove(other, ruled_out as u16, Cause::Filled(cell));
            }
        }
    }

    /// Rules a value out.
    pub(crate) fn remove(&mut self, cell: usize, value: u16, cause: Cause) {
        if !self.takes(cell, value) {
            return;
        }
        self.open[cell] &= !bit(value);
        self.gone_by[cell * usize::from(self.rules.values) + usize::from(value) - 1] = cause;
        if self.open[cell] == 0 {
            self.clash = self.clash.or(Some(Clash::NoValue(cell)));
        }
    }

    /// Looks for a group without a place for a value, where no contradiction has shown yet.
    pub(super) fn check_places(&mut self) {
        let values = 1..=self.rules.values;
        let missing = (0..self.rules.groups.len())
            .flat_map(|group| values.clone().map(move |value| (group, value)))
            .find(|&(group, value)| self.places(group, value) == 0);
        self.clash = self.clash.or(missing.map(|(group, value)| Clash::NoPlace(group, value)));
    }
}
