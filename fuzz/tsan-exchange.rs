//! What threads share, `src/parallel/team.rs` and `src/parallel/proof.rs`, by itself, for ThreadSanitizer: 2 to 16
//! threads derive, export, import and delete clauses at random; threads leave or win, all are stopped, and proofs fail.
//! One rustc compiles it within seconds; the parts of the engine that the two files use are stand-ins.

mod cnf {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Lit(pub u32);
}

mod proof {
    use crate::cnf::Lit;
    use std::io;

    pub type ClauseId = u64;

    pub trait Tracer: Send {
        fn needs_antecedents(&self) -> bool;
        fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()>;
        fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()>;
        fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()>;
        fn finish(&mut self) -> io::Result<()>;
    }
}

mod cdcl {
    pub mod share {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SharedClause {
            pub lits: Vec<crate::cnf::Lit>,
            pub glue: u32,
            pub id: crate::proof::ClauseId,
        }
    }
}

mod limits {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[derive(Clone, Debug, Default)]
    pub struct StopFlag(Arc<AtomicBool>);

    impl StopFlag {
        pub fn raise(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        pub fn raised(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
}

#[path = "."]
mod parallel {
    #[path = "../src/parallel/proof.rs"]
    mod proof;
    #[path = "tsan-sync.rs"]
    mod sync;
    #[path = "../src/parallel/team.rs"]
    mod team;

    use crate::cdcl::share::SharedClause;
    use crate::cnf::Lit;
    use crate::proof::{ClauseId, Tracer};
    use proof::{THREAD_LOCAL, ThreadTracer};
    use std::io;
    use std::sync::Arc;
    use team::Team;

    /// A proof that looks at its lines, and fails after so many.
    struct Lines {
        last: ClauseId,
        left: u64,
    }

    impl Tracer for Lines {
        fn needs_antecedents(&self) -> bool {
            true
        }

        fn add(&mut self, id: ClauseId, _: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
            assert!(id > self.last && antecedents.iter().all(|cited| (1..=self.last).contains(cited)));
            self.last = id;
            self.left = self.left.checked_sub(1).ok_or_else(|| io::Error::other("the disk is full"))?;
            Ok(())
        }

        fn add_rat(&mut self, _: ClauseId, _: &[Lit], _: &[i64]) -> io::Result<()> {
            unreachable!("none is derived");
        }

        fn delete(&mut self, id: ClauseId, _: &[Lit]) -> io::Result<()> {
            assert!(id <= self.last);
            Ok(())
        }

        fn finish(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// One thread's run; how much it has imported.
    fn search(thread: usize, team: &Team, mut tracer: ThreadTracer, seed: u64) -> u64 {
        let mut state = seed * 100 + thread as u64 + 1;
        let mut below = move |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        let (mut last, mut imported, mut clauses) = (THREAD_LOCAL, 0, vec![1]);
        'rounds: for _ in 0..50 + below(100) {
            let mut exported = Vec::new();
            for _ in 0..below(20) {
                last += 1;
                let clause = [Lit(last as u32)];
                let cited: Vec<ClauseId> =
                    (0..=below(30)).map(|_| clauses[below(clauses.len() as u64) as usize]).collect();
                if tracer.add(last, &clause, &cited).is_err() {
                    break 'rounds;
                }
                clauses.push(last);
                if below(2) == 0 {
                    tracer.will_export(last);
                    if below(5) == 0 {
                        tracer.not_exported(last, &clause);
                    } else {
                        exported.push(SharedClause { lits: clause.to_vec(), glue: 1, id: last });
                    }
                }
            }
            let Some(received) = team.exchange(thread, exported) else { break };
            for clause in received {
                imported += 1;
                if below(2) == 0 {
                    clauses.push(clause.id);
                } else {
                    tracer.release(clause.id, &clause.lits);
                }
            }
        }
        if below(3) == 0 {
            team.leave(thread)
        } else {
            team.finish(thread)
        }
        imported
    }

    /// One team; how many clauses its threads have imported.
    pub fn run(seed: u64) -> u64 {
        let (threads, deterministic) = (2 + seed as usize % 15, seed % 2 == 0);
        let left = if seed % 11 == 0 { 200 } else { u64::MAX };
        let first = ThreadTracer::new(Box::new(Lines { last: 1, left }));
        first.part(threads, 1);
        let tracers: Vec<ThreadTracer> = (0..threads).map(|_| first.copy(!deterministic)).collect();
        let team = Arc::new(Team::new(threads, deterministic, tracers.iter().map(ThreadTracer::handle).collect()));
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut imported = 0;
        std::thread::scope(|scope| {
            for (thread, tracer) in tracers.into_iter().enumerate() {
                let (sender, team) = (sender.clone(), Arc::clone(&team));
                scope.spawn(move || sender.send(search(thread, &team, tracer, seed)).expect("it is received"));
            }
            drop(sender);
            while let Ok(of_one) = receiver.recv() {
                imported += of_one;
                if seed % 5 == 0 {
                    team.stop_all();
                }
                if seed % 7 == 0 {
                    team.end_one();
                }
            }
        });
        team.winner();
        imported
    }
}

fn main() {
    let runs: u64 = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(1_000);
    let imported: u64 = (0..runs).map(parallel::run).sum();
    println!("{runs} teams, {imported} clauses imported");
}
