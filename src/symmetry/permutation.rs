//! Permutations of literals, stored by the literals that they move, and orbits under a group.

use super::clauses::Clauses;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A permutation of the literals, by code, that maps negations to negations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permutation {
    /// The literals that are moved, ascending, and their images.
    moved: Vec<(u32, u32)>,
}

impl Permutation {
    /// The permutation that maps each first literal to the second and all others to themselves.
    pub fn new(mut images: Vec<(u32, u32)>) -> Permutation {
        images.retain(|(code, image)| code != image);
        images.sort_unstable();
        Permutation { moved: images }
    }

    /// The image of a literal.
    pub fn image(&self, code: u32) -> u32 {
        self.moved.binary_search_by_key(&code, |&(moved, _)| moved).map_or(code, |at| self.moved[at].1)
    }

    /// The literals that are moved, ascending, and their images.
    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// The composition: first this permutation, then the other.
    pub fn then(&self, other: &Permutation) -> Permutation {
        let mut images: Vec<(u32, u32)> = self.moved.iter().map(|&(code, image)| (code, other.image(image))).collect();
        images.extend(other.moved.iter().filter(|&&(code, _)| self.image(code) == code));
        Permutation::new(images)
    }

    /// Whether the permutation maps negations to negations and clauses to clauses. `identity` maps every literal to
    /// itself, before and after.
    pub fn preserves(&self, clauses: &Clauses, identity: &mut [u32], ticks: &mut u64) -> bool {
        let images = identity;
        self.moved.iter().for_each(|&(code, image)| images[code as usize] = image);
        let mut sorted = Vec::new();
        let preserved = self.moved.iter().all(|&(code, image)| {
            images[code as usize ^ 1] == image ^ 1
                && clauses.occurrences(code).iter().all(|&clause| {
                    let codes = clauses.codes(clause as usize);
                    *ticks += codes.len() as u64;
                    sorted.clear();
                    sorted.extend(codes.map(|code| images[code as usize]));
                    sorted.sort_unstable();
                    clauses.contains(&sorted)
                })
        });
        self.moved.iter().for_each(|&(code, _)| images[code as usize] = code);
        preserved
    }
}

/// The generators of a group, with an index of which of them move a literal.
#[derive(Debug)]
pub struct Group<'g> {
    generators: &'g [Permutation],
    /// Pairs of a literal and a generator that moves it, ascending.
    movers: Vec<(u32, usize)>,
}

/// The orbit of a literal, with an element of the group for each member.
#[derive(Debug)]
pub struct Orbit<'g> {
    generators: &'g [Permutation],
    /// The literals, in order of discovery; each with the generator that led to it and the place of its predecessor.
    members: Vec<(u32, Option<(usize, usize)>)>,
    /// The place of each literal in `members`.
    places: BTreeMap<u32, usize>,
}

impl<'g> Group<'g> {
    /// The group that they generate.
    pub fn new(generators: &'g [Permutation]) -> Group<'g> {
        let moved =
            |(index, generator): (usize, &'g Permutation)| generator.moved.iter().map(move |&(code, _)| (code, index));
        let mut movers: Vec<(u32, usize)> = generators.iter().enumerate().flat_map(moved).collect();
        movers.sort_unstable();
        Group { generators, movers }
    }

    /// The orbit of a literal under the first `generators` generators.
    pub fn orbit(&self, code: u32, generators: usize) -> Orbit<'g> {
        let mut members = vec![(code, None)];
        let mut places = BTreeMap::new();
        places.insert(code, 0);
        let mut at = 0;
        while let Some(&(member, _)) = members.get(at) {
            let first = self.movers.partition_point(|&(moved, _)| moved < member);
            let movers =
                self.movers[first..].iter().take_while(|&&(moved, index)| moved == member && index < generators);
            for &(_, index) in movers {
                let image = self.generators[index].image(member);
                if let Entry::Vacant(entry) = places.entry(image) {
                    entry.insert(members.len());
                    members.push((image, Some((index, at))));
                }
            }
            at += 1;
        }
        Orbit { generators: self.generators, members, places }
    }
}

impl Orbit<'_> {
    /// The literals; the one whose orbit it is comes first.
    pub fn codes(&self) -> impl ExactSizeIterator<Item = u32> {
        self.members.iter().map(|&(code, _)| code)
    }

    /// Whether the literal is in the orbit.
    pub fn contains(&self, code: u32) -> bool {
        self.places.contains_key(&code)
    }

    /// An element of the group that maps the first literal to this one.
    ///
    /// # Panics
    /// When the literal is not in the orbit.
    pub fn element(&self, code: u32) -> Permutation {
        let mut word = Vec::new();
        let mut at = self.places[&code];
        while let (_, Some((generator, from))) = self.members[at] {
            word.push(generator);
            at = from;
        }
        word.iter().rev().fold(Permutation::default(), |product, &index| product.then(&self.generators[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swap(a: u32, b: u32) -> Permutation {
        Permutation::new(vec![(a, b), (b, a), (a ^ 1, b ^ 1), (b ^ 1, a ^ 1)])
    }

    #[test]
    fn permutations_compose_from_left_to_right() {
        let product = swap(0, 2).then(&swap(2, 4));
        assert_eq!([0, 2, 4, 5, 6].map(|code| product.image(code)), [4, 0, 2, 3, 6]);
        assert_eq!(swap(0, 2).then(&swap(2, 0)), Permutation::default());
    }

    #[test]
    fn elements_map_the_first_literal_to_each_member() {
        let generators = [swap(0, 2), swap(2, 4), swap(4, 7), swap(8, 10)];
        let group = Group::new(&generators);
        let orbit = group.orbit(0, 4);
        assert_eq!(orbit.codes().collect::<Vec<_>>(), [0, 2, 4, 7]);
        assert!(orbit.codes().all(|code| orbit.element(code).image(0) == code));
        assert!(group.orbit(0, 1).codes().eq([0, 2]) && group.orbit(4, 1).codes().eq([4]));
        assert!(orbit.contains(7) && !orbit.contains(6));
    }
}
