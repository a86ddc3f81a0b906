//! Which corners lie on which lines.
//!
//! What it does: sorts the corners into the squares of a grid, and compares each line with the corners in the squares
//! that it goes through. A line of a map goes through few squares, and with as many squares as corners most hold few
//! corners.

use super::borders::Corner;
use super::features::Feature;

/// How far a corner may lie from a line because of rounding and still count as on it, as a share of the width of the
/// map.
const ROUNDING_SHARE: f64 = 1e-10;

/// After this many comparisons of squares and corners with lines it is given up.
const MOST_COMPARISONS: usize = 200_000_000;

/// Notes for each corner the shapes on whose lines it lies without being a corner of theirs, ascending. Returns whether
/// all corners were looked at; if not, nothing is noted.
pub(super) fn note(features: &[Feature], corners: &mut [Corner]) -> bool {
    let width = corners.iter().map(|corner| corner.x.abs().max(corner.y.abs())).fold(0.0, f64::max);
    let near = width * ROUNDING_SHARE;
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
                        let corner = &mut corners[place as usize];
                        if across.contains(&corner.x)
                            && upward.contains(&corner.y)
                            && distance((corner.x, corner.y), from, to) <= near
                            && corner.lines.last() != Some(&index)
                            && corner.owners.binary_search(&index).is_err()
                        {
                            corner.lines.push(index);
                        }
                    }
                });
                if looked > MOST_COMPARISONS {
                    corners.iter_mut().for_each(|corner| corner.lines.clear());
                    return false;
                }
            }
        }
    }
    true
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
        let range = |pick: fn(&Corner) -> f64| {
            let all = corners.iter().map(pick);
            all.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ((west, east), (south, north)) = (range(|corner| corner.x), range(|corner| corner.y));
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
