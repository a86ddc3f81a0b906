//! Command lines of the solver: any flags in any order. Most are only parsed, in this process; some are run, and their
//! lines, exit code and answer judged.

use super::formula::{self, formula};
use super::{Counts, Finding};
use gemsat::cnf::write_dimacs;
use gemsat::cnf::{Formula, Lit};
use gemsat::command::flags;
use gemsat::engines::brute;
use gemsat::util::rng::Rng;
use std::ffi::OsString;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};

/// Command lines that are parsed for each one that is run.
const PARSED: u64 = 4;

/// One execution.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let flags = long_flags();
    let mut good = 0;
    for _ in 0..PARSED {
        let args = wild(rng, &flags);
        match catch_unwind(AssertUnwindSafe(|| {
            flags::parse(["solver".to_owned()].into_iter().chain(args.clone()).map(OsString::from)).is_ok()
        })) {
            Ok(parsed) => good += u64::from(parsed),
            Err(_) => return Err(finding("panic while flags are parsed".into(), &args)),
        }
    }
    let Some(solver) = solver() else { return Ok(vec![("parsed", PARSED), ("good", good), ("run", 0)]) };
    let clauses = formula::random(rng, formula::TINY);
    let formula = formula(&clauses);
    let args = sound(rng);
    judge(&solver, &args, &formula).map_err(|message| finding(message, &args))?;
    Ok(vec![("parsed", PARSED), ("good", good), ("run", 1)])
}

fn finding(message: String, args: &[String]) -> Finding {
    Finding { message: format!("{message}: solver {}", args.join(" ")), file: ("args", args.join("\n").into_bytes()) }
}

/// The program: what the tests were built with, or `GEMSAT_SOLVER`.
fn solver() -> Option<String> {
    option_env!("CARGO_BIN_EXE_solver").map(str::to_owned).or_else(|| std::env::var("GEMSAT_SOLVER").ok())
}

/// The long names of all flags, those of the engines' options included.
fn long_flags() -> Vec<String> {
    flags::command().get_arguments().filter_map(|arg| arg.get_long()).map(|name| format!("--{name}")).collect()
}

/// Flags and values that need not go together.
fn wild(rng: &mut Rng, flags: &[String]) -> Vec<String> {
    let values =
        ["0", "1", "-1", "true", "false", "1e9", "nan", "18446744073709551616", "", "x", "1..=2", "lrat", "cdcl", "-"];
    let mut args = Vec::new();
    for _ in 0..rng.below(5) {
        let flag = &flags[rng.index(flags.len())];
        // These print and end; they are tested by themselves.
        if ["--help", "--version"].contains(&flag.as_str()) {
            continue;
        }
        let value = values[rng.index(values.len())];
        match rng.below(4) {
            0 => args.push(flag.clone()),
            1 => args.push(format!("{flag}={value}")),
            2 => args.extend([flag.clone(), value.to_owned()]),
            _ => args.push(format!("--{}", &flag[2..2 + rng.index(flag.len() - 2)])),
        }
    }
    args.push("f.cnf".into());
    args
}

/// Flags that go together and write no files.
fn sound(rng: &mut Rng) -> Vec<String> {
    let mut args: Vec<String> = Vec::new();
    let some = [
        "-q",
        "-v",
        "-vv",
        "--stats",
        "--stats=json",
        "--no-witness",
        "--relaxed",
        "--color=always",
        "--conflict-limit=3",
        "--decision-limit=5",
        "--tick-limit=300",
        "--step-limit=50",
        "--time-limit=20",
        "--cpu-limit=20",
        "--memory-limit=1G",
        "--seed=7",
        "--input=dimacs",
        "--max-vars=16",
        "--max-input=1M",
    ];
    for _ in 0..rng.below(4) {
        let flag = some[rng.index(some.len())];
        let name = flag.split('=').next().unwrap_or(flag);
        let loud = |flag: &str| flag.starts_with("-v");
        let clash =
            |other: &String| other.starts_with(name) || (loud(flag) || flag == "-q") && (loud(other) || other == "-q");
        if !args.iter().any(clash) {
            args.push(flag.to_owned());
        }
    }
    if rng.coin() {
        let engines: Vec<&str> = gemsat::engines::names().collect();
        let limit = args.iter().any(|arg| arg.starts_with("--step-limit"));
        args.push(format!("--engine={}", engines[rng.index(engines.len())]));
        if !limit {
            args.push("--step-limit=200000".into());
        }
    } else {
        for (name, value) in super::options::random(rng) {
            args.push(format!("--{}={value}", name.replace('_', "-")));
        }
        args.retain(|arg| !arg.starts_with("--seed") || arg != "--seed=7");
    }
    args
}

/// Runs the solver on the formula, given on standard input.
fn judge(solver: &str, args: &[String], formula: &Formula) -> Result<(), String> {
    let mut text = Vec::new();
    write_dimacs(formula, [] as [&str; 0], &mut text).map_err(|error| error.to_string())?;
    let mut child = Command::new(solver)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{solver}: {error}"))?;
    // A program that refuses its flags does not read.
    let _ = child.stdin.take().ok_or("no pipe")?.write_all(&text);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let stdout = String::from_utf8(output.stdout).map_err(|_| "standard output is no text")?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().ok_or_else(|| format!("ended by a signal: {stderr}"))?;
    // Colours stand around the words: from an escape to the next m.
    let mut pieces = stdout.split('\u{1b}');
    let mut plain = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').ok_or("an escape that is no colour")?.1);
    }
    let known = |line: &&str| *line == "c" || ["c ", "s ", "v "].iter().any(|start| line.starts_with(start));
    if let Some(line) = plain.lines().find(|line| !known(line) || line.len() > 4096) {
        return Err(format!("a line that is none: {line:?}"));
    }
    let answers: Vec<&str> = plain.lines().filter(|line| line.starts_with("s ")).collect();
    let satisfiable = brute::model(formula).is_some();
    match (code, &answers[..]) {
        (10, ["s SATISFIABLE"]) if satisfiable => judge_values(&plain, args, formula),
        (20, ["s UNSATISFIABLE"]) if !satisfiable => Ok(()),
        (0, ["s UNKNOWN"]) => Ok(()),
        _ => Err(format!("exit code {code}, {answers:?}, satisfiable: {satisfiable}: {stderr}")),
    }
}

/// The values on the `v` lines satisfy every clause.
fn judge_values(text: &str, args: &[String], formula: &Formula) -> Result<(), String> {
    if args.iter().any(|arg| arg == "--no-witness") {
        return Ok(());
    }
    let words = text.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    let numbers: Vec<i32> =
        words.map(|word| word.parse().map_err(|_| format!("no value: {word}"))).collect::<Result<_, _>>()?;
    let Some((0, values)) = numbers.split_last() else { return Err("the values are not closed by 0".into()) };
    let holds = |lit: &Lit| values.contains(&lit.to_dimacs());
    match formula.clauses().position(|clause| !clause.iter().any(holds)) {
        Some(index) => Err(format!("the values leave clause {} false", index + 1)),
        None => Ok(()),
    }
}
