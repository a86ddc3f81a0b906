//! Peers that send anything, and workers that lie: the answer stays right, and nobody ends because of a message.

#[path = "hostile/nats.rs"]
mod nats;

use gemsat::cnf::{Formula, Lit};
use gemsat::limits::{Limits, Stop};
use gemsat::proof::ProofFormat;
use gemsat_cubes::directory::{Directory, Plan};
use gemsat_cubes::local::{self, Ended};
use gemsat_cubes::progress::Workers;
use gemsat_cubes::prove;
use gemsat_cubes::queue::coordinate::coordinate;
use gemsat_cubes::queue::{Server, work::work};
use gemsat_cubes::record::{FORMAT, Outcome, ProofPlace, Record};
use gemsat_cubes::split::{SplitOptions, split};
use gemsat_cubes::verdict::{Answered, Basis, Terms};
use nats::{FakeNats, Peer};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const TERMS: Terms<'_> = Terms { proof: None, trust: false, own: false, threads: 2 };

/// Every pigeon has a hole of its own where there are enough.
fn pigeons(pigeons: i32, holes: i32) -> Formula {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for pigeon in 0..pigeons {
            clauses.extend((0..pigeon).map(|other| vec![-at(pigeon, hole), -at(other, hole)]));
        }
    }
    Formula::from_dimacs_lists(&clauses.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn satisfiable() -> Formula {
    pigeons(6, 6)
}

fn unsatisfiable() -> Formula {
    pigeons(7, 6)
}

fn directory(path: &Path, formula: Formula) -> Directory {
    let options = SplitOptions { target: 20, ..SplitOptions::default() };
    let cubes = split(&formula, &options, &Limits::none()).expect("split");
    let cubes: Vec<Vec<Lit>> = cubes.into_iter().map(|cube| cube.lits).collect();
    let plan = Plan { budget: 100_000, resplits: 6, proof: true };
    Directory::create(path, formula, "f", &cubes, plan).expect("created")
}

fn server(nats: &FakeNats) -> Server {
    Server { url: nats.url(), token: None, ca: None, lease: Duration::from_secs(3) }
}

fn seconds(number: u64) -> Limits {
    Limits::none().with_wall_time(Duration::from_secs(number))
}

/// All files under a folder, but the page.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path.to_string_lossy().into_owned()),
        }
    }
    found.retain(|name| !name.ends_with("status.html"));
    found.sort_unstable();
    found
}

/// A message as workers of an earlier version sent it, with these fields.
fn message(directory: &Directory, fields: Value) -> Vec<u8> {
    let mut message = json!({"format": FORMAT, "formula": directory.run.formula, "worker": "evil", "conflicts": 0,
        "milliseconds": 0, "cube": "1"});
    let all = message.as_object_mut().expect("an object");
    all.extend(fields.as_object().expect("an object").clone());
    message.to_string().into_bytes()
}

/// The messages of a hostile peer.
fn messages(directory: &Directory) -> Vec<Vec<u8>> {
    let unsat = |cube: &str, proof: Value| {
        message(directory, json!({"cube": cube, "verdict": "unsat", "core": [], "proof": proof}))
    };
    let nothing = || Value::Null;
    let mut all = vec![
        unsat("1", nothing()),
        unsat("1", json!({"part": "../../../etc/passwd", "clause": 1, "bytes": u64::MAX})),
        unsat("../../../../outside/PWN", nothing()),
        unsat(&format!("1{}", "a".repeat(249)), nothing()),
        unsat(&format!("1{}", "a".repeat(5000)), nothing()),
        unsat("999999999999999999999999", nothing()),
        unsat("4294967295", nothing()),
        message(directory, json!({"verdict": "unsat", "core": [i32::MAX, i32::MIN, 0], "proof": null})),
        message(directory, json!({"verdict": "sat", "model": [1, 2, 3]})),
        message(directory, json!({"format": "x", "worker": "\u{1b}[2J", "verdict": 7})),
        b"{".repeat(100_000),
        b"[".repeat(900_000),
        b"\xff".repeat(1000),
        Vec::new(),
    ];
    // A storm of splits.
    let mut cube = "1".to_owned();
    for literal in 0..2000 {
        all.push(message(directory, json!({"cube": cube, "verdict": "split", "literal": 1 + literal % 36})));
        cube.push('a');
    }
    all
}

#[test]
fn no_message_makes_an_answer_a_file_or_an_end() {
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), satisfiable());
    let nats = FakeNats::start();
    // Someone else answers whether there is a coordinator, at once and with anything.
    nats.peer().answer(&format!("cubes.{}.who", directory.run.id), b"me");
    let before = files(scratch.path());
    let limits = seconds(4);
    let answered = thread::scope(|scope| {
        scope.spawn(|| {
            let all = messages(&directory);
            let mut peer = nats.peer();
            while limits.exceeded().is_none() {
                send(&mut peer, &directory, &all);
            }
        });
        coordinate(&directory, &server(&nats), &TERMS, &limits)
    });
    assert_eq!(answered.expect("no trouble"), Answered::Open(Some(Stop::WallTime)));
    let after: Vec<String> = files(scratch.path()).into_iter().filter(|name| !name.ends_with("/lock")).collect();
    assert_eq!(after, before);
}

fn send(peer: &mut Peer, directory: &Directory, all: &[Vec<u8>]) {
    for payload in all {
        peer.publish(&format!("cubes.{}.done", directory.run.id), payload);
    }
    for kind in ["open", "who", "stop", "share"] {
        peer.publish(&format!("cubes.{}.{kind}", directory.run.id), b"[[1],[-1]]");
    }
    thread::sleep(Duration::from_millis(100));
}

#[test]
fn a_second_coordinator_is_told_from_a_peer() {
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), satisfiable());
    let nats = FakeNats::start();
    // Another host, whose locks this one does not see.
    let copy = scratch.path().join("copy");
    for folder in ["results", "workers", "proofs"] {
        fs::create_dir_all(copy.join(folder)).expect("created");
    }
    for name in ["run.json", "formula.cnf", "cubes.icnf"] {
        fs::copy(directory.file(name), copy.join(name)).expect("copied");
    }
    let copy = Directory::open(&copy).expect("opened");
    thread::scope(|scope| {
        let first = scope.spawn(|| coordinate(&directory, &server(&nats), &TERMS, &seconds(5)));
        thread::sleep(Duration::from_secs(2));
        let error = coordinate(&copy, &server(&nats), &TERMS, &seconds(5)).expect_err("a second one").to_string();
        assert!(error.contains("coordinates this run already"), "{error}");
        assert!(first.join().expect("no panic").is_ok());
    });
}

#[test]
fn workers_end_when_the_directory_says_so_and_not_before() {
    let scratch = tempfile::tempdir().expect("a folder");
    let directory = directory(&scratch.path().join("run"), satisfiable());
    let nats = FakeNats::start();
    let limits = seconds(60);
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(&directory, &server(&nats), 1, &limits));
        let mut peer = nats.peer();
        for _ in 0..20 {
            send(&mut peer, &directory, &[]);
        }
        assert!(!worker.is_finished());
        directory.answer(None).expect("written");
        let asked = Instant::now();
        while !worker.is_finished() && asked.elapsed() < Duration::from_secs(20) {
            send(&mut peer, &directory, &[]);
        }
        limits.stop.raise();
        assert!(worker.join().expect("no panic").is_ok());
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    });
}

/// A result that a worker has made up: its cube is refuted, whatever is decided.
fn lie(directory: &Directory, cube: &str, proof: Option<ProofPlace>) -> Record {
    Record {
        format: FORMAT,
        formula: directory.run.formula.clone(),
        cube: cube.parse().expect("a name"),
        worker: "evil".into(),
        conflicts: 0,
        milliseconds: 0,
        outcome: Outcome::Unsat { core: Vec::new(), proof },
    }
}

fn settle(directory: &Directory, terms: &Terms<'_>) -> Answered {
    let workers = Workers::new(directory);
    let solve = || local::run(directory, 2, &Limits::none(), &workers);
    terms.settle(directory, &Limits::none(), solve).expect("an answer")
}

#[test]
fn what_a_worker_has_made_up_is_solved_again() {
    // The empty clause by a hint that does not lead to it, by none, and by no proof at all.
    let parts: [&[u8]; 5] = [b"", b"a\x90\x03\0\0", b"a\x90\x03\0\x02\0", b"\xff\xff\xff", b"d\x02\0"];
    for part in parts {
        for clause in [0, 1, 200, u64::MAX] {
            let scratch = tempfile::tempdir().expect("a folder");
            let directory = directory(&scratch.path().join("run"), satisfiable());
            fs::write(directory.file("proofs").join("evil.lrat"), part).expect("written");
            let place = |name: &str| ProofPlace { part: name.into(), clause, bytes: u64::MAX };
            for (cube, place) in [
                ("1", Some(place("evil.lrat"))),
                ("2", None),
                ("3", Some(place("../formula.cnf"))),
                ("4", Some(place("/etc/passwd"))),
            ] {
                directory.record(&lie(&directory, cube, place)).expect("written");
            }
            assert_eq!(local::run(&directory, 1, &Limits::none(), &Workers::new(&directory)).ok(), Some(Ended::Unsat));
            let Answered::Sat(model) = settle(&directory, &TERMS) else { panic!("clause {clause}, part {part:?}") };
            assert!(directory.is_model(&model));
            // It is remembered.
            let again = Directory::open(directory.path()).expect("opened");
            again.record(&lie(&again, "5", Some(place("evil.lrat")))).expect("written");
            assert!(matches!(settle(&again, &TERMS), Answered::Sat(_)));
        }
    }
}

#[test]
fn workers_that_are_trusted_are_believed_and_the_answer_says_so() {
    let scratch = tempfile::tempdir().expect("a folder");
    let formula = satisfiable();
    let path = scratch.path().join("run");
    let plan = Plan { budget: 100, resplits: 6, proof: false };
    let directory = Directory::create(&path, formula, "f", &[Vec::new()], plan).expect("created");
    directory.record(&lie(&directory, "1", None)).expect("written");
    let error = TERMS.suit(&directory).expect_err("nothing can be checked").to_string();
    assert!(error.contains("--trust-workers"), "{error}");
    let terms = Terms { trust: true, ..TERMS };
    assert!(terms.suit(&directory).is_ok());
    assert_eq!(settle(&directory, &terms), Answered::Unsat(Basis::Workers));
    let terms = Terms { proof: Some(&path), ..terms };
    assert!(terms.suit(&directory).is_err());
}

#[test]
fn a_spoilt_part_of_the_proof_is_found_and_its_cubes_are_solved_again() {
    let scratch = tempfile::tempdir().expect("a folder");
    for with_proof in [false, true] {
        let directory = directory(&scratch.path().join(format!("run {with_proof}")), unsatisfiable());
        let Answered::Unsat(Basis::Refutations(verified)) = settle(&directory, &TERMS) else { panic!("no answer") };
        assert!(verified.cubes > 0 && verified.steps > 10, "{verified:?}");
        for part in fs::read_dir(directory.file("proofs")).expect("a folder").flatten() {
            let mut bytes = fs::read(part.path()).expect("a part");
            let middle = bytes.len() / 2;
            bytes[middle..].fill(b'a');
            fs::write(part.path(), bytes).expect("spoilt");
        }
        let path = scratch.path().join("proof.lrat");
        let terms = Terms { proof: with_proof.then_some(&path), ..TERMS };
        match settle(&directory, &terms) {
            Answered::Unsat(Basis::Proof(_)) if with_proof => {
                prove::check(&directory.formula, &path, ProofFormat::Lrat, &Limits::none()).expect("verified");
            }
            Answered::Unsat(Basis::Refutations(_)) if !with_proof => {}
            other => panic!("{other:?}"),
        }
        let distrusted = files(&directory.file("workers"));
        assert!(distrusted.iter().any(|name| name.ends_with(".distrusted")), "{distrusted:?}");
    }
}
