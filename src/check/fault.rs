//! What is wrong with a proof or a model, and where.

use crate::cnf::Lit;
use crate::limits::Stop;
use std::fmt;
use std::io;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text, from 1.
    Line(u64),
    /// A step of a binary proof, and the last byte that was read.
    Step {
        /// The number of the step, from 1.
        step: u64,
        /// The byte's offset in the (decompressed) file, from 0.
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

/// What is wrong. Clauses have the ids of the LRAT proof, literals are those of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The file cannot be read: the system's message.
    Io(String),
    /// A limit was reached while the file was read. This says nothing about the file.
    Stopped(Stop),
    /// Something was expected here that is not there; the text names it.
    Syntax(&'static str),
    /// A literal whose variable is above 2^31 - 1, or an id of 2^63 or more.
    Range,
    /// The proof ends inside a step.
    Cut,
    /// The proof ends, and the empty clause was not derived.
    NoEmptyClause,
    /// The proof ends, and no clause of negated literals of the core was derived, or only after a step that need not
    /// follow from the formula.
    NoCore,
    /// The clause follows neither by reverse unit propagation nor as a resolution asymmetric tautology on its first
    /// literal.
    NotImplied {
        /// The clause.
        clause: Vec<i32>,
        /// A clause with the negated first literal whose resolvent does not follow, if the clause has a first literal.
        candidate: Option<Vec<i32>>,
    },
    /// The clause does not follow by reverse unit propagation, and its witness does not show that it is redundant.
    NotRedundant {
        /// The clause.
        clause: Vec<i32>,
        /// A clause whose image under the witness does not follow.
        candidate: Vec<i32>,
    },
    /// The last literal of a witness has no image.
    NoImage(i32),
    /// A witness maps the variable of this literal twice.
    TwoImages(i32),
    /// No clause has had this id so far.
    UnknownId(u64),
    /// The clause with this id is deleted.
    DeletedId(u64),
    /// Another clause has or had this id.
    DuplicateId(u64),
    /// The clause does not follow by its antecedents.
    NotDerived {
        /// The clause, as it stands in the file.
        clause: Vec<i32>,
        /// Why not.
        why: Box<Fault>,
    },
    /// An antecedent that is neither unit nor false when its turn comes.
    NotUnit(u64),
    /// The antecedents lead to no conflict. The last antecedent before the first candidate, unless there is none.
    NoConflict(Option<u64>),
    /// A negative hint in a step that has no first literal to resolve on.
    NoPivot,
    /// A negative hint for a clause without the negated pivot, or a second one for the same clause.
    NotCandidate(u64),
    /// This many clauses contain the negated pivot, but not all of them have hints.
    MissingCandidates {
        /// The clauses with the negated pivot.
        needed: u64,
        /// How many of these clauses have hints.
        given: u64,
    },
    /// The antecedents of a candidate lead to no conflict.
    CandidateHolds(u64),
    /// A clause of the formula, numbered from 1, has no true literal.
    FalseClause(u64),
    /// A variable (as the file names it) has both values.
    TwoValues(String),
    /// A word that names no variable of the formula.
    UnknownVariable(String),
    /// The file holds neither values nor a status.
    NoAnswer,
    /// A clause that the user adds is not the next one of the formula, whose number from 1 is given.
    OtherInput(u64),
    /// The formula has more clauses than the user adds, whose number is given.
    MissingInputs(u64),
    /// A line where another one is expected.
    Unexpected(&'static str),
    /// A literal of a core that was not assumed.
    NotAssumed(i32),
    /// An assumption that the model leaves false.
    FalseAssumption(i32),
    /// The model leaves the clause with this id false.
    FalseInput(u64),
}

impl Fault {
    /// The fault as that of a step that adds this clause.
    pub(super) fn of(self, clause: impl IntoIterator<Item = Lit>) -> Fault {
        Fault::NotDerived { clause: clause.into_iter().map(Lit::to_dimacs).collect(), why: Box::new(self) }
    }

    /// Whether the file is not a proof in this format, or not an answer, at all. The other faults are those of a proof
    /// or a model that can be read but is wrong.
    pub fn is_unreadable(&self) -> bool {
        use Fault::{Cut, Io, NoAnswer, NoImage, Range, Syntax, UnknownVariable};
        matches!(self, Io(_) | Syntax(_) | Range | Cut | NoImage(_) | UnknownVariable(_) | NoAnswer)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(&stop) => Fault::Stopped(stop),
            None => Fault::Io(error.to_string()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(error) => write!(f, "cannot be read: {error}"),
            Fault::Stopped(stop) => write!(f, "reading stopped: {stop}"),
            Fault::Syntax(expected) => write!(f, "expected {expected}"),
            Fault::Range => f.write_str("the number is out of range"),
            Fault::Cut => f.write_str("the file ends inside a step"),
            Fault::NoEmptyClause => f.write_str("no empty clause is derived"),
            Fault::NoCore => f.write_str("no clause is derived that refutes the core"),
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
                write!(f, "the clause ({clause}) does not follow by unit propagation, ")?;
                write!(f, "nor does the image of ({candidate}) under its witness")
            }
            Fault::NoImage(lit) => write!(f, "the witness ends with {lit}, whose image is missing"),
            Fault::TwoImages(lit) => write!(f, "the witness maps the variable of {lit} twice"),
            Fault::UnknownId(id) => write!(f, "there is no clause {id}"),
            Fault::DeletedId(id) => write!(f, "clause {id} is deleted"),
            Fault::DuplicateId(id) => write!(f, "the id {id} is taken"),
            Fault::NotDerived { clause, why } => {
                write!(f, "the clause ({}) does not follow by its antecedents: {why}", Lits(clause))
            }
            Fault::NotUnit(id) => write!(f, "antecedent {id} is neither unit nor false here"),
            Fault::NoConflict(None) => f.write_str("there are none"),
            Fault::NoConflict(Some(last)) => write!(f, "they lead to no conflict, the last one is {last}"),
            Fault::NoPivot => f.write_str("a negative hint, but the clause is empty"),
            Fault::NotCandidate(id) => {
                write!(f, "clause {id} of the hint -{id} lacks the negated first literal, or is a candidate already")
            }
            Fault::MissingCandidates { needed, given } => {
                write!(f, "{needed} clauses contain the negated first literal, {given} have hints")
            }
            Fault::CandidateHolds(id) => write!(f, "the hints after -{id} lead to no conflict"),
            Fault::FalseClause(clause) => write!(f, "clause {clause} of the formula has no true literal"),
            Fault::TwoValues(name) => write!(f, "variable {name} has both values"),
            Fault::UnknownVariable(name) => write!(f, "'{name}' is not a variable of the formula"),
            Fault::NoAnswer => f.write_str("the file holds neither values nor a status"),
            Fault::OtherInput(clause) => write!(f, "the clause is not clause {clause} of the formula"),
            Fault::MissingInputs(added) => write!(f, "only the first {added} clauses of the formula are added"),
            Fault::Unexpected(expected) => write!(f, "expected {expected}"),
            Fault::NotAssumed(lit) => write!(f, "{lit} was not assumed"),
            Fault::FalseAssumption(lit) => write!(f, "the model leaves the assumption {lit} false"),
            Fault::FalseInput(id) => write!(f, "the model leaves clause {id} false"),
        }
    }
}

/// Literals with blanks between them; long lists are cut.
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

/// Why a proof or a model is not verified: a fault and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// Where the fault is, unless it concerns the file as a whole.
    pub place: Option<Place>,
    /// What is wrong.
    pub fault: Fault,
}

impl CheckError {
    /// A fault of the file as a whole.
    pub fn whole(fault: Fault) -> CheckError {
        CheckError { place: None, fault }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for CheckError {}
