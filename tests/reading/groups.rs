//! Lines and groups of clauses.

use super::{Document, ReadOptions, dribble, lists, read, relaxed, strict};
use gemsat::cnf::input;
use gemsat::limits::Limits;

fn grouped() -> ReadOptions {
    ReadOptions { groups: true, lines: true, ..strict() }
}

/// Reads a text in whole and in pieces of each of these sizes, which must give the same.
fn read_in_pieces(text: &[u8], options: &ReadOptions) -> Document {
    let whole = read(text, options).expect("a formula");
    for step in [1, 2, 3, 7, 50] {
        let pieces = input::read_from(dribble(text, step), "text", options, &Limits::none()).expect("a formula");
        assert_eq!(pieces, whole, "in pieces of {step} bytes");
    }
    whole
}

#[test]
fn lines_are_those_where_clauses_begin() {
    let text = b"c a\n\np cnf 3 5\n1 2 0 -1\nc b\n 3\n0 0\n\n-3 0 c c\n2 0\n";
    assert_eq!(read_in_pieces(text, &grouped()).lines, [4, 4, 7, 9, 10]);
    assert_eq!(read_in_pieces(text, &strict()).lines, [0; 0]);
    let names = b"a b\n\nc comment\r\n-a\nb -c\n";
    assert_eq!(read_in_pieces(names, &grouped()).lines, [1, 4, 5]);
    let called_c = b"c a\nc b\n-c cc\n-cc c1\n";
    assert_eq!(
        read_in_pieces(called_c, &grouped()).lines.len(),
        read(called_c, &strict()).expect("read").formula.num_clauses()
    );
    let options = ReadOptions { relaxed: true, ..grouped() };
    assert_eq!(read_in_pieces(b"\n1 2 0\n-1 0\n\n-2\n", &options).lines, [2, 3, 5]);
}

#[test]
fn long_texts_keep_their_lines() {
    let clauses: u64 = 60_000;
    let text: String = (0..clauses).map(|at| format!("c {at}\n{} 0\n", at % 100 + 1)).collect();
    let lines = read(format!("p cnf 100 {clauses}\n{text}").as_bytes(), &grouped()).expect("read").lines;
    assert!(lines.iter().copied().eq((0..clauses).map(|at| 2 * at + 3)));
}

#[test]
fn groups_belong_to_clauses() {
    let text = b"c x\np gcnf 3 5 2\n{0} 1 2 0\n{2} -1\n 3 0 {1} 2 0\n{1}\nc y\n0 {02} 1 0\n";
    let document = read_in_pieces(text, &grouped());
    let groups = document.groups.expect("groups");
    assert_eq!((groups.declared, groups.of_clauses), (2, vec![0, 2, 1, 1, 2]));
    assert_eq!(document.lines, [3, 4, 5, 6, 8]);
    assert_eq!(lists(&document.formula), [vec![1, 2], vec![-1, 3], vec![2], vec![], vec![1]]);
    assert_eq!(read(b"p cnf 1 1\n1 0\n", &grouped()).expect("read").groups, None);
    let more = ReadOptions { relaxed: true, ..grouped() };
    let document = read_in_pieces(b"p gcnf 1 1 1\n{1} 1 0\n{0} -1\n", &more);
    assert_eq!(document.groups.expect("groups").of_clauses, [1, 0]);
    assert_eq!(document.warnings.len(), 2);
}

#[test]
fn faults_of_groups_have_their_place() {
    let fault = |text: &str| read(text.as_bytes(), &grouped()).expect_err("a fault").to_string();
    assert_eq!(fault("p gcnf 1 1 1\n{2} 1 0\n"), "text:2:1: found '{2}', expected a group from {0} to {1}");
    assert_eq!(fault("p gcnf 1 1 1\n{-1} 1 0\n"), "text:2:1: found '{-1}', expected a group from {0} to {1}");
    assert_eq!(fault("p gcnf 1 1 1\n{1 1 0\n"), "text:2:1: found '{1', expected a group from {0} to {1}");
    let late = "expected 0 before the group of the next clause";
    assert_eq!(fault("p gcnf 1 1 1\n{1} {1} 1 0\n"), format!("text:2:5: found '{{1}}', {late}"));
    assert_eq!(fault("p gcnf 1 1 1\n{1} 1 {1} 0\n"), format!("text:2:7: found '{{1}}', {late}"));
    let none = "expected the group of the next clause in braces";
    assert_eq!(fault("p gcnf 1 1 1\n1 0\n"), format!("text:2:1: found '1', {none}"));
    assert_eq!(fault("p gcnf 1 2 1\n{1} 1 0\n0\n"), format!("text:3:1: found '0', {none}"));
    assert!(fault("p gcnf 1 1\n{1} 1 0\n").contains("expected the number of groups"));
    assert!(fault("p gcnf 1 1 1 7\n").starts_with("text:1:14: broken header: found '7'"));
    assert!(fault("p gcnf 1 1 999999999\n").contains("count '999999999' in the header, expected at most 268435456"));
    assert!(fault("p gcnf 1 1 1\n{1}\n").contains("inside a clause"));
    assert!(fault("p gcnf 1 1 1\n{1} 1 0\n{1} 1 0\n").starts_with("text:3:1: more clauses"));
    assert!(fault("p cnf 1 1\n{1} 1 0\n").starts_with("text:2:1: this looks like group CNF"));
    let header = read(b"p gcnf 1 1 1\n{1} 1 0\n", &relaxed()).expect_err("a fault").to_string();
    assert!(header.starts_with("text:1:3: this looks like group CNF"), "{header}");
}
