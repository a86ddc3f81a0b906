//! The clause database: the only code that adds, shortens or deletes a clause, and writes each change to the proof.
//!
//! **What it does.** It owns the clauses (arena and watch lists), the map to the user's variables, and the proof. A
//! technique passes the ids of the clauses that its step follows from (the *chain*, see `search/chain.rs`); the
//! database assigns ids, writes the proof step, and counts the clauses.
//!
//! **Soundness and proof.** A deletion is written after the addition that replaces the clause.

mod unproved;

use super::external::External;
use super::state::arena::Arena;
use super::state::clause::{BinaryIndex, Clause, ClauseRef};
use super::state::parts::Parts;
use super::state::watch::{Watch, Watches};
use crate::cnf::Lit;
use crate::proof::{ClauseId, Tracer};
use crate::util::exclusive::Exclusive;
use std::io;
use unproved::Held;
pub use unproved::{UNPROVED, is_unproved};

/// The variable is in an irredundant clause that was added or shortened since the last subsumption.
pub const ADDED_SINCE_SUBSUMPTION: u8 = 1;
/// The variable is in an irredundant clause that was added or shortened since factoring last tried it.
pub const ADDED_SINCE_FACTORING: u8 = 2;
/// Both marks: a variable gets them together when such a clause is added or shortened.
pub const ADDED: u8 = ADDED_SINCE_SUBSUMPTION | ADDED_SINCE_FACTORING;
/// The variable was in an irredundant clause that was removed since the last elimination.
pub const REMOVED: u8 = 4;

/// How many clauses of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Population {
    /// Irredundant clauses of two literals.
    pub binary: u64,
    /// Redundant clauses of two literals.
    pub redundant_binary: u64,
    /// Irredundant long clauses.
    pub irredundant: u64,
    /// Redundant long clauses.
    pub redundant: u64,
}

impl Population {
    /// Irredundant clauses of any size.
    pub fn all_irredundant(&self) -> u64 {
        self.binary + self.irredundant
    }
}

/// The proof and the error that ended it.
struct Sink {
    tracer: Exclusive<Box<dyn Tracer>>,
    follows_calls: bool,
    substitutes: bool,
    error: Option<io::Error>,
    /// Scratch: a clause in the user's literals.
    lits: Vec<Lit>,
}

/// The clauses, and the only way to change them.
#[derive(Default)]
pub struct ClauseDb {
    pub(in crate::cdcl) arena: Arena,
    pub(in crate::cdcl) watches: Watches,
    /// The ids of binary clauses, by the index in their watches; index 0 means no id.
    binary_ids: Vec<ClauseId>,
    free_ids: Vec<BinaryIndex>,
    /// Which variables are joined by clauses into one part of the formula, while that is known.
    pub(in crate::cdcl) parts: Parts,
    /// The user's variables.
    pub external: External,
    sink: Option<Sink>,
    /// What happened to each variable's irredundant clauses: [`ADDED`], [`REMOVED`].
    pub(in crate::cdcl) touched: Vec<u8>,
    with_ids: bool,
    last_id: ClauseId,
    /// How many ids the proof keeps for the user's clauses, where its format numbers them before all others.
    kept_ids: Option<ClauseId>,
    /// How many of the kept ids the user's clauses have taken.
    taken_ids: ClauseId,
    population: Population,
    held: Held,
}

impl std::fmt::Debug for ClauseDb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClauseDb").field("population", &self.population).finish_non_exhaustive()
    }
}

impl ClauseDb {
    /// Writes every step to `tracer` from now on. Must be called before the first clause.
    pub fn trace(&mut self, tracer: Box<dyn Tracer>) {
        debug_assert!(self.sink.is_none() && self.arena.words.is_empty() && self.last_id == 0);
        if tracer.needs_antecedents() {
            self.keep_ids();
        }
        self.kept_ids = tracer.originals();
        self.last_id = self.kept_ids.unwrap_or(0);
        self.continue_proof(tracer);
    }

    /// Keeps the ids of clauses, if they are not kept already. Must be called before the first clause.
    pub fn keep_ids(&mut self) {
        if !self.with_ids {
            self.with_ids = true;
            self.arena.keep_ids();
            self.binary_ids.resize(BinaryIndex::FIRST.0 as usize, 0);
        }
    }

    /// A copy without the tracer; ids are kept.
    pub fn copy(&self) -> ClauseDb {
        ClauseDb {
            arena: self.arena.clone(),
            watches: self.watches.clone(),
            binary_ids: self.binary_ids.clone(),
            free_ids: self.free_ids.clone(),
            parts: self.parts.clone(),
            external: self.external.clone(),
            sink: None,
            touched: self.touched.clone(),
            with_ids: self.with_ids,
            last_id: self.last_id,
            kept_ids: self.kept_ids,
            taken_ids: self.taken_ids,
            population: self.population,
            held: self.held.clone(),
        }
    }

    /// Continues a proof that has all these clauses already.
    pub fn continue_proof(&mut self, tracer: Box<dyn Tracer>) {
        let (follows_calls, substitutes) = (tracer.follows_calls(), tracer.supports_substitutions());
        let tracer = Exclusive::new(tracer);
        self.sink = Some(Sink { tracer, follows_calls, substitutes, error: None, lits: Vec::new() });
    }

    /// Makes the next derived clause have an id above `id`.
    pub fn number_from(&mut self, id: ClauseId) {
        self.last_id = self.last_id.max(id);
    }

    /// The id of the clause that was derived last.
    pub fn last_id(&self) -> ClauseId {
        self.last_id
    }

    /// Adds a redundant clause that is in the proof already.
    pub fn add_shared(&mut self, id: ClauseId, lits: &[Lit], glue: u32) -> Option<Clause> {
        debug_assert!(!self.with_ids || id != 0, "a shared clause is in the proof");
        self.insert(id, lits, true, glue, true)
    }

    /// Whether derived clauses get ids: there is a proof, or this is a copy of a solver that writes one.
    #[inline]
    pub fn traced(&self) -> bool {
        self.with_ids || self.has_proof()
    }

    /// Whether there is a proof.
    #[inline]
    pub fn has_proof(&self) -> bool {
        self.sink.is_some()
    }

    /// Whether steps need chains.
    #[inline]
    pub fn chained(&self) -> bool {
        self.with_ids
    }

    /// Whether the proof can no longer be written.
    pub fn broken(&self) -> bool {
        self.sink.as_ref().is_some_and(|sink| sink.error.is_some())
    }

    /// Ends the proof.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        sink.error.take().map_or_else(|| sink.tracer.get_mut().finish(), Err)
    }

    /// The numbers of clauses.
    pub fn population(&self) -> Population {
        self.population
    }

    /// Reserves the next `count` ids for clauses of the user's; returns the first.
    pub fn reserve_ids(&mut self, count: u64) -> ClauseId {
        if let Some(kept) = self.kept_ids {
            self.taken_ids += count;
            if self.taken_ids <= kept {
                return self.taken_ids + 1 - count;
            }
            if let Some(sink) = &mut self.sink {
                let wrong = format!("the proof numbers {kept} clauses, and more were added");
                sink.error.get_or_insert_with(|| io::Error::other(wrong));
            }
        }
        self.last_id += count;
        self.last_id + 1 - count
    }

    /// Reserves memory for a clause of this size, so that a step does not fail halfway; false when there is none.
    pub fn try_reserve(&mut self, size: usize) -> bool {
        self.arena.try_reserve(size + 5) && self.watches.try_reserve(64)
    }

    /// The id of a clause.
    #[inline]
    pub fn id(&self, clause: Clause) -> ClauseId {
        match clause {
            Clause::Binary(_, _, index) => self.binary_id(index),
            Clause::Long(clause) => self.arena.id(clause),
        }
    }

    /// The id of a binary clause from its index.
    #[inline]
    pub fn binary_id(&self, index: BinaryIndex) -> ClauseId {
        debug_assert!(!self.with_ids || index != BinaryIndex::NONE, "a binary clause has an id");
        self.binary_ids.get(index.0 as usize).copied().unwrap_or(0)
    }

    /// The literals of a clause.
    #[inline]
    pub fn lits(&self, clause: Clause) -> impl Iterator<Item = Lit> + '_ {
        let (pair, clause) = match clause {
            Clause::Binary(a, b, _) => (Some([a, b]), None),
            Clause::Long(clause) => (None, Some(clause)),
        };
        pair.into_iter().flatten().chain(clause.into_iter().flat_map(|clause| self.arena.lits(clause)))
    }

    /// The indices of binary clauses that were deleted and are free for others.
    pub(in crate::cdcl) fn free_ids(&self) -> &[BinaryIndex] {
        &self.free_ids
    }

    /// Writes a step to the proof, if there is one that can still be written.
    fn write_step(&mut self, step: impl FnOnce(&mut dyn Tracer) -> io::Result<()>) {
        if let Some(sink) = &mut self.sink
            && sink.error.is_none()
        {
            sink.error = step(&mut **sink.tracer.get_mut()).err();
        }
    }

    /// Writes a step about a clause, which the step gets in the user's literals.
    fn write(&mut self, lits: &[Lit], step: impl FnOnce(&mut dyn Tracer, &[Lit]) -> io::Result<()>) {
        if let Some(sink) = &mut self.sink
            && sink.error.is_none()
        {
            sink.lits.clear();
            sink.lits.extend(self.external.user_lits(lits.iter().copied()));
            sink.error = step(&mut **sink.tracer.get_mut(), &sink.lits).err();
        }
    }

    fn write_add(&mut self, lits: &[Lit], chain: &[ClauseId]) -> ClauseId {
        debug_assert!(
            !self.with_ids || !chain.is_empty() && !chain.iter().any(|&id| id == 0 || is_unproved(id)),
            "a step has antecedents with ids"
        );
        self.last_id += 1;
        let (id, chain) = (self.last_id, if self.with_ids { chain } else { &[] });
        self.write(lits, |tracer, lits| tracer.add(id, lits, chain));
        id
    }

    fn write_delete(&mut self, id: ClauseId, lits: &[Lit]) {
        debug_assert!(!self.with_ids || 0 < id, "a deleted clause has an id");
        if self.held.ids.contains(&id) {
            let lits = self.external.user_lits(lits.iter().copied()).collect();
            self.held.deleted.push((id, lits));
        } else if !is_unproved(id) {
            self.write(lits, |tracer, lits| tracer.delete(id, lits));
        }
    }

    /// Deletes the user's clause `given` from the proof, since it was replaced or is satisfied at the root level.
    pub fn delete_original(&mut self, id: ClauseId, given: &[Lit]) {
        debug_assert!(!given.is_empty() && id <= self.last_id);
        if self.held.ids.contains(&id) {
            self.held.deleted.push((id, given.to_vec()));
        } else {
            self.delete_external(id, given);
        }
    }

    /// Whether the proof has clauses, questions and answers of the user's.
    #[inline]
    pub fn follows_calls(&self) -> bool {
        self.sink.as_ref().is_some_and(|sink| sink.follows_calls)
    }

    /// Writes to a proof that [follows calls](ClauseDb::follows_calls), in the user's literals.
    pub fn trace_call(&mut self, step: impl FnOnce(&mut dyn Tracer) -> io::Result<()>) {
        if self.follows_calls() {
            self.write_step(step);
        }
    }

    /// Adds a clause that follows from `chain` to the proof alone; returns its id.
    pub fn derive(&mut self, lits: &[Lit], chain: &[ClauseId]) -> ClauseId {
        self.write_add(lits, chain)
    }

    /// Adds a clause to the proof alone that is a resolution asymmetric tautology (RAT) on its first literal:
    /// `candidates` are the clauses with the negation of that literal, each of which also has the negation of another
    /// literal of the clause.
    pub fn define(&mut self, lits: &[Lit], candidates: &[ClauseId]) -> ClauseId {
        debug_assert!(!lits.is_empty() && (!self.with_ids || !candidates.contains(&0)));
        self.last_id += 1;
        let id = self.last_id;
        self.write(lits, |tracer, lits| {
            let hints: Vec<i64> = candidates.iter().map(|&id| -(id as i64)).collect();
            tracer.add_rat(id, lits, &hints)
        });
        id
    }

    /// Whether the proof format, if there is a proof, has the steps of [`ClauseDb::substitute`].
    pub fn supports_substitutions(&self) -> bool {
        self.sink.as_ref().is_none_or(|sink| sink.substitutes)
    }

    /// Adds a clause of the user's literals to the proof alone that is redundant by the substitution `images`; without
    /// images it follows by unit propagation.
    pub fn substitute(&mut self, clause: &[Lit], images: &[(Lit, Lit)]) -> ClauseId {
        self.last_id += 1;
        let id = self.last_id;
        self.write_step(|tracer| match images {
            [] => tracer.add(id, clause, &[]),
            images => tracer.add_sr(id, clause, images),
        });
        id
    }

    /// Adds a clause of the formula, which has this id in the proof already.
    ///
    /// `watch` is false while a whole formula is loaded; then all clauses are watched together at the end.
    pub fn add_original(&mut self, id: ClauseId, lits: &[Lit], watch: bool) -> Option<Clause> {
        debug_assert!(lits.len() >= 2);
        debug_assert!(id <= self.last_id, "the id was reserved or derived");
        if watch {
            self.touch(lits, ADDED);
        }
        self.insert(id, lits, false, 0, watch)
    }

    /// Adds a clause that follows from `chain`, and watches its first two literals.
    pub fn learn(&mut self, lits: &[Lit], redundant: bool, glue: u32, chain: &[ClauseId]) -> Option<Clause> {
        debug_assert!(lits.len() >= 2);
        debug_assert!(glue < lits.len() as u32, "a clause has a level more than its glue");
        let id = self.write_add(lits, chain);
        if !redundant {
            self.touch(lits, ADDED);
        }
        self.insert(id, lits, redundant, glue, true)
    }

    /// Adds an irredundant clause that is in the proof already, while long clauses are not watched.
    pub fn add_proved(&mut self, id: ClauseId, lits: &[Lit]) -> Option<Clause> {
        debug_assert!(id <= self.last_id, "the clause is in the proof");
        self.touch(lits, ADDED);
        self.insert(id, lits, false, 0, lits.len() == 2)
    }

    /// Adds an irredundant clause that follows from `chain`, while long clauses are not watched.
    pub fn add_resolvent(&mut self, lits: &[Lit], chain: &[ClauseId]) -> Option<Clause> {
        let id = self.write_add(lits, chain);
        self.add_proved(id, lits)
    }

    /// Puts a long clause into the lists of all its literals; a binary one is there already.
    pub fn connect(&mut self, clause: Clause) {
        let Clause::Long(clause) = clause else { return };
        debug_assert!(
            !self.arena.garbage(clause) && !self.arena.redundant(clause),
            "redundant clauses are in no such list"
        );
        let ClauseDb { arena, watches, .. } = self;
        arena.lits(clause).for_each(|lit| watches.push(lit, Watch::long(lit, clause)));
    }

    /// Whether the literal's variable has this mark: [`ADDED_SINCE_SUBSUMPTION`], [`ADDED_SINCE_FACTORING`] or
    /// [`REMOVED`].
    pub fn is_touched(&self, lit: Lit, mark: u8) -> bool {
        self.touched[lit.var().index()] & mark != 0
    }

    /// Removes a mark from all variables.
    pub fn untouch_all(&mut self, mark: u8) {
        self.touched.iter_mut().for_each(|touched| *touched &= !mark);
    }

    /// Sets a mark of the variables of these literals.
    pub fn touch(&mut self, lits: &[Lit], mark: u8) {
        for lit in lits {
            self.touched[lit.var().index()] |= mark;
        }
    }

    fn insert(&mut self, id: ClauseId, lits: &[Lit], redundant: bool, glue: u32, watch: bool) -> Option<Clause> {
        debug_assert!(lits.len() >= 2 && lits[0].var() != lits[1].var());
        self.parts.join(lits);
        if let &[a, b] = lits {
            let index = self.keep_binary_id(id)?;
            if watch {
                self.watch_binary(a, b, redundant, index);
            }
            self.count(2, redundant, 1);
            return Some(Clause::Binary(a, b, index));
        }
        let clause = self.arena.alloc(lits, redundant, glue, id)?;
        if watch {
            self.watches.push(lits[0], Watch::long(lits[1], clause));
            self.watches.push(lits[1], Watch::long(lits[0], clause));
        }
        self.count(lits.len(), redundant, 1);
        Some(Clause::Long(clause))
    }

    fn keep_binary_id(&mut self, id: ClauseId) -> Option<BinaryIndex> {
        if !self.with_ids {
            return Some(BinaryIndex::NONE);
        }
        debug_assert!(id != 0);
        if let Some(index) = self.free_ids.pop() {
            self.binary_ids[index.0 as usize] = id;
            return Some(index);
        }
        let index =
            u32::try_from(self.binary_ids.len()).ok().map(BinaryIndex).filter(|&index| index <= BinaryIndex::MAX)?;
        self.binary_ids.push(id);
        Some(index)
    }

    /// Adds the two watches of a binary clause.
    pub fn watch_binary(&mut self, a: Lit, b: Lit, redundant: bool, index: BinaryIndex) {
        debug_assert!(a.var() != b.var() && self.with_ids == (index != BinaryIndex::NONE));
        self.watches.push(a, Watch::binary(b, redundant, index));
        self.watches.push(b, Watch::binary(a, redundant, index));
    }

    fn count(&mut self, size: usize, redundant: bool, change: i64) {
        let population = &mut self.population;
        let counter = match (size == 2, redundant) {
            (true, false) => &mut population.binary,
            (true, true) => &mut population.redundant_binary,
            (false, false) => &mut population.irredundant,
            (false, true) => &mut population.redundant,
        };
        *counter = counter.checked_add_signed(change).expect("clauses are deleted once");
    }

    /// Deletes a long clause. Its watches are removed when propagation meets them, its words at the next garbage
    /// collection.
    pub fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.arena.garbage(clause), "a clause is deleted once");
        if self.sink.is_some() {
            let lits: Vec<Lit> = self.arena.lits(clause).collect();
            self.write_delete(self.arena.id(clause), &lits);
        }
        self.drop_clause(clause);
    }

    /// Deletes a long clause that may be restored: it stays in the proof.
    pub fn delete_keeping_proof(&mut self, clause: ClauseRef) {
        debug_assert!(!self.arena.redundant(clause), "redundant clauses are not restored");
        self.drop_clause(clause);
    }

    fn drop_clause(&mut self, clause: ClauseRef) {
        let redundant = self.arena.redundant(clause);
        self.count(3, redundant, -1);
        if !redundant {
            for lit in self.arena.lits(clause) {
                self.touched[lit.var().index()] |= REMOVED;
            }
        }
        self.arena.set_garbage(clause);
    }

    /// Deletes a binary clause from the proof and the counts. The caller removes its two watches.
    pub fn delete_binary(&mut self, a: Lit, b: Lit, redundant: bool, index: BinaryIndex) {
        debug_assert!(a.var() != b.var());
        self.write_delete(self.binary_id(index), &[a, b]);
        self.drop_binary(a, b, redundant, index);
    }

    /// Deletes an irredundant binary clause that may be restored: it stays in the proof.
    pub fn delete_binary_keeping_proof(&mut self, a: Lit, b: Lit, index: BinaryIndex) {
        self.drop_binary(a, b, false, index);
    }

    fn drop_binary(&mut self, a: Lit, b: Lit, redundant: bool, index: BinaryIndex) {
        if self.with_ids {
            debug_assert!(index >= BinaryIndex::FIRST && (index.0 as usize) < self.binary_ids.len());
            self.free_ids.push(index);
        }
        self.count(2, redundant, -1);
        if !redundant {
            self.touch(&[a, b], REMOVED);
        }
    }

    /// Makes a redundant long clause irredundant.
    pub fn promote(&mut self, clause: ClauseRef) {
        debug_assert!(self.arena.redundant(clause) && !self.arena.garbage(clause));
        self.count(3, true, -1);
        for lit in self.arena.lits(clause) {
            self.touched[lit.var().index()] |= ADDED;
        }
        self.arena.set_irredundant(clause);
        self.count(3, false, 1);
    }

    /// Removes from a long clause the literals for which `keep` is false; the result follows from the clause and the
    /// rest of `chain` (the clause's own id is added at the end). Of a watched clause, the first two literals must
    /// stay, and a removed literal may be a blocker only if it is false for good. A clause that shrinks to two literals
    /// becomes garbage, and a binary clause takes its place in the watch lists.
    pub fn shrink(&mut self, clause: ClauseRef, keep: impl Fn(Lit) -> bool, chain: &mut Vec<ClauseId>) {
        let new: Vec<Lit> = self.arena.lits(clause).filter(|&lit| keep(lit)).collect();
        if new.len() == self.arena.size(clause) {
            return;
        }
        let redundant = self.arena.redundant(clause);
        if let Some(index) = self.rewrite(clause, &new, chain) {
            self.watch_binary(new[0], new[1], redundant, index);
        }
    }

    /// Replaces the literals of a long clause by two or more, at most as many, that follow from the clause and the rest
    /// of `chain` (the clause's own id is added at the end). Watches stay as they are. A clause of two literals becomes
    /// garbage; then the caller must put a binary clause with the returned index into the watch lists.
    pub fn rewrite(&mut self, clause: ClauseRef, new: &[Lit], chain: &mut Vec<ClauseId>) -> Option<BinaryIndex> {
        if self.with_ids {
            chain.push(self.arena.id(clause));
        }
        self.replace(clause, new, chain)
    }

    /// As [`ClauseDb::rewrite`], where the clause's own id is in the chain already.
    pub fn replace(&mut self, clause: ClauseRef, new: &[Lit], chain: &[ClauseId]) -> Option<BinaryIndex> {
        debug_assert!(new.len() >= 2);
        let old: Vec<Lit> = self.arena.lits(clause).collect();
        debug_assert!(new.len() <= old.len() && !self.arena.garbage(clause));
        let (old_id, redundant) = (self.arena.id(clause), self.arena.redundant(clause));
        if !redundant {
            self.touch(&old, REMOVED);
            self.touch(new, ADDED);
        }
        let id = self.write_add(new, chain);
        self.write_delete(old_id, &old);
        if new.len() == 2 {
            self.count(3, redundant, -1);
            self.arena.set_garbage(clause);
            let index = self.keep_binary_id(id)?;
            self.count(2, redundant, 1);
            return Some(index);
        }
        for (code, lit) in self.arena.codes_mut(clause).iter_mut().zip(new) {
            *code = lit.code();
        }
        self.arena.truncate(clause, new.len());
        self.arena.set_id(clause, id);
        None
    }

    /// Replaces a binary clause by another that follows from it and the rest of `chain` (its own id is added at the
    /// end). The caller changes the watch lists. Returns the index of the new clause, `None` when memory cannot be
    /// allocated.
    pub fn rewrite_binary(
        &mut self,
        old: [Lit; 2],
        redundant: bool,
        index: BinaryIndex,
        new: [Lit; 2],
        chain: &mut Vec<ClauseId>,
    ) -> Option<BinaryIndex> {
        if self.with_ids {
            chain.push(self.binary_id(index));
        }
        let id = self.write_add(&new, chain);
        self.delete_binary(old[0], old[1], redundant, index);
        if !redundant {
            self.touch(&new, ADDED);
        }
        self.count(2, redundant, 1);
        self.keep_binary_id(id)
    }
}
