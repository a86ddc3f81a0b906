//! The tool `queens` end to end, and its reader on broken text.

use crate::support::spoil::{Outcome, never_another};
use crate::support::tool::{code, cut_short, run, run_all};
use gemsat::puzzle::queens::{Queens, read};
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
    assert_eq!(run(QUEENS, &["check", "-"], &text), (10, "right\n".into()));
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
    let steps = "Step by step:\n  1. attacked: r8c3 is empty: the queen in r1c3 attacks it.\n";
    assert!(run(QUEENS, &["explain", "--cell", "8,3", "-"], drawn).1.ends_with(steps));
    for engine in ["csp-backtrack", "csp-fc", "csp-fc-mrv", "dpll"] {
        assert_eq!(run(QUEENS, &["count", "--engine", engine, "-"], drawn), (0, "4\n".into()), "{engine}");
        let (status, svg) = run(QUEENS, &["draw", "5", "--trace", "--engine", engine], "");
        assert_eq!(status, 0, "{engine}");
        assert!(svg.matches("<animate ").count() > 3, "{engine}");
    }
}

/// The texts of an animation after `step N, `.
fn captions(svg: &str) -> Vec<String> {
    let steps = svg.split("\">step ").skip(1).filter_map(|rest| rest.split("</text>").next());
    steps.filter_map(|text| Some(text.split_once(", ")?.1.to_string())).collect()
}

#[test]
fn captions_say_what_the_search_says() {
    let (_, _, watched) = run_all(QUEENS, &["solve", "6", "--engine", "astar", "--watch"], "");
    let costs = watched.lines().filter_map(|line| Some(line.split_once("f = ")?.1.split_once(':')?.0));
    let costs: Vec<String> = costs.map(|cost| format!("f = {cost}")).collect();
    let (_, svg) = run(QUEENS, &["draw", "6", "--trace", "--engine", "astar"], "");
    let drawn = captions(&svg);
    assert!(
        costs.len() > 3 && drawn[..drawn.len() - 1] == costs && drawn.ends_with(&["solved".into()]),
        "{drawn:?} {costs:?}"
    );
    let (_, text) = run(QUEENS, &["solve", "6", "--search", "--trace"], "");
    let free: Vec<&str> =
        text.lines().filter_map(|line| Some(line.strip_prefix("step ")?.split_once(": ")?.1)).collect();
    let (_, svg) = run(QUEENS, &["draw", "6", "--trace"], "");
    assert_eq!(captions(&svg), free);
    let (_, _, watched) = run_all(QUEENS, &["solve", "5", "--engine", "walksat", "--seed", "1", "--watch"], "");
    let falsified = |text: &str| text.matches(" false").count();
    let (_, svg) = run(QUEENS, &["draw", "5", "--trace", "--engine", "walksat", "--seed", "1"], "");
    assert_eq!(falsified(&svg), falsified(&watched));
}

#[test]
fn the_best_first_search_has_statistics() {
    let (status, _, said) = run_all(QUEENS, &["solve", "6", "--search", "--stats"], "");
    assert_eq!(status, 10, "{said}");
    assert!(said.contains("c expanded:") && said.contains("c generated:"), "{said}");
    assert_eq!(code(QUEENS, &["solve", "6", "--search", "--watch"], ""), 2);
}

#[test]
fn several_boards_are_solved_counted_and_checked() {
    let (_, boards) = run(QUEENS, &["solve", "6", "--all"], "");
    assert_eq!(run(QUEENS, &["check", "-"], &boards), (10, "1: right\n2: right\n3: right\n4: right\n".into()));
    let lists = "[[1,3,0,2],[0,2,-1,-1]]";
    assert_eq!(run(QUEENS, &["solve", "-"], lists), (20, "1 3 0 2\nNo solution\n".into()));
    assert_eq!(run(QUEENS, &["count", "-"], lists), (0, "1\n0\n".into()));
    assert_eq!(code(QUEENS, &["encode", "-"], lists), 1);
    let (status, cnf, said) = run_all(QUEENS, &["encode", "-"], "2 4 1 3\n");
    let taken = "1: columns are counted from 1, since 4 is among them and 0 is not\n";
    assert_eq!((status, said), (0, format!("<stdin>:{taken}")));
    assert!(cnf.starts_with(&format!("c line {taken}")), "{cnf}");
}

#[test]
fn large_boards_and_generated_puzzles() {
    let (status, board) = run(QUEENS, &["solve", "60"], "");
    assert_eq!(status, 10);
    assert_eq!(run(QUEENS, &["check", "-"], &board), (10, "right\n".into()));
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
        if let Ok(board) = read::read(&text, read::QueensReadOptions::default()).map(|read| read.puzzle) {
            assert!(board.placed.iter().all(|&(row, column)| row < board.size() && column < board.size()), "{text}");
        }
    }
}

#[test]
fn answers_are_decoded_by_note_name_and_number() {
    const SOLVER: &str = env!("CARGO_BIN_EXE_solver");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("q.cnf");
    // Above 30 a line there are auxiliary variables, so that the largest number does not give the size.
    let (_, cnf) = run(QUEENS, &["encode", "32"], "");
    std::fs::write(&file, &cnf).expect("written");
    let (_, answer) = run(SOLVER, &["-"], &cnf);
    let bare: String = answer.lines().filter(|line| !line.starts_with('c')).map(|line| format!("{line}\n")).collect();
    assert_eq!(code(QUEENS, &["decode"], &bare), 1);
    let (status, board) = run(QUEENS, &["decode", "--cnf", file.to_str().expect("a name")], &bare);
    assert_eq!((status, board.matches('Q').count()), (10, 32));
    assert_eq!(run(QUEENS, &["decode"], &answer), (10, board));
    // The note lists placed queens and blocked squares, so that the whole board comes back; a wrong model is reported.
    let board = folder.path().join("board");
    std::fs::write(&board, "#.....\n......\n......\n......\n.#....\n....Q.\n").expect("written");
    let board = board.to_str().expect("a name");
    let (_, cnf) = run(QUEENS, &["encode", board], "");
    assert!(cnf.starts_with("c @ queens n=6 vars=36 placed=34 blocked=0,25\n"), "{cnf}");
    let (_, answer) = run(SOLVER, &["-"], &cnf);
    assert!(answer.contains("c @ queens"), "{answer}");
    let (status, text) = run(QUEENS, &["decode"], &answer);
    assert_eq!((status, text.matches('Q').count()), (10, 6), "{text}");
    assert_eq!(run(QUEENS, &["decode", board], &answer), (10, text));
    let other = answer.replace("blocked=0,25", "blocked=34");
    assert_eq!(code(QUEENS, &["decode"], &other), 20);
    // The named form, and an answer in names.
    let (_, named) = run(QUEENS, &["encode", "6", "--symbolic"], "");
    assert!(named.starts_with("Q_1_1 Q_1_2 "), "{named}");
    let (_, answer) = run(SOLVER, &["-q", "-"], &named);
    let (status, board) = run(QUEENS, &["decode", "6"], &answer);
    assert_eq!((status, board.matches('Q').count()), (10, 6), "{answer}");
    // Level 1 says nothing of columns.
    let (status, board) = run(QUEENS, &["decode", "2"], "v 1 -2 3 -4 0\n");
    assert_eq!((status, board.as_str()), (20, "Q . \nQ . \n"));
}

#[test]
fn what_is_certain_and_folders() {
    // With a queen at (0, 1) six queens have one solution; with none placed nothing is certain but the corners.
    let (status, text) = run(QUEENS, &["solve", "--certain", "-", "--size", "6"], "1\n(0, 1)\n");
    let one = ". Q . . . . \n. . . Q . . \n. . . . . Q \nQ . . . . . \n. . Q . . . \n. . . . Q . \n";
    assert_eq!((status, text.as_str()), (10, one));
    let (_, text) = run(QUEENS, &["solve", "--certain", "6"], "");
    assert_eq!((text.matches('Q').count(), text.starts_with(". ? ? ")), (0, true), "{text}");
    assert_eq!(code(QUEENS, &["solve", "--certain", "3"], ""), 20);
    let counted = |size: &str| run(QUEENS, &["count", "--unique", size], "");
    assert_eq!(
        [counted("1"), counted("3"), counted("4")],
        [(10, "1\n".into()), (20, "0\n".into()), (20, "2\n".into())]
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    file("a.txt", "2\n(0, 2) (3, 0)\n");
    file("b.txt", "1 -1 -1 -1 -1 -1\n");
    let name = folder.path().to_str().expect("a name");
    let (status, text) = run(QUEENS, &["solve", name], "");
    assert_eq!((status, text.lines().count()), (10, 2), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.ends_with("b.txt: 1 3 5 0 2 4")), "{text}");
    file("c.txt", "1\n9 9");
    assert_eq!(code(QUEENS, &["solve", name], ""), 1);
}

/// A board with blocked squares on which pairwise clauses and products lead to different solutions, as do the modes.
fn blocked_board() -> String {
    let mut rng = Rng::new(5);
    let line = |_| (0..34).map(|_| if rng.below(3) == 0 { '#' } else { '.' }).collect::<String>() + "\n";
    (0..34).map(line).collect()
}

#[test]
fn a_folder_is_solved_as_its_files_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.txt");
    std::fs::write(&file, blocked_board()).expect("written");
    let (folder, file) = (folder.path().to_str().expect("a name"), file.to_str().expect("a name"));
    let mut all = Vec::new();
    for extra in [&[][..], &["--at-most-one", "product"], &["--set", "stable=0"], &["--engine", "csp-fc-mrv"]] {
        let (status, columns) = run(QUEENS, &[&["solve", "--line", file], extra].concat(), "");
        assert_eq!(status, 10);
        let (status, lines) = run(QUEENS, &[&["solve", folder], extra].concat(), "");
        assert_eq!((status, lines.as_str()), (10, format!("{file}: {columns}").as_str()), "{extra:?}");
        all.push(columns);
    }
    all.sort_unstable();
    all.dedup();
    assert!(all.len() >= 3, "what is asked for makes no difference here: {all:?}");
}

#[test]
fn many_questions_go_to_the_engine_that_was_named() {
    let drawn = "2\n(0, 2) (3, 0)\n";
    // An external solver answers one question, and ours has no such option: neither is passed over in silence.
    for verb in [&["explain"][..], &["explain", "--cell", "8,8"], &["count"], &["solve", "--certain"]] {
        for wrong in [["--solver", "no-such-solver"], ["--set", "nosuch=1"]] {
            assert_eq!(code(QUEENS, &[verb, &wrong, &["-"]].concat(), drawn), 2, "{verb:?} {wrong:?}");
        }
        assert!([0, 10].contains(&code(QUEENS, &[verb, &["--set", "stable=2", "-"]].concat(), drawn)), "{verb:?}");
    }
    assert_eq!(run(QUEENS, &["count", "--set", "stable=2", "-"], drawn), (0, "4\n".into()));
}

#[test]
fn an_explanation_that_is_cut_short_says_so() {
    let blocked = "# . . # . #\n. . # # . #\n. # # . # .\n. # # . . #\n# # # # # .\n# # # . # #\n";
    let (cut, whole) = cut_short(QUEENS, &["explain", "-"], "--conflict-limit", blocked);
    let first =
        "No solution. These clues contradict each other (conflict limit: perhaps not all of these are needed):\n";
    let listed = cut.strip_prefix(first).unwrap_or_else(|| panic!("{cut}"));
    // What is listed contradicts by itself.
    let mut board = [[b'.'; 6]; 6];
    for line in listed.lines() {
        let square = line
            .trim()
            .strip_prefix("row ")
            .and_then(|rest| rest.strip_suffix(" is blocked"))
            .expect("a blocked square");
        let (row, column) = square.split_once(", column ").expect("a row and a column");
        board[row.parse::<usize>().expect("a row") - 1][column.parse::<usize>().expect("a column") - 1] = b'#';
    }
    let board: Vec<String> = board.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    assert_eq!(code(QUEENS, &["solve", "-"], &board.join("\n")), 20);
    assert!(
        whole.starts_with("No solution. These clues contradict each other, and none can be left out:\n"),
        "{whole}"
    );
    assert!(whole.lines().count() < cut.lines().count(), "{cut}{whole}");

    let placed = "7\n(0, 0) (1, 4) (2, 7) (3, 5) (4, 2) (5, 6) (6, 1)\n";
    let (cut, whole) = cut_short(QUEENS, &["explain", "--cell", "8,4", "-"], "--conflict-limit", placed);
    let said = "row 8, column 4 holds a queen, forced by these clues";
    assert!(cut.starts_with(&format!("{said} (conflict limit: perhaps not")), "{cut}");
    assert!(whole.starts_with(&format!("{said}, none of which can be left out:\n")), "{whole}");
    assert!(whole.lines().skip(1).all(|clue| cut.contains(clue)) && whole.lines().count() <= cut.lines().count());
}

/// The boards of a text, and whether anything was said.
fn outcome(text: &str) -> Outcome<Vec<Queens>> {
    match read::read_all(text, read::QueensReadOptions::default()) {
        Err(_) => Outcome::Refused,
        Ok(reading) if reading.remarks.is_empty() => Outcome::Read(reading.puzzle),
        Ok(reading) => Outcome::Remarked(reading.puzzle),
    }
}

/// What a text says literally: a line of columns, or a size.
fn literal(text: &str) -> Option<Vec<Queens>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let joined = text.split_whitespace().collect::<String>();
    if let Some(size) = joined.strip_prefix("lettingn=").or(joined.strip_prefix("n=")) {
        return Some(vec![Queens::new(size.parse().ok()?)?]);
    }
    if let Some(first) = text.strip_prefix("Initial State:") {
        return literal_picture(&first.rsplit("Final State").next()?.replace('\r', "\n"));
    }
    if text.contains(['.', 'Q', '#']) && !text.contains(['[', '"']) {
        // The size may stand above a picture.
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let Ok(size) = first.trim().parse::<usize>() else { return literal_picture(text) };
        return literal_picture(rest).filter(|boards| boards[0].size() == size);
    }
    if text.contains('"') {
        let pictures = text.split(']').map(|list| list.split('"').skip(1).step_by(2).collect::<Vec<_>>().join("\n"));
        let boards: Vec<Vec<Queens>> =
            pictures.filter(|rows| !rows.is_empty()).map(|rows| literal_picture(&rows)).collect::<Option<_>>()?;
        return Some(boards.concat());
    }
    if joined.starts_with("[[[") {
        let boards =
            joined.split("]]").map(|board| board.trim_matches([',', '[', ']'])).filter(|board| !board.is_empty());
        let boards = boards.map(|board| literal(&format!("[[{board}]]"))).collect::<Option<Vec<_>>>()?;
        return Some(boards.concat());
    }
    let ends: &[char] = if text.starts_with('[') { &[']'] } else { &['\n', '\r'] };
    let numbers = |row: &str| -> Option<Vec<i64>> {
        let words = row.split(|c: char| c.is_whitespace() || ",|[]".contains(c)).filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok()).collect()
    };
    let rows: Vec<Vec<i64>> = text.split(ends).map(numbers).collect::<Option<_>>()?;
    let rows: Vec<Vec<i64>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let columns = |columns: &Vec<i64>| -> Option<Queens> {
        let mut board = Queens::new(columns.len())?;
        let placed = (0..).zip(columns).filter(|(_, column)| **column >= 0);
        board.placed = placed.map(|(row, &column)| (row, column as usize)).collect();
        Some(board)
    };
    // As many rows as numbers in each, of -1, 0 and 1: states of squares.
    let size = rows.len();
    if size > 2 && rows.iter().all(|row| row.len() == size && row.iter().all(|state| (-1..2).contains(state))) {
        let mut board = Queens::new(size)?;
        let squares = (0..size * size).map(|square| (square / size, square % size));
        board.placed = squares.filter(|&(row, column)| rows[row][column] == 1).collect();
        return Some(vec![board]);
    }
    // A count, and as many squares.
    if let [count, squares @ ..] = &rows[..]
        && count[..] == [squares.len() as i64]
        && squares.iter().all(|square| square.len() == 2 && square.iter().all(|at| (0..8).contains(at)))
    {
        let mut board = Queens::new(8)?;
        board.placed = squares.iter().map(|square| (square[0] as usize, square[1] as usize)).collect();
        return Some(vec![board]);
    }
    if text.starts_with('[') { rows.iter().map(columns).collect() } else { Some(vec![columns(&rows.concat())?]) }
}

fn literal_picture(text: &str) -> Option<Vec<Queens>> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| ".Q#".contains(*c)).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let mut board = Queens::new(rows.len())?;
    for (row, squares) in rows.iter().enumerate() {
        squares
            .iter()
            .enumerate()
            .filter(|(_, square)| **square == '#')
            .for_each(|(column, _)| board.block(row, column));
        for (column, _) in squares.iter().enumerate().filter(|(_, square)| **square == 'Q') {
            board.placed.push((row, column));
        }
    }
    Some(vec![board])
}

#[test]
fn a_spoilt_text_is_never_another_board_in_silence() {
    let texts = [
        "2\n(0, 2) (3, 0)\n",
        "2\n0 2\n3 0\n",
        "-1 3 -1 7 -1 -1 -1 -1\n",
        "1 3 0 2\n",
        "4\n. Q . .\n. . . .\n# . . .\n. . Q .\n",
        "0 1 0 0\n0 0 0 -1\n0 -1 0 0\n0 0 1 0\n",
        "Initial State:\n. . . . \n. . . Q \n. . . . \n. . . . \nFinal State\n. Q . . \n. . . Q \nQ . . . \n. . Q . \n",
        "n = 4\nnumdiags = 2\ndiags = [[3, 1], [0, 0]]\n",
        "letting n = 4\nletting blocks = [[1,1], [4,2]]\n",
        "[1, 3, 0, 2]\n",
        "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],\n [\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]\n",
        "[[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]\n",
    ];
    never_another("queens", &texts, outcome, literal);
}
