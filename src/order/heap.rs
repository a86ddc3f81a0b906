//! The inner loops of the decision heap: restoring the order around one variable.
//!
//! **Why it pays.** A conflict bumps some twenty variables, most of which move up by at most one place. With checked
//! indices, 150 random 4-SAT formulas took 3 % more instructions.

use crate::util::unchecked::{get, set};

/// The heap, the place of each variable in it, and the scores that order it.
#[derive(Debug)]
pub struct Components<'a> {
    /// Variables. The parent of place `p` is at `(p - 1) / 2`, and its score is at least as high.
    pub heap: &'a mut [u32],
    /// The place of each variable.
    pub places: &'a mut [u32],
    /// The score of each variable.
    pub scores: &'a [f64],
}

impl Components<'_> {
    fn put(&mut self, place: usize, var: u32) {
        set(self.heap, place, var);
        set(self.places, var as usize, place as u32);
    }

    fn score_at(&self, place: usize) -> f64 {
        get(self.scores, get(self.heap, place) as usize)
    }

    /// Moves the variable at a place up until its parent's score is at least as high.
    #[inline(always)]
    pub fn rise(&mut self, mut place: usize) {
        debug_assert!(place < self.heap.len() && self.places.len() == self.scores.len());
        let var = get(self.heap, place);
        let score = get(self.scores, var as usize);
        while place > 0 {
            let parent = (place - 1) / 2;
            debug_assert!(parent < place);
            let above = get(self.heap, parent);
            if get(self.scores, above as usize) >= score {
                break;
            }
            self.put(place, above);
            place = parent;
        }
        self.put(place, var);
    }

    /// Moves the variable at a place down until no child has a higher score.
    pub fn sink(&mut self, mut place: usize) {
        debug_assert!(place < self.heap.len() && self.places.len() == self.scores.len());
        let var = get(self.heap, place);
        let score = get(self.scores, var as usize);
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.score_at(child + 1) > self.score_at(child) {
                child += 1;
            }
            let below = get(self.heap, child);
            if get(self.scores, below as usize) <= score {
                break;
            }
            self.put(place, below);
            place = child;
        }
        self.put(place, var);
    }
}
