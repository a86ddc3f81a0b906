//! The user's variables and the solver's own.
//!
//! A variable gets an internal number when it is first used, so that a header that declares two thousand million
//! variables costs nothing. Proofs and models speak the user's numbers.

use crate::cnf::{Lit, Var};

const UNUSED: u32 = u32::MAX;

/// The two-way map of variables.
#[derive(Debug, Default)]
pub struct External {
    /// The internal variable of each user variable, up to the largest one used.
    inner: Vec<u32>,
    /// The user variable of each internal one.
    outer: Vec<u32>,
    /// Freeze counts of user variables.
    frozen: Vec<u32>,
    /// User variables below this may come to be used.
    declared: usize,
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

    /// The internal literal, with a new variable if need be; `None` when memory cannot be had.
    #[inline]
    pub fn import(&mut self, lit: Lit) -> Option<Lit> {
        let user = lit.var().index();
        if user >= self.inner.len() {
            self.inner.try_reserve(user + 1 - self.inner.len()).ok()?;
            self.inner.resize(user + 1, UNUSED);
        }
        if self.inner[user] == UNUSED {
            self.inner[user] = self.outer.len() as u32;
            self.outer.push(user as u32);
        }
        Some(Lit::new(Var::new(self.inner[user]), lit.is_negative()))
    }

    /// Keeps the numbers below `vars` for the user.
    pub fn declare(&mut self, vars: usize) {
        self.declared = self.declared.max(vars);
    }

    /// A new variable of the solver's own, with a number that no user variable has.
    pub fn invent(&mut self) -> Var {
        let user = self.inner.len().max(self.declared);
        self.inner.resize(user, UNUSED);
        self.inner.push(self.outer.len() as u32);
        self.outer.push(user as u32);
        Var::new(self.outer.len() as u32 - 1)
    }

    /// The internal literal of a user literal that was used before.
    #[inline]
    pub fn internal_lit(&self, lit: Lit) -> Option<Lit> {
        let inner = self.inner.get(lit.var().index()).copied().filter(|&inner| inner != UNUSED)?;
        Some(Lit::new(Var::new(inner), lit.is_negative()))
    }

    /// The user's literal of an internal one.
    #[inline]
    pub fn user_lit(&self, lit: Lit) -> Lit {
        Lit::new(Var::new(self.outer[lit.var().index()]), lit.is_negative())
    }

    /// Protects a user variable from being eliminated, until it is melted as often.
    pub fn freeze(&mut self, var: Var) {
        if var.index() >= self.frozen.len() {
            self.frozen.resize(var.index() + 1, 0);
        }
        self.frozen[var.index()] = self.frozen[var.index()].saturating_add(1);
    }

    /// Takes one protection back.
    pub fn melt(&mut self, var: Var) {
        if let Some(count) = self.frozen.get_mut(var.index()) {
            *count = count.saturating_sub(1);
        }
    }

    /// Whether the user variable is protected.
    pub fn is_frozen(&self, var: Var) -> bool {
        self.frozen.get(var.index()).is_some_and(|&count| count > 0)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.inner.capacity() + self.outer.capacity() + self.frozen.capacity()) * 4
    }
}
