//! What readers say of texts that are spoilt, in every format: no word twice, and one of a thing is no plural.

use crate::support::puzzles::PUZZLES;
use crate::support::rounds;
use crate::support::spoil::spoil;
use gemsat::cnf::{Format, ReadOptions, read_from};
use gemsat::encode::answer::Answer;
use gemsat::limits::Limits;
use gemsat::puzzle::gems::Board;
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::{Reading, SyntaxError, coloring, queens, sudoku};
use gemsat::util::rng::Rng;
use std::collections::HashSet;

/// What is wrong with a message: a word that stands twice, or `1` before more than one. What it quotes is not its own.
fn fault(message: &str) -> Option<String> {
    let own: String = message.split('\'').step_by(2).collect::<Vec<_>>().join(" ' ");
    let own: String = own.split('"').step_by(2).collect::<Vec<_>>().join(" \" ");
    let words: Vec<&str> = own.split_whitespace().collect();
    let pair = words.windows(2).find(|pair| {
        let word = pair[1].trim_end_matches([',', ':', ';', '.', ')']);
        let twice = pair[0] == word && word.chars().all(char::is_alphabetic);
        let plural = word.len() > 3 && word.ends_with('s') && !["less", "plus", "this"].contains(&word);
        twice || pair[0] == "1" && plural
    });
    pair.map(|pair| pair.join(" "))
}

/// The error or the remarks of a reader of puzzles.
fn said<P>(reading: Result<Reading<P>, SyntaxError>) -> Vec<String> {
    match reading {
        Err(error) => vec![error.message],
        Ok(reading) => reading.remarks.into_iter().map(|remark| remark.message).collect(),
    }
}

/// What the reader of this puzzle says of a text.
fn puzzle(name: &str, text: &str) -> Vec<String> {
    match name {
        "coloring" => said(coloring::read::read(text, Default::default())),
        "gems" => said(Board::parse_all(text, Default::default())),
        "queens" => said(queens::read::read(text, Default::default())),
        "sudoku" => said(sudoku::read::read_many(text, Default::default())),
        "tenner" => said(Grid::parse_all(text)),
        other => panic!("no reader of {other}"),
    }
}

/// What the reader of formulas says of a text, read in every way.
fn formula(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for format in [Format::Auto, Format::Dimacs, Format::Symbolic, Format::Infix] {
        for relaxed in [false, true] {
            let options = ReadOptions { format, relaxed, ..ReadOptions::default() };
            match read_from(text.as_bytes(), "f", &options, &Limits::none()) {
                Err(error) => all.push(error.to_string()),
                Ok(document) => {
                    all.extend(document.asked("f").err().map(|error| error.to_string()));
                    all.extend(document.warnings.into_iter().chain(document.remarks));
                }
            }
        }
    }
    all
}

/// Small texts, of which there is one of most things, beside those of all formats.
const SMALL: &[&str] = &[
    "1\n",
    "1 1\n",
    "1 1\n_\n",
    "1 2\n1,2\n",
    "2 1\n1 2\n",
    "2 1\n0 1\n",
    "3 1\n2\n1\n\n",
    "p edge 2 1\ne 1 2\n",
    "p edge 1 1\n",
    "p edge 2 0\ne 1 2\n",
    "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n1 2\n",
    "%%MatrixMarket matrix coordinate pattern symmetric\n1 1 0\n",
    "0 1\n1 0\n",
    "0\n",
    "a: b\nb: a\n",
    "[[1]]",
    "[1]",
    "{\"a\": []}",
    "1x1x1\n",
    "1x1x2\n",
    "1 cage\n",
    "2 1\n3;0,0;0,1\n7;0,2;0,3\n",
    "4 3\n3;0,0;0,1\n",
    "p cnf 1 1\n1 0\n",
    "p cnf 1 1\n2 0\n",
    "p cnf 1 3\n1 0\n",
    "p cnf 1 3\n1 0\n%\n",
    "p cnf 3 1\n1 0\n1 0\n",
    "c p show 1\np cnf 1 1\n1 0\n",
    "A\n-A\n",
    "A | ~A\n",
    "A\n",
    "s SATISFIABLE\nv 1 -2 0\n",
    "SAT\n1 0\n",
    "A\n-B\n",
];

#[test]
fn no_word_stands_twice_and_one_is_no_plural() {
    let mut rng = Rng::new(56);
    let mut faults = HashSet::new();
    let mut different = HashSet::new();
    let formats = PUZZLES.iter().flat_map(|puzzle| puzzle.formats.iter().chain([&puzzle.text]));
    for text in formats.chain(SMALL) {
        for round in 0..rounds(150) {
            let text = if round == 0 { (*text).to_owned() } else { spoil(&mut rng, text).1 };
            let mut all = formula(&text);
            all.extend(Answer::parse(&text).err().map(|error| error.to_string()));
            all.extend(PUZZLES.iter().flat_map(|row| puzzle(row.name, &text)));
            for message in all {
                if let Some(found) = fault(&message) {
                    faults.insert(format!("{found}: {message}"));
                }
                different.insert(message);
            }
        }
    }
    assert!(different.len() > 1000, "only {} messages", different.len());
    let mut kinds: Vec<&String> = faults.iter().collect();
    kinds.sort_unstable();
    assert!(kinds.is_empty(), "{}", kinds.iter().take(100).map(|fault| fault.as_str()).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_faulty_message_is_found() {
    assert_eq!(fault("expected expected a cell").as_deref(), Some("expected expected"));
    assert_eq!(fault("found 1 cells, expected 2").as_deref(), Some("1 cells,"));
    for good in ["found 'the the 1 cells', expected 1 cell", "11 cells", "1 is a row", "row 1 has 2 cells"] {
        assert_eq!(fault(good), None, "{good}");
    }
}
