//! Kitten: a small solver inside the solver, for a few hundred clauses at a time.
//!
//! **What it does.** Conflict-driven clause learning with few parts: first unique implication points, a VMTF queue, no
//! restarts, no deletion of learned clauses. It keeps the antecedents of each learned clause, so it can extract an
//! unsatisfiable core of the given clauses, and the learned clauses that lead to it. Models can be changed one literal
//! at a time (`flip`).
//!
//! **Why it pays.** To find out whether a variable is defined by its neighbours, or whether two literals are equal in
//! their neighbourhood, takes thousands of tiny queries; the large solver would take too long to set up each of them.
//!
//! **Schedule and cost.** `clear` takes time in proportion to what was used since the last `clear`, not to the number
//! of variables of the solver. Every clause that propagation or analysis visits costs a tick, every propagated literal
//! four, and each query has a limit. In queries of a few hundred clauses most of the time goes into decisions,
//! assignments and backtracking, which is why literals count too. Figures: bench/2026-11-28.txt.
//!
//! **References.** Fleury, Biere (POS'21 on definitions); Biere, Fleury, Pollitt (Kissat and Gimsatul, SAT Competition
//! 2021).

mod analyze;
pub mod core;
#[cfg(test)]
mod tests;

use crate::cnf::Lit;
use crate::util::rng::Rng;

/// The answer of [`Kitten::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable under the assumptions.
    Sat,
    /// Unsatisfiable under the assumptions.
    Unsat,
    /// The ticks ran out.
    Unknown,
}

const NONE: u32 = u32::MAX;
/// The ticks for a literal: its decision or assignment, visiting its lists, and its removal from the trail.
const LITERAL_TICKS: u64 = 4;

/// A clause: its literals, and its origin.
#[derive(Clone, Copy, Debug)]
struct Clause {
    start: u32,
    size: u32,
    /// The caller's tag; for a learned clause, the index of its first antecedent.
    origin: u32,
    /// The number of antecedents; 0 for given clauses.
    antecedents: u32,
    learned: bool,
    /// Scratch of [`Kitten::core`]: the clause is in the core.
    core: bool,
}

/// The data of a variable.
#[derive(Clone, Copy, Debug)]
struct Row {
    level: u32,
    position: u32,
    reason: u32,
    /// Links of the queue, and the stamp of the last bump.
    previous: u32,
    next: u32,
    stamp: u32,
    phase: bool,
    seen: bool,
}

/// The embedded solver. The interface uses the caller's literals; inner variables are numbered in order of first use.
#[derive(Debug)]
pub struct Kitten {
    /// The inner variable of each outer one.
    inner: Vec<u32>,
    outer: Vec<u32>,
    rows: Vec<Row>,
    /// By literal: its value. Lists keep their capacity when they are cleared.
    values: Vec<i8>,
    watches: Vec<Vec<u32>>,
    clauses: Vec<Clause>,
    lits: Vec<u32>,
    antecedents: Vec<u32>,
    trail: Vec<u32>,
    levels: Vec<u32>,
    propagated: usize,
    /// Clauses with at most one literal that is not false; that literal is assigned when the next query begins.
    units: Vec<u32>,
    /// The end of the queue, and the variable at which the search for an unassigned one begins.
    last: u32,
    search: u32,
    stamp: u32,
    /// The assumptions of the next query.
    assumptions: Vec<u32>,
    /// After `Unsat`: the clauses that refute the assumptions, in an order in which they propagate, and the assumptions
    /// used.
    refutation: Vec<u32>,
    failed: Vec<u32>,
    /// The clauses are unsatisfiable without assumptions.
    inconsistent: bool,
    /// Scratch of [`Kitten::add`].
    clean: Vec<u32>,
    rng: Rng,
    /// Ticks since the solver was made.
    pub ticks: u64,
}

impl Default for Kitten {
    fn default() -> Self {
        Kitten::new(0)
    }
}

impl Kitten {
    /// An empty solver; `seed` determines the initial phases.
    pub fn new(seed: u64) -> Kitten {
        Kitten {
            inner: Vec::new(),
            outer: Vec::new(),
            rows: Vec::new(),
            values: Vec::new(),
            watches: Vec::new(),
            clauses: Vec::new(),
            lits: Vec::new(),
            antecedents: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            units: Vec::new(),
            last: NONE,
            search: NONE,
            stamp: 0,
            assumptions: Vec::new(),
            refutation: Vec::new(),
            failed: Vec::new(),
            inconsistent: false,
            clean: Vec::new(),
            rng: Rng::new(seed),
            ticks: 0,
        }
    }

    /// Removes all clauses and variables.
    pub fn clear(&mut self) {
        for &var in &self.outer {
            self.inner[var as usize] = NONE;
        }
        for list in &mut self.watches[..2 * self.outer.len()] {
            list.clear();
        }
        self.outer.clear();
        self.rows.clear();
        self.values.clear();
        self.clauses.clear();
        self.lits.clear();
        self.antecedents.clear();
        self.trail.clear();
        self.levels.clear();
        self.propagated = 0;
        self.units.clear();
        (self.last, self.search, self.stamp) = (NONE, NONE, 0);
        self.assumptions.clear();
        self.refutation.clear();
        self.failed.clear();
        self.inconsistent = false;
    }

    fn import(&mut self, lit: Lit) -> u32 {
        let var = lit.var().index();
        if var >= self.inner.len() {
            self.inner.resize(var + 1, NONE);
        }
        if self.inner[var] == NONE {
            let inner = self.outer.len() as u32;
            self.inner[var] = inner;
            self.outer.push(var as u32);
            self.values.extend([0, 0]);
            if self.watches.len() < self.values.len() {
                self.watches.resize_with(self.values.len(), Vec::new);
            }
            let phase = self.rng.coin();
            let row =
                Row { level: 0, position: 0, reason: NONE, previous: NONE, next: NONE, stamp: 0, phase, seen: false };
            self.rows.push(row);
            self.enqueue(inner);
            self.search = inner;
        }
        2 * self.inner[var] + u32::from(lit.is_negative())
    }

    /// The inner literal, if the variable occurs in a clause or assumption.
    fn known(&self, lit: Lit) -> Option<u32> {
        let inner = self.inner.get(lit.var().index()).copied().filter(|&inner| inner != NONE)?;
        Some(2 * inner + u32::from(lit.is_negative()))
    }

    fn export(&self, code: u32) -> Lit {
        Lit::from_code(2 * self.outer[(code >> 1) as usize] + (code & 1))
    }

    /// Adds a clause with the caller's tag; tautologies are ignored.
    pub fn add(&mut self, lits: impl Iterator<Item = Lit>, tag: u32) {
        self.backtrack(0);
        let mut clean = std::mem::take(&mut self.clean);
        clean.clear();
        clean.extend(lits.map(|lit| self.import(lit)));
        self.add_imported(&mut clean, tag);
        self.clean = clean;
    }

    fn add_imported(&mut self, clean: &mut Vec<u32>, tag: u32) {
        clean.sort_unstable();
        clean.dedup();
        if !clean.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            // Literals that are false at level 0 come last.
            clean.sort_by_key(|&lit| self.values[lit as usize] < 0);
            let clause = Clause { start: 0, size: 0, origin: tag, antecedents: 0, learned: false, core: false };
            self.insert(clean, clause);
        }
    }

    /// Stores a clause and watches its first two literals.
    fn insert(&mut self, lits: &[u32], clause: Clause) -> u32 {
        let at = self.clauses.len() as u32;
        self.clauses.push(Clause { start: self.lits.len() as u32, size: lits.len() as u32, ..clause });
        self.lits.extend_from_slice(lits);
        match *lits {
            [] => {
                if !self.inconsistent {
                    self.inconsistent = true;
                    self.refutation.clear();
                    self.refutation.push(at);
                }
            }
            [_] => self.units.push(at),
            [a, b, ..] => {
                if !clause.learned && self.values[b as usize] < 0 {
                    self.units.push(at);
                }
                self.watches[a as usize].push(at);
                self.watches[b as usize].push(at);
            }
        }
        at
    }

    /// Assumes a literal for the next query.
    pub fn assume(&mut self, lit: Lit) {
        let lit = self.import(lit);
        self.assumptions.push(lit);
    }

    /// The inner literals of a clause.
    fn clause_lits(&self, clause: u32) -> &[u32] {
        let Clause { start, size, .. } = self.clauses[clause as usize];
        &self.lits[start as usize..(start + size) as usize]
    }

    fn enqueue(&mut self, var: u32) {
        self.stamp += 1;
        let last = std::mem::replace(&mut self.last, var);
        let row = &mut self.rows[var as usize];
        (row.previous, row.next, row.stamp) = (last, NONE, self.stamp);
        if last != NONE {
            self.rows[last as usize].next = var;
        }
    }

    /// Moves a variable to the end of the queue, so that it is decided first.
    fn bump(&mut self, var: u32) {
        let Row { previous, next, .. } = self.rows[var as usize];
        if next == NONE {
            return;
        }
        self.rows[next as usize].previous = previous;
        if previous != NONE {
            self.rows[previous as usize].next = next;
        }
        if self.search == var {
            self.search = if previous != NONE { previous } else { next };
        }
        self.enqueue(var);
        if self.values[2 * var as usize] == 0 {
            self.search = var;
        }
    }

    fn assign(&mut self, lit: u32, reason: u32) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = -1;
        let row = &mut self.rows[(lit >> 1) as usize];
        row.level = self.levels.len() as u32;
        row.position = self.trail.len() as u32;
        row.reason = reason;
        row.phase = lit & 1 == 0;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        if level >= self.levels.len() {
            return;
        }
        let start = self.levels[level] as usize;
        for at in start..self.trail.len() {
            let lit = self.trail[at];
            self.values[lit as usize] = 0;
            self.values[lit as usize ^ 1] = 0;
            let stamp = self.rows[(lit >> 1) as usize].stamp;
            if stamp > self.rows[self.search as usize].stamp {
                self.search = lit >> 1;
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.propagated = self.propagated.min(start);
    }

    fn propagate(&mut self) -> Option<u32> {
        let mut conflict = None;
        while conflict.is_none() && self.propagated < self.trail.len() {
            let falsified = self.trail[self.propagated] ^ 1;
            self.propagated += 1;
            self.ticks += LITERAL_TICKS;
            let mut list = std::mem::take(&mut self.watches[falsified as usize]);
            let (mut from, mut to) = (0, 0);
            while from < list.len() {
                let clause = list[from];
                list[to] = clause;
                (from, to) = (from + 1, to + 1);
                self.ticks += 1;
                let Clause { start, size, .. } = self.clauses[clause as usize];
                let lits = &mut self.lits[start as usize..(start + size) as usize];
                let other = lits[0] ^ lits[1] ^ falsified;
                let other_value = self.values[other as usize];
                if other_value > 0 {
                    continue;
                }
                if let Some(place) = (2..lits.len()).find(|&place| self.values[lits[place] as usize] >= 0) {
                    let replacement = lits[place];
                    lits[0] = other;
                    lits[1] = replacement;
                    lits[place] = falsified;
                    self.watches[replacement as usize].push(clause);
                    to -= 1;
                } else if other_value < 0 {
                    conflict = Some(clause);
                    break;
                } else {
                    self.assign(other, clause);
                }
            }
            list.copy_within(from.., to);
            list.truncate(to + list.len() - from);
            self.watches[falsified as usize] = list;
        }
        conflict
    }

    /// Searches for a model under the assumptions, which hold for this query only, until about `ticks` ticks are used
    /// up.
    pub fn solve(&mut self, ticks: u64) -> Answer {
        let limit = self.ticks.saturating_add(ticks);
        self.backtrack(0);
        let answer = if self.inconsistent { Answer::Unsat } else { self.search(limit) };
        self.assumptions.clear();
        answer
    }

    fn search(&mut self, limit: u64) -> Answer {
        self.failed.clear();
        self.refutation.clear();
        while let Some(unit) = self.units.pop() {
            let lit = self.clause_lits(unit)[0];
            match self.values[lit as usize] {
                0 => self.assign(lit, unit),
                -1 => {
                    self.refute_clauses(unit);
                    return Answer::Unsat;
                }
                _ => {}
            }
        }
        loop {
            if let Some(conflict) = self.propagate() {
                if self.levels.is_empty() {
                    self.refute_clauses(conflict);
                    return Answer::Unsat;
                }
                self.learn(conflict);
                continue;
            }
            if self.ticks > limit {
                return Answer::Unknown;
            }
            let assumption = self.assumptions.iter().copied().find(|&lit| self.values[lit as usize] <= 0);
            if let Some(lit) = assumption {
                if self.values[lit as usize] < 0 {
                    self.refute_assumption(lit);
                    return Answer::Unsat;
                }
                self.decide(lit);
                continue;
            }
            while self.search != NONE && self.values[2 * self.search as usize] != 0 {
                self.search = self.rows[self.search as usize].previous;
            }
            if self.search == NONE {
                self.search = self.last;
                return Answer::Sat;
            }
            let var = self.search;
            self.decide(2 * var + u32::from(!self.rows[var as usize].phase));
        }
    }

    fn decide(&mut self, lit: u32) {
        self.levels.push(self.trail.len() as u32);
        self.assign(lit, NONE);
    }

    /// The value of a literal in the model; `None` when it does not occur.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        let value = self.values[self.known(lit)? as usize];
        (value != 0).then_some(value > 0)
    }

    /// Whether the last refutation used this assumption.
    pub fn failed(&self, lit: Lit) -> bool {
        self.known(lit).is_some_and(|lit| self.failed.contains(&lit))
    }

    /// Makes a literal that is true in the model false, if all clauses stay satisfied; returns whether it did.
    pub fn flip(&mut self, lit: Lit) -> bool {
        let Some(known) = self.known(lit) else { return false };
        if self.values[known as usize] <= 0 || self.rows[(known >> 1) as usize].level == 0 {
            return false;
        }
        // A clause that does not watch this literal has another true literal among its watches.
        let mut at = 0;
        while at < self.watches[known as usize].len() {
            let clause = self.watches[known as usize][at];
            self.ticks += 1;
            let Clause { start, size, .. } = self.clauses[clause as usize];
            let lits = &mut self.lits[start as usize..(start + size) as usize];
            let other = lits[0] ^ lits[1] ^ known;
            if self.values[other as usize] > 0 {
                at += 1;
                continue;
            }
            let Some(place) = (2..lits.len()).find(|&place| self.values[lits[place] as usize] > 0) else {
                return false;
            };
            let replacement = lits[place];
            lits[0] = other;
            lits[1] = replacement;
            lits[place] = known;
            self.watches[replacement as usize].push(clause);
            self.watches[known as usize].swap_remove(at);
        }
        self.values[known as usize] = -1;
        self.values[known as usize ^ 1] = 1;
        let position = self.rows[(known >> 1) as usize].position as usize;
        self.trail[position] = known ^ 1;
        true
    }
}
