//! What is wrong with a proof or a model, and where.

use std::fmt;

/// Where in a file something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text, from 1.
    Line(u64),
    /// A step of a binary proof, from 1, and the offset of the byte that was read last.
    Step {
        /// The number of the step.
        step: u64,
        /// The offset in the (decompressed) file.
        byte: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Step { step, byte } => write!(f, "step {step} (byte {byte})"),
        }
    }
}

/// What is wrong. Clauses are named by their ids in LRAT, literals are the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The file cannot be read.
    Io(String),
    /// The file is not what it should be: what was expected.
    Syntax(&'static str),
    /// A literal whose variable is above 2^31 - 1, or an id of 2^63 or more.
    Range,
    /// The proof ends inside a step.
    Cut,
    /// The proof ends, and the empty clause was not derived.
    NoEmptyClause,
    /// The clause follows neither by reverse unit propagation nor as a resolution asymmetric tautology on its first
    /// literal.
    NotImplied {
        /// The clause.
        clause: Vec<i32>,
        /// A clause of the candidates of the pivot for which the resolvent is not implied, if the clause has a pivot.
        candidate: Option<Vec<i32>>,
    },
    /// The clause does not follow by reverse unit propagation, and its witness does not show that it is redundant.
    NotRedundant {
        /// The clause.
        clause: Vec<i32>,
        /// A clause of which the witness makes one that is not implied.
        candidate: Vec<i32>,
    },
    /// A literal at the end of a witness that has no image.
    NoImage(i32),
    /// A literal whose variable a witness maps twice.
    TwoImages(i32),
    /// An id that no clause has.
    UnknownId(u64),
    /// An id whose clause is deleted.
    DeletedId(u64),
    /// An id that another clause has or had.
    DuplicateId(u64),
    /// An antecedent that is neither unit nor false when its turn comes.
    NotUnit(u64),
    /// The antecedents lead to no conflict.
    NoConflict,
    /// A negative hint in a step that has no first literal to resolve on.
    NoPivot,
    /// A negative hint for a clause without the negated pivot, or a second one for the same clause.
    NotCandidate(u64),
    /// This many clauses contain the negated pivot, but not all of them have hints.
    MissingCandidates {
        /// The clauses with the negated pivot.
        needed: u64,
        /// Those that have hints.
        given: u64,
    },
    /// The antecedents of a candidate lead to no conflict.
    CandidateHolds(u64),
    /// A clause of the formula, from 1, in which no literal is true.
    FalseClause(u64),
    /// A variable (as the user names it) with both values.
    TwoValues(String),
    /// A name that is not a variable of the formula.
    UnknownVariable(String),
    /// The file says that there is no model, or says nothing.
    NoModel(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(error) => write!(f, "cannot be read: {error}"),
            Fault::Syntax(expected) => write!(f, "expected {expected}"),
            Fault::Range => f.write_str("the number is out of range"),
            Fault::Cut => f.write_str("the file ends inside a step"),
            Fault::NoEmptyClause => f.write_str("no empty clause is derived"),
            Fault::NotImplied { clause, candidate } => {
                write!(f, "the clause ({}) does not follow by unit propagation", Lits(clause))?;
                match (candidate, clause.first()) {
                    (Some(candidate), Some(pivot)) => {
                        write!(f, ", nor does its resolvent on {pivot} with ({})", Lits(candidate))
                    }
                    _ => Ok(()),
                }
            }
            Fault::NotRedundant { clause, candidate } => {
                let (clause, candidate) = (Lits(clause), Lits(candidate));
                write!(
                    f,
                    "the clause ({clause}) does not follow by unit propagation, nor does what its witness makes of"
                )?;
                write!(f, " ({candidate})")
            }
            Fault::NoImage(lit) => write!(f, "the witness ends after {lit}, without its image"),
            Fault::TwoImages(lit) => write!(f, "the witness maps the variable of {lit} twice"),
            Fault::UnknownId(id) => write!(f, "there is no clause {id}"),
            Fault::DeletedId(id) => write!(f, "clause {id} is deleted"),
            Fault::DuplicateId(id) => write!(f, "the id {id} is taken"),
            Fault::NotUnit(id) => write!(f, "antecedent {id} is neither unit nor false here"),
            Fault::NoConflict => f.write_str("the antecedents lead to no conflict"),
            Fault::NoPivot => f.write_str("a negative hint, but the clause is empty"),
            Fault::NotCandidate(id) => {
                write!(f, "the hint -{id} names no clause with the negated first literal, or one that came before")
            }
            Fault::MissingCandidates { needed, given } => {
                write!(f, "{needed} clauses contain the negated first literal, {given} have hints")
            }
            Fault::CandidateHolds(id) => write!(f, "the hints after -{id} lead to no conflict"),
            Fault::FalseClause(clause) => write!(f, "clause {clause} of the formula has no true literal"),
            Fault::TwoValues(name) => write!(f, "variable {name} has both values"),
            Fault::UnknownVariable(name) => write!(f, "'{name}' is not a variable of the formula"),
            Fault::NoModel(what) => write!(f, "no model: {what}"),
        }
    }
}

/// Literals with blanks between them, long lists cut.
struct Lits<'a>(&'a [i32]);

impl fmt::Display for Lits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        for (index, lit) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{lit}", if index == 0 { "" } else { " " })?;
        }
        if self.0.len() > SHOWN { write!(f, " ... {} literals", self.0.len()) } else { Ok(()) }
    }
}

/// A fault and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Where it is, if it is anywhere.
    pub place: Option<Place>,
    /// What it is.
    pub fault: Fault,
}

impl Refutation {
    /// A fault without a place.
    pub fn nowhere(fault: Fault) -> Refutation {
        Refutation { place: None, fault }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for Refutation {}
