//! The incremental solver's other questions on small random formulas: propagation against a naive one, learned clauses
//! and cores against enumeration, copies against the original.

use gemsat::check::{Outcome, lidrup};
use gemsat::cnf::{Formula, Lit, Var};
use gemsat::engine::Verdict;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop, Threads};
use gemsat::proof::{self, ProofFormat};
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use std::collections::HashSet;
use std::sync::mpsc::channel;

/// A solver in which inprocessing and reduction run in searches of a few conflicts.
fn eager() -> Solver {
    let mut solver = Solver::new();
    for (option, value) in
        [("lucky", "off"), ("reduce_interval", "3"), ("inprocess_first", "0"), ("inprocess_interval", "2")]
    {
        solver.set_option(option, value).expect("a known option");
    }
    solver
}

fn random_clause(rng: &mut Rng, vars: u32, longest: u64) -> Vec<Lit> {
    (0..1 + rng.below(longest)).map(|_| random_lit(rng, vars)).collect()
}

fn three_lits(rng: &mut Rng, vars: u32) -> Vec<Lit> {
    (0..3).map(|_| random_lit(rng, vars)).collect()
}

fn random_lit(rng: &mut Rng, vars: u32) -> Lit {
    Var::new(rng.index(vars as usize)).lit(rng.coin())
}

fn formula(clauses: &[Vec<Lit>]) -> Formula {
    let mut formula = Formula::new();
    clauses.iter().for_each(|clause| formula.add_clause(clause.iter().copied()));
    formula
}

fn implied(clauses: &[Vec<Lit>], clause: &[Lit]) -> bool {
    let mut formula = formula(clauses);
    clause.iter().for_each(|&lit| formula.add_clause([!lit]));
    brute::model(&formula).is_none()
}

/// Unit propagation by passes over all clauses; `None` for a conflict.
fn naive(clauses: &[Vec<Lit>], assumed: &[Lit]) -> Option<HashSet<Lit>> {
    let mut units: Vec<Vec<Lit>> = assumed.iter().map(|&lit| vec![lit]).collect();
    units.extend_from_slice(clauses);
    let mut truth: HashSet<Lit> = HashSet::new();
    loop {
        let before = truth.len();
        for clause in &units {
            if clause.iter().any(|lit| truth.contains(lit)) {
                continue;
            }
            let open: HashSet<Lit> = clause.iter().copied().filter(|&lit| !truth.contains(&!lit)).collect();
            match open.len() {
                0 => return None,
                1 => truth.extend(open),
                _ => {}
            }
        }
        if truth.len() == before {
            return Some(truth);
        }
    }
}

#[test]
fn propagation_is_that_of_a_naive_one() {
    let mut rng = Rng::new(11);
    let (mut conflicts, mut literals) = (0, 0);
    for round in 0..2000 {
        let vars = 3 + rng.below(20) as u32;
        let mut solver = Solver::new();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..1 + rng.below(u64::from(vars) * 2) {
            let clause = random_clause(&mut rng, vars, 4);
            solver.add_clause(clause.iter().copied());
            clauses.push(clause);
        }
        for _ in 0..3 {
            let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| random_lit(&mut rng, vars)).collect();
            let found = solver.propagate(assumed.iter().copied());
            match naive(&clauses, &assumed) {
                None => {
                    assert!(found.conflict, "round {round}");
                    conflicts += 1;
                }
                Some(truth) => {
                    assert!(!found.conflict, "round {round}");
                    let fixed = naive(&clauses, &[]).unwrap_or_default();
                    let found: HashSet<Lit> = found.implied.into_iter().collect();
                    assert_eq!(found, truth.difference(&fixed).copied().collect(), "round {round}");
                    literals += found.len();
                }
            }
        }
        let satisfiable = brute::model(&formula(&clauses)).is_some();
        assert_eq!(matches!(solver.solve(), Verdict::Sat(_)), satisfiable, "round {round}");
    }
    assert!(conflicts > 500 && literals > 2000, "{conflicts} conflicts, {literals} literals");
}

#[test]
fn propagation_after_a_search_is_sound() {
    let mut rng = Rng::new(12);
    let mut literals = 0;
    for round in 0..500 {
        let vars = 6 + rng.below(8) as u32;
        let mut solver = eager();
        let clauses: Vec<Vec<Lit>> = (0..vars * 3).map(|_| three_lits(&mut rng, vars)).collect();
        clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        let _ = solver.solve();
        let assumed = three_lits(&mut rng, vars);
        let found = solver.propagate(assumed.iter().copied());
        let refuted: Vec<Lit> = assumed.iter().map(|&lit| !lit).collect();
        for &lit in &found.implied {
            let clause: Vec<Lit> = refuted.iter().copied().chain([lit]).collect();
            assert!(implied(&clauses, &clause), "round {round}: {lit:?}");
        }
        assert!(!found.conflict || implied(&clauses, &refuted), "round {round}");
        literals += found.implied.len();
    }
    assert!(literals > 200, "{literals} literals");
}

#[test]
fn learned_clauses_are_implied_and_short() {
    let mut rng = Rng::new(13);
    let mut learned = 0;
    for round in 0..400 {
        let vars = 8 + rng.below(6) as u32;
        let mut solver = eager();
        let longest = 1 + rng.below(4) as usize;
        let (sender, receiver) = channel();
        solver.on_learned(longest, Box::new(move |clause| drop(sender.send(clause.to_vec()))));
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..3 {
            for _ in 0..vars * 2 {
                let clause = random_clause(&mut rng, vars, 4);
                solver.add_clause(clause.iter().copied());
                clauses.push(clause);
            }
            let _ = solver.solve_with((0..3).map(|_| random_lit(&mut rng, vars)).collect::<Vec<_>>());
            for clause in receiver.try_iter() {
                assert!(clause.len() <= longest && implied(&clauses, &clause), "round {round}: {clause:?}");
                learned += 1;
            }
        }
    }
    assert!(learned > 500, "{learned} clauses");
}

#[test]
fn a_clone_answers_as_the_original_and_each_goes_its_own_way() {
    let mut rng = Rng::new(14);
    for round in 0..300 {
        let vars = 6 + rng.below(8) as u32;
        let mut solver = eager();
        let mut clauses: Vec<Vec<Lit>> = (0..vars * 2).map(|_| random_clause(&mut rng, vars, 4)).collect();
        clauses.iter().for_each(|clause| solver.add_clause(clause.iter().copied()));
        if round % 2 == 0 {
            let _ = solver.solve_with([random_lit(&mut rng, vars)]);
        }
        let mut copy = solver.clone();
        assert_eq!(
            (copy.last_answer(), copy.model(), copy.core()),
            (solver.last_answer(), solver.model(), solver.core())
        );
        let extra: Vec<Vec<Lit>> = (0..vars).map(|_| random_clause(&mut rng, vars, 3)).collect();
        extra.iter().for_each(|clause| copy.add_clause(clause.iter().copied()));
        let original = brute::model(&formula(&clauses)).is_some();
        clauses.extend(extra);
        let extended = brute::model(&formula(&clauses)).is_some();
        assert_eq!(matches!(copy.solve(), Verdict::Sat(_)), extended, "round {round}");
        assert_eq!(matches!(solver.solve(), Verdict::Sat(_)), original, "round {round}");
        let mut again = solver.clone();
        let assumed = [random_lit(&mut rng, vars), random_lit(&mut rng, vars)];
        assert_eq!(again.solve_with(assumed), solver.solve_with(assumed), "round {round}: the same run");
    }
}

#[test]
fn the_core_clause_is_in_the_proof_under_its_id() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof");
    let mut rng = Rng::new(15);
    let mut found = 0;
    for round in 0..600 {
        let vars = 8;
        let clauses: Vec<Vec<Lit>> = (0..28).map(|_| three_lits(&mut rng, vars)).collect();
        let mut solver = Solver::new();
        solver.set_threads(Threads { count: 1 + round % 2, deterministic: true });
        solver.set_option("fork_conflicts", "1").expect("a known option");
        let tracer = proof::create(&path, ProofFormat::LratText, clauses.len() as u64).expect("a writable folder");
        solver.set_tracer(tracer).expect("no clause yet");
        solver.load(&formula(&clauses));
        let _ = solver.solve();
        let assumed: Vec<Lit> = (0..4).map(|_| random_lit(&mut rng, vars)).collect();
        if solver.solve_with(assumed.iter().copied()) != Verdict::Unsat {
            continue;
        }
        let core: HashSet<Lit> = solver.core().expect("no model").iter().copied().collect();
        assert!(core.iter().all(|lit| assumed.contains(lit)));
        let refuted: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
        assert!(implied(&clauses, &refuted), "round {round}");
        let Some(id) = solver.core_clause() else {
            let contradictory = core.iter().any(|&lit| core.contains(&!lit));
            assert!(core.is_empty() || contradictory, "round {round}: {core:?}");
            continue;
        };
        assert_eq!(solver.clone().core_clause(), None, "a clone writes no proof");
        solver.finish_proof().expect("written");
        let clause = match clauses.get(id as usize - 1) {
            Some(original) => original.clone(),
            None => line_of(id, &std::fs::read_to_string(&path).expect("text")),
        };
        assert!(clause.iter().all(|lit| refuted.contains(lit)), "round {round}: {clause:?} for {core:?}");
        found += 1;
    }
    assert!(found > 100, "{found} clauses");
}

/// The literals of the clause with this id in a proof in text.
fn line_of(id: u64, proof: &str) -> Vec<Lit> {
    let start = format!("{id} ");
    let adds = |line: &&str| line.starts_with(&start) && !line[start.len()..].starts_with('d');
    let line = proof.lines().find(adds).expect("the id is in the proof");
    let numbers = line[start.len()..].split(' ').map(|word| word.parse::<i32>().expect("a number"));
    numbers.map_while(Lit::from_dimacs).collect()
}

#[test]
fn a_limit_holds_for_one_call() {
    let mut rng = Rng::new(16);
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..150).map(|_| solver.new_var()).collect();
    assert_eq!(solver.num_vars(), 150);
    for _ in 0..640 {
        let clause: Vec<Lit> = (0..3).map(|_| vars[rng.below(150) as usize].lit(rng.coin())).collect();
        solver.add_clause(clause);
    }
    let none = Limits::none();
    let cases = [
        (Limits { conflicts: Some(3), ..none.clone() }, Stop::Conflicts),
        (Limits { decisions: Some(3), ..none.clone() }, Stop::Decisions),
        (Limits { propagations: Some(3), ..none.clone() }, Stop::Propagations),
        (Limits { ticks: Some(3), ..none.clone() }, Stop::Ticks),
        (none.clone().with_wall_time(std::time::Duration::ZERO), Stop::WallTime),
    ];
    for (limits, stop) in cases {
        assert_eq!(solver.solve_limited(&limits), Verdict::Unknown(stop));
    }
    assert!(!matches!(solver.solve(), Verdict::Unknown(_)));
}

/// A session of clauses and questions with its proof of all calls; the clauses, and what was answered.
fn session(seed: u64) -> (Formula, Vec<u8>, [u64; 2]) {
    let mut rng = Rng::new(seed);
    let vars = 4 + rng.below(24) as u32;
    let (tracer, proof) = proof::create_of_calls_in_memory(1 << 24);
    let mut solver = eager();
    solver.set_tracer(tracer).expect("there are no clauses yet");
    let mut clauses = Vec::new();
    let mut answers = [0, 0];
    if rng.coin() {
        clauses.extend((0..vars).map(|_| three_lits(&mut rng, vars)));
        solver.load(&formula(&clauses));
    }
    for _ in 0..12 {
        for _ in 0..rng.below(u64::from(vars) / 2) {
            let clause = random_clause(&mut rng, vars, 4);
            solver.add_clause(clause.iter().copied());
            clauses.push(clause);
        }
        let assumed: Vec<Lit> = (0..rng.below(6)).map(|_| random_lit(&mut rng, vars)).collect();
        match solver.solve_with(assumed) {
            Verdict::Sat(_) => answers[0] += 1,
            Verdict::Unsat => answers[1] += 1,
            Verdict::Unknown(stop) => panic!("{stop}"),
        }
    }
    solver.finish_proof().expect("memory takes the proof");
    (formula(&clauses), proof.take(), answers)
}

#[test]
fn a_proof_of_all_calls_shows_every_answer() {
    let mut sum = [0, 0];
    for seed in 0..300 {
        let (formula, proof, answers) = session(seed);
        match lidrup::check(&mut &proof[..], Some(&formula), &Limits::none()) {
            Outcome::Verified(report) => {
                assert_eq!((report.clauses, report.unknown), (formula.num_clauses() as u64, 0), "seed {seed}");
                assert_eq!([report.satisfied, report.refuted], answers, "seed {seed}");
            }
            other => panic!("seed {seed}: {other:?}\n{}", String::from_utf8_lossy(&proof)),
        }
        sum = [sum[0] + answers[0], sum[1] + answers[1]];
    }
    assert!(sum[0] > 500 && sum[1] > 500, "{sum:?}");
}

/// A changed line never makes the checker accept a wrong answer; `assert_answers_right` computes the right ones anew.
#[test]
fn a_changed_proof_of_all_calls_shows_no_wrong_answer() {
    let mut rng = Rng::new(5);
    let (mut rejected, mut accepted) = (0, 0);
    for seed in 0..400 {
        let (formula, proof, _) = session(seed);
        let text = String::from_utf8(proof).expect("a text");
        let mut words: Vec<Vec<String>> =
            text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
        let line = 1 + rng.index(words.len() - 1);
        let word = rng.index(words[line].len());
        match rng.below(3) {
            0 => drop(words.remove(line)),
            1 => words[line][word] = (1 + rng.below(30)).to_string(),
            _ => words[line][word] = format!("-{}", words[line][word].trim_start_matches('-')),
        }
        let changed: String = words.iter().map(|line| line.join(" ") + "\n").collect();
        match lidrup::check(&mut changed.as_bytes(), Some(&formula), &Limits::none()) {
            Outcome::Verified(_) => {
                accepted += 1;
                assert_answers_right(&changed);
            }
            Outcome::Rejected(_) | Outcome::Unreadable(_) => rejected += 1,
            Outcome::Unknown(stop) => panic!("{stop}"),
        }
    }
    assert!(rejected > 200 && accepted > 0, "{rejected} rejected, {accepted} accepted");
}

/// Holds the status lines of a proof of all calls against the formula as it is at each of them.
fn assert_answers_right(proof: &str) {
    let mut formula = Formula::new();
    let mut assumed: Vec<Lit> = Vec::new();
    for line in proof.lines() {
        let lits = |skipped: usize| {
            let numbers = line.split(' ').skip(skipped).map_while(|word| word.parse().ok());
            numbers.map_while(Lit::from_dimacs).collect::<Vec<Lit>>()
        };
        match line.split(' ').next() {
            Some("i") => formula.add_clause(lits(2)),
            Some("q") => assumed = lits(1),
            Some("s") => {
                let mut question = formula.clone();
                assumed.iter().for_each(|&lit| question.add_clause([lit]));
                let found = matches!(Solver::from_formula(&question).solve(), Verdict::Sat(_));
                assert_eq!(found, line == "s SATISFIABLE", "{line}");
            }
            _ => {}
        }
    }
}

#[test]
fn a_proof_of_all_calls_belongs_to_its_formula() {
    let (formula, proof, _) = session(3);
    let check = |formula: &Formula| lidrup::check(&mut &proof[..], Some(formula), &Limits::none());
    let mut longer = formula.clone();
    longer.add_clause([Var::new(0).pos()]);
    let Outcome::Rejected(error) = check(&longer) else { panic!("a clause that was never added") };
    assert!(error.to_string().contains("only the first"), "{error}");
    let mut other = Formula::new();
    other.add_clause([Var::new(0).pos(), Var::new(90).pos()]);
    assert!(matches!(check(&other), Outcome::Rejected(_)), "another formula");
    let cut = &proof[..proof.len() / 2];
    assert!(!lidrup::check(&mut &cut[..], None, &Limits::none()).is_verified(), "half a proof ends in a line");
    for (wrong, expected) in [
        ("q 1 0\ns UNSATISFIABLE\nu 1 0 0\n", "the clause (-1) does not follow by its antecedents: there are none"),
        ("i 1 1 2 0\nq 0\ns SATISFIABLE\nm -1 -2 0\n", "clause 1 false"),
        ("i 1 -1 0\nq 1 2 0\ns UNSATISFIABLE\nu 3 0 1 0\n", "3 was not assumed"),
        ("q 1 0\ns SATISFIABLE\nm -1 0\n", "assumption 1 false"),
        ("q 1 0\n", "an answer to the last question"),
        ("i 1 1 0\ni 1 2 0\n", "id 1 is taken"),
        ("i 1 1 2 0\nl 2 1 0 1 0\n", "no conflict"),
    ] {
        match lidrup::check(&mut wrong.as_bytes(), None, &Limits::none()) {
            Outcome::Rejected(error) => assert!(error.to_string().contains(expected), "{error}"),
            other => panic!("{wrong}: {other:?}"),
        }
    }
}

#[test]
fn every_call_opens_in_stable_mode() {
    let mut rng = Rng::new(8);
    let mut solver = Solver::new();
    solver.set_option("opening_conflicts", "40").expect("a known option");
    (0..420).for_each(|_| solver.add_clause(three_lits(&mut rng, 100)));
    let counted = |solver: &Solver, name: &str| solver.stats().iter().find(|row| row.name == name).map(|row| row.value);
    for _ in 0..5 {
        let before = [counted(&solver, "stable_conflicts"), counted(&solver, "conflicts")];
        let assumed: Vec<Lit> = (0..4).map(|_| random_lit(&mut rng, 100)).collect();
        assumed.iter().for_each(|&lit| solver.assume(lit));
        let _ = solver.solve_limited(&Limits { conflicts: Some(30), ..Limits::none() });
        let after = [counted(&solver, "stable_conflicts"), counted(&solver, "conflicts")];
        assert_eq!(after[0].zip(before[0]).map(|(a, b)| a - b), after[1].zip(before[1]).map(|(a, b)| a - b));
        let _ = solver.solve_limited(&Limits { conflicts: Some(500), ..Limits::none() });
    }
}

#[test]
fn a_flipped_model_is_one() {
    let mut flips = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let simplifying = seed % 2 == 0;
        let mut solver = if simplifying { eager() } else { Solver::new() };
        let mut clauses = Vec::new();
        for _ in 0..6 {
            for _ in 0..8 {
                let clause = three_lits(&mut rng, 20);
                solver.add_clause(clause.iter().copied());
                clauses.push(clause);
            }
            if solver.solve_with([random_lit(&mut rng, 20)]) == Verdict::Unsat {
                assert!(!solver.flip(Var::new(0)), "without a model");
                continue;
            }
            for var in (0..solver.num_vars()).map(Var::new) {
                let before = solver.model().expect("a model").clone();
                let mut inverted = before.clone();
                inverted.flip(var);
                let right = clauses.iter().all(|clause| clause.iter().any(|&lit| inverted.is_true(lit)));
                let flippable = solver.is_flippable(var);
                assert!(simplifying || flippable == (right && solver.fixed(var.pos()).is_none()));
                assert_eq!(solver.flip(var), flippable);
                let after = solver.model().expect("a model");
                assert_eq!(after.value(var) != before.value(var), flippable);
                assert!(flippable || *after == before);
                assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| after.is_true(lit))));
                flips += u32::from(flippable);
            }
        }
    }
    assert!(flips > 500, "{flips}");
}

/// Of several assumptions that are false, the one that few others falsify is in the answer.
#[test]
fn the_smallest_set_of_failed_assumptions_is_the_answer() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..7).map(|_| solver.new_var()).collect();
    let [a, b, c, d, e, wide, narrow] = vars[..] else { unreachable!() };
    solver.add_clause([a.neg(), b.neg(), c.neg(), d.neg(), e.neg(), wide.neg()]);
    solver.add_clause([c.neg(), narrow.neg()]);
    let assumed = [a, b, c, d, e, wide, narrow].map(Var::pos);
    assert_eq!(solver.solve_with(assumed), Verdict::Unsat);
    assert_eq!(solver.core(), Some(&[c.pos(), narrow.pos()][..]));
    assert_eq!(solver.solve_with(assumed.into_iter().rev()), Verdict::Unsat);
    assert_eq!(solver.core(), Some(&[c.pos(), narrow.pos()][..]));
}
