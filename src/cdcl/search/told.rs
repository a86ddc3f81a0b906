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

/// The observer, and the trail as it knows it; in its loop's twin, nothing.
#[derive(Default)]
pub struct Told<'o> {
    observer: Option<&'o mut dyn Observer>,
    trail: Vec<Lit>,
    /// The length of the trail before each level.
    starts: Vec<u32>,
    learned: u64,
    restarts: u64,
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
        if let (Some(conflict), Some(observer)) = (conflict, &mut told.observer) {
            let clause: Vec<Lit> = self.conflict_lits(conflict).map(|lit| self.door.external.user_lit(lit)).collect();
            observer.event(Event::Conflict(&clause));
        }
        self.settle_units(before);
        conflict
    }

    /// Tells the observer what has changed since it was last told.
    pub(super) fn tell(&self, told: &mut Told<'_>) {
        let Told { observer: Some(observer), trail, starts, learned, restarts } = told else { return };
        let user = |lit: Lit| self.door.external.user_lit(lit);
        if *learned < self.counters.learned {
            *learned = self.counters.learned;
            let clause: Vec<Lit> = self.learned.lits.iter().map(|&lit| user(lit)).collect();
            observer.event(Event::Learn(&clause));
        }
        if *restarts < self.counters.restarts {
            *restarts = self.counters.restarts;
            observer.event(Event::Restart);
        }
        let frames = &self.trail.frames;
        let same = trail.iter().zip(&self.trail.lits).take_while(|(old, new)| old == new).count();
        // The levels that begin where they began, on a trail that is the same up to their decisions.
        let is_kept = |(level, &start): (usize, &u32)| {
            frames.get(level).is_some_and(|frame| frame.start == start)
                && (start as usize) < same + usize::from(frames[level].decision.is_none())
        };
        let mut kept = starts.iter().enumerate().take_while(|&pair| is_kept(pair)).count();
        // What is kept of a level's trail is kept from its first literal on; otherwise the level is told anew.
        while kept > 0 && starts.get(kept).is_some_and(|&next| same < next as usize) && same < trail.len() {
            kept -= 1;
        }
        let mut from = same;
        if kept < starts.len() || same < trail.len() {
            let end = starts.get(kept).map_or(trail.len(), |&start| start as usize);
            if same < end && kept > 0 {
                kept -= 1;
            }
            observer.event(Event::Backtrack(kept as u32));
            from = starts.get(kept).map_or(0, |&start| start as usize).min(same);
            starts.truncate(kept);
            trail.truncate(from);
        }
        for at in from..=self.trail.lits.len() {
            while let Some(frame) = frames.get(starts.len()).filter(|frame| frame.start as usize == at) {
                starts.push(frame.start);
                if let Some(decision) = frame.decision {
                    observer.event(Event::Decide(user(decision)));
                }
            }
            let Some(&lit) = self.trail.lits.get(at) else { break };
            trail.push(lit);
            let reason: Option<Vec<Lit>> = match self.trail.reason(lit.var()).because() {
                Because::Decision => continue,
                Because::Unit => None,
                Because::Binary(other) => Some(vec![user(lit), user(other)]),
                Because::Long(clause) => Some(self.door.arena.lits(clause).map(user).collect()),
            };
            observer.event(Event::Assign(user(lit), reason.as_deref()));
        }
    }
}
