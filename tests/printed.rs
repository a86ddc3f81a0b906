//! What the puzzles' `print` writes is read back as the same board.

use crate::support::rounds;
use gemsat::limits::Limits;
use gemsat::puzzle::Puzzle;
use gemsat::puzzle::coloring::{self, Graph};
use gemsat::puzzle::gems::{Board, Cell, GemsReadOptions, Style, Symbols};
use gemsat::puzzle::queens::{self, Queens};
use gemsat::puzzle::sudoku::{Cage, Sudoku, layouts, print, read};
use gemsat::puzzle::tenner::Grid;
use gemsat::util::rng::Rng;
use std::fmt::Debug;

fn same<T: PartialEq + Debug>(text: &str, read: impl Debug + Into<Option<T>>, board: T) {
    let shown = format!("{read:?}");
    assert_eq!(read.into(), Some(board), "{shown}\n{text}");
}

/// The sudoku of a text.
fn sudoku(text: &str) -> Option<Sudoku> {
    read::read(text, read::SudokuReadOptions::default()).ok().map(|read| read.puzzle)
}

/// The board with random givens: any digits, those of one character, or those that only letters can write.
fn sprinkled(board: &Sudoku, rng: &mut Rng) -> Sudoku {
    let side = board.side() as u16;
    let (least, most) = match rng.index(3) {
        0 => (1, side),
        1 => (1, side.min(9)),
        _ => (side.min(10), side),
    };
    let density = [1, 5, 50, 100][rng.index(4)];
    let given = |_| if rng.below(100) < density { least + rng.below(u64::from(most - least + 1)) as u16 } else { 0 };
    let givens: Vec<u16> = (0..board.num_cells()).map(given).collect();
    board.with_givens(&givens)
}

#[test]
fn sudokus() {
    let mut rng = Rng::new(1);
    let shapes =
        [(2, 2), (3, 3), (4, 4), (5, 5), (1, 4), (3, 2), (3, 4), (4, 3), (3, 9), (9, 3), (5, 7), (6, 6), (1, 12)];
    for round in 0..rounds(400) {
        let (rows, columns) = shapes[round % shapes.len()];
        let board = sprinkled(&Sudoku::with_boxes(rows, columns).expect("a size"), &mut rng);
        let line = print::line(&board, board.givens());
        assert_eq!(line.is_some(), board.side() <= 35);
        for text in line.into_iter().chain([print::puzzle(&board)]) {
            same(&text, sudoku(&text), board.clone());
        }
        // A bare grid need not show its boxes.
        let (text, options) = (
            print::grid(&board, board.givens()),
            read::SudokuReadOptions { boxes: Some((rows, columns)), ..read::SudokuReadOptions::default() },
        );
        same(&text, read::read(&text, options).ok().map(|read| read.puzzle), board);
    }
}

#[test]
fn lines_of_many_sudokus() {
    let mut rng = Rng::new(2);
    for (rows, columns) in [(2, 2), (3, 3), (4, 4), (5, 5), (3, 9)] {
        let empty = Sudoku::with_boxes(rows, columns).expect("a size");
        let mut boards: Vec<Sudoku> = (0..12).map(|_| sprinkled(&empty, &mut rng)).collect();
        boards.insert(0, empty.clone());
        let lines: Vec<String> = boards.iter().filter_map(|board| print::line(board, board.givens())).collect();
        let text = lines.join("\n");
        let read = read::read_many(&text, read::SudokuReadOptions::default()).ok();
        same(&text, read.map(|read| read.puzzle), boards);
    }
    // The board that was read as 7 and 3 once.
    let sparse = format!("GC{}\n", ".".repeat(254));
    let read = sudoku(&sparse).expect("a sudoku");
    assert_eq!((read.givens()[0], read.givens()[1]), (16, 12));
    // Letters alone that reach further count from A.
    let letters = format!("GP{}\n", ".".repeat(254));
    let read = sudoku(&letters).expect("a sudoku");
    assert_eq!((read.givens()[0], read.givens()[1]), (7, 16));
}

/// Which cells beside each other and below each other are of one region.
fn borders(board: &Sudoku) -> Vec<bool> {
    let cells = 0..board.num_cells() - board.side();
    cells.flat_map(|cell| [1, board.side()].map(|step| board.box_of(cell) == board.box_of(cell + step))).collect()
}

#[test]
fn sudokus_of_other_layouts() {
    let mut rng = Rng::new(3);
    let read = sudoku;
    for round in 0..rounds(40) {
        let (rows, columns) = [(2, 2), (3, 3), (4, 4), (5, 5)][round % 4];
        let side = rows * columns;
        // Random regions, and on the larger boards, where these take long, boxes as regions.
        let boxes = |cell: usize| cell / side / rows * rows + cell % side / columns;
        let boxes = Sudoku::with_regions(side, (0..side * side).map(boxes).collect()).expect("regions");
        let random = (side <= 9).then(|| layouts::jigsaw(&boxes, round as u64, &Limits::none()).expect("regions"));
        let board = sprinkled(&random.unwrap_or(boxes), &mut rng);
        let text = print::puzzle(&board);
        let again = read(&text);
        same(&text, again.as_ref().map(|again| again.givens().to_vec()), board.givens().to_vec());
        same(&text, again.as_ref().map(borders), borders(&board));
    }
    for (rows, columns) in [(2, 2), (3, 3), (4, 4), (5, 5)] {
        let board = Sudoku::with_boxes(rows, columns).expect("a size");
        let cage = |start: usize| Cage { sum: 3 + rng.below(20) as u32, cells: vec![start, start + 1] };
        let board = board.with_cages([0, 2, rows * columns].map(cage).to_vec());
        let text = print::puzzle(&board);
        same(&text, read(&text), board);
    }
    for _ in 0..rounds(10) {
        let board = sprinkled(&Sudoku::samurai(), &mut rng);
        let text = print::puzzle(&board);
        same(&text, read(&text), board.clone());
        assert_eq!(print::line(&board, board.givens()), None);
    }
}

#[test]
fn gems() {
    let mut rng = Rng::new(4);
    let styles = [
        Style::of(Symbols::Gems),
        Style::of(Symbols::Mines),
        Style { separator: "", ..Style::of(Symbols::Gems) },
        Style { separator: "", ..Style::of(Symbols::Mines) },
        Style { unknown: '*', separator: "\t", ..Style::of(Symbols::Gems) },
    ];
    for round in 0..rounds(4_000) {
        let style = styles[round % styles.len()].clone();
        let (rows, cols) = (rng.index(5) + 1, rng.index(5) + 1);
        let mut board = Board::unknown(rows, cols, style);
        let kinds = [4, 3][rng.index(2)];
        for cell in &mut board.cells {
            *cell = match rng.index(kinds) {
                0 => Cell::Trap,
                1 if board.style.symbols == Symbols::Gems => Cell::Gem,
                3 => Cell::Unknown,
                _ => Cell::Clue(rng.below(4) as u16),
            };
        }
        let text = board.to_string();
        same(
            &text,
            Board::parse(&text, GemsReadOptions::default()).ok().map(|read| read.puzzle.cells),
            board.cells.clone(),
        );
        let line = board.to_line();
        same(&line, Board::from_line(&line).map(|read| read.cells), board.cells);
    }
}

#[test]
fn queens() {
    let mut rng = Rng::new(5);
    for _ in 0..rounds(400) {
        let size = rng.index(9) + 1;
        let mut board = Queens::new(size).expect("a size");
        for (row, column) in (0..size * size).map(|square| (square / size, square % size)) {
            match rng.index(6) {
                0 => board.placed.push((row, column)),
                1 => board.block(row, column),
                _ => {}
            }
        }
        let options = queens::read::QueensReadOptions::default();
        let text = queens::print::board(&board, &board.placed);
        same(&text, queens::read::read(&text, options).ok().map(|read| read.puzzle), board.clone());
        let known: Vec<Option<bool>> = (0..size * size)
            .map(|square| if board.placed.contains(&(square / size, square % size)) { Some(true) } else { None })
            .collect();
        let text = queens::print::certain(&board, &known);
        same(&text, queens::read::read(&text, options).ok().map(|read| read.puzzle), board);
    }
}

#[test]
fn colourings() {
    let mut rng = Rng::new(6);
    let names = ["A", "B 2", "red", "3", "New South Wales"];
    for _ in 0..rounds(100) {
        let graph = Graph::new(names.map(String::from).to_vec());
        let colors = rng.index(7) + 1;
        let coloring: Vec<usize> = names.iter().map(|_| rng.index(colors)).collect();
        let puzzle = coloring::Coloring::new(graph.clone(), colors, None);
        let text = puzzle.print(&coloring::values_of(&coloring));
        same(&text, coloring::read::coloring(&text, &graph).ok().map(|read| read.puzzle), coloring);
    }
}

#[test]
fn graphs() {
    let mut rng = Rng::new(8);
    let names = ["A", "B 2", "red", "c", "New South Wales", "Côte d'Ivoire", "1", "-", "a,b", "e: f", "#", "\"x\""];
    for _ in 0..rounds(100) {
        let count = rng.index(names.len()) + 1;
        let mut graph = coloring::Graph::new(names[..count].iter().map(ToString::to_string).collect());
        for b in 0..count {
            (0..b).filter(|_| rng.coin()).for_each(|a| graph.join(a, b));
        }
        let text = coloring::print::lists(&graph);
        let reading = coloring::read::read(&text, Default::default()).expect("a graph");
        assert_eq!((&reading.puzzle, &reading.remarks[..]), (&graph, &[][..]), "{text}");
    }
}

#[test]
fn tenner_grids() {
    let mut rng = Rng::new(7);
    for _ in 0..rounds(400) {
        let rows = rng.index(6) + 1;
        let cells = (0..10 * rows).map(|_| Some(rng.below(10) as u8).filter(|_| rng.coin())).collect();
        let sums = (0..10).map(|_| Some(rng.below(55) as u32).filter(|_| rng.index(4) > 0)).collect();
        let grid = Grid { columns: 10, cells, sums };
        for text in [grid.to_string(), grid.to_line(), grid.to_json(None).to_string()] {
            same(&text, Grid::parse(&text).ok().map(|read| read.puzzle), grid.clone());
        }
    }
}
