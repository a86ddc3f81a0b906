//! Turns what a formula's comments ask into a question to the counter.

use super::CountQuestion;
use super::weight::Rational;
use crate::cnf::question::{Asked, CountKind, Weight, fault};
use crate::cnf::{Lit, ParseError};
use std::collections::BTreeMap;

/// A question, the kind of count that it asks for, and remarks on how it was understood.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The kind of count.
    pub kind: CountKind,
    /// What is counted.
    pub question: CountQuestion,
    /// Remarks for people on how the comments were understood.
    pub remarks: Vec<String>,
}

impl CountQuestion {
    /// The question that comments ask; `file` serves the messages. Without a `c t` line the kind follows from whether
    /// there are shown variables and weights. With such a line, whatever does not belong to its kind is ignored, with a
    /// remark. If only one literal of a variable has a weight, and it is between 0 and 1, the other gets the difference
    /// to 1, with a remark.
    ///
    /// # Errors When a weight is not a number, when it is the only one of its variable and not between 0 and 1, or when
    /// it belongs to a variable that is not shown.
    pub fn posed(asked: &Asked, file: &str) -> Result<Posed, ParseError> {
        let kind = asked.kind.unwrap_or(match (&asked.show, asked.weights.is_empty()) {
            (None, true) => CountKind::Mc,
            (None, false) => CountKind::Wmc,
            (Some(_), true) => CountKind::Pmc,
            (Some(_), false) => CountKind::Pwmc,
        });
        let mut posed = Posed { kind, question: CountQuestion::default(), remarks: Vec::new() };
        let mut left_out =
            |what| posed.remarks.push(format!("'c t {kind}' asks for a count without {what}: they are left out"));
        if kind.is_projected() {
            posed.question.show = asked.show.clone();
        } else if asked.show.is_some() {
            left_out("shown variables");
        }
        if !kind.is_weighted() {
            if !asked.weights.is_empty() {
                left_out("weights");
            }
            return Ok(posed);
        }
        let weights = complete(&asked.weights, file, &mut posed.remarks)?;
        posed.question.weights = weights.into_iter().map(|(lit, (weight, _))| (lit, weight)).collect();
        posed.question.is_weighed_right(&asked.weights, file)?;
        Ok(posed)
    }

    /// Makes sure that weights belong to shown variables, which are sorted.
    ///
    /// # Errors
    /// At the first one that does not.
    pub fn is_weighed_right(&self, weights: &[Weight], file: &str) -> Result<(), ParseError> {
        let Some(show) = &self.show else { return Ok(()) };
        match weights.iter().find(|weight| show.binary_search(&weight.lit.var()).is_err()) {
            None => Ok(()),
            Some(weight) => {
                let found = format!("a weight of {}", weight.lit);
                Err(fault(file, weight.place, &found, "weights of shown variables alone"))
            }
        }
    }
}

/// The weights by literal, with those of negations that are not named.
fn complete<'w>(
    weights: &'w [Weight],
    file: &str,
    remarks: &mut Vec<String>,
) -> Result<BTreeMap<Lit, (Rational, &'w Weight)>, ParseError> {
    let mut known = BTreeMap::new();
    for weight in weights {
        let expected = "a number such as 3, -0.25, 1e-3 or 2/3";
        let number = Rational::parse(&weight.text)
            .map_err(|_| fault(file, weight.place, &format!("'{}'", weight.text), expected))?;
        known.insert(weight.lit, (number, weight));
    }
    let alone: Vec<Lit> = known.keys().copied().filter(|&lit| !known.contains_key(&!lit)).collect();
    for &lit in &alone {
        let (number, weight) = &known[&lit];
        let Some(rest) = number.missing_to_one() else {
            let found = format!("'{}' for {lit} alone", weight.text);
            return Err(fault(file, weight.place, &found, "a weight from 0 to 1, or one for its negation, too"));
        };
        let weight = *weight;
        known.insert(!lit, (rest, weight));
    }
    if let Some(first) = alone.first() {
        let others = match alone.len() - 1 {
            0 => String::new(),
            more => format!(", and so with {more} more"),
        };
        remarks
            .push(format!("literal {} has no weight: it gets what the weight of {first} leaves of 1{others}", !*first));
    }
    Ok(known)
}
