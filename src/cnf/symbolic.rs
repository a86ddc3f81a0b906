//! The symbolic form: clauses of names, one clause a line, a leading `-` negates; and the names of variables.
//!
//! ```text
//! c Alaska is red, green or blue
//! AL_1 AL_2 AL_3
//! -AL_1 -AL_2
//! ```
//!
//! Variables are numbered in the order in which their names appear first. A name made of digits is a name (`-111
//! -112`).

use super::assignment::Assignment;
use super::formula::FormulaTooLarge;
use super::lit::{Lit, Var};
use crate::util::escape::acts;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};

/// The names of variables, in the order of their numbers.
///
/// Names lie in one buffer; a table with open addressing finds them. Its hash is keyed at random, so that no file can
/// choose names that collide; the order of the variables does not depend on it.
#[derive(Clone, Default)]
pub struct Names {
    text: String,
    ends: Vec<usize>,
    /// Variable indices plus 1, or 0 where free; the length is a power of two, or 0.
    slots: Vec<u32>,
    hash: RandomState,
}

impl Names {
    /// No names.
    pub fn new() -> Names {
        Names::default()
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a variable, if it has one.
    pub fn name(&self, var: Var) -> Option<&str> {
        let end = *self.ends.get(var.index())?;
        let start = if var.index() == 0 { 0 } else { self.ends[var.index() - 1] };
        Some(&self.text[start..end])
    }

    /// The variable with this name, if there is one.
    pub fn find(&self, name: &str) -> Option<Var> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slot(name);
        self.slots[slot].checked_sub(1).map(|index| Var::new(index as usize))
    }

    /// The variable with this name; a new name gets the next variable.
    ///
    /// # Errors
    /// When memory runs out, or there are `2^31 - 1` names.
    pub fn variable(&mut self, name: &str) -> Result<Var, FormulaTooLarge> {
        if 2 * (self.len() + 1) > self.slots.len() {
            self.grow()?;
        }
        let slot = self.slot(name);
        if let Some(index) = self.slots[slot].checked_sub(1) {
            return Ok(Var::new(index as usize));
        }
        if self.len() >= Var::MAX_COUNT {
            return Err(FormulaTooLarge);
        }
        self.text.try_reserve(name.len()).map_err(|_| FormulaTooLarge)?;
        self.ends.try_reserve(1).map_err(|_| FormulaTooLarge)?;
        self.text.push_str(name);
        self.ends.push(self.text.len());
        self.slots[slot] = self.len() as u32;
        Ok(Var::new(self.len() - 1))
    }

    /// The name as a clause has it, with a leading `-` when the literal is negative. A variable without a name is shown
    /// by its number.
    pub fn literal(&self, lit: Lit) -> NamedLit<'_> {
        NamedLit { name: self.name(lit.var()), lit }
    }

    /// Writes a model as a `.sol` file: one variable per line, `NAME` or `-NAME`.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_sol(&self, model: &Assignment, mut out: impl Write) -> io::Result<()> {
        for index in 0..self.len() {
            let var = Var::new(index);
            writeln!(out, "{}", self.literal(var.lit(model.value(var))))?;
        }
        Ok(())
    }

    /// The slot that holds the name, or the free one where it belongs.
    fn slot(&self, name: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash.hash_one(name) as usize & mask;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.name(Var::new(index as usize)) == Some(name) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the table.
    fn grow(&mut self) -> Result<(), FormulaTooLarge> {
        let size = (2 * self.slots.len()).max(64);
        let mut slots = Vec::new();
        slots.try_reserve_exact(size).map_err(|_| FormulaTooLarge)?;
        slots.resize(size, 0);
        self.slots = slots;
        for index in 0..self.len() as u32 {
            let name = self.name(Var::new(index as usize)).unwrap_or_default();
            let slot = self.slot(name);
            self.slots[slot] = index + 1;
        }
        Ok(())
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|index| self.name(Var::new(index)))).finish()
    }
}

/// Two sets are equal when they give the same names to the same variables.
impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.text == other.text && self.ends == other.ends
    }
}

impl Eq for Names {}

/// A literal shown by name; see [`Names::literal`].
#[derive(Clone, Copy, Debug)]
pub struct NamedLit<'a> {
    name: Option<&'a str>,
    lit: Lit,
}

impl fmt::Display for NamedLit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) if self.lit.is_negative() => write!(f, "-{name}"),
            Some(name) => f.write_str(name),
            None => self.lit.fmt(f),
        }
    }
}

/// Whether every byte of the word is a letter, a digit or `_`: names must be like that unless the user has said that
/// the text is symbolic, so that texts in other formats are not taken for symbolic ones.
pub(super) fn is_plain(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The message for a word that joins formulas and cannot be a name.
pub(super) const OPERATOR: &str =
    "an operator and no name: expected clauses of names, one a line (--input infix reads formulas with operators)";

/// Whether the word joins or negates formulas in some notation, so that nobody means a variable by it.
pub(super) fn is_operator(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 11] =
        [b"or", b"and", b"not", b"xor", b"nor", b"nand", b"implies", b"iff", b"if", b"then", b"else"];
    const SIGNS: [&[u8]; 18] = [
        b"v", b"^", b"&", b"|", b"~", b"!", b"&&", b"||", b"/\\", b"\\/", b"->", b"=>", b"<->", b"<=>", b"+", b"*",
        b"=", b"==",
    ];
    let unsigned = unsigned(word);
    SIGNS.contains(&unsigned) || SIGNS.contains(&word) || WORDS.iter().any(|name| unsigned.eq_ignore_ascii_case(name))
}

/// The word without the `-` that negates it.
pub(super) fn unsigned(word: &[u8]) -> &[u8] {
    word.strip_prefix(b"-").unwrap_or(word)
}

/// A word of a symbolic text: whether it is negated, and its name; or why it is no literal. With `plain`, only plain
/// names are accepted.
pub(super) fn literal(word: &[u8], plain: bool) -> Result<(bool, &str), &'static str> {
    let negative = word.first() == Some(&b'-');
    let name = &word[usize::from(negative)..];
    if name == b"0" {
        return Err(if plain {
            "but there is no header 'p cnf VARIABLES CLAUSES', expected one, or clauses of names that do not end in 0"
        } else {
            "expected a name: clauses end with their line, and no name is 0"
        });
    }
    if is_operator(word) {
        return Err(OPERATOR);
    }
    if name.is_empty() || name[0] == b'-' {
        return Err("expected a name, with at most one '-' before it");
    }
    if ["~", "!", "\u{ac}", "\u{2212}", "\u{2013}"].iter().any(|sign| name.starts_with(sign.as_bytes())) {
        return Err("expected an ASCII '-' before a negated name (--input infix reads '~', '!' and NOT)");
    }
    if plain && !is_plain(name) {
        return Err(
            "expected the header 'p cnf VARIABLES CLAUSES', or names of letters, digits and _, one clause a line",
        );
    }
    let name = std::str::from_utf8(name).map_err(|_| "expected a name in UTF-8")?;
    if name.contains(|c: char| acts(c) || c.is_whitespace()) {
        return Err("expected a name without control characters");
    }
    Ok((negative, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_they_appear_and_found_again() {
        let mut names = Names::new();
        for round in 0..2 {
            for index in 0..1000 {
                let var = names.variable(&format!("x{}", index * 7919 % 1000)).expect("memory");
                assert_eq!(var.index(), index, "round {round}");
            }
        }
        assert_eq!(names.find("x7919"), None);
        assert_eq!(names.find("x0"), Some(Var::new(0)));
        assert_eq!(names.name(Var::new(1)), Some("x919"));
        assert_eq!(names.name(Var::new(1000)), None);
    }

    #[test]
    fn sol_has_a_line_a_variable() {
        let mut names = Names::new();
        for name in ["AL_1", "111", "b"] {
            names.variable(name).expect("memory");
        }
        let model: Assignment = [true, false, true].into_iter().collect();
        let mut out = Vec::new();
        names.write_sol(&model, &mut out).expect("a vector takes all");
        assert_eq!(out, b"AL_1\n-111\nb\n");
    }

    #[test]
    fn words_are_names_with_one_sign_at_most() {
        assert_eq!(literal(b"-111", true), Ok((true, "111")));
        assert_eq!(literal(b"AL_1", true), Ok((false, "AL_1")));
        assert_eq!(literal("größe".as_bytes(), false), Ok((false, "größe")));
        for word in ["OR", "and", "-Not", "v", "^", "&", "||", "~a", "!b", "\u{ac}c"] {
            assert!(literal(word.as_bytes(), false).is_err(), "{word}");
        }
        assert_eq!(literal(b"V_1", true), Ok((false, "V_1")));
        for word in [&b"0"[..], b"-0", b"-", b"--x", b"a-b", b"1,2", b"+1", b"1.0", "größe".as_bytes(), b""] {
            assert!(literal(word, true).is_err(), "{}", word.escape_ascii());
        }
        assert!(literal(b"\xff", false).is_err());
        assert!(literal(b"a\0", false).is_err());
    }
}
