//! Permutations of literals that move few of them, and where they take a literal together.

use super::clauses::Clauses;

/// A permutation of the literals, by code, that maps negations to negations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The literals that are moved, ascending, and where to.
    moved: Vec<(u32, u32)>,
}

impl Permutation {
    /// The permutation that maps each first literal to the second and all others to themselves.
    pub fn new(mut images: Vec<(u32, u32)>) -> Permutation {
        images.retain(|(code, image)| code != image);
        images.sort_unstable();
        Permutation { moved: images }
    }

    /// Where a literal goes.
    pub fn image(&self, code: u32) -> u32 {
        self.moved.binary_search_by_key(&code, |&(moved, _)| moved).map_or(code, |at| self.moved[at].1)
    }

    /// The literals that are moved, ascending, and where to.
    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// First this, then the other.
    pub fn then(&self, other: &Permutation) -> Permutation {
        let mut images: Vec<(u32, u32)> = self.moved.iter().map(|&(code, image)| (code, other.image(image))).collect();
        images.extend(other.moved.iter().filter(|&&(code, _)| self.image(code) == code));
        Permutation::new(images)
    }

    /// Whether the negation of each moved literal goes to the negation of its image, and each clause to a clause.
    pub fn preserves(&self, clauses: &Clauses, ticks: &mut u64) -> bool {
        if !self.moved.iter().all(|&(code, image)| self.image(code ^ 1) == image ^ 1) {
            return false;
        }
        let mut sorted = Vec::new();
        self.moved.iter().all(|&(code, _)| {
            clauses.holders(code).iter().all(|&clause| {
                let codes = clauses.codes(clause as usize);
                *ticks += codes.len() as u64;
                sorted.clear();
                sorted.extend(codes.iter().map(|&code| self.image(code)));
                sorted.sort_unstable();
                clauses.contains(&sorted)
            })
        })
    }
}

/// Where a group takes one literal, and by which of its elements.
#[derive(Debug)]
pub struct Orbit {
    /// The literals, the first one first; each with the generator that led to it and the place of the literal it came from.
    members: Vec<(u32, Option<(usize, usize)>)>,
    /// Their places by code, ascending.
    places: Vec<(u32, usize)>,
}

impl Orbit {
    /// The orbit of a literal under the generators.
    pub fn of(code: u32, generators: &[Permutation]) -> Orbit {
        let mut members = vec![(code, None)];
        let mut places = std::collections::BTreeMap::from([(code, 0)]);
        let mut at = 0;
        while let Some(&(member, _)) = members.get(at) {
            for (index, generator) in generators.iter().enumerate() {
                let image = generator.image(member);
                if let std::collections::btree_map::Entry::Vacant(entry) = places.entry(image) {
                    entry.insert(members.len());
                    members.push((image, Some((index, at))));
                }
            }
            at += 1;
        }
        Orbit { members, places: places.into_iter().collect() }
    }

    /// The literals, the one that it is the orbit of first.
    pub fn codes(&self) -> impl ExactSizeIterator<Item = u32> {
        self.members.iter().map(|&(code, _)| code)
    }

    fn place(&self, code: u32) -> Option<usize> {
        self.places.binary_search_by_key(&code, |&(member, _)| member).ok().map(|at| self.places[at].1)
    }

    /// Whether the literal is in the orbit.
    pub fn contains(&self, code: u32) -> bool {
        self.place(code).is_some()
    }

    /// An element of the group that takes the first literal to this one.
    ///
    /// # Panics
    /// When the literal is not in the orbit.
    pub fn element(&self, code: u32, generators: &[Permutation]) -> Permutation {
        let mut word = Vec::new();
        let mut at = self.place(code).expect("a literal of the orbit");
        while let (_, Some((generator, from))) = self.members[at] {
            word.push(generator);
            at = from;
        }
        word.iter().rev().fold(Permutation::default(), |product, &index| product.then(&generators[index]))
    }
}
