//! Families of formulas: pigeons, parities, orderings, circuits, designs and others, as the literature has them.
//!
//! A family is a row of its file: name, parameters, source, and a function that adds clauses. Where CNFgen (Lauria,
//! Elffers, Nordström, Vinyals, SAT'17) has the family, the formula is the same up to the order of clauses and
//! literals. The answer is said where theory knows it, never by solving.
//!
//! ```
//! use gemsat::families::{self, Answer};
//!
//! let family = families::by_name("php").expect("the pigeonhole principle");
//! let values = family.read(&[("pigeons", "4"), ("holes", "3")])?;
//! let (formula, answer) = family.formula(&values, 1_000_000)?;
//! assert_eq!((formula.num_vars(), formula.num_clauses(), answer), (12, 22, Answer::Unsatisfiable));
//! # Ok::<(), families::FamilyError>(())
//! ```

mod circuits;
mod clauses;
mod coloring;
mod counting;
mod designs;
mod error;
mod graph;
mod graph_file;
mod hamilton;
mod hashes;
mod mappings;
mod ordering;
mod params;
mod parity;
mod pebbling;
mod pigeons;
mod queues;
mod ramsey;
mod random;
mod scheduling;
mod subgraphs;

pub use clauses::{Block, Clauses};
pub use error::FamilyError;
pub use graph::{Bipartite, Dag, Graph};
pub use params::{Kind, Param, Values};

use crate::cnf::Formula;
use clauses::Pass;
use error::Result;
use std::fmt;
use std::io::Write;

/// The most literals of a formula, unless the user says otherwise: about a gigabyte of DIMACS.
pub const LIMIT: u64 = 100_000_000;

/// What theory says about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has a model.
    Satisfiable,
    /// It has none.
    Unsatisfiable,
    /// Theory does not say, or not here.
    Unknown,
}

impl Answer {
    /// Satisfiable exactly if this holds.
    fn satisfiable_if(holds: bool) -> Answer {
        if holds { Answer::Satisfiable } else { Answer::Unsatisfiable }
    }

    /// Unsatisfiable if this holds, otherwise unknown.
    fn unsatisfiable_if(holds: bool) -> Answer {
        if holds { Answer::Unsatisfiable } else { Answer::Unknown }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Satisfiable => "SATISFIABLE",
            Answer::Unsatisfiable => "UNSATISFIABLE",
            Answer::Unknown => "UNKNOWN",
        })
    }
}

/// A family of formulas.
#[derive(Debug)]
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what its formulas say.
    pub about: &'static str,
    /// Where it comes from: authors, place and year.
    pub source: &'static str,
    /// When its formulas are satisfiable.
    pub answer: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// Parameters for an example.
    pub example: &'static str,
    /// What CNFgen calls it; empty where it has none.
    pub cnfgen: &'static str,
    build: fn(&Values, &mut Clauses<'_>) -> Result<Answer>,
}

/// Families that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they have in common.
    pub name: &'static str,
    /// The families.
    pub families: &'static [Family],
}

/// All families.
pub const GROUPS: &[Group] = &[
    Group { name: "Random formulas", families: random::FAMILIES },
    Group { name: "Pigeonholes", families: pigeons::FAMILIES },
    Group { name: "Counting and matching", families: counting::FAMILIES },
    Group { name: "Parity", families: parity::FAMILIES },
    Group { name: "Orderings", families: ordering::FAMILIES },
    Group { name: "Pebbles and stones", families: pebbling::FAMILIES },
    Group { name: "Ramsey theory", families: ramsey::FAMILIES },
    Group { name: "Colourings and covers of graphs", families: coloring::FAMILIES },
    Group { name: "Subgraphs", families: subgraphs::FAMILIES },
    Group { name: "Paths and cycles", families: hamilton::FAMILIES },
    Group { name: "Circuits", families: circuits::FAMILIES },
    Group { name: "Queues", families: queues::FAMILIES },
    Group { name: "Hash functions", families: hashes::FAMILIES },
    Group { name: "Scheduling", families: scheduling::FAMILIES },
    Group { name: "Designs and sequences", families: designs::FAMILIES },
];

/// The family with this name.
pub fn by_name(name: &str) -> Option<&'static Family> {
    all().find(|family| family.name == name)
}

/// All families in the order of their groups.
pub fn all() -> impl Iterator<Item = &'static Family> {
    GROUPS.iter().flat_map(|group| group.families)
}

/// What is written beside the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// Whether the command, the source, the answer and the edges of graphs come first, as comments.
    pub comments: bool,
    /// Whether variables are named by lines `c varname NUMBER NAME`.
    pub names: bool,
    /// The most variables, the most clauses and the most literals.
    pub limit: u64,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { comments: true, names: true, limit: LIMIT }
    }
}

impl Family {
    /// Reads values of the parameters, as [`Values::read`] does.
    ///
    /// # Errors
    /// A parameter that the family does not have, a value that is out of range or missing, a graph that does not exist.
    pub fn read(&'static self, given: &[(&str, &str)]) -> Result<Values> {
        Values::read(self, given)
    }

    fn make<'a>(&self, values: &Values, pass: Pass<'a>, limit: u64) -> Result<(Answer, Clauses<'a>)> {
        let mut clauses = Clauses::new(pass, limit);
        let answer = (self.build)(values, &mut clauses)?;
        Ok((answer, clauses))
    }

    /// Makes a formula and says what theory knows about it.
    ///
    /// # Errors
    /// Values that do not go together, or a formula beyond the limit: so many variables, clauses or literals.
    pub fn formula(&self, values: &Values, limit: u64) -> Result<(Formula, Answer)> {
        self.make(values, Pass::Count, limit)?;
        let mut formula = Formula::new();
        let (answer, _) = self.make(values, Pass::Gather(&mut formula), limit)?;
        Ok((formula, answer))
    }

    /// Writes a formula in DIMACS without keeping its clauses.
    ///
    /// # Errors
    /// As [`Family::formula`], before anything is written; and when writing fails.
    pub fn write(&self, values: &Values, options: WriteOptions, mut out: impl Write) -> Result<()> {
        let limit = options.limit;
        let (answer, counted) = self.make(values, Pass::Count, limit)?;
        let (vars, clauses) = counted.counts();
        let mut out = std::io::BufWriter::with_capacity(1 << 16, &mut out as &mut dyn Write);
        if options.comments {
            writeln!(out, "c cnfmake {}", values.command())?;
            writeln!(out, "c {}", self.about)?;
            writeln!(out, "c source: {}", self.source)?;
            writeln!(out, "c answer: {answer}")?;
            for (graph, sizes) in values.vertices() {
                writeln!(out, "c vertices {graph} {sizes}")?;
            }
            for (graph, u, v) in values.edges() {
                writeln!(out, "c edge {graph} {u} {v}")?;
            }
        }
        if options.names {
            self.make(values, Pass::Names(&mut out), limit)?.1.finish()?;
        }
        writeln!(out, "p cnf {vars} {clauses}")?;
        self.make(values, Pass::Write(&mut out), limit)?.1.finish()?;
        Ok(out.flush()?)
    }
}
