//! Files of cubes: iCNF (Wieringa, 2009), a line `a LITERALS 0` for each cube, as march_cu writes them.
//!
//! A file may hold the formula as well, after `p inccnf`: [`Icnf`] has both. If the formula is given separately, the
//! header, comments and clauses are skipped.

use gemsat::cnf::{Formula, Lit};
use std::fmt;
use std::io::{self, BufRead, Write};

/// What is wrong with a file of cubes.
#[derive(Debug)]
pub enum IcnfError {
    /// A line that is neither a cube, a clause, a comment nor a header.
    Line(u64, &'static str),
    /// There are cubes, and no clause.
    NoFormula,
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for IcnfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IcnfError::Line(line, what) => write!(f, "line {line}: {what}"),
            IcnfError::NoFormula => {
                f.write_str("these are cubes without their formula: give the formula, and the cubes by --cubes")
            }
            IcnfError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for IcnfError {}

/// A formula together with cubes.
#[derive(Debug)]
pub struct Icnf {
    /// The formula; it has the variables of the cubes, too.
    pub formula: Formula,
    /// The cubes.
    pub cubes: Vec<Vec<Lit>>,
}

/// Whether a text that begins so is iCNF: its first line that is no comment is the header or a cube.
pub fn is_icnf(head: &[u8]) -> bool {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && *line != b"c" && !line.starts_with(b"c "));
    lines.next().is_some_and(|line| {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match words.next() {
            Some(b"p") => words.next() == Some(b"inccnf"),
            word => word == Some(b"a"),
        }
    })
}

impl Icnf {
    /// Reads a formula and its cubes.
    ///
    /// # Errors
    /// When a line is neither clause nor cube, there is no clause at all, or reading fails.
    pub fn read(source: impl BufRead, max_vars: usize) -> Result<Icnf, IcnfError> {
        let (mut formula, mut cubes) = (Formula::new(), Vec::new());
        for (index, line) in source.lines().enumerate() {
            let line = line.map_err(IcnfError::Io)?;
            let wrong = |what| IcnfError::Line(index as u64 + 1, what);
            let mut words = line.split_ascii_whitespace();
            match words.clone().next() {
                None | Some("c") => continue,
                Some("p") if line.split_ascii_whitespace().eq(["p", "inccnf"]) => continue,
                Some("p") => return Err(wrong("expected the header 'p inccnf'")),
                Some("a") => {
                    words.next();
                    cubes.push(cube(words, max_vars).map_err(wrong)?);
                }
                Some(_) => formula.add_clause(literals(words, max_vars).map_err(wrong)?),
            }
        }
        if formula.num_clauses() == 0 {
            return Err(IcnfError::NoFormula);
        }
        let most = cubes.iter().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        formula.declare_vars(most);
        Ok(Icnf { formula, cubes })
    }

    /// Writes a formula and its cubes.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write<'a>(
        formula: &Formula,
        cubes: impl IntoIterator<Item = &'a [Lit]>,
        mut out: impl Write,
    ) -> io::Result<()> {
        out.write_all(b"p inccnf\n")?;
        for clause in formula.clauses() {
            clause.iter().try_for_each(|lit| write!(out, "{} ", lit.to_dimacs()))?;
            out.write_all(b"0\n")?;
        }
        write(cubes, out)
    }
}

/// Reads all cubes; their literals must be of variables up to `max_vars`.
///
/// # Errors
/// When a line is no cube, or reading fails.
pub fn read(source: impl BufRead, max_vars: usize) -> Result<Vec<Vec<Lit>>, IcnfError> {
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

fn cube<'a>(words: impl Iterator<Item = &'a str>, max_vars: usize) -> Result<Vec<Lit>, &'static str> {
    let lits = literals(words, max_vars)?;
    let mut vars: Vec<u32> = lits.iter().map(|lit| lit.var().to_dimacs() as u32).collect();
    vars.sort_unstable();
    if vars.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("a cube names a variable twice");
    }
    Ok(lits)
}

/// The literals up to the 0 at the end of a line.
fn literals<'a>(words: impl Iterator<Item = &'a str>, max_vars: usize) -> Result<Vec<Lit>, &'static str> {
    let mut lits: Vec<Lit> = Vec::new();
    let mut ended = false;
    for word in words {
        if ended {
            return Err("words after the final 0");
        }
        let number: i32 = word.parse().map_err(|_| "expected a literal")?;
        match Lit::from_dimacs(number) {
            None if number == 0 => ended = true,
            Some(lit) if lit.var().index() < max_vars => lits.push(lit),
            _ => return Err("a literal of a variable that the formula does not have"),
        }
    }
    if ended { Ok(lits) } else { Err("the final 0 is missing") }
}

/// Writes cubes alone.
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
            ("a 1 2\n", "line 1: the final 0"),
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

    #[test]
    fn a_formula_and_its_cubes_are_read_as_written() {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, -2]]);
        let cubes = read("a 1 -3 0\na -1 0\n".as_bytes(), 3).expect("cubes");
        let mut text = Vec::new();
        Icnf::write(&formula, cubes.iter().map(Vec::as_slice), &mut text).expect("written");
        assert!(is_icnf(&text));
        let again = Icnf::read(&text[..], 100).expect("both");
        assert_eq!((again.formula.num_clauses(), again.formula.num_vars()), (2, 3));
        assert_eq!(again.cubes, cubes);
        assert_eq!(read(&text[..], 3).expect("cubes"), cubes);
    }

    #[test]
    fn a_file_of_cubes_is_known_by_its_first_line() {
        for text in ["a 1 0\n", "c by hand\n\np inccnf\n1 0\n", "  a 0", "p  inccnf"] {
            assert!(is_icnf(text.as_bytes()), "{text}");
        }
        for text in ["", "c a 1 0\n", "p cnf 1 1\na 1 0\n", "ab 1 0\n", "1 0\na 1 0\n", "p inccnf2\n"] {
            assert!(!is_icnf(text.as_bytes()), "{text}");
        }
        for text in ["a 1 0\n", "p inccnf\na 1 0\n", "p cnf 1 1\n1 0\n", "1 0\ne 1 0\n", "1\n2 0\n", "999 0\n"] {
            assert!(Icnf::read(text.as_bytes(), 100).is_err(), "{text}");
        }
    }
}
