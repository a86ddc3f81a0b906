//! Checks models, and reads them.
//!
//! Three kinds of file: the `s` and `v` lines of the SAT competitions, MiniSat's result file (`SAT`, then the literals),
//! and the `.sol` file of a symbolic formula (one signed name a line). In `v` lines, too, a symbolic formula's variables go
//! by their names. Variables that are not named have no value.

use super::fault::{Fault, Place, Refutation};
use crate::cnf::{Formula, Lit, Names, Partial, Var};
use std::io::{BufRead, ErrorKind, Read};

/// The longest word that is kept: longer ones name nothing.
const MAX_WORD: usize = 1 << 20;

/// Checks that every clause of the formula has a true literal; variables without a value satisfy nothing.
///
/// # Errors
/// The first clause without one.
pub fn check(formula: &Formula, model: &Partial) -> Result<(), Refutation> {
    let satisfied = |clause: &[Lit]| clause.iter().any(|&lit| model.value(lit) == Some(true));
    match formula.clauses().position(|clause| !satisfied(clause)) {
        None => Ok(()),
        Some(index) => Err(Refutation::nowhere(Fault::FalseClause(index as u64 + 1))),
    }
}

/// Whether a file that begins like this holds a model rather than a proof; `symbolic` says that the formula has names.
pub fn looks_like_model(head: &[u8], symbolic: bool) -> bool {
    let lines = head.split(|&byte| byte == b'\n');
    let mut words = lines.filter_map(|line| line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()));
    match words.find(|&word| word != b"c") {
        Some(b"s" | b"v" | b"SAT" | b"UNSAT" | b"INDET" | b"SATISFIABLE" | b"UNSATISFIABLE") => true,
        Some(_) => symbolic && !head.contains(&0),
        None => false,
    }
}

/// What the words of a line are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Comment,
    Status,
    Values,
}

/// Reads a model of the formula, whose variables may have names.
///
/// # Errors
/// When the file cannot be read, says that there is no model, names something else than variables, or gives a variable
/// both values.
pub fn read(source: impl BufRead, formula: &Formula, names: Option<&Names>) -> Result<Partial, Refutation> {
    let mut words = Words { source, line: 1, word: Vec::new() };
    let mut model = Partial::unassigned(formula.num_vars() as usize);
    let mut kind = Line::Comment;
    let (mut claimed, mut any, mut closed) = (false, false, false);
    while let Some(first) = words.next()? {
        let word = words.word.as_slice();
        let at = |fault| Refutation { place: Some(Place::Line(words.line)), fault };
        if first {
            kind = match word {
                b"c" | b"o" => Line::Comment,
                b"s" => Line::Status,
                b"v" => Line::Values,
                b"SAT" | b"UNSAT" | b"INDET" | b"SATISFIABLE" | b"UNSATISFIABLE" if !any && !is_name(names, word) => {
                    claimed |= claim(word).map_err(at)?;
                    Line::Values
                }
                _ => Line::Values,
            };
            if matches!(word, b"c" | b"o" | b"s" | b"v") || claimed && !any && matches!(word, b"SAT" | b"SATISFIABLE") {
                continue;
            }
        }
        match kind {
            Line::Comment => {}
            Line::Status => claimed |= claim(word).map_err(at)?,
            Line::Values if word == b"0" => closed = true,
            Line::Values if closed => return Err(at(Fault::Syntax("nothing after the 0 that ends the model"))),
            Line::Values => {
                any = true;
                let shown = || String::from_utf8_lossy(&word[..word.len().min(80)]).into_owned();
                let lit = literal(word, formula, names).ok_or_else(|| at(Fault::UnknownVariable(shown())))?;
                if model.value(lit) == Some(false) {
                    let name = shown();
                    return Err(at(Fault::TwoValues(name.trim_start_matches('-').to_owned())));
                }
                model.assign(lit);
            }
        }
    }
    if claimed || any || closed { Ok(model) } else { Err(Refutation::nowhere(Fault::NoModel("the file holds none"))) }
}

/// What the word says about the formula: true, that there is a model.
fn claim(word: &[u8]) -> Result<bool, Fault> {
    match word {
        b"SAT" | b"SATISFIABLE" => Ok(true),
        b"UNSAT" | b"UNSATISFIABLE" => Err(Fault::NoModel("the file says that the formula is unsatisfiable")),
        b"INDET" | b"UNKNOWN" | b"INDETERMINATE" => Err(Fault::NoModel("the file says that nothing was found")),
        _ => Err(Fault::Syntax("SATISFIABLE after 's'")),
    }
}

fn is_name(names: Option<&Names>, word: &[u8]) -> bool {
    names.zip(std::str::from_utf8(word).ok()).is_some_and(|(names, word)| names.find(word).is_some())
}

fn literal(word: &[u8], formula: &Formula, names: Option<&Names>) -> Option<Lit> {
    let word = std::str::from_utf8(word).ok()?;
    let (name, negative) = word.strip_prefix('-').map_or((word, false), |name| (name, true));
    let var = match names {
        Some(names) => names.find(name)?,
        None if name.bytes().all(|byte| byte.is_ascii_digit()) => Var::from_dimacs(name.parse().ok()?)?,
        None => return None,
    };
    (var.index() < formula.num_vars() as usize).then(|| Lit::new(var, negative))
}

/// The words of a text.
struct Words<R> {
    source: R,
    line: u64,
    word: Vec<u8>,
}

impl<R: BufRead> Words<R> {
    /// Goes to the next word; says whether it is the first of its line.
    fn next(&mut self) -> Result<Option<bool>, Refutation> {
        let mut first = self.line == 1 && self.word.is_empty();
        self.word.clear();
        loop {
            let failed = |error: std::io::Error| Refutation::nowhere(Fault::Io(error.to_string()));
            let bytes = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                result => result.map_err(failed)?,
            };
            if bytes.is_empty() {
                return Ok((!self.word.is_empty()).then_some(first));
            }
            let mut used = 0;
            for &byte in bytes {
                if byte.is_ascii_whitespace() {
                    if !self.word.is_empty() {
                        // The white space stays, to be counted before the next word.
                        self.source.consume(used);
                        return Ok(Some(first));
                    }
                    if byte == b'\n' {
                        self.line += 1;
                        first = true;
                    }
                } else if self.word.len() < MAX_WORD {
                    self.word.push(byte);
                }
                used += 1;
            }
            self.source.consume(used);
        }
    }
}

/// Reads a model of a formula in numbers from bytes, see [`read`].
///
/// # Errors
/// As [`read`].
pub fn read_bytes(mut source: impl Read, formula: &Formula, names: Option<&Names>) -> Result<Partial, Refutation> {
    read(std::io::BufReader::with_capacity(1 << 16, &mut source), formula, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &str) -> Result<(), Refutation> {
        let formula = Formula::from_dimacs_lists(&[&[1, -2], &[2, 3]]);
        check(&formula, &read(text.as_bytes(), &formula, None)?)
    }

    #[test]
    fn all_kinds_of_answers_are_read() {
        for text in [
            "c by hand\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "v 1 2 0",
            "SAT\n-1 -2 3 0\n",
            "\n  s SATISFIABLE\r\nv 3 -2 0\r\n",
            "1\n2\n-3\n",
        ] {
            assert_eq!(verdict(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_is_no_model_is_refused() {
        let line = |line, fault| Err(Refutation { place: Some(Place::Line(line)), fault });
        assert_eq!(verdict("s SATISFIABLE\nv 1 -2 -3 0\n"), Err(Refutation::nowhere(Fault::FalseClause(2))));
        assert_eq!(verdict("s SATISFIABLE\nv 0\n"), Err(Refutation::nowhere(Fault::FalseClause(1))));
        assert_eq!(verdict("c\nv 1 2\nv -1 0\n"), line(3, Fault::TwoValues("1".to_owned())));
        assert_eq!(verdict("v 1 2 4294967297 0\n"), line(1, Fault::UnknownVariable("4294967297".to_owned())));
        assert_eq!(verdict("v 1 2 +3 0\n"), line(1, Fault::UnknownVariable("+3".to_owned())));
        assert_eq!(verdict("v 1 2 0\nv 3 0\n"), line(2, Fault::Syntax("nothing after the 0 that ends the model")));
        assert!(verdict("s UNSATISFIABLE\n").is_err());
        assert!(verdict("UNSAT\n").is_err());
        assert!(verdict("s UNKNOWN\nv 1 2 0\n").is_err());
        assert!(verdict("").is_err());
        assert!(verdict("v\u{1} 1 2 0").is_err());
    }

    #[test]
    fn an_empty_formula_needs_no_values() {
        let formula = Formula::new();
        let model = read(&b"s SATISFIABLE\nv 0\n"[..], &formula, None).expect("a model");
        assert_eq!(check(&formula, &model), Ok(()));
    }
}
