//! One derivation of an LRAT proof: whether a clause follows by its hints.

use super::clauses::State;
use super::fault::Fault;
use super::{Halt, grow};
use crate::cnf::Lit;
use crate::limits::Stop;

/// The clauses that a hint may name.
pub(super) trait Lookup {
    /// Where the clause of this id is.
    fn find(&self, id: u64) -> State;
    /// The literals (as codes) of the clause at this place.
    fn lits(&self, place: u32) -> &[u32];
}

/// Why a step ends the check; the caller knows where the step is.
pub(super) enum Wrong {
    Fault(Fault),
    Halt(Halt),
}

impl Wrong {
    /// The same reason; a fault is extended by the clause that the faulty step adds.
    pub(super) fn of(self, clause: impl IntoIterator<Item = Lit>) -> Wrong {
        match self {
            Wrong::Fault(fault) => Wrong::Fault(fault.of(clause)),
            halt => halt,
        }
    }
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Wrong {
        Wrong::Fault(fault)
    }
}

impl From<Stop> for Wrong {
    fn from(stop: Stop) -> Wrong {
        Wrong::Halt(stop.into())
    }
}

/// What a derivation needs while it is checked.
#[derive(Debug, Default)]
pub(super) struct Derivation {
    /// By literal code: 1 true, -1 false, 0 neither.
    values: Vec<i8>,
    trail: Vec<Lit>,
    candidates: Vec<u64>,
}

impl Derivation {
    /// Makes room for this many literals.
    pub(super) fn grow(&mut self, num_lits: usize) -> Result<(), Stop> {
        grow(&mut self.values, num_lits, 0)
    }

    /// Whether the clause follows by its hints; the answer says whether it does so as a resolution asymmetric
    /// tautology. `containing` counts the clauses that contain a literal.
    pub(super) fn follows(
        &mut self,
        clauses: &impl Lookup,
        clause: &[Lit],
        hints: &[i64],
        containing: impl FnOnce(Lit) -> Result<u64, Stop>,
    ) -> Result<bool, Wrong> {
        let rat = self.implied(clauses, clause, hints, containing);
        self.undo(0);
        rat
    }

    fn implied(
        &mut self,
        clauses: &impl Lookup,
        clause: &[Lit],
        hints: &[i64],
        containing: impl FnOnce(Lit) -> Result<u64, Stop>,
    ) -> Result<bool, Wrong> {
        for &lit in clause {
            match self.values[lit.index()] {
                0 => self.assign(!lit)?,
                1 => return Ok(false),
                _ => {}
            }
        }
        let (chain, groups) = hints.split_at(hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len()));
        if self.propagate(clauses, chain)? {
            return Ok(false);
        }
        let Some(&pivot) = clause.first() else {
            return Err(if groups.is_empty() { no_conflict(chain) } else { Fault::NoPivot }.into());
        };
        self.compare_candidates(groups, no_conflict(chain), || containing(!pivot))?;
        let base = self.trail.len();
        let mut rest = groups;
        while let Some((&id, tail)) = rest.split_first() {
            let (chain, next) = tail.split_at(tail.iter().position(|&hint| hint < 0).unwrap_or(tail.len()));
            let id = id.unsigned_abs();
            if !self.assume_candidate(clauses, id, !pivot)? && !self.propagate(clauses, chain)? {
                return Err(Fault::CandidateHolds(id).into());
            }
            self.undo(base);
            rest = next;
        }
        Ok(true)
    }

    /// Makes sure that the negative hints name as many clauses as needed, all different. The fault `none` is returned
    /// if there are no such hints although some are needed.
    fn compare_candidates(
        &mut self,
        groups: &[i64],
        none: Fault,
        needed: impl FnOnce() -> Result<u64, Stop>,
    ) -> Result<(), Wrong> {
        self.candidates.clear();
        for &hint in groups.iter().filter(|&&hint| hint < 0) {
            super::push(&mut self.candidates, hint.unsigned_abs())?;
        }
        self.candidates.sort_unstable();
        if let Some(twice) = self.candidates.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Fault::NotCandidate(twice[0]).into());
        }
        let needed = needed()?;
        let given = self.candidates.len() as u64;
        if given == 0 && needed > 0 {
            return Err(none.into());
        }
        if given < needed { Err(Fault::MissingCandidates { needed, given }.into()) } else { Ok(()) }
    }

    /// Assumes that the candidate's other literals are false; returns whether one of them is true, in which case
    /// nothing is left to show.
    fn assume_candidate(&mut self, clauses: &impl Lookup, id: u64, negated: Lit) -> Result<bool, Wrong> {
        let place = place(clauses, id)?;
        let mut resolves = false;
        let mut holds = false;
        for &code in clauses.lits(place) {
            let lit = Lit::from_code(code);
            if lit == negated {
                resolves = true;
            } else if self.values[lit.index()] == 0 {
                assign(&mut self.values, &mut self.trail, !lit)?;
            } else {
                holds |= self.values[lit.index()] > 0;
            }
        }
        if resolves { Ok(holds) } else { Err(Fault::NotCandidate(id).into()) }
    }

    /// Visits the antecedents; returns whether one of them is false.
    fn propagate(&mut self, clauses: &impl Lookup, chain: &[i64]) -> Result<bool, Wrong> {
        for id in chain.iter().map(|id| id.unsigned_abs()) {
            let place = place(clauses, id)?;
            let mut left = None;
            for &code in clauses.lits(place) {
                if self.values[code as usize] >= 0 {
                    if left.is_some() {
                        return Err(Fault::NotUnit(id).into());
                    }
                    left = Some(Lit::from_code(code));
                }
            }
            match left {
                None => return Ok(true),
                Some(lit) if self.values[lit.index()] == 0 => self.assign(lit)?,
                Some(_) => {}
            }
        }
        Ok(false)
    }

    fn assign(&mut self, lit: Lit) -> Result<(), Stop> {
        assign(&mut self.values, &mut self.trail, lit)
    }

    fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
    }
}

fn no_conflict(chain: &[i64]) -> Fault {
    Fault::NoConflict(chain.last().map(|id| id.unsigned_abs()))
}

/// Where the clause with this id is, or why there is none.
pub(super) fn place(clauses: &impl Lookup, id: u64) -> Result<u32, Fault> {
    match clauses.find(id) {
        State::Live(place) => Ok(place),
        State::Deleted => Err(Fault::DeletedId(id)),
        State::Unknown => Err(Fault::UnknownId(id)),
    }
}

#[inline]
fn assign(values: &mut [i8], trail: &mut Vec<Lit>, lit: Lit) -> Result<(), Stop> {
    super::push(trail, lit)?;
    values[lit.index()] = 1;
    values[(!lit).index()] = -1;
    Ok(())
}
