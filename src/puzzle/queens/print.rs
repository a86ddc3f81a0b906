//! Boards of queens as text.

use crate::cnf::Formula;
use crate::puzzle::queens::{Queens, attacks};
use std::io::{self, Write};

/// The queens report's heading above the queens that are given.
pub const INITIAL: &str = "Initial State:";
/// The queens report's heading above the solution.
pub const FINAL: &str = "Final State";

/// Rows of `Q` and `.`, each with a blank after it, as the queens report prints them; blocked squares are `#`.
pub fn board(puzzle: &Queens, queens: &[(usize, usize)]) -> String {
    let size = puzzle.size();
    let mut squares = vec!['.'; size * size];
    puzzle.blocked().for_each(|(row, column)| squares[row * size + column] = '#');
    queens.iter().for_each(|&(row, column)| squares[row * size + column] = 'Q');
    let mut text = String::with_capacity(size * (2 * size + 1));
    for row in squares.chunks(size) {
        for &square in row {
            text.extend([square, ' ']);
        }
        text.push('\n');
    }
    text
}

/// The board as far as it is known: `Q` a queen, `.` none, `?` open; blocked squares are `#`.
pub fn certain(puzzle: &Queens, known: &[Option<bool>]) -> String {
    let size = puzzle.size();
    let mut text = String::new();
    for (square, known) in known.iter().enumerate() {
        text.push_str(match known {
            _ if puzzle.is_blocked(square / size, square % size) => "# ",
            Some(true) => "Q ",
            Some(false) => ". ",
            None => "? ",
        });
        if (square + 1) % size == 0 {
            text.push('\n');
        }
    }
    text
}

/// The board for a terminal: a chequered background, queens in dark blue (those placed beforehand in black), crosses on
/// blocked squares.
pub fn colored(puzzle: &Queens, queens: &[(usize, usize)]) -> String {
    let size = puzzle.size();
    let mut text = String::new();
    for row in 0..size {
        for column in 0..size {
            let background = if (row + column) % 2 == 0 { 223 } else { 137 };
            let (letters, sign) = match queens.contains(&(row, column)) {
                true if puzzle.placed.contains(&(row, column)) => ("1;38;5;16", 'Q'),
                true => ("1;38;5;18", 'Q'),
                false => ("38;5;88", if puzzle.is_blocked(row, column) { 'x' } else { ' ' }),
            };
            text.push_str(&format!("\x1b[{letters};48;5;{background}m {sign} "));
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// The states of the queens report: 1 a queen, 0 free, -1 attacked (or blocked).
pub fn states(puzzle: &Queens, queens: &[(usize, usize)]) -> String {
    let size = puzzle.size();
    let mut text = String::new();
    for row in 0..size {
        for column in 0..size {
            let attacked =
                || puzzle.is_blocked(row, column) || queens.iter().any(|&queen| attacks(queen, (row, column)));
            let state = if queens.contains(&(row, column)) {
                " 1"
            } else if attacked() {
                "-1"
            } else {
                " 0"
            };
            text.push_str(if column == 0 { "" } else { " " });
            text.push_str(state);
        }
        text.push('\n');
    }
    text
}

/// How clauses are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `b[3][0] v b[3][1]` and `not(b[3][0]) v not(b[3][3])`.
    Words,
    /// `(-b[3][0] \vee -b[3][3])`.
    Latex,
}

/// Writes clauses over squares, one a line, in the notations that groups of the course use.
///
/// # Errors
/// When writing fails.
pub fn clauses(formula: &Formula, size: usize, notation: Notation, out: &mut dyn Write) -> io::Result<()> {
    for clause in formula.clauses() {
        let lits = clause.iter().map(|lit| {
            let (square, negative) = (lit.var().index(), lit.is_negative());
            let name = if square < size * size {
                format!("b[{}][{}]", square / size, square % size)
            } else {
                format!("x{}", square + 1)
            };
            match (notation, negative) {
                (_, false) => name,
                (Notation::Words, true) => format!("not({name})"),
                (Notation::Latex, true) => format!("-{name}"),
            }
        });
        let lits: Vec<String> = lits.collect();
        match notation {
            Notation::Words => writeln!(out, "{}", lits.join(" v "))?,
            Notation::Latex => writeln!(out, "({})", lits.join(" \\vee "))?,
        }
    }
    Ok(())
}
