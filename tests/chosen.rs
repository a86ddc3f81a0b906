//! `coloring` on the texts that the page writes.

use crate::support::tool::run;

const COLORING: &str = env!("CARGO_BIN_EXE_coloring");

/// What the page offers as text, every program reads: the number of colours, and those that are chosen.
#[test]
fn chosen_colours_are_obeyed() {
    for args in [&["solve"][..], &["solve", "-", "--engine", "dpll"]] {
        let (code, out) = run(COLORING, args, "colors 4\nusa\nchoose TX red\nchoose CA yellow\n");
        assert!(code == 10 && out.contains("\nTX red\n") && out.contains("\nCA yellow\n"), "{args:?} {out}");
    }
    let path = run(COLORING, &["solve"], "colors 2\na: b\nb: c\nchoose a green\n");
    assert_eq!(
        (path, run(COLORING, &["solve"], "colors 2\na: b, c\nb: c\n").0),
        ((10, "a green\nb red\nc green\n".into()), 20)
    );
}
