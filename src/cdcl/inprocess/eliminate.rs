//! Bounded variable elimination.
//!
//! **What it does.** Replaces the irredundant clauses of a variable by all their resolvents on it, if these are not more
//! clauses (by more than the bound). Where the variable is the output of a gate, only gate clauses are resolved with other
//! clauses (`gates.rs`). The removed clauses go onto the extension stack.
//!
//! **Why it pays.** Formulas that were made from circuits or programs have many variables that only name something.
//! It is the strongest preprocessing there is. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** Resolvents follow from their two parents; the proof adds them before the parents go. If a model
//! of the resolvents falsifies a clause of the variable, then flipping the variable satisfies it and no other clause of the
//! variable becomes false, or a resolvent would be.
//!
//! **Schedule and cost.** Every `eliminate_interval * n * log(n)^2` conflicts (more for large formulas), a share of the
//! search ticks, in up to `eliminate_rounds` rounds with subsumption before each. Variables are tried by ascending number
//! of possible resolvents and relevance to the search (Kissat's idea), and again when a clause of theirs was removed
//! since. When nothing is left to try, the bound rises from 0 over 1, 2, 4 and 8 to 16 additional clauses.
//!
//! **Measured.** By possible resolvents alone, the formula fclqcolor-10-07-09 takes 3.3 million conflicts (six seeds, 3.3
//! to 3.6), with relevance 1.4; with rounds as rare as here 1.1 (twenty times as often: 1.4). Seventy formulas, 60 s each:
//! 68 solved and 500 s (unsolved ones count twice) before, 69 and 439 s now.
//!
//! **References.** Davis, Putnam (JACM'60); Subbarayan, Pradhan (SAT'04); Eén, Biere (SAT'05); Biere et al. (CaDiCaL 2.0,
//! CAV'24) for the incremental bound.

use super::connect::Layout;
use super::gates::Gate;
use crate::cdcl::Solver;
use crate::cdcl::derive::{Added, REMOVED};
use crate::cdcl::kitten::Kitten;
use crate::cdcl::search::schedule::log_growth;
use crate::cdcl::state::clause::ClauseRef;
use crate::cdcl::state::fates::Fate;
use crate::cdcl::state::watch::{Watch, Watched};
use crate::cnf::{Lit, Var};
use crate::proof::ClauseId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A clause of the variable at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parent {
    /// A binary clause: its other literal, and the index of its id.
    Binary(Lit, u32),
    /// A long clause.
    Long(ClauseRef),
}

impl Solver {
    /// Whether elimination is due.
    pub(in crate::cdcl) fn eliminating(&self) -> bool {
        self.options.eliminate && self.counters.conflicts >= self.schedule.eliminate
    }

    /// Subsumes and eliminates.
    pub(in crate::cdcl) fn eliminate(&mut self) {
        if !self.go_to_root() {
            return;
        }
        let ticks = (self.counters.ticks - self.schedule.eliminate_search).max(self.least_ticks());
        self.schedule.eliminate_search = self.counters.ticks;
        self.reduce_by_elimination(ticks);
        self.plan_elimination();
    }

    /// Subsumes and eliminates, after a search of so many ticks. Level 0, propagated.
    pub(in crate::cdcl) fn reduce_by_elimination(&mut self, ticks: u64) {
        self.counters.eliminations += 1;
        if self.counters.units as usize > self.schedule.collected_units {
            self.remove_satisfied();
        }
        let limit = self.counters.eliminate_ticks + ticks * self.options.eliminate_effort / 1000;
        let mut subsume_ticks = ticks * self.options.subsume_effort / 1000;
        self.relay(Layout::Bare);
        let mut complete = false;
        let mut fixed = self.fixed_vars();
        for _ in 0..self.options.eliminate_rounds {
            if self.fixed_vars() > fixed {
                self.catch_up();
                fixed = self.fixed_vars();
            }
            if self.inconsistent || self.exhausted {
                return;
            }
            let before = self.counters.subsume_ticks;
            let subsumed = !self.options.subsume || self.subsume(subsume_ticks);
            subsume_ticks = subsume_ticks.saturating_sub(self.counters.subsume_ticks - before);
            if self.exhausted {
                return;
            }
            let eliminated = self.counters.eliminated;
            complete = self.eliminate_round(limit) && subsumed;
            if self.inconsistent || self.exhausted {
                return;
            }
            if self.counters.eliminated == eliminated || !complete {
                break;
            }
        }
        self.forget_gone();
        self.resume_watching();
        if self.inconsistent || self.exhausted {
            return;
        }
        self.remove_satisfied();
        self.collect_garbage();
        if complete {
            self.raise_bound();
        }
        self.report('e');
    }

    /// Clauses too long to be connected have not seen the units of the last round: nothing may be drawn from them before
    /// they have.
    fn catch_up(&mut self) {
        self.forget_gone();
        self.resume_watching();
        if !self.inconsistent && !self.exhausted {
            self.remove_satisfied();
            self.relay(Layout::Bare);
        }
    }

    /// After a complete elimination: more additional clauses are allowed, and all variables are tried again.
    fn raise_bound(&mut self) {
        let bound = &mut self.schedule.eliminate_bound;
        let next = if *bound == 0 { 1 } else { 2 * *bound };
        if next <= self.options.eliminate_bound {
            *bound = next;
            self.door.touched.iter_mut().for_each(|touched| *touched |= REMOVED);
        }
    }

    fn plan_elimination(&mut self) {
        let n = self.counters.eliminations;
        let interval = self.options.eliminate_interval as f64 * n as f64 * log_growth(n).powi(2);
        self.schedule.eliminate = self.counters.conflicts + (interval * self.size_factor()) as u64;
    }

    /// Deletes redundant clauses with variables that are gone.
    fn forget_gone(&mut self) {
        let mut next = self.door.arena.first();
        while let Some(clause) = next {
            next = self.door.arena.next(clause);
            let gone = |lit: Lit| self.fates.is_gone(lit.var());
            if !self.door.arena.garbage(clause) && self.door.arena.lits(clause).any(gone) {
                debug_assert!(self.door.arena.redundant(clause));
                self.door.delete(clause);
            }
        }
    }

    /// One pass over the candidates; whether all of them were tried.
    fn eliminate_round(&mut self, limit: u64) -> bool {
        let most = self.options.eliminate_clause as usize;
        self.relay(Layout::Occurring(most));
        if self.exhausted {
            return false;
        }
        let mut eliminator = Eliminator::new(self, limit);
        let complete = eliminator.run();
        self.relay(Layout::Bare);
        complete
    }
}

/// A pass.
pub(super) struct Eliminator<'s> {
    pub(super) solver: &'s mut Solver,
    /// By literal: the irredundant clauses it is in.
    occurrences: Vec<u32>,
    /// Variables that are in a clause too long to be connected.
    locked: Vec<bool>,
    schedule: BinaryHeap<Reverse<(u64, u32)>>,
    /// By literal: in the clause at hand.
    pub(super) marks: Vec<bool>,
    /// The clauses of the variable and of its negation.
    pub(super) parents: [Vec<Parent>; 2],
    pub(super) kitten: Kitten,
    limit: u64,
}

impl<'s> Eliminator<'s> {
    fn new(solver: &'s mut Solver, limit: u64) -> Eliminator<'s> {
        let lits = 2 * solver.trail.info.len();
        let mut occurrences = vec![0; lits];
        let mut locked = solver.protected();
        let most = solver.options.eliminate_clause as usize;
        for clause in solver.door.arena.refs() {
            if solver.door.arena.redundant(clause) {
                continue;
            }
            let long = solver.door.arena.size(clause) > most;
            for lit in solver.door.arena.lits(clause) {
                occurrences[lit.index()] += 1;
                locked[lit.var().index()] |= long;
            }
        }
        for code in 0..lits as u32 {
            let list = solver.door.watches.list(Lit::from_code(code));
            let binary = list.iter().filter(|watch| watch.is_binary() && !watch.is_redundant_binary());
            occurrences[code as usize] += binary.count() as u32;
        }
        Eliminator {
            solver,
            occurrences,
            locked,
            schedule: BinaryHeap::new(),
            marks: vec![false; lits],
            parents: Default::default(),
            kitten: Kitten::default(),
            limit,
        }
    }

    fn run(&mut self) -> bool {
        for index in 0..self.locked.len() as u32 {
            let var = Var::new(index);
            self.locked[var.index()] |= self.solver.fates.is_gone(var);
            if self.solver.door.touched[var.index()] & REMOVED != 0 {
                self.enter(var);
            }
        }
        while let Some(Reverse((score, index))) = self.schedule.pop() {
            let var = Var::new(index);
            if self.solver.spent(self.solver.counters.eliminate_ticks, self.limit) {
                return false;
            }
            let stale = self.solver.door.touched[var.index()] & REMOVED == 0;
            if stale || self.is_out(var) {
                continue;
            }
            let now = self.score(var);
            if now > score {
                self.schedule.push(Reverse((now, index)));
                continue;
            }
            self.solver.door.touched[var.index()] &= !REMOVED;
            self.try_eliminate(var);
            self.propagate();
        }
        true
    }

    fn is_out(&self, var: Var) -> bool {
        self.locked[var.index()] || self.solver.values.value(var.pos()) != 0
    }

    /// The number of possible resolvents and what the search cares: those with least are tried first.
    fn score(&self, var: Var) -> u64 {
        let (pos, neg) = (self.occurrences[var.pos().index()], self.occurrences[var.neg().index()]);
        // The bits of positive floats are in the order of the floats.
        (f64::from(pos) * f64::from(neg) + self.solver.relevance(var)).to_bits()
    }

    /// Schedules the variable if it may be eliminated.
    fn enter(&mut self, var: Var) {
        let (pos, neg) = (self.occurrences[var.pos().index()], self.occurrences[var.neg().index()]);
        if !self.is_out(var) && u64::from(pos) + u64::from(neg) <= self.solver.options.eliminate_occurrences {
            self.schedule.push(Reverse((self.score(var), var.index() as u32)));
        }
    }

    /// Notes that a literal has lost an occurrence.
    fn lose(&mut self, lit: Lit) {
        self.occurrences[lit.index()] -= 1;
        self.enter(lit.var());
    }

    fn propagate(&mut self) {
        if self.solver.trail.is_propagated() {
            return;
        }
        let occurrences = &mut self.occurrences;
        let mut changed = Vec::new();
        self.solver.propagate_dense(|lit| {
            occurrences[lit.index()] -= 1;
            changed.push(lit.var());
        });
        changed.sort_unstable();
        changed.dedup();
        for var in changed {
            self.enter(var);
        }
    }

    fn try_eliminate(&mut self, var: Var) {
        self.solver.counters.eliminate_tried += 1;
        self.parents = [self.gather(var.pos()), self.gather(var.neg())];
        let parents = self.parents[0].len() + self.parents[1].len();
        let gate = if self.parents.iter().any(|side| side.is_empty()) { None } else { self.find_gate(var) };
        if self.solver.values.value(var.pos()) != 0 {
            return;
        }
        let most = parents + self.solver.schedule.eliminate_bound as usize;
        if self.count_resolvents(var, gate.as_ref(), most) {
            if let Some(gate) = &gate {
                self.solver.count_gate(gate.kind);
            }
            self.add_resolvents(var, gate.as_ref());
            if !self.solver.exhausted {
                self.remove_parents(var);
            }
        }
    }

    /// The irredundant clauses of a literal that are not satisfied.
    fn gather(&mut self, lit: Lit) -> Vec<Parent> {
        let solver = &mut *self.solver;
        let list = solver.door.watches.list(lit);
        solver.counters.eliminate_ticks += 1 + list.len() as u64 / 16;
        let parents = list.iter().filter_map(|watch| match watch.watched() {
            Watched::Binary { redundant: true, .. } => None,
            Watched::Binary { id, .. } => {
                (solver.values.value(watch.blocker()) == 0).then_some(Parent::Binary(watch.blocker(), id))
            }
            Watched::Long(clause) => (!solver.door.arena.garbage(clause)).then_some(Parent::Long(clause)),
        });
        parents.collect()
    }

    /// Calls `each` for the literals of a parent besides the one it is a parent of.
    pub(super) fn others(&self, parent: Parent, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
        let (binary, clause) = match parent {
            Parent::Binary(other, _) => (Some(other), None),
            Parent::Long(clause) => (None, Some(clause)),
        };
        let long = clause.into_iter().flat_map(|clause| self.solver.door.arena.lits(clause));
        binary.into_iter().chain(long).filter(move |&other| other != lit)
    }

    fn id(&self, parent: Parent) -> ClauseId {
        match parent {
            Parent::Binary(_, index) => self.solver.door.binary_id(index),
            Parent::Long(clause) => self.solver.door.arena.id(clause),
        }
    }

    /// Whether the resolvents are at most `most` clauses, none of them too long.
    fn count_resolvents(&mut self, var: Var, gate: Option<&Gate>, most: usize) -> bool {
        let longest = self.solver.options.eliminate_clause as usize;
        let mut count = 0;
        for at in 0..self.parents[0].len() {
            let first = self.parents[0][at];
            self.mark(first, var.pos(), true);
            let size = self.others(first, var.pos()).count();
            let mut fits = true;
            for other in 0..self.parents[1].len() {
                if gate.is_some_and(|gate| !gate.resolves(at, other)) {
                    continue;
                }
                let second = self.parents[1][other];
                self.solver.counters.eliminate_ticks += 1;
                self.solver.counters.eliminate_resolutions += 1;
                if let Some(more) = self.resolvent_growth(second, var.neg()) {
                    count += 1;
                    if size + more > longest || count > most {
                        fits = false;
                        break;
                    }
                }
            }
            self.mark(first, var.pos(), false);
            if !fits {
                return false;
            }
        }
        true
    }

    pub(super) fn mark(&mut self, parent: Parent, lit: Lit, on: bool) {
        match parent {
            Parent::Binary(other, _) => self.marks[other.index()] = on,
            Parent::Long(clause) => {
                for other in self.solver.door.arena.lits(clause).filter(|&other| other != lit) {
                    self.marks[other.index()] = on;
                }
            }
        }
    }

    /// How many literals the clause adds to the marked ones; `None` if it makes a tautology.
    fn resolvent_growth(&self, parent: Parent, lit: Lit) -> Option<usize> {
        let mut more = 0;
        for other in self.others(parent, lit) {
            if self.marks[(!other).index()] {
                return None;
            }
            more += usize::from(!self.marks[other.index()]);
        }
        Some(more)
    }

    fn add_resolvents(&mut self, var: Var, gate: Option<&Gate>) {
        let mut lits = Vec::new();
        for at in 0..self.parents[0].len() {
            let first = self.parents[0][at];
            self.mark(first, var.pos(), true);
            for other in 0..self.parents[1].len() {
                let second = self.parents[1][other];
                if gate.is_some_and(|gate| !gate.resolves(at, other))
                    || self.resolvent_growth(second, var.neg()).is_none()
                {
                    continue;
                }
                lits.clear();
                lits.extend(self.others(first, var.pos()));
                lits.extend(self.others(second, var.neg()).filter(|other| !self.marks[other.index()]));
                self.add_resolvent(&mut lits, first, second);
                if self.solver.inconsistent || self.solver.exhausted {
                    break;
                }
            }
            self.mark(first, var.pos(), false);
        }
    }

    fn add_resolvent(&mut self, lits: &mut Vec<Lit>, first: Parent, second: Parent) {
        let parents = [self.id(first), self.id(second)];
        let solver = &mut *self.solver;
        if lits.iter().any(|&lit| solver.values.value(lit) > 0) {
            return;
        }
        solver.counters.eliminate_resolvents += 1;
        solver.learned.chain.clear();
        if solver.door.chained() {
            let fixed = lits.iter().filter(|&&lit| solver.values.value(lit) < 0);
            solver.learned.chain.extend(fixed.map(|lit| solver.unit_ids[lit.var().index()]));
            solver.learned.chain.extend(parents);
        }
        lits.retain(|&lit| solver.values.value(lit) == 0);
        match &lits[..] {
            [] => {
                solver.door.derive(&[], &solver.learned.chain);
                solver.inconsistent = true;
            }
            &[unit] => solver.learn_unit(unit),
            _ => {
                if !solver.door.try_make_room(lits.len()) {
                    solver.exhausted = true;
                    return;
                }
                match solver.door.resolve(lits, &solver.learned.chain) {
                    None => solver.exhausted = true,
                    Some(Added::Binary(_)) => {}
                    Some(Added::Long(clause)) => {
                        for &lit in lits.iter() {
                            solver.door.watches.push(lit, Watch::long(lit, clause));
                        }
                    }
                }
                for lit in lits.iter() {
                    self.occurrences[lit.index()] += 1;
                }
            }
        }
    }

    /// Moves the clauses of the variable to the extension stack.
    fn remove_parents(&mut self, var: Var) {
        if self.solver.inconsistent {
            return;
        }
        self.solver.counters.eliminated += 1;
        let parents = std::mem::take(&mut self.parents);
        let [positive, negative] = &parents;
        let sides = [(var.pos(), positive), (var.neg(), negative)];
        if self.solver.sealed {
            // One side's clauses are enough: the variable has the other side's value unless one of them needs it.
            let smaller = usize::from(negative.len() < positive.len());
            let (witness, side) = sides[smaller];
            self.push_witnesses(witness, side);
            self.solver.weaken([!witness].into_iter(), 0);
        } else {
            for (witness, side) in sides {
                self.push_witnesses(witness, side);
            }
        }
        for (lit, side) in sides {
            for &parent in side {
                self.remove_parent(parent, lit);
            }
            self.drop_remaining(lit);
        }
        if self.solver.values.value(var.pos()) == 0 {
            self.solver.retire(var, Fate::Eliminated);
            self.locked[var.index()] = true;
        }
    }

    fn push_witnesses(&mut self, witness: Lit, side: &[Parent]) {
        for &parent in side {
            let id = self.id(parent);
            let lits: Vec<Lit> = [witness].into_iter().chain(self.others(parent, witness)).collect();
            self.solver.weaken(lits.into_iter(), id);
        }
    }

    fn remove_parent(&mut self, parent: Parent, lit: Lit) {
        let others: Vec<Lit> = self.others(parent, lit).collect();
        let door = &mut self.solver.door;
        match parent {
            Parent::Binary(other, index) => {
                door.watches.remove(other, Watch::binary(lit, false, index));
                if self.solver.sealed {
                    door.delete_binary(lit, other, false, index);
                } else {
                    door.set_binary_aside(lit, other, index);
                }
            }
            Parent::Long(clause) if self.solver.sealed => door.delete(clause),
            Parent::Long(clause) => door.set_aside(clause),
        }
        for other in others {
            self.lose(other);
        }
    }

    /// Deletes what else is in the list of an eliminated literal: redundant and satisfied binary clauses.
    fn drop_remaining(&mut self, lit: Lit) {
        let door = &mut self.solver.door;
        let list: Vec<Watch> = door.watches.list(lit).to_vec();
        for watch in list {
            let Watched::Binary { redundant, id } = watch.watched() else { continue };
            let other = watch.blocker();
            let mirror = Watch::binary(lit, redundant, id);
            if door.watches.list(other).contains(&mirror) {
                door.watches.remove(other, mirror);
                door.delete_binary(lit, other, redundant, id);
            }
        }
        door.watches.truncate(lit, 0);
    }
}
