//! Ternary resolution.
//!
//! **What it does.** Resolves clauses of three literals with each other where the resolvent has two or three. A resolvent
//! of two literals subsumes both parents and takes their place; one of three is added as a redundant clause.
//!
//! **Why it pays.** It finds binary clauses that only appear after several resolutions (parities, small cardinalities), and
//! with them equal literals. On most formulas it finds nothing that the search would not.
//!
//! **Soundness and proof.** Each resolvent follows from its two parents. It is irredundant if it replaces an irredundant
//! one.
//!
//! **Schedule and cost.** A share of the search ticks; variables with more than [`OCCURRENCES`] ternary clauses of a
//! literal are left out; it goes on where it stopped the last time. Resolvents up to a quarter of the clauses; a table of
//! 12 bytes a ternary clause while it runs.
//!
//! **Measured.** One run each, so a hint rather than proof. Six formulas (longmult15, q_query_3, slide33-28, speck5-20,
//! logist2, manol-pipe-f6b), million ticks of search: 258 without it, 345 with it (the two unsatisfiable ones: 202 and
//! 206). So it is off by default.
//!
//! **References.** Billionnet, Sutter (OR Letters 1992); Biere et al. (CaDiCaL, SAT Race 2019).

use crate::cdcl::Solver;
use crate::cdcl::derive::Added;
use crate::cdcl::state::arena::MAX_USED;
use crate::cdcl::state::clause::ClauseRef;
use crate::cnf::{Lit, Var};
use std::collections::HashSet;

/// Ternary clauses of a literal up to which its variable is resolved on.
pub const OCCURRENCES: usize = 100;

impl Solver {
    /// Resolves ternary clauses within this many ticks; whether that gave binary clauses.
    pub(in crate::cdcl) fn resolve_ternaries(&mut self, ticks: u64) -> bool {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        if self.counters.units as usize > self.schedule.collected_units {
            self.remove_satisfied();
        }
        let before = (self.counters.ternary_binaries, self.counters.ternary_resolvents);
        let population = self.door.population();
        let mut resolver = Resolver {
            limit: self.counters.ternary_ticks + ticks,
            room: ((population.binary + population.irredundant) / 4) as usize,
            starts: Vec::new(),
            occurrences: Vec::new(),
            added: HashSet::new(),
            solver: self,
        };
        resolver.connect();
        resolver.run();
        if before != (self.counters.ternary_binaries, self.counters.ternary_resolvents) {
            self.report('3');
        }
        self.counters.ternary_binaries > before.0
    }
}

/// A pass.
struct Resolver<'s> {
    solver: &'s mut Solver,
    limit: u64,
    /// How many more resolvents may be added.
    room: usize,
    /// The ternary clauses of literal `i` are `occurrences[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    occurrences: Vec<ClauseRef>,
    /// The resolvents of this pass, sorted; those of two literals end with the second one again.
    added: HashSet<[Lit; 3]>,
}

impl Resolver<'_> {
    fn connect(&mut self) {
        let arena = &self.solver.door.arena;
        let mut counts = vec![0u32; 2 * self.solver.trail.info.len() + 1];
        let mut ticks = 0;
        for clause in arena.refs() {
            ticks += 1;
            if arena.size(clause) == 3 {
                arena.lits(clause).for_each(|lit| counts[lit.index() + 1] += 1);
            }
        }
        for at in 1..counts.len() {
            counts[at] += counts[at - 1];
        }
        let mut next = counts.clone();
        self.occurrences = vec![ClauseRef(0); counts[counts.len() - 1] as usize];
        for clause in arena.refs().filter(|&clause| arena.size(clause) == 3) {
            for lit in arena.lits(clause) {
                self.occurrences[next[lit.index()] as usize] = clause;
                next[lit.index()] += 1;
            }
        }
        self.starts = counts;
        self.solver.counters.ternary_ticks += ticks;
    }

    fn range(&self, lit: Lit) -> std::ops::Range<usize> {
        self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize
    }

    fn run(&mut self) {
        let vars = self.solver.trail.info.len() as u32;
        let start = self.solver.schedule.ternary_next.min(vars);
        for var in (start..vars).chain(0..start).map(Var::new) {
            if self.room == 0 || self.solver.spent(self.solver.counters.ternary_ticks, self.limit) {
                self.solver.schedule.ternary_next = var.index() as u32;
                break;
            }
            let (pos, neg) = (self.range(var.pos()), self.range(!var.pos()));
            if pos.len().max(neg.len()) > OCCURRENCES {
                continue;
            }
            for a in pos {
                for b in neg.clone() {
                    let (a, b) = (self.occurrences[a], self.occurrences[b]);
                    let arena = &self.solver.door.arena;
                    if !arena.garbage(a) && !arena.garbage(b) && self.room > 0 && !self.solver.exhausted {
                        self.resolve(var, a, b);
                    }
                }
            }
        }
    }

    fn resolve(&mut self, pivot: Var, a: ClauseRef, b: ClauseRef) {
        self.solver.counters.ternary_ticks += 1;
        let arena = &self.solver.door.arena;
        let mut lits = [Lit::from_code(0); 4];
        let mut size = 0;
        for lit in arena.lits(a).chain(arena.lits(b)).filter(|lit| lit.var() != pivot) {
            if lits[..size].contains(&!lit) {
                return;
            }
            if !lits[..size].contains(&lit) {
                lits[size] = lit;
                size += 1;
            }
        }
        if size == 4 || self.is_known(&lits[..size]) {
            return;
        }
        let arena = &self.solver.door.arena;
        let redundant = arena.redundant(a) && arena.redundant(b);
        let chain = [arena.id(a), arena.id(b)];
        let door = &mut self.solver.door;
        if !door.try_make_room(size) {
            self.solver.exhausted = true;
            return;
        }
        let mut key = [lits[0], lits[1], lits[size - 1]];
        key.sort_unstable();
        self.added.insert(key);
        self.room -= 1;
        if size == 2 {
            self.solver.exhausted |= door.learn(&lits[..2], redundant, 1, &chain).is_none();
            door.delete(a);
            door.delete(b);
            self.solver.counters.ternary_binaries += 1;
            return;
        }
        // The glue of the second tier: it stays for two reductions, and longer if it is used.
        let glue = self.solver.schedule.tiers.tier2(false);
        match door.learn(&lits[..3], true, glue, &chain) {
            Some(Added::Long(clause)) => door.arena.set_used(clause, MAX_USED),
            _ => self.solver.exhausted = true,
        }
        self.solver.counters.ternary_resolvents += 1;
    }

    /// Whether a clause over some of these literals is there already.
    fn is_known(&mut self, lits: &[Lit]) -> bool {
        let mut key = [lits[0], lits[1], lits[lits.len() - 1]];
        key.sort_unstable();
        if self.added.contains(&key) {
            return true;
        }
        let (arena, watches) = (&self.solver.door.arena, &self.solver.door.watches);
        let mut ticks = 0;
        let known = lits.iter().any(|&lit| {
            let list = watches.list(lit);
            ticks += 1 + list.len() as u64 / 16;
            list.iter().any(|watch| watch.is_binary() && lits.contains(&watch.blocker()))
        }) || lits.len() == 3 && {
            let shortest = lits.iter().map(|&lit| self.range(lit)).min_by_key(|range| range.len());
            let range = shortest.expect("three literals");
            ticks += range.len() as u64;
            self.occurrences[range]
                .iter()
                .any(|&clause| !arena.garbage(clause) && arena.lits(clause).all(|lit| lits.contains(&lit)))
        };
        self.solver.counters.ternary_ticks += ticks;
        known
    }
}
