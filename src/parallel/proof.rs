//! One proof by several threads.
//!
//! **What it does.** Every thread writes its steps into its own batch, with its own ids. A batch is written to the
//! proof as a whole when its thread exports clauses; only then do its clauses get their ids in the file. A clause that
//! several threads have, because they were copied with it or it was exported, is deleted in the proof when the last of
//! them has deleted it.
//!
//! A thread that searches touches its own batch only, and waits for nobody: the proof is locked to write a batch, and
//! while one thread writes, the others go on.
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

/// The bit that is set in a thread's own numbers, those of clauses derived since the first copy was made.
pub(super) const THREAD_LOCAL: ClauseId = 1 << 62;

/// How many numbers are kept for the user's clauses in formats that reserve none, since such clauses may be added after
/// the copies were made.
const MOST_ORIGINALS: ClauseId = 1 << 40;

/// How many of a thread's own numbers share an entry of the table in which their stretches are looked up.
const IDS_PER_ENTRY: ClauseId = 64;

/// Hints that a batch holds before it is written without waiting for an exchange.
const MOST_BATCHED_HINTS: usize = 1 << 16;

/// A step of a proof in a thread's own numbers.
#[derive(Clone, Copy, Debug)]
enum StepKind {
    Add,
    AddRat,
    Delete,
}

/// Steps that are not yet in the proof.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    kinds: Vec<(StepKind, ClauseId, u32, u32)>,
    lits: Vec<Lit>,
    hints: Vec<i64>,
}

impl Steps {
    fn push(&mut self, kind: StepKind, id: ClauseId, lits: &[Lit], hints: impl Iterator<Item = i64>) {
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
    /// For each block of own numbers, counted from the first, the place of the first stretch that it has a part of.
    blocks: Vec<u32>,
    /// The last own number that is known.
    last: ClauseId,
}

impl Numbers {
    /// The proof's number of a clause that is in the proof.
    pub(super) fn of(&self, id: ClauseId) -> ClauseId {
        if id & THREAD_LOCAL == 0 {
            return id;
        }
        let block = self.block(id);
        let from = self.blocks[block] as usize;
        let to = self.blocks.get(block + 1).map_or(self.stretches.len(), |&next| next as usize + 1);
        let stretch = from + self.stretches[from..to].partition_point(|&(first, _)| first <= id);
        let (first, number) = self.stretches[stretch - 1];
        number + (id - first)
    }

    /// The block of an own number.
    fn block(&self, id: ClauseId) -> usize {
        let (first, _) = self.stretches[0];
        ((id - first) / IDS_PER_ENTRY) as usize
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
        let block = self.block(own);
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, self.stretches.len() as u32 - 1);
        }
    }
}

/// The proof that threads share.
pub(super) struct Writer {
    tracer: Box<dyn Tracer>,
    last: ClauseId,
    /// Clauses with numbers up to this one are held by all threads.
    common: ClauseId,
    threads: u32,
    /// How many threads still hold a clause; only for exported clauses and those that some thread has deleted.
    holders: HashMap<ClauseId, u32>,
    /// Scratch: the hints of a step in the proof's numbers, and the same of a step without candidates.
    hints: Vec<i64>,
    antecedents: Vec<ClauseId>,
}

impl Writer {
    /// A proof that one thread writes so far.
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
    fn write(&mut self, steps: &mut Steps, numbers: &mut Numbers, exports: &mut Exports) -> io::Result<()> {
        exports.written.drain(..).for_each(|number| self.mark_exported(number));
        let (mut lits, mut hints) = (0, 0);
        for &(kind, id, num_lits, num_hints) in &steps.kinds {
            let clause = &steps.lits[lits..lits + num_lits as usize];
            let own_hints = &steps.hints[hints..hints + num_hints as usize];
            lits += num_lits as usize;
            hints += num_hints as usize;
            match kind {
                StepKind::Delete => self.delete(numbers.of(id), clause)?,
                StepKind::Add | StepKind::AddRat => {
                    self.last = if id & THREAD_LOCAL == 0 { id } else { self.last + 1 };
                    numbers.add(id, self.last);
                    if exports.coming.remove(&id) {
                        self.mark_exported(self.last);
                    }
                    if matches!(kind, StepKind::AddRat) {
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

    /// Notes that one thread has deleted this clause.
    fn delete(&mut self, number: ClauseId, clause: &[Lit]) -> io::Result<()> {
        if self.release_one(number) { self.tracer.delete(number, clause) } else { Ok(()) }
    }

    /// Notes that one thread has deleted this clause; returns whether it was the last to hold it.
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

    /// Notes that all threads may hold this clause from now on.
    fn mark_exported(&mut self, number: ClauseId) {
        self.holders.insert(number, self.threads);
    }

    /// Notes that this many threads now hold all clauses that are in the proof, whose numbers go at least up to `last`.
    fn part(&mut self, threads: usize, last: ClauseId) {
        if last & THREAD_LOCAL == 0 {
            self.last = self.last.max(last);
        }
        self.common = self.last;
        self.threads = threads as u32;
        self.holders.clear();
    }
}

/// Clauses that a thread will export: it may delete them itself before they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Exports {
    /// Clauses whose steps are still to be written.
    coming: HashSet<ClauseId>,
    /// The numbers in the proof of clauses whose steps have been written.
    written: Vec<ClauseId>,
}

/// A thread's steps that are not yet in the proof, and the proof's numbers of those that are.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    steps: Steps,
    /// Memory of steps that were written, for the next ones.
    spare: Steps,
    numbers: Numbers,
    exports: Exports,
    /// How many threads there are.
    threads: u32,
}

/// A thread's access to the proof: the tracer of its solver.
pub(super) struct ThreadTracer {
    writer: Arc<Mutex<Writer>>,
    batch: Arc<Mutex<Batch>>,
    /// Whether a full batch may be written at once; not if threads take turns in a fixed order.
    direct: Arc<AtomicBool>,
    /// A batch could not be written.
    failed: Arc<AtomicBool>,
}

impl ThreadTracer {
    /// The first access to this proof, as long as there is one thread.
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

    /// Notes that this many threads now hold all clauses; `last` is the number of the latest.
    pub(super) fn part(&self, threads: usize, last: ClauseId) {
        lock(&self.writer).part(threads, last);
        lock(&self.batch).threads = threads as u32;
    }

    /// Writes all steps.
    ///
    /// # Errors
    /// The first failure to write; nothing is written after it, and later clauses have no numbers.
    pub(super) fn write(&self) -> io::Result<()> {
        self.check()?;
        let mut writer = lock(&self.writer);
        let Batch { steps, numbers, exports, .. } = &mut *lock(&self.batch);
        writer.write(steps, numbers, exports).inspect_err(|_| self.fail())
    }

    /// Takes the steps away, to be written later by [`ThreadTracer::write_taken`].
    pub(super) fn take(&self) -> Steps {
        let Batch { steps, spare, .. } = &mut *lock(&self.batch);
        std::mem::replace(steps, std::mem::take(spare))
    }

    /// Writes steps of this thread that were taken away.
    ///
    /// # Errors
    /// As of [`ThreadTracer::write`].
    pub(super) fn write_taken(&self, mut steps: Steps) -> io::Result<()> {
        self.check()?;
        let mut writer = lock(&self.writer);
        let Batch { numbers, exports, spare, .. } = &mut *lock(&self.batch);
        let result = writer.write(&mut steps, numbers, exports).inspect_err(|_| self.fail());
        *spare = steps;
        result
    }

    fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Fails if a batch could not be written.
    fn check(&self) -> io::Result<()> {
        if self.failed.load(Ordering::Relaxed) {
            return Err(io::Error::other("the proof could not be written"));
        }
        Ok(())
    }

    /// Notes that this clause, which was derived last, will be exported, so that it stays in the proof while another
    /// thread may hold it.
    pub(super) fn will_export(&self, id: ClauseId) {
        let Batch { numbers, exports, .. } = &mut *lock(&self.batch);
        match numbers.known(id) {
            Some(number) => exports.written.push(number),
            None => drop(exports.coming.insert(id)),
        }
    }

    /// Notes that this clause, which was to be exported, will not be.
    pub(super) fn not_exported(&self, id: ClauseId, clause: &[Lit]) {
        let mut batch = lock(&self.batch);
        (1..batch.threads).for_each(|_| batch.steps.push(StepKind::Delete, id, clause, std::iter::empty()));
    }

    /// The proof's number of a clause whose step has been written.
    pub(super) fn number(&self, id: ClauseId) -> ClauseId {
        lock(&self.batch).numbers.of(id)
    }

    /// Notes that the thread does not use this clause, which was offered to it for import.
    pub(super) fn release(&self, number: ClauseId, clause: &[Lit]) {
        lock(&self.batch).steps.push(StepKind::Delete, number, clause, std::iter::empty());
    }

    fn step(&self, kind: StepKind, id: ClauseId, clause: &[Lit], hints: impl Iterator<Item = i64>) -> io::Result<()> {
        self.check()?;
        let full = {
            let mut batch = lock(&self.batch);
            batch.steps.push(kind, id, clause, hints);
            batch.steps.hints.len() >= MOST_BATCHED_HINTS
        };
        if full && self.direct.load(Ordering::Relaxed) { self.write() } else { Ok(()) }
    }
}

impl Tracer for ThreadTracer {
    /// Ids are needed even where the format has none: deletions of shared clauses are counted by id.
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn originals(&self) -> Option<u64> {
        lock(&self.writer).tracer.originals().or(Some(MOST_ORIGINALS))
    }

    fn supports_substitutions(&self) -> bool {
        lock(&self.writer).tracer.supports_substitutions()
    }

    /// Called only while there is one thread.
    fn add_sr(&mut self, id: ClauseId, clause: &[Lit], images: &[(Lit, Lit)]) -> io::Result<()> {
        self.write()?;
        let mut writer = lock(&self.writer);
        debug_assert!(writer.threads == 1 && id & THREAD_LOCAL == 0, "symmetries are broken before the search");
        writer.last = id;
        writer.tracer.add_sr(id, clause, images)
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.step(StepKind::Add, id, clause, antecedents.iter().map(|&id| id as i64))
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.step(StepKind::AddRat, id, clause, hints.iter().copied())
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.step(StepKind::Delete, id, clause, std::iter::empty())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write()?;
        lock(&self.writer).tracer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Numbers, StepKind, THREAD_LOCAL, ThreadTracer, lock};
    use crate::cnf::Var;
    use crate::proof::Tracer;
    use crate::util::rng::Rng;

    struct Silent;

    impl Tracer for Silent {}

    #[test]
    fn numbers_are_found_in_stretches_of_any_length() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let (mut numbers, mut expected) = (Numbers::default(), Vec::new());
            let (mut own, mut number) = (THREAD_LOCAL + rng.below(100), 1_000);
            let longest = [1, 3, 100, 1_000][rng.index(4)];
            while expected.len() < 5_000 {
                for _ in 0..=rng.below(longest) {
                    (own, number) = (own + 1, number + 1);
                    numbers.add(own, number);
                    expected.push((own, number));
                }
                // Numbers in between belong to other threads, and some of a thread's own numbers belong to no clause.
                number += 1 + rng.below(50);
                own += if rng.below(10) == 0 { rng.below(300) } else { 0 };
            }
            for &(own, number) in &expected {
                assert_eq!((numbers.of(own), numbers.known(own)), (number, Some(number)), "seed {seed}");
            }
            assert_eq!((numbers.known(own + 301), numbers.of(7)), (None, 7));
        }
    }

    #[test]
    fn who_searches_does_not_wait_for_who_writes() {
        let tracer = ThreadTracer::new(Box::new(Silent));
        tracer.part(2, 9);
        let clause = [Var::new(0).pos()];
        let writer = Arc::clone(&tracer.writer);
        let writing = lock(&writer);
        tracer.step(StepKind::Add, THREAD_LOCAL + 1, &clause, [1].into_iter()).expect("kept");
        tracer.will_export(THREAD_LOCAL + 1);
        tracer.not_exported(THREAD_LOCAL + 1, &clause);
        tracer.release(9, &clause);
        drop(writing);
        tracer.write().expect("written");
        assert_eq!(tracer.number(THREAD_LOCAL + 1), 10);
    }
}
