//! The plan of the library, `src/README.md`: what it names is there, and what is there is named.

use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn plan() -> String {
    fs::read_to_string(source().join("README.md")).expect("a text")
}

/// The words in backticks that are paths, relative to `src/`.
fn paths(plan: &str) -> Vec<&str> {
    let words = plan.split("```").step_by(2).flat_map(|part| part.split('`').skip(1).step_by(2));
    words.filter(|word| (word.contains('/') || word.ends_with(".rs")) && !word.contains("NAME")).collect()
}

#[test]
fn every_named_file_exists() {
    let plan = plan();
    let paths = paths(&plan);
    assert!(paths.len() > 50, "{} paths", paths.len());
    for path in paths {
        let exists = source().join(path).exists() || source().join(format!("{path}.rs")).exists();
        assert!(exists, "src/README.md names {path}, which does not exist");
    }
}

#[test]
fn every_layer_is_named() {
    let plan = plan();
    for entry in fs::read_dir(source()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let row = if path.is_dir() { format!("\n| `{name}/` |") } else { format!("\n| `{name}` |") };
        assert!(name == "README.md" || plan.contains(&row), "src/README.md has no row for {name}");
    }
}
