//! The best assignment of a walk.
//!
//! What it does: remembers the assignment with the fewest falsified clauses that a walk has come through.
//!
//! Why: copying the assignment at each improvement is quadratic on the first descent. Instead the flips since the last
//! copy are kept, with a mark at the best moment; a full copy is taken only when the walk has gone on for so long without
//! an improvement that the list of flips was given up.
//!
//! Cost: one word written a flip while the list lives, nothing afterwards.
//!
//! References: the trail of flips follows the walk of Kissat and CaDiCaL (Biere, SAT competition 2020).

use crate::cnf::{Assignment, Var};

/// The best assignment so far (of the problem's variables).
#[derive(Debug)]
pub(super) struct Best {
    assignment: Assignment,
    falsified: usize,
    /// The flips since `assignment`, and how many of them lead to the best one.
    flips: Vec<u32>,
    mark: usize,
    recording: bool,
    capacity: usize,
}

impl Best {
    pub fn new(num_vars: usize) -> Best {
        Best {
            assignment: Assignment::all_false(num_vars),
            falsified: usize::MAX,
            flips: Vec::new(),
            mark: 0,
            recording: false,
            capacity: num_vars / 4 + 64,
        }
    }

    /// The walk begins anew from `values`.
    pub fn start(&mut self, values: &Assignment, falsified: usize) {
        self.settle();
        self.give_up();
        if falsified < self.falsified {
            self.falsified = falsified;
            self.assignment.clone_from(values);
            self.recording = true;
        }
    }

    /// The walk has flipped `var` and is now at an assignment that leaves `falsified` clauses false. `values` gives that
    /// assignment, if need be.
    #[inline]
    pub fn flipped(&mut self, var: usize, falsified: usize, values: impl FnOnce() -> Assignment) {
        if self.recording {
            self.flips.push(var as u32);
        }
        if falsified < self.falsified {
            self.falsified = falsified;
            if self.recording {
                self.mark = self.flips.len();
            } else {
                self.assignment = values();
                self.recording = true;
            }
        }
        if self.flips.len() >= self.capacity {
            self.settle();
            if self.flips.len() > self.capacity / 2 {
                self.give_up();
            }
        }
    }

    /// The best assignment.
    pub fn take(mut self) -> Assignment {
        self.settle();
        self.assignment
    }

    /// Goes on with the copy to the best moment.
    fn settle(&mut self) {
        for &var in &self.flips[..self.mark] {
            self.assignment.flip(Var::new(var));
        }
        self.flips.drain(..self.mark);
        self.mark = 0;
    }

    fn give_up(&mut self) {
        self.flips.clear();
        self.recording = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn the_best_moment_comes_back() {
        let mut rng = Rng::new(1);
        for length in [1, 10, 100, 1000, 5000] {
            let mut best = Best::new(40);
            let mut values = Assignment::all_false(40);
            let mut expected = (500, values.clone());
            best.start(&values, 500);
            for _ in 0..length {
                let var = rng.index(40);
                values.flip(Var::new(var as u32));
                let falsified = rng.index(400 + length);
                if falsified < expected.0 {
                    expected = (falsified, values.clone());
                }
                best.flipped(var, falsified, || values.clone());
                if rng.below(900) == 0 {
                    best.start(&values, falsified);
                }
            }
            assert_eq!(best.falsified, expected.0);
            assert_eq!(best.take(), expected.1);
        }
    }
}
