//! Reading grids in all the formats that were met.

use super::{DIGITS, Grid};
use crate::puzzle::SyntaxError;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The most rows that are read.
const MAX_ROWS: usize = 10_000;

/// How deep a grid may stand inside JSON.
const MAX_DEPTH: usize = 64;

/// The numbers of a line: the column of each, and `None` for a blank.
type Numbers = Vec<(usize, Option<u32>)>;

/// Grids, each with its listed solution if there is one.
type Listed = Vec<(Grid, Option<Grid>)>;

impl Grid {
    /// Reads one grid from text: the report's frame or plain numbers, the sums in the last row.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str) -> Result<Grid, SyntaxError> {
        let mut rows: Vec<(usize, Numbers)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            // Rules and headings such as " ---------Final State---------".
            if ["---", "~~~", "===", "___"].iter().any(|rule| line.contains(rule)) {
                continue;
            }
            let numbers = numbers(line_number, line)?;
            if numbers.is_empty() {
                continue;
            }
            rows.push((line_number, numbers));
            if rows.len() > MAX_ROWS + 1 {
                return Err(SyntaxError::at(line_number, 1, format!("expected at most {MAX_ROWS} rows, found more")));
            }
        }
        let Some((sums_line, sums)) = rows.pop() else {
            return Err(SyntaxError::at(1, 1, "expected a grid, found nothing"));
        };
        if rows.is_empty() {
            let message = "expected rows of digits and then the row of sums, found one row";
            return Err(SyntaxError::at(sums_line, 1, message));
        }
        let mut cells = Vec::with_capacity(rows.len() * DIGITS);
        for (line, row) in &rows {
            ten(*line, row, "cells")?;
            for &(column, number) in row {
                match number {
                    Some(number) if number > 9 => {
                        return Err(SyntaxError::at(*line, column, format!("expected a digit, found {number}")));
                    }
                    number => cells.push(number.map(|digit| digit as u8)),
                }
            }
        }
        ten(sums_line, &sums, "sums")?;
        Ok(Grid { columns: DIGITS, cells, sums: sums.into_iter().map(|(_, sum)| sum).collect() })
    }

    /// Reads a file of any of the formats: its grids, each with its listed solution if there is one.
    ///
    /// # Errors
    /// The place where something else was expected.
    pub fn parse_all(text: &str) -> Result<Listed, SyntaxError> {
        let text = text.trim_start_matches('\u{feff}');
        let start = text.trim_start();
        if start.starts_with(['{', '[']) {
            return from_json(text);
        }
        if start.starts_with('(') {
            // A Python tuple (rows, sums) is JSON but for its brackets and the name of nothing; each as long as the other,
            // so that places stay.
            return from_json(&text.replace('(', "[").replace(')', "]").replace("None", "null"));
        }
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
        let is_line = |line: &str| {
            let sum = line.split_once('=').filter(|(_, sums)| !sums.starts_with('='));
            sum.is_some_and(|(rows, _)| rows.starts_with(|c: char| c == '_' || c.is_ascii_digit()))
        };
        if lines.clone().find(|(_, line)| !line.is_empty()).is_some_and(|(_, line)| is_line(line)) {
            let filled = lines.by_ref().filter(|(_, line)| !line.is_empty());
            return filled.map(|(number, line)| Ok((one_line(number, line)?, None))).collect();
        }
        Ok(vec![(Grid::parse(text)?, None)])
    }
}

/// The numbers and blanks of a line, with their columns.
fn numbers(line_number: usize, line: &str) -> Result<Numbers, SyntaxError> {
    let mut numbers = Vec::new();
    let mut column = 1;
    for word in line.split(|c: char| c.is_whitespace() || c == '|' || c == ',' || c == '\u{feff}') {
        let start = column;
        column += word.chars().count() + 1;
        let number = match word {
            "" => continue,
            "-1" | "-" | "_" | "." | "?" | "*" => None,
            word => Some(word.parse().map_err(|_| {
                let message = format!("expected a number or a blank (-1 - _ . ?), found '{word}'");
                SyntaxError::at(line_number, start, message)
            })?),
        };
        numbers.push((start, number));
    }
    Ok(numbers)
}

/// Refuses a row that has not ten numbers, at the first one too many or at the last one.
fn ten(line: usize, row: &Numbers, what: &str) -> Result<(), SyntaxError> {
    if row.len() == DIGITS {
        return Ok(());
    }
    let column = row.get(DIGITS).or(row.last()).map_or(1, |&(column, _)| column);
    Err(SyntaxError::at(line, column, format!("expected {DIGITS} {what}, found {}", row.len())))
}

/// A grid on one line, as [`Grid::to_line`] writes it.
pub(super) fn one_line(number: usize, line: &str) -> Result<Grid, SyntaxError> {
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
        let sum = if matches!(word, "_" | ".") { None } else { Some(word.parse::<u32>()) };
        found.push(sum.transpose().map_err(|_| expected(column, "a sum or _", &format!("'{word}'")))?);
        column += word.chars().count() + 1;
    }
    if found.len() != DIGITS {
        return Err(expected(column, &format!("{DIGITS} sums"), &found.len().to_string()));
    }
    Ok(Grid { columns: DIGITS, cells, sums: found })
}

/// The grids in a JSON text: an object with `initial_grid` and `target_sums`, a pair `[rows, sums]`, or anything that
/// holds such objects.
fn from_json(text: &str) -> Result<Listed, SyntaxError> {
    let json = Json { text };
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        SyntaxError::at(error.line().max(1), error.column().max(1), format!("expected JSON: {message}"))
    })?;
    let mut found = Vec::new();
    if let Some([rows, sums]) = list(whole).as_deref()
        && list(rows).is_some()
        && list(sums).is_some_and(|sums| !sums.is_empty() && sums.iter().all(|sum| !sum.get().starts_with(['[', '{'])))
    {
        found.push((json.grid(rows, Some(sums))?, None));
        return Ok(found);
    }
    json.collect(whole, MAX_DEPTH, &mut found)?;
    if found.is_empty() {
        return Err(json.expected(whole, "an object with 'initial_grid' and 'target_sums'"));
    }
    Ok(found)
}

/// The members of a JSON list.
fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// A JSON text, which knows where its values stand.
struct Json<'t> {
    text: &'t str,
}

impl<'t> Json<'t> {
    /// The refusal of a value.
    fn expected(&self, value: &RawValue, what: &str) -> SyntaxError {
        // A value's text is a part of the whole text, so the distance of their beginnings is its place.
        let offset = (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        let shown: String = value.get().chars().take(20).collect();
        SyntaxError::at(line, column, format!("expected {what}, found {}", shown.escape_debug()))
    }

    fn collect(&self, value: &'t RawValue, depth: usize, found: &mut Listed) -> Result<(), SyntaxError> {
        let Some(below) = depth.checked_sub(1) else {
            return Err(self.expected(value, &format!("at most {MAX_DEPTH} levels of lists and objects")));
        };
        if let Some(members) = list(value) {
            return members.into_iter().try_for_each(|member| self.collect(member, below, found));
        }
        let Ok(object) = serde_json::from_str::<BTreeMap<String, &'t RawValue>>(value.get()) else { return Ok(()) };
        let Some(rows) = object.get("initial_grid") else {
            return object.into_values().try_for_each(|member| self.collect(member, below, found));
        };
        let sums = object.get("target_sums").copied();
        let grid = self.grid(rows, sums)?;
        let solution = object.get("solution").filter(|value| value.get() != "null");
        let solution = solution.map(|value| self.grid(value, sums)).transpose()?;
        found.push((grid, solution));
        Ok(())
    }

    /// A number, or nothing for `null` and `-1`.
    fn number(&self, value: &RawValue) -> Result<Option<u32>, SyntaxError> {
        match serde_json::from_str::<Option<i64>>(value.get()) {
            Ok(None | Some(-1)) => Ok(None),
            Ok(Some(number)) => match u32::try_from(number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(self.expected(value, "a number or null")),
            },
            Err(_) => Err(self.expected(value, "a number or null")),
        }
    }

    fn grid(&self, rows: &RawValue, sums: Option<&RawValue>) -> Result<Grid, SyntaxError> {
        let lists = list(rows).filter(|rows| (1..=MAX_ROWS).contains(&rows.len()));
        let lists = lists.ok_or_else(|| self.expected(rows, &format!("a list of 1 to {MAX_ROWS} rows")))?;
        let mut cells = Vec::with_capacity(lists.len() * DIGITS);
        for row in lists {
            let members = list(row).filter(|members| members.len() == DIGITS);
            for cell in members.ok_or_else(|| self.expected(row, &format!("a row of {DIGITS} cells")))? {
                match self.number(cell)? {
                    Some(digit) if digit > 9 => return Err(self.expected(cell, "a digit or null")),
                    digit => cells.push(digit.map(|digit| digit as u8)),
                }
            }
        }
        let sums = match sums.filter(|sums| sums.get() != "null") {
            None => vec![None; DIGITS],
            Some(sums) => {
                let members = list(sums).filter(|members| members.len() == DIGITS);
                let members = members.ok_or_else(|| self.expected(sums, &format!("a list of {DIGITS} sums")))?;
                members.into_iter().map(|sum| self.number(sum)).collect::<Result<_, _>>()?
            }
        };
        Ok(Grid { columns: DIGITS, cells, sums })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                          | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

    #[test]
    fn json_tuples_and_lines_are_read() {
        let grid = Grid::parse(SAMPLE).expect("a grid");
        let solution = grid.solutions(1, &Limits::none()).expect("no limit").remove(0);
        let json = serde_json::json!({ "data": [[grid.to_json(Some(&solution))]] }).to_string();
        assert_eq!(Grid::parse_all(&json), Ok(vec![(grid.clone(), Some(solution.clone()))]));
        let rows = "[7,0,4,-1,2,9,None,5,1,8],[2,-1,5,0,6,4,-1,-1,-1,-1],[0,8,4,-1,-1,1,9,5,-1,6]";
        let tuple = format!("([{rows}], [9,9,13,6,15,14,22,18,6,23])");
        assert_eq!(Grid::parse_all(&tuple), Ok(vec![(grid.clone(), None)]));
        let lines = format!("{}\r\n\n{}\n", grid.to_line(), solution.to_line());
        assert_eq!(Grid::parse_all(&lines), Ok(vec![(grid, None), (solution, None)]));
    }

    #[test]
    fn malformed_grids_name_the_place() {
        let error = |text: &str| Grid::parse_all(text).expect_err("malformed").to_string();
        assert_eq!(error(""), "1:1: expected a grid, found nothing");
        assert_eq!(error("1 2\n"), "1:1: expected rows of digits and then the row of sums, found one row");
        assert_eq!(error("1 x\n3 4\n"), "1:3: expected a number or a blank (-1 - _ . ?), found 'x'");
        let row = "0 1 2 3 4 5 6 7 8 9";
        assert_eq!(error(&format!("{row}\n1 2\n{row}\n")), "2:3: expected 10 cells, found 2");
        assert_eq!(error(&format!("{row} 7\n{row}\n")), "1:21: expected 10 cells, found 11");
        assert_eq!(error(&format!("{row}\n1 2 3\n")), "2:5: expected 10 sums, found 3");
        assert_eq!(error(&format!("12 {row}\n3 4\n")), "1:22: expected 10 cells, found 11");
        assert_eq!(error("12 1 2 3 4 5 6 7 8 9\n3 4\n"), "1:1: expected a digit, found 12");
        assert!(error("{\"a\":").starts_with("1:5: expected JSON"));
        assert_eq!(error("0123456789/3=4,5"), "1:13: expected 10 cells, found 1");
        assert_eq!(error("12/3x=4,5"), "1:3: expected 10 cells, found 2");
        assert_eq!(error("0123456789/3x=4,5"), "1:13: expected a digit, _ or /, found 'x'");
        assert_eq!(error("0123456789=4,q"), "1:14: expected a sum or _, found 'q'");
        assert_eq!(error("0123456789=4,5"), "1:16: expected 10 sums, found 2");
    }

    #[test]
    fn a_sudoku_is_no_tenner_grid() {
        let sudoku = "1 2 3 4 5 6 7 8 9\n".repeat(9);
        let error = Grid::parse_all(&sudoku).expect_err("nine columns").to_string();
        assert_eq!(error, "1:17: expected 10 cells, found 9");
    }

    #[test]
    fn json_is_refused_where_it_is_wrong() {
        let error = |text: &str| Grid::parse_all(text).expect_err("malformed").to_string();
        let row = "0, 1, 2, 3, 4, 5, 6, 7, 8";
        let wrong = format!("[{{\"initial_grid\": [[{row}, null],\n   [{row}, 44]]}}]");
        assert_eq!(error(&wrong), "2:32: expected a digit or null, found 44");
        assert_eq!(error("([[1, 2]], [1, 2])"), "1:3: expected a row of 10 cells, found [1, 2]");
        let wrong = format!("{{\"initial_grid\": [[{row}, 9]],\n\"target_sums\": 7}}");
        assert_eq!(error(&wrong), "2:16: expected a list of 10 sums, found 7");
        assert!(error(&"[".repeat(100_000)).contains("expected"));
        let deep = format!("{}{}", "[".repeat(500), "]".repeat(500));
        assert!(error(&deep).contains("at most 64 levels"), "{}", error(&deep));
    }
}
