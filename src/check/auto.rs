//! Checks a proof whose format is not known for certain.
//!
//! **What it does.** The formats that the first bytes allow are tried one after the other, the likeliest first, until
//! one of them verifies the proof.
//!
//! **Soundness and proof.** A format that verifies the bytes shows that the formula is unsatisfiable, whatever their
//! author had in mind. Looking at the bytes can never exclude a format for good: once the empty clause is derived,
//! anything may follow, so a fault far behind it proves nothing about the format.
//!
//! **Schedule and cost.** A correct proof is nearly always in the first format, and is read once. A wrong one is read
//! up to three times; reading it as LRAT mostly fails at the first step if it is not LRAT. Unless a clause repeats its
//! first literal, DRAT and DSR are the same, and only one of them is tried.

use super::Outcome;
use super::drat::{self, DratOptions};
use super::fault::{CheckError, Fault};
use super::format::{Format, PREFIX, ProofEncoding, System, candidates};
use super::lrat;
use super::read::Proof;
use crate::cnf::Formula;
use crate::limits::Limits;
use std::io::{self, Cursor, Read};

/// What a verified proof consists of.
#[derive(Debug)]
pub enum Report {
    /// The report on a proof in DRAT or DSR.
    Drat(Box<drat::Report>),
    /// The report on a proof in LRAT.
    Lrat(lrat::Report),
}

/// The outcome of a check, and in which format the file was read.
#[derive(Debug)]
pub struct Checked {
    /// The format that verified the proof, or in which it was tried first.
    pub format: Format,
    /// The outcome in this format.
    pub outcome: Outcome<Report>,
    /// The outcomes in the other formats that were tried without success.
    pub others: Vec<(Format, CheckError)>,
    /// Why not all formats were tried, when the file could not be read again.
    pub untried: Option<CheckError>,
}

/// Checks that the proof refutes the formula. `open` gives the bytes of the proof from the first one on, every time it
/// is called. Only formats of `system` are tried, if there is one. [`DratOptions::witnesses`] follows from the format.
///
/// ```
/// use gemsat::{check::{auto, drat::DratOptions}, cnf::Formula, limits::Limits};
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
/// let proof = &b"2 0\n0\n"[..];
/// let checked = auto::check(&formula, || Ok(proof), None, DratOptions::default(), &Limits::none());
/// assert!(checked.outcome.is_verified());
/// assert_eq!(checked.format.to_string(), "DRAT in text");
/// ```
pub fn check<R: Read>(
    formula: &Formula,
    open: impl FnMut() -> io::Result<R>,
    system: Option<System>,
    options: DratOptions,
    limits: &Limits,
) -> Checked {
    check_by_threads(formula, open, system, options, 1, limits)
}

/// As [`check`], with this many threads. Only LRAT uses more than one; the outcome does not depend on their number.
pub fn check_by_threads<R: Read>(
    formula: &Formula,
    mut open: impl FnMut() -> io::Result<R>,
    system: Option<System>,
    options: DratOptions,
    threads: usize,
    limits: &Limits,
) -> Checked {
    let mut checked = Checked {
        format: Format { system: system.unwrap_or(System::Drat), encoding: ProofEncoding::Text },
        outcome: Outcome::Rejected(CheckError::whole(Fault::NoEmptyClause)),
        others: Vec::new(),
        untried: None,
    };
    let (prefix, rest) = match open().and_then(begin) {
        Ok(begun) => begun,
        Err(error) => return Checked { outcome: CheckError::whole(error.into()).into(), ..checked },
    };
    let mut formats = candidates(&prefix, formula.num_clauses() as u64);
    formats.retain(|format| system.is_none_or(|system| format.system == system));
    let mut source = Some(Cursor::new(prefix).chain(rest));
    let mut same: Option<ProofEncoding> = None;
    for (attempt, format) in formats.into_iter().enumerate() {
        if format.system != System::Lrat && same == Some(format.encoding) {
            continue;
        }
        let bytes = match source.take() {
            Some(bytes) => Ok(bytes),
            None => open().map(|rest| Cursor::default().chain(rest)),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                checked.untried = Some(CheckError::whole(error.into()));
                break;
            }
        };
        let mut proof = Proof::new(bytes, format.encoding);
        let outcome = match format.system {
            System::Lrat if options.derivation => {
                lrat::derive_by_threads(formula, &mut proof, threads, limits).map(Report::Lrat)
            }
            System::Lrat => lrat::check_by_threads(formula, &mut proof, threads, limits).map(Report::Lrat),
            system => {
                let options = DratOptions { witnesses: system == System::Dsr, ..options };
                drat::check(formula, &mut proof, options, limits).map(|report| Report::Drat(Box::new(report)))
            }
        };
        match outcome {
            Outcome::Rejected(error) | Outcome::Unreadable(error) if attempt > 0 => {
                checked.others.push((format, error))
            }
            Outcome::Rejected(_) | Outcome::Unreadable(_) => (checked.format, checked.outcome) = (format, outcome),
            Outcome::Verified(_) | Outcome::Unknown(_) => return Checked { format, outcome, ..checked },
        }
        if format.system != System::Lrat && !proof.repeats_pivot() {
            same = Some(format.encoding);
        }
    }
    checked
}

/// The first bytes of a source, and what follows them.
fn begin<R: Read>(mut source: R) -> io::Result<(Vec<u8>, R)> {
    let mut prefix = Vec::new();
    source.by_ref().take(PREFIX as u64).read_to_end(&mut prefix)?;
    Ok((prefix, source))
}
