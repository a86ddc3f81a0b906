//! The tool `coloring` end to end, and its reader on broken text.

use super::tool::{code, run};
use gemsat::puzzle::coloring::{bounds, check, read};
use gemsat::util::rng::Rng;

const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
const WHEEL: &str = "hub: a, b, c, d, e\na: b, e\nb: c\nc: d\nd: e\n";

#[test]
fn the_us_takes_four_colours() {
    let (status, text) = run(COLORING, &["solve", "usa"], "");
    assert_eq!((status, text.lines().count()), (10, 50));
    assert_eq!(run(COLORING, &["solve", "usa", "-k", "3"], ""), (20, "No solution\n".into()));
    let (_, formula) = run(COLORING, &["encode", "usa", "--encoding", "seed", "--four-corners", "--symbolic"], "");
    assert_eq!(formula.lines().count(), 50 + 50 * 6 + 2 * 107 * 4);
    let (_, svg) = run(COLORING, &["draw", "usa", "-k", "4"], "");
    assert_eq!(svg.matches("<path ").count(), 51);
}

#[test]
fn counts_and_explains() {
    // A wheel of five spokes: 4 colours for the hub, and 3-colourings of a 5-cycle (2^5 - 2).
    assert_eq!(run(COLORING, &["count", "-", "-k", "4"], WHEEL), (0, format!("{}\n", 4 * 30)));
    let (status, text) = run(COLORING, &["explain", "-", "-k", "3"], &format!("{WHEEL}x: a, y\n"));
    assert_eq!(status, 20);
    assert!(text.starts_with("These 6 vertices"), "{text}");
    assert_eq!(code(COLORING, &["solve", "-"], "p edge 2 1\ne 1 5\n"), 1);
}

#[test]
fn random_maps_take_four_colours_at_most() {
    for seed in ["1", "2"] {
        let (_, map) = run(COLORING, &["generate", "40", "--seed", seed], "");
        assert_eq!(code(COLORING, &["solve", "-", "-k", "4"], &map), 10);
    }
}

#[test]
fn nothing_panics_on_broken_text() {
    let seeds = [
        WHEEL,
        "p edge 3 2\ne 1 2\ne 2 3\n",
        "3 1\ne 1 2\n",
        "A,B\nB,C\n",
        "[{\"code\": \"A\", \"borders\": [\"B\"]}]",
    ];
    let mut rng = Rng::new(3);
    for _ in 0..10_000 {
        let mut text: Vec<char> = seeds[rng.index(seeds.len())].chars().collect();
        for _ in 0..rng.index(4) + 1 {
            let at = rng.index(text.len());
            match rng.index(3) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, ['0', '9', ':', '-', '\n', '[', ',', 'é', ' ', 'e'][rng.index(10)]),
                _ => text[at] = ['7', '\n', '"', '-', ' ', 'q'][rng.index(6)],
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(graph) = read::read(&text, false) {
            assert_eq!(check(&graph, &bounds::dsatur(&graph)), Ok(()));
        }
    }
}
