//! The class `CNF`: formulas, and their files.

use crate::buffers;
use crate::literals;
use crate::running::raise_read_error;
use gemsat::cnf::{Document, Formula, Names, ReadOptions, Var, read_path, write_dimacs};
use gemsat::limits::Limits;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A formula in conjunctive normal form.
///
/// Files are read in every format that gemsat's programs read: DIMACS, and clauses of names one a line; plain or
/// compressed by gzip, bzip2, xz or zstd, whatever the file is called.
///
/// Parameters
/// ----------
/// from_file
///     A path; "-" is standard input.
/// from_string
///     The text, or its bytes, which may be compressed.
/// from_clauses
///     Whatever Solver.append_formula() takes.
/// relaxed
///     Read what real files break, such as wrong counts, with a warning in `warnings` for each kind of it.
///
/// >>> from gemsat import CNF
/// >>> cnf = CNF(from_clauses=[[1, -2], [2]])
/// >>> cnf.append([-1, 3])
/// >>> cnf.nv, len(cnf), cnf[0]
/// (3, 3, [1, -2])
/// >>> print(cnf.to_dimacs())
/// p cnf 3 3
/// 1 -2 0
/// 2 0
/// -1 3 0
/// <BLANKLINE>
#[pyclass(module = "gemsat", name = "CNF")]
pub struct Cnf {
    pub formula: Formula,
    names: Option<Names>,
    /// The comments of a file that are notes of an encoder, without "c @".
    #[pyo3(get)]
    notes: Vec<String>,
    /// What was read although the format does not allow it.
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl From<Formula> for Cnf {
    fn from(formula: Formula) -> Cnf {
        Cnf { formula, names: None, notes: Vec::new(), warnings: Vec::new() }
    }
}

impl From<Document> for Cnf {
    fn from(document: Document) -> Cnf {
        let Document { formula, names, notes, warnings, .. } = document;
        Cnf { formula, names, notes, warnings }
    }
}

/// A formula from a `CNF` or anything that `append_formula` takes.
///
/// # Errors
/// As `append_formula`.
pub fn any(clauses: &Bound<'_, PyAny>) -> PyResult<Formula> {
    if let Ok(cnf) = clauses.cast::<Cnf>() {
        return Ok(cnf.borrow().formula.clone());
    }
    if let Some(formula) = buffers::read(clauses)? {
        return Ok(formula);
    }
    let mut formula = Formula::new();
    literals::read_clauses(clauses, &mut formula)?;
    Ok(formula)
}

#[pymethods]
impl Cnf {
    #[new]
    #[pyo3(signature = (from_file=None, from_string=None, from_clauses=None, *, relaxed=false))]
    fn new(
        py: Python<'_>,
        from_file: Option<PathBuf>,
        from_string: Option<&Bound<'_, PyAny>>,
        from_clauses: Option<&Bound<'_, PyAny>>,
        relaxed: bool,
    ) -> PyResult<Cnf> {
        let options = ReadOptions { relaxed, ..ReadOptions::default() };
        match (from_file, from_string, from_clauses) {
            (None, None, None) => Ok(Formula::new().into()),
            (Some(path), None, None) => {
                let read = py.detach(|| read_path(&path, &options, &Limits::none()));
                Ok(read.map_err(raise_read_error)?.into())
            }
            (None, Some(text), None) => match text.cast::<PyString>() {
                Ok(text) => Ok(buffers::document(&PyBytes::new(py, text.to_cow()?.as_bytes()), options)?.into()),
                Err(_) => Ok(buffers::document(text, options)?.into()),
            },
            (None, None, Some(clauses)) => Ok(any(clauses)?.into()),
            _ => Err(PyTypeError::new_err("expected one of from_file, from_string and from_clauses")),
        }
    }

    /// The number of variables.
    #[getter]
    fn nv(&self) -> u32 {
        self.formula.num_vars()
    }

    /// Declare variables up to this one; there are never fewer than before.
    #[setter]
    fn set_nv(&mut self, count: u32) -> PyResult<()> {
        if count > literals::MAX_VAR {
            return Err(PyValueError::new_err(format!(
                "expected at most {} variables, found {count}",
                literals::MAX_VAR
            )));
        }
        self.formula.declare_vars(count);
        Ok(())
    }

    /// The clauses as lists: a copy, made anew each time.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        self.formula.clauses().map(|clause| literals::numbers(clause.iter().copied())).collect()
    }

    /// The names of the variables, if the formula was read as clauses of names.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(names) = &self.names else { return Ok(None) };
        let named = PyDict::new(py);
        for index in 0..names.len() as u32 {
            named.set_item(index + 1, names.name(Var::new(index)))?;
        }
        Ok(Some(named))
    }

    /// Append a clause: an iterable of literals.
    fn append(&mut self, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        let clause = literals::list(Some(clause))?;
        literals::push(&mut self.formula, &clause)
    }

    /// Append clauses: whatever Solver.append_formula() takes. Nothing is appended when a clause is wrong.
    fn extend(&mut self, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        let added = any(clauses)?;
        self.formula.declare_vars(added.num_vars());
        added.clauses().try_for_each(|clause| literals::push(&mut self.formula, clause))
    }

    /// A copy.
    fn copy(&self) -> Cnf {
        Cnf {
            formula: self.formula.clone(),
            names: self.names.clone(),
            notes: self.notes.clone(),
            warnings: self.warnings.clone(),
        }
    }

    fn __copy__(&self) -> Cnf {
        self.copy()
    }

    /// Add "at most k of the literals are true". Encodings: auto, binomial, sequential, totalizer, kmodulo, network; for
    /// k = 1 also pairwise, product, commander, bitwise, ladder. New variables come after nv.
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_at_most(&mut self, lits: &Bound<'_, PyAny>, k: usize, encoding: &str) -> PyResult<()> {
        crate::cardinality::at_most(&mut self.formula, &literals::list(Some(lits))?, k, encoding)
    }

    /// Add "at least k of the literals are true"; encodings as for add_at_most().
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_at_least(&mut self, lits: &Bound<'_, PyAny>, k: usize, encoding: &str) -> PyResult<()> {
        crate::cardinality::at_least(&mut self.formula, &literals::list(Some(lits))?, k, encoding)
    }

    /// Add "exactly k of the literals are true"; encodings as for add_at_most().
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_exactly(&mut self, lits: &Bound<'_, PyAny>, k: usize, encoding: &str) -> PyResult<()> {
        crate::cardinality::exactly(&mut self.formula, &literals::list(Some(lits))?, k, encoding)
    }

    /// The formula in DIMACS, after these comments.
    #[pyo3(signature = (comments=None))]
    fn to_dimacs(&self, comments: Option<Vec<String>>) -> PyResult<String> {
        let mut text = Vec::new();
        write_dimacs(&self.formula, comments.unwrap_or_default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The formula as clauses of names, one a line; a variable without a name is called by its number after "x".
    fn to_symbolic(&self) -> PyResult<String> {
        let name = |var: Var| match self.names.as_ref().and_then(|names| names.name(var)) {
            Some(name) => name.to_owned(),
            None => format!("x{}", var.to_dimacs()),
        };
        let mut text = String::new();
        for clause in self.formula.clauses() {
            if clause.is_empty() {
                return Err(PyValueError::new_err("clauses of names cannot express an empty clause"));
            }
            for (position, lit) in clause.iter().enumerate() {
                let (space, sign) = (if position > 0 { " " } else { "" }, if lit.is_negative() { "-" } else { "" });
                let _ = write!(text, "{space}{sign}{}", name(lit.var()));
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Write the formula to a file: DIMACS, or clauses of names with symbolic=True. A name that ends in .gz, .bz2, .xz or
    /// .zst compresses it.
    #[pyo3(signature = (path, comments=None, symbolic=false))]
    fn to_file(&self, py: Python<'_>, path: PathBuf, comments: Option<Vec<String>>, symbolic: bool) -> PyResult<()> {
        let text = if symbolic { self.to_symbolic()? } else { self.to_dimacs(comments)? };
        let module = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Some("gzip"),
            Some("bz2") => Some("bz2"),
            Some("xz") => Some("lzma"),
            Some("zst") => {
                let compressed = py.detach(|| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest));
                return Ok(std::fs::write(path, compressed)?);
            }
            _ => None,
        };
        let Some(module) = module else { return Ok(std::fs::write(path, text)?) };
        let compressed = py.import(module)?.call_method1("compress", (PyBytes::new(py, text.as_bytes()),))?;
        Ok(std::fs::write(path, compressed.cast::<PyBytes>()?.as_bytes())?)
    }

    fn __len__(&self) -> usize {
        self.formula.num_clauses()
    }

    /// A formula without clauses is true in this sense, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__(&self, index: isize) -> PyResult<Vec<i32>> {
        let count = self.formula.num_clauses();
        let index = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        match index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < count) {
            Some(index) => Ok(literals::numbers(self.formula.clause(index).iter().copied())),
            None => Err(PyIndexError::new_err(format!("there are {count} clauses"))),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Cnf>().is_ok_and(|other| other.borrow().formula == self.formula)
    }

    fn __repr__(&self) -> String {
        format!("<gemsat.CNF: {} variables, {} clauses>", self.formula.num_vars(), self.formula.num_clauses())
    }
}
