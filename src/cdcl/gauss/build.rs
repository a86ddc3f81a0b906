//! Building the linear systems over the variables that are active.
//!
//! **What it does.** Replaces the user's variables by the solver's, fixed ones by their values, splits the constraints
//! into parts that have no variable in common, and makes a matrix of each part. Variables that were eliminated or
//! substituted get columns too, and constraints with them are added to each other until they are gone.

use super::matrix::Matrix;
use super::recover::Xor;
use crate::cdcl::Solver;
use crate::cnf::Var;
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

impl Solver {
    /// Builds the systems. Level 0, propagated; may refute the formula.
    pub(in crate::cdcl) fn build_matrices(&mut self) {
        self.gauss.forget();
        if !self.go_to_root() {
            return;
        }
        self.gauss.stale = false;
        self.gauss.places = vec![None; self.trail.info.len()];
        let rows: Vec<(Vec<Column>, bool)> = self.gauss.xors.iter().map(|xor| self.row(xor)).collect();
        for part in parts(rows) {
            let mut columns: Vec<Column> = part.iter().flat_map(|(columns, _)| columns.iter().copied()).collect();
            columns.sort_unstable();
            columns.dedup();
            if columns.len() * part.len() > MOST_MATRIX_ENTRIES {
                continue;
            }
            let place: HashMap<Column, u32> = columns.iter().copied().zip(0..).collect();
            let dropped = columns.iter().filter(|column| matches!(column, Column::Inactive(_))).count();
            let vars = columns[dropped..].iter().map(|&(Column::Active(var) | Column::Inactive(var))| var).collect();
            let rows: Vec<(Vec<u32>, bool)> = part
                .into_iter()
                .map(|(columns, odd)| (columns.iter().map(|column| place[column]).collect(), odd))
                .collect();
            self.counters.gauss_ticks += (rows.len() * rows.len() * columns.len()) as u64 / 256;
            let matrix = Matrix::new(&rows, dropped, vars);
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

    /// Fixes the literals that a matrix implies alone; false if it has no solution.
    fn take_units(&mut self, matrix: &Matrix) -> bool {
        let (units, contradiction) = matrix.units();
        if contradiction {
            self.learned.chain.clear();
            self.learn_empty();
            return false;
        }
        self.gauss.stale |= !units.is_empty();
        units.into_iter().for_each(|unit| self.learn_unit(unit));
        true
    }

    /// A constraint over the solver's variables.
    fn row(&self, xor: &Xor) -> (Vec<Column>, bool) {
        let mut odd = xor.odd;
        let mut columns = Vec::new();
        for &var in &xor.vars {
            match self.standing(var) {
                Ok(value) => odd ^= value,
                Err(column) => columns.push(column),
            }
        }
        (columns, odd)
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
fn parts(rows: Vec<(Vec<Column>, bool)>) -> Vec<Vec<(Vec<Column>, bool)>> {
    let mut joined = UnionFind::new(rows.len());
    let mut first: HashMap<Column, usize> = HashMap::new();
    for (at, (columns, _)) in rows.iter().enumerate() {
        columns.iter().for_each(|&column| joined.unite(*first.entry(column).or_insert(at), at));
    }
    let (numbers, count) = joined.numbered();
    let mut parts = vec![Vec::new(); count];
    for (row, number) in rows.into_iter().zip(numbers) {
        parts[number].push(row);
    }
    parts
}
