//! How many solutions there are: the count while it goes on, and how far it came.
//!
//! Solutions are counted one by one, which is the faster way while they are few. When there are many, and the caller
//! names a formula that has one model for each, its models are counted by components ([`crate::reason::count`]), within
//! a bound: a map of 50 countries has 10^17 colourings, which take 0.04 s, where 10,000 one by one take 0.1 s. Only if
//! the bound is reached does the count go on one by one.

use crate::cnf::{Formula, Var};
use crate::command::exit::{Exit, Failure};
use crate::command::live::Live;
use crate::command::output::Output;
use crate::command::process;
use crate::encode::Encoding;
use crate::limits::{Limits, Stop};
use crate::reason::count::{CountOptions, CountQuestion, count};
use num_bigint::BigInt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Solutions that are counted one by one before the models of a formula are counted by components.
const ONE_BY_ONE: u64 = 1_000;

/// The count by components is given up after this many branches, which take a few seconds.
const MOST_DECISIONS: u64 = 300_000;

/// Bytes for the cache of the count by components.
const CACHE_BYTES: usize = 256 << 20;

/// How a count ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All solutions were counted.
    All,
    /// There are more than these, which are as many as were asked for.
    More,
    /// A limit ran out; there may be more.
    Stopped(Stop),
}

/// The solutions that were counted, and whether these are all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The solutions found.
    pub found: u64,
    /// How the count ended.
    pub ended: Ended,
}

impl Counted {
    /// Whether there is exactly one solution, where that is known.
    fn is_one(self) -> Option<bool> {
        match (self.found, self.ended) {
            (1, Ended::All) => Some(true),
            (_, Ended::All | Ended::More) | (2.., Ended::Stopped(_)) => Some(false),
            (0 | 1, Ended::Stopped(_)) => None,
        }
    }
}

/// Counts the solutions of puzzles, shows the current count on a terminal, and prints the counts.
#[derive(Debug)]
pub struct Counting {
    /// Whether the exit code says that each puzzle has exactly one solution.
    unique: bool,
    limit: u64,
    /// Whether the user has set the limit: then a larger count is not printed.
    asked: bool,
    found: Arc<AtomicU64>,
    live: Live,
    exit: Exit,
}

impl Counting {
    /// Counts up to `limit` solutions of each puzzle; `unique` asks whether each has exactly one.
    pub fn new(limit: u64, unique: bool) -> Counting {
        let found: Arc<AtomicU64> = Arc::default();
        let shown = Arc::clone(&found);
        let live = process::live();
        live.show(move || Some(format!("{} found", shown.load(Ordering::Relaxed))));
        let exit = if unique { Exit::Solved } else { Exit::Done };
        Counting { unique, limit, asked: true, found, live, exit }
    }

    /// Counts up to the limit that the user asks for, or else up to `otherwise` one by one and without a limit by
    /// components.
    pub fn up_to(asked: Option<u64>, otherwise: u64, unique: bool) -> Counting {
        let mut counting = Counting::new(asked.unwrap_or(otherwise), unique);
        counting.asked = asked.is_some();
        counting
    }

    /// The limit of each count.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Counts one more solution of the current puzzle. False when it is one more than the limit: the search should end.
    #[inline]
    pub fn add(&self) -> bool {
        let found = self.found.load(Ordering::Relaxed);
        let wanted = found < self.limit;
        if wanted {
            self.found.store(found + 1, Ordering::Relaxed);
        }
        wanted
    }

    /// Counts the solutions of a puzzle and prints their number. `enumerate` shows its visitor every solution, until
    /// that returns false, and says whether these were all. `models` makes the formula that has one model for each
    /// solution, as far as the puzzle's own variables tell them apart; without it all are counted one by one.
    ///
    /// # Errors
    /// When writing fails, or the solutions cannot be shown.
    pub fn print_all(
        &mut self,
        out: &mut Output,
        models: Option<&dyn Fn() -> Result<Encoding, Failure>>,
        limits: &Limits,
        mut enumerate: impl FnMut(&mut dyn FnMut() -> bool) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let models = models.filter(|_| self.limit > ONE_BY_ONE);
        let most = if models.is_some() { ONE_BY_ONE } else { u64::MAX };
        let mut ended = Self::ended(enumerate(&mut || self.found.load(Ordering::Relaxed) < most && self.add()))?;
        if let (Ended::More, Some(models)) = (ended, models) {
            let models = models()?;
            let vars: Vec<Var> = models.puzzle_vars().collect();
            if let Some(total) = by_components(&models.formula, &vars, limits) {
                let one = Some(total == BigInt::from(1));
                return match self.asked && total > BigInt::from(self.limit) {
                    true => self.print_line(out, &format!(">{}", self.limit), one),
                    false => self.print_line(out, &total.to_string(), one),
                };
            }
            // The solutions are enumerated again, and a limit may end that before it has come as far as the first time.
            let before = self.found.swap(0, Ordering::Relaxed);
            ended = Self::ended(enumerate(&mut || self.add()))?;
            self.found.fetch_max(before, Ordering::Relaxed);
        }
        self.print(out, self.counted(ended))
    }

    /// How a count ended, by whether all solutions were seen: a limit is no failure.
    fn ended(seen: Result<bool, Failure>) -> Result<Ended, Failure> {
        match seen {
            Ok(true) => Ok(Ended::All),
            Ok(false) => Ok(Ended::More),
            Err(Failure::Stopped(stop)) => Ok(Ended::Stopped(stop)),
            Err(failure) => Err(failure),
        }
    }

    /// The count of a puzzle, whose search has found all its solutions or was stopped by [`Counting::add`] or by a
    /// limit.
    pub fn counted(&self, ended: Ended) -> Counted {
        Counted { found: self.found.load(Ordering::Relaxed), ended }
    }

    /// Prints the count of a puzzle: `>N` where the limit cut it, and the reason where it is not known. The next count
    /// begins at 0.
    ///
    /// # Errors
    /// When writing fails.
    pub fn print(&mut self, out: &mut Output, counted: Counted) -> Result<(), Failure> {
        let found = counted.found;
        let line = match counted.ended {
            Ended::All => format!("{found}"),
            Ended::More => format!(">{found}"),
            Ended::Stopped(stop) if found == 0 => format!("UNKNOWN ({stop})"),
            Ended::Stopped(stop) => format!("UNKNOWN ({stop}; at least {found})"),
        };
        self.print_line(out, &line, counted.is_one())
    }

    /// Prints the line of a puzzle that was counted in another way; `one` says whether it has exactly one solution,
    /// where that is known.
    ///
    /// # Errors
    /// When writing fails.
    pub fn print_line(&mut self, out: &mut Output, line: &str, one: Option<bool>) -> Result<(), Failure> {
        writeln!(out, "{line}")?;
        if self.live.is_shown() {
            out.flush()?;
        }
        self.found.store(0, Ordering::Relaxed);
        process::next_puzzle();
        if self.unique {
            self.exit = match (self.exit, one) {
                (Exit::NoSolution, _) | (_, Some(false)) => Exit::NoSolution,
                (Exit::Done, _) | (_, None) => Exit::Done,
                (exit, Some(true)) => exit,
            };
        }
        Ok(())
    }

    /// The exit after all puzzles: whether each has exactly one solution, if that was asked.
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

/// How many models a formula has as far as these variables tell them apart, when that is found within the bound.
fn by_components(formula: &Formula, vars: &[Var], limits: &Limits) -> Option<BigInt> {
    let question = CountQuestion { show: Some(vars.to_vec()), weights: Vec::new() };
    let decisions = Some(limits.decisions.map_or(MOST_DECISIONS, |most| most.min(MOST_DECISIONS)));
    let limits = Limits { decisions, ..limits.clone() };
    let counted = count(formula, &question, &CountOptions { cache_bytes: CACHE_BYTES }, &limits, None).ok()?;
    if counted.stopped.is_some() { None } else { counted.whole().cloned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(unique: bool, counts: &[Counted]) -> Exit {
        let mut counting = Counting::new(3, unique);
        let mut out = Output::to(Box::new(std::io::sink()));
        counts.iter().for_each(|&counted| counting.print(&mut out, counted).expect("a sink"));
        counting.exit()
    }

    #[test]
    fn uniqueness_is_known_when_every_count_is() {
        let counted = |found, ended| Counted { found, ended };
        let one = counted(1, Ended::All);
        let cut = counted(1, Ended::Stopped(Stop::WallTime));
        assert_eq!(exit(false, &[one]), Exit::Done);
        assert_eq!(exit(true, &[one, one]), Exit::Solved);
        assert_eq!(exit(true, &[one, cut]), Exit::Done);
        assert_eq!(exit(true, &[cut, one]), Exit::Done);
        let stopped = counted(2, Ended::Stopped(Stop::WallTime));
        for other in [counted(0, Ended::All), counted(1, Ended::More), stopped] {
            assert_eq!(exit(true, &[cut, other, one]), Exit::NoSolution, "{other:?}");
        }
    }

    #[test]
    fn a_count_ends_above_its_limit() {
        let counting = Counting::new(3, false);
        assert_eq!((0..9).take_while(|_| counting.add()).count(), 3);
        assert_eq!(counting.counted(Ended::More), Counted { found: 3, ended: Ended::More });
    }

    #[test]
    fn many_solutions_are_counted_by_components() {
        // 2^12 solutions.
        let models = || {
            let mut models = Encoding::with_names((0..13).map(|var| var.to_string()).collect());
            models.formula.add_clause([Var::new(12).pos()]);
            Ok(models)
        };
        type Models<'a> = Option<&'a dyn Fn() -> Result<Encoding, Failure>>;
        let print = |asked, otherwise, formula: Models<'_>| {
            let mut shown = 0u64;
            let mut counting = Counting::up_to(asked, otherwise, false);
            let mut out = Output::to(Box::new(std::io::sink()));
            let enumerate = |visit: &mut dyn FnMut() -> bool| {
                shown = (0..4096).take_while(|_| visit()).count() as u64;
                Ok(shown == 4096)
            };
            counting.print_all(&mut out, formula, &Limits::none(), enumerate).expect("a sink");
            shown
        };
        assert_eq!(print(None, 2_000, Some(&models)), ONE_BY_ONE);
        assert_eq!(print(Some(2_000), 9, Some(&models)), ONE_BY_ONE);
        assert_eq!(print(Some(500), 9, Some(&models)), 500);
        assert_eq!(print(None, 2_000, None), 2_000);
        assert_eq!(print(None, u64::MAX, None), 4_096);
    }
}
