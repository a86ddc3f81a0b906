//! A system of XOR constraints in reduced row echelon form, kept so while variables get values.
//!
//! **What it does.** Every row has a *basic* column that no other row has, and watches one of its other columns, which
//! is unassigned as long as there is one. When the variable of a basic column gets a value, another unassigned column
//! of its row becomes basic, and the row is added to all rows that have that column. A row in which no column but the
//! basic one is unassigned implies the value of that one, or is violated. So all that follows from the sums and the
//! values is found.
//!
//! **Soundness and proof.** Every row is a sum of the given constraints at all times, so nothing is undone in
//! backtracking.
//!
//! **Schedule and cost.** A basic column that gets a value costs a look at each row, and an addition for about half of
//! them.
//!
//! **References.** Han, Jiang (CAV'12).

use crate::cdcl::state::trail::Trail;
use crate::cdcl::state::values::Values;
use crate::cnf::{Lit, Var};
use crate::util::bits::members;
use std::sync::Arc;

/// Stands for no row or no column.
const NONE: u32 = u32::MAX;

/// What a row says under the current values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// Two variables are unassigned, or the sum is right.
    Open,
    /// The variable of the basic column must get this literal's value.
    Implies(Lit),
    /// All variables are assigned, and their exclusive or is wrong.
    Violated,
}

/// A system of XOR constraints, one a row.
#[derive(Clone, Debug)]
pub struct Matrix {
    vars: Vec<Var>,
    /// How many words of 64 bits the columns of a row take.
    words: usize,
    /// How many words follow, with a bit for each of the given rows that a row is the sum of; none if nobody asks.
    given: usize,
    bits: Vec<u64>,
    odd: Vec<bool>,
    /// The basic column of each row.
    basic: Vec<u32>,
    /// The row in which a column is basic.
    row: Vec<u32>,
    /// The watched column of each row.
    watched: Vec<u32>,
    /// By column: rows that watch it, and perhaps others.
    watchers: Vec<Vec<u32>>,
    /// The numbers of the given rows, if somebody asks which of them a row is the sum of.
    pub numbers: Arc<[u32]>,
}

impl Matrix {
    /// A matrix of rows, each given by its columns and whether their sum is odd. The first `dropped` columns have no
    /// variable, so rows are added to each other until none has such a column. The later columns belong to the
    /// variables `vars`. If `numbers` of the given rows are passed, each row remembers of which of them it is the sum.
    pub fn new(rows: &[(Vec<u32>, bool)], dropped: usize, vars: Vec<Var>, numbers: Arc<[u32]>) -> Matrix {
        let all = dropped + vars.len();
        let (words, given) = (all.div_ceil(64), numbers.len().div_ceil(64));
        let stride = words + given;
        let mut bits = vec![0; rows.len() * stride];
        for (at, (columns, _)) in rows.iter().enumerate() {
            for &column in columns {
                bits[at * stride + column as usize / 64] ^= 1 << (column % 64);
            }
            if given > 0 {
                bits[at * stride + words + at / 64] |= 1 << (at % 64);
            }
        }
        let odd = rows.iter().map(|(_, odd)| *odd).collect();
        let mut matrix = Matrix {
            vars: Vec::new(),
            words,
            given,
            bits,
            odd,
            basic: Vec::new(),
            row: Vec::new(),
            watched: Vec::new(),
            watchers: Vec::new(),
            numbers,
        };
        let first = matrix.eliminate(0, 0..dropped);
        let rank = matrix.eliminate(first, dropped..all);
        matrix.keep(first, rank, dropped, vars);
        matrix
    }

    /// Makes each of these columns in turn basic in one of the rows from `rank` on, if one has it. Returns how many
    /// rows have a basic column then.
    fn eliminate(&mut self, mut rank: usize, columns: std::ops::Range<usize>) -> usize {
        for column in columns {
            let Some(found) = (rank..self.odd.len()).find(|&row| self.has(row, column as u32)) else { continue };
            self.swap(rank, found);
            for row in (0..self.odd.len()).filter(|&row| row != rank) {
                if self.has(row, column as u32) {
                    self.add(rank, row);
                }
            }
            rank += 1;
        }
        rank
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a != b {
            let stride = self.stride();
            for word in 0..stride {
                self.bits.swap(a * stride + word, b * stride + word);
            }
            self.odd.swap(a, b);
        }
    }

    /// Drops the rows before `first`, which have columns without variables; those from `rank` on, which are empty,
    /// except a row without columns whose sum should be odd; and the columns before `dropped`.
    fn keep(&mut self, first: usize, rank: usize, dropped: usize, vars: Vec<Var>) {
        let contradiction = (rank..self.odd.len()).find(|&row| self.odd[row]);
        let kept: Vec<usize> = (first..rank).chain(contradiction).collect();
        let words = vars.len().div_ceil(64).max(1);
        let stride = words + self.given;
        let mut bits = vec![0; kept.len() * stride];
        for (at, &row) in kept.iter().enumerate() {
            for column in (dropped..dropped + vars.len()).filter(|&column| self.has(row, column as u32)) {
                let column = column - dropped;
                bits[at * stride + column / 64] |= 1 << (column % 64);
            }
            bits[at * stride + words..(at + 1) * stride].copy_from_slice(self.terms(row as u32));
        }
        self.odd = kept.iter().map(|&row| self.odd[row]).collect();
        (self.bits, self.words) = (bits, words);
        self.row = vec![NONE; vars.len()];
        self.watchers = vec![Vec::new(); vars.len()];
        self.vars = vars;
        for row in 0..kept.len() {
            let columns: Vec<u32> = self.columns(row).take(2).collect();
            let basic = columns.first().copied().unwrap_or(NONE);
            self.basic.push(basic);
            if basic != NONE {
                self.row[basic as usize] = row as u32;
            }
            self.watched.push(NONE);
            if let Some(&watched) = columns.get(1) {
                self.watch(row, watched);
            }
        }
    }

    /// The variables of the columns.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.odd.len()
    }

    /// The rows of a single variable with the literals that they imply, and a row without variables whose sum should be
    /// odd, if there is one.
    pub fn units(&self) -> (Vec<(u32, Lit)>, Option<u32>) {
        let single = |&row: &usize| self.basic[row] != NONE && self.watched[row] == NONE;
        let unit = |row: usize| (row as u32, self.vars[self.basic[row] as usize].lit(self.odd[row]));
        let contradiction = (0..self.rows()).find(|&row| self.basic[row] == NONE);
        ((0..self.rows()).filter(single).map(unit).collect(), contradiction.map(|row| row as u32))
    }

    /// Bits of the given rows that a row is the sum of; none where nobody asked.
    pub fn terms(&self, row: u32) -> &[u64] {
        let start = row as usize * self.stride() + self.words;
        &self.bits[start..start + self.given]
    }

    /// The words of a row.
    fn stride(&self) -> usize {
        self.words + self.given
    }

    #[inline]
    fn has(&self, row: usize, column: u32) -> bool {
        self.bits[row * self.stride() + column as usize / 64] >> (column % 64) & 1 != 0
    }

    /// The columns of a row.
    fn columns(&self, row: usize) -> impl Iterator<Item = u32> + '_ {
        let start = row * self.stride();
        members(&self.bits[start..start + self.words]).map(|column| column as u32)
    }

    /// Adds a row to another.
    fn add(&mut self, row: usize, to: usize) {
        debug_assert_ne!(row, to);
        let stride = self.stride();
        for word in 0..stride {
            self.bits[to * stride + word] ^= self.bits[row * stride + word];
        }
        self.odd[to] ^= self.odd[row];
    }

    fn watch(&mut self, row: usize, column: u32) {
        debug_assert!(column != self.basic[row] && self.has(row, column));
        self.watched[row] = column;
        self.watchers[column as usize].push(row as u32);
    }

    /// Notes that the variable of a column has got a value: the rows that have to be checked are added to `check`.
    /// Returns the number of memory accesses.
    pub fn assigned(&mut self, column: u32, values: &Values, check: &mut Vec<u32>) -> u64 {
        debug_assert_ne!(values.value(self.vars[column as usize].pos()), 0);
        let row = self.row[column as usize];
        if row == NONE {
            for row in std::mem::take(&mut self.watchers[column as usize]) {
                if self.watched[row as usize] == column {
                    check.push(row);
                }
            }
            return 1;
        }
        check.push(row);
        let open = self.unassigned(row as usize, values);
        open.map_or(1, |open| self.pivot(row as usize, open, check))
    }

    /// A column of the row, other than the basic one, whose variable is unassigned; the watched one if possible.
    fn unassigned(&self, row: usize, values: &Values) -> Option<u32> {
        let open = |column: u32| values.value(self.vars[column as usize].pos()) == 0;
        let (basic, watched) = (self.basic[row], self.watched[row]);
        if watched != NONE && watched != basic && self.has(row, watched) && open(watched) {
            return Some(watched);
        }
        self.columns(row).find(|&column| column != basic && open(column))
    }

    /// Makes another column of a row the basic one.
    fn pivot(&mut self, row: usize, column: u32, check: &mut Vec<u32>) -> u64 {
        debug_assert!(self.has(row, column) && self.row[column as usize] == NONE);
        self.row[self.basic[row] as usize] = NONE;
        self.row[column as usize] = row as u32;
        self.basic[row] = column;
        let mut ticks = 1 + self.rows() as u64 / 8;
        for other in 0..self.rows() {
            if other != row && self.has(other, column) {
                self.add(row, other);
                check.push(other as u32);
                ticks += 1 + self.words as u64 / 4;
            }
        }
        ticks
    }

    /// What a row says under the current values; makes it watch an unassigned column if there is one.
    pub fn check(&mut self, row: u32, values: &Values, trail: &Trail) -> RowState {
        let row = row as usize;
        let basic = self.basic[row];
        let watched = self.watched[row];
        if let Some(open) = self.unassigned(row, values) {
            if open != watched {
                self.watch(row, open);
            }
            return RowState::Open;
        }
        let (mut odd, mut latest) = (self.odd[row], None);
        for column in self.columns(row).filter(|&column| column != basic) {
            let var = self.vars[column as usize];
            odd ^= values.value(var.pos()) > 0;
            latest = latest.max(Some((trail.rank(var.pos()), column)));
        }
        if let Some((_, latest)) = latest {
            self.watch(row, latest);
        }
        let implied = self.vars[basic as usize].lit(odd);
        match values.value(implied) {
            0 => RowState::Implies(implied),
            1 => RowState::Open,
            _ => RowState::Violated,
        }
    }

    /// The false literals of the assigned variables of a row.
    pub fn false_lits(&self, row: u32, values: &Values) -> impl Iterator<Item = Lit> {
        let var = |column: u32| self.vars[column as usize];
        self.columns(row as usize).map(var).filter_map(|var| match values.value(var.pos()) {
            0 => None,
            value => Some(var.lit(value < 0)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::state::clause::{BinaryIndex, Reason};
    use crate::util::rng::Rng;

    const VARS: usize = 7;

    /// The assignments, as bits, of the variables that satisfy the sums and extend the values.
    fn solutions(rows: &[(Vec<u32>, bool)], values: &Values) -> Vec<u32> {
        let holds = |bits: u32, (columns, odd): &(Vec<u32>, bool)| {
            (columns.iter().map(|column| bits >> column & 1).sum::<u32>() % 2 == 1) == *odd
        };
        let extends = |bits: u32| (0..VARS).all(|var| values.value(Var::new(var).lit(bits >> var & 1 == 1)) >= 0);
        (0..1 << VARS).filter(|&bits| extends(bits) && rows.iter().all(|sum| holds(bits, sum))).collect()
    }

    /// Assigns the literals and what follows from them; whether a row is violated.
    fn assign(matrix: &mut Matrix, trail: &mut Trail, values: &mut Values, lits: &[Lit]) -> bool {
        trail.open(Some(lits[0]));
        for &lit in lits {
            values.assign(lit);
            trail.push(lit, trail.level(), Reason::DECISION, BinaryIndex::NONE);
        }
        let (mut violated, mut check) = (false, Vec::new());
        while trail.in_rows < trail.lits.len() {
            let column = trail.lits[trail.in_rows].var().index() as u32;
            trail.in_rows += 1;
            check.clear();
            matrix.assigned(column, values, &mut check);
            for &row in &check {
                match matrix.check(row, values, trail) {
                    RowState::Open => {}
                    RowState::Violated => violated = true,
                    RowState::Implies(_) if violated => {}
                    RowState::Implies(implied) => {
                        values.assign(implied);
                        trail.push(implied, trail.level(), Reason::DECISION, BinaryIndex::NONE);
                    }
                }
            }
        }
        violated
    }

    fn backtrack(trail: &mut Trail, values: &mut Values, level: u32) {
        let start = trail.frames[level as usize].start as usize;
        trail.lits.drain(start..).for_each(|lit| values.unassign(lit));
        trail.frames.truncate(level as usize);
        trail.in_rows = trail.in_rows.min(start);
    }

    #[test]
    fn everything_that_follows_is_implied_and_nothing_else() {
        let mut rng = Rng::new(1);
        let (mut implied, mut violations) = (0, 0);
        for _ in 0..400 {
            let rows: Vec<(Vec<u32>, bool)> = (0..2 + rng.below(5))
                .map(|_| ((0..VARS as u32).filter(|_| rng.coin()).collect(), rng.coin()))
                .collect();
            let mut matrix = Matrix::new(&rows, 0, (0..VARS).map(Var::new).collect(), Arc::default());
            let (units, contradiction) = matrix.units();
            let (mut trail, mut values) = (Trail::default(), Values::default());
            trail.grow(VARS);
            values.grow(VARS);
            assert_eq!(contradiction.is_some(), solutions(&rows, &values).is_empty());
            if contradiction.is_some() || !units.is_empty() {
                continue;
            }
            for _ in 0..60 {
                let mut free: Vec<Var> = (0..VARS).map(Var::new).filter(|var| values.value(var.pos()) == 0).collect();
                if free.is_empty() {
                    backtrack(&mut trail, &mut values, 0);
                    continue;
                }
                rng.shuffle(&mut free);
                free.truncate(1 + rng.index(2));
                let lits: Vec<Lit> = free.into_iter().map(|var| var.lit(rng.coin())).collect();
                let violated = assign(&mut matrix, &mut trail, &mut values, &lits);
                let left = solutions(&rows, &values);
                assert_eq!(left.is_empty(), violated, "{rows:?}");
                for var in (0..VARS).filter(|&var| values.value(Var::new(var).pos()) == 0) {
                    let ones = left.iter().filter(|&bits| bits >> var & 1 == 1).count();
                    assert!(violated || 2 * ones == left.len(), "{var} follows: {rows:?}");
                }
                implied += trail.lits.len() - trail.frames.len();
                violations += usize::from(violated);
                if violated || rng.below(4) == 0 {
                    let level = rng.below(u64::from(trail.level())) as u32;
                    backtrack(&mut trail, &mut values, level);
                }
            }
        }
        assert!(implied > 1_000 && violations > 300, "{implied} {violations}");
    }

    #[test]
    fn columns_without_variables_are_summed_away() {
        // 0 + 1 + 2 is odd and 0 + 3 + 4 even, so 1 + 2 + 3 + 4 is odd; 0 and 1 have no variables, so only the last
        // sum says something of the others.
        let rows = [(vec![0, 1, 2], true), (vec![0, 3, 4], false), (vec![1, 2, 3], true)];
        let matrix = Matrix::new(&rows, 2, (2..5).map(Var::new).collect(), [10, 11, 12].into());
        assert_eq!(matrix.rows(), 1);
        assert_eq!(matrix.columns(0).map(|column| matrix.vars()[column as usize].index()).collect::<Vec<_>>(), [4]);
        assert_eq!(matrix.units(), (vec![(0, Var::new(4).neg())], None));
        assert_eq!(matrix.terms(0), [0b111], "it is the sum of all three");
    }
}
