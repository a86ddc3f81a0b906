//! The fuzzers of the package, and those that need something from outside of it.

#[path = "../../tests/fuzzing/mod.rs"]
pub mod fuzzing;
pub mod outside;
/// What the fuzzers share with the package's other tests.
#[path = "../../tests/support"]
pub mod support {
    pub mod puzzles;
}
