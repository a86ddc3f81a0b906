//! Small tools without a subject of their own.

pub mod rng;
pub mod table;
