//! Hidden literals: literals of long clauses that imply another literal of their clause.
//!
//! **What it does.** A literal of a long clause is *hidden* if a binary clause says that it implies another literal of
//! the same clause. Hidden literals are removed. Two literals always stay, so no unit is learned here.
//!
//! **Why it pays.** Shorter clauses propagate earlier. Its worth has not been measured, so it is off by default.
//! Vivification finds the same literals, and more, by propagation.
//!
//! **Soundness and proof.** If a implies b, the clause without a is the resolvent of the clause and (not a, b). Several
//! literals go in one step: with all remaining literals false, the binary clauses make the removed ones false, the last
//! one first. A removed literal cannot hide another, so two literals that imply each other do not both go.
//!
//! **Schedule and cost.** A share of the search ticks. Every pass begins at the first clause. All clauses are watched
//! again if a hidden literal was found. A table of 2 bytes per variable while it runs.
//!
//! **References.** Heule, Järvisalo, Biere (SAT'11), who follow paths of binary clauses; here it is one clause.

use super::connect::Layout;
use super::pass::Technique;
use crate::cdcl::Solver;
use crate::cdcl::state::clause::ClauseRef;
use crate::cnf::Lit;
use crate::proof::ClauseId;

pub(super) const HIDDEN: Technique = Technique {
    letter: Some(('h', "hidden literals removed")),
    on: |options| options.hidden,
    effort: |options| options.hidden_effort,
    ticks: |counters| counters.hidden_ticks,
    clean: true,
    ..Technique::new("hidden", |solver, ticks| solver.remove_hidden(ticks).into())
};

/// A clause with hidden literals.
struct Finding {
    clause: ClauseRef,
    hidden: Vec<Lit>,
    /// The ids of the binary clauses, in the order in which they propagate.
    chain: Vec<ClauseId>,
}

impl Solver {
    /// Removes hidden literals within this many ticks; whether there were any.
    fn remove_hidden(&mut self, ticks: u64) -> bool {
        let findings = self.find_hidden(ticks);
        if findings.is_empty() {
            return false;
        }
        self.reconnect(Layout::Bare);
        for Finding { clause, hidden, mut chain } in findings {
            self.counters.hidden_removed += hidden.len() as u64;
            self.db.shrink(clause, |lit| !hidden.contains(&lit), &mut chain);
        }
        self.resume_watching();
        true
    }

    /// The long clauses with hidden literals.
    fn find_hidden(&mut self, ticks: u64) -> Vec<Finding> {
        self.db.watches.binaries_first();
        let limit = self.counters.hidden_ticks + ticks;
        let mut marks = vec![false; 2 * self.trail.info.len()];
        let mut findings = Vec::new();
        let mut next = self.db.arena.first();
        while let Some(clause) = next
            && !self.spent(self.counters.hidden_ticks, limit)
        {
            next = self.db.arena.next(clause);
            if !self.db.arena.garbage(clause) {
                findings.extend(self.hidden_in(clause, &mut marks));
            }
        }
        findings
    }

    /// The hidden literals of a clause; no literal is marked, before and after.
    fn hidden_in(&mut self, clause: ClauseRef, marks: &mut [bool]) -> Option<Finding> {
        let db = &self.db;
        let lits: Vec<Lit> = db.arena.lits(clause).collect();
        lits.iter().for_each(|lit| marks[lit.index()] = true);
        let (mut hidden, mut chain) = (Vec::new(), Vec::new());
        for &lit in &lits {
            if hidden.len() + 2 == lits.len() {
                break;
            }
            let list = db.watches.list(!lit);
            self.counters.hidden_ticks += 1 + list.len() as u64 / 16;
            let mut binaries = list.iter().take_while(|watch| watch.is_binary());
            if let Some(watch) = binaries.find(|watch| marks[watch.blocker().index()]) {
                marks[lit.index()] = false;
                hidden.push(lit);
                if db.chained() {
                    chain.push(db.binary_id(watch.binary_id()));
                }
            }
        }
        lits.iter().for_each(|lit| marks[lit.index()] = false);
        chain.reverse();
        (!hidden.is_empty()).then_some(Finding { clause, hidden, chain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::Status;
    use crate::check::format::Encoding;
    use crate::check::lrat;
    use crate::check::read::Proof;
    use crate::cnf::Formula;
    use crate::limits::Limits;
    use crate::proof::{self, ProofFormat};

    /// A solver with these clauses and the technique, once it has run.
    fn passed(lists: &[&[i32]], setup: impl FnOnce(&mut Solver)) -> Solver {
        let mut solver = Solver::new();
        solver.options.hidden = true;
        setup(&mut solver);
        solver.load(&Formula::from_dimacs_lists(lists));
        solver.begin_call();
        solver.pass(&HIDDEN, 1_000_000);
        solver
    }

    /// The long clauses, as DIMACS literals in order.
    fn long(solver: &Solver) -> Vec<Vec<i32>> {
        let db = &solver.db;
        let clause = |clause| {
            let mut lits: Vec<i32> = db.arena.lits(clause).map(|lit| db.external.user_lit(lit).to_dimacs()).collect();
            lits.sort_unstable();
            lits
        };
        db.arena.refs().map(clause).collect()
    }

    #[test]
    fn literals_that_imply_others_go() {
        let solver = passed(&[&[1, 2, 3, 4, 5], &[-1, 2], &[-2, 3], &[5, 6, -4], &[-6, 7]], |_| {});
        assert_eq!(long(&solver), [vec![3, 4, 5], vec![-4, 5, 6]]);
        assert_eq!(solver.counters().hidden_removed, 2);
    }

    #[test]
    fn two_literals_stay() {
        // 1 and 2 imply each other, and both imply 3.
        let solver = passed(&[&[1, 2, 3], &[-1, 2], &[-2, 1], &[-1, 3]], |_| {});
        assert_eq!(long(&solver), Vec::<Vec<i32>>::new());
        assert_eq!(solver.counters().hidden_removed, 1);
        assert_eq!(solver.db.population().binary, 4);
    }

    #[test]
    fn the_proof_is_valid() {
        // All clauses of 4, 5 and 6, each with two literals that imply the one of 4.
        let mut lists: Vec<Vec<i32>> = vec![vec![-1, 2], vec![-2, 4], vec![-11, 12], vec![-12, -4]];
        for signs in 0..8 {
            let lit = |var: i32| if signs >> (var - 4) & 1 == 0 { var } else { -var };
            let implying = if lit(4) > 0 { [1, 2] } else { [11, 12] };
            lists.push(implying.into_iter().chain([4, 5, 6].map(lit)).collect());
        }
        let lists: Vec<&[i32]> = lists.iter().map(Vec::as_slice).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("proof");
        let tracer = proof::create(&path, ProofFormat::Lrat, lists.len() as u64).expect("a writable folder");
        let mut solver = passed(&lists, |solver| solver.set_tracer(tracer));
        assert_eq!(solver.counters().hidden_removed, 16);
        assert_eq!(solver.solve(&Limits::none()), Status::Unsat);
        solver.finish_proof().expect("the proof is written");
        let bytes = std::fs::read(&path).expect("the proof was written");
        let mut proof = Proof::new(&bytes[..], Encoding::candidates(&bytes)[0]);
        assert!(lrat::check(&Formula::from_dimacs_lists(&lists), &mut proof, &Limits::none()).is_verified());
    }
}
