//! A worker that sleeps in place of solving, and does all else that workers do: for measurements of the queue (see
//! `examples/simulate.rs`).

use super::{Hint, Queue, Task};
use crate::directory::Directory;
use crate::record::{FORMAT, Outcome, Record};
use async_nats::jetstream::AckKind;
use futures_util::StreamExt;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What all workers have done.
#[derive(Debug)]
pub struct Done {
    /// Their cubes.
    pub cubes: Cell<u64>,
    /// When they had their first cube.
    pub first: Cell<Option<Instant>>,
    /// When they were done with their last one.
    pub last: Cell<Option<Instant>>,
    /// How many sleep, since when so many do, and how long all of them slept until then.
    asleep: Cell<(u32, Instant, Duration)>,
}

impl Default for Done {
    fn default() -> Done {
        let (cubes, first, last) = (Cell::new(0), Cell::new(None), Cell::new(None));
        Done { cubes, first, last, asleep: Cell::new((0, Instant::now(), Duration::ZERO)) }
    }
}

impl Done {
    /// How long all workers together have slept.
    pub fn slept(&self) -> Duration {
        let (sleepers, since, slept) = self.asleep.get();
        slept + since.elapsed() * sleepers
    }

    fn falls_asleep(&self) {
        let now = Instant::now();
        if self.first.get().is_none() {
            self.first.set(Some(now));
        }
        self.asleep.set((self.asleep.get().0 + 1, now, self.slept()));
    }

    fn wakes_up(&self) {
        let now = Instant::now();
        self.asleep.set((self.asleep.get().0 - 1, now, self.slept()));
        self.cubes.set(self.cubes.get() + 1);
        self.last.set(Some(now));
    }
}

/// Takes cubes until the run has ended.
pub async fn worker(directory: &Directory, queue: &Queue, number: usize, durations: &[u64], done: &Done) {
    let mut consumer = None;
    while !directory.is_answered() {
        if consumer.is_none() {
            consumer = queue.consumer().await.ok();
        }
        let Some(found) = &consumer else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let asked = async {
            found.fetch().max_messages(1).expires(Duration::from_secs(2)).messages().await.ok()?.next().await?.ok()
        };
        let Ok(Some(message)) = tokio::time::timeout(Duration::from_secs(5), asked).await else { continue };
        let Ok(task) = serde_json::from_slice::<Task>(&message.payload) else { continue };
        if directory.read(&task.cube).is_some() || queue.is_closed(&task.cube).await {
            let _ = message.ack().await;
            continue;
        }
        done.falls_asleep();
        let milliseconds =
            durations.get((task.cube.number() as usize - 1) % durations.len().max(1)).copied().unwrap_or(0);
        let mut left = Duration::from_millis(milliseconds);
        let renewal = queue.lease / 3;
        while left > renewal {
            tokio::time::sleep(renewal).await;
            let _ = message.ack_with(AckKind::Progress).await;
            left -= renewal;
        }
        tokio::time::sleep(left).await;
        done.wakes_up();
        let record = Record {
            format: FORMAT,
            formula: task.formula,
            cube: task.cube,
            worker: format!("simulated-{number}"),
            conflicts: 0,
            milliseconds,
            outcome: Outcome::Unsat { core: task.lits, proof: None },
        };
        if directory.record(&record).is_ok()
            && let Ok(text) = serde_json::to_vec(&Hint::of(&record))
        {
            let _ = queue.client.publish(queue.subject("done"), text.into()).await;
            let _ = message.ack().await;
        }
    }
}
