//! Unit propagation by two watched literals.
//!
//! **What it does.** A clause of three or more literals *watches* two of them. As long as neither is false the clause
//! has a literal to spare, so it is visited only when one of the two becomes false; then it watches another literal
//! that is not false, or is unit, or is false. A watch carries a second literal of the clause, the *blocker*: while
//! that is true the clause itself is not read. Clauses of two literals are lists of their own: by literal, what follows
//! when it is false.
//!
//! **Why it pays.** Nothing is done for a clause that only loses literals it does not watch, and nothing at all when
//! values are taken back: two literals that were not false stay so.
//!
//! **References.** Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, DAC'01. Blockers: Sörensson, Eén, MiniSat 2.1, 2008.

use crate::cnf::{Formula, Lit};
use std::borrow::Cow;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// There is no reason: the literal is a decision, the other value of a refuted one, a unit clause of the formula,
    /// or a pure literal.
    None,
    /// By a clause with this other literal, which is false.
    Binary(Lit),
    /// By the long clause of this index.
    Long(u32),
}

/// A clause of which every literal is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    Unit([Lit; 1]),
    Binary([Lit; 2]),
    Long(u32),
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    blocker: Lit,
    clause: u32,
}

/// The clauses of a formula, arranged for propagation, and the literals that are true.
#[derive(Debug)]
pub(super) struct Propagation {
    /// By literal.
    values: Vec<Option<bool>>,
    /// The true literals, oldest first.
    trail: Vec<Lit>,
    reasons: Vec<Reason>,
    /// How many literals of the trail have been propagated in binary clauses.
    propagated_binary: usize,
    propagated: usize,
    /// By literal: the other literals of its binary clauses.
    partners: Vec<Vec<Lit>>,
    /// The literals of the long clauses, the watched ones first in each; clause `c` lies in `starts[c]..starts[c + 1]`.
    lits: Vec<Lit>,
    starts: Vec<u32>,
    /// By literal.
    watches: Vec<Vec<Watch>>,
    /// Clauses visited.
    pub visits: u64,
}

impl Propagation {
    /// Arranges the clauses; no clause may be empty or have a literal twice.
    pub fn new(formula: &Formula) -> Propagation {
        let num_lits = 2 * formula.num_vars();
        let mut lits = Vec::new();
        let mut starts = vec![0];
        let mut watches = vec![Vec::new(); num_lits];
        let mut partners = vec![Vec::new(); num_lits];
        for clause in formula.clauses() {
            match *clause {
                [_] => {}
                [first, second] => {
                    partners[first.index()].push(second);
                    partners[second.index()].push(first);
                }
                _ => {
                    let index = starts.len() as u32 - 1;
                    watches[clause[0].index()].push(Watch { blocker: clause[1], clause: index });
                    watches[clause[1].index()].push(Watch { blocker: clause[0], clause: index });
                    lits.extend_from_slice(clause);
                    starts.push(lits.len() as u32);
                }
            }
        }
        Propagation {
            values: vec![None; num_lits],
            trail: Vec::new(),
            reasons: Vec::new(),
            propagated_binary: 0,
            propagated: 0,
            partners,
            lits,
            starts,
            watches,
            visits: 0,
        }
    }

    /// The value of a literal, if it has one.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    /// The true literals, oldest first.
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Makes an unassigned literal true.
    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = Some(true);
        self.values[(!lit).index()] = Some(false);
        self.trail.push(lit);
        self.reasons.push(reason);
    }

    /// Unassigns all but the first `len` literals of the trail.
    pub fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = None;
            self.values[(!lit).index()] = None;
        }
        self.reasons.truncate(len);
        self.propagated_binary = len;
        self.propagated = len;
    }

    /// Makes every literal true that a clause demands, until none is left or a clause is false.
    pub fn propagate(&mut self) -> Option<Conflict> {
        loop {
            // Binary clauses first: they are cheap, and what they imply may make long clauses true.
            if let Some(&lit) = self.trail.get(self.propagated_binary) {
                self.propagated_binary += 1;
                if let Some(conflict) = self.propagate_binary(!lit) {
                    return Some(conflict);
                }
            } else if let Some(&lit) = self.trail.get(self.propagated) {
                self.propagated += 1;
                if let Some(conflict) = self.propagate_long(!lit) {
                    return Some(conflict);
                }
            } else {
                return None;
            }
        }
    }

    fn propagate_binary(&mut self, falsified: Lit) -> Option<Conflict> {
        let partners = std::mem::take(&mut self.partners[falsified.index()]);
        self.visits += partners.len() as u64;
        let mut conflict = None;
        for &other in &partners {
            match self.value(other) {
                Some(true) => {}
                Some(false) => {
                    conflict = Some(Conflict::Binary([falsified, other]));
                    break;
                }
                None => self.assign(other, Reason::Binary(falsified)),
            }
        }
        self.partners[falsified.index()] = partners;
        conflict
    }

    fn propagate_long(&mut self, falsified: Lit) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        self.visits += watches.len() as u64;
        let mut conflict = None;
        watches.retain_mut(|watch| {
            if conflict.is_some() || self.values[watch.blocker.index()] == Some(true) {
                return true;
            }
            let index = watch.clause as usize;
            let clause = &mut self.lits[self.starts[index] as usize..self.starts[index + 1] as usize];
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            let other = clause[0];
            watch.blocker = other;
            let value = self.values[other.index()];
            if value == Some(true) {
                return true;
            }
            let values = &self.values;
            if let Some(place) = (2..clause.len()).find(|&place| values[clause[place].index()] != Some(false)) {
                clause.swap(1, place);
                self.watches[clause[1].index()].push(*watch);
                return false;
            }
            if value == Some(false) {
                conflict = Some(Conflict::Long(watch.clause));
            } else {
                self.assign(other, Reason::Long(watch.clause));
            }
            true
        });
        self.watches[falsified.index()] = watches;
        conflict
    }

    /// The clause that made a literal of the trail true, if one did.
    pub fn reason(&self, place: usize) -> Option<Cow<'_, [Lit]>> {
        match self.reasons[place] {
            Reason::None => None,
            Reason::Binary(other) => Some(vec![self.trail[place], other].into()),
            Reason::Long(index) => Some(self.clause(index).into()),
        }
    }

    /// The literals of a false clause.
    pub fn falsified<'a>(&'a self, conflict: &'a Conflict) -> &'a [Lit] {
        match conflict {
            Conflict::Unit(clause) => clause,
            Conflict::Binary(clause) => clause,
            Conflict::Long(index) => self.clause(*index),
        }
    }

    fn clause(&self, index: u32) -> &[Lit] {
        &self.lits[self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize]
    }
}
