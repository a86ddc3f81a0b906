//! Mappings, with a variable for each pair of an element and an image or for each bit of the image; and variables for
//! unordered pairs.

use super::clauses::{Block, Clauses};
use super::error::Result;
use super::graph::pairs;
use crate::cnf::{Lit, Var};
use crate::encode::cardinality::{binomial_clauses, try_for_each_subset};

/// Variables `label_x_y`: the image of `x`, among `domain`, is `y`, among `range`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    pub block: Block<2>,
    pub domain: usize,
    pub range: usize,
}

impl Mapping {
    pub fn new(to: &mut Clauses<'_>, label: &str, domain: usize, range: usize) -> Result<Mapping> {
        Ok(Mapping { block: to.block(label, [domain, range])?, domain, range })
    }

    /// Every element has an image.
    pub fn complete(&self, to: &mut Clauses<'_>) -> Result<()> {
        (0..self.domain).try_for_each(|x| to.add((0..self.range).map(|y| self.block.at([x, y]))))
    }

    /// Every image is taken.
    pub fn surjective(&self, to: &mut Clauses<'_>) -> Result<()> {
        (0..self.range).try_for_each(|y| to.add((0..self.domain).map(|x| self.block.at([x, y]))))
    }

    /// No element has two images.
    pub fn functional(&self, to: &mut Clauses<'_>) -> Result<()> {
        (0..self.domain).try_for_each(|x| to.at_most(1, self.range, |y| self.block.at([x, y])))
    }

    /// No image is taken by more than `capacity` elements.
    pub fn injective(&self, to: &mut Clauses<'_>, capacity: usize) -> Result<()> {
        (0..self.range).try_for_each(|y| to.at_most(capacity, self.domain, |x| self.block.at([x, y])))
    }

    /// Every element has exactly one image, and every image is that of exactly one element.
    pub fn bijective(&self, to: &mut Clauses<'_>) -> Result<()> {
        self.complete(to)?;
        self.surjective(to)?;
        self.functional(to)?;
        self.injective(to, 1)
    }

    /// Higher elements have no lower images.
    pub fn nondecreasing(&self, to: &mut Clauses<'_>) -> Result<()> {
        pairs(self.domain).try_for_each(|(a, b)| {
            pairs(self.range).try_for_each(|(low, high)| to.add([!self.block.at([a, high]), !self.block.at([b, low])]))
        })
    }
}

/// Variables `label_x_y` for each pair, the lower element first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs {
    first: usize,
    n: usize,
}

impl Pairs {
    pub fn new(to: &mut Clauses<'_>, label: &str, n: usize) -> Result<Pairs> {
        to.room(binomial_clauses(n, 2), 1)?;
        let first = to.nameless(0)?;
        pairs(n).try_for_each(|(x, y)| to.var(format_args!("{label}_{}_{}", x + 1, y + 1)).map(drop))?;
        Ok(Pairs { first, n })
    }

    /// The variable of a lower and a higher element.
    pub fn at(&self, x: usize, y: usize) -> Lit {
        debug_assert!(x < y && y < self.n);
        Var::new(self.first + x * (2 * self.n - x - 1) / 2 + y - x - 1).pos()
    }
}

/// Variables `label_x_b`: bit `b` of the image of `x`, the highest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinaryMapping {
    pub block: Block<2>,
    domain: usize,
    range: usize,
    bits: usize,
}

impl BinaryMapping {
    pub fn new(to: &mut Clauses<'_>, label: &str, domain: usize, range: usize) -> Result<BinaryMapping> {
        let bits = super::clauses::bits_for(range);
        Ok(BinaryMapping { block: to.block(label, [domain, bits])?, domain, range, bits })
    }

    /// Every image is below the range.
    pub fn complete(&self, to: &mut Clauses<'_>) -> Result<()> {
        (0..self.domain)
            .try_for_each(|x| (self.range..1 << self.bits).try_for_each(|y| to.add(self.block.differs(x, y))))
    }

    /// No two elements have the same image.
    pub fn injective(&self, to: &mut Clauses<'_>) -> Result<()> {
        (0..self.range).try_for_each(|y| {
            try_for_each_subset(self.domain, 2, |x| {
                to.add(self.block.differs(x[0], y).chain(self.block.differs(x[1], y)))
            })
        })
    }

    /// Higher elements have no lower images.
    pub fn nondecreasing(&self, to: &mut Clauses<'_>) -> Result<()> {
        pairs(self.domain)
            .try_for_each(|(a, b)| pairs(self.range).try_for_each(|(low, high)| self.not_both(to, (a, high), (b, low))))
    }

    /// Two elements do not have these images together.
    pub fn not_both(&self, to: &mut Clauses<'_>, a: (usize, usize), b: (usize, usize)) -> Result<()> {
        to.add(self.block.differs(a.0, a.1).chain(self.block.differs(b.0, b.1)))
    }
}
