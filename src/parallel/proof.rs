//! One proof by several threads.
//!
//! **What it does.** Every thread writes its steps into its own batch, with its own ids. A batch is written to the
//! proof as a whole when its thread exports clauses; only then its clauses get their ids in the file. A clause that
//! several threads have, because they were copied with it or it was exported, is deleted in the proof when the last of
//! them has deleted it.
//!
//! **Soundness and proof.** Ids ascend through the file, as checkers require, and no line precedes its antecedents:
//! another thread can use a clause only after it was exported.
//!
//! **References.** Michaelson et al. (TACAS'23) number clauses of several solvers in one space; Fleury, Biere
//! (gimsatul, POS'22) write one proof for all threads.

use super::sync::{Arc, AtomicBool, Mutex, Ordering, lock};
use crate::cnf::Lit;
use crate::proof::{ClauseId, Tracer};
use std::collections::{HashMap, HashSet};
use std::io;

/// Set in a thread's own numbers of clauses that were derived since the first copy was made.
pub(super) const THREAD_LOCAL: ClauseId = 1 << 62;

/// Hints that a batch holds before it is written without waiting for an exchange.
const FULL: usize = 1 << 16;

/// A step of a proof in a thread's own numbers.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Add,
    AddRat,
    Delete,
}

/// Steps that are not yet in the proof.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    kinds: Vec<(Kind, ClauseId, u32, u32)>,
    lits: Vec<Lit>,
    hints: Vec<i64>,
}

impl Steps {
    fn push(&mut self, kind: Kind, id: ClauseId, lits: &[Lit], hints: impl Iterator<Item = i64>) {
        let before = self.hints.len();
        self.hints.extend(hints);
        self.lits.extend_from_slice(lits);
        self.kinds.push((kind, id, lits.len() as u32, (self.hints.len() - before) as u32));
    }

    /// Forgets the steps and keeps the memory.
    fn clear(&mut self) {
        self.kinds.clear();
        self.lits.clear();
        self.hints.clear();
    }
}

/// The proof's numbers of a thread's own clauses: stretches of consecutive ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    /// The first own number of each stretch, and the proof's number for it.
    stretches: Vec<(ClauseId, ClauseId)>,
    /// The last own number that is known.
    last: ClauseId,
}

impl Numbers {
    /// The proof's number of a clause that is in the proof.
    pub(super) fn of(&self, id: ClauseId) -> ClauseId {
        if id & THREAD_LOCAL == 0 {
            return id;
        }
        let stretch = self.stretches.partition_point(|&(first, _)| first <= id);
        let (first, number) = self.stretches[stretch - 1];
        number + (id - first)
    }

    /// The proof's number of a clause, if it is in the proof.
    fn known(&self, id: ClauseId) -> Option<ClauseId> {
        (id <= self.last).then(|| self.of(id))
    }

    fn of_hint(&self, hint: i64) -> i64 {
        let number = self.of(hint.unsigned_abs()) as i64;
        if hint < 0 { -number } else { number }
    }

    fn add(&mut self, own: ClauseId, number: ClauseId) {
        if own & THREAD_LOCAL == 0 {
            return;
        }
        self.last = own;
        // A stretch continues as long as both numbers ascend by one.
        let goes_on = self.stretches.last().is_some_and(|&(first, base)| number == base + (own - first));
        if !goes_on {
            self.stretches.push((own, number));
        }
    }
}

/// The proof that threads share.
pub(super) struct Writer {
    tracer: Box<dyn Tracer>,
    last: ClauseId,
    /// Numbers up to this are of clauses that all threads have.
    common: ClauseId,
    threads: u32,
    /// How many threads still have a clause, where that is fewer than all, or it was exported.
    holders: HashMap<ClauseId, u32>,
    /// Scratch: the hints of a step in the proof's numbers, and the same of a step without candidates.
    hints: Vec<i64>,
    antecedents: Vec<ClauseId>,
}

impl Writer {
    /// A proof for one thread as yet.
    fn new(tracer: Box<dyn Tracer>) -> Writer {
        Writer {
            tracer,
            last: 0,
            common: 0,
            threads: 1,
            holders: HashMap::new(),
            hints: Vec::new(),
            antecedents: Vec::new(),
        }
    }

    /// Writes a batch of steps, and notes the numbers that its clauses get.
    fn write(&mut self, steps: &mut Steps, numbers: &mut Numbers, to_export: &mut HashSet<ClauseId>) -> io::Result<()> {
        let (mut lits, mut hints) = (0, 0);
        for &(kind, id, num_lits, num_hints) in &steps.kinds {
            let clause = &steps.lits[lits..lits + num_lits as usize];
            let own_hints = &steps.hints[hints..hints + num_hints as usize];
            lits += num_lits as usize;
            hints += num_hints as usize;
            match kind {
                Kind::Delete => self.delete(numbers.of(id), clause)?,
                Kind::Add | Kind::AddRat => {
                    self.last = if id & THREAD_LOCAL == 0 { id } else { self.last + 1 };
                    numbers.add(id, self.last);
                    if to_export.remove(&id) {
                        self.mark_exported(self.last);
                    }
                    if matches!(kind, Kind::AddRat) {
                        self.hints.clear();
                        self.hints.extend(own_hints.iter().map(|&hint| numbers.of_hint(hint)));
                        self.tracer.add_rat(self.last, clause, &self.hints)?;
                    } else {
                        self.antecedents.clear();
                        self.antecedents.extend(own_hints.iter().map(|&hint| numbers.of(hint as ClauseId)));
                        self.tracer.add(self.last, clause, &self.antecedents)?;
                    }
                }
            }
        }
        steps.clear();
        Ok(())
    }

    /// A thread no longer has this clause.
    fn delete(&mut self, number: ClauseId, clause: &[Lit]) -> io::Result<()> {
        if self.release_one(number) { self.tracer.delete(number, clause) } else { Ok(()) }
    }

    /// A thread no longer has this clause; whether it was the last one.
    fn release_one(&mut self, number: ClauseId) -> bool {
        let shared = number <= self.common && self.threads > 1;
        match self.holders.get_mut(&number) {
            Some(left) if *left > 1 => {
                *left -= 1;
                false
            }
            Some(_) => {
                self.holders.remove(&number);
                true
            }
            None if shared => {
                self.holders.insert(number, self.threads - 1);
                false
            }
            None => true,
        }
    }

    /// All threads may have this clause from now on.
    fn mark_exported(&mut self, number: ClauseId) {
        self.holders.insert(number, self.threads);
    }

    /// From now on this many threads have all clauses that are in the proof, whose numbers go at least to `last`.
    fn part(&mut self, threads: usize, last: ClauseId) {
        if last & THREAD_LOCAL == 0 {
            self.last = self.last.max(last);
        }
        self.common = self.last;
        self.threads = threads as u32;
        self.holders.clear();
    }
}

/// A thread's steps that are not yet in the proof, and the proof's numbers of those that are.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    steps: Steps,
    /// Memory of steps that were written, for the next ones.
    spare: Steps,
    numbers: Numbers,
    /// Clauses that will be exported, whose steps are still to be written: who derived one may delete it before.
    to_export: HashSet<ClauseId>,
}

/// A thread's access to the proof: the tracer of its solver.
pub(super) struct ThreadTracer {
    writer: Arc<Mutex<Writer>>,
    batch: Arc<Mutex<Batch>>,
    /// A full batch may be written at once. Not where threads take turns in a fixed order.
    direct: Arc<AtomicBool>,
    /// A batch could not be written.
    failed: Arc<AtomicBool>,
}

impl ThreadTracer {
    /// The only access to this proof.
    pub(super) fn new(tracer: Box<dyn Tracer>) -> ThreadTracer {
        ThreadTracer {
            writer: Arc::new(Mutex::new(Writer::new(tracer))),
            batch: Arc::default(),
            direct: Arc::new(AtomicBool::new(true)),
            failed: Arc::default(),
        }
    }

    /// Another handle of the same thread.
    pub(super) fn handle(&self) -> ThreadTracer {
        ThreadTracer {
            writer: Arc::clone(&self.writer),
            batch: Arc::clone(&self.batch),
            direct: Arc::clone(&self.direct),
            failed: Arc::clone(&self.failed),
        }
    }

    /// The access of a new thread whose solver is a copy of this one's. All steps must have been written.
    pub(super) fn copy(&self, direct: bool) -> ThreadTracer {
        let batch = lock(&self.batch).clone();
        ThreadTracer {
            writer: Arc::clone(&self.writer),
            batch: Arc::new(Mutex::new(batch)),
            direct: Arc::new(AtomicBool::new(direct)),
            failed: Arc::clone(&self.failed),
        }
    }

    /// Whether full batches are written at once from now on.
    pub(super) fn set_direct(&self, direct: bool) {
        self.direct.store(direct, Ordering::Relaxed);
    }

    /// From now on this many threads have all clauses; `last` is the number of the latest.
    pub(super) fn part(&self, threads: usize, last: ClauseId) {
        lock(&self.writer).part(threads, last);
    }

    /// Writes all steps.
    ///
    /// # Errors
    /// The first failure to write.
    pub(super) fn write(&self) -> io::Result<()> {
        let mut writer = lock(&self.writer);
        let Batch { steps, numbers, to_export, .. } = &mut *lock(&self.batch);
        let result = writer.write(steps, numbers, to_export);
        if result.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Takes the steps away, to be written later by [`ThreadTracer::write_taken`].
    pub(super) fn take(&self) -> Steps {
        let Batch { steps, spare, .. } = &mut *lock(&self.batch);
        std::mem::replace(steps, std::mem::take(spare))
    }

    /// Writes steps of this thread that were taken away.
    pub(super) fn write_taken(&self, mut steps: Steps) {
        let mut writer = lock(&self.writer);
        let Batch { numbers, to_export, spare, .. } = &mut *lock(&self.batch);
        if writer.write(&mut steps, numbers, to_export).is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        *spare = steps;
    }

    /// This clause, which was derived last, will be exported: it stays in the proof while another thread may have it.
    pub(super) fn will_export(&self, id: ClauseId) {
        let mut writer = lock(&self.writer);
        let mut batch = lock(&self.batch);
        match batch.numbers.known(id) {
            Some(number) => writer.mark_exported(number),
            None => drop(batch.to_export.insert(id)),
        }
    }

    /// This clause was to be exported, but is not.
    pub(super) fn not_exported(&self, id: ClauseId, clause: &[Lit]) {
        let others = lock(&self.writer).threads - 1;
        let mut batch = lock(&self.batch);
        (0..others).for_each(|_| batch.steps.push(Kind::Delete, id, clause, std::iter::empty()));
    }

    /// The proof's number of a clause whose step has been written.
    pub(super) fn number(&self, id: ClauseId) -> ClauseId {
        lock(&self.batch).numbers.of(id)
    }

    /// The thread does not use this clause, which it was imported.
    pub(super) fn release(&self, number: ClauseId, clause: &[Lit]) {
        lock(&self.batch).steps.push(Kind::Delete, number, clause, std::iter::empty());
    }

    fn step(&self, kind: Kind, id: ClauseId, clause: &[Lit], hints: impl Iterator<Item = i64>) -> io::Result<()> {
        if self.failed.load(Ordering::Relaxed) {
            return Err(io::Error::other("the proof could not be written"));
        }
        let full = {
            let mut batch = lock(&self.batch);
            batch.steps.push(kind, id, clause, hints);
            batch.steps.hints.len() >= FULL
        };
        if full && self.direct.load(Ordering::Relaxed) { self.write() } else { Ok(()) }
    }
}

impl Tracer for ThreadTracer {
    /// Ids are needed even where the format has none: deletions of shared clauses are counted by id.
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.step(Kind::Add, id, clause, antecedents.iter().map(|&id| id as i64))
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.step(Kind::AddRat, id, clause, hints.iter().copied())
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.step(Kind::Delete, id, clause, std::iter::empty())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write()?;
        lock(&self.writer).tracer.finish()
    }
}
