//! IPASIR-2: error codes, options with ranges, clauses and assumptions as arrays.
//!
//! After the draft of the IPASIR-2 committee (Biere, Iser, Manthey, Schreiber and others, 2023). Calls that this solver
//! has nothing for answer `IPASIR2_E_UNSUPPORTED`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::OnceLock;

use gemsat::limits::Threads;
use gemsat::solver::Solver;

use crate::learned::listen;
use crate::session::{Failure, MOST_THREADS, Session, create, enter, literals, release};

/// Whether a call succeeded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, dead_code)]
pub enum ipasir2_errorcode {
    /// It did.
    IPASIR2_E_OK = 0,
    /// The solver has failed inside and can only be released.
    IPASIR2_E_UNKNOWN = 1,
    /// The solver has no such function.
    IPASIR2_E_UNSUPPORTED,
    /// The function does not take this value.
    IPASIR2_E_UNSUPPORTED_ARGUMENT,
    /// There is no such option.
    IPASIR2_E_UNSUPPORTED_OPTION,
    /// The call does not belong into this state.
    IPASIR2_E_INVALID_STATE,
    /// An argument is wrong.
    IPASIR2_E_INVALID_ARGUMENT,
    /// The value is out of the option's range.
    IPASIR2_E_INVALID_OPTION_VALUE,
}
use ipasir2_errorcode::*;

/// The states: CONFIG before INPUT, SAT and UNSAT, and these before SOLVING.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, dead_code)]
pub enum ipasir2_state {
    /// Nothing was added yet.
    IPASIR2_S_CONFIG = 0,
    /// Something was added since the last answer.
    IPASIR2_S_INPUT = 1,
    /// The last call found a model.
    IPASIR2_S_SAT,
    /// The last call found that there is none.
    IPASIR2_S_UNSAT,
    /// A call is under way.
    IPASIR2_S_SOLVING,
}
use ipasir2_state::*;

/// An option.
#[repr(C)]
#[derive(Debug)]
#[allow(non_camel_case_types)]
pub struct ipasir2_option {
    /// Its name.
    pub name: *const c_char,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The last state in which it may be set.
    pub max_state: ipasir2_state,
    /// Whether automatic tuning may try values.
    pub tunable: c_int,
    /// Whether it is set for each variable.
    pub indexed: c_int,
    /// For the solver.
    pub handle: *const c_void,
}

struct Options(Vec<ipasir2_option>);
// SAFETY: the pointers are to texts that are never freed or changed.
unsafe impl Send for Options {}
// SAFETY: the same.
unsafe impl Sync for Options {}

const NO_LIMIT: i64 = -1;

/// Limits and threads, with their ranges.
const OWN: [(&str, i64, i64, ipasir2_state); 8] = [
    ("ipasir.limits.conflicts", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("ipasir.limits.decisions", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("gemsat.limits.propagations", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("gemsat.limits.ticks", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("gemsat.limits.milliseconds", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("gemsat.limits.bytes", NO_LIMIT, i64::MAX, IPASIR2_S_UNSAT),
    ("gemsat.threads", 1, MOST_THREADS as i64, IPASIR2_S_CONFIG),
    ("gemsat.threads.deterministic", 1, MOST_THREADS as i64, IPASIR2_S_CONFIG),
];

const PREFIX: &str = "gemsat.";

/// The range of an option's accepted values, if they are numbers that C can give.
fn range(accepts: &str) -> Option<(i64, i64)> {
    if accepts == "true|false" {
        return Some((0, 1));
    }
    if let Some(least) = accepts.strip_prefix("a number from ") {
        return Some((least.parse().ok()?, i64::MAX));
    }
    let (least, most) = accepts.split_once("..=")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

fn options() -> &'static [ipasir2_option] {
    static OPTIONS: OnceLock<Options> = OnceLock::new();
    let made = || {
        let own = OWN.iter().map(|&(name, min, max, last)| (name.to_owned(), min, max, last, 0));
        let rows = Solver::new().options();
        let search = rows.iter().filter_map(|row| {
            let (min, max) = range(&row.accepts)?;
            Some((format!("{PREFIX}{}", row.name), min, max, IPASIR2_S_CONFIG, 1))
        });
        let all = own.chain(search).map(|(name, min, max, max_state, tunable)| ipasir2_option {
            name: CString::new(name).unwrap_or_default().into_raw(),
            min,
            max,
            max_state,
            tunable,
            indexed: 0,
            handle: std::ptr::null(),
        });
        Options(all.collect())
    };
    &OPTIONS.get_or_init(made).0
}

fn code(result: Result<(), Failure>) -> ipasir2_errorcode {
    match result {
        Ok(()) => IPASIR2_E_OK,
        Err(Failure::Busy | Failure::State(_)) => IPASIR2_E_INVALID_STATE,
        Err(Failure::Null | Failure::Argument(_)) => IPASIR2_E_INVALID_ARGUMENT,
        Err(Failure::NoEffect(_)) => IPASIR2_E_UNSUPPORTED_ARGUMENT,
        Err(Failure::Broken) => IPASIR2_E_UNKNOWN,
    }
}

/// The length of an array as C gives it.
fn length(len: i32) -> Result<usize, Failure> {
    usize::try_from(len).map_err(|_| Failure::Argument("expected an array".into()))
}

/// Sets what `target` points to.
///
/// # Safety
/// The pointer is null or to a value that may be written.
unsafe fn give<T>(target: *mut T, value: T) -> Result<(), Failure> {
    if target.is_null() {
        return Err(Failure::Argument("expected a place for the result".into()));
    }
    // SAFETY: the caller's promise.
    unsafe { target.write(value) };
    Ok(())
}

/// The name and version of the solver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_signature(signature: *mut *const c_char) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe { give(signature, crate::ipasir::ipasir_signature()) })
}

/// Makes a solver. State after it: CONFIG.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_init(solver: *mut *mut c_void) -> ipasir2_errorcode {
    let made = if solver.is_null() { null_mut() } else { create(None) };
    if made.is_null() {
        return if solver.is_null() { IPASIR2_E_INVALID_ARGUMENT } else { IPASIR2_E_UNKNOWN };
    }
    // SAFETY: the header's conditions.
    code(unsafe { give(solver, made) })
}

/// Frees a solver, which must not be solving.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_release(solver: *mut c_void) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe { release(solver) })
}

/// The options: an array that stays valid and is not to be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_options(
    _solver: *mut c_void,
    options: *mut *const ipasir2_option,
    count: *mut c_int,
) -> ipasir2_errorcode {
    let Ok(all) = std::panic::catch_unwind(self::options) else { return IPASIR2_E_UNKNOWN };
    // SAFETY: the header's conditions.
    code(unsafe { give(options, all.as_ptr()).and_then(|()| give(count, all.len() as c_int)) })
}

/// Sets an option to a value in its range; `index` is not used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_option(
    solver: *mut c_void,
    handle: *const ipasir2_option,
    value: i64,
    _index: i64,
) -> ipasir2_errorcode {
    let known = std::panic::catch_unwind(options).unwrap_or_default();
    let Some(option) = known.iter().find(|option| std::ptr::eq(*option, handle)) else {
        return IPASIR2_E_UNSUPPORTED_OPTION;
    };
    if value < option.min || value > option.max {
        return IPASIR2_E_INVALID_OPTION_VALUE;
    }
    // SAFETY: the names are texts made by `options`.
    let name = unsafe { CStr::from_ptr(option.name) }.to_str().unwrap_or_default();
    // SAFETY: the header's conditions.
    code(unsafe {
        enter(solver, |session| {
            if option.max_state == IPASIR2_S_CONFIG {
                session.before_clauses()?;
            }
            set(session, name, value)
        })
    })
}

fn set(session: &mut Session, name: &str, value: i64) -> Result<(), Failure> {
    let count = u64::try_from(value).ok();
    let limits = &mut session.limits;
    match name {
        // The draft ends a call at one conflict more than the limit.
        "ipasir.limits.conflicts" => limits.conflicts = count.map(|count| count + 1),
        "ipasir.limits.decisions" => limits.decisions = count.map(|count| count + 1),
        "gemsat.limits.propagations" => limits.propagations = count,
        "gemsat.limits.ticks" => limits.ticks = count,
        "gemsat.limits.milliseconds" => session.seconds = count.map(|count| count as f64 / 1000.0),
        "gemsat.limits.bytes" => limits.memory = count,
        "gemsat.threads" | "gemsat.threads.deterministic" => {
            let deterministic = name.ends_with("deterministic");
            session.solver.set_threads(Threads { count: count.map_or(1, |count| count as usize), deterministic });
            session.in_effect()?;
        }
        _ => {
            let name = name.strip_prefix(PREFIX).unwrap_or(name);
            session.set_option(name, &value.to_string())?;
        }
    }
    Ok(())
}

/// Adds a clause. State after it: INPUT. A forgettable clause is kept, too; `proofmeta` is not used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_add(
    solver: *mut c_void,
    clause: *const i32,
    len: i32,
    _forgettable: i32,
    _proofmeta: *mut c_void,
) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe {
        enter(solver, |session| {
            let clause = literals(clause, length(len)?)?;
            session.begun = true;
            session.solver.add_clause(clause);
            Ok(())
        })
    })
}

/// Solves under assumptions: `*result` becomes 10, 20, or 0 when the call was ended before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_solve(
    solver: *mut c_void,
    result: *mut c_int,
    assumptions: *const i32,
    len: i32,
) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe {
        enter(solver, |session| {
            give(result, 0)?;
            literals(assumptions, length(len)?)?.into_iter().for_each(|lit| session.solver.assume(lit));
            give(result, session.solve())
        })
    })
}

/// `*result` becomes the literal if it is true in the model, and its negation if not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_value(solver: *mut c_void, lit: i32, result: *mut i32) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe { enter(solver, |session| give(result, session.value(lit)?)) })
}

/// `*result` becomes 1 if this assumption was used to show that there is no model, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_failed(solver: *mut c_void, lit: i32, result: *mut c_int) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe { enter(solver, |session| give(result, session.failed(lit)?.into())) })
}

/// Sets the function that the solving thread calls every few milliseconds, and that ends the call by an answer other
/// than 0. A null function takes it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_terminate(
    solver: *mut c_void,
    data: *mut c_void,
    callback: Option<unsafe extern "C" fn(data: *mut c_void) -> c_int>,
) -> ipasir2_errorcode {
    // SAFETY: the header's conditions.
    code(unsafe {
        enter(solver, |session| {
            session.terminate = callback.map(|callback| (callback, data as usize));
            Ok(())
        })
    })
}

/// Sets the function that gets every learned clause of at most `max_length` literals (-1: of any length). A null
/// function takes it back. `proofmeta` is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_export(
    solver: *mut c_void,
    data: *mut c_void,
    max_length: c_int,
    callback: Option<unsafe extern "C" fn(data: *mut c_void, clause: *const i32, len: i32, proofmeta: *mut c_void)>,
) -> ipasir2_errorcode {
    let data = data as usize;
    // SAFETY: the header's conditions.
    code(unsafe {
        enter(solver, |session| {
            listen(&mut session.solver, callback.map(|callback| (callback, max_length)), move |callback, clause| {
                callback(data as *mut c_void, clause.as_ptr(), clause.len() as i32, null_mut());
            });
            Ok(())
        })
    })
}

/// Not supported: deleted clauses are in the proof.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_delete(
    _solver: *mut c_void,
    _data: *mut c_void,
    _callback: Option<unsafe extern "C" fn(data: *mut c_void, clause: *const i32, len: i32, proofmeta: *mut c_void)>,
) -> ipasir2_errorcode {
    IPASIR2_E_UNSUPPORTED
}

/// Not supported: clauses come between calls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_import(
    _solver: *mut c_void,
    _data: *mut c_void,
    _callback: Option<unsafe extern "C" fn(data: *mut c_void)>,
) -> ipasir2_errorcode {
    IPASIR2_E_UNSUPPORTED
}

/// Not supported: `gemsat_fixed` says between calls which literals are fixed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir2_set_fixed(
    _solver: *mut c_void,
    _data: *mut c_void,
    _callback: Option<unsafe extern "C" fn(data: *mut c_void, fixed: i32)>,
) -> ipasir2_errorcode {
    IPASIR2_E_UNSUPPORTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_least_value_and_none_beyond() {
        for option in options() {
            let solver = create(None);
            // SAFETY: the solver is there until its release.
            unsafe {
                assert_eq!(ipasir2_set_option(solver, option, option.min, 0), IPASIR2_E_OK, "{option:?}");
                if let Some(less) = option.min.checked_sub(1) {
                    assert_eq!(ipasir2_set_option(solver, option, less, 0), IPASIR2_E_INVALID_OPTION_VALUE);
                }
                assert_eq!(ipasir2_release(solver), IPASIR2_E_OK);
            }
        }
    }

    #[test]
    fn a_panic_inside_breaks_the_solver_and_nothing_else() {
        let solver = create(None);
        let mut result = 7;
        // SAFETY: the solver is there until its release.
        unsafe {
            let panicked = enter(solver, |_| -> Result<(), Failure> { panic!("on purpose") });
            assert_eq!(panicked, Err(Failure::Broken));
            assert_eq!(ipasir2_solve(solver, &mut result, std::ptr::null(), 0), IPASIR2_E_UNKNOWN);
            assert_eq!(crate::ipasir::ipasir_solve(solver), 0);
            assert_eq!(ipasir2_release(solver), IPASIR2_E_OK);
        }
    }
}
