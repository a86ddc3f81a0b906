//! A race on the terminal: a line for each solver, the times, and everything that went wrong.

use super::judge::Word;
use super::results::{Cell, Results};
use super::statistics::Interval;
use crate::command::report::clean;
use std::fmt::Write;

/// Up to this many instances are listed one by one.
const MOST_LISTED: usize = 60;

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

/// The mark of a verdict that rests on one solver's word.
pub const BY_WORD: &str = "?";

/// What the marks of verdicts mean.
pub const BY_WORD_MEANS: &str =
    "unsatisfiable by one solver's word alone: no proof was checked, and no other solver agrees";

/// A cell: the time, or the word if there is none.
fn shown(cell: &Cell) -> (String, bool) {
    let wrong = cell.word.is_some_and(|word| word.is_fault() || word == Word::Disputed);
    let text = match (cell.time, cell.word) {
        (Some(time), _) => seconds(time) + if cell.is_marked() { BY_WORD } else { "" },
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
    if plan.instances.len() <= MOST_LISTED {
        let head: Vec<String> = plan.solvers.iter().map(|at| clean(&at.label)).collect();
        let lines = plan.instances.iter().zip(&results.cells);
        let lines: Vec<(String, Vec<(String, bool)>)> =
            lines.map(|(instance, line)| (clean(&instance.name), line.iter().map(shown).collect())).collect();
        columns(text, "instance", &head, &lines, color)?;
        writeln!(text)?;
    }
    scores(text, results, color)?;
    let (done, all) = results.progress();
    if done < all {
        writeln!(text, "\n{done} of {all} runs have ended")?;
    }
    errors(text, results, color)
}

/// The scores, best first; then what their marks mean.
fn scores(text: &mut String, results: &Results<'_>, color: bool) -> std::fmt::Result {
    let plan = results.plan;
    let reference = results.reference.map_or("-".to_string(), |at| clean(&plan.solvers[at].label));
    let head = ["solved", "sat", "unsat", "PAR-2 s", &format!("time / {reference}"), "wins", "errors", "peak MB"];
    let head: Vec<String> = head.iter().map(|name| name.to_string()).collect();
    let of = |solved: usize| (format!("{solved}/{}", plan.instances.len()), false);
    let plain = |text: String| (text, false);
    let mut lines = Vec::new();
    for &solver in &results.order {
        let score = &results.scores[solver];
        let (errors, out) = (score.wrong + score.faults, score.is_out());
        let unsat = match score.by_word {
            0 => score.unsat.to_string(),
            by_word => format!("{} ({by_word}{BY_WORD})", score.unsat),
        };
        let cells = vec![
            of(score.sat + score.unsat),
            plain(score.sat.to_string()),
            plain(unsat),
            if out { ("out".to_string(), true) } else { plain(score.par2.map_or("-".into(), seconds)) },
            plain(ratio(score.ratio)),
            plain(if out { "-".into() } else { score.wins.to_string() }),
            (errors.to_string(), errors > 0),
            plain(megabytes(score.peak)),
        ];
        lines.push((clean(&plan.solvers[solver].label), cells));
    }
    if let Some(best) = results.best {
        let mut cells = vec![of(best.sat + best.unsat), plain(best.sat.to_string()), plain(best.unsat.to_string())];
        cells.push(plain(seconds(best.par2)));
        cells.resize(head.len(), plain(String::new()));
        lines.push(("virtual best".into(), cells));
    }
    columns(text, "solver", &head, &lines, color)?;
    if results.scores.iter().any(super::results::Score::is_out) {
        writeln!(text, "out: gave a wrong answer, and is out of the ranking")?;
    }
    if results.cells.iter().flatten().any(Cell::is_marked) {
        writeln!(text, "{BY_WORD}: {BY_WORD_MEANS}")?;
    }
    Ok(())
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
        let mut line = format!("{name:<first$}");
        for ((cell, wrong), width) in cells.iter().zip(&widths) {
            let cell = format!("{cell:>width$}");
            write!(line, "  {}", if *wrong { paint(&cell, "1;31", color) } else { cell })?;
        }
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

/// What went wrong: disagreements, then runs, each with its word and note.
fn errors(text: &mut String, results: &Results<'_>, color: bool) -> std::fmt::Result {
    let bad: Vec<_> = results.rows.iter().filter(|row| row.word.is_fault()).collect();
    if bad.is_empty() && results.disagreements().next().is_none() {
        return Ok(());
    }
    writeln!(text)?;
    for at in results.disagreements() {
        let name = &results.plan.instances[at.instance].name;
        let who = |labels: &[String]| if labels.is_empty() { "nobody".to_string() } else { labels.join(", ") };
        let line =
            format!("DISAGREEMENT on {name}: sat says {}; unsat says {}; {}", who(&at.sat), who(&at.unsat), at.settled);
        writeln!(text, "{}", paint(&clean(&line), "1;31", color))?;
    }
    const MOST: usize = 20;
    for row in bad.iter().take(MOST) {
        let record = row.record;
        let run = if results.plan.runs > 1 { format!(", run {}", record.run + 1) } else { String::new() };
        let how = super::files::how(record);
        let word = paint(&row.word.text().to_uppercase(), "1;31", color);
        let line = format!("{} on {}{run}: {how}", record.solver, record.instance);
        writeln!(text, "{word}: {}", clean(&line))?;
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

    /// A label that would steer a terminal.
    const EVIL: &str = "b\x1b[31m";

    #[test]
    fn errors_are_listed_in_red() {
        let plan = plan(&["a", "wrong", EVIL], &["x", "y"], 1);
        let mut claim = record("wrong", "x", 0, 0.1);
        claim.claim = Claim::Unsat;
        claim.ended = Some(super::super::child::Ended::Exit(20));
        let mut word = record(EVIL, "y", 0, 2.0);
        (word.claim, word.ended) = (Claim::Unsat, Some(super::super::child::Ended::Exit(20)));
        let records = [record("a", "x", 0, 1.25), claim, word, record(EVIL, "x", 0, 123.456)];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let plain = render(&results, false);
        let expected = "\
instance      a        wrong  b?[31m
x         1.250  wrong unsat   123.5
y             -            -  2.000?

solver        solved  sat   unsat  PAR-2 s     time / a  wins  errors  peak MB
a                1/2    1       0    1.250                  1       0      1.0
b?[31m           2/2    1  1 (1?)    62.73  99 [99, 99]     1       0      1.0
wrong            0/2    0       0      out                  -       1      1.0
virtual best     2/2    1       1    1.625
out: gave a wrong answer, and is out of the ranking
?: unsatisfiable by one solver's word alone: no proof was checked, and no other solver agrees

4 of 6 runs have ended

DISAGREEMENT on x: sat says a, b?[31m; unsat says wrong; there is a model: it is satisfiable
WRONG UNSAT: wrong on x: exit code 20, 0.100 s of CPU in 0.100 s
";
        assert_eq!(plain, expected);
        let red = render(&results, true);
        assert!(red.contains("\x1b[1;31mWRONG UNSAT\x1b[0m") && red.contains("\x1b[1;31mwrong unsat\x1b[0m"));
    }
}
