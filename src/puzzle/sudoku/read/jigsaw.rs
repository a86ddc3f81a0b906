//! Jigsaws whose regions are drawn by their borders.

use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::{MAX_SIDE, Sudoku};
use crate::puzzle::text::Line;
use crate::util::union_find::UnionFind;

/// A jigsaw with drawn borders: cells four characters wide, `|` between regions of a row and `---` between those of
/// two rows.
pub(super) fn read_jigsaw(lines: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let first = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
    let lines = &lines[first..];
    let side = lines[0].text.split_whitespace().count();
    if side > MAX_SIDE || lines.len() < 2 * side {
        let last = lines.last().map_or(1, |line| line.number);
        return Err(SyntaxError::at(last, 1, format!("expected {side} rows with borders between them")));
    }
    let at = |line: usize, column: usize| lines.get(line).and_then(|line| line.text.chars().nth(column)).unwrap_or(' ');
    // Cells that no border divides are one region.
    let mut joined = UnionFind::new(side * side);
    let mut digits = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let cell = row * side + column;
            let text: String = (1..4).map(|k| at(2 * row + 1, 4 * column + k)).collect();
            let text = text.trim();
            let (line, place) = (lines[2 * row + 1].number, 4 * column + 2);
            let digit = if text.is_empty() || text == "." || text == "0" {
                0
            } else {
                let parsed = text.parse::<u16>().ok().filter(|&digit| usize::from(digit) <= side);
                let error = || {
                    SyntaxError::at(line, place, format!("expected a digit up to {side} or a blank, found '{text}'"))
                };
                parsed.ok_or_else(error)?
            };
            digits.push(digit);
            if column + 1 < side && at(2 * row + 1, 4 * column + 4) != '|' {
                joined.unite(cell, cell + 1);
            }
            if row + 1 < side && at(2 * row + 2, 4 * column + 2) != '-' {
                joined.unite(cell, cell + side);
            }
        }
    }
    let (regions, count) = joined.numbered();
    let odd = (0..count).find(|&region| regions.iter().filter(|&&other| other == region).count() != side);
    if let Some(region) = odd {
        let cell = regions.iter().position(|&other| other == region).unwrap_or(0);
        let count = regions.iter().filter(|&&other| other == region).count();
        let (line, column) = (lines[2 * (cell / side) + 1].number, 4 * (cell % side) + 3);
        return Err(SyntaxError::at(line, column, format!("expected a region of {side} cells here, found {count}")));
    }
    let Some(mut sudoku) = Sudoku::with_regions(side, regions) else {
        return Err(SyntaxError::at(lines[0].number, 1, format!("expected {side} regions of {side} cells")));
    };
    digits.into_iter().enumerate().for_each(|(cell, digit)| sudoku.set(cell, digit));
    Ok(sudoku)
}
