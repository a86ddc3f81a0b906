//! Proofs in memory, as lines of DRAT.

use gemsat::cnf::Lit;
use gemsat::proof::{ClauseId, Tracer};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The text of a proof, shared by the solver that writes it and the object that is asked for it.
#[derive(Clone, Debug, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    /// The steps so far, one a line.
    pub fn lines(&self) -> Vec<String> {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect()
    }

    fn write(&self, mark: &str, clause: &[Lit]) -> io::Result<()> {
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.write_all(mark.as_bytes())?;
        clause.iter().try_for_each(|lit| write!(text, "{lit} "))?;
        text.write_all(b"0\n")
    }
}

impl Tracer for Lines {
    fn add(&mut self, _: ClauseId, clause: &[Lit], _: &[ClauseId]) -> io::Result<()> {
        self.write("", clause)
    }

    fn add_rat(&mut self, _: ClauseId, clause: &[Lit], _: &[i64]) -> io::Result<()> {
        self.write("", clause)
    }

    fn delete(&mut self, _: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.write("d ", clause)
    }
}
