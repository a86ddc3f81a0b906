//! Where a family's clauses go: counted, written, or gathered in a formula.
//!
//! A family is a function that names variables and adds clauses, and keeps none of them. DIMACS wants the number of
//! clauses first, so a formula is made two or three times over: counted, named, written. Memory stays that of the
//! family's own tables, and a formula beyond the limit ends while it is counted.

use super::error::{FamilyError, Result};
use crate::cnf::{Formula, Lit, Var};
use crate::encode::cardinality::{binomial_clauses, try_for_each_subset};
use std::fmt;
use std::io::Write;

/// What this pass over a family's variables and clauses does with them.
pub(super) enum Pass<'a> {
    Count,
    Names(&'a mut dyn Write),
    Write(&'a mut dyn Write),
    Gather(&'a mut Formula),
}

/// Takes the variables and clauses of a family; every method fails when the formula grows beyond the limit.
pub struct Clauses<'a> {
    pass: Pass<'a>,
    vars: u64,
    clauses: u64,
    lits: u64,
    limit: u64,
    line: Vec<u8>,
}

/// Variables with `N` indices, the last one running fastest.
#[derive(Clone, Copy, Debug)]
pub struct Block<const N: usize> {
    first: usize,
    dims: [usize; N],
}

impl<const N: usize> Block<N> {
    /// The variable with these indices, each from 0, as a positive literal.
    pub fn at(&self, index: [usize; N]) -> Lit {
        debug_assert!(index.iter().zip(&self.dims).all(|(index, dim)| index < dim));
        let offset = index.iter().zip(&self.dims).fold(0, |offset, (index, dim)| offset * dim + index);
        Var::new(self.first + offset).pos()
    }
}

impl Block<2> {
    /// The clause that is false exactly where the bits of `row`, the highest first, are the binary number `value`.
    pub fn differs(&self, row: usize, value: usize) -> impl Iterator<Item = Lit> + Clone + use<> {
        let (block, bits) = (*self, self.dims[1]);
        (0..bits).map(move |bit| {
            let lit = block.at([row, bit]);
            if value >> (bits - 1 - bit) & 1 == 1 { !lit } else { lit }
        })
    }
}

impl fmt::Debug for Clauses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clauses").field("vars", &self.vars).field("clauses", &self.clauses).finish_non_exhaustive()
    }
}

/// The number of bits that tell `count` values apart.
pub(super) fn bits_for(count: usize) -> usize {
    count.max(1).next_power_of_two().trailing_zeros() as usize
}

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

impl<'a> Clauses<'a> {
    pub(super) fn new(pass: Pass<'a>, limit: u64) -> Clauses<'a> {
        Clauses { pass, vars: 0, clauses: 0, lits: 0, limit, line: Vec::new() }
    }

    /// The numbers of variables and of clauses so far.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.vars, self.clauses)
    }

    /// Writes what is still gathered.
    pub(super) fn finish(mut self) -> Result<()> {
        self.flush()
    }

    fn flush(&mut self) -> Result<()> {
        if let Pass::Names(out) | Pass::Write(out) = &mut self.pass {
            out.write_all(&self.line)?;
        }
        self.line.clear();
        Ok(())
    }

    fn too_large<T>(&self) -> Result<T> {
        Err(FamilyError::TooLarge { limit: self.limit })
    }

    /// Fails unless so many clauses of so many literals can still be added.
    pub(super) fn room(&self, clauses: u64, width: usize) -> Result<()> {
        match clauses.checked_mul(width.max(1) as u64).and_then(|lits| lits.checked_add(self.lits)) {
            Some(lits) if lits <= self.limit => Ok(()),
            _ => self.too_large(),
        }
    }

    /// Declares `count` variables without names, and returns the first.
    pub fn nameless(&mut self, count: u64) -> Result<usize> {
        let first = self.vars;
        match first.checked_add(count) {
            Some(vars) if vars <= self.limit.min(Var::MAX_COUNT as u64) => self.vars = vars,
            _ => return self.too_large(),
        }
        if let Pass::Gather(formula) = &mut self.pass {
            formula.declare_vars(self.vars as usize);
        }
        Ok(first as usize)
    }

    /// Declares a variable with this name: one word that does not begin with `-`.
    pub fn var(&mut self, name: impl fmt::Display) -> Result<Lit> {
        let index = self.nameless(1)?;
        if let Pass::Names(_) = self.pass {
            writeln!(self.line, "c varname {} {name}", index + 1)?;
            if self.line.len() >= GATHERED {
                self.flush()?;
            }
        }
        Ok(Var::new(index).pos())
    }

    /// Declares variables with these ranges of indices, named `label_1_1` and so on.
    pub fn block<const N: usize>(&mut self, label: &str, dims: [usize; N]) -> Result<Block<N>> {
        let first = self.vars;
        let count = dims.iter().try_fold(1u64, |count, &dim| count.checked_mul(dim as u64));
        let Some(count) = count else { return self.too_large() };
        self.nameless(count)?;
        if let Pass::Names(_) = self.pass {
            for offset in 0..count {
                write!(self.line, "c varname {} {label}", first + offset + 1)?;
                let (mut rest, mut index) = (offset, [0; N]);
                for place in (0..N).rev() {
                    index[place] = rest % dims[place] as u64 + 1;
                    rest /= dims[place] as u64;
                }
                for index in index {
                    write!(self.line, "_{index}")?;
                }
                self.line.push(b'\n');
                if self.line.len() >= GATHERED {
                    self.flush()?;
                }
            }
        }
        Ok(Block { first: first as usize, dims })
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) -> Result<()> {
        clause.into_iter().try_for_each(|lit| self.push(lit))?;
        self.close()
    }

    /// Adds a literal to the clause at hand.
    fn push(&mut self, lit: Lit) -> Result<()> {
        self.lits += 1;
        if self.lits > self.limit {
            return self.too_large();
        }
        match &mut self.pass {
            Pass::Count | Pass::Names(_) => {}
            Pass::Write(_) => {
                self.line.extend_from_slice(itoa::Buffer::new().format(lit.to_dimacs()).as_bytes());
                self.line.push(b' ');
                if self.line.len() >= GATHERED {
                    self.flush()?;
                }
            }
            Pass::Gather(formula) => formula.try_push(lit).or(Err(FamilyError::TooLarge { limit: self.limit }))?,
        }
        Ok(())
    }

    /// Ends the clause at hand.
    fn close(&mut self) -> Result<()> {
        self.clauses += 1;
        if self.clauses > self.limit {
            return self.too_large();
        }
        match &mut self.pass {
            Pass::Count | Pass::Names(_) => {}
            Pass::Write(_) => self.line.extend_from_slice(b"0\n"),
            Pass::Gather(formula) => formula.try_close().or(Err(FamilyError::TooLarge { limit: self.limit }))?,
        }
        Ok(())
    }

    /// Adds all clauses of a formula, whose variables come after those declared so far.
    pub fn add_formula(&mut self, formula: &Formula) -> Result<()> {
        formula.clauses().try_for_each(|clause| self.add(clause.iter().copied()))
    }

    /// Adds "at most `k` of the literals", the `n` that `lit` gives: every subset of `k + 1`.
    pub fn at_most(&mut self, k: usize, n: usize, lit: impl Fn(usize) -> Lit) -> Result<()> {
        if k >= n {
            return Ok(());
        }
        self.room(binomial_clauses(n, k + 1), k + 1)?;
        try_for_each_subset(n, k + 1, |subset| self.add(subset.iter().map(|&place| !lit(place))))
    }

    /// Adds "at least `k` of the literals": every subset of `n - k + 1`; the empty clause when there are fewer than
    /// `k`.
    pub fn at_least(&mut self, k: usize, n: usize, lit: impl Fn(usize) -> Lit) -> Result<()> {
        if k == 0 {
            return Ok(());
        }
        if k > n {
            return self.add([]);
        }
        self.room(binomial_clauses(n, k - 1), n - k + 1)?;
        try_for_each_subset(n, n - k + 1, |subset| self.add(subset.iter().map(|&place| lit(place))))
    }

    /// Adds "exactly `k` of the literals", without auxiliary variables.
    pub fn exactly(&mut self, k: usize, n: usize, lit: impl Fn(usize) -> Lit) -> Result<()> {
        self.at_most(k, n, &lit)?;
        self.at_least(k, n, lit)
    }

    /// Adds "an odd number of the literals", or an even one: `2^(n-1)` clauses.
    pub fn parity(&mut self, lits: &[Lit], odd: bool) -> Result<()> {
        if lits.is_empty() {
            return if odd { self.add([]) } else { Ok(()) };
        }
        let Some(count) = 1u64.checked_shl(lits.len() as u32 - 1) else { return self.too_large() };
        self.room(count, lits.len())?;
        for negated in 0..1u64 << lits.len() {
            // A clause forbids one assignment, that of its negated literals: one of the wrong parity.
            if (negated.count_ones() % 2 == 0) == odd {
                let sign = |(place, &lit): (usize, &Lit)| if negated >> place & 1 == 1 { !lit } else { lit };
                self.add(lits.iter().enumerate().map(sign))?;
            }
        }
        Ok(())
    }
}
