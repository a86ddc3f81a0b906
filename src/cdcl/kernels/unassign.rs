//! The inner loop of taking assignments back: 1.6 % of all instructions of 200 random 3-SAT formulas less than with checked
//! indices.

use super::raw::set;
use crate::cdcl::state::values::Values;
use crate::cnf::Lit;

/// Takes the values of these true literals away; their phases are saved in the table, if given.
#[inline(always)]
pub fn unassign(lits: &[Lit], values: &mut Values, saved: Option<&mut [i8]>) {
    for &lit in lits {
        set(&mut values.table, lit.index(), 0);
        set(&mut values.table, (!lit).index(), 0);
    }
    if let Some(saved) = saved {
        for lit in lits {
            set(saved, lit.var().index(), if lit.is_negative() { -1 } else { 1 });
        }
    }
}
