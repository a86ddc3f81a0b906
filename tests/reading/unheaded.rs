//! Texts without a header: which are clauses of names, and what the others are called.

use super::{lists, read, strict};
use crate::support::tool::run_all;
use gemsat::cnf::input::{Format, ReadOptions};

const SOLVER: &str = env!("CARGO_BIN_EXE_solver");

#[test]
fn other_texts_are_called_what_they_are() {
    for (text, said) in [
        ("UNSAT\n", "the answer of a solver"),
        ("SAT\n1 -2 0\n", "the answer of a solver"),
        ("INDET\n", "the answer of a solver"),
        ("s SATISFIABLE\nv a -b\n", "the answer of a solver"),
        ("v a -b\n", "the answer of a solver"),
        ("Segmentation fault (core dumped)\n", "the message of a program"),
        ("Killed\n", "the message of a program"),
        ("bash: solver: command not found\n", "the message of a program"),
        ("Error: cannot open file\n", "the message of a program"),
        ("1 sort bitvec 1\n2 input 1\n3 bad 2\n", "BTOR2"),
        (".model adder\n.inputs a b\n", "BLIF"),
        ("module adder (a, b)\n", "Verilog"),
        ("fof(one, axiom, p(a)).\n", "TPTP"),
        ("from,to\n1,2\n", "values between commas"),
        ("[[1, 2], [-1]]\n", "JSON"),
        ("e 1 2\ne 2 3\n", "a DIMACS graph"),
        ("nnf 5 4 3\nL 1\n", "NNF"),
        ("-A\n4\n-A OR B\nB OR -C\n", "a knowledge base"),
        ("A OR -B\n-A\n", "--input infix"),
        ("a v -b\n-a\n", "--input infix"),
        ("a ~b\n~a\n", "--input infix"),
        ("there is nothing here\n", "--input names"),
        ("cannot be a clause\n", "--input names"),
        ("IF a THEN b\nIF b THEN c\na\n", "no header before 'IF'"),
        ("a b\nif a then c else d\n", "--input infix"),
        ("timeout\n", "the message of a program"),
    ] {
        let error = read(text.as_bytes(), &strict()).expect_err("no formula").to_string();
        assert!(error.starts_with("text:") && error.contains(said), "{text:?}: {error}");
    }
}

#[test]
fn clauses_of_names_are_said_to_be_read_as_such() {
    let text = "rain sun\n-rain\n";
    let document = read(text.as_bytes(), &strict()).expect("clauses of names");
    assert_eq!(document.remarks, ["read as clauses of names: 2 variables, 2 clauses"]);
    let (code, out, err) = run_all(SOLVER, &[], text);
    assert_eq!(code, 10);
    assert!(out.contains("c read as clauses of names: 2 variables, 2 clauses\n"), "{out}");
    assert_eq!(err, "solver: stdin: read as clauses of names: 2 variables, 2 clauses\n");
    let (_, out, err) = run_all(SOLVER, &["--input", "names"], text);
    assert!(out.contains("c read as clauses of names") && err.is_empty(), "{out}{err}");
    // The flag says what is meant.
    assert_eq!(run_all(SOLVER, &["-q", "--input=names"], "there is nothing here\n").0, 10);
    assert_eq!(run_all(SOLVER, &["-q", "--input=dimacs"], text).0, 1);
    assert_eq!(run_all(SOLVER, &["-q", "--input=names"], "one word\n").0, 10);
}

#[test]
fn operators_are_never_names() {
    let names = ReadOptions { format: Format::Symbolic, ..ReadOptions::default() };
    for word in ["OR", "and", "-not", "Xor", "v", "^", "&", "|", "~", "!", "||", "~a", "!a", "->"] {
        let text = format!("a -b {word}\n");
        assert!(read(text.as_bytes(), &names).is_err(), "{text}");
        assert!(read(text.as_bytes(), &strict()).is_err(), "{text}");
    }
}

#[test]
fn what_stands_far_behind_is_looked_at_too() {
    let text = format!("{}OR a1\n", "a1 -a2\n-a1 a2\n".repeat(20_000));
    let error = read(text.as_bytes(), &strict()).expect_err("an operator").to_string();
    assert!(error.starts_with("text:40001:1: found 'OR'"), "{error}");
    let text = "a1 -a2\n-a1 a2\n".repeat(20_000);
    assert_eq!(lists(&read(text.as_bytes(), &strict()).expect("clauses").formula).len(), 40_000);
}
