//! Every puzzle reader on texts that are nearly puzzles: an answer or a message with its place, never a panic.

use super::{Counts, Finding, reader};
use gemsat::encode::answer::Answer;
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::{SyntaxError, coloring, queens, sudoku};
use gemsat::util::rng::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Texts that one of the readers accepts.
const SEEDS: &[&str] = &[
    "3, _, 2, _\n_, _, 2, _\n_, 3, 1, _\n",
    "3, T, 2, G\nT, T, 2, G\nT, 3, 1, G\n",
    "#1\n1 2\n_ _\n\n#2\n_ 1\n",
    "1..2.\n.*...\n",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n",
    "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
    "4\nQ...\n..Q.\n....\n.X..\n",
    "8\n1 1\n2 3\nx 4 4\n",
    "p edge 3 2\ne 1 2\ne 2 3\n",
    "hub: a, b, c, d, e\na: b, e\nb: c\nc: d\nd: e\n",
    "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n| 9  1  9 -1  8 13 -1 -1 -1 -1 |\n",
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
    let mut text = SEEDS[rng.index(SEEDS.len())].as_bytes().to_vec();
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
    for (name, read) in READERS {
        match catch_unwind(AssertUnwindSafe(|| read(&text))) {
            Ok(Ok(())) => accepted += 1,
            Ok(Err(Some(error))) if error.line == 0 || error.message.is_empty() => {
                return Err(format!("{name}: a message without its place: {error:?}"));
            }
            Ok(Err(_)) => {}
            Err(_) => return Err(format!("{name}: panic")),
        }
    }
    Ok(accepted)
}

/// A reader; its refusal, with the place where it has one.
type Reader = fn(&str) -> Result<(), Option<SyntaxError>>;

const READERS: &[(&str, Reader)] = &[
    ("gems", |text| done(Board::parse(text, GemsReadOptions::default()))),
    ("gems answer", |text| done(Board::parse(text, GemsReadOptions { answer: true, zero_unknown: true }))),
    ("gems blocks", |text| done(Board::parse_blocks(text, GemsReadOptions::default()))),
    ("gems line", |text| Board::from_line(text).map(drop).ok_or(None)),
    ("sudoku", |text| done(sudoku::read::read(text, sudoku::read::SudokuReadOptions::default()))),
    ("sudokus", |text| {
        done(sudoku::read::read_many(text, sudoku::read::SudokuReadOptions { boxes: Some((2, 2)), diagonals: true }))
    }),
    ("queens", |text| done(queens::read::read(text, queens::read::QueensReadOptions::default()))),
    ("coloring", |text| done(coloring::read::read(text, false))),
    ("tenner", |text| done(Grid::parse(text))),
    ("tenners", |text| done(Grid::parse_all(text))),
    ("tenner line", |text| Grid::from_line(text).map(drop).ok_or(None)),
    ("answer", |text| Answer::parse(text).map(drop).map_err(|_| None)),
];

fn done<T>(result: Result<T, SyntaxError>) -> Result<(), Option<SyntaxError>> {
    result.map(drop).map_err(Some)
}
