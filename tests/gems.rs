//! The `gems` tool from the outside: pipes, formats, checks, batch.

use crate::support::spoil::{Outcome, never_another};
use crate::support::tool::{cut_short, errors, file, pipe, text};
use gemsat::puzzle::gems::{Board, Claim, GemsReadOptions};
use std::process::Output;

const GRID: &str = "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _";
const SOLVED: &str = "3, T, 2, G\nT, T, 2, G\nT, 3, 1, G\n";

fn gems(args: &[&str], input: &str) -> Output {
    pipe(env!("CARGO_BIN_EXE_gems"), args, input)
}

#[test]
fn encode_solve_decode_in_a_pipe() {
    let cnf = gems(&["encode"], GRID);
    assert!(text(&cnf).contains("\np cnf 7 27\n") && text(&cnf).contains("c varname 1 TRAP_1_2\n"));
    let answer = pipe(env!("CARGO_BIN_EXE_solver"), &["-"], &text(&cnf));
    assert_eq!(answer.status.code(), Some(10), "{}", errors(&answer));
    let folder = tempfile::tempdir().expect("a folder");
    let (puzzle, formula) = (file(folder.path(), "x.txt", GRID), file(folder.path(), "x.cnf", &text(&cnf)));
    for args in [vec!["decode", &puzzle], vec!["decode", "--cnf", &formula]] {
        let board = gems(&args, &text(&answer));
        assert_eq!((board.status.code(), text(&board)), (Some(10), SOLVED.to_string()), "{}", errors(&board));
    }
    // The other forms of an answer.
    let minisat = gems(&["decode", &puzzle], "SAT\n1 -2 3 4 -5 6 -7 0\nSATISFIABLE\n");
    assert_eq!(text(&minisat), SOLVED);
    assert_eq!(gems(&["decode", &puzzle], "UNSAT\n").status.code(), Some(20));
    let wrong = gems(&["decode", &puzzle], "s SATISFIABLE\nv 1 2 3 4 5 6 7 0\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(errors(&wrong).contains("row 1, column 3: the number 2 has 4 traps"), "{}", errors(&wrong));
}

#[test]
fn cells_next_to_no_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = file(folder.path(), "x.txt", "1 - -\n- - -\n- - -\n");
    // MiniSat ends its model with the last variable of a clause.
    let board = gems(&["decode", &puzzle], "SAT\n1 -2 -3 -4 0\nSATISFIABLE\n");
    assert_eq!(
        (board.status.code(), text(&board)),
        (Some(10), "1 X 1\n1 1 1\n0 0 0\n".to_string()),
        "{}",
        errors(&board)
    );
    // The number of traps comes from the answer's note or from a flag, and is checked.
    let cnf = text(&gems(&["encode", "--mines", "4", &puzzle], ""));
    let answer = text(&pipe(env!("CARGO_BIN_EXE_solver"), &["-"], &cnf));
    let bare: String = answer.lines().filter(|line| !line.starts_with('c')).map(|line| format!("{line}\n")).collect();
    for (args, answer) in [(vec!["decode", &puzzle], &answer), (vec!["decode", "--mines", "4", &puzzle], &bare)] {
        let board = text(&gems(&args, answer));
        assert_eq!(board.matches('X').count(), 4, "{board}");
    }
    let wrong = gems(&["decode", "--mines", "5", &puzzle], &answer);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(errors(&wrong).contains("4 traps instead of 5"), "{}", errors(&wrong));
}

#[test]
fn the_note_alone_decodes() {
    let cnf = text(&gems(&["encode", "--encoding", "all"], "- 1 -\n- 2 -\n"));
    let note = cnf.lines().find(|line| line.starts_with("c @")).expect("a note");
    let answer = pipe(env!("CARGO_BIN_EXE_solver"), &["-"], &cnf);
    let board = gems(&["decode"], &format!("{note}\n{}", text(&answer)));
    assert_eq!(board.status.code(), Some(20), "1 and 2 see the same four cells");
    let cnf = text(&gems(&["encode", "--encoding", "all"], "- 1\n2 -\n"));
    let note = cnf.lines().find(|line| line.starts_with("c @")).expect("a note");
    assert!(cnf.contains("\np cnf 4 "));
    let answer = format!("{note}\ns SATISFIABLE\nv 1 -2 -3 4 0\n");
    assert_eq!(gems(&["decode"], &answer).status.code(), Some(1), "1 has two mines around it");
}

#[test]
fn every_engine_solves_and_limits_are_unknown() {
    for engine in ["cdcl", "dpll", "backtracking", "brute", "astar", "csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        let solved = gems(&["solve", "--engine", engine], GRID);
        assert_eq!((solved.status.code(), text(&solved)), (Some(10), SOLVED.into()), "{engine}: {}", errors(&solved));
    }
    let cut = gems(&["solve", "--engine", "backtracking", "--step-limit", "1"], GRID);
    assert_eq!(cut.status.code(), Some(0), "{}", text(&cut));
    assert!(text(&cut).starts_with("UNKNOWN"));
    for engine in ["csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        let with = |rest: &[&str], board: &str| gems(&[&["solve", "--engine", engine], rest].concat(), board);
        assert_eq!(with(&["--step-limit", "1"], GRID).status.code(), Some(0), "{engine}");
        assert_eq!(with(&[], "1 2\n").status.code(), Some(20), "{engine}");
        let two = with(&["--mines", "2"], "1 _ _ _\n");
        assert!(text(&two).starts_with("1 T"), "{engine}: {}", text(&two));
        assert_eq!(with(&["--mines", "4"], "1 _ _ _\n").status.code(), Some(20), "{engine}");
    }
    assert_eq!(gems(&["solve", "--engine", "nothing"], GRID).status.code(), Some(2));
}

#[test]
fn entangled_boards_are_counted_by_their_formula() {
    let args = ["generate", "--rows", "30", "--cols", "30", "--traps", "180", "--numbers", "0.5", "--seed", "4"];
    let board = text(&gems(&args, ""));
    assert_eq!(text(&gems(&["count"], &board)), "4585248364953600\n");
    let chances = text(&gems(&["solve", "--probabilities"], &board));
    assert!(chances.contains("0.500000") && chances.contains("1.000000"), "{chances}");
}

#[test]
fn counts_certainty_and_probabilities() {
    let open = "_ _ _ 3 _\n_ 5 _ _ 3\n3 _ _ _ _\n_ _ _ _ 3\n_ _ 5 _ _\n";
    let all = text(&gems(&["solve", "--all"], open));
    let count = text(&gems(&["count"], open));
    assert_eq!(all.split("\n\n").count().to_string(), count.trim());
    assert_eq!(text(&gems(&["count", "--limit", "3"], open)), ">3\n");
    assert_eq!(gems(&["count", "--unique"], GRID).status.code(), Some(10));
    let certain = gems(&["solve", "--certain"], "1 _ _\n");
    assert_eq!(text(&certain), "1 T ?\n");
    assert!(errors(&certain).contains("gems: 1 of 2 open cells are certain: 1 trap, 0 gems"), "{}", errors(&certain));
    let chances = text(&gems(&["solve", "--probabilities", "--mines", "2"], "1 _ _ _\n"));
    assert_eq!(chances.split_whitespace().collect::<Vec<_>>(), ["1", "1.000000", "0.500000", "0.500000"]);
}

#[test]
fn impossible_and_contradictory_numbers_are_named() {
    let impossible = gems(&["explain"], "_ 1 1\n1 4 1\n_ 1 1\n");
    assert_eq!(impossible.status.code(), Some(0));
    assert!(text(&impossible).contains("row 2, column 2: the number 4 cannot be met"), "{}", text(&impossible));
    let against = gems(&["explain"], "1 _ 2 _ 1\n. . . . .\n1 _ _ _ _\n".replace('.', "1").as_str());
    assert_eq!(against.status.code(), Some(0), "{}", text(&against));
    let forced = gems(&["explain", "--cell", "1,2"], "1 _ _\n");
    assert_eq!(
        text(&forced),
        "row 1, column 2 holds a trap, forced by these clues, none of which can be left out:\n  the number 1 in row 1, column 1\n\
         Step by step (hardest method: count):\n  1. count: The 1 in r1c1 lacks 1 trap, and as many cells are left: r1c2 is a trap.\n"
    );
    assert!(text(&gems(&["explain", "--cell", "1,3"], "1 _ _\n")).contains("is open"));
}

#[test]
fn an_explanation_that_is_cut_short_says_so() {
    let tool = env!("CARGO_BIN_EXE_gems");
    let against = "1 _ 2 _ 1\n1 1 1 1 1\n1 _ _ _ _\n";
    let (cut, whole) = cut_short(tool, &["explain"], "--conflict-limit", against);
    let first =
        "No solution. These clues contradict each other (conflict limit: perhaps not all of these are needed):\n";
    assert!(cut.starts_with(first), "{cut}");
    assert!(
        whole.contains("contradict each other, and none can be left out:\n")
            && whole.lines().count() < cut.lines().count(),
        "{whole}"
    );
}

#[test]
fn answers_are_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = file(folder.path(), "p.txt", GRID);
    let judge = |answer: &str| gems(&["check", &puzzle, "-"], answer);
    assert_eq!(judge(SOLVED).status.code(), Some(10));
    for (answer, fault) in [
        (SOLVED.replacen('T', "G", 1), "row 1, column 1: the number 3 has 2 traps around it"),
        (SOLVED.replacen('G', "_", 1), "row 1, column 4: neither trap nor gem"),
        (SOLVED.replacen('3', "2", 1), "row 1, column 1: the puzzle's cell was changed"),
        ("T, G\n".into(), "the answer has 1 row and 2 columns"),
    ] {
        let verdict = judge(&answer);
        assert_eq!(verdict.status.code(), Some(20));
        assert!(text(&verdict).contains(fault), "{}", text(&verdict));
    }
}

#[test]
fn batch_writes_the_reports_files() {
    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "input_0.txt", GRID);
    file(folder.path(), "input_10.txt", "9, _\n");
    let out = folder.path().join("out");
    let run = gems(&["batch", &folder.path().display().to_string(), "--out", &out.display().to_string()], "");
    assert_eq!(run.status.code(), Some(0), "{}", errors(&run));
    assert!(errors(&run).contains("row 1, column 1: the number 9 cannot be met"));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("written");
    let blocks = format!("Brute force:\n{SOLVED}\nBacktracking:\n{SOLVED}\nCDCL:\n{SOLVED}\n");
    assert_eq!(read("output_0.txt"), blocks);
    assert!(read("output_10.txt").starts_with("Brute force:\nNo solution\n\nBacktracking:\n"));
    let times = read("times.txt");
    let lines: Vec<&str> = times.lines().collect();
    assert_eq!(lines[0], "  Testcase |      Brute Force (s) |     Backtracking (s) |             CDCL (s)");
    assert!(lines[1].starts_with("         0 |             0.0") && lines[2].starts_with("        10 |"), "{times}");
    let named = ["batch", &folder.path().display().to_string(), "--out", &out.display().to_string(), "--report-names"];
    assert_eq!(gems(&named, "").status.code(), Some(0));
    assert!(read("output_0.txt").contains("\nPysat:\n") && read("times.txt").contains("            PySAT (s)\n"));
}

#[test]
fn generated_boards_repeat_and_are_unique() {
    let args = ["generate", "--rows", "6", "--cols", "7", "--unique", "--seed", "3"];
    let board = text(&gems(&args, ""));
    assert_eq!(board, text(&gems(&args, "")));
    assert_eq!(text(&gems(&["count"], &board)), "1\n");
    let mines = gems(&["generate", "--no-guess", "--mines", "10", "--start", "1,1"], "");
    assert!(text(&mines).starts_with("0 "), "{}", errors(&mines));
    assert!(text(&gems(&["draw", "--probabilities"], &board)).starts_with("<svg"));
}

#[test]
fn many_boards_give_a_line_each() {
    let boards =
        text(&gems(&["generate", "--count", "5", "--rows", "5", "--cols", "5", "--unique", "--seed", "9"], ""));
    assert_eq!(boards.lines().count(), 5);
    let solved = gems(&["solve"], &boards);
    assert_eq!((solved.status.code(), text(&solved).lines().count()), (Some(10), 5));
    assert!(errors(&solved).contains("5 of 5 solved; "), "{}", errors(&solved));
    assert_eq!(text(&gems(&["count"], &boards)), "1\n".repeat(5));
    let mixed = gems(&["solve"], "1_/__\n9_/__\n");
    assert_eq!((mixed.status.code(), text(&mixed).ends_with("\nNo solution\n")), (Some(20), true));

    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "b.txt", GRID);
    file(folder.path(), "a.txt", "1 _\n");
    let path = folder.path().display().to_string();
    let solved = gems(&["solve", &path], "");
    assert_eq!(solved.status.code(), Some(10), "{}", errors(&solved));
    assert_eq!(text(&solved), format!("{path}/a.txt: 1T\n{path}/b.txt: 3T2G/TT2G/T31G\n"));
    file(folder.path(), "c.txt", "1 q\n");
    let broken = gems(&["solve", &path], "");
    assert_eq!((broken.status.code(), text(&broken)), (Some(1), text(&solved)));
    assert!(errors(&broken).contains("c.txt:1:3: expected a number"), "{}", errors(&broken));
}

#[test]
fn claims_without_a_board_are_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (good, bad) = (file(folder.path(), "g.txt", GRID), file(folder.path(), "b.txt", "3 _\n"));
    let claims = "Brute force:\nUnsolved (steps)\n\nBacktracking:\nNo solution\n\n";
    let judged = text(&gems(&["check", &good, "-"], claims));
    assert_eq!(
        judged,
        "Brute force: wrong: no answer was given\nBacktracking: wrong: no solution was given, though there is one\n"
    );
    let right = gems(&["check", &bad, "-"], "FALSE\n");
    assert_eq!((right.status.code(), text(&right)), (Some(10), "right\n".into()));
}

#[test]
fn batch_keeps_names_and_draws_times() {
    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "input 1.txt", GRID);
    file(folder.path(), "Input2.txt", "- 1\n- -\n");
    let (path, out) = (folder.path().display().to_string(), folder.path().join("out"));
    let (out_name, chart) = (out.display().to_string(), folder.path().join("times.svg"));
    let args = ["batch", &path, "--out", &out_name, "--chart", &chart.display().to_string()];
    let run = gems(&args, "");
    assert_eq!(run.status.code(), Some(0), "{}", errors(&run));
    assert!(text(&run).contains("CDCL: satisfiable [1, -2, 3, 4, -5, 6, -7]"), "{}", text(&run));
    assert!(out.join("output 1.txt").exists() && out.join("Output2.txt").exists());
    assert!(std::fs::read(chart).expect("a chart").starts_with(b"<svg"));
}

#[test]
fn batch_goes_on_after_a_bad_board_and_asks_for_no_picture_in_vain() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["input_0.txt", "input_1.txt", "input_2.txt"];
    names.into_iter().zip([GRID, "1, q\n", GRID]).for_each(|(name, text)| drop(file(folder.path(), name, text)));
    let (path, out) = (folder.path().display().to_string(), folder.path().join("out"));
    let out_name = out.display().to_string();
    let run = gems(&["batch", &path, "--out", &out_name], "");
    assert_eq!(run.status.code(), Some(1), "{}", errors(&run));
    assert!(errors(&run).contains("input_1.txt:1:4: expected a number"), "{}", errors(&run));
    assert!(errors(&run).ends_with("1 of 3 could not be read\n"), "{}", errors(&run));
    assert!(out.join("output_2.txt").exists() && !out.join("output_1.txt").exists());
    let times = std::fs::read_to_string(out.join("times.txt")).expect("written");
    assert!(times.lines().nth(2).is_some_and(|row| row.matches("not read").count() == 3), "{times}");
    let other = folder.path().join("other");
    let run = gems(&["batch", &path, "--out", &other.display().to_string(), "--chart", "c.png"], "");
    assert_eq!((run.status.code(), other.exists()), (Some(2), false), "{}", errors(&run));
}

#[test]
fn a_heading_states_the_mines() {
    let board = "3x2x2\n1##\n###\n";
    assert_eq!(text(&gems(&["count"], board)), "6\n");
    assert_eq!(text(&gems(&["count", "--mines", "2"], board)), "6\n");
    let other = gems(&["count", "--mines", "3"], board);
    assert_eq!(other.status.code(), Some(1), "{}", errors(&other));
    let cnf = gems(&["encode"], "1*\n**\n");
    assert!(text(&cnf).starts_with("c line 1: '*' is taken for an unknown cell\n"), "{}", text(&cnf));
    assert_eq!(errors(&cnf), "<stdin>:1: '*' is taken for an unknown cell\n");
    let folder = tempfile::tempdir().expect("a folder");
    let record = gems(&["solve", &file(folder.path(), "game.MBF", "\u{8}\u{8}\u{0}\u{a}")], "");
    assert_eq!(record.status.code(), Some(1));
    assert!(errors(&record).contains("expected rows of cells, found a record"), "{}", errors(&record));
}

#[test]
fn solutions_are_drawn_with_what_was_guessed() {
    let picture = gems(&["draw", "--solve"], "1 _ _\n");
    assert_eq!(picture.status.code(), Some(0));
    assert_eq!(text(&picture).matches("opacity=\"0.4\"").count(), 1);
}

#[test]
fn finite_domain_searches_and_local_search_with_a_total() {
    for engine in ["csp-backtrack", "csp-fc", "csp-fc-mrv"] {
        let solved = gems(&["solve", "--engine", engine], GRID);
        assert_eq!((solved.status.code(), text(&solved)), (Some(10), SOLVED.to_string()), "{}", errors(&solved));
        assert_eq!(text(&gems(&["count", "--engine", engine], "1 _ _\n_ _ _\n")), "12\n");
        assert_eq!(text(&gems(&["count", "--engine", engine, "--mines", "2"], "1 _ _\n_ _ _\n")), "6\n");
        let refuted = gems(&["solve", "--engine", engine], "3 _\n_ 1\n");
        assert_eq!((refuted.status.code(), text(&refuted)), (Some(20), "No solution\n".into()));
        assert_eq!(gems(&["solve", "--engine", engine], "5 _\n_ 1\n").status.code(), Some(20));
        assert_eq!(gems(&["solve", "--engine", engine, "--mines", "9"], GRID).status.code(), Some(20));
    }
    let few = gems(&["solve", "--engine", "walksat", "--seed", "1", "--mines", "4", "--step-limit", "100000"], GRID);
    assert_eq!((few.status.code(), text(&few)), (Some(10), SOLVED.to_string()), "{}", errors(&few));
    let blank = "_ _ _ _ _ _ _ _ _ _\n".repeat(10);
    let large = gems(&["solve", "--engine", "walksat", "--mines", "50"], &blank);
    assert_eq!(large.status.code(), Some(1));
    assert!(errors(&large).contains("auxiliary"), "{}", errors(&large));
}

#[test]
fn answers_by_name_are_decoded() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = file(folder.path(), "x.txt", GRID);
    let answer = pipe(env!("CARGO_BIN_EXE_solver"), &["-"], &text(&gems(&["encode", "--symbolic"], GRID)));
    let board = gems(&["decode", &puzzle], &text(&answer));
    assert_eq!((board.status.code(), text(&board)), (Some(10), SOLVED.to_string()), "{}", errors(&board));
    // What is left of MiniSat's output where two writers share a file.
    let nothing = gems(&["decode", &puzzle], "SATISFIABLE\n");
    assert_eq!(nothing.status.code(), Some(1));
    assert!(errors(&nothing).contains("expected a model"), "{}", errors(&nothing));
}

/// Boards on one line each, with their numbers of traps where these are stated.
type Boards = Vec<(String, Option<usize>)>;

/// The boards of a text, and whether anything was said.
fn outcome(text: &str) -> Outcome<Boards> {
    let boards = |boards: Vec<Board>| boards.into_iter().map(|board| (board.to_line(), board.mines)).collect();
    match Board::parse_all(text, GemsReadOptions::default()) {
        Err(_) => Outcome::Refused,
        Ok(reading) if reading.remarks.is_empty() => Outcome::Read(boards(reading.puzzle)),
        Ok(reading) => Outcome::Remarked(boards(reading.puzzle)),
    }
}

/// The rows of a list in brackets: what its innermost lists hold, or its texts where it holds no lists; nothing where
/// these are single signs, which may be rows or cells.
fn literal_list(text: &str) -> Option<String> {
    let (mut rows, mut words): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut depth, mut deepest, mut quote) = (0, 0, None);
    for letter in text.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            (letter, Some(_)) => words.last_mut()?.push(letter),
            ('"' | '\'', None) => {
                quote = Some(letter);
                words.push(String::new());
            }
            ('[' | '(', None) => {
                depth += 1;
                words.push(String::new());
                deepest = deepest.max(depth);
            }
            (']' | ')', None) => {
                depth -= 1;
                if depth > 0 {
                    rows.push(std::mem::take(&mut words).concat());
                }
            }
            (letter, None) if letter.is_whitespace() || letter == ',' => words.push(String::new()),
            (letter, None) => words.last_mut()?.push(letter),
        }
    }
    if deepest == 1 {
        let words = words.iter().map(|word| word.replace(|c: char| c == ',' || c.is_whitespace(), ""));
        rows = words.filter(|word| !word.is_empty()).collect();
        (rows.len() == 1 || rows.iter().any(|row| row.chars().count() > 1)).then_some(())?;
    }
    Some(rows.join("/").replace(['?', '#', '-'], "_"))
}

/// The rows that a text has, each cell as it stands there.
fn literal(text: &str) -> Option<Boards> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['[', '(']) {
        return Some(vec![(literal_list(text)?, None)]);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.first()?.contains('/') {
        let plain = |line: &&str| {
            (0..10).fold((*line).to_string(), |line, digit| line.replace(&format!("({digit})"), &digit.to_string()))
        };
        return Some(lines.iter().map(|line| (plain(line), None)).collect());
    }
    Some(vec![literal_rows(&lines)])
}

/// The rows on these lines, each cell as it stands there. A first line of numbers with the measures of the others is
/// their heading.
fn literal_rows(lines: &[&str]) -> (String, Option<usize>) {
    let row = |line: &&str| {
        let sign = |cell: char| {
            if "?#-".contains(cell) {
                '_'
            } else if "xXbBmM".contains(cell) {
                'T'
            } else {
                cell.to_ascii_uppercase()
            }
        };
        // Between blanks or commas a word of several digits is one number, and not as many cells.
        let numbers = line.split(|c: char| c.is_whitespace() || ",;|".contains(c)).map(|word| {
            let number = word.len() > 1 && word.len() < line.len() && word.bytes().all(|byte| byte.is_ascii_digit());
            if number { format!("({word})") } else { word.chars().map(sign).collect() }
        });
        numbers.collect::<String>()
    };
    let rest: Vec<String> = lines[1..].iter().map(row).collect();
    let words = lines[0].split(|c: char| c == 'x' || c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let numbers: Vec<usize> = words.map(|word| word.parse().ok()).collect::<Option<_>>().unwrap_or_default();
    let measures = [rest.len(), rest.first().map_or(0, |row| row.chars().count())];
    let turned = lines[0].contains('x') && numbers.get(..2) == Some(&[measures[1], measures[0]]);
    if numbers.len() > 1 && (numbers[..2] == measures || turned) {
        return (rest.join("/"), numbers.get(2).copied());
    }
    (lines.iter().map(row).collect::<Vec<_>>().join("/"), None)
}

#[test]
fn a_spoilt_text_is_never_another_board_in_silence() {
    let texts = [
        GRID,
        "3 4\n3 ? 2 ?\n? ? 2 ?\n? 3 1 ?\n",
        "3x4\n3_2_\n__2_\n_31_\n",
        "4x3x5\n3#2#\n##2#\n#31#\n",
        "3 4 5\n3 - 2 -\n- - 2 -\n- 3 1 -\n",
        "3;_;2;_\n_;_;2;_\n_;3;1;_\n",
        "3_2_/__2_/_31_\n1T_/8G0\n",
        "[[3, \"_\", 2, \"_\"], [\"_\", \"_\", 2, \"_\"],\n [\"_\", 3, 1, \"_\"]]\n",
        "[\"3_2_\", \"__2_\", \"_31_\"]\n",
    ];
    never_another("gems", &texts, outcome, literal);
}

/// The claims of an answer, without their headings: a board, or the word that stands there.
fn claims(text: &str) -> Outcome<Vec<String>> {
    let shown = |claims: Vec<(String, Claim)>| {
        let one = |(_, claim)| match claim {
            Claim::Filled(board) => Board::to_line(&board),
            Claim::NoSolution => "none".into(),
            Claim::Nothing => "nothing".into(),
        };
        claims.into_iter().map(one).collect()
    };
    match Board::parse_blocks(text, GemsReadOptions { answer: true, zero_unknown: false }) {
        Err(_) => Outcome::Refused,
        Ok(reading) if reading.remarks.is_empty() => Outcome::Read(shown(reading.puzzle)),
        Ok(reading) => Outcome::Remarked(shown(reading.puzzle)),
    }
}

/// The rows between headings and empty lines.
fn literal_claims(text: &str) -> Option<Vec<String>> {
    let text = text.replace('\u{feff}', "");
    if text.trim_start().starts_with(['[', '(']) {
        return Some(vec![literal_list(&text)?]);
    }
    let mut blocks: Vec<(bool, Vec<&str>)> = vec![(false, Vec::new())];
    for line in text.lines().map(str::trim) {
        match line {
            "" => blocks.push((false, Vec::new())),
            line if line.ends_with(':') => blocks.push((true, Vec::new())),
            line => blocks.last_mut()?.1.push(line),
        }
    }
    let mut found: Vec<String> = Vec::new();
    let mut headed = false;
    for (heading, lines) in blocks {
        if headed && heading {
            found.push("nothing".into());
        }
        headed = heading && lines.is_empty() || headed && lines.is_empty();
        match &lines[..] {
            [] => {}
            ["No solution"] => found.push("none".into()),
            lines => found.push(literal_rows(lines).0),
        }
    }
    if headed {
        found.push("nothing".into());
    }
    Some(found)
}

#[test]
fn a_spoilt_answer_is_never_another_one_in_silence() {
    let two = format!("Brute force:\n{SOLVED}\nPysat:\nNo solution\n");
    never_another("gems answer", &[SOLVED, &two], claims, literal_claims);
}

#[test]
fn counting_with_a_total_obeys_the_limits() {
    let board = text(&gems(
        &["generate", "--rows", "50", "--cols", "50", "--traps", "450", "--numbers", "0.3", "--seed", "3"],
        "",
    ));
    for verb in [&["count"][..], &["solve", "--certain"], &["solve", "--probabilities"], &["draw", "--probabilities"]] {
        for (limit, stop) in [(["--cpu-limit", "0.3"], "CPU time limit"), (["--memory-limit", "40M"], "memory limit")] {
            let run = gems(&[verb, &["--mines", "450"], &limit].concat(), &board);
            let said = (run.status.code(), text(&run), errors(&run));
            assert_eq!(said, (Some(0), format!("UNKNOWN ({stop})\n"), String::new()), "{verb:?} {limit:?}");
        }
    }
    let made = gems(&["generate", "--rows", "60", "--cols", "60", "--unique", "--time-limit", "0.2"], "");
    assert_eq!((made.status.code(), text(&made)), (Some(0), "UNKNOWN (time limit)\n".into()));
}

#[test]
fn of_many_impossible_numbers_the_first_are_named() {
    let board = format!("{}\n", ["8"; 40].join(", ")).repeat(3);
    let run = gems(&["encode"], &board);
    let said = errors(&run);
    assert_eq!((run.status.code(), said.lines().count()), (Some(0), 11), "{said}");
    assert!(said.ends_with("gems: so it is with 110 more clues\n"), "{said}");
}

#[test]
fn each_run_of_a_batch_has_the_whole_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = text(&gems(&["generate", "--rows", "40", "--cols", "40"], ""));
    for name in ["input_1.txt", "input_2.txt"] {
        std::fs::write(folder.path().join(name), &board).expect("a file");
    }
    let path = |name: &str| folder.path().join(name).display().to_string();
    let limits = ["--cpu-limit", "0.4", "--step-limit", "999999999999"];
    let run = gems(&[&["batch", &path(""), "--out", &path("out")], &limits[..]].concat(), "");
    let said = text(&run);
    assert_eq!((run.status.code(), said.matches("unsolved (CPU time limit)").count()), (Some(0), 4), "{said:.400}");
    assert_eq!(said.matches("CDCL: satisfiable").count(), 2, "{said:.400}");
}
