//! What follows in a puzzle step by step, as a person finds it: what each puzzle's own methods fill in.

pub(crate) mod candidates;
pub mod next;
pub(crate) mod way;

use super::face::{Clue, Values};
use crate::limits::{Limits, Stop};
use crate::util::words::many;

/// The work that steps may take: what a person would do in a lifetime, and a computer in a second or two.
const MOST_WORK: u64 = 100_000_000;

/// How much work is left, and the limits of the run.
#[derive(Debug)]
pub(crate) struct Effort<'a> {
    limits: &'a Limits,
    left: u64,
}

impl<'a> Effort<'a> {
    /// All the work that steps may take.
    pub(crate) fn new(limits: &'a Limits) -> Effort<'a> {
        Effort { limits, left: MOST_WORK }
    }

    /// Takes this much, about one for each cell and value that is looked at; whether there was so much left.
    ///
    /// # Errors
    /// The limit that ran out.
    pub(crate) fn spend(&mut self, work: usize) -> Result<bool, Stop> {
        match self.limits.exceeded() {
            Some(stop) => Err(stop),
            None => {
                let enough = self.left > 0;
                self.left = self.left.saturating_sub(work as u64);
                Ok(enough)
            }
        }
    }
}

/// What steps are to lead to; the clues are those of the explanation, which are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal<'a> {
    /// The value of a cell, which is forced.
    Cell(usize, &'a [Clue]),
    /// The contradiction of these clues.
    Contradiction(&'a [Clue]),
    /// The whole solution, if there is one only.
    Whole,
}

/// One step: what follows from the clues and the steps before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the method: "hidden single", "overlap".
    pub technique: &'static str,
    /// What follows and why, in words that name the cells as `r3c7`, from 1.
    pub words: String,
    /// The cells that it looks at.
    pub from: Vec<usize>,
    /// The cells that it fills, and with which values; empty when it only rules values out.
    pub fills: Vec<(usize, u16)>,
}

/// Steps that lead from the clues to a cell, to a contradiction, or through a whole puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The steps in order; each is needed for the last one.
    pub steps: Vec<Step>,
    /// The hardest method among them, which is the grade; `None` without steps.
    pub hardest: Option<&'static str>,
    /// Whether they rest on the clues of the explanation alone; otherwise they use other clues of the puzzle too, since
    /// that is easier.
    pub of_core: bool,
    /// Whether they reach their end; if not, the methods known here do not lead there, and it takes a search.
    pub complete: bool,
}

impl Steps {
    /// What stands above the steps.
    pub fn heading(&self) -> String {
        let hardest = self.hardest.map_or(String::new(), |name| format!(" (hardest method: {name})"));
        match (self.complete, self.of_core) {
            (false, _) => "Step by step: none of the methods known here leads there; it takes a search.".to_string(),
            (true, true) => format!("Step by step{hardest}:"),
            (true, false) => format!("Step by step, using more of the board, which is easier{hardest}:"),
        }
    }

    /// How hard the puzzle is for people, by the steps that solve it whole.
    pub fn grade(&self) -> String {
        let mut used: Vec<(&str, usize)> = Vec::new();
        for step in &self.steps {
            match used.iter_mut().find(|(name, _)| *name == step.technique) {
                Some((_, times)) => *times += 1,
                None => used.push((step.technique, 1)),
            }
        }
        let words: Vec<String> = used.iter().map(|(name, times)| format!("{times} × {name}")).collect();
        let words = words.join(", ");
        let filled: usize = self.steps.iter().map(|step| step.fills.len()).sum();
        match self.hardest {
            Some(hardest) if self.complete => {
                format!("Grade: {hardest}, the hardest method that it needs ({words}).")
            }
            None if self.complete => "Grade: none, since nothing is left to be found.".to_string(),
            _ if filled == 0 => {
                "Grade: search. The methods known here fill no cell: it takes a search, or has several solutions."
                    .into()
            }
            _ => format!(
                "Grade: search. The methods known here fill {} ({words}); the rest takes a search, or has several solutions.",
                many(filled, "cell")
            ),
        }
    }

    /// What the cells hold after so many steps.
    pub fn values(&self, given: &Values, steps: usize) -> Values {
        let mut values = given.clone();
        for &(cell, value) in self.steps.iter().take(steps).flat_map(|step| &step.fills) {
            values[cell] = Some(value);
        }
        values
    }
}
