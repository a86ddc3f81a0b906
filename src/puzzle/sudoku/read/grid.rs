//! Grids with one row a line, in characters or words, with any frame, one or many in a text.

use super::alphabet::{Alphabet, Survey, is_sign};
use super::boxes::drawn_boxes;
use super::candidates::{is_candidates, read_candidates};
use super::places::{num_parts, placed_cells};
use super::rows::{Gap, Row, Sheet, letters};
use super::{SudokuReadOptions, blank};
use crate::puzzle::sudoku::{First, Sudoku};
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};
use crate::util::words::many;

/// Grids, one row a line. Several of them follow each other with empty lines, rules or headings between them.
pub(super) fn read_grids(
    lines: &[Line<'_>],
    mut options: SudokuReadOptions,
) -> Result<Reading<Vec<Sudoku>>, SyntaxError> {
    let mut lines = lines.to_vec();
    lines.retain(|line| match counts_from(line.text) {
        Some(first) => {
            options.first = options.first.or(Some(first));
            false
        }
        None => true,
    });
    let mut sheet = Sheet::of(&lines)?;
    let mut remarks = take_heading(&mut sheet, &mut options);
    let shape = Shape::of(&sheet)?;
    remarks.extend(shape.remark(&sheet));
    remarks.extend(sheet.words_beside(sheet.rows.len().div_ceil(shape.side)));
    let cells = shape.cells(&sheet)?;
    let (boxes, odd) = drawn_boxes(&sheet, shape.side, &shape.widths(&sheet)?);
    if options.boxes.is_none() {
        remarks.extend(odd);
        options.boxes = boxes;
    }
    let start = sheet.rows[0].line.number;
    let board = blank(shape.side, options, start)?;
    let area = shape.side * shape.side;
    if !shape.apart && is_candidates(&cells, shape.side) {
        let puzzles: Result<_, _> = cells.chunks(area).map(|cells| read_candidates(board.clone(), cells)).collect();
        return Ok(Reading { puzzle: puzzles?, remarks });
    }
    let mut survey = Survey::new(shape.side);
    cells.chunks(area).for_each(|cells| survey.look(cells.iter().copied()));
    let (alphabet, doubts) = survey.decide(options, shape.apart)?;
    remarks.extend(doubts);
    let board = board.written(alphabet.notation());
    let puzzles: Result<_, _> = cells.chunks(area).map(|cells| filled(&board, &alphabet, cells)).collect();
    Ok(Reading { puzzle: puzzles?, remarks })
}

/// The board with these cells as givens; cells that are left out at the end are blank.
pub(super) fn filled(board: &Sudoku, alphabet: &Alphabet, cells: &[Word<'_>]) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = board.clone();
    for (cell, word) in cells.iter().enumerate() {
        sudoku.set(cell, alphabet.value(word)?);
    }
    Ok(sudoku)
}

/// The first digit that a line `digits from 0` states.
pub(super) fn counts_from(text: &str) -> Option<First> {
    text.trim().strip_prefix("digits from ")?.parse().ok()
}

/// Takes away a heading of numbers: the side, once or twice, the shape of the boxes, or how many grids follow.
fn take_heading(sheet: &mut Sheet<'_>, options: &mut SudokuReadOptions) -> Vec<Remark> {
    let [first, second, ..] = &sheet.rows[..] else { return Vec::new() };
    let apart = second.width(false) == 1;
    let wide = second.width(apart);
    if first.width(false) > 2 || first.width(apart) >= wide || wide < 4 {
        return Vec::new();
    }
    let words: Vec<Word<'_>> = first.words().collect();
    let parts = words.iter().flat_map(|word| word.text.split(['x', 'X', '\u{d7}']));
    let Ok(figures) = parts.map(str::parse).collect::<Result<Vec<usize>, _>>() else { return Vec::new() };
    let mut remarks = Vec::new();
    match figures[..] {
        [side] if side == wide => {}
        // The rows of a box, which is square.
        [order] if order.checked_mul(order) == Some(wide) => {}
        [count] if wide.checked_mul(count) == Some(sheet.rows.len() - 1) => {}
        [side, again] if side == again && side == wide => {}
        [rows, columns] if rows.checked_mul(columns) == Some(wide) => {
            options.boxes = options.boxes.or(Some((rows, columns)));
            if rows == 1 || columns == 1 || wide.isqrt().pow(2) == wide && rows != columns {
                let message = format!("'{rows} {columns}' is taken for a heading: boxes of {rows}x{columns} cells");
                remarks.push(Remark { line: first.line.number, message });
            }
        }
        _ => return Vec::new(),
    }
    sheet.rows.remove(0);
    sheet.rows[0].gap = Gap::default();
    remarks
}

/// How a sheet is divided into cells and grids.
#[derive(Clone, Copy, Debug)]
struct Shape {
    side: usize,
    /// Whether each character is a cell; otherwise each word is.
    apart: bool,
    /// Whether blank cells are blanks, and known by their places.
    placed: bool,
    /// Whether the last row was left out.
    short: bool,
    /// Whether all rows stand on one line.
    flat: bool,
}

impl Shape {
    /// The shape of a sheet on which all rows are as long as there are rows, or with several such grids.
    fn of(sheet: &Sheet<'_>) -> Result<Shape, SyntaxError> {
        let rows = &sheet.rows;
        let height = rows.len();
        let even = |apart: bool| {
            let width = rows[0].width(apart);
            rows.iter().all(|row| row.width(apart) == width).then_some(width).filter(|&width| width > 1)
        };
        // Commas behind the last cell of every row.
        let trailing = rows.iter().all(|row| row.commas && row.words().last().is_some_and(|word| word.text.is_empty()));
        let words = even(false).map(|width| {
            let extra = usize::from(trailing && !height.is_multiple_of(width) && height.is_multiple_of(width - 1));
            width - extra
        });
        let letters = even(true);
        let shape = |side, apart| Shape { side, apart, placed: false, short: false, flat: false };
        let fits = |&(side, apart): &(usize, bool)| {
            let short = |word: Word<'_>| word.text.chars().count() <= side.to_string().len();
            apart || side <= 9 && height == side || rows.iter().all(|row| row.words().all(short))
        };
        let ways: Vec<(usize, bool)> = [words.map(|side| (side, false)), letters.map(|side| (side, true))]
            .into_iter()
            .flatten()
            .filter(fits)
            .collect();
        let whole = ways.iter().find(|way| way.0 == height).or(ways.iter().find(|way| height.is_multiple_of(way.0)));
        if let Some(&(side, apart)) = whole {
            divided(sheet, side)?;
            barred(sheet, apart)?;
            return Ok(shape(side, apart));
        }
        if sheet.framed && (words.is_none() || letters.is_none()) {
            // Grids whose blank cells are blanks: as wide as high, or the bars stand between all cells.
            let parts = rows[0].line.text.split('|').count().saturating_sub(1);
            let sides = [height, parts, parts.saturating_sub(1)];
            for side in sides.into_iter().filter(|&side| side > 1 && height.is_multiple_of(side)) {
                let shape = Shape { side, apart: false, placed: true, short: false, flat: false };
                if placed_cells(sheet, side).is_ok() {
                    divided(sheet, side)?;
                    return Ok(shape);
                }
            }
        }
        if let [row] = &rows[..] {
            // Every cell on one line.
            let width = row.width(false);
            let side = width.isqrt();
            if side >= 4 && side * side == width {
                return Ok(Shape { flat: true, ..shape(side, false) });
            }
            // Rows of characters with blanks between them.
            if width >= 4 && row.words().all(|word| word.text.chars().count() == width) {
                return Ok(Shape { flat: true, ..shape(width, true) });
            }
        }
        // The files of the course, which have no frames.
        let plain = !sheet.framed && !rows.iter().any(|row| row.commas || row.parts.len() > 1);
        let short = ways.iter().find(|way| way.0 == 9 && height == 8 && plain);
        if let Some(&(side, apart)) = short {
            divided(sheet, side)?;
            barred(sheet, apart)?;
            return Ok(Shape { short: true, ..shape(side, apart) });
        }
        Err(misshapen(sheet))
    }

    fn remark(&self, sheet: &Sheet<'_>) -> Option<Remark> {
        let line = sheet.rows.last().filter(|_| self.short)?.line.number;
        let message =
            format!("{} rows of {1}: row {1} is taken to be blank, as in .sud files", self.side - 1, self.side);
        Some(Remark { line, message })
    }

    /// How many cells there are between the bars of a row.
    fn widths(&self, sheet: &Sheet<'_>) -> Result<Vec<usize>, SyntaxError> {
        if self.placed {
            let parts = num_parts(sheet)?;
            return Ok(vec![self.side / parts; parts]);
        }
        // Bars on one line draw nothing.
        Ok(if self.flat { vec![self.side] } else { sheet.rows[0].widths(self.apart) })
    }

    /// The cells, row by row.
    fn cells<'t>(&self, sheet: &Sheet<'t>) -> Result<Vec<Word<'t>>, SyntaxError> {
        if self.placed {
            return placed_cells(sheet, self.side);
        }
        let row = |row: &Row<'t>| -> Vec<Word<'t>> {
            if self.apart {
                row.letters().collect()
            } else {
                row.words().take(if self.flat { self.side * self.side } else { self.side }).collect()
            }
        };
        Ok(sheet.rows.iter().flat_map(row).collect())
    }
}

/// The error for a sheet that is not a square.
fn misshapen(sheet: &Sheet<'_>) -> SyntaxError {
    let rows = &sheet.rows;
    let (name, height) = (sheet.name(), rows.len());
    if let [row] = &rows[..]
        && let Some(error) = one_word(row)
    {
        return error;
    }
    let widest = |apart: bool| {
        let mut widths: Vec<usize> = rows.iter().map(|row| row.width(apart)).collect();
        widths.sort_unstable();
        widths.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map_or(0, |run| run[0])
    };
    let apart = widest(true).abs_diff(height) < widest(false).abs_diff(height);
    let columns = widest(apart);
    let cells = |count: usize| many(count, "cell");
    let found = format!("found a {name} of {} and {}", many(columns, "column"), many(height, "row"));
    let odd = rows.iter().position(|row| row.width(apart) != columns);
    let Some(index) = odd else {
        let line = rows[height - 1].line;
        let message = format!("expected as many rows as columns, {found}");
        return SyntaxError::at(line.number, line.text.chars().count().max(1), message);
    };
    let row = &rows[index];
    let cells_there: Vec<Word<'_>> = if apart { row.letters().collect() } else { row.words().collect() };
    let column = cells_there.get(columns).or(cells_there.last()).map_or(1, |word| word.column);
    let message =
        format!("expected {} in each row, {found}; row {} has {}", cells(columns), index + 1, cells(row.width(apart)));
    SyntaxError::at(row.line.number, column, message)
}

/// What is wrong with a word alone that is long enough for a puzzle on one line.
fn one_word(row: &Row<'_>) -> Option<SyntaxError> {
    const LEAST: usize = 12;
    let word =
        row.words().next().filter(|word| row.width(false) == 1 && row.width(true) >= LEAST && !word.text.is_empty())?;
    let length = row.width(true);
    let side = length.isqrt();
    if side * side == length
        && let Some(odd) = letters(word).find(|letter| letter.text.chars().any(|c| !is_sign(c, side)))
    {
        return Some(
            odd.error(format!("a digit of a puzzle of {side} by {side} on one line, or a blank (. 0 _ * ? -)")),
        );
    }
    let message = format!("expected a puzzle on one line, of 16, 36, 81, 256 or 625 characters, found {length}");
    Some(SyntaxError::at(word.line, word.column + length - 1, message))
}

/// Checks that there are words only above and below grids, that several grids are divided alike, and that something
/// separates them.
fn divided(sheet: &Sheet<'_>, side: usize) -> Result<(), SyntaxError> {
    let inner = |gap: Gap| (gap.blank, gap.rule);
    for (index, row) in sheet.rows.iter().enumerate() {
        let error = |message: String| SyntaxError::at(row.line.number, 1, message);
        let (number, within) = (index / side + 1, index % side);
        if within == 0 {
            let commented = || row.line.number > sheet.rows[index - 1].line.number + 1;
            if index > 0 && !row.gap.any() && !commented() {
                let name = sheet.name();
                return Err(error(format!(
                    "expected a heading, a rule or an empty line after {side} rows of a {name} of {side} columns"
                )));
            }
        } else if row.gap.title > 0 {
            let message = format!("expected row {} of {side} of grid {number}, found words", within + 1);
            return Err(SyntaxError::at(row.gap.title, 1, message));
        } else if number > 1 && inner(row.gap) != inner(sheet.rows[within].gap) {
            return Err(error(format!(
                "expected grid {number} to be divided as the first one is, above row {}",
                within + 1
            )));
        }
    }
    Ok(())
}

/// Checks that bars divide all rows alike.
fn barred(sheet: &Sheet<'_>, apart: bool) -> Result<(), SyntaxError> {
    let widths = sheet.rows[0].widths(apart);
    match sheet.rows.iter().position(|row| row.widths(apart) != widths) {
        Some(index) => {
            let line = sheet.rows[index].line;
            let message = format!("expected the bars of row {} to stand as those of row 1", index + 1);
            Err(SyntaxError::at(line.number, 1, message))
        }
        None => Ok(()),
    }
}
