//! What literals are called: numbers, the names of a formula, or a puzzle's own words.

use super::Recorder;
use crate::cnf::{Lit, Var};
use std::borrow::Cow;

/// The words of a formula's literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// For each variable the words for its being true and for its being false. Variables beyond the list have numbers.
    words: Vec<[String; 2]>,
}

impl Words {
    /// Words from a puzzle: for each variable those for its being true and for its being false.
    pub fn new(words: Vec<[String; 2]>) -> Words {
        Words { words }
    }

    /// Words from the names of the variables, with `-` before the name of a false one. Variables without a name, and
    /// those that no record keeps, have numbers.
    pub fn named(num_vars: usize, name: impl Fn(Var) -> Option<String>) -> Words {
        let word = |index: usize| {
            let var = Var::new(index);
            let name = name(var).unwrap_or_else(|| var.to_dimacs().to_string());
            [name.clone(), format!("-{name}")]
        };
        Words { words: (0..num_vars.min(Recorder::MOST_VARS)).map(word).collect() }
    }

    /// The words of a literal.
    pub fn of(&self, lit: Lit) -> Cow<'_, str> {
        match self.words.get(lit.var().index()) {
            Some(words) => Cow::Borrowed(&words[usize::from(lit.is_negative())]),
            None => Cow::Owned(lit.to_string()),
        }
    }

    /// The words of these literals, separated by `between`; if there are very many, only the first ones, and how many
    /// more there are.
    pub fn list(&self, lits: impl ExactSizeIterator<Item = Lit>, between: &str) -> String {
        /// The most that are shown.
        const MOST_SHOWN: usize = 12;
        let more = lits.len().saturating_sub(MOST_SHOWN);
        let mut words: Vec<Cow<'_, str>> = lits.take(MOST_SHOWN).map(|lit| self.of(lit)).collect();
        if more > 0 {
            words.push(Cow::Owned(format!("{more} more")));
        }
        words.join(between)
    }

    /// The words by variable, true and false.
    pub fn pairs(&self) -> &[[String; 2]] {
        &self.words
    }
}
