//! The layout of the code: each folder of `src/` names only those below it, no folders import each other in a circle,
//! only the programs print, and no file is longer than can be read in one go.

use gemsat::puzzle::registry::KINDS;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up. Folders and files of `src/` that stand for one layer have one line here.
const LAYERS: &[&str] = &[
    "limits", "util", "cnf", "proof", "check", "encode", "families", "engine", "observe", "local", "symmetry", "csp",
    "kitten", "order", "cdcl", "parallel", "engines", "solver", "reason", "external", "puzzle", "command", "compare",
];

/// What must not be named although it is below, with the only layers that may.
const ONLY: &[(&str, &[&str])] = &[
    ("check", &["limits", "cnf"]),
    ("proof", &["cnf"]),
    ("encode", &["util", "cnf"]),
    ("families", &["util", "cnf", "encode"]),
    ("reason", &["limits", "util", "cnf", "proof", "encode", "engine", "kitten", "order", "solver"]),
];

/// The layers that may print.
const PRINTING: &[&str] = &["command", "compare"];

/// The most lines of a file of Rust.
const LONGEST: usize = 600;

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

/// The lines of a text without their comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.split("//").next())
}

/// A text without its tests.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]").next().unwrap_or(text)
}

/// The place of a file below a folder, and its layer.
fn place_and_layer(path: &Path, root: &Path) -> (String, String) {
    let place = path.strip_prefix(root).expect("inside").to_string_lossy().into_owned();
    let layer = place.split('/').next().expect("a name").trim_end_matches(".rs").into();
    (place, layer)
}

/// The layers that a text names by `crate::LAYER`, its comments and its tests aside.
fn named(text: &str) -> impl Iterator<Item = &str> {
    code(without_tests(text)).flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
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
        let (place, own) = place_and_layer(&path, &root);
        if own == "lib" || own == "main" {
            continue;
        }
        let own_height = height(&own).unwrap_or_else(|| panic!("{place}: src/{own} has no layer"));
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

#[test]
fn only_the_programs_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let printing =
        |code: &str| ["print!(", "println!(", "dbg!(", "stdout()", "stderr()"].iter().any(|p| code.contains(p));
    let mut found = 0;
    for path in sources(&root) {
        let (place, own) = place_and_layer(&path, &root);
        let text = fs::read_to_string(&path).expect("a text");
        let prints = code(&text).filter(|line| printing(line)).count();
        assert!(prints == 0 || PRINTING.contains(&own.as_str()), "{place} prints");
        found += prints;
    }
    assert!(found > 10, "{found} places that print were found");
}

#[test]
fn no_file_is_longer_than_its_limit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "tools", "tests", "fuzz/src", "fuzz/targets"];
    for path in folders.iter().flat_map(|folder| sources(&root.join(folder))) {
        let lines = fs::read_to_string(&path).expect("a text").lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines, more than {LONGEST}", path.display());
    }
}

/// The module of a file below `src/`, as the names that lead to it.
fn module(place: &Path) -> Vec<String> {
    let mut names: Vec<String> = place.with_extension("").iter().map(|name| name.to_string_lossy().into()).collect();
    names.pop_if(|name| name == "mod");
    names
}

/// The paths in one tree of a `use` declaration, whose beginning is `prefix`; returns what follows the tree.
fn paths_of_tree<'t>(mut text: &'t str, prefix: &[&'t str], paths: &mut Vec<Vec<&'t str>>) -> &'t str {
    let mut path = prefix.to_vec();
    loop {
        text = text.trim_start();
        if let Some(mut rest) = text.strip_prefix('{') {
            while !rest.trim_start().starts_with('}') {
                rest = paths_of_tree(rest, &path, paths).trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest);
            }
            return &rest.trim_start()[1..];
        }
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
        path.push(&text[..end]);
        match text[end..].strip_prefix("::") {
            Some(rest) => text = rest,
            None => {
                paths.push(path);
                let end = text.find([',', ';', '}']).unwrap_or(text.len());
                return &text[end..];
            }
        }
    }
}

/// The paths that begin with `crate` or `super` in a text without comments.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].trim_end();
            if before.ends_with("use") {
                paths_of_tree(&code[at..], &[], &mut paths);
            } else if !before.ends_with("super::") {
                let end = code[at..].find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter));
                paths.push(code[at..][..end.unwrap_or(code.len() - at)].split("::").collect());
            }
        }
    }
    paths
}

/// For each folder, the folders beside it that its files name.
fn arrows(root: &Path) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let mut arrows: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in sources(root) {
        let own = module(path.strip_prefix(root).expect("inside"));
        let text = fs::read_to_string(&path).expect("a text");
        let code = code(without_tests(&text)).collect::<Vec<_>>().join("\n");
        for path in paths(&code) {
            let above = path.iter().take_while(|&&name| name == "super").count();
            let base = if path[0] == "crate" { 0 } else { own.len().saturating_sub(above) };
            let named = path[above.max(1)..].iter().map(|&name| name.to_string());
            let named: Vec<String> = own[..base].iter().cloned().chain(named).collect();
            let common = own.iter().zip(&named).take_while(|(a, b)| a == b).count();
            let folder = |module: &[String]| {
                let folder: Option<PathBuf> = module.get(..=common).map(|names| names.iter().collect());
                folder.filter(|folder| root.join(folder).is_dir())
            };
            if let (Some(from), Some(to)) = (folder(&own), folder(&named)) {
                arrows.entry(from).or_default().insert(to);
            }
        }
    }
    arrows
}

#[test]
fn no_folders_import_each_other_in_a_circle() {
    let mut arrows = arrows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 50, "{arrows:?}");
    assert!(arrows[Path::new("cdcl/search")].contains(Path::new("cdcl/state")));
    // A folder that names none that is left is in no circle.
    loop {
        let left: BTreeSet<PathBuf> = arrows.keys().cloned().collect();
        arrows.retain(|_, named| !named.is_disjoint(&left));
        if arrows.len() == left.len() {
            break;
        }
    }
    assert!(arrows.is_empty(), "in a circle, or above one: {arrows:?}");
}

#[test]
fn only_the_registry_names_the_kinds_of_puzzles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kinds: Vec<String> = KINDS.iter().map(|kind| format!("puzzle::{}", kind.name)).collect();
    let mut seen = 0;
    for folder in ["src", "playground/src"] {
        for path in sources(&root.join(folder)).into_iter().filter(|path| !path.starts_with(root.join("src/puzzle"))) {
            let text = fs::read_to_string(&path).expect("a text");
            seen += 1;
            for line in code(without_tests(&text)) {
                assert!(!kinds.iter().any(|kind| line.contains(kind)), "{}: {line}", path.display());
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Code in comments stays as it is.
#[test]
fn comments_are_wrapped() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "tools", "tests", "examples", "cubes", "fuzz/src", "ipasir/src", "package/src"];
    let folders = folders.into_iter().chain(["playground/src", "python/src", "rustsat/src"]);
    let (mut long, mut seen) = (Vec::new(), 0);
    for path in folders.flat_map(|folder| sources(&root.join(folder))) {
        let text = fs::read_to_string(&path).expect("a text");
        let mut code = false;
        for (number, line) in (1..).zip(text.lines()) {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                code = line.contains("doc = \"```");
                continue;
            };
            seen += 1;
            code ^= comment.trim_start_matches(['/', '!', ' ']).starts_with("```");
            if !code && line.chars().count() > 120 {
                long.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
    assert!(long.is_empty(), "more than 120 columns (.ci/wrap-comments wraps them): {long:#?}");
}
