//! Minimal unsatisfiable subsets of clauses, or of groups of clauses.
//!
//! **What it does.** First the clauses that a refutation does not use go, as long as that removes many (trimming). Then each
//! group gets a switch that is assumed. A group that can be left out does go, and with it all groups that the solver's
//! refutation did not need. A group that is needed comes with a model of the rest; flipping one variable of that model may
//! show that other groups are needed too (model rotation). A smallest subset is found by implicit hitting sets: a smallest
//! set of groups that meets every set of groups known to be left false by some assignment; when it has no model, it is
//! a smallest core, and when it has one, the groups that its model falsifies are one more set to meet.
//!
//! **Soundness and proof.** The subset is refuted by the solver in the end; each of its groups was seen to be needed by a
//! model of all others.
//!
//! **References.** Belov, Marques-Silva, FMCAD'11 (model rotation); Nadel, FMCAD'10; Ignatiev, Previti, Liffiton,
//! Marques-Silva, CP'15 (smallest subsets).
//!
//! ```
//! use gemsat::cnf::Formula;
//! use gemsat::limits::Limits;
//! use gemsat::reason::muses::{Found, Grouped, minimal};
//!
//! let grouped = Grouped::by_clause(Formula::from_dimacs_lists(&[&[1], &[2], &[-1]]));
//! let Found::Core(subset) = minimal(&grouped, &Limits::none()) else { panic!("it has no model") };
//! assert_eq!(subset.groups, [0, 2]);
//! ```

use crate::cdcl::{Solver, Status};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::proof::{ClauseId, Tracer};
use std::io;
use std::sync::{Arc, Mutex};

/// A formula whose clauses are in groups.
#[derive(Clone, Debug, Default)]
pub struct Grouped {
    /// All clauses.
    pub formula: Formula,
    /// By clause: its group; `None` for clauses that are always there.
    pub groups: Vec<Option<u32>>,
    /// One more than the largest group.
    pub num_groups: u32,
}

/// A set of groups without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The groups, ascending.
    pub groups: Vec<u32>,
    /// Why it may not be minimal (or not smallest); `None`: it is.
    pub stopped: Option<Stop>,
    /// Questions to the solver.
    pub questions: u64,
    /// By member, in the same order: a model of all the others, where it was seen.
    pub witnesses: Vec<Option<Assignment>>,
}

/// What a search for a core ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A subset without a model.
    Core(Subset),
    /// The formula has a model.
    Satisfiable(Assignment),
    /// The limits ran out before that was known.
    Stopped(Stop),
}

impl Grouped {
    /// Each clause is a group.
    pub fn by_clause(formula: Formula) -> Grouped {
        let num_groups = formula.num_clauses() as u32;
        Grouped { groups: (0..num_groups).map(Some).collect(), num_groups, formula }
    }

    /// The clauses of these groups and those that are always there, as a formula.
    pub fn only(&self, keep: impl Fn(u32) -> bool) -> Formula {
        let mut formula = Formula::new();
        formula.declare_vars(self.formula.num_vars());
        for (clause, group) in self.formula.clauses().zip(&self.groups) {
            if group.is_none_or(&keep) {
                formula.add_clause(clause.iter().copied());
            }
        }
        formula
    }
}

/// The antecedents of each derived clause, for looking back from the empty one.
#[derive(Debug, Default)]
struct Steps {
    ids: Vec<ClauseId>,
    ends: Vec<usize>,
    antecedents: Vec<ClauseId>,
}

struct Keeper(Arc<Mutex<Steps>>);

impl Keeper {
    fn keep(&self, id: ClauseId, antecedents: impl Iterator<Item = ClauseId>) {
        let mut steps = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        steps.ids.push(id);
        steps.antecedents.extend(antecedents);
        let end = steps.antecedents.len();
        steps.ends.push(end);
    }
}

impl Tracer for Keeper {
    fn needs_antecedents(&self) -> bool {
        true
    }

    fn add(&mut self, id: ClauseId, _clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.keep(id, antecedents.iter().copied());
        Ok(())
    }

    fn add_rat(&mut self, id: ClauseId, _clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.keep(id, hints.iter().map(|hint| hint.unsigned_abs()));
        Ok(())
    }
}

/// The clauses of an unsatisfiable formula that one refutation uses.
fn refutation_core(formula: &Formula, limits: &Limits) -> Result<Result<Vec<usize>, Assignment>, Stop> {
    let steps = Arc::new(Mutex::new(Steps::default()));
    let mut solver = Solver::new();
    solver.set_tracer(Box::new(Keeper(steps.clone())));
    solver.load(formula);
    solver.set_non_incremental();
    match solver.solve(limits) {
        Status::Sat => {
            let mut model = solver.model().clone();
            model.resize(model.len().max(formula.num_vars() as usize));
            return Ok(Err(model));
        }
        Status::Unsat => {}
        Status::Unknown(stop) => return Err(stop),
    }
    drop(solver);
    let steps = steps.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let originals = formula.num_clauses();
    let mut used = vec![false; originals];
    // An original clause may be the empty one, without any step.
    if let Some(empty) = formula.clauses().position(<[Lit]>::is_empty) {
        return Ok(Ok(vec![empty]));
    }
    let mut wanted = std::collections::HashSet::new();
    wanted.extend(steps.ids.last());
    for index in (0..steps.ids.len()).rev() {
        if !wanted.remove(&steps.ids[index]) {
            continue;
        }
        let start = if index == 0 { 0 } else { steps.ends[index - 1] };
        for &id in &steps.antecedents[start..steps.ends[index]] {
            match (id as usize).checked_sub(1).and_then(|place| used.get_mut(place)) {
                Some(used) => *used = true,
                None => drop(wanted.insert(id)),
            }
        }
    }
    Ok(Ok((0..originals).filter(|&index| used[index]).collect()))
}

/// Rounds of trimming at most.
const ROUNDS: usize = 8;

/// The groups that are left after trimming.
fn trim(grouped: &Grouped, limits: &Limits) -> Result<Result<Vec<bool>, Assignment>, Stop> {
    let mut alive = vec![true; grouped.num_groups as usize];
    for round in 0..ROUNDS {
        let places: Vec<usize> = (0..grouped.groups.len())
            .filter(|&index| grouped.groups[index].is_none_or(|group| alive[group as usize]))
            .collect();
        let formula = grouped.only(|group| alive[group as usize]);
        let core = match refutation_core(&formula, limits) {
            Ok(Ok(core)) => core,
            Ok(Err(model)) => return Ok(Err(model)),
            Err(stop) if round == 0 => return Err(stop),
            Err(_) => break,
        };
        let before = alive.iter().filter(|&&alive| alive).count();
        alive.fill(false);
        for index in core {
            if let Some(group) = grouped.groups[places[index]] {
                alive[group as usize] = true;
            }
        }
        let after = alive.iter().filter(|&&alive| alive).count();
        if after * 20 > before * 19 {
            break;
        }
    }
    Ok(Ok(alive))
}

/// A minimal set of groups without a model; when the limits run out, one that may not be minimal.
pub fn minimal(grouped: &Grouped, limits: &Limits) -> Found {
    match trim(grouped, limits) {
        Err(stop) => Found::Stopped(stop),
        Ok(Err(model)) => Found::Satisfiable(model),
        Ok(Ok(alive)) => Found::Core(Deletion::new(grouped, alive, limits).run()),
    }
}

/// The deletion of groups one by one.
struct Deletion<'d> {
    grouped: &'d Grouped,
    limits: &'d Limits,
    solver: Solver,
    /// By group.
    alive: Vec<bool>,
    needed: Vec<bool>,
    witnesses: Vec<Option<Assignment>>,
    /// By literal: the clauses with it.
    occurrences: Vec<Vec<u32>>,
    base: u32,
    questions: u64,
}

impl<'d> Deletion<'d> {
    fn new(grouped: &'d Grouped, alive: Vec<bool>, limits: &'d Limits) -> Deletion<'d> {
        let base = grouped.formula.num_vars();
        let mut occurrences = vec![Vec::new(); 2 * base as usize];
        let mut solver = Solver::new();
        let mut formula = Formula::new();
        for (index, clause) in grouped.formula.clauses().enumerate() {
            let group = grouped.groups[index];
            if group.is_some_and(|group| !alive[group as usize]) {
                continue;
            }
            clause.iter().for_each(|lit| occurrences[lit.index()].push(index as u32));
            let switch = group.map(|group| Var::new(base + group).neg());
            formula.add_clause(clause.iter().copied().chain(switch));
        }
        for group in (0..grouped.num_groups).filter(|&group| alive[group as usize]) {
            solver.freeze(Var::new(base + group));
        }
        solver.load(&formula);
        let count = alive.len();
        Deletion {
            grouped,
            limits,
            solver,
            alive,
            needed: vec![false; count],
            witnesses: vec![None; count],
            occurrences,
            base,
            questions: 0,
        }
    }

    fn switch(&self, group: u32) -> Lit {
        Var::new(self.base + group).pos()
    }

    fn run(mut self) -> Subset {
        let mut stopped = None;
        for group in (0..self.grouped.num_groups).rev() {
            if !self.alive[group as usize] || self.needed[group as usize] {
                continue;
            }
            let others = (0..self.grouped.num_groups)
                .filter(|&other| other != group && self.alive[other as usize] && !self.needed[other as usize]);
            let assumptions: Vec<Lit> = others.map(|other| self.switch(other)).collect();
            assumptions.iter().for_each(|&lit| self.solver.assume(lit));
            self.questions += 1;
            match self.solver.solve(self.limits) {
                Status::Unsat => {
                    let failed: std::collections::HashSet<Lit> = self.solver.failed().collect();
                    for other in 0..self.grouped.num_groups {
                        let open = self.alive[other as usize] && !self.needed[other as usize];
                        if open && !failed.contains(&self.switch(other)) {
                            self.alive[other as usize] = false;
                            self.solver.add_clause(&[!self.switch(other)]);
                        }
                    }
                }
                Status::Sat => {
                    let mut model = self.solver.model().clone();
                    model.resize(self.base as usize);
                    self.settle(group, model);
                }
                Status::Unknown(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        let members = (0..self.grouped.num_groups).filter(|&group| self.alive[group as usize]);
        let groups: Vec<u32> = members.collect();
        let witnesses = groups.iter().map(|&group| self.witnesses[group as usize].take()).collect();
        Subset { groups, stopped, questions: self.questions, witnesses }
    }

    /// Notes that a group is needed, and rotates the model of the rest.
    fn settle(&mut self, group: u32, model: Assignment) {
        let mut work = vec![(group, model)];
        while let Some((group, mut model)) = work.pop() {
            if std::mem::replace(&mut self.needed[group as usize], true) {
                continue;
            }
            self.solver.add_clause(&[self.switch(group)]);
            let falsified = self.falsified_clauses(group, &model);
            if let [clause] = falsified[..] {
                for &lit in self.grouped.formula.clause(clause as usize) {
                    model.flip(lit.var());
                    if let Some(other) = self.only_falsified(lit, &model)
                        && !self.needed[other as usize]
                    {
                        work.push((other, model.clone()));
                    }
                    model.flip(lit.var());
                }
            }
            self.witnesses[group as usize] = Some(model);
        }
    }

    fn falsified_clauses(&self, group: u32, model: &Assignment) -> Vec<u32> {
        // Rotation starts from one clause; groups of many are not worth the look.
        let members = (0..self.grouped.groups.len()).filter(|&index| self.grouped.groups[index] == Some(group));
        let members: Vec<usize> = match self.grouped.groups.get(group as usize) {
            Some(&Some(same)) if same == group && self.grouped.num_groups as usize == self.grouped.groups.len() => {
                vec![group as usize]
            }
            _ => members.take(100).collect(),
        };
        let falsified = |&index: &usize| !self.grouped.formula.clause(index).iter().any(|&lit| model.is_true(lit));
        members.into_iter().filter(falsified).map(|index| index as u32).collect()
    }

    /// The group whose clauses alone are false after `lit` was made true, if there is one.
    fn only_falsified(&self, lit: Lit, model: &Assignment) -> Option<u32> {
        let mut only = None;
        for &index in &self.occurrences[(!lit).index()] {
            let clause = self.grouped.formula.clause(index as usize);
            if clause.iter().any(|&lit| model.is_true(lit)) {
                continue;
            }
            let group = self.grouped.groups[index as usize]?;
            if !self.alive[group as usize] {
                continue;
            }
            if only.is_some_and(|other| other != group) {
                return None;
            }
            only = Some(group);
        }
        only
    }
}

/// A smallest set of groups without a model; when the limits run out, a minimal one.
pub fn smallest(grouped: &Grouped, limits: &Limits) -> Found {
    let mut best = match minimal(grouped, limits) {
        Found::Core(subset) => subset,
        other => return other,
    };
    if best.stopped.is_some() {
        return Found::Core(best);
    }
    let count = grouped.num_groups;
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let mut oracle = Deletion::new(grouped, vec![true; count as usize], limits);
    loop {
        let chosen = match hitting_set(&sets, count, best.groups.len(), limits) {
            Ok(Some(chosen)) => chosen,
            Ok(None) => return Found::Core(best),
            Err(stop) => {
                best.stopped = Some(stop);
                return Found::Core(best);
            }
        };
        // Grow the chosen groups to a set with a model that cannot be enlarged: what is left out must be met.
        let mut inside = vec![false; count as usize];
        chosen.iter().for_each(|&group| inside[group as usize] = true);
        match oracle.ask(&inside) {
            Status::Unsat => {
                best = Subset { groups: chosen, witnesses: Vec::new(), questions: best.questions, stopped: None };
                best.witnesses = vec![None; best.groups.len()];
                return Found::Core(best);
            }
            Status::Unknown(stop) => {
                best.stopped = Some(stop);
                return Found::Core(best);
            }
            Status::Sat => {}
        }
        oracle.include_true(&mut inside);
        for group in 0..count {
            if inside[group as usize] {
                continue;
            }
            inside[group as usize] = true;
            match oracle.ask(&inside) {
                Status::Sat => oracle.include_true(&mut inside),
                Status::Unsat => inside[group as usize] = false,
                Status::Unknown(stop) => {
                    best.stopped = Some(stop);
                    return Found::Core(best);
                }
            }
        }
        best.questions += oracle.questions;
        oracle.questions = 0;
        sets.push((0..count).filter(|&group| !inside[group as usize]).collect());
    }
}

impl Deletion<'_> {
    /// Whether these groups together have a model.
    fn ask(&mut self, inside: &[bool]) -> Status {
        self.questions += 1;
        for group in (0..self.grouped.num_groups).filter(|&group| inside[group as usize]) {
            self.solver.assume(self.switch(group));
        }
        self.solver.solve(self.limits)
    }

    /// Takes in the groups that the last model satisfies.
    fn include_true(&self, inside: &mut [bool]) {
        let mut model = self.solver.model().clone();
        model.resize(model.len().max(self.base as usize));
        let mut falsified = vec![false; inside.len()];
        for (clause, group) in self.grouped.formula.clauses().zip(&self.grouped.groups) {
            if let Some(group) = group
                && !clause.iter().any(|&lit| model.is_true(lit))
            {
                falsified[*group as usize] = true;
            }
        }
        inside.iter_mut().zip(falsified).for_each(|(inside, falsified)| *inside |= !falsified);
    }
}

/// A smallest choice of groups that meets every set, when it has fewer than `most`.
fn hitting_set(sets: &[Vec<u32>], count: u32, most: usize, limits: &Limits) -> Result<Option<Vec<u32>>, Stop> {
    let mut formula = Formula::new();
    formula.declare_vars(count);
    for set in sets {
        formula.add_clause(set.iter().map(|&group| Var::new(group).pos()));
    }
    let used: Vec<Lit> = (0..count)
        .map(Var::new)
        .filter(|var| sets.iter().any(|set| set.contains(&(var.index() as u32))))
        .map(Var::pos)
        .collect();
    // One set after the other needs one group more at most: sizes are tried upwards from a lower bound.
    let mut taken = std::collections::HashSet::new();
    let mut bound = 0;
    for set in sets {
        if set.iter().all(|group| !taken.contains(group)) {
            taken.extend(set.iter().copied());
            bound += 1;
        }
    }
    for size in bound..most {
        let mut bounded = formula.clone();
        at_most(&mut bounded, &used, size);
        let mut solver = Solver::new();
        solver.load(&bounded);
        match solver.solve(limits) {
            Status::Sat => {
                let mut model = solver.model().clone();
                model.resize(model.len().max(count as usize));
                return Ok(Some((0..count).filter(|&group| model.value(Var::new(group))).collect()));
            }
            Status::Unsat => {}
            Status::Unknown(stop) => return Err(stop),
        }
    }
    Ok(None)
}

/// At most `most` of the literals are true: a sequential counter (Sinz, CP'05).
fn at_most(formula: &mut Formula, lits: &[Lit], most: usize) {
    let mut before: Vec<Lit> = Vec::new();
    for &lit in lits {
        let now: Vec<Lit> = (0..most.min(before.len() + 1)).map(|_| formula.new_var().pos()).collect();
        if let Some(&first) = now.first() {
            formula.add_clause([!lit, first]);
        }
        for (index, &counted) in before.iter().enumerate() {
            formula.add_clause([!counted, now[index.min(now.len() - 1)]]);
            match now.get(index + 1) {
                Some(&next) => formula.add_clause([!counted, !lit, next]),
                None if index + 1 == most => formula.add_clause([!counted, !lit]),
                None => {}
            }
        }
        if most == 0 {
            formula.add_clause([!lit]);
        }
        before = now;
    }
}
