//! The decision queue of focused mode: variables in the order of their last bump (VMTF).
//!
//! **What it does.** Variable move-to-front with time stamps: a doubly linked list whose last variable is the most
//! recently bumped one, and a search pointer after which every variable is assigned. Decisions take the last unassigned
//! variable. The queue is empty until a search needs it: many easy formulas are solved before their first decision.
//!
//! **References.** Biere, Fröhlich (SAT'15).

use crate::cnf::Var;
use crate::order::renumbering::Renumbering;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Link {
    previous: u32,
    next: u32,
}

/// The queue.
#[derive(Clone, Debug)]
pub struct Queue {
    links: Vec<Link>,
    stamps: Vec<u32>,
    first: u32,
    last: u32,
    search: u32,
    stamp: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Queue { links: Vec::new(), stamps: Vec::new(), first: NONE, last: NONE, search: NONE, stamp: 0 }
    }
}

impl Queue {
    /// Appends new variables, which are unassigned, up to `vars` of them.
    pub fn grow(&mut self, vars: usize) {
        for var in self.links.len()..vars {
            self.links.push(Link { previous: NONE, next: NONE });
            self.stamps.push(0);
            self.append(var as u32);
            self.search = var as u32;
        }
    }

    /// Renumbers the variables; their order stays the same.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        debug_assert_eq!(renumbering.before(), self.links.len());
        let new = |index: u32| renumbering.var(Var::new(index as usize)).map(|var| var.index() as u32);
        let mut search = self.search;
        while search != NONE && new(search).is_none() {
            search = self.links[search as usize].previous;
        }
        let mut order = Vec::with_capacity(renumbering.after());
        let mut index = self.first;
        while index != NONE {
            order.extend(new(index));
            index = self.links[index as usize].next;
        }
        renumbering.shrink_vars(&mut self.stamps);
        self.links.truncate(renumbering.after());
        self.links.shrink_to_fit();
        self.links.fill(Link { previous: NONE, next: NONE });
        for pair in order.windows(2) {
            self.links[pair[0] as usize].next = pair[1];
            self.links[pair[1] as usize].previous = pair[0];
        }
        self.first = order.first().copied().unwrap_or(NONE);
        self.last = order.last().copied().unwrap_or(NONE);
        // If no variable up to the search pointer is kept, then all kept variables are assigned, and the search may
        // begin at the end.
        self.search = if search == NONE { self.last } else { new(search).unwrap_or(NONE) };
        debug_assert!(self.search == NONE || self.contains(Var::new(self.search as usize)));
    }

    /// Whether it has got its variables.
    pub fn in_use(&self) -> bool {
        !self.links.is_empty()
    }

    /// The number of variables, in the queue or removed.
    pub(in crate::cdcl) fn len(&self) -> usize {
        self.links.len()
    }

    /// The most recently bumped variable.
    pub(in crate::cdcl) fn last(&self) -> Option<Var> {
        (self.last != NONE).then(|| Var::new(self.last as usize))
    }

    /// The variable bumped just after this one.
    pub(in crate::cdcl) fn next(&self, var: Var) -> Option<Var> {
        let next = self.links[var.index()].next;
        (next != NONE).then(|| Var::new(next as usize))
    }

    /// The stamp of the variable's last bump: larger is more recent.
    #[inline]
    pub fn stamp(&self, var: Var) -> u32 {
        self.stamps[var.index()]
    }

    /// The variable at which the search for an unassigned one begins.
    pub fn search(&self) -> Option<Var> {
        (self.search != NONE).then(|| Var::new(self.search as usize))
    }

    /// The variable bumped just before this one.
    #[inline]
    pub fn previous(&self, var: Var) -> Option<Var> {
        debug_assert!(self.contains(var));
        let previous = self.links[var.index()].previous;
        (previous != NONE).then(|| Var::new(previous as usize))
    }

    /// Moves the search pointer here: every more recently bumped variable is assigned.
    #[inline]
    pub fn set_search(&mut self, var: Var) {
        debug_assert!(self.contains(var));
        self.search = var.index() as u32;
    }

    /// Updates the search pointer for a variable that was unassigned. Has no effect while the queue is not in use.
    #[inline]
    pub fn unassigned(&mut self, var: Var) {
        let Some(&stamp) = self.stamps.get(var.index()) else { return };
        // No variable has the index NONE.
        if self.stamps.get(self.search as usize).is_none_or(|&searched| searched < stamp) {
            self.search = var.index() as u32;
        }
    }

    /// Moves the search pointer to the most recently bumped variable.
    #[inline]
    pub fn restart_search(&mut self) {
        self.search = self.last;
    }

    /// Moves a variable to the end, so that it is decided first.
    pub fn bump(&mut self, var: Var, assigned: bool) {
        let index = var.index() as u32;
        debug_assert!(self.contains(var));
        if self.links[var.index()].next == NONE {
            return;
        }
        if self.search == index && assigned {
            let Link { previous, next } = self.links[var.index()];
            self.search = if previous != NONE { previous } else { next };
        }
        self.unlink(index);
        self.append(index);
        if !assigned {
            self.search = index;
        }
    }

    /// Removes a variable: it will not be decided.
    pub fn remove(&mut self, var: Var) {
        let index = var.index() as u32;
        debug_assert!(self.contains(var));
        if self.search == index {
            let Link { previous, next } = self.links[var.index()];
            self.search = if previous != NONE { previous } else { next };
        }
        self.unlink(index);
        self.links[var.index()] = Link { previous: NONE, next: NONE };
        debug_assert!(self.search != index && !self.contains(var), "the search never stands outside of the queue");
    }

    /// Inserts a removed variable, which is unassigned, so that it is decided first.
    pub fn reinsert(&mut self, var: Var) {
        debug_assert!(!self.contains(var));
        self.append(var.index() as u32);
        self.search = var.index() as u32;
    }

    /// Makes a new variable the last to be decided. [`Queue::restamp`] must be called before the next search.
    pub fn demote(&mut self, var: Var) {
        self.remove(var);
        let index = var.index() as u32;
        self.links[var.index()] = Link { previous: NONE, next: self.first };
        match self.first {
            NONE => self.last = index,
            first => self.links[first as usize].previous = index,
        }
        self.first = index;
        self.stamps[var.index()] = 0;
        debug_assert!(self.previous(var).is_none(), "the last choice is first in the list");
    }

    /// Whether the variable is in the queue.
    fn contains(&self, var: Var) -> bool {
        self.first == var.index() as u32 || self.links[var.index()].previous != NONE
    }

    fn unlink(&mut self, index: u32) {
        let Link { previous, next } = self.links[index as usize];
        debug_assert!(previous == NONE || self.links[previous as usize].next == index, "links are mutual");
        debug_assert!(next == NONE || self.links[next as usize].previous == index, "links are mutual");
        match previous {
            NONE => self.first = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NONE => self.last = previous,
            _ => self.links[next as usize].previous = previous,
        }
    }

    fn append(&mut self, index: u32) {
        self.links[index as usize] = Link { previous: self.last, next: NONE };
        match self.last {
            NONE => self.first = index,
            last => self.links[last as usize].next = index,
        }
        self.last = index;
        if self.stamp == u32::MAX {
            self.restamp();
        }
        self.stamp += 1;
        self.stamps[index as usize] = self.stamp;
        debug_assert!(
            self.previous(Var::new(index as usize)).is_none_or(|var| self.stamp(var) < self.stamp),
            "stamps rise"
        );
    }

    /// Replaces the stamps by 1, 2, ... in the same order.
    #[cold]
    pub fn restamp(&mut self) {
        self.stamp = 0;
        let mut index = self.first;
        while index != NONE {
            self.stamp += 1;
            self.stamps[index as usize] = self.stamp;
            index = self.links[index as usize].next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(queue: &Queue) -> Vec<usize> {
        let mut found = Vec::new();
        let mut next = queue.last();
        while let Some(var) = next {
            found.push(var.index());
            next = queue.previous(var);
        }
        found
    }

    #[test]
    fn a_bumped_variable_is_decided_first() {
        let mut queue = Queue::default();
        queue.grow(4);
        assert_eq!(order(&queue), [3, 2, 1, 0]);
        queue.bump(Var::new(1), false);
        assert_eq!(order(&queue), [1, 3, 2, 0]);
        assert_eq!(queue.search(), Some(Var::new(1)));
        queue.bump(Var::new(0), true);
        assert_eq!(order(&queue), [0, 1, 3, 2]);
        assert_eq!(queue.search(), Some(Var::new(1)));
        queue.unassigned(Var::new(0));
        assert_eq!(queue.search(), Some(Var::new(0)));
    }
}
