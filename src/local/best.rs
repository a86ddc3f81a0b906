//! The best assignment of a walk.
//!
//! **What it does.** Remembers the assignment of a walk with the fewest falsified clauses.
//!
//! **Why it pays.** Copying the assignment at each improvement is quadratic on the first descent. Instead the flips
//! since the last copy are kept, with a mark at the best one. After as many flips without an improvement as a quarter
//! of the number of variables, that list is dropped, and the next improvement takes a full copy.
//!
//! **Schedule and cost.** One word written a flip while the list is kept, nothing afterwards.
//!
//! **References.** The trail of flips follows the walk of Kissat and CaDiCaL (Biere, SAT competition 2020).

use crate::cnf::{Assignment, Var};

/// The best assignment so far (of the problem's variables).
#[derive(Debug)]
pub(super) struct Best {
    assignment: Assignment,
    falsified: usize,
    /// The flips since `assignment`; the first `mark` of them lead to the best assignment.
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

    /// Notes that a new try starts from `values`.
    pub fn start(&mut self, values: &Assignment, falsified: usize) {
        self.settle();
        self.give_up();
        if falsified < self.falsified {
            self.falsified = falsified;
            self.assignment.clone_from(values);
            self.recording = true;
        }
    }

    /// Notes that the walk has flipped `var`, after which `falsified` clauses are false. `values` returns the
    /// assignment reached; it is called only when a copy is needed.
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

    /// Brings the copy forward to the best assignment.
    fn settle(&mut self) {
        for &var in &self.flips[..self.mark] {
            self.assignment.flip(Var::new(var as usize));
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
                values.flip(Var::new(var));
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
