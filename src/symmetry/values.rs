//! Unit propagation on clauses that count their unassigned literals.

use super::clauses::Clauses;

/// The values of literals, and the number of unassigned literals of each clause.
#[derive(Debug)]
pub struct Values<'c> {
    clauses: &'c Clauses,
    /// By literal: 1 true, -1 false, 0 unassigned.
    values: Vec<i8>,
    open: Vec<u32>,
    satisfied: Vec<bool>,
    trail: Vec<u32>,
    shrunken: Vec<u32>,
    conflict: bool,
}

impl<'c> Values<'c> {
    /// All literals are unassigned. The clauses must have two literals or more.
    pub fn new(clauses: &'c Clauses) -> Values<'c> {
        Values {
            clauses,
            values: vec![0; clauses.literals()],
            open: (0..clauses.len()).map(|clause| clauses.codes(clause).len() as u32).collect(),
            satisfied: vec![false; clauses.len()],
            trail: Vec::new(),
            shrunken: Vec::new(),
            conflict: false,
        }
    }

    /// Whether the literal is unassigned.
    pub fn is_open(&self, code: u32) -> bool {
        self.values[code as usize] == 0
    }

    /// Whether a clause has become false.
    pub fn conflict(&self) -> bool {
        self.conflict
    }

    /// The unassigned literals of a clause; `None` if it is satisfied.
    pub fn open_codes(&self, clause: usize) -> Option<impl Iterator<Item = u32> + Clone> {
        let codes = self.clauses.codes(clause);
        (!self.satisfied[clause]).then(|| codes.filter(|&code| self.is_open(code)))
    }

    /// The clauses of which the last call of [`Values::assign`] falsified literals; some occur more than once.
    pub fn shrunken(&self) -> &[u32] {
        &self.shrunken
    }

    /// Makes a literal true, and propagates.
    pub fn assign(&mut self, code: u32) {
        let mut next = self.trail.len();
        self.shrunken.clear();
        self.set(code);
        while let Some(&code) = self.trail.get(next) {
            next += 1;
            for &clause in self.clauses.occurrences(code) {
                self.satisfied[clause as usize] = true;
            }
            for &clause in self.clauses.occurrences(code ^ 1) {
                self.open[clause as usize] -= 1;
                self.shrunken.push(clause);
                if self.satisfied[clause as usize] || self.open[clause as usize] > 1 {
                    continue;
                }
                let mut codes = self.clauses.codes(clause as usize);
                match codes.find(|&code| self.values[code as usize] >= 0) {
                    Some(unit) => self.set(unit),
                    None => self.conflict = true,
                }
            }
        }
    }

    fn set(&mut self, code: u32) {
        if self.is_open(code) {
            self.values[code as usize] = 1;
            self.values[(code ^ 1) as usize] = -1;
            self.trail.push(code);
        }
    }
}
