//! Sudoku as clauses.
//!
//! What it does: a variable for each cell and digit, true where the digit stands, numbered cell by cell. The styles:
//!
//! - `extended` (default): each cell has exactly one digit and each digit stands exactly once in each group. Givens are
//!   applied first: digits that they rule out become negative units, and satisfied clauses are left out. A pair of
//!   cells that two groups share is excluded once.
//! - `minimal`: each cell at least one digit, each group each digit at most once.
//! - `textbook`: for each cell at least one digit and all pairs; for each row, column and box at least one cell a
//!   digit; the givens as units, in the order of the report on sudoku by local search. 3,240 clauses for the rules of a
//!   9 by 9 grid.
//!
//! Why extended: over 60 of the hardest 9 by 9 puzzles MiniSat needs 52 conflicts with it against 381 with `minimal`;
//! applying the givens shrinks 12,009 clauses to about 1,600.
//!
//! Sizes: with side n, n^3 variables and 4 n^2 groups of exactly one; pairwise up to 30 literals, commanders above.
//!
//! References: Lynce, Ouaknine, AIMATH'06 (minimal and extended); Kwon, Jain, TR'06 (givens applied).

use super::{Group, GroupKind, Layout, MAX_SIDE, Notation, Sudoku, box_shape, cages};
use crate::cnf::{Formula, Lit, Var};
use crate::encode::Encoding;
use crate::encode::cardinality::AtMostOne;

/// The most literals of a group that is excluded in pairs when the choice is automatic, as [`AtMostOne::Auto`] does.
const PAIRWISE_UP_TO: usize = 30;

/// Which clauses are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Exactly one digit in each cell and each digit exactly once in each group; givens are applied.
    #[default]
    Extended,
    /// At least one digit in each cell, each digit at most once in each group.
    Minimal,
    /// The clauses of the report on sudoku by local search, in its order.
    Textbook,
}

/// How much of the rules the `textbook` style writes: the steps of the course that the report follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The first cell has exactly one digit.
    OneCell,
    /// All cells have exactly one digit.
    AllCells,
    /// As before, and each row has each digit.
    Rows,
    /// As before, and each column has each digit.
    RowsAndColumns,
    /// As before, and each box has each digit.
    Rules,
    /// As before, with the givens.
    #[default]
    Puzzle,
}

/// The variable of a cell (from 0) and digit (from 1).
///
/// # Panics
/// In debug builds, when the digit is not one of the sudoku's.
pub fn var(sudoku: &Sudoku, cell: usize, digit: u16) -> Var {
    debug_assert!((1..=sudoku.side()).contains(&usize::from(digit)));
    Var::new(cell * sudoku.side() + usize::from(digit) - 1)
}

/// The number of the variables of cells and digits; auxiliary ones come after them.
pub fn num_vars(sudoku: &Sudoku) -> usize {
    sudoku.num_cells() * sudoku.side()
}

/// The name of a variable: row, column and digit, as in `115`, with `_` between them above 9.
pub fn name(sudoku: &Sudoku, cell: usize, digit: u16) -> String {
    let (row, column) = sudoku.place(cell);
    let between = if sudoku.frame() > 9 { "_" } else { "" };
    format!("{}{between}{}{between}{digit}", row + 1, column + 1)
}

/// A sudoku as a formula with names and a note. `amo` chooses the at-most-one of the extended and minimal styles.
pub fn encode(sudoku: &Sudoku, style: Style, stage: Stage, amo: AtMostOne) -> Encoding {
    let digits = 1..=sudoku.side() as u16;
    let cells = 0..sudoku.num_cells();
    let names = cells.flat_map(|cell| digits.clone().map(move |digit| name(sudoku, cell, digit))).collect();
    let shape = match sudoku.layout() {
        Layout::Boxes(rows, columns) => format!("boxes={rows}x{columns}"),
        Layout::Regions(regions) => {
            let list: Vec<String> = regions.iter().map(usize::to_string).collect();
            format!("side={} regions={}", sudoku.side(), list.join(","))
        }
        Layout::Samurai => "samurai".into(),
    };
    let written = match sudoku.notation() {
        notation if notation == Notation::default() => String::new(),
        notation => format!(" digits={}", notation.range(sudoku.side())),
    };
    let notes = vec![format!("sudoku {shape} vars={}{written}", num_vars(sudoku))];
    Encoding { formula: formula(sudoku, style, stage, amo), names, notes, remarks: Vec::new() }
}

/// An empty sudoku of the layout that a note of [`encode`] describes, with digits that are written as there.
pub fn from_note(note: &str) -> Option<Sudoku> {
    let mut words = note.strip_prefix("sudoku ")?.split(' ');
    let shape = words.next()?;
    let board = if shape == "samurai" {
        Sudoku::samurai()
    } else if let Some((rows, columns)) = shape.strip_prefix("boxes=").and_then(|boxes| boxes.split_once('x')) {
        Sudoku::with_boxes(rows.parse().ok()?, columns.parse().ok()?)?
    } else {
        let side = shape.strip_prefix("side=")?.parse().ok()?;
        let list = words.next()?.strip_prefix("regions=")?;
        Sudoku::with_regions(side, list.split(',').map(|region| region.parse().ok()).collect::<Option<_>>()?)?
    };
    match words.find_map(|word| word.strip_prefix("digits=")) {
        Some(range) => Notation::by_range(range, board.side()).map(|notation| board.written(notation)),
        None => Some(board),
    }
}

/// The board whose formula has this many variables: a grid with boxes as square as can be, or a samurai.
pub fn from_variables(count: usize) -> Option<Sudoku> {
    let samurai = Sudoku::samurai();
    if count == samurai.num_cells() * samurai.side() {
        return Some(samurai);
    }
    let side = (1..=MAX_SIDE).find(|side| side * side * side == count)?;
    let (rows, columns) = box_shape(side);
    Sudoku::with_boxes(rows, columns)
}

/// The clauses of a sudoku, as in [`encode`].
pub fn formula(sudoku: &Sudoku, style: Style, stage: Stage, amo: AtMostOne) -> Formula {
    match style {
        Style::Textbook => textbook(sudoku, stage),
        Style::Minimal => Builder::new(sudoku, amo, false).build(false, None),
        Style::Extended => Builder::new(sudoku, amo, true).build(true, None),
    }
}

/// The rules of a sudoku without its givens, for solvers that get the givens as assumptions.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The clauses, in the extended style.
    pub formula: Formula,
    /// For each cage, a literal that must be assumed for it to count.
    pub cages: Vec<Lit>,
}

/// The rules without the givens; `optional` makes each cage depend on a literal, so that cages can be left out.
pub fn rules(sudoku: &Sudoku, optional: bool) -> Rules {
    let blank = sudoku.without_givens();
    let mut switches = Vec::new();
    let formula = Builder::new(&blank, AtMostOne::Auto, true).build(true, optional.then_some(&mut switches));
    Rules { formula, cages: switches }
}

/// The digits that a model gives the cells: the first that is true, 0 where none is.
pub fn values(sudoku: &Sudoku, is_true: impl Fn(Var) -> bool) -> Vec<u16> {
    let digits = 1..=sudoku.side() as u16;
    let value = |cell| digits.clone().find(|&digit| is_true(var(sudoku, cell, digit))).unwrap_or(0);
    (0..sudoku.num_cells()).map(value).collect()
}

/// The rules as a course writes them, up to a stage.
fn textbook(sudoku: &Sudoku, stage: Stage) -> Formula {
    let mut formula = Formula::new();
    let digits = 1..=sudoku.side() as u16;
    let cells = if stage == Stage::OneCell { 1 } else { sudoku.num_cells() };
    for cell in 0..cells {
        formula.add_clause(digits.clone().map(|digit| var(sudoku, cell, digit).pos()));
        for a in digits.clone() {
            for b in a + 1..=sudoku.side() as u16 {
                formula.add_clause([var(sudoku, cell, a).neg(), var(sudoku, cell, b).neg()]);
            }
        }
    }
    let last = match stage {
        Stage::OneCell | Stage::AllCells => 0,
        Stage::Rows => 1,
        Stage::RowsAndColumns => 2,
        Stage::Rules | Stage::Puzzle => usize::MAX,
    };
    let kind = |group: &Group| match group.kind {
        GroupKind::Row => 0,
        GroupKind::Column => 1,
        _ => 2,
    };
    for group in sudoku.groups().iter().filter(|group| kind(group) < last) {
        for digit in digits.clone() {
            formula.add_clause(group.cells.iter().map(|&cell| var(sudoku, cell, digit).pos()));
        }
    }
    if stage == Stage::Puzzle {
        for (cell, &given) in sudoku.givens().iter().enumerate().filter(|&(_, &given)| given > 0) {
            formula.add_clause([var(sudoku, cell, given).pos()]);
        }
        for &(cell, digit) in sudoku.excluded() {
            formula.add_clause([var(sudoku, cell, digit).neg()]);
        }
        for cage in sudoku.cages() {
            cages::add_sum(&mut formula, sudoku.side(), cage, None, &|cell, digit| {
                Some(var(sudoku, cell, digit).pos())
            });
            for digit in digits.clone() {
                for (index, &a) in cage.cells.iter().enumerate() {
                    for &b in &cage.cells[index + 1..] {
                        formula.add_clause([var(sudoku, a, digit).neg(), var(sudoku, b, digit).neg()]);
                    }
                }
            }
        }
    }
    formula
}

/// Writes the extended and the minimal style.
struct Builder<'s> {
    sudoku: &'s Sudoku,
    amo: AtMostOne,
    /// By variable: whether a given or a pencil mark rules it out.
    out: Vec<bool>,
    /// By cell: whether its given is applied, so that its clauses are satisfied.
    done: Vec<bool>,
    groups_by_cell: Vec<Vec<usize>>,
    formula: Formula,
}

impl<'s> Builder<'s> {
    fn new(sudoku: &'s Sudoku, amo: AtMostOne, apply_givens: bool) -> Builder<'s> {
        let mut formula = Formula::new();
        formula.declare_vars(num_vars(sudoku));
        let mut builder = Builder {
            sudoku,
            amo,
            out: vec![false; num_vars(sudoku)],
            done: vec![false; sudoku.num_cells()],
            groups_by_cell: sudoku.groups_by_cell(),
            formula,
        };
        builder.givens(apply_givens);
        builder
    }

    /// Writes the givens as units and, where they are applied, what they rule out as negative units.
    fn givens(&mut self, apply: bool) {
        let (sudoku, side) = (self.sudoku, self.sudoku.side() as u16);
        let index = |cell, digit| var(sudoku, cell, digit).index();
        for &(cell, digit) in sudoku.excluded() {
            self.out[index(cell, digit)] = true;
        }
        let given = || sudoku.givens().iter().copied().enumerate().filter(|&(_, given)| given > 0);
        if apply {
            for (cell, digit) in given() {
                self.done[cell] = true;
                (1..=side).filter(|&other| other != digit).for_each(|other| self.out[index(cell, other)] = true);
                for &group in &self.groups_by_cell[cell] {
                    let peers = sudoku.groups()[group].cells.iter().filter(|&&peer| peer != cell);
                    peers.for_each(|&peer| self.out[index(peer, digit)] = true);
                }
            }
        }
        // A given that another one rules out is not applied: its unit contradicts the negative one.
        for (cell, digit) in given() {
            self.formula.add_clause([var(sudoku, cell, digit).pos()]);
        }
        for (index, _) in self.out.iter().enumerate().filter(|&(_, &out)| out) {
            self.formula.add_clause([Var::new(index).neg()]);
        }
    }

    /// The literal of a cell and digit that nothing rules out yet.
    fn open(&self, cell: usize, digit: u16) -> Option<Lit> {
        let var = var(self.sudoku, cell, digit);
        (!self.out[var.index()]).then(|| var.pos())
    }

    fn build(mut self, exact: bool, mut switches: Option<&mut Vec<Lit>>) -> Formula {
        let sudoku = self.sudoku;
        let digits = 1..=sudoku.side() as u16;
        for cell in 0..sudoku.num_cells() {
            if self.done[cell] {
                continue;
            }
            let lits: Vec<Lit> = digits.clone().filter_map(|digit| self.open(cell, digit)).collect();
            self.formula.add_clause(lits.iter().copied());
            if exact {
                self.at_most_one(&lits);
            }
        }
        for (index, group) in sudoku.groups().iter().enumerate() {
            for digit in digits.clone() {
                // A given settles the digit in its group.
                if group.cells.iter().any(|&cell| self.done[cell] && sudoku.givens()[cell] == digit) {
                    continue;
                }
                let cells: Vec<usize> =
                    group.cells.iter().copied().filter(|&cell| self.open(cell, digit).is_some()).collect();
                let lits: Vec<Lit> = cells.iter().map(|&cell| var(sudoku, cell, digit).pos()).collect();
                if exact {
                    self.formula.add_clause(lits.iter().copied());
                }
                if self.pairwise(lits.len()) {
                    self.new_pairs(&cells, index, digit);
                } else {
                    self.at_most_one(&lits);
                }
            }
        }
        for cage in sudoku.cages() {
            let switch = switches.as_deref_mut().map(|switches| {
                switches.push(self.formula.new_var().pos());
                switches[switches.len() - 1]
            });
            let out = &self.out;
            let lit = |cell, digit| Some(var(sudoku, cell, digit)).filter(|var| !out[var.index()]).map(Var::pos);
            cages::add_sum(&mut self.formula, sudoku.side(), cage, switch, &lit);
            for digit in digits.clone() {
                for (index, &a) in cage.cells.iter().enumerate() {
                    for &b in &cage.cells[index + 1..] {
                        if !self.share_group(a, b, usize::MAX)
                            && let (Some(a), Some(b)) = (self.open(a, digit), self.open(b, digit))
                        {
                            self.formula.add_clause(switch.map(|switch| !switch).into_iter().chain([!a, !b]));
                        }
                    }
                }
            }
        }
        self.formula
    }

    fn pairwise(&self, count: usize) -> bool {
        self.amo == AtMostOne::Pairwise || self.amo == AtMostOne::Auto && count <= PAIRWISE_UP_TO
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        self.amo.encode(&mut self.formula, lits);
    }

    /// Excludes each pair of these cells of group `index` that no earlier group has excluded.
    fn new_pairs(&mut self, cells: &[usize], index: usize, digit: u16) {
        for (k, &a) in cells.iter().enumerate() {
            for &b in &cells[k + 1..] {
                if !self.share_group(a, b, index) {
                    self.formula.add_clause([var(self.sudoku, a, digit).neg(), var(self.sudoku, b, digit).neg()]);
                }
            }
        }
    }

    /// Whether two cells share a group before group `index`.
    fn share_group(&self, a: usize, b: usize, index: usize) -> bool {
        self.groups_by_cell[a].iter().any(|&group| group < index && self.groups_by_cell[b].contains(&group))
    }
}
