//! Drawing: the US as a coloured map, any other graph as a circle of vertices.

use super::{color_name, usa};
use crate::encode::coloring::Graph;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Colours that people with any kind of colour blindness tell apart (Okabe, Ito 2008), as report 002 names the first
/// four: red, green, blue, yellow.
const PALETTE: [&str; 8] = ["#d55e00", "#009e73", "#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#999999"];

/// The colour of a colour.
pub(crate) fn fill(color: usize) -> String {
    // Beyond the palette: hues by the golden angle.
    PALETTE.get(color).map_or_else(|| format!("hsl({} 60% 65%)", color * 137 % 360), |fill| (*fill).to_string())
}

/// Whether the graph is drawn as the map of the US: every vertex is a state's code or name.
pub fn is_usa(graph: &Graph) -> bool {
    !graph.is_empty()
        && graph.names().iter().all(|name| usa::shapes().any(|shape| shape.code == name || shape.name == name))
}

/// The picture; without a colouring, everything is white.
pub fn svg(graph: &Graph, coloring: Option<&[usize]>, colors: usize) -> String {
    if is_usa(graph) { map(graph, coloring, colors) } else { circle(graph, coloring, colors) }
}

fn legend(svg: &mut String, coloring: Option<&[usize]>, colors: usize, x: usize, y: usize, step: usize) {
    for color in (0..colors).filter(|color| coloring.is_some_and(|coloring| coloring.contains(color))).take(24) {
        let (top, side, text) = (y + color * step, step * 2 / 3, x + step);
        let base = top + side - side / 5;
        let (fill, name) = (fill(color), color_name(color, colors));
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"#000\"/>\
             <text x=\"{text}\" y=\"{base}\" font-size=\"{side}\">{name}</text>"
        );
    }
}

fn map(graph: &Graph, coloring: Option<&[usize]>, colors: usize) -> String {
    let (width, height) = usa::SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"975\" height=\"610\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut labels = String::new();
    for shape in usa::shapes() {
        let vertex = graph.names().iter().position(|name| name == shape.code || name == shape.name);
        let fill = vertex.zip(coloring).map_or("#fff".into(), |(vertex, coloring)| fill(coloring[vertex]));
        let _ = writeln!(
            svg,
            "<path{} d=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"8\" stroke-linejoin=\"round\"><title>{}</title></path>",
            vertex.map_or(String::new(), |vertex| format!(" id=\"fill-{vertex}\"")),
            shape.path,
            shape.name
        );
        let (x, y) = shape.label;
        let _ = writeln!(labels, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 40, shape.code);
    }
    let _ = writeln!(svg, "<g font-size=\"120\" text-anchor=\"middle\" fill=\"#000\">\n{labels}</g>");
    legend(&mut svg, coloring, colors, 8900, 4300, 210);
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
pub(crate) fn places(graph: &Graph) -> Vec<Place> {
    if is_usa(graph) {
        let place = |name: &String| {
            let shape = usa::shapes().find(|shape| name == shape.code || name == shape.name)?;
            let (x, y) = shape.label;
            Some(Place { x: x.into(), y: f64::from(y + 40), unit: 110.0, outline: shape.path.to_string() })
        };
        return graph.names().iter().filter_map(place).collect();
    }
    let circle = |vertex: usize| {
        let ((x, y), r) = (on_circle(graph, vertex), radius(graph));
        let outline =
            format!("M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0z", x - r, d = 2.0 * r);
        Place { x, y: y + 3.5, unit: 10.0, outline }
    };
    (0..graph.len()).map(circle).collect()
}

/// The side of the picture of [`circle`].
const CIRCLE: f64 = 800.0;

fn on_circle(graph: &Graph, vertex: usize) -> (f64, f64) {
    let angle = TAU * vertex as f64 / graph.len().max(1) as f64;
    (CIRCLE / 2.0 + 340.0 * angle.sin(), CIRCLE / 2.0 - 340.0 * angle.cos())
}

fn radius(graph: &Graph) -> f64 {
    (900.0 / graph.len().max(1) as f64).clamp(2.0, 16.0)
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;")
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
