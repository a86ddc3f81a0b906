//! Local search engines: models are models, "unknown" is all they say otherwise, and the same seed is the same run.

use super::classic;
use crate::support::{local_searches, rounds};
use gemsat::cnf::{Assignment, Formula, Var, model};
use gemsat::encode::random::RandomSat;
use gemsat::engine::{Engine, Event, Observer, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop, Threads};
use gemsat::util::rng::Rng;

type Options = &'static [(&'static str, &'static str)];

/// Options that take another way through the code than an engine's own.
const VARIANTS: &[(&str, Options)] = &[
    ("gsat", &[("focused", "false")]),
    ("walksat", &[("rule", "novelty")]),
    ("walksat", &[("rule", "adapt-novelty")]),
    ("walksat", &[("rule", "basic")]),
    ("probsat", &[("caching", "on"), ("falloff", "poly")]),
    ("ddfw", &[("transfer", "linear")]),
    ("annealing", &[("focused", "true"), ("start_temperature", "0.4")]),
    ("annealing", &[("cooling", "lundy-mees"), ("beta", "0.2")]),
];

/// Every engine with its own options, then with each variant of them.
fn settings() -> impl Iterator<Item = (&'static str, Options)> {
    local_searches().flat_map(|engine| {
        let variants = VARIANTS.iter().copied().filter(move |&(name, _)| name == engine);
        [(engine, Options::default())].into_iter().chain(variants)
    })
}

fn engine(name: &str, options: &[(&str, &str)], seed: u64) -> Box<dyn Engine> {
    let mut engine = engines::by_name(name).expect("a known engine");
    for (option, value) in options {
        engine.set_option(option, value).expect("a known option");
    }
    engine.set_option("seed", &seed.to_string()).expect("every engine has a seed");
    engine
}

fn steps(count: u64) -> Limits {
    Limits { steps: Some(count), ..Limits::none() }
}

/// Clauses of the given lengths in turn over random variables (repetitions and tautologies included); with `planted`,
/// all are true under one assignment.
fn random_formula(rng: &mut Rng, vars: u32, clauses: usize, lengths: &[usize], planted: bool) -> Formula {
    let hidden: Assignment = (0..vars).map(|_| rng.coin()).collect();
    let mut formula = Formula::new();
    formula.declare_vars(vars as usize);
    while formula.num_clauses() < clauses {
        let length = lengths[formula.num_clauses() % lengths.len()];
        let clause: Vec<_> = (0..length).map(|_| Var::new(rng.index(vars as usize)).lit(rng.coin())).collect();
        if !planted || model::satisfies_clause(&hidden, &clause) {
            formula.add_clause(clause);
        }
    }
    formula
}

fn satisfiable(formula: &Formula) -> bool {
    (0u32..1 << formula.num_vars()).any(|bits| {
        let values: Assignment = (0..formula.num_vars()).map(|var| bits >> var & 1 != 0).collect();
        model::first_falsified(&values, formula).is_none()
    })
}

fn counter(engine: &dyn Engine, name: &str) -> u64 {
    engine.counters().iter().find(|row| row.name == name).expect("a known counter").value
}

#[test]
fn small_formulas_are_solved_exactly_when_they_can_be() {
    let mut rng = Rng::new(3);
    let kinds: [&[usize]; 5] = [&[3], &[2, 3], &[1, 2, 3, 4], &[5], &[3, 20]];
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..60 {
        let lengths = kinds[round % kinds.len()];
        let vars = 3 + rng.below(8) as u32;
        let count = (vars as usize * lengths.iter().sum::<usize>()) / lengths.len() + 1;
        let formula = random_formula(&mut rng, vars, count, lengths, false);
        let expected = satisfiable(&formula);
        if expected {
            sat += 1
        } else {
            unsat += 1
        }
        for (name, options) in settings() {
            let mut engine = engine(name, options, round as u64);
            let limits = steps(if expected { 1_000_000 } else { 2_000 });
            match engine.solve(formula.clone(), &limits, None) {
                Verdict::Sat(values) => {
                    assert_eq!(model::first_falsified(&values, &formula), None, "{name} {options:?}")
                }
                Verdict::Unknown(_) => assert!(!expected, "{name} {options:?} finds a model of {formula:?}"),
                Verdict::Unsat => panic!("{name} proves nothing"),
            }
        }
    }
    assert!(sat > 5 && unsat > 5, "both kinds occur: {sat} and {unsat}");
}

/// A thousand formulas a kind; `GEMSAT_TEST_FACTOR=10` makes them 10,000.
#[test]
fn every_satisfiable_formula_is_solved_and_none_refuted() {
    for kind in classic::KINDS {
        let mut rng = Rng::new(5);
        for round in 0..rounds(1000) {
            let formula = classic::random_formula(kind, &mut rng);
            let satisfiable = brute::model(&formula).is_some();
            // Each formula meets each engine, with its options in turn.
            for name in local_searches() {
                let settings: Vec<_> = settings().filter(|setting| setting.0 == name).collect();
                let options = settings[round % settings.len()].1;
                let limits = steps(if satisfiable { 3_000_000 } else { 200 });
                match engine(name, options, round as u64).solve(formula.clone(), &limits, None) {
                    Verdict::Sat(values) => {
                        assert_eq!(model::first_falsified(&values, &formula), None, "{name} {options:?}");
                        assert_eq!(values.len(), formula.num_vars());
                    }
                    Verdict::Unknown(_) => assert!(!satisfiable, "{name} {options:?} on {formula:?}"),
                    Verdict::Unsat => panic!("{name} proves nothing"),
                }
            }
        }
    }
}

#[test]
fn planted_formulas_are_solved() {
    let mut rng = Rng::new(4);
    for (vars, clauses, lengths) in
        [(200, 700, &[3][..]), (150, 500, &[2, 3, 5]), (60, 900, &[7, 6]), (80, 500, &[4, 18])]
    {
        let formula = random_formula(&mut rng, vars, clauses, lengths, true);
        for (name, options) in settings() {
            let verdict = engine(name, options, 1).solve(formula.clone(), &steps(20_000_000), None);
            let Verdict::Sat(values) = verdict else { panic!("{name} {options:?} on {lengths:?}: {verdict:?}") };
            assert_eq!(model::first_falsified(&values, &formula), None);
        }
    }
}

#[test]
fn odd_formulas_have_honest_verdicts() {
    let mut unused = Formula::from_dimacs_lists(&[&[2, 5], &[-2, 5, 5]]);
    unused.declare_vars(1000);
    let satisfiable = [
        Formula::new(),
        Formula::from_dimacs_lists(&[&[1, -1]]),
        Formula::from_dimacs_lists(&[&[1], &[-1, 2], &[-2, -3]]),
        Formula::from_dimacs_lists(&[&[1, 1, 2], &[1, 1, 2], &[-1, -1]]),
        unused,
    ];
    let contradictory = [&[&[][..]][..], &[&[1], &[-1]], &[&[1, 2], &[], &[3]], &[&[1, 2], &[-1], &[-2, -2]]];
    for (name, options) in settings() {
        for formula in &satisfiable {
            let verdict = engine(name, options, 0).solve(formula.clone(), &Limits::none(), None);
            let Verdict::Sat(values) = verdict else { panic!("{name} on {formula:?}: {verdict:?}") };
            assert_eq!(values.len(), formula.num_vars());
            assert_eq!(model::first_falsified(&values, formula), None);
        }
        for lists in contradictory {
            let formula = Formula::from_dimacs_lists(lists);
            let mut engine = engine(name, options, 0);
            assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Unknown(Stop::Incomplete));
            let (values, falsified) = engine.best().expect("an assignment");
            assert_eq!(falsified as usize, model::count_falsified(values, &formula));
        }
    }
}

/// Every sign pattern of three variables, so one clause is always false, and some more.
fn unsatisfiable() -> Formula {
    let mut formula = random_formula(&mut Rng::new(9), 40, 120, &[3, 4], true);
    for signs in 0..8u32 {
        formula.add_clause((0..3).map(|var| Var::new(var).lit(signs >> var & 1 != 0)));
    }
    formula
}

#[test]
fn limits_are_kept_to_the_flip_and_the_best_is_told() {
    for (name, options) in settings() {
        let mut engine = engine(name, options, 5);
        assert_eq!(engine.solve(unsatisfiable(), &steps(12_345), None), Verdict::Unknown(Stop::Steps), "{name}");
        assert_eq!(counter(&*engine, "flips"), 12_345);
        let (values, falsified) = engine.best().expect("an assignment");
        assert_eq!(falsified as usize, model::count_falsified(values, &unsatisfiable()));
        assert_eq!(falsified, 1, "{name} {options:?}");
        assert_eq!(counter(&*engine, "best_falsified"), 1);

        engine.set_option("max_flips", "1000").expect("known");
        engine.set_option("restarts", "3").expect("known");
        assert_eq!(engine.solve(unsatisfiable(), &Limits::none(), None), Verdict::Unknown(Stop::Incomplete));
        assert_eq!((counter(&*engine, "flips"), counter(&*engine, "restarts")), (4000, 3), "{name}");

        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(engine.solve(unsatisfiable(), &limits, None), Verdict::Unknown(Stop::Interrupted));
    }
}

#[test]
fn annealing_ends_with_its_reheats() {
    let mut annealing = engine("annealing", &[("reheats", "2"), ("restarts", "1"), ("cooling_rate", "0.5")], 0);
    assert_eq!(annealing.solve(unsatisfiable(), &Limits::none(), None), Verdict::Unknown(Stop::Incomplete));
    // Two tries of three rounds of the temperatures 1, 1/2, 1/4, 1/8, 1/16, with a proposal for each of 40 variables.
    assert_eq!(counter(&*annealing, "proposals"), 2 * 3 * 5 * 40);
}

/// Follows the flips from the start.
#[derive(Default)]
struct Follower {
    values: Assignment,
    flips: u64,
    starts: u64,
    restarts: u64,
    temperatures: u64,
    fewest: Option<usize>,
}

impl Observer for Follower {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(values) => {
                self.values = values.clone();
                self.starts += 1;
            }
            Event::Flip(var, _) => {
                self.values.flip(var);
                self.flips += 1;
            }
            Event::Restart => self.restarts += 1,
            Event::Temperature(temperature) => {
                assert!(temperature > 0.0);
                self.temperatures += 1;
            }
            other => panic!("{other:?} is not an event of local search"),
        }
        let falsified = model::count_falsified(&self.values, &unsatisfiable());
        self.fewest = Some(self.fewest.map_or(falsified, |fewest| fewest.min(falsified)));
    }
}

#[test]
fn observers_see_every_flip_and_change_nothing() {
    for (name, options) in settings() {
        let mut seen = engine(name, options, 8);
        let mut alone = engine(name, options, 8);
        for engine in [&mut seen, &mut alone] {
            engine.set_option("max_flips", "700").expect("known");
            engine.set_option("restarts", "2").expect("known");
        }
        let mut follower = Follower::default();
        let verdict = seen.solve(unsatisfiable(), &Limits::none(), Some(&mut follower));
        assert_eq!(verdict, alone.solve(unsatisfiable(), &Limits::none(), None));
        assert_eq!(seen.counters(), alone.counters(), "{name} {options:?}: the same seed is the same run");
        assert_eq!(seen.best(), alone.best());
        assert_eq!((follower.flips, follower.starts, follower.restarts), (2100, 3, 2), "{name}");
        assert_eq!(follower.temperatures > 0, name == "annealing");
        assert_eq!(seen.best().map(|(_, falsified)| falsified as usize), follower.fewest, "{name} {options:?}");
    }
}

#[test]
fn seeds_differ() {
    let formula = random_formula(&mut Rng::new(2), 300, 1200, &[3], true);
    for (name, options) in settings() {
        let flips = |seed| {
            let mut engine = engine(name, options, seed);
            let _ = engine.solve(formula.clone(), &steps(50_000), None);
            (counter(&*engine, "flips"), counter(&*engine, "visits"))
        };
        assert_eq!(flips(1), flips(1), "{name}");
        assert!((2..6).any(|seed| flips(seed) != flips(1)), "{name} {options:?}");
    }
}

/// A satisfiable random formula that takes some ten thousand flips, and one without a model.
fn random(num_vars: usize, ratio: f64, planted: bool) -> Formula {
    let num_clauses = (num_vars as f64 * ratio) as u64;
    RandomSat { num_vars, num_clauses, width: 3, planted }.draw(7).expect("a formula").0
}

fn team(name: &str, seed: u64, count: usize, deterministic: bool) -> Box<dyn Engine> {
    let mut team = engine(name, &[], seed);
    assert!(team.set_threads(Threads { count, deterministic }), "{name}");
    team
}

#[test]
fn threads_find_models_and_one_thread_is_the_walk_without_threads() {
    let (formula, limits) = (random(200, 4.0, true), steps(20_000_000));
    for name in local_searches() {
        let mut alone = engine(name, &[], 3);
        let verdict = alone.solve(formula.clone(), &limits, None);
        let mut one = team(name, 3, 1, true);
        let again = one.solve(formula.clone(), &limits, None);
        assert_eq!((again, one.counters()), (verdict, alone.counters()), "{name}");
        assert!(one.thread_counters().is_empty());
        let mut three = team(name, 3, 3, false);
        let Verdict::Sat(model) = three.solve(formula.clone(), &limits, None) else { panic!("{name}") };
        assert_eq!(model::first_falsified(&model, &formula), None, "{name}");
        assert_eq!(three.best().map(|(_, falsified)| falsified), Some(0), "{name}");
        let flips: u64 = three.thread_counters().iter().map(|rows| rows[0].value).sum();
        assert_eq!((three.thread_counters().len(), three.counters()[0].value), (3, flips), "{name}");
    }
}

#[test]
fn a_deterministic_team_walks_the_same_way_every_time() {
    let formula = random(600, 4.15, true);
    // GSAT takes too long.
    for name in local_searches().filter(|&name| name != "gsat") {
        let run = || {
            let mut team = team(name, 5, 4, true);
            let limits = steps(400_000);
            let verdict = team.solve(formula.clone(), &limits, None);
            (verdict, team.counters(), team.thread_counters(), team.best().map(|(values, _)| values.clone()))
        };
        let first = run();
        (0..3).for_each(|_| assert_eq!(run(), first, "{name}"));
        // The winner is no later than the walk of the first thread alone.
        let mut alone = engine(name, &[], 5);
        if let Verdict::Sat(_) = alone.solve(formula.clone(), &steps(400_000), None) {
            assert!(matches!(first.0, Verdict::Sat(_)), "{name}");
        }
    }
}

#[test]
fn limits_and_interrupts_end_all_walks() {
    let formula = random(150, 8.0, false);
    for deterministic in [false, true] {
        let mut four = team("probsat", 1, 4, deterministic);
        assert_eq!(four.solve(formula.clone(), &steps(100_000), None), Verdict::Unknown(Stop::Steps));
        assert!(four.thread_counters().iter().all(|rows| rows[0].value == 100_000));
        assert!(four.best().is_some_and(|(_, falsified)| falsified > 0));
        let limits = Limits::none();
        let stop = limits.stop.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                stop.raise();
            });
            assert_eq!(four.solve(formula.clone(), &limits, None), Verdict::Unknown(Stop::Interrupted));
        });
        let soon = Limits::none().with_wall_time(std::time::Duration::from_millis(50));
        assert_eq!(four.solve(formula.clone(), &soon, None), Verdict::Unknown(Stop::WallTime));
        four.set_option("max_flips", "1000").expect("an option");
        four.set_option("restarts", "2").expect("an option");
        assert_eq!(four.solve(formula.clone(), &Limits::none(), None), Verdict::Unknown(Stop::Incomplete));
    }
}
