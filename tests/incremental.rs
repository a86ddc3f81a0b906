//! The incremental solver's other questions on small random formulas: propagation against a naive one, learned clauses and
//! cores against enumeration, copies against the original.

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
    Var::new(rng.below(u64::from(vars)) as u32).lit(rng.coin())
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
        solver.solve();
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
            solver.solve_with((0..3).map(|_| random_lit(&mut rng, vars)).collect::<Vec<_>>());
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
            solver.solve_with([random_lit(&mut rng, vars)]);
        }
        let mut copy = solver.clone();
        assert_eq!((copy.state(), copy.model(), copy.core()), (solver.state(), solver.model(), solver.core()));
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
        solver.set_tracer(tracer);
        solver.load(&formula(&clauses));
        solver.solve();
        let assumed: Vec<Lit> = (0..4).map(|_| random_lit(&mut rng, vars)).collect();
        if solver.solve_with(assumed.iter().copied()) != Verdict::Unsat {
            continue;
        }
        let core: HashSet<Lit> = solver.core().iter().copied().collect();
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
