//! Substitutions: where the witness of a lemma sends literals.

use super::push;
use crate::cnf::Lit;
use crate::limits::{Stop, may_fail};

/// The literal that is always true; its negation is always false. Its code is one that no variable of DIMACS has.
pub(super) const TRUE: Lit = Lit::from_code(u32::MAX - 1);

/// The witnesses of the lemmas that have one.
#[derive(Debug, Default)]
pub(super) struct Witnesses {
    /// The lemmas in the order of the proof, each with the end of its images.
    lemmas: Vec<(u32, usize)>,
    images: Vec<(Lit, Lit)>,
}

impl Witnesses {
    /// Keeps the witness of a lemma that comes after all others.
    pub(super) fn add(&mut self, lemma: u32, images: &[(Lit, Lit)]) -> Result<(), Stop> {
        may_fail(|| self.images.try_reserve(images.len())).map_err(|_| Stop::Memory)?;
        self.images.extend_from_slice(images);
        push(&mut self.lemmas, (lemma, self.images.len()))
    }

    /// The literals that the lemma's witness maps, each with its image.
    pub(super) fn of(&self, lemma: u32) -> Option<&[(Lit, Lit)]> {
        let place = self.lemmas.binary_search_by_key(&lemma, |&(lemma, _)| lemma).ok()?;
        let start = place.checked_sub(1).map_or(0, |before| self.lemmas[before].1);
        Some(&self.images[start..self.lemmas[place].1])
    }
}

/// A substitution as a table.
#[derive(Debug, Default)]
pub(super) struct Substitution {
    /// The image of each literal, by its code.
    images: Vec<Lit>,
    /// The literals that are not their own images.
    moved: Vec<Lit>,
}

impl Substitution {
    /// Makes every literal its own image, and room for this many.
    pub(super) fn reset(&mut self, lits: usize) -> Result<(), Stop> {
        for lit in self.moved.drain(..) {
            self.images[lit.index()] = lit;
        }
        let len = self.images.len();
        may_fail(|| self.images.try_reserve(lits.saturating_sub(len))).map_err(|_| Stop::Memory)?;
        self.images.extend((len..lits).map(|code| Lit::from_code(code as u32)));
        Ok(())
    }

    /// Maps the literal, but not its negation.
    pub(super) fn map_one(&mut self, lit: Lit, image: Lit) -> Result<(), Stop> {
        self.images[lit.index()] = image;
        if lit == image { Ok(()) } else { push(&mut self.moved, lit) }
    }

    /// Maps the literal, and its negation to the negation.
    pub(super) fn map(&mut self, lit: Lit, image: Lit) -> Result<(), Stop> {
        self.map_one(lit, image)?;
        self.map_one(!lit, !image)
    }

    #[inline]
    pub(super) fn image(&self, lit: Lit) -> Lit {
        self.images[lit.index()]
    }

    /// Whether the image of a clause with this literal may differ from the clause without being made true by the
    /// literal's image.
    pub(super) fn changes(&self, lit: Lit) -> bool {
        self.image(lit) != lit && self.image(lit) != TRUE
    }

    /// The literals that [`Substitution::changes`] holds for.
    pub(super) fn changed(&self) -> impl Iterator<Item = Lit> {
        self.moved.iter().copied().filter(|&lit| self.changes(lit))
    }
}
