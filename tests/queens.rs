//! The tool `queens` end to end, and its reader on broken text.

use super::tool::{code, run};
use gemsat::puzzle::queens::read;
use gemsat::util::rng::Rng;

const QUEENS: &str = env!("CARGO_BIN_EXE_queens");

#[test]
fn clauses_of_the_report() {
    let lines = |args: &[&str]| run(QUEENS, args, "").1.lines().count();
    assert_eq!(lines(&["encode", "8", "--encoding", "level1", "--notation", "words"]), 512);
    assert_eq!(lines(&["encode", "8", "--encoding", "level2", "--notation", "latex"]), 744);
    let (_, text) = run(QUEENS, &["encode", "8", "--square", "3,3", "--notation", "words"], "");
    assert_eq!(text.lines().count(), 29);
    assert!(text.contains("\nnot(b[3][0]) v not(b[3][3])\n"));
}

#[test]
fn completions_of_the_report() {
    let two = "2\n(0, 2) (3, 0)\n";
    assert_eq!(run(QUEENS, &["count", "-"], two), (0, "4\n".into()));
    assert_eq!(run(QUEENS, &["count", "--engine", "cdcl", "-"], two), (0, "4\n".into()));
    let (status, text) = run(QUEENS, &["solve", "-"], two);
    assert_eq!(status, 10);
    assert!(text.starts_with("Initial State:\n. . Q . . . . . \n") && text.contains("Final State\n"), "{text}");
    let (status, trace) = run(QUEENS, &["solve", "-", "--search", "--trace"], two);
    assert_eq!(status, 10);
    assert!(trace.starts_with("step 1: h = "), "{trace}");
    assert_eq!(run(QUEENS, &["solve", "3"], ""), (20, "No solution\n".into()));
    assert_eq!(run(QUEENS, &["count", "--distinct", "8"], ""), (0, "12\n".into()));
    assert_eq!(run(QUEENS, &["count", "--limit", "91", "8"], ""), (0, ">91\n".into()));
    assert_eq!(code(QUEENS, &["solve", "-"], "1\n9 9"), 1);
}

#[test]
fn free_squares_and_the_moves_of_engines() {
    let drawn = "2\n(0, 2) (3, 0)\n";
    let expected = "(1,4): h = 17\n(1,5): h = 16\n(1,6): h = 15\n(1,7): h = 15\n";
    assert_eq!(run(QUEENS, &["explain", "--free", "-"], drawn), (0, expected.into()));
    for engine in ["csp-backtrack", "csp-fc", "csp-fc-mrv", "dpll"] {
        assert_eq!(run(QUEENS, &["count", "--engine", engine, "-"], drawn), (0, "4\n".into()), "{engine}");
        let (status, svg) = run(QUEENS, &["draw", "5", "--trace", "--engine", engine], "");
        assert_eq!(status, 10, "{engine}");
        assert!(svg.matches("<animate ").count() > 3, "{engine}");
    }
}

#[test]
fn large_boards_and_generated_puzzles() {
    let (status, board) = run(QUEENS, &["solve", "60"], "");
    assert_eq!(status, 10);
    assert_eq!(run(QUEENS, &["check", "-"], &board), (0, "right\n".into()));
    let (_, puzzle) = run(QUEENS, &["generate", "9", "--unique", "--seed", "4"], "");
    assert_eq!(run(QUEENS, &["count", "-"], &puzzle), (0, "1\n".into()));
}

#[test]
fn nothing_panics_on_broken_text() {
    let seeds = [
        "2\n(0, 2) (3, 0)\n",
        "-1 3 -1 -1",
        "n = 4\ndiags = [[1, 0]]\n",
        "letting n = 4\nletting blocks = [[1,1]]",
        "Q.\n.#",
        "1 0\n0 -1",
    ];
    let mut rng = Rng::new(2);
    for _ in 0..10_000 {
        let mut text: Vec<char> = seeds[rng.index(seeds.len())].chars().collect();
        for _ in 0..rng.index(4) + 1 {
            let at = rng.index(text.len());
            match rng.index(3) {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 => text.insert(at, ['0', '9', '(', '-', '\n', '=', ',', 'é', ' ', 'Q'][rng.index(10)]),
                _ => text[at] = ['7', '\n', '.', '-', ' ', 'q'][rng.index(6)],
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(board) = read::read(&text, read::Options::default()) {
            assert!(board.placed.iter().all(|&(row, column)| row < board.size() && column < board.size()), "{text}");
        }
    }
}
