//! The steps of a sudoku in words.

use super::grid::{Clash, Digits, digits};
use super::techniques::{Found, Why};
use crate::puzzle::sudoku::{GroupKind, Sudoku, print};

/// The most steps of a supposition that are told one by one.
const MOST_TOLD: usize = 12;

/// A list in words: "a, b and c".
fn list(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        words => words.concat(),
    }
}

fn cells(puzzle: &Sudoku, cells: &[usize]) -> String {
    list(&cells.iter().map(|&cell| print::cell(puzzle, cell)).collect::<Vec<_>>())
}

fn digit_set(puzzle: &Sudoku, set: Digits) -> String {
    list(&digits(set).map(|digit| print::digit(puzzle, digit)).collect::<Vec<_>>())
}

fn group(puzzle: &Sudoku, index: usize) -> String {
    puzzle.groups()[index].to_string()
}

/// What is ruled out: "4 is ruled out in r1c2 and r1c3", or "r1c2 is not 4 and r1c3 is neither 5 nor 6".
fn removed(puzzle: &Sudoku, removes: &[(usize, u16)]) -> String {
    if let [(_, digit), _, ..] = removes
        && removes.iter().all(|(_, other)| other == digit)
    {
        let places: Vec<usize> = removes.iter().map(|&(cell, _)| cell).collect();
        return format!("{} is ruled out in {}", print::digit(puzzle, *digit), cells(puzzle, &places));
    }
    let mut by_cell: Vec<(usize, Vec<String>)> = Vec::new();
    for &(cell, digit) in removes {
        let digit = print::digit(puzzle, digit);
        match by_cell.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, digits)) => digits.push(digit),
            None => by_cell.push((cell, vec![digit])),
        }
    }
    let words = by_cell.into_iter().map(|(cell, digits)| {
        let not = match &digits[..] {
            [one] => format!("not {one}"),
            [most @ .., last] => format!("neither {} nor {last}", most.join(", ")),
            [] => String::new(),
        };
        format!("{} is {not}", print::cell(puzzle, cell))
    });
    list(&words.collect::<Vec<_>>())
}

/// A contradiction in words, as the rest of a sentence.
pub fn clash(puzzle: &Sudoku, clash: Clash) -> String {
    let cell = |cell: usize| print::cell(puzzle, cell);
    let digit = |value: u16| print::digit(puzzle, value);
    match clash {
        Clash::Twice(a, b, value) => format!("{} and {} both hold {}", cell(a), cell(b), digit(value)),
        Clash::Refused(at, value) => format!("{} holds {}, which is ruled out there", cell(at), digit(value)),
        Clash::NoDigit(at) => format!("no digit is left for {}", cell(at)),
        Clash::NoPlace(at, value) => format!("{} has no place left for {}", group(puzzle, at), digit(value)),
        Clash::NoSum(cage) => {
            let cage = &puzzle.cages()[cage];
            format!("{} cannot add up to {}", cells(puzzle, &cage.cells), cage.sum)
        }
    }
}

/// A step of a supposition, shortly.
fn short(puzzle: &Sudoku, found: &Found) -> String {
    match found.fills {
        Some((cell, digit)) => format!("{} is {}", print::cell(puzzle, cell), print::digit(puzzle, digit)),
        None => removed(puzzle, &found.removes),
    }
}

/// The step as a sentence.
pub fn words(puzzle: &Sudoku, found: &Found) -> String {
    let cell = |cell: usize| print::cell(puzzle, cell);
    let digit = |value: u16| print::digit(puzzle, value);
    let removed = || removed(puzzle, &found.removes);
    match &found.why {
        Why::Single(at, value) => {
            format!(
                "{} is {}: all other digits are ruled out, by {}.",
                cell(*at),
                digit(*value),
                cells(puzzle, &found.from)
            )
        }
        Why::Hidden(index, at, value) => {
            let group = &puzzle.groups()[*index];
            let blockers: Vec<usize> =
                found.from.iter().copied().filter(|from| group.cells.binary_search(from).is_err()).collect();
            let by = if blockers.is_empty() { String::new() } else { format!(", by {}", cells(puzzle, &blockers)) };
            let (at, value) = (cell(*at), digit(*value));
            format!("{at} is {value}: all other places for {value} in {group} are taken or ruled out{by}.")
        }
        Why::Cage(index) => {
            let cage = &puzzle.cages()[*index];
            format!("{} add up to {}, so {}.", cells(puzzle, &cage.cells), cage.sum, removed())
        }
        Why::Pointing(from, into, value) => {
            let (from, into) = (group(puzzle, *from), group(puzzle, *into));
            format!("In {from} only cells of {into} take {}, so {}.", digit(*value), removed())
        }
        Why::Naked(index, these, set) => format!(
            "In {}, {} hold {} in some order, so {}.",
            group(puzzle, *index),
            cells(puzzle, these),
            digit_set(puzzle, *set),
            removed()
        ),
        Why::Hiding(index, these, set) => format!(
            "In {}, {} have no places but {}, so {}.",
            group(puzzle, *index),
            digit_set(puzzle, *set),
            cells(puzzle, these),
            removed()
        ),
        Why::Fish(base, cover, value) => {
            let kind =
                |lines: &[usize]| if puzzle.groups()[lines[0]].kind == GroupKind::Row { "rows" } else { "columns" };
            let numbers = |lines: &[usize]| {
                list(&lines.iter().map(|&line| puzzle.groups()[line].number.to_string()).collect::<Vec<_>>())
            };
            format!(
                "In {} {}, {} stands only in {} {}, so {}.",
                kind(base),
                numbers(base),
                digit(*value),
                kind(cover),
                numbers(cover),
                removed()
            )
        }
        Why::Supposed(at, value, steps, end) => {
            let told: Vec<String> = steps.iter().take(MOST_TOLD).map(|step| short(puzzle, step)).collect();
            let more = steps.len() - told.len();
            let then = match (told.is_empty(), more) {
                (true, _) => String::new(),
                (false, 0) => format!(" then {};", told.join(", ")),
                (false, more) => format!(" then {}, and {more} steps more;", told.join(", ")),
            };
            let (at, value, end) = (cell(*at), digit(*value), clash(puzzle, *end));
            format!("Suppose {at} were {value}:{then} {end}. So {at} is not {value}.")
        }
    }
}
