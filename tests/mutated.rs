//! Puzzle texts with random mistakes, for all five readers: nothing panics, and every refusal names a place in the text
//! and what was expected there.
//!
//! `GEMSAT_TEST_FACTOR=10 cargo test --release --test suite mutated::` reads 10,000 texts for each puzzle.

use crate::support::{rounds, tool};
use gemsat::puzzle::gems::{Board, GemsReadOptions};
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::{SyntaxError, coloring, queens, sudoku};
use gemsat::util::rng::Rng;

/// Texts of a puzzle in its formats, and letters that mistakes are made of.
struct Samples {
    tool: &'static str,
    texts: &'static [&'static str],
    letters: &'static str,
}

const GEMS: Samples = Samples {
    tool: env!("CARGO_BIN_EXE_gems"),
    texts: &[
        "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _",
        "3 4\n3 ? 2 ?\n? ? 2 ?\n? 3 1 ?\n",
        "3.2.\n..2.\n.31.\n",
        "- 1 X\n- 2 -\n",
        "3_2_/__2_/_31_\n1T_/(12)G0\n",
    ],
    letters: "0123456789_TGX-.?*, \t\n\r;x\u{feff}é/()",
};

const TENNER: Samples = Samples {
    tool: env!("CARGO_BIN_EXE_tenner"),
    texts: &[
        "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
         | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n",
        "{\"initial_grid\":[[1,null],[3,4]],\n\"target_sums\":[4,null]}",
        "([[1, None], [3, -1]], [4, 5])",
        "1_/34=4,_\n12/3_=4,7\n",
    ],
    letters: "0123456789_-| \n\r.x,=/\"[]{}()é",
};

const SUDOKU: Samples = Samples {
    tool: env!("CARGO_BIN_EXE_sudoku"),
    texts: &[
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n",
        "4\n1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n",
        "1 2 | 3 4\n3 4 | 1 2\n---------\n2 1 | 4 3\n4 3 | 2 1\n",
        "{1,0,0,4},\n{0,0,1,0},\n{0,1,0,0},\n{4,0,0,1}\n",
        "p cnf 999 2\n111 0\n225 0\n",
        "2\n3;0,0;0,1\n7;0,2;0,3\n",
        "5 0 0 0 0 0 0 0 0\n0 0 0 0 9 0 0 0 0\n0 0 0 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 0\n0 0 0 8 0 0 0 0 0\n\
         7 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 2 0 0\n0 0 0 0 1 0 0 0 5\n",
    ],
    letters: "0123456789._*- \t\n\r|+{},;ABZ/#é=",
};

const QUEENS: Samples = Samples {
    tool: env!("CARGO_BIN_EXE_queens"),
    texts: &[
        "2\n(0, 2) (3, 0)\n",
        "2\n0 2\n3 0\n",
        "2 -1 -1 0 -1 -1 -1 -1\n",
        ". . Q .\nQ . . .\n. . . .\n. . . .\n",
        "0 1 0 0\n0 0 0 0\n1 -1 0 0\n0 0 0 0\n",
        "letting n=4\nletting blocks=[[1,2],[3,4]]\n",
    ],
    letters: "0123456789-.Q*#x, ()[]=\n\rnbé",
};

const COLORING: Samples = Samples {
    tool: env!("CARGO_BIN_EXE_coloring"),
    texts: &[
        "c a\np edge 3 2\ne 1 2\ne 2 3\n",
        "AL: FL, GA\nFL: AL\nGA: AL\n",
        "a,b\nb,c\n",
        "{\"a\": [\"b\"], \"b\": [\"a\"]}",
        "{0: [1, 2], 1: [0], 2: [0]}",
    ],
    letters: "0123456789abcep:, \n\r\t{}[]\"-é",
};

fn mutate(rng: &mut Rng, samples: &Samples) -> String {
    let alphabet: Vec<char> = samples.letters.chars().collect();
    let mut letters: Vec<char> = samples.texts[rng.index(samples.texts.len())].chars().collect();
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
fn read_all<P>(samples: &Samples, read: impl Fn(&str) -> Result<P, SyntaxError>, further: impl Fn(P, &str)) {
    let mut rng = Rng::new(samples.letters.len() as u64);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..rounds(1000) {
        let text = mutate(&mut rng, samples);
        match read(&text) {
            Ok(puzzle) => {
                taken += 1;
                further(puzzle, &text);
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
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
    // The same through the program, for which each text is a process.
    for _ in 0..rounds(15) {
        let text = mutate(&mut rng, samples);
        let (code, _, errors) = tool::run_all(samples.tool, &["encode", "-"], &text);
        match code {
            0 => assert!(read(&text).is_ok(), "{text:?}"),
            1 => {
                assert!(errors.contains("<stdin>:") && errors.contains("expected"), "{text:?} is refused with {errors}")
            }
            code => panic!("exit code {code} for {text:?}: {errors}"),
        }
    }
}

#[test]
fn boards_of_gems() {
    let read = |text: &str| Board::parse_all(text, GemsReadOptions::default());
    read_all(&GEMS, read, |boards, text| {
        for board in boards {
            let line = board.to_line();
            assert_eq!(Board::from_line(&line).map(|board| board.to_line()), Some(line), "{text:?}");
            let counts = gemsat::puzzle::gems::count::count(&board, None, 10_000).expect("small");
            let encoding = gemsat::puzzle::gems::encode::encode(&board, Default::default(), None).expect("small");
            let mut engine = gemsat::engines::by_name("dpll").expect("registered");
            let verdict = engine.solve(encoding.formula, &gemsat::limits::Limits::none(), None);
            assert_eq!(verdict == gemsat::engine::Verdict::Unsat, counts.total == Default::default(), "{text:?}");
        }
    });
}

#[test]
fn tenner_grids() {
    read_all(&TENNER, Grid::parse_all, |grids, text| {
        for (grid, _) in grids {
            assert_eq!(Grid::from_line(&grid.to_line()), Some(grid.clone()), "{text:?}");
            gemsat::puzzle::tenner::encode::encode(&grid).expect("small");
        }
    });
}

#[test]
fn sudokus() {
    read_all(&SUDOKU, |text| sudoku::read::read_many(text, Default::default()), |_, _| {});
}

#[test]
fn boards_of_queens() {
    read_all(&QUEENS, |text| queens::read::read(text, Default::default()), |_, _| {});
}

#[test]
fn graphs() {
    read_all(&COLORING, |text| coloring::read::read(text, false), |_, _| {});
}
