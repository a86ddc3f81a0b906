//! Colouring: the map of the US, random maps, any graph; some places may have a colour already.

use super::{Puzzle, Reason, Spot, Values, View, contradicting, forcing, stopped};
use gemsat::cnf::Lit;
use gemsat::encode::Encoding;
use gemsat::limits::Limits;
use gemsat::observe::Board;
use gemsat::puzzle::coloring::encode::{Style, encode, var};
use gemsat::puzzle::coloring::explain::{contradiction, formula};
use gemsat::puzzle::coloring::generate::generate as made;
use gemsat::puzzle::coloring::usa::{UsaVariant, graph as usa};
use gemsat::puzzle::coloring::{Graph, check, color_by_name, color_name, play, print, read::read as parse};
use gemsat::puzzle::{Reading, Remark};
use gemsat::reason::Incremental;
use gemsat::reason::core::minimal_core;
use std::fmt::Write;

/// The most places of the page.
const MOST: usize = 400;
/// The most colours of the page.
const MOST_COLORS: usize = 8;

/// A graph, a number of colours, and the colours that are chosen.
pub struct Coloring {
    graph: Graph,
    /// Whether it is the map of the US.
    usa: bool,
    colors: usize,
    chosen: Vec<Option<usize>>,
    /// How the text was read.
    remarks: Vec<Remark>,
}

impl Coloring {
    fn new(graph: Graph, usa: bool, colors: usize) -> Result<Coloring, String> {
        if graph.len() > MOST {
            return Err(format!("The page takes up to {MOST} places; the program coloring takes more."));
        }
        let chosen = vec![None; graph.len()];
        Ok(Coloring { graph, usa, colors, chosen, remarks: Vec::new() })
    }

    /// The literal of a vertex's colour.
    fn lit(&self, vertex: usize, color: usize) -> Lit {
        var(self.colors, vertex, color).pos()
    }

    fn name(&self, color: usize) -> String {
        color_name(color, self.colors)
    }

    /// The same with other vertices and edges: those of `kept` in their order, and `more` new ones.
    fn changed(&self, kept: &[usize], more: usize, joined: impl Fn(usize, usize) -> bool) -> Result<Coloring, String> {
        let mut names: Vec<String> = kept.iter().map(|&vertex| self.graph.names()[vertex].clone()).collect();
        for _ in 0..more {
            let free = (0..).map(letters).find(|name| !names.contains(name));
            names.extend(free);
        }
        let mut graph = Graph::new(names);
        for a in 0..graph.len() {
            (0..a).filter(|&b| joined(b, a)).for_each(|b| graph.join(a, b));
        }
        let mut coloring = Coloring::new(graph, false, self.colors)?;
        kept.iter().enumerate().for_each(|(vertex, &old)| coloring.chosen[vertex] = self.chosen[old]);
        Ok(coloring)
    }
}

/// A name for a new place: A to Z, then A1 to Z1 and so on.
fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// A number of colours.
fn number(text: &str) -> Result<usize, String> {
    let colors = text.trim().parse().ok().filter(|colors| (1..=MOST_COLORS).contains(colors));
    colors.ok_or_else(|| format!("1 to {MOST_COLORS} colours are expected"))
}

/// Reads lines `colors 4`, then `usa` or a graph in any form that the library reads, then `choose TX red`.
pub fn read(text: &str) -> Result<Coloring, String> {
    let (mut colors, mut graph, mut chosen) = (4, String::new(), Vec::new());
    for line in text.lines() {
        // Lines of the page's own stay empty ones in the graph, so that remarks and errors count them.
        match line.split_once(' ') {
            Some(("colors", count)) => colors = number(count)?,
            Some(("choose", choice)) => {
                chosen.push(choice.rsplit_once(' ').ok_or("a place and a colour are expected")?)
            }
            _ => graph.push_str(line),
        }
        graph.push('\n');
    }
    let is_usa = graph.trim() == "usa";
    let reading = match is_usa {
        true => Reading::only(usa(UsaVariant::default())),
        false => parse(&graph, Default::default()).map_err(|error| error.to_string())?,
    };
    let mut coloring = Coloring { remarks: reading.remarks, ..Coloring::new(reading.puzzle, is_usa, colors)? };
    for (place, color) in chosen {
        let vertex = coloring.graph.names().iter().position(|name| name == place);
        let vertex = vertex.ok_or_else(|| format!("there is no place '{place}'"))?;
        let color = color_by_name(color).filter(|&color| color < colors);
        coloring.chosen[vertex] = Some(color.ok_or("that is no colour")?);
    }
    Ok(coloring)
}

/// The map of the US in `usa4`, with that many colours; in `own4` the graph of this text, or a new one of three places.
pub fn blank(shape: &str, text: &str) -> Result<Coloring, String> {
    if let Some(colors) = shape.strip_prefix("usa") {
        return Coloring::new(usa(UsaVariant::default()), true, number(colors)?);
    }
    let Some(colors) = shape.strip_prefix("own") else { return generate(shape, 0) };
    let colors = number(colors)?;
    if let Some(known) = read(text).ok().filter(|known| !known.usa && !known.graph.is_empty()) {
        let chosen = known.chosen.into_iter().map(|color| color.filter(|&color| color < colors)).collect();
        return Ok(Coloring { colors, chosen, ..known });
    }
    let mut graph = Graph::new(["A", "B", "C"].map(String::from).to_vec());
    [(0, 1), (1, 2)].into_iter().for_each(|(a, b)| graph.join(a, b));
    Coloring::new(graph, false, colors)
}

/// A random map, `30,4` for 30 places and 4 colours; of the US the map itself.
pub fn generate(shape: &str, seed: u64) -> Result<Coloring, String> {
    let Some((places, colors)) = shape.split_once(',') else { return blank(shape, "") };
    let places = places.parse().ok().filter(|places| (1..=MOST).contains(places));
    let places = places.ok_or_else(|| format!("1 to {MOST} places are expected"))?;
    Coloring::new(made(places, seed), false, number(colors)?)
}

impl Puzzle for Coloring {
    fn text(&self) -> String {
        let mut text = format!("colors {}\n", self.colors);
        if self.usa {
            text.push_str("usa\n");
        } else {
            text.push_str(&print::lists(&self.graph));
        }
        for (vertex, color) in self.chosen.iter().enumerate() {
            if let Some(color) = color {
                let _ = writeln!(text, "choose {} {}", self.graph.names()[vertex], self.name(*color));
            }
        }
        text
    }

    fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    fn keys(&self) -> Vec<(String, String)> {
        let colors = (0..self.colors).map(|color| ((color + 1).to_string(), self.name(color)));
        let own = [("+", "add a neighbour"), ("-", "remove it")].map(|(key, means)| (key.into(), means.into()));
        let own = own.into_iter().filter(|_| !self.usa);
        colors.chain([("Backspace".into(), "open".into())]).chain(own).collect()
    }

    fn view(&self, values: &Values) -> View {
        let board = self.board((self.graph.len() * self.colors) as u32);
        let color = |vertex: usize| self.chosen[vertex].or(values[vertex].map(usize::from));
        let fill = |vertex: usize| {
            let color = color(vertex)?;
            let cell = &board.cells[vertex];
            Some((cell.fills[color].clone(), format!("one-{}", cell.vars[color].to_dimacs())))
        };
        let spot = |vertex: usize| {
            let chosen = if self.chosen[vertex].is_some() { ", chosen" } else { "" };
            let what = color(vertex).map_or("open".to_string(), |color| self.name(color));
            Spot { row: 0, place: None, name: format!("{}: {what}{chosen}", self.graph.names()[vertex]) }
        };
        let vertices = 0..self.graph.len();
        let (spots, fills) = (vertices.clone().map(spot).collect(), vertices.map(fill).collect());
        View { svg: board.svg, spots, fills }
    }

    fn edit(&mut self, cell: usize, key: &str) -> Result<(), String> {
        let count = self.graph.len();
        let next = self.chosen[cell].map_or(0, |color| color + 1);
        let color = match key {
            "+" | "-" if self.usa => return Err("The map of the US stays as it is; choose a graph of your own.".into()),
            "+" => {
                let joined = |a: usize, b: usize| if b == count { a == cell } else { self.graph.joined(a, b) };
                *self = self.changed(&(0..count).collect::<Vec<_>>(), 1, joined)?;
                return Ok(());
            }
            "-" if count == 1 => return Err("The last place stays.".into()),
            "-" => {
                let kept: Vec<usize> = (0..count).filter(|&vertex| vertex != cell).collect();
                *self = self.changed(&kept, 0, |a, b| self.graph.joined(kept[a], kept[b]))?;
                return Ok(());
            }
            "Backspace" | "Delete" | "0" | "." => None,
            " " => Some(next).filter(|&color| color < self.colors),
            key => {
                let color = key.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let most = self.colors;
                Some(color.filter(|&color| color < most).ok_or_else(|| format!("The keys 1 to {most} are colours."))?)
            }
        };
        self.chosen[cell] = color;
        Ok(())
    }

    fn pairing(&self) -> Option<&'static str> {
        (!self.usa).then_some("Join or part")
    }

    fn pair(&mut self, a: usize, b: usize) -> Result<(), String> {
        if self.usa {
            return Err("The map of the US stays as it is; choose a graph of your own.".into());
        }
        let kept: Vec<usize> = (0..self.graph.len()).collect();
        let pair = (a.min(b), a.max(b));
        *self = self.changed(&kept, 0, |x, y| self.graph.joined(x, y) != ((x, y) == pair))?;
        Ok(())
    }

    fn encoding(&self, _local: bool) -> Result<Encoding, String> {
        let mut encoding = encode(&self.graph, self.colors, Style::Textbook, &[], &[]);
        for (vertex, color) in self.chosen.iter().enumerate() {
            if let Some(color) = *color {
                encoding.formula.add_clause([self.lit(vertex, color)]);
            }
        }
        Ok(encoding)
    }

    fn meaning(&self, lit: Lit) -> Option<(usize, u16)> {
        let index = lit.var().index();
        (lit.is_positive() && index < self.graph.len() * self.colors)
            .then(|| (index / self.colors, (index % self.colors) as u16))
    }

    fn check(&self, values: &Values) -> Result<(), String> {
        let coloring: Vec<usize> = values.iter().flatten().map(|&color| usize::from(color)).collect();
        let kept =
            self.chosen.iter().zip(&coloring).all(|(chosen, color)| chosen.is_none_or(|chosen| chosen == *color));
        if !kept {
            return Err("a chosen colour was changed".into());
        }
        check(&self.graph, &coloring)
    }

    fn board(&self, num_vars: u32) -> Board {
        play::board(&self.graph, self.colors, play::words(&self.graph, self.colors, num_vars))
    }

    fn explain(&self, cell: Option<usize>, limits: &Limits) -> Result<Reason, String> {
        let bare = encode(&self.graph, self.colors, Style::Textbook, &[], &[]).formula;
        let mut oracle = Incremental::new(&bare);
        let clues: Vec<(Lit, usize)> = self
            .chosen
            .iter()
            .enumerate()
            .filter_map(|(vertex, color)| Some((self.lit(vertex, (*color)?), vertex)))
            .collect();
        let lits: Vec<Lit> = clues.iter().map(|&(lit, _)| lit).collect();
        if let Some(core) = minimal_core(&mut oracle, &[], &lits, limits).map_err(stopped)? {
            let core = core.named(clues.iter().copied());
            if !core.members.is_empty() {
                return Ok(Reason::contradiction(contradicting(core.members.len()), core.members));
            }
            let mut oracle = Incremental::new(&formula(&self.graph, self.colors));
            let core = contradiction(&self.graph, self.colors, &mut oracle, limits).map_err(stopped)?;
            let members = core.map_or(Vec::new(), |core| core.members);
            let words = format!("These {} places alone need more than {} colours.", members.len(), self.colors);
            return Ok(Reason::contradiction(words, members));
        }
        let Some(cell) = cell.filter(|&cell| self.chosen[cell].is_none()) else {
            return Ok(Reason::consistent(
                "There is a colouring. Choose a place without a colour to see what forces it.",
            ));
        };
        let name = &self.graph.names()[cell];
        let mut open = Vec::new();
        for color in 0..self.colors {
            let lit = self.lit(cell, color);
            match minimal_core(&mut oracle, &[!lit], &lits, limits).map_err(stopped)? {
                Some(core) => {
                    let members = core.named(clues.iter().copied()).members;
                    return Ok(Reason::forced(forcing(name, &self.name(color), members.len()), members, cell));
                }
                None if minimal_core(&mut oracle, &[lit], &lits, limits).map_err(stopped)?.is_none() => {
                    open.push(self.name(color));
                }
                None => {}
            }
        }
        Ok(Reason::consistent(format!("{name} can be {}.", open.join(", "))))
    }

    fn num_cells(&self) -> usize {
        self.graph.len()
    }
}
