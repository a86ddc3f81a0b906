//! Forward subsumption: removing clauses that contain others, and literals by self-subsuming resolution.
//!
//! **What it does.** Takes the irredundant long clauses by ascending size. A clause that contains an earlier one is
//! deleted; if it contains one except for the sign of one literal, that literal is removed. The clause is then added
//! to the shortest of its literals' lists (*one-watch*), where later clauses find it.
//!
//! **Why it pays.** Variable elimination leaves many clauses that contain others, and every clause that goes makes the
//! next elimination cheaper. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** A clause that contains an irredundant one is implied by it. A shorter clause follows by
//! unit propagation from the other clause and the clause itself.
//!
//! **Schedule and cost.** Before each round of elimination. Tries only clauses with two literals that are in clauses
//! added since the last subsumption, and visits only lists of up to [`LONGEST_LIST`] clauses. Bounded by ticks.
//!
//! **References.** Zhang (SAT'05); Eén, Biere (SAT'05); Bayardo, Panda (SDM'11) for one-watch subsumption.

use super::pass::{PassOutcome, Technique};
use crate::cdcl::Solver;
use crate::cdcl::database::ADDED_SINCE_SUBSUMPTION;
use crate::cdcl::state::clause::ClauseRef;
use crate::cdcl::state::watch::{Layout, Watch};

use crate::cdcl::stats::CdclCounters;
use crate::cnf::Lit;
use crate::proof::ClauseId;

/// Lists of binary clauses are visited up to this many times the length of lists of long clauses, since binary clauses
/// need not be read from the arena.
const BINARY_FACTOR: usize = 10;

/// The consequence of an earlier clause for the current one.
enum Finding {
    Subsumed,
    /// The clause without this literal follows, with the clause of this id.
    Strengthened(Lit, ClauseId),
}

struct Subsumer<'s> {
    solver: &'s mut Solver,
    /// By literal: whether it is in the current clause.
    marks: Vec<bool>,
    /// The ticks at which the pass ends.
    limit: u64,
}

/// The most literals of a clause that takes part.
const LONGEST_CLAUSE: usize = 1_000;

/// The longest list of clauses that is visited.
const LONGEST_LIST: usize = 1_000;

pub(super) const SUBSUME: Technique = Technique {
    on: |options| options.subsume,
    effort: |options| options.subsume_effort,
    ticks: |counters| counters.subsume_ticks,
    ..Technique::new("subsume", Solver::subsume)
};

impl Solver {
    /// Removes subsumed clauses and literals within this many ticks. Long clauses are in no list, before and after.
    fn subsume(&mut self, ticks: u64) -> PassOutcome {
        let changes = |counters: &CdclCounters| counters.subsumed + counters.subsume_strengthened;
        let before = changes(&self.counters);
        let limit = self.counters.subsume_ticks + ticks;
        let marks = vec![false; 2 * self.trail.info.len()];
        let complete = Subsumer { solver: self, marks, limit }.run();
        self.reconnect(Layout::Bare);
        let changed = changes(&self.counters) > before;
        PassOutcome { changed, worthwhile: changed, complete }
    }
}

impl Subsumer<'_> {
    fn run(&mut self) -> bool {
        let candidates = self.candidates();
        let mut complete = true;
        for &(clause, fresh) in &candidates {
            if self.solver.spent(self.solver.counters.subsume_ticks, self.limit) {
                complete = false;
                break;
            }
            self.solver.counters.subsume_ticks += 1;
            if fresh && self.subsume_or_strengthen(clause) {
                continue;
            }
            self.connect(clause);
        }
        if complete {
            self.solver.db.untouch_all(ADDED_SINCE_SUBSUMPTION);
        }
        complete
    }

    /// The clauses by ascending size, each with whether it is tried; otherwise it is only compared with those that are.
    fn candidates(&self) -> Vec<(ClauseRef, bool)> {
        let db = &self.solver.db;
        let mut candidates: Vec<(ClauseRef, bool)> = Vec::new();
        for clause in db.arena.refs() {
            if db.arena.redundant(clause) || db.arena.size(clause) > LONGEST_CLAUSE {
                continue;
            }
            let added = db.arena.lits(clause).filter(|&lit| db.is_touched(lit, ADDED_SINCE_SUBSUMPTION));
            candidates.push((clause, added.take(2).count() == 2));
        }
        candidates.sort_by_cached_key(|&(clause, _)| db.arena.size(clause) as u32);
        candidates
    }

    /// Subsumes or strengthens the clause; whether it has become garbage.
    fn subsume_or_strengthen(&mut self, clause: ClauseRef) -> bool {
        self.solver.counters.subsume_checks += 1;
        loop {
            debug_assert!(!self.solver.db.arena.garbage(clause) && !self.solver.db.arena.redundant(clause));
            let lits: Vec<Lit> = self.solver.db.arena.lits(clause).collect();
            lits.iter().for_each(|lit| self.marks[lit.index()] = true);
            let finding = self.find(clause, &lits);
            lits.iter().for_each(|lit| self.marks[lit.index()] = false);
            match finding {
                None => return false,
                Some(Finding::Subsumed) => {
                    self.solver.counters.subsumed += 1;
                    self.solver.db.delete(clause);
                    return true;
                }
                Some(Finding::Strengthened(removed, id)) => {
                    self.solver.counters.subsume_strengthened += 1;
                    let mut chain = if self.solver.db.chained() { vec![id] } else { Vec::new() };
                    self.solver.db.shrink(clause, |lit| lit != removed, &mut chain);
                    if lits.len() == 3 {
                        return true;
                    }
                }
            }
        }
    }

    fn find(&mut self, clause: ClauseRef, lits: &[Lit]) -> Option<Finding> {
        let mut strengthening = None;
        for lit in lits.iter().flat_map(|&lit| [lit, !lit]) {
            let list = self.solver.db.watches.list(lit);
            if list.len() > BINARY_FACTOR * LONGEST_LIST {
                continue;
            }
            self.solver.counters.subsume_ticks += 1 + list.len() as u64 / 16;
            let mut looked_at = 0;
            for watch in list {
                match watch.long_clause() {
                    None => {
                        let (other, index) = (watch.blocker(), watch.binary_index());
                        let (here, there) = (self.marks[lit.index()], self.marks[other.index()]);
                        if here && there {
                            if !watch.is_redundant_binary() {
                                return Some(Finding::Subsumed);
                            }
                        } else if there {
                            strengthening = Some(Finding::Strengthened(!lit, self.solver.db.binary_id(index)));
                        } else if here && self.marks[(!other).index()] {
                            strengthening = Some(Finding::Strengthened(!other, self.solver.db.binary_id(index)));
                        }
                    }
                    Some(other) => {
                        looked_at += 1;
                        if looked_at > LONGEST_LIST || self.solver.counters.subsume_ticks > self.limit {
                            break;
                        }
                        debug_assert_ne!(other, clause);
                        self.solver.counters.subsume_ticks += 1;
                        // If the blocker's variable is not in the current clause, the other clause need not be read.
                        if !self.marks[watch.blocker().index()] && !self.marks[(!watch.blocker()).index()] {
                            continue;
                        }
                        match self.compare(other) {
                            None => {}
                            Some(None) => return Some(Finding::Subsumed),
                            Some(Some(removed)) => {
                                let id = self.solver.db.arena.id(other);
                                strengthening = Some(Finding::Strengthened(removed, id));
                            }
                        }
                    }
                }
            }
        }
        strengthening
    }

    /// Whether the marked clause contains the other one (`Some(None)`), or contains it except for the sign of the
    /// literal that is returned.
    fn compare(&self, other: ClauseRef) -> Option<Option<Lit>> {
        let mut flipped = None;
        if self.solver.db.arena.garbage(other) {
            return None;
        }
        for lit in self.solver.db.arena.lits(other) {
            if self.marks[lit.index()] {
                continue;
            }
            if flipped.is_some() || !self.marks[(!lit).index()] {
                return None;
            }
            flipped = Some(!lit);
        }
        Some(flipped)
    }

    /// Puts the clause into the shortest of its literals' lists, with another literal as its blocker.
    fn connect(&mut self, clause: ClauseRef) {
        let db = &mut self.solver.db;
        debug_assert!(!db.arena.garbage(clause), "only what is left subsumes others");
        let length = |lit: &Lit| db.watches.list(*lit).len();
        let lits = db.arena.lits(clause);
        let lit = lits.clone().min_by_key(length).expect("a long clause has literals");
        let blocker = lits.filter(|&other| other != lit).min_by_key(length).expect("a long clause has others");
        db.watches.push(lit, Watch::long(blocker, clause));
    }
}
