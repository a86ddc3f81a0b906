//! Reading sudokus: the formats of sudoku files, which are recognized by their contents.
//!
//! One puzzle a line (81 characters, also 16, 256, 625; 729 pencil marks; beside it a name, a rating, a solution),
//! grids of characters or words with any frame, grids of candidates, lists in brackets, `.sdk` files, OpenSudoku's XML,
//! lines of HoDoKu, the 8-line files of a course, killer cages, jigsaws with drawn borders, samurais of 21 rows, and
//! DIMACS givens `rcv 0`.
//!
//! What is not understood is refused. Of two readings that a text allows, one is taken with a remark that says so.

mod alphabet;
mod boxes;
mod candidates;
mod grid;
mod hodoku;
mod jigsaw;
mod killer;
mod line;
mod lists;
mod places;
mod rcv;
mod rows;
mod samurai;
mod sections;

use self::grid::read_grids;
use self::hodoku::{is_hodoku, read_hodoku};
use self::jigsaw::{jigsaw_lines, read_jigsaws};
use self::killer::{is_killer, read_killers};
use self::line::{line_form, read_lines};
use self::lists::{is_list, read_lists};
use self::rcv::{is_rcv, read_rcv};
use self::samurai::{is_samurai, read_padded, read_samurai};
use self::sections::{open_sudoku, puzzle_section};
use crate::puzzle::sudoku::{First, Layout, MAX_SIDE, Sudoku, box_shape};
use crate::puzzle::text::{Line, lines};
use crate::puzzle::{Reading, Remark, SyntaxError};
use std::borrow::Cow;

/// What is known about a puzzle in addition to its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct SudokuReadOptions {
    /// Rows and columns of a box; by default as square as the side allows.
    pub boxes: Option<(usize, usize)>,
    /// Whether the diagonals hold every digit once.
    pub diagonals: bool,
    /// How the first digit is written; by default the text decides.
    pub first: Option<First>,
}

/// A puzzle of a text, and the solution that stands beside it, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Sudoku,
    /// The same board filled in by the text; it need not be right.
    pub solution: Option<Sudoku>,
}

/// Reads one sudoku.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read(text: &str, options: SudokuReadOptions) -> Result<Reading<Sudoku>, SyntaxError> {
    let Reading { mut puzzle, remarks } = read_many(text, options)?;
    match puzzle.len() {
        1 => Ok(Reading { puzzle: puzzle.remove(0), remarks }),
        count => Err(SyntaxError::at(1, 1, format!("expected one puzzle, found {count}"))),
    }
}

/// Reads all sudokus of a text, of which there may be many.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read_many(text: &str, options: SudokuReadOptions) -> Result<Reading<Vec<Sudoku>>, SyntaxError> {
    let reading = read_entries(text, options)?;
    Ok(reading.map(|entries| entries.into_iter().map(|entry| entry.puzzle).collect()))
}

/// Reads all sudokus of a text with the solutions that stand beside them.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read_entries(text: &str, options: SudokuReadOptions) -> Result<Reading<Vec<Entry>>, SyntaxError> {
    let text = in_plain_signs(text);
    let mut lines: Vec<Line<'_>> = lines(&text);
    for line in &mut lines {
        if let Some(comment) = line.text.find("//") {
            line.text = line.text[..comment].trim_end();
        }
    }
    lines.retain(|line| !line.text.trim_start().starts_with('#'));
    let mut others = None;
    if let Some((section, remark)) = puzzle_section(&lines) {
        (lines, others) = (section, Some(remark));
    } else if let Some(games) = open_sudoku(&lines) {
        lines = games;
    }
    let mut filled: Vec<Line<'_>> = lines.iter().copied().filter(|line| !line.is_blank()).collect();
    let table = filled.get(1).and_then(Line::markdown_columns).filter(|columns| filled.len() == columns + 2);
    let heading = table.map(|_| filled.remove(0).number);
    lines.retain(|line| Some(line.number) != heading);
    if filled.is_empty() {
        return Err(SyntaxError::at(1, 1, "expected a puzzle, found nothing"));
    }
    let alone = |reading: Reading<Vec<Sudoku>>| {
        reading.map(|puzzles| puzzles.into_iter().map(|puzzle| Entry { puzzle, solution: None }).collect::<Vec<_>>())
    };
    let mut reading = if is_killer(&filled) {
        alone(read_killers(&filled, options)?)
    } else if let Some(lines) = jigsaw_lines(&lines) {
        alone(Reading::only(read_jigsaws(lines)?))
    } else if is_rcv(&filled) {
        alone(read_rcv(&filled, options)?.map(|puzzle| vec![puzzle]))
    } else if is_samurai(&filled) {
        alone(Reading::only(vec![read_samurai(&filled)?]))
    } else if let Some(reading) = read_padded(&filled).filter(|_| options.boxes.is_none()) {
        alone(reading.map(|puzzle| vec![puzzle]))
    } else if is_hodoku(&filled) {
        read_hodoku(&filled, options)?
    } else if is_list(&filled) {
        alone(read_lists(&text, &filled, options)?)
    } else if let Some(form) = line_form(&filled) {
        read_lines(&filled, form, options)?
    } else {
        alone(read_grids(&lines, options)?)
    };
    reading.remarks.splice(0..0, others);
    if let Some(line) = heading {
        let message = "the first line is taken for the heading of a table".into();
        reading.remarks.insert(0, Remark { line, message });
    }
    let rows_alone = |entry: &Entry| matches!(entry.puzzle.layout(), Layout::Boxes(1, _));
    if options.boxes.is_none() && reading.puzzle.iter().any(rows_alone) {
        let message = "a side without boxes: rows and columns alone hold every digit once".into();
        reading.remarks.push(Remark { line: filled[0].number, message });
    }
    if options.diagonals {
        reading.puzzle.iter_mut().for_each(|entry| entry.puzzle.add_diagonals());
    }
    Ok(reading)
}

/// The text with dashes, bars, blanks, frames and digits of all kinds written in the signs of a typewriter, one for
/// one.
fn in_plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    const UPRIGHT: &str = "\u{2502}\u{2503}\u{2506}\u{2507}\u{250a}\u{250b}\u{254e}\u{254f}\u{2551}\u{2575}\u{2577}\u{2579}\
                           \u{257b}\u{257d}\u{257f}\u{a6}";
    const LEVEL: &str = "\u{2500}\u{2501}\u{2504}\u{2505}\u{2508}\u{2509}\u{254c}\u{254d}\u{2574}\u{2576}\u{2578}\u{257a}\
                         \u{257c}\u{257e}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}";
    let plain = |c: char| match c {
        _ if c.is_ascii() => c,
        _ if UPRIGHT.contains(c) => '|',
        _ if LEVEL.contains(c) => '-',
        '\u{2550}' => '=',
        '\u{2571}'..='\u{2573}' => c,
        '\u{2500}'..='\u{257f}' => '+',
        '\u{ff10}'..='\u{ff19}' => char::from(b'0' + (u32::from(c) - 0xff10) as u8),
        '\u{b7}' | '\u{2022}' | '\u{2219}' => '.',
        _ if c.is_whitespace() => ' ',
        _ => c,
    };
    Cow::Owned(text.chars().map(plain).collect())
}

/// An empty sudoku of this side with the boxes asked for.
fn blank(side: usize, options: SudokuReadOptions, line: usize) -> Result<Sudoku, SyntaxError> {
    let (rows, columns) = options.boxes.unwrap_or_else(|| box_shape(side));
    if rows.checked_mul(columns) != Some(side) {
        return Err(SyntaxError::at(
            line,
            1,
            format!("expected boxes that fit {side} digits, asked for {rows}x{columns}"),
        ));
    }
    Sudoku::with_boxes(rows, columns)
        .ok_or_else(|| SyntaxError::at(line, 1, format!("expected a side of 1 to {MAX_SIDE}, found {side}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(usize, usize)> {
        let all = read_many(text, SudokuReadOptions::default()).expect("sudokus").puzzle;
        let shape = |sudoku: &Sudoku| match *sudoku.layout() {
            Layout::Boxes(rows, columns) => (rows, columns),
            _ => (0, 0),
        };
        all.iter().map(shape).collect()
    }

    #[test]
    fn lines_and_grids_are_told_apart() {
        let four = "1...............\n";
        assert_eq!(shapes(four), [(2, 2)]);
        assert_eq!(shapes(&four.repeat(15)), [(2, 2); 15]);
        assert_eq!(shapes(&four.repeat(16)), [(2, 2); 16]);
        assert_eq!(shapes(&"................\n".repeat(16)), [(4, 4)]);
        assert_eq!(shapes(&format!("...G............\n{}", four.repeat(15))), [(4, 4)]);
        let six = "1...................................\n";
        assert_eq!(shapes(&six.repeat(36)), [(2, 3); 36]);
        assert_eq!(shapes(&format!("A{}", six.repeat(36).replacen('1', "", 1))), [(6, 6)]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(143)).repeat(2)), [(3, 4); 2]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(63)).repeat(64)), [(2, 4); 64]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(80)).repeat(81)), [(3, 3); 81]);
        assert_eq!(shapes(&format!("1R{}\n", ".".repeat(727))), [(3, 9)]);
        assert_eq!(shapes(&format!("1.{}\n", ".".repeat(727))), [(3, 3)]);
    }

    fn refusal(text: &str) -> String {
        read_many(text, SudokuReadOptions::default()).map(|reading| reading.puzzle).expect_err(text).to_string()
    }

    #[test]
    fn a_line_that_is_no_puzzle_is_refused_by_what_is_wrong_with_it() {
        let long = "expected a puzzle on one line, of 16, 36, 81, 256 or 625 characters, found";
        assert_eq!(refusal(&".".repeat(80)), format!("1:80: {long} 80"));
        assert_eq!(refusal(&format!("5{}", ".".repeat(81))), format!("1:82: {long} 82"));
        let odd = "expected a digit of a puzzle of 9 by 9 on one line, or a blank (. 0 _ * ? -), found 'l'";
        assert_eq!(refusal(&format!("5{}l", ".".repeat(79))), format!("1:81: {odd}"));
    }

    #[test]
    fn the_side_of_a_box_is_a_heading() {
        assert_eq!(
            shapes(
                "3\n1 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n\
                           0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 2\n"
            ),
            [(3, 3)]
        );
        assert_eq!(shapes("2\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n"), [(2, 2)]);
        assert!(refusal("5\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n").starts_with("1:1: expected 4 cells in each row"));
    }

    #[test]
    fn a_comment_divides_two_grids() {
        let grid = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n";
        assert_eq!(shapes(&format!("# one\n{grid}# two\n{grid}")), [(2, 2); 2]);
        assert!(refusal(&grid.repeat(2)).starts_with("5:1: expected a heading, a rule or an empty line after 4 rows"));
    }

    #[test]
    fn only_the_files_of_the_course_lack_a_row() {
        let rows = |width: usize, count: usize| format!("{}\n", vec!["0"; width].join(" ")).repeat(count);
        let text = format!("1 {}\n{}", ["0"; 8].join(" "), rows(9, 7));
        let course = read(&text, SudokuReadOptions::default()).expect("eight rows");
        assert!(course.remarks[0].message.contains("row 9 is taken to be blank"));
        for text in [rows(10, 9), rows(16, 15), rows(9, 8).replace("0 0 0 0", "| 0 0 0 | 0")] {
            assert!(refusal(&text).contains("expected"), "{text}");
        }
    }

    /// How many puzzles a text has, and what is said of it.
    fn said(text: &str) -> (usize, String) {
        let reading = read_many(text, SudokuReadOptions::default()).expect(text);
        let remarks: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
        (reading.puzzle.len(), remarks.join("; "))
    }

    #[test]
    fn a_samurai_may_have_blanks_between_its_grids() {
        let row = format!("1 {}\n", ["0"; 20].join(" "));
        let text = row.clone() + &row.replace('1', "0").repeat(20);
        let reading = read(&text, SudokuReadOptions::default()).expect("a samurai");
        assert_eq!(*reading.puzzle.layout(), Layout::Samurai);
        assert!(reading.remarks[0].message.contains("taken for a samurai"));
        let between = text.replacen("1 0 0 0 0 0 0 0 0 0", "1 0 0 0 0 0 0 0 0 5", 1);
        assert_eq!(shapes(&between), [(3, 7)]);
        assert_eq!(shapes(&text.replacen('1', "21", 1)), [(3, 7)]);
    }

    #[test]
    fn an_empty_frame_is_one_grid() {
        let rule = "+-------+-------+-------+\n";
        let rows = "|       |       |       |\n".repeat(3);
        assert_eq!(shapes(&format!("{rule}{rows}{rule}{rows}{rule}{rows}{rule}")), [(3, 3)]);
    }

    #[test]
    fn words_around_a_grid_are_said() {
        let grid = "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n";
        assert_eq!(said(&format!("Puzzle 7\n{grid}")), (1, String::new()));
        let found = said(&format!("Graph coloring.\n\nNumber of vertices: 4\nGRAPH\n{grid}\nTHE END\n"));
        assert_eq!(
            found,
            (1, "1: 4 lines of words beside the digits are not read, the first: 'Graph coloring.'".into())
        );
    }

    #[test]
    fn a_puzzle_has_one_sign_for_blanks() {
        let error = refusal("*1..\n..3.\n.4..\n...2\n");
        assert_eq!(error, "1:3: expected one sign for blanks, as '*' is in line 1, found '.'");
        assert_eq!(said("1...\n..3.\n.4..\n...2\n\n1***\n**3*\n*4**\n***2\n").0, 2);
    }

    #[test]
    fn puzzles_among_other_things() {
        let grid = "1...\n..3.\n.4..\n...2\n";
        let text = format!("#A Ann\n[Puzzle]\n{grid}[State]\n{}[PencilMarks]\n,2,,\n", grid.replace('.', "1"));
        assert_eq!(said(&text), (1, "7: only [Puzzle] is read, not [State], [PencilMarks]".into()));
        let line = format!("1{}", ".".repeat(80));
        let games = format!("<game data='{line}' />\n<game data=\"{line}\" />\n");
        assert_eq!(said(&format!("<?xml version=\"1.0\"?>\n<opensudoku>\n{games}</opensudoku>\n")).0, 2);
        let solved = "1".repeat(81);
        assert_eq!(said(&format!(",puzzle,solution\n0,{line},{solved}\n1,{line},{solved}\n")).0, 2);
        assert_eq!(said(&["1........"; 9].join(" ")), (1, String::new()));
    }

    #[test]
    fn a_side_without_boxes_is_said() {
        let said = |text: &str| read(text, SudokuReadOptions::default()).expect(text).remarks.len();
        assert_eq!(said(&".......\n".repeat(7)), 1);
        assert_eq!(said(&"......\n".repeat(6)), 0);
    }

    #[test]
    fn blanks_of_a_frame_are_cells_also_where_letters_are_digits() {
        let rule = format!("+{}\n", "---------+".repeat(4));
        let row = "| 7     F | E 3     | 9 B   A |   4 2   |\n";
        let text =
            format!("{rule}{}{rule}", row.to_string() + &"|         |         |         |         |\n".repeat(15));
        let sudoku = read(&text, SudokuReadOptions::default()).expect("a frame").puzzle;
        let row: Vec<u16> = sudoku.givens()[..16].to_vec();
        assert_eq!(row, [7, 0, 0, 15, 14, 3, 0, 0, 9, 11, 0, 10, 0, 4, 2, 0]);
    }

    #[test]
    fn boxes_are_stated_or_drawn() {
        let blank = ".".repeat(36);
        assert_eq!(shapes(&format!("{blank} 3x2\n{blank}\n{blank} 1x6\n")), [(3, 2), (2, 3), (1, 6)]);
        let error = read(&format!("{blank} 4x2"), SudokuReadOptions::default()).expect_err("8 is not 6").to_string();
        assert_eq!(error, "1:1: expected boxes that fit 6 digits, asked for 4x2");
        let row = |bar: &str| format!("0 0{bar} 0 0{bar} 0 0\n");
        let rule = "------+-----+----\n";
        assert_eq!(shapes(&row(" |").repeat(6)), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}", row(" |").repeat(3))), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row("").repeat(2))), [(2, 3)]);
        // Bars and rules that contradict each other, and bars between all cells, draw nothing.
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row(" |").repeat(2))), [(2, 3)]);
        assert_eq!(shapes(&"|0|0|0|0|0|0|\n".repeat(6)), [(2, 3)]);
    }
}
