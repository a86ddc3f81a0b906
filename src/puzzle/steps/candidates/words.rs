//! The steps in words.

use super::grid::{Clash, Grid, Set, values};
use super::techniques::{Found, Left, Why};
use crate::puzzle::steps::way::list;

/// The most steps of a supposition that are told one by one.
const MOST_TOLD: usize = 12;

fn cells(grid: &Grid<'_>, cells: &[usize]) -> String {
    list(&cells.iter().map(|&cell| grid.words.cell(cell)).collect::<Vec<_>>())
}

fn spots(grid: &Grid<'_>, spots: &[usize]) -> String {
    list(&spots.iter().map(|&spot| grid.words.spot_name(spot)).collect::<Vec<_>>())
}

fn value_set(grid: &Grid<'_>, set: Set) -> String {
    list(&values(set).map(|value| grid.words.value(value)).collect::<Vec<_>>())
}

/// What is ruled out: "4 is ruled out in r1c2 and r1c3", or "r1c2 is not 4 and r1c3 is neither 5 nor 6".
fn removed(grid: &Grid<'_>, removes: &[(usize, u16)]) -> String {
    if let [(_, digit), _, ..] = removes
        && removes.iter().all(|(_, other)| other == digit)
    {
        let places: Vec<usize> = removes.iter().map(|&(cell, _)| cell).collect();
        return format!("{} is ruled out in {}", grid.words.value(*digit), cells(grid, &places));
    }
    let mut by_cell: Vec<(usize, Vec<String>)> = Vec::new();
    for &(cell, digit) in removes {
        let digit = grid.words.value(digit);
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
        format!("{} is {not}", grid.words.cell(cell))
    });
    list(&words.collect::<Vec<_>>())
}

/// A contradiction in words, as the rest of a sentence.
pub(super) fn clash(grid: &Grid<'_>, clash: Clash) -> String {
    let words = grid.words;
    if let Some(own) = words.clash(grid, clash) {
        return own;
    }
    let kind = words.kind();
    let (cell, value) = (|cell: usize| words.cell(cell), |value: u16| words.value(value));
    match clash {
        Clash::Twice(a, b, held) => format!("{} and {} both hold {}", cell(a), cell(b), value(held)),
        Clash::Refused(at, held) => format!("{} holds {}, which is ruled out there", cell(at), value(held)),
        Clash::NoValue(at) => format!("no {kind} is left for {}", cell(at)),
        Clash::NoPlace(at, held) => format!("{} has no place left for {}", words.group(at), value(held)),
        Clash::NoSum(index) => {
            format!("{} cannot add up to {}", cells(grid, &grid.rules.sums[index].cells), words.sum(&grid.rules, index))
        }
    }
}

/// A step of a supposition, shortly.
fn short(grid: &Grid<'_>, found: &Found) -> String {
    match found.fills[..] {
        [(cell, value), ..] => grid.words.holds(cell, value),
        [] => removed(grid, &found.removes),
    }
}

/// What follows from a supposition: " then r1c2 is 3, r4c5 is 6;".
pub(crate) fn then(grid: &Grid<'_>, steps: &[Found]) -> String {
    let told: Vec<String> = steps.iter().take(MOST_TOLD).map(|step| short(grid, step)).collect();
    match (told.is_empty(), steps.len() - told.len()) {
        (true, _) => String::new(),
        (false, 0) => format!(" then {};", told.join(", ")),
        (false, more) => format!(" then {}, and {more} steps more;", told.join(", ")),
    }
}

/// The step as a sentence.
pub(super) fn words(grid: &Grid<'_>, found: &Found) -> String {
    let (rules, names) = (&grid.rules, grid.words);
    if let Some(own) = names.step(grid, found) {
        return own;
    }
    let kind = names.kind();
    let value = |value: u16| names.value(value);
    let removed = || removed(grid, &found.removes);
    match &found.why {
        Why::Single(at, held) => {
            let holds = names.holds(*at, *held);
            let by: Vec<usize> = found.from.iter().copied().filter(|from| from != at).collect();
            match by.is_empty() {
                true => format!("{holds}: no other {kind} is left."),
                false => format!("{holds}: all other {kind}s are ruled out, by {}.", spots(grid, &by)),
            }
        }
        Why::Hidden(index, at, held) => {
            let inside = &rules.groups[*index].cells;
            let blockers: Vec<usize> =
                found.from.iter().copied().filter(|from| inside.binary_search(from).is_err()).collect();
            let by = if blockers.is_empty() { String::new() } else { format!(", by {}", spots(grid, &blockers)) };
            let (holds, group, held) = (names.holds(*at, *held), names.group(*index), value(*held));
            format!("{holds}: all other places for {held} in {group} are taken or ruled out{by}.")
        }
        Why::Sum(index) => {
            let sum = names.sum(rules, *index);
            format!("{} add up to {sum}, so {}.", cells(grid, &rules.sums[*index].cells), removed())
        }
        Why::Pointing(from, into, held) => {
            let (from, into) = (names.group(*from), names.group(*into));
            format!("In {from} only cells of {into} take {}, so {}.", value(*held), removed())
        }
        Why::Common(left, _) => match left {
            Left::Values(at) => format!("Whatever {kind} {} takes, {}.", names.cell(*at), removed()),
            Left::Places(group, held) => {
                format!("Wherever {} stands in {}, {}.", value(*held), names.group(*group), removed())
            }
        },
        Why::Naked(index, these, set) => format!(
            "In {}, {} hold {} in some order, so {}.",
            names.group(*index),
            cells(grid, these),
            value_set(grid, *set),
            removed()
        ),
        Why::Hiding(index, these, set) => format!(
            "In {}, {} have no places but {}, so {}.",
            names.group(*index),
            value_set(grid, *set),
            cells(grid, these),
            removed()
        ),
        Why::Fish(base, cover, held) => format!(
            "In {}, {} stands only in {}, so {}.",
            names.lines(base),
            value(*held),
            names.lines(cover),
            removed()
        ),
        Why::Supposed(at, held, steps, end) => {
            let (then, end) = (then(grid, steps), clash(grid, *end));
            let (at, held) = (names.cell(*at), value(*held));
            format!("Suppose {at} were {held}:{then} {end}. So {at} is not {held}.")
        }
    }
}
