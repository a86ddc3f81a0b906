//! A thread's side of the exchange: what it exports, what it imports, and what it has seen.

use super::proof::ThreadTracer;
use super::sync::Arc;
use super::team::Team;
use crate::cdcl::share::{SharedClause, Sharing};
use crate::cnf::Lit;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Literals that a thread exports at a time.
const EXPORTED_LITS: usize = 1500;
/// How many clauses are remembered, so that a clause that was exported or imported does not come back.
const MOST_SEEN: usize = 1 << 20;

/// A thread's side of the exchange.
pub(super) struct Member {
    team: Arc<Team>,
    thread: usize,
    tracer: Option<ThreadTracer>,
    exported: Vec<SharedClause>,
    seen: HashSet<u64>,
}

impl Member {
    pub(super) fn new(team: Arc<Team>, thread: usize, tracer: Option<ThreadTracer>) -> Member {
        Member { team, thread, tracer, exported: Vec::new(), seen: HashSet::new() }
    }

    /// Notes a clause; returns whether this thread had not seen it before.
    fn see(&mut self, lits: &[Lit]) -> bool {
        if self.seen.len() >= MOST_SEEN {
            self.seen.clear();
        }
        let mut sorted: Vec<u32> = lits.iter().map(|lit| lit.code()).collect();
        sorted.sort_unstable();
        // This hasher has fixed keys, so every run is the same.
        let mut hasher = DefaultHasher::new();
        sorted.hash(&mut hasher);
        self.seen.insert(hasher.finish())
    }
}

impl Sharing for Member {
    fn export(&mut self, clause: SharedClause) {
        if self.see(&clause.lits) {
            if let Some(tracer) = &self.tracer {
                tracer.will_export(clause.id);
            }
            self.exported.push(clause);
        }
    }

    fn exchange(&mut self) -> Option<Vec<SharedClause>> {
        let mut exported = std::mem::take(&mut self.exported);
        exported.sort_by_key(|clause| (clause.glue, clause.lits.len()));
        let mut lits = 0;
        exported.retain(|clause| {
            lits += clause.lits.len();
            if lits > EXPORTED_LITS
                && let Some(tracer) = &self.tracer
            {
                tracer.not_exported(clause.id, &clause.lits);
            }
            lits <= EXPORTED_LITS
        });
        let mut imported = self.team.exchange(self.thread, exported)?;
        imported.retain(|clause| {
            let new = self.see(&clause.lits);
            if !new {
                self.release(clause);
            }
            new
        });
        Some(imported)
    }

    fn release(&mut self, clause: &SharedClause) {
        if let Some(tracer) = &self.tracer {
            tracer.release(clause.id, &clause.lits);
        }
    }
}
