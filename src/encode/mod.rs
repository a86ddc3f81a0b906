//! Encoders: pure functions that build formulas. They know no engine.

pub mod random;
