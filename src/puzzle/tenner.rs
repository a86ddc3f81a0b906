//! Tenner grids: rows of ten different digits, touching cells differ, columns have sums.
//!
//! Read in the report's frame (`| 7  0 -1 ...|`), as plain rows of numbers with the sums last, as JSON (one puzzle or a
//! collection), and as the Python tuple of course material.

use super::SyntaxError;
use crate::csp::pose::{self, PoseError};
use crate::csp::{Method, Outcome, Problem, Search};
use crate::limits::{Limits, Stop};
use crate::util::rng::Rng;
use serde_json::Value;
use std::fmt;
use std::fmt::Write as _;

/// How many digits there are: 0 to 9.
pub const DIGITS: usize = 10;

/// The most rows that are read.
const MAX_ROWS: usize = 10_000;

/// The numbers of a line: the column of each, and `None` for a blank.
type Numbers = Vec<(usize, Option<u32>)>;

/// A grid. Cells stand row by row; `None` is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Columns, 1 to 10.
    pub columns: usize,
    /// The cells.
    pub cells: Vec<Option<u8>>,
    /// The columns' sums; `None` where a sum is not told.
    pub sums: Vec<Option<u32>>,
}

/// A rule that a filled grid breaks. Places count from 0 here and are shown from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The answer has another shape than the puzzle.
    Shape,
    /// A given cell was changed.
    Changed((usize, usize)),
    /// A sum was changed.
    ChangedSum(usize),
    /// A cell is blank.
    Blank((usize, usize)),
    /// A row holds this digit twice, the second time here.
    Row((usize, usize), u8),
    /// This cell equals one that touches it in the row above.
    Touching((usize, usize), u8),
    /// A column's digits sum to the second number instead of the first.
    Sum(usize, u32, u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(row, column): &(usize, usize)| format!("row {}, column {}", row + 1, column + 1);
        match self {
            Fault::Shape => f.write_str("the answer has another shape than the puzzle"),
            Fault::Changed(cell) => write!(f, "{}: the puzzle's digit was changed", place(cell)),
            Fault::ChangedSum(column) => write!(f, "column {}: the puzzle's sum was changed", column + 1),
            Fault::Blank(cell) => write!(f, "{}: blank", place(cell)),
            Fault::Row(cell, digit) => write!(f, "{}: a second {digit} in its row", place(cell)),
            Fault::Touching(cell, digit) => {
                write!(f, "{}: the {digit} touches a {digit} in the row above", place(cell))
            }
            Fault::Sum(column, asked, there) => {
                write!(f, "column {}: the digits sum to {there} instead of {asked}", column + 1)
            }
        }
    }
}

impl Grid {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The row and column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cells of the next row that touch a cell.
    pub fn touching_below(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column) = self.place(cell);
        let (columns, rows) = (self.columns, self.rows());
        let below = (row + 1 < rows).then_some((row + 1) * columns);
        let around = column.saturating_sub(1)..(column + 2).min(columns);
        below.into_iter().flat_map(move |start| around.clone().map(move |c| start + c))
    }

    /// Checks a filled grid by the rules and its own sums.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check_filled(&self) -> Result<(), Fault> {
        for (cell, digit) in self.cells.iter().enumerate() {
            let place = self.place(cell);
            let Some(digit) = *digit else { return Err(Fault::Blank(place)) };
            let row = &self.cells[place.0 * self.columns..cell];
            if row.contains(&Some(digit)) {
                return Err(Fault::Row(place, digit));
            }
        }
        for (cell, digit) in self.cells.iter().enumerate() {
            if let Some(below) = self.touching_below(cell).find(|&below| self.cells[below] == *digit) {
                return Err(Fault::Touching(self.place(below), digit.unwrap_or(0)));
            }
        }
        for (column, sum) in self.sums.iter().enumerate() {
            let there = self.column_sum(column);
            match sum {
                Some(asked) if *asked != there => return Err(Fault::Sum(column, *asked, there)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks an answer against this puzzle. An answer without sums is taken to mean the puzzle's.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, answer: &Grid) -> Result<(), Fault> {
        if (self.columns, self.cells.len()) != (answer.columns, answer.cells.len()) {
            return Err(Fault::Shape);
        }
        if let Some(cell) = (0..self.cells.len()).find(|&c| self.cells[c].is_some() && self.cells[c] != answer.cells[c])
        {
            return Err(Fault::Changed(self.place(cell)));
        }
        let changed =
            |c: &usize| answer.sums[*c].is_some() && self.sums[*c].is_some() && self.sums[*c] != answer.sums[*c];
        if let Some(column) = (0..self.columns).find(changed) {
            return Err(Fault::ChangedSum(column));
        }
        Grid { sums: self.sums.clone(), ..answer.clone() }.check_filled()
    }

    /// The sum of a column's digits, blanks counting nothing.
    pub fn column_sum(&self, column: usize) -> u32 {
        self.cells.iter().skip(column).step_by(self.columns).flatten().map(|&digit| u32::from(digit)).sum()
    }

    /// This grid with these digits.
    pub fn filled(&self, digits: impl IntoIterator<Item = u8>) -> Grid {
        Grid { cells: digits.into_iter().map(Some).collect(), ..self.clone() }
    }

    /// The grid as a finite-domain problem.
    ///
    /// # Errors
    /// When it is too large.
    pub fn problem(&self) -> Result<Problem, PoseError> {
        pose::tenner(&self.cells, &self.sums)
    }

    /// The grid on one line: rows separated by `/`, `_` for a blank, then `=` and the sums separated by commas.
    pub fn to_line(&self) -> String {
        let mut line = String::new();
        for (cell, digit) in self.cells.iter().enumerate() {
            if cell > 0 && cell % self.columns == 0 {
                line.push('/');
            }
            line.push(digit.map_or('_', |digit| char::from(b'0' + digit)));
        }
        let sums: Vec<String> = self.sums.iter().map(|sum| sum.map_or("_".into(), |sum| sum.to_string())).collect();
        line.push('=');
        line.push_str(&sums.join(","));
        line
    }

    /// Reads what [`Grid::to_line`] writes.
    pub fn from_line(line: &str) -> Option<Grid> {
        let (rows, sums) = line.trim().split_once('=')?;
        let sum = |word: &str| if word == "_" { Some(None) } else { word.parse().ok().map(Some) };
        let sums: Vec<Option<u32>> = sums.split(',').map(sum).collect::<Option<_>>()?;
        let mut cells = Vec::new();
        for row in rows.split('/') {
            let before = cells.len();
            for letter in row.chars() {
                cells.push(if letter == '_' { None } else { Some(letter.to_digit(10)? as u8) });
            }
            if cells.len() - before != sums.len() {
                return None;
            }
        }
        (sums.len() <= DIGITS).then_some(Grid { columns: sums.len(), cells, sums })
    }

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
            let mut numbers = Vec::new();
            let mut column = 1;
            for word in line.split(|c: char| c.is_whitespace() || c == '|' || c == ',') {
                let start = column;
                column += word.chars().count() + 1;
                let number = match word {
                    "" => continue,
                    "-1" | "-" | "_" | "." | "?" | "*" => None,
                    word => match word.parse() {
                        Ok(number) => Some(number),
                        Err(_) => {
                            let message = format!("expected a number or a blank (-1 - _ . ?), found '{word}'");
                            return Err(SyntaxError::at(line_number, start, message));
                        }
                    },
                };
                numbers.push((start, number));
            }
            if numbers.is_empty() {
                continue;
            }
            rows.push((line_number, numbers));
            if rows.len() > MAX_ROWS {
                return Err(SyntaxError::at(line_number, 1, format!("more than {MAX_ROWS} rows")));
            }
        }
        let Some((_, sums)) = rows.pop() else { return Err(SyntaxError::at(1, 1, "expected a grid, found nothing")) };
        let Some((first_line, first)) = rows.first() else {
            return Err(SyntaxError::at(1, 1, "expected rows of digits and then the row of sums"));
        };
        let columns = first.len();
        if columns == 0 || columns > DIGITS {
            return Err(SyntaxError::at(*first_line, 1, format!("expected 1 to 10 columns, found {columns}")));
        }
        let mut cells = Vec::with_capacity(rows.len() * columns);
        for (line, row) in &rows {
            if row.len() != columns {
                return Err(SyntaxError::at(*line, 1, format!("expected {columns} cells, found {}", row.len())));
            }
            for &(column, number) in row {
                match number {
                    Some(number) if number > 9 => {
                        return Err(SyntaxError::at(*line, column, format!("expected a digit, found {number}")));
                    }
                    number => cells.push(number.map(|digit| digit as u8)),
                }
            }
        }
        if sums.len() != columns {
            let line = text.lines().count();
            return Err(SyntaxError::at(line, 1, format!("expected {columns} sums, found {}", sums.len())));
        }
        Ok(Grid { columns, cells, sums: sums.into_iter().map(|(_, sum)| sum).collect() })
    }

    /// Reads a file of any of the formats: its grids, each with its listed solution if there is one.
    ///
    /// # Errors
    /// The place where something else was expected.
    pub fn parse_all(text: &str) -> Result<Vec<(Grid, Option<Grid>)>, SyntaxError> {
        let start = text.trim_start();
        if start.starts_with(['{', '[']) {
            let value = serde_json::from_str(text)
                .map_err(|error| SyntaxError::at(error.line(), error.column(), format!("JSON: {error}")))?;
            return from_json(&value);
        }
        if start.starts_with('(') {
            // A Python tuple (rows, sums) is JSON but for its brackets and the name of nothing.
            let json = text.replace('(', "[").replace(')', "]").replace("None", "null");
            let value = serde_json::from_str(&json)
                .map_err(|error| SyntaxError::at(error.line(), error.column(), format!("(rows, sums): {error}")))?;
            return from_json(&value);
        }
        Ok(vec![(Grid::parse(text)?, None)])
    }

    /// The grid as JSON, as puzzle collections hold it.
    pub fn to_json(&self, solution: Option<&Grid>) -> Value {
        let rows = |grid: &Grid| -> Value {
            grid.cells
                .chunks(grid.columns)
                .map(|row| row.iter().map(|&digit| Value::from(digit)).collect::<Value>())
                .collect()
        };
        let mut object = serde_json::json!({
            "columns": self.columns,
            "rows": self.rows(),
            "target_sums": self.sums,
            "initial_grid": rows(self),
        });
        if let (Some(solution), Some(map)) = (solution, object.as_object_mut()) {
            map.insert("solution".into(), rows(solution));
        }
        object
    }

    /// Solutions one after another by forward checking, up to `limit`.
    ///
    /// # Errors
    /// When the limits run out, or (`Memory`) the grid is too large to be posed.
    pub fn solutions(&self, limit: usize, limits: &Limits) -> Result<Vec<Grid>, Stop> {
        let problem = self.problem().map_err(|_| Stop::Memory)?;
        let mut search = Search::new(&problem, Method::ForwardCheckingMrv);
        let mut found = Vec::new();
        while found.len() < limit {
            match search.next(limits, None) {
                Outcome::Solved(values) => found.push(self.filled(values.into_iter().map(|value| value as u8))),
                Outcome::NoSolution => break,
                Outcome::Unknown(stop) => return Err(stop),
            }
        }
        Ok(found)
    }
}

/// The report's text: `%2d ` for each cell between bars, the sums in the last line.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.columns) {
            f.write_str("|")?;
            for digit in row {
                write!(f, "{:2} ", digit.map_or(-1, i32::from))?;
            }
            f.write_str("|\n")?;
        }
        f.write_str("|")?;
        for sum in &self.sums {
            write!(f, "{:2} ", sum.map_or(-1, i64::from))?;
        }
        f.write_str("|\n")
    }
}

/// The grids of a JSON value: an object with `initial_grid` and `target_sums`, a pair `[rows, sums]`, or anything that
/// holds such objects.
fn from_json(value: &Value) -> Result<Vec<(Grid, Option<Grid>)>, SyntaxError> {
    let mut found = Vec::new();
    if let [Value::Array(_), Value::Array(sums)] = value.as_array().map_or(&[][..], |list| &list[..])
        && !sums.is_empty()
        && sums.iter().all(|sum| !sum.is_array() && !sum.is_object())
    {
        found.push((grid_from(&value[0], &value[1], "the pair")?, None));
        return Ok(found);
    }
    collect_json(value, &mut found)?;
    if found.is_empty() {
        return Err(SyntaxError::at(1, 1, "expected an object with 'initial_grid' and 'target_sums'"));
    }
    Ok(found)
}

fn collect_json(value: &Value, found: &mut Vec<(Grid, Option<Grid>)>) -> Result<(), SyntaxError> {
    match value {
        Value::Object(map) if map.contains_key("initial_grid") => {
            let what =
                map.get("id").and_then(Value::as_str).map_or(format!("puzzle {}", found.len() + 1), String::from);
            let sums = map.get("target_sums").unwrap_or(&Value::Null);
            let grid = grid_from(&map["initial_grid"], sums, &what)?;
            let solution = map.get("solution").filter(|value| !value.is_null());
            let solution = solution.map(|value| grid_from(value, sums, &what)).transpose()?;
            found.push((grid, solution));
            Ok(())
        }
        Value::Object(map) => map.values().try_for_each(|value| collect_json(value, found)),
        Value::Array(list) => list.iter().try_for_each(|value| collect_json(value, found)),
        _ => Ok(()),
    }
}

/// JSON knows no places: the puzzle's name and the cell are told instead.
fn grid_from(rows: &Value, sums: &Value, what: &str) -> Result<Grid, SyntaxError> {
    let fail = |message: String| SyntaxError::at(1, 1, format!("{what}: {message}"));
    let number = |value: &Value| -> Result<Option<u32>, SyntaxError> {
        match value {
            Value::Null => Ok(None),
            value if value.as_i64() == Some(-1) => Ok(None),
            value => value
                .as_u64()
                .and_then(|number| u32::try_from(number).ok())
                .map(Some)
                .ok_or_else(|| fail(format!("expected a number or null, found {value}"))),
        }
    };
    let rows = rows.as_array().filter(|rows| !rows.is_empty() && rows.len() <= MAX_ROWS);
    let rows = rows.ok_or_else(|| fail("expected a list of rows".into()))?;
    let columns = rows[0].as_array().map_or(0, Vec::len);
    if columns == 0 || columns > DIGITS {
        return Err(fail(format!("expected 1 to 10 columns, found {columns}")));
    }
    let mut cells = Vec::with_capacity(rows.len() * columns);
    for (index, row) in rows.iter().enumerate() {
        let row = row.as_array().filter(|row| row.len() == columns);
        let row = row.ok_or_else(|| fail(format!("row {}: expected {columns} cells", index + 1)))?;
        for cell in row {
            match number(cell)? {
                Some(digit) if digit > 9 => {
                    return Err(fail(format!("row {}: expected a digit, found {digit}", index + 1)));
                }
                digit => cells.push(digit.map(|digit| digit as u8)),
            }
        }
    }
    let sums: Vec<Option<u32>> = match sums {
        Value::Null => vec![None; columns],
        sums => {
            let list = sums.as_array().filter(|list| list.len() == columns);
            list.ok_or_else(|| fail(format!("expected {columns} sums")))?
                .iter()
                .map(number)
                .collect::<Result<_, _>>()?
        }
    };
    Ok(Grid { columns, cells, sums })
}

/// A random grid of ten columns and its solution: rows that obey the rules, their sums, and `blanks` cells of each row
/// taken away at random; with `unique`, only as long as one solution stays.
///
/// # Errors
/// When the limits run out.
pub fn generate(
    rows: usize,
    blanks: usize,
    unique: bool,
    rng: &mut Rng,
    limits: &Limits,
) -> Result<(Grid, Grid), Stop> {
    let mut cells: Vec<Option<u8>> = Vec::with_capacity(rows * DIGITS);
    while cells.len() < rows * DIGITS {
        let mut row: Vec<u8> = (0..DIGITS as u8).collect();
        // A random row fits below another with chance about 1 in 20.
        loop {
            rng.shuffle(&mut row);
            let fits = cells.len() < DIGITS || {
                let above = &cells[cells.len() - DIGITS..];
                let touches = |c: usize| above[c.saturating_sub(1)..(c + 2).min(DIGITS)].contains(&Some(row[c]));
                !(0..DIGITS).any(touches)
            };
            if fits {
                break;
            }
        }
        cells.extend(row.iter().copied().map(Some));
    }
    let mut solution = Grid { columns: DIGITS, cells, sums: vec![None; DIGITS] };
    solution.sums = (0..DIGITS).map(|column| Some(solution.column_sum(column))).collect();
    let mut puzzle = solution.clone();
    let mut order: Vec<usize> = (0..puzzle.cells.len()).collect();
    rng.shuffle(&mut order);
    let mut taken = vec![0; rows];
    for cell in order {
        let row = cell / DIGITS;
        if taken[row] >= blanks {
            continue;
        }
        puzzle.cells[cell] = None;
        if unique && puzzle.solutions(2, limits)?.len() != 1 {
            puzzle.cells[cell] = solution.cells[cell];
            continue;
        }
        taken[row] += 1;
    }
    Ok((puzzle, solution))
}

/// The side of a cell in the picture's units.
pub(crate) const SIDE: usize = 36;

/// The grid as an SVG picture: givens black, other digits blue, the sums below.
pub fn svg(puzzle: &Grid, solution: Option<&Grid>) -> String {
    let (width, height) = (puzzle.columns * SIDE, (puzzle.rows() + 1) * SIDE);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {w} {h}\" width=\"{w}\" height=\"{h}\">\n\
         <title>Tenner grid of {} rows</title>\n\
         <g font-family=\"sans-serif\" font-size=\"20\" text-anchor=\"middle\">",
        puzzle.rows(),
        w = width + 4,
        h = height + 4
    );
    let mut square = |index: usize, ground: &str, colour: &str, text: &str| {
        let (row, column) = (index / puzzle.columns, index % puzzle.columns);
        let (x, y) = (column * SIDE, row * SIDE);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{ground}\" stroke=\"#555\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{text}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 7
        );
    };
    for (cell, digit) in puzzle.cells.iter().enumerate() {
        let shown = digit.or_else(|| solution.and_then(|solution| solution.cells.get(cell).copied().flatten()));
        let colour = if digit.is_some() { "#111" } else { "#0050a0" };
        square(cell, "#fff", colour, &shown.map_or(String::new(), |digit| digit.to_string()));
    }
    for (column, sum) in puzzle.sums.iter().enumerate() {
        let text = sum.map_or(String::new(), |sum| sum.to_string());
        square(puzzle.cells.len() + column, "#e6e2d6", "#111", &text);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
                          | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n";

    #[test]
    fn the_reports_frame_round_trips_and_solves() {
        let grid = Grid::parse(SAMPLE).expect("a grid");
        assert_eq!(grid.to_string(), SAMPLE);
        assert_eq!(Grid::from_line(&grid.to_line()), Some(grid.clone()));
        let solutions = grid.solutions(3, &Limits::none()).expect("no limit");
        assert_eq!(solutions.len(), 1);
        assert_eq!(grid.check(&solutions[0]), Ok(()));
        let mut wrong = solutions[0].clone();
        wrong.cells.swap(3, 6);
        assert!(matches!(grid.check(&wrong), Err(Fault::Touching(..) | Fault::Sum(..))));
        wrong.cells[1] = Some(7);
        assert_eq!(grid.check(&wrong), Err(Fault::Changed((0, 1))));
    }

    #[test]
    fn json_and_tuples_are_read() {
        let grid = Grid::parse(SAMPLE).expect("a grid");
        let solution = grid.solutions(1, &Limits::none()).expect("no limit").remove(0);
        let json = serde_json::json!({ "data": [[grid.to_json(Some(&solution))]] }).to_string();
        assert_eq!(Grid::parse_all(&json), Ok(vec![(grid.clone(), Some(solution))]));
        let rows = "[7,0,4,-1,2,9,None,5,1,8],[2,-1,5,0,6,4,-1,-1,-1,-1],[0,8,4,-1,-1,1,9,5,-1,6]";
        let tuple = format!("([{rows}], [9,9,13,6,15,14,22,18,6,23])");
        assert_eq!(Grid::parse_all(&tuple), Ok(vec![(grid, None)]));
    }

    #[test]
    fn malformed_grids_name_the_place() {
        let error = |text: &str| Grid::parse_all(text).expect_err("malformed").to_string();
        assert_eq!(error(""), "1:1: expected a grid, found nothing");
        assert_eq!(error("1 2\n"), "1:1: expected rows of digits and then the row of sums");
        assert_eq!(error("1 x\n3 4\n"), "1:3: expected a number or a blank (-1 - _ . ?), found 'x'");
        assert_eq!(error("1 2\n1\n3 4\n"), "2:1: expected 2 cells, found 1");
        assert_eq!(error("1 12\n3 4\n"), "1:3: expected a digit, found 12");
        assert!(error("{\"a\":").starts_with("1:5: JSON"));
    }

    #[test]
    fn generated_grids_are_unique_and_repeat_with_the_seed() {
        for rows in 3..=5 {
            let make = |seed| generate(rows, 6, true, &mut Rng::new(seed), &Limits::none()).expect("no limit");
            let (puzzle, solution) = make(rows as u64);
            assert_eq!(puzzle.check(&solution), Ok(()));
            assert_eq!(puzzle.solutions(2, &Limits::none()), Ok(vec![solution.clone()]));
            assert!(puzzle.cells.iter().filter(|cell| cell.is_none()).count() >= rows * 3);
            assert_eq!(make(rows as u64), (puzzle, solution));
        }
    }
}
