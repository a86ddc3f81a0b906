//! Two threads that exchange clauses, one model for each thing that must hold.

use super::proof::{THREAD_LOCAL, ThreadTracer};
use super::sync::Arc;
use super::team::Team;
use crate::cdcl::share::SharedClause;
use crate::cnf::{Lit, Var};
use crate::proof::{ClauseId, Tracer};
use std::collections::HashSet;
use std::io;

/// The models by name.
pub const MODELS: [(&str, fn()); 6] = [
    ("free: every clause arrives once", free),
    ("deterministic: what a round brings, and the proof", rounds),
    ("deterministic: the winner", winner),
    ("deterministic: a thread that leaves is not waited for", leaving),
    ("deterministic: a limit ends who waits", stopping),
    ("free: a thread is ended to save memory", ending),
];

/// A proof that must have every line's antecedents before it, and ascending numbers. The formula has one clause.
struct Proof {
    present: HashSet<ClauseId>,
    last: ClauseId,
    lines: Lines,
}

/// The lines that were written: the number of a clause that is added, or `d` and the number of one that is deleted.
type Lines = std::sync::Arc<std::sync::Mutex<Vec<String>>>;

impl Proof {
    fn new() -> (Proof, Lines) {
        let lines = Lines::default();
        (Proof { present: HashSet::from([1]), last: 1, lines: lines.clone() }, lines)
    }

    fn note(&self, line: String) {
        self.lines.lock().expect("no thread panics").push(line);
    }
}

impl Tracer for Proof {
    fn add(&mut self, id: ClauseId, _clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        assert!(id > self.last, "numbers ascend");
        assert!(antecedents.iter().all(|cited| self.present.contains(cited)), "{id} cites {antecedents:?}");
        self.last = id;
        self.present.insert(id);
        self.note(format!("{id}"));
        Ok(())
    }

    fn delete(&mut self, id: ClauseId, _clause: &[Lit]) -> io::Result<()> {
        assert!(self.present.remove(&id), "{id} is deleted once");
        self.note(format!("d {id}"));
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A thread of the team, as a solver is.
struct Thread {
    number: usize,
    team: Arc<Team>,
    tracer: ThreadTracer,
    derived: ClauseId,
    imported: Vec<usize>,
}

impl Thread {
    /// The literal that stands for the clause of a thread's round.
    fn lit(thread: usize, round: usize) -> Lit {
        Var::new(10 * thread + round).pos()
    }

    /// Derives a clause from this one.
    fn derive(&mut self, lit: Lit, from: ClauseId) -> ClauseId {
        self.derived += 1;
        let id = THREAD_LOCAL + self.derived;
        self.tracer.add(id, &[lit], &[from]).expect("written");
        id
    }

    /// Derives a clause, exports it, deletes its own copy, and uses what it imports; false when its run is to end.
    fn round(&mut self, round: usize) -> bool {
        let lit = Thread::lit(self.number, round);
        let id = self.derive(lit, 1);
        self.tracer.will_export(id);
        self.exchange(vec![SharedClause { lits: vec![lit], glue: 1, id }], Some((id, lit)))
    }

    fn exchange(&mut self, exported: Vec<SharedClause>, own: Option<(ClauseId, Lit)>) -> bool {
        let Some(imported) = self.team.exchange(self.number, exported) else { return false };
        if let Some((id, lit)) = own {
            self.tracer.delete(id, &[lit]).expect("written");
        }
        for clause in imported {
            self.imported.push(clause.lits[0].var().index());
            let used = self.derive(clause.lits[0], clause.id);
            self.tracer.delete(used, &clause.lits).expect("written");
            self.tracer.release(clause.id, &clause.lits);
        }
        !self.team.stops[self.number].raised()
    }
}

/// A team of two over a formula of one clause, and the proof's lines.
fn team(deterministic: bool) -> (Arc<Team>, Vec<Thread>, Lines) {
    let (proof, lines) = Proof::new();
    let tracer = ThreadTracer::new(Box::new(proof));
    tracer.part(2, 1);
    let tracers: Vec<ThreadTracer> = (0..2).map(|_| tracer.copy(!deterministic)).collect();
    let team = Arc::new(Team::new(2, deterministic, tracers.iter().map(ThreadTracer::handle).collect()));
    let thread =
        |(number, tracer)| Thread { number, team: Arc::clone(&team), tracer, derived: 0, imported: Vec::new() };
    let threads = tracers.into_iter().enumerate().map(thread).collect();
    (team, threads, lines)
}

/// Runs `second` beside `first`, and returns both threads.
fn run(
    mut threads: Vec<Thread>,
    first: impl FnOnce(&mut Thread),
    second: impl FnOnce(&mut Thread) + Send + 'static,
) -> [Thread; 2] {
    let mut other = threads.pop().expect("two threads");
    let mut one = threads.pop().expect("two threads");
    let beside = loom::thread::spawn(move || {
        second(&mut other);
        other
    });
    first(&mut one);
    [one, beside.join().expect("no thread panics")]
}

fn free() {
    let (_, threads, lines) = team(false);
    let exports = |thread: &mut Thread| assert!(thread.round(0) && thread.round(1));
    let threads = run(threads, exports, exports);
    let [mut one, mut other] = threads;
    // What has arrived since.
    assert!(one.exchange(Vec::new(), None) && other.exchange(Vec::new(), None));
    assert_eq!((one.imported, other.imported), (vec![10, 11], vec![0, 1]));
    one.tracer.finish().expect("written");
    other.tracer.finish().expect("written");
    let lines = lines.lock().expect("no thread panics");
    let deleted = lines.iter().filter(|line| line.starts_with('d')).count();
    assert_eq!((lines.len() - deleted, deleted), (8, 8), "all that was derived, and each deleted once");
}

fn rounds() {
    let (_, threads, lines) = team(true);
    let exports = |thread: &mut Thread| {
        for (round, arrived) in [(0, 0), (1, 1), (2, 2)] {
            assert!(thread.round(round));
            assert_eq!(thread.imported.len(), arrived, "a round brings what was exported two rounds before");
        }
    };
    let [one, other] = run(threads, exports, exports);
    assert_eq!((one.imported, other.imported), (vec![10, 11], vec![0, 1]));
    let lines = lines.lock().expect("no thread panics");
    // Of each round thread 0's lines before thread 1's. In the last each uses and deletes what it was brought.
    assert_eq!(*lines, ["2", "3", "4", "5", "6", "d 6", "d 3", "7", "8", "d 8", "d 2", "9"]);
}

fn winner() {
    let (team, threads, _) = team(true);
    let rounds = |count: usize| {
        move |thread: &mut Thread| {
            if (0..count).all(|round| thread.round(round)) {
                thread.team.finish(thread.number);
            } else {
                thread.team.leave(thread.number);
            }
        }
    };
    run(threads, rounds(2), rounds(1));
    assert_eq!(team.winner(), Some((1, 1)), "the thread that needed fewer rounds");
}

fn leaving() {
    let (team, threads, _) = team(true);
    run(threads, |one| assert!((0..3).all(|round| one.round(round))), |other| other.team.leave(other.number));
    assert_eq!(team.winner(), None);
}

fn stopping() {
    let (_, threads, _) = team(true);
    // The second thread ends no round, so the first waits for it, unless it is ended before.
    run(threads, |one| assert!(!(0..3).all(|round| one.round(round))), |other| other.team.stop_all());
}

fn ending() {
    let (team, threads, _) = team(false);
    let second = |other: &mut Thread| {
        let mut round = 0;
        while round < 3 && other.round(round) {
            round += 1;
        }
        other.team.leave(other.number);
    };
    let first = |one: &mut Thread| {
        one.team.end_one();
        assert!(one.round(0), "the last thread goes on");
    };
    run(threads, first, second);
    assert!(!team.end_one() && !team.ended_early(0));
}
