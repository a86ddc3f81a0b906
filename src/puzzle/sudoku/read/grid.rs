//! A grid with one row a line, in characters or words, with any frame; also a grid of candidates.

use super::alphabet::Alphabet;
use super::{SudokuReadOptions, blank};
use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};

/// A grid, one row a line: words between blanks or commas, or characters.
pub(super) fn read_grid(filled: &[Line<'_>], options: SudokuReadOptions) -> Result<Sudoku, SyntaxError> {
    let has_digit = |text: &str| text.chars().any(|c| c.is_alphanumeric());
    let dash_is_blank = filled.iter().any(|line| has_digit(line.text) && line.text.contains('-'));
    let mut options = options;
    let separates = |c: char| c.is_whitespace() || "|,{}[]()\"':!".contains(c);
    let mut rows: Vec<Vec<Word<'_>>> = Vec::new();
    for line in filled.iter().filter(|line| !frames(line.text, dash_is_blank)) {
        let words = line.words(separates);
        if !words.is_empty() {
            rows.push(words);
        }
    }
    let Some(first) = rows.first() else {
        return Err(SyntaxError::at(filled[0].number, 1, "expected a row of digits, found only frames"));
    };
    let count = |row: &[Word<'_>]| row.len();
    let letters = |row: &[Word<'_>]| row.iter().map(|word| word.text.chars().count()).sum::<usize>();
    // A heading: the side, or the shape of the boxes, above rows that are wider.
    if rows.len() > 1 && first.len() <= 2 && letters(&rows[1]) >= 4 && letters(first) < letters(&rows[1]) {
        let figures: Vec<usize> = first.iter().filter_map(|word| word.text.parse().ok()).collect();
        let wide = count(&rows[1]).max(if rows[1].len() == 1 { letters(&rows[1]) } else { 0 });
        match figures[..] {
            [side] if side == wide => drop(rows.remove(0)),
            [rows_of_box, columns] if rows_of_box.checked_mul(columns) == Some(wide) => {
                options.boxes = options.boxes.or(Some((rows_of_box, columns)));
                rows.remove(0);
            }
            [side, again] if side == again && side == wide => drop(rows.remove(0)),
            _ => {}
        }
    }
    // Rows are written alike: the commonest width is the side, in words if it agrees with the number of rows.
    let by_words = commonest(rows.iter().map(|row| count(row)));
    let by_letters = commonest(rows.iter().map(|row| letters(row)));
    let height = rows.len();
    let words_fit = by_words.abs_diff(height);
    let letters_fit = by_letters.abs_diff(height);
    let characters = letters_fit < words_fit;
    let side = if characters { by_letters } else { by_words };
    let line = rows[0][0].line;
    let comma = filled.iter().any(|line| line.text.contains(','));
    options.boxes = options.boxes.or_else(|| drawn_boxes(filled, side, dash_is_blank, characters));
    let mut sudoku = blank(side, options, line)?;
    // The course's files leave the last row out, which is then blank.
    let short = height + 1 == side && !comma && side > 4;
    if let Some(row) = rows.get(side) {
        return Err(row[0].error(format!("the end after {side} rows of {side}")));
    }
    let mut given = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let cells: Vec<Word<'_>> =
            if characters { row.iter().flat_map(|word| split(word)).collect() } else { row.clone() };
        if cells.len() != side {
            let at = cells.get(side).copied().or(cells.last().copied());
            let (line, column) = at.map_or((line, 1), |word| (word.line, word.column));
            return Err(SyntaxError::at(
                line,
                column,
                format!("expected {side} cells in row {}, found {}", r + 1, cells.len()),
            ));
        }
        given.extend(cells);
    }
    if height != side && !short {
        let last = given.last().map_or(line, |word| word.line);
        return Err(SyntaxError::at(last, 1, format!("expected {side} rows, found {height}")));
    }
    let longer = given.iter().filter(|word| word.text.len() > 1 && ascending(word.text)).count();
    if side <= 9 && longer * 4 >= given.len() && longer * 4 >= side * side {
        for (cell, word) in given.iter().enumerate() {
            read_candidates(&mut sudoku, cell, word)?;
        }
        return Ok(sudoku);
    }
    let alphabet =
        Alphabet::of(side, given.iter().filter(|word| word.text.len() == 1).flat_map(|word| word.text.chars()));
    for (cell, word) in given.iter().enumerate() {
        sudoku.set(cell, read_word(word, &alphabet, characters)?);
    }
    Ok(sudoku)
}

/// A line that only frames: dashes or the like, and no cell. Lines of dashes alone may be blank rows.
fn frames(text: &str, dash_is_blank: bool) -> bool {
    let rule = text.contains("--") || text.contains("==") || text.contains("+-") || text.contains("__|");
    let only_rule = text.chars().all(|c| "-+*=|.':, ".contains(c));
    let only_dashes = text.chars().all(|c| c == '-' || c == ' ' || c == '|');
    rule && only_rule && !(dash_is_blank && only_dashes)
}

/// The shape of the boxes that bars and rules draw, where both agree or only one of them is there.
fn drawn_boxes(filled: &[Line<'_>], side: usize, dash_is_blank: bool, characters: bool) -> Option<(usize, usize)> {
    let mut widths = Vec::new();
    let mut heights = vec![0];
    for line in filled {
        if frames(line.text, dash_is_blank) {
            heights.push(0);
            continue;
        }
        *heights.last_mut()? += 1;
        for part in line.text.split('|').filter(|part| !part.trim().is_empty()) {
            let cells = part.split([' ', '\t', ',']).filter(|cell| !cell.is_empty());
            widths.push(if characters { cells.map(|cell| cell.chars().count()).sum() } else { cells.count() });
        }
    }
    heights.retain(|&height| height > 0);
    // A division into equal parts, of more than one line and not all of them.
    let equal = |parts: &[usize]| {
        let first = *parts.first()?;
        (parts.iter().all(|&part| part == first) && (2..side).contains(&first)).then_some(first)
    };
    let shape = match (equal(&heights), equal(&widths)) {
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, side / rows),
        (None, Some(columns)) => (side / columns, columns),
        (None, None) => return None,
    };
    (shape.0 * shape.1 == side).then_some(shape)
}

fn commonest(widths: impl Iterator<Item = usize>) -> usize {
    let mut widths: Vec<usize> = widths.collect();
    widths.sort_unstable();
    let runs = widths.chunk_by(|a, b| a == b);
    runs.max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

/// The characters of a word as words.
fn split<'t>(word: &Word<'t>) -> Vec<Word<'t>> {
    let one = |(index, (at, c)): (usize, (usize, char))| Word {
        line: word.line,
        column: word.column + index,
        text: &word.text[at..at + c.len_utf8()],
    };
    word.text.char_indices().enumerate().map(one).collect()
}

fn ascending(text: &str) -> bool {
    text.bytes().all(|byte| (b'1'..=b'9').contains(&byte)) && text.as_bytes().is_sorted_by(|a, b| a < b)
}

fn read_word(word: &Word<'_>, alphabet: &Alphabet, characters: bool) -> Result<u16, SyntaxError> {
    let mut letters = word.text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && (characters || !letter.is_ascii_digit() || alphabet.side <= 9)
    {
        return alphabet.digit(letter).ok_or_else(|| word.error(alphabet.expected()));
    }
    if word.text.chars().all(|c| "-_.*?0".contains(c)) || word.text == "-1" {
        return Ok(0);
    }
    match word.text.parse::<u16>() {
        Ok(digit) if usize::from(digit) <= alphabet.side => Ok(digit),
        _ => Err(word.error(alphabet.expected())),
    }
}

/// A cell of a grid of candidates: the digits that are still possible.
fn read_candidates(sudoku: &mut Sudoku, cell: usize, word: &Word<'_>) -> Result<(), SyntaxError> {
    let side = sudoku.side() as u16;
    if word.text.len() == 1 && !matches!(word.text.as_bytes()[0], b'1'..=b'9') {
        return Ok(());
    }
    if !ascending(word.text) || word.text.bytes().any(|byte| u16::from(byte - b'0') > side) {
        return Err(word.error(format!("the candidates of a cell, digits 1 to {side} ascending")));
    }
    for digit in (1..=side).filter(|digit| !word.text.contains(&digit.to_string())) {
        sudoku.exclude(cell, digit);
    }
    Ok(())
}
