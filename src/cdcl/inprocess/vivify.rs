//! Vivification: shortening clauses by assuming their negation.
//!
//! **What it does.** Takes clauses one by one, decides the negations of their literals and propagates without the
//! clause. If that ends in a conflict, or makes a literal of the clause true, the negations of the decisions involved
//! are a clause, which may be shorter. If it is not, the other clauses imply the clause, which is deleted if it is
//! irredundant or of the last tier. Literals that propagation makes false can be removed too.
//!
//! **Why it pays.** It is the strongest single technique on unsatisfiable formulas: learned clauses become shorter by a
//! fifth or more. Figures: docs/techniques.md.
//!
//! **Soundness and proof.** The shorter clause follows by unit propagation; the chain comes from the walk that conflict
//! analysis uses (`search/chain.rs`). An irredundant clause is deleted as implied only when every antecedent is
//! irredundant; if a redundant one subsumes it, that one becomes irredundant.
//!
//! **Schedule and cost.** A share of the search ticks, split between the tiers of redundant clauses and the irredundant
//! ones. What one tier leaves of its share the next may use. Irredundant clauses are skipped more and more often as
//! long as hardly any of them changes. Literals are decided by descending number of occurrences, and candidates are
//! sorted so that one shares its first decisions with the next, and these need not be made again.
//!
//! **Tried and dropped.** Deleting implied redundant clauses of tiers 1 and 2, too. Such a clause still propagates
//! where the others do not, since unit propagation depends on the order of decisions: knight's tours take 6,360
//! conflicts each with it, 3,730 without. Figures: bench/2026-11-28.txt.
//!
//! **References.** Piette, Hamadi, Saïs (ECAI'08); Luo et al. (IJCAI'17); Li et al. (AIJ'20); Biere et al. (CaDiCaL
//! 2.0, CAV'24).

use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::kernels::propagate::{Components, propagate};
use crate::cdcl::state::clause::{BinaryIndex, Clause, ClauseRef, Reason};
use crate::cdcl::state::watch::{Layout, Watch};

use crate::cnf::Lit;
use crate::util::rank::rank_of;

/// Which clauses are tried together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    First,
    Second,
    Third,
    Irredundant,
}

/// The tiers in the order in which they are tried, with their shares of the effort.
const TIER_SHARES: [(Tier, u64); 4] = [(Tier::First, 3), (Tier::Second, 3), (Tier::Third, 1), (Tier::Irredundant, 3)];

/// The name under which the delay of irredundant clauses is kept.
const IRREDUNDANT: &str = "vivify irredundant";
/// Trying irredundant clauses pays if more than this percentage of them changes.
const IRREDUNDANT_PERCENT: u64 = 1;

pub(super) const VIVIFY: Technique = Technique {
    letter: Some(('v', "clauses vivified")),
    on: |options| options.vivify,
    effort: |options| options.vivify_effort,
    ticks: |counters| counters.vivify_ticks,
    ..Technique::new("vivify", |solver, ticks| solver.vivify(ticks).into())
};

impl Solver {
    /// Vivifies clauses of all tiers within this many ticks; whether any was shortened or removed.
    fn vivify(&mut self, ticks: u64) -> bool {
        let before = self.vivified();
        let irredundant = self.passes.delay(IRREDUNDANT).due();
        let shares = TIER_SHARES.iter().filter(|&&(tier, _)| irredundant || tier != Tier::Irredundant);
        let total: u64 = shares.clone().map(|(_, share)| share).sum();
        let mut limit = self.counters.vivify_ticks;
        for &(tier, share) in shares {
            if self.inconsistent || self.exhausted {
                break;
            }
            limit += ticks * share / total;
            self.remove_newly_satisfied();
            let (checks, vivified) = (self.counters.vivify_checks, self.vivified());
            Vivifier { solver: self, tier, sorted: Vec::new(), limit }.run();
            if tier == Tier::Irredundant {
                let checks = self.counters.vivify_checks - checks;
                let worthwhile = (self.vivified() - vivified) * 100 > checks * IRREDUNDANT_PERCENT;
                self.passes.delay(IRREDUNDANT).outcome(worthwhile);
            }
        }
        self.collect_garbage();
        self.vivified() > before
    }

    /// How many clauses vivification has shortened or removed so far, plus the satisfied clauses that were removed by
    /// any technique.
    fn vivified(&self) -> u64 {
        let counters = &self.counters;
        counters.vivify_shortened + counters.vivify_implied + counters.vivify_subsumed + counters.satisfied
    }
}

/// A pass over the clauses of one tier.
struct Vivifier<'s> {
    solver: &'s mut Solver,
    tier: Tier,
    /// The literals of the current clause, most frequent first.
    sorted: Vec<Lit>,
    limit: u64,
}

/// What the conflict (or implied literal) says about the clause.
struct Finding {
    conflict: Clause,
    /// The true literal of the clause, if that ended the probe.
    implied: Option<Lit>,
}

impl Vivifier<'_> {
    fn run(&mut self) {
        let counts = self.count_occurrences();
        let mut schedule = self.schedule(&counts);
        while let Some(clause) = schedule.pop() {
            if self.solver.spent(self.solver.counters.vivify_ticks, self.limit) {
                self.solver.db.arena.set_vivify(clause, true);
                break;
            }
            self.solver.db.arena.set_vivify(clause, false);
            self.solver.db.watches.pack_if_mostly_holes();
            self.vivify_clause(clause, &counts);
        }
        for clause in schedule {
            self.solver.db.arena.set_vivify(clause, true);
        }
        self.solver.backtrack(0);
        if !self.solver.inconsistent && !self.solver.exhausted {
            self.solver.propagate_units();
        }
    }

    fn count_occurrences(&self) -> Vec<u32> {
        let arena = &self.solver.db.arena;
        let mut counts = vec![0u32; 2 * self.solver.trail.info.len()];
        for clause in arena.refs() {
            for lit in arena.lits(clause) {
                counts[lit.index()] += 1;
            }
        }
        counts
    }

    /// The candidates, the first to be tried last: those that the last pass did not reach, then by occurrences of their
    /// literals. Their literals are sorted in place, and all long clauses are watched again.
    fn schedule(&mut self, counts: &[u32]) -> Vec<ClauseRef> {
        let solver = &mut *self.solver;
        let (tier1, tier2) = (solver.schedule.tiers.tier1(false), solver.schedule.tiers.tier2(false));
        let arena = &mut solver.db.arena;
        let mut schedule: Vec<ClauseRef> = arena
            .refs()
            .filter(|&clause| {
                let (redundant, glue) = (arena.redundant(clause), arena.glue(clause));
                match self.tier {
                    Tier::First => redundant && glue <= tier1,
                    Tier::Second => redundant && tier1 < glue && glue <= tier2,
                    Tier::Third => redundant && tier2 < glue,
                    Tier::Irredundant => !redundant,
                }
            })
            .collect();
        let rank = |code: u32| rank_of(!counts[code as usize], code);
        for &clause in &schedule {
            arena.codes_mut(clause).sort_unstable_by_key(|&code| rank(code));
        }
        schedule.sort_unstable_by(|&a, &b| {
            let left_over = arena.vivify(a).cmp(&arena.vivify(b));
            let by_lits = left_over.then_with(|| {
                let (a, b) = (arena.codes(a).iter(), arena.codes(b).iter());
                b.map(|&code| rank(code)).cmp(a.map(|&code| rank(code)))
            });
            by_lits.then(a.0.cmp(&b.0))
        });
        self.solver.reconnect(Layout::Watched);
        schedule
    }

    fn vivify_clause(&mut self, clause: ClauseRef, counts: &[u32]) {
        let solver = &mut *self.solver;
        debug_assert!(!solver.inconsistent && solver.trail.is_propagated());
        if solver.db.arena.garbage(clause) {
            return;
        }
        self.sorted.clear();
        self.sorted.extend(solver.db.arena.lits(clause));
        for &lit in &self.sorted {
            if solver.values.value(lit) > 0 && solver.trail.level_of(lit) == 0 {
                self.keep_reasons(clause);
                self.solver.db.delete(clause);
                return;
            }
        }
        self.sorted.sort_unstable_by_key(|lit| rank_of(!counts[lit.index()], lit.code()));
        self.solver.counters.vivify_checks += 1;
        debug_assert_eq!(self.sorted.len(), self.solver.db.arena.size(clause));
        self.keep_shared_decisions();
        self.keep_reasons(clause);
        match self.probe(clause) {
            Some(finding) => {
                self.conclude(clause, &finding);
                if finding.implied.is_none() && self.solver.trail.level() > 0 {
                    // Propagation on this level was not completed, so its decisions cannot be kept for the next clause.
                    let level = self.solver.trail.level();
                    self.solver.backtrack(level - 1);
                }
            }
            None => self.conclude(clause, &Finding { conflict: Clause::Long(clause), implied: None }),
        }
    }

    /// Goes back to the last level whose decisions are the first ones of this clause too.
    fn keep_shared_decisions(&mut self) {
        let mut shared = 0;
        let free = |solver: &Solver, lit: Lit| solver.values.value(lit) == 0 || solver.trail.level_of(lit) > 0;
        let mut wanted = self.sorted.iter().filter(|&&lit| free(self.solver, lit));
        for frame in &self.solver.trail.frames {
            match (frame.decision, wanted.next()) {
                (Some(decision), Some(&lit)) if decision == !lit => shared += 1,
                _ => break,
            }
        }
        self.solver.backtrack(shared);
        debug_assert_eq!(self.solver.trail.level(), shared);
    }

    /// Goes back to below the level on which the clause is a reason, if it is one.
    fn keep_reasons(&mut self, clause: ClauseRef) {
        let solver = &mut *self.solver;
        let reason_level = solver.db.arena.lits(clause).take(2).find_map(|lit| {
            let info = solver.trail.info[lit.var().index()];
            (solver.values.value(lit) > 0 && info.reason.clause() == Some(clause)).then_some(info.level)
        });
        if let Some(level) = reason_level.filter(|&level| level > 0) {
            solver.backtrack(level - 1);
        }
    }

    /// Decides the negations of the literals in order until one is false or a conflict follows.
    fn probe(&mut self, clause: ClauseRef) -> Option<Finding> {
        for at in 0..self.sorted.len() {
            let lit = self.sorted[at];
            match self.solver.values.value(lit) {
                1 => {
                    let conflict = self.solver.trail.implied_by(lit).expect("only negations were decided");
                    return Some(Finding { conflict, implied: Some(lit) });
                }
                0 => {
                    self.solver.counters.vivify_decisions += 1;
                    self.solver.decide_probe(!lit);
                    if let Some(conflict) = self.propagate(clause) {
                        return Some(Finding { conflict, implied: None });
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn propagate(&mut self, ignored: ClauseRef) -> Option<Clause> {
        let Solver { trail, values, db, delayed, counters, .. } = &mut *self.solver;
        let crate::cdcl::database::ClauseDb { arena, watches, .. } = db;
        let mut components = Components { trail, values, arena, watches, delayed, ticks: &mut counters.vivify_ticks };
        propagate::<true>(&mut components, ignored)
    }

    /// Shortens or deletes the clause according to the finding.
    fn conclude(&mut self, clause: ClauseRef, finding: &Finding) {
        let itself = finding.conflict == Clause::Long(clause);
        debug_assert!(!self.solver.db.arena.garbage(clause));
        let redundant = self.solver.db.arena.redundant(clause);
        if !itself && self.subsumed_by(finding.conflict) {
            if let Clause::Long(other) = finding.conflict
                && !redundant
                && self.solver.db.arena.redundant(other)
            {
                self.solver.db.promote(other);
            }
            if redundant || !self.is_redundant_binary(finding.conflict) {
                self.solver.counters.vivify_subsumed += 1;
                self.solver.db.delete(clause);
            }
            return;
        }
        let only_irredundant = self.analyze_to_decisions(finding);
        let lits: Vec<Lit> = {
            let solver = &*self.solver;
            let needed = |lit: Lit| {
                finding.implied == Some(lit)
                    || solver.marks.has(lit.var(), crate::cdcl::state::marks::ANALYZED)
                        && solver.trail.reason(lit.var()) == Reason::DECISION
            };
            self.sorted.iter().copied().filter(|&lit| needed(lit)).collect()
        };
        self.solver.marks.clear();
        debug_assert!(lits.len() <= self.sorted.len());
        if lits.len() < self.sorted.len() {
            self.strengthen(clause, lits, finding.conflict);
        } else if !itself {
            let deletable = match self.tier {
                Tier::First | Tier::Second => false,
                Tier::Third => true,
                Tier::Irredundant => only_irredundant,
            };
            if deletable {
                self.solver.counters.vivify_implied += 1;
                self.solver.db.delete(clause);
            }
        }
    }

    /// Whether all binary clauses of these two literals are redundant.
    fn is_redundant_binary(&self, conflict: Clause) -> bool {
        let Clause::Binary(a, b, _) = conflict else { return false };
        let irredundant = |watch: &Watch| watch.is_binary() && !watch.is_redundant_binary() && watch.blocker() == b;
        !self.solver.db.watches.list(a).iter().any(irredundant)
    }

    /// Whether the literals of the conflicting clause are all in the current one.
    fn subsumed_by(&self, conflict: Clause) -> bool {
        match conflict {
            Clause::Binary(a, b, _) => self.sorted.contains(&a) && self.sorted.contains(&b),
            Clause::Long(other) => {
                let arena = &self.solver.db.arena;
                arena.size(other) <= self.sorted.len() && arena.lits(other).all(|lit| self.sorted.contains(&lit))
            }
        }
    }

    /// Marks everything that the finding depends on; whether all antecedents are irredundant.
    fn analyze_to_decisions(&mut self, finding: &Finding) -> bool {
        let solver = &mut *self.solver;
        debug_assert!(solver.marks.analyzed.is_empty());
        let mut only_irredundant = true;
        let mut enter = |solver: &mut Solver, conflict: Clause| match conflict {
            Clause::Binary(a, b, _) => {
                // Whether a binary reason is redundant is not known without a search; it counts as redundant.
                only_irredundant = false;
                solver.analyze_probe(a);
                solver.analyze_probe(b);
            }
            Clause::Long(clause) => {
                solver.counters.vivify_ticks += 1;
                only_irredundant &= !solver.db.arena.redundant(clause);
                for at in 0..solver.db.arena.size(clause) {
                    solver.analyze_probe(solver.db.arena.lit(clause, at));
                }
            }
        };
        enter(solver, finding.conflict);
        let mut at = 0;
        while at < solver.marks.analyzed.len() {
            let var = solver.marks.analyzed[at];
            at += 1;
            let lit = var.lit(solver.values.value(var.pos()) > 0);
            if let Some(clause) = solver.trail.implied_by(lit) {
                enter(solver, clause);
            }
        }
        only_irredundant
    }

    /// Replaces the clause by a shorter one that follows from the conflict.
    fn strengthen(&mut self, clause: ClauseRef, lits: Vec<Lit>, conflict: Clause) {
        let solver = &mut *self.solver;
        solver.counters.vivify_shortened += 1;
        solver.learned.lits = lits;
        solver.collect_chain(conflict);
        solver.backtrack(0);
        let lits = std::mem::take(&mut solver.learned.lits);
        debug_assert!(lits.len() < solver.db.arena.size(clause), "the clause becomes shorter");
        debug_assert!(lits.iter().all(|&lit| solver.values.value(lit) == 0));
        let (redundant, glue) = (solver.db.arena.redundant(clause), solver.db.arena.glue(clause));
        let used = solver.db.arena.used(clause);
        let added = solver.add_derived(&lits, redundant, glue);
        if solver.inconsistent || solver.exhausted {
            return;
        }
        if let Some(Clause::Long(new)) = added {
            solver.db.arena.set_used(new, used);
        }
        solver.db.delete(clause);
        match lits.len() {
            1 => solver.propagate_units(),
            size => solver.export_learned(&lits, glue.min(size as u32 - 1)),
        }
    }
}

impl Solver {
    /// Decides a literal on a new level, not counted as a decision of the search.
    pub(in crate::cdcl) fn decide_probe(&mut self, lit: Lit) {
        debug_assert!(!self.statuses.is_inactive(lit.var()));
        self.trail.open(Some(lit));
        self.values.assign(lit);
        let level = self.trail.level();
        self.trail.push(lit, level, Reason::DECISION, BinaryIndex::NONE);
    }

    fn analyze_probe(&mut self, lit: Lit) {
        if self.trail.level_of(lit) > 0 {
            self.marks.analyze(lit.var());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cdcl::Solver;
    use crate::cnf::{Lit, Var};
    use crate::util::rng::Rng;

    /// Random clauses over so many variables that vivification changes none. There are no redundant clauses, so their
    /// budget is left over.
    #[test]
    fn irredundant_clauses_get_what_is_left_over_and_then_back_off() {
        let (mut solver, mut rng) = (Solver::default(), Rng::new(1));
        for _ in 0..3_000 {
            let clause: Vec<Lit> = (0..3).map(|_| Var::new(rng.index(2_000)).lit(rng.coin())).collect();
            solver.add_clause(&clause);
        }
        solver.begin_call();
        let budget = 20_000;
        let used = |solver: &mut Solver| {
            let before = solver.counters.vivify_ticks;
            assert!(!solver.vivify(budget), "a clause was changed");
            solver.counters.vivify_ticks - before
        };
        let passes = [0; 6].map(|_| used(&mut solver));
        for (pass, used) in passes.into_iter().enumerate() {
            let skipped = [1, 3, 4].contains(&pass);
            let expected = if skipped { 0..=budget / 10 } else { budget * 9 / 10..=budget * 11 / 10 };
            assert!(expected.contains(&used), "pass {pass} used {used} ticks: {passes:?}");
        }
    }
}
