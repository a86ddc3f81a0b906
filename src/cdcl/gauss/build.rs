//! Building the linear systems over the variables that are active.
//!
//! **What it does.** Replaces the user's variables by the solver's, fixed ones by their values, splits the constraints
//! into parts that have no variable in common, and makes a matrix of each part. Variables that were eliminated or
//! substituted get columns too, and constraints with them are added to each other until they are gone.

use super::matrix::Matrix;
use super::prove::Terms;
use super::recover::Xor;
use crate::cdcl::Solver;
use crate::cnf::{Lit, Var};
use crate::util::union_find::UnionFind;
use std::collections::HashMap;

/// The largest product of rows and columns of a matrix.
const MOST_MATRIX_ENTRIES: usize = 4_000_000;

/// A column: an active variable or one that is not active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Column {
    Inactive(Var),
    Active(Var),
}

/// A constraint over columns.
#[derive(Clone, Debug)]
struct Row {
    columns: Vec<Column>,
    odd: bool,
    /// The number of the constraint.
    number: u32,
}

impl Solver {
    /// Builds the systems. Level 0, propagated; may refute the formula.
    pub(in crate::cdcl) fn build_matrices(&mut self) {
        self.gauss.forget();
        if !self.go_to_root() {
            return;
        }
        self.gauss.stale = false;
        self.gauss.places = vec![None; self.trail.info.len()];
        let rows: Vec<Row> = self.gauss.xors.iter().zip(0..).map(|(xor, number)| self.row(xor, number)).collect();
        for part in parts(rows) {
            let mut columns: Vec<Column> = part.iter().flat_map(|row| row.columns.iter().copied()).collect();
            columns.sort_unstable();
            columns.dedup();
            if columns.len() * part.len() > MOST_MATRIX_ENTRIES {
                continue;
            }
            let place: HashMap<Column, u32> = columns.iter().copied().zip(0..).collect();
            let dropped = columns.iter().filter(|column| matches!(column, Column::Inactive(_))).count();
            let vars = columns[dropped..].iter().map(|&(Column::Active(var) | Column::Inactive(var))| var).collect();
            let numbers = part.iter().map(|row| row.number).filter(|_| self.gauss.proving()).collect();
            let rows: Vec<(Vec<u32>, bool)> = part
                .into_iter()
                .map(|row| (row.columns.iter().map(|column| place[column]).collect(), row.odd))
                .collect();
            self.counters.gauss_ticks += (rows.len() * rows.len() * columns.len()) as u64 / 256;
            let matrix = Matrix::new(&rows, dropped, vars, numbers);
            if !self.take_units(&matrix) {
                return;
            }
            if matrix.rows() > 1 {
                self.place(matrix);
            }
        }
        self.trail.in_rows = 0;
        self.propagate_root();
    }

    fn place(&mut self, matrix: Matrix) {
        let at = self.gauss.matrices.len() as u32;
        for (&var, column) in matrix.vars().iter().zip(0..) {
            self.gauss.places[var.index()] = Some((at, column));
        }
        self.gauss.matrices.push(matrix);
    }

    /// Fixes the literals that a matrix implies alone; false if it has no solution, or the constraints were dropped.
    fn take_units(&mut self, matrix: &Matrix) -> bool {
        let (units, contradiction) = matrix.units();
        if contradiction.iter().chain(units.iter().map(|(row, _)| row)).any(|&row| self.is_too_long(matrix, row)) {
            self.drop_unprovable();
            return false;
        }
        if let Some(row) = contradiction {
            self.explain_by_row(matrix, row, &[]);
            self.learn_empty();
            return false;
        }
        self.gauss.stale |= !units.is_empty();
        for (row, unit) in units {
            self.explain_by_row(matrix, row, &[unit]);
            self.learn_unit(unit);
        }
        true
    }

    /// Fills the chain with what a clause follows from that a row implies by itself or with fixed literals.
    pub(super) fn explain_by_row(&mut self, matrix: &Matrix, row: u32, lits: &[Lit]) {
        let mut chain = std::mem::take(&mut self.learned.chain);
        chain.clear();
        if self.gauss.proving() {
            self.explain_row(&Terms::of(matrix, row), lits, &mut chain);
        }
        self.learned.chain = chain;
    }

    /// A constraint over the solver's variables.
    fn row(&self, xor: &Xor, number: u32) -> Row {
        let mut odd = xor.odd;
        let mut columns = Vec::new();
        for &var in &xor.vars {
            match self.standing(var) {
                Ok(value) => odd ^= value,
                Err(column) => columns.push(column),
            }
        }
        Row { columns, odd, number }
    }

    /// What stands for a user's variable in a row: its value if it is fixed, otherwise its column.
    fn standing(&self, var: Var) -> Result<bool, Column> {
        let external = &self.db.external;
        if let Some(value) = external.removed_fixed_value(var.pos()) {
            return Ok(value);
        }
        let Some(lit) = external.internal_lit(var.pos()) else { return Err(Column::Inactive(var)) };
        debug_assert!(lit.is_positive(), "internal variables have the same sign");
        match self.values.value(lit) {
            0 if self.statuses.is_inactive(lit.var()) => Err(Column::Inactive(var)),
            0 => Err(Column::Active(lit.var())),
            value => Ok(value > 0),
        }
    }
}

/// The constraints of each part that shares no variable with another.
fn parts(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut joined = UnionFind::new(rows.len());
    let mut first: HashMap<Column, usize> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        row.columns.iter().for_each(|&column| joined.unite(*first.entry(column).or_insert(at), at));
    }
    let (numbers, count) = joined.numbered();
    let mut parts = vec![Vec::new(); count];
    for (row, number) in rows.into_iter().zip(numbers) {
        parts[number].push(row);
    }
    parts
}
