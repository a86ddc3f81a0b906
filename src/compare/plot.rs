//! Plots as SVG, for a page and as files, and as PNG.
//!
//! The drawing is a template and a few numbers. Plotting crates were considered and not used: they write fixed colours and
//! no classes, while these plots follow the reader's light or dark scheme, mark series by shape and dash as well as by
//! colour, and carry a text for each point, which the page shows as a tooltip.

use super::judge::Word;
use super::results::Results;
use super::statistics::FLOOR;
use super::table::seconds;
use crate::command::png::{PngError, render};
use std::fmt::Write;

/// A point of a series.
#[derive(Clone, Debug)]
struct Point {
    x: f64,
    y: f64,
    tip: String,
    /// Drawn hollow: no answer.
    open: bool,
}

/// Points that belong together.
#[derive(Clone, Debug)]
struct Series {
    label: String,
    points: Vec<Point>,
}

/// An axis with its ticks.
#[derive(Clone, Debug)]
struct Axis {
    label: String,
    log: bool,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows, in one sentence.
    pub title: String,
    /// Its width where its texts have their natural size, in pixels.
    pub width: f64,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    lines: bool,
    diagonal: bool,
    limit: Option<f64>,
    slanted: bool,
}

/// The width of a plot, unless its ticks need more.
const WIDTH: f64 = 480.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const INNER: f64 = 270.0;

/// How many colours, marks and dashes there are. No two series are alike before the product of all three is used up.
const COLORS: usize = 7;
const MARKS: usize = 6;
const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "12 4"];

/// The colours on white and on black: dark and light variants of Okabe and Ito's palette for all kinds of colour vision
/// ("Color Universal Design", 2008), with a contrast of at least 3 to their background.
pub const STYLE: &str = "\
.plot{--c0:#0072b2;--c1:#c65300;--c2:#00785a;--c3:#b0488a;--c4:#86690a;--c5:#5a55c0;--c6:#4a4f55;\
--ink:#1b1f24;--faint:#57606a;--rule:#d8dee4;--paper:#fff}\
@media(prefers-color-scheme:dark){.plot{--c0:#5ab6ec;--c1:#f2945a;--c2:#3cc79d;--c3:#e79acb;--c4:#e3c02e;--c5:#aaa8ff;\
--c6:#c9ced4;--ink:#e6e8ea;--faint:#a3abb3;--rule:#343b42;--paper:#14171a}}\
.plot text{font:12px system-ui,sans-serif;fill:var(--ink)}.plot .tick{fill:var(--faint)}\
.plot .rule{stroke:var(--rule);stroke-width:1;fill:none}.plot .axis{stroke:var(--faint);stroke-width:1;fill:none}\
.plot .limit{stroke:var(--faint);stroke-dasharray:4 4;fill:none}\
.plot .line{fill:none;stroke-width:1.8;stroke-linejoin:round}\
.plot .mark{stroke-width:1.4}.plot .open{fill:var(--paper)}.plot .hit{fill:transparent;stroke:none}\
.plot .s0{stroke:var(--c0)}.plot .s1{stroke:var(--c1)}.plot .s2{stroke:var(--c2)}.plot .s3{stroke:var(--c3)}\
.plot .s4{stroke:var(--c4)}.plot .s5{stroke:var(--c5)}.plot .s6{stroke:var(--c6)}\
.plot .f0{fill:var(--c0)}.plot .f1{fill:var(--c1)}.plot .f2{fill:var(--c2)}.plot .f3{fill:var(--c3)}\
.plot .f4{fill:var(--c4)}.plot .f5{fill:var(--c5)}.plot .f6{fill:var(--c6)}";

/// Pixels of a PNG file for each unit of a plot.
const PNG_SCALE: f64 = 2.0;

/// Where a plot is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// A page, which has the styles and shows the texts of the points.
    Page,
    /// A file of its own, which carries the styles.
    File,
    /// A picture on white, with the light colours in place of the variables.
    Paper,
}

/// The styles without variables and without the dark scheme, for programs that know neither.
fn paper_style() -> String {
    let (light, rest) = STYLE.split_once('}').unwrap_or((STYLE, ""));
    let (_, rest) = rest.split_once("}}").unwrap_or(("", rest));
    let colors = light.split([';', '{']).filter_map(|rule| rule.split_once(':'));
    colors.fold(rest.to_string(), |style, (name, color)| style.replace(&format!("var({name})"), color))
}

/// Text escaped for XML and HTML, in attributes too.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML cannot express these.
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A time as the label of a tick.
fn tick(time: f64) -> String {
    if time < 0.0995 {
        format!("{} ms", (time * 1e6).round() / 1e3)
    } else {
        format!("{} s", (time * 1e3).round() / 1e3)
    }
}

/// An axis of times, logarithmic: from the decade of the least to the limit.
fn time_axis(label: &str, times: impl Iterator<Item = f64>, limit: f64) -> Axis {
    let least = times.fold(limit / 10.0, f64::min).max(FLOOR);
    let low = libm::pow(10.0, libm::log10(least).floor());
    let high = limit * 1.25;
    let ticks = (-6..7).map(|power| 10f64.powi(power)).filter(|&at| at >= low && at <= high * 1.001);
    Axis { label: label.into(), log: true, low, high, ticks: ticks.map(|at| (at, tick(at))).collect() }
}

/// The cactus plot: for each solver the sorted times of what it has solved, so a point shows how many formulas it solves
/// within a limit. The lower and the further right, the better.
pub fn cactus(results: &Results<'_>) -> Plot {
    let solved = |solver: usize| {
        let line = results.plan.instances.iter().zip(&results.cells);
        let mut all: Vec<(f64, &str)> =
            line.filter_map(|(at, cells)| Some((cells[solver].time?, at.name.as_str()))).collect();
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        all
    };
    let series: Vec<Series> = results
        .plan
        .solvers
        .iter()
        .enumerate()
        .map(|(at, solver)| {
            let point = |(index, (time, name)): (usize, (f64, &str))| Point {
                x: index as f64 + 1.0,
                y: time.max(FLOOR),
                tip: format!("{}: {} solved within {} s (the last: {name})", solver.label, index + 1, seconds(time)),
                open: false,
            };
            Series { label: solver.label.clone(), points: solved(at).into_iter().enumerate().map(point).collect() }
        })
        .collect();
    let most = series.iter().map(|series| series.points.len()).max().unwrap_or(0).max(1);
    let step = nice_step(most);
    let ticks = (0..=most).step_by(step).map(|at| (at as f64, at.to_string()));
    Plot {
        title: "Cactus plot: formulas solved within a time; lower and further right is better".into(),
        width: WIDTH,
        x: Axis {
            label: "formulas solved".into(),
            log: false,
            low: 0.0,
            high: most as f64 + 0.5,
            ticks: ticks.collect(),
        },
        y: time_axis(clock(results), times(&series), results.limit()),
        series,
        lines: true,
        diagonal: false,
        limit: Some(results.limit()),
        slanted: false,
    }
}

/// The times over the instances in their order, as the gem hunter report draws them. Hollow marks on the limit are unsolved.
pub fn chart(results: &Results<'_>) -> Plot {
    let limit = results.limit();
    let solvers = results.plan.solvers.len() as f64;
    // The marks of a formula stand side by side, so that none covers another.
    let beside = |at: usize| (at as f64 - (solvers - 1.0) / 2.0) * (0.7 / solvers).min(0.16);
    let series: Vec<Series> = results
        .plan
        .solvers
        .iter()
        .enumerate()
        .map(|(at, solver)| {
            let point = |(index, cells): (usize, &Vec<super::results::Cell>)| {
                let cell = &cells[at];
                let name = &results.plan.instances[index].name;
                let word = cell.word?.text();
                let result = cell.time.map_or_else(|| word.to_string(), |time| format!("{} s, {word}", seconds(time)));
                let (x, y) = (index as f64 + 1.0 + beside(at), cell.time.unwrap_or(limit).max(FLOOR));
                Some(Point { x, y, tip: format!("{} on {name}: {result}", solver.label), open: cell.time.is_none() })
            };
            let points = results.cells.iter().enumerate().filter_map(point).collect();
            Series { label: solver.label.clone(), points }
        })
        .collect();
    let instances = &results.plan.instances;
    let every = nice_step(instances.len().div_ceil(2));
    let named = instances.iter().enumerate().step_by(if instances.len() <= 30 { 1 } else { every });
    let ticks = named.map(|(index, at)| (index as f64 + 1.0, shortened(&at.name)));
    Plot {
        title: "Time of each solver on each formula; hollow marks on the dashed line are unsolved".into(),
        width: (LEFT + RIGHT + 34.0 * instances.len() as f64).clamp(WIDTH, 2.4 * WIDTH),
        x: Axis {
            label: String::new(),
            log: false,
            low: 0.5,
            high: instances.len() as f64 + 0.5,
            ticks: ticks.collect(),
        },
        y: time_axis(clock(results), times(&series), limit),
        series,
        // A line would join formulas that have nothing to do with each other.
        lines: false,
        diagonal: false,
        limit: Some(limit),
        slanted: true,
    }
}

/// Two solvers against each other: each formula is a point.
pub fn scatter(results: &Results<'_>, a: usize, b: usize) -> Plot {
    let limit = results.limit();
    let labels = [a, b].map(|solver| results.plan.solvers[solver].label.as_str());
    let mut groups: [Series; 3] = ["satisfiable", "unsatisfiable", "unsolved by one"]
        .map(|label| Series { label: label.into(), points: Vec::new() });
    for (instance, cells) in results.plan.instances.iter().zip(&results.cells) {
        let times = [cells[a].time, cells[b].time];
        if times == [None, None] {
            continue;
        }
        let results = [a, b].map(|solver| match (cells[solver].time, cells[solver].word) {
            (Some(time), _) => format!("{} s", seconds(time)),
            (None, word) => word.map_or("-", Word::text).to_string(),
        });
        let sat = [a, b].iter().any(|&solver| cells[solver].word == Some(Word::Sat));
        let open = times.contains(&None);
        let [x, y] = times.map(|time| time.unwrap_or(limit).max(FLOOR));
        let tip = format!("{}: {} {}, {} {}", instance.name, labels[0], results[0], labels[1], results[1]);
        groups[if open { 2 } else { usize::from(!sat) }].points.push(Point { x, y, tip, open });
    }
    let all = groups.iter().flat_map(|series| &series.points).flat_map(|point| [point.x, point.y]);
    let axis = time_axis("", all, limit);
    let unit = clock(results);
    Plot {
        title: format!("{} against {}: below the diagonal {} is faster", labels[0], labels[1], labels[1]),
        width: WIDTH,
        x: Axis { label: format!("{}, {unit}", labels[0]), ..axis.clone() },
        y: Axis { label: format!("{}, {unit}", labels[1]), ..axis },
        series: groups.into_iter().filter(|series| !series.points.is_empty()).collect(),
        lines: false,
        diagonal: true,
        limit: Some(limit),
        slanted: false,
    }
}

fn times(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    series.iter().flat_map(|series| &series.points).map(|point| point.y)
}

/// The label of the time axis.
pub fn clock(results: &Results<'_>) -> &'static str {
    match results.clock {
        super::results::Clock::Cpu => "CPU time",
        super::results::Clock::Wall => "time by the clock",
    }
}

/// A step of 1, 2 or 5 times a power of ten, with at most about eight ticks.
fn nice_step(most: usize) -> usize {
    let mut power = 1;
    loop {
        if let Some(step) = [1, 2, 5].into_iter().map(|digit| digit * power).find(|step| most / step <= 8) {
            return step;
        }
        power *= 10;
    }
}

/// The end of a long name, which differs most.
fn shortened(name: &str) -> String {
    const MOST: usize = 18;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MOST {
        name.to_string()
    } else {
        format!("…{}", letters[letters.len() - MOST + 1..].iter().collect::<String>())
    }
}

impl Axis {
    /// Where a value lies, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        if self.log {
            libm::log(value / self.low) / libm::log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }
}

/// A mark around a point: circle, square, triangle, diamond, triangle down, hexagon.
fn mark(kind: usize, x: f64, y: f64) -> String {
    const SHAPES: [&[(f64, f64)]; MARKS] = [
        &[],
        &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
        &[(0.0, -4.6), (4.2, 3.2), (-4.2, 3.2)],
        &[(0.0, -4.9), (4.9, 0.0), (0.0, 4.9), (-4.9, 0.0)],
        &[(0.0, 4.6), (4.2, -3.2), (-4.2, -3.2)],
        &[(-4.2, 0.0), (-2.1, -3.7), (2.1, -3.7), (4.2, 0.0), (2.1, 3.7), (-2.1, 3.7)],
    ];
    if kind == 0 {
        return format!("M{:.1} {y:.1}a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0 -7.4 0", x - 3.7);
    }
    let corners: Vec<String> = SHAPES[kind].iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
    format!("M{}z", corners.join("L"))
}

impl Plot {
    /// The plot as an SVG element; a file of its own carries its styles.
    pub fn svg(&self, alone: bool) -> String {
        self.drawn(if alone { Look::File } else { Look::Page })
    }

    /// The plot as the bytes of a PNG file.
    ///
    /// # Errors
    /// When the picture would be too large.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        render(&self.drawn(Look::Paper), PNG_SCALE)
    }

    fn drawn(&self, look: Look) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut text, look);
        text
    }

    fn draw(&self, out: &mut String, look: Look) -> std::fmt::Result {
        let alone = look != Look::Page;
        let width = self.width;
        let inner = width - LEFT - RIGHT;
        let longest = self.x.ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        // Slanted by 40 degrees, a letter goes 4.5 pixels down.
        let below = if self.slanted { 24.0 + 4.5 * longest as f64 } else { 40.0 };
        let (bottom, right) = (TOP + INNER, LEFT + inner);
        let legend = self.legend(bottom + below);
        let height = legend.last().map_or(bottom + below, |&(_, _, y)| y + 12.0);
        let title = escape(&self.title);
        write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {height:.0}\" ")?;
        if alone {
            let style = if look == Look::Paper { paper_style() } else { STYLE.to_string() };
            write!(
                out,
                "width=\"{width}\" height=\"{height:.0}\" font-size=\"12\" role=\"img\"><title>{title}</title><style>{style}</style>"
            )?;
            if look == Look::File {
                write!(out, "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>")?;
            }
        } else {
            write!(out, "role=\"group\" tabindex=\"0\" aria-label=\"{title}. Arrow keys go through the points.\">")?;
        }
        let px = |x: f64| LEFT + self.x.place(x).clamp(0.0, 1.0) * inner;
        let py = |y: f64| bottom - self.y.place(y).clamp(0.0, 1.0) * INNER;
        for (at, label) in &self.y.ticks {
            let y = py(*at);
            write!(out, "<path class=\"rule\" d=\"M{LEFT} {y:.1}H{right}\"/>")?;
            write!(
                out,
                "<text class=\"tick\" text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{label}</text>",
                LEFT - 6.0,
                y + 4.0
            )?;
        }
        for (at, label) in &self.x.ticks {
            let (x, label) = (px(*at), escape(label));
            write!(out, "<path class=\"rule\" d=\"M{x:.1} {TOP}V{bottom}\"/>")?;
            if self.slanted {
                let y = bottom + 14.0;
                write!(
                    out,
                    "<text class=\"tick\" text-anchor=\"end\" transform=\"translate({:.1} {y}) rotate(-40)\">{label}</text>",
                    x + 4.0
                )?;
            } else {
                write!(
                    out,
                    "<text class=\"tick\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{}\">{label}</text>",
                    bottom + 16.0
                )?;
            }
        }
        write!(out, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>")?;
        if !self.x.label.is_empty() {
            let (x, y) = (LEFT + inner / 2.0, bottom + 33.0);
            write!(out, "<text text-anchor=\"middle\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&self.x.label))?;
        }
        let (x, y) = (11.0, TOP + INNER / 2.0);
        write!(
            out,
            "<text text-anchor=\"middle\" transform=\"translate({x} {y}) rotate(-90)\">{}</text>",
            escape(&self.y.label)
        )?;
        if self.diagonal {
            write!(out, "<path class=\"axis\" d=\"M{LEFT} {bottom}L{right} {TOP}\"/>")?;
        }
        if let Some(limit) = self.limit {
            let y = py(limit);
            write!(out, "<path class=\"limit\" d=\"M{LEFT} {y:.1}H{right}\"/>")?;
            if self.y.ticks.iter().all(|(at, _)| (py(*at) - y).abs() > 12.0) {
                let (x, y, label) = (LEFT - 6.0, y + 4.0, tick(limit));
                write!(out, "<text class=\"tick\" text-anchor=\"end\" x=\"{x}\" y=\"{y:.1}\">{label}</text>")?;
            }
            if self.diagonal {
                write!(out, "<path class=\"limit\" d=\"M{:.1} {TOP}V{bottom}\"/>", px(limit))?;
            }
        }
        for (index, series) in self.series.iter().enumerate() {
            let (color, kind, dash) = (index % COLORS, index % MARKS, DASHES[index % DASHES.len()]);
            if self.lines && series.points.len() > 1 {
                let path: Vec<String> =
                    series.points.iter().map(|point| format!("{:.1} {:.1}", px(point.x), py(point.y))).collect();
                write!(out, "<path class=\"line s{color}\" stroke-dasharray=\"{dash}\" d=\"M{}\"/>", path.join("L"))?;
            }
            // Of marks that would cover each other only some are drawn; every point keeps its tooltip.
            let every = if self.lines { series.points.len().div_ceil(40).max(1) } else { 1 };
            for (number, point) in series.points.iter().enumerate() {
                let (x, y, tip) = (px(point.x), py(point.y), escape(&point.tip));
                let fill = if point.open { "open".to_string() } else { format!("f{color}") };
                if number % every == 0 || number + 1 == series.points.len() || point.open {
                    write!(out, "<path class=\"mark s{color} {fill}\" data-tip=\"{tip}\" d=\"{}\"", mark(kind, x, y))?;
                } else {
                    write!(out, "<circle class=\"hit\" data-tip=\"{tip}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"")?;
                }
                if alone { write!(out, "><title>{tip}</title></path>")? } else { write!(out, "/>")? }
            }
        }
        for (index, (label, x, y)) in legend.iter().enumerate() {
            let (color, kind, dash) = (index % COLORS, index % MARKS, DASHES[index % DASHES.len()]);
            if self.lines {
                write!(out, "<path class=\"line s{color}\" stroke-dasharray=\"{dash}\" d=\"M{x} {y}h30\"/>")?;
            }
            write!(out, "<path class=\"mark s{color} f{color}\" d=\"{}\"/>", mark(kind, x + 15.0, *y))?;
            write!(out, "<text x=\"{}\" y=\"{:.1}\">{}</text>", x + 36.0, y + 4.0, escape(label))?;
        }
        write!(out, "</svg>")
    }

    /// The labels of the series and their places, in lines below the plot.
    fn legend(&self, top: f64) -> Vec<(String, f64, f64)> {
        let (mut x, mut y) = (LEFT, top + 10.0);
        let mut places = Vec::new();
        for series in &self.series {
            let label = shortened(&series.label);
            let width = 36.0 + 7.2 * label.chars().count() as f64 + 14.0;
            if x + width > self.width && x > LEFT {
                (x, y) = (LEFT, y + 20.0);
            }
            places.push((label, x, y));
            x += width;
        }
        places
    }
}

/// All plots, with the names of their files without ending. Each solver is drawn against the first.
pub fn all(results: &Results<'_>) -> Vec<(String, Plot)> {
    let mut all = vec![("cactus".to_string(), cactus(results)), ("times".to_string(), chart(results))];
    for solver in 1..results.plan.solvers.len() {
        let plain = |label: &str| label.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect::<String>();
        let [a, b] = [0, solver].map(|at| plain(&results.plan.solvers[at].label));
        all.push((format!("scatter-{solver}-{a}-{b}"), scatter(results, 0, solver)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::results::Clock;
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn plots_hold_every_point_once() {
        let plan = plan(&["a", "b<i>"], &["x", "y", "z"], 1);
        let mut slow = record("b<i>", "y", 0, 10.0);
        slow.ended = Some(super::super::child::Ended::Cap(super::super::child::Cap::Cpu));
        slow.claim = super::super::judge::Claim::Nothing;
        let records = [record("a", "x", 0, 0.002), record("a", "y", 0, 3.0), record("b<i>", "x", 0, 0.5), slow];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let tips = |plot: &Plot| plot.svg(false).matches("data-tip=").count();
        assert_eq!(tips(&cactus(&results)), 3);
        assert_eq!(tips(&chart(&results)), 4);
        assert_eq!(tips(&scatter(&results, 0, 1)), 2);
        let text = chart(&results).svg(true);
        assert!(text.contains("b&lt;i&gt;") && !text.contains("<i>") && text.contains(" open\""), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"));
        assert_eq!(
            all(&results).iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["cactus", "times", "scatter-1-a-b-i-"]
        );
    }

    #[cfg(feature = "png")]
    #[test]
    fn pictures_show_lines_marks_and_letters() {
        let style = paper_style();
        assert!(
            style.contains(".s0{stroke:#0072b2}") && !style.contains("var(") && !style.contains("@media"),
            "{style}"
        );
        let plan = plan(&["a", "b"], &["x", "y"], 1);
        let records = [record("a", "x", 0, 0.002), record("a", "y", 0, 3.0), record("b", "x", 0, 0.5)];
        let plot = cactus(&Results::new(&plan, &records, Clock::Cpu));
        let picture = resvg::tiny_skia::Pixmap::decode_png(&plot.png().expect("a picture")).expect("PNG");
        assert_eq!(f64::from(picture.width()), WIDTH * PNG_SCALE);
        let count = |color: (u8, u8, u8)| {
            picture.pixels().iter().filter(|at| (at.red(), at.green(), at.blue()) == color).count()
        };
        // Two of the first solver's marks and the line between them; one mark of the second's; and the texts.
        assert!(count((0, 0x72, 0xb2)) > 400, "{}", count((0, 0x72, 0xb2)));
        assert!(count((0xc6, 0x53, 0)) > 60, "{}", count((0xc6, 0x53, 0)));
        assert!(count((0, 0, 0)) > 100, "{}", count((0, 0, 0)));
        assert!(count((255, 255, 255)) * 10 > picture.pixels().len() * 9);
    }

    #[test]
    fn axes_place_their_ends() {
        let axis = time_axis("t", [0.004, 2.0].into_iter(), 60.0);
        assert_eq!((axis.low, axis.high), (0.001, 75.0));
        assert!(axis.place(0.001).abs() < 1e-9 && (axis.place(75.0) - 1.0).abs() < 1e-9);
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["1 ms", "10 ms", "0.1 s", "1 s", "10 s"]);
        assert_eq!([1, 8, 9, 17, 100, 400].map(nice_step), [1, 1, 2, 2, 20, 50]);
    }
}
