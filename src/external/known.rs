//! Solvers whose command lines are known: how they are called, how they write a proof, how they print their version.
//!
//! In arguments `{cnf}` stands for the formula's file, `{out}` for a result file, `{proof}` for the proof's file and
//! `{seed}` for a number.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A solver whose command line is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The program's name.
    pub name: &'static str,
    /// Its arguments, the formula included.
    pub args: &'static [&'static str],
    /// The arguments for a proof; `None` when it writes none that we can check.
    pub proof: Option<&'static [&'static str]>,
    /// The argument that makes it print its version and end.
    pub version: Option<&'static str>,
}

const fn known(
    name: &'static str,
    args: &'static [&'static str],
    proof: Option<&'static [&'static str]>,
    version: Option<&'static str>,
) -> Known {
    Known { name, args, proof, version }
}

const VERSION: Option<&str> = Some("--version");

/// The solvers, in the order of their names. MiniSat and Splr write their models to a result file only; Glucose prints
/// them on request. CryptoMiniSat's proofs are FRAT, PicoSAT's have their own header: neither is read here.
pub const KNOWN: &[Known] = &[
    known("batsat", &["{cnf}"], None, VERSION),
    known("cadical", &["-q", "{cnf}"], Some(&["{proof}"]), VERSION),
    known("clasp", &["--quiet=0", "{cnf}"], None, VERSION),
    known("cryptominisat5", &["--verb=0", "{cnf}"], None, VERSION),
    known("glucose", &["-verb=0", "-model", "{cnf}"], Some(&["-certified", "-certified-output={proof}"]), None),
    known("glucose-syrup", &["-verb=0", "-model", "{cnf}"], None, None),
    known("kissat", &["-q", "{cnf}"], Some(&["{proof}"]), VERSION),
    known("lingeling", &["-q", "{cnf}"], None, VERSION),
    known("minisat", &["-verb=0", "{cnf}", "{out}"], None, None),
    known("picosat", &["{cnf}"], None, VERSION),
    known("plingeling", &["{cnf}"], None, VERSION),
    known("probSAT", &["-a", "{cnf}", "{seed}"], None, None),
    known("solver", &["-q", "--seed={seed}", "{cnf}"], Some(&["--proof={proof}", "--proof-format=lrat"]), VERSION),
    known("splr", &["-q", "-C", "-r", "{out}", "{cnf}"], Some(&["-c", "-p", "{proof}"]), VERSION),
    known("varisat", &["{cnf}"], Some(&["--proof={proof}", "--proof-format=drat"]), VERSION),
    known("yalsat", &["{cnf}", "{seed}"], None, VERSION),
];

/// The known solver that a program's name, or the last part of its path, belongs to.
pub fn known_solver(program: &str) -> Option<&'static Known> {
    let stem = Path::new(program).file_stem()?;
    KNOWN.iter().find(|known| stem == known.name)
}

/// Splits a command into words at blanks; `'` and `"` keep blanks inside. No shell is involved.
///
/// # Errors
/// When a quotation mark is not closed.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

/// A word of a command with the values of its marks, such as `{cnf}`, in their places. Values are taken as they are:
/// what looks like a mark in a value, such as the name of a file, is not replaced.
pub fn fill(word: &str, values: &[(&str, &OsStr)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let first = |text: &str| {
        let found = values.iter().filter_map(|&(mark, value)| Some((text.find(mark)?, mark, value)));
        found.min_by_key(|&(at, ..)| at)
    };
    while let Some((at, mark, value)) = first(rest) {
        filled.push(&rest[..at]);
        filled.push(value);
        rest = &rest[at + mark.len()..];
    }
    filled.push(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_in_values_are_no_marks() {
        let values = [("{cnf}", OsStr::new("x{seed}{cnf}")), ("{seed}", OsStr::new("7")), ("{out}", OsStr::new(""))];
        for (word, filled) in [
            ("{cnf}", "x{seed}{cnf}"),
            ("-o={out}{seed}{seed}", "-o=77"),
            ("{seed}:{cnf}:", "7:x{seed}{cnf}:"),
            ("{{seed}}", "{7}"),
            ("plain", "plain"),
            ("", ""),
        ] {
            assert_eq!(fill(word, &values), filled, "{word}");
        }
    }

    #[test]
    fn names_are_sorted_and_found_by_path() {
        assert!(KNOWN.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(known_solver("/opt/x/kissat").map(|known| known.name), Some("kissat"));
        assert_eq!(known_solver("unheard-of"), None);
        for known in KNOWN {
            assert!(known.args.contains(&"{cnf}"), "{}", known.name);
            assert!(known.proof.is_none_or(|args| args.iter().any(|arg| arg.contains("{proof}"))), "{}", known.name);
        }
    }
}
