//! Turns what a formula's comments ask into a question to the counter.

use super::CountQuestion;
use super::weight::Rational;
use crate::cnf::question::{Asked, CountKind, Weight, fault};
use crate::cnf::{Lit, ParseError, Var};
use crate::util::words::many;
use std::collections::{BTreeMap, BTreeSet};

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
    /// remark; so are the weights of variables that are not shown, which files of the Model Counting Competition have.
    /// If only one literal of a variable has a weight, and it is between 0 and 1, the other gets the difference to 1,
    /// with a remark.
    ///
    /// # Errors
    /// When a weight is not a number, or is the only one of its variable and not between 0 and 1.
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
        let mut weights = complete(&asked.weights, file, &mut posed.remarks)?;
        if let Some(show) = &posed.question.show {
            let is_shown = |lit: &Lit| show.binary_search(&lit.var()).is_ok();
            let others: BTreeSet<Var> = weights.keys().filter(|lit| !is_shown(lit)).map(|lit| lit.var()).collect();
            if let Some(first) = others.first() {
                let count = many(others.len(), "variable");
                posed.remarks.push(format!("the weights of {count} that are not shown, such as {first}, are left out"));
            }
            weights.retain(|lit, _| is_shown(lit));
        }
        posed.question.weights = weights.into_iter().map(|(lit, (weight, _))| (lit, weight)).collect();
        Ok(posed)
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
