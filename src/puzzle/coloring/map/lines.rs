//! Which corners lie on which lines, or so near that the outlines run along each other.
//!
//! What it does: sorts the corners into the squares of a grid, and compares each line with the corners in the squares
//! that it goes through. A line of a map goes through few squares, and with as many squares as corners most hold few
//! corners.

use super::borders::Corner;
use super::features::Feature;
use std::collections::BTreeMap;

/// How far a corner may lie from a line because of rounding and still count as on it, as a share of the width of the
/// map.
const ROUNDING_SHARE: f64 = 1e-10;

/// How far apart outlines may lie that run along each other, as a share of the extent of the map: where a file draws a
/// border twice, both are rounded or simplified.
const ALONG_SHARE: f64 = 5e-5;

/// How many times that distance such a run must be long.
const LEAST_RUN: f64 = 20.0;

/// How many times that distance a shape must extend to be held against its neighbours like this: smaller ones could
/// lie between two others, which would then count as neighbours.
const LEAST_EXTENT: f64 = 100.0;

/// Where more shapes have a corner, it says nothing about which of them run along each other.
const MOST_OWNERS: usize = 64;

/// After this many comparisons of squares and corners with lines it is given up.
const MOST_COMPARISONS: usize = 200_000_000;

/// Notes for each corner the shapes on whose lines it lies without being a corner of theirs, ascending. Returns whether
/// all corners were looked at; if not, nothing is noted.
pub(super) fn note(features: &[Feature], corners: &mut [Corner]) -> bool {
    let width = corners.iter().map(|corner| corner.x.abs().max(corner.y.abs())).fold(0.0, f64::max);
    let mut found: Vec<(usize, usize)> = Vec::new();
    let complete = each_on_line(features, corners, width * ROUNDING_SHARE, |index, place| {
        if corners[place].owners.binary_search(&index).is_err() {
            found.push((place, index));
        }
    });
    if complete {
        for (place, index) in found {
            let lines = &mut corners[place].lines;
            if lines.last() != Some(&index) {
                lines.push(index);
            }
        }
    }
    complete
}

/// The pairs of shapes whose outlines run closely along each other, ascending, whether they have common points or not.
pub(super) fn along(features: &[Feature], corners: &[Corner]) -> Vec<(usize, usize)> {
    let mut map = Extent::default();
    corners.iter().for_each(|corner| map.add(corner.x, corner.y));
    let near = map.diagonal() * ALONG_SHARE;
    let large = |feature: &Feature| {
        let mut own = Extent::default();
        feature.rings.iter().flatten().for_each(|&(x, y)| own.add(x, y));
        own.diagonal() >= LEAST_EXTENT * near
    };
    let large: Vec<bool> = features.iter().map(large).collect();
    let mut runs: BTreeMap<(usize, usize), Extent> = BTreeMap::new();
    let complete = each_on_line(features, corners, near, |index, place| {
        let corner = &corners[place];
        if large[index] && corner.owners.len() <= MOST_OWNERS {
            for &owner in corner.owners.iter().filter(|&&owner| owner != index && large[owner]) {
                runs.entry((owner.min(index), owner.max(index))).or_default().add(corner.x, corner.y);
            }
        }
    });
    if !complete {
        runs.clear();
    }
    runs.retain(|_, run| run.diagonal() >= LEAST_RUN * near);
    runs.into_keys().collect()
}

/// Shows each corner that lies at most `near` from a line, with the line's shape, shape by shape. Returns whether all
/// were looked at.
fn each_on_line(features: &[Feature], corners: &[Corner], near: f64, mut show: impl FnMut(usize, usize)) -> bool {
    let grid = Grid::new(corners);
    let mut looked = 0;
    for (index, feature) in features.iter().enumerate() {
        for ring in &feature.rings {
            for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let bounds = |a: f64, b: f64| a.min(b) - near..=a.max(b) + near;
                let (across, upward) = (bounds(from.0, to.0), bounds(from.1, to.1));
                grid.each_near(from, to, near, |square| {
                    looked += 1 + square.len();
                    for &place in square {
                        let Corner { x, y, .. } = corners[place as usize];
                        if across.contains(&x) && upward.contains(&y) && distance((x, y), from, to) <= near {
                            show(index, place as usize);
                        }
                    }
                });
                if looked > MOST_COMPARISONS {
                    return false;
                }
            }
        }
    }
    true
}

/// The smallest upright rectangle around some points.
struct Extent {
    west: f64,
    east: f64,
    south: f64,
    north: f64,
}

impl Default for Extent {
    fn default() -> Self {
        Extent { west: f64::MAX, east: f64::MIN, south: f64::MAX, north: f64::MIN }
    }
}

impl Extent {
    fn add(&mut self, x: f64, y: f64) {
        (self.west, self.east) = (self.west.min(x), self.east.max(x));
        (self.south, self.north) = (self.south.min(y), self.north.max(y));
    }

    /// How far its opposite corners are from each other: 0 without points.
    fn diagonal(&self) -> f64 {
        if self.west > self.east { 0.0 } else { libm::hypot(self.east - self.west, self.north - self.south) }
    }
}

/// The corners by squares.
struct Grid {
    /// The south-west end.
    origin: (f64, f64),
    /// How wide and how high a square is.
    square: (f64, f64),
    /// How many squares stand in a row, and in a column.
    side: usize,
    /// Where the corners of each square begin in `places`, column by column.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Grid {
    fn new(corners: &[Corner]) -> Grid {
        let mut all = Extent::default();
        corners.iter().for_each(|corner| all.add(corner.x, corner.y));
        let Extent { west, east, south, north } = all;
        let side = corners.len().isqrt().max(1);
        let size = |low: f64, high: f64| if high > low { (high - low) / side as f64 } else { 1.0 };
        let mut grid = Grid {
            origin: (west, south),
            square: (size(west, east), size(south, north)),
            side,
            starts: vec![0; side * side + 1],
            places: vec![0; corners.len()],
        };
        let squares: Vec<usize> =
            corners.iter().map(|corner| grid.column(corner.x) * side + grid.row(corner.y)).collect();
        squares.iter().for_each(|&square| grid.starts[square + 1] += 1);
        (0..side * side).for_each(|square| grid.starts[square + 1] += grid.starts[square]);
        let mut next = grid.starts.clone();
        for (place, &square) in squares.iter().enumerate() {
            grid.places[next[square] as usize] = place as u32;
            next[square] += 1;
        }
        grid
    }

    /// The column of squares that a place is in, or the one next to it.
    fn column(&self, x: f64) -> usize {
        (((x - self.origin.0) / self.square.0) as usize).min(self.side - 1)
    }

    /// The row of squares that a place is in, or the one next to it.
    fn row(&self, y: f64) -> usize {
        (((y - self.origin.1) / self.square.1) as usize).min(self.side - 1)
    }

    /// Shows the corners of each square that comes near to the line.
    fn each_near(&self, from: (f64, f64), to: (f64, f64), near: f64, mut show: impl FnMut(&[u32])) {
        let (from, to) = if from.0 <= to.0 { (from, to) } else { (to, from) };
        // More than rounding can change the places that are compared here.
        let slack = 4.0 * near;
        let upright = to.0 - from.0 <= slack;
        let slope = (to.1 - from.1) / (to.0 - from.0);
        for column in self.column(from.0 - slack)..=self.column(to.0 + slack) {
            // The line within this column, and a little beyond it.
            let begin = self.origin.0 + column as f64 * self.square.0 - slack;
            let end = begin + self.square.0 + 2.0 * slack;
            let height = |x: f64| from.1 + (x - from.0) * slope;
            let first = if upright || begin <= from.0 { from.1 } else { height(begin.min(to.0)) };
            let last = if upright || end >= to.0 { to.1 } else { height(end.max(from.0)) };
            for row in self.row(first.min(last) - slack)..=self.row(first.max(last) + slack) {
                let square = column * self.side + row;
                show(&self.places[self.starts[square] as usize..self.starts[square + 1] as usize]);
            }
        }
    }
}

/// How far a point is from the line through two others.
pub(super) fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = libm::hypot(dx, dy);
    if length == 0.0 {
        return libm::hypot(point.0 - from.0, point.1 - from.1);
    }
    ((point.0 - from.0) * dy - (point.1 - from.1) * dx).abs() / length
}
