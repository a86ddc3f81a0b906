//! The coordinator: publishes what is open, enters what is done, and gives the answer once it was checked.
//!
//! **Messages are hints.** Anybody who reaches the server can send anything. So no message is believed, and none ends
//! the coordinator: whatever a message claims is looked up in the run directory.

use super::{Hint, Queue, Server, Task, trouble};
use crate::Trouble;
use crate::directory::{Directory, Entered};
use crate::local::{Ended, update};
use crate::lock::Lock;
use crate::progress::Watcher;
use crate::record::{Outcome, Record, numbers};
use crate::tree::{CubeName, Misfit};
use crate::verdict::{Answered, Terms};
use crate::{page, seal};
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::{HeaderMap, Message, Subscriber};
use futures_util::future::join_all;
use futures_util::{FutureExt, StreamExt};
use gemsat::command::output::complain;
use gemsat::command::report::clean;
use gemsat::limits::Limits;
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Cubes that are published and not done.
const PORTION: usize = 4096;
/// Messages that are sent before their receipts are waited for.
const IN_FLIGHT: usize = 256;
/// After so many leases without a result a cube is published again, if a worker has nothing to do.
const LEASES: u32 = 3;
/// How often the directory is read, at least; a reading that takes long is done less often.
const READ: Duration = Duration::from_secs(3);
/// How long a coordinator that is there already has for its answer.
const WHO: Duration = Duration::from_millis(700);
/// How long workers are told that a run has ended.
const GOODBYE: Duration = Duration::from_secs(3);
/// Longer messages, in bytes, are ignored.
const LONGEST_HINT: usize = 1 << 12;

struct Coordinator<'a> {
    directory: &'a Directory,
    queue: Queue,
    watcher: Watcher<'a>,
    /// Open cubes that are not published.
    waiting: VecDeque<CubeName>,
    /// Cubes that are published, with the time of that.
    published: HashMap<CubeName, Instant>,
    /// How many times a cube was published and had no result for too long.
    tries: HashMap<CubeName, u32>,
    /// Changes with each start, so that the server does not take a new message for an old one.
    session: String,
}

/// Coordinates a run until it has an answer that stands, or a limit is met.
///
/// # Errors
/// When another process coordinates it, or the directory or the server fail for good.
pub fn coordinate(
    directory: &Directory,
    server: &Server,
    terms: &Terms<'_>,
    limits: &Limits,
) -> Result<Answered, Trouble> {
    terms.suit(directory)?;
    let _lock = Lock::take(directory)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::file(directory.path(), error))?;
    let connected = Queue::connect(server, &directory.run.id, || limits.exceeded().is_some());
    let Some(queue) = runtime.block_on(connected)? else { return Ok(Answered::Open(limits.exceeded())) };
    if let Some(other) = runtime.block_on(another(&queue, &directory.run.secret)) {
        return Err(Trouble::Run(format!(
            "{}: {} coordinates this run already; see how far it is with \"cnfcubes status\"",
            directory.path().display(),
            clean(&other)
        )));
    }
    // While results are checked the queue has to wait: workers have nothing to do then.
    let answered = terms.settle(directory, limits, || {
        runtime.block_on(async { Coordinator::new(directory, queue.clone())?.run(limits).await })
    })?;
    if matches!(answered, Answered::Open(_)) {
        return Ok(answered);
    }
    let told = async {
        let _ = queue.client.publish(queue.subject("stop"), "".into()).await;
        let _ = queue.client.flush().await;
        queue.remove().await;
    };
    // The answer is given even if the server cannot be reached: workers find it in the directory.
    let _ = runtime.block_on(async { tokio::time::timeout(GOODBYE, told).await });
    Ok(answered)
}

/// The coordinator that is there already, if there is one. Only what knows the run's secret is believed to be one.
async fn another(queue: &Queue, secret: &str) -> Option<String> {
    let (inbox, nonce) = (queue.client.new_inbox(), seal::new_secret());
    let mut replies = queue.client.subscribe(inbox.clone()).await.ok()?;
    queue.client.publish_with_reply(queue.subject("who"), inbox, nonce.clone().into()).await.ok()?;
    let found = async {
        loop {
            let reply = replies.next().await?;
            let text = seal::opened(secret, &reply.payload).and_then(|text| std::str::from_utf8(text).ok());
            if let Some(name) = text.and_then(|text| text.strip_prefix(&nonce)) {
                return Some(name.trim().to_owned());
            }
        }
    };
    tokio::time::timeout(WHO, found).await.ok().flatten()
}

impl<'a> Coordinator<'a> {
    fn new(directory: &'a Directory, queue: Queue) -> Result<Coordinator<'a>, Trouble> {
        let mut watcher = Watcher::new(directory)?;
        update(directory, &mut watcher.known)?;
        let known = watcher.known();
        if known.model.is_none() && !known.tree.is_closed() {
            directory.forget_answer();
        }
        let waiting = known.tree.open_cubes().into_iter().map(|(name, _)| name).collect();
        let session = crate::conquer::worker_name(0);
        let (published, tries) = (HashMap::new(), HashMap::new());
        Ok(Coordinator { directory, queue, watcher, waiting, published, tries, session })
    }
}

impl Coordinator<'_> {
    async fn run(mut self, limits: &Limits) -> Result<Ended, Trouble> {
        self.queue.create().await?;
        self.queue.purge().await?;
        let mut done = self.queue.client.subscribe(self.queue.subject("done")).await.map_err(trouble)?;
        let mut who = self.queue.client.subscribe(self.queue.subject("who")).await.map_err(trouble)?;
        let mut open = self.queue.client.subscribe(self.queue.subject("open")).await.map_err(trouble)?;
        let mut tick = tokio::time::interval(Duration::from_millis(100));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut read, mut pause, mut complained) = (Instant::now(), READ, false);
        self.top_up().await;
        loop {
            let known = &self.watcher.known;
            if known.model.is_some() || known.tree.is_closed() {
                let ended = known.model.clone().map_or(Ended::Unsat, Ended::Sat);
                let _ = page::write(self.directory, &self.watcher.summary());
                return Ok(ended);
            }
            tokio::select! {
                Some(message) = done.next() => {
                    self.enter_message(&message);
                    if self.published.len() < PORTION / 2 {
                        self.top_up().await;
                    }
                }
                Some(message) = who.next() => {
                    if let Some(reply) = message.reply.filter(|_| message.payload.len() <= LONGEST_HINT) {
                        let answer = [&message.payload[..], b" ", self.session.as_bytes()].concat();
                        let sealed = seal::sealed(&self.directory.run.secret, &answer);
                        let _ = self.queue.client.publish(reply, sealed.into()).await;
                    }
                }
                Some(message) = open.next() => {
                    if let Some(reply) = message.reply {
                        let word = if self.is_closed(&message.payload) { "closed" } else { "open" };
                        let _ = self.queue.client.publish(reply, word.into()).await;
                    }
                }
                _ = tick.tick() => {
                    if let Some(stop) = limits.exceeded() {
                        return Ok(Ended::Open(Some(stop)));
                    }
                    if read.elapsed() > pause {
                        let began = Instant::now();
                        match self.read() {
                            Ok(()) => complained = false,
                            // A disk may be full for a while, which loses nothing.
                            Err(Trouble::File(path, error)) if !complained => {
                                complain(format_args!("cnfcubes: {}: {error}; trying again", path.display()));
                                complained = true;
                            }
                            Err(Trouble::File(..)) => {}
                            Err(trouble) => return Err(trouble),
                        }
                        read = Instant::now();
                        pause = READ.max(10 * began.elapsed());
                        self.publish_late_again(&mut done).await?;
                    }
                    self.top_up().await;
                }
            }
        }
    }

    /// Whether a cube of this name needs no work any more.
    fn is_closed(&self, name: &[u8]) -> bool {
        let name = std::str::from_utf8(name).ok().and_then(|name| name.parse::<CubeName>().ok());
        let node = name.and_then(|name| self.watcher.known.tree.find(&name));
        node.is_some_and(|node| self.watcher.known.tree.is_node_closed(node))
    }

    /// Handles a message that a cube has a result. Anybody may have sent it, so it is only a reason to look into the
    /// directory.
    fn enter_message(&mut self, message: &Message) {
        if message.payload.len() <= LONGEST_HINT
            && let Ok(hint) = serde_json::from_slice::<Hint>(&message.payload)
            && hint.formula == self.directory.run.formula
            && !self.watcher.known.seen.names.contains(&hint.cube)
            && self.watcher.known.tree.find(&hint.cube).is_some()
            // A directory that shows a result late is read again soon.
            && let Some(record) = self.directory.read(&hint.cube)
        {
            self.enter(record);
        }
    }

    /// Enters a result of the directory.
    fn enter(&mut self, record: Record) {
        let misfit = match self.directory.enter(&mut self.watcher.known.tree, &record) {
            Ok(Entered::Split(parts)) => {
                parts.into_iter().rev().for_each(|part| self.waiting.push_front(part));
                None
            }
            Ok(Entered::Model(true)) => {
                if let Outcome::Sat { model } = &record.outcome {
                    self.watcher.known.model = Some(model.clone());
                }
                None
            }
            Ok(Entered::Closed(_)) => None,
            Ok(Entered::Model(false)) => Some(Misfit::Model),
            Err(misfit) => Some(misfit),
        };
        self.published.remove(&record.cube);
        if let Some(misfit) = misfit {
            complain(format_args!("cnfcubes: the result of cube {} is set aside: {misfit}", record.cube));
            if let Err(trouble) = self.directory.discard(&record.cube) {
                complain(format_args!("cnfcubes: {trouble}"));
            }
            self.waiting.push_front(record.cube);
            return;
        }
        self.watcher.known.tally.count(&record);
        self.watcher.known.seen.names.insert(record.cube);
    }

    /// Reads results of which no message came.
    fn read(&mut self) -> Result<(), Trouble> {
        let parts = update(self.directory, &mut self.watcher.known)?;
        parts.into_iter().rev().for_each(|part| self.waiting.push_front(part));
        let known = &self.watcher.known;
        let open = |name: &CubeName| known.tree.find(name).is_some_and(|node| !known.tree.is_node_closed(node));
        self.published.retain(|name, _| !known.seen.names.contains(name) && open(name));
        if self.waiting.is_empty() && self.published.is_empty() {
            self.waiting.extend(known.tree.open_cubes().into_iter().map(|(name, _)| name));
        }
        page::write(self.directory, &self.watcher.summary())
    }

    /// Cubes that have had no result for long wait again, if workers ask in vain and not all that are published are in
    /// hand: the server has lost some. They make room for themselves. Where it has lost the whole queue, all that are
    /// published wait again.
    async fn publish_late_again(&mut self, done: &mut Subscriber) -> Result<(), Trouble> {
        if self.published.is_empty() || !self.queue.is_connected() {
            return Ok(());
        }
        let late = match tokio::time::timeout(WHO, self.queue.in_hand_while_asked_in_vain()).await {
            Ok(Ok(Some(in_hand))) => {
                // A worker sends its result before it gives a cube out of hand, so what came until now is counted on
                // both sides.
                while let Some(Some(message)) = done.next().now_or_never() {
                    self.enter_message(&message);
                }
                if in_hand >= self.published.len() {
                    return Ok(());
                }
                self.queue.lease * LEASES
            }
            Ok(Ok(None)) | Err(_) => return Ok(()),
            Ok(Err(_)) => match tokio::time::timeout(WHO, self.queue.create()).await {
                Ok(Ok(consumer)) if consumer.cached_info().num_pending == 0 => Duration::ZERO,
                _ => return Ok(()),
            },
        };
        let Coordinator { published, tries, waiting, .. } = self;
        published.retain(|name, when| {
            let again = when.elapsed() >= late;
            if again {
                *tries.entry(name.clone()).or_default() += 1;
                waiting.push_front(name.clone());
            }
            !again
        });
        Ok(())
    }

    /// Publishes waiting cubes until enough are out. A failure leaves them waiting, for a later call.
    async fn top_up(&mut self) {
        if !self.queue.is_connected() {
            return;
        }
        let mut receipts: Vec<(CubeName, PublishAckFuture)> = Vec::new();
        while self.published.len() + receipts.len() < PORTION {
            let Some(name) = self.waiting.pop_front() else { break };
            let open =
                self.watcher.known.tree.find(&name).filter(|&node| !self.watcher.known.tree.is_node_closed(node));
            let Some(node) = open.filter(|_| !self.watcher.known.seen.names.contains(&name)) else { continue };
            let formula = self.directory.run.formula.clone();
            let task = Task { formula, cube: name.clone(), lits: numbers(&self.watcher.known.tree.lits(node)) };
            let Ok(text) = serde_json::to_vec(&task) else { continue };
            let tries = self.tries.get(&name).copied().unwrap_or(0);
            let mut headers = HeaderMap::new();
            // The server drops a second message with the same id: one that is sent again for want of a receipt.
            headers.insert("Nats-Msg-Id", format!("{} {name} {tries}", self.session));
            match self.queue.context.publish_with_headers(self.queue.subject("todo"), headers, text.into()).await {
                Ok(receipt) => receipts.push((name, receipt)),
                Err(_) => {
                    self.waiting.push_front(name);
                    break;
                }
            }
            if receipts.len() >= IN_FLIGHT && !self.confirm(&mut receipts).await {
                return;
            }
        }
        self.confirm(&mut receipts).await;
    }

    /// Waits for receipts, of all at the same time: a server that goes away lets each of them run out. Whether all
    /// came.
    async fn confirm(&mut self, receipts: &mut Vec<(CubeName, PublishAckFuture)>) -> bool {
        let all = receipts.drain(..).map(|(name, receipt)| async { (name, receipt.await.is_ok()) });
        let mut whole = true;
        for (name, received) in join_all(all).await {
            whole &= received;
            if received {
                self.published.insert(name, Instant::now());
            } else {
                self.waiting.push_front(name);
            }
        }
        whole
    }
}
