//! A sudoku as data: cells, groups that hold every digit once, cages, givens.
//!
//! Every variant is the same three lists: a plain grid has rows, columns and boxes as its groups, X adds two diagonals,
//! a jigsaw has regions in place of boxes, a samurai has the groups of five grids, and a killer adds cages. Nothing
//! that encodes, checks or explains needs to know which variant it is; only reading and drawing do.

use super::notation::Notation;
use std::fmt;
use std::sync::Arc;

/// The largest side that is read: 144 digits need 3 million variables and some 30 million clauses.
pub const MAX_SIDE: usize = 144;

/// The kind of a group, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A rectangular box.
    Box,
    /// An irregular region of a jigsaw.
    Region,
    /// A diagonal of an X sudoku.
    Diagonal,
}

impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GroupKind::Row => "row",
            GroupKind::Column => "column",
            GroupKind::Box => "box",
            GroupKind::Region => "region",
            GroupKind::Diagonal => "diagonal",
        })
    }
}

/// As many cells as there are digits; each digit is in exactly one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The kind of the group.
    pub kind: GroupKind,
    /// Its number among its kind, from 1.
    pub number: usize,
    /// The grid of a samurai to which it belongs, from 1; 0 if there is only one grid.
    pub grid: usize,
    /// Its cells, ascending.
    pub cells: Vec<usize>,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)?;
        if self.grid > 0 {
            write!(f, " of grid {}", self.grid)?;
        }
        Ok(())
    }
}

/// Cells of a killer sudoku whose digits differ and add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// What the digits add up to.
    pub sum: u32,
    /// The cells.
    pub cells: Vec<usize>,
}

/// How the cells lie on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A square with boxes of this many rows and columns.
    Boxes(usize, usize),
    /// A square with irregular regions: the region of each cell, from 0.
    Regions(Vec<usize>),
    /// Five squares of 9 that share four boxes, in a frame of 21 by 21.
    Samurai,
}

/// A sudoku of any size and variant. Cells are numbered from 0 in reading order, digits from 1.
///
/// Two sudokus are equal if they are the same puzzle, however their digits are written.
#[derive(Clone, Debug)]
pub struct Sudoku {
    side: usize,
    layout: Layout,
    diagonals: bool,
    /// The row and column of each cell; shared by the puzzles of a file, of which there may be a million.
    places: Arc<Vec<(usize, usize)>>,
    groups: Arc<Vec<Group>>,
    cages: Vec<Cage>,
    givens: Vec<u16>,
    excluded: Vec<(usize, u16)>,
    notation: Notation,
}

impl PartialEq for Sudoku {
    fn eq(&self, other: &Sudoku) -> bool {
        self.same_rules(other) && self.givens == other.givens && self.excluded == other.excluded
    }
}

impl Eq for Sudoku {}

impl Sudoku {
    /// An empty grid with boxes of `rows` by `columns` cells; its side is their product.
    ///
    /// Returns `None` when the side is 0 or above [`MAX_SIDE`].
    pub fn with_boxes(rows: usize, columns: usize) -> Option<Sudoku> {
        let side = rows.checked_mul(columns).filter(|side| (1..=MAX_SIDE).contains(side))?;
        let mut sudoku = Sudoku::square(side, Layout::Boxes(rows, columns));
        let groups = Arc::make_mut(&mut sudoku.groups);
        for number in 0..side {
            let (top, left) = (number / rows * rows, number % rows * columns);
            let cells = (0..side).map(|k| (top + k / columns) * side + left + k % columns).collect();
            groups.push(Group { kind: GroupKind::Box, number: number + 1, grid: 0, cells });
        }
        Some(sudoku)
    }

    /// An empty jigsaw: `regions` names the region of each cell, from 0, in reading order.
    ///
    /// Returns `None` unless there are as many regions as rows, each with as many cells.
    pub fn with_regions(side: usize, regions: Vec<usize>) -> Option<Sudoku> {
        if !(1..=MAX_SIDE).contains(&side) || regions.len() != side * side {
            return None;
        }
        let mut cells = vec![Vec::new(); side];
        for (cell, &region) in regions.iter().enumerate() {
            cells.get_mut(region)?.push(cell);
        }
        if cells.iter().any(|cells| cells.len() != side) {
            return None;
        }
        let mut sudoku = Sudoku::square(side, Layout::Regions(regions));
        let groups = Arc::make_mut(&mut sudoku.groups);
        for (number, cells) in cells.into_iter().enumerate() {
            groups.push(Group { kind: GroupKind::Region, number: number + 1, grid: 0, cells });
        }
        Some(sudoku)
    }

    /// An empty samurai: the grids are numbered left and right above, the middle, left and right below.
    pub fn samurai() -> Sudoku {
        const CORNERS: [(usize, usize); 5] = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
        let inside = |&(r, c): &(usize, usize)| {
            CORNERS.iter().any(|&(top, left)| (top..top + 9).contains(&r) && (left..left + 9).contains(&c))
        };
        let places: Vec<_> = (0..21).flat_map(|r| (0..21).map(move |c| (r, c))).filter(inside).collect();
        let cell_at = |place: (usize, usize)| places.binary_search(&place).expect("a place inside the frame");
        let mut groups = Vec::new();
        for (grid, &(top, left)) in CORNERS.iter().enumerate() {
            for kind in [GroupKind::Row, GroupKind::Column, GroupKind::Box] {
                for number in 0..9 {
                    let place = |k: usize| match kind {
                        GroupKind::Row => (top + number, left + k),
                        GroupKind::Column => (top + k, left + number),
                        _ => (top + number / 3 * 3 + k / 3, left + number % 3 * 3 + k % 3),
                    };
                    let cells: Vec<usize> = (0..9).map(|k| cell_at(place(k))).collect();
                    let known = |group: &Group| group.kind == GroupKind::Box && group.cells == cells;
                    if kind != GroupKind::Box || !groups.iter().any(known) {
                        groups.push(Group { kind, number: number + 1, grid: grid + 1, cells });
                    }
                }
            }
        }
        let layout = Layout::Samurai;
        Sudoku::blank(9, layout, places, groups)
    }

    fn square(side: usize, layout: Layout) -> Sudoku {
        let places = (0..side).flat_map(|r| (0..side).map(move |c| (r, c))).collect();
        let rows = (0..side).map(|r| (GroupKind::Row, r, (0..side).map(|c| r * side + c).collect()));
        let columns = (0..side).map(|c| (GroupKind::Column, c, (0..side).map(|r| r * side + c).collect()));
        let groups =
            rows.chain(columns).map(|(kind, n, cells)| Group { kind, number: n + 1, grid: 0, cells }).collect();
        Sudoku::blank(side, layout, places, groups)
    }

    fn blank(side: usize, layout: Layout, places: Vec<(usize, usize)>, groups: Vec<Group>) -> Sudoku {
        Sudoku {
            side,
            layout,
            diagonals: false,
            givens: vec![0; places.len()],
            places: Arc::new(places),
            groups: Arc::new(groups),
            cages: Vec::new(),
            excluded: Vec::new(),
            notation: Notation::default(),
        }
    }

    /// Makes it an X sudoku: both diagonals hold every digit once. A samurai has no diagonals and stays as it is.
    pub fn add_diagonals(&mut self) {
        if self.diagonals || self.layout == Layout::Samurai {
            return;
        }
        self.diagonals = true;
        let side = self.side;
        let down = (0..side).map(|k| k * side + k).collect();
        let up = (0..side).map(|k| k * side + side - 1 - k).collect();
        for (number, cells) in [(1, down), (2, up)] {
            Arc::make_mut(&mut self.groups).push(Group { kind: GroupKind::Diagonal, number, grid: 0, cells });
        }
    }

    /// Adds a cage.
    ///
    /// # Panics
    /// When a cell does not exist.
    pub fn add_cage(&mut self, cage: Cage) {
        assert!(cage.cells.iter().all(|&cell| cell < self.givens.len()), "cells of a cage exist");
        self.cages.push(cage);
    }

    /// The same puzzle with these cages in place of its own.
    ///
    /// # Panics
    /// When a cell does not exist.
    pub fn with_cages(&self, cages: Vec<Cage>) -> Sudoku {
        let mut other = self.clone();
        other.cages.clear();
        cages.into_iter().for_each(|cage| other.add_cage(cage));
        other
    }

    /// Sets or (with 0) clears a given.
    ///
    /// # Panics
    /// When the cell does not exist or the digit is above the side.
    pub fn set(&mut self, cell: usize, digit: u16) {
        assert!(usize::from(digit) <= self.side, "a digit of this sudoku");
        self.givens[cell] = digit;
    }

    /// Says that a cell is not this digit (pencil marks).
    pub fn exclude(&mut self, cell: usize, digit: u16) {
        self.excluded.push((cell, digit));
    }

    /// The same puzzle with this notation of digits.
    #[must_use]
    pub fn written(mut self, notation: Notation) -> Sudoku {
        self.notation = notation;
        self
    }

    /// How the puzzle's text writes its digits.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// How many digits there are, which is the length of a row.
    pub fn side(&self) -> usize {
        self.side
    }

    /// How many cells there are.
    pub fn num_cells(&self) -> usize {
        self.givens.len()
    }

    /// How the cells lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the diagonals are groups.
    pub fn has_diagonals(&self) -> bool {
        self.diagonals
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The cages.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// The givens by cell, 0 for blank.
    pub fn givens(&self) -> &[u16] {
        &self.givens
    }

    /// Cells and digits that pencil marks rule out.
    pub fn excluded(&self) -> &[(usize, u16)] {
        &self.excluded
    }

    /// How many cells are given.
    pub fn num_givens(&self) -> usize {
        self.givens.iter().filter(|&&digit| digit > 0).count()
    }

    /// The row and column of a cell in the frame, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// The cell at a row and column from 0, where there is one.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        self.places.binary_search(&(row, column)).ok()
    }

    /// The side of the square frame in which the cells lie.
    pub fn frame(&self) -> usize {
        if self.layout == Layout::Samurai { 21 } else { self.side }
    }

    /// The box or region of each cell, from 0; cells of a samurai have the number of their 3 by 3 square in the frame.
    pub fn box_of(&self, cell: usize) -> usize {
        let (row, column) = self.places[cell];
        match &self.layout {
            Layout::Boxes(rows, columns) => row / rows * rows + column / columns,
            Layout::Regions(regions) => regions[cell],
            Layout::Samurai => row / 3 * 7 + column / 3,
        }
    }

    /// Whether the other sudoku differs only in givens and pencil marks.
    pub fn same_rules(&self, other: &Sudoku) -> bool {
        (self.side, &self.layout, self.diagonals, &self.cages)
            == (other.side, &other.layout, other.diagonals, &other.cages)
    }

    /// This sudoku without its givens.
    pub fn without_givens(&self) -> Sudoku {
        let mut blank = self.clone();
        blank.givens.fill(0);
        blank
    }

    /// This sudoku with other givens.
    ///
    /// # Panics
    /// When there is not one value a cell, or one is above the side.
    pub fn with_givens(&self, givens: &[u16]) -> Sudoku {
        assert_eq!(givens.len(), self.givens.len());
        assert!(givens.iter().all(|&digit| usize::from(digit) <= self.side), "digits of this sudoku");
        let mut other = self.clone();
        other.givens.copy_from_slice(givens);
        other
    }

    /// The groups of each cell, as indices into [`Sudoku::groups`].
    pub fn groups_by_cell(&self) -> Vec<Vec<usize>> {
        let mut by_cell = vec![Vec::new(); self.num_cells()];
        for (index, group) in self.groups.iter().enumerate() {
            for &cell in &group.cells {
                by_cell[cell].push(index);
            }
        }
        by_cell
    }
}

/// The shape of the boxes for a side: rows and columns as equal as can be, wider than high (12 has boxes of 3 rows by
/// 4 columns, the way in which collected puzzles of that side have solutions).
pub fn box_shape(side: usize) -> (usize, usize) {
    let rows = (1..=side).take_while(|rows| rows * rows <= side).filter(|rows| side.is_multiple_of(*rows)).last();
    rows.map_or((1, 1), |rows| (rows, side / rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_as_many_cells_as_digits() {
        let boards = [Sudoku::with_boxes(3, 3), Sudoku::with_boxes(2, 3), Some(Sudoku::samurai())];
        for board in boards.into_iter().flatten() {
            assert!(board.groups().iter().all(|group| group.cells.len() == board.side()));
        }
    }

    #[test]
    fn a_samurai_has_369_cells_and_shares_four_boxes() {
        let samurai = Sudoku::samurai();
        assert_eq!(samurai.num_cells(), 369);
        assert_eq!(samurai.groups().len(), 5 * 27 - 4);
    }

    #[test]
    fn boxes_are_wider_than_high() {
        assert_eq!(box_shape(12), (3, 4));
        assert_eq!(box_shape(6), (2, 3));
        assert_eq!(box_shape(100), (10, 10));
        assert_eq!(box_shape(7), (1, 7));
    }

    #[test]
    fn boxes_cover_the_grid() {
        let board = Sudoku::with_boxes(3, 4).expect("a size");
        let mut seen = vec![0; board.num_cells()];
        for group in board.groups().iter().filter(|group| group.kind == GroupKind::Box) {
            group.cells.iter().for_each(|&cell| {
                assert_eq!(board.box_of(cell) + 1, group.number);
                seen[cell] += 1;
            });
        }
        assert!(seen.iter().all(|&times| times == 1));
    }
}
