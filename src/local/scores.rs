//! What algorithms keep for each variable: breaks, gains, or gains with a list of the highest.

use super::flips::Scores;
use crate::util::pages::Pages;
use crate::util::rng::Rng;
use std::fmt::Debug;

/// For each variable, the number of clauses that it alone keeps true, and that its flip would therefore break.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Breaks(pub Vec<u32>);

impl Breaks {
    pub fn new(num_vars: usize) -> Breaks {
        Breaks(vec![0; num_vars])
    }
}

impl Scores for Breaks {
    fn clear(&mut self) {
        self.0.fill(0);
    }
    #[inline]
    fn bind(&mut self, _: usize, var: usize) {
        self.0[var] += 1;
    }
    #[inline]
    fn free(&mut self, _: usize, var: usize) {
        self.0[var] -= 1;
    }
}

/// The gains of variables. The gain of a variable is the number of clauses that become true when it is flipped, minus
/// the number that become false.
pub(super) trait Ratings: PartialEq + Debug {
    /// Sets all gains to 0.
    fn clear(&mut self);
    /// Adds to the gain of a variable.
    fn add(&mut self, var: usize, by: i32);
}

impl<R: Ratings> Scores for R {
    fn clear(&mut self) {
        Ratings::clear(self);
    }
    #[inline]
    fn lose(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.add(lit as usize >> 1, 1);
        }
    }
    #[inline]
    fn regain(&mut self, _: usize, lits: &[u32]) {
        for &lit in lits {
            self.add(lit as usize >> 1, -1);
        }
    }
    #[inline]
    fn bind(&mut self, _: usize, var: usize) {
        self.add(var, -1);
    }
    #[inline]
    fn free(&mut self, _: usize, var: usize) {
        self.add(var, 1);
    }
}

/// Gains alone, without an order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gains(Vec<i32>);

impl Gains {
    pub fn new(num_vars: usize) -> Gains {
        Gains(vec![0; num_vars])
    }

    #[inline]
    pub fn gain(&self, var: usize) -> i32 {
        self.0[var]
    }
}

impl Ratings for Gains {
    fn clear(&mut self) {
        self.0.fill(0);
    }
    #[inline]
    fn add(&mut self, var: usize, by: i32) {
        self.0[var] += by;
    }
}

/// Gains, with a list of the variables of the highest gain.
///
/// Variables above a bound are in lists by their gain. Those at the bound are counted; the list that they are taken
/// from also holds variables that have left the bound, which are dropped when they are drawn or when they outnumber the
/// others. Variables below the bound, the great majority, are in no list, so their gains change at no further cost.
///
/// The bound falls to the highest gain when no variable is left above or at it, and rises only at a new start; on
/// random formulas it soon stays at 0. Each fall costs one pass through the gains, and there are at most as many falls
/// in a try as there are different gains.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    gains: Vec<i32>,
    bound: i32,
    /// How many variables have exactly the gain of the bound.
    at_bound: usize,
    list: Vec<u32>,
    listed: Vec<u64>,
    /// Lists of the variables with a gain above the bound, by gain from `bound + 1` on.
    above: Vec<Vec<u32>>,
    /// The place of each variable above the bound in its list.
    places: Pages<u32>,
    /// An upper bound of all gains.
    top: i32,
}

impl Ranking {
    pub fn new(num_vars: usize) -> Ranking {
        Ranking {
            gains: vec![0; num_vars],
            bound: i32::MAX,
            at_bound: 0,
            list: Vec::new(),
            listed: vec![0; num_vars.div_ceil(64)],
            above: Vec::new(),
            places: Pages::zeroed(num_vars),
            top: i32::MAX,
        }
    }

    #[inline]
    pub fn gain(&self, var: usize) -> i32 {
        self.gains[var]
    }

    /// A random one of the variables of the highest gain.
    #[inline]
    pub fn best(&mut self, rng: &mut Rng) -> usize {
        while self.top > self.bound {
            let list = &self.above[(self.top - self.bound - 1) as usize];
            if !list.is_empty() {
                return list[rng.index(list.len())] as usize;
            }
            self.top -= 1;
        }
        if self.at_bound == 0 {
            self.lower_bound();
        }
        loop {
            let place = rng.index(self.list.len());
            let var = self.list[place] as usize;
            if self.gains[var] == self.bound {
                return var;
            }
            self.drop_listed(place);
        }
    }

    /// Lowers the bound to the highest gain; no variable is at the old bound or above it.
    #[cold]
    fn lower_bound(&mut self) {
        let top = *self.gains.iter().max().expect("there are variables");
        if self.bound < i32::MAX {
            self.above.splice(0..0, std::iter::repeat_n(Vec::new(), (self.bound - top) as usize));
        }
        (self.bound, self.top) = (top, top);
        self.list.clear();
        self.listed.fill(0);
        for (var, _) in self.gains.iter().enumerate().filter(|&(_, &gain)| gain == top) {
            self.listed[var / 64] |= 1 << (var % 64);
            self.list.push(var as u32);
        }
        self.at_bound = self.list.len();
    }

    #[inline]
    fn drop_listed(&mut self, place: usize) {
        let var = self.list.swap_remove(place) as usize;
        self.listed[var / 64] &= !(1 << (var % 64));
    }

    /// Moves a variable from the list of its old gain to that of its new one, at least one of which is not below the
    /// bound.
    #[inline]
    fn relist(&mut self, var: usize, old: i32, new: i32) {
        if old > self.bound {
            let list = &mut self.above[(old - self.bound - 1) as usize];
            let places = self.places.get_mut();
            let place = places[var] as usize;
            list.swap_remove(place);
            if let Some(&moved) = list.get(place) {
                places[moved as usize] = place as u32;
            }
        } else if old == self.bound {
            self.at_bound -= 1;
            if self.list.len() > 2 * self.at_bound + 64 {
                for place in (0..self.list.len()).rev() {
                    if self.gains[self.list[place] as usize] != self.bound {
                        self.drop_listed(place);
                    }
                }
            }
        }
        if new > self.bound {
            let at = (new - self.bound - 1) as usize;
            if at >= self.above.len() {
                self.above.resize_with(at + 1, Vec::new);
            }
            self.places.get_mut()[var] = self.above[at].len() as u32;
            self.above[at].push(var as u32);
            self.top = self.top.max(new);
        } else if new == self.bound {
            self.at_bound += 1;
            let (word, bit) = (&mut self.listed[var / 64], 1 << (var % 64));
            if *word & bit == 0 {
                *word |= bit;
                self.list.push(var as u32);
            }
        }
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Ranking) -> bool {
        // The order of the lists depends on the order of flips; every variable must be in the list of its gain.
        let listed = |ranking: &Ranking| {
            let mut at_bound = 0;
            let gains = ranking.gains.iter().copied().enumerate();
            gains.filter(|&(_, gain)| gain >= ranking.bound).all(|(var, gain)| {
                if gain == ranking.bound {
                    at_bound += 1;
                    return ranking.listed[var / 64] >> (var % 64) & 1 != 0;
                }
                let list = &ranking.above[(gain - ranking.bound - 1) as usize];
                gain <= ranking.top && list.get(ranking.places.get()[var] as usize) == Some(&(var as u32))
            }) && at_bound == ranking.at_bound
                && ranking.list.len() == ranking.listed.iter().map(|word| word.count_ones() as usize).sum::<usize>()
        };
        self.gains == other.gains && listed(self) && listed(other)
    }
}

impl Ratings for Ranking {
    fn clear(&mut self) {
        self.gains.fill(0);
        (self.bound, self.top, self.at_bound) = (i32::MAX, i32::MAX, 0);
        self.list.clear();
        self.listed.fill(0);
        self.above.clear();
    }
    #[inline]
    fn add(&mut self, var: usize, by: i32) {
        let old = self.gains[var];
        let new = old + by;
        self.gains[var] = new;
        if old.max(new) >= self.bound {
            self.relist(var, old, new);
        }
    }
}
