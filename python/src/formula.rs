//! The class `CNF`: formulas, and their files.

use crate::buffers;
use crate::cardinality::{self, Add};
use crate::literals;
use crate::running::raise_read_error;
use gemsat::cnf::question::{Asked, Comment};
use gemsat::cnf::{Document, Format, Formula, Lit, Names, ReadOptions, Var, name_comment, read_path, write_dimacs};
use gemsat::limits::Limits;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::{HashMap, HashSet};
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
/// input
///     How the text is written: "dimacs", "names" (clauses of names, one a line), "infix" (formulas such as
///     "A & (B | ~C) -> D", one a line), or "auto" (DIMACS or names, as it looks).
///
/// `clauses` is the list of clauses itself: what is done to it is done to the formula. What a file asks of a model
/// counter ("c p show", "c p weight", "c t") goes wherever the formula goes.
///
/// >>> from gemsat import CNF
/// >>> cnf = CNF(from_clauses=[[1, -2], [2]])
/// >>> cnf.append([-1, 3])
/// >>> cnf.nv, len(cnf), cnf[0]
/// (3, 3, [1, -2])
/// >>> cnf.clauses.pop(1)
/// [2]
/// >>> print(cnf.to_dimacs())
/// p cnf 3 2
/// 1 -2 0
/// -1 3 0
/// <BLANKLINE>
#[pyclass(module = "gemsat", name = "CNF", dict)]
pub struct Cnf {
    /// The formula; where there is a list of clauses, as it was when the list was last read.
    formula: Formula,
    /// The list that was handed out. Code that holds it, or one of its clauses, may change it at any moment.
    listed: Option<Py<PyList>>,
    /// The variables that constraints have brought in, by their indices.
    auxiliary: HashSet<usize>,
    /// The file that it was read from.
    source: String,
    /// What its comments ask of a model counter.
    questions: Vec<Comment>,
    names: Option<Names>,
    /// The comments of a file that are notes of an encoder, without "c @".
    #[pyo3(get)]
    notes: Vec<String>,
    /// The variables that a file's comments name, by their numbers, each with its name.
    varnames: Vec<(u32, String)>,
    /// What was read although the format does not allow it.
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl From<Formula> for Cnf {
    fn from(formula: Formula) -> Cnf {
        Cnf {
            formula,
            listed: None,
            auxiliary: HashSet::new(),
            source: "CNF".into(),
            questions: Vec::new(),
            names: None,
            notes: Vec::new(),
            varnames: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl From<Document> for Cnf {
    fn from(document: Document) -> Cnf {
        let Document { formula, names, notes, varnames, warnings, questions, remarks, .. } = document;
        Cnf { names, notes, varnames, warnings: [remarks, warnings].concat(), questions, ..formula.into() }
    }
}

/// A formula from a `CNF` or anything that `append_formula` takes.
///
/// # Errors
/// As `append_formula`.
pub fn any(clauses: &Bound<'_, PyAny>) -> PyResult<Formula> {
    if let Ok(cnf) = clauses.cast::<Cnf>() {
        return Ok(cnf.try_borrow_mut()?.current(cnf.py())?.clone());
    }
    if let Some(formula) = buffers::read(clauses)? {
        return Ok(formula);
    }
    let mut formula = Formula::new();
    literals::read_clauses(clauses, &mut formula)?;
    Ok(formula)
}

impl Cnf {
    /// The formula, as the list of its clauses has it.
    ///
    /// # Errors
    /// When the list holds something that is no clause.
    pub fn current(&mut self, py: Python<'_>) -> PyResult<&Formula> {
        let Some(list) = &self.listed else { return Ok(&self.formula) };
        let list = list.bind(py);
        let mut formula = Formula::new();
        formula.declare_vars(self.formula.num_vars());
        let mut clause = Vec::new();
        for index in 0..list.len() {
            let item = list.get_item(index)?;
            literals::read_clause(&item, &mut clause)?;
            literals::push(&mut formula, &clause)?;
            // An iterator can be read only once, so it is replaced by a list.
            if !item.is_instance_of::<PyList>() && !item.is_instance_of::<PyTuple>() {
                list.set_item(index, literals::numbers(clause.iter().copied()))?;
            }
        }
        self.formula = formula;
        Ok(&self.formula)
    }

    /// A formula whose variables from this index on were brought in by constraints.
    pub fn with_auxiliary(formula: Formula, first: usize) -> Cnf {
        Cnf { auxiliary: (first..formula.num_vars()).collect(), ..formula.into() }
    }

    /// Gives new numbers to variables that constraints have brought in, if the caller now uses their numbers for
    /// variables of its own.
    fn claim(&mut self, py: Python<'_>, lits: &[Lit]) -> PyResult<()> {
        let index = |lit: &Lit| lit.var().index();
        if !lits.iter().any(|lit| self.auxiliary.contains(&index(lit))) {
            return Ok(());
        }
        self.current(py)?;
        let mut next = lits.iter().map(|lit| index(lit) + 1).fold(self.formula.num_vars(), usize::max);
        let mut moved = HashMap::new();
        for lit in lits {
            if self.auxiliary.remove(&index(lit)) {
                moved.insert(lit.var(), literals::literal(next as i64 + 1)?.var());
                next += 1;
            }
        }
        self.auxiliary.extend(moved.values().map(|var| var.index()));
        let mut formula = Formula::new();
        formula.declare_vars(next);
        for (place, clause) in self.formula.clauses().enumerate() {
            let image = |lit: &Lit| moved.get(&lit.var()).map_or(*lit, |var| var.lit(lit.is_positive()));
            let renamed: Vec<Lit> = clause.iter().map(image).collect();
            if let Some(list) = self.listed.as_ref().filter(|_| renamed != clause) {
                list.bind(py).set_item(place, literals::numbers(renamed.iter().copied()))?;
            }
            literals::push(&mut formula, &renamed)?;
        }
        self.formula = formula;
        Ok(())
    }

    /// The comments that give the variables their names, without "c ".
    fn varname_comments(&self) -> Vec<String> {
        let symbolic = self.names.iter().flat_map(|names| {
            let vars = (0..names.len()).map(Var::new);
            vars.filter_map(|var| Some(name_comment(var, names.name(var)?)))
        });
        let commented = self.varnames.iter();
        let commented = commented.filter_map(|(number, name)| Some(name_comment(Var::from_dimacs(*number)?, name)));
        symbolic.chain(commented).collect()
    }

    /// What the comments ask.
    ///
    /// # Errors
    /// `ValueError` when a question is not understood.
    pub fn asked(&mut self, py: Python<'_>) -> PyResult<Asked> {
        let num_vars = self.current(py)?.num_vars();
        let asked = Asked::of(&self.questions, num_vars, self.names.as_ref(), &self.source);
        asked.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The file that the formula was read from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Appends a clause.
    fn add(&mut self, py: Python<'_>, clause: &[Lit]) -> PyResult<()> {
        self.claim(py, clause)?;
        self.push(py, clause)
    }

    fn push(&mut self, py: Python<'_>, clause: &[Lit]) -> PyResult<()> {
        match &self.listed {
            Some(list) => list.bind(py).append(literals::numbers(clause.iter().copied())),
            None => literals::push(&mut self.formula, clause),
        }
    }

    /// Adds a constraint by clauses of this kind.
    fn constrain(&mut self, lits: &Bound<'_, PyAny>, k: usize, encoding: &str, add: Add) -> PyResult<()> {
        let (py, lits) = (lits.py(), literals::list(Some(lits))?);
        self.claim(py, &lits)?;
        let before = self.current(py)?.num_clauses();
        let first = lits.iter().fold(self.formula.num_vars(), |most, lit| most.max(lit.var().index() + 1));
        add(&mut self.formula, &lits, k, encoding)?;
        self.auxiliary.extend(first..self.formula.num_vars());
        let Some(list) = &self.listed else { return Ok(()) };
        let added = (before..self.formula.num_clauses()).map(|index| self.formula.clause(index));
        added.into_iter().try_for_each(|clause| list.bind(py).append(literals::numbers(clause.iter().copied())))
    }

    /// A literal by the name of its variable, or `x` and its number.
    fn named(&self, lit: Lit) -> String {
        let sign = if lit.is_negative() { "-" } else { "" };
        match self.names.as_ref().and_then(|names| names.name(lit.var())) {
            Some(name) => format!("{sign}{name}"),
            None => format!("{sign}x{}", lit.var().to_dimacs()),
        }
    }
}

/// The form of a text by its name.
fn form(name: &str) -> PyResult<Format> {
    match name {
        "auto" => Ok(Format::Auto),
        "dimacs" => Ok(Format::Dimacs),
        "names" => Ok(Format::Symbolic),
        "infix" => Ok(Format::Infix),
        _ => Err(PyValueError::new_err(format!("expected input to be auto, dimacs, names or infix, found '{name}'"))),
    }
}

const ONE_SOURCE: &str = "expected one of from_file, from_string, from_clauses and from_fp";

/// Calls a function of gemsat/exchange.py.
fn exchange<'py>(py: Python<'py>, name: &str, args: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("gemsat.exchange")?.call_method1(name, args)
}

#[pymethods]
impl Cnf {
    #[new]
    #[pyo3(signature = (from_file=None, from_string=None, from_clauses=None, *, from_fp=None, relaxed=false, input="auto"))]
    fn new(
        py: Python<'_>,
        from_file: Option<PathBuf>,
        from_string: Option<&Bound<'_, PyAny>>,
        from_clauses: Option<&Bound<'_, PyAny>>,
        from_fp: Option<&Bound<'_, PyAny>>,
        relaxed: bool,
        input: &str,
    ) -> PyResult<Cnf> {
        let options = ReadOptions { relaxed, format: form(input)?, ..ReadOptions::default() };
        let read = from_fp.map(|file| file.call_method0("read")).transpose()?;
        if read.is_some() && from_string.is_some() {
            return Err(PyTypeError::new_err(ONE_SOURCE));
        }
        match (from_file, read.as_ref().or(from_string), from_clauses) {
            (None, None, None) => Ok(Formula::new().into()),
            (Some(path), None, None) => {
                let read = py.detach(|| read_path(&path, &options, &Limits::none()));
                let source = path.display().to_string();
                Ok(Cnf { source, ..read.map_err(raise_read_error)?.into() })
            }
            (None, Some(text), None) => match text.cast::<PyString>() {
                Ok(text) => Ok(buffers::document(&PyBytes::new(py, text.to_cow()?.as_bytes()), options)?.into()),
                Err(_) => Ok(buffers::document(text, options)?.into()),
            },
            (None, None, Some(clauses)) => match clauses.cast::<Cnf>() {
                Ok(cnf) => cnf.try_borrow_mut()?.copy(py),
                Err(_) => Ok(any(clauses)?.into()),
            },
            _ => Err(PyTypeError::new_err(ONE_SOURCE)),
        }
    }

    /// The number of variables.
    #[getter]
    fn nv(&mut self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.current(py)?.num_vars())
    }

    /// Declare variables up to this one; there are never fewer than before.
    #[setter]
    fn set_nv(&mut self, count: usize) -> PyResult<()> {
        if count > literals::MAX_VAR as usize {
            return Err(PyValueError::new_err(format!(
                "expected at most {} variables, found {count}",
                literals::MAX_VAR
            )));
        }
        self.formula.declare_vars(count);
        Ok(())
    }

    /// The clauses, a list of lists of literals: what is done to it is done to the formula.
    #[getter]
    fn clauses(&mut self, py: Python<'_>) -> PyResult<Py<PyList>> {
        if let Some(list) = &self.listed {
            return Ok(list.clone_ref(py));
        }
        let clauses = self.formula.clauses().map(|clause| literals::numbers(clause.iter().copied()));
        let list = PyList::new(py, clauses)?.unbind();
        self.listed = Some(list.clone_ref(py));
        Ok(list)
    }

    #[setter]
    fn set_clauses(&mut self, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        let list = match clauses.cast::<PyList>() {
            Ok(list) => list.clone(),
            Err(_) => clauses.py().get_type::<PyList>().call1((clauses,))?.cast_into()?,
        };
        let before = self.listed.replace(list.unbind());
        if let Err(error) = self.current(clauses.py()) {
            self.listed = before;
            return Err(error);
        }
        Ok(())
    }

    /// The names of the variables, if the formula was read as clauses of names.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(names) = &self.names else { return Ok(None) };
        let named = PyDict::new(py);
        for index in 0..names.len() {
            named.set_item(index + 1, names.name(Var::new(index)))?;
        }
        Ok(Some(named))
    }

    /// Append a clause: an iterable of literals.
    fn append(slf: &Bound<'_, Self>, clause: &Bound<'_, PyAny>) -> PyResult<()> {
        let clause = literals::list(Some(clause))?;
        slf.try_borrow_mut()?.add(slf.py(), &clause)
    }

    /// Append clauses: whatever Solver.append_formula() takes. Nothing is appended when a clause is wrong.
    fn extend(slf: &Bound<'_, Self>, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        let added = any(clauses)?;
        let mut cnf = slf.try_borrow_mut()?;
        if slf.is(clauses) {
            // The clauses are the formula's own, so their auxiliary variables need no new numbers.
            return added.clauses().try_for_each(|clause| cnf.push(slf.py(), clause));
        }
        cnf.formula.declare_vars(added.num_vars());
        added.clauses().try_for_each(|clause| cnf.add(slf.py(), clause))
    }

    /// A copy.
    fn copy(&mut self, py: Python<'_>) -> PyResult<Cnf> {
        Ok(Cnf {
            formula: self.current(py)?.clone(),
            listed: None,
            auxiliary: self.auxiliary.clone(),
            source: self.source.clone(),
            questions: self.questions.clone(),
            names: self.names.clone(),
            notes: self.notes.clone(),
            varnames: self.varnames.clone(),
            warnings: self.warnings.clone(),
        })
    }

    fn __copy__(&mut self, py: Python<'_>) -> PyResult<Cnf> {
        self.copy(py)
    }

    fn __deepcopy__(&mut self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Cnf> {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (), Bound<'py, PyDict>)> {
        let py = slf.py();
        let mut cnf = slf.try_borrow_mut()?;
        let mut clauses = Vec::new();
        for clause in cnf.current(py)?.clauses() {
            clause.iter().for_each(|lit| clauses.extend_from_slice(&lit.to_dimacs().to_le_bytes()));
            clauses.extend_from_slice(&0i32.to_le_bytes());
        }
        let state = PyDict::new(py);
        state.set_item("nv", cnf.formula.num_vars())?;
        state.set_item("clauses", PyBytes::new(py, &clauses))?;
        let questions = cnf.questions.iter().map(|Comment { line, column, text }| (*line, *column, text.clone()));
        state.set_item("questions", questions.collect::<Vec<_>>())?;
        let names = |names: &Names| -> Vec<String> {
            (0..names.len()).filter_map(|index| names.name(Var::new(index)).map(str::to_owned)).collect()
        };
        state.set_item("names", cnf.names.as_ref().map(names))?;
        state.set_item("notes", cnf.notes.clone())?;
        state.set_item("varnames", cnf.varnames.clone())?;
        state.set_item("warnings", cnf.warnings.clone())?;
        let mut auxiliary: Vec<usize> = cnf.auxiliary.iter().copied().collect();
        auxiliary.sort_unstable();
        state.set_item("auxiliary", auxiliary)?;
        state.set_item("source", cnf.source.clone())?;
        Ok((slf.get_type(), (), state))
    }

    fn __setstate__(&mut self, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let get =
            |key: &str| state.get_item(key)?.ok_or_else(|| PyValueError::new_err(format!("no '{key}' in the state")));
        let clauses = get("clauses")?;
        let mut clause = Vec::new();
        self.formula = Formula::new();
        self.listed = None;
        for &word in clauses.cast::<PyBytes>()?.as_bytes().as_chunks::<4>().0 {
            match i32::from_le_bytes(word) {
                0 => literals::push(&mut self.formula, &std::mem::take(&mut clause))?,
                number => clause.push(literals::literal(number.into())?),
            }
        }
        self.set_nv(get("nv")?.extract()?)?;
        let questions: Vec<(u64, u64, String)> = get("questions")?.extract()?;
        let comment = |(line, column, text)| Comment { line, column, text };
        self.questions = questions.into_iter().map(comment).collect();
        self.names = None;
        if let Some(all) = get("names")?.extract::<Option<Vec<String>>>()? {
            let mut names = Names::new();
            for name in all {
                names.variable(&name).map_err(|error| PyValueError::new_err(error.to_string()))?;
            }
            self.names = Some(names);
        }
        self.notes = get("notes")?.extract()?;
        self.varnames = get("varnames")?.extract()?;
        self.warnings = get("warnings")?.extract()?;
        self.auxiliary = get("auxiliary")?.extract::<Vec<usize>>()?.into_iter().collect();
        self.source = get("source")?.extract()?;
        Ok(())
    }

    /// Add "at most k of the literals are true". Encodings: auto, binomial, sequential, totalizer, kmodulo, network;
    /// for k = 1 also pairwise, product, commander, bitwise, ladder. New variables come after nv and those of the
    /// literals; they get other numbers when a later append(), extend() or constraint names one of them as its own.
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_at_most(&mut self, lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        self.constrain(lits, cardinality::bound(k)?, encoding, cardinality::at_most)
    }

    /// Add "at least k of the literals are true"; encodings as for add_at_most().
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_at_least(&mut self, lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        self.constrain(lits, cardinality::least(k)?, encoding, cardinality::at_least)
    }

    /// Add "exactly k of the literals are true"; encodings as for add_at_most().
    #[pyo3(signature = (lits, k, encoding="auto"))]
    fn add_exactly(&mut self, lits: &Bound<'_, PyAny>, k: &Bound<'_, PyAny>, encoding: &str) -> PyResult<()> {
        self.constrain(lits, cardinality::bound(k)?, encoding, cardinality::exactly)
    }

    /// The formula in DIMACS, after these comments, notes and names of variables, and what the formula asks of a model
    /// counter.
    #[pyo3(signature = (comments=None))]
    fn to_dimacs(slf: &Bound<'_, Self>, comments: Option<Vec<String>>) -> PyResult<String> {
        let mut cnf = slf.try_borrow_mut()?;
        let mut text = Vec::new();
        let asked = cnf.asked(slf.py())?.comments();
        let comments = [comments.unwrap_or_default(), cnf.notes.clone(), cnf.varname_comments(), asked].concat();
        write_dimacs(&cnf.formula, comments, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The formula as clauses of names, one a line; a variable without a name is called by its number after "x".
    fn to_symbolic(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut cnf = slf.try_borrow_mut()?;
        let asked = cnf.asked(slf.py())?.comments_by(|lit| cnf.named(lit));
        let mut text: String = asked.iter().map(|comment| format!("c {comment}\n")).collect();
        for clause in cnf.formula.clauses() {
            if clause.is_empty() {
                return Err(PyValueError::new_err("clauses of names cannot express an empty clause"));
            }
            for (position, &lit) in clause.iter().enumerate() {
                let space = if position > 0 { " " } else { "" };
                let _ = write!(text, "{space}{}", cnf.named(lit));
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Write the formula to a file: DIMACS, or clauses of names with symbolic=True. A name that ends in .gz, .bz2, .xz
    /// or .zst compresses it.
    #[pyo3(signature = (path, comments=None, symbolic=false))]
    fn to_file(slf: &Bound<'_, Self>, path: PathBuf, comments: Option<Vec<String>>, symbolic: bool) -> PyResult<()> {
        let py = slf.py();
        let text = if symbolic { Cnf::to_symbolic(slf)? } else { Cnf::to_dimacs(slf, comments)? };
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

    /// Read the formula from an open file, in place of what it was.
    #[expect(clippy::wrong_self_convention, reason = "PySAT's name")]
    fn from_fp(&mut self, py: Python<'_>, file_pointer: &Bound<'_, PyAny>) -> PyResult<()> {
        *self = Cnf::new(py, None, None, None, Some(file_pointer), false, "auto")?;
        Ok(())
    }

    /// Write the formula to an open file in DIMACS.
    #[pyo3(signature = (file_pointer, comments=None))]
    fn to_fp(slf: &Bound<'_, Self>, file_pointer: &Bound<'_, PyAny>, comments: Option<Vec<String>>) -> PyResult<()> {
        file_pointer.call_method1("write", (Cnf::to_dimacs(slf, comments)?,)).map(drop)
    }

    /// Write the formula to an open file as OPB, LP or SMT-LIB: see gemsat.exchange.
    #[pyo3(signature = (file_pointer, format="opb", comments=None))]
    fn to_alien<'py>(
        slf: &Bound<'py, Self>,
        file_pointer: &Bound<'py, PyAny>,
        format: &str,
        comments: Option<Vec<String>>,
    ) -> PyResult<()> {
        exchange(slf.py(), "to_alien", (slf, file_pointer, format, comments)).map(drop)
    }

    /// The negation, with auxiliary variables: see gemsat.exchange.
    #[pyo3(signature = (topv=None))]
    fn negate<'py>(slf: &Bound<'py, Self>, topv: Option<u32>) -> PyResult<Bound<'py, PyAny>> {
        exchange(slf.py(), "negate", (slf, topv))
    }

    /// PySAT's WCNF of soft clauses of weight 1.
    fn weighted<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        exchange(slf.py(), "weighted", (slf,))
    }

    /// The formula of a circuit in AIGER, as text: see gemsat.exchange.
    #[staticmethod]
    #[pyo3(signature = (aig, vpool=None))]
    fn from_aiger<'py>(aig: &Bound<'py, PyAny>, vpool: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        exchange(aig.py(), "aiger", (aig, vpool))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.listed.as_ref().map_or(self.formula.num_clauses(), |list| list.bind(py).len())
    }

    /// A formula without clauses is true in this sense, too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__(&mut self, py: Python<'_>, index: isize) -> PyResult<Vec<i32>> {
        let count = self.current(py)?.num_clauses();
        let index = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        match index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < count) {
            Some(index) => Ok(literals::numbers(self.formula.clause(index).iter().copied())),
            None => Err(PyIndexError::new_err(format!("there are {count} clauses"))),
        }
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Cnf>() else { return Ok(false) };
        Ok(slf.is(other) || any(slf)? == any(other)?)
    }

    fn __repr__(&mut self, py: Python<'_>) -> PyResult<String> {
        let formula = self.current(py)?;
        Ok(format!("<gemsat.CNF: {} variables, {} clauses>", formula.num_vars(), formula.num_clauses()))
    }
}
