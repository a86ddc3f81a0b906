//! Jigsaws whose regions are drawn by their borders.

use super::rows::is_title;
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::{MAX_SIDE, Sudoku};
use crate::puzzle::text::Line;
use crate::util::union_find::UnionFind;

/// The lines from the first border of a jigsaw on, if there is nothing but words above it.
pub(super) fn jigsaw_lines<'l, 't>(lines: &'l [Line<'t>]) -> Option<&'l [Line<'t>]> {
    let start = lines.iter().position(|line| !line.is_blank() && !is_title(line.text.trim_start()))?;
    lines[start].text.trim_start().starts_with("--- ---").then_some(&lines[start..])
}

/// Jigsaws with drawn borders, one below the other.
pub(super) fn read_jigsaws(lines: &[Line<'_>]) -> Result<Vec<Sudoku>, SyntaxError> {
    let mut puzzles = Vec::new();
    let mut rest = lines;
    loop {
        let start = rest.iter().position(|line| !line.is_blank());
        let Some(start) = start.filter(|&start| start < rest.len()) else { return Ok(puzzles) };
        rest = &rest[start..];
        let side = rest[0].text.split_whitespace().count();
        if !(2..=MAX_SIDE).contains(&side) || rest.len() < 2 * side + 1 {
            let last = rest.last().map_or(1, |line| line.number);
            return Err(SyntaxError::at(
                last,
                1,
                format!("expected {side} rows with borders above, between and below them"),
            ));
        }
        let (puzzle, after) = rest.split_at(2 * side + 1);
        puzzles.push(read_jigsaw(puzzle, side)?);
        rest = after;
    }
}

/// Cells four characters wide, `|` between regions of a row and `---` between those of two rows.
fn read_jigsaw(lines: &[Line<'_>], side: usize) -> Result<Sudoku, SyntaxError> {
    let drawing = lines.iter().map(|line| line.text.chars().collect()).collect();
    let drawing = Drawing { lines, drawing, side };
    // Cells that no border divides are one region.
    let mut joined = UnionFind::new(side * side);
    let mut digits = Vec::new();
    for row in 0..=side {
        for column in 0..side {
            let border = drawing.border(row, column)?;
            if (row == 0 || row == side) && !border {
                return Err(drawing.error(2 * row, 4 * column + 1, "--- around the grid"));
            }
            if row > 0 && row < side && !border {
                joined.unite((row - 1) * side + column, row * side + column);
            }
        }
        drawing.end(2 * row)?;
    }
    for row in 0..side {
        for column in 0..=side {
            let bar = drawing.bar(row, column)?;
            if (column == 0 || column == side) && !bar {
                return Err(drawing.error(2 * row + 1, 4 * column, "| around the grid"));
            }
            if column > 0 && column < side && !bar {
                joined.unite(row * side + column - 1, row * side + column);
            }
            if column < side {
                digits.push(drawing.digit(row, column)?);
            }
        }
        drawing.end(2 * row + 1)?;
    }
    let (regions, count) = joined.numbered();
    let size = |region: usize| regions.iter().filter(|&&other| other == region).count();
    if let Some(region) = (0..count).find(|&region| size(region) != side) {
        let cell = regions.iter().position(|&other| other == region).unwrap_or(0);
        let expected = format!("a region of {side} cells here, which has {}", size(region));
        return Err(drawing.error(2 * (cell / side) + 1, 4 * (cell % side) + 2, &expected));
    }
    let Some(mut sudoku) = Sudoku::with_regions(side, regions) else {
        return Err(SyntaxError::at(lines[0].number, 1, format!("expected {side} regions of {side} cells")));
    };
    digits.into_iter().enumerate().for_each(|(cell, digit)| sudoku.set(cell, digit));
    Ok(sudoku)
}

/// The characters of the lines of a jigsaw.
struct Drawing<'t, 'l> {
    lines: &'l [Line<'t>],
    drawing: Vec<Vec<char>>,
    side: usize,
}

impl Drawing<'_, '_> {
    fn at(&self, line: usize, column: usize) -> char {
        self.drawing[line].get(column).copied().unwrap_or(' ')
    }

    /// An error in this line and column, both from 0, or at the end of a line that is shorter.
    fn error(&self, line: usize, column: usize, expected: &str) -> SyntaxError {
        let column = column.min(self.drawing[line].len()) + 1;
        SyntaxError::at(self.lines[line].number, column, format!("expected {expected}"))
    }

    /// Whether a border is drawn above a cell.
    fn border(&self, row: usize, column: usize) -> Result<bool, SyntaxError> {
        let marks: String = (0..4).map(|k| self.at(2 * row, 4 * column + k)).collect();
        match &marks[..] {
            " ---" => Ok(true),
            "    " => Ok(false),
            _ => Err(self.error(2 * row, 4 * column, "' ---' or blanks between two rows")),
        }
    }

    /// Whether a bar is drawn before a cell.
    fn bar(&self, row: usize, column: usize) -> Result<bool, SyntaxError> {
        match self.at(2 * row + 1, 4 * column) {
            '|' => Ok(true),
            ' ' => Ok(false),
            _ => Err(self.error(2 * row + 1, 4 * column, "| or a blank between two cells")),
        }
    }

    fn digit(&self, row: usize, column: usize) -> Result<u16, SyntaxError> {
        let text: String = (1..4).map(|k| self.at(2 * row + 1, 4 * column + k)).collect();
        let text = text.trim();
        if matches!(text, "" | "." | "0" | "_" | "*" | "?" | "-") {
            return Ok(0);
        }
        let digit = text.parse::<u16>().ok().filter(|&digit| digit > 0 && usize::from(digit) <= self.side);
        let expected = format!("a digit up to {} or a blank, found '{text}'", self.side);
        digit.ok_or_else(|| self.error(2 * row + 1, 4 * column + 1, &expected))
    }

    /// Checks that nothing follows the last cell of a line.
    fn end(&self, line: usize) -> Result<(), SyntaxError> {
        let end = 4 * self.side + 1;
        if self.drawing[line].len() > end {
            return Err(self.error(line, end, "the end of the line"));
        }
        Ok(())
    }
}
