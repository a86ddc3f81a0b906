//! Drawing: states and countries as a coloured map, any other graph as a circle of vertices.

use super::color_name;
use super::map::Map;
use crate::puzzle::coloring::Graph;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Colours that remain distinct with any kind of colour blindness (Okabe, Ito 2008), the first
/// four being called: red, green, blue, yellow.
const PALETTE: [&str; 8] = ["#d55e00", "#009e73", "#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#999999"];

/// The colour of a colour.
pub(crate) fn fill(color: usize) -> String {
    // Beyond the palette: hues by the golden angle.
    PALETTE.get(color).map_or_else(|| format!("hsl({} 60% 65%)", color * 137 % 360), |fill| (*fill).to_string())
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

/// The picture: the map where one is given, else a circle of vertices. Without a colouring, everything is white.
pub fn svg(graph: &Graph, coloring: Option<&[usize]>, colors: usize, map: Option<&Map>) -> String {
    match map {
        Some(map) => on_map(graph, coloring, colors, map),
        None => circle(graph, coloring, colors),
    }
}

/// The same colours for a terminal: each vertex on a background of its colour, as many a line as 78 characters hold.
pub fn coloured(graph: &Graph, coloring: &[usize], colors: usize) -> String {
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

fn legend(svg: &mut String, coloring: Option<&[usize]>, colors: usize, x: usize, y: usize, step: usize) {
    let used = (0..colors).filter(|color| coloring.is_some_and(|coloring| coloring.contains(color)));
    for (line, color) in used.take(24).enumerate() {
        let (top, side, text) = (y + line * step, step * 2 / 3, x + step);
        let base = top + side - side / 5;
        let (fill, name) = (fill(color), color_name(color, colors));
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"#000\"/>\
             <text x=\"{text}\" y=\"{base}\" font-size=\"{side}\">{name}</text>"
        );
    }
}

fn on_map(graph: &Graph, coloring: Option<&[usize]>, colors: usize, map: &Map) -> String {
    let (width, height) = map.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\" width=\"{}\" height=\"{:.0}\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{width}\" height=\"{height:.0}\" fill=\"#fff\"/>\n",
        width / 10.0,
        height / 10.0
    );
    let of_vertex = shapes_of(graph, map);
    let mut labels = String::new();
    // Many small countries have small letters.
    let letters = if map.shapes.len() > 80 { 60 } else { 120 };
    for (index, shape) in map.shapes.iter().enumerate() {
        let vertex = of_vertex.iter().position(|&of| of == Some(index));
        let fill = vertex.zip(coloring).map_or("#fff".into(), |(vertex, coloring)| fill(coloring[vertex]));
        let _ = writeln!(
            svg,
            "<path{} d=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"8\" stroke-linejoin=\"round\"><title>{}</title></path>",
            vertex.map_or(String::new(), |vertex| format!(" id=\"fill-{vertex}\"")),
            shape.path,
            escaped(&shape.name)
        );
        // What is not part of the graph (DC, mostly) has no name.
        if vertex.is_none() {
            continue;
        }
        let (x, y) = shape.label;
        let word = if shape.code.chars().all(|c| c.is_ascii_digit()) { &shape.name } else { &shape.code };
        let _ =
            writeln!(labels, "<text x=\"{x:.0}\" y=\"{:.0}\">{}</text>", y + f64::from(letters) / 3.0, escaped(word));
    }
    let _ = writeln!(svg, "<g font-size=\"{letters}\" text-anchor=\"middle\" fill=\"#000\">\n{labels}</g>");
    let used = (0..colors).filter(|color| coloring.is_some_and(|coloring| coloring.contains(color))).count().min(24);
    let top = (height - 300.0 - 210.0 * used as f64).max(0.0) as usize;
    legend(&mut svg, coloring, colors, if map.shapes.len() > 80 { 150 } else { 8900 }, top, 210);
    svg.push_str("</svg>\n");
    svg
}

/// Where a vertex is drawn.
pub(crate) struct Place {
    /// The middle of its name.
    pub x: f64,
    /// The name's base line.
    pub y: f64,
    /// The height of its letters.
    pub unit: f64,
    /// Its outline as an SVG path.
    pub outline: String,
}

/// Where the vertices are drawn by [`svg`].
pub(crate) fn places(graph: &Graph, map: Option<&Map>) -> Vec<Place> {
    if let Some(map) = map {
        let unit = if map.shapes.len() > 80 { 55.0 } else { 110.0 };
        let place = |index: Option<usize>| {
            let shape = map.shapes.get(index?)?;
            let (x, y) = shape.label;
            Some(Place { x, y: y + unit * 0.36, unit, outline: shape.path.clone() })
        };
        return shapes_of(graph, map).into_iter().filter_map(place).collect();
    }
    let circle = |vertex: usize| {
        let ((x, y), r) = (on_circle(graph, vertex), radius(graph));
        let d = 2.0 * r;
        let outline = format!("M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0z", x - r);
        Place { x, y: y + 3.5, unit: 10.0, outline }
    };
    (0..graph.len()).map(circle).collect()
}

/// The side of the picture of [`circle`].
const CIRCLE: f64 = 800.0;

fn on_circle(graph: &Graph, vertex: usize) -> (f64, f64) {
    let angle = TAU * vertex as f64 / graph.len().max(1) as f64;
    (CIRCLE / 2.0 + 340.0 * libm::sin(angle), CIRCLE / 2.0 - 340.0 * libm::cos(angle))
}

fn radius(graph: &Graph) -> f64 {
    (900.0 / graph.len().max(1) as f64).clamp(2.0, 16.0)
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn circle(graph: &Graph, coloring: Option<&[usize]>, colors: usize) -> String {
    let size = CIRCLE;
    let place = |vertex: usize| on_circle(graph, vertex);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n<path d=\""
    );
    for (a, b) in graph.edges() {
        let ((x, y), (to_x, to_y)) = (place(a), place(b));
        let _ = write!(svg, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
    svg.push_str("\" stroke=\"#888\" stroke-width=\"0.5\" fill=\"none\"/>\n");
    let radius = radius(graph);
    for (vertex, name) in graph.names().iter().enumerate() {
        let (x, y) = place(vertex);
        let fill = coloring.map_or("#fff".into(), |coloring| fill(coloring[vertex]));
        let name = escaped(name);
        let _ = writeln!(
            svg,
            "<circle id=\"fill-{vertex}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#000\"><title>{name}</title></circle>"
        );
        if graph.len() <= 80 {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"middle\">{name}</text>",
                y + 3.5
            );
        }
    }
    legend(&mut svg, coloring, colors, 10, 10, 18);
    svg.push_str("</svg>\n");
    svg
}
