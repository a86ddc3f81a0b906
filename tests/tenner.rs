//! The `tenner` tool from the outside: pipes, the report's comparison, checks.

use crate::support::spoil::{Outcome, never_another};
use crate::support::tool::{cut_short, pipe, text};
use gemsat::puzzle::tenner::Grid;
use std::process::Output;

/// The sample run printed in the Tenner report.
const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                      | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";
const SOLVED: &str = "| 7  0  4  3  2  9  6  5  1  8 |\n| 2  1  5  0  6  4  7  8  3  9 |\n\
                      | 0  8  4  3  7  1  9  5  2  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

fn tenner(args: &[&str], input: &str) -> Output {
    pipe(env!("CARGO_BIN_EXE_tenner"), args, input)
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
    let cut = tenner(&["solve", "--engine", "csp-backtrack", "--step-limit", "1"], SAMPLE);
    assert_eq!(cut.status.code(), Some(0), "{}", text(&cut));
    assert_eq!(text(&tenner(&["count"], SAMPLE)), "1\n");
    let wrong_sum = SAMPLE.replace("| 9  9 13", "|27  9 13");
    assert_eq!(tenner(&["solve"], &wrong_sum).status.code(), Some(20));
    let why = tenner(&["explain"], &wrong_sum);
    assert_eq!(why.status.code(), Some(0));
    assert!(text(&why).contains("the sum 27 of column 1"), "{}", text(&why));
}

#[test]
fn every_engine_solves_or_gives_up() {
    for engine in gemsat::engines::names() {
        let run = tenner(&["solve", "--engine", engine, "--step-limit", "20000"], SAMPLE);
        let solved = run.status.code() == Some(10) && text(&run) == SOLVED;
        let gave_up = run.status.code() == Some(0) && text(&run).starts_with("UNKNOWN");
        assert!(solved || gave_up, "{engine}: {}", text(&run));
    }
    // Local search gets no auxiliary variables.
    let direct = text(&tenner(&["encode", "--encoding", "direct"], SAMPLE));
    assert!(direct.contains("\np cnf 300 ") && !direct.contains("AUX"), "{direct}");
    assert_eq!(text(&tenner(&["solve", "--engine", "ddfw"], SAMPLE)), SOLVED);
}

#[test]
fn many_grids_give_a_line_each() {
    let grids = text(&tenner(&["generate", "--count", "4", "--rows", "4", "--unique", "--seed", "1"], ""));
    assert_eq!(grids.lines().count(), 4);
    let solved = tenner(&["solve"], &grids);
    assert_eq!((solved.status.code(), text(&solved).lines().count()), (Some(10), 4));
    assert_eq!(text(&tenner(&["count"], &grids)), "1\n".repeat(4));
    let table = text(&tenner(&["compare", "--step-limit", "10000"], &grids));
    assert!(table.starts_with("grid") && table.lines().count() == 7 && table.contains("\nmedian"), "{table}");
    assert!(table.lines().nth(1).is_some_and(|line| line.ends_with(" seconds")), "{table}");
    let json = tenner(&["generate", "--json", "--count", "2"], "");
    assert_eq!(text(&json).lines().count(), 2);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.txt"), SAMPLE).expect("a file");
    let path = folder.path().display().to_string();
    assert_eq!(text(&tenner(&["solve", &path], "")).lines().count(), 1);
}

#[test]
fn certain_digits_and_all_solutions() {
    // The sums are not given: digits 8 and 9 fit into columns 9 and 10 in either order.
    let open = "0 1 2 3 4 5 6 7 _ _\n9 3 4 5 6 7 8 2 1 0\n_ _ _ _ _ _ _ _ _ _\n";
    let certain = tenner(&["solve", "--certain"], open);
    assert!(text(&certain).starts_with("| 0  1  2  3  4  5  6  7 -1 -1 |\n"), "{}", text(&certain));
    let all = text(&tenner(&["solve", "--all"], open));
    assert_eq!((all.split("\n\n").count(), text(&tenner(&["count"], open)).as_str()), (2, "2\n"));
    assert_eq!(text(&tenner(&["solve", "--all", "--limit", "1"], open)).split("\n\n").count(), 1);
    assert_eq!(text(&tenner(&["count", "--limit", "1"], open)), ">1\n");
    assert_eq!(text(&tenner(&["solve", "--certain"], SAMPLE)), SOLVED);
}

#[test]
fn many_solutions_are_counted() {
    let open = "0 1 2 3 4 5 _ _ _ _\n_ _ 4 0 7 3 _ _ 2 _\n0 1 _ _ _ _ _ _ _ _\n_ _ _ _ _ _ _ _ _ _\n";
    assert_eq!(text(&tenner(&["count"], open)), "1447704\n");
    assert_eq!(text(&tenner(&["count", "--limit", "1100"], open)), ">1100\n");
}

#[test]
fn a_forced_cell_has_reasons() {
    let why = tenner(&["explain", "--cell", "1,4"], SAMPLE);
    assert_eq!(why.status.code(), Some(0));
    assert!(text(&why).starts_with("row 1, column 4 holds 3, forced by these clues"), "{}", text(&why));
    let steps = text(&why);
    assert!(
        steps.contains("\nStep by step") && steps.trim_end().ends_with('.') && steps.contains("r1c4 is 3"),
        "{steps}"
    );
}

#[test]
fn an_explanation_that_is_cut_short_says_so() {
    let tool = env!("CARGO_BIN_EXE_tenner");
    let perhaps = "(conflict limit: perhaps not all of these are needed):\n";
    let said = "No solution. These clues contradict each other";
    let (cut, whole) = cut_short(tool, &["explain"], "--conflict-limit", &SAMPLE.replace("| 9  9 13", "|27  9 13"));
    assert_eq!(cut, format!("{said} {perhaps}  the sum 27 of column 1\n"));
    assert_eq!(whole, format!("{said}, and none can be left out:\n  the sum 27 of column 1\n"));
    let (cut, whole) = cut_short(tool, &["explain", "--cell", "1,4"], "--conflict-limit", SAMPLE);
    assert!(cut.starts_with(&format!("row 1, column 4 holds 3, forced by these clues {perhaps}")), "{cut}");
    assert!(whole.starts_with("row 1, column 4 holds 3, forced by these clues"), "{whole}");
}

#[test]
fn broken_rules_are_named() {
    let check = |answer: &str| tenner(&["check", "-"], answer);
    assert_eq!(check(SOLVED).status.code(), Some(10));
    let twice = check(&SOLVED.replacen(" 9  6  5", " 9  6  9", 1));
    assert_eq!(twice.status.code(), Some(20));
    assert!(text(&twice).contains("row 1, column 8: a second 9 in its row"), "{}", text(&twice));
}

#[test]
fn other_widths_are_refused_in_words() {
    let sudoku = "1 2 3 4 5 6 7 8 9\n".repeat(9);
    for verb in ["solve", "encode", "count", "explain", "draw", "compare"] {
        let run = tenner(&[verb], &sudoku);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{verb}: {said}");
        assert!(said.contains("<stdin>:1:17: expected 10 cells, found 9\n"), "{verb}: {said}");
    }
    assert_eq!(tenner(&["check", "-"], &sudoku).status.code(), Some(1));
}

#[test]
fn generated_grids_are_unique() {
    for rows in ["3", "5"] {
        let args = ["generate", "--rows", rows, "--unique", "--blanks", "5", "--seed", "4"];
        let grid = text(&tenner(&args, ""));
        assert_eq!(text(&tenner(&["count"], &grid)), "1\n");
        assert_eq!(grid, text(&tenner(&args, "")));
        assert!(text(&tenner(&["draw", "--solve"], &grid)).starts_with("<svg"));
    }
}

/// The grids of a text with their listed solutions, and whether anything was said.
fn outcome(text: &str) -> Outcome<Vec<(Grid, Option<Grid>)>> {
    match Grid::parse_all(text) {
        Err(_) => Outcome::Refused,
        Ok(reading) if reading.remarks.is_empty() => Outcome::Read(reading.puzzle),
        Ok(reading) => Outcome::Remarked(reading.puzzle),
    }
}

/// The numbers of a text in tens, of which the last are the sums. Between commas a blank may be nothing at all.
fn literal(text: &str) -> Option<Vec<(Grid, Option<Grid>)>> {
    let text = text.trim_start_matches('\u{feff}').replace('\r', "\n");
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if lines().all(|line| line.contains('=')) {
        let one = |line: &str| {
            let (rows, sums) = line.split_once('=')?;
            let cells = rows.chars().filter(|&c| c != '/').map(|c| c.to_digit(10).map(|digit| digit as u8)).collect();
            Some((Grid { columns: 10, cells, sums: sums.split(',').map(|sum| sum.parse().ok()).collect() }, None))
        };
        return lines().map(one).collect();
    }
    let separates = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    let listed = text.contains(['(', '[', '=']);
    let numbers = |line: &str| -> Vec<Option<u32>> {
        let words: Vec<&str> = match line.contains([',', ';']) && !listed {
            true => {
                let bars = |c: char| c.is_whitespace() || c == '|';
                let words: Vec<&str> = line.split([',', ';']).map(|word| word.trim_matches(bars)).collect();
                // A comma may end a line.
                if words.len() == 11 && words[10].is_empty() { words[..10].to_vec() } else { words }
            }
            false => line.split(separates).filter(|word| !word.is_empty() && !word.contains("--")).collect(),
        };
        words.into_iter().map(|word| word.parse().ok()).collect()
    };
    let numbers: Vec<Option<u32>> = text.lines().filter(|line| !line.trim().is_empty()).flat_map(numbers).collect();
    let split = numbers.len().checked_sub(10).filter(|split| split % 10 == 0)?;
    let cells = numbers[..split].iter().map(|digit| digit.map(|digit| digit as u8)).collect();
    Some(vec![(Grid { columns: 10, cells, sums: numbers[split..].to_vec() }, None)])
}

#[test]
fn a_spoilt_text_is_never_another_grid_in_silence() {
    let comma = |text: &str| text.replace('|', " ").split_whitespace().collect::<Vec<_>>().join(", ");
    let rows: Vec<String> = SAMPLE.lines().map(comma).collect();
    let csv = rows.join("\n") + "\n";
    let tuple = format!("([[{}]],\n [{}])\n", rows[..3].join("], [").replace("-1", "None"), rows[3]);
    let headed = format!(" ---------Initial State---------\n{SAMPLE}");
    let grid = Grid::parse(SAMPLE).expect("a grid").puzzle;
    let line = grid.to_line() + "\n";
    let json = grid.to_json(Some(&Grid::parse(SOLVED).expect("a grid").puzzle)).to_string() + "\n";
    let texts = [SAMPLE, &csv, &tuple, &headed, &line, &json];
    never_another("tenner", &texts, outcome, literal);
    never_another("tenner answer", &[SOLVED], outcome, literal);
}
