//! Formulas in infix notation, against their truth tables.

use super::read;
use crate::support::rounds;
use crate::support::tool::run_all;
use gemsat::cnf::input::{Document, Format, ReadOptions};
use gemsat::cnf::{Assignment, Formula, Var};
use gemsat::engine::Verdict;
use gemsat::solver::Solver;
use gemsat::util::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};

const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
const CNFQUERY: &str = env!("CARGO_BIN_EXE_cnfquery");
const CNFCHECK: &str = env!("CARGO_BIN_EXE_cnfcheck");

pub fn infix() -> ReadOptions {
    ReadOptions { format: Format::Infix, ..ReadOptions::default() }
}

/// All models, each of which is forbidden once it was found.
fn models(formula: &Formula) -> Vec<Assignment> {
    let mut solver = Solver::from_formula(formula);
    let mut found = Vec::new();
    while let Verdict::Sat(mut model) = solver.solve() {
        model.resize(formula.num_vars());
        solver.add_clause(model.lits().map(|lit| !lit));
        found.push(model);
    }
    found
}

/// The names and, of every model, the names that are true. Each assignment of the names is part of one model at most.
pub fn table(document: &Document) -> Table {
    let names = document.names.as_ref().expect("names");
    let count = document.formula.num_vars() - document.definitions;
    let name = |index: usize| names.name(Var::new(index)).expect("a name").to_owned();
    let all: BTreeSet<String> = (0..count).map(name).collect();
    let found = models(&document.formula);
    let is_true = |model: &Assignment| (0..count).filter(|&index| model.value(Var::new(index))).map(name).collect();
    let models: BTreeSet<BTreeSet<String>> = found.iter().map(is_true).collect();
    assert_eq!(models.len(), found.len(), "two models differ in definitions alone");
    (all, models)
}

/// Names, and the sets of true ones.
pub type Table = (BTreeSet<String>, BTreeSet<BTreeSet<String>>);

/// A second reader: by recursive descent over words, evaluated for each assignment. Nothing where the text is none.
pub fn naive(text: &str) -> Option<Table> {
    let mut formulas = Vec::new();
    for line in text.split('\n') {
        let line = &line[..line.find('#').unwrap_or(line.len())];
        let words = words(line)?;
        if !words.is_empty() {
            let mut rest = &words[..];
            formulas.push(level(&mut rest, 0).filter(|_| rest.is_empty())?);
        }
    }
    let mut names = BTreeSet::new();
    formulas.iter().for_each(|formula| formula.names(&mut names));
    let (order, mut models) = (names.iter().cloned().collect::<Vec<_>>(), BTreeSet::new());
    for bits in 0..1u32 << order.len() {
        let value: BTreeMap<&str, bool> =
            order.iter().enumerate().map(|(place, name)| (&**name, bits >> place & 1 != 0)).collect();
        if formulas.iter().all(|formula| formula.value(&value)) {
            models.insert(order.iter().filter(|name| value[&***name]).cloned().collect());
        }
    }
    (!formulas.is_empty()).then_some((names, models))
}

enum Tree {
    Name(String),
    Constant(bool),
    Not(Box<Tree>),
    Bracket(Box<Tree>),
    Two(usize, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn names(&self, into: &mut BTreeSet<String>) {
        match self {
            Tree::Name(name) => drop(into.insert(name.clone())),
            Tree::Constant(_) => {}
            Tree::Not(inner) | Tree::Bracket(inner) => inner.names(into),
            Tree::Two(_, left, right) => [left, right].into_iter().for_each(|side| side.names(into)),
        }
    }

    fn value(&self, of: &BTreeMap<&str, bool>) -> bool {
        match self {
            Tree::Name(name) => of[&**name],
            Tree::Constant(value) => *value,
            Tree::Not(inner) => !inner.value(of),
            Tree::Bracket(inner) => inner.value(of),
            Tree::Two(kind, left, right) => {
                let (left, right) = (left.value(of), right.value(of));
                [left == right, !left || right, left || right, left != right, left && right][*kind]
            }
        }
    }
}

/// By strength, the weakest first: if and only if, implies, or, exclusive or, and.
const OPERATORS: [&[&str]; 5] = [
    &["<->", "<=>", "iff", "\u{2194}", "\u{21d4}"],
    &["->", "=>", "implies", "\u{2192}", "\u{21d2}"],
    &["|", "||", "\\/", "or", "v", "\u{2228}"],
    &["xor", "\u{2295}"],
    &["&", "&&", "/\\", "and", "\u{2227}"],
];
const NOT: &[&str] = &["~", "!", "-", "not", "\u{ac}"];

fn words(line: &str) -> Option<Vec<String>> {
    let mut signs: Vec<&str> = OPERATORS.iter().copied().flatten().chain(NOT).copied().chain(["(", ")"]).collect();
    signs.retain(|sign| !sign.starts_with(|c: char| c.is_ascii_alphabetic()));
    signs.sort_by_key(|sign| std::cmp::Reverse(sign.len()));
    let (mut rest, mut words) = (line.trim_start(), Vec::new());
    while let Some(first) = rest.chars().next() {
        let length = match signs.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => sign.len(),
            None if first.is_alphabetic() || first == '_' => {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
            None => return None,
        };
        let word = &rest[..length];
        let lower = word.to_ascii_lowercase();
        let known = ["not", "and", "or", "xor", "implies", "iff", "true", "false"].contains(&&*lower);
        words.push(if known { lower } else { word.to_owned() });
        rest = rest[length..].trim_start();
    }
    Some(words)
}

/// An expression whose operators are at least this strong.
fn level(rest: &mut &[String], strength: usize) -> Option<Tree> {
    if strength == OPERATORS.len() {
        return atom(rest);
    }
    // What stands in parentheses is an atom.
    let mut sides = vec![level(rest, strength + 1)?];
    while rest.first().is_some_and(|word| OPERATORS[strength].contains(&&**word)) {
        *rest = &rest[1..];
        sides.push(level(rest, strength + 1)?);
    }
    let stands_bare = |kind: usize| sides.iter().any(|side| matches!(side, Tree::Two(other, ..) if *other == kind));
    let mixed = strength == 3 && stands_bare(4) || strength == 2 && stands_bare(3);
    if sides.len() > 1 && (mixed || strength == 0 && sides.len() > 2) {
        return None;
    }
    if strength == 1 {
        let last = sides.pop()?;
        let join = |right, left| Tree::Two(1, Box::new(left), Box::new(right));
        return Some(sides.into_iter().rev().fold(last, join));
    }
    let mut sides = sides.into_iter();
    let first = sides.next()?;
    Some(sides.fold(first, |left, right| Tree::Two(strength, Box::new(left), Box::new(right))))
}

fn atom(rest: &mut &[String]) -> Option<Tree> {
    let (word, after) = rest.split_first()?;
    *rest = after;
    if NOT.contains(&&**word) {
        return Some(Tree::Not(Box::new(atom(rest)?)));
    }
    match &**word {
        "(" => {
            let inner = level(rest, 0)?;
            let (close, after) = rest.split_first()?;
            *rest = after;
            (close == ")").then(|| Tree::Bracket(Box::new(inner)))
        }
        "true" | "false" => Some(Tree::Constant(word == "true")),
        word if OPERATORS.iter().any(|names| names.contains(&word)) || word == ")" => None,
        name => Some(Tree::Name(name.to_owned())),
    }
}

/// A random formula; operators of one strength stand without parentheses sometimes, exclusive or never beside others.
fn random(rng: &mut Rng, depth: u32) -> String {
    let name = |rng: &mut Rng| ["a", "b", "c", "d_1", "e_1", "\u{e9}t\u{e9}"][rng.index(6)].to_owned();
    if depth == 0 || rng.below(5) == 0 {
        return if rng.below(20) == 0 { ["true", "FALSE"][rng.index(2)].into() } else { name(rng) };
    }
    if rng.below(4) == 0 {
        return format!("{} ({})", NOT[rng.index(NOT.len())], random(rng, depth - 1));
    }
    let kind = OPERATORS[rng.index(OPERATORS.len())];
    let operator = kind[rng.index(kind.len())];
    if kind.len() == 6 || kind[0] == "&" {
        let sides: Vec<String> = (0..2 + rng.below(3)).map(|_| format!("({})", random(rng, depth - 1))).collect();
        return sides.join(&format!(" {operator} "));
    }
    format!("({}) {operator} ({})", random(rng, depth - 1), random(rng, depth - 1))
}

#[test]
fn formulas_have_the_models_of_their_truth_tables() {
    let mut rng = Rng::new(3);
    let mut satisfiable = 0;
    for _ in 0..rounds(400) {
        let text: String = (0..1 + rng.below(2)).map(|_| random(&mut rng, 2) + "\n").collect();
        // Or and not, where they stand together and apart from what follows, are a sign of their own.
        let text = text.replace("|- ", "| -");
        let document = read(text.as_bytes(), &infix()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let expected = naive(&text).unwrap_or_else(|| panic!("the naive reader refuses {text}"));
        satisfiable += u32::from(!expected.1.is_empty());
        assert_eq!(table(&document), expected, "{text}");
    }
    assert!(satisfiable > 50);
}

#[test]
fn strength_and_order_are_those_of_the_books() {
    for (text, same) in [
        ("a | b & c", "a | (b & c)"),
        ("~a & b", "(~a) & b"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("a | b -> c & d", "(a | b) -> (c & d)"),
        ("a <-> b -> c", "a <-> (b -> c)"),
        ("a & b & c | ~c", "((a & b) & c) | (~c)"),
        ("- - a OR not -b", "a | b"),
        ("a xor b xor c", "(a xor b) xor c"),
        ("a # all that is known\n\nb", "a\nb"),
    ] {
        let read = |text: &str| table(&read(text.as_bytes(), &infix()).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(read(text), read(same), "{text}");
    }
}

#[test]
fn faults_are_named_where_they_stand() {
    for (text, said) in [
        ("a &\n", "text:1:4: found the end of the line, expected a name"),
        ("a b\n", "text:1:3: found 'b', expected an operator"),
        ("a\n(a | b\n", "text:2:1: found '(a', expected a ')' for it"),
        ("a\n(b & c')\n", "text:2:6: found 'c')', expected '~' before a name for not"),
        ("a |- b\n", "text:1:3: found '|-', expected '->' for implies"),
        ("a |= b\n", "text:1:3: found '|=', expected '->' for implies"),
        ("a | b) & c\n", "text:1:6: found ')', expected '(' before it"),
        ("a ^ b\n", "text:1:3: found '^', expected '&' for and"),
        ("a xor b & c\n", "text:1:9: found '&', expected parentheses"),
        ("a & b xor c\n", "text:1:7: found 'xor', expected parentheses"),
        ("a <-> b <-> c\n", "text:1:9: found '<->', expected parentheses"),
        ("-A\n4\nA OR B\n", "text:2:1: found '4', expected a name"),
        ("a + b\n", "text:1:3: found '+', expected '|' for or"),
        ("a = b\n", "text:1:3: found '=', expected '<->'"),
        ("a |\u{a0}; b\n", "text:1:6: found ';', expected a name"),
        ("# nothing\n", "text:2:1: found the end of the text, expected a formula"),
    ] {
        let error = read(text.as_bytes(), &infix()).expect_err("a fault").to_string();
        assert!(error.starts_with(said), "{text:?}: {error}");
    }
    let deep = format!("{}a{}\n", "(".repeat(30_000), ")".repeat(30_000));
    assert!(read(deep.as_bytes(), &infix()).is_ok());
    let long = "a | ".repeat(30_000) + "a\n";
    assert!(read(long.as_bytes(), &infix()).expect_err("a long line").to_string().contains("at most 65536 bytes"));
}

#[test]
fn every_tool_reads_them() {
    let text = "rain -> wet\nrain | ~(wet & cold)\nwet <-> (rain | sprinkler)\n";
    let (code, out, err) = run_all(SOLVER, &["--input", "infix"], text);
    assert_eq!((code, &*err), (10, ""));
    assert!(out.contains("c read as 3 formulas in infix notation: 4 variables, "), "{out}");
    let (_, out, _) = run_all(CNFQUERY, &["count", "--input=infix", "--json"], text);
    let count = naive(text).expect("formulas").1.len();
    assert!(out.contains(&format!("\"count\":\"{count}\"")), "{out}");
    let (_, out, _) = run_all(CNFQUERY, &["models", "--input=infix", "-q"], text);
    assert_eq!(out.lines().filter(|line| line.starts_with("v ")).count(), count);
    assert!(!out.contains("AUX_"), "{out}");
    let folder = tempfile::tempdir().expect("a folder");
    let (formula, answer) = (folder.path().join("f.txt"), folder.path().join("answer"));
    std::fs::write(&formula, text).expect("a file");
    let formula = formula.to_str().expect("a path");
    std::fs::write(&answer, run_all(SOLVER, &["--input=infix", formula], "").1).expect("a file");
    let answer = answer.to_str().expect("a path");
    assert_eq!(run_all(CNFCHECK, &["--input=infix", formula, answer], "").0, 10);
    let (code, out, _) = run_all(CNFQUERY, &["implied", "--input=infix", "--clause", "-sprinkler wet", formula], "");
    assert_eq!((code, out.contains("s IMPLIED")), (10, true), "{out}");
}
