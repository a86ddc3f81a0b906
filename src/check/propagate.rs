//! Unit propagation, core clauses first, and the analysis of conflicts, for the checker of DRAT and DSR.
//!
//! **What it does**: two watched literals (Moskewicz, Madigan, Zhao, Zhang, Malik, DAC'01) with blockers. Every literal
//! has two watch lists: one for the clauses that are known to be needed (the core), one for the rest. Core clauses are
//! propagated to the end before any clause of the rest is looked at, and again after every unit that a clause of the
//! rest yields (core-first propagation: Heule, Hunt, Wetzler, FMCAD'13), so that few clauses become core. **Why stale
//! watches stay**: a flag says that a clause is deleted, and another that it is core. A watch whose clause is inactive,
//! is core but stands in the rest, or does not watch this literal any more, is dropped when it is met. **The trail**
//! has a fixed part, the units that follow from all active clauses, and what a check assumes above it. The fixed part
//! is in the order in which the units arose, so that going back in the proof only shortens it.

use super::clauses::Marks;
use super::{grow, push};
use crate::cnf::Lit;
use crate::limits::{Stop, may_fail};

/// No clause.
pub(super) const NONE: u32 = u32::MAX;

/// Words before the literals: their number, the clause's number and flags, the pivot, the next clause of the same hash.
pub(super) const HEADER: usize = 4;
pub(super) const ACTIVE: u32 = 1;
pub(super) const CORE: u32 = 2;
/// Where the clause's number begins, beside the flags.
const NUMBER_SHIFT: u32 = 2;
/// The most clauses: numbers share a word with flags, here and in [`Hint`].
const MAX_CLAUSES: u32 = 1 << 30;

/// The watch of a clause on a literal.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Another literal of the clause; while it is true, the clause need not be visited.
    blocker: Lit,
    clause: u32,
}

/// A step of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// The clause with this number.
    Clause(u32),
    /// The fixed unit of this variable.
    Unit(u32),
    /// Opens the derivation for the resolution candidate with this number.
    Candidate(u32),
}

/// A fixed unit that a derivation uses.
#[derive(Debug)]
pub(super) struct UnitStep {
    /// Its place on the trail.
    pub(super) position: u32,
    pub(super) lit: Lit,
    /// Where its hints begin and end in [`Engine::unit_chains`].
    pub(super) hints: (usize, usize),
    /// The clause itself, when the reason is a unit clause.
    pub(super) clause: Option<u32>,
}

/// Clauses, assignment and watches.
#[derive(Debug, Default)]
pub(super) struct Engine {
    pub(super) arena: Vec<u32>,
    /// How many clauses there are, deleted ones too.
    pub(super) num_clauses: u32,
    values: Vec<i8>,
    reasons: Vec<u32>,
    positions: Vec<u32>,
    pub(super) trail: Vec<Lit>,
    /// How much of the trail is fixed.
    pub(super) fixed: usize,
    core_watches: Vec<Vec<Watch>>,
    rest_watches: Vec<Vec<Watch>>,
    core_head: usize,
    rest_head: usize,
    rest_index: usize,
    /// Watches looked at, for the limits.
    pub(super) ticks: u64,

    /// The step of the proof that is being looked at.
    pub(super) step: u32,
    /// Pairs of a clause and the step at which it became core, which is the last step that needs it.
    pub(super) last_used: Vec<(u32, u32)>,
    /// Whether derivations are recorded.
    recording: bool,
    /// The recorded derivations, one after the other.
    pub(super) hints: Vec<Hint>,
    pub(super) units: Vec<UnitStep>,
    /// The derivations of the units.
    pub(super) unit_chains: Vec<Hint>,
    seen: Vec<bool>,
    /// By variable: whether its fixed unit is known to be needed.
    settled: Vec<bool>,
    unit_marks: Marks,
    unit_hints: Vec<u32>,
    stack: Vec<u32>,
    order: Vec<u32>,
}

enum Visit {
    Done,
    Conflict(u32),
    /// A clause of the rest has yielded a unit; the walk continues here later.
    Paused(usize),
}

impl Engine {
    /// An engine without clauses; with `recording`, it keeps the derivations that conflict analysis finds.
    pub(super) fn new(recording: bool) -> Engine {
        Engine { recording, ..Engine::default() }
    }

    /// Makes room for this many variables.
    pub(super) fn grow(&mut self, vars: usize) -> Result<(), Stop> {
        if vars <= self.reasons.len() {
            return Ok(());
        }
        // Extension variables come one at a time, so the tables grow by a quarter.
        let vars = vars.max(self.reasons.len() + self.reasons.len() / 4);
        grow(&mut self.values, 2 * vars, 0)?;
        grow(&mut self.reasons, vars, NONE)?;
        grow(&mut self.positions, vars, 0)?;
        grow(&mut self.core_watches, 2 * vars, Vec::new())?;
        grow(&mut self.rest_watches, 2 * vars, Vec::new())?;
        grow(&mut self.seen, vars, false)?;
        grow(&mut self.settled, vars, false)
    }

    /// Stores a clause without repeated literals, active but not watched; its first literal is the pivot.
    pub(super) fn store(&mut self, lits: &[Lit]) -> Result<u32, Stop> {
        let clause = self.arena.len();
        if self.num_clauses == MAX_CLAUSES || clause + HEADER + lits.len() >= NONE as usize {
            return Err(Stop::Memory);
        }
        may_fail(|| self.arena.try_reserve(HEADER + lits.len())).map_err(|_| Stop::Memory)?;
        let pivot = lits.first().map_or(NONE, |lit| lit.code());
        self.arena.extend([lits.len() as u32, self.num_clauses << NUMBER_SHIFT | ACTIVE, pivot, NONE]);
        self.arena.extend(lits.iter().map(|lit| lit.code()));
        self.num_clauses += 1;
        Ok(clause as u32)
    }

    #[inline]
    pub(super) fn lits(&self, clause: u32) -> &[u32] {
        let start = clause as usize + HEADER;
        &self.arena[start..start + self.arena[clause as usize] as usize]
    }

    /// The clause after this one in memory; after the last one, the place where the next will begin.
    pub(super) fn following(&self, clause: u32) -> u32 {
        clause + HEADER as u32 + self.arena[clause as usize]
    }

    pub(super) fn number(&self, clause: u32) -> u32 {
        self.arena[clause as usize + 1] >> NUMBER_SHIFT
    }

    #[inline]
    pub(super) fn has(&self, clause: u32, flag: u32) -> bool {
        self.arena[clause as usize + 1] & flag != 0
    }

    /// The next clause with the same hash.
    pub(super) fn next(&self, clause: u32) -> u32 {
        self.arena[clause as usize + 3]
    }

    pub(super) fn next_mut(&mut self, clause: u32) -> &mut u32 {
        &mut self.arena[clause as usize + 3]
    }

    pub(super) fn pivot(&self, clause: u32) -> Option<Lit> {
        Some(self.arena[clause as usize + 2]).filter(|&code| code != NONE).map(Lit::from_code)
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// Whether the variable of the literal has its value for good.
    pub(super) fn is_fixed(&self, lit: Lit) -> bool {
        self.value(lit) != 0 && (self.positions[lit.var().index()] as usize) < self.fixed
    }

    pub(super) fn reason(&self, lit: Lit) -> u32 {
        self.reasons[lit.var().index()]
    }

    /// Whether the literal is true because a check assumes it.
    pub(super) fn is_assumed(&self, lit: Lit) -> bool {
        self.value(lit) > 0 && self.reason(lit) == NONE
    }

    pub(super) fn position(&self, lit: Lit) -> usize {
        self.positions[lit.var().index()] as usize
    }

    /// The literal that the clause has made true, if it is a reason now.
    pub(super) fn implied_by(&self, clause: u32) -> Option<Lit> {
        let lit = Lit::from_code(*self.lits(clause).first()?);
        (self.value(lit) > 0 && self.reason(lit) == clause).then_some(lit)
    }

    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: u32) -> Result<(), Stop> {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.reasons[lit.var().index()] = reason;
        self.positions[lit.var().index()] = self.trail.len() as u32;
        push(&mut self.trail, lit)
    }

    /// Cuts the trail to this length, up to which everything was propagated.
    pub(super) fn undo(&mut self, len: usize) {
        for lit in self.trail.drain(len..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
        (self.core_head, self.rest_head, self.rest_index) = (len, len, 0);
    }

    /// Puts the clause's first two literals on watch.
    pub(super) fn watch(&mut self, clause: u32) -> Result<(), Stop> {
        let lists = if self.has(clause, CORE) { &mut self.core_watches } else { &mut self.rest_watches };
        let start = clause as usize + HEADER;
        if self.arena[clause as usize] < 2 {
            return Ok(());
        }
        let (first, second) = (Lit::from_code(self.arena[start]), Lit::from_code(self.arena[start + 1]));
        push(&mut lists[first.index()], Watch { blocker: second, clause })?;
        push(&mut lists[second.index()], Watch { blocker: first, clause })
    }

    /// Activates a clause: watches two literals that are not false if there are two, and assigns the literal if there
    /// is only one. Returns whether there is any.
    pub(super) fn attach(&mut self, clause: u32) -> Result<bool, Stop> {
        let start = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        let (values, lits) = (&self.values, &mut self.arena[start..start + len]);
        let mut free = 0;
        for index in 0..len {
            if values[lits[index] as usize] >= 0 {
                lits.swap(free, index);
                free += 1;
                if free == 2 {
                    break;
                }
            }
        }
        self.watch(clause)?;
        if free == 1 {
            let lit = Lit::from_code(self.lits(clause)[0]);
            if self.value(lit) == 0 {
                self.assign(lit, clause)?;
            }
        }
        Ok(free > 0)
    }

    pub(super) fn deactivate(&mut self, clause: u32) {
        self.arena[clause as usize + 1] &= !ACTIVE;
    }

    pub(super) fn activate(&mut self, clause: u32) {
        self.arena[clause as usize + 1] |= ACTIVE;
    }

    /// Takes back [`Engine::deactivate`] of a watched clause, once the trail is again what it was then.
    pub(super) fn reactivate(&mut self, clause: u32) -> Result<(), Stop> {
        self.activate(clause);
        self.watch(clause)
    }

    /// Drops the watches of all inactive clauses.
    pub(super) fn sweep_watches(&mut self) {
        let arena = &self.arena;
        for list in &mut self.rest_watches {
            list.retain(|watch| arena[watch.clause as usize + 1] & ACTIVE != 0);
        }
    }

    /// Propagates to the end; gives a clause that has become false.
    pub(super) fn propagate(&mut self) -> Result<Option<u32>, Stop> {
        loop {
            while let Some(&lit) = self.trail.get(self.core_head) {
                self.core_head += 1;
                if let Visit::Conflict(clause) = self.visit::<true>(!lit, 0)? {
                    return Ok(Some(clause));
                }
            }
            let Some(&lit) = self.trail.get(self.rest_head) else { return Ok(None) };
            match self.visit::<false>(!lit, self.rest_index)? {
                Visit::Conflict(clause) => return Ok(Some(clause)),
                Visit::Paused(index) => self.rest_index = index,
                Visit::Done => {
                    self.rest_head += 1;
                    self.rest_index = 0;
                }
            }
        }
    }

    fn visit<const IN_CORE: bool>(&mut self, lit: Lit, start: usize) -> Result<Visit, Stop> {
        let lists = if IN_CORE { &mut self.core_watches } else { &mut self.rest_watches };
        let mut list = std::mem::take(&mut lists[lit.index()]);
        self.ticks += (list.len() - start.min(list.len())) as u64 / 8 + 1;
        let mut index = start;
        let mut visit = Visit::Done;
        while let Some(&Watch { blocker, clause }) = list.get(index) {
            if self.values[blocker.index()] > 0 {
                index += 1;
                continue;
            }
            let place = clause as usize;
            let wanted = if IN_CORE { ACTIVE | CORE } else { ACTIVE };
            let flags = self.arena[place + 1] & (ACTIVE | CORE);
            let end = place + HEADER + self.arena[place] as usize;
            let lits = &mut self.arena[place + HEADER..end];
            if lits[0] == lit.code() {
                lits.swap(0, 1);
            }
            if flags != wanted || lits[1] != lit.code() {
                list.swap_remove(index);
                continue;
            }
            let first = Lit::from_code(lits[0]);
            let value = self.values[first.index()];
            if value > 0 {
                list[index].blocker = first;
                index += 1;
                continue;
            }
            if let Some(free) = lits[2..].iter().position(|&code| self.values[code as usize] >= 0) {
                lits.swap(1, free + 2);
                let watched = lits[1] as usize;
                let lists = if IN_CORE { &mut self.core_watches } else { &mut self.rest_watches };
                push(&mut lists[watched], Watch { blocker: first, clause })?;
                list.swap_remove(index);
                continue;
            }
            if value < 0 {
                visit = Visit::Conflict(clause);
                break;
            }
            self.assign(first, clause)?;
            index += 1;
            if !IN_CORE {
                visit = Visit::Paused(index);
                break;
            }
        }
        let lists = if IN_CORE { &mut self.core_watches } else { &mut self.rest_watches };
        lists[lit.index()] = list;
        Ok(visit)
    }

    /// Makes the clause a part of the core.
    pub(super) fn need(&mut self, clause: u32) -> Result<(), Stop> {
        if self.has(clause, CORE) {
            return Ok(());
        }
        self.arena[clause as usize + 1] |= CORE;
        push(&mut self.last_used, (self.step, clause))?;
        self.watch(clause)
    }

    /// Begins the hints of a clause (or of a candidate's group): fixed units are named once.
    pub(super) fn open_chain(&mut self, hint: Option<Hint>) -> Result<(), Stop> {
        self.unit_marks.clear(self.reasons.len())?;
        match hint {
            Some(hint) if self.recording => push(&mut self.hints, hint),
            _ => Ok(()),
        }
    }

    /// Finds out why all literals of the clause except `skip` are false, makes the clauses involved core, and records
    /// the derivation.
    pub(super) fn analyze(&mut self, conflict: u32, skip: Option<Lit>) -> Result<(), Stop> {
        self.order.clear();
        self.unit_hints.clear();
        let mut open = 0;
        self.explain(conflict, skip, &mut open)?;
        let mut index = self.trail.len();
        while open > 0 {
            index -= 1;
            let lit = self.trail[index];
            if std::mem::take(&mut self.seen[lit.var().index()]) {
                open -= 1;
                let reason = self.reason(lit);
                if reason != NONE {
                    self.explain(reason, Some(lit), &mut open)?;
                }
            }
        }
        if self.recording {
            may_fail(|| self.hints.try_reserve(self.unit_hints.len() + self.order.len())).map_err(|_| Stop::Memory)?;
            self.hints.extend(self.unit_hints.drain(..).map(Hint::Unit));
            self.hints.extend(self.order.iter().rev().map(|&number| Hint::Clause(number)));
        }
        Ok(())
    }

    /// Takes the clause into the derivation, and marks what has made its literals false.
    fn explain(&mut self, clause: u32, skip: Option<Lit>, open: &mut usize) -> Result<(), Stop> {
        self.need(clause)?;
        if self.recording {
            let number = self.number(clause);
            push(&mut self.order, number)?;
        }
        for index in 0..self.lits(clause).len() {
            let lit = Lit::from_code(self.lits(clause)[index]);
            if Some(lit) == skip {
                continue;
            }
            let var = lit.var().index();
            if (self.positions[var] as usize) < self.fixed {
                self.use_fixed(var as u32)?;
            } else if !std::mem::replace(&mut self.seen[var], true) {
                *open += 1;
            }
        }
        Ok(())
    }

    /// Derives a conflict from the assumption that a fixed literal is false.
    pub(super) fn contradict_fixed(&mut self, lit: Lit) -> Result<(), Stop> {
        self.unit_hints.clear();
        self.use_fixed(lit.var().index() as u32)?;
        if self.recording {
            may_fail(|| self.hints.try_reserve(1)).map_err(|_| Stop::Memory)?;
            self.hints.extend(self.unit_hints.drain(..).map(Hint::Unit));
        }
        Ok(())
    }

    /// Notes that the fixed unit of this variable is needed now, and makes core what it follows from.
    fn use_fixed(&mut self, var: u32) -> Result<(), Stop> {
        if self.recording && self.unit_marks.mark(var as usize) {
            push(&mut self.unit_hints, var)?;
        }
        push(&mut self.stack, var)?;
        while let Some(var) = self.stack.pop() {
            if std::mem::replace(&mut self.settled[var as usize], true) {
                continue;
            }
            let reason = self.reasons[var as usize];
            self.need(reason)?;
            let start = self.unit_chains.len();
            for index in 0..self.lits(reason).len() {
                let other = Lit::from_code(self.lits(reason)[index]).var().index() as u32;
                if other == var {
                    continue;
                }
                push(&mut self.stack, other)?;
                if self.recording {
                    push(&mut self.unit_chains, Hint::Unit(other))?;
                }
            }
            if self.recording {
                self.record_unit(var, reason, start)?;
            }
        }
        Ok(())
    }

    fn record_unit(&mut self, var: u32, reason: u32, start: usize) -> Result<(), Stop> {
        let number = self.number(reason);
        push(&mut self.unit_chains, Hint::Clause(number))?;
        let position = self.positions[var as usize];
        let clause = (self.lits(reason).len() == 1).then_some(number);
        let hints = (start, self.unit_chains.len());
        push(&mut self.units, UnitStep { position, lit: self.trail[position as usize], hints, clause })
    }
}
