//! Calls of our own, on the pointers that IPASIR's `init` makes.
//!
//! Those that can fail return 0 on success and -1 otherwise; `gemsat_error` then says what was expected. Those that set
//! something return 1 where something that is set has no effect; `gemsat_error` then says what, and why.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;

use gemsat::limits::Threads;
use gemsat::proof::{
    ProofFormat, create as create_proof, create_in_memory, create_of_calls, create_of_calls_in_memory,
};

use crate::session::{Failure, MOST_THREADS, Session, create, enter, handle, literal, literals, message, variable};

/// Runs a call that can fail, and keeps what it says.
///
/// # Safety
/// As for [`enter`].
unsafe fn attempt(solver: *mut c_void, work: impl FnOnce(&mut Session) -> Result<(), Failure>) -> c_int {
    // SAFETY: the caller's promise.
    let done = unsafe {
        enter(solver, |session| {
            let done = work(session);
            let text = done.as_ref().err().map_or(String::new(), Failure::to_string);
            session.error = CString::new(text.replace('\0', " ")).unwrap_or_default();
            done
        })
    };
    match done {
        Ok(()) => 0,
        Err(Failure::NoEffect(_)) => 1,
        Err(_) => -1,
    }
}

/// The text behind a pointer.
///
/// # Safety
/// The pointer is null or to a text that ends with 0.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::Argument("expected a text".into()));
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|_| Failure::Argument("expected a text in UTF-8".into()))
}

/// What the last call that returned -1 expected, or what has no effect after one that returned 1; an empty text after
/// success. Valid until the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_error(solver: *mut c_void) -> *const c_char {
    // SAFETY: the header's conditions.
    unsafe { message(solver) }
}

/// Ends the current call and those to come, from any thread or signal handler, until `gemsat_clear_interrupt`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_interrupt(solver: *mut c_void) {
    // SAFETY: the header's conditions.
    if let Some(handle) = unsafe { handle(solver) } {
        handle.stop.raise();
    }
}

/// Withdraws `gemsat_interrupt`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_clear_interrupt(solver: *mut c_void) {
    // SAFETY: the header's conditions.
    if let Some(handle) = unsafe { handle(solver) } {
        handle.stop.lower();
    }
}

/// A solver with the same clauses, options and limits, and no callbacks and no proof; null when the original is solving
/// or has failed inside. To be released like any other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_clone(solver: *mut c_void) -> *mut c_void {
    // SAFETY: the header's conditions.
    let copy = unsafe { enter(solver, |session| Ok(session.copy())) };
    copy.map_or(std::ptr::null_mut(), |copy| create(Some(copy)))
}

/// Sets an option of the search by its name, before the first clause: `gemsat_set_option(s, "seed", "7")`. Returns 1
/// where something that is set has no effect, as do the calls for threads and proofs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_set_option(solver: *mut c_void, name: *const c_char, value: *const c_char) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.before_clauses()?;
            session.set_option(text(name)?, text(value)?)
        })
    }
}

/// Limits every call to come; a negative value takes the limit back. Names: `conflicts`, `decisions`, `propagations`,
/// `ticks` (for each call, and the same in every run), `seconds` (for each call), `bytes` (of the process).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_set_limit(solver: *mut c_void, name: *const c_char, value: f64) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            if value.is_nan() {
                return Err(Failure::Argument("expected a number".into()));
            }
            let limit = (value >= 0.0).then_some(value);
            let count = limit.map(|limit| limit as u64);
            match text(name)? {
                "conflicts" => session.limits.conflicts = count,
                "decisions" => session.limits.decisions = count,
                "propagations" => session.limits.propagations = count,
                "ticks" => session.limits.ticks = count,
                "bytes" => session.limits.memory = count,
                "seconds" => session.seconds = limit,
                other => {
                    let names = "conflicts, decisions, propagations, ticks, seconds, bytes";
                    return Err(Failure::Argument(format!("there is no limit '{other}': expected one of {names}")));
                }
            }
            Ok(())
        })
    }
}

/// Sets how many threads search (1 to 1024), and whether every run is the same. Before the first clause and the proof.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_set_threads(solver: *mut c_void, count: c_int, deterministic: c_int) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.before_clauses()?;
            let count = usize::try_from(count).ok().filter(|count| (1..=MOST_THREADS).contains(count));
            let count = count.ok_or_else(|| Failure::Argument(format!("expected 1 to {MOST_THREADS} threads")))?;
            session.solver.set_threads(Threads { count, deterministic: deterministic != 0 });
            session.in_effect()
        })
    }
}

/// Writes a proof to a file, from before the first clause on; a null path keeps it in memory, where `gemsat_proof`
/// finds it. Formats: `drat`, `drat-text`, `dsr`, `dsr-text`, `lrat`, `lrat-text`; and `lidrup`, which shows every
/// answer of every call, with one thread. `clauses` is how many clauses will be added, whenever that is: LRAT numbers
/// them from 1 and takes no others, the other formats do not ask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_set_proof(
    solver: *mut c_void,
    path: *const c_char,
    format: *const c_char,
    clauses: u64,
) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.before_clauses()?;
            let format = match text(format)? {
                "lidrup" => None,
                name => Some(name.parse::<ProofFormat>().map_err(|error| Failure::Argument(error.to_string()))?),
            };
            let (tracer, kept) = if path.is_null() {
                let (tracer, kept) = match format {
                    None => create_of_calls_in_memory(usize::MAX),
                    Some(format) => create_in_memory(format, clauses, usize::MAX),
                };
                (tracer, Some(kept))
            } else {
                let path = text(path)?;
                let tracer = match format {
                    None => create_of_calls(Path::new(path)),
                    Some(format) => create_proof(Path::new(path), format, clauses),
                };
                (tracer.map_err(|error| Failure::Argument(format!("{path}: {error}")))?, None)
            };
            session.solver.set_tracer(tracer).map_err(|late| Failure::Argument(late.to_string()))?;
            session.kept = kept;
            session.in_effect()
        })
    }
}

/// Ends the proof; only then the file is complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_finish_proof(solver: *mut c_void) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.solver.finish_proof().map_err(|error| Failure::Argument(error.to_string()))?;
            if let Some(kept) = session.kept.take() {
                session.proof = Some(kept.take());
            }
            Ok(())
        })
    }
}

/// The proof that was kept in memory, after `gemsat_finish_proof`: its bytes, and how many they are. Valid until the
/// solver is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_proof(solver: *mut c_void, bytes: *mut *const u8, length: *mut usize) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            let proof = session.proof.as_ref().ok_or(Failure::State("a proof in memory that was finished"))?;
            if bytes.is_null() || length.is_null() {
                return Err(Failure::Argument("expected places for the bytes and their number".into()));
            }
            *bytes = proof.as_ptr();
            *length = proof.len();
            Ok(())
        })
    }
}

/// Prefers the literal whenever its variable is decided.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_phase(solver: *mut c_void, lit: i32) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.solver.phase(literal(lit)?);
            Ok(())
        })
    }
}

/// Takes a preference back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_unphase(solver: *mut c_void, var: i32) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.solver.unphase(variable(var)?);
            Ok(())
        })
    }
}

/// Keeps a variable from being eliminated. Never needed for right answers: it saves time when later clauses use it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_freeze(solver: *mut c_void, var: i32) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.solver.freeze(variable(var)?);
            Ok(())
        })
    }
}

/// Takes one `gemsat_freeze` back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_melt(solver: *mut c_void, var: i32) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        attempt(solver, |session| {
            session.solver.melt(variable(var)?);
            Ok(())
        })
    }
}

/// 1 if the clauses are known to force the literal, -1 if its negation, 0 if neither is known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_fixed(solver: *mut c_void, lit: i32) -> c_int {
    // SAFETY: the header's conditions.
    let fixed = unsafe { enter(solver, |session| Ok(session.solver.fixed(literal(lit)?))) };
    fixed.unwrap_or(None).map_or(0, |value| if value { 1 } else { -1 })
}

/// How many variables clauses and assumptions have used: the greatest number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_num_vars(solver: *mut c_void) -> i32 {
    // SAFETY: the header's conditions.
    unsafe { enter(solver, |session| Ok(session.solver.num_vars() as i32)) }.unwrap_or(0)
}

/// A counter by its name (`conflicts`, `decisions`, `propagations`, ...), summed over all calls; -1 when there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_statistic(solver: *mut c_void, name: *const c_char) -> i64 {
    // SAFETY: the header's conditions.
    let counted = unsafe {
        enter(solver, |session| {
            let name = text(name)?;
            let rows = session.solver.stats();
            let row = rows.iter().find(|row| row.name == name);
            row.map(|row| row.value as i64).ok_or_else(|| Failure::Argument(format!("there is no counter '{name}'")))
        })
    };
    counted.unwrap_or(-1)
}

/// Propagates the assumptions (given here and by `ipasir_assume`) without a search: calls back with every literal that
/// they imply, themselves included. Returns 0, or 1 for a conflict, or -1 for a wrong argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gemsat_propagate(
    solver: *mut c_void,
    assumptions: *const i32,
    len: usize,
    data: *mut c_void,
    implied: Option<unsafe extern "C" fn(data: *mut c_void, lit: i32)>,
) -> c_int {
    let mut conflict = 0;
    // SAFETY: the header's conditions: the array has as many numbers, and the callback takes the pointer.
    let done = unsafe {
        attempt(solver, |session| {
            let result = session.solver.propagate(literals(assumptions, len)?);
            conflict = result.conflict.into();
            if let Some(implied) = implied {
                result.implied.iter().for_each(|lit| implied(data, lit.to_dimacs()));
            }
            Ok(())
        })
    };
    if done == 0 { conflict } else { done }
}
