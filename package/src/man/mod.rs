//! Man pages: one for each program, and one for each of its commands, as git has them.
//!
//! What a page says comes from the command line, so that it says what `--help` says; the files and the environment,
//! which a command line does not know of, are in `notes`. The layout is our own, on the crate roff: usage as in the
//! help, options under their headings, no list of fifty options at the top, examples line by line.

mod notes;
mod options;
mod prose;

use crate::completions::named;
use crate::tools::Tool;
use clap::{Arg, Command};
use notes::Note;
use prose::{inline, paragraphs, term};
use roff::{Roff, bold, roman};
use std::path::Path;
use std::{fs, io};

/// Writes the pages of these programs into a folder: NAME.1, and NAME-COMMAND.1 for each command.
///
/// # Errors
/// When the folder or a file cannot be written; the message names it.
pub fn write_all(tools: &[Tool], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| named(folder, &error))?;
    let write = |name: &str, page: &Roff| {
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, page.render()).map_err(|error| named(&path, &error))
    };
    for tool in tools {
        let mut command = tool.command().disable_help_subcommand(true);
        command.build();
        let others: Vec<&str> = tools.iter().map(|tool| tool.name).filter(|&name| name != tool.name).collect();
        write(tool.name, &main_page(tool.name, &mut command, &others))?;
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for sub in command.get_subcommands_mut() {
            write(&format!("{}-{}", tool.name, sub.get_name()), &command_page(tool.name, sub, &after))?;
        }
    }
    Ok(())
}

/// The page of a program.
fn main_page(name: &str, command: &mut Command, others: &[&str]) -> Roff {
    let mut page = start(name, command);
    if command.has_subcommands() {
        page.control("SH", ["COMMANDS"]);
        for sub in command.get_subcommands() {
            page.control("TP", []);
            page.text([bold(format!("{name}-{}", sub.get_name())), roman("(1)")]);
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            page.text(inline(&sentence(&about)));
        }
    }
    arguments(&mut page, command);
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    ending(&mut page, &after, "Examples", "EXAMPLES");
    ending(&mut page, &after, "Exit codes", "EXIT STATUS");
    notes(&mut page, "FILES", notes::files(name, command));
    notes(&mut page, "ENVIRONMENT", notes::environment(name, command));
    page.control("SH", ["SEE ALSO"]);
    let subs: Vec<String> = command.get_subcommands().map(|sub| format!("{name}-{}", sub.get_name())).collect();
    references(&mut page, subs.iter().map(String::as_str).chain(others.iter().copied()));
    page.control("PP", []);
    page.text(inline("The guides in `docs/` of the package have more: worked examples, file formats, figures."));
    page
}

/// The page of one of a program's commands; `after` is the end of the program's help.
fn command_page(tool: &str, command: &mut Command, after: &str) -> Roff {
    let name = format!("{tool}-{}", command.get_name());
    let mut page = start(&name, command);
    arguments(&mut page, command);
    let own = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    ending(&mut page, &own, "Examples", "EXAMPLES");
    ending(&mut page, after, "Exit codes", "EXIT STATUS");
    notes(&mut page, "ENVIRONMENT", notes::environment(tool, command));
    page.control("SH", ["SEE ALSO"]);
    let others = notes::related(&name).iter().copied();
    references(&mut page, [tool].into_iter().chain(others));
    page
}

/// The beginning of every page: its title, its name, how it is called, and what it does.
fn start(name: &str, command: &mut Command) -> Roff {
    let version = format!("gemsat {}", env!("CARGO_PKG_VERSION"));
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut page = Roff::new();
    page.control("TH", [name.to_uppercase().as_str(), "1", " ", version.as_str(), "SAT solver toolkit gemsat"]);
    // Lines end where words do: neither hyphens nor wide gaps.
    page.control("nh", []);
    page.control("ad", ["l"]);
    page.control("SH", ["NAME"]);
    page.text([roman(format!("{name} - {}", summary(&about)))]);
    page.control("SH", ["SYNOPSIS"]);
    let usage = command.render_usage().to_string();
    for (row, line) in usage.trim_start_matches("Usage:").lines().enumerate() {
        if row > 0 {
            page.control("br", []);
        }
        page.text(prose::usage(line.trim(), &name.replacen('-', " ", 1)));
    }
    page.control("SH", ["DESCRIPTION"]);
    let long = command.get_long_about().map(ToString::to_string).unwrap_or(about);
    paragraphs(&mut page, &sentence(&long));
    for more in notes::description(name) {
        page.control("PP", []);
        page.text(inline(more));
    }
    page
}

/// A text that ends in a full stop, which clap takes away.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', ':', '?', '!']) { text.to_owned() } else { format!("{text}.") }
}

/// The first sentence in the form of the NAME section: without a full stop, and without a capital where it begins with
/// an ordinary word.
fn summary(about: &str) -> String {
    let paragraph = about.split("\n\n").next().unwrap_or_default();
    let first = paragraph.split(". ").next().unwrap_or_default().trim_end_matches('.').replace('`', "");
    let mut letters = first.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(capital), Some(next)) if next.is_lowercase() => capital.to_lowercase().chain(letters).collect(),
        _ => first,
    }
}

/// The arguments and the options, under the headings that the help has.
fn arguments(page: &mut Roff, command: &Command) {
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let operands: Vec<&Arg> = command.get_positionals().filter(shown).collect();
    if !operands.is_empty() {
        page.control("SH", ["ARGUMENTS"]);
        operands.iter().for_each(|arg| options::entry(page, arg));
    }
    page.control("SH", ["OPTIONS"]);
    let mut flags: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_positional()).filter(shown).collect();
    flags.sort_by_key(|arg| arg.get_display_order());
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in &flags {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    // Those without a heading first, so that they are under none.
    headings.sort_by_key(Option::is_some);
    for heading in headings {
        if let Some(heading) = heading {
            page.control("SS", [heading]);
        }
        flags.iter().filter(|arg| arg.get_help_heading() == heading).for_each(|arg| options::entry(page, arg));
    }
}

/// A part of the end of a help text, if it has that part: the text below its title, up to the next one.
fn ending(page: &mut Roff, after: &str, title: &str, section: &str) {
    let titled = |line: &str| !line.starts_with(' ') && line.ends_with(':');
    let mut lines = after.lines().skip_while(|line| line.strip_suffix(':') != Some(title)).skip(1).peekable();
    if lines.peek().is_none() {
        return;
    }
    page.control("SH", [section]);
    let text: Vec<&str> = lines.take_while(|line| !titled(line)).collect();
    paragraphs(page, &text.join("\n"));
}

/// A section of notes, if there are any.
fn notes(page: &mut Roff, section: &str, notes: Vec<Note>) {
    if notes.is_empty() {
        return;
    }
    page.control("SH", [section]);
    for (name, text) in notes {
        term(page, name);
        page.text(inline(text));
    }
}

/// A list of pages.
fn references<'a>(page: &mut Roff, names: impl Iterator<Item = &'a str>) {
    let names: Vec<&str> = names.collect();
    for (place, name) in names.iter().enumerate() {
        let comma = if place + 1 < names.len() { "," } else { "" };
        page.text([bold(*name), roman(format!("(1){comma}"))]);
    }
}
