//! The `tenner` tool from the outside: pipes, the report's comparison, checks.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The sample run printed in report 004.
const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                      | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";
const SOLVED: &str = "| 7  0  4  3  2  9  6  5  1  8 |\n| 2  1  5  0  6  4  7  8  3  9 |\n\
                      | 0  8  4  3  7  1  9  5  2  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

fn pipe(program: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments reads nothing; the test then looks at what it says.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn tenner(args: &[&str], input: &str) -> Output {
    pipe(env!("CARGO_BIN_EXE_tenner"), args, input)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn encode_solve_decode_in_a_pipe() {
    let cnf = text(&tenner(&["encode"], SAMPLE));
    let note = cnf.lines().find(|line| line.starts_with("c @ tenner")).expect("a note").to_string();
    let answer = text(&pipe(env!("CARGO_BIN_EXE_solver"), &["-"], &cnf));
    let grid = tenner(&["decode"], &format!("{note}\n{answer}"));
    assert_eq!((grid.status.code(), text(&grid)), (Some(10), SOLVED.to_string()));
}

#[test]
fn the_reports_counters_come_out() {
    let run = tenner(&["compare"], SAMPLE);
    assert_eq!(run.status.code(), Some(10));
    let printed = text(&run);
    assert!(printed.starts_with("Welcome to the Tenner Grid generator and solver\n ---------Initial State---------\n"));
    let numbers: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("consistency: ").or(line.strip_prefix("assignments: ")))
        .collect();
    assert_eq!(numbers, ["587", "103", "465", "18", "632", "24"]);
    assert_eq!(printed.matches(SOLVED).count(), 3);
}

#[test]
fn engines_agree_and_limits_are_unknown() {
    for engine in ["cdcl", "dpll", "csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        let solved = tenner(&["solve", "--engine", engine], SAMPLE);
        assert_eq!((solved.status.code(), text(&solved)), (Some(10), SOLVED.into()), "{engine}");
    }
    let cut = tenner(&["solve", "--engine", "csp-backtrack", "--steps", "1"], SAMPLE);
    assert_eq!(cut.status.code(), Some(0), "{}", text(&cut));
    assert_eq!(text(&tenner(&["count"], SAMPLE)), "1\n");
    let wrong_sum = SAMPLE.replace("| 9  9 13", "|27  9 13");
    assert_eq!(tenner(&["solve"], &wrong_sum).status.code(), Some(20));
    let why = tenner(&["explain"], &wrong_sum);
    assert_eq!(why.status.code(), Some(20));
    assert!(text(&why).contains("the sum 27 of column 1"), "{}", text(&why));
}

#[test]
fn a_forced_cell_has_reasons() {
    let why = tenner(&["explain", "--cell", "1,4"], SAMPLE);
    assert_eq!(why.status.code(), Some(10));
    assert!(text(&why).starts_with("row 1, column 4 holds a 3, because of\n"), "{}", text(&why));
}

#[test]
fn broken_rules_are_named() {
    let check = |answer: &str| tenner(&["check", "-"], answer);
    assert_eq!(check(SOLVED).status.code(), Some(0));
    let twice = check(&SOLVED.replacen(" 9  6  5", " 9  6  9", 1));
    assert_eq!(twice.status.code(), Some(20));
    assert!(text(&twice).contains("row 1, column 8: a second 9 in its row"), "{}", text(&twice));
}

#[test]
fn generated_grids_are_unique() {
    for rows in ["3", "5"] {
        let args = ["generate", "--rows", rows, "--unique", "--blanks", "5", "--seed", "4"];
        let grid = text(&tenner(&args, ""));
        assert_eq!(text(&tenner(&["count"], &grid)), "1\n");
        assert_eq!(grid, text(&tenner(&args, "")));
        assert!(text(&tenner(&["draw", "--solved"], &grid)).starts_with("<svg"));
    }
}

#[test]
fn mutated_grids_never_panic() {
    let mut rng = gemsat::util::rng::Rng::new(12);
    let symbols: Vec<char> = "0123456789_-| \n.x,[]{}()é".chars().collect();
    let json = "{\"initial_grid\":[[1,null],[3,4]],\"target_sums\":[4,null]}";
    for round in 0..3000 {
        let mut letters: Vec<char> = if round % 2 == 0 { SAMPLE } else { json }.chars().collect();
        for _ in 0..1 + rng.index(5) {
            let place = rng.index(letters.len());
            match rng.below(3) {
                0 => letters[place] = symbols[rng.index(symbols.len())],
                1 => letters.insert(place, symbols[rng.index(symbols.len())]),
                _ => drop(letters.remove(place)),
            }
        }
        let text: String = letters.into_iter().collect();
        match gemsat::puzzle::tenner::Grid::parse_all(&text) {
            Ok(grids) => {
                for (grid, _) in grids {
                    let again = gemsat::puzzle::tenner::Grid::from_line(&grid.to_line());
                    assert_eq!(again, Some(grid.clone()), "{text:?}");
                    gemsat::encode::tenner::encode(&grid).expect("small");
                }
            }
            Err(error) => assert!(error.line >= 1 && !error.message.is_empty()),
        }
    }
}
