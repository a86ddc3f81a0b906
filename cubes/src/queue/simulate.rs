//! A worker that sleeps in place of solving, and does all else that workers do but the renewal of leases: for measurements of the
//! queue (see `examples/simulate.rs`).

use super::{Queue, Task};
use crate::directory::Directory;
use crate::record::{FORMAT, Outcome, Record};
use futures_util::StreamExt;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What all workers have done.
#[derive(Debug, Default)]
pub struct Done {
    /// Their cubes.
    pub cubes: Cell<u64>,
    /// How long they slept.
    pub slept: Cell<Duration>,
    /// When they had their first cube.
    pub first: Cell<Option<Instant>>,
    /// When they were done with their last one.
    pub last: Cell<Option<Instant>>,
}

impl Done {
    fn add(&self, slept: Duration) {
        self.cubes.set(self.cubes.get() + 1);
        self.slept.set(self.slept.get() + slept);
        self.last.set(Some(Instant::now()));
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
        if done.first.get().is_none() {
            done.first.set(Some(Instant::now()));
        }
        let milliseconds =
            durations.get((task.cube.number() as usize - 1) % durations.len().max(1)).copied().unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        let record = Record {
            format: FORMAT,
            formula: task.formula,
            cube: task.cube,
            worker: format!("simulated {number}"),
            conflicts: 0,
            milliseconds,
            outcome: Outcome::Unsat { core: task.lits, proof: None },
        };
        if directory.record(&record).is_ok()
            && let Ok(text) = serde_json::to_vec(&record)
        {
            let _ = queue.client.publish(queue.subject("done"), text.into()).await;
            let _ = message.ack().await;
        }
        done.add(Duration::from_millis(milliseconds));
    }
}
