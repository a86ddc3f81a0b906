//! Running text of help pages as that of man pages.

use roff::{Inline, Roff, bold, italic, roman};

/// Words in backticks are bold; a name that is set in capitals stays as it is.
pub fn inline(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(place, part)| if place % 2 == 1 { bold(part) } else { roman(part) }).collect()
}

/// Paragraphs apart by empty lines, and lists of the form "  term   what it is".
pub fn paragraphs(page: &mut Roff, text: &str) {
    let mut fresh = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            page.control("PP", []);
            fresh = true;
        } else if line.starts_with(' ') {
            item(page, line.trim());
            fresh = false;
        } else {
            if !fresh {
                page.control("PP", []);
            }
            page.text(inline(line));
            fresh = true;
        }
    }
}

/// An item of a list: a term, and after two spaces or more what it is.
fn item(page: &mut Roff, line: &str) {
    match line.split_once("  ") {
        Some((name, text)) => {
            term(page, name);
            page.text(inline(text.trim()));
        }
        None => {
            page.control("PP", []);
            page.text([bold(line)]);
        }
    }
}

/// Starts a paragraph with a term of its own.
pub fn term(page: &mut Roff, name: &str) {
    page.control("TP", []);
    page.text([bold(name)]);
}

/// A line of usage: the words of the command bold, the operands' names italic without the angle brackets.
pub fn usage(line: &str, command: &str) -> Vec<Inline> {
    let Some(rest) = line.strip_prefix(command) else { return vec![roman(line)] };
    let mut parts = vec![bold(command)];
    let mut word = String::new();
    let flush = |word: &mut String, parts: &mut Vec<Inline>| {
        if !word.is_empty() {
            let text = std::mem::take(word);
            parts.push(if text.starts_with('-') { bold(text) } else { italic(text) });
        }
    };
    for letter in rest.chars() {
        match letter {
            '<' | '>' => flush(&mut word, &mut parts),
            ' ' | '[' | ']' | '|' | '=' | '.' => {
                flush(&mut word, &mut parts);
                parts.push(roman(letter));
            }
            letter => word.push(letter),
        }
    }
    flush(&mut word, &mut parts);
    parts
}
