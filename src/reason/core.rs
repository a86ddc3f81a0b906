//! Why there is no solution: a minimal set of assumptions that contradict the clauses, or a smallest one.
//!
//! What it does: QuickXplain divides the assumptions and asks about halves, so that a core of `k` among `n` takes about
//! `2k log(n/k) + 2k` calls; it begins with the core that the oracle reports at the first refusal.
//!
//! When the limits run out after that refusal, the answer is the reported core without the members that were shown to
//! be superfluous: it is contradictory, but may not be minimal.
//!
//! References: Junker, "QuickXplain: preferred explanations and relaxations for over-constrained problems", AAAI'04.

use super::oracle::{Oracle, Reply};
pub use super::smallest::smallest_core;
use crate::cnf::Lit;
use crate::limits::{Limits, Stop};

/// A set of assumptions, or of what they stand for, that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core<T = Lit> {
    /// The members, which cannot hold together.
    pub members: Vec<T>,
    /// `None` when no member can be left out, or of a smallest core, when none has fewer; else the limit that ran out
    /// before that was known.
    pub stopped: Option<Stop>,
}

impl<T> Core<T> {
    /// The core with each member replaced by what it stands for.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Core<U> {
        Core { members: self.members.into_iter().map(change).collect(), stopped: self.stopped }
    }
}

impl Core {
    /// The core in a puzzle's terms. `all` gives literals and what they stand for; those that are members stay, in this
    /// order.
    pub fn named<T>(&self, all: impl IntoIterator<Item = (Lit, T)>) -> Core<T> {
        let members = all.into_iter().filter(|(lit, _)| self.members.contains(lit)).map(|(_, named)| named);
        Core { members: members.collect(), stopped: self.stopped }
    }
}

/// A subset of `candidates` that contradicts the oracle's clauses together with `fixed`, and is minimal unless the
/// limits run out before that is known. `None` when there is a model with all of them. The order of the candidates is a
/// preference: earlier ones are kept first. [`smallest_core`] has the fewest members, and takes longer; for groups of
/// clauses of a formula there is [`muses`](super::muses).
///
/// To learn which of several demands cannot be met together, each gets a switch, a literal without which it says
/// nothing; the switches are the candidates.
///
/// ```
/// use gemsat::{Limits, Solver, reason::core::minimal_core};
///
/// let mut solver = Solver::new();
/// let [window, aisle, front] = solver.new_lits();
/// solver.add_clause([!window, !aisle]);
/// let demands = [("sees out", window), ("stands up often", aisle), ("leaves first", front)];
/// let switches: [_; 3] = solver.new_lits();
/// for (switch, (_, seat)) in switches.iter().zip(demands) {
///     solver.add_clause([!*switch, seat]);
/// }
/// let core = minimal_core(&mut solver, &[], &switches, &Limits::none())?.expect("a seat is one of the two");
/// let blamed = core.named(switches.into_iter().zip(demands.map(|(name, _)| name))).members;
/// assert_eq!(blamed, ["sees out", "stands up often"]);
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
///
/// A solver's own limits hold as well, and what it has been told to assume: see
/// [`Oracle`](super::Oracle#impl-Oracle-for-Solver).
///
/// # Errors
/// When the limits run out before it is known whether they contradict.
#[doc(alias = "MUS")]
#[doc(alias = "explain")]
pub fn minimal_core(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    limits: &Limits,
) -> Result<Option<Core>, Stop> {
    let (assumed, limits) = oracle.begin(limits);
    contradiction(oracle, &[&assumed, fixed].concat(), candidates, &limits)
}

pub(super) fn contradiction(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    limits: &Limits,
) -> Result<Option<Core>, Stop> {
    match oracle.solve_under(&[fixed, candidates].concat(), limits) {
        Reply::Sat(_) => Ok(None),
        Reply::Unsat(failed) => Ok(Some(minimize(oracle, fixed, candidates, &failed, limits))),
        Reply::Unknown(stop) => Err(stop),
    }
}

/// The explanation of a literal of a puzzle whose clues are switched on by assumptions; `T` is what a switch stands
/// for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why<T = Lit> {
    /// There is no solution, because these switches contradict each other.
    Contradiction(Core<T>),
    /// There is a solution, and nothing was asked.
    Consistent,
    /// The literal holds in every solution, and these force it.
    Forced(Lit, Core<T>),
    /// The literal holds in some solutions and not in others.
    Open(Lit),
}

impl Why {
    /// The answer in a puzzle's terms, as [`Core::named`].
    pub fn named<T>(self, all: impl IntoIterator<Item = (Lit, T)>) -> Why<T> {
        match self {
            Why::Contradiction(core) => Why::Contradiction(core.named(all)),
            Why::Consistent => Why::Consistent,
            Why::Forced(lit, core) => Why::Forced(lit, core.named(all)),
            Why::Open(lit) => Why::Open(lit),
        }
    }
}

/// Why there is no solution with all `switches`; or, if there is one, which literal of `about` holds (exactly one of
/// them does) and why. The order of the switches is a preference: earlier ones are kept first.
///
/// # Errors
/// When the limits run out before it is known which of these is the case.
pub fn why(oracle: &mut dyn Oracle, switches: &[Lit], about: &[Lit], limits: &Limits) -> Result<Why, Stop> {
    let (mut fixed, limits) = oracle.begin(limits);
    let model = match oracle.solve_under(&[&fixed, switches].concat(), &limits) {
        Reply::Sat(model) => model,
        Reply::Unsat(failed) => return Ok(Why::Contradiction(minimize(oracle, &fixed, switches, &failed, &limits))),
        Reply::Unknown(stop) => return Err(stop),
    };
    let Some(&holds) = about.iter().find(|&&lit| model.is_true(lit)) else { return Ok(Why::Consistent) };
    fixed.push(!holds);
    let core = contradiction(oracle, &fixed, switches, &limits)?;
    Ok(core.map_or(Why::Open(holds), |core| Why::Forced(holds, core)))
}

/// Minimizes the core after the oracle has refused `candidates` together with `fixed`, with `failed` as the failed
/// assumptions.
pub(super) fn minimize(
    oracle: &mut dyn Oracle,
    fixed: &[Lit],
    candidates: &[Lit],
    failed: &[Lit],
    limits: &Limits,
) -> Core {
    let refused: Vec<Lit> = candidates.iter().copied().filter(|lit| failed.contains(lit)).collect();
    Quickxplain { oracle, limits }.explain(&mut fixed.to_vec(), true, &refused)
}

struct Quickxplain<'s> {
    oracle: &'s mut dyn Oracle,
    limits: &'s Limits,
}

impl Quickxplain<'_> {
    /// The members of `candidates` that are needed in addition to `background`, and, when the limits run out, those
    /// that may be needed. With the background they contradict. `grown` says whether the background has grown since it
    /// was last seen to have a model.
    fn explain(&mut self, background: &mut Vec<Lit>, grown: bool, candidates: &[Lit]) -> Core {
        let known = |members: &[Lit], stopped| Core { members: members.to_vec(), stopped };
        if candidates.is_empty() {
            return known(&[], None);
        }
        if grown {
            match self.oracle.solve_under(background, self.limits) {
                Reply::Sat(_) => {}
                Reply::Unsat(_) => return known(&[], None),
                Reply::Unknown(stop) => return known(candidates, Some(stop)),
            }
        }
        if candidates.len() == 1 {
            return known(candidates, None);
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        let depth = background.len();
        background.extend_from_slice(first);
        let mut core = self.explain(background, true, second);
        background.truncate(depth);
        if core.stopped.is_some() {
            core.members.extend_from_slice(first);
            return core;
        }
        background.extend_from_slice(&core.members);
        let more = self.explain(background, !core.members.is_empty(), first);
        background.truncate(depth);
        core.members.extend(more.members);
        core.stopped = more.stopped;
        core
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FromScratch, Incremental};
    use super::*;
    use crate::cnf::{Formula, Var};
    use crate::encode::ClauseSink;
    use crate::engines;
    use crate::util::rng::Rng;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::from_dimacs(n).expect("not 0")).collect()
    }

    fn from_scratch(formula: &Formula) -> Box<dyn Oracle> {
        Box::new(FromScratch::new(formula.clone(), engines::by_name("dpll").expect("registered")))
    }

    /// An oracle that answers at most `most` questions, and records them.
    struct Tiring {
        inner: Box<dyn Oracle>,
        most: usize,
        asked: Vec<Vec<Lit>>,
    }

    impl Tiring {
        fn after(most: usize, inner: Box<dyn Oracle>) -> Tiring {
            Tiring { inner, most, asked: Vec::new() }
        }
    }

    impl ClauseSink for Tiring {
        fn new_var(&mut self) -> Var {
            self.inner.new_var()
        }

        fn declare_vars(&mut self, count: usize) {
            self.inner.declare_vars(count);
        }

        fn add_clause(&mut self, clause: &[Lit]) {
            self.inner.add_clause(clause);
        }
    }

    impl Oracle for Tiring {
        fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
            if self.asked.len() == self.most {
                return Reply::Unknown(Stop::Conflicts);
            }
            let mut sorted = assumptions.to_vec();
            sorted.sort_unstable();
            assert!(!self.asked.contains(&sorted), "asked twice: {sorted:?}");
            self.asked.push(sorted);
            self.inner.solve_under(assumptions, limits)
        }
    }

    /// Asserts that a core of these switches is contradictory, and minimal unless it was stopped.
    fn assert_core(formula: &Formula, fixed: &[Lit], switches: &[Lit], core: &Core) {
        let mut full = from_scratch(formula);
        let mut contradict =
            |members: &[Lit]| matches!(full.solve_under(&[fixed, members].concat(), &Limits::none()), Reply::Unsat(_));
        assert!(core.members.iter().all(|member| switches.contains(member)));
        assert!(contradict(&core.members), "{core:?}");
        for left_out in 0..core.members.len() {
            let mut fewer = core.members.clone();
            fewer.remove(left_out);
            assert!(core.stopped.is_some() || !contradict(&fewer), "{core:?}");
        }
    }

    /// Random clauses of three out of eight variables, each with one of the switches 9 to 24 in front.
    fn random(rng: &mut Rng) -> Formula {
        let mut formula = Formula::new();
        for _ in 0..60 {
            let switch = -(rng.index(16) as i32) - 9;
            let three = [(); 3].map(|()| (rng.index(8) as i32 + 1) * if rng.coin() { 1 } else { -1 });
            formula.add_clause(lits(&[switch, three[0], three[1], three[2]]));
        }
        formula
    }

    #[test]
    fn what_is_known_when_the_limit_runs_out() {
        let mut rng = Rng::new(5);
        let (mut contradictions, mut forced, mut smaller) = (0, 0, 0);
        for round in 0..40 {
            let formula = random(&mut rng);
            let switches = lits(&(9..25).take_while(|&switch| round % 2 == 0 || switch < 19).collect::<Vec<i32>>());
            let oracle = || -> Box<dyn Oracle> {
                if round % 4 < 2 { from_scratch(&formula) } else { Box::new(Incremental::new(&formula)) }
            };
            let about = lits(&[1, -1]);
            let whole = why(&mut *oracle(), &switches, &about, &Limits::none()).expect("no limit");
            // How many questions may be asked decides which case it is.
            let first = if matches!(whole, Why::Contradiction(_)) { 1 } else { 2 };
            let (mut before, mut most) = (usize::MAX, 0);
            loop {
                let mut tiring = Tiring::after(most, oracle());
                let result = why(&mut tiring, &switches, &about, &Limits::none());
                assert_eq!(result == Err(Stop::Conflicts), most < first, "{most} questions: {result:?}");
                let core = match (&whole, result) {
                    (_, Err(_)) => None,
                    (Why::Contradiction(_), Ok(Why::Contradiction(core))) => Some((Vec::new(), core)),
                    (Why::Forced(lit, _), Ok(Why::Forced(same, core))) if *lit == same => Some((vec![!same], core)),
                    (whole, Ok(result)) => {
                        assert_eq!((whole, &result), (&result, whole));
                        break;
                    }
                };
                if let Some((fixed, core)) = core {
                    assert_core(&formula, &fixed, &switches, &core);
                    // With more questions, the core never has more members.
                    assert!(core.members.len() <= before);
                    smaller +=
                        usize::from(core.members.len() < before && before < usize::MAX && core.stopped.is_some());
                    before = core.members.len();
                    if core.stopped.is_none() {
                        contradictions += usize::from(fixed.is_empty());
                        forced += usize::from(!fixed.is_empty());
                        break;
                    }
                    assert_eq!(core.stopped, Some(Stop::Conflicts));
                }
                most += 1;
            }
        }
        assert!(contradictions > 5 && forced > 5 && smaller > 20, "{contradictions} {forced} {smaller}");
    }

    #[test]
    fn a_core_is_minimal() {
        // Switches 11..=16; 12, 14 and 15 contradict each other.
        let formula =
            Formula::from_dimacs_lists(&[&[-12, 1], &[-14, -1, 2], &[-15, -2], &[-11, 3], &[-13, 3], &[-16, 4]]);
        let mut oracle = from_scratch(&formula);
        let mut ask = |fixed: &[i32], switches: &[i32]| {
            minimal_core(&mut *oracle, &lits(fixed), &lits(switches), &Limits::none()).expect("no limit")
        };
        let core = ask(&[], &[11, 12, 13, 14, 15, 16]).expect("contradictory");
        let named = core.named([(lits(&[15])[0], "fifteen"), (lits(&[16])[0], "sixteen"), (lits(&[12])[0], "twelve")]);
        assert_eq!(named, Core { members: vec!["fifteen", "twelve"], stopped: None });
        assert_eq!(core.members.len(), 3);
        assert_eq!(ask(&[], &[11, 12, 14]), None);
        assert_eq!(ask(&[1, -2], &[11, 14]), Some(Core { members: lits(&[14]), stopped: None }));
        assert_eq!(ask(&[1, -1], &[11, 14]), Some(Core { members: Vec::new(), stopped: None }));
        let mut ask = |switches: &[i32], about: &[i32]| {
            why(&mut *oracle, &lits(switches), &lits(about), &Limits::none()).expect("no limit")
        };
        let all = [11, 12, 13, 14, 15, 16];
        assert!(matches!(ask(&all, &[1, -1]), Why::Contradiction(core) if core.members.len() == 3));
        assert_eq!(ask(&[11, 12, 14], &[]), Why::Consistent);
        let needed = Core { members: lits(&[14, 12]), stopped: None };
        assert_eq!(ask(&[11, 12, 14], &[2, -2]), Why::Forced(lits(&[2])[0], needed));
        assert!(matches!(ask(&[11, 12], &[2, -2]), Why::Open(_)));
    }
}
