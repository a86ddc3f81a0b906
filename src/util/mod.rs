//! Small tools without a subject of their own.

pub mod pages;
pub mod rng;
pub mod sort;
pub mod table;
