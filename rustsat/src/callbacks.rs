//! Callbacks of RustSAT's `Terminate` and `Learn`, which may borrow from the caller and need not be `Send`.
//!
//! The solver asks for functions that are `Send` and borrow nothing, since its threads call them. So a call with such
//! callbacks searches in a thread of its own, and the caller's thread waits, asks the terminator at intervals, and
//! hands learned clauses to the learner as they come.

use crate::{Gemsat, outer_lit};
use anyhow::{Context, ensure};
use gemsat::engine::Verdict;
use gemsat::limits::StopFlag;
use rustsat::solvers::{ControlSignal, Learn, Terminate};
use rustsat::types::Clause;
use send_wrapper::SendWrapper;
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How often the terminator is asked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How many learned clauses may wait for the learner before the search waits, too.
const MOST_WAITING: usize = 1024;
/// Bytes of the searching thread's stack.
const STACK_BYTES: usize = 8 << 20;

type Terminator<'term> = Box<dyn FnMut() -> ControlSignal + 'term>;
type Learner<'learn> = Box<dyn FnMut(Clause) + 'learn>;

/// The callbacks of a solver. A solver may move between threads, but calls them in the thread that has attached them.
#[derive(Default)]
pub struct Callbacks<'term, 'learn> {
    terminator: Option<SendWrapper<Terminator<'term>>>,
    learner: Option<SendWrapper<Learner<'learn>>>,
    max_len: usize,
}

impl fmt::Debug for Callbacks<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks")
            .field("terminator", &self.terminator.is_some())
            .field("learner", &self.learner.is_some())
            .finish()
    }
}

/// A message of the searching thread.
enum Message {
    Learned(Clause),
    Done,
}

/// Ends the search when a callback panics, so that the panic need not wait for it.
struct EndOnPanic(StopFlag);

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

impl Callbacks<'_, '_> {
    /// Whether there is any callback.
    pub fn any(&self) -> bool {
        self.terminator.is_some() || self.learner.is_some()
    }

    fn terminates(&mut self) -> bool {
        self.terminator.as_mut().is_some_and(|ask| ask() == ControlSignal::Terminate)
    }

    /// Serves the searching thread until it is done.
    fn serve(&mut self, messages: &Receiver<Message>, stop: &StopFlag) {
        let _end = EndOnPanic(stop.clone());
        let mut asked = Instant::now();
        loop {
            match messages.recv_timeout(POLL_INTERVAL) {
                Ok(Message::Learned(clause)) => {
                    if let Some(learner) = &mut self.learner {
                        learner(clause);
                    }
                }
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if asked.elapsed() >= POLL_INTERVAL {
                asked = Instant::now();
                if self.terminates() {
                    stop.raise();
                }
            }
        }
    }
}

impl Gemsat<'_, '_> {
    /// Searches in a thread of its own, and serves the callbacks in this one.
    ///
    /// # Errors
    /// When this thread has not attached them, or there are no more threads.
    pub(crate) fn solve_with_callbacks(&mut self) -> anyhow::Result<Verdict> {
        let callbacks = &mut self.callbacks;
        let here = callbacks.terminator.as_ref().is_none_or(SendWrapper::valid)
            && callbacks.learner.as_ref().is_none_or(SendWrapper::valid);
        ensure!(here, "the callbacks of a solver serve the thread that has attached them");
        let stop = self.inner.terminator();
        if callbacks.terminates() {
            stop.raise();
        }
        let (sender, messages) = sync_channel(MOST_WAITING);
        if callbacks.learner.is_some() {
            let sender: SyncSender<Message> = sender.clone();
            let send = move |clause: &[gemsat::cnf::Lit]| {
                let clause = clause.iter().copied().map(outer_lit).collect();
                drop(sender.send(Message::Learned(clause)));
            };
            self.inner.on_learned(callbacks.max_len, Box::new(send));
        }
        let (inner, limits) = (&mut self.inner, &self.limits);
        let verdict = std::thread::scope(|scope| {
            // The channel is moved here, so that a panic below closes it and the search does not wait for room for
            // ever.
            let messages = messages;
            let search = move || {
                let verdict = inner.solve_limited(limits);
                drop(sender.send(Message::Done));
                verdict
            };
            let builder = std::thread::Builder::new().name("gemsat".into()).stack_size(STACK_BYTES);
            let thread = builder.spawn_scoped(scope, search).context("no thread for the search")?;
            callbacks.serve(&messages, &stop);
            Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        self.inner.on_learned(0, Box::new(|_| {}));
        verdict
    }
}

impl<'term> Terminate<'term> for Gemsat<'term, '_> {
    /// The callback is asked before every call and every few milliseconds during one, by the thread that solves.
    fn attach_terminator<CB>(&mut self, callback: CB)
    where
        CB: FnMut() -> ControlSignal + 'term,
    {
        self.callbacks.terminator = Some(SendWrapper::new(Box::new(callback)));
    }

    fn detach_terminator(&mut self) {
        self.callbacks.terminator = None;
    }
}

impl<'learn> Learn<'learn> for Gemsat<'_, 'learn> {
    /// The callback gets every clause that is learned, in the order of learning, by the thread that solves.
    fn attach_learner<CB>(&mut self, callback: CB, max_len: usize)
    where
        CB: FnMut(Clause) + 'learn,
    {
        self.callbacks.learner = Some(SendWrapper::new(Box::new(callback)));
        self.callbacks.max_len = max_len;
    }

    fn detach_learner(&mut self) {
        self.callbacks.learner = None;
    }
}
