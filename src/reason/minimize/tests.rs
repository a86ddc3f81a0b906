use super::super::Incremental;
use super::*;
use crate::cnf::{Formula, model::first_falsified};
use crate::encode::ClauseSink;
use crate::engine::Verdict;
use crate::solver::Solver;
use crate::util::rng::Rng;

const VARS: usize = 7;

/// Answers so many questions, and of those whose ticks are limited only some.
struct Tiring {
    inner: Solver,
    most: usize,
    rng: Rng,
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
    fn begin(&mut self, limits: &Limits) -> (Vec<Lit>, Limits) {
        self.inner.begin(limits)
    }

    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Reply {
        if self.most == 0 {
            return Reply::Unknown(Stop::Conflicts);
        }
        self.most -= 1;
        if limits.ticks != Some(u64::MAX) && self.rng.coin() {
            return Reply::Unknown(Stop::Ticks);
        }
        self.inner.solve_under(assumptions, limits)
    }
}

/// Random clauses, wishes, and what may be assumed. Wishes are of equal weight, of few weights or of many, some of them
/// twice, some opposite, some of weight 0.
fn task(rng: &mut Rng, round: u64) -> (Formula, Vec<(u64, Lit)>, Vec<Lit>) {
    let mut formula = Formula::new();
    let vars = formula.new_vars(VARS);
    let lit = |rng: &mut Rng| vars[rng.index(VARS)].lit(rng.coin());
    (0..15 + rng.index(16)).for_each(|_| formula.add_clause([(); 3].map(|()| lit(rng))));
    let weight = |rng: &mut Rng| match round % 4 {
        0 => 3,
        1 => rng.below(3),
        2 => rng.below(9),
        _ => 1 << rng.below(40),
    };
    let wishes = (0..10).map(|_| (weight(rng), lit(rng))).collect();
    let assumed = (0..rng.index(3)).map(|_| lit(rng)).collect();
    (formula, wishes, assumed)
}

fn cost(wishes: &[(u64, Lit)], model: &Assignment) -> u64 {
    wishes.iter().filter(|(_, lit)| !model.is_true(*lit)).map(|(weight, _)| weight).sum()
}

/// What the cheapest model costs in which these literals are true.
fn least(formula: &Formula, wishes: &[(u64, Lit)], assumed: &[Lit]) -> Option<u64> {
    let all = (0..1u32 << VARS).map(|bits| (0..VARS).map(|at| bits >> at & 1 == 1).collect::<Assignment>());
    let models = all.filter(|model| first_falsified(model, formula).is_none());
    models.filter(|model| assumed.iter().all(|&lit| model.is_true(lit))).map(|model| cost(wishes, &model)).min()
}

#[test]
fn no_assignment_is_cheaper() {
    let mut rng = Rng::new(7);
    let (mut without, mut paid) = (0, 0);
    for round in 0..600 {
        let (formula, wishes, _) = task(&mut rng, round);
        let cheapest = least(&formula, &wishes, &[]);
        let mut oracles: [Box<dyn Oracle>; 3] = [
            Box::new(Incremental::new(&formula)),
            Box::new(by_dpll(formula.clone())),
            Box::new(Tiring { inner: Solver::from_formula(&formula), most: usize::MAX, rng: Rng::new(round) }),
        ];
        let mut solver = Solver::from_formula(&formula);
        for oracle in oracles.iter_mut().map(|oracle| &mut **oracle).chain([&mut solver as &mut dyn Oracle]) {
            let best = minimize(oracle, &wishes, &Limits::none()).expect("no limit");
            assert_eq!(best.as_ref().map(|best| best.cost), cheapest, "round {round}");
            if let Some(best) = best {
                assert_eq!((cost(&wishes, &best.model), best.at_least, best.stopped), (best.cost, best.cost, None));
                assert_eq!(first_falsified(&best.model, &formula), None);
            }
        }
        if round % 10 == 0 {
            for bits in 0..1 << VARS {
                let all: Vec<Lit> = (0..VARS).map(|at| Var::new(at).lit(bits >> at & 1 == 1)).collect();
                let kept = matches!(solver.solve_with(&all), Verdict::Sat(_));
                assert_eq!(kept, least(&formula, &[], &all).is_some(), "the solver keeps its models");
            }
        }
        without += u32::from(cheapest.is_none());
        paid += u32::from(cheapest.is_some_and(|cost| cost > 0));
    }
    assert!(without > 10 && paid > 300, "{without} {paid}");
    let mut solver = Solver::new();
    let both = [(i64::MAX as u64 - 1, Var::new(0).pos()), (1, Var::new(0).neg())];
    assert_eq!(minimize(&mut solver, &both, &Limits::none()).map(|best| best.map(|best| best.cost)), Ok(Some(1)));
}

#[test]
fn what_was_assumed_holds_in_the_cheapest_model_and_is_then_forgotten() {
    let mut rng = Rng::new(8);
    for round in 0..300 {
        let (formula, wishes, assumed) = task(&mut rng, round);
        let mut solver = Solver::from_formula(&formula);
        assumed.iter().for_each(|&lit| solver.assume(lit));
        for assumed in [&assumed[..], &[]] {
            let best = minimize(&mut solver, &wishes, &Limits::none()).expect("no limit");
            assert_eq!(best.as_ref().map(|best| best.cost), least(&formula, &wishes, assumed), "round {round}");
            assert!(best.is_none_or(|best| assumed.iter().all(|&lit| best.model.is_true(lit))));
        }
    }
}

#[test]
fn the_best_so_far_when_the_limit_runs_out() {
    let mut rng = Rng::new(9);
    let mut stopped = 0;
    for round in 0..100 {
        let (formula, wishes, _) = task(&mut rng, round);
        let least = least(&formula, &wishes, &[]);
        let mut before = u64::MAX;
        for most in 0.. {
            let inner = Solver::from_formula(&formula);
            let mut oracle = Tiring { inner, most, rng: Rng::new(round) };
            match minimize(&mut oracle, &wishes, &Limits::none()) {
                Err(stop) => assert_eq!((stop, most), (Stop::Conflicts, 0)),
                Ok(Some(best)) => {
                    assert_eq!(best.cost, cost(&wishes, &best.model));
                    assert!(first_falsified(&best.model, &formula).is_none());
                    assert!(Some(best.at_least) <= least && Some(best.cost) >= least && best.cost <= before);
                    before = best.cost;
                    stopped += u32::from(best.stopped.is_some());
                    if best.stopped.is_none() {
                        assert_eq!(Some(best.cost), least);
                        break;
                    }
                }
                Ok(None) => {
                    assert_eq!(least, None);
                    break;
                }
            }
        }
    }
    assert!(stopped > 100, "{stopped}");
}
