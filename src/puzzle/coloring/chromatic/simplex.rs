//! The linear program that divides a graph into few stable sets, in fractions: the primal and the dual simplex method.
//!
//! **What it does.** Each vertex is to be covered exactly once, and each set costs 1. [`super::fractional`] generates
//! sets as it goes: each enters the basis by a primal step. [`super::split`] lists all sets: the program is solved once
//! by the primal method; then sets are closed one after the other, and the dual method repairs what stood on them. The
//! prices of the vertices stay below the cost of each open set, and their sum only grows.
//!
//! **Why it pays.** In a search by cases each case differs from the one before by few sets. Repairing takes about fifty
//! steps, where generating the sets again takes thousands.
//!
//! **Soundness and proof.** All is floating point, and nothing rests on it: [`super::fractional`] and [`super::cases`]
//! round the prices and count in whole numbers.
//!
//! **Schedule and cost.** A step looks at the inverse of the basis (the square of the vertices) and at each open set.
//! The leaving row is chosen by dual steepest edge; the lengths of the rows are updated with the inverse, since summing
//! them again took 80 of 180 microseconds a step. Costs of listed sets differ by up to a millionth, without which most
//! steps would change nothing.
//!
//! **References.** Forrest, Goldfarb, Math. Prog.'92 (dual steepest edge); Harris, Math. Prog.'73 (which column
//! enters).

use super::budget::Budget;
use crate::util::rng::Rng;

/// Values below this count as 0.
const TINY: f64 = 1e-9;
/// How much a set of the basis may be used below 0, or a closed one above 0.
const SLACK: f64 = 1e-8;
/// The smallest entry that a primal step may divide by.
const PIVOT: f64 = 1e-7;
/// The most that costs and covers differ by.
const SHAKE: f64 = 1e-6;
/// Steps after which the inverse is computed again from the basis.
const STEPS: usize = 300;

/// The sets. The first ones hold a single vertex each, in order.
pub(super) struct Columns {
    rows: usize,
    starts: Vec<u32>,
    members: Vec<u32>,
    costs: Vec<f64>,
}

impl Columns {
    /// The single vertices, at a cost of 1.
    pub(super) fn singles(rows: usize) -> Columns {
        let mut columns = Columns { rows, starts: vec![0], members: Vec::new(), costs: Vec::new() };
        for vertex in 0..rows {
            columns.push(&[vertex]);
        }
        columns
    }

    /// The single vertices and these sets of two or more, at costs that differ by up to [`SHAKE`].
    pub(super) fn listed(rows: usize, sets: &[Vec<usize>]) -> Columns {
        let mut columns = Columns::singles(rows);
        for set in sets.iter().filter(|set| set.len() > 1) {
            columns.push(set);
        }
        let mut rng = Rng::new(1);
        columns.costs.iter_mut().for_each(|cost| *cost += shake(&mut rng));
        columns
    }

    /// Adds a set at a cost of 1, and returns its number.
    pub(super) fn push(&mut self, set: &[usize]) -> usize {
        self.members.extend(set.iter().map(|&vertex| vertex as u32));
        self.starts.push(self.members.len() as u32);
        self.costs.push(1.0);
        self.costs.len() - 1
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.costs.len()
    }

    /// The vertices of a set.
    #[inline]
    pub(super) fn members(&self, column: usize) -> &[u32] {
        &self.members[self.starts[column] as usize..self.starts[column + 1] as usize]
    }

    /// The sum of these values over the vertices of a set.
    #[inline]
    fn sum(&self, column: usize, by_vertex: &[f64]) -> f64 {
        let mut sum = 0.0;
        for &vertex in self.members(column) {
            sum += by_vertex[vertex as usize];
        }
        sum
    }
}

/// A random number below [`SHAKE`].
fn shake(rng: &mut Rng) -> f64 {
    SHAKE * rng.below(1000) as f64 / 1000.0
}

/// How the dual method ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The sum of the prices exceeds the goal.
    Above,
    /// The program is solved.
    Solved,
    /// The steps ran out.
    Paused,
}

/// A basis: as many sets as vertices, by the inverse of their matrix.
#[derive(Clone)]
pub(super) struct Program {
    /// By row of the basis and vertex.
    inverse: Vec<f64>,
    /// The squared length of each row.
    lengths: Vec<f64>,
    /// By row: the set, and how much of it is used.
    basis: Vec<u32>,
    used: Vec<f64>,
    /// By vertex: how often it is to be covered, and its price.
    covers: Vec<f64>,
    prices: Vec<f64>,
    /// By set: whether it is in the basis, whether it is closed, and its cost less the prices of its vertices.
    basic: Vec<bool>,
    closed: Vec<bool>,
    reduced: Vec<f64>,
    /// The sets that are not shut, and perhaps some that were closed since.
    open: Vec<u32>,
    /// Steps since the inverse was computed from the basis.
    steps: usize,
}

impl Program {
    /// The program of which the basis are the single vertices. They are to be covered a little more than once: ties
    /// between rows would make steps that change nothing.
    pub(super) fn new(columns: &Columns) -> Program {
        let (rows, count) = (columns.rows, columns.len());
        let mut rng = Rng::new(2);
        let mut program = Program {
            inverse: (0..rows * rows).map(|at| if at / rows == at % rows { 1.0 } else { 0.0 }).collect(),
            lengths: vec![1.0; rows],
            basis: (0..rows as u32).collect(),
            used: vec![0.0; rows],
            covers: (0..rows).map(|_| 1.0 + shake(&mut rng)).collect(),
            prices: vec![0.0; rows],
            basic: (0..count).map(|column| column < rows).collect(),
            closed: vec![false; count],
            reduced: vec![0.0; count],
            open: (rows as u32..count as u32).collect(),
            steps: 0,
        };
        program.evaluate(columns);
        program
    }

    /// The program with all sets open, solved; `None` when work or limits ran out, or the numbers have become
    /// unreliable.
    pub(super) fn solved(columns: &Columns, budget: &mut Budget) -> Option<Program> {
        let mut program = Program::new(columns);
        program.open = (0..columns.len() as u32).collect();
        program.primal(columns, budget)?;
        program.covers.fill(1.0);
        program.renew(columns)?;
        let ended = program.raise(columns, f64::INFINITY, usize::MAX, budget)?;
        (ended == Ended::Solved).then_some(program)
    }

    /// Takes a set that was pushed after all others into the basis by one step of the primal method. The set that
    /// leaves is not considered again. `None` when no set can leave, or the numbers have become unreliable.
    pub(super) fn enter(&mut self, columns: &Columns, column: usize) -> Option<()> {
        self.basic.resize(columns.len(), false);
        self.closed.resize(columns.len(), false);
        self.reduced.resize(columns.len(), 0.0);
        self.reduced[column] = columns.costs[column] - columns.sum(column, &self.prices);
        self.step(columns, column)
    }

    fn rows(&self) -> usize {
        self.basis.len()
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.inverse[row * self.rows()..][..self.rows()]
    }

    /// The sum of the prices.
    pub(super) fn value(&self) -> f64 {
        self.prices.iter().sum()
    }

    /// The prices of the vertices.
    pub(super) fn prices(&self) -> &[f64] {
        &self.prices
    }

    /// The sets that are open.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().map(|&column| column as usize).filter(|&column| !self.closed[column])
    }

    /// The sets of the basis with how much of each is used.
    pub(super) fn used(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.basis.iter().zip(&self.used).map(|(&column, &used)| (column as usize, used))
    }

    /// Shuts a set.
    pub(super) fn close(&mut self, column: usize) {
        self.closed[column] = true;
    }

    /// Forgets the sets that are closed.
    pub(super) fn tidy(&mut self) {
        self.open.retain(|&column| !self.closed[column as usize]);
    }

    /// What follows from the inverse: uses, prices and reduced costs.
    fn evaluate(&mut self, columns: &Columns) {
        let rows = self.rows();
        self.prices.fill(0.0);
        for (at, row) in self.inverse.chunks(rows.max(1)).enumerate() {
            self.used[at] = row.iter().zip(&self.covers).map(|(entry, cover)| entry * cover).sum();
            self.lengths[at] = row.iter().map(|entry| entry * entry).sum();
            let cost = columns.costs[self.basis[at] as usize];
            self.prices.iter_mut().zip(row).for_each(|(price, entry)| *price += cost * entry);
        }
        for column in 0..columns.len() {
            let worth = columns.sum(column, &self.prices);
            self.reduced[column] = if self.basic[column] { 0.0 } else { columns.costs[column] - worth };
        }
    }

    /// Computes the inverse from the basis; `None` when its sets are linearly dependent.
    fn renew(&mut self, columns: &Columns) -> Option<()> {
        let rows = self.rows();
        let width = 2 * rows;
        let mut table = vec![0.0f64; rows * width];
        for (at, &column) in self.basis.iter().enumerate() {
            columns.members(column as usize).iter().for_each(|&vertex| table[vertex as usize * width + at] = 1.0);
        }
        (0..rows).for_each(|row| table[row * width + rows + row] = 1.0);
        for at in 0..rows {
            let size = |row: &usize| table[row * width + at].abs();
            let largest = (at..rows).max_by(|a, b| size(a).total_cmp(&size(b)))?;
            let pivot = table[largest * width + at];
            if pivot.abs() < TINY {
                return None;
            }
            (at..width).for_each(|entry| table.swap(largest * width + entry, at * width + entry));
            table[at * width..][at..width].iter_mut().for_each(|entry| *entry /= pivot);
            let row = table[at * width..][at..width].to_vec();
            for other in (0..rows).filter(|&other| other != at) {
                let factor = table[other * width + at];
                if factor != 0.0 {
                    subtract(&mut table[other * width..][at..width], &row, factor);
                }
            }
        }
        for (inverse, table) in self.inverse.chunks_mut(rows).zip(table.chunks(width)) {
            inverse.copy_from_slice(&table[rows..]);
        }
        self.evaluate(columns);
        self.steps = 0;
        Some(())
    }

    /// How the uses of the basis fall when a set is used.
    fn direction(&self, columns: &Columns, column: usize) -> Vec<f64> {
        self.inverse.chunks(self.rows()).map(|row| columns.sum(column, row)).collect()
    }

    /// A row of the table: an entry for each set of `open`.
    fn along(&self, columns: &Columns, row: usize) -> Vec<f64> {
        let row = self.row(row);
        let entry = |&column: &u32| {
            let column = column as usize;
            if self.closed[column] || self.basic[column] { 0.0 } else { columns.sum(column, row) }
        };
        self.open.iter().map(entry).collect()
    }

    /// Takes a set into the basis in place of the one of this row.
    fn exchange(&mut self, row: usize, column: usize, direction: &[f64], along: &[f64]) {
        let rows = self.rows();
        let pivot = direction[row];
        let price = self.reduced[column] / pivot;
        self.prices
            .iter_mut()
            .zip(&self.inverse[row * rows..][..rows])
            .for_each(|(worth, entry)| *worth += price * entry);
        self.open.iter().zip(along).for_each(|(&column, entry)| self.reduced[column as usize] -= price * entry);
        self.inverse[row * rows..][..rows].iter_mut().for_each(|entry| *entry /= pivot);
        let pivot_row = self.row(row).to_vec();
        let step = self.used[row] / pivot;
        for (at, entries) in self.inverse.chunks_mut(rows).enumerate().filter(|&(at, _)| at != row) {
            let factor = direction[at];
            if factor.abs() > TINY * TINY {
                self.used[at] -= step * factor;
                self.lengths[at] = subtract(entries, &pivot_row, factor);
            }
        }
        self.lengths[row] = pivot_row.iter().map(|entry| entry * entry).sum();
        self.used[row] = step;
        let leaving = std::mem::replace(&mut self.basis[row], column as u32) as usize;
        (self.reduced[leaving], self.reduced[column]) = (-price, 0.0);
        (self.basic[leaving], self.basic[column]) = (false, true);
        self.steps += 1;
    }

    fn spend(&self, budget: &mut Budget) -> Option<()> {
        budget.spend(self.inverse.len() + 4 * self.open.len())
    }

    /// The primal simplex method: the uses stay feasible, and the prices become so.
    fn primal(&mut self, columns: &Columns, budget: &mut Budget) -> Option<()> {
        loop {
            self.spend(budget)?;
            let outside = (0..columns.len()).filter(|&column| !self.basic[column]);
            let best = outside.min_by(|&a, &b| self.reduced[a].total_cmp(&self.reduced[b]));
            let Some(column) = best.filter(|&column| self.reduced[column] < -TINY) else { return Some(()) };
            self.step(columns, column)?;
        }
    }

    /// Takes a set into the basis in place of the one that is used up first.
    fn step(&mut self, columns: &Columns, column: usize) -> Option<()> {
        let direction = self.direction(columns, column);
        let ratio = |row: usize| self.used[row].max(0.0) / direction[row];
        let rows = (0..self.rows()).filter(|&row| direction[row] > PIVOT);
        let row = rows.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)))?;
        let along = self.along(columns, row);
        self.exchange(row, column, &direction, &along);
        if self.steps > STEPS {
            self.renew(columns)?;
        }
        Some(())
    }

    /// The dual simplex method: the prices stay feasible, and the uses become so. It ends above the goal, and after
    /// `steps` steps. `None` when work or limits ran out, or the numbers have become unreliable.
    pub(super) fn raise(
        &mut self,
        columns: &Columns,
        goal: f64,
        mut steps: usize,
        budget: &mut Budget,
    ) -> Option<Ended> {
        loop {
            if self.value() > goal {
                return Some(Ended::Above);
            }
            let Some(row) = self.worst() else { return Some(Ended::Solved) };
            if steps == 0 {
                return Some(Ended::Paused);
            }
            steps -= 1;
            self.spend(budget)?;
            let along = self.along(columns, row);
            let Some((column, entry)) = self.entering(row, &along) else {
                // No open set can repair this: along the row the prices grow without bound.
                if !goal.is_finite() {
                    return None;
                }
                let rise = (goal - self.value() + 1.0) / self.used[row];
                let prices = self.prices.iter().zip(self.row(row)).map(|(price, entry)| price + rise * entry);
                self.prices = prices.collect();
                return Some(Ended::Above);
            };
            let direction = self.direction(columns, column);
            let astray = (direction[row] - entry).abs() > 1e-6 || entry.abs() < 1e-6;
            if astray && self.steps > 0 {
                self.renew(columns)?;
                continue;
            }
            self.exchange(row, column, &direction, &along);
            if self.steps > STEPS {
                self.renew(columns)?;
            }
        }
    }

    /// The row whose set is used below 0, or is closed and used: the one with the largest square over the row's length.
    fn worst(&self) -> Option<usize> {
        let mut worst = (0.0, None);
        for (row, &used) in self.used.iter().enumerate() {
            if used < -SLACK || used > SLACK && self.closed[self.basis[row] as usize] {
                let score = used * used / self.lengths[row];
                if score > worst.0 {
                    worst = (score, Some(row));
                }
            }
        }
        worst.1
    }

    /// The set that repairs a row, and its entry: of those whose reduced costs reach 0 first, up to rounding, the one
    /// with the largest entry.
    fn entering(&self, row: usize, along: &[f64]) -> Option<(usize, f64)> {
        let sign = self.used[row].signum();
        let may = || self.open.iter().zip(along).map(|(&column, entry)| (column as usize, sign * entry));
        let mut least = f64::INFINITY;
        for (column, entry) in may().filter(|&(_, entry)| entry > TINY) {
            least = least.min((self.reduced[column].max(0.0) + TINY) / entry);
        }
        let mut best = None;
        for (column, entry) in may().filter(|&(_, entry)| entry > TINY) {
            if self.reduced[column].max(0.0) <= least * entry && best.is_none_or(|(_, most)| entry > most) {
                best = Some((column, entry));
            }
        }
        best.map(|(column, entry)| (column, sign * entry))
    }
}

/// Subtracts a multiple of a row from these entries, and returns the squared length of the difference.
#[inline]
fn subtract(entries: &mut [f64], row: &[f64], factor: f64) -> f64 {
    const LANES: usize = 8;
    let mut squares = [0.0; LANES];
    let (mut entries, mut row) = (entries.chunks_exact_mut(LANES), row.chunks_exact(LANES));
    for (entries, row) in entries.by_ref().zip(row.by_ref()) {
        for lane in 0..LANES {
            entries[lane] -= factor * row[lane];
            squares[lane] += entries[lane] * entries[lane];
        }
    }
    for (entry, pivot) in entries.into_remainder().iter_mut().zip(row.remainder()) {
        *entry -= factor * pivot;
        squares[0] += *entry * *entry;
    }
    squares.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::stable::tests::random;
    use super::super::stable::{Matrix, all};
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn a_child_is_solved_as_from_the_start() {
        let mut rng = Rng::new(9);
        for round in 0..20 {
            let matrix = Matrix::new(&random(12 + round, 50 + round as u64, &mut rng)).expect("small");
            let sets = all(&matrix, 1, 10_000, &mut 10_000_000, &Limits::none()).expect("few");
            let columns = Columns::listed(matrix.len(), &sets);
            let limits = Limits::none();
            let (mut work, tight) = (100_000_000, |value: f64| 1e-4 * value);
            let mut budget = Budget::new(&mut work, &limits);
            let mut program = Program::solved(&columns, &mut budget).expect("solved");
            let root = program.value();
            let total: f64 = program.used().map(|(_, used)| used).sum();
            assert!((total - root).abs() < tight(root), "{total} {root}");
            // Pairs and more are closed one after the other, until each vertex is alone.
            let mut before = root;
            while let Some(column) = program.open().filter(|&column| columns.members(column).len() > 1).last() {
                program.close(column);
                program.tidy();
                assert_eq!(program.raise(&columns, f64::INFINITY, usize::MAX, &mut budget), Some(Ended::Solved));
                let now = program.value();
                assert!(now > before - 1e-6, "{now} < {before}");
                let open: Vec<Vec<usize>> =
                    program.open().map(|at| columns.members(at).iter().map(|&v| v as usize).collect()).collect();
                let anew = Columns::listed(matrix.len(), &open);
                let value = Program::solved(&anew, &mut budget).expect("solved").value();
                assert!((value - now).abs() < tight(value), "{value} {now}");
                assert!(program.used().all(|(at, used)| used > -1e-6 && (used < 1e-6 || !program.closed[at])));
                before = now;
            }
            assert!((before - matrix.len() as f64).abs() < tight(before));
            // Without one of its vertices alone there is no way, and the prices say so.
            program.close(0);
            assert_eq!(program.raise(&columns, 1000.0, usize::MAX, &mut budget), Some(Ended::Above));
            assert!(program.value() > 1000.0);
            assert!(program.open().all(|at| columns.sum(at, program.prices()) < 1.0 + 1e-3));
        }
    }
}
