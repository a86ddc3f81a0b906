//! Counts against enumeration and worked examples.

use super::super::{Cell, GemsReadOptions, Style, Symbols};
use super::*;
use crate::util::rng::Rng;

/// All fillings one by one, each compared with every number by its mask of cells.
fn enumerate(board: &Board, total: Option<usize>) -> (u64, Vec<u64>) {
    let unknown: Vec<usize> = board.unknown_cells().collect();
    let mask = |cells: &[u32]| {
        cells.iter().fold(0u32, |mask, &cell| {
            mask | 1 << unknown.iter().position(|&other| other == cell as usize).expect("an unknown cell")
        })
    };
    let mut demands: Vec<(u32, i32)> = board.constraints().map(|c| (mask(&c.cells), c.traps)).collect();
    if let Some(total) = total {
        demands.push(((1u32 << unknown.len()) - 1, total as i32 - board.given_traps() as i32));
    }
    let (mut fillings, mut traps) = (0, vec![0; unknown.len()]);
    for bits in 0..1u32 << unknown.len() {
        if demands.iter().all(|&(mask, traps)| (bits & mask).count_ones() as i32 == traps) {
            debug_assert!(board.filled(|number| bits >> number & 1 == 1).check_filled(total).is_ok());
            fillings += 1;
            for (number, count) in traps.iter_mut().enumerate() {
                *count += u64::from(bits >> number & 1);
            }
        }
    }
    (fillings, traps)
}

#[test]
fn counts_and_probabilities_agree_with_enumeration_on_a_thousand_boards() {
    let mut rng = Rng::new(5);
    let (mut contradictions, mut large) = (0, 0);
    for round in 0..1000 {
        let (rows, cols) = (1 + rng.index(5), 1 + rng.index(5));
        let mut board = Board::unknown(rows, cols, Style::of(Symbols::Gems));
        let truth: Vec<bool> = (0..rows * cols).map(|_| rng.below(3) == 0).collect();
        // At most 18 cells stay unknown, so that enumeration ends.
        let known = 2 + rng.below(6);
        let mut unknown = rows * cols;
        for index in 0..rows * cols {
            let around = board.neighbours(index).filter(|&other| truth[other]).count() as u16;
            if rng.below(8) < known || unknown > 18 {
                unknown -= 1;
                // Some numbers are wrong, so that contradictions occur.
                board.cells[index] = match truth[index] {
                    true => Cell::Trap,
                    false => Cell::Clue(around + u16::from(rng.below(12) == 0)),
                };
            }
        }
        large += u32::from(unknown > 10);
        let total = (round % 2 == 0).then(|| truth.iter().filter(|&&trap| trap).count());
        let (fillings, traps) = enumerate(&board, total);
        contradictions += u32::from(fillings == 0);
        let counts = count(&board, total, DEFAULT_STATES, &Limits::none()).expect("small");
        assert_eq!(counts.total, BigUint::from(fillings), "{board}{total:?}");
        for (number, &ways) in traps.iter().enumerate() {
            assert_eq!(counts.traps(number), BigUint::from(ways), "{board}{total:?}");
            let expected = if fillings == 0 { 0.0 } else { ways as f64 / fillings as f64 };
            assert!((counts.probability(number) - expected).abs() < 1e-15, "{board}{total:?}");
        }
    }
    assert!(contradictions > 20 && large > 40, "{contradictions} {large}");
}

/// The example of mrgriscom's minesweeper solver: nine cells along an edge, A to I, see
/// AB=1 ABC=2 BCD=3 CDE=2 DEFGH=2 GHI=1 HI=1; 85 covered cells hold 10 mines.
#[test]
fn the_worked_example_with_a_total_comes_out() {
    let blank = "- ".repeat(20);
    let rows = [format!("- - - - - {blank}"), format!("1 2 3 2 2 {blank}"), format!("0 0 0 0 1 {blank}")];
    let text = format!("{}\n0 0 0 0 1 {blank}\n", rows.join("\n"));
    let board = Board::parse(&text, GemsReadOptions::default()).expect("a board").puzzle;
    let counts = count(&board, Some(10), DEFAULT_STATES, &Limits::none()).expect("small");
    assert_eq!(counts.cells.len(), 85);
    let chance = |row: usize, col: usize| {
        let place = counts.cells.iter().position(|&cell| cell == row * board.cols + col);
        counts.probability(place.expect("an unknown cell"))
    };
    // A to F along the top, then G, H, I down the side; and a cell that no number sees.
    let cells = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (3, 5), (2, 20)];
    let expected = [0.0, 1.0, 1.0, 1.0, 0.0, 0.0779, 0.0, 0.9221, 0.0779, 0.0779];
    for ((row, col), expected) in cells.into_iter().zip(expected) {
        assert!((chance(row, col) - expected).abs() < 5e-5, "{row} {col}: {}", chance(row, col));
    }
}

#[test]
fn large_numbers_keep_their_ratio() {
    let board = Board::unknown(40, 40, Style::of(Symbols::Gems));
    let counts = count(&board, Some(160), DEFAULT_STATES, &Limits::none()).expect("no number at all");
    assert!((counts.probability(7) - 0.1).abs() < 1e-15);
    assert!(counts.total.bits() > 700);
    let one = BigUint::from(1u8);
    assert!((ratio(&one, &(&one << 200)) - 2f64.powi(-200)).abs() < 1e-70);
    assert_eq!(ratio(&BigUint::from(1u8), &BigUint::from(3u8)), 1.0 / 3.0);
}

#[test]
fn many_components_are_counted_in_little_memory() {
    // 20,000 times "one of two".
    let text = "_ 1 _\nG G G\n".repeat(20_000);
    let board = Board::parse(&text, GemsReadOptions::default()).expect("a board").puzzle;
    let counts = count(&board, None, DEFAULT_STATES, &Limits::none()).expect("components of one number");
    assert_eq!(counts.total, BigUint::from(1u8) << 20_000);
    assert_eq!((counts.probability(77), counts.certainty(77)), (0.5, Certainty::Open));
    // With a total, the products of that many components are refused rather than held.
    assert_eq!(count(&board, Some(20_000), DEFAULT_STATES, &Limits::none()), Err(CountError::TooEntangled));
}

#[test]
fn a_bound_on_states_is_kept() {
    let board = Board::parse("_ _ _ _\n_ 2 3 _\n_ _ _ _\n", GemsReadOptions::default()).expect("a board").puzzle;
    assert_eq!(count(&board, None, 1, &Limits::none()), Err(CountError::TooEntangled));
}
