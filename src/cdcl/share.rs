//! Clauses that solvers of one formula exchange.
//!
//! **What it does.** A solver that belongs to a team exports the units and the short or low-glue clauses that it learns
//! or that vivification strengthens, and imports those of the others, all in the user's literals. Both happen at level
//! 0, every `share_ticks` ticks (about ten milliseconds).
//!
//! **Soundness and proof.** Solvers of a team begin as copies of one another. What each does afterwards keeps the
//! formula equivalent to the first one on the variables that it still has: elimination replaces the formula by its
//! projection, substitution uses equivalences that follow from it, and an added variable is only an abbreviation. So a
//! clause that one solver learns over variables that the copies began with follows from the formula, and a solver that
//! still has all of its variables may import it; one that lacks a variable of it drops it. Clauses over variables that
//! were added after the copies were made are not exported. In a proof an imported clause keeps its id; if fixed
//! variables shorten it, the shorter clause is derived.
//!
//! **References.** Hamadi, Jabbour, Sais (ManySAT, JSAT'09); Fleury, Biere (gimsatul, POS'22); Michaelson et al.
//! (TACAS'23) for proofs; Schreiber, Sanders (MallobSat, JAIR'24).

use super::Solver;
use super::stats::CdclCounters;
use crate::cnf::Lit;
use crate::engine::Reporter;
use crate::proof::{ClauseId, Tracer};
use crate::util::exclusive::Exclusive;
use crate::util::memory::BYTES_PER_VAR;
use std::collections::VecDeque;

/// Literals of the longest clause that is exported.
const LONGEST_EXPORT: usize = 40;
/// How many exchanges back the counters are remembered.
const KEPT_COUNTERS: usize = 4;

/// An exported clause, in the user's literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedClause {
    /// The literals.
    pub lits: Vec<Lit>,
    /// Its glue in the solver that learned it; 1 for units and binary clauses.
    pub glue: u32,
    /// Its id in the proof, 0 without one.
    pub id: ClauseId,
}

/// The connection of a solver to its team.
pub trait Sharing: Send {
    /// Exports a clause with the next [`Sharing::exchange`].
    fn export(&mut self, clause: SharedClause);

    /// Exports the given clauses, and returns those that the others have exported since the last call; `None` when the
    /// team has an answer.
    fn exchange(&mut self) -> Option<Vec<SharedClause>>;

    /// Notes that this clause was returned by [`Sharing::exchange`] but not imported.
    fn release(&mut self, clause: &SharedClause);
}

/// The state of a solver in a team.
pub(super) struct Share {
    sharing: Exclusive<Box<dyn Sharing>>,
    /// The user's variables below this number are common to all solvers of the team.
    common: usize,
    /// Clauses up to this glue are exported.
    glue: u32,
    /// Ticks at which the next exchange is due.
    due: u64,
    /// Units are being imported, which are not exported again.
    importing: bool,
    /// The counters after each of the last exchanges, with the number of the exchange.
    counted: VecDeque<(u64, CdclCounters)>,
    exchanges: u64,
}

impl Solver {
    /// Joins a team: units, binary clauses and clauses of glue at most `glue` are exported.
    pub(crate) fn join_team(&mut self, sharing: Box<dyn Sharing>, common: usize, glue: u32) {
        debug_assert!(self.share.is_none(), "a solver is in one team");
        let due = self.counters.ticks + self.options.share_ticks;
        let counted = VecDeque::from([(0, self.counters())]);
        let sharing = Exclusive::new(sharing);
        self.share = Some(Share { sharing, common, glue, due, importing: false, counted, exchanges: 0 });
    }

    /// Leaves the team.
    pub(crate) fn leave_team(&mut self) {
        self.share = None;
    }

    /// Whether an exchange is due.
    pub(super) fn sharing(&self) -> bool {
        self.share.as_ref().is_some_and(|share| self.counters.ticks >= share.due)
    }

    /// Exports a clause that was just learned if it is short enough and its glue low enough; its id is the last one.
    pub(super) fn export_learned(&mut self, lits: &[Lit], glue: u32) {
        let Some(share) = &self.share else { return };
        if lits.len() > LONGEST_EXPORT || (glue > share.glue && lits.len() > 2) {
            return;
        }
        self.export(lits, glue, self.db.last_id());
    }

    /// Exports a fixed literal.
    pub(super) fn export_unit(&mut self, lit: Lit, id: ClauseId) {
        if self.share.as_ref().is_some_and(|share| !share.importing) {
            self.export(&[lit], 1, id);
        }
    }

    fn export(&mut self, lits: &[Lit], glue: u32, id: ClauseId) {
        let Some(share) = &mut self.share else { return };
        let lits: Vec<Lit> = self.db.external.user_lits(lits.iter().copied()).collect();
        debug_assert!(!self.db.chained() || id != 0, "a clause needs its id");
        if lits.iter().all(|lit| lit.var().index() < share.common) {
            share.sharing.get_mut().export(SharedClause { lits, glue, id });
        }
    }

    /// Exports and imports clauses. Ends at level 0, propagated, or with the formula refuted.
    pub(super) fn exchange_clauses(&mut self) {
        let Some(share) = &mut self.share else { return };
        share.due = self.counters.ticks + self.options.share_ticks;
        let Some(imported) = share.sharing.get_mut().exchange() else {
            // The limits, among them the stop flag, are checked next.
            self.schedule.check_now();
            return;
        };
        self.note_counters();
        if imported.is_empty() || !self.go_to_root() {
            return;
        }
        self.set_importing(true);
        for clause in &imported {
            if self.inconsistent || self.exhausted {
                break;
            }
            let kept = self.import_clause(clause);
            self.counters.imported += u64::from(kept);
            if !kept && let Some(share) = &mut self.share {
                share.sharing.get_mut().release(clause);
            }
        }
        self.set_importing(false);
        debug_assert_eq!(self.trail.level(), 0);
        self.propagate_root();
    }

    /// Remembers the counters at this exchange.
    fn note_counters(&mut self) {
        let counters = self.counters();
        let Some(share) = &mut self.share else { return };
        share.exchanges += 1;
        share.counted.push_back((share.exchanges, counters));
        if share.counted.len() > KEPT_COUNTERS {
            share.counted.pop_front();
        }
    }

    /// The counters after this many exchanges if they are remembered, else the current ones.
    pub(crate) fn counters_at(&self, exchanges: u64) -> CdclCounters {
        let counted = self.share.iter().flat_map(|share| &share.counted);
        let then = counted.into_iter().find(|&&(number, _)| number == exchanges);
        then.map_or_else(|| self.counters(), |(_, counters)| counters.clone())
    }

    /// Continues the proof of the solver of which this one is a copy.
    pub(crate) fn continue_proof(&mut self, tracer: Box<dyn Tracer>) {
        self.db.continue_proof(tracer);
    }

    /// Makes the next derived clause have an id above `id`.
    pub(crate) fn number_from(&mut self, id: ClauseId) {
        self.db.number_from(id);
    }

    /// Bytes of the clauses, their watches and the tables of variables.
    pub(crate) fn bytes(&self) -> usize {
        self.db.arena.bytes() + self.db.watches.bytes() + self.trail.info.len() * BYTES_PER_VAR
    }

    /// The id of the clause that was derived last.
    pub(crate) fn last_id(&self) -> ClauseId {
        self.db.last_id()
    }

    /// How many user variables are known, the solver's own included.
    pub(crate) fn user_vars(&self) -> usize {
        self.db.external.user_vars()
    }

    /// Removes and returns the reporter.
    pub(crate) fn take_reporter(&mut self) -> Option<Box<dyn Reporter>> {
        self.reporter.take().map(Exclusive::into_inner)
    }

    /// Makes this one of `count` copies differ from the others: in its seed, in its mode of search, and in the numbers
    /// of the variables that it will add.
    pub(crate) fn diversify(&mut self, thread: usize, count: usize) {
        self.db.external.number_own_vars(thread, count);
        if thread > 0 {
            self.options.seed = self.options.seed.wrapping_add(thread as u64);
            if thread % 2 == 1 {
                self.take_other_mode();
            }
        }
    }

    fn set_importing(&mut self, importing: bool) {
        if let Some(share) = &mut self.share {
            share.importing = importing;
        }
    }

    /// Imports a clause, unless it is satisfied or one of its variables is no longer active; whether its id is still
    /// used.
    fn import_clause(&mut self, shared: &SharedClause) -> bool {
        debug_assert_eq!(self.trail.level(), 0);
        let mut clause = Vec::with_capacity(shared.lits.len());
        self.learned.chain.clear();
        for &lit in &shared.lits {
            let external = &self.db.external;
            match (external.removed_fixed_value(lit), external.internal_lit(lit)) {
                (Some(true), _) | (None, None) => return false,
                (Some(false), _) => {
                    let id = external.removed_unit_id(lit.var());
                    // The variable was removed before the copies were made, and the id of its unit was not kept.
                    if id == 0 && self.db.chained() {
                        return false;
                    }
                    self.learned.chain.push(id);
                }
                (None, Some(lit)) if self.values.value(lit) < 0 => {
                    let id = self.unit_ids.get(lit.var().index()).copied().unwrap_or(0);
                    self.learned.chain.push(id);
                }
                (None, Some(lit)) if self.values.value(lit) > 0 || self.statuses.is_inactive(lit.var()) => {
                    return false;
                }
                (None, Some(lit)) => clause.push(lit),
            }
        }
        let shortened = clause.len() < shared.lits.len();
        if shortened {
            self.learned.chain.push(shared.id);
            self.add_derived(&clause, true, shared.glue);
            return false;
        }
        match clause[..] {
            [] => self.learn_empty(),
            [unit] => self.fix_original(unit, shared.id),
            _ => {
                let reserved = self.db.try_reserve(clause.len());
                self.exhausted |= !reserved || self.db.add_shared(shared.id, &clause, shared.glue).is_none();
            }
        }
        !self.exhausted
    }
}

#[cfg(test)]
mod tests {
    use crate::cdcl::{Solver, Status};
    use crate::cnf::{Lit, Var};
    use crate::limits::{Limits, Stop};
    use crate::util::rng::Rng;

    /// Copies get different modes even if a change of mode is due when they are made, as it is after the first thread's
    /// conflicts.
    #[test]
    fn copies_search_in_different_modes() {
        let (mut solver, mut rng) = (Solver::default(), Rng::new(1));
        for _ in 0..1_350 {
            let clause: Vec<Lit> = (0..3).map(|_| Var::new(rng.index(300)).lit(rng.below(2) == 1)).collect();
            solver.add_clause(&clause);
        }
        solver.begin_call();
        let search = |solver: &mut Solver, conflicts| {
            let status = solver.search_part(&Limits { conflicts: Some(conflicts), ..Limits::none() });
            assert_eq!(status, Status::Unknown(Stop::Conflicts));
        };
        for (before, stable) in [(100, false), (900, true), (500, true), (2_000, false)] {
            search(&mut solver, before);
            let modes = [0, 1, 2, 3].map(|thread| {
                let mut copy = solver.copy();
                copy.diversify(thread, 4);
                search(&mut copy, 20);
                copy.schedule.stable
            });
            assert_eq!(modes, [stable, !stable, stable, !stable], "after {} conflicts", solver.counters.conflicts);
        }
    }
}
