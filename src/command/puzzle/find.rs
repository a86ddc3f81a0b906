//! Asking the chosen engine for a solution of a puzzle, and for other answers.

use super::backend::EngineArgs;
use super::scene::{Scene, ShowArgs};
use super::{FormArgs, Tool};
use crate::command::exit::Failure;
use crate::csp::Outcome;
use crate::encode::answer::Answer;
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};
use crate::puzzle::face::{Asking, Puzzle, Unanswered, Values};

/// The result of a search for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A solution, which was checked.
    Solved(Values),
    /// There is none.
    None,
    /// The limit that ran out.
    Unknown(Stop),
}

/// The scene of a puzzle's search in its formula, or in its finite-domain problem where `by_values`.
fn scene<'a, P: Puzzle>(puzzle: &'a P, show: &'a ShowArgs, name: &str, by_values: bool) -> Scene<'a> {
    match by_values {
        true => Scene::new(show, name, |count| puzzle.value_words(count as usize), |words| puzzle.value_board(words)),
        false => Scene::new(show, name, |count| puzzle.words(count as usize), |words| puzzle.board(words)),
    }
}

/// Solves a puzzle and checks the solution. `name` is what statistics call it.
///
/// # Errors
/// When the engine is not there or fails, the formula would be too large, or a solution is wrong.
pub fn find<T: Tool>(
    puzzle: &T::Puzzle,
    form: &T::Form,
    engine: &EngineArgs,
    show: &ShowArgs,
    name: &str,
) -> Result<Found, Failure> {
    let limits = engine.limits();
    let scene = scene(puzzle, show, name, engine.csp().is_some());
    let (values, whole) = if let Some(method) = engine.csp() {
        match engine.search(puzzle.pose_one(), method, &limits, &scene)? {
            Outcome::Solved(values) => (puzzle.posed(&values), true),
            Outcome::NoSolution => return Ok(Found::None),
            Outcome::Unknown(stop) => return Ok(Found::Unknown(stop)),
        }
    } else {
        let (form, engine) = T::tuned(puzzle, form, engine);
        let encoding = form.encode(puzzle, engine.is_incomplete())?;
        match engine.solve(&encoding.formula, &limits, &scene)? {
            Verdict::Sat(model) => {
                let mut answer = Answer::of_model(&model, encoding.notes);
                (form.decode(puzzle, &mut answer).map_err(Failure::internal)?, form.is_whole())
            }
            Verdict::Unsat => return Ok(Found::None),
            Verdict::Unknown(stop) => return Ok(Found::Unknown(stop)),
        }
    };
    if whole {
        verify(puzzle, &values)?;
    }
    Ok(Found::Solved(values))
}

/// Checks a solution that is about to be printed.
///
/// # Errors When it breaks a rule.
pub fn verify(puzzle: &impl Puzzle, values: &Values) -> Result<(), Failure> {
    puzzle.check(values).map_err(|broken| Failure::internal(format!("the solution found is wrong: {broken}")))
}

/// Asks a puzzle, with the engine to answer its questions about formulas.
///
/// # Errors
/// When the engine is not there, or answers no questions; when a limit runs out, or the question cannot be asked.
pub fn asking<R>(
    engine: &EngineArgs,
    limits: &Limits,
    ask: impl FnOnce(&Asking<'_>) -> Result<R, Unanswered>,
) -> Result<R, Failure> {
    let oracles = engine.oracles()?;
    Ok(ask(&Asking { oracle: &oracles, chosen: !engine.is_default(), limits })?)
}
