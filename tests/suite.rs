//! Integration tests, one binary.

mod command;
