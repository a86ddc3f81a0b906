//! Several walks at the same time, each from a seed of its own; the first model counts.
//!
//! **What it does.** Every thread walks on the same problem and knows nothing of the others. The first that finds a
//! model ends the rest. Thread 0 has the seed that the user gave, so it walks as a single one would; the others have
//! seeds drawn from it.
//!
//! **Deterministic.** Threads walk in *rounds* of [`ROUND`] moves and wait for each other at the end of each. When a
//! walk has found a model, all walks end at the end of that round. If several have found one, the one with the fewest
//! flips counts, and of equal ones that of the first thread. So the answer and all counts depend on the seed alone.
//!
//! **Why it pays.** The time of a walk to a model varies nearly as an exponential distribution does, so the shortest of
//! N independent ones takes about an Nth of it (Hoos, Stützle: Local search algorithms for SAT, JAR 24, 2000).

use super::WalkCounters;
use super::problem::Problem;
use super::walk::{Run, Schedule};
use crate::cnf::Assignment;
use crate::engine::Verdict;
use crate::limits::{Gauge, Limits, Stop, StopFlag, Threads};
use crate::util::rng::Rng;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Moves between two meetings of the threads.
const ROUND: u64 = 1 << 16;

/// No thread has found a model yet.
const NOBODY: usize = usize::MAX;

/// The result of one walk.
#[derive(Debug)]
pub(super) struct Walked {
    pub verdict: Verdict,
    pub counters: WalkCounters,
    pub best: Option<(Assignment, u64)>,
}

/// Runs `threads.count` walks on the problem. Returns their results by thread, and which of them counts: the one with a
/// model, or else with the fewest clauses false.
pub(super) fn walk(
    algorithm: &(dyn Fn(Run<'_, '_>) -> Verdict + Sync),
    schedule: Schedule,
    problem: &Problem,
    limits: &Limits,
    threads: Threads,
) -> (Vec<Walked>, usize) {
    let found = StopFlag::default();
    let first = AtomicUsize::new(NOBODY);
    let meeting = Arc::new(Meeting::new(threads.count));
    let mut rng = Rng::new(schedule.seed);
    let walked: Vec<Walked> = std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for thread in 0..threads.count {
            let mut schedule = schedule;
            let mut own = Limits { stop: found.or(&limits.stop), ..limits.clone() };
            if thread > 0 {
                schedule.seed = rng.bits();
                own.gauge = Gauge::default();
            }
            let first = &first;
            let mut member = Member { meeting: Arc::clone(&meeting), stop: found.clone(), moves: 0, found: false };
            let body = move || {
                let mut counters = WalkCounters::default();
                let mut best = None;
                let verdict = algorithm(Run {
                    problem,
                    schedule,
                    limits: &own,
                    observer: None,
                    member: threads.deterministic.then_some(&mut member),
                    counters: &mut counters,
                    best: &mut best,
                });
                if matches!(verdict, Verdict::Sat(_)) {
                    member.found = true;
                    if !threads.deterministic {
                        let _ = first.compare_exchange(NOBODY, thread, Ordering::SeqCst, Ordering::SeqCst);
                        member.stop.raise();
                    }
                }
                Walked { verdict, counters, best }
            };
            // If the system refuses another thread, the walks go on with fewer.
            let builder = std::thread::Builder::new().name(format!("walk {thread}"));
            handles.extend(builder.spawn_scoped(scope, body));
        }
        handles.into_iter().map(|walk| walk.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let solved = |walk: &Walked| matches!(walk.verdict, Verdict::Sat(_));
    let rank = |(thread, walk): &(usize, &Walked)| {
        let is_first = *thread == first.load(Ordering::SeqCst);
        let measure = if solved(walk) { walk.counters.flips } else { walk.counters.best_falsified };
        (!solved(walk), !is_first, measure, *thread)
    };
    let winner = walked.iter().enumerate().min_by_key(rank).map_or(0, |(thread, _)| thread);
    (walked, winner)
}

/// Why walks without a model ended: the limit that was reached, if there was one.
pub(super) fn reason(walked: &[Walked]) -> Stop {
    let stop = |walk: &Walked| match walk.verdict {
        Verdict::Unknown(stop) => Some(stop),
        Verdict::Sat(_) | Verdict::Unsat => None,
    };
    let limit = walked.iter().filter_map(stop).find(|stop| *stop != Stop::Incomplete);
    limit.unwrap_or(Stop::Incomplete)
}

/// Where threads wait for each other.
#[derive(Debug)]
struct Meeting {
    state: Mutex<State>,
    all_here: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The number of threads that still walk.
    walking: usize,
    /// How many of them wait here.
    waiting: usize,
    /// The number of rounds that have ended.
    rounds: u64,
    /// Whether a model was found in the current round.
    found: bool,
    /// Whether one was found in a round that has ended, which ends all walks.
    over: bool,
}

impl Meeting {
    fn new(threads: usize) -> Meeting {
        Meeting { state: Mutex::new(State { walking: threads, ..State::default() }), all_here: Condvar::new() }
    }

    /// Waits until all threads that still walk are here; returns whether they go on.
    fn wait(&self) -> bool {
        let mut state = self.lock();
        state.waiting += 1;
        let round = state.rounds;
        self.close(&mut state);
        while state.rounds == round {
            state = self.all_here.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.over
    }

    /// Notes that a thread walks no longer.
    fn leave(&self, found: bool) {
        let mut state = self.lock();
        state.walking -= 1;
        state.found |= found;
        self.close(&mut state);
    }

    /// Ends the round if all threads that still walk are waiting.
    fn close(&self, state: &mut State) {
        if state.waiting == state.walking {
            state.waiting = 0;
            state.rounds += 1;
            state.over |= state.found;
            self.all_here.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread of a team. When it ends, for whatever reason, the others no longer wait for it.
#[derive(Debug)]
pub(crate) struct Member {
    meeting: Arc<Meeting>,
    /// Ends all walks.
    stop: StopFlag,
    /// Moves since the last meeting.
    moves: u64,
    found: bool,
}

impl Member {
    /// Notes that moves were made, and waits for the others at the end of a round; false when another thread has found
    /// a model.
    pub fn moved(&mut self, moves: u64) -> bool {
        self.moves += moves;
        if self.moves < ROUND {
            return true;
        }
        self.moves = 0;
        self.meeting.wait()
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.raise();
        }
        self.meeting.leave(self.found);
    }
}
