//! Failed literal probing with hyper binary resolution.
//!
//! **What it does.** Decides the roots of the binary implication graph one by one and propagates. In a conflict the
//! last literal that all of it depends on has failed, and its negation becomes a unit. Everything that a long clause
//! implies also depends on such a *dominator*: the clause (not dominator, implied) is the hyper binary resolvent. It
//! makes the same implication, and its contrapositive, available to the techniques for binary clauses. If it is part
//! of the long clause, it replaces that clause.
//!
//! **Why it pays.** It finds units and equivalences that binary clauses alone do not show. Roots are enough, since the
//! literals that they imply are probed along with them; a root that has failed is probed again until its negation is
//! fixed. Six formulas take 258 million ticks with it and 334 without. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** Units and resolvents follow by unit propagation from the dominator, along the implication
//! graph (`search/chain.rs`). Resolvents are redundant, except those that replace an irredundant clause, and are
//! deleted at the next pass, so that they do not accumulate.
//!
//! **Schedule and cost.** A share of the search ticks. Roots with most binary clauses come first; a root is skipped
//! while no variable has been fixed since it was last probed. A table of 4 bytes per variable; at most a quarter as
//! many resolvents as clauses.
//!
//! **References.** Freeman (PhD thesis, 1995) and Le Berre (SAT'01) for failed literals; Bacchus, Winter (SAT'03) for
//! hyper binary resolution; Heule, Järvisalo, Biere (CPAIOR'13) for dominators and the order of propagation.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::kernels::propagate::Delayed;
use crate::cdcl::state::clause::{BinaryIndex, Clause, ClauseRef, Reason};
use crate::cdcl::state::watch::Watch;
use crate::cnf::{Lit, Var};
use crate::order::renumbering::Renumbering;
use std::cmp::Reverse;

/// What probing keeps from one pass to the next.
#[derive(Clone, Debug, Default)]
pub struct Probed {
    /// Redundant resolvents of the last pass.
    hyper: Vec<[Lit; 2]>,
    /// For each variable 1 + the number of fixed variables when it was last probed; 0 if it never was.
    units: Vec<u32>,
}

impl Probed {
    /// Renumbers the variables.
    pub(super) fn renumber(&mut self, renumbering: &Renumbering) {
        let pair = |[a, b]: [Lit; 2]| Some([renumbering.lit(a)?, renumbering.lit(b)?]);
        self.hyper = std::mem::take(&mut self.hyper).into_iter().filter_map(pair).collect();
        debug_assert!(self.units.len() <= renumbering.before());
        self.units.resize(renumbering.before(), 0);
        renumbering.shrink_vars(&mut self.units);
    }
}

pub(super) const PROBE: Technique = Technique {
    letter: Some(('p', "roots probed")),
    on: |options| options.probe,
    effort: |options| options.probe_effort,
    ticks: |counters| counters.probe_ticks,
    ..Technique::new("probe", |solver, ticks| solver.probe_roots(ticks).into())
};

impl Solver {
    /// Probes roots of the binary implication graph within this many ticks; whether it found units or binary clauses.
    fn probe_roots(&mut self, ticks: u64) -> bool {
        self.forget_hyper_binaries();
        let before = (self.counters.probe_failed, self.counters.hyper_binaries);
        let vars = self.trail.info.len();
        let room = self.db.population().all_irredundant() / 4;
        self.probed.units.resize(vars, 0);
        let mut prober = Prober {
            parents: vec![Lit::from_code(0); vars],
            binaries_propagated: 0,
            limit: self.counters.probe_ticks + ticks,
            room: room as usize,
            delayed: Vec::new(),
            solver: self,
        };
        prober.run();
        before != (self.counters.probe_failed, self.counters.hyper_binaries)
    }

    /// Deletes the redundant resolvents of the last pass that are still there.
    fn forget_hyper_binaries(&mut self) {
        let mut hyper = std::mem::take(&mut self.probed.hyper);
        if hyper.is_empty() {
            return;
        }
        let mirrored: Vec<[Lit; 2]> = hyper.iter().map(|&[a, b]| [b, a]).collect();
        hyper.extend(mirrored);
        hyper.sort_unstable();
        let mut deleted = Vec::new();
        for group in hyper.chunk_by(|a, b| a[0] == b[0]) {
            let lit = group[0][0];
            self.db.watches.retain(lit, |watch| {
                let other = watch.blocker();
                if !watch.is_redundant_binary() || group.binary_search(&[lit, other]).is_err() {
                    return true;
                }
                if lit < other {
                    deleted.push((lit, other, watch.binary_index()));
                }
                false
            });
        }
        for (a, b, id) in deleted {
            self.db.delete_binary(a, b, true, id);
        }
    }
}

/// A pass of probing, with its own propagation on level 1.
struct Prober<'s> {
    solver: &'s mut Solver,
    /// For each implied variable the true literal that dominates it.
    parents: Vec<Lit>,
    /// Literals before this place of the trail have been propagated over binary clauses.
    binaries_propagated: usize,
    limit: u64,
    /// How many more resolvents may be added.
    room: usize,
    /// Watches that are pushed after the walk over a list.
    delayed: Delayed,
}

impl Prober<'_> {
    fn run(&mut self) {
        let roots = self.roots();
        for root in roots {
            let solver = &mut *self.solver;
            if solver.spent(solver.counters.probe_ticks, self.limit) {
                break;
            }
            let units = solver.counters.units as u32 + 1;
            if solver.probed.units[root.var().index()] == units {
                continue;
            }
            solver.db.watches.pack_if_mostly_holes();
            while self.solver.values.value(root) == 0 {
                if !self.probe(root) {
                    self.solver.probed.units[root.var().index()] = units;
                    break;
                }
            }
        }
    }

    /// The free literals that imply others but are not implied, those with most implications first.
    fn roots(&mut self) -> Vec<Lit> {
        let solver = &mut *self.solver;
        let watches = &solver.db.watches;
        let count = |lit: Lit| watches.list(lit).iter().filter(|watch| watch.is_binary()).count();
        let mut roots = Vec::new();
        for var in (0..solver.trail.info.len()).map(Var::new) {
            solver.counters.probe_ticks += 1;
            if solver.values.value(var.pos()) != 0 {
                continue;
            }
            match (count(var.pos()), count(!var.pos())) {
                (0, 0) => {}
                (0, implied) => roots.push((implied, var.pos())),
                (implied, 0) => roots.push((implied, !var.pos())),
                _ => {}
            }
        }
        roots.sort_unstable_by_key(|&(implied, root)| (Reverse(implied), root));
        roots.into_iter().map(|(_, root)| root).collect()
    }

    /// Whether the literal, or something that it implies, has failed. Afterwards at level 0 and propagated.
    fn probe(&mut self, root: Lit) -> bool {
        debug_assert!(self.solver.trail.level() == 0 && self.solver.trail.is_propagated());
        self.solver.counters.probes += 1;
        self.binaries_propagated = self.solver.trail.lits.len();
        self.solver.decide_probe(root);
        let conflict = self.propagate();
        if let Some(conflict) = conflict {
            self.solver.counters.probe_failed += 1;
            let failed = self.dominator(conflict);
            debug_assert!(self.solver.values.value(failed) > 0 && self.solver.trail.level_of(failed) == 1);
            self.solver.learned.lits.clear();
            self.solver.learned.lits.push(!failed);
            self.solver.collect_chain(conflict);
            self.solver.backtrack(0);
            self.solver.learn_unit(!failed);
            self.solver.propagate_units();
        }
        self.solver.backtrack(0);
        conflict.is_some() && !self.solver.inconsistent
    }

    /// Propagates on level 1, binary clauses before each long one.
    fn propagate(&mut self) -> Option<Clause> {
        loop {
            let conflict = self.propagate_binaries();
            if conflict.is_some() || self.solver.exhausted {
                return conflict;
            }
            if self.solver.trail.is_propagated() {
                return None;
            }
            let lit = self.solver.trail.lits[self.solver.trail.propagated];
            self.solver.trail.propagated += 1;
            let conflict = self.visit_long(!lit);
            for (lit, watch) in std::mem::take(&mut self.delayed) {
                self.solver.db.watches.push(lit, watch);
            }
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    fn assign(&mut self, lit: Lit, parent: Lit, reason: Reason, binary: BinaryIndex) {
        let solver = &mut *self.solver;
        debug_assert!(solver.values.value(parent) > 0 && solver.trail.level() == 1);
        solver.values.assign(lit);
        solver.trail.push(lit, 1, reason, binary);
        solver.counters.probe_ticks += 1;
        self.parents[lit.var().index()] = parent;
    }

    fn propagate_binaries(&mut self) -> Option<Clause> {
        while self.binaries_propagated < self.solver.trail.lits.len() {
            let lit = self.solver.trail.lits[self.binaries_propagated];
            self.binaries_propagated += 1;
            let mut at = 0;
            while let Some(&watch) = self.solver.db.watches.list(!lit).get(at) {
                at += 1;
                if !watch.is_binary() {
                    continue;
                }
                let other = watch.blocker();
                match self.solver.values.value(other) {
                    0 => self.assign(other, lit, Reason::binary(!lit), watch.binary_index()),
                    -1 => return Some(Clause::Binary(other, !lit, watch.binary_index())),
                    _ => {}
                }
            }
            self.solver.counters.probe_ticks += 1 + at as u64 / 16;
        }
        None
    }

    /// Walks the long clauses that watch a literal that has become false. The list may grow meanwhile, but does not
    /// shrink.
    fn visit_long(&mut self, falsified: Lit) -> Option<Clause> {
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        while let Some(&watch) = self.solver.db.watches.list(falsified).get(from) {
            from += 1;
            let kept = match watch.long_clause() {
                Some(clause) if conflict.is_none() => self.visit_clause(falsified, watch, clause, &mut conflict),
                _ => Some(watch),
            };
            if let Some(watch) = kept {
                self.solver.db.watches.list_mut(falsified)[to] = watch;
                to += 1;
            }
        }
        self.solver.counters.probe_ticks += 1 + from as u64 / 16;
        self.solver.db.watches.truncate(falsified, to);
        conflict
    }

    /// Visits one long clause; returns the watch if it stays.
    fn visit_clause(
        &mut self,
        falsified: Lit,
        watch: Watch,
        clause: ClauseRef,
        conflict: &mut Option<Clause>,
    ) -> Option<Watch> {
        let solver = &mut *self.solver;
        if solver.values.value(watch.blocker()) > 0 {
            return Some(watch);
        }
        solver.counters.probe_ticks += 1;
        let arena = &mut solver.db.arena;
        if arena.garbage(clause) {
            return None;
        }
        let codes = arena.codes_mut(clause);
        let other = Lit::from_code(codes[0] ^ codes[1] ^ falsified.code());
        if solver.values.value(other) > 0 {
            return Some(Watch::long(other, clause));
        }
        let values = &solver.values;
        let found = (2..codes.len()).find(|&place| values.value(Lit::from_code(codes[place])) >= 0);
        if let Some(place) = found {
            let replacement = Lit::from_code(codes[place]);
            if values.value(replacement) > 0 {
                return Some(Watch::long(replacement, clause));
            }
            codes[0] = other.code();
            codes[1] = replacement.code();
            codes[place] = falsified.code();
            debug_assert!(values.value(replacement) == 0, "a true literal is a blocker only");
            self.delayed.push((replacement, Watch::long(other, clause)));
            return None;
        }
        if solver.values.value(other) < 0 {
            *conflict = Some(Clause::Long(clause));
            return Some(watch);
        }
        let replaced = self.imply(other, clause);
        *conflict = self.propagate_binaries();
        (!replaced).then_some(watch)
    }

    /// Assigns what a long clause implies, with its hyper binary resolvent as the reason if one may be added; whether
    /// the resolvent has replaced the clause.
    fn imply(&mut self, lit: Lit, clause: ClauseRef) -> bool {
        let arena = &self.solver.db.arena;
        let trail = &self.solver.trail;
        let mut dominator = None;
        let (mut open, mut ticks) = (0, 0);
        for other in arena.lits(clause).filter(|&other| other != lit && trail.level_of(other) > 0) {
            open += 1;
            let meet = |dominator| self.common_ancestor(dominator, !other, &mut ticks);
            dominator = Some(dominator.map_or(!other, meet));
        }
        let dominator = dominator.expect("a literal of level 1 depends on the probe");
        debug_assert!(self.solver.values.value(dominator) > 0 && self.solver.values.value(lit) == 0);
        self.solver.counters.probe_ticks += ticks;
        if open < 2 || self.room == 0 {
            self.assign(lit, dominator, Reason::long(clause), BinaryIndex::NONE);
            return false;
        }
        let arena = &self.solver.db.arena;
        let contained = arena.lits(clause).any(|other| other == !dominator);
        let redundant = !contained || arena.redundant(clause);
        let resolvent = [lit, !dominator];
        debug_assert!(lit.var() != dominator.var(), "a resolvent has two variables");
        let solver = &mut *self.solver;
        solver.learned.lits.clear();
        solver.learned.lits.extend(resolvent);
        solver.collect_chain(Clause::Long(clause));
        let added = solver.db.learn(&resolvent, redundant, 1, &solver.learned.chain);
        let Some(Clause::Binary(_, _, index)) = added else {
            solver.exhausted = true;
            self.assign(lit, dominator, Reason::long(clause), BinaryIndex::NONE);
            return false;
        };
        solver.counters.hyper_binaries += 1;
        self.room -= 1;
        if contained {
            solver.db.delete(clause);
        } else {
            solver.probed.hyper.push(resolvent);
        }
        self.assign(lit, dominator, Reason::binary(!dominator), index);
        contained
    }

    /// The latest literal that two true literals of level 1 both depend on.
    fn common_ancestor(&self, mut a: Lit, mut b: Lit, ticks: &mut u64) -> Lit {
        let trail = &self.solver.trail;
        while a != b {
            *ticks += 1;
            debug_assert!(trail.level_of(a) == 1 && trail.level_of(b) == 1);
            if trail.position(a) > trail.position(b) {
                a = self.parents[a.var().index()];
            } else {
                b = self.parents[b.var().index()];
            }
        }
        a
    }

    /// The latest literal that all literals of the conflict depend on.
    fn dominator(&mut self, conflict: Clause) -> Lit {
        let mut dominator: Option<Lit> = None;
        let mut ticks = 0;
        for lit in self.solver.db.lits(conflict).filter(|&lit| self.solver.trail.level_of(lit) > 0) {
            let meet = |dominator| self.common_ancestor(dominator, !lit, &mut ticks);
            dominator = Some(dominator.map_or(!lit, meet));
        }
        self.solver.counters.probe_ticks += ticks;
        dominator.expect("a conflict on level 1 depends on the probe")
    }
}
