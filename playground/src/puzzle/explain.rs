//! Explanations on the page: why a cell holds its value, and what comes next.

use super::{asked, naming};
use crate::run::Run;
use gemsat::puzzle::Puzzle;
use gemsat::puzzle::face::{Explanation, Values};
use gemsat::puzzle::registry::Kind;
use gemsat::puzzle::steps::next::{self, Next};
use gemsat::puzzle::steps::{Goal, Steps};
use gemsat::reason::core::Core;
use gemsat::util::words::many;
use serde_json::{Value, json};

/// The most bytes of pictures of steps: of more steps only the last pictures are sent.
const MOST_PICTURES: usize = 4 << 20;

/// Adds to the answer why there is no solution or, if there is one, why this cell holds its value.
pub fn explain(
    puzzle: &dyn Puzzle,
    spot: Option<usize>,
    run: &Run,
    values: &mut Values,
    answer: &mut Value,
) -> Result<(), String> {
    let cell = spot.filter(|&spot| spot < puzzle.num_cells());
    let explanation = asked(run, |asking| puzzle.explain(cell, asking))?;
    say(puzzle, cell, &explanation, run, values, answer);
    Ok(())
}

/// Adds what comes next to the answer and, as `solved`, the text of the puzzle with it.
pub fn next(
    kind: &Kind,
    puzzle: &dyn Puzzle,
    run: &Run,
    values: &mut Values,
    answer: &mut Value,
) -> Result<(), String> {
    match asked(run, |asking| next::next(puzzle, asking))? {
        Next::Contradiction(why) => say(puzzle, None, &why, run, values, answer),
        Next::Steps(found) => say_steps(puzzle, &found, values, answer),
        Next::Forced(cell, why) => {
            say(puzzle, Some(cell), &why, run, values, answer);
            let words = answer["words"].as_str().unwrap_or_default();
            answer["words"] =
                json!(format!("No method known here fills a cell of this board: it takes a search; {words}"));
            answer["way"] = Value::Null;
        }
        Next::Choice => {
            answer["status"] = json!("SATISFIABLE");
            answer["words"] = json!(
                "There is a solution, but no open cell is certain: each may hold different values. One has to choose."
            );
        }
        Next::Full => {
            answer["status"] = json!("SATISFIABLE");
            answer["words"] = json!("The board is full, and right.");
        }
    }
    answer["solved"] = json!(put(kind, puzzle, values));
    Ok(())
}

/// Adds the steps, of which the last one fills a cell.
fn say_steps(puzzle: &dyn Puzzle, found: &Steps, values: &mut Values, answer: &mut Value) {
    let Some((step, before)) = found.steps.split_last() else { return };
    let after = if before.is_empty() { String::new() } else { format!("After {} below: ", many(before.len(), "step")) };
    answer["status"] = json!("SATISFIABLE");
    answer["words"] = json!(format!("{after}{} By the method “{}”.", step.words, step.technique));
    answer["marked"] = json!(step.from);
    answer["about"] = json!(step.fills.iter().map(|&(cell, _)| cell).collect::<Vec<usize>>());
    *values = found.values(&puzzle.given(), found.steps.len());
    if !before.is_empty() {
        answer["way"] = json!("The steps to it:");
        answer["steps"] = shown(puzzle, found);
    }
}

/// The puzzle's text with these values as if somebody had put them there, where its page has keys for them.
fn put(kind: &Kind, puzzle: &dyn Puzzle, values: &Values) -> Option<String> {
    let mut text = puzzle.text();
    let given = puzzle.given();
    for cell in (0..values.len()).filter(|&cell| values[cell] != given[cell]) {
        let with = |key: &str| {
            let mut puzzle = kind.read(&text, &[]).ok()?.puzzle.pop()?;
            puzzle.edit(cell, key).ok()?;
            (puzzle.given().get(cell)? == &values[cell]).then(|| puzzle.text())
        };
        text = puzzle.keys().iter().find_map(|(key, _)| with(key))?;
    }
    Some(text)
}

/// Adds an explanation in words to the answer, with its clues marked.
fn say(
    puzzle: &dyn Puzzle,
    cell: Option<usize>,
    explanation: &Explanation,
    run: &Run,
    values: &mut Values,
    answer: &mut Value,
) {
    let place = cell.map_or(String::new(), |cell| puzzle.place(cell));
    let verb = puzzle.verb();
    let clues = explanation.clues();
    let marked: Vec<usize> = clues.iter().flat_map(|clue| clue.cells.iter().copied()).collect();
    let contradiction = matches!(explanation, Explanation::Contradiction(..));
    // Where a limit ends the steps, the explanation stands without them.
    let steps = match (explanation, cell) {
        (Explanation::Contradiction(..), _) => puzzle.steps(Goal::Contradiction(clues), &run.limits),
        (Explanation::Forced(..), Some(cell)) => puzzle.steps(Goal::Cell(cell, clues), &run.limits),
        (Explanation::Consistent | Explanation::Given(_) | Explanation::Open(_), _) => {
            puzzle.steps(Goal::Whole, &run.limits)
        }
        (Explanation::Forced(..), None) => Ok(None),
    };
    if let (Explanation::Forced(_, value, _), Some(cell)) = (explanation, cell) {
        values[cell] = Some(*value);
    }
    if let Ok(Some(found)) = steps {
        match explanation {
            Explanation::Contradiction(..) | Explanation::Forced(..) => {
                answer["way"] = json!(found.heading());
                answer["steps"] = shown(puzzle, &found);
            }
            _ => answer["way"] = json!(found.grade()),
        }
    }
    let about = cell.filter(|_| matches!(explanation, Explanation::Forced(..)));
    let words = match explanation {
        Explanation::Contradiction(words, Core { members, .. }) => match &members[..] {
            [] => "The rules alone leave no solution.".to_string(),
            [clue] => format!("The marked clue alone leaves no solution: {}.", clue.words),
            _ => format!("{words}; they are marked, and none can be left out."),
        },
        Explanation::Consistent => "There is a solution. Choose an open cell to see what decides about it.".to_string(),
        Explanation::Given(value) => format!("{place} {verb} {value}, given, and there is a solution."),
        Explanation::Open(value) => {
            format!("{place} is open: it {verb} {value} in some solutions, but not in all{}.", naming(puzzle))
        }
        Explanation::Forced(value, _, core) => match core.members.len() {
            0 => format!("{place} {verb} {value}: the rules alone force it."),
            1 => format!("{place} {verb} {value}: the marked clue forces it."),
            count => format!("{place} {verb} {value}{}: the {count} marked clues force it.", naming(puzzle)),
        },
    };
    answer["status"] = json!(if contradiction { "UNSATISFIABLE" } else { "SATISFIABLE" });
    answer["words"] = json!(words);
    answer["marked"] = json!(marked);
    answer["about"] = json!(about);
}

/// The steps of an explanation, each with the picture of the board after it.
fn shown(puzzle: &dyn Puzzle, found: &Steps) -> Value {
    let given = puzzle.given();
    let picture = |number: usize| puzzle.view(&found.values(&given, number)).svg;
    let mut room = MOST_PICTURES;
    let mut steps: Vec<Value> = Vec::new();
    for (number, step) in found.steps.iter().enumerate().rev() {
        let svg = Some(picture(number + 1)).filter(|svg| svg.len() <= room);
        room = svg.as_ref().map_or(0, |svg| room - svg.len());
        let fills: Vec<usize> = step.fills.iter().map(|&(cell, _)| cell).collect();
        let (technique, words, from) = (step.technique, &step.words, &step.from);
        steps.push(json!({ "technique": technique, "words": words, "from": from, "fills": fills, "svg": svg }));
    }
    steps.reverse();
    json!(steps)
}
