//! Standard input, and a note if it is a terminal.

use super::output::complain;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Whether a path stands for standard input: there is none, or it is `-`.
pub fn is_stdin(path: Option<&Path>) -> bool {
    path.is_none_or(is_dash)
}

/// Whether a path is `-`, which stands for standard input where something is read, and for standard output elsewhere.
pub fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Prints a note to standard error if the program is about to read from the terminal: otherwise it would seem to hang.
pub fn announce() {
    if io::stdin().is_terminal() {
        let name = std::env::args_os().next().unwrap_or_default();
        let program = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy();
        complain(format_args!("{program}: reading from the terminal; Ctrl-D ends the input"));
    }
}
