//! Integration tests, one binary.

mod checking;
mod classic;
mod command;
#[cfg(feature = "cli")]
mod gems;
mod reading;
#[cfg(feature = "cli")]
mod tenner;
mod local;
