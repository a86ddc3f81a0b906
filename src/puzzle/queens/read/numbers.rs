//! Boards in numbers: squares, columns and states.

use super::{QueensReadOptions, USUAL_SIZE, empty, place};
use crate::puzzle::queens::Queens;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Remark, SyntaxError};
use crate::util::words::many;

/// The words of a line: between commas if it has any, otherwise between blanks and bars.
fn words<'t>(line: &Line<'t>) -> Result<Vec<Word<'t>>, SyntaxError> {
    if !line.text.contains(',') {
        let words = line.words(|c| c.is_whitespace() || c == '|');
        let bare = || SyntaxError::at(line.number, 1, format!("expected numbers, found '{}'", line.text.trim()));
        return if words.is_empty() { Err(bare()) } else { Ok(words) };
    }
    let mut words = Vec::new();
    let mut column = 1;
    for part in line.text.trim_end_matches([',', ' ', '\t']).split(',') {
        let indent = part.chars().take_while(|c| c.is_whitespace()).count();
        let word = Word { line: line.number, column: column + indent, text: part.trim() };
        if word.text.is_empty() {
            return Err(word.error("a number between commas"));
        }
        words.push(word);
        column += part.chars().count() + 1;
    }
    Ok(words)
}

/// A whole number as people write it: without a sign, except in -1, and without leading zeros.
pub(super) fn number(word: &Word<'_>) -> Result<i64, SyntaxError> {
    let digits = word.text.strip_prefix('-').unwrap_or(word.text);
    let plain = digits == "0" || digits.starts_with(|c: char| matches!(c, '1'..='9'));
    if plain && digits.bytes().all(|byte| byte.is_ascii_digit()) { word.number() } else { Err(word.error("a number")) }
}

/// Whether a line holds numbers alone.
pub(super) fn is_numeric(line: &Line<'_>) -> bool {
    let mut words =
        line.text.split(|c: char| c.is_whitespace() || c == ',' || c == '|').filter(|word| !word.is_empty());
    words.all(|word| word.parse::<i64>().is_ok())
}

/// The size that a line of one number states.
pub(super) fn only_number(line: &Line<'_>) -> Result<usize, SyntaxError> {
    match &words(line)?[..] {
        [size] => size.number(),
        words => Err(words[0].error("a board, or its size alone on a line above it")),
    }
}

/// The size in a line such as `8 8` or `8x8`; `None` for other lines.
pub(super) fn size_twice(line: &Line<'_>) -> Option<Result<usize, SyntaxError>> {
    let (one, other) = line.text.trim().split_once([' ', 'x', 'X'])?;
    let (one, other): (usize, usize) = (one.parse().ok()?, other.trim_start().parse().ok()?);
    // Two squares of a list may be on the falling diagonal, but no list begins without its count.
    (one == other).then_some(Ok(one))
}

/// A count if there is one, and as many squares, each in parentheses.
pub(super) fn squares_in_parentheses(
    lines: &[Line<'_>],
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let mut tokens = Vec::new();
    for line in lines {
        for word in line.words(char::is_whitespace) {
            let mut column = word.column;
            for part in word.text.split_inclusive(['(', ')', ',']) {
                let text = part.trim_end_matches(['(', ')', ',']);
                let length = text.chars().count();
                let cut = text.len();
                if length > 0 {
                    tokens.push(Word { text, column, ..word });
                }
                if cut < part.len() {
                    tokens.push(Word { text: &part[cut..], column: column + length, ..word });
                }
                column += part.chars().count();
            }
        }
    }
    let head = tokens[0];
    let mut queens = empty(options.size_of_lists(), &head)?;
    let count =
        if head.text == "(" { None } else { Some(usize::try_from(number(&head)?).map_err(|_| head.error("a count"))?) };
    let mut rest = &tokens[usize::from(count.is_some())..];
    let end =
        lines.last().map_or(head, |line| Word { line: line.number, column: line.text.chars().count() + 1, text: "" });
    let mut take = |expected: Option<&str>| -> Result<Word<'_>, SyntaxError> {
        let word = rest.first().copied().unwrap_or(end);
        rest = rest.get(1..).unwrap_or_default();
        match expected {
            Some(expected) if word.text != expected => Err(word.error(format!("'{expected}'"))),
            _ => Ok(word),
        }
    };
    loop {
        let opened = take(None)?;
        if opened.text.is_empty() {
            break;
        }
        if opened.text == "," && !queens.placed.is_empty() {
            continue;
        }
        if opened.text != "(" {
            return Err(opened.error("a square '(row, column)'"));
        }
        let row = take(None)?;
        let (low, mut column) = (coordinate(&row)?, take(None)?);
        if column.text == "," {
            column = take(None)?;
        }
        place(&mut queens, low, coordinate(&column)?, &row)?;
        take(Some(")"))?;
    }
    if count.is_none() {
        let found = many(queens.placed.len(), "queen");
        remarks.push(remark(&head, &format!("there is no count above the squares; {found} listed")));
    }
    listed(queens, &head, count, options, remarks)
}

fn coordinate(word: &Word<'_>) -> Result<usize, SyntaxError> {
    usize::try_from(number(word)?).map_err(|_| word.error("a number from 0"))
}

/// The board, if as many squares are listed as the count says. If the squares also fit on a board of that size, the
/// count may have been meant as the size, with a solution below it, which a remark says.
fn listed(
    queens: Queens,
    head: &Word<'_>,
    count: Option<usize>,
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let found = queens.placed.len();
    let Some(count) = count else { return Ok(queens) };
    if count != found {
        return Err(head.error(format!("the number of queens, and {found} are listed")));
    }
    let fits = |from: usize| {
        let inside = from..from + count;
        queens.placed.iter().all(|(row, column)| inside.contains(row) && inside.contains(column))
    };
    if options.size.is_none() && count > 1 && count != USUAL_SIZE && (fits(0) || fits(1)) {
        let message =
            format!("{count} is taken for the count of queens on a board of {USUAL_SIZE} rows, not for its size");
        remarks.push(remark(head, &message));
    }
    Ok(queens)
}

/// Lines of numbers: a count and then one square on each line, a line of columns, rows of states, or a size alone.
pub(super) fn read(
    lines: &[Line<'_>],
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let rows: Vec<Vec<Word<'_>>> = lines.iter().map(words).collect::<Result<_, _>>()?;
    let (head, rest) = (rows[0][0], &rows[1..]);
    match &rows[..] {
        [only] if only.len() == 1 => return alone(&head, options, remarks),
        [only] if only.len() == 2 => {
            return Err(head.error("a board; two numbers are none (a square has its count on the line above)"));
        }
        [only] => {
            if number(&head).is_ok_and(|count| 2 * count + 1 == only.len() as i64) {
                remarks.push(remark(
                    &head,
                    "the numbers are taken for the columns of the queens, not for a count and squares",
                ));
            }
            return columns(only, remarks);
        }
        _ => {}
    }
    let wide = |rows: &[Vec<Word<'_>>], width: usize| rows.iter().all(|row| row.len() == width);
    if rows[0].len() == 1 && !(is_state_word(&head, rows.len()) && wide(&rows, 1)) {
        let size = usize::try_from(number(&head)?).map_err(|_| head.error("a count or a size"))?;
        if rest.len() == 1 && rest[0].len() == size && size > 2 {
            return columns(&rest[0], remarks);
        }
        if wide(rest, 2) {
            return squares(&head, rest, options, remarks);
        }
        if rest.len() != size {
            let message = format!("the size of the board below, {}, or a count of squares", rest.len());
            return Err(head.error(message));
        }
        return states(rest);
    }
    if rows.len() == 2 && wide(&rows, 2) {
        return Err(head.error("a count of squares above the first, or a board of at least three rows"));
    }
    states(&rows)
}

fn remark(word: &Word<'_>, message: &str) -> Remark {
    Remark { line: word.line, message: message.into() }
}

/// A number alone is the size of an empty board, but 0 is the count of queens on it (a board of one row with its queen
/// in column 0 is written so too).
fn alone(word: &Word<'_>, options: QueensReadOptions, remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let size = coordinate(word)?;
    if size == 0 {
        if options.size.is_none() {
            let message = format!("0 is taken for the count of queens on a board of {USUAL_SIZE} rows");
            remarks.push(remark(word, &message));
        }
        return empty(options.size_of_lists(), word);
    }
    remarks.push(remark(word, &format!("{size} is taken for the size of an empty board, not for a count of queens")));
    empty(size, word)
}

/// A count, and on as many lines a row and a column.
fn squares(
    head: &Word<'_>,
    rest: &[Vec<Word<'_>>],
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let mut queens = empty(options.size_of_lists(), head)?;
    for pair in rest {
        place(&mut queens, coordinate(&pair[0])?, coordinate(&pair[1])?, &pair[0])?;
    }
    listed(queens, head, Some(usize::try_from(number(head)?).unwrap_or(usize::MAX)), options, remarks)
}

/// The column of the queen in each row.
pub(super) fn columns(words: &[Word<'_>], remarks: &mut Vec<Remark>) -> Result<Queens, SyntaxError> {
    let size = words.len();
    let mut queens = empty(size, &words[0])?;
    let free = |word: &Word<'_>| matches!(word.text, "-1" | "null" | "None");
    let column = |word: &Word<'_>| if free(word) { Ok(-1) } else { number(word) };
    let columns: Vec<i64> = words.iter().map(column).collect::<Result<_, _>>()?;
    let from = i64::from(columns.contains(&(size as i64)) && !columns.contains(&0));
    for (row, (&column, word)) in columns.iter().zip(words).enumerate().filter(|(_, (column, _))| **column != -1) {
        match usize::try_from(column - from) {
            Ok(column) if column < size => place(&mut queens, row, column, word)?,
            _ => return Err(word.error(format!("a column of 0 to {}, or -1 for none", size - 1))),
        }
    }
    if from == 1 {
        remarks
            .push(remark(&words[0], &format!("columns are counted from 1, since {size} is among them and 0 is not")));
    } else if columns.iter().filter(|&&column| column == 0).count() > 1 {
        remarks.push(remark(&words[0], "0 is taken for the first column, not for a row without a queen (-1)"));
    }
    Ok(queens)
}

fn is_state_word(word: &Word<'_>, length: usize) -> bool {
    length > 1 && word.text.len() == length && word.text.bytes().all(|byte| matches!(byte, b'0' | b'1'))
}

/// Rows of 1, 0 and -1, or of 1 and 0 without blanks between.
pub(super) fn states(rows: &[Vec<Word<'_>>]) -> Result<Queens, SyntaxError> {
    let size = rows.len();
    let mut queens = empty(size, &rows[0][0])?;
    let mut read: Vec<Vec<Word<'_>>> = Vec::with_capacity(size);
    for words in rows {
        let letters: Vec<Word<'_>> = match &words[..] {
            [word] if is_state_word(word, size) => {
                let letter = |(at, _)| Word { column: word.column + at, text: &word.text[at..at + 1], ..*word };
                word.text.char_indices().map(letter).collect()
            }
            _ => words.clone(),
        };
        if letters.len() != size {
            let (numbers, found) = (many(size, "number"), letters.len());
            let message = format!("{numbers} in this row, one for each row, or columns on one line; here are {found}");
            return Err(words[0].error(message));
        }
        read.push(letters);
    }
    for (row, letters) in read.iter().enumerate() {
        for (column, word) in letters.iter().enumerate() {
            match word.text {
                "1" => place(&mut queens, row, column, word)?,
                "0" | "-1" => {}
                _ => return Err(word.error("1 (a queen), 0 (free) or -1 (attacked)")),
            }
        }
    }
    Ok(queens)
}

/// Squares that a list names, on a board of the usual size.
pub(super) fn pairs(
    pairs: &[[Word<'_>; 2]],
    options: QueensReadOptions,
    remarks: &mut Vec<Remark>,
) -> Result<Queens, SyntaxError> {
    let mut queens = empty(options.size_of_lists(), &pairs[0][0])?;
    for [row, column] in pairs {
        place(&mut queens, coordinate(row)?, coordinate(column)?, row)?;
    }
    if options.size.is_none() {
        let message = format!("the pairs are taken for squares, from 0, of a board of {USUAL_SIZE} rows");
        remarks.push(remark(&pairs[0][0], &message));
    }
    Ok(queens)
}
