//! The picture on which a recorded search is played.

use super::{Record, Words};
use crate::cnf::Var;
pub(crate) use crate::util::escape::xml as escaped;
use std::fmt::Write as _;

/// A picture whose parts stand for variables.
///
/// The player finds the parts of the SVG by their ids (`N` is a variable's number in DIMACS, `K` a cell's, from 0):
///
/// - `cell-K`: an outline that is shown when the current step is about a variable of the cell;
/// - `one-N`: shown while `N` is the only true variable of its cell;
/// - `some-N`: a small mark, shown unless one variable of the cell is the only true one; its class says whether the
///   variable is true, false or unassigned;
/// - `not-N`: shown while `N` is false;
/// - `fill-K`: filled with the colour of the first true variable of the cell, where it has colours; `one-N` of that
///   variable is shown, too.
///
/// All of these parts are optional.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// What is shown.
    pub title: String,
    /// The picture.
    pub svg: String,
    /// What the literals are called.
    pub words: Words,
    /// The cells. Each has variables of which at most one is true in a solution.
    pub cells: Vec<Cell>,
}

/// A place of the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its name, for people who do not see the picture.
    pub name: String,
    /// Its variables.
    pub vars: Vec<Var>,
    /// For each variable, the colour that fills the place when it is true; empty if there are no colours.
    pub fills: Vec<String>,
}

/// The most variables on a strip.
const MOST_ON_STRIP: usize = 400;

/// The side of a variable's square on a strip.
const SQUARE_SIDE: usize = 40;

impl Board {
    /// A strip of squares, one for each variable; if there are too many, those that the record names most often.
    pub fn strip(title: &str, words: Words, record: &Record) -> Board {
        let mut shown: Vec<usize> = (0..record.kept()).collect();
        if shown.len() > MOST_ON_STRIP {
            let mentions = record.mentions();
            shown.sort_by_key(|&index| std::cmp::Reverse(mentions[index]));
            shown.truncate(MOST_ON_STRIP);
            shown.sort_unstable();
        }
        let columns = (1..).find(|columns| 2 * columns * columns >= 3 * shown.len()).unwrap_or(1).clamp(6, 25);
        let (width, height) = (columns * SQUARE_SIDE, shown.len().div_ceil(columns).max(1) * SQUARE_SIDE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn strip\" viewBox=\"-2 -2 {} {}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n",
            width + 4,
            height + 4
        );
        let mut cells = Vec::new();
        for (place, &index) in shown.iter().enumerate() {
            let var = Var::new(index);
            let number = var.to_dimacs();
            let (x, y) = (place % columns * SQUARE_SIDE, place / columns * SQUARE_SIDE);
            let (inner, middle) = (SQUARE_SIDE - 4, x + SQUARE_SIDE / 2);
            let square = |class: &str| {
                format!(
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" rx=\"4\"/>",
                    x + 2,
                    y + 2
                )
            };
            let name = words.of(var.pos()).into_owned();
            let sign = |sign: &str| format!("<text x=\"{middle}\" y=\"{}\" font-size=\"22\">{sign}</text>", y + 34);
            let _ = writeln!(
                svg,
                "{}<g id=\"one-{number}\" class=\"mark yes\">{}{}</g><g id=\"not-{number}\" class=\"mark no\">{}{}</g>\
                 {}{}",
                square("empty"),
                square("ground"),
                sign("+"),
                square("ground"),
                sign("\u{2212}"),
                label(&name, middle, y),
                halo(place, x, y, SQUARE_SIDE, SQUARE_SIDE),
            );
            cells.push(Cell { name, vars: vec![var], fills: Vec::new() });
        }
        svg.push_str("</svg>\n");
        let title = match record.kept() {
            all if all > shown.len() => format!("{title}: the {} busiest of {all} variables", shown.len()),
            _ => title.to_string(),
        };
        Board { title, svg, words, cells }
    }

    /// Puts more into the picture, above what is there.
    pub fn draw_over(&mut self, more: &str) {
        if let Some(end) = self.svg.rfind("</svg>") {
            self.svg.insert_str(end, more);
        }
    }
}

/// A name in the upper part of a square: the longer, the smaller, then on two lines, and of very long ones as much as
/// there is room for.
fn label(name: &str, middle: usize, y: usize) -> String {
    /// Letters on each of two lines.
    const LINE: usize = 9;
    let letters: Vec<char> = name.chars().collect();
    let text = |letters: &[char], y: usize, size: usize| {
        let text: String = letters.iter().collect();
        format!("<text class=\"label\" x=\"{middle}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escaped(&text))
    };
    match letters.len() {
        ..=5 => text(&letters, y + 14, 10),
        6..=7 => text(&letters, y + 14, 8),
        8..=LINE => text(&letters, y + 14, 7),
        length => {
            let mut rest = letters[LINE..length.min(2 * LINE)].to_vec();
            if length > 2 * LINE {
                rest[LINE - 1] = '\u{2026}';
            }
            text(&letters[..LINE], y + 9, 7) + &text(&rest, y + 16, 7)
        }
    }
}

/// The outline of a rectangular cell.
pub(crate) fn halo(cell: usize, x: usize, y: usize, width: usize, height: usize) -> String {
    format!(
        "<rect id=\"cell-{cell}\" class=\"halo\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        x + 2,
        y + 2,
        width.saturating_sub(4),
        height.saturating_sub(4)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Verdict;
    use crate::observe::{Event, Observer, Recorder};

    #[test]
    fn a_strip_shows_the_busiest_variables() {
        let mut recorder = Recorder::new("dpll", 1000);
        for round in 0..3 {
            for index in 500..500 + 300 / (round + 1) {
                recorder.event(Event::Decide(Var::new(index).pos()));
            }
            recorder.event(Event::Backtrack(0));
        }
        let record = recorder.finish(&Verdict::Unsat, &[]);
        let board = Board::strip("some.cnf", Words::default(), &record);
        assert_eq!(board.cells.len(), MOST_ON_STRIP);
        assert!(board.cells.iter().any(|cell| cell.vars == [Var::new(599)]));
        assert!(board.svg.contains("id=\"one-501\"") && !board.svg.contains("id=\"one-801\""));
        assert_eq!(board.title, "some.cnf: the 400 busiest of 1000 variables");
        // Names stand in their squares whole, or as much of them as there is room for.
        let mut recorder = Recorder::new("dpll", 3);
        recorder.event(Event::Decide(Var::new(0).pos()));
        let record = recorder.finish(&Verdict::Unsat, &[]);
        let names = ["Massachusetts_red", "sun", "a_name_that_is_very_long_indeed"];
        let words = Words::named(3, |var| names.get(var.index()).map(|name| (*name).to_string()));
        let named = Board::strip("names", words, &record).svg;
        for part in [">Massachus<", ">etts_red<", ">sun<", ">a_name_th<", ">at_is_ve\u{2026}<"] {
            assert!(named.contains(part), "{part}");
        }
        // All squares lie within the picture, and no two in the same place.
        let mut places: Vec<&str> = board.svg.split("class=\"empty\" ").skip(1).map(|rest| &rest[..18]).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), MOST_ON_STRIP);
    }
}
