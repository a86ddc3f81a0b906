//! Reads answers of solvers, and checks their models.
//!
//! Three kinds of file: the `s` and `v` lines of the SAT competitions, MiniSat's result file (`SAT`, then the
//! literals), and the `.sol` file of a symbolic formula (one signed name a line). The variables of a symbolic formula
//! go by their names in `v` lines, too. Variables that are not named have no value.

use super::fault::{CheckError, Fault, Place};
use crate::cnf::{Formula, Lit, Names, Partial, Var};
use std::io::{BufRead, BufReader, ErrorKind, Read};

/// The most bytes of a word that are kept: nothing has a longer name.
const MAX_WORD: usize = 1 << 20;

/// Checks that every clause of the formula has a true literal; variables without a value satisfy nothing.
///
/// # Errors
/// The first clause without one.
pub fn check(formula: &Formula, model: &Partial) -> Result<(), CheckError> {
    let satisfied = |clause: &[Lit]| clause.iter().any(|&lit| model.value(lit) == Some(true));
    match formula.clauses().position(|clause| !satisfied(clause)) {
        None => Ok(()),
        Some(index) => Err(CheckError::whole(Fault::FalseClause(index as u64 + 1))),
    }
}

/// What a solver has answered.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Values for some of the variables.
    Model(Partial),
    /// That the formula is satisfiable, without values.
    Satisfiable,
    /// That the formula is unsatisfiable.
    Unsatisfiable,
    /// That it has found out neither.
    Unknown,
}

/// Whether a file that begins like this is certainly an answer: its first line that is not a comment has a status or a
/// `v`.
pub fn is_answer(head: &[u8]) -> bool {
    first_word(head).is_some_and(|word| matches!(word, b"s" | b"v") || Status::of_result(word).is_some())
}

/// Whether a file that begins like this may hold values of named variables: its first word is a name, or a negated one.
pub fn names_a_variable(head: &[u8], names: &Names) -> bool {
    first_word(head).is_some_and(|word| is_name(Some(names), word.strip_prefix(b"-").unwrap_or(word)))
}

/// The first word of the first line that is not a comment.
fn first_word(head: &[u8]) -> Option<&[u8]> {
    let lines = head.split(|&byte| byte == b'\n');
    let mut words = lines.filter_map(|line| line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()));
    words.find(|&word| word != b"c")
}

/// What an answer says about the formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Status {
    /// The word after `s`.
    fn of_line(word: &[u8]) -> Option<Status> {
        match word {
            b"UNKNOWN" | b"INDETERMINATE" => Some(Status::Unknown),
            word => Status::of_result(word),
        }
    }

    /// The first word of a result file.
    fn of_result(word: &[u8]) -> Option<Status> {
        match word {
            b"SAT" | b"SATISFIABLE" => Some(Status::Satisfiable),
            b"UNSAT" | b"UNSATISFIABLE" => Some(Status::Unsatisfiable),
            b"INDET" => Some(Status::Unknown),
            _ => None,
        }
    }
}

/// What the words of a line are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Comment,
    Status,
    Values,
}

/// Reads the answer to a formula, whose variables may have names.
///
/// # Errors When the file cannot be read, holds neither values nor a status, contradicts itself, or names anything
/// other than variables of the formula.
pub fn read(source: impl Read, formula: &Formula, names: Option<&Names>) -> Result<Answer, CheckError> {
    let mut words = Words { source: BufReader::with_capacity(1 << 16, source), line: 1, word: Vec::new() };
    let mut model = Partial::unassigned(formula.num_vars());
    let mut kind = Line::Comment;
    let mut status = None;
    let (mut any, mut closed) = (false, false);
    while let Some(first) = words.next()? {
        let word = words.word.as_slice();
        let at = |fault| CheckError { place: Some(Place::Line(words.line)), fault };
        if first {
            kind = match word {
                b"c" | b"o" => Line::Comment,
                b"s" => Line::Status,
                _ => Line::Values,
            };
            if matches!(word, b"c" | b"o" | b"s" | b"v") {
                continue;
            }
        }
        let result = Status::of_result(word).filter(|_| first && !any && !is_name(names, word));
        let stated = match kind {
            Line::Status => Some(Status::of_line(word).ok_or_else(|| at(Fault::Syntax("SATISFIABLE after 's'")))?),
            _ => result,
        };
        if let Some(stated) = stated {
            if status.is_some_and(|status| status != stated) {
                return Err(at(Fault::Syntax("the status of the line before")));
            }
            status = Some(stated);
            continue;
        }
        match kind {
            Line::Comment | Line::Status => {}
            Line::Values if closed => return Err(at(Fault::Syntax("nothing after the 0 that ends the model"))),
            Line::Values if matches!(status, Some(Status::Unsatisfiable | Status::Unknown)) => {
                return Err(at(Fault::Syntax("no values, since there is no model")));
            }
            Line::Values if word == b"0" => closed = true,
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
    match status {
        Some(Status::Unsatisfiable) => Ok(Answer::Unsatisfiable),
        Some(Status::Unknown) => Ok(Answer::Unknown),
        _ if any || closed => Ok(Answer::Model(model)),
        Some(Status::Satisfiable) => Ok(Answer::Satisfiable),
        None => Err(CheckError::whole(Fault::NoAnswer)),
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
    (var.index() < formula.num_vars()).then(|| Lit::new(var, negative))
}

/// The words of a text.
struct Words<R> {
    source: R,
    line: u64,
    word: Vec<u8>,
}

impl<R: BufRead> Words<R> {
    /// Goes to the next word; whether it is the first of its line.
    fn next(&mut self) -> Result<Option<bool>, CheckError> {
        let mut first = self.line == 1 && self.word.is_empty();
        self.word.clear();
        loop {
            let failed = |error: std::io::Error| CheckError::whole(error.into());
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
                        // The white space is left in the source, since the next word has to know whether a line ended
                        // in it.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Result<Answer, CheckError> {
        read(text.as_bytes(), &Formula::from_dimacs_lists(&[&[1, -2], &[2, 3]]), None)
    }

    fn verdict(text: &str) -> Result<(), CheckError> {
        let Answer::Model(model) = answer(text)? else { panic!("no model: {text}") };
        check(&Formula::from_dimacs_lists(&[&[1, -2], &[2, 3]]), &model)
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
        for text in ["s UNSATISFIABLE\n", "UNSAT\n", "c a proof follows\ns UNSATISFIABLE\n"] {
            assert!(matches!(answer(text), Ok(Answer::Unsatisfiable)), "{text}");
        }
        for text in ["s UNKNOWN\n", "INDET\n", "s INDETERMINATE\n"] {
            assert!(matches!(answer(text), Ok(Answer::Unknown)), "{text}");
        }
        assert!(matches!(answer("s SATISFIABLE\n"), Ok(Answer::Satisfiable)));
    }

    #[test]
    fn wrong_models_and_other_files_are_refused() {
        let line = |line, fault| Err(CheckError { place: Some(Place::Line(line)), fault });
        assert_eq!(verdict("s SATISFIABLE\nv 1 -2 -3 0\n"), Err(CheckError::whole(Fault::FalseClause(2))));
        assert_eq!(verdict("s SATISFIABLE\nv 0\n"), Err(CheckError::whole(Fault::FalseClause(1))));
        assert_eq!(verdict("c\nv 1 2\nv -1 0\n"), line(3, Fault::TwoValues("1".to_owned())));
        assert_eq!(verdict("v 1 2 4294967297 0\n"), line(1, Fault::UnknownVariable("4294967297".to_owned())));
        assert_eq!(verdict("v 1 2 +3 0\n"), line(1, Fault::UnknownVariable("+3".to_owned())));
        assert_eq!(verdict("v 1 2 0\nv 3 0\n"), line(2, Fault::Syntax("nothing after the 0 that ends the model")));
        let unreadable = [
            "",
            "c nothing\n",
            "v\u{1} 1 2 0",
            "s UNKNOWN\nv 1 2 0\n",
            "s UNSATISFIABLE\ns SATISFIABLE\nv 1 2 0\n",
            "s MAYBE\n",
        ];
        for text in unreadable {
            assert!(answer(text).is_err_and(|error| error.fault.is_unreadable()), "{text}");
        }
    }

    #[test]
    fn an_empty_formula_needs_no_values() {
        let formula = Formula::new();
        let Ok(Answer::Model(model)) = read(&b"s SATISFIABLE\nv 0\n"[..], &formula, None) else { panic!("a model") };
        assert_eq!(check(&formula, &model), Ok(()));
    }
}
