//! Conflict-driven clause learning.
//!
//! A [`Solver`] is made of components (`state/`: data with their own invariants), kernels (`kernels/`: the hot loops,
//! free functions on named components), and the steps of the search (`search/`: `impl Solver` blocks, one file each).
//! Clauses are added, shortened and deleted through [`ClauseDb`] (`database.rs`) alone, which writes the proof. The
//! engine never prints.
//!
//! The method: Marques-Silva, Sakallah, GRASP (IEEE ToC'99); Moskewicz et al., Chaff (DAC'01); Eén, Sörensson, MiniSat
//! (SAT'03); Audemard, Simon, Glucose (IJCAI'09); Biere et al., CaDiCaL 2.0 (CAV'24). Each file names its own sources.

mod asymmetric;
mod connect;
mod contracts;
mod database;
mod external;
mod flip;
mod gauss;
mod given;
mod inprocess;
mod kernels;
mod load;
pub(crate) mod options;
mod schedule;
pub(crate) mod search;
pub(crate) mod share;
mod simplify;
mod state;
pub(crate) mod stats;
mod symmetry;
mod unit_propagation;

use crate::cnf::{Assignment, Lit, Var};
use crate::engine::{Observer, ProfileRow, Reporter};
use crate::limits::{Limits, Stop};
use crate::order::scores::Scores;
use crate::proof::{ClauseId, Conclusion, Tracer};
use crate::util::exclusive::Exclusive;
use crate::util::memory::{BYTES_PER_VAR, try_allocate};
use crate::util::table::CounterTable;
use database::ClauseDb;
use kernels::propagate::{Components, Delayed};
use options::CdclOptions;
use schedule::Schedule;
use search::learned::OnLearned;
use search::notify::Notifier;
use state::averages::Averages;
use state::clause::{Clause, ClauseRef};
use state::extension::Extension;
use state::learned::Learned;
use state::marks::AnalysisMarks;
use state::passes::Passes;
use state::phases::Phases;
use state::queue::Queue;
use state::status::{Statuses, VarStatus};
use state::trail::Trail;
use state::values::Values;
use state::watch::{Layout, Unwatched};
use stats::CdclCounters;

/// The answer of a call of [`Solver::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Satisfiable under the assumptions.
    Sat,
    /// Unsatisfiable under the assumptions (or without them).
    Unsat,
    /// A limit, or memory that was refused, ended the call.
    Unknown(Stop),
}

/// A CDCL solver with assumptions and proofs; by default without clauses.
#[derive(Default)]
pub struct Solver {
    /// The options; change them before the first call of [`Solver::solve`].
    pub options: CdclOptions,
    counters: CdclCounters,
    db: ClauseDb,
    trail: Trail,
    values: Values,
    queue: Queue,
    scores: Scores,
    phases: Phases,
    marks: AnalysisMarks,
    statuses: Statuses,
    extension: Extension,
    probed: inprocess::probe::Probed,
    passes: Passes,
    averages: [Averages; 2],
    schedule: Schedule,
    learned: Learned,
    unwatched: Unwatched,
    layout: Layout,
    delayed: Delayed,
    /// The ids of the unit clauses of fixed variables, where ids are kept.
    unit_ids: Vec<ClauseId>,
    /// The assumptions of the next or current call, internal.
    assumptions: Vec<Lit>,
    /// What stays on the trail between calls.
    kept: search::keep::Kept,
    /// The assumptions that the last call found to contradict the formula or each other, internal.
    failed: Vec<Lit>,
    /// The id in the proof of the clause that says that not all of them hold; 0 where there is none.
    failure_id: ClauseId,
    /// The formula was refuted without assumptions.
    inconsistent: bool,
    /// An allocation has failed; the solver no longer holds all clauses.
    exhausted: bool,
    /// A technique is running: its assignments are not saved as phases.
    keep_phases: bool,
    /// No clause or assumption will follow, so that eliminated variables need not be restored.
    non_incremental: bool,
    given: given::Given,
    asymmetric: asymmetric::Asymmetric,
    gauss: gauss::Gauss,
    /// The last model, over user variables.
    model: Assignment,
    reporter: Option<Exclusive<Box<dyn Reporter>>>,
    share: Option<share::Share>,
    /// Who is notified of learned clauses.
    pub on_learned: Option<OnLearned>,
    /// How many times the contracts were due, in builds that check them.
    contracts_due: u64,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("db", &self.db).field("counters", &self.counters).finish_non_exhaustive()
    }
}

impl Solver {
    /// A copy of this solver, without its model, its proof, its reporter, its callback and its team.
    pub(crate) fn copy(&self) -> Solver {
        Solver {
            options: self.options.clone(),
            counters: self.counters.clone(),
            db: self.db.copy(),
            trail: self.trail.clone(),
            values: self.values.clone(),
            queue: self.queue.clone(),
            scores: self.scores.clone(),
            phases: self.phases.clone(),
            marks: self.marks.clone(),
            statuses: self.statuses.clone(),
            extension: self.extension.clone(),
            probed: self.probed.clone(),
            passes: self.passes.clone(),
            averages: self.averages.clone(),
            schedule: self.schedule.clone(),
            unwatched: self.unwatched.clone(),
            layout: self.layout,
            unit_ids: self.unit_ids.clone(),
            assumptions: self.assumptions.clone(),
            kept: self.kept.clone(),
            failed: self.failed.clone(),
            inconsistent: self.inconsistent,
            exhausted: self.exhausted,
            keep_phases: self.keep_phases,
            non_incremental: self.non_incremental,
            given: self.given.clone(),
            gauss: self.gauss.copy(),
            ..Solver::default()
        }
    }

    /// Writes a proof to `tracer`. Must come before the first clause.
    pub fn set_tracer(&mut self, tracer: Box<dyn Tracer>) {
        self.db.trace(tracer);
    }

    /// Sends lines of progress to `reporter`.
    pub fn set_reporter(&mut self, reporter: Box<dyn Reporter>) {
        self.reporter = Some(Exclusive::new(reporter));
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// The first failure to write it.
    pub fn finish_proof(&mut self) -> std::io::Result<()> {
        self.db.finish()
    }

    /// What has been counted, with the memory that clauses take now.
    pub fn counters(&self) -> CdclCounters {
        let mut counters = self.counters.clone();
        counters.memory_arena = self.db.arena.bytes() as u64;
        counters.memory_watches = self.db.watches.bytes() as u64;
        counters.add_growth(&CdclCounters::default(), self.uncounted());
        counters
    }

    /// The time that each part has taken.
    pub fn profile(&self) -> Vec<ProfileRow> {
        self.passes.profile()
    }

    /// Adds a clause of the user's literals.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.unbreak();
        let known: Vec<Lit> = clause.iter().filter_map(|&lit| self.known(lit)).collect();
        self.make_room(&known);
        self.taint(clause);
        self.keep_given(clause);
        let id = self.db.reserve_ids(1);
        self.db.trace_call(|tracer| tracer.input(id, clause));
        self.add_original(clause, id);
    }

    /// Assumes a user's literal for the next call of [`Solver::solve`].
    pub fn assume(&mut self, lit: Lit) {
        self.unbreak();
        self.taint(&[lit]);
        match self.internal(lit) {
            Some(lit) => {
                self.reactivate(lit.var());
                self.assumptions.push(lit);
            }
            None => self.exhausted = true,
        }
    }

    /// Withdraws all assumptions.
    pub fn forget_assumptions(&mut self) {
        self.assumptions.clear();
    }

    /// The last model, over the user's variables that occur.
    pub fn model(&self) -> &Assignment {
        &self.model
    }

    /// The user's assumptions that contradicted each other (or the formula) in the last call.
    pub fn failed(&self) -> impl Iterator<Item = Lit> + '_ {
        self.db.external.user_lits(self.failed.iter().copied())
    }

    /// The id in the proof of the clause that says that not all failed assumptions of the last call hold; 0 where there
    /// is none.
    pub fn failure_id(&self) -> ClauseId {
        self.failure_id
    }

    /// The value that a user's literal has in every model: fixed by the formula.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        if let Some(symmetric) = self.if_broken() {
            return symmetric.fixed(lit);
        }
        let external = &self.db.external;
        if let Some(value) = external.removed_fixed_value(lit) {
            return Some(value);
        }
        let lit = self.known(lit)?;
        (self.values.value(lit) != 0 && self.trail.level_of(lit) == 0).then(|| self.values.value(lit) > 0)
    }

    /// Sets the value that a variable is given when it is decided; `None` leaves that to the solver again.
    pub fn set_phase(&mut self, var: Var, value: Option<bool>) {
        self.unbreak();
        if self.db.external.removed_fixed_value(var.pos()).is_some() {
            return;
        }
        if let Some(lit) = self.internal(var.pos()) {
            self.phases.forced[lit.var().index()] = value.map_or(0, |value| if value { 1 } else { -1 });
        }
    }

    /// Makes a user's literal the saved phase of its variable, which the search may change.
    pub fn save_phase(&mut self, lit: Lit) {
        self.unbreak();
        if let Some(lit) = self.known(lit) {
            self.phases.saved[lit.var().index()] = if lit.is_positive() { 1 } else { -1 };
        }
    }

    /// Whether clauses may have this variable of the user's: it is neither fixed nor eliminated nor substituted.
    pub fn is_active(&self, var: Var) -> bool {
        if let Some(symmetric) = self.if_broken() {
            return symmetric.is_active(var);
        }
        let internal = self.known(var.pos());
        internal.is_some_and(|lit| !self.statuses.is_inactive(lit.var()) && self.fixed(var.pos()).is_none())
    }

    /// Protects a user's variable from elimination, until it is melted as many times.
    pub fn freeze(&mut self, var: Var) {
        self.unbreak();
        self.db.external.freeze(var);
    }

    /// Undoes one call of [`Solver::freeze`].
    pub fn melt(&mut self, var: Var) {
        self.unbreak();
        self.db.external.melt(var);
    }

    /// Searches for a model under the assumptions, which are forgotten afterwards.
    pub fn solve(&mut self, limits: &Limits) -> Status {
        self.solve_and_notify::<false>(limits, &mut Notifier::default())
    }

    /// Searches for a model under the assumptions, and notifies the observer of every step.
    pub fn solve_observed(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Status {
        self.solve_and_notify::<true>(limits, &mut Notifier::to(observer))
    }

    fn solve_and_notify<const OBSERVED: bool>(&mut self, limits: &Limits, notifier: &mut Notifier<'_>) -> Status {
        if OBSERVED {
            self.backtrack(0);
        }
        self.learned.observed = OBSERVED;
        self.begin_call();
        let status = self.timed("search", |solver| solver.search::<OBSERVED>(limits, notifier));
        let status = self.end_call(status);
        if OBSERVED && status == Status::Sat {
            self.notify_model(notifier);
        }
        status
    }

    /// Prepares a search under the assumptions.
    pub(crate) fn begin_call(&mut self) {
        if self.db.follows_calls() {
            let assumptions: Vec<Lit> = self.db.external.user_lits(self.assumptions.iter().copied()).collect();
            self.db.trace_call(|tracer| tracer.query(&assumptions));
        }
        self.prepare_clauses();
        self.reopen();
    }

    /// Makes all clauses ready for propagation, those that were added since the last call too.
    fn prepare_clauses(&mut self) {
        let assumptions = std::mem::take(&mut self.assumptions);
        self.make_room(&assumptions);
        self.assumptions = assumptions;
        self.counters.kept += u64::from(self.kept.level > 0);
        debug_assert!(
            self.counters.solves == 0 || self.unwatched.binaries.is_empty(),
            "clauses are watched in the first call"
        );
        self.failed.clear();
        self.failure_id = 0;
        self.watch_loaded();
        self.counters.solves += 1;
        self.restore();
    }

    /// Searches until the limits end this part of a call, which this solver or a copy can continue.
    pub(crate) fn search_part(&mut self, limits: &Limits) -> Status {
        let status = self.timed("search", |solver| solver.search::<false>(limits, &mut Notifier::default()));
        if matches!(status, Status::Unknown(_)) {
            self.backtrack(0);
        }
        status
    }

    /// Ends a call: extracts the model, and forgets the assumptions.
    pub(crate) fn end_call(&mut self, mut status: Status) -> Status {
        debug_assert!(status != Status::Sat || !self.inconsistent);
        self.exhausted |= self.db.watches.incomplete();
        if status == Status::Sat && self.exhausted {
            status = Status::Unknown(Stop::Memory);
        }
        if status == Status::Sat {
            self.extract_model();
            if !self.unbreak_after_model() {
                self.keep_model();
            }
        } else {
            self.leave_kept();
        }
        if status == Status::Unsat {
            self.forget_symmetric();
        }
        self.assumptions.clear();
        self.conclude(status)
    }

    /// Writes to a proof of all calls how this call has ended. An unsatisfiable formula whose proof cannot be written
    /// counts as unknown.
    fn conclude(&mut self, status: Status) -> Status {
        debug_assert!(self.trail.level() == self.kept.level && self.assumptions.is_empty());
        let core: Vec<Lit> = if self.db.follows_calls() { self.failed().collect() } else { Vec::new() };
        let Solver { db, model, failure_id, .. } = self;
        db.trace_call(|tracer| {
            tracer.conclude(match status {
                Status::Sat => Conclusion::Model(model),
                Status::Unsat => Conclusion::Core(&core, *failure_id),
                Status::Unknown(_) => Conclusion::Unknown,
            })
        });
        if db.broken() && (db.follows_calls() || status == Status::Unsat) {
            return Status::Unknown(Stop::Proof);
        }
        status
    }

    fn extract_model(&mut self) {
        debug_assert_eq!(self.trail.lits.len() + self.statuses.inactive(), self.trail.info.len(), "a model is total");
        if self.kept.level == 0 {
            self.model = self.extended(self.trail.lits.iter().copied());
        } else {
            self.update_model();
            self.extension.extend(&mut self.model);
        }
    }

    /// The model over user variables in which these literals of all active variables are true.
    fn extended(&self, lits: impl Iterator<Item = Lit>) -> Assignment {
        let external = &self.db.external;
        let mut model = Assignment::all_false(external.user_vars());
        external.user_lits(lits).for_each(|lit| model.satisfy(lit));
        external.removed_fixed_lits().for_each(|lit| model.satisfy(lit));
        self.extension.extend(&mut model);
        model
    }

    /// Declares that the formula is complete and will be solved once, so that eliminated variables need not be
    /// restored.
    pub fn set_non_incremental(&mut self) {
        self.non_incremental = true;
    }

    /// Taints the entries of the extension stack that these literals of the user's contradict.
    fn taint(&mut self, lits: &[Lit]) {
        debug_assert!(!self.non_incremental || self.counters.solves == 0, "a non-incremental formula is solved once");
        if !self.extension.is_empty() {
            lits.iter().for_each(|&lit| self.extension.taint(lit));
        }
    }

    /// Restores the clauses whose removal is no longer sound after new clauses or assumptions.
    fn restore(&mut self) {
        if !self.extension.is_tainted() {
            return;
        }
        debug_assert!(!self.non_incremental && self.trail.level() == self.kept.level);
        let mut clean = Vec::new();
        for (id, clause) in self.extension.take_tainted() {
            if self.inconsistent || self.exhausted {
                return;
            }
            self.counters.restored += 1;
            let known: Vec<Lit> = clause.iter().filter_map(|&lit| self.known(lit)).collect();
            self.make_room(&known);
            self.add_given(&clause, id, &mut clean, true);
        }
    }

    /// Pushes a clause that leaves the formula onto the extension stack; its first literal is the witness.
    fn weaken(&mut self, clause: impl ExactSizeIterator<Item = Lit>, id: ClauseId) {
        debug_assert!(clause.len() > 0, "the witness comes first");
        let external = &self.db.external;
        self.exhausted |= !self.extension.push(clause.map(|lit| external.user_lit(lit)), id);
    }

    /// Makes a variable that is in no clause any more inactive.
    fn deactivate(&mut self, var: Var, status: VarStatus) {
        debug_assert!(self.values.value(var.pos()) == 0 && !self.statuses.is_inactive(var));
        self.statuses.set(var, status);
        self.queue.remove(var);
    }

    /// Makes an inactive variable active again, because the user uses it again.
    fn reactivate(&mut self, var: Var) {
        if self.statuses.is_inactive(var) {
            debug_assert_eq!(self.values.value(var.pos()), 0);
            self.statuses.set(var, VarStatus::Active);
            self.queue.reinsert(var);
            self.scores.insert(var);
        }
    }

    /// By variable: whether it must not be eliminated or substituted, because the user has frozen or assumed it.
    fn protected(&self) -> Vec<bool> {
        let external = &self.db.external;
        let vars = (0..external.internal_vars()).map(Var::new);
        let mut protected: Vec<bool> = vars.map(|var| external.is_frozen(external.user_lit(var.pos()).var())).collect();
        for lit in &self.assumptions {
            protected[lit.var().index()] = true;
        }
        protected
    }

    /// The internal literal of a variable that was used before; none where there was no memory for the tables.
    fn known(&self, lit: Lit) -> Option<Lit> {
        self.db.external.internal_lit(lit).filter(|lit| lit.var().index() < self.statuses.len())
    }

    /// The internal literal; the tables grow when a variable is used for the first time.
    fn internal(&mut self, lit: Lit) -> Option<Lit> {
        if self.db.external.internal_lit(lit).is_some() {
            return self.known(lit);
        }
        let vars = self.db.external.internal_vars();
        if vars == self.trail.info.capacity() && !try_allocate(vars * BYTES_PER_VAR) {
            return None;
        }
        let internal = self.db.external.number(lit)?;
        self.grow();
        Some(internal)
    }

    /// Gives every table that is in use a row for each internal variable.
    fn grow(&mut self) {
        let vars = self.db.external.internal_vars();
        debug_assert!(vars >= self.trail.info.len());
        self.trail.grow(vars);
        self.values.grow(vars);
        self.grow_decision_orders(vars);
        self.phases.grow(vars, if self.options.phase { 1 } else { -1 });
        self.marks.grow(vars);
        self.statuses.grow(vars);
        self.db.touched.resize(vars, database::ADDED | database::REMOVED);
        self.db.watches.grow(vars);
        self.gauss.grow(vars);
        self.db.parts.grow(vars);
        if self.db.chained() {
            self.unit_ids.resize(vars, 0);
        }
        for (lit, id) in self.db.external.take_returned() {
            self.fix_returned(lit, id);
        }
    }

    /// Propagates, and derives a unit clause for each literal that is implied at level 0.
    #[inline]
    fn propagate(&mut self) -> Option<Clause> {
        let before = self.trail.propagated;
        let conflict = self.propagate_clauses();
        self.fix_new_units(before);
        conflict
    }

    /// Propagates clauses and XOR constraints.
    #[inline]
    fn propagate_all(&mut self) -> Option<Clause> {
        let before = self.trail.propagated;
        let conflict = self.propagate_clauses_and_xors();
        self.fix_new_units(before);
        conflict
    }

    #[inline]
    fn propagate_clauses_and_xors(&mut self) -> Option<Clause> {
        loop {
            if let Some(conflict) = self.propagate_clauses() {
                return Some(conflict);
            }
            if let Some(conflict) = self.propagate_xors() {
                return Some(conflict);
            }
            if self.trail.is_propagated() {
                return None;
            }
        }
    }

    /// Propagates, and leaves the literals implied at level 0 with their reasons.
    #[inline]
    fn propagate_clauses(&mut self) -> Option<Clause> {
        let before = self.trail.propagated;
        let Solver { trail, values, db, delayed, counters, .. } = self;
        let ClauseDb { arena, watches, .. } = db;
        let mut components = Components { trail, values, arena, watches, delayed, ticks: &mut counters.ticks };
        let conflict = kernels::propagate::propagate::<false>(&mut components, ClauseRef(0));
        self.counters.propagations += (self.trail.propagated - before) as u64;
        conflict
    }

    /// Derives a unit clause for each literal of level 0 from this trail position on, if there may be any.
    #[inline]
    fn fix_new_units(&mut self, before: usize) {
        if self.trail.level() == 0 || self.trail.unordered {
            // A conflict in a sum of XOR constraints may have gone back further.
            self.fix_units(before.min(self.trail.lits.len()));
        }
    }

    /// Why the search has to stop: an interrupt, a limit of time or memory, or a proof that cannot be written.
    fn stopped(&self, limits: &Limits) -> Option<Stop> {
        if self.exhausted {
            return Some(Stop::Memory);
        }
        if self.db.broken() {
            return Some(Stop::Proof);
        }
        limits.exceeded()
    }
}

/// Solvers move between threads, and threads may share one that they copy.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Solver>();
};
