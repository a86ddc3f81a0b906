//! Making grids.

use super::{DIGITS, Grid};
use crate::cnf::Lit;
use crate::encode::ClauseSink;
use crate::limits::{Limits, Stop};
use crate::puzzle::tenner::encode::{encode_switched, literal};
use crate::reason::{Incremental, Oracle, Reply};
use crate::util::rng::Rng;

/// Conflicts that the proof of one solution may take before the digit in question stays.
const MOST_CONFLICTS: u64 = 20_000;

/// A random grid of ten columns and its solution: rows that obey the rules, their sums, and `blanks` cells of each row
/// taken away at random; with `unique`, only as long as there is one solution.
///
/// One solver holds the rules, the sums, every given digit behind a switch, and a clause that forbids the solution: a
/// grid has one solution when nothing is left under the switches of its digits.
///
/// # Errors
/// When the limits run out.
pub fn generate(
    rows: usize,
    blanks: usize,
    unique: bool,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<(Grid, Grid), Stop> {
    let mut cells: Vec<Option<u8>> = Vec::with_capacity(rows * DIGITS);
    while cells.len() < rows * DIGITS {
        let mut row: Vec<u8> = (0..DIGITS as u8).collect();
        // A random row fits below another with chance about 1 in 20.
        loop {
            rng.shuffle(&mut row);
            let fits = cells.len() < DIGITS || {
                let above = &cells[cells.len() - DIGITS..];
                let touches = |c: usize| above[c.saturating_sub(1)..(c + 2).min(DIGITS)].contains(&Some(row[c]));
                !(0..DIGITS).any(touches)
            };
            if fits {
                break;
            }
        }
        cells.extend(row.iter().copied().map(Some));
    }
    let mut solution = Grid { columns: DIGITS, cells, sums: vec![None; DIGITS] };
    solution.sums = (0..DIGITS).map(|column| Some(solution.column_sum(column))).collect();
    let mut puzzle = solution.clone();
    let mut order: Vec<usize> = (0..puzzle.cells.len()).collect();
    rng.shuffle(&mut order);
    let mut taken = vec![0; rows];
    let mut proof = if unique { Some(Others::new(&solution)?) } else { None };
    for cell in order {
        let row = cell / DIGITS;
        if taken[row] >= blanks {
            continue;
        }
        puzzle.cells[cell] = None;
        if let Some(others) = &mut proof
            && others.exist(&puzzle, limits)?
        {
            puzzle.cells[cell] = solution.cells[cell];
            continue;
        }
        taken[row] += 1;
    }
    Ok((puzzle, solution))
}

/// Asks whether a grid has other solutions than the one that it was made from.
struct Others {
    oracle: Incremental,
    sums: Vec<Lit>,
    /// Each cell's switch.
    givens: Vec<Lit>,
}

impl Others {
    fn new(solution: &Grid) -> Result<Others, Stop> {
        let switched = encode_switched(solution).map_err(|_| Stop::Memory)?;
        let mut oracle = Incremental::new(&switched.encoding.formula);
        let digits = solution.cells.iter().enumerate();
        let differs: Vec<Lit> =
            digits.filter_map(|(cell, digit)| Some(!literal(solution, cell, usize::from((*digit)?)))).collect();
        oracle.add_clause(&differs);
        let lits = |switches: Vec<(usize, Lit)>| switches.into_iter().map(|(_, lit)| lit).collect();
        Ok(Others { oracle, sums: lits(switched.sums), givens: lits(switched.givens) })
    }

    /// Whether there is another solution, or none could be ruled out within [`MOST_CONFLICTS`].
    fn exist(&mut self, puzzle: &Grid, limits: &Limits) -> Result<bool, Stop> {
        let given = puzzle.cells.iter().zip(&self.givens).filter(|(digit, _)| digit.is_some());
        let assumptions: Vec<Lit> = self.sums.iter().copied().chain(given.map(|(_, &switch)| switch)).collect();
        let patience = Limits { conflicts: Some(MOST_CONFLICTS), ..limits.clone() };
        match self.oracle.solve_under(&assumptions, &patience) {
            Reply::Sat(_) | Reply::Unknown(Stop::Conflicts) => Ok(true),
            Reply::Unsat(_) => Ok(false),
            Reply::Unknown(stop) => Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_as_likely_in_every_cell() {
        let mut times = [[0u32; DIGITS]; 3 * DIGITS];
        for seed in 0..2000 {
            let (_, solution) = generate(3, 5, false, &mut Rng::new(seed), &Limits::none()).expect("no limit");
            for (times, digit) in times.iter_mut().zip(solution.cells) {
                times[usize::from(digit.expect("a filled grid"))] += 1;
            }
        }
        // 200 expected; the standard deviation is 13.
        assert!(times.as_flattened().iter().all(|times| (140..260).contains(times)), "{times:?}");
    }

    #[test]
    fn givens_stay_in_no_line_more_than_in_its_mirror_image() {
        const GRIDS: u64 = 100;
        let (mut rows, mut columns) = ([0.0f64; 3], [0.0f64; DIGITS]);
        for seed in 0..GRIDS {
            let (puzzle, _) = generate(3, 8, true, &mut Rng::new(seed), &Limits::none()).expect("no limit");
            for cell in (0..3 * DIGITS).filter(|&cell| puzzle.cells[cell].is_some()) {
                rows[cell / DIGITS] += 1.0 / GRIDS as f64;
                columns[cell % DIGITS] += 1.0 / GRIDS as f64;
            }
        }
        // The standard deviations of the means are about 0.12 and 0.08.
        assert!((rows[0] - rows[2]).abs() < 0.7, "{rows:?}");
        assert!((0..DIGITS).all(|k| (columns[k] - columns[9 - k]).abs() < 0.5), "{columns:?}");
    }

    #[test]
    fn generated_grids_are_unique_and_repeat_with_the_seed() {
        for rows in 3..=5 {
            let make = |seed| generate(rows, 6, true, &mut Rng::new(seed), &Limits::none()).expect("no limit");
            let (puzzle, solution) = make(rows as u64);
            assert_eq!(puzzle.check(&solution), Ok(()));
            assert_eq!(puzzle.solutions(2, &Limits::none()), Ok(vec![solution.clone()]));
            assert!(puzzle.cells.iter().filter(|cell| cell.is_none()).count() >= rows * 3);
            assert_eq!(make(rows as u64), (puzzle, solution));
        }
    }
}
