//! Text from outside (names, messages, comments) made harmless for where it goes: a terminal, XML or HTML, a CSV cell.
//!
//! A name may contain characters that steer a terminal, that change the direction of the text that follows ("Trojan
//! Source", Boucher and Anderson, USENIX Security 2023), or that XML cannot express, or it may be a formula that a
//! spreadsheet would run. Every tool that shows such a text passes it through the function of its target.

/// Whether a character moves a cursor, begins a line, changes the direction of text, or otherwise acts instead of being
/// shown: controls (C0, DEL and C1), the separators of lines and paragraphs, the controls of bidirectional text, and
/// tags.
pub fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text for a terminal, on one line. Each character that [`acts`] is replaced by `?`; tabs stay.
pub fn clean(text: &str) -> String {
    text.chars().map(|letter| if letter != '\t' && acts(letter) { '?' } else { letter }).collect()
}

/// A text for a terminal that keeps its lines and colours: replaces what [`clean`] replaces, except ends of lines and
/// the sequences that choose colours and weights (`ESC [ numbers m`).
pub fn styled(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let numbers =
            rest.strip_prefix("\x1b[").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        if let Some(after) = numbers.and_then(|rest| rest.strip_prefix('m')) {
            safe.push_str(&rest[..rest.len() - after.len()]);
            rest = after;
            continue;
        }
        safe.push(if acts(letter) && letter != '\n' && letter != '\t' { '?' } else { letter });
        rest = &rest[letter.len_utf8()..];
    }
    safe
}

/// A text for XML and HTML, also for attributes in quotation marks. Each character that [`acts`] or that XML cannot
/// express is replaced by `?`.
pub fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('?'),
            letter if acts(letter) => safe.push('?'),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A text as a field of a CSV file (RFC 4180). What a spreadsheet would run gets `'` before it, as OWASP's page on CSV
/// injection says: a text that begins with `=`, `+`, `-`, `@` or one of their wide forms, perhaps after blanks. Each
/// character that [`acts`] is replaced by `?`, except tabs and ends of lines, which may stand within quotation marks.
/// Numbers are written as they are, without this function.
pub fn csv(text: &str) -> String {
    let bad = |letter: char| acts(letter) && !"\t\n\r".contains(letter);
    let mut field = text.replace(bad, "?");
    let begins = field.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if begins || field.starts_with(['\t', '\r', '\n']) {
        field.insert(0, '\'');
    }
    if field.contains([',', ';', '"', '\n', '\r', '\t']) {
        field = format!("\"{}\"", field.replace('"', "\"\""));
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b]0;x\x07\u{9b}31m\u{202e}b\u{2028}\u{2067}\u{feff}\u{7f}";

    #[test]
    fn nothing_that_acts_is_left() {
        for shown in [clean(HOSTILE), xml(HOSTILE), csv(HOSTILE)] {
            assert!(!shown.contains(acts), "{shown:?}");
            assert!(shown.contains("]0;x") && shown.contains("31m?b"), "{shown:?}");
        }
        for plain in ["queen at a1", "Ω≤ß", "日本", "a\tb", "עברית"] {
            assert_eq!(clean(plain), plain);
        }
        assert_eq!(xml("<a b=\"c\">'&\n"), "&lt;a b=&quot;c&quot;&gt;'&amp; ");
    }

    #[test]
    fn colours_pass_and_nothing_else_does() {
        assert_eq!(styled("\x1b[1;31mred\x1b[0m\n\tplain"), "\x1b[1;31mred\x1b[0m\n\tplain");
        assert_eq!(styled("\x1b[2J\x1b]0;x\x07\x1b[\x1b"), "?[2J?]0;x??[?");
        assert_eq!(styled("a\u{202e}b\r"), "a?b?");
    }

    #[test]
    fn a_spreadsheet_runs_no_cell() {
        let formula = "=HYPERLINK(\"http://x\")";
        assert_eq!(csv(formula), "\"'=HYPERLINK(\"\"http://x\"\")\"");
        for begins in ["+1", "-x", "@a", " =a", "\u{ff1d}a"] {
            assert_eq!(csv(begins), format!("'{begins}"));
        }
        assert_eq!(csv("\t=a"), "\"'\t=a\"");
        assert_eq!(csv("\rx"), "\"'\rx\"");
        assert_eq!((csv("sat/a-b"), csv("a,b"), csv("")), ("sat/a-b".into(), "\"a,b\"".into(), String::new()));
        // In files whose cells are separated by `;`, a `;` within a field must not begin another cell.
        assert_eq!(csv("a;=b"), "\"a;=b\"");
    }
}
