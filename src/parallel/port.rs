//! A thread's side of the exchange: what it hands out, what it is brought, and what it has seen.

use super::proof::Pen;
use super::team::Team;
use crate::cdcl::share::{Exchange, Parcel};
use crate::cnf::Lit;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Literals that a thread hands out at a time.
const BUDGET: usize = 1500;
/// Clauses that are remembered, so that none goes to and fro.
const MOST_SEEN: usize = 1 << 20;

/// A thread's side of the exchange.
pub(super) struct Port {
    team: Arc<Team>,
    thread: usize,
    pen: Option<Pen>,
    given: Vec<Parcel>,
    seen: HashSet<u64>,
}

impl Port {
    pub(super) fn new(team: Arc<Team>, thread: usize, pen: Option<Pen>) -> Port {
        Port { team, thread, pen, given: Vec::new(), seen: HashSet::new() }
    }

    /// Whether the clause is new here.
    fn see(&mut self, lits: &[Lit]) -> bool {
        if self.seen.len() >= MOST_SEEN {
            self.seen.clear();
        }
        let mut sorted: Vec<u32> = lits.iter().map(|lit| lit.code()).collect();
        sorted.sort_unstable();
        // Its keys are fixed: the same in every run.
        let mut hasher = DefaultHasher::new();
        sorted.hash(&mut hasher);
        self.seen.insert(hasher.finish())
    }
}

impl Exchange for Port {
    fn give(&mut self, parcel: Parcel) {
        if self.see(&parcel.lits) {
            if let Some(pen) = &self.pen {
                pen.promise(parcel.id);
            }
            self.given.push(parcel);
        }
    }

    fn trade(&mut self) -> Option<Vec<Parcel>> {
        let mut given = std::mem::take(&mut self.given);
        given.sort_by_key(|parcel| (parcel.glue, parcel.lits.len()));
        let mut lits = 0;
        given.retain(|parcel| {
            lits += parcel.lits.len();
            if lits > BUDGET
                && let Some(pen) = &self.pen
            {
                pen.take_back(parcel.id, &parcel.lits);
            }
            lits <= BUDGET
        });
        let mut brought = self.team.trade(self.thread, given)?;
        brought.retain(|parcel| {
            let new = self.see(&parcel.lits);
            if !new {
                self.release(parcel);
            }
            new
        });
        Some(brought)
    }

    fn release(&mut self, parcel: &Parcel) {
        if let Some(pen) = &self.pen {
            pen.release(parcel.id, &parcel.lits);
        }
    }
}
