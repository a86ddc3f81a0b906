//! What a reader drops from the clauses as they come: repeated literals, tautologies, and copies of recent clauses.
//!
//! **What it does.** A literal that stands in its clause already is left out, and a clause with both literals of a
//! variable is dropped. So is one with the same literals as one of the last [`CLAUSES_PER_BUCKET`] in its bucket of a
//! small hash table: in formulas of up to some ten thousand clauses all copies are found, in larger ones those that
//! follow each other closely.
//!
//! **Why it pays.** Five million copies of five unit clauses take 5 MB in place of 53, and 20,000 tautologies of a
//! thousand literals 5 MB in place of 103. A table of all clauses would find all copies, and be as large as the
//! formula.
//!
//! **Soundness and proof.** The formula that is left has the same models. But its clauses no longer have the numbers
//! and literals that they have in the text, so the sieve is not used when a proof is written or clauses are named.

use super::formula::{Formula, FormulaTooLarge};
use super::lit::Lit;
use crate::limits::may_fail;

/// Up to this length, literals are compared with each other; in longer clauses they are marked.
const MOST_COMPARED_LITS: usize = 8;

/// The clauses of a bucket.
const CLAUSES_PER_BUCKET: usize = 4;

/// The most buckets: 256 KiB, which a second-level cache holds.
const MOST_BUCKETS: usize = 1 << 13;

/// What was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Clauses.
    pub clauses: u64,
    /// Literals, including those of dropped clauses.
    pub lits: u64,
    /// One more than the index of the largest variable of a dropped clause; 0 when there is none.
    pub vars: usize,
}

/// A clause of the table: part of its hash, and one more than its index; 0 for none.
#[derive(Clone, Copy, Default)]
struct Entry {
    tag: u32,
    place: u32,
}

/// Closes the clauses of a formula that is read.
pub struct Sieve {
    /// One bit for each literal; set only for those of the clause that is being looked at.
    marks: Vec<u64>,
    buckets: Vec<[Entry; CLAUSES_PER_BUCKET]>,
    pub(super) dropped: Dropped,
}

impl Sieve {
    /// A sieve for about so many clauses.
    ///
    /// # Errors
    /// When the memory for it cannot be had.
    pub fn new(clauses: u64) -> Result<Sieve, FormulaTooLarge> {
        let count = (clauses.min(MOST_BUCKETS as u64) as usize).next_power_of_two();
        let mut buckets = Vec::new();
        may_fail(|| buckets.try_reserve_exact(count)).map_err(|_| FormulaTooLarge)?;
        buckets.resize(count, [Entry::default(); CLAUSES_PER_BUCKET]);
        Ok(Sieve { marks: Vec::new(), buckets, dropped: Dropped::default() })
    }

    /// Closes the clause that is being built, without the literals that it repeats, or drops it.
    ///
    /// # Errors
    /// When memory runs out.
    #[inline]
    pub fn close(&mut self, formula: &mut Formula) -> Result<(), FormulaTooLarge> {
        let given = formula.open_len();
        let kept = if given <= MOST_COMPARED_LITS {
            thin_short(formula.open_mut())
        } else {
            self.thin_long(formula.open_mut())?
        };
        match kept {
            Some(length) if !self.is_copy(formula, length)? => {
                self.dropped.lits += (given - length) as u64;
                formula.shorten_open(length);
                formula.try_close()
            }
            _ => {
                let highest = formula.open().iter().map(|lit| lit.var().index() + 1).max();
                self.dropped.vars = self.dropped.vars.max(highest.unwrap_or(0));
                self.dropped.clauses += 1;
                self.dropped.lits += given as u64;
                formula.shorten_open(0);
                Ok(())
            }
        }
    }

    /// Moves the literals without repetitions to the front and returns their number; `None` for a tautology.
    fn thin_long(&mut self, lits: &mut [Lit]) -> Result<Option<usize>, FormulaTooLarge> {
        let mut kept = 0;
        let mut tautology = false;
        for at in 0..lits.len() {
            let lit = lits[at];
            let word = self.word(lit)?;
            if *word & bit(lit) != 0 {
                continue;
            }
            if *word & bit(!lit) != 0 {
                tautology = true;
                break;
            }
            *word |= bit(lit);
            lits[kept] = lit;
            kept += 1;
        }
        self.unmark(&lits[..kept]);
        Ok((!tautology).then_some(kept))
    }

    /// The marks of a literal and its neighbours.
    #[inline]
    fn word(&mut self, lit: Lit) -> Result<&mut u64, FormulaTooLarge> {
        let place = lit.index() / 64;
        if place >= self.marks.len() {
            let more = place + 1 - self.marks.len();
            may_fail(|| self.marks.try_reserve(more)).map_err(|_| FormulaTooLarge)?;
            self.marks.resize(place + 1, 0);
        }
        Ok(&mut self.marks[place])
    }

    fn unmark(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|lit| self.marks[lit.index() / 64] = 0);
    }

    /// Whether a recent clause has the same literals as the first `length` of the open one, which is recent from now
    /// on.
    #[inline]
    fn is_copy(&mut self, formula: &Formula, length: usize) -> Result<bool, FormulaTooLarge> {
        let hash = hash(&formula.open()[..length]);
        let place = hash as usize & (self.buckets.len() - 1);
        let tag = (hash >> 32) as u32;
        for way in 0..CLAUSES_PER_BUCKET {
            let entry = self.buckets[place][way];
            if entry.tag == tag && entry.place != 0 && self.same(formula, entry.place as usize - 1, length)? {
                return Ok(true);
            }
        }
        let bucket = &mut self.buckets[place];
        bucket.copy_within(..CLAUSES_PER_BUCKET - 1, 1);
        // The number of clauses fits into 32 bits, since each takes memory of its own.
        bucket[0] = Entry { tag, place: formula.num_clauses() as u32 + 1 };
        Ok(false)
    }

    /// Whether a clause has the same literals as the first `length` of the open one.
    fn same(&mut self, formula: &Formula, clause: usize, length: usize) -> Result<bool, FormulaTooLarge> {
        let before = formula.clause(clause);
        if before.len() != length {
            return Ok(false);
        }
        if length <= MOST_COMPARED_LITS {
            let open = &formula.open()[..length];
            return Ok(before.iter().all(|lit| open.contains(lit)));
        }
        for &lit in before {
            *self.word(lit)? |= bit(lit);
        }
        let open = &formula.open()[..length];
        let same = open.iter().all(|&lit| self.marks.get(lit.index() / 64).is_some_and(|word| word & bit(lit) != 0));
        self.unmark(before);
        Ok(same)
    }
}

/// As [`Sieve::thin_long`], by comparing literals with each other.
#[inline]
fn thin_short(lits: &mut [Lit]) -> Option<usize> {
    let mut kept = 0;
    for at in 0..lits.len() {
        let lit = lits[at];
        if lits[..kept].contains(&!lit) {
            return None;
        }
        if !lits[..kept].contains(&lit) {
            lits[kept] = lit;
            kept += 1;
        }
    }
    Some(kept)
}

#[inline]
fn bit(lit: Lit) -> u64 {
    1 << (lit.index() % 64)
}

/// A hash that does not depend on the order of the literals.
#[inline]
fn hash(lits: &[Lit]) -> u64 {
    let mixed = lits.iter().fold(lits.len() as u64, |sum, lit| {
        let code = u64::from(lit.code()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum.wrapping_add((code ^ code >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93))
    });
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Assignment;
    use crate::cnf::model::first_falsified;
    use crate::util::rng::Rng;

    /// The clauses that a sieve for `size` clauses leaves, and what it drops.
    fn sifted(size: u64, formula: &Formula) -> (Formula, Dropped) {
        let mut sieve = Sieve::new(size).expect("memory");
        let mut left = Formula::new();
        for clause in formula.clauses() {
            clause.iter().for_each(|&lit| left.try_push(lit).expect("memory"));
            sieve.close(&mut left).expect("memory");
        }
        (left, sieve.dropped)
    }

    #[test]
    fn what_is_left_has_the_same_models_and_no_repetitions() {
        let mut rng = Rng::new(3);
        for round in 0..500 {
            let vars = 2 + rng.below(5);
            let mut formula = Formula::new();
            for _ in 0..rng.index(40) {
                let length = if rng.below(4) == 0 { rng.index(30) } else { rng.index(5) };
                formula.add_clause((0..length).filter_map(|_| {
                    let number = 1 + rng.below(vars) as i32;
                    Lit::from_dimacs(if rng.below(3) == 0 { number } else { -number })
                }));
            }
            let (left, dropped) = sifted(1 + rng.below(100), &formula);
            assert_eq!(left.num_clauses() as u64 + dropped.clauses, formula.num_clauses() as u64);
            assert_eq!(left.num_lits() as u64 + dropped.lits, formula.num_lits() as u64);
            assert_eq!(left.used_vars().max(dropped.vars), formula.used_vars());
            for clause in left.clauses() {
                let distinct = |(at, lit): (usize, &Lit)| clause[..at].iter().all(|other| other.var() != lit.var());
                assert!(clause.iter().enumerate().all(distinct), "{clause:?}");
            }
            for bits in 0..1 << vars {
                let model: Assignment = (0..vars).map(|var| bits >> var & 1 != 0).collect();
                let judge = |formula| first_falsified(&model, formula).is_none();
                assert_eq!(judge(&left), judge(&formula), "round {round}: {formula:?} {left:?}");
            }
        }
    }

    /// Copies with their literals in another order, short and long, and in a table that holds all of them.
    #[test]
    fn copies_of_many_clauses_are_found() {
        let mut rng = Rng::new(4);
        for length in [1, 2, 3, MOST_COMPARED_LITS as u64 + 4] {
            let mut formula = Formula::new();
            let clauses: Vec<Vec<Lit>> = (0..1000)
                .map(|first| (0..length).filter_map(|at| Lit::from_dimacs((first * length + at) as i32 + 1)).collect())
                .collect();
            for _ in 0..5 {
                for clause in &clauses {
                    let mut copy = clause.clone();
                    rng.shuffle(&mut copy);
                    formula.add_clause(copy);
                }
            }
            let (left, dropped) = sifted(5000, &formula);
            assert_eq!((left.num_clauses(), dropped.clauses), (1000, 4000), "{length}");
        }
    }
}
