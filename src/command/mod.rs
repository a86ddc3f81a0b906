//! What `solver` and every tool share: flags, limits, input, output, engines, help, exit codes.

pub mod color;
pub mod exit;
pub mod files;
pub mod flags;
pub mod frame;
pub mod help;
pub mod limits;
pub mod live;
pub mod observe;
pub mod output;
pub mod process;
#[cfg(feature = "puzzles")]
pub mod puzzle;
pub mod report;
pub mod session;
pub mod signals;
pub mod statistics;
pub mod terminal;
pub mod text;
pub mod threads;
pub mod values;
