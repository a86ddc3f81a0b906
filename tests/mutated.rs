//! Puzzle texts with random mistakes, for all readers: nothing panics, and every refusal names a place in the text
//! and what was expected there.
//!
//! `GEMSAT_TEST_FACTOR=10 cargo test --release --test suite mutated::` reads 10,000 texts for each puzzle.

use crate::support::puzzles::{PUZZLES, Puzzle};
use crate::support::{rounds, tool};
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use gemsat::puzzle::tenner::Grid;
use gemsat::util::rng::Rng;

fn mutate(rng: &mut Rng, puzzle: &Puzzle) -> String {
    let alphabet: Vec<char> = puzzle.letters.chars().collect();
    let mut letters: Vec<char> = puzzle.formats[rng.index(puzzle.formats.len())].chars().collect();
    for _ in 0..1 + rng.index(5) {
        let place = rng.index(letters.len());
        match rng.below(5) {
            0 | 1 => letters[place] = alphabet[rng.index(alphabet.len())],
            2 => letters.insert(place, alphabet[rng.index(alphabet.len())]),
            // A line twice, as when a hand slips.
            3 => {
                let from = letters[..place].iter().rposition(|&letter| letter == '\n').map_or(0, |at| at + 1);
                let line: Vec<char> = letters[from..=place].to_vec();
                letters.splice(from..from, line);
            }
            _ if letters.len() > 1 => drop(letters.remove(place)),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// Reads mutated texts; what is read must survive `further`, and what is refused must say where and what.
fn read_all(puzzle: &Puzzle) {
    let mut rng = Rng::new(puzzle.letters.len() as u64);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..rounds(1000) {
        let text = mutate(&mut rng, puzzle);
        match (puzzle.read)(&text) {
            Ok(()) => {
                taken += 1;
                further(puzzle.name, &text);
            }
            Err(error) => {
                refused += 1;
                let lines = text.split(['\n', '\r']).count().max(1);
                assert!((1..=lines).contains(&error.line), "{error}: {text:?} has {lines} lines");
                assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{error}: {text:?}");
                assert!(error.message.contains("expected"), "{error}: {text:?}");
            }
        }
    }
    assert!(taken > 20 && refused > 20, "{}: {taken} taken, {refused} refused", puzzle.name);
    // The same through the program, for which each text is a process.
    for _ in 0..rounds(15) {
        let text = mutate(&mut rng, puzzle);
        let (code, _, errors) = tool::run_all(&tool::program(puzzle.name), &["encode", "-"], &text);
        match code {
            0 => assert!((puzzle.read)(&text).is_ok(), "{text:?}"),
            1 => {
                assert!(errors.contains("<stdin>:") && errors.contains("expected"), "{text:?} is refused with {errors}")
            }
            code => panic!("exit code {code} for {text:?}: {errors}"),
        }
    }
}

/// What must hold of the puzzles that a text of this kind is read as.
fn further(name: &str, text: &str) {
    match name {
        "gems" => {
            for board in Board::parse_all(text, GemsReadOptions::default()).expect("it was read").puzzle {
                let line = board.to_line();
                assert_eq!(Board::from_line(&line).map(|board| board.to_line()), Some(line), "{text:?}");
                let counts = gemsat::puzzle::gems::count::count(&board, None, 10_000, &gemsat::limits::Limits::none())
                    .expect("small");
                let encoding = gemsat::puzzle::gems::encode::encode(&board, Default::default(), None).expect("small");
                let mut engine = gemsat::engines::by_name("dpll").expect("registered");
                let verdict = engine.solve(encoding.formula, &gemsat::limits::Limits::none(), None);
                assert_eq!(verdict == gemsat::engine::Verdict::Unsat, counts.total == Default::default(), "{text:?}");
            }
        }
        "tenner" => {
            for (grid, _) in Grid::parse_all(text).expect("it was read").puzzle {
                assert_eq!(Grid::from_line(&grid.to_line()), Some(grid.clone()), "{text:?}");
                gemsat::puzzle::tenner::encode::encode(&grid).expect("small");
            }
        }
        _ => {}
    }
}

#[test]
fn texts_with_mistakes_are_read_or_refused_with_a_place() {
    PUZZLES.iter().for_each(read_all);
}
