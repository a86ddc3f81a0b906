//! Parity constraints in a clausal proof: constraints as chains of added variables, and their sums.
//!
//! **What it does.** The constraint x1 + ... + xn = b becomes a *line*: a chain of nodes tn = xn, ti = xi + t(i+1), and
//! the unit clause t1 = b. A node is a variable of the proof alone, defined by four clauses; nodes are unique, so that
//! lines with the same end share it. The order of the variables is the same in the whole proof. A line is imported
//! from the clauses that encode it by splitting on its variables. The sum of two lines is built from the last variable
//! to the first: at every place the node of the sum is shown to be the sum of the two nodes there.
//!
//! **Why it pays.** Summing the clauses themselves takes exponentially many steps in the number of variables; this
//! takes at most twelve for each variable of the sum.
//!
//! **Soundness and proof.** All steps follow by unit propagation but for the definitions, which are RAT on the new
//! variable. No number of a new variable is used again.
//!
//! **References.** Philipp, Rebola-Pardo (JELIA'16); Sinz, Biere (CSR'06) and Bryant, Heule (TACAS'21) for proofs by
//! binary decision diagrams, of which a chain is one with complemented edges.

use super::recover::Xor;
use crate::cdcl::database::ClauseDb;
use crate::cnf::{Lit, Var};
use crate::proof::ClauseId;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Stands for the empty chain.
const NONE: u32 = u32::MAX;

/// The chain from a variable on.
#[derive(Clone, Debug)]
struct Node {
    var: Var,
    /// The chain after it.
    tail: u32,
    /// The variable that equals the sum: the node's own, or `var` where nothing comes after it.
    sum: Var,
    /// By the values of `sum` and `var`: the clause of the definition that these make unit.
    ids: [ClauseId; 4],
    /// Lines that begin here, and nodes of which this is the tail.
    users: u32,
}

/// A parity constraint that the proof has.
#[derive(Clone, Debug)]
pub struct Line {
    /// The first node.
    top: u32,
    odd: bool,
    /// The unit clause: the sum of the first node is odd, or even.
    unit: ClauseId,
    /// Of a line without variables whose sum is odd: two units that contradict each other.
    contradiction: [ClauseId; 2],
}

/// A place in the sum of two lines.
struct Place {
    var: Var,
    /// The nodes of both lines and of the sum from here on.
    parts: [u32; 3],
    /// Which of them have the variable.
    has: [bool; 3],
    /// By the values of the three sums: the clause that these falsify, where it is needed.
    ids: [ClauseId; 8],
    needed: u8,
    /// The three clauses are those of a definition, or nothing needs to be said.
    given: bool,
}

/// The nodes of all lines.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    nodes: Vec<Node>,
    free: Vec<u32>,
    unique: HashMap<(Var, u32), u32>,
    /// By user's variable: its place in the order.
    ranks: HashMap<Var, u32>,
    /// Lemmas that were derived.
    pub lemmas: u64,
    /// Scratch: lemmas that are deleted after the step.
    passing: Vec<(ClauseId, [Lit; 4], u8)>,
}

impl Lines {
    /// Appends the variable to the order, unless it has a place.
    pub fn order(&mut self, var: Var) {
        let next = self.ranks.len() as u32;
        self.ranks.entry(var).or_insert(next);
    }

    fn rank(&self, node: u32) -> u32 {
        self.nodes.get(node as usize).map_or(u32::MAX, |node| self.ranks[&node.var])
    }

    fn derive(&mut self, db: &mut ClauseDb, lits: &[Lit], hints: &[ClauseId]) -> ClauseId {
        self.lemmas += 1;
        db.derive_external(lits, hints)
    }

    /// Derives a clause that is deleted after the step.
    fn derive_passing(&mut self, db: &mut ClauseDb, lits: &[Lit], hints: &[ClauseId]) -> ClauseId {
        let id = self.derive(db, lits, hints);
        let mut kept = [lits[0]; 4];
        kept[..lits.len()].copy_from_slice(lits);
        self.passing.push((id, kept, lits.len() as u8));
        id
    }

    fn delete_passing(&mut self, db: &mut ClauseDb) {
        for (id, lits, len) in self.passing.drain(..) {
            db.delete_external(id, &lits[..len as usize]);
        }
    }

    /// The variable before the chain, defined if it is new. Nobody uses it yet.
    fn node(&mut self, db: &mut ClauseDb, var: Var, tail: u32) -> u32 {
        if let Some(&node) = self.unique.get(&(var, tail)) {
            return node;
        }
        let (sum, mut ids) = (if tail == NONE { var } else { db.external.proof_var() }, [0; 4]);
        if tail != NONE {
            let after = self.nodes[tail as usize].sum;
            let lits = |values: u8| definition(values, [sum, var, after]);
            self.lemmas += 4;
            for values in [2, 3] {
                ids[values as usize] = db.define_external(&lits(values), &[]);
            }
            for values in [0, 1] {
                ids[values as usize] = db.define_external(&lits(values), &[ids[2], ids[3]]);
            }
            self.nodes[tail as usize].users += 1;
        }
        let node = Node { var, tail, sum, ids, users: 0 };
        let at = match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        self.unique.insert((var, tail), at);
        at
    }

    /// Deletes the nodes from this one on that nobody uses.
    fn release(&mut self, db: &mut ClauseDb, mut at: u32) {
        while at != NONE && self.nodes[at as usize].users == 0 {
            let Node { var, tail, sum, ids, .. } = self.nodes[at as usize];
            self.unique.remove(&(var, tail));
            self.free.push(at);
            if tail != NONE {
                let after = self.nodes[tail as usize].sum;
                for (values, id) in (0..).zip(ids) {
                    db.delete_external(id, &definition(values, [sum, var, after]));
                }
                self.nodes[tail as usize].users -= 1;
            }
            at = tail;
        }
    }

    /// Makes a line that begins at this node of the unit that these clauses imply.
    fn line(&mut self, db: &mut ClauseDb, top: u32, odd: bool, hints: &[ClauseId]) -> Line {
        let node = &mut self.nodes[top as usize];
        node.users += 1;
        let unit = node.sum.lit(odd);
        Line { top, odd, unit: self.derive(db, &[unit], hints), contradiction: [0; 2] }
    }

    /// A line of its own that says the same.
    pub fn copy(&mut self, db: &mut ClauseDb, line: &Line) -> Line {
        if line.top == NONE { line.clone() } else { self.line(db, line.top, line.odd, &[line.unit]) }
    }

    /// Deletes a line.
    pub fn drop_line(&mut self, db: &mut ClauseDb, line: Line) {
        if line.top != NONE {
            let node = &mut self.nodes[line.top as usize];
            node.users -= 1;
            let unit = node.sum.lit(line.odd);
            db.delete_external(line.unit, &[unit]);
            self.release(db, line.top);
        }
    }

    /// The variables of a line, in the order of the proof.
    pub fn vars(&self, line: &Line) -> impl Iterator<Item = Var> {
        self.path(line.top).map(|node| node.var)
    }

    /// The nodes from this one on.
    fn path(&self, at: u32) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.nodes.get(at as usize), |node| self.nodes.get(node.tail as usize))
    }

    /// The number of variables that only one of the lines has.
    pub fn width_of_sum(&self, a: &Line, b: &Line) -> usize {
        let (mut a, mut b, mut width) = (a.top, b.top, 0);
        while a != b {
            match self.rank(a).cmp(&self.rank(b)) {
                Ordering::Equal => (a, b) = (self.nodes[a as usize].tail, self.nodes[b as usize].tail),
                Ordering::Less => (a, width) = (self.nodes[a as usize].tail, width + 1),
                Ordering::Greater => (b, width) = (self.nodes[b as usize].tail, width + 1),
            }
        }
        width
    }

    /// The line of a constraint of two or more variables that clauses encode. `clause` gives the id of the clause that
    /// an assignment falsifies, whose bits are in the order of the variables.
    pub fn import(&mut self, db: &mut ClauseDb, xor: &Xor, clause: &dyn Fn(u32) -> ClauseId) -> Line {
        let mut places: Vec<usize> = (0..xor.vars.len()).collect();
        places.sort_unstable_by_key(|&at| self.ranks[&xor.vars[at]]);
        let top = places.iter().rev().fold(NONE, |tail, &at| self.node(db, xor.vars[at], tail));
        let mut path = vec![self.nodes[top as usize].sum.lit(xor.odd)];
        let mut hints = Vec::new();
        let by_place = |values: u32| clause((0..).zip(&places).map(|(at, &place)| (values >> at & 1) << place).sum());
        let mut split = Split { lines: self, db, top, odd: xor.odd, clause: &by_place, lemmas: Vec::new() };
        split.refute(&mut path, 0, &mut hints);
        let lemmas = split.lemmas;
        let line = self.line(db, top, xor.odd, &hints);
        lemmas.into_iter().for_each(|(id, lits)| db.delete_external(id, &lits));
        line
    }

    /// The sum of two lines, which are kept.
    pub fn sum(&mut self, db: &mut ClauseDb, a: &Line, b: &Line) -> Line {
        let odd = a.odd ^ b.odd;
        if a.top == b.top {
            return Line { top: NONE, odd, unit: 0, contradiction: [a.unit, b.unit] };
        }
        debug_assert!(a.top != NONE && b.top != NONE);
        let mut places = self.places(db, a.top, b.top);
        let values = u8::from(a.odd) | u8::from(b.odd) << 1;
        let top_values = values | u8::from(!odd) << 2;
        places[0].needed = 1 << top_values;
        for at in 1..places.len() {
            let (above, needed) = (&places[at - 1], places[at - 1].needed);
            if above.given {
                break;
            }
            let flipped = above.flipped();
            let below = (0..8)
                .filter(|values| needed >> values & 1 == 1)
                .fold(0, |needed, values| needed | 1 << values | 1 << (values ^ flipped));
            places[at].needed = below;
        }
        for at in (0..places.len()).rev() {
            self.derive_place(db, &mut places, at);
        }
        let line = self.line(db, places[0].parts[2], odd, &[a.unit, b.unit, places[0].ids[top_values as usize]]);
        self.delete_passing(db);
        line
    }

    /// The places of a sum, as far as the chains of the lines differ; makes the nodes of the sum.
    fn places(&mut self, db: &mut ClauseDb, mut a: u32, mut b: u32) -> Vec<Place> {
        let mut places = Vec::new();
        while a != b && a != NONE && b != NONE {
            let order = self.rank(a).cmp(&self.rank(b));
            let has = [order != Ordering::Greater, order != Ordering::Less];
            let var = self.nodes[if has[0] { a } else { b } as usize].var;
            let parts = [a, b, NONE];
            let has = [has[0], has[1], has[0] != has[1]];
            places.push(Place { var, parts, has, ids: [0; 8], needed: 0, given: false });
            a = if has[0] { self.nodes[a as usize].tail } else { a };
            b = if has[1] { self.nodes[b as usize].tail } else { b };
        }
        // Where one chain has ended, the sum is the other one.
        let mut sum = if a == b {
            NONE
        } else if a == NONE {
            b
        } else {
            a
        };
        for at in (0..places.len()).rev() {
            if places[at].has[2] {
                sum = self.node(db, places[at].var, sum);
            }
            places[at].parts[2] = sum;
            places[at].given = self.is_definition(&mut places[at]);
        }
        let given = places.iter().position(|place| place.given).expect("the last place is a definition");
        places.truncate(given + 1);
        places
    }

    /// Whether a node's definition says that the three parts have an even sum; notes its clauses then.
    fn is_definition(&self, place: &mut Place) -> bool {
        for [whole, first, rest] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let [node, leaf, tail] = [whole, first, rest].map(|part| place.parts[part]);
            let (Some(node), Some(leaf)) = (self.nodes.get(node as usize), self.nodes.get(leaf as usize)) else {
                continue;
            };
            if leaf.tail != NONE || node.var != leaf.var || node.tail != tail || tail == NONE {
                continue;
            }
            for values in 0..8_usize {
                let [sum, var, after] = [whole, first, rest].map(|part| values >> part & 1);
                if sum ^ var ^ after == 1 {
                    place.ids[values] = node.ids[2 * sum + var];
                }
            }
            return true;
        }
        false
    }

    /// Derives the clauses that are needed of a place from those of the one below.
    fn derive_place(&mut self, db: &mut ClauseDb, places: &mut [Place], at: usize) {
        if places[at].given {
            return;
        }
        let (var, parts, has) = (places[at].var, places[at].parts, places[at].has);
        let (flipped, needed) = (places[at].flipped(), places[at].needed);
        for values in (0..8_u8).filter(|values| needed >> values & 1 == 1) {
            let value = |part: usize| values >> part & 1;
            let [x, y, z] = [0, 1, 2].map(|part| self.nodes[parts[part] as usize].sum.lit(value(part) == 0));
            let mut lemma = 0;
            for first in [true, false] {
                let mut hints = [lemma, 0, 0, 0];
                let mut next = 1;
                for part in (0..3).filter(|&part| has[part]) {
                    hints[next] =
                        self.nodes[parts[part] as usize].ids[usize::from(2 * value(part)) + usize::from(!first)];
                    next += 1;
                }
                debug_assert_eq!(next, 3, "two parts have the variable");
                hints[3] = places[at + 1].ids[usize::from(if first { values } else { values ^ flipped })];
                debug_assert!(hints[1..].iter().all(|&id| id != 0));
                lemma = if first {
                    self.derive_passing(db, &[x, y, z, var.pos()], &hints[1..])
                } else {
                    self.derive_passing(db, &[x, y, z], &hints)
                };
            }
            places[at].ids[values as usize] = lemma;
        }
    }

    /// Appends the ids from which a clause follows whose literals are of variables of the line: those of `unit` for the
    /// variables that it leaves out because they are fixed, then those of the line. `value` is the value of a variable
    /// where the clause is false.
    pub fn explain(
        &self,
        line: &Line,
        value: &dyn Fn(Var) -> bool,
        unit: &dyn Fn(Var) -> Option<ClauseId>,
        hints: &mut Vec<ClauseId>,
    ) {
        if line.top == NONE {
            debug_assert!(line.odd);
            hints.extend(line.contradiction);
            return;
        }
        hints.extend(self.vars(line).filter_map(unit));
        let nodes: Vec<&Node> = self.path(line.top).collect();
        let mut sum = false;
        for node in nodes.into_iter().rev() {
            let value = value(node.var);
            if node.tail != NONE {
                // The clause that makes the node's variable the sum of the other two.
                hints.push(node.ids[usize::from(sum == value) * 2 + usize::from(value)]);
            }
            sum ^= value;
        }
        debug_assert_ne!(sum, line.odd, "the clause is of the line");
        hints.push(line.unit);
    }

    /// Whether the line has no variable.
    pub fn is_empty(line: &Line) -> bool {
        line.top == NONE
    }

    /// Whether the line says that 0 = 1.
    pub fn contradicts(line: &Line) -> bool {
        line.top == NONE && line.odd
    }
}

impl Place {
    /// The parts that have the variable: their tails have other values when it is true.
    fn flipped(&self) -> u8 {
        self.has.iter().zip(0..).map(|(&has, part)| u8::from(has) << part).sum()
    }
}

/// The clause of a definition that is unit when the sum and the variable have these values (bits 1 and 0).
fn definition(values: u8, [sum, var, tail]: [Var; 3]) -> [Lit; 3] {
    let (s, v) = (values >> 1 == 1, values & 1 == 1);
    [sum.lit(!s), var.lit(!v), tail.lit(s ^ v)]
}

/// The import of a constraint.
struct Split<'l> {
    lines: &'l mut Lines,
    db: &'l mut ClauseDb,
    top: u32,
    odd: bool,
    clause: &'l dyn Fn(u32) -> ClauseId,
    lemmas: Vec<(ClauseId, Vec<Lit>)>,
}

impl Split<'_> {
    /// Appends the hints that refute the negation of the unit together with that of the literals after it in `path`,
    /// of the first variables, whose values are `values`.
    fn refute(&mut self, path: &mut Vec<Lit>, values: u32, hints: &mut Vec<ClauseId>) {
        let place = path.len() - 1;
        let nodes: Vec<Node> = self.lines.path(self.top).cloned().collect();
        if place + 1 == nodes.len() {
            let (mut sum, mut values) = (!self.odd, values);
            for (at, node) in nodes[..place].iter().enumerate() {
                let value = values >> at & 1;
                hints.push(node.ids[usize::from(sum) * 2 + value as usize]);
                sum ^= value == 1;
            }
            values |= u32::from(sum) << place;
            hints.push((self.clause)(values));
            return;
        }
        let var = nodes[place].var;
        let mut own = Vec::new();
        path.push(var.pos());
        self.refute(path, values, &mut own);
        let id = self.lines.derive(self.db, path, &own);
        self.lemmas.push((id, path.clone()));
        path.pop();
        hints.push(id);
        path.push(var.neg());
        self.refute(path, values | 1 << place, hints);
        path.pop();
    }
}
