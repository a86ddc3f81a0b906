//! Reading boards in all the formats that were met.

use super::super::SyntaxError;
use super::{Board, Cell, ReadOptions, Style, Symbols};

/// The most cells that a board may have.
const MAX_CELLS: usize = 1 << 26;

/// A row's fields: the column (from 1) and the text of each.
struct Row<'t> {
    line: usize,
    separator: &'static str,
    fields: Vec<(usize, &'t str)>,
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str, options: ReadOptions) -> Result<Board, SyntaxError> {
        let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect();
        Board::from_lines(&lines, options)
    }

    /// Reads the boards of an answer file: blocks that begin with a heading such as `Brute force:` and end with an empty
    /// line, or one board without a heading. A block that says that there is no solution has no board.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse_blocks(text: &str, options: ReadOptions) -> Result<Vec<(String, Option<Board>)>, SyntaxError> {
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
            let refused = ["no solution", "false", "unsat", "none"];
            let says_no = lines.len() == 1 && refused.contains(&lines[0].1.trim().to_lowercase().as_str());
            if says_no || lines.is_empty() {
                return Ok((heading, None));
            }
            Board::from_lines(&lines, options).map(|board| (heading, Some(board)))
        };
        blocks.into_iter().map(read).collect()
    }

    fn from_lines(lines: &[(usize, &str)], options: ReadOptions) -> Result<Board, SyntaxError> {
        let mut rows = Vec::new();
        let mut blank_line = None;
        for &(number, line) in lines {
            let line = if rows.is_empty() { line.trim_start_matches('\u{feff}') } else { line };
            if line.trim().is_empty() {
                blank_line.get_or_insert(number);
                continue;
            }
            if let Some(blank) = blank_line.take_if(|_| !rows.is_empty()) {
                return Err(SyntaxError::at(blank, 1, "an empty line inside the board"));
            }
            blank_line = None;
            rows.push(split(number, line)?);
        }
        if has_header(&rows) {
            rows.remove(0);
        }
        let Some(first) = rows.first() else {
            return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
        };
        let (cols, separator) = (first.fields.len(), first.separator);
        if rows.len().saturating_mul(cols) > MAX_CELLS {
            return Err(SyntaxError::at(1, 1, format!("the board has more than {MAX_CELLS} cells")));
        }
        let distinct_unknown = rows.iter().flat_map(|row| &row.fields).any(|&(_, field)| "_-.?".contains(field));
        let mut cells = Vec::with_capacity(rows.len() * cols);
        let mut unknown = None;
        let mut mines = false;
        for row in &rows {
            if row.fields.len() != cols {
                let (column, what) = match row.fields.get(cols) {
                    Some(&(column, _)) => (column, "more"),
                    None => (row.fields.last().map_or(1, |&(column, field)| column + field.chars().count()), "fewer"),
                };
                let message = format!("this row has {} cells, {what} than the first row's {cols}", row.fields.len());
                return Err(SyntaxError::at(row.line, column, message));
            }
            for &(column, field) in &row.fields {
                let cell = read_cell(field, options, distinct_unknown).ok_or_else(|| {
                    let message = format!("expected a number, an unknown cell (_ . - ? *), T or G, found '{field}'");
                    SyntaxError::at(row.line, column, message)
                })?;
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
        let mut cells = Vec::with_capacity(line.len());
        let mut rows = 0;
        let mut cols = None;
        for row in line.split('/') {
            let before = cells.len();
            let mut letters = row.chars();
            while let Some(letter) = letters.next() {
                cells.push(match letter {
                    '_' => Cell::Unknown,
                    'T' => Cell::Trap,
                    'G' => Cell::Gem,
                    '(' => Cell::Clue(letters.by_ref().take_while(|&c| c != ')').collect::<String>().parse().ok()?),
                    digit => Cell::Clue(digit.to_digit(10)? as u16),
                });
            }
            rows += 1;
            let width = cells.len() - before;
            if width == 0 || *cols.get_or_insert(width) != width {
                return None;
            }
        }
        Some(Board { rows, cols: cols?, cells, style: Style::of(Symbols::Gems) })
    }
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
                return Err(SyntaxError::at(line, column, "expected a cell before this separator"));
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
        return Ok(Row { line, separator, fields });
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
        && !is_size(word)
    {
        let ends = word.char_indices().map(|(start, letter)| &word[start..start + letter.len_utf8()]);
        let fields = ends.enumerate().map(|(index, cell)| (column + index, cell)).collect();
        return Ok(Row { line, separator: "", fields });
    }
    Ok(Row { line, separator, fields })
}

fn is_size(word: &str) -> bool {
    word.split_once(['x', 'X']).is_some_and(|(r, c)| r.parse::<u32>().is_ok() && c.parse::<u32>().is_ok())
}

/// Whether the first row is `R C`, `R,C` or `RxC` and the rows after it have these measures.
fn has_header(rows: &[Row<'_>]) -> bool {
    let Some((header, rest)) = rows.split_first() else { return false };
    let words: Vec<&str> = match header.fields[..] {
        [(_, word)] if is_size(word) => word.split(['x', 'X']).collect(),
        [(_, r), (_, c)] => vec![r, c],
        _ => return false,
    };
    let size: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let &[height, width] = &size[..] else { return false };
    rest.len() == height && rest.iter().all(|row| row.fields.len() == width)
}

fn read_cell(field: &str, options: ReadOptions, distinct_unknown: bool) -> Option<Cell> {
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
        Board::parse(text, ReadOptions::default()).map_or_else(|error| error.to_string(), |board| board.to_line())
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
        let zeros = ReadOptions { zero_unknown: true, ..ReadOptions::default() };
        assert_eq!(Board::parse("3,0\n0,1", zeros).map(|board| board.to_line()), Ok("3_/_1".into()));
    }

    #[test]
    fn malformed_boards_name_the_place() {
        assert_eq!(line(""), "1:1: expected a board, found nothing");
        assert_eq!(line("1,_\n_"), "2:2: this row has 1 cells, fewer than the first row's 2");
        assert_eq!(line("1,_\n_,1,2"), "2:5: this row has 3 cells, more than the first row's 2");
        assert!(line("1 _\n_ q").starts_with("2:3: expected a number"), "{}", line("1 _\n_ q"));
        assert_eq!(line("1,,2"), "1:3: expected a cell before this separator");
        assert_eq!(line("1 _\n\n_ 1"), "2:1: an empty line inside the board");
    }

    #[test]
    fn a_board_on_one_line_round_trips() {
        let board = Board::parse("1 T _\n12 G 0\n", ReadOptions::default()).expect("a board");
        assert_eq!(board.to_line(), "1T_/(12)G0");
        assert_eq!(Board::from_line(&board.to_line()).map(|board| board.cells), Some(board.cells));
        assert_eq!(Board::from_line("1_/2"), None);
    }

    #[test]
    fn answer_files_have_blocks() {
        let text = "Brute force:\n1, T\n\nBacktracking:\nNo solution\n\n";
        let blocks = Board::parse_blocks(text, ReadOptions { answer: true, ..ReadOptions::default() });
        let blocks = blocks.expect("two blocks");
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].0, "Brute force");
        assert_eq!(blocks[0].1.as_ref().map(Board::to_line), Some("1T".into()));
        assert_eq!(blocks[1], ("Backtracking".into(), None));
    }
}
