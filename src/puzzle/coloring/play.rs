//! A search for colours: each vertex has a variable for each colour. Maps are filled, and the colour's name stands in
//! each place, so that the picture can be read without seeing colours.

use crate::observe::board::{Cell, escaped};
use crate::observe::{Board, Words};
use crate::puzzle::coloring::Graph;
use crate::puzzle::coloring::color_name;
use crate::puzzle::coloring::draw::{Place, fill, fits, places, svg};
use crate::puzzle::coloring::encode::var;
use crate::puzzle::coloring::usa;
use crate::puzzle::marks;
use std::fmt::Write as _;

/// The words: `TX green` and `TX not green`.
pub fn words(graph: &Graph, colors: usize, num_vars: usize) -> Words {
    let word = |name: &str, color: usize| {
        let color = color_name(color, colors);
        [format!("{name} {color}"), format!("{name} not {color}")]
    };
    let own = graph.names().iter().flat_map(|name| (0..colors).map(move |color| word(name, color))).collect();
    marks::words(num_vars, own)
}

/// The board.
pub fn board(graph: &Graph, colors: usize, words: Words) -> Board {
    let map = Some(usa::map()).filter(|map| fits(graph, map));
    let title = match map {
        Some(_) => format!("the US in {colors} colours"),
        None => format!("{} vertices in {colors} colours", graph.len()),
    };
    let mut board = Board { title, svg: svg(graph, None, colors, map.as_ref()), words, cells: Vec::new() };
    let mut marks = String::new();
    let places = places(graph, map.as_ref());
    for (vertex, name) in graph.names().iter().enumerate() {
        let vars = (0..colors).map(|color| var(colors, vertex, color));
        let fills = (0..colors).map(fill).collect();
        board.cells.push(Cell { name: name.clone(), vars: vars.clone().collect(), fills });
        let Some(Place { x, unit, beside, below, outside, outline, .. }) = places.get(vertex) else { continue };
        let class = if *outside { " ink" } else { "" };
        for (color, var) in vars.enumerate() {
            let number = var.to_dimacs();
            let name = escaped(&color_name(color, colors));
            // While a vertex has several possible colours, they are a row of squares below it.
            let (side, color_f) = (0.65 * unit, color as f64);
            let left = if *beside { x + color_f * side } else { x + (color_f - colors as f64 / 2.0) * side };
            let top = below + 0.2 * unit;
            let (anchor, name_x) = if *beside { (" text-anchor=\"start\"", x + 1.8 * unit) } else { ("", *x) };
            let _ = write!(
                marks,
                "<rect class=\"some chip\" id=\"some-{number}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{side:.1}\" \
                 height=\"{side:.1}\" fill=\"{}\" stroke=\"#000\" stroke-width=\"{:.1}\"/>\
                 <text class=\"mark name{class}\" id=\"one-{number}\"{anchor} x=\"{name_x:.1}\" y=\"{below:.1}\" \
                 font-size=\"{:.1}\">{name}</text>",
                fill(color),
                unit * 0.05,
                unit * 0.72
            );
        }
        let _ = writeln!(
            marks,
            "<path id=\"cell-{vertex}\" class=\"halo\" d=\"{outline}\" stroke-width=\"{:.1}\"/>",
            unit * 0.3
        );
    }
    board.draw_over(&marks::group(&marks));
    board
}
