//! Proofs: their formats, and where they are written.

use crate::solver::core::Core;
use gemsat::proof::{InMemory, ProofFormat, create, create_in_memory, create_of_calls, create_of_calls_in_memory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::Path;

/// The format of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Steps that refute the clauses.
    Steps(ProofFormat),
    /// LIDRUP: every answer of every call.
    Calls,
}

impl Format {
    /// What the name of a file says: `.lrat`, `.dsr` or `.lidrup`, and otherwise DRAT; `.txt` after it stands for text,
    /// and `.gz` or `.zst` after that for a compression.
    pub fn of_file(path: &Path) -> Format {
        let name = path.to_string_lossy().to_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
        let (name, text) = name.strip_suffix(".txt").map_or((name, false), |name| (name, true));
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "lidrup" => Format::Calls,
            ending => Format::Steps(encoded(if ["lrat", "dsr"].contains(&ending) { ending } else { "drat" }, text)),
        }
    }

    /// What `with_proof` asks for: a name, or whether there is a proof at all.
    ///
    /// # Errors
    /// `ValueError` for another name.
    pub fn in_memory(wanted: &Bound<'_, PyAny>) -> PyResult<Option<Format>> {
        let Ok(name) = wanted.extract::<String>() else {
            return Ok(wanted.is_truthy()?.then_some(Format::Steps(ProofFormat::DratText)));
        };
        match name.as_str() {
            "drat" | "dsr" | "lrat" => Ok(Some(Format::Steps(encoded(&name, true)))),
            "lidrup" => Ok(Some(Format::Calls)),
            _ => {
                let expected = "expected with_proof 'drat', 'dsr', 'lrat' or 'lidrup'";
                Err(PyValueError::new_err(format!("{expected}, found '{name}'")))
            }
        }
    }

    /// Whether the clauses that are added have the first numbers of the proof, so that it has to be known how many
    /// come.
    pub fn numbers_clauses(self) -> bool {
        matches!(self, Format::Steps(ProofFormat::Lrat | ProofFormat::LratText))
    }

    /// Has the solver write a proof of this many clauses to the file, or to memory.
    ///
    /// # Errors
    /// `OSError` when there can be no such file.
    pub fn begin(self, core: &mut Core, file: Option<&Path>, clauses: u64) -> PyResult<()> {
        let kept = match (self, file) {
            (Format::Steps(format), Some(path)) => (create(path, format, clauses)?, None),
            (Format::Calls, Some(path)) => (create_of_calls(path)?, None),
            (Format::Steps(format), None) => in_memory(create_in_memory(format, clauses, usize::MAX)),
            (Format::Calls, None) => in_memory(create_of_calls_in_memory(usize::MAX)),
        };
        let (tracer, kept) = kept;
        core.solver.set_tracer(tracer).map_err(|late| PyValueError::new_err(late.to_string()))?;
        core.kept = kept;
        core.file = file.is_some();
        core.numbered = self.numbers_clauses().then_some(clauses);
        Ok(())
    }
}

/// The format of this name, as text or in binary.
fn encoded(name: &str, text: bool) -> ProofFormat {
    let name = if text { format!("{name}-text") } else { name.to_owned() };
    name.parse().unwrap_or(ProofFormat::Drat)
}

fn in_memory<T>((tracer, bytes): (T, InMemory)) -> (T, Option<Kept>) {
    (tracer, Some(Kept { bytes, text: Vec::new() }))
}

/// A proof in memory: where the solver writes it, and what was fetched from there.
pub struct Kept {
    bytes: InMemory,
    text: Vec<u8>,
}

impl Kept {
    /// The lines so far, of a proof that was written out.
    pub fn lines(&mut self) -> Vec<String> {
        self.text.extend(self.bytes.take());
        String::from_utf8_lossy(&self.text).lines().map(str::to_owned).collect()
    }
}
