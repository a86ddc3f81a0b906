//! Lines of progress.

use crate::cdcl::Solver;
use crate::engine::Progress;
use crate::limits::resident_bytes;

/// What the letters of the lines mean.
pub const LEGEND: &[(char, &str)] = &[
    ('*', "start"),
    ('s', "symmetries broken"),
    ('{', "focused mode begins"),
    ('}', "focused mode ends"),
    ('[', "stable mode begins"),
    (']', "stable mode ends"),
    ('-', "redundant clauses reduced"),
    ('v', "clauses vivified"),
    ('c', "congruent literals merged"),
    ('e', "variables eliminated"),
    ('E', "variables of few clauses eliminated"),
    ('b', "literals refuted by binary clauses"),
    ('d', "equal literals replaced"),
    ('p', "roots probed"),
    ('3', "ternary clauses resolved"),
    ('t', "binary clauses reduced transitively"),
    ('w', "equal literals swept"),
    ('B', "phases set to the best"),
    ('I', "phases inverted"),
    ('f', "variables added"),
    ('n', "variables numbered anew"),
    ('W', "phases from local search"),
    ('O', "phases set to the original ones"),
    ('L', "lucky assignment"),
    ('.', "time has passed"),
    ('1', "end: satisfiable"),
    ('0', "end: unsatisfiable"),
    ('?', "end: unknown"),
];

impl Solver {
    /// Tells the reporter, if there is one.
    pub(in crate::cdcl) fn report(&mut self, letter: char) {
        self.schedule.report = self.counters.conflicts + self.options.report_interval;
        let Some(mut reporter) = self.reporter.take() else { return };
        let population = self.door.population();
        let averages = &self.averages[usize::from(self.schedule.stable)];
        let counters = &self.counters;
        let active = self.trail.info.len() - self.fixed_vars() - self.fates.gone();
        reporter.progress(&Progress {
            letter,
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
                ("tier1", f64::from(self.schedule.tiers.tier1(self.schedule.stable))),
                ("tier2", f64::from(self.schedule.tiers.tier2(self.schedule.stable))),
            ],
        });
        self.reporter = Some(reporter);
    }
}
