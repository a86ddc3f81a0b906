//! Eliminating one variable after the other: the steps that all passes of elimination share (`mod.rs`, `fast.rs`).
//!
//! While a pass runs, irredundant clauses that are not too long are in the lists of all their literals. Redundant
//! clauses are in none: those with eliminated variables are deleted afterwards.

use super::gates::Gate;
use super::self_subsume::Strengthenable;
use crate::cdcl::Solver;
use crate::cdcl::database::REMOVED;
use crate::cdcl::state::clause::Clause;
use crate::cdcl::state::status::VarStatus;
use crate::cdcl::state::watch::Watch;
use crate::cnf::{Lit, Var};

/// How many resolvents may replace the clauses of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resolvents {
    /// As many as the variable has clauses, and this many more.
    More(usize),
    /// This many, whatever the number of clauses.
    AtMost(usize),
}

/// The result of counting resolvents.
enum Count {
    Few,
    Many,
    Strengthenable(Strengthenable),
}

/// The limits of a pass.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The most clauses of a variable that is tried.
    pub(super) occurrences: u64,
    pub(super) resolvents: Resolvents,
    /// Whether gates are looked for.
    pub(super) gates: bool,
    /// The count of elimination ticks at which the pass ends.
    pub(super) limit: u64,
}

/// A pass of elimination, with the tables that it keeps.
pub(super) struct Eliminator<'s> {
    pub(super) solver: &'s mut Solver,
    pub(super) terms: Terms,
    /// By literal: the irredundant clauses it is in.
    occurrences: Vec<u32>,
    /// Variables that are in a clause too long to be connected, protected or inactive.
    locked: Vec<bool>,
    /// Variables that have lost a clause; at first all variables.
    lost: Lost,
    /// By literal: whether it is in the current clause.
    pub(super) marks: Vec<bool>,
    /// The clauses of the variable and of its negation.
    pub(super) parents: [Vec<Clause>; 2],
}

/// A set of variables in the order in which they were added.
struct Lost {
    vars: Vec<Var>,
    listed: Vec<bool>,
}

impl Lost {
    fn push(&mut self, var: Var) {
        if !std::mem::replace(&mut self.listed[var.index()], true) {
            self.vars.push(var);
        }
    }

    fn take(&mut self) -> Vec<Var> {
        self.vars.iter().for_each(|var| self.listed[var.index()] = false);
        std::mem::take(&mut self.vars)
    }
}

impl<'s> Eliminator<'s> {
    pub(super) fn new(solver: &'s mut Solver, terms: Terms) -> Eliminator<'s> {
        let vars = solver.trail.info.len();
        let mut occurrences = vec![0; 2 * vars];
        let mut locked = solver.protected();
        let most = solver.options.eliminate_clause as usize;
        for clause in solver.db.arena.refs() {
            if solver.db.arena.redundant(clause) {
                continue;
            }
            let long = solver.db.arena.size(clause) > most;
            for lit in solver.db.arena.lits(clause) {
                occurrences[lit.index()] += 1;
                locked[lit.var().index()] |= long;
            }
        }
        for code in 0..2 * vars as u32 {
            let list = solver.db.watches.list(Lit::from_code(code));
            let binary = list.iter().filter(|watch| watch.is_binary() && !watch.is_redundant_binary());
            occurrences[code as usize] += binary.count() as u32;
        }
        let mut lost = Lost { vars: Vec::with_capacity(vars), listed: vec![false; vars] };
        for var in (0..vars).map(Var::new) {
            locked[var.index()] |= solver.statuses.is_inactive(var);
            lost.push(var);
        }
        Eliminator {
            solver,
            terms,
            occurrences,
            locked,
            lost,
            marks: vec![false; 2 * vars],
            parents: Default::default(),
        }
    }

    /// The variables that have lost a clause since the last call.
    pub(super) fn take_waiting(&mut self) -> Vec<Var> {
        let mut waiting = self.lost.take();
        waiting.sort_unstable();
        waiting.retain(|&var| self.is_waiting(var) && self.total(var) <= self.terms.occurrences);
        waiting
    }

    /// Whether the variable may be eliminated and has lost a clause since it was tried.
    pub(super) fn is_waiting(&self, var: Var) -> bool {
        self.solver.db.is_touched(var.pos(), REMOVED) && !self.is_out(var)
    }

    /// Whether the pass has to end, because its ticks are used up or for another reason (`spent`).
    pub(super) fn is_spent(&mut self) -> bool {
        self.solver.spent(self.solver.counters.eliminate_ticks, self.terms.limit)
    }

    fn is_out(&self, var: Var) -> bool {
        self.locked[var.index()] || self.solver.values.value(var.pos()) != 0
    }

    fn total(&self, var: Var) -> u64 {
        u64::from(self.occurrences[var.pos().index()]) + u64::from(self.occurrences[var.neg().index()])
    }

    /// The number of pairs of clauses to be resolved.
    pub(super) fn pairs(&self, var: Var) -> u64 {
        u64::from(self.occurrences[var.pos().index()]) * u64::from(self.occurrences[var.neg().index()])
    }

    /// The number of pairs and the relevance to the search: variables with the least sum are tried first.
    pub(super) fn score(&self, var: Var) -> u64 {
        // The bits of positive floats are in the order of the floats.
        (self.pairs(var) as f64 + self.solver.relevance(var)).to_bits()
    }

    /// Notes that a literal has lost an occurrence.
    pub(super) fn lose(&mut self, lit: Lit) {
        debug_assert!(self.occurrences[lit.index()] > 0);
        self.occurrences[lit.index()] -= 1;
        self.lost.push(lit.var());
    }

    fn propagate(&mut self) {
        if self.solver.trail.is_propagated() {
            return;
        }
        let (occurrences, lost) = (&mut self.occurrences, &mut self.lost);
        self.solver.propagate_dense(|lit| {
            occurrences[lit.index()] -= 1;
            lost.push(lit.var());
        });
    }

    /// Eliminates a variable if the limits allow, and propagates.
    pub(super) fn try_eliminate(&mut self, var: Var) {
        self.solver.db.touched[var.index()] &= !REMOVED;
        self.solver.counters.eliminate_tried += 1;
        while !self.is_out(var) && !self.is_spent() {
            debug_assert!(self.solver.trail.is_propagated() && !self.solver.statuses.is_inactive(var));
            self.parents = [self.gather(var.pos()), self.gather(var.neg())];
            let gate = if self.parents.iter().any(|side| side.is_empty()) { None } else { self.find_gate(var) };
            if self.solver.values.value(var.pos()) != 0 {
                break;
            }
            let Some(strengthenable) = self.replace_if_few(var, gate.as_ref()) else { break };
            self.strengthen(var, &strengthenable);
            self.propagate();
        }
        self.propagate();
    }

    /// Replaces the parents by their resolvents if these are few enough; or returns a parent that can be strengthened
    /// first.
    fn replace_if_few(&mut self, var: Var, gate: Option<&Gate>) -> Option<Strengthenable> {
        debug_assert_eq!(self.solver.values.value(var.pos()), 0);
        let most = match self.terms.resolvents {
            Resolvents::More(more) => self.parents[0].len() + self.parents[1].len() + more,
            Resolvents::AtMost(most) => most,
        };
        match self.count_resolvents(var, gate, most) {
            Count::Strengthenable(strengthenable) => return Some(strengthenable),
            Count::Many => {}
            Count::Few => {
                if let Some(gate) = gate {
                    self.solver.count_gate(gate.kind);
                }
                self.add_resolvents(var, gate);
                if !self.solver.exhausted {
                    self.remove_parents(var);
                }
            }
        }
        None
    }

    /// The irredundant clauses of a literal that are not satisfied.
    fn gather(&mut self, lit: Lit) -> Vec<Clause> {
        let solver = &mut *self.solver;
        let list = solver.db.watches.list(lit);
        solver.counters.eliminate_ticks += 1 + list.len() as u64 / 16;
        let parents = list.iter().filter_map(|watch| open_clause(solver, lit, *watch));
        parents.collect()
    }

    /// The literals of a parent, except the literal of the variable that is to be eliminated.
    pub(super) fn others(&self, parent: Clause, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
        self.solver.db.lits(parent).filter(move |&other| other != lit)
    }

    /// Counts the resolvents. They are few enough if there are at most `most` and none of them is too long.
    fn count_resolvents(&mut self, var: Var, gate: Option<&Gate>, most: usize) -> Count {
        let mut count = 0;
        for at in 0..self.parents[0].len() {
            let first = self.parents[0][at];
            self.mark(first, var.pos(), true);
            let found = self.count_with(at, var, gate, &mut count, most);
            self.mark(first, var.pos(), false);
            if !matches!(found, Count::Few) {
                return found;
            }
        }
        Count::Few
    }

    /// Counts the resolvents of one parent of the first side, whose other literals are marked; `count` is how many
    /// there were before.
    fn count_with(&mut self, at: usize, var: Var, gate: Option<&Gate>, count: &mut usize, most: usize) -> Count {
        debug_assert!(*count <= most);
        let longest = self.solver.options.eliminate_clause as usize;
        let first = self.parents[0][at];
        let size = self.others(first, var.pos()).count();
        for other in 0..self.parents[1].len() {
            if gate.is_some_and(|gate| !gate.resolves(at, other)) {
                continue;
            }
            let second = self.parents[1][other];
            self.solver.counters.eliminate_ticks += 1;
            self.solver.counters.eliminate_resolutions += 1;
            let Some(more) = self.resolvent_growth(second, var.neg()) else { continue };
            if let Some(strengthenable) = self.strengthenable(first, second, size, more) {
                return Count::Strengthenable(strengthenable);
            }
            *count += 1;
            if size + more > longest || *count > most {
                return Count::Many;
            }
        }
        Count::Few
    }

    pub(super) fn mark(&mut self, parent: Clause, lit: Lit, on: bool) {
        for other in self.solver.db.lits(parent).filter(|&other| other != lit) {
            self.marks[other.index()] = on;
        }
    }

    /// How many literals the clause adds to the marked ones; `None` if it makes a tautology.
    fn resolvent_growth(&self, parent: Clause, lit: Lit) -> Option<usize> {
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

    fn add_resolvent(&mut self, lits: &mut Vec<Lit>, first: Clause, second: Clause) {
        let parents = [self.solver.db.id(first), self.solver.db.id(second)];
        debug_assert!(!lits.iter().any(|&lit| lits.contains(&!lit)), "tautologies are left out");
        let solver = &mut *self.solver;
        if lits.iter().any(|&lit| solver.values.value(lit) > 0) {
            return;
        }
        solver.counters.eliminate_resolvents += 1;
        solver.learned.chain.clear();
        if solver.db.chained() {
            let fixed = lits.iter().filter(|&&lit| solver.values.value(lit) < 0);
            solver.learned.chain.extend(fixed.map(|lit| solver.unit_ids[lit.var().index()]));
            solver.learned.chain.extend(parents);
        }
        lits.retain(|&lit| solver.values.value(lit) == 0);
        match &lits[..] {
            [] => solver.learn_empty(),
            &[unit] => solver.learn_unit(unit),
            _ => {
                if !solver.db.try_reserve(lits.len()) {
                    solver.exhausted = true;
                    return;
                }
                match solver.db.add_resolvent(lits, &solver.learned.chain) {
                    None => solver.exhausted = true,
                    Some(clause) => solver.db.connect(clause),
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
        if self.solver.non_incremental {
            // The clauses of one side are enough: the variable gets the value that satisfies the other side, unless one
            // of these is false.
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
            self.solver.deactivate(var, VarStatus::Eliminated);
            self.locked[var.index()] = true;
        }
    }

    fn push_witnesses(&mut self, witness: Lit, side: &[Clause]) {
        for &parent in side {
            let id = self.solver.db.id(parent);
            let lits: Vec<Lit> = [witness].into_iter().chain(self.others(parent, witness)).collect();
            self.solver.weaken(lits.into_iter(), id);
        }
    }

    fn remove_parent(&mut self, parent: Clause, lit: Lit) {
        debug_assert!(self.solver.db.lits(parent).any(|other| other == lit));
        let others: Vec<Lit> = self.others(parent, lit).collect();
        let db = &mut self.solver.db;
        match parent {
            Clause::Binary(_, other, index) => {
                db.watches.remove(other, Watch::binary(lit, false, index));
                if self.solver.non_incremental {
                    db.delete_binary(lit, other, false, index);
                } else {
                    db.delete_binary_keeping_proof(lit, other, index);
                }
            }
            Clause::Long(clause) if self.solver.non_incremental => db.delete(clause),
            Clause::Long(clause) => db.delete_keeping_proof(clause),
        }
        for other in others {
            self.lose(other);
        }
    }

    /// Deletes the other watches of an eliminated literal: redundant and satisfied binary clauses.
    fn drop_remaining(&mut self, lit: Lit) {
        let db = &mut self.solver.db;
        let list: Vec<Watch> = db.watches.list(lit).to_vec();
        for watch in list {
            if !watch.is_binary() {
                continue;
            }
            let (other, redundant, index) = (watch.blocker(), watch.is_redundant_binary(), watch.binary_index());
            let mirror = Watch::binary(lit, redundant, index);
            if db.watches.list(other).contains(&mirror) {
                db.watches.remove(other, mirror);
                db.delete_binary(lit, other, redundant, index);
            }
        }
        db.watches.truncate(lit, 0);
    }
}

/// The irredundant clause behind a watch of a literal that is not fixed, unless it is satisfied or garbage.
pub(in crate::cdcl::inprocess) fn open_clause(solver: &Solver, lit: Lit, watch: Watch) -> Option<Clause> {
    let open = match watch.long_clause() {
        None => !watch.is_redundant_binary() && solver.values.value(watch.blocker()) == 0,
        Some(clause) => !solver.db.arena.garbage(clause),
    };
    open.then(|| watch.clause(lit))
}
