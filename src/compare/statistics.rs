//! The figures that summarise a race.

use crate::util::rng::Rng;

/// The number of resamples for a bootstrap interval.
const RESAMPLES: usize = 2000;

/// Times below this are noise, so ratios are computed as if they were this long.
pub const FLOOR: f64 = 0.001;

/// The median; of an even number of values the mean of the middle two. `None` without values.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The penalised average (PAR-2): an unsolved run, `None`, counts as twice the limit. `None` without runs.
pub fn par2(times: &[Option<f64>], limit: f64) -> Option<f64> {
    let sum: f64 = times.iter().map(|time| time.unwrap_or(2.0 * limit)).sum();
    (!times.is_empty()).then(|| sum / times.len() as f64)
}

/// A figure and the interval in which it lies with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The median of the ratios with its interval by the percentile bootstrap (Efron, Annals of Statistics 1979): the data
/// are drawn with replacement 2,000 times, and the middle 95 % of the medians are kept. `None` without data.
pub fn median_ratio(ratios: &[f64], seed: u64) -> Option<Interval> {
    let value = median(ratios)?;
    let mut rng = Rng::new(seed);
    let mut medians = Vec::with_capacity(RESAMPLES);
    let mut sample = vec![0.0; ratios.len()];
    for _ in 0..RESAMPLES {
        for slot in &mut sample {
            *slot = ratios[rng.index(ratios.len())];
        }
        medians.extend(median(&sample));
    }
    medians.sort_unstable_by(f64::total_cmp);
    let cut = RESAMPLES / 40;
    Some(Interval { value, low: medians[cut], high: medians[RESAMPLES - 1 - cut] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_penalties() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[1.0, f64::INFINITY]), Some(f64::INFINITY));
        assert_eq!(par2(&[Some(1.0), None, Some(3.0), None], 10.0), Some(11.0));
        assert_eq!(par2(&[], 10.0), None);
    }

    #[test]
    fn the_interval_holds_the_median_and_narrows_with_the_data() {
        let mut rng = Rng::new(1);
        let mut data = |count: usize| (0..count).map(|_| 0.5 + rng.unit()).collect::<Vec<f64>>();
        let (few, many) = (data(20), data(2000));
        let width = |data: &[f64]| {
            let interval = median_ratio(data, 7).expect("data");
            assert!(interval.low <= interval.value && interval.value <= interval.high, "{interval:?}");
            assert!(interval.low < 1.05 && interval.high > 0.95, "{interval:?}");
            interval.high - interval.low
        };
        assert!(width(&many) < width(&few) / 3.0);
        assert_eq!(median_ratio(&[2.0], 0), Some(Interval { value: 2.0, low: 2.0, high: 2.0 }));
        assert_eq!(median_ratio(&[], 0), None);
    }

    #[test]
    fn the_interval_covers_the_true_median_as_often_as_it_says() {
        let mut rng = Rng::new(3);
        let covered = (0..200)
            .filter(|&seed| {
                let data: Vec<f64> = (0..25).map(|_| rng.unit()).collect();
                median_ratio(&data, seed).is_some_and(|interval| interval.low <= 0.5 && 0.5 <= interval.high)
            })
            .count();
        assert!((178..=200).contains(&covered), "{covered} of 200");
    }
}
