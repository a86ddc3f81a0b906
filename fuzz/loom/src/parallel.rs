//! The sources under test, with loom's primitives in the place of the standard library's, and the models.

pub mod models;
mod sync;

#[path = "../../../src/parallel/proof.rs"]
#[allow(dead_code, reason = "the models do not do everything that solvers do")]
mod proof;
#[path = "../../../src/parallel/team.rs"]
#[allow(dead_code, reason = "the models do not do everything that solvers do")]
mod team;
