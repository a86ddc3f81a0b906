//! Sweeping: fixed and equivalent literals, found in the neighbourhood of each variable.
//!
//! **What it does.** Gives the clauses around a variable to kitten. All literals that its first model makes true are
//! candidates to be fixed, and to be equivalent to each other; further models, and flips of single literals in them,
//! refute most of these candidates. The rest are decided by queries, one for a fixed literal and two for an
//! equivalence.
//!
//! **Why it pays.** It finds equivalences that no gate shows, as in miters of circuits that were built in different
//! ways: longmult15 takes 4.3 s instead of 5.2. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** What follows from some of the clauses follows from all. The proof gets kitten's learned
//! clauses of each core (`replay.rs`). Equivalences are added as two redundant binary clauses, for `decompose` to
//! substitute.
//!
//! **Schedule and cost.** In each round, with a share of the search ticks, kitten's included, but only if that is more
//! than the number of clauses, since a pass rearranges all watch lists twice. A neighbourhood is two steps deep and has
//! at most `FIRST_MOST_VARIABLES` variables and `FIRST_MOST_CLAUSES` clauses, twice as many after each complete pass,
//! up to 32 times. Variables that one pass did not reach come first in the next. After a pass that fixes or merges
//! fewer than one variable in a thousand the next ones are delayed.
//!
//! **References.** Kuehlmann, Paruthi, Krohm, Ganai (TCAD'02); Fleury, Biere (Kissat, SAT Competition 2021).

mod refine;

use super::pass::{PassOutcome, Technique};
use super::replay::Source;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::Clause;
use crate::cdcl::state::watch::Layout;
use crate::cnf::{Lit, Var};
use crate::kitten::{Answer, Kitten};
use std::cmp::Reverse;

/// The most variables of a neighbourhood at first.
const FIRST_MOST_VARIABLES: usize = 256;
/// The most clauses of a neighbourhood at first.
const FIRST_MOST_CLAUSES: usize = 1024;
/// How often these two limits are doubled at most.
const MOST_DOUBLINGS: u32 = 5;
/// How many steps a neighbourhood reaches from its centre at first; one more after the first complete pass.
const FIRST_DEPTH: u32 = 2;
/// The longest clause of a neighbourhood.
const LONGEST_CLAUSE: usize = 100;
/// The most ticks of one query.
const QUERY_TICKS: u64 = 100_000;

pub(super) const SWEEP: Technique = Technique {
    letter: Some(('w', "equal literals swept")),
    on: |options| options.sweep,
    effort: |options| options.sweep_effort,
    ticks: |counters| counters.sweep_ticks,
    due: |solver, ticks| solver.db.population().all_irredundant() <= ticks,
    removes_satisfied: true,
    backs_off: true,
    ..Technique::new("sweep", Solver::sweep)
};

impl Solver {
    /// Sweeps within this many ticks.
    fn sweep(&mut self, ticks: u64) -> PassOutcome {
        let found = |solver: &Solver| solver.counters.sweep_units + solver.counters.sweep_equal;
        let (before, swept) = (found(self), self.counters.swept);
        self.reconnect(Layout::Occurring(LONGEST_CLAUSE));
        if self.exhausted {
            return false.into();
        }
        let limit = self.counters.sweep_ticks + ticks;
        Sweeper::new(self, limit).run();
        if !self.inconsistent && !self.exhausted {
            self.resume_watching();
        }
        let found = found(self) - before;
        let worthwhile = found * 1000 >= self.counters.swept - swept;
        PassOutcome { changed: found > 0, worthwhile, complete: self.passes.place(SWEEP.name).left.is_empty() }
    }
}

/// A pass of sweeping, with the variables around the present one.
struct Sweeper<'s> {
    solver: &'s mut Solver,
    kitten: Kitten,
    /// The clauses that kitten's tags refer to.
    sources: Vec<Source>,
    /// The variables around the centre in order, and by variable its distance plus one.
    neighbours: Vec<Var>,
    distances: Vec<u8>,
    /// Variables the clauses of which are in the neighbourhood.
    expanded: Vec<bool>,
    /// Variables that were found equal to another one.
    merged: Vec<bool>,
    /// By variable: whether kitten's model stayed a model when the variable's value was flipped.
    flipped: Vec<bool>,
    /// Literals that may be fixed to true.
    backbone: Vec<Lit>,
    /// Literals that may be equal.
    classes: Vec<Vec<Lit>>,
    /// Kitten holds a model.
    has_model: bool,
    /// How many passes before this one were complete.
    completed: u32,
    limit: u64,
}

impl<'s> Sweeper<'s> {
    fn new(solver: &'s mut Solver, limit: u64) -> Self {
        let vars = solver.trail.info.len();
        let seed = solver.options.seed ^ solver.counters.swept;
        let completed = solver.passes.place(SWEEP.name).completed;
        Sweeper {
            solver,
            kitten: Kitten::new(seed),
            sources: Vec::new(),
            neighbours: Vec::new(),
            distances: vec![0; vars],
            expanded: vec![false; vars],
            merged: vec![false; vars],
            flipped: vec![false; vars],
            backbone: Vec::new(),
            classes: Vec::new(),
            has_model: false,
            completed,
            limit,
        }
    }

    fn run(&mut self) {
        let mut schedule = self.schedule();
        while let Some(var) = schedule.pop() {
            if self.stopped() {
                schedule.push(var);
                break;
            }
            if self.solver.values.value(var.pos()) == 0 && !self.merged[var.index()] {
                self.sweep_around(var);
            }
        }
        let place = self.solver.passes.place(SWEEP.name);
        place.completed += u32::from(schedule.is_empty());
        place.left = schedule;
    }

    fn stopped(&mut self) -> bool {
        self.solver.spent(self.solver.counters.sweep_ticks, self.limit)
    }

    /// The variables to sweep, the first one at the end: those that the last pass left over, or all by ascending number
    /// of clauses.
    fn schedule(&mut self) -> Vec<Var> {
        let solver = &mut *self.solver;
        let occurrences = |var: Var| solver.db.watches.list(var.pos()).len() + solver.db.watches.list(var.neg()).len();
        let mut left = std::mem::take(&mut solver.passes.place(SWEEP.name).left);
        let may =
            |var: Var| solver.values.value(var.pos()) == 0 && !solver.statuses.is_inactive(var) && occurrences(var) > 0;
        left.retain(|&var| may(var));
        if left.is_empty() {
            left = (0..solver.trail.info.len()).map(Var::new).filter(|&var| may(var)).collect();
            left.sort_by_cached_key(|&var| Reverse(occurrences(var)));
        }
        solver.counters.sweep_ticks += self.merged.len() as u64 / 4;
        left
    }

    fn sweep_around(&mut self, centre: Var) {
        self.solver.counters.swept += 1;
        self.gather(centre);
        if self.query(&[]) == Answer::Sat {
            let merged = &self.merged;
            let lits: Vec<Lit> = self
                .neighbours
                .iter()
                .filter(|var| !merged[var.index()])
                .filter_map(|var| self.kitten.value(var.pos()).map(|value| var.lit(value)))
                .collect();
            self.backbone.clone_from(&lits);
            self.classes.clear();
            self.classes.push(lits);
            self.find_backbone();
            self.find_equal();
        }
        for var in self.neighbours.drain(..) {
            self.distances[var.index()] = 0;
            self.expanded[var.index()] = false;
            self.flipped[var.index()] = false;
        }
        self.kitten.clear();
        self.sources.clear();
        self.has_model = false;
    }

    /// Gives kitten the clauses around a variable, nearest ones first.
    fn gather(&mut self, centre: Var) {
        debug_assert!(self.neighbours.is_empty() && self.sources.is_empty(), "the last neighbourhood was cleared");
        let completed = self.completed.min(MOST_DOUBLINGS);
        let (most_vars, most_clauses) = (FIRST_MOST_VARIABLES << completed, FIRST_MOST_CLAUSES << completed);
        let depth = FIRST_DEPTH + completed.min(1);
        self.visit(centre, 1);
        let mut at = 0;
        while at < self.neighbours.len() {
            let var = self.neighbours[at];
            at += 1;
            let distance = self.distances[var.index()];
            if u32::from(distance) > depth {
                break;
            }
            self.expanded[var.index()] = true;
            for lit in [var.pos(), var.neg()] {
                for place in 0..self.solver.db.watches.list(lit).len() {
                    if self.sources.len() >= most_clauses || self.neighbours.len() >= most_vars {
                        return;
                    }
                    let watch = self.solver.db.watches.list(lit)[place];
                    self.give(lit, watch.clause(lit), distance);
                }
            }
        }
    }

    fn visit(&mut self, var: Var, distance: u8) {
        debug_assert!(distance > 0, "0 means not visited");
        if self.distances[var.index()] == 0 {
            self.distances[var.index()] = distance;
            self.neighbours.push(var);
        }
    }

    /// Gives kitten a clause of `lit`. Does nothing if the clause is true, or if kitten has it already because another
    /// of its variables was expanded before.
    fn give(&mut self, lit: Lit, clause: Clause, distance: u8) {
        self.solver.counters.sweep_ticks += 1;
        let solver = &*self.solver;
        if let Clause::Long(clause) = clause
            && solver.db.arena.garbage(clause)
        {
            return;
        }
        let before = solver.trail.lits.len() as u32;
        let lits: Vec<Lit> = solver.db.lits(clause).collect();
        let known = |other: Lit| self.expanded[other.var().index()] && other.var() != lit.var();
        if lits.iter().any(|&lit| solver.values.value(lit) > 0 || known(lit)) {
            return;
        }
        let open = |lit: &Lit| solver.values.value(*lit) == 0;
        if matches!(clause, Clause::Binary(..)) && !lits.iter().all(open) {
            // The clause has become a unit, which is propagated at the end.
            return;
        }
        let open: Vec<Lit> = lits.into_iter().filter(open).collect();
        for lit in &open {
            self.visit(lit.var(), distance + 1);
        }
        self.kitten.add(open.into_iter(), self.sources.len() as u32);
        self.sources.push(Source::Clause(clause, before));
    }

    /// Asks kitten for a model under these assumptions.
    fn query(&mut self, assumed: &[Lit]) -> Answer {
        let before = self.kitten.ticks;
        assumed.iter().for_each(|&lit| self.kitten.assume(lit));
        self.solver.counters.sweep_queries += 1;
        let left = self.limit.saturating_sub(self.solver.counters.sweep_ticks);
        debug_assert!(!self.solver.inconsistent);
        let answer = self.kitten.solve(left.min(QUERY_TICKS));
        self.solver.counters.sweep_ticks += 1 + self.kitten.ticks - before;
        self.has_model = answer == Answer::Sat;
        if answer == Answer::Unsat && !assumed.iter().any(|&lit| self.kitten.failed(lit)) {
            let lemmas = self.solver.replay(&mut self.kitten, &self.sources);
            self.solver.learn_empty();
            self.solver.delete_lemmas(lemmas);
        }
        answer
    }

    /// Flips a literal in kitten's model, if kitten holds one and it stays a model; returns whether it did.
    fn flip(&mut self, lit: Lit) -> bool {
        let before = self.kitten.ticks;
        let flipped = self.has_model && self.kitten.flip(lit);
        self.solver.counters.sweep_ticks += 1 + self.kitten.ticks - before;
        self.solver.counters.sweep_flips += u64::from(flipped);
        flipped
    }
}
