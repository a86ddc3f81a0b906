//! The published program that the Tenner report describes: its order of tests and its way of counting, so that its
//! table can be reproduced to the last number.
//!
//! **What it does.** The same three searches as [`crate::csp`], with these differences. A *consistency check* is
//! counted for each cell of the row that is looked at until an equal one is found, for a neighbour above or below only
//! when it is equal, and for the column's sum. An *assignment* is counted for writing a digit and again for taking it
//! away; plain backtracking also counts the removal of digits that it has not written. The domains of forward checking
//! start full, whatever is given, and a digit that is taken away goes back into all domains that it was removed from,
//! even where another cell still rules it out. So every digit is still tested against the rules, and domains only save
//! tests.
//!
//! **Soundness and proof.** The sum of a column is compared exactly only when the cell of the last row is written. When
//! that cell is given, the program can end with a wrong grid; such a run ends in `Unknown(Stop::Incomplete)`.
//!
//! **References.** "Tenner grid", a report of the course CSC 361 at King Saud University; `docs/reports.md`.

use super::{DIGITS, Grid, pose};
use crate::csp::PoseError;
use crate::csp::{CspCounters, Method, Outcome, Problem};
use crate::engine::{Event, Observer};
use crate::limits::{Limits, Stop};

/// Runs the published program on a grid whose sums are all given, and counts as it does. Steps and decisions are
/// counted assignments.
///
/// # Errors
/// As [`pose::problem`], and `OutOfRange` when a sum is missing.
pub fn search(
    method: Method,
    grid: &Grid,
    limits: &Limits,
    observer: Option<&mut dyn Observer>,
) -> Result<(Outcome, CspCounters), PoseError> {
    let problem = pose::problem(grid)?;
    let sums: Vec<u32> = grid.sums.iter().copied().collect::<Option<_>>().ok_or(PoseError::OutOfRange)?;
    let mut program = Program {
        problem: &problem,
        method,
        columns: grid.columns,
        grid: grid.cells.clone(),
        sums: &sums,
        domains: vec![(1 << DIGITS) - 1; grid.cells.len()],
        counters: CspCounters::default(),
    };
    let found = match observer {
        Some(observer) => program.run::<true>(limits, &mut |event| observer.event(event)),
        None => program.run::<false>(limits, &mut |_| {}),
    };
    let outcome = match found {
        Ok(true) => {
            let values: Vec<u32> = program.grid.iter().map(|cell| u32::from(cell.unwrap_or(0))).collect();
            if problem.is_solution(&values) { Outcome::Solved(values) } else { Outcome::Unknown(Stop::Incomplete) }
        }
        Ok(false) => Outcome::NoSolution,
        Err(stop) => Outcome::Unknown(stop),
    };
    Ok((outcome, program.counters))
}

struct Program<'a> {
    problem: &'a Problem,
    method: Method,
    columns: usize,
    grid: Vec<Option<u8>>,
    sums: &'a [u32],
    /// A bit for each digit that forward checking leaves to a cell.
    domains: Vec<u16>,
    counters: CspCounters,
}

/// Assignments between two looks at the clock.
const POLL: u64 = 1 << 12;

impl Program<'_> {
    fn run<const OBSERVED: bool>(&mut self, limits: &Limits, observe: &mut dyn FnMut(Event<'_>)) -> Result<bool, Stop> {
        // Cells whose digits are being tried, and the next digit of each.
        let mut stack: Vec<(usize, u8)> = Vec::new();
        let mut next_poll = 0;
        match self.choose() {
            Some(cell) => stack.push((cell, 0)),
            None => return Ok(true),
        }
        while let Some((cell, digit)) = stack.pop() {
            if let Some(written) = self.grid[cell].take() {
                self.counters.assignments += 1;
                self.counters.dead_ends += 1;
                self.mark(cell, written, true);
                if OBSERVED {
                    observe(Event::Backtrack(stack.len() as u32));
                }
            }
            if usize::from(digit) == DIGITS {
                continue;
            }
            if self.counters.assignments + self.counters.consistency_checks >= next_poll {
                next_poll = self.counters.assignments + self.counters.consistency_checks + POLL;
                limits.exceeded().map_or(Ok(()), Err)?;
            }
            if limits.steps.is_some_and(|limit| self.counters.assignments >= limit) {
                return Err(Stop::Steps);
            }
            if limits.decisions.is_some_and(|limit| self.counters.assignments >= limit) {
                return Err(Stop::Decisions);
            }
            if limits.conflicts.is_some_and(|limit| self.counters.dead_ends >= limit) {
                return Err(Stop::Conflicts);
            }
            stack.push((cell, digit + 1));
            if self.method != Method::Backtrack && self.domains[cell] >> digit & 1 == 0 {
                continue;
            }
            if !self.allows(cell, digit) {
                if self.method == Method::Backtrack {
                    self.counters.assignments += 1;
                }
                continue;
            }
            self.counters.assignments += 1;
            self.grid[cell] = Some(digit);
            self.mark(cell, digit, false);
            if OBSERVED {
                observe(Event::Decide(self.problem.literal(cell, usize::from(digit))));
            }
            match self.choose() {
                Some(cell) => stack.push((cell, 0)),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The blank cell that is filled next.
    fn choose(&self) -> Option<usize> {
        let mut blank = (0..self.grid.len()).filter(|&cell| self.grid[cell].is_none());
        match self.method {
            Method::ForwardCheckingMrv => blank.min_by_key(|&cell| self.domains[cell].count_ones()),
            _ => blank.next(),
        }
    }

    /// The cells of the rows above and below that touch this one.
    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, cells) = (self.columns, self.grid.len());
        let (row, column) = (cell / columns, cell % columns);
        let rows = [row.checked_sub(1), Some(row + 1)].into_iter().flatten();
        let beside = column.saturating_sub(1)..(column + 2).min(columns);
        rows.flat_map(move |row| beside.clone().map(move |column| row * columns + column)).filter(move |&at| at < cells)
    }

    /// The program's test of the rules.
    fn allows(&mut self, cell: usize, digit: u8) -> bool {
        let row = cell / self.columns * self.columns;
        for at in row..row + self.columns {
            self.counters.consistency_checks += 1;
            if self.grid[at] == Some(digit) {
                return false;
            }
        }
        if self.neighbours(cell).any(|at| self.grid[at] == Some(digit)) {
            self.counters.consistency_checks += 1;
            return false;
        }
        self.counters.consistency_checks += 1;
        let column = cell % self.columns;
        let filled = self.grid.iter().skip(column).step_by(self.columns);
        let sum = filled.map(|cell| u32::from(cell.unwrap_or(0))).sum::<u32>() + u32::from(digit);
        let last = row + self.columns == self.grid.len();
        sum <= self.sums[column] && (!last || sum == self.sums[column])
    }

    /// Gives a digit to the domains of the row and the neighbours, or takes it from them.
    fn mark(&mut self, cell: usize, digit: u8, give: bool) {
        let row = cell / self.columns * self.columns;
        for at in (row..row + self.columns).chain(self.neighbours(cell)) {
            if give {
                self.domains[at] |= 1 << digit;
            } else {
                self.counters.removed += u64::from(self.domains[at] >> digit & 1);
                self.domains[at] &= !(1 << digit);
            }
        }
    }
}
