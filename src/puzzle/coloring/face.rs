//! The face of a graph that is coloured. A vertex is a cell, its colour the value, from 0.

use super::chromatic::bounds;
use super::encode::{Style, encode, from_note, var};
use super::explain::{self, ColorReason};
use super::generate::{MAX_COUNTRIES, generate};
use super::map::Map;
use super::read::{ColoringReadOptions, coloring, read_map};
use super::usa::{self, UsaVariant};
use super::{Graph, check, color_by_name, color_name, colors_of, draw, enumerate, play, pose, print, steps};
use crate::cnf::{Assignment, Formula, Lit};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::puzzle::face::{
    Asking, Broken, Claim, Clue, Explanation, Family, Listed, Puzzle, Read, Settings, Unanswered, Values, certain_in,
    setting,
};
use crate::puzzle::steps::{Goal, Steps};
use crate::puzzle::{Reading, SyntaxError};
use crate::reason::core::minimal_core;
use std::fmt::Write;
use std::ops::ControlFlow;

/// The number of colours unless the user says how many.
pub const COLORS: usize = 4;

/// The most variables of an encoding.
const MOST_VARS: usize = 50_000_000;

/// A graph, how many colours it may have, and the colours that some vertices have already.
#[derive(Clone, Debug)]
pub struct Coloring {
    /// The graph.
    pub graph: Graph,
    /// How many colours there are.
    pub colors: usize,
    /// Whether the number of colours was given rather than left at the default.
    pub stated: bool,
    /// The colours that are chosen already.
    pub chosen: Vec<Option<usize>>,
    /// The shapes of the vertices, where they are known.
    pub map: Option<Map>,
    /// Whether it is the built-in map of the US, which stays as it is.
    pub(super) is_usa: bool,
}

/// How a graph is read, and how many colours it may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct ColoringOptions {
    /// How its text is read.
    pub read: ColoringReadOptions,
    /// How many colours, if the text does not say.
    pub colors: Option<usize>,
}

/// The colours of the vertices, if all are known.
pub fn colors_in(values: &Values) -> Option<Vec<usize>> {
    values.iter().map(|value| value.map(usize::from)).collect()
}

/// Colours as values.
pub fn values_of(coloring: &[usize]) -> Values {
    coloring.iter().map(|&color| Some(color as u16)).collect()
}

/// A clique with the colours that it is given, in words.
pub fn given(graph: &Graph, clique: &[usize], colors: usize) -> String {
    let names = clique.iter().enumerate().take(colors);
    let names = names.map(|(color, &vertex)| format!("{} {}", graph.names()[vertex], color_name(color, colors)));
    names.collect::<Vec<_>>().join(", ")
}

/// The formula that is solved: a clique fixed, and every colour demanded on each clique of as many vertices as colours.
pub fn fixed(graph: &Graph, colors: usize, clique: &[usize]) -> Encoding {
    encode(graph, colors, Style::Fixed, clique, &bounds::cliques(graph, colors))
}

/// Refuses colours that make no sense or a formula that is too large.
///
/// # Errors
/// Says which.
pub fn colors_fit(graph: &Graph, colors: usize) -> Result<(), EncodeError> {
    let why = match graph.len().checked_mul(colors) {
        Some(0) if colors == 0 => "expected at least 1 colour, found 0".into(),
        Some(vars) if vars <= MOST_VARS => return Ok(()),
        _ => format!("{colors} colours for {} vertices are too many", graph.len()),
    };
    Err(EncodeError::Unsupported(why))
}

impl Coloring {
    /// A graph with this many colours and none chosen; drawn on the map of the US where its vertices are states.
    pub fn new(graph: Graph, colors: usize, map: Option<Map>) -> Coloring {
        let map = map.or_else(|| Some(usa::map()).filter(|usa| draw::fits(&graph, usa)));
        Coloring { chosen: vec![None; graph.len()], graph, colors, stated: true, map, is_usa: false }
    }

    /// The built-in map.
    pub fn usa(variant: UsaVariant, colors: usize) -> Coloring {
        Coloring { is_usa: true, ..Coloring::new(usa::graph(variant), colors, Some(usa::map())) }
    }

    /// The literal of a vertex's colour.
    fn lit(&self, vertex: usize, color: usize) -> Lit {
        var(self.colors, vertex, color).pos()
    }

    /// Each chosen colour and its vertex.
    fn choices(&self) -> Vec<(Lit, usize)> {
        let choice = |(vertex, color): (usize, &Option<usize>)| Some((self.lit(vertex, (*color)?), vertex));
        self.chosen.iter().enumerate().filter_map(choice).collect()
    }

    /// The clauses of all colourings that keep what is chosen.
    fn clauses(&self) -> Formula {
        let mut formula = enumerate::formula(&self.graph, self.colors);
        self.choices().into_iter().for_each(|(lit, _)| formula.add_clause([lit]));
        formula
    }

    /// A clique whose vertices get the first colours, so that colours can be told apart; empty if colours are chosen.
    fn clique(&self) -> Vec<usize> {
        if self.chosen.iter().any(Option::is_some) { Vec::new() } else { bounds::clique(&self.graph) }
    }

    /// A vertex and its neighbours among these, as clues are listed.
    fn clue(&self, vertex: usize, among: &[usize]) -> Clue {
        let near = among.iter().filter(|&&other| self.graph.joined(vertex, other));
        let near: Vec<&str> = near.map(|&other| self.graph.names()[other].as_str()).collect();
        Clue { words: format!("{}: {}", self.graph.names()[vertex], near.join(", ")), cells: vec![vertex] }
    }

    /// Why there is no colouring with what is chosen, or why a vertex has its colour.
    fn explain_chosen(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Option<Explanation>, Unanswered> {
        let choices = self.choices();
        let lits: Vec<Lit> = choices.iter().map(|&(lit, _)| lit).collect();
        let mut oracle = (asking.oracle)(&enumerate::formula(&self.graph, self.colors));
        let clue = |vertex: usize| {
            let color = color_name(self.chosen[vertex].unwrap_or(0), self.colors);
            Clue { words: format!("{} is {color}", self.graph.names()[vertex]), cells: vec![vertex] }
        };
        if let Some(core) = minimal_core(&mut *oracle, &[], &lits, asking.limits)? {
            let core = core.named(choices.iter().copied());
            // If no choice is to blame, the graph needs more colours.
            let words = "These colours contradict each other".to_string();
            return Ok((!core.members.is_empty()).then(|| Explanation::Contradiction(words, core.map(clue))));
        }
        let Some(cell) = cell else { return Ok(Some(Explanation::Consistent)) };
        if let Some(color) = self.chosen[cell] {
            return Ok(Some(Explanation::Given(color_name(color, self.colors))));
        }
        let mut open = Vec::new();
        for color in 0..self.colors {
            let lit = self.lit(cell, color);
            if let Some(core) = minimal_core(&mut *oracle, &[!lit], &lits, asking.limits)? {
                let core = core.named(choices.iter().copied()).map(clue);
                return Ok(Some(Explanation::Forced(color_name(color, self.colors), color as u16, core)));
            }
            if minimal_core(&mut *oracle, &[lit], &lits, asking.limits)?.is_none() {
                open.push(color_name(color, self.colors));
            }
        }
        Ok(Some(Explanation::Open(open.join(" or "))))
    }
}

impl Puzzle for Coloring {
    fn text(&self) -> String {
        let mut text = format!("colors {}\n", self.colors);
        text.push_str(&if self.is_usa { "usa\n".into() } else { print::lists(&self.graph) });
        for (vertex, color) in self.chosen.iter().enumerate() {
            if let Some(color) = color {
                let _ = writeln!(text, "choose {} {}", self.graph.names()[vertex], color_name(*color, self.colors));
            }
        }
        text
    }

    fn num_cells(&self) -> usize {
        self.graph.len()
    }

    fn place(&self, cell: usize) -> String {
        self.graph.names()[cell].clone()
    }

    fn cell(&self, name: &str) -> Result<usize, String> {
        let found = self.graph.names().iter().position(|known| known.eq_ignore_ascii_case(name));
        found.ok_or_else(|| format!("there is no vertex {name}"))
    }

    fn given(&self) -> Values {
        self.chosen.iter().map(|color| color.map(|color| color as u16)).collect()
    }

    fn verb(&self) -> &'static str {
        "is"
    }

    fn naming(&self) -> Option<String> {
        Some(given(&self.graph, &self.clique(), self.colors)).filter(|words| !words.is_empty())
    }

    fn encode(&self, _plain: bool) -> Result<Encoding, EncodeError> {
        colors_fit(&self.graph, self.colors)?;
        let choices = self.choices();
        if choices.is_empty() {
            return Ok(fixed(&self.graph, self.colors, &bounds::clique(&self.graph)));
        }
        let mut encoding = encode(&self.graph, self.colors, Style::Textbook, &[], &[]);
        choices.into_iter().for_each(|(lit, _)| encoding.formula.add_clause([lit]));
        Ok(encoding)
    }

    fn decode(&self, model: &Assignment) -> Values {
        colors_of(&self.graph, self.colors, model)
            .map_or_else(|| vec![None; self.graph.len()], |found| values_of(&found))
    }

    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)> {
        let meaning = |&lit: &Lit| {
            let index = lit.var().index();
            (lit.is_positive() && index < self.graph.len() * self.colors)
                .then(|| (index / self.colors, (index % self.colors) as u16))
        };
        lits.iter().filter_map(meaning).collect()
    }

    fn pose(&self) -> Result<Problem, PoseError> {
        let mut problem = pose::problem(&self.graph, self.colors, &[])?;
        problem.fix_given(self.chosen.iter().copied())?;
        Ok(problem)
    }

    fn pose_one(&self) -> Result<Problem, PoseError> {
        let mut problem = pose::problem(&self.graph, self.colors, &self.clique())?;
        problem.fix_given(self.chosen.iter().copied())?;
        Ok(problem)
    }

    fn posed(&self, values: &[u32]) -> Values {
        values.iter().map(|&color| Some(color as u16)).collect()
    }

    fn check(&self, values: &Values) -> Result<(), Broken> {
        if let Some(vertex) = values.iter().position(Option::is_none) {
            return Err(Broken::at(vertex, format!("{} has no colour", self.graph.names()[vertex])));
        }
        check(&self.graph, &colors_in(values).unwrap_or_default())?;
        let changed =
            |(value, chosen): (&Option<u16>, &Option<usize>)| chosen.is_some() && value.map(usize::from) != *chosen;
        match values.iter().zip(&self.chosen).position(changed) {
            Some(vertex) => {
                Err(Broken::at(vertex, format!("the colour of {} was changed", self.graph.names()[vertex])))
            }
            None => Ok(()),
        }
    }

    fn print(&self, values: &Values) -> String {
        let line = |(name, color): (&String, &Option<u16>)| {
            let color = color.map_or_else(|| "?".into(), |color| color_name(usize::from(color), self.colors));
            format!("{name} {color}\n")
        };
        self.graph.names().iter().zip(values).map(line).collect()
    }

    fn colored(&self, values: &Values, _guessed: &[bool]) -> String {
        match colors_in(values) {
            Some(coloring) => draw::colored(&self.graph, &coloring, self.colors),
            None => self.print(values),
        }
    }

    fn line(&self, values: &Values) -> String {
        let name =
            |color: &Option<u16>| color.map_or_else(|| "?".into(), |color| color_name(color.into(), self.colors));
        values.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn draw(&self, values: &Values, _guessed: &[bool]) -> String {
        draw::svg(&self.graph, colors_in(values).as_deref(), self.colors, self.map.as_ref())
    }

    fn words(&self, num_vars: usize) -> Words {
        play::words(&self.graph, self.colors, num_vars)
    }

    fn board(&self, words: Words) -> Board {
        play::board(&self.graph, self.colors, words)
    }

    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
        steps::steps(self, goal, limits)
    }

    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered> {
        colors_fit(&self.graph, self.colors)?;
        let clique = self.clique();
        if clique.is_empty()
            && let Some(explanation) = self.explain_chosen(cell, asking)?
        {
            return Ok(explanation);
        }
        let mut oracle = (asking.oracle)(&explain::formula(&self.graph, self.colors));
        if let Some(core) = explain::contradiction(&self.graph, self.colors, &mut *oracle, asking.limits)? {
            let among = core.members.clone();
            let words = format!("These {} vertices cannot be coloured with {} colours", among.len(), self.colors);
            return Ok(Explanation::Contradiction(words, core.map(|vertex| self.clue(vertex, &among))));
        }
        let Some(vertex) = cell else { return Ok(Explanation::Consistent) };
        let reason = explain::color(&self.graph, self.colors, &clique, vertex, &mut *oracle, asking.limits)?;
        let named = &clique[..clique.len().min(self.colors)];
        Ok(match reason {
            None => return Err(Unanswered::Impossible("a graph that had a colouring has none".into())),
            Some(ColorReason::Open(color)) => Explanation::Open(color_name(color, self.colors)),
            Some(ColorReason::Forced(color, _)) if named.contains(&vertex) => {
                Explanation::Given(color_name(color, self.colors))
            }
            Some(ColorReason::Forced(color, mut core)) => {
                // The vertices of a clique already have their colours, so nothing is demanded for them.
                core.members.extend(named);
                core.members.sort_unstable();
                core.members.dedup();
                let among = core.members.clone();
                let clues = core.map(|vertex| self.clue(vertex, &among));
                Explanation::Forced(color_name(color, self.colors), color as u16, clues)
            }
        })
    }

    /// What is certain once a clique has its colours, or with the colours that are chosen.
    fn certain(&self, asking: &Asking<'_>) -> Result<Option<Values>, Unanswered> {
        let mut encoding = self.models()?;
        for (color, vertex) in self.clique().into_iter().enumerate().take(self.colors) {
            encoding.formula.add_clause([self.lit(vertex, color)]);
        }
        certain_in(self, &encoding, asking)
    }

    fn each(&self, asking: &Asking<'_>, visit: &mut dyn FnMut(&Values) -> bool) -> Result<bool, Unanswered> {
        colors_fit(&self.graph, self.colors)?;
        let mut oracle = (asking.oracle)(&self.clauses());
        let seen = enumerate::by_solver(&self.graph, self.colors, &mut *oracle, asking.limits, |coloring| {
            if visit(&values_of(coloring)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(seen?)
    }

    fn models(&self) -> Result<Encoding, EncodeError> {
        colors_fit(&self.graph, self.colors)?;
        Ok(Encoding { formula: self.clauses(), ..encode(&self.graph, self.colors, Style::Textbook, &[], &[]) })
    }
}

/// The lines that only the page writes, `colors 4`, `usa` and `choose TX red`, taken out of the text of a graph.
struct Own<'t> {
    colors: Option<usize>,
    choices: Vec<(usize, &'t str)>,
    graph: String,
}

impl Own<'_> {
    /// `None` if the text does not begin as [`Puzzle::text`] does.
    fn of(text: &str) -> Result<Option<Own<'_>>, SyntaxError> {
        let Some(first) = text.lines().next().and_then(|line| line.strip_prefix("colors ")) else { return Ok(None) };
        let expected = || SyntaxError::at(1, 8, format!("expected a number of colours, found '{first}'"));
        let colors = first.trim().parse().map_err(|_| expected())?;
        // Lines that are taken out are replaced by empty ones, so that remarks and errors count lines right.
        let mut own = Own { colors: Some(colors), choices: Vec::new(), graph: String::from("\n") };
        for (index, line) in text.lines().enumerate().skip(1) {
            match line.strip_prefix("choose ") {
                Some(choice) => own.choices.push((index + 1, choice)),
                None => own.graph.push_str(line),
            }
            own.graph.push('\n');
        }
        Ok(Some(own))
    }
}

/// The graph of a text, and the colours that it chooses.
fn of_text(text: &str, options: &ColoringOptions) -> Result<Reading<Coloring>, SyntaxError> {
    let own = Own::of(text)?;
    let stated = own.is_some() || options.colors.is_some();
    let colors = own.as_ref().and_then(|own| own.colors).or(options.colors).unwrap_or(COLORS);
    if own.as_ref().is_some_and(|own| own.graph.trim() == "usa") {
        let mut usa = Coloring::usa(UsaVariant::default(), colors);
        own.iter().try_for_each(|own| choose(&mut usa, own))?;
        return Ok(Reading::only(usa));
    }
    let graph = own.as_ref().map_or(text, |own| &own.graph);
    let Reading { puzzle: (graph, map), remarks } = read_map(graph, options.read)?;
    let mut puzzle = Coloring { stated, ..Coloring::new(graph, colors, map) };
    own.iter().try_for_each(|own| choose(&mut puzzle, own))?;
    Ok(Reading { puzzle, remarks })
}

/// Chooses the colours that a text's own lines say.
fn choose(coloring: &mut Coloring, own: &Own<'_>) -> Result<(), SyntaxError> {
    for &(line, choice) in &own.choices {
        let expected = |what: &str| SyntaxError::at(line, 8, format!("expected {what}, found '{choice}'"));
        let (place, color) = choice.rsplit_once(' ').ok_or_else(|| expected("a vertex and a colour"))?;
        let vertex = coloring.graph.names().iter().position(|name| name == place);
        let color = color_by_name(color).filter(|&color| color < coloring.colors);
        coloring.chosen[vertex.ok_or_else(|| expected("a vertex of the graph"))?] =
            Some(color.ok_or_else(|| expected("one of the colours"))?);
    }
    Ok(())
}

impl Family for Coloring {
    const NAME: &'static str = "coloring";
    const FILES: &'static [&'static str] = &["*.col"];
    type Options = ColoringOptions;

    fn options(settings: Settings<'_>) -> ColoringOptions {
        ColoringOptions { colors: setting(settings, "colors"), ..ColoringOptions::default() }
    }

    fn read(text: &str, options: &ColoringOptions) -> Read<Listed<Coloring>> {
        Ok(of_text(text, options)?.map(|puzzle| vec![Listed::alone(puzzle)]))
    }

    fn claims(_: &str, _: &ColoringOptions) -> Read<Claim> {
        Err(SyntaxError::at(1, 1, "expected a colouring beside its graph"))
    }

    fn claims_about(puzzles: &[Coloring], answer: &str, options: &ColoringOptions) -> Read<Claim> {
        let Some(puzzle) = puzzles.first() else { return Coloring::claims(answer, options) };
        Ok(coloring(answer, &puzzle.graph)?.map(|colors| vec![Claim::filled(values_of(&colors))]))
    }

    fn of_answer(answer: &Answer, options: &ColoringOptions) -> Option<Coloring> {
        let (colors, graph) = answer.notes.iter().find_map(|note| from_note(note))?;
        Some(Coloring::new(graph, options.colors.unwrap_or(colors), None))
    }

    /// The map of the US in `usa4`, with that many colours; in `own4` the present graph, or three places in a row.
    fn blank(shape: &str, now: &str) -> Result<Coloring, String> {
        if let Some(colors) = shape.strip_prefix("usa") {
            return Ok(Coloring::usa(UsaVariant::default(), number(colors, MOST_COLORS)?));
        }
        let Some(colors) = shape.strip_prefix("own") else { return Coloring::generate(shape, 0, &Limits::none()) };
        let colors = number(colors, MOST_COLORS)?;
        let known = of_text(now, &ColoringOptions::default()).ok().map(|reading| reading.puzzle);
        if let Some(known) = known.filter(|known| !known.is_usa && !known.graph.is_empty()) {
            let chosen = known.chosen.iter().map(|color| color.filter(|&color| color < colors)).collect();
            return Ok(Coloring { colors, chosen, ..known });
        }
        let mut graph = Graph::new(["A", "B", "C"].map(String::from).to_vec());
        [(0, 1), (1, 2)].into_iter().for_each(|(a, b)| graph.join(a, b));
        Ok(Coloring::new(graph, colors, None))
    }

    /// A random map, `30,4` for 30 places and 4 colours; of the US the map itself.
    fn generate(shape: &str, seed: u64, _limits: &Limits) -> Result<Coloring, String> {
        let Some((places, colors)) = shape.split_once(',') else { return Coloring::blank(shape, "") };
        Ok(Coloring::new(generate(number(places, MAX_COUNTRIES)?, seed), number(colors, MOST_COLORS)?, None))
    }
}

/// The most colours of a shape.
const MOST_COLORS: usize = 1_000;

/// A number of a shape, from 1 to `most`.
fn number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {most}, found '{text}'"))
}
