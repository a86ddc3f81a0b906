//! Drawing: the US as a coloured map, any other graph as a circle of vertices.

use super::{color_name, usa};
use crate::encode::coloring::Graph;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Colours that people with any kind of colour blindness tell apart (Okabe, Ito 2008), as report 002 names the first
/// four: red, green, blue, yellow.
const PALETTE: [&str; 8] = ["#d55e00", "#009e73", "#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#999999"];

fn fill(color: usize) -> String {
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
            "<path d=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"8\" stroke-linejoin=\"round\"><title>{}</title></path>",
            shape.path, shape.name
        );
        let (x, y) = shape.label;
        let _ = writeln!(labels, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 40, shape.code);
    }
    let _ = writeln!(svg, "<g font-size=\"120\" text-anchor=\"middle\" fill=\"#000\">\n{labels}</g>");
    legend(&mut svg, coloring, colors, 8900, 4300, 210);
    svg.push_str("</svg>\n");
    svg
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;")
}

fn circle(graph: &Graph, coloring: Option<&[usize]>, colors: usize) -> String {
    let size = 800.0;
    let place = |vertex: usize| {
        let angle = TAU * vertex as f64 / graph.len().max(1) as f64;
        (size / 2.0 + 340.0 * angle.sin(), size / 2.0 - 340.0 * angle.cos())
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n<path d=\""
    );
    for (a, b) in graph.edges() {
        let ((x, y), (to_x, to_y)) = (place(a), place(b));
        let _ = write!(svg, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
    }
    svg.push_str("\" stroke=\"#888\" stroke-width=\"0.5\" fill=\"none\"/>\n");
    let radius = (900.0 / graph.len().max(1) as f64).clamp(2.0, 16.0);
    for (vertex, name) in graph.names().iter().enumerate() {
        let (x, y) = place(vertex);
        let fill = coloring.map_or("#fff".into(), |coloring| fill(coloring[vertex]));
        let name = escaped(name);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#000\"><title>{name}</title></circle>"
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
