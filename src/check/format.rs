//! The formats of proofs, and which of them a proof may be in.
//!
//! **What it does.** A format is a proof system and an encoding. The same bytes can be correct in several formats: a
//! binary DRAT proof of few steps can be read as binary LRAT, and a DRAT clause that repeats its first literal as a DSR
//! clause with a witness. So the first bytes do not decide the format, but give an order ([`candidates`]): formats in
//! which all of them make sense come first, and [`super::auto`] tries the others, too, before it rejects a proof.

use super::fault::Fault;
use super::read::{COMPRESSED_ADD, COMPRESSED_DELETE, Proof, ProofStep, StepKind};
use std::collections::HashSet;
use std::fmt;

/// How many bytes from the beginning of a proof its format is recognised by.
pub const PREFIX: usize = 1 << 16;

/// The proof system that a file is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum System {
    /// Clauses to add and delete.
    Drat,
    /// Clauses to add and delete, some of them with a witness, which may be a substitution.
    Dsr,
    /// Clauses with ids and antecedents.
    Lrat,
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            System::Drat => "DRAT",
            System::Dsr => "DSR",
            System::Lrat => "LRAT",
        })
    }
}

/// How the steps of a proof are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofEncoding {
    /// Decimal numbers.
    Text,
    /// Bytes of seven bits each.
    Binary,
}

impl ProofEncoding {
    /// The encodings of a proof that begins with these bytes, the likelier one first. A binary proof begins with the
    /// mark of a step, a text with a number, a comment or white space; with a `d` before white space it may be either.
    pub fn candidates(prefix: &[u8]) -> &'static [ProofEncoding] {
        match prefix {
            [b'd', b' ' | b'\t' | b'\r' | b'\n', ..] if prefix.contains(&0) => {
                &[ProofEncoding::Binary, ProofEncoding::Text]
            }
            [b'd', b' ' | b'\t' | b'\r' | b'\n', ..] => &[ProofEncoding::Text, ProofEncoding::Binary],
            [b'a' | b'd' | COMPRESSED_ADD | COMPRESSED_DELETE, ..] => &[ProofEncoding::Binary],
            _ => &[ProofEncoding::Text],
        }
    }
}

/// A proof system and an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The system.
    pub system: System,
    /// The encoding.
    pub encoding: ProofEncoding,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.encoding {
            ProofEncoding::Text => write!(f, "{} in text", self.system),
            ProofEncoding::Binary => write!(f, "binary {}", self.system),
        }
    }
}

/// The formats of a proof that begins with these bytes (all of it, or [`PREFIX`] of them), the likeliest one first,
/// given how many clauses the formula has.
pub fn candidates(prefix: &[u8], original_clauses: u64) -> Vec<Format> {
    let mut formats = Vec::new();
    for &encoding in ProofEncoding::candidates(prefix) {
        let systems = if is_plausible_lrat(prefix, encoding, original_clauses) {
            [System::Lrat, System::Drat, System::Dsr]
        } else if is_plausible_dsr(prefix, encoding) {
            [System::Dsr, System::Drat, System::Lrat]
        } else {
            [System::Drat, System::Dsr, System::Lrat]
        };
        formats.extend(systems.map(|system| Format { system, encoding }));
    }
    formats
}

/// Whether the steps up to the empty clause or the end of the prefix read as LRAT: all ids of added clauses are new and
/// above those of the formula, and all other ids are of clauses that came before.
fn is_plausible_lrat(prefix: &[u8], encoding: ProofEncoding, original_clauses: u64) -> bool {
    let mut proof = Proof::new(prefix, encoding);
    let mut step = ProofStep::default();
    let mut derived = HashSet::new();
    loop {
        match proof.next_lrat(&mut step) {
            Ok(None) => return !derived.is_empty(),
            Ok(Some(kind)) => {
                let is_known = |id: &i64| id.unsigned_abs() <= original_clauses || derived.contains(&id.unsigned_abs());
                if !step.hints.iter().all(is_known) {
                    return false;
                }
                if kind == StepKind::Add && (step.id <= original_clauses || !derived.insert(step.id)) {
                    return false;
                }
                if kind == StepKind::Add && step.lits.is_empty() {
                    return true;
                }
            }
            Err(error) => return error.fault == Fault::Cut && !derived.is_empty(),
        }
    }
}

/// Whether the steps up to the empty clause or the end of the prefix read as DSR, and one of them has a witness.
fn is_plausible_dsr(prefix: &[u8], encoding: ProofEncoding) -> bool {
    if let Some(&(COMPRESSED_ADD | COMPRESSED_DELETE)) = prefix.first() {
        return true;
    }
    let mut proof = Proof::new(prefix, encoding);
    let mut step = ProofStep::default();
    let mut witnesses = false;
    loop {
        match proof.next_dsr(&mut step) {
            Ok(Some(StepKind::Add)) if step.lits.is_empty() => return witnesses,
            Ok(Some(_)) => witnesses |= !step.images.is_empty(),
            Ok(None) => return witnesses,
            Err(error) => return error.fault == Fault::Cut && witnesses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(bytes: &[u8]) -> String {
        candidates(bytes, 8)[0].to_string()
    }

    #[test]
    fn the_first_bytes_show_the_likeliest_format() {
        for text in ["1 2 1 1 2 3 0\n", "1 2 0\nd 4 5 0\n-3 -3 0\n", "c 1 1\n\n1 1 0\n1 2 0", "9 9 0 11 2 0\n"] {
            assert_eq!(first(text.as_bytes()), "DSR in text", "{text}");
        }
        for text in ["1 2 0\n", "d 1 1 0\n1 2 0\n", "1 -1 2 0\n", "12 1 0\n12 1", "c 1 1 0\n1 0\n", ""] {
            assert_eq!(first(text.as_bytes()), "DRAT in text", "{text}");
        }
        assert_eq!(first(b"9 9 0 1 2 0\n"), "LRAT in text");
        assert_eq!(first(&[b'a', 18, 18, 0, 2, 4, 0]), "binary LRAT");
        // Clause 9 exists already, and clause 11 does not exist yet.
        assert_eq!(first(&[b'a', 18, 18, 0, 2, 4, 0, b'a', 18, 0, 2, 0]), "binary DSR");
        assert_eq!(first(&[b'a', 18, 6, 0, b'a', 2, 0, b'a', 4, 0]), "binary DRAT");
        assert_eq!(first(&[b'a', 2, 4, 2, 0]), "binary DSR");
        assert_eq!(first(&[b'd', 2, 4, 2, 0, b'a', 4, 2, 0]), "binary DRAT");
        assert_eq!(first(&[1, 4, 2, 0]), "binary DSR");
    }

    #[test]
    fn a_deletion_of_variable_16_may_begin_a_binary_proof() {
        let formats = candidates(&[b'd', b' ', 4, 0], 8);
        assert_eq!(formats.len(), 6);
        assert_eq!((formats[0].encoding, formats[3].encoding), (ProofEncoding::Binary, ProofEncoding::Text));
        let formats = candidates(b"d 16 2 0\n", 8);
        assert_eq!((formats[0].encoding, formats[3].encoding), (ProofEncoding::Text, ProofEncoding::Binary));
    }
}
