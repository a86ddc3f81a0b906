//! The methods by which people find values, each as a search for what follows from what is possible now.

use super::grid::{Cause, Clash, Grid, Set, bit, values};
use crate::puzzle::steps::way::{self, Origin};

/// A method, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Technique {
    /// A cell with a single value left.
    Single,
    /// A value with a single place left in a group.
    HiddenSingle,
    /// A sum leaves few values.
    Sum,
    /// All places of a value in a box lie in one line, or the other way round.
    Pointing,
    /// Whatever value a cell takes, or whichever place a value takes, it rules out the same.
    Common,
    /// As many cells as they have values: two.
    Pair,
    /// As many values as they have cells: two.
    HiddenPair,
    /// A value has places in the same two columns only, in two rows, or the other way round.
    XWing,
    /// As [`Technique::Pair`], with three.
    Triple,
    /// As [`Technique::HiddenPair`], with three.
    HiddenTriple,
    /// As [`Technique::XWing`], with three.
    Swordfish,
    /// A value is supposed, and by the methods up to [`Technique::Sum`] this leads to a contradiction.
    Supposing,
}

impl Technique {
    /// Those of puzzles with groups of cells, from the easiest to the hardest.
    pub(crate) const ALL: [Technique; 10] = [
        Technique::Single,
        Technique::HiddenSingle,
        Technique::Sum,
        Technique::Pointing,
        Technique::Pair,
        Technique::HiddenPair,
        Technique::XWing,
        Technique::Triple,
        Technique::HiddenTriple,
        Technique::Swordfish,
    ];

    /// The name by which people call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Technique::Single => "single",
            Technique::HiddenSingle => "hidden single",
            Technique::Sum => "sum",
            Technique::Pointing => "pointing",
            Technique::Common => "common attack",
            Technique::Pair => "pair",
            Technique::HiddenPair => "hidden pair",
            Technique::XWing => "X-wing",
            Technique::Triple => "triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::Swordfish => "swordfish",
            Technique::Supposing => "supposing",
        }
    }
}

/// What has a few possibilities left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// A cell, of values.
    Values(usize),
    /// A value in a group, of cells.
    Places(usize, u16),
}

/// What a step finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The cell has this value left and no other.
    Single(usize, u16),
    /// In the group this cell, and no other, is left for the value.
    Hidden(usize, usize, u16),
    /// The sum of this index.
    Sum(usize),
    /// In the first group all places left for the value are in the second one, too.
    Pointing(usize, usize, u16),
    /// Whichever of these cells with these values it is, the same is ruled out.
    Common(Left, Vec<(usize, u16)>),
    /// In the group these cells have these values only.
    Naked(usize, Vec<usize>, Set),
    /// In the group these values have these cells only.
    Hiding(usize, Vec<usize>, Set),
    /// In these groups all places left for the value are in the others, too.
    Fish(Vec<usize>, Vec<usize>, u16),
    /// The cell is not this value, since these steps lead from it to the contradiction.
    Supposed(usize, u16, Vec<Found>, Clash),
}

/// A step: what it finds, what it fills or rules out, and what it rests on.
pub(crate) type Found = way::Found<Technique, Why, u16>;

/// Something that is known on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Held(usize),
    Gone(usize, u16),
}

/// What facts rest on, and the cells where that shows.
fn grounds(grid: &Grid<'_>, facts: impl IntoIterator<Item = Fact>) -> (Vec<Origin>, Vec<usize>) {
    let (mut origins, mut from) = (Vec::new(), Vec::new());
    for fact in facts {
        let (mut cause, mut at) = match fact {
            Fact::Held(cell) => (grid.held_by(cell), (cell, grid.held[cell])),
            Fact::Gone(cell, value) => (grid.gone_by(cell, value), (cell, value)),
        };
        if let Cause::Filled(other) = cause {
            (cause, at) = (grid.held_by(other), (other, grid.held[other]));
        }
        let origin = cause.origin();
        if !origins.contains(&origin) {
            origins.push(origin);
        }
        from.push(grid.words.spot(at.0, at.1));
    }
    from.sort_unstable();
    from.dedup();
    (origins, from)
}

/// What a contradiction rests on, and the cells where it shows.
pub(super) fn clash_grounds(grid: &Grid<'_>, clash: Clash) -> (Vec<Origin>, Vec<usize>) {
    let gone = |cell: usize| values(grid.all() & !grid.open[cell]).map(move |value| Fact::Gone(cell, value));
    match clash {
        Clash::Twice(a, b, _) => grounds(grid, [Fact::Held(a), Fact::Held(b)]),
        Clash::Refused(cell, value) => grounds(grid, [Fact::Held(cell), Fact::Gone(cell, value)]),
        Clash::NoValue(cell) => grounds(grid, gone(cell)),
        Clash::NoPlace(group, value) => {
            let cells = &grid.rules.groups[group].cells;
            grounds(grid, cells.iter().map(|&cell| Fact::Gone(cell, value)))
        }
        Clash::NoSum(sum) => grounds(grid, grid.rules.sums[sum].cells.iter().flat_map(|&cell| gone(cell))),
    }
}

/// Everything that the method finds on the grid now; of the harder methods the first thing that it finds.
pub(super) fn find(grid: &mut Grid<'_>, technique: Technique) -> Vec<Found> {
    let one = |found: Option<Found>| found.into_iter().collect();
    match technique {
        Technique::Single => singles(grid),
        Technique::HiddenSingle => hidden_singles(grid),
        Technique::Sum => one(sum(grid)),
        Technique::Pointing => one(pointing(grid)),
        Technique::Common => one(common(grid)),
        Technique::Pair => one(naked(grid, 2)),
        Technique::Triple => one(naked(grid, 3)),
        Technique::HiddenPair => one(hiding(grid, 2)),
        Technique::HiddenTriple => one(hiding(grid, 3)),
        Technique::XWing => one(fish(grid, 2)),
        Technique::Swordfish => one(fish(grid, 3)),
        Technique::Supposing => Vec::new(),
    }
}

fn found(grid: &Grid<'_>, technique: Technique, why: Why, facts: impl IntoIterator<Item = Fact>) -> Found {
    let (origins, from) = grounds(grid, facts);
    Found { technique, why, from, fills: Vec::new(), removes: Vec::new(), origins }
}

impl Found {
    /// Adds the cells that these cells with these values are shown in.
    fn looks_at(mut self, grid: &Grid<'_>, spots: impl IntoIterator<Item = (usize, u16)>) -> Found {
        self.from.extend(spots.into_iter().map(|(cell, value)| grid.words.spot(cell, value)));
        self.from.sort_unstable();
        self.from.dedup();
        self
    }
}

fn singles(grid: &Grid<'_>) -> Vec<Found> {
    let open = (0..grid.held.len()).filter(|&cell| grid.held[cell] == 0 && grid.open[cell].count_ones() == 1);
    let single = |cell: usize| {
        let value = grid.open[cell].trailing_zeros() as u16 + 1;
        let others = (1..=grid.rules.values).filter(|&other| other != value);
        let facts = others.map(|other| Fact::Gone(cell, other));
        let found = found(grid, Technique::Single, Why::Single(cell, value), facts);
        Found { fills: vec![(cell, value)], ..found }
    };
    open.map(single).collect()
}

fn hidden_singles(grid: &Grid<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    let groups = &grid.rules.groups;
    let (first, others): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(|&group| groups[group].first);
    for group in first.into_iter().chain(others) {
        for value in 1..=grid.rules.values {
            let places = grid.places(group, value);
            let cells = &groups[group].cells;
            if places.count_ones() != 1 {
                continue;
            }
            let cell = cells[places.trailing_zeros() as usize];
            if grid.held[cell] != 0 || all.iter().any(|known: &Found| known.fills == [(cell, value)]) {
                continue;
            }
            let facts = cells.iter().filter(|&&other| other != cell).map(|&other| Fact::Gone(other, value));
            let found = found(grid, Technique::HiddenSingle, Why::Hidden(group, cell, value), facts);
            all.push(Found { fills: vec![(cell, value)], ..found });
        }
    }
    all
}

/// The most fillings of a sum's cells that are tried; of a sum with more, nothing is concluded.
const MOST_FILLINGS: usize = 50_000;

/// The fillings of a sum's cells: which values each of them has in one.
struct Fillings<'a> {
    open: &'a [Set],
    support: Vec<Set>,
    chosen: Vec<u16>,
    tried: usize,
    distinct: bool,
}

impl Fillings<'_> {
    /// Goes through the fillings of the cells from here on, with this rest of the sum and these values used; whether
    /// there are few enough to see them all.
    fn go(&mut self, left: u32, used: Set) -> bool {
        self.tried += 1;
        let at = self.chosen.len();
        if at == self.open.len() {
            if left == 0 {
                self.support.iter_mut().zip(&self.chosen).for_each(|(set, &value)| *set |= bit(value));
            }
            return true;
        }
        if self.tried > MOST_FILLINGS {
            return false;
        }
        for value in values(self.open[at] & !used) {
            if u32::from(value) > left {
                break;
            }
            self.chosen.push(value);
            let all = self.go(left - u32::from(value), if self.distinct { used | bit(value) } else { used });
            self.chosen.pop();
            if !all {
                return false;
            }
        }
        true
    }
}

fn sum(grid: &mut Grid<'_>) -> Option<Found> {
    let rules = grid.rules.clone();
    for index in grid.sums.clone() {
        let super::Sum { cells, sum, distinct } = &rules.sums[index];
        let open: Vec<Set> = cells.iter().map(|&cell| grid.open[cell]).collect();
        let (support, chosen) = (vec![0; open.len()], Vec::new());
        let mut fillings = Fillings { open: &open, support, chosen, tried: 0, distinct: *distinct };
        if !fillings.go(*sum, 0) {
            continue;
        }
        let support = fillings.support;
        if support.contains(&0) {
            grid.clash = grid.clash.or(Some(Clash::NoSum(index)));
            return None;
        }
        let pairs = || cells.iter().zip(open.iter().zip(&support));
        let removes: Vec<(usize, u16)> =
            pairs().flat_map(|(&cell, (&open, &kept))| values(open & !kept).map(move |value| (cell, value))).collect();
        if removes.is_empty() {
            continue;
        }
        let all = grid.all();
        let gone = pairs().flat_map(|(&cell, (&open, _))| values(all & !open).map(move |v| Fact::Gone(cell, v)));
        let mut found = found(grid, Technique::Sum, Why::Sum(index), gone);
        found.from = cells.clone();
        return Some(Found { removes, ..found });
    }
    None
}

fn pointing(grid: &Grid<'_>) -> Option<Found> {
    let groups = &grid.rules.groups;
    for (from, group) in groups.iter().enumerate() {
        for value in 1..=grid.rules.values {
            let places = grid.places(from, value);
            if places.count_ones() < 2 {
                continue;
            }
            let cells: Vec<usize> =
                (0..group.cells.len()).filter(|&at| places >> at & 1 == 1).map(|at| group.cells[at]).collect();
            for (into, other) in groups.iter().enumerate() {
                if into == from || !cells.iter().all(|cell| other.cells.binary_search(cell).is_ok()) {
                    continue;
                }
                let outside = other.cells.iter().filter(|cell| !cells.contains(cell) && grid.takes(**cell, value));
                let removes: Vec<(usize, u16)> = outside.map(|&cell| (cell, value)).collect();
                if removes.is_empty() {
                    continue;
                }
                let facts = group.cells.iter().filter(|cell| !cells.contains(cell));
                let facts = facts.map(|&cell| Fact::Gone(cell, value));
                let found = found(grid, Technique::Pointing, Why::Pointing(from, into, value), facts);
                let found = found.looks_at(grid, cells.into_iter().map(|cell| (cell, value)));
                return Some(Found { removes, ..found });
            }
        }
    }
    None
}

fn common(grid: &Grid<'_>) -> Option<Found> {
    let (values_of, groups) = (1..=grid.rules.values, &grid.rules.groups);
    let cells = (0..grid.held.len()).map(Left::Values);
    let places = (0..groups.len()).flat_map(|group| values_of.clone().map(move |value| Left::Places(group, value)));
    let choices = cells.chain(places).map(|left| {
        let choices: Vec<(usize, u16)> = match left {
            Left::Values(cell) => values(grid.open[cell]).map(|value| (cell, value)).collect(),
            Left::Places(group, value) => {
                let cells = groups[group].cells.iter().copied();
                cells.filter(|&cell| grid.takes(cell, value)).map(|cell| (cell, value)).collect()
            }
        };
        (left, choices)
    });
    let mut choices: Vec<(Left, Vec<(usize, u16)>)> = choices.filter(|(_, choices)| choices.len() > 1).collect();
    choices.sort_by_key(|(_, choices)| choices.len());
    let side = usize::from(grid.rules.values);
    // How many of the choices so far rule this value out in this cell.
    let mut ruled_out = vec![0; grid.held.len() * side];
    for (left, choices) in choices {
        ruled_out.fill(0);
        for (number, &(cell, value)) in choices.iter().enumerate() {
            for &(other, offset) in &grid.rules.conflicts[cell] {
                let out = i32::from(value) + offset;
                if (1..=side as i32).contains(&out) && grid.takes(other, out as u16) {
                    let times = &mut ruled_out[other * side + out as usize - 1];
                    *times += usize::from(*times == number);
                }
            }
        }
        let all = (0..ruled_out.len()).filter(|&at| ruled_out[at] == choices.len());
        let removes: Vec<(usize, u16)> = all.map(|at| (at / side, (at % side) as u16 + 1)).collect();
        if removes.is_empty() {
            continue;
        }
        let facts: Vec<Fact> = match left {
            Left::Values(cell) => values(grid.all() & !grid.open[cell]).map(|value| Fact::Gone(cell, value)).collect(),
            Left::Places(group, value) => {
                let taken = groups[group].cells.iter().filter(|&&cell| !grid.takes(cell, value));
                taken.map(|&cell| Fact::Gone(cell, value)).collect()
            }
        };
        let found = found(grid, Technique::Common, Why::Common(left, choices.clone()), facts);
        return Some(Found { removes, ..found.looks_at(grid, choices) });
    }
    None
}

/// The values of the set that these cells still take.
fn still_open(grid: &Grid<'_>, cells: &[usize], set: Set) -> Vec<(usize, u16)> {
    cells.iter().flat_map(|&cell| values(grid.open[cell] & set).map(move |value| (cell, value))).collect()
}

/// The sets of `size` of these, by their places in the list, that have as many bits together.
fn covered(sets: &[u64], size: usize) -> Vec<(Vec<usize>, u64)> {
    let mut all = Vec::new();
    let few: Vec<usize> = (0..sets.len()).filter(|&at| (2..=size as u32).contains(&sets[at].count_ones())).collect();
    for (i, &a) in few.iter().enumerate() {
        for (j, &b) in few.iter().enumerate().skip(i + 1) {
            let two = sets[a] | sets[b];
            match size {
                2 if two.count_ones() == 2 => all.push((vec![a, b], two)),
                3 if two.count_ones() <= 3 => {
                    let third = few.iter().skip(j + 1).filter(|&&c| (two | sets[c]).count_ones() == 3);
                    all.extend(third.map(|&c| (vec![a, b, c], two | sets[c])));
                }
                _ => {}
            }
        }
    }
    all
}

fn naked(grid: &Grid<'_>, size: usize) -> Option<Found> {
    let technique = if size == 2 { Technique::Pair } else { Technique::Triple };
    let all = grid.all();
    for (index, group) in grid.rules.groups.iter().enumerate() {
        let sets: Vec<Set> = group.cells.iter().map(|&cell| grid.open[cell]).collect();
        for (places, set) in covered(&sets, size) {
            let cells: Vec<usize> = places.iter().map(|&at| group.cells[at]).collect();
            let others = group.cells.iter().filter(|cell| !cells.contains(cell));
            let removes: Vec<(usize, u16)> =
                others.flat_map(|&cell| values(grid.open[cell] & set).map(move |value| (cell, value))).collect();
            if removes.is_empty() {
                continue;
            }
            let facts = cells.iter().flat_map(|&cell| values(all & !set).map(move |value| Fact::Gone(cell, value)));
            let found = found(grid, technique, Why::Naked(index, cells.clone(), set), facts);
            return Some(Found { removes, ..found.looks_at(grid, still_open(grid, &cells, set)) });
        }
    }
    None
}

fn hiding(grid: &Grid<'_>, size: usize) -> Option<Found> {
    let technique = if size == 2 { Technique::HiddenPair } else { Technique::HiddenTriple };
    for (index, group) in grid.rules.groups.iter().enumerate() {
        let sets: Vec<u64> = (1..=grid.rules.values).map(|value| grid.places(index, value)).collect();
        for (chosen, places) in covered(&sets, size) {
            let set: Set = chosen.iter().fold(0, |set, &at| set | 1 << at);
            let inside = |at: usize| places >> at & 1 == 1;
            let cells: Vec<usize> = (0..group.cells.len()).filter(|&at| inside(at)).map(|at| group.cells[at]).collect();
            let removes: Vec<(usize, u16)> =
                cells.iter().flat_map(|&cell| values(grid.open[cell] & !set).map(move |value| (cell, value))).collect();
            if removes.is_empty() {
                continue;
            }
            let others = group.cells.iter().filter(|cell| !cells.contains(cell));
            let facts = others.flat_map(|&cell| values(set).map(move |value| Fact::Gone(cell, value)));
            let found = found(grid, technique, Why::Hiding(index, cells.clone(), set), facts);
            return Some(Found { removes, ..found.looks_at(grid, still_open(grid, &cells, set)) });
        }
    }
    None
}

fn fish(grid: &Grid<'_>, size: usize) -> Option<Found> {
    let technique = if size == 2 { Technique::XWing } else { Technique::Swordfish };
    let groups = &grid.rules.groups;
    let of =
        |line: (bool, usize)| -> Vec<usize> { (0..groups.len()).filter(|&at| groups[at].line == Some(line)).collect() };
    let grids = groups.iter().filter_map(|group| group.line).map(|(_, grid)| grid).max().unwrap_or(0);
    for number in 0..=grids {
        let (rows, columns) = (of((true, number)), of((false, number)));
        for (lines, crossing) in [(&rows, &columns), (&columns, &rows)] {
            for value in 1..=grid.rules.values {
                let sets: Vec<u64> = lines.iter().map(|&line| grid.places(line, value)).collect();
                for (chosen, places) in covered(&sets, size) {
                    let inside = |at: usize| places >> at & 1 == 1;
                    // The cells of the other lines lie in the same places of their lines.
                    let others = (0..lines.len()).filter(|line| !chosen.contains(line));
                    let ends = others.flat_map(|line| {
                        let cells = groups[lines[line]].cells.iter().enumerate();
                        cells.filter(|&(at, &cell)| inside(at) && grid.takes(cell, value)).map(|(_, &cell)| cell)
                    });
                    let removes: Vec<(usize, u16)> = ends.map(|cell| (cell, value)).collect();
                    if removes.is_empty() {
                        continue;
                    }
                    let base: Vec<usize> = chosen.iter().map(|&at| lines[at]).collect();
                    let cover = (0..crossing.len()).filter(|&at| inside(at)).map(|at| crossing[at]).collect();
                    let cells = || base.iter().flat_map(|&line| groups[line].cells.iter().enumerate());
                    let facts = cells().filter(|&(at, _)| !inside(at)).map(|(_, &cell)| Fact::Gone(cell, value));
                    let mut found = found(grid, technique, Why::Fish(base.clone(), cover, value), facts);
                    found.from = cells().filter(|&(_, &cell)| grid.takes(cell, value)).map(|(_, &cell)| cell).collect();
                    return Some(Found { removes, ..found });
                }
            }
        }
    }
    None
}
