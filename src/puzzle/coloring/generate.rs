//! Random maps: countries around random capitals, each cell of a square going to the nearest. Countries whose cells
//! touch are neighbours, so the graph is planar, except where a finer grid would separate cells.

use crate::puzzle::coloring::Graph;
use crate::util::rng::Rng;

/// The most countries of a map.
pub const MAX_COUNTRIES: usize = 2000;

/// A map with this many countries, named R1, R2 and so on; at most [`MAX_COUNTRIES`].
pub fn generate(countries: usize, seed: u64) -> Graph {
    let countries = countries.min(MAX_COUNTRIES);
    let mut graph = Graph::new((1..=countries).map(|number| format!("R{number}")).collect());
    if countries == 0 {
        return graph;
    }
    let mut rng = Rng::new(seed);
    let side = 8 * (countries.isqrt() + 1);
    // No two capitals are in the same cell, since the second would have no country around it.
    let mut capitals: Vec<(i64, i64)> = Vec::with_capacity(countries);
    let mut taken = vec![false; side * side];
    while capitals.len() < countries {
        let (x, y) = (rng.index(side), rng.index(side));
        if !std::mem::replace(&mut taken[y * side + x], true) {
            capitals.push((x as i64, y as i64));
        }
    }
    // A cell that is equally near to several capitals goes to a random one of them, not to the one with the lowest
    // number.
    let mut ranks: Vec<usize> = (0..countries).collect();
    rng.shuffle(&mut ranks);
    let nearest = |x: usize, y: usize| {
        let distance = |&(cx, cy): &(i64, i64)| (cx - x as i64).pow(2) + (cy - y as i64).pow(2);
        (0..countries).min_by_key(|&country| (distance(&capitals[country]), ranks[country])).unwrap_or(0)
    };
    let owner: Vec<usize> = (0..side * side).map(|cell| nearest(cell % side, cell / side)).collect();
    for cell in 0..side * side {
        if cell % side + 1 < side {
            graph.join(owner[cell], owner[cell + 1]);
        }
        if cell + side < side * side {
            graph.join(owner[cell], owner[cell + side]);
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::super::chromatic::bounds;
    use super::*;

    #[test]
    fn maps_are_the_same_for_a_seed_and_sparse() {
        let graph = generate(60, 4);
        assert_eq!(graph, generate(60, 4));
        assert!((0..20).all(|seed| seed == 4 || generate(60, seed) != graph));
        // Euler: a planar graph has at most 3 n - 6 edges.
        assert!(graph.edges().count() <= 3 * 60 - 6);
        assert_eq!(check(&graph, &bounds::dsatur(&graph)), Ok(()));
        assert!(generate(0, 1).is_empty());
    }

    #[test]
    fn countries_are_alike_whatever_their_number() {
        const MAPS: u64 = 400;
        let mut borders = [0usize; 40];
        for seed in 0..MAPS {
            let graph = generate(40, seed);
            borders.iter_mut().enumerate().for_each(|(country, borders)| {
                let degree = graph.neighbours(country).len();
                assert!(degree > 0, "seed {seed}: a country without a border");
                *borders += degree;
            });
        }
        // About 5 borders a country; the standard deviation of the mean of each is 0.08, and of that of a half 0.02.
        let mean = |borders: &[usize]| borders.iter().sum::<usize>() as f64 / (borders.len() as f64 * MAPS as f64);
        assert!(borders.iter().all(|&borders| (mean(&[borders]) - 5.0).abs() < 0.7), "{borders:?}");
        assert!((mean(&borders[..20]) - mean(&borders[20..])).abs() < 0.1, "{borders:?}");
    }
}
