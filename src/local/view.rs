//! What searches by gain ask of clauses: [`Flips`] answers for any formula, [`super::trios::Trios`] for uniform 3-SAT.

use super::flips::{Flips, Tally};
use super::problem::Problem;
use super::scores::Ratings;
use crate::cnf::Assignment;
use crate::util::rng::Rng;
use std::fmt::Debug;

/// Clauses under an assignment that changes by flips, with the gains of variables.
pub(super) trait View: Debug {
    type Ratings: Ratings;
    fn problem(&self) -> &Problem;
    /// Begins anew from these values.
    fn start(&mut self, values: Assignment);
    /// The assignment.
    fn values(&self) -> Assignment;
    /// How many clauses are false.
    fn num_falsified(&self) -> usize;
    /// The literals of a random false clause; there is one.
    fn random_falsified(&mut self, rng: &mut Rng) -> &[u32];
    /// Says that a variable will probably be flipped soon.
    fn foresee(&self, _var: usize) {}
    /// Inverts a variable.
    fn flip(&mut self, var: usize);
    /// The gains.
    fn ratings(&self) -> &Self::Ratings;
    fn ratings_mut(&mut self) -> &mut Self::Ratings;
    /// Clauses visited by flips.
    fn visits(&self) -> u64;
    /// Recounts everything.
    fn check(&self);
}

impl<T: Tally, R: Ratings> View for Flips<'_, T, R> {
    type Ratings = R;
    fn problem(&self) -> &Problem {
        Flips::problem(self)
    }
    fn start(&mut self, values: Assignment) {
        Flips::start(self, values);
    }
    fn values(&self) -> Assignment {
        Flips::values(self).clone()
    }
    #[inline]
    fn num_falsified(&self) -> usize {
        self.falsified().len()
    }
    #[inline]
    fn random_falsified(&mut self, rng: &mut Rng) -> &[u32] {
        let falsified = self.falsified().list();
        Flips::problem(self).clause(falsified[rng.index(falsified.len())] as usize)
    }
    #[inline]
    fn flip(&mut self, var: usize) {
        Flips::flip(self, var);
    }
    #[inline]
    fn ratings(&self) -> &R {
        &self.scores
    }
    #[inline]
    fn ratings_mut(&mut self) -> &mut R {
        &mut self.scores
    }
    fn visits(&self) -> u64 {
        self.visits
    }
    fn check(&self) {
        Flips::check(self);
        self.check_scores(self.scores.clone());
    }
}
