//! The decision scores of stable mode: a binary heap of variables by exponentially decaying activity (EVSIDS).
//!
//! **What it does.** A bump adds an increment, which grows by 1/decay with each conflict. All scores are divided before
//! the increment overflows. The heap is empty until stable mode begins.
//!
//! **References.** Eén, Sörensson (SAT'03); Biere (SAT'08).

use super::heap::Components;
use super::renumbering::Renumbering;
use crate::cnf::Var;

const NONE: u32 = u32::MAX;
const RESCALE: f64 = 1e150;

/// The heap with its scores.
#[derive(Clone, Debug)]
pub struct Scores {
    pub scores: Vec<f64>,
    /// Variables. The parent of place `p` is at `(p - 1) / 2`, and its score is at least as high.
    pub heap: Vec<u32>,
    /// By variable: its place in the heap.
    places: Vec<u32>,
    increment: f64,
}

impl Default for Scores {
    fn default() -> Self {
        Scores { scores: Vec::new(), heap: Vec::new(), places: Vec::new(), increment: 1.0 }
    }
}

impl Scores {
    /// Adds new variables with score 0, up to `vars` of them.
    pub fn grow(&mut self, vars: usize) {
        for index in self.scores.len()..vars {
            self.scores.push(0.0);
            self.places.push(NONE);
            self.insert(Var::new(index));
        }
    }

    /// Whether it has got its variables.
    pub fn in_use(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Renumbers the variables. The order of variables with equal scores may change.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if !self.in_use() {
            return;
        }
        renumbering.shrink_vars(&mut self.scores);
        self.heap.retain_mut(|index| {
            let new = renumbering.var(Var::new(*index as usize));
            *index = new.map_or(NONE, |var| var.index() as u32);
            new.is_some()
        });
        self.heap.shrink_to_fit();
        self.places.truncate(renumbering.after());
        self.places.shrink_to_fit();
        self.places.fill(NONE);
        for (place, &index) in (0..).zip(&self.heap) {
            self.places[index as usize] = place;
        }
        self.order_heap();
    }

    /// The score of a variable.
    #[inline]
    pub fn score(&self, var: Var) -> f64 {
        self.scores[var.index()]
    }

    /// The score of a variable, in units of what a bump adds now.
    pub fn relative(&self, var: Var) -> f64 {
        self.score(var) / self.increment
    }

    /// The variables in the heap, the one with the highest score first and the others in no order.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        self.heap.iter().map(|&index| Var::new(index as usize))
    }

    /// The place of a variable in the heap, if it is there.
    pub fn place(&self, var: Var) -> Option<usize> {
        let place = self.places[var.index()];
        (place != NONE).then_some(place as usize)
    }

    /// The variable with the highest score in the heap.
    #[inline]
    pub fn first(&self) -> Option<Var> {
        self.heap.first().map(|&index| Var::new(index as usize))
    }

    /// Removes the variable with the highest score from the heap.
    pub fn pop(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        match self.heap.first_mut() {
            None => self.places[last as usize] = NONE,
            Some(first) => {
                self.places[*first as usize] = NONE;
                *first = last;
                self.places[last as usize] = 0;
                self.components().sink(0);
            }
        }
    }

    /// Empties the heap.
    #[cfg(feature = "count")]
    pub fn clear(&mut self) {
        self.heap.drain(..).for_each(|var| self.places[var as usize] = NONE);
    }

    /// Inserts a variable into the heap, unless it is there already or the heap is not in use.
    #[inline(always)]
    pub fn insert(&mut self, var: Var) {
        if self.places.get(var.index()) == Some(&NONE) {
            self.append(var);
        }
    }

    #[inline(never)]
    fn append(&mut self, var: Var) {
        let last = self.heap.len();
        self.heap.push(var.index() as u32);
        self.components().rise(last);
    }

    /// Raises the score of a variable.
    #[inline]
    pub fn bump(&mut self, var: Var) {
        let score = self.scores[var.index()] + self.increment;
        debug_assert!(score.is_finite());
        self.scores[var.index()] = score;
        if score > RESCALE {
            self.rescale();
        }
        let place = self.places[var.index()];
        if place != NONE {
            self.components().rise(place as usize);
        }
    }

    /// Multiplies the weight of all earlier bumps by `decay`, which is below 1.
    pub fn decay(&mut self, decay: f64) {
        debug_assert!(0.0 < decay && decay <= 1.0 && self.increment.is_finite());
        self.increment /= decay;
        if self.increment > RESCALE {
            self.rescale();
        }
    }

    #[cold]
    fn rescale(&mut self) {
        let most = self.scores.iter().copied().fold(self.increment, f64::max);
        for score in &mut self.scores {
            *score /= most;
        }
        self.increment /= most;
    }

    /// Scales the scores down to at most 1 and adds `more`, by variable.
    pub fn add(&mut self, more: &[f64]) {
        debug_assert_eq!(more.len(), self.scores.len());
        self.rescale();
        for (score, more) in self.scores.iter_mut().zip(more) {
            *score += more;
        }
        self.order_heap();
    }

    fn order_heap(&mut self) {
        for place in (0..self.heap.len() / 2).rev() {
            self.components().sink(place);
        }
    }

    fn components(&mut self) -> Components<'_> {
        Components { heap: &mut self.heap, places: &mut self.places, scores: &self.scores }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn the_heap_pops_variables_by_descending_score() {
        let (mut scores, mut rng) = (Scores::default(), Rng::new(1));
        scores.grow(200);
        for _ in 0..5000 {
            scores.bump(Var::new(rng.index(200)));
            scores.decay(0.5);
        }
        let mut last = f64::INFINITY;
        for _ in 0..200 {
            let var = scores.first().expect("still full");
            assert!(scores.score(var) <= last);
            last = scores.score(var);
            scores.pop();
        }
        assert_eq!(scores.first(), None);
    }
}
