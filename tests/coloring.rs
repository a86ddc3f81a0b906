//! The tool `coloring` end to end, and its reader on broken text.

use crate::support::spoil::{Outcome, never_another};
use crate::support::tool::{code, cut_short, pipe, run, run_all};
use gemsat::puzzle::coloring::chromatic::bounds;
use gemsat::puzzle::coloring::read::{self, ColoringReadOptions};
use gemsat::puzzle::coloring::{Graph, check};
use gemsat::util::rng::Rng;
use std::collections::BTreeSet;

const COLORING: &str = env!("CARGO_BIN_EXE_coloring");
const RELAXED: ColoringReadOptions = ColoringReadOptions { relaxed: true, corners: false };
const WHEEL: &str = "hub: a, b, c, d, e\na: b, e\nb: c\nc: d\nd: e\n";

#[test]
fn the_us_takes_four_colours() {
    let (status, text) = run(COLORING, &["solve", "usa"], "");
    assert_eq!((status, text.lines().count()), (10, 50));
    assert_eq!(run(COLORING, &["solve", "usa", "-k", "3"], ""), (20, "No solution\n".into()));
    let (_, formula) = run(COLORING, &["encode", "usa", "--encoding", "textbook", "--four-corners", "--symbolic"], "");
    assert_eq!(formula.lines().count(), 50 + 50 * 6 + 2 * 107 * 4);
    let (_, svg) = run(COLORING, &["draw", "usa", "-k", "4"], "");
    assert_eq!(svg.matches("class=\"shape").count(), 51);
    // Small states have their names beside the map, with lines to them; the picture opens in a size that fits a screen.
    assert!(svg.contains("class=\"leaders\"") && svg.contains("width=\"1035\""), "{}", &svg[..400]);
}

#[test]
fn the_report_s_map_has_108_borders() {
    let (_, formula) = run(COLORING, &["encode", "usa", "--report", "--encoding", "textbook", "--symbolic"], "");
    let lines: Vec<&str> = formula.lines().map(str::trim_end).collect();
    assert_eq!(lines.len(), 1214);
    assert_eq!((lines[1], lines[50], lines[350]), ("AK_1 AK_2 AK_3 AK_4", "-AL_1 -AL_2", "-AL_1 -FL_1"));
    assert_eq!(formula.matches("-CA_1 -HI_1\n").count(), 1);
    let (status, text) = run(COLORING, &["solve", "usa", "--report"], "");
    assert_eq!((status, text.lines().take(2).count()), (10, 2));
    assert_eq!(code(COLORING, &["solve", "usa", "--report", "-k", "3"], ""), 20);
}

/// Two squares side by side, a third that meets the second in a corner.
fn shapes() -> String {
    let square = |name: &str, x: i32, y: i32| {
        let ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)].map(|(x, y)| format!("[{x},{y}]"));
        let ring = ring.join(",");
        format!(
            "{{\"id\":\"{name}\",\"properties\":{{\"name\":\"{name}\"}},\
             \"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{ring}]]}}}}"
        )
    };
    let all = [square("A", 0, 0), square("B", 1, 0), square("C", 2, 1)].join(",");
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{all}]}}")
}

#[test]
fn geojson_is_a_graph_and_a_map() {
    assert_eq!(run(COLORING, &["count", "-", "-k", "3"], &shapes()), (0, "18\n".into()));
    assert_eq!(run(COLORING, &["count", "-", "-k", "3", "--four-corners"], &shapes()), (0, "12\n".into()));
    let (status, svg) = run(COLORING, &["draw", "-"], &shapes());
    assert_eq!((status, svg.matches("<path ").count()), (0, 3));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shapes.json");
    std::fs::write(&file, shapes()).expect("written");
    let file = file.to_str().expect("a name");
    let (status, svg) = run(COLORING, &["draw", "-", "--shapes", file], "A: B\nC:\n");
    assert_eq!((status, svg.matches("<path ").count()), (0, 3));
    let map = folder.path().join("map.svg");
    assert_eq!(code(COLORING, &["draw", file, "-o", map.to_str().expect("a name")], ""), 0);
    assert!(std::fs::read(map).expect("a picture").starts_with(b"<svg"));
}

#[test]
fn bounds_engines_and_counts_that_are_off() {
    let graph = "p edge 3 7\ne 1 2\ne 2 3\n";
    assert_eq!(code(COLORING, &["solve", "-"], graph), 1);
    assert_eq!(run(COLORING, &["solve", "-", "--relaxed"], graph), (10, "1 green\n2 red\n3 green\n".into()));
    for engine in ["cdcl", "dpll", "csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        let counted = run(COLORING, &["count", "-", "-k", "3", "--engine", engine], WHEEL);
        assert_eq!(counted, (0, "0\n".into()), "{engine}");
        let counted = run(COLORING, &["count", "-", "-k", "4", "--engine", engine, "--limit", "9"], WHEEL);
        assert_eq!(counted, (0, ">9\n".into()), "{engine}");
        assert_eq!(code(COLORING, &["solve", "-", "--engine", engine], WHEEL), 10, "{engine}");
    }
    assert_eq!(run(COLORING, &["solve", "-", "-k", "3", "--engine", "walksat", "--step-limit", "999"], WHEEL).0, 0);
}

#[test]
fn many_colorings_are_counted() {
    // A cycle of n vertices has (k - 1)^n + (k - 1) colourings when n is even.
    let edges: String = (0..20).map(|vertex| format!("e {} {}\n", vertex + 1, (vertex + 1) % 20 + 1)).collect();
    let cycle = format!("p edge 20 20\n{edges}");
    let count = |args: &[&str]| run(COLORING, &[&["count", "-", "-k", "4"], args].concat(), &cycle);
    assert_eq!(count(&[]), (0, "3486784404\n".into()));
    assert_eq!(count(&["--limit", "5000"]), (0, ">5000\n".into()));
    assert_eq!(count(&["--limit", "4000000000"]), (0, "3486784404\n".into()));
    assert_eq!(count(&["--unique"]), (20, "3486784404\n".into()));
    // A named engine counts one by one.
    assert_eq!(count(&["--engine", "csp-fc"]), (0, ">10000\n".into()));
    // The count by components is given up after so many decisions as the user allows.
    assert_eq!(count(&["--decision-limit", "1"]).0, 0);
}

/// The squares of a board, joined where queens attack each other.
fn queens(n: usize) -> String {
    let squares = || (0..n * n).map(|at| ((at / n) as i64, (at % n) as i64));
    let mut text = format!("p edge {} 0\n", n * n);
    for (at, (r, c)) in squares().enumerate() {
        for (other, (s, d)) in squares().enumerate().skip(at + 1) {
            if r == s || c == d || (r - s).abs() == (c - d).abs() {
                text += &format!("e {} {}\n", at + 1, other + 1);
            }
        }
    }
    text
}

#[test]
fn boards_of_twelve_queens_have_a_symmetric_colouring() {
    let text = queens(12);
    let (status, answer, said) = run_all(COLORING, &["solve", "-", "--relaxed"], &text);
    assert_eq!(status, 10, "{said}");
    assert!(said.contains("chromatic number: 12;") && said.contains("symmetric: "), "{said}");
    let graph = read::read(&text, RELAXED).expect("a graph").puzzle;
    let colors = read::coloring(&answer, &graph).expect("a colouring").puzzle;
    assert_eq!((check(&graph, &colors), bounds::used(&colors)), (Ok(()), 12));
}

/// A random graph of 60 vertices in which seven of ten pairs are joined.
fn dense(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = "p edge 60 0\n".to_string();
    for a in 1..=60 {
        (1..a).filter(|_| rng.below(10) < 7).for_each(|b| text += &format!("e {a} {b}\n"));
    }
    text
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("a name").to_string();
    let mut cases = 0;
    for seed in 0..4 {
        let (graph, proof) = (place("graph.col"), place("proof"));
        std::fs::write(&graph, dense(seed)).expect("written");
        let (status, answer, said) = run_all(COLORING, &["solve", &graph, "--relaxed", "--certificate", &proof], "");
        assert_eq!(status, 10, "{said}");
        let read = read::read(&dense(seed), RELAXED).expect("a graph").puzzle;
        let colors = read::coloring(&answer, &read).expect("a colouring").puzzle;
        assert_eq!(check(&read, &colors), Ok(()));
        let needed = bounds::used(&colors);
        assert!(said.contains(&format!("chromatic number: {needed};")), "{said}");
        let (status, text) = run(COLORING, &["check", &graph, "--relaxed", "--certificate", &proof], "");
        assert!(status == 10 && text.starts_with(&format!("right: {} colours", needed - 1)), "{text}");
        cases += usize::from(!text.contains("(1 cases)"));
        // The same proof of one colour more, without its last step, and of another graph.
        let written = std::fs::read_to_string(&proof).expect("a proof");
        let more = written.replacen(&format!("p cases 60 {}", needed - 1), &format!("p cases 60 {needed}"), 1);
        let (shorter, _) = written.trim_end().rsplit_once('\n').expect("lines");
        for wrong in [&more, shorter] {
            std::fs::write(&proof, wrong).expect("written");
            let (status, text) = run(COLORING, &["check", &graph, "--relaxed", "--certificate", &proof], "");
            assert!(status == 20 && text.starts_with("wrong: "), "{text}");
        }
        std::fs::write(&proof, &written).expect("written");
        assert_eq!(code(COLORING, &["check", "-", "--certificate", &proof], WHEEL), 1);
    }
    assert!(cases > 0, "weights alone prove all of them");
}

#[test]
fn counts_and_explains() {
    // A wheel of five spokes: 4 colours for the hub, and 3-colourings of a 5-cycle (2^5 - 2).
    assert_eq!(run(COLORING, &["count", "-", "-k", "4"], WHEEL), (0, format!("{}\n", 4 * 30)));
    let (status, text) = run(COLORING, &["explain", "-", "-k", "3"], &format!("{WHEEL}x: a, y\n"));
    assert_eq!(status, 0);
    assert!(text.starts_with("No solution. These 6 vertices cannot be coloured with 3 colours"), "{text}");
    assert!(text.contains("\n  1. naming: ") && text.contains(". contradiction: But no colour is left for "), "{text}");
    // A strip of triangles a-b-c, b-c-d, c-d-e: with three colours everything follows from one of them.
    let strip = "a: b, c\nb: c, d\nc: d, e\nd: e\nf: a\n";
    let (status, text) = run(COLORING, &["solve", "-", "-k", "3", "--certain"], strip);
    assert_eq!((status, text.matches('?').count(), text.lines().count()), (10, 1, 6), "{text}");
    assert!(text.contains("f ?"), "{text}");
    let (status, text) = run(COLORING, &["explain", "-", "-k", "3", "--cell", "f"], strip);
    assert!(status == 0 && text.starts_with("f is open"), "{text}");
    let forced: Vec<String> =
        ["a", "d", "e"].map(|name| run(COLORING, &["explain", "-", "-k", "3", "--cell", name], strip).1).to_vec();
    assert!(forced.iter().any(|text| text.contains("forced by these clues")), "{forced:?}");
    assert_eq!(code(COLORING, &["explain", "-", "-k", "3", "--cell", "z"], strip), 2);
    assert_eq!(code(COLORING, &["solve", "-", "-k", "2", "--certain"], strip), 20);
    assert_eq!(code(COLORING, &["solve", "-"], "p edge 2 1\ne 1 5\n"), 1);
}

#[test]
fn an_explanation_that_is_cut_short_says_so() {
    let graph = "a: e, f, g\nb: d, f, h, i, j\nc: e, f, g, h, j\nd: i, j\ne: g, i\nf: g, i, j\ng: h, i\n";
    let args = ["explain", "-", "-k", "3", "--engine", "dpll"];
    let (cut, whole) = cut_short(COLORING, &args, "--step-limit", graph);
    let perhaps = "cannot be coloured with 3 colours (step limit: perhaps not all of these are needed):";
    assert_eq!(cut.lines().next(), Some(format!("No solution. These 10 vertices {perhaps}").as_str()));
    let listed = cut.split_once('\n').expect("vertices").1;
    assert_eq!(code(COLORING, &["solve", "-", "-k", "3"], listed), 20);
    let needed = "No solution. These 7 vertices cannot be coloured with 3 colours, and none can be left out:";
    assert_eq!((whole.lines().next(), whole.lines().count()), (Some(needed), 8));
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
        "{'A': ['B'], 'B': {'C', 'D'}}",
        "{\"nodes\": [0, 1], \"links\": [{\"source\": 0, \"target\": 1}]}",
        "3 2\n2\n1 3\n2\n",
        "0 1\n1 0\n",
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
        if let Ok(read) = read::read(&text, ColoringReadOptions::default()) {
            assert_eq!(check(&read.puzzle, &bounds::dsatur(&read.puzzle)), Ok(()));
        }
    }
}

#[test]
fn no_colours_at_all_are_refused() {
    for verb in
        [&["encode"][..], &["encode", "--encoding", "textbook"], &["solve"], &["count"], &["explain"], &["draw"]]
    {
        let (status, text, said) = run_all(COLORING, &[verb, &["usa", "-k", "0"]].concat(), "");
        assert_eq!((status, text.as_str()), (2, ""), "{verb:?}");
        assert!(said.contains("expected at least 1 colour, found 0"), "{verb:?}: {said}");
    }
}

#[test]
fn answers_are_decoded_without_the_graph() {
    const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
    let named = "50%: a_b, Köln\na_b: Köln\n";
    for (graph, rows) in [(WHEEL, 6), (named, 3), ("p edge 3 2\ne 1 2\ne 2 3\n", 3)] {
        let (_, cnf) = run(COLORING, &["encode", "-", "-k", "4"], graph);
        let (status, answer) = run(SOLVER, &["-"], &cnf);
        assert_eq!(status, 10);
        let (status, colours) = run(COLORING, &["decode"], &answer);
        assert_eq!((status, colours.lines().count()), (10, rows), "{colours}");
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path.to_str().expect("a name").to_string()
        };
        let (graph, formula) = (file("graph", graph), file("cnf", &cnf));
        let bare: String =
            answer.lines().filter(|line| !line.starts_with('c')).map(|line| format!("{line}\n")).collect();
        assert_eq!(code(COLORING, &["decode"], &bare), 1);
        assert_eq!(run(COLORING, &["decode", "--cnf", &formula], &bare), (10, colours.clone()));
        assert_eq!(run(COLORING, &["decode", &graph], &bare), (10, colours.clone()));
        assert_eq!(code(COLORING, &["check", &graph, &file("answer", &colours)], ""), 10);
        assert_eq!(run(COLORING, &["check", &graph], &colours), (10, "right\n".into()));
        // A model in which neighbours share a colour.
        let wrong: Vec<String> =
            (0..rows as i32).map(|v| format!("{} -{} -{} -{}", 4 * v + 1, 4 * v + 2, 4 * v + 3, 4 * v + 4)).collect();
        assert_eq!(code(COLORING, &["decode", &graph, "-k", "4"], &format!("v {} 0\n", wrong.join(" "))), 1);
    }
}

#[test]
fn all_colourings_and_folders() {
    let path = "p edge 3 2\ne 1 2\ne 2 3\n";
    let (status, text) = run(COLORING, &["solve", "-", "-k", "2", "--all"], path);
    assert_eq!((status, text.split("\n\n").count()), (10, 2), "{text}");
    assert_eq!(run(COLORING, &["solve", "-", "-k", "2", "--all", "--limit", "1"], path).1.lines().count(), 3);
    assert_eq!(run(COLORING, &["solve", "-", "-k", "1", "--all"], path), (20, "No solution\n".into()));
    assert_eq!(run(COLORING, &["count", "-", "-k", "2", "--unique"], path), (20, "2\n".into()));
    assert_eq!(run(COLORING, &["count", "-", "-k", "1", "--unique"], "p edge 2 0\n"), (10, "1\n".into()));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.col"), path).expect("written");
    std::fs::write(folder.path().join("b.txt"), WHEEL).expect("written");
    let name = folder.path().to_str().expect("a name");
    let (status, text) = run(COLORING, &["solve", name], "");
    let ends = |expected: [&str; 2]| text.lines().zip(expected).all(|(line, end)| line.ends_with(end));
    assert_eq!((status, text.lines().count()), (10, 2));
    assert!(ends([": 2 colours", ": 4 colours"]), "{text}");
    let (status, text) = run(COLORING, &["solve", name, "-k", "3"], "");
    assert_eq!((status, text.lines().nth(1).is_some_and(|line| line.ends_with(": No solution"))), (20, true), "{text}");
    std::fs::write(folder.path().join("c.col"), "p edge x\n").expect("written");
    assert_eq!(code(COLORING, &["solve", name], ""), 1);
}

/// What a graph is, whatever the order of its vertices.
type Named = (Vec<String>, Vec<(String, String)>);

fn named(graph: &Graph) -> Named {
    let mut names = graph.names().to_vec();
    let pair = |(a, b): (usize, usize)| {
        let (a, b) = (graph.names()[a].clone(), graph.names()[b].clone());
        if a < b { (a, b) } else { (b, a) }
    };
    let mut edges: Vec<_> = graph.edges().map(pair).collect();
    names.sort_unstable();
    edges.sort_unstable();
    (names, edges)
}

fn outcome(text: &str) -> Outcome<Named> {
    match read::read(text, ColoringReadOptions::default()) {
        Err(_) => Outcome::Refused,
        Ok(read) if read.remarks.is_empty() => Outcome::Read(named(&read.puzzle)),
        Ok(read) => Outcome::Remarked(named(&read.puzzle)),
    }
}

/// A graph of these pairs and names, or nothing where a pair is a loop.
fn of_pairs(mut names: Vec<String>, pairs: Vec<(String, String)>) -> Option<Named> {
    names.extend(pairs.iter().flat_map(|(a, b)| [a.clone(), b.clone()]));
    let mut edges: Vec<_> = pairs.into_iter().map(|(a, b)| if a < b { (a, b) } else { (b, a) }).collect();
    names.sort_unstable();
    names.dedup();
    edges.sort_unstable();
    edges.dedup();
    edges.iter().all(|(a, b)| a != b).then_some((names, edges))
}

/// A word without the quotes around it; nothing where it is not of letters and digits.
fn word(text: &str) -> Option<String> {
    let text = text.trim();
    let bare = ['"', '\''].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(text);
    (!bare.is_empty() && bare.chars().all(char::is_alphanumeric)).then(|| bare.to_string())
}

/// The lines of a text that say something.
fn filled(text: &str) -> Vec<&str> {
    let lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
    lines.map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// Two words a line, between blanks or signs: a pair.
fn literal_pairs(text: &str) -> Option<Named> {
    let pair = |line: &str| {
        let words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty()).collect();
        let [a, b] = words[..] else { return None };
        Some((word(a)?, word(b)?))
    };
    of_pairs(Vec::new(), filled(text).into_iter().map(pair).collect::<Option<_>>()?)
}

/// A word, a colon, and words a line.
fn literal_lists(text: &str) -> Option<Named> {
    let (mut names, mut pairs) = (Vec::new(), Vec::new());
    // A line goes on in the next one where it ends with a comma or a colon, or that is indented or begins with a comma,
    // unless that has a head of its own.
    let mut lines: Vec<String> = Vec::new();
    for raw in text.trim_start_matches('\u{feff}').split(['\n', '\r']).filter(|line| !line.trim().is_empty()) {
        let line = raw.trim();
        let more = raw.starts_with([' ', '\t']) || line.starts_with(',');
        match lines.last_mut().filter(|last| (more || last.ends_with([',', ':'])) && !line.contains(':')) {
            Some(last) => last.push_str(&format!(" {line}")),
            None => lines.push(line.to_string()),
        }
    }
    for line in &lines {
        let (head, rest) = line.split_once(':')?;
        let head = word(head)?;
        let words = rest.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| !word.is_empty());
        for neighbour in words {
            pairs.push((head.clone(), word(neighbour)?));
        }
        names.push(head);
    }
    of_pairs(names, pairs)
}

/// A heading whose numbers are right, and edges.
fn literal_dimacs(text: &str) -> Option<Named> {
    let mut lines = filled(text).into_iter().filter(|line| !line.starts_with("c "));
    let mut heading = lines.next()?.split_whitespace();
    // The two numbers may stand alone.
    let first = heading.next()?;
    let count =
        if first == "p" { heading.next().filter(|&word| word == "edge").and_then(|_| heading.next())? } else { first };
    let stated = heading.next()?;
    let count: usize = count.parse().ok()?;
    let mut pairs = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["e", a, b] = words[..] else { return None };
        let vertex = |text: &str| text.parse().ok().filter(|vertex| (1..=count).contains(vertex));
        pairs.push((vertex(a)?.to_string(), vertex(b)?.to_string()));
    }
    let listed = pairs.len();
    let read = of_pairs((1..=count).map(|vertex| vertex.to_string()).collect(), pairs)?;
    let fits = [listed, read.1.len(), 2 * read.1.len()].contains(&stated.parse().ok()?);
    (fits && heading.next().is_none()).then_some(read)
}

/// JSON whose objects have each key once, read by another reader: vertices with lists of neighbours, or pairs.
fn literal_json(text: &str) -> Option<Named> {
    use serde_json::Value;
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let name = |value: &Value| match value {
        Value::String(text) if !text.is_empty() && !text.contains(char::is_control) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    };
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => Some((name(a)?, name(b)?)),
        _ => None,
    };
    match &value {
        Value::Array(items) => of_pairs(Vec::new(), items.iter().map(pair).collect::<Option<_>>()?),
        Value::Object(entries) => {
            let mut pairs = Vec::new();
            for (head, list) in entries {
                for neighbour in list.as_array()? {
                    pairs.push((head.clone(), name(neighbour)?));
                }
            }
            of_pairs(entries.keys().cloned().collect(), pairs)
        }
        _ => None,
    }
}

#[test]
fn spoilt_graphs_are_never_others() {
    let cycle =
        "p edge 12 12\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 7\ne 7 8\ne 8 9\ne 9 10\ne 10 11\ne 11 12\ne 12 1\n";
    never_another("DIMACS", &["p edge 3 2\ne 1 2\ne 2 3\n", cycle], outcome, |text| {
        // What is left of a text that is cut may be a pair.
        literal_dimacs(text).or_else(|| literal_pairs(text))
    });
    let pairs = ["a,b\nb,c\nc,a\nc,d\n", "WA NT\nWA SA\nNT SA\nSA Q\nQ NT\n", "v1;v2\nv2;v3\n", "1 2\n2 3\n3 1\n1 4\n"];
    never_another("pairs", &pairs, outcome, |text| literal_pairs(text).or_else(|| literal_json(text)));
    let lists = [WHEEL, "A: B C\nB: A C\nC: A B D\nD: C\n", "1: 2, 3\n2: 1, 3\n3: 1, 2\n"];
    never_another("lists", &lists, outcome, |text| {
        literal_lists(text).or_else(|| literal_pairs(text)).or_else(|| literal_json(text))
    });
    let json = [
        "{\"WA\": [\"NT\", \"SA\"],\n \"NT\": [\"WA\", \"SA\"],\n \"SA\": [\"WA\", \"NT\"],\n \"T\": []}\n",
        "[[\"a\", \"b\"],\n [\"b\", \"c\"]]\n",
        "[[1, 2], [2, 3], [3, 1]]\n",
    ];
    // Without its brackets, a line of JSON is a list of neighbours.
    let bare = |text: &str| literal_lists(&text.replace(['"', '[', ']'], ""));
    never_another("JSON", &json, outcome, |text| {
        literal_json(text).or_else(|| literal_pairs(text)).or_else(|| bare(text))
    });
}

/// Texts whose other readings are refused or said: what is cut or lost in them changes brackets, keys or counts.
#[test]
fn spoilt_nodes_and_edges_are_never_others() {
    let python = "{'WA': ('NT', 'SA'), 'NT': {'WA', 'SA'},\n 'SA': ['NT', 'WA'], 'T': set()}\n";
    let links =
        "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}],\n \"links\": [{\"source\": \"a\", \"target\": \"b\"}]}\n";
    let names = |text: &str| match outcome(text) {
        // Another name is another name: a lost letter of a text in quotes. Only the shape is compared.
        Outcome::Read((names, edges)) => Outcome::Read((names.len(), edges.len())),
        Outcome::Remarked((names, edges)) => Outcome::Remarked((names.len(), edges.len())),
        Outcome::Refused => Outcome::Refused,
    };
    // What is left may be a vertex alone, as a list of neighbours writes it.
    let bare = |text: &str| text.replace(['\'', '(', ')', '[', ']', '{', '}'], "");
    let shape = |text: &str| {
        let text = bare(text);
        literal_lists(&text).or_else(|| literal_pairs(&text)).map(|(names, edges)| (names.len(), edges.len()))
    };
    never_another("Python", &[python], names, shape);
    never_another("nodes and links", &[links], names, |_| None);
}

#[test]
fn spoilt_maps_are_never_others() {
    let square = |name: &str, x: i32| {
        let (a, b) = (x, x + 1);
        format!(
            "{{\"type\": \"Feature\", \"properties\": {{\"name\": \"{name}\"}},\n \"geometry\": {{\"type\": \"Polygon\",\n \
             \"coordinates\": [[[{a}, 0], [{b}, 0], [{b}, 1], [{a}, 1], [{a}, 0]]]}}}}"
        )
    };
    let all = [square("West", 10), square("Middle", 11), square("East", 12)].join(",\n");
    let map = format!("{{\"type\": \"FeatureCollection\",\n \"features\": [{all}]}}\n");
    never_another("GeoJSON", &[&map], outcome, literal_map);
}

/// The names of the features, and the pairs of them that have two corners in common.
fn literal_map(text: &str) -> Option<Named> {
    let map: serde_json::Value =
        serde_json::from_str(&text.trim_start_matches('\u{feff}').replace('\u{a0}', " ")).ok()?;
    let mut shapes = Vec::new();
    for feature in map["features"].as_array()? {
        let ring = feature["geometry"]["coordinates"][0].as_array()?;
        let corners: BTreeSet<String> = ring.iter().map(|corner| corner.to_string()).collect();
        shapes.push((feature["properties"]["name"].as_str()?.to_string(), corners));
    }
    let pairs = shapes.iter().enumerate().flat_map(|(at, one)| shapes[at + 1..].iter().map(move |other| (one, other)));
    let borders = pairs.filter(|(one, other)| one.1.intersection(&other.1).count() > 1);
    let borders = borders.map(|(one, other)| (one.0.clone(), other.0.clone())).collect();
    of_pairs(shapes.iter().map(|shape| shape.0.clone()).collect(), borders)
}

#[test]
fn spoilt_colourings_are_never_others() {
    let graph = Graph::new(["WA", "New York", "a_b"].map(String::from).to_vec());
    let outcome = |text: &str| match read::coloring(text, &graph) {
        Ok(read) if read.remarks.is_empty() => Outcome::Read(read.puzzle),
        Ok(read) => Outcome::Remarked(read.puzzle),
        Err(_) => Outcome::Refused,
    };
    // The colours of the three vertices by the last word of each line, which may have lost a digit.
    let literal = |text: &str| {
        let mut colors = [None; 3];
        for line in filled(text).into_iter().filter(|line| !line.starts_with('-')) {
            let at = line.rfind([' ', '\t', '_', '\u{a0}'])?;
            let color: usize = line[at..].trim_start_matches([' ', '\t', '_', '\u{a0}']).parse().ok()?;
            let vertex = match line.chars().next()? {
                'W' => 0,
                'N' => 1,
                _ => 2,
            };
            colors[vertex] = Some(color.checked_sub(1)?);
        }
        colors.into_iter().collect()
    };
    let texts = ["WA 12\nNew York 2\na_b 13\n", "WA_12\n-WA_1\nNew_York_2\na_b_13\n-a_b_12\n"];
    never_another("colourings", &texts, outcome, literal);
}

#[test]
fn how_a_text_was_read_is_said() {
    let (status, text, said) = run_all(COLORING, &["encode", "-", "-k", "2"], "3 2\n1 2\n1 3\n");
    let remark = "'3 2' is taken for a heading: 3 vertices and 2 edges, numbered from 1";
    assert_eq!((status, said), (0, format!("<stdin>:1: {remark}\n")));
    assert!(text.starts_with(&format!("c line 1: {remark}\n")), "{text}");
    // Three shapes that meet in a T: the large one has no corner where the others part.
    let shape = |name: &str, [west, east, south, north]: [f64; 4]| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"name\":\"{name}\"}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":\
             [[[{west},{south}],[{east},{south}],[{east},{north}],[{west},{north}],[{west},{south}]]]}}}}"
        )
    };
    let map = |shapes: &[String]| format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", shapes.join(","));
    let three =
        [shape("Big", [0.0, 2.1, 0.0, 3.0]), shape("Low", [2.1, 4.0, 0.0, 1.5]), shape("High", [2.1, 4.0, 1.5, 3.0])];
    let (status, text, said) = run_all(COLORING, &["count", "-", "-k", "3"], &map(&three));
    assert_eq!((status, text.as_str()), (0, "6\n"));
    assert!(said.contains("whose outlines touch are taken for neighbours: Big and Low, Big and High"), "{said}");
    let meeting = [shape("A", [0.0, 1.0, 0.0, 1.0]), shape("B", [1.0, 2.0, 1.0, 2.0])];
    let (_, text, said) = run_all(COLORING, &["count", "-", "-k", "2"], &map(&meeting));
    assert!(text == "4\n" && said.contains("meet in one point are not taken for neighbours"), "{said}");
    let (_, text, said) = run_all(COLORING, &["count", "-", "-k", "2", "--four-corners"], &map(&meeting));
    assert_eq!((text.as_str(), said.as_str()), ("2\n", ""));
    let parts = [shape("A", [0.0, 1.0, 0.0, 1.0]), shape("A", [5.0, 6.0, 0.0, 1.0])];
    let (_, text, said) = run_all(COLORING, &["count", "-", "-k", "2"], &map(&parts));
    assert!(text == "2\n" && said.contains("2 features are called 'A': taken for parts of one"), "{said}");
    let places = parts.map(|part| part.replacen("\"type\"", &format!("\"id\":{},\"type\"", part.len()), 1));
    let places = [places[0].clone(), places[1].replacen("\"id\":", "\"id\":1", 1)];
    let (_, text, said) = run_all(COLORING, &["count", "-", "-k", "2"], &map(&places));
    assert!(text == "4\n" && said.contains("called by their ids"), "{said}");
}

/// A run that is cut off says the bounds that it knows, and prints its colouring, also where it does not notice in time
/// that it is to stop.
#[test]
fn a_search_that_is_cut_off_says_its_bounds() {
    let mut rng = Rng::new(7);
    let mut text = String::from("p edge 1000 0\n");
    for vertex in 1..=1000 {
        for other in (1..vertex).filter(|_| rng.index(2) == 0) {
            text.push_str(&format!("e {vertex} {other}\n"));
        }
    }
    let cut = pipe(COLORING, &["solve", "-", "--relaxed", "--time-limit", "2"], &text);
    let (printed, said) = (String::from_utf8_lossy(&cut.stdout), String::from_utf8_lossy(&cut.stderr));
    assert_eq!((cut.status.code(), printed.lines().count()), (Some(0), 1000), "{}", &said[..said.len().min(400)]);
    let bounds = said.lines().find(|line| line.starts_with("chromatic number: at least 1"));
    assert!(bounds.is_some_and(|line| line.ends_with("; time limit")), "{}", &said[..said.len().min(400)]);
}
