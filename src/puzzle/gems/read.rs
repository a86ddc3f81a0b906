//! Reading boards in all the formats that were met.

use super::super::SyntaxError;
use super::{Board, Cell, Claim, GemsReadOptions, Style, Symbols};

/// The most cells that a board may have.
const MAX_CELLS: usize = 1 << 26;

/// A row, with the column (from 1) and the text of each of its fields.
struct Row<'t> {
    line: usize,
    text: &'t str,
    separator: &'static str,
    fields: Vec<(usize, &'t str)>,
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str, options: GemsReadOptions) -> Result<Board, SyntaxError> {
        let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect();
        Board::from_lines(&lines, options)
    }

    /// Reads a file of boards: one board in any format, or boards one a line as [`Board::to_line`] writes them.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse_all(text: &str, options: GemsReadOptions) -> Result<Vec<Board>, SyntaxError> {
        let text = text.trim_start_matches('\u{feff}');
        let lines =
            || text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|l| !l.1.is_empty());
        if lines().next().is_some_and(|(_, line)| line.contains('/')) {
            return lines().map(|(number, line)| one_line(number, line, options)).collect();
        }
        Board::parse(text, options).map(|board| vec![board])
    }

    /// Reads the boards of an answer file: blocks that begin with a heading such as `Brute force:` and end with an
    /// empty line, or one board without a heading.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse_blocks(text: &str, options: GemsReadOptions) -> Result<Vec<(String, Claim)>, SyntaxError> {
        let mut blocks: Vec<(String, Vec<(usize, &str)>)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim_start_matches('\u{feff}').trim();
            if let Some(heading) = trimmed.strip_suffix(':') {
                blocks.push((heading.to_string(), Vec::new()));
            } else if trimmed.is_empty() && blocks.last().is_some_and(|(_, lines)| !lines.is_empty()) {
                blocks.push((String::new(), Vec::new()));
            } else if !trimmed.is_empty() {
                if blocks.is_empty() {
                    blocks.push((String::new(), Vec::new()));
                }
                blocks.last_mut().expect("there is one").1.push((index + 1, line));
            }
        }
        blocks.retain(|(heading, lines)| !lines.is_empty() || !heading.is_empty());
        if blocks.is_empty() {
            return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
        }
        let read = |(heading, lines): (String, Vec<(usize, &str)>)| {
            let word = match lines[..] {
                [] => String::from("none"),
                [(_, line)] => line.trim().to_lowercase(),
                _ => String::new(),
            };
            if ["no solution", "false", "unsat"].contains(&word.as_str()) {
                return Ok((heading, Claim::NoSolution));
            }
            if word == "none" || word.starts_with("unsolved") || word.starts_with("unknown") {
                return Ok((heading, Claim::Nothing));
            }
            Board::from_lines(&lines, options).map(|board| (heading, Claim::Filled(board)))
        };
        blocks.into_iter().map(read).collect()
    }

    fn from_lines(lines: &[(usize, &str)], options: GemsReadOptions) -> Result<Board, SyntaxError> {
        let mut rows = Vec::new();
        let mut blank_line = None;
        for &(number, line) in lines {
            let line = if rows.is_empty() { line.trim_start_matches('\u{feff}') } else { line };
            if line.trim().is_empty() {
                blank_line.get_or_insert(number);
                continue;
            }
            if let Some(blank) = blank_line.take_if(|_| !rows.is_empty()) {
                return Err(SyntaxError::at(blank, 1, "expected a row of the board, found an empty line"));
            }
            blank_line = None;
            rows.push(split(number, line)?);
        }
        let size = header(&rows);
        if let Some((height, width)) = size {
            rows.remove(0);
            let fault = |line: usize, what, expected: usize, found: usize| {
                SyntaxError::at(line, 1, format!("expected {expected} {what} as the header says, found {found}"))
            };
            if rows.len() != height {
                let odd = rows.get(height).or(rows.last()).map_or(1, |row| row.line);
                return Err(fault(odd, "rows", height, rows.len()));
            }
            if let Some(row) = rows.iter().find(|row| row.fields.len() != width) {
                return Err(fault(row.line, "cells", width, row.fields.len()));
            }
        }
        let Some(first) = rows.first() else {
            return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
        };
        let (cols, separator) = (first.fields.len(), first.separator);
        if rows.len().saturating_mul(cols) > MAX_CELLS {
            return Err(SyntaxError::at(1, 1, format!("expected at most {MAX_CELLS} cells, found more")));
        }
        let distinct_unknown = rows.iter().flat_map(|row| &row.fields).any(|&(_, field)| "_-.?".contains(field));
        let mut cells = Vec::with_capacity(rows.len() * cols);
        let mut unknown = None;
        let mut mines = false;
        for row in &rows {
            if row.fields.len() != cols {
                let column = match row.fields.get(cols) {
                    Some(&(column, _)) => column,
                    None => row.fields.last().map_or(1, |&(column, field)| column + field.chars().count()),
                };
                let message = format!("expected {cols} cells as in the first row, found {}", row.fields.len());
                return Err(SyntaxError::at(row.line, column, message));
            }
            for &(column, field) in &row.fields {
                let cell = read_cell(field, options, distinct_unknown);
                let cell = cell.ok_or_else(|| expected_cell(row.line, column, field))?;
                if cell == Cell::Unknown {
                    unknown = unknown.or(field.chars().next());
                }
                mines |= field == "X";
                cells.push(cell);
            }
        }
        let mines = unknown == Some('-') || (mines && unknown.is_none());
        let symbols = if mines { Symbols::Mines } else { Symbols::Gems };
        let unknown = unknown.unwrap_or(Style::of(symbols).unknown);
        Ok(Board { rows: rows.len(), cols, cells, style: Style { symbols, separator, unknown } })
    }

    /// Reads the one-line form of [`Board::to_line`]. The style is the gems' own.
    pub fn from_line(line: &str) -> Option<Board> {
        one_line(1, line, GemsReadOptions::default()).ok()
    }
}

/// A board on one line: rows separated by `/`, a letter a cell, numbers above 9 in parentheses.
fn one_line(number: usize, line: &str, options: GemsReadOptions) -> Result<Board, SyntaxError> {
    let mut cells = Vec::with_capacity(line.len());
    let (mut rows, mut cols, mut column) = (0, None, 1);
    for row in line.split('/') {
        let before = cells.len();
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let (word, length) = match rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
                Some((inner, _)) => (inner, inner.len() + 2),
                None => (&rest[..letter.len_utf8()], letter.len_utf8()),
            };
            cells.push(read_cell(word, options, true).ok_or_else(|| expected_cell(number, column, word))?);
            column += rest[..length].chars().count();
            rest = &rest[length..];
        }
        rows += 1;
        let (found, width) = (cells.len() - before, *cols.get_or_insert(cells.len() - before));
        if found == 0 || found != width {
            return Err(SyntaxError::at(number, column, format!("expected {} cells, found {found}", width.max(1))));
        }
        column += 1;
    }
    Ok(Board { rows, cols: cols.unwrap_or(0), cells, style: Style::of(Symbols::Gems) })
}

fn expected_cell(line: usize, column: usize, found: &str) -> SyntaxError {
    let shown: String = found.chars().take(20).collect();
    SyntaxError::at(line, column, format!("expected a number, an unknown cell (_ . - ? *), T or G, found '{shown}'"))
}

/// The fields of a row. A comma or semicolon anywhere separates; else blanks and tabs; else each character is a cell.
fn split(line: usize, text: &str) -> Result<Row<'_>, SyntaxError> {
    let text = text.trim_end();
    let mut fields = Vec::new();
    let mut column = 1;
    for delimiter in [',', ';'] {
        if !text.contains(delimiter) {
            continue;
        }
        let spaced = text.contains(", ") || text.contains("; ");
        let mut parts: Vec<&str> = text.split(delimiter).collect();
        if parts.last().is_some_and(|part| part.trim().is_empty()) {
            parts.pop();
        }
        for part in parts {
            let field = part.trim();
            let indent = part.chars().take_while(|c| c.is_whitespace()).count();
            if field.is_empty() {
                return Err(SyntaxError::at(line, column, "expected a cell before this separator, found nothing"));
            }
            fields.push((column + indent, field));
            column += part.chars().count() + 1;
        }
        let separator = match (delimiter, spaced) {
            (',', true) => ", ",
            (',', false) => ",",
            (_, true) => "; ",
            _ => ";",
        };
        return Ok(Row { line, text, separator, fields });
    }
    let separator = if text.trim().contains('\t') { "\t" } else { " " };
    for part in text.split(|c: char| c.is_whitespace()) {
        if !part.is_empty() {
            fields.push((column, part));
        }
        column += part.chars().count() + 1;
    }
    if let &[(column, word)] = &fields[..]
        && word.chars().nth(1).is_some()
    {
        let cells = word.char_indices().map(|(start, letter)| &word[start..start + letter.len_utf8()]);
        let fields = cells.enumerate().map(|(index, cell)| (column + index, cell)).collect();
        return Ok(Row { line, text, separator: "", fields });
    }
    Ok(Row { line, text, separator, fields })
}

fn is_size(word: &str) -> bool {
    word.split_once(['x', 'X']).is_some_and(|(r, c)| r.parse::<u32>().is_ok() && c.parse::<u32>().is_ok())
}

/// The rows and columns that the first row states, `R C`, `R,C` or `RxC`, where it is a header: the rows after it have these
/// measures, or one of them and another width than the header itself. `1X1` may be two numbers and a mine, so that both
/// measures must be right.
fn header(rows: &[Row<'_>]) -> Option<(usize, usize)> {
    let (header, rest) = rows.split_first()?;
    let word = header.text.trim();
    let (words, own_width): (Vec<&str>, usize) = match header.fields[..] {
        _ if is_size(word) => (word.split(['x', 'X']).collect(), 1),
        [(_, r), (_, c)] => (vec![r, c], 2),
        _ => return None,
    };
    let size: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let &[height, width] = &size[..] else { return None };
    let (high, wide) = (rest.len() == height, rest.iter().all(|row| row.fields.len() == width));
    let mine = word.contains('X');
    let apart = !mine && rest.first().is_some_and(|row| row.fields.len() != own_width);
    (height > 0 && (high && wide || apart && (high || wide))).then_some((height, width))
}

fn read_cell(field: &str, options: GemsReadOptions, distinct_unknown: bool) -> Option<Cell> {
    match field {
        "0" if options.zero_unknown => Some(Cell::Unknown),
        "_" | "." | "-" | "?" => Some(Cell::Unknown),
        // A star is an unknown cell in a few puzzles and a mine in answers, and beside another symbol for "unknown".
        "*" if options.answer || distinct_unknown => Some(Cell::Trap),
        "*" => Some(Cell::Unknown),
        "T" | "t" | "X" | "x" | "B" | "M" => Some(Cell::Trap),
        "G" | "g" | "S" => Some(Cell::Gem),
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok().map(Cell::Clue),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        Board::parse(text, GemsReadOptions::default()).map_or_else(|error| error.to_string(), |board| board.to_line())
    }

    #[test]
    fn all_the_formats_read_alike() {
        let expected = "3_2_/__2_/_31_";
        for text in [
            "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _",
            "3,_,2,_,\r\n_,_,2,_,\r\n_,3,1,_,\r\n\r\n",
            "\u{feff}3 4\n3 ? 2 ?\n? ? 2 ?\n? 3 1 ?\n",
            "3x4\n3\t-\t2\t-\n-\t-\t2\t-\n-\t3\t1\t-",
            "3.2.\n..2.\n.31.\n",
            "3*2*\n**2*\n*31*\n",
            "3;_;2;_\n_;_;2;_\n_;3;1;_\n",
        ] {
            assert_eq!(line(text), expected, "{text:?}");
        }
        let zeros = GemsReadOptions { zero_unknown: true, ..GemsReadOptions::default() };
        assert_eq!(Board::parse("3,0\n0,1", zeros).map(|board| board.to_line()), Ok("3_/_1".into()));
    }

    #[test]
    fn malformed_boards_name_the_place() {
        assert_eq!(line(""), "1:1: expected a board, found nothing");
        assert_eq!(line("1,_\n_"), "2:2: expected 2 cells as in the first row, found 1");
        assert_eq!(line("3 4\n1 _ _ _\n_ _ _ 2"), "3:1: expected 3 rows as the header says, found 2");
        assert_eq!(line("1x3\n1__\n__2"), "3:1: expected 1 rows as the header says, found 2");
        assert_eq!(line("2 3\n1 _ _ _\n_ _ _ 2"), "2:1: expected 3 cells as the header says, found 4");
        assert_eq!(line("1,_\n_,1,2"), "2:5: expected 2 cells as in the first row, found 3");
        assert!(line("1 _\n_ q").starts_with("2:3: expected a number"), "{}", line("1 _\n_ q"));
        assert_eq!(line("1,,2"), "1:3: expected a cell before this separator, found nothing");
        assert_eq!(line("1 _\n\n_ 1"), "2:1: expected a row of the board, found an empty line");
    }

    #[test]
    fn a_board_on_one_line_round_trips() {
        let board = Board::parse("1 T _\n12 G 0\n", GemsReadOptions::default()).expect("a board");
        assert_eq!(board.to_line(), "1T_/(12)G0");
        assert_eq!(Board::from_line(&board.to_line()).map(|board| board.cells), Some(board.cells));
        assert_eq!(Board::from_line("1_/2"), None);
        let boards = Board::parse_all("1_/_.\n\n2T/(10)G\r\n", GemsReadOptions::default()).expect("two boards");
        assert_eq!(boards.iter().map(Board::to_line).collect::<Vec<_>>(), ["1_/__", "2T/(10)G"]);
        let refused =
            |text: &str| Board::parse_all(text, GemsReadOptions::default()).expect_err("malformed").to_string();
        assert_eq!(refused("1_/2\n"), "1:5: expected 2 cells, found 1");
        assert!(refused("1_/__\n1_/_q\n").starts_with("2:5: expected a number"));
    }

    #[test]
    fn answer_files_have_blocks() {
        let text = "Brute force:\n1, T\n\nBacktracking:\nNo solution\n\n";
        let blocks = Board::parse_blocks(text, GemsReadOptions { answer: true, ..GemsReadOptions::default() });
        let blocks = blocks.expect("two blocks");
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].0, "Brute force");
        assert!(matches!(&blocks[0].1, Claim::Filled(board) if board.to_line() == "1T"));
        assert_eq!(blocks[1], ("Backtracking".into(), Claim::NoSolution));
    }
}
