//! `cnfcheck` as typed.

use crate::support::clauses::{dimacs, random_clauses, rivest};
use crate::support::proofs::cnfcheck;
use crate::support::refuter::{Refuter, TestStep, write};
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;
use std::io::Write;
use std::process::Command;

const RIVEST: &[u8] =
    b"p cnf 4 8\n1 2 -3 0\n-1 -2 3 0\n2 3 -4 0\n-2 -3 4 0\n-1 -3 -4 0\n1 3 4 0\n-1 2 4 0\n1 -2 -4 0\n";

/// The word of the `s` line, and the exit code.
const VERIFIED: (&str, i32) = ("VERIFIED", 10);
const REJECTED: (&str, i32) = ("REJECTED", 20);
const UNDECIDED: (&str, i32) = ("UNKNOWN", 0);
const UNREADABLE: (&str, i32) = ("UNREADABLE", 1);

/// A formula, an answer or a proof, the arguments, the outcome, and a part of the output.
type Case = (&'static [u8], &'static str, &'static str, (&'static str, i32), &'static str);

#[test]
fn the_command_says_what_it_finds() {
    let easy = &b"p cnf 3 2\n1 -2 0\n2 3 0\n"[..];
    let symbolic = &b"wet -cold\ncold hot\n"[..];
    // Names that are numbers, or begin like a binary proof.
    let numbers = &b"1 2\n1 -2\n-1 2\n-1 -2\n"[..];
    let letters = &b"a d\na -d\n-a d\n"[..];
    let long = "1 2 0\n1 0\n2 0\n0\n";
    let lrat = "9 1 2 0 1 6 3 0\n10 1 0 9 8 6 4 0\n11 2 0 10 7 5 3 0\n12 0 10 11 2 4 5 0\n";
    let cases: [Case; 39] = [
        (easy, "s SATISFIABLE\nv 1 2 -3 0\n", "0 1", VERIFIED, "3 of 3 variables"),
        (easy, "SAT\n-1 -2 3 0\n", "0 1", VERIFIED, ""),
        (easy, "1\n-2\n3\n", "0 1", VERIFIED, ""),
        (easy, "v -2 3 0\n", "model 0 1", VERIFIED, ""),
        (easy, "v -2 0\n", "0 1", REJECTED, "clause 2 of the formula has no true literal"),
        (easy, "v 1 2\nv -1 0\n", "0 1", REJECTED, "1: line 2: variable 1 has both values"),
        (easy, "s UNSATISFIABLE\n", "0 1", UNDECIDED, "only a proof can show"),
        (easy, "s UNSATISFIABLE\n", "model 0 1", UNDECIDED, ""),
        (easy, "s UNKNOWN\n", "0 1", UNDECIDED, ""),
        (easy, "s SATISFIABLE\n", "0 1", UNDECIDED, "no values"),
        (easy, "s MAYBE\n", "0 1", UNREADABLE, "line 1: expected SATISFIABLE"),
        (easy, "c nothing\n", "model 0 1", UNREADABLE, "neither values nor a status"),
        (easy, "hello world\n", "model 0 1", UNREADABLE, "'hello' is not a variable"),
        (symbolic, "wet\ncold\n-hot\n", "0 1", VERIFIED, ""),
        (symbolic, "s SATISFIABLE\nv -cold hot 0\n", "0 1", VERIFIED, ""),
        (symbolic, "wet\nwarm\n", "0 1", UNREADABLE, "'warm' is not a variable"),
        (symbolic, "1 0\n", "0 1", REJECTED, "no empty clause is derived"),
        (numbers, "1 0\n0\n", "0 1", VERIFIED, "DRAT in text"),
        (letters, "a\nd\n", "0 1", VERIFIED, "2 of 2 variables"),
        (letters, "a\n-d\n-a\n", "0 1", REJECTED, "both values"),
        (RIVEST, long, "0 1", VERIFIED, "c core: 8 of 8 clauses, 3 of 3 lemmas"),
        (RIVEST, long, "0 1", VERIFIED, "c DRAT in text: 3 clauses added"),
        (RIVEST, long, "drat 0 1", VERIFIED, ""),
        (RIVEST, long, "drat --forward 0 1", VERIFIED, ""),
        (RIVEST, long, "drat -q 0 1", VERIFIED, ""),
        (RIVEST, lrat, "0 1", VERIFIED, "c LRAT in text: 4 clauses added"),
        (RIVEST, lrat, "lrat 0 1", VERIFIED, ""),
        (RIVEST, "1 2 0\n0\n", "0 1", REJECTED, "c 1 as DRAT in text: line 2: the clause () does not follow"),
        (RIVEST, "9 1 2 0 1 6 3 0\n9 0 1 0\n", "lrat 0 1", REJECTED, "c 1 as LRAT in text: line 2: the id 9 is taken"),
        (RIVEST, "9 1 2 0 1 6 3 0\n10 0 9 1 0\n", "0 1", REJECTED, "c as DRAT in text: "),
        (RIVEST, "", "0 1", REJECTED, "no empty clause is derived"),
        (RIVEST, "1 2 0\n1", "0 1", UNREADABLE, "1 as DRAT in text: line 2: the file ends inside a step"),
        (RIVEST, "hello world\n", "0 1", UNREADABLE, "expected a number"),
        (RIVEST, "a text\n", "0 1", UNREADABLE, "1 as binary DRAT: step 1"),
        (b"p cnf 1 2\n1 0\n-1 0\n", "", "0 1", VERIFIED, "c unit propagation alone refutes the formula"),
        (b"p cnf 1 2\n1 0\n", long, "0 1", UNREADABLE, "0:3:1: "),
        // A formula that lacks clauses must not get them from the proof.
        (b"p cnf 1 3\n1 0\n", "-1 0\n0\n", "drat 0 1", UNREADABLE, "0:3:1: "),
        (RIVEST, long, "drat 0 missing", UNREADABLE, "missing: "),
        (RIVEST, long, "drat --time-limit 0 0 1", UNDECIDED, "stopped: time limit"),
    ];
    for (formula, claim, args, (status, code), expected) in cases {
        let output = cnfcheck(&[formula, claim.as_bytes()], args, b"");
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args} {claim}: {stdout}{stderr}");
        let found = stdout.lines().last().map_or("", |line| line.strip_prefix("s ").expect("an s line"));
        assert_eq!(found, status, "{args} {claim}: {stdout}");
        assert!(format!("{stdout}{stderr}").contains(expected), "{args} {claim}: {stdout}{stderr}");
        let faults = stderr.lines().filter(|line| !line.contains("read as clauses of names")).count();
        assert_eq!(code == 1, faults > 0, "{args} {claim}: {stderr}");
        // The same from standard input, either file.
        if !args.contains("missing") {
            for (file, stdin) in [("0", formula), ("1", claim.as_bytes())] {
                let args: Vec<&str> = args.split(' ').collect();
                let place = args.iter().rposition(|&arg| arg == file).expect("it is named");
                let args: Vec<&str> =
                    args.iter().enumerate().map(|(at, arg)| if at == place { "-" } else { arg }).collect();
                let output = cnfcheck(&[formula, claim.as_bytes()], &args.join(" "), stdin);
                assert_eq!(output.status.code(), Some(code), "{args:?} {claim}");
            }
        }
    }
    for args in ["0", "- -", "drat 0", "drat 0 1 --forward --core x", "--nonsense 0 1", "frat 0 1 2"] {
        assert_eq!(cnfcheck(&[RIVEST, b""], args, b"").status.code(), Some(2), "{args}");
    }
}

/// Without a formula the clauses are those of the proof; with one they are held against it.
#[test]
fn a_proof_of_all_calls_needs_no_formula() {
    let right = b"p lidrup\ni 1 1 2 0\ni 2 -1 2 0\nq -2 0\ns UNSATISFIABLE\nu -2 0 1 2 0\n";
    let wrong = b"p lidrup\ni 1 1 2 0\nq -2 0\ns UNSATISFIABLE\nu -2 0 1 0\n";
    let other = b"p cnf 2 2\n1 2 0\n1 -2 0\n";
    let formula = b"p cnf 2 2\n1 2 0\n-1 2 0\n";
    let check = |files: &[&[u8]], args: &str, stdin: &[u8], code: i32| {
        let output = cnfcheck(files, args, stdin);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{args}: {stdout}{}", String::from_utf8_lossy(&output.stderr));
        let said = stdout.contains("no formula was given");
        assert_eq!(said, code == 10 && files.len() < 2, "{args}: {stdout}");
    };
    check(&[right], "lidrup 0", b"", 10);
    check(&[], "lidrup -", right, 10);
    check(&[formula, right], "lidrup 0 1", b"", 10);
    check(&[wrong], "lidrup 0", b"", 20);
    check(&[other, right], "lidrup 0 1", b"", 20);
    check(&[], "lidrup", b"", 2);
    check(&[formula, right], "lidrup - -", b"", 2);
}

#[test]
fn answers_to_a_simplified_formula_are_passed_on() {
    // Clause 1 was removed, with the witness 1.
    let (formula, removed) = (&b"p cnf 3 2\n1 2 0\n2 3 0\n"[..], &b"p cnf 3 1\n1 2 0\n"[..]);
    for (answer, code, expected) in [
        ("s SATISFIABLE\nv -1 -2 3 0\n", 10, "s SATISFIABLE\nv 1 -2 3 0\n"),
        ("s UNSATISFIABLE\n", 20, "s UNSATISFIABLE\n"),
        ("c no time left\ns UNKNOWN\n", 0, "s UNKNOWN\n"),
        // Leads to a model without clause 2.
        ("s SATISFIABLE\nv -1 -2 -3 0\n", 1, ""),
        ("s SATISFIABLE\n", 1, ""),
        ("", 1, ""),
        ("nonsense\n", 1, ""),
    ] {
        for (files, args, stdin) in [
            ([formula, answer.as_bytes(), removed], "reconstruct 0 1 2", ""),
            ([formula, b"", removed], "reconstruct 0 - 2", answer),
        ] {
            let output = cnfcheck(&files, args, stdin.as_bytes());
            assert_eq!(output.status.code(), Some(code), "{args} {answer:?}");
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{args} {answer:?}");
            assert_eq!(code == 1, !output.stderr.is_empty(), "{args} {answer:?}");
        }
    }
    let output = cnfcheck(&[formula, b"v 1 2 3 0\n", removed], "reconstruct --time-limit 0 0 1 2", b"");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"c stopped: time limit\ns UNKNOWN\n"[..]));
}

#[test]
fn the_command_writes_what_a_proof_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let mut clauses = rivest();
    clauses.insert(3, vec![1, 2, 3, 4]);
    std::fs::write(place("f.cnf"), dimacs(&clauses)).expect("written");
    std::fs::write(place("p"), "1 2 0\n3 4 1 0\n1 0\n2 0\n0\n").expect("written");
    let run = |args: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfcheck"));
        command.args(args.split(' ')).current_dir(folder.path()).output().expect("cnfcheck runs")
    };
    assert_eq!(run("drat f.cnf p --core core.cnf --trim q --lrat l").status.code(), Some(10));
    for args in ["lrat f.cnf l", "f.cnf l", "core.cnf q", "f.cnf q", "drat --forward f.cnf q"] {
        assert_eq!(run(args).status.code(), Some(10), "{args}");
    }
    let core = std::fs::read_to_string(place("core.cnf")).expect("the core");
    assert!(core.starts_with("p cnf 4 8\n") && !core.contains("1 2 3 4"));
    assert!(!std::fs::read_to_string(place("q")).expect("the proof").contains("3 4 1 0"));
    // A link is written through, not replaced.
    #[cfg(unix)]
    {
        std::fs::write(place("target"), "").expect("written");
        std::os::unix::fs::symlink(place("target"), place("link")).expect("a link");
        assert_eq!(run("drat f.cnf p --core link").status.code(), Some(10));
        assert_eq!(std::fs::read_to_string(place("target")).expect("the core"), core);
        assert!(place("link").is_symlink());
    }
    let failed = run("drat f.cnf p --core missing/core.cnf");
    assert_eq!(failed.status.code(), Some(1));
    assert!(failed.stdout.is_empty() && !failed.stderr.is_empty());
}

#[test]
fn compressed_proofs_are_written_and_read() {
    let clauses = loop_until_refuted();
    let folder = tempfile::tempdir().expect("a folder");
    let cnf = folder.path().join("f.cnf");
    std::fs::write(&cnf, dimacs(&clauses.0)).expect("written");
    for (name, format) in ProofFormat::NAMES {
        for ending in ["gz", "zst"] {
            let path = folder.path().join(format!("{name}.{ending}"));
            write(&path, format, clauses.0.len(), &clauses.1);
            let magic: &[u8] = if ending == "gz" { &[0x1f, 0x8b] } else { &[0x28, 0xb5, 0x2f, 0xfd] };
            assert!(std::fs::read(&path).expect("a file").starts_with(magic), "{name}.{ending}");
            let output =
                Command::new(env!("CARGO_BIN_EXE_cnfcheck")).args([&cnf, &path]).output().expect("cnfcheck runs");
            let stdout = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(10), "{name}.{ending}: {stdout}");
            // A damaged file is no proof and no refutation.
            let mut bytes = std::fs::read(&path).expect("the proof");
            bytes.truncate(bytes.len() - 3);
            std::fs::write(&path, bytes).expect("written");
            let output =
                Command::new(env!("CARGO_BIN_EXE_cnfcheck")).args([&cnf, &path]).output().expect("cnfcheck runs");
            let cut = output.stdout == b"s UNREADABLE\n";
            assert_eq!(output.status.code(), Some(if cut { 1 } else { 10 }), "{name}.{ending}");
        }
    }
}

fn loop_until_refuted() -> (Vec<Vec<i32>>, Vec<TestStep>) {
    let mut rng = Rng::new(5);
    loop {
        let clauses = random_clauses(&mut rng, 9, 45);
        if let Some(steps) = Refuter::refute(&clauses, false, true).filter(|steps| steps.len() > 40) {
            return (clauses, steps);
        }
    }
}

#[test]
fn small_files_with_much_text_end_within_the_memory_limit() {
    let literals = b"1 ".repeat(1 << 20);
    let gzip = |text: &[u8], times: usize| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        (0..times).for_each(|_| encoder.write_all(text).expect("a vector takes all"));
        encoder.finish().expect("a vector takes all")
    };
    let begun = gzip(b"p cnf 1 1\n", 1);
    // One clause of a hundred million literals.
    let (proof, formula) = (gzip(&literals, 100), [begun.clone(), gzip(&literals, 100)].concat());
    let stopped = |files: &[&[u8]], args: &str| {
        let output = cnfcheck(files, args, b"");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{args}: {stdout}");
        for part in ["c stopped: memory limit\n", "s UNKNOWN\n"] {
            assert!(stdout.contains(part), "{args}: {stdout}");
        }
    };
    for format in ["", "drat ", "dsr ", "lrat "] {
        stopped(&[RIVEST, &proof], &format!("{format}--memory-limit 100 0 1"));
    }
    stopped(&[&formula, b"0\n"], "--memory-limit 100 0 1");
    // Far more text than a file of that size should hold.
    let output = cnfcheck(&[RIVEST, &gzip(&literals, 129)], "drat 0 1", b"");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"s UNREADABLE\n"[..]));
    assert!(stderr.contains("200 times the compressed size") && stderr.contains("--max-input"), "{stderr}");
}
