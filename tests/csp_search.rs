//! Finite-domain searches against enumeration, against formulas, and against the published Tenner program's rules of
//! counting.

use gemsat::cnf::{Formula, Var};
use gemsat::csp::{Method, Outcome, PoseError, Problem, Search};
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::limits::{Limits, Stop};
use gemsat::puzzle::coloring::{self, Graph};
use gemsat::puzzle::queens::{self, Queens};
use gemsat::puzzle::sudoku::{self, Sudoku};
use gemsat::puzzle::tenner::{self, DIGITS, Grid, published};
use gemsat::util::rng::Rng;

/// All solutions in the order of the search, each checked.
pub fn solutions(problem: &Problem, method: Method) -> Vec<Vec<u32>> {
    let mut search = Search::new(problem, method);
    let mut found = Vec::new();
    loop {
        match search.next(&Limits::none(), None) {
            Outcome::Solved(values) => {
                assert!(problem.is_solution(&values), "{}: {values:?}", method.name());
                found.push(values);
            }
            Outcome::NoSolution => break,
            Outcome::Unknown(stop) => panic!("{stop}"),
        }
    }
    assert_eq!(search.next(&Limits::none(), None), Outcome::NoSolution);
    found
}

/// Queens on a board, some of them placed.
pub fn queens(size: usize, placed: &[(usize, usize)]) -> Result<Problem, PoseError> {
    let mut board = Queens::new(size).expect("a size");
    board.placed = placed.to_vec();
    queens::pose::problem(&board)
}

/// A sudoku by its boxes and givens, 0 for a blank.
pub fn sudoku(rows: usize, columns: usize, givens: &[u16]) -> Problem {
    let board = Sudoku::with_boxes(rows, columns).expect("a size").with_givens(givens);
    sudoku::pose::problem(&board).expect("a small board")
}

#[test]
fn finite_domain_searches_find_what_enumeration_finds() {
    let mut rng = Rng::new(5);
    let mut total = 0;
    for _ in 0..1500 {
        let (vars, values) = (1 + rng.index(5), 1 + rng.index(4));
        let mut problem = Problem::new(vars, values).expect("small");
        for _ in 0..rng.index(5) {
            let mut some: Vec<usize> = (0..vars).filter(|_| rng.coin()).collect();
            rng.shuffle(&mut some);
            let number = |rng: &mut Rng| rng.below(7) as i64 - 3;
            let terms: Vec<(usize, i64)> = some.iter().map(|&var| (var, number(&mut rng))).collect();
            match rng.below(4) {
                0 => problem.all_different(some).expect("legal"),
                1 => problem.all_different_by(terms).expect("legal"),
                2 => problem.sum(some, rng.below(8) as i64).expect("legal"),
                _ => problem.linear(terms, number(&mut rng)).expect("legal"),
            }
        }
        if rng.below(3) == 0 {
            problem.fix(rng.index(vars), rng.index(values)).expect("in range");
            problem.forbid(rng.index(vars), rng.index(values)).expect("in range");
        }
        let all = (0..(values as u32).pow(vars as u32)).map(|mut number| {
            let mut digits = vec![0; vars];
            for digit in digits.iter_mut().rev() {
                *digit = number % values as u32;
                number /= values as u32;
            }
            digits
        });
        let expected: Vec<Vec<u32>> = all.filter(|values| problem.is_solution(values)).collect();
        total += expected.len();
        for method in Method::ALL {
            let mut found = solutions(&problem, method);
            if method != Method::ForwardCheckingMrv {
                assert!(found.is_sorted(), "values in order, variables in order");
            }
            found.sort_unstable();
            assert_eq!(found, expected, "{} on {problem:?}", method.name());
        }
    }
    assert!(total > 5000, "{total}");
}

fn graph(vertices: usize, edges: &[(usize, usize)]) -> Graph {
    let mut graph = Graph::new((0..vertices).map(|vertex| vertex.to_string()).collect());
    edges.iter().for_each(|&(a, b)| graph.join(a, b));
    graph
}

#[test]
fn colouring_agrees_with_formulas() {
    let mut rng = Rng::new(6);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..200 {
        let (vertices, colors) = (2 + rng.index(9), 1 + rng.index(3));
        let mut edges: Vec<(usize, usize)> =
            (0..rng.index(3 * vertices)).map(|_| (rng.index(vertices), rng.index(vertices))).collect();
        edges.retain(|(a, b)| a != b);
        let var = |vertex: usize, color: usize| Var::new(vertex * colors + color);
        let mut formula = Formula::new();
        for vertex in 0..vertices {
            formula.add_clause((0..colors).map(|color| var(vertex, color).pos()));
        }
        for &(a, b) in &edges {
            (0..colors).for_each(|color| formula.add_clause([var(a, color).neg(), var(b, color).neg()]));
        }
        let mut dpll = engines::by_name("dpll").expect("a known engine");
        let colorable = dpll.solve(formula, &Limits::none(), None) != Verdict::Unsat;
        let problem = coloring::pose::problem(&graph(vertices, &edges), colors, &[]).expect("a small graph");
        for method in Method::ALL {
            let outcome = Search::new(&problem, method).next(&Limits::none(), None);
            match outcome {
                Outcome::Solved(colors) => {
                    assert!(colorable && edges.iter().all(|&(a, b)| colors[a] != colors[b]));
                }
                outcome => assert!(!colorable && outcome == Outcome::NoSolution),
            }
        }
        *(if colorable { &mut yes } else { &mut no }) += 1;
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
    // A cycle of n vertices has (k-1)^n + (-1)^n (k-1) colourings.
    let cycle: Vec<(usize, usize)> = (0..7).map(|vertex| (vertex, (vertex + 1) % 7)).collect();
    let problem = coloring::pose::problem(&graph(7, &cycle), 3, &[]).expect("a small graph");
    Method::ALL.into_iter().for_each(|method| assert_eq!(solutions(&problem, method).len(), 126));
}

#[test]
fn sudoku_of_every_box_shape() {
    let blank = sudoku(2, 2, &[0; 16]);
    Method::ALL.into_iter().for_each(|method| assert_eq!(solutions(&blank, method).len(), 288));
    let mut rng = Rng::new(7);
    for (box_rows, box_columns) in [(1, 1), (1, 3), (2, 3), (3, 2), (3, 3)] {
        let n = box_rows * box_columns;
        // A solved grid by shifting, its digits renamed, and about half of its cells kept.
        let mut names: Vec<u16> = (1..=n as u16).collect();
        rng.shuffle(&mut names);
        let digit = |cell: usize| {
            let (row, column) = (cell / n, cell % n);
            names[(row % box_rows * box_columns + row / box_rows + column) % n]
        };
        let full: Vec<u16> = (0..n * n).map(digit).collect();
        let kept: Vec<u16> = full.iter().map(|&digit| if rng.coin() { digit } else { 0 }).collect();
        let solved = |givens: &[u16], method| solutions(&sudoku(box_rows, box_columns, givens), method);
        let mut all: Vec<Vec<Vec<u32>>> = Vec::new();
        for method in Method::ALL {
            assert_eq!(solved(&full, method).len(), 1, "{box_rows} x {box_columns}");
            let mut found = solved(&kept, method);
            found.sort_unstable();
            let original: Vec<u32> = (0..n * n).map(|cell| u32::from(digit(cell)) - 1).collect();
            assert!(found.contains(&original));
            all.push(found);
        }
        assert!(all.iter().all(|found| *found == all[0]));
    }
    assert_eq!(queens(8, &[(8, 0)]).err(), Some(PoseError::OutOfRange));
    assert_eq!(coloring::pose::problem(&graph(3, &[]), 2, &[3]).err(), Some(PoseError::OutOfRange));
    let odd = Grid { columns: 1, cells: vec![Some(10)], sums: vec![None] };
    assert_eq!(tenner::pose::problem(&odd).err(), Some(PoseError::OutOfRange));
    assert_eq!(Problem::new(usize::MAX, 2).err(), Some(PoseError::TooLarge));
}

/// A Tenner game: rows of ten digits by chance, and `blank` cells of each row taken away.
fn tenner_game(rows: usize, blank: usize, rng: &mut Rng) -> Grid {
    let mut grid: Vec<u8> = Vec::new();
    while grid.len() < rows * 10 {
        let mut row: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut row);
        let above = &grid[grid.len().saturating_sub(10)..];
        let touches =
            |column: usize| (column.saturating_sub(1)..(column + 2).min(10)).any(|other| above[other] == row[column]);
        if above.is_empty() || !(0..10).any(touches) {
            grid.extend(row);
        }
    }
    let sum = |column| Some(grid.iter().skip(column).step_by(10).map(|&digit| u32::from(digit)).sum());
    let sums = (0..10).map(sum).collect();
    let mut given: Vec<Option<u8>> = grid.into_iter().map(Some).collect();
    for row in given.chunks_mut(10) {
        let mut columns: Vec<usize> = (0..10).collect();
        rng.shuffle(&mut columns);
        columns[..blank].iter().for_each(|&column| row[column] = None);
    }
    Grid { columns: DIGITS, cells: given, sums }
}

/// The published counting rules once more, word for word and recursively: a grid with the sums as its last row, -1 for
/// a blank, and domains that include the row of sums.
struct Counting {
    grid: Vec<[i32; 10]>,
    domains: Vec<[[bool; 10]; 10]>,
    checks: u64,
    assignments: u64,
}

impl Counting {
    fn new(game: &Grid) -> Counting {
        let mut grid: Vec<[i32; 10]> = Vec::new();
        for row in game.cells.chunks(10) {
            grid.push(std::array::from_fn(|column| row[column].map_or(-1, i32::from)));
        }
        let mut domains = vec![[[true; 10]; 10]; grid.len()];
        grid.push(std::array::from_fn(|column| game.sums[column].expect("a sum") as i32));
        domains.push([[false; 10]; 10]);
        Counting { grid, domains, checks: 0, assignments: 0 }
    }

    fn rows(&self) -> usize {
        self.grid.len() - 1
    }

    fn touching(&self, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut cells = Vec::new();
        for at_row in [row.wrapping_sub(1), row + 1] {
            for at_column in [column.wrapping_sub(1), column, column + 1] {
                if at_row <= self.rows() && at_column < 10 {
                    cells.push((at_row, at_column));
                }
            }
        }
        cells
    }

    fn rules(&mut self, row: usize, column: usize, digit: i32) -> bool {
        for at in 0..10 {
            self.checks += 1;
            if self.grid[row][at] == digit {
                return false;
            }
        }
        let rows = self.rows();
        if self.touching(row, column).iter().any(|&(r, c)| r < rows && self.grid[r][c] == digit) {
            self.checks += 1;
            return false;
        }
        self.checks += 1;
        let filled = (0..rows).map(|at| self.grid[at][column]).filter(|&value| value != -1);
        let sum = filled.sum::<i32>() + digit;
        let target = self.grid[rows][column];
        sum <= target && (row + 1 < rows || sum == target)
    }

    fn blanks(&self) -> Vec<(usize, usize)> {
        let cells = (0..self.rows()).flat_map(|row| (0..10).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.grid[row][column] == -1).collect()
    }

    fn backtrack(&mut self) -> bool {
        let Some(&(row, column)) = self.blanks().first() else { return true };
        for digit in 0..10 {
            if self.rules(row, column, digit) {
                self.grid[row][column] = digit;
                self.assignments += 1;
                if self.backtrack() {
                    return true;
                }
            }
            self.grid[row][column] = -1;
            self.assignments += 1;
        }
        false
    }

    fn set_domains(&mut self, row: usize, column: usize, digit: usize, value: bool) {
        (0..10).for_each(|at| self.domains[row][at][digit] = value);
        self.touching(row, column).into_iter().for_each(|(r, c)| self.domains[r][c][digit] = value);
    }

    fn forward(&mut self, mrv: bool) -> bool {
        let blanks = self.blanks();
        let Some(&(mut row, mut column)) = blanks.first() else { return true };
        if mrv {
            let size = |(r, c): (usize, usize)| self.domains[r][c].iter().filter(|&&left| left).count();
            for &cell in &blanks {
                if size(cell) < size((row, column)) {
                    (row, column) = cell;
                }
            }
        }
        for digit in 0..10 {
            if self.domains[row][column][digit] && self.rules(row, column, digit as i32) {
                self.grid[row][column] = digit as i32;
                self.assignments += 1;
                self.set_domains(row, column, digit, false);
                if self.forward(mrv) {
                    return true;
                }
                self.grid[row][column] = -1;
                self.assignments += 1;
                self.set_domains(row, column, digit, true);
            }
        }
        false
    }
}

#[test]
fn tenner_games_count_as_published() {
    let mut rng = Rng::new(8);
    let mut wrong = 0;
    for round in 0..120 {
        let rows = 3 + round % 3;
        let game = tenner_game(rows, 1 + round % (8 - rows), &mut rng);
        for method in Method::ALL {
            let mut counting = Counting::new(&game);
            let ended = match method {
                Method::Backtrack => counting.backtrack(),
                _ => counting.forward(method == Method::ForwardCheckingMrv),
            };
            assert!(ended, "the game has a solution");
            let (outcome, counters) = published::search(method, &game, &Limits::none(), None).expect("a game");
            assert_eq!(counters.consistency_checks, counting.checks, "{}", method.name());
            assert_eq!(counters.assignments, counting.assignments, "{}", method.name());
            match outcome {
                Outcome::Solved(values) => {
                    let reached = counting.grid[..rows].as_flattened();
                    assert!(values.iter().zip(reached).all(|(&value, &digit)| value as i32 == digit));
                }
                // The published program does not look at the sum of a column whose last cell is given.
                outcome => {
                    assert_eq!(outcome, Outcome::Unknown(Stop::Incomplete));
                    wrong += 1;
                }
            }
        }
    }
    assert!(wrong < 36, "{wrong} of 360 runs of the published program end in a wrong grid");
    // The last row is given, so the published program takes the first digits that are not too large.
    let game = Grid { columns: 2, cells: vec![None, None, Some(5), Some(6)], sums: vec![Some(8), Some(8)] };
    for method in Method::ALL {
        let (outcome, _) = published::search(method, &game, &Limits::none(), None).expect("a game");
        assert_eq!(outcome, Outcome::Unknown(Stop::Incomplete));
        let problem = tenner::pose::problem(&game).expect("a game");
        assert_eq!(solutions(&problem, method), [[3, 2, 5, 6]]);
    }
}

#[test]
fn tenner_games_have_the_same_solutions_by_all_searches() {
    let mut rng = Rng::new(9);
    for round in 0..60 {
        let mut game = tenner_game(3 + round % 3, 2 + round % 4, &mut rng);
        game.sums.iter_mut().for_each(|sum| *sum = sum.filter(|_| rng.below(10) > 0));
        let problem = tenner::pose::problem(&game).expect("a game");
        let found: Vec<Vec<Vec<u32>>> = Method::ALL
            .into_iter()
            .map(|method| {
                let mut all = solutions(&problem, method);
                all.sort_unstable();
                all
            })
            .collect();
        assert!(!found[0].is_empty() && found.iter().all(|all| *all == found[0]));
    }
}
