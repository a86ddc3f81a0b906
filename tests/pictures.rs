//! Pictures as PNG: drawn with the feature `png`, and without it refused in one sentence.

use crate::support::tool::run_all;

const GEMS: &str = env!("CARGO_BIN_EXE_gems");
const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
const COMPARE: &str = env!("CARGO_BIN_EXE_cnfcompare");
const GRID: &str = "1 _\n_ _\n";

#[cfg(feature = "png")]
#[test]
fn png_is_drawn_where_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map.png");
    let name = map.to_str().expect("a name");
    assert_eq!(run_all(COLORING, &["draw", "usa", "-k", "4", "-o", name], "").0, 0);
    assert!(std::fs::read(map).expect("a picture").starts_with(b"\x89PNG"));
    assert_eq!(run_all(GEMS, &["draw", "--png", "--scale", "1e9", "-o", "never"], GRID).0, 2);
    let formula = concat!(env!("CARGO_MANIFEST_DIR"), "/cnf/unsat/two_variables.cnf");
    let raced = std::process::Command::new(COMPARE)
        .args([formula, "--engines", "cdcl,dpll", "--png", "plots", "-q"])
        .current_dir(folder.path())
        .status();
    assert!(raced.expect("the tool starts").success());
    let picture = std::fs::read(folder.path().join("plots/cactus.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[cfg(not(feature = "png"))]
#[test]
fn png_is_refused_with_the_way_to_it() {
    for (tool, args) in [
        (GEMS, &["draw", "--png"][..]),
        (GEMS, &["draw", "-o", "never.png"]),
        (COLORING, &["draw", "usa", "-k", "4", "-o", "never.png"]),
        (COMPARE, &["no-such-file", "--png", "plots"]),
    ] {
        let (code, _, errors) = run_all(tool, args, GRID);
        assert_eq!(code, 2, "{args:?}: {errors}");
        assert!(errors.contains("build gemsat with `--features png`") && errors.lines().count() == 1, "{errors}");
    }
    assert!(!std::path::Path::new("never.png").exists());
}
