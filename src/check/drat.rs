//! Checks DRAT and DSR proofs, backwards by default.
//!
//! **What it does**: the proof is read up to the first clause that makes unit propagation refute everything so far.
//! From there the steps are undone one by one; a lemma that a later one needs is checked by reverse unit propagation
//! (Goldberg, Novikov, DATE'03); if that fails, as a resolution asymmetric tautology on its first literal (Järvisalo,
//! Heule, Biere, IJCAR'12), or in DSR by its witness (`redundancy.rs`). The clauses that the check uses become needed
//! (core-first backward checking: Heule, Hunt, Wetzler, FMCAD'13). What was never needed is never checked. The forward
//! mode checks every lemma in the order of the file. **Soundness**: only needed clauses are candidates for resolution
//! or substitution, including those that become needed by the check of the lemma itself. Every other clause may be
//! thought of as deleted before the lemma: what is needed later still follows. The LRAT output makes that explicit: it
//! deletes each clause after its last use. **Deletions** of clauses that are the reason of a fixed unit are ignored, as
//! drat-trim does and all solvers expect ("Two flavors of DRAT", Rebola-Pardo, Biere, POS'18); so are deletions of
//! clauses that are not there. The latter are all counted. The former are counted only if the proof needs the clause: a
//! lemma that was checked later uses it, and no unit clause says what it implies. Read to the letter, a proof with such
//! a deletion is no proof; if none is counted, it is one. **Tried and dropped**: removing watches when a clause is
//! deleted: long lists are scanned for one entry; watches of inactive clauses are dropped when they are met instead.

mod occurrences;
mod redundancy;

use super::clauses::{Marks, distinct};
use super::fault::{CheckError, Fault, Place};
use super::propagate::{ACTIVE, CORE, Engine, NONE};
use super::read::{Proof, ProofStep, StepKind};
use super::trim::Trimmed;
use super::vars::Vars;
use super::witness::{Substitution, TRUE, Witnesses};
use super::{Halt, Outcome, push};
use crate::cnf::{Formula, Lit};
use crate::limits::{Limits, Stop};
use occurrences::Occurrences;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;

/// How a proof is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct DratOptions {
    /// Checks all lemmas in the order of the file; nothing can be trimmed then.
    pub forward: bool,
    /// Checks that every step follows, in the order of the file, and asks for no refutation ([`Report::refuted`]).
    pub derivation: bool,
    /// Records the derivations, so that an LRAT proof can be written. Cannot be combined with witnesses, which LRAT
    /// lacks.
    pub record: bool,
    /// Reads the steps as DSR: an added clause that repeats its first literal has a witness from there on.
    pub witnesses: bool,
}

/// What a verified proof consists of.
#[derive(Debug)]
pub struct Report {
    /// Whether unit propagation alone refutes the formula, and the proof was not needed.
    pub trivial: bool,
    /// Whether the formula is refuted: a derivation need not end with the empty clause.
    pub refuted: bool,
    /// Clauses added before the conflict.
    pub added: u64,
    /// Clauses deleted before the conflict.
    pub deleted: u64,
    /// Lemmas that were checked.
    pub checked: u64,
    /// Checked lemmas that are resolution asymmetric tautologies.
    pub rat: u64,
    /// Checked lemmas that are redundant by their witnesses.
    pub sr: u64,
    /// Ignored deletions of reasons of units: how many of these clauses later lemmas need, and where the first such
    /// deletion is. A forward check does not look for them.
    pub ignored_units: (u64, Option<Place>),
    /// Deletions of clauses that were not there, and where the first one is.
    pub ignored_unknown: (u64, Option<Place>),
    /// The needed part of formula and proof; absent after a forward check.
    pub trimmed: Option<Trimmed>,
}

/// Ticks between two looks at the limits.
const POLL: u64 = 1 << 16;
/// Steps between two looks at the limits.
const STEP_PERIOD: usize = 1 << 10;

/// Checks that the proof refutes the formula.
pub fn check<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    options: DratOptions,
    limits: &Limits,
) -> Outcome<Report> {
    run(formula, proof, options, limits).into()
}

fn run<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    options: DratOptions,
    limits: &Limits,
) -> Result<Report, Halt> {
    let options = DratOptions { forward: options.forward || options.derivation, ..options };
    let mut checker = Checker::new(formula, options, limits);
    let conflict = match checker.load(formula)? {
        Some(conflict) => {
            checker.trivial = true;
            Some(conflict)
        }
        None => checker.read(proof)?,
    };
    match conflict {
        Some(conflict) if !options.forward => checker.backward(conflict)?,
        None if !options.derivation => return Err(CheckError::whole(Fault::NoEmptyClause).into()),
        _ => {}
    }
    Ok(checker.report(conflict.is_some()))
}

/// Whether unit propagation refutes the formula.
pub(super) fn refuted_by_units(formula: &Formula, limits: &Limits) -> Result<bool, Halt> {
    Ok(Checker::new(formula, DratOptions::default(), limits).load(formula)?.is_some())
}

struct Checker<'a> {
    engine: Engine,
    vars: Vars,
    limits: &'a Limits,
    options: DratOptions,
    next_look: u64,
    trivial: bool,
    num_originals: u32,
    /// Clauses that were added or deleted, in order.
    steps: Vec<(u32, StepKind)>,
    /// The places of the steps in the file.
    places: Vec<Place>,
    /// At which step each literal of the trail became fixed.
    stages: Vec<u32>,
    /// A hash table of the active clauses by their literals: the first clause of each chain.
    table: Vec<u32>,
    /// Keys the table at random, so that no proof can choose clauses that collide. Nothing else depends on it.
    key: u64,
    marks: Marks,
    lits: Vec<Lit>,
    clause: Vec<Lit>,
    witnesses: Witnesses,
    /// The substitution of the lemma that is being checked.
    substitution: Substitution,
    image: Vec<Lit>,
    occurrences: Occurrences,
    /// The hints of each checked lemma, last lemma first.
    derivations: Vec<(u32, usize, usize)>,
    rat: u64,
    sr: u64,
    checked: u64,
    added: u64,
    deleted: u64,
    ignored_units: Vec<IgnoredUnit>,
    ignored_unknown: (u64, Option<Place>),
}

/// A deletion of the reason of a fixed unit.
struct IgnoredUnit {
    clause: u32,
    /// The number of steps before it.
    steps: u32,
    end: u32,
    place: Place,
}

impl<'a> Checker<'a> {
    fn new(formula: &Formula, options: DratOptions, limits: &'a Limits) -> Checker<'a> {
        Checker {
            engine: Engine::new(options.record && !options.forward && !options.witnesses),
            vars: Vars::new(formula),
            limits,
            options,
            next_look: 0,
            trivial: false,
            num_originals: formula.num_clauses() as u32,
            steps: Vec::new(),
            places: Vec::new(),
            stages: Vec::new(),
            table: vec![NONE; 1 << 10],
            key: RandomState::new().hash_one(0),
            marks: Marks::default(),
            lits: Vec::new(),
            clause: Vec::new(),
            witnesses: Witnesses::default(),
            substitution: Substitution::default(),
            image: Vec::new(),
            occurrences: Occurrences::default(),
            derivations: Vec::new(),
            rat: 0,
            sr: 0,
            checked: 0,
            added: 0,
            deleted: 0,
            ignored_units: Vec::new(),
            ignored_unknown: (0, None),
        }
    }

    fn look(&mut self) -> Result<(), Stop> {
        if self.engine.ticks >= self.next_look {
            self.next_look = self.engine.ticks + POLL;
            self.look_now()?;
        }
        Ok(())
    }

    /// Takes the formula; gives a clause that unit propagation makes false.
    fn load(&mut self, formula: &Formula) -> Result<Option<u32>, Halt> {
        let mut first_false = None;
        for clause in formula.clauses() {
            self.internal(clause)?;
            let place = self.engine.store(&self.clause)?;
            self.enter(place)?;
            if self.engine.lits(place).len() >= 2 {
                self.engine.watch(place)?;
            } else if !self.engine.attach(place)? && first_false.is_none() {
                first_false = Some(place);
            }
            if self.engine.num_clauses.is_multiple_of(STEP_PERIOD as u32) {
                self.look_now()?;
            }
        }
        let conflict = match first_false {
            Some(conflict) => Some(conflict),
            None => self.engine.propagate()?,
        };
        self.note_stages()?;
        Ok(conflict)
    }

    fn look_now(&mut self) -> Result<(), Stop> {
        let figures = [("clauses added", self.added), ("lemmas checked", self.checked)];
        self.limits.poll(&figures).map_or(Ok(()), Err)
    }

    /// Notes at which step the newest units have become fixed.
    fn note_stages(&mut self) -> Result<(), Stop> {
        super::grow(&mut self.stages, self.engine.trail.len(), self.steps.len() as u32)
    }

    /// Brings the clause into internal literals without repetitions, as `self.clause`.
    fn internal(&mut self, clause: &[Lit]) -> Result<(), Halt> {
        self.lits.clear();
        self.clause.clear();
        for &lit in clause {
            let lit = self.vars.internal(lit)?;
            push(&mut self.lits, lit)?;
        }
        self.engine.grow(self.vars.len())?;
        distinct(&mut self.marks, &self.lits, 2 * self.vars.len(), &mut self.clause)?;
        Ok(())
    }

    /// Reads the proof up to the step that makes a clause false by unit propagation.
    fn read<R: Read>(&mut self, proof: &mut Proof<R>) -> Result<Option<u32>, Halt> {
        let mut step = ProofStep::default();
        let next = if self.options.witnesses { Proof::next_dsr } else { Proof::next_drat };
        while let Some(kind) = next(proof, &mut step)? {
            if self.places.len().is_multiple_of(STEP_PERIOD) {
                self.look_now()?;
            }
            let place = proof.place();
            self.internal(&step.lits)?;
            let conflict = match kind {
                StepKind::Delete => {
                    self.delete(place)?;
                    None
                }
                StepKind::Add => self.add(&step.images, place)?,
            };
            if conflict.is_some() {
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    fn note_step(&mut self, clause: u32, kind: StepKind, place: Place) -> Result<(), Stop> {
        push(&mut self.steps, (clause, kind))?;
        push(&mut self.places, place)
    }

    /// Keeps what a lemma's witness maps.
    fn note_witness(&mut self, clause: u32, images: &[(Lit, Option<Lit>)]) -> Result<(), Halt> {
        let mut internal = Vec::new();
        for &(lit, image) in images {
            let image = image.map_or(Ok(TRUE), |image| self.vars.internal(image))?;
            push(&mut internal, (self.vars.internal(lit)?, image))?;
        }
        self.engine.grow(self.vars.len())?;
        self.marks.clear(self.vars.len())?;
        for &(lit, _) in &internal {
            if !self.marks.mark(lit.var().index()) {
                return Err(CheckError::whole(Fault::TwoImages(self.vars.external(lit).to_dimacs())).into());
            }
        }
        Ok(self.witnesses.add(clause, &internal)?)
    }

    /// Adds `self.clause`, with what its witness maps; gives a clause that is false then.
    fn add(&mut self, images: &[(Lit, Option<Lit>)], place: Place) -> Result<Option<u32>, Halt> {
        self.added += 1;
        let clause = self.engine.store(&self.clause)?;
        self.note_step(clause, StepKind::Add, place)?;
        if !images.is_empty() {
            self.note_witness(clause, images).map_err(|halt| located(halt, place))?;
        }
        if self.options.forward {
            self.engine.deactivate(clause);
            self.check_lemma(clause).map_err(|halt| located(halt, place))?;
            self.engine.activate(clause);
            self.occurrences.add(clause, self.engine.lits(clause))?;
        } else if self.clause.is_empty() {
            // Unit propagation was complete, and no clause is false, so the empty clause does not follow.
            let fault = Fault::NotImplied { clause: Vec::new(), candidate: None };
            return Err(CheckError { place: Some(place), fault }.into());
        }
        self.enter(clause)?;
        let free = self.engine.attach(clause)?;
        let conflict = if free { self.engine.propagate()? } else { Some(clause) };
        self.note_stages()?;
        self.look()?;
        Ok(conflict)
    }

    /// Deletes a clause that equals `self.clause`, if there is one that may go.
    fn delete(&mut self, place: Place) -> Result<(), Halt> {
        match self.leave() {
            Ok(clause) => {
                self.deleted += 1;
                self.engine.deactivate(clause);
                self.note_step(clause, StepKind::Delete, place)?;
            }
            Err(Some(clause)) if !self.options.forward => {
                let (steps, end) = (self.steps.len() as u32, self.engine.arena.len() as u32);
                push(&mut self.ignored_units, IgnoredUnit { clause, steps, end, place })?;
            }
            Err(Some(_)) => {}
            Err(None) => {
                self.ignored_unknown.0 += 1;
                self.ignored_unknown.1.get_or_insert(place);
            }
        }
        Ok(())
    }

    /// Forgets the ignored deletions whose units are also clauses at the end of the proof.
    fn forget_stated_units(&mut self) {
        let mut ignored = std::mem::take(&mut self.ignored_units);
        ignored.retain(|deletion| {
            let unit = self.engine.implied_by(deletion.clause);
            !unit.is_some_and(|unit| self.is_stated_before(unit, deletion.end))
        });
        self.ignored_units = ignored;
    }

    /// Whether there is an active unit clause of this literal before this place.
    fn is_stated_before(&self, unit: Lit, end: u32) -> bool {
        let mut clause = self.table[self.hash(std::iter::once(unit.code()))];
        while clause != NONE {
            if clause < end && self.engine.lits(clause) == [unit.code()] {
                return true;
            }
            clause = self.engine.next(clause);
        }
        false
    }

    /// How many of the ignored deletions the proof needed, and the first one.
    fn needed_ignored(&self) -> (u64, Option<Place>) {
        if self.ignored_units.is_empty() {
            return (0, None);
        }
        let last_used: HashMap<u32, u32> = self.engine.last_used.iter().map(|&(step, clause)| (clause, step)).collect();
        let needed =
            |deletion: &&IgnoredUnit| last_used.get(&deletion.clause).is_some_and(|&step| step > deletion.steps);
        let mut needed = self.ignored_units.iter().filter(needed);
        let first = needed.next().map(|deletion| deletion.place);
        (first.map_or(0, |_| 1 + needed.count() as u64), first)
    }

    fn hash(&self, lits: impl Iterator<Item = u32>) -> usize {
        // A sum does not depend on the order; the multiplications spread neighbours (SplitMix64's finisher).
        let sum = lits.fold(0u64, |sum, code| {
            let mut bits = (u64::from(code) ^ self.key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            sum.wrapping_add(bits ^ bits >> 27)
        });
        (sum ^ sum >> 32) as usize & (self.table.len() - 1)
    }

    /// Enters an active clause into the table.
    fn enter(&mut self, clause: u32) -> Result<(), Stop> {
        if self.engine.num_clauses as usize > self.table.len() {
            let len = 2 * self.table.len();
            self.table.fill(NONE);
            super::grow(&mut self.table, len, NONE)?;
            let mut next = 0;
            while next < clause {
                if self.engine.has(next, ACTIVE) {
                    self.link(next);
                }
                next = self.engine.following(next);
            }
        }
        self.link(clause);
        Ok(())
    }

    fn link(&mut self, clause: u32) {
        let slot = self.hash(self.engine.lits(clause).iter().copied());
        *self.engine.next_mut(clause) = self.table[slot];
        self.table[slot] = clause;
    }

    /// Removes from the table a clause that equals `self.clause`; if there are several, one that is no reason.
    ///
    /// # Errors A clause that is a reason, if there is no other; `None` if there is no such clause at all.
    fn leave(&mut self) -> Result<u32, Option<u32>> {
        let slot = self.hash(self.clause.iter().map(|lit| lit.code()));
        let (mut before, mut clause) = (NONE, self.table[slot]);
        let mut found = None;
        while clause != NONE {
            let next = self.engine.next(clause);
            if self.is_marked(clause, self.clause.len()) {
                if self.engine.implied_by(clause).is_none() {
                    match before {
                        NONE => self.table[slot] = next,
                        before => *self.engine.next_mut(before) = next,
                    }
                    return Ok(clause);
                }
                found = Some(clause);
            }
            (before, clause) = (clause, next);
        }
        Err(found)
    }

    /// Whether the clause consists of the marked literals, whose number is given.
    fn is_marked(&self, clause: u32, len: usize) -> bool {
        let lits = self.engine.lits(clause);
        lits.len() == len && lits.iter().all(|&code| self.marks.marked(code as usize))
    }

    /// Undoes the proof from its last step on, and checks what is needed.
    fn backward(&mut self, conflict: u32) -> Result<(), Halt> {
        self.forget_stated_units();
        self.engine.fixed = self.engine.trail.len();
        self.engine.undo(self.engine.fixed);
        self.engine.sweep_watches();
        self.engine.step = self.steps.len() as u32 + 1;
        let start = self.engine.hints.len();
        self.engine.open_chain(None)?;
        self.engine.analyze(conflict, None)?;
        push(&mut self.derivations, (NONE, start, self.engine.hints.len()))?;
        for index in (0..self.steps.len()).rev() {
            let (clause, kind) = self.steps[index];
            if kind == StepKind::Delete {
                self.engine.reactivate(clause)?;
                self.occurrences.add(clause, self.engine.lits(clause))?;
                if self.options.witnesses {
                    self.link(clause);
                }
                continue;
            }
            if let Some(lit) = self.engine.implied_by(clause) {
                self.engine.undo(self.engine.position(lit));
            }
            self.engine.deactivate(clause);
            if self.engine.has(clause, CORE) {
                self.look()?;
                self.engine.step = index as u32 + 1;
                let start = self.engine.hints.len();
                self.check_lemma(clause).map_err(|halt| located(halt, self.places[index]))?;
                push(&mut self.derivations, (clause, start, self.engine.hints.len()))?;
            }
        }
        Ok(())
    }

    /// Checks an inactive clause against the active ones. The trail is fixed.
    fn check_lemma(&mut self, clause: u32) -> Result<(), Halt> {
        self.checked += 1;
        let fixed = self.engine.trail.len();
        self.engine.fixed = fixed;
        self.engine.undo(fixed);
        self.engine.open_chain(None)?;
        for index in 0..self.engine.lits(clause).len() {
            let lit = Lit::from_code(self.engine.lits(clause)[index]);
            match self.engine.value(lit) {
                0 => self.engine.assign(!lit, NONE)?,
                1 => {
                    // The lemma is always true, because of a fixed literal or as a tautology; no derivation can use it.
                    if self.engine.is_fixed(lit) {
                        self.engine.contradict_fixed(lit)?;
                    }
                    self.engine.undo(fixed);
                    return Ok(());
                }
                _ => {}
            }
        }
        if let Some(conflict) = self.engine.propagate()? {
            self.engine.analyze(conflict, None)?;
        } else {
            self.check_redundancy(clause)?;
        }
        self.engine.undo(fixed);
        Ok(())
    }

    fn report(self, refuted: bool) -> Report {
        let ignored_units = self.needed_ignored();
        let trimmed = Trimmed {
            engine: self.engine,
            vars: self.vars,
            num_originals: self.num_originals,
            steps: self.steps,
            stages: self.stages,
            derivations: self.derivations,
            witnesses: self.witnesses,
            redundant: self.rat + self.sr,
        };
        Report {
            trivial: self.trivial,
            refuted,
            added: self.added,
            deleted: self.deleted,
            checked: self.checked,
            rat: self.rat,
            sr: self.sr,
            ignored_units,
            ignored_unknown: self.ignored_unknown,
            trimmed: (!self.options.forward).then_some(trimmed),
        }
    }
}

fn located(halt: Halt, place: Place) -> Halt {
    match halt {
        Halt::Error(CheckError { place: None, fault }) => CheckError { place: Some(place), fault }.into(),
        halt => halt,
    }
}
