//! Gauss-Jordan elimination in the search, of formulas and of clauses that come between calls: verdicts against
//! enumeration, models evaluated, proofs checked, and formulas that take millions of conflicts without it.

use crate::support::{certified, rounds, seed};
use gemsat::cnf::{Formula, Lit, Var, model};
use gemsat::engine::{Engine, Event, Observer, Progress, Reporter, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::families::{self, LIMIT};
use gemsat::limits::{Limits, Threads};
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use gemsat::util::table::CounterRow;
use std::sync::{Arc, Mutex};

/// The clauses of a parity constraint.
fn add_parity(formula: &mut Formula, vars: &[Var], odd: bool) {
    for values in 0..1u32 << vars.len() {
        if (values.count_ones() % 2 == 1) != odd {
            formula.add_clause(vars.iter().enumerate().map(|(at, var)| var.lit(values >> at & 1 == 0)));
        }
    }
}

/// Constraints of two to five of a few variables, and clauses.
fn system(rng: &mut Rng) -> Formula {
    let count = 6 + rng.index(10);
    let mut formula = Formula::new();
    formula.declare_vars(count);
    let mut vars: Vec<Var> = (0..count).map(Var::new).collect();
    for _ in 0..rng.below(count as u64) {
        rng.shuffle(&mut vars);
        add_parity(&mut formula, &vars[..2 + rng.index(4)], rng.coin());
    }
    for _ in 0..rng.below(3 * count as u64) {
        formula.add_clause([(); 3].map(|()| Var::new(rng.index(count)).lit(rng.coin())));
    }
    formula
}

fn cdcl(options: &[(&str, &str)]) -> Box<dyn Engine> {
    let mut engine = engines::by_name("cdcl").expect("a known engine");
    options.iter().for_each(|(name, value)| engine.set_option(name, value).expect("an option"));
    engine
}

fn count(engine: &dyn Engine, name: &str) -> u64 {
    value(&engine.counters(), name)
}

fn value(rows: &[CounterRow], name: &str) -> u64 {
    rows.iter().find(|row| row.name == name).expect("a counter").value
}

fn solver(options: &[(&str, &str)], threads: usize) -> Solver {
    let mut solver = Solver::new();
    solver.set_threads(Threads { count: threads, deterministic: true });
    options.iter().for_each(|(name, value)| solver.set_option(name, value).expect("an option"));
    solver
}

/// Follows the trail: reasons imply their literals, and conflicting clauses are false.
#[derive(Default)]
struct Follower {
    trail: Vec<Lit>,
    starts: Vec<usize>,
    conflicts: u64,
}

impl Follower {
    fn false_but(&self, clause: &[Lit], implied: Option<Lit>) -> bool {
        clause.iter().all(|&lit| Some(lit) == implied || self.trail.contains(&!lit))
    }
}

impl Observer for Follower {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Decide(lit) => {
                self.starts.push(self.trail.len());
                self.trail.push(lit);
            }
            Event::Assign(lit, reason) => {
                assert!(reason.is_none_or(|reason| self.false_but(reason, Some(lit))), "{lit:?} by {reason:?}");
                self.trail.push(lit);
            }
            Event::Backtrack(level) => {
                self.trail.truncate(self.starts[level as usize]);
                self.starts.truncate(level as usize);
            }
            Event::Conflict(clause) => {
                assert!(self.false_but(clause, None), "{clause:?}");
                self.conflicts += 1;
            }
            _ => {}
        }
    }
}

/// Inprocessing, with which variables are removed and systems built anew, after every few conflicts.
const OFTEN: &[(&str, &str)] = &[
    ("lucky", "off"),
    ("symmetry", "off"),
    ("inprocess_first", "0"),
    ("inprocess_interval", "2"),
    ("eliminate_interval", "1"),
    ("reduce_interval", "2"),
    ("compact_least", "1"),
    ("compact_percent", "0"),
    ("chrono_levels", "0"),
];

#[test]
fn verdicts_agree_with_enumeration() {
    let mut rng = Rng::new(1);
    let (mut refuted, mut implied, mut conflicts, mut followed) = (0, 0, 0, 0);
    for round in 0..rounds(6_000) {
        let formula = system(&mut rng);
        let options = if round % 2 == 0 { OFTEN } else { &OFTEN[..2] };
        let mut engine = cdcl(options);
        engine.set_option("given_conflicts", &(round % 3).to_string()).expect("an option");
        let mut follower = Follower::default();
        let observer: Option<&mut dyn Observer> = if round % 4 < 2 { Some(&mut follower) } else { None };
        match engine.solve(formula.clone(), &Limits::none(), observer) {
            Verdict::Sat(found) => assert_eq!(model::first_falsified(&found, &formula), None, "{formula:?}"),
            verdict => {
                assert_eq!(verdict, Verdict::Unsat);
                assert!(brute::model(&formula).is_none(), "{formula:?}");
                refuted += 1;
            }
        }
        followed += follower.conflicts;
        implied += count(engine.as_ref(), "gauss_implied");
        conflicts += count(engine.as_ref(), "gauss_conflicts");
    }
    assert!(followed > 1_000, "{followed}");
    assert!(refuted > 1_000 && implied > 1_000 && conflicts > 10, "{refuted} {implied} {conflicts}");
}

#[test]
fn constraints_that_come_between_calls_are_found() {
    let mut rng = Rng::new(2);
    let (mut refuted, mut satisfied, mut implied, mut conflicts) = (0, 0, 0, 0);
    for round in 0..rounds(3_000) {
        let formula = system(&mut rng);
        let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
        let options = if round % 2 == 0 { OFTEN } else { &OFTEN[..2] };
        let mut solver = solver(options, 1 + usize::from(round % 8 == 0));
        for (name, value) in [("given_conflicts", (round % 3).to_string()), ("fork_conflicts", "3".into())] {
            solver.set_option(name, &value).expect("an option");
        }
        let mut asked = Formula::new();
        asked.declare_vars(formula.num_vars());
        let mut rest = &clauses[..];
        while !rest.is_empty() {
            let (portion, later) = rest.split_at(1 + rng.index(rest.len()));
            rest = later;
            for clause in portion {
                asked.add_clause(clause.iter().copied());
                solver.add_clause(clause.iter().copied());
            }
            if rng.below(4) == 0 {
                solver = solver.clone();
            }
            let lit = |rng: &mut Rng| Var::new(rng.index(formula.num_vars())).lit(rng.coin());
            let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| lit(&mut rng)).collect();
            let mut question = asked.clone();
            assumed.iter().for_each(|&lit| question.add_clause([lit]));
            match solver.solve_with(assumed.iter().copied()) {
                Verdict::Sat(found) => {
                    assert_eq!(model::first_falsified(&found, &question), None, "round {round}");
                    satisfied += 1;
                }
                verdict => {
                    assert_eq!(verdict, Verdict::Unsat);
                    assert!(brute::model(&question).is_none(), "round {round}");
                    let mut core = asked.clone();
                    solver.core().expect("no model").iter().for_each(|&lit| core.add_clause([lit]));
                    assert!(brute::model(&core).is_none(), "round {round}: {:?}", solver.core());
                    refuted += 1;
                }
            }
        }
        implied += value(&solver.stats(), "gauss_implied");
        conflicts += value(&solver.stats(), "gauss_conflicts");
    }
    assert!(refuted > 300 && satisfied > 300, "{refuted} {satisfied}");
    assert!(implied > 300 && conflicts > 3, "{implied} {conflicts}");
}

fn family(name: &str, params: &[(&str, &str)]) -> Formula {
    let family = families::by_name(name).expect("a known family");
    let values = family.read(params).expect("parameters in their ranges");
    family.formula(&values, LIMIT).expect("a small formula").0
}

/// Minimal disagreement with one error too few.
fn disagreement(vars: &str, samples: &str, errors: &str) -> Formula {
    family("disagreement", &[("vars", vars), ("samples", samples), ("errors", errors), ("fewer", "1"), ("seed", "1")])
}

#[test]
fn minimal_disagreement_takes_thousands_of_conflicts_instead_of_millions() {
    let formula = disagreement("20", "40", "6");
    let solve = |options: &[(&str, &str)], threads: usize| {
        let mut engine = cdcl(options);
        assert!(threads == 1 || engine.set_threads(Threads { count: threads, deterministic: true }));
        assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Unsat);
        (count(engine.as_ref(), "conflicts"), count(engine.as_ref(), "gauss_conflicts"))
    };
    for (options, threads) in [(&[][..], 1), (&[("symmetry", "off")], 1), (&[("symmetry", "on")], 1), (&[], 2)] {
        let (conflicts, of_sums) = solve(options, threads);
        assert!(conflicts < 40_000 && of_sums > 100, "{options:?} {threads}: {conflicts} {of_sums}");
    }
}

/// Clauses, and constraints of two to seven variables, some of which are repeated, or lack or have a literal more.
fn many_parities(rng: &mut Rng) -> Formula {
    let count = 8 + rng.index(22);
    let mut vars: Vec<Var> = (0..count).map(Var::new).collect();
    let mut formula = Formula::new();
    formula.declare_vars(count);
    for _ in 0..2 + rng.below(count as u64) {
        rng.shuffle(&mut vars);
        let longest = if rng.below(8) == 0 { 7 } else { 4 };
        add_parity(&mut formula, &vars[..2 + rng.index(longest - 1)], rng.coin());
    }
    for _ in 0..rng.below(2 * count as u64) {
        formula.add_clause([(); 3].map(|()| Var::new(rng.index(count)).lit(rng.coin())));
    }
    let clauses: Vec<Vec<Lit>> = formula.clauses().map(<[Lit]>::to_vec).collect();
    for _ in 0..rng.below(4) {
        let mut clause = clauses[rng.index(clauses.len())].clone();
        clause.push(clause[0]);
        clause.truncate(clause.len() - rng.index(2));
        formula.add_clause(clause);
    }
    if rng.below(3) == 0 {
        formula.add_clause([vars[0].lit(rng.coin())]);
    }
    formula
}

#[test]
fn proofs_of_sums_hold() {
    let mut rng = Rng::new(seed());
    let folder = tempfile::tempdir().expect("a folder");
    let techniques = ["otfs", "eliminate", "decompose", "congruence", "factor", "vivify", "sweep", "probe", "chrono"];
    let (mut refuted, mut lemmas, mut by_threads) = (0, 0, 0);
    for round in 0..rounds(300) {
        let formula = many_parities(&mut rng);
        let options = if rng.coin() { OFTEN } else { &OFTEN[..2] };
        let mut engine = cdcl(options);
        engine.set_option("given_conflicts", &rng.below(4).to_string()).expect("an option");
        if rng.coin() {
            engine.set_option("factor_first", "0").expect("an option");
        }
        for name in techniques {
            engine.set_option(name, if rng.below(8) == 0 { "off" } else { "on" }).expect("an option");
        }
        let threads = 1 + rng.index(3);
        for (name, value) in [("fork_conflicts", rng.below(10)), ("share_ticks", 1 + rng.below(5_000))] {
            engine.set_option(name, &value.to_string()).expect("an option");
        }
        assert!(threads == 1 || engine.set_threads(Threads { count: threads, deterministic: rng.coin() }));
        let (_, format) = ProofFormat::NAMES[rng.index(ProofFormat::NAMES.len())];
        let path = folder.path().join("proof");
        refuted += usize::from(certified::solve(engine.as_mut(), &formula, &path, format, round).is_none());
        let of_sums = count(engine.as_ref(), "gauss_lemmas");
        lemmas += of_sums;
        by_threads += if threads > 1 { of_sums } else { 0 };
    }
    assert!(refuted > 60 && lemmas > 5_000 && by_threads > 1_000, "{refuted} {lemmas} {by_threads}");
}

#[test]
fn a_proof_takes_no_more_conflicts_and_has_its_sums() {
    let formula = disagreement("14", "28", "4");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut engine = cdcl(&[("symmetry", "off")]);
    assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Unsat);
    let conflicts = count(engine.as_ref(), "conflicts");
    for format in [ProofFormat::Lrat, ProofFormat::DratText] {
        let mut engine = cdcl(&[("symmetry", "off")]);
        certified::solve(engine.as_mut(), &formula, &path, format, 0);
        assert_eq!(count(engine.as_ref(), "conflicts"), conflicts, "the search is the same");
        assert!(count(engine.as_ref(), "gauss_lemmas") > 1_000);
    }
}

/// A row that is the sum of too many constraints is not proved: the constraints are dropped, and that is said.
#[test]
fn sums_that_are_too_long_for_a_proof_are_left_out() {
    let formula = family("xorchain", &[("vars", "800"), ("seed", "1")]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let remarks = Remarks::default();
    let mut engine = cdcl(&OFTEN[..2]);
    engine.set_option("given_conflicts", "0").expect("an option");
    engine.set_reporter(Box::new(remarks.clone()));
    let limits = Limits { conflicts: Some(200), ..Limits::none() };
    let tracer = proof::create(&path, ProofFormat::Lrat, formula.num_clauses() as u64).expect("a folder");
    assert!(engine.set_tracer(tracer).is_ok());
    assert!(matches!(engine.solve(formula, &limits, None), Verdict::Unknown(_)));
    let remarks = remarks.0.lock().expect("not poisoned");
    assert_eq!(count(engine.as_ref(), "gauss_lemmas"), 0);
    assert!(remarks.iter().any(|remark| remark.contains("too long")), "{remarks:?}");
}

/// Keeps what is remarked.
#[derive(Clone, Default)]
struct Remarks(Arc<Mutex<Vec<String>>>);

impl Reporter for Remarks {
    fn progress(&mut self, _: &Progress) {}

    fn remark(&mut self, text: &str) {
        self.0.lock().expect("not poisoned").push(text.to_owned());
    }
}

#[test]
fn a_solver_finds_the_constraints_of_its_clauses() {
    let formula = disagreement("20", "40", "6");
    for (load, threads) in [(true, 1), (false, 1), (false, 2)] {
        let mut solver = solver(&[], threads);
        if load {
            solver.load(&formula);
        } else {
            formula.clauses().for_each(|clause| solver.add_clause(clause.iter().copied()));
        }
        assert_eq!(solver.solve_with([Var::new(0).pos()]), Verdict::Unsat);
        assert_eq!(solver.solve(), Verdict::Unsat);
        let [conflicts, of_sums] = ["conflicts", "gauss_conflicts"].map(|name| value(&solver.stats(), name));
        assert!(conflicts < 80_000 && of_sums > 100, "{load} {threads}: {conflicts} {of_sums}");
    }
}

#[test]
fn contradicting_constraints_need_no_search() {
    let graph = [("graph", "regular:40,4"), ("seed", "2")];
    for formula in [family("tseitin", &graph), family("xorchain", &[("vars", "60"), ("seed", "1")])] {
        let mut engine = cdcl(&[("symmetry", "off"), ("given_conflicts", "10")]);
        assert_eq!(engine.solve(formula, &Limits::none(), None), Verdict::Unsat);
        let conflicts = count(engine.as_ref(), "conflicts");
        assert!(conflicts <= 20, "{conflicts}");
    }
}

/// The exclusive or of two literals, as an and-inverter graph has it: of three ANDs.
fn xor_of_ands(formula: &mut Formula, a: Lit, b: Lit) -> Lit {
    let mut and = |a: Lit, b: Lit| {
        let output = formula.new_var().pos();
        formula.add_clause([!output, a]);
        formula.add_clause([!output, b]);
        formula.add_clause([output, !a, !b]);
        output
    };
    let (left, right) = (and(a, !b), and(!a, b));
    !and(!left, !right)
}

#[test]
fn constraints_that_elimination_uncovers_are_found() {
    let mut rng = Rng::new(36);
    let mut formula = Formula::new();
    let mut inputs: Vec<Lit> = formula.new_vars(36).into_iter().map(Var::pos).collect();
    let parities = [(); 2].map(|()| {
        rng.shuffle(&mut inputs);
        inputs.iter().copied().reduce(|a, b| xor_of_ands(&mut formula, a, b)).expect("36 inputs")
    });
    formula.add_clause([parities[0], parities[1]]);
    formula.add_clause([!parities[0], !parities[1]]);
    let mut engine = cdcl(&[]);
    let limits = Limits { conflicts: Some(40_000), ..Limits::none() };
    assert_eq!(engine.solve(formula, &limits, None), Verdict::Unsat);
    assert!(count(&*engine, "parities") > 0);
}

#[test]
fn constraints_that_imply_little_are_dropped() {
    let mut engine = cdcl(&[("symmetry", "off")]);
    assert_eq!(engine.solve(family("multiplier", &[("bits", "7")]), &Limits::none(), None), Verdict::Unsat);
    let [parities, ticks, conflicts] =
        ["parities", "gauss_ticks", "conflicts"].map(|name| count(engine.as_ref(), name));
    assert!(parities > 0 && conflicts > 20_000, "{parities} {conflicts}");
    assert!((1_000_000..2_200_000).contains(&ticks), "{ticks}");
}
