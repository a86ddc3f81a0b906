//! The components of the solver: data with their own invariants, and no search logic.

pub mod arena;
pub mod averages;
pub mod clause;
pub mod delay;
pub mod extension;
pub mod learned;
pub mod marks;
pub mod parts;
pub mod passes;
pub mod phases;
pub mod queue;
pub mod status;
pub mod trail;
pub mod values;
pub mod watch;
