//! Renaming the user's variables to dense indices of tables.
//!
//! A proof or a formula may name variable 2^31 - 1; tables that are indexed by variables must not grow that large. The
//! variables of a formula keep their numbers when they fill a fair part of the range; all others, mostly extension
//! variables, get the next free index when they first occur.

use super::Halt;
use crate::cnf::{Formula, Lit, Var};
use crate::limits::{Stop, may_fail};
use std::collections::HashMap;

/// The renaming.
#[derive(Debug)]
pub(super) struct Vars {
    /// Variables below this index keep it.
    kept: u32,
    others: HashMap<u32, u32>,
    /// The user's index of each renamed variable.
    names: Vec<u32>,
}

impl Vars {
    /// For the variables that occur in the formula.
    pub(super) fn new(formula: &Formula) -> Vars {
        let used = formula.clauses().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let fair = formula.num_lits().saturating_mul(4).saturating_add(1024);
        Vars { kept: if used <= fair { used as u32 } else { 0 }, others: HashMap::new(), names: Vec::new() }
    }

    /// How many indices are in use.
    pub(super) fn len(&self) -> usize {
        self.kept as usize + self.names.len()
    }

    /// The internal literal.
    #[inline]
    pub(super) fn internal(&mut self, lit: Lit) -> Result<Lit, Halt> {
        if (lit.var().index() as u32) < self.kept { Ok(lit) } else { self.rename(lit) }
    }

    fn rename(&mut self, lit: Lit) -> Result<Lit, Halt> {
        let name = lit.var().index() as u32;
        let next = self.len();
        let index = match self.others.get(&name) {
            Some(&index) => index,
            None => {
                if next >= Var::MAX_COUNT {
                    return Err(Stop::Memory.into());
                }
                may_fail(|| self.others.try_reserve(1)).map_err(|_| Stop::Memory)?;
                self.others.insert(name, next as u32);
                super::push(&mut self.names, name)?;
                next as u32
            }
        };
        Ok(Lit::new(Var::new(index as usize), lit.is_negative()))
    }

    /// The user's literal.
    pub(super) fn external(&self, lit: Lit) -> Lit {
        match (lit.var().index() as u32).checked_sub(self.kept) {
            None => lit,
            Some(renamed) => Lit::new(Var::new(self.names[renamed as usize] as usize), lit.is_negative()),
        }
    }
}
