//! One solver for all sets of groups: each clause has an additional literal, the switch of its group, and assuming the
//! switch turns the group on.

use super::Grouped;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::engine::Verdict;
use crate::limits::Limits;
use crate::solver::Solver;
use std::collections::HashSet;

pub(super) struct Switches<'g> {
    pub grouped: &'g Grouped,
    solver: Solver,
    /// By literal: the clauses with it.
    occurrences: Vec<Vec<u32>>,
    /// By group: its clauses, one after the other, and where each group's begin.
    members: Vec<u32>,
    starts: Vec<u32>,
    /// The variables of the formula; switches follow.
    base: usize,
    /// The first variable that is neither of the formula nor a switch of a group.
    next_var: usize,
    /// Questions to the solver.
    pub questions: u64,
}

impl<'g> Switches<'g> {
    /// Switches for the groups that are alive; the clauses of the others are left out.
    pub fn new(grouped: &'g Grouped, alive: &[bool]) -> Switches<'g> {
        let base = grouped.formula.num_vars();
        let mut occurrences = vec![Vec::new(); 2 * base];
        let mut starts = vec![0u32; grouped.num_groups as usize + 1];
        let mut solver = Solver::new();
        let mut formula = Formula::new();
        for (index, clause) in grouped.formula.clauses().enumerate() {
            let group = grouped.groups[index];
            if let Some(group) = group {
                starts[group as usize + 1] += 1;
            }
            if group.is_some_and(|group| !alive[group as usize]) {
                continue;
            }
            clause.iter().for_each(|lit| occurrences[lit.index()].push(index as u32));
            let switch = group.map(|group| Var::new(base + group as usize).neg());
            formula.add_clause(clause.iter().copied().chain(switch));
        }
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut members = vec![0; starts.last().map_or(0, |&end| end as usize)];
        let mut ends = starts.clone();
        for (index, group) in grouped.groups.iter().enumerate() {
            if let Some(group) = group {
                let end = &mut ends[*group as usize];
                members[*end as usize] = index as u32;
                *end += 1;
            }
        }
        for group in (0..grouped.num_groups).filter(|&group| alive[group as usize]) {
            solver.freeze(Var::new(base + group as usize));
        }
        solver.load(&formula);
        let next_var = base + grouped.num_groups as usize;
        Switches { grouped, solver, occurrences, members, starts, base, next_var, questions: 0 }
    }

    fn switch(&self, group: u32) -> Lit {
        Var::new(self.base + group as usize).pos()
    }

    /// The ticks that the solver has spent.
    pub fn ticks(&self) -> u64 {
        self.solver.ticks()
    }

    /// Makes the solver first try to turn on groups that are not asked for.
    pub fn prefer_more(&mut self) {
        for group in 0..self.grouped.num_groups {
            self.solver.phase(self.switch(group));
        }
    }

    /// Turns a group on or off for good.
    pub fn turn(&mut self, group: u32, on: bool) {
        let switch = self.switch(group);
        self.solver.add_clause([if on { switch } else { !switch }]);
    }

    /// Whether these groups together have a model; it is over the formula's variables.
    pub fn ask(&mut self, groups: impl Iterator<Item = u32>, limits: &Limits) -> Verdict {
        self.questions += 1;
        for group in groups {
            self.solver.assume(self.switch(group));
        }
        match self.solver.solve_limited(limits) {
            Verdict::Sat(mut model) => {
                model.resize(self.base);
                Verdict::Sat(model)
            }
            other => other,
        }
    }

    /// Whether these groups have a model together with one of the others.
    pub fn ask_more(&mut self, inside: &[bool], others: &[u32], limits: &Limits) -> Verdict {
        let more = Var::new(self.next_var);
        self.next_var += 1;
        self.solver.freeze(more);
        let clause: Vec<Lit> = others.iter().map(|&group| self.switch(group)).chain([more.neg()]).collect();
        self.solver.add_clause(clause);
        self.solver.assume(more.pos());
        let status = self.ask((0..inside.len() as u32).filter(|&group| inside[group as usize]), limits);
        self.solver.melt(more);
        self.solver.add_clause([more.neg()]);
        status
    }

    /// The groups that the last refutation needed, beside those that were turned on for good.
    pub fn failed(&self) -> HashSet<u32> {
        let switches = self.solver.core().unwrap_or(&[]).iter().filter(|lit| lit.var().index() >= self.base);
        switches
            .map(|lit| (lit.var().index() - self.base) as u32)
            .filter(|&group| group < self.grouped.num_groups)
            .collect()
    }

    /// Adds to `inside` the groups that a model satisfies.
    pub fn include_true(&self, model: &Assignment, inside: &mut [bool]) {
        for group in 0..inside.len() as u32 {
            inside[group as usize] |= self.clauses_of(group).iter().all(|&index| self.is_true(index, model));
        }
    }

    fn is_true(&self, clause: u32, model: &Assignment) -> bool {
        self.grouped.formula.clause(clause as usize).iter().any(|&lit| model.is_true(lit))
    }

    fn clauses_of(&self, group: u32) -> &[u32] {
        &self.members[self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize]
    }

    /// The clause of a group that alone is false in a model, if there is one.
    pub fn only_false_clause(&self, group: u32, model: &Assignment) -> Option<&'g [Lit]> {
        let mut falsified = self.clauses_of(group).iter().filter(|&&index| !self.is_true(index, model));
        let only = *falsified.next()?;
        falsified.next().is_none().then(|| self.grouped.formula.clause(only as usize))
    }

    /// The group whose clauses alone, of those alive, are false after `lit` was made true, if there is one.
    pub fn only_false_group(&self, lit: Lit, model: &Assignment, alive: &[bool]) -> Option<u32> {
        let mut only = None;
        for &index in &self.occurrences[(!lit).index()] {
            let group = self.grouped.groups[index as usize];
            if group.is_some_and(|group| !alive[group as usize]) || self.is_true(index, model) {
                continue;
            }
            let group = group?;
            if only.is_some_and(|other| other != group) {
                return None;
            }
            only = Some(group);
        }
        only
    }
}
