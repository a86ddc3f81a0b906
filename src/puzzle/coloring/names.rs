//! Characters that names of vertices may not contain.
//!
//! Names are printed, drawn, and written into formulas and answers that are read again. A name that would steer a
//! terminal or change the direction of text is refused by the readers, so that no other code has to deal with it.

use super::Graph;
use crate::puzzle::SyntaxError;
use crate::util::escape::{acts, clean};

/// Refuses a graph with a control character in a name.
///
/// # Errors
/// The place in the text, and the name with `?` for what it must not hold.
pub(super) fn check_names(graph: &Graph, text: &str) -> Result<(), SyntaxError> {
    let Some((name, letter)) = graph.names().iter().find_map(|name| Some((name, name.chars().find(|&c| acts(c))?)))
    else {
        return Ok(());
    };
    // In JSON a control character is written as a number.
    let (lower, upper) = (format!("\\u{:04x}", letter as u32), format!("\\u{:04X}", letter as u32));
    let at = [letter.to_string(), lower, upper].iter().filter_map(|form| text.find(form)).min().unwrap_or(0);
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|&c| c != '\n').count() + 1;
    let found =
        format!("expected names without control characters, found U+{:04X} in '{}'", letter as u32, clean(name));
    Err(SyntaxError::at(line, column, found))
}

#[cfg(test)]
mod tests {
    use crate::puzzle::coloring::read::{ColoringReadOptions, read};

    const JSON: &str = r#"[{"code":"A\u001B","borders":["B"]}]"#;

    #[test]
    fn names_that_steer_a_terminal_are_refused_with_their_place() {
        let read = |text: &str| read(text, ColoringReadOptions::default());
        let error = |text: &str| read(text).expect_err("refused").to_string();
        assert_eq!(error("A B\nB C\x1b[31m\n"), "2:3: expected a name without control characters, found 'C[31m'");
        for letter in ["\u{9b}", "\u{7f}", "\u{202e}", "\u{2067}", "\u{200f}"] {
            for text in [format!("A{letter} B\n"), format!("A{letter}: B, C\n")] {
                assert!(error(&text).contains("control characters"), "{text:?}: {}", error(&text));
            }
            let json = format!("[{{\"code\":\"A{letter}\",\"borders\":[]}}]\n");
            assert!(read(&json).is_err(), "{json:?}");
        }
        assert!(read(JSON).is_err());
        let map = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A\u202e"},"geometry":
            {"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"#;
        assert!(error(map).contains("control characters"), "{}", error(map));
        assert!(read("\u{5d0}\u{5d1} B\n").is_ok(), "letters that are read from the right are letters");
    }
}
