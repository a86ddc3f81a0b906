//! What the comments of a formula ask, in the format of the Model Counting Competition.

use super::Question;
use super::weight::Rational;
use crate::cnf::{Lit, Var};
use std::fmt;

/// The kind of a count, as `c t` and the answer name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Models.
    Mc,
    /// Weights of models.
    Wmc,
    /// Models of the shown variables.
    Pmc,
    /// Weights of models of the shown variables.
    Pwmc,
}

impl Kind {
    /// Whether models are distinguished by the shown variables alone.
    pub fn is_projected(self) -> bool {
        matches!(self, Kind::Pmc | Kind::Pwmc)
    }

    /// Whether models have weights.
    pub fn is_weighted(self) -> bool {
        matches!(self, Kind::Wmc | Kind::Pwmc)
    }

    /// The kind of this name.
    fn by_name(name: &str) -> Option<Kind> {
        Some(match name {
            "mc" => Kind::Mc,
            "wmc" => Kind::Wmc,
            "pmc" => Kind::Pmc,
            "pwmc" | "wpmc" => Kind::Pwmc,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Mc => "mc",
            Kind::Wmc => "wmc",
            Kind::Pmc => "pmc",
            Kind::Pwmc => "pwmc",
        })
    }
}

/// A comment that asks for something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionError {
    /// The comment.
    pub line: String,
    /// What is wrong with it.
    pub expected: String,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String = self.line.chars().take(60).collect();
        write!(f, "'c {line}': expected {}", self.expected)
    }
}

impl std::error::Error for QuestionError {}

impl Question {
    /// The question that these comments ask (without their `c `), and its kind. Without `c t` the kind follows from
    /// whether there are shown variables and weights; with it, what does not belong to the kind is ignored.
    ///
    /// # Errors
    /// When a comment is not as it should be, or names a variable above `2^31 - 1`.
    pub fn from_comments(comments: &[String]) -> Result<(Kind, Question), QuestionError> {
        let mut question = Question::default();
        let mut kind = None;
        for line in comments {
            let fault = |expected: &str| QuestionError { line: line.clone(), expected: expected.into() };
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some("t"), Some(name)) => {
                    kind = Some(Kind::by_name(name).ok_or_else(|| fault("mc, wmc, pmc or pwmc"))?);
                }
                (Some("p"), Some("show")) => {
                    let vars = question.show.get_or_insert_default();
                    for word in words.take_while(|&word| word != "0") {
                        let number = word.parse().ok().and_then(Var::from_dimacs);
                        vars.push(number.ok_or_else(|| fault("variables and a final 0"))?);
                    }
                }
                (Some("p"), Some("weight")) => {
                    let lit = words.next().and_then(|word| word.parse().ok()).and_then(Lit::from_dimacs);
                    let lit = lit.ok_or_else(|| fault("a literal and its weight"))?;
                    let weight = words.next().ok_or_else(|| fault("a literal and its weight"))?;
                    let weight = Rational::parse(weight);
                    question.weights.push((lit, weight.map_err(|error| fault(&error.to_string()))?));
                }
                _ => {}
            }
        }
        let kind = kind.unwrap_or(match (&question.show, question.weights.is_empty()) {
            (None, true) => Kind::Mc,
            (None, false) => Kind::Wmc,
            (Some(_), true) => Kind::Pmc,
            (Some(_), false) => Kind::Pwmc,
        });
        if !kind.is_projected() {
            question.show = None;
        }
        if !kind.is_weighted() {
            question.weights.clear();
        }
        Ok((kind, question))
    }
}
