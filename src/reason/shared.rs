//! What all models of a formula share: literals that are true in each of them, and literals that are equal in each.
//!
//! **What it does.** The literals of a first model are candidates. A candidate falls when a model differs on it, or
//! when it can be flipped in a model, after others were, without falsifying a clause. The solver is asked for a model in
//! which one of the candidates that are left is false, until there is none: then all of them are settled at once. What
//! the solver has fixed needs no question. Equal literals are found in the same way: variables with the same values in
//! all models so far are one class, and each member is compared with the first.
//!
//! **Soundness and proof.** All literals together follow from the formula exactly when it has no model with the clause
//! of their opposites: one refutation proves them all.
//!
//! **Tried and dropped.** Phases that would strike out candidates lead the search where it has many conflicts: 1.8 s in
//! place of 0.1 on 2bitadd_11. Questions about one candidate, then 10, 100 ... as long as there is no model, and about one
//! again after a model: 5.5 s in place of 3.6 on logist2, 3.6 in place of 2.6 on speck5-20, 18.8 in place of 16.3 on
//! slide33-28.
//!
//! **References.** Biere, Froleyks, Wang, SAT'23 (CadiBack); Janota, Lynce, Marques-Silva, AICOM'15.

use crate::cdcl::{Solver, Status};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use std::collections::HashMap;

/// What is known of the models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Whether there is a model, where that is known.
    pub satisfiable: Option<bool>,
    /// Literals that are true in every model, in the order in which they were found.
    pub certain: Vec<Lit>,
    /// Literals of which it is not known, because of a limit.
    pub open: Vec<Lit>,
    /// Classes of literals that are equal in every model, with two members or more.
    pub equal: Vec<Vec<Lit>>,
    /// Models in which every variable that was asked about takes both values, but for the certain and the open ones.
    pub models: Vec<Assignment>,
    /// The limit that ran out.
    pub stopped: Option<Stop>,
    /// Questions to the solver.
    pub questions: u64,
}

struct Search<'s> {
    solver: Solver,
    limits: &'s Limits,
    candidates: Vec<Lit>,
    next_var: u32,
    /// Ticks that the solver may still spend after the first model, if they are bounded.
    ticks: Option<u64>,
    shared: Shared,
    /// By literal: the clauses with it, each once.
    occurrences: Vec<Vec<u32>>,
    /// By clause: how many different literals are true.
    support: Vec<u32>,
}

/// The literals of `vars` that are true in every model, passed to `found` as they are found; and, if asked for, the
/// classes of variables of `vars` that are equal or opposite in every model.
///
/// ```
/// use gemsat::cnf::{Formula, Lit, Var};
/// use gemsat::{limits::Limits, reason::shared::shared};
///
/// let formula = Formula::from_dimacs_lists(&[&[1], &[-2, 3], &[2, -3]]);
/// let vars: Vec<Var> = (0..3).map(Var::new).collect();
/// let found = shared(&formula, &vars, true, &Limits::none(), |_| {});
/// assert_eq!((found.certain, found.equal.len()), (vec![Lit::from_dimacs(1).expect("not 0")], 1));
/// ```
pub fn shared(formula: &Formula, vars: &[Var], equivalences: bool, limits: &Limits, found: impl FnMut(Lit)) -> Shared {
    within(formula, vars, equivalences, limits, None, found)
}

/// The same within so many ticks of the solver after the first model; what is found by then is right.
pub(super) fn within(
    formula: &Formula,
    vars: &[Var],
    equivalences: bool,
    limits: &Limits,
    ticks: Option<u64>,
    mut found: impl FnMut(Lit),
) -> Shared {
    let top = vars.iter().map(|var| var.index() as u32 + 1).max().unwrap_or(0).max(formula.num_vars());
    let mut search = Search {
        solver: Solver::new(),
        limits,
        candidates: Vec::new(),
        next_var: top,
        ticks,
        shared: Shared::default(),
        occurrences: vec![Vec::new(); 2 * top as usize],
        support: vec![0; formula.num_clauses()],
    };
    for (index, clause) in formula.clauses().enumerate() {
        for lit in clause {
            let places = &mut search.occurrences[lit.index()];
            // A clause may repeat a literal.
            if places.last() != Some(&(index as u32)) {
                places.push(index as u32);
            }
        }
    }
    (0..top).for_each(|index| search.solver.freeze(Var::new(index)));
    search.solver.load(formula);
    if let Err(stop) = search.run(vars, equivalences, &mut found) {
        search.settle_fixed(&mut found);
        search.shared.stopped = Some(stop);
        search.shared.open = std::mem::take(&mut search.candidates);
    }
    search.shared
}

impl Search<'_> {
    fn run(&mut self, vars: &[Var], equivalences: bool, found: &mut dyn FnMut(Lit)) -> Result<(), Stop> {
        let Some(model) = self.ask(&[])? else {
            self.shared.satisfiable = Some(false);
            return Ok(());
        };
        self.shared.satisfiable = Some(true);
        self.candidates = vars.iter().map(|&var| var.lit(model.value(var))).collect();
        self.shared.models.push(model.clone());
        self.strike(model);
        while !self.candidates.is_empty() {
            self.settle_fixed(found);
            let left = std::mem::take(&mut self.candidates);
            let answer = self.ask_any(&left);
            self.candidates = left;
            match answer? {
                Some(model) => self.strike(model),
                None => {
                    for lit in self.candidates.drain(..) {
                        self.solver.add_clause(&[lit]);
                        self.shared.certain.push(lit);
                        found(lit);
                    }
                }
            }
        }
        if equivalences { self.equivalences(vars) } else { Ok(()) }
    }

    /// A model in which one of the literals is false.
    fn ask_any(&mut self, lits: &[Lit]) -> Result<Option<Assignment>, Stop> {
        match lits {
            [] => Ok(None),
            &[lit] => self.ask(&[!lit]),
            _ => {
                // The clause holds as long as its switch is on.
                let switch = Var::new(self.next_var);
                self.next_var += 1;
                self.solver.freeze(switch);
                let clause: Vec<Lit> = lits.iter().map(|&lit| !lit).chain([switch.neg()]).collect();
                self.solver.add_clause(&clause);
                let answer = self.ask(&[switch.pos()])?;
                self.solver.melt(switch);
                self.solver.add_clause(&[switch.neg()]);
                Ok(answer)
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Option<Assignment>, Stop> {
        self.shared.questions += 1;
        assumptions.iter().for_each(|&lit| self.solver.assume(lit));
        let bounded = self.ticks.filter(|_| self.shared.questions > 1);
        let limits = Limits { ticks: bounded.or(self.limits.ticks), ..self.limits.clone() };
        let before = self.solver.counters().ticks;
        let status = self.solver.solve(&limits);
        if let (Some(left), true) = (&mut self.ticks, bounded.is_some()) {
            *left = left.saturating_sub(self.solver.counters().ticks - before);
        }
        match status {
            Status::Sat => {
                let mut model = self.solver.model().clone();
                model.resize(model.len().max(self.next_var as usize));
                Ok(Some(model))
            }
            Status::Unsat => Ok(None),
            Status::Unknown(stop) => Err(stop),
        }
    }

    /// Moves the candidates that the solver has fixed to what is certain.
    fn settle_fixed(&mut self, found: &mut dyn FnMut(Lit)) {
        let (solver, certain) = (&self.solver, &mut self.shared.certain);
        self.candidates.retain(|&lit| {
            let fixed = solver.fixed(lit) == Some(true);
            if fixed {
                certain.push(lit);
                found(lit);
            }
            !fixed
        });
    }

    /// Strikes out the candidates that are false in a model, and those that can be flipped in it one after the other.
    /// The flipped model is kept where it struck out any.
    fn strike(&mut self, mut model: Assignment) {
        let Search { occurrences, support, candidates, .. } = self;
        support.fill(0);
        for (index, places) in occurrences.iter().enumerate() {
            if model.is_true(Lit::from_code(index as u32)) {
                places.iter().for_each(|&clause| support[clause as usize] += 1);
            }
        }
        let all = candidates.len();
        candidates.retain(|&lit| model.is_true(lit));
        loop {
            let before = candidates.len();
            candidates.retain(|&lit| {
                let needed = occurrences[lit.index()].iter().any(|&clause| support[clause as usize] == 1);
                if !needed {
                    model.flip(lit.var());
                    occurrences[lit.index()].iter().for_each(|&clause| support[clause as usize] -= 1);
                    occurrences[(!lit).index()].iter().for_each(|&clause| support[clause as usize] += 1);
                }
                needed
            });
            if candidates.len() == before {
                break;
            }
        }
        if candidates.len() < all {
            self.shared.models.push(model);
        }
    }

    /// Divides the variables by their values in models until each class is proven or alone.
    fn equivalences(&mut self, vars: &[Var]) -> Result<(), Stop> {
        let certain: std::collections::HashSet<Var> = self.shared.certain.iter().map(|lit| lit.var()).collect();
        let first = &self.shared.models[0];
        let open = vars.iter().filter(|var| !certain.contains(var)).map(|&var| var.lit(first.value(var)));
        let mut classes: Vec<Vec<Lit>> = vec![open.collect()];
        for model in &self.shared.models[1..] {
            divide(&mut classes, model);
        }
        while let Some(mut class) = classes.pop() {
            let Some(first) = class.first().copied() else { continue };
            let mut proven = vec![first];
            while class.len() > 1 {
                let Some(&other) = class.last() else { break };
                let mut model = self.ask(&[first, !other])?;
                if model.is_none() {
                    model = self.ask(&[!first, other])?;
                }
                match model {
                    None => {
                        class.pop();
                        proven.push(other);
                    }
                    Some(model) => {
                        divide(&mut classes, &model);
                        // Those that still agree with the first stay; the others form a new class.
                        let agree = model.is_true(first);
                        let (stay, leave) = class.into_iter().partition(|&lit| model.is_true(lit) == agree);
                        class = stay;
                        classes.push(leave);
                    }
                }
            }
            if proven.len() > 1 {
                proven.sort_unstable();
                self.shared.equal.push(proven);
            }
        }
        self.shared.equal.sort_unstable();
        Ok(())
    }
}

/// Divides each class by the values of its literals in a model.
fn divide(classes: &mut Vec<Vec<Lit>>, model: &Assignment) {
    let mut divided: HashMap<(usize, bool), Vec<Lit>> = HashMap::new();
    for (index, class) in classes.drain(..).enumerate() {
        for lit in class {
            divided.entry((index, model.is_true(lit))).or_default().push(lit);
        }
    }
    let mut parts: Vec<_> = divided.into_iter().filter(|(_, class)| class.len() > 1).collect();
    parts.sort_unstable_by_key(|(key, _)| *key);
    classes.extend(parts.into_iter().map(|(_, class)| class));
}
