//! Checking proofs with the library's own checkers, which share no code with its solvers.

use crate::formula;
use crate::running::{raise, run};
use gemsat::check::drat::DratOptions;
use gemsat::check::format::System;
use gemsat::check::{Outcome, auto, lidrup};
use gemsat::cnf::{Formula, input};
use gemsat::limits::Limits;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use std::io::Read;
use std::path::PathBuf;

create_exception!(gemsat, ProofError, PyException, "A proof that does not hold; says where and why.");

/// Check that a proof refutes a formula, and answer with its format; ProofError says where it fails.
///
/// The formula is a CNF or anything that Solver.append_formula() takes. The proof is a path, bytes, or lines of text as
/// get_proof() returns them; in DRAT, DSR or LRAT, as text or binary, or in LIDRUP, which is found out unless format
/// says "drat", "dsr", "lrat" or "lidrup". Of a LIDRUP proof every answer is checked; the formula has all clauses that
/// were added, in their order, whenever that was.
///
/// >>> clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
/// >>> solver = gemsat.Solver(clauses, with_proof=True)
/// >>> solver.solve()
/// False
/// >>> gemsat.check_proof(clauses, solver.get_proof())
/// 'DRAT in text'
#[pyfunction]
#[pyo3(signature = (formula, proof, format=None, time_limit=None))]
pub fn check_proof(
    py: Python<'_>,
    formula: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    format: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let formula = formula::any(formula)?;
    let bytes = bytes_of(proof)?;
    if format == Some("lidrup") || format.is_none() && bytes.starts_with(lidrup::HEADER) {
        return check_calls(py, &formula, &bytes, time_limit);
    }
    let system = match format {
        None => None,
        Some("drat") => Some(System::Drat),
        Some("dsr") => Some(System::Dsr),
        Some("lrat") => Some(System::Lrat),
        Some(other) => {
            return Err(PyValueError::new_err(format!(
                "expected format 'drat', 'dsr', 'lrat' or 'lidrup', found '{other}'"
            )));
        }
    };
    let checked = run(py, time_limit, |limits| {
        Ok(auto::check(&formula, || Ok(bytes.as_slice()), system, DratOptions::default(), limits))
    })?;
    match checked.outcome {
        Outcome::Verified(_) => Ok(checked.format.to_string()),
        Outcome::Rejected(error) | Outcome::Unreadable(error) => {
            Err(ProofError::new_err(format!("{}: {error}", checked.format)))
        }
        Outcome::Unknown(stop) => Err(raise(stop)),
    }
}

fn check_calls(py: Python<'_>, formula: &Formula, bytes: &[u8], time_limit: Option<f64>) -> PyResult<String> {
    let outcome = run(py, time_limit, |limits| Ok(lidrup::check(&mut &bytes[..], Some(formula), limits)))?;
    match outcome {
        Outcome::Verified(report) => {
            let (models, cores) = (report.satisfied, report.refuted);
            Ok(format!("LIDRUP: {models} answers with a model, {cores} without, {} open", report.unknown))
        }
        Outcome::Rejected(error) | Outcome::Unreadable(error) => Err(ProofError::new_err(format!("LIDRUP: {error}"))),
        Outcome::Unknown(stop) => Err(raise(stop)),
    }
}

fn bytes_of(proof: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if proof.is_instance_of::<PyBytes>() || proof.is_instance_of::<PyByteArray>() {
        return proof.extract();
    }
    let is_path = proof.is_instance_of::<PyString>() || proof.hasattr("__fspath__")?;
    if is_path {
        let path: PathBuf = proof.extract()?;
        let mut bytes = Vec::new();
        let limits = Limits::none();
        let mut file = input::open(&path, None, &limits)?;
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    let Ok(lines) = proof.extract::<Vec<String>>() else {
        return Err(PyTypeError::new_err("expected a proof: a path, bytes, or a list of lines"));
    };
    Ok(lines.join("\n").into_bytes())
}
