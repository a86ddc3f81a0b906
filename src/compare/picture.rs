//! Plots as SVG, for a page and as files.
//!
//! The drawing is a template and a few numbers. Plotting crates were considered and not used: they write fixed colours
//! and no classes, while these plots follow the reader's light or dark scheme, mark series by shape and dash as well as
//! by colour, and carry a text for each point, which the page shows as a tooltip.
//!
//! A file names its colours as attributes, which every program draws; its style sheet has the dark scheme alone,
//! without variables. On a page the style sheet of the page has them all.

use super::plot::{MOST_NAMED, Plot, RATIOS, SLOT, WIDTH, tick};
use crate::util::escape::xml as escape;
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) const LEFT: f64 = 58.0;
pub(super) const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
pub(super) const INNER: f64 = 270.0;
/// Labels of ratios that are closer to the corner would stand in each other's way.
const CLOSE: f64 = 40.0;

/// How many colours, marks and dashes there are. Two series look alike only when there are more than the product of the
/// three numbers.
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
.plot .paper{fill:var(--paper)}.plot .mark{stroke-width:1.4}.plot .open{fill:var(--paper)}.plot .hit{fill:transparent;stroke:none}\
.plot .s0{stroke:var(--c0)}.plot .s1{stroke:var(--c1)}.plot .s2{stroke:var(--c2)}.plot .s3{stroke:var(--c3)}\
.plot .s4{stroke:var(--c4)}.plot .s5{stroke:var(--c5)}.plot .s6{stroke:var(--c6)}\
.plot .f0{fill:var(--c0)}.plot .f1{fill:var(--c1)}.plot .f2{fill:var(--c2)}.plot .f3{fill:var(--c3)}\
.plot .f4{fill:var(--c4)}.plot .f5{fill:var(--c5)}.plot .f6{fill:var(--c6)}";

/// The colours of a scheme by the names of their variables, and the rules that use them.
fn scheme(dark: bool) -> (Vec<(&'static str, &'static str)>, &'static str) {
    let (light, rest) = STYLE.split_once('}').unwrap_or((STYLE, ""));
    let (night, rules) = rest.split_once("}}").unwrap_or((rest, ""));
    let colors = (if dark { night } else { light }).split([';', '{']).filter_map(|rule| rule.split_once(':'));
    (colors.filter(|(name, _)| name.starts_with("--")).collect(), rules)
}

/// The style sheet of a file: the dark scheme, with its colours in place of the variables.
fn dark_style() -> String {
    let (colors, rules) = scheme(true);
    let rules =
        colors.iter().fold(rules.to_string(), |rules, (name, color)| rules.replace(&format!("var({name})"), color));
    format!("@media(prefers-color-scheme:dark){{{rules}}}")
}

/// How things are drawn: a class for the style sheet, and in files the same as attributes, in the light scheme.
struct Paint {
    /// Whether the picture is a file of its own rather than a part of a page.
    alone: bool,
    colors: Vec<(&'static str, &'static str)>,
}

impl Paint {
    fn new(alone: bool) -> Paint {
        Paint { alone, colors: scheme(false).0 }
    }

    /// The attributes of an element: its class, and in a file of its own further ones, in which the name of a variable
    /// stands for its colour.
    fn of(&self, class: &str, attributes: &[(&str, &str)]) -> String {
        let mut text = if class.is_empty() { String::new() } else { format!("class=\"{class}\"") };
        let color = |value: &&str| self.colors.iter().find(|(name, _)| name.strip_prefix("--") == Some(*value));
        for (name, value) in attributes.iter().filter(|_| self.alone) {
            let value = color(value).map_or(*value, |(_, color)| color);
            let _ = write!(text, " {name}=\"{value}\"");
        }
        text
    }

    fn rule(&self) -> String {
        self.of("rule", &[("fill", "none"), ("stroke", "rule")])
    }

    fn axis(&self) -> String {
        self.of("axis", &[("fill", "none"), ("stroke", "faint")])
    }

    fn limit(&self) -> String {
        self.of("limit", &[("fill", "none"), ("stroke", "faint"), ("stroke-dasharray", "4 4")])
    }

    fn tick(&self) -> String {
        self.of("tick", &[("fill", "faint")])
    }

    fn text(&self) -> String {
        self.of("", &[("fill", "ink")])
    }

    fn line(&self, series: usize) -> String {
        let (color, dash) = (series % COLORS, DASHES[series % DASHES.len()]);
        let look = [
            ("fill", "none"),
            ("stroke", &*format!("c{color}")),
            ("stroke-width", "1.8"),
            ("stroke-linejoin", "round"),
        ];
        format!("{} stroke-dasharray=\"{dash}\"", self.of(&format!("line s{color}"), &look))
    }

    fn mark(&self, series: usize, open: bool) -> String {
        let color = series % COLORS;
        let (class, own) = (if open { "open".to_string() } else { format!("f{color}") }, format!("c{color}"));
        let look = [("fill", if open { "paper" } else { &own }), ("stroke", &own), ("stroke-width", "1.4")];
        self.of(&format!("mark s{color} {class}"), &look)
    }

    fn hit(&self) -> String {
        self.of("hit", &[("fill", "paper"), ("fill-opacity", "0")])
    }
}

/// A long name cut to its end, in which names differ most.
pub(super) fn shortened(name: &str) -> String {
    const MOST_CHARS: usize = 18;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MOST_CHARS {
        name.to_string()
    } else {
        format!("…{}", letters[letters.len() - MOST_CHARS + 1..].iter().collect::<String>())
    }
}

/// The marks by their corners; the first is a circle.
const SHAPES: [&[(f64, f64)]; MARKS] = [
    &[],
    &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
    &[(0.0, -4.6), (4.2, 3.2), (-4.2, 3.2)],
    &[(0.0, -4.9), (4.9, 0.0), (0.0, 4.9), (-4.9, 0.0)],
    &[(0.0, 4.6), (4.2, -3.2), (-4.2, -3.2)],
    &[(-4.2, 0.0), (-2.1, -3.7), (2.1, -3.7), (4.2, 0.0), (2.1, 3.7), (-2.1, 3.7)],
];

/// What the script of a page needs to draw plots that look like these.
pub(super) fn look() -> Value {
    json!({
        "left": LEFT, "right": RIGHT, "top": TOP, "inner": INNER, "width": WIDTH, "colors": COLORS,
        "shapes": SHAPES, "dashes": DASHES, "ratios": RATIOS, "close": CLOSE, "slot": SLOT, "named": MOST_NAMED,
    })
}

/// A mark around a point: circle, square, triangle, diamond, triangle down, hexagon.
fn mark(kind: usize, x: f64, y: f64) -> String {
    if kind == 0 {
        return format!("M{:.1} {y:.1}a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0 -7.4 0", x - 3.7);
    }
    let corners: Vec<String> = SHAPES[kind].iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
    format!("M{}z", corners.join("L"))
}

impl Plot {
    /// The plot as an SVG element; a file of its own carries its styles.
    pub fn svg(&self, alone: bool) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut text, alone);
        text
    }

    fn draw(&self, out: &mut String, alone: bool) -> std::fmt::Result {
        let paint = Paint::new(alone);
        let (text, faint, rule) = (paint.text(), paint.tick(), paint.rule());
        let (axis, dashed) = (paint.axis(), paint.limit());
        let width = self.width;
        let inner = width - LEFT - RIGHT;
        let longest = self.x.ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        // In labels slanted by 40 degrees, each letter takes 4.5 pixels of height.
        let below = if self.slanted { 24.0 + 4.5 * longest as f64 } else { 40.0 };
        let (bottom, right) = (TOP + self.inner, LEFT + inner);
        let legend = self.legend(bottom + below);
        let height = legend.last().map_or(bottom + below, |&(_, _, y)| y + 12.0);
        let title = escape(&self.title);
        write!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {width} {height:.0}\" ")?;
        if alone {
            write!(
                out,
                "width=\"{width}\" height=\"{height:.0}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" \
                 role=\"img\"><title>{title}</title>"
            )?;
            write!(out, "<style>{}</style>", dark_style())?;
            write!(out, "<rect width=\"100%\" height=\"100%\" {}/>", paint.of("paper", &[("fill", "paper")]))?;
        } else {
            write!(out, "role=\"group\" tabindex=\"0\" aria-label=\"{title}. Arrow keys go through the points.\">")?;
        }
        let px = |x: f64| LEFT + self.x.place(x).clamp(0.0, 1.0) * inner;
        let py = |y: f64| bottom - self.y.place(y).clamp(0.0, 1.0) * self.inner;
        for (at, label) in &self.y.ticks {
            let y = py(*at);
            write!(out, "<path {rule} d=\"M{LEFT} {y:.1}H{right}\"/>")?;
            write!(out, "<text {faint} text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{label}</text>", LEFT - 6.0, y + 4.0)?;
        }
        for (at, label) in &self.x.ticks {
            let (x, label) = (px(*at), escape(label));
            write!(out, "<path {rule} d=\"M{x:.1} {TOP}V{bottom}\"/>")?;
            if self.slanted {
                let y = bottom + 14.0;
                write!(
                    out,
                    "<text {faint} text-anchor=\"end\" transform=\"translate({:.1} {y}) rotate(-40)\">{label}</text>",
                    x + 4.0
                )?;
            } else {
                write!(
                    out,
                    "<text {faint} text-anchor=\"middle\" x=\"{x:.1}\" y=\"{}\">{label}</text>",
                    bottom + 16.0
                )?;
            }
        }
        write!(out, "<path {axis} d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>")?;
        if !self.x.label.is_empty() {
            let (x, y) = (LEFT + inner / 2.0, bottom + 33.0);
            write!(out, "<text {text} text-anchor=\"middle\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&self.x.label))?;
        }
        let (x, y) = (11.0, TOP + self.inner / 2.0);
        write!(
            out,
            "<text {text} text-anchor=\"middle\" transform=\"translate({x} {y}) rotate(-90)\">{}</text>",
            escape(&self.y.label)
        )?;
        if self.diagonal {
            write!(out, "<path {axis} d=\"M{LEFT} {bottom}L{right} {TOP}\"/>")?;
            for times in RATIOS {
                for [(a, b), (c, d)] in self.ratio(times) {
                    let (a, b, c, d) = (px(a), py(b), px(c), py(d));
                    write!(out, "<path {rule} d=\"M{a:.1} {b:.1}L{c:.1} {d:.1}\"/>")?;
                    // At the end of the line, on the side on which it is not; once where both ends are close.
                    let (side, x, y) = if d > TOP { ("end", c - 3.0, d - 4.0) } else { ("start", c + 3.0, d + 11.0) };
                    if d == TOP || d > TOP + CLOSE {
                        write!(out, "<text {faint} text-anchor=\"{side}\" x=\"{x:.1}\" y=\"{y:.1}\">×{times}</text>")?;
                    }
                }
            }
        }
        if let Some(limit) = self.limit {
            let y = py(limit);
            write!(out, "<path {dashed} d=\"M{LEFT} {y:.1}H{right}\"/>")?;
            if self.y.ticks.iter().all(|(at, _)| (py(*at) - y).abs() > 12.0) {
                let (x, y, label) = (LEFT - 6.0, y + 4.0, tick(limit));
                write!(out, "<text {faint} text-anchor=\"end\" x=\"{x}\" y=\"{y:.1}\">{label}</text>")?;
            }
            if self.diagonal {
                write!(out, "<path {dashed} d=\"M{:.1} {TOP}V{bottom}\"/>", px(limit))?;
            }
        }
        for (index, series) in self.series.iter().enumerate() {
            let kind = index % MARKS;
            if self.lines && series.points.len() > 1 {
                let path: Vec<String> =
                    series.points.iter().map(|point| format!("{:.1} {:.1}", px(point.x), py(point.y))).collect();
                write!(out, "<path {} d=\"M{}\"/>", paint.line(index), path.join("L"))?;
            }
            // If marks would cover each other, only some are drawn; every point keeps its tooltip.
            let every = if self.lines { series.points.len().div_ceil(40).max(1) } else { 1 };
            for (number, point) in series.points.iter().enumerate() {
                let (x, y, tip) = (px(point.x), py(point.y), escape(&point.tip));
                let tip = if alone { format!("><title>{tip}</title></") } else { format!(" data-tip=\"{tip}\"></") };
                if number % every == 0 || number + 1 == series.points.len() || point.open {
                    let look = paint.mark(index, point.open);
                    write!(out, "<path {look} d=\"{}\"{tip}path>", mark(kind, x, y))?;
                } else {
                    write!(out, "<circle {} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"{tip}circle>", paint.hit())?;
                }
            }
        }
        for (index, (label, x, y)) in legend.iter().enumerate() {
            if self.lines {
                write!(out, "<path {} d=\"M{x} {y}h30\"/>", paint.line(index))?;
            }
            let (look, lead) = (paint.mark(index, false), self.lead());
            write!(out, "<path {look} d=\"{}\"/>", mark(index % MARKS, x + (lead - 6.0) / 2.0, *y))?;
            write!(out, "<text {text} x=\"{}\" y=\"{:.1}\">{}</text>", x + lead, y + 4.0, escape(label))?;
        }
        write!(out, "</svg>")
    }

    /// How much room a label of the legend has before it, for a mark or a piece of a line.
    fn lead(&self) -> f64 {
        if self.lines { 36.0 } else { 20.0 }
    }

    /// The labels of the series and their places, in lines below the plot.
    fn legend(&self, top: f64) -> Vec<(String, f64, f64)> {
        let (mut x, mut y) = (LEFT, top + 10.0);
        let mut places = Vec::new();
        for series in &self.series {
            let label = shortened(&series.label);
            let width = self.lead() + 7.2 * label.chars().count() as f64 + 14.0;
            if x + width > self.width && x > LEFT {
                (x, y) = (LEFT, y + 20.0);
            }
            places.push((label, x, y));
            x += width;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::super::plot::cactus;
    use super::super::results::tests::{plan, record};
    use super::super::results::{Clock, Results};

    #[test]
    fn files_are_xml_and_name_their_colours() {
        let names: Vec<String> = (0..100).map(|index| format!("f{index}<\u{1b}\u{202e}\u{ffff}&\"'>")).collect();
        let plan = plan(&["a", "b"], &names.iter().map(String::as_str).collect::<Vec<_>>(), 1);
        let records: Vec<_> = names.iter().map(|name| record("a", name, 0, 1.0)).collect();
        let results = Results::new(&plan, &records, Clock::Cpu);
        for (name, plot) in super::super::plot::all(&results) {
            let text = plot.svg(true);
            let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(
                !text.contains("var(") && !text.contains("NaN") && !text.contains(crate::util::escape::acts),
                "{name}"
            );
            for node in document
                .descendants()
                .filter(|node| ["path", "circle", "text", "rect"].contains(&node.tag_name().name()))
            {
                let fill = node.attribute("fill").unwrap_or_else(|| panic!("{name}: {node:?}"));
                assert!(fill == "none" || fill.starts_with('#'), "{name}: {node:?}");
                assert!(node.has_attribute("stroke") || !node.has_tag_name(("http://www.w3.org/2000/svg", "path")));
            }
            roxmltree::Document::parse(&plot.svg(false)).unwrap_or_else(|error| panic!("{name} on a page: {error}"));
        }
        // Each point keeps its tip, although not each is drawn.
        assert_eq!(cactus(&results).svg(true).matches("<title>a: ").count(), 100);
    }
}
