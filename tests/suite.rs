//! Integration tests, one binary.

mod checking;
