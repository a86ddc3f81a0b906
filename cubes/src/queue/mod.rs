//! The queue between machines: NATS JetStream distributes the work, but no verdict depends on it.
//!
//! Subjects of a run, behind `cubes.ID.`: `todo` (the work queue, a durable stream), `done` (results, for the
//! coordinator), `open` (must a cube still be solved?), `share` (clauses), `who` (is there a coordinator?) and `stop`.
//! Clauses and answers to `who` count only if they are sealed with the run's secret; all other messages are hints to
//! look into the directory. The server keeps only the first subject. The coordinator publishes open cubes in portions,
//! and once more those that had no result for several leases while workers ask in vain; so a queue that loses messages,
//! or a server that loses its disk, only costs time.
//!
//! Plain streams alone are used: the key-value part of the client does not work with the servers before 2.10.

pub mod coordinate;
pub mod simulate;
pub mod work;

use crate::Trouble;
use crate::record::Record;
use crate::tree::CubeName;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use gemsat::command::output::complain;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// How long the server remembers which messages it had: a message is sent again some seconds later, for want of a
/// receipt.
const DUPLICATES: Duration = Duration::from_secs(60);
/// The environment variable with the server's token.
pub const TOKEN: &str = "CNFCUBES_TOKEN";
/// The consumer that all workers share.
const CONSUMER: &str = "workers";
/// Messages that may be with workers at the same time.
const IN_HAND: i64 = 1 << 20;

/// Where the server is, and who we are.
#[derive(Clone, Debug)]
pub struct Server {
    /// `nats://HOST:PORT`, or `tls://`; several with commas between.
    pub url: String,
    /// The token, from the environment or a file.
    pub token: Option<String>,
    /// The certificate that the server's must be signed by, where that is none of the system's.
    pub ca: Option<PathBuf>,
    /// How long a worker may be silent before its cube is given to another one.
    pub lease: Duration,
}

/// A cube that is to be solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The hash of the formula.
    pub formula: String,
    /// Its name.
    pub cube: CubeName,
    /// Its literals.
    pub lits: Vec<i32>,
}

/// The message of a worker that the run directory has a result for a cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hint {
    /// The hash of the formula.
    pub formula: String,
    /// The cube's name.
    pub cube: CubeName,
}

impl Hint {
    fn of(record: &Record) -> Hint {
        Hint { formula: record.formula.clone(), cube: record.cube.clone() }
    }
}

/// A connection, for one run.
#[derive(Clone, Debug)]
pub struct Queue {
    client: Client,
    context: Context,
    id: String,
    lease: Duration,
}

/// Trouble with the server.
pub(crate) fn trouble(what: impl std::fmt::Display) -> Trouble {
    Trouble::Run(format!("the NATS server: {what}"))
}

impl Queue {
    /// Connects. Waits for a server that is not there yet, until `stop` returns true (then there is no connection); a
    /// connection that is lost later is made again.
    ///
    /// # Errors
    /// When the server refuses, or the address is none.
    pub async fn connect(server: &Server, id: &str, stop: impl Fn() -> bool) -> Result<Option<Queue>, Trouble> {
        // The pure Rust provider; a second installation changes nothing.
        let _ = rustls_graviola::default_provider().install_default();
        let mut options = ConnectOptions::new()
            .connection_timeout(Duration::from_secs(5))
            .ping_interval(server.lease / 3)
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(20) as u64))
            .event_callback(|event| async move {
                match event {
                    Event::Disconnected => complain("cnfcubes: the NATS server is away; trying again"),
                    Event::Connected => complain("cnfcubes: connected to the NATS server"),
                    Event::ServerError(error) => complain(format_args!("cnfcubes: the NATS server: {error}")),
                    _ => {}
                }
            });
        if let Some(token) = &server.token {
            options = options.token(token.clone());
        }
        if let Some(ca) = &server.ca {
            options = options.add_root_certificates(ca.clone()).require_tls(true);
        }
        if server.token.is_none() {
            complain(format_args!(
                "cnfcubes: warning: without a token whoever reaches {} can hold up this run; {TOKEN} or --token-file sets one",
                server.url
            ));
        }
        let urls: Vec<&str> = server.url.split(',').map(str::trim).collect();
        let mut complained = false;
        loop {
            match options.clone().connect(&urls).await {
                Ok(client) => {
                    let context = jetstream::new(client.clone());
                    return Ok(Some(Queue { client, context, id: id.into(), lease: server.lease }));
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        ConnectErrorKind::Io | ConnectErrorKind::TimedOut | ConnectErrorKind::Dns
                    ) =>
                {
                    if !complained {
                        complain(format_args!("cnfcubes: the NATS server: {error}; trying again"));
                        complained = true;
                    }
                }
                Err(error) => return Err(trouble(error)),
            }
            if stop() {
                return Ok(None);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    fn subject(&self, kind: &str) -> String {
        format!("cubes.{}.{kind}", self.id)
    }

    fn stream(&self) -> String {
        format!("cubes-{}", self.id)
    }

    /// Makes the stream and its consumer, if they are not there.
    async fn create(&self) -> Result<PullConsumer, Trouble> {
        let config = stream::Config {
            name: self.stream(),
            subjects: vec![self.subject("todo")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            duplicate_window: DUPLICATES,
            ..stream::Config::default()
        };
        let stream = self.context.get_or_create_stream(config).await.map_err(trouble)?;
        let consumer = pull::Config {
            durable_name: Some(CONSUMER.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease,
            max_ack_pending: IN_HAND,
            ..pull::Config::default()
        };
        stream.get_or_create_consumer(CONSUMER, consumer).await.map_err(trouble)
    }

    /// The consumer, once the coordinator has made it.
    async fn consumer(&self) -> Result<PullConsumer, Trouble> {
        self.context.get_consumer_from_stream(CONSUMER, self.stream()).await.map_err(trouble)
    }

    /// If a worker asks in vain: how many cubes are in hand. Otherwise nothing is known to be amiss.
    async fn in_hand_while_asked_in_vain(&self) -> Result<Option<usize>, Trouble> {
        let consumer = self.consumer().await?;
        let info = consumer.cached_info();
        Ok((info.num_waiting > 0).then_some(info.num_ack_pending))
    }

    /// Whether the core of another cube has closed this one; the coordinator knows, if it is there.
    async fn is_closed(&self, cube: &CubeName) -> bool {
        let asked = self.client.request(self.subject("open"), cube.to_string().into());
        let answer = tokio::time::timeout(Duration::from_secs(1), asked).await;
        matches!(answer, Ok(Ok(answer)) if answer.payload.as_ref() == b"closed")
    }

    /// Forgets what is queued.
    async fn purge(&self) -> Result<(), Trouble> {
        let stream = self.context.get_stream_no_info(self.stream()).await.map_err(trouble)?;
        stream.purge().await.map(|_| ()).map_err(trouble)
    }

    /// Removes the stream with all that is in it.
    async fn remove(&self) {
        let _ = self.context.delete_stream(self.stream()).await;
    }
}
