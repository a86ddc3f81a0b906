//! The time that a race has left.

use super::judge::Record;
use super::plan::Plan;
use std::collections::HashMap;
use std::time::Duration;

/// The time left: the sum over the remaining runs, each estimated by the mean of its solver's runs so far (or of all
/// runs, if it had none), divided by the number of jobs. A run counts once for each of its threads. `None` before the
/// first run has ended.
pub fn time_left(plan: &Plan, records: &[Record]) -> Option<Duration> {
    let mut spent: HashMap<&str, (f64, usize)> = HashMap::new();
    for record in records {
        let (time, count) = spent.entry(&record.solver).or_default();
        *time += record.usage.wall;
        *count += 1;
    }
    let mean = records.iter().map(|record| record.usage.wall).sum::<f64>() / records.len() as f64;
    let each = plan.instances.len() * plan.runs as usize;
    let left: f64 = plan
        .solvers
        .iter()
        .map(|solver| {
            let (time, count) = spent.get(solver.label.as_str()).copied().unwrap_or_default();
            let typical = if count > 0 { time / count as f64 } else { mean };
            let places = solver.threads().clamp(1, plan.jobs.max(1));
            typical * (places * each.saturating_sub(count)) as f64
        })
        .sum();
    Duration::try_from_secs_f64(left / plan.jobs.max(1) as f64).ok().filter(|_| !records.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn each_solver_goes_on_as_it_began() {
        let mut plan = plan(&["a", "b"], &["x", "y", "z"], 1);
        plan.jobs = 2;
        assert_eq!(time_left(&plan, &[]), None);
        let records = [record("a", "x", 0, 1.0), record("a", "y", 0, 3.0)];
        // One run of a and three of b, whose first is still to come: 2 + 3 * 2 seconds by two workers.
        assert_eq!(time_left(&plan, &records), Some(Duration::from_secs(4)));
    }
}
