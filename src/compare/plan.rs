//! The plan of a race: who runs over what, how often, within which limits, and in which order.

use super::child::Caps;
use super::inputs::Instance;
use super::lineup::Solver;
use super::machine::Machine;
use crate::util::rng::Rng;
use serde::{Deserialize, Serialize};

/// The plan of a race. It is the first line of the race's journal, so that a race can be resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The solvers.
    pub solvers: Vec<Solver>,
    /// The formulas.
    pub instances: Vec<Instance>,
    /// What a run may use.
    pub caps: Caps,
    /// How often each solver runs over each instance.
    pub runs: u32,
    /// Seed of the first run; the following runs have the following numbers.
    pub seed: u64,
    /// Whether proofs are checked.
    pub check_proofs: bool,
    /// How many threads of solvers run at the same time.
    pub jobs: usize,
    /// Whether each run has a core of its own, unless its solver has several threads.
    pub pin: bool,
    /// The machine on which the race began.
    pub machine: Machine,
    /// When the race began, in seconds since 1970.
    pub started: u64,
    /// The command line.
    pub command: Vec<String>,
    /// Files in folders that could not be read, each with the place in it and what was expected.
    #[serde(default)]
    pub left_out: Vec<String>,
}

/// One run of the plan, by places in its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// The instance.
    pub instance: usize,
    /// The solver.
    pub solver: usize,
    /// Which of its runs, from 0.
    pub run: u32,
}

impl Plan {
    /// All runs in their order: round by round over all instances, and on each instance all solvers in a random order,
    /// so that a machine whose speed changes (heat, other programs) affects all alike.
    pub fn schedule(&self) -> Vec<Task> {
        let mut rng = Rng::new(self.seed);
        let mut order: Vec<usize> = (0..self.solvers.len()).collect();
        let mut tasks = Vec::new();
        for run in 0..self.runs {
            for instance in 0..self.instances.len() {
                rng.shuffle(&mut order);
                tasks.extend(order.iter().map(|&solver| Task { instance, solver, run }));
            }
        }
        tasks
    }

    /// Whether this plan, which a journal holds, means the same runs as the one of the command line; if not, what
    /// differs first.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn same_runs(&self, here: &Plan) -> Result<(), String> {
        let labels = |plan: &Plan| plan.solvers.iter().map(|at| at.label.clone()).collect::<Vec<_>>();
        same("its solvers", &labels(self).join(", "), &labels(here).join(", "))?;
        for (then, now) in self.solvers.iter().zip(&here.solvers) {
            same(&format!("the command of {}", now.label), &then.shown(), &now.shown())?;
            same(&format!("the version of {}", now.label), &then.version, &now.version)?;
        }
        same("the number of its formulas", &self.instances.len(), &here.instances.len())?;
        for (then, now) in self.instances.iter().zip(&here.instances) {
            same("the name of a formula", &then.name, &now.name)?;
            if then.fingerprint != now.fingerprint {
                return Err(format!("formula {} ({}) has other clauses in it than here", now.name, now.file));
            }
        }
        same("the limit on CPU time", &self.caps.cpu, &here.caps.cpu)?;
        same("the limit on time by the clock", &self.caps.wall, &here.caps.wall)?;
        same("the limit on memory in bytes", &self.caps.memory, &here.caps.memory)?;
        same("the limits on output", &[self.caps.output, self.caps.file], &[here.caps.output, here.caps.file])?;
        same("the number of runs", &self.runs, &here.runs)?;
        same("the seed", &self.seed, &here.seed)?;
        same("--check-proofs", &self.check_proofs, &here.check_proofs)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, then: &T, now: &T) -> Result<(), String> {
    if then == now { Ok(()) } else { Err(format!("{what}: {then:?} in it, {now:?} here")) }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::plan;
    use std::collections::HashSet;

    #[test]
    fn all_runs_are_scheduled_once_and_interleaved() {
        let plan = plan(&["a", "b", "c"], &["x", "y"], 2);
        let tasks = plan.schedule();
        assert_eq!(tasks.len(), 12);
        assert_eq!(tasks.iter().collect::<HashSet<_>>().len(), 12);
        for (block, tasks) in tasks.chunks(3).enumerate() {
            assert!(tasks.iter().all(|task| task.instance == block % 2 && task.run == block as u32 / 2));
        }
        assert_eq!(tasks, plan.schedule());
        let orders: HashSet<Vec<usize>> =
            tasks.chunks(3).map(|block| block.iter().map(|task| task.solver).collect()).collect();
        assert!(orders.len() > 1, "always the same order");
    }

    #[test]
    fn other_runs_are_named() {
        let one = plan(&["a", "b"], &["x"], 1);
        let mut two = one.clone();
        two.jobs = 7;
        two.started += 100;
        assert_eq!(one.same_runs(&two), Ok(()));
        two.caps.cpu += 1.0;
        assert!(one.same_runs(&two).is_err_and(|why| why.contains("the limit on CPU time: 10.0 in it, 11.0 here")));
        let mut evil = one.clone();
        evil.solvers[0].command = vec!["/bin/sh".into(), "-c".into(), "id".into()];
        assert!(evil.same_runs(&one).is_err_and(|why| why.contains("command of a") && why.contains("/bin/sh -c id")));
        let three = plan(&["a", "c"], &["x"], 1);
        assert!(one.same_runs(&three).is_err_and(|why| why.contains("its solvers: \"a, b\" in it, \"a, c\" here")));
    }
}
