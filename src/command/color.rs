//! When colours are used, and which.

use clap::ValueEnum;
use std::io::IsTerminal;

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set to something or `TERM` is `dumb`.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorWhen {
    /// Whether text for this stream is coloured.
    pub fn on(self, stream: &impl IsTerminal) -> bool {
        let set = |name: &str, refuses: fn(&std::ffi::OsStr) -> bool| {
            std::env::var_os(name).is_some_and(|value| refuses(&value))
        };
        match self {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                stream.is_terminal()
                    && !set("NO_COLOR", |value| !value.is_empty())
                    && !set("TERM", |term| term == "dumb")
            }
        }
    }
}

/// Whether a tool prints colours to standard output.
pub fn on_stdout() -> bool {
    ColorWhen::Auto.on(&std::io::stdout())
}

/// The colours of a stream, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// False: text stays as it is.
    pub on: bool,
}

impl Palette {
    const RESET: &'static str = "\x1b[0m";

    /// The colours of a stream.
    pub fn new(when: ColorWhen, stream: &impl IsTerminal) -> Palette {
        Palette { on: when.on(stream) }
    }

    /// The text of an answer: green when satisfiable, magenta when unsatisfiable, yellow when unknown.
    pub fn answer(self, line: &str) -> String {
        let code = if line.ends_with("UNSATISFIABLE") {
            "\x1b[1;35m"
        } else if line.ends_with("SATISFIABLE") {
            "\x1b[1;32m"
        } else {
            "\x1b[1;33m"
        };
        self.paint(code, line)
    }

    /// The text of a heading.
    pub fn heading(self, line: &str) -> String {
        self.paint("\x1b[34m", line)
    }

    /// The text of an error or a warning.
    pub fn alarm(self, text: &str) -> String {
        self.paint("\x1b[1;31m", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("{code}{text}{}", Palette::RESET) } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_given_only_when_on() {
        assert_eq!(Palette { on: false }.answer("s UNKNOWN"), "s UNKNOWN");
        assert_eq!(Palette { on: true }.answer("s UNSATISFIABLE"), "\x1b[1;35ms UNSATISFIABLE\x1b[0m");
        assert!(Palette { on: true }.answer("s SATISFIABLE").contains("[1;32m"));
    }

    #[test]
    fn a_file_has_no_colours_unless_they_are_forced() {
        let file = tempfile::tempfile().expect("a file");
        assert_eq!(
            [ColorWhen::Auto, ColorWhen::Always, ColorWhen::Never].map(|when| when.on(&file)),
            [false, true, false]
        );
    }
}
