//! How the threads of a team exchange clauses and find out who has won.
//!
//! **Free running.** A thread that trades leaves its clauses in the inboxes of the others and empties its own.
//!
//! **Deterministic.** A thread's time is divided into rounds of a fixed number of ticks; it trades at the end of each. In
//! round r it gets what all threads handed out in round r - 2, in the order of the threads, so it waits only for a thread
//! that is more than a round behind. The winner is the one with the smallest (round, thread): a thread that has an answer
//! in round r has won once all others have reached round r, or round r + 1 those before it. The proof has the rounds in order,
//! and of each round the threads in order.

use super::proof::{Pen, Steps, lock};
use crate::cdcl::share::Parcel;
use crate::limits::StopFlag;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The place of an answer among all: round (0 where threads run freely), thread.
type Place = (u64, usize);

/// What a thread hands out at the end of a round.
#[derive(Debug, Default)]
struct Posted {
    parcels: Vec<Parcel>,
    steps: Option<Steps>,
}

/// A round that some threads have ended.
#[derive(Debug, Default)]
struct Round {
    /// By thread, what it hands out, once it has ended the round.
    posted: Vec<Option<Posted>>,
}

struct State {
    /// By thread, the clauses that wait for it, where threads run freely.
    inboxes: Vec<Vec<Parcel>>,
    /// By thread, how many rounds it has ended.
    ended: Vec<u64>,
    /// The number of the first of the rounds below.
    first: u64,
    rounds: VecDeque<Round>,
    /// Handed out in whole rounds by thread, the latest last: `(round, parcels)`.
    ready: VecDeque<(u64, Vec<Arc<Vec<Parcel>>>)>,
    winner: Option<Place>,
    /// By thread, whether it has ended without an answer: the others do not wait for it.
    absent: Vec<bool>,
    /// By thread, whether it was ended to save memory.
    given_up: Vec<bool>,
}

/// What the threads share.
pub(super) struct Team {
    threads: usize,
    deterministic: bool,
    state: Mutex<State>,
    turned: Condvar,
    /// By thread, raised to end its run.
    pub(super) stops: Vec<StopFlag>,
    /// By thread, its access to the proof, if there is one.
    pens: Vec<Pen>,
}

impl Team {
    pub(super) fn new(threads: usize, deterministic: bool, pens: Vec<Pen>) -> Team {
        let state = State {
            inboxes: vec![Vec::new(); threads],
            ended: vec![0; threads],
            first: 0,
            rounds: VecDeque::new(),
            ready: VecDeque::new(),
            winner: None,
            absent: vec![false; threads],
            given_up: vec![false; threads],
        };
        let stops = (0..threads).map(|_| StopFlag::default()).collect();
        Team { threads, deterministic, state: Mutex::new(state), turned: Condvar::new(), stops, pens }
    }

    /// Hands out a thread's clauses and brings it those of the others.
    pub(super) fn trade(&self, thread: usize, given: Vec<Parcel>) -> Option<Vec<Parcel>> {
        let state = lock(&self.state);
        if self.stops[thread].raised() {
            return None;
        }
        if self.deterministic { self.end_round(state, thread, given) } else { Some(self.swap(state, thread, given)) }
    }

    fn swap(&self, mut state: MutexGuard<'_, State>, thread: usize, mut given: Vec<Parcel>) -> Vec<Parcel> {
        if !given.is_empty() {
            self.publish(thread, &mut given, None);
        }
        let State { inboxes, absent, .. } = &mut *state;
        for (other, inbox) in inboxes.iter_mut().enumerate().filter(|&(other, _)| other != thread) {
            if !absent[other] {
                inbox.extend_from_slice(&given);
            }
        }
        std::mem::take(&mut state.inboxes[thread])
    }

    /// Writes a thread's steps and gives its clauses the proof's numbers.
    fn publish(&self, thread: usize, parcels: &mut [Parcel], steps: Option<Steps>) {
        let Some(pen) = self.pens.get(thread) else { return };
        match steps {
            Some(mut steps) => pen.write_taken(&mut steps),
            // A failure is kept, and ends the run of every thread at its next step.
            None => drop(pen.write()),
        }
        for parcel in parcels {
            parcel.id = pen.number(parcel.id);
        }
    }

    fn end_round(&self, mut state: MutexGuard<'_, State>, thread: usize, parcels: Vec<Parcel>) -> Option<Vec<Parcel>> {
        let round = state.ended[thread];
        let place = (round - state.first) as usize;
        while state.rounds.len() <= place {
            state.rounds.push_back(Round { posted: (0..self.threads).map(|_| None).collect() });
        }
        let steps = self.pens.get(thread).map(Pen::take);
        state.rounds[place].posted[thread] = Some(Posted { parcels, steps });
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
            // In round `now` a thread gets what was handed out in round `now - 2`.
            let Some(wanted) = now.checked_sub(2) else { return Some(Vec::new()) };
            if let Some((_, ready)) = state.ready.iter().find(|(round, _)| *round == wanted) {
                let others = ready.iter().enumerate().filter(|&(other, _)| other != thread);
                return Some(others.flat_map(|(_, parcels)| parcels.iter().cloned()).collect());
            }
            state = self.wait(state);
        }
    }

    /// Writes the rounds that all threads have ended.
    fn close_rounds(&self, state: &mut State) {
        while let Some(round) = state.rounds.front() {
            let complete = round.posted.iter().zip(&state.absent).all(|(posted, &absent)| absent || posted.is_some());
            if !complete {
                return;
            }
            let Some(round) = state.rounds.pop_front() else { return };
            let mut ready = Vec::with_capacity(self.threads);
            for (thread, posted) in round.posted.into_iter().enumerate() {
                let Posted { mut parcels, steps } = posted.unwrap_or_default();
                self.publish(thread, &mut parcels, steps);
                ready.push(Arc::new(parcels));
            }
            state.ready.push_back((state.first, ready));
            state.first += 1;
            if state.ready.len() > 3 {
                state.ready.pop_front();
            }
        }
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        // The flags are raised without a notice.
        let waited = self.turned.wait_timeout(state, Duration::from_millis(20));
        waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state)
    }

    /// A thread has an answer.
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

    /// A thread ends without an answer.
    pub(super) fn leave(&self, thread: usize) {
        let mut state = lock(&self.state);
        state.absent[thread] = true;
        self.close_rounds(&mut state);
        self.turned.notify_all();
    }

    /// Ends all runs.
    pub(super) fn stop_all(&self) {
        self.stops.iter().for_each(StopFlag::raise);
    }

    /// Gives the last thread that still runs up, to save memory; false where it is the only one, or threads are to be the
    /// same every time.
    pub(super) fn give_one_up(&self) -> bool {
        let mut state = lock(&self.state);
        let running: Vec<usize> = (0..self.threads).filter(|&thread| !state.absent[thread]).collect();
        let last = running.last().copied().filter(|_| running.len() > 1 && !self.deterministic);
        if let Some(thread) = last {
            state.given_up[thread] = true;
            state.absent[thread] = true;
            self.stops[thread].raise();
        }
        last.is_some()
    }

    /// Whether the thread was given up.
    pub(super) fn given_up(&self, thread: usize) -> bool {
        lock(&self.state).given_up[thread]
    }

    /// The thread that has won, once all have ended, and its round.
    pub(super) fn winner(&self) -> Option<Place> {
        lock(&self.state).winner
    }
}
