//! Tenner grids as clauses.
//!
//! A variable for each cell and digit. A column's sum is kept by layers: a variable for each partial sum of its first
//! rows that can still reach the target, so that three rows need a hundred clauses or two a column and eight rows a few
//! hundred. The layers imply in one direction, which is enough, and are pruned from both ends.

use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::encode::cardinality::AtMostOne;
use crate::encode::vars::{EncodeError, Encoding};
use crate::puzzle::tenner::{DIGITS, Grid};

/// The literal that says that a cell holds a digit.
pub fn literal(grid: &Grid, cell: usize, digit: usize) -> Lit {
    debug_assert!(cell < grid.cells.len() && digit < DIGITS);
    Var::new(cell * DIGITS + digit).pos()
}

/// The grid as a model fills it.
pub fn fill(grid: &Grid, model: &Assignment) -> Grid {
    let digit = |cell: usize| (0..DIGITS).find(|&digit| model.is_true(literal(grid, cell, digit)));
    grid.filled((0..grid.cells.len()).map(|cell| digit(cell).unwrap_or(0) as u8))
}

/// How the sums of columns are encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sums {
    /// By layers of partial sums, one auxiliary variable each.
    #[default]
    Layered,
    /// By clauses over the digits alone, for local search, which is misled by auxiliary variables: whatever digits all
    /// blanks of the column but one hold, the last one holds the rest. That is up to `10^(blanks - 1)` clauses, so a
    /// column with more than [`MAX_DIRECT`] blanks keeps its layers.
    Direct,
}

/// The most blanks of a column whose sum is kept by [`Sums::Direct`].
pub const MAX_DIRECT: usize = 5;

/// The grid as a formula whose models are its solutions.
///
/// # Errors
/// When the formula would be too large.
pub fn encode(grid: &Grid) -> Result<Encoding, EncodeError> {
    encode_with(grid, Sums::Layered)
}

/// As [`encode`], with another way to keep the sums.
///
/// # Errors
/// When the formula would be too large.
pub fn encode_with(grid: &Grid, sums: Sums) -> Result<Encoding, EncodeError> {
    let mut encoding = rules(grid)?;
    for (cell, digit) in givens(grid) {
        encoding.formula.add_clause([literal(grid, cell, digit)]);
    }
    for column in 0..grid.columns {
        if let Some(sum) = grid.sums[column] {
            let blanks: Vec<usize> = column_cells(grid, column).filter(|&cell| grid.cells[cell].is_none()).collect();
            match sums {
                Sums::Direct if blanks.len() <= MAX_DIRECT => {
                    let left = i64::from(sum) - i64::from(grid.column_sum(column));
                    forbid(&mut encoding.formula, grid, &blanks, left, &mut Vec::new());
                }
                _ => drop(add_sum(&mut encoding.formula, grid, column, sum as usize, None)),
            }
        }
    }
    encoding.notes.push(format!("tenner {}", grid.to_line()));
    Ok(encoding)
}

/// A grid whose givens and sums can be switched on, for explanations.
#[derive(Clone, Debug)]
pub struct Switched {
    /// The formula; a given or a sum binds only while its switch is true.
    pub encoding: Encoding,
    /// Each given cell and its switch.
    pub givens: Vec<(usize, Lit)>,
    /// Each column with a sum and its switch.
    pub sums: Vec<(usize, Lit)>,
}

/// The grid as a formula in which every given and every sum can be switched on by a literal.
///
/// # Errors
/// When the formula would be too large.
pub fn encode_switched(grid: &Grid) -> Result<Switched, EncodeError> {
    let mut encoding = rules(grid)?;
    let mut switched_givens = Vec::new();
    for (cell, digit) in givens(grid) {
        let switch = encoding.formula.new_var().pos();
        encoding.formula.add_clause([!switch, literal(grid, cell, digit)]);
        switched_givens.push((cell, switch));
    }
    let mut sums = Vec::new();
    for column in 0..grid.columns {
        if let Some(sum) = grid.sums[column] {
            let switch = encoding.formula.new_var().pos();
            add_sum(&mut encoding.formula, grid, column, sum as usize, Some(switch));
            sums.push((column, switch));
        }
    }
    Ok(Switched { encoding, givens: switched_givens, sums })
}

fn givens(grid: &Grid) -> impl Iterator<Item = (usize, usize)> + '_ {
    grid.cells.iter().enumerate().filter_map(|(cell, digit)| Some((cell, usize::from((*digit)?))))
}

/// The formula of all rules except givens and sums.
fn rules(grid: &Grid) -> Result<Encoding, EncodeError> {
    if grid.cells.len() > (Var::MAX_COUNT) / (64 * DIGITS) {
        return Err(EncodeError::TooLarge);
    }
    let mut names = Vec::with_capacity(grid.cells.len() * DIGITS);
    for cell in 0..grid.cells.len() {
        let (row, column) = grid.place(cell);
        names.extend((0..DIGITS).map(|digit| format!("R{}C{}_{digit}", row + 1, column + 1)));
    }
    let mut encoding = Encoding::with_names(names);
    let formula = &mut encoding.formula;
    for cell in 0..grid.cells.len() {
        let digits: Vec<Lit> = (0..DIGITS).map(|digit| literal(grid, cell, digit)).collect();
        AtMostOne::Pairwise.exactly(formula, &digits);
    }
    for row in 0..grid.rows() {
        for digit in 0..DIGITS {
            let cells = (0..grid.columns).map(|column| literal(grid, row * grid.columns + column, digit));
            let cells: Vec<Lit> = cells.collect();
            // A full row holds every digit.
            match grid.columns == DIGITS {
                true => AtMostOne::Pairwise.exactly(formula, &cells),
                false => AtMostOne::Pairwise.encode(formula, &cells),
            }
        }
    }
    for cell in 0..grid.cells.len() {
        for below in grid.touching_below(cell) {
            for digit in 0..DIGITS {
                formula.add_clause([!literal(grid, cell, digit), !literal(grid, below, digit)]);
            }
        }
    }
    Ok(encoding)
}

/// The cells of a column, from the top.
fn column_cells(grid: &Grid, column: usize) -> impl Iterator<Item = usize> + use<> {
    (column..grid.cells.len()).step_by(grid.columns)
}

/// Demands that the digits of these cells sum to `left`, given that the literals of `clause` are false: no auxiliary
/// variables.
fn forbid(formula: &mut Formula, grid: &Grid, cells: &[usize], left: i64, clause: &mut Vec<Lit>) {
    let largest = (DIGITS - 1) as i64;
    let Some((&first, rest)) = cells.split_first().filter(|_| (0..=largest * cells.len() as i64).contains(&left))
    else {
        // Nothing is left to choose, or no choice can give the sum.
        if left != 0 || !cells.is_empty() {
            formula.add_clause(clause.iter().copied());
        }
        return;
    };
    if rest.is_empty() {
        formula.add_clause(clause.iter().copied().chain([literal(grid, first, left as usize)]));
        return;
    }
    for digit in 0..=largest {
        clause.push(!literal(grid, first, digit as usize));
        forbid(formula, grid, rest, left - digit, clause);
        clause.pop();
    }
}

/// What an auxiliary variable of [`Sums::Layered`] stands for: the first rows of a column add up to a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialSum {
    /// The column, from 0.
    pub column: usize,
    /// How many rows from the top are added.
    pub rows: usize,
    /// What they add up to.
    pub sum: usize,
}

/// What the auxiliary variables of [`encode`] stand for, in order.
pub fn partial_sums(grid: &Grid) -> Vec<PartialSum> {
    let (mut formula, mut partial) = (Formula::new(), Vec::new());
    for column in 0..grid.columns {
        if let Some(sum) = grid.sums[column] {
            partial.extend(add_sum(&mut formula, grid, column, sum as usize, None));
        }
    }
    partial
}

/// Demands that the column's digits sum to `target`, while the switch is true if there is one. Returns what the new
/// variables stand for.
fn add_sum(formula: &mut Formula, grid: &Grid, column: usize, target: usize, switch: Option<Lit>) -> Vec<PartialSum> {
    let rows = grid.rows();
    let largest = DIGITS - 1;
    let off = switch.map(|lit| !lit);
    let mut partial = Vec::new();
    // Partial sums of the rows so far with their literals; the empty sum needs none.
    let mut layer: Vec<(usize, Option<Lit>)> = vec![(0, None)];
    for row in 0..rows {
        let after = rows - row - 1;
        let useful = |sum: usize| sum <= target && target - sum <= largest * after;
        let mut next: Vec<(usize, Lit)> = Vec::new();
        for &(before, reached) in &layer {
            for digit in 0..=largest {
                let cell = literal(grid, row * grid.columns + column, digit);
                let premise = off.into_iter().chain(reached.map(|lit| !lit)).chain([!cell]);
                let sum = before + digit;
                if !useful(sum) {
                    formula.add_clause(premise);
                } else if after > 0 {
                    let lit = match next.iter().find(|&&(known, _)| known == sum) {
                        Some(&(_, lit)) => lit,
                        None => {
                            let lit = formula.new_var().pos();
                            next.push((sum, lit));
                            partial.push(PartialSum { column, rows: row + 1, sum });
                            lit
                        }
                    };
                    formula.add_clause(premise.chain([lit]));
                }
            }
        }
        layer = next.into_iter().map(|(sum, lit)| (sum, Some(lit))).collect();
    }
    partial
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::reason::Incremental;
    use crate::reason::enumerate::enumerate;
    use std::ops::ControlFlow;

    #[test]
    fn sums_are_met_exactly() {
        // One column of three cells: as many solutions as triples of digits whose neighbours differ.
        for target in [0, 1, 2, 13, 26, 27, 28] {
            let grid = Grid { columns: 1, cells: vec![None; 3], sums: vec![Some(target)] };
            let digits = || 0..10u32;
            let triples = digits().flat_map(|a| digits().flat_map(move |b| digits().map(move |c| (a, b, c))));
            let expected = triples.filter(|&(a, b, c)| a + b + c == target && a != b && b != c).count() as u64;
            for sums in [Sums::Layered, Sums::Direct] {
                let encoding = encode_with(&grid, sums).expect("small");
                let vars: Vec<Var> = encoding.puzzle_vars().collect();
                let mut oracle = Incremental::new(&encoding.formula);
                let seen = enumerate(&mut oracle, &vars, &Limits::none(), |_| ControlFlow::Continue(()));
                assert_eq!(seen.models, expected, "{target} {sums:?}");
                let layered = encoding.formula.num_vars() > 30;
                assert!(layered == (sums == Sums::Layered) || !(2..26).contains(&target), "{target} {sums:?}");
            }
        }
    }
}
