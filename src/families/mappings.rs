//! What it means that a block of variables is a mapping: one variable for each element and image, or the bits of the image.

use super::clauses::{Block, Clauses};
use super::error::Result;
use super::graph::pairs;
use crate::encode::cardinality::try_for_each_subset;

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

    /// Higher elements have no lower images.
    pub fn nondecreasing(&self, to: &mut Clauses<'_>) -> Result<()> {
        pairs(self.domain).try_for_each(|(a, b)| {
            pairs(self.range).try_for_each(|(low, high)| to.add([!self.block.at([a, high]), !self.block.at([b, low])]))
        })
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
