//! Checks an LRAT proof by several threads.
//!
//! **What it does.** The proof is read in windows of some million numbers. One thread enters the steps of a window into
//! a table of clauses, where each clause has the step at which it is added and the one at which it is deleted. A lemma
//! cites earlier clauses alone, so the lemmas of the window can then be checked in any order, in blocks that the
//! threads take one after the other, while the next window is read.
//!
//! **Soundness.** Whether a clause exists at the step of a lemma is looked up in the table; the answer is the same as
//! when a single thread goes through the proof (`lrat.rs`). The derivations are checked by the same code.
//!
//! **The same outcome.** Of all wrong steps the first one in the file is reported. Blocks behind a wrong step may be
//! left out, but none before it: blocks are taken in order, and each is checked up to its first wrong step.

use super::clauses::{DELETED, Ids, Marks, State, UNKNOWN, distinct};
use super::derivation::{Derivation, Lookup, Wrong};
use super::fault::{CheckError, Fault, Place};
use super::lrat::Report;
use super::read::{Proof, ProofStep, StepKind};
use super::vars::Vars;
use super::{Halt, drat, grow, push};
use crate::cnf::{Formula, Lit};
use crate::limits::{Limits, Stop, may_fail};
use std::io::Read;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Lemmas that a thread takes at once.
const LEMMAS_PER_BLOCK: usize = 64;
/// Steps between two looks at the limits while a window is read.
const POLL: usize = 1 << 10;
/// Literals and hints of the first window; each one is twice as large as the one before.
const FIRST_WINDOW: usize = 1 << 8;
/// Literals and hints of the largest windows.
const LARGEST_WINDOW: usize = 1 << 22;
/// Literals that may be garbage before the table is made smaller.
const GARBAGE: usize = 1 << 16;

/// Checks that every step follows, with this many threads, up to the empty clause if there is one.
pub(super) fn run<R: Read>(
    formula: &Formula,
    proof: &mut Proof<R>,
    threads: usize,
    limits: &Limits,
) -> Result<Report, Halt> {
    let mut table = Table::new(formula);
    if table.load(formula)? {
        return Ok(Report { trivial: true, refuted: true, ..Report::default() });
    }
    let mut derivations: Vec<Derivation> = (0..threads).map(|_| Derivation::default()).collect();
    let mut report = Report::default();
    let mut size = FIRST_WINDOW;
    let mut window = read(proof, size, limits)?;
    loop {
        size = (2 * size).min(LARGEST_WINDOW);
        limits.gauge.show(&[("clauses added", report.added)]);
        let entered = table.enter(&window, &mut report)?;
        for derivation in &mut derivations {
            derivation.grow(2 * table.vars.len())?;
        }
        let goes_on = entered.fault.is_none() && matches!(window.end, End::Full);
        let next = || if goes_on { read(proof, size, limits).map(Some) } else { Ok(None) };
        let (checked, next) = check(&table, &window, &entered.lemmas, &mut derivations, limits, next);
        let (rat, wrong) = checked?;
        report.rat += rat;
        if let Some((index, fault)) = wrong {
            let lemma = &entered.lemmas[index];
            let clause = window.steps[lemma.step as usize - 1].lits.clone();
            let fault = fault.of(window.lits[clause].iter().copied());
            return Err(CheckError { place: Some(lemma.place), fault }.into());
        }
        if let Some(error) = entered.fault {
            return Err(error.into());
        }
        match window.end {
            End::Full => {}
            End::EmptyClause => return Ok(Report { refuted: true, ..report }),
            End::Fault(error) => return Err(error.into()),
            End::Proof if drat::refuted_by_units(formula, limits)? => {
                return Ok(Report { trivial: true, refuted: true, ..report });
            }
            End::Proof => return Ok(report),
        }
        table.settle(&entered.lemmas)?;
        window = next?.unwrap_or_default();
    }
}

/// Steps of the proof as they stand in the file.
#[derive(Default)]
struct Window {
    steps: Vec<Entry>,
    lits: Vec<Lit>,
    hints: Vec<i64>,
    end: End,
}

struct Entry {
    kind: StepKind,
    id: u64,
    lits: Range<usize>,
    hints: Range<usize>,
    place: Place,
}

/// Why a window ends.
#[derive(Default)]
enum End {
    /// The window is full.
    Full,
    /// The last step of the window adds the empty clause.
    EmptyClause,
    /// The proof ends.
    #[default]
    Proof,
    /// The step that follows cannot be read.
    Fault(CheckError),
}

/// Reads a window.
fn read<R: Read>(proof: &mut Proof<R>, size: usize, limits: &Limits) -> Result<Window, Stop> {
    let mut window = Window::default();
    let mut step = ProofStep::default();
    while window.lits.len() + window.hints.len() + window.steps.len() < size {
        if window.steps.len().is_multiple_of(POLL)
            && let Some(stop) = limits.exceeded()
        {
            return Err(stop);
        }
        let kind = match proof.next_lrat(&mut step) {
            Ok(Some(kind)) => kind,
            Ok(None) => return Ok(Window { end: End::Proof, ..window }),
            Err(error) => return Ok(Window { end: End::Fault(error), ..window }),
        };
        let (lits, hints) = (window.lits.len(), window.hints.len());
        append(&mut window.lits, &step.lits)?;
        append(&mut window.hints, &step.hints)?;
        let (lits, hints) = (lits..window.lits.len(), hints..window.hints.len());
        let empty = kind == StepKind::Add && lits.is_empty();
        push(&mut window.steps, Entry { kind, id: step.id, lits, hints, place: proof.place() })?;
        if empty {
            return Ok(Window { end: End::EmptyClause, ..window });
        }
    }
    Ok(Window { end: End::Full, ..window })
}

fn append<T: Copy>(list: &mut Vec<T>, items: &[T]) -> Result<(), Stop> {
    may_fail(|| list.try_reserve(items.len())).map_err(|_| Stop::Memory)?;
    list.extend_from_slice(items);
    Ok(())
}

/// A lemma of the window that is in the table.
struct Lemma {
    /// The lemma's place in the table.
    slot: u32,
    /// The step that adds the lemma.
    step: u32,
    hints: Range<usize>,
    /// How many clauses contain the negation of the lemma's first literal when it is added.
    candidates: u64,
    place: Place,
}

/// The lemmas of a window, and the first step that contradicts the table.
struct Entered {
    lemmas: Vec<Lemma>,
    fault: Option<CheckError>,
}

/// Stands for the end of a clause that is not deleted in this window.
const NEVER: u32 = u32::MAX;

/// A clause, from the step that adds it to the step that deletes it. Steps are counted within the window, from 1.
struct Slot {
    id: u64,
    start: usize,
    len: u32,
    added: u32,
    deleted: u32,
}

/// All clauses that exist at some step of the window.
struct Table {
    vars: Vars,
    marks: Marks,
    slots: Vec<Slot>,
    lits: Vec<u32>,
    ids: Ids,
    /// How many clauses contain each literal.
    counts: Vec<u64>,
    /// Slots of clauses that are deleted in the window.
    deleted: Vec<u32>,
    garbage: usize,
    given: Vec<Lit>,
    clause: Vec<Lit>,
}

impl Table {
    fn new(formula: &Formula) -> Table {
        Table {
            vars: Vars::new(formula),
            marks: Marks::default(),
            slots: Vec::new(),
            lits: Vec::new(),
            ids: Ids::default(),
            counts: Vec::new(),
            deleted: Vec::new(),
            garbage: 0,
            given: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Takes the clauses of the formula; says whether one of them is empty.
    fn load(&mut self, formula: &Formula) -> Result<bool, Halt> {
        for (clause, id) in formula.clauses().zip(1..) {
            if clause.is_empty() {
                return Ok(true);
            }
            self.internal(clause)?;
            self.add(id, 0)?;
        }
        Ok(false)
    }

    /// Brings the clause into internal literals without repetitions, as `self.clause`.
    fn internal(&mut self, clause: &[Lit]) -> Result<(), Halt> {
        self.given.clear();
        self.clause.clear();
        for &lit in clause {
            let lit = self.vars.internal(lit)?;
            push(&mut self.given, lit)?;
        }
        grow(&mut self.counts, 2 * self.vars.len(), 0)?;
        distinct(&mut self.marks, &self.given, 2 * self.vars.len(), &mut self.clause)?;
        Ok(())
    }

    /// Adds `self.clause` under an id that is unknown yet.
    fn add(&mut self, id: u64, step: u32) -> Result<u32, Stop> {
        let slot = self.slots.len();
        if slot >= DELETED as usize {
            return Err(Stop::Memory);
        }
        let start = self.lits.len();
        may_fail(|| self.lits.try_reserve(self.clause.len())).map_err(|_| Stop::Memory)?;
        for lit in &self.clause {
            self.lits.push(lit.code());
            self.counts[lit.index()] += 1;
        }
        push(&mut self.slots, Slot { id, start, len: self.clause.len() as u32, added: step, deleted: NEVER })?;
        self.ids.set(id, slot as u32)?;
        Ok(slot as u32)
    }

    /// Enters the steps of a window, up to the first that contradicts the table.
    fn enter(&mut self, window: &Window, report: &mut Report) -> Result<Entered, Halt> {
        let mut entered = Entered { lemmas: Vec::new(), fault: None };
        for (entry, step) in window.steps.iter().zip(1..) {
            let wrong = match entry.kind {
                StepKind::Add if self.ids.get(entry.id) != UNKNOWN => Some(Fault::DuplicateId(entry.id)),
                StepKind::Add => {
                    self.internal(&window.lits[entry.lits.clone()])?;
                    let candidates = self.clause.first().map_or(0, |&pivot| self.counts[(!pivot).index()]);
                    let slot = self.add(entry.id, step)?;
                    report.added += 1;
                    report.hints += entry.hints.len() as u64;
                    let (hints, place) = (entry.hints.clone(), entry.place);
                    push(&mut entered.lemmas, Lemma { slot, step, hints, candidates, place })?;
                    None
                }
                StepKind::Delete => self.delete(&window.hints[entry.hints.clone()], step, report)?.err(),
            };
            if let Some(fault) = wrong {
                entered.fault = Some(CheckError { place: Some(entry.place), fault });
                break;
            }
        }
        Ok(entered)
    }

    /// Notes that this step deletes the clauses with these ids; fails if one of them does not exist.
    fn delete(&mut self, ids: &[i64], step: u32, report: &mut Report) -> Result<Result<(), Fault>, Stop> {
        for id in ids.iter().map(|id| id.unsigned_abs()) {
            let slot = match self.ids.get(id) {
                UNKNOWN => return Ok(Err(Fault::UnknownId(id))),
                DELETED => return Ok(Err(Fault::DeletedId(id))),
                slot => slot,
            };
            let clause = &mut self.slots[slot as usize];
            if clause.deleted != NEVER {
                return Ok(Err(Fault::DeletedId(id)));
            }
            clause.deleted = step;
            let lits = clause.start..clause.start + clause.len as usize;
            self.lits[lits].iter().for_each(|&code| self.counts[code as usize] -= 1);
            push(&mut self.deleted, slot)?;
            report.deleted += 1;
        }
        Ok(Ok(()))
    }

    /// Closes a window: its new clauses exist from the beginning of the next one, and its deleted clauses are removed.
    fn settle(&mut self, lemmas: &[Lemma]) -> Result<(), Stop> {
        for lemma in lemmas {
            self.slots[lemma.slot as usize].added = 0;
        }
        for slot in self.deleted.drain(..) {
            let clause = &self.slots[slot as usize];
            self.ids.set(clause.id, DELETED)?;
            self.garbage += clause.len as usize + 1;
        }
        if self.garbage > GARBAGE && self.garbage > (self.lits.len() + self.slots.len()) / 2 {
            self.compact()?;
        }
        Ok(())
    }

    /// Moves the clauses that exist next to each other.
    fn compact(&mut self) -> Result<(), Stop> {
        let mut end = 0;
        self.slots.retain_mut(|clause| {
            let exists = clause.deleted == NEVER;
            if exists {
                self.lits.copy_within(clause.start..clause.start + clause.len as usize, end);
                clause.start = end;
                end += clause.len as usize;
            }
            exists
        });
        self.lits.truncate(end);
        for (clause, slot) in self.slots.iter().zip(0..) {
            self.ids.set(clause.id, slot)?;
        }
        self.garbage = 0;
        Ok(())
    }
}

/// The clauses that exist before a step.
struct Before<'a> {
    table: &'a Table,
    step: u32,
}

impl Lookup for Before<'_> {
    #[inline]
    fn find(&self, id: u64) -> State {
        let slot = match self.table.ids.get(id) {
            UNKNOWN => return State::Unknown,
            DELETED => return State::Deleted,
            slot => slot,
        };
        match &self.table.slots[slot as usize] {
            clause if clause.added >= self.step => State::Unknown,
            clause if clause.deleted < self.step => State::Deleted,
            _ => State::Live(slot),
        }
    }

    #[inline]
    fn lits(&self, place: u32) -> &[u32] {
        let clause = &self.table.slots[place as usize];
        &self.table.lits[clause.start..clause.start + clause.len as usize]
    }
}

/// How many lemmas are resolution asymmetric tautologies, and the first wrong lemma.
type Checked = Result<(u64, Option<(usize, Fault)>), Halt>;

/// Checks the lemmas with all threads; the calling thread first reads the next window.
fn check<T>(
    table: &Table,
    window: &Window,
    lemmas: &[Lemma],
    derivations: &mut [Derivation],
    limits: &Limits,
    next: impl FnOnce() -> T,
) -> (Checked, T) {
    let shared =
        Shared { table, window, lemmas, limits, block: AtomicUsize::new(0), wrong: AtomicUsize::new(usize::MAX) };
    let (own, others) = derivations.split_at_mut(1);
    let mut all: Checked = Ok((0, None));
    let next = thread::scope(|scope| {
        let others: Vec<_> = others.iter_mut().map(|derivation| scope.spawn(|| shared.work(derivation))).collect();
        let next = next();
        let own = own.iter_mut().map(|derivation| shared.work(derivation));
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        for checked in own.chain(others) {
            all = std::mem::replace(&mut all, Ok((0, None))).and_then(|(rat, wrong)| {
                let (more, other) = checked?;
                let first = wrong.into_iter().chain(other).min_by_key(|&(index, _)| index);
                Ok((rat + more, first))
            });
        }
        next
    });
    (all, next)
}

/// What the threads share while they check a window.
struct Shared<'a> {
    table: &'a Table,
    window: &'a Window,
    lemmas: &'a [Lemma],
    limits: &'a Limits,
    /// The next block that nobody has taken.
    block: AtomicUsize,
    /// The first wrong lemma that is known.
    wrong: AtomicUsize,
}

impl Shared<'_> {
    /// Takes blocks and checks them until there is none, or one of its lemmas is wrong.
    fn work(&self, derivation: &mut Derivation) -> Checked {
        let mut rat = 0;
        let mut clause = Vec::new();
        loop {
            let start = self.block.fetch_add(1, Ordering::Relaxed) * LEMMAS_PER_BLOCK;
            if start >= self.lemmas.len() || start > self.wrong.load(Ordering::Relaxed) {
                return Ok((rat, None));
            }
            if let Some(stop) = self.limits.exceeded() {
                return Err(stop.into());
            }
            let end = (start + LEMMAS_PER_BLOCK).min(self.lemmas.len());
            for (lemma, index) in self.lemmas[start..end].iter().zip(start..) {
                let before = Before { table: self.table, step: lemma.step };
                clause.clear();
                for &code in before.lits(lemma.slot) {
                    push(&mut clause, Lit::from_code(code))?;
                }
                let hints = &self.window.hints[lemma.hints.clone()];
                match derivation.follows(&before, &clause, hints, |_| Ok(lemma.candidates)) {
                    Ok(as_rat) => rat += u64::from(as_rat),
                    Err(Wrong::Halt(halt)) => return Err(halt),
                    Err(Wrong::Fault(fault)) => {
                        self.wrong.fetch_min(index, Ordering::Relaxed);
                        return Ok((rat, Some((index, fault))));
                    }
                }
            }
        }
    }
}
