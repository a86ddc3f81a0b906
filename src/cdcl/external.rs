//! The user's variables and the solver's own.
//!
//! A variable gets an internal number when it is first used, so that a header that declares two billion variables costs
//! nothing. Proofs and models have the user's numbers.

use super::state::values::Values;
use crate::cnf::{Lit, Var};
use crate::limits::may_fail;
use crate::order::renumbering::Renumbering;
use crate::proof::ClauseId;

// Marks that stand in place of the internal number of a user variable without one.

/// The user's variable was never used.
const UNUSED: u32 = u32::MAX;
/// It was eliminated or substituted before a compaction.
const INACTIVE: u32 = u32::MAX - 1;
/// It was fixed to false before a compaction.
const FALSE: u32 = u32::MAX - 2;
/// It was fixed to true before a compaction. The smallest of these marks.
const TRUE: u32 = u32::MAX - 3;

/// The two-way map of variables.
#[derive(Clone, Debug, Default)]
pub struct External {
    /// The internal variable of each user variable, up to the largest one used.
    inner: Vec<u32>,
    /// The user variable of each internal one.
    outer: Vec<u32>,
    /// Freeze counts of user variables.
    frozen: Vec<u32>,
    /// User variables below this may be used later.
    declared: usize,
    /// How many fixed variables have no internal number.
    removed_fixed: usize,
    /// By user variable: where ids are kept, the id of the unit clause of a fixed variable that has no internal number.
    unit_ids: Vec<ClauseId>,
    /// True literals of fixed variables that have got an internal number again, and the ids of their units, until the
    /// solver fetches them.
    returned: Vec<(Lit, ClauseId)>,
    /// Numbers of variables that only the proof has are below this.
    proof_vars: usize,
    /// Which numbers the solver's own variables may have, as a remainder and a divisor, so that copies of a solver use
    /// different ones; divisor 0 where any number may be used.
    own_numbers: (usize, usize),
}

impl External {
    /// The number of internal variables.
    pub fn internal_vars(&self) -> usize {
        self.outer.len()
    }

    /// The number of user variables up to the largest that was used.
    pub fn user_vars(&self) -> usize {
        self.inner.len()
    }

    /// The internal variables of the user's, in the user's order.
    pub fn in_user_order(&self) -> Vec<Var> {
        self.inner.iter().filter(|&&inner| inner < TRUE).map(|&inner| Var::new(inner as usize)).collect()
    }

    /// The internal literal, with a new variable if there is none yet; `None` when memory cannot be allocated.
    #[inline]
    pub fn number(&mut self, lit: Lit) -> Option<Lit> {
        let user = lit.var().index();
        if user >= self.inner.len() {
            may_fail(|| self.inner.try_reserve(user + 1 - self.inner.len())).ok()?;
            self.inner.resize(user + 1, UNUSED);
        }
        if self.inner[user] >= TRUE {
            self.give_number(user);
        }
        Some(Lit::new(Var::new(self.inner[user] as usize), lit.is_negative()))
    }

    fn give_number(&mut self, user: usize) {
        debug_assert!(self.inner[user] >= TRUE && self.outer.len() < TRUE as usize);
        let before = std::mem::replace(&mut self.inner[user], self.outer.len() as u32);
        let var = Var::new(self.outer.len());
        self.outer.push(user as u32);
        debug_assert_eq!(self.outer[self.inner[user] as usize] as usize, user, "the numberings are inverse");
        if before == TRUE || before == FALSE {
            let id = self.unit_ids.get(user).copied().unwrap_or(0);
            self.returned.push((var.lit(before == TRUE), id));
            self.removed_fixed -= 1;
        }
    }

    /// The true literals of fixed variables that have got a new number since the last call, with the ids of their
    /// units.
    #[inline]
    pub fn take_returned(&mut self) -> Vec<(Lit, ClauseId)> {
        std::mem::take(&mut self.returned)
    }

    /// Renumbers the internal variables. A variable that loses its number counts as fixed if it has a value, and as
    /// inactive otherwise. The ids of the units of fixed ones are kept, unless `unit_ids` is empty.
    pub fn renumber(&mut self, renumbering: &Renumbering, values: &Values, unit_ids: &[ClauseId]) {
        debug_assert_eq!(renumbering.before(), self.outer.len());
        for (index, &user) in self.outer.iter().enumerate() {
            let var = Var::new(index);
            let inner = &mut self.inner[user as usize];
            *inner = match (renumbering.var(var), values.value(var.pos())) {
                (Some(new), _) => new.index() as u32,
                (None, 0) => INACTIVE,
                (None, value) => {
                    self.removed_fixed += 1;
                    if let Some(&id) = unit_ids.get(index) {
                        if self.unit_ids.len() <= user as usize {
                            self.unit_ids.resize(user as usize + 1, 0);
                        }
                        self.unit_ids[user as usize] = id;
                    }
                    if value > 0 { TRUE } else { FALSE }
                }
            };
        }
        renumbering.shrink_vars(&mut self.outer);
        debug_assert!(self.outer.len() == renumbering.after() && self.removed_fixed <= self.inner.len());
    }

    /// How many fixed variables have no internal number.
    pub fn removed_fixed(&self) -> usize {
        self.removed_fixed
    }

    /// The user's true literals of the fixed variables that have no internal number.
    pub fn removed_fixed_lits(&self) -> impl Iterator<Item = Lit> + '_ {
        let fixed = |(user, &inner): (u32, &u32)| {
            (inner == TRUE || inner == FALSE).then(|| Var::new(user as usize).lit(inner == TRUE))
        };
        let inner = if self.removed_fixed == 0 { &[] } else { &self.inner[..] };
        (0..).zip(inner).filter_map(fixed)
    }

    /// The value of a user's literal that is fixed and has no internal number.
    pub fn removed_fixed_value(&self, lit: Lit) -> Option<bool> {
        match *self.inner.get(lit.var().index())? {
            TRUE => Some(lit.is_positive()),
            FALSE => Some(lit.is_negative()),
            _ => None,
        }
    }

    /// Whether the user variable has lost its internal number without being fixed.
    pub fn is_inactive(&self, var: Var) -> bool {
        self.inner.get(var.index()) == Some(&INACTIVE)
    }

    /// Keeps the numbers below `vars` for the user.
    pub fn declare(&mut self, vars: usize) {
        self.declared = self.declared.max(vars);
    }

    /// Makes this solver, one of `count` copies, number its own variables by the numbers that leave the remainder
    /// `index` when divided by `count`, so that no two copies use the same number.
    pub fn number_own_vars(&mut self, index: usize, count: usize) {
        self.own_numbers = (index, count);
    }

    /// The id of the unit clause of a fixed variable that has no internal number.
    pub fn removed_unit_id(&self, var: Var) -> ClauseId {
        self.unit_ids.get(var.index()).copied().unwrap_or(0)
    }

    /// A new variable that the solver introduces, with a number that no user variable has.
    pub fn invent(&mut self) -> Var {
        let user = self.next_own();
        self.inner.resize(user, UNUSED);
        self.inner.push(self.outer.len() as u32);
        self.outer.push(user as u32);
        Var::new(self.outer.len() - 1)
    }

    /// A new number for a variable that no clause of the solver's will have, only the proof.
    pub fn proof_var(&mut self) -> Var {
        let user = self.next_own();
        self.proof_vars = user + 1;
        Var::new(user)
    }

    /// The next number that no other solver and no user will use.
    fn next_own(&self) -> usize {
        let user = self.inner.len().max(self.declared).max(self.proof_vars);
        let (index, count) = self.own_numbers;
        if count > 1 { user + (index + count - user % count) % count } else { user }
    }

    /// The internal literal of a user literal, if it has one.
    #[inline]
    pub fn internal_lit(&self, lit: Lit) -> Option<Lit> {
        let inner = self.inner.get(lit.var().index()).copied().filter(|&inner| inner < TRUE)?;
        debug_assert_eq!(self.outer[inner as usize] as usize, lit.var().index(), "the numberings are inverse");
        Some(Lit::new(Var::new(inner as usize), lit.is_negative()))
    }

    /// The user's literal of an internal one.
    #[inline]
    pub fn user_lit(&self, lit: Lit) -> Lit {
        debug_assert!(lit.var().index() < self.outer.len());
        Lit::new(Var::new(self.outer[lit.var().index()] as usize), lit.is_negative())
    }

    /// The user's literals of these internal ones.
    pub fn user_lits(&self, lits: impl Iterator<Item = Lit>) -> impl Iterator<Item = Lit> {
        lits.map(|lit| self.user_lit(lit))
    }

    /// Protects a user variable from elimination, until it is melted as many times.
    pub fn freeze(&mut self, var: Var) {
        if var.index() >= self.frozen.len() {
            self.frozen.resize(var.index() + 1, 0);
        }
        self.frozen[var.index()] = self.frozen[var.index()].saturating_add(1);
    }

    /// Undoes one call of [`External::freeze`].
    pub fn melt(&mut self, var: Var) {
        if let Some(count) = self.frozen.get_mut(var.index()) {
            *count = count.saturating_sub(1);
        }
    }

    /// Whether the user variable is protected.
    pub fn is_frozen(&self, var: Var) -> bool {
        self.frozen.get(var.index()).is_some_and(|&count| count > 0)
    }
}
