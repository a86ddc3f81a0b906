//! Parts of the formula that share no variable.
//!
//! **What it does.** Variables of one clause are in one part. The members of a part form a circle: when a clause joins
//! two parts, exchanging two links merges them, and all members of a part are listed in linear time. A part is never
//! divided; when clauses have gone or variables are fixed, all parts have to be found anew.
//!
//! **References.** Tarjan, van Leeuwen (JACM'84) for union-find.

use crate::cnf::{Lit, Var};
use crate::util::union_find::UnionFind;

/// The parts; empty where they are not known.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    sets: UnionFind,
    /// By variable: the next one of its part.
    next: Vec<u32>,
}

impl Parts {
    /// Every variable in a part of its own.
    pub fn of_vars(vars: usize) -> Parts {
        Parts { sets: UnionFind::new(vars), next: (0..vars as u32).collect() }
    }

    /// Whether the parts are known.
    pub fn known(&self) -> bool {
        !self.next.is_empty()
    }

    /// Gives new variables parts of their own, up to `vars` of them.
    pub fn grow(&mut self, vars: usize) {
        if self.known() {
            debug_assert!(vars >= self.next.len());
            self.sets.grow(vars);
            self.next.extend(self.next.len() as u32..vars as u32);
        }
    }

    /// Merges the parts of the literals of a clause.
    #[inline]
    pub fn join(&mut self, lits: &[Lit]) {
        if !self.known() {
            return;
        }
        debug_assert!(lits.iter().all(|lit| lit.var().index() < self.next.len()));
        for pair in lits.windows(2) {
            let (a, b) = (pair[0].var().index(), pair[1].var().index());
            if self.sets.find(a) != self.sets.find(b) {
                self.sets.unite(a, b);
                self.next.swap(a, b);
            }
        }
    }

    /// Whether the literals of a clause are in one part.
    pub fn joined(&mut self, lits: &[Lit]) -> bool {
        debug_assert!(self.known());
        lits.windows(2).all(|pair| self.sets.find(pair[0].var().index()) == self.sets.find(pair[1].var().index()))
    }

    /// The variables of a part, one of which is given.
    pub fn members(&self, var: Var) -> impl Iterator<Item = Var> + '_ {
        debug_assert!(var.index() < self.next.len(), "the parts are known");
        let step = move |&at: &u32| Some(self.next[at as usize]).filter(|&next| next as usize != var.index());
        std::iter::successors(Some(var.index() as u32), step).map(|at| Var::new(at as usize))
    }

    /// The number of variables of the largest part.
    pub fn largest(&mut self) -> usize {
        debug_assert!(self.known());
        let (sets, count) = self.sets.numbered();
        let mut sizes = vec![0; count];
        sets.into_iter().for_each(|set| sizes[set] += 1);
        sizes.into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_join_the_parts_of_their_variables() {
        let lit = |number| Lit::from_dimacs(number).expect("not 0");
        let members = |parts: &Parts, number: i32| -> Vec<usize> {
            let mut members: Vec<usize> = parts.members(lit(number).var()).map(|var| var.index() + 1).collect();
            members.sort_unstable();
            members
        };
        let mut parts = Parts::of_vars(5);
        parts.join(&[lit(1), lit(-3)]);
        parts.join(&[lit(4), lit(5)]);
        parts.join(&[lit(3), lit(1)]);
        assert_eq!((members(&parts, 3), members(&parts, 2), parts.largest()), (vec![1, 3], vec![2], 2));
        parts.grow(6);
        parts.join(&[lit(6), lit(-5), lit(-1)]);
        assert_eq!((members(&parts, 4), members(&parts, 2), parts.largest()), (vec![1, 3, 4, 5, 6], vec![2], 5));
        let mut unknown = Parts::default();
        unknown.join(&[lit(1), lit(2)]);
        unknown.grow(3);
        assert!(!unknown.known());
    }
}
