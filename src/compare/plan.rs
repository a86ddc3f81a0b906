//! The plan of a race: who runs over what, how often, within which limits, and in which order.

use super::child::Caps;
use super::inputs::Instance;
use super::lineup::Solver;
use super::machine::Machine;
use crate::util::rng::Rng;
use serde::{Deserialize, Serialize};

/// The plan of a race. It is the first line of the race's journal, so that a race can be resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The solvers.
    #[serde(alias = "contenders")]
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
    /// The machine that it began on.
    pub machine: Machine,
    /// When it began, in seconds since 1970.
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
    /// All runs in their order: round by round over all instances, and on each instance all solvers in a random order, so
    /// that a machine whose speed changes (heat, other programs) affects all alike.
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

    /// Whether another plan means the same runs; if not, what differs first.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn same_runs(&self, other: &Plan) -> Result<(), String> {
        let names = |plan: &Plan| plan.instances.iter().map(|at| at.name.clone()).collect::<Vec<_>>();
        let prints = |plan: &Plan| plan.instances.iter().map(|at| at.fingerprint.clone()).collect::<Vec<_>>();
        let labels = |plan: &Plan| plan.solvers.iter().map(|at| at.label.clone()).collect::<Vec<_>>();
        let commands = |plan: &Plan| plan.solvers.iter().map(|at| at.command.clone()).collect::<Vec<_>>();
        let differs = [
            (labels(self) != labels(other), "other solvers"),
            (commands(self) != commands(other), "other commands of its solvers"),
            (names(self) != names(other), "other formulas"),
            (prints(self) != prints(other), "formulas with other clauses"),
            (self.caps != other.caps, "other limits"),
            (self.runs != other.runs, "another number of runs"),
            (self.seed != other.seed, "another seed"),
            (self.check_proofs != other.check_proofs, "another --check-proofs"),
        ];
        match differs.iter().find(|(differ, _)| *differ) {
            Some((_, what)) => Err(format!("the race that was begun has {what}")),
            None => Ok(()),
        }
    }
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
        assert!(one.same_runs(&two).is_err_and(|why| why.contains("limits")));
        let three = plan(&["a", "c"], &["x"], 1);
        assert!(one.same_runs(&three).is_err_and(|why| why.contains("solvers")));
    }
}
