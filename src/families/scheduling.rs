//! Schedules: jobs go from machine to machine, and every machine does one task at a time.

use super::circuits::Bit;
use super::clauses::{Block, Clauses};
use super::error::Result;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::cnf::Lit;
use crate::util::rng::Rng;

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "jobshop",
    about: "Job shop: jobs with their own orders of the machines end within a span of time",
    source: "Taillard, EJOR 1993; as clauses: Crawford, Baker, AAAI 1994; Tamura, Taga, Kitagawa, Banbara, Constraints 2009",
    answer: "unsatisfiable when a job or a machine needs more time, otherwise unknown",
    params: &[
        Param::place("jobs", "Jobs", Kind::Number(1, 1_000, None)),
        Param::place("machines", "Machines, and tasks of a job", Kind::Number(1, 1_000, None)),
        Param::place("span", "Units of time", Kind::Number(1, 100_000, None)),
        Param::option("longest", "Most units of a task; they are drawn from 1 on", Kind::Number(1, 10_000, Some(20))),
        SEED,
    ],
    example: "3 3 40 --seed 1",
    cnfgen: "",
    build: job_shop,
}];

struct Task {
    machine: usize,
    duration: usize,
    /// The earliest time at which the tasks before it let the task start.
    first: usize,
    /// The latest time at which the task can start so that it and the tasks after it end in time.
    last: usize,
    /// The variables "starts after `first`", "after `first` + 1", up to `last` - 1.
    after: Block<1>,
}

impl Task {
    /// Whether the task starts at this time or later.
    fn starts_from(&self, time: usize) -> Bit {
        match time {
            _ if time <= self.first => Bit::Known(true),
            _ if time > self.last => Bit::Known(false),
            _ => Bit::Free(self.after.at([time - self.first - 1])),
        }
    }
}

/// Adds that `later` starts after `earlier` has ended, if `condition` holds.
fn precede(to: &mut Clauses<'_>, earlier: &Task, later: &Task, condition: Option<Lit>) -> Result<()> {
    for time in earlier.first..=earlier.last {
        let mut clause: Vec<Lit> = condition.iter().map(|&lit| !lit).collect();
        match earlier.starts_from(time) {
            Bit::Free(lit) => clause.push(!lit),
            Bit::Known(true) => {}
            Bit::Known(false) => continue,
        }
        match later.starts_from(time + earlier.duration) {
            Bit::Free(lit) => clause.push(lit),
            Bit::Known(true) => continue,
            Bit::Known(false) => {}
        }
        to.add(clause)?;
    }
    Ok(())
}

/// The time that these tasks take together.
fn length(tasks: &[(usize, usize)]) -> usize {
    tasks.iter().map(|&(_, duration)| duration).sum()
}

fn job_shop(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (jobs, machines, span) = (values.number("jobs"), values.number("machines"), values.number("span"));
    to.room((jobs * jobs * machines) as u64, 4)?;
    let mut rng = Rng::new(values.seed());
    let (mut load, mut longest) = (vec![0; machines], 0);
    let mut drawn: Vec<Vec<(usize, usize)>> = Vec::with_capacity(jobs);
    for _ in 0..jobs {
        let mut order: Vec<usize> = (0..machines).collect();
        rng.shuffle(&mut order);
        let job: Vec<_> = order.iter().map(|&machine| (machine, 1 + rng.index(values.number("longest")))).collect();
        job.iter().for_each(|&(machine, duration)| load[machine] += duration);
        longest = longest.max(length(&job));
        drawn.push(job);
    }
    if longest > span || load.iter().any(|&load| load > span) {
        to.add([])?;
        return Ok(Answer::Unsatisfiable);
    }
    let mut tasks: Vec<Vec<Task>> = Vec::with_capacity(jobs);
    for (job, drawn) in drawn.iter().enumerate() {
        let mut tasks_of_job = Vec::with_capacity(machines);
        for (place, &(machine, duration)) in drawn.iter().enumerate() {
            let (first, last) = (length(&drawn[..place]), span - length(&drawn[place..]));
            let after = to.block(&format!("after_{}_{}", job + 1, place + 1), [last - first])?;
            for time in 1..last - first {
                to.add([after.at([time - 1]), !after.at([time])])?;
            }
            tasks_of_job.push(Task { machine, duration, first, last, after });
        }
        tasks.push(tasks_of_job);
    }
    for job in &tasks {
        job.windows(2).try_for_each(|pair| precede(to, &pair[0], &pair[1], None))?;
    }
    for machine in 0..machines {
        let on_it: Vec<&Task> = tasks.iter().flatten().filter(|task| task.machine == machine).collect();
        for (job, &task) in on_it.iter().enumerate() {
            for (other, &later) in on_it.iter().enumerate().skip(job + 1) {
                let before = to.var(format_args!("before_{}_{}_{}", machine + 1, job + 1, other + 1))?;
                precede(to, task, later, Some(before))?;
                precede(to, later, task, Some(!before))?;
            }
        }
    }
    Ok(Answer::Unknown)
}
