//! Backtracking, forward checking, and forward checking on the smallest domain.
//!
//! # What it does *Backtracking* gives the variables values in order, the least first, and checks each against the
//! variables that have one; sums are checked against the least and greatest values that their other variables could
//! take. *Forward checking* removes from the other variables of the new value's constraints what it rules out, and
//! turns back when a variable has nothing left; before the search begins, values given in the problem and sums are used
//! in the same way. *MRV* goes on with the variable that has the fewest values left, the first of equals.
//!
//! # Schedule and cost
//! Exponential in the worst case. Each test of one value against one constraint is a *consistency check*; each value
//! that is written to a variable is an *assignment*. What is removed is recorded word by word and undone in reverse.
//! The stack is explicit.
//!
//! # References
//! Haralick, Elliott: Increasing tree search efficiency for constraint satisfaction problems, AIJ 14 (1980). Smallest
//! domain first: the same; Bitner, Reingold: Backtrack programming techniques, CACM 18 (1975).

use super::domains::{Change, Domains};
use super::{Constraint, Method, Problem};
use crate::cnf::Lit;
use crate::engine::{Event, Observer};
use crate::limits::{Limits, Stop};
use crate::util::table::counters;

counters! {
    /// What a finite-domain search counts.
    pub struct CspCounters {
        consistency_checks / Second, "tests of a value against a constraint";
        assignments / Second, "values written to a variable (as the published Tenner program counts, also taken away)";
        dead_ends, "assignments that left a constraint or a variable without hope";
        removed / Counter("assignments"), "values removed by forward checking";
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A value for each variable.
    Solved(Vec<u32>),
    /// There is no (further) solution.
    NoSolution,
    /// The search stopped without an answer.
    Unknown(Stop),
}

/// A search through a problem, one solution after another.
///
/// ```
/// use gemsat::{csp::{Method, Outcome, Problem, Search}, limits::Limits};
/// // Two numbers of 0 to 4 that differ and add up to 4.
/// let mut problem = Problem::new(2, 5)?;
/// problem.not_equal(0, 1)?;
/// problem.sum([0, 1], 4)?;
/// let mut search = Search::new(&problem, Method::ForwardChecking);
/// let mut found = Vec::new();
/// while let Outcome::Solved(values) = search.next(&Limits::none(), None) {
///     found.push(values);
/// }
/// assert_eq!(found, [[0, 4], [1, 3], [3, 1], [4, 0]]);
/// # Ok::<(), gemsat::csp::PoseError>(())
/// ```
#[derive(Debug)]
pub struct Search<'p> {
    problem: &'p Problem,
    method: Method,
    domains: Domains,
    /// The value of each variable that has one.
    values: Vec<Option<u32>>,
    changes: Vec<Change>,
    /// For the observer: what the last assignment has removed.
    removed: Vec<Lit>,
    stack: Vec<Branch>,
    started: bool,
    counters: CspCounters,
    work: u64,
}

/// A variable whose values are being tried.
#[derive(Clone, Copy, Debug)]
struct Branch {
    var: usize,
    /// The least value not yet tried.
    next: usize,
    /// The number of changes before.
    changes: usize,
}

/// Why an assignment was refused.
enum DeadEnd {
    Constraint(u32),
    Emptied(usize),
}

/// The sum `value + offset` of a variable in an all-different constraint.
fn sum_of(terms: &[(u32, i64)], var: usize, value: usize) -> Option<i64> {
    terms.iter().find(|term| term.0 as usize == var).map(|term| value as i64 + term.1)
}

/// Checks and nodes between two looks at the clock.
const POLL: u64 = 1 << 16;

impl<'p> Search<'p> {
    /// A search that has not begun.
    pub fn new(problem: &'p Problem, method: Method) -> Search<'p> {
        Search {
            problem,
            method,
            domains: problem.domains.clone(),
            values: vec![None; problem.num_vars()],
            changes: Vec::new(),
            removed: Vec::new(),
            stack: Vec::new(),
            started: false,
            counters: CspCounters::default(),
            work: 0,
        }
    }

    /// What the search has counted so far.
    pub fn counters(&self) -> &CspCounters {
        &self.counters
    }

    /// The next solution. Steps and decisions are assignments, conflicts are dead ends; they count from the search's
    /// beginning. After [`Outcome::Unknown`] it continues the search.
    pub fn next(&mut self, limits: &Limits, observer: Option<&mut dyn Observer>) -> Outcome {
        let found = match observer {
            Some(observer) => self.run::<true>(limits, &mut |event| observer.event(event)),
            None => self.run::<false>(limits, &mut |_| {}),
        };
        match found {
            Ok(true) => Outcome::Solved(self.values.iter().map(|value| value.unwrap_or(0)).collect()),
            Ok(false) => Outcome::NoSolution,
            Err(stop) => Outcome::Unknown(stop),
        }
    }

    fn run<const OBSERVED: bool>(&mut self, limits: &Limits, observe: &mut dyn FnMut(Event<'_>)) -> Result<bool, Stop> {
        if !self.started {
            self.started = true;
            if let Err(dead_end) = self.begin::<OBSERVED>() {
                if OBSERVED {
                    observe(Event::Conflict(&self.explain(&dead_end)));
                }
                // There is nothing to go back to, so every later call finds the stack empty.
                self.counters.dead_ends += 1;
                return Ok(false);
            }
            if OBSERVED {
                self.tell_beginning(observe);
            }
            match self.choose() {
                Some(choice) => self.stack.push(choice),
                None => return Ok(true),
            }
        }
        let mut next_poll = self.work;
        while let Some(&Branch { var, next, changes }) = self.stack.last() {
            if self.values[var].take().is_some() {
                self.undo(changes);
                if OBSERVED {
                    observe(Event::Backtrack(self.stack.len() as u32 - 1));
                }
            }
            let Some(value) = self.domains.next(var, next) else {
                self.stack.pop();
                continue;
            };
            self.work += 1;
            if self.work + self.counters.consistency_checks >= next_poll {
                next_poll = self.work + self.counters.consistency_checks + POLL;
                limits.exceeded().map_or(Ok(()), Err)?;
            }
            if limits.steps.is_some_and(|limit| self.counters.assignments >= limit) {
                return Err(Stop::Steps);
            }
            if limits.decisions.is_some_and(|limit| self.counters.assignments >= limit) {
                return Err(Stop::Decisions);
            }
            if limits.conflicts.is_some_and(|limit| self.counters.dead_ends >= limit) {
                return Err(Stop::Conflicts);
            }
            if let Some(choice) = self.stack.last_mut() {
                choice.next = value + 1;
            }
            if OBSERVED {
                observe(Event::Decide(self.problem.literal(var, value)));
            }
            match self.assign::<OBSERVED>(var, value, observe) {
                Ok(()) => match self.choose() {
                    Some(choice) => self.stack.push(choice),
                    None => return Ok(true),
                },
                Err(dead_end) => {
                    self.counters.dead_ends += 1;
                    if OBSERVED {
                        let mut clause = self.explain(&dead_end);
                        if self.values[var].is_none() {
                            // The check refused the value, so it was not written.
                            clause.push(!self.problem.literal(var, value));
                        }
                        observe(Event::Conflict(&clause));
                        if self.values[var].is_none() {
                            observe(Event::Backtrack(self.stack.len() as u32 - 1));
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Gives the variables with one value left that value, and checks or forwards it; with forward checking also uses
    /// all sums.
    fn begin<const OBSERVED: bool>(&mut self) -> Result<(), DeadEnd> {
        let vars = 0..self.problem.num_vars();
        if let Some(var) = vars.clone().find(|&var| self.domains.is_empty(var)) {
            return Err(DeadEnd::Emptied(var));
        }
        let given: Vec<usize> = vars.filter(|&var| self.domains.size(var) == 1).collect();
        for var in given {
            // A given value may have been removed by those before it.
            let value = self.domains.next(var, 0).ok_or(DeadEnd::Emptied(var))?;
            self.write::<OBSERVED>(var, value)?;
        }
        for (index, constraint) in self.problem.constraints.iter().enumerate() {
            match constraint {
                Constraint::Linear(..) if self.method != Method::Backtrack => {
                    self.forward::<OBSERVED>(index as u32, None)?;
                }
                Constraint::Linear(terms, target) if terms.is_empty() && *target != 0 => {
                    return Err(DeadEnd::Constraint(index as u32));
                }
                _ => {}
            }
        }
        self.changes.clear();
        Ok(())
    }

    /// Reports to the observer what is known before the first choice: the values given, and those that are ruled out.
    fn tell_beginning(&self, observe: &mut dyn FnMut(Event<'_>)) {
        for var in 0..self.problem.num_vars() {
            let given = self.values[var].map(|value| value as usize);
            for value in (0..self.problem.num_values()).filter(|&value| given == Some(value)) {
                observe(Event::Assign(self.problem.literal(var, value), None));
            }
            let left = |value| given.map_or(self.domains.contains(var, value), |given| given == value);
            for value in (0..self.problem.num_values()).filter(|&value| !left(value)) {
                observe(Event::Assign(!self.problem.literal(var, value), None));
            }
        }
        if self.counters.consistency_checks > 0 {
            observe(Event::Check(self.counters.consistency_checks));
        }
    }

    /// The next variable without a value, or `None` when all have one.
    fn choose(&self) -> Option<Branch> {
        // When variables are taken in their order, all variables before the last one have values.
        let from = match self.method {
            Method::ForwardCheckingMrv => 0,
            _ => self.stack.last().map_or(0, |choice| choice.var + 1),
        };
        let mut free = (from..self.values.len()).filter(|&var| self.values[var].is_none());
        let var = match self.method {
            Method::ForwardCheckingMrv => free.min_by_key(|&var| self.domains.size(var)),
            _ => free.next(),
        };
        var.map(|var| Branch { var, next: 0, changes: self.changes.len() })
    }

    fn assign<const OBSERVED: bool>(
        &mut self,
        var: usize,
        value: usize,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), DeadEnd> {
        self.removed.clear();
        let checks = self.counters.consistency_checks;
        let outcome = self.write::<OBSERVED>(var, value);
        if self.values[var].is_some() {
            self.counters.assignments += 1;
        }
        if OBSERVED {
            self.removed.iter().for_each(|&lit| observe(Event::Assign(lit, None)));
            match self.counters.consistency_checks - checks {
                0 => {}
                made => observe(Event::Check(made)),
            }
        }
        outcome
    }

    /// Checks a value and writes it (backtracking), or writes it and removes what it rules out (forward checking).
    fn write<const OBSERVED: bool>(&mut self, var: usize, value: usize) -> Result<(), DeadEnd> {
        let problem = self.problem;
        if self.method == Method::Backtrack {
            for &index in &problem.of_var[var] {
                self.check(index, var, value)?;
            }
            self.values[var] = Some(value as u32);
            return Ok(());
        }
        self.values[var] = Some(value as u32);
        for &index in &problem.of_var[var] {
            self.forward::<OBSERVED>(index, Some((var, value)))?;
        }
        Ok(())
    }

    /// Whether a value agrees with the values given so far.
    fn check(&mut self, index: u32, var: usize, value: usize) -> Result<(), DeadEnd> {
        match &self.problem.constraints[index as usize] {
            Constraint::Different(terms) => {
                let Some(sum) = sum_of(terms, var, value) else { return Ok(()) };
                for &(other, offset) in terms {
                    if let Some(number) = self.values[other as usize] {
                        self.counters.consistency_checks += 1;
                        if i64::from(number) + offset == sum {
                            return Err(DeadEnd::Constraint(index));
                        }
                    }
                }
            }
            Constraint::Linear(terms, target) => {
                self.counters.consistency_checks += 1;
                let (mut least, mut most) = (0, 0);
                for &(other, coefficient) in terms {
                    let number = if other as usize == var { Some(value as u32) } else { self.values[other as usize] };
                    let (low, high) = self.range(other as usize, number, coefficient);
                    least += low;
                    most += high;
                }
                if !(least..=most).contains(target) {
                    return Err(DeadEnd::Constraint(index));
                }
            }
        }
        Ok(())
    }

    /// The least and greatest of `coefficient * value` for a variable with this value or those left.
    fn range(&self, var: usize, value: Option<u32>, coefficient: i64) -> (i64, i64) {
        let (low, high) = match value {
            Some(value) => (i64::from(value), i64::from(value)),
            None => self.domains.bounds(var).map_or((0, 0), |(low, high)| (low as i64, high as i64)),
        };
        let (a, b) = (low * coefficient, high * coefficient);
        (a.min(b), a.max(b))
    }

    /// Removes what a constraint rules out: for all-different what the new value rules out, for sums what cannot reach
    /// the target.
    fn forward<const OBSERVED: bool>(&mut self, index: u32, new: Option<(usize, usize)>) -> Result<(), DeadEnd> {
        match (&self.problem.constraints[index as usize], new) {
            (Constraint::Different(terms), Some((var, value))) => {
                let Some(sum) = sum_of(terms, var, value) else { return Ok(()) };
                for &(other, offset) in terms.iter().filter(|term| term.0 as usize != var) {
                    let taken = sum - offset;
                    match self.values[other as usize] {
                        Some(number) if i64::from(number) == taken => return Err(DeadEnd::Constraint(index)),
                        Some(_) => {}
                        None => {
                            self.counters.consistency_checks += 1;
                            if let Ok(taken) = usize::try_from(taken) {
                                self.remove::<OBSERVED>(other as usize, taken)?;
                            }
                        }
                    }
                }
                Ok(())
            }
            (Constraint::Different(_), None) => Ok(()),
            (Constraint::Linear(terms, target), _) => {
                let (mut least, mut most) = (0, 0);
                for &(other, coefficient) in terms {
                    let (low, high) = self.range(other as usize, self.values[other as usize], coefficient);
                    least += low;
                    most += high;
                }
                if !(least..=most).contains(target) {
                    return Err(DeadEnd::Constraint(index));
                }
                for &(other, coefficient) in terms {
                    let var = other as usize;
                    if self.values[var].is_some() {
                        continue;
                    }
                    let (low, high) = self.range(var, None, coefficient);
                    // What the variable must contribute when the others contribute as much, or as little, as they can.
                    let needed = target - (most - high)..=target - (least - low);
                    let mut next = self.domains.next(var, 0);
                    while let Some(value) = next {
                        self.counters.consistency_checks += 1;
                        if !needed.contains(&(coefficient * value as i64)) {
                            self.remove::<OBSERVED>(var, value)?;
                        }
                        next = self.domains.next(var, value + 1);
                    }
                }
                Ok(())
            }
        }
    }

    fn remove<const OBSERVED: bool>(&mut self, var: usize, value: usize) -> Result<(), DeadEnd> {
        let Some(change) = self.domains.remove(var, value) else { return Ok(()) };
        self.changes.push(change);
        self.counters.removed += 1;
        if OBSERVED {
            self.removed.push(!self.problem.literal(var, value));
        }
        if self.domains.is_empty(var) { Err(DeadEnd::Emptied(var)) } else { Ok(()) }
    }

    fn undo(&mut self, changes: usize) {
        for change in self.changes.drain(changes..).rev() {
            self.domains.undo(change);
        }
    }

    /// A clause that the dead end makes false: values that cannot be together, or all values of an emptied variable.
    fn explain(&self, dead_end: &DeadEnd) -> Vec<Lit> {
        match dead_end {
            DeadEnd::Constraint(index) => {
                let terms = self.problem.constraints[*index as usize].terms().iter();
                let given = terms.filter_map(|&(var, _)| Some((var, self.values[var as usize]?)));
                given.map(|(var, value)| !self.problem.literal(var as usize, value as usize)).collect()
            }
            DeadEnd::Emptied(var) => {
                let values = (0..self.problem.num_values()).filter(|&value| self.problem.domains.contains(*var, value));
                values.map(|value| self.problem.literal(*var, value)).collect()
            }
        }
    }
}
