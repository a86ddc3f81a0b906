//! What follows from some literals by unit propagation, on clauses that count their open literals.

use super::clauses::Clauses;

/// Values of literals, and how many literals of each clause are open.
#[derive(Debug)]
pub struct Values<'c> {
    clauses: &'c Clauses,
    /// 1 true, -1 false, 0 open; by literal.
    values: Vec<i8>,
    open: Vec<u32>,
    satisfied: Vec<bool>,
    trail: Vec<u32>,
    shrunken: Vec<u32>,
    conflict: bool,
}

impl<'c> Values<'c> {
    /// All open; the clauses have two literals or more.
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

    /// Whether the literal has no value.
    pub fn is_open(&self, code: u32) -> bool {
        self.values[code as usize] == 0
    }

    /// Whether a clause has become false.
    pub fn conflict(&self) -> bool {
        self.conflict
    }

    /// The open literals of a clause that is not satisfied.
    pub fn open_codes(&self, clause: usize) -> Option<impl Iterator<Item = u32> + Clone> {
        let codes = self.clauses.codes(clause);
        (!self.satisfied[clause]).then(|| codes.filter(|&code| self.is_open(code)))
    }

    /// The clauses that the last call of [`Values::assign`] took a literal from, some more than once.
    pub fn shrunken(&self) -> &[u32] {
        &self.shrunken
    }

    /// Makes a literal true, and what follows.
    pub fn assign(&mut self, code: u32) {
        let mut next = self.trail.len();
        self.shrunken.clear();
        self.set(code);
        while let Some(&code) = self.trail.get(next) {
            next += 1;
            for &clause in self.clauses.holders(code) {
                self.satisfied[clause as usize] = true;
            }
            for &clause in self.clauses.holders(code ^ 1) {
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
