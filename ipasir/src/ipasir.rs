//! IPASIR: the re-entrant incremental solver API of the SAT competitions.
//!
//! Balyo, Biere, Iser, Sinz: SAT Race 2015 (AIJ 241, 2016), which is the source of the states and their calls.

use std::ffi::{c_char, c_int, c_void};

use gemsat::cnf::Lit;

use crate::learned::listen;
use crate::session::{create, enter, literal, release};

/// The name and version of the solver.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_signature() -> *const c_char {
    concat!("gemsat-", env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Makes a solver; a null pointer when it cannot be made. State: INPUT.
#[unsafe(no_mangle)]
pub extern "C" fn ipasir_init() -> *mut c_void {
    create(None)
}

/// Frees a solver, which must not be solving.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_release(solver: *mut c_void) {
    // SAFETY: the header's conditions.
    let _ = unsafe { release(solver) };
}

/// Adds a literal to the clause that is being built, or closes it with 0. State after it: INPUT. After `-2^31`, which
/// is no literal, every call of `ipasir_solve` answers 0, and `gemsat_error` says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_add(solver: *mut c_void, lit_or_zero: i32) {
    // SAFETY: the header's conditions.
    let _ = unsafe {
        enter(solver, |session| {
            match lit_or_zero {
                0 => session.begun = true,
                number => {
                    if let Err(wrong) = literal(number) {
                        session.wrong_clause = Some(wrong);
                        return Ok(());
                    }
                }
            }
            session.solver.add(lit_or_zero);
            Ok(())
        })
    };
}

/// Assumes a literal for the next call of `ipasir_solve` only. State after it: INPUT. After 0 or `-2^31`, which are no
/// literals, the next call answers 0, and `gemsat_error` says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_assume(solver: *mut c_void, lit: i32) {
    // SAFETY: the header's conditions.
    let _ = unsafe {
        enter(solver, |session| {
            match literal(lit) {
                Ok(lit) => session.solver.assume(lit),
                Err(wrong) => session.wrong_assumption = Some(wrong),
            }
            Ok(())
        })
    };
}

/// Solves the clauses under the assumptions: 10 for satisfiable, 20 for unsatisfiable, and 0 when it was ended before
/// or the solver has failed inside (`gemsat_error` says so).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_solve(solver: *mut c_void) -> c_int {
    // SAFETY: the header's conditions.
    unsafe {
        enter(solver, |session| {
            let assumed = session.wrong_assumption.take();
            let Some(wrong) = session.wrong_clause.clone().or(assumed) else { return Ok(session.solve()) };
            session.say(&wrong);
            // The assumptions that were right are not for a later call.
            session.solver.propagate::<Lit>([]);
            Ok(0)
        })
    }
    .unwrap_or(0)
}

/// The literal if it is true in the model, its negation if not, 0 when the last call found no model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_val(solver: *mut c_void, lit: i32) -> i32 {
    // SAFETY: the header's conditions.
    unsafe { enter(solver, |session| session.value(lit)) }.unwrap_or(0)
}

/// 1 if this assumption was used to show that there is no model, else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_failed(solver: *mut c_void, lit: i32) -> c_int {
    // SAFETY: the header's conditions.
    unsafe { enter(solver, |session| session.failed(lit)) }.unwrap_or(false).into()
}

/// Sets the function that the solving thread calls every few milliseconds, and that ends the call by an answer other
/// than 0. A null function takes it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_terminate(
    solver: *mut c_void,
    data: *mut c_void,
    terminate: Option<unsafe extern "C" fn(data: *mut c_void) -> c_int>,
) {
    // SAFETY: the header's conditions.
    let _ = unsafe {
        enter(solver, |session| {
            session.terminate = terminate.map(|callback| (callback, data as usize));
            Ok(())
        })
    };
}

/// Sets the function that gets every learned clause of at most `max_length` literals, ended by 0. A null function takes
/// it back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ipasir_set_learn(
    solver: *mut c_void,
    data: *mut c_void,
    max_length: c_int,
    learn: Option<unsafe extern "C" fn(data: *mut c_void, clause: *mut i32)>,
) {
    let data = data as usize;
    // SAFETY: the header's conditions.
    let _ = unsafe {
        enter(solver, |session| {
            listen(&mut session.solver, learn.map(|learn| (learn, max_length)), move |learn, clause| {
                clause.push(0);
                learn(data as *mut c_void, clause.as_mut_ptr());
            });
            Ok(())
        })
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extra::gemsat_error;
    use std::ffi::CStr;

    #[test]
    fn what_is_no_literal_never_gives_an_answer() {
        // SAFETY: the pointer is from `ipasir_init`, and the text is read before the next call.
        unsafe {
            let solver = ipasir_init();
            ipasir_add(solver, 1);
            ipasir_add(solver, 0);
            ipasir_assume(solver, -1);
            ipasir_assume(solver, i32::MIN);
            assert_eq!(ipasir_solve(solver), 0);
            let said = CStr::from_ptr(gemsat_error(solver)).to_string_lossy().into_owned();
            assert!(said.contains("-2147483648 is no literal"), "{said}");
            assert_eq!(ipasir_solve(solver), 10, "assumptions are for one call");
            ipasir_add(solver, i32::MIN);
            ipasir_add(solver, 2);
            ipasir_add(solver, 0);
            assert_eq!((ipasir_solve(solver), ipasir_solve(solver)), (0, 0));
            ipasir_release(solver);
        }
    }
}
