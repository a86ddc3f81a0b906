//! Runs a race: its workers take runs from the schedule, and each result goes to the journal at once.

use super::child::{Report, Request, Running, start};
use super::inputs::{load, prepare};
use super::inside;
use super::journal::Journal;
use super::judge::{Claim, ProofState, Record, check_proof, read_claim};
use super::machine::core_numbers;
use super::places::{Places, Taken};
use super::plan::{Plan, Task};
use crate::cnf::Formula;
use crate::command::exit::Failure;
use crate::command::report::clean;
use crate::limits::{Limits, StopFlag};
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ChildStdin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The least seconds that checking a proof may take; it may always take ten times as long as solving.
const PROOF_TIME: f64 = 60.0;

/// What a race needs besides its plan.
#[derive(Debug)]
pub struct Context<'a> {
    /// The file of `cnfcompare`, which supervises the runs.
    pub program: &'a Path,
    /// A folder for formulas, outputs and proofs.
    pub work: &'a Path,
    /// Ends the race early when it is raised.
    pub stop: &'a StopFlag,
}

/// Whether a file or folder in the work folder of a race is one that a race makes.
pub fn is_work(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let number = name.strip_prefix("run").or_else(|| name.strip_prefix("formula")?.strip_suffix(".cnf"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A formula that is ready to be run.
struct Ready {
    path: PathBuf,
    formula: Formula,
}

/// What the workers share.
struct Shared<'a> {
    plan: &'a Plan,
    context: &'a Context<'a>,
    queue: Mutex<VecDeque<Task>>,
    places: Places,
    ready: Mutex<VecDeque<(usize, Arc<Ready>)>>,
    lifelines: Mutex<HashMap<usize, ChildStdin>>,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    journal: &'a mut Journal,
    records: Vec<Record>,
    failure: Option<Failure>,
    working: usize,
}

/// A mutex whose holder has panicked is still consistent: each change is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the runs that the records do not have yet, and returns all records. `progress` is called about ten times a
/// second. The plan must come from a command line, since one that was read from a journal names no file that could be
/// run or read.
///
/// # Errors
/// When the journal cannot be written, a formula cannot be read again, or no supervisor can be started. A solver
/// that fails is a result, not an error.
pub fn run(
    plan: &Plan,
    context: &Context<'_>,
    journal: &mut Journal,
    records: Vec<Record>,
    mut progress: impl FnMut(&[Record]),
) -> Result<Vec<Record>, Failure> {
    let done: std::collections::HashSet<(&str, &str, u32)> =
        records.iter().map(|record| (record.instance.as_str(), record.solver.as_str(), record.run)).collect();
    let open = |task: &Task| {
        let (instance, solver) = (&plan.instances[task.instance], &plan.solvers[task.solver]);
        !done.contains(&(instance.name.as_str(), solver.label.as_str(), task.run))
    };
    let queue: VecDeque<Task> = plan.schedule().into_iter().filter(open).collect();
    let workers = plan.jobs.clamp(1, queue.len().max(1));
    let shared = Shared {
        plan,
        context,
        queue: Mutex::new(queue),
        places: Places::new(plan.jobs.max(1)),
        ready: Mutex::default(),
        lifelines: Mutex::default(),
        state: Mutex::new(State { journal, records, failure: None, working: workers }),
    };
    let cores = if plan.pin { core_numbers() } else { Vec::new() };
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let shared = &shared;
            let core = cores.get(worker % cores.len().max(1)).copied();
            scope.spawn(move || {
                let result = shared.work(worker, core);
                let mut state = lock(&shared.state);
                state.working -= 1;
                if let Err(failure) = result {
                    state.failure.get_or_insert(failure);
                    shared.context.stop.raise();
                }
            });
        }
        loop {
            if context.stop.raised() {
                // A supervisor whose lifeline is cut ends its solver and reports nothing.
                lock(&shared.lifelines).clear();
            }
            let state = lock(&shared.state);
            progress(&state.records);
            if state.working == 0 {
                break;
            }
            drop(state);
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.failure {
        Some(failure) => Err(failure),
        None => Ok(state.records),
    }
}

impl Shared<'_> {
    fn work(&self, worker: usize, core: Option<usize>) -> Result<(), Failure> {
        let folder = self.context.work.join(format!("run{worker}"));
        while !self.context.stop.raised() {
            let Some((task, _places)) = self.next() else { break };
            if self.context.stop.raised() {
                break;
            }
            let ready = self.ready(task.instance)?;
            let fresh = fs::remove_dir_all(&folder).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
            fresh.and_then(|()| fs::create_dir_all(&folder)).map_err(|error| failed(&folder, &error))?;
            let Some(record) = self.once(worker, task, core, &ready, &folder)? else { break };
            let mut state = lock(&self.state);
            state.journal.add(&record)?;
            state.records.push(record);
        }
        // Whatever a cancelled run leaves behind is removed with the work folder.
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    }

    /// The next task, when there are places for its threads. The whole queue waits for them, so that a run with many
    /// threads is not overtaken for ever.
    fn next(&self) -> Option<(Task, Taken<'_>)> {
        let mut queue = lock(&self.queue);
        let task = queue.pop_front()?;
        Some((task, self.places.take(self.plan.solvers[task.solver].threads())))
    }

    /// Makes one run; `None` when it was cancelled.
    fn once(
        &self,
        worker: usize,
        task: Task,
        core: Option<usize>,
        ready: &Ready,
        folder: &Path,
    ) -> Result<Option<Record>, Failure> {
        let (instance, solver) = (&self.plan.instances[task.instance], &self.plan.solvers[task.solver]);
        let [stdout, stderr, out, proof] = ["stdout", "stderr", "result", "proof"].map(|name| folder.join(name));
        // One core would be too few for several threads.
        let core = core.filter(|_| solver.threads() == 1);
        let seed = self.plan.seed.wrapping_add(u64::from(task.run));
        let command = solver.command(&ready.path, &out, &proof, seed);
        let files = (stdout.clone().into(), stderr.clone().into());
        let request = Request { command, stdout: files.0, stderr: files.1, caps: self.plan.caps, core };
        let report = start(self.context.program, &request).and_then(|mut running: Running| {
            lock(&self.lifelines).extend(running.lifeline().map(|pipe| (worker, pipe)));
            let report = running.wait();
            lock(&self.lifelines).remove(&worker);
            report
        });
        let Some(report) = report.map_err(|error| failed(self.context.program, &error))? else { return Ok(None) };
        let mut record = Record {
            instance: instance.name.clone(),
            solver: solver.label.clone(),
            run: task.run,
            ended: None,
            usage: Default::default(),
            claim: Claim::Nothing,
            proof: ProofState::None,
            note: String::new(),
            log: String::new(),
            inside: None,
        };
        match report {
            Report::NotStarted(why) => record.note = why,
            Report::Ran(ended, usage) => {
                (record.ended, record.usage) = (Some(ended), usage);
                (record.claim, record.note) = read_claim(&stdout, &out, &ready.formula);
                record.inside = inside::read(&stdout);
                record.log = log_of(&stdout, &stderr);
                if record.claim == Claim::Unsat && self.plan.check_proofs && solver.writes_proof() {
                    let time = (10.0 * usage.cpu()).max(PROOF_TIME);
                    let limits = Limits { stop: self.context.stop.clone(), ..Limits::none() };
                    let limits = limits.with_wall_time(Duration::from_secs_f64(time));
                    (record.proof, record.note) = check_proof(&proof, &ready.formula, &limits);
                    if self.context.stop.raised() {
                        return Ok(None);
                    }
                }
                if record.note.is_empty() && record.claim == Claim::Nothing {
                    record.note = last_words(&stderr);
                }
            }
        }
        Ok(Some(record))
    }

    /// The formula, one of the few that are kept in memory, since the solvers run over the same one in turn.
    fn ready(&self, index: usize) -> Result<Arc<Ready>, Failure> {
        let mut kept = lock(&self.ready);
        if let Some((_, ready)) = kept.iter().find(|(at, _)| *at == index) {
            return Ok(ready.clone());
        }
        let instance = &self.plan.instances[index];
        let formula = load(instance)?;
        let target = self.context.work.join(format!("formula{index}.cnf"));
        let path = prepare(instance, &formula, &target).map_err(|error| failed(&target, &error))?;
        let ready = Arc::new(Ready { path, formula });
        kept.push_back((index, ready.clone()));
        if kept.len() > self.plan.jobs + 1 {
            // The file that was written stays: the next round needs it, and a run may still read it.
            kept.pop_front();
        }
        Ok(ready)
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("{}: {error}", path.display()))
}

/// The most bytes of an output that a log keeps.
const MOST_LOGGED: u64 = 1_500;

/// The end of what a solver printed, standard error last, printable, without the values of its model.
fn log_of(stdout: &Path, stderr: &Path) -> String {
    let end = |path: &Path| -> io::Result<String> {
        let mut file = File::open(path)?;
        let from = file.metadata()?.len().saturating_sub(64 * MOST_LOGGED);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(64 * MOST_LOGGED).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let told = text.lines().filter(|line| !line.starts_with("v ") && !line.trim().is_empty());
        let mut lines: Vec<String> = told.map(|line| clean(line).chars().take(200).collect()).collect();
        let (mut size, mut first) = (0, lines.len());
        while first > 0 && size + lines[first - 1].len() < MOST_LOGGED as usize {
            first -= 1;
            size += lines[first].len() + 1;
        }
        lines.drain(..first);
        Ok(lines.into_iter().map(|line| line + "\n").collect())
    };
    [stdout, stderr].into_iter().filter_map(|path| end(path).ok()).collect()
}

/// The last line of a solver's standard error, short and printable.
fn last_words(stderr: &Path) -> String {
    let bytes = fs::read(stderr).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    clean(line).chars().take(200).collect()
}
