//! Which shapes meet in which points, and in how many.
//!
//! What it does: lists the pairs that meet in a point, for points in which few shapes meet. If thousands of shapes meet
//! in a point, nearly all pairs of them meet only there, and are too many to list; they are only counted. Pairs that
//! meet in two crowded points are found by going through the pairs of such points, which are few; each such pair is a
//! border, which the graph has anyway.

use super::borders::{Corner, EXAMPLES};
use std::collections::HashMap;

/// Where two shapes touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touch {
    /// Corners that both have.
    pub corners: usize,
    /// Corners that both have, and corners of one that lie on a line of the other.
    pub points: usize,
}

/// Two shapes, the lower number first, and how they touch.
pub(super) type Pair = ((usize, usize), Touch);

/// The pairs of shapes that touch.
#[derive(Debug)]
pub(super) struct Meetings {
    /// Ascending: all pairs that touch in two points or more, and those that touch in one point that is not crowded.
    pub pairs: Vec<Pair>,
    /// The first of the other pairs, ascending.
    pub single: Vec<(usize, usize)>,
    /// How many other pairs there are, including these.
    pub more_single: usize,
}

/// How two shapes touch in a point that each of them either has as a corner or has on a line: not at all if both have
/// it on a line.
fn touch(corner_of_a: bool, corner_of_b: bool) -> Touch {
    Touch { corners: (corner_of_a && corner_of_b).into(), points: (corner_of_a || corner_of_b).into() }
}

/// The pairs of `count` shapes that touch in these corners. Where more than `crowd` shapes meet, the point is crowded.
pub(super) fn meetings(count: usize, corners: &[Corner], crowd: usize) -> Meetings {
    let mut touches: HashMap<(usize, usize), Touch> = HashMap::new();
    // By shape, the crowded points where it is, ascending, and whether it has a corner there.
    let mut crowded: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
    let mut meetings_in_crowds = 0;
    for (place, corner) in corners.iter().enumerate() {
        let (owners, lines) = (&corner.owners, &corner.lines);
        if owners.len() + lines.len() > crowd {
            meetings_in_crowds += owners.len() * (owners.len() - 1) / 2 + owners.len() * lines.len();
            owners.iter().for_each(|&shape| crowded[shape].push((place, true)));
            lines.iter().for_each(|&shape| crowded[shape].push((place, false)));
            continue;
        }
        let mut add = |a: usize, b: usize, touch: Touch| {
            let known = touches.entry((a.min(b), a.max(b))).or_default();
            known.corners += touch.corners;
            known.points += touch.points;
        };
        for (index, &b) in owners.iter().enumerate() {
            owners[..index].iter().for_each(|&a| add(a, b, touch(true, true)));
            lines.iter().for_each(|&a| add(a, b, touch(false, true)));
        }
    }
    // By two crowded points, the shapes that are at both, ascending.
    let mut at_both: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for (shape, points) in crowded.iter().enumerate() {
        for (index, &(second, _)) in points.iter().enumerate() {
            points[..index].iter().for_each(|&(first, _)| at_both.entry((first, second)).or_default().push(shape));
        }
    }
    for shapes in at_both.values() {
        for (index, &b) in shapes.iter().enumerate() {
            shapes[..index].iter().for_each(|&a| {
                touches.entry((a, b)).or_default();
            });
        }
    }
    // Adds what the listed pairs have in crowded points.
    for (&(a, b), known) in &mut touches {
        let (few, more) =
            if crowded[a].len() < crowded[b].len() { (&crowded[a], &crowded[b]) } else { (&crowded[b], &crowded[a]) };
        for &(place, one) in few {
            let Ok(found) = more.binary_search_by_key(&place, |&(place, _)| place) else { continue };
            let touch = touch(one, more[found].1);
            known.corners += touch.corners;
            known.points += touch.points;
            meetings_in_crowds -= touch.points;
        }
    }
    let single = examples(corners, &crowded, meetings_in_crowds, |pair| touches.contains_key(&pair));
    let mut pairs: Vec<Pair> = touches.into_iter().filter(|(_, touch)| touch.points > 0).collect();
    pairs.sort_unstable_by_key(|&(pair, _)| pair);
    Meetings { pairs, single, more_single: meetings_in_crowds }
}

/// The first pairs, ascending, that meet in a crowded point and are not listed.
fn examples(
    corners: &[Corner],
    crowded: &[Vec<(usize, bool)>],
    all: usize,
    listed: impl Fn((usize, usize)) -> bool,
) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (a, points) in crowded.iter().enumerate() {
        if found.len() >= all.min(EXAMPLES) {
            break;
        }
        let mut own = Vec::new();
        for &(place, is_corner) in points {
            let Corner { owners, lines, .. } = &corners[place];
            let lines = if is_corner { lines.as_slice() } else { &[] };
            for others in [owners.as_slice(), lines] {
                let above = others[others.partition_point(|&b| b <= a)..].iter().map(|&b| (a, b));
                own.extend(above.filter(|&pair| !listed(pair)).take(EXAMPLES));
            }
        }
        own.sort_unstable();
        found.extend(own);
    }
    found.truncate(EXAMPLES);
    found
}
