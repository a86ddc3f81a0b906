//! Limits, clauses and models of the incremental solver.

use super::*;
use crate::limits::Stop;
use crate::proof::ProofFormat;
use crate::util::rng::Rng;

#[test]
fn a_terminator_outlives_new_limits() {
    let mut solver = Solver::from_formula(&Formula::from_dimacs_lists(&[&[1, 2]]));
    let terminator = solver.terminator();
    let limits = Limits::none();
    let stop = limits.stop.clone();
    solver.set_limits(limits);
    terminator.raise();
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
    terminator.lower();
    stop.raise();
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Interrupted));
    stop.lower();
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
}

#[test]
fn a_whole_clause_may_come_between_the_literals_of_another() {
    let mut solver = Solver::new();
    solver.add(1);
    solver.add_clause([Var::new(1).neg()]);
    solver.add(2);
    solver.add(0);
    assert!(matches!(solver.solve(), Verdict::Sat(_)));
    assert_eq!((solver.value(Var::new(0).pos()), solver.value(Var::new(1).pos())), (Some(true), Some(false)));
}

#[test]
fn the_model_has_all_declared_variables() {
    let mut formula = Formula::from_dimacs_lists(&[&[1, -2]]);
    formula.declare_vars(100);
    let mut solver = Solver::from_formula(&formula);
    solver.assume(Var::new(119).pos());
    let Verdict::Sat(model) = solver.solve() else { panic!("there is a model") };
    assert_eq!(model.len(), 120);
    assert_eq!(solver.model(), Some(&model));
}

#[test]
fn a_core_is_proved_in_every_format() {
    let mut rng = Rng::new(11);
    let (mut proved, mut refused) = (0, 0);
    for round in 0..200 {
        let mut formula = Formula::new();
        let vars = formula.new_vars(10);
        for _ in 0..38 {
            let width = 1 + rng.index(12).min(2);
            formula.add_clause((0..width).map(|_| vars[rng.index(10)].lit(rng.coin())).collect::<Vec<_>>());
        }
        let (_, format) = ProofFormat::NAMES[round % ProofFormat::NAMES.len()];
        let proof = ProofHandle::in_memory(format, formula.num_clauses());
        let mut solver = Solver::builder().proof(&proof).build().expect("nothing else is set");
        solver.load(&formula);
        for _ in 0..3 {
            let assumptions: Vec<Lit> = (0..4).map(|_| vars[rng.index(10)].lit(rng.coin())).collect();
            if solver.solve_with(&assumptions) != Verdict::Unsat {
                continue;
            }
            let core = solver.core().expect("it has just failed").to_vec();
            proof.check_core(&formula, &core).unwrap_or_else(|error| panic!("round {round}, {format}: {error}"));
            proved += 1;
            if let Some((_, fewer)) = core.split_first()
                && matches!(Solver::from_formula(&formula).solve_with(fewer), Verdict::Sat(_))
            {
                assert!(matches!(proof.check_core(&formula, fewer), Err(ProofError::Wrong(_))), "{format}");
                refused += 1;
            }
        }
    }
    assert!(proved > 200 && refused > 50, "{proved} {refused}");
}

#[test]
fn a_proof_that_is_not_accepted_says_why() {
    let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let said = |result: Result<(), ProofError>| result.expect_err("not accepted").to_string();
    let calls = ProofHandle::of_calls_in_memory();
    assert!(said(calls.check(&formula)).ends_with("checked by ProofHandle::check_calls"));
    assert!(said(calls.check_core(&formula, &[])).ends_with("checked by ProofHandle::check_calls"));
    let drat = ProofHandle::in_memory(ProofFormat::Drat, 0);
    assert!(said(drat.check_calls().map(drop)).ends_with("checked by ProofHandle::check"));
    assert_eq!(said(drat.check(&formula)), "no empty clause is derived");
    let short = ProofHandle::in_memory(ProofFormat::Lrat, 3);
    let mut solver = Solver::builder().proof(&short).build().expect("nothing else is set");
    formula.clauses().for_each(|clause| solver.add_clause(clause));
    assert_eq!(solver.solve(), Verdict::Unknown(Stop::Proof));
    let why = solver.finish_proof().expect_err("too few were announced").to_string();
    assert_eq!(why, "the proof numbers 3 clauses, and more were added");
}

#[test]
fn threads_share_a_solver_and_each_has_a_copy() {
    let mut solver = Solver::new();
    let [a, b] = solver.new_lits();
    solver.add_clause([a, b]);
    std::thread::scope(|scope| {
        for lit in [!a, !b] {
            let solver = &solver;
            scope.spawn(move || assert!(matches!(solver.clone().solve_with([lit]), Verdict::Sat(_))));
        }
    });
}

#[cfg(feature = "compress")]
#[test]
fn proofs_in_compressed_files_are_checked() {
    let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let folder = tempfile::tempdir().expect("a folder for the test");
    for format in [ProofFormat::Lrat, ProofFormat::Drat] {
        let path = folder.path().join(format!("{format}.gz"));
        let proof = ProofHandle::in_file(&path, format, formula.num_clauses()).expect("a new file");
        let mut solver = Solver::builder().proof(&proof).build().expect("nothing else is set");
        solver.load(&formula);
        assert_eq!(solver.solve(), Verdict::Unsat);
        assert!(proof.bytes().expect("it can be read").starts_with(&[0x1f, 0x8b]), "gzip");
        proof.check(&formula).unwrap_or_else(|error| panic!("{format}: {error}"));
        proof.check_core(&formula, &[]).unwrap_or_else(|error| panic!("{format}: {error}"));
    }
    let proof = ProofHandle::of_calls_in_file(&folder.path().join("calls.gz")).expect("a new file");
    let mut solver = Solver::builder().proof(&proof).build().expect("nothing else is set");
    formula.clauses().for_each(|clause| solver.add_clause(clause));
    assert_eq!(solver.solve(), Verdict::Unsat);
    assert_eq!(proof.check_calls().map_err(|error| error.to_string()).map(|report| report.refuted), Ok(1));
}
