//! What an encoder returns: a formula whose variables have names, and how it is written.

use super::ClauseSink;
use crate::cnf::{Assignment, Formula, Lit, Var};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// A puzzle as a formula.
///
/// The puzzle's own variables come first and have names; variables from `names.len()` on are auxiliary.
///
/// ```
/// use gemsat::encode::Encoding;
///
/// let mut encoding = Encoding::with_names(vec!["rain".into(), "sun".into()]);
/// let vars: Vec<_> = encoding.puzzle_vars().collect();
/// encoding.formula.add_clause([vars[0].pos(), vars[1].neg()]);
/// let mut text = Vec::new();
/// encoding.write_symbolic(&mut text)?;
/// assert_eq!(text, b"rain -sun\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// The clauses.
    pub formula: Formula,
    /// The names of the puzzle's own variables, in order. A name is one word that does not begin with `-`.
    pub names: Vec<String>,
    /// What is written as `c @ ...` lines: enough to decode a model without the puzzle.
    pub notes: Vec<String>,
    /// What is written as `c ...` lines for people, such as how the puzzle's text was read.
    pub remarks: Vec<String>,
}

/// Why a puzzle cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The formula would be larger than memory or 32-bit offsets allow.
    TooLarge,
    /// This puzzle has no such encoding; says why.
    Unsupported(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::TooLarge => f.write_str("the formula would be too large; choose another encoding"),
            EncodeError::Unsupported(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for EncodeError {}

impl Encoding {
    /// An encoding with nothing but named variables.
    pub fn with_names(names: Vec<String>) -> Encoding {
        let mut formula = Formula::new();
        formula.declare_vars(names.len());
        Encoding { formula, names, ..Encoding::default() }
    }

    /// A new variable with a name, which is one word that does not begin with `-`.
    ///
    /// # Panics
    /// When there are auxiliary variables already: those with names come first.
    pub fn new_named_var(&mut self, name: impl Into<String>) -> Var {
        assert_eq!(self.names.len(), self.formula.num_vars(), "variables with names come before the others");
        self.names.push(name.into());
        self.formula.new_var()
    }

    /// How many variables are the puzzle's own.
    pub fn num_puzzle_vars(&self) -> usize {
        self.names.len()
    }

    /// The puzzle's own variables, in order.
    pub fn puzzle_vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.num_puzzle_vars()).map(Var::new)
    }

    /// The name of a variable; auxiliary ones are called `AUX_1`, `AUX_2` and so on.
    pub fn name(&self, var: Var) -> Cow<'_, str> {
        match self.names.get(var.index()) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("AUX_{}", var.index() - self.names.len() + 1)),
        }
    }

    /// Writes DIMACS: the remarks, the notes, the names of the puzzle's variables, the header and the clauses.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_dimacs(&self, mut out: impl Write) -> io::Result<()> {
        for remark in &self.remarks {
            writeln!(out, "c {remark}")?;
        }
        for note in &self.notes {
            writeln!(out, "c @ {note}")?;
        }
        for (index, name) in self.names.iter().enumerate() {
            writeln!(out, "c varname {} {name}", index + 1)?;
        }
        write_formula(&self.formula, out)
    }

    /// Writes the named form: no header, one clause a line, literals separated by blanks, `-` before a name for "not".
    /// An empty clause is an empty line, which readers of that form skip, so a formula with one is refused.
    ///
    /// # Errors
    /// When writing fails, or (`InvalidData`) when there is an empty clause.
    pub fn write_symbolic(&self, mut out: impl Write) -> io::Result<()> {
        for clause in self.formula.clauses() {
            if clause.is_empty() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the puzzle contradicts itself, and the symbolic form cannot hold an empty clause",
                ));
            }
            for (position, &lit) in clause.iter().enumerate() {
                let space = if position == 0 { "" } else { " " };
                let sign = if lit.is_negative() { "-" } else { "" };
                write!(out, "{space}{sign}{}", self.name(lit.var()))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes an assignment as a `.sol` file: every puzzle variable on its own line, `-` before the name of a false
    /// one.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_sol(&self, model: &Assignment, mut out: impl Write) -> io::Result<()> {
        for (index, name) in self.names.iter().enumerate() {
            let sign = if model.value(Var::new(index)) { "" } else { "-" };
            writeln!(out, "{sign}{name}")?;
        }
        Ok(())
    }
}

/// The variables that are made this way are auxiliary.
impl ClauseSink for Encoding {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn declare_vars(&mut self, count: usize) {
        self.formula.declare_vars(count);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }
}

/// Writes the header and the clauses of a formula in DIMACS. Numbers are formatted by hand: a board of a million cells
/// has tens of millions of literals, and `write!` takes three times as long over them.
///
/// # Errors
/// When writing fails.
pub fn write_formula(formula: &Formula, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "p cnf {} {}", formula.num_vars(), formula.num_clauses())?;
    let mut line = Vec::with_capacity(1 << 16);
    for clause in formula.clauses() {
        for &lit in clause {
            push_lit(&mut line, lit);
            line.push(b' ');
        }
        line.extend_from_slice(b"0\n");
        if line.len() > (1 << 16) - 256 {
            out.write_all(&line)?;
            line.clear();
        }
    }
    out.write_all(&line)
}

fn push_lit(line: &mut Vec<u8>, lit: Lit) {
    let mut digits = [0u8; 10];
    let mut start = digits.len();
    let mut number = lit.to_dimacs().unsigned_abs();
    while number > 0 {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    if lit.is_negative() {
        line.push(b'-');
    }
    line.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Encoding {
        let mut encoding = Encoding::with_names(vec!["A_1".into(), "B_1".into()]);
        let aux = encoding.formula.new_var();
        encoding.formula.add_clause([Var::new(0).neg(), Var::new(1).pos()]);
        encoding.formula.add_clause([aux.neg(), Var::new(0).pos()]);
        encoding.notes.push("sample 1".into());
        encoding
    }

    fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory takes it");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn dimacs_has_the_note_the_names_and_the_clauses() {
        let encoding = sample();
        assert_eq!(
            text(|out| encoding.write_dimacs(out)),
            "c @ sample 1\nc varname 1 A_1\nc varname 2 B_1\np cnf 3 2\n-1 2 0\n-3 1 0\n"
        );
    }

    #[test]
    fn the_symbolic_form_uses_names() {
        let mut encoding = sample();
        assert_eq!(text(|out| encoding.write_symbolic(out)), "-A_1 B_1\n-AUX_1 A_1\n");
        let model = Assignment::from_iter([true, false, true]);
        assert_eq!(text(|out| encoding.write_sol(&model, out)), "A_1\n-B_1\n");
        encoding.formula.add_clause::<Lit>([]);
        assert_eq!(encoding.write_symbolic(&mut Vec::new()).map_err(|e| e.kind()), Err(io::ErrorKind::InvalidData));
    }

    #[test]
    fn numbers_of_every_length_are_written() {
        for number in [1, -9, 10, 4096, -123_456_789, i32::MAX - 1, -(i32::MAX - 1)] {
            let mut line = Vec::new();
            push_lit(&mut line, Lit::from_dimacs(number).expect("not 0"));
            assert_eq!(line, number.to_string().as_bytes());
        }
    }
}
