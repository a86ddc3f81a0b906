//! Integration tests, one binary.

mod local;
