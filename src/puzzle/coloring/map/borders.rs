//! Which shapes are neighbours.
//!
//! What it does: counts the points in which the outlines of two shapes touch: corners that both have, and corners of one
//! that lie on a line of the other, as where three shapes meet in a T. Two such points are a border; a single one is a
//! corner (AZ and CO), which counts on demand. Right for files in which a border is the same line in both shapes. Where a
//! file draws a border twice with different points, its neighbours are not found, and a file of borders must name them.

use super::features::Feature;
use crate::puzzle::Remark;
use crate::puzzle::coloring::Graph;
use std::collections::HashMap;

/// How far a corner may lie from a line that it is on, as a share of the width of the map: what rounding does.
const NEAR: f64 = 1e-10;

/// How many corners are held against lines before it is given up.
const MOST: u64 = 200_000_000;

/// How many pairs a remark names.
const EXAMPLES: usize = 3;

/// Where two shapes touch.
#[derive(Clone, Copy, Default)]
struct Touch {
    /// Corners that both have.
    corners: usize,
    /// Those, and the corners of one on a line of the other.
    points: usize,
}

/// A corner, and the shapes that have it, ascending.
struct Corner {
    x: f64,
    y: f64,
    owners: Vec<usize>,
}

/// The graph of the shapes, with those joined that share a border, or with `corners` touch at all.
pub(super) fn graph(features: &[Feature], corners: bool) -> (Graph, Vec<Remark>) {
    let (touches, complete) = touches(features);
    let name = |vertex: usize| features[vertex].name.as_str();
    let is_border = |touch: &Touch| touch.points >= if corners { 1 } else { 2 };
    let listed = |wanted: &dyn Fn(&Touch) -> bool| -> Option<String> {
        let pairs: Vec<String> = touches
            .iter()
            .filter(|(_, touch)| wanted(touch))
            .map(|&((a, b), _)| format!("{} and {}", name(a), name(b)))
            .collect();
        let more = pairs.len().saturating_sub(EXAMPLES);
        let shown = pairs[..pairs.len() - more].join(", ");
        (!pairs.is_empty()).then(|| if more == 0 { shown } else { format!("{shown} and {more} more pairs") })
    };
    let mut remarks = Vec::new();
    let mut say =
        |message: String| remarks.push(Remark { line: features.first().map_or(1, |first| first.line), message });
    if let Some(pairs) = listed(&|touch| is_border(touch) && touch.corners < 2 && touch.points > touch.corners) {
        say(format!(
            "shapes with fewer than two common corners whose outlines touch are taken for neighbours: {pairs}"
        ));
    }
    if let Some(pairs) = listed(&|touch| !is_border(touch)) {
        say(format!("shapes that meet in one point are not taken for neighbours (--four-corners): {pairs}"));
    }
    if !complete {
        say("the outlines are too long to be held against each other: neighbours have two common corners".into());
    }
    let names = features.iter().map(|feature| feature.name.clone()).collect();
    let edges = touches.iter().filter(|(_, touch)| is_border(touch)).map(|&(pair, _)| pair);
    (Graph::from_edges(names, edges), remarks)
}

/// Two shapes, the lower number first, and how they touch.
type Pair = ((usize, usize), Touch);

/// All pairs of shapes that touch, ascending; and whether all corners were held against all lines.
fn touches(features: &[Feature]) -> (Vec<Pair>, bool) {
    let corners = corners(features);
    let mut touches: HashMap<(usize, usize), Touch> = HashMap::new();
    for corner in &corners {
        for (k, &b) in corner.owners.iter().enumerate() {
            for &a in &corner.owners[..k] {
                let touch = touches.entry((a, b)).or_default();
                touch.corners += 1;
                touch.points += 1;
            }
        }
    }
    let (on_lines, complete) = on_lines(features, &corners);
    for (a, b, _) in on_lines {
        touches.entry((a, b)).or_default().points += 1;
    }
    let mut touches: Vec<Pair> = touches.into_iter().collect();
    touches.sort_unstable_by_key(|&(pair, _)| pair);
    (touches, complete)
}

/// All corners from west to east.
fn corners(features: &[Feature]) -> Vec<Corner> {
    let mut at: HashMap<(u64, u64), usize> = HashMap::new();
    let mut corners: Vec<Corner> = Vec::new();
    for (index, feature) in features.iter().enumerate() {
        for &(x, y) in feature.rings.iter().flatten() {
            let place = *at.entry((x.to_bits(), y.to_bits())).or_insert(corners.len());
            if place == corners.len() {
                corners.push(Corner { x, y, owners: Vec::new() });
            }
            let owners = &mut corners[place].owners;
            if owners.last() != Some(&index) {
                owners.push(index);
            }
        }
    }
    corners.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    corners
}

/// Each corner of a shape that lies on a line of another one and is no corner there: the two shapes, ascending, and the
/// corner; once. And whether all were looked at.
fn on_lines(features: &[Feature], corners: &[Corner]) -> (Vec<(usize, usize, usize)>, bool) {
    let width = corners.iter().map(|corner| corner.x.abs().max(corner.y.abs())).fold(0.0, f64::max);
    let near = width * NEAR;
    let mut found = Vec::new();
    let mut looked = 0;
    for (index, feature) in features.iter().enumerate() {
        for ring in &feature.rings {
            for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (west, east) = (from.0.min(to.0) - near, from.0.max(to.0) + near);
                let (south, north) = (from.1.min(to.1) - near, from.1.max(to.1) + near);
                let first = corners.partition_point(|corner| corner.x < west);
                for (place, corner) in corners.iter().enumerate().skip(first).take_while(|(_, corner)| corner.x <= east)
                {
                    looked += 1;
                    if corner.y < south || corner.y > north || corner.owners.contains(&index) {
                        continue;
                    }
                    if distance((corner.x, corner.y), *from, *to) <= near {
                        let pair = |&owner: &usize| (index.min(owner), index.max(owner), place);
                        found.extend(corner.owners.iter().map(pair));
                    }
                }
                if looked > MOST {
                    return (Vec::new(), false);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, true)
}

/// How far a point is from the line through two others.
fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = libm::hypot(dx, dy);
    if length == 0.0 {
        return libm::hypot(point.0 - from.0, point.1 - from.1);
    }
    ((point.0 - from.0) * dy - (point.1 - from.1) * dx).abs() / length
}
