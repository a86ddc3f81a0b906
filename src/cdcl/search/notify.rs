//! Notifying an observer of what the search does.
//!
//! **What it does.** After each step of the observed loop, compares the trail with the one last reported and reports
//! the difference: which levels were undone, then what was assigned and why. The steps themselves only note how far
//! down the trail backtracking has gone, and the loop without an observer contains nothing of all this.
//!
//! **Schedule and cost.** In the observed loop only: one pass after each step over the new part of the trail.
//!
//! **Tried and dropped.** Events sent by the steps themselves would need a test in each step, and in propagation, the
//! hottest of all.

use crate::cdcl::Solver;
use crate::cdcl::state::clause::{Clause, Reason};
use crate::cnf::{Lit, Var};
use crate::engine::{Event, Observer};
use std::collections::{HashMap, HashSet};

/// The most clauses of three literals or more whose watches are reported: as many as a record lists.
const MOST_WATCHED: usize = 2_000;
/// The most literals whose ratings are reported before a decision.
const MOST_RATED: usize = 5;

/// The observer and the trail that it knows. Empty in the loop without an observer.
#[derive(Default)]
pub struct Notifier<'o> {
    observer: Option<&'o mut dyn Observer>,
    /// The trail as the observer knows it, in the user's literals.
    trail: Vec<Lit>,
    /// The length of the trail before each level.
    starts: Vec<u32>,
    learned: u64,
    restarts: u64,
    compactions: u64,
    /// How many variables were eliminated or substituted so far, and which, by the user's numbers.
    removals: u64,
    removed: Vec<bool>,
    /// By clause, its watches as the observer knows them.
    watches: HashMap<usize, [Lit; 2]>,
}

impl std::fmt::Debug for Notifier<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Notifier").field("trail", &self.trail).finish_non_exhaustive()
    }
}

impl<'o> Notifier<'o> {
    /// Starts with an empty known trail.
    pub fn to(observer: &'o mut dyn Observer) -> Notifier<'o> {
        Notifier { observer: Some(observer), ..Notifier::default() }
    }

    fn event(&mut self, event: Event<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.event(event);
        }
    }
}

impl Solver {
    /// Propagates. Implied literals with their reasons, and the conflict, are reported before literals of level 0
    /// become units and lose their reasons.
    #[inline]
    pub(super) fn propagate_and_notify<const OBSERVED: bool>(&mut self, notifier: &mut Notifier<'_>) -> Option<Clause> {
        if !OBSERVED {
            return self.propagate_all();
        }
        let before = self.trail.propagated;
        if notifier.watches.is_empty() {
            self.notify_watches(notifier);
        }
        let conflict = self.propagate_clauses_and_xors();
        self.notify(notifier);
        self.notify_watches(notifier);
        if let Some(conflict) = conflict {
            let clause: Vec<Lit> = self.db.external.user_lits(self.db.lits(conflict)).collect();
            notifier.event(Event::Conflict(&clause));
        }
        self.fix_new_units(before);
        conflict
    }

    /// Reports the learned clause and the resulting changes of the trail.
    pub(super) fn notify_learning(&mut self, notifier: &mut Notifier<'_>) {
        if let Some(observer) = notifier.observer.as_mut().filter(|_| notifier.learned < self.counters.learned) {
            let user = |lits: &[Lit]| -> Vec<Lit> { self.db.external.user_lits(lits.iter().copied()).collect() };
            observer.event(Event::Resolve(&user(&self.learned.resolved)));
            observer.event(Event::Learn(&user(&self.learned.lits)));
        }
        self.notify(notifier);
        self.notify_watches(notifier);
    }

    /// Reports the watches that have moved since the last call, if the option asks for them and the clauses are few.
    /// Binary clauses are always watched by both literals, and nothing is said of them.
    fn notify_watches(&self, notifier: &mut Notifier<'_>) {
        let clauses = self.db.arena.refs();
        if !self.options.watches || clauses.take(MOST_WATCHED + 1).count() > MOST_WATCHED {
            return;
        }
        for clause in self.db.arena.refs() {
            let watched = [0, 1].map(|place| self.db.arena.lit(clause, place));
            let known = notifier.watches.insert(clause.index(), watched);
            // The two may have changed places.
            if known.is_none_or(|known| !watched.iter().all(|lit| known.contains(lit))) {
                let lits: Vec<Lit> = self.db.external.user_lits(self.db.arena.lits(clause)).collect();
                notifier.event(Event::Watch(&lits));
            }
        }
    }

    /// Reports what the order of decisions has in front, if the option asks for it and the next decision follows that
    /// order: scores in units of what a bump adds now, or the stamps of the queue.
    pub(super) fn notify_ratings(&mut self, notifier: &mut Notifier<'_>) {
        let follows = self.assumptions.is_empty() && !self.options.order && self.listed_literal().is_none();
        if !self.options.ratings || !follows {
            return;
        }
        let Some(next) = self.next_variable() else { return };
        let open = |var: &Var| self.values.value(var.pos()) == 0 && !self.statuses.is_inactive(*var);
        let front: Vec<(Var, f64)> = if self.schedule.stable {
            let mut rest: Vec<Var> = self.scores.vars().filter(|var| *var != next && open(var)).collect();
            rest.sort_by(|a, b| self.scores.score(*b).total_cmp(&self.scores.score(*a)).then(a.cmp(b)));
            let all = [next].into_iter().chain(rest).take(MOST_RATED);
            all.map(|var| (var, (self.scores.relative(var) * 1000.0).round() / 1000.0)).collect()
        } else {
            let before = std::iter::successors(Some(next), |&var| self.queue.previous(var));
            before.filter(open).take(MOST_RATED).map(|var| (var, f64::from(self.queue.stamp(var)))).collect()
        };
        let rate = |(var, rating): (Var, f64)| {
            let lit = var.lit(self.decision_phase(var));
            (self.db.external.user_lit(lit), rating)
        };
        let rated: Vec<(Lit, f64)> = front.into_iter().map(rate).collect();
        notifier.event(Event::Rate(&rated));
    }

    /// Reports what has changed since the last call.
    pub(super) fn notify(&mut self, notifier: &mut Notifier<'_>) {
        notifier.learned = self.counters.learned;
        if notifier.restarts < self.counters.restarts {
            notifier.restarts = self.counters.restarts;
            notifier.event(Event::Restart);
        }
        if notifier.compactions < self.counters.compactions {
            notifier.compactions = self.counters.compactions;
            self.notify_fixed(notifier);
        }
        let frames = &self.trail.frames;
        let user = |lit: Lit| self.db.external.user_lit(lit);
        let unchanged = self.trail.notified.min(notifier.trail.len());
        let mut pairs = notifier.trail[unchanged..].iter().zip(&self.trail.lits[unchanged..]);
        let same = pairs.position(|(&old, &new)| old != user(new));
        let same = same.map_or(notifier.trail.len().min(self.trail.lits.len()), |place| unchanged + place);
        // The number of levels that are unchanged.
        let before = notifier.starts.partition_point(|&start| (start as usize) < unchanged);
        let later = notifier.starts[before..].iter().zip(&frames[before..]);
        let mut level = before + later.take_while(|(old, new)| **old == new.start).count();
        let end_of = |notifier: &Notifier<'_>, level: usize| {
            notifier.starts.get(level).map_or(notifier.trail.len(), |&at| at as usize)
        };
        while level > 0 && end_of(notifier, level) > same {
            level -= 1;
        }
        let from = end_of(notifier, level).min(same);
        if level < notifier.starts.len() {
            notifier.event(Event::Backtrack(level as u32));
        }
        notifier.starts.truncate(level);
        notifier.trail.truncate(from);
        for at in from..=self.trail.lits.len() {
            while let Some(frame) = frames.get(notifier.starts.len()).filter(|frame| frame.start as usize == at) {
                notifier.starts.push(frame.start);
                if let Some(decision) = frame.decision {
                    notifier.event(Event::Decide(self.db.external.user_lit(decision)));
                }
            }
            if let Some(&lit) = self.trail.lits.get(at) {
                notifier.trail.push(user(lit));
                self.notify_assigned(lit, notifier);
            }
        }
        self.trail.notified = self.trail.lits.len();
        let removals = self.counters.eliminated + self.counters.substituted;
        if notifier.removals < removals {
            notifier.removals = removals;
            self.notify_removed(notifier);
        }
    }

    /// Reports the variables that inprocessing has removed from the formula since the last call.
    fn notify_removed(&self, notifier: &mut Notifier<'_>) {
        let external = &self.db.external;
        notifier.removed.resize(external.user_vars(), false);
        for var in (0..external.user_vars()).map(Var::new) {
            let inner = external.internal_lit(var.pos());
            let inactive = inner.map_or(external.is_inactive(var), |inner| self.statuses.is_inactive(inner.var()));
            if inactive && !notifier.removed[var.index()] {
                notifier.removed[var.index()] = true;
                notifier.event(Event::Remove(var));
            }
        }
    }

    /// After a compaction, which removes fixed literals from the trail: reports the fixed literals that are new.
    fn notify_fixed(&self, notifier: &mut Notifier<'_>) {
        if let Some(&start) = notifier.starts.first() {
            notifier.event(Event::Backtrack(0));
            notifier.trail.truncate(start as usize);
            notifier.starts.clear();
        }
        debug_assert!(notifier.starts.is_empty());
        let known: HashSet<Lit> = notifier.trail.drain(..).collect();
        for lit in self.db.external.removed_fixed_lits().filter(|lit| !known.contains(lit)) {
            notifier.event(Event::Assign(lit, None));
        }
        let root = self.trail.frames.first().map_or(self.trail.lits.len(), |frame| frame.start as usize);
        for &lit in &self.trail.lits[..root] {
            let user = self.db.external.user_lit(lit);
            if !known.contains(&user) {
                self.notify_assigned(lit, notifier);
            }
            notifier.trail.push(user);
        }
    }

    /// Reports the part of the model that is not on the trail with which the search has ended: the values of the
    /// variables that inprocessing has removed from the formula. By now the trail itself is taken back.
    pub(in crate::cdcl) fn notify_model(&self, notifier: &mut Notifier<'_>) {
        let known: HashSet<Lit> = notifier.trail.iter().copied().collect();
        let external = &self.db.external;
        for lit in self.model.lits().filter(|lit| !known.contains(lit)) {
            if external.is_inactive(lit.var()) || external.internal_lit(lit).is_some() {
                notifier.event(Event::Extend(lit));
            }
        }
    }

    fn notify_assigned(&self, lit: Lit, notifier: &mut Notifier<'_>) {
        debug_assert!(self.values.value(lit) > 0);
        if self.trail.reason(lit.var()) == Reason::DECISION {
            return;
        }
        let reason = self.trail.implied_by(lit);
        let reason: Option<Vec<Lit>> = reason.map(|clause| self.db.external.user_lits(self.db.lits(clause)).collect());
        notifier.event(Event::Assign(self.db.external.user_lit(lit), reason.as_deref()));
    }
}
