//! Boards in every form, and what is refused.

use super::*;

fn reading(text: &str) -> Reading<Vec<Queens>> {
    read_all(text, QueensReadOptions::default()).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// The size and the queens of a board about which nothing is said.
fn placed(text: &str) -> (usize, Vec<(usize, usize)>) {
    let Reading { mut puzzle, remarks } = reading(text);
    assert_eq!((puzzle.len(), &remarks[..]), (1, &[][..]), "{text:?}");
    let board = puzzle.remove(0);
    (board.size(), board.placed)
}

/// The columns of the queens of each board, and what is said.
fn said(text: &str) -> (Vec<Vec<usize>>, String) {
    let Reading { puzzle, remarks } = reading(text);
    let columns = |board: &Queens| board.placed.iter().map(|&(_, column)| column).collect();
    (puzzle.iter().map(columns).collect(), remarks.iter().map(|remark| remark.to_string()).collect())
}

fn error(text: &str) -> String {
    read(text, QueensReadOptions::default()).map(|read| read.puzzle).expect_err(text).to_string()
}

#[test]
fn squares_that_are_all_blocked_are_said() {
    let (columns, remark) = said("#Q##\n###Q\nQ###\n##Q#\n");
    assert_eq!(columns, [[1, 3, 0, 2]]);
    assert_eq!(remark, "1: '#' is taken for a blocked square, though no square is free");
    assert_eq!(placed("Q#..\n....\n....\n....\n"), (4, vec![(0, 0)]));
}

#[test]
fn the_forms_of_students() {
    assert_eq!(placed("4\n(0, 3) (1, 1) (2, 6) (3, 2)"), (8, vec![(0, 3), (1, 1), (2, 6), (3, 2)]));
    assert_eq!(placed("2\n(1,2) (3,6)"), (8, vec![(1, 2), (3, 6)]));
    assert_eq!(placed("2\n1 0\r\n2 5 "), (8, vec![(1, 0), (2, 5)]));
    assert_eq!(placed("-1 3 -1 7 -1 -1 -1 -1"), (8, vec![(1, 3), (3, 7)]));
    // A count of queens, not a row with a queen in column 0.
    assert_eq!(said("0\n"), (vec![vec![]], "1: 0 is taken for the count of queens on a board of 8 rows".into()));
    let of_five = QueensReadOptions { size: Some(5), ..QueensReadOptions::default() };
    assert_eq!(read("0\n", of_five).map(|read| read.remarks), Ok(Vec::new()));
    assert_eq!(placed("Initial State:\n. . \n. . \n\nFinal State\n. Q \n. . \n"), (2, vec![(0, 1)]));
    assert_eq!(placed(". Q . .\n. . . .\n# . . .\n. . Q ."), (4, vec![(0, 1), (3, 2)]));
    assert_eq!(placed("-1 1 -1 -1\n-1 -1 -1 0\n0 -1 0 -1\n0 -1 0 0"), (4, vec![(0, 1)]));
    assert_eq!(placed("0100\n0001\n1000\n0010\n"), (4, vec![(0, 1), (1, 3), (2, 0), (3, 2)]));
}

#[test]
fn a_count_that_may_be_a_size_is_said() {
    let remark = "1: 4 is taken for the count of queens on a board of 8 rows, not for its size";
    for text in ["4\n0 1\n1 3\n2 0\n3 2\n", "4\n(0, 1) (1, 3) (2, 0) (3, 2)\n"] {
        assert_eq!(said(text), (vec![vec![1, 3, 0, 2]], remark.into()), "{text}");
    }
    assert_eq!(said("4\n1 2\n2 4\n3 1\n4 3\n").1, remark);
    let of_eight = QueensReadOptions { size: Some(8), ..QueensReadOptions::default() };
    assert_eq!(read("4\n1 2\n2 4\n3 1\n4 3\n", of_eight).map(|read| read.remarks), Ok(Vec::new()));
}

#[test]
fn a_size_may_stand_above() {
    let board = ". Q . .\n. . . .\n. . . .\n. . Q .\n";
    for heading in ["4", "4 4", "4x4", "N = 4", "n=4", "N: 4"] {
        assert_eq!(placed(&format!("{heading}\n{board}")), (4, vec![(0, 1), (3, 2)]), "{heading}");
        let columns = (4, vec![(0, 1), (1, 3), (2, 0), (3, 2)]);
        assert_eq!(placed(&format!("{heading}\n1 3 0 2\n")), columns, "{heading}");
        let states = format!("{heading}\n0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n");
        assert_eq!(placed(&states), columns, "{heading}");
    }
    assert_eq!(placed("N = 5\n"), (5, vec![]));
    assert_eq!(error(&format!("5\n{board}")), "1:1: expected a board of size 5 below this line, found size 4");
    assert_eq!(
        error(&format!("4 5\n{board}")),
        "1:1: expected a board, or its size alone on a line above it, found '4'"
    );
}

#[test]
fn lists_as_programs_print_them() {
    let four = vec![(0, 1), (1, 3), (2, 0), (3, 2)];
    for text in [
        "[1, 3, 0, 2]",
        "(1, 3, 0, 2)",
        "[1 3 0 2]\n",
        "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]",
        "[['.', 'Q', '.', '.'], ['.', '.', '.', 'Q'], ['Q', '.', '.', '.'], ['.', '.', 'Q', '.']]",
        "[[0, 1, 0, 0],\n [0, 0, 0, 1],\n [1, 0, 0, 0],\n [0, 0, 1, 0]]",
    ] {
        assert_eq!(placed(text), (4, four.clone()), "{text}");
    }
    let both = vec![vec![1, 3, 0, 2], vec![2, 0, 3, 1]];
    for text in [
        "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
        "[[1,3,0,2],[2,0,3,1]]",
        ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n",
    ] {
        assert_eq!(said(text), (both.clone(), String::new()), "{text}");
    }
    assert_eq!(error("[[1,3,0,2],[2,0,3,1]]"), "1:1: expected one board, found 2");
    let squares = "1: the pairs are taken for squares, from 0, of a board of 8 rows";
    assert_eq!(said("[(0, 2), (3, 0)]"), (vec![vec![2, 0]], squares.into()));
}

#[test]
fn of_two_readings_it_says_which() {
    let from_one = "1: columns are counted from 1, since 4 is among them and 0 is not";
    assert_eq!(said("2 4 1 3\n"), (vec![vec![1, 3, 0, 2]], from_one.into()));
    assert_eq!(said("8\n").1, "1: 8 is taken for the size of an empty board, not for a count of queens");
    let count = "1: the numbers are taken for the columns of the queens, not for a count and squares";
    assert_eq!(said("2 0 3 1 4"), (vec![vec![2, 0, 3, 1, 4]], count.into()));
    assert_eq!(said("0 3 0 0\n").1, "1: 0 is taken for the first column, not for a row without a queen (-1)");
    assert_eq!(said(".*..\n...*\n*...\n..*.\n").1, "1: '*' is taken for a blocked square");
    assert_eq!(said("Q x x x\nx x . .\nx . x .\nx . . x\n").1, "", "they are attacked anyway");
    assert_eq!(said("(1,2)\n(3,6)\n").1, "1: there is no count above the squares; 2 queens listed");
    let chess = "1: squares are taken as in chess: a1 is the lower left corner, of a board of 8 rows";
    let Reading { puzzle, remarks } = reading("a1 c8\n");
    assert_eq!((puzzle[0].placed.clone(), remarks[0].to_string()), (vec![(7, 0), (0, 2)], chess.into()));
}

#[test]
fn errors_say_where() {
    assert_eq!(error("|\n"), "1:1: expected numbers, found '|'");
    assert_eq!(error("1\n|\n"), "2:1: expected numbers, found '|'");
    for (text, expected) in [
        ("1\n8 0", "2:1: expected a row and a column of 0 to 7, found '8'"),
        ("3\n1 0", "1:1: expected the number of queens, and 1 are listed, found '3'"),
        ("2\n(0, 1) (0, 1)", "2:9: expected a square that is not named twice, found '0'"),
        ("2\n(0, 1) (3, ", "2:11: expected a number, found ''"),
        ("Q.\n.y", "2:2: expected Q (a queen), . (free) or # (blocked), found 'y'"),
        ("5 3\n0 4 7 5 2 6 1 3", "2:1: expected 2 numbers in this row"),
        ("2 0 2\n3 0\n", "1:1: expected 2 numbers in this row"),
        ("0 1 0 0\n0 0 0 1\n1 0 0 0\n", "1:1: expected 3 numbers in this row"),
        ("1,,0,2\n", "1:3: expected a number between commas, found ''"),
        ("1 3 0 4", "1:7: expected a column of 0 to 3, or -1 for none, found '4'"),
        ("0 1", "1:1: expected a board; two numbers are none"),
        ("-\n", "1:1: expected a board (Q or . if it has one square), found '-' alone"),
        ("Final State\n", "1:1: expected a board below this heading"),
        ("Initial State:\n. . \n. . \nFinal State\n", "4:1: expected a board below this heading"),
        ("Solution 1:\nQ", "1:3: expected 2 squares in this row"),
        ("[[0, 1, 2], [1, 0]]", "1:13: expected a board of size 3 as the first"),
        ("[\".Q\", \"Q\"]", "1:9: expected 2 squares in this row"),
        ("n = 4\nn = 5\n", "2:1: expected a name that is not given twice, found 'n'"),
        ("n = 4\nnumdiags = 2\n", "2:12: expected 0, the number of diags that are listed, found '2'"),
    ] {
        assert!(error(text).starts_with(expected), "{text:?}: {}", error(text));
    }
    let six = QueensReadOptions { size: Some(6), ..QueensReadOptions::default() };
    let refused = read("1 3 0 2", six).expect_err("another size").to_string();
    assert_eq!(refused, "1:1: expected a board of size 6, found one of size 4");
}
