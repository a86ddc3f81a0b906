//! Definitions: variables that others determine without being the output of a gate.
//!
//! **What it does.** Gives kitten the clauses of a variable and of its negation, without that variable. If they
//! contradict each other, then no assignment of the other variables allows both values: the clauses of the core define
//! the variable. A core from one side alone fixes the variable. A second query with the core's clauses alone often
//! makes it smaller.
//!
//! **Why it pays.** As for gates: elimination resolves only pairs with a clause of the definition. Off by default: it
//! has not been measured to pay (docs/techniques.md).
//!
//! **Soundness and proof.** If the definition's clauses are G and the others R, then G x G and G x R imply R x R, so
//! these resolvents are left out. A fixed variable is derived from kitten's learned clauses with its literal added
//! (`replay.rs`).
//!
//! **Schedule and cost.** Within elimination, for variables without a gate; at most `eliminate_definition_ticks` a
//! variable, which count as ticks of elimination.
//!
//! **References.** Fleury, Biere (POS'21); Padoa's method for definability.

use super::gates::{Gate, Kind};
use super::pass::Eliminator;
use crate::cdcl::inprocess::replay::Source;
use crate::cdcl::state::clause::Clause;
use crate::cnf::Var;
use crate::kitten::Answer;
use crate::kitten::core::CoreClause;

impl Eliminator<'_> {
    /// The clauses that define the variable, if kitten finds that they do; may fix the variable instead.
    pub(super) fn find_definition(&mut self, var: Var) -> Option<Gate> {
        if !self.solver.options.eliminate_definitions {
            return None;
        }
        let first = self.parents[0].len() as u32;
        let all: Vec<u32> = (0..first + self.parents[1].len() as u32).collect();
        let mut core = self.query_definition(var, &all)?;
        if core.len() < all.len() {
            core.reverse();
            core = self.query_definition(var, &core)?;
        }
        let sides: [Vec<usize>; 2] = [
            core.iter().filter(|&&tag| tag < first).map(|&tag| tag as usize).collect(),
            core.iter().filter(|&&tag| tag >= first).map(|&tag| (tag - first) as usize).collect(),
        ];
        if sides.iter().all(|side| !side.is_empty()) {
            return Some(self.gate(Kind::Definition, [&sides[0], &sides[1]]));
        }
        // The last query was about this core: its refutation is still there.
        self.fix_defined(var, usize::from(sides[0].is_empty()));
        None
    }

    /// Gives these parents to kitten; the core if they contradict each other.
    fn query_definition(&mut self, var: Var, tags: &[u32]) -> Option<Vec<u32>> {
        let mut kitten = std::mem::take(&mut self.kitten);
        kitten.clear();
        for &tag in tags {
            let (parent, lit) = self.tagged(var, tag);
            kitten.add(self.others(parent, lit), tag);
        }
        let before = kitten.ticks;
        let answer = kitten.solve(self.solver.options.eliminate_definition_ticks);
        self.solver.counters.eliminate_ticks += tags.len() as u64 + kitten.ticks - before;
        let core = (answer == Answer::Unsat).then(|| {
            let given = |clause| match clause {
                CoreClause::Given { tag, .. } => Some(tag),
                CoreClause::Lemma { .. } => None,
            };
            kitten.core().0.into_iter().filter_map(given).collect()
        });
        self.kitten = kitten;
        core
    }

    /// The parent with this tag, and the literal of the variable that it has.
    fn tagged(&self, var: Var, tag: u32) -> (Clause, crate::cnf::Lit) {
        let first = self.parents[0].len();
        match (tag as usize).checked_sub(first) {
            None => (self.parents[0][tag as usize], var.pos()),
            Some(at) => (self.parents[1][at], var.neg()),
        }
    }

    /// The clauses of one side alone are contradictory without their literal: it is true.
    fn fix_defined(&mut self, var: Var, side: usize) {
        let lit = [var.pos(), var.neg()][side];
        let sources: Vec<Source> = self.parents.iter().flatten().map(|&clause| Source::Clause(clause, 0)).collect();
        let lemmas = self.solver.replay(&mut self.kitten, &sources, &[lit]);
        self.solver.learn_unit(lit);
        self.solver.counters.definition_units += 1;
        self.solver.delete_lemmas(lemmas);
    }
}
