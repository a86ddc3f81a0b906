//! Reading grids in all the formats that were met: rows of numbers with the sums in the last one, in the report's
//! frame, as CSV or as lists of Python or JSON; grids one a line; collections in JSON.

mod json;

use super::{DIGITS, Grid};
use crate::puzzle::literal::{self, Node};
use crate::puzzle::text::{Line, Word, lines as lines_of};
use crate::puzzle::{Reading, Remark, SyntaxError};
use crate::util::words::many;

/// The most rows that are read.
const MAX_ROWS: usize = 10_000;

/// What is said of a last row that may be one of the grid.
const LAST_ROW: &str = "the last row is taken for the sums, not for a row of digits";

/// Grids, each with its listed solution if there is one.
type Listed = Vec<(Grid, Option<Grid>)>;

impl Grid {
    /// Reads the one grid of a text in any of the formats.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str) -> Result<Reading<Grid>, SyntaxError> {
        let Reading { puzzle: mut grids, remarks } = Grid::parse_all(text)?;
        match grids.len() {
            1 => Ok(Reading { puzzle: grids.remove(0).0, remarks }),
            count => Err(SyntaxError::at(1, 1, format!("expected one grid, found {count}"))),
        }
    }

    /// Reads a file of any of the formats: its grids, each with its listed solution if there is one.
    ///
    /// # Errors
    /// The place where something else was expected.
    pub fn parse_all(text: &str) -> Result<Reading<Listed>, SyntaxError> {
        let mut remarks = Vec::new();
        let start = text.trim_start_matches('\u{feff}').trim_start();
        let puzzle = if start.starts_with('{') || start.starts_with('[') && start.contains('{') {
            json::read(text.trim_start_matches('\u{feff}'), &mut remarks)?
        } else if literal::is_list(text) {
            let grids = from_lists(&literal::parse_list(text)?, &mut remarks)?;
            grids.into_iter().map(|grid| (grid, None)).collect()
        } else {
            let lines: Vec<Line<'_>> = lines_of(text).into_iter().filter(|line| !line.is_blank()).collect();
            if lines.first().is_some_and(|line| is_one_line(line.text)) {
                let grid = |line: &Line<'_>| Ok((one_line(line.number, line.text, &mut remarks)?, None));
                lines.iter().map(grid).collect::<Result<_, SyntaxError>>()?
            } else {
                vec![(from_rows(&lines, &mut remarks)?, None)]
            }
        };
        Ok(Reading { puzzle, remarks })
    }

    /// Reads the answers to a puzzle of so many rows; the sums may be left out.
    ///
    /// # Errors
    /// As [`Grid::parse_all`].
    pub(crate) fn parse_answers(text: &str, rows: usize) -> Result<Reading<Vec<Grid>>, SyntaxError> {
        let Reading { puzzle, mut remarks } = Grid::parse_all(text)?;
        let mut grids: Vec<Grid> = puzzle.into_iter().map(|(grid, _)| grid).collect();
        for grid in grids.iter_mut().filter(|grid| grid.rows() + 1 == rows) {
            let last: Option<Vec<u8>> =
                grid.sums.iter().map(|sum| sum.filter(|&sum| sum <= 9).map(|d| d as u8)).collect();
            if let Some(last) = last {
                grid.cells.extend(last.into_iter().map(Some));
                grid.sums.fill(None);
                remarks.retain(|remark| remark.message != LAST_ROW);
            }
        }
        Ok(Reading { puzzle: grids, remarks })
    }
}

/// Whether this is a grid on one line, as [`Grid::to_line`] writes it.
fn is_one_line(line: &str) -> bool {
    let parts = line.split_once('=').filter(|(_, sums)| !sums.starts_with('='));
    parts.is_some_and(|(rows, _)| rows.trim_start().starts_with(|c: char| c == '_' || c == '.' || c.is_ascii_digit()))
}

/// Whether a line is a rule or one of the headings of the report, such as ` ---------Initial State---------`.
fn is_heading(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    let ruled = |c: char| matches!(c, '-' | '~' | '=' | '+' | '|');
    let words = text.trim_matches(ruled);
    let report = ["Initial State", "Final State", "Backtracking", "ForwardChecking", "ForwardCheckingMRV"];
    ["---", "~~~", "==="].iter().any(|rule| text.contains(rule)) && (words.is_empty() || report.contains(&words))
}

/// The numbers and blanks of a line. Between commas or semicolons a blank cell may be left out.
fn numbers<'t>(line: &Line<'t>) -> Result<Vec<(Word<'t>, Option<u32>)>, SyntaxError> {
    let words: Vec<Word<'t>> = match line.text.contains([',', ';']) {
        false => line.words(|c| c.is_whitespace() || c == '|'),
        true => {
            let mut words = Vec::new();
            let mut column = 1;
            for part in line.text.split([',', ';']) {
                let inner = part.trim_matches(|c: char| c.is_whitespace() || c == '|');
                let indent = part.chars().take_while(|&c| c.is_whitespace() || c == '|').count();
                words.push(Word { line: line.number, column: column + indent, text: inner });
                column += part.chars().count() + 1;
            }
            if words.len() == DIGITS + 1 && words[DIGITS].text.is_empty() {
                words.pop();
            }
            words
        }
    };
    words.into_iter().map(|word| Ok((word, if word.text.is_empty() { None } else { number(&word)? }))).collect()
}

/// A number, or nothing for a blank.
fn number(word: &Word<'_>) -> Result<Option<u32>, SyntaxError> {
    match word.text {
        "-1" | "-" | "_" | "." | "?" | "*" | "null" | "None" => Ok(None),
        text if text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0')) => {
            word.number().map(Some)
        }
        _ => Err(word.error("a number or a blank (-1 - _ . ?)")),
    }
}

/// Rows of digits and the row of sums.
fn from_rows(lines: &[Line<'_>], remarks: &mut Vec<Remark>) -> Result<Grid, SyntaxError> {
    let mut rows: Vec<Vec<(Word<'_>, Option<u32>)>> = Vec::new();
    for line in lines {
        if is_heading(line) {
            if !rows.is_empty() && line.text.contains(char::is_alphabetic) {
                return Err(SyntaxError::at(line.number, 1, "expected one grid, found a second heading"));
            }
            continue;
        }
        rows.push(numbers(line)?);
        if rows.len() > MAX_ROWS + 1 {
            return Err(SyntaxError::at(line.number, 1, format!("expected at most {MAX_ROWS} rows, found more")));
        }
    }
    let Some(sums) = rows.pop() else {
        return Err(SyntaxError::at(1, 1, "expected a grid, found nothing"));
    };
    let sums_line = sums.first().map_or(1, |(word, _)| word.line);
    if rows.is_empty() {
        let message = "expected rows of digits and then the row of sums, found one row";
        return Err(SyntaxError::at(sums_line, 1, message));
    }
    let mut cells = Vec::with_capacity(rows.len() * DIGITS);
    for row in &rows {
        ten(row, "cells")?;
        for &(word, number) in row {
            cells.push(digit(&word, number)?);
        }
    }
    ten(&sums, "sums")?;
    let grid = Grid { columns: DIGITS, cells, sums: sums.into_iter().map(|(_, sum)| sum).collect() };
    look_at(&grid, sums_line, true, remarks);
    Ok(grid)
}

/// A number of a cell as a digit.
fn digit(word: &Word<'_>, number: Option<u32>) -> Result<Option<u8>, SyntaxError> {
    match number {
        Some(number) if number > 9 => {
            Err(SyntaxError::at(word.line, word.column, format!("expected a digit, found {number}")))
        }
        number => Ok(number.map(|digit| digit as u8)),
    }
}

/// Refuses a row that does not have ten numbers; the error is at the first extra number or at the last one.
fn ten(row: &[(Word<'_>, Option<u32>)], what: &str) -> Result<(), SyntaxError> {
    if row.len() == DIGITS {
        return Ok(());
    }
    let place = row.get(DIGITS).or(row.last()).map_or((1, 1), |(word, _)| (word.line, word.column));
    Err(SyntaxError::at(place.0, place.1, format!("expected {DIGITS} {what}, found {}", row.len())))
}

/// Adds remarks if a grid may have been meant otherwise: if a row has 0 twice, which no row may have, 0 may stand for a
/// blank; and if the sums do not fit, a row may be missing. Each row of a grid sums to 45, and if the last row has only
/// digits, it may be a row of a grid without sums.
fn look_at(grid: &Grid, line: usize, last_row: bool, remarks: &mut Vec<Remark>) {
    if grid.cells.chunks(DIGITS).any(|row| row.iter().filter(|cell| **cell == Some(0)).count() > 1) {
        remarks.push(Remark { line, message: "0 is taken for the digit, not for a blank (-1 - _ . ?)".into() });
    }
    let (rows, of_rows) = (grid.rows(), 45 * grid.rows() as u64);
    let total: Option<u64> = grid.sums.iter().map(|sum| sum.map(u64::from)).sum();
    if last_row && grid.sums.iter().all(|sum| sum.is_none_or(|sum| sum <= 9)) {
        remarks.push(Remark { line, message: LAST_ROW.into() });
    } else if let Some(total) = total.filter(|&total| total != of_rows) {
        let rows = many(rows, "row");
        let message = format!("the sums add up to {total}, but {rows} of the digits 0 to 9 to {of_rows}");
        remarks.push(Remark { line, message });
    }
}

/// A grid on one line, as [`Grid::to_line`] writes it.
pub(super) fn one_line(number: usize, line: &str, remarks: &mut Vec<Remark>) -> Result<Grid, SyntaxError> {
    let expected = |column: usize, what: &str, found: &str| {
        SyntaxError::at(number, column, format!("expected {what}, found {found}"))
    };
    let indent = line.chars().take_while(|letter| letter.is_whitespace()).count();
    let Some((rows, sums)) = line.trim().split_once('=') else {
        return Err(expected(line.chars().count() + 1, "= and the sums after the rows", "the end of the line"));
    };
    let mut cells = Vec::new();
    let mut column = indent + 1;
    for row in rows.split('/') {
        let before = cells.len();
        for letter in row.chars() {
            cells.push(match letter {
                '_' | '.' => None,
                letter => match letter.to_digit(10) {
                    Some(digit) => Some(digit as u8),
                    None => return Err(expected(column, "a digit, _ or /", &format!("'{letter}'"))),
                },
            });
            column += 1;
        }
        let length = cells.len() - before;
        if length != DIGITS {
            return Err(expected(column, &format!("{DIGITS} cells"), &length.to_string()));
        }
        column += 1;
    }
    let mut found = Vec::with_capacity(DIGITS);
    for word in sums.split(',') {
        let plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let sum = match word {
            "_" | "." => None,
            word => match word.parse::<u32>() {
                Ok(sum) if plain => Some(sum),
                _ => return Err(expected(column, "a sum or _", &format!("'{word}'"))),
            },
        };
        found.push(sum);
        column += word.chars().count() + 1;
    }
    if found.len() != DIGITS {
        return Err(expected(column, &format!("{DIGITS} sums"), &found.len().to_string()));
    }
    let grid = Grid { columns: DIGITS, cells, sums: found };
    look_at(&grid, number, false, remarks);
    Ok(grid)
}

/// The grid that a list stands for, or the grids that are its members: a pair of rows and sums, or rows of which the
/// last has the sums.
fn from_lists(list: &Node<'_>, remarks: &mut Vec<Remark>) -> Result<Vec<Grid>, SyntaxError> {
    let is_row = |item: &Node<'_>| item.members().is_some_and(|row| row.iter().all(|cell| cell.members().is_none()));
    let members = list.list("rows")?;
    match members {
        [rows, sums] if !is_row(rows) && is_row(sums) => {
            let rows: Vec<&Node<'_>> = rows.list("rows")?.iter().collect();
            Ok(vec![grid_of(&rows, sums, false, remarks)?])
        }
        [rows @ .., sums] if !rows.is_empty() && members.iter().all(is_row) => {
            Ok(vec![grid_of(&rows.iter().collect::<Vec<_>>(), sums, true, remarks)?])
        }
        [_, ..] if members.iter().all(|member| member.members().is_some() && !is_row(member)) => {
            let grids = members.iter().map(|member| from_lists(member, remarks)).collect::<Result<Vec<_>, _>>()?;
            Ok(grids.concat())
        }
        _ => Err(list.word().error("rows of ten cells and ten sums")),
    }
}

fn grid_of(
    rows: &[&Node<'_>],
    sums: &Node<'_>,
    last_row: bool,
    remarks: &mut Vec<Remark>,
) -> Result<Grid, SyntaxError> {
    let read = |row: &Node<'_>, what: &str| -> Result<Vec<(Word<'_>, Option<u32>)>, SyntaxError> {
        let cells = row.list("ten numbers")?;
        if cells.len() != DIGITS {
            return Err(row.word().error(format!("{DIGITS} {what}, {} are here", cells.len())));
        }
        let cell = |item: &Node<'_>| match item.members() {
            Some(_) => Err(item.word().error("a number or a blank")),
            None => {
                let word = item.word();
                // Places stay, names go: the words belong to the caller's text.
                Ok((Word { line: word.line, column: word.column, text: "" }, number(&word)?))
            }
        };
        cells.iter().map(cell).collect()
    };
    let mut cells = Vec::with_capacity(rows.len() * DIGITS);
    for row in rows {
        for (word, number) in read(row, "cells")? {
            cells.push(digit(&word, number)?);
        }
    }
    let sums_line = sums.word().line;
    let sums = read(sums, "sums")?.into_iter().map(|(_, sum)| sum).collect();
    let grid = Grid { columns: DIGITS, cells, sums };
    look_at(&grid, sums_line, last_row, remarks);
    Ok(grid)
}

#[cfg(test)]
mod tests;
