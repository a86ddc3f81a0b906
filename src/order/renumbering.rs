//! A renumbering of the variables, which a compaction applies to every component.

use crate::cnf::{Lit, Var};

const NONE: u32 = u32::MAX;

/// Which variables are kept, and their new numbers: from 0 on, in their old order.
#[derive(Debug)]
pub struct Renumbering {
    /// The new number of each variable.
    numbers: Vec<u32>,
    /// The old numbers of the kept variables, in order.
    kept: Vec<u32>,
}

impl Renumbering {
    /// Bytes that a renumbering takes for each variable.
    pub const BYTES_PER_VAR: usize = 8;

    /// Keeps those of the `vars` variables for which `keep` holds.
    pub fn new(vars: usize, keep: impl Fn(Var) -> bool) -> Renumbering {
        let kept: Vec<u32> = (0..vars as u32).filter(|&index| keep(Var::new(index as usize))).collect();
        let mut numbers = vec![NONE; vars];
        for (new, &old) in (0..).zip(&kept) {
            numbers[old as usize] = new;
        }
        Renumbering { numbers, kept }
    }

    /// The number of variables before.
    pub fn before(&self) -> usize {
        self.numbers.len()
    }

    /// The number of kept variables.
    pub fn after(&self) -> usize {
        self.kept.len()
    }

    /// The variable with its new number, if it is kept.
    #[inline]
    pub fn var(&self, var: Var) -> Option<Var> {
        let number = self.numbers[var.index()];
        (number != NONE).then(|| Var::new(number as usize))
    }

    /// The literal with its variable's new number, if that is kept.
    #[inline]
    pub fn lit(&self, lit: Lit) -> Option<Lit> {
        self.var(lit.var()).map(|var| Lit::new(var, lit.is_negative()))
    }

    /// The new number of the first kept variable from this old number on; 0 if there is none.
    pub fn place(&self, index: u32) -> u32 {
        let place = self.kept.partition_point(|&old| old < index);
        if place < self.kept.len() { place as u32 } else { 0 }
    }

    /// Removes the rows of variables that are not kept from a table with one row for each variable, and frees their
    /// memory.
    pub fn shrink_vars<T: Copy>(&self, table: &mut Vec<T>) {
        for (new, &old) in self.kept.iter().enumerate() {
            table[new] = table[old as usize];
        }
        table.truncate(self.kept.len());
        table.shrink_to_fit();
    }

    /// Removes the rows of variables that are not kept from a table with one row for each literal, and frees their
    /// memory.
    pub fn shrink_lits<T: Copy>(&self, table: &mut Vec<T>) {
        for (new, &old) in self.kept.iter().enumerate() {
            let old = Var::new(old as usize).pos().index();
            table.copy_within(old..old + 2, 2 * new);
        }
        table.truncate(2 * self.kept.len());
        table.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_variables_keep_their_order_and_their_rows() {
        let odd = Renumbering::new(7, |var| var.index() % 2 == 1);
        assert_eq!((odd.before(), odd.after()), (7, 3));
        assert_eq!([odd.var(Var::new(0)), odd.var(Var::new(5))], [None, Some(Var::new(2))]);
        assert_eq!(odd.lit(Var::new(3).neg()), Some(Var::new(1).neg()));
        assert_eq!([0, 1, 2, 6].map(|index| odd.place(index)), [0, 0, 1, 0]);
        let mut vars: Vec<usize> = (0..7).collect();
        odd.shrink_vars(&mut vars);
        assert_eq!(vars, [1, 3, 5]);
        let mut lits: Vec<Lit> = (0..14).map(Lit::from_code).collect();
        odd.shrink_lits(&mut lits);
        assert_eq!(lits, [2, 3, 6, 7, 10, 11].map(Lit::from_code));
    }
}
