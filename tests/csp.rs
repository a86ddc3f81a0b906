//! Puzzles as finite-domain problems: boards with all their rules, and the tools' `--engine csp-...`.

use super::csp_search;
use crate::support::tool::{code, run};
use gemsat::csp::{Method, Problem};
use gemsat::puzzle::coloring::Graph;
use gemsat::puzzle::gems::count::{DEFAULT_STATES, count};
use gemsat::puzzle::gems::{Board, Cell, Style, Symbols};
use gemsat::puzzle::queens::Queens;
use gemsat::puzzle::sudoku::{Cage, Sudoku};
use gemsat::util::rng::Rng;

/// All solutions, sorted.
fn solutions(problem: &Problem, method: Method) -> Vec<Vec<u32>> {
    let mut found = csp_search::solutions(problem, method);
    found.sort_unstable();
    found
}

#[test]
fn boards_with_all_their_rules() {
    // A killer of 4: cages of two that leave one solution, given as sums of a known grid.
    let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let mut board = Sudoku::with_boxes(2, 2).expect("a board");
    board.set(0, 1);
    board.exclude(1, 3);
    board.exclude(1, 4);
    let pairs = [[2, 6], [4, 5], [8, 12], [9, 13], [11, 15]];
    for cells in pairs {
        board.add_cage(Cage { sum: cells.iter().map(|&cell| full[cell]).sum(), cells: cells.to_vec() });
    }
    let holds = |values: &[u32]| {
        let digit = |cell: usize| values[cell] + 1;
        digit(0) == 1
            && digit(1) == 2
            && pairs.iter().all(|pair| digit(pair[0]) + digit(pair[1]) == full[pair[0]] + full[pair[1]])
    };
    let blank = solutions(&csp_search::sudoku(2, 2, &[0; 16]), Method::Backtrack);
    let expected: Vec<_> = blank.into_iter().filter(|values| holds(values)).collect();
    assert!((1..20).contains(&expected.len()), "{}", expected.len());
    let queens: Vec<Vec<u32>> = solutions(&csp_search::queens(6, &[]).expect("a board"), Method::Backtrack);
    let mut squares = Queens::new(6).expect("a board");
    squares.block(0, 1);
    let unblocked = queens.iter().filter(|columns| columns[0] != 1).count();
    assert!(unblocked < queens.len());
    for method in Method::ALL {
        assert_eq!(solutions(&gemsat::puzzle::sudoku::pose::problem(&board).expect("a board"), method), expected);
        assert_eq!(
            solutions(&gemsat::puzzle::queens::pose::problem(&squares).expect("a board"), method).len(),
            unblocked
        );
        // A triangle with a tail: with the triangle fixed the tail has two colours of three, and two are too few.
        let mut graph = Graph::new((0..4).map(|vertex| vertex.to_string()).collect());
        [(0, 1), (1, 2), (2, 0), (2, 3)].into_iter().for_each(|(a, b)| graph.join(a, b));
        let count = |colors, clique: &[usize]| {
            solutions(&gemsat::puzzle::coloring::pose::problem(&graph, colors, clique).expect("a graph"), method).len()
        };
        assert_eq!((count(3, &[]), count(3, &[0, 1, 2]), count(2, &[0, 1, 2]), count(2, &[])), (12, 2, 0, 0));
    }
}

#[test]
fn gem_grids_have_as_many_solutions_as_counting_says() {
    let mut rng = Rng::new(6);
    let (mut none, mut many) = (0, 0);
    for round in 0..150 {
        let (rows, cols) = (1 + rng.index(4), 1 + rng.index(5));
        let mut board = Board::unknown(rows, cols, Style::of(Symbols::Gems));
        for cell in &mut board.cells {
            *cell = match rng.below(6) {
                0..=2 => Cell::Unknown,
                3 | 4 => Cell::Clue(rng.below(4) as u16),
                _ => Cell::Trap,
            };
        }
        let total = (round % 3 == 0).then(|| rng.index(rows * cols + 1));
        let counted =
            count(&board, total, DEFAULT_STATES, &gemsat::limits::Limits::none()).expect("a small board").total;
        let problem = gemsat::puzzle::gems::pose::problem(&board, total).expect("a small board");
        for method in Method::ALL {
            let found = solutions(&problem, method);
            assert_eq!(counted, found.len().into(), "{}:\n{board}", method.name());
            for values in &found {
                let filled = board.filled(|number| values[number] == 1);
                assert_eq!(board.check(&filled, total), Ok(()));
            }
        }
        if counted == 0u8.into() {
            none += 1;
        } else if counted > 1u8.into() {
            many += 1;
        }
    }
    assert!(none > 20 && many > 20, "{none} without solution, {many} with several");
}

#[test]
fn the_tools_take_them_by_name() {
    const SUDOKU: &str = env!("CARGO_BIN_EXE_sudoku");
    const QUEENS: &str = env!("CARGO_BIN_EXE_queens");
    const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
    let easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    let (_, solved) = run(SUDOKU, &["solve", "-"], easy);
    let impossible = easy.replacen("003", "993", 1);
    for method in Method::ALL {
        let engine = method.name();
        let engine = ["solve", "--engine", &engine];
        let with = |rest: &[&'static str]| [&engine[..], rest].concat();
        assert_eq!(run(SUDOKU, &with(&["-"]), easy), (10, solved.clone()));
        assert_eq!(run(SUDOKU, &with(&["-"]), &impossible), (20, "No solution\n".into()));
        let two = format!("{easy}\n{impossible}\n");
        assert_eq!(run(SUDOKU, &with(&["-"]), &two).1.lines().nth(1), Some("No solution"));
        let (status, board) = run(QUEENS, &with(&["-"]), "2\n(0, 2) (3, 0)\n");
        assert!(status == 10 && board.contains("Final State"), "{board}");
        assert_eq!(code(QUEENS, &with(&["3"]), ""), 20);
        assert_eq!(code(QUEENS, &with(&["8", "--step-limit", "2"]), ""), 0);
        let (status, map) = run(COLORING, &with(&["usa", "-k", "4"]), "");
        assert_eq!((status, map.lines().count()), (10, 50));
        assert_eq!(code(COLORING, &with(&["usa", "-k", "3"]), ""), 20);
        assert_eq!(code(QUEENS, &with(&["8", "--set", "noise=1"]), ""), 2);
    }
}
