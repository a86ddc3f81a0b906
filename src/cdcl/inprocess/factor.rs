//! Bounded variable addition: a new variable for what many clauses have in common.
//!
//! **What it does.** Finds factors `f1 .. fk` and rests `R1 .. Rn` such that all `k * n` clauses `fi | Rj` are in the
//! formula, and replaces them by the `k` clauses `x | fi` and the `n` clauses `-x | Rj` of a new variable `x`.
//!
//! **Why it pays.** Pairwise at-most-one constraints and similar groups shrink from quadratic to linear size, and
//! short proofs that need the new variables become possible. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** `x | fi` are resolution asymmetric tautologies on the new `x`. Then `-x | -f1 | .. | -fk`
//! is blocked by them; with it each `-x | Rj` follows by unit propagation from the old clauses. That clause is in the
//! proof alone.
//!
//! **Schedule and cost.** Irredundant clauses of up to five literals. Literals are tried by descending number of
//! clauses. The next factor is the one that shares most rests with the previous ones, of equals the one with most
//! clauses. The shortest list of each rest is walked once, and what is found there is narrowed down to the rests that
//! all factors share, and to literals that two of them have. Bounded by ticks. A step must save more clauses than
//! elimination may add, or elimination would undo it, and one more to pay for its variable. Literals are tried again
//! only after an irredundant clause of their variable was added. New variables have numbers above the user's, so only
//! complete formulas are factored. The first pass comes after `factor_first` conflicts, alone, except in small formulas
//! (`search/opening.rs`); later ones are part of inprocessing rounds.
//!
//! **Why the first pass is early.** Where variables are added early, models that depend on at-most-one constraints come
//! early too: adders take 1,640 conflicts with a pass at 100 and 4,990 with one in the round at 1,000. The whole round
//! at 100 conflicts does harm.
//!
//! **Why the variable is counted.** Six of the ten clauses by which at most one of five literals is true become five
//! with a new variable, through which more has to be propagated and whose trails are longer. Schur numbers take 0.81 of
//! the time without such variables.
//!
//! **Why literals are not tried again.** Trying the same literals again in vain takes a quarter of the ticks of
//! factoring, or more.
//!
//! **Why the lists are walked once.** When lists were walked twice for every factor, a single factor could take ten
//! times the ticks that are allowed.
//!
//! **Why the first pass may take five million ticks.** With more ticks more variables are added, and models of
//! permutations take longer to find. Figures: bench/2026-11-28.txt.
//!
//! **References.** Manthey, Heule, Biere (HVC'12); Haberlandt, Green, Heule (SAT'23); Biere et al. (SAT Competition
//! 2024).

use super::eliminate::open_clause;
use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::database::ADDED_SINCE_FACTORING;
use crate::cdcl::state::clause::Clause;
use crate::cdcl::state::watch::{Layout, Watch};

use crate::cnf::{Lit, Var};
use crate::limits::may_fail;
use crate::proof::ClauseId;
use std::collections::BinaryHeap;

/// How many clauses a new variable counts for.
const VARIABLE_COST: i64 = 1;

/// The most entries of the table of what rests have in common (50 MB); the rests that would need more are left out.
const MAX_SHARES: usize = 1 << 21;

/// One factor, and the clauses that have it, each with the index of its rest.
struct Quotient {
    factor: Lit,
    clauses: Vec<(usize, Clause)>,
}

/// A literal that could be the next factor, and its clause with a rest.
struct Share {
    factor: Lit,
    rest: usize,
    clause: Clause,
}

struct Factorizer<'s> {
    solver: &'s mut Solver,
    /// What the rests of the current factor have in common.
    shares: Vec<Share>,
    /// By literal: whether it is in the current rest.
    marks: Vec<bool>,
    /// By literal: in how many rests it could be the next factor.
    counts: Vec<u32>,
    /// The literals whose counts are not zero.
    counted: Vec<Lit>,
    /// By literal: the last walk over the clauses of a rest that found it, and the number of the latest walk.
    stamps: Vec<u64>,
    stamp: u64,
    schedule: BinaryHeap<(usize, u32)>,
    limit: u64,
    added: usize,
}

/// The least effort of the first pass, in ticks.
const FIRST_TICKS: u64 = 5_000_000;

/// Literals of the longest clause that takes part.
const LONGEST_CLAUSE: usize = 5;

pub(super) const FACTOR: Technique = Technique {
    letter: Some(('f', "variables added")),
    on: |options| options.factor,
    effort: |options| options.factor_effort,
    ticks: |counters| counters.factor_ticks,
    due: |solver, _| solver.factoring(),
    removes_satisfied: true,
    ..Technique::new("factor", |solver, ticks| solver.factor(ticks).into())
};

impl Solver {
    /// Whether the first pass is due.
    pub(in crate::cdcl) fn factoring_early(&self) -> bool {
        self.counters.conflicts >= self.schedule.factor
            && self.options.inprocess
            && !self.schedule.opening.of_later_call
    }

    /// Runs the first pass, before any round.
    pub(in crate::cdcl) fn factor_early(&mut self) {
        self.schedule.factor = u64::MAX;
        if self.go_to_root() {
            self.pass(&FACTOR, 0);
        }
    }

    /// Whether factoring may begin; large formulas wait until elimination has run a few times.
    fn factoring(&self) -> bool {
        let active = self.active_vars();
        let delayed = libm::log10(active as f64) > self.counters.eliminations as f64 + 4.0;
        self.non_incremental && !delayed
    }

    /// Adds variables within this many ticks; whether there are any.
    fn factor(&mut self, ticks: u64) -> bool {
        let first = self.counters.factorizations == 0;
        self.counters.factorizations += 1;
        let ticks = if first { ticks.max(FIRST_TICKS) } else { ticks };
        let limit = self.counters.factor_ticks + ticks;
        self.reconnect(Layout::Occurring(LONGEST_CLAUSE));
        if self.exhausted {
            return false;
        }
        let mut factorizer = Factorizer::new(self, limit);
        factorizer.run();
        let added = factorizer.added;
        if added > 0 {
            self.queue.restamp();
        }
        self.resume_watching();
        if added > 0 && !self.inconsistent {
            self.collect_garbage();
        }
        added > 0
    }
}

impl<'s> Factorizer<'s> {
    fn new(solver: &'s mut Solver, limit: u64) -> Factorizer<'s> {
        let lits = 2 * solver.trail.info.len();
        let (marks, counts, stamps) = (vec![false; lits], vec![0; lits], vec![0; lits]);
        Factorizer {
            solver,
            shares: Vec::new(),
            marks,
            counts,
            counted: Vec::new(),
            stamps,
            stamp: 0,
            schedule: BinaryHeap::new(),
            limit,
            added: 0,
        }
    }

    fn run(&mut self) {
        for code in 0..self.marks.len() as u32 {
            let lit = Lit::from_code(code);
            if self.solver.db.is_touched(lit, ADDED_SINCE_FACTORING) {
                self.enter(lit);
            }
        }
        self.solver.db.untouch_all(ADDED_SINCE_FACTORING);
        while let Some((size, code)) = self.schedule.pop() {
            if self.solver.spent(self.solver.counters.factor_ticks, self.limit) {
                self.schedule.push((size, code));
                break;
            }
            let factor = Lit::from_code(code);
            let clauses = self.clauses(factor);
            if clauses.len() < size {
                if clauses.len() >= 2 {
                    self.schedule.push((clauses.len(), code));
                }
                continue;
            }
            let quotients = self.divide(factor, clauses);
            if let Some(factors) = self.worthwhile(&quotients) {
                self.apply(&quotients[..factors]);
                self.enter(factor);
            }
        }
        for (_, code) in self.schedule.drain() {
            self.solver.db.touch(&[Lit::from_code(code)], ADDED_SINCE_FACTORING);
        }
    }

    fn enter(&mut self, lit: Lit) {
        let size = self.solver.db.watches.list(lit).len();
        if size >= 2 && self.solver.values.value(lit) == 0 {
            self.schedule.push((size, lit.code()));
        }
    }

    /// The irredundant clauses with a literal.
    fn clauses(&mut self, lit: Lit) -> Vec<Clause> {
        let db = &self.solver.db;
        let list = db.watches.list(lit);
        self.solver.counters.factor_ticks += 1 + list.len() as u64 / 16;
        let wanted = list.iter().filter_map(|watch| open_clause(self.solver, lit, *watch));
        wanted.collect()
    }

    /// Adds one factor after the other, as long as two rests are shared by all of them.
    fn divide(&mut self, factor: Lit, clauses: Vec<Clause>) -> Vec<Quotient> {
        let mut pairs: Vec<(Vec<Lit>, usize)> =
            clauses.iter().map(|&clause| self.rest(clause, factor)).zip(0..).collect();
        pairs.iter_mut().for_each(|(rest, _)| rest.sort_unstable());
        pairs.sort_unstable();
        pairs.dedup_by(|a, b| a.0 == b.0);
        let (rests, places): (Vec<Vec<Lit>>, Vec<usize>) = pairs.into_iter().unzip();
        let clauses = places.into_iter().map(|place| clauses[place]).enumerate().collect();
        debug_assert!(rests.is_sorted(), "rests are in order");
        self.find_shares(factor, &rests);
        let mut quotients = vec![Quotient { factor, clauses }];
        // By rest: the number of quotients that share it.
        let mut sharing = vec![1; rests.len()];
        while let Some(factor) = self.next_factor() {
            let shares = self.shares.iter().filter(|share| share.factor == factor);
            let clauses: Vec<(usize, Clause)> = shares.map(|share| (share.rest, share.clause)).collect();
            clauses.iter().for_each(|&(rest, _)| sharing[rest] += 1);
            quotients.push(Quotient { factor, clauses });
            let all = quotients.len();
            let counts = &self.counts;
            self.shares.retain(|share| {
                sharing[share.rest] == all && counts[share.factor.index()] >= 2 && share.factor.var() != factor.var()
            });
        }
        quotients
    }

    fn rest(&self, clause: Clause, factor: Lit) -> Vec<Lit> {
        debug_assert!(self.solver.db.lits(clause).any(|lit| lit == factor));
        self.solver.db.lits(clause).filter(|&lit| lit != factor).collect()
    }

    /// The literal that is a factor of most rests in `shares`, if it is one of at least two.
    fn next_factor(&mut self) -> Option<Lit> {
        self.solver.counters.factor_ticks += self.shares.len() as u64 / 8;
        if self.solver.counters.factor_ticks > self.limit {
            return None;
        }
        self.counted.drain(..).for_each(|lit| self.counts[lit.index()] = 0);
        for share in &self.shares {
            let count = &mut self.counts[share.factor.index()];
            *count += 1;
            if *count == 1 {
                self.counted.push(share.factor);
            }
        }
        let size = |lit: Lit| self.solver.db.watches.list(lit).len();
        let best = self.counted.iter().copied().max_by_key(|&lit| (self.counts[lit.index()], size(lit), !lit));
        best.filter(|lit| self.counts[lit.index()] >= 2)
    }

    /// Notes the clauses that have one of the rests and one other literal, by rest and once per literal.
    fn find_shares(&mut self, factor: Lit, rests: &[Vec<Lit>]) {
        self.shares.clear();
        for (at, rest) in rests.iter().enumerate() {
            if self.solver.counters.factor_ticks > self.limit || self.shares.len() > MAX_SHARES {
                break;
            }
            self.find_shares_of(factor, rest, at);
        }
    }

    fn find_shares_of(&mut self, factor: Lit, rest: &[Lit], at: usize) {
        debug_assert!(!rest.contains(&factor));
        let solver = &mut *self.solver;
        let Some(&least) = rest.iter().min_by_key(|lit| solver.db.watches.list(**lit).len()) else { return };
        let list = solver.db.watches.list(least);
        if may_fail(|| self.shares.try_reserve(list.len())).is_err() {
            return;
        }
        rest.iter().for_each(|lit| self.marks[lit.index()] = true);
        self.stamp += 1;
        // Each watch leads to a stamp at another place in memory.
        let mut ticks = 1 + list.len() as u64 / 4;
        for &watch in list {
            let Some(clause) = open_clause(solver, least, watch) else { continue };
            let other = match clause {
                Clause::Binary(_, other, _) => (rest.len() == 1).then_some(other),
                Clause::Long(long) => {
                    ticks += 1;
                    let arena = &solver.db.arena;
                    let mut unmarked = arena.lits(long).filter(|lit| !self.marks[lit.index()]);
                    let (first, second) = (unmarked.next(), unmarked.next());
                    first.filter(|_| second.is_none() && arena.size(long) == rest.len() + 1)
                }
            };
            if let Some(other) = other.filter(|other| other.var() != factor.var() && !self.marks[(!*other).index()])
                && self.stamps[other.index()] != self.stamp
            {
                self.stamps[other.index()] = self.stamp;
                self.shares.push(Share { factor: other, rest: at, clause });
            }
        }
        solver.counters.factor_ticks += ticks;
        rest.iter().for_each(|lit| self.marks[lit.index()] = false);
    }

    /// The number of factors with which most clauses are saved, if these are enough.
    fn worthwhile(&self, quotients: &[Quotient]) -> Option<usize> {
        debug_assert!(quotients.is_sorted_by(|a, b| a.clauses.len() >= b.clauses.len()), "rests only get fewer");
        let saved = |factors: usize| {
            let rests = quotients[factors - 1].clauses.len() as i64;
            rests * factors as i64 - rests - factors as i64
        };
        let best = (2..=quotients.len()).max_by_key(|&factors| (saved(factors), std::cmp::Reverse(factors)))?;
        (saved(best) > self.solver.schedule.eliminate.bound as i64 + VARIABLE_COST).then_some(best)
    }

    /// Replaces the clauses by those of a new variable.
    fn apply(&mut self, quotients: &[Quotient]) {
        debug_assert!(quotients.len() >= 2, "one factor alone saves no clause");
        let Some(var) = self.new_var() else { return };
        self.added += 1;
        self.solver.counters.factored += 1;
        let new = var.pos();
        let shared: Vec<usize> = quotients[quotients.len() - 1].clauses.iter().map(|&(at, _)| at).collect();
        let mut defining: Vec<ClauseId> = Vec::new();
        for quotient in quotients {
            let clause = [new, quotient.factor];
            let id = self.solver.db.define(&clause, &[]);
            defining.push(id);
            self.insert(id, &clause);
        }
        let blocked: Vec<Lit> = [!new].into_iter().chain(quotients.iter().map(|quotient| !quotient.factor)).collect();
        let blocked_id = self.solver.db.define(&blocked, &defining);
        for &at in &shared {
            let mut chain = Vec::new();
            let mut rest = Vec::new();
            for quotient in quotients {
                let place = quotient.clauses.binary_search_by_key(&at, |&(at, _)| at).expect("rests only get fewer");
                let clause = quotient.clauses[place].1;
                if rest.is_empty() {
                    rest = self.rest(clause, quotient.factor);
                }
                if self.solver.db.chained() {
                    chain.push(self.solver.db.id(clause));
                }
            }
            chain.push(blocked_id);
            rest.insert(0, !new);
            let id = self.solver.db.derive(&rest, &chain);
            self.insert(id, &rest);
        }
        debug_assert!(shared.is_sorted(), "rests keep their order");
        self.solver.db.delete_derived(blocked_id, &blocked);
        for quotient in quotients {
            for &(_, clause) in quotient.clauses.iter().filter(|(at, _)| shared.binary_search(at).is_ok()) {
                self.remove(clause, quotient.factor);
            }
        }
        self.enter(!new);
    }

    fn new_var(&mut self) -> Option<Var> {
        let solver = &mut *self.solver;
        if !solver.db.try_reserve(64) {
            solver.exhausted = true;
            return None;
        }
        let var = solver.db.external.invent();
        solver.grow();
        debug_assert_eq!(solver.values.value(var.pos()), 0);
        solver.queue.demote(var);
        let lits = 2 * solver.trail.info.len();
        self.marks.resize(lits, false);
        self.counts.resize(lits, 0);
        self.stamps.resize(lits, 0);
        Some(var)
    }

    fn insert(&mut self, id: ClauseId, lits: &[Lit]) {
        let db = &mut self.solver.db;
        match db.add_proved(id, lits) {
            None => self.solver.exhausted = true,
            Some(clause) => db.connect(clause),
        }
    }

    fn remove(&mut self, clause: Clause, factor: Lit) {
        let db = &mut self.solver.db;
        match clause {
            Clause::Binary(a, b, index) => {
                let other = if a == factor { b } else { a };
                db.watches.remove(other, Watch::binary(factor, false, index));
                db.watches.remove(factor, Watch::binary(other, false, index));
                db.delete_binary(factor, other, false, index);
            }
            Clause::Long(clause) => db.delete(clause),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cdcl::Solver;
    use crate::cnf::{Lit, Var};

    /// Six of ten clauses could become five, and nine of fifteen six.
    #[test]
    fn at_most_one_of_five_is_left_and_of_six_is_factored() {
        let factored = |size: u32| {
            let mut solver = Solver::default();
            let lits: Vec<Lit> = (0..size).map(|index| Var::new(index as usize).neg()).collect();
            for (at, &first) in lits.iter().enumerate() {
                lits[..at].iter().for_each(|&second| solver.add_clause(&[first, second]));
            }
            solver.begin_call();
            solver.prepare_decisions();
            solver.factor(10_000);
            solver.counters.factored
        };
        assert_eq!([5, 6].map(factored), [0, 1]);
    }

    /// Every pair of two sets of literals is a clause: one variable is added, after which there is nothing to try.
    #[test]
    fn literals_are_tried_again_only_when_clauses_were_added() {
        let mut solver = Solver::default();
        let lits: Vec<Lit> = (0..12).map(|index| Var::new(index).pos()).collect();
        for &first in &lits[..6] {
            for &second in &lits[6..] {
                solver.add_clause(&[first, second]);
            }
        }
        solver.begin_call();
        solver.prepare_decisions();
        let used = |solver: &mut Solver| {
            let before = solver.counters.factor_ticks;
            solver.factor(10_000);
            solver.counters.factor_ticks - before
        };
        let passes = [0; 3].map(|_| used(&mut solver));
        assert!(solver.counters.factored == 1 && passes[0] > passes[1] && passes[2] == 0, "{passes:?}");
        solver.add_clause(&[lits[0], lits[1]]);
        assert!(used(&mut solver) > 0, "the literals of a new clause are tried");
    }

    /// Each rest has 200 replacements, and there are 200 rests.
    #[test]
    fn the_limit_holds_within_one_factor() {
        let mut solver = Solver::default();
        let lits: Vec<Lit> = (0..400).map(|index| Var::new(index).pos()).collect();
        for &first in &lits[..200] {
            lits[200..].iter().for_each(|&second| solver.add_clause(&[first, second]));
        }
        solver.begin_call();
        solver.prepare_decisions();
        solver.counters.factorizations = 1;
        solver.factor(2_000);
        assert!((2_000..3_000).contains(&solver.counters.factor_ticks), "{}", solver.counters.factor_ticks);
    }
}
