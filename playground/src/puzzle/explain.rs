//! Explanations on the page: why a cell holds its value, and what comes next.

use super::{asked, naming};
use crate::run::Run;
use gemsat::puzzle::Puzzle;
use gemsat::puzzle::face::{Clue, Explanation, Values};
use gemsat::puzzle::registry::Kind;
use gemsat::puzzle::steps::next::{self, Next};
use gemsat::puzzle::steps::{Goal, Steps};
use gemsat::reason::core::Core;
use gemsat::util::words::capital;
use serde_json::{Value, json};

/// The most bytes of pictures of steps: of more steps only the last pictures are sent.
const MOST_PICTURES: usize = 4 << 20;

/// The title of an answer that says what comes next.
const NEXT: &str = "The next step";

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
            answer["words"] = json!(format!(
                "No method known here fills a cell of this board: it takes a search. A search finds that {words}"
            ));
            answer["title"] = json!(NEXT);
            answer["way"] = Value::Null;
        }
        Next::Choice => {
            answer["status"] = json!("SATISFIABLE");
            answer["title"] = json!("No next step");
            answer["words"] = json!(
                "There are several solutions, and no open cell is the same in all of them: from here on one has to guess."
            );
        }
        Next::Full => {
            answer["status"] = json!("SATISFIABLE");
            answer["title"] = json!("Nothing is left to do");
            answer["words"] = json!("The board is full, and right.");
        }
    }
    answer["solved"] = json!(kind.with_values(puzzle, values).map(|filled| filled.text()));
    Ok(())
}

/// Adds the steps, of which the last one fills a cell.
fn say_steps(puzzle: &dyn Puzzle, found: &Steps, values: &mut Values, answer: &mut Value) {
    let Some((step, before)) = found.steps.split_last() else { return };
    let after = match before.len() {
        0 => String::new(),
        1 => "After the first step below: ".to_string(),
        count => format!("After the first {count} steps below: "),
    };
    answer["status"] = json!("SATISFIABLE");
    answer["title"] = json!(NEXT);
    answer["words"] = json!(format!("{after}{} By the method “{}”.", step.words, step.technique));
    answer["marked"] = json!(step.from);
    answer["about"] = json!(step.fills.iter().map(|&(cell, _)| cell).collect::<Vec<usize>>());
    *values = found.values(&puzzle.given(), found.steps.len());
    if !before.is_empty() {
        answer["way"] = json!("The steps that lead to it:");
        answer["steps"] = shown(puzzle, found);
    }
}

/// What an answer rests on, as the beginning of a sentence, and whether it is one thing. Cells that are marked may hold
/// clues as well as what somebody has filled in: a board does not tell them apart.
fn sources(clues: &[Clue]) -> (String, bool) {
    let whole: Vec<&str> = clues.iter().filter(|clue| clue.cells.is_empty()).map(|clue| &*clue.words).collect();
    match (clues.len(), &whole[..]) {
        (0, _) => ("the rules alone".to_string(), false),
        (_, []) => ("what is marked".to_string(), true),
        (1, [one]) => ((*one).to_string(), true),
        _ => (format!("what is marked and {}", whole.join(" and ")), false),
    }
}

/// Why there is no solution; the words are those that the explanation begins with.
fn against(words: &str, core: &Core<Clue>) -> String {
    let clues = &core.members[..];
    let (by, one) = sources(clues);
    let needed = if core.stopped.is_none() { ", and none of it can be left out" } else { "" };
    match clues {
        [] => "The rules alone leave no solution.".to_string(),
        [clue] if clue.cells.is_empty() => format!("{} leaves no solution.", capital(&by)),
        [clue] => format!("What is marked leaves no solution by itself: {}.", clue.words),
        _ if words != Explanation::CLUES => format!("{words}; they are marked{needed}."),
        _ if one => format!("{} contradicts itself{needed}.", capital(&by)),
        _ => format!("{} contradict each other{needed}.", capital(&by)),
    }
}

/// Adds an explanation in words to the answer, with what it rests on marked.
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
        Explanation::Contradiction(words, core) => against(words, core),
        Explanation::Consistent => "There is a solution. Choose an open cell to see what determines it.".to_string(),
        Explanation::Given(value) if cell.is_some_and(|cell| puzzle.given()[cell].is_none()) => {
            format!("{place} {verb} {value}: colours can be exchanged, so some are fixed. There is a solution.")
        }
        Explanation::Given(value) => {
            format!("{place} {verb} {value}: that stands on the board already. There is a solution.")
        }
        Explanation::Open(value) => {
            format!("{place} is open: it {verb} {value} in some solutions, but not in all{}.", naming(puzzle))
        }
        Explanation::Forced(value, ..) => {
            let (by, forces) = sources(clues);
            format!("{place} {verb} {value}{}: {by} {} it.", naming(puzzle), if forces { "forces" } else { "force" })
        }
    };
    answer["title"] = json!(match explanation {
        Explanation::Contradiction(..) => "No solution",
        Explanation::Consistent | Explanation::Given(_) => "No contradiction",
        Explanation::Open(_) => "Not certain",
        Explanation::Forced(..) => "Why",
    });
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
