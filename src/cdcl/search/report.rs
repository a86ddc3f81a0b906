//! Progress reports, and what their letters mean.

use crate::cdcl::Solver;
use crate::cdcl::inprocess::TECHNIQUES;
use crate::engine::Progress;
use crate::limits::resident_bytes;
use std::sync::LazyLock;

/// The letters of the search itself.
const SEARCH: &[(char, &str)] = &[
    ('*', "start"),
    ('s', "symmetries broken"),
    ('x', "parity constraints found"),
    ('{', "focused mode begins"),
    ('}', "focused mode ends"),
    ('[', "stable mode begins"),
    (']', "stable mode ends"),
    ('-', "redundant clauses reduced"),
    ('B', "phases set to the best"),
    ('I', "phases inverted"),
    ('W', "phases from local search"),
    ('O', "phases set to the original ones"),
    ('L', "lucky assignment"),
    ('.', "still searching"),
    ('1', "end: satisfiable"),
    ('0', "end: unsatisfiable"),
    ('?', "end: unknown"),
];

/// The letter of each kind of report, with its meaning.
pub static LEGEND: LazyLock<Vec<(char, &'static str)>> = LazyLock::new(|| {
    let of_techniques = TECHNIQUES.iter().filter_map(|technique| technique.letter);
    SEARCH.iter().copied().chain(of_techniques).collect()
});

impl Solver {
    /// Sends a progress report of this kind to the reporter, if there is one.
    pub(crate) fn report(&mut self, letter: char) {
        self.schedule.report = self.counters.conflicts + self.options.report_interval;
        let Some(mut reporter) = self.reporter.take() else { return };
        let population = self.db.population();
        let averages = &self.averages[usize::from(self.schedule.stable)];
        let counters = &self.counters;
        let active = self.active_vars();
        reporter.get_mut().progress(&Progress {
            letter,
            // Together with the seconds, as many columns as fit into 80 characters.
            columns: vec![
                ("MB", resident_bytes() as f64 / 1e6),
                ("conflicts", counters.conflicts as f64),
                ("restarts", counters.restarts as f64),
                ("reductions", counters.reductions as f64),
                ("redundant", (population.redundant + population.redundant_binary) as f64),
                ("irredundant", (population.irredundant + population.binary) as f64),
                ("variables", active as f64),
                ("level", averages.level.value()),
                ("trail%", averages.trail.value()),
                ("glue", averages.slow_glue.value()),
            ],
        });
        self.reporter = Some(reporter);
    }
}

#[cfg(test)]
mod tests {
    use super::LEGEND;
    use std::collections::HashSet;

    #[test]
    fn every_letter_has_one_meaning() {
        let letters: HashSet<char> = LEGEND.iter().map(|&(letter, _)| letter).collect();
        assert_eq!(letters.len(), LEGEND.len());
    }
}
