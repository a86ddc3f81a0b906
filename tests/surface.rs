//! The public surface of the crate, as text: a change of it is seen in review. `SURFACE=write` writes the file anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Public for the programs of the package alone.
const HIDDEN: &[&str] = &["command", "compare", "main.rs"];

/// Whether a module is public, or something of it is exported by the module above, and so on up to the root.
fn visible(root: &Path, place: &Path) -> bool {
    let mut module = place.with_extension("");
    if module.ends_with("mod") {
        module.pop();
    }
    while let (Some(name), Some(above)) = (module.file_name(), module.parent()) {
        let name = name.to_string_lossy();
        let above = above.to_owned();
        let parent =
            if above.as_os_str().is_empty() { root.join("lib.rs") } else { root.join(&above).with_extension("rs") };
        let parent = if parent.exists() { parent } else { root.join(&above).join("mod.rs") };
        let text = fs::read_to_string(parent).expect("the module above");
        if module.as_os_str() != "lib"
            && !text.contains(&format!("pub mod {name};"))
            && !text.contains(&format!("pub use {name}::"))
        {
            return false;
        }
        module = above;
    }
    true
}

/// Names of types that stand in two modules and are written with them: `drat::Report`, `lrat::Report`.
const TWICE: &[&str] = &["Answer", "Clauses", "FileId", "Format", "Outcome", "Report", "Search", "Word"];

/// Readers of a program, and of an error message, know a type by its name. (Puzzles have modules of their own.)
#[test]
fn a_type_has_a_name_of_its_own() {
    let text = fs::read_to_string("tests/data/surface.txt").expect("the surface");
    let mut place = "";
    let mut known = std::collections::BTreeMap::new();
    for line in text.lines() {
        if !line.starts_with(' ') {
            place = line;
        }
        let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
        let Some(rest) = kinds.iter().find_map(|kind| line.trim_start().strip_prefix(kind)) else { continue };
        let name = rest.split(|letter: char| !letter.is_alphanumeric()).next().expect("a name");
        if place.starts_with("puzzle/") || TWICE.contains(&name) {
            continue;
        }
        let earlier = known.insert(name, place);
        assert_eq!(earlier, None, "{name} in {place}, too");
    }
    assert!(known.len() > 150, "{}", known.len());
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The items of a file that are public, and the members of its public traits and enums, each in one line.
fn items(text: &str) -> Vec<String> {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut lines = text.lines();
    // The indentation of the public trait or enum whose members are read.
    let mut inside: Option<usize> = None;
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indentation = line.len() - code.len();
        if inside.is_some_and(|outer| indentation <= outer && code.starts_with('}')) {
            inside = None;
        }
        let member = inside.is_some_and(|outer| indentation == outer + 4)
            && code.starts_with(|letter: char| letter.is_ascii_uppercase() || "ft".contains(letter));
        if !member && !code.starts_with("pub ") {
            continue;
        }
        let mut item = code.to_owned();
        let closed = |item: &str| item.matches('(').count() == item.matches(')').count();
        let ended = |item: &str| item.contains(['{', ';', '=']) || item.ends_with(',') && closed(item);
        while !member && !ended(&item) {
            let Some(next) = lines.next() else { break };
            write!(item, " {}", next.trim()).expect("memory takes it");
        }
        if code.starts_with("pub use ") {
            while !item.ends_with(';') {
                let Some(next) = lines.next() else { break };
                write!(item, " {}", next.trim()).expect("memory takes it");
            }
        } else {
            if ["pub trait ", "pub enum "].iter().any(|kind| code.starts_with(kind)) && !item.ends_with('}') {
                inside = Some(indentation);
            }
            let end = item.find([';', '{']).unwrap_or(item.len());
            item.truncate(if code.starts_with("pub const ") { item.find(" =").unwrap_or(end) } else { end });
        }
        found.push(item.trim_end().to_owned());
    }
    found
}

#[test]
fn the_public_surface_is_the_one_in_the_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut surface = String::new();
    for path in files(&root.join("src")) {
        let place = path.strip_prefix(root.join("src")).expect("below it").to_string_lossy().into_owned();
        let hidden = HIDDEN.contains(&place.split('/').next().unwrap_or_default());
        if hidden || !place.ends_with(".rs") || !visible(&root.join("src"), Path::new(&place)) {
            continue;
        }
        let items = items(&fs::read_to_string(&path).expect("a text"));
        if !items.is_empty() {
            write!(surface, "\n{place}\n").expect("memory takes it");
            items.iter().for_each(|item| writeln!(surface, "    {item}").expect("memory takes it"));
        }
    }
    assert!(surface.contains("pub fn solve(formula: &Formula) -> Verdict"), "{surface}");
    let file = root.join("tests/data/surface.txt");
    if std::env::var_os("SURFACE").is_some_and(|value| value == "write") {
        fs::write(&file, surface.trim_start()).expect("a file that can be written");
    }
    let known = fs::read_to_string(&file).expect("the surface");
    for (line, (known, found)) in (1..).zip(known.lines().zip(surface.trim_start().lines())) {
        assert_eq!(known, found, "line {line} of tests/data/surface.txt; SURFACE=write writes it anew");
    }
    assert_eq!(known.lines().count(), surface.trim_start().lines().count(), "SURFACE=write writes it anew");
}
