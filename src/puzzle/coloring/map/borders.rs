//! Which shapes are neighbours.
//!
//! What it does: counts the points in which the outlines of two shapes touch: corners that both have, and corners of
//! one that lie on a line of the other, as where three shapes meet in a T. Two such points are a border; a single one
//! is a corner (AZ and CO), which counts on demand. Where a file draws a border twice with different points, the two
//! outlines run along each other, which makes neighbours too, and is said. Where they part further than that, a file of
//! borders must name the neighbours.

use super::features::Feature;
use super::lines;
use super::meetings::{Meetings, Touch, meetings};
use crate::puzzle::Remark;
use crate::puzzle::coloring::Graph;
use std::collections::HashMap;

/// How many pairs a remark names.
pub(super) const EXAMPLES: usize = 3;

/// A corner, and the shapes that touch there.
#[derive(Debug)]
pub(super) struct Corner {
    pub x: f64,
    pub y: f64,
    /// The shapes that have it, ascending.
    pub owners: Vec<usize>,
    /// The others on whose lines it lies, ascending.
    pub lines: Vec<usize>,
}

/// The graph of the shapes, with those joined that share a border, or with `corners` touch at all.
pub(super) fn graph(features: &[Feature], corners: bool) -> (Graph, Vec<Remark>) {
    let mut at = self::corners(features);
    let complete = lines::note(features, &mut at);
    // If one common point is enough, every pair is listed anyway, so no point counts as crowded.
    let crowd = (!corners).then(|| crowd(&at));
    let Meetings { pairs, single, more_single } = meetings(features.len(), &at, crowd.unwrap_or(usize::MAX));
    let along = lines::along(features, &at);
    let joined = |pair: &(usize, usize)| along.binary_search(pair).is_ok();
    let touching = |touch: &Touch| touch.points >= if corners { 1 } else { 2 };
    let chosen = |wanted: &dyn Fn(&(usize, usize), &Touch) -> bool| -> Vec<(usize, usize)> {
        pairs.iter().filter(|(pair, touch)| wanted(pair, touch)).map(|&(pair, _)| pair).collect()
    };
    let listed = |pairs: &[(usize, usize)], all: usize| -> Option<String> {
        let name = |vertex: usize| features[vertex].name.as_str();
        let shown = pairs.iter().take(EXAMPLES).map(|&(a, b)| format!("{} and {}", name(a), name(b)));
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = all.saturating_sub(EXAMPLES);
        let noun = if more == 1 { "pair" } else { "pairs" };
        (all > 0).then(|| if more == 0 { shown } else { format!("{shown} and {more} more {noun}") })
    };
    let mut remarks = Vec::new();
    let mut say =
        |message: String| remarks.push(Remark { line: features.first().map_or(1, |first| first.line), message });
    let by_line = chosen(&|_, touch| touching(touch) && touch.corners < 2 && touch.points > touch.corners);
    if let Some(pairs) = listed(&by_line, by_line.len()) {
        say(format!(
            "shapes with fewer than two common corners whose outlines touch are taken for neighbours: {pairs}"
        ));
    }
    let by_touch = chosen(&|_, touch| touching(touch));
    let only_along: Vec<(usize, usize)> =
        along.iter().filter(|pair| by_touch.binary_search(pair).is_err()).copied().collect();
    if let Some(pairs) = listed(&only_along, only_along.len()) {
        say(format!("shapes whose outlines run closely along each other are taken for neighbours: {pairs}"));
    }
    let mut apart = chosen(&|pair, touch| !touching(touch) && !joined(pair));
    let count = apart.len() + more_single;
    apart.extend(single.into_iter().filter(|pair| !joined(pair)));
    apart.sort_unstable();
    if let Some(pairs) = listed(&apart, count) {
        say(format!("shapes that meet in one point are not taken for neighbours (--four-corners): {pairs}"));
    }
    if !complete {
        say("the outlines are too long to be held against each other: neighbours have two common corners".into());
    }
    let names = features.iter().map(|feature| feature.name.clone()).collect();
    (Graph::from_edges(names, by_touch.into_iter().chain(only_along)), remarks)
}

/// How many shapes must meet in a point for it to count as crowded: enough for such points to be few, but so few that
/// all pairs at the other points can be listed quickly.
fn crowd(corners: &[Corner]) -> usize {
    let all: usize = corners.iter().map(|corner| corner.owners.len() + corner.lines.len()).sum();
    all.isqrt().max(64)
}

/// All corners, in the order in which the shapes name them.
fn corners(features: &[Feature]) -> Vec<Corner> {
    let mut at: HashMap<(u64, u64), usize> = HashMap::new();
    let mut corners: Vec<Corner> = Vec::new();
    for (index, feature) in features.iter().enumerate() {
        for &(x, y) in feature.rings.iter().flatten() {
            let place = *at.entry((x.to_bits(), y.to_bits())).or_insert(corners.len());
            if place == corners.len() {
                corners.push(Corner { x, y, owners: Vec::new(), lines: Vec::new() });
            }
            let owners = &mut corners[place].owners;
            if owners.last() != Some(&index) {
                owners.push(index);
            }
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::super::lines::distance;
    use super::*;
    use crate::util::rng::Rng;

    fn shape(index: usize, ring: Vec<(f64, f64)>) -> Feature {
        Feature { code: String::new(), name: format!("t{index}"), rings: vec![ring], line: 1 }
    }

    /// How two shapes touch, by the rule at the head of this file, from the outlines alone.
    fn touch(a: &Feature, b: &Feature) -> Touch {
        let (one, two) = (&a.rings[0], &b.rings[0]);
        let distinct = |ring: &Vec<(f64, f64)>| {
            let mut points = ring.clone();
            points.sort_unstable_by(|p, q| p.partial_cmp(q).expect("numbers"));
            points.dedup();
            points
        };
        let on = |point: (f64, f64), ring: &Vec<(f64, f64)>| {
            ring.iter().zip(ring.iter().cycle().skip(1)).any(|(&from, &to)| {
                let within = |p: f64, a: f64, b: f64| a.min(b) <= p && p <= a.max(b);
                within(point.0, from.0, to.0) && within(point.1, from.1, to.1) && distance(point, from, to) < 1e-9
            })
        };
        let corners = distinct(one).into_iter().filter(|point| two.contains(point)).count();
        let of = |ring, other: &Vec<(f64, f64)>| {
            distinct(ring).into_iter().filter(|&point| !other.contains(&point) && on(point, other)).count()
        };
        Touch { corners, points: corners + of(one, two) + of(two, one) }
    }

    #[test]
    fn pairs_that_touch_are_those_of_the_outlines_whatever_is_crowded() {
        let mut rng = Rng::new(7);
        for round in 0..300 {
            let size = 3 + round % 4;
            let point = |rng: &mut Rng| (rng.below(size) as f64, rng.below(size) as f64);
            let features: Vec<Feature> = (0..6 + rng.below(9) as usize)
                .map(|index| shape(index, (0..3 + rng.below(3)).map(|_| point(&mut rng)).collect()))
                .collect();
            let mut at = corners(&features);
            assert!(lines::note(&features, &mut at));
            let mut wanted = Vec::new();
            for b in 0..features.len() {
                wanted.extend((0..b).map(|a| ((a, b), touch(&features[a], &features[b]))));
            }
            wanted.retain(|(_, touch)| touch.points > 0);
            wanted.sort_unstable_by_key(|&(pair, _)| pair);
            for crowd in [usize::MAX, 6, 3, 2, 1] {
                let found = meetings(features.len(), &at, crowd);
                let single: Vec<(usize, usize)> =
                    wanted.iter().filter(|row| !found.pairs.contains(row)).map(|row| row.0).collect();
                assert!(found.pairs.iter().all(|row| wanted.contains(row)), "{round} {crowd}: {found:?} {wanted:?}");
                assert!(wanted.iter().all(|row| row.1.points == 1 || !single.contains(&row.0)), "{round} {crowd}");
                assert_eq!(found.more_single, single.len(), "{round} {crowd}");
                assert_eq!(found.single, single[..single.len().min(EXAMPLES)], "{round} {crowd}");
            }
        }
    }

    /// A number of triangles around one point.
    fn fan(count: usize) -> Vec<Feature> {
        let rim = |index: usize| {
            let angle = 2.0 * std::f64::consts::PI * index as f64 / count as f64;
            (libm::cos(angle), libm::sin(angle))
        };
        (0..count).map(|index| shape(index, vec![(0.0, 0.0), rim(index), rim((index + 1) % count)])).collect()
    }

    #[test]
    fn a_fan_is_a_circle() {
        let count = 20_000;
        let (graph, remarks) = graph(&fan(count), false);
        assert_eq!((graph.len(), graph.edges().count()), (count, count));
        assert!(graph.edges().all(|(a, b)| b - a == 1 || (a, b) == (0, count - 1)));
        let said: Vec<String> = remarks.iter().map(|remark| remark.message.clone()).collect();
        let apart = count * (count - 3) / 2 - EXAMPLES;
        assert_eq!(
            said,
            [format!(
                "shapes that meet in one point are not taken for neighbours (--four-corners): t0 and t2, t0 and t3, \
                 t0 and t4 and {apart} more pairs"
            )]
        );
    }
}
