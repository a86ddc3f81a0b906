//! A proof with an owner: whoever holds the handle ends it, reads it, has it checked.

use crate::check::auto;
use crate::check::drat::DratOptions;
use crate::check::format::ProofEncoding;
use crate::check::read::Proof;
use crate::check::{self, CheckError, Outcome};
use crate::cnf::{Formula, Lit, input};
use crate::limits::{Limits, Stop};
use crate::proof::{self, ClauseId, Conclusion, InMemory, ProofFormat, Tracer};
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A proof of one solver's answers, in memory or in a file. Dropping the handle writes what is still buffered, and
/// [`ProofHandle::finish`] also reports whether that failed.
///
/// ```
/// use gemsat::{Formula, Solver, Verdict, proof::ProofFormat, solver::ProofHandle};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
/// let proof = ProofHandle::in_memory(ProofFormat::Lrat, formula.num_clauses());
/// let mut solver = Solver::builder().proof(&proof).build()?;
/// solver.load(&formula);
/// assert_eq!(solver.solve(), Verdict::Unsat);
/// proof.check(&formula)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A proof of all calls has every answer of a solver to which clauses are added between them:
///
/// ```
/// use gemsat::{Solver, Verdict, solver::ProofHandle};
///
/// let proof = ProofHandle::of_calls_in_memory();
/// let mut solver = Solver::builder().proof(&proof).build()?;
/// let [a, b] = [solver.new_var(), solver.new_var()];
/// solver.add_clause([a, b]);
/// assert_eq!(solver.solve_with([!a, !b]), Verdict::Unsat);
/// solver.add_clause([!a]);
/// assert!(matches!(solver.solve(), Verdict::Sat(_)));
/// let report = proof.check_calls()?;
/// assert_eq!((report.refuted, report.satisfied), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofHandle {
    tracer: Shared,
    /// `None` of a proof of all calls.
    format: Option<ProofFormat>,
    place: Place,
    /// Of several handles of one proof, the one that ends it.
    owner: bool,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(InMemory, Arc<Mutex<Vec<u8>>>),
    File(PathBuf),
}

impl fmt::Debug for ProofHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofHandle").field("place", &self.place).finish_non_exhaustive()
    }
}

/// A tracer was set after the first clause or call: the proof would not have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLate;

impl fmt::Display for TooLate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a proof begins before the first clause and the first call")
    }
}

impl std::error::Error for TooLate {}

/// Why a proof was not accepted.
#[derive(Debug)]
#[non_exhaustive]
pub enum ProofError {
    /// What was buffered cannot be written, or the file not be read.
    Io(io::Error),
    /// Proofs of this kind are checked by another method, which the sentence names.
    Kind(&'static str),
    /// The first fault, and where it is.
    Wrong(CheckError),
    /// The check met a limit.
    Stopped(Stop),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Io(error) => error.fmt(f),
            ProofError::Kind(sentence) => f.write_str(sentence),
            ProofError::Wrong(error) => error.fmt(f),
            ProofError::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for ProofError {}

impl From<io::Error> for ProofError {
    fn from(error: io::Error) -> ProofError {
        ProofError::Io(error)
    }
}

impl ProofHandle {
    /// A proof in memory for a formula with so many clauses; see [`proof::create_in_memory`]. In LRAT, clauses that are
    /// added without a formula count, too: with more of them than announced a call ends in `Unknown(Stop::Proof)`, with
    /// fewer the proof is as good.
    pub fn in_memory(format: ProofFormat, clauses: usize) -> ProofHandle {
        ProofHandle::memory(Some(format), proof::create_in_memory(format, clauses as u64, usize::MAX))
    }

    /// A proof in a file for a formula with so many clauses; see [`proof::create`].
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn in_file(path: &Path, format: ProofFormat, clauses: usize) -> io::Result<ProofHandle> {
        Ok(ProofHandle::file(Some(format), proof::create(path, format, clauses as u64)?, path))
    }

    /// A proof of all calls in memory, in LIDRUP; see [`proof::create_of_calls_in_memory`].
    pub fn of_calls_in_memory() -> ProofHandle {
        ProofHandle::memory(None, proof::create_of_calls_in_memory(usize::MAX))
    }

    /// A proof of all calls in a file, in LIDRUP; see [`proof::create_of_calls`].
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn of_calls_in_file(path: &Path) -> io::Result<ProofHandle> {
        Ok(ProofHandle::file(None, proof::create_of_calls(path)?, path))
    }

    fn memory(format: Option<ProofFormat>, (tracer, bytes): (Box<dyn Tracer>, InMemory)) -> ProofHandle {
        ProofHandle { tracer: Shared::new(tracer), format, place: Place::Memory(bytes, Arc::default()), owner: true }
    }

    fn file(format: Option<ProofFormat>, tracer: Box<dyn Tracer>, path: &Path) -> ProofHandle {
        ProofHandle { tracer: Shared::new(tracer), format, place: Place::File(path.to_owned()), owner: true }
    }

    pub(super) fn share(&self) -> ProofHandle {
        ProofHandle { tracer: self.tracer.clone(), format: self.format, place: self.place.clone(), owner: false }
    }

    /// What a solver writes to.
    pub fn tracer(&self) -> Box<dyn Tracer> {
        Box::new(self.tracer.clone())
    }

    /// Writes what is still buffered. More may follow, if the solver is used again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&self) -> io::Result<()> {
        self.tracer.lock().finish()
    }

    /// The bytes of the proof so far.
    ///
    /// # Errors
    /// When what is buffered cannot be written, or the file not be read.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        self.finish()?;
        match &self.place {
            Place::Memory(newest, all) => {
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend(newest.take());
                Ok(all.clone())
            }
            Place::File(path) => std::fs::read(path),
        }
    }

    /// The proof so far, decompressed if its file is compressed.
    fn text(&self) -> io::Result<Vec<u8>> {
        let Place::File(path) = &self.place else { return self.bytes() };
        self.finish()?;
        let mut text = Vec::new();
        input::open(path, None, &Limits::none())?.read_to_end(&mut text)?;
        Ok(text)
    }

    /// Checks that the proof refutes the formula, by the checkers of [`check`], which share no code with the solver.
    ///
    /// # Errors
    /// Why it does not, or cannot be checked.
    pub fn check(&self, formula: &Formula) -> Result<(), ProofError> {
        if self.format.is_none() {
            return Err(ProofError::Kind("a proof of all calls is checked by ProofHandle::check_calls"));
        }
        let limits = Limits::none();
        let checked = match &self.place {
            Place::File(path) => {
                self.finish()?;
                let open = || input::open(path, None, &limits);
                open()?;
                auto::check(formula, open, None, DratOptions::default(), &limits)
            }
            Place::Memory(..) => {
                let bytes = self.bytes()?;
                auto::check(formula, || Ok(&bytes[..]), None, DratOptions::default(), &limits)
            }
        };
        verified(checked.outcome).map(drop)
    }

    /// Checks that the proof derives from the formula that these assumptions, the [`Solver::core`](super::Solver::core)
    /// of an answer, cannot all be true. An LRAT proof derives the
    /// [`Solver::core_clause`](super::Solver::core_clause).
    ///
    /// ```
    /// use gemsat::{Formula, Solver, Verdict, proof::ProofFormat, solver::ProofHandle};
    ///
    /// let formula = Formula::from_dimacs_lists(&[&[1, 2, 3], &[-3, 1], &[-3, -1]]);
    /// let proof = ProofHandle::in_memory(ProofFormat::Lrat, formula.num_clauses());
    /// let mut solver = Solver::builder().proof(&proof).build()?;
    /// solver.load(&formula);
    /// let [a, b] = [1, 2].map(|number| gemsat::Lit::try_from(number).expect("not 0"));
    /// assert_eq!(solver.solve_with([!a, !b]), Verdict::Unsat);
    /// proof.check_core(&formula, solver.core().expect("some of the two"))?;
    /// assert!(proof.check_core(&formula, &[!a]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it does not, or cannot be checked.
    pub fn check_core(&self, formula: &Formula, core: &[Lit]) -> Result<(), ProofError> {
        let encoding = match self.format {
            Some(ProofFormat::Lrat) => ProofEncoding::Binary,
            Some(ProofFormat::LratText) => ProofEncoding::Text,
            _ => {
                let mut assumed = formula.clone();
                core.iter().for_each(|&lit| assumed.add_clause([lit]));
                return self.check(&assumed);
            }
        };
        let bytes = self.text()?;
        let mut proof = Proof::new(&bytes[..], encoding);
        verified(check::lrat::check_core(formula, &mut proof, core, &Limits::none())).map(drop)
    }

    /// Checks every answer in a proof of all calls.
    ///
    /// # Errors
    /// What is wrong, or why it cannot be checked.
    pub fn check_calls(&self) -> Result<check::lidrup::Report, ProofError> {
        if self.format.is_some() {
            return Err(ProofError::Kind("this proof is of a formula, and is checked by ProofHandle::check"));
        }
        let bytes = self.text()?;
        verified(check::lidrup::check(&mut &bytes[..], None, &Limits::none()))
    }
}

fn verified<T>(outcome: Outcome<T>) -> Result<T, ProofError> {
    match outcome {
        Outcome::Verified(report) => Ok(report),
        Outcome::Rejected(error) | Outcome::Unreadable(error) => Err(ProofError::Wrong(error)),
        Outcome::Unknown(stop) => Err(ProofError::Stopped(stop)),
    }
}

impl Drop for ProofHandle {
    fn drop(&mut self) {
        if self.owner {
            // Whoever wants to know whether it failed calls `finish`.
            drop(self.finish());
        }
    }
}

/// The tracer of a solver and of a handle.
#[derive(Clone)]
struct Shared(Arc<Mutex<Box<dyn Tracer>>>);

impl Shared {
    fn new(tracer: Box<dyn Tracer>) -> Shared {
        Shared(Arc::new(Mutex::new(tracer)))
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Tracer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tracer for Shared {
    fn needs_antecedents(&self) -> bool {
        self.lock().needs_antecedents()
    }

    fn supports_substitutions(&self) -> bool {
        self.lock().supports_substitutions()
    }

    fn originals(&self) -> Option<u64> {
        self.lock().originals()
    }

    fn follows_calls(&self) -> bool {
        self.lock().follows_calls()
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], antecedents: &[ClauseId]) -> io::Result<()> {
        self.lock().add(id, clause, antecedents)
    }

    fn add_rat(&mut self, id: ClauseId, clause: &[Lit], hints: &[i64]) -> io::Result<()> {
        self.lock().add_rat(id, clause, hints)
    }

    fn add_sr(&mut self, id: ClauseId, clause: &[Lit], images: &[(Lit, Lit)]) -> io::Result<()> {
        self.lock().add_sr(id, clause, images)
    }

    fn input(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.lock().input(id, clause)
    }

    fn query(&mut self, assumptions: &[Lit]) -> io::Result<()> {
        self.lock().query(assumptions)
    }

    fn conclude(&mut self, answer: Conclusion<'_>) -> io::Result<()> {
        self.lock().conclude(answer)
    }

    fn delete(&mut self, id: ClauseId, clause: &[Lit]) -> io::Result<()> {
        self.lock().delete(id, clause)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.lock().finish()
    }
}
