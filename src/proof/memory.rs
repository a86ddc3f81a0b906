//! A proof that is kept in memory, for platforms without files and users who want no file.

use super::block::Sink;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The bytes of a proof in the making; clones share them.
#[derive(Clone, Debug)]
pub struct InMemory {
    bytes: Arc<Mutex<Vec<u8>>>,
    most: usize,
}

impl InMemory {
    /// An empty proof that may grow to `most` bytes.
    pub(super) fn new(most: usize) -> InMemory {
        InMemory { bytes: Arc::default(), most }
    }

    /// Takes what has been written so far; all of it once the tracer has finished.
    pub fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for InMemory {
    fn write(&mut self, block: &[u8]) -> io::Result<usize> {
        let mut bytes = self.lock();
        if block.len() > self.most.saturating_sub(bytes.len()) {
            return Err(io::Error::other(format!("the proof is longer than {} bytes", self.most)));
        }
        bytes.try_reserve(block.len()).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        bytes.extend_from_slice(block);
        Ok(block.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for InMemory {
    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.lock().truncate(usize::try_from(len).unwrap_or(usize::MAX));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::cnf::Formula;
    use crate::engine::Verdict;
    use crate::limits::Stop;
    use crate::proof::{ProofFormat, create_in_memory};
    use crate::solver::Solver;

    #[test]
    fn a_proof_that_is_too_long_ends_the_run_without_an_answer() {
        let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let run = |most: usize| {
            let (tracer, proof) = create_in_memory(ProofFormat::LratText, 4, most);
            let mut solver = Solver::new();
            solver.set_tracer(tracer).expect("there are no clauses yet");
            solver.load(&formula);
            (solver.solve(), solver.finish_proof().is_ok(), proof.take())
        };
        let (verdict, whole, proof) = run(1 << 20);
        assert!(verdict == Verdict::Unsat && whole && !proof.is_empty());
        let (verdict, whole, rest) = run(proof.len() - 1);
        assert!(!whole && rest.is_empty() && matches!(verdict, Verdict::Unsat | Verdict::Unknown(Stop::Proof)));
    }
}
