//! Integration tests, one binary.

#[cfg(feature = "cli")]
mod gems;
#[cfg(feature = "cli")]
mod tenner;
