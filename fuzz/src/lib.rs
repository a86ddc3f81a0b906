//! The fuzzers of the package, and those that need something from outside of it.

#[path = "../../tests/fuzzing/mod.rs"]
pub mod fuzzing;
pub mod outside;
