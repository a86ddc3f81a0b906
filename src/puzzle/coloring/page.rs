//! A graph on a page: places are coloured, added, taken away and joined.

use super::face::Coloring;
use super::{Graph, color_name};
use crate::puzzle::face::{Page, Puzzle, Spot, Values, View};

/// A name for a new place: A to Z, then A1 to Z1 and so on.
fn letters(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

impl Coloring {
    /// The puzzle with other vertices and edges: the vertices of `kept` in their order, and `more` new ones.
    fn changed(&self, kept: &[usize], more: usize, joined: impl Fn(usize, usize) -> bool) -> Coloring {
        let mut names: Vec<String> = kept.iter().map(|&vertex| self.graph.names()[vertex].clone()).collect();
        for _ in 0..more {
            let free = (0..).map(letters).find(|name| !names.contains(name));
            names.extend(free);
        }
        let mut graph = Graph::new(names);
        for a in 0..graph.len() {
            (0..a).filter(|&b| joined(b, a)).for_each(|b| graph.join(a, b));
        }
        let mut coloring = Coloring::new(graph, self.colors, None);
        kept.iter().enumerate().for_each(|(vertex, &old)| coloring.chosen[vertex] = self.chosen[old]);
        coloring
    }
}

impl Page for Coloring {
    fn num_spots(&self) -> usize {
        self.graph.len()
    }

    fn keys(&self) -> Vec<(String, String)> {
        let colors = (0..self.colors).map(|color| ((color + 1).to_string(), color_name(color, self.colors)));
        let own = [("+", "add a neighbour"), ("-", "remove it")].map(|(key, means)| (key.into(), means.into()));
        let own = own.into_iter().filter(|_| !self.is_usa);
        colors.chain([("Backspace".into(), "open".into())]).chain(own).collect()
    }

    fn view(&self, values: &Values) -> View {
        let board = self.board(self.words(self.graph.len() * self.colors));
        let color = |vertex: usize| self.chosen[vertex].or(values[vertex].map(usize::from));
        let fill = |vertex: usize| {
            let color = color(vertex)?;
            let cell = &board.cells[vertex];
            Some((cell.fills[color].clone(), format!("one-{}", cell.vars[color].to_dimacs())))
        };
        let spot = |vertex: usize| {
            let chosen = if self.chosen[vertex].is_some() { ", chosen" } else { "" };
            let what = color(vertex).map_or("open".to_string(), |color| color_name(color, self.colors));
            Spot { row: 0, place: None, name: format!("{}: {what}{chosen}", self.graph.names()[vertex]) }
        };
        let vertices = 0..self.graph.len();
        let (spots, fills) = (vertices.clone().map(spot).collect(), vertices.map(fill).collect());
        View { svg: board.svg, spots, fills }
    }

    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String> {
        let count = self.graph.len();
        let next = self.chosen[spot].map_or(0, |color| color + 1);
        let color = match key {
            "+" | "-" if self.is_usa => {
                return Err("The map of the US stays as it is; choose a graph of your own.".into());
            }
            "+" => {
                let joined = |a: usize, b: usize| if b == count { a == spot } else { self.graph.joined(a, b) };
                *self = self.changed(&(0..count).collect::<Vec<_>>(), 1, joined);
                return Ok(());
            }
            "-" if count == 1 => return Err("The last place stays.".into()),
            "-" => {
                let kept: Vec<usize> = (0..count).filter(|&vertex| vertex != spot).collect();
                *self = self.changed(&kept, 0, |a, b| self.graph.joined(kept[a], kept[b]));
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
        self.chosen[spot] = color;
        Ok(())
    }

    fn put(&mut self, cell: usize, value: u16) -> bool {
        self.chosen[cell] = Some(usize::from(value));
        true
    }

    fn pairing(&self) -> Option<&'static str> {
        (!self.is_usa).then_some("Join or part")
    }

    fn pair(&mut self, a: usize, b: usize) -> Result<(), String> {
        if self.is_usa {
            return Err("The map of the US stays as it is; choose a graph of your own.".into());
        }
        let kept: Vec<usize> = (0..self.graph.len()).collect();
        let pair = (a.min(b), a.max(b));
        *self = self.changed(&kept, 0, |x, y| self.graph.joined(x, y) != ((x, y) == pair));
        Ok(())
    }
}
