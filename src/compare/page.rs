//! A race as one page for a browser: plots, tables, the machine and the commands, in one file that needs no network.
//!
//! The tables and most plots are written here and work without scripts; the script sorts, filters, sums up, shows
//! tooltips, and draws the plots of what is chosen.

mod data;

use super::judge::Word;
use super::machine::utc;
use super::measure::Measure;
use super::picture::STYLE;
use super::plot::{cactus, chart};
use super::results::{Cell, Results};
use super::table::{BY_WORD, BY_WORD_MEANS, megabytes, ratio, seconds};
use super::verdicts::Basis;
use crate::util::escape::xml as escape;
use crate::util::words::many;
use std::fmt::Write;

const CSS: &str = include_str!("page/page.css");
/// The parts of the script, in the order in which they use each other.
const SCRIPT: [&str; 11] = [
    include_str!("page/base.js"),
    include_str!("page/measure.js"),
    include_str!("page/sort.js"),
    include_str!("page/tips.js"),
    include_str!("page/runs.js"),
    include_str!("page/filter.js"),
    include_str!("page/table.js"),
    include_str!("page/statistics.js"),
    include_str!("page/plot.js"),
    include_str!("page/plots.js"),
    include_str!("page/start.js"),
];

/// With more formulas than this there is no chart of all.
const MOST_CHARTED: usize = 120;

/// The page.
pub fn render(results: &Results<'_>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, results);
    out
}

fn write_page(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let plan = results.plan;
    let (solvers, formulas) = (plan.solvers.len(), plan.instances.len());
    let title = format!("{} over {}", many(solvers, "solver"), many(formulas, "formula"));
    write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"><style>{CSS}{STYLE}</style></head><body>"
    )?;
    let (done, all) = results.progress();
    let state = if done < all { format!("{done} of {all} runs so far") } else { many(all, "run") };
    writeln!(
        out,
        "<header><h1>{title}</h1><p class=\"faint\">{}, begun {} UTC on {}. Limits: {} s of CPU, {} s by the clock, {} MB.</p></header><main>",
        state,
        utc(plan.started),
        escape(&plan.machine.cpu),
        plan.caps.cpu,
        plan.caps.wall,
        plan.caps.memory / 1_000_000
    )?;
    errors(out, results)?;
    scores(out, results)?;
    choices(out, results)?;
    plots(out, results)?;
    instances(out, results)?;
    left_out(out, &plan.left_out)?;
    conditions(out, results)?;
    let data = serde_json::to_string(&data::data(results)).map_err(|_| std::fmt::Error)?;
    // `<` is escaped, so that no text of the data can end the element.
    let data = data.replace('<', "\\u003c");
    write!(
        out,
        "</main><dialog id=\"run\" aria-labelledby=\"run-title\"><h2 id=\"run-title\"></h2><div id=\"run-body\"></div>\
         <button type=\"button\" id=\"run-close\">Close</button></dialog><div id=\"tip\" role=\"status\" hidden></div><script type=\"application/json\" id=\"data\">{data}</script>\
         <script>{}</script></body></html>",
        SCRIPT.concat()
    )
}

fn errors(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let bad: Vec<_> = results.rows.iter().filter(|row| row.word.is_fault()).collect();
    if bad.is_empty() && results.disagreements().next().is_none() {
        return Ok(());
    }
    write!(out, "<section class=\"errors\" aria-labelledby=\"wrong\"><h2 id=\"wrong\">✗ What went wrong</h2><ul>")?;
    for at in results.disagreements() {
        let who = |labels: &[String]| if labels.is_empty() { "nobody".into() } else { escape(&labels.join(", ")) };
        let name = escape(&results.plan.instances[at.instance].name);
        let (sat, unsat, settled) = (who(&at.sat), who(&at.unsat), escape(&at.settled));
        write!(
            out,
            "<li><span class=\"bad\">Disagreement</span> on {name}: satisfiable says {sat}; unsatisfiable says {unsat}; {settled}</li>"
        )?;
    }
    const MOST_LISTED: usize = 100;
    for row in bad.iter().take(MOST_LISTED) {
        let record = row.record;
        let (solver, instance) = (escape(&record.solver), escape(&record.instance));
        let run = if results.plan.runs > 1 { format!(", run {}", record.run + 1) } else { String::new() };
        let how = escape(&super::files::how(record));
        write!(out, "<li><span class=\"bad\">{}</span>: {solver} on {instance}{run}: {how}</li>", row.word.text())?;
    }
    if bad.len() > MOST_LISTED {
        write!(out, "<li>and {} more</li>", bad.len() - MOST_LISTED)?;
    }
    writeln!(out, "</ul></section>")
}

/// A table's head: the columns with what they mean.
fn head(out: &mut String, id: &str, caption: &str, columns: &[(String, &str)]) -> std::fmt::Result {
    write!(out, "<table id=\"{id}\" aria-label=\"{caption}\"><thead><tr>")?;
    for (name, meaning) in columns {
        let tip = if meaning.is_empty() { String::new() } else { format!(" data-tip=\"{}\"", escape(meaning)) };
        write!(out, "<th scope=\"col\"><button type=\"button\"{tip}>{}</button></th>", escape(name))?;
    }
    write!(out, "</tr></thead><tbody>")
}

fn scores(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let plan = results.plan;
    let first = results.reference.map_or("-", |at| plan.solvers[at].label.as_str());
    write!(out, "<section><h2>Scores</h2><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Scores\">")?;
    let ratio_meaning = format!(
        "Median of the times divided by those of {first}, over the formulas that both solved, with the interval that \
         holds it with a probability of 95 % (bootstrap)"
    );
    let columns: Vec<(String, &str)> = vec![
        ("solver".into(), ""),
        ("solved".into(), "Formulas solved in at least half of the runs"),
        ("PAR-2 s".into(), "Mean time of a run, unsolved runs counting twice the limit"),
        (format!("time / {first}"), &ratio_meaning),
        ("sat".into(), "Satisfiable ones; every model was checked"),
        (
            "unsat".into(),
            "Unsatisfiable ones; in parentheses those by its word alone: without a checked proof or another solver that agrees",
        ),
        ("wins".into(), "Formulas that no other solved faster, by more than a millisecond"),
        ("errors".into(), "Runs with a wrong answer, or that crashed, hung, flooded or could not be understood"),
        ("peak MB".into(), "Largest memory of a process, in millions of bytes"),
    ];
    head(out, "scores", "Scores", &columns)?;
    let all = plan.instances.len();
    for &solver in &results.order {
        let (label, score) = (escape(&plan.solvers[solver].label), &results.scores[solver]);
        let solved = score.sat + score.unsat;
        let errors = score.wrong + score.faults;
        let class = if score.is_out() { " class=\"out\"" } else { "" };
        write!(out, "<tr{class}><th scope=\"row\">{label}</th><td data-v=\"{solved}\">{solved}/{all}</td>")?;
        match score.par2 {
            _ if score.is_out() => write!(out, "<td class=\"fault\" data-v=\"\">out of the ranking</td>")?,
            Some(par2) => write!(out, "<td data-v=\"{par2}\">{}</td>", seconds(par2))?,
            None => write!(out, "<td data-v=\"\">-</td>")?,
        }
        let value = score.ratio.map_or(String::new(), |at| at.value.to_string());
        write!(out, "<td data-v=\"{value}\">{}</td>", ratio(score.ratio))?;
        let (unsat, by_word) = (score.unsat, score.by_word);
        let marked = if by_word > 0 { format!(" ({by_word}{BY_WORD})") } else { String::new() };
        write!(out, "<td>{}</td><td data-v=\"{unsat}\">{unsat}{marked}</td>", score.sat)?;
        let wins = if score.is_out() { "-".into() } else { score.wins.to_string() };
        write!(out, "<td>{wins}</td>")?;
        let class = if errors > 0 { " class=\"fault\"" } else { "" };
        write!(out, "<td{class} data-v=\"{errors}\">{errors}</td>")?;
        writeln!(out, "<td data-v=\"{}\">{}</td></tr>", score.peak, megabytes(score.peak))?;
    }
    if let Some(best) = results.best {
        let solved = best.sat + best.unsat;
        write!(out, "<tr><th scope=\"row\">virtual best</th><td data-v=\"{solved}\">{solved}/{all}</td>")?;
        write!(out, "<td data-v=\"{}\">{}</td><td></td>", best.par2, seconds(best.par2))?;
        writeln!(out, "<td>{}</td><td>{}</td><td></td><td></td><td></td></tr>", best.sat, best.unsat)?;
    }
    writeln!(out, "</tbody></table></div></section>")
}

/// A text of the measure that is chosen, which the script changes with it.
fn chosen(key: &str, text: &str) -> String {
    format!("<span data-measure=\"{key}\">{text}</span>")
}

/// What the reader chooses, for plots, table and sums alike.
fn choices(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    write!(out, "<section><h2>What is shown</h2><div class=\"tools\"><label>Compare by <select id=\"measure\">")?;
    for measure in Measure::of_race(results) {
        let selected = if measure == Measure::Time(results.clock) { " selected" } else { "" };
        write!(out, "<option value=\"{}\"{selected}>{}</option>", measure.key(), measure.name())?;
    }
    writeln!(
        out,
        "</select></label><label>Axes are <select id=\"axis\"><option value=\"log\">logarithmic</option>\
         <option value=\"linear\">linear</option></select></label></div><div class=\"tools\">\
         <label>Names with <input id=\"words\" type=\"search\" autocomplete=\"off\"></label>\
         <label id=\"families\">Family <select id=\"family\"><option value=\"\">all</option></select></label>\
         <label>Show <select id=\"which\"><option value=\"all\">all</option><option value=\"sat\">satisfiable</option>\
         <option value=\"unsat\">unsatisfiable</option><option value=\"every\">solved by all</option>\
         <option value=\"open\">unsolved by one or more</option>\
         <option value=\"some\">solved by some, not by all</option><option value=\"none\">solved by nobody</option>\
         <option value=\"wrong\">with errors</option></select></label>\
         <span id=\"shown\" class=\"faint\" role=\"status\"></span>\
         <button type=\"button\" id=\"clear\" hidden>Show all</button></div>\
         <details id=\"more\"><summary>More filters: what each solver did</summary></details>\
         <details><summary>Columns, and the solvers that are drawn</summary>\
         <div class=\"tools\" id=\"columns\"></div></details></section>"
    )
}

fn plots(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let labels: Vec<String> = results.plan.solvers.iter().map(|at| escape(&at.label)).collect();
    let now = Measure::Time(results.clock);
    let (amount, name) = (chosen("amount", now.amount()), chosen("name", now.name()));
    write!(
        out,
        "<div class=\"plots\"><section><h2>How many within {amount}</h2><figure id=\"cactus\">{}<figcaption>Cactus plot: \
         formulas solved within {amount}; lower and further right is better.</figcaption></figure></section>",
        cactus(results).svg(false)
    )?;
    if labels.len() > 1 {
        write!(out, "<section><h2>Two against each other</h2><div class=\"tools\">")?;
        for (id, name, chosen) in [("across", "across", 0), ("up", "up", 1)] {
            write!(out, "<label>{name} <select id=\"{id}\">")?;
            for (index, label) in labels.iter().enumerate() {
                let selected = if index == chosen { " selected" } else { "" };
                write!(out, "<option value=\"{index}\"{selected}>{label}</option>")?;
            }
            write!(out, "</select></label>")?;
        }
        write!(
            out,
            "</div><figure id=\"scatter\"><svg class=\"plot\" viewBox=\"0 0 480 492\" role=\"group\" tabindex=\"0\"></svg>\
             <figcaption>Below the diagonal the one upwards is better, below the faint lines 2 or 10 times; on the dashed \
             lines one has not solved the formula.</figcaption></figure></section>"
        )?;
    }
    let all = results.plan.instances.len();
    if all > 1 {
        // Of more formulas the script draws a chart as soon as few enough are chosen.
        let (hidden, plot) = if all > MOST_CHARTED { (" hidden", None) } else { ("", Some(chart(results))) };
        let width = plot.as_ref().map_or(0.0, |plot| plot.width);
        let empty = "<svg class=\"plot\" role=\"group\" tabindex=\"0\"></svg>";
        let picture = plot.map_or(empty.to_string(), |plot| plot.svg(false));
        write!(
            out,
            "<section class=\"whole\"{hidden}><h2>Formula by formula</h2><div class=\"wide\" tabindex=\"0\" role=\"region\" \
             aria-label=\"Formula by formula\" style=\"--w:{width}px\"><figure id=\"chart\">{picture}<figcaption>For each \
             formula the {name} of each solver; hollow marks on the dashed line are unsolved.</figcaption></figure></div>\
             </section>"
        )?;
    }
    writeln!(out, "</div>")
}

fn instances(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let plan = results.plan;
    let now = Measure::Time(results.clock);
    write!(
        out,
        "<section><h2>All formulas</h2><p class=\"faint\">Numbers are {}{}{}; a word stands where there is no answer. \
         ★ {}. ✗ an error. ✓ confirmed: a model or a proof was checked. {BY_WORD} {BY_WORD_MEANS}. Grey: out of the ranking. A click on a run, or Enter, shows its log.</p>\
         <div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"All formulas\">",
        chosen("name", now.name()),
        chosen("units", now.in_units()),
        if plan.runs > 1 { format!(", the median of {} runs", plan.runs) } else { String::new() },
        chosen("star", now.star()),
    )?;
    let mut columns: Vec<(String, &str)> =
        vec![("formula".into(), ""), ("variables".into(), ""), ("clauses".into(), ""), ("verdict".into(), "")];
    columns.extend(plan.solvers.iter().map(|at| (at.label.clone(), "")));
    head(out, "instances", "All formulas", &columns)?;
    for (index, (instance, line)) in plan.instances.iter().zip(&results.cells).enumerate() {
        let unsolved = line.iter().filter(|cell| cell.time.is_none()).count();
        let wrong = line.iter().any(|cell| cell.word.is_some_and(Word::is_fault));
        let verdict = verdict(results, index);
        let (sat, unsat) = (verdict.starts_with("sat"), verdict.starts_with("unsat"));
        let classes = [
            ("open", unsolved > 0),
            ("some", unsolved > 0 && unsolved < line.len()),
            ("none", unsolved == line.len()),
            ("every", unsolved == 0),
            ("wrong", wrong),
            ("sat", sat),
            ("unsat", unsat),
        ];
        let classes: Vec<&str> = classes.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        let name = escape(&instance.name);
        write!(out, "<tr class=\"{}\">", classes.join(" "))?;
        // On a phone the columns of the formula are not shown, but its name says the same.
        let (variables, clauses) = (instance.variables, instance.clauses);
        let tip = format!("{name}: {}, {}, {verdict}", many(variables, "variable"), many(clauses, "clause"));
        write!(out, "<th scope=\"row\" data-tip=\"{tip}\">{name}</th>")?;
        let basis = results.opinions[index].verdict_basis();
        let why = basis.map_or(String::new(), |basis| format!(" data-tip=\"{}\"", escape(basis.means())));
        write!(out, "<td>{variables}</td><td>{clauses}</td><td class=\"word\"{why}>{verdict}</td>")?;
        let fastest = results.fastest(index);
        for (solver, cell) in line.iter().enumerate() {
            self::cell(out, cell, fastest == Some(solver), results.scores[solver].is_out())?;
        }
        writeln!(out, "</tr>")?;
    }
    write!(
        out,
        "</tbody></table></div><div id=\"sums\" hidden><h3>Of those shown</h3><p class=\"faint\">The sum and what follows \
         it are of the formulas that the solver has solved, each by the median of its runs; in PAR-2 an unsolved one \
         counts twice the limit.</p>\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Of those shown\">"
    )?;
    let columns = ["solver", "solved", "sum", "mean", "median", "min", "max", "std. dev.", "PAR-2"];
    head(out, "statistics", "Of those shown", &columns.map(|name| (name.into(), "")))?;
    writeln!(out, "</tbody></table></div></div></section>")
}

/// The verdict on a formula.
fn verdict(results: &Results<'_>, instance: usize) -> &'static str {
    let opinion = &results.opinions[instance];
    match opinion.unsat {
        _ if opinion.evidence.model => "sat ✓",
        _ if opinion.evidence.disputed => "disputed",
        Some(Basis::Word) => "unsat?",
        Some(Basis::Proof) => "unsat ✓",
        Some(_) => "unsat",
        None => "open",
    }
}

fn cell(out: &mut String, cell: &Cell, fastest: bool, is_out: bool) -> std::fmt::Result {
    let Some(word) = cell.word else { return write!(out, "<td class=\"word\">-</td>") };
    let mut tip = word.text().to_string();
    if let Some((least, most)) = cell.span {
        let times = if cell.solved.1 > 1 {
            format!("{} to {} s", seconds(least), seconds(most))
        } else {
            format!("{} s", seconds(least))
        };
        let _ = write!(tip, ", {times}, {} MB", megabytes(cell.peak));
    }
    if cell.solved.1 > 1 {
        let _ = write!(tip, ", solved in {} of {} runs", cell.solved.0, cell.solved.1);
    }
    for note in &cell.notes {
        let _ = write!(tip, "; {note}");
    }
    let class = match cell.time {
        _ if word.is_fault() || word == Word::Disputed => "fault",
        _ if is_out => "out",
        Some(_) if fastest => "best",
        Some(_) => "",
        None => "word",
    };
    if let Some(basis) = cell.basis.filter(|_| word == Word::Unsat) {
        tip = tip.replacen("unsat", &format!("unsat ({})", basis.means()), 1);
    }
    let mark = match cell.basis {
        Some(Basis::Word) => BY_WORD,
        Some(Basis::Proof) if word == Word::Unsat => " ✓",
        _ => "",
    };
    let text = cell.time.map_or_else(|| word.text().to_string(), |time| format!("<span>{}</span>", seconds(time)));
    let value = cell.time.map_or(String::new(), |time| time.to_string());
    write!(out, "<td class=\"{class}\" data-v=\"{value}\" data-tip=\"{}\">{text}{mark}</td>", escape(&tip))
}

fn left_out(out: &mut String, files: &[String]) -> std::fmt::Result {
    if files.is_empty() {
        return Ok(());
    }
    let many = if files.len() == 1 { "One file is".to_string() } else { format!("{} files are", files.len()) };
    write!(
        out,
        "<section><h2>Left out</h2><details><summary>{many} left out, since they cannot be read</summary><ul>"
    )?;
    for refusal in files {
        write!(out, "<li><code>{}</code></li>", escape(refusal))?;
    }
    writeln!(out, "</ul></details></section>")
}

fn conditions(out: &mut String, results: &Results<'_>) -> std::fmt::Result {
    let plan = results.plan;
    write!(out, "<section><h2>How it was run</h2><dl>")?;
    let machine = &plan.machine;
    let facts = [
        ("Machine", format!("{}, {} cores, {} MB", machine.cpu, machine.cores, machine.memory / 1_000_000)),
        ("System", machine.system.clone()),
        ("Program", format!("cnfcompare {}", env!("CARGO_PKG_VERSION"))),
        (
            "Limits of a run",
            format!(
                "{} s of CPU, {} s by the clock, {} MB of memory, {} MB of output",
                plan.caps.cpu,
                plan.caps.wall,
                plan.caps.memory / 1_000_000,
                plan.caps.output / 1_000_000
            ),
        ),
        (
            "Runs",
            format!(
                "{} of each solver over each formula, seeds from {}; {} at a time{}; the solvers in a random order on each formula",
                plan.runs,
                plan.seed,
                plan.jobs,
                if plan.pin { ", each on a core of its own" } else { "" }
            ),
        ),
        (
            "Checks",
            format!("every model{}", if plan.check_proofs { ", and the proofs of those that write any" } else { "" }),
        ),
        ("Measured", "CPU time and memory by the operating system (getrusage), children included".to_string()),
    ];
    for (name, text) in facts {
        write!(out, "<dt>{name}</dt><dd>{}</dd>", escape(&text))?;
    }
    let command: Vec<String> = plan.command.iter().map(|word| escape(&quoted(word))).collect();
    write!(out, "<dt>Command</dt><dd><code>{}</code></dd>", command.join(" "))?;
    for solver in &plan.solvers {
        let version = if solver.version.is_empty() { String::new() } else { format!(" ({})", escape(&solver.version)) };
        write!(out, "<dt>{}{version}</dt><dd><code>{}</code></dd>", escape(&solver.label), escape(&solver.shown()))?;
    }
    writeln!(out, "</dl></section>")
}

/// A word as it is typed in a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::Clock;
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn a_star_marks_the_fastest_alone() {
        let plan = plan(&["a", "b"], &["tie", "race"], 1);
        let records = [
            record("a", "tie", 0, 0.0004),
            record("b", "tie", 0, 0.0009),
            record("a", "race", 0, 1.0),
            record("b", "race", 0, 2.0),
        ];
        let page = render(&Results::new(&plan, &records, Clock::Cpu));
        assert_eq!(page.matches("<td class=\"best\"").count(), 1);
    }

    #[test]
    fn names_cannot_break_the_page() {
        let evil = "</script><script>alert(1)</script>";
        let mut plan = plan(&["a", evil], &["x", "<img src=x onerror=alert(2)>"], 1);
        plan.left_out = vec![format!("bad/{evil}.cnf:1:1: expected a clause")];
        let records = [record("a", "x", 0, 1.0), record(evil, "x", 0, 2.0)];
        let page = render(&Results::new(&plan, &records, Clock::Cpu));
        assert_eq!(page.matches("<script").count(), 2, "the data and the script");
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("<img"));
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
        );
        assert!(!page.contains("https://"));
        assert!(page.contains("2 of 4 runs so far"));
    }
}
