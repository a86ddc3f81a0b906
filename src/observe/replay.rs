//! From events back to the state of the search.

use super::Event;
use crate::cnf::{Assignment, Lit, Var};

/// The state of a search after the events seen so far: which literals are true, and on which levels.
///
/// Only the first variables are kept, up to a given number; decisions on others open a level all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    trail: Vec<Lit>,
    levels: Vec<Level>,
    /// Whether the search walks among complete assignments.
    complete: bool,
}

/// Where a level begins on the trail, and its decision; `None` when it is on a variable that is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    start: usize,
    decision: Option<Lit>,
}

impl Replay {
    /// A search over this many variables that has not begun.
    pub fn new(num_vars: usize) -> Replay {
        Replay { values: vec![0; num_vars], ..Replay::default() }
    }

    /// How many variables are kept.
    pub fn num_vars(&self) -> usize {
        self.values.len()
    }

    /// The variable's value; nothing when it is unassigned or not kept.
    pub fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).filter(|&&value| value != 0).map(|&value| value > 0)
    }

    /// The number of levels, each of which begins with a decision.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Whether the search walks among complete assignments.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The true literals level by level, level 0 first; the others begin with their decision, which is `None` when it
    /// is on a variable that is not kept. Empty when the search walks among complete assignments.
    pub fn levels(&self) -> impl Iterator<Item = (Option<Lit>, &[Lit])> + '_ {
        let ends = self.levels.iter().map(|level| level.start).chain([self.trail.len()]);
        let root = (!self.complete).then_some((None, 0));
        let others = self.levels.iter().map(|level| (level.decision, level.start));
        root.into_iter().chain(others).zip(ends).map(|((decision, start), end)| {
            let lits = &self.trail[start..end];
            (decision, if decision.is_some() { &lits[1..] } else { lits })
        })
    }

    /// Whether the model has every value that is assigned here.
    pub fn agrees(&self, model: &Assignment) -> bool {
        let values = self.values.iter().enumerate().take(model.len());
        values.filter(|(_, value)| **value != 0).all(|(var, &value)| model.value(Var::new(var)) == (value > 0))
    }

    /// Advances by one step.
    pub fn apply(&mut self, event: &Event<'_>) {
        match *event {
            Event::Decide(lit) => self.decide(lit),
            Event::Assign(lit, _) | Event::Extend(lit) => self.assign(lit),
            Event::Backtrack(level) => self.backtrack(level as usize),
            Event::Start(assignment) => self.start(assignment.lits()),
            Event::Flip(var, _) => {
                if let Some(value) = self.values.get_mut(var.index()) {
                    *value = -*value;
                }
            }
            Event::Expand(decisions, implied, _) => {
                self.backtrack(0);
                decisions.iter().for_each(|&lit| self.decide(lit));
                implied.iter().for_each(|&lit| self.assign(lit));
            }
            Event::Conflict(_)
            | Event::Resolve(_)
            | Event::Learn(_)
            | Event::Remove(_)
            | Event::Watch(_)
            | Event::Rate(_)
            | Event::Open(..)
            | Event::Restart
            | Event::Temperature(_)
            | Event::Check(_) => {}
        }
    }

    /// Sets the state of a search by levels, as [`Replay::levels`] returns it.
    pub(super) fn set_levels(&mut self, levels: &[(Option<Lit>, Vec<Lit>)]) {
        self.clear();
        for (index, (decision, lits)) in levels.iter().enumerate() {
            if index > 0 {
                self.open(*decision);
            }
            lits.iter().for_each(|&lit| self.assign(lit));
        }
    }

    /// Sets a complete assignment.
    pub(super) fn start(&mut self, lits: impl Iterator<Item = Lit>) {
        self.clear();
        self.complete = true;
        for lit in lits.take(self.values.len()) {
            self.values[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
        }
    }

    fn clear(&mut self) {
        self.trail.clear();
        self.levels.clear();
        self.values.fill(0);
        self.complete = false;
    }

    fn decide(&mut self, lit: Lit) {
        self.open(Some(lit));
    }

    fn open(&mut self, decision: Option<Lit>) {
        let decision = decision.filter(|lit| lit.var().index() < self.values.len());
        self.levels.push(Level { start: self.trail.len(), decision });
        if let Some(lit) = decision {
            self.values[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
            self.trail.push(lit);
        }
    }

    fn assign(&mut self, lit: Lit) {
        let value = if lit.is_positive() { 1 } else { -1 };
        if let Some(known) = self.values.get_mut(lit.var().index()).filter(|known| **known != value) {
            *known = value;
            self.trail.push(lit);
        }
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&Level { start, .. }) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for lit in self.trail.drain(start..) {
            self.values[lit.var().index()] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).expect("not 0")
    }

    #[test]
    fn levels_are_a_stack() {
        let mut replay = Replay::new(4);
        let events = [
            Event::Assign(lit(-4), None),
            Event::Decide(lit(1)),
            Event::Assign(lit(2), None),
            Event::Decide(lit(9)),
            Event::Assign(lit(3), None),
        ];
        events.iter().for_each(|event| replay.apply(event));
        let levels: Vec<(Option<Lit>, Vec<Lit>)> =
            replay.levels().map(|(decision, lits)| (decision, lits.to_vec())).collect();
        assert_eq!(levels, [(None, vec![lit(-4)]), (Some(lit(1)), vec![lit(2)]), (None, vec![lit(3)])]);
        let mut other = Replay::new(4);
        other.set_levels(&levels);
        assert_eq!(other, replay);
        replay.apply(&Event::Backtrack(1));
        assert_eq!((replay.level(), replay.value(lit(3).var()), replay.value(lit(2).var())), (1, None, Some(true)));
        replay.apply(&Event::Backtrack(1));
        assert_eq!(replay.level(), 1);
        replay.apply(&Event::Expand(&[lit(3)], &[lit(-1)], 7));
        assert_eq!((replay.level(), replay.value(lit(1).var())), (1, Some(false)));
        assert!(replay.agrees(&[false, true, true, false].into_iter().collect()));
        assert!(!replay.agrees(&[true, true, true, false].into_iter().collect()));
    }

    #[test]
    fn walks_start_and_flip() {
        let mut replay = Replay::new(2);
        replay.apply(&Event::Start(&[true, false, true].into_iter().collect()));
        replay.apply(&Event::Flip(Var::new(1), 0));
        replay.apply(&Event::Flip(Var::new(2), 0));
        assert_eq!((replay.value(Var::new(0)), replay.value(Var::new(1))), (Some(true), Some(true)));
        assert!(replay.is_complete() && replay.levels().count() == 0);
    }
}
