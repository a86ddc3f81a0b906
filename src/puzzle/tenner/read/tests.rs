//! Grids in every format, and what is refused.

use super::*;
use crate::limits::Limits;

const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                      | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

#[test]
fn json_tuples_and_lines_are_read() {
    let grid = Grid::parse(SAMPLE).expect("a grid").puzzle;
    let solution = grid.solutions(1, &Limits::none()).expect("no limit").remove(0);
    let json = serde_json::json!({ "data": [[grid.to_json(Some(&solution))]] }).to_string();
    assert_eq!(Grid::parse_all(&json).map(|read| read.puzzle), Ok(vec![(grid.clone(), Some(solution.clone()))]));
    let rows = "[7,0,4,-1,2,9,None,5,1,8],[2,-1,5,0,6,4,-1,-1,-1,-1],[0,8,4,-1,-1,1,9,5,-1,6]";
    let tuple = format!("([{rows}], [9,9,13,6,15,14,22,18,6,23])");
    assert_eq!(Grid::parse_all(&tuple).map(|read| read.puzzle), Ok(vec![(grid.clone(), None)]));
    let lines = format!("{}\r\n\n{}\n", grid.to_line(), solution.to_line());
    assert_eq!(Grid::parse_all(&lines).map(|read| read.puzzle), Ok(vec![(grid, None), (solution, None)]));
}

#[test]
fn malformed_grids_name_the_place() {
    let error = |text: &str| Grid::parse_all(text).expect_err("malformed").to_string();
    assert_eq!(error(""), "1:1: expected a grid, found nothing");
    assert_eq!(error("1 2\n"), "1:1: expected rows of digits and then the row of sums, found one row");
    assert_eq!(error("1 x\n3 4\n"), "1:3: expected a number or a blank (-1 - _ . ?), found 'x'");
    let row = "0 1 2 3 4 5 6 7 8 9";
    assert_eq!(error(&format!("{row}\n1 2\n{row}\n")), "2:3: expected 10 cells, found 2");
    assert_eq!(error(&format!("{row} 7\n{row}\n")), "1:21: expected 10 cells, found 11");
    assert_eq!(error(&format!("{row}\n1 2 3\n")), "2:5: expected 10 sums, found 3");
    assert_eq!(error(&format!("12 {row}\n3 4\n")), "1:22: expected 10 cells, found 11");
    assert_eq!(error("12 1 2 3 4 5 6 7 8 9\n3 4\n"), "1:1: expected a digit, found 12");
    assert!(error("{\"a\":").starts_with("1:5: expected JSON"));
    assert_eq!(error("0123456789/3=4,5"), "1:13: expected 10 cells, found 1");
    assert_eq!(error("12/3x=4,5"), "1:3: expected 10 cells, found 2");
    assert_eq!(error("0123456789/3x=4,5"), "1:13: expected a digit, _ or /, found 'x'");
    assert_eq!(error("0123456789=4,q"), "1:14: expected a sum or _, found 'q'");
    assert_eq!(error("0123456789=4,5"), "1:16: expected 10 sums, found 2");
}

#[test]
fn a_sudoku_is_no_tenner_grid() {
    let sudoku = "1 2 3 4 5 6 7 8 9\n".repeat(9);
    let error = Grid::parse_all(&sudoku).expect_err("nine columns").to_string();
    assert_eq!(error, "1:17: expected 10 cells, found 9");
}

#[test]
fn json_is_refused_where_it_is_wrong() {
    let error = |text: &str| Grid::parse_all(text).expect_err("malformed").to_string();
    let row = "0, 1, 2, 3, 4, 5, 6, 7, 8";
    let wrong = format!("[{{\"initial_grid\": [[{row}, null],\n   [{row}, 44]], \"target_sums\": null}}]");
    assert_eq!(error(&wrong), "2:32: expected a digit or null, found 44");
    assert_eq!(error("([[1, 2]], [1, 2])"), "1:3: expected 10 cells, 2 are here, found '['");
    let wrong = format!("{{\"initial_grid\": [[{row}, 9]],\n\"target_sums\": 7}}");
    assert_eq!(error(&wrong), "2:16: expected a list of 10 sums, found 7");
    assert!(error(&"[".repeat(100_000)).contains("expected"));
    let deep = format!("{}{{}}{}", "[".repeat(100), "]".repeat(100));
    assert!(error(&deep).contains("at most 64 levels"), "{}", error(&deep));
    let misspelt = format!("{{\"initial_grid\": [[{row}, 9]], \"target_sum\": null}}");
    assert!(error(&misspelt).ends_with("this is 'target_sum', found null"), "{}", error(&misspelt));
    assert!(error("{\"target_sums\": null}").contains("a member 'initial_grid'"));
    let shape = format!("{{\"initial_grid\": [[{row}, 9]], \"target_sums\": null, \"rows\": 2}}");
    assert_eq!(error(&shape), "1:81: expected 1, the rows of this grid, found 2");
}

#[test]
fn csv_and_lists_of_rows_are_read() {
    let grid = Grid::parse(SAMPLE).expect("a grid").puzzle;
    let comma = |text: &str| text.replace(['|', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(",");
    let rows: Vec<String> = SAMPLE.lines().map(comma).collect();
    let csv = rows.join("\n");
    for text in [
        csv.replace("-1", ""),
        csv.replace(',', ";"),
        format!("[[{}]]", rows.join("],[")),
        format!("({})", rows.iter().map(|row| format!("({row})")).collect::<Vec<_>>().join(",\n")),
    ] {
        assert_eq!(Grid::parse(&text), Ok(Reading::only(grid.clone())), "{text}");
    }
    let two =
        format!("[([[{}]], [{}]), ([[{}]], [{}])]", rows[..3].join("],["), rows[3], rows[..3].join("],["), rows[3]);
    assert_eq!(Grid::parse_all(&two).map(|read| read.puzzle.len()), Ok(2));
    assert_eq!(Grid::parse(&two).expect_err("two").to_string(), "1:1: expected one grid, found 2");
}

#[test]
fn a_lost_row_is_seen_in_the_sums() {
    let said = |text: &str| {
        let remarks = Grid::parse(text).expect("a grid").remarks;
        remarks.iter().map(Remark::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said(SAMPLE), "");
    let lines: Vec<&str> = SAMPLE.lines().collect();
    let lost = "3: the sums add up to 135, but 2 rows of the digits 0 to 9 to 90";
    assert_eq!(said(&[lines[0], lines[2], lines[3]].join("\n")), lost);
    assert_eq!(said(&lines[..3].join("\n")), "3: the last row is taken for the sums, not for a row of digits");
}

#[test]
fn rows_are_never_skipped_as_rules() {
    let headed = format!(" ---------Initial State---------\n{SAMPLE}-----\n");
    assert_eq!(Grid::parse(&headed), Grid::parse(SAMPLE));
    let error = |text: &str| Grid::parse(text).expect_err("malformed").to_string();
    assert!(error(&format!("7___29_518\n{SAMPLE}")).starts_with("1:1: expected a number"));
    assert!(error(&format!("Game 1 ---\n{SAMPLE}")).starts_with("1:1: expected a number"));
    let twice = format!("{SAMPLE} ---------Final State---------\n{SAMPLE}");
    assert_eq!(error(&twice), "5:1: expected one grid, found a second heading");
}

#[test]
fn zeros_for_blanks_are_said() {
    let grid = |row: &str| format!("{row}\n4 4 4 4 5 5 5 5 5 14\n");
    let said =
        |text: &str| Grid::parse(text).expect("a grid").remarks.iter().map(|at| at.to_string()).collect::<String>();
    let remark = "2: 0 is taken for the digit, not for a blank (-1 - _ . ?)";
    assert!(said(&grid("0 6 2 0 0 0 0 8 5 7")).starts_with(remark), "{}", said(&grid("0 6 2 0 0 0 0 8 5 7")));
    assert!(!said(&grid("- 6 2 0 - - - 8 5 7")).contains("blank"));
}

#[test]
fn an_answer_may_leave_out_the_sums() {
    let grid = Grid::parse(SAMPLE).expect("a grid").puzzle;
    let solution = grid.solutions(1, &Limits::none()).expect("no limit").remove(0);
    let text = solution.to_string();
    let rows: Vec<&str> = text.lines().take(3).collect();
    let answers = Grid::parse_answers(&rows.join("\n"), 3).expect("an answer");
    assert_eq!((answers.puzzle.len(), &answers.remarks[..]), (1, &[][..]));
    assert_eq!(grid.check(&answers.puzzle[0]), Ok(()));
    let wrong = rows.join("\n").replacen('7', "3", 1);
    assert!(grid.check(&Grid::parse_answers(&wrong, 3).expect("an answer").puzzle[0]).is_err());
    assert_eq!(Grid::parse_answers(&text, 3).expect("with sums").puzzle, [solution]);
}
