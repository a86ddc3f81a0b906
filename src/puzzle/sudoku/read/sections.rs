//! Files in which puzzles stand among other things: `.sdk` with sections, and OpenSudoku's XML.

use crate::puzzle::Remark;
use crate::puzzle::text::Line;

/// The lines of the section `[Puzzle]` of an `.sdk` file, with a remark on the others; all lines if it is alone.
pub(super) fn puzzle_section<'t>(lines: &[Line<'t>]) -> Option<(Vec<Line<'t>>, Remark)> {
    let is_head = |line: &Line<'_>| {
        let inner = line.text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        inner.is_some_and(|name| name.len() > 1 && name.chars().all(char::is_alphabetic))
    };
    let begin = lines.iter().position(|line| line.text.trim().eq_ignore_ascii_case("[puzzle]"))?;
    let length = lines[begin + 1..].iter().position(is_head)?;
    let others: Vec<&str> = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at != begin && is_head(line))
        .map(|(_, line)| line.text.trim())
        .collect();
    let next = &lines[begin + 1 + length];
    let message = format!("only [Puzzle] is read, not {}", others.join(", "));
    Some((lines[begin + 1..begin + 1 + length].to_vec(), Remark { line: next.number, message }))
}

/// The puzzles of an OpenSudoku file: what stands in the attributes `data` of its games.
pub(super) fn open_sudoku<'t>(lines: &[Line<'t>]) -> Option<Vec<Line<'t>>> {
    let has = |wanted: &str| lines.iter().any(|line| line.text.contains(wanted));
    if !has("<opensudoku") || !has("<game") {
        return None;
    }
    let mut games = Vec::new();
    for line in lines {
        for game in line.text.split("<game").skip(1) {
            let data = game.split_once("data=").map_or("", |(_, data)| data);
            let quote = data.chars().next().filter(|quote| "'\"".contains(*quote))?;
            let text = data[1..].split(quote).next()?;
            games.push(Line { number: line.number, text });
        }
    }
    Some(games)
}
