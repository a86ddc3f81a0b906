//! Integration tests, one binary.

mod reading;
mod checking;
mod command;
mod classic;
