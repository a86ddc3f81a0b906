//! A worker that sleeps in place of solving, and does all else that workers do but the renewal of leases: for measurements of the
//! queue (see `examples/simulate.rs`).

use super::{Queue, Task};
use crate::directory::Directory;
use crate::record::{FORMAT, Outcome, Record};
use futures_util::StreamExt;
use std::time::{Duration, Instant};

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slept {
    /// Its cubes.
    pub cubes: u64,
    /// How long it slept.
    pub slept: Duration,
    /// When it had its first cube.
    pub first: Option<Instant>,
    /// When it was done with its last one.
    pub last: Option<Instant>,
}

/// Takes cubes until the run has ended.
pub async fn worker(directory: &Directory, queue: &Queue, number: usize, durations: &[u64]) -> Slept {
    let mut done = Slept::default();
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
        let now = Instant::now();
        done.first.get_or_insert(now);
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
        done.cubes += 1;
        done.slept += Duration::from_millis(milliseconds);
        done.last = Some(Instant::now());
    }
    done
}
