//! Every puzzle reader on texts that are nearly puzzles: an answer or a message with its place, never a panic.

use super::{Counts, Finding, reader};
use crate::support::puzzles::PUZZLES;
use gemsat::encode::answer::Answer;
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::{SyntaxError, sudoku};
use gemsat::util::rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Texts that one of the readers accepts, beside those in the puzzles' formats.
const SEEDS: &[&str] = &[
    "3, T, 2, G\nT, T, 2, G\nT, 3, 1, G\n",
    "#1\n1 2\n_ _\n\n#2\n_ 1\n",
    "1..2.\n.*...\n",
    "4\nQ...\n..Q.\n....\n.X..\n",
    "8\n1 1\n2 3\nx 4 4\n",
    "s SATISFIABLE\nv 1 -2 3 0\n",
    "SAT\n1 -2 3 0\n",
    "s UNSATISFIABLE\n",
];

/// Pieces of all of them.
const PIECES: &[&str] = &[
    "1",
    "9",
    "0",
    "-1",
    "16",
    "99999999999999999999",
    ".",
    "_",
    "*",
    "T",
    "G",
    "Q",
    "X",
    ",",
    ";",
    ":",
    "|",
    "\n",
    "\n\n",
    " ",
    "\t",
    "\r\n",
    "#2\n",
    "p edge 4000000000 1\n",
    "e 1 1\n",
    "-",
    "+",
    "\u{2212}",
    "é",
    "\0",
    "size",
    "cage",
    "x",
    "s ",
    "v ",
    "4000000000",
    "100",
    "1 100 1\n",
];

/// One execution: every reader sees the text.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let texts: Vec<&str> = PUZZLES.iter().flat_map(|puzzle| puzzle.formats).chain(SEEDS).copied().collect();
    let mut text = texts[rng.index(texts.len())].as_bytes().to_vec();
    for _ in 0..rng.below(6) {
        if rng.coin() {
            reader::mutate(rng, &mut text);
        } else {
            let at = rng.index(text.len() + 1);
            text.splice(at..at, PIECES[rng.index(PIECES.len())].bytes());
        }
    }
    match judge(&text) {
        Ok(accepted) => Ok(vec![("texts", 1), ("accepted", accepted)]),
        Err(message) => Err(Finding { message, file: ("txt", text) }),
    }
}

/// How many of the readers accept the text, or what is wrong with one of them.
pub fn judge(text: &[u8]) -> Result<u64, String> {
    let text = String::from_utf8_lossy(text);
    let mut accepted = 0;
    for puzzle in PUZZLES {
        accepted += u64::from(accepts(puzzle.name, || (puzzle.read)(&text).map_err(Some))?);
    }
    for (name, read) in MORE {
        accepted += u64::from(accepts(name, || read(&text))?);
    }
    Ok(accepted)
}

/// Whether a reader accepts its text, or what is wrong with it.
fn accepts(name: &str, read: impl Fn() -> Result<(), Option<SyntaxError>>) -> Result<bool, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(())) => Ok(true),
        Ok(Err(Some(error))) if error.line == 0 || error.message.is_empty() => {
            Err(format!("{name}: a message without its place: {error:?}"))
        }
        Ok(Err(_)) => Ok(false),
        Err(_) => Err(format!("{name}: panic")),
    }
}

/// A reader; its refusal, with the place where it has one.
type Reader = fn(&str) -> Result<(), Option<SyntaxError>>;

/// Readers beside those that the tools use.
const MORE: &[(&str, Reader)] = &[
    ("gems board", |text| done(Board::parse(text, GemsReadOptions::default()))),
    ("gems answer", |text| done(Board::parse(text, GemsReadOptions { answer: true, zero_unknown: true }))),
    ("gems blocks", |text| done(Board::parse_blocks(text, GemsReadOptions::default()))),
    ("gems line", |text| Board::from_line(text).map(drop).ok_or(None)),
    ("sudoku in boxes", |text| {
        done(sudoku::read::read_many(
            text,
            sudoku::read::SudokuReadOptions { boxes: Some((2, 2)), diagonals: true, first: None },
        ))
    }),
    ("tenner grid", |text| done(Grid::parse(text))),
    ("tenner line", |text| Grid::from_line(text).map(drop).ok_or(None)),
    ("answer", |text| Answer::parse(text).map(drop).map_err(|_| None)),
];

fn done<T>(result: Result<T, SyntaxError>) -> Result<(), Option<SyntaxError>> {
    result.map(drop).map_err(Some)
}
