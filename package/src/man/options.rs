//! The entries of arguments and options.

use super::prose::{inline, paragraphs, term};
use super::sentence;
use clap::{Arg, ArgAction};
use roff::{Inline, Roff, bold, italic, roman};

/// An option or argument: its names and its value, what it does, what it accepts, and what it is by default.
pub fn entry(page: &mut Roff, arg: &Arg) {
    page.control("TP", []);
    page.text(heading(arg));
    let help = help(arg);
    let mut parts = help.split("\n\n");
    page.text(inline(&first(parts.next().unwrap_or_default())));
    let rest: Vec<&str> = parts.collect();
    let (listed, default) = (values(arg), default(arg));
    let list = listed.iter().any(|(_, help)| !help.is_empty());
    let inside = list || !rest.is_empty() || help.contains("\n  ");
    if inside {
        page.control("RS", []);
    }
    if let Some((_, tail)) = help.split_once('\n').filter(|(_, tail)| tail.starts_with("  ")) {
        paragraphs(page, tail);
    }
    for part in rest {
        page.control("PP", []);
        paragraphs(page, &sentence(part));
    }
    if list {
        for (name, help) in &listed {
            term(page, name);
            page.text(inline(&sentence(help)));
        }
    } else if !listed.is_empty() {
        let names: Vec<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
        page.text(inline(&format!("One of: `{}`.", names.join("`, `"))));
    }
    if let Some(default) = default {
        if inside {
            page.control("PP", []);
        }
        page.text([roman("Default: "), bold(default), roman(".")]);
    }
    if inside {
        page.control("RE", []);
    }
}

/// What an option does, as its help says it; of help itself, what there is.
fn help(arg: &Arg) -> String {
    match arg.get_action() {
        ArgAction::HelpShort => "Print the usual options.".to_owned(),
        ArgAction::Help => "`-h` prints a summary of the options, `--help` all that is known of them.".to_owned(),
        _ => arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default(),
    }
}

/// The first line of a help text, as a sentence; a default in brackets at its end, as another.
fn first(text: &str) -> String {
    let line = if text.contains("\n  ") { text.lines().next().unwrap_or_default() } else { text };
    match line.strip_suffix(']').and_then(|line| line.split_once(" [default: ")) {
        Some((what, default)) => format!("{} Default: {default}.", sentence(what)),
        None => sentence(line),
    }
}

/// The names of an option, with its value.
fn heading(arg: &Arg) -> Vec<Inline> {
    let value: String = arg.get_value_names().unwrap_or_default().join(" ");
    if arg.is_positional() {
        return vec![italic(if value.is_empty() { arg.get_id().as_str().to_owned() } else { value })];
    }
    let mut parts: Vec<Inline> = Vec::new();
    if let Some(short) = arg.get_short() {
        parts.extend([bold(format!("-{short}")), roman(", ")]);
    }
    match arg.get_long() {
        Some(long) => parts.push(bold(format!("--{long}"))),
        None => parts.truncate(1),
    }
    let count = arg.get_num_args().unwrap_or_default();
    if count.takes_values() {
        let between = if arg.is_require_equals_set() { "=" } else { " " };
        match count.min_values() {
            0 => parts.extend([roman(format!("[{between}").replace(' ', "")), italic(value), roman("]")]),
            _ => parts.extend([roman(between), italic(value)]),
        }
        if count.min_values() == 0 && between == " " {
            // "--name [VALUE]", not "--name[VALUE]".
            let at = parts.len() - 3;
            parts.insert(at, roman(" "));
        }
    }
    parts
}

/// The values that an option accepts, with what they mean; none where the help says them itself.
fn values(arg: &Arg) -> Vec<(String, String)> {
    if arg.is_hide_possible_values_set() || !arg.get_num_args().unwrap_or_default().takes_values() {
        return Vec::new();
    }
    let shown = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
    let with_help = |value: clap::builder::PossibleValue| {
        (value.get_name().to_owned(), value.get_help().map(ToString::to_string).unwrap_or_default())
    };
    shown.map(with_help).collect()
}

/// The default of an option, where it is shown.
fn default(arg: &Arg) -> Option<String> {
    let values = arg.get_default_values();
    let hidden = arg.is_hide_default_value_set() || !arg.get_num_args().unwrap_or_default().takes_values();
    if hidden || values.is_empty() {
        return None;
    }
    let words: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
    Some(words.join(","))
}
