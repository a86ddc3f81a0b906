//! The one way in and out of every inprocessing technique.
//!
//! **What it does.** A technique is a constant of type [`Technique`] in its own file; [`Solver::pass`] runs it if its
//! option is on, if it is due and if it is not backing off. It goes to level 0, propagates, and removes satisfied
//! clauses where the technique requires that. Afterwards it propagates the units that were found, takes the time,
//! checks the invariants (debug builds), and reports a line of progress if anything has changed.
//!
//! **Soundness and proof.** A pass starts and ends at level 0 with everything propagated and the watch invariant
//! holding, unless the formula was refuted or memory ran out. Phases are not saved while it runs.
//!
//! **Schedule and cost.** Every technique has a budget of ticks, a share (`effort`, per mille) of those that the search
//! has spent since the last time, so that a run is the same on every machine. The time is measured for statistics only.

use crate::cdcl::Solver;
use crate::cdcl::options::CdclOptions;
use crate::cdcl::stats::CdclCounters;
use crate::util::clock::Stopwatch;

/// An inprocessing technique.
pub(in crate::cdcl) struct Technique {
    /// Its name in the profile and in the log.
    pub name: &'static str,
    /// The letter of its line of progress with its meaning; `None` where the caller reports, or there is no line.
    pub letter: Option<(char, &'static str)>,
    /// Whether its option is on.
    pub on: fn(&CdclOptions) -> bool,
    /// Its budget, per mille of the ticks of the search.
    pub effort: fn(&CdclOptions) -> u64,
    /// The ticks that all its passes have used.
    pub ticks: fn(&CdclCounters) -> u64,
    /// Whether a pass with this budget has anything to do. Level 0, propagated.
    pub due: fn(&Solver, u64) -> bool,
    /// Whether satisfied clauses and false literals are removed first, so that no clause has a fixed literal.
    pub removes_satisfied: bool,
    /// Whether a pass that did not pay delays the next ones (`delay.rs`).
    pub backs_off: bool,
    /// Runs a pass with this budget. Level 0, propagated.
    pub run: fn(&mut Solver, u64) -> PassOutcome,
}

impl Technique {
    /// A technique without an option, an effort or a counter of ticks, which is always due.
    pub(in crate::cdcl) const fn new(name: &'static str, run: fn(&mut Solver, u64) -> PassOutcome) -> Technique {
        Technique {
            name,
            letter: None,
            on: |_| true,
            effort: |_| 1000,
            ticks: |_| 0,
            due: |_, _| true,
            removes_satisfied: false,
            backs_off: false,
            run,
        }
    }
}

/// The result of a pass.
#[derive(Clone, Copy, Debug)]
pub(in crate::cdcl) struct PassOutcome {
    /// Whether clauses, variables or phases have changed.
    pub changed: bool,
    /// Whether that was worth the ticks; otherwise a technique that backs off waits longer.
    pub worthwhile: bool,
    /// Whether everything was tried before the budget was used up.
    pub complete: bool,
}

impl PassOutcome {
    /// The technique was off, not due or delayed, or the formula is refuted.
    const SKIPPED: PassOutcome = PassOutcome { changed: false, worthwhile: true, complete: true };
}

/// A pass that ended with everything tried or its budget used up; it was worthwhile if it changed anything.
impl From<bool> for PassOutcome {
    fn from(changed: bool) -> PassOutcome {
        PassOutcome { changed, worthwhile: changed, complete: true }
    }
}

impl Solver {
    /// Runs a pass of a technique after a search of this many ticks.
    pub(in crate::cdcl) fn pass(&mut self, technique: &Technique, ticks: u64) -> PassOutcome {
        self.pass_within(technique, ticks * (technique.effort)(&self.options) / 1000)
    }

    /// Runs a pass of a technique with this budget, in ticks of the technique.
    pub(in crate::cdcl) fn pass_within(&mut self, technique: &Technique, budget: u64) -> PassOutcome {
        if !(technique.on)(&self.options) || !self.go_to_root() || !(technique.due)(self, budget) {
            return PassOutcome::SKIPPED;
        }
        if technique.backs_off && !self.passes.delay(technique.name).due() {
            return PassOutcome::SKIPPED;
        }
        let before = (technique.ticks)(&self.counters);
        let outcome = self.timed(technique.name, |solver| solver.run(technique, budget));
        if technique.backs_off {
            self.passes.delay(technique.name).outcome(outcome.worthwhile);
        }
        let used = (technique.ticks)(&self.counters) - before;
        log::debug!(
            "{}: {used} of {budget} ticks at {} conflicts, {outcome:?}",
            technique.name,
            self.counters.conflicts
        );
        if let (true, Some((letter, _))) = (outcome.changed, technique.letter) {
            self.report(letter);
        }
        outcome
    }

    fn run(&mut self, technique: &Technique, budget: u64) -> PassOutcome {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated(), "{} begins at level 0", technique.name);
        if technique.removes_satisfied {
            self.remove_newly_satisfied();
        }
        let phases_kept = std::mem::replace(&mut self.keep_phases, true);
        let outcome = (technique.run)(self, budget);
        self.keep_phases = phases_kept;
        self.gauss.forget();
        debug_assert_eq!(self.trail.level(), 0, "{} ends at level 0", technique.name);
        self.propagate_root();
        self.check_contracts(technique.name);
        outcome
    }

    /// Runs a part of the solver and adds its time to the profile.
    pub(in crate::cdcl) fn timed<T>(&mut self, name: &'static str, part: impl FnOnce(&mut Solver) -> T) -> T {
        let watch = Stopwatch::start();
        let outer = std::mem::take(&mut self.passes.nested);
        let result = part(self);
        let time = watch.elapsed();
        let own = time.saturating_sub(self.passes.nested);
        self.passes.nested = outer + time;
        let part = self.passes.part(name);
        part.runs += 1;
        part.time += own;
        result
    }
}
