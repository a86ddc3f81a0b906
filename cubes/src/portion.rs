//! A portion of the cubes, without a queue: what a job of an array, or a line of GNU parallel, does.
//!
//! Any number of processes may work on a run so, and a portion may be done again: a cube with a result is passed over.

use crate::Trouble;
use crate::directory::Directory;
use crate::local::{Ended, run_some};
use crate::progress::Workers;
use crate::tree::CubeName;
use gemsat::limits::Limits;
use std::fmt;
use std::str::FromStr;

/// The `number`-th of `count` portions, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    number: u64,
    count: u64,
}

/// A text that is no portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPortion;

impl fmt::Display for NoPortion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected K/N with K from 1 to N")
    }
}

impl std::error::Error for NoPortion {}

impl FromStr for Portion {
    type Err = NoPortion;

    fn from_str(text: &str) -> Result<Portion, NoPortion> {
        let (number, count) = text.split_once('/').ok_or(NoPortion)?;
        let (number, count) = (number.parse().map_err(|_| NoPortion)?, count.parse().map_err(|_| NoPortion)?);
        if (1..=count).contains(&number) { Ok(Portion { number, count }) } else { Err(NoPortion) }
    }
}

impl Portion {
    /// Whether a cube belongs to it, of so many lines of cubes.
    fn contains(self, cube: &CubeName, lines: usize) -> bool {
        let line = u64::from(cube.number()) - 1;
        u128::from(line) * u128::from(self.count) / lines.max(1) as u128 == u128::from(self.number - 1)
    }
}

/// Solves the open cubes of a portion. `Unsat` says that none of them is open any more.
///
/// # Errors
/// When the directory cannot be read or written.
pub fn work_portion(
    directory: &Directory,
    portion: Portion,
    threads: usize,
    limits: &Limits,
) -> Result<Ended, Trouble> {
    let lines = directory.tree()?.num_lines();
    run_some(directory, threads, limits, &Workers::new(directory), |cube| portion.contains(cube, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cube_is_in_one_portion() {
        for (lines, count) in [(10, 3), (3, 10), (1, 1), (1000, 7)] {
            for line in 1..=lines {
                let portions = (1..=count).map(|number| Portion { number, count });
                let holding = portions.filter(|portion| portion.contains(&CubeName::of_line(line), lines as usize));
                assert_eq!(holding.count(), 1, "line {line} of {lines}, {count} portions");
            }
        }
    }

    #[test]
    fn portions_are_read() {
        assert_eq!("2/3".parse(), Ok(Portion { number: 2, count: 3 }));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b"] {
            assert_eq!(text.parse::<Portion>(), Err(NoPortion), "{text}");
        }
    }
}
