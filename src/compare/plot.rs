//! What the plots of a race show: series of points, axes, titles. They are drawn in [`super::picture`].

use super::judge::Word;
use super::measure::Measure;
use super::picture::{INNER, LEFT, RIGHT, shortened};
use super::results::Results;
use super::statistics::FLOOR;
use super::table::seconds;

/// A point of a series.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
    pub tip: String,
    /// Drawn hollow: no answer.
    pub open: bool,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub label: String,
    pub points: Vec<Point>,
}

/// An axis with its ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub label: String,
    log: bool,
    low: f64,
    high: f64,
    pub ticks: Vec<(f64, String)>,
}

/// A plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows, in one sentence.
    pub title: String,
    /// The width, in pixels, at which its texts have their natural size.
    pub width: f64,
    /// The height of the field between the axes, in pixels.
    pub(super) inner: f64,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) series: Vec<Series>,
    pub(super) lines: bool,
    pub(super) diagonal: bool,
    pub(super) limit: Option<f64>,
    pub(super) slanted: bool,
}

/// The width of a plot, unless its ticks need more.
pub(super) const WIDTH: f64 = 480.0;
/// The width of a formula in the chart of all.
pub(super) const SLOT: f64 = 34.0;
/// Up to so many formulas, each has its name under the chart.
pub(super) const MOST_NAMED: usize = 30;

/// A time as the label of a tick.
pub(super) fn tick(time: f64) -> String {
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
    // Between few powers of ten there are marks at 2 and 5 times each.
    let digits: &[f64] = if high < 100.0 * low { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let marks = (-6..7).flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
    let ticks = marks.filter(|&at| at >= low && at <= high * 1.001);
    Axis { label: label.into(), log: true, low, high, ticks: ticks.map(|at| (at, tick(at))).collect() }
}

/// The cactus plot: for each solver the sorted times of what it has solved, so that a point shows how many formulas the
/// solver solves within a time. The lower and the further right, the better.
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
            let out = if results.scores[at].is_out() { " (out)" } else { "" };
            let label = format!("{}{out}", solver.label);
            Series { label, points: solved(at).into_iter().enumerate().map(point).collect() }
        })
        .collect();
    let most = series.iter().map(|series| series.points.len()).max().unwrap_or(0).max(1);
    let step = nice_step(most);
    let ticks = (0..=most).step_by(step).map(|at| (at as f64, at.to_string()));
    Plot {
        title: "Cactus plot: formulas solved within a time; lower and further right is better".into(),
        width: WIDTH,
        // As high as the square in which two solvers are drawn against each other, beside which it stands on the page.
        inner: WIDTH - LEFT - RIGHT,
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

/// The times over the instances in their order, as the gem hunter report draws them. Hollow marks on the limit are
/// unsolved.
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
    let named = instances.iter().enumerate().step_by(if instances.len() <= MOST_NAMED { 1 } else { every });
    let ticks = named.map(|(index, at)| (index as f64 + 1.0, shortened(&at.name)));
    Plot {
        title: "Time of each solver on each formula; hollow marks on the dashed line are unsolved".into(),
        width: (LEFT + RIGHT + SLOT * instances.len() as f64).clamp(WIDTH, 2.4 * WIDTH),
        inner: INNER,
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

/// The ratios of which a plot of two solvers has lines.
pub(super) const RATIOS: [f64; 2] = [2.0, 10.0];

impl Plot {
    /// The two lines on which one time is this many times the other, each by its two ends, with the upper end last;
    /// none on axes that are too short.
    pub(super) fn ratio(&self, times: f64) -> Vec<[(f64, f64); 2]> {
        let (low, high) = (self.x.low, self.x.high);
        if times * low >= high {
            return Vec::new();
        }
        let (least, most) = (times * low, high / times);
        vec![[(low, least), (most, high)], [(least, low), (high, most)]]
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
        title: format!(
            "{} against {}: below the diagonal {} is faster, below the lines under it 2 and 10 times",
            labels[0], labels[1], labels[1]
        ),
        width: WIDTH,
        inner: INNER,
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
fn clock(results: &Results<'_>) -> &'static str {
    Measure::Time(results.clock).name()
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

impl Axis {
    /// Where a value lies, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        if self.log {
            libm::log(value / self.low) / libm::log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        }
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
