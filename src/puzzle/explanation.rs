//! Why a puzzle has no solution, or why a cell holds its value.

use crate::reason::core::Core;

/// A clue of a puzzle, as explanations name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// What it says and where it stands: "the 3 in row 1, column 2".
    pub words: String,
    /// The cells in which it stands.
    pub cells: Vec<usize>,
}

/// Why a puzzle has no solution, or why a cell holds its value. Values are given in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// There is no solution, because of these clues. The text is the beginning of a sentence that says so.
    Contradiction(String, Core<Clue>),
    /// There is a solution, and nothing more was asked.
    Consistent,
    /// The cell holds this from the start.
    Given(String),
    /// The cell holds this, in words and as a value, in every solution because of these clues.
    Forced(String, u16, Core<Clue>),
    /// The cell holds this in some solutions and something else in others.
    Open(String),
}

impl Explanation {
    /// What a contradiction begins with whose clues are those that the puzzle states.
    pub const CLUES: &'static str = "These clues contradict each other";

    /// The explanation that there is no solution, because these clues contradict each other.
    pub fn contradiction(core: Core<Clue>) -> Explanation {
        Explanation::Contradiction(Explanation::CLUES.into(), core)
    }

    /// The clues that contradict each other or force the cell; empty if none do.
    pub fn clues(&self) -> &[Clue] {
        match self {
            Explanation::Contradiction(_, core) | Explanation::Forced(_, _, core) => &core.members,
            Explanation::Consistent | Explanation::Given(_) | Explanation::Open(_) => &[],
        }
    }
}
