//! How a person finds traps and gems: from one number, from two that overlap, from the number of traps on the board.
//!
//! What it does: each step is found by the easiest method that finds something, and knows which earlier steps it rests
//! on, so that those that the last one does not need are left out. When no method finds anything, a trap or a gem is
//! supposed, and ruled out if the other methods lead from it to a contradiction.
//!
//! References: Studholme, "Minesweeper as a constraint satisfaction problem", TR Toronto'00, solves boards by the same
//! rules: a number by itself, and one number less another.

mod rules;

use super::{Board, Cell};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::{self, Effort, Goal, Step, Steps};
use crate::util::words::many;
use rules::{Cause, Clash, Found, State, Technique, Why, find};

/// Takes steps, numbered from `first`, until the cell is known (or all are), a contradiction shows or nothing follows.
///
/// # Errors
/// The limit that ran out.
fn walk(
    state: &mut State<'_>,
    first: usize,
    end: Option<usize>,
    methods: &[Technique],
    effort: &mut Effort<'_>,
) -> Result<Vec<Found>, Stop> {
    let mut steps: Vec<Found> = Vec::new();
    loop {
        if !effort.spend(8 * state.held.len())? {
            return Ok(steps);
        }
        state.check();
        let known = |cell: usize| state.held[cell].is_some();
        let reached = end.map_or_else(|| state.board.unknown_cells().all(known), known);
        if reached || state.clash.is_some() {
            return Ok(steps);
        }
        let mut found = None;
        for &method in methods {
            if !effort.spend(method.work() * state.held.len())? {
                return Ok(steps);
            }
            found = match method {
                Technique::Supposing => supposing(state, first + steps.len(), end, effort)?,
                method => find(state, method, effort)?,
            };
            if found.is_some() || state.clash.is_some() {
                break;
            }
        }
        let Some(found) = found else { return Ok(steps) };
        for &(cell, trap) in &found.fills {
            state.set(cell, trap, Cause::Step(first + steps.len()));
        }
        steps.push(found);
    }
}

/// The methods that follow from what is supposed.
const AFTER_SUPPOSING: [Technique; 1] = [Technique::Count];

/// A cell that must be a trap, or a gem, since easy steps lead from the contrary to a contradiction: the cell that is
/// asked about, or else the first one.
fn supposing(
    state: &State<'_>,
    first: usize,
    end: Option<usize>,
    effort: &mut Effort<'_>,
) -> Result<Option<Found>, Stop> {
    let open = |cell: &usize| state.held[*cell].is_none();
    // A cell beside no number can be anything by itself.
    let near =
        state.board.unknown_cells().filter(open).filter(|&cell| state.total.is_some() || !state.board.is_free(cell));
    for cell in end.into_iter().chain(near) {
        let mut best: Option<Found> = None;
        for trap in [true, false] {
            let mut trial = state.clone();
            trial.set(cell, trap, Cause::Supposed);
            let steps = walk(&mut trial, first, None, &AFTER_SUPPOSING, effort)?;
            let Some(clash) = trial.clash.take() else { continue };
            let (kept, mut origins) = needed(steps, first, &trial.causes(&clash.cells(&trial)));
            origins.dedup();
            let length = |found: &Found| match &found.why {
                Why::Supposed(steps, _) => steps.len(),
                _ => 0,
            };
            if best.as_ref().is_none_or(|best| kept.len() < length(best)) {
                let mut from: Vec<usize> = kept.iter().flat_map(|step| step.numbers.iter().copied()).collect();
                from.extend(clash.numbers());
                from.sort_unstable();
                from.dedup();
                best = Some(Found {
                    technique: Technique::Supposing,
                    why: Why::Supposed(kept, clash),
                    numbers: from,
                    fills: vec![(cell, !trap)],
                    origins,
                });
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// [`steps::needed`] of what was found.
fn needed(found: Vec<Found>, first: usize, ends: &[Cause]) -> (Vec<Found>, Vec<Cause>) {
    let number = |origin: Cause| match origin {
        Cause::Step(step) => Some(step),
        _ => None,
    };
    steps::needed(found, first, ends, |step| &step.origins, number)
}

/// The steps to a goal, and the contradiction in which they end.
struct Way {
    steps: Vec<Found>,
    clash: Option<Clash>,
    /// Whether the end is reached; through a whole puzzle they go as far as they can.
    complete: bool,
}

impl Way {
    fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

/// The way to the goal with these clues, or with all; `None` when the methods do not lead there, unless it is the whole
/// puzzle.
fn way(board: &Board, of: Option<&[Clue]>, goal: Goal<'_>, limits: &Limits) -> Result<Option<Way>, Stop> {
    let numbers = |clues: &[Clue]| clues.iter().flat_map(|clue| clue.cells.iter().copied()).collect::<Vec<usize>>();
    let total = of.is_none_or(|clues| clues.iter().any(|clue| clue.cells.is_empty()));
    let mut state = State::new(board, of.map(numbers).as_deref(), board.mines.filter(|_| total));
    let end = match goal {
        Goal::Cell(cell, _) => Some(cell),
        Goal::Contradiction(_) | Goal::Whole => None,
    };
    let steps = walk(&mut state, 0, end, &Technique::ALL, &mut Effort::new(limits))?;
    Ok(match (goal, state.clash.take()) {
        (Goal::Cell(cell, _), None) if state.held[cell].is_some() => {
            let steps = needed(steps, 0, &state.causes(&[cell])).0;
            Some(Way { steps, clash: None, complete: true })
        }
        (Goal::Contradiction(_), Some(clash)) => {
            let ends = state.causes(&clash.cells(&state));
            let steps = needed(steps, 0, &ends).0;
            Some(Way { steps, clash: Some(clash), complete: true })
        }
        (Goal::Whole, None) => Some(Way { steps, clash: None, complete: state.held.iter().all(Option::is_some) }),
        _ => None,
    })
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier.
///
/// # Errors
/// The limit that ran out.
pub fn steps(board: &Board, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    let core = match goal {
        Goal::Cell(_, clues) | Goal::Contradiction(clues) => way(board, Some(clues), goal, limits)?,
        Goal::Whole => None,
    };
    let whole = way(board, None, goal, limits)?;
    let of_core = match (&core, &whole) {
        (Some(core), Some(whole)) => core.hardest() <= whole.hardest(),
        (core, _) => core.is_some(),
    };
    let Some(way) = (if of_core { core } else { whole }) else {
        return Ok(Some(Steps { steps: Vec::new(), hardest: None, of_core: true, complete: false }));
    };
    let step = |found: &Found| Step {
        technique: found.technique.name(),
        words: words(board, found),
        from: found.numbers.clone(),
        fills: found.fills.iter().map(|&(cell, trap)| (cell, u16::from(trap))).collect(),
    };
    let end = way.clash.iter().map(|clash| Step {
        technique: "contradiction",
        words: format!("But {}.", clash_words(board, clash)),
        from: clash.numbers(),
        fills: Vec::new(),
    });
    let (hardest, complete) = (way.hardest().map(Technique::name), way.complete);
    Ok(Some(Steps { steps: way.steps.iter().map(step).chain(end).collect(), hardest, of_core, complete }))
}

/// A cell as `r3c7`, from 1.
fn cell(board: &Board, at: usize) -> String {
    let (row, column) = board.place(at);
    format!("r{}c{}", row + 1, column + 1)
}

/// A list in words: "a, b and c".
fn list(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        words => words.concat(),
    }
}

fn number(board: &Board, at: usize) -> String {
    let clue = if let Cell::Clue(clue) = board.cells[at] { clue } else { 0 };
    format!("the {clue} in {}", cell(board, at))
}

/// What is filled in: "r1c2 and r1c3 are traps, r2c2 is a gem".
fn filled(board: &Board, fills: &[(usize, bool)]) -> String {
    let [trap, gem] = board.names();
    let part = |wanted: bool| {
        let cells: Vec<String> =
            fills.iter().filter(|&&(_, trap)| trap == wanted).map(|&(at, _)| cell(board, at)).collect();
        let what = match (wanted, gem) {
            (false, "safe") => (" is safe".to_string(), " are safe".to_string()),
            (false, gem) => (format!(" is a {gem}"), format!(" are {gem}s")),
            (true, _) => (format!(" is a {trap}"), format!(" are {trap}s")),
        };
        match cells.len() {
            0 => None,
            1 => Some(cells.concat() + &what.0),
            _ => Some(list(&cells) + &what.1),
        }
    };
    [part(true), part(false)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn clash_words(board: &Board, clash: &Clash) -> String {
    let [trap, _] = board.names();
    match clash {
        Clash::TooMany(at) => format!("{} has too many {trap}s around it", number(board, *at)),
        Clash::TooFew(at) => format!("{} has too few cells left for its {trap}s", number(board, *at)),
        Clash::Both(a, b) => format!("{} and {} cannot both be met", number(board, *a), number(board, *b)),
        Clash::Total(many, numbers) => {
            let besides = match numbers.len() {
                0 => String::new(),
                _ => format!(" beside those around {}", list_of(board, numbers)),
            };
            match many {
                true if besides.is_empty() => format!("the board has too many {trap}s"),
                true => format!("{} need more {trap}s than the board has left", list_of(board, numbers)),
                false => format!("the board has too few cells left for its {trap}s{besides}"),
            }
        }
    }
}

fn list_of(board: &Board, numbers: &[usize]) -> String {
    list(&numbers.iter().map(|&at| number(board, at)).collect::<Vec<_>>())
}

/// The step as a sentence.
fn words(board: &Board, found: &Found) -> String {
    let [trap, _] = board.names();
    let fills = filled(board, &found.fills);
    match &found.why {
        Why::Count(at, 0) => format!("{} has all its {trap}s: {fills}.", capital(&number(board, *at))),
        Why::Count(at, left) => {
            let left = many(*left, trap);
            format!("{} lacks {left}, and as many cells are left: {fills}.", capital(&number(board, *at)))
        }
        Why::Overlap(a, b, least, most) => {
            let common = match (least, most) {
                (least, most) if least == most => many(*least, trap),
                (least, most) => format!("{least} to {}", many(*most, trap)),
            };
            let (a, b) = (number(board, *a), number(board, *b));
            format!("{} and {b} have {common} in the cells that they share: {fills}.", capital(&a))
        }
        Why::Total(left, numbers) if numbers.is_empty() => {
            format!("{} are left on the whole board: {fills}.", many(*left, trap))
        }
        Why::Total(left, numbers) => {
            let (left, names) = (many(*left, trap), list_of(board, numbers));
            format!("Of the {trap}s on the board, {left} can lie elsewhere than around {names}: {fills}.")
        }
        Why::Supposed(steps, clash) => {
            let told: Vec<String> = steps.iter().map(|step| filled(board, &step.fills)).collect();
            let contrary: Vec<(usize, bool)> = found.fills.iter().map(|&(cell, trap)| (cell, !trap)).collect();
            let then = if told.is_empty() { String::new() } else { format!(" Then {};", told.join("; ")) };
            let (supposed, end) = (filled(board, &contrary), clash_words(board, clash));
            format!("Suppose that {supposed}.{then} {end}. So {fills}.")
        }
    }
}

fn capital(words: &str) -> String {
    words[..1].to_uppercase() + &words[1..]
}

#[cfg(test)]
mod tests {
    use super::super::count::{Certainty, DEFAULT_STATES, count};
    use super::super::generate::generate_no_guess;
    use super::super::{GemsReadOptions, Style, Symbols};
    use super::*;
    use crate::util::rng::Rng;

    fn board(text: &str, mines: Option<usize>) -> Board {
        Board { mines, ..Board::parse(text, GemsReadOptions::default()).expect("a board").puzzle }
    }

    fn told(board: &Board, goal: Goal<'_>) -> Vec<String> {
        let found = steps(board, goal, &Limits::none()).expect("no limit").expect("a board");
        found.steps.into_iter().map(|step| format!("{}: {}", step.technique, step.words)).collect()
    }

    #[test]
    fn methods_in_words() {
        let counted = board("1 _ _\n", None);
        let words = "count: The 1 in r1c1 lacks 1 trap, and as many cells are left: r1c2 is a trap.";
        assert_eq!(told(&counted, Goal::Cell(1, &[])), [words]);
        // The pattern 1-2-1 against a wall: the outer cells are traps.
        let overlapping = board("1 2 1\n_ _ _\n", None);
        let words = told(&overlapping, Goal::Cell(4, &[]));
        assert!(words[0].starts_with("overlap: The 1 in r1c1 and the 2 in r1c2 have 1 trap"), "{words:?}");
        // One mine in all, and it is beside the number: only the total says that the last cell is safe.
        let all = board("- 1 - -\n", Some(1));
        let words = told(&all, Goal::Cell(3, &[]));
        let said =
            "total: Of the mines on the board, 0 mines can lie elsewhere than around the 1 in r1c2: r1c4 is safe.";
        assert_eq!(words, [said]);
    }

    #[test]
    fn contradictions_have_steps() {
        let words = told(&board("_ 1 _\n", Some(2)), Goal::Contradiction(&[]));
        let first = "total: 2 traps are left on the whole board: r1c1 and r1c3 are traps.";
        assert_eq!(words, [first, "contradiction: But the 1 in r1c2 has too many traps around it."]);
        let words = told(&board("1 _ 1 _ 2\n", None), Goal::Contradiction(&[]));
        assert_eq!(words.last().map(|last| last.starts_with("contradiction: But the")), Some(true), "{words:?}");
    }

    #[test]
    fn steps_say_what_is_certain_and_each_is_needed() {
        let mut rng = Rng::new(3);
        let mut hardest = std::collections::BTreeSet::new();
        for round in 0..12 {
            let style = Style::of(Symbols::Mines);
            let made = generate_no_guess((8, 8), 12, (4, 4), style, 2_000, &mut rng, &Limits::none()).expect("a board");
            let board = Board { mines: (round % 2 == 0).then_some(12), ..made.puzzle };
            let counts = count(&board, board.mines, DEFAULT_STATES, &Limits::none()).expect("a small board");
            for (index, cell) in board.unknown_cells().enumerate() {
                let sure = match counts.certainty(index) {
                    Certainty::Open => continue,
                    sure => sure == Certainty::Trap,
                };
                let way = way(&board, None, Goal::Cell(cell, &[]), &Limits::none()).expect("no limit");
                let Some(way) = way else { continue };
                assert!(way.steps.last().is_some_and(|step| step.fills.contains(&(cell, sure))));
                hardest.extend(way.hardest());
                // The steps alone, from the clues on: each is found anew by its method or follows by it.
                let mut state = State::new(&board, None, board.mines);
                for (number, step) in way.steps.iter().enumerate() {
                    assert!(step.fills.iter().any(|&(cell, _)| state.held[cell].is_none()), "nothing new: {step:?}");
                    for &(cell, trap) in &step.fills {
                        let index = board.unknown_cells().position(|other| other == cell).expect("unknown");
                        let wanted = if trap { Certainty::Trap } else { Certainty::Gem };
                        assert_eq!(counts.certainty(index), wanted, "{step:?}");
                        state.set(cell, trap, Cause::Step(number));
                    }
                    state.check();
                    assert_eq!(state.clash, None);
                }
            }
        }
        assert!(hardest.len() >= 2, "{hardest:?}");
    }
}
