//! Puzzles of every kind that the registry has, in the same words.

use super::{counted, invalid, solved, taken};
use crate::running::{raise, run};
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::face::{Asking, Explanation, Said, Unanswered};
use gemsat::puzzle::registry::{KINDS, Kind};
use gemsat::puzzle::steps::next::{Next, next};
use gemsat::puzzle::steps::{Goal, Steps};
use gemsat::puzzle::{Puzzle, Reading, SyntaxError};
use gemsat::reason::Incremental;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Puzzles of one kind, as text in every form that the program of this name reads. What a text leaves open is said by
/// name: mines=10, colors=4.
///
/// >>> print(gemsat.puzzles["sudoku"].solve("1...\n..3.\n.4..\n...2\n", line=True))
/// 1324423124133142
#[pyclass(frozen, module = "gemsat")]
pub struct Puzzles(&'static Kind);

/// The kinds by their names.
pub fn all(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    KINDS.iter().try_for_each(|kind| all.set_item(kind.name, Puzzles(kind)))?;
    Ok(all)
}

/// What a reader makes of a text with the numbers that a dict names.
fn read<P>(
    settings: Option<&Bound<'_, PyDict>>,
    reader: impl FnOnce(&[(&str, usize)]) -> Result<Reading<P>, SyntaxError>,
) -> PyResult<P> {
    let pairs = settings.into_iter().flat_map(|settings| settings.iter());
    let numbers = pairs.map(|(name, number)| Ok((name.extract()?, number.extract()?)));
    let numbers: Vec<(String, usize)> = numbers.collect::<PyResult<_>>()?;
    let named: Vec<(&str, usize)> = numbers.iter().map(|(name, number)| (name.as_str(), *number)).collect();
    taken(reader(&named))
}

/// How questions are asked within these limits.
fn asking(limits: &Limits) -> Asking<'_> {
    Asking { oracle: &|formula| Box::new(Incremental::new(formula)), chosen: false, limits }
}

/// An answer to a question; `Ok(Err)` for a question that has none.
fn settled<R>(answer: Result<R, Unanswered>) -> Result<Result<R, Unanswered>, Stop> {
    match answer {
        Err(Unanswered::Stopped(stop)) => Err(stop),
        found => Ok(found),
    }
}

/// What the puzzle says of the cell, or of itself.
fn asked(puzzle: &dyn Puzzle, cell: Option<usize>, limits: &Limits) -> Result<Result<Explanation, Unanswered>, Stop> {
    settled(puzzle.explain(cell, &asking(limits)))
}

/// Of each step the method, and the step in words.
fn told(found: Steps) -> Vec<(&'static str, String)> {
    found.steps.into_iter().map(|step| (step.technique, step.words)).collect()
}

/// A cell that clues force, as a step.
fn forced(puzzle: &dyn Puzzle, cell: usize, why: &Explanation) -> (&'static str, String) {
    let value = if let Explanation::Forced(value, ..) = why { value } else { "" };
    let clues: Vec<&str> = why.clues().iter().map(|clue| clue.words.as_str()).collect();
    let clues = if clues.is_empty() { "the rules alone".into() } else { clues.join("; ") };
    ("search", format!("{} {} {value}, forced by {clues}", puzzle.place(cell), puzzle.verb()))
}

impl Puzzles {
    fn one(&self, text: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Box<dyn Puzzle>> {
        read(settings, |named| self.0.one(text, named))
    }

    fn answered(
        &self,
        text: &str,
        filled: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Box<dyn Puzzle>, Said)> {
        read(settings, |named| self.0.answered(text, filled, named))
    }
}

#[pymethods]
impl Puzzles {
    /// A solution as text, or on one line; None when there is none.
    #[pyo3(signature = (text, time_limit=None, *, line=false, **settings))]
    fn solve(
        &self,
        py: Python<'_>,
        text: &str,
        time_limit: Option<f64>,
        line: bool,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<String>> {
        let puzzle = self.one(text, settings)?;
        let values = solved(py, &*puzzle, time_limit)?;
        Ok(values.map(|values| if line { puzzle.line(&values) } else { puzzle.print(&values) }))
    }

    /// The number of solutions, counted up to limit.
    #[pyo3(signature = (text, limit=1_000_000, time_limit=None, **settings))]
    fn count(
        &self,
        py: Python<'_>,
        text: &str,
        limit: u64,
        time_limit: Option<f64>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        counted(py, &*self.one(text, settings)?, limit, time_limit)
    }

    /// Whether a filled puzzle solves it. None when it does, otherwise what is wrong with it.
    #[pyo3(signature = (text, filled, **settings))]
    fn check(&self, text: &str, filled: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Option<String>> {
        let (puzzle, said) = self.answered(text, filled, settings)?;
        match said {
            Said::Filled(values) => Ok(puzzle.check(&values).err().map(|broken| broken.what)),
            Said::Wrong(broken) => Ok(Some(broken.what)),
            Said::NoSolution | Said::Nothing => Err(invalid("expected a filled puzzle, found no answer")),
        }
    }

    /// The puzzle as an SVG picture, with the values of a filled one.
    #[pyo3(signature = (text, filled=None, **settings))]
    fn draw(&self, text: &str, filled: Option<&str>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let (puzzle, values) = match filled {
            None => {
                let puzzle = self.one(text, settings)?;
                let given = puzzle.given();
                (puzzle, given)
            }
            Some(filled) => match self.answered(text, filled, settings)? {
                (puzzle, Said::Filled(values)) => (puzzle, values),
                (puzzle, _) => (puzzle, self.one(filled, settings)?.filled()),
            },
        };
        let cells = puzzle.num_cells();
        if values.len() != cells {
            return Err(invalid(format!("{} cells where the puzzle has {cells}", values.len())));
        }
        Ok(puzzle.draw(&values, &vec![false; cells]))
    }

    /// The puzzle as a formula in DIMACS, with the names of its variables in comments.
    #[pyo3(signature = (text, **settings))]
    fn encode(&self, text: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let encoding = self.one(text, settings)?.encode(false).map_err(invalid)?;
        let mut dimacs = Vec::new();
        encoding.write_dimacs(&mut dimacs)?;
        String::from_utf8(dimacs).map_err(invalid)
    }

    /// Why there is no solution or, with a cell ("3,4" from 1, or a name), why it holds what it holds. Gives
    /// "contradiction", "consistent", "given", "forced" or "open"; what the cell holds; and the clues that force this,
    /// none of which can be left out.
    #[pyo3(signature = (text, cell=None, time_limit=None, **settings))]
    fn explain(
        &self,
        py: Python<'_>,
        text: &str,
        cell: Option<&str>,
        time_limit: Option<f64>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(&'static str, Option<String>, Vec<String>)> {
        let puzzle = self.one(text, settings)?;
        let cell = cell.map(|name| puzzle.cell(name)).transpose().map_err(invalid)?;
        let found = run(py, time_limit, |limits| asked(&*puzzle, cell, limits))?;
        let (kind, value, core) = match found.map_err(invalid)? {
            Explanation::Contradiction(_, core) => ("contradiction", None, Some(core)),
            Explanation::Consistent => ("consistent", None, None),
            Explanation::Given(value) => ("given", Some(value), None),
            Explanation::Forced(value, _, core) => ("forced", Some(value), Some(core)),
            Explanation::Open(value) => ("open", Some(value), None),
        };
        if let Some(stop) = core.as_ref().and_then(|core| core.stopped) {
            return Err(raise(stop));
        }
        let clues = core.into_iter().flat_map(|core| core.members).map(|clue| clue.words);
        Ok((kind, value, clues.collect()))
    }

    /// How a person finds what `explain` says: of each step the method, and the step in words. Without a cell they lead
    /// to the contradiction or, if there is none, through the whole puzzle, whose grade is the hardest method. None if
    /// the methods known here do not lead there.
    #[pyo3(signature = (text, cell=None, time_limit=None, **settings))]
    fn steps(
        &self,
        py: Python<'_>,
        text: &str,
        cell: Option<&str>,
        time_limit: Option<f64>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Vec<(&'static str, String)>>> {
        let puzzle = self.one(text, settings)?;
        let cell = cell.map(|name| puzzle.cell(name)).transpose().map_err(invalid)?;
        let found = run(py, time_limit, |limits| {
            let steps = match asked(&*puzzle, cell, limits)? {
                Err(why) => return Ok(Err(why)),
                Ok(Explanation::Contradiction(_, core)) => puzzle.steps(Goal::Contradiction(&core.members), limits)?,
                Ok(Explanation::Consistent) => puzzle.steps(Goal::Whole, limits)?,
                Ok(Explanation::Forced(_, _, core)) => match cell {
                    Some(cell) => puzzle.steps(Goal::Cell(cell, &core.members), limits)?,
                    None => None,
                },
                Ok(Explanation::Given(_) | Explanation::Open(_)) => None,
            };
            Ok(Ok(steps))
        })?;
        Ok(found.map_err(invalid)?.filter(|found| found.complete).map(told))
    }

    /// The next step of somebody who solves the puzzle by hand, as `steps` gives them: the last one fills a cell, and
    /// rests on those before it. Where no method known here fills one, the only step is "search", with a cell and the
    /// clues that force it. Empty when nothing is certain, or the puzzle is full; None when there is no solution.
    #[pyo3(signature = (text, time_limit=None, **settings))]
    fn next_step(
        &self,
        py: Python<'_>,
        text: &str,
        time_limit: Option<f64>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Vec<(&'static str, String)>>> {
        let puzzle = self.one(text, settings)?;
        let found = run(py, time_limit, |limits| settled(next(&*puzzle, &asking(limits))))?;
        Ok(match found.map_err(invalid)? {
            Next::Contradiction(_) => None,
            Next::Steps(found) => Some(told(found)),
            Next::Forced(cell, why) => Some(vec![forced(&*puzzle, cell, &why)]),
            Next::Choice | Next::Full => Some(Vec::new()),
        })
    }

    /// A random puzzle of this shape, such as "8x8". The same seed gives the same one.
    #[pyo3(signature = (shape, seed=0, time_limit=None))]
    fn generate(&self, py: Python<'_>, shape: &str, seed: u64, time_limit: Option<f64>) -> PyResult<String> {
        let made = run(py, time_limit, |limits| match self.0.generate(shape, seed, limits) {
            Err(why) => limits.exceeded().map_or(Ok(Err(why)), Err),
            made => Ok(made),
        })?;
        made.map(|puzzle| puzzle.text()).map_err(invalid)
    }

    fn __repr__(&self) -> String {
        format!("<gemsat.puzzles: {}>", self.0.name)
    }
}
