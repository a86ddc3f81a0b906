//! Random layouts: jigsaws with regions of any shape, killers with cages.
//!
//! What it does: a jigsaw begins with boxes and trades cells between neighbouring regions as long as both stay in one
//! piece, until its rules have a solution. A killer begins with random cages over a random solution; as long as there
//! is another solution, a cage in which the two differ is divided so that the new sums exclude the other one. A cage of
//! one cell would be a given. If there is no other way, new cages are drawn; only the last attempt accepts single
//! cells.

use super::ask::{Outcome, Session};
use super::generate::GenerateError;
use crate::limits::Limits;
use crate::puzzle::sudoku::{Cage, Sudoku};
use crate::util::rng::Rng;

/// Layouts that are tried before none is said to be found.
const MOST_LAYOUTS: usize = 50;
/// Trades of cells for each cell of the grid.
const TRADES: usize = 8;
/// The most cells of a cage.
const LARGEST_CAGE: usize = 5;

/// An empty jigsaw with random regions that has a solution.
///
/// # Errors
/// In words: no layout found, or limits.
pub fn jigsaw(start: &Sudoku, seed: u64, limits: &Limits) -> Result<Sudoku, GenerateError> {
    let mut rng = Rng::new(seed);
    let side = start.side();
    for _ in 0..MOST_LAYOUTS {
        let mut regions: Vec<usize> = (0..start.num_cells()).map(|cell| start.box_of(cell)).collect();
        for _ in 0..TRADES * side * side {
            trade(&mut regions, side, &mut rng);
        }
        let Some(mut board) = Sudoku::with_regions(side, regions) else { continue };
        if start.has_diagonals() {
            board.add_diagonals();
        }
        match Session::new(&board).random_solution(&mut rng, limits) {
            Outcome::Solved(_) => return Ok(board),
            Outcome::None => {}
            Outcome::Unknown(stop) => return Err(stop.into()),
        }
    }
    Err(GenerateError::Impossible(format!("no jigsaw with a solution was found in {MOST_LAYOUTS} tries")))
}

/// The cells beside a cell of a square grid.
fn beside(cell: usize, side: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / side, cell % side);
    let above = row.checked_sub(1).map(|row| row * side + column);
    let below = (row + 1 < side).then(|| cell + side);
    let left = column.checked_sub(1).map(|column| row * side + column);
    let right = (column + 1 < side).then(|| cell + 1);
    [above, below, left, right].into_iter().flatten()
}

/// Gives a random cell to a neighbouring region, which gives one of its cells back, if both stay in one piece.
fn trade(regions: &mut [usize], side: usize, rng: &mut Rng) {
    let given = rng.index(regions.len());
    let from = regions[given];
    let others: Vec<usize> = beside(given, side).map(|cell| regions[cell]).filter(|&region| region != from).collect();
    if others.is_empty() {
        return;
    }
    let to = others[rng.index(others.len())];
    regions[given] = to;
    let touches = |regions: &[usize], cell: usize| beside(cell, side).any(|other| regions[other] == from);
    let back: Vec<usize> =
        (0..regions.len()).filter(|&cell| cell != given && regions[cell] == to && touches(regions, cell)).collect();
    if !back.is_empty() {
        let returned = back[rng.index(back.len())];
        regions[returned] = from;
        if connected(regions, side, from) && connected(regions, side, to) {
            return;
        }
        regions[returned] = to;
    }
    regions[given] = from;
}

/// Whether the cells of a region are connected.
fn connected(regions: &[usize], side: usize, region: usize) -> bool {
    let cells: Vec<usize> = (0..regions.len()).filter(|&cell| regions[cell] == region).collect();
    hang_together(&cells, side)
}

fn hang_together(cells: &[usize], side: usize) -> bool {
    let Some(&first) = cells.first() else { return true };
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for other in beside(cell, side).filter(|other| cells.contains(other)) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.len() == cells.len()
}

/// A killer without givens that has one solution, on a board with rows, columns and boxes (or regions).
///
/// # Errors
/// In words: a board that is no square, one without solution, or limits.
pub fn killer(board: &Sudoku, seed: u64, limits: &Limits) -> Result<Sudoku, GenerateError> {
    let side = board.side();
    if board.frame() != side {
        return Err(GenerateError::Impossible("cages are made on square boards".into()));
    }
    let mut rng = Rng::new(seed);
    let solution = match Session::new(board).random_solution(&mut rng, limits) {
        Outcome::Solved(solution) => solution,
        Outcome::None => return Err(GenerateError::no_solution()),
        Outcome::Unknown(stop) => return Err(stop.into()),
    };
    for attempt in 1..=MOST_LAYOUTS {
        if let Some(puzzle) = caged(board, &solution, attempt == MOST_LAYOUTS, &mut rng, limits)? {
            return Ok(puzzle);
        }
    }
    Err(GenerateError::Impossible(format!("no killer with one solution was found in {MOST_LAYOUTS} tries")))
}

/// A killer with this solution alone; nothing when only a cage of one cell would exclude another, unless those are
/// taken.
fn caged(
    board: &Sudoku,
    solution: &[u16],
    single: bool,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Option<Sudoku>, GenerateError> {
    let side = board.side();
    let mut cages = random_cages(solution, side, rng);
    if !single && cages.iter().any(|cage| cage.len() == 1) {
        return Ok(None);
    }
    loop {
        let mut puzzle = board.without_givens();
        for cells in &cages {
            let sum = cells.iter().map(|&cell| u32::from(solution[cell])).sum();
            puzzle.add_cage(Cage { sum, cells: cells.clone() });
        }
        let mut other = None;
        let visit = |values: &[u16]| {
            if values != solution {
                other = Some(values.to_vec());
            }
            other.is_none()
        };
        Session::new(&puzzle).for_each_solution(&puzzle, limits, visit)?;
        let Some(other) = other else { return Ok(Some(puzzle)) };
        if !divide(&mut cages, solution, &other, side, single, rng) {
            return Ok(None);
        }
    }
}

/// Cages over all cells: each grows from a cell to a random size over neighbours with other digits. A cell that is left
/// alone joins the smallest cage beside it without its digit.
fn random_cages(solution: &[u16], side: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut free = vec![true; solution.len()];
    let mut order: Vec<usize> = (0..solution.len()).collect();
    rng.shuffle(&mut order);
    let mut cages = Vec::new();
    for start in order {
        if !free[start] {
            continue;
        }
        free[start] = false;
        let mut cage = vec![start];
        let size = 2 + rng.index(LARGEST_CAGE - 1);
        while cage.len() < size {
            let fits = |&cell: &usize| free[cell] && cage.iter().all(|&known| solution[known] != solution[cell]);
            let mut next: Vec<usize> = cage.iter().flat_map(|&cell| beside(cell, side)).filter(fits).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                break;
            }
            let cell = next[rng.index(next.len())];
            free[cell] = false;
            cage.push(cell);
        }
        cage.sort_unstable();
        cages.push(cage);
    }
    let mut at = 0;
    while at < cages.len() {
        let Some(&[alone]) = cages.get(at).map(Vec::as_slice) else {
            at += 1;
            continue;
        };
        let fits = |cage: &[usize]| {
            cage.iter().all(|&cell| solution[cell] != solution[alone])
                && beside(alone, side).any(|cell| cage.contains(&cell))
        };
        match (0..cages.len()).filter(|&other| fits(&cages[other])).min_by_key(|&other| cages[other].len()) {
            Some(other) => {
                cages[other].push(alone);
                cages[other].sort_unstable();
                cages.swap_remove(at);
            }
            None => at += 1,
        }
    }
    cages
}

/// Divides a cage in which two solutions differ into two connected cages whose sums differ between the solutions. Says
/// whether there is such a cage; without `single` neither part may be a cell alone.
fn divide(
    cages: &mut Vec<Vec<usize>>,
    solution: &[u16],
    other: &[u16],
    side: usize,
    single: bool,
    rng: &mut Rng,
) -> bool {
    let differ = |cell: &usize| solution[*cell] != other[*cell];
    let mut open: Vec<usize> =
        (0..cages.len()).filter(|&cage| cages[cage].len() > 1 && cages[cage].iter().any(differ)).collect();
    rng.shuffle(&mut open);
    let sum = |cells: &[usize], values: &[u16]| cells.iter().map(|&cell| u32::from(values[cell])).sum::<u32>();
    for &chosen in &open {
        let cage = &cages[chosen];
        let mut best: Option<(Vec<usize>, Vec<usize>)> = None;
        for choice in 1..(1u32 << cage.len()) - 1 {
            let part = |within: bool| -> Vec<usize> {
                let cells = cage.iter().enumerate().filter(|&(bit, _)| (choice >> bit & 1 == 1) == within);
                cells.map(|(_, &cell)| cell).collect()
            };
            let (a, b) = (part(true), part(false));
            let small = !single && a.len().min(b.len()) == 1;
            if small || sum(&a, solution) == sum(&a, other) || !hang_together(&a, side) || !hang_together(&b, side) {
                continue;
            }
            // Halves are better than a few cells and a large rest.
            if best.as_ref().is_none_or(|(x, y)| a.len().min(b.len()) > x.len().min(y.len())) {
                best = Some((a, b));
            }
        }
        if let Some((a, b)) = best {
            cages.swap_remove(chosen);
            cages.extend([a, b]);
            return true;
        }
    }
    // Two solutions with the same sums differ in two cells of a cage at least, and one cell alone tells them apart; one
    // in the middle of a cage may leave the rest in pieces, and then all its cells stand alone.
    match open.first() {
        Some(&chosen) if single => {
            let cage = cages.swap_remove(chosen);
            cages.extend(cage.into_iter().map(|cell| vec![cell]));
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::check;
    use super::*;
    use crate::puzzle::sudoku::Layout;

    #[test]
    fn regions_are_in_one_piece() {
        let start = Sudoku::with_boxes(3, 3).expect("a size");
        let board = jigsaw(&start, 3, &Limits::none()).expect("a layout");
        let Layout::Regions(regions) = board.layout() else { panic!("a jigsaw") };
        assert!((0..9).all(|region| connected(regions, 9, region)));
        assert!((0..81).any(|cell| regions[cell] != start.box_of(cell)));
        assert_eq!(board, jigsaw(&start, 3, &Limits::none()).expect("a layout"));
    }

    #[test]
    fn seeds_make_different_layouts() {
        let differ = |make: &dyn Fn(u64) -> Result<Sudoku, GenerateError>| {
            let boards: Vec<Sudoku> = (0..10).map(|seed| make(seed).expect("a layout")).collect();
            boards.iter().enumerate().all(|(index, board)| !boards[..index].contains(board))
        };
        for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
            let start = Sudoku::with_boxes(rows, columns).expect("a size");
            assert!(differ(&|seed| killer(&start, seed, &Limits::none())), "{rows}x{columns}");
            // There are few regions of four cells.
            assert!(rows * columns == 4 || differ(&|seed| jigsaw(&start, seed, &Limits::none())), "{rows}x{columns}");
        }
    }

    #[test]
    fn killers_have_one_solution() {
        for (rows, columns, seed) in [(2, 2, 1), (2, 3, 2), (3, 3, 3)] {
            let board = Sudoku::with_boxes(rows, columns).expect("a size");
            let puzzle = killer(&board, seed, &Limits::none()).expect("a killer");
            assert_eq!(puzzle.cages().iter().map(|cage| cage.cells.len()).sum::<usize>(), board.num_cells());
            assert!(puzzle.cages().iter().all(|cage| cage.cells.len() > 1), "{rows}x{columns}");
            let mut session = Session::new(&puzzle);
            assert_eq!(session.count(&puzzle, 5, &Limits::none()), Ok((1, true)));
            let Outcome::Solved(values) = session.solve(&puzzle, &Limits::none()) else { panic!("solvable") };
            assert_eq!(check(&puzzle, &values), Ok(()));
        }
        assert!(killer(&Sudoku::samurai(), 0, &Limits::none()).is_err());
    }
}
