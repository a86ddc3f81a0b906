//! Proofs of unsatisfiability: what an engine tells, and the formats that it is written in.
//!
//! Six formats: DRAT (Wetzler, Heule, Hunt, SAT'14), DSR (Codel, Avigad, Heule, FMCAD'24) and LRAT (Cruz-Filipe, Heule,
//! Hunt, Kaufmann, Schneider-Kamp, CADE'17), each as text and as binary. All of them stream through one block buffer
//! ([`block`]) that writes whole steps only, so that a proof which ends early ends at a step.

mod binary;
pub mod block;
pub mod drat;
pub mod dsr;
pub mod lrat;
mod text;
pub mod tracer;

pub use tracer::{ClauseId, Tracer};

use block::{Block, Container};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// How a proof is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// DRAT in lines of numbers.
    DratText,
    /// DRAT in bytes: `a` or `d`, literals as variable-length numbers, 0.
    Drat,
    /// DSR in lines of numbers: DRAT with clauses that are substitution redundant.
    DsrText,
    /// DSR in bytes, encoded as in binary DRAT.
    Dsr,
    /// LRAT in lines of numbers.
    LratText,
    /// LRAT in bytes, also known as CLRAT: every id is doubled, with its sign in the lowest bit.
    Lrat,
}

impl ProofFormat {
    /// All formats with the names that users give them.
    pub const NAMES: [(&'static str, ProofFormat); 6] = [
        ("drat-text", ProofFormat::DratText),
        ("drat", ProofFormat::Drat),
        ("dsr-text", ProofFormat::DsrText),
        ("dsr", ProofFormat::Dsr),
        ("lrat-text", ProofFormat::LratText),
        ("lrat", ProofFormat::Lrat),
    ];
}

impl fmt::Display for ProofFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ProofFormat::NAMES.iter().find(|(_, format)| format == self).map_or("", |(name, _)| name))
    }
}

/// A name that no proof format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ProofFormat::NAMES.map(|(name, _)| name).join(", ");
        write!(f, "unknown proof format '{}': one of {names}", self.0)
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for ProofFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<ProofFormat, UnknownFormat> {
        let known = ProofFormat::NAMES.iter().find(|(known, _)| *known == name);
        known.map(|&(_, format)| format).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Starts a proof in a new file, or in an emptied old one; compressed when the name ends in `.gz` or `.zst`.
///
/// `original_clauses` is how many ids the clauses of the formula's file take: 1 up to this number.
/// The proof is complete on the medium only after [`Tracer::finish`].
///
/// # Errors
/// When the file cannot be created.
pub fn create(path: &Path, format: ProofFormat, original_clauses: u64) -> io::Result<Box<dyn Tracer>> {
    let block = Block::new(File::create(path)?, Container::of(path));
    Ok(match format {
        ProofFormat::DratText => Box::new(drat::Drat::<text::Text>::new(block)),
        ProofFormat::Drat => Box::new(drat::Drat::<binary::Binary>::new(block)),
        ProofFormat::DsrText => Box::new(dsr::Dsr::new(drat::Drat::<text::Text>::new(block))),
        ProofFormat::Dsr => Box::new(dsr::Dsr::new(drat::Drat::<binary::Binary>::new(block))),
        ProofFormat::LratText => Box::new(lrat::Lrat::<text::Text>::new(block, original_clauses)),
        ProofFormat::Lrat => Box::new(lrat::Lrat::<binary::Binary>::new(block, original_clauses)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named_as_they_print() {
        for (name, format) in ProofFormat::NAMES {
            assert_eq!(name.parse(), Ok(format));
            assert_eq!(format.to_string(), name);
        }
        assert!("DRAT".parse::<ProofFormat>().is_err());
    }
}
