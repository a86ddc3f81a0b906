//! The solver as a C library: IPASIR, IPASIR-2, and calls of its own.
//!
//! | module | header |
//! |---|---|
//! | `ipasir` | `ipasir.h`, the API of the incremental track |
//! | `ipasir2` | `ipasir2.h`, its successor: options and limits, error codes |
//! | `extra` | `gemsat.h`: proofs, threads, limits, phases, clones, interrupts |

mod extra;
#[cfg(test)]
mod headers;
mod ipasir;
mod ipasir2;
mod learned;
mod session;
