//! Drawing: states and countries as a coloured map, any other graph as vertices and edges, laid out by [`layout`] or,
//! if that is of no use, on a circle.
//!
//! [`layout`]: super::layout

use super::color_name;
use super::layout;
use super::map::{Map, Shape};
use crate::puzzle::coloring::Graph;
use crate::util::escape::xml as escaped;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Colours that remain distinct with any kind of colour blindness (Okabe, Ito 2008), the first
/// four being called: red, green, blue, yellow.
const PALETTE: [&str; 8] = ["#d55e00", "#009e73", "#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#999999"];

/// The colour, as SVG writes it, in which a colour is drawn.
pub(crate) fn fill(color: usize) -> String {
    // Beyond the palette: hues by the golden angle.
    PALETTE.get(color).map_or_else(|| hue(color * 137 % 360), |fill| (*fill).to_string())
}

/// A colour of this hue with a saturation of 60 % and a lightness of 65 %, as every program reads it (CSS Color 3,
/// section 4.2.4).
fn hue(degrees: usize) -> String {
    const WIDTH: f64 = 0.6 * 0.7;
    let part = |turned: usize| {
        let sixth = ((degrees + turned) % 360) as f64 / 60.0;
        let share = (if sixth < 3.0 { sixth - 1.0 } else { 5.0 - sixth }).clamp(0.0, 1.0);
        (255.0 * (0.65 - WIDTH / 2.0 + WIDTH * share)).round() as u8
    };
    // Red is full around 0, green around 120, blue around 240 degrees.
    format!("#{:02x}{:02x}{:02x}", part(180), part(60), part(300))
}

/// The shape of a map that each vertex is, by name or code.
fn shapes_of(graph: &Graph, map: &Map) -> Vec<Option<usize>> {
    let shape = |name: &String| map.shapes.iter().position(|shape| shape.code == *name || shape.name == *name);
    graph.names().iter().map(shape).collect()
}

/// Whether every vertex of the graph lies on the map.
pub fn fits(graph: &Graph, map: &Map) -> bool {
    !graph.is_empty() && shapes_of(graph, map).iter().all(Option::is_some)
}

/// The picture: of the map if one is given, otherwise of vertices and edges. Without a colouring, everything is white.
pub fn svg(graph: &Graph, coloring: Option<&[usize]>, colors: usize, map: Option<&Map>) -> String {
    match map {
        Some(map) => on_map(graph, coloring, colors, map),
        None => as_graph(graph, coloring, colors),
    }
}

/// The vertices for a terminal, each on a background of its colour, as many on a line as fit into 78 characters.
pub fn colored(graph: &Graph, coloring: &[usize], colors: usize) -> String {
    // The palette's nearest among the 256 colours that terminals have.
    const CODES: [u8; 8] = [166, 36, 74, 227, 175, 214, 25, 246];
    let (mut text, mut used) = (String::new(), 0);
    for (name, &color) in graph.names().iter().zip(coloring) {
        let width = name.chars().count() + 3;
        if used > 0 && used + width > 78 {
            text.push('\n');
            used = 0;
        }
        used += width;
        let code = CODES.get(color).copied().unwrap_or(16 + (color * 37 % 216) as u8);
        let _ = write!(text, "\x1b[30;48;5;{code}m {name} \x1b[0m ");
    }
    text.push('\n');
    for color in (0..colors).filter(|color| coloring.contains(color)) {
        let code = CODES.get(color).copied().unwrap_or(16 + (color * 37 % 216) as u8);
        let count = coloring.iter().filter(|&&other| other == color).count();
        let _ = write!(text, "\x1b[30;48;5;{code}m {} \x1b[0m {count}  ", color_name(color, colors));
    }
    text.push('\n');
    text
}

/// The colours that a colouring uses, as many as a legend names.
fn used(coloring: Option<&[usize]>, colors: usize) -> Vec<usize> {
    let has = |&color: &usize| coloring.is_some_and(|coloring| coloring.contains(&color));
    (0..colors).filter(has).take(24).collect()
}

/// A square of a colour, and its name.
fn legend(svg: &mut String, (x, top): (usize, usize), step: usize, color: usize, colors: usize) {
    let (side, text) = (step * 2 / 3, x + step);
    let base = top + side - side / 5;
    let (fill, name) = (fill(color), color_name(color, colors));
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"#000\"/>\
         <text class=\"ink\" x=\"{text}\" y=\"{base}\" font-size=\"{side}\">{name}</text>"
    );
}

/// The height of the letters on a map: many small countries have small ones.
fn letters(map: &Map) -> f64 {
    if map.shapes.len() > 80 { 60.0 } else { 170.0 }
}

/// What is written on a shape.
fn word(shape: &Shape) -> &str {
    if shape.code.chars().all(|c| c.is_ascii_digit()) { &shape.name } else { &shape.code }
}

fn on_map(graph: &Graph, coloring: Option<&[usize]>, colors: usize, map: &Map) -> String {
    let (width, height) = map.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"0 0 {width} {height:.0}\" width=\"{:.0}\" \
         height=\"{:.0}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height:.0}\" fill=\"#fff\"/>\n",
        width / 10.0,
        height / 10.0
    );
    let of_vertex = shapes_of(graph, map);
    for (index, shape) in map.shapes.iter().enumerate() {
        let vertex = of_vertex.iter().position(|&of| of == Some(index));
        let fill = vertex.zip(coloring).map_or("#fff".into(), |(vertex, coloring)| fill(coloring[vertex]));
        let class = if vertex.is_some() && coloring.is_some() { "shape" } else { "shape open" };
        let _ = writeln!(
            svg,
            "<path{} class=\"{class}\" d=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"8\" \
             stroke-linejoin=\"round\"><title>{}</title></path>",
            vertex.map_or(String::new(), |vertex| format!(" id=\"fill-{vertex}\"")),
            shape.path,
            escaped(&shape.name)
        );
    }
    // A shape that is not part of the graph (mostly DC) has no name.
    let (mut names, mut lines) = (String::new(), String::new());
    for (place, shape) in places(graph, Some(map)).into_iter().zip(of_vertex.into_iter().flatten()) {
        let shape = &map.shapes[shape];
        let class = if place.beside { " class=\"ink\" text-anchor=\"start\"" } else { "" };
        let _ =
            writeln!(names, "<text{class} x=\"{:.0}\" y=\"{:.0}\">{}</text>", place.x, place.y, escaped(word(shape)));
        if place.beside {
            let ((x, y), (to_x, to_y)) = (place.edge(shape.label), shape.label);
            let _ = write!(lines, "M{x:.0} {y:.0}L{to_x:.0} {to_y:.0}m-20 0a20 20 0 1 0 40 0a20 20 0 1 0 -40 0");
        }
    }
    let size = letters(map);
    // A style sheet for small screens enlarges names on maps that have room for them.
    let class = if map.shapes.len() > 80 { "" } else { " class=\"names\"" };
    let _ = writeln!(svg, "<g{class} font-size=\"{size}\" text-anchor=\"middle\" fill=\"#000\">");
    if !lines.is_empty() {
        let style = "class=\"leaders\" fill=\"none\" stroke=\"#333\" stroke-width=\"10\"";
        let _ = writeln!(svg, "<path {style} d=\"{lines}\"/>");
    }
    let _ = writeln!(svg, "{names}</g>");
    let used = used(coloring, colors);
    let left = if map.shapes.len() > 80 { 150 } else { width as usize - 850 };
    let top = (height - 300.0 - 210.0 * used.len() as f64).max(0.0) as usize;
    for (line, color) in used.into_iter().enumerate() {
        legend(&mut svg, (left, top + 210 * line), 210, color, colors);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where a vertex is drawn.
pub(crate) struct Place {
    /// The middle of its name, or where the name begins.
    pub x: f64,
    /// The name's base line.
    pub y: f64,
    /// The height of its letters.
    pub unit: f64,
    /// Whether the name stands beside the vertex and begins at `x`.
    pub beside: bool,
    /// The base line of further text about the vertex: beside or below the name, or below the vertex if there is no
    /// room on it.
    pub below: f64,
    /// Whether that base line lies outside of all shapes.
    pub outside: bool,
    /// Its outline as an SVG path.
    pub outline: String,
}

impl Place {
    /// Where the line from a name of two letters to a point begins.
    fn edge(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let gap = 0.2 * self.unit;
        let across = x.clamp(self.x - gap, self.x + 1.5 * self.unit + gap);
        (across, y.clamp(self.y - 0.72 * self.unit - gap, self.y + gap))
    }
}

/// Where the vertices are drawn by [`svg`].
pub(crate) fn places(graph: &Graph, map: Option<&Map>) -> Vec<Place> {
    if let Some(map) = map {
        let unit = letters(map);
        let place = |index: Option<usize>| {
            let shape = map.shapes.get(index?)?;
            let (x, y) = shape.callout.unwrap_or((shape.label.0, shape.label.1 + unit / 3.0));
            let beside = shape.callout.is_some();
            let below = if beside { y } else { y + 0.8 * unit };
            Some(Place { x, y, unit, beside, below, outside: beside, outline: shape.path.clone() })
        };
        return shapes_of(graph, map).into_iter().filter_map(place).collect();
    }
    Sheet::new(graph).places()
}

/// The longer side of the picture of a graph.
const SIDE: f64 = 800.0;

/// The space around it.
const MARGIN: f64 = 30.0;

/// A graph without a map: where its vertices are.
struct Sheet {
    points: Vec<(f64, f64)>,
    size: (f64, f64),
    radius: f64,
    /// The height of the letters of the names.
    letters: f64,
}

impl Sheet {
    fn new(graph: &Graph) -> Sheet {
        let longest = graph.names().iter().map(|name| name.chars().count()).max().unwrap_or(1).max(1) as f64;
        let Some(mut points) = layout::places(graph) else {
            let radius = (900.0 / graph.len().max(1) as f64).clamp(2.0, 16.0);
            let letters = if graph.len() <= 80 { 10.0 } else { 0.0 };
            let point = |vertex: usize| {
                let angle = TAU * vertex as f64 / graph.len().max(1) as f64;
                (SIDE / 2.0 + 340.0 * libm::sin(angle), SIDE / 2.0 - 340.0 * libm::cos(angle))
            };
            return Sheet { points: (0..graph.len()).map(point).collect(), size: (SIDE, SIDE), radius, letters };
        };
        let most = points.iter().fold((0.0, 0.0), |(x, y), point| (f64::max(x, point.0), f64::max(y, point.1)));
        let inner = SIDE - 2.0 * MARGIN;
        let scale = (inner / f64::max(most.0, most.1).max(1e-3)).min(120.0);
        points.iter_mut().for_each(|point| *point = (MARGIN + scale * point.0, MARGIN + scale * point.1));
        let radius = (0.3 * nearest(&points)).clamp(2.0, 24.0).min(MARGIN - 2.0);
        // As large as fits into the circles; no names if they would be too small to be read.
        let letters = (1.9 * radius / (0.62 * longest)).min(0.9 * radius);
        let size = (2.0 * MARGIN + scale * most.0, 2.0 * MARGIN + scale * most.1);
        Sheet { points, size, radius, letters: if letters < 6.0 { 0.0 } else { letters } }
    }

    fn places(&self) -> Vec<Place> {
        let (r, unit) = (self.radius, self.letters);
        let place = |&(x, y): &(f64, f64)| {
            let (d, base) = (2.0 * r, y + 0.35 * unit);
            let outline = format!("M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0z", x - r);
            let unit = unit.clamp(6.0, 14.0);
            let below = y + r + 0.75 * unit;
            Place { x, y: base, unit, beside: false, below, outside: true, outline }
        };
        self.points.iter().map(place).collect()
    }
}

/// The distance to the nearest other vertex that nine of ten vertices exceed.
fn nearest(points: &[(f64, f64)]) -> f64 {
    let far = |a: (f64, f64), b: (f64, f64)| ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
    let mut least: Vec<f64> = (0..points.len())
        .map(|a| (0..points.len()).filter(|&b| b != a).map(|b| far(points[a], points[b])).fold(SIDE, f64::min))
        .collect();
    least.sort_unstable_by(f64::total_cmp);
    least.get(least.len() / 10).copied().unwrap_or(SIDE)
}

fn as_graph(graph: &Graph, coloring: Option<&[usize]>, colors: usize) -> String {
    const STEP: usize = 18;
    const ACROSS: usize = 100;
    let sheet = Sheet::new(graph);
    let used = used(coloring, colors);
    // The legend is in rows below; the picture is wide enough for at least one colour.
    let width = sheet.size.0.max(160.0);
    let a_row = ((width - 20.0) as usize / ACROSS).max(1);
    let height = sheet.size.1 + (used.len().div_ceil(a_row) * STEP) as f64 + if used.is_empty() { 0.0 } else { 8.0 };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawn\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n\
         <path class=\"edges\" stroke=\"#888\" stroke-width=\"{:.1}\" fill=\"none\" d=\"",
        (sheet.radius / 12.0).max(0.5)
    );
    for (a, b) in graph.edges() {
        let ((x, y), (to_x, to_y)) = (sheet.points[a], sheet.points[b]);
        let _ = write!(svg, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
    svg.push_str("\"/>\n");
    let mut names = String::new();
    for (vertex, (name, place)) in graph.names().iter().zip(sheet.places()).enumerate() {
        let (x, y) = sheet.points[vertex];
        let fill = coloring.map_or("#fff".into(), |coloring| fill(coloring[vertex]));
        let class = if coloring.is_some() { "shape" } else { "shape open" };
        let (name, r) = (escaped(name), sheet.radius);
        let _ = writeln!(
            svg,
            "<circle id=\"fill-{vertex}\" class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\" \
             stroke=\"#000\"><title>{name}</title></circle>"
        );
        if sheet.letters > 0.0 {
            let _ = writeln!(names, "<text x=\"{x:.1}\" y=\"{:.1}\">{name}</text>", place.y);
        }
    }
    let size = sheet.letters;
    let _ = writeln!(svg, "<g font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"#000\">\n{names}</g>");
    for (index, color) in used.into_iter().enumerate() {
        let (x, y) = (10 + index % a_row * ACROSS, sheet.size.1 as usize + index / a_row * STEP);
        legend(&mut svg, (x, y), STEP, color, colors);
    }
    svg.push_str("</svg>\n");
    svg
}
