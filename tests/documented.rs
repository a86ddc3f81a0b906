//! Every command that the README, the documents and the help texts show is typed here, in a fresh folder for each
//! document, and its exit code and first line are compared with `tests/documented/expected.tsv`. In documents a command
//! is a line of a code block that begins with `$`; where lines follow that it prints, those are compared too, and `...`
//! stands for any number of lines. In help texts the commands are the examples. None may run into the limit on its
//! time.
//!
//! `GEMSAT_UPDATE=1 cargo test --release --test suite documented::` writes the table anew; read the difference.

use crate::support::tool;
use gemsat::families;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The programs of the package.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(tool::programs);
/// Programs of others: a command that names one is typed only where it is installed.
const EXTERNAL: [&str; 3] = ["kissat", "cadical", "minisat"];
/// Files that are not ours to give: a command that names one is not typed.
const MISSING: [&str; 4] = ["DSJC250.9.col", "countries.geo.json", "borders.json", "./solver-1"];
/// Words of the shell that make files for the commands after them, or show files.
const SHELL: [&str; 5] = ["cat", "for", "grep", "printf", "sed"];
/// The seconds that a command may take.
const MOST: &str = "60";
/// What `timeout` ends with when they are over.
const TOO_LONG: i32 = 124;
const TABLE: &str = "tests/documented/expected.tsv";

/// A command as a document shows it, with the lines that follow it there.
#[derive(Debug)]
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a word of the command, first or behind a pipe, is one of these programs.
fn runs(command: &str, programs: &[String]) -> bool {
    let starts = command.split(['|', ';', '&']).filter_map(|part| part.split_whitespace().next());
    starts.into_iter().any(|word| programs.iter().any(|program| program == word))
}

/// Whether a command is typed here: it runs a program of the package, or makes or shows files.
fn is_typed(command: &str) -> bool {
    runs(command, &PROGRAMS) || SHELL.iter().any(|word| command.starts_with(&format!("{word} ")))
}

/// The commands in the code blocks of a document, and those lines in a block that name a program without the mark.
fn in_document(text: &str) -> (Vec<Shown>, Vec<String>) {
    let (mut shown, mut unmarked): (Vec<Shown>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut fenced, mut inside, mut open, mut marked) = (false, false, false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
            (inside, open, marked) = (fenced && line.len() == 3, false, false);
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            (open, marked) = (is_typed(command), true);
            if open {
                shown.push(Shown { command: command.trim().into(), lines: Vec::new() });
            }
        } else if inside && open {
            shown.last_mut().expect("the open one").lines.push(line.into());
        } else if inside && !marked && runs(line, &PROGRAMS) {
            unmarked.push(line.into());
        }
    }
    (shown, unmarked)
}

/// The commands among the examples of a help text: the indented lines below its heading, a remark behind two blanks or
/// more.
fn in_help(text: &str) -> Vec<Shown> {
    let examples = text.lines().skip_while(|line| !line.to_lowercase().starts_with("examples")).skip(1);
    let commands = examples.take_while(|line| line.starts_with("  ")).map(|line| {
        let line = line.trim();
        line.split("  ").next().unwrap_or(line).to_string()
    });
    commands.filter(|line| runs(line, &PROGRAMS)).map(|command| Shown { command, lines: Vec::new() }).collect()
}

/// Why a command is not typed, if it is not.
fn skipped(command: &str) -> Option<&'static str> {
    let installed = |program: &str| {
        std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
    };
    let words: Vec<&str> = command.split([' ', ',', '|', '=', '"', '\'']).collect();
    if EXTERNAL.iter().any(|program| words.contains(program) && !installed(program)) {
        return Some("a program that is not installed");
    }
    MISSING.iter().any(|file| words.contains(file)).then_some("a file that is not ours")
}

/// A folder with the files that the documents name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(root().join("tests/documented")).expect("the inputs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    fs::create_dir_all(folder.path().join("cnf/sat")).expect("a folder");
    fs::create_dir_all(folder.path().join("cnf/unsat")).expect("a folder");
    for name in ["sat/queens8.cnf", "unsat/two_variables.cnf"] {
        fs::copy(root().join("cnf").join(name), folder.path().join("cnf").join(name)).expect("copied");
    }
    for (name, board) in [("input", "input_1.txt"), ("gems", "input_1.txt")] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        fs::copy(folder.path().join("board.txt"), folder.path().join(name).join(board)).expect("copied");
    }
    folder
}

/// Types a command; its exit code and what it printed on standard output and on standard error.
fn typed(command: &str, folder: &Path) -> (i32, String, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_solver")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("timeout")
        .args([MOST, "bash", "-c", &format!("set -o pipefail; {command}")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("bash");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// The command as it is typed: a race of the documents lasts as long as its slowest solver may take, which is a second
/// here.
fn shortened(command: &str) -> String {
    command.replace("--cpu-limit 60", "--cpu-limit 1")
}

/// A line without what differs from run to run: numbers with a fraction.
fn steady(line: &str) -> String {
    let words = line.trim_end().split(' ').map(|word| {
        let timed = word.contains('.') && word.trim_end_matches(['s', ',']).parse::<f64>().is_ok();
        if timed { "#" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the printed lines are those shown; `...` stands for any lines. A terminal shows standard error among them;
/// of that, lines with a speed differ from run to run.
fn agree(shown: &[String], printed: &str, errors: &str) -> bool {
    let errors: Vec<String> = errors.lines().map(steady).collect();
    let printed: Vec<String> = printed.lines().map(steady).collect();
    let shown: Vec<String> = shown.iter().map(|line| steady(line)).collect();
    let shown: Vec<String> =
        shown.into_iter().filter(|line| !errors.contains(line) && !line.ends_with(" a second")).collect();
    let end = shown.iter().position(|line| line.trim() == "...").unwrap_or(shown.len());
    let head: Vec<&String> = shown[..end].iter().filter(|line| !line.trim().is_empty()).collect();
    let printed: Vec<&String> = printed.iter().filter(|line| !line.trim().is_empty()).collect();
    printed.len() >= head.len() && printed.iter().zip(&head).all(|(printed, shown)| printed == shown)
}

/// All documents and help texts, with the commands that they show.
fn documents() -> Vec<(String, Vec<Shown>)> {
    let mut documents: Vec<(String, Vec<Shown>)> = Vec::new();
    let docs = fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut paths: BTreeSet<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.extend([root().join("README.md"), root().join("cnf/README.md")]);
    for path in paths {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        let (shown, unmarked) = in_document(&fs::read_to_string(&path).expect("a text"));
        assert!(unmarked.is_empty(), "{name}: commands are marked with $: {unmarked:?}");
        documents.push((name, shown));
    }
    for program in PROGRAMS.iter() {
        let (_, help, _) = typed(&format!("{program} --help"), Path::new("."));
        let families = (program == "cnfmake").then(families::all).into_iter().flatten();
        let verbs = tool::commands(&help).into_iter().chain(families.map(|family| family.name.to_string()));
        let pages = verbs.map(|verb| typed(&format!("{program} {verb} --help"), Path::new(".")).1);
        let mut known = BTreeSet::new();
        let shown = std::iter::once(help.clone()).chain(pages).flat_map(|page| in_help(&page));
        let shown = shown.filter(|shown| known.insert(shown.command.clone())).collect();
        documents.push((format!("{program} --help"), shown));
    }
    documents
}

#[test]
fn every_command_that_is_shown_does_what_it_did() {
    let documents = documents();
    let expected = fs::read_to_string(root().join(TABLE)).unwrap_or_default();
    let expected: BTreeSet<&str> = expected.lines().collect();
    let (mut table, mut wrong, mut count) = (String::new(), String::new(), 0);
    for (name, shown) in &documents {
        let folder = folder();
        for Shown { command, lines } in shown {
            if let Some(why) = skipped(command) {
                eprintln!("not typed ({why}): {command}");
                // Kept in the table where it was typed elsewhere.
                let known =
                    expected.iter().filter(|row| row.starts_with(name.as_str()) && row.ends_with(command.as_str()));
                known.for_each(|row| writeln!(table, "{row}").expect("a string takes it"));
                continue;
            }
            let (code, printed, errors) = typed(&shortened(command), folder.path());
            let mut first = printed.lines().next().map(steady).unwrap_or_default();
            if ["--engines all", "--solvers", "cnfcompare show"].iter().any(|every| command.contains(every)) {
                // The heading names every engine and every solver that is installed, and another one is no other
                // answer.
                first.truncate(first.find(' ').unwrap_or(first.len()));
            }
            assert_ne!(code, TOO_LONG, "{name}: takes more than {MOST} s: {command}");
            let row = format!("{name}\t{code}\t{first}\t{command}");
            if !expected.contains(row.as_str()) {
                writeln!(wrong, "not in the table: {row}").expect("a string takes it");
            }
            if !agree(lines, &printed, &errors) {
                writeln!(wrong, "{name}: {command}\n shown:\n{}\n printed:\n{printed}", lines.join("\n"))
                    .expect("a string takes it");
            }
            writeln!(table, "{row}").expect("a string takes it");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} commands were found");
    if std::env::var_os("GEMSAT_UPDATE").is_some() {
        fs::write(root().join(TABLE), &table).expect("written");
    } else {
        assert!(wrong.is_empty(), "{wrong}");
    }
}

#[test]
fn what_is_marked_is_a_command_and_nothing_else_is() {
    let text = "```\n$ cat a\nsolver        solved\n$ solver f.cnf | head -1\ns SATISFIABLE\n$ cargo test\n```\n```text\nsolver b\n```\n";
    let (shown, unmarked) = in_document(text);
    let commands: Vec<&str> = shown.iter().map(|shown| shown.command.as_str()).collect();
    assert_eq!(commands, ["cat a", "solver f.cnf | head -1"]);
    assert_eq!(shown[0].lines, ["solver        solved"]);
    assert!(unmarked.is_empty());
    assert_eq!(in_document("```\nsolver f.cnf\n```\n").1, ["solver f.cnf"]);
    let help =
        "Usage: solver X\n\nExamples:\n  solver a.cnf   a remark\n  solver b.cnf\n\nUsage:\n  solver <COMMAND>\n";
    let commands: Vec<String> = in_help(help).into_iter().map(|shown| shown.command).collect();
    assert_eq!(commands, ["solver a.cnf", "solver b.cnf"]);
}
