//! How a person finds traps and gems: from one number, from two that overlap, from the number of traps on the board.
//!
//! References: Studholme, "Minesweeper as a constraint satisfaction problem", TR Toronto'00, solves boards by the same
//! rules: a number by itself, and one number less another.

mod rules;

use super::{Board, Cell};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;
use crate::puzzle::steps::way::{self, Known, Origin, list};
use crate::puzzle::steps::{Effort, Goal, Step, Steps};
use crate::util::words::{capital, many};
use rules::{Clash, Found, State, Technique, Why, find};

impl Known for State<'_> {
    type Technique = Technique;
    type Why = Why;
    type Value = bool;
    type Clash = Clash;
    type Supposition = (usize, bool);

    fn methods(&self) -> &'static [Technique] {
        &Technique::ALL
    }

    fn easy(&self) -> &'static [Technique] {
        &[Technique::Count]
    }

    fn name(&self, technique: Technique) -> &'static str {
        technique.name()
    }

    fn work(&self, technique: Option<Technique>) -> usize {
        technique.map_or(8, Technique::work) * self.held.len()
    }

    fn check(&mut self) {
        State::check(self);
    }

    fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    fn reached(&self, end: Option<usize>) -> bool {
        let known = |cell: usize| self.held[cell].is_some();
        end.map_or_else(|| self.board.unknown_cells().all(known), known)
    }

    fn find(&mut self, technique: Technique, effort: &mut Effort<'_>) -> Result<Vec<Found>, Stop> {
        Ok(find(self, technique, effort)?.into_iter().collect())
    }

    fn apply(&mut self, found: &Found, number: usize) -> bool {
        found.fills.iter().for_each(|&(cell, trap)| self.set(cell, trap, Origin::Step(number)));
        true
    }

    /// A cell is a trap, or a gem; one beside no number can be anything, unless the number of traps is known.
    fn suppositions(&self, end: Option<usize>) -> Vec<Vec<(usize, bool)>> {
        let open = |cell: &usize| self.held[*cell].is_none();
        let unknown = self.board.unknown_cells().filter(open);
        let near = unknown.filter(|&cell| self.total.is_some() || !self.board.is_free(cell));
        end.into_iter().chain(near).map(|cell| vec![(cell, true), (cell, false)]).collect()
    }

    fn suppose(&mut self, (cell, trap): (usize, bool)) {
        self.set(cell, trap, Origin::Supposed);
    }

    fn refuted(&self, (cell, trap): (usize, bool), steps: Vec<Found>, origins: Vec<Origin>) -> Found {
        let clash = self.clash.clone().unwrap_or(Clash::TooMany(cell));
        let mut from: Vec<usize> = steps.iter().flat_map(|step| step.from.iter().copied()).collect();
        from.extend(clash.numbers());
        from.sort_unstable();
        from.dedup();
        Found {
            technique: Technique::Supposing,
            why: Why::Supposed(steps, clash),
            from,
            fills: vec![(cell, !trap)],
            removes: Vec::new(),
            origins,
        }
    }

    fn grounds(&self, clash: &Clash) -> Vec<Origin> {
        self.origins(&clash.cells(self))
    }

    fn ends(&self, cell: usize) -> Vec<Origin> {
        self.origins(&[cell])
    }

    fn step(&self, found: &Found) -> Step {
        Step {
            technique: found.technique.name(),
            words: words(self.board, found),
            from: found.from.clone(),
            fills: found.fills.iter().map(|&(cell, trap)| (cell, u16::from(trap))).collect(),
        }
    }

    fn end(&self, clash: &Clash) -> (String, Vec<usize>) {
        (clash_words(self.board, clash), clash.numbers())
    }
}

/// What is known by these clues, or by all.
fn start<'a>(board: &'a Board, of: Option<&[Clue]>) -> State<'a> {
    let numbers = |clues: &[Clue]| clues.iter().flat_map(|clue| clue.cells.iter().copied()).collect::<Vec<usize>>();
    let total = of.is_none_or(|clues| clues.iter().any(|clue| clue.cells.is_empty()));
    State::new(board, of.map(numbers).as_deref(), board.mines.filter(|_| total))
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier.
///
/// # Errors
/// The limit that ran out.
pub fn steps(board: &Board, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
    way::steps(|of| start(board, of), goal, limits).map(Some)
}

/// A cell as `r3c7`, from 1.
fn cell(board: &Board, at: usize) -> String {
    let (row, column) = board.place(at);
    format!("r{}c{}", row + 1, column + 1)
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

/// Why a step of a supposition follows, shortly: "the 1 in r1c2 has its trap".
fn reason(board: &Board, found: &Found) -> String {
    let [trap, _] = board.names();
    match &found.why {
        Why::Count(at, 0) => match board.cells[*at] {
            Cell::Clue(0) => format!("{} has no {trap}s around it", number(board, *at)),
            Cell::Clue(1) => format!("{} has its {trap}", number(board, *at)),
            _ => format!("{} has all its {trap}s", number(board, *at)),
        },
        Why::Count(at, 1) => format!("{} has no other cell left", number(board, *at)),
        Why::Count(at, _) => format!("{} has no other cells left", number(board, *at)),
        _ => list_of(board, &found.from),
    }
}

/// The step as a sentence.
fn words(board: &Board, found: &Found) -> String {
    let [trap, _] = board.names();
    let fills = filled(board, &found.fills);
    match &found.why {
        Why::Count(_, 0) => format!("{}: {fills}.", capital(&reason(board, found))),
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
            let told = |step: &Found| format!("{} ({})", filled(board, &step.fills), reason(board, step));
            let mut told: Vec<String> = steps.iter().map(told).collect();
            let but = if told.is_empty() { "" } else { "but " };
            told.push(format!("{but}{}", clash_words(board, clash)));
            let contrary: Vec<(usize, bool)> = found.fills.iter().map(|&(cell, trap)| (cell, !trap)).collect();
            format!("Suppose that {}. Then {}. So {fills}.", filled(board, &contrary), told.join("; "))
        }
    }
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
    fn each_cell_of_a_supposition_has_its_reason() {
        let text = "_, 2, _, _, 1, _\n_, _, 3, _, _, 1\n2, _, _, 3, _, _\n_, 3, _, _, 2, _\n_, _, 2, _, _, 1\n\
                    1, _, _, 1, _, _\n";
        let words = told(&board(text, None), Goal::Whole);
        let parts: Vec<&str> = words[0].split("; ").collect();
        let first =
            "supposing: Suppose that r1c6 is a trap. Then r1c4, r2c4 and r2c5 are gems (the 1 in r1c5 has its trap)";
        assert_eq!((parts[0], parts[1]), (first, "r3c5 and r3c6 are gems (the 1 in r2c6 has its trap)"));
        assert_eq!(parts[2], "r3c3, r4c3 and r4c4 are traps (the 3 in r3c4 has no other cells left)");
        assert_eq!(parts[4], "r5c1 is a trap (the 1 in r6c1 has no other cell left)");
        assert_eq!(parts[8], "but the 2 in r3c1 has too few cells left for its traps. So r1c6 is a gem.");
        let words = told(&board("1 _ 0\n_ _ _\n", None), Goal::Whole);
        assert_eq!(words[0], "count: The 0 in r1c3 has no traps around it: r1c2, r2c2 and r2c3 are gems.");
    }

    #[test]
    fn contradictions_have_steps() {
        let words = told(&board("_ 1 _\n", Some(2)), Goal::Contradiction(&[]));
        let first = "total: 2 traps are left on the whole board: r1c1 and r1c3 are traps.";
        assert_eq!(words, [first, "contradiction: But the 1 in r1c2 has too many traps around it."]);
        let words = told(&board("1 _ 1 _ 2\n", None), Goal::Contradiction(&[]));
        assert_eq!(words.last().map(|last| last.starts_with("contradiction: Here the")), Some(true), "{words:?}");
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
                let way = way::way(start(&board, None), Goal::Cell(cell, &[]), &Limits::none()).expect("no limit");
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
                        state.set(cell, trap, Origin::Step(number));
                    }
                    state.check();
                    assert_eq!(state.clash, None);
                }
            }
        }
        assert!(hardest.len() >= 2, "{hardest:?}");
    }
}
