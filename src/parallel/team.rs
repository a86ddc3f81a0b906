//! How the threads of a team exchange clauses and find out who has won.
//!
//! **Free running.** A thread that exchanges leaves its clauses in the inboxes of the others and empties its own.
//!
//! **Deterministic.** A thread's time is divided into rounds of a fixed number of ticks; it exchanges at the end of
//! each. In round r it gets what all threads exported in round r - 2, in the order of the threads, so it waits only for
//! a thread that is more than a round behind. The winner is the thread with the smallest pair (round, thread): a thread
//! with an answer in round r has won once all threads after it have reached round r, and all threads before it round r
//! + 1. The proof has the rounds in order, and of each round the threads in order.

use super::proof::{Steps, ThreadTracer};
use super::sync::{Arc, Condvar, Mutex, MutexGuard, lock};
use crate::cdcl::share::SharedClause;
use crate::limits::StopFlag;
use std::collections::VecDeque;
use std::time::Duration;

/// The place of an answer among all: round (0 where threads run freely), thread.
type Place = (u64, usize);

/// What a thread exports at the end of a round.
#[derive(Debug, Default)]
struct Posted {
    clauses: Vec<SharedClause>,
    steps: Option<Steps>,
}

/// A round that some threads, but not yet all, have ended.
#[derive(Debug, Default)]
struct Round {
    /// By thread, what it exports, once it has ended the round.
    posted: Vec<Option<Posted>>,
}

struct TeamState {
    /// By thread, the clauses that wait for it, where threads run freely.
    inboxes: Vec<Vec<SharedClause>>,
    /// By thread, how many rounds it has ended.
    ended: Vec<u64>,
    /// The number of the first of the rounds below.
    first: u64,
    rounds: VecDeque<Round>,
    /// Whole rounds that are ready to be imported, the latest last: `(round, clauses by thread)`.
    ready: VecDeque<(u64, Vec<Arc<Vec<SharedClause>>>)>,
    winner: Option<Place>,
    /// By thread, whether it has ended without an answer: the others do not wait for it.
    absent: Vec<bool>,
    /// By thread, whether it was ended to save memory.
    ended_early: Vec<bool>,
}

/// What the threads share.
pub(super) struct Team {
    threads: usize,
    deterministic: bool,
    state: Mutex<TeamState>,
    turned: Condvar,
    /// By thread, raised to end its run.
    pub(super) stops: Vec<StopFlag>,
    /// By thread, its access to the proof, if there is one.
    tracers: Vec<ThreadTracer>,
}

impl Team {
    pub(super) fn new(threads: usize, deterministic: bool, tracers: Vec<ThreadTracer>) -> Team {
        let state = TeamState {
            inboxes: vec![Vec::new(); threads],
            ended: vec![0; threads],
            first: 0,
            rounds: VecDeque::new(),
            ready: VecDeque::new(),
            winner: None,
            absent: vec![false; threads],
            ended_early: vec![false; threads],
        };
        let stops = (0..threads).map(|_| StopFlag::default()).collect();
        Team { threads, deterministic, state: Mutex::new(state), turned: Condvar::new(), stops, tracers }
    }

    /// Exports a thread's clauses and brings it those of the others.
    pub(super) fn exchange(&self, thread: usize, exported: Vec<SharedClause>) -> Option<Vec<SharedClause>> {
        if self.stops[thread].raised() {
            return None;
        }
        if self.deterministic { self.end_round(thread, exported) } else { Some(self.swap(thread, exported)) }
    }

    fn swap(&self, thread: usize, mut exported: Vec<SharedClause>) -> Vec<SharedClause> {
        if !exported.is_empty() {
            // Done before the lock is taken, so that the other threads need not wait.
            self.publish(thread, &mut exported, None);
        }
        let mut state = lock(&self.state);
        let TeamState { inboxes, absent, .. } = &mut *state;
        for (other, inbox) in inboxes.iter_mut().enumerate().filter(|&(other, _)| other != thread) {
            if !absent[other] {
                inbox.extend_from_slice(&exported);
            }
        }
        std::mem::take(&mut state.inboxes[thread])
    }

    /// Writes a thread's steps and gives its clauses the proof's numbers.
    fn publish(&self, thread: usize, clauses: &mut Vec<SharedClause>, steps: Option<Steps>) {
        let Some(tracer) = self.tracers.get(thread) else { return };
        let written = match steps {
            Some(steps) => tracer.write_taken(steps),
            None => tracer.write(),
        };
        // A failed write is remembered, and ends the run of every thread at its next step. Clauses that are not in the
        // proof cannot be cited, so none is exported.
        if written.is_err() {
            clauses.clear();
        }
        for clause in clauses {
            clause.id = tracer.number(clause.id);
        }
    }

    fn end_round(&self, thread: usize, clauses: Vec<SharedClause>) -> Option<Vec<SharedClause>> {
        let mut state = lock(&self.state);
        let round = state.ended[thread];
        let place = (round - state.first) as usize;
        while state.rounds.len() <= place {
            state.rounds.push_back(Round { posted: (0..self.threads).map(|_| None).collect() });
        }
        let steps = self.tracers.get(thread).map(ThreadTracer::take);
        state.rounds[place].posted[thread] = Some(Posted { clauses, steps });
        state.ended[thread] = round + 1;
        self.close_rounds(&mut state);
        self.turned.notify_all();
        let now = round + 1;
        loop {
            if state.winner.is_some_and(|winner| winner < (now, thread)) {
                self.stops[thread].raise();
            }
            if self.stops[thread].raised() {
                return Some(Vec::new());
            }
            // In round `now` a thread gets what was exported in round `now - 2`.
            let Some(wanted) = now.checked_sub(2) else { return Some(Vec::new()) };
            if let Some((_, ready)) = state.ready.iter().find(|(round, _)| *round == wanted) {
                let others = ready.iter().enumerate().filter(|&(other, _)| other != thread);
                return Some(others.flat_map(|(_, clauses)| clauses.iter().cloned()).collect());
            }
            state = self.wait(state);
        }
    }

    /// Writes the rounds that all threads have ended.
    fn close_rounds(&self, state: &mut TeamState) {
        while let Some(round) = state.rounds.front() {
            let complete = round.posted.iter().zip(&state.absent).all(|(posted, &absent)| absent || posted.is_some());
            if !complete {
                return;
            }
            let Some(round) = state.rounds.pop_front() else { return };
            let mut ready = Vec::with_capacity(self.threads);
            for (thread, posted) in round.posted.into_iter().enumerate() {
                let Posted { mut clauses, steps } = posted.unwrap_or_default();
                self.publish(thread, &mut clauses, steps);
                ready.push(Arc::new(clauses));
            }
            state.ready.push_back((state.first, ready));
            state.first += 1;
            if state.ready.len() > 3 {
                state.ready.pop_front();
            }
        }
    }

    fn wait<'s>(&self, state: MutexGuard<'s, TeamState>) -> MutexGuard<'s, TeamState> {
        // Raising a flag wakes nobody, so the wait is bounded.
        let waited = self.turned.wait_timeout(state, Duration::from_millis(20));
        waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state)
    }

    /// Notes that a thread has an answer.
    pub(super) fn finish(&self, thread: usize) {
        let mut state = lock(&self.state);
        let place = if self.deterministic { (state.ended[thread], thread) } else { (0, thread) };
        let better = state.winner.is_none_or(|winner| self.deterministic && place < winner);
        if better {
            state.winner = Some(place);
        }
        for (other, stop) in self.stops.iter().enumerate().filter(|&(other, _)| other != thread) {
            if !self.deterministic || (state.ended[other], other) > place {
                stop.raise();
            }
        }
        self.turned.notify_all();
    }

    /// Notes that a thread ends without an answer.
    pub(super) fn leave(&self, thread: usize) {
        let mut state = lock(&self.state);
        state.absent[thread] = true;
        self.close_rounds(&mut state);
        self.turned.notify_all();
    }

    /// Ends all runs.
    pub(super) fn stop_all(&self) {
        self.stops.iter().for_each(StopFlag::raise);
        // A thread that is about to wait looks at its flag under this lock, so after this it sees the flag or is woken.
        drop(lock(&self.state));
        self.turned.notify_all();
    }

    /// Ends the last thread that still runs, to save memory; false if it is the only one, or if every run has to be the
    /// same.
    pub(super) fn end_one(&self) -> bool {
        let mut state = lock(&self.state);
        let running: Vec<usize> = (0..self.threads).filter(|&thread| !state.absent[thread]).collect();
        let last = running.last().copied().filter(|_| running.len() > 1 && !self.deterministic);
        if let Some(thread) = last {
            state.ended_early[thread] = true;
            state.absent[thread] = true;
            self.stops[thread].raise();
            self.turned.notify_all();
        }
        last.is_some()
    }

    /// Whether the thread was ended to save memory.
    pub(super) fn ended_early(&self, thread: usize) -> bool {
        lock(&self.state).ended_early[thread]
    }

    /// The thread that has won, once all have ended, and its round.
    pub(super) fn winner(&self) -> Option<Place> {
        lock(&self.state).winner
    }
}
