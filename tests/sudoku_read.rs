//! The reader of sudokus: the formats that people have on their disks.

#[path = "sudoku_read/spoilt.rs"]
mod spoilt;

use gemsat::puzzle::SyntaxError;
use gemsat::puzzle::sudoku::read::{Entry, SudokuReadOptions, read_entries};
use gemsat::puzzle::sudoku::{First, Layout, Sudoku, print};
use std::fmt::Write;

const FIRST: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const FIRST_SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
const SECOND: &str = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3";
const SECOND_SOLVED: &str = "245981376169273584837564219976125438513498627482736951391657842728349165654812793";

fn entries(text: &str) -> Result<(Vec<Entry>, Vec<String>), SyntaxError> {
    let reading = read_entries(text, SudokuReadOptions::default())?;
    Ok((reading.puzzle, reading.remarks.iter().map(ToString::to_string).collect()))
}

/// The puzzles of a text that is read without a word.
fn puzzles(text: &str) -> Vec<Sudoku> {
    let (entries, remarks) = entries(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(remarks, [""; 0], "{text}");
    entries.into_iter().map(|entry| entry.puzzle).collect()
}

/// The cells as in one line, `.` for a blank.
fn line(puzzle: &Sudoku) -> String {
    print::line(puzzle, puzzle.givens()).expect("a square")
}

fn lines(text: &str) -> Vec<String> {
    puzzles(text).iter().map(line).collect()
}

fn message(text: &str) -> String {
    entries(text).expect_err(text).to_string()
}

/// Rows of nine characters.
fn rows(puzzle: &str) -> String {
    puzzle.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect()
}

/// A frame with these signs; cells are apart or not.
fn frame(puzzle: &str, rule: &str, bar: &str, between: &str) -> String {
    let mut text = String::new();
    for (index, row) in puzzle.as_bytes().chunks(9).enumerate() {
        if index % 3 == 0 {
            let _ = writeln!(text, "{rule}");
        }
        for part in row.chunks(3) {
            let cells: Vec<String> = part.iter().map(|&cell| char::from(cell).to_string()).collect();
            let _ = write!(text, "{bar}{between}{}{between}", cells.join(between));
        }
        let _ = writeln!(text, "{bar}");
    }
    text + rule + "\n"
}

/// A grid of candidates in which each blank cell still has the digits that its row and box leave.
fn candidates(puzzle: &str, backwards: bool) -> String {
    let cells = puzzle.as_bytes();
    let mut text = String::new();
    for (cell, &given) in cells.iter().enumerate() {
        let near = |other: usize| other / 9 == cell / 9 || other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
        let open = |digit: &u8| !(0..81).any(|other| near(other) && cells[other] == *digit);
        let mut word: Vec<u8> = if given == b'.' { (b'1'..=b'9').filter(open).collect() } else { vec![given] };
        if backwards {
            word.reverse();
        }
        let _ = write!(text, "{}{}", String::from_utf8_lossy(&word), if cell % 9 == 8 { "\n" } else { " " });
    }
    text
}

/// A grid of 16 by 16 in which these characters are the digits.
fn large(digits: &[&str], blank: &str, between: &str, full: bool) -> String {
    let mut text = String::new();
    for cell in 0..256 {
        let (row, column) = (cell / 16, cell % 16);
        let value = (4 * (row % 4) + row / 4 + column) % 16;
        let shown = full || (7 * row + 3 * column) % 5 > 1;
        let _ =
            write!(text, "{}{}", if shown { digits[value] } else { blank }, if column == 15 { "\n" } else { between });
    }
    text
}

const HEX: [&str; 16] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F"];
const NUMBERS: [&str; 16] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

#[test]
fn many_puzzles_in_a_file() {
    let both = [FIRST, SECOND];
    let zeros = |puzzle: &str| puzzle.replace('.', "0");
    let titled =
        |first: &str, second: &str| format!("{first}\n{}{second}\n{}", rows(&zeros(FIRST)), rows(&zeros(SECOND)));
    let texts = [
        titled("Grid 01", "Grid 02"),
        titled("Puzzle 1 (easy)", "\nPuzzle 2 (hard)"),
        format!("{}===========\n{}", rows(FIRST), rows(SECOND)),
        format!("----\n{}----\n{}----\n", rows(FIRST), rows(SECOND)),
        format!("{}\n{}", rows(FIRST), rows(SECOND)),
        format!("2\n{}\n{}", rows(FIRST), rows(SECOND)),
        format!("# two\n{FIRST}\n# more\n{SECOND}\n"),
        format!("{FIRST}\tfirst one\n{SECOND}\t2nd\n"),
        format!("{FIRST},easy,1.2\n{SECOND},hard,3\n"),
        format!("{FIRST} # a comment\n{SECOND} # another\n"),
        format!("0000183b305c {} 1.2\n0000186f9c1b {} 7.1\n", zeros(FIRST), zeros(SECOND)),
        format!("Puzzle 1\n{FIRST}\nPuzzle 2\n{SECOND}\n"),
        format!("{FIRST}\n--------\n{SECOND}\n"),
        format!("{}\n{}", frame(FIRST, "+---+---+---+", "|", ""), frame(SECOND, "+---+---+---+", "|", "")),
        format!("[{:?}, {:?}]", FIRST, SECOND),
    ];
    for text in texts {
        assert_eq!(lines(&text), both, "{text}");
    }
    let kaggle = format!("quizzes,solutions\n{FIRST},{FIRST_SOLVED}\n{SECOND},{SECOND_SOLVED}\n");
    let solved: Vec<String> =
        entries(&kaggle).expect("a table").0.iter().map(|e| line(e.solution.as_ref().expect("one"))).collect();
    assert_eq!(
        (lines(&kaggle), solved),
        (both.map(String::from).to_vec(), vec![FIRST_SOLVED.into(), SECOND_SOLVED.into()])
    );
    for table in [
        format!("{FIRST},{FIRST_SOLVED}\n"),
        format!("id,puzzle,solution,clues,difficulty\n1,{FIRST},{FIRST_SOLVED},32,2.2\n"),
        format!("solution;puzzle\n\"{FIRST_SOLVED}\";\"{FIRST}\"\n"),
        format!("{FIRST}:1:{FIRST_SOLVED}\n"),
    ] {
        let (entries, _) = entries(&table).expect("a table");
        assert_eq!(line(&entries[0].puzzle), FIRST, "{table}");
        assert_eq!(entries[0].solution.as_ref().map(line).as_deref(), Some(FIRST_SOLVED), "{table}");
    }
}

#[test]
fn tables_arrays_and_digits_of_other_hands() {
    let wanted = puzzles(FIRST);
    let rows: Vec<String> = FIRST.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let apart = |between: &str, blank: &str| -> Vec<String> {
        let row = |row: &String| row.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(between);
        rows.iter().map(|cells| row(cells).replace('0', blank)).collect()
    };
    // Arrays of NumPy, as Python shows them and as they are printed.
    let shown = format!("grid = np.array([[{}]], dtype=int8)\n", apart(", ", "0").join("],\n       ["));
    let printed = format!("[[{}]]\n", apart(" ", "0").join("]\n ["));
    let full_width: String = rows
        .join("\n")
        .chars()
        .map(|c| c.to_digit(10).map_or(c, |d| char::from_u32(0xff10 + d).expect("a digit")))
        .collect();
    for text in [shown, printed, full_width] {
        assert_eq!(puzzles(&text), wanted, "{text}");
    }
    let heading = "| A | B | C | D | E | F | G | H | I |\n|---|---|---|---|---|---|---|---|---|\n";
    let table = format!("{heading}| {} |\n", apart(" | ", " ").join(" |\n| "));
    let (found, remarks) = entries(&table).expect("a table");
    assert_eq!(found[0].puzzle, wanted[0], "{table}");
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    // What stands in no row is not left out in silence.
    assert!(message(&table.replace("|---", "| a ")).contains("expected"), "{table}");
}

#[test]
fn frames_lists_and_candidates() {
    let spaces = |text: String| text.replace('.', " ");
    let list = |separator: &str, row: [&str; 2], all: [&str; 2]| {
        let cells = |row: &[u8]| row.iter().map(|&c| char::from(c).to_string()).collect::<Vec<_>>().join(separator);
        let rows: Vec<String> =
            FIRST.replace('.', "0").as_bytes().chunks(9).map(|r| format!("{}{}{}", row[0], cells(r), row[1])).collect();
        format!("{}{}{}", all[0], rows.join(separator), all[1])
    };
    let unicode = |rule: [char; 4], bar: &str, text: String| {
        let drawn: String = text
            .chars()
            .map(|c| {
                if c == '-' {
                    rule[0]
                } else if c == '+' {
                    rule[1]
                } else {
                    c
                }
            })
            .collect();
        drawn.replace('|', bar)
    };
    let simple =
        format!(" {} Simple Sudoku\n  Version 4.2n\n", frame(FIRST, "*-----------*", "|", "").replace('\n', "\n "));
    let texts = [
        spaces(frame(FIRST, "+-------+-------+-------+", "|", " ")),
        spaces(frame(FIRST, "+---+---+---+", "|", "")),
        frame(FIRST, "+-------+-------+-------+", "|", " "),
        frame(FIRST, "-------------------------", "|", " "),
        unicode(['\u{2500}', '\u{253c}', ' ', ' '], "\u{2502}", frame(FIRST, "+-------+-------+-------+", "|", " ")),
        unicode(
            ['\u{2550}', '\u{256c}', ' ', ' '],
            "\u{2551}",
            spaces(frame(FIRST, "+-------+-------+-------+", "|", " ")),
        ),
        simple,
        list(",", ["[", "]"], ["[", "]"]),
        list(", ", ["[", "]"], ["grid = [", "]\n"]),
        list(", ", ["{", "}"], ["int grid[9][9] = {", "};\n"]),
        list(" ", ["[", "]"], ["[", "]"]),
        list(",\n", ["{", "}"], ["", ""]),
        list(",", ["", ""], ["[", "]"]),
        rows(FIRST).lines().map(|row| format!("{row:?}")).collect::<Vec<_>>().join(",\n").replacen('"', "[\"", 1) + "]",
        rows(FIRST)
            .chars()
            .map(|c| if c == '\n' { c.into() } else { format!("{c},") })
            .collect::<String>()
            .replace(",\n", "\n")
            .replace('.', ""),
        format!("#A an author\n#D a name\n{}", rows(FIRST)),
        format!("[Puzzle]\n{}", rows(FIRST)),
        FIRST.chars().map(|c| format!("{c} ")).collect::<String>() + "\n",
        format!(":0000:x:{FIRST}:::\n"),
        rows(FIRST).replace('.', "-"),
        rows(FIRST).replace('.', "?"),
        rows(FIRST).replace('.', "x"),
        rows(FIRST).replace('.', "\u{b7}"),
    ];
    for text in texts {
        assert_eq!(lines(&text), [FIRST], "{text}");
    }
    // Each candidate is written once, in any order.
    let expected = puzzles(&candidates(FIRST, false));
    assert_eq!(expected[0].num_givens(), 32);
    assert!(expected[0].excluded().contains(&(0, 3)) && !expected[0].excluded().contains(&(0, 4)));
    let long = ".---------------.---------------.---------------.\n";
    assert_eq!(puzzles(&format!("{long}{}{long}", candidates(FIRST, false))), expected);
    let framed = format!(".------.\n{}'------'\n  Simple Sudoku\n  Version 4.2n\n", candidates(FIRST, true));
    assert_eq!(puzzles(&framed), expected);
    assert_eq!(puzzles(&format!("+--+\n{}+--+\n5.6/5.6/3.2\n", candidates(FIRST, false))), expected);
    assert!(message(&candidates(FIRST, false).replacen("45", "44", 1)).contains("each once"));
    // A player's digits and deleted candidates of HoDoKu.
    let played = FIRST.replacen('.', "+4", 1);
    let (entries, remarks) = entries(&format!(":0100-1:4:{played}:734 765:411::")).expect("a line");
    assert_eq!(
        (line(&entries[0].puzzle), entries[0].puzzle.excluded()),
        (FIRST.replacen('.', "4", 1), &[(21, 7), (49, 7)][..])
    );
    assert_eq!(remarks.len(), 1);
}

/// As spreadsheets copy and save them: nothing at all is a blank, in the last column and in a whole row too.
#[test]
fn tables_of_spreadsheets() {
    let cells = |separator: &str, end: &str| -> String {
        let sign = |c: u8| if c == b'.' { String::new() } else { char::from(c).to_string() };
        let row = |row: &[u8]| row.iter().map(|&c| sign(c)).collect::<Vec<_>>().join(separator) + end;
        FIRST.as_bytes().chunks(9).map(row).collect()
    };
    for (separator, end) in [("\t", "\n"), ("\t", "\t\r\n"), (",", "\n"), (";", ";\r\n"), (",", ",\n")] {
        assert_eq!(lines(&cells(separator, end)), [FIRST], "{separator:?} {end:?}");
    }
    let blank = format!("{}{}", ",,,,,,,,\n", cells(",", "\n").split_inclusive('\n').skip(1).collect::<String>());
    assert_eq!(lines(&blank), [format!(".........{}", &FIRST[9..])]);
}

#[test]
fn digits_from_zero_are_not_lost() {
    let expected = puzzles(&large(&HEX, ".", "", false)).remove(0);
    assert_eq!((expected.givens()[3], expected.givens()[16]), (4, 5));
    let first = |puzzle: &Sudoku| (puzzle.notation().first, puzzle.notation().range(16));
    assert_eq!(first(&expected), (First::Zero, "0-F".into()));
    for blank in ["-", "?", ".", "_", "*"] {
        for between in ["", " "] {
            assert_eq!(puzzles(&large(&HEX, blank, between, false)), std::slice::from_ref(&expected), "{blank}");
        }
        let numbers = puzzles(&large(&NUMBERS, blank, " ", false)).remove(0);
        assert_eq!((&numbers, first(&numbers)), (&expected, (First::Zero, "0-15".into())), "{blank}");
    }
    assert_eq!(puzzles(&large(&NUMBERS, "", ",", false)), std::slice::from_ref(&expected));
    assert_eq!(puzzles(&large(&NUMBERS, "-1", ",", false)), std::slice::from_ref(&expected));
    let full = puzzles(&large(&HEX, ".", "", true)).remove(0);
    assert_eq!((full.num_givens(), first(&full)), (256, (First::Zero, "0-F".into())));
    let small = large(&HEX, ".", "", true).to_lowercase();
    assert_eq!(puzzles(&small)[0].notation().range(16), "0-f");
    // Without a 0 among the digits nobody can know; the heading says it.
    let (entries, remarks) = entries(&large(&HEX, ".", "", false).replace('0', ".")).expect("a grid");
    assert_eq!((first(&entries[0].puzzle).0, remarks.len()), (First::One, 1));
    let stated = format!("digits from 0\n{}", large(&HEX, ".", "", false).replace('0', "."));
    assert_eq!(first(&puzzles(&stated)[0]).0, First::Zero);
    // From 1, where 0 is a blank.
    let ones: Vec<String> = (1..17).map(|number: u32| number.to_string()).collect();
    let ones: Vec<&str> = ones.iter().map(String::as_str).collect();
    let one = puzzles(&large(&ones, "0", " ", false)).remove(0);
    assert_eq!((&one, first(&one)), (&expected, (First::One, "1-16".into())));
    assert!(
        message(&large(&HEX, ".", " ", false).replacen('A', "10", 1)).contains("expected a digit of one character")
    );
    // 25 digits.
    let letters: Vec<char> = "0123456789ABCDEFGHIJKLMNO".chars().collect();
    let row = |row: usize| -> String { (0..25).map(|c| letters[(5 * (row % 5) + row / 5 + c) % 25]).collect() };
    let grid: String = (0..25).map(|r| row(r).replacen(['3', 'K'], "-", 2) + "\n").collect();
    assert_eq!(puzzles(&grid)[0].notation().range(25), "0-O");
}

#[test]
fn refusals_name_what_was_recognized() {
    // A jigsaw whose lines were joined: three dashes are a piece of a rule, and no blank.
    let jigsaw = " 1   2   3 | 4 |   --- --- |   |   |   |   ---   --- |   3 |   |   |   ---   --- |   |   1   |  --- --- --- ---";
    assert!(message(jigsaw).starts_with("1:"), "{}", message(jigsaw));
    assert_eq!(
        message("a |1|\n|1|2|3|4|5|6|7|8|9|1|2|3|4|\n|1|2|3|4|5|6|7|8|9|1|2|3|4|\n"),
        "1:4: expected 13 cells in each row, found a frame of 13 columns and 3 rows; row 1 has 2 cells"
    );
    // A line that looks like a comment is no formula without clauses, and so no empty grid.
    assert!(entries(&format!("c {FIRST} 1.2\n")).is_ok_and(|(all, _)| all[0].puzzle.givens()[2] == 3));
    let nine = rows(FIRST);
    assert!(message(&nine.replacen("..3", ".3", 1)).contains("grid of 9 columns and 9 rows; row 1 has 8 cells"));
    assert!(message(&(nine.clone() + "1........\n")).contains("found a grid of 9 columns and 10 rows"));
    assert!(message(&format!("{nine}{nine}")).contains("expected a heading, a rule or an empty line"));
    assert!(message(&nine.replacen("\n", "\nwords here\n", 1)).contains("found words"));
    assert!(message(&format!("{FIRST} {SECOND}")).contains("expected a solution without blanks"));
    assert!(message(&format!("{FIRST_SOLVED} {SECOND_SOLVED}")).contains("one puzzle a line"));
    assert!(message(&format!("{},{FIRST_SOLVED}", &FIRST[1..])).contains("expected 81 characters, found 80"));
    assert!(message("{\"board\": [[1, 2], [2, 1]]}").contains("expected"));
    assert!(message("[[1, 2], [2]]").contains("expected 2 cells in row 2"));
    assert!(message("[[1, 2], [2, 1]").contains("expected ',' or ']', found the end"));
    assert!(message("[[1, 2], [2, 1]] and more").contains("nothing behind it"));
    assert!(message("1\n").contains("expected"));
    // Digits whose places fit several orders.
    let sparse: String = (0..9).map(|_| "|   5   |   5   |   5   |\n").collect();
    assert!(message(&sparse.replacen('5', " ", 1)).contains("expected"));
    // The last row of `.sud` files is left out, and that is said.
    let (entries, remarks) = entries(&nine[..80]).expect("eight rows");
    assert_eq!((entries[0].puzzle.num_givens(), remarks.len()), (29, 1));
    // Clauses that are no rules are no sudoku.
    assert!(message("p cnf 999 2\n111 0\n111 222 0\n").contains("expected a rule of a sudoku"));
    // Boxes that lines draw.
    let twelve = |rule: usize| -> String {
        (0..12).map(|r| format!("{}{}\n", if r > 0 && r % rule == 0 { "---\n" } else { "" }, "0 ".repeat(12))).collect()
    };
    let layout = |text: &str| puzzles(text)[0].layout().clone();
    assert_eq!((layout(&twelve(4)), layout(&twelve(3))), (Layout::Boxes(4, 3), Layout::Boxes(3, 4)));
    let (spaced, remarks) = super::sudoku_read::entries(&twelve(4).replace("---", "")).expect("a grid");
    assert_eq!((spaced[0].puzzle.layout(), remarks.len()), (&Layout::Boxes(4, 3), 1));
    assert_eq!(super::sudoku_read::entries(&twelve(4).replacen("---\n", "", 1)).expect("a grid").1.len(), 1);
}
