//! The page that plays a record in a browser: a single file that needs no other.

use super::board::escaped;
use super::{Board, Record};
use crate::util::escape::clean;
use serde_json::{Value, json};
use std::io::{self, Write};

const PAGE: &str = include_str!("player/page.html");
const BOARDS: &str = include_str!("player/board.css");
const STYLE: &str = include_str!("player/player.css");
/// The parts of the script, in the order in which they use each other.
const SCRIPT: [&str; 21] = [
    include_str!("player/record.js"),
    include_str!("player/words.js"),
    include_str!("player/board.js"),
    include_str!("player/panels.js"),
    include_str!("player/curve.js"),
    include_str!("player/analysis.js"),
    include_str!("player/graph.js"),
    include_str!("player/conflict.js"),
    include_str!("player/implied.js"),
    include_str!("player/copy.js"),
    include_str!("player/clauses.js"),
    include_str!("player/walk.js"),
    include_str!("player/hand.js"),
    include_str!("player/why.js"),
    include_str!("player/chart.js"),
    include_str!("player/places.js"),
    include_str!("player/tree.js"),
    include_str!("player/frontier.js"),
    include_str!("player/trails.js"),
    include_str!("player/lists.js"),
    include_str!("player/play.js"),
];

/// Writes the page. It is at most some hundred kilobytes larger than the record and the picture.
///
/// # Errors
/// When writing fails.
pub fn write(out: &mut dyn Write, record: &Record, board: &Board) -> io::Result<()> {
    let cell = |cell: &super::board::Cell| -> Value {
        let vars: Vec<i32> = cell.vars.iter().map(|var| var.to_dimacs()).collect();
        match cell.fills.is_empty() {
            true => json!([cell.name, vars]),
            false => json!([cell.name, vars, cell.fills]),
        }
    };
    let words: Vec<&[String; 2]> = board.words.pairs().iter().take(record.kept()).collect();
    let cells: Vec<Value> = board.cells.iter().map(cell).collect();
    let shown = json!({ "title": clean(&board.title), "words": words, "cells": cells });
    let parts = PAGE.split("{{").flat_map(|part| match part.split_once("}}") {
        Some((name, rest)) => [Some(name), Some(rest)],
        None => [None, Some(part)],
    });
    // The parts alternate between the name of a place and the text up to the next place.
    for (index, part) in parts.enumerate() {
        let Some(part) = part else { continue };
        let text = match (index % 2, part) {
            (0, "title") => escaped(&board.title),
            (0, "boards") => BOARDS.to_string(),
            (0, "style") => STYLE.to_string(),
            (0, "script") => SCRIPT.concat(),
            (0, "board") => board.svg.clone(),
            (0, "shown") => quoted(&shown.to_string()),
            (0, "record") => quoted(record.text()),
            _ => part.to_string(),
        };
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// JSON for a script element: no name in it can end the element.
fn quoted(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Verdict;
    use crate::observe::{Event, Observer, Recorder, Words};

    #[test]
    fn the_page_has_all_its_parts_and_no_other_file() {
        let mut recorder = Recorder::new("dpll", 2);
        recorder.name(|_| Some("</script><b>".into()));
        let lit = crate::cnf::Var::new(0).pos();
        recorder.event(Event::Decide(lit));
        let record = recorder.finish(&Verdict::Sat([true, false].into_iter().collect()), &[]);
        let words = Words::named(2, |_| Some("</script><b>".into()));
        let board = Board::strip("a <b> & \"c\"", words, &record);
        let mut page = Vec::new();
        write(&mut page, &record, &board).expect("memory takes it");
        let page = String::from_utf8(page).expect("text");
        assert_eq!(page.matches("</script>").count(), PAGE.matches("</script>").count());
        assert!(page.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;"));
        assert!(page.contains("[\"d\",1]") && page.contains("id=\"one-1\"") && !page.contains("}}{{"));
        for elsewhere in ["src=\"", "href=\"http", "url(http", "fetch(", "import "] {
            assert!(!page.contains(elsewhere), "{elsewhere}");
        }
    }
}
