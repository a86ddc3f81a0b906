//! Spoilt texts of sudokus, see `tests/support/spoil.rs`.

use super::*;
use crate::support::spoil::{Outcome, never_another};
use gemsat::puzzle::sudoku::Cage;

/// What was read, shown as text.
#[derive(PartialEq)]
struct Shown(Vec<Entry>);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|entry| {
            let marks = entry.puzzle.excluded().len();
            write!(f, "{:?} with {marks} marks, solution {} ", print::puzzle(&entry.puzzle), entry.solution.is_some())
        })
    }
}

/// How a spoilt text is read.
fn outcome(text: &str) -> Outcome<Shown> {
    match entries(text) {
        Err(_) => Outcome::Refused,
        Ok((entries, remarks)) if remarks.is_empty() => Outcome::Read(Shown(entries)),
        Ok((entries, _)) => Outcome::Remarked(Shown(entries)),
    }
}

/// Spoils texts; `literal` gives the puzzles that a spoilt text names, as [`never_another`] wants them.
fn never(what: &str, texts: &[&str], literal: impl Fn(&str) -> Option<Vec<Entry>>) {
    never_another(what, texts, outcome, |text| literal(text).map(Shown));
}

/// The puzzle of these cells, written on one line.
fn of_cells(cells: &str) -> Option<Vec<Entry>> {
    let mut puzzle = Sudoku::with_boxes(3, 3)?;
    let digits: Vec<u16> = cells.chars().map(|c| c.to_digit(10).unwrap_or(0) as u16).collect();
    if digits.len() != 81 {
        return None;
    }
    digits.iter().enumerate().for_each(|(cell, &digit)| puzzle.set(cell, digit));
    Some(vec![Entry { puzzle, solution: None }])
}

#[test]
fn spoilt_grids_are_no_other_puzzles() {
    // All signs of cells in a text, one after the other.
    let signs = |text: &str| {
        let cells = |text: &str| text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect::<String>();
        let each = || text.lines().map(|line| of_cells(&cells(line)).map(|mut entries| entries.remove(0))).collect();
        let lists = || {
            text.split("]]")
                .filter(|list| list.contains('['))
                .map(|list| of_cells(&cells(list)).map(|mut entries| entries.remove(0)))
                .collect()
        };
        // The same puzzle twice.
        let twice = || {
            let titled = |line: &&str| line.contains(char::is_alphabetic);
            let cells: String = text.split(['\n', '\r']).filter(|line| !titled(line)).map(cells).collect();
            let (first, second) = cells.split_at_checked(81).filter(|(first, second)| first == second)?;
            Some([of_cells(first)?, of_cells(second)?].into_iter().flatten().collect())
        };
        of_cells(&cells(text)).or_else(twice).or_else(each).or_else(lists)
    };
    let spaces = frame(FIRST, "+-------+-------+-------+", "|", " ").replace('.', " ");
    let zeros = FIRST.replace('.', "0");
    let list: Vec<String> = zeros
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{:?}", row.iter().map(|c| c - b'0').collect::<Vec<_>>()))
        .collect();
    let words = frame(FIRST, "+-------+-------+-------+", "|", " ");
    let texts = [
        rows(FIRST),
        rows(FIRST_SOLVED),
        words.clone(),
        words.replace('-', "\u{2500}").replace('|', "\u{2502}").replace('+', "\u{253c}"),
        frame(FIRST, "---------------------", "|", " "),
        frame(FIRST, "*-----------*", "|", "") + " Simple Sudoku\n  Version 4.2n\n",
        format!("[{}]", list.join(", ")),
        format!("[{}]\n", list.join(",\n")),
        format!("#A me\n[Puzzle]\n{}", rows(FIRST)),
        rows(&zeros)
            .chars()
            .map(|c| if c == '\n' { "\n".into() } else { format!("{c},") })
            .collect::<String>()
            .replace(",\n", "\n"),
    ];
    never("grids of sudokus", &texts.each_ref().map(String::as_str), signs);
    // The places of the cells.
    let placed = |text: &str| {
        let row = |line: &str| {
            (0..9)
                .map(|k| line.chars().nth(2 + 2 * k + k / 3 * 2))
                .map(|c| c.filter(char::is_ascii_digit).unwrap_or('.'))
                .collect::<String>()
        };
        let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with('|')).collect();
        rows.iter()
            .all(|row| row.chars().count() == 25)
            .then(|| of_cells(&rows.into_iter().map(row).collect::<String>()))?
    };
    never("frames of sudokus with spaces", &[&spaces], placed);
}

#[test]
fn spoilt_lists_are_no_other_puzzles() {
    // A puzzle on each line, as far as its words are whole.
    let by_line = |text: &str| {
        let line = |line: &str| {
            let mut words = line.split(|c: char| !c.is_ascii_digit() && c != '.').filter(|word| word.len() == 81);
            let mut entry = of_cells(words.next()?)?.remove(0);
            entry.solution = words.next().and_then(of_cells).map(|mut entries| entries.remove(0).puzzle);
            Some(entry)
        };
        Some(text.split(['\n', '\r']).filter_map(line).collect::<Vec<_>>())
    };
    let texts = [
        format!("{FIRST}\n{SECOND}\n{FIRST_SOLVED}\n"),
        format!("quizzes,solutions\n{FIRST},{FIRST_SOLVED}\n{SECOND},{SECOND_SOLVED}\n"),
        format!("0000183b305c {FIRST} 1.2\n0000186f9c1b {SECOND} 7.1\n"),
        format!("{FIRST}\tfirst one\n{SECOND}\tanother one\n"),
        format!(":0000:x:{FIRST}:::\n:0000:x:{SECOND}:::\n"),
    ];
    never("lists of sudokus", &texts.each_ref().map(String::as_str), by_line);
    let blocks = [
        format!("Grid 01\n{}Grid 02\n{}", rows(FIRST), rows(SECOND)),
        format!("{}====\n{}====\n{}", rows(FIRST), rows(SECOND), rows(FIRST_SOLVED)),
        format!("{}\n{}", frame(FIRST, "+---+---+---+", "|", ""), frame(SECOND, "+---+---+---+", "|", "")),
    ];
    // Grids that were cut between two of them.
    let whole = |text: &str| {
        let rows: Vec<String> = text
            .split(['\n', '\r'])
            .map(|line| line.replace(['|', ' ', '"', '\''], ""))
            .filter(|line| line.len() == 9 && line.chars().all(|c| c == '.' || c.is_ascii_digit()))
            .collect();
        let grid = |rows: &[String]| of_cells(&rows.concat()).map(|mut entries| entries.remove(0));
        rows.chunks(9).map(grid).collect()
    };
    never("grids below each other", &blocks.each_ref().map(String::as_str), whole);
}

/// The puzzle of these candidates, a word a cell; a cell with one of them is given.
fn of_candidates(words: &[&str]) -> Option<Vec<Entry>> {
    let mut puzzle = Sudoku::with_boxes(3, 3).filter(|_| words.len() == 81)?;
    for (cell, word) in words.iter().enumerate() {
        let has = |digit: u16| word.matches(&digit.to_string()).count();
        match word.parse() {
            Ok(digit) if word.len() == 1 => puzzle.set(cell, digit),
            _ if word.contains('0') || (1..=9).any(|digit| has(digit) > 1) => return None,
            _ => (1..=9).filter(|&digit| has(digit) == 0).for_each(|digit| puzzle.exclude(cell, digit)),
        }
    }
    Some(vec![Entry { puzzle, solution: None }])
}

#[test]
fn spoilt_candidates_are_no_other_puzzles() {
    // The words of a text as candidates, as far as they are digits alone and in no line that begins with a word.
    let literal = |text: &str| {
        let titled = |line: &&str| line.trim().starts_with(char::is_alphabetic);
        let text = text
            .trim_start_matches('\u{feff}')
            .split(['\n', '\r'])
            .filter(|line| !titled(line) && line.trim() != "3 3")
            .collect::<Vec<_>>()
            .join("\n");
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || "|,;\"'".contains(c))
            .filter(|word| !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit()))
            .collect();
        of_candidates(&words)
    };
    let texts = [
        candidates(FIRST, false),
        format!("+--+\n{}+--+\n5.6/5.6/3.2\n", candidates(FIRST, true)),
        format!("*----*\n{}*----*\n     Simple Sudoku\n      Version 4.2n\n", candidates(SECOND, false)),
    ];
    never("candidates", &texts.each_ref().map(String::as_str), literal);
    let placed = |c: char| -> String {
        (1..=9)
            .map(|d| if c.to_digit(10).is_none_or(|c| c == d) { char::from_digit(d, 10).unwrap_or('.') } else { '.' })
            .collect()
    };
    let marks: String = FIRST.chars().map(placed).collect();
    // Nine signs a cell, each a digit in its place or one that says that it is ruled out.
    let each = |text: &str| {
        let read = |line: &str| {
            let signs: Vec<char> = line.trim_matches([' ', '"', '\'', '\u{feff}']).chars().collect();
            if signs.len() == 81 {
                return of_cells(&signs.into_iter().collect::<String>()).map(|mut entries| entries.remove(0));
            }
            let mut puzzle = Sudoku::with_boxes(3, 3).filter(|_| signs.len() == 729)?;
            for (place, sign) in signs.into_iter().enumerate() {
                match sign.to_digit(10) {
                    Some(digit) if digit as usize == place % 9 + 1 => {}
                    None | Some(0) => puzzle.exclude(place / 9, place as u16 % 9 + 1),
                    Some(_) => return None,
                }
            }
            Some(Entry { puzzle, solution: None })
        };
        text.split(['\n', '\r']).filter(|line| line.len() > 20).map(read).collect()
    };
    never("pencil marks", &[&format!("{marks}\n")], each);
}

#[test]
fn spoilt_large_grids_are_no_other_puzzles() {
    // Numbers, or signs that are apart; rules between them say nothing.
    let by_words = |text: &str| {
        let rows = |text: &str| {
            text.split(['\n', '\r'])
                .filter(|line| !line.starts_with(char::is_alphabetic) && !line.trim_matches('-').is_empty())
                .collect::<Vec<_>>()
                .join("\n")
        };
        let text = rows(text.trim_start_matches('\u{feff}'));
        // Nothing between two tabs or commas is an empty cell.
        let tabs = text.contains(['\t', ',']);
        let ends = |c: char| if tabs { "\t,\n\r;".contains(c) } else { c.is_whitespace() || "|\"'[]".contains(c) };
        let cells: Vec<&str> =
            text.trim_matches(['\n', ' ']).split(ends).filter(|word| tabs || !word.is_empty()).collect();
        let mut puzzle = Sudoku::with_boxes(4, 4)?;
        let value = |cell: &str| cell.parse::<u16>().map_or(0, |number| number + 1);
        (cells.len() == 256 && cells.iter().all(|cell| value(cell) <= 16)).then_some(())?;
        cells.iter().enumerate().for_each(|(cell, word)| puzzle.set(cell, value(word)));
        Some(vec![Entry { puzzle, solution: None }])
    };
    let numbers = large(&NUMBERS, ".", " ", false);
    never("numbers from 0", &[&numbers, &large(&NUMBERS, "-", " ", true)], by_words);
    let hex = [large(&HEX, "-", "", false), large(&HEX, ".", "", false), large(&HEX, ".", "", true)];
    // Sixteen lines of sixteen signs.
    let signs = |text: &str| {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let mut puzzle = Sudoku::with_boxes(4, 4)?;
        (rows.len() == 16 && rows.iter().all(|row| row.len() == 16)).then_some(())?;
        let value = |sign: char| sign.to_digit(16).map_or(0, |value| value as u16 + 1);
        rows.concat().chars().enumerate().for_each(|(cell, sign)| puzzle.set(cell, value(sign)));
        Some(vec![Entry { puzzle, solution: None }])
    };
    never("hexadecimal sudokus", &hex.each_ref().map(String::as_str), signs);
}

#[test]
fn spoilt_variants_are_no_other_puzzles() {
    let killer = "4 6\n6;0,2;0,3;1,2\n9;2,0;2,1;2,2\n8;3,0;3,1;3,2\n5;0,0;0,1\n5;1,0;1,1\n7;1,3;2,3;3,3\n";
    // What a killer's text says, cage by cage: the sums and cells of all lines below the heading.
    let cages = |text: &str| {
        let lines: Vec<&str> = text
            .trim_start_matches('\u{feff}')
            .split(['\n', '\r'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        let cage = |line: &&str, side: usize| {
            let mut parts = line.split(';');
            let sum = parts.next()?.trim().parse().ok()?;
            let cell = |part: &str| {
                let (row, column) = part.trim().split_once([',', ' ', '\t'])?;
                let (row, column): (usize, usize) = (row.trim().parse().ok()?, column.trim().parse().ok()?);
                (row < side && column < side).then_some(side * row + column)
            };
            Some(Cage { sum, cells: parts.map(cell).collect::<Option<_>>()? })
        };
        // A heading with the side and the number of cages, and so many lines, once or several times.
        let (mut entries, mut rest) = (Vec::new(), &lines[..]);
        while let Some((heading, below)) = rest.split_first() {
            let (side, count) = heading.split_once([' ', '\t'])?;
            let (side, count): (usize, usize) = (side.parse().ok()?, count.trim().parse().ok()?);
            let cages = below.get(..count)?.iter().map(|line| cage(line, side)).collect::<Option<_>>()?;
            let rows = (1..=side).rev().find(|rows| rows * rows <= side && side.is_multiple_of(*rows))?;
            entries.push(Entry { puzzle: Sudoku::with_boxes(rows, side / rows)?.with_cages(cages), solution: None });
            rest = &below[count..];
        }
        Some(entries)
    };
    never("killers", &[killer], cages);
    let regions = "0001021122312333".bytes().map(|byte| usize::from(byte - b'0')).collect();
    let board = Sudoku::with_regions(4, regions).expect("four regions");
    let jigsaw = print::puzzle(&board.with_givens(&[1, 2, 3, 4, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0]));
    // The digits in their places, where all borders are as before. A digit that was lost is a blank cell.
    let borders = |text: &str| text.trim_end().replace(|c: char| c.is_ascii_digit(), " ");
    let drawn = |text: &str| {
        let entry = |text: &str| {
            (borders(text) == borders(&jigsaw).trim_end()).then_some(())?;
            let rows = text.lines().filter(|line| line.starts_with('|'));
            let digit =
                |row: &str, column: usize| row.chars().nth(2 + 4 * column).and_then(|c| c.to_digit(10)).unwrap_or(0);
            let givens: Vec<u16> = rows.flat_map(|row| (0..4).map(move |column| digit(row, column) as u16)).collect();
            Some(Entry { puzzle: board.with_givens(&givens), solution: None })
        };
        text.replace('\r', "\n").split("\n\n").map(entry).collect()
    };
    never("jigsaws", &[&jigsaw], drawn);
    let wide = |row: usize, c: char| -> String {
        (0..[18, 18, 18, 18, 18, 18, 21, 21, 21, 9, 9, 9, 21, 21, 21, 18, 18, 18, 18, 18, 18][row])
            .map(|k| if (k + row).is_multiple_of(5) { c } else { '.' })
            .collect()
    };
    let samurai: String = (0..21).map(|row| wide(row, char::from(b'1' + (row % 9) as u8)) + "\n").collect();
    let cells = |text: &str| {
        let signs: Vec<u16> = text
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '.')
            .map(|c| c.to_digit(10).unwrap_or(0) as u16)
            .collect();
        // One line of 16 characters is a puzzle, too.
        let board = match signs.len() {
            369 => Sudoku::samurai(),
            16 => Sudoku::with_boxes(2, 2)?,
            _ => return None,
        };
        Some(vec![Entry { puzzle: board.with_givens(&signs), solution: None }])
    };
    never("samurais", &[&samurai], cells);
    let units = "p cnf 999 3\n111 0\n225 0\n-331 0\n";
    let header = |text: &str| {
        let mut puzzle = Sudoku::with_boxes(3, 3)?;
        let mut count = 0;
        let text = text.replace(['\u{a0}', '\t'], " ").replace('\r', "\n");
        for line in text.lines().map(str::trim).filter(|line| line.ends_with(" 0")) {
            let word = line.split_whitespace().next()?;
            let number: i16 = word.parse().ok().filter(|_| word.trim_start_matches('-').len() == 3)?;
            let [row, column, digit] = [100, 10, 1].map(|place| number.unsigned_abs() / place % 10);
            let cell = usize::from(9 * row + column).checked_sub(10)?;
            if number < 0 {
                puzzle.exclude(cell, digit)
            } else {
                puzzle.set(cell, digit)
            }
            count += 1;
        }
        (count == 3 || !text.contains('p')).then(|| vec![Entry { puzzle, solution: None }])
    };
    never("givens in DIMACS", &[units], header);
}
