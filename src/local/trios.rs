//! The clause view of searches by gain for uniform 3-SAT: nothing is kept of clauses.
//!
//! What it does: each occurrence of a variable carries the other two literals of its clause, so a flip judges the clause by
//! two values and knows whose gains change. The number of falsified clauses falls by the flipped variable's gain. Random
//! falsified clauses are drawn from candidates, as in [`super::scan`].
//!
//! Why: GSAT and annealing flip variables from all over the formula, so with a million of them nearly every access misses
//! the caches. What is left here is one place in memory a flip, the variable's block; values (a bit each) and gains (a
//! byte each) stay in the second cache.
//!
//! Schedule and cost: microseconds a flip on random 3-SAT, ratio 4.2, with 10^3, 10^4, 10^5, 10^6 variables, one core, 4
//! million flips without the set-up, medians of three runs: `gsat` 0.16, 0.17, 0.26, 0.58 (0.43 at best) and `annealing`
//! 0.10, 0.11, 0.14, 0.22 (0.12); with counts of true literals ([`super::flips`]) and all variables sorted by gain: 0.16,
//! 0.22, 0.65, 2.7 and 0.10, 0.13, 0.70, 1.9. Clauses visited a flip: 12.8, 12.7, 12.7, 12.7 and 11.3, 11.4, 11.8, 12.4.
//! Step by step, at 10^6: nothing kept of clauses, lists for the highest gains only, 0.88 and 0.59; gains in bytes and huge
//! pages ([`crate::util::pages`]) 0.77 and 0.47; blocks, which need no table of beginnings, and one list without places
//! for the gain that most listed variables have, 0.50 and 0.30; proposals of annealing drawn four ahead, so that their
//! blocks are fetched in time, 0.17. The gain of two literals changes or not as the other one is false or true: written
//! always and counted or not, without a branch.
//!
//! References: as for [`super::scan`]; judging clauses by the other literals' values alone is from probSAT's form without
//! caching (Balint, Schöning, SAT'12).

use super::flips::Scores;
use super::problem::Problem;
use super::scores::Ratings;
use super::ternary::Candidates;
use super::view::View;
use crate::cdcl::kernels::prefetch;
use crate::cnf::Assignment;
use crate::util::pages::Pages;
use crate::util::rng::Rng;

/// The occurrences of all variables, in blocks of the same size.
///
/// A block is a row of pairs: first how many occurrences the variable has and where those lie that do not fit, then, for
/// each, the other two literals of the clause, those of positive occurrences first. So a block is found without a table of
/// beginnings, which would be one more miss of the cache.
#[derive(Debug)]
struct Blocks {
    /// Pairs in a block.
    size: usize,
    /// The blocks, then what does not fit.
    pairs: Pages<[u32; 2]>,
    /// The clause of each pair, if they are asked for.
    clauses: Pages<u32>,
    /// Whether this is too much for the nearer caches, so that asking ahead pays.
    far: bool,
}

/// Pairs that the nearer caches hold.
const NEAR: usize = 1 << 15;

/// The first pair of a block.
#[derive(Clone, Copy)]
struct Counts {
    positive: usize,
    all: usize,
    rest: usize,
}

impl Blocks {
    /// `None`: some variable occurs more often than `most`.
    fn new(problem: &Problem, most: u32, with_clauses: bool) -> Option<Blocks> {
        let num_vars = problem.num_vars();
        let mut counts = vec![[0u32; 2]; num_vars];
        for &lit in &problem.lits {
            counts[lit as usize >> 1][lit as usize & 1] += 1;
        }
        if counts.iter().any(|[positive, negative]| positive + negative > most.min(u32::from(u16::MAX))) {
            return None;
        }
        // Most variables shall fit: half a standard deviation more than the mean, and whole lines of the cache.
        let mean = problem.lits.len() as f64 / num_vars.max(1) as f64;
        let size = ((1.0 + mean + 0.5 * mean.sqrt()) as usize).next_multiple_of(8);
        let rest = |&[positive, negative]: &[u32; 2]| ((positive + negative) as usize).saturating_sub(size - 1);
        let len = num_vars * size + counts.iter().map(rest).sum::<usize>();
        let mut pairs = Pages::<[u32; 2]>::zeroed(len);
        let mut clauses = Pages::<u32>::zeroed(if with_clauses { len } else { 0 });
        let mut end = num_vars * size;
        for (var, count) in counts.iter_mut().enumerate() {
            let [positive, negative] = *count;
            pairs.get_mut()[var * size] = [positive | (positive + negative) << 16, end as u32];
            end += rest(count);
            // From now on where the next occurrence goes.
            *count = [0, positive];
        }
        for (clause, lits) in problem.clauses().enumerate() {
            for [lit, a, b] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(|order| order.map(|place| lits[place])) {
                let var = lit as usize >> 1;
                let nth = &mut counts[var][lit as usize & 1];
                let pairs = pairs.get_mut();
                let inline = size - 1;
                let place = if (*nth as usize) < inline {
                    var * size + 1 + *nth as usize
                } else {
                    pairs[var * size][1] as usize + *nth as usize - inline
                };
                *nth += 1;
                pairs[place] = [a, b];
                if with_clauses {
                    clauses.get_mut()[place] = clause as u32;
                }
            }
        }
        Some(Blocks { size, pairs, clauses, far: len >= NEAR })
    }

    #[inline]
    fn counts(&self, var: usize) -> Counts {
        let [counts, rest] = self.pairs.get()[var * self.size];
        Counts { positive: counts as usize & 0xffff, all: counts as usize >> 16, rest: rest as usize }
    }
}

/// Clauses of three literals under an assignment that changes by flips.
#[derive(Debug)]
pub(super) struct Trios<'p, R> {
    problem: &'p Problem,
    blocks: Blocks,
    /// One bit a variable.
    values: Vec<u64>,
    num_falsified: usize,
    /// The falsified clauses and some others, if random ones are asked for.
    candidates: Option<Candidates>,
    changes: Changes,
    ratings: R,
    visits: u64,
}

/// What a flip has found: filled without branches on what is found, which no processor could predict.
#[derive(Debug)]
struct Changes {
    /// The variables whose gains change, as even numbers; odd if the gain rises.
    gains: Vec<u32>,
    num_gains: usize,
    /// The pairs whose clauses become false.
    broken: Vec<u32>,
    num_broken: usize,
}

impl Changes {
    /// Looks at pairs of a literal that has just become true.
    #[inline(always)]
    fn enter(&mut self, values: &[u64], pairs: &[[u32; 2]]) {
        // With the other two false, the gains of both change; with one true, that one's.
        for &[a, b] in pairs {
            let (first, second) = (is_true(values, a), is_true(values, b));
            self.push((a & !1) | first, second ^ 1);
            self.push((b & !1) | second, first ^ 1);
        }
    }

    /// Looks at pairs, from `place` on, of a literal that has just become false.
    #[inline(always)]
    fn leave(&mut self, values: &[u64], pairs: &[[u32; 2]], place: usize) {
        for (place, &[a, b]) in (place..).zip(pairs) {
            let (first, second) = (is_true(values, a), is_true(values, b));
            self.push((a & !1) | (first ^ 1), second ^ 1);
            self.push((b & !1) | (second ^ 1), first ^ 1);
            self.broken[self.num_broken] = place as u32;
            self.num_broken += ((first | second) ^ 1) as usize;
        }
    }

    /// Puts a change behind the others if `counts` is 1.
    #[inline(always)]
    fn push(&mut self, change: u32, counts: u32) {
        self.gains[self.num_gains] = change;
        self.num_gains += counts as usize;
    }

    /// Looks at pairs from `place` on; the first `positive` of them hold the variable positively, which was `old`.
    #[inline]
    fn look(&mut self, values: &[u64], pairs: &[[u32; 2]], place: usize, positive: usize, old: u32) {
        let (positives, negatives) = pairs.split_at(positive.min(pairs.len()));
        if old == 0 {
            self.enter(values, positives);
            self.leave(values, negatives, place + positives.len());
        } else {
            self.enter(values, negatives);
            self.leave(values, positives, place);
        }
    }
}

#[inline]
fn is_true(values: &[u64], lit: u32) -> u32 {
    ((values[lit as usize >> 7] >> (lit >> 1 & 63)) as u32 ^ lit) & 1
}

/// Tells the ratings of all clauses, and the caller of the false ones.
fn rate<R: Ratings>(problem: &Problem, values: &[u64], ratings: &mut R, mut falsified: impl FnMut(u32, &[u32])) {
    for (clause, lits) in problem.clauses().enumerate() {
        let mut truths = lits.iter().filter(|&&lit| is_true(values, lit) != 0);
        match (truths.next(), truths.next()) {
            (Some(&lit), None) => ratings.bind(clause, lit as usize >> 1),
            (None, _) => {
                ratings.lose(clause, lits);
                falsified(clause as u32, lits);
            }
            _ => {}
        }
    }
}

impl<'p, R: Ratings> Trios<'p, R> {
    /// `None`: the formula is not uniform 3-SAT, or too many clauses hold one variable. `listing`: whether random falsified
    /// clauses will be asked for.
    pub fn new(problem: &'p Problem, listing: bool) -> Option<Trios<'p, R>> {
        if problem.lengths() != (3, 3) {
            return None;
        }
        let blocks = Blocks::new(problem, R::MOST as u32, listing)?;
        let longest = (0..problem.num_vars()).map(|var| blocks.counts(var).all).max().unwrap_or(0);
        Some(Trios {
            problem,
            blocks,
            values: vec![0; problem.num_vars().div_ceil(64)],
            num_falsified: 0,
            candidates: listing.then(|| Candidates::new(problem.num_clauses())),
            changes: Changes {
                gains: vec![0; 2 * longest + 2],
                num_gains: 0,
                broken: vec![0; longest + 1],
                num_broken: 0,
            },
            ratings: R::new(problem.num_vars()),
            visits: 0,
        })
    }

    /// Takes out candidates that have become true when they are many.
    fn sweep(&mut self) {
        if let Some(candidates) = &mut self.candidates
            && candidates.len() > 2 * self.num_falsified + 64
        {
            for place in (0..candidates.len()).rev() {
                if candidates.get(place).lits.iter().any(|&lit| is_true(&self.values, lit) != 0) {
                    candidates.remove(place);
                }
            }
        }
    }
}

impl<R: Ratings> View for Trios<'_, R> {
    type Ratings = R;

    fn problem(&self) -> &Problem {
        self.problem
    }

    fn start(&mut self, values: Assignment) {
        self.values.copy_from_slice(values.words());
        self.ratings.clear();
        self.num_falsified = 0;
        if let Some(candidates) = &mut self.candidates {
            candidates.clear();
        }
        rate(self.problem, &self.values, &mut self.ratings, |clause, lits| {
            self.num_falsified += 1;
            if let Some(candidates) = &mut self.candidates {
                candidates.insert([lits[0], lits[1], lits[2]], clause);
            }
        });
    }

    fn values(&self) -> Assignment {
        let mut values = Assignment::all_false(self.problem.num_vars());
        values.words_mut().copy_from_slice(&self.values);
        values
    }

    #[inline]
    fn num_falsified(&self) -> usize {
        self.num_falsified
    }

    #[inline]
    fn random_falsified(&mut self, rng: &mut Rng) -> &[u32] {
        let candidates = self.candidates.as_mut().expect("the walk has asked for a list");
        loop {
            let place = rng.index(candidates.len());
            if candidates.get(place).lits.iter().all(|&lit| is_true(&self.values, lit) == 0) {
                return &candidates.get(place).lits;
            }
            candidates.remove(place);
        }
    }

    #[inline]
    fn foresee(&self, var: usize) {
        if !self.blocks.far {
            return;
        }
        for line in 0..self.blocks.size / 8 {
            prefetch(self.blocks.pairs.get(), var * self.blocks.size + 8 * line);
        }
        if self.candidates.is_some() {
            prefetch(self.blocks.clauses.get(), var * self.blocks.size);
        }
    }

    #[inline]
    fn flip(&mut self, var: usize) {
        self.foresee(var);
        let gain = self.ratings.gain(var);
        let old = is_true(&self.values, 2 * var as u32);
        self.values[var / 64] ^= 1 << (var % 64);
        let counts = self.blocks.counts(var);
        self.visits += counts.all as u64;
        let (inline, pairs) = (counts.all.min(self.blocks.size - 1), self.blocks.pairs.get());
        let (values, changes) = (&self.values[..], &mut self.changes);
        (changes.num_gains, changes.num_broken) = (0, 0);
        let begin = var * self.blocks.size + 1;
        changes.look(values, &pairs[begin..begin + inline], begin, counts.positive, old);
        if counts.all > inline {
            let (begin, end) = (counts.rest, counts.rest + counts.all - inline);
            changes.look(values, &pairs[begin..end], begin, counts.positive.saturating_sub(inline), old);
        }
        for place in 0..self.changes.num_gains {
            let change = self.changes.gains[place];
            let var = change as usize >> 1;
            if self.ratings.add(var, 2 * (change & 1) as i32 - 1) {
                self.foresee(var);
            }
        }
        self.ratings.add(var, -2 * gain);
        self.num_falsified = (self.num_falsified as i64 - i64::from(gain)) as usize;
        if let Some(candidates) = &mut self.candidates {
            for &place in &self.changes.broken[..self.changes.num_broken] {
                let [a, b] = self.blocks.pairs.get()[place as usize];
                candidates.insert([2 * var as u32 + (old ^ 1), a, b], self.blocks.clauses.get()[place as usize]);
            }
            self.sweep();
        }
    }

    #[inline]
    fn ratings(&self) -> &R {
        &self.ratings
    }

    #[inline]
    fn ratings_mut(&mut self) -> &mut R {
        &mut self.ratings
    }

    fn visits(&self) -> u64 {
        self.visits
    }

    fn check(&self) {
        let mut fresh = self.ratings.clone();
        fresh.clear();
        let mut falsified = 0;
        rate(self.problem, &self.values, &mut fresh, |_, _| falsified += 1);
        assert_eq!(self.num_falsified, falsified);
        assert_eq!(self.ratings, fresh);
        if let Some(candidates) = &self.candidates {
            candidates.check(self.problem, |lit| is_true(&self.values, lit) != 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::flips::{Flips, Packed};
    use super::super::scores::Ranking;
    use super::*;
    use crate::cnf::{Formula, Var};

    /// Uniform 3-SAT; every clause with the first variable in `hub` of 100 cases.
    fn formula(rng: &mut Rng, vars: u64, clauses: u64, hub: u64) -> Formula {
        let mut formula = Formula::new();
        while (formula.num_clauses() as u64) < clauses {
            let first = if rng.below(100) < hub { 0 } else { rng.below(vars) };
            let vars = [first, rng.below(vars), rng.below(vars)];
            if vars[0] != vars[1] && vars[1] != vars[2] && vars[0] != vars[2] {
                formula.add_clause(vars.map(|var| Var::new(var as u32).lit(rng.coin())));
            }
        }
        formula
    }

    #[test]
    fn gains_are_those_of_kept_counts() {
        let mut rng = Rng::new(3);
        let mut overflowing = 0;
        for round in 0..60 {
            let vars = 5 + rng.below(60);
            let problem = Problem::new(formula(&mut rng, vars, 4 * vars, round % 40));
            let num_vars = problem.num_vars();
            let mut trios = Trios::<Ranking<i8>>::new(&problem, round % 2 == 0).expect("few clauses");
            let mut flips = Flips::<Packed, _>::new(&problem, Ranking::<i32>::new(num_vars));
            overflowing += u32::from(trios.blocks.pairs.get().len() > num_vars * trios.blocks.size);
            for _ in 0..3 {
                let values: Assignment = (0..num_vars).map(|_| rng.coin()).collect();
                trios.start(values.clone());
                flips.start(values);
                for step in 0..300 {
                    let best = trios.ratings_mut().best(&mut rng);
                    assert!((0..num_vars).all(|var| trios.ratings().gain(var) <= trios.ratings().gain(best)));
                    if round % 2 == 0 && trios.num_falsified() > 0 {
                        let lits = trios.random_falsified(&mut rng).to_vec();
                        assert!(lits.iter().all(|&lit| is_true(&trios.values, lit) == 0));
                    }
                    let var = if step % 3 == 0 { rng.index(num_vars) } else { best };
                    trios.flip(var);
                    flips.flip(var);
                    assert_eq!(View::values(&trios), View::values(&flips));
                    assert_eq!(trios.num_falsified(), flips.num_falsified());
                    assert!((0..num_vars).all(|var| trios.ratings().gain(var) == flips.ratings().gain(var)));
                    if step % 16 == 0 {
                        View::check(&trios);
                        View::check(&flips);
                    }
                }
                assert_eq!(trios.visits(), View::visits(&flips));
            }
        }
        assert!(overflowing > 10, "{overflowing}");
    }

    #[test]
    fn other_formulas_are_left_to_others() {
        let mut rng = Rng::new(4);
        let hub = Problem::new(formula(&mut rng, 200, 500, 100));
        assert!(Trios::<Ranking<i8>>::new(&hub, true).is_none());
        assert!(Trios::<Ranking<i32>>::new(&hub, true).is_some());
        let mixed = Problem::new(Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, 2]]));
        assert!(Trios::<Ranking<i8>>::new(&mixed, true).is_none());
    }
}
