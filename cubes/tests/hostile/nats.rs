//! As much of a NATS server as a coordinator and a worker talk to, on a port of its own: subjects, and a JetStream that
//! takes every message and hands out none.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server; it goes on until the process ends.
pub struct FakeNats {
    address: SocketAddr,
}

#[derive(Default)]
struct Hub {
    subscriptions: Vec<Subscription>,
    published: u64,
}

struct Subscription {
    client: SocketAddr,
    sid: String,
    subject: String,
    stream: TcpStream,
}

impl FakeNats {
    pub fn start() -> FakeNats {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let hub = Arc::new(Mutex::new(Hub::default()));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let hub = Arc::clone(&hub);
                thread::spawn(move || serve(stream, &hub));
            }
        });
        FakeNats { address }
    }

    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// A client that sends what it likes.
    pub fn peer(&self) -> Peer {
        let stream = TcpStream::connect(self.address).expect("connected");
        let mut peer = Peer(stream);
        peer.send(b"CONNECT {\"verbose\":false}\r\n");
        peer
    }
}

/// Another client of the server.
pub struct Peer(TcpStream);

impl Peer {
    fn send(&mut self, bytes: &[u8]) {
        // The other side may have ended the test.
        let _ = self.0.write_all(bytes);
    }

    pub fn publish(&mut self, subject: &str, payload: &[u8]) {
        let head = format!("PUB {subject} {}\r\n", payload.len());
        self.send(&[head.as_bytes(), payload, b"\r\n"].concat());
    }

    /// Answers every question on a subject so.
    pub fn answer(mut self, subject: &str, payload: &'static [u8]) {
        self.send(format!("SUB {subject} 1\r\n").as_bytes());
        let mut lines = BufReader::new(self.0.try_clone().expect("a stream"));
        thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                if let ["MSG", _, _, reply, _] = line.split_whitespace().collect::<Vec<_>>()[..] {
                    self.publish(reply, payload);
                }
                line.clear();
            }
        });
    }
}

fn serve(mut stream: TcpStream, hub: &Mutex<Hub>) {
    let info = json!({"server_id": "fake", "server_name": "fake", "version": "2.9.10", "go": "", "host": "127.0.0.1", "port": 0,
        "headers": true, "max_payload": 1 << 20, "proto": 1, "client_id": 1, "jetstream": true});
    let client = stream.peer_addr().expect("an address");
    let _ = stream.write_all(format!("INFO {info}\r\n").as_bytes());
    let mut input = BufReader::new(stream.try_clone().expect("a stream"));
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["PING"] => drop(stream.write_all(b"PONG\r\n")),
            ["SUB", subject, .., sid] => hub.lock().expect("a hub").subscriptions.push(Subscription {
                client,
                sid: sid.into(),
                subject: subject.into(),
                stream: stream.try_clone().expect("a stream"),
            }),
            ["UNSUB", sid] => {
                let mut hub = hub.lock().expect("a hub");
                hub.subscriptions.retain(|other| other.client != client || other.sid != sid);
            }
            ["PUB", subject, ref rest @ .., total] => {
                let payload = body(&mut input, total);
                publish(hub, subject, rest.first().copied(), &payload);
            }
            ["HPUB", subject, ref rest @ .., head, total] => {
                let message = body(&mut input, total);
                publish(hub, subject, rest.first().copied(), &message[head.parse::<usize>().expect("a length")..]);
            }
            _ => {}
        }
        line.clear();
    }
}

fn body(input: &mut impl Read, length: &str) -> Vec<u8> {
    let mut bytes = vec![0; length.parse::<usize>().expect("a length") + 2];
    input.read_exact(&mut bytes).expect("a message");
    bytes.truncate(bytes.len() - 2);
    bytes
}

fn publish(shared: &Mutex<Hub>, subject: &str, reply: Option<&str>, payload: &[u8]) {
    let mut hub = shared.lock().expect("a hub");
    for other in &mut hub.subscriptions {
        if matches(&other.subject, subject) {
            let reply = reply.map_or(String::new(), |reply| format!("{reply} "));
            let head = format!("MSG {subject} {} {reply}{}\r\n", other.sid, payload.len());
            let _ = other.stream.write_all(&[head.as_bytes(), payload, b"\r\n"].concat());
        }
    }
    hub.published += 1;
    let number = hub.published;
    drop(hub);
    let Some(reply) = reply else { return };
    let answer = if let Some(asked) = subject.strip_prefix("$JS.API.") {
        jetstream(asked, payload)
    } else if subject.ends_with(".todo") {
        Some(json!({"stream": "s", "seq": number}))
    } else {
        None
    };
    if let Some(answer) = answer {
        publish(shared, reply, None, answer.to_string().as_bytes());
    }
}

fn matches(pattern: &str, subject: &str) -> bool {
    let (mut pattern, mut subject) = (pattern.split('.'), subject.split('.'));
    loop {
        match (pattern.next(), subject.next()) {
            (Some(">"), Some(_)) | (None, None) => return true,
            (Some(wanted), Some(word)) if wanted == "*" || wanted == word => {}
            _ => return false,
        }
    }
}

/// What the interface of JetStream answers.
fn jetstream(asked: &str, payload: &[u8]) -> Option<Value> {
    let given: Value = serde_json::from_slice(payload).unwrap_or_default();
    let (created, none) = ("2026-01-01T00:00:00Z", json!({"consumer_seq": 0, "stream_seq": 0}));
    let missing = |code: u32| json!({"error": {"code": 404, "err_code": code, "description": "not found"}});
    Some(match asked.split('.').collect::<Vec<_>>()[..] {
        ["STREAM", "INFO", _] => missing(10059),
        ["STREAM", "CREATE", _] => json!({"config": given, "created": created, "state": {"messages": 0, "bytes": 0,
            "first_seq": 0, "first_ts": created, "last_seq": 0, "last_ts": created, "consumer_count": 0}}),
        ["STREAM", "PURGE", _] => json!({"success": true, "purged": 0}),
        ["STREAM", "DELETE", _] => json!({"success": true}),
        ["CONSUMER", "INFO", ..] => missing(10014),
        ["CONSUMER", "CREATE" | "DURABLE", ..] => json!({"stream_name": "s", "name": "workers", "created": created,
            "config": given["config"], "delivered": none, "ack_floor": none, "num_ack_pending": 0, "num_redelivered": 0,
            "num_waiting": 0, "num_pending": 0}),
        _ => return None,
    })
}
