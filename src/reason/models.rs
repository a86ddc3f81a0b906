//! All models, one after the other, in memory that does not grow with their number.
//!
//! **What it does.** Decides the shown variables in their order, then the others. After a model, the last decision on a
//! shown variable whose other value has not been tried is inverted ("turned"); no clause is added to exclude the model.
//! From conflicts clauses are learned as usual, which prune the search. After many conflicts without a model, the CDCL
//! solver is asked whether there is one under the present decisions: its model then guides the search, or the failed
//! decisions become a learned clause.
//!
//! **Soundness and proof.** The decisions that were not turned tell what is left to search: the opposite of each,
//! together with the decisions before it. So every model comes once, and a later run needs nothing but the list of
//! decisions to go on. Every model is checked against the formula. A cube leaves out the last decisions as far as no
//! clause needs them and they were not turned, so that cubes do not overlap.
//!
//! **References.** Spallitta, Sebastiani, Biere, AAAI'24 and SAT'24.

use super::Incremental;
use super::analyze::Analyzer;
use super::clauses::{Clauses, Conflict, Reason};
use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};

/// Conflicts without a model after which the CDCL solver is asked.
const CONFLICTS_BEFORE_CDCL: u64 = 500;

/// Decisions between two looks at the clock.
const POLL: usize = 1024;

/// A decision on the way to the present model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The literal that is true.
    pub lit: Lit,
    /// Whether this is the second value: the models with its opposite came before.
    pub turned: bool,
}

/// The result of the search for another model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelStep {
    /// A model, or a cube of models.
    Found,
    /// There are no more.
    Done,
    /// The limits ran out; there may be more.
    Stopped(Stop),
    /// A model leaves the clause with this index, from 0, false: a fault of the search.
    Wrong(usize),
}

#[derive(Debug)]
struct Frame {
    decision: Decision,
    trail: usize,
    /// Where in the order the search for the next open variable begins.
    cursor: usize,
}

/// The search for all models. Neighbours in its order differ in few variables; for models that are unlike each other,
/// ask a [`Solver`](crate::Solver) and forbid most of each answer by a clause.
///
/// As an iterator it ends after an `Err`, where a limit ran out, so collect into a `Result`. More models than can be
/// visited are counted by `reason::count`; some ten thousand may be visited sooner than counted.
///
/// ```
/// use gemsat::cnf::{Formula, Var};
/// use gemsat::limits::Limits;
/// use gemsat::reason::models::{ModelStep, Models};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2]]);
/// let both = [Var::new(0), Var::new(1)];
/// let mut models = Models::new(&formula, &both, false);
/// let mut count = 0;
/// while models.advance_to_model(&Limits::none()) == ModelStep::Found {
///     count += 1;
/// }
/// assert_eq!(count, 3);
/// // As an iterator, with a value for each variable:
/// let models = Models::new(&formula, &both, false).collect::<Result<Vec<_>, _>>()?;
/// assert!(models.len() == 3 && models.iter().all(|model| model[both[0]] || model[both[1]]));
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Models<'m> {
    formula: &'m Formula,
    clauses: Clauses,
    analyzer: Analyzer,
    frames: Vec<Frame>,
    /// Shown variables first.
    order: Vec<Var>,
    num_shown: usize,
    shown: Vec<bool>,
    phases: Vec<bool>,
    oracle: Option<Incremental>,
    cubes: bool,
    cube_level: u32,
    since_model: u64,
    conflicts: u64,
    /// How many decisions were made and clauses of models checked since the last look at the clock.
    work: usize,
    /// By clause: the place in it of a literal that was true in the last model.
    witnesses: Vec<u32>,
    /// Shown places from this one on may have changed since [`Models::take_changed`].
    changed: usize,
    places: Vec<u32>,
    state: State,
    /// For the iterator: its limits, and whether one of them has ended it.
    limits: Limits,
    ended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The part below the decisions has not been searched yet.
    Open,
    /// The decisions lead to a model that was handed out.
    Model,
    /// No models are left.
    Done,
}

impl<'m> Models<'m> {
    /// All models of a formula as far as the shown variables distinguish them; with `cubes`, several at once.
    pub fn new(formula: &'m Formula, shown: &[Var], cubes: bool) -> Models<'m> {
        let top = shown.iter().map(|var| var.index() + 1).max().unwrap_or(0);
        let num_vars = top.max(formula.num_vars());
        let mut is_shown = vec![false; num_vars];
        let mut places = vec![u32::MAX; num_vars];
        let mut order: Vec<Var> = Vec::with_capacity(num_vars);
        for &var in shown {
            if !std::mem::replace(&mut is_shown[var.index()], true) {
                places[var.index()] = order.len() as u32;
                order.push(var);
            }
        }
        let num_shown = order.len();
        let mut occurs = vec![false; num_vars];
        let mut models = Models {
            formula,
            clauses: Clauses::new(num_vars),
            analyzer: Analyzer::new(num_vars),
            frames: Vec::new(),
            order,
            num_shown,
            shown: is_shown,
            phases: vec![true; num_vars],
            oracle: None,
            cubes,
            cube_level: 0,
            since_model: CONFLICTS_BEFORE_CDCL,
            conflicts: 0,
            work: 0,
            witnesses: vec![0; formula.num_clauses()],
            changed: 0,
            places,
            state: State::Open,
            limits: Limits::none(),
            ended: false,
        };
        let mut lits = Vec::new();
        let mut consistent = true;
        for clause in formula.clauses() {
            lits.clear();
            lits.extend_from_slice(clause);
            lits.sort_unstable();
            lits.dedup();
            lits.iter().for_each(|lit| occurs[lit.var().index()] = true);
            if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
                continue;
            }
            match lits[..] {
                [] => consistent = false,
                [unit] => match models.clauses.value(unit) {
                    0 => models.clauses.assign(unit, 0, Reason::None),
                    value => consistent &= value > 0,
                },
                _ => {
                    models.clauses.attach(&lits, false);
                }
            }
        }
        let hidden = (0..num_vars).filter(|&index| occurs[index] && !models.shown[index]);
        models.order.extend(hidden.map(Var::new));
        if !consistent || models.clauses.propagate(0).is_some() {
            models.state = State::Done;
        }
        models
    }

    /// Ends the iterator at these limits, with an error. Limits on counts are for all models together.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Models<'m> {
        self.limits = limits;
        self
    }

    /// Continues from [`Models::decisions`] of an earlier run.
    pub fn resume(&mut self, decisions: &[Decision]) {
        for &decision in decisions {
            match self.clauses.value(decision.lit) {
                0 => {
                    self.push(decision.lit, decision.turned);
                    self.assign(decision.lit, Reason::None);
                    if self.propagate().is_some() {
                        self.advance();
                        return;
                    }
                }
                1 => {}
                _ => {
                    self.advance();
                    return;
                }
            }
        }
    }

    /// What is left to be searched after the present model, as decisions: the part below the last one, and the opposite
    /// of each that was not turned. `None` when nothing is left.
    pub fn decisions(&mut self) -> Option<Vec<Decision>> {
        if self.state == State::Model {
            self.leave_model();
        }
        (self.state == State::Open).then(|| self.frames.iter().map(|frame| frame.decision).collect())
    }

    /// The conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// The value of a literal in the present model or cube: 1 true, -1 false, 0 free.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        if self.cubes && self.clauses.levels[lit.var().index()] > self.cube_level {
            return 0;
        }
        self.clauses.value(lit)
    }

    /// The place of the first shown variable whose value may have changed since the last call.
    pub fn take_changed(&mut self) -> usize {
        std::mem::replace(&mut self.changed, self.num_shown)
    }

    /// Looks for the next model.
    pub fn advance_to_model(&mut self, limits: &Limits) -> ModelStep {
        if self.state == State::Model {
            self.leave_model();
        }
        while self.state == State::Open {
            self.work += 1;
            if self.work >= POLL {
                self.work = 0;
                if let Some(stop) = limits.exceeded() {
                    return ModelStep::Stopped(stop);
                }
            }
            if limits.conflicts.is_some_and(|limit| self.conflicts >= limit) {
                return ModelStep::Stopped(Stop::Conflicts);
            }
            if self.since_model >= CONFLICTS_BEFORE_CDCL
                && let Some(stop) = self.ask(limits)
            {
                return ModelStep::Stopped(stop);
            }
            if self.state == State::Open && self.decide() {
                return self.found();
            }
        }
        ModelStep::Done
    }

    fn level(&self) -> u32 {
        self.frames.len() as u32
    }

    fn push(&mut self, lit: Lit, turned: bool) {
        let cursor = self.frames.last().map_or(0, |frame| frame.cursor);
        let trail = self.clauses.trail.len();
        self.frames.push(Frame { decision: Decision { lit, turned }, trail, cursor });
    }

    fn assign(&mut self, lit: Lit, reason: Reason) {
        let level = self.level();
        self.clauses.assign(lit, level, reason);
    }

    fn propagate(&mut self) -> Option<Conflict> {
        for index in 0..self.clauses.units.len() {
            let unit = self.clauses.units[index];
            match self.clauses.value(unit) {
                0 => self.clauses.assign(unit, 0, Reason::None),
                1 => {}
                _ => return Some(Conflict::Unit(unit)),
            }
        }
        let level = self.level();
        self.clauses.propagate(level)
    }

    /// Takes the next decision; returns whether there was none left to take.
    fn decide(&mut self) -> bool {
        let mut cursor = self.frames.last().map_or(0, |frame| frame.cursor);
        while let Some(&var) = self.order.get(cursor) {
            if self.clauses.value(var.pos()) == 0 {
                break;
            }
            cursor += 1;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.cursor = cursor;
        }
        let Some(&var) = self.order.get(cursor) else { return true };
        let lit = var.lit(self.phases[var.index()]);
        self.push(lit, false);
        self.assign(lit, Reason::None);
        if let Some(conflict) = self.propagate() {
            self.learn(conflict);
        }
        false
    }

    /// Learns from a conflict and continues after it.
    fn learn(&mut self, conflict: Conflict) {
        let mut conflict = Some(conflict);
        while let Some(falsified) = conflict {
            self.conflicts += 1;
            self.since_model += 1;
            let lesson = self.analyzer.analyze(&mut self.clauses, falsified);
            if lesson.level == 0 {
                self.state = State::Done;
                return;
            }
            self.drop_frames(lesson.level as usize);
            let mut reason = Reason::None;
            let decision = self.frames.last().map(|frame| frame.decision.lit);
            for clause in [&lesson.clause, &lesson.refutation] {
                match clause.as_slice() {
                    [] => {}
                    &[unit] => self.clauses.units.push(unit),
                    _ => {
                        let place = self.clauses.attach(clause, true);
                        reason = if clause.first().copied() == decision.map(|lit| !lit) { place } else { reason };
                    }
                }
            }
            conflict = self.turn(reason);
        }
    }

    /// Goes to the next part: inverts the last decision that was not turned yet, and propagates it.
    fn turn(&mut self, mut reason: Reason) -> Option<Conflict> {
        loop {
            let Some(frame) = self.frames.last() else {
                self.state = State::Done;
                return None;
            };
            let (trail, Decision { lit, turned }) = (frame.trail, frame.decision);
            self.unassign_from(trail);
            if !turned {
                if let Some(frame) = self.frames.last_mut() {
                    frame.decision = Decision { lit: !lit, turned: true };
                }
                let below = self.frames.len().checked_sub(2).map_or(0, |index| self.frames[index].cursor);
                if let Some(frame) = self.frames.last_mut() {
                    frame.cursor = below;
                }
                if reason == Reason::None {
                    self.clauses.reduce();
                }
                self.assign(!lit, reason);
                return self.propagate();
            }
            reason = Reason::None;
            self.frames.pop();
        }
    }

    /// Goes to the next part when the present one is done.
    fn advance(&mut self) {
        if let Some(conflict) = self.turn(Reason::None) {
            self.learn(conflict);
        }
    }

    /// Goes to the part that follows the present model.
    fn leave_model(&mut self) {
        self.state = State::Open;
        let keep = match self.cubes {
            true => self.cube_level as usize,
            false => self
                .frames
                .iter()
                .rposition(|frame| self.shown[frame.decision.lit.var().index()])
                .map_or(0, |at| at + 1),
        };
        self.drop_frames(keep);
        self.advance();
    }

    /// Drops the frames beyond this many.
    fn drop_frames(&mut self, keep: usize) {
        if let Some(frame) = self.frames.get(keep) {
            let trail = frame.trail;
            self.unassign_from(trail);
            self.frames.truncate(keep);
        }
    }

    fn unassign_from(&mut self, trail: usize) {
        for lit in &self.clauses.trail[trail..] {
            self.changed = self.changed.min(self.places[lit.var().index()] as usize);
        }
        self.clauses.unassign_from(trail);
    }

    /// Checks the model, and finds the cube that it stands for.
    fn found(&mut self) -> ModelStep {
        self.since_model = 0;
        self.work += self.formula.num_clauses() / 64;
        self.state = State::Model;
        let formula = self.formula;
        for (index, clause) in formula.clauses().enumerate() {
            let witness = self.witnesses[index] as usize;
            if clause.get(witness).is_none_or(|&lit| self.clauses.value(lit) <= 0) {
                let Some(place) = clause.iter().position(|&lit| self.clauses.value(lit) > 0) else {
                    return ModelStep::Wrong(index);
                };
                self.witnesses[index] = place as u32;
            }
        }
        if self.cubes {
            self.cube_level = self.needed_level();
            self.changed = 0;
        }
        ModelStep::Found
    }

    /// The lowest level such that no clause needs a shown literal above it, and no decision above it was turned.
    fn needed_level(&self) -> u32 {
        let last =
            self.frames.iter().rposition(|frame| frame.decision.turned && self.shown[frame.decision.lit.var().index()]);
        let mut level = last.map_or(0, |at| at as u32 + 1);
        for clause in self.formula.clauses() {
            let need = |&lit: &Lit| match self.clauses.value(lit) > 0 {
                true if self.shown[lit.var().index()] => self.clauses.levels[lit.var().index()],
                true => 0,
                false => u32::MAX,
            };
            level = level.max(clause.iter().map(need).min().unwrap_or(0));
        }
        level
    }

    /// Asks the CDCL solver whether there is a model under the present decisions.
    fn ask(&mut self, limits: &Limits) -> Option<Stop> {
        self.since_model = 0;
        let formula = self.formula;
        let oracle = self.oracle.get_or_insert_with(|| Incremental::new(formula));
        let decisions: Vec<Lit> = self.frames.iter().map(|frame| frame.decision.lit).collect();
        let limits = Limits { conflicts: None, ..limits.clone() };
        match oracle.solve_under(&decisions, &limits) {
            Reply::Sat(model) => {
                let known = self.phases.len().min(model.len());
                for index in 0..known {
                    self.phases[index] = model.value(Var::new(index));
                }
            }
            Reply::Unsat(failed) => match failed[..] {
                [] => self.state = State::Done,
                [unit] => {
                    self.clauses.units.push(!unit);
                    self.learn(Conflict::Unit(!unit));
                }
                _ => {
                    let mut clause: Vec<Lit> = failed.iter().map(|&lit| !lit).collect();
                    self.clauses.sort_by_level(&mut clause);
                    let conflict = match self.clauses.attach(&clause, true) {
                        Reason::Clause(place) => Conflict::Clause(place),
                        _ => Conflict::Binary(clause[0], clause[1]),
                    };
                    self.learn(conflict);
                }
            },
            Reply::Unknown(stop) => return Some(stop),
        }
        None
    }
}

/// The models in turn; what a cube leaves free is false. A limit that runs out is the last item.
impl Iterator for Models<'_> {
    type Item = Result<Assignment, Stop>;

    fn next(&mut self) -> Option<Result<Assignment, Stop>> {
        if self.ended {
            return None;
        }
        let limits = std::mem::take(&mut self.limits);
        let step = self.advance_to_model(&limits);
        self.limits = limits;
        match step {
            ModelStep::Found => Some(Ok((0..self.shown.len()).map(|at| self.value(Var::new(at).pos()) > 0).collect())),
            ModelStep::Done => None,
            ModelStep::Stopped(stop) => {
                self.ended = true;
                Some(Err(stop))
            }
            ModelStep::Wrong(clause) => unreachable!("clause {clause} is false in a model"),
        }
    }
}
