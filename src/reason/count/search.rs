//! The search of the counter.
//!
//! **What it does.** Branches on a variable of a component, splits what is left into components, multiplies their
//! counts and adds those of the two branches. Components are looked up in a [`Cache`]. Variables by which models are
//! not distinguished are branched on last; a component that has only such variables counts 1 when it has a model and 0
//! when not.
//!
//! **Soundness and proof.** Learned clauses prune; when a branch turns out to have no model, all counts that were
//! stored inside it are forgotten. A [`Record`] is handed a decision-DNNF, which can be recounted
//! and from which models can be drawn.
//!
//! **References.** Sang et al., SAT'04 (learning with components); Thurley, SAT'06 (sharpSAT); Korhonen, Järvisalo,
//! CP'21 (branching by a tree decomposition).

use super::cache::Cache;
use super::components::{Components, Height};
use super::number::Number;
use super::record::{FALSE, Record};
use crate::cnf::{Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::reason::analyze::Analyzer;
use crate::reason::clauses::{Clauses, Conflict, Reason};

/// What the search needs beside the clauses.
#[derive(Clone, Debug)]
pub struct Task<'t> {
    /// Clauses of two literals or more, without repeated literals; unit propagation finds nothing.
    pub formula: &'t Formula,
    /// By variable: whether models are distinguished by it.
    pub shown: &'t [bool],
    /// By literal: its weight. `None`: each counts 1.
    pub weights: Option<&'t [Number]>,
    /// By variable: how much it is preferred for branching.
    pub preference: &'t [f64],
    /// Bytes for the cache.
    pub cache_bytes: usize,
}

/// Figures of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Variables branched on.
    pub decisions: u64,
    /// Branches that failed.
    pub conflicts: u64,
    /// Components looked up.
    pub lookups: u64,
    /// Components that were in the cache.
    pub hits: u64,
    /// Bytes of the cache at the end.
    pub cache_bytes: usize,
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// The count.
    Counted(Number),
    /// A limit was reached; without weights there are at least this many models.
    Stopped(Stop, Number),
}

/// A branch that is being counted.
#[derive(Debug)]
struct Frame {
    decision: Option<Lit>,
    trail: usize,
    /// The component that was branched on.
    component: usize,
    height: Height,
    sum: Number,
    product: Number,
    second: bool,
    /// Whether one model is as good as many.
    one_suffices: bool,
    mark: usize,
    /// Nodes of the certificate: of the first branch, and of the parts of the present one.
    first_node: u32,
    nodes: Vec<u32>,
}

pub struct Search<'t> {
    task: Task<'t>,
    clauses: Clauses,
    components: Components,
    cache: Cache,
    analyzer: Analyzer,
    frames: Vec<Frame>,
    activity: Vec<f64>,
    occurrences: Vec<u32>,
    record: Option<&'t mut dyn Record>,
    figures: Figures,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("figures", &self.figures).finish_non_exhaustive()
    }
}

impl<'t> Search<'t> {
    pub fn new(task: Task<'t>, record: Option<&'t mut dyn Record>) -> Search<'t> {
        let num_vars = task.formula.num_vars() as usize;
        let mut clauses = Clauses::new(num_vars);
        let mut occurrences = vec![0; 2 * num_vars];
        for clause in task.formula.clauses() {
            clauses.attach(clause, false);
            clause.iter().for_each(|lit| occurrences[lit.index()] += 1);
        }
        Search {
            clauses,
            components: Components::new(task.formula, task.shown),
            cache: Cache::new(task.cache_bytes),
            analyzer: Analyzer::new(num_vars),
            frames: Vec::new(),
            activity: vec![0.0; num_vars],
            occurrences,
            record,
            figures: Figures::default(),
            task,
        }
    }

    /// The figures so far.
    pub fn figures(&self) -> Figures {
        let (lookups, hits) = (self.cache.lookups, self.cache.hits);
        Figures { lookups, hits, cache_bytes: self.cache.bytes(), ..self.figures }
    }

    /// Counts. The certificate's node of all is the last value.
    pub fn run(&mut self, limits: &Limits) -> (Ended, u32) {
        self.frames.push(Frame {
            decision: None,
            trail: 0,
            component: 0,
            height: self.components.height(),
            sum: Number::ZERO,
            product: Number::ONE,
            second: true,
            one_suffices: false,
            mark: 0,
            first_node: FALSE,
            nodes: Vec::new(),
        });
        self.split();
        while let Some(frame) = self.frames.last() {
            if frame.product.is_zero() || self.components.stack.len() == frame.height.stack {
                if let Some((total, node)) = self.leave() {
                    return (Ended::Counted(total), node);
                }
                continue;
            }
            let due = self.figures.decisions.is_multiple_of(512);
            let full = due && self.record.as_ref().is_some_and(|record| record.is_full());
            let stop = if due { limits.exceeded() } else { None }.or(full.then_some(Stop::Memory));
            let spent = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
            let stop = stop
                .or_else(|| spent(limits.conflicts, self.figures.conflicts).then_some(Stop::Conflicts))
                .or_else(|| spent(limits.decisions, self.figures.decisions).then_some(Stop::Decisions));
            if let Some(stop) = stop {
                return (Ended::Stopped(stop, self.lower_bound()), FALSE);
            }
            self.enter();
        }
        (Ended::Counted(Number::ZERO), FALSE)
    }

    fn level(&self) -> u32 {
        self.frames.len() as u32 - 1
    }

    /// Branches on a variable of the component on top.
    fn enter(&mut self) {
        let component = self.components.stack.len() - 1;
        let shown = self.components.stack[component].shown;
        let mut best: Option<(f64, Var)> = None;
        for &index in self.components.vars(component) {
            let var = index as usize;
            if shown && !self.task.shown[var] {
                continue;
            }
            let score = self.task.preference[var] + self.activity[var] + f64::from(self.components.frequency[var]);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, Var::new(index)));
            }
        }
        let Some((_, var)) = best else { return };
        self.figures.decisions += 1;
        let positive = self.occurrences[var.pos().index()] >= self.occurrences[var.neg().index()];
        let decision = var.lit(positive);
        self.frames.push(Frame {
            decision: Some(decision),
            trail: self.clauses.trail.len(),
            component,
            height: self.components.height(),
            sum: Number::ZERO,
            product: Number::ONE,
            second: false,
            one_suffices: !shown,
            mark: self.cache.mark(),
            first_node: FALSE,
            nodes: Vec::new(),
        });
        self.try_literal(decision, Reason::None);
    }

    /// Makes a literal true on the present level and splits the component; after a conflict the branch counts 0.
    fn try_literal(&mut self, lit: Lit, reason: Reason) {
        let level = self.level();
        self.clauses.assign(lit, level, reason);
        let mut conflict = None;
        for index in 0..self.clauses.units.len() {
            let unit = self.clauses.units[index];
            match self.clauses.value(unit) {
                0 => self.clauses.assign(unit, 0, Reason::None),
                1 => {}
                _ => conflict = Some(Conflict::Unit(unit)),
            }
        }
        match conflict.or_else(|| self.clauses.propagate(level)) {
            Some(conflict) => self.learn(conflict),
            None => self.split(),
        }
    }

    /// Learns from a conflict. The branch counts 0, and so do all branches between it and the level of the conflict.
    fn learn(&mut self, conflict: Conflict) {
        self.figures.conflicts += 1;
        let lesson = self.analyzer.analyze(&mut self.clauses, conflict);
        for &var in &self.analyzer.touched {
            self.activity[var.index()] += 1.0;
        }
        if self.figures.conflicts.is_multiple_of(128) {
            self.activity.iter_mut().for_each(|activity| *activity *= 0.5);
        }
        let level = self.level();
        for frame in &mut self.frames[lesson.level as usize + 1..] {
            frame.sum = Number::ZERO;
            frame.first_node = FALSE;
            frame.second = true;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.product = Number::ZERO;
        }
        let Some(first) = self.frames.last().and_then(|frame| frame.decision) else { return };
        let mut reason = None;
        for clause in [&lesson.clause, &lesson.refutation] {
            let opposes = clause.first() == Some(&!first) && lesson.level == level;
            match clause.as_slice() {
                [] => {}
                &[unit] => self.clauses.units.push(unit),
                _ if clause.len() > 200 && !opposes => {}
                _ => {
                    let place = self.clauses.attach(clause, true);
                    reason = if opposes { Some(place) } else { reason };
                }
            }
        }
        // The reason is used at once when the branch is left.
        self.leave_failed(reason);
    }

    /// Takes the opposite of a failed decision, if that was not tried yet.
    fn leave_failed(&mut self, reason: Option<Reason>) {
        let Some(frame) = self.frames.last() else { return };
        if !frame.second {
            self.turn(FALSE, reason.unwrap_or(Reason::None));
        }
    }

    /// Leaves the first branch of the present frame for the second.
    fn turn(&mut self, node: u32, reason: Reason) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(decision) = frame.decision else { return };
        frame.sum = std::mem::replace(&mut frame.product, Number::ONE);
        if frame.sum.is_zero() {
            self.cache.forget_since(frame.mark);
        }
        frame.second = true;
        frame.first_node = node;
        frame.nodes.clear();
        frame.mark = self.cache.mark();
        self.components.truncate(frame.height);
        self.clauses.unassign_from(frame.trail);
        self.clauses.reduce_keeping(reason);
        self.try_literal(!decision, reason);
    }

    /// Ends the present branch; gives the count and the node of everything when it was the last.
    fn leave(&mut self) -> Option<(Number, u32)> {
        let node = self.branch_node();
        let frame = self.frames.last_mut()?;
        let zero = frame.product.is_zero();
        if !frame.second && (zero || !frame.one_suffices) {
            self.turn(node, Reason::None);
            return None;
        }
        if zero {
            self.cache.forget_since(frame.mark);
        }
        let frame = self.frames.pop()?;
        let mut total = frame.sum;
        total.add(&frame.product);
        let node = match &mut self.record {
            Some(record) => record.choice(frame.first_node, node),
            None => FALSE,
        };
        let Some(parent) = self.frames.last_mut() else { return Some((total, node)) };
        self.components.truncate(frame.height);
        self.clauses.unassign_from(frame.trail);
        parent.product.multiply(&total);
        parent.nodes.push(node);
        if let Some(component) = self.components.stack.pop() {
            self.cache.put(component.key, total, node);
        }
        if self.cache.is_log_long() {
            self.cache.compact(self.frames.iter_mut().map(|frame| &mut frame.mark));
        }
        None
    }

    /// The certificate's node of the present branch.
    fn branch_node(&mut self) -> u32 {
        let (Some(record), Some(frame)) = (&mut self.record, self.frames.last()) else { return FALSE };
        if frame.product.is_zero() {
            return FALSE;
        }
        let mut lits = Vec::new();
        if frame.decision.is_some() {
            for &var in self.components.vars(frame.component) {
                let lit = Var::new(var).pos();
                match self.clauses.value(lit) {
                    0 => {}
                    value => lits.push(if value > 0 { lit } else { !lit }),
                }
            }
        }
        record.product(&lits, &frame.nodes)
    }

    /// Splits the component of the present branch and looks its parts up.
    fn split(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let task = &self.task;
        let mut free = 0;
        let mut factor = Number::ONE;
        let weight = |lit: Lit| task.weights.map_or(&Number::ONE, |weights| &weights[lit.index()]);
        if task.weights.is_some() && frame.decision.is_some() {
            for &var in self.components.vars(frame.component) {
                let lit = Var::new(var).pos();
                match self.clauses.value(lit) {
                    0 => {}
                    value => factor.multiply(weight(if value > 0 { lit } else { !lit })),
                }
            }
        }
        self.components.split(frame.component, &self.clauses, |var| {
            if !task.shown[var.index()] {
            } else if task.weights.is_some() {
                let mut both = weight(var.pos()).clone();
                both.add(weight(var.neg()));
                factor.multiply(&both);
            } else {
                free += 1;
            }
        });
        frame.product.multiply(&factor);
        frame.product.double(free);
        let cache = &mut self.cache;
        self.components.arrange(frame.height.stack, |part| match cache.get(part.key) {
            Some((count, node)) => {
                frame.product.multiply(count);
                frame.nodes.push(node);
                true
            }
            None => false,
        });
    }

    /// A number of models that there are at least: of finished branches without unfinished components beside them.
    fn lower_bound(&self) -> Number {
        let mut bound = Number::ZERO;
        for index in (0..self.frames.len()).rev() {
            let frame = &self.frames[index];
            let end = self.frames.get(index + 1).map_or(self.components.stack.len(), |next| next.height.stack);
            let inside = usize::from(index + 1 < self.frames.len());
            if end - frame.height.stack == inside {
                let mut present = frame.product.clone();
                if inside == 1 {
                    present.multiply(&bound);
                }
                bound = frame.sum.clone();
                bound.add(&present);
            } else {
                bound = frame.sum.clone();
            }
        }
        bound
    }
}
