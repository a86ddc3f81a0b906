//! Grids with bars in which blank cells are just blanks: the place of a digit tells its cell.

use super::rows::{Sheet, is_bar};
use crate::puzzle::SyntaxError;
use crate::puzzle::text::{Line, Word};

/// Where the cells between two bars begin, how far each lies from the next, and how wide each is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Places {
    start: usize,
    step: usize,
    width: usize,
}

impl Places {
    /// The ways to place `count` cells in this room with about as much room before the first cell as behind the last.
    fn possible(room: usize, count: usize, width: usize) -> Vec<Places> {
        let mut possible = Vec::new();
        for step in width..=width + 3 {
            for start in 0..=step {
                let end = start + step * (count - 1) + width;
                if end <= room && room - end <= step && (room - end).abs_diff(start) <= 1 {
                    possible.push(Places { start, step, width });
                }
            }
        }
        possible
    }

    /// The cell in which a word stands whose first character is this far behind the bar.
    fn cell(&self, offset: usize, length: usize, count: usize) -> Option<usize> {
        let place = offset.checked_sub(self.start)?;
        let cell = place / self.step;
        (cell < count && place % self.step + length <= self.width).then_some(cell)
    }
}

/// The columns between two bars: the first one, and that of the bar behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    from: usize,
    to: usize,
}

/// The cells of all rows; an empty word for a blank cell.
///
/// Bars stand below each other, at the same distances. Between them the places of the cells are equally far apart, too;
/// if the digits fit more than one such arrangement, it cannot be told which cells are blank.
pub(super) fn placed_cells<'t>(sheet: &Sheet<'t>, side: usize) -> Result<Vec<Word<'t>>, SyntaxError> {
    let lines: Vec<Line<'t>> = sheet.rows.iter().map(|row| row.line).collect();
    let parts = parts(&lines)?;
    let error = |message: String| SyntaxError::at(lines[0].number, 1, message);
    let (name, count) = (sheet.name(), parts.len());
    if count == 0 || !side.is_multiple_of(count) {
        return Err(error(format!("expected bars that divide {side} columns alike, found a {name} of {count} parts")));
    }
    let each = side / count;
    let rows: Vec<Vec<Vec<Word<'t>>>> = lines.iter().map(|&line| words_between(line, &parts)).collect();
    let words = || rows.iter().flat_map(|row| row.iter().zip(&parts));
    let room = parts[0].to - parts[0].from;
    let ways = if each == 1 {
        vec![Places { start: 0, step: room + 1, width: room }]
    } else {
        let fits = |places: &Places| {
            words().all(|(words, part)| {
                words.iter().all(|word| places.cell(word.column - 1 - part.from, length(word), each).is_some())
            })
        };
        // Where all digits are single characters, cells may have room for one.
        let longest = words().flat_map(|(words, _)| words).map(length).max().unwrap_or(1);
        let widths = [side.to_string().len(), longest];
        let all = widths.map(|width| Places::possible(room, each, width).into_iter().filter(fits).collect::<Vec<_>>());
        let [wide, narrow] = all;
        if wide.len() == 1 { wide } else { narrow }
    };
    // Where no cell has a digit, every way gives the same cells.
    let empty = words().all(|(words, _)| words.is_empty());
    let ways = if empty { &ways[..ways.len().min(1)] } else { &ways[..] };
    let [places] = *ways else {
        let message =
            format!("expected signs for blank cells: there are {} ways to take the places of the digits", ways.len());
        return Err(error(message));
    };
    let mut cells = Vec::new();
    for (words, part) in words() {
        let mut here: Vec<Option<Word<'t>>> = vec![None; each];
        for word in words {
            let cell = places.cell(word.column - 1 - part.from, length(word), each);
            let free = cell.and_then(|cell| here.get_mut(cell)).filter(|cell| cell.is_none());
            *free.ok_or_else(|| word.error("one digit in each cell"))? = Some(*word);
        }
        let blank = Word { line: lines[0].number, column: 1, text: "" };
        cells.extend(here.into_iter().map(|word| word.unwrap_or(blank)));
    }
    Ok(cells)
}

/// How many parts the bars make of a row.
pub(super) fn num_parts(sheet: &Sheet<'_>) -> Result<usize, SyntaxError> {
    let lines: Vec<Line<'_>> = sheet.rows.iter().map(|row| row.line).collect();
    Ok(parts(&lines)?.len())
}

fn length(word: &Word<'_>) -> usize {
    word.text.chars().count()
}

/// The parts between bars, which are equally wide and the same in all rows.
fn parts(lines: &[Line<'_>]) -> Result<Vec<Part>, SyntaxError> {
    let bars = |line: &Line<'_>| -> Vec<usize> {
        line.text.chars().enumerate().filter(|&(_, c)| is_bar(c)).map(|(column, _)| column).collect()
    };
    let columns = bars(&lines[0]);
    if let Some(index) = lines.iter().position(|line| bars(line) != columns) {
        let message = format!("expected the bars of row {} to stand below those of row 1", index + 1);
        return Err(SyntaxError::at(lines[index].number, 1, message));
    }
    let error = |message: &str| SyntaxError::at(lines[0].number, 1, message);
    let mut parts: Vec<Part> = columns.windows(2).map(|pair| Part { from: pair[0] + 1, to: pair[1] }).collect();
    let room = |part: &Part| part.to - part.from;
    let Some(width) = parts.first().map(room) else { return Err(error("expected bars around the cells")) };
    if width == 0 || parts.iter().any(|part| room(part) != width) {
        return Err(error("expected bars at equal distances"));
    }
    // Without bars at its ends a row has a part before the first one and behind the last.
    let outside = |line: &Line<'_>, before: bool| {
        line.text.chars().enumerate().any(|(column, c)| {
            !c.is_whitespace() && if before { column < columns[0] } else { column > columns[columns.len() - 1] }
        })
    };
    if lines.iter().any(|line| outside(line, true)) {
        let from = columns[0].checked_sub(width);
        let from = from.ok_or_else(|| error("expected a bar or a blank before the first cell of each row"))?;
        parts.insert(0, Part { from, to: columns[0] });
    }
    if lines.iter().any(|line| outside(line, false)) {
        let from = columns[columns.len() - 1] + 1;
        parts.push(Part { from, to: from + width });
    }
    Ok(parts)
}

/// The words of a line by the part in which they stand.
fn words_between<'t>(line: Line<'t>, parts: &[Part]) -> Vec<Vec<Word<'t>>> {
    let mut between = vec![Vec::new(); parts.len()];
    for word in line.words(|c| c.is_whitespace() || is_bar(c)) {
        let column = word.column - 1;
        let part = parts.iter().rposition(|part| part.from <= column).unwrap_or(0);
        between[part].push(word);
    }
    between
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_room_around_them() {
        assert_eq!(
            Places::possible(7, 3, 1),
            [Places { start: 1, step: 2, width: 1 }, Places { start: 0, step: 3, width: 1 }]
        );
        assert_eq!(Places::possible(3, 3, 1), [Places { start: 0, step: 1, width: 1 }]);
        let places = Places { start: 1, step: 3, width: 2 };
        assert_eq!(places.cell(1, 2, 4), Some(0));
        assert_eq!(places.cell(5, 1, 4), Some(1));
        assert_eq!(places.cell(3, 1, 4), None);
        assert_eq!(places.cell(13, 2, 4), None);
    }
}
