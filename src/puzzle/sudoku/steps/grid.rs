//! A sudoku with the digits that are still possible in each cell, and for each digit that is not, why.

use crate::puzzle::sudoku::Sudoku;

/// The most digits of a sudoku that is explained step by step: a set of digits is a word of 64 bits.
pub const MAX_SIDE: usize = 64;

/// A set of digits: bit `d - 1` for digit `d`.
pub type Digits = u64;

/// The set of one digit.
pub fn bit(digit: u16) -> Digits {
    1 << (digit - 1)
}

/// The digits of a set, ascending.
pub fn digits(mut set: Digits) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let digit = (set != 0).then(|| set.trailing_zeros() as u16 + 1);
        set &= set.wrapping_sub(1);
        digit
    })
}

/// Why a cell holds its digit, or cannot hold another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A clue says so.
    Clue,
    /// This cell is filled: the same one with another digit, or another one of a group with this digit.
    Filled(usize),
    /// It follows by the step of this number.
    Step(usize),
    /// It is supposed.
    Supposed,
}

/// A contradiction on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Two cells of a group hold the same digit.
    Twice(usize, usize, u16),
    /// The cell holds a digit that is ruled out there.
    Refused(usize, u16),
    /// A cell has no digit left.
    NoDigit(usize),
    /// No cell of the group (by its index) takes the digit.
    NoPlace(usize, u16),
    /// The digits of a cage (by its index) cannot add up to its sum.
    NoSum(usize),
}

/// What is known of each cell.
#[derive(Clone, Debug)]
pub struct Grid<'a> {
    /// The puzzle, for its rules.
    pub puzzle: &'a Sudoku,
    /// The indices of the cages that count.
    pub cages: Vec<usize>,
    /// The cells that share a group with each cell.
    peers: std::sync::Arc<Vec<Vec<usize>>>,
    /// The digits that are possible in each cell.
    pub open: Vec<Digits>,
    /// What each cell holds, 0 for nothing yet.
    pub held: Vec<u16>,
    held_by: Vec<Cause>,
    /// Why a digit is ruled out, at `cell * side + digit - 1`.
    gone_by: Vec<Cause>,
    /// The first contradiction.
    pub clash: Option<Clash>,
}

impl<'a> Grid<'a> {
    /// The grid with the clues of these cells, or with all clues.
    pub fn new(puzzle: &'a Sudoku, of: Option<&[usize]>) -> Grid<'a> {
        let counts = |cell: usize| of.is_none_or(|cells| cells.contains(&cell));
        let by_cell = puzzle.groups_by_cell();
        let peers = (0..puzzle.num_cells()).map(|cell| {
            let groups = by_cell[cell].iter().map(|&group| &puzzle.groups()[group]);
            let mut peers: Vec<usize> = groups.flat_map(|group| group.cells.iter().copied()).collect();
            peers.sort_unstable();
            peers.dedup();
            peers.retain(|&peer| peer != cell);
            peers
        });
        let all = Digits::MAX >> (64 - puzzle.side());
        let (cells, side) = (puzzle.num_cells(), puzzle.side());
        let cages = (0..puzzle.cages().len()).filter(|&cage| puzzle.cages()[cage].cells.iter().all(|&c| counts(c)));
        let mut grid = Grid {
            puzzle,
            cages: cages.collect(),
            peers: peers.collect::<Vec<_>>().into(),
            open: vec![all; cells],
            held: vec![0; cells],
            held_by: vec![Cause::Clue; cells],
            gone_by: vec![Cause::Clue; cells * side],
            clash: None,
        };
        for &(cell, digit) in puzzle.excluded().iter().filter(|&&(cell, _)| counts(cell)) {
            grid.remove(cell, digit, Cause::Clue);
        }
        for (cell, &digit) in puzzle.givens().iter().enumerate().filter(|&(cell, &digit)| digit > 0 && counts(cell)) {
            grid.place(cell, digit, Cause::Clue);
        }
        grid
    }

    /// Whether this digit is still possible in the cell.
    pub fn takes(&self, cell: usize, digit: u16) -> bool {
        self.open[cell] & bit(digit) != 0
    }

    /// The cells of a group that still take a digit, as a set of their places in it.
    pub fn places(&self, group: usize, digit: u16) -> u64 {
        let cells = self.puzzle.groups()[group].cells.iter().enumerate();
        cells.filter(|&(_, &cell)| self.takes(cell, digit)).fold(0, |set, (place, _)| set | 1 << place)
    }

    /// Why the cell holds its digit.
    pub fn held_by(&self, cell: usize) -> Cause {
        self.held_by[cell]
    }

    /// Why the cell cannot hold the digit, which is ruled out.
    pub fn gone_by(&self, cell: usize, digit: u16) -> Cause {
        debug_assert!(!self.takes(cell, digit));
        self.gone_by[cell * self.puzzle.side() + usize::from(digit) - 1]
    }

    /// Fills a cell, and rules the digit out around it.
    pub fn place(&mut self, cell: usize, digit: u16, cause: Cause) {
        // A cell that already holds another digit leaves this one without a place, and that shows by itself.
        if self.held[cell] != 0 {
            return;
        }
        if !self.takes(cell, digit) {
            (self.held[cell], self.held_by[cell]) = (digit, cause);
            let clash = match self.gone_by(cell, digit) {
                Cause::Filled(other) => Clash::Twice(other, cell, digit),
                _ => Clash::Refused(cell, digit),
            };
            self.clash = self.clash.or(Some(clash));
            return;
        }
        (self.held[cell], self.held_by[cell]) = (digit, cause);
        for other in digits(self.open[cell] & !bit(digit)) {
            self.remove(cell, other, Cause::Filled(cell));
        }
        for peer in self.peers.clone()[cell].iter().copied() {
            self.remove(peer, digit, Cause::Filled(cell));
        }
    }

    /// Rules a digit out.
    pub fn remove(&mut self, cell: usize, digit: u16, cause: Cause) {
        if !self.takes(cell, digit) {
            return;
        }
        self.open[cell] &= !bit(digit);
        self.gone_by[cell * self.puzzle.side() + usize::from(digit) - 1] = cause;
        if self.open[cell] == 0 {
            self.clash = self.clash.or(Some(Clash::NoDigit(cell)));
        }
    }

    /// Looks for a group without a place for a digit, where no contradiction has shown yet.
    pub fn check_places(&mut self) {
        let digits = 1..=self.puzzle.side() as u16;
        let missing = (0..self.puzzle.groups().len())
            .flat_map(|group| digits.clone().map(move |digit| (group, digit)))
            .find(|&(group, digit)| self.places(group, digit) == 0);
        self.clash = self.clash.or(missing.map(|(group, digit)| Clash::NoPlace(group, digit)));
    }
}
