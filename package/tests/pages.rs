//! Every program has pages and completions, and they say what they should.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Older spellings, which work and are completed, but are not shown any more.
const OLD: [&str; 1] = ["puzzle"];

/// Runs `gemsat-package` and gives what it printed.
fn package(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_gemsat-package")).args(args).output().expect("a run");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The names of the programs.
fn names() -> Vec<String> {
    let printed = String::from_utf8(package(&["list"]).stdout).expect("names");
    printed.lines().map(str::to_owned).collect()
}

/// A folder with all pages.
fn pages() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    package(&["man", folder.path().to_str().expect("a name")]);
    folder
}

/// The text of a page without escapes and fonts.
fn plain(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    [r"\fB", r"\fI", r"\fR", r"\"].iter().fold(text, |text, mark| text.replace(mark, ""))
}

/// The names of all pages, without their ending.
fn page_names(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    files.map(|name| name.to_str().and_then(|name| name.strip_suffix(".1")).expect("NAME.1").to_owned()).collect()
}

#[test]
fn the_programs_are_those_of_the_package() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml")).expect("a manifest");
    let named =
        |part: &str| part.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"').map(str::to_owned));
    let mut bins: Vec<String> = manifest.split("[[bin]]").skip(1).filter_map(named).collect();
    let mut listed = names();
    assert_eq!(listed[0], "solver");
    bins.sort();
    listed.sort();
    assert_eq!(bins, listed, "the programs of Cargo.toml and those of this package");
}

#[test]
fn every_page_has_its_sections() {
    let folder = pages();
    let programs = names();
    for name in page_names(folder.path()) {
        let text = plain(&folder.path().join(format!("{name}.1")));
        let sections: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        let mut wanted =
            vec!["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "ENVIRONMENT", "\"SEE ALSO\""];
        if programs.contains(&name) {
            wanted.insert(4, "EXAMPLES");
        }
        let found: Vec<&str> = sections.iter().copied().filter(|section| wanted.contains(section)).collect();
        assert_eq!(found, wanted, "{name}");
        let line = text.lines().skip_while(|line| *line != ".SH NAME").nth(1).expect("a name");
        assert!(line.starts_with(&format!("{name} - ")) && !line.ends_with('.') && line.len() < 160, "{name}: {line}");
        let doubled = text.lines().find(|line| line.ends_with("..") && !line.ends_with("..."));
        assert!(!text.contains('`') && doubled.is_none(), "{name} has marks that are not for readers: {doubled:?}");
    }
}

#[test]
fn every_page_that_is_named_is_there() {
    let folder = pages();
    let names = page_names(folder.path());
    let mut commands = 0;
    for name in &names {
        let text = plain(&folder.path().join(format!("{name}.1")));
        let references: Vec<&str> =
            text.lines().filter_map(|line| line.trim_end_matches(',').strip_suffix("(1)")).collect();
        assert!(!references.is_empty(), "{name} refers to nothing");
        for reference in references {
            assert!(names.contains(reference), "{name} refers to {reference}(1)");
        }
        if let Some((program, _)) = name.split_once('-') {
            assert!(plain(&folder.path().join(format!("{program}.1"))).contains(&format!("{name}(1)")), "{name}");
            commands += 1;
        }
    }
    assert!(commands > 40, "{commands} pages of commands");
}

#[test]
fn pages_have_the_options_that_completions_have() {
    let folder = pages();
    let completions = tempfile::tempdir().expect("a folder");
    package(&["completions", completions.path().to_str().expect("a name")]);
    let mut count = 0;
    for name in names() {
        for file in [format!("bash/{name}"), format!("zsh/_{name}"), format!("powershell/_{name}.ps1")] {
            let script = fs::read_to_string(completions.path().join(&file)).expect("a script");
            assert!(script.contains("--help") && script.contains(&name), "{file}");
        }
        let script = fs::read_to_string(completions.path().join(format!("fish/{name}.fish"))).expect("a script");
        let whole: String = page_names(folder.path())
            .iter()
            .filter(|page| **page == name || page.starts_with(&format!("{name}-")))
            .map(|page| plain(&folder.path().join(format!("{page}.1"))))
            .collect();
        let complete = |line: &&str| line.starts_with("complete ");
        for option in script.lines().filter(complete).filter_map(|line| line.split(" -l ").nth(1)?.split(' ').next()) {
            // The page says once that --no-NAME turns a switch off.
            let positive = option.strip_prefix("no-").filter(|_| !whole.contains(&format!("--{option}")));
            let named = format!("--{}", positive.unwrap_or(option));
            assert!(whole.contains(&named) || OLD.contains(&option), "{name} --{option} is completed, but on no page");
            count += 1;
        }
    }
    assert!(count > 300, "{count} options");
}

/// Where there is a `man`, it has nothing to warn of.
#[test]
fn man_reads_every_page_without_a_warning() {
    if Command::new("man").arg("--version").output().is_err() {
        return;
    }
    let folder = pages();
    for name in page_names(folder.path()) {
        let page = folder.path().join(format!("{name}.1"));
        let mut man = Command::new("man");
        let output = man.args(["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"]).arg(&page).output().expect("a run");
        assert!(output.status.success(), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
    }
}
