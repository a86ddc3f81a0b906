//! Integration tests, one binary.

mod reading;
