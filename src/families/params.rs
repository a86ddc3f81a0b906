//! The parameters of families: what they take, and the values that were given.

use super::Family;
use super::error::{FamilyError, Result};
use super::graph::{Bipartite, Dag, Graph};
use crate::encode::cardinality::AT_MOST_NAMES;
use std::fmt::Write;

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range; with a default it may be left out.
    Number(u64, u64, Option<u64>),
    /// A number from 0 to 1e9, which may be left out.
    Ratio,
    /// Whole numbers in a range, with commas between them.
    List(u64, u64),
    /// A flag, which is on when it is named.
    Flag,
    /// One of these words, the first when it is left out.
    Word(&'static [&'static str]),
    /// The name of an encoding of at-most-k, `auto` when it is left out.
    Cardinality,
    /// An undirected graph.
    Graph,
    /// A directed graph without cycles.
    Dag,
    /// A bipartite graph.
    Bipartite,
}

/// A parameter of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// A letter for the command line.
    pub short: Option<char>,
    /// One line on what it means.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether its value stands on the command line without its name.
    pub positional: bool,
}

impl Param {
    /// A parameter that must be given, in the order of the list.
    pub(super) const fn place(name: &'static str, about: &'static str, kind: Kind) -> Param {
        Param { name, short: None, about, kind, positional: true }
    }

    /// A parameter that is given by its name.
    pub(super) const fn option(name: &'static str, about: &'static str, kind: Kind) -> Param {
        Param { name, short: None, about, kind, positional: false }
    }

    /// The parameter with a letter.
    pub(super) const fn short(self, letter: char) -> Param {
        Param { short: Some(letter), ..self }
    }

    /// What it takes, in words.
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Number(least, most, _) => format!("a number from {least} to {most}"),
            Kind::Ratio => "a number from 0 to 1e9".into(),
            Kind::List(least, most) => format!("numbers from {least} to {most} with commas between them"),
            Kind::Flag => "no value".into(),
            Kind::Word(words) => words.join(", "),
            Kind::Cardinality => AT_MOST_NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
            Kind::Graph => Graph::FORMS.into(),
            Kind::Dag => Dag::FORMS.into(),
            Kind::Bipartite => Bipartite::FORMS.into(),
        }
    }
}

/// The seed of a family's random choices.
pub(super) const SEED: Param = Param::option(
    "seed",
    "Seed of all random choices; the same seed gives the same formula",
    Kind::Number(0, u64::MAX, Some(0)),
)
.short('s');

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Absent,
    Number(u64),
    Ratio(f64),
    List(Vec<u64>),
    Flag,
    Word(String),
    Graph(Graph),
    Dag(Dag),
    Bipartite(Bipartite),
}

/// The values of a family's parameters, checked each by itself.
#[derive(Clone, Debug)]
pub struct Values {
    family: &'static Family,
    values: Vec<Value>,
    texts: Vec<Option<String>>,
}

impl Values {
    /// Reads the values of a family's parameters from texts; the text of a flag is empty.
    ///
    /// # Errors
    /// A parameter that the family does not have, a value that is out of range or missing, a graph that does not exist.
    pub fn read(family: &'static Family, given: &[(&str, &str)]) -> Result<Values> {
        let params = family.params;
        let mut texts = vec![None; params.len()];
        for (name, text) in given {
            let Some(place) = params.iter().position(|param| param.name == *name) else {
                return Err(FamilyError::NoSuchParam { family: family.name, param: (*name).into() });
            };
            texts[place] = Some((*text).to_string());
        }
        let mut values = Values { family, values: vec![Value::Absent; params.len()], texts };
        // Graphs come last, since they ask for the seed.
        let is_graph = |param: &Param| matches!(param.kind, Kind::Graph | Kind::Dag | Kind::Bipartite);
        for graphs in [false, true] {
            for (place, param) in params.iter().enumerate().filter(|(_, param)| is_graph(param) == graphs) {
                values.values[place] = values.value(param, values.texts[place].as_deref())?;
            }
        }
        Ok(values)
    }

    fn value(&self, param: &Param, text: Option<&str>) -> Result<Value> {
        let Some(text) = text else {
            return match param.kind {
                Kind::Number(_, _, Some(default)) => Ok(Value::Number(default)),
                Kind::Ratio | Kind::Flag => Ok(Value::Absent),
                Kind::Number(..) if !param.positional => Ok(Value::Absent),
                Kind::Word(words) => Ok(Value::Word(words[0].into())),
                Kind::Cardinality => Ok(Value::Word("auto".into())),
                _ => Err(FamilyError::Missing { param: param.name, expected: param.expected() }),
            };
        };
        let number = |text: &str, least, most| text.parse().ok().filter(|number| (least..=most).contains(number));
        let value = match param.kind {
            Kind::Number(least, most, _) => number(text, least, most).map(Value::Number),
            Kind::Ratio => text.parse().ok().filter(|ratio| (0.0..=1e9).contains(ratio)).map(Value::Ratio),
            Kind::List(least, most) => {
                text.split(',').map(|word| number(word, least, most)).collect::<Option<Vec<u64>>>().map(Value::List)
            }
            Kind::Flag => Some(Value::Flag),
            Kind::Word(words) => words.contains(&text).then(|| Value::Word(text.into())),
            Kind::Cardinality => AT_MOST_NAMES.iter().any(|(name, _)| *name == text).then(|| Value::Word(text.into())),
            Kind::Graph => Graph::parse(text, self.seed())?.map(Value::Graph),
            Kind::Dag => Dag::parse(text)?.map(Value::Dag),
            Kind::Bipartite => match Bipartite::parse(text, self.seed())? {
                Some(mut graph) => {
                    graph.add_edges(self.optional("extra").unwrap_or(0), self.seed())?;
                    Some(Value::Bipartite(graph))
                }
                None => None,
            },
        };
        value.ok_or_else(|| FamilyError::Value { param: param.name, found: text.into(), expected: param.expected() })
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.family.params.iter().position(|param| param.name == name).map(|place| &self.values[place])
    }

    /// The value of a number that may have been left out, or that the family does not have.
    pub(super) fn optional(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn number(&self, name: &str) -> usize {
        self.optional(name).expect("a number of the family") as usize
    }

    pub(super) fn seed(&self) -> u64 {
        self.optional("seed").unwrap_or(0)
    }

    pub(super) fn ratio(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            Some(Value::Ratio(ratio)) => Some(*ratio),
            _ => None,
        }
    }

    pub(super) fn list(&self, name: &str) -> &[u64] {
        let Some(Value::List(list)) = self.get(name) else { panic!("a list of the family") };
        list
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(&Value::Flag)
    }

    pub(super) fn word(&self, name: &str) -> &str {
        let Some(Value::Word(word)) = self.get(name) else { panic!("a word of the family") };
        word
    }

    pub(super) fn graph(&self, name: &str) -> &Graph {
        let Some(Value::Graph(graph)) = self.get(name) else { panic!("a graph of the family") };
        graph
    }

    pub(super) fn dag(&self) -> &Dag {
        let Some(Value::Dag(dag)) = self.get("dag") else { panic!("a directed graph of the family") };
        dag
    }

    pub(super) fn bipartite(&self) -> &Bipartite {
        let Some(Value::Bipartite(graph)) = self.get("graph") else { panic!("a bipartite graph of the family") };
        graph
    }

    /// The family and the parameters as they are typed, defaults of numbers included.
    pub fn command(&self) -> String {
        let mut command = self.family.name.to_string();
        // Writing to a string cannot fail.
        for (param, (value, text)) in self.family.params.iter().zip(self.values.iter().zip(&self.texts)) {
            let _ = match (value, text) {
                (Value::Absent, _) => Ok(()),
                (_, Some(text)) if param.positional => write!(command, " {text}"),
                (Value::Flag, _) => write!(command, " --{}", param.name),
                (Value::Number(number), _) => write!(command, " --{} {number}", param.name),
                (_, Some(text)) => write!(command, " --{} {text}", param.name),
                (_, None) => Ok(()),
            };
        }
        command
    }

    /// The numbers of vertices of the graphs among the values, with the names of their parameters; of a bipartite graph
    /// those on the left and those on the right.
    pub fn vertices(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        self.family.params.iter().zip(&self.values).filter_map(|(param, value)| match value {
            Value::Graph(graph) => Some((param.name, graph.len().to_string())),
            Value::Dag(dag) => Some((param.name, dag.len().to_string())),
            Value::Bipartite(graph) => Some((param.name, format!("{} {}", graph.rows.len(), graph.right))),
            _ => None,
        })
    }

    /// The edges of the graphs among the values, with the names of their parameters; vertices count from 1.
    pub fn edges(&self) -> impl Iterator<Item = (&'static str, usize, usize)> + '_ {
        self.family.params.iter().zip(&self.values).flat_map(|(param, value)| {
            let edges: Box<dyn Iterator<Item = (usize, usize)> + '_> = match value {
                Value::Graph(graph) => Box::new(graph.edges()),
                Value::Bipartite(graph) => Box::new(graph.edges()),
                Value::Dag(dag) => Box::new(
                    dag.predecessors.iter().enumerate().flat_map(|(v, list)| list.iter().map(move |&u| (u, v))),
                ),
                _ => Box::new(std::iter::empty()),
            };
            edges.map(|(u, v)| (param.name, u + 1, v + 1))
        })
    }
}
