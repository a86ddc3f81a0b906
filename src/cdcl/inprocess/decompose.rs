//! Equivalent literal substitution.
//!
//! **What it does.** Literals that imply each other through binary clauses are equivalent: they are the strongly
//! connected components of the implication graph, which one walk finds. One literal of each component, the
//! *representative*, replaces the others in all clauses. Clauses that become tautologies are deleted, others lose
//! repeated literals, and the replaced variables become inactive. A literal that is equivalent to its own negation
//! refutes the formula.
//!
//! **Why it pays.** Encodings are full of equivalences, and other techniques (probing, sweeping, congruence closure)
//! find more and add them as pairs of binary clauses. Substitution leaves fewer variables, shorter clauses, and more
//! duplicates to remove. It replaces 5,973 of 39,598 variables of stric-bmc-ibm-12. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** For each replaced literal l of representative r the clauses (not l, r) and (l, not r) are
//! derived first, by a breadth-first walk from r, in which each step needs two antecedents; then every changed clause
//! follows from its old form and these. If clauses may be added later, these two are pushed on the extension stack and
//! stay in the proof. Variables that the user has frozen or assumed are never replaced; the least of them represents
//! its component.
//!
//! **Schedule and cost.** In each round, and again after techniques that found equivalences. Linear in the formula and
//! without a budget; it stops after the walk over the binary clauses when there is nothing to replace. Tables of 16
//! bytes per variable, 16 more with a proof.
//!
//! **References.** Aspvall, Plass, Tarjan (IPL'79); Brafman (IJCAI'01); Li (AAAI'00); Järvisalo, Biere (SAT'10) for
//! extending models.

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::{BinaryIndex, ClauseRef};
use crate::cdcl::state::status::VarStatus;
use crate::cdcl::state::watch::Watch;
use crate::cnf::Lit;
use crate::proof::ClauseId;

/// The most rounds of a pass; another one begins if substitution has led to new units or binary clauses.
const MOST_ROUNDS: usize = 2;

pub(super) const DECOMPOSE: Technique = Technique {
    letter: Some(('d', "equal literals replaced")),
    on: |options| options.decompose,
    ticks: |counters| counters.decompose_ticks,
    ..Technique::new("decompose", |solver, _| solver.decompose().into())
};

impl Solver {
    /// Replaces equivalent literals by one of them; whether there were any.
    fn decompose(&mut self) -> bool {
        let mut found = false;
        for _ in 0..MOST_ROUNDS {
            debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
            self.remove_newly_satisfied();
            let substituted = self.counters.substituted;
            let again = Decomposer::new(self).run();
            found |= self.counters.substituted > substituted;
            if !again || self.inconsistent || self.exhausted {
                break;
            }
        }
        if found && !self.inconsistent && !self.exhausted {
            self.collect_garbage();
        }
        found
    }
}

/// The place of a literal in the walk: not yet visited, or done. The literals in between have numbers from 1 on.
const UNVISITED: u32 = 0;
const DONE: u32 = u32::MAX;

/// A literal on the path of the walk.
struct Step {
    lit: Lit,
    /// The next of its watches to follow.
    next: u32,
    /// The least number that was reached from here.
    low: u32,
}

/// A clause under substitution.
enum Substituted {
    Same,
    Tautology,
    Unit(Lit),
    Changed,
}

/// A round: the components of the implication graph, and what replaces their literals.
struct Decomposer<'s> {
    solver: &'s mut Solver,
    /// The representative of each literal.
    representative: Vec<Lit>,
    /// The representatives of components of more than one literal.
    components: Vec<Lit>,
    /// For each literal l of such a component the id of (not r, l) in the proof, where there is one.
    implied: Vec<ClauseId>,
    protected: Vec<bool>,
    /// The clause under substitution.
    lits: Vec<Lit>,
    /// Which literals are in it.
    marks: Vec<bool>,
    units: Vec<(Lit, ClauseId)>,
}

impl<'s> Decomposer<'s> {
    fn new(solver: &'s mut Solver) -> Self {
        let vars = solver.trail.info.len();
        let protected = solver.protected();
        Decomposer {
            solver,
            representative: (0..2 * vars as u32).map(Lit::from_code).collect(),
            components: Vec::new(),
            implied: Vec::new(),
            protected,
            lits: Vec::new(),
            marks: vec![false; 2 * vars],
            units: Vec::new(),
        }
    }

    /// Whether another round may find more.
    fn run(mut self) -> bool {
        debug_assert!(self.representative.len() == self.marks.len() && self.components.is_empty());
        self.solver.counters.decompositions += 1;
        self.solver.db.watches.binaries_first();
        if let Some(contradictory) = self.find_components() {
            self.refute(contradictory);
            return false;
        }
        if self.components.is_empty() {
            return false;
        }
        if self.solver.db.traced() {
            self.derive_equivalences();
        }
        let equal = self.keep_protected();
        let replaced: Vec<Lit> =
            equal.iter().map(|&(lit, _)| lit).filter(|lit| !self.protected[lit.var().index()]).collect();
        if !replaced.is_empty() {
            self.substitute(&replaced);
        }
        self.delete_equivalences(&equal);
        self.fix_derived_units()
    }

    /// Walks the implication graph (Tarjan's algorithm, with an explicit stack). A literal in the component of its
    /// negation ends it.
    fn find_components(&mut self) -> Option<Lit> {
        let mut number = vec![UNVISITED; self.representative.len()];
        let mut last = 0;
        let mut open: Vec<Lit> = Vec::new();
        let mut path: Vec<Step> = Vec::new();
        let Solver { values, db, counters, .. } = &mut *self.solver;
        let watches = &db.watches;
        for code in 0..number.len() as u32 {
            let root = Lit::from_code(code);
            if number[root.index()] != UNVISITED || values.value(root) != 0 {
                continue;
            }
            last += 1;
            number[root.index()] = last;
            open.push(root);
            path.push(Step { lit: root, next: 0, low: last });
            while let Some(step) = path.last_mut() {
                let watch = watches.list(!step.lit).get(step.next as usize).filter(|watch| watch.is_binary());
                if let Some(watch) = watch {
                    step.next += 1;
                    let other = watch.blocker();
                    if values.value(other) != 0 {
                        continue;
                    }
                    match number[other.index()] {
                        UNVISITED => {
                            last += 1;
                            number[other.index()] = last;
                            open.push(other);
                            path.push(Step { lit: other, next: 0, low: last });
                        }
                        DONE => {}
                        met => step.low = step.low.min(met),
                    }
                    continue;
                }
                let Step { lit, low, next } = path.pop().expect("there is a last step");
                counters.decompose_ticks += 1 + u64::from(next) / 16;
                if let Some(before) = path.last_mut() {
                    before.low = before.low.min(low);
                }
                if low == number[lit.index()] {
                    let start = open.iter().rposition(|&other| other == lit).expect("an open component");
                    for member in &open[start..] {
                        number[member.index()] = DONE;
                    }
                    if open.len() - start > 1 {
                        let members = &open[start..];
                        let rank = |lit: &&Lit| (!self.protected[lit.var().index()], **lit);
                        let first = *members.iter().min_by_key(rank).expect("a component has members");
                        if members.contains(&!first) {
                            return Some(first);
                        }
                        for member in members {
                            self.representative[member.index()] = first;
                        }
                        debug_assert!(members.contains(&first), "a component is represented by a member");
                        self.components.push(first);
                    }
                    open.truncate(start);
                }
            }
        }
        None
    }

    /// The literal and its negation imply each other.
    fn refute(&mut self, lit: Lit) {
        debug_assert_eq!(self.solver.values.value(lit), 0);
        if self.solver.db.chained() {
            // Breadth first from the literal to its negation, and back along the way.
            let mut parents: Vec<(Lit, BinaryIndex)> = vec![(lit, BinaryIndex::NONE); self.representative.len()];
            self.marks[lit.index()] = true;
            let mut queue = vec![lit];
            let mut at = 0;
            while !self.marks[(!lit).index()] {
                let from = queue[at];
                at += 1;
                for watch in self.solver.db.watches.list(!from).iter().take_while(|watch| watch.is_binary()) {
                    let to = watch.blocker();
                    if !self.marks[to.index()] && self.solver.values.value(to) == 0 {
                        self.marks[to.index()] = true;
                        parents[to.index()] = (from, watch.binary_index());
                        queue.push(to);
                    }
                }
            }
            let chain = &mut self.solver.learned.chain;
            chain.clear();
            let mut end = !lit;
            while end != lit {
                let (parent, index) = parents[end.index()];
                chain.push(self.solver.db.binary_id(index));
                end = parent;
            }
            chain.reverse();
        }
        self.solver.learn_unit(!lit);
        self.solver.propagate_units();
    }

    /// Derives (not r, l) for every literal l of a component of representative r.
    fn derive_equivalences(&mut self) {
        self.implied = vec![0; self.representative.len()];
        let mut queue: Vec<Lit> = Vec::new();
        for &first in &self.components {
            queue.clear();
            queue.push(first);
            let mut at = 0;
            while let Some(&from) = queue.get(at) {
                at += 1;
                let before = self.implied[from.index()];
                let mut from_here = 0;
                while let Some(&watch) = self.solver.db.watches.list(!from).get(from_here)
                    && watch.is_binary()
                {
                    from_here += 1;
                    let to = watch.blocker();
                    if to == first || self.representative[to.index()] != first || self.implied[to.index()] != 0 {
                        continue;
                    }
                    let chain = [before, self.solver.db.binary_id(watch.binary_index())];
                    let chain = if from == first { &chain[1..] } else { &chain };
                    self.implied[to.index()] = self.solver.db.derive(&[!first, to], chain);
                    queue.push(to);
                }
            }
        }
    }

    /// Makes protected literals their own representatives. Returns every positive literal that is equal to another
    /// representative, protected or not, with that representative.
    fn keep_protected(&mut self) -> Vec<(Lit, Lit)> {
        let mut equal = Vec::new();
        for code in (0..self.representative.len() as u32).step_by(2) {
            let lit = Lit::from_code(code);
            let first = self.representative[lit.index()];
            if first == lit {
                continue;
            }
            equal.push((lit, first));
            debug_assert_eq!(self.representative[(!lit).index()], !first, "negations have the negated representative");
            if self.protected[lit.var().index()] {
                self.representative[lit.index()] = lit;
                self.representative[(!lit).index()] = !lit;
            }
        }
        equal
    }

    /// Replaces the literals in all clauses, and watches all clauses again.
    fn substitute(&mut self, replaced: &[Lit]) {
        debug_assert!(replaced.iter().all(|lit| !self.protected[lit.var().index()]), "protected variables stay");
        let mut binaries = self.take_changing_binaries();
        binaries.retain_mut(|binary| self.substitute_binary(binary));
        let mut next = self.solver.db.arena.first();
        while let Some(clause) = next {
            next = self.solver.db.arena.next(clause);
            if !self.solver.db.arena.garbage(clause) {
                self.solver.counters.decompose_ticks += 1;
                binaries.extend(self.substitute_long(clause));
            }
        }
        for &lit in replaced {
            let representative = self.representative[lit.index()];
            let [backward, forward] = [lit, !lit].map(|lit| self.implied.get(lit.index()).copied().unwrap_or(0));
            self.solver.weaken([!lit, representative].into_iter(), forward);
            self.solver.weaken([lit, !representative].into_iter(), backward);
            debug_assert_eq!(self.representative[representative.index()], representative);
            self.solver.deactivate(lit.var(), VarStatus::Substituted);
        }
        let user = |lit: Lit| self.solver.db.external.user_lit(lit);
        let id = |lit: Lit| self.implied.get(lit.index()).copied().unwrap_or(0);
        let equal =
            replaced.iter().map(|&lit| (user(lit), user(self.representative[lit.index()]), [id(lit), id(!lit)]));
        let equal: Vec<(Lit, Lit, [ClauseId; 2])> = equal.collect();
        self.solver.substitute_in_xors(&equal);
        self.solver.counters.substituted += replaced.len() as u64;
        self.solver.lay_out_with(binaries.iter().copied());
    }

    /// Takes the binary clauses with replaced literals out of the lists, each from its smaller literal.
    fn take_changing_binaries(&mut self) -> Vec<(Lit, Watch)> {
        let representative = &self.representative;
        let changes = |lit: Lit| representative[lit.index()] != lit;
        let mut taken = Vec::new();
        for lit in (0..representative.len() as u32).map(Lit::from_code) {
            self.solver.counters.decompose_ticks += 1 + self.solver.db.watches.list(lit).len() as u64 / 16;
            self.solver.db.watches.retain(lit, |watch| {
                let taking = watch.is_binary() && (changes(lit) || changes(watch.blocker()));
                if taking && lit < watch.blocker() {
                    taken.push((lit, *watch));
                }
                !taking
            });
        }
        taken
    }

    /// Substitutes in the clause that is in `lits`; the ids of the equivalences used go into the chain.
    fn apply(&mut self) -> Substituted {
        let chain = &mut self.solver.learned.chain;
        chain.clear();
        let old = self.lits.len();
        let (mut kept, mut changed, mut tautology) = (0, false, false);
        for at in 0..old {
            let lit = self.lits[at];
            let new = self.representative[lit.index()];
            if new != lit {
                changed = true;
                if self.solver.db.chained() {
                    chain.push(self.implied[(!lit).index()]);
                }
            }
            tautology |= self.marks[(!new).index()];
            if !self.marks[new.index()] {
                self.marks[new.index()] = true;
                self.lits[kept] = new;
                kept += 1;
            }
        }
        self.lits.truncate(kept);
        for lit in &self.lits {
            self.marks[lit.index()] = false;
        }
        match self.lits[..] {
            _ if !changed => Substituted::Same,
            _ if tautology => Substituted::Tautology,
            [unit] => Substituted::Unit(unit),
            _ => Substituted::Changed,
        }
    }

    /// Substitutes in a binary clause; returns whether it remains, perhaps with other literals.
    fn substitute_binary(&mut self, binary: &mut (Lit, Watch)) -> bool {
        let (a, watch) = *binary;
        let (b, redundant, index) = (watch.blocker(), watch.is_redundant_binary(), watch.binary_index());
        self.lits.clear();
        self.lits.extend([a, b]);
        let outcome = self.apply();
        let db = &mut self.solver.db;
        match outcome {
            Substituted::Same => return true,
            Substituted::Tautology => {}
            Substituted::Unit(unit) => {
                let id = db.binary_id(index);
                self.derive_unit(unit, id);
            }
            Substituted::Changed => {
                let new = [self.lits[0], self.lits[1]];
                match db.rewrite_binary([a, b], redundant, index, new, &mut self.solver.learned.chain) {
                    Some(index) => *binary = (new[0], Watch::binary(new[1], redundant, index)),
                    None => self.solver.exhausted = true,
                }
                return !self.solver.exhausted;
            }
        }
        self.solver.db.delete_binary(a, b, redundant, index);
        false
    }

    /// Substitutes in a long clause; returns the binary clause that it may become.
    fn substitute_long(&mut self, clause: ClauseRef) -> Option<(Lit, Watch)> {
        self.lits.clear();
        self.lits.extend(self.solver.db.arena.lits(clause));
        let outcome = self.apply();
        let db = &mut self.solver.db;
        match outcome {
            Substituted::Same => return None,
            Substituted::Tautology => {}
            Substituted::Unit(unit) => {
                let id = db.arena.id(clause);
                self.derive_unit(unit, id);
            }
            Substituted::Changed => {
                let redundant = db.arena.redundant(clause);
                let index = db.rewrite(clause, &self.lits, &mut self.solver.learned.chain);
                if self.lits.len() > 2 {
                    return None;
                }
                self.solver.exhausted |= index.is_none();
                return index.map(|index| (self.lits[0], Watch::binary(self.lits[1], redundant, index)));
            }
        }
        self.solver.db.delete(clause);
        None
    }

    /// Derives a unit from the clause with this id and the chain. The solver fixes it only at the end of the round.
    fn derive_unit(&mut self, unit: Lit, id: ClauseId) {
        debug_assert!(!self.solver.db.chained() || id != 0);
        self.solver.learned.chain.push(id);
        let id = self.solver.db.derive(&[unit], &self.solver.learned.chain);
        self.units.push((unit, id));
    }

    /// Deletes from the proof those derived equivalences that nothing will need.
    fn delete_equivalences(&mut self, equal: &[(Lit, Lit)]) {
        if self.implied.is_empty() {
            return;
        }
        for &(lit, first) in equal {
            if self.solver.non_incremental || self.protected[lit.var().index()] {
                for (lit, first) in [(lit, first), (!lit, !first)] {
                    self.solver.db.delete_derived(self.implied[lit.index()], &[!first, lit]);
                }
            }
        }
    }

    /// Fixes the units that were derived and propagates the whole trail again; whether there were any.
    fn fix_derived_units(&mut self) -> bool {
        for &(unit, id) in &self.units {
            match self.solver.values.value(unit) {
                0 => self.solver.fix_original(unit, id),
                -1 => {
                    let other = self.solver.unit_ids.get(unit.var().index()).copied().unwrap_or(0);
                    self.solver.learned.chain.clear();
                    self.solver.learned.chain.extend([other, id]);
                    self.solver.learn_empty();
                    return false;
                }
                _ => {}
            }
        }
        if !self.solver.exhausted {
            self.solver.trail.propagated = 0;
            self.solver.propagate_units();
        }
        !self.units.is_empty()
    }
}
