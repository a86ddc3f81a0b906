//! Reading boards in all the formats that were met: rows of cells ([`rows`]), lists of programs, boards one a line, and
//! the blocks of answer files. What a sign of a cell means is in [`cells`].

mod cells;
mod rows;

use super::super::literal::{self, Node};
use super::super::text::Line;
use super::super::{Reading, Remark, SyntaxError};
use super::{Board, Cell, Claim, GemsReadOptions, Style, Symbols};
use crate::util::words::many;
use cells::{Alphabet, expected_cell};
use rows::{Field, Row, Size, heading, is_frame, lone_row, row_of};

/// The most cells that a board may have.
const MAX_CELLS: usize = 1 << 26;

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str, options: GemsReadOptions) -> Result<Reading<Board>, SyntaxError> {
        if literal::is_list(text) {
            return from_list(text, options);
        }
        let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect();
        from_lines(&lines, options)
    }

    /// Reads a file of boards: one board in any format, or boards one a line as [`Board::to_line`] writes them.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse_all(text: &str, options: GemsReadOptions) -> Result<Reading<Vec<Board>>, SyntaxError> {
        let text = text.trim_start_matches('\u{feff}');
        let lines =
            || text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|l| !l.1.is_empty());
        if !literal::is_list(text) && lines().next().is_some_and(|(_, line)| line.contains('/')) {
            let mut remarks = Vec::new();
            let board = |(number, line)| {
                let Reading { puzzle, remarks: more } = one_line(number, line, options)?;
                remarks.extend(more);
                Ok(puzzle)
            };
            let puzzle = lines().map(board).collect::<Result<_, _>>()?;
            return Ok(Reading { puzzle, remarks });
        }
        Board::parse(text, options).map(|reading| reading.map(|board| vec![board]))
    }

    /// Reads the boards of an answer file: blocks that begin with a heading such as `Brute force:` and end with an
    /// empty line, or boards without headings.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse_blocks(text: &str, options: GemsReadOptions) -> Result<Reading<Vec<(String, Claim)>>, SyntaxError> {
        if literal::is_list(text) {
            let board = from_list(text, options)?;
            return Ok(board.map(|board| vec![(String::new(), Claim::Filled(board))]));
        }
        let mut claims = Vec::new();
        let mut remarks = Vec::new();
        for (heading, lines) in blocks(text, &mut remarks) {
            let word = match lines[..] {
                [] => String::from("none"),
                [(_, line)] => line.trim().to_lowercase(),
                _ => String::new(),
            };
            let claim = if ["no solution", "false", "unsat"].contains(&word.as_str()) {
                Claim::NoSolution
            } else if word == "none" || word.starts_with("unsolved") || word.starts_with("unknown") {
                Claim::Nothing
            } else {
                let board = from_lines(&lines, options)?;
                remarks.extend(board.remarks);
                Claim::Filled(board.puzzle)
            };
            claims.push((heading, claim));
        }
        if claims.is_empty() {
            return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
        }
        Ok(Reading { puzzle: claims, remarks })
    }

    /// Reads the one-line form of [`Board::to_line`]. The style is the gems' own.
    pub fn from_line(line: &str) -> Option<Board> {
        one_line(1, line, GemsReadOptions::default()).ok().map(|reading| reading.puzzle)
    }
}

/// Lines that belong together, with their numbers.
type Lines<'t> = Vec<(usize, &'t str)>;

/// The blocks of an answer file with their headings. An empty line ends a block; but if there is one between all lines,
/// these are the rows of one board.
fn blocks<'t>(text: &'t str, remarks: &mut Vec<Remark>) -> Vec<(String, Lines<'t>)> {
    let mut blocks: Vec<(String, Vec<Lines<'t>>)> = vec![(String::new(), vec![Vec::new()])];
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}');
        let (_, groups) = blocks.last_mut().expect("the first block stands");
        if let Some(heading) = line.trim().strip_suffix(':').filter(|heading| !heading.trim().is_empty()) {
            blocks.push((heading.to_string(), vec![Vec::new()]));
        } else if line.trim().is_empty() {
            groups.push(Vec::new());
        } else {
            groups.last_mut().expect("the first group stands").push((index + 1, line));
        }
    }
    let mut found = Vec::new();
    for (heading, mut groups) in blocks {
        groups.retain(|group| !group.is_empty());
        if groups.len() > 1 && groups.iter().all(|group| group.len() == 1) {
            let message = format!("{} between empty lines are taken for one board", many(groups.len(), "row"));
            remarks.push(Remark { line: groups[0][0].0, message });
            groups = vec![groups.concat()];
        }
        if groups.is_empty() && !heading.is_empty() {
            groups.push(Vec::new());
        }
        let mut heading = Some(heading);
        found.extend(groups.into_iter().map(|group| (heading.take().unwrap_or_default(), group)));
    }
    found
}

/// A board with one row on each line, perhaps under its size.
fn from_lines(lines: &[(usize, &str)], options: GemsReadOptions) -> Result<Reading<Board>, SyntaxError> {
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
        if is_frame(line) {
            continue;
        }
        if (Line { number, text: line }).markdown_columns().is_some() {
            return Err(SyntaxError::at(number, 1, "expected a row of the board, found the rule of a Markdown table"));
        }
        rows.push(row_of(number, line)?);
    }
    let mut remarks = Vec::new();
    let size = heading(&rows, &mut remarks)?;
    if size.is_some() {
        rows.remove(0);
    } else {
        lone_row(&rows, &mut remarks);
    }
    board_of(&rows, size, options, remarks)
}

/// A list of rows, which are lists of cells or texts.
fn from_list(text: &str, options: GemsReadOptions) -> Result<Reading<Board>, SyntaxError> {
    let list = literal::parse_list(text)?;
    let members = list.list("rows")?;
    let one_sign = |member: &Node<'_>| member.text().is_some_and(|text| text.text.trim().chars().count() < 2);
    if members.len() > 1 && members.iter().all(one_sign) {
        return Err(members[0].word().error("a list of cells, or a text with a row of more than one cell"));
    }
    let mut rows = Vec::new();
    for member in members {
        let word = member.word();
        if let Some(text) = member.text() {
            let row = row_of(text.line, text.text)?;
            let fields = row.fields.into_iter().map(|field| Field { column: field.column + text.column - 1, ..field });
            rows.push(Row { fields: fields.collect(), ..row });
            continue;
        }
        let mut fields = Vec::new();
        for cell in member.list("cells, or a text with a row of them")? {
            let word = cell.word();
            let text = if cell.is_nothing() { "?" } else { word.text.trim() };
            if text.is_empty() || cell.members().is_some() {
                return Err(expected_cell(word.line, word.column, word.text));
            }
            fields.push(Field { column: word.column, text });
        }
        rows.push(Row { line: word.line, text: word.text, separator: ", ", fields });
    }
    board_of(&rows, None, options, Vec::new())
}

/// The board of these rows.
fn board_of(
    rows: &[Row<'_>],
    size: Option<Size>,
    options: GemsReadOptions,
    mut remarks: Vec<Remark>,
) -> Result<Reading<Board>, SyntaxError> {
    let Some(first) = rows.first() else {
        return Err(SyntaxError::at(1, 1, "expected a board, found nothing"));
    };
    let (cols, separator) = (first.fields.len(), first.separator);
    if rows.len().saturating_mul(cols) > MAX_CELLS {
        return Err(SyntaxError::at(1, 1, format!("expected at most {MAX_CELLS} cells, found more")));
    }
    if let Some(row) = rows.iter().find(|row| row.fields.len() != cols || cols == 0) {
        let column = match row.fields.get(cols) {
            Some(field) => field.column,
            None => row.fields.last().map_or(1, |field| field.column + field.text.chars().count()),
        };
        let message = format!("expected {} as in the first row, found {}", many(cols, "cell"), row.fields.len());
        return Err(SyntaxError::at(row.line, column, message));
    }
    let fields = || rows.iter().flat_map(|row| row.fields.iter().map(|field| (row.line, field)));
    let alphabet = Alphabet::of(fields(), options, &mut remarks);
    let mut cells = Vec::with_capacity(rows.len() * cols);
    for (line, field) in fields() {
        cells.push(alphabet.cell(field.text).ok_or_else(|| expected_cell(line, field.column, field.text))?);
    }
    let numbers = cells.iter().all(|cell| matches!(cell, Cell::Clue(_)));
    if numbers && cells.contains(&Cell::Clue(0)) {
        let message = "all cells are numbers: '0' is taken for one, not for an unknown cell".into();
        remarks.push(Remark { line: first.line, message });
    }
    let mines = size.and_then(|size| size.mines);
    let symbols = if mines.is_some() || alphabet.is_of_mines() { Symbols::Mines } else { Symbols::Gems };
    let unknown = alphabet.unknown().unwrap_or(Style::of(symbols).unknown);
    let board = Board { rows: rows.len(), cols, cells, mines, style: Style { symbols, separator, unknown } };
    Ok(Reading { puzzle: board, remarks })
}

/// A board on one line: rows separated by `/`, a letter a cell.
fn one_line(number: usize, line: &str, options: GemsReadOptions) -> Result<Reading<Board>, SyntaxError> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut column = 1;
    for row in line.split('/') {
        let fields: Vec<Field<'_>> = (row.char_indices().enumerate())
            .map(|(index, (at, letter))| Field { column: column + index, text: &row[at..at + letter.len_utf8()] })
            .collect();
        column += fields.len();
        let width = rows.first().map_or(fields.len(), |first| first.fields.len());
        if fields.is_empty() || fields.len() != width {
            let message = format!("expected {}, found {}", many(width.max(1), "cell"), fields.len());
            return Err(SyntaxError::at(number, column, message));
        }
        rows.push(Row { line: number, text: row, separator: ", ", fields });
        column += 1;
    }
    let reading = board_of(&rows, None, options, Vec::new())?;
    Ok(reading.map(|board| Board { style: Style::of(Symbols::Gems), ..board }))
}

#[cfg(test)]
mod tests;
