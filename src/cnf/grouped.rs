//! Clauses with their lines and groups: DIMACS CNF and group CNF (`p gcnf`).
//!
//! Group CNF is the format of the MUS track of the SAT Competition 2011: the header `p gcnf VARS CLAUSES GROUPS`, and before
//! each clause its group in braces, `{3} 1 -2 0`. Group 0 is always there.

use super::formula::Formula;
use super::lit::{Lit, Var};
use std::fmt;
use std::io::{self, BufRead};

/// What a text holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupedText {
    /// The clauses.
    pub formula: Formula,
    /// By clause: the line in which it begins, from 1.
    pub lines: Vec<u64>,
    /// By clause: its group, 0 for clauses that are always there; empty where the text has no groups.
    pub groups: Vec<u32>,
    /// The number of groups that the header declares.
    pub num_groups: u32,
}

/// Why a text is no CNF or group CNF.
#[derive(Debug)]
pub struct GroupedError {
    line: u64,
    column: u64,
    what: String,
}

impl fmt::Display for GroupedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for GroupedError {}

/// The longest line that is read.
const LONGEST: u64 = 1 << 28;

/// The most groups: each of them needs a variable beside those of the formula.
const MOST_GROUPS: u32 = 1 << 28;

/// Reads a text. `Ok(None)` when it does not begin with a header of one of the two formats.
///
/// # Errors
/// When the text is not as its header says, or cannot be read; the error has the line and the column.
pub fn read(mut source: impl BufRead, max_vars: u32) -> Result<Option<GroupedText>, GroupedError> {
    let mut text = GroupedText::default();
    let mut header: Option<(u32, u64, bool)> = None;
    let (mut number, mut line) = (0, Vec::new());
    // The group and the first line of the clause that is being read.
    let mut open: Option<(u32, u64)> = None;
    loop {
        line.clear();
        number += 1;
        let fault = |column: usize, what: String| GroupedError { line: number, column: column as u64 + 1, what };
        let read = io::Read::take(&mut source, LONGEST).read_until(b'\n', &mut line);
        if read.map_err(|error| fault(0, error.to_string()))? == 0 {
            break;
        }
        let Ok(words) = std::str::from_utf8(&line) else { return Err(fault(0, "expected ASCII text".into())) };
        let first = words.split_ascii_whitespace().next();
        if first.is_none_or(|word| word.starts_with('c')) {
            continue;
        }
        if first == Some("%") && text.lines.len() as u64 >= header.map_or(0, |(_, clauses, _)| clauses) {
            break;
        }
        let column = |word: &str| word.as_ptr() as usize - words.as_ptr() as usize;
        let Some((vars, clauses, grouped)) = header else {
            let mut parts = words.split_ascii_whitespace();
            if parts.next() != Some("p") {
                return Ok(None);
            }
            let grouped = match parts.next() {
                Some("cnf") => false,
                Some("gcnf") => true,
                _ => return Ok(None),
            };
            let mut count = |what: &str, most: u64| {
                let word = parts.next().unwrap_or("");
                let number = word.parse::<u64>().ok().filter(|&number| number <= most);
                number.ok_or_else(|| fault(0, format!("expected {what} up to {most} in the header, found '{word}'")))
            };
            let vars = count("the number of variables", u64::from(max_vars))? as u32;
            let clauses = count("the number of clauses", u64::from(u32::MAX))?;
            if grouped {
                text.num_groups = count("the number of groups", u64::from(MOST_GROUPS))? as u32;
            }
            if let Some(word) = parts.next() {
                let message = format!("expected the end of the line after the counts, found '{word}'");
                return Err(fault(column(word), message));
            }
            text.formula.declare_vars(vars);
            header = Some((vars, clauses, grouped));
            continue;
        };
        for word in words.split_ascii_whitespace() {
            if open.is_none() && text.lines.len() as u64 >= clauses {
                let message = format!("expected the end of the text after {clauses} clauses, found '{word}'");
                return Err(fault(column(word), message));
            }
            if let Some(group) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
                let group = group.parse().ok().filter(|&group: &u32| group <= text.num_groups);
                match group {
                    Some(group) if grouped && open.is_none() => open = Some((group, number)),
                    _ => {
                        return Err(fault(
                            column(word),
                            format!("expected a group from 0 to {}, found '{word}'", text.num_groups),
                        ));
                    }
                }
                continue;
            }
            if grouped && open.is_none() {
                return Err(fault(column(word), format!("expected a group in braces, found '{word}'")));
            }
            let begun = *open.get_or_insert((0, number));
            let value: Option<i32> = word.parse().ok().filter(|&value: &i32| value.unsigned_abs() <= vars);
            let value = value
                .ok_or_else(|| fault(column(word), format!("expected a literal up to {vars} or 0, found '{word}'")))?;
            let too_large = |_| fault(column(word), "the formula needs more memory than can be had".into());
            match Lit::from_dimacs(value) {
                Some(lit) => text.formula.try_push(lit).map_err(too_large)?,
                None => {
                    text.formula.try_close().map_err(too_large)?;
                    text.lines.push(begun.1);
                    if grouped {
                        text.groups.push(begun.0);
                    }
                    open = None;
                }
            }
        }
    }
    let end = |what: String| GroupedError { line: number, column: 1, what };
    let Some((_, clauses, _)) = header else { return Ok(None) };
    if open.is_some() {
        return Err(end("expected 0 after the last clause".into()));
    }
    if (text.lines.len() as u64) < clauses {
        return Err(end(format!("expected {clauses} clauses, found {}", text.lines.len())));
    }
    debug_assert!(text.formula.used_vars() <= Var::MAX_COUNT);
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_lines_are_read() {
        let text = b"c x\np gcnf 3 3 2\n{0} 1 2 0\n{2} -1\n 3 0 {1} 2 0\n";
        let read = read(&text[..], 100).expect("a text").expect("a header");
        assert_eq!((read.groups, read.lines, read.num_groups), (vec![0, 2, 1], vec![3, 4, 5], 2));
        assert_eq!(read.formula, Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3], &[2]]));
    }

    #[test]
    fn faults_have_their_place() {
        let fault = |text: &str| read(text.as_bytes(), 100).expect_err("a fault").to_string();
        assert_eq!(fault("p gcnf 1 1 1\n{2} 1 0\n"), "2:1: expected a group from 0 to 1, found '{2}'");
        assert_eq!(fault("p cnf 1 1\n1 x 0\n"), "2:3: expected a literal up to 1 or 0, found 'x'");
        let counts = "expected the end of the line after the counts, found '7'";
        assert_eq!(fault("p cnf 1 1 7\n1 0\n"), format!("1:11: {counts}"));
        assert_eq!(fault("p gcnf 1 1 1 7\n{1} 1 0\n"), format!("1:14: {counts}"));
        assert_eq!(fault("p cnf 2 1\n1 0\n-1 0\n"), "3:1: expected the end of the text after 1 clauses, found '-1'");
        assert!(fault("p cnf 1 2\n1 0\n").contains("expected 2 clauses, found 1"));
        assert!(read(&b"1 2 0\n"[..], 9).expect("no fault").is_none());
    }
}
