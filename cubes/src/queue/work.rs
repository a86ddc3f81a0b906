//! A worker: threads with warm solvers that take cubes from the queue.
//!
//! A cube in hand is renewed every third of its lease. Its result is in the run directory before the queue is told, so
//! a worker that dies in between costs one look at the directory. When the server is away, a worker finishes what it
//! has, and asks again until it is back.

use super::{Hint, Queue, Server, Task, trouble};
use crate::Trouble;
use crate::conquer::{Attempt, Conqueror, worker_name};
use crate::directory::Directory;
use crate::local::frozen;
use crate::progress::{Worker, Workers};
use crate::record::{Record, literals, numbers};
use crate::seal;
use crate::share::Exchange;
use crate::tree::CubeName;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use gemsat::cnf::Lit;
use gemsat::command::output::complain;
use gemsat::limits::{Limits, Stop, StopFlag};
use std::cell::{Cell, RefCell};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::mpsc as replies;

/// How long the server keeps an empty request.
const WAIT: Duration = Duration::from_secs(2);
/// Between two tries of what has failed.
const AGAIN: Duration = Duration::from_secs(1);
/// How often clauses are sent, and how many literals at most.
const ROUND: (Duration, usize) = (Duration::from_secs(1), 1500);
/// Deliveries after which a cube is split instead of tried again: the cube itself may be what kills its workers.
const MOST_DELIVERIES: i64 = 3;

/// What a thread is to do.
enum Order {
    Solve(CubeName, Vec<Lit>),
    /// Without solving.
    Split(CubeName, Vec<Lit>),
}

/// What a thread answers.
enum Reply {
    Written(Box<Record>),
    /// Nothing is known; the cube goes back.
    Back,
    Trouble(Trouble),
}

/// A thread, as seen from the queue's side.
struct Slot {
    orders: mpsc::Sender<Order>,
    replies: replies::UnboundedReceiver<Reply>,
    flag: StopFlag,
}

/// Works until the run has an answer or a limit is met.
///
/// # Errors
/// When the directory or the server fail for good.
pub fn work(directory: &Directory, server: &Server, threads: usize, limits: &Limits) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::file(directory.path(), error))?;
    let (workers, exchange) = (Workers::new(directory), Exchange::default());
    let decided = frozen(&directory.tree()?);
    std::thread::scope(|scope| {
        let mut slots = Vec::new();
        for thread in 0..threads.max(1) {
            let mut conqueror = Conqueror::new(directory, worker_name(thread))?;
            conqueror.freeze(decided.iter().copied());
            let (orders, ordered) = mpsc::channel();
            let (answer, replies) = replies::unbounded_channel();
            slots.push(Slot { orders, replies, flag: conqueror.terminator() });
            let bench = Bench { directory, thread, limits, workers: &workers, exchange: &exchange };
            scope.spawn(move || bench.serve(conqueror, &ordered, &answer));
        }
        let flags: Vec<StopFlag> = slots.iter().map(|slot| slot.flag.clone()).collect();
        let ended = runtime.block_on(serve(directory, server, slots, &exchange, limits));
        flags.iter().for_each(StopFlag::raise);
        ended
    })
}

/// A thread's side.
struct Bench<'a> {
    directory: &'a Directory,
    thread: usize,
    limits: &'a Limits,
    workers: &'a Workers,
    exchange: &'a Exchange,
}

impl Bench<'_> {
    /// Solves until there are no more orders.
    fn serve(
        &self,
        mut conqueror: Conqueror<'_>,
        orders: &mpsc::Receiver<Order>,
        answer: &replies::UnboundedSender<Reply>,
    ) {
        let mut shown = Worker::new(conqueror.name());
        let mut cursor = 0;
        while let Ok(order) = orders.recv() {
            let (name, lits, split) = match order {
                Order::Solve(name, lits) => (name, lits, false),
                Order::Split(name, lits) => (name, lits, true),
            };
            conqueror.import(self.exchange.take(self.thread, &mut cursor));
            shown.begins(&name);
            self.workers.show(self.thread, &shown);
            let attempt =
                if split { conqueror.split(&name, &lits) } else { conqueror.attempt(&name, &lits, self.limits) };
            self.exchange.give(self.thread, conqueror.take_learned());
            let reply = match attempt {
                Ok(Attempt::Done(record)) => match self.write(&record, &conqueror) {
                    Ok(()) => {
                        shown.ended(&record);
                        Reply::Written(Box::new(record))
                    }
                    Err(_) => Reply::Back,
                },
                Ok(Attempt::Stopped(_)) => Reply::Back,
                Err(trouble) => Reply::Trouble(trouble),
            };
            shown.idles();
            self.workers.show(self.thread, &shown);
            if answer.send(reply).is_err() {
                return;
            }
        }
    }

    /// Writes a result; while the disk is full, tries again.
    fn write(&self, record: &Record, conqueror: &Conqueror<'_>) -> Result<(), Stop> {
        let mut complained = false;
        while let Err(trouble) = self.directory.record(record) {
            if !complained {
                complain(format_args!("cnfcubes: {trouble}; the result of cube {} waits", record.cube));
                complained = true;
            }
            if let Some(stop) = self.limits.exceeded() {
                return Err(stop);
            }
            if conqueror.terminator().raised() {
                return Err(Stop::Interrupted);
            }
            std::thread::sleep(AGAIN);
        }
        if complained {
            complain(format_args!("cnfcubes: the result of cube {} is written", record.cube));
        }
        Ok(())
    }
}

/// What all slots of a worker share.
struct Hall<'a> {
    directory: &'a Directory,
    queue: Queue,
    exchange: &'a Exchange,
    limits: &'a Limits,
    ended: Cell<bool>,
    /// The queue's consumer, until a request fails.
    consumer: RefCell<Option<PullConsumer>>,
    trouble: RefCell<Option<Trouble>>,
}

async fn serve(
    directory: &Directory,
    server: &Server,
    slots: Vec<Slot>,
    exchange: &Exchange,
    limits: &Limits,
) -> Result<(), Trouble> {
    let over = || limits.exceeded().is_some() || directory.is_answered();
    let Some(queue) = Queue::connect(server, &directory.run.id, over).await? else { return Ok(()) };
    let hall = Hall {
        directory,
        queue,
        exchange,
        limits,
        ended: Cell::new(false),
        consumer: RefCell::new(None),
        trouble: RefCell::new(None),
    };
    let mut stop = hall.queue.client.subscribe(hall.queue.subject("stop")).await.map_err(trouble)?;
    let flags: Vec<StopFlag> = slots.iter().map(|slot| slot.flag.clone()).collect();
    let all = futures_util::future::join_all(slots.into_iter().map(|slot| hall.slot(slot)));
    let watch = async {
        let mut beat = tokio::time::interval(Duration::from_millis(100));
        let mut beats = 0u64;
        loop {
            tokio::select! {
                // Anybody may send this, so the directory is asked.
                Some(_) = stop.next() => {
                    if directory.is_answered() {
                        hall.ended.set(true);
                    }
                }
                _ = beat.tick() => {
                    beats += 1;
                    // The message to stop may have been lost.
                    if beats.is_multiple_of(50) && directory.is_answered() {
                        hall.ended.set(true);
                    }
                }
            }
            if hall.over() {
                flags.iter().for_each(StopFlag::raise);
            }
        }
    };
    tokio::select! {
        _ = all => {}
        _ = watch => {}
        result = hall.share() => result?,
    }
    let _ = tokio::time::timeout(AGAIN, hall.queue.client.flush()).await;
    hall.trouble.into_inner().map_or(Ok(()), Err)
}

impl Hall<'_> {
    fn over(&self) -> bool {
        self.ended.get() || self.limits.exceeded().is_some()
    }

    /// Takes cubes for one thread until all is over.
    async fn slot(&self, mut slot: Slot) {
        while !self.over() {
            match self.take().await {
                Some(message) => {
                    if let Err(trouble) = self.solve(&mut slot, message).await {
                        self.trouble.borrow_mut().get_or_insert(trouble);
                        self.ended.set(true);
                    }
                }
                None => {
                    if self.directory.is_answered() {
                        self.ended.set(true);
                    }
                }
            }
        }
    }

    /// The next message; nothing when there is none, or the server is away.
    async fn take(&self) -> Option<Message> {
        let asked = async {
            let known = self.consumer.borrow().clone();
            let consumer = match known {
                Some(consumer) => consumer,
                None => {
                    let found = self.queue.consumer().await.ok()?;
                    self.consumer.replace(Some(found.clone()));
                    found
                }
            };
            let batch = consumer.fetch().max_messages(1).expires(WAIT).messages().await;
            let Ok(mut batch) = batch else {
                self.consumer.replace(None);
                return None;
            };
            let first = batch.next().await?;
            if first.is_err() {
                self.consumer.replace(None);
            }
            first.ok()
        };
        let ended = async {
            while !self.over() {
                tokio::time::sleep(AGAIN / 10).await;
            }
        };
        let taken = tokio::select! {
            taken = tokio::time::timeout(3 * WAIT, asked) => taken.ok().flatten(),
            () = ended => None,
        };
        if taken.is_none() && !self.over() {
            tokio::time::sleep(AGAIN / 10).await;
        }
        taken
    }

    /// Has a thread solve a cube, and renews its lease meanwhile.
    async fn solve(&self, slot: &mut Slot, message: Message) -> Result<(), Trouble> {
        let Ok(task) = serde_json::from_slice::<Task>(&message.payload) else {
            let _ = message.ack_with(AckKind::Term).await;
            return Ok(());
        };
        let lits = literals(&task.lits, self.directory.formula.num_vars());
        let Some(lits) = lits.filter(|_| task.formula == self.directory.run.formula) else {
            let _ = message.ack_with(AckKind::Term).await;
            complain(format_args!(
                "cnfcubes: a message is passed over: its cube {} belongs to another formula than {}",
                task.cube,
                self.directory.file("formula.cnf").display()
            ));
            return Ok(());
        };
        if let Some(record) = self.directory.read(&task.cube) {
            // Another worker has solved it, or this one before it lost the server.
            self.tell(&record).await;
            let _ = message.ack().await;
            return Ok(());
        }
        if self.queue.is_closed(&task.cube).await {
            let _ = message.ack().await;
            return Ok(());
        }
        let deliveries = message.info().map_or(1, |info| info.delivered);
        slot.flag.lower();
        let order =
            if deliveries > MOST_DELIVERIES { Order::Split(task.cube, lits) } else { Order::Solve(task.cube, lits) };
        if self.over() || slot.orders.send(order).is_err() {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return Ok(());
        }
        let mut renewal = tokio::time::interval(self.queue.lease / 3);
        let reply = loop {
            tokio::select! {
                reply = slot.replies.recv() => break reply,
                _ = renewal.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
            }
        };
        match reply {
            Some(Reply::Written(record)) => {
                self.tell(&record).await;
                let _ = message.ack().await;
                Ok(())
            }
            Some(Reply::Back) | None => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                Ok(())
            }
            Some(Reply::Trouble(trouble)) => {
                let _ = message.ack_with(AckKind::Nak(Some(AGAIN))).await;
                Err(trouble)
            }
        }
    }

    /// Tells the coordinator of a result. It would find it in the directory as well.
    async fn tell(&self, record: &Record) {
        if let Ok(text) = serde_json::to_vec(&Hint::of(record)) {
            let _ = self.queue.client.publish(self.queue.subject("done"), text.into()).await;
        }
    }

    /// Sends what was learned here, and takes what others have learned.
    async fn share(&self) -> Result<(), Trouble> {
        let subject = self.queue.subject("share");
        let mut others = self.queue.client.subscribe(subject.clone()).await.map_err(trouble)?;
        let mut round = tokio::time::interval(ROUND.0);
        let mut cursor = 0;
        let vars = self.directory.formula.num_vars();
        let secret = &self.directory.run.secret;
        loop {
            tokio::select! {
                Some(message) = others.next() => {
                    // Messages of strangers are not taken for clauses.
                    let text = seal::opened(secret, &message.payload).unwrap_or_default();
                    let clauses: Vec<Vec<i32>> = serde_json::from_slice(text).unwrap_or_default();
                    self.exchange.give(REMOTE, clauses.iter().filter_map(|clause| literals(clause, vars)).collect());
                }
                _ = round.tick() => {
                    let mut room = ROUND.1;
                    let mut clauses = self.exchange.take(REMOTE, &mut cursor);
                    clauses.sort_by_key(Vec::len);
                    clauses.retain(|clause| {
                        let fits = clause.len() <= room;
                        room = room.saturating_sub(clause.len());
                        fits
                    });
                    let clauses: Vec<Vec<i32>> = clauses.iter().map(|clause| numbers(clause)).collect();
                    if !clauses.is_empty() && let Ok(text) = serde_json::to_vec(&clauses) {
                        let sealed = seal::sealed(secret, &text);
                        let _ = self.queue.client.publish(subject.clone(), sealed.into()).await;
                    }
                }
            }
        }
    }
}

/// The giver of clauses that came from other processes.
const REMOTE: usize = usize::MAX;
