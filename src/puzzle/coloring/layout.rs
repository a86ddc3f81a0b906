//! Where the vertices of a graph without a map are drawn.
//!
//! What it does: each connected part is laid out by stress majorization, so that distances in the picture correspond to
//! those in the graph; then vertices at crossing edges are moved to where fewer cross. In a planar graph, such as a
//! map, mostly no crossing is left. The parts stand side by side. Dense and very large graphs have no layout that shows
//! anything, and are drawn as a circle by the caller.
//!
//! Cost: n² for each of the rounds; 400 vertices take a fraction of a second.
//!
//! References: Gansner, Koren, North, GD'04 (stress majorization); Kamada, Kawai, IPL 31 (1989).

use crate::puzzle::coloring::Graph;
use crate::util::rng::Rng;
use std::collections::VecDeque;

/// A point of the picture; neighbours are about 1 apart.
pub type Point = (f64, f64);

/// The most vertices that are laid out.
const MOST_VERTICES: usize = 500;
/// The most neighbours of a vertex, on the average.
const MOST_MEAN_DEGREE: usize = 14;
/// Rounds of majorization.
const ROUNDS: usize = 200;
/// Pairs of edges that are looked at to undo crossings.
const MOST_PAIRS: usize = 20_000_000;
/// Places that are tried for a vertex at a crossing.
const PLACES_TRIED: u32 = 24;
/// Vertices are not nearer to each other than this when crossings are undone.
const LEAST_DISTANCE: f64 = 0.45;
/// The space between two parts.
const PART_DISTANCE: f64 = 1.0;

/// The places of the vertices, the leftmost and the topmost at 0; nothing for a graph that is too large or too dense.
pub fn places(graph: &Graph) -> Option<Vec<Point>> {
    let edges = graph.edges().count();
    if graph.is_empty()
        || graph.len() > MOST_VERTICES
        || (graph.len() > 5 && 2 * edges > MOST_MEAN_DEGREE * graph.len())
    {
        return None;
    }
    // If nearly all vertices are neighbours of each other, a circle shows as much.
    if graph.len() > 5 && 4 * edges > graph.len() * (graph.len() - 1) {
        return None;
    }
    let mut parts: Vec<(Vec<usize>, Vec<Point>)> = parts(graph)
        .into_iter()
        .map(|part| {
            let placed = connected(&graph.part(&part));
            (part, placed)
        })
        .collect();
    let mut places = vec![(0.0, 0.0); graph.len()];
    // Rows of parts, the highest first, about as wide as high.
    parts.sort_by(|(_, a), (_, b)| size(b).1.total_cmp(&size(a).1));
    let area: f64 =
        parts.iter().map(|(_, placed)| (size(placed).0 + PART_DISTANCE) * (size(placed).1 + PART_DISTANCE)).sum();
    let widest = parts.iter().map(|(_, placed)| size(placed).0).fold(1.3 * area.sqrt(), f64::max);
    let (mut x, mut y, mut highest) = (0.0, 0.0, 0.0_f64);
    for (part, placed) in parts {
        let (width, height) = size(&placed);
        if x > 0.0 && x + width > widest {
            (x, y, highest) = (0.0, y + highest + PART_DISTANCE, 0.0);
        }
        for (vertex, (dx, dy)) in part.into_iter().zip(placed) {
            places[vertex] = (x + dx, y + dy);
        }
        x += width + PART_DISTANCE;
        highest = highest.max(height);
    }
    Some(places)
}

/// The vertices of each connected part.
fn parts(graph: &Graph) -> Vec<Vec<usize>> {
    let mut seen = vec![false; graph.len()];
    let mut parts = Vec::new();
    for start in 0..graph.len() {
        if seen[start] {
            continue;
        }
        let steps = distances(graph, start);
        let part: Vec<usize> = (0..graph.len()).filter(|&vertex| steps[vertex].is_some()).collect();
        part.iter().for_each(|&vertex| seen[vertex] = true);
        parts.push(part);
    }
    parts
}

/// Steps from a vertex to each one.
fn distances(graph: &Graph, from: usize) -> Vec<Option<u32>> {
    let mut steps = vec![None; graph.len()];
    steps[from] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((vertex, step)) = queue.pop_front() {
        for &next in graph.neighbours(vertex) {
            if steps[next].is_none() {
                steps[next] = Some(step + 1);
                queue.push_back((next, step + 1));
            }
        }
    }
    steps
}

/// The width and height of a part whose leftmost and topmost points are at 0.
fn size(places: &[Point]) -> (f64, f64) {
    places.iter().fold((0.0, 0.0), |(width, height), &(x, y)| (f64::max(width, x), f64::max(height, y)))
}

/// A connected graph.
fn connected(graph: &Graph) -> Vec<Point> {
    let far: Vec<Vec<f64>> = (0..graph.len())
        .map(|from| distances(graph, from).into_iter().map(|steps| f64::from(steps.unwrap_or(0))).collect())
        .collect();
    let mut places = scaled(&far);
    majorize(&far, &mut places);
    uncross(graph, &mut places);
    level(&mut places);
    places
}

/// A first guess by classical scaling: the two largest axes of the centred squares of the distances.
fn scaled(far: &[Vec<f64>]) -> Vec<Point> {
    let count = far.len();
    let square = |a: usize, b: usize| far[a][b] * far[a][b];
    let mean: Vec<f64> = (0..count).map(|a| (0..count).map(|b| square(a, b)).sum::<f64>() / count as f64).collect();
    let whole = mean.iter().sum::<f64>() / count as f64;
    let inner = |a: usize, b: usize| -0.5 * (square(a, b) - mean[a] - mean[b] + whole);
    let mut rng = Rng::new(1);
    let mut axes: Vec<Vec<f64>> = Vec::new();
    for _ in 0..2 {
        // By power iteration, from a start that differs for all vertices.
        let mut axis: Vec<f64> = (0..count).map(|_| 2.0 * rng.unit() - 1.0).collect();
        let mut length = 0.0;
        for _ in 0..60 {
            for known in &axes {
                let norm: f64 = known.iter().map(|x| x * x).sum();
                let along = known.iter().zip(&axis).map(|(a, b)| a * b).sum::<f64>() / norm.max(1e-9);
                axis.iter_mut().zip(known).for_each(|(x, k)| *x -= along * k);
            }
            let next: Vec<f64> = (0..count).map(|a| (0..count).map(|b| inner(a, b) * axis[b]).sum()).collect();
            length = next.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length < 1e-9 {
                break;
            }
            axis = next.into_iter().map(|x| x / length).collect();
        }
        let stretch = length.max(1e-3).sqrt();
        axes.push(axis.into_iter().map(|x| x * stretch).collect());
    }
    // No two vertices may be in the same place.
    (0..count).map(|a| (axes[0][a] + 1e-3 * a as f64, axes[1][a] + 1e-3 * (a * a % 97) as f64)).collect()
}

/// Moves each vertex to where its distances fit best, given the others, again and again.
fn majorize(far: &[Vec<f64>], places: &mut [Point]) {
    for _ in 0..ROUNDS {
        let mut moved = 0.0_f64;
        for a in 0..places.len() {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for b in (0..places.len()).filter(|&b| b != a) {
                let (dx, dy) = (places[a].0 - places[b].0, places[a].1 - places[b].1);
                let (now, wanted) = (length(dx, dy).max(1e-9), far[a][b]);
                let weight = 1.0 / (wanted * wanted);
                x += weight * (places[b].0 + wanted * dx / now);
                y += weight * (places[b].1 + wanted * dy / now);
                weights += weight;
            }
            if weights > 0.0 {
                let next = (x / weights, y / weights);
                moved = moved.max((next.0 - places[a].0).abs() + (next.1 - places[a].1).abs());
                places[a] = next;
            }
        }
        if moved < 1e-3 {
            return;
        }
    }
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Whether two segments without a common end cross.
fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// How many edges cross those of a vertex, were it at this point.
fn crossings(graph: &Graph, edges: &[(usize, usize)], places: &[Point], vertex: usize, at: Point) -> usize {
    let mut count = 0;
    for &other in graph.neighbours(vertex) {
        let own = (at, places[other]);
        let apart = |&&(a, b): &&(usize, usize)| ![a, b].contains(&vertex) && ![a, b].contains(&other);
        count += edges.iter().filter(apart).filter(|&&(a, b)| cross(own, (places[a], places[b]))).count();
    }
    count
}

/// Moves vertices at crossings to where fewer are.
fn uncross(graph: &Graph, places: &mut [Point]) {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut rng = Rng::new(2);
    let mut pairs = 0;
    let mut idle = 0;
    // The places are drawn at random, so a round without success need not be the last.
    while idle < 4 {
        idle += 1;
        for vertex in 0..graph.len() {
            let neighbours = graph.neighbours(vertex);
            let before = crossings(graph, &edges, places, vertex, places[vertex]);
            pairs += neighbours.len() * edges.len();
            if before == 0 {
                continue;
            }
            let count = neighbours.len() as f64;
            let sum = neighbours.iter().fold((0.0, 0.0), |(x, y), &other| (x + places[other].0, y + places[other].1));
            let middle = (sum.0 / count, sum.1 / count);
            let mut best = (before, places[vertex]);
            for attempt in 0..PLACES_TRIED {
                let spread = 0.12 * f64::from(attempt);
                let mut random = || spread * (2.0 * rng.unit() - 1.0);
                let at = (middle.0 + random(), middle.1 + random());
                let near = |other: usize| length(places[other].0 - at.0, places[other].1 - at.1) < LEAST_DISTANCE;
                if (0..graph.len()).any(|other| other != vertex && near(other)) {
                    continue;
                }
                pairs += neighbours.len() * edges.len();
                let count = crossings(graph, &edges, places, vertex, at);
                if count < best.0 {
                    best = (count, at);
                }
            }
            if best.0 < before {
                places[vertex] = best.1;
                idle = 0;
            }
            if pairs > MOST_PAIRS {
                return;
            }
        }
    }
}

/// Turns the picture so that it is wider than high, and moves it to 0.
fn level(places: &mut [Point]) {
    let count = places.len() as f64;
    let sum = places.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let middle = (sum.0 / count, sum.1 / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in places.iter() {
        let (x, y) = (point.0 - middle.0, point.1 - middle.1);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    let angle = 0.5 * libm::atan2(2.0 * xy, xx - yy);
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    for point in places.iter_mut() {
        let (x, y) = (point.0 - middle.0, point.1 - middle.1);
        *point = (x * cos + y * sin, y * cos - x * sin);
    }
    let (left, top) = places.iter().fold((f64::MAX, f64::MAX), |(x, y), point| (x.min(point.0), y.min(point.1)));
    places.iter_mut().for_each(|point| *point = (point.0 - left, point.1 - top));
}

#[cfg(test)]
mod tests {
    use super::super::generate::generate;
    use super::*;

    fn crossed(graph: &Graph, places: &[Point]) -> usize {
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        (0..graph.len()).map(|vertex| crossings(graph, &edges, places, vertex, places[vertex])).sum::<usize>() / 4
    }

    #[test]
    fn maps_are_drawn_with_few_crossings() {
        for (countries, seed) in [(12, 1), (30, 0), (40, 7), (60, 4)] {
            let graph = generate(countries, seed);
            let places = places(&graph).expect("a layout");
            let count = crossed(&graph, &places);
            assert!(count <= countries / 20, "{countries} countries of seed {seed}: {count} crossings");
            // On a circle they would be many.
            assert!(places.iter().all(|point| point.0 >= 0.0 && point.1 >= 0.0 && point.0.is_finite()));
        }
    }

    #[test]
    fn parts_stand_side_by_side_and_dense_graphs_have_none() {
        let mut graph = Graph::new((0..9).map(|vertex| vertex.to_string()).collect());
        [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (6, 7)].into_iter().for_each(|(a, b)| graph.join(a, b));
        let spots = places(&graph).expect("a layout");
        for a in 0..9 {
            for b in 0..a {
                let far = length(spots[a].0 - spots[b].0, spots[a].1 - spots[b].1);
                assert!(far > 0.8, "{a} and {b}: {far}");
            }
        }
        let mut complete = Graph::new((0..9).map(|vertex| vertex.to_string()).collect());
        (0..9).flat_map(|a| (0..a).map(move |b| (a, b))).for_each(|(a, b)| complete.join(a, b));
        assert_eq!(places(&complete), None);
        assert_eq!(places(&Graph::default()), None);
        assert_eq!(places(&Graph::new(vec!["a".into()])).map(|spots| spots.len()), Some(1));
    }
}
