//! Conflict analysis: learning the clause of the first unique implication point (UIP).
//!
//! **What it does.** Resolves the conflicting clause with the reasons of its literals, in reverse order of the trail,
//! until one literal of the conflict level is left; shrinks and minimises the deduced clause; bumps the variables that
//! took part; backjumps and assigns the asserting literal.
//!
//! **Why it pays.** In small formulas analysis costs half as much as propagation, so details matter: the pivot is
//! recognised by its mark, ranks are sorted in place of literals, minimisation checks a literal's marks before its
//! reason, and the heap has a kernel. Figures: bench/2026-11-28.txt.
//!
//! **Under assumptions** glue counts their levels once (Audemard, Lagniez, Simon, SAT'13): otherwise all clauses with a
//! hundred selectors would look equally bad.
//!
//! **Soundness and proof.** The learned clause follows by reverse unit propagation from the clauses that `chain.rs`
//! finds once the literals are final.
//!
//! **References.** Marques-Silva, Sakallah (IEEE ToC'99); Zhang et al. (ICCAD'01); Audemard, Simon (IJCAI'09) for glue;
//! Nadel, Ryvchin (SAT'18), Möhle, Biere (SAT'19) for conflicts on an unordered trail.

use super::otfs::Strengthenable;
use crate::cdcl::Solver;
use crate::cdcl::kernels::analyze::{Components, latest_analyzed, mark_antecedent};
use crate::cdcl::state::arena::MAX_USED;
use crate::cdcl::state::clause::{Clause, ClauseRef, UnpackedReason};
use crate::cdcl::state::learned::Learned;
use crate::cdcl::state::marks::AnalysisMarks;
use crate::cdcl::state::trail::{Level, Trail};
use crate::cdcl::state::watch::Watch;
use crate::cnf::Lit;
use crate::proof::ClauseId;
use std::cmp::Reverse;

impl Learned {
    /// The components that analysis works on; literals of level 0 are listed if `chained`.
    #[inline(always)]
    fn components<'a>(
        &'a mut self,
        trail: &'a mut Trail,
        marks: &'a mut AnalysisMarks,
        chained: bool,
    ) -> Components<'a> {
        let Learned { lits, levels, fixed, .. } = self;
        Components { trail, marks, lits, levels, fixed: chained.then_some(fixed) }
    }
}

impl Solver {
    /// Learns from a conflict. Afterwards the asserting literal is assigned, or the formula is refuted.
    pub(in crate::cdcl) fn learn(&mut self, conflict: Clause) {
        debug_assert!(!self.inconsistent);
        debug_assert!(self.db.lits(conflict).all(|lit| self.values.value(lit) < 0), "a conflicting clause is false");
        debug_assert!(self.marks.analyzed.is_empty() && self.marks.minimized.is_empty(), "marks of the last analysis");
        self.counters.conflicts += 1;
        if self.schedule.stable {
            self.counters.stable_conflicts += 1;
        }
        if self.trail.unordered && !self.backtrack_to_conflict_level(conflict) {
            return;
        }
        if self.trail.level() == 0 {
            self.derive_empty(conflict);
            return;
        }
        self.update_averages();
        let mut conflict = conflict;
        while let Some(strengthenable) = self.deduce(conflict) {
            conflict = self.strengthen(strengthenable, conflict);
        }
        let glue = self.learned_glue();
        debug_assert!(
            self.learned.lits[1..].iter().all(|&lit| (1..self.trail.level()).contains(&self.trail.level_of(lit))),
            "one literal is on the conflict level, and none on level 0"
        );
        self.counters.deduced += self.learned.lits.len() as u64;
        self.shrink_and_minimize();
        debug_assert!(
            self.learned.lits[1..].is_sorted_by_key(|&lit| Reverse(self.trail.level_of(lit))),
            "the highest levels come first"
        );
        self.complete_chain();
        self.bump_analyzed();
        debug_assert!(self.learned.lits.iter().all(|&lit| self.values.value(lit) < 0), "what is learned is false");
        self.finish_learning(glue);
    }

    /// The number of levels below the conflict's in the deduced clause. Those of assumptions are counted once: every
    /// assumption has a level of its own, and they stay together as long as the call lasts.
    fn learned_glue(&self) -> u32 {
        let (levels, assumed) = (&self.learned.levels, self.assumed());
        if assumed == 0 {
            return levels.len() as u32;
        }
        let decided = levels.iter().filter(|&&level| level > assumed).count();
        decided as u32 + u32::from(decided < levels.len())
    }

    /// Derives the empty clause from a conflict at level 0.
    fn derive_empty(&mut self, conflict: Clause) {
        debug_assert_eq!(self.trail.level(), 0);
        self.learned.chain.clear();
        if self.db.chained() {
            let units: Vec<ClauseId> = self.db.lits(conflict).map(|lit| self.unit_ids[lit.var().index()]).collect();
            self.learned.chain.extend(units);
            self.learned.chain.push(self.db.id(conflict));
            self.settle_chain();
        }
        self.learn_empty();
    }

    /// On an unordered trail: backtracks to the highest level of the conflict. If only one literal is on it, assigns
    /// that literal on a lower level instead; the answer is then false, and nothing is to be learned.
    fn backtrack_to_conflict_level(&mut self, conflict: Clause) -> bool {
        let mut levels: Vec<(Level, Lit)> = self.db.lits(conflict).map(|lit| (self.trail.level_of(lit), lit)).collect();
        levels.sort_unstable_by_key(|&(level, lit)| (Reverse(level), lit));
        debug_assert!(levels.len() >= 2 && levels[0].0 <= self.trail.level());
        let (highest, lit) = levels[0];
        let (second, _) = levels[1];
        if let Clause::Long(clause) = conflict {
            self.rewatch(clause, lit, levels[1].1);
        }
        if highest == second || highest == 0 {
            self.backtrack_with_conflict(highest);
            return true;
        }
        let jump = self.backjump_level(highest, second);
        self.backtrack_with_conflict(jump.max(second));
        self.assign_implied(lit, second, conflict);
        if second == 0 {
            self.fix_units(self.trail.lits.len() - 1);
        }
        false
    }

    /// Makes these two literals the watched ones of a long clause.
    fn rewatch(&mut self, clause: ClauseRef, first: Lit, second: Lit) {
        debug_assert!(first != second && !self.db.arena.garbage(clause));
        let codes = self.db.arena.codes_mut(clause);
        let old = [Lit::from_code(codes[0]), Lit::from_code(codes[1])];
        for (place, lit) in [first, second].into_iter().enumerate() {
            let at = codes.iter().position(|&code| code == lit.code()).expect("a literal of the clause");
            codes.swap(place, at);
        }
        for lit in old.into_iter().filter(|lit| ![first, second].contains(lit)) {
            self.db.watches.retain(lit, |watch| watch.is_binary() || watch.data != clause.0);
        }
        for (lit, other) in [(first, second), (second, first)] {
            if !old.contains(&lit) {
                self.db.watches.push(lit, Watch::long(other, clause));
            }
        }
    }

    /// Updates the moving averages, target and best phases, and the restart counter of stable mode at a conflict.
    fn update_averages(&mut self) {
        debug_assert!(self.trail.level() > 0 && self.counters.decisions >= self.averages[0].last_decisions);
        let decisions = self.counters.decisions;
        let level = f64::from(self.trail.level());
        let start = self.trail.frames.last().map_or(0, |frame| frame.start);
        let filled = 100.0 * f64::from(start) / self.trail.info.len() as f64;
        let stable = self.schedule.stable;
        let averages = &mut self.averages[usize::from(stable)];
        averages.decision_rate.update((decisions - averages.last_decisions) as f64);
        averages.level.update(level);
        averages.trail.update(filled);
        for averages in &mut self.averages {
            averages.last_decisions = decisions;
        }
        self.update_target_and_best(start);
        if stable {
            self.schedule.restart.reluctant.tick();
        }
    }

    /// Deduces the clause of the first unique implication point; or returns an antecedent that can be strengthened.
    fn deduce(&mut self, conflict: Clause) -> Option<Strengthenable> {
        let level = self.trail.level();
        self.learned.lits.clear();
        self.learned.levels.clear();
        self.learned.resolved.clear();
        self.learned.lits.push(Lit::from_code(0));
        self.begin_chain(conflict);
        let (mut open, mut antecedent) = match conflict {
            Clause::Binary(a, b, _) => (self.analyze_codes(&[a.code()], level), UnpackedReason::Binary(b)),
            Clause::Long(clause) => (0, UnpackedReason::Long(clause)),
        };
        let mut at = self.trail.lits.len();
        let (mut pivot, mut first) = (None, true);
        let uip = loop {
            match antecedent {
                UnpackedReason::Binary(other) => open += self.analyze_codes(&[other.code()], level),
                UnpackedReason::Long(clause) => {
                    open += self.analyze_clause(clause, level);
                    if let Some(pivot) = pivot
                        && self.strengthenable(clause, open)
                    {
                        return Some(Strengthenable { clause, pivot, first });
                    }
                }
                UnpackedReason::Decision | UnpackedReason::Unit => {
                    unreachable!("only the unique implication point has no reason")
                }
            }
            first = pivot.is_none();
            at = latest_analyzed(&self.trail, &self.marks, at, level);
            let lit = self.trail.lits[at];
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.extend_chain(lit.var());
            if self.learned.observed {
                self.learned.resolved.push(lit);
            }
            antecedent = self.trail.reason(lit.var()).unpack();
            pivot = Some(lit);
        };
        self.learned.lits[0] = !uip;
        debug_assert!(self.trail.level_of(uip) == level && self.values.value(uip) > 0);
        None
    }

    /// Analyses the false literals of a long antecedent; returns how many new ones are on the conflict level.
    #[inline(always)]
    fn analyze_clause(&mut self, clause: ClauseRef, level: Level) -> u32 {
        self.counters.ticks += 1;
        if self.db.arena.redundant(clause) {
            self.bump_clause(clause);
        }
        let Solver { trail, marks, learned, db, .. } = self;
        mark_antecedent(&mut learned.components(trail, marks, db.chained()), db.arena.codes(clause), level)
    }

    /// Analyses the false literals with these codes; returns how many new ones are on the conflict level.
    fn analyze_codes(&mut self, codes: &[u32], level: Level) -> u32 {
        let Solver { trail, marks, learned, db, .. } = self;
        mark_antecedent(&mut learned.components(trail, marks, db.chained()), codes, level)
    }

    /// Bumps a redundant antecedent: marks it as used, and lowers its glue if that has become smaller.
    fn bump_clause(&mut self, clause: ClauseRef) {
        debug_assert!(self.db.arena.redundant(clause) && !self.db.arena.garbage(clause));
        let stable = self.schedule.stable;
        let arena = &mut self.db.arena;
        arena.set_used(clause, MAX_USED);
        let mut glue = arena.glue(clause);
        // The glue is computed for clauses of tier 1, too, since the limits of the tiers are computed from these glues.
        let current = self.current_glue(clause, glue);
        if current < glue {
            glue = current;
            self.db.arena.set_glue(clause, current);
            self.counters.promoted += 1;
        }
        self.schedule.tiers.used(stable, glue);
    }

    /// The number of levels among the literals of a clause, those of assumptions counted once; counting stops at
    /// `most`.
    fn current_glue(&mut self, clause: ClauseRef, most: u32) -> u32 {
        let assumed = self.assumed();
        let scratch = &mut self.learned;
        scratch.level_stamp = scratch.level_stamp.wrapping_add(1);
        if scratch.level_stamp == 0 {
            scratch.level_stamps.fill(0);
            scratch.level_stamp = 1;
        }
        if scratch.level_stamps.len() <= self.trail.frames.len() {
            scratch.level_stamps.resize(2 * self.trail.frames.len() + 1, 0);
        }
        let mut glue = 0;
        for lit in self.db.arena.lits(clause) {
            let level = self.trail.level_of(lit);
            let level = if level <= assumed { 0 } else { level };
            let stamp = &mut scratch.level_stamps[level as usize];
            if *stamp != scratch.level_stamp {
                *stamp = scratch.level_stamp;
                glue += 1;
                if glue >= most {
                    break;
                }
            }
        }
        glue
    }

    /// Clears the marks of analysis.
    pub(super) fn clear_analysis(&mut self) {
        for &level in &self.learned.levels {
            let frame = self.trail.frame(level);
            frame.seen = 0;
            frame.earliest = u32::MAX;
        }
        self.marks.clear();
    }

    /// Backjumps, adds the learned clause and assigns its first literal.
    fn finish_learning(&mut self, glue: u32) {
        debug_assert!(!self.learned.lits.is_empty());
        let level = self.trail.level();
        self.clear_analysis();
        let size = self.learned.lits.len();
        self.counters.learned += 1;
        self.counters.literals += size as u64;
        let stable = self.schedule.stable;
        let averages = &mut self.averages[usize::from(stable)];
        averages.fast_glue.update(f64::from(glue));
        averages.slow_glue.update(f64::from(glue));
        averages.size.update(size as f64);
        self.schedule.tiers.update_when_due(self.counters.conflicts, stable);

        if size == 1 {
            // Clauses of the chain may be deleted in backtracking.
            let unit = self.learned.lits[0];
            let id = self.db.derive(&[unit], &self.learned.chain);
            self.backtrack(self.kept.level);
            self.fix_original(unit, id);
            return;
        }
        if !self.db.try_reserve(size) {
            self.exhausted = true;
            self.backtrack(level - 1);
            return;
        }
        let mut lits = std::mem::take(&mut self.learned.lits);
        let below = self.trail.level_of(lits[1]);
        let highest = lits[1..].iter().take_while(|&&lit| self.trail.level_of(lit) == below).count();
        lits.swap(1, highest);
        debug_assert!(self.trail.level_of(lits[1]) == below && 0 < below && below < level);
        let jump = self.backjump_level(level, below);
        self.backtrack(jump);
        let glue = if size == 2 { 1 } else { glue.min(size as u32 - 1) };
        let added = self.db.learn(&lits, true, glue, &self.learned.chain);
        self.export_learned(&lits, glue);
        self.report_learned(&lits);
        match added {
            Some(clause) => {
                if let Clause::Long(clause) = clause {
                    self.db.arena.set_used(clause, MAX_USED);
                }
                self.assign_implied(lits[0], below, clause);
            }
            None => self.exhausted = true,
        }
        self.learned.lits = lits;
        if self.counters.conflicts >= self.schedule.report {
            self.report('.');
        }
    }

    /// Makes a literal true, at a level that may be below the current one.
    pub(in crate::cdcl) fn assign_implied(&mut self, lit: Lit, level: Level, clause: Clause) {
        debug_assert!(level <= self.trail.level());
        debug_assert!(self.db.lits(clause).all(|other| other == lit || self.values.value(other) < 0));
        debug_assert_eq!(self.values.value(lit), 0);
        self.values.assign(lit);
        let (reason, binary) = clause.reason_of(lit);
        self.trail.push(lit, level, reason, binary);
        if level < self.trail.level() {
            self.trail.unordered = true;
        }
    }
}
