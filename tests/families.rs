//! The families of `cnfmake`: sizes, answers with checked certificates, names, seeds, bad parameters, and their
//! document.
//!
//! `tests/cnfgen/compare` compares the clauses with CNFgen's, which needs Python.

use crate::support::certified;
use crate::support::tool::{run, run_all, text};
use gemsat::cnf::{Formula, ReadOptions, Var, read_from};
use gemsat::engines;
use gemsat::families::{self, Answer, Family, FamilyError, GROUPS, Kind, LIMIT, Param};
use gemsat::limits::Limits;
use gemsat::proof::ProofFormat;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

const MAKE: &str = env!("CARGO_BIN_EXE_cnfmake");

/// Every family at two sizes and more: what is typed, the variables, the clauses, and `s`, `u` or `?` for the answer
/// that is stated. For families of `n` things and parts `k` the numbers are, unless the clauses are listed in a remark:
const SIZES: &[(&str, usize, usize, char)] = &[
    ("ksat -n 20 -m 85", 20, 85, '?'),
    ("ksat -k 4 -n 30 --ratio 9 --planted --seed 3", 30, 270, 's'),
    // 2^(k-1) clauses a constraint.
    ("kxor 3 20 15", 20, 60, '?'),
    ("kxor 4 30 40 --planted --seed 2", 30, 320, 's'),
    // m + n C(m,2), and m C(n,2) for "functional", n for "onto", C(n,2) for "nearly onto".
    ("php 4 3", 12, 22, 'u'),
    ("php 5 5 --functional --onto", 25, 110, 's'),
    ("php 4 6 --functional --nearly-onto", 24, 115, 'u'),
    ("php 5 6 --functional --nearly-onto", 30, 155, 's'),
    // m + n C(m,3).
    ("php 6 3 --capacity 2", 18, 66, 's'),
    ("php 7 3 --capacity 2", 21, 112, 'u'),
    // m (2^b - n) + n C(m,2).
    ("bphp 4 3", 8, 22, 'u'),
    ("bphp 4 4", 8, 24, 's'),
    // m + r C(m,2) + m r + r + n C(r,2).
    ("rphp 3 4 2", 24, 43, 'u'),
    ("rphp 3 3 3", 21, 33, 's'),
    // Five pigeons with two holes each; four holes with five pigeons among them in all ways would be 4 C(5,2).
    ("gphp complete:5,4", 20, 45, 'u'),
    ("gphp shift:4,4,0,1", 8, 8, '?'),
    // C(n,k) variables; n (1 + C(C(n-1,k-1), 2)).
    ("parity 5", 10, 35, 'u'),
    ("parity 6", 15, 66, 's'),
    ("count 5 3", 10, 80, 'u'),
    ("count 6 3", 20, 276, 's'),
    // n + the sum of C(degree, 2).
    ("matching grid:3,3", 12, 31, 'u'),
    ("matching cycle:6", 6, 12, '?'),
    ("mchess 4 4", 20, 56, 'u'),
    ("mchess 3 2", 3, 6, 's'),
    // Four edges at a vertex, five at one on either side: C(4,3) for each, C(5,3) for both.
    ("subsetcard shift:7,7,0,1,3,6 --extra 1", 29, 68, 'u'),
    ("subsetcard shift:5,5,0,1,2,3 --equal", 20, 80, '?'),
    // C(6,3) + C(6,4), C(5,2) + C(5,4).
    ("cardinality 6 2 --at-most binomial --at-least binomial", 6, 35, 'u'),
    ("cardinality 5 1 --at-most binomial --at-least binomial", 5, 15, 'u'),
    // The sum of 2^(degree-1).
    ("tseitin grid:3,3", 12, 32, 'u'),
    ("tseitin cycle:6 --charge all", 6, 12, 's'),
    // C(4,3) + C(4,3) a vertex, 2 for degree 2.
    ("evencolor torus:3,3", 18, 72, 's'),
    ("evencolor cycle:5", 5, 10, 'u'),
    // x gates, m samples, k errors: n + m + m k + x; 4x + 2m + 2k (m - 1).
    ("disagreement 3 4 1", 14, 26, 's'),
    ("disagreement 10 20 3 --seed 1", 185, 534, 's'),
    ("disagreement 6 12 3 --fewer 2", 62, 174, '?'),
    // 3n - 6 and 8(n - 2); 3n and 8n.
    ("xorchain 5", 9, 24, 'u'),
    ("xorchain 12 --seed 1", 30, 80, 'u'),
    ("dubois 3", 9, 24, 'u'),
    ("dubois 10", 30, 80, 'u'),
    // n + n(n-1)(n-2) + C(n,2), once more C(n,2) when total; C(n,2) and n + 2 C(n,3) when smart.
    ("op 4", 12, 34, 'u'),
    ("op 5 --total --plant", 20, 84, 's'),
    ("op 6 --smart", 15, 46, 'u'),
    ("gop cycle:5", 20, 75, 'u'),
    ("gop grid:2,3 --smart --plant", 15, 45, 's'),
    // A clause a vertex and one for the sink; with XOR of two, 2 to the number of literals.
    ("pebbling pyramid:3", 10, 11, 'u'),
    ("pebbling pyramid:1 --xor 2", 6, 14, 'u'),
    ("pebbling tree:2 --or 3", 21, 34, 'u'),
    // v + k a source, k (k-1)^2 an inner vertex, k the sink.
    ("stone pyramid:2 3", 21, 54, 'u'),
    ("stone pyramid:1 2", 8, 11, 'u'),
    // abc + ab log b + b log c; c + (a-1) b b c + b c.
    ("cpls 2 2 2", 14, 14, 'u'),
    ("cpls 3 4 2", 52, 74, 'u'),
    // C(n,2); C(n,s) + C(n,k).
    ("ramsey 3 3 5", 10, 20, 's'),
    ("ramsey 3 3 6", 15, 40, 'u'),
    // 16 progressions of three numbers below 9, 12 below 8.
    ("vdw 8 3,3", 8, 24, 's'),
    ("vdw 9 3,3", 9, 32, 'u'),
    ("vdw 6 2,3,3", 18, 51, '?'),
    // 3-4-5 and its multiples to 6-8-10; 5-12-13, 9-12-15, 12-16-20, 8-15-17 besides.
    ("ptn 10", 10, 4, 's'),
    ("ptn 20", 20, 12, 's'),
    // n + n C(k,2) + k times the pairs with a sum up to n.
    ("schur 4 2", 8, 16, 's'),
    ("schur 5 2", 10, 22, 'u'),
    // k + k C(n,2) + n C(k,2) + 2 C(n,2) C(k,2) + n + n C(c,2) + c C(n,2).
    ("cliquecoloring 4 3 2", 26, 89, 'u'),
    ("cliquecoloring 4 2 2", 22, 50, 's'),
    // n + n C(k,2) + k edges.
    ("kcolor complete:4 3", 12, 34, 'u'),
    ("kcolor cycle:6 2", 12, 24, 's'),
    // k C(n,2) + C(k,2) C(n,2) + k n + n + n.
    ("domset cycle:7 2", 21, 91, 'u'),
    ("domset cycle:4 2", 12, 34, '?'),
    // n (1 + C(3,2)).
    ("tiling cycle:7", 7, 28, 'u'),
    ("tiling cycle:6", 6, 24, '?'),
    // k + k C(n,2) + n C(k,2) + C(k,2) (C(n,2) + strangers).
    ("kclique cycle:5 3", 15, 93, '?'),
    ("kclique complete:4 3", 12, 51, '?'),
    // k (2^b - n) + n C(k,2) + C(k,2) (C(n,2) + strangers).
    ("kcliquebin cycle:5 3", 9, 69, '?'),
    ("kcliquebin grid:2,2 4", 8, 72, 'u'),
    // k + k C(n,2) + n C(k,2) + 2 C(k,2) C(n,2).
    ("ramlb cycle:5 3", 16, 108, '?'),
    ("ramlb complete:3 4", 13, 70, 'u'),
    // k + k C(n,2) + n C(k,2) + 2 pattern edges times strangers.
    ("subgraph complete:4 cycle:3", 12, 33, '?'),
    ("subgraph path:4 cycle:4", 16, 76, 'u'),
    // 2n + 2n C(n,2) + 2 (edges times strangers, both ways), and one for "moves".
    ("iso path:4 path:4", 16, 92, 's'),
    ("iso cycle:5 path:5", 25, 210, 'u'),
    ("automorphism path:4", 16, 93, '?'),
    ("automorphism complete:5", 25, 111, 's'),
    // Gate by gate: 3 clauses for AND and OR, 4 for XOR.
    ("adder 1", 8, 23, 'u'),
    ("adder 2", 21, 61, 'u'),
    ("multiplier 1", 5, 11, 'u'),
    ("multiplier 2", 24, 69, 'u'),
    // Exchanges of two gates each: one and one of two inputs, three and three of three; 4n and one that they differ.
    ("sorter 2", 8, 21, 'u'),
    ("sorter 3", 18, 49, 'u'),
    ("queue 2 1 3", 224, 652, 'u'),
    ("queue 3 2 5", 707, 2078, 'u'),
    ("factoring 4", 12, 32, 's'),
    ("factoring 13", 20, 56, 'u'),
    // n^2; 2 n (1 + C(n,2)) + n^2 + 1, and n + 1 fewer for a path.
    ("hamilton cycle:4", 16, 73, 's'),
    ("hamilton grid:3,3", 81, 748, 'u'),
    ("hamilton grid:3,3 --path", 81, 738, '?'),
    ("hamilton knight:3,3", 81, 748, 'u'),
    ("hamilton path:2", 4, 13, 'u'),
    ("hamilton path:2 --path", 4, 10, 's'),
    ("hamilton path:1", 1, 4, 'u'),
    // k + (k+1) b + k (b-1); 2b + k (4b + 3 (b-1)).
    ("counter 2 2", 10, 26, 'u'),
    ("counter 2 3", 14, 37, 's'),
    // 2 n^2 - n (n+1) / 2 - n; exactly one of 4, 3, 2 choices and of 3 at each of six places.
    ("langford 3", 9, 37, 's'),
    ("langford 2", 3, 9, 'u'),
    // n^3; 3 n^2 (1 + C(n,2)) + n^2 - holes.
    ("quasigroup 4 9", 64, 343, 's'),
    ("quasigroup 5 25 --seed 2", 125, 825, 's'),
    // Twice that, and n^4 (n-1)^2 / 2.
    ("mols 2", 16, 56, 'u'),
    ("mols 3", 54, 378, 's'),
    // C(n,3); C(n,2) (1 + C(n-2,2)).
    ("steiner 6", 20, 105, 'u'),
    ("steiner 7", 35, 231, 's'),
    // P players: w (P^2 + P g); w (2P (1 + C(P,2)) + P g (s+1)) + C(w,2) C(P,2) g^2.
    ("golfers 2 2 2", 48, 184, '?'),
    ("golfers 2 2 4", 96, 464, 'u'),
    ("md4 48 6", 16622, 56000, 's'),
    ("md4 20 30 --seed 1", 6414, 21072, 's'),
    ("jobshop 2 2 50", 148, 365, '?'),
    ("jobshop 3 3 40 --seed 1", 219, 752, '?'),
];

fn words(typed: &str) -> Vec<&str> {
    typed.split(' ').collect()
}

fn made(typed: &str) -> String {
    let (code, printed, errors) = run_all(MAKE, &words(typed), "");
    assert_eq!((code, errors.as_str()), (0, ""), "{typed}");
    printed
}

fn parsed(text: &str) -> Formula {
    read_from(text.as_bytes(), "made", &ReadOptions::default(), &Limits::none()).expect("strict DIMACS").formula
}

#[test]
fn sizes_are_those_of_the_books_and_answers_have_certificates() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let mut sizes: BTreeMap<&str, BTreeSet<(u32, usize)>> = BTreeMap::new();
    for &(typed, vars, clauses, stated) in SIZES {
        let text = made(typed);
        let formula = parsed(&text);
        assert_eq!((formula.num_vars(), formula.num_clauses()), (vars, clauses), "{typed}");
        let answer = text.lines().find_map(|line| line.strip_prefix("c answer: ")).expect("an answer");
        let expected = match stated {
            's' => Answer::Satisfiable,
            'u' => Answer::Unsatisfiable,
            _ => Answer::Unknown,
        };
        assert_eq!(answer, expected.to_string(), "{typed}");
        let mut engine = engines::by_name("cdcl").expect("a registered name");
        let model = certified::solve(&mut *engine, &formula, &proof, ProofFormat::LratText, 0);
        assert!(expected == Answer::Unknown || model.is_some() == (expected == Answer::Satisfiable), "{typed}");
        sizes.entry(words(typed)[0]).or_default().insert((vars as u32, clauses));
    }
    for family in families::all() {
        let most = sizes.get(family.name).map_or(0, BTreeSet::len);
        assert!(most >= 2, "{} has {most} sizes", family.name);
    }
    assert_eq!(sizes.len(), families::all().count());
}

#[test]
fn what_is_written_is_what_the_library_makes() {
    let family = families::by_name("pebbling").expect("a family");
    let values = family.read(&[("dag", "pyramid:2"), ("xor", "2")]).expect("values");
    let (formula, answer) = family.formula(&values, LIMIT).expect("a small formula");
    assert_eq!(answer, Answer::Unsatisfiable);
    assert_eq!(parsed(&made("pebbling pyramid:2 --xor 2")), formula);
}

#[test]
fn variables_have_names_and_graphs_their_edges() {
    let text = made("tseitin cycle:3");
    let head: Vec<&str> = text.lines().take_while(|line| !line.starts_with('p')).skip(3).collect();
    let wanted = [
        "c answer: UNSATISFIABLE",
        "c vertices graph 3",
        "c edge graph 1 2",
        "c edge graph 1 3",
        "c edge graph 2 3",
        "c varname 1 e_1_2",
        "c varname 2 e_1_3",
        "c varname 3 e_2_3",
    ];
    assert_eq!(head, wanted);
    assert!(!made("tseitin cycle:3 --no-names").contains("varname"));
    assert!(made("tseitin cycle:3 --no-comments").starts_with("p cnf 3 6\n"));
    for &(typed, vars, ..) in SIZES {
        let text = made(typed);
        let names: Vec<(u32, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("c varname "))
            .map(|line| line.split_once(' ').expect("a number and a name"))
            .map(|(number, name)| (number.parse().expect("a number"), name))
            .collect();
        let distinct: BTreeSet<&str> = names.iter().map(|name| name.1).collect();
        assert_eq!(distinct.len(), names.len(), "{typed}");
        assert!(
            names.iter().all(|(number, name)| *number <= vars as u32 && !name.contains(' ') && !name.starts_with('-'))
        );
        assert!(!names.is_empty() || typed.starts_with('k'), "{typed}");
    }
}

#[test]
fn a_digest_that_no_message_has_and_a_span_that_is_too_short_are_refuted() {
    let mut engine = engines::by_name("cdcl").expect("a registered name");
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    for typed in ["md4 48 6 --flip", "md4 3 0 --flip", "jobshop 2 2 3"] {
        let formula = parsed(&made(typed));
        assert!(certified::solve(&mut *engine, &formula, &proof, ProofFormat::LratText, 0).is_none(), "{typed}");
    }
}

#[test]
fn a_seed_and_a_first_comment_make_the_same_bytes() {
    for typed in [
        "kxor 3 30 20",
        "gphp random:9,8,3",
        "tseitin regular:10,3 --charge random",
        "quasigroup 6 10",
        "kcolor gnm:12,20 3",
        "kclique gnp:12,0.5 4",
        "xorchain 20",
        "subsetcard random:6,6,3 --extra 1",
        "disagreement 9 12 2",
        "md4 18 8",
        "jobshop 3 3 70",
    ] {
        let first = made(&format!("{typed} --seed 5"));
        assert_eq!(first, made(&format!("{typed} --seed 5")), "{typed}");
        assert_ne!(first, made(&format!("{typed} --seed 6")), "{typed}");
        let command = first.lines().next().and_then(|line| line.strip_prefix("c cnfmake ")).expect("the command");
        assert_eq!(first, made(command), "{typed}");
    }
}

#[test]
fn random_regular_graphs_are_regular() {
    for (n, degree) in [(4, 3), (10, 3), (11, 4), (30, 14), (30, 20), (30, 29), (7, 0)] {
        let text = made(&format!("matching regular:{n},{degree} --seed 3"));
        let mut degrees = vec![0; n];
        for line in text.lines().filter_map(|line| line.strip_prefix("c edge graph ")) {
            line.split(' ').for_each(|vertex| degrees[vertex.parse::<usize>().expect("a vertex") - 1] += 1);
        }
        assert!(degrees.iter().all(|&found| found == degree), "{n} {degree}: {degrees:?}");
    }
}

#[test]
fn a_hamiltonian_cycle_of_knights_moves_is_a_tour() {
    let formula = parsed(&made("hamilton knight:5,6"));
    let mut engine = engines::by_name("cdcl").expect("a registered name");
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let model = certified::solve(&mut *engine, &formula, &proof, ProofFormat::LratText, 0).expect("a tour");
    let at = |place: usize| (0..30).find(|square| model.value(Var::new(square * 30 + place)));
    let tour: Vec<i32> = (0..30).map(|place| at(place).expect("a square") as i32).collect();
    assert_eq!(tour.iter().collect::<BTreeSet<_>>().len(), 30, "{tour:?}");
    for (from, to) in tour.iter().zip(tour.iter().cycle().skip(1)) {
        assert_eq!((from / 6 - to / 6).abs() * (from % 6 - to % 6).abs(), 2, "{tour:?}");
    }
}

#[test]
fn bad_parameters_are_wrong_usage_and_say_what_is_expected() {
    for (typed, message) in [
        ("", "Usage: cnfmake"),
        ("nosuch 3", "unrecognized subcommand 'nosuch'"),
        ("php 3", "<HOLES>"),
        ("php 0 3", "pigeons '0': expected a number from 1 to 100000000"),
        ("php 3 x", "holes 'x': expected a number from 1"),
        ("php 3 99999999999999999999", "expected a number"),
        ("php 3 3 --capacity 0", "capacity '0': expected a number from 1 to 1000"),
        ("ksat -n 5", "either --clauses or --ratio"),
        ("ksat -n 5 -m 1 --ratio 2", "not both"),
        ("ksat -n 5 --ratio nan", "expected a number from 0 to 1e9"),
        ("ksat -n 2 -m 1", "need at least as many variables, not 2"),
        ("kxor 5 3 1", "5 distinct variables of 3"),
        ("vdw 9 3,x", "progressions '3,x': expected numbers from 2 to 1000 with commas"),
        ("tseitin blob:3", "expected complete:N, grid:N,M"),
        ("tseitin grid:0,3", "expected complete:N"),
        ("tseitin grid:", "expected complete:N"),
        ("hamilton knight:0,6", "expected complete:N"),
        ("tseitin regular:5,3", "one of the two even"),
        ("tseitin regular:4,4", "below the number of vertices"),
        ("tseitin gnm:4,7", "at most 6 edges, not 7"),
        ("tseitin gnp:4,1.5", "expected complete:N"),
        ("tseitin complete:100000", "a graph may have"),
        ("tseitin cycle:5 --charge odd", "charge 'odd': expected first, all, random, none"),
        ("evencolor path:3", "vertex 1 has 1 edges: expected"),
        ("pebbling pyramid:3 --xor 2 --or 2", "not both"),
        ("pebbling cone:3", "expected pyramid:HEIGHT"),
        ("pebbling tree:63", "a graph may have"),
        ("subsetcard random:3,2,3", "3 neighbours among 2 right vertices"),
        ("subsetcard complete:2,2 --extra 1", "0 edges are not joined"),
        ("op 5 --smart --knuth 2", "--knuth cannot be added"),
        ("op 5 --knuth 4", "expected a number from 2 to 3"),
        ("cpls 2 3 2", "'nodes' is 3: expected a power of two"),
        ("cardinality 5 5", "expected a number below that of the variables, 5"),
        ("cardinality 5 2 --at-most nosuch", "expected auto, binomial"),
        ("disagreement 5 4 5", "0 fewer than 5 errors in 4 samples"),
        ("disagreement 5 4 2 --fewer 3", "3 fewer than 2 errors"),
        ("md4 49 5", "steps '49': expected a number from 1 to 48"),
        ("quasigroup 3 10", "expected at most the 9 cells"),
        ("php 3 2 --limit 5", "more than 5 variables or literals"),
    ] {
        let args: Vec<&str> = typed.split_whitespace().collect();
        let (code, printed, errors) = run_all(MAKE, &args, "");
        assert_eq!((code, printed.as_str()), (2, ""), "{typed}: {errors}");
        assert!(errors.contains(message), "{typed}: {errors}");
    }
    let family = families::by_name("php").expect("a family");
    assert!(matches!(family.read(&[("pigeons", "3")]), Err(FamilyError::Missing { param: "holes", .. })));
    assert!(matches!(family.read(&[("wings", "2")]), Err(FamilyError::NoSuchParam { family: "php", .. })));
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_too_large_is_refused_at_once_and_in_little_memory() {
    for typed in [
        "ksat -n 2000000000 -m 1",
        "ksat -n 10 -m 4000000000",
        "ksat -k 1000000000 -n 1000000000 -m 1",
        "kxor 30 40 1000000",
        "php 100000000 100000000",
        "bphp 100000000 2",
        "rphp 100000 100000 100000",
        "gphp complete:2000,2000",
        "parity 100000",
        "count 1000 500",
        "mchess 10000 10000",
        "cardinality 100000 50000 --at-most binomial",
        "cardinality 100000 50000 --at-most totalizer",
        "subsetcard complete:60,60",
        "tseitin complete:60",
        "evencolor complete:63",
        "xorchain 10000000",
        "op 50000",
        "gop path:1000000",
        "pebbling pyramid:1000 --xor 10",
        "stone pyramid:100 10000",
        "cpls 10000 65536 65536",
        "ramsey 50 50 1000",
        "ramsey 2 2 10000 --limit 1000000",
        "vdw 100000 2,2",
        "ptn 10000000 --limit 1000000",
        "schur 50000 100",
        "cliquecoloring 10000 1000 1000",
        "kcolor path:1000000 10000",
        "domset path:1000000 10000",
        "kclique path:1000000 10000",
        "ramlb path:100000 10000",
        "automorphism path:100000",
        "adder 1000000 --limit 10000000",
        "multiplier 10000",
        "counter 60 10000000",
        "langford 10000",
        "quasigroup 1000 0",
        "mols 1000",
        "steiner 10000",
        "golfers 100 100 1000",
        "sorter 10000",
        "hamilton torus:1000,1000",
        "queue 10000 10000 1",
        "disagreement 100000 100000 5",
        "jobshop 1000 1000 100000",
        "jobshop 1000 1 100000",
    ] {
        let start = Instant::now();
        let script = format!("ulimit -v 900000; exec {MAKE} {typed} > /dev/null");
        let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{typed}: {errors}");
        assert!(errors.contains("limit") || errors.contains("a graph may have"), "{typed}: {errors}");
        assert!(start.elapsed() < Duration::from_secs(20), "{typed}: {:?}", start.elapsed());
    }
}

#[test]
fn a_formula_is_written_in_less_memory_than_it_has() {
    // 40 MB of text in 25 MB beside what the program maps.
    let script = format!("ulimit -v 100000; exec {MAKE} php 300 150 --no-comments | tail -n 1");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert_eq!(text(&output), format!("-{} -{} 0\n", 299 * 150, 300 * 150));
}

/// The row of a family in its document. Its source and its answer are in its help, which is tested below.
fn row(family: &Family) -> String {
    let word = |param: &Param| match (param.positional, param.kind) {
        (true, _) => param.name.to_uppercase(),
        (false, Kind::Flag) => format!("--{}", param.name),
        _ => format!(
            "--{} {}",
            param.name,
            if matches!(param.kind, Kind::Word(_) | Kind::Cardinality) { "WORD" } else { "N" }
        ),
    };
    let params: Vec<String> = family.params.iter().map(word).collect();
    let cnfgen = if family.cnfgen.is_empty() { String::new() } else { format!("; CNFgen `{}`", family.cnfgen) };
    let Family { name, about, .. } = family;
    format!("- `{name} {}`: {about}{cnfgen}\n", params.join(" "))
}

#[test]
fn every_family_is_in_the_document_and_in_the_help() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/families.md");
    let document = std::fs::read_to_string(path).unwrap_or_default();
    let mut missing = String::new();
    for group in GROUPS {
        let heading = format!("## {}\n", group.name);
        if !document.contains(&heading) {
            writeln!(missing, "{heading}").expect("a string takes it");
        }
        group.families.iter().map(row).filter(|row| !document.contains(row)).for_each(|row| missing.push_str(&row));
    }
    assert!(missing.is_empty(), "not in docs/families.md:\n{missing}");
    let (_, help) = run(MAKE, &["--help"], "");
    let names: BTreeSet<&str> = families::all().map(|family| family.name).collect();
    assert_eq!(names.len(), families::all().count());
    for family in families::all() {
        assert!(help.contains(&format!("\n  {:<16}{}\n", family.name, family.about)), "{}", family.name);
        let (code, page) = run(MAKE, &[family.name, "--help"], "");
        assert!(code == 0 && page.contains(&format!("\n  cnfmake {}", family.name)), "{page}");
    }
}

#[test]
fn lists_and_graphs_as_cnfgen_takes_them() {
    let formula = |args: &[&str]| run(MAKE, &[args, &["--no-comments"]].concat(), "");
    assert_eq!(formula(&["vdw", "30", "3", "5"]), formula(&["vdw", "30", "3,5"]));
    assert!(run(MAKE, &["vdw", "30", "3", "5"], "").1.starts_with("c cnfmake vdw 30 3,5\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let cycle = file("c.col", "c a cycle\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\n");
    let lists = file("c.kthlist", "4\n1 : 2 4 0\n2 : 1 3 0\n3 : 2 4 0\n4 : 1 3 0\n");
    let expected = formula(&["kcolor", "cycle:4", "3"]);
    assert_eq!((expected.0, formula(&["kcolor", &cycle, "3"])), (0, expected.clone()));
    assert_eq!(formula(&["kcolor", &format!("file:{lists}"), "3"]), expected);
    let pyramid = file("p.kthlist", "3\n1 : 0\n2 : 0\n3 : 1 2 0\n");
    assert_eq!(formula(&["pebbling", &pyramid]), formula(&["pebbling", "pyramid:1"]));
    let bad = file("bad.col", "p edge 4 4\ne 1 2\n");
    assert_eq!(formula(&["kcolor", &bad, "3"]).0, 1);
    assert_eq!(formula(&["kcolor", "file:nosuch", "3"]).0, 1);
    assert_eq!(formula(&["kcolor", "nosuch", "3"]).0, 2);
}
