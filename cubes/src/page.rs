//! The page of a run: one file that a browser opens from the run directory, and that reloads itself.

use crate::Trouble;
use crate::directory::Directory;
use crate::progress::{Summary, Worker, duration, mebibytes};
use gemsat::command::output::write_whole;
use gemsat::util::escape::xml as escaped;
use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#5b6570;--paper:#fbfbf9;--line:#d7dbe0;--bar:#2f6f8f;--rest:#e4e8ec}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--dim:#9aa4ae;--paper:#15181b;--line:#343a40;--bar:#6fb3d2;--rest:#2a2f34}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.3rem;overflow-wrap:anywhere}h2{font-size:1rem;margin-top:2rem}.dim{color:var(--dim)}\
.bar{height:1rem;background:var(--rest);border-radius:.2rem}.bar div{height:100%;background:var(--bar);border-radius:.2rem}\
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem;margin:1.5rem 0}dt{color:var(--dim);font-size:.85rem}\
dd{margin:0;font-size:1.25rem;font-variant-numeric:tabular-nums}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\
.wide{overflow-x:auto}th,td{text-align:right;padding:.25rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap}\
th:first-child,td:first-child{text-align:left}th{color:var(--dim);font-weight:normal}";

/// Writes `status.html` into the run directory.
///
/// # Errors
/// When it cannot be written.
pub fn write(directory: &Directory, summary: &Summary) -> Result<(), Trouble> {
    let path = directory.file("status.html");
    write_whole(&path, |out| out.write_all(html(summary).as_bytes())).map_err(|error| Trouble::file(&path, error))
}

/// The page.
pub fn html(summary: &Summary) -> String {
    let percent = 100.0 * summary.closed as f64 / summary.cubes.max(1) as f64;
    let verdict = summary.verdict.as_deref();
    let refresh = if verdict.is_some() { "" } else { "<meta http-equiv=\"refresh\" content=\"5\">" };
    let alive: Vec<&Worker> = summary.workers.iter().filter(|worker| worker.is_alive()).collect();
    let figures = [
        ("Closed", format!("{} of {}", summary.closed, summary.cubes)),
        ("Open", summary.open.to_string()),
        ("Split again", summary.split.to_string()),
        ("Rate", format!("{:.2} a second", summary.rate)),
        ("Left at this rate", summary.left.map_or("-".into(), duration)),
        ("Conflicts", summary.conflicts.to_string()),
        ("Solving", duration(summary.busy as f64 / 1000.0)),
        ("Workers", format!("{} of {}", alive.len(), summary.workers.len())),
    ];
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{refresh}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{percent:.1} % - {name}</title><style>{STYLE}</style></head><body>\n\
         <h1>{name}: {state}</h1>\n<p class=\"dim\">SHA-256 {hash}</p>\n\
         <div class=\"bar\" role=\"progressbar\" aria-label=\"cubes closed\" aria-valuemin=\"0\" aria-valuemax=\"100\" aria-valuenow=\"{percent:.1}\"><div style=\"width:{percent:.2}%\"></div></div>\n<dl>",
        name = escaped(&summary.name),
        state = summary.state(),
        hash = escaped(&summary.formula),
    );
    for (name, value) in figures {
        let _ = write!(page, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    page.push_str("</dl>\n<h2>Time of a cube</h2>\n");
    page.push_str(&histogram(&summary.times));
    page.push_str("<h2>Workers</h2>\n<div class=\"wide\"><table><tr><th>Worker</th><th>Cube</th><th>Refuted</th><th>Split</th><th>Conflicts</th><th>Solving</th><th>Memory</th></tr>\n");
    for worker in &summary.workers {
        let cube = match (&worker.cube, worker.is_alive()) {
            (_, false) => "silent".to_owned(),
            (Some(cube), true) => cube.to_string(),
            (None, true) => "idle".to_owned(),
        };
        let share = 100.0 * worker.busy as f64 / worker.lifetime.max(1) as f64;
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{cube}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.0} %</td><td>{}</td></tr>",
            escaped(&worker.name),
            worker.refuted,
            worker.split,
            worker.conflicts,
            share.min(100.0),
            mebibytes(worker.memory)
        );
    }
    page.push_str("</table></div>\n</body></html>\n");
    page
}

/// How many cubes took how long, as bars.
fn histogram(times: &[u64; 10]) -> String {
    const LIMITS: [&str; 10] = ["1 ms", "4 ms", "16 ms", "64 ms", "0.3 s", "1 s", "4 s", "16 s", "66 s", "longer"];
    let most = times.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = String::from(
        "<svg viewBox=\"0 0 600 150\" width=\"100%\" role=\"img\" aria-label=\"results by time\" font-size=\"11\" fill=\"currentColor\">",
    );
    for (index, &count) in times.iter().enumerate() {
        let (x, height) = (index * 60, 100.0 * count as f64 / most as f64);
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"48\" height=\"{height:.1}\" fill=\"var(--bar)\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"middle\">{count}</text><text x=\"{}\" y=\"142\" text-anchor=\"middle\">{}</text>",
            x + 6,
            125.0 - height,
            x + 30,
            120.0 - height,
            x + 30,
            LIMITS[index]
        );
    }
    svg + "</svg>\n"
}
