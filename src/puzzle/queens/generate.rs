//! Completion puzzles: some queens of a solution, the rest to be found.
//!
//! What it does: finds a random solution by queen search (a permutation of columns in which swaps reduce the attacks on
//! diagonals), and keeps some of its queens. For a unique puzzle, queens are taken away in random order as long as the
//! count of completions stays one.
//!
//! References: Sosič, Gu, SIGART Bulletin'90 (queen search); Gent, Jefferson, Nightingale, JAIR'17 (completion).

use super::count::{self, MAX_SIZE};
use crate::limits::Limits;
use crate::puzzle::queens::Queens;
use crate::util::rng::Rng;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The size of the board.
    pub size: usize,
    /// How many queens are placed; by default a third, or with `unique` as few as the random order allows.
    pub placed: Option<usize>,
    /// Whether there must be one completion only.
    pub unique: bool,
}

/// Makes a puzzle.
///
/// # Errors
/// In words: sizes without a solution, more queens than rows, limits.
pub fn generate(wanted: Wanted, seed: u64, limits: &Limits) -> Result<Queens, String> {
    let size = wanted.size;
    let mut puzzle = Queens::new(size).ok_or_else(|| format!("no board of size {size}"))?;
    if size == 2 || size == 3 {
        return Err(format!("{size} queens have no solution"));
    }
    if wanted.placed.is_some_and(|placed| placed > size) {
        return Err(format!("a board of size {size} holds {size} queens"));
    }
    if wanted.unique && size > MAX_SIZE {
        return Err(format!("completions are counted up to size {MAX_SIZE} only"));
    }
    let mut rng = Rng::new(seed);
    // Random orders end with different numbers of queens, so several are tried before giving up.
    let attempts = if wanted.unique && wanted.placed.is_some() { 200 } else { 1 };
    let mut fewest = size;
    for _ in 0..attempts {
        let columns = solution(size, &mut rng, limits)?;
        let mut queens: Vec<(usize, usize)> = columns.into_iter().enumerate().collect();
        rng.shuffle(&mut queens);
        if wanted.unique {
            thin_out(&mut puzzle, &mut queens, wanted.placed.unwrap_or(0), limits)?;
        } else {
            queens.truncate(wanted.placed.unwrap_or(size / 3));
        }
        fewest = fewest.min(queens.len());
        if !wanted.unique || wanted.placed.is_none_or(|placed| placed == queens.len()) {
            queens.sort_unstable();
            puzzle.placed = queens;
            return Ok(puzzle);
        }
    }
    Err(format!("no unique puzzle with so few queens was found; {fewest} were enough at best"))
}

/// Takes queens away in order while the completion stays unique, down to `least`.
fn thin_out(
    puzzle: &mut Queens,
    queens: &mut Vec<(usize, usize)>,
    least: usize,
    limits: &Limits,
) -> Result<(), String> {
    let mut index = 0;
    while index < queens.len() && queens.len() > least {
        let taken = queens.remove(index);
        puzzle.placed.clone_from(queens);
        let (found, _) = count::count(puzzle, 2, limits).map_err(|stop| stop.to_string())?;
        if found > 1 {
            queens.insert(index, taken);
            index += 1;
        }
    }
    Ok(())
}

/// A random solution: the column of each row's queen.
fn solution(size: usize, rng: &mut Rng, limits: &Limits) -> Result<Vec<usize>, String> {
    loop {
        let mut columns: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut columns);
        if improve(&mut columns, rng) {
            return Ok(columns);
        }
        if let Some(stop) = limits.exceeded() {
            return Err(stop.to_string());
        }
    }
}

/// Swaps columns while that reduces the attacks on diagonals; true when none is left.
fn improve(columns: &mut [usize], rng: &mut Rng) -> bool {
    let size = columns.len();
    let lines = |row: usize, column: usize| (row + column, row + size - 1 - column);
    let (mut rising, mut falling) = (vec![0i64; 2 * size], vec![0i64; 2 * size]);
    for (row, &column) in columns.iter().enumerate() {
        let (up, down) = lines(row, column);
        rising[up] += 1;
        falling[down] += 1;
    }
    let pairs = |counts: &[i64]| counts.iter().map(|&count| count * (count - 1) / 2).sum::<i64>();
    let mut attacks = pairs(&rising) + pairs(&falling);
    let mut order: Vec<usize> = (0..size).collect();
    while attacks > 0 {
        rng.shuffle(&mut order);
        let before = attacks;
        for &a in &order {
            let (up, down) = lines(a, columns[a]);
            if rising[up] < 2 && falling[down] < 2 {
                continue;
            }
            for _ in 0..size {
                let b = rng.index(size);
                if a == b {
                    continue;
                }
                let change = swap(columns, a, b, &mut rising, &mut falling);
                if change < 0 {
                    attacks += change;
                    break;
                }
                swap(columns, a, b, &mut rising, &mut falling);
            }
        }
        if attacks == before {
            return false;
        }
    }
    true
}

/// Swaps the columns of two rows; returns how the number of attacking pairs changes.
fn swap(columns: &mut [usize], a: usize, b: usize, rising: &mut [i64], falling: &mut [i64]) -> i64 {
    let size = columns.len();
    let mut change = 0;
    for row in [a, b] {
        let (up, down) = (row + columns[row], row + size - 1 - columns[row]);
        rising[up] -= 1;
        falling[down] -= 1;
        change -= rising[up] + falling[down];
    }
    columns.swap(a, b);
    for row in [a, b] {
        let (up, down) = (row + columns[row], row + size - 1 - columns[row]);
        change += rising[up] + falling[down];
        rising[up] += 1;
        falling[down] += 1;
    }
    change
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use std::collections::HashMap;

    fn make(size: usize, placed: Option<usize>, unique: bool, seed: u64) -> Result<Queens, String> {
        generate(Wanted { size, placed, unique }, seed, &Limits::none())
    }

    #[test]
    fn solutions_of_every_size() {
        for size in [1, 4, 5, 6, 7, 8, 20, 200] {
            let puzzle = make(size, Some(size), false, 1).expect("a solution");
            assert_eq!(check(&puzzle, &puzzle.placed.clone()), Ok(()), "{size}");
        }
        assert!(
            make(3, None, false, 1).is_err() && make(0, None, false, 1).is_err() && make(4, Some(5), false, 1).is_err()
        );
    }

    #[test]
    fn every_solution_comes_up() {
        let counts = |size: usize| {
            let mut times = HashMap::new();
            for seed in 0..2000 {
                let columns = solution(size, &mut Rng::new(seed), &Limits::none()).expect("a solution");
                *times.entry(columns).or_insert(0u32) += 1;
            }
            times
        };
        let six = counts(6);
        assert!(six.len() == 4 && six.values().all(|times| (400..600).contains(times)), "{six:?}");
        assert_eq!(counts(8).len(), 92);
    }

    #[test]
    fn queens_stay_in_no_line_more_than_in_its_mirror_image() {
        const BOARDS: u64 = 400;
        let mut lines = [[0.0f64; 8]; 2];
        for seed in 0..BOARDS {
            for (row, column) in make(8, None, true, seed).expect("a puzzle").placed {
                lines[0][row] += 1.0 / BOARDS as f64;
                lines[1][column] += 1.0 / BOARDS as f64;
            }
        }
        // The standard deviation of a line's mean is 0.025. Rows and columns are alike, too.
        let like = |a: f64, b: f64| (a - b).abs() < 0.15;
        let [rows, columns] = lines;
        assert!((0..8).all(|k| like(rows[k], rows[7 - k]) && like(columns[k], columns[7 - k])), "{lines:?}");
        assert!((0..8).all(|k| like(rows[k], columns[k])), "{lines:?}");
    }

    #[test]
    fn unique_puzzles_have_one_completion() {
        for seed in 0..20 {
            let puzzle = make(10, None, true, seed).expect("a puzzle");
            assert_eq!(count::count(&puzzle, 5, &Limits::none()), Ok((1, true)));
            assert_eq!(make(10, None, true, seed).as_ref(), Ok(&puzzle));
        }
        assert_eq!(make(8, Some(4), true, 7).expect("a puzzle").placed.len(), 4);
    }
}
