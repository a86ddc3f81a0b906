//! Puzzles whose cells each hold one of a few values, such as digits or colours, solved as people do: by what is still
//! possible in each cell.
//!
//! Grades are names of methods, in the order in which they are tried ([`Technique::ALL`]).
//!
//! References: the names are those that Simonis, "Sudoku as a constraint problem", CP Workshop'05, and collections of
//! puzzles use.

mod grid;
mod techniques;
mod words;

use super::way::{Known, Origin};
use super::{Effort, Step};
use crate::limits::Stop;
pub(crate) use grid::values;
pub(crate) use grid::{Cause, Clash, Grid, MAX_VALUES};
pub(crate) use techniques::{Found, Left, Technique, Why};
use techniques::{clash_grounds, find};
pub(crate) use words::then;

/// Cells that hold each value exactly once.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// Whether people look here first.
    pub first: bool,
    /// If it is a row (or else a column) of a grid of rows and columns: whether it is a row, and of which grid.
    pub line: Option<(bool, usize)>,
}

/// Cells that add up to a sum.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// Its cells.
    pub cells: Vec<usize>,
    /// What their values add up to.
    pub sum: u32,
    /// Whether the values must differ.
    pub distinct: bool,
}

/// The rules of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// How many values there are; they are numbered from 1.
    pub values: u16,
    /// For each cell, those that it rules something out of: a cell that holds `v` rules out `v` plus the number there.
    pub conflicts: Vec<Vec<(usize, i32)>>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The sums.
    pub sums: Vec<Sum>,
}

/// How a puzzle names what its steps speak of.
pub(crate) trait Words {
    /// A cell.
    fn cell(&self, cell: usize) -> String;

    /// A value.
    fn value(&self, value: u16) -> String;

    /// That a cell holds a value: "r1c2 is 3".
    fn holds(&self, cell: usize, value: u16) -> String {
        format!("{} is {}", self.cell(cell), self.value(value))
    }

    /// What a sum, by its index, is.
    fn sum(&self, rules: &Rules, index: usize) -> u32 {
        rules.sums[index].sum
    }

    /// What values are: "digit".
    fn kind(&self) -> &'static str {
        "digit"
    }

    /// A group, by its index.
    fn group(&self, _group: usize) -> String {
        String::new()
    }

    /// The lines of these groups: "rows 1 and 3".
    fn lines(&self, groups: &[usize]) -> String {
        super::way::list(&groups.iter().map(|&group| self.group(group)).collect::<Vec<_>>())
    }

    /// The puzzle's own words for a step, if it has some.
    fn step(&self, _grid: &Grid<'_>, _found: &Found) -> Option<String> {
        None
    }

    /// The puzzle's own words for a contradiction, if it has some.
    fn clash(&self, _grid: &Grid<'_>, _clash: Clash) -> Option<String> {
        None
    }

    /// The cell of the puzzle for this cell and value.
    fn spot(&self, cell: usize, _value: u16) -> usize {
        cell
    }

    /// The name of a cell of the puzzle.
    fn spot_name(&self, spot: usize) -> String {
        self.cell(spot)
    }

    /// What the puzzle's cells hold by a step.
    fn fills(&self, found: &Found) -> Vec<(usize, u16)> {
        found.fills.clone()
    }

    /// The cell that stands for this cell of the puzzle and, if each of its values has one, the value.
    fn target(&self, cell: usize) -> (usize, Option<u16>) {
        (cell, None)
    }

    /// The methods that make sense here.
    fn methods(&self) -> &'static [Technique] {
        &Technique::ALL
    }
}

/// The methods that follow from what is supposed.
const AFTER_SUPPOSING: [Technique; 3] = [Technique::Single, Technique::HiddenSingle, Technique::Sum];

impl Known for Grid<'_> {
    type Technique = Technique;
    type Why = Why;
    type Value = u16;
    type Clash = Clash;
    type Supposition = (usize, u16);

    fn methods(&self) -> &'static [Technique] {
        self.words.methods()
    }

    fn easy(&self) -> &'static [Technique] {
        &AFTER_SUPPOSING
    }

    fn name(&self, technique: Technique) -> &'static str {
        technique.name()
    }

    fn work(&self, _: Option<Technique>) -> usize {
        self.held.len() * usize::from(self.rules.values)
    }

    fn check(&mut self) {
        self.check_places();
    }

    fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    fn reached(&self, end: Option<usize>) -> bool {
        match end.map(|cell| self.words.target(cell)) {
            Some((cell, value)) => self.held[cell] != 0 || value.is_some_and(|value| !self.takes(cell, value)),
            None => !self.held.contains(&0),
        }
    }

    fn find(&mut self, technique: Technique, _: &mut Effort<'_>) -> Result<Vec<Found>, Stop> {
        Ok(find(self, technique))
    }

    fn apply(&mut self, found: &Found, number: usize) -> bool {
        let mut new = false;
        for &(cell, value) in &found.fills {
            new |= self.held[cell] == 0;
            self.place(cell, value, Cause::Step(number));
        }
        for &(cell, value) in &found.removes {
            new |= self.takes(cell, value);
            self.remove(cell, value, Cause::Step(number));
        }
        new
    }

    /// In the cell that is asked about, or else in the cell with the fewest values where one can be ruled out.
    fn suppositions(&self, end: Option<usize>) -> Vec<Vec<(usize, u16)>> {
        let target = end.map(|cell| self.words.target(cell));
        let mut cells: Vec<usize> = (0..self.held.len()).filter(|&cell| self.held[cell] == 0).collect();
        cells.sort_by_key(|&cell| (target.map(|(at, _)| at) != Some(cell), self.open[cell].count_ones(), cell));
        let asked = target.and_then(|(cell, value)| Some(vec![(cell, value?)]));
        let all = cells.iter().map(|&cell| values(self.open[cell]).map(|value| (cell, value)).collect());
        asked.into_iter().chain(all).collect()
    }

    fn suppose(&mut self, (cell, value): (usize, u16)) {
        self.place(cell, value, Cause::Supposed);
    }

    fn refuted(&self, (cell, value): (usize, u16), steps: Vec<Found>, origins: Vec<Origin>) -> Found {
        let clash = self.clash.unwrap_or(Clash::NoValue(cell));
        Found {
            technique: Technique::Supposing,
            why: Why::Supposed(cell, value, steps, clash),
            fills: Vec::new(),
            removes: vec![(cell, value)],
            origins,
            from: clash_grounds(self, clash).1,
        }
    }

    fn grounds(&self, clash: &Clash) -> Vec<Origin> {
        clash_grounds(self, *clash).0
    }

    fn ends(&self, cell: usize) -> Vec<Origin> {
        let (cell, value) = self.words.target(cell);
        let held = |cell: usize| vec![self.held_by(cell).origin()];
        match value {
            Some(value) if self.held[cell] != value && !self.takes(cell, value) => match self.gone_by(cell, value) {
                Cause::Filled(other) => held(other),
                cause => vec![cause.origin()],
            },
            _ => held(cell),
        }
    }

    fn step(&self, found: &Found) -> Step {
        Step {
            technique: found.technique.name(),
            words: words::words(self, found),
            from: found.from.clone(),
            fills: self.words.fills(found),
        }
    }

    fn end(&self, clash: &Clash) -> (String, Vec<usize>) {
        (words::clash(self, *clash), clash_grounds(self, *clash).1)
    }
}
