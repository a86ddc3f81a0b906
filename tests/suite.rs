//! Integration tests, one binary.

mod classic;
