//! Lists the tools that the root's Cargo.toml has: the module of each one's file, and its command line.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    println!("cargo::rerun-if-changed=../Cargo.toml");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the root's Cargo.toml");
    let names = manifest.lines().filter_map(|line| line.strip_prefix("path = \"tools/")?.strip_suffix(".rs\""));
    let (mut modules, mut tools) = (String::new(), String::new());
    for name in names {
        let path = root.join(format!("tools/{name}.rs"));
        let _ = write!(modules, "#[path = {path:?}] pub mod {name};");
        let _ = write!(tools, "Tool {{ name: {name:?}, command: files::{name}::command }},");
    }
    let text = format!(
        "/// Compiled for their command lines alone: nothing calls the rest.\n#[allow(dead_code)]\nmod files {{ {modules} }}\n\
         /// All programs, `solver` first.\npub const TOOLS: &[Tool] =\n\
         &[Tool {{ name: \"solver\", command: gemsat::command::flags::command }}, {tools}];"
    );
    let folder = env::var_os("OUT_DIR").expect("Cargo names the folder");
    fs::write(Path::new(&folder).join("tools.rs"), text).expect("written");
}
