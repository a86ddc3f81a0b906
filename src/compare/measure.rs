//! What a page can show of each run: one of the two times, the memory, or the conflicts that our engines count.

use super::judge::Record;
use super::plan::Plan;
use super::results::{Clock, Results, Row, TIE_SECONDS, fastest, limit, middle, time};
use super::statistics::FLOOR;

/// What is measured of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// A time, in seconds.
    Time(Clock),
    /// The peak of memory, in MB (10^6 bytes).
    Memory,
    /// How many conflicts the search had. Only our engines tell.
    Conflicts,
}

/// The counter of [`super::inside::Inside`] that is shown.
const CONFLICTS: &str = "conflicts";

impl Measure {
    /// What the runs of a race can be compared by: conflicts only where an engine has counted some.
    pub fn of_race(results: &Results<'_>) -> Vec<Measure> {
        let all = [Measure::Time(Clock::Cpu), Measure::Time(Clock::Wall), Measure::Memory, Measure::Conflicts];
        let known = |measure: &Measure| results.rows.iter().any(|row| measure.of(row.record).is_some());
        all.into_iter().filter(|measure| *measure != Measure::Conflicts || known(measure)).collect()
    }

    /// Its name in a link.
    pub fn key(self) -> &'static str {
        match self {
            Measure::Time(Clock::Cpu) => "cpu",
            Measure::Time(Clock::Wall) => "wall",
            Measure::Memory => "memory",
            Measure::Conflicts => "conflicts",
        }
    }

    /// Its name within a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Time(Clock::Cpu) => "CPU time",
            Measure::Time(Clock::Wall) => "time by the clock",
            Measure::Memory => "memory",
            Measure::Conflicts => "conflicts",
        }
    }

    /// What a heading calls an amount of it: "How many within ...".
    pub fn amount(self) -> &'static str {
        match self {
            Measure::Time(_) => "a time",
            Measure::Memory => "an amount of memory",
            Measure::Conflicts => "a number of conflicts",
        }
    }

    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Time(_) => "s",
            Measure::Memory => "MB",
            Measure::Conflicts => "conflicts",
        }
    }

    /// Its unit in a sentence.
    pub fn in_units(self) -> &'static str {
        match self {
            Measure::Time(_) => " in seconds",
            Measure::Memory => " in MB (millions of bytes)",
            Measure::Conflicts => ", as the engine counts them",
        }
    }

    /// What earns the star.
    pub fn star(self) -> &'static str {
        match self {
            Measure::Time(_) => "faster than all others by more than a millisecond",
            Measure::Memory => "less than all others by more than 0.1 MB",
            Measure::Conflicts => "fewer than all others",
        }
    }

    /// Two values that are no further apart are equal.
    fn tie(self) -> f64 {
        match self {
            Measure::Time(_) => TIE_SECONDS,
            Measure::Memory => 0.1,
            Measure::Conflicts => 0.0,
        }
    }

    /// Smaller values are drawn as if they were this large, since a logarithmic axis has no 0.
    pub fn floor(self) -> f64 {
        match self {
            Measure::Time(_) => FLOOR,
            Measure::Memory => 0.1,
            Measure::Conflicts => 1.0,
        }
    }

    /// The limit on it, at which what is unsolved is drawn; none where the largest value says more than the limit.
    pub fn limit(self, plan: &Plan) -> Option<f64> {
        match self {
            Measure::Time(clock) => Some(limit(plan, clock)),
            Measure::Memory | Measure::Conflicts => None,
        }
    }

    fn of(self, record: &Record) -> Option<f64> {
        match self {
            Measure::Time(clock) => Some(time(record, clock)),
            Measure::Memory => Some(record.usage.peak as f64 / 1e6),
            Measure::Conflicts => record.inside.as_ref()?.counters.get(CONFLICTS).map(|&count| count as f64),
        }
    }

    /// The value of all runs of a solver on a formula: the median, to which those without an answer do not belong where
    /// half have one. `None` where a run does not tell.
    pub fn value(self, runs: &[Row<'_>]) -> Option<f64> {
        let values: Vec<f64> = runs.iter().map(|row| self.of(row.record)).collect::<Option<_>>()?;
        let solved: Vec<bool> = runs.iter().map(|row| row.word.is_solved()).collect();
        middle(&values, &solved).or_else(|| super::statistics::median(&values))
    }

    /// Which of the solvers that have solved a formula has the least, by more than a tie; none where two are equal.
    /// Without a value a solver does not take part.
    pub fn best(self, values: &[Option<f64>], results: &Results<'_>, instance: usize) -> Option<usize> {
        let cells = &results.cells[instance];
        let solved: Vec<Option<f64>> =
            values.iter().zip(cells).map(|(value, cell)| value.filter(|_| cell.time.is_some())).collect();
        let ranked = (0..cells.len()).filter(|&at| !results.scores[at].is_out());
        let ranked: Vec<usize> = ranked.filter(|&at| self != Measure::Conflicts || values[at].is_some()).collect();
        fastest(&solved, &ranked, self.tie())
    }
}

#[cfg(test)]
mod tests {
    use super::super::child::{Cap, Ended};
    use super::super::inside::Inside;
    use super::super::judge::Claim;
    use super::super::results::tests::{plan, record};
    use super::*;

    #[test]
    fn values_are_medians_of_what_has_an_answer() {
        let plan = plan(&["a", "b"], &["x"], 3);
        let mut records = Vec::new();
        for (run, peak) in [4_000_000, 2_000_000, 9_000_000].into_iter().enumerate() {
            let mut known = record("a", "x", run as u32, 1.0 + run as f64);
            known.usage.peak = peak;
            let counters = [("conflicts".to_string(), 10 * peak)].into();
            known.inside = Some(Inside { cpu_ms: 1.0, wall_ms: 1.0, reading_ms: 0.0, counters });
            if run == 2 {
                (known.claim, known.ended) = (Claim::Nothing, Some(Ended::Cap(Cap::Memory)));
            }
            records.extend([known, record("b", "x", run as u32, 0.5)]);
        }
        let results = Results::new(&plan, &records, Clock::Cpu);
        let runs = |solver: &str| -> Vec<Row<'_>> {
            results.rows.iter().filter(|row| row.record.solver == solver).copied().collect()
        };
        assert_eq!(Measure::of_race(&results).len(), 4);
        let of = |measure: Measure| ["a", "b"].map(|solver| measure.value(&runs(solver)));
        assert_eq!(of(Measure::Time(Clock::Cpu)), [Some(2.0), Some(0.5)]);
        assert_eq!(of(Measure::Memory)[0], Some(4.0), "of three runs the one that ran out of memory is the largest");
        assert_eq!(of(Measure::Conflicts), [Some(40_000_000.0), None], "b does not tell");
        let best = |measure: Measure| measure.best(&of(measure), &results, 0);
        assert_eq!((best(Measure::Time(Clock::Cpu)), best(Measure::Memory)), (Some(1), Some(1)));
        assert_eq!(best(Measure::Conflicts), None, "one alone is not the best");
    }

    #[test]
    fn conflicts_are_offered_only_where_they_were_counted() {
        let plan = plan(&["a"], &["x"], 1);
        let records = [record("a", "x", 0, 1.0)];
        let results = Results::new(&plan, &records, Clock::Wall);
        assert!(!Measure::of_race(&results).contains(&Measure::Conflicts));
    }
}
