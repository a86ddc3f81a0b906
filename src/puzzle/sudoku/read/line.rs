//! One puzzle a line: a character a cell, or 729 pencil marks. Beside it may stand what lists of puzzles have: a hash
//! before it, a rating or a name, the shape of the boxes, the number of solutions, and the solution, as in tables of
//! quizzes and solutions.

use super::alphabet::{Alphabet, MOST_CHARACTERS, Survey, is_sign, is_small_sign};
use super::grid::counts_from;
use super::rows::{is_rule, is_title, letters};
use super::{Entry, SudokuReadOptions, blank};
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};

/// The length of a line of pencil marks: nine digits for each of 81 cells.
const PENCIL_MARKS: usize = 729;

/// The form of a text with one puzzle on each line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    side: usize,
    marks: bool,
    /// Whether the lines could be the rows of one grid, too.
    rows_too: bool,
}

/// The words of a line. A blank, a comma or a colon ends one, and quotes stand around one.
fn words<'t>(line: &Line<'t>) -> Vec<Word<'t>> {
    line.words(|c| c.is_whitespace() || ",;:|\"'".contains(c))
}

fn length(word: &Word<'_>) -> usize {
    if word.text.is_ascii() { word.text.len() } else { word.text.chars().count() }
}

/// The side of a puzzle with this many cells.
fn side_of(length: usize) -> Option<usize> {
    (4..=MOST_CHARACTERS).find(|side| side * side == length)
}

/// Whether the lines hold a puzzle each, and which.
///
/// Lines of 16, 25 and 36 characters can also be the rows of a grid of that side. They are puzzles if they have digits
/// and only digits of the small side; otherwise as many lines as characters are one grid. 729 characters are pencil
/// marks, unless letters among them or a stated shape of boxes make them a sudoku of side 27.
pub(super) fn line_form(filled: &[Line<'_>]) -> Option<Form> {
    let whole = |line: &Line<'_>| -> Option<usize> {
        let squares = words(line).into_iter().filter_map(|word| {
            let side = side_of(length(&word))?;
            word.text.chars().all(|c| is_sign(c, side)).then_some(side)
        });
        squares.max().filter(|_| !is_rule(*line))
    };
    let first = filled.iter().position(|line| whole(line).is_some())?;
    let side = whole(&filled[first])?;
    if filled[..first].iter().any(|line| !is_title(line.text.trim_start())) {
        return None;
    }
    let area = side * side;
    if area > MOST_CHARACTERS {
        let wide = |line: &Line<'_>| {
            let words = words(line);
            let stated = words
                .windows(2)
                .any(|pair| length(&pair[0]) == PENCIL_MARKS && shape(pair[1].text).is_some_and(|(r, c)| r * c == 27));
            stated
                || words
                    .iter()
                    .any(|word| length(word) == PENCIL_MARKS && word.text.contains(|c: char| c.is_ascii_alphabetic()))
        };
        let marks = area == PENCIL_MARKS && !filled.iter().any(wide);
        return Some(Form { side: if marks { 9 } else { side }, marks, rows_too: false });
    }
    let characters =
        || filled.iter().filter_map(|line| words(line).first().copied()).flat_map(|word| word.text.chars());
    let fits = characters().all(|c| is_small_sign(c, side)) && characters().any(|c| c.is_alphanumeric() && c != '0');
    let rows = filled.len() > 1 && filled.len() + 1 >= area;
    // Nothing but cells and the shapes of boxes.
    let alone = filled.iter().all(|line| match words(line)[..] {
        [word] => word.text == line.text.trim(),
        [_, boxes] => shape(boxes.text).is_some(),
        _ => false,
    });
    (fits || !rows && alone).then_some(Form { side, marks: false, rows_too: rows && alone })
}

/// The shape of boxes that a word such as `3x2` states.
fn shape(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once('x')?;
    let digits = |text: &str| !text.is_empty() && text.len() < 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(rows) && digits(columns) { Some((rows.parse().ok()?, columns.parse().ok()?)) } else { None }
}

/// A line that holds a puzzle.
#[derive(Debug)]
struct Record<'t> {
    puzzle: Word<'t>,
    solution: Option<Word<'t>>,
    boxes: Option<(usize, usize)>,
}

/// The names that columns of solutions have, and those of puzzles.
const SOLUTIONS: [&str; 5] = ["solution", "solutions", "answer", "answers", "solved"];
const PUZZLES: [&str; 10] =
    ["quiz", "quizzes", "puzzle", "puzzles", "sudoku", "question", "questions", "unsolved", "grid", "board"];

/// What the heading of a table says.
#[derive(Clone, Copy, Debug, Default)]
struct Heading {
    solutions: bool,
    /// Whether solutions come before puzzles.
    first: bool,
}

impl Heading {
    fn of(line: &Line<'_>) -> Heading {
        let words = words(line);
        let at =
            |names: &[&str]| words.iter().position(|word| names.contains(&word.text.to_ascii_lowercase().as_str()));
        let (solution, puzzle) = (at(&SOLUTIONS), at(&PUZZLES));
        let first = solution.zip(puzzle).is_some_and(|(solution, puzzle)| solution < puzzle);
        Heading { solutions: solution.is_some() && puzzle.is_some(), first }
    }
}

/// Reads one puzzle a line.
pub(super) fn read_lines(
    lines: &[Line<'_>],
    form: Form,
    options: SudokuReadOptions,
) -> Result<Reading<Vec<Entry>>, SyntaxError> {
    let mut options = options;
    let mut heading = Heading::default();
    let mut records = Vec::new();
    for line in lines {
        let text = line.text.trim_start();
        let bare = is_title(text) && !words(line).iter().any(|word| length(word) >= form.length() / 2);
        if let Some(first) = counts_from(text) {
            options.first = options.first.or(Some(first));
        } else if is_rule(*line) && words(line).iter().all(|word| length(word) != form.length()) {
            // A line between two puzzles.
        } else if bare {
            // A heading of columns stands above all; other words are names.
            if records.is_empty() && !heading.solutions {
                heading = Heading::of(line);
            }
        } else {
            let (record, first) = form.record(line, heading)?;
            options.first = options.first.or(first);
            records.push(record);
        }
    }
    let with = records.iter().filter(|record| record.solution.is_some()).count();
    if (heading.solutions || with > 0) && with < records.len() {
        let lacks = records.iter().find(|record| record.solution.is_none()).map_or(1, |record| record.puzzle.line);
        return Err(SyntaxError::at(lacks, 1, "expected a solution beside the puzzle, as on other lines"));
    }
    let mut remarks = Vec::new();
    if form.rows_too
        && let Some(record) = records.first()
    {
        let (side, count) = (form.side, records.len());
        let message =
            format!("{count} lines of {} characters are taken for as many puzzles of {side} by {side}", side * side);
        remarks.push(Remark { line: record.puzzle.line, message });
    }
    if form.marks {
        let entries: Result<_, _> = records.iter().map(|record| read_marks(record, options)).collect();
        return Ok(Reading { puzzle: entries?, remarks });
    }
    let mut survey = Survey::new(form.side);
    for record in &records {
        survey.look(letters(record.puzzle));
    }
    for solution in records.iter().filter_map(|record| record.solution) {
        survey.look(letters(solution));
    }
    let (alphabet, doubts) = survey.decide(options, true)?;
    remarks.extend(doubts);
    let mut board: Option<((usize, usize), Sudoku)> = None;
    let mut entries = Vec::with_capacity(records.len());
    for record in &records {
        let boxes = options.boxes.or(record.boxes);
        let board = match &board {
            Some((known, board)) if Some(*known) == boxes => board,
            _ => {
                let made = blank(form.side, SudokuReadOptions { boxes, ..options }, record.puzzle.line)?;
                let shape = boxes.unwrap_or_else(|| crate::puzzle::sudoku::box_shape(form.side));
                &board.insert((shape, made.written(alphabet.notation()))).1
            }
        };
        let solution = record.solution.map(|word| whole(board, &alphabet, word)).transpose()?;
        entries.push(Entry { puzzle: cells(board, &alphabet, record.puzzle)?, solution });
    }
    Ok(Reading { puzzle: entries, remarks })
}

/// The board with the characters of a word as givens.
fn cells(board: &Sudoku, alphabet: &Alphabet, word: Word<'_>) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = board.clone();
    for (cell, word) in letters(word).enumerate() {
        sudoku.set(cell, alphabet.value(&word)?);
    }
    Ok(sudoku)
}

/// As [`cells`], but no cell may be blank.
fn whole(board: &Sudoku, alphabet: &Alphabet, word: Word<'_>) -> Result<Sudoku, SyntaxError> {
    let sudoku = cells(board, alphabet, word)?;
    match sudoku.givens().iter().position(|&digit| digit == 0) {
        Some(cell) => {
            let message = "expected a solution without blanks behind the puzzle";
            Err(SyntaxError::at(word.line, word.column + cell, message))
        }
        None => Ok(sudoku),
    }
}

impl Form {
    /// How long the word of a puzzle is.
    fn length(&self) -> usize {
        if self.marks { PENCIL_MARKS } else { self.side * self.side }
    }

    /// The puzzle of a line and what belongs to it, and the first digit that the line states.
    fn record<'t>(
        &self,
        line: &Line<'t>,
        heading: Heading,
    ) -> Result<(Record<'t>, Option<crate::puzzle::sudoku::First>), SyntaxError> {
        let wanted = self.length();
        let words = words(line);
        if line.text.trim_start().starts_with([',', ';']) {
            return Err(SyntaxError::at(
                line.number,
                1,
                format!("expected a puzzle of {wanted} characters before the comma"),
            ));
        }
        // Half as many signs in a row as a puzzle has cells, even inside a word: a puzzle that was cut off or joined to
        // other text.
        let cells = |word: &Word<'_>| word.text.split(|c| !is_sign(c, self.side)).any(|run| run.len() >= wanted / 2);
        let mut found: Vec<usize> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            if length(word) == wanted {
                found.push(index);
            } else if cells(word) {
                return Err(self.wrong_length(word));
            }
        }
        let [first, rest @ ..] = &found[..] else {
            let longest = words.iter().max_by_key(|word| length(word));
            return Err(longest.map_or_else(
                || SyntaxError::at(line.number, 1, format!("expected a puzzle of {wanted} characters")),
                |word| self.wrong_length(word),
            ));
        };
        let (mut puzzle, mut solution) = (words[*first], None);
        match rest {
            [] => {}
            [second] => {
                let filled = |word: &Word<'_>| !word.text.contains(['.', '_', '*', '?', '-']);
                // Where 0 is a digit is not known yet; a solution with blanks is refused later.
                if !heading.solutions && self.side <= 9 && filled(&puzzle) && !puzzle.text.contains('0') {
                    return Err(words[*second].error("one puzzle a line, with its solution behind it"));
                }
                solution = Some(words[*second]);
                if heading.first {
                    (puzzle, solution) = (words[*second], Some(puzzle));
                }
            }
            [_, third, ..] => return Err(words[*third].error("one puzzle a line, with its solution behind it")),
        }
        let behind = found.last().map_or(&[][..], |&last| &words[last + 1..]);
        let boxes = behind.first().and_then(|word| shape(word.text)).filter(|&shape| shape != (self.side, self.side));
        let behind = if boxes.is_some() { &behind[1..] } else { behind };
        let stated = match behind {
            [digits, from, first] if digits.text == "digits" && from.text == "from" => first.text.parse().ok(),
            _ => None,
        };
        Ok((Record { puzzle, solution, boxes }, stated))
    }

    fn wrong_length(&self, word: &Word<'_>) -> SyntaxError {
        let (wanted, found) = (self.length(), length(word));
        let column = word.column + found.min(wanted).saturating_sub(1);
        SyntaxError::at(word.line, column, format!("expected {wanted} characters, found {found}"))
    }
}

/// A line of pencil marks: for each cell the digits 1 to 9, or a blank in the place of one that is ruled out.
fn read_marks(record: &Record<'_>, options: SudokuReadOptions) -> Result<Entry, SyntaxError> {
    let alphabet = Alphabet::plain(9);
    if let Some(solution) = record.solution {
        return Err(solution.error("nothing behind pencil marks"));
    }
    let mut puzzle =
        blank(9, SudokuReadOptions { boxes: options.boxes.or(record.boxes), ..options }, record.puzzle.line)?;
    for (index, word) in letters(record.puzzle).enumerate() {
        let (cell, digit) = (index / 9, (index % 9 + 1) as u16);
        match alphabet.value(&word)? {
            0 => puzzle.exclude(cell, digit),
            value if value == digit => {}
            _ => return Err(word.error(format!("{digit} or a blank in this place"))),
        }
    }
    Ok(Entry { puzzle, solution: None })
}
