//! The programs of `examples/`: each runs to its end, and what it claims on the way holds.

#[path = "../examples/assumptions.rs"]
mod assumptions;
#[path = "../examples/enumeration.rs"]
mod enumeration;
#[path = "../examples/own_encoder.rs"]
mod own_encoder;
#[path = "../examples/proof.rs"]
mod proof;
#[path = "../examples/threads.rs"]
mod threads;

#[path = "../examples/crossing.rs"]
mod crossing;
#[path = "../examples/equivalence.rs"]
mod equivalence;
#[path = "../examples/model_checking.rs"]
mod model_checking;
#[path = "../examples/projection.rs"]
mod projection;
#[path = "../examples/resolver.rs"]
mod resolver;
#[path = "../examples/roster.rs"]
mod roster;

use std::path::Path;

#[test]
fn assumptions() {
    assumptions::main();
}

#[test]
fn enumeration() {
    enumeration::main().expect("no limit ran out");
}

#[test]
fn own_encoder() {
    own_encoder::main();
}

#[test]
fn proof() {
    proof::main().expect("a family and its parameters");
}

#[test]
fn threads() {
    threads::main().expect("a family and its parameters");
}

#[test]
fn crossing() {
    crossing::main().expect("memory takes it");
}

#[test]
fn equivalence() {
    equivalence::main().expect("a proof that can be written");
}

#[test]
fn model_checking() {
    model_checking::main();
}

#[test]
fn projection() {
    projection::main().expect("no limit ran out");
}

#[test]
fn resolver() {
    resolver::main().expect("no limit ran out");
}

#[test]
fn roster() {
    roster::main().expect("no limit ran out");
}

#[test]
fn every_example_is_run_here_and_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = std::fs::read_to_string(root.join("tests/examples.rs")).expect("this file");
    for entry in std::fs::read_dir(root.join("examples")).expect("the examples") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert!(tests.contains(&format!("{name}::main()")), "examples/{name}.rs is not run");
        let lines = std::fs::read_to_string(&path).expect("a text").lines().count();
        assert!(lines < 80, "examples/{name}.rs has {lines} lines");
    }
}
