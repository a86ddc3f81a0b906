//! A race on the terminal: a line for each solver, the times, and everything that went wrong.

use super::judge::Word;
use super::results::{Cell, Results};
use super::statistics::Interval;
use std::fmt::Write;

/// More instances than this are not listed one by one.
const LISTED: usize = 60;

/// The text in this colour or weight, if `color`.
fn paint(text: &str, code: &str, color: bool) -> String {
    if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// Seconds with a precision that suits their size.
pub fn seconds(time: f64) -> String {
    match time {
        time if time < 10.0 => format!("{time:.3}"),
        time if time < 100.0 => format!("{time:.2}"),
        time => format!("{time:.1}"),
    }
}

/// Bytes in MB (10^6).
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

/// A ratio with its interval.
pub fn ratio(interval: Option<Interval>) -> String {
    let short = |value: f64| if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    interval.map_or_else(String::new, |at| format!("{} [{}, {}]", short(at.value), short(at.low), short(at.high)))
}

/// A cell: the time, or the word where there is none.
fn shown(cell: &Cell) -> (String, bool) {
    let wrong = cell.word.is_some_and(Word::is_fault);
    let text = match (cell.time, cell.word) {
        (Some(time), _) => seconds(time),
        (None, Some(word)) if word.is_solved() => format!("{} of {}", cell.solved.0, cell.solved.1),
        (None, Some(word)) => word.text().to_string(),
        (None, None) => "-".to_string(),
    };
    (text, wrong)
}

/// The whole report; `color` marks errors in red.
pub fn render(results: &Results<'_>, color: bool) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, results, color);
    text
}

fn write_all(text: &mut String, results: &Results<'_>, color: bool) -> std::fmt::Result {
    let plan = results.plan;
    if plan.instances.len() <= LISTED {
        let head: Vec<String> = plan.solvers.iter().map(|at| at.label.clone()).collect();
        let lines = plan.instances.iter().zip(&results.cells);
        let lines: Vec<(String, Vec<(String, bool)>)> =
            lines.map(|(instance, line)| (instance.name.clone(), line.iter().map(shown).collect())).collect();
        columns(text, "instance", &head, &lines, color)?;
        writeln!(text)?;
    }
    let reference = plan.solvers.first().map_or("", |at| at.label.as_str());
    let head = ["solved", "sat", "unsat", "PAR-2 s", &format!("time / {reference}"), "wins", "errors", "peak MB"];
    let head: Vec<String> = head.iter().map(|name| name.to_string()).collect();
    let line = |(solver, score): (&super::lineup::Solver, &super::results::Score)| {
        let errors = score.wrong + score.faults;
        let cells = [
            (format!("{}/{}", score.sat + score.unsat, plan.instances.len()), false),
            (score.sat.to_string(), false),
            (score.unsat.to_string(), false),
            (seconds(score.par2), false),
            (ratio(score.ratio), false),
            (score.wins.to_string(), false),
            (errors.to_string(), errors > 0),
            (megabytes(score.peak), false),
        ];
        (solver.label.clone(), cells.to_vec())
    };
    let lines: Vec<_> = plan.solvers.iter().zip(&results.scores).map(line).collect();
    columns(text, "solver", &head, &lines, color)?;
    let (done, all) = results.progress();
    if done < all {
        writeln!(text, "\n{done} of {all} runs have ended")?;
    }
    errors(text, results, color)
}

/// A table: names to the left, everything else to the right.
fn columns(
    text: &mut String,
    corner: &str,
    head: &[String],
    lines: &[(String, Vec<(String, bool)>)],
    color: bool,
) -> std::fmt::Result {
    let wide = |text: &str| text.chars().count();
    let first = lines.iter().map(|(name, _)| wide(name)).chain([wide(corner)]).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len())
        .map(|at| lines.iter().map(|(_, cells)| wide(&cells[at].0)).chain([wide(&head[at])]).max().unwrap_or(0))
        .collect();
    let mut top = format!("{corner:<first$}");
    for (name, width) in head.iter().zip(&widths) {
        write!(top, "  {name:>width$}")?;
    }
    writeln!(text, "{}", paint(&top, "1", color))?;
    for (name, cells) in lines {
        write!(text, "{name:<first$}")?;
        for ((cell, wrong), width) in cells.iter().zip(&widths) {
            let cell = format!("{cell:>width$}");
            write!(text, "  {}", if *wrong { paint(&cell, "1;31", color) } else { cell })?;
        }
        writeln!(text)?;
    }
    Ok(())
}

/// What went wrong: disagreements, then runs, each with its word and note.
fn errors(text: &mut String, results: &Results<'_>, color: bool) -> std::fmt::Result {
    let bad: Vec<_> = results.rows.iter().filter(|row| row.word.is_fault()).collect();
    if bad.is_empty() && results.disagreements.is_empty() {
        return Ok(());
    }
    writeln!(text)?;
    for at in &results.disagreements {
        let name = &results.plan.instances[at.instance].name;
        let who = |labels: &[String]| if labels.is_empty() { "nobody".to_string() } else { labels.join(", ") };
        let line =
            format!("DISAGREEMENT on {name}: sat says {}; unsat says {}; {}", who(&at.sat), who(&at.unsat), at.settled);
        writeln!(text, "{}", paint(&line, "1;31", color))?;
    }
    const MOST: usize = 20;
    for row in bad.iter().take(MOST) {
        let record = row.record;
        let run = if results.plan.runs > 1 { format!(", run {}", record.run + 1) } else { String::new() };
        let how = super::files::how(record);
        let word = paint(&row.word.text().to_uppercase(), "1;31", color);
        writeln!(text, "{word}: {} on {}{run}: {how}", record.solver, record.instance)?;
    }
    if bad.len() > MOST {
        writeln!(text, "and {} more errors", bad.len() - MOST)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::judge::Claim;
    use super::super::results::Clock;
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn errors_are_listed_in_red() {
        let plan = plan(&["a", "wrong"], &["x", "y"], 1);
        let mut claim = record("wrong", "x", 0, 0.1);
        claim.claim = Claim::Unsat;
        claim.ended = Some(super::super::child::Ended::Exit(20));
        let records = [record("a", "x", 0, 1.25), claim, record("a", "y", 0, 123.456)];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let plain = render(&results, false);
        let expected = "\
instance      a        wrong
x         1.250  wrong unsat
y         123.5            -

solver  solved  sat  unsat  PAR-2 s  time / a  wins  errors  peak MB
a          2/2    2      0    62.35               2       0      1.0
wrong      0/2    0      0    20.00               0       1      1.0

3 of 4 runs have ended

DISAGREEMENT on x: sat says a; unsat says wrong; there is a model: it is satisfiable
WRONG UNSAT: wrong on x: exit code 20, 0.100 s of CPU in 0.100 s
";
        assert_eq!(plain, expected);
        let red = render(&results, true);
        assert!(red.contains("\x1b[1;31mWRONG UNSAT\x1b[0m") && red.contains("\x1b[1;31mwrong unsat\x1b[0m"));
    }
}
