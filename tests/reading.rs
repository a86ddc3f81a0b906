//! Reading: odd and malformed files, limits, round trips, and a second reader to compare with.
//!
//! Speed is measured, not tested: `cnfmake ksat -k 3 -n 1000000 -m 4000000 --seed 7 -o r.cnf`, then
//! `perf stat solver --conflict-limit 0 r.cnf` beside other solvers.

#[path = "reading/containers.rs"]
mod containers;
#[path = "reading/groups.rs"]
mod groups;
#[path = "reading/infix.rs"]
mod infix;
#[path = "reading/sources.rs"]
mod sources;
#[path = "reading/spoilt.rs"]
mod spoilt;
#[path = "reading/tools.rs"]
mod tools;
#[path = "reading/unheaded.rs"]
mod unheaded;

use crate::fuzzing::naive;
use gemsat::cnf::input::{self, Document, Format, ReadOptions};
use gemsat::cnf::{Formula, ReadError, write_dimacs};
use gemsat::limits::Limits;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 5, "{name} holds samples");
    files
}

/// Reads a text, in one piece.
fn read(text: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    input::read_from(text, "text", options, &Limits::none())
}

fn strict() -> ReadOptions {
    ReadOptions::default()
}

fn relaxed() -> ReadOptions {
    ReadOptions { relaxed: true, ..ReadOptions::default() }
}

/// The clauses of a formula as DIMACS numbers.
fn lists(formula: &Formula) -> Vec<Vec<i32>> {
    formula.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
}

/// Whether some assignment of the variables that occur satisfies all clauses.
fn satisfiable(formula: &Formula) -> bool {
    let lists = lists(formula);
    let vars: Vec<i32> = lists.iter().flatten().map(|lit| lit.abs()).collect::<BTreeSet<_>>().into_iter().collect();
    assert!(vars.len() <= 16);
    (0..1u32 << vars.len()).any(|bits| {
        let is_true = |lit: &i32| {
            let place = vars.binary_search(&lit.abs()).expect("a variable that occurs");
            (bits >> place & 1 != 0) == (*lit > 0)
        };
        lists.iter().all(|clause| clause.iter().any(is_true))
    })
}

#[test]
fn bad_files_are_refused_with_place_and_reason() {
    let expected =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad.txt")).expect("bad.txt");
    let mut said = String::new();
    for path in folder("cnf/bad") {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a sample");
        match input::read_from(&bytes[..], &name, &strict(), &Limits::none()) {
            Ok(document) => panic!("{name} was read as {:?}", document.formula),
            Err(error) => said.push_str(&format!("{error}\n")),
        }
    }
    for (said, expected) in said.lines().zip(expected.lines()) {
        assert_eq!(said, expected);
    }
    assert_eq!(said.lines().count(), expected.lines().count());
}

#[test]
fn odd_files_are_read_as_they_are_meant() {
    for (name, verdict) in [("tests/data/odd/sat", true), ("tests/data/odd/unsat", false)] {
        for path in folder(name) {
            let document =
                input::read_path(&path, &strict(), &Limits::none()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(satisfiable(&document.formula), verdict, "{}", path.display());
            assert_eq!(document.warnings, Vec::<String>::new());
            let again = input::read_path(&path, &relaxed(), &Limits::none()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, document, "{}", path.display());
        }
    }
}

#[test]
fn relaxed_reading_mends_what_is_broken_and_says_so() {
    let cases: &[(&str, &[&[i32]], &str)] = &[
        ("p cnf 2 2\n1 2 0\n", &[&[1, 2]], "the text has 1 clause, not the declared 2"),
        ("p cnf 2 1\n1 2 0\n-1 0\n", &[&[1, 2], &[-1]], "more clauses than the declared 1"),
        ("p cnf 2 1\n1 3 0\n", &[&[1, 3]], "variables up to 3, not the declared 2"),
        ("p cnf 2 2\n1 2 0\n-1\n", &[&[1, 2], &[-1]], "the last clause has no 0"),
        ("1 2 0\n-1 0\n", &[&[1, 2], &[-1]], "no header"),
        ("p cnf 2 2\n+1 2 00\n-1 0\n", &[&[1, 2], &[-1]], "'+' or as '00'"),
        ("p cnf 2 3\n1 2 0\n%\n0\n", &[&[1, 2]], "'%' stands before"),
        ("p cnf 2 1\n1 2 0\n\0\0\0", &[&[1, 2]], ""),
    ];
    for &(text, clauses, warning) in cases {
        assert!(matches!(read(text.as_bytes(), &strict()), Err(ReadError::Parse(_))), "{text:?}");
        let document = read(text.as_bytes(), &relaxed()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(lists(&document.formula), clauses, "{text:?}");
        assert!(
            warning.is_empty() || document.warnings.iter().any(|said| said.contains(warning)),
            "{:?}",
            document.warnings
        );
    }
    // What has two meanings stays an error.
    for text in
        ["p cnf 2 2\n1 2 0\n-1", "p cnf 2 1\n1 -0\n", "p cnf 2 1\n1-2 0\n", "p wcnf 2 1\n1 2 0\n", "", "p cnf 1\n1 0\n"]
    {
        assert!(matches!(read(text.as_bytes(), &relaxed()), Err(ReadError::Parse(_))), "{text:?}");
    }
}

#[test]
fn symbolic_texts_are_recognised_by_the_rule() {
    let text = "c Alaska\n AL_1 AL_2  \n\n-AL_1 -AL_2 \r\ncat -p111 cat\n";
    let document = read(text.as_bytes(), &strict()).expect("a symbolic text");
    assert_eq!(lists(&document.formula), [vec![1, 2], vec![-1, -2], vec![3, -4, 3]]);
    let names = document.names.expect("names");
    let mut sol = Vec::new();
    names.write_sol(&[true, false, true, false].into_iter().collect(), &mut sol).expect("written");
    assert_eq!(String::from_utf8(sol).expect("text"), "AL_1\n-AL_2\ncat\n-p111\n");

    // Lines that begin with c before a header are comments, whatever they look like; without a header they are clauses.
    let document = read(b"cat dog\np cnf 1 1\n1 0\n", &strict()).expect("a DIMACS text");
    assert_eq!((lists(&document.formula), document.names), (vec![vec![1]], None));
    let document = read(b"cat dog\n-cat", &strict()).expect("a symbolic text");
    assert_eq!(lists(&document.formula), [vec![1, 2], vec![-1]]);
    let document = read(b"cat\ncow -cat", &strict()).expect("a symbolic text");
    assert_eq!(lists(&document.formula), [vec![1], vec![2, -1]]);

    let place = |text: &str, options| match read(text.as_bytes(), &options) {
        Err(ReadError::Parse(error)) => (error.line, error.column),
        other => panic!("{text:?}: {other:?}"),
    };
    assert_eq!(place("a -a\np cnf 2 1\n1 2 0\n", strict()), (2, 1));
    assert_eq!(place("a -a\nc d 0\ne 0 f\n", strict()), (3, 3));
    assert_eq!(place("a -a\n\n a --b\n", strict()), (3, 4));
    assert_eq!(place("a -a\na -0\n", strict()), (2, 3));
    assert_eq!(place("a -a\na x(1)\n", strict()), (2, 3));
    assert_eq!(place("c only comments\nc\n", strict()), (3, 1));
    assert_eq!(place("can't be, a clause\na b\n", strict()), (2, 1));
    assert_eq!(place("P CNF 2 1\n1 2\n", strict()), (1, 1));
    let only = |format| ReadOptions { format, ..ReadOptions::default() };
    assert_eq!(place("a b\n", only(Format::Dimacs)), (1, 1));
    assert_eq!(place("p cnf 2 1\n", only(Format::Symbolic)), (1, 1));
    let document = read("x(1,2) -größe\n".as_bytes(), &only(Format::Symbolic)).expect("wide names");
    assert_eq!(document.names.expect("names").find("größe").map(|var| var.index()), Some(1));
}

#[test]
fn comments_speak_to_decoders() {
    let text = "c @ queens 8\nc varname 1 a1\nc plain\np cnf 2 1\nc varname 2 b 2 \r\n1 2 0\nc @\nc @ end";
    let document = read(text.as_bytes(), &strict()).expect("a formula");
    assert_eq!(document.notes, ["@ queens 8", "@", "@ end"]);
    assert_eq!(document.varnames, [(1, "a1".to_string()), (2, "b 2".to_string())]);
}

#[test]
fn long_notes_come_whole_in_any_pieces() {
    let (before, after) = ("x".repeat(400_000), "y".repeat(70_000));
    let text = format!("c @ {before}\r\nc {before}\np cnf 1 1\n1 0\nc @ {after}");
    for piece in [100, 1 << 10, 60_000, 1 << 20] {
        let document =
            input::read_from(Pieces(text.as_bytes(), std::iter::repeat(piece)), "long", &strict(), &Limits::none());
        let document = document.expect("a formula");
        assert_eq!(document.notes, [format!("@ {before}"), format!("@ {after}")], "{piece}");
    }
}

#[test]
fn large_inputs_are_read_in_blocks() {
    // A clause of a million literals on one line; a clause of equal literals; a comment longer than any block.
    let wide: String = (1..=1_000_000).map(|var| format!("{var} ")).collect();
    let document = read(format!("p cnf 1000000 1\n{wide}0\n").as_bytes(), &strict()).expect("a wide clause");
    assert_eq!((document.formula.num_clauses(), document.formula.num_lits()), (1, 1_000_000));
    let equal = "7 ".repeat(1_000_000);
    let document = read(format!("p cnf 7 1\n{equal}0\n").as_bytes(), &strict()).expect("equal literals");
    assert!(document.formula.clause(0).iter().all(|lit| lit.to_dimacs() == 7));
    let comment = "c".repeat(3_000_000);
    let text = format!("{comment}\np cnf 1 1\n{comment}\n1 {comment}x\n0\n");
    match read(text.as_bytes(), &strict()) {
        Err(ReadError::Parse(error)) => assert_eq!((error.line, error.column), (4, 3), "{error}"),
        other => panic!("{other:?}"),
    }
    let text = format!("{comment}\np cnf 1 1\n{comment}\n1\n{comment}x\n0\n{comment}");
    assert_eq!(lists(&read(text.as_bytes(), &strict()).expect("long comments").formula), [[1]]);
    // A fault far behind is found where it is.
    let text = format!("p cnf 3 300001\n{}1 2 x 0\n", "1 -2 3 0\n".repeat(300_000));
    match read(text.as_bytes(), &strict()) {
        Err(ReadError::Parse(error)) => assert_eq!((error.line, error.column), (300_002, 5), "{error}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_silly_header_costs_nothing() {
    let options = ReadOptions { max_vars: i32::MAX as u32, ..ReadOptions::default() };
    let document = read(b"p cnf 2147483647 0\n", &options).expect("many variables");
    assert_eq!(document.formula.num_vars(), i32::MAX as usize);
    assert!(document.formula.bytes() < 1 << 20);
    let document = read(b"p cnf 2147483647 1\n-2147483647 0\n", &options).expect("the last variable");
    assert_eq!(lists(&document.formula), [[-i32::MAX]]);
    for text in ["p cnf 2147483647 0\n", "p cnf 101 0\n", "v1 v2 v3 v4 v5 v6 v7 v8 v9 w1 -w2\n"] {
        let options = ReadOptions { max_vars: 10, ..ReadOptions::default() };
        let error = read(text.as_bytes(), &options).expect_err("too many variables");
        assert!(error.to_string().contains("--max-vars"), "{error}");
    }
}

fn formulas() -> impl Strategy<Value = Formula> {
    let lit = (1..=i32::MAX, any::<bool>(), 0..31u32)
        .prop_map(|(n, sign, shift)| (n >> shift).max(1) * if sign { 1 } else { -1 });
    prop::collection::vec(prop::collection::vec(lit, 0..6), 0..30).prop_map(|clauses| {
        let slices: Vec<&[i32]> = clauses.iter().map(|clause| &clause[..]).collect();
        Formula::from_dimacs_lists(&slices)
    })
}

/// A reader that gives pieces of these sizes, as a pipe may.
struct Pieces<'a, S>(&'a [u8], S);

impl<S: Iterator<Item = usize>> std::io::Read for Pieces<'_, S> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.next().expect("sizes do not end");
        let count = size.min(buf.len()).min(self.0.len());
        buf[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// A reader that gives a few bytes at a time.
fn dribble(text: &[u8], step: usize) -> impl std::io::Read {
    Pieces(text, std::iter::successors(Some(step), |step| Some(step % 7 + 1)))
}

/// Texts that are nearly DIMACS: pieces that matter, in any order.
fn nearly_dimacs() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "1",
        "2",
        "-1",
        "-2",
        "3",
        "0",
        "0\n",
        "0\n",
        "\n",
        " ",
        " ",
        " ",
        "\t",
        "\r\n",
        "\r",
        "c",
        "c 1 0\n",
        "\nc x\n",
        "cat",
        "%",
        "%\n0\n",
        "p cnf 2 2\n",
        "p cnf 3 1\n",
        "+1",
        "00",
        "-0",
        "--1",
        "007",
        "12345678",
        "-123456789",
        "2147483648",
        "99999999999",
        "\x1a",
        "\0",
        "\u{a0}",
        "1-2",
        "{1}",
        "x",
        "a 1 0\n",
        "d 1 0\n",
        "\x0b",
        "\x0c",
    ]);
    let tail = prop::collection::vec(piece, 0..24);
    let head = prop::sample::select(vec![
        "",
        "p cnf 3 2\n",
        "p cnf 3 3\n",
        "p gcnf 3 2 1\n",
        "c hi\np cnf 12345678 2\n",
        " p  cnf\t2 2 \r\n",
        "\u{feff}p cnf 2 1\n",
    ]);
    (head, tail).prop_map(|(head, tail)| [head.as_bytes(), tail.concat().as_bytes()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(formula in formulas(), step in 1usize..8) {
        let mut text = Vec::new();
        write_dimacs(&formula, ["one\ntwo", "varname 3 three"], &mut text).expect("written");
        let options = ReadOptions { max_vars: i32::MAX as u32, ..ReadOptions::default() };
        let document = input::read_from(dribble(&text, step), "text", &options, &Limits::none()).expect("read back");
        prop_assert_eq!(document.formula, formula);
        prop_assert_eq!(document.varnames, vec![(3, "three".to_string())]);
    }

    #[test]
    fn the_naive_reader_agrees(text in nearly_dimacs(), step in 1usize..8) {
        let options = ReadOptions { format: Format::Dimacs, ..ReadOptions::default() };
        let whole = read(&text, &options).map(|document| (document.formula.num_vars(), lists(&document.formula)));
        let naive = naive::read(&text);
        prop_assert_eq!(whole.as_ref().ok(), naive.as_ref(), "{:?} of {}", whole, text.escape_ascii());
        // The pieces in which a text comes change nothing, neither what is read nor what is said.
        let pieces = input::read_from(dribble(&text, step), "text", &options, &Limits::none());
        let pieces = pieces.map(|document| (document.formula.num_vars(), lists(&document.formula)));
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => prop_assert_eq!(whole, pieces),
            (Err(whole), Err(pieces)) => prop_assert_eq!(whole.to_string(), pieces.to_string(), "{}", text.escape_ascii()),
            (whole, pieces) => prop_assert!(false, "{whole:?} and {pieces:?} of {}", text.escape_ascii()),
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), relaxed in any::<bool>()) {
        let options = ReadOptions { relaxed, ..ReadOptions::default() };
        if let Err(error) = read(&bytes, &options) {
            prop_assert!(error.to_string().starts_with("text:"), "{error}");
        }
    }

    #[test]
    fn reading_in_any_form_is_the_same_in_pieces(
        text in nearly_dimacs(),
        step in 1usize..8,
        (relaxed, groups, lines) in any::<(bool, bool, bool)>(),
    ) {
        let options = ReadOptions { relaxed, groups, lines, ..ReadOptions::default() };
        let whole = read(&text, &options).map_err(|error| error.to_string());
        let pieces = input::read_from(dribble(&text, step), "text", &options, &Limits::none()).map_err(|error| error.to_string());
        prop_assert_eq!(&whole, &pieces, "{}", text.escape_ascii());
        // A thinned formula is refused for the same fault, and counted alike.
        let thin = read(&text, &ReadOptions { thin: true, ..options.clone() }).map_err(|error| error.to_string());
        let counts = |document: &Document| {
            let (formula, dropped) = (&document.formula, document.dropped);
            let counts = [formula.num_clauses() as u64 + dropped.clauses, formula.num_lits() as u64 + dropped.lits];
            (counts, formula.num_vars(), formula.used_vars().max(dropped.vars), document.warnings.clone())
        };
        prop_assert_eq!(thin.as_ref().map(counts), whole.as_ref().map(counts), "{}", text.escape_ascii());
        // Lines change nothing else.
        let other = read(&text, &ReadOptions { lines: !lines, ..options });
        let without = |document| Document { lines: Vec::new(), ..document };
        prop_assert_eq!(whole.map(without), other.map(without).map_err(|error| error.to_string()));
    }
}
