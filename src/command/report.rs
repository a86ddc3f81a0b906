//! The lines that users see: `c` for remarks, `s` for the answer, `v` for the values; progress columns, their legend,
//! and statistics.
//!
//! Everything here makes text; [`crate::command::output`] and the callers decide where it goes. The form is that of the
//! SAT competitions: every line of standard output begins with `c`, `s` or `v` and a blank, exactly one begins with
//! `s`, and the last word of the `v` lines is `0`.

use crate::cnf::Lit;
use crate::engine::{ProfileRow, Progress};
use crate::limits::Figure;
pub use crate::util::escape::clean;
use crate::util::table::{CounterRow, Per};
use crate::util::words::singular;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Columns that a line may take.
pub const WIDTH: usize = 78;

/// Progress lines between two headings.
const LINES_PER_HEADING: u32 = 24;

/// Width of a progress column, its separating blank included.
const COLUMN_WIDTH: usize = 7;

/// The letter and the blanks before the first progress column.
const LEFT_MARGIN: usize = 3;

/// A text as a `c` line.
pub fn remark(text: &str) -> String {
    format!("c {}", clean(text))
}

/// A heading over a part of the report.
pub fn section(title: &str) -> String {
    format!("c {:-<width$}", format!("--- [ {title} ] "), width = WIDTH - 2)
}

/// Writes `v` lines of at most [`WIDTH`] columns, closed by `0`; `word` appends a literal's text. (A single word that
/// is longer than a line gets a line of its own.)
///
/// # Errors
/// When `out` fails.
pub fn write_values(
    out: &mut dyn Write,
    lits: impl Iterator<Item = Lit>,
    mut word: impl FnMut(Lit, &mut Vec<u8>),
) -> io::Result<()> {
    let mut line = b"v".to_vec();
    let mut text = Vec::new();
    let mut append = |text: &[u8]| -> io::Result<()> {
        if line.len() + 1 + text.len() > WIDTH && line.len() > 1 {
            line.push(b'\n');
            out.write_all(&line)?;
            line.truncate(1);
        }
        line.push(b' ');
        line.extend_from_slice(text);
        Ok(())
    };
    for lit in lits {
        text.clear();
        word(lit, &mut text);
        append(&text)?;
    }
    append(b"0")?;
    line.push(b'\n');
    out.write_all(&line)
}

/// Appends a literal's DIMACS number.
pub fn push_number(lit: Lit, text: &mut Vec<u8>) {
    // Digits are written by hand, since `write!` would take most of the time of printing a large model.
    if lit.is_negative() {
        text.push(b'-');
    }
    let mut digits = [0u8; 10];
    let mut at = digits.len();
    let mut number = lit.var().to_dimacs();
    while number > 0 {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    text.extend_from_slice(&digits[at..]);
}

/// The table of progress lines, with headings every few lines and one letter for each event. The letters are remembered
/// for the legend.
#[derive(Debug, Default)]
pub struct Table {
    lines: u32,
    headings: Vec<&'static str>,
    letters: BTreeSet<char>,
}

impl Table {
    /// The lines for this progress, this many seconds after the start.
    pub fn lines(&mut self, progress: &Progress, seconds: f64) -> Vec<String> {
        let headings: Vec<&'static str> =
            ["seconds"].into_iter().chain(progress.columns.iter().map(|&(heading, _)| heading)).collect();
        let mut lines = Vec::new();
        if self.lines.is_multiple_of(LINES_PER_HEADING) || headings != self.headings {
            lines.push("c".to_owned());
            lines.extend(stagger(&headings));
            lines.push("c".to_owned());
            self.headings = headings;
            self.lines = 0;
        }
        self.lines += 1;
        self.letters.insert(progress.letter);
        lines.push(self.line(progress, seconds));
        lines
    }

    /// The line of figures alone.
    pub fn line(&self, progress: &Progress, seconds: f64) -> String {
        let mut line = format!("c {}", progress.letter);
        let figures = progress.columns.iter().map(|&(_, value)| figure(value));
        for text in [format!("{seconds:.2}")].into_iter().chain(figures) {
            let _ = write!(line, " {text:>width$}", width = COLUMN_WIDTH - 1);
        }
        line
    }

    /// What the letters mean that have occurred.
    pub fn legend(&self, meanings: &[(char, &'static str)]) -> Vec<String> {
        let seen = meanings.iter().filter(|(letter, _)| self.letters.contains(letter));
        seen.map(|(letter, meaning)| format!("c {letter}  {meaning}")).collect()
    }
}

/// Headings over their columns, aligned on the right, on as few lines as possible without touching each other.
fn stagger(headings: &[&str]) -> Vec<String> {
    let place = |rows: usize| -> Option<Vec<String>> {
        let mut lines = vec!["c".to_owned(); rows];
        for (index, heading) in headings.iter().enumerate() {
            let line = &mut lines[index % rows];
            let start = (LEFT_MARGIN + (index + 1) * COLUMN_WIDTH).checked_sub(heading.chars().count())?;
            if line.chars().count() >= start {
                return None;
            }
            *line = format!("{line:<start$}{heading}");
        }
        Some(lines)
    };
    (1..=headings.len()).find_map(place).unwrap_or_else(|| vec![format!("c {}", headings.join(" "))])
}

/// A figure in at most six characters.
fn figure(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if !value.is_finite() => "-".to_owned(),
        _ if size >= 99_999.5e9 => format!("{value:.0e}"),
        _ if size >= 99_999.5e6 => format!("{:.0}G", value / 1e9),
        _ if size >= 99_999.5e3 => format!("{:.0}M", value / 1e6),
        _ if size >= 999_999.5 => format!("{:.0}k", value / 1e3),
        _ if value.fract() == 0.0 || size >= 999.95 => format!("{value:.0}"),
        _ if size >= 99.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// The figures of a gauge in words: `12345 flips, 7 falsified`.
pub fn figures(figures: &[Figure]) -> Option<String> {
    let words: Vec<String> = figures.iter().map(|(what, number)| format!("{number} {what}")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The counters as `c` lines: name, count and relation; those that are zero only if `all`.
pub fn counter_lines(rows: &[CounterRow], cpu_seconds: f64, all: bool) -> Vec<String> {
    let value_of = |name: &str| rows.iter().find(|row| row.name == name).map_or(0, |row| row.value);
    let shown = rows.iter().filter(|row| all || row.value != 0);
    let lines = shown.map(|row| {
        let name = row.name.replace('_', " ");
        let (related, unit) = match row.per {
            Per::Nothing => (None, String::new()),
            Per::Second => (ratio(row.value, cpu_seconds), "per second".to_owned()),
            Per::Counter(other) => {
                (ratio(row.value, value_of(other) as f64), format!("per {}", singular(&other.replace('_', " "))))
            }
            Per::Percent(other) => {
                let share = ratio(row.value, value_of(other) as f64);
                (share.map(|share| 100.0 * share), format!("% of {}", other.replace('_', " ")))
            }
        };
        match related {
            Some(related) => format!("c {:<26} {:>14} {related:>14.2} {unit}", format!("{name}:"), row.value),
            None => format!("c {:<26} {:>14}", format!("{name}:"), row.value),
        }
    });
    lines.collect()
}

/// The engine's profile as `c` lines: the time of each part, its share of all, and how often it ran; parts below one
/// per cent only if `all`.
pub fn profile_lines(rows: &[ProfileRow], all: bool) -> Vec<String> {
    let total: f64 = rows.iter().map(|row| row.seconds).sum();
    let percent = |row: &ProfileRow| if total > 0.0 { 100.0 * row.seconds / total } else { 0.0 };
    let shown = rows.iter().filter(|row| all || percent(row) >= 1.0);
    let lines = shown.map(|row| {
        let name = format!("{}:", row.name);
        let runs = if row.runs == 1 { "run" } else { "runs" };
        format!("c {name:<26} {:>14.2} {:>14.2} % in {} {runs}", row.seconds, percent(row), row.runs)
    });
    lines.collect()
}

fn ratio(value: u64, base: f64) -> Option<f64> {
    (base > 0.0).then(|| value as f64 / base)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    fn values(numbers: impl Iterator<Item = i32>) -> String {
        let mut out = Vec::new();
        let lits = numbers.map(|n| Lit::from_dimacs(n).expect("not 0"));
        write_values(&mut out, lits, push_number).expect("a vector");
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn values_are_wrapped_and_closed() {
        assert_eq!(values([1, -2, 30].into_iter()), "v 1 -2 30 0\n");
        assert_eq!(values([].into_iter()), "v 0\n");
        let text = values((1..=2000).map(|n| if n % 3 == 0 { -n } else { n }));
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("v ")));
        assert!(text.lines().rev().skip(1).all(|line| line.len() > WIDTH - 6), "lines are filled");
        let words: Vec<i32> =
            text.lines().flat_map(|l| l[2..].split(' ')).map(|w| w.parse().expect("number")).collect();
        assert_eq!(words.len(), 2001);
        assert_eq!(words.last(), Some(&0));
    }

    #[test]
    fn a_word_longer_than_a_line_stands_alone() {
        let mut out = Vec::new();
        let lits = (0..3).map(|index| Var::new(index).pos());
        write_values(&mut out, lits, |_, text| text.extend([b'x'; 100])).expect("a vector");
        let text = String::from_utf8(out).expect("ASCII");
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [102, 102, 102, 3]);
    }

    #[test]
    fn the_largest_numbers_are_written() {
        assert_eq!(values([i32::MAX, -i32::MAX].into_iter()), "v 2147483647 -2147483647 0\n");
    }

    #[test]
    fn headings_do_not_touch_and_figures_stand_under_them() {
        let columns = vec![("conflicts", 1.0), ("redundant", 1e7), ("trail", 12.5), ("irredundant", f64::NAN)];
        let progress = Progress { letter: 'i', columns };
        let mut table = Table::default();
        let lines = table.lines(&progress, 1.25);
        assert_eq!(
            lines,
            [
                "c",
                "c  seconds     redundant   irredundant",
                "c       conflicts         trail",
                "c",
                "c i   1.25      1 10000k  12.50      -",
            ]
        );
        assert_eq!(table.lines(&progress, 2.0).len(), 1, "headings come once in a while");
        assert_eq!(table.legend(&[('i', "iteration"), ('r', "restart")]), ["c i  iteration"]);
    }

    #[test]
    fn figures_fit_their_column() {
        let mut value: f64 = 0.001;
        while value < 1e300 {
            for v in [value, f64::floor(value), value * 0.999_999, value * 9.999_99] {
                assert!(figure(v).len() < COLUMN_WIDTH, "{v} gives {}", figure(v));
            }
            value *= 10.0;
        }
        assert_eq!([figure(3.0), figure(0.5), figure(123.456), figure(999_999.0)], ["3", "0.50", "123.5", "999999"]);
    }

    #[test]
    fn counters_are_related() {
        let row = |name, value, per| CounterRow { name, value, per, help: "" };
        let rows = [
            row("conflicts", 10, Per::Second),
            row("kept", 5, Per::Percent("conflicts")),
            row("props", 30, Per::Counter("conflicts")),
            row("none", 0, Per::Nothing),
        ];
        let lines = counter_lines(&rows, 2.0, false);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].ends_with("5.00 per second"), "{}", lines[0]);
        assert!(lines[1].ends_with("50.00 % of conflicts"));
        assert!(lines[2].ends_with("3.00 per conflict"));
        assert_eq!(counter_lines(&rows, 0.0, true).len(), 4);
    }

    #[test]
    fn profiles_have_shares() {
        let row = |name, seconds| ProfileRow { name, seconds, runs: 2 };
        let rows = [row("search", 3.0), row("vivify", 0.99), row("walk", 0.01)];
        let lines = profile_lines(&rows, false);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], "c search:                              3.00          75.00 % in 2 runs");
        assert_eq!(profile_lines(&rows, true).len(), 3);
        assert!(profile_lines(&[row("load", 0.0)], true)[0].ends_with("0.00 % in 2 runs"));
    }

    #[test]
    fn remarks_cannot_steer_a_terminal() {
        assert_eq!(remark("a\ns SATISFIABLE\x1b[2J"), "c a?s SATISFIABLE?[2J");
        assert_eq!(remark("one"), "c one");
    }

    #[test]
    fn sections_are_as_wide_as_a_line() {
        assert_eq!(section("statistics").len(), WIDTH);
        assert!(section("statistics").starts_with("c --- [ statistics ] ---"));
    }
}
