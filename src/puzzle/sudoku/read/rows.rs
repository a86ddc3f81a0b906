//! The rows of a sheet of text: which lines are rows, which only frame them, and what is between the bars of a row.

use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Remark, SyntaxError};
use crate::util::escape::clean;

/// What stands above a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gap {
    /// An empty line.
    pub(super) blank: bool,
    /// A line that only frames.
    pub(super) rule: bool,
    /// The number of a line with words, or 0.
    pub(super) title: usize,
}

impl Gap {
    pub(super) fn any(self) -> bool {
        self != Gap::default()
    }
}

/// A row of a grid.
#[derive(Clone, Debug)]
pub(super) struct Row<'t> {
    pub(super) line: Line<'t>,
    /// The words between its bars; an empty word where nothing stands between two commas.
    pub(super) parts: Vec<Vec<Word<'t>>>,
    pub(super) gap: Gap,
    pub(super) commas: bool,
}

pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | ':')
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '\t')
}

impl<'t> Row<'t> {
    pub(super) fn of(line: Line<'t>, gap: Gap) -> Row<'t> {
        let mut row = Row { line, parts: vec![Vec::new()], gap, commas: false };
        // Commas since the last word or bar, and whether the part begins the line.
        let mut commas = 0;
        let mut start: Option<(usize, usize)> = None;
        let end = (line.text.len(), '|');
        for (column, (at, c)) in line.text.char_indices().chain([end]).enumerate() {
            let last = at == line.text.len();
            let apart = last || c.is_whitespace() || is_bar(c) || is_comma(c) || matches!(c, '"' | '\'');
            if !apart && start.is_none() {
                let outer = row.parts.len() == 1 && row.parts[0].is_empty();
                row.empty_cells(if outer { commas } else { usize::saturating_sub(commas, 1) }, column + 1);
                commas = 0;
                start = Some((at, column));
            }
            if apart && let Some((from, column)) = start.take() {
                row.part().push(Word { line: line.number, column: column + 1, text: &line.text[from..at] });
            }
            if last {
                // One tab alone behind a row has no cell behind it. A row of commas alone has a cell before the first.
                let ends = row.commas || line.text.matches('\t').count() > 1;
                let blank = commas > 0 && row.parts.len() == 1 && row.parts[0].is_empty();
                row.empty_cells(if ends { commas + usize::from(blank) } else { 0 }, column + 1);
            } else if is_bar(c) {
                row.empty_cells(usize::saturating_sub(commas, 1), column + 1);
                row.parts.push(Vec::new());
                commas = 0;
            } else if is_comma(c) {
                row.commas |= c != '\t';
                commas += 1;
            }
        }
        row.parts.retain(|part| !part.is_empty());
        row
    }

    fn part(&mut self) -> &mut Vec<Word<'t>> {
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }

    fn empty_cells(&mut self, count: usize, column: usize) {
        let word = Word { line: self.line.number, column, text: "" };
        self.part().extend(std::iter::repeat_n(word, count));
    }

    pub(super) fn words(&self) -> impl Iterator<Item = Word<'t>> + '_ {
        self.parts.iter().flatten().copied()
    }

    /// Each character as a word.
    pub(super) fn letters(&self) -> impl Iterator<Item = Word<'t>> + '_ {
        self.words().flat_map(letters)
    }

    /// How many cells there are in each of its parts.
    pub(super) fn widths(&self, apart: bool) -> Vec<usize> {
        let width = |part: &Vec<Word<'t>>| {
            if apart { part.iter().map(|word| word.text.chars().count()).sum() } else { part.len() }
        };
        self.parts.iter().map(width).collect()
    }

    /// How many cells there are, if each character is one, or if each word is.
    pub(super) fn width(&self, apart: bool) -> usize {
        self.widths(apart).iter().sum()
    }
}

/// The characters of a word as words.
pub(super) fn letters<'t>(word: Word<'t>) -> impl Iterator<Item = Word<'t>> {
    word.text.char_indices().enumerate().map(move |(index, (at, c))| Word {
        line: word.line,
        column: word.column + index,
        text: &word.text[at..at + c.len_utf8()],
    })
}

/// The rows of a text and what stands between them.
#[derive(Debug)]
pub(super) struct Sheet<'t> {
    pub(super) rows: Vec<Row<'t>>,
    /// Whether there are lines or bars around cells.
    pub(super) framed: bool,
    /// The lines of words, which are no rows.
    titles: Vec<Line<'t>>,
}

/// What a line can be before its neighbours are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Rule,
    /// Dashes alone: a rule, or a row of blank cells.
    Dashes,
    /// Words: a name, a heading, a footer; or a row of letters.
    Words,
    Row,
}

impl Kind {
    fn of(line: Line<'_>) -> Kind {
        let text = line.text.trim_start();
        if text.is_empty() {
            Kind::Blank
        } else if text.chars().all(|c| c == '-' || c == '|' || c.is_whitespace()) && text.contains('-') {
            Kind::Dashes
        } else if frames(text) {
            Kind::Rule
        } else if is_title(text) {
            Kind::Words
        } else {
            Kind::Row
        }
    }
}

/// Whether a line only frames, or is all dashes.
pub(super) fn is_rule(line: Line<'_>) -> bool {
    matches!(Kind::of(line), Kind::Rule | Kind::Dashes)
}

/// A line that only frames.
fn frames(text: &str) -> bool {
    let drawn = ["--", "==", "+-", "-+", "+="].iter().any(|part| text.contains(part));
    let spread = text.contains('+') || text.contains('=');
    (drawn || spread) && text.chars().all(|c| "-+*=|.':, \t".contains(c))
}

/// A line of words: a name such as `Grid 01`, or what a program writes below its grids. It begins with a word of
/// letters, which a number or a sign may end.
pub(super) fn is_title(text: &str) -> bool {
    if text.eq_ignore_ascii_case("[puzzle]") {
        return true;
    }
    // The column of numbers of a table has no name.
    let text = text.trim_start_matches([',', ';']);
    let first = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';').next().unwrap_or("");
    let word =
        first.trim_matches(['"', '\'', '(', ')']).trim_end_matches(|c: char| c.is_ascii_digit() || ":#.".contains(c));
    let letters = word.chars().all(|c| c.is_alphabetic() || "_-'".contains(c));
    letters
        && word.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
        && !word.chars().all(|c| matches!(c, 'x' | 'X'))
}

/// Ratings such as `5.6/5.6/3.2` or `7.2`, which stand below frames.
fn is_rating(text: &str) -> bool {
    text.split_whitespace().all(|word| {
        let numbers =
            word.split('/').all(|part| part.parse::<f64>().is_ok() && part.starts_with(|c: char| c.is_ascii_digit()));
        numbers && word.contains(['/', '.'])
    })
}

fn commonest(widths: impl Iterator<Item = usize>) -> usize {
    let mut widths: Vec<usize> = widths.collect();
    widths.sort_unstable();
    widths.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

impl<'t> Sheet<'t> {
    /// Divides the lines, which may be blank.
    pub(super) fn of(lines: &[Line<'t>]) -> Result<Sheet<'t>, SyntaxError> {
        let mut kinds: Vec<Kind> = lines.iter().map(|&line| Kind::of(line)).collect();
        let rows_of = |kinds: &[Kind]| -> Vec<Row<'t>> {
            let rows = lines.iter().zip(kinds).filter(|&(_, kind)| *kind == Kind::Row);
            rows.map(|(&line, _)| Row::of(line, Gap::default())).collect()
        };
        let certain = rows_of(&kinds);
        if certain.is_empty() {
            // Nothing but words: rows of letters.
            kinds.iter_mut().filter(|kind| **kind == Kind::Words).for_each(|kind| *kind = Kind::Row);
        }
        let certain = if certain.is_empty() { rows_of(&kinds) } else { certain };
        let (by_words, by_letters) = (
            commonest(certain.iter().map(|row| row.width(false))),
            commonest(certain.iter().map(|row| row.width(true))),
        );
        let dash_is_blank = certain.iter().any(|row| row.line.text.contains('-'));
        for (kind, &line) in kinds.iter_mut().zip(lines) {
            let wide = || {
                let row = Row::of(line, Gap::default());
                row.width(true) == by_letters || row.width(false) == by_words && by_words > 1
            };
            match kind {
                Kind::Dashes => *kind = if dash_is_blank && wide() { Kind::Row } else { Kind::Rule },
                Kind::Words if by_letters.max(by_words) > 9 && wide() => *kind = Kind::Row,
                _ => {}
            }
        }
        let mut sheet = Sheet { rows: Vec::new(), framed: false, titles: Vec::new() };
        let mut gap = Gap::default();
        for (&line, kind) in lines.iter().zip(kinds) {
            match kind {
                Kind::Blank => gap.blank = true,
                Kind::Words => {
                    gap.title = line.number;
                    sheet.titles.push(line);
                }
                Kind::Row if gap.rule && !sheet.rows.is_empty() && is_rating(line.text) => gap.title = line.number,
                Kind::Rule | Kind::Dashes => {
                    let dashes = line.text.trim();
                    if dashes.chars().all(|c| c == '-' || c == ' ') && dashes.contains("-   ") {
                        let message =
                            "expected a rule below all columns; the borders of a jigsaw begin with ' --- ---'";
                        return Err(SyntaxError::at(line.number, 1, message));
                    }
                    gap.rule = true;
                    sheet.framed = true;
                }
                Kind::Row => {
                    sheet.framed |= line.text.contains('|');
                    sheet.rows.push(Row::of(line, std::mem::take(&mut gap)));
                }
            }
        }
        // A comma or tab that ends every row has no cell behind it.
        let side = sheet.rows.len();
        let ended = |row: &Row<'_>| row.words().last().is_some_and(|word| word.text.is_empty());
        if sheet.rows.iter().all(|row| row.parts.len() == 1 && row.width(false) == side + 1 && ended(row)) {
            sheet.rows.iter_mut().for_each(|row| row.part().truncate(side));
        }
        if sheet.rows.is_empty() {
            let line = lines.first().map_or(1, |line| line.number);
            return Err(SyntaxError::at(line, 1, "expected a row of digits, found only frames and words"));
        }
        Ok(sheet)
    }

    /// A remark on lines of words, where there are more than a heading for each grid and a footer of two lines, as
    /// Simple Sudoku writes it.
    pub(super) fn words_beside(&self, grids: usize) -> Option<Remark> {
        let count = self.titles.len();
        let first = self.titles.first().filter(|_| count > grids + 2)?;
        let message =
            format!("{count} lines of words beside the digits are not read, the first: '{}'", clean(first.text.trim()));
        Some(Remark { line: first.number, message })
    }

    /// What it looks like, for messages.
    pub(super) fn name(&self) -> &'static str {
        if self.framed { "frame" } else { "grid" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<&str>> {
        let row = Row::of(Line { number: 1, text }, Gap::default());
        row.parts.iter().map(|part| part.iter().map(|word| word.text).collect()).collect()
    }

    #[test]
    fn empty_cells_stand_between_commas() {
        assert_eq!(texts("5,,3, 4"), [["5", "", "3", "4"]]);
        assert_eq!(texts(",5,"), [["", "5", ""]]);
        assert_eq!(texts("5\t\t3\t\t"), [["5", "", "3", "", ""]]);
        assert_eq!(texts("5\t\t"), [["5", "", ""]]);
        assert_eq!(texts("5 3\t"), [["5", "3"]]);
        assert_eq!(texts(",,"), [["", "", ""]]);
        assert_eq!(texts("| 5 3 | . 7 |"), [["5", "3"], [".", "7"]]);
        assert_eq!(texts("5,3,|,.,7"), [["5", "3"], [".", "7"]]);
        assert_eq!(texts("\"5\" \"3\" \"|\" \"7\""), [vec!["5", "3"], vec!["7"]]);
    }

    #[test]
    fn what_ends_every_row_is_no_cell() {
        let widths = |text: &str| -> Vec<usize> {
            let lines = crate::puzzle::text::lines(text);
            Sheet::of(&lines).expect("rows").rows.iter().map(|row| row.width(false)).collect()
        };
        assert_eq!(widths("1\t\t3\t\n\t4\t\t\n2\t\t\t\n"), [3, 3, 3]);
        assert_eq!(widths("1,2,3,\n,,,\n3,,2,\n"), [3, 3, 3]);
        assert_eq!(widths("1,2,\n,3,\n3,2,1\n"), [3, 3, 3]);
        assert_eq!(widths("1\t2\t3\t\n3\t\t2\n2\t3\t1\n"), [4, 3, 3]);
    }

    #[test]
    fn lines_are_what_they_look_like() {
        let kind = |text| Kind::of(Line { number: 1, text });
        assert_eq!(kind(" *-----------*"), Kind::Rule);
        assert_eq!(kind("|---+---+---|"), Kind::Rule);
        assert_eq!(kind(".------.------."), Kind::Rule);
        assert_eq!(kind("===="), Kind::Rule);
        assert_eq!(kind("---------"), Kind::Dashes);
        for title in ["Grid 01", "Simple Sudoku", " Version 4.2n", "from,to", "Puzzle1: easy"] {
            assert_eq!(kind(title), Kind::Words, "{title}");
        }
        for row in ["53..7....", "7F.A", "xxxxxxxxx", "***|***|***", "5 3 . | . 7 .", ". A . B"] {
            assert_eq!(kind(row), Kind::Row, "{row}");
        }
        assert!(is_rating("5.6/5.6/3.2") && is_rating("7.2") && !is_rating("72") && !is_rating("..7"));
    }
}
