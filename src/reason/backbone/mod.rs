//! The backbone, the literals that are true in every model, and the literals that are equal in every model.
//!
//! **What it does.** The literals of a first model are candidates. A candidate is dropped when a model differs on it,
//! or when it can be flipped in a model, perhaps after others, without falsifying a clause. There are two kinds of
//! questions: for a model in which the first candidate is false, and for one in which any candidate is false. If there
//! is none, the candidates asked about are certain. What the solver has fixed needs no question. Equal literals are
//! found in the same way: variables with the same values in all models so far are one class, and each member is
//! compared with the first.
//!
//! **The kind of question** that has settled more candidates per tick so far is asked, and every [`RETRY_QUESTIONS`]th
//! time the other one. After an answer that there is no model all candidates are asked about, since they may all be
//! certain. Models with the first candidate false differ more from the last model, those with any candidate false are
//! found with fewer conflicts. 3bitadd_32 takes 264 questions and 3.5 s with the first kind alone, 914 and 7.9 s with
//! the second alone, and 3.5 s with both; uf250-01 takes more than 9 s with the first, 6.1 s with the second, and 7.4 s
//! with both. (Figures of one kind alone are of builds with `--profile develop`, a tenth slower.)
//!
//! **Eliminated variables.** The solver may eliminate variables, and a question about one would restore its clauses. So
//! questions are about the others as long as there are any; when these are settled, the value of an eliminated variable
//! mostly follows by propagation over the clauses that were given ([`Closure`]). So gss-13-s100, md4-27-512, slide33-28
//! and stric-bmc-ibm-12 take 6.6, 6.3, 8.0 and 2.2 s; with all variables frozen, the first three take more than 10 s
//! and the last 7.3. If eliminated candidates were asked about, too, so that their clauses are restored, slide33-28
//! would take more than 9.9 s, and stric-bmc-ibm-12 1.26 times as long.
//!
//! **Phases.** Before each question the saved phases of the candidates are set to their opposites, which the search may
//! change: with the first kind of question alone, rpoc_xits_17 takes 5.5 s instead of 7.2, and 3bitadd_32 3.1 instead
//! of 3.5.
//!
//! **Parts.** If the formula falls into parts that share no variable once the known literals are set
//! (`reason/parts.rs`), each part has an oracle of its own: for the first model if propagation alone divides the
//! formula, and for the other questions once the solver has fixed what it can.
//!
//! **Soundness and proof.** All literals together follow from the formula exactly when it has no model with the clause
//! of their opposites: one refutation proves them all.
//!
//! **Tried and dropped.** Phases that are forced to the opposites of the candidates, which the search may not change,
//! lead it to where it has many conflicts: 1.8 s instead of 0.1 on 2bitadd_11. Asking about one candidate, then about
//! 10, 100 and so on as long as there is no model, and about one again after a model: 5.5 s instead of 3.6 on logist2,
//! 3.6 instead of 2.6 on speck5-20, 18.8 instead of 16.3 on slide33-28.
//!
//! **References.** Biere, Froleyks, Wang, SAT'23 (CadiBack); Janota, Lynce, Marques-Silva, AICOM'15.

mod apart;

use super::Incremental;
use super::closure::Closure;
use super::oracle::{Oracle, Reply};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::solver::Solver;
use crate::util::rng::Rng;
use std::collections::HashMap;

/// What all models have in common, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonToModels {
    /// Whether there is a model, where that is known.
    pub satisfiable: Option<bool>,
    /// Literals that are true in every model, in the order in which they were found.
    pub certain: Vec<Lit>,
    /// Literals that may be true in every model or not: a limit ended the search before it was known.
    pub open: Vec<Lit>,
    /// Classes of literals that are equal in every model, with two members or more.
    pub equal: Vec<Vec<Lit>>,
    /// Models among which every variable that was asked about takes both values, except certain and open ones.
    pub models: Vec<Assignment>,
    /// The limit that ran out.
    pub stopped: Option<Stop>,
    /// Questions to the solver.
    pub questions: u64,
}

struct BackboneSearch<'s> {
    oracle: &'s mut dyn Oracle,
    limits: &'s Limits,
    candidates: Vec<Lit>,
    /// Ticks that the solver may still spend after the first model, if they are bounded.
    ticks: Option<u64>,
    common: CommonToModels,
    /// What is known to be certain, with what follows from it by propagation.
    certain: Closure<'s>,
    /// The last model, with what was flipped in it.
    model: Assignment,
    /// By clause: how many different literals are true in it.
    support: Vec<u32>,
    /// What questions of each kind have given so far, in the order of [`About`].
    gains: [Gain; 2],
}

/// Which candidates a question to the solver is about: the first of the list, or any of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    First,
    Any,
}

/// How many candidates questions of a kind have settled and what they cost, with more weight on recent ones.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    settled: f64,
    ticks: f64,
}

/// After this many models around the last one that divide no class, questions begin.
const WALKS_WITHOUT_GAIN: usize = 4;

/// Every time that so many questions were asked, the kind that has settled less is tried.
const RETRY_QUESTIONS: u64 = 16;

/// The literals of `vars` that are true in every model, passed to `found` as they are found; and, if asked for, the
/// classes of variables of `vars` that are equal or opposite in every model.
///
/// ```
/// use gemsat::cnf::{Formula, Lit, Var};
/// use gemsat::{limits::Limits, reason::backbone::common_to_models};
///
/// let formula = Formula::from_dimacs_lists(&[&[1], &[-2, 3], &[2, -3]]);
/// let vars: Vec<Var> = (0..3).map(Var::new).collect();
/// let found = common_to_models(&formula, &vars, true, &Limits::none(), |_| {});
/// assert_eq!((found.certain, found.equal.len()), (vec![Lit::from_dimacs(1).expect("not 0")], 1));
/// ```
pub fn common_to_models(
    formula: &Formula,
    vars: &[Var],
    equivalences: bool,
    limits: &Limits,
    found: impl FnMut(Lit),
) -> CommonToModels {
    within(formula, vars, equivalences, limits, None, found)
}

/// As [`common_to_models`], but the solver may spend only so many ticks after the first model: what is not found by
/// then stays open.
pub(super) fn within(
    formula: &Formula,
    vars: &[Var],
    equivalences: bool,
    limits: &Limits,
    ticks: Option<u64>,
    mut found: impl FnMut(Lit),
) -> CommonToModels {
    // For equal literals pairs of all variables are asked about, so none is eliminated.
    let mut oracle =
        if equivalences { Incremental::new(formula) } else { Incremental::eliminating(formula, Solver::new()) };
    let mut search = BackboneSearch::new(&mut oracle, formula, vars, limits);
    search.ticks = ticks;
    if let Err(stop) = search.run(vars, equivalences, &mut found) {
        search.take_certain(&mut found);
        search.common.stopped = Some(stop);
        search.common.open = std::mem::take(&mut search.candidates);
    }
    search.common
}

/// The literals of `vars` that are true in every model, in the order of `vars`; `None` when there is no model. The
/// oracle holds the clauses of the formula and no others; what was assumed before is forgotten.
///
/// # Errors
/// When the limits run out.
pub fn backbone(
    oracle: &mut dyn Oracle,
    formula: &Formula,
    vars: &[Var],
    limits: &Limits,
) -> Result<Option<Vec<Lit>>, Stop> {
    let (_, limits) = oracle.begin(limits);
    let mut search = BackboneSearch::new(oracle, formula, vars, &limits);
    search.run(vars, false, &mut |_| {})?;
    let certain: HashMap<Var, Lit> = search.common.certain.iter().map(|&lit| (lit.var(), lit)).collect();
    let certain = vars.iter().filter_map(|var| certain.get(var).copied()).collect();
    Ok(search.common.satisfiable.filter(|&is| is).map(|_| certain))
}

impl<'s> BackboneSearch<'s> {
    /// A search that has asked nothing yet.
    fn new(oracle: &'s mut dyn Oracle, formula: &'s Formula, vars: &[Var], limits: &'s Limits) -> BackboneSearch<'s> {
        let top = vars.iter().map(|var| var.index() + 1).max().unwrap_or(0).max(formula.num_vars());
        // Switches come after all of these.
        oracle.declare_vars(top);
        let certain = Closure::new(formula, top);
        let mut support = vec![0; formula.num_clauses()];
        for lit in (0..top).map(|index| Var::new(index).neg()) {
            certain.clauses_with(lit).iter().for_each(|&clause| support[clause as usize] += 1);
        }
        BackboneSearch {
            oracle,
            limits,
            candidates: Vec::new(),
            ticks: None,
            common: CommonToModels::default(),
            certain,
            model: Assignment::all_false(top),
            support,
            gains: [Gain::default(); 2],
        }
    }

    fn run(&mut self, vars: &[Var], equivalences: bool, found: &mut dyn FnMut(Lit)) -> Result<(), Stop> {
        let Some(model) = self.first_model()? else {
            self.common.satisfiable = Some(false);
            return Ok(());
        };
        self.common.satisfiable = Some(true);
        self.candidates = vars.iter().map(|&var| var.lit(model.value(var))).collect();
        self.strike(&model, true);
        for lit in (0..self.certain.formula().num_vars()).map(|index| Var::new(index).pos()) {
            if let Some(value) = self.oracle.fixed(lit) {
                self.certain.add(if value { lit } else { !lit });
            }
        }
        self.take_certain(found);
        match self.parts() {
            Some(parts) => self.ask_parts(&parts, vars, equivalences, found),
            None => self.ask_whole(vars, equivalences, found),
        }
    }

    /// Asks about the candidates until none is left.
    fn ask_whole(&mut self, vars: &[Var], equivalences: bool, found: &mut dyn FnMut(Lit)) -> Result<(), Stop> {
        let mut kind = About::First;
        loop {
            self.take_certain(found);
            if self.candidates.is_empty() {
                break;
            }
            kind = if self.question(kind)? { self.better_kind() } else { About::Any };
        }
        if equivalences { self.equivalences(vars) } else { Ok(()) }
    }

    /// Asks a question of this kind; whether there is a model.
    fn question(&mut self, kind: About) -> Result<bool, Stop> {
        let mut asked: Vec<Lit> =
            self.candidates.iter().copied().filter(|lit| self.oracle.is_active(lit.var())).collect();
        if asked.is_empty() {
            asked.clone_from(&self.candidates);
        }
        asked.iter().for_each(|&lit| self.oracle.suggest(!lit));
        if kind == About::First {
            asked.truncate(1);
        }
        let (before, ticks) = (self.candidates.len(), self.oracle.ticks());
        let answer = self.ask_any(&asked)?;
        let settled = if let Some(model) = &answer {
            self.strike(model, false);
            before - self.candidates.len()
        } else {
            for &lit in &asked {
                self.oracle.add_clause(&[lit]);
                self.certain.add(lit);
            }
            asked.len()
        };
        let spent = self.oracle.ticks() - ticks + self.reading();
        self.gains[kind as usize].add(settled, spent);
        Ok(answer.is_some())
    }

    /// Ticks for reading a model, which costs time in proportion to the formula.
    fn reading(&self) -> u64 {
        (self.support.len() + self.model.len()) as u64 / 8
    }

    /// The kind of question that has given more so far, or that has still to be tried.
    fn better_kind(&self) -> About {
        let [first, any] = self.gains;
        if any.ticks == 0.0 {
            return About::Any;
        }
        let first_is_better = first.settled * any.ticks >= any.settled * first.ticks;
        let other = self.common.questions.is_multiple_of(RETRY_QUESTIONS);
        if first_is_better == other { About::Any } else { About::First }
    }

    /// A model in which one of the literals is false.
    fn ask_any(&mut self, lits: &[Lit]) -> Result<Option<Assignment>, Stop> {
        match lits {
            [] => Ok(None),
            &[lit] => self.ask(&[!lit]),
            _ => {
                // The clause holds as long as its switch is on.
                let switch = self.oracle.new_var();
                let clause: Vec<Lit> = lits.iter().map(|&lit| !lit).chain([switch.neg()]).collect();
                self.oracle.add_clause(&clause);
                let answer = self.ask(&[switch.pos()])?;
                self.oracle.add_clause(&[switch.neg()]);
                Ok(answer)
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Option<Assignment>, Stop> {
        self.common.questions += 1;
        let bounded = self.ticks.filter(|_| self.common.questions > 1);
        let limits = Limits { ticks: bounded.or(self.limits.ticks), ..self.limits.clone() };
        let before = self.oracle.ticks();
        let reply = self.oracle.solve_under(assumptions, &limits);
        let spent = self.oracle.ticks() - before + self.reading();
        if let (Some(left), true) = (&mut self.ticks, bounded.is_some()) {
            *left = left.saturating_sub(spent);
        }
        match reply {
            Reply::Sat(mut model) => {
                model.resize(model.len().max(self.model.len()));
                Ok(Some(model))
            }
            Reply::Unsat(_) => Ok(None),
            Reply::Unknown(stop) => Err(stop),
        }
    }

    /// Moves the candidates that the solver has fixed, and what follows from them, to what is certain.
    fn take_certain(&mut self, found: &mut dyn FnMut(Lit)) {
        let BackboneSearch { oracle, candidates, certain, common, .. } = self;
        candidates.iter().filter(|&&lit| oracle.fixed(lit) == Some(true)).for_each(|&lit| certain.add(lit));
        candidates.retain(|&lit| {
            let settled = certain.contains(lit);
            if settled {
                common.certain.push(lit);
                found(lit);
            }
            !settled
        });
    }

    /// Strikes out the candidates that are false in a model, and those that can be flipped in it one after the other.
    /// The flipped model is kept if flips struck out any; the model itself is kept if it is the first.
    fn strike(&mut self, model: &Assignment, first: bool) {
        for var in (0..self.model.len()).map(Var::new) {
            if self.model.value(var) != model.value(var) {
                self.flip(var);
            }
        }
        if first {
            self.common.models.push(self.model.clone());
        }
        let all = self.candidates.len();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|&lit| self.model.is_true(lit));
        loop {
            let before = candidates.len();
            candidates.retain(|&lit| {
                let needed = self.certain.clauses_with(lit).iter().any(|&clause| self.support[clause as usize] == 1);
                if !needed {
                    self.flip(lit.var());
                }
                needed
            });
            if candidates.len() == before {
                break;
            }
        }
        self.candidates = candidates;
        if self.candidates.len() < all {
            self.common.models.push(self.model.clone());
        }
    }

    /// Flips a variable in the last model.
    fn flip(&mut self, var: Var) {
        let BackboneSearch { certain, support, model, .. } = self;
        let lit = var.lit(model.value(var));
        certain.clauses_with(lit).iter().for_each(|&clause| support[clause as usize] -= 1);
        certain.clauses_with(!lit).iter().for_each(|&clause| support[clause as usize] += 1);
        model.flip(var);
    }

    /// Divides the classes by models around the last one: variables are flipped at random as long as no clause becomes
    /// false. This tells apart most literals that are not equal without any question.
    fn wander(&mut self, classes: &mut Vec<Vec<Lit>>) -> Result<(), Stop> {
        let mut rng = Rng::new(0);
        let mut in_vain = 0;
        while in_vain < WALKS_WITHOUT_GAIN {
            let before = (classes.len(), classes.iter().map(Vec::len).sum::<usize>());
            for class in &*classes {
                for &lit in class {
                    let lit = lit.var().lit(self.model.value(lit.var()));
                    let mut clauses = self.certain.clauses_with(lit).iter();
                    if rng.coin() && clauses.all(|&clause| self.support[clause as usize] > 1) {
                        self.flip(lit.var());
                    }
                }
            }
            divide(classes, &self.model);
            self.limits.exceeded().map_or(Ok(()), Err)?;
            let divided = (classes.len(), classes.iter().map(Vec::len).sum::<usize>()) != before;
            in_vain = if divided { 0 } else { in_vain + 1 };
        }
        Ok(())
    }

    /// Divides the variables by their values in models until each class is proven equal or has a single member.
    fn equivalences(&mut self, vars: &[Var]) -> Result<(), Stop> {
        let certain: std::collections::HashSet<Var> = self.common.certain.iter().map(|lit| lit.var()).collect();
        let first = &self.common.models[0];
        let open = vars.iter().filter(|var| !certain.contains(var)).map(|&var| var.lit(first.value(var)));
        let mut classes: Vec<Vec<Lit>> = vec![open.collect()];
        for model in &self.common.models[1..] {
            divide(&mut classes, model);
        }
        self.wander(&mut classes)?;
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
                        // Literals that still agree with the first one stay; the others form a new class.
                        let agree = model.is_true(first);
                        let (stay, leave) = class.into_iter().partition(|&lit| model.is_true(lit) == agree);
                        class = stay;
                        classes.push(leave);
                    }
                }
            }
            if proven.len() > 1 {
                proven.sort_unstable();
                self.common.equal.push(proven);
            }
        }
        self.common.equal.sort_unstable();
        Ok(())
    }
}

impl Gain {
    /// Adds a question to the account.
    fn add(&mut self, settled: usize, ticks: u64) {
        self.settled = self.settled / 2.0 + settled as f64;
        self.ticks = self.ticks / 2.0 + ticks as f64;
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::FromScratch;
    use super::*;
    use crate::cnf::model::first_falsified;
    use crate::engines;
    use crate::reason::enumerate::enumerate;
    use std::ops::ControlFlow;

    /// A satisfiable formula in which most variables are outputs of AND gates, with some clauses on top.
    pub(in crate::reason) fn gates(rng: &mut Rng) -> Formula {
        let (inputs, vars) = (4, 16);
        let mut formula = Formula::new();
        let planted: Vec<bool> = (0..inputs).map(|_| rng.coin()).collect();
        let mut values = planted;
        for output in inputs..vars {
            let [one, two] = [0; 2].map(|_| Var::new(rng.index(output)).lit(rng.coin()));
            let output = Var::new(output).pos();
            formula.add_clause([!output, one]);
            formula.add_clause([!output, two]);
            formula.add_clause([output, !one, !two]);
            let is_true = |lit: Lit| values[lit.var().index()] == lit.is_positive();
            values.push(is_true(one) && is_true(two));
        }
        for _ in 0..rng.below(12) {
            let mut clause = [0; 2].map(|_| Var::new(rng.index(vars)).lit(rng.coin()));
            let var = clause[0].var();
            clause[0] = var.lit(values[var.index()]);
            formula.add_clause(clause);
        }
        formula
    }

    #[test]
    fn eliminated_variables_are_settled_too() {
        let (limits, mut rng) = (Limits::none(), Rng::new(24));
        let (mut eliminated, mut restored, mut certain) = (0, 0, 0);
        for _ in 0..300 {
            let formula = gates(&mut rng);
            let vars: Vec<Var> = (0..formula.num_vars()).map(Var::new).collect();
            let mut solver = Solver::new();
            for (option, value) in [("lucky", "false"), ("fast_first", "0"), ("fast_costly", "0")] {
                solver.set_option(option, value).expect("an option");
            }
            let mut oracle = Incremental::eliminating(&formula, solver);
            let mut search = BackboneSearch::new(&mut oracle, &formula, &vars, &limits);
            assert_eq!(search.run(&vars, false, &mut |_| {}), Ok(()));
            let BackboneSearch { common: CommonToModels { certain: mut found, models, .. }, .. } = search;
            let counters = oracle.solver.stats();
            let count = |name| counters.iter().find(|row| row.name == name).map_or(0, |row| row.value);
            eliminated += count("eliminated");
            restored += count("restored");
            certain += found.len();
            found.sort_unstable();
            let from_scratch = || FromScratch::new(formula.clone(), engines::by_name("dpll").expect("registered"));
            assert_eq!(backbone(&mut from_scratch(), &formula, &vars, &limits), Ok(Some(found.clone())), "{formula:?}");
            let mut in_all: Option<Vec<Lit>> = None;
            enumerate(&mut from_scratch(), &vars, &limits, |model| {
                in_all.get_or_insert_with(|| model.lits().collect()).retain(|&lit| model.is_true(lit));
                ControlFlow::Continue(())
            });
            assert_eq!(in_all, Some(found.clone()), "{formula:?}");
            assert!(models.iter().all(|model| first_falsified(model, &formula).is_none()));
            for &var in vars.iter().filter(|&&var| !found.iter().any(|lit| lit.var() == var)) {
                assert!(models.windows(2).any(|pair| pair[0].value(var) != pair[1].value(var)), "{var:?} {formula:?}");
            }
        }
        assert!(eliminated > 0 && restored > 0 && certain > 0, "{eliminated} {restored} {certain}");
    }
}
