//! The clauses of the search: watched for propagation, learned in conflicts.

use crate::cnf::Lit;

/// Where a clause lies in the arena.
pub type ClauseRef = u32;

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A decision, or its opposite after it failed.
    None,
    /// A binary clause with this literal, which is false.
    Binary(Lit),
    /// A longer clause.
    Clause(ClauseRef),
}

/// What is false when propagation fails.
#[derive(Clone, Copy, Debug)]
pub enum Conflict {
    /// Both literals of a binary clause.
    Binary(Lit, Lit),
    /// All literals of a longer clause.
    Clause(ClauseRef),
    /// A learned clause of one literal.
    Unit(Lit),
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    blocker: Lit,
    clause: ClauseRef,
}

/// A learned clause that may be forgotten.
#[derive(Clone, Copy, Debug)]
struct Learned {
    clause: ClauseRef,
    used: bool,
}

/// Values, trail and clauses.
#[derive(Debug)]
pub struct Clauses {
    /// By literal: 1 true, -1 false, 0 neither.
    values: Vec<i8>,
    /// By variable.
    pub levels: Vec<u32>,
    pub reasons: Vec<Reason>,
    pub trail: Vec<Lit>,
    propagated: usize,
    binary: Vec<Vec<Lit>>,
    watches: Vec<Vec<Watch>>,
    /// Clause after clause: its length, then the codes of its literals.
    arena: Vec<u32>,
    learned: Vec<Learned>,
    /// Learned clauses of one literal.
    pub units: Vec<Lit>,
    /// When there are more learned clauses than this, half of them are deleted.
    most_learned: usize,
}

impl Clauses {
    /// No clauses over this many variables.
    pub fn new(num_vars: usize) -> Clauses {
        Clauses {
            values: vec![0; 2 * num_vars],
            levels: vec![0; num_vars],
            reasons: vec![Reason::None; num_vars],
            trail: Vec::with_capacity(num_vars),
            propagated: 0,
            binary: vec![Vec::new(); 2 * num_vars],
            watches: vec![Vec::new(); 2 * num_vars],
            arena: Vec::new(),
            learned: Vec::new(),
            units: Vec::new(),
            most_learned: 10_000,
        }
    }

    /// 1 when the literal is true, -1 when it is false, 0 when it has no value.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// The literals of a clause in the arena.
    #[inline]
    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + 1;
        let len = self.arena[clause as usize] as usize;
        self.arena[start..start + len].iter().map(|&code| Lit::from_code(code))
    }

    /// The length of a clause in the arena.
    #[inline]
    pub fn len(&self, clause: ClauseRef) -> usize {
        self.arena[clause as usize] as usize
    }

    /// A literal of a clause in the arena.
    #[inline]
    pub fn lit(&self, clause: ClauseRef, index: usize) -> Lit {
        Lit::from_code(self.arena[clause as usize + 1 + index])
    }

    /// Adds a clause of two literals or more; a learned one may be forgotten. The first two are watched: in a clause
    /// that is unit, the implied literal must be the first, and the one that was falsified last the second.
    pub fn attach(&mut self, clause: &[Lit], learned: bool) -> Reason {
        if let &[first, second] = clause {
            self.binary[(!first).index()].push(second);
            self.binary[(!second).index()].push(first);
            return Reason::Binary(second);
        }
        let place = self.arena.len() as ClauseRef;
        self.arena.push(clause.len() as u32);
        self.arena.extend(clause.iter().map(|lit| lit.code()));
        self.watches[(!clause[0]).index()].push(Watch { blocker: clause[1], clause: place });
        self.watches[(!clause[1]).index()].push(Watch { blocker: clause[0], clause: place });
        if learned {
            self.learned.push(Learned { clause: place, used: true });
        }
        Reason::Clause(place)
    }

    /// Makes a literal true.
    #[inline]
    pub fn assign(&mut self, lit: Lit, level: u32, reason: Reason) {
        debug_assert!(self.value(lit) == 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[lit.var().index()] = level;
        self.reasons[lit.var().index()] = reason;
        self.trail.push(lit);
    }

    /// Takes back what is on the trail from `start` on.
    pub fn unassign_from(&mut self, start: usize) {
        for &lit in &self.trail[start..] {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        self.trail.truncate(start);
        self.propagated = self.propagated.min(start);
    }

    /// Propagates all that is on the trail; what becomes true does so at `level`.
    pub fn propagate(&mut self, level: u32) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            for index in 0..self.binary[lit.index()].len() {
                let other = self.binary[lit.index()][index];
                match self.value(other) {
                    0 => self.assign(other, level, Reason::Binary(!lit)),
                    1 => {}
                    _ => {
                        self.propagated = self.trail.len();
                        return Some(Conflict::Binary(other, !lit));
                    }
                }
            }
            let conflict = self.propagate_long(lit, level);
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn propagate_long(&mut self, lit: Lit, level: u32) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[lit.index()]);
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        let falsified = (!lit).code();
        while from < watches.len() {
            let watch = watches[from];
            from += 1;
            if self.value(watch.blocker) > 0 {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let start = watch.clause as usize + 1;
            let end = start + self.arena[watch.clause as usize] as usize;
            let codes = &mut self.arena[start..end];
            if codes[0] == falsified {
                codes.swap(0, 1);
            }
            let first = Lit::from_code(codes[0]);
            let watch = Watch { blocker: first, clause: watch.clause };
            if self.values[first.index()] > 0 {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let values = &self.values;
            if let Some(place) = codes[2..].iter().position(|&code| values[code as usize] >= 0) {
                codes.swap(1, place + 2);
                let next = Lit::from_code(codes[1]);
                self.watches[(!next).index()].push(watch);
                continue;
            }
            watches[to] = watch;
            to += 1;
            if self.value(first) < 0 {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
            self.assign(first, level, Reason::Clause(watch.clause));
        }
        watches.copy_within(from.., to);
        watches.truncate(to + watches.len() - from);
        self.watches[lit.index()] = watches;
        conflict
    }

    /// Notes that a learned clause was of use, unless it lies among the original ones.
    pub fn bump(&mut self, clause: ClauseRef) {
        if let Ok(place) = self.learned.binary_search_by_key(&clause, |learned| learned.clause) {
            self.learned[place].used = true;
        }
    }

    /// Sorts literals by their levels, the highest first.
    pub fn sort_by_level(&self, lits: &mut [Lit]) {
        lits.sort_unstable_by_key(|lit| std::cmp::Reverse(self.levels[lit.var().index()]));
    }

    /// Forgets long learned clauses of little use when there are too many; reasons of literals on the trail are kept.
    pub fn reduce(&mut self) {
        if self.learned.len() < self.most_learned {
            return;
        }
        let is_reason = |clauses: &Clauses, clause: ClauseRef| {
            let first = Lit::from_code(clauses.arena[clause as usize + 1]);
            clauses.value(first) > 0 && clauses.reasons[first.var().index()] == Reason::Clause(clause)
        };
        let mut candidates: Vec<(u32, ClauseRef)> = Vec::new();
        for learned in &self.learned {
            let len = self.arena[learned.clause as usize];
            if !learned.used && len > 3 && !is_reason(self, learned.clause) {
                candidates.push((len, learned.clause));
            }
        }
        candidates.sort_unstable();
        candidates.reverse();
        let victims: std::collections::HashSet<ClauseRef> =
            candidates.iter().take(self.learned.len() / 2).map(|&(_, clause)| clause).collect();
        self.learned.iter_mut().for_each(|learned| learned.used = false);
        self.most_learned = (self.most_learned + 500).min(50_000);
        self.collect(&victims);
    }

    /// Removes clauses from the arena and moves the others together.
    fn collect(&mut self, victims: &std::collections::HashSet<ClauseRef>) {
        let Some(first) = self.learned.first().map(|learned| learned.clause) else { return };
        let mut moved = std::collections::HashMap::new();
        let mut to = first as usize;
        let learned = std::mem::take(&mut self.learned);
        for mut learned in learned {
            let from = learned.clause as usize;
            if victims.contains(&learned.clause) {
                continue;
            }
            let len = self.arena[from] as usize + 1;
            self.arena.copy_within(from..from + len, to);
            moved.insert(learned.clause, to as ClauseRef);
            learned.clause = to as ClauseRef;
            self.learned.push(learned);
            to += len;
        }
        self.arena.truncate(to);
        let place = |clause: ClauseRef| if clause < first { Some(clause) } else { moved.get(&clause).copied() };
        for watches in &mut self.watches {
            watches.retain_mut(|watch| place(watch.clause).map(|to| watch.clause = to).is_some());
        }
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[lit.var().index()]
                && let Some(to) = place(*clause)
            {
                *clause = to;
            }
        }
    }
}
