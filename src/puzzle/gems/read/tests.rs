//! Boards in every format, and what is refused.

use super::*;

fn line(text: &str) -> String {
    Board::parse(text, GemsReadOptions::default()).map_or_else(|error| error.to_string(), |read| read.puzzle.to_line())
}

#[test]
fn all_the_formats_read_alike() {
    let expected = "3_2_/__2_/_31_";
    for text in [
        "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _",
        "3,_,2,_,\r\n_,_,2,_,\r\n_,3,1,_,\r\n\r\n",
        "\u{feff}3 4\n3 ? 2 ?\n? ? 2 ?\n? 3 1 ?\n",
        "3x4\n3\t-\t2\t-\n-\t-\t2\t-\n-\t3\t1\t-",
        "3.2.\n..2.\n.31.\n",
        "3*2*\n**2*\n*31*\n",
        "3;_;2;_\n_;_;2;_\n_;3;1;_\n",
        "3|_|2|_\n_|_|2|_\n_|3|1|_\n",
        "+---+---+---+---+\n| 3 | _ | 2 | _ |\n| _ | _ | 2 | _ |\n+---+---+---+---+\n| _ | 3 | 1 | _ |\n",
    ] {
        assert_eq!(line(text), expected, "{text:?}");
    }
    let zeros = GemsReadOptions { zero_unknown: true, ..GemsReadOptions::default() };
    assert_eq!(Board::parse("3,0\n0,1", zeros).map(|read| read.puzzle.to_line()), Ok("3_/_1".into()));
}

#[test]
fn malformed_boards_name_the_place() {
    assert_eq!(line(""), "1:1: expected a board, found nothing");
    assert_eq!(line("|1|  |\n"), "1:4: expected a cell before this separator, found nothing");
    assert_eq!(line("1,_\n_"), "2:2: expected 2 cells as in the first row, found 1");
    assert_eq!(line("3 4\n1 _ _ _\n_ _ _ 2"), "3:1: expected 3 rows as the header says, found 2");
    assert_eq!(line("1x3\n1__\n__2"), "3:1: expected 1 row as the header says, found 2");
    assert_eq!(line("2 3\n1 _ _ _\n_ _ _ 2"), "2:1: expected 3 cells as the header says, found 4");
    assert_eq!(line("1,_\n_,1,2"), "2:5: expected 2 cells as in the first row, found 3");
    assert!(line("661 350\n688 352").starts_with("1:1: expected a number of 0 to 9"), "{}", line("661 350\n688 352"));
    assert!(line("1 _\n_ q").starts_with("2:3: expected a number"), "{}", line("1 _\n_ q"));
    assert_eq!(line("1,,2"), "1:3: expected a cell before this separator, found nothing");
    assert_eq!(line("1 _\n\n_ 1"), "2:1: expected a row of the board, found an empty line");
}

#[test]
fn a_board_on_one_line_round_trips() {
    let board = Board::parse("1 T _\n9 G 0\n", GemsReadOptions::default()).expect("a board").puzzle;
    assert_eq!(board.to_line(), "1T_/9G0");
    assert_eq!(Board::from_line(&board.to_line()).map(|board| board.cells), Some(board.cells));
    assert_eq!(Board::from_line("1_/2"), None);
    let boards = Board::parse_all("1_/_.\n\n2T/8G\r\n", GemsReadOptions::default()).expect("two boards").puzzle;
    assert_eq!(boards.iter().map(Board::to_line).collect::<Vec<_>>(), ["1_/__", "2T/8G"]);
    let refused = |text: &str| Board::parse_all(text, GemsReadOptions::default()).expect_err("malformed").to_string();
    assert_eq!(refused("1_/2\n"), "1:5: expected 2 cells, found 1");
    assert!(refused("1_/(1\n").starts_with("1:4: expected a number"));
    assert!(refused("1_/__\n1_/_q\n").starts_with("2:5: expected a number"));
}

#[test]
fn answer_files_have_blocks() {
    let text = "Brute force:\n1, T\n\nBacktracking:\nNo solution\n\n";
    let blocks = Board::parse_blocks(text, GemsReadOptions { answer: true, ..GemsReadOptions::default() });
    let blocks = blocks.expect("two blocks").puzzle;
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].0, "Brute force");
    assert!(matches!(&blocks[0].1, Claim::Filled(board) if board.to_line() == "1T"));
    assert_eq!(blocks[1], ("Backtracking".into(), Claim::NoSolution));
}

/// A board on one line with its number of mines, and what is said about it.
fn said(text: &str) -> (String, String) {
    let Reading { puzzle, remarks } = Board::parse(text, GemsReadOptions::default()).expect(text);
    let mines = puzzle.mines.map_or(String::new(), |mines| format!(" {mines}"));
    (puzzle.to_line() + &mines, remarks.iter().map(Remark::to_string).collect::<Vec<_>>().join("; "))
}

#[test]
fn headings_state_size_and_mines() {
    for text in ["4x3x5\n1##1\n#2H#\n0##1\n", "3x4x5\n1 # # 1\n# 2 # #\n0 # # 1\n", "3 4 5\n1##1\n#2##\n0##1\n"] {
        let (board, remarks) = said(text);
        assert_eq!(board, "1__1/_2__/0__1 5", "{text}");
        assert_eq!(remarks.is_empty(), !text.contains('H'), "{remarks}");
    }
    assert_eq!(said("4x3\n1##1\n#2##\n0##1\n").0, "1__1/_2__/0__1");
    assert_eq!(line("9x9x10\n1##1\n#2##\n"), "3:1: expected 9 rows as the header says, found 2");
    assert_eq!(line("2x2x5\n1#\n##\n"), "1:1: expected at most 4 mines on a board of 2 by 2, found 5");
    // Three numbers and two mines, above rows of five.
    assert_eq!(said("1X2X1\n__1__\n").0, "1T2T1/__1__");
}

#[test]
fn lists_are_boards() {
    let rule = "2:1: expected a row of the board, found the rule of a Markdown table";
    assert_eq!(line("| 1 | _ |\n|---|:-:|\n| _ | 2 |\n"), rule);
    assert_eq!(said("np.array([[1, 0, 2],\n [1, 0, 2]])").0, "102/102");
    for text in
        ["[[1, \"_\"], ['_', 2]]", "[\"1_\",\n \"_2\"]", "[[1, null],\n [None, 2]]", "[['1' '?']\n ['?' '2']]\n"]
    {
        assert_eq!(said(text), ("1_/_2".into(), String::new()), "{text}");
    }
    assert_eq!(line("[[1, 2], [3]]"), "1:12: expected 2 cells as in the first row, found 1");
    assert!(line("[[1, \"E\"]]").starts_with("1:7: expected a number"), "{}", line("[[1, \"E\"]]"));
    // Four rows of one cell, or one row of four?
    let cells = "1:3: expected a list of cells, or a text with a row of more than one cell, found '_'";
    assert_eq!(line("['_', '2',\n '_', '2']"), cells);
    assert_eq!(line("[1, 2]"), "1:2: expected a list of cells, or a text with a row of them, found '1'");
}

#[test]
fn of_two_readings_it_says_which() {
    assert_eq!(said("1 -1\n-1 2\n"), ("1_/_2".into(), "1: '-1' is taken for an unknown cell".into()));
    let trap = "1: '-1' is taken for a trap, since other cells are unknown";
    assert_eq!(said("[[1, -1], [null, 2]]"), ("1T/_2".into(), trap.into()));
    assert_eq!(said("1*\n*2\n").1, "1: '*' is taken for an unknown cell");
    assert_eq!(said("1F\n_2\n"), ("1T/_2".into(), "1: 'F', a flag, is taken for a trap".into()));
    assert_eq!(said("1.\n#2\n").1, "2: '.' and '#' are taken for the same, an unknown cell");
    let size = "1: '1 2' is taken for the size of the board, not for its first row";
    assert_eq!(said("1 2\n_ 1\n"), ("_1".into(), size.into()));
    let zeros = "1: all cells are numbers: '0' is taken for one, not for an unknown cell";
    assert_eq!(said("0 0\n0 1\n"), ("00/01".into(), zeros.into()));
    assert_eq!(said("0 0\n_ 1\n").1, "");
    let only = "1: this is taken for the only row of a board, not for its size and its cells";
    assert_eq!(said("1 2 _ 1\n").1, only);
}

#[test]
fn empty_lines_between_all_rows_of_an_answer_are_no_ends() {
    let read = |text: &str| {
        let options = GemsReadOptions { answer: true, ..GemsReadOptions::default() };
        let claims = Board::parse_blocks(text, options).expect("blocks").puzzle;
        claims
            .iter()
            .map(|(_, claim)| if let Claim::Filled(board) = claim { board.to_line() } else { "-".into() })
            .collect::<Vec<_>>()
    };
    assert_eq!(read("1 T\n\nG 1\n"), ["1T/G1"]);
    let said = Board::parse_blocks("A:\n1 T\n\nG 1\n", GemsReadOptions::default()).expect("a board").remarks;
    assert_eq!(said[0].to_string(), "2: 2 rows between empty lines are taken for one board");
    assert_eq!(read("1 T\nG 1\n\n1 G\nT 1\n"), ["1T/G1", "1G/T1"]);
    assert_eq!(read("A:\n1 T\n\nB:\nunsolved\n"), ["1T", "-"]);
}
