//! Several threads on one formula.
//!
//! **What it does.** One solver begins alone. If it has no answer after `fork_conflicts` conflicts, it is copied for
//! each thread; the copies differ in their seed and in their mode of search, and exchange what they learn. The first
//! answer counts, and its solver is used for the next call.
//!
//! **Tried and dropped.** Under a memory limit, waiting until `malloc_trim` has returned the memory of an ended thread
//! before the next one is ended: the eight threads survived no longer (three limits, three runs each).
//!
//! **Soundness and proof.** See `cdcl/share.rs` for what may be exchanged, and `proof.rs` for one proof by all threads.
//!
//! **Deterministic.** See `team.rs`: threads exchange at fixed numbers of ticks, in a fixed order.
//!
//! **References.** Hamadi, Jabbour, Sais (ManySAT, JSAT'09); Fleury, Biere (gimsatul, POS'22); Schreiber, Sanders
//! (MallobSat, JAIR'24); Schreiber et al., *Streamlining Distributed SAT Solver Design* (SAT'25), on little
//! diversification.

mod member;
mod proof;
mod reporter;
mod sync;
mod team;
pub mod together;

use crate::cdcl::stats::CdclCounters;
use crate::cdcl::{Solver, Status};
use crate::limits::{Limits, Stop, Threads, resident_bytes};
use crate::proof::{ClauseId, Tracer};
use crate::util::table::CounterTable;
use member::Member;
use proof::{THREAD_LOCAL, ThreadTracer};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use sync::Arc;
use team::Team;

/// Ticks of the first solver before it is copied.
const FIRST_TICKS: u64 = 10_000_000;
/// Bytes of a thread's stack.
const STACK_BYTES: usize = 8 << 20;
/// How often the limits are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What threads have counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// The sums over all threads; what was counted before the copies were made is added only once.
    pub sum: CdclCounters,
    /// By thread, including what was counted before the copies were made; empty if there were no copies.
    pub threads: Vec<CdclCounters>,
}

/// A solver that several threads can work on.
#[derive(Default)]
pub(crate) struct Parallel {
    /// The solver; between calls there is one.
    pub solver: Solver,
    threads: Threads,
    tracer: Option<ThreadTracer>,
    counted: Counted,
}

impl std::fmt::Debug for Parallel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parallel").field("solver", &self.solver).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// A thread's solver after its run, and its answer; `None` where the thread was ended early to save memory.
type Ended = Option<(Box<Solver>, Status)>;

impl Parallel {
    /// Sets how many threads work. Must come before the tracer.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = Threads { count: threads.count.max(1), ..threads };
    }

    /// Writes a proof to `tracer`. Must come before the first clause. A proof of all calls is written by one thread.
    pub fn set_tracer(&mut self, tracer: Box<dyn Tracer>) {
        if tracer.follows_calls() {
            self.threads.count = 1;
        }
        if self.threads.count == 1 {
            self.solver.set_tracer(tracer);
        } else {
            let tracer = ThreadTracer::new(tracer);
            self.solver.set_tracer(Box::new(tracer.handle()));
            self.tracer = Some(tracer);
        }
    }

    /// A copy that writes no proof and reports to nobody.
    pub fn copy(&self) -> Parallel {
        Parallel {
            solver: self.solver.symmetric().copy(),
            threads: self.threads,
            tracer: None,
            counted: self.counted.clone(),
        }
    }

    /// As [`Solver::failure_id`], in the numbers of the proof by all threads.
    pub fn failure_id(&self) -> ClauseId {
        let id = self.solver.failure_id();
        match &self.tracer {
            Some(tracer) if id != 0 => tracer.write().map_or(0, |()| tracer.number(id)),
            _ => id,
        }
    }

    /// What was counted so far.
    pub fn counted(&self) -> Counted {
        if self.counted.threads.is_empty() {
            Counted { sum: self.solver.counters(), threads: Vec::new() }
        } else {
            self.counted.clone()
        }
    }

    /// As [`Solver::solve`], by all threads. Limits on counts hold for each thread.
    pub fn solve(&mut self, limits: &Limits) -> Status {
        if self.threads.count == 1 {
            return self.solver.solve(limits);
        }
        let least = |limit: Option<u64>, own: u64| Some(limit.map_or(own, |limit| limit.min(own)));
        let first = Limits {
            conflicts: least(limits.conflicts, self.solver.options.fork_conflicts),
            ticks: least(limits.ticks, FIRST_TICKS),
            ..limits.clone()
        };
        let before = self.solver.counters();
        self.solver.begin_call();
        let mut status = self.solver.search_part(&first);
        let ours = match status {
            Status::Unknown(Stop::Conflicts) => first.conflicts != limits.conflicts,
            Status::Unknown(Stop::Ticks) => first.ticks != limits.ticks,
            _ => false,
        };
        if ours {
            let now = self.solver.counters();
            let rest = |limit: Option<u64>, then: u64, now: u64| limit.map(|limit| limit - (now - then).min(limit));
            let rest = Limits {
                conflicts: rest(limits.conflicts, before.conflicts, now.conflicts),
                decisions: rest(limits.decisions, before.decisions, now.decisions),
                propagations: rest(limits.propagations, before.propagations, now.propagations),
                ticks: rest(limits.ticks, before.ticks, now.ticks),
                ..limits.clone()
            };
            status = self.solve_together(&rest);
        }
        self.solver.end_call(status)
    }

    /// How many threads memory allows.
    fn affordable(&self, limits: &Limits) -> usize {
        let copy = self.solver.bytes() as u64 * 3 / 2 + STACK_BYTES as u64 / 8;
        let left = limits.memory.map_or(u64::MAX, |limit| limit.saturating_sub(resident_bytes()));
        self.threads.count.min(1 + (left / copy.max(1)).min(1 << 16) as usize)
    }

    /// Copies the solver for each thread, and lets them search until one has an answer.
    fn solve_together(&mut self, limits: &Limits) -> Status {
        let count = self.affordable(limits);
        let deterministic = self.threads.deterministic;
        let mut tracers: Vec<ThreadTracer> = Vec::new();
        if let Some(tracer) = &self.tracer {
            // A failed write is remembered by the tracer, and ends the run at the next step.
            drop(tracer.write());
            tracer.part(count, self.solver.last_id());
            self.solver.number_from(THREAD_LOCAL);
            tracers.push(tracer.copy(!deterministic));
            tracers.extend((1..count).map(|_| tracer.copy(!deterministic)));
        }
        let common = self.solver.user_vars();
        let options = self.solver.options.clone();
        let team = Arc::new(Team::new(count, deterministic, tracers.iter().map(ThreadTracer::handle).collect()));
        let reporter = self.solver.take_reporter().map(reporter::shared);
        let on_learned = self.solver.on_learned.take();
        let asymmetric = self.solver.take_asymmetric();
        let before = self.solver.counters();
        let mut solvers: Vec<Box<Solver>> = (1..count).map(|_| Box::new(self.solver.copy())).collect();
        solvers.insert(0, Box::new(std::mem::take(&mut self.solver)));
        for (thread, solver) in solvers.iter_mut().enumerate() {
            if let Some(tracer) = tracers.get(thread) {
                solver.continue_proof(Box::new(tracer.handle()));
            }
            if let Some(reporter) = &reporter {
                solver.set_reporter(Box::new(reporter.of_thread(thread)));
            }
            solver.diversify(thread, count);
            let member = Member::new(Arc::clone(&team), thread, tracers.get(thread).map(ThreadTracer::handle));
            let glue = solver.options.share_glue as u32;
            solver.join_team(Box::new(member), common, glue);
        }
        let (mut ended, stop) = run(&team, solvers, limits);
        let status = self.finish(&team, &tracers, &before, &mut ended, reporter, stop);
        self.solver.on_learned = on_learned;
        self.solver.set_asymmetric(asymmetric);
        // The winner's options were those of its copy.
        self.solver.options = options;
        status
    }

    /// Keeps the winner's solver, or the first one.
    fn finish(
        &mut self,
        team: &Team,
        tracers: &[ThreadTracer],
        before: &CdclCounters,
        ended: &mut [Ended],
        reporter: Option<reporter::Shared>,
        stop: Option<Stop>,
    ) -> Status {
        let winner = team.winner();
        let (round, kept) = winner.unwrap_or((u64::MAX, 0));
        self.counted.threads = ended
            .iter()
            .enumerate()
            .filter_map(|(thread, ended)| {
                let (solver, _) = ended.as_ref()?;
                Some(if thread == kept { solver.counters() } else { solver.counters_at(round) })
            })
            .collect();
        self.counted.sum = before.clone();
        self.counted.threads.iter().for_each(|counters| self.counted.sum.add_growth(before, counters));
        let Some((solver, status)) = ended[kept].take() else { return Status::Unknown(Stop::Memory) };
        self.solver = *solver;
        self.solver.leave_team();
        if let Some(tracer) = tracers.get(kept) {
            tracer.set_direct(true);
            tracer.part(1, self.solver.last_id());
            self.tracer = Some(tracer.handle());
        }
        if let Some(reporter) = reporter.and_then(reporter::Shared::end) {
            self.solver.set_reporter(reporter);
        }
        match (winner, stop) {
            (Some(_), _) => status,
            (None, Some(stop)) => Status::Unknown(stop),
            (None, None) => status,
        }
    }
}

/// Ends the other threads if the thread that holds this panics, so that none waits for it.
struct EndOthers<'t>(&'t Team);

impl Drop for EndOthers<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop_all();
        }
    }
}

/// Runs the solvers, each in a thread. Returns how each ended, and the limit that ended them, if one did.
fn run(team: &Arc<Team>, solvers: Vec<Box<Solver>>, limits: &Limits) -> (Vec<Ended>, Option<Stop>) {
    let count = solvers.len();
    let mut ended: Vec<Ended> = (0..count).map(|_| None).collect();
    let mut met = None;
    std::thread::scope(|scope| {
        let (sender, receiver) = channel::<(usize, Ended)>();
        let mut running = 0;
        for (thread, mut solver) in solvers.into_iter().enumerate() {
            let (sender, member) = (sender.clone(), Arc::clone(team));
            let own = Limits {
                conflicts: limits.conflicts,
                decisions: limits.decisions,
                propagations: limits.propagations,
                ticks: limits.ticks,
                stop: team.stops[thread].clone(),
                ..Limits::none()
            };
            let body = move || {
                let _others = EndOthers(&member);
                let status = solver.search_part(&own);
                match status {
                    Status::Unknown(_) => member.leave(thread),
                    Status::Sat | Status::Unsat => member.finish(thread),
                }
                let result = (!member.ended_early(thread)).then_some((solver, status));
                // The receiver may have ended already.
                drop(sender.send((thread, result)));
            };
            let builder = std::thread::Builder::new().name(format!("solver {thread}")).stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, body) {
                Ok(_) => running += 1,
                // The system refuses another thread, so the others go on without it.
                Err(_) => team.leave(thread),
            }
        }
        drop(sender);
        while running > 0 {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((thread, result)) => {
                    ended[thread] = result;
                    running -= 1;
                }
                Err(RecvTimeoutError::Timeout) if met.is_none() => match limits.exceeded() {
                    Some(Stop::Memory) if team.end_one() => {}
                    Some(stop) => {
                        met = Some(stop);
                        team.stop_all();
                    }
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (ended, met)
}

#[cfg(test)]
mod tests {
    use super::{Parallel, Status, Threads};
    use crate::cnf::Var;
    use crate::limits::Limits;
    use crate::util::rng::Rng;

    #[test]
    fn a_call_leaves_the_options_as_they_were() {
        for seed in 0..6 {
            let mut parallel = Parallel::default();
            parallel.set_threads(Threads { count: 2, deterministic: true });
            parallel.solver.options.fork_conflicts = 10;
            parallel.solver.options.share_ticks = 10_000;
            let options = format!("{:?}", parallel.solver.options);
            let mut rng = Rng::new(seed);
            for _ in 0..640 {
                let clause = [(); 3].map(|()| Var::new(rng.index(150)).lit(rng.coin()));
                parallel.solver.add_clause(&clause);
            }
            assert!(!matches!(parallel.solve(&Limits::none()), Status::Unknown(_)));
            assert_eq!(parallel.counted().threads.len(), 2, "there were copies");
            assert_eq!(format!("{:?}", parallel.solver.options), options, "seed {seed}");
        }
    }
}
