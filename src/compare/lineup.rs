//! The solvers of a race: our engines and external solvers, as command lines.
//!
//! Our own engines run as child processes like all others, through the `solver` program beside `cnfcompare`, so that
//! all are measured alike.

use super::child::{Caps, Report, Request, start};
use super::machine::cores;
use crate::command::exit::Failure;
use crate::command::report::clean;
use crate::engines;
use crate::external::known::{Known, fill, known_solver, split};
use crate::proof::Tracer;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// A solver of the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    /// The name in all tables.
    pub label: String,
    /// The program and its arguments, with `{cnf}`, `{out}`, `{proof}` and `{seed}` in them.
    pub command: Vec<String>,
    /// Its version; empty where it is not known.
    pub version: String,
    /// The program's file, as the command line of the race names it. It is not written to the journal: what stands in a
    /// journal can be shown, but is never run.
    #[serde(skip)]
    pub program: PathBuf,
}

impl Solver {
    /// Whether it writes a proof.
    pub fn writes_proof(&self) -> bool {
        self.command.iter().any(|word| word.contains("{proof}"))
    }

    /// How many threads it searches with, by its `--threads`: 0 there is as many as the machine has.
    pub fn threads(&self) -> usize {
        let separate = self.command.windows(2).filter(|pair| pair[0] == "--threads").map(|pair| pair[1].as_str());
        let joined = self.command.iter().filter_map(|word| word.strip_prefix("--threads="));
        match joined.chain(separate).last().and_then(|count| count.parse().ok()) {
            Some(0) => cores(),
            Some(count) => count,
            None => 1,
        }
    }

    /// Says in the label how many threads there are, unless it does already.
    fn with_threads_named(self) -> Solver {
        let threads = self.threads();
        if threads == 1 || self.label.contains("threads") {
            return self;
        }
        Solver { label: format!("{} ({threads} threads)", self.label), ..self }
    }

    /// The command for one run.
    pub fn command(&self, cnf: &Path, out: &Path, proof: &Path, seed: u64) -> Vec<OsString> {
        let seed = seed.to_string();
        let values = [
            ("{cnf}", cnf.as_os_str()),
            ("{out}", out.as_os_str()),
            ("{proof}", proof.as_os_str()),
            ("{seed}", OsStr::new(&seed)),
        ];
        let program = self.program.clone().into_os_string();
        [program].into_iter().chain(self.command.iter().skip(1).map(|word| fill(word, &values))).collect()
    }

    /// The voice with which this solver speaks when verdicts are compared. Two entries of the same known program, such
    /// as Kissat with two sets of options, share a voice; our engines share a program, but each has its own voice.
    pub fn voice(&self) -> String {
        let engine = self.command.iter().find(|word| word.starts_with("--engine="));
        match (self.command.first(), engine) {
            (Some(program), Some(engine)) => format!("{program} {engine}"),
            (Some(program), None) if known_solver(program).is_some() => program.clone(),
            _ => self.shown(),
        }
    }

    /// The command as one would type it.
    pub fn shown(&self) -> String {
        let plain = |word: &str| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"".contains(c));
        let word = |word: &String| if plain(word) { word.clone() } else { format!("'{word}'") };
        self.command.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Our engines, from a list like `cdcl,dpll,fast=cdcl --seed 7`; `all` is every one. With `proofs`, those that can
/// write proofs do.
///
/// # Errors
/// When a name is no engine's, or the `solver` program is not there.
pub fn engines(list: &str, program: &Path, proofs: bool) -> Result<Vec<Solver>, Failure> {
    let solver = program.with_file_name(format!("solver{}", std::env::consts::EXE_SUFFIX));
    if !solver.is_file() {
        let place = solver.display();
        return Err(Failure::input(format!("{place}: there is no such program, and our engines run through it")));
    }
    let all: Vec<String> = match list.trim() {
        "all" => engines::names().map(str::to_string).collect(),
        _ => entries(list),
    };
    let Some(known) = known_solver("solver") else { return Err(Failure::Internal("solver is not known".into())) };
    all.iter()
        .map(|entry| {
            let (label, rest) = labelled(entry);
            let words = split(rest).map_err(Failure::usage)?;
            let Some((name, more)) = words.split_first() else { return Err(empty()) };
            let Some(mut engine) = engines::by_name(name) else {
                let names: Vec<&str> = engines::names().collect();
                let known = names.join(", ");
                return Err(Failure::usage(format!("there is no engine called '{name}'; known are {known}, or all")));
            };
            let mut command = vec![solver.to_string_lossy().into_owned(), format!("--engine={name}")];
            command.extend(more.iter().cloned());
            // "-q" is left out, since the statistics for the columns of the results are a line of the report.
            command.extend(known.args.iter().filter(|&&arg| arg != "-q").map(|arg| arg.to_string()));
            if !command.iter().any(|word| word.starts_with("--stats")) {
                command.insert(1, "--stats=json".into());
            }
            if proofs && engine.set_tracer(Box::new(Silent)).is_ok() {
                ask_for_proof(&mut command, known);
            }
            let label = label.unwrap_or(if more.is_empty() { name } else { rest });
            let version = format!("gemsat {}", env!("CARGO_PKG_VERSION"));
            Ok(Solver { label: label.to_string(), command, version, program: solver.clone() }.with_threads_named())
        })
        .collect()
}

/// External solvers, from a list like `minisat,kissat,mine=./my-solver --fast {cnf}`.
///
/// # Errors
/// When an entry is empty or its program is not found.
pub fn solvers(list: &str, proofs: bool) -> Result<Vec<Solver>, Failure> {
    entries(list)
        .iter()
        .map(|entry| {
            let (label, rest) = labelled(entry);
            let mut command = split(rest).map_err(Failure::usage)?;
            let Some(program) = command.first().cloned() else { return Err(empty()) };
            let path = on_path(&program)
                .ok_or_else(|| Failure::usage(format!("{program}: there is no such program here or on PATH")))?;
            let known = known_solver(&program);
            if command.len() == 1 {
                let args = known.map_or(&["{cnf}"][..], |known| known.args);
                command.extend(args.iter().map(|arg| arg.to_string()));
            } else if !command.iter().any(|word| word.contains("{cnf}")) {
                command.push("{cnf}".into());
            }
            command[0] = path.to_string_lossy().into_owned();
            let has_proof = command.iter().any(|word| word.contains("{proof}"));
            if let (true, false, Some(known)) = (proofs, has_proof, known) {
                ask_for_proof(&mut command, known);
            }
            let name = Path::new(&program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let label = label.map(str::to_string).or(name).unwrap_or(program);
            Ok(Solver { label, command, version: String::new(), program: path }.with_threads_named())
        })
        .collect()
}

/// A tracer that writes nothing, to find out whether an engine writes proofs.
struct Silent;

impl Tracer for Silent {}

/// Adds what makes a known program write a proof: options directly after its name, since Splr takes none after the
/// formula; a bare file name at the end.
fn ask_for_proof(command: &mut Vec<String>, known: &Known) {
    let args = known.proof.unwrap_or_default();
    let at = if args.iter().any(|arg| arg.starts_with('-')) { 1 } else { command.len() };
    command.splice(at..at, args.iter().map(|arg| arg.to_string()));
}

/// Adds a number to every label that occurred before.
pub fn number_labels(solvers: &mut [Solver]) {
    for index in 1..solvers.len() {
        let base = solvers[index].label.clone();
        let mut number = 2;
        while solvers[..index].iter().any(|earlier| earlier.label == solvers[index].label) {
            solvers[index].label = format!("{base} ({number})");
            number += 1;
        }
    }
}

/// Asks known programs for their version; without an answer in two seconds it stays empty.
pub fn ask_versions(solvers: &mut [Solver], program: &Path, folder: &Path) {
    for solver in solvers.iter_mut().filter(|solver| solver.version.is_empty()) {
        if let Some(flag) = known_solver(&solver.command[0]).and_then(|known| known.version) {
            solver.version = ask(program, &solver.program, flag, folder).unwrap_or_default();
        }
    }
}

fn ask(program: &Path, path: &Path, flag: &str, folder: &Path) -> Option<String> {
    let (stdout, stderr) = (folder.join("version.out"), folder.join("version.err"));
    let caps = Caps { cpu: 2.0, wall: 2.0, memory: 1 << 30, output: 1 << 16, file: 1 << 20 };
    let command = vec![path.into(), flag.into()];
    let request = Request { command, stdout: stdout.clone().into(), stderr: stderr.into(), caps, core: None };
    let report = start(program, &request).and_then(|mut run| {
        let lifeline = run.lifeline();
        let report = run.wait();
        drop(lifeline);
        report
    });
    let Ok(Some(Report::Ran(..))) = report else { return None };
    let text = fs::read(&stdout).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(|line| line.trim().trim_start_matches("c ")).find(|line| !line.is_empty())?;
    Some(clean(line).chars().take(80).collect())
}

/// Splits a list at commas outside quotation marks.
fn entries(list: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quote = None;
    for letter in list.chars() {
        match (letter, quote) {
            (',', None) => all.push(String::new()),
            _ => {
                quote = match quote {
                    Some(mark) if mark == letter => None,
                    None if letter == '\'' || letter == '"' => Some(letter),
                    other => other,
                };
                if let Some(entry) = all.last_mut() {
                    entry.push(letter);
                }
            }
        }
    }
    all.iter().map(|entry| entry.trim().to_string()).filter(|entry| !entry.is_empty()).collect()
}

/// An entry's label, where it begins with `label=`, and the rest.
fn labelled(entry: &str) -> (Option<&str>, &str) {
    match entry.split_once('=') {
        Some((label, rest))
            if !label.is_empty() && !label.contains(|c: char| c.is_whitespace() || "/'\"".contains(c)) =>
        {
            (Some(label), rest.trim())
        }
        _ => (None, entry),
    }
}

fn empty() -> Failure {
    Failure::usage("a solver's command is empty")
}

/// The file of a program: as it is named, when there is a `/` in the name, or else the first on PATH.
fn on_path(program: &str) -> Option<PathBuf> {
    let runs = |path: &PathBuf| {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return std::path::absolute(program).ok().filter(runs);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_at_commas_outside_quotes() {
        assert_eq!(entries("a, b -x,'c, d' e,,"), ["a", "b -x", "'c, d' e"]);
        assert_eq!(labelled("fast=cdcl --seed 7"), (Some("fast"), "cdcl --seed 7"));
        assert_eq!(labelled("cdcl --seed=7"), (None, "cdcl --seed=7"));
        assert_eq!(labelled("/a=b/c"), (None, "/a=b/c"));
    }

    #[test]
    fn proofs_are_asked_for_where_each_program_expects_it() {
        let asked = |name: &str, words: &[&str]| {
            let mut command: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            ask_for_proof(&mut command, known_solver(name).expect("known"));
            command.join(" ")
        };
        assert_eq!(asked("kissat", &["kissat", "-q", "{cnf}"]), "kissat -q {cnf} {proof}");
        assert_eq!(asked("splr", &["splr", "-q", "{cnf}"]), "splr -c -p {proof} -q {cnf}");
        assert_eq!(asked("minisat", &["minisat", "{cnf}"]), "minisat {cnf}");
    }

    #[test]
    fn threads_are_counted_and_named() {
        let list =
            "mine=sh --threads 4 {cnf}, sh --threads=3, sh, two=sh --threads 2 --threads=0, 8threads=sh --threads=8";
        let all = solvers(list, false).expect("sh is there");
        let threads: Vec<usize> = all.iter().map(Solver::threads).collect();
        assert_eq!(threads, [4, 3, 1, cores(), 8]);
        let labels: Vec<&str> = all.iter().map(|solver| solver.label.as_str()).collect();
        assert_eq!(
            (labels[0], labels[1], labels[2], labels[4]),
            ("mine (4 threads)", "sh (3 threads)", "sh", "8threads")
        );
    }

    #[test]
    fn commands_are_completed_and_filled_in() {
        let shell = solvers("sh, mine=sh -x, sh {cnf} 'a b' {seed}", false).expect("sh is there");
        let mut all = shell;
        number_labels(&mut all);
        let labels: Vec<&str> = all.iter().map(|solver| solver.label.as_str()).collect();
        assert_eq!(labels, ["sh", "mine", "sh (2)"]);
        assert_eq!(all[1].command[1..], ["-x", "{cnf}"]);
        let places = [Path::new("/f"), Path::new("/o"), Path::new("/p")];
        assert_eq!(all[2].command(places[0], places[1], places[2], 3)[1..], ["/f", "a b", "3"]);
        assert!(all[2].shown().ends_with("/sh {cnf} 'a b' {seed}"));
        assert!(matches!(solvers("no-such-solver-here", false), Err(Failure::Usage(_))));
        assert!(matches!(engines("cdcl", Path::new("/nowhere/cnfcompare"), false), Err(Failure::Input(_))));
    }
}
