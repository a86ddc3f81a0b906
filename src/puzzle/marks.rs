//! Puzzles as boards on which a search is played: the pictures of `draw`, with a mark for each variable laid over them,
//! and the puzzle's own words for its literals.

use crate::cnf::Var;
use crate::observe::board::halo;
use crate::observe::{Recorder, Words};
use std::fmt::Write as _;

/// The marks of a square for one of several values: all values small, and each of them large.
pub(super) fn value_marks(
    svg: &mut String,
    cell: usize,
    (x, y): (usize, usize),
    side: usize,
    values: &[(Var, String)],
) {
    let columns = (1..).find(|columns| columns * columns >= values.len()).unwrap_or(1);
    let rows = values.len().div_ceil(columns).max(1);
    let large = if values.iter().any(|(_, text)| text.len() > 2) { side * 2 / 5 } else { side * 3 / 5 };
    let small = (side - 4) * 9 / (10 * rows.max(columns));
    for (place, (var, text)) in values.iter().enumerate() {
        let number = var.to_dimacs();
        let step = |index: usize, count: usize| 2 + (side - 4) * (2 * index + 1) / (2 * count);
        let (middle, base) = (x + step(place % columns, columns), y + step(place / columns, rows) + small * 7 / 20);
        if small >= 4 {
            let _ = write!(
                svg,
                "<text class=\"some\" id=\"some-{number}\" x=\"{middle}\" y=\"{base}\" font-size=\"{small}\">{text}</text>"
            );
        }
        let (middle, base) = (x + side / 2, y + side / 2 + large * 7 / 20);
        let _ = write!(
            svg,
            "<text class=\"mark\" id=\"one-{number}\" x=\"{middle}\" y=\"{base}\" font-size=\"{large}\">{text}</text>"
        );
    }
    let _ = writeln!(svg, "{}", halo(cell, x, y, side, side));
}

/// The group that marks are drawn in.
pub(super) fn group(marks: &str) -> String {
    format!("<g font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n{marks}</g>\n")
}

/// The words of the first variables, and `auxiliary 1`, `auxiliary 2` and so on for those after them.
pub(super) fn words(num_vars: usize, mut first: Vec<[String; 2]>) -> Words {
    let kept = (num_vars).min(Recorder::MOST_VARS);
    let auxiliary = (1..).map(|number| [format!("auxiliary {number}"), format!("not auxiliary {number}")]);
    first.extend(auxiliary.take(kept.saturating_sub(first.len())));
    first.truncate(kept);
    Words::new(first)
}
