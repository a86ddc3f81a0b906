//! DIMACS givens `rcv 0`: row, column and value of a cell are the digits of the variable.

use super::{SudokuReadOptions, blank};
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::text::{Line, Word};
use crate::puzzle::{Reading, Remark, SyntaxError};
use crate::util::words::many;
use std::collections::HashSet;

/// Whether the lines are a formula, or every line is a given `rcv 0`.
pub(super) fn is_rcv(filled: &[Line<'_>]) -> bool {
    let header = |line: &Line<'_>| line.text.starts_with("p cnf");
    let comment = |line: &Line<'_>| line.text.starts_with("c ") || line.text == "c";
    let given = |line: &Line<'_>| {
        let words = line.words(char::is_whitespace);
        words.len() == 2 && words[1].text == "0" && words[0].text.len() == 3 && words[0].text.parse::<u16>().is_ok()
    };
    let mut below = filled.iter().filter(|line| !comment(line));
    below.next().is_some_and(|first| header(first) || given(first) && below.all(given))
}

/// The cell and digit of a variable, from 1.
type Place = [usize; 3];

/// Givens as unit clauses of variables `rcv`, with or without the rules of the grid as longer clauses.
pub(super) fn read_rcv(filled: &[Line<'_>], options: SudokuReadOptions) -> Result<Reading<Sudoku>, SyntaxError> {
    let (mut side, mut stated) = (9, None);
    let mut units = Vec::new();
    let mut longer: Vec<Vec<(Word<'_>, Place)>> = Vec::new();
    for line in filled.iter().filter(|line| !line.text.starts_with('c')) {
        let words = line.words(char::is_whitespace);
        if line.text.starts_with('p') {
            let [_, _, variables, clauses] = words[..] else { return Err(words[0].error("'p cnf VARIABLES CLAUSES'")) };
            if stated.is_some() || !units.is_empty() || !longer.is_empty() {
                return Err(words[0].error("one header, above the clauses"));
            }
            let count: usize = variables.number()?;
            if count == 0 || !count.is_multiple_of(111) || count > 999 {
                return Err(
                    variables.error("the 999 variables rcv of a sudoku (the command 'solver' reads other formulas)")
                );
            }
            side = count / 111;
            stated = Some((clauses, clauses.number::<usize>()?));
            continue;
        }
        let [clause @ .., last] = &words[..] else { return Err(SyntaxError::at(line.number, 1, "expected a clause")) };
        if last.text != "0" || clause.is_empty() {
            return Err(last.error("a clause of literals that ends in 0"));
        }
        let places: Result<Vec<_>, _> = clause.iter().map(|&word| Ok((word, place(&word, side)?))).collect();
        match &places?[..] {
            [unit] => units.push(*unit),
            places => longer.push(places.to_vec()),
        }
    }
    let mut remarks = Vec::new();
    if let Some((word, count)) = stated.filter(|&(_, count)| count != units.len() + longer.len()) {
        let message = format!("the header says {}, there are {}", many(count, "clause"), units.len() + longer.len());
        remarks.push(Remark { line: word.line, message });
    }
    let mut sudoku = blank(side, options, filled[0].number)?;
    if !longer.is_empty() && !rules(&sudoku, &longer)? {
        let message = "the longer clauses are taken for the rules of a sudoku, of which some are missing".to_string();
        remarks.push(Remark { line: longer[0][0].0.line, message });
    }
    for (word, [row, column, digit]) in units {
        let cell = (row - 1) * side + column - 1;
        if word.text.starts_with('-') {
            sudoku.exclude(cell, digit as u16);
        } else if sudoku.givens()[cell] != 0 && sudoku.givens()[cell] != digit as u16 {
            return Err(word.error(format!("one digit in row {row}, column {column}")));
        } else {
            sudoku.set(cell, digit as u16);
        }
    }
    Ok(Reading { puzzle: sudoku, remarks })
}

fn place(word: &Word<'_>, side: usize) -> Result<Place, SyntaxError> {
    let number = word.number::<i32>()?.unsigned_abs() as usize;
    let place = [number / 100, number / 10 % 10, number % 10];
    if number > 999 || place.iter().any(|&digit| digit == 0 || digit > side) {
        return Err(word.error(format!("a variable rcv with row, column and digit 1 to {side}")));
    }
    Ok(place)
}

/// Whether these clauses are all rules of a sudoku, each pair of places that exclude each other among them.
///
/// # Errors
/// When one of them is no rule.
fn rules(sudoku: &Sudoku, clauses: &[Vec<(Word<'_>, Place)>]) -> Result<bool, SyntaxError> {
    let side = sudoku.side();
    let cell = |place: &Place| (place[0] - 1) * side + place[1] - 1;
    let by_cell = sudoku.groups_by_cell();
    let together = |a: usize, b: usize| by_cell[a].iter().any(|group| by_cell[b].contains(group));
    let mut pairs: HashSet<(Place, Place)> = HashSet::new();
    for clause in clauses {
        let negative = clause.iter().filter(|(word, _)| word.text.starts_with('-')).count();
        let places: Vec<Place> = clause.iter().map(|&(_, place)| place).collect();
        let distinct: HashSet<Place> = places.iter().copied().collect();
        let rule = match &places[..] {
            [a, b] if negative == 2 => {
                let (x, y) = (cell(a), cell(b));
                let excluded = if a[2] == b[2] { x != y && together(x, y) } else { x == y };
                pairs.insert(if a < b { (*a, *b) } else { (*b, *a) });
                excluded
            }
            _ if negative == 0 && distinct.len() == side && places.len() == side => {
                let one_cell = places.iter().all(|place| cell(place) == cell(&places[0]));
                let digit = places[0][2];
                let group = by_cell[cell(&places[0])].iter().any(|&group| {
                    places.iter().all(|place| place[2] == digit && by_cell[cell(place)].contains(&group))
                });
                one_cell || group
            }
            _ => false,
        };
        if !rule {
            return Err(clause[0].0.error(
                "a rule of a sudoku: all digits of a cell, all cells of a digit, or two that exclude each other",
            ));
        }
    }
    let cells = side * side;
    let peers = (0..cells).flat_map(|a| (a + 1..cells).map(move |b| (a, b))).filter(|&(a, b)| together(a, b)).count();
    Ok(pairs.len() == peers * side + cells * side * (side - 1) / 2)
}
