//! Whether what is left of a component has a model.
//!
//! **What it does.** Before a branch is split, its component is given to a search of its own, on the same clauses: it
//! decides the component's variables, learns, jumps back and restarts, until they all have values or the branch is
//! refuted. What it learns stays, and whatever it implies in the branch is propagated there. The values that were found
//! last are kept: a branch that agrees with them needs no search.
//!
//! **Why it pays.** A counter counts one part after the other; if a part has no model, all work on the other parts was
//! in vain, and a plain counter cannot jump back over it. Here no part is counted that has no model.
//!
//! **References.** Lagniez, Marquis, IJCAI'17 (d4 asks a solver before each branch); Eén, Sörensson, SAT'03 (the
//! search).

use crate::cnf::{Lit, Var};
use crate::limits::{Limits, Stop};
use crate::order::scores::Scores;
use crate::reason::analyze::{Analyzer, Lesson};
use crate::reason::clauses::{Clauses, Reason};
use crate::util::reluctant::Reluctant;

/// The unit of the restarts' Luby sequence, in conflicts.
const RESTART: u64 = 100;

/// How a search for a model of a component ended.
#[derive(Debug)]
pub enum Searched {
    /// There is a model.
    Model,
    /// There is none; this clause was learned, which the branch falsifies.
    Refuted(Lesson),
    /// A limit was reached.
    Stopped(Stop),
}

/// The search for models of components.
#[derive(Debug)]
pub struct Witness {
    /// By variable: its value in the last model of its component.
    model: Vec<bool>,
    /// By variable: the value to decide first.
    phases: Vec<bool>,
    scores: Scores,
    /// By variable: how often it took part in conflicts of late.
    pub activity: Vec<f64>,
    /// By variable: equal to the stamp if it is in the component.
    member: Vec<u32>,
    stamp: u32,
    /// By decision: the length of the trail before it.
    starts: Vec<usize>,
    /// Conflicts of all searches.
    pub conflicts: u64,
}

impl Witness {
    pub fn new(num_vars: usize) -> Witness {
        let mut scores = Scores::default();
        scores.grow(num_vars);
        Witness {
            model: vec![true; num_vars],
            phases: vec![true; num_vars],
            scores,
            activity: vec![0.0; num_vars],
            member: vec![0; num_vars],
            stamp: 0,
            starts: Vec::new(),
            conflicts: 0,
        }
    }

    /// The literal of a variable that is true in the last model of its component.
    pub fn lit(&self, var: Var) -> Lit {
        var.lit(self.model[var.index()])
    }

    /// Counts a conflict in which these variables took part.
    pub fn bump(&mut self, touched: &[Var]) {
        self.conflicts += 1;
        for &var in touched {
            self.scores.bump(var);
            self.activity[var.index()] += 1.0;
        }
        self.scores.decay(0.95);
        if self.conflicts.is_multiple_of(128) {
            self.activity.iter_mut().for_each(|activity| *activity *= 0.5);
        }
    }

    /// Looks for a model of a component, above the level `base`, which is propagated.
    pub fn search(
        &mut self,
        part: &[u32],
        base: u32,
        clauses: &mut Clauses,
        analyzer: &mut Analyzer,
        limits: &Limits,
    ) -> Searched {
        if self.stamp == u32::MAX {
            self.member.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        // Until the first conflict the variables are decided in their order.
        let (mut next, mut conflicted) = (0, false);
        let mut reluctant = Reluctant::default();
        reluctant.start(RESTART, u64::MAX);
        loop {
            let level = base + self.starts.len() as u32;
            let Some(conflict) = clauses.propagate(level) else {
                let var = if conflicted { self.best(clauses) } else { first_open(part, &mut next, clauses) };
                match var {
                    Some(var) => {
                        self.starts.push(clauses.trail.len());
                        clauses.assign(var.lit(self.phases[var.index()]), level + 1, Reason::None);
                        continue;
                    }
                    None => {
                        for &var in part {
                            self.model[var as usize] = clauses.value(Var::new(var as usize).pos()) > 0;
                        }
                        self.back(0, clauses);
                        return Searched::Model;
                    }
                }
            };
            if !std::mem::replace(&mut conflicted, true) {
                self.gather(part, clauses);
            }
            let lesson = analyzer.analyze(clauses, conflict);
            self.bump(&analyzer.touched);
            if lesson.level <= base {
                self.back(0, clauses);
                return Searched::Refuted(lesson);
            }
            reluctant.tick();
            let restart = reluctant.take();
            let spent = limits.conflicts.is_some_and(|limit| self.conflicts >= limit);
            let stop = if restart { limits.exceeded() } else { None }.or(spent.then_some(Stop::Conflicts));
            if let Some(stop) = stop {
                self.back(0, clauses);
                return Searched::Stopped(stop);
            }
            self.learn(&lesson.clause, base, clauses);
            if restart {
                self.back(0, clauses);
            }
        }
    }

    /// Jumps back to where a learned clause has one open literal, and makes it true.
    fn learn(&mut self, clause: &[Lit], base: u32, clauses: &mut Clauses) {
        let second = clause.get(1).map_or(0, |lit| clauses.levels[lit.var().index()]).max(base);
        self.back((second - base) as usize, clauses);
        match *clause {
            [] => {}
            [unit] => {
                clauses.units.push(unit);
                clauses.assign(unit, 0, Reason::None);
            }
            [first, ..] => {
                let reason = clauses.attach(clause, true);
                clauses.assign(first, second, reason);
                clauses.reduce();
            }
        }
    }

    /// Undoes all decisions except the first `keep`, and remembers the values.
    fn back(&mut self, keep: usize, clauses: &mut Clauses) {
        let Some(&start) = self.starts.get(keep) else { return };
        for lit in &clauses.trail[start..] {
            let var = lit.var();
            self.phases[var.index()] = lit.is_positive();
            if self.member[var.index()] == self.stamp {
                self.scores.insert(var);
            }
        }
        clauses.unassign_from(start);
        self.starts.truncate(keep);
    }

    /// Puts the open variables of a component into the heap, and no others.
    fn gather(&mut self, part: &[u32], clauses: &Clauses) {
        self.scores.clear();
        for &var in part {
            self.member[var as usize] = self.stamp;
            if clauses.value(Var::new(var as usize).pos()) == 0 {
                self.scores.insert(Var::new(var as usize));
            }
        }
    }

    /// The open variable with the highest score.
    fn best(&mut self, clauses: &Clauses) -> Option<Var> {
        while let Some(var) = self.scores.first() {
            if clauses.value(var.pos()) == 0 {
                return Some(var);
            }
            self.scores.pop();
        }
        None
    }
}

/// The first open variable from the place `next` on.
fn first_open(part: &[u32], next: &mut usize, clauses: &Clauses) -> Option<Var> {
    while let Some(&var) = part.get(*next) {
        if clauses.value(Var::new(var as usize).pos()) == 0 {
            return Some(Var::new(var as usize));
        }
        *next += 1;
    }
    None
}
