//! One solution of a board, by what was asked for or what does best.

use super::args::FormArgs;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::Failure;
use gemsat::command::scene::Scene;
use gemsat::csp::Outcome;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::engine::Verdict;
use gemsat::limits::Stop;
use gemsat::puzzle::queens::{Queens, pose, squares};

/// The squares of the queens.
pub type Placed = Vec<(usize, usize)>;

/// A solution, `None` when there is none, or the limit that ran out.
pub fn solution(
    puzzle: &Queens,
    form: FormArgs,
    engine: &EngineArgs,
    scene: &Scene<'_>,
) -> Result<Result<Option<Placed>, Stop>, Failure> {
    let limits = engine.limits();
    if let Some(method) = engine.csp() {
        return Ok(match engine.search(pose::problem(puzzle), method, &limits, scene)? {
            Outcome::Solved(columns) => Ok(Some(columns.iter().map(|&column| column as usize).enumerate().collect())),
            Outcome::NoSolution => Ok(None),
            Outcome::Unknown(stop) => Err(stop),
        });
    }
    let (form, engine) = tuned(puzzle, form, engine);
    let encoding = form.encode(puzzle, engine.is_incomplete())?;
    Ok(match engine.solve(&encoding.formula, &limits, scene)? {
        Verdict::Sat(model) => Ok(Some(squares(puzzle.size(), &model))),
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(stop) => Err(stop),
    })
}

/// The largest board with blocked squares that is solved with pairwise clauses by default.
const BLOCKED_PAIRWISE: usize = 64;

/// What solves boards with blocked squares best, where nothing else was asked for: stable mode and pairwise clauses. The 16
/// blocked boards of 28 to 56 rows of the ASP competition are all solved in less than 6 s each, 33 s in all; stable mode
/// with product encodings above 30 squares leaves one unsolved after 8 s, alternating modes leave four.
pub fn tuned(puzzle: &Queens, form: FormArgs, engine: &EngineArgs) -> (FormArgs, EngineArgs) {
    let (mut form, mut engine) = (form, engine.clone());
    if puzzle.any_blocked() && engine.is_cdcl() {
        engine.options.insert(0, "stable=2".into());
        if form.at_most_one == AtMostOne::Auto && puzzle.size() <= BLOCKED_PAIRWISE {
            form.at_most_one = AtMostOne::Pairwise;
        }
    }
    (form, engine)
}
