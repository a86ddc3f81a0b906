//! Telling an observer what the search does.
//!
//! **What it does.** After each verb of the observed loop, compares the trail with the trail that the observer knows, and
//! tells the difference: what was taken back, then what was assigned and why. The verbs themselves know nothing of it,
//! and the loop without an observer has none of it.
//!
//! **Schedule and cost.** One look at the trail a step, in the observed loop only.
//!
//! **Tried and dropped.** Events told by the verbs themselves: a test in each of them, and in propagation, the hottest.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Because, Conflict};
use crate::cnf::Lit;
use crate::engine::{Event, Observer};
use std::collections::HashSet;

/// The observer, and the trail as it knows it; in its loop's twin, nothing.
#[derive(Default)]
pub struct Told<'o> {
    observer: Option<&'o mut dyn Observer>,
    /// In the user's literals.
    trail: Vec<Lit>,
    /// The length of the trail before each level.
    starts: Vec<u32>,
    learned: u64,
    restarts: u64,
    compactions: u64,
}

impl std::fmt::Debug for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Told").field("trail", &self.trail).finish_non_exhaustive()
    }
}

impl<'o> Told<'o> {
    /// An observer that knows nothing yet.
    pub fn to(observer: &'o mut dyn Observer) -> Told<'o> {
        Told { observer: Some(observer), ..Told::default() }
    }

    fn event(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.event(event);
        }
    }
}

impl Solver {
    /// Propagates; an observer is told what follows, why, and the conflict, before units at level 0 lose their reasons.
    #[inline]
    pub(super) fn propagate_and_tell<const OBSERVED: bool>(&mut self, told: &mut Told<'_>) -> Option<Conflict> {
        if !OBSERVED {
            return self.propagate();
        }
        let before = self.trail.propagated;
        let conflict = self.propagate_clauses();
        self.tell(told);
        if let Some(conflict) = conflict {
            let clause: Vec<Lit> = self.conflict_lits(conflict).map(|lit| self.door.external.user_lit(lit)).collect();
            told.event(Event::Conflict(&clause));
        }
        self.settle_units(before);
        conflict
    }

    /// Tells the observer what was learned from a conflict, and what came of it.
    pub(super) fn tell_learning(&self, told: &mut Told<'_>) {
        if let Some(observer) = told.observer.as_mut().filter(|_| told.learned < self.counters.learned) {
            let clause: Vec<Lit> = self.learned.lits.iter().map(|&lit| self.door.external.user_lit(lit)).collect();
            observer.event(Event::Learn(&clause));
        }
        self.tell(told);
    }

    /// Tells the observer what has changed since it was last told.
    pub(super) fn tell(&self, told: &mut Told<'_>) {
        told.learned = self.counters.learned;
        if told.restarts < self.counters.restarts {
            told.restarts = self.counters.restarts;
            told.event(Event::Restart);
        }
        if told.compactions < self.counters.compactions {
            told.compactions = self.counters.compactions;
            self.tell_fixed(told);
        }
        let frames = &self.trail.frames;
        let user = |lit: Lit| self.door.external.user_lit(lit);
        let same = told.trail.iter().zip(&self.trail.lits).take_while(|&(&old, &new)| old == user(new)).count();
        // The highest level up to which all is as it was.
        let mut level = told.starts.iter().zip(frames).take_while(|(old, new)| **old == new.start).count();
        let end_of = |told: &Told<'_>, level: usize| told.starts.get(level).map_or(told.trail.len(), |&at| at as usize);
        while level > 0 && end_of(told, level) > same {
            level -= 1;
        }
        let from = end_of(told, level).min(same);
        if level < told.starts.len() {
            told.event(Event::Backtrack(level as u32));
        }
        told.starts.truncate(level);
        told.trail.truncate(from);
        for at in from..=self.trail.lits.len() {
            while let Some(frame) = frames.get(told.starts.len()).filter(|frame| frame.start as usize == at) {
                told.starts.push(frame.start);
                if let Some(decision) = frame.decision {
                    told.event(Event::Decide(self.door.external.user_lit(decision)));
                }
            }
            if let Some(&lit) = self.trail.lits.get(at) {
                told.trail.push(user(lit));
                self.tell_assigned(lit, told);
            }
        }
    }

    /// Tells the observer what is fixed and what it does not know yet, since compaction takes fixed literals off the trail.
    fn tell_fixed(&self, told: &mut Told<'_>) {
        if let Some(&start) = told.starts.first() {
            told.event(Event::Backtrack(0));
            told.trail.truncate(start as usize);
            told.starts.clear();
        }
        let known: HashSet<Lit> = told.trail.drain(..).collect();
        for lit in self.door.external.parked_lits().filter(|lit| !known.contains(lit)) {
            told.event(Event::Assign(lit, None));
        }
        let root = self.trail.frames.first().map_or(self.trail.lits.len(), |frame| frame.start as usize);
        for &lit in &self.trail.lits[..root] {
            let user = self.door.external.user_lit(lit);
            if !known.contains(&user) {
                self.tell_assigned(lit, told);
            }
            told.trail.push(user);
        }
    }

    /// Tells the observer what the model has beside the trail: variables that the improvers took out of the formula.
    pub(in crate::cdcl) fn tell_model(&self, told: &mut Told<'_>) {
        self.tell(told);
        for lit in self.model.lits() {
            let external = &self.door.external;
            let inner = external.internal_lit(lit);
            if external.is_gone(lit.var()) || inner.is_some_and(|inner| self.values.value(inner) <= 0) {
                told.event(Event::Assign(lit, None));
            }
        }
    }

    fn tell_assigned(&self, lit: Lit, told: &mut Told<'_>) {
        let user = |lit: Lit| self.door.external.user_lit(lit);
        let reason: Option<Vec<Lit>> = match self.trail.reason(lit.var()).because() {
            Because::Decision => return,
            Because::Unit => None,
            Because::Binary(other) => Some(vec![user(lit), user(other)]),
            Because::Long(clause) => Some(self.door.arena.lits(clause).map(user).collect()),
        };
        told.event(Event::Assign(user(lit), reason.as_deref()));
    }
}
