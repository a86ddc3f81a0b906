//! The organs: data with their own invariants, and no search logic.

pub mod arena;
pub mod averages;
pub mod clause;
pub mod extension;
pub mod fates;
pub mod flags;
pub mod phases;
pub mod queue;
pub mod renumbering;
pub mod room;
pub mod scores;
pub mod trail;
pub mod values;
pub mod watch;
