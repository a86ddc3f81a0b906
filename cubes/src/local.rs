//! A run on this machine: threads that take cubes from one board.
//!
//! Each thread begins in a stretch of the tree of its own, so that its cubes resemble each other, and takes half of the
//! longest stretch of another when it has none left. The parts of a cube that was split are solved next.

use crate::Trouble;
use crate::conquer::{Attempt, Conqueror, worker_name};
use crate::directory::{Directory, Entered};
use crate::progress::{Tally, Worker, Workers};
use crate::record::Outcome;
use crate::results::Seen;
use crate::share::Exchange;
use crate::tree::{CubeName, Misfit, Tree};
use gemsat::command::output::complain;
use gemsat::limits::{Limits, Stop, StopFlag};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread looks whether the run has an answer already.
const LOOK: Duration = Duration::from_secs(1);

/// How a run has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A checked model: the literals that are true.
    Sat(Vec<i32>),
    /// Every cube is refuted.
    Unsat,
    /// Cubes are still open, because of this limit if one ended the run.
    Open(Option<Stop>),
}

/// The state that all threads share.
struct Board<'a> {
    directory: &'a Directory,
    state: Mutex<State>,
    changed: Condvar,
    exchange: Exchange,
    limits: &'a Limits,
}

struct State {
    tree: Tree,
    /// By thread: its cubes.
    queues: Vec<VecDeque<CubeName>>,
    /// By thread: the cube that it works on.
    current: Vec<Option<CubeName>>,
    flags: Vec<StopFlag>,
    model: Option<Vec<i32>>,
    stop: Option<Stop>,
    trouble: Option<Trouble>,
}

impl State {
    fn ended(&self) -> bool {
        self.tree.is_closed() || self.model.is_some() || self.trouble.is_some() || self.stop.is_some()
    }
}

/// The state of the run as its results say, and what they say beyond the tree.
#[derive(Debug)]
pub struct Known {
    /// The tree, with all results entered.
    pub tree: Tree,
    /// A checked model.
    pub model: Option<Vec<i32>>,
    /// The cubes with results.
    pub seen: Seen,
    /// What the results add up to.
    pub tally: Tally,
    /// Files that are no results of this run.
    pub foreign: usize,
}

impl Known {
    /// Nothing but the cubes.
    ///
    /// # Errors
    /// When the file of cubes cannot be read.
    pub fn nothing(directory: &Directory) -> Result<Known, Trouble> {
        let tree = directory.tree()?;
        let seen = Seen::with_capacity(tree.num_lines());
        Ok(Known { tree, model: None, seen, tally: Tally::default(), foreign: 0 })
    }
}

/// Reads all results. One with a wrong model or that does not fit into the tree is set aside, and its cube is open
/// again.
///
/// # Errors
/// When the directory cannot be read.
pub fn known(directory: &Directory) -> Result<Known, Trouble> {
    let mut known = Known::nothing(directory)?;
    update(directory, &mut known)?;
    Ok(known)
}

/// Reads new results; returns the parts of cubes that they have split.
///
/// # Errors
/// When the directory cannot be read.
pub fn update(directory: &Directory, known: &mut Known) -> Result<Vec<CubeName>, Trouble> {
    let (mut wrong, mut parts): (Vec<(CubeName, Misfit)>, Vec<CubeName>) = (Vec::new(), Vec::new());
    let Known { tree, model, seen, tally, foreign } = known;
    *foreign = directory.new_results(seen, |record| {
        match directory.enter(tree, &record) {
            Ok(Entered::Model(false)) => return wrong.push((record.cube, Misfit::Model)),
            Err(misfit) => return wrong.push((record.cube, misfit)),
            Ok(Entered::Split(names)) => parts.extend(names),
            Ok(Entered::Closed(_) | Entered::Model(true)) => {}
        }
        tally.count(&record);
        if let Outcome::Sat { model: found } = record.outcome {
            *model = Some(found);
        }
    })?;
    for (cube, misfit) in wrong {
        // That the worker is not trusted was reported before.
        if misfit != Misfit::Distrusted {
            complain(format_args!("cnfcubes: the result of cube {cube} is set aside: {misfit}"));
        }
        seen.names.remove(&cube);
        directory.discard(&cube)?;
    }
    Ok(parts)
}

/// Solves all open cubes with so many threads.
///
/// # Errors
/// When the directory cannot be read or written. What was found until then is kept.
pub fn run(directory: &Directory, threads: usize, limits: &Limits, workers: &Workers) -> Result<Ended, Trouble> {
    run_some(directory, threads, limits, workers, |_| true)
}

/// Solves the open cubes that are chosen; `Unsat` says that none of these is open any more.
///
/// # Errors
/// When the directory cannot be read or written. What was found until then is kept.
pub fn run_some(
    directory: &Directory,
    threads: usize,
    limits: &Limits,
    workers: &Workers,
    chosen: impl Fn(&CubeName) -> bool,
) -> Result<Ended, Trouble> {
    let Known { tree, model, .. } = known(directory)?;
    if let Some(model) = model {
        return Ok(Ended::Sat(model));
    }
    if !tree.is_closed() {
        directory.forget_answer();
    }
    let threads = threads.max(1);
    let open: Vec<CubeName> = tree.open_cubes().into_iter().map(|(name, _)| name).filter(&chosen).collect();
    let stretch = open.len().div_ceil(threads).max(1);
    let mut queues: Vec<VecDeque<CubeName>> = open.chunks(stretch).map(|part| part.iter().cloned().collect()).collect();
    queues.resize(threads, VecDeque::new());
    let decided = frozen(&tree);
    let board = Board {
        directory,
        state: Mutex::new(State {
            tree,
            queues,
            current: vec![None; threads],
            flags: vec![StopFlag::default(); threads],
            model: None,
            stop: None,
            trouble: None,
        }),
        changed: Condvar::new(),
        exchange: Exchange::default(),
        limits,
    };
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (board, decided) = (&board, &decided);
            scope.spawn(move || {
                if let Err(trouble) = board.work(thread, decided, workers) {
                    board.end(|state| state.trouble = Some(trouble));
                }
            });
        }
    });
    let state = board.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (state.trouble, state.model) {
        (_, Some(model)) => Ok(Ended::Sat(model)),
        (Some(trouble), None) => Err(trouble),
        (None, None) if !state.tree.open_cubes().iter().any(|(name, _)| chosen(name)) => Ok(Ended::Unsat),
        (None, None) => Ok(Ended::Open(state.stop)),
    }
}

/// The decisions of the tree, each variable once.
pub fn frozen(tree: &Tree) -> Vec<gemsat::cnf::Lit> {
    let mut lits: Vec<gemsat::cnf::Lit> =
        tree.nodes().filter_map(|(_, lit, _)| lit).map(|lit| lit.var().pos()).collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

impl Board<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and ends all attempts if the run has ended by that.
    fn end(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        if state.ended() {
            state.flags.iter().for_each(StopFlag::raise);
        }
        self.changed.notify_all();
    }

    fn work(&self, thread: usize, decided: &[gemsat::cnf::Lit], workers: &Workers) -> Result<(), Trouble> {
        let mut conqueror = Conqueror::new(self.directory, worker_name(thread))?;
        conqueror.freeze(decided.iter().copied());
        let mut shown = Worker::new(conqueror.name());
        let (mut cursor, mut looked) = (0, Instant::now());
        let flag = conqueror.terminator();
        self.lock().flags[thread] = flag.clone();
        while let Some((name, lits)) = self.next(thread, &flag) {
            // Another process may have found a model.
            if looked.elapsed() > LOOK {
                looked = Instant::now();
                if self.directory.is_answered() {
                    self.end(|state| state.stop = Some(Stop::Interrupted));
                    return Ok(());
                }
            }
            self.exchange.give(thread, conqueror.take_learned());
            conqueror.import(self.exchange.take(thread, &mut cursor));
            shown.begins(&name);
            workers.show(thread, &shown);
            match conqueror.attempt(&name, &lits, self.limits)? {
                Attempt::Done(record) => {
                    if let Outcome::Sat { model } = &record.outcome
                        && !self.directory.is_model(model)
                    {
                        return Err(Trouble::Internal(format!("the model of cube {name} is wrong")));
                    }
                    self.directory.record(&record)?;
                    if let Outcome::Sat { model } = &record.outcome {
                        self.directory.answer(Some(model))?;
                    }
                    shown.ended(&record);
                    self.enter(thread, &record)?;
                }
                // The result of another cube may have closed this one.
                Attempt::Stopped(Stop::Interrupted) if self.limits.exceeded().is_none() => self.put_back(thread, name),
                Attempt::Stopped(stop) => {
                    self.put_back(thread, name);
                    self.end(|state| state.stop = Some(stop));
                }
            }
        }
        shown.idles();
        workers.show(thread, &shown);
        Ok(())
    }

    /// The next open cube of a thread; waits while others may still split theirs. Nothing when the run has ended.
    fn next(&self, thread: usize, flag: &StopFlag) -> Option<(CubeName, Vec<gemsat::cnf::Lit>)> {
        let mut state = self.lock();
        loop {
            state.current[thread] = None;
            if state.ended() {
                return None;
            }
            while let Some(name) = state.queues[thread].pop_front() {
                if let Some(node) = state.tree.find(&name)
                    && !state.tree.is_node_closed(node)
                {
                    flag.lower();
                    state.current[thread] = Some(name.clone());
                    return Some((name, state.tree.lits(node)));
                }
            }
            let longest = (0..state.queues.len()).max_by_key(|&other| state.queues[other].len()).unwrap_or(thread);
            let kept = state.queues[longest].len() / 2;
            if !state.queues[longest].is_empty() {
                state.queues[thread] = state.queues[longest].split_off(kept);
                continue;
            }
            if state.current.iter().all(Option::is_none) {
                return None;
            }
            let waited = self.changed.wait_timeout(state, Duration::from_millis(50));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn put_back(&self, thread: usize, name: CubeName) {
        self.lock().queues[thread].push_front(name);
    }

    fn enter(&self, thread: usize, record: &crate::record::Record) -> Result<(), Trouble> {
        let mut state = self.lock();
        let entered = self.directory.enter(&mut state.tree, record);
        match entered.map_err(|misfit| Trouble::Internal(format!("the result of cube {}: {misfit}", record.cube)))? {
            Entered::Split(parts) => parts.into_iter().rev().for_each(|part| state.queues[thread].push_front(part)),
            Entered::Closed(_) => {
                let closed = |state: &State, name: &CubeName| {
                    state.tree.find(name).is_some_and(|node| state.tree.is_node_closed(node))
                };
                for other in 0..state.current.len() {
                    if other != thread && state.current[other].as_ref().is_some_and(|name| closed(&state, name)) {
                        state.flags[other].raise();
                    }
                }
            }
            Entered::Model(_) => {
                if let Outcome::Sat { model } = &record.outcome {
                    state.model = Some(model.clone());
                }
            }
        }
        let ended = state.ended();
        if ended {
            state.flags.iter().for_each(StopFlag::raise);
        }
        self.changed.notify_all();
        Ok(())
    }
}
