//! Integration tests, one binary.

mod reading;
mod checking;
mod command;
mod classic;
#[cfg(feature = "cli")]
mod gems;
#[cfg(feature = "cli")]
mod tenner;
