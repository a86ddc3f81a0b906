//! Proofs of unsatisfiability: the steps that an engine reports, and the formats in which they are written.
//!
//! Six formats: DRAT (Wetzler, Heule, Hunt, SAT'14), DSR (Codel, Avigad, Heule, FMCAD'24) and LRAT (Cruz-Filipe, Heule,
//! Hunt, Kaufmann, Schneider-Kamp, CADE'17), each as text and as binary. All of them go through one block buffer
//! ([`block`]) that writes whole steps only, so an unfinished proof ends at a whole step.

mod binary;
pub(crate) mod block;
pub(crate) mod drat;
pub(crate) mod dsr;
mod lidrup;
pub(crate) mod lrat;
mod memory;
mod text;
pub(crate) mod tracer;

pub use memory::InMemory;
pub use tracer::{ClauseId, Conclusion, Tracer};

use crate::cnf::inputs;
use block::{Block, Container};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// The format of a proof.
///
/// ```
/// use gemsat::proof::ProofFormat;
///
/// assert_eq!("lrat".parse(), Ok(ProofFormat::Lrat));
/// assert_eq!(ProofFormat::DratText.to_string(), "drat-text");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProofFormat {
    /// DRAT in lines of numbers.
    DratText,
    /// DRAT in bytes: `a` or `d`, literals as variable-length numbers, 0.
    Drat,
    /// DSR in lines of numbers: DRAT extended by substitution redundant clauses.
    DsrText,
    /// DSR in bytes, encoded as in binary DRAT.
    Dsr,
    /// LRAT in lines of numbers.
    LratText,
    /// LRAT in bytes, also known as CLRAT: every id is doubled, with its sign in the lowest bit.
    Lrat,
}

impl ProofFormat {
    /// All formats, with their names on the command line.
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

/// An unknown name of a proof format.
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

/// Creates or truncates the file and writes a proof to it, compressed if the name ends in `.gz` or `.zst`.
///
/// In LRAT the clauses of the formula have the ids 1 to `original_clauses`, in the order in which they are added; if
/// one more is added, the run ends in `Unknown(Stop::Proof)`. The other formats do not need that number. The file is
/// complete only after [`Tracer::finish`].
///
/// # Errors
/// When the file cannot be created.
pub fn create(path: &Path, format: ProofFormat, original_clauses: u64) -> io::Result<Box<dyn Tracer>> {
    inputs::refuse(path)?;
    Ok(written_to(Block::new(File::create(path)?, Container::of(path)), format, original_clauses))
}

/// Writes a proof to memory. If it grows beyond `most` bytes, the run ends in `Unknown(Stop::Proof)`.
///
/// `original_clauses` is as for [`create`]. The proof is complete only after [`Tracer::finish`].
///
/// ```
/// use gemsat::{Formula, Solver, Verdict, proof::{ProofFormat, create_in_memory}};
/// let formula = Formula::from_dimacs_lists(&[&[1], &[-1]]);
/// let (tracer, proof) = create_in_memory(ProofFormat::LratText, formula.num_clauses() as u64, 1 << 20);
/// let mut solver = Solver::new();
/// solver.set_tracer(tracer).expect("there are no clauses yet");
/// solver.load(&formula);
/// assert_eq!(solver.solve(), Verdict::Unsat);
/// solver.finish_proof()?;
/// assert!(String::from_utf8_lossy(&proof.take()).contains(" 0 "));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn create_in_memory(format: ProofFormat, original_clauses: u64, most: usize) -> (Box<dyn Tracer>, InMemory) {
    let proof = InMemory::new(most);
    (written_to(Block::new(proof.clone(), Container::Plain), format, original_clauses), proof)
}

/// Creates or truncates the file and writes one proof of all calls of a solver to it, in LIDRUP, compressed if the name
/// ends in `.gz` or `.zst`: every answer of the solver can be checked with it ([`crate::check::lidrup`]).
///
/// The file is complete only after [`Tracer::finish`].
///
/// # Errors
/// When the file cannot be created.
pub fn create_of_calls(path: &Path) -> io::Result<Box<dyn Tracer>> {
    inputs::refuse(path)?;
    Ok(Box::new(lidrup::Lidrup::new(Block::new(File::create(path)?, Container::of(path)))))
}

/// Begins a proof of all calls of a solver, as [`create_of_calls`], in memory: at most `most` bytes.
///
/// ```
/// use gemsat::{Limits, Solver, Verdict, check, proof::create_of_calls_in_memory};
/// let (tracer, proof) = create_of_calls_in_memory(1 << 20);
/// let mut solver = Solver::new();
/// solver.set_tracer(tracer).expect("there are no clauses yet");
/// let [a, b] = solver.new_lits();
/// solver.add_clause([a, b]);
/// assert_eq!(solver.solve_with([!a, !b]), Verdict::Unsat);
/// solver.add_clause([!a]);
/// assert!(matches!(solver.solve(), Verdict::Sat(_)));
/// solver.finish_proof()?;
/// let report = check::lidrup::check(&mut &proof.take()[..], None, &Limits::none());
/// let check::Outcome::Verified(report) = report else { panic!("{report:?}") };
/// assert_eq!((report.clauses, report.refuted, report.satisfied), (2, 1, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn create_of_calls_in_memory(most: usize) -> (Box<dyn Tracer>, InMemory) {
    let proof = InMemory::new(most);
    (Box::new(lidrup::Lidrup::new(Block::new(proof.clone(), Container::Plain))), proof)
}

fn written_to(block: Block, format: ProofFormat, original_clauses: u64) -> Box<dyn Tracer> {
    match format {
        ProofFormat::DratText => Box::new(drat::Drat::<text::Text>::new(block)),
        ProofFormat::Drat => Box::new(drat::Drat::<binary::Binary>::new(block)),
        ProofFormat::DsrText => Box::new(dsr::Dsr::new(drat::Drat::<text::Text>::new(block))),
        ProofFormat::Dsr => Box::new(dsr::Dsr::new(drat::Drat::<binary::Binary>::new(block))),
        ProofFormat::LratText => Box::new(lrat::Lrat::<text::Text>::new(block, original_clauses)),
        ProofFormat::Lrat => Box::new(lrat::Lrat::<binary::Binary>::new(block, original_clauses)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_parse_from_the_names_they_display() {
        for (name, format) in ProofFormat::NAMES {
            assert_eq!(name.parse(), Ok(format));
            assert_eq!(format.to_string(), name);
        }
        assert!("DRAT".parse::<ProofFormat>().is_err());
    }
}
