//! The methods by which people solve sudokus, each as a search for what follows on the grid as it stands.

use super::grid::{Cause, Clash, Digits, Grid, bit, digits};
use crate::puzzle::sudoku::GroupKind;

/// A method, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// A cell with a single digit left.
    Single,
    /// A digit with a single place left in a group.
    HiddenSingle,
    /// The sum of a cage leaves few digits.
    CageSum,
    /// All places of a digit in a box lie in one line, or the other way round.
    Pointing,
    /// As many cells as they have digits: two.
    Pair,
    /// As many digits as they have cells: two.
    HiddenPair,
    /// A digit has places in the same two columns only, in two rows, or the other way round.
    XWing,
    /// As [`Technique::Pair`], with three.
    Triple,
    /// As [`Technique::HiddenPair`], with three.
    HiddenTriple,
    /// As [`Technique::XWing`], with three.
    Swordfish,
    /// A digit is supposed, and by the methods up to [`Technique::CageSum`] this leads to a contradiction.
    Supposing,
}

impl Technique {
    /// All of them, from the easiest to the hardest.
    pub const ALL: [Technique; 11] = [
        Technique::Single,
        Technique::HiddenSingle,
        Technique::CageSum,
        Technique::Pointing,
        Technique::Pair,
        Technique::HiddenPair,
        Technique::XWing,
        Technique::Triple,
        Technique::HiddenTriple,
        Technique::Swordfish,
        Technique::Supposing,
    ];

    /// The name by which people call it.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Single => "single",
            Technique::HiddenSingle => "hidden single",
            Technique::CageSum => "cage sum",
            Technique::Pointing => "pointing",
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

/// What a step finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The cell has this digit left alone.
    Single(usize, u16),
    /// The group has this cell left for the digit.
    Hidden(usize, usize, u16),
    /// The sum of the cage.
    Cage(usize),
    /// In the first group the digit stands only where the second one is.
    Pointing(usize, usize, u16),
    /// In the group these cells have these digits only.
    Naked(usize, Vec<usize>, Digits),
    /// In the group these digits have these cells only.
    Hiding(usize, Vec<usize>, Digits),
    /// In these groups the digit stands only where the others are.
    Fish(Vec<usize>, Vec<usize>, u16),
    /// The cell is not this digit, since these steps lead from it to the contradiction.
    Supposed(usize, u16, Vec<Found>, Clash),
}

/// What a step rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The clues alone.
    Clue,
    /// The step of this number.
    Step(usize),
    /// What is supposed.
    Supposed,
}

/// A step: what it finds, what it fills or rules out, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The method.
    pub technique: Technique,
    /// What it finds.
    pub why: Why,
    /// The cell that it fills, and its digit.
    pub fills: Option<(usize, u16)>,
    /// What it rules out.
    pub removes: Vec<(usize, u16)>,
    /// What it rests on.
    pub origins: Vec<Origin>,
    /// The cells that it looks at.
    pub from: Vec<usize>,
}

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
        let (mut cause, mut cell) = match fact {
            Fact::Held(cell) => (grid.held_by(cell), cell),
            Fact::Gone(cell, digit) => (grid.gone_by(cell, digit), cell),
        };
        if let Cause::Filled(other) = cause {
            (cause, cell) = (grid.held_by(other), other);
        }
        let origin = match cause {
            Cause::Step(step) => Origin::Step(step),
            Cause::Supposed => Origin::Supposed,
            Cause::Clue | Cause::Filled(_) => Origin::Clue,
        };
        if !origins.contains(&origin) {
            origins.push(origin);
        }
        from.push(cell);
    }
    from.sort_unstable();
    from.dedup();
    (origins, from)
}

/// What a contradiction rests on, and the cells where it shows.
pub fn clash_grounds(grid: &Grid<'_>, clash: Clash) -> (Vec<Origin>, Vec<usize>) {
    let side = grid.puzzle.side() as u16;
    let gone = |cell: usize| {
        let all = digits(Digits::MAX >> (64 - side)).filter(move |&digit| !grid.takes(cell, digit));
        all.map(move |digit| Fact::Gone(cell, digit))
    };
    match clash {
        Clash::Twice(a, b, _) => grounds(grid, [Fact::Held(a), Fact::Held(b)]),
        Clash::Refused(cell, digit) => grounds(grid, [Fact::Held(cell), Fact::Gone(cell, digit)]),
        Clash::NoDigit(cell) => grounds(grid, gone(cell)),
        Clash::NoPlace(group, digit) => {
            let cells = &grid.puzzle.groups()[group].cells;
            grounds(grid, cells.iter().map(|&cell| Fact::Gone(cell, digit)))
        }
        Clash::NoSum(cage) => grounds(grid, grid.puzzle.cages()[cage].cells.iter().flat_map(|&cell| gone(cell))),
    }
}

/// Everything that the method finds on the grid now; of the harder methods the first thing that it finds.
pub fn find(grid: &mut Grid<'_>, technique: Technique) -> Vec<Found> {
    let one = |found: Option<Found>| found.into_iter().collect();
    match technique {
        Technique::Single => singles(grid),
        Technique::HiddenSingle => hidden_singles(grid),
        Technique::CageSum => one(cage_sum(grid)),
        Technique::Pointing => one(pointing(grid)),
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
    Found { technique, why, fills: None, removes: Vec::new(), origins, from }
}

fn singles(grid: &Grid<'_>) -> Vec<Found> {
    let open = (0..grid.held.len()).filter(|&cell| grid.held[cell] == 0 && grid.open[cell].count_ones() == 1);
    let single = |cell: usize| {
        let digit = grid.open[cell].trailing_zeros() as u16 + 1;
        let others = (1..=grid.puzzle.side() as u16).filter(|&other| other != digit);
        let facts = others.map(|other| Fact::Gone(cell, other));
        let found = found(grid, Technique::Single, Why::Single(cell, digit), facts);
        Found { fills: Some((cell, digit)), ..found }
    };
    open.map(single).collect()
}

fn hidden_singles(grid: &Grid<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    // Boxes first: there people look first.
    let groups = grid.puzzle.groups();
    let is_box = |group: &usize| matches!(groups[*group].kind, GroupKind::Box | GroupKind::Region);
    let (boxes, lines): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(is_box);
    for group in boxes.into_iter().chain(lines) {
        for digit in 1..=grid.puzzle.side() as u16 {
            let places = grid.places(group, digit);
            let cells = &groups[group].cells;
            if places.count_ones() != 1 {
                continue;
            }
            let cell = cells[places.trailing_zeros() as usize];
            if grid.held[cell] != 0 || all.iter().any(|known: &Found| known.fills == Some((cell, digit))) {
                continue;
            }
            let facts = cells.iter().filter(|&&other| other != cell).map(|&other| Fact::Gone(other, digit));
            let found = found(grid, Technique::HiddenSingle, Why::Hidden(group, cell, digit), facts);
            all.push(Found { fills: Some((cell, digit)), ..found });
        }
    }
    all
}

/// How many fillings of a cage are tried before it is taken to say nothing.
const MOST_FILLINGS: usize = 50_000;

/// The fillings of a cage: which digits each of its cells has in one of them.
struct Fillings<'a> {
    open: &'a [Digits],
    support: Vec<Digits>,
    chosen: Vec<u16>,
    tried: usize,
}

impl Fillings<'_> {
    /// Goes through the fillings of the cells from here on, with this rest of the sum and these digits used; whether
    /// there are few enough to see them all.
    fn go(&mut self, left: u32, used: Digits) -> bool {
        self.tried += 1;
        let at = self.chosen.len();
        if at == self.open.len() {
            if left == 0 {
                self.support.iter_mut().zip(&self.chosen).for_each(|(set, &digit)| *set |= bit(digit));
            }
            return true;
        }
        if self.tried > MOST_FILLINGS {
            return false;
        }
        for digit in digits(self.open[at] & !used) {
            if u32::from(digit) > left {
                break;
            }
            self.chosen.push(digit);
            let all = self.go(left - u32::from(digit), used | bit(digit));
            self.chosen.pop();
            if !all {
                return false;
            }
        }
        true
    }
}

fn cage_sum(grid: &mut Grid<'_>) -> Option<Found> {
    for index in grid.cages.clone() {
        let cage = &grid.puzzle.cages()[index];
        let open: Vec<Digits> = cage.cells.iter().map(|&cell| grid.open[cell]).collect();
        let (support, chosen) = (vec![0; open.len()], Vec::new());
        let mut fillings = Fillings { open: &open, support, chosen, tried: 0 };
        if !fillings.go(cage.sum, 0) {
            continue;
        }
        let support = fillings.support;
        if support.contains(&0) {
            grid.clash = grid.clash.or(Some(Clash::NoSum(index)));
            return None;
        }
        let pairs = || cage.cells.iter().zip(open.iter().zip(&support));
        let removes: Vec<(usize, u16)> =
            pairs().flat_map(|(&cell, (&open, &kept))| digits(open & !kept).map(move |digit| (cell, digit))).collect();
        if removes.is_empty() {
            continue;
        }
        let all = Digits::MAX >> (64 - grid.puzzle.side());
        let gone = pairs().flat_map(|(&cell, (&open, _))| digits(all & !open).map(move |d| Fact::Gone(cell, d)));
        let mut found = found(grid, Technique::CageSum, Why::Cage(index), gone);
        found.from = cage.cells.clone();
        return Some(Found { removes, ..found });
    }
    None
}

fn pointing(grid: &Grid<'_>) -> Option<Found> {
    let groups = grid.puzzle.groups();
    for (from, group) in groups.iter().enumerate() {
        for digit in 1..=grid.puzzle.side() as u16 {
            let places = grid.places(from, digit);
            if places.count_ones() < 2 {
                continue;
            }
            let cells: Vec<usize> =
                (0..group.cells.len()).filter(|&at| places >> at & 1 == 1).map(|at| group.cells[at]).collect();
            for (into, other) in groups.iter().enumerate() {
                if into == from || !cells.iter().all(|cell| other.cells.binary_search(cell).is_ok()) {
                    continue;
                }
                let outside = other.cells.iter().filter(|cell| !cells.contains(cell) && grid.takes(**cell, digit));
                let removes: Vec<(usize, u16)> = outside.map(|&cell| (cell, digit)).collect();
                if removes.is_empty() {
                    continue;
                }
                let facts = group.cells.iter().filter(|cell| !cells.contains(cell));
                let facts = facts.map(|&cell| Fact::Gone(cell, digit));
                let mut found = found(grid, Technique::Pointing, Why::Pointing(from, into, digit), facts);
                found.from.extend(cells);
                return Some(Found { removes, ..found });
            }
        }
    }
    None
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
    let all = Digits::MAX >> (64 - grid.puzzle.side());
    for (index, group) in grid.puzzle.groups().iter().enumerate() {
        let sets: Vec<Digits> = group.cells.iter().map(|&cell| grid.open[cell]).collect();
        for (places, set) in covered(&sets, size) {
            let cells: Vec<usize> = places.iter().map(|&at| group.cells[at]).collect();
            let others = group.cells.iter().filter(|cell| !cells.contains(cell));
            let removes: Vec<(usize, u16)> =
                others.flat_map(|&cell| digits(grid.open[cell] & set).map(move |digit| (cell, digit))).collect();
            if removes.is_empty() {
                continue;
            }
            let facts = cells.iter().flat_map(|&cell| digits(all & !set).map(move |digit| Fact::Gone(cell, digit)));
            let mut found = found(grid, technique, Why::Naked(index, cells.clone(), set), facts);
            found.from.extend(cells);
            return Some(Found { removes, ..found });
        }
    }
    None
}

fn hiding(grid: &Grid<'_>, size: usize) -> Option<Found> {
    let technique = if size == 2 { Technique::HiddenPair } else { Technique::HiddenTriple };
    for (index, group) in grid.puzzle.groups().iter().enumerate() {
        let sets: Vec<u64> = (1..=grid.puzzle.side() as u16).map(|digit| grid.places(index, digit)).collect();
        for (chosen, places) in covered(&sets, size) {
            let set: Digits = chosen.iter().fold(0, |set, &at| set | 1 << at);
            let inside = |at: usize| places >> at & 1 == 1;
            let cells: Vec<usize> = (0..group.cells.len()).filter(|&at| inside(at)).map(|at| group.cells[at]).collect();
            let removes: Vec<(usize, u16)> =
                cells.iter().flat_map(|&cell| digits(grid.open[cell] & !set).map(move |digit| (cell, digit))).collect();
            if removes.is_empty() {
                continue;
            }
            let others = group.cells.iter().filter(|cell| !cells.contains(cell));
            let facts = others.flat_map(|&cell| digits(set).map(move |digit| Fact::Gone(cell, digit)));
            let mut found = found(grid, technique, Why::Hiding(index, cells.clone(), set), facts);
            found.from.extend(cells);
            return Some(Found { removes, ..found });
        }
    }
    None
}

fn fish(grid: &Grid<'_>, size: usize) -> Option<Found> {
    let technique = if size == 2 { Technique::XWing } else { Technique::Swordfish };
    let groups = grid.puzzle.groups();
    let of = |kind: GroupKind, grid: usize| -> Vec<usize> {
        (0..groups.len()).filter(|&at| groups[at].kind == kind && groups[at].grid == grid).collect()
    };
    let grids = groups.iter().map(|group| group.grid).max().unwrap_or(0);
    for number in 0..=grids {
        let (rows, columns) = (of(GroupKind::Row, number), of(GroupKind::Column, number));
        for (lines, crossing) in [(&rows, &columns), (&columns, &rows)] {
            for digit in 1..=grid.puzzle.side() as u16 {
                let sets: Vec<u64> = lines.iter().map(|&line| grid.places(line, digit)).collect();
                for (chosen, places) in covered(&sets, size) {
                    let inside = |at: usize| places >> at & 1 == 1;
                    // The cells of the other lines lie in the same places of their lines.
                    let others = (0..lines.len()).filter(|line| !chosen.contains(line));
                    let ends = others.flat_map(|line| {
                        let cells = groups[lines[line]].cells.iter().enumerate();
                        cells.filter(|&(at, &cell)| inside(at) && grid.takes(cell, digit)).map(|(_, &cell)| cell)
                    });
                    let removes: Vec<(usize, u16)> = ends.map(|cell| (cell, digit)).collect();
                    if removes.is_empty() {
                        continue;
                    }
                    let base: Vec<usize> = chosen.iter().map(|&at| lines[at]).collect();
                    let cover = (0..crossing.len()).filter(|&at| inside(at)).map(|at| crossing[at]).collect();
                    let cells = || base.iter().flat_map(|&line| groups[line].cells.iter().enumerate());
                    let facts = cells().filter(|&(at, _)| !inside(at)).map(|(_, &cell)| Fact::Gone(cell, digit));
                    let mut found = found(grid, technique, Why::Fish(base.clone(), cover, digit), facts);
                    found.from = cells().filter(|&(_, &cell)| grid.takes(cell, digit)).map(|(_, &cell)| cell).collect();
                    return Some(Found { removes, ..found });
                }
            }
        }
    }
    None
}
