//! The tool `sudoku` end to end, and its reader on broken text.

use crate::support::tool::{code, cut_short, run};
use gemsat::puzzle::sudoku::{print, read};
use gemsat::util::rng::Rng;

const SUDOKU: &str = env!("CARGO_BIN_EXE_sudoku");
/// AI Escargot, A. Inkala 2006.
const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const ANSWER: &str = "162857493534129678789643521475312986913586742628794135356478219241935867897261354";

#[test]
fn solves_counts_and_checks() {
    assert_eq!(run(SUDOKU, &["solve", "--line"], HARD), (10, format!("{ANSWER}\n")));
    assert_eq!(run(SUDOKU, &["count"], HARD), (0, "1\n".into()));
    assert_eq!(run(SUDOKU, &["check"], ANSWER), (10, "right\n".into()));
    let wrong = ANSWER.replacen("16", "61", 1);
    assert_eq!(run(SUDOKU, &["check"], &wrong), (20, "wrong: column 1 holds 6 twice, in r1c1 and r6c1\n".into()));
    assert_eq!(run(SUDOKU, &["solve"], &HARD.replacen("1.", "11", 1)), (20, "No solution\n".into()));
    assert_eq!(code(SUDOKU, &["solve"], &HARD.replacen('.', "y", 1)), 1);
    assert_eq!(code(SUDOKU, &["nonsense"], ""), 2);
}

#[test]
fn the_course_s_clauses_and_sol_files() {
    let blank = ".".repeat(81);
    for (stage, clauses) in
        [("one-cell", 37), ("all-cells", 2997), ("rows", 3078), ("rows-and-cols", 3159), ("rules", 3240)]
    {
        let (_, text) = run(SUDOKU, &["encode", "--encoding", "textbook", "--stage", stage, "--symbolic"], &blank);
        assert_eq!(text.lines().count(), clauses, "{stage}");
    }
    let (_, sol) = run(SUDOKU, &["solve", "--sol"], HARD);
    assert_eq!(sol.lines().count(), 729);
    assert_eq!(run(SUDOKU, &["decode", "--line"], &sol), (10, format!("{ANSWER}\n")));
}

#[test]
fn many_puzzles_and_generated_ones() {
    let (status, many) = run(SUDOKU, &["generate", "--count", "5", "--seed", "9"], "");
    assert_eq!((status, many.lines().count()), (0, 5));
    assert_eq!(run(SUDOKU, &["count", "--limit", "1"], &many), (0, "1\n".repeat(5)));
    let (status, solved) = run(SUDOKU, &["solve"], &many);
    assert_eq!(status, 10);
    assert_eq!(run(SUDOKU, &["check"], &solved).0, 10);
}

#[test]
fn generated_puzzles_are_read_back() {
    let shapes: [&[&str]; 8] = [
        &["--size", "4"],
        &["--size", "5"],
        &["--size", "6"],
        &["--size", "8"],
        &["--size", "12"],
        &["--boxes", "3x2"],
        &["--boxes", "4x3"],
        &["--boxes", "1x6"],
    ];
    for shape in shapes {
        // As many lines of a small sudoku as a line has characters are no grid.
        for count in ["1", "2", "16", "36"].iter().take(if shape[1].len() > 1 { 2 } else { 4 }) {
            let args = [&["generate", "--line", "--seed", "3", "--count", count], shape].concat();
            let (_, puzzles) = run(SUDOKU, &args, "");
            let unique = "1\n".repeat(count.parse().expect("a number"));
            assert_eq!(run(SUDOKU, &["count", "--limit", "1"], &puzzles), (0, unique), "{args:?}\n{puzzles}");
            let (status, solved) = run(SUDOKU, &["solve", "--line"], &puzzles);
            assert_eq!((status, run(SUDOKU, &["check"], &solved).0), (10, 10), "{args:?}");
        }
        let (_, grid) = run(SUDOKU, &[&["generate", "--seed", "3"], shape].concat(), "");
        assert_eq!(run(SUDOKU, &["count"], &grid), (0, "1\n".into()), "{shape:?}\n{grid}");
    }
}

#[test]
fn killers_and_jigsaws_have_one_solution() {
    for kind in [&["--killer"][..], &["--jigsaw"], &["--jigsaw", "--killer", "--size", "6"], &["--x", "--size", "6"]] {
        let args = [&["generate", "--seed", "5"], kind].concat();
        let (status, puzzle) = run(SUDOKU, &args, "");
        assert_eq!(status, 0, "{kind:?}");
        assert_eq!(run(SUDOKU, &args, "").1, puzzle, "{kind:?}");
        // Cages alone do not determine the regions of a jigsaw.
        if kind.len() < 4 {
            let options: &[&str] = if kind[0] == "--x" { &["--x"] } else { &[] };
            assert_eq!(run(SUDOKU, &[&["count"], options].concat(), &puzzle), (0, "1\n".into()), "{kind:?}");
            let (status, svg) = run(SUDOKU, &[&["draw", "--solve"], options].concat(), &puzzle);
            assert_eq!((status, svg.starts_with("<svg")), (0, true), "{kind:?}");
        }
    }
}

#[test]
fn every_engine_solves_and_counts() {
    // A 4 by 4 grid with two solutions.
    let puzzle = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n";
    let expected = run(SUDOKU, &["count"], puzzle);
    assert_eq!(expected.0, 0);
    for engine in ["cdcl", "dpll", "backtracking", "csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        assert_eq!(run(SUDOKU, &["count", "--engine", engine], puzzle), expected, "{engine}");
        let (status, solved) = run(SUDOKU, &["solve", "--engine", engine], puzzle);
        let wanted = if expected.1 == "0\n" { 20 } else { 10 };
        assert_eq!(status, wanted, "{engine}");
        if wanted == 10 {
            assert_eq!(run(SUDOKU, &["check"], &solved), (10, "right\n".into()), "{engine}");
        }
    }
    assert_eq!(code(SUDOKU, &["solve", "--certain", "--engine", "csp-fc"], puzzle), 2);
}

#[test]
fn answers_by_name_and_grids_of_the_course() {
    let (_, named) = run(SUDOKU, &["encode", "--encoding", "textbook", "--symbolic"], HARD);
    let solver = env!("CARGO_BIN_EXE_solver");
    let (status, answer) = run(solver, &["-q"], &named);
    assert_eq!(status, 10);
    assert_eq!(run(SUDOKU, &["decode", "--line"], &answer), (10, format!("{ANSWER}\n")));
    // Rows alone are right, columns are not.
    let rows = "123456789".repeat(9);
    assert_eq!(run(SUDOKU, &["check", "--stage", "rows"], &rows), (10, "right\n".into()));
    assert_eq!(code(SUDOKU, &["check", "--stage", "rows-and-cols"], &rows), 20);
    assert_eq!(code(SUDOKU, &["check", "--stage", "rows"], &rows.replacen('1', "2", 1)), 20);
}

#[test]
fn explains_in_the_puzzle_s_words() {
    let (status, text) = run(SUDOKU, &["explain"], &format!("55{}", ".".repeat(79)));
    assert_eq!(status, 0);
    assert!(text.contains("  the 5 in row 1, column 1\n  the 5 in row 1, column 2\n"), "{text}");
    let (_, forced) = run(SUDOKU, &["explain", "--cell", "1,9"], &format!("12345678.{}", ".".repeat(72)));
    assert!(forced.starts_with("row 1, column 9 holds 9, forced by"), "{forced}");
    let steps =
        "Step by step (hardest method: single):\n  1. single: r1c9 is 9: all other digits are ruled out, by r1c1, ";
    assert_eq!(forced.lines().count(), 11);
    assert!(forced.contains(steps), "{forced}");
    // A digit that stands twice; and a puzzle without a contradiction has a grade.
    assert!(text.ends_with("  1. contradiction: Here r1c1 and r1c2 both hold 5.\n"), "{text}");
    let (_, graded) = run(SUDOKU, &["explain"], &ANSWER.replacen('1', ".", 3));
    assert!(graded.contains("\nGrade: single, the hardest method that it needs (3 × single).\n"), "{graded}");
    let (_, several) = run(SUDOKU, &["explain"], &".".repeat(81));
    assert!(several.contains("\nGrade: search."), "{several}");
}

#[test]
fn an_explanation_that_is_cut_short_says_so() {
    let explain =
        |args: &[&str], puzzle: &str| cut_short(SUDOKU, &[&["explain"], args].concat(), "--conflict-limit", puzzle);
    let perhaps = "(conflict limit: perhaps not all of these are needed):\n";
    let (cut, whole) = explain(&[], &format!("55{}", ".".repeat(79)));
    let said = "No solution. These clues contradict each other";
    let clues = "  the 5 in row 1, column 1\n  the 5 in row 1, column 2\n";
    assert_eq!(cut, format!("{said} {perhaps}{clues}"));
    assert_eq!(whole, format!("{said}, and none can be left out:\n{clues}"));
    let steps = "Step by step:\n  1. contradiction: Here r1c1 and r1c2 both hold 5.\n";
    assert_eq!(run(SUDOKU, &["explain"], &format!("55{}", ".".repeat(79))).1, format!("{whole}{steps}"));
    let (cut, whole) = explain(&["--cell", "1,1"], &format!(".{}", &ANSWER[1..]));
    let said = "row 1, column 1 holds 1, forced by these clues";
    assert!(cut.starts_with(&format!("{said} {perhaps}")), "{cut}");
    assert!(whole.starts_with(&format!("{said}, none of which can be left out:\n")), "{whole}");
}

#[test]
fn nothing_panics_on_broken_text() {
    let killer = "4 2\n10;0,0;0,1;0,2;0,3\n3;1,0;1,1\n";
    let jigsaw = " --- --- --- ---\n| 1   2 | 3   4 |\n\n| 3   4 | 1   2 |\n --- --- --- ---\n|       |       |\n\n|       |       |\n --- --- --- ---\n";
    let seeds = [
        HARD,
        killer,
        jigsaw,
        "2 2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4\n",
        "111 0\n234 0\n",
        "p cnf 999 1\n111 0\n",
        "{1,2},{3,_}",
    ];
    let mut rng = Rng::new(1);
    for _ in 0..10_000 {
        let mut text: Vec<char> = seeds[rng.index(seeds.len())].chars().collect();
        for _ in 0..rng.index(4) + 1 {
            let at = rng.index(text.len());
            match rng.index(4) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, ['0', '9', '|', '-', '\n', ';', ',', 'é', ' ', 'Z'][rng.index(10)]),
                2 => text.truncate(at + 1),
                _ => text[at] = ['7', '\n', '.', '-', ' ', 'q'][rng.index(6)],
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(puzzles) = read::read_many(&text, read::SudokuReadOptions::default()) {
            puzzles.puzzle.iter().for_each(|puzzle| drop(print::puzzle(puzzle)));
        }
    }
}

#[test]
fn answers_are_in_the_puzzle_s_digits() {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let grid = |blank: bool| -> String {
        let cell = |cell: usize| {
            let (row, column) = (cell / 16, cell % 16);
            let digit = char::from(HEX[(4 * (row % 4) + row / 4 + column) % 16]);
            if blank && (row * 7 + column * 3) % 5 == 0 { '-' } else { digit }
        };
        (0..16).map(|row| (0..16).map(|column| cell(16 * row + column)).collect::<String>() + "\n").collect()
    };
    let (puzzle, answer) = (grid(true), grid(false));
    let line = answer.replace('\n', "");
    assert_eq!(run(SUDOKU, &["count"], &puzzle), (0, "1\n".into()));
    assert_eq!(run(SUDOKU, &["solve", "--line"], &puzzle), (10, format!("{line}\n")));
    let (_, solved) = run(SUDOKU, &["solve"], &puzzle);
    assert!(solved.starts_with("0 1 2 3 | 4 5 6 7 | 8 9 A B | C D E F\n"), "{solved}");
    let (_, formula) = run(SUDOKU, &["encode"], &puzzle);
    assert!(formula.starts_with("c @ sudoku boxes=4x4 vars=4096 digits=0-F\n"));
    let (_, model) = run(env!("CARGO_BIN_EXE_solver"), &[], &formula);
    assert_eq!(run(SUDOKU, &["decode", "--line"], &model), (10, format!("{line}\n")));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puzzle");
    std::fs::write(&file, &puzzle).expect("written");
    let name = file.to_str().expect("a name");
    assert_eq!(run(SUDOKU, &["check", name], &answer), (10, "right\n".into()));
    let wrong = answer.replacen('0', "F", 1);
    assert_eq!(run(SUDOKU, &["check", name], &wrong), (20, "wrong: row 1 holds F twice, in r1c1 and r1c16\n".into()));
    let (_, forced) = run(SUDOKU, &["explain", "--cell", "1,1"], &puzzle);
    assert!(forced.starts_with("row 1, column 1 holds 0, forced by"), "{forced}");
    assert!(run(SUDOKU, &["draw"], &puzzle).1.contains(">E</text>"));
    // Where the puzzle does not say, the answer does.
    std::fs::write(&file, puzzle.replace('0', "-")).expect("written");
    assert_eq!(run(SUDOKU, &["check", name], &answer), (10, "right\n".into()));
    assert_eq!(run(SUDOKU, &["solve", "--line", "--digits-from", "0", name], "").1, format!("{line}\n"));
    let remarked = run(SUDOKU, &["encode", name], "").1;
    assert!(remarked.starts_with("c line 1: neither 0 nor G occurs"), "{}", &remarked[..80]);
}

#[test]
fn tables_of_puzzles_and_solutions_are_checked() {
    let table = format!("quizzes,solutions\n{HARD},{ANSWER}\n{HARD},{ANSWER}\n");
    assert_eq!(run(SUDOKU, &["check"], &table), (10, "1: right\n2: right\n".into()));
    let wrong = format!("{HARD},{}\n", ANSWER.replacen("16", "61", 1));
    assert_eq!(run(SUDOKU, &["check"], &wrong), (20, "wrong: r1c1 is 6, given is 1\n".into()));
    assert_eq!(run(SUDOKU, &["solve"], &table), (10, format!("{ANSWER}\n{ANSWER}\n")));
}

#[test]
fn folders_of_several_layouts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    let easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    file("a.txt", &format!("{easy}\n{easy}\n"));
    file("b.txt", &run(SUDOKU, &["generate", "--jigsaw", "--seed", "2"], "").1);
    file("c.txt", &run(SUDOKU, &["generate", "--killer", "--seed", "2"], "").1);
    file("d.txt", "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n");
    let name = folder.path().to_str().expect("a name");
    for engine in [&[][..], &["--engine", "cdcl"]] {
        let (status, text) = run(SUDOKU, &[&["solve", name], engine].concat(), "");
        assert_eq!((status, text.lines().count()), (10, 5), "{text}");
        assert!(text.lines().last().is_some_and(|line| line.ends_with("d.txt: 1234341221434321")), "{text}");
    }
    file("e.txt", "1 2\n");
    assert_eq!(code(SUDOKU, &["solve", name], ""), 1);
    assert_eq!(run(SUDOKU, &["count", "--unique", "-"], easy), (10, "1\n".into()));
    assert_eq!(run(SUDOKU, &["count", "--unique", "--limit", "1", "-"], &".".repeat(81)), (20, ">1\n".into()));
}
