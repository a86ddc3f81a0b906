//! `cnfquery`, and what it finds against enumeration.

#[cfg(unix)]
mod ends;

use crate::fuzzed::executions;
use crate::support::solver::pigeons;
use crate::support::tool::run_all;
use std::path::Path;
use std::process::Command;

const CNFQUERY: &str = env!("CARGO_BIN_EXE_cnfquery");
const CNFCHECK: &str = env!("CARGO_BIN_EXE_cnfcheck");

#[test]
fn small_formulas_agree_with_enumeration() {
    let counted = executions("queries", 300);
    assert!(counted("sat") > 60 && counted("unsat") > 60 && counted("models") > 1_000);
}

/// The exit code, standard output and standard error of `cnfquery` with this formula on standard input.
fn query(args: &[&str], formula: &str) -> (i32, String, String) {
    run_all(CNFQUERY, args, formula)
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|found| found == line)
}

#[test]
fn counts_are_printed_as_the_competition_asks() {
    let (code, out, _) = query(&["count"], "c t pmc\np cnf 4 2\nc p show 1 2 0\n1 2 3 0\n-3 4 0\n");
    assert_eq!(code, 10);
    for line in ["s SATISFIABLE", "c s type pmc", "c s exact arb int 4"] {
        assert!(has_line(&out, line), "{out}");
    }
    let weighted = "c t wmc\np cnf 2 1\nc p weight 1 0.3 0\nc p weight -1 0.7 0\n1 2 0\n";
    let (_, out, _) = query(&["count"], weighted);
    assert!(has_line(&out, "c s exact arb frac 13/10"), "{out}");
    let (code, out, _) = query(&["count", "--json"], "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(code, 20);
    assert!(out.contains("\"satisfiable\":false,\"count\":\"0\",\"exact\":true"), "{out}");
    let (code, _, err) = query(&["count"], "c p weight 1 x 0\np cnf 1 0\n");
    assert_eq!(code, 1);
    assert!(err.contains("stdin:1:14: found 'x', expected a number"), "{err}");
}

#[test]
fn questions_are_taken_as_they_are_meant_or_refused() {
    let count = |formula: &str| {
        let (code, out, err) = query(&["count"], formula);
        let line = out.lines().find_map(|line| line.strip_prefix("c s exact arb ")).unwrap_or_default().to_owned();
        (code, line, err)
    };
    for (formula, answer) in [
        ("c t means time\np cnf 2 1\n1 2 0\n", "int 3"),
        ("p cnf 2 1\n1 2 0\nc  p\tshow  1 0\n", "int 2"),
        ("p cnf 3 2\n1 2 0 c p show 1 0\n2 3 0 c t pmc\n", "int 2"),
        ("p cnf 3 1\nc ind 1 0\n1 2 3 0\nc ind 2 0\n", "int 4"),
        ("c p weight 1 1/3 0\nc p weight -1 2/3 0\np cnf 1 0\n", "int 1"),
    ] {
        assert_eq!(count(formula), (10, answer.into(), String::new()), "{formula}");
    }
    let (code, answer, err) = count("p cnf 2 1\nc p weight 1 0.3 0\n1 2 0\n");
    assert_eq!((code, &*answer), (10, "frac 13/10"));
    assert!(err.contains("literal -1 has no weight"), "{err}");
    let unshown = "c t pwmc\nc p show 1 0\nc p weight 1 0.5 0\nc p weight 2 0.2 0\nc p weight -2 0.9 0\np cnf 2 0\n";
    let (code, answer, err) = count(unshown);
    assert!(code == 10 && answer == "int 1" && err.contains("such as 2, are left out"), "{answer} {err}");
    let (code, answer, err) = count("c t pmc\nc p show 1 0\nc p weight 1 0.3 0\np cnf 2 1\n1 2 0\n");
    assert!(code == 10 && answer == "int 2" && err.contains("a count without weights"), "{answer} {err}");
    for (formula, said) in [
        ("c p show 1 7 0\np cnf 2 1\n1 2 0\n", "stdin:1:12: found '7', expected a variable that the header declares"),
        ("p cnf 2 1\n1 2 0 c p show 1 7 0\n", "stdin:2:18: found '7', expected a variable that the header declares"),
        ("p cnf 2 1\n1 2 0\t c p show 1\n", "stdin:2:18: found the end of the line, expected 0"),
        ("\u{feff}  c show 1 0\np cnf 2 1\n1 2 0\n", "stdin:1:5: found 'show', expected 'p' before it"),
        ("p cnf 2 1\n1 2 0\nc p weight 1 0,5 0\n", "stdin:3:14: found '0,5', expected a number"),
        ("p cnf 2 1\n1 2 0\nc p weight 1 2 0\n", "stdin:3:14: found '2' for 1 alone, expected a weight from 0 to 1"),
        ("c t mc\nc t wmc\np cnf 1 0\n", "stdin:2:5: found 'wmc', expected the kind"),
        ("c ind 1 0\nc p show 2 0\np cnf 2 0\n", "stdin:2:1: found 'c ind', expected the variables"),
    ] {
        let (code, answer, err) = count(formula);
        assert!(code == 1 && answer.is_empty() && err.contains(said), "{formula}: {code} {answer} {err}");
    }
}

#[test]
fn every_writer_of_formulas_carries_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let count = |text: &str| {
        let (_, out, _) = query(&["count"], text);
        out.lines().find_map(|line| line.strip_prefix("c s exact ")).expect("a count").to_owned()
    };
    let clauses = "p cnf 7 6\n1 2 3 0\n-1 4 0\n-2 5 0\n6 -7 0\n-6 7 0\n6 1 0\n";
    let behind = format!("{} c p show 1 2 7 0\n", clauses.trim_end());
    for (question, clauses) in [
        ("", &*behind),
        ("c t pmc\nc p show 1 2 7 0\n", clauses),
        ("c t pwmc\nc p show 2 6 0\nc p weight 2 0.3 0\nc p weight -2 0.7 0\nc p weight -6 1/4 0\n", clauses),
        ("c t wmc\nc p weight 3 0.9 0\nc p weight 7 0.25 0\n", clauses),
        ("c t mc\n", clauses),
        ("c ind 1 0\nc ind 7 0\n", clauses),
    ] {
        let formula = format!("{question}{clauses}");
        let asked = count(&formula);
        for seed in ["1", "2", "3"] {
            let (_, shuffled, _) = run_all(env!("CARGO_BIN_EXE_cnfshuffle"), &["--seed", seed], &formula);
            assert_eq!(count(&shuffled), asked, "{question}{shuffled}");
        }
        let simplified = file("simplified.cnf");
        run_all(env!("CARGO_BIN_EXE_solver"), &["-q", "--simplify", &simplified], &formula);
        let text = std::fs::read_to_string(&simplified).expect("a file");
        assert_eq!(count(&text), asked, "{question}{text}");
    }
    let core = file("core.cnf");
    query(&["core", "-o", &core], "c p show 2 0\np cnf 3 3\n1 0\n-1 0\n2 3 0\n");
    let text = std::fs::read_to_string(&core).expect("a file");
    assert!(has_line(&text, "c p show 2 0"), "{text}");
    let (code, _, err) = run_all(env!("CARGO_BIN_EXE_cnfshuffle"), &[], "c p show 9 0\np cnf 3 0\n");
    assert!(code == 1 && err.contains("stdin:1:10: found '9'"), "{err}");
}

#[test]
fn marginals_are_printed_for_each_shown_variable() {
    let (code, out, _) = query(&["count", "--marginals"], "c p show 1 2 0\np cnf 3 2\n1 2 0\n-2 3 0\n");
    assert_eq!(code, 10);
    for line in ["c s type pmc", "c s exact arb int 3", "c s marginal 1 0.666666667", "c s marginal 2 0.666666667"] {
        assert!(has_line(&out, line), "{out}");
    }
    assert!(!out.contains("marginal 3"), "{out}");
    let (code, out, _) = query(&["count", "--marginals", "--json"], "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(code, 20);
    assert!(out.contains("\"count\":\"0\",\"marginals\":[]"), "{out}");
    let (code, _, err) = query(&["count", "--marginals"], "c p weight 1 0.5 0\np cnf 1 0\n");
    assert!(code == 2 && err.contains("without weights"), "{code} {err}");
}

#[test]
fn a_count_that_is_cut_says_so() {
    let clauses: String =
        (0..60).map(|at| format!("{} -{} {} 0\n", at % 30 + 1, (at * 7) % 30 + 1, (at * 11 + 3) % 30 + 1)).collect();
    let (code, out, _) = query(&["count", "--conflict-limit", "0"], &format!("p cnf 30 60\n{clauses}"));
    assert!(code == 0 && out.contains("there may be more"), "{code} {out}");
}

#[test]
fn a_quiet_count_is_the_number_alone() {
    assert_eq!(query(&["count", "-q"], "p cnf 3 1\n1 2 0\n"), (10, "6\n".into(), String::new()));
    assert_eq!(query(&["count", "-q"], "p cnf 1 2\n1 0\n-1 0\n"), (20, "0\n".into(), String::new()));
    let weighted = "c t wmc\np cnf 1 0\nc p weight 1 0.3 0\nc p weight -1 0.4 0\n";
    assert_eq!(query(&["count", "-q"], weighted), (10, "7/10\n".into(), String::new()));
}

/// Many variables in no clause, and many clauses that share no variable: neither may cost quadratic time.
#[test]
fn what_is_free_costs_little() {
    let began = std::time::Instant::now();
    let (code, out, _) = query(&["count"], "p cnf 400000 1\n1 2 0\n");
    assert!(code == 10 && out.contains("c s log10-estimate 120411.8"), "{code} {}", out.len());
    // 3 * 2^399998
    let digits = out.lines().find_map(|line| line.strip_prefix("c s exact arb int ")).expect("a count");
    assert!(digits.len() == 120_412 && digits.starts_with('7') && digits.ends_with("32"), "{}", digits.len());
    let pairs: String = (0..4000).map(|at| format!("{} {} 0\n", 2 * at + 1, 2 * at + 2)).collect();
    let (code, out, _) = query(&["count"], &format!("p cnf 8000 4000\n{pairs}"));
    // 3^4000
    assert!(code == 10 && out.contains("c s log10-estimate 1908.48"), "{code} {}", out.len());
    assert!(began.elapsed() < std::time::Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn certificates_are_recounted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cnf, nnf) = (folder.path().join("f.cnf"), folder.path().join("f.nnf"));
    std::fs::write(&cnf, "p cnf 4 3\n1 2 0\n-2 3 4 0\n-1 -3 0\n").expect("written");
    let run = |program: &str, args: &[&Path], flags: &[&str]| {
        let output = Command::new(program).args(flags).args(args).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, out) = run(CNFQUERY, &[&nnf, &cnf], &["count", "--certificate"]);
    assert_eq!(code, Some(10));
    let count = out.lines().find_map(|line| line.strip_prefix("c s exact arb int ")).expect("a count").to_owned();
    let (code, out) = run(CNFCHECK, &[&cnf, &nnf], &["count"]);
    assert!(code == Some(10) && has_line(&out, &format!("c at least {count} models")), "{out}");
    let wrong = std::fs::read_to_string(&nnf).expect("text") + "1 2 0\n";
    std::fs::write(&nnf, wrong).expect("written");
    let (code, out) = run(CNFCHECK, &[&cnf, &nnf], &["count"]);
    assert!(code == Some(20) && has_line(&out, "s REJECTED"), "{out}");
}

/// Seven pigeons in six holes, unless one of two more variables is true: one branch has no model, and to find that out
/// takes conflicts and restarts.
#[test]
fn a_branch_without_a_model_that_is_hard_to_refute_counts_nothing() {
    let body: String = pigeons(7).lines().skip(1).map(|clause| format!("43 44 {clause}\n")).collect();
    let formula = format!("p cnf 44 {}\n{body}", body.lines().count());
    let (code, out, _) = query(&["count"], &formula);
    assert!(code == 10 && has_line(&out, &format!("c s exact arb int {}", 3u64 << 42)), "{out}");
    let conflicts = out.split_once(" conflicts").and_then(|(before, _)| before.rsplit(' ').next()?.parse().ok());
    assert!(conflicts.is_some_and(|conflicts: u64| conflicts > 200), "{out}");
    let (code, out, _) = query(&["count", "--conflict-limit", "100"], &formula);
    assert!(code == 0 && out.contains("there may be more"), "{code} {out}");
}

#[test]
fn models_stop_and_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let formula = "p cnf 5 2\n1 2 3 0\n-4 5 0\n";
    let (_, all, _) = query(&["models"], formula);
    let lines = |text: &str| -> Vec<String> {
        let mut lines: Vec<String> = text.lines().filter(|line| line.starts_with('v')).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&all).len(), 21);
    assert!(has_line(&all, "c 21 models; these are all"), "{all}");
    let (note, models) = (path("note"), path("models"));
    let mut runs = 0;
    loop {
        runs += 1;
        let (_, out, err) = query(&["models", "-n", "4", "--checkpoint", &note, "-o", &models], formula);
        if has_line(&out, "c 21 models; these are all") {
            break;
        }
        assert!(runs < 9 && out.contains("there may be more"), "{out}{err}");
        // What a run writes after its last note is not kept.
        let mut text = std::fs::read_to_string(&models).expect("models");
        text.push_str("v 1 2");
        std::fs::write(&models, text).expect("written");
    }
    assert_eq!(lines(&std::fs::read_to_string(&models).expect("models")), lines(&all));
    let (code, _, err) = query(&["models", "--checkpoint", &note], "p cnf 1 0\n");
    assert!(code == 1 && err.contains("note:2:1: expected the note of a run on the same formula"), "{err}");
}

#[cfg(unix)]
#[test]
fn models_are_written_to_a_device() {
    let (code, out, err) = query(&["models", "-o", "/dev/null"], "p cnf 2 1\n1 2 0\n");
    assert!(code == 10 && has_line(&out, "c 3 models; these are all"), "{out}{err}");
}

#[test]
fn models_as_json_by_name_and_in_cubes() {
    let (_, out, _) = query(&["models", "--json", "--show", "a"], "a b\n-a c\n");
    assert!(has_line(&out, "{\"model\":[\"a\"]}") && has_line(&out, "{\"model\":[\"-a\"]}"), "{out}");
    let (_, out, _) = query(&["models", "--json", "--cubes"], "p cnf 3 0\n");
    assert!(
        has_line(&out, "{\"model\":[]}") && has_line(&out, "{\"cubes\":1,\"complete\":true,\"stopped\":null}"),
        "{out}"
    );
    let (code, out, _) = query(&["models"], "p cnf 1 2\n1 0\n-1 0\n");
    assert!(code == 20 && has_line(&out, "s UNSATISFIABLE"), "{out}");
}

/// The chi-square statistic of models drawn from a formula: how often each came, against what is expected.
fn chi_square(args: &[&str], formula: &str, models: usize, draws: usize) -> f64 {
    let number = draws.to_string();
    let (code, out, err) = query(&[&["models", "--sample", &number], args].concat(), formula);
    assert!(code == 10 && has_line(&out, &format!("c {draws} drawn of {models} models")), "{out}{err}");
    let mut times = std::collections::BTreeMap::new();
    out.lines().filter(|line| line.starts_with('v')).for_each(|line| *times.entry(line).or_insert(0u32) += 1);
    assert_eq!(times.len(), models, "every model comes");
    let expected = draws as f64 / models as f64;
    times.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn random_models_are_uniform() {
    // Components, equal literals, defined and free variables, and branches with very different numbers of models:
    // 31 with 1 and 3 with -1; 3 of 7 and 8, which define 11; 9 is 10; 12 is free.
    let formula = "p cnf 12 11\n-1 2 3 4 5 6 0\n1 -4 0\n1 -5 0\n1 -6 0\n1 2 3 0\n7 8 0\n9 -10 0\n-9 10 0\n11 -7 -8 0\n\
                   -11 7 0\n-11 8 0\n";
    let all = 34 * 3 * 2 * 2;
    // The statistic of n - 1 degrees of freedom has that mean and twice the variance: this is five deviations.
    let bound = |models: usize| (models - 1) as f64 + 5.0 * (2.0 * (models - 1) as f64).sqrt();
    for seed in ["0", "1", "2"] {
        let found = chi_square(&["--seed", seed], formula, all, 20 * all);
        assert!(found < bound(all), "{found} for {all}");
        // Of the models of some variables, whatever the others are.
        let show = ["--show", "1-4,7,9"];
        let shown = 11 * 2 * 2;
        let found = chi_square(&[&show[..], &["--seed", seed]].concat(), formula, shown, 50 * shown);
        assert!(found < bound(shown), "{found} for {shown}");
    }
}

#[test]
fn a_sample_says_what_it_is_of() {
    let (code, out, _) = query(&["models", "--sample", "3", "--json"], "p cnf 200 1\n1 2 0\n");
    assert!(code == 10 && out.lines().filter(|line| line.starts_with("{\"model\":[")).count() == 3, "{out}");
    // Three times 2^198.
    let whole = "1205203533194242706656471569255871951891652245337094626476032";
    assert!(has_line(&out, &format!("{{\"drawn\":3,\"of\":\"{whole}\",\"stopped\":null}}")), "{out}");
    let (code, out, _) = query(&["models", "--sample", "3"], "p cnf 1 2\n1 0\n-1 0\n");
    assert!(code == 20 && has_line(&out, "s UNSATISFIABLE") && has_line(&out, "c 0 drawn of 0 models"), "{out}");
    let (code, _, _) = query(&["models", "--sample", "3", "--cubes"], "p cnf 1 0\n");
    assert_eq!(code, 2);
    let again = |seed: &str| query(&["models", "--sample", "9", "--seed", seed], "p cnf 40 1\n1 2 3 0\n").1;
    assert!(again("1") == again("1") && again("1") != again("2"));
}

#[test]
fn backbones_come_with_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof").to_string_lossy().into_owned();
    let formula = "p cnf 5 6\n1 2 0\n1 -2 0\n-1 3 4 0\n-1 3 -4 0\n-4 5 0\n4 -5 0\n";
    let models = folder.path().join("models").to_string_lossy().into_owned();
    let args = ["backbone", "--equivalences", "--proof", &proof, "--witnesses", &models];
    let (code, out, _) = query(&args, formula);
    assert_eq!(code, 10);
    for line in ["b 1", "b 3", "b 0", "s SATISFIABLE"] {
        assert!(has_line(&out, line), "{out}");
    }
    assert!(has_line(&out, "e 4 5 0") || has_line(&out, "e -4 -5 0"), "{out}");
    let (code, out, err) = query(&["backbone", "--witnesses", &models], "p cnf 2 3\n1 1 0\n-2 0\n-2 1 -1 0\n");
    assert!(code == 10 && has_line(&out, "b 1") && has_line(&out, "b -2"), "a repeated literal: {out}{err}");
    assert_eq!(query(&args, formula).0, 10);
    let models = std::fs::read_to_string(&models).expect("models");
    for lit in ["2", "-2", "4", "-4", "5", "-5"] {
        assert!(models.lines().any(|line| line.split(' ').any(|word| word == lit)), "{lit} in no model: {models}");
    }
    let checked = Command::new(CNFCHECK).args(["lrat", &format!("{proof}.cnf"), &proof]).output().expect("cnfcheck");
    assert_eq!(checked.status.code(), Some(10));
}

#[test]
fn cores_name_lines_and_groups() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (cnf, core, proof) = (path("f.cnf"), path("core.cnf"), path("proof"));
    std::fs::write(&cnf, "c a\np cnf 3 5\n1 2 0\n-1 0\n3 0\nc b\n-2 0 1 3 0\n").expect("written");
    let (code, out, _) = query(&["core", "-o", &core, "--proof", &proof, &cnf], "");
    assert_eq!(code, 20);
    assert!(has_line(&out, "c lines 3 4 7") && has_line(&out, "v 1 2 4 0"), "{out}");
    let checked = Command::new(CNFCHECK).args(["lrat", &core, &proof]).output().expect("cnfcheck");
    assert_eq!(checked.status.code(), Some(10));
    std::fs::write(&cnf, "p gcnf 2 5 3\n{0} 1 2 0\n{1} -1 0\n{1} 2 0\n{2} -2 0\n{3} -2 -1 0\n").expect("written");
    let (_, out, _) = query(&["core", "--smallest", &cnf], "");
    assert!(has_line(&out, "v 1 2 0"), "{out}");
    let (code, out, _) = query(&["core"], "p cnf 1 1\n1 0\n");
    assert!(code == 10 && has_line(&out, "s SATISFIABLE"), "{out}");
    std::fs::write(&cnf, "p gcnf 2 1 3\n1 2 0\n").expect("written");
    let (code, _, err) = query(&["core", &cnf], "");
    assert!(code == 1 && err.contains(":2:1: found '1', expected the group of the next clause"), "{err}");
    std::fs::write(&cnf, "p cnf 2 1\n1 0\n-1 0\n").expect("written");
    let (code, _, err) = query(&["core", &cnf], "");
    assert!(code == 1 && err.contains(":3:1: more clauses than the header declares"), "{err}");
    let (code, out, _) = query(&["core", "--relaxed", &cnf], "");
    assert!(code == 20 && has_line(&out, "c lines 2 3"), "{out}");
    let (code, out, _) = query(&["core"], "c x\np gcnf 1 2 2\n{2} 1 0\n{0} -1 0\n");
    assert!(code == 20 && has_line(&out, "v 2 0"), "{out}");
    let (code, out, _) = query(&["core"], "a b\n-a\n\n-b\n");
    assert!(code == 20 && has_line(&out, "c lines 1 2 4"), "{out}");
}

/// Clauses of three of so many variables.
fn random_clauses(vars: i32, clauses: usize, seed: u64) -> String {
    let mut rng = gemsat::util::rng::Rng::new(seed);
    let mut text = format!("p cnf {vars} {clauses}\n");
    for _ in 0..clauses {
        for _ in 0..3 {
            let sign = if rng.coin() { "-" } else { "" };
            text.push_str(&format!("{sign}{} ", 1 + rng.index(vars as usize)));
        }
        text.push_str("0\n");
    }
    text
}

#[test]
fn the_smallest_core_is_approached_from_both_sides() {
    let number = |text: &str, before: &str, after: &str| -> usize {
        let words = text.split_once(before).and_then(|(_, rest)| rest.split_once(after));
        words.and_then(|(number, _)| number.trim().parse().ok()).unwrap_or_else(|| panic!("{before}: {text}"))
    };
    let formula = random_clauses(60, 600, 1);
    let (_, out, _) = query(&["core"], &formula);
    let first = number(&out, "c minimal: ", " of 600 clauses");
    let (code, out, _) = query(&["core", "--smallest", "--time-limit", "2"], &formula);
    assert_eq!(code, 20);
    let best = number(&out, "c minimal, perhaps not smallest: ", " of 600 clauses");
    let least = number(&out, "the smallest core has at least ", " clauses");
    assert!(least > 1 && least < best && best <= first, "{out}");
    assert!(out.contains("c stopped: time limit; no part of it will do"), "{out}");
    let (_, out, _) = query(&["core", "--smallest", "--json", "--time-limit", "2"], &formula);
    assert!(out.contains("\"minimal\":true") && out.contains("\"smallest\":false"), "{out}");
    // All clauses are needed: the bound is as high at once.
    let (_, out, _) = query(&["core", "--smallest"], &crate::support::solver::pigeons(6));
    assert!(out.contains("c smallest: 81 of 81 clauses"), "{out}");
    let (_, out, _) = query(&["core"], "p cnf 1 2\n1 0\n-1 0\n");
    assert!(out.contains("c minimal: 2 of 2 clauses, 0 questions") || out.contains(" 1 question\n"), "{out}");
}

/// An odd cycle in two colours: all clauses are needed, and each comes with a model of all others.
#[test]
fn models_of_a_core_are_kept_within_bounds() {
    let vars = 20_001;
    let edge = |from: i32| format!("{from} {to} 0\n-{from} -{to} 0\n", to = from % vars + 1);
    let formula = format!("p cnf {vars} {}\n{}", 2 * vars, (1..=vars).map(edge).collect::<String>());
    let (code, out, err) = query(&["core", "--memory-limit", "70M"], &formula);
    assert!(
        code == 20 && out.contains("c minimal: 40002 of 40002 clauses"),
        "{code} {err}{}",
        &out[..out.len().min(200)]
    );
}

#[test]
fn consequences_and_equivalence() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("g.cnf").to_string_lossy().into_owned();
    let formula = "p cnf 3 2\n-1 2 0\n-2 3 0\n";
    assert_eq!(query(&["implied", "--clause", "-1 3"], formula).0, 10);
    let (code, out, _) = query(&["implied", "--clause", "-1 3", "--clause", "1 3"], formula);
    assert!(code == 20 && has_line(&out, "c clause 2 (1 3) is false in a model"), "{out}");
    assert_eq!(query(&["implied", "--cube", "-1 3"], "p cnf 3 3\n-1 0\n3 2 0\n3 -2 0\n").0, 10);
    let (code, out, _) = query(&["implied", "--cube", "-1 3"], formula);
    assert!(code == 20 && has_line(&out, "s NOT IMPLIED"), "{out}");
    std::fs::write(&other, "p cnf 3 1\n-1 3 0\n").expect("written");
    assert_eq!(query(&["implied", "--by", &other], formula).0, 10);
    let (code, out, _) = query(&["implied", "--equivalent", "--by", &other], formula);
    assert!(code == 20 && out.contains("a model of the second formula"), "{out}");
    assert_eq!(query(&["implied", "--equivalent", "--show", "1,3", "--by", &other], formula).0, 10);
}
