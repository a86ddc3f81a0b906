//! Files of cubes: iCNF (Wieringa, 2009), a line `a LITERALS 0` for each cube, as march_cu writes them.
//!
//! A header, comments and clauses of an iCNF file are passed over: the formula is a file of its own here.

use gemsat::cnf::Lit;
use std::fmt;
use std::io::{self, BufRead, Write};

/// What is wrong with a file of cubes.
#[derive(Debug)]
pub enum IcnfError {
    /// A line that is neither a cube, a clause, a comment nor a header.
    Line(u64, &'static str),
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for IcnfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IcnfError::Line(line, what) => write!(f, "line {line}: {what}"),
            IcnfError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for IcnfError {}

/// Reads all cubes; their literals must be of variables up to `max_vars`.
///
/// # Errors
/// When a line is no cube, or reading fails.
pub fn read(source: impl BufRead, max_vars: u32) -> Result<Vec<Vec<Lit>>, IcnfError> {
    let mut cubes = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let line = line.map_err(IcnfError::Io)?;
        let number = index as u64 + 1;
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("a") => cubes.push(cube(words, max_vars).map_err(|what| IcnfError::Line(number, what))?),
            None | Some("p" | "c") => {}
            // A clause of the formula.
            Some(word) if word.parse::<i32>().is_ok() => {}
            Some(_) => return Err(IcnfError::Line(number, "expected a cube: 'a', literals, 0")),
        }
    }
    Ok(cubes)
}

fn cube<'a>(words: impl Iterator<Item = &'a str>, max_vars: u32) -> Result<Vec<Lit>, &'static str> {
    let mut lits: Vec<Lit> = Vec::new();
    let mut ended = false;
    for word in words {
        if ended {
            return Err("words after the 0 of a cube");
        }
        let number: i32 = word.parse().map_err(|_| "expected a literal")?;
        match Lit::from_dimacs(number) {
            None if number == 0 => ended = true,
            Some(lit) if lit.var().to_dimacs() as u32 <= max_vars => {
                if lits.iter().any(|other| other.var() == lit.var()) {
                    return Err("a cube names a variable twice");
                }
                lits.push(lit);
            }
            _ => return Err("a literal of a variable that the formula does not have"),
        }
    }
    if ended { Ok(lits) } else { Err("a cube without a final 0") }
}

/// Writes cubes, with a comment before each one that has a remark.
///
/// # Errors
/// When writing fails.
pub fn write<'a>(cubes: impl IntoIterator<Item = &'a [Lit]>, mut out: impl Write) -> io::Result<()> {
    for cube in cubes {
        out.write_all(b"a")?;
        for lit in cube {
            write!(out, " {}", lit.to_dimacs())?;
        }
        out.write_all(b" 0\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_read_as_written_and_the_formula_is_passed_over() {
        let text = "p inccnf\nc by march_cu\n1 2 0\n-1 -2 0\na 1 -3 0\na 0\n";
        let cubes = read(text.as_bytes(), 3).expect("cubes");
        let numbers: Vec<Vec<i32>> =
            cubes.iter().map(|cube| cube.iter().map(|lit| lit.to_dimacs()).collect()).collect();
        assert_eq!(numbers, [vec![1, -3], vec![]]);
        let mut written = Vec::new();
        write(cubes.iter().map(Vec::as_slice), &mut written).expect("written");
        assert_eq!(String::from_utf8_lossy(&written), "a 1 -3 0\na 0\n");
    }

    #[test]
    fn what_is_no_cube_is_named_with_its_line() {
        for (text, what) in [
            ("a 1 2\n", "line 1: a cube without"),
            ("a 1 0\na 4 0\n", "line 2: a literal of a variable"),
            ("a 1 -1 0\n", "line 1: a cube names"),
            ("a x 0\n", "line 1: expected a literal"),
            ("b 1 0\n", "line 1: expected a cube"),
            ("a 1 0 2\n", "line 1: words after"),
        ] {
            let error = read(text.as_bytes(), 3).expect_err(text).to_string();
            assert!(error.starts_with(what), "{text}: {error}");
        }
    }
}
