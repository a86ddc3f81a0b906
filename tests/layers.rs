//! The layers of the library: each folder of `src/` names only those below it, so there are no circles between them.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up. Folders and files of `src/` that stand for one layer have one line here.
const LAYERS: &[&str] = &[
    "limits", "util", "cnf", "proof", "check", "encode", "engine", "observe", "local", "symmetry", "csp", "cdcl",
    "parallel", "engines", "solver", "reason", "external", "puzzle", "command", "compare",
];

/// What must not be named although it is below, with the only layers that may.
const ONLY: &[(&str, &[&str])] = &[("check", &["limits", "cnf"]), ("proof", &["cnf"]), ("encode", &["util", "cnf"])];

/// All files of Rust below a folder of the package.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| is_rust(path))
        .collect()
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// The layers that a text names by `crate::LAYER`, its comments and its tests aside.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("\n#[cfg(test)]").next().unwrap_or(text);
    let code = code.lines().filter_map(|line| line.split("//").next());
    code.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn every_layer_names_only_those_below() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let height = |layer: &str| LAYERS.iter().position(|&known| known == layer);
    let mut arrows = 0;
    for path in sources(&root) {
        let place = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
        let own = place.split('/').next().expect("a name").trim_end_matches(".rs");
        if own == "lib" || own == "main" {
            continue;
        }
        let own_height = height(own).unwrap_or_else(|| panic!("{place}: src/{own} has no layer"));
        let only = ONLY.iter().find(|(layer, _)| *layer == own).map(|(_, only)| *only);
        let text = fs::read_to_string(&path).expect("a text");
        for other in named(&text).filter(|&other| other != own) {
            let other_height = height(other).unwrap_or_else(|| panic!("{place}: crate::{other} has no layer"));
            assert!(other_height < own_height, "{place} names crate::{other}, which is not below it");
            assert!(only.is_none_or(|only| only.contains(&other)), "{place} must not name crate::{other}");
            arrows += 1;
        }
    }
    assert!(arrows > 100, "{arrows} names were found");
}
