//! The meaning of the signs of cells. Most signs have one meaning; that of `*`, `-1` and a flag is decided once for the
//! whole board, and a remark tells how.

use super::super::super::{Remark, SyntaxError};
use super::super::{Cell, GemsReadOptions};
use super::rows::Field;

/// The largest number that is read. A cell has eight neighbours, but some courses state numbers up to 9.
const MAX_CLUE: u16 = 9;

/// What the signs of one board mean.
pub(super) struct Alphabet {
    options: GemsReadOptions,
    /// Whether `*` and `-1` are traps.
    dual_is_trap: bool,
    /// The first sign of an unknown cell.
    unknown: Option<char>,
    /// Whether only boards of mines are written so.
    mines: bool,
}

/// Signs that mean an unknown cell wherever they stand.
fn is_unknown(text: &str) -> bool {
    matches!(text, "_" | "." | "-" | "?" | "#" | "H" | "h")
}

fn is_dual(text: &str) -> bool {
    matches!(text, "*" | "-1")
}

fn is_flag(text: &str) -> bool {
    matches!(text, "F" | "f")
}

impl Alphabet {
    /// The alphabet of a board with these fields, each with its line.
    pub(super) fn of<'t>(
        fields: impl Iterator<Item = (usize, &'t Field<'t>)>,
        options: GemsReadOptions,
        remarks: &mut Vec<Remark>,
    ) -> Alphabet {
        let mut seen: Vec<(usize, &str)> = Vec::new();
        for (line, field) in fields {
            let asked = is_unknown(field.text) || is_dual(field.text) || is_flag(field.text) || field.text == "X";
            if asked && !seen.iter().any(|&(_, text)| text == field.text) {
                seen.push((line, field.text));
            }
        }
        let unknown: Vec<&str> = seen.iter().map(|&(_, text)| text).filter(|text| is_unknown(text)).collect();
        let dual_is_trap = options.answer || !unknown.is_empty();
        let mut say = |line: usize, message: String| remarks.push(Remark { line, message });
        for &(line, text) in &seen {
            if is_flag(text) {
                say(line, format!("'{text}', a flag, is taken for a trap"));
            } else if is_dual(text) && !options.answer {
                let what = if dual_is_trap { "a trap, since other cells are unknown" } else { "an unknown cell" };
                say(line, format!("'{text}' is taken for {what}"));
            } else if unknown.len() > 1 && text == unknown[1] {
                let signs = unknown.iter().map(|sign| format!("'{sign}'")).collect::<Vec<_>>().join(" and ");
                say(line, format!("{signs} are taken for the same, an unknown cell"));
            }
        }
        let star = seen.iter().any(|&(_, text)| text == "*" && !dual_is_trap);
        let first = unknown.first().and_then(|text| text.chars().next()).or(star.then_some('*'));
        let has = |letter: &str| seen.iter().any(|&(_, text)| text == letter);
        let mines = matches!(first, Some('-' | '#' | 'H' | 'h')) || (has("X") && first.is_none() && !has("-1"));
        Alphabet { options, dual_is_trap, unknown: first, mines }
    }

    /// The first sign of an unknown cell.
    pub(super) fn unknown(&self) -> Option<char> {
        self.unknown
    }

    /// Whether only boards of mines are written so.
    pub(super) fn is_of_mines(&self) -> bool {
        self.mines
    }

    /// The cell that a sign stands for; `None` for other signs.
    pub(super) fn cell(&self, text: &str) -> Option<Cell> {
        match text {
            "0" if self.options.zero_unknown => Some(Cell::Unknown),
            _ if is_unknown(text) => Some(Cell::Unknown),
            _ if is_dual(text) => Some(if self.dual_is_trap { Cell::Trap } else { Cell::Unknown }),
            "T" | "t" | "X" | "x" | "B" | "b" | "M" | "m" | "F" | "f" => Some(Cell::Trap),
            "G" | "g" | "S" | "s" => Some(Cell::Gem),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                number.parse().ok().filter(|&number| number <= MAX_CLUE).map(Cell::Clue)
            }
            _ => None,
        }
    }
}

/// The refusal of a sign.
pub(super) fn expected_cell(line: usize, column: usize, found: &str) -> SyntaxError {
    let shown: String = found.chars().take(20).collect();
    let signs = "a number of 0 to 9, an unknown cell (_ . - ? # *), a trap (T X B M F) or a gem (G S)";
    SyntaxError::at(line, column, format!("expected {signs}, found '{shown}'"))
}
