//! What a solver's pointer points to.
//!
//! The pointer is to a [`Handle`]. Everything but the stop flag is behind a lock that is tried, never waited for: a
//! call from a callback or from a second thread is told that the solver is busy, and a solver in which code of ours has
//! panicked stays in the state of error. The lock is a byte: a mutex, which looks for threads that wait when it is
//! released, takes a quarter more CPU time for 2,000 calls under 25,000 assumptions each.

use std::cell::UnsafeCell;
use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use gemsat::cnf::{Lit, Var};
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Question, StopFlag};
use gemsat::proof::InMemory;
use gemsat::solver::Solver;
use gemsat::util::table::OptionError;

/// The most threads that a solver may have.
pub const MOST_THREADS: usize = 1024;

/// A C function that says whether to end the call.
pub type Terminate = unsafe extern "C" fn(data: *mut c_void) -> c_int;

/// Why a call did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The pointer is null.
    Null,
    /// The solver is in `solve` now.
    Busy,
    /// An earlier call has failed inside; only the release is left.
    Broken,
    /// The call does not belong into the state that the solver is in.
    State(&'static str),
    /// An argument is wrong.
    Argument(String),
    /// The call was made, and something that was set has no effect.
    NoEffect(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Null => f.write_str("the solver is a null pointer"),
            Failure::Busy => f.write_str("the solver is solving"),
            Failure::Broken => f.write_str("the solver has failed inside and can only be released"),
            Failure::State(expected) => write!(f, "expected {expected}"),
            Failure::Argument(text) | Failure::NoEffect(text) => f.write_str(text),
        }
    }
}

/// What a solver's pointer points to.
pub struct Handle {
    /// Ends the current call, from any thread.
    pub stop: StopFlag,
    /// [`FREE`], [`BUSY`] or [`BROKEN`].
    state: AtomicU8,
    /// Belongs to whoever has made the state busy.
    session: UnsafeCell<Session>,
}

/// No call is inside.
const FREE: u8 = 0;
/// A call is inside.
const BUSY: u8 = 1;
/// A call has panicked.
const BROKEN: u8 = 2;

/// A solver and what C has told about it.
pub struct Session {
    /// The solver.
    pub solver: Solver,
    /// The limits of every call to come.
    pub limits: Limits,
    /// Seconds that every call to come may take.
    pub seconds: Option<f64>,
    /// The terminate callback, and the pointer that it gets.
    pub terminate: Option<(Terminate, usize)>,
    /// Whether a clause was added or `solve` called.
    pub begun: bool,
    /// The proof that is being kept in memory.
    pub kept: Option<InMemory>,
    /// The finished proof that was kept in memory.
    pub proof: Option<Vec<u8>>,
    /// What the last failed call of `gemsat_*` says.
    pub error: CString,
    /// What was no literal in a clause: the clauses are not those that the caller meant, and no answer is right.
    pub wrong_clause: Option<Failure>,
    /// The same of an assumption, for the next call.
    pub wrong_assumption: Option<Failure>,
}

impl Session {
    /// A session around a solver.
    fn new(solver: Solver) -> Session {
        Session {
            solver,
            limits: Limits::none(),
            seconds: None,
            terminate: None,
            begun: false,
            kept: None,
            proof: None,
            error: CString::default(),
            wrong_clause: None,
            wrong_assumption: None,
        }
    }

    /// Keeps what the failed call said for [`gemsat_error`](crate::extra::gemsat_error).
    pub fn say(&mut self, failure: &Failure) {
        self.error = CString::new(failure.to_string().replace('\0', " ")).unwrap_or_default();
    }

    /// A copy of the solver with the same limits, and no callbacks.
    pub fn copy(&self) -> Session {
        let limits = Limits { stop: StopFlag::default(), ..self.limits.clone() };
        Session {
            limits,
            seconds: self.seconds,
            begun: self.begun,
            wrong_clause: self.wrong_clause.clone(),
            wrong_assumption: self.wrong_assumption.clone(),
            ..Session::new(self.solver.clone())
        }
    }

    /// Makes sure that no clause was added and no call was made yet.
    ///
    /// # Errors When one was.
    pub fn before_clauses(&self) -> Result<(), Failure> {
        if self.begun { Err(Failure::State("a call before the first clause")) } else { Ok(()) }
    }

    /// Makes sure that everything that was set has an effect.
    ///
    /// # Errors
    /// When something has none.
    pub fn in_effect(&self) -> Result<(), Failure> {
        let without = self.solver.without_effect();
        if without.is_empty() { Ok(()) } else { Err(Failure::NoEffect(without.join("; "))) }
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, the value is out of its range, or something that is set has no effect.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.solver.set_option(name, value).map_err(|error| match error {
            OptionError::WithoutEffect(sentence) => Failure::NoEffect(sentence),
            error => Failure::Argument(error.to_string()),
        })?;
        self.in_effect()
    }

    /// Solves: 10 for satisfiable, 20 for unsatisfiable, 0 for neither.
    pub fn solve(&mut self) -> c_int {
        self.begun = true;
        let mut limits = self.limits.clone();
        if let Some(seconds) = self.seconds {
            limits = limits.with_wall_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        }
        if let Some((callback, data)) = self.terminate {
            limits.question = Question::new(move || {
                // SAFETY: whoever set the callback has promised that it may be called with this pointer while solving.
                unsafe { callback(data as *mut c_void) != 0 }
            });
        }
        match self.solver.solve_limited(&limits) {
            Verdict::Sat(_) => 10,
            Verdict::Unsat => 20,
            _ => 0,
        }
    }

    /// The literal or its negation, whichever is true in the model.
    ///
    /// # Errors
    /// When there is no model.
    pub fn value(&self, number: i32) -> Result<i32, Failure> {
        let value = self.solver.value(literal(number)?);
        value.map(|value| if value { number } else { -number }).ok_or(Failure::State("a call after a model was found"))
    }

    /// Whether an assumption has failed.
    ///
    /// # Errors
    /// When the last call did not end with 20.
    pub fn failed(&self, number: i32) -> Result<bool, Failure> {
        let failed = self.solver.failed(literal(number)?);
        failed.ok_or(Failure::State("a call after the answer 20"))
    }
}

/// A literal from its number.
///
/// # Errors
/// When the number is 0 or -2^31.
pub fn literal(number: i32) -> Result<Lit, Failure> {
    Lit::from_dimacs(number).ok_or_else(|| Failure::Argument(format!("{number} is no literal")))
}

/// The literals of an array of numbers.
///
/// # Errors
/// When there is no array of this length, or a number in it is no literal.
///
/// # Safety
/// The pointer is null or to as many numbers.
pub unsafe fn literals(first: *const i32, len: usize) -> Result<Vec<Lit>, Failure> {
    let numbers = match len {
        0 => &[],
        _ if first.is_null() => return Err(Failure::Argument("expected an array".into())),
        // SAFETY: the caller's promise.
        _ => unsafe { std::slice::from_raw_parts(first, len) },
    };
    numbers.iter().map(|&number| literal(number)).collect()
}

/// A variable from its number.
///
/// # Errors
/// When the number is not positive.
pub fn variable(number: i32) -> Result<Var, Failure> {
    let var = u32::try_from(number).ok().and_then(Var::from_dimacs);
    var.ok_or_else(|| Failure::Argument(format!("{number} is no variable")))
}

/// Makes a solver's pointer.
pub fn create(session: Option<Session>) -> *mut c_void {
    let made = catch_unwind(AssertUnwindSafe(|| {
        let session = session.unwrap_or_else(|| Session::new(Solver::new()));
        let stop = session.solver.terminator();
        let handle = Handle { stop, state: AtomicU8::new(FREE), session: UnsafeCell::new(session) };
        Box::into_raw(Box::new(handle)).cast()
    }));
    made.unwrap_or(std::ptr::null_mut())
}

/// Frees what [`create`] made; a busy solver is left as it is.
///
/// # Safety
/// The pointer is null or from [`create`], and is not used again unless the answer is [`Failure::Busy`].
pub unsafe fn release(pointer: *mut c_void) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let handle = unsafe { handle(pointer) }.ok_or(Failure::Null)?;
    if handle.state.load(Ordering::Acquire) == BUSY {
        return Err(Failure::Busy);
    }
    // SAFETY: the pointer is from `Box::into_raw` in `create`, nobody is inside, and it is not used again.
    let boxed = unsafe { Box::from_raw(pointer.cast::<Handle>()) };
    catch_unwind(AssertUnwindSafe(|| drop(boxed))).map_err(|_| Failure::Broken)
}

/// The handle behind a pointer.
///
/// # Safety
/// The pointer is null, or from [`create`] and not yet released.
pub unsafe fn handle<'a>(pointer: *mut c_void) -> Option<&'a Handle> {
    // SAFETY: the caller's promise.
    unsafe { pointer.cast::<Handle>().as_ref() }
}

/// Runs `work` on the solver behind a pointer. No panic leaves it: the first one breaks the solver.
///
/// # Safety
/// The pointer is null, or from [`create`] and not yet released.
#[inline]
pub unsafe fn enter<T>(
    pointer: *mut c_void,
    work: impl FnOnce(&mut Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    // SAFETY: the caller's promise.
    let handle = unsafe { handle(pointer) }.ok_or(Failure::Null)?;
    match handle.state.compare_exchange(FREE, BUSY, Ordering::Acquire, Ordering::Relaxed) {
        Ok(_) => {}
        Err(BUSY) => return Err(Failure::Busy),
        Err(_) => return Err(Failure::Broken),
    }
    // SAFETY: this call has made the state busy, so that no other one has a reference until it is free again.
    let session = unsafe { &mut *handle.session.get() };
    match catch_unwind(AssertUnwindSafe(|| work(session))) {
        Ok(result) => {
            handle.state.store(FREE, Ordering::Release);
            result
        }
        Err(_) => {
            handle.state.store(BROKEN, Ordering::Release);
            Err(Failure::Broken)
        }
    }
}

/// The message of a broken solver or of the last failed call.
///
/// # Safety
/// As for [`enter`].
pub unsafe fn message(pointer: *mut c_void) -> *const c_char {
    // SAFETY: the caller's promise.
    match unsafe { enter(pointer, |session| Ok(session.error.as_ptr())) } {
        Ok(text) => text,
        Err(Failure::Null) => c"the solver is a null pointer".as_ptr(),
        Err(Failure::Busy) => c"the solver is solving".as_ptr(),
        Err(_) => c"the solver has failed inside and can only be released".as_ptr(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_from_within_a_call_is_told_that_the_solver_is_busy() {
        let pointer = create(None);
        // SAFETY: the pointer is from `create`, and is released once.
        unsafe {
            let inner = enter(pointer, |_| Ok((enter(pointer, |_| Ok(())), release(pointer))));
            assert_eq!(inner, Ok((Err(Failure::Busy), Err(Failure::Busy))));
            assert_eq!(enter(pointer, |_| Ok(1)), Ok(1));
            assert_eq!(release(pointer), Ok(()));
        }
    }
}
