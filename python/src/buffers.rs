//! Clauses from blocks of memory, without a loop in Python: arrays of integers, and DIMACS in bytes.
//!
//! Python's own `memoryview` describes the block, so that arrays of numpy, of the module `array` and of all other
//! modules with the buffer protocol are read, while none of these is needed to build this.

use crate::literals::{literal, push};
use crate::running::raise_read_error;
use gemsat::cnf::{Document, Formula, Lit, ReadOptions, read_from};
use gemsat::limits::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};

/// A formula from an object with the buffer protocol; `None` when it has none.
///
/// Bytes are DIMACS, plain or compressed. A flat array of 4- or 8-byte integers holds clauses that end with 0 each; in
/// an array of two dimensions each row is a clause, filled up with zeros at its end.
///
/// # Errors `TypeError` for arrays of other types or dimensions, `ValueError` if the contents are not a formula.
pub fn read(object: &Bound<'_, PyAny>) -> PyResult<Option<Formula>> {
    if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>() {
        return document(object, ReadOptions::default()).map(|document| Some(document.formula));
    }
    let Ok(view) = PyMemoryView::from(object) else { return Ok(None) };
    let format: String = view.getattr("format")?.extract()?;
    let shape: Vec<usize> = view.getattr("shape")?.extract()?;
    let width: usize = view.getattr("itemsize")?.extract()?;
    if matches!(format.as_str(), "B" | "b" | "c") && shape.len() == 1 {
        return document(&view.call_method0("tobytes")?, ReadOptions::default()).map(|document| Some(document.formula));
    }
    let native = matches!(format.trim_start_matches(['@', '=']), "i" | "l" | "q");
    if !native || !(width == 4 || width == 8) || !(shape.len() == 1 || shape.len() == 2) {
        return Err(PyTypeError::new_err(format!(
            "expected an array of int32 or int64 in one or two dimensions, found format '{format}' in {} dimensions",
            shape.len()
        )));
    }
    let copy = view.call_method0("tobytes")?;
    let bytes = copy.cast::<PyBytes>()?.as_bytes();
    let columns = shape.get(1).copied();
    object
        .py()
        .detach(|| match width {
            4 => clauses(bytes.as_chunks().0.iter().map(|&word| i32::from_ne_bytes(word).into()), columns),
            _ => clauses(bytes.as_chunks().0.iter().map(|&word| i64::from_ne_bytes(word)), columns),
        })
        .map(Some)
}

/// The clauses of an array's numbers.
fn clauses(numbers: impl ExactSizeIterator<Item = i64>, columns: Option<usize>) -> PyResult<Formula> {
    match columns {
        Some(columns) => rows(numbers, columns),
        None => flat(numbers),
    }
}

fn flat(numbers: impl Iterator<Item = i64>) -> PyResult<Formula> {
    let mut formula = Formula::new();
    let mut clause: Vec<Lit> = Vec::new();
    for number in numbers {
        if number == 0 {
            push(&mut formula, &clause)?;
            clause.clear();
        } else {
            clause.push(literal(number)?);
        }
    }
    if !clause.is_empty() {
        return Err(PyValueError::new_err("the array ends inside a clause: expected a 0 after each clause"));
    }
    Ok(formula)
}

fn rows(numbers: impl Iterator<Item = i64>, columns: usize) -> PyResult<Formula> {
    let mut formula = Formula::new();
    let mut clause: Vec<Lit> = Vec::new();
    let mut ended = false;
    for (index, number) in numbers.enumerate() {
        match number {
            0 => ended = true,
            _ if ended => {
                return Err(PyValueError::new_err(format!(
                    "row {}: a literal after a 0, which ends the clause",
                    index / columns
                )));
            }
            _ => clause.push(literal(number)?),
        }
        if (index + 1) % columns == 0 {
            push(&mut formula, &clause)?;
            clause.clear();
            ended = false;
        }
    }
    Ok(formula)
}

/// What bytes hold in any format that the programs read.
///
/// # Errors
/// `ValueError` that says where the text is no formula, and what was expected.
pub fn document(bytes: &Bound<'_, PyAny>, options: ReadOptions) -> PyResult<Document> {
    let copy: Vec<u8>;
    let bytes: &[u8] = match bytes.cast::<PyBytes>() {
        Ok(exact) => exact.as_bytes(),
        Err(_) => {
            copy = bytes.extract()?;
            &copy
        }
    };
    let read = |py: Python<'_>| py.detach(|| read_from(bytes, "bytes", &options, &Limits::none()));
    Python::attach(read).map_err(raise_read_error)
}
